// Finds games and runs the program on them, for the tests of the package in Node.

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Calls `work` with a new folder, and removes it afterwards. */
export function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'seichi-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns the folders and archives to compare: GAMES, if it is set; otherwise the corpus of the repository and, if it is
 * there, a part of the collection that is not in the repository.
 */
export function collections() {
  if (process.env.GAMES) return process.env.GAMES.split(':');
  const shared = process.env.SEICHI_GAMES || join(root, '../shared/corpus');
  const more = ['positions', 'ogs-corrected'].map((name) => join(shared, name));
  if (existsSync(more[0])) return [join(root, 'corpus'), ...more];
  console.error(`SKIPPED: games outside the repository, since ${shared} is missing: set GAMES`);
  return [join(root, 'corpus')];
}

/** Unpacks an archive, or copies a folder, into `folder`. */
function unpack(path, folder) {
  if (statSync(path).isDirectory()) cpSync(path, folder, { recursive: true });
  else if (path.endsWith('.zip')) execFileSync('unzip', ['-q', path, '-d', folder]);
  else execFileSync('tar', ['-xf', path, '-C', folder]);
}

/**
 * Calls `work` with a folder of the records of a collection, and with their bytes by name. Each record gets its own folder,
 * since other files next to a record can change the program's answer, and the package sees only the record.
 */
export function withRecords(collection, work) {
  return inFolder((folder) => {
    const [all, alone] = [join(folder, 'all'), join(folder, 'alone')];
    mkdirSync(all);
    unpack(collection, all);
    const names = readdirSync(all, { recursive: true }).filter((name) => name.endsWith('.sgf')).sort();
    const records = new Map();
    names.forEach((name, index) => {
      const own = `${index}/game.sgf`;
      const bytes = readFileSync(join(all, name));
      mkdirSync(join(alone, `${index}`), { recursive: true });
      writeFileSync(join(alone, own), bytes);
      records.set(own, bytes);
    });
    rmSync(all, { recursive: true });
    return work(alone, records);
  });
}

/** Returns the output of the program. Its exit code says whether a game was counted, which no caller needs. */
export function seichi(...words) {
  const { status, stdout, stderr } = spawnSync(process.env.SEICHI, words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 31 });
  if (status === null || status === 101) throw new Error(`${words.join(' ')}: ${stderr}`);
  return { stdout, stderr };
}

/** Returns the rows of a CSV file as objects. */
function csv(path) {
  const rows = [[]];
  for (const [, text, end] of readFileSync(path, 'utf8').matchAll(/((?:"(?:[^"]|"")*"|[^",\n])*)([,\n])/g)) {
    rows.at(-1).push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (end === '\n') rows.push([]);
  }
  const [header, ...records] = rows.slice(0, -1);
  return records.map((row) => Object.fromEntries(row.map((text, column) => [header[column], text])));
}

/** The name of a scorer that gives nobody territory. A run saves the board of every game on which this scorer differs. */
export const NOBODY = 'nobody';

const NOBODYS = "require('readline').createInterface({input: process.stdin}).on('line', (line) => console.log(JSON.stringify({id: JSON.parse(line).id, black: [], white: []})))";

/** The flags that save the board of every game. */
export const EVERY_BOARD = ['--scorer', `${NOBODY}=${process.execPath} -e "${NOBODYS}"`];

/**
 * Returns the files of a run of `seichi eval` over a folder. Without a counted game there are no files, but the message
 * gives the number of games for each reason.
 */
export function run(folder, ...options) {
  return inFolder((out) => {
    const { stderr } = seichi('eval', folder, '-o', join(out, 'run'), '-s', 'all', ...EVERY_BOARD, '-q', ...options);
    if (!existsSync(join(out, 'run'))) return { nothing: stderr };
    const file = (name) => join(out, 'run', name);
    return {
      boards: readFileSync(file('boards.ndjson'), 'utf8').trim().split('\n').map((line) => JSON.parse(line)),
      games: csv(file('games.csv')).filter(({ strategy }) => strategy !== NOBODY),
      skipped: csv(file('skipped.csv')),
    };
  });
}
