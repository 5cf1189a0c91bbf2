//! Axes of a mesh, states and divisions in words.

use hloom_analysis::shard::{Grid, State};
use hloom_analysis::split::{OpIndices, Role};

/// The names of the axes of atoms: `"x" and "y"`.
pub(super) fn axis_names(grid: &Grid, axes: &[usize]) -> String {
    let names: Vec<String> = grid.axes(axes).iter().map(|a| format!("\"{}\"", a.name)).collect();
    names.join(" and ")
}

/// A state as in an attribute: `[{"x"}, {}]`.
pub(super) fn dims_text(grid: &Grid, state: &State) -> String {
    let text = state.sharding(grid).to_string();
    let from = text.find(", [").map_or(0, |at| at + 2);
    text[from..].trim_end_matches('>').to_owned()
}

/// The division of an op: `dim 0 over "x", terms over "y"`; empty if it is not divided.
pub(super) fn division(grid: &Grid, table: &OpIndices, axes: &[Vec<usize>]) -> String {
    let mut words = Vec::new();
    for (i, (index, axes)) in table.indices.iter().zip(axes).enumerate() {
        if axes.is_empty() {
            continue;
        }
        let d = table.results[0].iter().position(|a| a.index() == Some(i));
        let over = axis_names(grid, axes);
        words.push(match (index.role, d) {
            (Role::Combined, _) => format!("terms over {over}"),
            (Role::Parallel, Some(d)) => format!("dim {d} over {over}"),
            (Role::Parallel, None) => format!("an operand over {over}"),
        });
    }
    words.join(", ")
}

/// Lines of a value, its op, its state, its division and its cost, in columns.
pub(super) fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |i: usize| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("  {cell:width$}"));
        text += cells.collect::<String>().trim_end();
        text.push('\n');
    }
    text
}
