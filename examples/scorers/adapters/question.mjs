// The shared part of the adapters in JavaScript: reads questions and writes answers. Packages come from the current folder.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

export const require = createRequire(process.cwd() + "/");

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const name = (x, y) => LETTERS[x] + LETTERS[y];
export const point = (text) => [LETTERS.indexOf(text[0]), LETTERS.indexOf(text[1])];

// The stones by row: 1 for Black, -1 for White, 0 for none. Dead stones are removed.
export function signs({ rows, dead }) {
  const board = rows.map((row) => [...row].map((stone) => ({ X: 1, O: -1 })[stone] ?? 0));
  for (const [x, y] of dead.map(point)) board[y][x] = 0;
  return board;
}

// The territory of a map of signs: its points without a stone.
export function territory(map, board) {
  const owned = (sign) =>
    map.flatMap((row, y) => row.flatMap((owner, x) => (Math.sign(owner) === sign && !board[y][x] ? [name(x, y)] : [])));
  return { black: owned(1), white: owned(-1) };
}

// Thrown for rules, a size or a shape that the scorer does not support.
export class Unsupported extends Error {}

// Answers each question with the value that `score` returns, or with the reason why there is no answer.
export async function serve(score) {
  for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line);
    let answer;
    try {
      answer = await score(question);
    } catch (error) {
      answer = error instanceof Unsupported ? { unsupported: error.message } : { error: String(error).slice(0, 200) };
    }
    process.stdout.write(JSON.stringify({ id: question.id, ...answer }) + "\n");
  }
}

export function only(method, question) {
  if (question.method !== method) throw new Unsupported(`it counts by ${method} only`);
}

// Returns the size of a square board.
export function square({ size: [width, height] }, largest = 52) {
  if (width !== height || width > largest) throw new Unsupported(`it has only square boards up to ${largest}x${largest}`);
  return width;
}
