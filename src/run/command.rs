//! The commands that show games.

use std::ffi::OsString;
use std::path::Path;

use super::RowFormatter;
use crate::input::Entry;
use crate::text::shell_path;

/// Returns the command that shows the game `name`, with the labels file that names it.
pub(super) fn explain(rows: &RowFormatter<'_>, entry: &Entry, name: &str) -> String {
    let shortened = |path| {
        if rows.is_portable {
            portable(path)
        } else {
            path
        }
    };
    let mut options: Vec<OsString> = rows
        .explain_options
        .iter()
        .map(|word| shortened(word.as_ref()).into())
        .collect();
    let path = entry.path_in_commands();
    let is_shortened = rows.is_portable && path.has_root();
    if let Some(file) = rows
        .labels
        .file_of(name)
        .filter(|_| !options.iter().any(|option| option == "--labels"))
    {
        // names are relative to this folder
        let folder = path
            .ancestors()
            .nth(Path::new(&entry.name).components().count())
            .filter(|_| is_shortened);
        let file = folder
            .and_then(|folder| file.strip_prefix(folder).ok())
            .unwrap_or(file);
        options.extend(["--labels".into(), slashed(shortened(file))]);
    }
    explain_command(
        &options,
        if is_shortened {
            Path::new(&entry.name)
        } else {
            path
        },
        name,
    )
}

/// Returns the last part of an absolute path, so that a run is the same on two machines; a relative
/// path is unchanged.
fn portable(path: &Path) -> &Path {
    path.file_name()
        .filter(|_| path.has_root())
        .map_or(path, Path::new)
}

/// Returns a path with `/` on every system, so the same games have the same commands. A member of
/// an archive keeps its name.
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
    fn absolute_path_becomes_a_name() {
        let names = ["/home/me/labels.jsonl", "me/labels.jsonl", "--komi", "6.5"]
            .map(|word| portable(Path::new(word)));
        assert_eq!(
            names,
            ["labels.jsonl", "me/labels.jsonl", "--komi", "6.5"].map(Path::new)
        );
    }
}
