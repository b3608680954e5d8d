//! The page that scores games, as one HTML file. For a page on disk, browsers load no other file:
//! no module, worker or WebAssembly.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use crate::bundle::{deflated, without_comments};
use crate::script::{integrity, without_modules};

/// Replaces `web/page/parts.js`.
const PARTS: &str = include_str!("parts.js");

/// The worker of the page, and its WebAssembly module.
const WORKER: &str = "./worker.js";
const MODULE: &str = "./run/wasm_bg.wasm";

/// A page in a folder, which `web/page/build` made.
pub(crate) struct Page<'a> {
    pub(crate) folder: &'a Path,
}

impl Page<'_> {
    /// Returns the page as one file.
    ///
    /// # Errors
    /// If a file of the page is missing or has a different form.
    pub(crate) fn joined(&self) -> Result<String> {
        let script = self.script()?;
        let (mut lines, mut styles) = (Vec::new(), String::from("style-src"));
        for line in self.text("index.html")?.lines() {
            let style = line
                .strip_prefix("<link rel=\"stylesheet\" href=\"")
                .and_then(|rest| rest.strip_suffix("\">"));
            if let Some(name) = style {
                let style = self.text(name)?;
                styles = styles + " '" + &integrity(&style) + "'";
                lines.push(format!("<style>{style}</style>"));
            } else if line.starts_with("<script ") {
                lines.push(format!("<script type=\"module\">{script}</script>"));
            } else if !line.contains("rel=\"modulepreload\"")
                && !line.contains("href=\"seichi.html\"")
            {
                lines.push(line.to_owned());
            }
        }
        let mut page = lines.join("\n") + "\n";
        // the browser uses only these styles, this script and the workers that it starts
        for (served, sources) in [
            ("style-src 'self'", styles),
            (
                "script-src 'self'",
                format!("script-src '{}'", integrity(&script)),
            ),
            ("worker-src 'self'", "worker-src blob:".to_owned()),
            ("connect-src 'self'", "connect-src 'none'".to_owned()),
        ] {
            ensure!(
                page.contains(served),
                "index.html does not contain {served}"
            );
            page = page.replacen(served, &sources, 1);
        }
        Ok(page)
    }

    /// Returns the script of the page.
    fn script(&self) -> Result<String> {
        let parts = [
            ("./example.sgf", self.packed("./example.sgf")?),
            ("./words.json", self.packed("./words.json")?),
            (WORKER, self.worker()?),
        ];
        let script = format!("\n{}{}", constants(&parts), self.modules("score.js")?);
        ensure!(
            !script.contains("</script"),
            "the script contains the tag that ends it"
        );
        Ok(script)
    }

    /// Returns the script of the worker.
    fn worker(&self) -> Result<String> {
        let code = constants(&[(MODULE, self.packed(MODULE)?)]) + &self.modules(WORKER)?;
        Ok(format!(
            "'use strict';\n(async () => {{\n{code}}})().catch(reportError);\n"
        ))
    }

    /// Returns the code of a module and of all modules that it imports. Each module is in a block
    /// inside the blocks of the modules before it, so it sees their names, and can declare the same
    /// names for itself.
    fn modules(&self, name: &str) -> Result<String> {
        let mut found = Vec::new();
        self.add_module(Path::new(name.trim_start_matches("./")), &mut found)?;
        let blocks: Vec<String> = found
            .iter()
            .map(|(_, code)| format!("{{\n{code}"))
            .collect();
        Ok(blocks.concat() + &"}".repeat(blocks.len()) + "\n")
    }

    fn add_module(&self, path: &Path, found: &mut Vec<(PathBuf, String)>) -> Result<()> {
        if found.iter().any(|(other, _)| other == path) {
            return Ok(());
        }
        let module = if path == Path::new("parts.js") {
            PARTS.to_owned()
        } else {
            self.text(path)?
        };
        for (from, _) in imports(&module) {
            self.add_module(&path.with_file_name(from), found)?;
        }
        for (from, names) in imports(&module) {
            let mut nearer = found
                .iter()
                .skip_while(|(other, _)| *other != path.with_file_name(from))
                .skip(1);
            if let Some((other, _)) =
                nearer.find(|(_, code)| names.iter().any(|name| declares(code, name)))
            {
                bail!(
                    "{} would see a name declared in {} instead of its import from {from}",
                    path.display(),
                    other.display()
                );
            }
        }
        let mut code = without_comments(&without_modules(&module));
        if module.contains("__wbg_init as default") {
            // worker.js gives this function its name
            code += "const init = __wbg_init;\n";
        }
        found.push((path.to_owned(), code));
        Ok(())
    }

    fn text(&self, name: impl AsRef<Path>) -> Result<String> {
        let path = self.folder.join(name);
        fs::read_to_string(&path).with_context(|| path.display().to_string())
    }

    fn packed(&self, name: &str) -> Result<String> {
        let path = self.folder.join(name);
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        Ok(in_base_85(deflated(&bytes)?))
    }
}

/// Returns bytes as text for `parts.js`: five characters for every four bytes. None of the
/// characters needs to be escaped in a script. Base64 would take a fifteenth more. The last
/// character is the number of zero bytes that were added.
fn in_base_85(mut bytes: Vec<u8>) -> String {
    let added = bytes.len().next_multiple_of(4) - bytes.len();
    bytes.resize(bytes.len() + added, 0);
    let mut text = String::new();
    for four in bytes.chunks(4) {
        let number = four.iter().fold(0, |all, &byte| all << 8 | u32::from(byte));
        for power in [85_u32.pow(4), 85_u32.pow(3), 85_u32.pow(2), 85, 1] {
            let digit = u8::try_from(number / power % 85).expect("less than 85");
            text.push(match b'(' + digit {
                b'<' => '}',
                b'\\' => '~',
                letter => letter.into(),
            });
        }
    }
    text + &added.to_string()
}

/// Returns the declaration of the parts that `parts.js` loads. A part is text in a script, so it
/// cannot contain a tag.
fn constants(parts: &[(&str, String)]) -> String {
    let parts: Vec<String> = parts
        .iter()
        .map(|(name, part)| format!("{name:?}: {part:?}"))
        .collect();
    format!("const PARTS = {{ {} }};\n", parts.join(", ")).replace('<', "\\u003c")
}

/// Returns the imports of a module: the file, and the names.
fn imports(module: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let starts = module
        .match_indices("import ")
        .filter(|(at, _)| *at == 0 || module[..*at].ends_with('\n'));
    starts.filter_map(|(at, _)| {
        let (names, rest) = module[at..].split_once(" from './")?;
        let (from, _) = rest.split_once('\'')?;
        Some((
            from,
            names
                .split(|letter: char| !is_of_name(letter))
                .skip(1)
                .filter(|name| !name.is_empty())
                .collect(),
        ))
    })
}

/// Returns whether code declares a name outside its functions.
fn declares(code: &str, name: &str) -> bool {
    let starts = ["function ", "async function ", "const ", "let ", "class "];
    let declared = code
        .lines()
        .filter_map(|line| starts.iter().find_map(|start| line.strip_prefix(start)));
    declared
        .filter_map(|rest| rest.split(['=', '(', ';']).next())
        .any(|names| {
            names
                .split(|letter: char| !is_of_name(letter))
                .any(|one| one == name)
        })
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_in_base_85() {
        assert_eq!(in_base_85(Vec::new()), "0");
        assert_eq!(in_base_85(vec![0, 0, 0, 1, 255, 255, 255]), "(((()z?^1(1");
        assert_eq!(in_base_85(vec![0, 0, 0, 20]), "((((}0");
        assert_eq!(in_base_85(vec![0, 0, 0, 52]), "((((~0");
    }

    #[test]
    fn imports_have_files_and_names() {
        let module = "// import x from './no.js';\nimport a, { b } from './c.js';\nimport {\n  d, $e,\n} from './f/g.js';\nlet h = 1;\n";
        assert_eq!(
            imports(module).collect::<Vec<_>>(),
            [("c.js", vec!["a", "b"]), ("f/g.js", vec!["d", "$e"])]
        );
    }

    #[test]
    fn declared_names_are_found() {
        let code =
            "const [a, b] = c;\nasync function d(e) {\n  const f = 1;\n}\nlet g;\nclass H {\n}\n";
        let declared = ["a", "b", "c", "d", "e", "f", "g", "H"].map(|name| declares(code, name));
        assert_eq!(
            declared,
            [true, true, false, true, false, false, true, true]
        );
    }
}
