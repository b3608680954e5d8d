// Draws the selected game: its board, the answers, and the points where they differ.

import { boardOf, drawBoard, drawFrame, drawMark, drawStone, element, ownerOf, pointAt, pointName, pointNames, toSgf } from './board.js';
import { button, byId, html } from './elements.js';
import { data } from './games.js';
import { playersText, sizeText } from './text.js';
import { againstChoice, chooseViews, fewNames, shownViews, viewChoice, viewsOf } from './views.js';

/** Returns the points where two views differ. */
const differing = (a, b) =>
  new Set(a && b ? [...a.letters.keys()].filter((point) => ownerOf(a.letters[point]) !== ownerOf(b.letters[point])) : []);

/** The label checks that a reader should know about. */
const CHECKS = { area: ', correct only under area scoring', inconsistent: ', which contradicts the marks', contradictory: ', one of two results or komi' };

/** Returns a paragraph with the date, board, rules and label of a game, and the remarks on it. */
function facts(game) {
  const words = [...(game.date ? [game.date] : []), `${sizeText(game.size)} board`, `${game.rules} rules`, `komi ${game.komi}`, `${game.moves} moves`,
    `prisoners: ${game.prisoners[0]} for Black, ${game.prisoners[1]} for White`,
    `recorded result: ${game.label || 'none'}${CHECKS[game.check] ?? ''}${game.origin === 'unknown' ? '' : ` (origin: ${game.origin})`}`];
  if (game.handicap) words.push(`handicap ${game.handicap}`);
  if (game.disputed) words.push('disputed: depends on how dame are filled');
  if (game.flags) words.push(`flags: ${game.flags}`);
  return html('p', { class: 'small' }, words.join(' · '));
}

/** Returns a paragraph with the players, or nothing if neither name is known. */
function players(game) {
  if (!playersText(game)) return [];
  const name = (at, color) => [html('span', { class: 'color' }, color), ' ', html('bdi', {}, game.players[at] || '?')];
  return [html('p', { class: 'players' }, ...name(0, 'Black'), ', ', ...name(1, 'White'))];
}

/** Copies a text to the clipboard, and then says so in `words`. */
export async function copy(text, words) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // a page opened from disk may have no clipboard API: copy from a field instead
    const field = html('textarea', { 'aria-hidden': 'true', class: 'hidden' });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  byId('copied').textContent = words;
}

/** Returns the buttons that copy the record, with the territory that is shown, and the command. */
function copyButtons(game, board, shown) {
  return html('p', { class: 'buttons' },
    button('Copy SGF', () => copy(toSgf(game, board, shown.letters), 'SGF copied.')),
    ...(game.explain ? [button('Copy command', () => copy(game.explain, 'Command copied.'))] : []),
    html('span', { id: 'copied', role: 'status' }));
}

/** Returns the legend of the board: each sign as it is drawn, with its meaning. */
function legend() {
  const sign = (draw) => {
    const svg = element('svg', { class: 'sign', viewBox: '-0.5 -0.5 1 1', 'aria-hidden': 'true' });
    svg.append(element('rect', { class: 'wood', x: -0.5, y: -0.5, width: 1, height: 1 }));
    draw(svg);
    return svg;
  };
  const signs = [
    [(svg) => drawMark(svg, 'b', 0, 0), 'Black’s territory'],
    [(svg) => drawMark(svg, 'w', 0, 0), 'White’s territory'],
    [(svg) => drawStone(svg, 'x', 0, 0), 'dead stone'],
    [(svg) => drawMark(svg, 's', 0, 0), 'eye in seki'],
    [(svg) => drawMark(svg, 'f', 0, 0), 'false eye'],
    [(svg) => drawFrame(svg, 0, 0), 'point that differs'],
  ];
  return html('p', { class: 'small legend' }, ...signs.map(([draw, word]) => html('span', {}, sign(draw), ` ${word}`)));
}

/** Returns the places of a game: its regions, and living stones that an answer considers dead. Each has its points, the
 * points where views differ, a description of its surroundings, and a line for each answer of the views. */
function placesOf(game, board, views) {
  const shown = new Set(views.flatMap(({ answer }) => answer?.strategies ?? []).map((number) => data.strategies[number]));
  const isDisputed = (point) => new Set(views.map(({ letters }) => ownerOf(letters[point]))).size > 1;
  const numbers = new Map([...Array(board.points).keys()].map((point) => [pointName(board, point), point]));
  return game.places.map(({ title, answers, ...place }) => {
    const points = place.points.map((name) => numbers.get(name));
    const lines = [];
    for (const { text, names } of answers) {
      const strategies = names.filter((name) => name !== 'label' && shown.has(name));
      const who = [...names.filter((name) => name === 'label'), ...(strategies.length ? [fewNames(strategies)] : [])];
      if (who.length) lines.push(`${who.join(', ')}: ${text}`);
    }
    return { points, disputed: points.filter(isDisputed), title, lines };
  });
}

/** Returns a button with the names of points, which `see` highlights on the board while the button is in use. */
export function pointButton(board, points, see, lit) {
  const show = () => see(points[0], lit);
  const made = button(pointNames(board, points), show, { class: 'point' });
  for (const name of ['focus', 'pointerenter']) made.addEventListener(name, show);
  for (const name of ['blur', 'pointerleave']) made.addEventListener(name, () => see(-1));
  return made;
}

/** Returns the list of places with differing points, with the answers. */
function placeList(board, places, see) {
  const item = ({ disputed, title, lines }) =>
    html('li', {}, pointButton(board, disputed, see), ` ${title}`, html('ul', {}, ...lines.map((line) => html('li', {}, line))));
  return html('ul', { class: 'differences' }, ...places.map(item));
}

/** Returns the section that describes the board in words. Paragraphs about points in `differs` are marked, and the first of
 * them is scrolled into view. */
function explanation(board, places, differs) {
  const text = html('pre', { tabindex: '0', class: 'explain', 'aria-label': 'The board, region by region' });
  for (const { points, title, lines } of places) {
    const words = [`${pointNames(board, points)}: ${title}`, ...lines.map((line) => `  ${line}`)].join('\n');
    text.append(html('span', points.some((point) => differs.has(point)) ? { class: 'disputed' } : {}, words), '\n\n');
  }
  const details = html('details', { id: 'explanation' }, html('summary', { id: 'explain' }, 'Region by region, in words'), text);
  details.addEventListener('toggle', () => {
    explains = details.open;
    const first = text.querySelector('.disputed');
    if (details.open && first) text.scrollTop = first.offsetTop - text.offsetTop - 8;
  });
  details.open = explains;
  return details;
}

/** Whether the description in words is open; it stays open from game to game. */
let explains = false;

/** Draws a game. `why` may return a sentence about a point that replaces the usual words. Returns its board, the letters of the
 * shown map, the picture, a function that describes a point, and the keys of the views. */
export function drawGame(game, state, change, why = () => undefined) {
  const board = boardOf(game.position);
  const all = viewsOf(game);
  const views = shownViews(all, state);
  const [shown, against] = chooseViews(game, views, state);
  const differs = differing(shown, against);
  const places = placesOf(game, board, views);
  const what = `Board with the territory of ${shown.title}` + (against
    ? `; ${differs.size === 1 ? '1 point differs' : `${differs.size} points differ`} from ${against.title}${differs.size ? `: ${pointNames(board, [...differs])}` : ''}` : '');
  const svg = drawBoard(board, shown.letters, differs, what, game.ownership);
  const hover = html('p', { class: 'hover small', id: 'hover' });
  const idle = game.idle ?? `${what}.`;
  hover.textContent = idle;
  const see = (point, lit) => {
    svg.querySelectorAll('.region').forEach((old) => old.remove());
    if (point < 0) return void (hover.textContent = idle);
    const place = places.find(({ points }) => points.includes(point));
    const words = place ? [place.title, ...place.lines].join('. ') : { X: 'a black stone', O: 'a white stone' }[board.stones[point]];
    hover.textContent = `${pointName(board, point)}: ${why(point) ?? words}`;
    for (const other of lit ?? place?.points ?? []) {
      svg.append(element('rect', { class: 'region', x: (other % board.width) - 0.5, y: Math.floor(other / board.width) - 0.5, width: 1, height: 1 }));
    }
  };
  // a touch may not cause a pointermove event
  for (const name of ['pointerdown', 'pointermove']) svg.addEventListener(name, (event) => see(pointAt(svg, board, event)));
  svg.addEventListener('pointerleave', () => see(-1));
  const disputed = places.filter((place) => place.disputed.length);
  const isHere = (place) => place.points.some((point) => differs.has(point));
  const [here, elsewhere] = [disputed.filter(isHere), disputed.filter((place) => !isHere(place))];
  const back = button('← All games', () => change({ game: '', show: '', against: '' }), { class: 'back' });
  byId('game').replaceChildren(
    back, html('h3', { id: 'game-name' }, game.name), html('div', { class: 'facts' }, ...players(game), facts(game)),
    html('div', { class: 'table' },
      html('div', {}, svg, hover, legend()),
      html('div', {}, viewChoice(game, views, shown, change), againstChoice(views, shown, against, state, change),
        ...(against ? [html('h4', {}, differs.size ? `Points that differ from ${against.title}` : `No point differs from ${against.title}`)] : []),
        placeList(board, here, see),
        ...(elsewhere.length ? [html('details', {}, html('summary', {}, `Where other answers differ (${elsewhere.length})`), placeList(board, elsewhere, see))] : []),
        ...(game.explain ? [html('h4', {}, 'Command'), html('pre', { tabindex: '0' }, game.explain)] : []), copyButtons(game, board, shown))),
    explanation(board, placesOf(game, board, all), differs));
  byId('game').setAttribute('aria-label', `Game ${game.name}`);
  return { board, letters: shown.letters, svg, see, keys: views.map((view) => view.key) };
}
