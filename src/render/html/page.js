// Keeps the state of the page in its address, after the #, so that the back button works and a view can be shared.

import { byId, html } from './elements.js';
import { fillSelects, listed, select } from './filters.js';
import { drawGame } from './game.js';
import { games, readRun } from './games.js';
import { drawRows, ROW, scrollToRow, startList } from './list.js';
import { counted } from './text.js';

/** The keys of the state that have a field, each with the field's identifier. */
const FIELDS = {
  q: 'q', strategy: 'strategy', outcome: 'outcome', games: 'games-in', category: 'category', origin: 'origin', rules: 'rules',
  size: 'size', safety: 'safety', sort: 'sort',
};
/** The keys that filter and sort the list. */
const FILTERS = [...Object.keys(FIELDS), 'controls'];
const KEYS = [...FILTERS, 'game', 'show', 'against'];
const DEFAULTS = Object.fromEntries(KEYS.map((key) => [key, key === 'sort' ? 'interest' : '']));

let state;
let view = [];
let shownGame = null;
let shownKeys = [];

/** Returns the state in the address. */
function read() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(KEYS.map((key) => [key, parameters.get(key) || DEFAULTS[key]]));
}

/** Returns the address of a state. */
function address(of) {
  const parameters = new URLSearchParams();
  for (const key of KEYS) if (of[key] !== DEFAULTS[key]) parameters.set(key, of[key]);
  return `#${parameters}`;
}

/** Sets the values in `values` and draws the page. Adds an entry to the browser's history if `keep` is set. */
function change(values, keep = true) {
  state = { ...state, ...values };
  if (location.hash !== address(state)) history[keep ? 'pushState' : 'replaceState'](history.state, '', address(state));
  draw();
}

/** Draws the filters, the list and the selected game. */
function draw() {
  for (const [key, id] of Object.entries(FIELDS)) if (byId(id).value !== state[key]) byId(id).value = state[key];
  byId('controls').checked = Boolean(state.controls);
  view = select(state);
  byId('count').textContent = countWords();
  drawSelected();
  const index = selectedIndex();
  if (index >= 0) scrollToRow(index);
  drawRows(view, state, shownGame);
}

/** Returns the number of games in the list, and the kinds of games that it leaves out. */
function countWords() {
  if (!games.length) return 'No answer with a map differs from a label or from another answer. For boards beside answers without maps, add a strategy: -s linked.';
  const total = listed(state).length;
  const hidden = games.length - total;
  const others = hidden && view.length === total ? `; ${hidden} more differ only by control strategies` : '';
  return `${view.length === total ? counted(total, 'game') : `${view.length} of ${counted(total, 'game')}`}${others}`;
}

/** Draws the selected game, and keeps the focus on its field. */
function drawSelected() {
  const chosen = state.game && games.find((other) => other.name === state.game);
  document.body.classList.toggle('open', Boolean(chosen));
  // if the board fits next to the list, show the first game until one is selected
  const game = chosen || (!state.game && getComputedStyle(byId('game')).display !== 'none' && view[0]);
  shownGame = game || null;
  const had = byId('game').contains(document.activeElement) && document.activeElement;
  const focus = had && { name: had.name || had.id, value: had.value };
  if (game) shownKeys = drawGame(game, state, change).keys;
  else byId('game').replaceChildren(html('p', { class: 'small' }, state.game ? `This page has no game ${state.game}.` : 'No game is selected.'));
  // the field that had the focus was replaced: focus the new one
  if (focus && game) {
    const again = [...byId('game').querySelectorAll('input, select, summary[id]')].find((field) =>
      (field.name || field.id) === focus.name && (field.type !== 'radio' || field.checked));
    (again || byId('game')).focus({ preventScroll: true });
  }
}

/** Selects the game with an index in the list, or the nearest one. */
function choose(index, keep) {
  if (!view.length) return;
  const at = Math.max(0, Math.min(view.length - 1, index));
  change({ game: view[at].name, show: '', against: '' }, keep);
}

/** Returns the index of the shown game in the list, or -1. */
const selectedIndex = () => view.indexOf(shownGame);

/** Moves the selection by a number of rows. */
function move(by) {
  const index = selectedIndex();
  choose(index < 0 ? 0 : index + by, !state.game);
}

/** Shows the next or previous answer. */
function otherAnswer(by) {
  if (!shownKeys.length) return;
  const shown = byId('game').querySelector('input[name=show]:checked');
  const at = shownKeys.indexOf(shown && shown.value);
  change({ show: shownKeys[(at + by + shownKeys.length) % shownKeys.length] }, false);
}

/** Returns the number of rows that Page Up and Page Down move by. */
const PAGE = () => Math.max(1, Math.floor(byId('list').clientHeight / ROW) - 1);
const MOVES = {
  ArrowDown: () => move(1), ArrowUp: () => move(-1), j: () => move(1), k: () => move(-1),
  PageDown: () => move(PAGE()), PageUp: () => move(-PAGE()), Home: () => choose(0, false), End: () => choose(view.length - 1, false),
  ArrowRight: () => otherAnswer(1), ArrowLeft: () => otherAnswer(-1),
};

/** Handles a key. Fields keep their own keys, arrows move in the list, and letters work everywhere outside fields. */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.closest('input:not([type=radio]), select, textarea, summary');
  const inList = event.target === byId('list');
  const inGame = byId('game').contains(event.target);
  if (event.key === 'Escape') {
    if (event.target.id === 'q' && event.target.value) return;
    if (inGame && getComputedStyle(byId('list')).display === 'none') change({ game: '', show: '', against: '' });
    byId('list').focus();
  } else if (field) {
    if (event.key === 'Enter' && event.target.id === 'q') { event.preventDefault(); choose(Math.max(0, selectedIndex()), !state.game); byId('list').focus(); }
    return;
  } else if (event.key === '/') {
    byId('q').focus();
    byId('q').select();
  } else if (event.key === 'Enter' && inList) {
    if (selectedIndex() < 0) move(1);
    byId('game').focus();
  } else if (MOVES[event.key] && (inList || event.key === 'j' || event.key === 'k'
    || (inGame && event.key.startsWith('Arrow') && /Left|Right/.test(event.key) && event.target.type !== 'radio'))) {
    MOVES[event.key]();
  } else return;
  event.preventDefault();
}

/** Follows a link to a part of the page. The address keeps the view, but not the part. */
function followLink(event) {
  const link = event.target.closest('a[href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  byId(link.getAttribute('href').slice(1)).scrollIntoView();
}

/** Connects the controls with the state, and draws the page. `signal` ends this when another page takes its place. */
export async function startReport(signal) {
  for (const time of document.querySelectorAll('time')) {
    time.textContent = `${new Date(time.dataset.seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  }
  state = read();
  await readRun(byId('data').textContent);
  startList();
  fillSelects();
  byId('q').addEventListener('input', () => change({ q: byId('q').value }, false));
  for (const [key, id] of Object.entries(FIELDS)) {
    if (key !== 'q') byId(id).addEventListener('change', () => change({ [key]: byId(id).value }));
  }
  byId('controls').addEventListener('change', () => change({ controls: byId('controls').checked ? '1' : '' }));
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  byId('reset').addEventListener('click', () => change(Object.fromEntries(FILTERS.map((key) => [key, DEFAULTS[key]]))));
  byId('list').addEventListener('scroll', () => drawRows(view, state, shownGame), { passive: true });
  byId('rows').addEventListener('click', (event) => {
    const row = event.target.closest('.row');
    if (row) choose(+row.dataset.index, true);
  });
  document.addEventListener('click', followLink, { signal });
  document.addEventListener('keydown', onKey, { signal });
  addEventListener('popstate', () => { state = read(); draw(); }, { signal });
  addEventListener('resize', () => drawRows(view, state, shownGame), { signal });
  draw();
}
