// Scores boards. boards.d.ts has the types and their meaning. Within a build, the files of this folder share one scope, and
// the build exports what they export.

let scorer = null;

/** The default limits of a call, and the limits of the call that the module is working on. */
const LIMITS = { timeout: Infinity, signal: undefined };
let current = { end: Infinity };

/** Returns whether the module has to stop. The module calls this now and then. */
function isOver() {
  current.isOver ||= Date.now() >= current.end || current.signal?.aborted === true;
  return current.isOver;
}

/** Lets the module do some work. Throws if the work ends early because it reaches a limit. */
function within({ timeout, signal }, work) {
  if (typeof timeout !== 'number') throw new TypeError(`timeout is ${shown(timeout)}, not a number of milliseconds`);
  if (!(timeout >= 0)) throw new RangeError(`timeout is ${timeout}, not a number of milliseconds`);
  if (signal !== undefined && signal !== null && typeof signal.aborted !== 'boolean') throw new TypeError(`signal is ${shown(signal)}, not an AbortSignal`);
  current = { end: Date.now() + timeout, signal, isOver: signal?.aborted };
  const answer = current.isOver ? undefined : ranged(work);
  if (!current.isOver) return answer;
  if (!signal?.aborted) throw Object.assign(new Error(`timeout: no answer after ${timeout} ms`), { name: 'TimeoutError' });
  throw signal.reason ?? Object.assign(new Error('signal is aborted'), { name: 'AbortError' });
}

/** Calls a method of the module. All errors that the module throws are about values. */
function ask(limits, method, ...values) {
  return within(limits, () => {
    load();
    scorer ??= new Scorer();
    scorer.begin();
    return scorer[method](...values);
  });
}

/** Does some work, and throws an error of the module as a RangeError with `words` before its message. */
function ranged(work, words = '') {
  try {
    return work();
  } catch (error) {
    throw error.name === 'Error' ? new RangeError(words + error.message) : error;
  }
}

/** The names of all strategies, the names of the strategies that leave out a step, and the rules by their names. */
export const strategies = Object.freeze(STRATEGIES);
export const controls = Object.freeze(CONTROLS);
export const rules = Object.freeze(RULES);

/** The values of points, for stones and for owners. */
export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;

/** Returns a value as a message shows it. */
const shown = (value) => (typeof value === 'string' ? JSON.stringify(value) : String(value));

/** Returns the given options, with the defaults for the others. */
function optionsOf(given, defaults) {
  const options = { ...defaults };
  // in goscorer, false leaves out false eyes, as all strategies here do
  if (given === undefined || given === null || given === false) return options;
  if (typeof given !== 'object') throw new TypeError(`options is ${shown(given)}, not an object`);
  for (const [name, value] of Object.entries(given)) {
    if (!(name in defaults)) throw new TypeError(`unknown option ${name}; the options are ${Object.keys(defaults).join(', ')}`);
    if (value !== undefined) options[name] = value;
  }
  return options;
}

/** Returns whether a value is a list: an array, a typed array, or a similar object. */
const isList = (value) => typeof value === 'object' && Number.isInteger(value?.length);

/** Returns the width of rows, which must all have the same width. */
function widthOf(rows, what) {
  if (!Array.isArray(rows) || rows.length === 0) throw new TypeError(`${what} must be a list of rows`);
  for (let y = 0; y < rows.length; y++) {
    if (!isList(rows[y])) throw new TypeError(`row ${y} of ${what} is ${shown(rows[y])}, not a list`);
    if (rows[y].length !== rows[0].length) {
      throw new RangeError(`row ${y} of ${what} has ${rows[y].length} points, but row 0 has ${rows[0].length}`);
    }
  }
  return rows[0].length;
}

const wrong = (what, x, y, value, why = '') => new TypeError(`${what}[${y}][${x}] is ${shown(value)}${why}`);

/** Returns stones as bytes, row by row. */
function bytesOfStones(stones, width) {
  const bytes = new Uint8Array(stones.length * width);
  for (let y = 0, index = 0; y < stones.length; y++) {
    const row = stones[y];
    for (let x = 0; x < width; x++, index++) {
      const stone = row[x];
      if (stone === 1 || stone === 2) bytes[index] = stone;
      else if (stone !== 0) throw wrong('stones', x, y, stone);
    }
  }
  return bytes;
}

/** Returns whether marks are points `[x, y]`, not rows: each must have two numbers. */
const arePoints = (marks) => Array.isArray(marks) && marks.every((pair) => isList(pair) && pair.length === 2 && typeof pair[0] === 'number');

/** Returns the points that are marked in rows. */
function pointsOfRows(rows, what) {
  const [points, width] = [[], widthOf(rows, what)];
  for (let y = 0; y < rows.length; y++) {
    for (let x = 0; x < width; x++) {
      const mark = rows[y][x];
      if (mark === true || mark === 1) points.push([x, y]);
      else if (mark !== false && mark !== 0) throw wrong(what, x, y, mark);
    }
  }
  return points;
}

/** Returns marks, points or rows, as points of a board of this size. */
function markedPoints(marks, width, height, what = 'markedDead') {
  if (!arePoints(marks)) {
    if (widthOf(marks, what) !== width || marks.length !== height) throw new RangeError(`stones and ${what} have different sizes`);
    return pointsOfRows(marks, what);
  }
  for (const [x, y] of marks) {
    const isInside = [x, y].every(Number.isInteger) && x >= 0 && x < width && y >= 0 && y < height;
    if (!isInside) throw new RangeError(`${what} has [${shown(x)}, ${shown(y)}], which is not a point of the board`);
  }
  return marks;
}

/** Returns the board, the marks and the width in the form that the module takes. */
function board(stones, markedDead) {
  const width = widthOf(stones, 'stones');
  const bytes = bytesOfStones(stones, width);
  const dead = new Uint8Array(bytes.length);
  for (const [x, y] of markedPoints(markedDead ?? [], width, stones.length)) dead[y * width + x] = bytes[y * width + x] && 1;
  return [width, bytes, dead];
}

/** Returns a list of bytes as rows; `of` returns the value for a byte and its index. */
function rows(bytes, width, of) {
  const all = [];
  for (let start = 0; start < bytes.length; start += width) {
    const row = [];
    for (let index = start; index < start + width; index++) row.push(of(bytes[index], index));
    all.push(row);
  }
  return all;
}

/** Checks the name of a strategy, and returns it. */
function checkStrategy(name) {
  if (typeof name !== 'string') throw new TypeError(`strategy is ${shown(name)}, not a name`);
  if (strategies.includes(name)) return name;
  throw new RangeError(`unknown strategy ${shown(name)}; the strategies are ${strategies.join(', ')}`);
}

/** Returns the options for scoring, with their defaults. */
function scoringOf(options) {
  const given = optionsOf(options, { strategy: 'independent', ...LIMITS });
  checkStrategy(given.strategy);
  return given;
}

export function territoryScoring(stones, markedDead, options) {
  const { strategy, ...limits } = scoringOf(options);
  const [width, bytes, dead] = board(stones, markedDead);
  return rows(ask(limits, 'territory', width, bytes, dead, strategy), width, (byte) => {
    const status = byte & 7;
    return {
      isTerritoryFor: status === 1 || status === 2 ? status : 0,
      isInSeki: status === 3,
      isFalseEye: status === 4,
      isUnscorableFalseEye: status === 4,
      isDame: status === 0,
      belongsToSekiGroup: byte >> 3,
    };
  });
}

/** Returns the texts and the points in the module's lines. */
const linesOf = (lines) => lines.split('\n').slice(0, -1).map((line) => {
  const [text, points] = line.split('\t');
  return [text, points.split(' ').map((point) => point.split(',').map(Number))];
});

export function explainBoard(stones, markedDead, options) {
  const { strategy, ...limits } = scoringOf(options);
  return linesOf(ask(limits, 'explain', ...board(stones, markedDead), strategy))
    .map(([text, points]) => ({ points, sentence: `${text[0].toUpperCase()}${text.slice(1)}.` }));
}

export function explainPoint(stones, markedDead, x, y, options) {
  checkPoint(stones, x, y);
  return explainBoard(stones, markedDead, options).find(({ points }) => points.some((point) => point[0] === x && point[1] === y));
}

export function areaScoring(stones, markedDead) {
  const [width, bytes, dead] = board(stones, markedDead);
  return rows(ask(LIMITS, 'territory', width, bytes, dead, 'flood'), width, (status, index) => (status === 5 ? bytes[index] : status <= 2 ? status : 0));
}

/** Returns a value, which must be a finite number. */
function number(value, what) {
  if (Number.isFinite(value)) return value;
  throw new TypeError(`${what} is ${shown(value)}, not a number`);
}

/** Returns the players' given points, plus one point for each place that a player owns in a list. */
function total(owners, black, white) {
  const score = { black, white };
  for (const owner of owners) {
    if (owner === 1) score.black += 1;
    else if (owner === 2) score.white += 1;
  }
  return score;
}

export function finalTerritoryScore(stones, markedDead, blackPointsFromCaptures, whitePointsFromCaptures, komi, options) {
  const { strategy, ...limits } = scoringOf(options);
  const [width, bytes, marks] = board(stones, markedDead);
  // 1 and 2 are the owners of territory
  const points = Array.from(ask(limits, 'territory', width, bytes, marks, strategy), (byte) => byte & 7);
  const black = number(blackPointsFromCaptures, 'blackPointsFromCaptures');
  const white = number(whitePointsFromCaptures, 'whitePointsFromCaptures') + number(komi, 'komi');
  // a dead stone is a prisoner of the other player, even in seki, as on servers
  const prisoners = Array.from(marks, (mark, index) => (mark ? 3 - bytes[index] : 0));
  return total([...points, ...prisoners], black, white);
}

export const finalAreaScore = (stones, markedDead, komi) => total(areaScoring(stones, markedDead).flat(), 0, number(komi, 'komi'));

/** Returns the points of a board whose status is `wanted`. */
const pointsWith = (statuses, width, wanted) => pointsOfIndices([...statuses.keys()].filter((index) => statuses[index] === wanted), width);

/** The parts of a player's score in the order of the module. */
const PARTS = ['territory', 'stones', 'prisoners', 'handicap', 'komi', 'button', 'total'];

/** Stands for a first pass that is not given; 0 means that nobody passed. */
const NOT_GIVEN = 3;

export function finalScore(stones, markedDead, ending) {
  if (typeof ending !== 'object' || ending === null) throw new TypeError(`ending is ${shown(ending)}, not an object`);
  const { rules: ruleSet, komi, handicap, prisoners, strategy = 'independent', timeout = Infinity, signal } = ending;
  if (typeof ruleSet !== 'string') throw new TypeError(`rules is ${shown(ruleSet)}, not a name of rules`);
  const firstPass = ending.firstPass == null ? NOT_GIVEN : player(ending.firstPass, 'firstPass');
  const counts = [whole(handicap, 'handicap', 1e5), whole(prisoners?.black, 'prisoners.black', 1e5), whole(prisoners?.white, 'prisoners.white', 1e5)];
  const text = String(number(komi, 'komi'));
  const [width, bytes, dead] = board(stones, markedDead);
  const limits = { timeout, signal };
  const found = ask(limits, 'scores', width, bytes, dead, checkStrategy(strategy), ruleSet, text, Uint32Array.of(...counts, firstPass));
  const [black, white] = [0, PARTS.length].map((start) => Object.fromEntries(PARTS.map((part, index) => [part, found[start + index]])));
  const statuses = found.subarray(2 * PARTS.length);
  const margin = black.total - white.total;
  const winner = margin === 0 ? 'draw' : margin > 0 ? 'black' : 'white';
  return {
    winner,
    margin,
    result: margin === 0 ? '0' : `${winner === 'black' ? 'B' : 'W'}+${Math.abs(margin)}`,
    black,
    white,
    territory: { black: pointsWith(statuses, width, 1), white: pointsWith(statuses, width, 2) },
    dame: pointsWith(statuses, width, 0),
    seki: pointsWith(statuses, width, 3),
    falseEyes: pointsWith(statuses, width, 4),
    dead: pointsWith(dead, width, 1),
  };
}

/** Checks a player (0 for neither), and returns it. */
function player(value, what) {
  if ([EMPTY, BLACK, WHITE].includes(value)) return value;
  throw new (typeof value === 'number' ? RangeError : TypeError)(`${what} is ${shown(value)}, not 0, 1 or 2`);
}

/** Checks that a value is a whole number in the range that the module accepts, and returns it. */
function whole(value, what, most = 2 ** 32 - 1) {
  number(value, what);
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new RangeError(`${what} is ${value}, not a whole number from 0 to ${most}`);
}

/** The maximum number of playouts in a call, so that a wrong number does not block the thread. */
const MOST_PLAYOUTS = 20_000;

const PLAYOUTS = { playouts: 200, seed: 1979, toMove: EMPTY, ...LIMITS };

/** Calls a method of the module that runs playouts. */
function play({ playouts, seed, toMove, ...limits }, method, ...values) {
  return ask(limits, method, ...values, whole(playouts, 'playouts', MOST_PLAYOUTS), whole(seed, 'seed'), player(toMove, 'toMove'));
}

export function guessDead(stones, options) {
  const [width, bytes] = board(stones);
  const found = play(optionsOf(options, PLAYOUTS), 'estimate', width, bytes);
  return rows(found.subarray(bytes.length), width, (mark) => mark === 1);
}

export function estimateOwnership(stones, options) {
  const [width, bytes] = board(stones);
  const found = play(optionsOf(options, PLAYOUTS), 'estimate', width, bytes);
  return rows(found.subarray(0, bytes.length), width, (value) => value);
}

/** Returns ownership, in rows or flat, as a list. */
function flatOwnership(values, what, width, height) {
  if (isList(values) && values.length === width * height && !isList(values[0])) return [...values];
  if (widthOf(values, what) !== width || values.length !== height) throw new RangeError(`stones and ${what} have different sizes`);
  return values.flatMap((row) => [...row]);
}

export function judgeOwnership(stones, ownership) {
  const [width, bytes] = board(stones);
  const { blackToMove, whiteToMove } = ownership ?? {};
  const flat = (values, what) => flatOwnership(values, what, width, stones.length);
  const lists = blackToMove || whiteToMove
    ? [...flat(blackToMove, 'ownership.blackToMove'), ...flat(whiteToMove, 'ownership.whiteToMove')] : flat(ownership, 'ownership');
  const odd = lists.findIndex((value) => typeof value !== 'number');
  if (odd >= 0) throw new TypeError(`ownership has ${shown(lists[odd])}, not a number`);
  const points = ask(LIMITS, 'judged', width, bytes, Float64Array.from(lists));
  return {
    dead: rows(points, width, (point) => (point & 4) !== 0),
    owners: rows(points, width, (point) => point & 3),
    seals: rows(points, width, (point) => (point & 8) !== 0),
  };
}

export function safeToScore(stones, markedDead, options) {
  const { method, guessed, ...playouts } = optionsOf(options, { method: 'territory', guessed: true, ...PLAYOUTS });
  if (method !== 'territory' && method !== 'area') throw new RangeError(`method is ${shown(method)}, not territory or area`);
  if (typeof guessed !== 'boolean') throw new TypeError(`guessed is ${shown(guessed)}, not true or false`);
  const [width, bytes, dead] = board(stones, markedDead);
  const isArea = method === 'area';
  const reasons = linesOf(play(playouts, 'safe', width, bytes, dead, isArea, guessed)).map(([kind, points]) => ({ kind, points }));
  return { safe: reasons.length === 0, reasons };
}

const SIGNS = new Map([[0, EMPTY], [1, BLACK], [-1, WHITE]]);

export function stonesOfSigns(signs) {
  const width = widthOf(signs, 'signs');
  return signs.map((row, y) => Array.from({ length: width }, (_, x) => {
    if (!SIGNS.has(row[x])) throw wrong('signs', x, y, row[x]);
    return SIGNS.get(row[x]);
  }));
}

export function signsOfOwners(owners) {
  widthOf(owners, 'owners');
  return owners.map((row) => Array.from(row, (owner) => (owner === WHITE ? -1 : owner)));
}

export function gobanEstimator(board, colorToMove, trials = 200, tolerance = 0.25) {
  if (!['black', 'white'].includes(colorToMove)) throw new RangeError(`colorToMove is ${shown(colorToMove)}, not 'black' or 'white'`);
  const options = { playouts: Math.min(trials, MOST_PLAYOUTS), toMove: colorToMove === 'black' ? BLACK : WHITE };
  return estimateOwnership(stonesOfSigns(board), options).map((row) => row.map((value) => (Math.abs(value) < tolerance ? 0 : Math.sign(value))));
}

/** Checks that a board has a point. */
function checkPoint(stones, x, y) {
  [x, y].forEach((value, index) => number(value, 'xy'[index]));
  if (stones[y]?.[x] === undefined) throw new RangeError(`the board has no point [${shown(x)}, ${shown(y)}]`);
}

/** Returns the stones connected to the stone on a point and of the same colour, directly or across points for which `isOpen` is true. */
function connected(bytes, width, start, isOpen) {
  const color = bytes[start];
  const reached = new Set([start]);
  for (const at of reached) {
    const column = at % width;
    for (const other of [column > 0 && at - 1, column < width - 1 && at + 1, at - width, at + width]) {
      if (other !== false && (bytes[other] === color || isOpen(bytes[other]))) reached.add(other);
    }
  }
  return [...reached].filter((at) => bytes[at] === color).sort((a, b) => a - b);
}

const toChain = () => false;
const toGroup = (byte) => byte === EMPTY;
const pointsOfIndices = (indices, width) => indices.map((at) => [at % width, Math.floor(at / width)]);

function stonesAt(stones, x, y, isOpen) {
  const [width, bytes] = board(stones);
  checkPoint(stones, x, y);
  return stones[y][x] === EMPTY ? [] : pointsOfIndices(connected(bytes, width, y * width + x, isOpen), width);
}

/** Returns the chains or groups of a board, in the order of their first stones. */
function stonesTogether(stones, isOpen) {
  const [width, bytes] = board(stones);
  const [all, seen] = [[], new Set()];
  bytes.forEach((color, start) => {
    if (color === EMPTY || seen.has(start)) return;
    const indices = connected(bytes, width, start, isOpen);
    for (const at of indices) seen.add(at);
    all.push({ color, stones: pointsOfIndices(indices, width) });
  });
  return all;
}

export const chainAt = (stones, x, y) => stonesAt(stones, x, y, toChain);
export const groupAt = (stones, x, y) => stonesAt(stones, x, y, toGroup);
export const chainsOf = (stones) => stonesTogether(stones, toChain);
export const groupsOf = (stones) => stonesTogether(stones, toGroup);
