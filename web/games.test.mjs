// Compares `score` and `explain` with the program: SEICHI=PROGRAM node --test web/games.test.mjs. GAMES=FOLDER:ARCHIVE names
// the games to compare.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { collections, inFolder, root, run, seichi, withRecords } from './runs.mjs';
import { SkipError, controls, explain, finalScore, guessDead, safeToScore, score, strategies } from './dist/seichi.mjs';

const numbers = (rows, letters) => rows.map((row) => [...row].map((letter) => letters[letter] ?? 0));
const isDead = (rows) => rows.map((row) => [...row].map((letter) => letter === 'x' || letter === 'o'));

/** Returns the games of all records by their names. A file without a game has the name of the file. */
function scored(records, options) {
  const games = new Map();
  for (const [name, bytes] of records) {
    try {
      for (const game of score(bytes, { strategies: 'all', ...options, name })) games.set(`${name}#${game.number}`, game);
    } catch (error) {
      if (!(error instanceof SkipError)) throw new Error(`${name}: ${error.stack}`);
      games.set(name, { skip: error });
    }
  }
  return games;
}

/** Checks the games that a run skipped. */
function checkSkipped(skipped, games) {
  for (const { game, stage, reason, detail, byte } of skipped) {
    const { skip } = games.get(game);
    assert.ok(skip, `${game} is skipped by the program: ${reason}`);
    assert.deepEqual([skip.stage, skip.reason, skip.detail, skip.byte === null ? '' : `${skip.byte}`], [stage, reason, detail, byte], game);
  }
  assert.equal([...games.values()].filter((game) => game.skip).length, skipped.length);
}

/** Checks the games of a run without counted games. `message` gives the number of games for each reason. */
function checkNothing(message, games) {
  const reasons = [...games.values()].map(({ skip }) => skip.reason);
  for (const reason of new Set(reasons)) {
    const count = reasons.filter((other) => other === reason).length;
    assert.match(message, new RegExp(`\\b${reason} ${count}\\b`));
  }
}

/** Returns the program's explanation of a game, without the parts that the package leaves out. */
function explainedByProgram(...args) {
  const { stdout } = seichi('explain', ...args, '-s', 'all', '--format', 'json');
  // the package leaves out safety and refutations, which would make it larger
  const { board: { explain: command, safety, ...board }, unsafe, certainty, unclosed, ...explained } = JSON.parse(stdout);
  return { board, ...explained };
}

/** Checks a game against its line of boards.ndjson. */
function checkBoard(board, game) {
  const { stones, dead, label, players, prisoners } = game;
  const labelMap = board.label_map && numbers(board.label_map, { b: 1, w: 2 });
  assert.deepEqual(
    [[players.black, players.white], game.date, game.rules, game.komi, game.handicap, game.moves, game.disputed, game.flags],
    [board.players, board.date, board.rules, board.komi, board.handicap, board.moves, board.disputed, board.flags],
    board.game,
  );
  // the program counts dead stones as prisoners
  const deadOf = (color) => stones.flatMap((row, y) => row.filter((stone, x) => stone === color && dead[y][x])).length;
  assert.deepEqual([prisoners.black + deadOf(2), prisoners.white + deadOf(1)], board.prisoners, board.game);
  assert.deepEqual([stones, dead], [numbers(board.position, { X: 1, O: 2, x: 1, o: 2 }), isDead(board.position)], board.game);
  assert.deepEqual(label && [label.result, label.check, label.origin, label.map], board.label && [board.label, board.label_check, board.origin, labelMap], board.game);
  for (const { strategies, margin, map } of board.answers) {
    for (const answer of game.answers.filter(({ strategy }) => strategies.includes(strategy))) {
      assert.deepEqual([answer.margin, answer.map], [margin, map], `${board.game} by ${answer.strategy}`);
    }
  }
}

/** Checks a game against a row of games.csv. */
function checkRow(row, game) {
  const answer = game.answers.find(({ strategy }) => strategy === row.strategy);
  const label = game.label === null ? '' : `${game.label.margin}`;
  assert.deepEqual(
    [`${answer.margin}`, [...game.flags, ...answer.flags].join(';'), game.method, label, game.encoding],
    [row.margin, row.flags, row.method, row.label_margin, row.encoding],
    `${row.game} by ${row.strategy}`,
  );
}

/** The kinds of doubt that only the program looks for. */
const PROGRAM_ALONE = ['missing-komi', 'missing-rules', 'unknown-rules', 'missing-handicap', 'not-counted', 'broken-moves'];

/** Checks the package's answer to whether a game is safe to score against a row of games.csv. */
function checkSafety(row, { stones, dead, deadFrom, method }) {
  const { safe, reasons } = safeToScore(stones, dead, { method, guessed: deadFrom === 'estimate' });
  const expected = row.doubts.split(';').filter((kind) => kind && !PROGRAM_ALONE.includes(kind));
  const kinds = [...new Set(reasons.map(({ kind }) => kind))];
  assert.deepEqual([kinds, safe], [expected, expected.length === 0], row.game);
}

for (const collection of collections()) {
  for (const dead of ['auto', 'estimate']) {
    test(`games counted and skipped equal the program's eval: ${collection}, dead stones by ${dead}`, () => {
      withRecords(collection, (folder, records) => {
        const { boards, games: rows, skipped, nothing } = run(folder, '--safety', '--dead', dead);
        const games = scored(records, { dead, needsLabel: true });
        if (nothing) {
          checkNothing(nothing, games);
          return;
        }
        checkSkipped(skipped, games);
        assert.equal(boards.length, [...games.values()].filter(({ skip }) => !skip).length);
        for (const board of boards) {
          const game = games.get(board.game);
          checkBoard(board, game);
          if (dead === 'estimate') assert.deepEqual(guessDead(game.stones), isDead(board.position), board.game);
        }
        for (const row of rows) {
          checkRow(row, games.get(row.game));
          if (row.strategy === 'teire') checkSafety(row, games.get(row.game));
        }
        console.log(`${collection}, ${dead}: ${boards.length} games, ${rows.length} answers and ${skipped.length} skips are equal`);
      });
    });
  }

  test(`scored games equal the program's: ${collection}`, () => {
    withRecords(collection, (folder, records) => {
      const { stdout, stderr } = seichi('score', folder, '-s', 'all', '--format', 'ndjson', '--no-progress');
      const games = scored(records, {});
      const lines = stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line));
      assert.equal(lines.length, [...games.values()].reduce((sum, { skip, answers }) => sum + (skip ? 0 : answers.length), 0));
      for (const { game, strategy, margin, map } of lines) {
        const answer = games.get(game).answers.find((other) => other.strategy === strategy);
        const owners = answer.map.map((row) => row.replaceAll(/[sf]/g, '.'));
        assert.deepEqual([answer.margin, owners], [margin, map], `${game} by ${strategy}`);
      }
      const skips = [...games].filter(([, { skip }]) => skip);
      assert.equal(stderr.match(/^seichi: skipped/gm)?.length ?? 0, skips.length);
      for (const [name, { skip }] of skips) assert.ok(stderr.includes(`seichi: skipped ${name}: ${skip.reason}`), name);
      console.log(`${collection}: ${lines.length} answers to ${games.size - skips.length} games are equal`);
    });
  });

  test(`explanations equal the program's: ${collection}`, () => {
    withRecords(collection, (folder, records) => {
      // control strategies are left out of all differences
      const compared = ({ answers }) => answers.filter(({ strategy }) => !controls.includes(strategy));
      const differ = ([, game]) => !game.skip && new Set(compared(game).map(({ margin }) => margin)).size > 1;
      const games = [...scored(records, {})].filter(differ);
      // a process for each game is slow
      const some = games.filter((_, index) => index % Math.ceil(games.length / 25) === 0);
      for (const [name] of some) {
        const [file, number] = name.split('#');
        const { board: { game, ...board }, ...expected } = explainedByProgram(`${join(folder, file)}#${number}`);
        const { board: { game: own, ...given }, ...explained } = explain(records.get(file), { game: Number(number), name: file });
        assert.deepEqual([given, explained], [board, expected], name);
        assert.ok(explained.places.length > 0 && explained.differences.length > 0, name);
      }
      assert.ok(games.length === 0 || some.length > 0);
      console.log(`${collection}: ${some.length} explanations of ${games.length} games with different answers are equal`);
    });
  });
}

test('markedDead has the effect of a labels file', () => {
  inFolder((folder) => {
    let changed = 0;
    for (const file of ['9x9-japanese-9001.sgf', '13x13-japanese-13503-early.sgf', '19x19-japanese-19019.sgf']) {
      const record = readFileSync(join(root, 'corpus/gnugo', file));
      writeFileSync(join(folder, file), record);
      const [{ stones, width, height, answers }] = score(record);
      // all stones of the left half are dead, and no others
      const markedDead = stones.map((row) => row.map((stone, x) => stone !== 0 && 2 * x < width));
      const letter = (index) => String.fromCharCode(97 + index);
      const points = markedDead.flatMap((row, y) => row.flatMap((isMarked, x) => (isMarked ? [letter(x) + letter(y)] : [])));
      writeFileSync(join(folder, 'labels.jsonl'), JSON.stringify({ game: `${file}#1`, dead: points }));
      const expected = explainedByProgram(`${join(folder, file)}#1`, '--labels', join(folder, 'labels.jsonl'));
      assert.deepEqual(explain(record, { name: file, markedDead, dead: 'none' }), expected, file);
      const none = explain(record, { markedDead: stones.map((row) => row.map(() => false)) });
      assert.ok(!none.board.position.join('').match(/[xo]/) && height === stones.length);
      changed += expected.board.answers.some(({ margin }) => margin !== answers[0].margin);
    }
    assert.ok(changed > 0);
  });
  const marks = (at) => Array.from({ length: 5 }, (_, y) => Uint8Array.from({ length: 5 }, (_, x) => +(y * 5 + x === at)));
  assert.equal(explain(GAME, { markedDead: marks(2) }).board.position[0][2], 'x');
  assert.throws(() => explain(GAME, { markedDead: [[0]] }), /stones and options.markedDead have different sizes/);
  assert.throws(() => explain(GAME, { markedDead: [true] }), /row 0 of options.markedDead is true, not a list/);
  assert.throws(() => explain(GAME, { markedDead: [Array(60).fill(true)] }), /options.markedDead: .* more than 52/);
});

const GAME = '(;SZ[5]RU[Japanese]KM[0.5]PB[Aya]RE[W+5.5]AB[ca][cb][ac][bc][cc]AW[da][db][dc][ad][bd][cd][dd]TB[aa][ba][ab][bb]TW[ea][eb][ec][ed][ae][be][ce][de][ee])';

test('a game and finalScore give the margin of each strategy under all rules', () => {
  withRecords(join(root, 'corpus'), (_, records) => {
    const found = { area: 0, handicap: 0 };
    for (const game of [...scored(records, {}).values()].filter(({ skip }) => !skip)) {
      for (const { strategy, margin } of game.answers) {
        // these games were counted as servers count, but the game alone does not show this
        if (game.flags.includes('dead_in_seki=prisoners')) continue;
        const { black, white, ...total } = finalScore(game.stones, game.dead, { ...game, strategy });
        assert.deepEqual([total.margin, black.total - white.total], [margin, margin], `${strategy} on ${JSON.stringify(game)}`);
        for (const { total: sum, ...parts } of [black, white]) assert.equal(Object.values(parts).reduce((a, b) => a + b), sum);
        if (game.rules === 'japanese') {
          assert.deepEqual([black.stones, white.stones, black.territory, white.territory], [0, 0, total.territory.black.length, total.territory.white.length]);
        }
        const living = game.stones.flat().filter(Boolean).length - total.dead.length;
        const points = [...Object.values(total.territory), total.dame, total.seki, total.falseEyes].flat().length;
        assert.equal(points + living, game.width * game.height);
      }
      found.area += game.method === 'area';
      found.handicap += game.handicap > 1;
    }
    console.log(`${found.area} games under area rules, ${found.handicap} with a handicap`);
    assert.ok(found.area > 50);
  });
});

test('finalScore counts what the rules need', () => {
  const stones = [[0, 1, 2, 0], [0, 1, 2, 0], [2, 1, 2, 1]];
  const dead = stones.map((row, y) => row.map((stone, x) => y === 2 && (x === 0 || x === 3)));
  const ending = { komi: 0.5, handicap: 2, prisoners: { black: 3, white: 1 } };
  const of = (rules, more) => finalScore(stones, dead, { ...ending, rules, ...more });
  const short = ({ winner, margin, result, black, white }) => [winner, margin, result, black.total, white.total];
  assert.deepEqual(short(of('japanese')), ['black', 1.5, 'B+1.5', 7, 5.5]);
  assert.deepEqual(short(of('chinese')), ['white', -2.5, 'W+2.5', 6, 8.5]);
  assert.deepEqual(short(of('chinese', { komi: 0, handicap: 0 })), ['draw', 0, '0', 6, 6]);
  assert.equal(of('aga-button', { firstPass: 1 }).black.button, 0.5);
  assert.equal(of('aga-button', { firstPass: 0 }).black.button, 0);
  assert.equal(of('aga', { firstPass: null }).black.button, 0);
  assert.deepEqual(of('japanese').white, { territory: 3, stones: 0, prisoners: 2, handicap: 0, komi: 0.5, button: 0, total: 5.5 });
  assert.deepEqual(of('japanese').dead, [[0, 2], [3, 2]]);
  assert.throws(() => of('aga-button'), { name: 'RangeError', message: /firstPass must be/ });
  // points as groupAt returns them, which may include empty ones, mean the same as rows
  assert.deepEqual(finalScore(stones, [[0, 2], [3, 2], [0, 0]], { ...ending, rules: 'japanese' }), of('japanese'));
});

test('options have the effect of flags', () => {
  const [game] = score(GAME);
  assert.deepEqual(game.answers.map(({ strategy }) => strategy), ['independent']);
  assert.deepEqual(score(GAME, { strategies: 'all' })[0].answers.map(({ strategy }) => strategy), strategies);
  assert.deepEqual([game.players, game.deadFrom, game.rules], [{ black: 'Aya', white: '' }, 'marks', 'japanese']);
  assert.deepEqual(score(GAME, { strategies: ['linked', 'grey', 'linked'] })[0].answers.map(({ strategy }) => strategy), ['linked', 'grey']);
  assert.equal(score(GAME, { strategies: 'linked', rules: 'chinese' })[0].method, 'area');
  const taxed = { ko: 'SIMPLE', scoring: 'AREA', tax: 'ALL', suicide: false };
  for (const rules of ['koSIMPLEscoreAREAtaxALLsui0', JSON.stringify(taxed)]) {
    assert.equal(score(GAME, { strategies: 'linked', rules })[0].rules, 'stone-scoring');
  }
  assert.equal(score(GAME, { dead: ['estimate', 'auto'] })[0].deadFrom, 'estimate');
  assert.equal(score(GAME, { dead: 'none' })[0].deadFrom, 'none');
  assert.equal(score('(;SZ[5]AB[aa])', { komi: 6.5 })[0].komi, 6.5);
  assert.equal(score('(;SZ[5]AB[aa])')[0].label, null);
  assert.deepEqual([game.label.margin, game.label.check, game.label.map[0]], [-5.5, 'consistent', [1, 1, 0, 0, 2]]);
});

test('text ignores the encoding that the record names', () => {
  const [game] = score('(;CA[GBK]SZ[5]PB[本因坊]AB[aa])');
  assert.deepEqual([game.players.black, game.flags.includes('wrong_ca')], ['本因坊', false]);
  const gbk = new Uint8Array([...'(;CA[GBK]SZ[5]PB['].map((letter) => letter.charCodeAt(0)).concat([0xba, 0xda, 0xc6, 0xe5], [...']AB[aa])'].map((letter) => letter.charCodeAt(0))));
  assert.deepEqual(score(gbk)[0].players.black, '黑棋');
  assert.deepEqual(score(gbk.buffer)[0].encoding, 'GBK');
});

test('an unscorable game does not affect others in its file', () => {
  const games = score(`(;SZ[99])${GAME}(;GM[3])`);
  assert.deepEqual(games.map(({ number, skip }) => [number, skip && skip.reason]), [[1, 'bad_size'], [2, null], [3, 'not_go']]);
  assert.deepEqual(Object.keys(games[0].skip).sort(), ['byte', 'detail', 'meaning', 'reason', 'stage']);
});

test('unscorable input throws an exception with the reason', () => {
  const reasonOf = (work) => {
    try {
      work();
    } catch (error) {
      assert.ok(error instanceof SkipError && error instanceof Error, error.stack);
      return [error.reason, error.stage];
    }
    return undefined;
  };
  assert.deepEqual(reasonOf(() => score('')), ['empty', 'sgf']);
  assert.deepEqual(reasonOf(() => score('nothing')), ['no_game', 'sgf']);
  assert.deepEqual(reasonOf(() => explain('(;SZ[99])')), ['bad_size', 'sgf']);
  const types = { sgf: [12], strategies: [GAME, { strategies: 7 }], dead: [GAME, { dead: 7 }], komi: [GAME, { komi: '7' }], seed: [GAME, { seed: '7' }], rules: [GAME, { rules: 7 }],
    encoding: [GAME, { encoding: 7 }], name: [GAME, { name: 7 }], needsLabel: [GAME, { needsLabel: 'no' }], strategie: [GAME, { strategie: 'linked' }], options: [GAME, 'linked'] };
  const values = { 'strategy "likned"': [GAME, { strategies: ['linked', 'likned'] }], 'strategies is empty': [GAME, { strategies: [] }], dead: [GAME, { dead: 'engine' }], komi: [GAME, { komi: 6.3 }],
    seed: [GAME, { seed: -1 }], rules: [GAME, { rules: 'go' }], encoding: [GAME, { encoding: 'go' }] };
  for (const [name, calls] of [['TypeError', types], ['RangeError', values]]) {
    for (const [argument, words] of Object.entries(calls)) assert.throws(() => score(...words), { name, message: new RegExp(argument) }, argument);
  }
  assert.throws(() => explain(GAME, { game: 2 }), { name: 'RangeError', message: 'options.game is 2, but the number of games is 1' });
  assert.throws(() => explain(GAME, { game: 0 }), { name: 'RangeError', message: 'options.game is 0, but the number of games is 1' });
  assert.throws(() => explain(GAME, { game: '1' }), { name: 'TypeError', message: /options.game is "1"/ });
  assert.ok(score(GAME, null) && explain(GAME, null));
  assert.equal(score(GAME)[0].answers[0].margin, -9.5, 'the module still works');
});

test('hostile records have no effect', () => {
  const deep = `${'(;B[aa]'.repeat(200000)}${')'.repeat(200000)}`;
  assert.equal(score(deep)[0].skip.reason, 'too_deep');
  const long = `(;SZ[5]PB[<script>alert(1)</script>]C[${'x'.repeat(10_000_000)}]AB[aa])`;
  assert.equal(score(long)[0].players.black, '<script>alert(1)</script>');
  assert.equal(score(`(;SZ[9]${';B[aa];W[bb]'.repeat(400000)})`)[0].skip.reason, 'too_long');
});
