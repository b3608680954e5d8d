//! The columns of the CSV files of a run.
//!
//! Each file has one type of row, whose fields are its columns. The types of the Python tables and
//! `docs/files.md` follow them.

/// A column of a CSV file.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The name in the header.
    pub name: &'static str,
    /// The type of its fields.
    pub column_type: ColumnType,
    /// The meaning, in a line of Markdown.
    pub meaning: &'static str,
}

/// Defines the rows of a CSV file: a struct, whose fields are the columns in the order of the file,
/// and a table of the columns. Each column is `name: Type, ColumnType, "meaning";`.
macro_rules! row {
    ($(#[$doc:meta])* $visibility:vis $row:ident {
        $($(#[$attribute:meta])* $name:ident: $type:ty, $column_type:ident, $meaning:literal;)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[non_exhaustive]
        $visibility struct $row {
            $(#[doc = $meaning] $(#[$attribute])* pub $name: $type,)+
        }

        impl $row {
            /// The columns, in the order of the file.
            pub(crate) const COLUMNS: &[$crate::run::Column] = &[$($crate::run::Column {
                name: stringify!($name),
                column_type: $crate::run::ColumnType::$column_type,
                meaning: $meaning,
            }),+];
        }
    };
}
pub(super) use row;

/// The type of the fields of a column. A field of any type may be empty: it then has no value.
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

/// Writes and reads a number with the fewest decimals needed.
pub(super) mod points {
    use serde::{Deserialize as _, Deserializer, Serializer};

    use crate::rules::Points;

    pub(crate) fn serialize<S: Serializer>(points: &Points, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(points)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Points, D::Error> {
        let text = String::deserialize(from)?;
        Points::parse(&text).ok_or_else(|| serde::de::Error::custom(format!("{text:?}")))
    }
}

/// Like [`points`], with an empty field for no value.
pub(super) mod optional_points {
    use serde::{Deserialize as _, Deserializer, Serializer};

    use crate::rules::Points;

    pub(crate) fn serialize<S: Serializer>(
        points: &Option<Points>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match points {
            Some(points) => to.collect_str(points),
            None => to.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Points>, D::Error> {
        let Some(text) = Option::<String>::deserialize(from)? else {
            return Ok(None);
        };
        let points = Points::parse(&text);
        points.map_or_else(
            || Err(serde::de::Error::custom(format!("{text:?}"))),
            |points| Ok(Some(points)),
        )
    }
}

/// Writes and reads `yes` or `no`.
pub(super) mod yes_no {
    use serde::{Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &bool, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(crate::text::yes_no(*value))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
        let value = super::optional_yes_no::deserialize(from)?;
        value.ok_or_else(|| serde::de::Error::custom("neither yes nor no"))
    }
}

/// Like [`yes_no`], with an empty field for no value.
pub(super) mod optional_yes_no {
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &Option<bool>, to: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => super::yes_no::serialize(value, to),
            None => to.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<bool>, D::Error> {
        match Option::<String>::deserialize(from)?.as_deref() {
            Some("yes") => Ok(Some(true)),
            Some("no") => Ok(Some(false)),
            None | Some("") => Ok(None),
            Some(_) => Err(serde::de::Error::custom("neither yes nor no")),
        }
    }
}

/// Writes and reads remarks, separated by `;`.
pub(super) mod remarks {
    use serde::{Deserialize as _, Deserializer, Serializer};

    use crate::game::Remark;

    pub(crate) fn serialize<S: Serializer>(remarks: &[Remark], to: S) -> Result<S::Ok, S::Error> {
        let texts: Vec<String> = remarks.iter().map(Remark::to_string).collect();
        to.serialize_str(&texts.join(";"))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Remark>, D::Error> {
        let text = String::deserialize(from)?;
        let texts = text.split(';').filter(|text| !text.is_empty());
        let remarks: Result<_, _> = texts.map(str::parse).collect();
        remarks.map_err(serde::de::Error::custom)
    }
}

/// Writes a number with six decimals, or an empty field.
pub(super) fn decimal<S: serde::Serializer>(
    number: &Option<f64>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => to.collect_str(&format_args!("{number:.6}")),
        None => to.serialize_none(),
    }
}
