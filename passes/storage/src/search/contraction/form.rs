//! Contractions: sums of products of tensors' elements over index variables.

use egg::{Id, Language, Symbol};
use hloom_storage::term::{Binary, Node, Term, copy, sort};
use hloom_storage::types::{Form, Scalar, Sort};

/// The most factors of a contraction: one that is a definition's square of a square … has very many.
const MAX_FACTORS: usize = 64;

/// A factor of a contraction.
#[derive(Clone, Debug)]
pub(super) enum Factor {
    /// An element of a tensor at these index variables.
    Element { tensor: Symbol, sort: Sort, at: Vec<usize> },
    /// A number, or a condition, that depends on index variables alone: `%v` is the variable `v`.
    Number(Term),
}

impl Factor {
    /// The index variables that it depends on.
    pub(super) fn variables(&self) -> Vec<usize> {
        match self {
            Factor::Element { at, .. } => at.clone(),
            Factor::Number(term) => {
                let free = hloom_storage::term::all_free(term);
                let free = free.last().copied().unwrap_or(0);
                (0..63).filter(|v| free >> v & 1 == 1).collect()
            }
        }
    }
}

/// The sum of a product over all values of its index variables; entries whose factors are not all there
/// are zero.
#[derive(Clone, Debug)]
pub(super) struct Contraction {
    /// The number of index variables.
    pub variables: usize,
    pub factors: Vec<Factor>,
    /// The variables that are keys of the result, the outermost level first.
    pub keys: Vec<usize>,
    /// The type of its numbers.
    pub base: Scalar,
}

impl Contraction {
    /// The contraction that a term over tensors by name is; `None` if it is none.
    pub(super) fn of(term: &Term) -> Option<Contraction> {
        let base = sort(term, term.root()).base;
        if base == Scalar::Bool {
            return None;
        }
        let form = Contraction { variables: 0, factors: Vec::new(), keys: Vec::new(), base };
        let free = hloom_storage::term::all_free(term);
        let mut reader = Reader { term, free, form, scope: Vec::new() };
        reader.product(term.root())?;
        let Reader { form, .. } = reader;
        let mut keys = form.keys.clone();
        keys.sort_unstable();
        keys.dedup();
        (keys.len() == form.keys.len() && form.variables > 0).then_some(form)
    }
}

/// A variable of the term.
#[derive(Clone, Debug)]
enum Bound {
    /// An index variable.
    Index(usize),
    /// The part of a tensor at these index variables, or its element; whether it is read.
    Part { tensor: Symbol, sort: Sort, at: Vec<usize>, read: bool },
}

struct Reader<'t> {
    term: &'t Term,
    /// The free variables of each part.
    free: Vec<u64>,
    form: Contraction,
    scope: Vec<Bound>,
}

impl Reader<'_> {
    /// The place of a variable in the scope.
    fn place(&self, index: u32) -> Option<usize> {
        self.scope.len().checked_sub(1 + index as usize)
    }

    /// The index variable that a term is.
    fn index(&self, id: Id) -> Option<usize> {
        match self.term[id] {
            Node::Var(index, _) => match self.scope[self.place(index)?] {
                Bound::Index(variable) => Some(variable),
                Bound::Part { .. } => None,
            },
            Node::Unique(id) => self.index(id),
            _ => None,
        }
    }

    /// The part of a tensor that a term is, by index variables.
    fn part(&mut self, id: Id) -> Option<(Symbol, Sort, Vec<usize>)> {
        match self.term[id] {
            Node::Input(name, sort) if sort.is_dict() => Some((name, sort, Vec::new())),
            Node::Var(index, _) => {
                let place = self.place(index)?;
                let Bound::Part { tensor, sort, at, read } = &mut self.scope[place] else {
                    return None;
                };
                *read = true;
                Some((*tensor, *sort, at.clone()))
            }
            Node::Get([over, key]) => {
                let key = self.index(key)?;
                let (tensor, sort, mut at) = self.part(over)?;
                at.push(key);
                Some((tensor, sort, at))
            }
            _ => None,
        }
    }

    /// Adds a factor, if there are not too many.
    fn push(&mut self, factor: Factor) -> Option<()> {
        (self.form.factors.len() < MAX_FACTORS).then(|| self.form.factors.push(factor))
    }

    /// Reads a term as factors of the product.
    fn product(&mut self, id: Id) -> Option<()> {
        // A constant is one factor, however it is computed: its parts may be reached in very many ways.
        if self.free[usize::from(id)] == 0 && self.number(id).is_some() {
            return Some(());
        }
        match self.term[id] {
            Node::Sum([over, body]) => {
                let (tensor, sort, mut at) = self.part(over)?;
                at.push(self.form.variables);
                self.scope.push(Bound::Index(self.form.variables));
                self.scope.push(Bound::Part { tensor, sort, at, read: false });
                self.form.variables += 1;
                self.product(body)?;
                let value = self.scope.pop()?;
                self.scope.pop();
                // A loop that does not read the values counts entries.
                matches!(value, Bound::Part { read: true, .. }).then_some(())
            }
            Node::Single([key, value]) => {
                let key = self.index(key)?;
                self.form.keys.push(key);
                self.product(value)
            }
            Node::Binary(Binary::Mul | Binary::Scale, [a, b]) => {
                self.product(a)?;
                self.product(b)
            }
            Node::Binary(Binary::Hadamard, [a, b]) => {
                let Form::Nested(levels) = sort(self.term, id).form else { return None };
                let keys: Vec<usize> = (self.form.variables..).take(usize::from(levels)).collect();
                self.form.variables += keys.len();
                self.form.keys.extend(&keys);
                self.product_at(a, &keys)?;
                self.product_at(b, &keys)
            }
            Node::If([condition, value]) => {
                self.number(condition)?;
                self.product(value)
            }
            Node::Var(..) | Node::Get(_) if self.element(id).is_some() => Some(()),
            // Any other node: a number of index variables, or no contraction.
            _ => self.number(id),
        }
    }

    /// Reads the elements, at index variables, of a product of tensors element by element.
    fn product_at(&mut self, id: Id, keys: &[usize]) -> Option<()> {
        match self.term[id] {
            Node::Binary(Binary::Hadamard, [a, b]) => {
                self.product_at(a, keys)?;
                self.product_at(b, keys)
            }
            Node::Binary(Binary::Scale, [factor, dict]) => {
                self.product(factor)?;
                self.product_at(dict, keys)
            }
            _ => {
                let (tensor, sort, mut at) = self.part(id)?;
                at.extend(keys);
                self.whole_element(tensor, sort, at)
            }
        }
    }

    /// Reads an element of a tensor.
    fn element(&mut self, id: Id) -> Option<()> {
        let (tensor, sort, at) = self.part(id)?;
        self.whole_element(tensor, sort, at)
    }

    /// Adds an element as a factor, if it has an index for each level of the tensor.
    fn whole_element(&mut self, tensor: Symbol, sort: Sort, at: Vec<usize>) -> Option<()> {
        let Form::Nested(levels) = sort.form else { return None };
        if usize::from(levels) != at.len() {
            return None;
        }
        self.push(Factor::Element { tensor, sort, at })
    }

    /// Reads a number, or a condition, that depends on index variables alone.
    fn number(&mut self, id: Id) -> Option<()> {
        if !sort(self.term, id).is_scalar() {
            return None;
        }
        let mut out = Term::default();
        let mut fits = true;
        let scope = &self.scope;
        copy(&mut out, self.term, id, 0, &mut |out, node, crossed| {
            let node = match node {
                Node::Var(index, sort) if index >= crossed => {
                    let place = scope.len().checked_sub(1 + (index - crossed) as usize);
                    match place.map(|place| &scope[place]) {
                        Some(Bound::Index(variable)) => Node::Var(*variable as u32 + crossed, sort),
                        _ => {
                            fits = false;
                            node
                        }
                    }
                }
                Node::Input(_, sort) if sort.is_dict() => {
                    fits = false;
                    node
                }
                node => node,
            };
            out.add(node)
        });
        // A number that has a loop may not be read often.
        let plain = out.iter().all(|node| {
            node.children().is_empty()
                || matches!(node, Node::Unary(..) | Node::Binary(..) | Node::If(_) | Node::Get(_))
        });
        if fits && plain { self.push(Factor::Number(out)) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_storage::compile;

    fn form(result: &str) -> Option<Contraction> {
        let text = format!(
            "CREATE TENSOR M : {{int -> {{int -> real}}}}; CREATE TENSOR N : {{int -> {{int -> real}}}};
             CREATE TENSOR x : [real]; CREATE TENSOR c : real; {result}"
        );
        Contraction::of(&compile(&text).unwrap().logical().unwrap())
    }

    #[test]
    fn contractions_are_recognized() {
        for (result, variables, factors, keys) in [
            ("sum(<(i, j), a> in M) a * x(j)", 2, 2, &[][..]),
            ("sum(<(i, j), a> in M, <(i, k), b> in M) { j -> c * a * b * x(k) }", 3, 4, &[1]),
            ("sum(<(i, k), a> in M, <(k, j), b> in N) { (i, j) -> a * b }", 3, 2, &[0, 2]),
            ("sum(<(i, j), a> in M) { (j, i) -> a * N(i, j) }", 2, 2, &[1, 0]),
            ("sum(<(i, j), a> in M) if i < j then a * (sum(<k, b> in N(j)) b)", 3, 3, &[]),
            ("M * N", 2, 2, &[0, 1]),
            ("sum(<i, row> in M) { i -> row * N(i) * M(i) }", 2, 3, &[0, 1]),
            ("c * M * (2.0 * N)", 2, 4, &[0, 1]),
        ] {
            let form = form(result).unwrap_or_else(|| panic!("{result}"));
            let found = (form.variables, form.factors.len(), &form.keys[..]);
            assert_eq!(found, (variables, factors, keys), "{result}");
        }
        // Squares of squares: a constant is one factor, and other numbers have too many.
        let mut squares = "CREATE TENSOR a0 AS c * 1.0;".to_owned();
        for k in 1..=60 {
            squares += &format!("CREATE TENSOR a{k} AS if a{0} < 3.0 then a{0} * a{0};", k - 1);
        }
        for result in ["a60 * (sum(<(i, j), a> in M) a)", "sum(<(i, j), a> in M) a60 * a"] {
            let form = form(&format!("{squares} {result}")).unwrap();
            assert_eq!((form.variables, form.factors.len()), (2, 2), "{result}");
        }
        for other in [
            // The entries are counted, a value is no factor, or a key is computed.
            "sum(<(i, j), a> in M) x(j)",
            "sum(<(i, j), a> in M) max(a, 1.0)",
            "sum(<(i, j), a> in M) { i + 1 -> a }",
            "sum(<(i, j), a> in M) { (i, i) -> a }",
            "M + N",
            "sum(<i, _> in 0:4) x(i)",
            "c * 2.0",
        ] {
            assert!(form(other).is_none(), "{other}");
        }
    }
}
