//! The eight symmetries of a board, and the swap of the colours, on the rows of a diagram or of a
//! map.

/// The rows after the symmetry of that number, 0 to 7; 0 changes nothing. From 4 on, rows and
/// columns are swapped.
pub(crate) fn turned(rows: &[String], symmetry: usize) -> Vec<String> {
    let mut cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    if symmetry & 1 != 0 {
        cells.reverse();
    }
    if symmetry & 2 != 0 {
        for row in &mut cells {
            row.reverse();
        }
    }
    if symmetry & 4 != 0 {
        cells = (0..cells[0].len())
            .map(|x| cells.iter().map(|row| row[x]).collect())
            .collect();
    }
    cells.into_iter().map(String::from_iter).collect()
}

/// The rows with the colours of stones and of territory swapped.
pub(crate) fn swapped(rows: &[String]) -> Vec<String> {
    let swap = |letter| match letter {
        'x' => 'o',
        'o' => 'x',
        'b' => 'w',
        'w' => 'b',
        other => other,
    };
    rows.iter()
        .map(|row| row.chars().map(swap).collect())
        .collect()
}
