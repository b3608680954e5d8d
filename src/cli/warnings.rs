//! The warnings of a run. They are about scorers without an answer, skipped games, settings without
//! effect, labels of unknown games, and a cache that can't be written.

use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::exit::Failure;
use super::progress::Observer;
use crate::board::Size;
use crate::compare::Baseline;
use crate::dead::DeadFrom;
use crate::explain::impossible_text;
use crate::external::NoAnswer;
use crate::game::{Context, GameOutcome, Options, advice};
use crate::input::Walk;
use crate::rules::Method;
use crate::run::{Figures, GameRow};
use crate::sgf::KomiFrom;
use crate::skip::Reason;
use crate::text::{clean, count};

/// The remarks that a command prints after the last game, collected game by game.
#[derive(Default)]
pub(super) struct GameNotes<'a> {
    /// The names of all games, and the sizes of their boards, if they are needed for warnings about
    /// labels.
    games_seen: Option<Vec<(String, Option<Size>)>>,
    /// The number of files that were reached by several paths.
    repeated: usize,
    /// The number of evaluated games.
    games: u64,
    /// The number of games that get their komi from `--komi`.
    komi_given: u64,
    /// The number of games whose record names rules other than those given with `--rules`.
    rules_overridden: u64,
    /// The games whose board contradicts their line in a labels file, each with the points.
    impossible_labels: Vec<(String, String)>,
    /// For each folder, the number of area-scored games, and the number of counted games that name
    /// no rules.
    folders: BTreeMap<String, [u64; 2]>,
    /// The baseline that the run will be judged by, if there is one.
    pub(super) known: Option<&'a Baseline>,
    /// For each external scorer, method and mistake, the answers that the mistake explains. The
    /// entry with `None` instead of a mistake contains the numbers of wrong and of right answers.
    answers: BTreeMap<(usize, Method, Option<&'static str>), Explained>,
    /// For each external scorer, the numbers of games with an answer and of games without one. Each
    /// number is split into boards up to 19 × 19 and larger boards.
    sizes: BTreeMap<usize, [[u64; 2]; 2]>,
    /// The reason for each external scorer's first missing answer, with lines from its standard
    /// error.
    failed: BTreeMap<usize, String>,
    /// The number of games that the program itself failed on.
    pub(super) faults: u64,
}

/// The answers that a common mistake of a scorer explains.
#[derive(Default)]
struct Explained {
    /// The number of answers that the mistake explains, and the number of answers that it would
    /// change but does not explain.
    counts: [u64; 2],
    /// The rules of the games whose answers the mistake explains; for the entry `None`, of all
    /// games.
    rules: BTreeSet<String>,
}

impl GameNotes<'_> {
    pub(super) fn new(walk: &Walk, context: &Context) -> Self {
        Self {
            games_seen: (!context.labels.is_empty()).then(Vec::new),
            repeated: walk.repeated,
            ..Self::default()
        }
    }

    /// Adds a game. Reports each scorer's first game without an answer; later reasons are usually
    /// the same, and the report counts them. `rows` are the game's rows, which are used only if
    /// there is a baseline to compare them with.
    pub(super) fn add(
        &mut self,
        outcome: &GameOutcome,
        rows: &[GameRow],
        options: &Options,
        observer: &mut dyn Observer,
    ) {
        if let Some(games) = &mut self.games_seen {
            games.push((outcome.name.clone(), outcome.facts.size));
        }
        let facts = &outcome.facts;
        let is_area = facts
            .rules()
            .is_some_and(|rules| rules.method() == Method::Area);
        if is_area || facts.has_default_rules() {
            let (folder, _) = outcome.name.rsplit_once('/').unwrap_or_default();
            let counts = self.folders.entry(folder.to_owned()).or_default();
            counts[usize::from(!is_area)] += 1;
        }
        let skipped = outcome.result.as_ref().err().map(|skip| skip.reason);
        self.faults += u64::from(skipped == Some(Reason::Internal));
        if let (None | Some(Reason::Remembered), Some(headers)) = (skipped, &facts.headers) {
            self.games += 1;
            self.komi_given += u64::from(headers.komi_from == KomiFrom::Given);
            self.rules_overridden += u64::from(headers.rules_overridden.is_some());
        }
        let Ok(game) = &outcome.result else {
            return;
        };
        if let Some(points) = impossible_text(game) {
            self.impossible_labels.push((outcome.name.clone(), points));
        }
        let rules = game.labelled.count.rules;
        // the figures leave out labels that contradict themselves
        let is_counted = !game.labelled.label.check.is_contradiction();
        for (scorer, answer) in game.external.iter().enumerate() {
            // a scorer may decline large boards
            let is_asked = !matches!(answer, Err(NoAnswer::Unsupported(_) | NoAnswer::GivenUp));
            if is_counted && is_asked {
                let is_large = game.labelled.size.width().max(game.labelled.size.height()) > 19;
                let sizes = self.sizes.entry(scorer).or_default();
                sizes[usize::from(answer.is_err())][usize::from(is_large)] += 1;
            }
            let is_wrong = match answer {
                Ok(answer) => answer.category.is_some(),
                Err(why) => {
                    if let Entry::Vacant(first) = self.failed.entry(scorer) {
                        first.insert(why.to_string());
                        observer.note(&format!(
                            "{} has no answer for {}: {why}",
                            options.scorers[scorer].name,
                            clean(&outcome.name)
                        ));
                    }
                    continue;
                }
            };
            let row = rows
                .iter()
                .find(|row| row.strategy == options.scorers[scorer].name);
            let is_known = self
                .known
                .zip(row)
                .is_some_and(|(baseline, row)| baseline.has(row));
            // answers that the baseline already has explain nothing new
            if !is_counted || is_known {
                continue;
            }
            let mistakes = game.mistakes[scorer].iter();
            let mistakes = mistakes.map(|&(mistake, fits)| (Some(mistake), fits));
            for (mistake, fits) in mistakes.chain([(None, is_wrong)]) {
                let key = (scorer, rules.method(), mistake);
                let answers = self.answers.entry(key).or_default();
                answers.counts[usize::from(!fits)] += 1;
                if fits || mistake.is_none() {
                    answers.rules.insert(rules.name().into_owned());
                }
            }
        }
    }

    /// Completes the reason for each scorer's first missing answer with the lines that the scorer
    /// wrote to standard error. Rows leave these lines out, because they may depend on `--jobs`.
    pub(super) fn complete(&self, figures: &mut Figures, options: &Options) {
        for (&scorer, why) in &self.failed {
            let name = &options.scorers[scorer].name;
            if let Some(first) = figures.first_no_answers.get_mut(name) {
                first.why.clone_from(why);
            }
        }
    }

    /// Warns of labels that match no game or contradict its board, of settings with an unexpected
    /// effect, of common mistakes of scorers, and of folders whose games may have different rules.
    pub(super) fn warn(&self, context: &Context, observer: &mut dyn Observer) {
        self.warn_of_labels(context, observer);
        if self.repeated > 0 {
            let files = count(self.repeated as u64, "path");
            observer.warn(&format!(
                "left out {files} to files that are also included under another path"
            ));
        }
        for warning in self.warnings(&context.options) {
            observer.warn(&warning);
        }
        if context.options.needs_label {
            self.warn_of_mixed_folders(observer);
        }
    }

    /// Warns of folders that have both area games and games without rules.
    fn warn_of_mixed_folders(&self, observer: &mut dyn Observer) {
        let mut mixed = self.folders.iter().collect::<Vec<_>>();
        // if there are only a few area games, the many games without rules are not in doubt
        mixed.retain(|&(_, &[area, unnamed])| unnamed > 0 && unnamed <= 10 * area);
        for &(folder, &[area, unnamed]) in mixed.iter().take(LINES) {
            let folder = if folder.is_empty() {
                "the games"
            } else {
                &*clean(folder)
            };
            observer.warn(&format!(
                "{folder}: {} without named rules {} counted by territory, alongside {}; \
                 to count all games by area, add --rules auto,NAME",
                count(unnamed, "game"),
                if unnamed == 1 { "is" } else { "are" },
                count(area, "area game"),
            ));
        }
        if mixed.len() > LINES {
            let more = count((mixed.len() - LINES) as u64, "more folder");
            observer.warn(&format!("{more} with area games and games without rules"));
        }
    }

    /// Returns warnings about flags without an effect, `--rules` that contradicts records, and
    /// common mistakes of scorers.
    pub(super) fn warnings(&self, options: &Options) -> Vec<String> {
        let mut warnings = Vec::new();
        if let Some(komi) = options.missing_komi
            && self.games > 0
            && self.komi_given == 0
        {
            warnings.push(format!(
                "--komi {komi} was not used: it does not replace the komi (KM) in the records"
            ));
        }
        let uses_playouts = options.safety || options.dead.contains(&DeadFrom::Estimate);
        let asks_programs = options.engine.is_some() || !options.scorers.is_empty();
        let defaults = Options::default();
        if !uses_playouts && options.playouts.seed != defaults.playouts.seed {
            warnings.push("--seed was not used: nothing needs playouts".to_owned());
        }
        if !asks_programs && options.scorer_timeout != defaults.scorer_timeout {
            warnings.push("--scorer-timeout was not used: there is no scorer or engine".to_owned());
        }
        if self.rules_overridden > 0 {
            warnings.push(format!(
                "--rules overrides the rules named by {}; to give rules only to records that name \
                 none, use --rules auto,NAME",
                count(self.rules_overridden, "record")
            ));
        }
        warnings.extend(self.mistakes(options));
        warnings
    }

    /// Returns the scorers' common mistakes. Those that explain more answers come first.
    pub(super) fn mistakes(&self, options: &Options) -> Vec<String> {
        let mut likely = Vec::new();
        for (&(scorer, method, mistake), answers) in &self.answers {
            let [explained, refuting] = answers.counts;
            let all = &self.answers[&(scorer, method, None)];
            let [wrong, _] = all.counts;
            let mut others = self.answers.iter().filter(|(key, _)| key.2.is_some());
            let is_surpassed = others.any(|(&(other, its, _), other_answers)| {
                let [more, fewer] = other_answers.counts;
                let is_better = more == wrong || fewer < refuting;
                (other, its) == (scorer, method) && more > explained && is_better
            });
            if let Some(mistake) = mistake.filter(|_| !is_surpassed)
                && explained >= MIN_EXPLAINED.max(wrong.div_ceil(4))
                && explained > refuting
            {
                let name = &options.scorers[scorer].name;
                let of_baseline = match self.known {
                    Some(_) => "new or worse",
                    None => "wrong",
                };
                // some mistakes depend on the rules, such as those about a handicap
                let mut games = format!("{} games", method.name());
                if answers.rules.len() < all.rules.len().min(MANY_RULES) {
                    let rules: Vec<&str> = answers.rules.iter().map(|rules| &**rules).collect();
                    games = format!("{games} (rules: {})", rules.join(", "));
                }
                let mut words = format!(
                    "{explained} of {wrong} {of_baseline} answers from {name} in {games} {mistake}"
                );
                if let Some(advice) = advice(mistake) {
                    words = format!("{words}: {advice}");
                }
                // the more specific mistakes come first, that is, those that fewer answers refute
                // or that have shorter names (false eyes, for example, are also surrounded points)
                likely.push(((Reverse(explained), refuting, mistake.len()), words));
            }
        }
        for (&scorer, &[[small, _], [small_missing, missing]]) in &self.sizes {
            if small > 0 && small_missing == 0 && missing > 1 {
                let name = &options.scorers[scorer].name;
                let words = format!(
                    "all {missing} boards without an answer from {name} are larger than 19 × 19"
                );
                likely.push(((Reverse(missing), 0, 0), words));
            }
        }
        likely.sort_by_key(|&(order, _)| order);
        likely.into_iter().map(|(_, words)| words).collect()
    }

    /// Warns of labels that match no game or contradict its board, of unknown keys, and of
    /// ownership for a different board size. All of these are usually typing mistakes.
    fn warn_of_labels(&self, context: &Context, observer: &mut dyn Observer) {
        let labels = &context.labels;
        for warning in &labels.ignored {
            observer.warn(&clean(warning));
        }
        let Some(games) = &self.games_seen else {
            return;
        };
        let unfit = labels.unfit_owners(games);
        let mut impossible = Vec::new();
        for (game, points) in &self.impossible_labels {
            if let Some(line) = labels.location(game) {
                impossible.push(format!("{line}: {points}"));
            }
        }
        let mut warnings = vec![
            (unfit, "a line of the --owners file does not fit the board"),
            (
                impossible,
                "a label has impossible points, so its game is left out of all figures",
            ),
        ];
        // a run with --limit or --part leaves games out, and their labels would look unused
        if context.options.limit.is_none() && context.options.part.is_none() {
            warnings.extend(
                labels
                    .unused(games.iter().map(|(name, _)| &**name))
                    .into_iter()
                    .zip([
                        "a label matches no game here",
                        "an ownership line matches no game here",
                        "a line of the --owners file matches no game here",
                    ]),
            );
        }
        for (lines, what) in warnings {
            for line in lines.iter().take(LINES) {
                observer.warn(&format!("{what}: {}", clean(line)));
            }
            if lines.len() > LINES {
                let more = lines.len() - LINES;
                observer.warn(&format!("{what}: {more} more like these"));
            }
        }
    }
}

/// The maximum number of unused labels, or of folders with mixed rules, that the warnings name.
const LINES: usize = 5;

/// Returns an error if the program itself failed on any games, even if all others succeeded.
/// `games` is the number of games on which it failed.
pub(super) fn no_faults(games: u64) -> Result<(), Failure> {
    if games == 0 {
        return Ok(());
    }
    Err(Failure::Error(anyhow::anyhow!(
        "the program failed on {} because of a bug in seichi (reason for skipping: {})\n\
         please open an issue with one of these files and this command",
        count(games, "game"),
        Reason::Internal.name(),
    )))
}

/// Returns advice for each skip reason that a flag may remedy. The reason must apply to at least a
/// quarter of `all` games, or to more games than were evaluated. `skipped` contains the number of
/// skipped games for each reason.
pub(super) fn skip_advice(all: u64, skipped: &BTreeMap<String, u64>) -> Vec<String> {
    let evaluated = all - skipped.values().sum::<u64>();
    let many = all.div_ceil(4).min(evaluated + 1).max(1);
    let mut advice = Vec::new();
    for (reason, remedy) in REMEDIES {
        let name = reason.name();
        if let Some(&games) = skipped.get(name)
            && games >= many
        {
            advice.push(format!("skipped {games} of {all} games ({name}): {remedy}"));
        }
    }
    advice
}

/// The minimum number of wrong answers that a mistake must explain. A mistake might explain fewer
/// answers by chance.
const MIN_EXPLAINED: u64 = 3;

/// The smallest number of rule sets that are too many to name.
const MANY_RULES: usize = 4;

/// Reasons for skipping, each with its cause and the flag that may help.
const REMEDIES: [(Reason, &str); 3] = [
    (
        Reason::UnknownRules,
        "the records do not name the rules; if you know them, add --rules auto,NAME",
    ),
    (
        Reason::NoKomi,
        "the records do not state the komi; if you know it, add --komi POINTS",
    ),
    (
        Reason::NoDeadInfo,
        "the records do not mark dead stones; to find them by playouts, add --dead auto,estimate",
    ),
];

/// Returns a warning if the engine's answers could not be cached, because the next run then has to
/// ask for them again.
pub(super) fn cache_warning(options: &Options) -> Option<String> {
    options
        .engine
        .as_ref()?
        .cache_error()
        .map(|error| format!("warning: {error}"))
}
