#!/usr/bin/env node
// A scorer for seichi --scorer that gives the whole result: the map of flood.mjs, and the margin with everything else.
import { createInterface } from "node:readline";

import { LETTERS, score } from "./flood.mjs";

// the points that White gets for a handicap of at least two stones, in addition to one for each stone; null means no points
const HANDICAP = {
  japanese: null, korean: null, "new-zealand": null, "tromp-taylor": null, ing: null,
  chinese: 0, "chinese-ogs": 0, "chinese-kgs": 0, aga: -1, "aga-button": -1, bga: -1, french: -1,
};

function unsupported({ rules, komi, first_pass }) {
  if (!(rules in HANDICAP)) return `the rules ${rules}`;
  if (komi === null) return "an unknown komi";
  return rules === "aga-button" && !first_pass ? "a button without a pass" : null;
}

/** Returns Black's points minus White's. */
function margin({ rows, dead, method, rules, komi, handicap, prisoners, first_pass }, { black, white }) {
  const difference = (stones) => stones.filter((stone) => stone === "X").length - stones.filter((stone) => stone === "O").length;
  const taken = difference(dead.map(([x, y]) => rows[LETTERS.indexOf(y)][LETTERS.indexOf(x)]));
  let points = black.length - white.length - taken - komi;
  points += method === "territory" ? prisoners.black - prisoners.white : difference([...rows.join("")]);
  if (handicap >= 2 && HANDICAP[rules] !== null) points -= handicap + HANDICAP[rules];
  if (rules === "aga-button") points += first_pass === "black" ? 0.5 : -0.5;
  return points;
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  const { id, size, rows, dead } = question;
  const why = unsupported(question);
  const territory = score(size, rows, dead);
  const answer = why ? { unsupported: why } : { ...territory, margin: margin(question, territory) };
  process.stdout.write(JSON.stringify({ id, ...answer }) + "\n");
}
