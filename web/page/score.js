// The page that counts games. A worker explains a single record, which the modules of the report page draw. Several records are
// audited, and the list of them leads to each game.

import { boardOf, ring, sgfPoint } from './report/board.js';
import { button, byId, copy, html, replaceContent } from './report/elements.js';
import { drawGame, legend, playersOf, SIGN_NAMES } from './report/game.js';
import { games, setRun } from './report/games.js';
import { marginText, playersText, shortName, sizeText } from './report/text.js';
import { deadStoneMarker } from './dead.js';
import { chosenFiles, droppedFiles, isArchive, isRecord, recordsOf, startsLikeRecord } from './files.js';
import { listOf, redraw, spreadsheet, tickBox, wasChecked } from './list.js';
import { loadFile } from './parts.js';
import { hidesPage, showReport } from './report.js';
import { OF_STONES, resultOf } from './result.js';
import { auditRecords, evaluateRecords, RecordScorer } from './run.js';
import { save, savePicture } from './save.js';
import { amount, putWords, rulesText, skipText, word } from './words.js';

/** The choices in the menu of dead stones, each with the sources that it stands for in the program. */
const SOURCES = { record: 'auto,estimate', marks: 'auto', estimate: 'estimate', none: 'none' };

/** If a record has no board for one of these reasons, the reader can supply what it lacks. */
const CORRECTABLE = ['unknown_rules', 'no_komi', 'unreadable_komi'];

/** What the page shows. */
const shown = {
  /** The game on the page: the `name`, `number` and text of its record, its values `now` and `before` each change, its
   * `explanation`, and the user's choice of a `view`. */
  game: null,
  /** The list of games: its records and the files that are not records, the audit's rows, and for each game the line and the
   * board of the audit, and the user's changes. */
  list: null,
  /** The last game that was asked for. It becomes the game on the page if it can be shown. */
  asked: null,
  /** The choice of sources of dead stones. */
  source: 'record',
  /** Stops the current run, if any. */
  running: null,
  /** Whether the other counts are open; they stay open from game to game. */
  isUnfolded: false,
};

const scorer = new RecordScorer();

/** Shows the status, or only has a screen reader read it. */
function say(words, { isFailure = false, isRead = false } = {}) {
  byId('status').textContent = words;
  byId('status').classList.toggle('failed', isFailure);
  byId('status').classList.toggle('hidden', isRead);
}

const fail = (words) => say(words, { isFailure: true });

/** Returns the request about a game for the worker. */
function requestOf({ name, number, isText, now: { bytes, dead } }) {
  return { bytes, asked: JSON.stringify({ name, number, is_text: isText, dead, source: SOURCES[shown.source] }) };
}

/** Counts a game and shows it. */
async function ask(game) {
  shown.asked = game;
  say(word('scoring'));
  const found = await scorer.explain(requestOf(game)).catch((error) => ({ failure: error.message }));
  if (found && game === shown.asked && !hidesPage()) show(game, found);
}

/** Opens a game of a record, which is in the list unless `isAlone` is set. */
function open(name, bytes, { number = 1, isText = false, isAlone = true } = {}) {
  const { isCorrected = false, dead = null } = (!isAlone && shown.list.games.get(`${name}#${number}`)) || {};
  const now = { bytes, isCorrected, dead, settled: new Set() };
  ask({ name, number, isText, isAlone, now, before: [], view: {}, cursor: { point: null }, explanation: null });
}

/** Says why a game can't be shown. The open board, or the list that led to the game, stays. */
function refuse({ name, isAlone }, reason) {
  if (shown.list && !isAlone) {
    backToList();
    showList();
  } else {
    shown.asked = shown.game;
    offerChoices();
  }
  fail(`${name}: ${reason}`);
}

/** Returns whether a run is in progress. If so, tells the user that files have to wait. */
function isBusy() {
  if (shown.running) byId('refused').textContent = word('busy');
  return Boolean(shown.running);
}

/** Loads files, unless a run is in progress: counts one record here, and lists several. */
async function takeFiles(files) {
  if (!files.length || isBusy()) return;
  const [{ path, file }] = files;
  if (files.length > 1 || isArchive(path)) return void await during(() => auditFiles(files));
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isRecord(path) || startsLikeRecord(bytes)) open(path, bytes);
  else fail(`${path}: ${word('no_game')}`);
}

/** Does work that the user can stop, such as a run. */
async function during(work) {
  shown.running = new AbortController();
  const bar = byId('run');
  byId('refused').textContent = '';
  try {
    await work();
  } catch (error) {
    fail(word('failed', error.message));
  } finally {
    shown.running = null;
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
  return { dead: SOURCES[shown.source], progress, signal: shown.running.signal };
}

/** Returns the notes on a run: that it was stopped, and the files that were not read. */
function notesOn(run, records, unread) {
  const left = [...unread, ...run.unread];
  const names = `${left.slice(0, 3).join(', ')}${left.length > 3 ? ' …' : ''}`;
  return [
    run.done < records.length && word('stopped', run.done, records.length),
    left.length > 0 && word('notRead', left.length, names),
  ].filter(Boolean);
}

/** Audits the records of files, and lists their games. */
async function auditFiles(files) {
  say(word('looking'));
  const { records, unread, name } = await recordsOf(files);
  if (records.length === 1 && records[0].blob) return open(records[0].name, await bytesOf(records[0]));
  if (!records.length) throw new TypeError(word('noRecords', files.length, unread.length ? `: ${unread[0]}` : ''));
  forgetList();
  close();
  await list({ records, unread, name, rows: [], games: new Map() });
}

/** Returns the file of a game in the list, and the game's number in it. */
function fileOf({ records }, game) {
  const [, path, number] = /^([^]*?)(?:#(\d+))?$/.exec(game);
  return [records.find(({ name }) => name === path), Number(number ?? 1)];
}

/** Returns the audit's rows for the listed games, in the order of the audit. */
const auditedRows = ({ games: listed }) => scorer.ask('list', { lines: [...listed.values()].map(({ line }) => line) });

/** Returns the bytes of a record; undefined if it can't be read. */
const bytesOf = async ({ blob, bytes }) => bytes ?? (blob && new Uint8Array(await blob.arrayBuffer()));

/** Keeps the board of an explained game for the list, with the answer that counts. */
function keepBoard(listed, { board, lead }) {
  listed.board = { ...board, answers: board.answers.filter(({ strategies }) => strategies.includes(lead)) };
}

/** Makes the boards of copies that differ if the audit has none, since it does not count a game that ended by resignation. */
async function addBoards(own) {
  for (const { verdict, game } of own.rows) {
    const listed = own.games.get(game);
    if (verdict !== 'copies-differ' || listed.board) continue;
    const [file, number] = fileOf(own, game);
    const request = requestOf({ name: file.name, number, isText: false, now: { bytes: await bytesOf(file), dead: null } });
    const found = await scorer.ask('explain', request).catch(() => null);
    if (found?.board) keepBoard(listed, found);
  }
}

/** Audits the records of a list, which may have been audited before, and shows the list. */
async function list({ records, unread, name, rows: before, games: known }) {
  const run = await auditRecords(records, startRun(records));
  const checked = new Set(before.filter(({ isChecked }) => isChecked).map(({ game }) => game));
  const own = { records, unread, name, games: run.games, rows: [], place: 0, last: null, notes: notesOn(run, records, unread) };
  for (const [game, listed] of run.games) listed.isCorrected = known.get(game)?.isCorrected ?? false;
  own.rows = (await auditedRows(own)).map((row, number) => ({
    ...row, number, section: row.verdict, isChanged: own.games.get(row.game).isCorrected, isChecked: checked.has(row.game) || wasChecked(row),
  }));
  await addBoards(own);
  shown.list = own;
  byId('all-games').replaceChildren(...listOf(own, [
    button(word('saveList'), exportList, { id: 'export' }),
    button(word('statistics'), statistics, { id: 'statistics' }),
  ]));
  shown.running = null;
  showList();
}

/** Saves the list as CSV. */
async function exportList() {
  const { name, rows } = shown.list;
  const isChecked = new Map(rows.map((row) => [row.game, row.isChecked]));
  const found = await auditedRows(shown.list);
  save(`${name}-audit.csv`, spreadsheet(found.map((row) => ({ ...row, isChecked: isChecked.get(row.game) }))), 'text/csv');
}

/** Evaluates the listed games, and shows their statistics. */
async function statistics() {
  if (isBusy()) return;
  const { list: own } = shown;
  await during(async () => {
    const run = await evaluateRecords(own.records, own.name, startRun(own.records));
    shown.running = null;
    if (shown.list === own) await showReport(run, notesOn(run, own.records, own.unread));
  });
}

/** Takes the board off the page, with the menu of its record. */
function close() {
  [shown.game, shown.asked] = [null, null];
  document.body.classList.remove('open');
  byId('game').replaceChildren();
  offerChoices();
}

/** Takes the list of games off the page. */
function forgetList() {
  shown.list = null;
  byId('all-games').hidden = true;
  document.body.classList.remove('listed');
  if (location.hash) location.hash = '';
}

/** Shows the list of games instead of a board, at the place where the user left it. */
function showList() {
  const { last, place } = shown.list;
  close();
  document.body.classList.add('listed');
  byId('all-games').hidden = false;
  say(word('links'), { isRead: true });
  (byId('all-games').querySelector(`a[href="#${last}"]`) ?? byId('all-games-name')).focus({ preventScroll: true });
  scrollTo(0, place);
}

/** Shows the game of the list that the address names by its number, or the list. */
async function follow() {
  const { list: own } = shown;
  if (!own || shown.running || hidesPage()) return;
  const row = own.rows[location.hash.slice(1) || -1];
  if (!row) return void (shown.asked && showList());
  const [file, number] = fileOf(own, row.game);
  const bytes = await bytesOf(file);
  if (!bytes) return fail(word('notRead', 1, file.name));
  if (!shown.asked) own.place = scrollY;
  own.last = row.number;
  byId('all-games').hidden = true;
  open(file.name, bytes, { number, isAlone: false });
  scrollTo(0, 0);
}

/** Shows the game that is `by` places further down the list. */
function turn(by) {
  const row = shown.asked && shown.list?.rows[shown.list.last + by];
  if (row) location.replace(`#${row.number}`);
}

/** Shows the source of dead stones in its menu. Stones that the user has marked are a separate choice. */
function offerSources() {
  const isMarked = Boolean(shown.game?.now.dead);
  byId('clicked').hidden = !isMarked;
  byId('dead').value = isMarked ? 'clicked' : shown.source;
}

/** Shows the choices for the game on the page in the menus and fields. */
function offerChoices() {
  offerSources();
  const { game } = shown;
  const { games: all = [], board, rules_guessed: guessed, has_komi: hasKomi } = game?.explanation ?? {};
  byId('number').replaceChildren(...all.map(({ number, skip, players }) =>
    new Option(`${number} ${skip ? `(${skip})` : playersText(players)}`, number)));
  if (game) byId('number').value = game.number;
  byId('number').closest('label').hidden = all.length < 2;
  for (const id of ['rules', 'komi']) byId(id).disabled = !game;
  const name = board && rulesText(board.rules);
  const [other, ...offered] = byId('rules').options;
  const named = board && !guessed ? board.rules : '';
  other.hidden = offered.some(({ value }) => value === named);
  other.value = other.hidden ? '' : named;
  other.textContent = !game || other.hidden ? '' : !board ? word('asRecord') : guessed ? word('guessedRules', name) : name;
  byId('rules').value = named;
  byId('komi').value = hasKomi ? amount(board.komi) : '';
}

/** Shows a game as the worker explains it. */
function show(game, found) {
  const end = found.skipped === 'truncated' ? game.now.bytes.lastIndexOf(0x3b) : -1;
  if (end > 0) {
    // the board before the node that is cut off
    game.now.bytes = game.now.bytes.slice(0, end);
    return void ask(game);
  }
  if (found.failure) return refuse(game, found.failure);
  if (found.skip) {
    const answer = CORRECTABLE.includes(found.skipped) ? offerCorrection : refuse;
    return answer(game, skipText(found.skipped, found.skip));
  }
  if (game.isAlone && shown.list) forgetList();
  const isChanged = Boolean(game.now.isCorrected || game.now.dead);
  // the check concerns the record before the change
  if (isChanged) found.board.label_check = '';
  // the categories are for people who compare strategies
  for (const answer of found.board.answers) answer.category &&= 'unknown';
  // the list has compared the record with the others
  const listed = !isChanged && shown.list?.rows[shown.list.last];
  game.explanation = { ...found, row: listed?.counted ? listed : found.row, isChanged };
  shown.game = game;
  offerChoices();
  draw();
  say(`${game.result.headline} ${game.result.confidence}`, { isRead: true });
}

/** Lets the user supply the information that a game lacks. */
function offerCorrection(game, reason) {
  close();
  game.explanation = null;
  Object.assign(shown, { game, asked: game });
  offerChoices();
  fail(`${game.name}: ${reason}`);
  if (shown.list && !game.isAlone) byId('status').append(' ', button(word('allGames'), backToList));
}

const backToList = () => { location.hash = ''; };

/** Changes the game, and keeps its earlier values so that the change can be undone. */
function change(values) {
  const { game } = shown;
  game.before.push(game.now);
  game.now = { ...game.now, ...values };
  changed();
}

/** Takes back the last change. */
function undo() {
  shown.game.now = shown.game.before.pop();
  changed();
}

/** Counts the game after a change, and updates its row in the list. */
async function changed() {
  const { game, list: own } = shown;
  const name = `${game.name}#${game.number}`;
  const listed = !game.isAlone && own?.games.get(name);
  if (listed) {
    const { bytes, dead, isCorrected } = game.now;
    const [file] = fileOf(own, name);
    file.bytes = bytes;
    Object.assign(listed, { dead, isCorrected });
  }
  offerSources();
  await ask(game);
  if (!listed || own !== shown.list || !game.explanation) return;
  listed.line = game.explanation.line;
  keepBoard(listed, game.explanation);
  const found = new Map((await auditedRows(own)).map((row) => [row.game, row]));
  for (const row of own.rows) Object.assign(row, found.get(row.game), row.game === name && { isChanged: game.explanation.isChanged });
  redraw(own);
}

/** Marks stones as dead or as alive, which settles their status. */
function settle(points, areDead) {
  const { explanation, now } = shown.game;
  const board = boardOf(explanation.board.position);
  const dead = [...board.stones.keys()].filter((point) => (points.includes(point) ? areDead : /[xo]/.test(board.stones[point])));
  change({ dead: dead.map((point) => sgfPoint(board, point)), settled: new Set([...now.settled, ...points]) });
}

/** Writes different rules or a different komi into the record. */
async function correct(values) {
  const { game } = shown;
  const bytes = await scorer.ask('corrected', { ...requestOf(game), ...values });
  if (game === shown.game) change({ bytes, isCorrected: true });
}

/** Reads the field for komi. */
function correctKomi() {
  const text = byId('komi').value.trim().replace(',', '.');
  const komi = Number(text);
  if (text && Number.isInteger(komi * 4) && Math.abs(komi) <= 400) return void correct({ komi: `${komi}` });
  fail(word('komiNumber'));
  offerChoices();
}

/** Returns what a count is compared with at first: nothing if it agrees with the record; otherwise the record's map or, if the
 * record has none, a count that agrees with it. */
function agreeing({ board: { label_map: labelMap, label, answers }, controls }, name) {
  const marginOf = (other) => marginText(answers.find(({ strategies }) => strategies.includes(other)).margin);
  if (!label || marginOf(name) === label) return 'none';
  if (labelMap) return '';
  return answers.flatMap(({ strategies }) => strategies).find((other) => !controls.includes(other) && marginOf(other) === label) ?? 'none';
}

/** Returns the links to other games of the list. */
function turning({ rows, last }) {
  return [
    button(`‹ ${word('previous')}`, () => turn(-1), { id: 'previous' }),
    html('span', { id: 'place' }, word('place', last + 1, rows.length)),
    button(`${word('next')} ›`, () => turn(1), { id: 'next' }),
    html('label', { class: 'switch' }, tickBox(rows[last], { id: 'checked' }), ` ${word('checked')}`),
  ];
}

/** Returns the buttons that save and send the result, and the choice of the result in the saved record. */
function saveButtons(game, svg) {
  const { isWithoutResult, isCertain, margin, headline, words } = game.result;
  const name = shortName(`${game.name}#1`);
  const choice = html('input', { type: 'checkbox', id: 'gets-result' });
  choice.checked = isCertain && !isWithoutResult;
  const saveRecord = async () => {
    const bytes = await scorer.ask('scored', { ...requestOf(game), strategy: game.explanation.lead, hasResult: choice.checked });
    save(`${name}-counted.sgf`, bytes, 'application/x-go-sgf');
  };
  return [
    html('p', { class: 'buttons' },
      button(word('saveRecord'), saveRecord, { id: 'save' }),
      button(word('savePng'), () => savePicture(svg, name, headline, true)),
      button(word('saveSvg'), () => savePicture(svg, name, headline, false)),
      button(word('copyResult'), () => copy(words, word('resultCopied'))),
      html('span', { id: 'copied', role: 'status' })),
    !isWithoutResult && html('label', { class: 'small saving' }, choice, ` ${word('getsResult', marginText(margin))}`),
  ];
}

/** Draws the game, and keeps the focus in place. */
function draw() {
  const { game, list: own } = shown;
  const { explanation, view, now } = game;
  const { board, places, strategies, controls, sentences, lead, ownership } = explanation;
  const strategy = view.show ?? lead;
  const isLead = board.answers.some(({ strategies: names }) => names.includes(strategy) && names.includes(lead));
  const look = (values) => {
    Object.assign(view, values);
    draw();
  };
  const against = view.against ?? (strategy === 'label' ? '' : agreeing(explanation, strategy));
  setRun({ strategies, controls, external: [], games: [{ ...board, places }] });
  const drawn = drawGame({ ...games[0], ownership }, { show: strategy, against }, look, isLead ? (point) => sentences[point] : undefined, word('idle'));
  game.result = resultOf(explanation, isLead ? lead : strategy, now.settled, drawn.see, settle);
  const { svg } = drawn;
  for (const { kind, points } of game.result.left) {
    svg.append(...points.map((point) => ring(drawn.board, point, OF_STONES.includes(kind) ? 'doubt' : 'to-play')));
  }
  svg.setAttribute('aria-label', `${word('board')} ${sizeText(board.position)}: ${game.result.headline}`);
  const frame = deadStoneMarker(drawn, explanation, game.cursor, (group) => settle(group, !/[xo]/.test(drawn.board.stones[group[0]])));
  const others = html('details', { id: 'others', lang: 'en' }, html('summary', {}, html('h3', {}, word('others'))),
    drawn.answers, drawn.differences, drawn.facts, drawn.explanation);
  // the event comes later than a key that is pressed next
  others.open = byId('others')?.open ?? shown.isUnfolded;
  others.addEventListener('toggle', () => { shown.isUnfolded = others.open; });
  replaceContent(byId('game'), [
    button(word('allGames'), backToList, { class: 'back' }),
    own && turning(own),
    html('h3', { id: 'game-name', title: games[0].name }, shortName(games[0].name)),
    html('div', { class: 'facts' }, playersOf(board, [word('black'), word('white')])),
    game.result.result,
    html('div', { class: 'table' },
      html('div', {}, frame, drawn.hover),
      html('div', {},
        game.result.card, saveButtons(game, svg), game.before.length > 0 && button(word('undo'), undo, { id: 'undo' }),
        others, legend(Object.fromEntries(SIGN_NAMES.map((name) => [name, word(name)]))))),
  ], () => byId('result'));
  // the link in the list that led here is now hidden
  if (own && !document.activeElement.offsetParent) byId('result').focus({ preventScroll: true });
  byId('game').setAttribute('aria-label', `Game ${games[0].name}`);
  document.body.classList.add('open');
  document.body.classList.toggle('own', game.name !== 'example.sgf');
}

/** Shows the example that comes with the page. */
const example = async () => open('example.sgf', new Uint8Array(await (await loadFile('./example.sgf')).arrayBuffer()));

/** Handles the keys that work outside input fields. */
function onKey(event) {
  if (event.target.matches('textarea, input:not([type=checkbox], [type=radio]), select') || !shown.game || hidesPage()) return;
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.key === 'z' && isCommand && shown.game.before.length) {
    event.preventDefault();
    undo();
  } else if (!isCommand && !event.altKey && 'jk'.includes(event.key)) turn(event.key === 'j' ? 1 : -1);
}

/** Shows the game of the record that the user chose by its number. */
function chooseNumber() {
  const { name, isText, isAlone, now } = shown.game;
  const number = Number(byId('number').value);
  const row = shown.list?.rows.find(({ game }) => game === `${name}#${number}`);
  if (row) location.replace(`#${row.number}`);
  else open(name, now.bytes, { number, isText, isAlone });
}

/** Counts the game, or all games of the list, with the chosen sources of dead stones. */
function chooseSource() {
  if (!shown.game && isBusy()) return offerChoices();
  shown.source = byId('dead').value;
  if (!shown.game) return void (shown.list && during(() => list(shown.list)));
  shown.game.now = { ...shown.game.now, dead: null };
  shown.game.before = [];
  changed();
}

/** Takes the files that the user drops on the page. */
async function drop(event) {
  event.preventDefault();
  document.body.classList.remove('dropping');
  if (hidesPage()) return;
  try {
    await takeFiles(await droppedFiles(event.dataTransfer));
  } catch (error) {
    fail(word('dropFailed', error.message));
  }
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
  byId('stop').addEventListener('click', () => shown.running?.abort());
  byId('example').addEventListener('click', () => isBusy() || example());
  byId('score').addEventListener('click', () => {
    byId('paste').open = false;
    if (!isBusy()) open('pasted.sgf', new TextEncoder().encode(byId('text').value), { isText: true });
  });
  byId('number').addEventListener('change', chooseNumber);
  byId('dead').addEventListener('change', chooseSource);
  byId('rules').addEventListener('change', () => {
    const [{ value, dataset }] = byId('rules').selectedOptions;
    if (value) correct({ rules: dataset.name ?? value });
  });
  byId('komi').addEventListener('change', correctKomi);
  addEventListener('dragover', (event) => {
    event.preventDefault();
    if (!hidesPage()) document.body.classList.add('dropping');
  });
  addEventListener('dragleave', (event) => event.relatedTarget || document.body.classList.remove('dropping'));
  addEventListener('drop', drop);
  addEventListener('hashchange', follow);
  addEventListener('keydown', onKey);
  addEventListener('beforeunload', (event) => shown.running && event.preventDefault());
  putWords();
  offerChoices();
  example();
}

start();
