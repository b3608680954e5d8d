//! Joins the parts of the package in `web/js` into one file for each build.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Result;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use seichi_core::rules::Rules;
use seichi_core::territory::STRATEGIES;
use zopfli::{Format, Options};

use crate::script::without_modules;

/// A WebAssembly module and its bindings.
pub(crate) struct Module {
    pub(crate) bindings: String,
    pub(crate) bytes: Vec<u8>,
}

/// A build of the npm package.
pub(crate) struct Build {
    pub(crate) name: &'static str,
    /// Whether its JavaScript contains the module. Otherwise the module becomes `seichi.wasm`.
    is_inlined: bool,
    /// The parts after the bindings.
    parts: &'static [&'static str],
    types: &'static [&'static str],
}

macro_rules! parts {
    ($($name:literal),*) => { &[$(include_str!(concat!("../../js/", $name, ".js"))),*] };
}

const BOARD_TYPES: &str = include_str!("../../boards.d.ts");
const GAME_TYPES: &str = include_str!("../../games.d.ts");

/// All builds.
pub(crate) const BUILDS: [Build; 3] = [
    Build {
        name: "seichi",
        is_inlined: true,
        parts: parts!("inflate", "load", "boards", "games"),
        types: &[BOARD_TYPES, GAME_TYPES],
    },
    Build {
        name: "boards",
        is_inlined: true,
        parts: parts!("inflate", "load", "boards"),
        types: &[BOARD_TYPES],
    },
    Build {
        name: "bare",
        is_inlined: false,
        parts: parts!("bare", "load", "boards", "games"),
        types: &[BOARD_TYPES, GAME_TYPES],
    },
];

impl Build {
    /// Writes `NAME.mjs`, `NAME.js` (for `CommonJS` and as a classic script), and their types.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(crate) fn write(&self, module: &Module, folder: &Path) -> Result<()> {
        let mut code =
            include_str!("../../js/text.js").to_owned() + &without_modules(&module.bindings);
        code += &names();
        if self.is_inlined {
            writeln!(
                code,
                "const SIZE = {};\nconst DATA = '{}';",
                module.bytes.len(),
                BASE64_STANDARD.encode(deflated(&module.bytes)?)
            )?;
        } else {
            fs::write(folder.join("seichi.wasm"), &module.bytes)?;
        }
        let parts = self.parts.concat();
        code += &without_modules(&parts);
        let code = without_comments(&code);
        let exported = exports(&parts).join(", ");
        let file = |suffix| folder.join(format!("{}.{suffix}", self.name));
        fs::write(file("mjs"), format!("{code}export {{ {exported} }};\n"))?;
        let classic = "if (typeof module === 'object' && module.exports) module.exports = seichi;";
        let scope = format!("'use strict';\n{code}return {{ {exported} }};");
        fs::write(
            file("js"),
            format!("var seichi = (() => {{ {scope} }})();\n{classic}\n"),
        )?;
        let types = self.types.concat();
        fs::write(file("d.mts"), &types)?;
        fs::write(file("d.ts"), &types)?;
        Ok(())
    }
}

/// Returns the lists of strategies and rules, which are known before the module is loaded.
fn names() -> String {
    let all: Vec<&str> = STRATEGIES.iter().map(|strategy| strategy.name).collect();
    let controls = STRATEGIES.iter().filter(|strategy| strategy.is_control);
    let controls: Vec<&str> = controls.map(|strategy| strategy.name).collect();
    let rules: Vec<String> = Rules::ALL
        .iter()
        .map(|rules| format!("{:?}: {:?}", rules.name(), rules.katago()))
        .collect();
    format!(
        "const STRATEGIES = {all:?};\nconst CONTROLS = {controls:?};\nconst RULES = {{ {} }};\n",
        rules.join(", ")
    )
}

/// Returns bytes as raw DEFLATE.
pub(crate) fn deflated(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut deflated = Vec::new();
    zopfli::compress(Options::default(), Format::Deflate, bytes, &mut deflated)?;
    Ok(deflated)
}

/// Returns code without the lines that are comments.
pub(crate) fn without_comments(code: &str) -> String {
    let is_comment = |line: &&str| {
        ["//", "/*", "*"]
            .iter()
            .any(|start| line.trim_start().starts_with(start))
    };
    code.lines()
        .filter(|line| !line.trim().is_empty() && !is_comment(line))
        .fold(String::new(), |all, line| all + line + "\n")
}

/// Returns the names that code exports, each declared at the start of a line.
fn exports(code: &str) -> Vec<&str> {
    let declared = code.lines().filter_map(|line| line.strip_prefix("export "));
    let words = declared.map(|line| {
        line.strip_prefix("async ")
            .unwrap_or(line)
            .split([' ', '(', ';'])
    });
    words.filter_map(|mut words| words.nth(1)).collect()
}
