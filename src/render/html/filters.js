// The filters and the orders of the list of games.

import { byId } from './elements.js';
import { data, games, isProper } from './games.js';

/** Returns the facts about a game that its row shows or the list is sorted by. `differing` are the answers that match the
 * filters and differ from the label; if a strategy is chosen, only its own answers. `wrong`, `other` and `right` are the
 * strategies with a wrong margin, with the right margin but a different map, and without a difference. */
export function standing(game, state) {
  const differing = wanted(game, state).filter((answer) => answer.category !== null);
  const most = (numbers) => Math.max(0, ...numbers.map((number) => Math.abs(number ?? 0)));
  const strategies = (test) => game.answers.filter(test).flatMap((answer) => answer.strategies)
    .filter((name) => state.controls || !data.controls.includes(name));
  return {
    game, differing, error: most(differing.map(({ delta }) => delta)), points: most(differing.map((answer) => answer.map_diff)),
    wrongWinner: differing.some(({ outcome }) => outcome === 'wrong'),
    wrong: strategies(({ category, outcome }) => category !== null && outcome !== 'exact'),
    other: strategies(({ category, outcome }) => category !== null && outcome === 'exact'),
    right: strategies(({ category }) => category === null),
  };
}

/** Returns a larger number for a more interesting game: games in the figures come first, then games
 * with a wrong winner, then games that few strategies get right. Games that no strategy gets right come after them, because their record
 * or label is usually wrong. */
function interest({ game, wrongWinner, wrong, other, right }) {
  const counted = ['territory', 'area'].includes(game.group);
  const differ = wrong.length + other.length;
  return 8 * counted + 2 * wrongWinner + (right.length ? differ / (differ + right.length) : 0);
}

const byError = (a, b) => b.error - a.error || b.wrongWinner - a.wrongWinner || b.points - a.points;

// The address chooses entries of these tables by name. Without a prototype, the tables have no entry `constructor`.

/** The orders of the list, each with its name and a comparison of two results of `standing`. The first is the
 * default. */
const SORTS = {
  __proto__: null,
  interest: ['most interesting', (a, b) => interest(b) - interest(a) || byError(a, b)],
  game: ['name', () => 0],
  error: ['largest error', byError],
  points: ['most points wrong', (a, b) => b.points - a.points],
  few: ['fewest strategies wrong', (a, b) => a.wrong.length - b.wrong.length],
  many: ['most strategies wrong', (a, b) => b.wrong.length - a.wrong.length],
};

/** The choices of outcome, each with its name and the answers that it selects. */
const OUTCOMES = {
  __proto__: null,
  mismatch: ['any difference from the label', (answer) => answer.category !== null],
  inexact: ['wrong margin', (answer) => answer.outcome === 'wrong' || answer.outcome === 'winner'],
  wrong: ['wrong winner', (answer) => answer.outcome === 'wrong'],
  winner: ['right winner, wrong margin', (answer) => answer.outcome === 'winner'],
  exact: ['right margin, different map', (answer) => answer.outcome === 'exact' && answer.category !== null],
};

/** The choices of outcome that are about the whole game. */
const OF_GAME = {
  __proto__: null,
  disputed: ['disputed: depends on how dame are filled', (game) => game.disputed],
};

/** The groups of games, each with its name and the games in it. */
const GROUPS = {
  __proto__: null,
  territory: ['in the figures: territory rules', (game) => game.group === 'territory'],
  area: ['in the figures: area rules', (game) => game.group === 'area'],
  counted: ['in any figure', (game) => game.group === 'territory' || game.group === 'area'],
  fits: ['territory rules, but the label fits only area scoring', (game) => game.label_check === 'area'],
  inconsistent: ['label contradicts itself', (game) => game.group === 'inconsistent'],
  unlabelled: ['no label', (game) => game.group === 'unlabelled'],
};

/** The properties of a game that have a filter of their own. */
const PROPERTIES = ['origin', 'rules', 'size', 'safety'];

/** Returns the answers of a game that match the filters. Answers that only control strategies give match only if
 * control strategies are shown. */
export function wanted(game, state) {
  const outcome = OUTCOMES[state.outcome];
  return game.answers.filter((answer) =>
    (data.strategies.includes(state.strategy) ? answer.strategies.includes(state.strategy) : state.controls || isProper(answer))
    && (!outcome || outcome[1](answer))
    && (!state.category || answer.category === state.category));
}

/** Returns the games that the page lists without filters: games with differing answers, with or without control
 * strategies. */
export const listed = (state) => games.filter((game) => state.controls || state.strategy || game.differs);

/** Returns the games that match the filters, sorted. */
export function select(state) {
  const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  // a strategy without an outcome selects the games that it gets wrong
  const asked = state.strategy && !OUTCOMES[state.outcome] ? { ...state, outcome: 'mismatch' } : state;
  const answers = asked.strategy || OUTCOMES[asked.outcome] || asked.category;
  const found = listed(state).filter((game) =>
    PROPERTIES.every((name) => !state[name] || game[name] === state[name])
    && (!GROUPS[state.games] || GROUPS[state.games][1](game))
    && (!OF_GAME[state.outcome] || OF_GAME[state.outcome][1](game))
    && words.every((word) => game.text.includes(word))
    && (!answers || wanted(game, asked).length > 0));
  const [, order] = SORTS[state.sort] ?? SORTS.interest;
  return found.map((game) => standing(game, state)).sort((a, b) => order(a, b) || a.game.number - b.game.number)
    .map(({ game }) => game);
}

/** Fills in the choices of the filters, and hides filters without choices. */
export function fillSelects() {
  const fill = (id, choices) => {
    byId(id).append(...choices.map(([value, text]) => new Option(text, value)));
    byId(id).closest('label').hidden = choices.length < 2;
  };
  const named = (table) => Object.entries(table).map(([value, [text]]) => [value, text]);
  const byNumber = new Intl.Collator('en', { numeric: true });
  const found = (values) => [...new Set(values)].filter(Boolean).sort(byNumber.compare).map((value) => [value, value]);
  fill('strategy', data.strategies.map((name) => [name, name]));
  fill('outcome', [...named(OUTCOMES), ...named(OF_GAME)]);
  const groups = named(GROUPS).filter(([value]) => games.some(GROUPS[value][1]));
  fill('games-in', new Set(games.map((game) => game.group)).size > 1 ? groups : []);
  fill('category', found(games.flatMap((game) => game.answers.map((answer) => answer.category))));
  for (const name of PROPERTIES) fill(name, found(games.map((game) => game[name])));
  fill('sort', named(SORTS));
  byId('controls').closest('label').hidden = !data.controls.length;
  byId('controls').after(` controls, too (${data.controls.join(', ')})`);
}
