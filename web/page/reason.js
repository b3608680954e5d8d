// Says what is probably wrong with a record, in one sentence in the reader's language, based on the facts from the audit.

import { shortName } from './report/text.js';
import { language, nounText, skipText, upper, word } from './words.js';

/** The endings without a count that have a winner. */
export const WITH_WINNER = ['resign', 'time', 'forfeit', 'illegal'];

/** Returns how a game ended without a count. */
export function endingOf(reason, recorded) {
  if (!WITH_WINNER.includes(reason)) return skipText(reason);
  const winner = { B: 'black', W: 'white' }[recorded.match(/^[BW](?=\+)/i)?.[0].toUpperCase()];
  return upper(winner ? word(reason, word(winner)) : word('notByCount', recorded));
}

/** Returns whether the count gives the recorded margin to the other player. */
export const isReversed = ({ recorded, counted: count, delta }) => Boolean(delta) && parseFloat(recorded.slice(2)) === parseFloat(count.slice(2));

/** Returns whether a game has no result because its file can't be read to its end. */
export const isCutOff = ({ verdict, is_unclosed: isUnclosed }) => verdict === 'unreadable-file' || isUnclosed;

/** Returns the sentence about a record whose result differs from the count. */
function differenceOf(row) {
  const { verdict, komi, counted: count, delta, field, fitting_komi: fitting, unmarked_dead: unmarked } = row;
  if (delta === 0) return word(verdict === 'contradicts-itself' ? 'marksDiffer' : verdict);
  if (unmarked) return word(unmarked[1] ? 'thenAsRecorded' : 'shouldBeDead', unmarked[0]);
  if (isReversed(row)) return word('sameMargin');
  // the margin of the count minus the recorded margin
  const other = fitting ?? (field === 'komi' ? komi + delta : null);
  if (other !== null) return word('fitsKomi', other, komi);
  if (verdict === 'contradicts-itself') return word('marksGive', count);
  return word('hasMore', word(delta > 0 ? 'black' : 'white'), nounText(Math.abs(delta)));
}

/** Returns what is probably wrong with a record. */
export function reasonOf(row) {
  const { verdict, why, komi, recorded, skipped, duplicate_of: copy } = row;
  const move = /\bmove (\d+)/.exec(why);
  if (isCutOff(row)) return skipped && skipped !== 'truncated' ? skipText(skipped, why) : word('truncated');
  switch (verdict) {
    case 'agrees': return '';
    case 'in-doubt': return row.unmarked_dead || isReversed(row) ? differenceOf(row) : word(row.is_unfinished ? 'maybeOpen' : 'maybeAlive');
    case 'copies-differ': if (copy) return word('copyDiffers', shortName(copy));
    // falls through
    case 'owed-moves': return `${word(verdict)}${word('stop')}`;
    case 'impossible-komi':
      if (komi === null) return word('noKomiGiven');
      return word((parseFloat(recorded.slice(2)) + komi) % 1 ? 'komiCannot' : 'komiOdd', komi, recorded);
    case 'unreadable-result': return recorded ? word('resultUnclear', recorded) : word('noRecorded');
    case 'not-counted': case 'cannot-be-counted': return endingOf(skipped, recorded);
    case 'broken-moves': case 'two-results': case 'lost':
      if (language === 'en') return upper(why.split('; ')[0]);
      return move ? word('atMove', move[1]) : `${word(verdict)}${word('stop')}`;
    default: return differenceOf(row);
  }
}
