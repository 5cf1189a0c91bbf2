//! Checks of the extents of tensors that a program joins.
//!
//! The calculus reads what is not there as zero. So a program over a matrix of 10 columns and a vector of 4
//! numbers has a value, in which the entries of 6 columns are lost. Two extents that data announce and that
//! a program joins have to be equal; those of a list of entries alone, which are the least that hold its
//! entries, may be smaller.
//!
//! A join is `B(j)` where `j` is the key of another tensor's entry, or a product of two tensors entry by
//! entry. Reads under an `if` that compares otherwise than by `==`, keys that are computed (`x(j + 1)`) and ranges
//! (`0:n`) are the program's own business.

use std::collections::{HashMap, HashSet};

use egg::{Id, Symbol};
use hloom_storage::term::{Binary, Node, Term};
use hloom_storage::{Coordinates, Inputs, Module, Sort, Value, evaluate};

use super::Bound;
use super::bind::ExtentSource;
use super::files::by;
use super::shape::{Size, sizes};

/// The nodes that are visited at most: shared nodes are visited once for each use.
const MAX_VISITS: usize = 100_000;

/// Checks that joined dimensions have equal extents.
///
/// # Errors
/// A sentence about the first join of different ones.
pub(crate) fn check_joins(module: &Module, bound: &Bound) -> Result<(), String> {
    let Some(term) = module.logical() else { return Ok(()) };
    let mut sizes = sizes(module, bound);
    for (name, extents) in &bound.extents {
        if extents.source == ExtentSource::Least
            && let Some(all) = sizes.get_mut(name)
        {
            all.iter_mut().flatten().for_each(|size| size.exact = false);
        }
    }
    for (name, value) in &bound.inputs {
        if let Value::Array(array) = value {
            let length = Size { size: array.positions().end as u64, exact: true };
            sizes.insert(name.to_string(), vec![Some(length)]);
        }
    }
    let inputs = &bound.inputs;
    let extents = Extents { module, inputs, sizes, counted: HashSet::new() };
    let mut walk = Walk { term: &term, extents, scope: Vec::new(), guarded: false, visits: 0 };
    walk.node(term.root()).map(|_| ())
}

/// Checks that the entries of a mapping are inside of these extents.
///
/// # Errors
/// A sentence about the first entry that is not.
pub(super) fn keep_to(term: &Term, inputs: &Inputs, extents: &[u64]) -> Result<(), String> {
    let all = entries(term, inputs, vec![u64::MAX; extents.len()])?;
    for entry in 0..all.len() {
        let key = all.key(entry);
        if key.iter().zip(extents).any(|(key, extent)| *key as u64 >= *extent) {
            let key: Vec<String> = key.iter().map(i64::to_string).collect();
            return Err(format!("the entry at ({}) is outside of {}", key.join(", "), by(extents)));
        }
    }
    Ok(())
}

/// The entries that a mapping makes of its arrays.
fn entries(term: &Term, inputs: &Inputs, extents: Vec<u64>) -> Result<Coordinates, String> {
    let (value, _) = evaluate(term, inputs, u64::MAX).map_err(|error| error.to_string())?;
    let sort: Sort = hloom_storage::term::sort(term, term.root());
    Coordinates::of_value(&value, sort, extents).map_err(|error| error.to_string())
}

/// The extents of the tensors.
struct Extents<'a> {
    module: &'a Module,
    inputs: &'a Inputs,
    sizes: HashMap<String, Vec<Option<Size>>>,
    /// The tensors whose entries have been looked at.
    counted: HashSet<Symbol>,
}

impl Extents<'_> {
    fn of(&self, dimension: Dimension) -> Option<Size> {
        self.sizes.get(dimension.of.as_str())?.get(dimension.level).copied().flatten()
    }

    /// As [`of`](Self::of), where a size that is not exact is the least that holds the entries.
    fn least(&mut self, dimension: Dimension) -> Result<Option<Size>, String> {
        let tensor = self.module.tensor(dimension.of.as_str());
        let mapping = tensor.filter(|tensor| self.module.is_mapping(tensor));
        let Some(body) = mapping.and_then(|tensor| tensor.body.as_ref()) else {
            return Ok(self.of(dimension));
        };
        let open = self.of(dimension).is_none_or(|size| !size.exact);
        if open && self.counted.insert(dimension.of) {
            let term = self.module.inlined(&body.term);
            let given = |node: &Node| match node {
                Node::Input(name, _) => self.inputs.contains_key(name),
                _ => true,
            };
            if !term.iter().all(given) {
                return Ok(self.of(dimension));
            }
            let all = self.sizes.entry(dimension.of.to_string()).or_default();
            let entries = entries(&term, self.inputs, vec![u64::MAX; all.len()])?;
            for (level, size) in all.iter_mut().enumerate() {
                let keys = (0..entries.len()).map(|entry| entries.key(entry)[level] as u64 + 1);
                if size.is_none_or(|size| !size.exact) {
                    *size = Some(Size { size: keys.max().unwrap_or(0), exact: false });
                }
            }
        }
        Ok(self.of(dimension))
    }
}

/// A dimension of a tensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Dimension {
    of: Symbol,
    level: usize,
}

/// The part of a value that matters here.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// A tensor, or an entry of it, whose keys are of this dimension.
    Tensor(Dimension),
    /// A key of this dimension.
    Key(Dimension),
    Other,
}

struct Walk<'a> {
    term: &'a Term,
    extents: Extents<'a>,
    scope: Vec<Part>,
    /// Whether a condition that is no join holds here.
    guarded: bool,
    visits: usize,
}

impl Walk<'_> {
    fn node(&mut self, id: Id) -> Result<Part, String> {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return Ok(Part::Other);
        }
        match self.term[id] {
            Node::Var(index, _) => {
                let place = self.scope.len().checked_sub(1 + index as usize);
                Ok(place.map_or(Part::Other, |place| self.scope[place]))
            }
            Node::Input(name, _) => Ok(Part::Tensor(Dimension { of: name, level: 0 })),
            Node::Unique(e) => self.node(e),
            Node::Get([over, at]) => {
                let (over, at) = (self.node(over)?, self.node(at)?);
                if let (Part::Tensor(read), Part::Key(key)) = (over, at) {
                    self.join(key, read)?;
                }
                Ok(inner(over))
            }
            Node::Let([value, body]) => {
                let value = self.node(value)?;
                self.under([value], body)
            }
            Node::Sum([over, body]) => {
                let over = self.node(over)?;
                let key = match over {
                    Part::Tensor(dimension) => Part::Key(dimension),
                    Part::Key(_) | Part::Other => Part::Other,
                };
                self.under([key, inner(over)], body)?;
                Ok(Part::Other)
            }
            Node::If([condition, body]) => {
                self.node(condition)?;
                let outside = self.guarded;
                self.guarded |= !matches!(self.term[condition], Node::Binary(Binary::Eq, _));
                let part = self.node(body);
                self.guarded = outside;
                part
            }
            Node::Binary(Binary::Hadamard, [a, b]) => {
                if let (Part::Tensor(mut a), Part::Tensor(mut b)) = (self.node(a)?, self.node(b)?) {
                    let levels = |it: &Dimension| self.extents.sizes.get(it.of.as_str());
                    let (both, others) = (levels(&a).map(Vec::len), levels(&b).map(Vec::len));
                    while Some(a.level) < both && Some(b.level) < others {
                        self.join(a, b)?;
                        (a.level, b.level) = (a.level + 1, b.level + 1);
                    }
                }
                Ok(Part::Other)
            }
            // Any other node: what it makes is no tensor of the data's extents; its operands may join.
            node => {
                for (i, child) in egg::Language::children(&node).iter().enumerate() {
                    let bound = node.binds(i) as usize;
                    self.under(std::iter::repeat_n(Part::Other, bound), *child)?;
                }
                Ok(Part::Other)
            }
        }
    }

    fn under(
        &mut self,
        variables: impl IntoIterator<Item = Part>,
        body: Id,
    ) -> Result<Part, String> {
        let depth = self.scope.len();
        self.scope.extend(variables);
        let part = self.node(body);
        self.scope.truncate(depth);
        part
    }

    /// Checks a read of one tensor at the keys of another.
    fn join(&mut self, key: Dimension, read: Dimension) -> Result<(), String> {
        if self.guarded || key == read {
            return Ok(());
        }
        let (keys, limit) = (self.extents.of(key), self.extents.of(read));
        // Bounds that fit need no look at the entries.
        let fits = |keys: Option<Size>, limit: Option<Size>| match (keys, limit) {
            (Some(keys), Some(limit)) => {
                keys.size == limit.size
                    || (keys.size < limit.size && !keys.exact)
                    || (keys.size > limit.size && !limit.exact)
            }
            (None, Some(limit)) => !limit.exact,
            (Some(keys), None) => !keys.exact,
            (None, None) => true,
        };
        if fits(keys, limit) {
            return Ok(());
        }
        let (keys, limit) = (self.extents.least(key)?, self.extents.least(read)?);
        let (Some(found), Some(wanted)) = (keys, limit) else { return Ok(()) };
        if fits(keys, limit) {
            return Ok(());
        }
        let said = |it: Dimension, size: Size| {
            let has = if size.exact { "extent" } else { "entries up to extent" };
            format!("dimension {} of `{}` has {has} {}", it.level, it.of, size.size)
        };
        Err(format!("{}, and {}, but the program joins them", said(key, found), said(read, wanted)))
    }
}

/// The entries of a tensor's entries.
fn inner(part: Part) -> Part {
    match part {
        Part::Tensor(it) => Part::Tensor(Dimension { level: it.level + 1, ..it }),
        Part::Key(_) | Part::Other => Part::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::bind::Extents;
    use super::*;
    use hloom_storage::{compile, formats};

    fn joined(result: &str, known: &[(&str, &[u64], ExtentSource)]) -> Result<(), String> {
        let text =
            "CREATE TENSOR A : {int -> {int -> real}}; CREATE TENSOR B : {int -> {int -> real}};
                    CREATE TENSOR x : [real];\n";
        let module = compile(&format!("{text}{result}")).unwrap_or_else(|e| panic!("{e:?}"));
        let inputs = Inputs::from([("x".into(), Value::reals([0.0; 4]))]);
        let extents = known.iter().map(|(name, sizes, source)| {
            ((*name).to_owned(), Extents { sizes: sizes.to_vec(), source: *source })
        });
        check_joins(&module, &Bound { inputs, extents: extents.collect() })
    }

    #[test]
    fn joined_extents_are_equal() {
        use ExtentSource::{Announced, Least};
        let product = "sum(<(i, j), a> in A) { i -> a * x(j) }";
        assert_eq!(joined(product, &[("A", &[3, 4], Announced)]), Ok(()));
        assert_eq!(joined(product, &[("A", &[3, 3], Least)]), Ok(()));
        let wrong = "dimension 1 of `A` has extent 10, and dimension 0 of `x` has extent 4, but the \
                     program joins them";
        assert_eq!(joined(product, &[("A", &[3, 10], Announced)]), Err(wrong.to_owned()));
        let error = joined(product, &[("A", &[3, 10], Least)]).unwrap_err();
        assert!(error.contains("dimension 1 of `A` has entries up to extent 10"), "{error}");
        assert!(joined(product, &[("A", &[3, 3], Announced)]).is_err());
        // Conditions, computed keys and ranges are free.
        let free = "sum(<(i, j), a> in A) if j < 4 then { i -> a * x(j) }";
        assert_eq!(joined(free, &[("A", &[3, 10], Announced)]), Ok(()));
        let next = "sum(<(i, j), a> in A) { i -> a * x(j + 1) }";
        assert_eq!(joined(next, &[("A", &[3, 10], Announced)]), Ok(()));
        // Two tensors, by keys and entry by entry.
        for result in ["sum(<(i, k), a> in A, <(k, j), b> in B) { (i, j) -> a * b }", "A * B"] {
            let both =
                |b: [u64; 2]| joined(result, &[("A", &[4, 4], Announced), ("B", &b, Announced)]);
            assert_eq!(both([4, 4]), Ok(()), "{result}");
            assert!(both([5, 4]).is_err(), "{result}");
        }
    }

    /// Extents that arrays show only by their entries: those of the entries are found when they matter.
    #[test]
    fn entries_of_arrays_are_looked_at() {
        let text = formats::named(formats::find("csr").unwrap(), "A");
        let text = text + "CREATE TENSOR x : [real]; sum(<(i, j), a> in A) { i -> a * x(j) }";
        let module = compile(&text).unwrap();
        let with = |column: i64, value: f64| {
            let inputs = Inputs::from([
                ("A_len".into(), Value::Int(2)),
                ("A_pos".into(), Value::ints([0, 1, 2])),
                ("A_idx".into(), Value::ints([column, 0])),
                ("A_val".into(), Value::reals([value, 3.0])),
                ("x".into(), Value::reals([1.0; 4])),
            ]);
            check_joins(&module, &Bound { inputs, extents: HashMap::new() })
        };
        assert_eq!(with(3, 1.0), Ok(()));
        assert!(with(9, 1.0).unwrap_err().contains("has entries up to extent 10"));
        // A stored zero is no entry.
        assert_eq!(with(9, 0.0), Ok(()));
    }
}
