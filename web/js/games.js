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
      if (value !== undefined) given.set(name, String(value));
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
    dead: board.position.map((row) => Array.from(row, (letter) => letter === 'x' || letter === 'o')),
    deadFrom: facts.dead_from,
    prisoners: ofBoth(board.prisoners),
    label: labelOf(board, facts),
    disputed: board.disputed,
    flags: board.flags,
    answers: facts.answers.map((answer) => ({ ...answer, map: mapOf(answer.strategy) })),
  };
}

export function score(sgf, options = {}) {
  const found = withOptions(sgf, options, (bytes, given) => games().score(bytes, given));
  if (found.skip) throw new SkipError(found.skip);
  return found.map(gameOf);
}

const LETTERS_OF_POINTS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns the points that are true in rows, in the form that the module takes. */
function pointsOf(rows) {
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) throw new TypeError('options.markedDead must be a list of rows');
  const letter = (index) => LETTERS_OF_POINTS[index] ?? '..';
  return rows.flatMap((row, y) => row.flatMap((isDead, x) => (isDead ? [letter(x) + letter(y)] : [])));
}

export function explain(sgf, { game = 1, markedDead, ...options } = {}) {
  if (!Number.isInteger(game) || game < 1) throw new RangeError(`options.game is ${game}, not a number from 1`);
  const found = withOptions(sgf, { ...options, markedDead: markedDead ? pointsOf(markedDead) : undefined }, (bytes, given) => games().explain(bytes, game, given));
  if (found.skip) throw new SkipError(found.skip);
  const { explain: command, ...board } = found.board;
  return { board, ...found.explained };
}
