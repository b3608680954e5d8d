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
  setRun(packed, packed.games.map((values, number) => unpackGame(values, number, packed)));
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

/** The fields of a game and of an answer that are indices into the words of the run. */
const WORD_FIELDS = ['rules', 'method', 'origin', 'rank', 'check', 'finished', 'safety', 'outcome', 'category'];

/** Returns the object with these values, which data.rs packed. */
function unpackFields(fields, values, words) {
  const object = Object.fromEntries(fields.map((field, at) => [field, values[at]]));
  for (const field of WORD_FIELDS) if (field in object) object[field] = object[field] === null ? null : words[object[field]];
  return object;
}

/** Returns a game that data.rs packed. */
function unpackGame(values, number, { words, game_fields: fields, answer_fields: answerFields }) {
  const game = unpackFields(fields, values, words);
  return {
    ...game, number, answers: game.answers.map((answer) => unpackFields(answerFields, answer, words)),
    explain: typeof game.explain === 'string' ? game.explain : game.explain.map((word) => words[word]).join(game.name),
  };
}
