//! Equal parts of terms, below different numbers of binders.

use egg::{Id, Language};
use hloom_storage::term::Node;
use std::collections::HashMap;

/// Whether a part of `a` is `b` under `crossed` more binders. `inner` counts the binders inside.
pub(super) fn equal(
    a: &[Node],
    i: Id,
    b: &[Node],
    j: Id,
    crossed: u32,
    inner: u32,
    known: &mut HashMap<(Id, Id, u32), bool>,
) -> bool {
    if let Some(found) = known.get(&(i, j, inner)) {
        return *found;
    }
    let (x, y) = (a[usize::from(i)], b[usize::from(j)]);
    let found = match (x, y) {
        (Node::Var(m, s), Node::Var(n, t)) => {
            s == t && m == if n >= inner { n + crossed } else { n }
        }
        _ => {
            x.matches(&y)
                && x.children()
                    .iter()
                    .zip(y.children())
                    .enumerate()
                    .all(|(k, (p, q))| equal(a, *p, b, *q, crossed, inner + x.binds(k), known))
        }
    };
    known.insert((i, j, inner), found);
    found
}
