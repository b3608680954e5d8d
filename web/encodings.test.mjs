// Compares how the package and the program decode records: SEICHI=PROGRAM node --test web/encodings.test.mjs. The program
// has tables of all encodings and a detector; the package uses JavaScript's tables, and guesses fewer encodings.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { inFolder, run } from './runs.mjs';
import { score } from './dist/seichi.mjs';

/** Returns a table from characters to their bytes in an encoding, for characters of one or two bytes. */
function table(encoding) {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map();
  const add = (...pair) => {
    const text = decoder.decode(Uint8Array.from(pair));
    if ([...text].length === 1 && text !== '\ufffd' && !bytes.has(text)) bytes.set(text, pair);
  };
  for (let lead = 0; lead < 256; lead++) add(lead);
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail);
  return bytes;
}

/** Returns the bytes of a text in an encoding. Parts of the text may also be given as bytes. */
function encode(encoding, ...parts) {
  const bytes = encoding.startsWith('utf') ? null : table(encoding);
  return Buffer.concat(parts.map((part) => {
    if (Array.isArray(part)) return Buffer.from(part);
    if (encoding === 'utf-16be') return Buffer.from(part, 'utf16le').swap16();
    if (!bytes) return Buffer.from(part, encoding);
    return Buffer.from([...part].flatMap((letter) => bytes.get(letter) ?? assert.fail(`${letter} is not in ${encoding}`)));
  }));
}

/** The end of a record with a game, and a second game, which then has an offset. */
const BOARD = 'SZ[5]RU[Japanese]KM[0.5]RE[W+5.5]AB[ca][cb][ac][bc][cc]AW[da][db][dc][ad][bd][cd][dd]TB[aa][ba][ab][bb]TW[ea][eb][ec][ed][ae][be][ce][de][ee])';
const games = (black, white, head = '') => `(;${head}PB[${black}]PW[${white}]${BOARD}(;PB[${white}]PW[${black}]${BOARD}(;PB[${white}]GM[3])`;

const RECORDS = {
  'gbk.sgf': encode('gbk', games('古力 九段', '柯洁', 'EV[中国围棋甲级联赛第三轮]PC[北京]')),
  'gbk-named.sgf': encode('gbk', games('古力', '李世石', 'CA[gb2312]')),
  'gbk-rare.sgf': encode('gbk', games('朴廷桓', '李昌鎬', 'CA[GBK]')),
  'big5.sgf': encode('big5', games('周俊勳 九段', '王元均', 'EV[第三屆中環杯圍棋賽決賽]PC[台北]')),
  'big5-named.sgf': encode('big5', games('張栩', '許功蓋', 'CA[Big5]')),
  'shift-jis.sgf': encode('shift_jis', games('本因坊秀策', '井山裕太')),
  'shift-jis-named.sgf': encode('shift_jis', games('ソ 表', 'ｱｲｳ', 'CA[MS_KANJI]')),
  'euc-jp.sgf': encode('euc-jp', games('本因坊秀策', 'こばやし こういち')),
  'euc-kr.sgf': encode('euc-kr', games('이창호 9단', '조훈현')),
  'euc-kr-named.sgf': encode('euc-kr', games('박정환', '신진서', 'CA[cp949]')),
  // syllables that are missing in KS X 1001: 갂, 똠, 힣
  'euc-kr-rare.sgf': encode('euc-kr', '(;CA[EUC-KR]PB[', [0x81, 0x41, 0x8c, 0x63, 0xc6, 0x52], `]PW[이${games('창', '호').slice(4)}`),
  'cp1251.sgf': encode('windows-1251', games('Александр Динерштейн', 'Илья Шикшин')),
  'cp1251-named.sgf': encode('windows-1251', games('Ян', 'Оля', 'CA[CP1251]')),
  'koi8.sgf': encode('koi8-r', games('Александр Динерштейн', 'Илья Шикшин', 'CA[KOI8-R]')),
  'cp1250-named.sgf': encode('windows-1250', games('Ondřej Šilt', 'Vladimír Daněk', 'CA[CP1250]')),
  'cp1252.sgf': encode('latin1', games('André Dupré, Béziers', 'Jürgen Schütze')),
  // quotation marks that are missing in Latin-1
  'cp1252-quotes.sgf': encode('latin1', '(;CA[windows-1252]PB[', [0x93, 0xe9, 0x94, 0x80], `]PW[x${games('é', 'ü').slice(4)}`),
  'utf-16le.sgf': encode('utf-16le', `\ufeff${games('本因坊秀策', '古力')}`),
  'utf-16be.sgf': encode('utf-16be', `\ufeff${games('本因坊秀策', '古力')}`),
  'utf-16-unmarked.sgf': encode('utf-16le', games('本因坊秀策', '古力')),
  'utf-8-marked.sgf': encode('utf-8', `\ufeff${games('本因坊秀策', '古力')}`),
  'utf-8-broken.sgf': encode('utf-8', '(;BR[9段', [0xe7, 0xbb], `?]PB[古${games('力', '石').slice(4)}`),
  'utf-8-wrong-name.sgf': encode('utf-8', games('古', '力', 'CA[Big5]')),
  'unknown-name.sgf': encode('gbk', games('古力', '李世石', 'CA[nonsense]EV[中国围棋甲级联赛第三轮]PC[北京]')),
  'replacement.sgf': encode('utf-8', games('古力', '李世石', 'CA[ISO-2022-KR]')),
};

test('records in all encodings match the program', () => {
  inFolder((folder) => {
    for (const [name, bytes] of Object.entries(RECORDS)) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'game.sgf'), bytes);
    }
    const { boards, games: rows, skipped } = run(folder);
    assert.deepEqual([boards.length, skipped.length], [2 * Object.keys(RECORDS).length, Object.keys(RECORDS).length]);
    for (const [name, bytes] of Object.entries(RECORDS)) {
      const path = `${name}/game.sgf`;
      const found = score(bytes, { strategies: 'all', name: path });
      for (const number of [1, 2]) {
        const board = boards.find(({ game }) => game === `${path}#${number}`);
        const row = rows.find(({ game }) => game === `${path}#${number}`);
        const { players, encoding, flags } = found[number - 1];
        assert.deepEqual([[players.black, players.white], encoding, flags], [board.players, row.encoding, board.flags], name);
        assert.ok(!name.includes('-named') || !flags.includes('wrong_ca'), name);
      }
      const [skip] = skipped.filter(({ game }) => game === `${path}#3`);
      assert.deepEqual([found[2].skip.reason, `${found[2].skip.byte}`], [skip.reason, skip.byte], name);
    }
    console.log(`${Object.keys(RECORDS).length} records are equal, in ${new Set(rows.map(({ encoding }) => encoding)).size} encodings`);
  });
});

test('the encoding option overrides detection', () => {
  const gbk = RECORDS['gbk.sgf'];
  assert.equal(score(gbk, { encoding: 'cp936' })[0].players.white, '柯洁');
  assert.equal(score(gbk, { encoding: 'windows-1252' })[0].players.white, '¿Â½à');
  assert.equal(score(gbk, { encoding: 'auto' })[0].encoding, 'GBK');
  assert.throws(() => score(gbk, { encoding: 'nonsense' }), /unknown encoding "nonsense"/);
});
