// Tests the npm package in Chromium: package.mjs WEB BOARDS.ndjson RECORDS. Its maps must equal those of the run, and
// its results for the records in a folder must equal those in Node.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [web, boards, folder] = process.argv.slice(2);
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
const games = readFileSync(boards, 'utf8').trim().split('\n').map((line) => JSON.parse(line)).filter(({ rules }) => rules === 'japanese');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
// serves the files of the package without a server
await page.route('**/*', (route) => {
  const { pathname } = new URL(route.request().url());
  const body = pathname === '/' ? '<!doctype html>' : readFileSync(join(web, pathname));
  return route.fulfill({ body, contentType: TYPES[extname(pathname)] || TYPES['.html'] });
});
await page.goto('http://package.test/');
const start = performance.now();
const { wrong, maps, each } = await page.evaluate(async (all) => {
  const { guessDead, territoryScoring } = await import('/dist/seichi.mjs');
  const { mapOf, parse } = await import('/boards.mjs');
  const wrong = [];
  let maps = 0;
  for (const board of all) {
    const [stones, dead] = parse(board);
    for (const { strategies, map } of board.answers) {
      for (const strategy of strategies) {
        const points = territoryScoring(stones, dead, { strategy });
        if (mapOf(points, stones, dead).join() !== map.join()) wrong.push(`${board.game} by ${strategy}`);
        maps += 1;
      }
    }
  }
  const boards = all.map(parse);
  // twenty boards at a time, since the browser's clock is coarse; the fastest of five passes counts
  const microseconds = (work) => {
    let total = 0;
    for (let start = 0; start < boards.length; start += 20) {
      let least = Infinity;
      for (let pass = 0; pass < 5; pass++) {
        const begin = performance.now();
        for (const [stones, dead] of boards.slice(start, start + 20)) work(stones, dead);
        least = Math.min(least, performance.now() - begin);
      }
      total += least;
    }
    return Math.round((total * 1000) / boards.length);
  };
  return { wrong, maps, each: [microseconds(territoryScoring), microseconds((stones) => guessDead(stones))] };
}, games);

const own = (name) => import(pathToFileURL(join(web, name)).href);
const { found } = await own('anywhere.mjs');
const { score } = await own('dist/seichi.mjs');
const there = await page.evaluate(async () => {
  const code = "import('http://package.test/anywhere.mjs').then(({ found }) => postMessage(found))";
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), { type: 'module' });
  const inWorker = new Promise((resolve, reject) => Object.assign(worker, { onmessage: ({ data }) => resolve(data), onerror: reject }));
  return { page: (await import('/anywhere.mjs')).found, worker: await inWorker };
});
assert.deepEqual(there, { page: found, worker: found });

const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.sgf'));
const records = names.map((name) => readFileSync(join(folder, name)).toString('latin1'));
const inPage = await page.evaluate(async (all) => {
  const { score } = await import('/dist/seichi.mjs');
  return all.map((record) => JSON.stringify(score(Uint8Array.from(record, (letter) => letter.charCodeAt(0)))));
}, records);
const inNode = records.map((record) => JSON.stringify(score(Buffer.from(record, 'latin1'))));
assert.deepEqual(inPage, inNode);
assert.ok(names.length > 100, `${names.length} records`);
await browser.close();
assert.deepEqual(wrong, []);
assert.ok(maps > 100, `${maps} maps`);
console.log(`ok   the npm package in Chromium: ${maps} maps of ${games.length} games in ${Math.round(performance.now() - start)} ms; territoryScoring ${each[0]} µs and guessDead ${each[1]} µs a board`);
console.log(`ok   the npm package in Chromium: a page and a worker have the results of Node for ${names.length} records`);
