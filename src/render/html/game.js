// Draws the selected game: its board, the answers, and the points where they differ.

import {
  drawBoard, drawFrame, drawMark, drawStone, element, ownerOf, plain, pointAt, pointName, pointNames, toSgf, unpackBoard, WORDS,
} from './board.js';
import { byId, html } from './elements.js';
import { data, EXTERNAL, RUNS } from './games.js';
import { counted, deltaText, halves, playersText, sizeText } from './text.js';
import { againstChoice, chooseViews, shownViews, someNames, viewChoice, viewsOf } from './views.js';
import { explain, groupsOf } from './why.js';

/** Returns a view's answer for a point, with the reason. */
function pointAnswer(board, view, point) {
  const letter = view.letters[point];
  const stones = view.why.filled.get(point);
  if (stones) return `${WORDS[letter]}, filled${stones.length ? ` since the block of ${pointNames(board, stones)} has no other liberty` : ''}`;
  const region = board.regionOf[point];
  const [group] = region < 0 ? [] : groupsOf(board, view.why, region);
  if (!'bws'.includes(letter) || !group) return WORDS[letter];
  return `${WORDS[letter]}, since its group has ${counted(group.eyes, 'eye')}`;
}

/** Returns the points where two views differ. */
const differing = (a, b) =>
  new Set(a && b ? [...a.letters.keys()].filter((point) => ownerOf(a.letters[point]) !== ownerOf(b.letters[point])) : []);

/** Returns a description of a region: its size, owner, boundary length and eyes. */
function regionWords(board, region) {
  const points = `${region.points.length} point${region.points.length === 1 ? '' : 's'}`;
  if (region.owner === null) return `neutral region of ${points}`;
  const owner = region.owner === 'X' ? 'Black' : 'White';
  return `region of ${points} that ${owner} surrounds, boundary length ${region.boundary} → ${halves(region.eyes)}`;
}

/** Returns the answers of all views for a point, each with the views that give it. */
function pointAnswers(board, views, point) {
  const said = new Map();
  const add = (word, label, numbers) => {
    if (!said.has(word)) said.set(word, { label: [], numbers: [] });
    said.get(word).label.push(...label);
    said.get(word).numbers.push(...numbers);
  };
  for (const view of views) {
    const numbers = view.answer ? view.answer.strategies : [];
    const [external, own] = [true, false].map((is) => numbers.filter((number) => EXTERNAL.has(number) === is));
    if (own.length || !view.answer) add(pointAnswer(board, view, point), view.answer ? [] : ['label'], own);
    if (external.length) add(WORDS[plain(view.letters[point])], [], external);
  }
  return [...said].map(([word, { label, numbers }]) => `${word}: ${[...label, ...(numbers.length ? [someNames(numbers)] : [])].join(', ')}`);
}

/** Returns the points where any two views differ, grouped by region and answers. */
function differences(board, views) {
  const groups = new Map();
  for (let point = 0; point < board.points; point++) {
    const letters = views.map((view) => view.letters[point]);
    if (new Set(letters.map(ownerOf)).size < 2) continue;
    const key = `${board.regionOf[point]} ${letters.join('')}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(point);
  }
  return [...groups.values()];
}

/** The label checks that a reader has to know about. */
const CHECKS = { area: ', which fits area scoring only', inconsistent: ', which contradicts the marks' };

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

/** Returns the list of the changed answers, on a page of two runs. */
function changeList(game, views) {
  const item = ({ strategy, kind, deltas }) => {
    const kept = (run) => views.some((view) => view.answer && view.answer.strategies.includes(data.strategies.indexOf(run + strategy)));
    const gone = RUNS.filter((run) => !kept(run)).map((run) => `; run ${run[0]} has no map of this game, since nothing differed on it`);
    return html('li', {}, html('b', {}, strategy), `: ${kind === 'other' ? 'different answer' : kind}, error ${deltas.map(deltaText).join(' in A, ')} in B${gone.join('')}`);
  };
  return game.changes.length ? [html('ul', { class: 'changes' }, ...game.changes.map(item))] : [];
}

/** Copies a text to the clipboard, and reports that `what` was copied. */
async function copy(text, what) {
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
  byId('copied').textContent = `${what} copied.`;
}

/** Returns the buttons that copy the record, with the territory that is shown, and the command. */
function copyButtons(game, board, shown) {
  const button = (text, what, value) => {
    const made = html('button', { type: 'button' }, text);
    made.addEventListener('click', () => copy(value(), what));
    return made;
  };
  return html('p', { class: 'buttons' },
    button('Copy SGF', 'SGF', () => toSgf(game, board, shown.letters)),
    ...(game.explain ? [button('Copy command', 'Command', () => game.explain)] : []),
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
    [(svg) => drawMark(svg, 'b', 0, 0, false), 'Black’s territory'],
    [(svg) => drawMark(svg, 'w', 0, 0, false), 'White’s territory'],
    [(svg) => { drawStone(svg, 'x', 0, 0); drawMark(svg, 'w', 0, 0, true); }, 'dead stone'],
    [(svg) => drawMark(svg, 's', 0, 0, false), 'eye in seki'],
    [(svg) => drawMark(svg, 'f', 0, 0, false), 'false eye'],
    [(svg) => drawFrame(svg, 0, 0), 'point that differs'],
  ];
  return html('p', { class: 'small legend' }, ...signs.map(([draw, word]) => html('span', {}, sign(draw), ` ${word}`)));
}

/** Returns the list of differing points, with the answers of all views. `see` highlights a point on the board. */
function pointList(board, views, groups, see) {
  const list = html('ul', { class: 'differences' });
  for (const points of groups) {
    const region = board.regions[board.regionOf[points[0]]];
    const title = html('button', { type: 'button', class: 'point' }, pointNames(board, points));
    for (const name of ['focus', 'pointerenter', 'click']) title.addEventListener(name, () => see(points[0]));
    for (const name of ['blur', 'pointerleave']) title.addEventListener(name, () => see(-1));
    list.append(html('li', {}, title, ` ${region ? regionWords(board, region) : 'living stones'}`,
      html('ul', {}, ...pointAnswers(board, views, points[0]).map((line) => html('li', {}, line)))));
  }
  return list;
}

/** Returns the section that describes the board in words. The text is made when the section is opened; paragraphs about
 * points in `differs` are marked, and the first of them is scrolled into view. */
function explanation(game, board, views, differs) {
  const text = html('pre', { tabindex: '0', class: 'explain', 'aria-label': 'The board, region by region' });
  const details = html('details', { id: 'explanation' }, html('summary', { id: 'explain' }, 'Region by region, in words'), text);
  details.addEventListener('toggle', () => {
    explains = details.open;
    if (!details.open || text.firstChild) return;
    for (const { words, points } of explain(game, board, views)) {
      text.append(html('span', points.some((point) => differs.has(point)) ? { class: 'disputed' } : {}, words), '\n\n');
    }
    const first = text.querySelector('.disputed');
    if (first) text.scrollTop = first.offsetTop - text.offsetTop - 8;
  });
  details.open = explains;
  return details;
}

/** Whether the description in words is open; it stays open from game to game. */
let explains = false;

/** Draws a game. `why` may return a sentence about a point that replaces the usual words. Returns its board, the picture, a
 * function that describes a point, and the keys of the views. */
export function drawGame(game, state, change, why = () => undefined) {
  const board = unpackBoard(game.size, game.position, game.regions);
  const all = viewsOf(game, board);
  const views = shownViews(all, state);
  const [shown, against] = chooseViews(game, views, state);
  const differs = differing(shown, against);
  const what = `Board with the territory of ${shown.title}` + (against
    ? `; ${differs.size === 1 ? '1 point differs' : `${differs.size} points differ`} from ${against.title}${differs.size ? `: ${pointNames(board, [...differs])}` : ''}` : '');
  const svg = drawBoard(board, shown.letters, differs, what);
  const hover = html('p', { class: 'hover small', id: 'hover' });
  const idle = `${what}.`;
  hover.textContent = idle;
  const see = (point) => {
    svg.querySelectorAll('.region').forEach((old) => old.remove());
    if (point < 0) return void (hover.textContent = idle);
    const region = board.regions[board.regionOf[point]];
    const start = `${pointName(board, point)}: `;
    const ofStone = board.stones[point] === 'X' ? 'a black stone' : 'a white stone';
    hover.textContent = start + (why(point) ?? (region ? `${regionWords(board, region)}. ${pointAnswers(board, views, point).join('; ')}.` : ofStone));
    if (!region) return;
    for (const other of region.points) {
      svg.append(element('rect', { class: 'region', x: (other % board.width) - 0.5, y: Math.floor(other / board.width) - 0.5, width: 1, height: 1 }));
    }
  };
  // a touch may not cause a pointermove event
  for (const name of ['pointerdown', 'pointermove']) svg.addEventListener(name, (event) => see(pointAt(svg, board, event)));
  svg.addEventListener('pointerleave', () => see(-1));
  const [here, elsewhere] = differences(board, views).reduce(([a, b], points) =>
    (differs.has(points[0]) ? [[...a, points], b] : [a, [...b, points]]), [[], []]);
  const back = html('button', { type: 'button', class: 'back' }, '← All games');
  back.addEventListener('click', () => change({ game: '', show: '', against: '' }));
  byId('game').replaceChildren(
    back, html('h3', { id: 'game-name' }, game.name), html('div', { class: 'facts' }, ...players(game), facts(game)), ...changeList(game, views),
    html('div', { class: 'table' },
      html('div', {}, svg, hover, legend()),
      html('div', {}, viewChoice(game, views, shown, change), againstChoice(views, shown, against, change),
        ...(against ? [html('h4', {}, differs.size ? `Points that differ from ${against.title}` : `No point differs from ${against.title}`)] : []),
        pointList(board, views, here, see),
        ...(elsewhere.length ? [html('details', {}, html('summary', {}, `Where other answers differ (${elsewhere.length})`), pointList(board, views, elsewhere, see))] : []),
        ...(game.explain ? [html('h4', {}, 'Command'), html('pre', { tabindex: '0' }, game.explain)] : []), copyButtons(game, board, shown))),
    explanation(game, board, all, differs));
  byId('game').setAttribute('aria-label', `Game ${game.name}`);
  return { board, svg, see, keys: views.map((view) => view.key) };
}
