//! The invariants of `docs/architecture.md`, checked in the paths and macros of the source, outside
//! tests and comments.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The modules of each crate, from the lowest to the highest. Each may use only modules before it.
const ORDER: [(&str, &str); 2] = [
    (
        "core",
        "sort stop board skip rules sgf territory dead safety labels",
    ),
    (
        "",
        "text disk stats outcome input external game run compare explain render cli",
    ),
];

/// A path, such as `crate::board::Point`, in its parts.
type Names = Vec<String>;

/// The module in a file.
struct Module {
    file: PathBuf,
    /// The imports, by the name that each introduces; `true` for public imports.
    imports: BTreeMap<String, (Names, bool)>,
    /// All paths in the code, and its macros, such as `println!`.
    paths: BTreeSet<Names>,
}

/// The modules of a crate by their paths, which begin with `crate`.
struct Modules(BTreeMap<Names, Module>);

impl Modules {
    fn read(crate_folder: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(crate_folder)
            .join("src");
        let mut modules = Self(BTreeMap::new());
        modules.add(&["crate".to_owned()], folder.join("lib.rs"), &folder);
        modules
    }

    /// Adds the module in a file, and its submodules, which are in a folder.
    fn add(&mut self, module: &[String], file: PathBuf, folder: &Path) {
        let text = fs::read_to_string(&file).expect("a source file");
        let stream: TokenStream = text.parse().expect("Rust code");
        let mut all = Vec::new();
        add_tokens(stream, &mut all);
        let tokens = without_tests(&all);
        for declared in tokens.windows(3) {
            if declared[0] == "mod" && declared[2] == ";" {
                let name = &declared[1];
                let inside = folder.join(name);
                let alone = folder.join(format!("{name}.rs"));
                let file = if alone.exists() {
                    alone
                } else {
                    inside.join("mod.rs")
                };
                self.add(
                    &[module, std::slice::from_ref(name)].concat(),
                    file,
                    &inside,
                );
            }
        }
        let (mut imports, mut paths) = (BTreeMap::new(), BTreeSet::new());
        for at in 1..tokens.len() {
            let mut found = Vec::new();
            if tokens[at - 1] == "use" && tokens[at] != "<" {
                add_paths(&tokens, at, &[], &mut found);
                let is_public = at > 1 && ["pub", ")"].contains(&&*tokens[at - 2]);
                for (name, path) in found {
                    imports.insert(name, (path, is_public));
                }
            } else if is_name(&tokens[at])
                && tokens.get(at + 1).is_some_and(|next| next == "::")
                && !["::", "."].contains(&&*tokens[at - 1])
            {
                add_paths(&tokens, at, &[], &mut found);
                paths.extend(found.into_iter().map(|(_, path)| path));
            } else if tokens[at] == "!" && is_name(&tokens[at - 1]) {
                paths.insert(vec![tokens[at - 1].clone() + "!"]);
            }
        }
        let module_read = Module {
            file,
            imports,
            paths,
        };
        self.0.insert(module.to_vec(), module_read);
    }

    /// Returns a path in a module as a path from `crate` or from the name of another crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Names {
        let (first, rest) = path.split_first().expect("a path");
        let parent = &module[..module.len() - 1];
        match first.as_str() {
            "self" => [module, rest].concat(),
            "super" if rest.first().is_some_and(|next| next == "super") => {
                self.absolute(parent, rest)
            }
            "super" => [parent, rest].concat(),
            name => {
                let child = [module, &[name.to_owned()]].concat();
                match self.0[module].imports.get(name) {
                    _ if self.0.contains_key(&child) => [&child, rest].concat(),
                    Some((import, _)) if import[0] != *name => {
                        [self.absolute(module, import), rest.to_vec()].concat()
                    }
                    _ => path.to_vec(),
                }
            }
        }
    }

    /// Returns the module that defines the item at an absolute path, even if others export it.
    fn definition(&self, mut path: Names) -> Option<Names> {
        loop {
            let length = (1..=path.len())
                .rev()
                .find(|&length| self.0.contains_key(&path[..length]))?;
            let (module, rest) = path.split_at(length);
            match rest
                .first()
                .and_then(|name| self.0[module].imports.get(name))
            {
                Some((import, _)) => {
                    path = [self.absolute(module, import), rest[1..].to_vec()].concat();
                }
                None => return Some(module.to_vec()),
            }
        }
    }

    /// Returns the absolute paths that a module uses. Exports are not uses.
    fn uses(&self, module: &[String]) -> BTreeSet<Names> {
        let Module { imports, paths, .. } = &self.0[module];
        let imported = imports.values().filter(|(_, is_public)| !is_public);
        imported
            .map(|(path, _)| path)
            .chain(paths)
            .map(|path| self.absolute(module, path))
            .collect()
    }

    /// Returns every module paired with each module of the crate that it uses.
    fn arrows(&self) -> BTreeSet<(Names, Names)> {
        let mut arrows = BTreeSet::new();
        for module in self.0.keys() {
            for path in self.uses(module) {
                if let Some(used) = self.definition(path).filter(|used| used != module) {
                    arrows.insert((module.clone(), used));
                }
            }
        }
        arrows
    }
}

/// Adds the tokens of a stream; `::` is one token.
fn add_tokens(stream: TokenStream, tokens: &mut Vec<String>) {
    for tree in stream {
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                tokens.push(open.to_owned());
                // documentation is not code
                if !group.to_string().starts_with("[doc =") {
                    add_tokens(group.stream(), tokens);
                }
                tokens.push(close.to_owned());
            }
            TokenTree::Punct(punct) => match tokens.last_mut() {
                Some(last) if last == ":" && punct.as_char() == ':' => last.push(':'),
                _ => tokens.push(punct.to_string()),
            },
            other => tokens.push(other.to_string()),
        }
    }
}

/// Returns the tokens without the items that exist only for tests or fuzzers.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let mut condition = tokens[at..].iter().take_while(|token| *token != "]");
        if !tokens[at..].starts_with(&["#", "[", "cfg"].map(str::to_owned))
            || !condition.any(|token| token == "test")
        {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let mut depth = 0;
        loop {
            at += 1;
            match tokens[at].as_str() {
                "(" | "[" | "{" => depth += 1,
                "}" if depth == 1 => break,
                ")" | "]" | "}" => depth -= 1,
                ";" if depth == 0 => break,
                _ => {}
            }
        }
        at += 1;
    }
    kept
}

fn is_name(token: &str) -> bool {
    token.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}

/// Adds the paths of the path or tree that begins at a token, each with the name that it imports.
/// Returns the place of the token after it.
fn add_paths(
    tokens: &[String],
    mut at: usize,
    prefix: &[String],
    found: &mut Vec<(String, Names)>,
) -> usize {
    let mut path = prefix.to_vec();
    loop {
        if tokens[at] == "{" {
            at += 1;
            while tokens[at] != "}" {
                at = add_paths(tokens, at, &path, found);
                at += usize::from(tokens[at] == ",");
            }
            return at + 1;
        }
        if is_name(&tokens[at]) && (tokens[at] != "self" || path.is_empty()) {
            path.push(tokens[at].clone());
        }
        at += 1;
        if tokens.get(at).is_none_or(|next| next != "::") || tokens[at + 1] == "<" {
            break;
        }
        at += 1;
    }
    let mut name = path.last().expect("a name").clone();
    if tokens.get(at).is_some_and(|next| next == "as") {
        name.clone_from(&tokens[at + 1]);
        at += 2;
    }
    found.push((name, path));
    at
}

/// Returns the place of a module in the order of its crate, or `None` for the root.
fn rank(order: &str, module: &[String]) -> Option<usize> {
    let name = module.get(1)?;
    let rank = order.split(' ').position(|other| other == name);
    Some(rank.unwrap_or_else(|| panic!("{name} is missing in ORDER")))
}

#[test]
fn modules_use_only_lower_modules() {
    for (folder, order) in ORDER {
        for (module, used) in Modules::read(folder).arrows() {
            assert!(
                rank(order, &used) <= rank(order, &module) || rank(order, &module).is_none(),
                "{} uses {}, which is above it",
                module.join("::"),
                used.join("::")
            );
        }
    }
}

#[test]
fn files_use_one_another_without_circles() {
    for (folder, _) in ORDER {
        let mut arrows = Modules::read(folder).arrows();
        // a module may list its submodules, and arrows between rooms only lead down
        arrows.retain(|(module, used)| module.get(1) == used.get(1) && !used.starts_with(module));
        // an arrow from a file that is not used, or to a file that uses none, is not in a circle
        loop {
            let used: BTreeSet<Names> = arrows.iter().map(|(_, used)| used.clone()).collect();
            let using: BTreeSet<Names> = arrows.iter().map(|(using, _)| using.clone()).collect();
            let before = arrows.len();
            arrows.retain(|arrow| used.contains(&arrow.0) && using.contains(&arrow.1));
            if arrows.len() == before {
                break;
            }
        }
        for (module, used) in &arrows {
            println!("{} uses {}", module.join("::"), used.join("::"));
        }
        assert!(arrows.is_empty(), "the arrows above are in circles");
    }
}

/// Checks that no path and no macro outside the allowed modules begins with a forbidden path.
fn check(allowed: &[&str], forbidden: &[&str]) {
    for (folder, _) in ORDER {
        let modules = Modules::read(folder);
        for (module, Module { file, .. }) in &modules.0 {
            if module.get(1).is_some_and(|name| allowed.contains(&&**name)) {
                continue;
            }
            for path in modules.uses(module) {
                let path = path.join("::");
                let is_forbidden = forbidden.iter().any(|start| path.starts_with(start));
                assert!(!is_forbidden, "{} uses {path}", file.display());
            }
        }
    }
}

/// Only a request to stop is shared between threads. Other crates with such effects can't be used,
/// since `core/Cargo.toml` does not depend on them.
#[test]
fn core_uses_no_outside_state() {
    let allowed: Vec<&str> = ORDER[1].1.split(' ').chain(["stop"]).collect();
    let parts = [
        "env", "fs", "io", "net", "process", "sync", "thread", "time",
    ];
    let paths = parts.map(|part| format!("std::{part}"));
    check(
        &allowed,
        &[
            &paths.each_ref().map(String::as_str)[..],
            &["thread_local!"],
        ]
        .concat(),
    );
}

#[test]
fn only_external_starts_programs() {
    check(&["external"], &["std::process::Command"]);
}

#[test]
fn program_has_no_network() {
    check(&[], &["std::net", "std::os::unix::net"]);
    let read = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        fs::read_to_string(path).expect("a text")
    };
    let (list, lock) = (read("deny.toml"), read("Cargo.lock"));
    let rest = list.split("\ndeny = [").nth(1).expect("a list");
    let banned = rest.split("\n]").next().unwrap_or_default();
    let names: Vec<&str> = banned.split('"').skip(1).step_by(2).collect();
    assert!(names.contains(&"socket2"), "{names:?}");
    for name in names {
        let entry = format!("name = \"{name}\"\n");
        assert!(!lock.contains(&entry), "{name} opens connections");
    }
}

#[test]
fn only_cli_prints() {
    let macros = ["print!", "println!", "eprint!", "eprintln!", "dbg!"];
    let streams = ["std::io::stdout", "std::io::stderr"];
    check(&["cli"], &[&macros[..], &streams].concat());
}

/// `main` gets an exit code from `cli`.
#[test]
fn only_cli_exits() {
    check(&["cli"], &["std::process::exit", "std::process::abort"]);
}

/// Documents are also JSON. The protocols of `external` have their own JSON.
#[test]
fn only_render_and_external_make_json() {
    check(&["render", "external"], &["json!", "serde_json::json"]);
}

/// The compiler forbids unsafe code in every member except the bindings, whose macros generate it.
#[test]
fn unsafe_code_is_forbidden() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = fs::read_to_string(top.join("Cargo.toml")).expect("a manifest");
    assert!(workspace.contains("\n[workspace.lints.rust]\nunsafe_code = \"forbid\"\n"));
    for member in ["", "core", "corpus-tools", "tests/oracle", "web/pack"] {
        let manifest = top.join(member).join("Cargo.toml");
        let text = fs::read_to_string(&manifest).expect("a manifest");
        assert!(
            text.contains("[lints]\nworkspace = true\n"),
            "{} has its own lints",
            manifest.display()
        );
    }
    for member in ["python", "web", "web/page"] {
        for Module { file, .. } in Modules::read(member).0.values() {
            let text = fs::read_to_string(file).expect("a source file");
            assert!(
                !text.contains("unsafe"),
                "{} has unsafe code",
                file.display()
            );
        }
    }
}
