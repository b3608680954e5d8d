// Makes a run with NUMBER mismatches by repeating the games of a smaller run: many.mjs RUN OUT NUMBER
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const [run, out, number] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
for (const name of ['mismatches.csv', 'skipped.csv']) copyFileSync(`${run}/${name}`, `${out}/${name}`);
const boards = readFileSync(`${run}/boards.ndjson`, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
const lines = [];
for (let at = 0; at < +number; at++) {
  const board = boards[at % boards.length];
  const turn = Math.floor(at / boards.length);
  const game = board.game.replace(/#/, `-${turn}#`);
  lines.push(JSON.stringify({ ...board, game, explain: board.explain.replace(board.game, game) }));
}
writeFileSync(`${out}/boards.ndjson`, `${lines.join('\n')}\n`);

// with the digests that the program verifies
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const { digest: _, ...facts } = JSON.parse(readFileSync(`${run}/run.json`, 'utf8'));
const names = ['boards.ndjson', 'mismatches.csv', 'skipped.csv'];
facts.files = Object.fromEntries(names.map((name) => [name, sha256(readFileSync(`${out}/${name}`))]));
const fields = JSON.stringify(facts, null, 2).slice(0, -'\n}'.length);
writeFileSync(`${out}/run.json`, `${fields},\n  "digest": "${sha256(fields)}"\n}\n`);
