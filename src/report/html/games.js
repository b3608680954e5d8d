// The run of the page and its games: see data.rs.

/** What the page says of its run beside the games: the names of its strategies, the best of them, its ranges of years … */
export let data;

/** The control strategies of the run, as indices. */
export let CONTROLS;

/** The external scorers of the run, as indices. They say whose a point is, and not why. */
export let EXTERNAL;

/** The games of the page. */
export let games;

/** Sets the run of the page and its games. */
export function setRun(run, all) {
  data = run;
  CONTROLS = new Set(run.controls);
  EXTERNAL = new Set(run.external);
  games = all.map(derive);
}

/** Sets the run of the page and its games, as data.rs packs them. */
export function unpackRun(packed) {
  setRun(packed, packed.games.map((game, number) => unpackGame(game, number, packed.words)));
}

/** Returns whether a strategy that is no control strategy gave an answer. */
export const isProper = (answer) => answer.strategies.some((number) => !CONTROLS.has(number));

/** Returns the group of figures that a game is in: one of those of `GROUPS`. */
function groupOf({ label, check, method }) {
  if (!label) return 'unlabelled';
  return check === 'inconsistent' ? check : method;
}

/** Returns the year of a date as records have it, as strata.rs finds it: the first number of four digits. */
const yearOf = (date) => +(date.split(/\D+/).find((digits) => digits.length === 4) ?? NaN);

/** Sets the properties of a game that the list filters and sorts by. */
function derive(game) {
  game.group = groupOf(game);
  game.year = yearOf(game.date);
  game.text = `${game.name} ${game.players.join(' ')} ${game.date} ${game.rules} ${game.flags}`.toLowerCase();
  game.differs = game.disputed || game.answers.some((answer) => answer.category !== null && isProper(answer));
  // the reasons that reasons.rs packs begin with what play comes to
  game.unsettled = game.reasons[0].some((reason) => /^r\d+=unsettled/.test(reason));
  return game;
}

/** Returns a game that data.rs packed; `words` are those that its indices stand for. */
function unpackGame(packed, number, words) {
  const [name, black, white, date, size, rules, komi, handicap, moves, origin, label, check, blackPrisoners,
    whitePrisoners, disputed, flags, explain, position, regions, labelMap, answers, reasons, changes, method, rank, dame, finished,
    safety] = packed;
  const word = (index) => (index === null ? null : words[index]);
  return {
    number, name, size, rules: word(rules), komi, handicap, moves, origin: word(origin), label, check: word(check),
    players: [black, white], date, prisoners: [blackPrisoners, whitePrisoners], disputed: disputed === 1, flags,
    position, regions, labelMap, reasons, method: word(method), rank: word(rank), dame, finished: finished ? 'yes' : 'no',
    safety: word(safety),
    changes: changes.map(([strategy, kind, before, now]) =>
      ({ strategy: word(strategy), kind: word(kind), deltas: [before, now] })),
    explain: typeof explain === 'string' ? explain : explain.map(word).join(name),
    answers: answers.map(([strategies, margin, delta, outcome, diff, category, map, why]) =>
      ({ strategies, margin, delta, outcome: word(outcome), diff, category: word(category), map, why })),
  };
}
