// Keeps the state of the page in its address, after the #, so that the back button works and a view can be shared.

import { toSgf } from './board.js';
import { button, byId, copy, html, replaceContent } from './elements.js';
import { fillSelects, listed, select } from './filters.js';
import { drawGame, legend, playersOf } from './game.js';
import { games, readRun } from './games.js';
import { drawRows, ROW, scrollToRow, startList } from './list.js';
import { counted } from './text.js';

/** The fields that filter and sort the list, each with its initial value. */
const FILTERS = {
  q: '', strategy: '', outcome: '', games: '', category: '', origin: '', rules: '', size: '', safety: '', sort: 'interest', controls: '',
};
const DEFAULTS = { ...FILTERS, game: '', show: '', against: '' };

/** The meanings of the signs. */
const LEGEND = {
  ofBlack: 'Black’s territory', ofWhite: 'White’s territory', deadStone: 'dead stone', inSeki: 'eye in seki', falseEye: 'false eye',
  pointDiffers: 'point that differs',
};

let state;
let view = [];
let shownGame;

/** Returns the state in the address. */
function read() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(Object.entries(DEFAULTS).map(([key, value]) => [key, parameters.get(key) || value]));
}

/** Returns the address of a state. */
const address = (of) => `#${new URLSearchParams(Object.entries(of).filter(([key, value]) => value !== DEFAULTS[key]))}`;

/** Sets the values in `values` and draws the page. Adds an entry to the browser's history if `keep` is set. */
function change(values, keep = true) {
  state = { ...state, ...values };
  if (location.hash !== address(state)) history[keep ? 'pushState' : 'replaceState'](history.state, '', address(state));
  draw();
}

/** Draws the filters, the list and the selected game. */
function draw() {
  for (const field of byId('filters').elements) {
    if (field.type === 'checkbox') field.checked = Boolean(state[field.name]);
    else if (field.name) field.value = state[field.name];
  }
  view = select(state);
  byId('count').textContent = countWords();
  drawSelected();
  const index = selectedIndex();
  if (index >= 0) scrollToRow(index);
  drawRows(view, state, shownGame);
}

/** Returns the number of games in the list, and the kinds of games that it leaves out. */
function countWords() {
  if (!games.length) return 'No answer with a map differs from a label or from another answer. To see boards for answers without maps, add a strategy (-s linked).';
  const total = listed(state).length;
  const hidden = games.length - total;
  const others = hidden && view.length === total ? `; in ${hidden} more, only control strategies differ` : '';
  return `${view.length === total ? counted(total, 'game') : `${view.length} of ${counted(total, 'game')}`}${others}`;
}

/** Draws the selected game. */
function drawSelected() {
  const chosen = games.find((other) => other.name === state.game);
  document.body.classList.toggle('open', Boolean(chosen));
  // if the board fits next to the list, show the first game until one is selected
  const hasRoom = !state.game && byId('game').checkVisibility();
  shownGame = chosen ?? (hasRoom ? view[0] : undefined);
  if (shownGame) byId('game').setAttribute('aria-label', `Game ${shownGame.name}`);
  const none = html('p', { class: 'small' }, state.game ? `This page has no game ${state.game}.` : 'No game is selected.');
  replaceContent(byId('game'), shownGame ? partsOf(shownGame) : [none]);
}

/** Returns the elements of a game. */
function partsOf(game) {
  const { board, letters, svg, hover, facts, answers, differences, explanation } = drawGame(game, state, change);
  const buttons = html('p', { class: 'buttons' },
    button('Copy SGF', () => copy(toSgf(game, board, letters), 'SGF copied.')),
    game.explain && button('Copy command', () => copy(game.explain, 'Command copied.')),
    html('span', { id: 'copied', role: 'status' }));
  const command = game.explain && [html('h4', {}, 'Command'), html('pre', { tabindex: '0' }, game.explain)];
  return [
    button('← All games', closeGame, { class: 'back' }),
    html('h3', { id: 'game-name' }, game.name),
    html('div', { class: 'facts' }, playersOf(game, ['Black', 'White']), facts),
    html('div', { class: 'table' },
      html('div', {}, svg, hover, legend(LEGEND)),
      html('div', {}, answers, differences, command, buttons)),
    explanation,
  ];
}

/** Leaves the selected game. */
const closeGame = () => change({ game: '', show: '', against: '' });

/** Selects the game at an index in the list, or the nearest game. */
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
  const choices = [...byId('game').querySelectorAll('input[name=show]')];
  const at = choices.findIndex(({ checked }) => checked) + by;
  if (choices.length) change({ show: choices.at(at % choices.length).value }, false);
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
    if (inGame && !byId('list').checkVisibility()) closeGame();
    byId('list').focus();
  } else if (field) {
    if (event.key !== 'Enter' || event.target.id !== 'q') return;
    choose(Math.max(0, selectedIndex()), !state.game);
    byId('list').focus();
  } else if (event.key === '/') {
    byId('q').focus();
    byId('q').select();
  } else if (event.key === 'Enter' && inList) {
    if (selectedIndex() < 0) move(1);
    byId('game').focus();
  } else if (MOVES[event.key] && (inList || 'jk'.includes(event.key)
    || (inGame && /^Arrow(Left|Right)$/.test(event.key) && event.target.type !== 'radio'))) {
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

/** Connects the controls with the state, and draws the page. `signal` disconnects them when another page replaces this one. */
export async function startReport(signal) {
  for (const time of document.querySelectorAll('time')) {
    time.textContent = `${new Date(time.dataset.seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  }
  state = read();
  await readRun(byId('data').textContent);
  startList();
  fillSelects();
  const filters = byId('filters');
  // a field outside the form element is part of the form's data, but its events do not reach the form
  byId('main').addEventListener('input', ({ target }) => {
    if (target.form === filters) change({ ...FILTERS, ...Object.fromEntries(new FormData(filters)) }, target.id !== 'q');
  });
  filters.addEventListener('submit', (event) => event.preventDefault());
  byId('reset').addEventListener('click', () => change(FILTERS));
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
