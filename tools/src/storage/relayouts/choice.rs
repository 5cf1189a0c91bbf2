//! The matrices of a program that may be copied, and estimates for the arrays of a copy.

use hloom_storage::term::{Node, Symbol, Term, copy, sort};
use hloom_storage::{Module, Value};
use hloom_storage_search::search::{Statistics, estimate};

use super::super::program::StorageProgram;
use super::super::{Bound, fill, shape};
use super::{Relayout, is_matrix};

/// The work of making a copy, for each entry that is read.
const COPY: f64 = 30.0;
/// The same for each row or column of its outer level.
const POSITION: f64 = 8.0;
/// The share of the places of a matrix from which on a copy is not tried: a dense loop is as good.
const FULL: f64 = 0.3;
/// The rows or columns for each entry from which on a copy is not tried, if there are more than [`POSITIONS`].
const EMPTY: f64 = 2.0;
/// The rows or columns that a copy may have in any case: their positions take 128 MB at most, and the time to make them
/// counts.
const POSITIONS: f64 = (1u64 << 24) as f64;
/// The entries that a stored number has at least, on average, in a format that stores each for many of them.
const SHARED: f64 = 16.0;

/// A matrix that may be copied.
pub(super) struct Choice {
    pub tensor: String,
    pub own: Option<&'static str>,
    pub rows: f64,
    pub columns: f64,
    /// The numbers that are read to copy it, and those other than zero.
    pub read: f64,
    pub entries: f64,
}

impl Choice {
    /// The work of making a copy: entries are counted and put in their places, and positions are added up.
    pub(super) fn copying(&self, format: &str) -> f64 {
        COPY * self.read + POSITION * self.outer(format)
    }

    /// Whether a copy in a format may pay: the matrix is not in it, has few of all places, and few rows (or columns, in
    /// `csc`) without entries, unless it has not many at all. Each has a position, and loops go over them.
    pub(super) fn may_be(&self, format: &str) -> bool {
        self.own != Some(format)
            && self.entries < FULL * self.rows * self.columns
            && self.outer(format) <= POSITIONS.max(EMPTY * self.entries)
    }

    /// The rows or columns at the outer level of a copy.
    fn outer(&self, format: &str) -> f64 {
        if format == "csr" { self.rows } else { self.columns }
    }

    /// Adds the estimates for the arrays of a copy.
    pub(super) fn describe(&self, one: &Relayout, module: &Module, statistics: &mut Statistics) {
        let (outer, inner) = match one.format {
            "csr" => (self.rows, self.columns),
            _ => (self.columns, self.rows),
        };
        let name = |part: &str| format!("{}_{part}", one.copy(module));
        statistics.set_value(&name("len"), outer as i64);
        statistics.set_entries(&name("pos"), &[outer + 1.0]);
        statistics.set_distinct(&name("pos"), outer.min(self.entries) + 1.0);
        statistics.set_extent(&name("pos"), self.entries + 1.0);
        statistics.set_sorted(&name("pos"));
        statistics.set_entries(&name("idx"), &[self.entries]);
        statistics.set_distinct(&name("idx"), inner.min(self.entries));
        statistics.set_extent(&name("idx"), inner);
        statistics.set_entries(&name("val"), &[self.entries]);
    }
}

/// The matrices that a program reads and that have arrays, with estimates.
pub(super) fn choices(
    program: &StorageProgram,
    bound: &Bound,
    statistics: &Statistics,
) -> Vec<Choice> {
    let module = &program.module;
    let sizes = shape::sizes(module, bound);
    let matrices = module.read().filter(|it| is_matrix(module, it));
    let found = matrices.filter_map(|tensor| {
        let body = module.inlined(&tensor.body.as_ref()?.term);
        // The share of the stored numbers that are not zero, and their number.
        let (mut share, mut stored): (f64, f64) = (1.0, 0.0);
        for array in values(&body) {
            let Value::Array(array) = bound.inputs.get(&array)? else { continue };
            let length = array.positions().count() as f64;
            let own = match (array.reals(), array.ints()) {
                (Some(reals), _) => reals.iter().filter(|real| **real != 0.0).count() as f64,
                (None, Some(ints)) => ints.iter().filter(|int| **int != 0).count() as f64,
                (None, None) => length,
            };
            share = share.min(own / length.max(1.0));
            stored = stored.max(own);
        }
        if stored == 0.0 {
            return None;
        }
        let [rows, columns] = sizes.get(&tensor.name)?[..] else { return None };
        let of = estimate(&body, statistics);
        let (rows, columns) = (rows?.size as f64, columns?.size as f64);
        // The estimate is too low of a range whose ends are not known, and too high of rows without entries: the
        // stored numbers are the entries, unless a format has each for many of them.
        let read = (of.entries_at(0) * of.entries_at(1)).max(stored);
        let shared = share * read > SHARED * stored + rows + columns;
        let entries = if shared { share * read } else { stored };
        Some(Choice {
            tensor: tensor.name.clone(),
            own: fill::format_of(module, tensor),
            rows,
            columns,
            read: read.max(1.0),
            entries: entries.max(1.0),
        })
    });
    found.collect()
}

/// The arrays whose elements the numbers of a mapping are, or are computed from.
fn values(mapping: &Term) -> Vec<Symbol> {
    let mut at = mapping.root();
    while !sort(mapping, at).is_scalar() {
        at = match mapping[at] {
            Node::Sum([_, of])
            | Node::Single([_, of])
            | Node::Let([_, of])
            | Node::If([_, of])
            | Node::Binary(_, [_, of]) => of,
            // Any other dictionary has no numbers of its own.
            _ => return Vec::new(),
        };
    }
    let mut number = Term::default();
    copy(&mut number, mapping, at, 0, &mut |number, node, _| number.add(node));
    let arrays = number.iter().filter_map(|node| match node {
        Node::Get([over, _]) => match number[*over] {
            Node::Input(name, _) => Some(name),
            _ => None,
        },
        _ => None,
    });
    arrays.collect()
}

/// Adds the estimates for the arrays of copies to the statistics.
pub(crate) fn describe(
    program: &StorageProgram,
    bound: &Bound,
    relayouts: &[Relayout],
    statistics: &mut Statistics,
) {
    let all = choices(program, bound, statistics);
    for one in relayouts {
        if let Some(choice) = all.iter().find(|choice| choice.tensor == one.tensor) {
            choice.describe(one, &program.module, statistics);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_storage::{compile, formats};

    #[test]
    fn a_copy_has_few_rows_without_entries() {
        let of = |own, [rows, columns]: [f64; 2], entries| Choice {
            tensor: "A".to_owned(),
            own,
            rows,
            columns,
            read: entries,
            entries,
        };
        let both = |choice: Choice| ["csr", "csc"].map(|format| choice.may_be(format));
        // Of few rows and very many columns, the columns would be without entries.
        assert_eq!(both(of(None, [50.0, 1e9], 20_000.0)), [true, false]);
        assert_eq!(both(of(None, [1e9, 50.0], 20_000.0)), [false, true]);
        assert_eq!(both(of(None, [1e9; 2], 20_000.0)), [false, false]);
        assert_eq!(both(of(None, [200_000.0; 2], 20_000.0)), [true, true]);
        assert_eq!(both(of(None, [300.0; 2], 20_000.0)), [true, true]);
        assert_eq!(both(of(Some("csr"), [300.0; 2], 20_000.0)), [false, true]);
        // A dense one.
        assert_eq!(both(of(None, [300.0; 2], 80_000.0)), [false, false]);
    }

    #[test]
    fn numbers_are_told_from_coordinates() {
        for (format, arrays) in [
            ("csr", &["T_val"][..]),
            ("csc", &["T_val"]),
            ("coo_matrix", &["T_val"]),
            ("ell", &["T_val"]),
            ("ddc", &["T_val"]),
            ("bsr", &["T_val"]),
            ("symmetric", &["T_val"]),
            ("z_order", &[]),
        ] {
            let module = compile(formats::find(format).unwrap()).unwrap();
            let body = &module.tensor("T").unwrap().body.as_ref().unwrap().term;
            let found = values(&module.inlined(body));
            let found: Vec<&str> = found.iter().map(Symbol::as_str).collect();
            assert_eq!(found, arrays, "{format}");
        }
    }
}
