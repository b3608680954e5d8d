// Numbers, names and sizes as text.

/** Returns a number with its noun: `1 eye`, `2 eyes`. */
export const counted = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;

/** Returns a margin as text, such as `B+3.5`. */
export const marginText = (margin) => (margin === 0 ? '0' : `${margin > 0 ? 'B' : 'W'}+${Math.abs(margin)}`);

/** Returns the names of the players, or an empty text if neither is known. */
export const playersText = ([black, white]) => (black || white ? `${black || '?'} – ${white || '?'}` : '');

/** Returns a number with its sign. */
export const signed = (number) => (number > 0 ? '+' : number < 0 ? '−' : '') + Math.abs(number);

/** Returns the size of the board of a position as text: `19×19`. */
export const sizeText = (position) => `${position[0].length}×${position.length}`;

/** Returns the name of a game without its folder. For the first game in a file, the ending and the number are left
 * out. */
export function shortName(name) {
  const base = name.slice(name.lastIndexOf('/') + 1);
  return base.replace(/(\.\w+)?#1$/, '') || base;
}
