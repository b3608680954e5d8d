//! The tables of a run as streams of Arrow record batches.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{BooleanArray, RecordBatch, RecordBatchReader, StringArray};
use arrow_csv::ReaderBuilder;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use seichi::report::{ColumnType, SavedRun, eval_text, tables};

use crate::errors::unreadable;

/// The number of rows in a record batch.
const ROWS: usize = 1 << 14;

/// A run in its folder.
#[pyclass(frozen, module = "seichi._seichi")]
pub(crate) struct SavedFolder {
    run: Arc<SavedRun>,
}

#[pymethods]
impl SavedFolder {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        let run = py.detach(|| SavedRun::read(&folder)).map_err(|error| unreadable(py, &error))?;
        Ok(Self { run: Arc::new(run) })
    }

    /// The table of the CSV file with this name, without its extension.
    fn table(&self, py: Python<'_>, name: &str) -> PyResult<Table> {
        let file = format!("{name}.csv");
        let (schema, _) = open(py, &self.run, &file)?;
        Ok(Table { run: Arc::clone(&self.run), file, schema })
    }

    /// The figures of the run in JSON, as in `run.json`.
    fn figures(&self) -> String {
        seichi::report::json(&self.run.figures)
    }

    /// The text that `seichi eval` prints.
    fn text(&self, pairs: bool) -> String {
        eval_text(&self.run.figures, pairs, seichi::report::Style::default())
    }

    #[getter]
    fn signature(&self) -> &str {
        &self.run.figures.signature
    }

    #[getter]
    fn evaluated(&self) -> u64 {
        self.run.figures.evaluated
    }

    #[getter]
    fn strategies(&self) -> Vec<String> {
        self.run.figures.strategies.clone()
    }
}

/// A table of a run, which is read again for each stream.
#[pyclass(frozen, module = "seichi._seichi")]
pub(crate) struct Table {
    run: Arc<SavedRun>,
    /// The name of the CSV file.
    file: String,
    schema: SchemaRef,
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
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
        let (schema, rows) = open(py, &self.run, &self.file)?;
        let rows = ReaderBuilder::new(Arc::new(as_text(&schema))).with_batch_size(ROWS).build_buffered(rows);
        let stream = Stream { rows: rows.map_err(|error| wrong(&error))?, schema };
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(stream)), c"arrow_array_stream")
    }
}

fn wrong(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
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

/// Opens a CSV file of a run and reads its header. Returns its columns and the rest of the file.
fn open(py: Python<'_>, run: &SavedRun, file: &str) -> PyResult<(SchemaRef, impl BufRead + use<>)> {
    let mut rows = BufReader::with_capacity(1 << 16, run.open(file).map_err(|error| unreadable(py, &error))?);
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
struct Stream<R> {
    rows: arrow_csv::reader::BufReader<R>,
    schema: SchemaRef,
}

impl<R: BufRead> Iterator for Stream<R> {
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

impl<R: BufRead> RecordBatchReader for Stream<R> {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
