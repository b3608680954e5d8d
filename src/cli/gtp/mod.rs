//! `seichi gtp`: a GTP engine that scores finished games for programs that speak the Go Text
//! Protocol.

mod session;

use std::io::{self, BufRead, Read as _, Write};

use clap::Args;

use super::args::{RecordArgs, ScoringArgs};
use super::exit::Failure;
use super::output::is_read;
use crate::Stop;
use crate::dead::DeadFrom;
use crate::game::{Context, Options};
use crate::input::Labels;
use crate::territory::EYES;
use crate::text::clean;
use session::Session;

#[derive(Debug, Args)]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    scoring: ScoringArgs,
    #[command(flatten)]
    record: RecordArgs,
}

impl GtpArgs {
    /// Returns the options for scoring a position: one strategy or scorer (`independent` by
    /// default, as in the packages for JavaScript and Python), and playouts if nothing else says
    /// which stones are dead.
    fn options(&self, stop: &Stop) -> anyhow::Result<Options> {
        let mut options = self.scoring.without_labels(&self.record, stop)?;
        if options.dead == [DeadFrom::Auto] {
            options.dead.push(DeadFrom::Estimate);
        }
        if self.scoring.strategy.is_empty() && options.scorers.is_empty() {
            options.strategies = vec![EYES];
        }
        options.strategies.truncate(1);
        options
            .scorers
            .truncate(usize::from(options.strategies.is_empty()));
        Ok(options)
    }
}

pub(super) fn run(arguments: &GtpArgs) -> Result<(), Failure> {
    // without a handler, an interrupt ends the program at once, even while it waits for a command
    let stop = Stop::default();
    let mut options = arguments.options(&stop)?;
    let rules = options.rules.take();
    let labels = Labels::default();
    let context = Context::new(options, labels, &stop);
    let answered = answer_lines(
        &mut Session::new(context, rules),
        io::stdin().lock(),
        io::stdout().lock(),
    );
    is_read(answered).map(drop)
}

/// The maximum size of a line in bytes.
const MAX_LINE: u64 = 1 << 16;

/// Answers the commands in `lines` until the last line or the command `quit`.
fn answer_lines(
    session: &mut Session,
    mut lines: impl BufRead,
    mut out: impl Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let is_too_long = line.len() as u64 == MAX_LINE && !line.ends_with(b"\n");
        if is_too_long {
            lines.skip_until(b'\n')?;
        }
        let line = String::from_utf8_lossy(&line)
            .replace('\t', " ")
            .replace(char::is_control, "");
        let mut words = line
            .split('#')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .peekable();
        let id = words
            .next_if(|word| word.bytes().all(|letter| letter.is_ascii_digit()))
            .unwrap_or_default();
        let name = words.next().unwrap_or_default();
        // a comment has no answer, however long it is
        if name.is_empty() && (!is_too_long || line.trim_start().starts_with('#')) {
            continue;
        }
        let arguments: Vec<&str> = words.collect();
        let answer = match Session::COMMANDS.iter().find(|command| command.0 == name) {
            _ if is_too_long => Err(format!("the line has more than {MAX_LINE} bytes")),
            Some((_, command)) => command(session, &arguments),
            None => Err("unknown command".to_owned()),
        };
        match answer {
            Ok(text) => write!(out, "={id} {text}\n\n")?,
            // the text of the error may come from a record or a scorer
            Err(error) => write!(out, "?{id} {}\n\n", clean(&error))?,
        }
        out.flush()?;
        if name == "quit" && !is_too_long {
            return Ok(());
        }
    }
}
