// The state of the page is in its address, after the #, so that the back button works and a view can be shared.

const FILTERS = ['q', 'strategy', 'outcome', 'category', 'origin', 'size', 'sort'];
const KEYS = [...FILTERS, 'game', 'show', 'against'];

let state = read();
let view = [];
let shownKeys = [];

function read() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(KEYS.map((key) => [key, parameters.get(key) || (key === 'sort' ? 'game' : '')]));
}

function address(of) {
  const parameters = new URLSearchParams();
  for (const key of KEYS) if (of[key] && !(key === 'sort' && of[key] === 'game')) parameters.set(key, of[key]);
  return `#${parameters}`;
}

/** Goes to another state; moving through a list leaves no trail of its own. */
function change(what, keep = true) {
  state = { ...state, ...what };
  if (location.hash !== address(state)) history[keep ? 'pushState' : 'replaceState'](null, '', address(state));
  draw();
}

function draw() {
  for (const key of FILTERS) if (byId(key).value !== state[key]) byId(key).value = state[key];
  view = select(state);
  const total = games.length;
  byId('count').textContent = view.length === total ? `${total} games` : `${view.length} of ${total} games`;
  if (!total) byId('count').textContent = 'No answer differs from a label or from another.';
  const place = view.findIndex((game) => game.name === state.game);
  if (place >= 0) scrollTo(place);
  drawRows(view, state);
  drawChosen();
}

function drawChosen() {
  const chosen = state.game && games.find((other) => other.name === state.game);
  document.body.classList.toggle('open', Boolean(chosen));
  // where there is room for a board next to the list, show the first game until one is chosen
  const game = chosen || (!state.game && getComputedStyle(byId('game')).display !== 'none' && view[0]);
  const had = byId('game').contains(document.activeElement) && document.activeElement;
  const focus = had && { name: had.name || had.id, value: had.value };
  if (game) shownKeys = drawGame(game, state, change);
  else byId('game').replaceChildren(html('p', { class: 'small' }, state.game ? `There is no game ${state.game} here.` : 'No game is chosen.'));
  // the field that had the focus was drawn again: focus the new one
  if (focus && game) {
    const again = [...byId('game').querySelectorAll('input, select, summary[id]')].find((field) =>
      (field.name || field.id) === focus.name && (field.type !== 'radio' || field.checked));
    (again || byId('game')).focus({ preventScroll: true });
  }
}

/** Chooses the game at a place of the list. */
function choose(place, keep) {
  if (!view.length) return;
  const at = Math.max(0, Math.min(view.length - 1, place));
  change({ game: view[at].name, show: '', against: '' }, keep);
}

const chosenPlace = () => view.findIndex((game) => game.name === state.game);

function move(by) {
  const place = chosenPlace();
  choose(place < 0 ? 0 : place + by, place < 0);
}

function otherAnswer(by) {
  if (!shownKeys.length) return;
  const shown = byId('game').querySelector('input[name=show]:checked');
  const at = shownKeys.indexOf(shown && shown.value);
  change({ show: shownKeys[(at + by + shownKeys.length) % shownKeys.length] }, false);
}

const PAGE = () => Math.max(1, Math.floor(byId('list').clientHeight / ROW) - 1);
const MOVES = {
  ArrowDown: () => move(1), ArrowUp: () => move(-1), j: () => move(1), k: () => move(-1),
  PageDown: () => move(PAGE()), PageUp: () => move(-PAGE()), Home: () => choose(0, false), End: () => choose(view.length - 1, false),
  ArrowRight: () => otherAnswer(1), ArrowLeft: () => otherAnswer(-1),
};

/** Fields keep their keys; the list has the moves, and letters work everywhere. */
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
    if (event.key === 'Enter' && event.target.id === 'q') { event.preventDefault(); move(1); byId('list').focus(); }
    return;
  } else if (event.key === '/') {
    byId('q').focus();
    byId('q').select();
  } else if (event.key === 'Enter' && inList) {
    if (chosenPlace() < 0) move(1);
    byId('game').focus();
  } else if (MOVES[event.key] && (inList || event.key === 'j' || event.key === 'k'
    || (inGame && event.key.startsWith('Arrow') && /Left|Right/.test(event.key) && event.target.type !== 'radio'))) {
    MOVES[event.key]();
  } else return;
  event.preventDefault();
}

function start() {
  fillSelects();
  byId('q').addEventListener('input', () => change({ q: byId('q').value }, false));
  for (const key of FILTERS.slice(1)) byId(key).addEventListener('change', () => change({ [key]: byId(key).value }));
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  byId('reset').addEventListener('click', () => change(Object.fromEntries(FILTERS.map((key) => [key, key === 'sort' ? 'game' : '']))));
  byId('list').addEventListener('scroll', () => drawRows(view, state), { passive: true });
  byId('rows').addEventListener('click', (event) => {
    const row = event.target.closest('.row');
    if (row) choose(+row.dataset.place, true);
  });
  for (const link of document.querySelectorAll('a[data-strategy]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      change({ strategy: link.dataset.strategy, outcome: link.dataset.outcome || '', category: '', origin: '', size: '', q: '', game: '' });
      byId('games').scrollIntoView();
      byId('list').focus({ preventScroll: true });
    });
  }
  document.addEventListener('keydown', onKey);
  addEventListener('popstate', () => { state = read(); draw(); });
  addEventListener('resize', () => drawRows(view, state));
  draw();
}

start();
