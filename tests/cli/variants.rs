//! Runs of strategies that are broken on purpose.

#[path = "../../examples/year/variant.rs"]
mod variant;

use std::ffi::OsString;

use seichi::cli::Failure;

use crate::sandbox::Sandbox;

impl Sandbox {
    /// Evaluates the games in a folder with the flags of a line. Variants replace the strategies of their names. The
    /// run is in the folder `out`.
    pub(crate) fn eval_variants(&self, games: &str, flags: &str, out: &str, variants: &[&str]) -> Result<(), Failure> {
        let words = ["seichi", "eval"].into_iter().chain(flags.split_whitespace()).map(OsString::from);
        let paths = ["-o".into(), self.path(out).into(), self.path(games).into()];
        variant::evaluate(&words.chain(paths).collect::<Vec<_>>(), variants)
    }
}
