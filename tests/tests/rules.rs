//! Every rewrite rule keeps the meaning of programs in which it fires.
//!
//! Random instances of a rule's left side are rewritten by that rule alone and
//! run before and after by the interpreter: results must be the same, bit for bit.
//! A rule that never fires fails.

use hloom_interp::Value;
use hloom_ir::module::Module;
use hloom_passes::canonicalize::RULES;
use hloom_passes::rule::{Config, Rule, rewrite};
use hloom_tests::campaign::Random;
use hloom_tests::sampling::{input, instance, same};

/// How often a rule must fire on random instances, and how many are tried at most.
const ENOUGH: usize = 40;
const TRIES: u64 = 20_000;

/// Rules whose results may round differently, each with the reason.
fn is_exact(rule: &Rule) -> bool {
    !rule.is_fast
}

fn only(rule: &Rule) -> Config {
    let disabled = RULES.rules().iter().map(|r| r.name.to_owned()).filter(|n| n != rule.name);
    Config { disabled: disabled.collect(), fast: true, fold: false, fold_limit: 0 }
}

fn run(module: &Module, inputs: &[Value]) -> Option<Vec<Value>> {
    hloom_interp::run(module, "main", inputs).ok()
}

/// Applies the rule to a program and compares; says whether it fired.
fn holds(rule: &Rule, config: &Config, mut module: Module, random: &mut Random) -> bool {
    let function = module.symbol("main").expect("there is a main");
    let types = module.func(function).function_type.inputs();
    let Some(inputs) =
        types.iter().map(|&ty| input(ty, random).map(Value::Tensor)).collect::<Option<Vec<_>>>()
    else {
        return false;
    };
    let show = |m: &Module| hloom_ir::text::print(m, &Default::default());
    let before_text = show(&module);
    let before = run(&module, &inputs);
    let root = module.root();
    let outcome = rewrite(&mut module, root, &RULES, config);
    assert!(!outcome.unfinished, "{} does not end on\n{before_text}", rule.name);
    if outcome.applied.iter().sum::<usize>() == 0 {
        return false;
    }
    if let Err(errors) = hloom_ir::verify::verify(&module) {
        panic!("{} makes an invalid module of\n{before_text}\n{errors:?}", rule.name);
    }
    let Some(before) = before else { return true };
    let after = run(&module, &inputs).unwrap_or_else(|| {
        panic!(
            "{}: what ran before does not run after\n{before_text}\n{}",
            rule.name,
            show(&module)
        )
    });
    for (a, b) in before.iter().zip(&after) {
        let (Some(a), Some(b)) = (a.tensor(), b.tensor()) else { continue };
        assert!(
            !is_exact(rule) || same(a, b),
            "{} changes {a} into {b}\nfor {inputs:?}\nin\n{before_text}which became\n{}",
            rule.name,
            show(&module)
        );
    }
    true
}

#[test]
fn every_rule_keeps_the_meaning() {
    let mut silent = Vec::new();
    for rule in RULES.rules() {
        let config = only(rule);
        let mut random =
            Random::new(rule.name.bytes().fold(7, |h: u64, b| h.wrapping_mul(31) + u64::from(b)));
        let mut fired = 0;
        if let Some(text) = rule.example {
            let module = hloom_tests::parse(text);
            fired += usize::from(holds(rule, &config, module, &mut random));
        } else {
            for _ in 0..TRIES {
                if let Some(module) = instance(&rule.left, &mut random) {
                    fired += usize::from(holds(rule, &config, module, &mut random));
                }
                if fired >= ENOUGH {
                    break;
                }
            }
        }
        if fired == 0 {
            silent.push(rule.name);
        }
    }
    assert!(silent.is_empty(), "these rules never fired: {silent:?}");
}

#[test]
fn there_are_sixty_rules() {
    assert!(RULES.rules().len() >= 60, "only {} rules", RULES.rules().len());
}
