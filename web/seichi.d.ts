/**
 * Scores finished games of Go: territory without the eyes in seki, area, and dead stones.
 *
 * A board is a list of rows from the top, each a list of points from the left: `stones[y][x]`. Boards have 1 to 52 rows and
 * columns. Wrong arguments throw a `TypeError` or a `RangeError` that says what is wrong.
 */

/** 0 is an empty point, 1 a black stone, 2 a white stone. */
export type Stone = 0 | 1 | 2;

/** Nobody, Black or White. */
export type Owner = 0 | 1 | 2;

/** A point under territory rules. At most one of its properties is set; none is on a point with a living stone. */
export interface TerritoryPoint {
  /** The player whose territory the point is; 0 if it is nobody's. */
  isTerritoryFor: Owner;
  /** Whether the point is an eye of a group in seki. */
  isInSeki: boolean;
  /** Whether the point is a false eye, which its owner has to fill. */
  isFalseEye: boolean;
  /** Whether the point is neutral. */
  isDame: boolean;
}

/** The names of all strategies; `docs/strategies.md` describes them. */
export const strategies: readonly string[];

/**
 * Scores a board under territory rules (Japanese, Korean). `markedDead` is true on each dead stone. A dead stone's point is
 * one of its captor's territory; the prisoner comes on top of it, see `finalTerritoryScore`.
 */
export function territoryScoring(stones: Stone[][], markedDead?: boolean[][], options?: { strategy?: string }): TerritoryPoint[][];

/** Scores a board under area rules (Chinese, AGA): the owner of each point, whether a living stone or territory. */
export function areaScoring(stones: Stone[][], markedDead?: boolean[][]): Owner[][];

/** The points of both players under territory rules: territory, dead stones, captures, and komi for White. */
export function finalTerritoryScore(stones: Stone[][], markedDead: boolean[][] | undefined, blackPointsFromCaptures: number,
  whitePointsFromCaptures: number, komi: number, options?: { strategy?: string }): { black: number; white: number };

/** The points of both players under area rules: area, and komi for White. */
export function finalAreaScore(stones: Stone[][], markedDead: boolean[][] | undefined, komi: number): { black: number; white: number };

/** Guesses the dead stones of a finished board by playouts: true on each of them. Equal seeds give equal answers. */
export function guessDead(stones: Stone[][], options?: { playouts?: number; seed?: number }): boolean[][];
