// Compares suite/checksums.txt, for area scoring, with the area map of @sabaki/influence (npm, 1.2.2). Exit code 1 means that
// they differ.
// `node influence_checksum.mjs [MOST]` leaves out lines of more than MOST boards.
import { readFileSync } from "node:fs";
import { require } from "./question.mjs";

const { areaMap } = require("@sabaki/influence");

function* boards(size, count) {
  let state = 1;
  for (; count > 0; count--) {
    yield Array.from({ length: size }, () => {
      const row = [];
      while (row.length < size) {
        for (const shift of [13, -17, 5]) state ^= shift > 0 ? state << shift : state >>> -shift;
        const copies = row.length > 0 && ((state >>> 16) & 3) > 0;
        row.push(copies ? row.at(-1) : [0, 1, -1][(state >>> 20) % 3]);
      }
      return row;
    });
  }
}

function checksum(size, count) {
  let sum = 0x811c9dc5;
  for (const board of boards(size, count)) {
    for (const owner of areaMap(board).flat()) sum = Math.imul(sum ^ "O.X".charCodeAt(Math.sign(owner) + 1), 0x01000193) >>> 0;
  }
  return sum.toString(16).padStart(8, "0");
}

const most = Number(process.argv[2] ?? Infinity);
const file = readFileSync(new URL("../../../suite/checksums.txt", import.meta.url), "utf8");
for (const line of file.trim().split("\n")) {
  const [size, count, area] = line.split(" ");
  if (Number(count) > most) continue;
  const found = checksum(Number(size), Number(count));
  console.log(`${size} ${count} ${found}${found === area ? "" : `, not ${area}`}`);
  if (found !== area) process.exitCode = 1;
}
