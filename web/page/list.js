// The list of games in an audit as a table: the suspects first, in the order of `seichi audit`. A row stays in its place when a
// correction changes it. The browser keeps the ticks of the games that the user has checked.

import { boardOf, element, lettersOf, ownerOf } from './report/board.js';
import { button, byId, html } from './report/elements.js';
import { playersText, shortName } from './report/text.js';
import { isCutOff, isReversed, reasonOf } from './reason.js';
import { amount, word } from './words.js';

/** The number of games of a kind that are listed at once. */
const SHOWN = 50;

/** The sections that come last, and are closed at first. Each section has the name of a verdict. */
const CLOSED = ['agrees', 'not-counted'];

/** Returns a small picture of a board with its territory, and with marks where the record's territory differs. It has few
 * elements, because a list has many boards. */
function smallBoard({ position, label_map: labelMap, answers: [{ map }] }, label) {
  const { width, height, stones } = boardOf(position);
  const letters = lettersOf(map);
  const svg = element('svg', { class: 'small-picture', viewBox: `-0.6 -0.6 ${width + 0.2} ${height + 0.2}`, role: 'img', 'aria-label': label });
  svg.append(element('rect', { class: 'wood', x: -0.6, y: -0.6, width: width + 0.2, height: height + 0.2 }));
  const add = (name, values, wanted, shape) => {
    const points = [...values.keys()].filter((point) => values[point] === wanted);
    svg.append(element('path', { class: name, d: points.map((point) => `M${point % width} ${Math.floor(point / width)}${shape}`).join('') }));
  };
  for (const [name, letter, stone] of [['black', 'b', 'X'], ['white', 'w', 'O']]) {
    add(`shade ${name}`, letters, letter, 'm-.5-.5h1v1h-1z');
    add(name, stones, stone, 'm-.48 0a.48 .48 0 1 0 .96 0a.48 .48 0 1 0 -.96 0');
    add(`dead ${name}`, stones, stone.toLowerCase(), 'm-.3 0a.3 .3 0 1 0 .6 0a.3 .3 0 1 0 -.6 0');
  }
  const recorded = labelMap ? lettersOf(labelMap) : letters;
  add('suspect-place', letters.map((letter, point) => ownerOf(letter) === ownerOf(recorded[point])), false, 'm-.5-.5h1v1h-1z');
  return svg;
}

/** Returns the name under which the browser keeps the tick of a game. It contains the game's content, because the file may be
 * moved; if the file contains no game, it contains the file's name. */
const tickOf = ({ game, hash, why, recorded, black, white, date }) =>
  `checked ${(hash ? [hash, recorded, black, white, date] : [game.split('/').at(-1), why]).join('\t')}`;

/** Returns the place where the browser keeps ticks, or null if it refuses to: the ticks are then lost when the page is closed. */
function kept() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Returns whether the user checked a game on an earlier visit. */
export const wasChecked = (row) => kept()?.getItem(tickOf(row)) === '';

/** Keeps whether the user has checked a game, and shows it in the list. */
function check(row, isChecked) {
  row.isChecked = isChecked;
  const other = byId('all-games').querySelector(`tr[data-number="${row.number}"] input`);
  if (other) other.checked = isChecked;
  if (isChecked) kept()?.setItem(tickOf(row), '');
  else kept()?.removeItem(tickOf(row));
}

/** Returns a checkbox that says whether the user has checked a game. */
export function tickBox(row, attributes) {
  const tick = html('input', { type: 'checkbox', ...attributes });
  tick.checked = row.isChecked;
  tick.addEventListener('change', () => check(row, tick.checked));
  return tick;
}

/** Returns the rows of an audit as a table for a spreadsheet, in the form usual in the reader's country: without the commands,
 * and with a last column for the ticks. `isChecked` says whether a game has one. */
export function spreadsheet(csv, rows, isChecked) {
  const hasCommas = (0.5).toLocaleString(navigator.language).includes(',');
  const local = (field) => {
    if (/^-?[\d.]+$/.test(field)) return hasCommas ? field.replace('.', ',') : field;
    // a spreadsheet would run a text that looks like a formula
    const text = field.replace(/^"?(?=[=+\-@\t\r＝＋－＠])/, "$&'");
    return /^[^"].*;/.test(text) ? `"${text}"` : text;
  };
  const table = csv.match(/(?:"[^"]*"|[^"\n])*\n/g).map((line) => line.slice(0, -1).split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  const command = table[0].indexOf('explain');
  const lines = table.map((fields, at) => {
    const tick = at ? (isChecked(rows[at - 1].game) ? 'yes' : '') : 'checked';
    return `${[...fields.filter((_, column) => column !== command), tick].map(local).join(hasCommas ? ';' : ',')}\n`;
  });
  return `\ufeff${lines.join('')}`;
}

/** Returns the reason for a row's place in the list, or the effect of a change on its game. */
function whyOf(row) {
  const { section, verdict, counted, delta, isChanged } = row;
  if (isChanged && verdict !== 'not-counted' && !isCutOff(row)) return word(delta === 0 ? 'changedAgrees' : 'changed', counted);
  return section === verdict ? reasonOf(row) : `${word('now', word(verdict))} ${reasonOf(row)}`;
}

/** Returns the row of a game. `boards` has the board of each suspect. */
function rowOf(row, boards) {
  const names = playersText({ players: [row.black, row.white] });
  const link = html('a', { href: `#${row.number}`, title: row.game }, html('bdi', {}, names || shortName(row.game)));
  const tick = tickBox(row, { 'aria-label': `${word('checked')}: ${row.game}`, 'data-game': row.game });
  const board = boards.get(row.game);
  const isUnsure = row.verdict === 'in-doubt';
  const counted = isCutOff(row) ? '' : amount(row.counted);
  const isOther = row.has_other_winner && counted && (!isUnsure || isReversed(row));
  const where = [row.date, row.event, names && shortName(row.game)].filter(Boolean).join(' · ');
  return html('tr', { class: board ? 'suspect' : '', 'data-number': row.number },
    html('td', { class: 'tick' }, tick), html('td', { class: 'small-board' }, ...(board ? [smallBoard(board, `${word('board')}: ${row.game}`)] : [])),
    html('td', {}, link, ...(where ? [html('span', { class: 'small' }, where)] : [])), html('td', { class: 'number', 'data-label': word('recorded') }, amount(row.recorded)),
    html('td', { class: 'number', 'data-label': word('counted') }, isUnsure ? `(${counted})` : counted, ...(isOther ? [html('span', { class: 'winner' }, word('otherWinner'))] : [])),
    html('td', {}, whyOf(row)));
}

/** Returns the table of rows, which are drawn in parts. */
function table(rows, boards) {
  const left = [...rows];
  const body = html('tbody', {});
  const heads = ['✓', ...['board', 'game', 'recorded', 'counted', 'why'].map((name) => word(name))].map((text) => html('th', { scope: 'col' }, text));
  const made = html('table', { class: 'games' }, html('thead', {}, html('tr', {}, ...heads)), body);
  const add = () => {
    body.append(...left.splice(0, SHOWN).map((row) => rowOf(row, boards)));
    more.textContent = word('more', left.length);
    more.hidden = !left.length;
  };
  const more = button('', add, { class: 'more' });
  add();
  return html('div', { class: 'kind-of-games' }, made, more);
}

/** Returns the heading of the list: the numbers of games of each kind. */
export function headingOf(rows) {
  const numberOf = (verdict) => rows.filter((row) => row.verdict === verdict).length;
  const [agree, left] = CLOSED.map(numberOf);
  return word('found', rows.length, rows.length - agree - left, agree, left);
}

/** Returns the elements of the list of these rows. The game at `rows[3]` has the link `#3`. `notes` are paragraphs for its head. */
export function listOf({ rows, boards, notes }, buttons) {
  const sections = [...new Set(rows.map(({ section }) => section))].sort((a, b) => CLOSED.indexOf(a) - CLOSED.indexOf(b)).map((section) => {
    const own = rows.filter((row) => row.section === section);
    const [heading, made] = [`${word(section)} (${own.length})`, table(own, boards)];
    return CLOSED.includes(section) ? [html('details', {}, html('summary', {}, heading), made)] : [html('h3', {}, heading), made];
  });
  return [
    html('h2', { id: 'all-games-name', tabindex: '-1' }, headingOf(rows)),
    ...notes.map((note) => html('p', { class: 'note' }, note)),
    html('p', { class: 'buttons' }, ...buttons),
    ...sections.flat(),
  ];
}

/** Redraws the rows that are on the page, each in its place. */
export function redraw({ rows, boards }) {
  byId('all-games-name').textContent = headingOf(rows);
  for (const old of byId('all-games').querySelectorAll('tr[data-number]')) old.replaceWith(rowOf(rows[old.dataset.number], boards));
}
