// Reads the boards of a run, for the tests of the package in Node and in browsers.

const LETTERS = { X: 1, O: 2, x: 1, o: 2 };

/** Returns the stones and the marks of a board of a run. */
export const parse = ({ position }) => [
  position.map((row) => [...row].map((letter) => LETTERS[letter] ?? 0)),
  position.map((row) => [...row].map((letter) => letter === 'x' || letter === 'o')),
];

/** Returns a map in the form of a run. */
export const mapOf = (points, stones, dead) => points.map((row, y) => row.map((point, x) => {
  if (stones[y][x] && !dead[y][x]) return ' XO'[stones[y][x]];
  return point.isTerritoryFor ? ' bw'[point.isTerritoryFor] : point.isInSeki ? 's' : point.isFalseEye ? 'f' : '.';
}).join(''));
