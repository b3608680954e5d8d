// The answers of a game as views of its board: the list of views, the shown views, and their names.

import { lettersOf, ownerOf } from './board.js';
import { html } from './elements.js';
import { wanted } from './filters.js';
import { data, isProper } from './games.js';
import { counted, marginText } from './text.js';

/** Returns names of strategies, or only their number if there are more than three. */
export const fewNames = (names) => (names.length > 3 ? `${names.length} strategies` : names.join(', '));

/** Returns a short name of an answer: its strategies, or their number and one of them. */
function titleOf({ strategies }) {
  const named = strategies.find((name) => !data.controls.includes(name)) ?? strategies[0];
  return strategies.length > 3 ? `${fewNames(strategies)} (${named}, …)` : fewNames(strategies);
}

/** Returns whether a strategy is an external scorer, which gives the owner of a point, but no reason. */
const isExternal = (name) => data.external.includes(name);

/** Returns the views of a game, the label and the answers, each with its key in the address. */
export function viewsOf(game) {
  const views = game.answers.map((answer) => {
    const letters = lettersOf(answer.map);
    const { strategies } = answer;
    return { key: strategies[0], title: titleOf(answer), answer, letters: strategies.every(isExternal) ? letters.map(ownerOf) : letters };
  });
  if (game.label_map) views.unshift({ key: 'label', title: 'label', answer: null, letters: lettersOf(game.label_map) });
  return views;
}

/** Returns the views that the page shows: answers given only by control strategies are hidden unless they are chosen. */
export function shownViews(views, state) {
  const asked = [state.strategy, state.show, state.against];
  const proper = views.filter(({ answer }) =>
    !answer || state.controls || isProper(answer) || asked.some((name) => answer.strategies.includes(name)));
  return proper.some(({ answer }) => answer) ? proper : views;
}

/** Returns the view to show and the view to compare it with, or `null` instead of the second. Values in the address
 * override defaults. */
export function chooseViews(game, views, state) {
  const find = (key) => views.find((view) => view.key === key) ?? views.find((view) => view.answer?.strategies.includes(key));
  const found = wanted(game, state).filter((answer) => answer.category !== null);
  // a user's own scorer comes first
  const asked = found.find((answer) => answer.strategies.some(isExternal)) ?? found[0]
    ?? (state.strategy && wanted(game, state)[0]);
  const shown = find(state.show) ?? views.find((view) => view.answer && view.answer === asked)
    ?? views.find((view) => view.answer && view.answer.category !== null) ?? views.find((view) => view.answer);
  const other = views.find((view) => view.key === 'label' && view !== shown) ?? views.find((view) => view !== shown);
  const against = state.against ? find(state.against) : other;
  return [shown, against && against !== shown ? against : null];
}

/** Returns the description of a view: its margin and its differences from the label. */
function viewWords({ answer }, game) {
  if (!answer) return game.label || 'no margin';
  const { margin, delta, outcome, map_diff: diff, category } = answer;
  const parts = [marginText(margin)];
  if (outcome && !category) parts.push('same as the label');
  else if (outcome) parts.push(delta ? `${counted(Math.abs(delta), 'point')} from the label` : 'the label’s margin');
  if (outcome === 'wrong') parts.push('wrong winner');
  if (diff) parts.push(`${counted(diff, 'point')} ${diff === 1 ? 'differs' : 'differ'}`);
  return parts.join(', ') + (category && category !== 'unknown' ? ` (${category})` : '');
}

/** Returns the radio buttons that choose the view to show. */
export function viewChoice(game, views, shown, change) {
  const choices = views.map((view) => {
    const input = html('input', { type: 'radio', name: 'show', value: view.key });
    input.checked = view === shown;
    const names = view.answer?.strategies ?? ['label'];
    return html('label', {}, input, ' ', html('b', {}, fewNames(names)), `: ${viewWords(view, game)}`,
      names.length > 3 && html('span', { class: 'small who' }, names.join(', ')));
  });
  const choice = html('fieldset', { class: 'views' }, html('legend', {}, 'Answers'), choices);
  choice.addEventListener('change', ({ target }) => change({ show: target.value }));
  return choice;
}

/** Returns the menu that chooses the strategy to compare with, or the label. */
export function againstChoice(views, shown, against, state, change) {
  const names = views.filter((view) => view !== shown).flatMap(({ key, answer }) => answer?.strategies ?? [key]);
  const choice = html('select', { id: 'against' }, new Option('nothing', 'none'), names.map((name) => new Option(name, name)));
  choice.value = !against ? 'none' : against.answer && names.includes(state.against) ? state.against : against.key;
  choice.addEventListener('change', () => change({ against: choice.value }));
  return html('label', { class: 'against' }, 'Mark differences from ', choice);
}
