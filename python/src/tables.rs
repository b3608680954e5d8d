//! The figures and tables of a run. Tables are streams of Arrow record batches.

use std::io::{BufRead, BufReader};
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
use seichi::render::Style;
use seichi::render::eval_text;
use seichi::run::{ColumnType, SavedRun, json, tables};

use crate::errors::unreadable;

/// The number of rows in a record batch.
const ROWS: usize = 1 << 14;

/// The figures of a run.
#[pyclass(frozen, module = "seichi._seichi")]
pub(crate) struct Measured(pub(crate) Arc<SavedRun>);

/// Opens the run in a folder.
#[pyfunction]
pub(crate) fn open_run(py: Python<'_>, folder: PathBuf) -> PyResult<Measured> {
    let run = py
        .detach(|| SavedRun::read(&folder))
        .map_err(|error| unreadable(py, &error))?;
    Ok(Measured(Arc::new(run)))
}

#[pymethods]
impl Measured {
    /// The table of the CSV file with this name, without its extension.
    fn table(&self, py: Python<'_>, name: &str) -> PyResult<Table> {
        let (run, file) = (Arc::clone(&self.0), format!("{name}.csv"));
        let (schema, _) = open(py, &run, &file)?;
        Ok(Table { run, file, schema })
    }

    /// The figures in JSON, as in `run.json`.
    fn json(&self) -> String {
        json(&self.0.figures)
    }

    /// The text that `seichi eval` prints.
    fn text(&self) -> String {
        eval_text(&self.0.figures, Style::default())
    }

    #[getter]
    fn signature(&self) -> &str {
        &self.0.figures.signature
    }

    #[getter]
    fn evaluated(&self) -> u64 {
        self.0.figures.evaluated
    }

    #[getter]
    fn strategies(&self) -> Vec<String> {
        self.0.figures.strategies.clone()
    }
}

/// A table of a run.
#[pyclass(frozen, module = "seichi._seichi")]
pub(crate) struct Table {
    run: Arc<SavedRun>,
    /// The name of the CSV file, which is read again for each stream.
    file: String,
    schema: SchemaRef,
}

impl Table {
    fn stream(&self, py: Python<'_>) -> PyResult<Stream> {
        let (schema, rows) = open(py, &self.run, &self.file)?;
        let rows = ReaderBuilder::new(Arc::new(as_text(&schema)))
            .with_batch_size(ROWS)
            .build_buffered(rows);
        Ok(Stream {
            rows: rows.map_err(|error| wrong(&error))?,
            schema,
        })
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
            let Some(batch) = self
                .batches
                .lock()
                .expect("nothing panics while it is held")
                .next()
            else {
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
                DataType::Int64 => column
                    .as_primitive::<Int64Type>()
                    .value(number)
                    .into_py_any(py)?,
                DataType::Float64 => column
                    .as_primitive::<Float64Type>()
                    .value(number)
                    .into_py_any(py)?,
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
        self.schema
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect()
    }

    /// An iterator over the rows, which are dictionaries.
    fn rows(&self, py: Python<'_>) -> PyResult<TableRows> {
        Ok(TableRows {
            batches: Mutex::new(self.stream(py)?),
            rows: Mutex::new(Vec::new().into_iter()),
        })
    }

    /// The schema as an Arrow `PyCapsule`.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema =
            FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(|error| wrong(&error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows as an Arrow `PyCapsule` with a stream of record batches, which is read from the
    /// file as it is consumed.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // a consumer may ask for other types, and casts the columns itself if it does not get them
        drop(requested_schema);
        PyCapsule::new_with_value(
            py,
            FFI_ArrowArrayStream::new(Box::new(self.stream(py)?)),
            c"arrow_array_stream",
        )
    }
}

fn wrong(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the type of a column of a CSV file. An empty field is null in every column. Columns that
/// this version does not write are text.
fn data_type(file: &str, column: &str) -> DataType {
    let columns = tables()
        .into_iter()
        .filter(|(name, _)| *name == file)
        .flat_map(|(_, columns)| columns);
    match columns
        .into_iter()
        .find(|known| known.name == column)
        .map(|known| known.column_type)
    {
        Some(ColumnType::Integer) => DataType::Int64,
        Some(ColumnType::Number) => DataType::Float64,
        Some(ColumnType::YesNo) => DataType::Boolean,
        Some(ColumnType::Text) | None => DataType::Utf8,
    }
}

/// Opens a CSV file of a run and reads its header. Returns its columns and its rows.
fn open(
    py: Python<'_>,
    run: &SavedRun,
    file: &str,
) -> PyResult<(SchemaRef, Box<dyn BufRead + Send>)> {
    let content = run.open(file).map_err(|error| unreadable(py, &error))?;
    let mut rows = Box::new(BufReader::with_capacity(1 << 16, content));
    let mut line = String::new();
    rows.read_line(&mut line)?;
    let field = |name: &str| Field::new(name, data_type(file, name), true);
    let fields: Vec<Field> = line.trim_end().split(',').map(field).collect();
    Ok((Arc::new(Schema::new(fields)), rows))
}

/// Returns the schema for reading the file: columns with `yes` and `no` are text, since Arrow's
/// reader does not understand these words.
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
        let columns =
            batch
                .columns()
                .iter()
                .zip(self.schema.fields())
                .map(|(column, field)| {
                    match (
                        field.data_type(),
                        column.as_any().downcast_ref::<StringArray>(),
                    ) {
                        (DataType::Boolean, Some(text)) => Arc::new(
                            text.iter()
                                .map(|word| Some(word? == "yes"))
                                .collect::<BooleanArray>(),
                        ),
                        _ => Arc::clone(column),
                    }
                });
        Some(RecordBatch::try_new(
            Arc::clone(&self.schema),
            columns.collect(),
        ))
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
