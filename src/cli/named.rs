//! Flag values that are names: a parser that also lists them, for help and completion.

use std::ffi::OsStr;

use anyhow::anyhow;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// The minimum similarity, from 0 to 1, of a suggested name.
const MIN_SIMILARITY: f64 = 0.9;

/// A parser of a name, and a function that lists the names. Its error message says more than clap's
/// "invalid value".
#[derive(Clone, Copy)]
pub(super) struct Named<T>(
    pub(super) fn(&str) -> anyhow::Result<T>,
    pub(super) fn() -> Vec<PossibleValue>,
);

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let Self(parse, names) = *self;
        let parse = move |text: &str| {
            parse(text).map_err(|error| {
                match most_similar(text, names().iter().map(PossibleValue::get_name)) {
                    Some(name) => anyhow!("did you mean {name}? {error}"),
                    None => error,
                }
            })
        };
        TypedValueParser::parse_ref(&parse, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.1)().into_iter()))
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

/// Returns the name most similar to `wanted`, if one is similar enough.
pub(super) fn most_similar<N: AsRef<str>>(
    wanted: &str,
    names: impl IntoIterator<Item = N>,
) -> Option<N> {
    let similarity = |name: &N| strsim::jaro_winkler(wanted, name.as_ref());
    let best = names
        .into_iter()
        .max_by(|one, other| similarity(one).total_cmp(&similarity(other)));
    best.filter(|name| similarity(name) >= MIN_SIMILARITY)
}
