// Measures the package in Node, on every fourth board of a run: node web/bench.mjs RUN/boards.ndjson [OTHERS.mjs]. The
// default export of OTHERS.mjs has functions of other packages to measure on the same boards: {name: (stones, dead) => …}.
// examples/boards.rs measures the same boards without JavaScript.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { parse } from './boards.mjs';
import { areaScoring, guessDead, safeToScore, territoryScoring } from './dist/seichi.mjs';

const [file, others] = process.argv.slice(2);
const lines = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const boards = lines.filter(({ rules }) => rules === 'japanese').filter((_, index) => index % 4 === 0).map(parse);
const own = {
  'territoryScoring, independent': (stones, dead) => territoryScoring(stones, dead),
  'territoryScoring, linked': (stones, dead) => territoryScoring(stones, dead, { strategy: 'linked' }),
  areaScoring,
  guessDead: (stones) => guessDead(stones),
  safeToScore,
};
const more = others ? (await import(pathToFileURL(resolve(others)).href)).default : {};

/**
 * Returns the mean time per board in microseconds. For each board, only the fastest of five passes counts: this leaves out most
 * of the machine's other work, and the first passes are a warm-up.
 */
async function measure(work) {
  const least = boards.map(() => Infinity);
  for (let pass = 0; pass < 5; pass++) {
    for (const [index, [stones, dead]] of boards.entries()) {
      const start = performance.now();
      await work(stones, dead);
      least[index] = Math.min(least[index], performance.now() - start);
    }
  }
  return (least.reduce((sum, time) => sum + time) * 1000) / boards.length;
}

console.log(`${boards.length} boards of territory games, Node ${process.versions.node}`);
for (const [name, work] of Object.entries({ ...own, ...more })) {
  console.log(`${(await measure(work)).toFixed(1).padStart(10)} µs a board: ${name}`);
}
