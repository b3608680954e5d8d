#!/usr/bin/env node
// A scorer for seichi --scorer: regions that border only one colour are its territory. It equals the strategy `flood`.
import { realpathSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const name = (x, y) => LETTERS[x] + LETTERS[y];

export function score([width, height], rows, dead) {
  const board = rows.map((row) => [...row]);
  for (const point of dead) board[LETTERS.indexOf(point[1])][LETTERS.indexOf(point[0])] = ".";
  const territory = { X: [], O: [] };
  const seen = new Set();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (board[y][x] !== "." || seen.has(name(x, y))) continue;
      const region = [], borders = new Set(), todo = [[x, y]];
      seen.add(name(x, y));
      while (todo.length) {
        const [px, py] = todo.pop();
        region.push(name(px, py));
        for (const [nx, ny] of [[px + 1, py], [px - 1, py], [px, py + 1], [px, py - 1]]) {
          const stone = board[ny]?.[nx];
          if (stone === undefined || seen.has(name(nx, ny))) continue;
          if (stone !== ".") borders.add(stone);
          else seen.add(name(nx, ny)), todo.push([nx, ny]);
        }
      }
      if (borders.size === 1) territory[[...borders][0]].push(...region);
    }
  }
  return { black: territory.X, white: territory.O };
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, size, rows, dead } = JSON.parse(line);
    process.stdout.write(JSON.stringify({ id, ...score(size, rows, dead) }) + "\n");
  }
}
