//! Converts names of games between the reports and a labels file. Names in a labels file are
//! relative to the file.

use std::path::{Component, Path, PathBuf};

use super::walk::{Walk, folder_of};

/// How one labels file names its games.
#[derive(Clone, Debug)]
pub struct Naming {
    /// The folder of the file.
    folder: PathBuf,
    /// The base folders of names in the reports, each with the prefix of its names.
    bases: Vec<(PathBuf, String)>,
    /// The prefix of the games that the file may name.
    within: String,
    /// Whether the names are paths from a list of files.
    is_list: bool,
}

impl Naming {
    /// Returns how a labels file that a walk found names its games; `below` is the prefix of the
    /// names in its folder. The file names only games in its folder: a folder's files do not change
    /// the labels of another folder.
    pub(super) fn below(below: &str) -> Self {
        let bases = vec![(PathBuf::new(), String::new())];
        Self {
            folder: below.into(),
            bases,
            within: below.to_owned(),
            is_list: false,
        }
    }

    /// Returns how the file at `path` names its games. The file need not exist yet, but its folder
    /// must.
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
    #[must_use]
    pub fn in_reports(&self, game: &str) -> String {
        // in a list, an absolute path is a valid name
        let path = self
            .path_of(game)
            .filter(|_| !(self.is_list && game.starts_with('/')));
        let name = |(base, prefix): &(PathBuf, String)| {
            Some(format!("{prefix}{}", slashed(path.as_ref()?, base)?))
        };
        let found = self
            .bases
            .iter()
            .find_map(name)
            .filter(|name| name.starts_with(&self.within));
        found.unwrap_or_else(|| game.to_owned())
    }

    /// Returns the name of a game in the file, given its name in the reports. Keeps the name if
    /// possible.
    #[must_use]
    pub fn in_file(&self, name: &str) -> String {
        let same = name.to_owned();
        let below = |(base, prefix): &(PathBuf, String)| {
            Some(relative(
                &self.folder,
                &base.join(name.strip_prefix(prefix.as_str())?),
            ))
        };
        let names = std::iter::once(same.clone()).chain(self.bases.iter().filter_map(below));
        names
            .into_iter()
            .find(|game| self.in_reports(game) == name)
            .unwrap_or(same)
    }

    /// Returns the path of a game that the file names, or `None` if it is above the walked folders.
    fn path_of(&self, name: &str) -> Option<PathBuf> {
        let (ups, rest) = climbed(name);
        let above = |path: &'_ Path| {
            path.parent()
                .or_else(|| path.has_root().then_some(path))
                .map(Path::to_owned)
        };
        Some(
            (0..ups)
                .try_fold(self.folder.clone(), |path, _| above(&path))?
                .join(rest),
        )
    }
}

/// Returns the number of `../` at the start of a name, and the rest of the name. Later components
/// stay, because a member of an archive may be called `./x.sgf`.
fn climbed(game: &str) -> (usize, &str) {
    let (mut ups, mut rest) = (0, game);
    loop {
        if let Some(more) = rest.strip_prefix("../") {
            (ups, rest) = (ups + 1, more);
        } else if let Some(more) = rest.strip_prefix("./") {
            rest = more;
        } else {
            return (ups, rest);
        }
    }
}

/// Returns the `/`-separated path relative to `base`, or `None` if the path is not below `base`.
fn slashed(path: &Path, base: &Path) -> Option<String> {
    let below = path.strip_prefix(base).ok()?.to_string_lossy();
    // on other systems, `\` is an ordinary character, which names escape
    Some(if cfg!(windows) {
        below.replace('\\', "/")
    } else {
        below.into_owned()
    })
}

/// Returns the path relative to a folder. Both paths have the same base.
fn relative(folder: &Path, path: &Path) -> String {
    let names = |path: &Path| -> Vec<String> {
        path.components()
            .filter(|part| !matches!(part, Component::CurDir))
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect()
    };
    let (from, to) = (names(folder), names(path));
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let ups = from[common..].iter().map(|_| "..".to_owned());
    ups.chain(to[common..].iter().cloned())
        .collect::<Vec<_>>()
        .join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::not_walked;

    #[test]
    fn names_are_converted_in_both_directions() {
        let top = tempfile::tempdir().unwrap();
        let at = |name: &str| top.path().join(name);
        std::fs::create_dir_all(at("games/sub")).unwrap();
        std::fs::create_dir_all(at("more")).unwrap();
        std::fs::write(at("games/z.zip"), "").unwrap();
        let one = [at("games")];
        let two = [at("games"), at("more")];
        let file = [at("games/z.zip")];
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
            let naming = Naming::of_file(&at(labels), &not_walked(arguments)).unwrap();
            assert_eq!(naming.in_file(name), here, "{arguments:?} {labels}");
            assert_eq!(naming.in_reports(here), name, "{arguments:?} {labels}");
        }
        let naming = Naming::of_file(&at("l"), &not_walked(&one)).unwrap();
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
