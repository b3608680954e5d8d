//! Writes the JavaScript that loads a WebAssembly module: `seichi-web-pack MODULE.wasm FOLDER`.

use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(module), Some(folder)) = (arguments.next(), arguments.next()) else {
        anyhow::bail!("usage: seichi-web-pack MODULE.wasm FOLDER");
    };
    Bindgen::new()
        .input_path(module)
        .out_name("wasm")
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
}
