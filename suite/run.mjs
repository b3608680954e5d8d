// Runs the suite on a scorer: a command that reads positions and writes scores, as lines of JSON (see README.md).
//
//     node suite/run.mjs COMMAND [SECONDS [LEVEL...]]
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createInterface } from "node:readline";

const GIVEN = "id rows dead to_play rules komi handicap prisoners first_pass method tax sgf".split(" ");
const [command, seconds = "10", ...levels] = process.argv.slice(2);

function start() {
  const [program, ...words] = command.match(/'[^']*'|"[^"]*"|\S+/g).map((word) => word.replace(/^(['"])(.*)\1$/, "$2"));
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

// Returns the answer, and whether the scorer is still usable.
async function ask({ child, lines }, question) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, 1000 * seconds, "late")));
  child.stdin.write(JSON.stringify(question) + "\n");
  const line = await Promise.race([lines.next(), late]);
  clearTimeout(timer);
  if (line === "late") return [{ error: `no answer in ${+seconds} s` }, false];
  try {
    return [JSON.parse(line.value), true];
  } catch {
    return [{ error: "it ended, or wrote no JSON" }, false];
  }
}

// Returns the answer's margin, and whether the answer is right: its margin, and its map if it has one.
function judge(test, answer) {
  if ("margin" in answer) return [answer.margin, answer.margin === test.margin];
  const letter = (at) => String.fromCharCode(at < 26 ? 97 + at : 39 + at);
  const points = test.rows.flatMap((row, y) =>
    [...row].map((stone, x) => ({ name: letter(x) + letter(y), sign: { X: 1, O: -1 }[stone] ?? 0, x, y })),
  );
  const dead = new Set([...test.dead, ...(answer.dead ?? [])]);
  const sum = (some) => some.reduce((total, { sign }) => total + sign, 0);
  let score = answer.score ?? answer.black.length - answer.white.length;
  if (test.method === "territory") score -= sum(points.filter(({ name }) => dead.has(name)));
  else if (!("score" in answer)) score += sum(points.filter(({ name }) => !dead.has(name)));
  let sameMap = true;
  if (!("score" in answer) && test.owners) {
    const [black, white] = [new Set(answer.black), new Set(answer.white)];
    const owner = ({ name, sign }) => (sign && !dead.has(name) ? (sign > 0 ? "B" : "W") : white.has(name) ? "W" : black.has(name) ? "B" : ".");
    sameMap = points.every((point) => owner(point) === test.owners[point.y][point.x]);
  }
  return [score + test.added, sameMap && score + test.added === test.margin];
}

// Returns the mistake that explains the wrong answer, if there is one.
function mistake(test, answer, got) {
  const territory = "black" in answer && new Set([...answer.black, ...answer.white]);
  // no point of a stone that is left on the board can be territory
  if (territory && test.dead.length && !test.dead.some((point) => territory.has(point))) return "leaves dead stones on the board";
  return test.traps.find(({ margin }) => margin === got)?.mistake;
}

const signed = (number) => (number < 0 ? "" : "+") + number;
let scorer = start();
const folder = new URL(".", import.meta.url);
for (const file of readdirSync(folder).filter((name) => name.endsWith(".json")).sort()) {
  const { level, cases } = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  const counts = [0, 0, 0];
  for (const test of !levels.length || levels.includes(level) ? cases : []) {
    const given = Object.fromEntries(GIVEN.filter((key) => key in test).map((key) => [key, test[key]]));
    const [answer, lives] = await ask(scorer, { ...given, size: [test.rows[0].length, test.rows.length] });
    if (!lives) (scorer.child.kill("SIGKILL"), (scorer = start()));
    const [got, right] = "error" in answer ? [null, false] : judge(test, answer);
    counts[got === null ? 2 : right ? 0 : 1] += 1;
    if (right) continue;
    process.exitCode = 1;
    const name = mistake(test, answer, got);
    const why = name ? ` (it ${name}?)` : "";
    let said = `${answer.error ?? signed(got)}${why}, not ${signed(test.margin)}`;
    if (got === test.margin) said = `the margin ${signed(got)} is right, but the owners of some points are not${why}`;
    console.log(`${test.id}: ${said}: ${test.rows.join(" ")}`);
  }
  console.log(`${level}: ${counts[0]} right, ${counts[1]} wrong, ${counts[2]} without an answer`);
}
scorer.child.kill();
