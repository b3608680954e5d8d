// Uses the package in each environment. The script `run` prepares the folder.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { Miniflare } from 'miniflare';
import { createServer } from 'vite';

import { EXPECTED, IMPORT, Project, REQUIRE, VALUE } from './project.mjs';

const page = (script) => `<!doctype html><meta charset="utf-8"><title></title><script type="module" src="${script}"></script>`;
const classicPage = (script) => `<!doctype html><meta charset="utf-8"><title></title><script src="${script}"></script>`;
const SHOW = `document.title = ${VALUE};`;
const PRINT = `console.log(${VALUE})`;
const CHECK = `expect(${VALUE}).toBe('${EXPECTED}');`;

const programs = new Project('programs', {
  'main.mjs': `${IMPORT}\n${PRINT}`,
  'main.cjs': `${REQUIRE}\n${PRINT}`,
  'boards.mjs': "import { areaScoring } from 'seichi/boards'; console.log(areaScoring([[1, 0]]).length);",
  'bare.cjs': `const { areaScoring, init, score } = require('seichi/bare');
    init(require('node:fs').readFileSync(require.resolve('seichi/seichi.wasm'))).then(() => ${PRINT});`,
});
const runtimes = {
  ...Object.fromEntries(['18', '20', '22', '24'].map((version) => [`Node ${version}`, [`node_modules/node${version}/bin/node`]])),
  Deno: ['node_modules/.bin/deno', 'run', '--allow-read', '--allow-env'],
  Bun: ['node_modules/.bin/bun', 'run'],
};
for (const [name, command] of Object.entries(runtimes)) {
  test(`${name}: import and require`, async () => {
    for (const file of ['main.mjs', 'main.cjs', 'bare.cjs']) assert.equal(await programs.run(...command, file), EXPECTED, file);
    assert.equal(await programs.run(...command, 'boards.mjs'), '1');
  });
}

/** TypeScript that uses each entry point, with calls that the types must accept and calls that they must reject. */
const typed = (load) => `${load}
const rows: readonly (readonly number[])[] = [[0, 1, 2, 0]];
const typedRows = [Uint8Array.from([0, 1, 2, 0])];
for (const stones of [rows, typedRows, [[0, 1, 2, 0]] as number[][]]) areaScoring(stones);
territoryScoring(rows, [[false, true, false, false]], { strategy: 'linked' });
territoryScoring(rows, null)[0]![0]!.isTerritoryFor satisfies 0 | 1 | 2;
boards.guessDead(rows, { timeout: 1000, signal: AbortSignal.timeout(1000) }) satisfies boolean[][];
for (const game of score('(;SZ[3]AB[aa])')) if (!game.skip) boards.finalScore(game.stones, game.dead, game).result satisfies string;
export function wrong() {
  // @ts-expect-error a misspelt option
  territoryScoring(rows, null, { strategie: 'linked' });
  // @ts-expect-error komi as text
  finalAreaScore(rows, null, '6.5');
  // @ts-expect-error rows of text
  areaScoring(['XO']);
  // @ts-expect-error records are not part of seichi/boards
  boards.score;
  bare.init(new URL('https://seichi.test/seichi.wasm')) satisfies Promise<void>;
}
${PRINT}
`;
const NAMES = 'areaScoring, finalAreaScore, score, territoryScoring';
const IMPORTS = `import { ${NAMES} } from 'seichi';\nimport * as boards from 'seichi/boards';\nimport * as bare from 'seichi/bare';`;
const IMPORT_REQUIRE = `import seichi = require('seichi');\nimport boards = require('seichi/boards');\nimport bare = require('seichi/bare');
const { ${NAMES} } = seichi;`;
const STRICT = ['--strict', '--noUncheckedIndexedAccess', '--target', 'es2022', '--lib', 'es2022,dom', '--types', 'node'];

test('TypeScript: node16 and nodenext, modules and CommonJS', async () => {
  const project = new Project('typescript', { 'main.mts': typed(IMPORTS), 'main.cts': typed(IMPORT_REQUIRE) });
  for (const module of ['node16', 'nodenext']) {
    await project.run('node_modules/.bin/tsc', '--module', module, ...STRICT, 'main.mts', 'main.cts');
    for (const file of ['main.mjs', 'main.cjs']) assert.equal(await project.run(process.execPath, file), EXPECTED);
  }
});

test('TypeScript: bundler, and the global of a classic script', async () => {
  const project = new Project('bundler', { 'main.ts': typed(IMPORTS), 'global.ts': "/// <reference types=\"seichi\" />\nseichi.areaScoring([[0]]);" });
  await project.run('node_modules/.bin/tsc', '--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit', ...STRICT, 'main.ts', 'global.ts');
});

const viteFiles = {
  'index.html': page('/main.js'),
  'main.js': `${IMPORT}\n${SHOW}`,
  'worker.html': page('/starts.js'),
  'starts.js': "new Worker(new URL('./worker.js', import.meta.url)).onmessage = ({ data }) => { document.title = data; };",
  'module.html': page('/starts-module.js'),
  'starts-module.js': "import Module from './worker.js?worker';\nnew Module().onmessage = ({ data }) => { document.title = data; };",
  'worker.js': `${IMPORT}\npostMessage(${VALUE});`,
  'vite.config.js': "export default { base: './', build: { rollupOptions: { input: ['index.html', 'worker.html', 'module.html'] } } };",
};

test('Vite: build, and workers in the build', async () => {
  const project = new Project('vite', viteFiles);
  await project.run('node_modules/.bin/vite', 'build', '--logLevel', 'error');
  for (const file of ['index', 'worker', 'module']) assert.equal(await project.title(`dist/${file}.html`), EXPECTED, file);
});

test('Vite: development server', async () => {
  const project = new Project('vite-dev', viteFiles);
  const server = await createServer({ root: project.folder, logLevel: 'error', server: { port: 0 } });
  try {
    await server.listen();
    assert.equal(await project.title('/', server.resolvedUrls.local[0]), EXPECTED);
    assert.equal(await project.title('/module.html', server.resolvedUrls.local[0]), EXPECTED, 'a module worker');
  } finally {
    await server.close();
  }
});

const bundled = {
  'import.js': `${IMPORT}\n${SHOW}`,
  'require.js': `${REQUIRE}\n${SHOW}`,
  'import.html': classicPage('/dist/import.js'),
  'require.html': classicPage('/dist/require.js'),
  'node.js': `${IMPORT}\n${PRINT}`,
};

test('webpack: import and require', async () => {
  const project = new Project('webpack', bundled);
  for (const name of ['import', 'require']) {
    await project.run('node_modules/.bin/webpack', '--mode', 'production', '--entry', `./${name}.js`, '-o', 'dist', '--output-filename', `${name}.js`);
    assert.equal(await project.title(`${name}.html`), EXPECTED, name);
  }
});

test('esbuild: browsers and Node', async () => {
  const project = new Project('esbuild', bundled);
  const esbuild = (...words) => project.run('node_modules/.bin/esbuild', '--bundle', '--minify', '--log-level=error', ...words);
  for (const name of ['import', 'require']) {
    await esbuild(`${name}.js`, `--outfile=dist/${name}.js`);
    assert.equal(await project.title(`${name}.html`), EXPECTED, name);
  }
  for (const [format, file] of [['cjs', 'dist/node.cjs'], ['esm', 'dist/node.mjs']]) {
    await esbuild('node.js', '--platform=node', `--format=${format}`, `--outfile=${file}`);
    assert.equal(await project.run(process.execPath, file), EXPECTED, format);
  }
});

test('Jest: Node and jsdom', async () => {
  const project = new Project('jest', {
    'node.test.js': `${REQUIRE}\ntest('scores', () => { ${CHECK} });`,
    'jsdom.test.js': `/** @jest-environment jsdom */\n${REQUIRE}\ntest('scores', () => { ${CHECK} });`,
    'package.json': '{ "jest": {} }',
  });
  await project.run('node_modules/.bin/jest');
});

test('ts-jest with jsdom', async () => {
  const project = new Project('ts-jest', {
    'main.test.ts': `${IMPORT}\ntest('scores', () => { ${CHECK} });`,
    'tsconfig.json': '{ "compilerOptions": { "module": "commonjs", "target": "es2022", "strict": true, "esModuleInterop": true, "types": ["jest"] } }',
    'package.json': '{ "jest": { "preset": "ts-jest", "testEnvironment": "jsdom" } }',
  });
  await project.run('node_modules/.bin/jest');
});

test('Vitest', async () => {
  const project = new Project('vitest', { 'main.test.js': `import { expect, test } from 'vitest';\n${IMPORT}\ntest('scores', () => { ${CHECK} });` });
  await project.run('node_modules/.bin/vitest', 'run');
});

test('Cloudflare Workers, in Miniflare', async () => {
  const [bare, wasm] = ['seichi/bare', 'seichi/seichi.wasm'].map((name) => createRequire(join(process.cwd(), 'x')).resolve(name));
  const miniflare = new Miniflare({ compatibilityDate: '2026-01-01', modules: [
    { type: 'ESModule', path: 'worker.mjs', contents: `import { areaScoring, init, score } from './bare.mjs';
      import wasm from './seichi.wasm';
      export default { async fetch() { await init(wasm); return new Response(${VALUE}); } };` },
    { type: 'ESModule', path: 'bare.mjs', contents: readFileSync(bare.replace(/js$/, 'mjs'), 'utf8') },
    { type: 'CompiledWasm', path: 'seichi.wasm', contents: readFileSync(wasm) },
  ] });
  try {
    assert.equal(await (await miniflare.dispatchFetch('http://seichi.test/')).text(), EXPECTED);
  } finally {
    await miniflare.dispose();
  }
});
