// The answers of a game as views of its board: the list of views, the shown views, and their names.

import { lettersOf, plain } from './board.js';
import { html } from './elements.js';
import { wanted } from './filters.js';
import { CONTROLS, data, EXTERNAL, isProper } from './games.js';
import { counted, marginText } from './text.js';

/** Returns names of strategies, or only their number if there are more than three. */
export const fewNames = (names) => (names.length > 3 ? `${names.length} strategies` : names.join(', '));

/** Returns the names of strategies, or only their number if there are more than three. */
const someNames = (numbers) => fewNames(numbers.map((number) => data.strategies[number]));

/** Returns a short name of an answer: its strategies, or their number and one of them. */
function titleOf({ strategies }) {
  if (strategies.length <= 3) return someNames(strategies);
  const named = strategies.find((number) => !CONTROLS.has(number)) ?? strategies[0];
  return `${strategies.length} strategies (${data.strategies[named]}, …)`;
}

/** Returns the views of a game, the label and the answers, each with its key in the address. */
export function viewsOf(game) {
  const views = game.answers.map((answer) => {
    const letters = lettersOf(answer.map);
    const isExternal = answer.strategies.every((number) => EXTERNAL.has(number));
    return {
      key: data.strategies[answer.strategies[0]], title: titleOf(answer), answer, letters: isExternal ? letters.map(plain) : letters,
    };
  });
  if (game.labelMap !== null) views.unshift({ key: 'label', title: 'label', answer: null, letters: lettersOf(game.labelMap) });
  return views;
}

/** Returns the views that the page shows: answers given only by control strategies are hidden unless they are chosen. */
export function shownViews(views, state) {
  const asked = [state.strategy, state.show, state.against].map((name) => data.strategies.indexOf(name));
  const proper = views.filter(({ answer }) =>
    !answer || state.controls || isProper(answer) || asked.some((number) => answer.strategies.includes(number)));
  return proper.some(({ answer }) => answer) ? proper : views;
}

/** Returns the view to show and the view to compare it with, or `null` instead of the second. Values in the address
 * override defaults. */
export function chooseViews(game, views, state) {
  const find = (key) => views.find((view) => view.key === key)
    || views.find((view) => view.answer && view.answer.strategies.includes(data.strategies.indexOf(key)));
  const found = wanted(game, state).filter((answer) => answer.category !== null);
  // a user's own scorer comes first
  const asked = found.find((answer) => answer.strategies.some((number) => EXTERNAL.has(number))) || found[0]
    || (state.strategy && wanted(game, state)[0]);
  const shown = find(state.show) || views.find((view) => view.answer && view.answer === asked)
    || views.find((view) => view.answer && view.answer.category !== null) || views.find((view) => view.answer);
  const other = views.find((view) => view.key === 'label' && view !== shown) || views.find((view) => view !== shown);
  const against = state.against ? find(state.against) : other;
  return [shown, against && against !== shown ? against : null];
}

/** Returns the description of a view: its margin and its differences from the label. */
function viewWords({ answer }, game) {
  if (!answer) return game.label || 'no margin';
  const { margin, delta, outcome, diff, category } = answer;
  const parts = [marginText(margin)];
  if (outcome && !category) parts.push('as the label');
  else if (outcome) parts.push(delta ? `${counted(Math.abs(delta), 'point')} from the label` : 'the label’s margin');
  if (outcome === 'wrong') parts.push('wrong winner');
  if (diff) parts.push(`${counted(diff, 'point')} ${diff === 1 ? 'differs' : 'differ'}`);
  return parts.join(', ') + (category && category !== 'unknown' ? ` (${category})` : '');
}

/** Returns the radio buttons that choose the view to show. */
export function viewChoice(game, views, shown, change) {
  const choice = html('fieldset', { class: 'views' }, html('legend', {}, 'Answers'));
  for (const view of views) {
    const input = html('input', { type: 'radio', name: 'show', value: view.key });
    input.checked = view === shown;
    input.addEventListener('change', () => change({ show: view.key }));
    const who = view.answer ? someNames(view.answer.strategies) : 'label';
    const all = view.answer && view.answer.strategies.length > 3 ? [html('span', { class: 'small who' }, names(view.answer))] : [];
    choice.append(html('label', {}, input, ' ', html('b', {}, who), `: ${viewWords(view, game)}`, ...all));
  }
  return choice;
}

/** Returns the names of the strategies of an answer. */
const names = (answer) => answer.strategies.map((number) => data.strategies[number]).join(', ');

/** Returns the menu that chooses the strategy to compare with, or the label. */
export function againstChoice(views, shown, against, state, change) {
  const choice = html('select', { id: 'against' }, new Option('nothing', 'none'));
  for (const { key, answer } of views.filter((view) => view !== shown)) {
    for (const name of answer ? answer.strategies.map((number) => data.strategies[number]) : [key]) choice.append(new Option(name, name));
  }
  const names = [...choice.options].map(({ value }) => value);
  choice.value = !against ? 'none' : against.answer && names.includes(state.against) ? state.against : against.key;
  choice.addEventListener('change', () => change({ against: choice.value }));
  return html('label', { class: 'against' }, 'Mark differences from ', choice);
}
