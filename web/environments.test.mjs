// Loads every build in Node, in each way that needs no other package. web/environments/run tests the ways that need other
// packages, and tests/browser/package.mjs the ways that need a browser.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import vm from 'node:vm';
import { inflateRawSync } from 'node:zlib';

import * as bare from 'seichi/bare';
import * as boards from 'seichi/boards';
import * as whole from 'seichi';
import { root } from './runs.mjs';

const require = createRequire(import.meta.url);
const file = (name) => readFileSync(join(root, 'web/dist', name));
const wasm = readFileSync(require.resolve('seichi/seichi.wasm'));
const STONES = [[0, 1, 2, 0], [0, 1, 2, 0]];
const RECORD = '(;SZ[3]PB[本因坊]AB[aa])';

/** Checks that a build scores a board and, if it has `score`, a record. */
function check({ areaScoring, score }) {
  assert.equal(JSON.stringify(areaScoring(STONES)), '[[1,1,2,2],[1,1,2,2]]');
  if (score) assert.equal(score(RECORD)[0].players.black, '本因坊');
}

test('builds for import and require have the same names, and results after loading themselves', () => {
  for (const [name, imported] of [['seichi', whole], ['seichi/boards', boards], ['seichi/bare', bare]]) {
    const required = require(name);
    assert.deepEqual(Object.keys(required).sort(), Object.keys(imported).sort(), name);
    if (name !== 'seichi/bare') [required, imported].forEach(check);
  }
  assert.deepEqual(Object.keys(whole).filter((name) => !(name in boards)).sort(), ['SkipError', 'explain', 'score']);
});

test('seichi/bare works only after init, with bytes or with a module', async () => {
  assert.throws(() => bare.areaScoring(STONES), /seichi\/bare has no module: await init/);
  await assert.rejects(() => bare.init(), /seichi\/bare has no module/);
  await assert.rejects(() => bare.init(new Uint8Array(8)), WebAssembly.CompileError);
  await bare.init(wasm);
  check(bare);
  await bare.init(); // nothing is left to load
  const required = require('seichi/bare');
  await required.init(new WebAssembly.Module(wasm));
  check(required);
});

test('a build contains the module', () => {
  const code = file('seichi.mjs').toString();
  const [, data] = code.match(/const DATA = '(.*)'/);
  assert.ok(inflateRawSync(Buffer.from(data, 'base64')).equals(wasm));
});

test('init loads a build before the first call', () => {
  const code = "import { areaScoring, init } from 'seichi'; await init(); await init(); console.log(areaScoring([[1, 0]]));";
  assert.match(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: join(root, 'web'), encoding: 'utf8' }), /\[ \[ 1, 1 \] \]/);
});

/** The globals that a script can use in every browser. */
const GLOBALS = ['TextDecoder', 'TextEncoder', 'WebAssembly', 'atob', 'fetch', 'URL', 'Response', 'Request', 'FinalizationRegistry'];

/** Runs a build as a classic script, and returns its global. */
function classic(build, names) {
  const context = vm.createContext(Object.fromEntries(names.map((name) => [name, globalThis[name]])));
  vm.runInContext(file(build).toString(), context);
  assert.deepEqual(Object.keys(context).filter((name) => !names.includes(name)), ['seichi']);
  return context.seichi;
}

test('a classic script defines one global', () => {
  for (const build of ['seichi.js', 'boards.js']) check(classic(build, GLOBALS));
});

test('a script without TextDecoder and TextEncoder, as in jsdom, scores text', () => {
  const { score } = classic('seichi.js', ['atob']);
  const [{ players, stones }] = score(RECORD);
  assert.equal(players.black, '本因坊');
  assert.equal(stones[0][0], 1);
  assert.equal(score(new TextEncoder().encode(RECORD).buffer)[0].players.black, '本因坊', 'bytes of another realm');
  assert.equal(score(RECORD.repeat(500))[499].players.black, '本因坊', 'text in several pieces');
});

test('the package to publish has all files that it names, its licence and its description', () => {
  const [{ files }] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: join(root, 'web'), encoding: 'utf8' }));
  const packed = files.map(({ path }) => path);
  const { exports, main, module, types } = require('seichi/package.json');
  const leaves = (value) => (typeof value === 'string' ? [value] : Object.values(value).flatMap(leaves));
  const named = [...leaves(exports), main, module, types].map((path) => path.replace('./', ''));
  assert.deepEqual([...new Set(named), 'LICENSE', 'README.md'].sort(), packed.sort());
});
