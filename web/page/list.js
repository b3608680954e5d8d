// The list of games in an audit as a table: the suspects first, in the order of `seichi audit`. A row stays in its place when a
// correction changes it. The browser keeps the ticks of the games that the user has checked.

import { boardOf, differing, drawShades, drawStone, element, lettersOf, square } from './report/board.js';
import { button, byId, html } from './report/elements.js';
import { playersText, shortName } from './report/text.js';
import { isCutOff, isReversed, reasonOf } from './reason.js';
import { amount, word } from './words.js';

/** The number of games of a kind that are listed at once. */
const SHOWN = 50;

/** The sections that come last and are closed at first. Each section has the name of a verdict. */
const CLOSED = ['agrees', 'not-counted'];

/** Returns a small picture of a board with its territory, and with marks where the record's territory differs. */
function smallBoard({ position, label_map: recorded, answers: [{ map }] }, label) {
  const board = boardOf(position);
  const letters = lettersOf(map);
  const [width, height] = [board.width + 0.2, board.height + 0.2];
  const svg = element('svg', { class: 'small-picture', viewBox: `-0.6 -0.6 ${width} ${height}`, role: 'img', 'aria-label': label });
  svg.append(element('rect', { class: 'wood', x: -0.6, y: -0.6, width, height }));
  drawShades(svg, board, letters);
  for (const point of letters.keys()) drawStone(svg, board, point);
  if (recorded) svg.append(...differing(letters, lettersOf(recorded)).map((point) => square(board, point, 'suspect-place')));
  return svg;
}

/** Returns the name under which the browser keeps the tick of a game. It contains the game's content, because the file may be
 * moved; if the file contains no game, it contains the file's name. */
const tickOf = ({ game, hash, why, recorded, black, white, date }) =>
  `checked ${(hash ? [hash, recorded, black, white, date] : [game.split('/').at(-1), why]).join('\t')}`;

/** Returns the place where the browser keeps ticks. Returns null if the browser refuses; the ticks are then lost when the page
 * is closed. */
function kept() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Returns whether the user checked a game on an earlier visit. */
export const wasChecked = (row) => kept()?.getItem(tickOf(row)) === '';

/** Records whether the user has checked a game, and shows this in the list. */
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

/** The columns of `seichi audit`, without the commands. */
const COLUMNS = 'game hash black white event date size rules komi recorded counted verdict right why duplicate_of field'.split(' ');

/** Returns the rows of an audit as a table for a spreadsheet, in the form that is usual in the reader's country. The last
 * column has the ticks. */
export function spreadsheet(rows) {
  const hasCommas = (0.5).toLocaleString(navigator.language).includes(',');
  const cell = (value) => {
    if (typeof value === 'number') {
      const digits = Number.isInteger(value) ? value.toFixed(1) : String(value);
      return hasCommas ? digits.replace('.', ',') : digits;
    }
    // a spreadsheet would evaluate text that looks like a formula
    const text = (value ?? '').replace(/^(?=[=+\-@\t\r＝＋－＠])/, "'");
    return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => [...COLUMNS.map((column) => row[column]), row.isChecked ? 'yes' : '']);
  const table = [[...COLUMNS, 'checked'], ...lines].map((line) => line.map(cell).join(hasCommas ? ';' : ','));
  return `\ufeff${table.join('\n')}\n`;
}

/** Returns the reason for a row's place in the list, or the effect of a change on its game. */
function whyOf(row) {
  const { section, verdict, counted, delta, isChanged } = row;
  if (isChanged && verdict !== 'not-counted' && !isCutOff(row)) return word(delta === 0 ? 'changedAgrees' : 'changed', counted);
  return section === verdict ? reasonOf(row) : `${word('now', word(verdict))} ${reasonOf(row)}`;
}

/** Returns the row of a game, with its board if it is a suspect. */
function rowOf(row, board) {
  const names = playersText([row.black, row.white]);
  const link = html('a', { href: `#${row.number}`, title: row.game }, html('bdi', {}, names || shortName(row.game)));
  const where = [row.date, row.event, names && shortName(row.game)].filter(Boolean).join(' · ');
  const isUnsure = row.verdict === 'in-doubt';
  const counted = isCutOff(row) ? '' : amount(row.counted);
  const isOther = row.has_other_winner && counted && (!isUnsure || isReversed(row));
  const number = (name, ...content) => html('td', { class: 'number', 'data-label': word(name) }, content);
  return html('tr', { class: board ? 'suspect' : '', 'data-number': row.number },
    html('td', { class: 'tick' }, tickBox(row, { 'aria-label': `${word('checked')}: ${row.game}`, 'data-game': row.game })),
    html('td', { class: 'small-board' }, board && smallBoard(board, `${word('board')}: ${row.game}`)),
    html('td', {}, link, where && html('span', { class: 'small' }, where)),
    number('recorded', amount(row.recorded)),
    number('counted', isUnsure ? `(${counted})` : counted, isOther && html('span', { class: 'winner' }, word('otherWinner'))),
    html('td', {}, whyOf(row)));
}

/** Returns the table of rows, which are added in parts. */
function table(rows, games) {
  const left = [...rows];
  const body = html('tbody', {});
  const heads = ['✓', ...['board', 'game', 'recorded', 'counted', 'why'].map((name) => word(name))];
  const head = html('thead', {}, html('tr', {}, heads.map((text) => html('th', { scope: 'col' }, text))));
  const more = button('', () => add(), { class: 'more' });
  const add = () => {
    body.append(...left.splice(0, SHOWN).map((row) => rowOf(row, games.get(row.game).board)));
    more.textContent = word('more', left.length);
    more.hidden = !left.length;
  };
  add();
  return html('div', { class: 'kind-of-games' }, html('table', { class: 'games' }, head, body), more);
}

/** Returns the heading of the list: the numbers of games of each kind. */
function headingOf(rows) {
  const [agree, left] = CLOSED.map((verdict) => rows.filter((row) => row.verdict === verdict).length);
  return word('found', rows.length, rows.length - agree - left, agree, left);
}

/** Returns the elements of the list of these rows. `#3` links to the game at `rows[3]`. `notes` are paragraphs at the top. */
export function listOf({ rows, games, notes }, buttons) {
  const names = [...new Set(rows.map(({ section }) => section))].sort((a, b) => CLOSED.indexOf(a) - CLOSED.indexOf(b));
  const sections = names.map((section) => {
    const own = rows.filter((row) => row.section === section);
    const [heading, made] = [`${word(section)} (${own.length})`, table(own, games)];
    return CLOSED.includes(section) ? html('details', {}, html('summary', {}, heading), made) : [html('h3', {}, heading), made];
  });
  return [
    html('h2', { id: 'all-games-name', tabindex: '-1' }, headingOf(rows)),
    ...notes.map((note) => html('p', { class: 'note' }, note)),
    html('p', { class: 'buttons' }, buttons),
    ...sections.flat(),
  ];
}

/** Redraws the rows that are on the page, each in its place. */
export function redraw({ rows, games }) {
  byId('all-games-name').textContent = headingOf(rows);
  for (const old of byId('all-games').querySelectorAll('tr[data-number]')) {
    const row = rows[old.dataset.number];
    old.replaceWith(rowOf(row, games.get(row.game).board));
  }
}
