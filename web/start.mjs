// Measures how long the import and the first call of each build take in a new process: node web/start.mjs. Only the
// fastest of 21 processes counts, since other programs may keep the cores busy.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CALL = 'areaScoring([[0, 1, 2, 0]])';
const BUILDS = {
  "import 'seichi'": `const { areaScoring } = await import('seichi'); lap(); ${CALL};`,
  "require('seichi')": `const { areaScoring } = createRequire(process.cwd() + '/x')('seichi'); lap(); ${CALL};`,
  "import 'seichi/boards'": `const { areaScoring } = await import('seichi/boards'); lap(); ${CALL};`,
  "import 'seichi/bare', with init": `const { areaScoring, init } = await import('seichi/bare'); lap(); await init(readFileSync('dist/seichi.wasm')); ${CALL};`,
};
const cwd = fileURLToPath(new URL('.', import.meta.url));

for (const [name, code] of Object.entries(BUILDS)) {
  const start = "import { readFileSync } from 'node:fs'; import { createRequire } from 'node:module'; const laps = [performance.now()]; const lap = () => laps.push(performance.now());";
  const program = `${start}${code} lap(); console.log(laps[1] - laps[0], laps[2] - laps[1]);`;
  const times = Array.from({ length: 21 }, () => execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd, encoding: 'utf8' }).trim().split(' ').map(Number));
  const [load, call] = [0, 1].map((column) => Math.min(...times.map((row) => row[column])).toFixed(0));
  console.log(`${name}: ${load} ms, first call ${call} ms`);
}
