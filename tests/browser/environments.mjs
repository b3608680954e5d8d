// Loads the builds of the npm package in Chromium in the ways that need no bundler: environments.mjs WEB.
// web/environments tests the ways that need other packages.
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browser, close, emptyPage } from './chromium.mjs';

const dist = resolve(process.argv[2], 'dist');
const HOST = 'http://package.test/';
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
// no connections and no frames, and only scripts that are files of the host
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";
const AREA = '[[1,1,2,2]]';
const CALL = 'seichi.areaScoring([[0, 1, 2, 0]])';
const REPORT = '(value) => { document.title = JSON.stringify(value) }';

/** Returns the title of a page after its script has run. `files` contains the script and other files by name. */
async function titleOf(files, policy = POLICY) {
  const page = await emptyPage({ width: 400, height: 400 }, (url) => url.startsWith(HOST));
  await page.route('**/*', (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const body = name === '' ? `<!doctype html>${files.html}` : (files[name] ?? readFileSync(join(dist, name)));
    const headers = { 'content-security-policy': policy, 'x-content-type-options': 'nosniff' };
    return route.fulfill({ body, contentType: TYPES[extname(name)] ?? 'text/html', headers });
  });
  await page.goto(HOST);
  await page.waitForFunction(() => document.title);
  const title = await page.title();
  await close(page);
  return title;
}

const module = (code) => ({ html: '<script type="module" src="main.mjs"></script>', 'main.mjs': code });
const classic = (build) => ({ html: `<script src="${build}"></script><script src="main.js"></script>`, 'main.js': `(${REPORT})(${CALL})` });
const WORKERS = `${POLICY}; worker-src 'self'`;
const inWorker = (options, name, code) => ({
  ...module(`new Worker('${name}', ${options}).onmessage = ({ data }) => (${REPORT})(data)`),
  [name]: code,
});

const tests = {
  'an imported build, under a strict content security policy': () => titleOf(module(`import * as seichi from './seichi.mjs'; (${REPORT})(${CALL})`)),
  'a classic script, under a strict content security policy': () => titleOf(classic('seichi.js')),
  'a classic script with boards only': () => titleOf(classic('boards.js')),
  'init before the first call': () => titleOf(module(`import * as seichi from './seichi.mjs'; await seichi.init(); (${REPORT})(${CALL})`)),
  'the bare build with an address': () => titleOf(
    module(`import * as seichi from './bare.mjs'; await seichi.init(new URL('seichi.wasm', location)); (${REPORT})(${CALL})`),
    `${POLICY}; connect-src 'self'`,
  ),
  'a module worker': () => titleOf(inWorker("{ type: 'module' }", 'worker.mjs', `import * as seichi from './seichi.mjs'; postMessage(${CALL})`), WORKERS),
  'a classic worker': () => titleOf(inWorker('{}', 'worker.js', `importScripts('seichi.js'); postMessage(${CALL})`), WORKERS),
  async 'a file without a server'() {
    const files = { ...classic('seichi.js') };
    for (const [name, text] of Object.entries({ 'page.html': `<!doctype html>${files.html}`, 'main.js': files['main.js'] })) writeFileSync(name, text);
    copyFileSync(join(dist, 'seichi.js'), 'seichi.js');
    const page = await emptyPage({ width: 400, height: 400 }, (url) => url.startsWith('file:'));
    await page.goto(pathToFileURL(resolve('page.html')).href);
    await page.waitForFunction(() => document.title);
    const title = await page.title();
    await close(page);
    return title;
  },
};

for (const [name, run] of Object.entries(tests)) {
  assert.equal(await run(), AREA, name);
  console.log(`ok   the npm package in Chromium: ${name}`);
}
// browsers do not compile a module if the policy does not allow it
const refused = module(`import * as seichi from './seichi.mjs'; try { ${CALL} } catch (error) { (${REPORT})(error.message) }`);
assert.match(await titleOf(refused, "default-src 'none'; script-src 'self'"), /Content Security Policy|unsafe-eval/);
console.log('ok   the npm package in Chromium: a policy without wasm-unsafe-eval is an error that names it');
await browser.close();
