//! The page that scores games as one HTML file. From disk, browsers load no other file: no module, worker or WebAssembly.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

use crate::bundle::packed;
use crate::script::{integrity, without_modules};

/// Replaces `web/page/parts.js`.
const PARTS: &str = include_str!("parts.js");

/// The workers of the page, each with its WebAssembly module.
const WORKERS: [(&str, &str); 2] = [("./worker.js", "./seichi.wasm"), ("./run-worker.js", "./run/wasm_bg.wasm")];

/// A page in a folder, which `web/page/build` made.
pub(crate) struct Page<'a> {
    pub(crate) folder: &'a Path,
}

impl Page<'_> {
    /// Returns the page as one file.
    ///
    /// # Errors
    /// If a file of the page is missing or has another form.
    pub(crate) fn joined(&self) -> Result<String> {
        let script = self.script()?;
        let (mut lines, mut styles) = (Vec::new(), String::from("style-src"));
        for line in self.text("index.html")?.lines() {
            let style = line.strip_prefix("<link rel=\"stylesheet\" href=\"").and_then(|rest| rest.strip_suffix("\">"));
            if let Some(name) = style {
                let style = self.text(name)?;
                styles = styles + " '" + &integrity(&style) + "'";
                lines.push(format!("<style>{style}</style>"));
            } else if line.starts_with("<script ") {
                lines.push(format!("<script type=\"module\">{script}</script>"));
            } else if !line.contains("rel=\"modulepreload\"") && !line.contains("href=\"seichi.html\"") {
                lines.push(line.to_owned());
            }
        }
        let mut page = lines.join("\n") + "\n";
        // the browser uses only these styles, this script and the workers that it starts
        for (served, sources) in [
            ("style-src 'self'", styles),
            ("script-src 'self'", format!("script-src '{}'", integrity(&script))),
            ("worker-src 'self'", "worker-src blob:".to_owned()),
            ("connect-src 'self'", "connect-src 'none'".to_owned()),
        ] {
            ensure!(page.contains(served), "index.html does not contain {served}");
            page = page.replacen(served, &sources, 1);
        }
        Ok(page)
    }

    /// Returns the script of the page. The modules of the report share a scope, and so do the others, inside it.
    fn script(&self) -> Result<String> {
        let mut parts = vec![("./example.sgf", self.packed("./example.sgf")?)];
        for (worker, module) in WORKERS {
            parts.push((worker, self.worker(worker, module)?));
        }
        let (mut of_report, mut others) = (String::new(), String::new());
        for (path, code) in self.modules(&["report/page.js", "score.js"])? {
            if path.ends_with("report/page.js") {
                of_report = of_report + "function reportPage() {\n" + &code + "}\n";
            } else if path.starts_with("report") {
                of_report += &code;
            } else {
                others += &code;
            }
        }
        let script = format!("\n{}{of_report}{{\n{others}}}\n", constants(&parts));
        ensure!(!script.contains("</script"), "the script contains the tag that ends it");
        Ok(script)
    }

    /// Returns the script of a worker. In a block, names that are declared twice are errors.
    fn worker(&self, name: &str, module: &str) -> Result<String> {
        let code: String = self.modules(&[&name[2..]])?.into_iter().map(|(_, code)| code).collect();
        let constants = constants(&[(module, self.packed(module)?)]);
        Ok(format!("'use strict';\n(async () => {{\n{{\n{constants}{code}}}\n}})().catch(reportError);\n"))
    }

    /// Returns the path and the code of modules, and of all that they import. Each follows those that it imports.
    fn modules(&self, names: &[&str]) -> Result<Vec<(PathBuf, String)>> {
        let mut found = Vec::new();
        for name in names {
            self.add_module(Path::new(name), &mut found)?;
        }
        Ok(found)
    }

    fn add_module(&self, path: &Path, found: &mut Vec<(PathBuf, String)>) -> Result<()> {
        if found.iter().any(|(other, _)| other == path) {
            return Ok(());
        }
        let module = if path == Path::new("parts.js") { PARTS.to_owned() } else { self.text(path)? };
        for line in module.lines().filter(|line| line.starts_with("import ") || line.starts_with("} from ")) {
            if let Some(name) = line.split_once(" from './").and_then(|(_, name)| name.strip_suffix("';")) {
                self.add_module(&path.with_file_name(name), found)?;
            }
        }
        // the bindings of a module export this function without a name, and run-worker.js names it
        let init = if module.contains("__wbg_init as default") { "const init = __wbg_init;\n" } else { "" };
        found.push((path.to_owned(), without_modules(&module) + init));
        Ok(())
    }

    fn text(&self, name: impl AsRef<Path>) -> Result<String> {
        let path = self.folder.join(name);
        fs::read_to_string(&path).with_context(|| path.display().to_string())
    }

    fn packed(&self, name: &str) -> Result<String> {
        let path = self.folder.join(name);
        packed(&fs::read(&path).with_context(|| path.display().to_string())?)
    }
}

/// Returns the declaration of the parts that `parts.js` loads. As text in a script, a part can contain no tag.
fn constants(parts: &[(&str, String)]) -> String {
    let parts: Vec<String> = parts.iter().map(|(name, part)| format!("{name:?}: {part:?}")).collect();
    format!("const PARTS = {{ {} }};\n", parts.join(", ")).replace('<', "\\u003c")
}
