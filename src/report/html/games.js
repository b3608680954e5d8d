// Unpacks the games of the page: see data.rs.

const data = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);

/** The control strategies of the run, as indices. */
const CONTROLS = new Set(data.controls);

/** The external scorers of the run, as indices. They say whose a point is, and not why. */
const EXTERNAL = new Set(data.external);

/** Returns whether a strategy that is no control strategy gave an answer. */
const isProper = (answer) => answer.strategies.some((number) => !CONTROLS.has(number));

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
  game.text = `${game.name} ${game.players.join(' ')} ${game.date} ${game.rules} ${game.flags}`.toLowerCase();
  game.differs = game.disputed || game.answers.some((answer) => answer.category !== null && isProper(answer));
  // the reasons that reasons.rs packs begin with what play comes to
  game.unsettled = game.reasons[0].some((reason) => /^r\d+=unsettled/.test(reason));
  return game;
}

/** The games of the page. */
const games = data.games.map((packed, number) => {
  const [name, black, white, date, size, rules, komi, handicap, moves, origin, label, check, blackPrisoners,
    whitePrisoners, disputed, flags, explain, position, regions, labelMap, answers, reasons, changes, method, rank, dame, finished] = packed;
  const word = (index) => (index === null ? null : data.words[index]);
  return derive({
    number, name, size, rules: word(rules), komi, handicap, moves, origin: word(origin), label, check: word(check),
    players: [black, white], date, year: yearOf(date), prisoners: [blackPrisoners, whitePrisoners], disputed: disputed === 1, flags,
    position, regions, labelMap, reasons, method: word(method), rank: word(rank), dame, finished: finished ? 'yes' : 'no',
    changes: changes.map(([strategy, kind, before, now]) =>
      ({ strategy: word(strategy), kind: word(kind), deltas: [before, now] })),
    explain: typeof explain === 'string' ? explain : explain.map(word).join(name),
    answers: answers.map(([strategies, margin, delta, outcome, diff, category, map, why]) =>
      ({ strategies, margin, delta, outcome: word(outcome), diff, category: word(category), map, why })),
  });
});
