// The result as a card: who won, how certain that is, the points of each player, and what the record says.

import { html } from './report/elements.js';
import { marginText } from './report/text.js';
import { language, word } from './words.js';

/** The parts of a player's points by an answer: their words and numbers. */
function pointsOf({ board, method }, { map, margin }) {
  const count = (letters) => map.join('').split('').filter((letter) => letters.includes(letter)).length;
  const isArea = method === 'area';
  const parts = isArea ? [['area', count('Xb'), count('Ow')]]
    : [['territory', count('b'), count('w')], ['prisoners', ...board.prisoners]];
  parts.push(['komi', 0, board.komi]);
  const total = (player) => parts.reduce((sum, part) => sum + part[player], 0);
  // points for a handicap, a button or a tax are only in the margin
  const rest = margin - (total(1) - total(2));
  if (rest) parts.push([board.handicap && rest < 0 ? 'handicap' : 'other', Math.max(0, rest), Math.max(0, -rest)]);
  return [...parts, ['total', total(1), total(2)]];
}

/** Returns the table of both players' points. */
function pointsTable(parts) {
  const row = ([name, ...numbers]) => html('tr', name === 'total' ? { class: 'total' } : {}, html('th', { scope: 'row' }, word(name)),
    ...numbers.map((number) => html('td', {}, `${number}`)));
  return html('table', { class: 'points' }, html('thead', {}, html('tr', {}, html('td', {}), ...['black', 'white'].map((color) => html('th', { scope: 'col' }, word(color))))),
    html('tbody', {}, ...parts.map(row)));
}

/** Returns the winner and the margin in words. */
const marginWords = (margin) => (margin === 0 ? word('draw') : word('wins', word(margin > 0 ? 'black' : 'white'), Math.abs(margin)));

/** Why a record has no counted result, by the name of the reason. */
const NOT_COUNTED = {
  resign: 'a player resigned', time: 'a player lost on time', forfeit: 'a player forfeited', illegal: 'a player lost by an illegal move', void: 'the game has no result',
  both_lost: 'both players lost',
};

/** Returns the sentence on the result: the count, or what has to be known before it. */
function headlineOf(explanation, { margin }, isLead) {
  const { board, reason, row } = explanation;
  const rules = board.rules.replace(/^./, (letter) => letter.toUpperCase());
  const lead = margin === 0 ? 'the points are equal' : `${margin > 0 ? 'Black' : 'White'} is ${Math.abs(margin)} ahead`;
  const isEmpty = board.moves === 0 && board.position.every((line) => /^\.+$/.test(line));
  if (isEmpty) return 'The board is empty: the record has no moves';
  if (!isLead) return `By this count: ${marginWords(margin)}`;
  if (reason === 'unknown_rules') return `Choose the rules: the record names none that are clear, and its komi of ${board.komi} is usual under area rules. By ${rules} rules, ${lead}`;
  if (!explanation.has_komi) return `Enter the komi: the record has none. Without komi, ${lead}`;
  if (reason in NOT_COUNTED) return `Not counted: ${NOT_COUNTED[reason]} (${row.recorded}). On the board, ${lead}`;
  const isOpen = explanation.unsafe.some(({ kind }) => kind === 'open-border');
  return isOpen ? `The game does not look finished. If it ended here: ${marginWords(margin)}` : marginWords(margin);
}

const CONFIDENCE = {
  proved: ['Proved', 'search shows that each dead stone can be captured.'],
  marked: ['As marked', 'the record says which stones are dead.'],
  believed: ['Believed', 'random games find which stones live, and nothing speaks against them.'],
  doubted: ['In doubt', ''],
};

/** Returns how certain the count is, with the reasons for doubt. */
function confidenceOf({ confidence, doubts, board, dead_from: from }) {
  const [name, text] = CONFIDENCE[confidence];
  const margins = board.answers.map(({ margin }) => margin);
  const [least, most] = [Math.min(...margins), Math.max(...margins)];
  const isDisputed = board.flags.some((flag) => flag.startsWith('close=')) && Math.sign(least) !== Math.sign(most);
  const all = [...doubts, ...(isDisputed ? [`other ways of counting give from ${marginText(least)} to ${marginText(most)}`] : [])];
  if (confidence === 'doubted' && !all.length) all.push(board.flags.some((flag) => flag.startsWith('close=')) ? 'stones whose status is unclear would change the winner' : 'the record leaves out what the count needs');
  const why = confidence === 'doubted' ? `${all.join('; ')}.` : { none: 'every stone counts as alive.', labels: 'you marked the dead stones.' }[from] ?? text;
  return { name, why };
}

/** The kinds of doubt that concern the status of stones. */
const OF_STONES = ['dead-stones', 'unproved', 'unclear'];

/** Returns how to correct the dead stones, if they are in doubt. */
function hintOf({ confidence, unsafe, board }) {
  const isOfStones = unsafe.some(({ kind }) => OF_STONES.includes(kind)) || board.flags.some((flag) => /^close=.*stones/.test(flag));
  return confidence === 'doubted' && isOfStones ? [html('span', { class: 'hint' }, ' Click a wrongly marked group to change it.')] : [];
}

/** Returns the sentence on the record's own result. */
function recordedOf({ row, heading, board, reason, isChanged, has_komi: hasKomi }, margin) {
  if (!row.recorded) return 'The record has no result.';
  // the headline says why the game was not counted
  const isSaid = reason in NOT_COUNTED || reason === 'unknown_rules' || !hasKomi;
  if (board.label && !reason && marginText(margin) === board.label && !heading) return `The record says ${row.recorded}, too.`;
  if (isChanged && !isSaid) return `The record says ${row.recorded}. With your changes, it gives ${marginText(margin)}.`;
  const why = isSaid ? '' : [heading, row.why].filter(Boolean).join(': ');
  return `The record says ${row.recorded}.${why ? ` ${why}.` : ''}`;
}

/** Returns a sentence on the protective moves, if they change the count. */
function protectiveOf({ board, lead }) {
  const marginOf = (name) => board.answers.find(({ strategies }) => strategies.includes(name)).margin;
  const [teire, standing] = ['teire', 'independent'].map(marginOf);
  if (teire === standing) return [];
  return [html('p', { class: 'small' }, lead === 'teire' ? `Protective moves cost points here; the board as it stands gives ${marginText(standing)}.`
    : `The board counts as it stands; if protective moves cost points, it gives ${marginText(teire)}.`)];
}

/** Returns the result of an answer: `headline` is a sentence, `words` the text to send to the opponent, and `card` the elements. */
export function resultOf(explanation, shown) {
  const { board, lead, row } = explanation;
  const isLead = !shown || shown === lead;
  const answer = board.answers.find(({ strategies }) => strategies.includes(shown)) ?? board.answers.find(({ strategies }) => strategies.includes(lead));
  const sentence = headlineOf(explanation, answer, isLead);
  const isEnglish = /^[\x20-\x7e]*$/.test(sentence);
  const headline = shown === 'label' ? `The record says ${row.recorded}.` : sentence + (isEnglish ? '.' : word('stop'));
  const { name, why } = confidenceOf(explanation);
  const points = pointsOf(explanation, answer);
  const [black, white] = [1, 2].map((player) => points.filter((part) => part[player]).map((part) => `${part[player]} ${word(part[0])}`));
  const sum = (parts) => `${parts.at(-1)?.split(' ')[0] ?? 0} = ${parts.slice(0, -1).join(' + ') || 0}`;
  const players = board.players.some(Boolean) ? `${board.players.map((player) => player || '?').join(' – ')}${board.date ? `, ${board.date}` : ''}: ` : '';
  return {
    headline, confidence: `${name}: ${why}`,
    words: `${players}${headline} ${word('black')} ${sum(black)}; ${word('white')} ${sum(white)}. ${name}: ${why}`,
    result: html('p', { class: 'result', lang: isEnglish ? 'en' : language }, html('b', {}, headline)),
    card: [
      html('p', { class: `confidence ${explanation.confidence}` }, html('b', {}, name), `: ${why}`, ...hintOf(explanation)),
      pointsTable(points),
      html('p', { class: 'recorded' }, recordedOf(explanation, answer.margin)), ...protectiveOf(explanation),
    ],
  };
}
