// Scores and explains the games of SGF records. games.d.ts has the types and their meaning.

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

/** The types of the options; a list may have one or several items. */
const TYPES = { strategies: 'list', dead: 'list', seed: 'number', rules: 'string', komi: 'number', encoding: 'string', name: 'string', needsLabel: 'boolean' };

/** The options of `score` and `explain`. */
const GAME_OPTIONS = { ...Object.fromEntries(Object.keys(TYPES).map((name) => [name, undefined])), ...LIMITS };
delete GAME_OPTIONS.needsLabel;

/** Returns the value of an option as text. */
function optionText(name, value) {
  const values = TYPES[name] === 'list' && Array.isArray(value) ? value : [value];
  const type = TYPES[name] === 'list' ? 'string' : TYPES[name];
  for (const one of values) {
    if (typeof one !== type) throw new TypeError(`options.${name} is ${shown(one)}, not a ${type}`);
  }
  if (name !== 'strategies') return values.join();
  if (!values.length) throw new RangeError('strategies is empty');
  if (values[0] === 'all') return strategies.join();
  return values.map(checkStrategy).join();
}

/** Calls `work` with the options in the form that the module takes. */
function withOptions(sgf, { timeout, signal, markedDead, ...options }, work) {
  load();
  const given = new GameOptions();
  try {
    // text needs no decoding, whatever encoding the record names
    if (typeof sgf === 'string') given.set('encoding', 'utf-8');
    for (const [name, value] of Object.entries(options)) {
      if (value !== undefined) ranged(() => given.set(name, optionText(name, value)), `options.${name} is ${shown(value)}: `);
    }
    if (markedDead !== undefined) ranged(() => given.set('markedDead', markedDead), 'options.markedDead: ');
    const bytes = bytesOf(sgf);
    return JSON.parse(within({ timeout, signal }, () => work(bytes, given)));
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
    firstPass: facts.first_pass,
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

export function score(sgf, options) {
  const given = optionsOf(options, { ...GAME_OPTIONS, strategies: 'independent', needsLabel: undefined });
  const found = withOptions(sgf, given, scoreGames);
  if (found.skip) throw new SkipError(found.skip);
  return found.map(gameOf);
}

const LETTERS_OF_POINTS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns points in the form that the module takes. */
function textOf(points) {
  const letter = (number) => LETTERS_OF_POINTS[number] ?? '?';
  return points.map(([x, y]) => letter(x) + letter(y)).join();
}

export function explain(sgf, options) {
  const { game, markedDead, ...others } = optionsOf(options, { ...GAME_OPTIONS, game: 1, markedDead: undefined });
  const given = { ...others };
  if (markedDead !== undefined && markedDead !== null) {
    given.markedDead = textOf(arePoints(markedDead) ? markedDead : pointsOfRows(markedDead, 'options.markedDead'));
  }
  const found = withOptions(sgf, given, (bytes, set) => explainGame(bytes, whole(game, 'options.game'), set));
  if (found.skip) throw new SkipError(found.skip);
  const { explain: command, ...explained } = found.board;
  // this also checks that the marks fit the board
  if (markedDead) markedPoints(markedDead, explained.position[0].length, explained.position.length, 'options.markedDead');
  return { board: explained, ...found.explained };
}
