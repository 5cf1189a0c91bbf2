//! Sets of ops that are closed under predecessors.
//!
//! At the border between two layers, the ops that have run are a *prefix set*: with an op it holds
//! the op's predecessors. A chain of `n` ops has `n + 1` of them, `n` ops that do not depend on each
//! other have `2ⁿ`; a graph of width `d` has at most `(n/d + 1)ᵈ`.

use super::graph::OpGraph;
use super::op_set::OpSet;
use rustc_hash::FxHashSet;

/// The subsets of a set that hold, with an op, its predecessors in the set: smaller ones first, from
/// the empty set to all of it. `None` if there are more than `most`.
pub fn prefixes(graph: &OpGraph, set: &OpSet, most: usize) -> Option<Vec<OpSet>> {
    let mut found = vec![OpSet::default()];
    let mut begin = 0;
    // Each round adds one op to the sets of the round before.
    while begin < found.len() {
        let end = found.len();
        let mut known: FxHashSet<OpSet> = FxHashSet::default();
        for at in begin..end {
            let ready: Vec<usize> = graph.ready(set, &found[at]).collect();
            for op in ready {
                let mut next = found[at].clone();
                next.insert(op);
                if known.insert(next.clone()) {
                    found.push(next);
                }
                if found.len() > most {
                    return None;
                }
            }
        }
        begin = end;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::super::graph::OpTimes;
    use super::super::testing::plain;
    use super::*;

    /// Branches that are chains of these lengths.
    fn chains(lengths: &[usize]) -> OpGraph {
        let mut before: Vec<Vec<usize>> = Vec::new();
        for &length in lengths {
            for i in 0..length {
                let last = before.len();
                before.push(if i == 0 { vec![] } else { vec![last - 1] });
            }
        }
        OpGraph::new(vec![OpTimes::indivisible(1.0); before.len()], before).unwrap()
    }

    fn count(graph: &OpGraph) -> usize {
        prefixes(graph, &graph.all(), 100_000).unwrap().len()
    }

    #[test]
    fn the_block_of_the_paper_has_twelve() {
        // a → c, b, d.
        assert_eq!(count(&plain(&[&[], &[], &[0], &[]])), 12);
    }

    /// The blocks of Inception without their concatenations: convolutions and poolings.
    #[test]
    fn the_blocks_of_inception() {
        // A: 1×1; 1×1, 5×5; 1×1, 3×3, 3×3; pool, 1×1.
        assert_eq!(count(&chains(&[1, 2, 3, 2])), 72);
        // B: 3×3; 1×1, 3×3, 3×3; pool.
        assert_eq!(count(&chains(&[1, 3, 1])), 16);
        // C: 1×1; 1×1, 1×7, 7×1; 1×1, 7×1, 1×7, 7×1, 1×7; pool, 1×1.
        assert_eq!(count(&chains(&[1, 3, 5, 2])), 144);
        // D: 1×1, 3×3; 1×1, 1×7, 7×1, 3×3; pool.
        assert_eq!(count(&chains(&[2, 4, 1])), 30);
        // E: 1×1; 1×1 with 1×3 and 3×1 behind it; 1×1, 3×3 with 1×3 and 3×1 behind it; pool, 1×1.
        let e = plain(&[&[], &[], &[1], &[1], &[], &[4], &[5], &[5], &[], &[8]]);
        assert_eq!(count(&e), 180);
    }

    #[test]
    fn chains_and_independent_ops() {
        assert_eq!(count(&chains(&[70])), 71);
        assert_eq!(count(&chains(&[1; 10])), 1024);
        assert_eq!(prefixes(&chains(&[1; 10]), &chains(&[1; 10]).all(), 1023), None);
    }
}
