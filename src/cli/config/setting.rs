//! Settings: the long flags of a command, and its paths.

use std::any::TypeId;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::{Arg, ArgAction, Command};
use toml::de::DeValue;

/// A setting of a command.
#[derive(Clone)]
pub(in crate::cli) struct Setting {
    /// The key in a configuration file.
    pub(in crate::cli) key: String,
    arg: Arg,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The state of a flag that takes no value.
    Switch(bool),
    /// One value, or all values of a repeatable flag.
    Words(Vec<OsString>),
}

/// The kind of value that a flag takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Switch,
    Number,
    Text,
    Path,
    /// A value that only the flag's own parser can check.
    Special,
}

/// The flag that is no setting, because it has to be given each time.
pub(super) const FORCE: &str = "force";

/// The name of positional paths, in every command that takes them.
const PATHS: &str = "paths";

impl Setting {
    /// Returns the settings of a command. Flags of the whole program, such as `--config`, are no settings, nor are
    /// hidden flags and `--force`.
    pub(in crate::cli) fn all(command: &Command, program: &Command) -> Vec<Self> {
        let own = |arg: &&Arg| program.get_arguments().all(|other| other.get_id() != arg.get_id());
        command
            .get_arguments()
            .filter(own)
            .filter(|arg| !arg.is_hide_set() && arg.get_id() != FORCE)
            .filter_map(Self::of)
            .collect()
    }

    fn of(arg: &Arg) -> Option<Self> {
        let key = match arg.get_long() {
            Some(long) => long,
            None if arg.is_positional() && arg.get_id() == PATHS => PATHS,
            None => return None,
        };
        matches!(arg.get_action(), ArgAction::Set | ArgAction::Append | ArgAction::SetTrue)
            .then(|| Self { key: key.to_owned(), arg: arg.clone() })
    }

    pub(super) fn id(&self) -> &str {
        self.arg.get_id().as_str()
    }

    pub(super) fn is_positional(&self) -> bool {
        self.arg.is_positional()
    }

    /// Returns whether the setting takes several values.
    pub(super) fn is_list(&self) -> bool {
        matches!(self.arg.get_action(), ArgAction::Append)
    }

    pub(super) fn shape(&self) -> Shape {
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

    /// Returns the environment variable that sets it, or `None` for paths.
    pub(super) fn variable(&self) -> Option<String> {
        (!self.is_positional()).then(|| format!("SEICHI_{}", self.key.replace('-', "_").to_uppercase()))
    }

    /// Returns the built-in default.
    pub(super) fn default(&self) -> Option<Value> {
        let values = self.arg.get_default_values();
        match self.shape() {
            Shape::Switch => Some(Value::Switch(false)),
            _ if values.is_empty() && !self.is_list() => None,
            _ => Some(Value::Words(values.iter().map(OsString::from).collect())),
        }
    }

    /// Returns whether the two settings conflict in `command`.
    pub(in crate::cli) fn excludes(&self, other: &Self, command: &Command) -> bool {
        let names = |one: &Self, other: &Self| {
            command.get_arg_conflicts_with(&one.arg).iter().any(|arg| arg.get_id() == other.arg.get_id())
        };
        names(self, other) || names(other, self)
    }

    /// Converts a value from a configuration file.
    pub(in crate::cli) fn read(&self, value: &DeValue<'_>) -> Result<Value, String> {
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
    pub(super) fn check(&self, word: &OsStr) -> Result<(), String> {
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

    /// Returns `value` with several words joined by commas, unless the setting takes several values.
    pub(in crate::cli) fn joined(&self, value: Value) -> Value {
        match value {
            Value::Words(words) if words.len() > 1 && !self.is_list() => {
                Value::Words(vec![words.join(OsStr::new(","))])
            }
            value => value,
        }
    }

    /// Returns the command-line words that set the setting to `value`.
    pub(in crate::cli) fn words(&self, value: &Value) -> Vec<OsString> {
        match value {
            Value::Switch(on) => on.then(|| format!("--{}", self.key).into()).into_iter().collect(),
            Value::Words(words) if self.is_positional() => words.clone(),
            Value::Words(words) => {
                let flag =
                    |word: &OsString| [OsStr::new("--"), self.key.as_ref(), "=".as_ref(), word].into_iter().collect();
                words.iter().map(flag).collect()
            }
        }
    }
}

impl Value {
    /// Returns whether the value switches a setting on: not `false`, and not an empty list.
    pub(super) fn is_on(&self) -> bool {
        match self {
            Self::Switch(on) => *on,
            Self::Words(words) => !words.is_empty(),
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

/// Reads a value for a command, where `mine` is the command's setting and `known` has the settings of all commands.
/// Returns `None` if only other commands accept the value.
///
/// # Errors
/// If no command with such a setting accepts the value.
pub(super) fn read_for(
    mine: Option<&Setting>,
    known: &[Setting],
    key: &str,
    read: impl Fn(&Setting) -> Result<Value, String>,
) -> Result<Option<Value>, String> {
    let others = || known.iter().filter(|setting| setting.key == key).map(&read);
    match mine.map(&read) {
        Some(Ok(value)) => Ok(Some(value)),
        Some(Err(error)) if others().all(|read| read.is_err()) => Err(error),
        Some(Err(_)) => Ok(None),
        None => others().find(Result::is_ok).or_else(|| others().next()).transpose().map(|_| None),
    }
}
