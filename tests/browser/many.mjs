// Makes a run with NUMBER mismatches by repeating the games of a smaller run: many.mjs RUN OUT NUMBER
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const [run, out, number] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
for (const name of ['run.json', 'mismatches.csv', 'skipped.csv']) copyFileSync(`${run}/${name}`, `${out}/${name}`);
const boards = readFileSync(`${run}/boards.ndjson`, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
const lines = [];
for (let at = 0; at < +number; at++) {
  const board = boards[at % boards.length];
  const turn = Math.floor(at / boards.length);
  const game = board.game.replace(/#/, `-${turn}#`);
  lines.push(JSON.stringify({ ...board, game, explain: board.explain.replace(board.game, game) }));
}
writeFileSync(`${out}/boards.ndjson`, `${lines.join('\n')}\n`);
