//! The flags of a set of games, as keys of a plan.

use std::any::TypeId;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::{Arg, ArgAction, Command};
use toml::de::DeValue;

/// A flag of a set.
#[derive(Clone)]
pub(super) struct Setting {
    /// The key in a plan.
    pub(super) key: String,
    arg: Arg,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// The state of a flag that takes no value.
    Switch(bool),
    /// One value, or all values of a repeatable flag.
    Words(Vec<OsString>),
}

/// The kind of value that a flag takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Switch,
    Number,
    Text,
    Path,
    /// A value that only the flag's own parser can check.
    Special,
}

impl Setting {
    /// Returns the flags of a command.
    pub(super) fn all(command: &Command) -> Vec<Self> {
        let setting = |arg: &Arg| Some(Self { key: arg.get_long()?.to_owned(), arg: arg.clone() });
        command.get_arguments().filter_map(setting).collect()
    }

    /// Returns whether the setting takes several values.
    fn is_list(&self) -> bool {
        matches!(self.arg.get_action(), ArgAction::Append)
    }

    fn shape(&self) -> Shape {
        if matches!(self.arg.get_action(), ArgAction::SetTrue) {
            return Shape::Switch;
        }
        let kind = self.arg.get_value_parser().type_id();
        let is = |kinds: &[TypeId]| kinds.iter().any(|known| kind == *known);
        if is(&[TypeId::of::<PathBuf>()]) {
            Shape::Path
        } else if is(&[TypeId::of::<String>(), TypeId::of::<OsString>()]) {
            Shape::Text
        } else if is(&[TypeId::of::<u8>(), TypeId::of::<u16>(), TypeId::of::<u32>(), TypeId::of::<u64>()])
            || is(&[TypeId::of::<i8>(), TypeId::of::<i16>(), TypeId::of::<i32>(), TypeId::of::<i64>()])
            || is(&[TypeId::of::<usize>(), TypeId::of::<isize>(), TypeId::of::<f32>(), TypeId::of::<f64>()])
        {
            Shape::Number
        } else {
            Shape::Special
        }
    }

    /// Returns whether the two settings conflict in `command`.
    pub(super) fn excludes(&self, other: &Self, command: &Command) -> bool {
        let names = |one: &Self, other: &Self| {
            command.get_arg_conflicts_with(&one.arg).iter().any(|arg| arg.get_id() == other.arg.get_id())
        };
        names(self, other) || names(other, self)
    }

    /// Converts a value of a plan.
    pub(super) fn read(&self, value: &DeValue<'_>) -> Result<Value, String> {
        match (self.shape(), value) {
            (Shape::Switch, &DeValue::Boolean(on)) => Ok(Value::Switch(on)),
            (Shape::Switch, _) => Err(format!("takes true or false, not {}", kind(value))),
            (_, DeValue::Array(_)) if !self.is_list() => Err("takes one value, not a list".to_owned()),
            (_, DeValue::Array(list)) => {
                list.iter().map(|one| self.word(one.get_ref())).collect::<Result<_, _>>().map(Value::Words)
            }
            (_, one) => Ok(Value::Words(vec![self.word(one)?])),
        }
    }

    fn word(&self, value: &DeValue<'_>) -> Result<OsString, String> {
        let word: OsString = match (self.shape(), value, number(value)) {
            (Shape::Number | Shape::Special, _, Some(number)) => number.into(),
            (Shape::Number, ..) => return Err(format!("takes a number, not {}", kind(value))),
            (_, DeValue::String(text), _) => text.as_ref().into(),
            (Shape::Special, ..) => return Err(format!("takes a string or a number, not {}", kind(value))),
            _ => return Err(format!("takes a string, not {}", kind(value))),
        };
        self.check(&word).map(|()| word)
    }

    /// Checks a value with the flag's own parser, in a command with that flag alone: the real command may require other
    /// flags.
    fn check(&self, word: &OsStr) -> Result<(), String> {
        let arg = Arg::new("setting")
            .value_parser(self.arg.get_value_parser().clone())
            .value_delimiter(self.arg.get_value_delimiter())
            .long("setting");
        let mut line = OsString::from("--setting=");
        line.push(word);
        let parsed = Command::new("seichi").no_binary_name(true).arg(arg).try_get_matches_from([line]);
        parsed.map(drop).map_err(|error| {
            let message = error.to_string();
            let lines = message.lines().map(str::trim).take_while(|line| !line.starts_with("For more information"));
            let message = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
            let message = message.strip_prefix("error: ").unwrap_or(&message).replace(" for '--setting <setting>'", "");
            format!("has an {}", message.replacen("a value is", "empty value; one is", 1))
        })
    }

    /// Returns the command-line words that set the setting to `value`.
    pub(super) fn words(&self, value: &Value) -> Vec<OsString> {
        match value {
            Value::Switch(on) => on.then(|| format!("--{}", self.key).into()).into_iter().collect(),
            Value::Words(words) => {
                let flag =
                    |word: &OsString| [OsStr::new("--"), self.key.as_ref(), "=".as_ref(), word].into_iter().collect();
                words.iter().map(flag).collect()
            }
        }
    }
}

/// Returns a number as text. Integers are decimal, since the flags' parsers do not accept hexadecimal ones.
fn number(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::Integer(number) => Some(
            i128::from_str_radix(number.as_str(), number.radix())
                .map_or_else(|_| number.as_str().to_owned(), |number| number.to_string()),
        ),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}

/// Returns the name of a value's type for messages.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::Boolean(_) => "true or false",
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Array(_) => "a list",
        DeValue::Datetime(_) => "a date",
        DeValue::Table(_) => "a table",
    }
}
