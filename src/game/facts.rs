//! Reads the headers of a game (rules, komi, handicap and result), which decide whether the game is
//! left out, and finds the first impossible move.

use std::sync::Arc;

use super::identity::{content_hash, short_digest};
use super::ranks::rank_range;
use super::remarks::repeated_headers;
use super::{Context, Identity, Moves};
use crate::board::{Action, Color, MoveFault, Size, check_points, replay};
use crate::labels::LabelLine;
use crate::rules::{Method, Points, Rules};
use crate::sgf::{
    self, Defect, HeaderOverrides, Headers, Info, KomiFrom, Origin, Record, Recorded, RulesGuess,
};
use crate::skip::{Reason, Skip};

/// A record, with data about the game from other files.
pub(super) struct GameInput<'a> {
    /// The name of the game, `PATH#N`.
    pub(crate) name: &'a str,
    /// The record.
    pub(crate) record: Record,
    /// The line in a labels file that names the game.
    pub(crate) line: Option<LabelLine>,
    /// The data that the games in the run share.
    pub(crate) context: &'a Context,
}

impl GameInput<'_> {
    /// Returns the headers. A command-line flag overrides a labels file.
    ///
    /// # Errors
    /// The reason why the headers can't be used, or [`Reason::OtherSize`].
    pub(crate) fn headers(&self) -> Result<Headers, Skip> {
        let (record, options) = (&self.record, &self.context.options);
        if !options.sizes.is_empty() && !options.sizes.contains(&record.size) {
            let sizes = options
                .sizes
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" or ");
            return Err(Skip::at(
                Reason::OtherSize,
                record.byte,
                format!("the board is {}, not {sizes}", record.size),
            ));
        }
        let overrides = HeaderOverrides {
            rules: options.rules,
            result: self.line.as_ref().and_then(LabelLine::recorded),
            missing_rules: options.missing_rules,
            missing_komi: options.missing_komi,
        };
        sgf::interpret(record, &overrides)
    }

    /// Checks that the game has a counted result if it needs one, and that no other record in the
    /// run excludes it.
    ///
    /// # Errors
    /// The reason why the game is left out.
    pub(super) fn check(&self, headers: &Headers) -> Result<(), Skip> {
        if let Err((reason, detail)) = headers.margin() {
            let from_file = self.line.as_ref().and_then(|line| line.result.as_deref());
            let text = from_file.or(self.record.info.result.as_deref());
            let detail = match text {
                Some(text) if detail.is_empty() => format!("RE[{text}]"),
                _ => detail,
            };
            return Err(Skip::at(reason, self.record.byte, detail));
        }
        match self.context.left_out.get(self.name) {
            Some(skip) => Err(Skip {
                byte: Some(self.record.byte),
                ..skip.clone()
            }),
            None => Ok(()),
        }
    }

    /// Returns [`GameFacts::audit_key`] for this version of the program.
    pub(super) fn audit_key(&self, headers: &Headers, version: &str) -> Option<u128> {
        let options = &self.context.options;
        if self.context.remembered.is_none() || headers.margin().is_err() {
            return None;
        }
        // the place in the file has no effect, and the headers already reflect the other options
        let mut record = self.record.clone();
        record.byte = 0;
        let (dead, playouts, line) = (&options.dead, options.playouts, &self.line);
        let inputs = (version, dead, playouts, headers, line, record);
        Some(short_digest(&format!("{inputs:?}")))
    }

    /// Returns the origin of the label. A labels file overrides the record.
    pub(super) fn origin(&self, headers: &Headers) -> String {
        let of_line = self.line.as_ref().and_then(|line| line.origin.clone());
        of_line.unwrap_or_else(|| headers.origin.name().to_owned())
    }
}

/// The facts about an evaluated or a skipped game, from its file, headers and labels.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct GameFacts {
    /// The encoding of the file; empty if the file could not be read.
    pub encoding: &'static str,
    /// The offset of the record in the file.
    pub(crate) byte: usize,
    /// The size of the board.
    pub(crate) size: Option<Size>,
    /// The headers; `None` if they could not be read.
    pub(crate) headers: Option<Arc<Headers>>,
    /// The headers as text.
    pub(crate) info: Info,
    /// The origin of the label; empty if the headers could not be read.
    pub origin: String,
    /// The weaker player's rank range; `unknown` if the record does not give both ranks.
    pub(crate) rank: &'static str,
    /// The properties that copies of the game share: see [`super::Options::identify`].
    pub(crate) identity: Option<Identity>,
    /// A digest of all data that affects the evaluation in an audit; `None` if no earlier audit can
    /// be remembered, or the game has no counted result.
    pub(crate) audit_key: Option<u128>,
    /// The fault in the moves, if games are identified.
    pub(crate) broken: Option<String>,
    /// Whether the file ends before the record does.
    pub(crate) is_unclosed: bool,
    /// Whether the game ended with two passes, or has marks.
    pub(crate) has_ended: bool,
}

impl GameFacts {
    /// Returns the facts about a game. `headers` is `None` if they could not be read.
    pub(super) fn new(
        encoding: &'static str,
        game: GameInput<'_>,
        headers: Option<Arc<Headers>>,
        audit_key: Option<u128>,
    ) -> Self {
        let known = headers.as_deref();
        let origin = known.map(|headers| game.origin(headers));
        let record = game.record;
        let (mut identity, mut broken) = (None, None);
        if game.context.options.identify {
            let is_long = record.actions.len() > Identity::FEW_ACTIONS;
            identity = Some(Identity {
                hash: is_long.then(|| content_hash(&record)),
                moves: Moves::of(&record),
            });
            broken = broken_moves(&record, known);
        }
        Self {
            encoding,
            byte: record.byte,
            size: Some(record.size),
            origin: origin.unwrap_or_default(),
            rank: rank_range(&record.info.ranks),
            identity,
            audit_key,
            broken,
            is_unclosed: record.has(Defect::Unclosed),
            has_ended: record.marks.is_some() || record.ends_in_passes(),
            info: record.info,
            headers,
        }
    }

    /// Returns the names of Black and White; a name is empty if the record does not give it.
    pub fn players(&self) -> [&str; 2] {
        let players = self.info.players.each_ref();
        players.map(|name| name.as_deref().unwrap_or_default())
    }

    /// Returns the recorded date; empty if there is none.
    pub fn date(&self) -> &str {
        self.info.date.as_deref().unwrap_or_default()
    }

    /// Returns the text of the recorded result; empty if there is none.
    pub(crate) fn recorded(&self) -> &str {
        self.info.result.as_deref().unwrap_or_default()
    }

    /// Returns the record's own result, even if a labels file gives a different one.
    pub fn recorded_result(&self) -> Recorded {
        sgf::parse_result(self.recorded())
    }

    /// Returns the rules.
    pub(crate) fn rules(&self) -> Option<Rules> {
        Some(self.headers.as_ref()?.rules)
    }

    /// Returns how the rules were guessed, if they were.
    pub fn rules_guessed(&self) -> Option<RulesGuess> {
        self.headers.as_ref()?.rules_guessed
    }

    /// Returns the result from a labels file, or else the recorded result.
    pub(crate) fn result(&self) -> Option<Recorded> {
        Some(self.headers.as_ref()?.result)
    }

    /// Returns the komi; `None` if neither the record nor a setting gives it.
    pub fn komi(&self) -> Option<Points> {
        let headers = self.headers.as_ref()?;
        (headers.komi_from != KomiFrom::Nowhere).then_some(headers.komi)
    }

    /// If the record gives two results or two komi, returns all headers that it gives twice, such
    /// as `KM[0.5][6.5]`.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let is_contradictory = self.headers.as_ref()?.contradictory;
        is_contradictory.then(|| repeated_headers(&self.info).join(", "))
    }

    /// Returns whether a different handicap would make an area count agree with the record. The
    /// count's margin exceeds the recorded margin by `delta`. The handicap is either counted as
    /// under different rules, or equals the number of black stones before White's first move.
    pub(crate) fn fits_other_handicap(&self, delta: Points) -> bool {
        let Some(headers) = self.headers.as_ref() else {
            return false;
        };
        if headers.rules.method() != Method::Area || delta == Points::ZERO {
            return false;
        }
        let given = headers.rules.handicap_compensation(headers.handicap);
        [headers.handicap, headers.black_first]
            .iter()
            .any(|&stones| is_handicap_difference(given, stones, delta))
    }

    /// Returns whether the recorded margin is impossible with the recorded komi.
    pub(crate) fn has_impossible_komi(&self) -> bool {
        match (self.rules(), self.result(), self.komi()) {
            (Some(rules), Some(Recorded::Margin(margin)), Some(komi)) => {
                !rules.can_give(margin, komi)
            }
            _ => false,
        }
    }

    /// Returns whether the game has a counted result, but its rules are only the default rules.
    pub(crate) fn has_default_rules(&self) -> bool {
        self.rules_guessed() == Some(RulesGuess::Default)
            && matches!(self.result(), Some(Recorded::Margin(_)))
    }
}

/// Returns whether an area margin falls by `delta` if White receives the points that some area
/// rules give for a handicap of `stones`, instead of `given` points.
pub(super) fn is_handicap_difference(given: u32, stones: u32, delta: Points) -> bool {
    [Rules::TROMP_TAYLOR, Rules::CHINESE, Rules::AGA]
        .iter()
        .any(|rules| {
            let other = rules.handicap_compensation(stones);
            Points::whole(i64::from(other) - i64::from(given)) == delta
        })
}

/// Returns the number of black stones that are set up before the first move, or `None` if other
/// points are set up as well, as in a problem.
fn black_set_up(actions: &[Action]) -> Option<u32> {
    let set_up = actions.iter().take_while(|action| !action.is_move());
    let mut stones = 0;
    for action in set_up {
        match action {
            Action::Setup(_, Some(Color::Black)) => stones += 1,
            _ => return None,
        }
    }
    Some(stones)
}

/// Returns the reason why the moves of a record cannot have been played, with the number of the
/// first impossible move; `None` if all of them could have been played. `headers` is `None` if the
/// headers could not be read.
pub(super) fn broken_moves(record: &Record, headers: Option<&Headers>) -> Option<String> {
    if let Some(headers) = headers.filter(|headers| headers.handicap_missing) {
        let stones = headers.handicap;
        return Some(format!(
            "handicap of {stones}, but fewer black stones are on the board when White first plays"
        ));
    }
    // of 14,855 records with a handicap, none sets up more stones than `HA` says, but Fox writes
    // `HA[0]` for any handicap
    if let Some(headers) = headers.filter(|headers| !headers.handicap_counted)
        && let Some(stones) = black_set_up(&record.actions)
        && (headers.handicap > 0 || headers.origin != Origin::Fox && stones >= 2)
        && stones > headers.handicap
    {
        return Some(format!(
            "handicap of {}, but {stones} black stones are set up",
            headers.handicap
        ));
    }
    if let Some(headers) = headers
        && headers.handicap < 2
        && let [Action::Move(Color::White, _), ..] = *record.actions
    {
        return Some("White begins, but there is no handicap".to_owned());
    }
    let (number, what) = match check_points(record.size, &record.actions) {
        Err((index, _)) => {
            let before = record.actions[..index]
                .iter()
                .filter(|action| action.is_move());
            (before.count() + 1, "is outside the board")
        }
        Ok(()) => first_fault(record, headers.map(|headers| headers.rules))?,
    };
    let mut moves = record.actions.iter().filter(|action| action.is_move());
    let &Action::Move(color, point) = moves.nth(number - 1)? else {
        return None;
    };
    let point = point.filter(|&point| record.size.contains(point));
    let point = point.map_or(String::new(), |point| {
        format!(" {}", point.name(record.size))
    });
    Some(format!("move {number} ({color}{point}) {what}"))
}

/// Returns the number of the first move with a fault, and the fault in words.
fn first_fault(record: &Record, rules: Option<Rules>) -> Option<(usize, &'static str)> {
    let end = replay(record.size, &record.actions).ok()?;
    let may_suicide = rules.is_some_and(Rules::allows_suicide);
    let faults = end.faults.into_iter();
    let (number, fault) = faults
        .filter(|&(_, fault)| fault != MoveFault::Suicide || !may_suicide)
        .min()?;
    let words = match fault {
        MoveFault::OnStone => "is on a stone",
        MoveFault::KoRetaken => "retakes a ko at once",
        MoveFault::Suicide => "captures its own stones",
        MoveFault::SameColorTwice => "is out of turn",
    };
    Some((number.try_into().ok()?, words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stop;
    use crate::dead::DeadFrom;
    use crate::game::Options;
    use crate::input::Labels;
    use crate::sgf::Encoding;

    #[test]
    fn audit_key_depends_on_the_version_and_the_options_but_not_on_the_place() {
        let text = b"(;SZ[5]KM[0.5]RE[B+1.5])(;SZ[5]KM[0.5]RE[B+1.5])(;SZ[5]KM[0.5]RE[B+2.5])";
        let (_, games) = sgf::read(text, Encoding::default()).expect("games");
        let key = |name, number: usize, version, dead| {
            let options = Options {
                dead: vec![dead],
                ..Options::default()
            };
            let mut context = Context::new(options, Labels::default(), &Stop::default());
            context.remembered = Some(Arc::default());
            let game = GameInput {
                name,
                record: games[number].record.clone().expect("a record"),
                line: None,
                context: &context,
            };
            let headers = game.headers().expect("headers");
            game.audit_key(&headers, version).expect("a key")
        };
        let first = key("a", 0, "1", DeadFrom::Auto);
        assert_eq!(first, key("b", 1, "1", DeadFrom::Auto));
        for other in [
            key("a", 0, "2", DeadFrom::Auto),
            key("a", 0, "1", DeadFrom::Marks),
            key("a", 2, "1", DeadFrom::Auto),
        ] {
            assert_ne!(first, other);
        }
    }
}
