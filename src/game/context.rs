//! The data that the evaluations of all games in a run share.

use std::collections::HashMap;
use std::sync::Arc;

use super::Options;
use crate::Stop;
use crate::input::Labels;
use crate::skip::{Reason, Skip};

/// The data that the evaluations of all games in a run share. Clones are cheap.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Context {
    /// The options of the evaluation.
    pub options: Arc<Options>,
    /// The labels of the games.
    pub(crate) labels: Arc<Labels>,
    /// Whether the engine that names dead stones failed too often to be asked again.
    pub(crate) engine_is_given_up: bool,
    /// Set when the user wants to stop. This ends searches and the wait for programs.
    pub(crate) stop: Stop,
    /// The games that are left out because of other records of the same game, by name.
    pub left_out: Arc<HashMap<String, Skip>>,
}

impl Context {
    /// Returns a context in which no game is left out.
    pub fn new(
        options: impl Into<Arc<Options>>,
        labels: impl Into<Arc<Labels>>,
        stop: &Stop,
    ) -> Self {
        Self {
            options: options.into(),
            labels: labels.into(),
            engine_is_given_up: false,
            stop: stop.clone(),
            left_out: Arc::default(),
        }
    }

    /// Returns this context with different options.
    pub(crate) fn with_options(&self, options: Options) -> Self {
        Self {
            options: Arc::new(options),
            ..self.clone()
        }
    }

    /// Returns a skip if the user wants to stop, to end a batch of games early. A run then drops
    /// the batch's results.
    pub(super) fn check_stop(&self) -> Result<(), Skip> {
        if self.stop.is_set() {
            return Err(Skip::new(Reason::Interrupted, ""));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_is_no_failure_of_an_engine() {
        let context = Context::default();
        assert_eq!(context.check_stop(), Ok(()));
        context.stop.set();
        let reason = context.check_stop().map_err(|skip| skip.reason);
        assert_eq!(reason, Err(Reason::Interrupted));
    }
}
