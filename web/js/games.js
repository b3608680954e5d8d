// Scores and explains the games of SGF records. games.d.ts has the types and their meaning.

const games = onDemand(() => new Games());

/** The reason why a game cannot be scored. */
export class SkipError extends Error {
  constructor({ reason, stage, meaning, detail, byte }) {
    super(`${reason}: ${detail || meaning}`);
    Object.assign(this, { name: 'SkipError', reason, stage, meaning, detail, byte });
  }
}

/** Returns a record as bytes. */
function bytesOf(sgf) {
  if (typeof sgf === 'string') return new TextEncoder().encode(sgf);
  if (ArrayBuffer.isView(sgf)) return new Uint8Array(sgf.buffer, sgf.byteOffset, sgf.byteLength);
  // `instanceof` is false for the buffers of another frame
  if (Object.prototype.toString.call(sgf) === '[object ArrayBuffer]') return new Uint8Array(sgf);
  throw new TypeError('sgf must be a string, a Uint8Array or an ArrayBuffer');
}

/** Calls `work` with the options in the form that the module takes. */
function withOptions(sgf, options, work) {
  const given = loaded(() => new GameOptions());
  try {
    // text needs no decoding, whatever encoding the record names
    if (typeof sgf === 'string') given.set('encoding', 'utf-8');
    for (const [name, value] of Object.entries(options)) {
      if (value === undefined) continue;
      if (name === 'needsLabel' && typeof value !== 'boolean') throw new TypeError(`options.needsLabel is ${shown(value)}, not true or false`);
      if (name === 'strategies') String(value).split(',').forEach(checkStrategy);
      given.set(name, String(value));
    }
    return JSON.parse(work(bytesOf(sgf), given));
  } finally {
    given.free();
  }
}

const LETTERS = { X: 1, O: 2, x: 1, o: 2, b: 1, w: 2 };

const numbersOf = (rows) => rows.map((row) => Array.from(row, (letter) => LETTERS[letter] ?? 0));

const ofBoth = ([black, white]) => ({ black, white });

function labelOf(board, facts) {
  if (facts.label_margin === null) return null;
  const map = board.label_map?.map((row) => row.replaceAll(/[XO]/g, '.'));
  return {
    margin: facts.label_margin,
    result: board.label,
    check: board.label_check,
    origin: board.origin,
    from: facts.label_from,
    map: map ? numbersOf(map) : null,
  };
}

/** Returns a game in the form that games.d.ts describes. */
function gameOf({ skip, board, facts }, index) {
  if (skip) return { number: index + 1, skip };
  const dead = board.position.map((row) => Array.from(row, (letter) => letter === 'x' || letter === 'o'));
  // the program counts dead stones as prisoners; here they are still on the board
  const [blackStones, whiteStones] = ['x', 'o'].map((color) => board.position.join('').split(color).length - 1);
  const mapOf = (strategy) => board.answers.find(({ strategies }) => strategies.includes(strategy)).map;
  return {
    number: index + 1,
    skip: null,
    players: ofBoth(board.players),
    date: board.date,
    width: board.position[0].length,
    height: board.position.length,
    rules: board.rules,
    rulesGuessed: facts.rules_guessed,
    method: facts.method,
    komi: board.komi,
    handicap: board.handicap,
    moves: board.moves,
    encoding: facts.encoding,
    stones: numbersOf(board.position),
    dead,
    deadFrom: facts.dead_from,
    prisoners: ofBoth([board.prisoners[0] - whiteStones, board.prisoners[1] - blackStones]),
    label: labelOf(board, facts),
    disputed: board.disputed,
    flags: board.flags,
    answers: facts.answers.map((answer) => ({ ...answer, map: mapOf(answer.strategy) })),
  };
}

/** Returns the options of a call, for which null means none. */
function givenOptions(options) {
  if (options === undefined || options === null) return {};
  if (typeof options !== 'object') throw new TypeError(`options is ${shown(options)}, not an object`);
  return options;
}

export function score(sgf, options) {
  const found = withOptions(sgf, givenOptions(options), (bytes, set) => games().score(bytes, set));
  if (found.skip) throw new SkipError(found.skip);
  return found.map(gameOf);
}

const LETTERS_OF_POINTS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns the points that are marked in rows, in the form that the module takes. */
function pointsOf(rows) {
  const width = widthOf(rows, 'options.markedDead');
  if (Math.max(width, rows.length) > 52) throw new RangeError('options.markedDead has more than 52 rows or columns');
  const marks = bytesOfMarks(rows, width, new Uint8Array(width * rows.length).fill(1), 'options.markedDead');
  return [...marks.keys()].filter((index) => marks[index])
    .map((index) => LETTERS_OF_POINTS[index % width] + LETTERS_OF_POINTS[Math.floor(index / width)]);
}

/** Checks that marks of dead stones are on the stones of a position. */
function checkMarks(rows, position) {
  if (rows.length !== position.length || rows[0].length !== position[0].length) {
    throw new RangeError(`options.markedDead has ${rows[0].length} × ${rows.length} points, and the board ${position[0].length} × ${position.length}`);
  }
  rows.forEach((row, y) => row.forEach((mark, x) => {
    if (mark && position[y][x] === '.') throw wrong('options.markedDead', x, y, mark, ', but the point has no stone');
  }));
}

export function explain(sgf, options) {
  const { game = 1, markedDead, ...others } = givenOptions(options);
  if (!Number.isInteger(game) || game < 1) throw new RangeError(`options.game is ${shown(game)}, not a number from 1`);
  const dead = markedDead === undefined || markedDead === null ? undefined : pointsOf(markedDead);
  const found = withOptions(sgf, { ...others, markedDead: dead }, (bytes, set) => games().explain(bytes, game, set));
  if (found.skip) throw new SkipError(found.skip);
  const { explain: command, ...explained } = found.board;
  if (dead) checkMarks(markedDead, explained.position);
  return { board: explained, ...found.explained };
}
