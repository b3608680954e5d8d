//! The text format of a baseline. The file belongs in a repository, where reviewers read its diff,
//! so it is sorted and has one line per mismatch. Each line is a CSV record, and its first field is
//! the type of the line. Lines that begin with `#` are comments.

use std::collections::BTreeSet;

use csv::{ErrorKind, ReaderBuilder, StringRecord, Writer, WriterBuilder};
use serde::de::DeserializeOwned;

use super::{Baseline, Damage, Mismatch};
use crate::outcome::Outcome;
use crate::rules::Points;

/// The name and version of the format, which form the first line that is not a comment.
const FORMAT: [&str; 2] = ["seichi-baseline", "1"];

/// The start of a baseline. It shows that seichi wrote the file.
pub(crate) const MARK: &str = "# The accepted run that `seichi gate` compares";

/// The rest of the comment at the top of the file.
const COMMENT: &str = " \
runs with. `seichi baseline accept` writes it; review its diff.
# strategy,NAME,games,exact,winner,maps,maps_exact[,right_winners]
# without_map,NAME,digest of the games where only the label has a map
# not_whole,NAME,number of the scorer's answers that lack the whole result (margin)
# mismatch,GAME,STRATEGY,outcome,delta,map_diff
";

/// The types of lines that occur exactly once.
const SINGLE: [&str; 5] = ["version", "signature", "corpus", "games", "lines"];

/// The outcome that stands for a missing answer.
const NO_ANSWER: &str = "none";

impl Baseline {
    /// Writes the baseline as text.
    pub(crate) fn to_text(&self) -> String {
        let comment = [MARK, COMMENT].concat().into_bytes();
        let mut writer = WriterBuilder::new()
            .flexible(true)
            .has_headers(false)
            .from_writer(comment);
        self.write(&mut writer).expect("memory takes every byte");
        String::from_utf8(writer.into_inner().expect("memory takes every byte"))
            .expect("all of it was text")
    }

    fn write(&self, writer: &mut Writer<Vec<u8>>) -> csv::Result<()> {
        writer.serialize(FORMAT)?;
        writer.serialize(("version", &self.version))?;
        writer.serialize(("signature", &self.signature))?;
        writer.serialize(("corpus", &self.corpus))?;
        writer.serialize(("games", self.games, self.evaluated))?;
        // the number of lines reveals a file that was cut off
        writer.serialize(("lines", self.strategies.len(), self.mismatches.len()))?;
        for (name, counts) in &self.strategies {
            writer.serialize(("strategy", name, counts))?;
        }
        for (name, digest) in &self.without_map {
            writer.serialize(("without_map", name, digest))?;
        }
        for (name, answers) in &self.not_whole {
            writer.serialize(("not_whole", name, answers))?;
        }
        for ((game, strategy), mismatch) in &self.mismatches {
            let outcome = mismatch.outcome.map_or(NO_ANSWER, Outcome::name);
            let delta = mismatch.delta.map(|delta| delta.to_string());
            let map_diff = mismatch.map_diff;
            writer.serialize(("mismatch", game, strategy, outcome, delta, map_diff))?;
        }
        Ok(())
    }

    /// Parses text that [`Self::to_text`] wrote.
    ///
    /// # Errors
    /// If a line does not parse, occurs twice or is missing, or if the mismatches do not add up to
    /// the counts, for example after a faulty merge.
    pub(crate) fn parse(text: &str) -> Result<Self, Damage> {
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .comment(Some(b'#'))
            .from_reader(text.as_bytes());
        let mut parser = BaselineParser::default();
        for record in reader.records() {
            let record = record.map_err(|error| Damage::new(error.to_string()))?;
            let line = record.position().map(csv::Position::line);
            parser
                .line(&record)
                .map_err(|damage| Damage { line, ..damage })?;
        }
        parser.finish()
    }
}

/// Parses a baseline line by line.
#[derive(Default)]
struct BaselineParser {
    /// The types of the lines so far.
    seen: BTreeSet<String>,
    /// The numbers of strategies and of mismatches that the file says it has.
    lines: (u64, u64),
    /// The values so far.
    baseline: Baseline,
}

impl BaselineParser {
    /// Parses a line.
    fn line(&mut self, record: &StringRecord) -> Result<(), Damage> {
        let fields: Vec<&str> = record.iter().collect();
        if self.seen.is_empty() && fields != FORMAT {
            return Err(Damage::new(format!("expected {}", FORMAT.join(","))));
        }
        let is_first = self.seen.is_empty();
        let is_seen = !self.seen.insert(fields[0].to_owned());
        let mut is_twice = is_seen && SINGLE.contains(&fields[0]);
        let baseline = &mut self.baseline;
        match fields.as_slice() {
            ["version", text] => (*text).clone_into(&mut baseline.version),
            ["signature", text] => (*text).clone_into(&mut baseline.signature),
            ["corpus", text] => (*text).clone_into(&mut baseline.corpus),
            ["games", _, _] => (baseline.games, baseline.evaluated) = values(record)?,
            ["lines", _, _] => self.lines = values(record)?,
            ["strategy", _, _, _, _, _, _] | ["strategy", _, _, _, _, _, _, _] => {
                let (name, counts) = values(record)?;
                is_twice = baseline.strategies.insert(name, counts).is_some();
            }
            ["without_map", name, digest] => {
                let (name, digest) = ((*name).to_owned(), (*digest).to_owned());
                is_twice = baseline.without_map.insert(name, digest).is_some();
            }
            ["not_whole", _, _] => {
                let (name, answers) = values(record)?;
                is_twice = baseline.not_whole.insert(name, answers).is_some();
            }
            ["mismatch", _, _, outcome, _, _] => {
                let (game, strategy, _, delta, map_diff): (_, _, String, Option<Points>, _) =
                    values(record)?;
                let outcome: Option<Outcome> = outcome.parse().ok();
                if outcome.is_none() && fields[3] != NO_ANSWER {
                    let what = "expected the outcome exact, winner, wrong or none";
                    return Err(Damage::new(what.to_owned()));
                }
                let mismatch = Mismatch {
                    outcome,
                    delta: delta.filter(|_| outcome.is_some()),
                    map_diff,
                };
                let known = baseline.mismatches.insert((game, strategy), mismatch);
                is_twice = known.is_some();
            }
            _ if is_first => {}
            _ => {
                let line = fields.join(",");
                return Err(Damage::new(format!(
                    "{line:?} is not a valid line in a baseline"
                )));
            }
        }
        if is_twice {
            let line = fields[..fields.len().min(3)].join(",");
            return Err(Damage::new(format!("{line} appears twice")));
        }
        Ok(())
    }

    /// Returns the baseline, if its lines are complete and agree with each other.
    fn finish(self) -> Result<Baseline, Damage> {
        for name in SINGLE {
            if !self.seen.contains(name) {
                return Err(Damage::new(format!("the line {name} is missing")));
            }
        }
        let Self {
            lines, baseline, ..
        } = self;
        let found = (
            baseline.strategies.len() as u64,
            baseline.mismatches.len() as u64,
        );
        if lines != found || found.0 == 0 {
            return Err(Damage::new(format!(
                "the numbers of strategies and mismatches should be {lines:?}, but are {found:?}"
            )));
        }
        baseline.check()?;
        Ok(baseline)
    }
}

/// Parses the fields after the type of a line.
fn values<T: DeserializeOwned>(record: &StringRecord) -> Result<T, Damage> {
    let fields: StringRecord = record.iter().skip(1).collect();
    fields.deserialize(None).map_err(|error| {
        Damage::new(match error.into_kind() {
            ErrorKind::Deserialize { err, .. } => err.to_string(),
            other => format!("{other:?}"),
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::compare::StrategyCounts;

    fn baseline(mismatches: &[(&str, &str, Mismatch)]) -> Baseline {
        let mut strategies = BTreeMap::new();
        for &(_, strategy, mismatch) in mismatches {
            let known: &mut StrategyCounts = strategies.entry(strategy.to_owned()).or_default();
            known.games += u64::from(mismatch.outcome.is_some());
            known.exact += u64::from(mismatch.is_exact());
            known.winner += u64::from(
                mismatch
                    .outcome
                    .is_some_and(|outcome| outcome != Outcome::Wrong),
            );
            known.maps += u64::from(mismatch.map_diff.is_some());
        }
        Baseline {
            version: "1.2.3".to_owned(),
            signature: "strategy:*|dead:marks".to_owned(),
            corpus: "00ff".to_owned(),
            games: 20,
            evaluated: 10,
            without_map: strategies
                .keys()
                .map(|name: &String| (name.clone(), "0a1b".to_owned()))
                .collect(),
            not_whole: [("mute".to_owned(), 3)].into(),
            strategies,
            mismatches: mismatches
                .iter()
                .map(|&(game, strategy, mismatch)| {
                    ((game.to_owned(), strategy.to_owned()), mismatch)
                })
                .collect(),
        }
    }

    fn off(outcome: Outcome, delta: &str, map_diff: Option<u32>) -> Mismatch {
        Mismatch {
            outcome: Some(outcome),
            delta: Some(Points::parse(delta).unwrap()),
            map_diff,
        }
    }

    #[test]
    fn written_baseline_is_read_back() {
        let odd = [
            "a, b.sgf#1",
            "\"x\".sgf#1",
            "two\nlines.sgf#1",
            "#.sgf#1",
            " spaces .sgf#1",
            "整地.sgf#1",
            ",#\",\r\n",
        ];
        let mismatches: Vec<_> = odd
            .iter()
            .flat_map(|&game| {
                [
                    (game, "linked", off(Outcome::Wrong, "-0.25", None)),
                    (game, "grey, too", off(Outcome::Exact, "0", Some(3))),
                    (
                        game,
                        "mute",
                        Mismatch {
                            outcome: None,
                            delta: None,
                            map_diff: None,
                        },
                    ),
                ]
            })
            .collect();
        let written = baseline(&mismatches);
        let text = written.to_text();
        assert_eq!(Baseline::parse(&text).unwrap(), written);
        assert_eq!(Baseline::parse(&text).unwrap().to_text(), text);
        assert_eq!(written.changes(&written, &[]), []);
    }

    #[test]
    fn damage_is_reported_with_its_line_number() {
        let text = baseline(&[("a", "linked", off(Outcome::Winner, "2", Some(2)))]).to_text();
        let error = Baseline::parse(&text.replace(",winner,2,", ",winner,two,")).unwrap_err();
        assert_eq!(error.line, Some(15));
        let cut = &text[text.find("strategy,linked").unwrap()..];
        for (from, to, what) in [
            (
                "strategy,linked,1,0",
                "strategy,linked,1,2",
                "is exact in 2 of 1 games",
            ),
            (
                "strategy,linked,1,0",
                "strategy,linked,1,1",
                "but the number of mismatches listed is 1",
            ),
            (
                "strategy,linked",
                "strategy,other",
                "other is exact in 0 of 1",
            ),
            (",winner,2,2", ",winner,2,0", "the label's map in"),
            (",winner,2,2", ",wrong,2,2", "the right winner in"),
            (",winner,2,2", ",winner,0,2", "contradicts its margin"),
            ("lines,1,1", "lines,1,2", "should be (1, 2)"),
            (cut, "", "but are (0, 0)"),
            ("corpus,", "# corpus,", "the line corpus is missing"),
        ] {
            let error = Baseline::parse(&text.replace(from, to)).unwrap_err();
            assert!(error.what.contains(what), "{error}");
        }
    }
}
