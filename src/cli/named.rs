//! A parser for flag values that are names. It also lists the names, for help and completion.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A parser of a name, and a function that lists the names. The error message of the parser says
/// more than clap's "invalid value".
#[derive(Clone, Copy)]
pub(super) struct Named<T>(
    pub(super) fn(&str) -> anyhow::Result<T>,
    pub(super) fn() -> Vec<&'static str>,
);

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        TypedValueParser::parse_ref(&self.0, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.1)().into_iter().map(PossibleValue::new)))
    }
}

/// Returns a parser of the names of some values.
pub(super) fn one_of<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = (PossibleValue, T)>,
) -> impl TypedValueParser<Value = T> {
    let (names, values): (Vec<PossibleValue>, Vec<T>) = values.into_iter().unzip();
    PossibleValuesParser::new(names.clone()).map(move |name| {
        let number = names.iter().position(|known| known.get_name() == name);
        values[number.expect("clap knows only these")].clone()
    })
}
