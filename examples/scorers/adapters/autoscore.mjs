// goban (npm, 8.3.64): finds dead stones with the autoscore of online-go.com. As on that site, KataGo says who owns each
// point: its analysis engine is the command after the name of this file.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { goban } from "./goban-package.mjs";
import { name, serve } from "./question.mjs";

const [program, ...words] = process.argv.slice(2);
const engine = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

// Returns the owner of each point by row, from 1 (Black's) to -1 (White's), with a colour to move.
async function ownership({ size: [width, height], rows, id }, player) {
  const stones = rows.flatMap((row, y) =>
    [...row].flatMap((stone, x) => (stone === "." ? [] : [[stone === "X" ? "B" : "W", COLUMNS[x] + (height - y)]])),
  );
  const query = { id: String(id), boardXSize: width, boardYSize: height, rules: "japanese", komi: 0, moves: [], maxVisits: 1 };
  const more = { initialStones: stones, initialPlayer: player, includeOwnership: true };
  const overrides = { overrideSettings: { reportAnalysisWinratesAs: "BLACK" } };
  engine.stdin.write(JSON.stringify({ ...query, ...more, ...overrides }) + "\n");
  const { value } = await answers.next();
  const found = JSON.parse(value).ownership;
  if (!found) throw new Error(value);
  return rows.map((_, y) => found.slice(y * width, (y + 1) * width));
}

await serve(async (question) => {
  const { size: [width, height], rows, method } = question;
  const board = rows.map((row) => [...row].map((stone) => ({ X: 1, O: 2 })[stone] ?? 0));
  const rules = method === "area" ? "chinese" : "japanese";
  const owners = [await ownership(question, "B"), await ownership(question, "W")];
  // autoscore takes stones off the board that it is given
  const [{ removed }] = goban.autoscore(board.map((row) => [...row]), rules, ...owners);
  const removal = board.map((row) => row.map(() => false));
  for (const { x, y } of removed) removal[y][x] = true;
  const state = new goban.BoardState({ width, height, board, removal });
  const scores = state.computeScoringLocations(method === "area");
  const isTerritory = ({ x, y }) => !board[y][x];
  const names = ({ locations }) => locations.filter(isTerritory).map(({ x, y }) => name(x, y));
  const dead = removed.filter(({ x, y }) => board[y][x]).map(({ x, y }) => name(x, y));
  return { black: names(scores.black), white: names(scores.white), dead };
});
engine.kill();
