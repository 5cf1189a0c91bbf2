//! Every rewrite rule preserves the semantics of programs, terminates, and does not increase cost.
//!
//! Random instances of a rule's left-hand side are rewritten by that rule alone, by two rules, and
//! by all of them, and interpreted before and after: results must be the same bit for bit, or
//! within a tolerance for rules of fast math. Each application is checked to lower the measure that
//! makes rewriting terminate. `rules/cases.rs` holds regression tests.

#[path = "rules/cases.rs"]
mod cases;

use hloom_interp::Value;
use hloom_ir::module::Module;
use hloom_ir::pattern::Pat;
use hloom_ir::{Literal, Op};
use hloom_passes::canonicalize::RULES;
use hloom_passes::rule::{Config, Rule, rewrite};
use hloom_tests::campaign::{Log, Random, seeds};
use hloom_tests::sampling::{Instance, any_number, instance, near, same};
use std::collections::HashSet;

/// How often each rule must fire on random instances, and the maximum number of attempts.
const ENOUGH: usize = 100;
const TRIES: u64 = 100_000;

/// The tolerance of fast math, in units in the last place of the largest number of the program.
const FAST: f64 = 8.0;

/// Only the rules that satisfy `wanted`.
fn only(wanted: impl Fn(&Rule) -> bool) -> Config {
    let disabled: HashSet<String> =
        RULES.rules().iter().filter(|r| !wanted(r)).map(|r| r.name.to_owned()).collect();
    let fast = RULES.rules().iter().any(|r| wanted(r) && r.is_fast);
    Config { disabled, fast, fold: false, fold_limit: 0, check_measure: true }
}

fn show(module: &Module) -> String {
    hloom_ir::text::print(module, &Default::default())
}

/// Number of ops, without constants, which are free.
fn size(module: &Module) -> usize {
    module.walk_all().filter(|&op| !matches!(module.op(op), Op::Constant(_))).count()
}

/// The largest finite magnitude among the inputs, constants and results, or 1.
fn scale(module: &Module, literals: &[Literal]) -> f64 {
    let constants = module.walk_all().filter_map(|op| match module.op(op) {
        Op::Constant(it) => Some(it.value.clone()),
        _ => None,
    });
    let numbers = literals.iter().cloned().chain(constants).flat_map(|l| {
        let l = l.expanded();
        (0..l.count()).map(move |i| l.get_f64(i).abs()).collect::<Vec<_>>()
    });
    numbers.filter(|n| n.is_finite()).fold(1.0, f64::max)
}

/// The comparison of results before and after.
#[derive(Clone, Copy, PartialEq)]
enum Compare {
    /// Bit for bit, any NaN being equal to any other.
    Bits,
    /// Within the tolerance of fast math, if both are finite.
    Near,
    /// Not at all: rounding may flip a comparison in the program.
    Nothing,
}

/// Rewrites a program and compares results; returns whether a rule fired and the program ran.
fn holds(it: Instance, config: &Config, compare: Compare) -> bool {
    let Instance { mut module, inputs } = it;
    let values: Vec<Value> = inputs.iter().cloned().map(Value::Tensor).collect();
    let run = |m: &Module| hloom_interp::run(m, "main", &values);
    let (text, ops) = (show(&module), size(&module));
    let Ok(before) = run(&module) else { return false };
    let root = module.root();
    let fired = |m: &mut Module| rewrite(m, root, &RULES, config);
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| fired(&mut module)))
        .unwrap_or_else(|_| panic!("a rule panics on\n{text}"));
    let names = RULES.rules().iter().zip(&outcome.applied).filter(|(_, n)| **n > 0);
    let names: Vec<&str> = names.map(|(rule, _)| rule.name).collect();
    assert!(!outcome.unfinished, "{names:?} does not end on\n{text}");
    if names.is_empty() {
        return false;
    }
    let after_text = show(&module);
    if let Err(errors) = hloom_ir::verify::verify(&module) {
        panic!("{names:?} makes an invalid module of\n{text}\nnamely\n{after_text}\n{errors:?}");
    }
    assert!(size(&module) <= ops, "{names:?} makes more ops of\n{text}namely\n{after_text}");
    let after = run(&module).unwrap_or_else(|e| {
        panic!("{names:?}: what ran before does not run after: {e}\n{text}\n{after_text}")
    });
    for (a, b) in before.iter().zip(&after) {
        let (Some(a), Some(b)) = (a.tensor(), b.tensor()) else { continue };
        let alike = match compare {
            Compare::Bits => same(a, b),
            Compare::Near => {
                let mut numbers = inputs.clone();
                numbers.push(a.clone());
                near(a, b, FAST, scale(&module, &numbers))
            }
            Compare::Nothing => true,
        };
        assert!(
            alike,
            "{names:?} changes {a} into {b}\nfor {inputs:?}\nin\n{text}which became\n{after_text}"
        );
    }
    true
}

/// A rule's example with its inputs, in one of several element types.
fn example(text: &str, mild: bool, random: &mut Random) -> Option<Instance> {
    let elements =
        ["i32", "i8", "ui16", "f32", "f64", "f8E4M3FNUZ", "f8E8M0FNU", "complex<f32>", "i1"];
    let to = *random.one_of(&elements);
    let text = match random.chance(2) {
        true => text.to_owned(),
        false => text
            .replace("xi32>", &format!("x{to}>"))
            .replace("tensor<i32>", &format!("tensor<{to}>")),
    };
    let module = hloom_ir::text::parse_module(&text).ok()?;
    let main = module.symbol("main")?;
    let types = module.func(main).function_type.inputs();
    let inputs = types.iter().map(|&ty| any_number(ty, mild, random)).collect::<Option<_>>()?;
    Some(Instance { module, inputs })
}

/// Random programs for a rule.
fn drawn(rule: &Rule, others: &[&Pat], random: &mut Random) -> Option<Instance> {
    match rule.example {
        Some(text) => example(text, rule.is_fast, random),
        None => instance(&rule.left, others, rule.is_fast, random),
    }
}

/// The comparison for one rule.
fn comparison(rule: &Rule) -> Compare {
    if rule.is_fast { Compare::Near } else { Compare::Bits }
}

fn seed(name: &str) -> u64 {
    name.bytes().fold(7, |h: u64, b| h.wrapping_mul(31).wrapping_add(u64::from(b)))
}

#[test]
fn every_rule_keeps_the_meaning() {
    let mut rare = Vec::new();
    for rule in RULES.rules() {
        let config = only(|r| r.name == rule.name);
        let mut random = Random::new(seed(rule.name));
        let mut fired = 0;
        for _ in 0..TRIES {
            let it = drawn(rule, &[], &mut random);
            fired += it.map_or(0, |it| usize::from(holds(it, &config, comparison(rule))));
            if fired >= ENOUGH {
                break;
            }
        }
        if fired < ENOUGH {
            rare.push((rule.name, fired));
        }
    }
    assert!(rare.is_empty(), "these rules fired less than {ENOUGH} times: {rare:?}");
}

/// Whether a rule casts bits, which makes the bits of NaNs observable.
fn casts_bits(rule: &Rule) -> bool {
    rule.root() == "stablehlo.bitcast_convert"
}

/// The left-hand sides that can be nested inside of others.
fn lefts() -> Vec<&'static Pat> {
    let rules = RULES.rules().iter();
    rules.filter(|r| r.example.is_none() && !casts_bits(r)).map(|r| &r.left).collect()
}

/// Applies all exact rules to nested instances of left-hand sides, with and without folding.
fn all_rules(seed: u64) {
    let mut random = Random::new(seed);
    let lefts = lefts();
    for fold in [false, true] {
        let fast = random.chance(4);
        let config = Config { fold, fold_limit: 1 << 20, fast, ..only(|_| true) };
        for _ in 0..20 {
            let left = *random.one_of(&lefts);
            if let Some(it) = instance(left, &lefts, fast, &mut random) {
                holds(it, &config, if fast { Compare::Nothing } else { Compare::Bits });
            }
        }
    }
}

#[test]
fn all_rules_together_end() {
    (0..1500).for_each(all_rules);
}

/// Applies one rule alone, and then a second one.
fn two_rules(seed: u64) {
    let mut random = Random::new(seed);
    let first = random.one_of(RULES.rules());
    let second = random.one_of(RULES.rules());
    let fast = first.is_fast || second.is_fast;
    let bits = casts_bits(first) || casts_bits(second);
    let compare = if fast || bits { Compare::Nothing } else { Compare::Bits };
    let configs = [only(|r| r.name == first.name), only(|r| r.name == second.name)];
    for _ in 0..20 {
        let it = match first.example {
            Some(text) => example(text, fast, &mut random),
            None => instance(&first.left, &[&second.left], fast, &mut random),
        };
        let Some(Instance { mut module, inputs }) = it else { continue };
        let text = show(&module);
        let again = Instance { module: hloom_tests::parse(&text), inputs: inputs.clone() };
        if holds(again, &configs[0], compare) {
            let root = module.root();
            rewrite(&mut module, root, &RULES, &configs[0]);
            holds(Instance { module, inputs }, &configs[1], compare);
        }
    }
}

#[test]
fn two_rules_keep_the_meaning() {
    (0..1500).for_each(two_rules);
}

#[test]
fn campaign_of_rules() {
    let mut log = Log::new("rules");
    for seed in seeds(20) {
        let mut random = Random::new(seed);
        let rule = random.one_of(RULES.rules());
        let config = only(|r| r.name == rule.name);
        let one = || {
            for _ in 0..50 {
                // A nested instance may magnify the rounding differences of fast math.
                let alone = rule.is_fast || casts_bits(rule);
                let others = if alone { Vec::new() } else { lefts() };
                if let Some(it) = drawn(rule, &others, &mut random) {
                    holds(it, &config, comparison(rule));
                }
            }
        };
        log.hold(one, || format!("rule {} at seed {seed}", rule.name));
        log.hold(|| all_rules(seed), || format!("all rules at seed {seed}"));
        log.hold(|| two_rules(seed), || format!("two rules at seed {seed}"));
    }
    log.end();
}

#[test]
fn there_are_sixty_rules() {
    assert!(RULES.rules().len() >= 60, "only {} rules", RULES.rules().len());
}
