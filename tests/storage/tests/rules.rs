//! Each rule on random instances of its left side: both sides have one value.

use egg::{Pattern, Searcher};
use hloom_storage::term::{Node, Term, copy};
use hloom_storage::{EvalError, Inputs, Sort, Value, compile, evaluate, raise};
use hloom_storage_search::graph::{Calculus, Graph, smallest};
use hloom_storage_search::rules::{Holds, Rule, all, let_floating};
use hloom_storage_search::search::{Options, optimize};
use hloom_storage_tests::terms::{Terms, data, same};
use hloom_storage_tests::{Random, samples};
use std::collections::BTreeSet;

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
fn instance(
    rule: &Rule,
    pattern: &Pattern<Node>,
    random: &mut Random,
    exact: bool,
) -> Option<[Term; 2]> {
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
    let matches = pattern.search_eclass(&graph, root)?;
    let right = rule.build(&mut graph, &matches.substs[0])?;
    let right = smallest(&graph, right);
    (right != left).then(|| [closed(&left, &scope), closed(&right, &scope)])
}

/// The samples of a rule, and those with a value other than zero.
#[derive(Default, Debug)]
struct Tally {
    held: u64,
    nonzero: u64,
}

/// Holds the two sides of `count` matches against each other.
fn sample(rule: &Rule, count: u64) -> Result<Tally, String> {
    let exact = rule.holds != Holds::Always;
    let mut tally = Tally::default();
    let pattern = Pattern::new(rule.left.pattern());
    for seed in 0..count * 300 {
        if tally.held == count {
            return Ok(tally);
        }
        let random = &mut Random::new(seed);
        let Some(sides) = instance(rule, &pattern, random, exact) else { continue };
        let mut inputs = Inputs::new();
        sides.iter().for_each(|side| data(random, side, &mut inputs, exact));
        let values = sides.each_ref().map(|side| evaluate(side, &inputs, 1_000));
        let (left, right) = match values {
            [Ok((left, _)), Ok((right, _))] => (left, right),
            [Err(_), _] | [_, Err(EvalError::TooLong(_))] => continue,
            // The generator also puts arrays where the calculus has none.
            [Ok(_), Err(EvalError::IllTyped)] if !is_well_typed(&sides[0]) => continue,
            [left, right] => {
                let [l, r] = sides.each_ref().map(raise::text);
                return Err(format!(
                    "`{}`, seed {seed}:\n  {l}\n  {r}\n  {left:?}\n  {right:?}",
                    rule.name
                ));
            }
        };
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

/// Whether the text of a term is accepted.
fn is_well_typed(term: &Term) -> bool {
    let mut declared = BTreeSet::new();
    for node in term {
        if let Node::Input(name, sort) = node {
            declared.insert(format!("CREATE TENSOR {name} : {sort};\n"));
        }
    }
    let declared: String = declared.into_iter().collect();
    compile(&(declared + &raise::text(term))).is_ok()
}

/// Whether the rule's value is zero by its law.
fn zero(rule: &Rule) -> bool {
    rule.law.ends_with("= 0")
        || rule.law.ends_with("= 0 of integers")
        || rule.law.ends_with("= 0 if z is 0")
}

fn check(count: u64) {
    let mut wrong = Vec::new();
    let rules: Vec<Rule> = all().into_iter().chain(let_floating()).collect();
    let mut held = 0;
    for rule in &rules {
        let tally = sample(rule, count);
        match tally {
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

/// The paper's rules are in the table under their numbers, but for those that the documentation of
/// the module names: generic operators, two forms that are one node here, and a rule that trusts a
/// promise out of its scope.
#[test]
fn the_rules_of_the_paper_are_accounted_for() {
    let rules: Vec<Rule> = all().into_iter().chain(let_floating()).collect();
    let numbers: BTreeSet<u8> = rules.iter().filter_map(|rule| rule.number).collect();
    let missing: Vec<u8> = (1..=44).filter(|number| !numbers.contains(number)).collect();
    assert_eq!(missing, [(7..=18).collect::<Vec<_>>(), vec![24, 25, 37]].concat());
    let names: BTreeSet<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
    assert_eq!(names.len(), rules.len(), "two rules have one name");
}

/// The counter-example to fusing without a condition: entries that are zero would be counted.
#[test]
fn a_loop_over_entries_that_are_zero_is_not_fused() {
    let text = "CREATE TENSOR n : int;
        sum(<k, w> in sum(<i, v> in 0:n) { i -> v - v }) 1";
    let module = hloom_storage::compile(text).unwrap();
    let inputs = Inputs::from([("n".into(), Value::Int(2))]);
    for strict in [false, true] {
        let options = Options { strict, ..Options::default() };
        let plan = optimize(&module, &options).unwrap();
        assert_eq!(evaluate(&plan.term, &inputs, 100).unwrap().0, Value::Int(0), "{strict}");
    }
}

/// A rule that is switched off is not applied.
#[test]
fn rules_are_switched_off_by_name() {
    let text = "CREATE TENSOR a : [int]; CREATE TENSOR b : [int];
        sum(<p, v> in a) sum(<q, w> in b) if v == w then p * q";
    let module = hloom_storage::compile(text).unwrap();
    let merges = |options: &Options| {
        let plan = optimize(&module, options).unwrap();
        plan.term.iter().any(|node| matches!(node, Node::Merge(_)))
    };
    assert!(merges(&Options::default()));
    let disabled = ["merge".to_owned()].into();
    assert!(!merges(&Options { disabled, ..Options::default() }));
    assert!(!merges(&Options { strict: true, ..Options::default() }));
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
