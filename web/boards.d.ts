/**
 * Scores finished games of Go by territory (without the eyes in seki) or by area, and finds dead stones.
 *
 * A board is a list of rows from the top, each a list of points from the left: `stones[y][x]`. Boards have 1 to 52 rows and
 * columns. Rows may be typed arrays. An argument of the wrong type throws a `TypeError`, and an invalid value throws a
 * `RangeError`; the message names the argument.
 */

/** The global variable that a classic script defines. */
export as namespace seichi;

/**
 * Loads the WebAssembly module. Only `seichi/bare` needs this call, with the module's bytes, its URL or the compiled
 * module. Other builds contain the module and load it at the first call of a function; `await init()` loads it
 * earlier without blocking the page.
 */
export function init(source?: ArrayBuffer | ArrayBufferView | URL | string | Response | object): Promise<void>;

/** 0 is an empty point, 1 a black stone, and 2 a white stone. */
export type Stone = 0 | 1 | 2;

/** Rows of stones: `Stone[][]`, `number[][]`, or rows that are read-only or typed arrays. */
export type Stones = readonly ArrayLike<number>[];

/**
 * Marked stones: either points `[x, y]`, as `groupAt` returns them, or a row of marks for each row of the board: `boolean[][]`,
 * or rows of 0 and 1, such as typed arrays. (Rows of two numbers are taken for points; on a board two points wide, use
 * booleans.) A mark on an empty point has no effect.
 */
export type Marks = readonly ArrayLike<boolean | number>[];

/** Neither player (0), Black (1) or White (2). */
export type Owner = 0 | 1 | 2;

export const EMPTY: 0;
export const BLACK: 1;
export const WHITE: 2;

/** Returns the stones of a board whose points are 1 (Black), −1 (White) or 0, like Sabaki's sign maps. */
export function stonesOfSigns(signs: Stones): Stone[][];

/** Returns owners or stones as 1 (Black), −1 (White) and 0. */
export function signsOfOwners(owners: Stones): (0 | 1 | -1)[][];

/** Points, row by row: `stones[y][x]` for each `[x, y]`. */
export type Points = [x: number, y: number][];

/** The chain of a stone: the stones connected to it directly. The list is empty for an empty point. */
export function chainAt(stones: Stones, x: number, y: number): Points;

/**
 * The stones that a player marks with one click: the stones of one colour that are connected to a stone, directly or across
 * empty points. The list is empty for an empty point.
 */
export function groupAt(stones: Stones, x: number, y: number): Points;

/** All chains of a board, in the order of their first stones. */
export function chainsOf(stones: Stones): { color: 1 | 2; stones: Points }[];

/** All groups of a board, as `groupAt` returns them, in the order of their first stones. */
export function groupsOf(stones: Stones): { color: 1 | 2; stones: Points }[];

/** A point under territory rules. On a living stone, only `belongsToSekiGroup` can be set. */
export interface TerritoryPoint {
  /** The player whose territory the point is; 0 for neither. */
  isTerritoryFor: Owner;
  /** Whether the point is an eye of a group in seki. */
  isInSeki: boolean;
  /** Whether its owner has to fill the point: it is a false eye, or (for `teire`) he owes a protective move there. */
  isFalseEye: boolean;
  /** The same as `isFalseEye`, because no false eye scores. goscorer has both names. */
  isUnscorableFalseEye: boolean;
  /** Whether the point is neutral. */
  isDame: boolean;
  /**
   * The player whose group in seki the stone or eye belongs to; 0 if it belongs to no such group. A group with fewer than two
   * eyes is in seki. Strategies that count no eyes, such as `flood`, give 0.
   */
  belongsToSekiGroup: Owner;
}

/** The name of a strategy; `docs/strategies.md` describes them. */
export type StrategyName =
  | 'flood' | 'strict' | 'unfilled' | 'fixed-black' | 'fixed-white' | 'grey'
  | 'alternating' | 'alternating-transposed' | 'checkered' | 'checkered-white' | 'majority' | 'linked'
  | 'independent' | 'teire';

/** The names of all strategies. */
export const strategies: readonly StrategyName[];

/** The names of the strategies that leave out an important step. They are for comparison, not for scoring games. */
export const controls: readonly StrategyName[];

/** The name of a set of rules. */
export type RulesName =
  | 'japanese' | 'korean' | 'chinese' | 'aga' | 'new-zealand' | 'tromp-taylor'
  | 'ing' | 'chinese-ogs' | 'chinese-kgs' | 'bga' | 'french' | 'aga-button'
  | 'stone-scoring' | 'ancient-territory';

/** A name of rules, or KataGo's rules as a string or as JSON. */
export type Rules = RulesName | (string & {});

/** All sets of rules: their names, each with KataGo's string, as `seichi list rules` prints them. */
export const rules: Readonly<Record<RulesName, string>>;

/** The limits of a call. */
export interface Limits {
  /** The time in milliseconds after which the call ends with an error whose name is `TimeoutError`. */
  timeout?: number;
  /**
   * Ends the call with the signal's reason. A call blocks its thread, so only another thread can abort a running call, with an
   * object such as `{ get aborted() { return Atomics.load(shared, 0) === 1; } }`.
   */
  signal?: { readonly aborted: boolean; readonly reason?: unknown } | null;
}

/** The strategy (by default, `independent`) and the limits. `false` means no options, as in calls to goscorer. */
export type ScoringOptions = ({ strategy?: StrategyName } & Limits) | null | false;

/**
 * Scores a board under territory rules (Japanese, Korean). `markedDead` is true on each dead stone. A dead stone's point is
 * territory of the other colour. The prisoner is not counted here; `finalTerritoryScore` counts it.
 */
export function territoryScoring(stones: Stones, markedDead?: Marks | null, options?: ScoringOptions): TerritoryPoint[][];

/** Scores a board under area rules (Chinese, AGA): the owner of each point, whether a living stone or territory. */
export function areaScoring(stones: Stones, markedDead?: Marks | null): Owner[][];

/**
 * The points of both players under territory rules: territory, dead stones, captures, and komi for White. Captures are the
 * stones that a player took off the board in play, like the `prisoners` of a game returned by `score`.
 */
export function finalTerritoryScore(stones: Stones, markedDead: Marks | null | undefined, blackPointsFromCaptures: number,
  whitePointsFromCaptures: number, komi: number, options?: ScoringOptions): { black: number; white: number };

/** The points of both players under area rules: area, and komi for White. */
export function finalAreaScore(stones: Stones, markedDead: Marks | null | undefined, komi: number): { black: number; white: number };

/** Everything that counts in addition to the board. A game from `score` contains all of it. */
export interface Ending extends Limits {
  rules: Rules;
  /** The number of points that White gets; half points are allowed. */
  komi: number;
  /** The number of handicap stones, for which some rules compensate White; 0 without a handicap. */
  handicap: number;
  /** The stones that each player took off the board in play, without dead stones. Area rules do not count them. */
  prisoners: { black: number; white: number };
  /** The player who passed first (1 Black, 2 White, 0 if neither did), which rules with a button need. */
  firstPass?: Owner | null;
  strategy?: StrategyName;
}

/** The parts of a player's score, which add up to `total`. Parts that the rules do not count are 0. */
export interface PlayerScore {
  /** Surrounded points; the number may be negative under rules with a group tax. */
  territory: number;
  /** Living stones, under area rules. */
  stones: number;
  /** Captured and dead stones, under territory rules. */
  prisoners: number;
  /** White's compensation for a handicap. */
  handicap: number;
  komi: number;
  /** The button, half a point. */
  button: number;
  total: number;
}

/** The result of a game, with the points of the board on which it is based. */
export interface FinalScore {
  winner: 'black' | 'white' | 'draw';
  /** Black's score minus White's. */
  margin: number;
  /** The margin as `RE` writes it: `B+3.5`, or `0` for a draw. */
  result: string;
  black: PlayerScore;
  white: PlayerScore;
  territory: { black: Points; white: Points };
  /** Neutral points. */
  dame: Points;
  /** Eyes of groups in seki, which neither player scores. */
  seki: Points;
  /** False eyes and points of protective moves, which neither player scores. */
  falseEyes: Points;
  dead: Points;
}

/** Scores a board under any rules. A game returned by `score` can also serve as the ending: `finalScore(g.stones, g.dead, g)`. */
export function finalScore(stones: Stones, markedDead: Marks | null | undefined, ending: Ending): FinalScore;

/** Points with the same status for the same reason. */
export interface Sentence {
  points: Points;
  /** Their status and the reason for it in words, with the names that players give to points, such as `D4`. */
  sentence: string;
}

/** Explains a board under territory rules. Each point is mentioned in exactly one sentence. */
export function explainBoard(stones: Stones, markedDead?: Marks | null, options?: ScoringOptions): Sentence[];

/** Returns the sentence about one point, `stones[y][x]`. */
export function explainPoint(stones: Stones, markedDead: Marks | null | undefined, x: number, y: number, options?: ScoringOptions): Sentence;

export interface PlayoutOptions extends Limits {
  /** The number of playouts, 200 by default, at most 20,000. */
  playouts?: number;
  /** Equal seeds give equal answers. */
  seed?: number;
  /** The player who moves first in every playout; by default the players alternate, as after the end of a game. */
  toMove?: Owner;
}

/** Guesses the dead stones of a finished board with playouts. The result is true on each dead stone. */
export function guessDead(stones: Stones, options?: PlayoutOptions | null): boolean[][];

/**
 * The ownership of each point according to the playouts of `guessDead`: Black's share of the playouts minus White's, from 1
 * to −1, in hundredths. The probability that the point becomes Black's is about `(1 + ownership) / 2`.
 */
export function estimateOwnership(stones: Stones, options?: PlayoutOptions | null): number[][];

/**
 * The ownership estimator for OGS's `goban`: `set_local_ownership_estimator(gobanEstimator)`. In `board` and the result, 1 is
 * Black and −1 is White; in the result, points whose ownership is closer to 0 than `tolerance` are 0.
 */
export function gobanEstimator(board: Stones, colorToMove: 'black' | 'white', trials?: number, tolerance?: number): number[][];

/** A number for each point, from 1 (surely Black's) to −1 (surely White's): rows, or a flat list row by row. */
export type Ownership = readonly ArrayLike<number>[] | ArrayLike<number>;

/**
 * Judges a finished board by ownership, such as a neural network's. It is best to give the ownership with each player to move.
 * `dead` is true on each dead stone, `owners` contains the owner of each point, and `seals` is true on each empty point where a
 * move has to be played before the territory next to it has an owner.
 */
export function judgeOwnership(stones: Stones, ownership: Ownership | { blackToMove: Ownership; whiteToMove: Ownership }):
  { dead: boolean[][]; owners: Owner[][]; seals: boolean[][] };

/** A reason why a person should look at a board before it is counted. */
export interface UnsafeReason {
  /**
   * - `open-border`: the border between Black and White is not closed, and the player who moves there first gains
   *   territory;
   * - `dead-stones`: playouts disagree with the marks about these stones;
   * - `unproved`: only playouts consider these stones dead, and the stones form groups of at least seven;
   * - `unclear`: playouts do not clearly show whether this chain lives;
   * - `unsettled`: who takes a certain dame first decides whether a player has to fill these points of his territory.
   */
  kind: 'open-border' | 'dead-stones' | 'unproved' | 'unclear' | 'unsettled';
  points: Points;
}

/**
 * Returns whether a board can be counted without asking a person, and the reasons if it cannot. `markedDead` is true on each
 * dead stone. Set `guessed` to false if players marked the stones. By default, the marks may come from `guessDead`, which
 * can't confirm its own marks, so `unproved` is also a reason. Under area rules, or if a border is open, no point is
 * `unsettled`.
 */
export function safeToScore(stones: Stones, markedDead?: Marks | null,
  options?: { method?: 'territory' | 'area'; guessed?: boolean } & PlayoutOptions | null): { safe: boolean; reasons: UnsafeReason[] };
