//! A response from a GTP engine, read line by line.

use crate::external::process::{NoAnswer, Running};

/// The maximum size of a response in bytes, including lines that the engine writes before it.
const MAX_BYTES: usize = 1 << 20;

/// The response to one command, while it is being read.
#[derive(Debug)]
pub(crate) struct GtpResponse<'a> {
    id: u64,
    command: &'a str,
    bytes: usize,
    /// The lines so far, the first without its `=` or `?` and number; empty before the response
    /// begins.
    lines: Vec<String>,
    is_refused: bool,
}

impl<'a> GtpResponse<'a> {
    /// Starts the response to `command`, which was sent with the number `id`.
    pub(crate) const fn new(id: u64, command: &'a str) -> Self {
        Self {
            id,
            command,
            bytes: 0,
            lines: Vec::new(),
            is_refused: false,
        }
    }

    /// Adds the next line from the engine. Once the answer is complete, returns it without its `=`
    /// and number, with its lines separated by `\n`.
    ///
    /// # Errors
    /// [`NoAnswer::Refused`] if the answer begins with `?`, and [`NoAnswer::Nonsense`] if it has
    /// another command's number or is too long.
    pub(crate) fn line(&mut self, line: &[u8]) -> Result<Option<String>, NoAnswer> {
        self.bytes += line.len();
        if self.bytes > MAX_BYTES
            || (!line.ends_with(b"\n") && line.len() as u64 == Running::LONGEST_LINE)
        {
            let why = format!("the answer to {} is missing or incomplete", self.command);
            return Err(NoAnswer::nonsense(line, &why));
        }
        let text = clean(line);
        if self.lines.is_empty() {
            let first = self.first(&text)?;
            self.lines.extend(first);
        } else if text.is_empty() {
            return self.finish().map(Some);
        } else {
            self.lines.push(text);
        }
        Ok(None)
    }

    /// Reads the first line of an answer. Returns `None` for other text, because engines write
    /// banners and messages between answers.
    fn first(&mut self, line: &str) -> Result<Option<String>, NoAnswer> {
        let Some(rest) = line.strip_prefix(['=', '?']) else {
            return Ok(None);
        };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, text) = rest.split_at(digits);
        if !(text.is_empty() || text.starts_with(' ')) {
            return Ok(None);
        }
        if number.parse() != Ok(self.id) {
            let found = if number.is_empty() {
                "no number".to_owned()
            } else {
                format!("the number {number}")
            };
            let Self { command, id, .. } = self;
            let why = format!(
                "the answer to {command} has {found} instead of the command's number, {id}"
            );
            return Err(NoAnswer::nonsense(line.as_bytes(), &why));
        }
        self.is_refused = line.starts_with('?');
        Ok(Some(text.trim_start().to_owned()))
    }

    fn finish(&mut self) -> Result<String, NoAnswer> {
        let text = std::mem::take(&mut self.lines).join("\n").trim().to_owned();
        match (self.is_refused, text.is_empty()) {
            (false, _) => Ok(text),
            (true, false) => Err(NoAnswer::Refused(text)),
            (true, true) => Err(NoAnswer::Refused("? without a reason".to_owned())),
        }
    }
}

/// Returns a line without its line end and control characters, and with spaces instead of tabs
/// (section 2.2 of the specification).
fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line).replace('\t', " ");
    text.chars()
        .filter(|letter| !letter.is_control())
        .collect::<String>()
        .trim_end()
        .to_owned()
}
