//! The fuzz targets that need private items of the crate: see `fuzz/README.md`.

pub mod baseline;
pub mod gtp;
pub mod protocol;

#[cfg(test)]
#[path = "../damage.rs"]
mod damage;
#[cfg(test)]
mod seeds;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::damage::damaged;
    use super::seeds::seeds;
    use super::{baseline, gtp, protocol};

    type Body = fn(&[u8]);

    /// The targets, each with the number of damaged seeds that take about a second.
    const TARGETS: [(&str, Body, u32); 3] = [
        ("baseline", baseline::check, 5_000),
        ("gtp", gtp::check, 50_000),
        ("protocol", protocol::check, 30_000),
    ];

    #[test]
    fn seeds_and_inputs_of_fixed_bugs_pass() {
        let regressions = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
        for (name, body, _) in TARGETS {
            let fixed = std::fs::read_dir(regressions.join(name))
                .into_iter()
                .flatten();
            let fixed = fixed.map(|entry| std::fs::read(entry.expect("an entry").path()));
            for input in seeds(name).into_iter().map(Ok).chain(fixed) {
                let input = input.expect("an input");
                println!("{name}: {}", input.escape_ascii());
                body(&input);
            }
        }
    }

    #[test]
    fn damaged_seeds_pass() {
        for (name, body, number) in TARGETS {
            let seeds = seeds(name);
            let mut rng = fastrand::Rng::with_seed(0);
            for _ in 0..number {
                let bytes = damaged(&mut rng, &seeds);
                println!("{name}: {}", bytes.escape_ascii());
                body(&bytes);
            }
        }
    }
}
