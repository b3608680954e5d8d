// Draws a game: its board, the answers, and the points where they differ.

import {
  boardOf, differing, drawBoard, drawFrame, drawMark, drawStone, element, ownerOf, pointAt, pointName, pointNames, ring, square,
} from './board.js';
import { button, html } from './elements.js';
import { counted, playersText } from './text.js';
import { againstChoice, chooseViews, fewNames, shownViews, viewChoice, viewsOf } from './views.js';

/** The label checks that a reader should know about. */
const CHECKS = { area: ', correct only under area scoring', inconsistent: ', which contradicts the marks', contradictory: ', one of two results or komi' };

/** Returns a paragraph with the date, board, rules and label of a game, and the remarks on it. */
function factsOf(game) {
  const words = [
    game.date, `${game.size} board`, `${game.rules} rules`, `komi ${game.komi}`, `${game.moves} moves`,
    `prisoners: ${game.prisoners[0]} for Black, ${game.prisoners[1]} for White`,
    `recorded result: ${game.label || 'none'}${CHECKS[game.label_check] ?? ''}${game.origin === 'unknown' ? '' : ` (origin: ${game.origin})`}`,
    game.handicap && `handicap ${game.handicap}`,
    game.disputed && 'disputed: depends on how dame are filled',
    game.flags.length && `flags: ${game.flags.join(', ')}`,
  ];
  return html('p', { class: 'small' }, words.filter(Boolean).join(' · '));
}

/** Returns a paragraph with the players, or null if neither name is known. `colors` are the names of the colours. */
export function playersOf({ players }, colors) {
  if (!playersText(players)) return null;
  const name = (at) => [html('span', { class: 'color' }, colors[at]), ' ', html('bdi', {}, players[at] || '?')];
  return html('p', { class: 'players' }, name(0), ', ', name(1));
}

/** A board of one point, for a sign. */
const ONE = boardOf(['.']);

/** The signs of a board, each with a function that draws it. */
const SIGNS = {
  ofBlack: (svg) => drawMark(svg, ONE, 0, 'b'),
  ofWhite: (svg) => drawMark(svg, ONE, 0, 'w'),
  deadStone: (svg) => drawStone(svg, ONE, 0, 'x'),
  inSeki: (svg) => drawMark(svg, ONE, 0, 's'),
  falseEye: (svg) => drawMark(svg, ONE, 0, 'f'),
  pointDiffers: (svg) => drawFrame(svg, ONE, 0),
  inDoubt: (svg) => svg.append(ring(ONE, 0, 'doubt', 0.4)),
  leftToPlay: (svg) => svg.append(ring(ONE, 0, 'to-play', 0.4)),
};

/** The names of the signs. */
export const SIGN_NAMES = Object.keys(SIGNS);

/** Returns the legend of a board: signs as they are drawn, each with its meaning. `meanings` has a text for each. */
export function legend(meanings) {
  const signs = Object.entries(meanings).map(([name, text]) => {
    const svg = element('svg', { class: 'sign', viewBox: '-0.5 -0.5 1 1', 'aria-hidden': 'true' });
    svg.append(square(ONE, 0, 'wood'));
    SIGNS[name](svg);
    return html('span', {}, svg, ` ${text}`);
  });
  return html('p', { class: 'small legend' }, signs);
}

/** Returns the regions of a game, and the living stones that an answer considers dead. Each has its points, the points where views
 * differ, a description of its surroundings, and a line for each answer of the views. */
function regionsOf(game, board, views) {
  const shown = new Set(views.flatMap(({ answer }) => answer?.strategies ?? []));
  const isDisputed = (point) => new Set(views.map(({ letters }) => ownerOf(letters[point]))).size > 1;
  const numbers = new Map([...board.stones.keys()].map((point) => [pointName(board, point), point]));
  return game.places.map(({ title, answers, ...region }) => {
    const points = region.points.map((name) => numbers.get(name));
    const lines = answers.map(({ text, names }) => {
      const who = [names.includes('label') && 'label', fewNames(names.filter((name) => shown.has(name)))].filter(Boolean);
      return who.length && `${who.join(', ')}: ${text}`;
    });
    return { points, disputed: points.filter(isDisputed), title, lines: lines.filter(Boolean) };
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

/** Returns two lists of regions with points that differ: between the shown views, and only between other answers. */
function differencesOf(board, regions, differs, against, see) {
  const item = ({ disputed, title, lines }) =>
    html('li', {}, pointButton(board, disputed, see), ` ${title}`, html('ul', {}, lines.map((line) => html('li', {}, line))));
  const list = (some) => html('ul', { class: 'differences' }, some.map(item));
  const disputed = regions.filter((region) => region.disputed.length);
  const isHere = (region) => region.points.some((point) => differs.has(point));
  const elsewhere = disputed.filter((region) => !isHere(region));
  return [
    against && html('h4', {}, `${differs.size ? 'Points that differ' : 'No point differs'} from ${against.title}`),
    list(disputed.filter(isHere)),
    elsewhere.length > 0 && html('details', {}, html('summary', {}, `Where other answers differ (${elsewhere.length})`), list(elsewhere)),
  ];
}

/** Whether the description in words is open; it stays open from game to game. */
let explains = false;

/** Returns the section that describes the board in words. Paragraphs about points in `differs` are marked, and the first of
 * them is scrolled into view. */
function explanationOf(board, regions, differs) {
  const text = html('pre', { tabindex: '0', class: 'explain', 'aria-label': 'The board, region by region' });
  for (const { points, title, lines } of regions) {
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

/** Draws a game. Returns the elements for the page, the board with the letters of the shown map, and a function that describes a
 * point. `why` may return a sentence about a point, which replaces the usual words. `idle` replaces them if no point is chosen. */
export function drawGame(game, state, change, why = () => undefined, idle = null) {
  const board = boardOf(game.position);
  const all = viewsOf(game);
  const views = shownViews(all, state);
  const [shown, against] = chooseViews(game, views, state);
  const { letters } = shown;
  const differs = new Set(against ? differing(letters, against.letters) : []);
  const regions = regionsOf(game, board, views);
  const points = differs.size ? `: ${pointNames(board, [...differs])}` : '';
  const differences = against ? `; ${counted(differs.size, 'point')} ${differs.size === 1 ? 'differs' : 'differ'} from ${against.title}${points}` : '';
  const what = `Board with the territory of ${shown.title}${differences}`;
  const svg = drawBoard(board, letters, differs, what, game.ownership);
  const hover = html('p', { class: 'hover small', id: 'hover' });
  const see = (point, lit) => {
    svg.querySelectorAll('.region').forEach((old) => old.remove());
    if (point < 0) return void (hover.textContent = idle ?? `${what}.`);
    const region = regions.find((one) => one.points.includes(point));
    const words = region ? [region.title, ...region.lines].join('. ') : { X: 'a black stone', O: 'a white stone' }[board.stones[point]];
    hover.textContent = `${pointName(board, point)}: ${why(point) ?? words}`;
    svg.append(...(lit ?? region?.points ?? []).map((other) => square(board, other, 'region')));
  };
  see(-1);
  // a touch does not always cause a pointermove event
  for (const name of ['pointerdown', 'pointermove']) svg.addEventListener(name, (event) => see(pointAt(svg, board, event)));
  svg.addEventListener('pointerleave', () => see(-1));
  return {
    board, letters, svg, hover, see,
    facts: factsOf(game),
    answers: [viewChoice(game, views, shown, change), againstChoice(views, shown, against, state, change)],
    differences: differencesOf(board, regions, differs, against, see),
    explanation: explanationOf(board, regionsOf(game, board, all), differs),
  };
}
