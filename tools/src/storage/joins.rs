//! Checks of the extents of tensors that a program joins.
//!
//! The calculus reads what is not there as zero. So a program over a matrix of 10 columns and a vector of 4
//! numbers has a value, in which the entries of 6 columns are lost, and so has one over a matrix of 4 columns
//! and a vector of 10. Two dimensions that are joined have the same extent. The extents of a list of entries
//! alone are the least that hold its entries: such a dimension has no larger extent than one that it is joined with.
//!
//! A join is `B(j)` where `j` is the key of another tensor's entry, stored or computed, or a product of two
//! tensors entry by entry. Reads under an `if` that compares otherwise than two keys, keys that are computed
//! (`x(j + 1)`) and ranges (`0:n`) are the program's own business.

use std::collections::{HashMap, HashSet};

use egg::{Id, Symbol};
use hloom_storage::term::{Binary, Node, Term};
use hloom_storage::{Coordinates, Inputs, Module, Sort, Value, evaluate, missing};

use super::Bound;
use super::bind::{ExtentSource, is_stored};
use super::files::by;
use super::shape::{Size, own_sizes, sizes};

/// The nodes that are visited at most: shared nodes are visited once for each use.
const MAX_VISITS: usize = 100_000;

/// Checks that tensors are read at keys inside of their extents.
///
/// # Errors
/// A sentence about the first read that may be outside.
pub(crate) fn check_joins(module: &Module, bound: &Bound) -> Result<(), String> {
    let Some(term) = module.logical() else { return Ok(()) };
    let mut sizes = sizes(module, bound);
    // A tensor that a definition over other arrays computes may have fewer keys than one that it is joined with.
    let computed = module
        .tensors
        .iter()
        .filter(|tensor| module.is_mapping(tensor) && !is_stored(module, tensor, &bound.extents));
    let least = bound.extents.iter().filter(|(_, of)| of.source == ExtentSource::Least);
    for name in computed.map(|tensor| &tensor.name).chain(least.map(|(name, _)| name)) {
        for size in sizes.get_mut(name).into_iter().flatten().flatten() {
            size.exact = false;
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

/// Checks that the extents that archives announce are those that their arrays show.
///
/// # Errors
/// A sentence about the first one that is not.
pub(crate) fn check_claims(module: &Module, bound: &Bound) -> Result<(), String> {
    for (name, claimed) in &bound.extents {
        if claimed.source != ExtentSource::Claimed {
            continue;
        }
        let Some(tensor) = module.tensor(name) else { continue };
        for (d, (own, size)) in
            own_sizes(module, tensor, bound).iter().zip(&claimed.sizes).enumerate()
        {
            if let Some(own) = own.filter(|own| own.exact && own.size != *size) {
                return Err(format!(
                    "the arrays of `{name}` are wrong: they have {} keys in dimension {d}, and `shape` has {size}",
                    own.size
                ));
            }
        }
    }
    Ok(())
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
            if missing(&term, self.inputs).is_some() {
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

/// The dimensions of a value, as far as they are those of tensors.
#[derive(Clone, Debug)]
enum Dims {
    /// Of a dictionary's or array's keys, the outermost level first.
    Keys(Vec<Option<Dimension>>),
    /// Of an integer that is a key.
    Key(Dimension),
    Other,
}

struct Walk<'a> {
    term: &'a Term,
    extents: Extents<'a>,
    scope: Vec<Dims>,
    /// Whether a condition that is no join holds here.
    guarded: bool,
    visits: usize,
}

impl Walk<'_> {
    fn node(&mut self, id: Id) -> Result<Dims, String> {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return Ok(Dims::Other);
        }
        match self.term[id] {
            Node::Var(index, _) => {
                let place = self.scope.len().checked_sub(1 + index as usize);
                Ok(place.map_or(Dims::Other, |place| self.scope[place].clone()))
            }
            Node::Input(name, _) => {
                let levels = self.extents.sizes.get(name.as_str()).map_or(0, Vec::len);
                let all = (0..levels).map(|level| Some(Dimension { of: name, level }));
                Ok(Dims::Keys(all.collect()))
            }
            Node::Unique(e) => self.node(e),
            Node::Get([over, at]) => {
                let (over, at) = (self.node(over)?, self.node(at)?);
                if let (Dims::Keys(read), Dims::Key(key)) = (&over, &at)
                    && let Some(Some(read)) = read.first()
                {
                    self.join(*key, *read)?;
                }
                Ok(inner(&over))
            }
            Node::Let([value, body]) => {
                let value = self.node(value)?;
                self.under([value], body)
            }
            Node::Sum([over, body]) => {
                let over = self.node(over)?;
                let key = match &over {
                    Dims::Keys(all) => {
                        all.first().copied().flatten().map_or(Dims::Other, Dims::Key)
                    }
                    Dims::Key(_) | Dims::Other => Dims::Other,
                };
                self.under([key, inner(&over)], body)
            }
            Node::Single([key, value]) => {
                let key = match self.node(key)? {
                    Dims::Key(key) => Some(key),
                    Dims::Keys(_) | Dims::Other => None,
                };
                let inner = match self.node(value)? {
                    Dims::Keys(all) => all,
                    Dims::Key(_) | Dims::Other => Vec::new(),
                };
                Ok(Dims::Keys([key].into_iter().chain(inner).collect()))
            }
            Node::If([condition, body]) => {
                let outside = self.guarded;
                self.guarded |= !self.compares_keys(condition)?;
                let dims = self.node(body);
                self.guarded = outside;
                dims
            }
            Node::Binary(Binary::Scale, [factor, of]) => {
                self.node(factor)?;
                self.node(of)
            }
            Node::Binary(Binary::Hadamard, [a, b]) => {
                let (a, b) = (self.node(a)?, self.node(b)?);
                if let (Dims::Keys(all), Dims::Keys(others)) = (&a, &b) {
                    for pair in all.iter().zip(others) {
                        let (Some(one), Some(other)) = pair else { continue };
                        self.join(*one, *other)?;
                        self.join(*other, *one)?;
                    }
                }
                Ok(a)
            }
            // Any other node: its value has no dimensions of the data's, or those of several; its operands may join.
            node => {
                for (i, child) in egg::Language::children(&node).iter().enumerate() {
                    let bound = node.binds(i) as usize;
                    self.under(std::iter::repeat_n(Dims::Other, bound), *child)?;
                }
                Ok(Dims::Other)
            }
        }
    }

    /// Whether a condition is that two keys are equal.
    fn compares_keys(&mut self, condition: Id) -> Result<bool, String> {
        let Node::Binary(Binary::Eq, [a, b]) = self.term[condition] else {
            self.node(condition)?;
            return Ok(false);
        };
        Ok(matches!((self.node(a)?, self.node(b)?), (Dims::Key(_), Dims::Key(_))))
    }

    fn under(
        &mut self,
        variables: impl IntoIterator<Item = Dims>,
        body: Id,
    ) -> Result<Dims, String> {
        let depth = self.scope.len();
        self.scope.extend(variables);
        let dims = self.node(body);
        self.scope.truncate(depth);
        dims
    }

    /// Checks a read of one tensor at the keys of another.
    fn join(&mut self, key: Dimension, read: Dimension) -> Result<(), String> {
        if self.guarded || key == read {
            return Ok(());
        }
        let said = |it: Dimension, size: Size| {
            let has = if size.exact { "extent" } else { "entries up to extent" };
            format!("dimension {} of `{}` has {has} {}", it.level, it.of, size.size)
        };
        let differ = |keys, limit, lost: &str| {
            format!(
                "{}, and {}, which is read at its keys: {lost}; give data of equal extents, or read under an `if`",
                said(key, keys),
                said(read, limit)
            )
        };
        // An extent that is not exact is one that all keys keep to, or the least that holds them.
        let fits = |keys: Option<Size>, limit: Option<Size>| match (keys, limit) {
            (Some(keys), Some(limit)) => keys.size <= limit.size || !limit.exact,
            (None, Some(limit)) => !limit.exact,
            (_, None) => true,
        };
        if let (Some(keys), Some(limit)) = (self.extents.of(key), self.extents.of(read))
            && keys.exact
            && limit.exact
            && keys.size < limit.size
        {
            return Err(differ(keys, limit, "what is beyond would not be read"));
        }
        // Bounds that fit need no look at the entries.
        if fits(self.extents.of(key), self.extents.of(read)) {
            return Ok(());
        }
        let (keys, limit) = (self.extents.least(key)?, self.extents.of(read));
        let (Some(found), Some(wanted)) = (keys, limit) else { return Ok(()) };
        if fits(keys, limit) {
            return Ok(());
        }
        let lost = if found.exact { "the keys" } else { "entries" };
        Err(differ(found, wanted, &format!("{lost} beyond would be lost")))
    }
}

/// The dimensions of a value's entries.
fn inner(dims: &Dims) -> Dims {
    match dims {
        Dims::Keys(all) => Dims::Keys(all.get(1..).unwrap_or_default().to_vec()),
        Dims::Key(_) | Dims::Other => Dims::Other,
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
    fn keys_are_inside_of_what_they_read() {
        use ExtentSource::{Announced, Least};
        let product = "sum(<(i, j), a> in A) { i -> a * x(j) }";
        assert_eq!(joined(product, &[("A", &[3, 4], Announced)]), Ok(()));
        assert_eq!(joined(product, &[("A", &[3, 3], Least)]), Ok(()));
        let error = joined(product, &[("A", &[3, 3], Announced)]).unwrap_err();
        let wrong =
            "dimension 1 of `A` has extent 3, and dimension 0 of `x` has extent 4, which is read";
        assert!(error.starts_with(wrong) && error.contains("would not be read"), "{error}");
        let error = joined(product, &[("A", &[3, 10], Announced)]).unwrap_err();
        let wrong =
            "dimension 1 of `A` has extent 10, and dimension 0 of `x` has extent 4, which is read";
        assert!(error.starts_with(wrong), "{error}");
        let error = joined(product, &[("A", &[3, 10], Least)]).unwrap_err();
        assert!(error.contains("dimension 1 of `A` has entries up to extent 10"), "{error}");
        // A tensor that the program computes may have fewer keys, and not more.
        let computed = |n: u64| {
            format!(
                "CREATE TENSOR C AS sum(<i, _> in 0:{n}) {{ i -> 1.0 }}; sum(<i, c> in C) c * x(i)"
            )
        };
        assert_eq!(joined(&computed(3), &[]), Ok(()));
        assert!(joined(&computed(5), &[]).unwrap_err().contains("entries beyond would be lost"));
        // Conditions, computed keys and ranges are free.
        for free in [
            "sum(<(i, j), a> in A) if j < 4 then { i -> a * x(j) }",
            "sum(<(i, j), a> in A) if j == 2 then { i -> a * x(j) }",
            "sum(<(i, j), a> in A) { i -> a * x(j + 1) }",
        ] {
            assert_eq!(joined(free, &[("A", &[3, 10], Announced)]), Ok(()), "{free}");
        }
        // Two tensors, by keys and entry by entry, and a computed one.
        for result in [
            "sum(<(i, k), a> in A, <(k, j), b> in B) { (i, j) -> a * b }",
            "A * B",
            "let C = sum(<(i, k), a> in A) { k -> a } in sum(<k, c> in C) c * (sum(<j, b> in B(k)) b)",
        ] {
            let both =
                |b: [u64; 2]| joined(result, &[("A", &[4, 4], Announced), ("B", &b, Announced)]);
            assert_eq!(both([4, 4]), Ok(()), "{result}");
            assert!(both([3, 4]).is_err(), "{result}");
            assert!(both([6, 4]).is_err(), "{result}");
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
