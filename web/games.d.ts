
/** A source of dead stones: the marks of the record, playouts, or none (no stone is dead). `auto` is `marks`. */
export type DeadFrom = 'auto' | 'marks' | 'estimate' | 'none';

/** The options of `score` and `explain`. */
export interface GameOptions extends Limits {
  /** The names of strategies, or `all`. Default: `independent` for `score`, all for `explain`. */
  strategies?: StrategyName | 'all' | readonly StrategyName[];
  /**
   * One or several sources of dead stones; the first that knows the dead stones is used. Default: `auto`. If none knows
   * them, every stone counts as alive.
   */
  dead?: DeadFrom | readonly DeadFrom[];
  /** The seed of the playouts for `estimate`. */
  seed?: number;
  /** The rules of every game; they override the record. */
  rules?: Rules;
  /** The komi of games whose record has no komi; 0 by default. */
  komi?: number;
  /** The encoding of bytes; by default it is detected. Text needs no encoding. */
  encoding?: string;
  /** The name of the file, for the names of games in explanations. */
  name?: string;
}

/** The reason why a game cannot be scored; `docs/files.md` lists the reasons. */
export interface Skip {
  /** The reason in one word, such as `bad_size`. */
  reason: string;
  /** The step at which the game was skipped: `sgf`, `header`, `replay`, `settle` (dead stones) or `score`. */
  stage: string;
  /** The reason in words. */
  meaning: string;
  /** More details, for people; may be empty. */
  detail: string;
  /** The offset in the file, in bytes, if it is known. */
  byte: number | null;
}

/** Thrown for a file without a game, and by `explain` for a skipped game. */
export class SkipError extends Error {}
export interface SkipError extends Skip {}

/** The result of the game as the record states it. */
export interface Label {
  /** Black's score minus White's. */
  margin: number;
  /** The margin as `RE` writes it: `B+2.5`. */
  result: string;
  /** Whether the map, prisoners and komi add up to the margin: `consistent`, `area`, `inconsistent` or `unchecked`. */
  check: string;
  /** The origin of the label, if the record proves it: `KGS` …, or `unknown`. */
  origin: string;
  /** The properties that the label comes from: `RE` or `RE+TBTW`. */
  from: string;
  /** The owner of each empty point or dead stone, `map[y][x]`; `null` if the record has no marks. */
  map: Owner[][] | null;
}

/** The answer of a strategy. */
export interface Answer {
  strategy: StrategyName;
  /** Black's score minus White's. */
  margin: number;
  /** The remarks about this answer, as in the column `flags` of `games.csv`. */
  flags: string[];
  /**
   * The rows of the board from the top, with a letter for each point: `map[y][x]`. `X` and `O` are living stones, `b` and `w`
   * territory, `s` an eye in seki, `f` a false eye or the point of a protective move, and `.` any other point. Strategies
   * with equal maps may share them.
   */
  map: string[];
}

/** A scored game. Boards have the same form as above: `stones[y][x]`. */
export interface ScoredGame {
  /** The number of the game in its file, from 1. */
  number: number;
  skip: null;
  players: { black: string; white: string };
  date: string;
  width: number;
  height: number;
  rules: string;
  /** How the rules were found if the record does not name them; otherwise `null`. */
  rulesGuessed: string | null;
  method: 'territory' | 'area';
  komi: number;
  handicap: number;
  /** The player who passed first, or gets the button; 0 if the record does not say. */
  firstPass: Owner;
  /** The number of moves, including passes. */
  moves: number;
  encoding: string;
  /** The last position, with its dead stones. */
  stones: Stone[][];
  /** Whether each point has a dead stone. */
  dead: boolean[][];
  deadFrom: 'marks' | 'estimate' | 'none';
  /** The stones that each player has taken off the board in play. `finalTerritoryScore` adds the dead stones. */
  prisoners: { black: number; white: number };
  /** `null` if the record has no counted result. */
  label: Label | null;
  /** Whether strategies that fill or join dame differ from each other. */
  disputed: boolean;
  /** The remarks on oddities of the record; `docs/files.md` lists them. */
  flags: string[];
  /** The answers, in the order of `strategies`. */
  answers: Answer[];
}

/** A game that cannot be scored. */
export interface SkippedGame {
  number: number;
  skip: Skip;
}

/**
 * Scores all games in an SGF record, like `seichi score`. `needsLabel` leaves out the games that `seichi eval`
 * leaves out: games without a counted result, or without known dead stones. Throws a `SkipError` if the record has no game.
 */
export function score(sgf: string | ArrayBuffer | ArrayBufferView, options?: (GameOptions & { needsLabel?: boolean }) | null): (ScoredGame | SkippedGame)[];

/** The name of a point: `D4`. */
export type PointName = string;
export type ColorName = 'Black' | 'White';

/** The output of `seichi explain --format json`, without `unsafe`, `certainty` and `unclosed`. */
export interface Explanation {
  /** The game's line of `boards.ndjson`, which `docs/files.md` describes, without the command that shows the game. */
  board: Record<string, unknown>;
  /** The reason why `seichi eval` skips the game; `null` if it does not skip it. */
  left_out: string | null;
  /** The board in words: the points of each region, or living stones that an answer considers dead; their surroundings; and the
   * distinct answers with their reasons, each with the names of the label and of the strategies that give it. */
  places: { points: PointName[]; title: string; boundary: string | null; answers: { text: string; names: string[] }[] }[];
  /** Points on which the strategies differ from each other or from the label. The points of one item get the same answers. */
  differences: { points: PointName[]; label: string | null }[];
  /** Moves that are owed after the dame are filled, each with a stone that it protects and the moves that would capture it. */
  protective_moves: { owner: ColorName; point: PointName; for: PointName; refutation: (PointName | "pass")[] }[];
}

export interface ExplainOptions extends GameOptions {
  /** The number of the game in its file; 1 by default. */
  game?: number;
  /** The dead stones; they override `dead` and the record. */
  markedDead?: Marks | null;
}

/**
 * Explains where strategies differ in a game of an SGF record (by default, the first game), and why. Throws a
 * `SkipError` if the game cannot be scored.
 */
export function explain(sgf: string | ArrayBuffer | ArrayBufferView, options?: ExplainOptions | null): Explanation;
