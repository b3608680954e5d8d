// Tests the page that scores one game: score.mjs FOLDER CORPUS REPORT.html. web/page/build makes FOLDER. REPORT is the page of
// a run over CORPUS, with which each game is compared.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inflateSync } from 'node:zlib';
import { NAMES, shown } from './odd.mjs';
import { browser, checkAccess, close, folder, isFromDisk, open, run } from './site.mjs';

const [corpus, report] = process.argv.slice(3).map((path) => resolve(path));
const shots = process.env.SHOTS;
const example = readFileSync(join(folder, 'example.sgf'), 'utf8');

/** Returns the texts of a game on either page, except its name and its command. */
const gameTexts = (page) => page.evaluate(() => {
  const texts = (selector) => [...document.querySelectorAll(`#game ${selector}`)].map((one) => one.textContent);
  for (const details of document.querySelectorAll('#others, #explanation')) details.open = true;
  return new Promise((done) => setTimeout(() => done({
    facts: texts('.facts p, #others > p'), views: texts('.views label'), against: texts('#against option'), differences: texts('.differences li'),
    explanation: texts('.explain'), marks: ['.mark', '.dead', '.differs', '.letter'].map((one) => document.querySelectorAll(`svg.board ${one}`).length),
  })));
});

const dropped = (page, files) => page.evaluate((all) => {
  const transfer = new DataTransfer();
  for (const [name, text] of all) transfer.items.add(new File([text], name));
  for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}, files);

const tests = {
  async 'shows each game like the report page'() {
    const [page, other] = [await open(), await (await browser.newContext({ viewport: { width: 1400, height: 1000 } })).newPage()];
    await other.goto(`file://${report}`);
    const data = inflateSync(Buffer.from(await other.textContent('#data'), 'base64'));
    const names = JSON.parse(data).games.map(({ game }) => game);
    const chosen = names.filter((name) => name.endsWith('#1') && !/^(article|rulings)\//.test(name)).filter((name, at, all) => at % Math.ceil(all.length / 25) === 0);
    assert.ok(chosen.length > 15, `${chosen.length} games`);
    for (const name of chosen) {
      await page.give(`${name.replaceAll('/', '-').slice(0, -2)}`, readFileSync(join(corpus, name.slice(0, -2))));
      await other.evaluate(([game, against]) => { location.hash = `game=${encodeURIComponent(game)}&show=teire&against=${against}`; }, [name, await page.inputValue('#against')]);
      await other.waitForFunction((game) => document.getElementById('game-name')?.textContent === game, name);
      const [here, there] = [await gameTexts(page), await gameTexts(other)];
      // the origin of the run's labels is not in the record, and the page does not look for unmarked dead stones
      const ofPage = (text) => text.replace(/origin: [^;]*/, '').replaceAll(/;?(unmarked_dead(_explain|=\d+))/g, '').replace(/ · flags: $/, '');
      for (const texts of [here, there]) {
        texts.facts = texts.facts.map(ofPage);
        // the page leaves out the categories
        texts.views = texts.views.map((text) => text.replace(/ \([a-z_]+\)/, ''));
      }
      assert.deepEqual(here, there, name);
    }
    await other.context().close();
    await close(page);
  },
  async 'leads with the count that people would make, and how certain it is'() {
    const page = await open();
    const result = () => page.textContent('.result');
    const card = () => page.evaluate(() => ['confidence', 'points', 'recorded'].map((name) => (document.querySelector(`.${name}`)?.innerText ?? '').replace(/\s+/g, ' ').trim()));
    const sgf = (start, counted = '') => `(;SZ[5]${start}AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];${counted})`;
    const marks = 'TB[aa][ab][ac][ad][ae]TW[da][db][dc][dd][de][ea][eb][ec][ed][ee]';
    assert.equal(await result(), 'Black wins by 3.5.');
    assert.deepEqual(await card(), ['As recorded: the record says B+3.5, too; the record says which stones are dead.',
      'Black White territory 38 28 prisoners 1 1 komi 0 6.5 total 39 35.5', '']);
    // a screen reader also gets the result
    assert.match(await page.textContent('#status'), /^Black wins by 3\.5\. As recorded: /);
    assert.ok(!await page.locator('.views').isVisible(), 'other counts are folded away');
    await page.click('#others summary');
    await page.check('input[name="show"][value="flood"]');
    assert.equal(await result(), 'By this count: Black wins by 5.5.');
    await page.check('input[name="show"][value="label"]');
    assert.equal(await result(), 'The record says B+3.5.');
    await page.give('handicap.sgf', '(;SZ[5]RU[Chinese]KM[0.5]HA[2]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de])');
    assert.equal(await result(), 'Black wins by 2.5.');
    assert.equal((await card())[1], 'Black White area 15 10 komi 0 0.5 handicap 0 2 total 15 12.5');
    await page.give('opening.sgf', '(;SZ[9]RU[Japanese]KM[6.5];B[cc];W[gg];B[gc];W[cg])');
    assert.equal(await result(), 'Not finished: no result.');
    // the card does not repeat this
    assert.deepEqual((await card()).slice(0, 2), ['The borders of large areas are still open.', '']);
    assert.equal(await page.locator('.hint').count(), 0);
    await page.give('unclear.sgf', readFileSync(join(corpus, 'gnugo/13x13-japanese-13041.sgf'), 'utf8').replace('RE[B+41.5]', ''));
    assert.match((await card())[0], /^In doubt: alive or dead\? /);
    assert.equal(await page.locator('.hint, .choice').count(), 1);
    assert.equal(await page.locator('.legend .cross').count(), 1);
    await page.give('other.sgf', sgf('RU[Japanese]KM[0.5]RE[W+7.5]', marks));
    assert.equal(await result(), 'White wins by 5.5.');
    assert.match((await card())[0], /^Not as recorded: The marks do not give the recorded result\.$/);
    assert.match((await card())[2], /^The record says W\+7\.5\. The record’s own marks give W\+5\.5\.$/);
    await page.give('komi.sgf', sgf('RU[Japanese]KM[0.5]RE[W+11.5]', marks));
    assert.match((await card())[2], /As recorded with komi 6\.5 instead of 0\.5\.$/);
    await page.give('other.sgf', sgf('RU[Japanese]KM[0.5]RE[W+7.5]', marks));
    // for a changed record, the page states the effect of the change
    await page.fill('#komi', '1.5');
    await page.press('#komi', 'Enter');
    await page.locator('.result', { hasText: 'White wins by 6.5' }).waitFor();
    assert.equal((await card())[2], 'The record says W+7.5. With your changes, it gives W+6.5.');
    assert.doesNotMatch(await page.textContent('#game'), /marks/);
    await page.fill('#komi', '2.5');
    await page.press('#komi', 'Enter');
    await page.locator('.result', { hasText: 'White wins by 7.5' }).waitFor();
    assert.match((await card())[0], /^As recorded: the record says W\+7\.5, too; /);
    await page.click('#undo');
    await page.click('#undo');
    await page.locator('.confidence', { hasText: 'The marks do not give' }).waitFor();
    await page.selectOption('#dead', 'none');
    const rows = ['........ox.x.', 'oooooooooxxxx', 'oooo.oooox.x.', 'oxxxxooxoxxxx', 'oox..xxxox.x.', '.oox..x.xxxxx'];
    const points = (stone) => rows.flatMap((row, y) => [...row].flatMap((letter, x) => (letter === stone ? [`[${String.fromCharCode(97 + x, 97 + y)}]`] : []))).join('');
    const owed = (start) => `(;SZ[13:6]RU[Japanese]${start}AB${points('x')}AW${points('o')})`;
    await page.give('owed.sgf', owed('KM[0]RE[B+1]'));
    assert.deepEqual([await result(), (await card())[0]], ['Black wins by 1.', 'As recorded: the record says B+1, too; every stone counts as alive.']);
    const protective = () => page.locator('.points + .small').textContent();
    assert.equal(await protective(), 'Protective moves cost points here; the board as it stands gives B+2.');
    // KGS counts the board as it stands
    await page.give('kgs.sgf', owed('KM[0]RE[B+2]PC[The KGS Go Server at http://www.gokgs.com/]'));
    assert.deepEqual([await result(), (await card())[0]], ['Black wins by 2.', 'As recorded: the record says B+2, too; every stone counts as alive.']);
    assert.equal(await protective(), 'The board counts as it stands; if protective moves cost points, it gives B+1.');
    await page.give('level.sgf', owed('KM[1.5]'));
    assert.equal(await result(), 'Probably White wins by 0.5.');
    assert.match((await card())[0], /^In doubt: .*the result ranges from W\+0\.5 to B\+/);
    await page.selectOption('#dead', 'record');
    await page.give('believed.sgf', sgf('RU[Japanese]KM[0.5]'));
    assert.match((await card())[0], /^Believed: the dead stones are the page’s guess\.$/);
    await page.give('proved.sgf', readFileSync(join(corpus, 'rulings/bent-four.sgf'), 'utf8').replace(/RE\[[^\]]*\]/, ''));
    assert.match((await card())[0], /^Proved: a search shows that each dead stone can be captured/);
    // the shade of territory has the certainty of playouts
    const shades = await page.locator('svg.board .shade').evaluateAll((all) => all.map((one) => +one.getAttribute('opacity')));
    assert.ok(Math.min(...shades) < 0.8 && Math.max(...shades) > 0.9, shades.join(' '));
    await close(page);
  },
  async 'asks about stones that decide the game, and draws each doubt'() {
    const path = join(corpus, '../../shared/corpus/page/one-stone-decides.sgf');
    if (!existsSync(path)) return void console.error(`!! SKIPPED: ${path} is not here`);
    const page = await open();
    await page.give('decides.sgf', readFileSync(path));
    const result = () => page.textContent('.result');
    assert.equal(await result(), 'White wins by 13.5 if K5 is dead, Black by 13.5 if it lives.');
    assert.equal(await page.locator('svg.board circle.doubt').count(), 1);
    assert.deepEqual(await page.locator('svg.board circle.doubt').evaluateAll((all) => all.map((one) => [one.getAttribute('cx'), one.getAttribute('cy')])), [['9', '14']]);
    assert.equal(await page.getAttribute('.choice button >> nth=1', 'aria-pressed'), 'true');
    // pointing at the name of a point highlights the point
    await page.hover('.confidence .point');
    assert.equal(await page.locator('svg.board .region').count(), 1);
    await page.click('.choice button:has-text("K5 is dead")');
    await page.locator('.result', { hasText: /^White wins by 13\.5\.$/ }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), 'result');
    assert.equal(await page.locator('.choice, .marker circle.doubt').count(), 0);
    await page.click('#undo');
    await page.locator('.choice').waitFor();
    await page.click('.choice button:has-text("K5 lives")');
    await page.locator('.result', { hasText: /^Black wins by 13\.5\.$/ }).waitFor();
    await close(page);
  },
  async 'asks about an unmarked stone that explains the record, whoever wins'() {
    const points = (has) => [...Array(81).keys()].filter((at) => has(at % 9, Math.floor(at / 9))).map((at) => `[${String.fromCharCode(97 + (at % 9), 97 + Math.floor(at / 9))}]`).join('');
    const isDead = (x, y) => x === 7 && y === 6;
    const marks = `TB${points((x) => x < 3)}TW${points((x, y) => x > 4 && !isDead(x, y))}`;
    const page = await open();
    await page.give('unmarked.sgf', `(;SZ[9]RU[Japanese]KM[40.5]RE[W+50.5]AB${points((x, y) => x === 3 || isDead(x, y))}AW${points((x) => x === 4)};${marks})`);
    assert.equal(await page.textContent('.result'), 'White wins either way: by 50.5 if H3 is dead, by 13.5 if it lives.');
    assert.match(await page.textContent('.confidence'), /; alive or dead\? H3\.$/);
    assert.match(await page.textContent('.recorded'), /^The record says W\+50\.5\. Not marked as dead: H3\. If these stones are dead, the count is as recorded\.$/);
    assert.equal(await page.locator('svg.board circle.doubt').count(), 1);
    // the record keeps its result until the question is answered
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    assert.match(readFileSync(await file.path(), 'utf8'), /RE\[W\+50\.5\]/);
    await page.click('.choice button:has-text("H3 is dead")');
    await page.locator('.confidence', { hasText: /^As recorded: the record says W\+50\.5, too; you marked/ }).waitFor();
    await close(page);
  },
  async 'heads a game with open dame by its result, and compares only a count that differs from the record'() {
    const page = await open();
    const record = readFileSync(join(corpus, 'gnugo/13x13-japanese-13517-early.sgf'), 'utf8');
    await page.give('dame.sgf', record);
    assert.equal(await page.textContent('.result'), 'White wins by 3.5.');
    assert.match(await page.textContent('.confidence'), /^As recorded: the record says W\+3\.5, too; /);
    assert.match(await page.textContent('.left'), /^left to play, or dame: [A-N]\d+ [A-N]\d+\.$/);
    assert.equal(await page.locator('.marker circle.to-play').count(), 2);
    assert.deepEqual([await page.inputValue('#against'), await page.locator('svg.board .differs').count()], ['none', 0]);
    await page.give('differs.sgf', record.replace('RE[W+3.5]', 'RE[W+8.5]'));
    assert.equal(await page.textContent('.result'), 'As the board stands, White wins by 3.5.');
    assert.notEqual(await page.inputValue('#against'), 'none');
    // a swapped winner is recognized in a close game even if points are open
    await page.give('exchanged.sgf', record.replace('RE[W+3.5]', 'RE[B+3.5]').replaceAll(/T[BW](\[\w\w\])+/g, ''));
    assert.match(await page.textContent('.confidence'), /^In doubt: left to play/);
    assert.equal(await page.textContent('.recorded'), 'The record says B+3.5. The same margin for the other player: probably the wrong winner.');
    await close(page);
  },
  async 'writes a result that is in doubt into the saved record only if the reader says so'() {
    const page = await open();
    const saved = async () => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
      return readFileSync(await file.path(), 'utf8').match(/RE\[[^\]]*\]/)[0];
    };
    const record = (name, result) => readFileSync(join(corpus, `gnugo/13x13-japanese-${name}.sgf`), 'utf8').replace(/RE\[[^\]]*\]/, `RE[${result}]`);
    // doubts that do not decide the game also count
    await page.give('unproved.sgf', record(13025, 'W+99.5').replaceAll(/T[BW](\[\w\w\]\s*)+/g, ''));
    assert.match(await page.textContent('.confidence'), /^In doubt: probably dead, not proved: /);
    assert.equal(await page.textContent('.result'), 'Probably Black wins by 54.5.');
    assert.equal(await saved(), 'RE[W+99.5]');
    await page.give('doubt.sgf', record(13041, 'W+2.5'));
    assert.match(await page.textContent('.confidence'), /^In doubt: /);
    assert.match(await page.textContent('.result'), / if .* lives\.$|^Probably /);
    assert.equal(await saved(), 'RE[W+2.5]');
    assert.match(await page.textContent('.saving'), /^ The saved record gets the result [BW]\+[\d.]+; otherwise it keeps its own\.$/);
    await page.check('#gets-result');
    assert.equal(await saved(), `RE[${(await page.textContent('.saving')).match(/[BW]\+[\d.]+(?=;)/)[0]}]`);
    // the answer to the question settles it
    await page.click('.choice button:has-text("K7 is dead")');
    await page.locator('.result', { hasText: /^Black wins by 41\.5\.$/ }).waitFor();
    assert.equal(await saved(), 'RE[B+41.5]');
    await close(page);
  },
  async 'gives no result for a file that is cut off, even if the count is as recorded'() {
    const page = await open();
    await page.give('cut.sgf', example.trim().slice(0, -1));
    assert.match(await page.textContent('.result'), /^Cut off after move \d+: no result\.$/);
    assert.equal(await page.locator('.confidence, .points, .saving').count(), 0);
    await close(page);
  },
  async 'says at first what to drop, and that nothing leaves the computer'() {
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      const page = await open({ width, height });
      assert.match(await page.textContent('.intro'), /^Drop a game record here .* Nothing leaves this\s+computer\.$/);
      const { y, height: tall } = await page.locator('.intro').boundingBox();
      const board = await page.locator('svg.board').boundingBox();
      assert.ok(y >= 0 && tall > 10 && board.y + board.height <= height, `${y} ${tall} ${board.y + board.height}`);
      await page.give('own.sgf', example);
      assert.ok(await page.locator('.intro').isHidden());
      await close(page);
    }
  },
  async 'takes dead stones in seki off the prisoners, as the program does'() {
    const page = await open();
    const record = readFileSync(join(corpus, 'article/dead-stones-inside-a-seki.sgf'), 'utf8');
    await page.give('left.sgf', record.replace('KM[0]', 'KM[0]TB[aa][ba][ca]TW[ga][ha][ia]'));
    assert.match((await page.innerText('.points')).replace(/\s+/g, ' '), /prisoners 0 0/);
    assert.equal(await page.textContent('.points ~ .small'), 'Dead stones in seki are not prisoners: 2 stay on the board.');
    await close(page);
  },
  async 'gives no result for a game that is not finished, and saves none'() {
    const page = await open();
    const fragment = '(;SZ[9]RU[Japanese]KM[6.5];B[cc];W[gg];B[gc];W[cg]';
    const saved = async () => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
      return readFileSync(await file.path(), 'utf8');
    };
    await page.give('fragment.sgf', `${fragment})`);
    assert.equal(await page.textContent('.result'), 'Not finished: no result.');
    assert.doesNotMatch(await page.innerText('#game'), /[BW]\+\d|\d\.5 ahead|wins by/);
    assert.doesNotMatch(await saved(), /RE\[/);
    // a file that is cut off in a move, or in a comment, shows the board up to that point
    for (const end of [';B[d', ';B[dd]C[in a; comm']) {
      await page.give(`cut${end.length}.sgf`, fragment + end);
      assert.equal(await page.textContent('.result'), 'Cut off after move 4: no result.');
    }
    await close(page);
  },
  async 'keeps the open board and its corrections if a broken file is opened'() {
    const page = await open();
    await page.fill('#komi', '7.5');
    await page.press('#komi', 'Enter');
    await page.locator('.result', { hasText: 'Black wins by 2.5' }).waitFor();
    for (const [name, bytes, words] of [['noise.sgf', '\x89PNG\r\n\x1a\n\0\0', /^noise\.sgf: This is not a game record/], ['chess.sgf', '(;GM[2])', /^chess\.sgf: /]]) {
      await page.give(name, bytes);
      assert.match(await page.textContent('#status'), words);
      assert.doesNotMatch(await page.textContent('#status'), /PNG/);
      assert.equal(await page.textContent('.result'), 'Black wins by 2.5.');
      assert.equal(await page.inputValue('#komi'), '7.5');
    }
    await page.click('#undo');
    await page.locator('.result', { hasText: 'Black wins by 3.5' }).waitFor();
    await close(page);
  },
  async 'speaks as players do'() {
    const page = await open();
    const jargon = /the map|of the map|ownership|border is open|truncated|dead_marks|source of dead stones|playouts/;
    for (const name of ['gnugo/13x13-japanese-13041.sgf', 'gnugo/13x13-japanese-13061.sgf', 'gnugo/19x19-japanese-19507-early.sgf', 'gnugo/9x9-japanese-9511-early.sgf']) {
      await page.give(name.split('/')[1], readFileSync(join(corpus, name), 'utf8').replace(/RE\[[^\]]*\]/, ''));
      assert.doesNotMatch(await page.innerText('#game'), jargon, name);
    }
    await close(page);
  },
  async 'reads the cursor and the result to a screen reader'() {
    const page = await open();
    assert.equal(await page.locator('h2.result').count(), 1);
    assert.equal(await page.getAttribute('svg.board', 'aria-label'), 'Board 13×13: Black wins by 3.5.');
    assert.equal(await page.getAttribute('#cursor', 'role'), 'status');
    await page.focus('#marker');
    const spoken = [];
    for (let at = 0; at < 8; at++) {
      await page.keyboard.press(at < 4 ? 'ArrowUp' : 'ArrowRight');
      spoken.push(await page.textContent('#cursor'));
    }
    assert.equal(new Set(spoken).size, 8, spoken.join('; '));
    await page.mouse.click(...await page.locator('svg.board').evaluate((svg) => {
      const point = new DOMPoint(6, 2).matrixTransform(svg.getScreenCTM());
      return [point.x, point.y];
    }));
    await page.settled();
    await page.click('#undo');
    await page.settled();
    await page.focus('#marker');
    await page.locator('#cursor', { hasText: 'G11, white, dead, worth 2 points for Black' }).waitFor({ state: 'attached' });
    await close(page);
  },
  async 'draws the cross of a dead stone over nothing'() {
    const page = await open();
    assert.equal(await page.locator('svg.board .cross').count(), 2);
    const [dead, squares] = await page.evaluate(() => [[...document.querySelectorAll('svg.board .stone.dead')].map((one) => [+one.getAttribute('cx'), +one.getAttribute('cy')]),
      [...document.querySelectorAll('svg.board .mark')].map((one) => [Math.round(+one.getAttribute('x') + 0.2), Math.round(+one.getAttribute('y') + 0.2)])]);
    for (const point of dead) assert.ok(!squares.some((square) => `${square}` === `${point}`), `${point}`);
    await close(page);
  },
  async 'says what a record leaves out, and counts it once that is given'() {
    const page = await open();
    const result = () => page.textContent('.result');
    const sgf = (start) => `(;${start}AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de])`;
    const empty = '(;SZ[5]KM[0.5])';
    await page.give('none.sgf', sgf('SZ[5]RU[Japanese]'));
    assert.match(await result(), /^Enter the komi: the record has none\. Without komi, Black is 5 ahead\.$/);
    await page.fill('#komi', '0,5');
    await page.press('#komi', 'Enter');
    await page.locator('.result', { hasText: 'Black wins by 4.5.' }).waitFor();
    await page.fill('#komi', 'six');
    await page.press('#komi', 'Enter');
    assert.equal(await page.textContent('#status'), 'Komi must be a number such as 6.5.');
    assert.equal(await page.inputValue('#komi'), '0.5');
    const walls = [...'abcdefghijklmnopqrs'];
    const whole = (start) => `(;SZ[19]${start}AB${walls.map((y) => `[j${y}]`).join('')}AW${walls.map((y) => `[k${y}]`).join('')})`;
    await page.give('rules.sgf', whole('KM[7.5]RE[B+11.5]'));
    assert.match(await result(), /^Choose the rules: .* komi of 7\.5 is typical of area rules\. Under Japanese rules, Black is \d/);
    await page.selectOption('#rules', 'chinese');
    await page.locator('.result', { hasText: /^Black wins by 11\.5\.$/ }).waitFor();
    assert.match(await page.textContent('.confidence'), /^As recorded: the record says B\+11\.5, too/);
    await page.click('#undo');
    await page.locator('.result', { hasText: 'Choose the rules' }).waitFor();
    await page.give('unreadable.sgf', sgf('SZ[5]RU[Japanese]KM[six]'));
    assert.match(await page.textContent('#status'), /^unreadable\.sgf: Cannot read the komi KM\[six\]/);
    await page.fill('#komi', '0.5');
    await page.press('#komi', 'Enter');
    await page.locator('.result', { hasText: 'Black wins by 4.5.' }).waitFor();
    await page.give('resigned.sgf', sgf('SZ[5]RU[Japanese]KM[0.5]RE[W+R]'));
    // no number may look like a result
    assert.equal(await result(), 'White won by resignation; not counted.');
    assert.equal(await page.locator('.points, .confidence, .recorded').count(), 0);
    for (const [recorded, words] of [['B+T', 'Black won on time; not counted.'], ['W+Forfeit', 'White won by forfeit; not counted.'], ['Void', 'The game has no result; not counted.']]) {
      await page.give(`${recorded}.sgf`, sgf(`SZ[5]RU[Japanese]KM[0.5]RE[${recorded}]`));
      assert.equal(await result(), words);
    }
    // without a komi, the page asks no question about stones
    await page.give('asks.sgf', readFileSync(join(corpus, 'gnugo/13x13-japanese-13041.sgf'), 'utf8').replace(/(RE|KM)\[[^\]]*\]/g, ''));
    assert.match(await result(), /^Enter the komi/);
    assert.equal(await page.locator('.choice').count(), 0);
    await page.give('zero.sgf', sgf('SZ[5]RU[Japanese]KM[5]RE[W+0]'));
    assert.match(await page.textContent('.confidence'), /^As recorded: the record says W\+0, too/);
    await page.give('cut.sgf', sgf('SZ[5]RU[Japanese]KM[0.5]').slice(0, -1));
    assert.equal(await result(), 'Cut off after move 0: no result.');
    await page.give('empty-board.sgf', empty);
    assert.equal(await result(), 'The board is empty: the record has no moves.');
    await page.setInputFiles('#file', { name: 'program.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ\0\x01(;\xff\0', 'latin1') });
    await page.locator('#status', { hasText: 'program.exe: This is not a game record' }).waitFor();
    assert.ok(await page.locator('svg.board').isVisible());
    await page.setInputFiles('#file', { name: 'record.txt', mimeType: 'text/plain', buffer: Buffer.from(example) });
    await page.locator('#game-name[title="record.txt#1"]').waitFor();
    await close(page);
  },
  async 'saves the whole corrected record, a picture, and a text'() {
    const page = await open();
    const download = async (name) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
      return [file.suggestedFilename(), readFileSync(await file.path())];
    };
    await page.give('my.sgf', '(;SZ[5]RU[Chinese]KM[7.5]PB[Aya]RE[B+2]C[kept];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[aa];W[];B[])');
    await page.selectOption('#rules', 'japanese');
    await page.locator('.result', { hasText: 'White wins by 3.5' }).waitFor();
    await page.fill('#komi', '0.5');
    await page.press('#komi', 'Enter');
    await page.locator('.result', { hasText: 'Black wins by 3.5' }).waitFor();
    const [name, sgf] = await download('Save the record');
    assert.equal(name, 'my-counted.sgf');
    assert.match(sgf.toString(), /^\(;SZ\[5\]RU\[Japanese\]KM\[0\.5\]PB\[Aya\]RE\[B\+3\.5\]C\[kept\];B\[ca\].*;B\[\]TB(\[\w\w\]){9}TW(\[\w\w\]){5}\)$/);
    assert.deepEqual([...(await download('as SVG'))[1].subarray(0, 4)], [...Buffer.from('<svg')]);
    assert.deepEqual([...(await download('Save as PNG'))[1].subarray(1, 4)], [...Buffer.from('PNG')]);
    await page.click('text=Copy the result');
    await page.waitForFunction(() => document.getElementById('copied').textContent === 'Result copied.');
    await page.click('#paste summary');
    await page.focus('#text');
    await page.keyboard.press('Control+V');
    assert.match(await page.inputValue('#text'),
      /^Aya – \?: Black wins by 3\.5\. Black 9 = 9 territory; White 5\.5 = 5 territory \+ 0\.5 komi\./);
    // a resignation stays
    await page.give('resigned.sgf', '(;SZ[5]RU[Japanese]KM[0.5]RE[W+R]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de])');
    assert.match((await download('Save the record'))[1].toString(), /RE\[W\+R\].*TB/);
    await close(page);
  },
  async 'speaks the language of the reader where it can'() {
    const words = JSON.parse(readFileSync(join(folder, 'words.json'), 'utf8'));
    const languages = Object.keys(words.black);
    for (const [name, texts] of Object.entries(words)) {
      assert.deepEqual(Object.keys(texts).filter((language) => texts[language]), languages, name);
      const values = (text) => [...text.matchAll(/\{\d\}/g)].map(String).sort().join();
      for (const language of languages) assert.equal(values(texts[language]), values(texts.en), `${name} ${language}`);
    }
    const verdicts = [...readFileSync(join(corpus, '../docs/audit.md'), 'utf8').split('\n## Verdicts\n')[1].split('\n## ')[0].matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    assert.ok(verdicts.length > 8);
    assert.deepEqual(verdicts.filter((name) => !words[name]), []);
    const area = '(;SZ[5]RU[Chinese]KM[7.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de])';
    for (const [locale, lang, result, komi, ofArea] of [
      ['ja-JP', 'ja', '黒の3目半勝ち。', 'コミ', '白の2目半勝ち。'], ['zh-CN', 'zh-Hans', '黑胜3.5目。', '贴目', '白胜1¼子。'], ['zh-TW', 'zh-Hant', '黑勝3.5目。', '貼目', '白勝1¼子。'],
      ['ko-KR', 'ko', '흑 3집반 승.', '덤', '백 2집반 승.'], ['de-DE', 'de', 'Schwarz gewinnt mit 3,5 Punkten.', 'Komi', 'Weiß gewinnt mit 2,5 Punkten.'], ['fr-FR', 'en', 'Black wins by 3.5.', 'Komi', 'White wins by 2.5.']]) {
      const page = await open({ locale });
      assert.equal(await page.textContent('.result'), result);
      assert.equal(await page.textContent('[data-word=Komi]'), komi);
      assert.equal(await page.getAttribute('html', 'lang'), lang);
      // a page in another language has no English, except in elements that are marked as English
      const texts = await page.evaluate(() => {
        const found = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const parent = walker.currentNode.parentElement;
          if (parent.closest('[lang]') === document.documentElement && parent.checkVisibility() && !parent.closest('svg, bdi, h1, h3, option')) found.push(walker.currentNode.textContent.trim());
        }
        return found;
      });
      if (!['en', 'de'].includes(lang)) assert.deepEqual(texts.filter((text) => /[a-z]{3}/.test(text)), []);
      assert.match(await page.textContent('.points .total'), lang === 'de' ? /35,5/ : /35\.5/);
      assert.match(await page.textContent('.confidence'), lang === 'de' ? /B\+3,5/ : /B\+3\.5/);
      assert.equal(await page.inputValue('#komi'), lang === 'de' ? '6,5' : '6.5');
      assert.equal((await page.locator('#rules option').allTextContents()).filter((text) => /Japanese/.test(text)).length, lang === 'en' ? 1 : 0);
      await page.setInputFiles('#file', { name: 'area.sgf', mimeType: 'text/plain', buffer: Buffer.from(area) });
      await page.locator('.result', { hasText: ofArea }).waitFor();
      await close(page);
    }
  },
  async 'says why a point counts, and for whom'() {
    const page = await open();
    const at = async (x, y) => {
      await page.mouse.move(...await page.locator('svg.board').evaluate((svg, [column, row]) => {
        const point = new DOMPoint(column, row).matrixTransform(svg.getScreenCTM());
        return [point.x, point.y];
      }, [x, y]));
      return page.textContent('#hover');
    };
    assert.match(await at(0, 6), /^A7: False eye, which counts for neither player: .* so Black has to fill A7\.$/);
    assert.match(await at(6, 2), /^G11: Dead stone on Black's territory/);
    assert.match(await at(0, 12), /^A1: Black's territory: the group has /);
    assert.match(await at(0, 3), /^A10: Black's living stones: their group has /);
    await page.click('#others summary');
    await page.check('input[name="show"][value="flood"]');
    const ofFlood = await at(0, 6);
    assert.match(ofFlood, /^A7: surrounded by Black's stones/);
    assert.doesNotMatch(ofFlood, /False eye/, 'the sentence is about the first answer only');
    await close(page);
  },
  async 'marks a whole group with one click, and only connected stones with Shift'() {
    const page = await open();
    // two white chains in Black's area, joined by an empty point, and White's living stones
    await page.give('group.sgf', '(;SZ[9]RU[Japanese]KM[0.5]AB[ga][gb][gc][gd][ge][gf][gg][gh][gi]AW[ha][hb][hc][hd][he][hf][hg][hh][hi][bb][cb][eb][fb])');
    await page.selectOption('#dead', 'none');
    await page.settled();
    const spot = () => page.locator('svg.board').evaluate((svg) => {
      const { x, y } = new DOMPoint(1, 1).matrixTransform(svg.getScreenCTM());
      return [x, y];
    });
    const click = async () => page.mouse.click(...await spot());
    const until = (count) => page.waitForFunction((wanted) => document.querySelectorAll('svg.board .stone.dead').length === wanted, count);
    await until(0);
    await click();
    await until(4);
    await page.settled();
    await page.keyboard.down('Shift');
    await click();
    await page.keyboard.up('Shift');
    await until(2);
    await page.keyboard.press('Control+z');
    await until(4);
    // the stones that a click would mark are shown
    await page.mouse.move(0, 0);
    await page.mouse.move(...await spot());
    assert.equal(await page.locator('.marks').count(), 4);
    // on an open board, empty points join all stones
    await page.give('open.sgf', '(;SZ[9]RU[Japanese]KM[0.5]AB[bb][ee][ff][gg]AW[cc][cg])');
    await click();
    await until(1);
    await close(page);
  },
  async 'scores again when stones are marked dead or alive'() {
    const page = await open();
    const [before, dead] = [await page.margins(), await page.dead()];
    const box = await page.locator('svg.board').boundingBox();
    // D12 and its chain: C12 is empty, and D13 E13 and D11 are white
    const at = async (column, row) => page.mouse.click(...await page.locator('svg.board').evaluate((svg, [x, y]) => {
      const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
      return [point.x, point.y];
    }, [column, row]));
    assert.ok(box.width > 300);
    await at(3, 1);
    await page.waitForFunction((count) => document.querySelectorAll('svg.board .stone.dead').length > count, dead);
    await page.settled();
    const chain = await page.dead() - dead;
    assert.ok(chain >= 4, `${chain} stones of one chain`);
    assert.equal(await page.inputValue('#dead'), 'clicked');
    const marked = await page.locator('svg.board .stone.dead').evaluateAll((all) => all.map((one) => [+one.getAttribute('cx'), +one.getAttribute('cy')]));
    const rows = Array.from({ length: 13 }, (_, y) => Array.from({ length: 13 }, (_, x) => marked.some(([column, row]) => column === x && row === y)));
    assert.equal(rows.flat().filter(Boolean).length, dead + chain);
    const after = await page.textContent('.result');
    assert.notDeepEqual(await page.margins(), before);
    // the saved record has the same dead stones
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    const sgf = readFileSync(await saved.path(), 'utf8');
    const other = await open();
    await other.give('saved.sgf', sgf);
    // only this page knows that the reader settled the status
    assert.equal(await other.textContent('.result'), `Probably ${after}`);
    await close(other);
    await at(3, 1);
    await page.waitForFunction((count) => document.querySelectorAll('svg.board .stone.dead').length === count, dead);
    assert.deepEqual(await page.margins(), before);
    // each mark can be taken back
    await page.click('#undo');
    await page.waitForFunction((count) => document.querySelectorAll('svg.board .stone.dead').length > count, dead);
    await page.click('#undo');
    await page.waitForFunction((count) => document.querySelectorAll('svg.board .stone.dead').length === count, dead);
    assert.equal(await page.inputValue('#dead'), 'record');
    assert.ok(await page.locator('#undo').isHidden());
    // a click on an empty point has no effect
    await at(1, 9);
    assert.match(await page.textContent('#status'), /^Black wins by 3\.5\. As recorded: /);
    await page.selectOption('#dead', 'none');
    await page.waitForFunction(() => !document.querySelector('svg.board .stone.dead'));
    await page.selectOption('#dead', 'record');
    await page.waitForFunction((count) => document.querySelectorAll('svg.board .stone.dead').length === count, dead);
    assert.ok(await page.locator('#clicked').evaluate((one) => one.hidden));
    await close(page);
  },
  async 'loads a file, dropped or chosen, and text'() {
    const page = await open();
    const small = (name) => `(;SZ[5]RU[Japanese]KM[0.5]PB[${name}]RE[B+24.5]AB[ab][bb][cb][db][eb]TB[aa])`;
    await dropped(page, [['one.sgf', small('dropped')]]);
    await page.locator('#game-name[title="one.sgf#1"]').waitFor();
    assert.match(await page.textContent('#game'), /dropped/);
    await page.click('#paste summary');
    await page.fill('#text', small('pasted') + small('second'));
    await page.click('#score');
    await page.locator('#game-name[title="pasted.sgf#1"]').waitFor();
    assert.match(await page.textContent('#game'), /pasted/);
    assert.deepEqual(await page.locator('#number option').allTextContents(), ['1 pasted – ?', '2 second – ?']);
    await page.selectOption('#number', '2');
    await page.locator('#game-name[title="pasted.sgf#2"]').waitFor();
    assert.match(await page.textContent('#game'), /second/);
    await page.click('#example');
    await page.locator('#game-name[title="example.sgf#1"]').waitFor();
    assert.ok(await page.locator('#number').isHidden());
    await close(page);
  },
  async 'shows the reason when a record can not be scored'() {
    const page = await open();
    for (const [name, text, words] of [['empty.sgf', '', /no_game|empty|game/], ['chess.sgf', '(;GM[2])', /Go/i], ['big.sgf', '(;SZ[99])', /99|size/], ['noise.sgf', '\0\xff\x89PNG', /./]]) {
      await page.give(name, text);
      assert.match(await page.textContent('#status'), words, name);
      assert.ok((await page.textContent('#status')).startsWith(`${name}: `), name);
      // the open board stays
      assert.equal(await page.getAttribute('#game-name', 'title'), 'example.sgf#1');
    }
    assert.doesNotMatch(await page.textContent('#status'), /PNG/);
    await page.give('good.sgf', example);
    assert.equal(await page.locator('svg.board').count(), 1);
    await close(page);
    if (isFromDisk) return;
    const broken = await open({ serve: (path) => (path.endsWith('.wasm') ? { status: 404, body: '' } : null) });
    await broken.waitForFunction(() => /could not be loaded/.test(document.getElementById('status').textContent));
    await broken.context().close();
  },
  async 'is unaffected by hostile records'() {
    const page = await open();
    const quote = (text) => text.replace(/[\\\]]/g, '\\$&');
    const players = async () => (await page.locator('.players bdi').first().textContent());
    for (const [at, name] of NAMES.entries()) {
      await page.give(`<img src=x onerror=alert(${at})>.sgf`, `(;SZ[5]RU[<script>alert(3)</script>]KM[0.5]PB[${quote(name)}]DT[<b>2016</b>]RE[B+24.5]AB[ab][bb][cb][db][eb]TB[aa])`);
      assert.equal(await players(), shown(name));
      assert.equal(await page.locator('#game img, #game script, #game b b, #number img').count(), 0);
    }
    await page.give('long.sgf', `(;SZ[5]PB[long]RE[B+1]AB[ab]C[${'x'.repeat(10e6)}])`);
    assert.equal(await players(), 'long');
    for (const depth of [1e3, 1e6]) {
      await page.give(`deep${depth}.sgf`, `${'(;C[x]'.repeat(depth)}${')'.repeat(depth)}`);
      assert.match(await page.textContent('#status'), /^deep\d+\.sgf: |The board is empty|Cut off/);
    }
    await page.give('many.sgf', '(;SZ[5]PB[many]RE[B+1]AB[ab])'.repeat(500));
    assert.equal(await players(), 'many');
    await page.give('good.sgf', example);
    assert.equal(await page.locator('svg.board').count(), 1);
    await close(page);
  },
  async 'works with only the keyboard'() {
    const page = await open();
    const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.name);
    const tabTo = async (wanted) => {
      for (let at = 0; at < 40 && await focused() !== wanted; at++) await page.keyboard.press('Tab');
      assert.equal(await focused(), wanted);
    };
    for (const wanted of ['file', 'folder', 'example', 'rules', 'komi', 'dead', 'marker', 'save']) await tabTo(wanted);
    await page.focus('#marker');
    const hover = () => page.textContent('#hover');
    assert.match(await hover(), /^G7: /);
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', ...Array(5).fill('ArrowUp')]) await page.keyboard.press(key);
    assert.match(await hover(), /^D12: White's living stones/);
    const dead = await page.dead();
    await page.keyboard.press('Enter');
    await page.waitForFunction((count) => document.querySelectorAll('svg.board .stone.dead').length > count, dead);
    assert.equal(await focused(), 'marker');
    assert.match(await hover(), /^D12: /);
    await page.keyboard.press(' ');
    await page.waitForFunction((count) => document.querySelectorAll('svg.board .stone.dead').length === count, dead);
    for (let at = 0; at < 30; at++) await page.keyboard.press('ArrowUp');
    assert.match(await hover(), /^D13: /);
    await page.focus('#others summary');
    await page.keyboard.press('Enter');
    await tabTo('show');
    const marks = () => page.locator('svg.board').getAttribute('aria-label');
    const first = await marks();
    await page.keyboard.press('ArrowDown');
    assert.notEqual(await marks(), first);
    assert.equal(await focused(), 'show');
    await tabTo('against');
    await tabTo('explain');
    await page.keyboard.press('Enter');
    await page.locator('#explanation[open] .explain').waitFor();
    await close(page);
  },
  async 'is accessible and in sight in light and dark, wide and narrow'() {
    for (const [width, height] of [[1400, 1000], [1280, 800], [400, 800]]) {
      for (const colorScheme of ['light', 'dark']) {
        const page = await open({ width, height, colorScheme });
        const states = {
          example: async () => {},
          marked: async () => { await page.focus('#marker'); await page.keyboard.press('ArrowLeft'); },
          words: async () => { await page.click('#others > summary'); await page.click('#explain'); await page.click('#paste summary'); await page.click('#keys summary'); },
          failed: async () => page.give('empty.sgf', ''),
        };
        for (const [state, reach] of Object.entries(states)) {
          await reach();
          const board = await page.locator('svg.board').boundingBox({ timeout: 1000 }).catch(() => null);
          if (state === 'example') assert.ok(board.y + board.height <= height - (width > 1000 ? 30 : 0) && board.height > (width > 1000 ? 0.6 * height : 0.9 * width), `${board.y} + ${board.height}`);
          if (shots) await page.screenshot({ path: `${shots}/score-${state}-${width}-${colorScheme}.png`, fullPage: width < 1000 });
          await checkAccess(page, `${width} ${colorScheme} ${state}`);
        }
        await close(page);
      }
    }
  },
  async 'keeps the board in place while it counts'() {
    const page = await open({ width: 390, height: 844 });
    const places = page.evaluate(() => new Promise((done) => {
      const seen = new Set();
      const look = () => {
        const result = document.querySelector('.result')?.textContent ?? '';
        seen.add(document.querySelector('svg.board').getBoundingClientRect().y);
        if (/wins by 4\.5/.test(result)) done([...seen]);
        else requestAnimationFrame(look);
      };
      look();
    }));
    await page.fill('#komi', '5.5');
    await page.press('#komi', 'Enter');
    assert.equal((await places).length, 1, `${await places}`);
    await close(page);
  },
  async 'prints the board and the result without controls'() {
    const page = await open({ colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    for (const name of ['header', '.tools', '.buttons', '#others', '.hover', '#keys']) assert.ok(!await page.locator(name).first().isVisible(), name);
    for (const name of ['svg.board', '.result', '.confidence', '.points']) assert.ok(await page.locator(name).isVisible(), name);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    await close(page);
  },
  async 'shows only the last of quick changes'() {
    const page = await open();
    const dead = await page.dead();
    assert.ok(dead > 0);
    const seen = await page.evaluate(() => new Promise((done) => {
      const counts = [];
      new MutationObserver(() => counts.push(document.querySelectorAll('svg.board .stone.dead').length)).observe(document.getElementById('game'), { childList: true });
      const field = document.getElementById('dead');
      for (const value of ['none', 'estimate', 'none', 'record']) {
        field.value = value;
        field.dispatchEvent(new Event('change'));
      }
      // wait beyond the first answer, by which time an earlier request would have been answered
      const wait = () => setTimeout(() => (counts.length ? setTimeout(() => done(counts), 500) : wait()), 20);
      wait();
    }));
    assert.deepEqual(seen, [dead]);
    await close(page);
  },
  async 'is quick'() {
    const times = [];
    for (let at = 0; at < 5; at++) {
      const page = await open();
      times.push(page.milliseconds);
      await close(page);
    }
    console.log(`     first scored board after ${times.sort((a, b) => a - b).join(', ')} ms`);
    assert.ok(times[0] < 5000);
  },
};

await run('the page of one game', tests);
