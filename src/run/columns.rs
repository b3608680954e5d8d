//! The columns of the CSV files of a run.
//!
//! Each file has one table of columns, in the order of the file. The writer, the types of the Python tables and
//! `docs/files.md` follow it.

use std::borrow::Cow;

use crate::rules::Points;

/// A column whose fields have values of the type `V`.
pub(super) struct ColumnOf<V> {
    pub(super) name: &'static str,
    pub(super) meaning: &'static str,
    pub(super) value: V,
}

/// Lists columns, each as `name: value, "meaning";`.
macro_rules! columns {
    ($($name:ident: $value:expr, $meaning:literal;)+) => {
        &[$($crate::run::columns::ColumnOf { name: stringify!($name), meaning: $meaning, value: $value }),+]
    };
}
pub(super) use columns;

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

/// How to get the value of a field from the item of its row. A field without a value is empty.
pub(super) enum FieldValue<T> {
    /// The name of the row's game or stratum.
    Name,
    Text(for<'a> fn(&'a T) -> Cow<'a, str>),
    Integer(fn(&T) -> Option<u64>),
    Points(fn(&T) -> Option<Points>),
    /// A number with six decimals.
    Decimal(fn(&T) -> Option<f64>),
    /// A number that is formatted specially.
    Number(fn(&T) -> String),
    YesNo(fn(&T) -> bool),
}

/// A value whose type is known without a row.
pub(super) trait Typed {
    fn column_type(&self) -> ColumnType;
}

impl<T> Typed for FieldValue<T> {
    fn column_type(&self) -> ColumnType {
        match self {
            Self::Name | Self::Text(_) => ColumnType::Text,
            Self::Integer(_) => ColumnType::Integer,
            Self::Points(_) | Self::Decimal(_) | Self::Number(_) => ColumnType::Number,
            Self::YesNo(_) => ColumnType::YesNo,
        }
    }
}

impl<T> FieldValue<T> {
    /// Returns the field in the row of `item`; `name` is its game or stratum.
    pub(super) fn text<'a>(&self, name: &'a str, item: &'a T) -> Cow<'a, str> {
        match self {
            Self::Name => name.into(),
            Self::Text(text) => text(item),
            Self::Integer(number) => number(item).map(|number| number.to_string()).unwrap_or_default().into(),
            Self::Points(points) => points(item).map(|points| points.to_string()).unwrap_or_default().into(),
            Self::Decimal(figure) => figure(item).map(|figure| format!("{figure:.6}")).unwrap_or_default().into(),
            Self::Number(text) => text(item).into(),
            Self::YesNo(is) => if is(item) { "yes" } else { "no" }.into(),
        }
    }
}

/// Rows of a CSV file.
pub(super) struct CsvRows(csv::Writer<Vec<u8>>);

impl Default for CsvRows {
    fn default() -> Self {
        Self(csv::Writer::from_writer(Vec::new()))
    }
}

impl CsvRows {
    /// Writes the row of `item`; `name` is its game or stratum.
    pub(super) fn row<T>(&mut self, columns: &[ColumnOf<FieldValue<T>>], name: &str, item: &T) {
        for column in columns {
            self.field(&column.value.text(name, item));
        }
        self.end_row();
    }

    /// Writes the next field of a row.
    pub(super) fn field(&mut self, text: &str) {
        self.0.write_field(text).expect("rows in memory");
    }

    /// Ends a row.
    pub(super) fn end_row(&mut self) {
        self.0.write_record(None::<&[u8]>).expect("rows of one length, in memory");
    }

    /// Returns the rows.
    pub(super) fn finish(self) -> String {
        let bytes = self.0.into_inner().expect("rows in memory");
        String::from_utf8(bytes).expect("fields are text")
    }
}
