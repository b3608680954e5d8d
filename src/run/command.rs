//! The commands that show games.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use crate::game::GameOutcome;
use crate::input::{Entry, Labels};
use crate::text::shell_path;

/// Makes the commands that show games.
#[derive(Clone)]
pub struct Commands {
    /// The options with which the commands evaluate a game as the run did.
    pub options: Vec<String>,
    /// The labels of the games.
    pub labels: Arc<Labels>,
    /// Whether commands leave out the folders of absolute paths, so that a run is the same on two
    /// machines.
    pub is_portable: bool,
}

impl Commands {
    /// Returns the command that shows the game `name`. The command includes the labels file that
    /// names the game, if there is one.
    pub(crate) fn explain(&self, entry: &Entry, name: &str) -> String {
        let mut options: Vec<OsString> = Vec::new();
        for (at, word) in self.options.iter().enumerate() {
            // the command of an engine is not a path
            let is_command = at > 0 && self.options[at - 1] == "--engine";
            let path = Path::new(word);
            options.push(
                if is_command {
                    path
                } else {
                    self.shortened(path)
                }
                .into(),
            );
        }
        let mut path = entry.path_in_commands();
        let is_shortened = self.is_portable && path.has_root();
        if let Some(mut file) = self.labels.file_of(name) {
            // the names of games are relative to `folder`
            let depth = Path::new(&entry.name).components().count();
            if is_shortened
                && let Some(folder) = path.ancestors().nth(depth)
                && let Ok(below) = file.strip_prefix(folder)
            {
                file = below;
            }
            options.extend(["--labels".into(), slashed(self.shortened(file))]);
        }
        if is_shortened {
            path = Path::new(&entry.name);
        }
        explain_command(&options, path, name)
    }

    /// Returns the command that shows how a strategy counts a game.
    pub fn explain_by(&self, strategy: &str, game: &GameOutcome) -> String {
        let mut commands = self.clone();
        let words = ["-s".to_owned(), strategy.to_owned()];
        commands.options.splice(..0, words);
        commands.explain(&game.entry, &game.name)
    }

    fn shortened<'p>(&self, path: &'p Path) -> &'p Path {
        if self.is_portable {
            portable(path)
        } else {
            path
        }
    }
}

/// Returns only the last component of an absolute path, so that a run is the same on two machines.
/// A relative path is unchanged.
fn portable(path: &Path) -> &Path {
    path.file_name()
        .filter(|_| path.has_root())
        .map_or(path, Path::new)
}

/// Returns a path with `/` as its separator on every system, so that the same games produce the
/// same commands. A member of an archive keeps its name.
fn slashed(path: &Path) -> OsString {
    let Some(text) = path.to_str().filter(|_| cfg!(windows)) else {
        return path.into();
    };
    let (file, member) = text.split_at(text.find("!/").unwrap_or(text.len()));
    (file.replace('\\', "/") + member).into()
}

/// Returns the command that shows a game: `seichi explain`, `options`, and the game in the file
/// `path`, for a POSIX shell or PowerShell. For the path `-`, the user has to supply the same
/// standard input again.
fn explain_command(options: &[OsString], path: &Path, game: &str) -> String {
    let number = game.rsplit_once('#').map_or("1", |(_, number)| number);
    let mut words = vec!["seichi".to_owned(), "explain".to_owned()];
    words.extend(options.iter().map(|option| shell_path(option)));
    // a path that starts with a dash would be parsed as an option
    let start = path.as_os_str().as_encoded_bytes();
    let is_input = start == b"-" || start.starts_with(b"-!/");
    let mut word = OsString::from(if start.starts_with(b"-") && !is_input {
        "./"
    } else {
        ""
    });
    word.push(slashed(path));
    word.push(format!("#{number}"));
    words.extend(is_input.then(|| "--".to_owned()));
    words.push(shell_path(&word));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_is_quoted_for_a_shell() {
        let command = |path: &str| {
            explain_command(
                &["--dead".into(), "none".into()],
                Path::new(path),
                "x.sgf#3",
            )
        };
        assert_eq!(command("-"), "seichi explain --dead none -- -#3");
        assert_eq!(command("-x.sgf"), "seichi explain --dead none ./-x.sgf#3");
        assert_eq!(
            command("kgs/x.sgf"),
            "seichi explain --dead none kgs/x.sgf#3"
        );
        assert_eq!(
            command("kgs/x (1).sgf"),
            "seichi explain --dead none 'kgs/x (1).sgf#3'"
        );
        assert_eq!(
            command("it's here/x (1).sgf"),
            "seichi explain --dead none \"it's here/x (1).sgf#3\""
        );
        assert_eq!(
            command("it's $5.sgf"),
            r"seichi explain --dead none 'it'\''s $5.sgf#3'"
        );
    }

    #[test]
    fn command_of_an_engine_is_not_shortened() {
        let engine = "/usr/bin/gtp -config /etc/x.cfg";
        let commands = Commands {
            options: ["--engine", engine, "--ownership", "/a/own"]
                .map(str::to_owned)
                .into(),
            labels: Arc::default(),
            is_portable: true,
        };
        let game = Entry::new("x.sgf".to_owned(), "x.sgf".into());
        assert_eq!(
            commands.explain(&game, "x.sgf#1"),
            format!("seichi explain --engine '{engine}' --ownership own x.sgf#1")
        );
    }

    #[test]
    fn absolute_path_becomes_a_name() {
        let names = ["/home/me/labels.jsonl", "me/labels.jsonl", "--komi", "6.5"]
            .map(|word| portable(Path::new(word)));
        assert_eq!(
            names,
            ["labels.jsonl", "me/labels.jsonl", "--komi", "6.5"].map(Path::new)
        );
    }
}
