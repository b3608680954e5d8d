// Tests the npm package against the program: SEICHI=PROGRAM node --test web/test.mjs

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { mapOf, parse } from './boards.mjs';
import * as seichi from './seichi.js';

const { areaScoring, finalAreaScore, finalTerritoryScore, guessDead, strategies, territoryScoring } = seichi;
const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the boards of a run over paths, with the maps of all strategies. */
function boards(...paths) {
  const folder = mkdtempSync(join(tmpdir(), 'seichi-'));
  try {
    execFileSync(process.env.SEICHI, ['eval', ...paths, '-o', join(folder, 'run'), '--boards-ndjson', 'all', '-q'], { cwd: root, stdio: 'ignore' });
    return readFileSync(join(folder, 'run', 'boards.ndjson'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the maps and margins of all games are those of the program', () => {
  const all = boards(...(process.env.GAMES ? process.env.GAMES.split(':') : ['corpus']));
  let territory = 0;
  let area = 0;
  for (const board of all) {
    const [stones, dead] = parse(board);
    const isArea = !['japanese', 'korean'].includes(board.rules);
    for (const { strategies: names, map } of board.answers) {
      if (isArea) {
        const owners = areaScoring(stones, dead).map((row) => row.map((owner) => '.bw'[owner]).join(''));
        assert.deepEqual(owners, map.map((row) => row.replaceAll('X', 'b').replaceAll('O', 'w').replaceAll(/[sf]/g, '.')), board.game);
        area += 1;
        continue;
      }
      for (const strategy of names) {
        assert.deepEqual(mapOf(territoryScoring(stones, dead, { strategy }), stones, dead), map, `${board.game} by ${strategy}`);
        territory += 1;
      }
    }
    if (isArea) continue;
    const margin = board.answers.find((answer) => answer.strategies.includes('independent')).margin;
    // the prisoners of a run include the dead stones
    const deadOf = (color) => dead.flatMap((row, y) => row.filter((mark, x) => mark && stones[y][x] === color)).length;
    const { black, white } = finalTerritoryScore(stones, dead, board.prisoners[0] - deadOf(2), board.prisoners[1] - deadOf(1), board.komi);
    assert.equal(black - white, margin, board.game);
  }
  console.log(`${all.length} games: ${territory} maps of territory and ${area} of area are equal`);
  assert.ok(territory > 1000 && area > 10, `${territory}, ${area}`);
});

test('wrong arguments are errors that say what is wrong', () => {
  assert.throws(() => territoryScoring([]), /stones has to be a list of rows/);
  assert.throws(() => territoryScoring('XO'), /stones has to be a list of rows/);
  assert.throws(() => territoryScoring([[0, 0], [0]]), /row 1 of stones has 1 points, and row 0 has 2/);
  assert.throws(() => territoryScoring([[0, 3]]), /stones\[0\]\[1\] is 3/);
  assert.throws(() => territoryScoring([[0, 1]], [[false]]), /different sizes/);
  assert.throws(() => territoryScoring([[0]], [['x']]), /markedDead\[0\]\[0\] is x/);
  assert.throws(() => territoryScoring([[0]], null, { strategy: 'likned' }), /no strategy is called "likned"/);
  assert.throws(() => areaScoring([new Array(53).fill(0)]), /53/);
  assert.deepEqual(areaScoring([[1, 0], [0, 0]]), [[1, 1], [1, 1]], 'and the module goes on');
});

test('strategies have names, and one of them is the default', () => {
  assert.ok(strategies.includes('independent') && strategies.includes('linked'));
  const [stones, dead] = parse({ position: ['..XO.', '.XXO.', 'XXOO.'] });
  assert.deepEqual(territoryScoring(stones, dead), territoryScoring(stones, null, { strategy: 'independent' }));
});

test('playouts give the same answer for the same seed', () => {
  const [stones] = parse({ position: ['..XO.....', '.XXO..X..', 'XXOO.....', 'OOOO.....', '.........', '.........', '.........'] });
  const dead = guessDead(stones);
  assert.equal(dead[1][6], true);
  assert.deepEqual(guessDead(stones, { seed: 7 }), guessDead(stones, { seed: 7 }));
  assert.equal(dead.flat().filter(Boolean).length, 1);
  assert.deepEqual(finalAreaScore(stones, dead, 0.5), { black: 8, white: 55.5 });
});

test('the example of the book prints what it says', async () => {
  const [, example] = readFileSync(join(root, 'docs/javascript.md'), 'utf8').match(/```js\n([^]*?)```/);
  const lines = [];
  const code = example.replace(/^import (.*) from 'seichi';$/m, 'const $1 = seichi;');
  new Function('seichi', 'console', code)(seichi, { log: (value) => lines.push(value) });
  assert.deepEqual(lines, [1, { black: 3, white: 26.5 }]);
  assert.match(example, /\/\/ 1, Black's\n.*\/\/ \{ black: 3, white: 26.5 \}/);
});
