// The list of games. Only the visible rows are drawn, so a list of ten thousand games stays fast.

import { byId, html } from './elements.js';
import { standing } from './filters.js';
import { data, games } from './games.js';
import { counted, playersText, shortName, signed } from './text.js';

export const ROW = 44; // the height of a row, in CSS pixels: see .row in page.css

/** The number of games with each short name. */
const sameName = new Map();

/** Whether the games of the page have several sizes of boards. */
let manySizes = false;

/** Finds out whether rows need the folder and the board size of a game to distinguish it from others. */
export function startList() {
  for (const { name } of games) sameName.set(shortName(name), (sameName.get(shortName(name)) || 0) + 1);
  manySizes = new Set(games.map((game) => game.size)).size > 1;
}

/** Returns the folder of a game if another game has the same file name. */
const folderText = ({ name }) => (sameName.get(shortName(name)) > 1 ? name.slice(0, Math.max(0, name.lastIndexOf('/'))) : '');

/** Returns the names of strategies, or their number out of `all`. */
function few(names, all) {
  if (names.length < 3) return names.join(', ');
  return names.length === all ? `all ${all}` : `${names.length} of ${all}`;
}

/** Returns which strategies get a game wrong, and by how much. If only a few get it right, names these instead. */
function whoWords({ differing, wrong, other, right, points }, error) {
  const all = wrong.length + other.length + right.length;
  if (differing.every(({ outcome }) => outcome === 'exact')) return `margin right with a different map: ${few(other, all)}, ${other.length > 1 ? 'up to ' : ''}${counted(points, 'point')}`;
  if (wrong.length < all && wrong.length > 2 && right.length < 3 && !other.length) return `right: only ${few(right)}; others up to ${error}`;
  const who = wrong.length < 3 ? `wrong: ${few(wrong)}` : `${few(wrong, all)} wrong`;
  return `${who}, ${wrong.length > 1 ? 'up to ' : ''}${error}${other.length ? ` · ${other.length} right with a different map` : ''}`;
}

/** Returns the text of a row: the oddities of the game, the strategies that get it wrong, and their errors. */
function rowWords(game, state) {
  const own = standing(game, state);
  const start = [own.wrongWinner && 'wrong winner', game.group === 'inconsistent' && 'label contradicts itself'].filter(Boolean);
  const [first, ...others] = own.differing;
  if (!first) return [...start, game.label ? 'the strategies differ; none is wrong' : 'the strategies differ'].join(' · ');
  const worst = others.reduce((a, b) => (Math.abs(b.delta) > Math.abs(a.delta) ? b : a), first);
  const error = worst.delta ? signed(worst.delta) : `${counted(worst.map_diff, 'point')} of the map`;
  const chosen = state.strategy && data.strategies.includes(state.strategy);
  const words = chosen ? `${state.strategy} ${worst.outcome === 'exact' ? 'margin right, ' : ''}${error}` : whoWords(own, error);
  return [...start, words].join(' · ');
}

/** Returns a row of the list; `isShown` says whether its game is the selected one. */
function makeRow(game, index, count, state, isShown) {
  const row = html('div', {
    class: 'row', id: `game-${game.number}`, role: 'option', 'aria-setsize': count, 'aria-posinset': index + 1,
    'aria-selected': isShown, 'data-index': index,
  });
  row.style.top = `${index * ROW}px`;
  const players = playersText(game.players);
  const small = [manySizes && game.size, players, folderText(game) && `in ${folderText(game)}`].filter(Boolean);
  const name = html('span', { class: 'name' }, shortName(game.name), ...small.map((text) => html('small', {}, ` ${text}`)));
  name.title = [game.name, players, game.date].filter(Boolean).join('\n');
  const words = rowWords(game, state);
  row.append(name, html('span', { class: 'words', title: words }, `${game.label || 'no label'} · ${words}`));
  return row;
}

/** Draws the visible rows of the list, and a few above and below them. */
export function drawRows(view, state, shownGame) {
  const list = byId('list');
  const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 4);
  const last = Math.min(view.length, Math.ceil((list.scrollTop + list.clientHeight) / ROW) + 4);
  const rows = byId('rows');
  rows.style.height = `${view.length * ROW}px`;
  rows.replaceChildren(...view.slice(first, last).map((game, at) => makeRow(game, first + at, view.length, state, game === shownGame)));
  const shown = view.includes(shownGame) && byId(`game-${shownGame.number}`);
  if (shown) list.setAttribute('aria-activedescendant', shown.id);
  else list.removeAttribute('aria-activedescendant');
}

/** Scrolls the list until the row at an index is visible. */
export function scrollToRow(index) {
  const list = byId('list');
  list.scrollTop = Math.max((index + 1) * ROW - list.clientHeight, Math.min(index * ROW, list.scrollTop));
}
