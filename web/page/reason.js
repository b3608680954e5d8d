// What is probably wrong with a record, in one sentence of the reader's language, from the facts of the audit.

import { counted, shortName } from './report/text.js';
import { amount, language, pointsText, skipText, upper, word } from './words.js';

/** Returns the sentence about a record whose count differs from it. */
function differenceOf({ verdict, komi, recorded, counted: count, delta, field, fitting_komi: fitting, unmarked_dead: unmarked }) {
  if (delta === 0) return word(verdict === 'contradicts-itself' ? 'marksDiffer' : verdict);
  if (unmarked) return word(unmarked[1] ? 'thenAsRecorded' : 'shouldBeDead', unmarked[0]);
  if (parseFloat(recorded.slice(2)) === parseFloat(count.slice(2))) return word('sameMargin');
  // the margin of the count minus the recorded margin
  const other = fitting ?? (field === 'komi' ? komi + delta : null);
  if (other !== null) return word('fitsKomi', amount(other), amount(komi));
  if (verdict === 'contradicts-itself') return word('marksGive', count);
  const points = Math.abs(delta);
  return word('hasMore', word(delta > 0 ? 'black' : 'white'), language === 'en' ? counted(points, 'point') : pointsText(points));
}

/** Returns what is probably wrong with a record. */
export function reasonOf(row) {
  const { verdict, why, komi, recorded, skipped, duplicate_of: copy } = row;
  const move = /\bmove (\d+)/.exec(why);
  switch (verdict) {
    case 'agrees': return '';
    case 'in-doubt': return row.unmarked_dead ? differenceOf(row) : word(row.is_unfinished ? 'maybeOpen' : 'maybeAlive');
    case 'copies-differ': if (copy) return word('copyDiffers', shortName(copy));
    // falls through
    case 'owed-moves': return `${word(verdict)}${word('stop')}`;
    case 'impossible-komi':
      if (komi === null) return word('noKomiGiven');
      return word((parseFloat(recorded.slice(2)) + komi) % 1 ? 'komiCannot' : 'komiOdd', amount(komi), recorded);
    case 'unreadable-result': return recorded ? word('resultUnclear', recorded) : word('noRecorded');
    case 'unreadable-file': return skipped && skipped !== 'truncated' ? skipText(skipped, why) : word('truncated');
    case 'not-counted': case 'cannot-be-counted': return skipText(skipped);
    case 'broken-moves': case 'two-results': case 'lost':
      if (language === 'en') return upper(why.split('; ')[0]);
      return move ? word('atMove', move[1]) : `${word(verdict)}${word('stop')}`;
    default: return differenceOf(row);
  }
}
