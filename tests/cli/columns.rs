//! The columns of a run's CSV files, and the list of them in `docs/schemas/columns.csv`.

use seichi::run::{ColumnType, tables};

use crate::sandbox::{Sandbox, project, renew_or_compare};

fn type_name(column_type: ColumnType) -> &'static str {
    match column_type {
        ColumnType::Text => "text",
        ColumnType::Integer => "integer",
        ColumnType::Number => "number",
        ColumnType::YesNo => "yes or no",
    }
}

#[test]
fn columns_in_docs_are_up_to_date() {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer
        .write_record(["file", "column", "type", "meaning"])
        .expect("a header");
    for (file, columns) in tables() {
        for column in columns {
            let kind = type_name(column.column_type);
            writer
                .write_record([file, column.name, kind, column.meaning])
                .expect("a row");
        }
    }
    let text = String::from_utf8(writer.into_inner().expect("the rows")).expect("UTF-8");
    renew_or_compare("docs/schemas/columns.csv", &text);
}

#[test]
fn fields_have_the_type_of_their_column() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "games");
    sandbox
        .run("eval games --dead auto,estimate --safety -s linked,grey,teire")
        .exits(0);
    for (file, columns) in tables() {
        let rows = sandbox.rows(&format!("reports/{file}"));
        assert!(!rows.is_empty() || file == "dead.csv", "{file} has no rows");
        for (row, column) in rows
            .iter()
            .flat_map(|row| columns.iter().map(move |column| (row, column)))
        {
            let field = &row[column.name];
            let fits = field.is_empty()
                || match column.column_type {
                    ColumnType::Text => true,
                    ColumnType::Integer => field.parse::<i64>().is_ok(),
                    ColumnType::Number => field.parse::<f64>().is_ok(),
                    ColumnType::YesNo => ["yes", "no"].contains(&field),
                };
            assert!(fits, "{file}: {} is {field:?}", column.name);
        }
    }
}
