// Opens the page that scores games in Chromium, from a folder made by web/page/build: as a static host serves it or, if the
// variable FROM_DISK is set, as a single file from disk.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { axe, browser, close, emptyPage } from './chromium.mjs';

export { browser, close };

export const folder = resolve(process.argv[2]);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm', '.sgf': 'application/x-go-sgf' };
export const isFromDisk = Boolean(process.env.FROM_DISK);
const HOST = 'http://score.test/';
const ADDRESS = isFromDisk ? pathToFileURL(join(folder, 'seichi.html')).href : HOST;

/** Opens the page with the example, and records every request that leaves it and every error in it, which close() checks. */
export async function open({ width = 1400, height = 1000, colorScheme = 'light', locale = 'en-GB', refusesStorage = false, serve = () => null } = {}) {
  const isOwn = (url) => url.startsWith(ADDRESS) || /^(blob|data):/.test(url);
  const page = await emptyPage({ width, height, colorScheme, locale }, isOwn);
  await page.context().setOffline(isFromDisk);
  if (refusesStorage) await page.addInitScript(() => Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } }));
  // a static host
  await page.context().route(`${HOST}**`, (route) => {
    const path = new URL(route.request().url()).pathname.replace(/\/$/, '/index.html');
    return route.fulfill(serve(path) ?? { body: readFileSync(join(folder, path)), contentType: TYPES[extname(path)] });
  });
  page.settled = () => page.waitForFunction(() => !/Scoring|being loaded/.test(document.getElementById('status').textContent));
  page.give = async (name, text) => {
    await page.setInputFiles('#file', { name, mimeType: 'application/x-go-sgf', buffer: Buffer.from(text) });
    await page.waitForFunction((start) => document.getElementById('status').textContent.startsWith(`${start}: `)
      || document.getElementById('game-name')?.title.startsWith(`${start}#`), name);
    await page.settled();
  };
  page.margins = () => page.locator('.views label').evaluateAll((all) => all.map((one) => one.textContent.trim()));
  page.dead = () => page.locator('svg.board .stone.dead').count();
  const begin = performance.now();
  await page.goto(ADDRESS);
  await page.settled();
  page.milliseconds = Math.round(performance.now() - begin);
  return page;
}

/** Asserts that axe finds nothing in a page, and that the page fits its window. */
export async function checkAccess(page, state) {
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${state} is too wide`);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), [], state);
}

/** Runs all tests, or the tests whose names contain ONLY, and ends the process. */
export async function run(tested, tests) {
  const what = isFromDisk ? `${tested}, from disk,` : tested;
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
    try {
      await test();
      console.log(`ok   ${what} ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${what} ${name}\n${error.stack}`);
    }
  }
  await browser.close();
  process.exit(failed ? 1 : 0);
}
