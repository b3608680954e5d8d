// Finds the records among the files that a user drops or chooses, and names and sorts them as the program does.

import { members } from './zip.js';

const isRecord = (name) => /\.(sgf|sgfs|mgt)$/i.test(name);
const isZip = (name) => /\.zip$/i.test(name);

/** Returns whether a file may be an archive of records. */
export const isArchive = ({ name }) => isZip(name);

/** Returns all files below an entry of the browser's file system, each with its path. */
async function filesBelow(entry, path) {
  if (entry.isFile) return [{ path, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) }];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    // a reader gives a hundred entries at a time
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return found;
    for (const other of some) found.push(...await filesBelow(other, `${path}/${other.name}`));
  }
}

/** Returns the files of a drop, each with its path. Has to be called while the drop is handled. */
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.());
  if (entries.length && entries.every(Boolean)) {
    return (await Promise.all(entries.map((entry) => filesBelow(entry, entry.name)))).flat();
  }
  return [...transfer.files].map((file) => ({ path: file.name, file }));
}

/** Returns the files of a field, each with its path. */
export const chosenFiles = (field) => [...field.files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** Returns the paths below the only folder, if there is one and nothing else, and the folder's name. */
function withoutOnlyFolder(files) {
  const [folder, ...below] = files[0].path.split('/');
  const start = `${folder}/`;
  if (!below.length || !files.every(({ path }) => path.startsWith(start))) return [files, files.length === 1 ? files[0].path : 'games'];
  return [files.map(({ path, file }) => ({ path: path.slice(start.length), file })), folder];
}

/** Compares texts by their bytes in UTF-8, which is the order of their characters' numbers. */
function compare({ name: a }, { name: b }) {
  if (a === b) return 0;
  const [one, other] = [[...a], [...b]];
  const at = one.findIndex((letter, index) => letter !== other[index]);
  if (at < 0) return -1;
  return other[at] === undefined || one[at].codePointAt(0) > other[at].codePointAt(0) ? 1 : -1;
}

/** Finds the records of files: `records` has those that read.js can read, `unread` names what was left out, and `name` is what
 * a run over them is called. */
export async function recordsOf(given) {
  const [files, name] = withoutOnlyFolder(given);
  const records = [];
  const unread = [];
  for (const { path, file } of files) {
    if (isRecord(path)) records.push({ name: path, blob: file });
    else if (!isZip(path)) unread.push(path);
    else {
      try {
        for (const { name: member, ...data } of await members(file)) {
          const whole = `${path}!/${member}`;
          if (isRecord(member) && data.blob) records.push({ name: whole, ...data });
          else if (!member.endsWith('/')) unread.push(whole);
        }
      } catch (error) {
        unread.push(`${path}: ${error.message}`);
      }
    }
  }
  return { records: records.sort(compare), unread, name };
}
