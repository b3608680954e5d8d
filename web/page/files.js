// Finds the records among the files that a user drops or chooses, and names and sorts them like the program.

import { unpack } from './run.js';

/** Returns whether a file is a record, by its name. */
export const isRecord = (name) => /\.(sgf|sgfs|mgt)$/i.test(name);

/** Returns whether bytes start like a record: with text in which the first node comes soon. */
export function startsLikeRecord(bytes) {
  const start = new TextDecoder('latin1').decode(bytes.slice(0, 2000));
  return /^[^\0-\x08\x0e-\x1f]*?\(\s*;/.test(start);
}

/** Returns whether a file is an archive, by its name. */
export const isArchive = (name) => /\.(zip|tar(\.(gz|bz2|zst))?|tgz|tbz2|tzst)$/i.test(name);

/** Yields the contents of a folder of the browser's file system: handles if the folder is a handle, otherwise entries. */
async function* contentOf(folder) {
  if (folder.values) return void (yield* folder.values());
  const reader = folder.createReader();
  // each call of a reader returns at most a hundred entries
  for (let some; some?.length !== 0; yield* some) some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

/** Yields all files below an entry or a handle of the browser's file system, each with its path. */
async function filesBelow(entry, path) {
  if (entry.kind === 'file') return [{ path, file: await entry.getFile() }];
  if (entry.isFile) return [{ path, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) }];
  const found = [];
  for await (const other of contentOf(entry)) found.push(...await filesBelow(other, `${path}/${other.name}`));
  return found;
}

/** Returns the files of a drop, each with its path. Must be called while the drop is handled. */
export async function droppedFiles(transfer) {
  const [items, files] = [[...transfer.items], [...transfer.files]];
  // on a page that was opened from disk, Chromium reads only handles, which other browsers lack
  const hasHandles = location.protocol === 'file:' && 'getAsFileSystemHandle' in DataTransferItem.prototype;
  const entries = await Promise.all(items.map((item) => (hasHandles ? item.getAsFileSystemHandle() : item.webkitGetAsEntry?.())));
  if (entries.length && entries.every(Boolean)) {
    return (await Promise.all(entries.map((entry) => filesBelow(entry, entry.name)))).flat();
  }
  return files.map((file) => ({ path: file.name, file }));
}

/** Returns the files of an input field, each with its path. */
export const chosenFiles = (field) => [...field.files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** Returns the files and a name for them. If all are below one folder, the name is the folder's, and the files have their paths below it. */
function withoutOnlyFolder(files) {
  const [folder, ...below] = files[0].path.split('/');
  const start = `${folder}/`;
  if (!below.length || !files.every(({ path }) => path.startsWith(start))) return [files, files.length === 1 ? files[0].path : 'games'];
  return [files.map(({ path, file }) => ({ path: path.slice(start.length), file })), folder];
}

/** Returns a text that sorts by the bytes of a record's name in UTF-8, like the program. Names of archive members begin with the archive's name and `!/`. */
const sortKey = ({ name, sortName = name }) => Array.from(new TextEncoder().encode(sortName), (byte) => String.fromCharCode(byte)).join('');

/** Returns the records of an archive in the archive's order, each with its `bytes`, or with a `skip` if it can't be read. The archive
 * itself comes last, with a skip, if it can't be read to its end. */
async function recordsIn(path, file) {
  const { members, skip } = await unpack(path, file);
  const sortName = `${path}!/`;
  const records = members.map((member) => ({ ...member, name: sortName + member.name, sortName }));
  return skip ? [...records, { name: path, sortName, skip, isArchive: true }] : records;
}

/** Finds the records in files: `records` has the record files, each with its `blob`, and the members of archives; `unread`
 * names the other files, and `name` is the name for a run over them. */
export async function recordsOf(given) {
  const [files, name] = withoutOnlyFolder(given);
  const records = [];
  const unread = [];
  for (const { path, file } of files) {
    if (isRecord(path)) records.push({ name: path, blob: file });
    else if (!isArchive(path)) unread.push(path);
    else {
      try {
        records.push(...await recordsIn(path, file));
      } catch (error) {
        unread.push(`${path}: ${error.message}`);
      }
    }
  }
  if (records.every(({ isArchive }) => isArchive)) unread.push(...records.splice(0).map(({ name: path, skip }) => `${path}: ${JSON.parse(skip).detail}`));
  const keys = new Map(records.map((record) => [record, sortKey(record)]));
  records.sort((a, b) => (keys.get(a) < keys.get(b) ? -1 : Number(keys.get(a) > keys.get(b))));
  return { records, unread, name };
}
