//! Builds records from games parsed by the crate `sgf-parse`.

use sgf_parse::SgfNode;
use sgf_parse::go::Prop;

use super::builder::Builder;
use super::lexer::{Lexer, Token};
use super::main_line::{Outline, PropertySink as _, property};
use super::record::Record;
use crate::skip::Skip;

impl Record {
    /// Returns the record of a game parsed by the crate `sgf-parse`. This function needs the
    /// feature `sgf-parse`.
    ///
    /// [`read`](super::read()) returns the same record for the game's text, with four exceptions.
    /// [`Self::byte`] is 0 and [`Self::defects`] contains no defects of the text, because a tree
    /// has no text. Numbers are in the form that `sgf-parse` writes: `KM[6.50]` becomes `6.5`. An
    /// escaped line break in a text is kept. Headers that the record gives twice may be missing
    /// from [`Info::repeated`](super::Info::repeated).
    ///
    /// This function needs no extra stack for long games. However, dropping an [`SgfNode`] recurses
    /// into its children: dropping a tree of 20,000 nodes overflows a stack of 2 MiB.
    ///
    /// # Errors
    /// The errors that [`read`](super::read()) returns for the same game.
    ///
    /// # Examples
    /// ```
    /// use seichi_core::sgf::Record;
    ///
    /// let text = "(;SZ[9]KM[6.5]RE[B+3.5];B[ee];W[];B[]TB[aa:ai])";
    /// let games = sgf_parse::go::parse(text).expect("SGF");
    /// let record = Record::from_sgf_parse(&games[0])?;
    /// assert_eq!((record.size.width(), record.actions.len()), (9, 3));
    /// assert_eq!(record.marks.expect("marks").points[0].len(), 9);
    /// # Ok::<(), seichi_core::skip::Skip>(())
    /// ```
    pub fn from_sgf_parse(root: &SgfNode<Prop>) -> Result<Self, Skip> {
        let (mut outline, mut builder) = (Outline::default(), Builder::default());
        for node in root.main_variation() {
            builder.node(0);
            for item in node.properties() {
                // sgf-parse unescapes values, and escapes them again only if it understands them
                if let Prop::Unknown(identifier, values) | Prop::Invalid(identifier, values) = item
                {
                    let values: Vec<String> = values
                        .iter()
                        .map(|value| value.replace('\\', r"\\"))
                        .collect();
                    let values: Vec<&str> = values.iter().map(String::as_str).collect();
                    property(&mut outline, &mut builder, identifier, &values, 0..0);
                    continue;
                }
                let text = item.to_string();
                let mut values = Vec::new();
                if let Some(Token::Property(identifier)) = Lexer::new(&text).next(&mut values) {
                    property(&mut outline, &mut builder, identifier, &values, 0..0);
                }
            }
        }
        outline.check_game(0)?;
        builder.finish(Vec::new(), 0)
    }
}

#[cfg(test)]
mod tests {
    use crate::sgf::{Encoding, Record, read};
    use crate::skip::{Reason, Skip};

    fn parsed(sgf: &str) -> Result<Record, Skip> {
        Record::from_sgf_parse(&sgf_parse::go::parse(sgf).expect("SGF")[0])
    }

    #[test]
    fn tree_gives_the_record_of_its_text() {
        for sgf in [
            r"(;PB[a\]\\:b]PW[:]C[\]]GC[x\:y]AP[seichi:0.1]AP[other]KM[6,5]HA[0]SZ[9:13]RE[B+3])",
            "(;SZ[30]B[aA]W[zD];AB[aa:cc][zZ];B[];W[tt];B[Pass])",
            "(;AW[cc][aa];B[dd](;W[ee];TB[]TW[bb][aa][bb])(;W[ff]))",
            "(;SoURce[x]US[y]KO[6.5];TB[cc:aa][?]TW[aa];C[moves 5-9 omitted])",
        ] {
            let read = read(sgf.as_bytes(), Encoding::default())
                .expect("a game")
                .1
                .remove(0)
                .record;
            assert_eq!(parsed(sgf), read, "{sgf}");
        }
    }

    #[test]
    fn tree_is_skipped_for_the_reasons_of_its_text() {
        let reason = |sgf| parsed(sgf).map_err(|skip| skip.reason);
        assert_eq!(reason("(;SZ[200])"), Err(Reason::BadSize));
        assert_eq!(reason("(;B[a1])"), Err(Reason::BadPoint));
        assert_eq!(reason("(;;GM[2])"), Err(Reason::NotGo));
        assert_eq!(
            reason(&format!("(;{})", "AB[aa:ZZ]".repeat(400))),
            Err(Reason::TooLong)
        );
    }
}
