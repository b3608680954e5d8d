// Tests that the single-file page that scores games, opened from disk, needs and reaches nothing else: disk.mjs FOLDER.
// web/page/build makes FOLDER. score.mjs and games.mjs test everything else about this file, with the variable FROM_DISK.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { close, folder, open, run } from './site.mjs';

const tests = {
  async 'is small and has no links to other files'() {
    assert.ok(statSync(join(folder, 'seichi.html')).size < 1.2e6);
    const page = await open();
    assert.match(page.url(), /^file:.*\/seichi\.html$/);
    const addresses = await page.locator('[src], a[href], link[href]').evaluateAll((all) => all.map((one) => one.getAttribute('src') ?? one.getAttribute('href')));
    assert.deepEqual(addresses.filter((address) => !/^(#|data:)/.test(address)), []);
    await close(page);
  },
  async 'is where the page for a server points if it is opened from disk'() {
    const page = await open();
    await page.goto(page.url().replace('seichi.html', 'index.html'));
    await page.click('#status a');
    await page.locator('#game-name[title="example.sgf#1"]').waitFor();
    assert.match(page.url(), /\/seichi\.html$/);
    await page.context().close();
  },
  async 'lets no other script run, and none use a network'() {
    const page = await open();
    const { ran, blocked, fetched } = await page.evaluate(async () => {
      const violations = [];
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violations.push(effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true;';
      document.body.append(script);
      const style = document.createElement('style');
      style.textContent = 'body { display: none; }';
      document.head.append(style);
      new Image().src = 'https://score.test/image';
      const reach = "fetch('https://score.test/').then(() => 'reached', () => 'blocked')";
      const worker = new Worker(URL.createObjectURL(new Blob([`${reach}.then(postMessage)`])));
      const answers = [
        await fetch('https://score.test/').then(() => 'reached', () => 'blocked'),
        await new Promise((done) => worker.addEventListener('message', ({ data }) => done(data))),
      ];
      return { ran: globalThis.ran, blocked: violations, fetched: answers };
    });
    assert.equal(ran, undefined);
    assert.deepEqual(fetched, ['blocked', 'blocked']);
    assert.deepEqual(blocked.sort(), ['connect-src', 'img-src', 'script-src-elem', 'style-src-elem']);
    // each violation is an error on the page, and Chromium announces the request for an image before it blocks it
    assert.deepEqual(page.wrong.splice(0).filter((words) => !/^console: .*Content Security Policy|score\.test\/image$/.test(words)), []);
    await close(page);
  },
};

await run('the page as one file', tests);
