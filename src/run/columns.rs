//! The columns in the CSV files of a run.
//!
//! Each file has one type of row, whose fields are the file's columns. The types in the Python
//! tables and `docs/schemas/columns.csv` follow from these row types.

use crate::board::Size;
use crate::game::{LabelFrom, Remark};
use crate::rules::Points;
use crate::text::yes_no;

/// A column in a CSV file.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The name in the header.
    pub name: &'static str,
    /// The type of its fields.
    pub column_type: ColumnType,
    /// The meaning, as one line of Markdown.
    pub meaning: &'static str,
}

impl Column {
    /// Returns a column. `doc` is its doc comment.
    pub(super) const fn new(
        name: &'static str,
        column_type: ColumnType,
        doc: &'static str,
    ) -> Self {
        Self {
            name,
            column_type,
            meaning: doc.trim_ascii_start(),
        }
    }
}

/// Defines the rows of a CSV file: a struct, whose fields are the columns in the order of the file,
/// and a table of the columns. Each column is `name: Type, ColumnType;` below a doc comment with
/// its meaning.
macro_rules! row {
    ($(#[$doc:meta])* $visibility:vis $row:ident {
        $(
            $(#[doc = $meaning:literal])+ $(#[serde($($serde:tt)+)])?
            $name:ident: $type:ty, $column_type:ident;
        )+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[non_exhaustive]
        $visibility struct $row {
            $($(#[doc = $meaning])+ $(#[serde($($serde)+)])? pub $name: $type,)+
        }

        impl $row {
            /// The columns, in the order of the file.
            pub(crate) const COLUMNS: &[$crate::run::Column] = &[$($crate::run::Column::new(
                stringify!($name),
                $crate::run::ColumnType::$column_type,
                concat!($($meaning),+),
            )),+];
        }
    };
}
pub(super) use row;

/// The type of the fields of a column. A field of any type may be empty, which means that there is
/// no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Any text.
    Text,
    /// A whole number.
    Integer,
    /// A decimal number.
    Number,
    /// `yes` or `no`.
    YesNo,
}

/// A value with a special text form in CSV files.
pub(super) trait Field: Sized {
    /// Returns the text of the field.
    fn to_field(&self) -> String;

    /// Parses the text of a field; `None` if it does not have this form.
    fn of_field(text: &str) -> Option<Self>;
}

/// A number with the fewest decimals needed.
impl Field for Points {
    fn to_field(&self) -> String {
        self.to_string()
    }

    fn of_field(text: &str) -> Option<Self> {
        Self::parse(text)
    }
}

/// A share, with three decimals.
impl Field for f64 {
    fn to_field(&self) -> String {
        format!("{self:.3}")
    }

    fn of_field(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// `19` or `19x13`.
impl Field for Size {
    fn to_field(&self) -> String {
        self.to_string()
    }

    fn of_field(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Field for LabelFrom {
    fn to_field(&self) -> String {
        self.name().to_owned()
    }

    fn of_field(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// `yes` or `no`.
impl Field for bool {
    fn to_field(&self) -> String {
        yes_no(*self).to_owned()
    }

    fn of_field(text: &str) -> Option<Self> {
        match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        }
    }
}

/// An empty field if there is no value.
impl<T: Field> Field for Option<T> {
    fn to_field(&self) -> String {
        self.as_ref().map(T::to_field).unwrap_or_default()
    }

    fn of_field(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(None);
        }
        T::of_field(text).map(Some)
    }
}

/// Remarks, separated by `;`.
impl Field for Vec<Remark> {
    fn to_field(&self) -> String {
        let texts: Vec<String> = self.iter().map(Remark::to_string).collect();
        texts.join(";")
    }

    fn of_field(text: &str) -> Option<Self> {
        let texts = text.split(';').filter(|text| !text.is_empty());
        texts.map(Remark::parse).collect()
    }
}

/// Writes and reads a [`Field`], for serde.
pub(super) mod field {
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    use super::Field;

    pub(crate) fn serialize<T: Field, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&value.to_field())
    }

    pub(crate) fn deserialize<'de, T: Field, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        let text = String::deserialize(from)?;
        let value = T::of_field(&text);
        value.ok_or_else(|| {
            de::Error::custom(format!("{text:?} is not a valid value for this column"))
        })
    }
}
