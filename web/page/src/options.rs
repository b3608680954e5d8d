//! The options of a run and of an audit: the same as in the program, except for the sources of dead
//! stones.

use seichi::compare::Audit;
use seichi::dead::DeadFrom;
use seichi::game::Options;
use seichi::territory::{STRATEGIES, usual_strategies};
use wasm_bindgen::JsError;

/// Returns the sources of dead stones with these names, separated by commas, as `--dead` takes
/// them.
pub(crate) fn dead_sources(names: &str) -> Result<Vec<DeadFrom>, JsError> {
    let source = |name: &str| {
        let known = DeadFrom::ALL
            .iter()
            .copied()
            .find(|source| source.name() == name);
        known.ok_or_else(|| JsError::new(&format!("unknown source of dead stones {name:?}")))
    };
    names.split(',').map(source).collect()
}

/// Returns the options of `seichi eval`.
pub(crate) fn of_run(dead: Vec<DeadFrom>) -> Options {
    Options {
        strategies: usual_strategies().collect(),
        dead,
        ..Options::default()
    }
}

/// Returns the options of `seichi audit`. The list of games shows the boards of suspects.
pub(crate) fn of_audit(dead: Vec<DeadFrom>) -> Options {
    Audit::options(dead)
}

/// Returns the options of `seichi explain`.
pub(crate) fn of_explanation(dead: Vec<DeadFrom>) -> Options {
    let strategies = STRATEGIES.to_vec();
    Options {
        strategies,
        safety: true,
        needs_label: false,
        dead,
        ..Options::default()
    }
}

/// Returns the words of a command that name the sources of dead stones.
pub(crate) fn words_of_dead(options: &Options) -> Vec<String> {
    let sources = options
        .dead
        .iter()
        .map(|source| source.name())
        .collect::<Vec<_>>()
        .join(",");
    vec!["--dead".to_owned(), sources]
}

/// Returns the words of a command that evaluates a game with these options.
pub(crate) fn words(options: &Options) -> Vec<String> {
    let mut words = if options.dead == [DeadFrom::Auto] {
        Vec::new()
    } else {
        words_of_dead(options)
    };
    if options.dead.contains(&DeadFrom::Estimate) {
        words.extend(["--seed".to_owned(), options.playouts.seed.to_string()]);
    }
    words
}
