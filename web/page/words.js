// The sentences of the page's first screen, its list and its errors, in the languages of its readers. English stands in for a
// missing one.

const upper = (text) => text.replace(/^./, (letter) => letter.toUpperCase());

const TABLE = {
  en: {
    black: 'Black', white: 'White', empty: 'empty', isDead: 'dead', stop: '.',
    draw: 'The game is a draw', wins: (winner, points) => `${winner} wins by ${points}`, by: (winner, points) => `${winner} by ${points}`,
    either: (dead, stones, alive) => `${dead} if ${stones} is dead, ${alive} if it lives.`, groupAt: (name) => `the group at ${name}`,
    areDead: (name) => `${name} is dead`, live: (name) => `${name} lives`,
    worth: (points, player) => `worth ${points} ${points === 1 ? 'point' : 'points'} for ${player}`, onBoard: 'Dead stones on the board',
    emptyBoard: 'The board is empty: the record has no moves.', byThisCount: (result) => `By this count: ${result}.`,
    notFinished: 'Not finished: no result.', cutOff: (moves) => `Cut off after move ${moves}: no result.`,
    notCounted: (why, recorded) => `Not counted: ${why} (${recorded}).`,
    resign: 'a player resigned', time: 'a player lost on time', forfeit: 'a player forfeited', illegal: 'a player lost by an illegal move',
    void: 'the game has no result', both_lost: 'both players lost',
    level: 'the points are equal', ahead: (player, points) => `${player} is ${points} ahead`,
    chooseRules: (komi, rules, lead) => `Choose the rules: the record names none that are clear, and its komi of ${komi} is usual under area rules. By ${upper(rules)} rules, ${lead}.`,
    enterKomi: (lead) => `Enter the komi: the record has none. Without komi, ${lead}.`,
    asRecorded: 'As recorded', noResult: 'No result', inDoubt: 'In doubt', differs: 'Not as recorded', provedName: 'Proved', markedName: 'As marked', believedName: 'Believed',
    recordToo: (result) => `the record says ${result}, too`, areasOpen: 'the borders of large areas are still open', notByCount: 'the game ended without a count',
    proved: 'search shows that each dead stone can be captured', marked: 'the record says which stones are dead',
    believed: 'random games show which stones live', allAlive: 'every stone counts as alive', youMarked: 'you marked the dead stones', noStones: 'there are no stones',
    'open-border': 'Left to play, or dame:', unsettled: 'Who plays first decides about', 'dead-stones': 'alive or dead?', unproved: 'probably dead, not proved:',
    unclear: 'alive or dead?', 'unknown-rules': 'the rules of the record are not known', 'missing-handicap': 'handicap stones are missing on the board',
    unclosed: (moves) => `the file is cut off after move ${moves}`,
    otherCounts: (least, most) => `other ways of counting give from ${least} to ${most}`, leftOut: 'the record leaves out what the count needs',
    hint: 'If stones have the wrong status, select them on the board.',
    noRecorded: 'The record has no result.', recordSays: (result) => `The record says ${result}.`, withChanges: (result) => `With your changes, it gives ${result}.`,
    protective: (result) => `Protective moves cost points here; the board as it stands gives ${result}.`,
    standing: (result) => `The board counts as it stands; if protective moves cost points, it gives ${result}.`,
    territory: 'territory', area: 'area', prisoners: 'prisoners', komi: 'komi', handicap: 'handicap', other: 'other', total: 'total',
    rules: 'Rules', Komi: 'Komi', dead: 'Dead stones', game: 'Game', recorded: 'Recorded', counted: 'Counted',
  },
  ja: {
    black: '黒', white: '白', draw: '持碁', wins: (winner, points) => `${winner}の${japanese(points)}勝ち`,
    territory: '地', prisoners: 'アゲハマ', komi: 'コミ', handicap: '置石', total: '合計', rules: 'ルール', Komi: 'コミ', dead: '死石', game: '対局', stop: '。',
  },
  zh: {
    black: '黑', white: '白', draw: '和棋', wins: (winner, points) => `${winner}胜${points}目`,
    prisoners: '提子', komi: '贴目', handicap: '让子', total: '合计', rules: '规则', Komi: '贴目', dead: '死子', game: '对局', stop: '。',
  },
  ko: {
    black: '흑', white: '백', draw: '무승부', wins: (winner, points) => `${winner} ${korean(points)}승`,
    territory: '집', prisoners: '따낸 돌', komi: '덤', handicap: '접바둑', total: '합계', rules: '규칙', Komi: '덤', dead: '죽은 돌', game: '대국',
  },
  de: {
    black: 'Schwarz', white: 'Weiß', draw: 'Die Partie ist unentschieden (Jigo)',
    wins: (winner, points) => `${winner} gewinnt mit ${amount(points)} ${points === 1 ? 'Punkt' : 'Punkten'}`,
    territory: 'Gebiet', prisoners: 'Gefangene', komi: 'Komi', handicap: 'Vorgabe', total: 'Summe', rules: 'Regeln', Komi: 'Komi',
    dead: 'Tote Steine', game: 'Partie',
  },
};

/** Returns points with a half point as Japanese players say them. Points in quarters have no such words. */
function japanese(points) {
  if (points % 1 !== 0.5) return `${points}目`;
  return points < 1 ? '半目' : `${Math.floor(points)}目半`;
}

function korean(points) {
  if (points % 1 !== 0.5) return `${points}집 `;
  return points < 1 ? '반집' : `${Math.floor(points)}집반`;
}

/** The language of the page: the reader's first one that the table has. */
export const language = navigator.languages.map((name) => name.slice(0, 2)).find((name) => name in TABLE) ?? 'en';

/** Returns a number in the form of the reader's language. */
export const amount = (number) => (language === 'de' ? String(number).replace('.', ',') : String(number));

/** Returns a word, or a sentence about values. */
export function word(name, ...values) {
  const found = TABLE[language][name] ?? TABLE.en[name];
  return typeof found === 'string' ? found : found(...values);
}

/** Puts words into the elements with `data-word`. */
export function putWords() {
  for (const element of document.querySelectorAll('[data-word]')) {
    const { word: name } = element.dataset;
    if (!TABLE[language][name]) continue;
    element.textContent = word(name);
    element.lang = language;
  }
}
