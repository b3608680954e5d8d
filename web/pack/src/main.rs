//! Writes the JavaScript that loads a WebAssembly module: `seichi-web-pack MODULE.wasm FOLDER`
//! writes the module and its bindings, and `seichi-web-pack MODULE.wasm FOLDER BUILD…` writes the
//! named builds of the npm package. `seichi-web-pack FOLDER PAGE.html` writes the page in a folder,
//! which scores games, as one file.

mod bundle;
mod page;
#[path = "../../../src/render/html/script.rs"]
mod script;

use std::path::Path;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use bundle::{BUILDS, Module};
use page::Page;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, names @ ..] = arguments.as_slice() else {
        bail!(
            "usage: seichi-web-pack MODULE.wasm FOLDER [BUILD…], or seichi-web-pack FOLDER PAGE.html"
        );
    };
    if Path::new(module).is_dir() {
        return Ok(std::fs::write(
            folder,
            Page {
                folder: Path::new(module),
            }
            .joined()?,
        )?);
    }
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .out_name("wasm")
        .web(true)?
        .omit_default_module_path(true)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true);
    if names.is_empty() {
        return bindgen.generate(folder);
    }
    let mut output = bindgen.generate_output()?;
    let module = Module {
        bindings: output.js().to_owned(),
        bytes: output.wasm_mut().emit_wasm(),
    };
    std::fs::create_dir_all(folder)?;
    for name in names {
        let build = BUILDS
            .iter()
            .find(|build| build.name == name)
            .with_context(|| format!("no build {name}"))?;
        build.write(&module, Path::new(folder))?;
    }
    Ok(())
}
