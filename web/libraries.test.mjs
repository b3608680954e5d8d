// Uses the packed package next to other libraries, which npm downloads: the examples of docs/libraries.md, and goban.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { root } from './runs.mjs';

const LIBRARIES = ['goban@8.3.64', '@sabaki/go-board@1.4.3'];
const folder = mkdtempSync(join(tmpdir(), 'seichi-'));
after(() => rmSync(folder, { recursive: true }));

const npm = (...words) => spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
npm('pack', '--silent', join(root, 'web'));
const installed = npm('install', '--no-audit', '--no-fund', '--silent', './seichi-0.1.0.tgz', ...LIBRARIES);
const skip = installed.status === 0 ? false : `npm could not install ${LIBRARIES.join(', ')}`;
if (skip) console.error(`SKIPPED: ${skip}: ${installed.error ?? installed.stderr}`);

/** Runs a program in the folder of the packages, and returns the lines that it prints. */
function printed(name, code) {
  writeFileSync(join(folder, name), code);
  return execFileSync(process.execPath, [name], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
}

const [gobanExample, sabakiExample] = [...readFileSync(join(root, 'docs/libraries.md'), 'utf8').matchAll(/```js\n([^]*?)```/g)].map(([, example]) => example);

test("Sabaki's board is scored", { skip }, () => {
  const expected = sabakiExample.split('\n').flatMap((line) => line.split('; // ')[1] ?? []);
  assert.deepEqual(printed('sabaki.mjs', sabakiExample), expected);
  assert.equal(expected.length, 2);
});

/** The start of a program that loads goban outside a browser: an object that accepts every call stands in for the page. */
const GOBAN_PAGE = `const { log } = console;
console.log = () => {};
const page = new Proxy(function () {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : page), set: () => true, apply: () => page, construct: () => page,
});
Object.assign(globalThis, { self: globalThis, window: globalThis, document: page, CSSStyleSheet: page, customElements: page });
Object.assign(globalThis, { HTMLElement: class {}, addEventListener() {} });
const board = ['....XO...', '...XXO.X.', 'XXXXOO...', 'OOOOO....'].map((row) => [...row].map((letter) => '.XO'.indexOf(letter)));
`;
const GOSCORER = '__webpack_require__(/*! goscorer */ "./src/third_party/goscorer/goscorer.js")';

test('goban: seichi instead of goscorer', { skip }, () => {
  const bundle = readFileSync(join(folder, 'node_modules/goban/build/goban.js'), 'utf8');
  assert.equal(bundle.split(GOSCORER).length, 4, 'goban loads goscorer three times');
  writeFileSync(join(folder, 'goban.cjs'), bundle.replaceAll(GOSCORER, "require('seichi')"));
  const [isEqual, removed] = printed('scorer.cjs', `${GOBAN_PAGE}
    const results = [require('goban'), require('./goban.cjs')].map(({ BoardState }) => {
      const state = new BoardState({ width: 9, height: 4, board: board.map((row) => [...row]) });
      // the first group is too strong to be removed
      const removed = [[4, 0], [7, 1]].map(([x, y]) => state.toggleSingleGroupRemoval(x, y).removed);
      return JSON.stringify([removed, state.computeScoringLocations(false), state.computeScoringLocations(true)]);
    });
    log(results[0] === results[1]);
    log(results[0].slice(0, 14));`);
  assert.deepEqual([isEqual, removed], ['true', '[[false,true],']);
});

test('goban: seichi estimates ownership', { skip }, () => {
  const found = printed('estimator.cjs', `${GOBAN_PAGE}${gobanExample}
    const { GobanEngine, ScoreEstimator } = require('goban');
    const column = (x) => [...'abcdefghi'].map((y) => x + y).join('');
    // White's stone in Black's territory is dead
    const initial_state = { black: column('b') + column('d'), white: column('e') + column('g') + 'ce' };
    for (const rules of ['japanese', 'chinese']) {
      const engine = new GobanEngine({ width: 9, height: 9, rules, komi: 0, initial_state });
      const { winner, amount, ownership } = new ScoreEstimator(engine, undefined, 200, 0.25, false);
      log(winner, amount, ownership[4].join());
    }`);
  assert.deepEqual(found, ['White 8 1,0,1,0,0,-1,0,-1,-1', 'White 9 1,1,1,1,-1,-1,-1,-1,-1']);
});
