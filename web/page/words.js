// The words on the page in the readers' languages, from words.json. There, a word has the same
// name in every language, and {0}, {1}, … stand for values.

import { counted } from './report/text.js';
import { loadFile } from './parts.js';

const TABLE = await (await loadFile('./words.json')).json();

/** Returns the name that the table has for a language of the browser. */
function nameOf(language) {
  if (!language.startsWith('zh')) return language.slice(0, 2);
  return /hant|tw|hk|mo/i.test(language) ? 'zh-Hant' : 'zh-Hans';
}

/** The language of the page: the first of the reader's languages that the table has. */
export const language = navigator.languages.map(nameOf).find((name) => name in TABLE.black) ?? 'en';

/** Returns a number, or a result such as B+3.5, in the form of the reader's language. */
export const amount = (value) => (language === 'de' ? String(value).replace(/^(-?|[BW]\+)(\d+)\.(\d+)$/, '$1$2,$3') : String(value));

/** Returns a number of points in the words of players. Under area rules, Chinese players count in stones of two points each. */
export function pointsText(points, isArea = false) {
  if (language === 'en') return amount(points);
  if (language === 'de') return `${amount(points)} ${points === 1 ? 'Punkt' : 'Punkten'}`;
  const isChinese = language.startsWith('zh');
  if (isChinese && isArea) return `${Math.floor(points / 2) || ''}${['', '¼', '½', '¾'][(points * 2) % 4]}子`;
  const unit = language === 'ko' ? '집' : '目';
  if (isChinese || points % 1 !== 0.5) return `${points}${unit}`;
  const half = language === 'ko' ? '반' : '半';
  return points < 1 ? half + unit : `${Math.floor(points)}${unit}${half}`;
}

/** Returns a number of points with its noun, even in English, where `pointsText` leaves it out. */
export const nounText = (points) => (language === 'en' ? counted(points, 'point') : pointsText(points));

/** Returns why a record was not read or counted. `detail` is in English, and may contain bytes of a file that is not a record. */
export const skipText = (reason, detail) => upper(language === 'en' && detail && !/it starts with/.test(detail) ? detail : word(reason in TABLE ? reason : 'cannotRead'));

/** Returns the name of rules. */
export const rulesText = (name) => (name in TABLE ? word(name) : name);

/** Returns a text with its first letter capitalized. */
export const upper = (text) => text.replace(/^./, (letter) => letter.toUpperCase());

/** Returns a word, or a sentence about values. */
export const word = (name, ...values) => TABLE[name][language].replace(/\{(\d)\}/g, (_, at) => amount(values[at]));

/** Puts words into the elements with `data-word`. */
export function putWords() {
  document.documentElement.lang = language;
  document.title = `seichi – ${word('kind')}`;
  document.body.dataset.drop = word('dropHere');
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = word(element.dataset.word);
}
