// Gives the players of all games in a folder odd names, in place: odd.mjs FOLDER
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

export const NAMES = [
  '<script>alert(1)</script>', '"quoted" & \'single\' </script><!--', '</title><img src=x onerror=alert(2)>', '🐉 龍 ‮right to left', 'x'.repeat(5000),
  'two\nlines\tand\\ a [bracket]',
];

/** Returns a name in the form of the page: on one line, and shortened if it is very long. */
export const shown = (name) => [...name.replace(/[\n\t]/g, ' ')].slice(0, 200).join('') + ([...name].length > 200 ? '…' : '');

const folder = process.argv[1].endsWith('odd.mjs') && process.argv[2];
if (folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sgf')).sort();
  files.forEach((file, at) => {
    const [black, white] = [NAMES[at % NAMES.length], `white ${at}`].map((name) => name.replace(/[\\\]]/g, '\\$&'));
    const game = readFileSync(`${folder}/${file}`, 'utf8');
    writeFileSync(`${folder}/${file}`, game.replace('(;', () => `(;PB[${black}]PW[${white}]DT[2016-01-0${1 + (at % 9)}]`));
  });
}
