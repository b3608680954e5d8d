// Tests the pages that a user opens: page.mjs REPORT.html MANY.html ODD.html. The folder odd/ has the games of ODD. The
// folders run/ and external/ have runs whose pages are run.html and external.html.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { axe, browser, close, emptyPage } from './chromium.mjs';
import { isCounted, isInexact, listedGames, rows } from './counts.mjs';
import { NAMES, shown } from './odd.mjs';

const [report, many, odd] = process.argv.slice(2).map((path) => resolve(path));
const shots = process.env.SHOTS;

/** Opens a page, and records every request that leaves it and every error in it, which close() checks. */
async function open(file, { width = 1280, height = 900, colorScheme = 'light', hash = '' } = {}) {
  const page = await emptyPage({ width, height, colorScheme }, (url) => url.startsWith(`file://${file}`));
  await page.goto(`file://${file}${hash}`);
  page.count = async () => parseInt(await page.textContent('#count'), 10);
  page.chosen = () => page.getAttribute('#game', 'aria-label');
  page.goTo = (selector) => page.locator(selector).focus();
  page.focus = () => page.evaluate(() => document.activeElement.id);
  return page;
}

/** Checks that the page describes every region in the words of `explain --format json`. */
function checkPlaces(told, { places }, name) {
  const paragraphs = told.split('\n\n').filter(Boolean);
  for (const { points, title, answers } of places) {
    const own = paragraphs.find((words) => words.startsWith(points[0]) && words.split('\n')[0].endsWith(`: ${title}`));
    assert.ok(own, `${name}: ${points[0]}: ${title}`);
    for (const { text } of answers) assert.ok(own.split('\n').some((line) => line.endsWith(`: ${text}`)), `${name}: ${text}: ${own}`);
  }
}

const tests = {
  async 'filters games and counts the rest'() {
    const page = await open(report);
    const all = await page.count();
    await page.selectOption('#strategy', 'linked');
    const own = await page.count();
    assert.ok(own > 0 && own < all, `${own} of ${all}`);
    await page.selectOption('#outcome', 'disputed');
    assert.ok(await page.count() <= own);
    await page.click('#reset');
    assert.equal(await page.count(), all);
    for (const select of ['category', 'origin', 'size', 'rules', 'games-in']) {
      const value = await page.locator(`#${select} option`).last().getAttribute('value');
      await page.selectOption(`#${select}`, value);
      const left = await page.count();
      assert.ok(left > 0 && left <= all, `${select}: ${left}`);
      await page.click('#reset');
    }
    await page.fill('#q', await page.locator('.row .name').first().evaluate(({ title }) => title.split('\n')[0]));
    assert.equal(await page.count(), 1);
    await page.fill('#q', 'no game is called this');
    assert.equal(await page.locator('.row').count(), 0);
    await close(page);
  },
  async 'lists the games of a strategy that games.csv has wrong'() {
    for (const run of ['run', 'external']) {
      const page = await open(resolve(`${run}.html`));
      const all = rows(`${run}/games.csv`);
      for (const [groups, isIn] of [['territory', (row) => row.method === 'territory' && isCounted(row)], ['inconsistent', (row) => row.label_check === 'inconsistent']]) {
        assert.ok(all.some(isIn), groups);
        await page.selectOption('#games-in', groups);
        for (const strategy of ['linked', 'grey']) {
          await page.selectOption('#strategy', strategy);
          await page.selectOption('#outcome', 'inexact');
          const meant = all.filter((row) => row.strategy === strategy && isIn(row) && isInexact(row));
          assert.deepEqual((await listedGames(page)).sort(), meant.map(({ game }) => game).sort(), `${run} ${groups} ${strategy}`);
        }
      }
      await close(page);
    }
  },
  async 'hides mistakes of control strategies until they are chosen'() {
    const page = await open(report);
    const all = rows('run/games.csv');
    const controls = ['flood', 'strict', 'unfilled'];
    const proper = new Set(all.filter((row) => !controls.includes(row.strategy) && (row.outcome !== 'exact' || +row.map_diff > 0)).map(({ game }) => game));
    const listed = await listedGames(page);
    // fills may also differ on games where all have the label's margin
    assert.ok([...proper].every((game) => listed.includes(game)) && listed.length < proper.size + 5, `${listed.length} of ${proper.size}`);
    assert.ok(!(await page.locator('.views').textContent()).includes('strict'));
    await page.check('#controls');
    assert.ok(await page.count() > listed.length);
    assert.match(page.url(), /controls=1/);
    await page.goBack();
    assert.equal(await page.count(), listed.length);
    await page.selectOption('#strategy', 'strict');
    assert.ok(await page.count() > 20);
    await close(page);
  },
  async 'lists the most interesting games first'() {
    const page = await open(resolve('external.html'));
    await listedGames(page);
    const words = await page.locator('.row .words').allTextContents();
    // games outside all figures come last
    const wrong = words.filter((text) => !/contradicts itself|no label/.test(text)).map((text) => /wrong winner/.test(text));
    assert.ok(wrong[0] && wrong.indexOf(false) > 0 && !wrong.slice(wrong.indexOf(false)).includes(true), words.join('\n'));
    assert.match(await page.locator('.row .words').last().textContent(), /contradicts itself|no label/);
    await close(page);
  },
  async 'shows the name of the run, table, filters and board at once'() {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open(report, { width: 1400, height: 1000, colorScheme });
      assert.match(await page.title(), /run – seichi report$/);
      const head = await page.textContent('header');
      assert.match(head, /run seichi report\s+\d{4}-\d\d-\d\d \d\d:\d\d UTC · seichi eval .*corpus -s all -o .*run/);
      for (let at = 0; at < 12; at++) {
        const box = await page.locator('svg.board').boundingBox();
        assert.ok(box.y + box.height <= 1000 && box.width > 400, `${await page.chosen()}: ${box.y} + ${box.height}`);
        await page.keyboard.press('j');
      }
      const results = await page.locator('.results pre').boundingBox();
      assert.ok(results.y + results.height < 1000, `${results.y} + ${results.height}`);
      await close(page);
    }
    for (const width of [1400, 500, 420]) {
      const page = await open(report, { width });
      const lines = await page.locator('#filters > :visible').evaluateAll((fields) => new Set(fields.map((field) => Math.round(field.getBoundingClientRect().bottom))).size);
      assert.ok(width === 1400 ? lines === 1 : lines > 1, `${width} wide: ${lines} lines`);
      for (const selector of ['nav a', '#filters > :visible', '#listing select']) {
        const cut = await page.locator(selector).evaluateAll((all) => all.filter((one) =>
          one.getBoundingClientRect().right > innerWidth - 8 || one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
        assert.deepEqual(cut, [], `${width} wide: ${selector}`);
      }
      await close(page);
    }
  },
  async 'has links to its sections'() {
    for (const width of [1400, 420]) {
      const page = await open(report, { width });
      await page.selectOption('#outcome', 'inexact');
      const [view, links] = [page.url(), page.locator('nav a')];
      assert.equal(await links.count(), 2);
      for (const link of await links.all()) {
        await link.click();
        const id = (await link.getAttribute('href')).slice(1);
        assert.ok(await page.locator(`#${id}`).evaluate((heading) => heading.getBoundingClientRect().top < innerHeight && heading.getBoundingClientRect().top >= 0), id);
        assert.equal(page.url(), view, 'the view is kept');
      }
      await close(page);
    }
  },
  async 'shows the strategies that have a game wrong, and groups equal answers'() {
    const page = await open(report);
    const words = await page.locator('.row .words').allTextContents();
    assert.ok(words.some((text) => /right: only \w+.*; others up to /.test(text)) && words.some((text) => /\d of 11 wrong/.test(text)), words.join('\n'));
    assert.match(await page.textContent('.order'), /controls, too \(flood, strict, unfilled\)/);
    // an answer with the recorded margin but a different map is not wrong
    const all = rows('run/games.csv').filter(({ strategy }) => !['flood', 'strict', 'unfilled'].includes(strategy));
    await listedGames(page);
    let maps = 0;
    for (const [name, text] of await page.locator('.row').evaluateAll((found) => found.map((row) => [row.querySelector('.name').title.split('\n')[0], row.querySelector('.words').title]))) {
      const own = all.filter(({ game }) => game === name);
      const [wrong, other] = [own.filter(isInexact), own.filter((row) => row.outcome === 'exact' && +row.map_diff > 0)].map(({ length }) => length);
      const said = /(\d+) of 11 wrong/.exec(text);
      if (said) assert.equal(+said[1], wrong, `${name}: ${text}`);
      if (wrong && other) assert.match(text, new RegExp(` · ${other} right with a different map$`), name);
      if (!wrong && other) assert.match(text, /margin right with a different map: /, name);
      maps += other;
    }
    assert.ok(maps > 0);
    const names = await page.locator('.row .name').allTextContents();
    assert.equal(new Set(names).size, names.length);
    const choices = await page.locator('.views label').allTextContents();
    assert.match(choices.join('\n'), /^ ?\d+ strategies: [BW]\+[\d.]+, \d+ points? from the label/m);
    assert.equal(await page.locator('.legend svg.sign').count(), 6);
    await close(page);
  },
  async 'has the results of the terminal, which scroll on a phone'() {
    const shown = execFileSync(process.env.SEICHI, ['report', 'run'], { encoding: 'utf8' });
    for (const file of [report, odd]) for (const width of [1400, 420]) {
      const page = await open(file, { width });
      if (file === report) assert.equal(await page.textContent('.results pre'), shown);
      const pre = page.locator('.results pre');
      assert.ok(await pre.evaluate((one) => one.getBoundingClientRect().right <= innerWidth), file);
      if (width > 1000) assert.ok(await pre.evaluate((one) => one.scrollWidth <= one.clientWidth + 1), file);
      await close(page);
    }
  },
  async 'sorts'() {
    const page = await open(report);
    const errors = () => page.evaluate(() => [...document.querySelectorAll('.row .words')].map((row) => +(/[+−]([\d.]+)(?: · \d+ right with a different map)?$/.exec(row.textContent) || [0, 0])[1]));
    await page.selectOption('#sort', 'error');
    const sorted = await errors();
    assert.ok(sorted.length > 3 && sorted.every((value, at) => at === 0 || value <= sorted[at - 1]), sorted.join(' '));
    const first = await page.locator('.row').first().textContent();
    // for a chosen strategy, only its own errors, including a wrong winner
    const own = new Map(rows('run/games.csv').filter(({ strategy }) => strategy === 'flood').map((row) => [row.game, row]));
    await page.selectOption('#strategy', 'flood');
    const listed = (await listedGames(page)).map((name) => own.get(name));
    const key = (row) => [Math.abs(+row.delta), +(row.outcome === 'wrong'), +row.map_diff];
    const keys = listed.map(key);
    const later = (a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2];
    assert.ok(new Set(keys.map(([error]) => error)).size > 2);
    assert.deepEqual(keys, [...keys].sort(later));
    const words = await page.locator('.row .words').evaluateAll((all) => all.map(({ title }) => title));
    listed.forEach((row, at) => {
      assert.equal(/wrong winner/.test(words[at]), row.outcome === 'wrong', `${row.game}: ${words[at]}`);
      assert.equal(/flood margin right, \d+ points? of the map$/.test(words[at]), row.outcome === 'exact', `${row.game}: ${words[at]}`);
    });
    await page.selectOption('#strategy', '');
    await page.selectOption('#sort', 'game');
    assert.notEqual(await page.locator('.row').first().textContent(), first);
    await close(page);
  },
  async 'opens a board and shows each answer on it'() {
    const page = await open(report);
    await page.locator('.row').nth(2).click();
    const board = page.locator('svg.board');
    await board.waitFor();
    const seen = new Set();
    for (const radio of await page.locator('input[name=show]').all()) {
      await radio.check();
      seen.add(await board.getAttribute('aria-label'));
    }
    assert.equal(seen.size, await page.locator('input[name=show]').count());
    const label = await board.getAttribute('aria-label');
    const told = /; (\d+) points? differ/.exec(label);
    assert.equal(await page.locator('svg.board .differs').count(), told ? +told[1] : 0, label);
    await page.selectOption('#against', 'none');
    assert.equal(await page.locator('svg.board .differs').count(), 0);
    const box = await board.boundingBox();
    const idle = await page.textContent('#hover');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    assert.notEqual(await page.textContent('#hover'), idle);
    await close(page);
  },
  async 'shows no reasons for an external scorer'() {
    const page = await open(resolve('external.html'), { hash: '#strategy=mine' });
    let external = 0;
    await page.click('#explain');
    for (let at = await page.count(); at > 0; at--) {
      await page.selectOption('#against', 'none').catch(() => {});
      const lines = await page.locator('.differences ul li').allTextContents();
      for (const line of lines.filter((text) => /^mine: /.test(text))) {
        external += 1;
        assert.match(line, /^mine: [^:]*(Black's|White's|neutral|alive)$/);
      }
      const shown = await page.getAttribute('svg.board', 'aria-label');
      if (/territory of mine$/.test(shown)) assert.equal(await page.locator('svg.board .letter').count(), 0, shown);
      const words = (await page.textContent('#explanation pre')).split('\n').filter((line) => /^ +mine: /.test(line));
      for (const line of words) assert.match(line, /^ +mine: [^:]*(Black's|White's|neutral|alive)$/);
      external += words.length;
      await page.keyboard.press('j');
    }
    assert.ok(external > 20, `${external} answers`);
    await close(page);
  },
  async 'highlights the row of the shown game'() {
    const page = await open(report);
    const marked = () => page.locator('.row[aria-selected=true] .name').evaluateAll((all) => all.map(({ title }) => `Game ${title.split('\n')[0]}`));
    assert.deepEqual(await marked(), [await page.chosen()]);
    await page.selectOption('#sort', 'error');
    await page.locator('.row').first().click();
    await page.goTo('#list');
    assert.deepEqual(await marked(), [await page.chosen()]);
    await page.keyboard.press('j');
    assert.deepEqual(await marked(), [await page.chosen()]);
    assert.equal(await page.getAttribute('.row[aria-selected=true]', 'aria-posinset'), '2');
    await close(page);
  },
  async 'ignores choices in the address that do not exist'() {
    const page = await open(report);
    const all = await page.count();
    await close(page);
    for (const key of ['games', 'outcome', 'sort', 'category', 'strategy']) {
      for (const value of ['constructor', '__proto__', 'toString']) {
        const odd = await open(report, { hash: `#${key}=${value}` });
        assert.ok([all, 0].includes(await odd.count()), `${key}=${value}`);
        await close(odd);
      }
    }
  },
  async 'copies the record and the command'() {
    const page = await open(report);
    await page.locator('.row').first().click();
    await page.click('text=Copy SGF');
    await page.waitForFunction(() => document.getElementById('copied').textContent === 'SGF copied.');
    const sgf = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(sgf, /^\(;GM\[1\]FF\[4\][^]*A[BW](\[\w\w\])+[^]*\)\n$/);
    const stones = await page.locator('svg.board .stone').count();
    assert.equal((sgf.match(/A[BW](\[\w\w\])+/g).join('').match(/\[/g)).length, stones);
    await page.click('text=Copy command');
    await page.waitForFunction(() => document.getElementById('copied').textContent === 'Command copied.');
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^seichi explain /);
    await close(page);
  },
  async 'works with only the keyboard'() {
    const page = await open(report);
    // the page unpacks its games before it listens
    await page.locator('.row').first().waitFor();
    await page.keyboard.press('/');
    assert.equal(await page.focus(), 'q');
    await page.keyboard.type('sgf');
    await page.keyboard.press('Enter');
    assert.equal(await page.focus(), 'list');
    const first = await page.chosen();
    await page.keyboard.press('ArrowDown');
    const second = await page.chosen();
    assert.notEqual(second, first);
    await page.keyboard.press('k');
    assert.equal(await page.chosen(), first);
    await page.keyboard.press('j');
    assert.equal(await page.chosen(), second);
    await page.keyboard.press('Enter');
    assert.equal(await page.focus(), 'game');
    const shown = () => page.locator('svg.board').getAttribute('aria-label');
    const before = await shown();
    await page.keyboard.press('ArrowRight');
    assert.notEqual(await shown(), before);
    await page.keyboard.press('Escape');
    assert.equal(await page.focus(), 'list');
    await page.keyboard.press('End');
    const place = await page.getAttribute('.row[aria-selected=true]', 'aria-posinset');
    assert.equal(+place, await page.count());
    assert.equal(await page.getAttribute('#list', 'aria-activedescendant'), await page.getAttribute('.row[aria-selected=true]', 'id'));
    // every control is reachable
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => document.getElementById('game').contains(document.activeElement)));
    await close(page);
  },
  async 'goes back'() {
    for (const width of [1280, 400]) {
      const page = await open(report, { width });
      const all = await page.count();
      await page.selectOption('#outcome', 'winner');
      const left = await page.count();
      await page.locator('.row').nth(1).click();
      const opened = await page.chosen();
      assert.match(page.url(), /game=/);
      assert.equal(await page.locator('#list').isVisible(), width > 400);
      await page.goBack();
      assert.equal(await page.count(), left);
      assert.ok(await page.locator('#list').isVisible());
      await page.goForward();
      assert.equal(await page.chosen(), opened);
      const again = await open(report, { width, hash: new URL(page.url()).hash });
      assert.equal(await again.chosen(), opened, 'the address has the whole view');
      await close(again);
      await page.goBack();
      await page.goBack();
      assert.equal(await page.count(), all);
      await close(page);
    }
  },
  async 'finds players with odd names'() {
    const page = await open(odd);
    const all = await page.count();
    const seen = new Set();
    for (let at = 0; at < all; at++) {
      await page.keyboard.press('j');
      const name = await page.locator('.players bdi').first().textContent();
      assert.ok(NAMES.map(shown).includes(name), name);
      seen.add(name);
      assert.equal(await page.locator('#game script, #game img, #list script, #list img').count(), 0);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 1280, `${wide} wide with ${name}`);
    }
    assert.ok(seen.size > 3, [...seen].join('\n'));
    const white = await page.locator('.players bdi').last().textContent();
    const date = (await page.textContent('.facts p.small')).split(' · ')[0];
    for (const words of [`"quoted" & 'single'`, '龍', '<SCRIPT>', white, date, `${date} ${white}`]) {
      await page.fill('#q', words);
      const left = await page.count();
      assert.ok(left > 0 && left < all, `${words}: ${left} of ${all}`);
    }
    await page.locator('.row').first().click();
    assert.equal(await page.locator('.players bdi').last().textContent(), white);
    await page.click('text=Copy SGF');
    await page.waitForFunction(() => document.getElementById('copied').textContent === 'SGF copied.');
    assert.ok((await page.evaluate(() => navigator.clipboard.readText())).includes(`PW[${white}]DT[${date}]`));
    await close(page);
  },
  async 'explains a board like the program'() {
    const page = await open(odd);
    await page.keyboard.press('j');
    await page.goTo('#explain');
    await page.keyboard.press('Enter');
    let reasons = 0;
    let marked = 0;
    for (let at = await page.count(); at > 0; at--) {
      const name = (await page.chosen()).replace(/^Game /, '');
      await page.waitForFunction(() => document.querySelector('#explanation pre').textContent !== '');
      const told = await page.textContent('#explanation pre');
      const said = execFileSync(process.env.SEICHI, ['explain', `odd/${name}`, '--format', 'json', '--labels', 'odd/labels.jsonl'], { encoding: 'utf8' });
      checkPlaces(told, JSON.parse(said), name);
      reasons += (told.match(/has to fill|the group has|joined/g) || []).length;
      // the text marks the points that differ on the board, which is in view
      const first = page.locator('.explain .disputed').first();
      if (await first.count()) {
        marked += 1;
        assert.ok(await page.locator('svg.board .differs').count() > 0, name);
        const [box, own] = [await page.locator('.explain').boundingBox(), await first.boundingBox()];
        assert.ok(own.y >= box.y - 1 && own.y < box.y + box.height, `${name}: ${own.y} is not in ${box.y} + ${box.height}`);
      }
      await page.keyboard.press('j');
    }
    assert.ok(marked > 5, `only ${marked} are marked`);
    assert.ok(reasons > 10, `only ${reasons} reasons`);
    await close(page);
  },
  async 'is accessible in every state'() {
    for (const [file, of] of [[report, ''], [odd, 'odd-']]) for (const width of [1280, 400]) {
      for (const colorScheme of ['light', 'dark']) {
        const page = await open(file, { width, colorScheme });
        for (const step of ['list', 'game']) {
          if (step === 'game') {
            await page.locator('.row').nth(1).click();
            await page.click('#explain');
          }
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
          const words = serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`);
          assert.deepEqual(words, [], `${of}${width} ${colorScheme} ${step}`);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= width, `${of}${width} ${step}: ${wide} wide`);
          if (shots) {
            mkdirSync(shots, { recursive: true });
            await page.screenshot({ path: `${shots}/${of}${step}-${width}-${colorScheme}.png`, fullPage: true });
          }
        }
        await close(page);
      }
    }
  },
  async 'prints on white in dark mode, too'() {
    const page = await open(report, { colorScheme: 'dark' });
    await page.locator('.row').first().click();
    await page.emulateMedia({ media: 'print' });
    for (const id of ['#filters', '#list', '.back']) assert.ok(!await page.locator(id).isVisible(), id);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    assert.ok(await page.locator('svg.board').isVisible());
    if (shots) await page.pdf({ path: `${shots}/page.pdf`, printBackground: false });
    await close(page);
  },
  async 'draws only the visible rows of many games'() {
    if (!many) return;
    const start = performance.now();
    const page = await open(many);
    await page.locator('svg.board').first().waitFor();
    const first = performance.now() - start;
    const drawn = await page.evaluate(() => performance.now());
    const count = await page.count();
    const timed = (work) => page.evaluate(async (body) => {
      const begin = performance.now();
      new Function(body)();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - begin;
    }, work);
    const set = (id, value, event) => `const f = document.getElementById('${id}'); f.value = '${value}'; f.dispatchEvent(new Event('${event}'))`;
    const filter = await timed(set('outcome', 'winner', 'input'));
    const search = await timed(set('q', 'sgf', 'input'));
    const sort = await timed(set('sort', 'error', 'input'));
    const scroll = await timed("document.getElementById('list').scrollTop = 100000");
    const rows = await page.locator('.row').count();
    const ms = (value) => `${Math.round(value)} ms`;
    console.log(`     ${count} games, ${(statSync(many).size / 1e6).toFixed(1)} MB: first board after ${ms(first)} (${ms(drawn)} of the page's own time), filter ${ms(filter)}, search ${ms(search)}, sort ${ms(sort)}, scroll ${ms(scroll)}, ${rows} rows drawn`);
    assert.ok(rows < 100);
    await close(page);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok   the page ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL the page ${name}\n${error.stack}`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
