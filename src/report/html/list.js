// The list of games: selects the games that match the filters, and draws only the rows that are visible, so that a list of
// ten thousand games is fast.

const ROW = 44; // the height of a row, in CSS pixels: see .row in page.css

const data = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);

/** The games of the page, unpacked: see data.rs. */
const games = data.games.map((packed, number) => {
  const [name, black, white, date, size, rules, komi, handicap, moves, origin, label, check, blackPrisoners,
    whitePrisoners, disputed, flags, explain, position, regions, labelMap, answers, reasons, changes] = packed;
  const word = (index) => (index === null ? null : data.words[index]);
  const game = {
    number, name, size, rules: word(rules), komi, handicap, moves, origin: word(origin), label, check: word(check),
    players: [black, white], date, prisoners: [blackPrisoners, whitePrisoners], disputed: disputed === 1, flags,
    position, regions, labelMap, reasons,
    changes: changes.map(([strategy, kind, before, now]) =>
      ({ strategy: word(strategy), kind: word(kind), deltas: [before, now] })),
    explain: typeof explain === 'string' ? explain : explain.map(word).join(name),
    answers: answers.map(([strategies, margin, delta, outcome, diff, category, map, why]) =>
      ({ strategies, margin, delta, outcome: word(outcome), diff, category: word(category), map, why })),
  };
  game.text = `${name} ${black} ${white} ${date} ${game.rules} ${flags}`.toLowerCase();
  game.wrong = game.answers.reduce((sum, answer) => sum + (answer.category ? answer.strategies.length : 0), 0);
  game.worst = Math.max(...game.answers.map((answer) => Math.abs(answer.delta || 0)));
  return game;
});

/** The orders of the list, each with its name and its comparison. */
const SORTS = {
  game: ['name', (a, b) => a.number - b.number],
  error: ['largest error first', (a, b) => b.worst - a.worst || a.number - b.number],
  points: ['most differing points first', (a, b) => most(b) - most(a) || a.number - b.number],
  few: ['missed by the fewest strategies first', (a, b) => a.wrong - b.wrong || a.number - b.number],
  many: ['missed by the most strategies first', (a, b) => b.wrong - a.wrong || a.number - b.number],
};
/** Returns the largest number of points on which an answer differs from the label's map. */
const most = (game) => Math.max(...game.answers.map((answer) => answer.diff || 0));

/** The choices of outcome, each with its name and the answers that it selects. */
const OUTCOMES = {
  mismatch: ['any difference from the label', (answer) => answer.category !== null],
  wrong: ['wrong winner', (answer) => answer.outcome === 'wrong'],
  winner: ['right winner, wrong margin', (answer) => answer.outcome === 'winner'],
  exact: ['right margin, another map', (answer) => answer.outcome === 'exact' && answer.category !== null],
};

/** The kinds of changes, on a page of two runs. */
const CHANGES = { fixed: 'fixed: right in B only', broken: 'broken: right in A only', other: 'different answer, right in both or in neither' };

/** Returns the changes of a game that match the filters. */
function changesOf(game, state) {
  return game.changes.filter(({ strategy, kind }) =>
    (!state.strategy || strategy === state.strategy) && (!CHANGES[state.outcome] || kind === state.outcome));
}

/** Returns the answers of a game that match the filters. */
function wanted(game, state) {
  const strategy = data.strategies.indexOf(state.strategy);
  const outcome = OUTCOMES[state.outcome];
  return game.answers.filter((answer) =>
    (strategy < 0 || answer.strategies.includes(strategy))
    && (!outcome || outcome[1](answer))
    && (!state.category || answer.category === state.category));
}

/** Returns the games that match the filters, sorted. */
function select(state) {
  const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  // a strategy without an outcome selects the games that it gets wrong
  const asked = state.strategy && !OUTCOMES[state.outcome] ? { ...state, outcome: 'mismatch' } : state;
  const answers = asked.strategy || OUTCOMES[asked.outcome] || asked.category;
  const isAsked = (game) => (data.runs
    ? changesOf(game, state).length > 0 && (!state.category || game.answers.some((answer) => answer.category === state.category))
    : !answers || wanted(game, asked).length > 0);
  const found = games.filter((game) =>
    (!state.origin || game.origin === state.origin)
    && (!state.size || game.size === state.size)
    && (state.outcome !== 'disputed' || game.disputed)
    && words.every((word) => game.text.includes(word))
    && isAsked(game));
  return found.sort((SORTS[state.sort] || SORTS.game)[1]);
}

/** Fills the choices of the filters. */
function fillSelects() {
  const fill = (id, any, options) => {
    if (any !== null) byId(id).append(new Option(any, ''));
    for (const [value, text] of options) byId(id).append(new Option(text, value));
  };
  const counts = (values, text = (value) => value) => {
    const found = new Map();
    for (const value of values) if (value !== null) found.set(value, (found.get(value) || 0) + 1);
    return [...found].sort((a, b) => b[1] - a[1]).map(([value, count]) => [value, `${text(value)} (${count})`]);
  };
  if (data.runs) {
    fill('strategy', 'any', counts(games.flatMap((game) => game.changes.map(({ strategy }) => strategy))));
    fill('outcome', 'any', Object.entries(CHANGES));
  } else {
    fill('strategy', 'any', data.strategies.map((name) => [name, name]));
    fill('outcome', 'any', Object.entries(OUTCOMES).map(([value, [text]]) => [value, text]).concat([['disputed', 'disputed: fills differ']]));
  }
  fill('category', 'any', counts(games.flatMap((game) => [...new Set(game.answers.map((answer) => answer.category))])));
  fill('origin', 'any', counts(games.map((game) => game.origin)));
  fill('size', 'any', counts(games.map((game) => game.size), sizeText));
  fill('sort', null, Object.entries(SORTS).map(([value, [text]]) => [value, text]));
}

/** Returns a size of a board as text: `19×19`. */
const sizeText = (size) => sidesOf(size).join('×');

/** Returns the names of the players, or an empty text if neither is known. */
function playersText(game) {
  const [black, white] = game.players;
  return black || white ? `${black || '?'} – ${white || '?'}` : '';
}

/** Returns a number with its sign. */
const signed = (number) => (number > 0 ? '+' : number < 0 ? '−' : '') + Math.abs(number);

/** Returns an error of a margin with its sign, or a dash if there is none. */
const deltaText = (delta) => (delta === null ? '–' : signed(delta));

/** Returns the text of a row on a page of two runs: the errors of the first strategy that changed. */
function changeWords(game, state) {
  const [first, ...others] = changesOf(game, state);
  const word = first.kind === 'other' ? '' : ` · ${first.kind}`;
  return `${first.strategy}: ${first.deltas.map(deltaText).join(' → ')}${word}${others.length ? ` · ${counted(others.length, 'more change')}` : ''}`;
}

/** Returns the text of a row: how many strategies miss the label, and the largest error of the answers that match the
 * filters. */
function rowWords(game, state) {
  const asked = wanted(game, state).filter((answer) => answer.category !== null);
  const answers = asked.length ? asked : game.answers.filter((answer) => answer.category !== null);
  if (!answers.length) return game.label ? 'no strategy misses the label, but they differ' : 'the strategies differ';
  const worst = answers.reduce((a, b) => (Math.abs(b.delta) > Math.abs(a.delta) ? b : a));
  const error = worst.delta === 0 ? `${counted(worst.diff, 'point')} of the map` : signed(worst.delta);
  return `${game.wrong} of ${data.strategies.length} strategies ${game.wrong === 1 ? 'misses' : 'miss'} the label, by up to ${error} (${worst.category})`;
}

/** Draws the visible rows of the list, and a few above and below them. */
function drawRows(view, state) {
  const list = byId('list');
  const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 4);
  const last = Math.min(view.length, Math.ceil((list.scrollTop + list.clientHeight) / ROW) + 4);
  const rows = byId('rows');
  rows.style.height = `${view.length * ROW}px`;
  const made = [];
  for (let index = first; index < last; index++) {
    const game = view[index];
    const row = document.createElement('div');
    row.className = 'row';
    row.id = `game-${game.number}`;
    row.style.top = `${index * ROW}px`;
    row.setAttribute('role', 'option');
    row.setAttribute('aria-setsize', view.length);
    row.setAttribute('aria-posinset', index + 1);
    row.setAttribute('aria-selected', game.name === state.game);
    row.dataset.index = index;
    const name = document.createElement('span');
    name.className = 'name';
    const cut = game.name.lastIndexOf('/') + 1;
    const folder = document.createElement('small');
    folder.textContent = cut ? ` in ${game.name.slice(0, cut - 1)}` : '';
    const who = document.createElement('small');
    who.textContent = playersText(game) && ` ${playersText(game)}`;
    name.append(game.name.slice(cut), who, folder);
    name.title = [game.name, playersText(game), game.date].filter(Boolean).join('\n');
    const words = document.createElement('span');
    words.className = 'words';
    words.textContent = `${game.label || 'no label'} · ${data.runs ? changeWords(game, state) : rowWords(game, state)}`;
    row.append(name, words);
    made.push(row);
  }
  rows.replaceChildren(...made);
  const chosen = view.find((game) => game.name === state.game);
  const shown = chosen && byId(`game-${chosen.number}`);
  if (shown) list.setAttribute('aria-activedescendant', shown.id);
  else list.removeAttribute('aria-activedescendant');
}

/** Scrolls the list so that the row with an index is visible. */
function scrollTo(index) {
  const list = byId('list');
  if (index * ROW < list.scrollTop) list.scrollTop = index * ROW;
  else if ((index + 1) * ROW > list.scrollTop + list.clientHeight) list.scrollTop = (index + 1) * ROW - list.clientHeight;
}
