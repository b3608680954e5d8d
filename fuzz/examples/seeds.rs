//! Writes the first inputs of every target to `corpus/TARGET`.

use std::fs;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    for target in seichi_fuzz::TARGETS.iter().chain(seichi_fuzz::INSIDE) {
        let folder = top.join("corpus").join(target);
        fs::create_dir_all(&folder)?;
        for (number, seed) in seichi_fuzz::seeds(target).iter().enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
