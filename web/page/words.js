// The few sentences of the page in the languages of its readers. English stands in for a missing one.

const TABLE = {
  en: {
    black: 'Black', white: 'White', draw: 'The game is a draw', wins: (winner, points) => `${winner} wins by ${points}`,
    territory: 'territory', area: 'area', prisoners: 'prisoners', komi: 'komi', handicap: 'handicap', other: 'other', total: 'total',
    rules: 'Rules', Komi: 'Komi', dead: 'Dead stones', game: 'Game', recorded: 'Recorded', counted: 'Counted', stop: '.',
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
    wins: (winner, points) => `${winner} gewinnt mit ${String(points).replace('.', ',')} ${points === 1 ? 'Punkt' : 'Punkten'}`,
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

/** What the terms of the page mean. */
export const GLOSSARY = [
  ['seki', 'groups of both players live next to each other without two eyes; under territory rules, their points count for nobody'],
  ['false eye', 'a point that its owner has to fill before the end, because the stones around it are not connected otherwise'],
  ['dame', 'a neutral point, next to living stones of both players'],
  ['protective move', 'a move that a player has to make in his own territory once the dame are filled; it costs a point'],
  ['in doubt', 'a border may be open, or it is not certain which stones are dead: look at the board'],
  ['playouts', 'random games from the final position to the end; they show which stones usually live'],
  ['proved', 'a search shows that each dead stone can be captured, whatever its owner plays'],
  ['teire', 'the count that subtracts protective moves, as players do on a board; the page shows it first'],
  ['label', 'the result of the record, with the territory that it marks'],
  ['claimed_dame, dead_marks …', 'the likely reason for a difference from the record'],
  ['flags', 'remarks on the record; rules_source=default means that its rules are guessed'],
  ['independent, linked, flood …', 'other ways of counting; they differ in how they find eyes in seki and false eyes'],
];
