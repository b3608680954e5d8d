// The page that scores one game: gets a record, sends it to the worker, and draws the answer with modules of the report
// page.

import { byId, html } from './report/elements.js';
import { drawGame } from './report/game.js';
import { counted, playersText } from './report/text.js';
import { deadStoneMarker } from './dead.js';
import { chosenFiles, droppedFiles, isArchive, recordsOf } from './files.js';
import { showRun } from './game.js';
import { showReport } from './report.js';
import { FIRST, resultOf } from './result.js';
import { evaluate } from './run.js';
import { RecordScorer } from './scorer.js';

/** The sources of dead stones that the user can choose: the words of the menu, and the option of the package. */
const SOURCES = {
  record: ['as the record marks them, or else guessed', ['auto', 'estimate']],
  marks: ['as the record marks them', ['auto']],
  estimate: ['guessed by random games', ['estimate']],
  none: ['none', ['none']],
};

/** The first choice of the view, in the form for the modules of the report page. */
const NO_CHOICE = { strategy: '', outcome: '', category: '', controls: '', show: FIRST, against: '' };

/** The record on the page: its name, its bytes or text, the number of its game, and the dead stones that were clicked. */
let record = null;
let view = NO_CHOICE;
let explanation = null;
const cursor = { point: null };

/** Stops the current run, if any. */
let running = null;

/** Stops listening for drops when the page shows a run. */
const dropping = new AbortController();

const scorer = new RecordScorer(show);

/** Shows the status. */
function say(words, isFailure = false) {
  byId('status').textContent = words;
  byId('status').classList.toggle('failed', isFailure);
}

/** Scores the record again. */
function ask() {
  const { name, sgf, number, markedDead } = record;
  say('Scoring …');
  scorer.ask(sgf, { name, game: number, markedDead: markedDead ?? undefined, dead: SOURCES[byId('dead').value]?.[1] });
}

/** Loads a record, from a file or as text, unless a run is in progress. */
function take(name, sgf) {
  if (running) return;
  record = { name, sgf, number: 1, markedDead: null };
  view = { ...NO_CHOICE, controls: view.controls };
  cursor.point = null;
  offerSources();
  ask();
}

/** Loads files, unless a run is in progress: scores one record here, and evaluates several. */
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
    if (byId('run')) byId('run').hidden = true;
  }
}

/** Evaluates the records of files, and shows the page of the run. */
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
  byId('run').hidden = false;
  const progress = (read, evaluated) => {
    byId('progress').value = (read + evaluated) / (2 * records.length);
    say(`${evaluated || read} of ${counted(records.length, 'record')} ${evaluated ? 'evaluated' : 'read'}.`);
  };
  progress(0, 0);
  const run = await evaluate(records, name, { dead: (SOURCES[byId('dead').value] ?? SOURCES.record)[1].join(','), progress, signal: running.signal });
  const left = [...unread, ...run.unread];
  const notes = [
    ...(run.done < records.length ? [`Stopped after ${run.done} of ${counted(records.length, 'record')}.`] : []),
    ...(left.length ? [`${counted(left.length, 'file')} not read: ${left.slice(0, 3).join(', ')}${left.length > 3 ? ' …' : ''}`] : []),
  ];
  dropping.abort();
  await showReport(run, notes);
}

/** Returns the sources of dead stones as options of a menu. */
const sourceOptions = () => Object.entries(SOURCES).map(([value, [text]]) => new Option(text, value));

/** Fills the menu of dead stones. Clicked stones are a choice of their own. */
function offerSources() {
  const chosen = record.markedDead ? 'clicked' : byId('dead').value in SOURCES ? byId('dead').value : 'record';
  byId('dead').replaceChildren(...sourceOptions(), ...(record.markedDead ? [new Option('as clicked', 'clicked')] : []));
  byId('dead').value = chosen;
}

/** Fills the menu of the games of the record, and hides it if the record has only one. */
function offerGames(games) {
  const word = ({ number, skip, players }) => `${number}${skip ? ` (${skip.reason})` : ` ${playersText({ players: [players.black, players.white] })}`}`;
  byId('number').replaceChildren(...games.map((game) => new Option(word(game), game.number)));
  byId('number').value = record.number;
  byId('number').closest('label').hidden = games.length < 2;
}

/** Shows the worker's result, unless a run is in progress or shown. */
function show({ failure, games, explanation: found }) {
  if (running || dropping.signal.aborted) return;
  if (failure) {
    document.body.classList.remove('open');
    byId('game').replaceChildren();
    byId('number').closest('label').hidden = true;
    return say(record ? `${record.name}: ${failure.message}` : failure.message, true);
  }
  offerGames(games);
  byId('controls-words').textContent = `Simplified counts, too (${scorer.controls.join(', ')})`;
  explanation = found;
  draw();
  const judged = !record.markedDead && byId('dead').value === 'record' && found.board.label_map === null
    ? ' The record marks no dead stones: they are guessed by random games.' : '';
  const ways = found.board.answers.reduce((sum, { strategies }) => sum + strategies.length, 0);
  say(`Counted in ${ways} ways. Click a group on the board to mark it as dead, or as alive.${judged}`);
}

/** Draws the game, and keeps the focus in place. */
function draw() {
  const focus = byId('game').contains(document.activeElement) && { id: document.activeElement.id, name: document.activeElement.name };
  const game = showRun(explanation, scorer.strategies, scorer.controls);
  const isFirst = (view.show || FIRST) === FIRST;
  const why = (point) => (isFirst ? explanation.sentences?.[point] : undefined);
  const drawn = drawGame(game, view, (values) => { view = { ...view, ...values }; draw(); }, why);
  byId('game-name').after(...resultOf(explanation, view.show));
  deadStoneMarker(drawn, cursor, (rows) => {
    record.markedDead = rows;
    offerSources();
    ask();
  });
  document.body.classList.add('open');
  if (!focus) return;
  const again = focus.id ? byId(focus.id) : byId('game').querySelector(`input[name="${CSS.escape(focus.name || '')}"]:checked`);
  (again || byId('game')).focus({ preventScroll: true });
}

/** Shows the record that comes with the page. */
async function example() {
  const response = await fetch('./example.sgf');
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
    Object.assign(record, { number: +byId('number').value, markedDead: null });
    offerSources();
    ask();
  });
  byId('dead').addEventListener('change', () => {
    if (byId('dead').value !== 'clicked') record.markedDead = null;
    offerSources();
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
    takeFiles(await droppedFiles(event.dataTransfer));
  }, { signal });
  byId('dead').replaceChildren(...sourceOptions());
  example();
}

start();
