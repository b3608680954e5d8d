//! The headers of a game: rules, komi, handicap and result. The headers decide whether the game is
//! left out.

use super::broken::broken_moves;
use super::ranks::{UNKNOWN, rank_range};
use super::remarks::repeated_headers;
use super::{Context, Identity};
use crate::board::Size;
use crate::labels::LabelLine;
use crate::rules::{Points, Rules};
use crate::sgf::{self, Defect, HeaderOverrides, Headers, KomiFrom, Record, Recorded, RulesGuess};
use crate::skip::{Reason, Skip};

/// A record, with the data about the game from other files.
pub(crate) struct GameInput<'a> {
    /// The name of the game, `PATH#N`.
    pub(crate) name: &'a str,
    /// The record.
    pub(crate) record: &'a Record,
    /// The line of a labels file that names the game.
    pub(crate) line: Option<LabelLine>,
    /// The data that the games of the run share.
    pub(crate) context: &'a Context,
}

impl GameInput<'_> {
    /// Returns the headers. A command-line flag overrides a labels file.
    ///
    /// # Errors
    /// The reason why the headers can't be used, or [`Reason::OtherSize`].
    pub(crate) fn headers(&self) -> Result<Headers, Skip> {
        let (record, options) = (self.record, &self.context.options);
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

    /// Checks that the game has a counted result if it needs one, and that no other record of the
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

    /// Returns the origin of the label. A labels file overrides the record.
    pub(super) fn origin(&self, headers: &Headers) -> String {
        let of_line = self.line.as_ref().and_then(|line| line.origin.clone());
        of_line.unwrap_or_else(|| headers.origin.name().to_owned())
    }

    /// Returns whether a labels file gives the result of the game.
    pub(super) fn has_result_from_file(&self) -> bool {
        self.line.as_ref().is_some_and(|line| line.result.is_some())
    }
}

/// The facts about a game from its file, its headers and its labels, for evaluated and for skipped
/// games. Rules, origin, result and komi are unknown if the headers could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameFacts {
    /// The encoding of the file; empty if the file could not be read.
    pub encoding: &'static str,
    /// The offset of the record in the file.
    pub(crate) byte: usize,
    /// The size of the board.
    pub(crate) size: Option<Size>,
    /// The rules.
    pub(crate) rules: Option<Rules>,
    /// How the rules were guessed.
    pub rules_guessed: Option<RulesGuess>,
    /// The origin of the label.
    pub origin: String,
    /// The result from a labels file, or else the recorded result.
    pub(crate) result: Option<Recorded>,
    /// The komi; `None` if neither the record nor a setting gives it.
    pub komi: Option<Points>,
    /// Black's name and White's; empty where the record has no name.
    pub players: [String; 2],
    /// The weaker player's rank range; `unknown` if the record does not give both ranks.
    pub(crate) rank: &'static str,
    /// The recorded date; empty if there is none.
    pub date: String,
    /// The recorded event; empty if there is none.
    pub(crate) event: String,
    /// The recorded result as text; empty if there is none.
    pub(crate) recorded: String,
    /// The properties that copies of the game share: see [`super::Options::identify`].
    pub(crate) identity: Option<Identity>,
    /// The fault of the moves, if games are identified.
    pub(crate) broken: Option<String>,
    /// Whether the file ends before the record does.
    pub(crate) is_unclosed: bool,
    /// Whether the game ended with two passes, or has marks.
    pub(crate) has_ended: bool,
    /// The headers that the record gives twice, such as `KM[0.5][6.5]`, if two results or two komi
    /// are among them.
    pub(crate) contradiction: Option<String>,
}

impl GameFacts {
    /// Returns the facts about a file in this encoding without a game.
    pub(crate) fn without_game(encoding: &'static str) -> Self {
        Self {
            encoding,
            rank: UNKNOWN,
            ..Self::default()
        }
    }

    /// Returns the facts about a game. `headers` is `None` if they could not be read.
    pub(super) fn new(
        encoding: &'static str,
        game: &GameInput<'_>,
        headers: Option<&Headers>,
    ) -> Self {
        let info = &game.record.info;
        let identify = game.context.options.identify;
        let without = Self {
            byte: game.record.byte,
            size: Some(game.record.size),
            players: info.players.clone().map(Option::unwrap_or_default),
            date: info.date.clone().unwrap_or_default(),
            event: info.event.clone().unwrap_or_default(),
            recorded: info.result.clone().unwrap_or_default(),
            identity: identify.then(|| Identity::of(game.record)),
            broken: identify
                .then(|| broken_moves(game.record, headers))
                .flatten(),
            is_unclosed: game.record.has(Defect::Unclosed),
            has_ended: game.record.marks.is_some() || game.record.ends_in_passes(),
            ..Self::without_game(encoding)
        };
        let Some(headers) = headers else {
            return without;
        };
        Self {
            rules: Some(headers.rules),
            rules_guessed: headers.rules_guessed,
            origin: game.origin(headers),
            result: Some(headers.result),
            komi: (headers.komi_from != KomiFrom::Nowhere).then_some(headers.komi),
            rank: rank_range(&info.ranks),
            contradiction: headers
                .contradictory
                .then(|| repeated_headers(info).join(", ")),
            ..without
        }
    }

    /// Returns the record's own result, even if a labels file gives another one.
    pub fn recorded_result(&self) -> Recorded {
        sgf::parse_result(&self.recorded)
    }

    /// Returns whether the recorded margin is impossible with the recorded komi.
    pub(crate) fn has_impossible_komi(&self) -> bool {
        match (self.rules, self.result, self.komi) {
            (Some(rules), Some(Recorded::Margin(margin)), Some(komi)) => {
                !rules.can_give(margin, komi)
            }
            _ => false,
        }
    }

    /// Returns whether the result is counted and nothing but the default gives the rules.
    pub(crate) fn has_default_rules(&self) -> bool {
        self.rules_guessed == Some(RulesGuess::Default)
            && matches!(self.result, Some(Recorded::Margin(_)))
    }
}
