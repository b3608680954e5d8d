// Scores boards. boards.d.ts has the types and their meaning. The parts in this folder share one scope in each build,
// which exports what they export.

const scorer = onDemand(() => new Scorer());

/** Calls a method of the module, whose errors are all about values. */
function ask(method, ...values) {
  return ranged(() => scorer()[method](...values));
}

/** Does some work, and throws an error of the module as a RangeError. */
function ranged(work) {
  try {
    return work();
  } catch (error) {
    throw error.name === 'Error' ? new RangeError(error.message) : error;
  }
}

/** The names of all strategies, of those that leave a step out, and of rules. */
export const strategies = Object.freeze(STRATEGIES);
export const controls = Object.freeze(CONTROLS);
export const rules = Object.freeze(RULES);

/** The values of points: of stones, and of owners. */
export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;

/** Returns a value as a message shows it. */
const shown = (value) => (typeof value === 'string' ? JSON.stringify(value) : String(value));

/** Returns options with their defaults. */
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

/** Returns whether a value is a list: an array, also of another frame, or a typed array. */
const isList = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);

/** Returns the width of rows, which must all have the same width. */
function widthOf(rows, what) {
  if (!Array.isArray(rows) || rows.length === 0) throw new TypeError(`${what} must be a list of rows`);
  for (let y = 0; y < rows.length; y++) {
    if (!isList(rows[y])) throw new TypeError(`row ${y} of ${what} is ${shown(rows[y])}, not a list`);
    if (rows[y].length !== rows[0].length) {
      throw new RangeError(`row ${y} of ${what} has ${rows[y].length} points, and row 0 has ${rows[0].length}`);
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

/** Returns whether marks are points `[x, y]`, not rows: all have two numbers. */
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

/** Returns a list of bytes as rows; `of` gives a value for a byte and its index. */
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
  if (strategies.includes(name)) return name;
  throw new RangeError(`unknown strategy ${shown(name)}; the strategies are ${strategies.join(', ')}`);
}

const strategyOf = (options) => checkStrategy(optionsOf(options, { strategy: 'independent' }).strategy);

export function territoryScoring(stones, markedDead, options) {
  const strategy = strategyOf(options);
  const [width, bytes, dead] = board(stones, markedDead);
  return rows(ask('territory', width, bytes, dead, strategy), width, (byte) => {
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

export function explainBoard(stones, markedDead, options) {
  const sentences = JSON.parse(ask('explain', ...board(stones, markedDead), strategyOf(options)));
  return sentences.map(({ kind, points }) => ({ points, sentence: `${kind[0].toUpperCase()}${kind.slice(1)}.` }));
}

export function explainPoint(stones, markedDead, x, y, options) {
  checkPoint(stones, x, y);
  return explainBoard(stones, markedDead, options).find(({ points }) => points.some((point) => point[0] === x && point[1] === y));
}

export function areaScoring(stones, markedDead) {
  const [width, bytes, dead] = board(stones, markedDead);
  return rows(ask('area', width, bytes, dead), width, (status, index) => (status === 5 ? bytes[index] : status <= 2 ? status : 0));
}

/** Returns a value, which must be a finite number. */
function number(value, what) {
  if (Number.isFinite(value)) return value;
  throw new TypeError(`${what} is ${shown(value)}, not a number`);
}

/** Adds the points of each player to the given points. */
function total(owners, black, white) {
  const score = { black, white };
  for (const owner of owners) {
    if (owner === 1) score.black += 1;
    else if (owner === 2) score.white += 1;
  }
  return score;
}

export function finalTerritoryScore(stones, markedDead, blackPointsFromCaptures, whitePointsFromCaptures, komi, options) {
  const strategy = strategyOf(options);
  const [width, bytes, marks] = board(stones, markedDead);
  // 1 and 2 are the owners of territory
  const points = Array.from(ask('territory', width, bytes, marks, strategy), (byte) => byte & 7);
  const black = number(blackPointsFromCaptures, 'blackPointsFromCaptures');
  const white = number(whitePointsFromCaptures, 'whitePointsFromCaptures') + number(komi, 'komi');
  // a dead stone is a prisoner of the other player, even in seki, as on servers
  const prisoners = Array.from(marks, (mark, index) => (mark ? 3 - bytes[index] : 0));
  return total([...points, ...prisoners], black, white);
}

export const finalAreaScore = (stones, markedDead, komi) => total(areaScoring(stones, markedDead).flat(), 0, number(komi, 'komi'));

/** The points of a board with these statuses, by `statuses`. */
const pointsWith = (statuses, width, wanted) => pointsOfIndices([...statuses.keys()].filter((index) => statuses[index] === wanted), width);

export function finalScore(stones, markedDead, ending) {
  if (typeof ending !== 'object' || ending === null) throw new TypeError(`ending is ${shown(ending)}, not an object`);
  const { rules: ruleSet, komi, handicap, prisoners, strategy = 'independent' } = ending;
  if (typeof ruleSet !== 'string') throw new TypeError(`rules is ${shown(ruleSet)}, not a name of rules`);
  const firstPass = ending.firstPass ?? EMPTY;
  if (![EMPTY, BLACK, WHITE].includes(firstPass)) throw new RangeError(`firstPass is ${shown(firstPass)}, not 0, 1 or 2`);
  const counts = [whole(handicap, 'handicap'), whole(prisoners?.black, 'prisoners.black'), whole(prisoners?.white, 'prisoners.white')];
  if (Math.max(Math.abs(number(komi, 'komi')), ...counts) > 1e5) throw new RangeError('komi, handicap and prisoners must be at most 100000');
  if (!Number.isInteger(komi * 4)) throw new RangeError(`komi is ${shown(komi)}, not a number of quarter points`);
  const [width, bytes, dead] = board(stones, markedDead);
  const numbers = Int32Array.of(komi * 100, ...counts, firstPass);
  const { players: [black, white], statuses } = JSON.parse(ask('scores', width, bytes, dead, checkStrategy(strategy), ruleSet, numbers));
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

/** Returns a whole number that fits the module. */
function whole(value, what, most = 2 ** 32 - 1) {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new RangeError(`${what} is ${shown(value)}, not a whole number from 0 to ${most}`);
}

/** The maximum number of playouts in a call, which can't be interrupted. */
const MOST_PLAYOUTS = 20_000;

const PLAYOUTS = { playouts: 200, seed: 1979, toMove: EMPTY };

/** Returns the settings of playouts in the form that the module takes. */
function settingsOf({ playouts, seed, toMove }) {
  if (![EMPTY, BLACK, WHITE].includes(toMove)) throw new RangeError(`toMove is ${shown(toMove)}, not 0, 1 or 2`);
  return [whole(playouts, 'playouts', MOST_PLAYOUTS), whole(seed, 'seed'), toMove];
}

export function guessDead(stones, options) {
  const settings = settingsOf(optionsOf(options, PLAYOUTS));
  const [width, bytes] = board(stones);
  return rows(ask('dead', width, bytes, ...settings), width, (mark) => mark === 1);
}

export function estimateOwnership(stones, options) {
  const settings = settingsOf(optionsOf(options, PLAYOUTS));
  const [width, bytes] = board(stones);
  return rows(ask('ownership', width, bytes, ...settings), width, (value) => value);
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
  const points = ask('judged', width, bytes, Float64Array.from(lists));
  return {
    dead: rows(points, width, (point) => (point & 4) !== 0),
    owners: rows(points, width, (point) => point & 3),
    seals: rows(points, width, (point) => (point & 8) !== 0),
  };
}

export function safeToScore(stones, markedDead, options) {
  const { method, guessed, ...playouts } = optionsOf(options, { method: 'territory', guessed: true, ...PLAYOUTS });
  if (method !== 'territory' && method !== 'area') throw new TypeError(`method is ${shown(method)}, not territory or area`);
  if (typeof guessed !== 'boolean') throw new TypeError(`guessed is ${shown(guessed)}, not true or false`);
  const [width, bytes, dead] = board(stones, markedDead);
  const isArea = method === 'area';
  const reasons = JSON.parse(ask('safe', width, bytes, dead, isArea, guessed, ...settingsOf(playouts)));
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

export const signsOfOwners = (owners) => owners.map((row) => Array.from(row, (owner) => (owner === WHITE ? -1 : owner)));

/** Checks that a board has a point. */
function checkPoint(stones, x, y) {
  if (stones[y]?.[x] === undefined) throw new RangeError(`the board has no point [${shown(x)}, ${shown(y)}]`);
}

/** Returns the stones of the colour on a point that are connected to it, directly or across points for which `isOpen` is true. */
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
