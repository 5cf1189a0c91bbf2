//! Proofs: the rules that lead from a term to the one found, step by step.
//!
//! The e-graph keeps for each equality the rule that added it (Nieuwenhuis, Oliveras,
//! "Proof-Producing Congruence Closure", RTA 2005). A rule joins two classes by a representative of
//! each, so that a proof may pass through terms that are larger than both ends; each of them is equal
//! to the first.

use super::{Options, Status, run};
use crate::graph::Calculus;
use crate::rules::Stage;
use egg::{FlatTerm, Id, Language, Runner};
use hloom_storage::term::{Node, Term};

/// One step of a proof.
#[derive(Clone, Debug)]
pub struct Step {
    /// The rule's name.
    pub rule: String,
    /// Whether the rule is applied from its right side to its left one.
    pub backward: bool,
    /// The whole term after the step.
    pub term: Term,
}

/// As [`saturate`](super::saturate), with the steps from the term to the one found. It takes longer,
/// and a budget may end at another term.
pub fn prove(term: &Term, stage: Stage, options: &Options) -> (Term, Status, Vec<Step>) {
    let fresh = Runner::new(Calculus).with_explanations_enabled();
    let (mut runner, mut status, found) = run(term, stage, options, fresh);
    status.costs = found.costs;
    let best = found.term;
    if best == *term {
        return (best, status, Vec::new());
    }
    let mut explanation = runner.egraph.explain_equivalence(term, &best);
    let mut steps: Vec<Step> = Vec::new();
    let start = term;
    for flat in explanation.make_flat_explanation() {
        let Some((rule, backward)) = applied(flat) else { continue };
        let mut term = Term::default();
        build(flat, &mut term);
        // A step there and back again shows nothing.
        if term == *start {
            steps.clear();
            continue;
        }
        if let Some(at) = steps.iter().position(|step| step.term == term) {
            steps.truncate(at + 1);
            continue;
        }
        steps.push(Step { rule, backward, term });
    }
    (best, status, steps)
}

/// Appends a term of an explanation; returns its root.
fn build(flat: &FlatTerm<Node>, out: &mut Term) -> Id {
    let mut node = flat.node;
    for (operand, child) in node.children_mut().iter_mut().zip(&flat.children) {
        *operand = build(child, out);
    }
    out.add(node)
}

/// The rule that a term of an explanation says was applied somewhere inside.
fn applied(flat: &FlatTerm<Node>) -> Option<(String, bool)> {
    let forward = flat.forward_rule.map(|rule| (rule.to_string(), false));
    let own = forward.or_else(|| flat.backward_rule.map(|rule| (rule.to_string(), true)));
    own.or_else(|| flat.children.iter().find_map(applied))
}
