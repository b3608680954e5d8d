// Compares the npm package with the program: SEICHI=PROGRAM node --test web/test.mjs

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';

import { found } from './anywhere.mjs';
import { mapOf, parse } from './boards.mjs';
import { EVERY_BOARD, NOBODY, inFolder, root } from './runs.mjs';
import * as seichi from './dist/seichi.mjs';

const { areaScoring, estimateOwnership, finalAreaScore, finalTerritoryScore, guessDead, judgeOwnership, safeToScore, strategies, territoryScoring } = seichi;
const anywhere = new URL('./anywhere.mjs', import.meta.url).href;

const letter = (index) => 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'[index];

/** Returns the boards of a run over paths, with the maps of all strategies. */
function boards(...paths) {
  return inFolder((folder) => {
    execFileSync(process.env.SEICHI, ['eval', ...paths, '-o', join(folder, 'run'), ...EVERY_BOARD, '-q'], { cwd: root, stdio: 'ignore' });
    const lines = readFileSync(join(folder, 'run', 'boards.ndjson'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    return lines.map((board) => ({ ...board, answers: board.answers.filter((answer) => answer.strategies[0] !== NOBODY) }));
  });
}

test('maps and margins of all games match the program', () => {
  const all = boards(...(process.env.GAMES ? process.env.GAMES.split(':') : ['corpus']));
  let territory = 0;
  let area = 0;
  for (const board of all) {
    const [stones, dead] = parse(board);
    const isArea = !['japanese', 'korean'].includes(board.rules);
    for (const { strategies: names, map } of board.answers) {
      if (isArea) {
        const owners = areaScoring(stones, dead).map((row) => row.map((owner) => '.bw'[owner]).join(''));
        assert.deepEqual(owners, map.map((row) => row.replaceAll('X', 'b').replaceAll('O', 'w').replaceAll(/[sf]/g, '.')), board.game);
        area += 1;
        continue;
      }
      for (const strategy of names) {
        assert.deepEqual(mapOf(territoryScoring(stones, dead, { strategy }), stones, dead), map, `${board.game} by ${strategy}`);
        territory += 1;
      }
    }
    if (isArea || territoryScoring(stones, dead).some((row, y) => row.some((point, x) => dead[y][x] && !point.isTerritoryFor))) continue;
    const margin = board.answers.find((answer) => answer.strategies.includes('independent')).margin;
    // prisoners in a run include the dead stones
    const deadOf = (color) => dead.flatMap((row, y) => row.filter((mark, x) => mark && stones[y][x] === color)).length;
    const { black, white } = finalTerritoryScore(stones, dead, board.prisoners[0] - deadOf(2), board.prisoners[1] - deadOf(1), board.komi);
    assert.equal(black - white, margin, board.game);
  }
  console.log(`${all.length} games: ${territory} maps of territory and ${area} of area are equal`);
  assert.ok(territory > 1000 && area > 10, `${territory}, ${area}`);
});

test('wrong arguments are errors that say what is wrong', () => {
  const boards = [[[], /stones must be a list of rows/], ['XO', /stones must be a list of rows/], [null, /stones must be a list of rows/],
    [[[0, 0], [0]], /row 1 of stones has 1 points, but row 0 has 2/], [[[0, 3]], /stones\[0\]\[1\] is 3/], [['XO'], /row 0 of stones is "XO", not a list/],
    [[[0], null], /row 1 of stones is null, not a list/], [[[0, '1']], /stones\[0\]\[1\] is "1"/], [[new Array(53).fill(0)], /53/]];
  for (const [stones, message] of boards) {
    for (const call of [territoryScoring, areaScoring, guessDead, safeToScore]) assert.throws(() => call(stones), (error) => /^(Type|Range)Error$/.test(error.name) && message.test(error.message));
  }
  assert.throws(() => territoryScoring([[0, 1]], [['x', false]]), /markedDead\[0\]\[0\] is "x"/);
  assert.throws(() => territoryScoring([[0]], null, { strategie: 'linked' }), /unknown option strategie; the options are strategy, timeout, signal/);
  for (const call of [territoryScoring, safeToScore]) assert.ok(call([[1, 0]], null, null));
  // goscorer's calls have a third argument
  assert.deepEqual(territoryScoring([[1, 0]], [[false, false]], false), territoryScoring([[1, 0]], null, { strategy: 'independent' }));
  assert.throws(() => territoryScoring([[1, 0]], null, true), /options is true, not an object/);
  for (const [index, name] of ['blackPointsFromCaptures', 'whitePointsFromCaptures', 'komi'].entries()) {
    const numbers = Object.assign([0, 0, 0], { [index]: '6.5' });
    assert.throws(() => finalTerritoryScore([[0]], null, ...numbers), { name: 'TypeError', message: `${name} is "6.5", not a number` });
  }
  assert.deepEqual(areaScoring([[1, 0], [0, 0]]), [[1, 1], [1, 1]], 'the module still works');
});

test('an error has the promised class, and names the argument', () => {
  const [stones, signs] = [[[0, 1]], [[0, 2]]];
  const ending = { rules: 'japanese', komi: 6.5, handicap: 0, prisoners: { black: 0, white: 0 } };
  const finalScore = (more) => () => seichi.finalScore(stones, null, { ...ending, ...more });
  const types = {
    stones: () => areaScoring(null), signs: () => seichi.stonesOfSigns(signs), owners: () => seichi.signsOfOwners(7), markedDead: () => areaScoring(stones, 7),
    options: () => guessDead(stones, 7), strategy: () => territoryScoring(stones, null, { strategy: 7 }), playouts: () => guessDead(stones, { playouts: '9' }),
    seed: () => guessDead(stones, { seed: null }), toMove: () => guessDead(stones, { toMove: 'black' }), timeout: () => guessDead(stones, { timeout: '9' }),
    signal: () => guessDead(stones, { signal: {} }), guessed: () => safeToScore(stones, null, { guessed: 1 }), ownership: () => judgeOwnership(stones, 7),
    x: () => seichi.groupAt(stones, 'a', 0), ending: () => seichi.finalScore(stones, null), rules: finalScore({ rules: 7 }), komi: finalScore({ komi: '7' }),
    handicap: finalScore({ handicap: undefined }), 'prisoners.white': finalScore({ prisoners: { black: 0 } }), firstPass: finalScore({ firstPass: 'black' }),
  };
  const values = {
    stones: () => areaScoring([[]]), markedDead: () => areaScoring(stones, [[true]]), strategy: () => territoryScoring(stones, null, { strategy: 'linkd' }),
    playouts: () => guessDead(stones, { playouts: 20_001 }), seed: () => guessDead(stones, { seed: -1 }), toMove: () => guessDead(stones, { toMove: 3 }),
    timeout: () => guessDead(stones, { timeout: NaN }), method: () => safeToScore(stones, null, { method: 'stone' }), ownership: () => judgeOwnership(stones, [[2, 0]]),
    rules: finalScore({ rules: 'japan' }), komi: finalScore({ komi: 6.3 }), handicap: finalScore({ handicap: 1e6 }), firstPass: finalScore({ firstPass: 3 }),
    'prisoners.black': finalScore({ prisoners: { black: -1, white: 0 } }), colorToMove: () => seichi.gobanEstimator([[0, 1]], 'purple'),
  };
  for (const [name, calls] of [['TypeError', types], ['RangeError', values]]) {
    for (const [argument, call] of Object.entries(calls)) assert.throws(call, { name, message: new RegExp(`\\b${argument}\\b`) }, argument);
  }
});

test('a call ends at its timeout, or when its signal is aborted', () => {
  const crowded = Array.from({ length: 52 }, (_, y) => Array.from({ length: 52 }, (_, x) => [0, 1, 0, 2, 0, 0][(x * x + 5 * x * y + 3 * y) % 6]));
  const record = `(;SZ[52]KM[0]${['AB', 'AW'].map((name, color) => name + crowded.flatMap((row, y) => row.map((stone, x) => (stone === color + 1 ? `[${letter(x)}${letter(y)}]` : ''))).join('')).join('')})`;
  const calls = {
    guessDead: (limits) => guessDead(crowded, { playouts: 20_000, ...limits }),
    estimateOwnership: (limits) => estimateOwnership(crowded, { playouts: 20_000, ...limits }),
    safeToScore: (limits) => safeToScore(crowded, null, { playouts: 20_000, ...limits }),
    score: (limits) => seichi.score(record.repeat(1000), { dead: 'estimate', ...limits }),
  };
  const reason = new Error('no longer needed');
  for (const [name, call] of Object.entries(calls)) {
    const start = performance.now();
    assert.throws(() => call({ timeout: 30 }), { name: 'TimeoutError', message: 'timeout: no answer after 30 ms' }, name);
    let asked = 0;
    const signal = { get aborted() { asked += 1; return asked > 5; }, reason };
    assert.throws(() => call({ signal }), reason, name);
    assert.ok(performance.now() - start < 3000, `${name}: ${performance.now() - start} ms`);
    assert.throws(() => call({ signal: AbortSignal.abort(reason) }), reason, name);
  }
  for (const call of [territoryScoring, seichi.explainBoard]) {
    assert.throws(() => call(crowded, null, { strategy: 'teire', timeout: 0 }), { name: 'TimeoutError' });
    assert.ok(call(crowded, null, { timeout: 60_000, signal: new AbortController().signal }), 'the module still works');
  }
});

test('rules have the names and meanings that the program lists', () => {
  const listed = execFileSync(process.env.SEICHI, ['list', 'rules'], { encoding: 'utf8' }).trim().split('\n').map((line) => line.split(/ +/));
  assert.deepEqual(Object.entries(seichi.rules), listed);
});

test('rows may be typed arrays, and are left unchanged', () => {
  const rows = [[0, 1, 2, 0], [0, 1, 2, 1]];
  const dead = [[0, 0, 0, 0], [0, 0, 0, 1]];
  const frozen = (lists) => Object.freeze(lists.map((list) => Object.freeze([...list])));
  const expected = finalTerritoryScore(rows, dead, 1, 0, 0.5);
  assert.deepEqual(expected, { black: 1, white: 1.5 });
  for (const Type of [Uint8Array, Int8Array, Float32Array]) {
    const typed = (lists) => lists.map((list) => Type.from(list));
    assert.deepEqual(finalTerritoryScore(typed(rows), typed(dead), 1, 0, 0.5), expected, Type.name);
  }
  assert.deepEqual(finalTerritoryScore(frozen(rows), frozen(dead), 1, 0, 0.5), expected);
});

test('playouts give the same answer for the same seed', () => {
  const [stones] = parse({ position: ['....XO...', '....XO.X.', 'XXXXXO...', 'OOOOOO...', '.........'] });
  const dead = guessDead(stones);
  assert.equal(dead[1][7], true);
  assert.deepEqual(guessDead(stones, { seed: 7 }), guessDead(stones, { seed: 7 }));
  assert.equal(dead.flat().filter(Boolean).length, 1);
  assert.deepEqual(finalAreaScore(stones, dead, 0.5), { black: 15, white: 30.5 });
});

test('a board is safe to score if nothing is open about it', () => {
  const rows = ['....XO....', '...XXO..X.', 'XXXXOO.O.O', 'OOOOOO..O.', '..........', '..O..O....', '..........'];
  const [stones] = parse({ position: rows });
  const dead = stones.map((row, y) => row.map((_, x) => x === 8 && y === 1));
  assert.deepEqual(safeToScore(stones, dead), { safe: true, reasons: [] });
  const [open, unmarked, ...others] = safeToScore(stones).reasons;
  assert.deepEqual([open.kind, unmarked, others], ['open-border', { kind: 'dead-stones', points: [[8, 1]] }, []]);
  const reasons = (...position) => safeToScore(parse({ position })[0]).reasons;
  // White at the dame in the second row puts the stone above it in atari, so Black has to fill the point to its right
  const dame = ['OOX.X', '.O.X.', 'OOXXX', '.OX.X', '.OOX.'];
  assert.deepEqual(reasons(...dame), [{ kind: 'unsettled', points: [[3, 0]] }]);
  const between = ['.X...O.', '.X...O.', '.X...O.', '.X...O.', '.X...O.'];
  assert.deepEqual(reasons(...between), [{ kind: 'open-border', points: [0, 1, 2, 3, 4].flatMap((y) => [[2, y], [3, y], [4, y]]) }]);
  assert.deepEqual(safeToScore(parse({ position: dame })[0], null, { method: 'area' }).safe, true);
  assert.throws(() => safeToScore(stones, null, { playouts: 0.5 }), /playouts is 0.5/);
});

test('guessed dead stones are no second opinion about themselves', () => {
  let unproved = 0;
  const folder = join(root, 'corpus/gnugo');
  for (const file of readdirSync(folder).filter((name) => name.startsWith('19x19-japanese'))) {
    const [{ stones }] = seichi.score(readFileSync(join(folder, file)), { strategies: 'flood' });
    const dead = guessDead(stones);
    const { reasons } = safeToScore(stones, dead);
    const players = safeToScore(stones, dead, { guessed: false }).reasons;
    const isOfBoard = ({ kind }) => !['unproved', 'unclear', 'next-move'].includes(kind);
    assert.deepEqual(reasons.filter(isOfBoard), players.filter(isOfBoard), file);
    for (const [x, y] of reasons.filter(({ kind }) => kind === 'unproved').flatMap(({ points }) => points)) {
      assert.ok(dead[y][x], file);
      unproved += 1;
    }
  }
  assert.ok(unproved > 0);
  assert.throws(() => safeToScore([[0]], null, { guessed: 'no' }), /guessed is "no", not true or false/);
});

test('ownership goes out by playouts and comes in from anywhere', () => {
  const [stones] = parse({ position: ['....XO....', '...XXO..X.', 'XXXXOO.O.O', 'OOOOOO..O.', '..........', '..O..O....', '..........'] });
  const ownership = estimateOwnership(stones);
  assert.deepEqual([ownership.length, ownership[0].length, Math.sign(ownership[0][0]), Math.sign(ownership[6][9])], [7, 10, 1, -1]);
  assert.ok(ownership.flat().every((value) => value >= -1 && value <= 1));
  assert.deepEqual(estimateOwnership(stones, { seed: 7 }), estimateOwnership(stones, { seed: 7 }));
  const expected = judgeOwnership(stones, ownership);
  assert.deepEqual(expected.dead, guessDead(stones));
  assert.deepEqual(expected.owners[0], [1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
  assert.ok(expected.seals.flat().every((isSeal) => !isSeal));
  const typed = ownership.map((row) => Float64Array.from(row));
  for (const same of [ownership.flat(), Float64Array.from(ownership.flat()), typed, { blackToMove: ownership, whiteToMove: typed }]) {
    assert.deepEqual(judgeOwnership(stones, same), expected);
  }
  // the stone lives if Black moves first, so on average it is not clearly dead
  const saved = ownership.map((row, y) => row.map((value, x) => (y === 1 && x === 8 ? 1 : value)));
  assert.equal(judgeOwnership(stones, { blackToMove: saved, whiteToMove: ownership }).dead[1][8], false);
  const wrong = [[null, /ownership must be a list of rows/], [[[1]], /stones and ownership have different sizes/], [ownership.map((row) => row.map(() => 2)), /the ownership of A7 is not a number from -1 to 1/],
    [ownership.map((row) => row.map(String)), /ownership has "0.6", not a number/], [{ blackToMove: ownership }, /ownership.whiteToMove must be a list of rows/]];
  for (const [values, message] of wrong) assert.throws(() => judgeOwnership(stones, values), message);
});

test('a group is the stones that one click marks', () => {
  const [stones] = parse({ position: ['..XO.O', '..X.O.', '...XXX', 'OX.O.X'] });
  assert.deepEqual(seichi.groupAt(stones, 3, 0), [[3, 0], [5, 0], [4, 1]]);
  assert.deepEqual(seichi.groupAt(stones, 3, 3), [[0, 3], [3, 3]]);
  const marks = stones.map((row, y) => row.map((_, x) => y === 3 && (x === 0 || x === 3)));
  assert.deepEqual(territoryScoring(stones, seichi.groupAt(stones, 3, 3)), territoryScoring(stones, marks));
  assert.throws(() => territoryScoring(stones, [[6, 0]]), { name: 'RangeError', message: 'markedDead has [6, 0], which is not a point of the board' });
  assert.deepEqual(seichi.groupAt(stones, 0, 0), []);
  for (const [x, y] of [[6, 0], [0, 4], [-1, 0], [0.5, 0]]) assert.throws(() => seichi.groupAt(stones, x, y), /the board has no point/);
});

test('chains are connected stones, and groups also over empty points', () => {
  const [stones] = parse({ position: ['..XO.O', '..X.O.', '...XXX', 'OX.O.X'] });
  assert.deepEqual(seichi.chainAt(stones, 5, 2), [[3, 2], [4, 2], [5, 2], [5, 3]]);
  assert.deepEqual(seichi.chainAt(stones, 1, 1), []);
  const all = (found) => found.map(({ color, stones: points }) => `${' XO'[color]} ${points.map(([x, y]) => `${x}${y}`).join(' ')}`);
  const [chains, groups] = [all(seichi.chainsOf(stones)), all(seichi.groupsOf(stones))];
  assert.deepEqual(chains, ['X 20 21', 'O 30', 'O 50', 'O 41', 'X 32 42 52 53', 'O 03', 'X 13', 'O 33']);
  assert.deepEqual(groups, ['X 20 21 32 42 52 13 53', 'O 30 50 41', 'O 03 33']);
  for (const { stones: points } of seichi.groupsOf(stones)) for (const [x, y] of points) assert.deepEqual(seichi.groupAt(stones, x, y), points);
  assert.throws(() => seichi.chainAt(stones, 6, 0), /the board has no point \[6, 0\]/);
});

test('stones and eyes in seki have the player of their group, and false eyes both names', () => {
  // Black and White share two liberties in the middle; White's other stones live
  const [stones] = parse({ position: ['...OX.OX.X.', '...OX.OXXXX', '...OXXOX...', '...OOOXXXXX', '...OOXX.X.X', '...OXXXXXXX', '...OX......'] });
  const seki = (options) => territoryScoring(stones, null, options).map((row) => row.map(({ belongsToSekiGroup }) => belongsToSekiGroup).join(''));
  assert.deepEqual(seki(), ['00001020000', '00001020000', '00001120000', ...Array(4).fill('00000000000')]);
  assert.deepEqual(seki({ strategy: 'flood' }), Array(7).fill('00000000000'), 'flood counts no eyes');
  const eye = parse({ position: ['.XO.', 'XXOO', 'OO.O', 'O.OO'] })[0];
  for (const [x, y] of [[0, 0], [1, 0], [0, 1], [1, 1]]) assert.equal(territoryScoring(eye)[y][x].belongsToSekiGroup, 1, `${x} ${y}`);
  assert.ok(territoryScoring(eye)[0][0].isInSeki);
  for (const board of boards('corpus/article')) {
    const points = territoryScoring(...parse(board)).flat();
    for (const point of points) {
      assert.equal(point.isUnscorableFalseEye, point.isFalseEye);
      assert.ok(!point.isInSeki || point.belongsToSekiGroup, board.game);
      assert.ok(!point.isTerritoryFor || !point.belongsToSekiGroup, board.game);
    }
  }
});

test('each point of a board has one sentence, which agrees with its score', () => {
  const words = { b: /^(Black's territory|Dead stone on Black's territory)/, w: /^(White's territory|Dead stone on White's territory)/, s: /^(E|Dead stone on e)ye in seki/,
    f: /^((F|Dead stone on f)alse eye|(N|Dead stone on n)eutral point: (Black|White) owes a move)/, '.': /^(N|Dead stone on n)eutral point/, X: /^Black's (living stones|stones in seki)/, O: /^White's (living stones|stones in seki)/ };
  let [sentences, reasons] = [0, 0];
  for (const board of boards('corpus/article', 'corpus/gnugo').filter((_, index) => index % 5 === 0)) {
    const [stones, dead] = parse(board);
    for (const strategy of ['independent', 'linked', 'teire', 'flood']) {
      const explained = seichi.explainBoard(stones, dead, { strategy });
      const points = territoryScoring(stones, dead, { strategy });
      const map = mapOf(points, stones, dead);
      const seen = new Set();
      for (const { points: own, sentence } of explained) {
        assert.match(sentence, /^[A-Z].*\.$/);
        for (const [x, y] of own) {
          assert.match(sentence, words[map[y][x]], `${board.game} by ${strategy}: ${x} ${y}`);
          if (stones[y][x] && !dead[y][x]) assert.equal(/ in seki/.test(sentence), points[y][x].belongsToSekiGroup > 0);
          assert.ok(!seen.has(`${x} ${y}`));
          seen.add(`${x} ${y}`);
        }
        reasons += / eye|joined|first:/.test(sentence.slice(10));
      }
      assert.equal(seen.size, stones.length * stones[0].length);
      sentences += explained.length;
    }
    const [x, y] = [stones[0].length - 1, 0];
    assert.deepEqual(seichi.explainPoint(stones, dead, x, y), seichi.explainBoard(stones, dead).find(({ points }) => points.some(([a, b]) => a === x && b === y)));
  }
  assert.ok(sentences > 500 && reasons > 100, `${sentences}, ${reasons}`);
  const [stones] = parse({ position: ['.XO.O.OOO.', '.XOOOOOXXO', 'XXXXXXXXO.', '.......XOO', '.......X..', '.......XXX'] });
  assert.deepEqual(seichi.explainPoint(stones, null, 9, 0), {
    points: [[9, 0]],
    sentence: 'False eye, which counts for neither player: once the dame are filled, the stones at K5 (1) have no other liberty, so White has to fill K6.',
  });
  assert.throws(() => seichi.explainPoint(stones, null, 10, 0), /the board has no point \[10, 0\]/);
  assert.throws(() => seichi.explainBoard(stones, null, { strategy: 'likned' }), /unknown strategy "likned"/);
});

test('the player to move can save stones in playouts', () => {
  // both chains are in atari at the same point
  const [race] = parse({ position: ['XXOO', 'X.OO', 'XXOO'] });
  for (const toMove of [1, 2]) {
    const dead = guessDead(race, { toMove });
    assert.ok(dead.flat().includes(true));
    assert.ok(dead.every((row, y) => row.every((mark, x) => !mark || race[y][x] === 3 - toMove)), `${toMove}`);
    const mean = estimateOwnership(race, { toMove }).flat().reduce((sum, value) => sum + value) / race.flat().length;
    assert.ok(toMove === 1 ? mean > 0.5 : mean < -0.5, `${toMove}: ${mean}`);
  }
  });

test('signs become stones, and owners become signs', () => {
  const stones = seichi.stonesOfSigns([[0, 1, -1, 0], Int8Array.of(0, 1, -1, 0)]);
  assert.deepEqual(stones, [[0, seichi.BLACK, seichi.WHITE, seichi.EMPTY], [0, 1, 2, 0]]);
  assert.deepEqual(seichi.signsOfOwners(areaScoring(stones)), [[1, 1, -1, -1], [1, 1, -1, -1]]);
  assert.throws(() => seichi.stonesOfSigns([[2]]), /signs\[0\]\[0\] is 2/);
});

test('each build that a page loads has at most 355 kB compressed', () => {
  const loads = { seichi: ['seichi.mjs'], 'seichi, classic': ['seichi.js'], boards: ['boards.mjs'], bare: ['bare.mjs', 'seichi.wasm'] };
  for (const [build, files] of Object.entries(loads)) {
    const sizes = files.map((file) => gzipSync(readFileSync(join(root, 'web/dist', file)), { level: 9 }).length / 1000);
    const size = sizes.reduce((sum, each) => sum + each);
    console.log(`${build}: ${size.toFixed(1)} kB compressed`);
    const most = build === 'boards' ? 145 : 355;
    assert.ok(size > 100 && size <= most, `${build}: ${size} kB`);
  }
});

test('every kind of compressed block is unpacked', () => {
  const code = readFileSync(join(root, 'web/js/inflate.js'), 'utf8').split('/** Returns the module that')[0];
  const inflate = new Function(`${code}\nreturn inflate;`)();
  const text = Buffer.from(code.repeat(30));
  for (const options of [{ level: 0 }, { strategy: constants.Z_FIXED }, { level: 9 }, { strategy: constants.Z_HUFFMAN_ONLY }]) {
    assert.ok(text.equals(inflate(deflateRawSync(text, options), text.length)), JSON.stringify(options));
  }
});

test('a worker has the results of the main thread', async () => {
  const code = `import(${JSON.stringify(anywhere)}).then(({ found }) => require('node:worker_threads').parentPort.postMessage(found))`;
  const worker = new Worker(code, { eval: true });
  const [message] = await once(worker, 'message');
  assert.equal(message, found);
});

for (const [runtime, ...words] of [['deno', 'run', '--allow-read', '--allow-env'], ['bun', 'run']]) {
  test(`${runtime} has the results of Node`, (context) => {
    const program = process.env[runtime.toUpperCase()] || runtime;
    if (spawnSync(program, ['--version']).error) {
      console.error(`SKIPPED: ${runtime} is not installed: name it with ${runtime.toUpperCase()}`);
      context.skip();
      return;
    }
    inFolder((folder) => {
      const file = join(folder, 'main.mjs');
      writeFileSync(file, `import { found } from ${JSON.stringify(anywhere)};\nconsole.log(found);\n`);
      assert.equal(execFileSync(program, [...words, file], { encoding: 'utf8' }).trim(), found);
    });
  });
}

const examplesOf = (document) => [...readFileSync(join(root, document), 'utf8').matchAll(/```js\n([^]*?)```/g)].map(([, example]) => example);

['README.md', 'docs/javascript.md', 'web/README.md'].flatMap(examplesOf).forEach((example, index) => test(`example ${index + 1} of README and docs prints the documented output`, () => {
  // inside the package, so that it resolves its own name
  const file = fileURLToPath(new URL(`./dist/example-${index + 1}.mjs`, import.meta.url));
  writeFileSync(file, example);
  const printed = execFileSync(process.execPath, [file], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const expected = example.split('\n').filter((line) => line.startsWith('console.log')).map((line) => line.split('; // ')[1]);
  assert.deepEqual(printed, expected);
  assert.ok(expected.length > 0);
}));
