// Tests that a record has the same rules, komi, recorded result, count and doubt on the page and in its list, and through
// `seichi eval`, `seichi explain`, the npm package and the Python module: answers.mjs FOLDER PACKAGE PYTHON RECORDS….
// web/page/build makes FOLDER, web/build makes PACKAGE, python/build makes the interpreter PYTHON. SEICHI names the program.
// Each record is alone in its folder, because labels and copies in a folder affect the answer.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rows } from './counts.mjs';

const [folder, npm, python, ...sources] = process.argv.slice(2).map((path) => resolve(path));
const DEAD = 'auto,estimate';
/** The strategies that the page may lead with. */
const LEADS = ['teire', 'independent'];
const OPTIONS = ['-s', LEADS.join(','), '--dead', DEAD];
const scorer = await import(pathToFileURL(join(folder, 'run/wasm.js')).href);
await scorer.default({ module_or_path: readFileSync(join(folder, 'run/wasm_bg.wasm')) });
const found = existsSync(join(npm, 'seichi.mjs')) ? await import(pathToFileURL(join(npm, 'seichi.mjs')).href) : null;
if (!found) console.error('!! SKIPPED: the answers of the npm package, because web/build was not run');

/** Returns the paths of all files in a folder, as bytes: names need not be text. */
const below = (path) => (statSync(path).isDirectory()
  ? readdirSync(path, { encoding: 'buffer' }).flatMap((name) => below(Buffer.concat([path, Buffer.from('/'), name]))) : [path]);
const records = sources.flatMap((source) => {
  if (existsSync(source)) return below(Buffer.from(source)).filter((path) => /\.(sgf|sgfs|mgt)$/i.test(path));
  console.error(`!! SKIPPED: ${source} is not here`);
  return [];
});
const work = mkdtempSync(join(tmpdir(), 'seichi-'));
// a board where White owes a protective move, which KGS does not count
const owed = ['........ox.x.', 'oooooooooxxxx', 'oooo.oooox.x.', 'oxxxxooxoxxxx', 'oox..xxxox.x.', '.oox..x.xxxxx'];
const points = (stone) => owed.flatMap((row, y) => [...row].flatMap((letter, x) => (letter === stone ? [`[${String.fromCharCode(97 + x, 97 + y)}]`] : []))).join('');
records.push(join(work, 'kgs.sgf'));
writeFileSync(records.at(-1), `(;SZ[13:6]RU[Japanese]KM[0]RE[B+2]PC[The KGS Go Server at http://www.gokgs.com/]AB${points('x')}AW${points('o')})`);
const alone = records.map((path, at) => join(work, 'all', String(at), `game.${String(path).split('.').pop()}`));
records.forEach((path, at) => {
  mkdirSync(join(alone[at], '..'), { recursive: true });
  writeFileSync(alone[at], readFileSync(path));
});
execFileSync(process.env.SEICHI, ['eval', join(work, 'all'), '-o', join(work, 'run'), '-q', '--safety', ...OPTIONS], { stdio: 'ignore' });
const evaluated = new Map(rows(join(work, 'run/games.csv')).map((row) => [`${row.game} ${row.strategy}`, row]));
const skipped = new Map(rows(join(work, 'run/skipped.csv')).map((row) => [row.game, row]));

const marginText = (margin) => (margin === 0 ? '0' : `${margin > 0 ? 'B' : 'W'}+${Math.abs(margin)}`);

// explains the games that it reads, each a path and a number, with the Python module
const EXPLAIN = `
import json, sys
from pathlib import Path
import seichi
for line in sys.stdin:
    path, number = json.loads(line)
    try:
        game = seichi.Game.from_sgf(Path(path), number, dead=${JSON.stringify(DEAD.split(','))})
        print(json.dumps(game.explain(${JSON.stringify(LEADS)}).data))
    except seichi.SkipError:
        print("null")
`;

/** Returns the Python module's explanation of each game, or null for a game that it skips; without the module, returns null. */
function explainedInPython(games) {
  const input = games.map((game) => `${JSON.stringify(game)}\n`).join('');
  const { error, status, stdout, stderr } = spawnSync(python, ['-c', EXPLAIN], { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (error) return null;
  assert.equal(status, 0, stderr);
  return stdout.trimEnd().split('\n').map((line) => JSON.parse(line));
}

/** Returns the answer in an explanation; `doubts` and `left_out` are undefined if an interface does not give them. */
function ofExplanation({ board, unsafe, left_out: leftOut }, lead) {
  const { margin } = board.answers.find(({ strategies }) => strategies.includes(lead));
  return {
    rules: board.rules, komi: board.komi, label: board.label ?? '', counted: marginText(margin),
    doubts: unsafe && [...new Set(unsafe.map(({ kind }) => kind))].join(';'), left_out: leftOut,
  };
}

/** Returns the answer of a run or of the list on the page. Both leave out games without a counted result. */
function ofRow(row, skip) {
  if (!row) return { left_out: skip.reason };
  return { rules: row.rules, komi: +row.komi, label: row.label, counted: marginText(+row.margin), doubts: row.doubts, left_out: null };
}

/** Asserts that two answers agree on all facts that both contain. */
function assertSame(one, other, what) {
  for (const key in one) if (one[key] !== undefined && other[key] !== undefined) assert.deepEqual(one[key], other[key], `${what}: ${key}`);
}

const compared = { explain: 0, npm: 0, Python: 0, page: 0, list: 0, independent: 0, teire: 0 };
const later = [];
for (const [at, path] of alone.entries()) {
  const [bytes, own, file] = [readFileSync(path), `${at}/${path.split('/').pop()}`, path.split('/').pop()];
  for (const { game, line } of JSON.parse(scorer.audited(DEAD, file, bytes, undefined))) {
    const { rules, komi, recorded, margin, skipped: reason } = JSON.parse(line);
    const number = +(/#(\d+)$/.exec(game) ?? [0, 1])[1];
    const name = game.replace(file, own);
    const page = JSON.parse(scorer.explain(JSON.stringify({ name: file, number, is_text: false, dead: null, source: DEAD }), bytes));
    const isShown = !page.skip;
    const lead = page.lead ?? 'teire';
    const [row, skip] = [evaluated.get(`${name} ${lead}`), skipped.get(name)];
    const what = `${records[at]}#${number}`;
    assert.ok(row || skip, `${what} is in no table`);
    const expected = ofRow(row, skip);
    // the list
    assert.equal(reason, row ? null : skip.reason, what);
    if (row) assertSame({ rules, komi: komi ?? 0, counted: marginText(margin) }, expected, `${what}: list`);
    compared.list += 1;
    // the page
    if (isShown) {
      assertSame(ofExplanation(page, lead), expected, `${what}: page`);
      assert.equal(page.row.recorded, recorded, what);
      assert.equal(lead === 'independent', page.board.origin === 'KGS', what);
      compared.page += 1;
      compared[lead] += 1;
    }
    // explain
    let explained = null;
    try {
      explained = JSON.parse(execFileSync(process.env.SEICHI, ['explain', `${path}#${number}`, '--format', 'json', ...OPTIONS], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 26 }));
    } catch {
      assert.ok(!isShown && skip, `${what}: explain refuses it`);
    }
    if (explained) {
      assert.ok(isShown, `${what}: the page refuses it`);
      assertSame(ofExplanation(explained, lead), expected, `${what}: explain`);
      compared.explain += 1;
    }
    later.push({ what, path, number, lead, explained });
    // the npm package
    if (!found) continue;
    try {
      const answer = found.explain(bytes, { game: number, strategies: LEADS, dead: DEAD.split(','), name: file });
      assertSame(ofExplanation(answer, lead), explained ? ofExplanation(explained, lead) : {}, `${what}: npm`);
      compared.npm += 1;
    } catch (error) {
      if (error.name !== 'SkipError') throw error;
      assert.ok(!explained, `${what}: npm refuses it: ${error.message}`);
    }
  }
}
const inPython = explainedInPython(later.map(({ path, number }) => [path, number]));
if (!inPython) console.error(`!! SKIPPED: the answers of the Python module, because ${python} is missing: run python/build`);
for (const [at, answer] of (inPython ?? []).entries()) {
  const { what, lead, explained } = later[at];
  assert.equal(answer === null, explained === null, `${what}: Python`);
  if (!answer) continue;
  assertSame(ofExplanation(answer, lead), ofExplanation(explained, lead), `${what}: Python`);
  compared.Python += 1;
}
rmSync(work, { recursive: true });
assert.ok(later.length > 100 && compared.independent && compared.teire, `${later.length} games`);
console.log(`ok   ${later.length} games of ${records.length} records have one answer: ${Object.entries(compared).map(([name, number]) => `${name} ${number}`).join(', ')}`);
