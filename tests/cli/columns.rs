//! The columns of a run's CSV files, and the tables of them in `docs/files.md`.

use std::fs;

use seichi::run::{Column, ColumnType, tables};

use crate::sandbox::{Sandbox, project, renew_or_compare};

fn type_name(column_type: ColumnType) -> &'static str {
    match column_type {
        ColumnType::Text => "text",
        ColumnType::Integer => "integer",
        ColumnType::Number => "number",
        ColumnType::YesNo => "yes or no",
    }
}

/// Returns the columns of a file as a table in Markdown.
fn markdown(columns: &[Column]) -> String {
    let row = |column: &Column| {
        format!(
            "| `{}` | {} | {} |\n",
            column.name,
            type_name(column.column_type),
            column.meaning
        )
    };
    format!(
        "\n| column | type | meaning |\n|---|---|---|\n{}\n",
        columns.iter().map(row).collect::<String>()
    )
}

#[test]
fn columns_in_docs_are_up_to_date() {
    let mut text = fs::read_to_string(project("docs/files.md")).expect("the book");
    let tables = tables();
    let games = &tables[0].1;
    for (file, columns) in &tables {
        // the other columns of mismatches.csv are documented with games.csv
        let is_own = |column: &&Column| {
            *file != "mismatches.csv" || games.iter().all(|other| other.name != column.name)
        };
        let own: Vec<Column> = columns.iter().filter(is_own).copied().collect();
        let start = format!("<!-- columns of {file} -->\n");
        let (before, rest) = text
            .split_once(&start)
            .unwrap_or_else(|| panic!("docs/files.md has no place for {file}"));
        let (_, after) = rest
            .split_once("<!-- end -->")
            .expect("the end of the table");
        text = format!("{before}{start}{}<!-- end -->{after}", markdown(&own));
    }
    renew_or_compare("docs/files.md", &text);
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
