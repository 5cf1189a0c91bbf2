//! Each rule on random instances of its left side: both sides have one value.

mod common;

use common::terms::{Terms, data, same};
use common::{Random, samples};
use egg::{Pattern, Searcher};
use hloom_storage::graph::{Calculus, Graph, smallest};
use hloom_storage::rules::{Holds, Rule, all, let_floating};
use hloom_storage::term::{Node, Term, copy};
use hloom_storage::{Inputs, Sort, Value, evaluate, raise};

/// The term in the scope of variables with the values of inputs.
fn closed(term: &Term, scope: &[Sort]) -> Term {
    let mut out = Term::default();
    let values: Vec<_> = scope
        .iter()
        .enumerate()
        .map(|(i, sort)| out.add(Node::Input(format!("outer{i}").into(), *sort)))
        .collect();
    let mut body = copy(&mut out, term, term.root(), 0, &mut |to, node, _| to.add(node));
    for value in values.into_iter().rev() {
        body = out.add(Node::Let([value, body]));
    }
    out
}

/// A match of the rule on a random term: both sides.
fn instance(rule: &Rule, random: &mut Random, exact: bool) -> Option<[Term; 2]> {
    let scope = vec![Sort::INT, Sort::nested(hloom_storage::Scalar::Real, 1), Sort::REAL];
    let mut terms = Terms::new(random, exact, scope.clone());
    let sort = match terms.random.below(8) {
        0 => Sort::array(hloom_storage::Scalar::Int),
        _ => terms.sort(),
    };
    terms.instance(&rule.left, sort)?;
    let left = terms.out;
    let mut graph = Graph::new(Calculus);
    let root = graph.add_expr(&left);
    graph.rebuild();
    let pattern = Pattern::new(rule.left.pattern());
    let matches = pattern.search_eclass(&graph, root)?;
    let right = rule.build(&mut graph, &matches.substs[0])?;
    let right = smallest(&graph, right);
    (right != left).then(|| [closed(&left, &scope), closed(&right, &scope)])
}

/// What a rule's samples were.
#[derive(Default, Debug)]
struct Tally {
    held: u64,
    nonzero: u64,
}

/// Holds the two sides of `count` matches against each other.
fn sample(rule: &Rule, count: u64) -> Result<Tally, String> {
    let exact = rule.holds != Holds::Always;
    let mut tally = Tally::default();
    for seed in 0..count * 300 {
        if tally.held == count {
            return Ok(tally);
        }
        let random = &mut Random::new(seed);
        let Some(sides) = instance(rule, random, exact) else { continue };
        let mut inputs = Inputs::new();
        sides.iter().for_each(|side| data(random, side, &mut inputs, exact));
        let values = sides.each_ref().map(|side| evaluate(side, &inputs, 5_000));
        let [Ok((left, _)), Ok((right, _))] = values else { continue };
        if !same(&left, &right, !exact) {
            let [l, r] = sides.each_ref().map(raise::text);
            return Err(format!(
                "`{}` ({}), seed {seed}:\n  {l}\n  {r}\n  {left:?}\n  {right:?}\n  {inputs:?}",
                rule.name, rule.law
            ));
        }
        tally.held += 1;
        let empty = matches!(&left, Value::Array(array) if array.positions().is_empty());
        tally.nonzero += u64::from(!left.is_zero() && !empty);
    }
    Err(format!("`{}` ({}): too few matches: {tally:?}", rule.name, rule.law))
}

/// Whether the rule's value is zero by its law.
fn zero(rule: &Rule) -> bool {
    rule.law.ends_with("= 0") || rule.law.ends_with("= 0 if z is 0")
}

fn check(count: u64) {
    let mut wrong = Vec::new();
    let rules: Vec<Rule> = all().into_iter().chain(let_floating()).collect();
    let mut held = 0;
    for rule in &rules {
        match sample(rule, count) {
            Ok(tally) if tally.nonzero > tally.held / 200 || zero(rule) => held += tally.held,
            Ok(tally) => {
                wrong.push(format!("`{}`: values are nearly all zero: {tally:?}", rule.name))
            }
            Err(error) => wrong.push(error),
        }
    }
    println!("{} rules, {held} samples", rules.len());
    assert!(wrong.is_empty(), "{} rules:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn both_sides_of_each_rule_have_one_value() {
    check(100);
}

/// As many samples of each rule as a campaign asks for.
#[test]
fn campaign_rules() {
    check(samples(1000));
}
