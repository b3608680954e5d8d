// The list of games of an audit as a table: the suspects first, in the order of `seichi audit`.

import { boardOf, element, lettersOf } from './report/board.js';
import { html } from './report/elements.js';
import { counted, playersText } from './report/text.js';
import { word } from './words.js';

/** The number of games of a kind that are listed at once. */
const SHOWN = 50;

/** The headings of the columns: words, or the names of words. */
const COLUMNS = ['✓', 'Board', 'game', 'recorded', 'counted', 'Why'];

/** Returns a small picture of a board with its territory. It has few elements, because a list has many boards. */
function smallBoard({ position, answers }, label) {
  const { width, height, stones } = boardOf(position);
  const letters = lettersOf(answers[0].map);
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
  return svg;
}

/** Returns the table of rows, which are drawn in parts. */
function table(rows, rowOf) {
  const body = html('tbody', {});
  const heads = COLUMNS.map((name) => html('th', { scope: 'col' }, /^[a-z]/.test(name) ? word(name) : name));
  const made = html('table', { class: 'games' }, html('thead', {}, html('tr', {}, ...heads)), body);
  const more = html('button', { type: 'button', class: 'more' });
  const add = () => {
    const left = rows.splice(0, SHOWN);
    body.append(...left.map(rowOf));
    more.textContent = `${rows.length} more`;
    more.hidden = !rows.length;
  };
  more.addEventListener('click', add);
  add();
  return html('div', { class: 'kind-of-games' }, made, more);
}

/** Returns a section with a table, which is made when it is opened. */
function closed(heading, make) {
  const details = html('details', {}, html('summary', {}, heading));
  details.addEventListener('toggle', () => details.append(make()), { once: true });
  return details;
}

/** Returns the elements of the list. `rows` are those of the audit, `games` has the board of each suspect, and `checked` the names of
 * the games that the user has looked at. The game at `rows[3]` has the link `#3`. `notes` are paragraphs for its head. */
export function listOf({ rows, games, checked }, notes, buttons) {
  rows.forEach((row, number) => { row.number = number; });
  const rowOf = (row) => {
    const names = playersText({ players: [row.black, row.white] });
    const link = html('a', { href: `#${row.number}` }, html('bdi', {}, names || row.game));
    const tick = html('input', { type: 'checkbox', 'aria-label': `Checked: ${row.game}`, 'data-game': row.game });
    tick.checked = checked.has(row.game);
    tick.addEventListener('change', () => (tick.checked ? checked.add(row.game) : checked.delete(row.game)));
    const board = games.get(row.game)?.board;
    const where = [row.date, names && row.game].filter(Boolean).join(' · ');
    return html('tr', { class: row.heading ? 'suspect' : '' }, html('td', { class: 'tick' }, tick), html('td', { class: 'small-board' }, ...(board ? [smallBoard(board, `Board of ${row.game}`)] : [])),
      html('td', {}, link, ...(where ? [html('span', { class: 'small' }, where)] : [])), html('td', { class: 'number' }, row.recorded), html('td', { class: 'number' }, row.counted),
      html('td', {}, row.why));
  };
  const suspects = rows.filter(({ heading }) => heading);
  const headings = [...new Set(suspects.map(({ heading }) => heading))];
  const [same, left] = ['agrees', 'not-counted'].map((verdict) => rows.filter((row) => !row.heading && row.verdict === verdict));
  const parts = [`${suspects.length} to look at`, `${same.length} counted as recorded`, ...(left.length ? [`${left.length} not counted`] : [])];
  return [
    html('h2', { id: 'all-games-name', tabindex: '-1' }, `${counted(rows.length, 'game')}: ${parts.join(', ')}`),
    ...notes.map((note) => html('p', { class: 'note' }, note)),
    html('p', { class: 'buttons' }, ...buttons),
    ...headings.flatMap((heading) => {
      const own = suspects.filter((row) => row.heading === heading);
      return [html('h3', {}, `${heading} (${own.length})`), table([...own], rowOf)];
    }),
    ...(same.length ? [closed(`Counted as recorded (${same.length})`, () => table([...same], rowOf))] : []),
    ...(left.length ? [closed(`Not counted (${left.length})`, () => table([...left], rowOf))] : []),
  ];
}
