//! Promises of a mapping (`unique`) about keys that are computed, such as `{ unique(c / 2) -> … }`.
//!
//! Rules trust a promise (37): with a false one a plan has another value than the program. Keys that are
//! coordinates, positions or sums of multiples are checked by looking at the arrays. For all others a term is
//! made of the mapping that counts: of each sum with a promise, wherever it stands, the number of its entries
//! minus the number of distinct keys,
//!
//! ```text
//! (sum(<k, v> in R) 1) - sum(<_, _> in sum(<k, v> in R) { e -> 1 }) 1
//! ```
//!
//! and the evaluator computes it, which takes as long as the mapping's loops.

use std::collections::HashMap;

use egg::{Id, Language};
use hloom_storage::term::{Binary, Node, Term};
use hloom_storage::{Inputs, Value, evaluate, missing};

/// Checks the promises of a mapping.
///
/// # Errors
/// A sentence that says how many keys come again.
pub(super) fn check(mapping: &Term, inputs: &Inputs) -> Result<(), String> {
    if missing(mapping, inputs).is_some() {
        return Ok(());
    }
    let mut count = Count { mapping, out: mapping.clone(), done: HashMap::new() };
    let Some(again) = count.repeated(mapping.root()) else { return Ok(()) };
    // The root of a term is its last node.
    let none = count.out.add(Node::Int(0));
    count.out.add(Node::Binary(Binary::Add, [again, none]));
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
    /// The mapping, whose parts keep their places, and what is added to it.
    out: Term,
    /// The counts of parts. A count has the free variables of its part.
    done: HashMap<Id, Option<Id>>,
}

impl Count<'_> {
    /// Appends the number of keys of a part that come again; `None` if it has no promise.
    fn repeated(&mut self, id: Id) -> Option<Id> {
        if let Some(known) = self.done.get(&id) {
            return *known;
        }
        let node = self.mapping[id];
        let own = match node {
            Node::Sum([_, body]) | Node::Merge([_, _, body]) => self.own(node, body),
            _ => None,
        };
        let last = node.children().len().saturating_sub(1);
        let mut all = own;
        for (i, child) in node.children().iter().enumerate() {
            let Some(mut count) = self.repeated(*child) else { continue };
            if node.binds(i) > 0 || matches!(node, Node::If(_)) && i == last {
                // A part below a binder or a condition is counted there.
                count = self.with_last(node, count);
            }
            all = Some(match all {
                Some(all) => self.out.add(Node::Binary(Binary::Add, [all, count])),
                None => count,
            });
        }
        self.done.insert(id, all);
        all
    }

    /// Appends the number of keys that a sum with this body makes again, if they are promised not to come again.
    fn own(&mut self, sum: Node, body: Id) -> Option<Id> {
        let (mut conditions, mut at) = (Vec::new(), body);
        while let Node::If([condition, value]) = self.mapping[at] {
            conditions.push(condition);
            at = value;
        }
        let Node::Single([key, _]) = self.mapping[at] else { return None };
        let Node::Unique(key) = self.mapping[key] else { return None };
        let guarded = |out: &mut Term, value: Id| {
            let each = conditions.iter().rev();
            each.fold(value, |value, condition| out.add(Node::If([*condition, value])))
        };
        let one = self.out.add(Node::Int(1));
        let entry = guarded(&mut self.out, one);
        let entries = self.with_last(sum, entry);
        let entry = self.out.add(Node::Single([key, one]));
        let entry = guarded(&mut self.out, entry);
        let keys = self.with_last(sum, entry);
        let keys = self.out.add(Node::Sum([keys, one]));
        Some(self.out.add(Node::Binary(Binary::Sub, [entries, keys])))
    }

    /// Appends a node with another last operand.
    fn with_last(&mut self, mut node: Node, operand: Id) -> Id {
        if let Some(last) = node.children_mut().last_mut() {
            *last = operand;
        }
        self.out.add(node)
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use hloom_storage::{Duplicates, Inputs, Value, compile};

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
        check(&module, &inputs, Duplicates::Reject).err()
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
            // In what a sum goes over, and in what a `let` binds.
            (
                "sum(<k, v> in sum(<p, c> in A_idx) { unique(c / 2) -> A_val(p) }) { k -> v * v }",
                &[2, 3, 5],
                1,
            ),
            (
                "sum(<i, _> in 0:2) { i -> sum(<k, v> in sum(<p, c> in A_idx) { unique(c / 2) -> A_val(p) }) v * v }",
                &[2, 3],
                2,
            ),
            (
                "let d = sum(<p, c> in A_idx) { unique(c / 2) -> A_val(p) } in sum(<i, _> in 0:2) { i -> d(i) }",
                &[2, 3],
                1,
            ),
            (
                "sum(<i, _> in 0:9) { i -> (sum(<p, c> in A_idx) { unique(c / 2) -> A_val(p) })(i) }",
                &[2, 3],
                9,
            ),
            // A multiple that wraps around is that of another number too.
            (
                "sum(<i, _> in A_val) { unique(i * 4611686018427387904) -> A_val(i) }",
                &[1, 2, 3, 4],
                0,
            ),
            (
                "sum(<i, _> in A_val) { unique(i * 4611686018427387904) -> A_val(i) }",
                &[1, 2, 3, 4, 5],
                1,
            ),
            (
                "sum(<i, _> in A_val) { unique(3 - i * 2 * 4611686018427387904) -> A_val(i) }",
                &[1, 2, 3],
                1,
            ),
            (
                "sum(<i, _> in A_val) { unique(3 - i * 3 * 6148914691236517205) -> A_val(i) }",
                &[1, 2, 3],
                0,
            ),
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
