//! The options of a run: the same as for `seichi eval`, except for the sources of dead stones.

use seichi::dead::DeadFrom;
use seichi::pipeline::{Maps, Options};
use seichi::stats::Bootstrap;
use seichi::territory::usual_strategies;
use wasm_bindgen::JsError;

/// Returns the options of a run. `dead` names sources of dead stones, separated by commas, as `--dead` takes them.
pub(crate) fn options(dead: &str) -> Result<Options, JsError> {
    let source = |name: &str| {
        let known = DeadFrom::ALL.into_iter().find(|source| source.name() == name);
        known.ok_or_else(|| JsError::new(&format!("unknown source of dead stones {name:?}")))
    };
    let dead = dead.split(',').map(source).collect::<Result<_, _>>()?;
    let strategies = usual_strategies().collect();
    let mut options = Options { strategies, dead, maps: Maps::Differing, ..Options::default() };
    // the default of --seed
    options.playouts.seed = Bootstrap::default().seed;
    Ok(options)
}

/// Returns the words of a command that evaluates a game with these options.
pub(crate) fn words(options: &Options) -> Vec<String> {
    let mut words = Vec::new();
    if options.dead != [DeadFrom::Auto] {
        let names: Vec<&str> = options.dead.iter().map(|source| source.name()).collect();
        words.extend(["--dead".to_owned(), names.join(",")]);
    }
    if options.dead.contains(&DeadFrom::Estimate) {
        let numbers = [("--playouts", u64::from(options.playouts.count)), ("--seed", options.playouts.seed)];
        words.extend(numbers.into_iter().flat_map(|(flag, number)| [flag.to_owned(), number.to_string()]));
    }
    words
}
