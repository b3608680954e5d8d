// The page that counts games. A worker explains a single record, which the modules of the report page draw. Several records are
// audited, and the list of them leads to each game.

import { boardOf, sgfPoint } from './report/board.js';
import { button, byId, html } from './report/elements.js';
import { copy, drawGame } from './report/game.js';
import { gameOf, setRun } from './report/games.js';
import { marginText, playersText, shortName, sizeText } from './report/text.js';
import { deadStoneMarker, ringsOf } from './dead.js';
import { chosenFiles, droppedFiles, isArchive, isRecord, recordsOf, startsLikeRecord } from './files.js';
import { listOf, redraw, spreadsheet, tickBox, wasChecked } from './list.js';
import { loadFile } from './parts.js';
import { hidesPage, showReport } from './report.js';
import { OF_STONES, resultOf } from './result.js';
import { auditRecords, evaluateRecords, RecordScorer } from './run.js';
import { save, savePicture } from './save.js';
import { amount, putWords, rulesText, skipText, word } from './words.js';

/** The sources of dead stones that the user can choose: the name of the words in the menu, and the option of the program. */
const SOURCES = {
  record: ['asMarkedOrGuessed', 'auto,estimate'],
  marks: ['asMarked', 'auto'],
  estimate: ['guessed', 'estimate'],
  none: ['none', 'none'],
};

/** The rules that the user can choose: the name of the program, and the name in a record. */
const RULES = {
  japanese: 'Japanese', chinese: 'Chinese', korean: 'Korean', aga: 'AGA', 'new-zealand': 'NZ', ing: 'Ing', 'tromp-taylor': 'Tromp-Taylor',
};

/** If a record has no board for one of these reasons, the reader can supply what it lacks. */
const CORRECTABLE = ['unknown_rules', 'no_komi', 'unreadable_komi'];

/** The record on the page: its name, its bytes with corrected rules and komi, whether these were corrected, the number of its
 * game, the dead stones that were marked on the board, the points whose status was settled by that, its values before each
 * change, and the record that was open before. */
let record = null;

/** The list of games on the page: its records and the files that are not records, its rows, and for
 * each game the row of the audit with its evidence, its board, and the dead stones that were marked. */
let listed = null;

/** The user's choice of a view, in the form for the modules of the report page. */
let view = {};
let explanation = null;
let shownResult = null;
const cursor = { point: null };

/** Stops the current run, if any. */
let running = null;

const scorer = new RecordScorer();

/** Shows the status, or only reads it to a screen reader. */
function say(words, { isFailure = false, isRead = false } = {}) {
  byId('status').textContent = words;
  byId('status').classList.toggle('failed', isFailure);
  byId('status').classList.toggle('hidden', isRead);
}

/** Returns the request about the record for the worker. */
function asked() {
  const { name, number, bytes, isText, dead } = record;
  const source = SOURCES[byId('dead').value] ?? SOURCES.record;
  return { dead: source[1], bytes, asked: { name, number, is_text: isText, dead } };
}

/** Counts the record again. */
async function ask() {
  offerSources();
  say(word('scoring'));
  const own = record;
  try {
    const found = await scorer.askLast('explain', asked());
    if (found && record === own && !hidesPage()) show(found);
  } catch (error) {
    if (record === own) refuse(error.message);
  }
}

/** Loads a record, from a file or as text, unless a run is in progress. */
function take(name, bytes, isText = false) {
  if (!running) see(name, new Uint8Array(bytes), 1, { isText, isAlone: true });
}

/** Shows a game of a record, which is not in the list if `isAlone` is set. */
function see(name, bytes, number, { isText = false, isAlone = false } = {}) {
  const isCorrected = (!isAlone && listed?.byName.get(name).corrected?.has(number)) ?? false;
  const dead = (!isAlone && listed?.dead.get(`${name}#${number}`)) || null;
  const open = isAlone && explanation ? record : record?.open;
  record = { name, bytes, number, isText, isAlone, isCorrected, dead, settled: new Set(), before: [], open, isNew: true };
  ask();
}

/** Says why a record can't be shown. The open board, or the list that led to the record, stays. */
function refuse(reason) {
  const { name, open, isAlone } = record;
  if (open) {
    record = open;
    offerGames(explanation.games);
    offerCorrections(explanation);
    offerSources();
  } else if (listed && !isAlone) {
    location.hash = '';
    showList();
  } else close();
  say(`${name}: ${reason}`, { isFailure: true });
}

/** Returns whether a run is in progress. If so, tells the user that files have to wait. */
function isBusy() {
  if (running) byId('refused').textContent = word('busy');
  return Boolean(running);
}

/** Loads files, unless a run is in progress: counts one record here, and lists several. */
async function takeFiles(files) {
  if (!files.length || isBusy()) return;
  const [{ path, file }] = files;
  if (files.length === 1 && !isArchive(path)) {
    const bytes = await file.arrayBuffer();
    if (isRecord(path) || startsLikeRecord(bytes)) return void take(path, bytes);
    return void say(`${path}: ${word('no_game')}`, { isFailure: true });
  }
  await during(() => auditFiles(files));
}

/** Does work that the user can stop, such as a run. */
async function during(work) {
  running = new AbortController();
  const bar = byId('run');
  byId('refused').textContent = '';
  try {
    await work();
  } catch (error) {
    say(word('failed', error.message), { isFailure: true });
  } finally {
    running = null;
    bar.hidden = true;
  }
}

/** Shows the progress of a run over records. Returns the settings of the run. */
function startRun(records) {
  byId('run').hidden = false;
  const progress = (done) => {
    byId('progress').value = done / records.length;
    say(word('progressed', done, records.length));
  };
  progress(0);
  const dead = (SOURCES[byId('dead').value] ?? SOURCES.record)[1];
  return { dead, progress, signal: running.signal };
}

/** Returns the notes on a run: that it was stopped, and the files that were not read. */
function notesOn(run, records, unread) {
  const left = [...unread, ...run.unread];
  return [
    ...(run.done < records.length ? [word('stopped', run.done, records.length)] : []),
    ...(left.length ? [word('notRead', left.length, `${left.slice(0, 3).join(', ')}${left.length > 3 ? ' …' : ''}`)] : []),
  ];
}

/** Audits the records of files, and lists their games. */
async function auditFiles(files) {
  say(word('looking'));
  const { records, unread, name } = await recordsOf(files);
  if (records.length === 1 && records[0].blob !== undefined) {
    const bytes = await records[0].blob.arrayBuffer();
    running = null;
    return void take(records[0].name, bytes);
  }
  if (!records.length) throw new TypeError(word('noRecords', files.length, unread.length ? `: ${unread[0]}` : ''));
  forgetList();
  close();
  await list({ records, unread, name, rows: [] });
}

/** Returns the path of the file of a game in the list, and the game's number in it. */
function placeOf({ game }) {
  const [, path, number] = /^([^]*?)(?:#(\d+))?$/.exec(game);
  return [path, Number(number ?? 1)];
}

/** Returns the audit of the listed games, in its own order: the rows, and the rows as CSV. */
const audited = () => scorer.ask('list', { rows: [...listed.lines.values()] });

/** Returns the bytes of a record; undefined if it can't be read. */
const bytesOf = async ({ blob, bytes }) => bytes ?? (blob && new Uint8Array(await blob.arrayBuffer()));

/** Keeps the board of a game for the list, with the answer that counts. */
function keepBoard(own, game, { board, lead }) {
  own.boards.set(game, { ...board, answers: board.answers.filter(({ strategies }) => strategies.includes(lead)) });
}

/** Makes the boards of copies that differ, where the audit has none: it does not count a game with a resignation. */
async function addBoards(own, dead) {
  for (const row of own.rows.filter(({ verdict, game }) => verdict === 'copies-differ' && !own.boards.has(game))) {
    const [name, number] = placeOf(row);
    const bytes = await bytesOf(own.byName.get(name));
    const found = await scorer.ask('explain', { dead, bytes, asked: { name, number, is_text: false, dead: null } }).catch(() => null);
    if (found && !found.skip) keepBoard(own, row.game, found);
  }
}

/** Audits the records of a list, and shows it. */
async function list({ records, unread, name, rows: before }) {
  const settings = startRun(records);
  const run = await auditRecords(records, settings);
  const checked = new Set(before.filter(({ isChecked }) => isChecked).map(({ game }) => game));
  listed = {
    records, unread, name, lines: run.lines, boards: run.boards, dead: new Map(), place: 0, last: null,
    notes: notesOn(run, records, unread), byName: new Map(records.map((one) => [one.name, one])),
  };
  const { rows } = await audited();
  listed.rows = rows.map((row, number) => {
    const [path, place] = placeOf(row);
    const isChanged = listed.byName.get(path)?.corrected?.has(place);
    return { ...row, number, isChanged, section: row.verdict, isChecked: checked.has(row.game) || wasChecked(row) };
  });
  await addBoards(listed, settings.dead);
  byId('all-games').replaceChildren(...listOf(listed, [button(word('saveList'), exportList, { id: 'export' }),
    button(word('statistics'), statistics, { id: 'statistics' })]));
  running = null;
  showList();
}

/** Saves the list as CSV. */
async function exportList() {
  const own = listed;
  const checked = new Set(own.rows.filter(({ isChecked }) => isChecked).map(({ game }) => game));
  const { rows, csv } = await audited();
  save(`${own.name}-audit.csv`, spreadsheet(csv, rows, (game) => checked.has(game)), 'text/csv');
}

/** Evaluates the listed games, and shows their statistics. */
async function statistics() {
  if (isBusy()) return;
  const own = listed;
  const { records, name, unread } = own;
  await during(async () => {
    const run = await evaluateRecords(records, name, startRun(records));
    running = null;
    if (listed === own) await showReport(run, notesOn(run, records, unread));
  });
}

/** Takes the board off the page, with the menu of its record, and the record unless it is `kept`. */
function close(kept = null) {
  [record, explanation] = [kept, null];
  document.body.classList.remove('open');
  byId('game').replaceChildren();
  byId('number').closest('label').hidden = true;
  for (const id of ['rules', 'komi']) Object.assign(byId(id), { disabled: true, value: '' });
  offerSources();
}

/** Takes the list of games off the page. */
function forgetList() {
  listed = null;
  byId('all-games').hidden = true;
  document.body.classList.remove('listed');
  if (location.hash) location.hash = '';
}

/** Shows the list of games instead of a board, at the place where the user left it. */
function showList() {
  close();
  document.body.classList.add('listed');
  byId('all-games').hidden = false;
  say(word('links'), { isRead: true });
  const link = listed.last !== null && byId('all-games').querySelector(`a[href="#${listed.last}"]`);
  (link || byId('all-games-name')).focus({ preventScroll: true });
  scrollTo(0, listed.place);
}

/** Shows the game of the list that the address names by its number, or the list. */
async function follow() {
  if (!listed || running || hidesPage()) return;
  const row = listed.rows[location.hash.slice(1) || -1];
  if (row === undefined) return void (record && showList());
  const [path, number] = placeOf(row);
  const bytes = await bytesOf(listed.byName.get(path));
  if (!bytes) return void say(word('notRead', 1, path), { isFailure: true });
  if (!record) listed.place = scrollY;
  listed.last = row.number;
  byId('all-games').hidden = true;
  see(path, bytes, number);
  scrollTo(0, 0);
}

/** Shows another game in the list. */
function turn(by) {
  if (record && listed?.rows[listed.last + by]) location.replace(`#${listed.last + by}`);
}

/** Fills the menu of dead stones. Marked stones are a choice of their own. */
function offerSources() {
  const isMarked = Boolean(record?.dead);
  const chosen = isMarked ? 'clicked' : byId('dead').value in SOURCES ? byId('dead').value : 'record';
  byId('dead').replaceChildren(...Object.entries(SOURCES).map(([value, [text]]) => new Option(word(text), value)), ...(isMarked ? [new Option(word('asClicked'), 'clicked')] : []));
  byId('dead').value = chosen;
}

/** Fills the menu of the games of the record, and hides it if the record has only one. */
function offerGames(games) {
  const words = ({ number, skip, players }) => `${number} ${skip ? `(${skip})` : playersText({ players })}`;
  byId('number').replaceChildren(...games.map((game) => new Option(words(game), game.number)));
  byId('number').value = record.number;
  byId('number').closest('label').hidden = games.length < 2;
}

/** Shows the rules and the komi that the game is counted with, if it is. */
function offerCorrections({ board, rules_guessed: guessed, has_komi: hasKomi }) {
  const other = board && !guessed ? board.rules : '';
  const name = board && rulesText(board.rules);
  const text = !board ? word('asRecord') : guessed ? word('guessedRules', name) : name;
  byId('rules').replaceChildren(...(other in RULES ? [] : [new Option(text, other)]), ...Object.keys(RULES).map((rules) => new Option(rulesText(rules), rules)));
  byId('rules').value = other;
  byId('komi').value = board && hasKomi ? amount(board.komi) : '';
  for (const id of ['rules', 'komi']) byId(id).disabled = false;
}

/** Shows the worker's result. */
function show(found) {
  if (CORRECTABLE.includes(found.skipped)) {
    close(record);
    offerCorrections({});
    say(`${record.name}: ${skipText(found.skipped, found.skip)}`, { isFailure: true });
    if (listed && !record.isAlone) byId('status').append(' ', button(word('allGames'), () => { location.hash = ''; }));
    return;
  }
  const end = found.skipped === 'truncated' ? record.bytes.lastIndexOf(0x3b) : -1;
  if (end > 0) {
    // the board before the node that is cut off
    record.bytes = record.bytes.slice(0, end);
    return void ask();
  }
  if (found.skip) return void refuse(skipText(found.skipped, found.skip));
  if (record.isAlone && listed) forgetList();
  if (record.isNew) {
    view = {};
    cursor.point = null;
    Object.assign(record, { isNew: false, open: null });
  }
  offerGames(found.games);
  offerCorrections(found);
  // the check concerns the record as it was
  if (isChanged()) found.board.label_check = '';
  // the categories are for people who compare strategies
  found.board.answers.forEach((answer) => { answer.category &&= 'unknown'; });
  // the list has compared the record with the others
  const before = listed && !isChanged() && listed.rows[listed.last];
  const row = before?.counted ? before : found.row;
  explanation = { ...found, row, isChanged: isChanged() };
  draw();
  say(`${shownResult.headline} ${shownResult.confidence}`, { isRead: true });
}

/** Returns whether the user has changed the record, or marked its dead stones. */
const isChanged = () => Boolean(record.isCorrected || record.dead);

/** Changes the record, and keeps its earlier values, to undo the change. */
function change(values) {
  const { bytes, isCorrected, dead, settled } = record;
  record.before.push({ bytes, isCorrected, dead, settled, source: byId('dead').value });
  Object.assign(record, values);
  changed();
}

/** Counts the record after a change, and updates its row in the list. */
async function changed() {
  const own = listed;
  const game = `${record.name}#${record.number}`;
  if (own) {
    const file = own.byName.get(record.name);
    file.bytes = record.bytes;
    file.corrected ??= new Set();
    file.corrected[record.isCorrected ? 'add' : 'delete'](record.number);
    own.dead.set(game, record.dead);
  }
  await ask();
  if (!own || own !== listed || !explanation) return;
  own.lines.set(game, explanation.line);
  keepBoard(own, game, explanation);
  const found = { [game]: { isChanged: explanation.isChanged } };
  for (const row of (await audited()).rows) found[row.game] = { ...row, ...found[row.game] };
  for (const row of own.rows) Object.assign(row, found[row.game]);
  redraw(own);
}

/** Takes back the last change. */
function undo() {
  const { source, ...before } = record.before.pop();
  Object.assign(record, before);
  byId('dead').value = source;
  changed();
}

/** Marks stones as dead or as alive, which settles their status. */
function settle(points, areDead) {
  const { width, stones } = boardOf(explanation.board.position);
  const dead = [...stones.keys()].filter((point) => (points.includes(point) ? areDead : /[xo]/.test(stones[point])));
  change({ dead: dead.map((point) => sgfPoint(point % width, Math.floor(point / width))), settled: new Set([...record.settled, ...points]) });
}

/** Writes different rules or a different komi into the record. */
async function correct(values) {
  const own = record;
  const bytes = await scorer.ask('corrected', { ...asked(), ...values });
  if (record === own) change({ bytes, isCorrected: true });
}

/** Reads the field for komi. */
function correctKomi() {
  const komi = Number(byId('komi').value.trim().replace(',', '.'));
  if (byId('komi').value.trim() && Number.isInteger(komi * 4) && Math.abs(komi) <= 400) return void correct({ komi: `${komi}` });
  say(word('komiNumber'), { isFailure: true });
  byId('komi').value = explanation?.has_komi ? amount(explanation.board.komi) : '';
}

/** Returns what a count is compared with at first: nothing if it agrees with the record; otherwise the record's map or, if it
 * has none, a count that agrees. */
function agreeing({ board: { label_map: labelMap, label, answers }, controls }, shown) {
  const marginOf = (name) => marginText(answers.find(({ strategies }) => strategies.includes(name)).margin);
  if (!label || marginOf(shown) === label) return 'none';
  const found = answers.flatMap(({ strategies }) => strategies).find((name) => !controls.includes(name) && marginOf(name) === label);
  return labelMap ? '' : found ?? 'none';
}

/** Returns the way to other games of the list. */
function turning() {
  if (!listed) return [];
  const place = word('place', listed.last + 1, listed.rows.length);
  return [button(`‹ ${word('previous')}`, () => turn(-1), { id: 'previous' }), html('span', { id: 'place' }, place), button(`${word('next')} ›`, () => turn(1), { id: 'next' }),
    html('label', { class: 'switch' }, tickBox(listed.rows[listed.last], { id: 'checked' }), ` ${word('checked')}`)];
}

/** Returns the buttons that save and send the result, and the choice of the result that the saved record has. */
function saveButtons(svg) {
  const name = shortName(`${record.name}#1`);
  const picture = (isPng) => savePicture(svg(), name, shownResult.headline, isPng);
  const { isWithoutResult, isCertain, margin } = shownResult;
  const choice = html('input', { type: 'checkbox', id: 'gets-result', ...(isCertain && !isWithoutResult ? { checked: '' } : {}) });
  const buttons = html('p', { class: 'buttons' },
    button(word('saveRecord'), async () => {
      const bytes = await scorer.ask('scored', { ...asked(), strategy: explanation.lead, hasResult: choice.checked });
      save(`${name}-counted.sgf`, bytes, 'application/x-go-sgf');
    }, { id: 'save' }),
    button(word('savePng'), () => picture(true)), button(word('saveSvg'), () => picture(false)),
    button(word('copyResult'), () => copy(shownResult.words, word('resultCopied'))), html('span', { id: 'copied', role: 'status' }));
  return [buttons, ...(isWithoutResult ? [] : [html('label', { class: 'small saving' }, choice, ` ${word('getsResult', marginText(margin))}`)])];
}

/** The words of the legend, in its order. */
const LEGEND = ['ofBlack', 'ofWhite', 'deadStone', 'inSeki', 'falseEye', 'pointDiffers', 'inDoubt', 'leftToPlay'];

/** Whether the other counts are shown. */
let isUnfolded = false;

/** Moves the other counts and the details of the drawn game into a section that can be opened. */
function fold() {
  const [, side] = byId('game').querySelector('.table').children;
  const details = html('details', { id: 'others', lang: 'en' }, html('summary', {}, html('h3', {}, word('others'))));
  details.open = isUnfolded;
  side.querySelector('.views ~ .buttons').remove();
  const legend = byId('game').querySelector('.legend');
  details.append(...side.childNodes, ...byId('game').querySelectorAll('.facts .small, #explanation'));
  side.append(details, legend);
  for (const ring of ['doubt', 'to-play']) {
    const sign = legend.firstChild.cloneNode(true);
    sign.firstChild.lastChild.replaceWith(...ringsOf({ width: 1 }, [0], ring, 0.4));
    legend.append(sign);
  }
  LEGEND.forEach((name, at) => { legend.children[at].lastChild.textContent = ` ${word(name)}`; });
  byId('game').querySelectorAll('.players .color').forEach((color, at) => { color.textContent = word(['black', 'white'][at]); });
  byId('game').querySelector('.back').textContent = word('allGames');
  return side;
}

/** Draws the game, and keeps the focus in place. */
function draw() {
  const { id, name } = document.activeElement;
  // a link of the list that led here is hidden now, and a button that settled a doubt is gone
  const focus = byId('game').contains(document.activeElement) ? { id, name } : listed && !document.activeElement.offsetParent && { id: 'result' };
  isUnfolded = byId('others')?.open ?? isUnfolded;
  const { board, places, strategies, controls, sentences, lead, ownership } = explanation;
  const [height, width] = [board.position.length, board.position[0].length];
  const game = { ...gameOf(board, strategies), places, number: 0, size: width === height ? `${width}` : `${width}x${height}`, explain: '' };
  setRun({ strategies, controls: controls.map((name) => strategies.indexOf(name)), external: [], runs: false }, [game]);
  const shown = view.show || lead;
  const isLead = board.answers.some(({ strategies: names }) => names.includes(shown) && names.includes(lead));
  const look = (values) => {
    if (values.game === '') return void (location.hash = '');
    view = { ...view, ...values };
    draw();
  };
  const drawn = drawGame({ ...game, ownership, idle: word('idle') },
    { ...view, show: shown, against: view.against || (shown === 'label' ? '' : agreeing(explanation, shown)) }, look, isLead ? (point) => sentences[point] : undefined);
  shownResult = resultOf(explanation, isLead ? lead : shown, record.settled, drawn.see, settle);
  for (const { kind, points } of shownResult.left) drawn.svg.append(...ringsOf(drawn.board, points, OF_STONES.includes(kind) ? 'doubt' : 'to-play'));
  drawn.svg.setAttribute('aria-label', `${word('board')} ${sizeText(game.size)}: ${shownResult.headline}`);
  const side = fold();
  byId('game').querySelector('.back').after(...turning());
  byId('game').querySelector('.facts').after(...shownResult.result);
  Object.assign(byId('game-name'), { textContent: shortName(game.name), title: game.name });
  side.prepend(...shownResult.card, ...saveButtons(() => byId('game').querySelector('svg.board')), ...(record.before.length ? [button(word('undo'), undo, { id: 'undo' })] : []));
  deadStoneMarker(drawn, explanation, cursor, (group) => settle(group, !/[xo]/.test(drawn.board.stones[group[0]])));
  document.body.classList.add('open');
  document.body.classList.toggle('own', record.name !== 'example.sgf');
  if (!focus) return;
  const again = focus.id ? byId(focus.id) : byId('game').querySelector(`input[name="${CSS.escape(focus.name || '')}"]:checked`);
  (again || byId('result')).focus({ preventScroll: true });
}

/** Shows the record that comes with the page. */
const example = async () => take('example.sgf', await (await loadFile('./example.sgf')).arrayBuffer());

/** Handles the keys that work outside input fields. */
function onKey(event) {
  if (event.target.matches('textarea, input:not([type=checkbox], [type=radio]), select') || !record || hidesPage()) return;
  if (event.key === 'z' && (event.ctrlKey || event.metaKey) && record.before.length) {
    event.preventDefault();
    undo();
  } else if (!event.ctrlKey && !event.metaKey && !event.altKey && 'jk'.includes(event.key)) turn(event.key === 'j' ? 1 : -1);
}

function start() {
  for (const id of ['file', 'folder']) {
    byId(id).addEventListener('change', async () => {
      const files = chosenFiles(byId(id));
      await takeFiles(files);
      // the same file can be chosen again
      byId(id).value = '';
    });
  }
  byId('stop').addEventListener('click', () => running?.abort());
  byId('example').addEventListener('click', () => isBusy() || example());
  byId('score').addEventListener('click', () => {
    byId('paste').open = false;
    if (!isBusy()) take('pasted.sgf', new TextEncoder().encode(byId('text').value), true);
  });
  byId('number').addEventListener('change', () => {
    const number = +byId('number').value;
    const row = listed?.rows.find(({ game }) => game === `${record.name}#${number}`);
    if (row) location.replace(`#${row.number}`);
    else see(record.name, record.bytes, number, record);
  });
  byId('dead').addEventListener('change', () => {
    if (!record) return void (listed && !isBusy() && during(() => list(listed)));
    if (byId('dead').value !== 'clicked') record.dead = null;
    record.before = [];
    changed();
  });
  byId('rules').addEventListener('change', () => byId('rules').value && correct({ rules: RULES[byId('rules').value] ?? byId('rules').value }));
  byId('komi').addEventListener('change', correctKomi);
  addEventListener('dragover', (event) => { event.preventDefault(); if (!hidesPage()) document.body.classList.add('dropping'); });
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) document.body.classList.remove('dropping'); });
  addEventListener('drop', async (event) => {
    event.preventDefault();
    document.body.classList.remove('dropping');
    if (hidesPage()) return;
    try {
      await takeFiles(await droppedFiles(event.dataTransfer));
    } catch (error) {
      say(word('dropFailed', error.message), { isFailure: true });
    }
  });
  addEventListener('hashchange', follow);
  addEventListener('keydown', onKey);
  addEventListener('beforeunload', (event) => running && event.preventDefault());
  putWords();
  offerSources();
  example();
}

start();
