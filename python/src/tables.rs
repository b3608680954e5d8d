//! The figures and tables of a run: in its folder, or made from rows. Tables are streams of Arrow record batches.

use std::io::{BufRead, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, BooleanArray, RecordBatch, RecordBatchReader, StringArray};
use arrow_csv::ReaderBuilder;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyString};
use seichi::pipeline::Figures;
use seichi::render::eval_text;
use seichi::run::{ColumnType, SavedRun, dead_csv, json, pairwise_csv, summary_csv, tables};
use seichi::text::Style;

use crate::errors::unreadable;

/// The number of rows in a record batch.
const ROWS: usize = 1 << 14;

/// The figures of a run.
#[pyclass(frozen, module = "seichi._seichi")]
pub(crate) struct Measured(Source);

enum Source {
    /// A run in its folder, with all its tables.
    Run(Arc<SavedRun>),
    /// Rows that were summed up.
    Rows(Box<Figures>),
}

impl Measured {
    pub(crate) fn summed(figures: Figures) -> Self {
        Self(Source::Rows(Box::new(figures)))
    }

    pub(crate) fn run(&self) -> Option<&SavedRun> {
        match &self.0 {
            Source::Run(run) => Some(run),
            Source::Rows(_) => None,
        }
    }

    fn figures(&self) -> &Figures {
        match &self.0 {
            Source::Run(run) => &run.figures,
            Source::Rows(figures) => figures,
        }
    }
}

/// Opens the run in a folder.
#[pyfunction]
pub(crate) fn open_run(py: Python<'_>, folder: PathBuf) -> PyResult<Measured> {
    let run = py.detach(|| SavedRun::read(&folder)).map_err(|error| unreadable(py, &error))?;
    Ok(Measured(Source::Run(Arc::new(run))))
}

/// Returns the figures that [`Measured::json`] has written.
#[pyfunction]
pub(crate) fn read_figures(text: &str) -> PyResult<Measured> {
    let figures = serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Measured::summed(figures))
}

#[pymethods]
impl Measured {
    /// The table of the CSV file with this name, without its extension. Without a folder, only tables of figures exist.
    fn table(&self, py: Python<'_>, name: &str) -> PyResult<Table> {
        let file = format!("{name}.csv");
        let content = match (&self.0, name) {
            (Source::Run(run), _) => Content::File(Arc::clone(run)),
            (Source::Rows(figures), "summary") => Content::text(summary_csv(figures)),
            (Source::Rows(figures), "pairwise") => Content::text(pairwise_csv(figures)),
            (Source::Rows(figures), "dead") => Content::text(dead_csv(figures)),
            (Source::Rows(_), _) => return Err(PyValueError::new_err(format!("rows make no {file}"))),
        };
        Table::new(py, file, content)
    }

    /// The figures in JSON, as in `run.json`.
    fn json(&self) -> String {
        json(self.figures())
    }

    /// The text that `seichi eval` prints.
    fn text(&self) -> String {
        eval_text(self.figures(), Style::default())
    }

    #[getter]
    fn signature(&self) -> &str {
        &self.figures().signature
    }

    #[getter]
    fn evaluated(&self) -> u64 {
        self.figures().evaluated
    }

    #[getter]
    fn strategies(&self) -> Vec<String> {
        self.figures().strategies.clone()
    }
}

/// The content of a table: CSV with a header.
#[derive(Clone)]
pub(crate) enum Content {
    /// In the folder of a run. It is read again for each stream.
    File(Arc<SavedRun>),
    Text(Arc<[u8]>),
}

impl Content {
    pub(crate) fn text(text: String) -> Self {
        Self::Text(text.into_bytes().into())
    }

    fn open(&self, py: Python<'_>, file: &str) -> PyResult<Box<dyn BufRead + Send>> {
        match self {
            Self::File(run) => {
                let content = run.open(file).map_err(|error| unreadable(py, &error))?;
                Ok(Box::new(BufReader::with_capacity(1 << 16, content)))
            }
            Self::Text(text) => Ok(Box::new(Cursor::new(Arc::clone(text)))),
        }
    }
}

/// A table of a run.
#[pyclass(frozen, module = "seichi._seichi")]
pub(crate) struct Table {
    /// The name of the CSV file.
    file: String,
    content: Content,
    schema: SchemaRef,
}

impl Table {
    pub(crate) fn new(py: Python<'_>, file: String, content: Content) -> PyResult<Self> {
        let (schema, _) = open(py, &file, &content)?;
        Ok(Self { file, content, schema })
    }

    fn stream(&self, py: Python<'_>) -> PyResult<Stream> {
        let (schema, rows) = open(py, &self.file, &self.content)?;
        let rows = ReaderBuilder::new(Arc::new(as_text(&schema))).with_batch_size(ROWS).build_buffered(rows);
        Ok(Stream { rows: rows.map_err(|error| wrong(&error))?, schema })
    }
}

/// An iterator over the rows of a table.
#[pyclass(frozen, module = "seichi._seichi")]
pub(crate) struct TableRows {
    batches: Mutex<Stream>,
    /// The next rows of the last batch.
    rows: Mutex<std::vec::IntoIter<Py<PyDict>>>,
}

#[pymethods]
impl TableRows {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyDict>>> {
        let mut rows = self.rows.lock().expect("nothing panics while it is held");
        loop {
            if let Some(row) = rows.next() {
                return Ok(Some(row));
            }
            let Some(batch) = self.batches.lock().expect("nothing panics while it is held").next() else {
                return Ok(None);
            };
            *rows = dictionaries(py, &batch.map_err(|error| wrong(&error))?)?.into_iter();
        }
    }
}

/// Returns the rows of a batch.
fn dictionaries(py: Python<'_>, batch: &RecordBatch) -> PyResult<Vec<Py<PyDict>>> {
    let rows: Vec<Bound<'_, PyDict>> = (0..batch.num_rows()).map(|_| PyDict::new(py)).collect();
    for (column, field) in batch.columns().iter().zip(batch.schema_ref().fields()) {
        let name = PyString::new(py, field.name());
        for (number, row) in rows.iter().enumerate() {
            let value = match field.data_type() {
                _ if column.is_null(number) => py.None(),
                DataType::Int64 => column.as_primitive::<Int64Type>().value(number).into_py_any(py)?,
                DataType::Float64 => column.as_primitive::<Float64Type>().value(number).into_py_any(py)?,
                DataType::Boolean => column.as_boolean().value(number).into_py_any(py)?,
                _ => column.as_string::<i32>().value(number).into_py_any(py)?,
            };
            row.set_item(&name, value)?;
        }
    }
    Ok(rows.into_iter().map(Bound::unbind).collect())
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// An iterator over the rows, which are dictionaries.
    fn rows(&self, py: Python<'_>) -> PyResult<TableRows> {
        Ok(TableRows { batches: Mutex::new(self.stream(py)?), rows: Mutex::new(Vec::new().into_iter()) })
    }

    /// The schema as an Arrow `PyCapsule`.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(|error| wrong(&error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows as an Arrow `PyCapsule` with a stream of record batches, which is read from the file as it is consumed.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // a consumer may ask for other types, and casts the columns itself if it does not get them
        drop(requested_schema);
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(self.stream(py)?)), c"arrow_array_stream")
    }
}

fn wrong(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the columns of a table, each with the name of its type in SQL.
#[pyfunction]
pub(crate) fn columns(file: &str) -> Vec<(&'static str, &'static str)> {
    let (_, columns) = tables().into_iter().find(|(name, _)| *name == file).expect("a CSV file of a run");
    let sql = |column_type| match column_type {
        ColumnType::Integer => "bigint",
        ColumnType::Number => "double",
        ColumnType::YesNo => "boolean",
        ColumnType::Text => "string",
    };
    columns.into_iter().map(|column| (column.name, sql(column.column_type))).collect()
}

/// Returns the type of a column of a CSV file. An empty field is null in every column. Columns that this version does
/// not write are text.
fn data_type(file: &str, column: &str) -> DataType {
    let columns = tables().into_iter().filter(|(name, _)| *name == file).flat_map(|(_, columns)| columns);
    match columns.into_iter().find(|known| known.name == column).map(|known| known.column_type) {
        Some(ColumnType::Integer) => DataType::Int64,
        Some(ColumnType::Number) => DataType::Float64,
        Some(ColumnType::YesNo) => DataType::Boolean,
        Some(ColumnType::Text) | None => DataType::Utf8,
    }
}

/// Opens a table and reads its header. Returns its columns and the rest of its content.
fn open(py: Python<'_>, file: &str, content: &Content) -> PyResult<(SchemaRef, Box<dyn BufRead + Send>)> {
    let mut rows = content.open(py, file)?;
    let mut line = String::new();
    rows.read_line(&mut line)?;
    let field = |name: &str| Field::new(name, data_type(file, name), true);
    let fields: Vec<Field> = line.trim_end().split(',').map(field).collect();
    Ok((Arc::new(Schema::new(fields)), rows))
}

/// Returns the schema for reading the file: columns with `yes` and `no` are text, since Arrow's reader does not
/// understand these words.
fn as_text(schema: &Schema) -> Schema {
    let field = |field: &Arc<Field>| match field.data_type() {
        DataType::Boolean => Arc::new(field.as_ref().clone().with_data_type(DataType::Utf8)),
        _ => Arc::clone(field),
    };
    Schema::new(schema.fields().iter().map(field).collect::<Vec<_>>())
}

/// Record batches with the columns of a table.
struct Stream {
    rows: arrow_csv::reader::BufReader<Box<dyn BufRead + Send>>,
    schema: SchemaRef,
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = match self.rows.next()? {
            Ok(batch) => batch,
            Err(error) => return Some(Err(error)),
        };
        let columns = batch.columns().iter().zip(self.schema.fields()).map(|(column, field)| {
            match (field.data_type(), column.as_any().downcast_ref::<StringArray>()) {
                (DataType::Boolean, Some(text)) => {
                    Arc::new(text.iter().map(|word| Some(word? == "yes")).collect::<BooleanArray>())
                }
                _ => Arc::clone(column),
            }
        });
        Some(RecordBatch::try_new(Arc::clone(&self.schema), columns.collect()))
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
