#!/usr/bin/env node
// Runs the suite on a scorer: a command that reads positions and writes scores, as lines of JSON (see README.md).
//
//     node suite/run.mjs COMMAND [--seconds N] [--expect FILE] [LEVEL...]
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { parseArgs } from "node:util";

const GIVEN = "id rows dead to_play rules komi handicap prisoners first_pass method tax sgf".split(" ");
const KEYS = "id black white dead score margin winner unsupported error".split(" ");
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "10" }, expect: { type: "string" } },
});
const [command, ...levels] = positionals;

async function start() {
  const [program, ...words] = command.match(/('[^']*'|"[^"]*"|\S)+/g).map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"], detached: true });
  child.stdin.on("error", () => {});
  await new Promise((resolve, reject) => child.on("spawn", resolve).on("error", reject));
  return { child, lines: linesOf(child.stdout.setEncoding("utf8")) };
}

// readline also splits lines at U+2028
async function* linesOf(output) {
  let rest = "";
  for await (const part of output) {
    const lines = (rest + part).split("\n");
    rest = lines.pop();
    yield* lines;
  }
  yield rest;
}

// Ends a scorer and the programs that it started.
function end(child) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL"); // Windows has no groups of processes
  }
}

// Returns the answer, or the reason why there is none.
async function ask({ child, lines }, question, seconds) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, 1000 * seconds, "late")));
  child.stdin.write(JSON.stringify(question) + "\n");
  const line = await Promise.race([lines.next(), late]);
  clearTimeout(timer);
  if (line === "late") return [null, `no answer in ${seconds} s`];
  try {
    const answer = JSON.parse(line.value);
    // half of a surrogate pair, which JSON.stringify escapes, is not valid text
    if (JSON.stringify(answer).replaceAll("\\\\", "").includes("\\ud")) throw new Error();
    return answer?.id === question.id ? [answer, null] : [null, "the answer has another id, or none"];
  } catch {
    return [null, "it ended, or wrote no JSON"];
  }
}

const winner = (margin) => (margin > 0 ? "black" : margin < 0 ? "white" : "draw");
const isNumber = (value) => typeof value === "number" && Math.abs(value) <= 100000;
const stonesOf = ({ rows }) =>
  new Map(rows.flatMap((row, y) => [...row].map((stone, x) => [LETTERS[x] + LETTERS[y], { X: 1, O: -1 }[stone] ?? 0])));
const deadIn = (test, answer) => new Set([...test.dead, ...(answer.dead ?? [])]);

// Returns the reason why an answer is invalid, or `null`.
function fault(test, answer) {
  const unknown = Object.keys(answer).filter((key) => !KEYS.includes(key)).sort();
  if (unknown.length) return `unknown key ${JSON.stringify(unknown[0])}`;
  for (const key of ["error", "unsupported"]) {
    if (key in answer && typeof answer[key] !== "string") return `"${key}" is not a text`;
  }
  if ("error" in answer) return JSON.stringify(answer.error);
  if ("unsupported" in answer) return Object.keys(answer).length > 2 ? '"unsupported" with another part of an answer' : null;
  for (const key of ["margin", "score"]) {
    if (key in answer && !isNumber(answer[key])) return `"${key}" is not a number of points`;
  }
  if ("winner" in answer && !["black", "white", "draw"].includes(answer.winner)) return '"winner" is not "black", "white" or "draw"';
  const stones = stonesOf(test);
  for (const key of ["dead", "black", "white"]) {
    const points = key in answer ? answer[key] : [];
    if (!Array.isArray(points) || !points.every((point) => stones.has(point))) return `"${key}" is not a list of points of the board`;
    if (new Set(points).size < points.length) return `"${key}" names a point twice`;
  }
  const dead = deadIn(test, answer);
  if ([...dead].some((point) => !stones.get(point))) return '"dead" names a point without a stone';
  if ("black" in answer !== "white" in answer) return '"black" without "white", or "white" without "black"';
  const [black, white] = [answer.black ?? [], answer.white ?? []];
  if (black.some((point) => white.includes(point))) return "a point belongs to both players";
  if ([...black, ...white].some((point) => stones.get(point) && !dead.has(point))) return "a point of territory has a living stone";
  const said = margins(test, answer);
  if (!said.length && !("winner" in answer)) return "no map, score, margin or winner";
  // a margin counts even if the map contradicts it, because players see the margin
  if ("margin" in answer && !("score" in answer)) said.length = 1;
  const others = said.filter((other) => other !== said[0]).map(signed);
  if (said.length && (answer.winner ?? winner(said[0])) !== winner(said[0])) others.push(`winner ${answer.winner}`);
  return others.length ? `parts of the answer contradict each other: ${signed(said[0])} and ${others[0]}` : null;
}

// Returns the margin according to each part of an answer: its margin, its score, and its map.
function margins(test, answer) {
  const [stones, dead] = [stonesOf(test), deadIn(test, answer)];
  const sum = (isCounted) => [...stones].reduce((total, [point, sign]) => total + (isCounted(point) ? sign : 0), 0);
  const prisoners = test.method === "territory" ? sum((point) => dead.has(point)) : 0;
  const found = "margin" in answer ? [answer.margin] : [];
  if ("score" in answer) found.push(answer.score - prisoners + test.added);
  if ("black" in answer) {
    const living = test.method === "territory" ? 0 : sum((point) => !dead.has(point));
    found.push(answer.black.length - answer.white.length + living - prisoners + test.added);
  }
  return found;
}

// Returns whether every point has the right owner, if the answer has a map.
function sameMap(test, answer) {
  if (!("black" in answer) || !test.owners) return true;
  const [stones, dead, black, white] = [stonesOf(test), deadIn(test, answer), new Set(answer.black), new Set(answer.white)];
  const owner = (point) => {
    const sign = dead.has(point) ? 0 : stones.get(point);
    return sign ? (sign > 0 ? "B" : "W") : black.has(point) ? "B" : white.has(point) ? "W" : ".";
  };
  return test.owners.every((row, y) => [...row].every((right, x) => owner(LETTERS[x] + LETTERS[y]) === right));
}

// Returns the mistakes that would change the answer, each with whether it explains a wrong answer.
function mistakes(test, answer, isWrong) {
  const [said] = margins(test, answer);
  const [key, value] = said === undefined ? ["winner", answer.winner] : ["margin", said];
  const found = new Map(test.traps.filter((trap) => key in trap).map((trap) => [trap.mistake, trap[key] === value]));
  // the point of a stone that stays on the board cannot be territory
  const territory = "black" in answer && new Set([...answer.black, ...answer.white]);
  if (territory && test.dead.length && !test.dead.some((point) => territory.has(point))) found.set("leaves dead stones on the board", isWrong);
  if (key === "margin" && test.komi) found.set("gives komi to Black", value === test.margin + 2 * test.komi);
  if (key === "margin" && test.margin % 1) found.set("drops half points", value % 1 === 0 && Math.abs(value - test.margin) < 1);
  return found;
}

// Returns a line for each mistake that explains at least three and a quarter of the wrong answers, and that more answers show
// than refute, unless another mistake fits as well. For each mistake, `seen` has the number of answers of both kinds.
function likely(seen, wrong) {
  const hasRival = (name, refuted, shown) => [...seen].some(([other, [less, more]]) => other !== name && less <= refuted && more >= shown);
  return [...seen]
    .filter(([name, [refuted, shown]]) => shown >= Math.max(3, wrong / 4) && shown > refuted && !hasRival(name, refuted, shown))
    .sort(([one, [, more]], [other, [, less]]) => less - more || (one < other ? -1 : 1))
    .map(([name, [, shown]]) => `likely mistake: ${name} (explains ${shown} of ${wrong} wrong answers)`);
}

const signed = (number) => (number < 0 ? "" : "+") + (number + 0).toFixed(2).replace(/\.?0+$/, "");

// Returns the outcome of a valid answer, and the text that describes it.
function judge(test, answer) {
  if ("unsupported" in answer) return ["declined", answer.unsupported];
  const [said] = margins(test, answer);
  if (said === undefined) {
    const won = answer.winner;
    return won === test.winner ? ["right", ""] : ["wrong", `winner ${won}, not ${test.winner}`];
  }
  if (said !== test.margin) return ["wrong", `${signed(said)}, not ${signed(test.margin)}`];
  if (!sameMap(test, answer)) return ["wrong", `the margin ${signed(said)} is right, but the owners of some points are not`];
  return ["right", ""];
}

// Returns the cases that are known to fail: the first word of each line.
function expectations(file) {
  const lines = file ? readFileSync(file, "utf8").split("\n") : [];
  return new Set(lines.map((line) => line.trim().split(/\s+/)[0]).filter((name) => name && !name.startsWith("#")));
}

// Returns which of the given levels and expected failures the suite does not have, or `null`.
function unknown(all, expected) {
  const [known, cases] = [all.map(({ level }) => level), new Set(all.flatMap((level) => level.cases.map((test) => test.id)))];
  let missing = [...new Set(levels)].filter((name) => !known.includes(name)).sort();
  if (missing.length) return `unknown level: ${missing.join(", ")} (the levels are ${known.join(", ")})`;
  missing = [...expected].filter((id) => !cases.has(id)).sort();
  return missing.length ? `unknown case in the file of expected failures: ${missing.join(", ")}` : null;
}

async function main() {
  const folder = new URL(".", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json")).sort().map((name) => readFileSync(new URL(name, folder)));
  const all = files.map((bytes) => JSON.parse(bytes));
  let scorer, expected;
  try {
    expected = expectations(values.expect);
    const wrong = unknown(all, expected);
    if (wrong) {
      console.error(wrong);
      return 2;
    }
    scorer = await start();
  } catch {
    console.error("cannot start the command, or read the file of expected failures");
    return 2;
  }
  const read = createHash("sha256");
  let [unexpected, right, wrong] = [0, 0, 0];
  const seen = new Map();
  for (const [number, level] of all.entries()) {
    if (levels.length ? !levels.includes(level.level) : level.optional) continue;
    read.update(files[number]);
    const counts = { right: 0, wrong: 0, declined: 0, invalid: 0 };
    const bare = { margin: 0, winner: 0 };
    for (const test of level.cases) {
      const given = Object.fromEntries(GIVEN.filter((key) => key in test).map((key) => [key, test[key]]));
      const size = [test.rows[0].length, test.rows.length];
      const [answer, ended] = await ask(scorer, { ...given, size }, +values.seconds);
      if (ended) (end(scorer.child), (scorer = await start()));
      const why = ended ?? fault(test, answer);
      const [outcome, said] = why ? ["invalid", why] : judge(test, answer);
      counts[outcome] += 1;
      if (outcome === "right" && !("black" in answer && test.owners)) bare[margins(test, answer).length ? "margin" : "winner"] += 1;
      const made = ["right", "wrong"].includes(outcome) ? mistakes(test, answer, outcome === "wrong") : [];
      for (const [mistake, fits] of made) {
        const [refuted, shown] = seen.get(mistake) ?? [0, 0];
        seen.set(mistake, fits ? [refuted, shown + 1] : [refuted + 1, shown]);
      }
      const isKnown = expected.has(test.id);
      unexpected += isKnown === (outcome === "right") && outcome !== "declined" ? 1 : 0;
      if (["wrong", "invalid"].includes(outcome)) {
        const board = test.rows.length <= 13 ? `: ${test.rows.join(" ")}` : "";
        console.log(`${test.id}: ${outcome}${isKnown ? ", as expected" : ""}: ${said}${board}`);
      } else if (outcome === "right" && isKnown) {
        console.log(`${test.id}: right, but expected to fail`);
      }
    }
    [right, wrong] = [right + counts.right, wrong + counts.wrong];
    const shown = Object.entries(counts).map(([outcome, number]) => `${number} ${outcome}`);
    shown.push(...Object.entries(bare).filter(([, number]) => number).map(([key, number]) => `${number} by ${key} only`));
    console.log(`${level.level}: ${shown.join(", ")}`);
  }
  likely(seen, wrong).forEach((line) => console.log(line));
  const chosen = [...new Set(levels)].sort().join(",") || "default";
  console.log(`suite:${all[0].version}|data:${read.digest("hex").slice(0, 12)}|levels:${chosen}|scorer:${command}`);
  end(scorer.child);
  return Number(unexpected > 0 || right === 0);
}

process.exitCode = await main();
