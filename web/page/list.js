// Shows the games of a run to a player: games counted differently from their records come first.

import { html } from './report/elements.js';
import { counted, playersText } from './report/text.js';

/** Where a count and a record differ, by the category of the mismatch. */
const WHERE = {
  rules: 'the record counts area',
  dead_marks: 'other stones are dead in the record',
  seki: 'eyes in seki',
  false_eye: 'false eyes',
  dame: 'the record has more territory',
  claimed_dame: 'the record leaves points neutral (dame, or protective moves)',
  handicap_or_komi: 'the handicap or the komi may be counted differently',
  unfinished: 'moves may be missing',
};

/** The number of games of a kind that are listed at once. */
const SHOWN = 50;

/** Returns a result in words for a list. */
const resultText = (result) => (result === '0' ? 'a draw' : result);

/** Returns the item of a game with a mismatch. */
function differing(link, { game, players, date, recorded, counted: found, category, remarks }) {
  const results = recorded === found ? ['recorded and counted ', html('b', {}, resultText(found)), ', with other points']
    : ['recorded ', html('b', {}, resultText(recorded)), ', counted ', html('b', {}, resultText(found))];
  const why = [WHERE[category], ...remarks].filter(Boolean).join('; ');
  const names = players ? playersText({ players }) : '';
  const where = [date, names && game].filter(Boolean).join(' · ');
  return html('li', {}, link(game, names || game), ' ', ...results, why && `: ${why}`, ' ', html('span', { class: 'small' }, where));
}

/** Returns a section with the items of games, which are made when it is opened. */
function closed(heading, games, item) {
  const details = html('details', {}, html('summary', {}, heading));
  details.addEventListener('toggle', () => details.append(html('ul', {}, ...games.map(item))), { once: true });
  return details;
}

/** Returns the elements of the list, and the names of the games in the order of their links: the game at `names[3]` has the
 * link `#3`. `notes` are paragraphs for its head, and `buttons` come after the games. */
export function listOf({ groups, same, skipped }, notes, buttons) {
  const names = [];
  const link = (name, text) => html('a', { href: `#${names.push(name) - 1}` }, html('bdi', {}, text));
  const gamesOf = (some) => some.reduce((sum, { games }) => sum + games.length, 0);
  const ofKind = (name) => gamesOf(groups.filter(({ kind }) => kind === name));
  const [owed, close, left] = [ofKind('OwedMoves'), ofKind('Close'), gamesOf(skipped)];
  const all = same.length + gamesOf(groups) + left;
  const parts = [
    `${same.length} counted as recorded`, ...(close ? [`${close} as recorded with the winner in doubt`] : []), ...(owed ? [`${owed} except for protective moves`] : []),
    `${gamesOf(groups) - owed - close} not as recorded`, ...(left ? [`${left} without a result to compare`] : []),
  ];
  const item = (game) => html('li', {}, link(game, game));
  const sections = groups.flatMap(({ heading, games }) => [
    html('h3', {}, `${heading} (${games.length})`), html('ul', {}, ...games.slice(0, SHOWN).map((game) => differing(link, game))),
    ...(games.length > SHOWN ? [closed(`${games.length - SHOWN} more`, games.slice(SHOWN), (game) => differing(link, game))] : []),
  ]);
  return {
    names,
    elements: [
      html('h2', { id: 'all-games-name', tabindex: '-1' }, `${counted(all, 'game')}: ${parts.join(', ')}`),
      ...notes.map((note) => html('p', { class: 'note' }, note)), ...sections,
      ...(same.length ? [closed(`Counted as recorded (${same.length})`, same, item)] : []),
      ...skipped.map(({ heading, games }) => closed(`Without a result to compare: ${heading.replace(/\.$/, '')} (${games.length})`, games, item)),
      html('p', { class: 'buttons' }, ...buttons),
    ],
  };
}
