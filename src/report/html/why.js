// The board region by region, in the words of `seichi explain`: the adjacent blocks, the eyes, the false eyes that are
// filled and why, the regions with which eyes are shared, and the result. Unpacks the reasons that why.rs packs.

const EMPTY = { counted: false, filled: new Map(), groups: [], outside: new Set(), joined: [], read: new Map(), unread: new Map() };

/** What a strategy did: false eyes with the blocks in atari, groups of spaces, sets of blocks that dame join. */
function unpackTrace(game, number) {
  if (number < 0) return EMPTY;
  const [things, lists] = game.reasons;
  const trace = { counted: true, filled: new Map(), groups: [], outside: new Set(), joined: [], read: new Map(), unread: new Map() };
  const points = (text) => text.split(',').filter(Boolean).map(Number);
  for (const thing of lists[number].map((at) => things[at])) {
    const [first, rest = ''] = thing.slice(1).split(/[:=](.*)/);
    if (thing[0] === 'f') trace.filled.set(+first, points(rest));
    else if (thing[0] === 'g') {
      trace.groups.push({ eyes: +first, spaces: rest.split(',').map((space) => space.split(':').map(Number)) });
    } else if (thing[0] === 'n') trace.outside.add(+first);
    else if (thing[0] === 'r') trace.read.set(+first, rest);
    else if (thing[0] === 'u') trace.unread.set(+first, rest);
    else trace.joined.push(points(first));
  }
  return trace;
}

/** The groups that a region is in: most are alone in their own. */
function groupsOf(board, trace, region) {
  const groups = trace.groups.filter((group) => group.spaces.some(([own]) => own === region));
  const { owner, eyes } = board.regions[region];
  if (groups.length || !trace.counted || owner === null || trace.outside.has(region)) return groups;
  const most = Math.ceil(eyes / 2);
  return [{ eyes: most, spaces: [[region, most]] }];
}

const counted = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;

function some(items, most, rest) {
  return items.slice(0, most).join(rest.separator) + (items.length > most ? rest.text : '');
}

const pointWords = (board, points) =>
  some(points.map((point) => pointName(board, point)), 8, { separator: ' ', text: ` … (${points.length})` });

const blockWords = (board, firsts) =>
  some(firsts.map((first) => `${pointName(board, first)} (${board.stonesOf.get(first)})`), 6, { separator: ', ', text: ` and ${firsts.length - 6} more` });

function whyFilled(board, point, stones) {
  const start = `${pointName(board, point)} has to be filled, for `;
  if (!stones.length) return `${start}stones filled in before have no other liberty`;
  return `${start}${blockWords(board, stones)} ${stones.length === 1 ? 'has' : 'have'} no other liberty`;
}

/** `2 + 1 = 3 eyes` */
function eyesOf(group) {
  const eyes = counted(group.eyes, 'eye');
  const { spaces } = group;
  return spaces.length === 1 || spaces.length > 8 ? eyes : `${spaces.map(([, most]) => most).join(' + ')} = ${eyes}`;
}

function whyCounted(trace, group, region, filled) {
  const own = group.spaces.filter(([other]) => other === region).length;
  const others = [...new Set(group.spaces.map(([other]) => other).filter((other) => other !== region))].map((other) => other + 1);
  const what = !filled ? '' : own === 1 ? 'what is left has ' : 'what is left, joined, has ';
  const beside = others.length ? `, with region${others.length === 1 ? '' : 's'} ${others.join(', ')}` : '';
  return what + eyesOf(group) + beside;
}

const OF_REGION = { ...WORDS, '.': 'neutral' };

/** What a strategy makes of a region, and why. */
function regionSaying(board, letters, trace, region) {
  const { points } = board.regions[region];
  const found = new Map();
  for (const point of points) found.set(letters[point], (found.get(letters[point]) || []).concat(point));
  const words = found.size === 1 ? OF_REGION[letters[points[0]]]
    : [...found].map(([letter, own]) => `${pointWords(board, own)} ${OF_REGION[letter]}`).join(', ');
  const filled = [...trace.filled].filter(([point]) => board.regionOf[point] === region);
  const reasons = filled.map(([point, stones]) => whyFilled(board, point, stones))
    .concat(groupsOf(board, trace, region).map((group) => whyCounted(trace, group, region, filled.length > 0)));
  // the result of local search replaces the static answer, unless the search did not finish
  if (trace.unread.has(region)) reasons.push(trace.unread.get(region));
  if (trace.read.has(region)) reasons.splice(0, Infinity, trace.read.get(region));
  return reasons.length ? `${words}: ${reasons.join('; ')}` : words;
}

/** What the label's map makes of a region. */
function labelSaying(board, letters, region) {
  const { points } = board.regions[region];
  const parts = [['b', "Black's"], ['w', "White's"], ['.', "nobody's"]]
    .map(([owner, word]) => [points.filter((point) => ownerOf(letters[point]) === owner).length, word])
    .filter(([count]) => count > 0);
  return parts.length === 1 ? parts[0][1] : parts.map(([count, word]) => `${count} ${word}`).join(', ');
}

/** Those who say the same, together, in the order of the strategies. */
function together(said, all) {
  const groups = new Map();
  for (const [name, word] of said) groups.set(word, (groups.get(word) || []).concat(name));
  return [...groups].map(([word, who]) => [word, who.length === all && all > 1 ? 'all' : who.join(', ')]);
}

/** Every strategy with its map and what it did, in the order of the run. */
function tellers(game, views) {
  const all = views.filter((view) => view.answer).flatMap((view) => view.answer.strategies.map((number, at) =>
    ({ number, name: data.strategies[number], letters: view.letters, trace: unpackTrace(game, view.answer.why[at]) })));
  return all.sort((a, b) => a.number - b.number);
}

/** All regions, then the blocks that dame join: paragraphs, each with the points that it is about. */
function explain(game, board, views) {
  const strategies = tellers(game, views);
  const label = views.find((view) => !view.answer);
  const owners = (label || strategies[0]).letters.map(ownerOf);
  const paragraphs = [{ words: 'Region by region:', points: [] }];
  board.regions.forEach(({ points, owner, ext, eyes, around }, region) => {
    const start = `${region + 1}. ${pointWords(board, points)}: ${counted(points.length, 'point')}, `;
    const say = (...lines) => void paragraphs.push({ words: lines.join('\n'), points });
    if (!around.length) return say(`${start}an empty board`);
    if (owner === null) return say(`${start}neutral, between ${blockWords(board, around)}`);
    const disputed = points.some((point) => strategies.some(({ letters }) => ownerOf(letters[point]) !== owners[point]));
    const said = strategies.map(({ name, letters, trace }) => [name, regionSaying(board, letters, trace, region)]);
    return say(`${start}surrounded by ${owner === 'X' ? 'Black' : 'White'}, ${blockWords(board, around)}; Ext ${ext}: ${halves(eyes)}`,
      ...(disputed && label ? [`   label: ${labelSaying(board, label.letters, region)}`] : []),
      ...together(said, strategies.length).map(([word, who]) => `   ${who}: ${word}`));
  });
  const joined = together(strategies.flatMap(({ name, trace }) => trace.joined.map((set) => [name, blockWords(board, set)])), strategies.length);
  if (joined.length) paragraphs.push({ words: ['Blocks that dame join:\n', ...joined.map(([set, who]) => `  ${set}: ${who}`)].join('\n'), points: [] });
  return paragraphs;
}
