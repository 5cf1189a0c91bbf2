//! Each rule on random instances of its left side: both sides have one value.

use egg::{Pattern, Searcher};
use hloom_storage::term::{Node, Term, copy};
use hloom_storage::{EvalError, Inputs, Sort, Value, compile, evaluate, raise};
use hloom_storage_search::graph::{Calculus, Graph, smallest};
use hloom_storage_search::rules::template::Template;
use hloom_storage_search::rules::{CONTRACTION, FUSE_UNIQUE, Holds, Rule, all, let_floating};
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
    // The keys of a promise differ.
    let distinct = ["%1", "(sub 7 %1)", "(add %1 (mul 2 %1))"];
    let left = match rule.name == FUSE_UNIQUE {
        true => {
            let key = *random.one_of(&distinct);
            Template::new(&format!("(sum (sum ?r (single (unique {key}) ?a)) ?b)"))
        }
        false => rule.left.clone(),
    };
    let mut terms = Terms::new(random, exact, scope.clone());
    let sort = match terms.random.below(8) {
        0 => Sort::array(hloom_storage::Scalar::Int),
        _ => terms.sort(),
    };
    terms.instance(&left, sort)?;
    let left = terms.out;
    let mut graph = Graph::new(Calculus);
    let root = graph.add_expr(&left);
    graph.rebuild();
    let matches = pattern.search_eclass(&graph, root)?;
    let right = rule.build(&mut graph, &matches.substs[0])?;
    let right = smallest(&graph, right);
    (right != left).then(|| [closed(&left, &scope), closed(&right, &scope)])
}

/// The rules that are sampled: the one of whole programs has a test of its own (`contractions.rs`).
fn sampled() -> Vec<Rule> {
    let rules = all().into_iter().filter(|rule| rule.name != CONTRACTION);
    rules.chain(let_floating()).collect()
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
    let rules: Vec<Rule> = sampled();
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
/// the module names: generic operators, and two forms that are one node here.
#[test]
fn the_rules_of_the_paper_are_accounted_for() {
    let rules: Vec<Rule> = sampled();
    let numbers: BTreeSet<u8> = rules.iter().filter_map(|rule| rule.number).collect();
    let missing: Vec<u8> = (1..=44).filter(|number| !numbers.contains(number)).collect();
    assert_eq!(missing, [(7..=18).collect::<Vec<_>>(), vec![24, 25]].concat());
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

/// A body that is not additive is computed for each entry only if the keys are promised to differ, and the
/// promise holds for its own sum: two sums over one array, of which one has repeated keys.
#[test]
fn a_promise_is_about_its_own_sum() {
    let text = |key: &str| {
        format!(
            "CREATE TENSOR k : [int]; CREATE TENSOR v : [real];
            sum(<_, w> in sum(<p, i> in k) {{ {key} -> v(p) }}) w * w"
        )
    };
    let inputs = Inputs::from([
        ("k".into(), Value::ints([3, 3, 5])),
        ("v".into(), Value::reals([1.0, 2.0, 4.0])),
    ]);
    let found = |key: &str, options: &Options| {
        let plan = optimize(&hloom_storage::compile(&text(key)).unwrap(), options).unwrap();
        let dictionaries = plan.term.iter().filter(|node| matches!(node, Node::Single(_))).count();
        (evaluate(&plan.term, &inputs, 1000).unwrap().0, dictionaries)
    };
    let options = Options::default();
    assert_eq!(found("i", &options), (Value::Real(25.0), 1));
    // Each position is a key of its own.
    assert_eq!(found("unique(p)", &options), (Value::Real(21.0), 0));
    assert_eq!(found("unique(i + 4 * p)", &options), (Value::Real(21.0), 0));
    let off = Options { disabled: [FUSE_UNIQUE.to_owned()].into(), ..Options::default() };
    assert_eq!(found("unique(i + 4 * p)", &off), (Value::Real(21.0), 1));
    let strict = Options { strict: true, ..Options::default() };
    assert_eq!(found("unique(i + 4 * p)", &strict).0, Value::Real(21.0));
    // Both in one program: the promise of the one is none of the other.
    let both = "CREATE TENSOR k : [int]; CREATE TENSOR v : [real];
        (sum(<_, w> in sum(<p, i> in k) { i -> v(p) }) w * w)
            + sum(<_, w> in sum(<p, i> in k) { unique(i + 4 * p) -> v(p) }) w * w";
    let plan = optimize(&hloom_storage::compile(both).unwrap(), &options).unwrap();
    assert_eq!(evaluate(&plan.term, &inputs, 1000).unwrap().0, Value::Real(46.0));
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
