//! Converts names of games between the reports and a labels file. Names in a labels file are
//! relative to the file.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use super::walk::Walk;
use crate::disk::folder_of;

/// The way in which a labels file names its games.
#[derive(Clone, Debug)]
pub struct Naming {
    /// The folder of the file.
    folder: PathBuf,
    /// The base folders of names in the reports, each with the prefix of its names.
    bases: Vec<(PathBuf, String)>,
    /// The prefix of the names of all games that the file may name.
    within: String,
    /// Whether the names are paths from a list of files.
    is_list: bool,
}

impl Naming {
    /// Returns how a labels file found by a walk names its games. `below` is the prefix of the
    /// names in its folder. The file may name only games in its folder, so it can't change the
    /// labels in other folders.
    pub(super) fn below(below: &str) -> Self {
        let bases = vec![(PathBuf::new(), String::new())];
        Self {
            folder: below.into(),
            bases,
            within: below.to_owned(),
            is_list: false,
        }
    }

    /// Returns how the file at `path` names its games. The file does not have to exist yet, but its
    /// folder does.
    ///
    /// # Errors
    /// If the folder does not exist.
    pub fn of_file(path: &Path, walk: &Walk) -> std::io::Result<Self> {
        let folder = folder_of(path).canonicalize()?;
        let bases = walk
            .bases
            .iter()
            .filter_map(|(base, prefix)| Some((base.canonicalize().ok()?, prefix.clone())));
        Ok(Self {
            folder,
            bases: bases.collect(),
            within: String::new(),
            is_list: walk.is_list,
        })
    }

    /// Returns the name in the reports of a game that the file calls `game`. Returns `game` itself
    /// if the game is not below a walked folder, or is outside the folder of a labels file that a
    /// walk found.
    pub(crate) fn in_reports(&self, game: &str) -> String {
        // in a list, an absolute path is a valid name
        if self.is_list && game.starts_with('/') {
            return game.to_owned();
        }
        let found = self.path_of(game).and_then(|path| {
            self.bases
                .iter()
                .find_map(|(base, prefix)| Some(format!("{prefix}{}", slashed(&path, base)?)))
        });
        match found {
            Some(name) if name.starts_with(&self.within) => name,
            _ => game.to_owned(),
        }
    }

    /// Returns the name of a game in the file, given its name in the reports. Keeps the name if
    /// possible.
    pub fn in_file(&self, name: &str) -> String {
        if self.in_reports(name) == name {
            return name.to_owned();
        }
        for (base, prefix) in &self.bases {
            if let Some(below) = name.strip_prefix(prefix.as_str()) {
                let game = relative(&self.folder, &base.join(below));
                if self.in_reports(&game) == name {
                    return game;
                }
            }
        }
        name.to_owned()
    }

    /// Returns the path of a game that the file names, or `None` if the name leads above the walked
    /// folder.
    fn path_of(&self, name: &str) -> Option<PathBuf> {
        let (mut folder, mut rest) = (self.folder.as_path(), name);
        // later components are kept, because a member of an archive may be called `./x.sgf`
        loop {
            if let Some(more) = rest.strip_prefix("../") {
                match folder.parent() {
                    Some(parent) => folder = parent,
                    None if folder.has_root() => {}
                    None => return None,
                }
                rest = more;
            } else if let Some(more) = rest.strip_prefix("./") {
                rest = more;
            } else {
                return Some(folder.join(rest));
            }
        }
    }
}

/// Returns the `/`-separated path relative to `base`, or `None` if the path is not below `base`.
fn slashed(path: &Path, base: &Path) -> Option<String> {
    let below = path.strip_prefix(base).ok()?.to_string_lossy();
    // on other systems, `\` is an ordinary character, which is escaped in names
    Some(if cfg!(windows) {
        below.replace('\\', "/")
    } else {
        below.into_owned()
    })
}

/// Returns the path relative to a folder. Both paths have the same base.
fn relative(folder: &Path, path: &Path) -> String {
    let [from, to] = [folder, path].map(|path| {
        path.components()
            .filter(|part| !matches!(part, Component::CurDir))
            .map(|part| part.as_os_str().to_string_lossy())
            .collect::<Vec<_>>()
    });
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let mut parts = vec![Cow::Borrowed(".."); from.len() - common];
    parts.extend_from_slice(&to[common..]);
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::not_walked;

    #[test]
    fn names_are_converted_in_both_directions() {
        let top = tempfile::tempdir().unwrap();
        let top = top.path();
        std::fs::create_dir_all(top.join("games/sub")).unwrap();
        std::fs::create_dir_all(top.join("more")).unwrap();
        std::fs::write(top.join("games/z.zip"), "").unwrap();
        let one = [top.join("games")];
        let two = [top.join("games"), top.join("more")];
        let file = [top.join("games/z.zip")];
        for (arguments, labels, name, here) in [
            (&one[..], "games/l", "x.sgf#1", "x.sgf#1"),
            (&one, "l", "x.sgf#1", "x.sgf#1"),
            (&one, "more/l", "sub/x.sgf#1", "sub/x.sgf#1"),
            (&one, "games/sub/l", "x.sgf#1", "../x.sgf#1"),
            (&one, "games/sub/l", "sub/x.sgf#1", "x.sgf#1"),
            (
                &one,
                "games/sub/l",
                "odd\\\\name\\xff.sgf#1",
                "../odd\\\\name\\xff.sgf#1",
            ),
            (&one, "games/l", "a.tar!/./x.sgf#1", "a.tar!/./x.sgf#1"),
            (&two, "l", "games/x.sgf#1", "games/x.sgf#1"),
            (&two, "games/l", "games/x.sgf#1", "x.sgf#1"),
            (&two, "games/l", "more/x.sgf#1", "../more/x.sgf#1"),
            (&file, "games/l", "z.zip!/x.sgf#1", "z.zip!/x.sgf#1"),
            (&file, "games/sub/l", "z.zip!/x.sgf#1", "../z.zip!/x.sgf#1"),
        ] {
            let naming = Naming::of_file(&top.join(labels), &not_walked(arguments)).unwrap();
            assert_eq!(naming.in_file(name), here, "{arguments:?} {labels}");
            assert_eq!(naming.in_reports(here), name, "{arguments:?} {labels}");
        }
        let naming = Naming::of_file(&top.join("l"), &not_walked(&one)).unwrap();
        assert_eq!(
            naming.in_reports("games/x.sgf#1"),
            "x.sgf#1",
            "relative to the file"
        );
    }

    #[test]
    fn found_file_names_only_games_in_its_folder() {
        let found = Naming::below("a/b/");
        for (game, name) in [
            ("x#1", "a/b/x#1"),
            ("./x#1", "a/b/x#1"),
            ("../b/x#1", "a/b/x#1"),
            ("../x#1", "../x#1"),
        ] {
            assert_eq!(found.in_reports(game), name);
        }
        assert_eq!(
            found.in_reports("a/x#1"),
            "a/b/a/x#1",
            "relative to the file"
        );
    }

    #[test]
    fn names_of_a_list_are_paths() {
        let here = std::env::current_dir().unwrap();
        let absolute = format!("{}/x.sgf#1", here.display());
        let here_file = Naming::of_file(Path::new("l"), &not_walked(&[])).unwrap();
        assert_eq!(
            (
                here_file.in_reports(&absolute),
                here_file.in_reports("b/x#1")
            ),
            (absolute.clone(), "b/x#1".to_owned())
        );
        let deeper = Naming::of_file(&here.join("src/l"), &not_walked(&[])).unwrap();
        assert_eq!(
            (deeper.in_file("b/x#1"), deeper.in_file(&absolute)),
            ("../b/x#1".to_owned(), absolute)
        );
    }
}
