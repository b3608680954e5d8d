// Describes a board region by region: the adjacent blocks, the boundary length and the number of eyes that it gives,
// the filled false eyes with reasons, the other regions of the same group, and the result. Unpacks the reasons that
// reasons.rs packs.

import { ownerOf, pointName, WORDS } from './board.js';
import { data, EXTERNAL } from './games.js';
import { counted, halves } from './text.js';

/** The trace of a strategy without known reasons. */
export const EMPTY = { counted: false, filled: new Map(), owed: new Map(), groups: [], outside: new Set(), joined: [], read: new Map(), unread: new Map() };

/** Returns a strategy's trace from its reasons, if it has any: `filled` has the blocks in atari for each filled false
 * eye, `owed` the stones that each protective move protects, `groups` the eyes of each group and of its spaces,
 * `outside` the regions outside groups, `joined` the sets of blocks that are joined over dame, `read` and `unread` the
 * result of local search in a region. */
export function unpackTrace(reasons) {
  if (reasons === null) return EMPTY;
  const trace = { counted: true, filled: new Map(), owed: new Map(), groups: [], outside: new Set(), joined: [], read: new Map(), unread: new Map() };
  const points = (text) => text.split(',').filter(Boolean).map(Number);
  for (const reason of reasons) {
    const [first, rest = ''] = reason.slice(1).split(/[:=](.*)/);
    if (reason[0] === 'f') trace.filled.set(+first, points(rest));
    else if (reason[0] === 'p') trace.owed.set(+first, +rest);
    else if (reason[0] === 'g') {
      trace.groups.push({ eyes: +first, spaces: rest.split(',').map((space) => space.split(':').map(Number)) });
    } else if (reason[0] === 'n') trace.outside.add(+first);
    else if (reason[0] === 'r') trace.read.set(+first, rest);
    else if (reason[0] === 'u') trace.unread.set(+first, rest);
    else trace.joined.push(points(first));
  }
  return trace;
}

/** Returns the groups that a region belongs to. A region without a packed group is a group of its own. */
export function groupsOf(board, trace, region) {
  const groups = trace.groups.filter((group) => group.spaces.some(([own]) => own === region));
  const { owner, eyes } = board.regions[region];
  if (groups.length || !trace.counted || owner === null || trace.outside.has(region)) return groups;
  const most = Math.ceil(eyes / 2);
  return [{ eyes: most, spaces: [[region, most]] }];
}

/** Returns the first items of a list as text, and `rest.text` if there are more. */
function some(items, most, rest) {
  return items.slice(0, most).join(rest.separator) + (items.length > most ? rest.text : '');
}

/** Returns the coordinates of points, such as `D4 E4`. */
const pointWords = (board, points) =>
  some(points.map((point) => pointName(board, point)), 8, { separator: ' ', text: ` … (${points.length})` });

/** Returns blocks as text: the coordinates of the first stone and the number of stones of each, such as `D4 (5)`. */
const blockWords = (board, firsts) =>
  some(firsts.map((first) => `${pointName(board, first)} (${board.stonesOf.get(first)})`), 6, { separator: ', ', text: ` and ${firsts.length - 6} more` });

/** Returns why a false eye is filled; `stones` are the first stones of the blocks in atari. */
function whyFilled(board, point, stones) {
  const end = `no other liberty, so ${pointName(board, point)} has to be filled`;
  if (!stones.length) return `stones filled in before have ${end}`;
  return `once the dame are filled, ${blockWords(board, stones)} ${stones.length === 1 ? 'has' : 'have'} ${end}`;
}

/** Returns why a protective move is owed, whether or not it is charged; `stone` is one of the stones that it
 * protects. */
function whyOwed(board, owner, point, stone, isCharged) {
  const [move, stones] = [point, stone].map((at) => pointName(board, at));
  const notCharged = isCharged ? '' : ', which is not counted';
  return `${owner === 'X' ? 'Black' : 'White'} owes a move at ${move}${notCharged}: without it the stones at ${stones} are captured once the dame are filled`;
}

/** Returns the eyes of a group, such as `2 + 1 = 3 eyes`. */
function eyesOf(group) {
  const eyes = counted(group.eyes, 'eye');
  const { spaces } = group;
  return spaces.length === 1 || spaces.length > 8 ? eyes : `${spaces.map(([, most]) => most).join(' + ')} = ${eyes}`;
}

/** Returns the number of eyes of a group that contains a region, and the other regions of the group. `filled` says whether
 * false eyes of the region are filled, `seki` whether it has eyes in seki. */
function whyCounted(trace, group, region, filled, seki) {
  const own = group.spaces.filter(([other]) => other === region).length;
  const others = [...new Set(group.spaces.map(([other]) => other).filter((other) => other !== region))].map((other) => other + 1);
  const what = !filled ? 'the group has ' : own === 1 ? 'the rest has ' : 'the rest, joined, has ';
  const beside = others.length ? `, with region${others.length === 1 ? '' : 's'} ${others.join(', ')}` : '';
  return what + eyesOf(group) + beside + (seki && group.eyes < 2 ? ', too few for territory' : '');
}

const OF_REGION = { ...WORDS, '.': 'neutral' };

/** Returns a strategy's answer for a region, with reasons if it has a trace. */
function regionAnswer(board, letters, trace, region) {
  if (!trace) return ownersOf(board, letters, region);
  const { points, owner } = board.regions[region];
  const found = new Map();
  for (const point of points) found.set(letters[point], (found.get(letters[point]) || []).concat(point));
  const words = found.size === 1 ? OF_REGION[letters[points[0]]]
    : [...found].map(([letter, own]) => `${pointWords(board, own)} ${OF_REGION[letter]}`).join(', ');
  const filled = [...trace.filled].filter(([point]) => board.regionOf[point] === region);
  const reasons = filled.map(([point, stones]) => whyFilled(board, point, stones))
    .concat([...trace.owed].filter(([point]) => points.includes(point)).map(([point, stone]) => whyOwed(board, owner, point, stone, ownerOf(letters[point]) === '.')))
    .concat(groupsOf(board, trace, region).map((group) => whyCounted(trace, group, region, filled.length > 0, found.has('s'))));
  // the result of local search replaces the static answer, unless the search did not finish
  if (trace.unread.has(region)) reasons.push(trace.unread.get(region));
  if (trace.read.has(region)) reasons.splice(0, Infinity, trace.read.get(region));
  return reasons.length ? `${words}: ${reasons.join('; ')}` : words;
}

/** Returns the owners of a region's points. */
function ownersOf(board, letters, region) {
  const { points } = board.regions[region];
  const parts = [['b', "Black's"], ['w', "White's"], ['.', "nobody's"]]
    .map(([owner, word]) => [points.filter((point) => ownerOf(letters[point]) === owner).length, word])
    .filter(([count]) => count > 0);
  return parts.length === 1 ? parts[0][1] : parts.map(([count, word]) => `${count} ${word}`).join(', ');
}

/** Groups names with equal texts. Returns pairs of a text and its names; `all` names become the word `all`. */
function together(said, all) {
  const groups = new Map();
  for (const [name, word] of said) groups.set(word, (groups.get(word) || []).concat(name));
  return [...groups].map(([word, who]) => [word, who.length === all && all > 1 ? 'all' : who.join(', ')]);
}

/** Returns every strategy with its map and its trace, in the order of the run. External scorers have no trace. */
function strategiesOf(game, views) {
  const all = views.filter((view) => view.answer).flatMap((view) => view.answer.strategies.map((number, at) => ({
    number, name: data.strategies[number], letters: view.letters, trace: EXTERNAL.has(number) ? null : unpackTrace(view.answer.why[at]),
  })));
  return all.sort((a, b) => a.number - b.number);
}

/** The legend of the regions. */
const REGION_LEGEND = 'A block is named by its first stone and its number of stones, as in D4 (5). The boundary length of a '
  + 'region is the number of stones around it, plus one for each of its points on an edge of the board, and two for each '
  + 'in a corner. It gives the region\'s eyes; 1½ eyes are 2 if the owner plays first, else 1, and count as 2.';

/** Returns the description of a board: a paragraph for each region and one for the joined blocks, each with its points. */
export function explain(game, board, views) {
  const strategies = strategiesOf(game, views);
  const label = views.find((view) => !view.answer);
  const owners = (label || strategies[0]).letters.map(ownerOf);
  const paragraphs = [{ words: `Region by region:\n\n${REGION_LEGEND}`, points: [] }];
  board.regions.forEach(({ points, owner, boundary, eyes, blocks }, region) => {
    const start = `${region + 1}. ${pointWords(board, points)}: ${counted(points.length, 'point')}, `;
    const say = (...lines) => void paragraphs.push({ words: lines.join('\n'), points });
    if (!blocks.length) return say(`${start}an empty board`);
    if (owner === null) return say(`${start}neutral, adjacent to ${blockWords(board, blocks)}`);
    const disputed = points.some((point) => strategies.some(({ letters }) => ownerOf(letters[point]) !== owners[point]));
    const said = strategies.map(({ name, letters, trace }) => [name, regionAnswer(board, letters, trace, region)]);
    return say(`${start}surrounded by ${owner === 'X' ? 'Black' : 'White'}'s ${blockWords(board, blocks)}; boundary length ${boundary} → ${halves(eyes)}`,
      ...(disputed && label ? [`   label: ${ownersOf(board, label.letters, region)}`] : []),
      ...together(said, strategies.length).map(([word, who]) => `   ${who}: ${word}`));
  });
  const joined = together(strategies.filter(({ trace }) => trace).flatMap(({ name, trace }) => trace.joined.map((set) => [name, blockWords(board, set)])), strategies.length);
  if (joined.length) paragraphs.push({ words: ['Blocks joined over dame:\n', ...joined.map(([set, who]) => `  ${set}: ${who}`)].join('\n'), points: [] });
  return paragraphs;
}
