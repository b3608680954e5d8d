//! The command that shows a game.

use std::path::Path;

/// Returns the command that shows a game: `seichi explain`, `options`, and the game in the file `path`, for a POSIX
/// shell. The path `-` is standard input, which the command has to be given again.
#[must_use]
pub fn explain_command(options: &[String], path: &Path, game: &str) -> String {
    let number = game.rsplit_once('#').map_or("1", |(_, number)| number);
    let mut words = vec!["seichi".to_owned(), "explain".to_owned()];
    words.extend(options.iter().map(|option| shell_word(option)));
    // a path that starts with a dash would be parsed as an option
    let path = path.display().to_string();
    let is_input = path == "-" || path.starts_with("-!/");
    let dash = if path.starts_with('-') && !is_input { "./" } else { "" };
    words.extend(is_input.then(|| "--".to_owned()));
    words.push(shell_word(&[dash, &path, "#", number].concat()));
    words.join(" ")
}

/// Returns `text` as a word for a POSIX shell, quoted if necessary.
#[must_use]
pub fn shell_word(text: &str) -> String {
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || b"/._-+=:,@%#".contains(&letter);
    if !text.is_empty() && !text.starts_with('#') && text.bytes().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_one_for_a_shell() {
        let command = |path: &str| explain_command(&["--dead".into(), "none".into()], Path::new(path), "x.sgf#3");
        assert_eq!(command("-"), "seichi explain --dead none -- -#3");
        assert_eq!(command("-x.sgf"), "seichi explain --dead none ./-x.sgf#3");
        assert_eq!(command("kgs/x.sgf"), "seichi explain --dead none kgs/x.sgf#3");
        assert_eq!(command("it's here/x (1).sgf"), r"seichi explain --dead none 'it'\''s here/x (1).sgf#3'");
    }
}
