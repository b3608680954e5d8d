// Draws the selected game: its board, the answers, and the points on which they differ.

/** Returns an HTML element with texts or elements as children. A text is never parsed as markup. */
function html(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  made.append(...children);
  return made;
}

/** Returns the names of the strategies of an answer. */
const names = (answer) => answer.strategies.map((number) => data.strategies[number]).join(', ');
/** Returns a margin as text, such as `B+3.5`. */
const marginText = (margin) => (margin === 0 ? '0' : `${margin > 0 ? 'B' : 'W'}+${Math.abs(margin)}`);

/** Returns a view's answer on a point, with the reason. */
function pointAnswer(board, view, point) {
  const letter = view.letters[point];
  const stones = view.why.filled.get(point);
  if (stones) return `${WORDS[letter]}, filled${stones.length ? ` since the block of ${pointNames(board, stones)} has no other liberty` : ''}`;
  const region = board.regionOf[point];
  const [group] = region < 0 ? [] : groupsOf(board, view.why, region);
  if (!'bws'.includes(letter) || !group) return WORDS[letter];
  return `${WORDS[letter]}, since its group has ${counted(group.eyes, 'eye')}`;
}

/** Returns the views of a game, the label and the answers, each with the key that stands for it in the address. */
function viewsOf(game, board) {
  const views = game.answers.map((answer) => ({
    key: data.strategies[answer.strategies[0]], name: names(answer), answer, letters: unpackMap(board, answer.map), why: unpackTrace(game, answer.why[0]),
  }));
  if (game.labelMap !== null) views.unshift({ key: 'label', name: 'label', answer: null, letters: unpackMap(board, game.labelMap), why: EMPTY });
  return views;
}

/** Returns the views that the page shows: without the answers of control strategies alone, unless they are asked for. */
function shownViews(views, state) {
  const asked = [state.strategy, state.show, state.against].map((name) => data.strategies.indexOf(name));
  const proper = views.filter(({ answer }) =>
    !answer || state.controls || isProper(answer) || asked.some((number) => answer.strategies.includes(number)));
  return proper.some(({ answer }) => answer) ? proper : views;
}

/** The prefixes of a strategy's name if its answers in the two runs differ. */
const RUNS = ['A: ', 'B: '];

/** Returns the view to show and the view to compare it with, or `null` instead of the second. Values in the address come
 * before defaults. */
function chooseViews(game, views, state) {
  const find = (key) => views.find((view) => view.key === key)
    || views.find((view) => view.answer && view.answer.strategies.includes(data.strategies.indexOf(key)));
  const [changed] = changesOf(game, state).concat(game.changes);
  const [before, now] = changed ? RUNS.map((run) => find(run + changed.strategy)) : [];
  if (changed && (before || now)) {
    const shown = find(state.show) || now || before;
    const against = state.against ? find(state.against) : before === shown ? now : before || views.find((view) => view !== shown);
    return [shown, against && against !== shown ? against : null];
  }
  const asked = wanted(game, state).find((answer) => answer.category !== null);
  const shown = find(state.show) || views.find((view) => view.answer && view.answer === asked)
    || views.find((view) => view.answer && view.answer.category !== null) || views.find((view) => view.answer);
  const other = views.find((view) => view.key === 'label' && view !== shown) || views.find((view) => view !== shown);
  const against = state.against ? find(state.against) : other;
  return [shown, against && against !== shown ? against : null];
}

/** Returns the points on which two views differ. */
const differing = (a, b) =>
  new Set(a && b ? [...a.letters.keys()].filter((point) => ownerOf(a.letters[point]) !== ownerOf(b.letters[point])) : []);

/** Returns a number of half eyes in words. */
function halves(eyes) {
  return { 2: '1 eye', 3: '1½ eyes', 4: '2 eyes' }[eyes] || `${eyes / 2} eyes`;
}

/** Returns a description of a region: its size, owner, boundary length and eyes. */
function regionWords(board, region) {
  const points = `${region.points.length} point${region.points.length === 1 ? '' : 's'}`;
  if (region.owner === null) return `neutral region of ${points}`;
  const owner = region.owner === 'X' ? 'Black' : 'White';
  return `region of ${points} that ${owner} surrounds, boundary length ${region.boundary} → ${halves(region.eyes)}`;
}

/** Returns the answers of all views on a point, each with the names of its views. */
function pointAnswers(board, views, point) {
  const said = new Map();
  for (const view of views) {
    const word = pointAnswer(board, view, point);
    said.set(word, (said.get(word) || []).concat(view.name));
  }
  return [...said].map(([word, who]) => `${word}: ${who.join(', ')}`);
}

/** Returns the points on which any two views differ, grouped by region and answers. */
function differences(board, views) {
  const groups = new Map();
  for (let point = 0; point < board.points; point++) {
    const letters = views.map((view) => view.letters[point]);
    if (new Set(letters.map(ownerOf)).size < 2) continue;
    const key = `${board.regionOf[point]} ${letters.join('')}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(point);
  }
  return [...groups.values()];
}

/** Returns a paragraph with the date, board, rules, label and flags of a game. */
function facts(game) {
  const words = [...(game.date ? [game.date] : []), `${sizeText(game.size)} board`, `${game.rules} rules`, `komi ${game.komi}`, `${game.moves} moves`,
    `prisoners: Black ${game.prisoners[0]}, White ${game.prisoners[1]}`, `label: ${game.label || 'none'} (origin: ${game.origin}; check: ${game.check})`];
  if (game.handicap) words.push(`handicap ${game.handicap}`);
  if (game.disputed) words.push('disputed: fills differ');
  if (game.flags) words.push(`flags: ${game.flags}`);
  return html('p', { class: 'small' }, words.join(' · '));
}

/** Returns a paragraph with the players, or nothing if neither name is known. */
function players(game) {
  if (!playersText(game)) return [];
  const name = (at, color) => [html('span', { class: 'color' }, color), ' ', html('bdi', {}, game.players[at] || '?')];
  return [html('p', { class: 'players' }, ...name(0, 'Black'), ', ', ...name(1, 'White'))];
}

/** Returns the list of the changed answers, on a page of two runs. */
function changeList(game, views) {
  const item = ({ strategy, kind, deltas }) => {
    const kept = (run) => views.some((view) => view.answer && view.answer.strategies.includes(data.strategies.indexOf(run + strategy)));
    const gone = RUNS.filter((run) => !kept(run)).map((run) => `; run ${run[0]} has no map of this game, since nothing differed on it`);
    return html('li', {}, html('b', {}, strategy), `: ${kind === 'other' ? 'different answer' : kind}, error ${deltas.map(deltaText).join(' in A, ')} in B${gone.join('')}`);
  };
  return game.changes.length ? [html('ul', { class: 'changes' }, ...game.changes.map(item))] : [];
}

/** Returns the description of a view: its margin and its differences from the label. */
function viewWords(view, game) {
  if (!view.answer) return game.label ? `margin ${game.label}` : '';
  const { margin, delta, outcome, diff, category } = view.answer;
  const parts = [marginText(margin)];
  if (delta) parts.push(`off by ${signed(delta)}`);
  if (outcome && category) parts.push({ exact: 'right margin', winner: 'right winner', wrong: 'wrong winner' }[outcome]);
  if (diff) parts.push(`${counted(diff, 'point')} of the map`);
  parts.push(category ? `category ${category}` : outcome ? 'same as the label' : '');
  return parts.filter(Boolean).join(', ');
}

/** Returns the radio buttons that choose the view to show. */
function viewChoice(game, views, shown, change) {
  const choice = html('fieldset', { class: 'views' }, html('legend', {}, 'Show'));
  for (const view of views) {
    const input = html('input', { type: 'radio', name: 'show', value: view.key });
    input.checked = view === shown;
    input.addEventListener('change', () => change({ show: view.key }));
    choice.append(html('label', {}, input, ' ', html('b', {}, view.name), ' ', html('span', { class: 'small' }, viewWords(view, game))));
  }
  return choice;
}

/** Returns the menu that chooses the view to compare with. */
function againstChoice(views, shown, against, change) {
  const choice = html('select', { id: 'against' }, new Option('nothing', 'none'));
  for (const view of views) if (view !== shown) choice.append(new Option(view.name, view.key));
  choice.value = against ? against.key : 'none';
  choice.addEventListener('change', () => change({ against: choice.value }));
  return html('label', { class: 'against' }, 'Mark differences from ', choice);
}

/** Copies a text to the clipboard, and reports that `what` was copied. */
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // a page opened from disk may have no clipboard API: copy from a field instead
    const field = html('textarea', { 'aria-hidden': 'true', class: 'hidden' });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  byId('copied').textContent = `${what} copied.`;
}

/** Returns the buttons that copy the record and the command. */
function copyButtons(game, board) {
  const button = (text, what, value) => {
    const made = html('button', { type: 'button' }, text);
    made.addEventListener('click', () => copy(value(), what));
    return made;
  };
  return html('p', { class: 'buttons' },
    button('Copy SGF', 'SGF', () => toSgf(game, board)),
    button('Copy command', 'Command', () => game.explain),
    html('span', { id: 'copied', role: 'status' }));
}

const LEGEND = '■ Black’s territory, □ White’s territory, s eye in seki, f false eye. A cross marks a dead stone, a blue frame a point that differs.';

/** Returns the list of differing points, with the answers of all views. `see` highlights a point on the board. */
function pointList(board, views, groups, see) {
  const list = html('ul', { class: 'differences' });
  for (const points of groups) {
    const region = board.regions[board.regionOf[points[0]]];
    const title = html('button', { type: 'button', class: 'point' }, pointNames(board, points));
    for (const name of ['focus', 'pointerenter', 'click']) title.addEventListener(name, () => see(points[0]));
    for (const name of ['blur', 'pointerleave']) title.addEventListener(name, () => see(-1));
    list.append(html('li', {}, title, ` ${region ? regionWords(board, region) : 'living stones'}`,
      html('ul', {}, ...pointAnswers(board, views, points[0]).map((line) => html('li', {}, line)))));
  }
  return list;
}

/** Returns the section that describes the board in words. The words are made when the section is opened; paragraphs on
 * points in `differs` are marked, and the first of them is scrolled into view. */
function explanation(game, board, views, differs) {
  const text = html('pre', { tabindex: '0', class: 'explain', 'aria-label': 'The board, region by region' });
  const details = html('details', { id: 'explanation' }, html('summary', { id: 'explain' }, 'Region by region, in words'), text);
  details.addEventListener('toggle', () => {
    explains = details.open;
    if (!details.open || text.firstChild) return;
    for (const { words, points } of explain(game, board, views)) {
      text.append(html('span', points.some((point) => differs.has(point)) ? { class: 'disputed' } : {}, words), '\n\n');
    }
    const first = text.querySelector('.disputed');
    if (first) text.scrollTop = first.offsetTop - text.offsetTop - 8;
  });
  details.open = explains;
  return details;
}

/** Whether the description in words is open; it stays open from game to game. */
let explains = false;

/** Draws a game, and returns the keys of its views. */
function drawGame(game, state, change) {
  const board = unpackBoard(game.size, game.position, game.regions);
  const all = viewsOf(game, board);
  const views = shownViews(all, state);
  const [shown, against] = chooseViews(game, views, state);
  const differs = differing(shown, against);
  const what = `Board with the territory of ${shown.name}` + (against
    ? `; ${differs.size === 1 ? '1 point differs' : `${differs.size} points differ`} from ${against.name}${differs.size ? `: ${pointNames(board, [...differs])}` : ''}` : '');
  const svg = drawBoard(board, shown.letters, differs, what);
  const hover = html('p', { class: 'hover small', id: 'hover' });
  const idle = `${what}.`;
  hover.textContent = idle;
  const see = (point) => {
    svg.querySelectorAll('.region').forEach((old) => old.remove());
    if (point < 0) return void (hover.textContent = idle);
    const region = board.regions[board.regionOf[point]];
    const start = `${pointName(board, point)}: `;
    if (!region) return void (hover.textContent = start + (board.stones[point] === 'X' ? 'a black stone' : 'a white stone'));
    hover.textContent = `${start}${regionWords(board, region)}. ${pointAnswers(board, views, point).join('; ')}.`;
    for (const other of region.points) {
      svg.append(element('rect', { class: 'region', x: (other % board.width) - 0.5, y: Math.floor(other / board.width) - 0.5, width: 1, height: 1 }));
    }
  };
  // a touch may cause no pointermove
  for (const name of ['pointerdown', 'pointermove']) svg.addEventListener(name, (event) => see(pointAt(svg, board, event)));
  svg.addEventListener('pointerleave', () => see(-1));
  const [here, elsewhere] = differences(board, views).reduce(([a, b], points) =>
    (differs.has(points[0]) ? [[...a, points], b] : [a, [...b, points]]), [[], []]);
  const back = html('button', { type: 'button', class: 'back' }, '← All games');
  back.addEventListener('click', () => change({ game: '', show: '', against: '' }));
  byId('game').replaceChildren(
    back, html('h3', { id: 'game-name' }, game.name), ...players(game), facts(game), ...changeList(game, views),
    html('div', { class: 'table' },
      html('div', {}, svg, hover, html('p', { class: 'small legend' }, LEGEND)),
      html('div', {}, viewChoice(game, views, shown, change), againstChoice(views, shown, against, change),
        ...(against ? [html('h4', {}, differs.size ? `Points that differ from ${against.name}` : `No point differs from ${against.name}`)] : []),
        pointList(board, views, here, see),
        ...(elsewhere.length ? [html('details', {}, html('summary', {}, `Where other answers differ (${elsewhere.length})`), pointList(board, views, elsewhere, see))] : []),
        html('h4', {}, 'Command'), html('pre', { tabindex: '0' }, game.explain), copyButtons(game, board))),
    explanation(game, board, all, differs));
  byId('game').setAttribute('aria-label', `Game ${game.name}`);
  return views.map((view) => view.key);
}
