// Tests the page that scores games with many games: games.mjs FOLDER CORPUS. web/page/build makes FOLDER. The files of a run
// on the page must equal those of the program, which the variable SEICHI names.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rows } from './counts.mjs';
import { NAMES } from './odd.mjs';
import { checkAccess, close, folder, isFromDisk, open, run } from './site.mjs';

const unpacked = await import(pathToFileURL(join(folder, 'report/games.js')).href);
const corpus = resolve(process.argv[3]);
const shots = process.env.SHOTS;
const work = mkdtempSync(join(tmpdir(), 'seichi-'));
const FILES = ['games.csv', 'summary.csv', 'skipped.csv', 'report.html'];

/** Makes the folder of records `name`: a part of the corpus, and the files that `add` writes. */
function recordFolder(name, add = () => {}) {
  const path = join(work, name);
  mkdirSync(join(path, 'some/below'), { recursive: true });
  readdirSync(join(corpus, 'gnugo')).filter((file) => file.endsWith('.sgf')).forEach((file, at) =>
    cpSync(join(corpus, 'gnugo', file), join(path, ['', 'some', 'some/below'][at % 3], file)));
  add(path);
  return path;
}

/** Returns the files of a run of the program, by name. */
function program(path, ...options) {
  const out = join(work, 'out');
  execFileSync(process.env.SEICHI, ['eval', path, '-o', out, '-q', ...options], { stdio: 'ignore' });
  execFileSync(process.env.SEICHI, ['report', out, '--format', 'html'], { stdio: ['ignore', openSync(join(out, 'report.html'), 'w'), 'inherit'] });
  return Object.fromEntries(FILES.map((name) => [name, readFileSync(join(out, name), 'utf8')]));
}

/** Chooses a folder or a file on the page, and waits for the list of its games. */
async function give(page, path, field = 'folder') {
  await page.setInputFiles(`#${field}`, path);
  await page.locator('#all-games-name').waitFor({ timeout: 120000 });
}

/** Shows the statistics of the list's games. */
async function count(page) {
  await page.click('#statistics');
  await page.locator('#count', { hasText: /./ }).waitFor({ timeout: 120000 });
}

/** Returns the file that a click on a button saves. */
async function download(page, selector) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(selector)]);
  return readFileSync(await file.path(), 'utf8');
}

/** Asserts that the list has the rows of `seichi audit`, in the same order, and saves them as the program writes them. */
async function checkAudit(page, path, dead = 'auto,estimate') {
  const expected = execFileSync(process.env.SEICHI, ['audit', path, '--dead', dead, '--format', 'csv'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const file = join(work, 'audit.csv');
  writeFileSync(file, await download(page, '#export'));
  writeFileSync(file, readFileSync(file, 'utf8').replace('\ufeff', ''));
  const here = rows(file);
  writeFileSync(file, expected);
  const there = rows(file);
  // the commands contain the program's paths, and the program has no ticks
  for (const row of [...here, ...there]) delete row.explain;
  for (const row of here) delete row.checked;
  assert.deepEqual(here, there);
  const suspects = there.filter(({ verdict }) => !['agrees', 'not-counted'].includes(verdict)).map(({ game }) => game);
  for (let more; (more = page.locator('#all-games > .kind-of-games .more:visible').first()) && await more.count();) await more.click();
  assert.deepEqual(await page.locator('#all-games > .kind-of-games input').evaluateAll((all) => all.map(({ dataset }) => dataset.game)), suspects);
  return suspects;
}

/** Drops files and folders from disk on the page. */
async function drop(page, ...files) {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) await client.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data });
}

/** Returns the files that the page saves, by name. */
async function saved(page) {
  const files = {};
  for (const link of await page.locator('.saves a[download]').all()) {
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    files[download.suggestedFilename()] = readFileSync(await download.path(), 'utf8');
  }
  return files;
}

/** Returns a page of a run without its name, time and command, which differ from run to run, and its games without the paths in
 * their commands. */
async function parts(page) {
  const [start, data, end] = page.split(/<script type="text\/plain" id="data">|<\/script>\n<script>/);
  await unpacked.readRun(data);
  const text = (start + end).replaceAll(/<title>.*?<\/title>|<h1>.*?<\/h1>|<p class="run">.*?<\/p>/g, '');
  return { text, run: unpacked.data, games: unpacked.games.map((game) => ({ ...game, explain: '' })) };
}

async function checkEqual(files, expected) {
  assert.deepEqual(Object.keys(files).sort(), [...FILES].sort());
  for (const name of FILES.slice(0, 3)) assert.ok(files[name] === expected[name], `${name} differs from the program's`);
  assert.ok(expected['games.csv'].split('\n').length > 1000);
  const [here, there] = [await parts(files['report.html']), await parts(expected['report.html'])];
  assert.ok(here.games.length > 20 && here.text === there.text, 'report.html differs from the report of the program');
  assert.deepEqual(here, there);
}

/** Packs a folder into archives whose paths begin with `start`, and damages some. Returns their paths. */
function pack(folder, start) {
  execFileSync('python3', ['-c', `
import io, os, sys, tarfile, zipfile
folder, start = sys.argv[1:]
files = sorted(os.path.relpath(os.path.join(below, name), folder) for below, _, names in os.walk(folder) for name in names)
inner = io.BytesIO()
with zipfile.ZipFile(inner, 'w') as archive:
    archive.write(os.path.join(folder, files[0]), 'inner.sgf')
with zipfile.ZipFile(start + '.zip', 'w') as archive:
    for at, name in enumerate(files):
        archive.write(os.path.join(folder, name), name, [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED][at % 2])
    archive.writestr('nested.zip', inner.getvalue())
    records = [member for member in archive.infolist() if member.filename.endswith('.sgf')]
with open(start + '.zip', 'rb') as file:
    damaged = bytearray(file.read())
for member in records[4:6]:
    damaged[member.header_offset + 30 + len(member.filename) + member.compress_size // 2] ^= 4
with open(start + '-damaged.zip', 'wb') as file:
    file.write(damaged)
for ending in ['gz', 'bz2', '']:
    with tarfile.open(start + '.tar' + ending.join(['.', ''] if ending else ['', '']), 'w:' + ending) as archive:
        archive.add(folder, '.')
with open(start + '.tar.gz', 'rb') as file:
    whole = file.read()
with open(start + '-cut.tar.gz', 'wb') as file:
    file.write(whole[:len(whole) * 9 // 10])
`, folder, start]);
  return ['.zip', '-damaged.zip', '.tar.gz', '.tar.bz2', '.tar', '-cut.tar.gz'].map((ending) => start + ending);
}

const tests = {
  async 'writes the files of the program for a folder'() {
    const path = recordFolder('folder', (below) => {
      writeFileSync(join(below, 'empty.sgf'), '');
      writeFileSync(join(below, 'some/area.sgf'), '(;SZ[5]RU[Chinese]KM[0.5]RE[B+24.5]AB[ab][bb][cb][db][eb];TB[aa])');
      writeFileSync(join(below, 'some/unnamed, "rules".sgf'), '(;SZ[5]KM[0.5]RE[B+24.5]AB[ab][bb][cb][db][eb];TB[aa])(;GM[2])');
      // UTF-8 and UTF-16 sort these in different orders
      for (const letter of ['🐉', '～', 'z']) writeFileSync(join(below, `some/ü${letter}.sgf`), '(;SZ[5]KM[0.5');
    });
    const expected = program(path, '--dead', 'auto,estimate');
    assert.match(expected['games.csv'], /rules_source=default/);
    const page = await open();
    await give(page, path);
    assert.ok((await checkAudit(page, path)).length > 0);
    await count(page);
    await checkEqual(await saved(page), expected);
    await close(page);
  },
  async 'writes the files of the program for archives'() {
    const path = recordFolder('packed', (below) => {
      writeFileSync(join(below, 'some/text.txt'), '(;SZ[5]RU[Japanese]KM[0.5]RE[W+0.5]AB[ab][bb][cb][db][eb];TB[aa])');
      writeFileSync(join(below, 'some/other.ngf'), 'NGF');
    });
    const archives = pack(path, join(work, 'games'));
    assert.ok(archives.length >= 6, archives.join(' '));
    for (const archive of archives) {
      const expected = program(archive);
      assert.match(expected['skipped.csv'], /damaged|cut/.test(archive) ? /unreadable/ : /its format is NGF/, archive);
      const page = await open();
      await page.selectOption('#dead', 'marks');
      await give(page, archive, 'file');
      await checkAudit(page, archive, 'auto');
      await count(page);
      await checkEqual(await saved(page), expected);
      await close(page);
    }
  },
  async 'loads dropped folders, files, and single records'() {
    const path = recordFolder('dropped');
    const page = await open();
    await drop(page, path);
    await count(page);
    assert.match(await page.title(), /^dropped – /);
    const files = await saved(page);
    assert.ok(files['games.csv'] === program(path, '--dead', 'auto,estimate')['games.csv'], 'games.csv');
    await close(page);
    const two = await open();
    const some = readdirSync(join(path, 'some')).filter((name) => name.endsWith('.sgf')).slice(0, 2);
    await drop(two, ...some.map((name) => join(path, 'some', name)));
    await count(two);
    assert.match(await two.textContent('.results'), /2 games, /);
    assert.ok((await saved(two))['games.csv'].includes(`\n${some[0]}#1,`));
    await close(two);
    const one = await open();
    mkdirSync(join(work, 'one'));
    cpSync(join(path, 'some', some[0]), join(work, 'one/record.sgf'));
    await drop(one, join(work, 'one'));
    await one.locator('#game-name[title$="record.sgf#1"]').waitFor();
    await close(one);
  },
  async 'lists the games that were not counted as recorded, by kind, and opens each'() {
    const board = (marks, result) => `(;SZ[5]RU[Japanese]KM[0.5]PB[Aya]PW[Bo]DT[2001]RE[${result}]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];${marks})`;
    const [black, white] = ['TB[aa][ab][ac][ad][ae]', 'TW[da][db][dc][dd][de][ea][eb][ec][ed][ee]'];
    const path = join(work, 'kinds');
    mkdirSync(join(path, 'below'), { recursive: true });
    const records = {
      'below/same.sgf': board(black + white, 'W+5.5'),
      'a-other.sgf': board('', 'B+5.5'),
      'contradiction.sgf': board(black + white, 'W+7.5'),
      'fewer.sgf': board(black + white.replace('[ee]', ''), 'W+4.5') + board(black + white, 'W+5.5'),
      'resigned.sgf': board(black + white, 'W+R'),
    };
    for (const [name, text] of Object.entries(records)) writeFileSync(join(path, name), text);
    const page = await open();
    await give(page, path);
    assert.equal(await page.textContent('#all-games h2'), '6 games: 3 to look at, 2 counted as recorded, 1 not counted');
    assert.deepEqual(await page.locator('#all-games h3').allTextContents(), [
      'The marks do not give the recorded result (1)', 'Same margin, opposite winner: the record may name the wrong winner (1)', 'Counted differently (1)']);
    const lines = () => page.locator('#all-games > .kind-of-games tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].slice(2).map((cell) => cell.textContent)));
    const items = await lines();
    assert.deepEqual(items[1].slice(0, 3), ['Aya – Bo2001 · a-other', 'B+5.5', 'W+5.5other winner']);
    assert.deepEqual(items[2].slice(0, 3), ['Aya – Bo2001 · fewer', 'W+4.5', 'W+5.5']);
    assert.deepEqual(items[0].slice(1, 3), ['W+7.5', 'W+5.5']);
    assert.equal(await page.locator('#all-games .small-picture').count(), 3);
    await checkAudit(page, path);
    const shows = async (name) => {
      await page.locator(`#game-name[title$="${name}"]`).waitFor();
      await page.settled();
    };
    await page.click('#all-games a >> nth=2');
    await shows('fewer.sgf#1');
    assert.ok(await page.locator('#all-games').isHidden());
    assert.equal(await page.textContent('.result'), 'White wins by 5.5.');
    assert.match(await page.textContent('.recorded'), /^The record says W\+4\.5\. By this count, White has 1 point more\.$/);
    await page.selectOption('#number', '2');
    await shows('fewer.sgf#2');
    assert.equal(await page.textContent('#place'), '5 of 6');
    await page.selectOption('#number', '1');
    await shows('fewer.sgf#1');
    await page.click('.back');
    await page.locator('#all-games').waitFor();
    assert.equal(await page.locator('#game svg.board').count(), 0);
    // the focus is on the game that was open
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('href')), '#2');
    await page.click('#all-games a >> nth=0');
    await shows('contradiction.sgf#1');
    assert.match(await page.textContent('.confidence'), /The marks do not give the recorded result/);
    await page.goBack();
    await page.locator('#all-games').waitFor();
    for (const summary of await page.locator('#all-games summary').all()) await summary.click();
    // a section makes its rows after the click
    await page.locator('#all-games details input').nth(2).waitFor();
    assert.deepEqual(await page.locator('#all-games details input').evaluateAll((all) => all.map(({ dataset }) => dataset.game)), ['below/same.sgf#1', 'fewer.sgf#2', 'resigned.sgf#1']);
    await page.click('#all-games details a >> nth=2');
    await shows('resigned.sgf#1');
    assert.equal(await page.textContent('.result'), 'White won by resignation; not counted.');
    // choosing a different source of dead stones counts all games again
    await page.goBack();
    await page.locator('#all-games').waitFor();
    await page.selectOption('#dead', 'marks');
    await page.locator('#all-games h3', { hasText: 'Cannot be counted (1)' }).waitFor();
    await close(page);
  },
  async 'leads through the list, game by game'() {
    const board = (at, result) => `(;SZ[5]RU[Japanese]KM[0.5]PW[${at}]RE[${result}]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];TB[aa][ab][ac][ad][ae]TW[da][db][dc][dd][de][ea][eb][ec][ed][ee])`;
    const path = join(work, 'through');
    mkdirSync(path);
    for (let at = 10; at < 90; at++) writeFileSync(join(path, `${at}.sgf`), board(at, at < 70 ? 'W+7.5' : 'W+5.5'));
    const page = await open({ height: 700 });
    await give(page, path);
    const shows = async (name) => {
      await page.locator(`#game-name[title="${name}"]`).waitFor();
      await page.settled();
    };
    assert.equal(await page.locator('#all-games > .kind-of-games tbody tr').count(), 50);
    await page.click('text=10 more');
    const last = page.locator('#all-games > .kind-of-games a').last();
    await last.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    assert.ok(place > 1000, `${place}`);
    await last.click();
    await shows('69.sgf#1');
    assert.equal(await page.textContent('#place'), '60 of 80');
    await page.click('#previous');
    await shows('68.sgf#1');
    await page.keyboard.press('j');
    await shows('69.sgf#1');
    await page.check('#checked');
    await page.click('#next');
    await shows('70.sgf#1');
    await page.click('#previous');
    await shows('69.sgf#1');
    assert.ok(await page.isChecked('#checked'));
    await page.goBack();
    await page.locator('#all-games').waitFor();
    assert.ok(Math.abs(await page.evaluate(() => scrollY) - place) < 50, 'the list is where it was');
    assert.ok(await page.locator('input[data-game="69.sgf#1"]').isChecked());
    // the statistics also lead back
    await count(page);
    await page.locator('.row').first().click();
    await page.goBack();
    await page.goBack();
    await page.locator('#all-games').waitFor();
    assert.ok(await page.locator('input[data-game="69.sgf#1"]').isChecked());
    await count(page);
    await page.keyboard.press('j');
    await page.click('#leave');
    const ticks = (await download(page, '#export')).replace('\ufeff', '').match(/^6[89]\.sgf#1,.*$|^game,.*$/gm).map((line) => line.split(',').at(-1));
    assert.deepEqual(ticks, ['checked', '', 'yes']);
    await page.locator('#all-games > .kind-of-games a').first().click();
    await shows('10.sgf#1');
    // the browser keeps the ticks of these games, even in a different place, but not of other games with the same names
    const isTicked = async () => {
      await page.click('text=10 more');
      return page.locator('#all-games > .kind-of-games input:checked').evaluateAll((all) => all.map(({ dataset }) => dataset.game));
    };
    await page.reload();
    await page.settled();
    await give(page, path);
    assert.deepEqual(await isTicked(), ['69.sgf#1']);
    cpSync(path, join(work, 'moved/below'), { recursive: true });
    await page.reload();
    await page.settled();
    await give(page, join(work, 'moved'));
    assert.deepEqual(await isTicked(), ['below/69.sgf#1']);
    for (let at = 10; at < 90; at++) writeFileSync(join(path, `${at}.sgf`), board(at, at < 70 ? 'W+9.5' : 'W+5.5'));
    await give(page, path);
    assert.deepEqual(await isTicked(), []);
    await close(page);
  },
  async 'lists games for a person, and keeps the focus'() {
    const board = (marks, result) => `(;SZ[5]RU[Japanese]KM[0.5]PB[Aya]PW[Bo]DT[2001]EV[Cup; final]RE[${result}]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];${marks})`;
    const marks = 'TB[aa][ab][ac][ad][ae]TW[da][db][dc][dd][de][ea][eb][ec][ed]';
    const path = join(work, 'person');
    mkdirSync(join(path, 'below'), { recursive: true });
    for (const name of ['one', 'two']) writeFileSync(join(path, `below/${name}.sgf`), board(marks, 'W+7.5'));
    writeFileSync(join(path, 'below/broken.sgf'), '(;GM[2])');
    writeFileSync(join(path, 'below/komi.sgf'), '(;SZ[5]RU[Japanese]KM[six]RE[W+7.5]AB[ba]AW[ca])');
    const page = await open({ height: 800 });
    await give(page, path);
    const cells = await page.locator('#all-games tr.suspect >> nth=0').locator('td').allTextContents();
    assert.equal(cells[2], 'Aya – Bo2001 · Cup; final · one');
    const heights = await page.locator('#all-games tr.suspect').evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    assert.ok(heights.every((height) => height <= 62), `${heights}`);
    const places = page.locator('tr.suspect .small-picture >> nth=0').locator('.suspect-place');
    assert.deepEqual(await places.evaluateAll((all) => all.map((one) => [one.getAttribute('x'), one.getAttribute('y')])), [['3.5', '3.5']]);
    assert.notEqual(await page.locator('tr.suspect .small-picture .stone.white >> nth=0').evaluate((one) => getComputedStyle(one).stroke), 'none');
    // on paper, no cell covers the next, and the list is at the top of the sheet
    await page.emulateMedia({ media: 'print' });
    const overlaps = await page.locator('#all-games tr').evaluateAll((all) => all.flatMap((row) => [...row.cells].slice(2).filter((cell) => cell.scrollWidth > cell.clientWidth)).length);
    assert.equal(overlaps, 0);
    for (const name of ['h1', '.tools', '#export']) assert.ok(!await page.locator(name).first().isVisible(), name);
    assert.ok(await page.locator('#all-games .tick input').first().isVisible());
    await page.emulateMedia({ media: 'screen' });
    await page.focus('#all-games a >> nth=0');
    await page.keyboard.press('Enter');
    await page.locator('#result').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), 'result');
    await page.focus('#next');
    await page.keyboard.press('Enter');
    await page.locator('#game-name[title="below/two.sgf#1"]').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), 'next');
    // a game that can't be shown leads back to the list
    await page.click('.back');
    for (const summary of await page.locator('#all-games summary').all()) await summary.click();
    await page.click('a[title^="below/broken.sgf"]');
    await page.locator('#status', { hasText: 'below/broken.sgf: ' }).waitFor();
    assert.ok(await page.locator('#all-games').isVisible());
    await page.click('a[title^="below/komi.sgf"]');
    await page.click('#status button');
    await page.locator('#all-games').waitFor();
    await close(page);
  },
  async 'says what is probably wrong in the language of the reader, in words that a player uses'() {
    const board = (head, marks = 'TB[aa][ab][ac][ad][ae]TW[da][db][dc][dd][de][ea][eb][ec][ed][ee]') => `(;SZ[5]RU[Japanese]${head}AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];${marks})`;
    const moves = [...'abcdefghijklmnopqrs'].map((x) => `;B[${x}d];W[${x}p]`).join('');
    const path = join(work, 'wrong');
    mkdirSync(path);
    const records = {
      winner: board('KM[0.5]RE[B+5.5]'), margin: board('KM[0.5]RE[W+9.5]'), komi: board('KM[6.5]RE[W+5.5]'), half: board('KM[6]RE[W+5.5]', ''), point: board('KM[0.5]RE[W+4.5]', ''),
      alive: board('KM[0.5]RE[B+9.5]').replace('AW[ca]', 'AW[ab][ca]').replace('[ab]', ''), none: board('KM[0.5]'), unclear: board('KM[0.5]RE[W+much]'), resigned: board('KM[0.5]RE[W+R]'),
      picture: '\x89PNG\r\n\x1a\n\0\0', whole: '(;SZ[9]RU[Japanese]KM[6.5]RE[W+3.5];B[cc];W[gg];B[gc];W[cg]',
      exchanged: readFileSync(join(corpus, 'gnugo/13x13-japanese-13517-early.sgf'), 'utf8').replace('RE[W+3.5]', 'RE[B+3.5]').replaceAll(/T[BW](\[\w\w\])+/g, ''), unfinished: '(;SZ[9]RU[Japanese]KM[6.5]RE[W+3.5];B[cc];W[gg];B[gc];W[cg])', cut: '(;SZ[9]RU[Japanese]KM[6.5]RE[W+3.5];B[cc];W[g', chess: '(;GM[2])', size: '(;SZ[99])', far: '(;SZ[9];B[zz9])',
      first: `(;SZ[19]RU[Japanese]KM[6.5]RE[B+R]${moves})`, second: `(;SZ[19]RU[Japanese]KM[6.5]RE[W+R]${moves})`, twice: '(;SZ[9]RU[Japanese]KM[6.5]RE[W+3.5];B[cc];W[cc])',
    };
    for (const [name, text] of Object.entries(records)) writeFileSync(join(path, `${name}.sgf`), text);
    const sentences = {};
    for (const locale of ['en-GB', 'ja-JP', 'zh-CN', 'zh-TW', 'ko-KR', 'de-DE']) {
      const page = await open({ locale });
      assert.ok(!/count/.test(await page.title()) || locale === 'en-GB');
      await give(page, path);
      for (const summary of await page.locator('#all-games summary').all()) await summary.click();
      await page.locator('#all-games details a').first().waitFor();
      const texts = await page.locator('#all-games :is(h2, h3, summary, th, .winner, .buttons button, td:last-child)').allTextContents();
      assert.equal(await page.locator('#all-games tbody tr').count(), Object.keys(records).length);
      if (locale === 'en-GB') {
        const rowOf = async (name) => (await page.locator(`tr:has(a[title="${name}.sgf#1"])`).locator('td').allTextContents()).slice(3);
        assert.deepEqual(await rowOf('exchanged'), ['B+3.5', '(W+3.5)other winner', 'The same margin for the other player: probably the wrong winner.']);
        // even a record that lacks only its end is not counted
        for (const name of ['cut', 'whole']) assert.deepEqual((await rowOf(name)).slice(1), ['', 'Cut off: no result. Open it to see the board up to that point.'], name);
        assert.equal(await page.locator('tr:has(a[title^="picture.sgf"]) td').last().textContent(), 'This is not a game record. The page reads SGF records, and archives of them.');
      }
      sentences[locale] = texts.filter((text) => /[^\W\d]{3}/.test(text));
      for (const name of ['chess', 'size', 'far']) {
        await page.give(`${name}.sgf`, records[name]);
        sentences[locale].push((await page.textContent('#status')).replace(`${name}.sgf: `, ''));
      }
      if (!['en-GB', 'de-DE'].includes(locale)) for (const text of [...texts, ...sentences[locale]]) assert.doesNotMatch(text.replaceAll(/CSV|SGF|W\+much|\b(first|second)\b/g, ''), /[A-Za-z]{3}/, locale);
      await close(page);
    }
    assert.deepEqual(sentences['de-DE'].filter((text) => sentences['en-GB'].includes(text)), []);
    for (const text of sentences['en-GB']) assert.doesNotMatch(text, /map|ownership|border|byte|truncated|_|too many|playout|random/);
    for (const sentence of ['The same margin for the other player: probably the wrong winner.', 'The record’s own marks give W+5.5.', 'As recorded with komi 0.5 instead of 6.5.', 'Cut off: no result. Open it to see the board up to that point.',
      'By this count, White has 1 point more.', 'The game may not be finished, so the count means little.', 'White won by resignation', 'A copy has a different result: first', 'Komi 6 cannot give W+5.5.', 'The result W+much cannot be understood.']) {
      assert.ok(sentences['en-GB'].includes(sentence), `${sentence}\n${sentences['en-GB'].join('\n')}`);
    }
  },
  async 'saves a table for the spreadsheet of the reader’s country'() {
    const path = join(work, 'sheet');
    mkdirSync(path);
    for (const name of ['one', 'two']) writeFileSync(join(path, `${name}.sgf`), '(;SZ[5]RU[Japanese]KM[0.5]PB[A;B]PW[=1+1;A]RE[W+7.5]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce])');
    for (const [locale, head, komi] of [['en-GB', '\ufeffgame,hash,', ',0.5,'], ['de-DE', '\ufeffgame;hash;', ';0,5;']]) {
      const page = await open({ locale });
      await give(page, path);
      const table = await download(page, '#export');
      assert.ok(table.startsWith(head), table.slice(0, 30));
      assert.ok(table.includes(komi) && !table.includes('explain'), table);
      // a spreadsheet runs no cell, and numbers stay numbers
      assert.ok(table.includes(`"A;B"${locale === 'de-DE' ? ';' : ','}"'=1+1;A"`), table);
      assert.doesNotMatch(table, /'-?\d/);
      await close(page);
    }
  },
  async 'ticks games where the browser refuses to keep it'() {
    const path = recordFolder('refused');
    const page = await open({ refusesStorage: true });
    await give(page, path);
    await page.locator('#all-games input').first().check();
    await page.locator('#all-games a').first().click();
    await page.locator('#checked').waitFor();
    assert.ok(await page.isChecked('#checked'));
    await close(page);
  },
  async 'puts corrections into the list'() {
    const path = join(work, 'corrected');
    mkdirSync(path);
    const board = (komi) => `(;SZ[5]RU[Japanese]KM[${komi}]RE[W+5.5]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];TB[aa][ab][ac][ad][ae]TW[da][db][dc][dd][de][ea][eb][ec][ed][ee])`;
    writeFileSync(join(path, 'right.sgf'), board(0.5));
    writeFileSync(join(path, 'wrong.sgf'), board(6.5));
    const page = await open();
    await give(page, path);
    assert.match(await page.textContent('#all-games h2'), /: 1 to look at, 1 counted as recorded, 0 not counted$/);
    await page.click('a[title="wrong.sgf#1"]');
    await page.locator('.result', { hasText: 'White wins by 11.5' }).waitFor();
    const correct = async (komi, result) => {
      await page.fill('#komi', komi);
      await page.press('#komi', 'Enter');
      await page.locator('.result', { hasText: result }).waitFor();
    };
    // the row stays in its place, and states the effect of the change
    const row = page.locator('#all-games > .kind-of-games tbody tr');
    await correct('1.5', 'White wins by 6.5');
    await page.click('.back');
    await page.locator('#all-games td', { hasText: 'With your changes, the count is W+6.5.' }).waitFor();
    await page.click('a[title="wrong.sgf#1"]');
    await correct('0.5', 'White wins by 5.5');
    await page.click('.back');
    await page.locator('#all-games h2', { hasText: /: 0 to look at, 2 counted as recorded, 0 not counted$/ }).waitFor();
    assert.deepEqual(await row.locator('td').allTextContents(), ['', '', 'wrong', 'W+5.5', 'W+5.5', 'With your changes, the count is W+5.5, as recorded.']);
    assert.match(await download(page, '#export'), /wrong\.sgf#1,.*,0\.5,W\+5\.5,W\+5\.5,agrees,/);
    // a list that is loaded again has its own order
    await page.selectOption('#dead', 'marks');
    await page.locator('#all-games summary', { hasText: 'Counted as recorded (2)' }).waitFor();
    await close(page);
  },
  async 'shows the boards of copies that differ, counted or not'() {
    const path = join(work, 'copies');
    mkdirSync(path);
    const moves = [...'abcdefghijklmnopqrs'].map((x) => `;B[${x}d];W[${x}p]`).join('');
    for (const [name, result] of [['one', 'B+R'], ['other', 'W+R']]) writeFileSync(join(path, `${name}.sgf`), `(;SZ[19]RU[Japanese]KM[6.5]RE[${result}]${moves})`);
    const page = await open();
    await give(page, path);
    await page.locator('#all-games h3', { hasText: 'Copies of the game have different results (2)' }).waitFor();
    assert.equal(await page.locator('#all-games .small-picture').count(), 2);
    await close(page);
  },
  async 'shows the run like its report'() {
    const path = recordFolder('shown');
    const page = await open();
    await give(page, path);
    await count(page);
    assert.match(await page.title(), /^shown – seichi report$/);
    const rows = () => page.locator('.row .words').allTextContents();
    assert.ok((await rows()).length > 5);
    const all = parseInt(await page.textContent('#count'), 10);
    await page.selectOption('#outcome', 'inexact');
    assert.ok(parseInt(await page.textContent('#count'), 10) < all);
    await page.focus('#list');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.ok(await page.locator('svg.board').isVisible());
    await page.click('#explain');
    await page.locator('#explanation[open] .explain').waitFor();
    await page.click('#leave');
    await page.locator('#example').waitFor();
    await close(page);
  },
  async 'is accessible in light and dark, wide and narrow'() {
    const path = recordFolder('look', (below) => writeFileSync(join(below, 'notes.pdf'), ''));
    for (const [width, height] of [[1400, 1000], [390, 844]]) {
      for (const colorScheme of ['light', 'dark']) {
        const page = await open({ width, height, colorScheme });
        await give(page, path);
        assert.match(await page.textContent('#all-games .note'), /Not read \(1\): notes.pdf/);
        await checkAccess(page, `${width} ${colorScheme}`);
        if (shots) await page.screenshot({ path: `${shots}/list-${width}-${colorScheme}.png` });
        await count(page);
        assert.match(await page.textContent('header'), /Not read \(1\): notes.pdf/);
        if (shots) await page.screenshot({ path: `${shots}/games-${width}-${colorScheme}.png` });
        await checkAccess(page, `${width} ${colorScheme} statistics`);
        await close(page);
      }
    }
  },
  async 'names the files that it can not read'() {
    const page = await open();
    for (const [name, text, words] of [['damaged.zip', 'PK\x03\x04 no archive', /no SGF record in the files \(1\): damaged\.zip: failed to read the archive: /],
      ['empty.zip', '', /no SGF record in the files \(1\): empty\.zip: failed to read the archive: /],
      ['empty.tar', '\0'.repeat(1024), /no SGF record in the files \(1\)$/]]) {
      writeFileSync(join(work, name), Buffer.from(text, 'latin1'));
      await page.setInputFiles('#file', join(work, name));
      await page.waitForFunction(() => /The count failed/.test(document.getElementById('status').textContent));
      assert.match(await page.textContent('#status'), words, name);
    }
    assert.ok(await page.locator('#run').isHidden());
    await close(page);
  },
  async 'is unaffected by hostile records'() {
    const path = recordFolder('hostile', (below) => {
      NAMES.forEach((name, at) => writeFileSync(join(below, `<img src=x onerror=alert(${at})>.sgf`),
        `(;SZ[5]RU[Japanese]KM[0.5]PB[${name.replace(/[\\\]]/g, '\\$&')}]RE[B+7.5]AB[ab][bb][cb][db][eb];TB[aa])`));
      writeFileSync(join(below, 'long.sgf'), `(;SZ[5]RE[B+1]AB[ab];TB[aa]C[${'x'.repeat(10e6)}])`);
      writeFileSync(join(below, 'deep.sgf'), `${'(;C[x]'.repeat(1e6)}`);
    });
    const page = await open();
    await give(page, path);
    for (const summary of await page.locator('#all-games summary').all()) await summary.click();
    assert.equal(await page.locator('#all-games img').count(), 0);
    await count(page);
    await page.fill('#q', 'onerror');
    assert.equal(parseInt(await page.textContent('#count'), 10), NAMES.length);
    for (let at = 0; at < NAMES.length; at++) await page.keyboard.press('ArrowDown');
    assert.equal(await page.locator('img, main script').count(), 0);
    await close(page);
  },
  async 'loses only the record that traps the scorer'() {
    // the worker of the single file can't be replaced
    if (isFromDisk) return;
    const path = recordFolder('trap', (below) => ['some/trap.sgf', 'trap.sgf'].forEach((name) => writeFileSync(join(below, name), '(;SZ[5])')));
    const worker = readFileSync(join(folder, 'worker.js'), 'utf8');
    const broken = worker.replace('work(file.name, bytes, file.skip)', "(/trap/.test(file.name) ? (() => { throw new WebAssembly.RuntimeError('unreachable'); })() : work(file.name, bytes, file.skip))");
    assert.notEqual(broken, worker);
    const page = await open({ serve: (name) => (name.endsWith('/worker.js') ? { body: broken, contentType: 'text/javascript' } : null) });
    await give(page, path);
    await count(page);
    assert.match(await page.textContent('header'), /Not read \(2\): some\/trap\.sgf, trap\.sgf/);
    const { 'games.csv': table } = await saved(page);
    for (const name of ['some/trap.sgf', 'trap.sgf']) rmSync(join(path, name));
    assert.ok(table === program(path, '--dead', 'auto,estimate')['games.csv'], 'games.csv');
    await close(page);
  },
  async 'stops'() {
    const path = recordFolder('long', (below) => {
      for (let turn = 0; turn < 30; turn++) {
        mkdirSync(join(below, `turn${turn}`));
        for (const name of readdirSync(below).filter((file) => file.endsWith('.sgf'))) cpSync(join(below, name), join(below, `turn${turn}`, name));
      }
    });
    const page = await open();
    // playouts take long enough
    await page.selectOption('#dead', 'estimate');
    await page.setInputFiles('#folder', path);
    const reach = (share) => page.waitForFunction((least) => document.getElementById('progress').value > least, share);
    await reach(0.1);
    if (shots) await page.screenshot({ path: `${shots}/games-running.png` });
    await checkAccess(page, 'running');
    await reach(0.5);
    // files have to wait, and leaving the page loses the count
    await drop(page, join(path, 'some'));
    await page.locator('#refused', { hasText: 'These files were not opened' }).waitFor();
    assert.equal(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))), false);
    await page.click('#stop');
    await page.locator('#all-games-name').waitFor();
    const [, done, all] = /Stopped after (\d+) of (\d+) records/.exec(await page.textContent('#all-games'));
    assert.ok(+done > 0 && +done < +all, `${done} of ${all}`);
    assert.match(await page.textContent('#all-games-name'), new RegExp(`^${done} games`));
    assert.equal(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))), true);
    await close(page);
  },
};

await run('the page of many games', tests);
