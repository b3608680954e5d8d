// The result as a card: who won, what the result is based on, the points of each player, and what the record says.

import { boardOf, pointName } from './report/board.js';
import { button, html } from './report/elements.js';
import { pointButton } from './report/game.js';
import { marginText, playersText } from './report/text.js';
import { endingOf, isReversed, reasonOf, WITH_WINNER } from './reason.js';
import { amount, pointsText, rulesText, upper, word } from './words.js';

/** Returns the parts of each player's points according to an answer, in words and numbers. */
function pointsOf({ board, method, left_in_seki: left }, { map, margin, strategies }) {
  const count = (letters) => map.join('').split('').filter((letter) => letters.includes(letter)).length;
  const isArea = method === 'area';
  const parts = isArea ? [['area', count('Xb'), count('Ow')]]
    : [['territory', count('b'), count('w')], ['prisoners', ...board.prisoners.map((number, player) => number - (left[strategies[0]]?.[player] ?? 0))]];
  parts.push(['komi', 0, board.komi]);
  const total = (player) => parts.reduce((sum, part) => sum + part[player], 0);
  // points for a handicap, a button or a tax are only in the margin
  const rest = margin - (total(1) - total(2));
  if (rest) parts.push([board.handicap && rest < 0 ? 'handicap' : 'other', Math.max(0, rest), Math.max(0, -rest)]);
  return [...parts, ['total', total(1), total(2)]];
}

/** Returns the table of both players' points. */
function pointsTable(parts) {
  const row = ([name, ...numbers]) => html('tr', name === 'total' ? { class: 'total' } : {},
    html('th', { scope: 'row' }, word(name)), numbers.map((number) => html('td', {}, amount(number))));
  const heads = ['black', 'white'].map((color) => html('th', { scope: 'col' }, word(color)));
  return html('table', { class: 'points' }, html('thead', {}, html('tr', {}, html('td', {}), heads)), html('tbody', {}, parts.map(row)));
}

const winnerOf = (margin) => word(margin > 0 ? 'black' : 'white');

/** Returns the winner and the margin in words. */
const marginWords = (margin, isArea) => (margin === 0 ? word('draw') : word('wins', winnerOf(margin), pointsText(Math.abs(margin), isArea)));

/** The reasons why a record has no counted result. */
const NOT_COUNTED = [...WITH_WINNER, 'void', 'both_lost'];

/** The kinds of doubt that concern the status of stones. */
export const OF_STONES = ['dead-stones', 'unproved', 'unclear', 'next-move'];

/** Returns the facts that decide what the page says about a game. `settled` contains the points that the user has settled. */
function judge({ board, row, isChanged, choices, doubts, lead, reason, confidence, controls, dead_from: from, has_komi: hasKomi }, settled) {
  const { margin } = board.answers.find(({ strategies }) => strategies.includes(lead));
  const open = doubts.find(({ kind }) => kind === 'open-border')?.points ?? [];
  const unsettled = choices.filter(({ points }) => !settled.has(points[0]));
  const isContradicted = !isChanged && ['contradicts-itself', 'broken-moves', 'two-results'].includes(row.verdict);
  const isCut = doubts.some(({ kind }) => kind === 'unclosed');
  const isRecorded = !isCut && !reason && hasKomi && !isContradicted && marginText(margin) === board.label;
  // if few points are open, only the last moves are missing; many may be open because stones have the wrong status
  const isUnfinished = !isRecorded && open.length > board.position.join('').length / 18 && !unsettled.some((choice) => choice.is_finished);
  const isOfUnsettled = ({ kind, points }) => OF_STONES.includes(kind) && points.some((point) => !settled.has(point));
  // the recorded result often has the errors of the record's marks, but not the errors of a guess
  const isAgreed = isRecorded && (from === 'estimate' || !doubts.some(isOfUnsettled));
  // if another status gives the recorded result, the assumed status may be the error
  const deciding = isUnfinished || isAgreed ? []
    : unsettled.filter((choice) => Math.sign(choice.margin) !== Math.sign(margin) || marginText(choice.margin) === board.label);
  const isWithoutResult = isUnfinished || isCut || NOT_COUNTED.includes(reason);
  // if stones have the wrong status or whole areas are open, the open points tell nothing more
  const isOpenAnyway = isUnfinished || deciding.some((choice) => choice.is_finished);
  const left = doubts.filter((doubt) => (OF_STONES.includes(doubt.kind) ? isOfUnsettled(doubt) : doubt.kind !== 'open-border' || !isOpenAnyway));
  // people do not count like the controls
  const margins = board.answers.filter(({ strategies }) => strategies.some((name) => !controls.includes(name))).map((answer) => answer.margin).sort((a, b) => a - b);
  const range = [margins[0], margins.at(-1)];
  const isClose = confidence !== 'marked' && Math.sign(range[0]) !== Math.sign(range[1]);
  // moves that are left to play are no reason for doubt if the count is confirmed or nothing contradicts it
  const isQuiet = isRecorded || (!row.recorded && !isClose);
  const isOpen = !isQuiet && left.some(({ kind }) => kind === 'open-border');
  return { margin, left, range, isClose, isQuiet, isOpen, isContradicted, isRecorded, isAgreed, isUnfinished, isCut, isWithoutResult,
    deciding: isWithoutResult || !hasKomi || reason === 'unknown_rules' ? [] : deciding };
}

/** Returns the sentence about the result: the count, or the facts that must be known before the game can be counted. */
function headlineOf(explanation, shown, facts, certainty) {
  const { board, reason, row, method } = explanation;
  const { margin, deciding } = facts;
  const isArea = method === 'area';
  if (board.moves === 0 && board.position.every((line) => /^\.+$/.test(line))) return word('emptyBoard');
  if (shown) return word('byThisCount', marginWords(shown.margin, isArea));
  if (facts.isCut) return word('cutOff', board.moves);
  if (NOT_COUNTED.includes(reason)) return word('notCounted', endingOf(reason, row.recorded));
  if (facts.isUnfinished) return word('notFinished');
  const lead = margin === 0 ? word('level') : word('ahead', winnerOf(margin), pointsText(Math.abs(margin), isArea));
  if (reason === 'unknown_rules') return word('chooseRules', board.komi, rulesText(board.rules), lead);
  if (!explanation.has_komi) return word('enterKomi', lead);
  const [choice] = deciding;
  const whole = marginWords(margin, isArea);
  if (!choice && facts.isOpen) return word('asItStands', whole);
  if (!choice) return certainty === 'inDoubt' ? word('probably', whole) : upper(whole) + word('stop');
  const [dead, alive] = choice.is_dead ? [margin, choice.margin] : [choice.margin, margin];
  const point = pointName(boardOf(board.position), choice.points[0]);
  const name = choice.points.length > 1 ? word('groupAt', point) : point;
  if (dead * alive > 0) return word('eitherWay', winnerOf(dead), pointsText(Math.abs(dead), isArea), name, pointsText(Math.abs(alive), isArea));
  const loser = alive === 0 ? word('draw') : word('by', winnerOf(alive), pointsText(Math.abs(alive), isArea));
  return word('either', marginWords(dead, isArea), name, loser);
}

/** Returns the basis of the count, in words. */
function basisOf({ confidence, dead_from: from, chains }) {
  if (chains.every((number) => number === null)) return word('noStones');
  if (from === 'none' || from === 'labels') return word(from === 'none' ? 'allAlive' : 'youMarked');
  return word({ proved: 'proved', marked: 'marked' }[confidence] ?? (from === 'marks' ? 'marked' : 'believed'));
}

/** Returns whether a doubt is about points that are still to be played. */
const isToPlay = ({ kind }) => kind === 'open-border' || kind === 'unsettled';

/** Returns the name of a count's certainty, its class, and the reasons (texts or doubts). There is no name without a result. */
function certaintyOf(explanation, facts) {
  const { confidence, row, reason, has_komi: hasKomi, isChanged } = explanation;
  const basis = basisOf(explanation);
  if (facts.isAgreed) return ['asRecorded', 'proved', [word('recordToo', row.recorded), basis]];
  if (facts.isWithoutResult) return ['', 'doubted', facts.isUnfinished && !facts.isCut ? [upper(word('areasOpen'))] : []];
  // stones may be in several doubts; `leftOut` covers a missing komi, and `contradiction` the verdict
  const isRepeated = ({ points }, at) => points.length > 0 && facts.left.slice(0, at).some((earlier) => points.every((point) => earlier.points.includes(point)));
  const reasons = facts.left.filter((doubt, at) => !['not-counted', 'missing-komi', row.verdict].includes(doubt.kind) && !(facts.isQuiet && isToPlay(doubt)) && !isRepeated(doubt, at));
  if (facts.isClose) reasons.push(word('otherCounts', ...facts.range.map(marginText)));
  if (reason === 'unknown_rules' || !hasKomi) reasons.push(word('leftOut'));
  const contradiction = facts.isContradicted ? [word(row.verdict)] : [];
  if (reasons.length) return ['inDoubt', 'doubted', [...contradiction, ...reasons]];
  if (facts.isContradicted || (row.recorded && !isChanged && !reason)) return ['differs', 'doubted', facts.isContradicted ? contradiction : [basis]];
  return [confidence === 'doubted' ? 'believedName' : `${confidence}Name`, confidence === 'doubted' ? 'believed' : confidence, [basis]];
}

/** Returns the sentence about the record's own result, unless the card already states it. */
function recordedOf({ row, reason, isChanged }, { margin, isAgreed, isCut, isWithoutResult }) {
  const isKnown = ['agrees', 'not-counted'].includes(row.verdict) || (row.verdict === 'in-doubt' && !isReversed(row));
  const why = isChanged || reason || isKnown ? '' : reasonOf(row);
  if (isAgreed || (NOT_COUNTED.includes(reason) && !isCut)) return row.verdict === 'copies-differ' ? [why] : [];
  if (!row.recorded) return [word('noRecorded')];
  const given = isChanged && !isWithoutResult ? word('withChanges', marginText(margin)) : '';
  return [[word('recordSays', row.recorded), given, isWithoutResult ? '' : why].filter(Boolean).join(' ')];
}

/** Returns sentences about what players may count differently: dead stones in seki, and protective moves that change the count. */
function remarksOf({ board, lead, left_in_seki: left }) {
  const [teire, standing] = ['teire', 'independent'].map((name) => board.answers.find(({ strategies }) => strategies.includes(name)).margin);
  const inSeki = (left[lead] ?? [0, 0]).reduce((sum, stones) => sum + stones);
  return [
    ...(inSeki ? [word('leftInSeki', inSeki)] : []),
    ...(teire === standing ? [] : [lead === 'teire' ? word('protective', marginText(standing)) : word('standing', marginText(teire))]),
  ];
}

/** Returns the result of an answer: `headline` is a sentence, `words` the text to send to the opponent, and `card` the elements.
 * `see` shows points on the board, and `settle` decides the status of stones. */
export function resultOf(explanation, shown, settled, see, settle) {
  const { board, lead, row, isChanged } = explanation;
  const facts = judge(explanation, settled);
  const answerOf = (name) => board.answers.find(({ strategies }) => strategies.includes(name));
  const answer = answerOf(shown) ?? answerOf(lead);
  const [name, kind, reasons] = certaintyOf(explanation, facts);
  const headline = shown === 'label' ? word('recordSays', row.recorded) : headlineOf(explanation, shown === lead ? null : answer, facts, name);
  const drawn = boardOf(board.position);
  const paragraph = (className, ...content) => html('p', { class: className }, content);
  const said = (reason) => {
    if (typeof reason === 'string') return reason;
    const { points } = reason;
    return points.length ? [`${word(reason.kind)} `, pointButton(drawn, points, see, points)] : word(reason.kind, board.moves);
  };
  const why = reasons.map((reason, at) => [at > 0 && word('pause'), said(reason)]);
  const confidence = paragraph(`confidence ${kind}`, name && [html('b', {}, word(name)), word('colon')], why, why.length > 0 && word('stop'));
  const choices = facts.deciding.slice(0, 3).map(({ points: stones, is_dead: isDead }) => {
    const choice = (text, areDead) => button(word(text, pointName(drawn, stones[0])), () => settle(stones, areDead), { 'aria-pressed': areDead === isDead });
    return paragraph('choice', choice('areDead', true), choice('live', false));
  });
  const notes = facts.left.filter((doubt) => isToPlay(doubt) && !reasons.includes(doubt))
    .map((doubt) => paragraph('small left', said(doubt), word('stop')));
  const isHinted = kind === 'doubted' && facts.left.some((doubt) => OF_STONES.includes(doubt.kind)) && !choices.length;
  const points = pointsOf(explanation, answer);
  // a questionable result does not replace the record's own
  const isSettled = facts.isAgreed || isChanged || !row.recorded || (explanation.confidence === 'proved' && !facts.isContradicted);
  return {
    ...facts, headline, confidence: confidence.textContent, isCertain: isSettled && name !== 'inDoubt',
    words: `${namesOf(board)}${headline} ${facts.isWithoutResult ? '' : sumsOf(points)}${confidence.textContent}`,
    result: [html('h2', { class: 'result', id: 'result', tabindex: '-1' }, headline), choices],
    card: [
      why.length > 0 && confidence,
      isHinted && paragraph('small hint', word('hint')),
      notes,
      !facts.isWithoutResult && pointsTable(points),
      recordedOf(explanation, facts).map((text) => paragraph('recorded', text)),
      !facts.isWithoutResult && remarksOf(explanation).map((text) => paragraph('small', text)),
    ],
  };
}

/** Returns the players and the date as the start of a text. */
function namesOf({ players, date }) {
  const names = playersText(players);
  return names && `${names}${date ? `, ${date}` : ''}: `;
}

/** Returns the sum of each player's points in words. */
function sumsOf(points) {
  const sum = (player) => {
    const own = points.filter((part) => part[player]);
    const parts = own.slice(0, -1).map((part) => `${amount(part[player])} ${word(part[0])}`);
    return `${amount(own.at(-1)?.[player] ?? 0)} = ${parts.join(' + ') || 0}`;
  };
  return `${word('black')} ${sum(1)}; ${word('white')} ${sum(2)}. `;
}
