//! The columns of the CSV files of a run.
//!
//! Each file has one type of row, whose fields are its columns. The types of the Python tables and
//! `docs/files.md` follow them.

use super::tables::{DeadRow, PairRow, SummaryRow};
use super::{GameRow, SkippedRow};

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

/// Returns the CSV files of a run, each with its columns.
#[must_use]
pub fn tables() -> [(&'static str, Vec<Column>); 6] {
    let mut games = GameRow::COLUMNS.to_vec();
    games.retain(|column| !["category", "explain"].contains(&column.name));
    [
        ("games.csv", games),
        ("mismatches.csv", GameRow::COLUMNS.to_vec()),
        ("summary.csv", SummaryRow::COLUMNS.to_vec()),
        ("pairwise.csv", PairRow::COLUMNS.to_vec()),
        ("dead.csv", DeadRow::COLUMNS.to_vec()),
        ("skipped.csv", SkippedRow::COLUMNS.to_vec()),
    ]
}

/// Returns the header line of a CSV file of a run.
///
/// # Panics
/// If a run has no such file.
#[must_use]
pub(super) fn header(file: &str) -> String {
    let (_, columns) = tables()
        .into_iter()
        .find(|(name, _)| *name == file)
        .expect("a CSV file of a run");
    columns
        .iter()
        .map(|column| column.name)
        .collect::<Vec<_>>()
        .join(",")
        + "\n"
}

/// Returns rows as CSV, without a header.
///
/// # Panics
/// Never: memory takes every byte, and fields are text.
pub(crate) fn csv_text<T: serde::Serialize>(rows: impl IntoIterator<Item = T>) -> String {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("memory takes every byte");
    }
    let bytes = writer.into_inner().expect("memory takes every byte");
    String::from_utf8(bytes).expect("fields are text")
}

/// Returns the text of `games.csv` with these rows.
#[must_use]
pub fn games_csv(rows: &[GameRow]) -> String {
    header("games.csv") + &csv_text(rows.iter().map(GameRow::without_category))
}

/// Returns the text of `skipped.csv` with these rows.
#[must_use]
pub fn skipped_csv(rows: &[SkippedRow]) -> String {
    header("skipped.csv") + &csv_text(rows)
}
