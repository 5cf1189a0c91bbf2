//! Promises of a mapping (`unique`) about keys that are computed, such as `{ unique(c / 2) -> … }`.
//!
//! Rules trust a promise (37): with a false one a plan has another value than the program. Keys that are
//! coordinates, positions or sums of multiples are checked by looking at the arrays. For all others a term is
//! made of the mapping that counts: of each sum with a promise, its entries less the keys that differ,
//!
//! ```text
//! (sum(<k, v> in R) 1) - sum(<_, _> in sum(<k, v> in R) { e -> 1 }) 1
//! ```
//!
//! and the evaluator computes it, which takes as long as the mapping's loops.

use hloom_storage::term::{Binary, Id, Node, Term, copy};
use hloom_storage::{Inputs, Value, evaluate};

/// Checks the promises of a mapping.
///
/// # Errors
/// A sentence that says how many keys come again.
pub(super) fn check(mapping: &Term, inputs: &Inputs) -> Result<(), String> {
    let given = |node: &Node| match node {
        Node::Input(name, _) => inputs.contains_key(name),
        _ => true,
    };
    if !mapping.iter().all(given) {
        return Ok(());
    }
    let mut count = Count { mapping, out: Term::default() };
    count.repeated(mapping.root());
    match evaluate(&count.out, inputs, u64::MAX) {
        Ok((Value::Int(0), _)) => Ok(()),
        Ok((Value::Int(1), _)) => {
            Err("a key that the mapping says is `unique` comes again in the same sum".to_owned())
        }
        Ok((Value::Int(n), _)) => {
            Err(format!("{n} keys that the mapping says are `unique` come again in the same sum"))
        }
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// The term that counts keys that come again.
struct Count<'m> {
    mapping: &'m Term,
    out: Term,
}

impl Count<'_> {
    /// Appends the number of keys of a part that come again.
    fn repeated(&mut self, id: Id) -> Id {
        match self.mapping[id] {
            Node::Sum([over, body]) => {
                let inner = self.repeated(body);
                let of = self.copied(over);
                let inner = self.out.add(Node::Sum([of, inner]));
                self.and_own(body, inner, &|out, body| out.add(Node::Sum([of, body])))
            }
            Node::Merge([a, b, body]) => {
                let inner = self.repeated(body);
                let (a, b) = (self.copied(a), self.copied(b));
                let inner = self.out.add(Node::Merge([a, b, inner]));
                self.and_own(body, inner, &|out, body| out.add(Node::Merge([a, b, body])))
            }
            Node::Let([value, body]) => {
                let body = self.repeated(body);
                let value = self.copied(value);
                self.out.add(Node::Let([value, body]))
            }
            Node::If([condition, value]) => {
                let value = self.repeated(value);
                let condition = self.copied(condition);
                self.out.add(Node::If([condition, value]))
            }
            Node::Single([_, value]) => self.repeated(value),
            Node::Binary(Binary::Add | Binary::Sub, [a, b]) => {
                let (a, b) = (self.repeated(a), self.repeated(b));
                self.out.add(Node::Binary(Binary::Add, [a, b]))
            }
            Node::Binary(Binary::Scale, [_, of]) | Node::Unary(_, of) => self.repeated(of),
            // Any other node: a number, or data.
            _ => self.out.add(Node::Int(0)),
        }
    }

    /// Appends `inner`, and the keys of a sum with this body that come again, if they are promised not to.
    /// `sum` makes the sum with another body.
    fn and_own(&mut self, body: Id, inner: Id, sum: &dyn Fn(&mut Term, Id) -> Id) -> Id {
        let (mut conditions, mut at) = (Vec::new(), body);
        while let Node::If([condition, value]) = self.mapping[at] {
            conditions.push(condition);
            at = value;
        }
        let Node::Single([key, _]) = self.mapping[at] else { return inner };
        let Node::Unique(key) = self.mapping[key] else { return inner };
        let conditions: Vec<Id> = conditions.into_iter().map(|it| self.copied(it)).collect();
        let guarded = |out: &mut Term, value: Id| {
            let each = conditions.iter().rev();
            each.fold(value, |value, condition| out.add(Node::If([*condition, value])))
        };
        let one = self.out.add(Node::Int(1));
        let entries = guarded(&mut self.out, one);
        let entries = sum(&mut self.out, entries);
        let key = self.copied(key);
        let entry = self.out.add(Node::Single([key, one]));
        let keys = guarded(&mut self.out, entry);
        let keys = sum(&mut self.out, keys);
        let keys = self.out.add(Node::Sum([keys, one]));
        let again = self.out.add(Node::Binary(Binary::Sub, [entries, keys]));
        self.out.add(Node::Binary(Binary::Add, [inner, again]))
    }

    /// Appends a part of the mapping as it is.
    fn copied(&mut self, id: Id) -> Id {
        copy(&mut self.out, self.mapping, id, 0, &mut |out, node, _| out.add(node))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Twice, check};
    use hloom_storage::{Inputs, Value, compile};

    const ARRAYS: &str =
        "CREATE TENSOR A_n : int; CREATE TENSOR A_idx : [int]; CREATE TENSOR A_val : [real];";

    /// The error of a mapping over these coordinates.
    fn said(mapping: &str, idx: &[i64]) -> Option<String> {
        let text = format!("{ARRAYS} CREATE TENSOR A AS {mapping}; A");
        let module = compile(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
        let count = if idx.is_empty() { 3 } else { idx.len() };
        let inputs = Inputs::from([
            ("A_n".into(), Value::Int(3)),
            ("A_idx".into(), Value::ints(idx)),
            ("A_val".into(), Value::reals(vec![1.0; count])),
        ]);
        check(&module, &inputs, Twice::Refused).err()
    }

    #[test]
    fn promises_about_computed_keys_are_held() {
        let again = |n: usize| match n {
            0 => None,
            1 => Some("a key that the mapping says is `unique` comes again".to_owned()),
            n => Some(format!("{n} keys that the mapping says are `unique` come again")),
        };
        for (mapping, idx, n) in [
            ("sum(<p, c> in A_idx) { unique(c / 2) -> A_val(p) }", &[2, 4, 7][..], 0),
            ("sum(<p, c> in A_idx) { unique(c / 2) -> A_val(p) }", &[2, 3, 5], 1),
            ("sum(<p, c> in A_idx) { unique(c + p) -> A_val(p) }", &[2, 1, 0], 2),
            ("sum(<p, c> in A_idx) if c < 4 then { unique(c) -> A_val(p) }", &[2, 5, 2], 1),
            ("sum(<p, c> in A_idx) if c < 4 then { unique(c) -> A_val(p) }", &[2, 5, 5], 0),
            ("sum(<i, _> in 0:A_n) { unique(i / 2) -> A_val(i) }", &[], 1),
            ("sum(<i, _> in 0:A_n) { unique(7 - i * 2) -> A_val(i) }", &[], 0),
            ("sum(<i, _> in 0:A_n) { unique(i * 0) -> A_val(i) }", &[], 2),
            (
                "sum(<i, _> in 0:A_n) { unique(i) -> sum(<p, c> in A_idx) { unique(c * i) -> A_val(p) } }",
                &[1, 2],
                1,
            ),
            ("sum(<p, c> in A_idx) { unique(A_n) -> A_val(p) }", &[1, 2], 1),
            // A coordinate of another sum is the same in each iteration.
            ("sum(<p, c> in A_idx) sum(<i, _> in 0:A_n) { unique(c) -> A_val(p) }", &[1, 5], 4),
            (
                "sum(<p, c> in A_idx) sum(<i, _> in 0:A_n) { unique(c * 3 + i) -> A_val(p) }",
                &[1, 5],
                0,
            ),
            ("sum(<p, c> in A_idx) sum(<i, _> in 0:A_n) { unique(c * 4) -> A_val(p) }", &[1, 5], 4),
            ("sum(<p, c> in A_idx) { unique(A_n * 4 + c % 4) -> A_val(p) }", &[1, 3], 0),
        ] {
            let found = said(mapping, idx);
            match again(n) {
                None => assert_eq!(found, None, "{mapping}"),
                Some(what) => {
                    assert!(
                        found.as_ref().is_some_and(|it| it.contains(&what)),
                        "{mapping}: {found:?}"
                    );
                }
            }
        }
    }
}
