// Two strategies of the table of pairs, in words: chosen by two menus, or by a cell of the table.

import { byId, html } from './elements.js';
import { data, EXTERNAL } from './games.js';
import { few } from './list.js';
import { counted } from './text.js';

/** Returns a link to the games that only the strategy `right` has right and not `wrong`, as a number. */
function onlyRight(right, wrong, count) {
  if (!+count) return '0';
  const view = new URLSearchParams({ strategy: wrong, outcome: 'inexact', right, games: 'territory', sort: 'error' });
  return html('a', { href: `#${view}`, 'aria-label': `${counted(+count, 'game')} that ${right} gets right and ${wrong} does not` }, count);
}

/** Connects the menus with the table of pairs. */
export function startPairs() {
  const table = document.querySelector('.matrix');
  if (!table) return;
  const menu = (label) => html('select', { 'aria-label': label }, ...data.strategies.map((name) => new Option(name, name)));
  const [row, column] = [menu('One strategy'), menu('The other strategy')];
  const words = html('span', { role: 'status' });
  const show = () => {
    const [a, b] = [row.selectedIndex, column.selectedIndex];
    const cell = table.tBodies[0].rows[a].cells[b + 1];
    table.querySelectorAll('.chosen').forEach((old) => old.classList.remove('chosen'));
    cell.classList.add('chosen');
    if (!cell.dataset.games) return void words.replaceChildren('Choose two strategies.');
    const [own, others] = cell.dataset.games.split(' ');
    const [verdict, p] = [cell.textContent, cell.title.split(', p = ')[1]];
    const said = { '+': 'Better.', '−': 'Worse.', '=': 'No difference shown.', '?': 'Too few games tell them apart.' }[verdict];
    words.replaceChildren(`${said} Only ${data.strategies[a]} right: `,
      onlyRight(data.strategies[a], data.strategies[b], own), `, only ${data.strategies[b]} right: `,
      onlyRight(data.strategies[b], data.strategies[a], others), `, p = ${p}.`);
  };
  // the best external scorer against the best strategy, or the two best strategies
  const [first, second] = [true, false].map((is) => data.best.filter((number) => EXTERNAL.has(number) === is));
  [row.selectedIndex, column.selectedIndex] = first.length && second.length ? [first[0], second[0]] : data.best;
  for (const field of [row, column]) field.addEventListener('change', show);
  table.addEventListener('click', (event) => {
    const cell = event.target.closest('td[data-games]');
    if (!cell) return;
    [row.selectedIndex, column.selectedIndex] = [cell.parentNode.rowIndex - 1, cell.cellIndex - 1];
    show();
  });
  byId('pair').append(row, ' against ', column, ' ', words);
  show();
}
