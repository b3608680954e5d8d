// The page that scores games. Sends one record to a worker, and draws the answer with modules of the report page; lists
// several records, and shows one of them when its link is followed.

import { byId, html } from './report/elements.js';
import { drawGame } from './report/game.js';
import { counted, marginText, playersText } from './report/text.js';
import { deadStoneMarker } from './dead.js';
import { chosenFiles, droppedFiles, isArchive, recordsOf } from './files.js';
import { showRun } from './game.js';
import { listOf } from './list.js';
import { loadFile } from './parts.js';
import { showReport } from './report.js';
import { FIRST, resultOf } from './result.js';
import { evaluate } from './run.js';
import { RecordScorer } from './scorer.js';

/** The sources of dead stones that the user can choose: the words of the menu, and the option of the package. */
const SOURCES = {
  record: ['as marked in the record, or else guessed', ['auto', 'estimate']],
  marks: ['as marked in the record', ['auto']],
  estimate: ['guessed by random games', ['estimate']],
  none: ['none', ['none']],
};

/** The first choice of the view, in the form for the modules of the report page. */
const NO_CHOICE = { strategy: '', outcome: '', category: '', controls: '', show: FIRST, against: '' };

/** The rules that the user can choose if the record names none. */
const RULES = ['Japanese', 'Chinese', 'AGA', 'New Zealand'];

/** The record on the page: its name, its bytes or text, the number of its game, the dead stones that were clicked, and what
 * the page had before each click. */
let record = null;

/** The list of games on the page: the files that it is about, their records by name, and the names of the games by number. */
let listed = null;

let view = NO_CHOICE;
let explanation = null;
const cursor = { point: null };

/** Stops the current run, if any. */
let running = null;

/** Stops listening for drops when the page shows statistics. */
const dropping = new AbortController();

const scorer = new RecordScorer(show);

/** Shows the status. */
function say(words, isFailure = false) {
  byId('status').textContent = words;
  byId('status').classList.toggle('failed', isFailure);
}

/** Scores the record again. */
function ask() {
  offerSources();
  const { name, sgf, number, markedDead, rules } = record;
  say('Scoring …');
  scorer.ask(sgf, { name, game: number, markedDead: markedDead ?? undefined, dead: SOURCES[byId('dead').value]?.[1], rules });
}

/** Loads a record, from a file or as text, unless a run is in progress. */
function take(name, sgf) {
  if (running) return;
  forgetList();
  see(name, sgf, 1);
}

/** Shows a game of a record. */
function see(name, sgf, number) {
  record = { name, sgf, number, markedDead: null, before: [], rules: undefined };
  view = { ...NO_CHOICE, controls: view.controls };
  cursor.point = null;
  ask();
}

/** Loads files, unless a run is in progress: scores one record here, and lists several. */
async function takeFiles(files) {
  if (!files.length || running) return;
  const [{ path, file }] = files;
  if (files.length === 1 && !isArchive(path)) return void take(path, await file.arrayBuffer());
  try {
    await evaluateFiles(files);
  } catch (error) {
    say(`The run failed: ${error.message}`, true);
  } finally {
    running = null;
    byId('run').hidden = true;
  }
}

/** Evaluates the records of files, and lists their games. */
async function evaluateFiles(files) {
  running = new AbortController();
  say('Looking for records.');
  const { records, unread, name } = await recordsOf(files);
  const isOne = records.length === 1 && records[0].blob !== undefined;
  if (isOne) {
    const sgf = await records[0].blob.arrayBuffer();
    running = null;
    return void take(records[0].name, sgf);
  }
  if (!records.length) throw new TypeError(`there is no SGF record in ${counted(files.length, 'file')}${unread.length ? `, such as ${unread[0]}` : ''}`);
  forgetList();
  close();
  byId('run').hidden = false;
  const progress = (read, evaluated) => {
    byId('progress').value = (read + evaluated) / (2 * records.length);
    say(`${evaluated || read} of ${counted(records.length, 'record')} ${evaluated ? 'evaluated' : 'read'}.`);
  };
  progress(0, 0);
  const dead = (SOURCES[byId('dead').value] ?? SOURCES.record)[1].join(',');
  const run = await evaluate(records, name, { dead, strategy: FIRST, progress, signal: running.signal });
  const left = [...unread, ...run.unread];
  const notes = [
    ...(run.done < records.length ? [`Stopped after ${run.done} of ${counted(records.length, 'record')}.`] : []),
    ...(left.length ? [`${counted(left.length, 'file')} not read: ${left.slice(0, 3).join(', ')}${left.length > 3 ? ' …' : ''}`] : []),
  ];
  const statistics = html('button', { type: 'button', id: 'statistics' }, 'Statistics of these games');
  statistics.addEventListener('click', () => {
    dropping.abort();
    showReport(run, notes);
  });
  const { names, elements } = listOf(run.list, notes, [statistics]);
  listed = { files, names, records: new Map(records.map((one) => [one.name, one])) };
  byId('all-games').replaceChildren(...elements);
  running = null;
  showList();
}

/** Takes the board off the page, with the menus of its record. */
function clearBoard() {
  document.body.classList.remove('open');
  byId('game').replaceChildren();
  for (const id of ['number', 'rules']) byId(id).closest('label').hidden = true;
}

/** Takes the record off the page. */
function close() {
  record = null;
  clearBoard();
  offerSources();
}

/** Takes the list of games off the page. */
function forgetList() {
  listed = null;
  byId('all-games').hidden = true;
  document.body.classList.remove('listed');
  if (location.hash) location.hash = '';
}

/** Shows the list of games instead of a board. */
function showList() {
  close();
  document.body.classList.add('listed');
  byId('all-games').hidden = false;
  say('Each game is a link to its board.');
  byId('all-games-name').focus();
}

/** Shows the game of the list that the address names by its number, or the list. */
async function follow() {
  if (!listed || running) return;
  const name = listed.names[location.hash.slice(1) || -1];
  if (name === undefined) return void showList();
  const [, path, number] = /^([^]*?)(?:#(\d+))?$/.exec(name);
  const { blob, bytes } = listed.records.get(path);
  if (!blob && !bytes) return void say(`${path} can not be read.`, true);
  byId('all-games').hidden = true;
  see(path, bytes ?? await blob.arrayBuffer(), Number(number ?? 1));
}

/** Returns the sources of dead stones as options of a menu. */
const sourceOptions = () => Object.entries(SOURCES).map(([value, [text]]) => new Option(text, value));

/** Fills the menu of dead stones. Clicked stones are a choice of their own. */
function offerSources() {
  const isClicked = Boolean(record?.markedDead);
  const chosen = isClicked ? 'clicked' : byId('dead').value in SOURCES ? byId('dead').value : 'record';
  byId('dead').replaceChildren(...sourceOptions(), ...(isClicked ? [new Option('as clicked', 'clicked')] : []));
  byId('dead').value = chosen;
}

/** Fills the menu of the games of the record, and hides it if the record has only one. */
function offerGames(games) {
  const word = ({ number, skip, players }) => `${number}${skip ? ` (${skip.reason})` : ` ${playersText({ players: [players.black, players.white] })}`}`;
  byId('number').replaceChildren(...games.map((game) => new Option(word(game), game.number)));
  byId('number').value = record.number;
  byId('number').closest('label').hidden = games.length < 2;
}

/** Shows the menu of rules if the record names none that are understood. */
function offerRules({ flags }) {
  const isNamed = !flags.some((flag) => /^rules_(source|unknown)=/.test(flag)) && !record.rules;
  byId('rules').closest('label').hidden = isNamed;
  byId('rules').value = record.rules ?? '';
}

/** Shows the worker's result, unless the page shows something else. */
function show({ failure, games, explanation: found }) {
  if (running || dropping.signal.aborted || (listed && !record)) return;
  if (failure) {
    clearBoard();
    return say(record ? `${record.name}: ${failure.message}` : failure.message, true);
  }
  offerGames(games);
  byId('controls-words').textContent = `Simplified counts, too (${scorer.controls.join(', ')})`;
  offerRules(found.board);
  // the check concerns the marks of the record
  if (record.markedDead) found.board.label_check = '';
  explanation = found;
  draw();
  // CGOS counts every stone as alive
  const isGuessed = found.board.label_map === null && found.board.origin !== 'CGOS';
  const judged = !record.markedDead && byId('dead').value === 'record' && isGuessed
    ? ' The record marks no dead stones: they are guessed by random games.' : '';
  const ways = found.board.answers.reduce((sum, { strategies }) => sum + strategies.length, 0);
  say(`Counted in ${ways} ways. Click a group on the board to mark it as dead, or as alive.${judged}`);
}

/** Takes back the last click on the board. */
function undo() {
  const { markedDead, source } = record.before.pop();
  record.markedDead = markedDead;
  byId('dead').value = source;
  ask();
}

/** Returns a button that takes back the last click, if there is one. */
function undoButton() {
  if (!record.before.length) return [];
  const button = html('button', { type: 'button', id: 'undo' }, 'Undo the last mark');
  button.addEventListener('click', undo);
  return [button];
}

/** Returns the answer that a game is compared with at first: the one with the recorded margin, if the record has no map. */
function agreeing({ label_map: labelMap, label, answers }) {
  const found = labelMap || !label ? null : answers.find(({ margin }) => marginText(margin) === label);
  return found ? found.strategies[0] : '';
}

/** Draws the game, and keeps the focus in place. */
function draw() {
  const focus = byId('game').contains(document.activeElement) && { id: document.activeElement.id, name: document.activeElement.name };
  const game = showRun(explanation, scorer.strategies, scorer.controls);
  const isFirst = (view.show || FIRST) === FIRST;
  const why = (point) => (isFirst ? explanation.sentences?.[point] : undefined);
  const change = (values) => {
    if (values.game === '') return void (location.hash = '');
    view = { ...view, ...values };
    draw();
  };
  const drawn = drawGame(game, { ...view, against: view.against || agreeing(explanation.board) }, change, why);
  const { result, warning } = resultOf(explanation, view.show, scorer.controls);
  byId('game-name').after(result);
  // below the board, which must not move when a click opens a border
  byId('hover').after(...undoButton(), ...warning);
  deadStoneMarker(drawn, cursor, (rows) => {
    record.before.push({ markedDead: record.markedDead, source: byId('dead').value });
    record.markedDead = rows;
    ask();
  });
  document.body.classList.add('open');
  if (!focus) return;
  const again = focus.id ? byId(focus.id) : byId('game').querySelector(`input[name="${CSS.escape(focus.name || '')}"]:checked`);
  (again || byId('game')).focus({ preventScroll: true });
}

/** Shows the record that comes with the page. */
async function example() {
  const response = await loadFile('./example.sgf');
  take('example.sgf', await response.arrayBuffer());
}

function start() {
  for (const id of ['file', 'folder']) byId(id).addEventListener('change', () => takeFiles(chosenFiles(byId(id))));
  byId('stop').addEventListener('click', () => running?.abort());
  byId('example').addEventListener('click', example);
  byId('score').addEventListener('click', () => {
    byId('paste').open = false;
    take('pasted.sgf', byId('text').value);
  });
  byId('number').addEventListener('change', () => {
    Object.assign(record, { number: +byId('number').value, markedDead: null, before: [] });
    ask();
  });
  byId('dead').addEventListener('change', () => {
    if (!record) return void (listed && takeFiles(listed.files));
    if (byId('dead').value !== 'clicked') Object.assign(record, { markedDead: null, before: [] });
    ask();
  });
  byId('rules').addEventListener('change', () => {
    record.rules = byId('rules').value || undefined;
    ask();
  });
  byId('controls').addEventListener('change', () => {
    view = { ...view, controls: byId('controls').checked ? '1' : '' };
    if (explanation) draw();
  });
  const { signal } = dropping;
  addEventListener('dragover', (event) => { event.preventDefault(); document.body.classList.add('dropping'); }, { signal });
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) document.body.classList.remove('dropping'); }, { signal });
  addEventListener('drop', async (event) => {
    event.preventDefault();
    document.body.classList.remove('dropping');
    // the run may end before the folder is read
    if (running) return;
    try {
      takeFiles(await droppedFiles(event.dataTransfer));
    } catch (error) {
      say(`The drop failed: ${error.message}`, true);
    }
  }, { signal });
  addEventListener('hashchange', follow);
  addEventListener('keydown', (event) => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || !record?.before.length || event.target.matches('textarea')) return;
    event.preventDefault();
    undo();
  });
  byId('dead').replaceChildren(...sourceOptions());
  byId('rules').replaceChildren(new Option('guessed', ''), ...RULES.map((name) => new Option(name, name)));
  example();
}

start();
