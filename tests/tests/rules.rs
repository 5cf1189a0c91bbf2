//! Every rewrite rule preserves the semantics of programs, terminates, and does not increase cost.
//!
//! Random instances of a rule's left side are rewritten by that rule alone, by two rules,
//! and by all of them, and run before and after by the interpreter: results must be the
//! same, bit for bit, or for rules of fast math within the bound of rounding errors. Each
//! application is checked to lower the measure that makes rewriting end. Every element type
//! is drawn for every rule. `rules/expansions.rs` does the same with the rules that write
//! CHLO's ops and complex functions out; `rules/cases.rs` holds what went wrong once.

#[path = "rules/cases.rs"]
mod cases;
#[path = "rules/expansions.rs"]
mod expansions;
#[path = "rules/harness.rs"]
mod harness;

use harness::{Held, bits, holds, only, show};
use hloom_ir::Element;
use hloom_ir::pattern::Pat;
use hloom_passes::canonicalize::RULES;
use hloom_passes::rule::{Config, Rule, rewrite};
use hloom_tests::campaign::{Log, Random, seeds};
use hloom_tests::sampling::{Draw, Instance, any_element, any_number, instance};

/// Number of random instances on which each rule must fire, and the maximum number of attempts.
const ENOUGH: usize = 100;
const TRIES: u64 = 100_000;

/// Number of pairs of rules, of 1500 tried ones, of which both must fire on one program.
const PAIRS: usize = 600;

/// Number of instances of each element type that are tried for a rule.
const TRIES_OF_ELEMENT: usize = 40;

/// A program with another element type in the place of `i32`, any integer type in the place of
/// `SIZE`, `i32` in the place of `SI32`, and inputs; `None` if it is not valid.
fn retyped(text: &str, to: Element, mild: bool, random: &mut Random) -> Option<Instance> {
    let integers: Vec<Element> = Element::ALL.into_iter().filter(|e| e.is_integer()).collect();
    let text = text
        .replace("xi32>", &format!("x{to}>"))
        .replace("tensor<i32>", &format!("tensor<{to}>"))
        .replace("xSIZE>", &format!("x{}>", random.one_of(&integers)))
        .replace("xSI32>", "xi32>");
    let module = hloom_ir::text::parse_module(&text).ok()?;
    hloom_ir::verify::verify(&module).ok()?;
    let main = module.symbol("main")?;
    let types = module.func(main).function_type.inputs();
    let inputs = types.iter().map(|&ty| any_number(ty, mild, random)).collect::<Option<_>>()?;
    Some(Instance { module, inputs })
}

/// Random programs for a rule.
fn drawn(rule: &Rule, draw: Draw<'_>, random: &mut Random) -> Option<Instance> {
    match rule.example {
        Some(text) => {
            let to = draw.element.unwrap_or_else(|| any_element(random));
            let to = if random.chance(3) { Element::I32 } else { to };
            retyped(text, to, draw.mild, random)
        }
        None => instance(&rule.left, draw, random),
    }
}

fn seed(name: &str) -> u64 {
    name.bytes().fold(7, |h: u64, b| h.wrapping_mul(31).wrapping_add(u64::from(b)))
}

#[test]
fn every_rule_keeps_the_meaning() {
    let mut rare = Vec::new();
    for rule in RULES.rules() {
        let config = only(&RULES, |r| r.name == rule.name);
        let mut random = Random::new(seed(rule.name));
        let mut next = |element: Option<Element>| {
            let draw = Draw { element, mild: rule.is_fast, others: &[] };
            let it = drawn(rule, draw, &mut random);
            let held = it.map_or(Held::Nothing, |it| holds(it, &RULES, &config, &bits));
            usize::from(held == Held::Agreed)
        };
        let each = Element::ALL.into_iter().cycle().take(TRIES_OF_ELEMENT * Element::ALL.len());
        let mut agreed: usize = each.map(|element| next(Some(element))).sum();
        for _ in 0..TRIES {
            if agreed >= ENOUGH {
                break;
            }
            agreed += next(None);
        }
        if agreed < ENOUGH {
            rare.push((rule.name, agreed));
        }
    }
    assert!(rare.is_empty(), "these rules fired less than {ENOUGH} times: {rare:?}");
}

/// The left sides that can be drawn inside of others.
fn lefts() -> Vec<&'static Pat> {
    RULES.rules().iter().filter(|r| r.example.is_none()).map(|r| &r.left).collect()
}

/// Applies all rules, or all exact ones, to nested instances of left sides, folding or not.
/// Counts the programs of fast math whose results were compared.
fn all_rules(seed: u64) -> usize {
    let mut random = Random::new(seed);
    let lefts = lefts();
    let mut compared = 0;
    for fold in [false, true] {
        let fast = random.chance(4);
        let config = Config { fold, fold_limit: 1 << 20, fast, ..only(&RULES, |_| true) };
        for _ in 0..20 {
            let left = *random.one_of(&lefts);
            let draw = Draw { element: None, mild: fast, others: &lefts };
            if let Some(it) = instance(left, draw, &mut random) {
                let held = holds(it, &RULES, &config, &bits);
                compared += usize::from(fast && held == Held::Agreed);
            }
        }
    }
    compared
}

#[test]
fn all_rules_together_end() {
    let compared: usize = (0..1500).map(all_rules).sum();
    assert!(compared > 1000, "only {compared} programs of fast math were compared");
}

/// Applies one rule alone, and then a second one. Counts the programs on which both fired.
fn two_rules(seed: u64) -> usize {
    let mut random = Random::new(seed);
    let first = random.one_of(RULES.rules());
    let second = random.one_of(RULES.rules());
    let mild = first.is_fast || second.is_fast;
    let configs = [first, second].map(|rule| only(&RULES, |r| r.name == rule.name));
    let inside = [&second.left];
    let mut both = 0;
    for _ in 0..20 {
        let draw = Draw { element: None, mild, others: &inside };
        let Some(Instance { mut module, inputs }) = drawn(first, draw, &mut random) else {
            continue;
        };
        let again = Instance { module: hloom_tests::parse(&show(&module)), inputs: inputs.clone() };
        if holds(again, &RULES, &configs[0], &bits) != Held::Nothing {
            let root = module.root();
            rewrite(&mut module, root, &RULES, &configs[0]);
            let held = holds(Instance { module, inputs }, &RULES, &configs[1], &bits);
            both += usize::from(held != Held::Nothing);
        }
    }
    both
}

#[test]
fn two_rules_keep_the_meaning() {
    let counts: Vec<usize> = (0..1500).map(two_rules).collect();
    let (pairs, programs) =
        (counts.iter().filter(|&&n| n > 0).count(), counts.iter().sum::<usize>());
    assert!(pairs >= PAIRS, "both rules fired for {pairs} pairs only, on {programs} programs");
}

#[test]
fn campaign_of_rules() {
    let mut log = Log::new("rules");
    for seed in seeds(20) {
        let mut random = Random::new(seed);
        let rule = random.one_of(RULES.rules());
        let config = only(&RULES, |r| r.name == rule.name);
        let lefts = lefts();
        let one = || {
            for _ in 0..50 {
                let draw = Draw { element: None, mild: rule.is_fast, others: &lefts };
                if let Some(it) = drawn(rule, draw, &mut random) {
                    holds(it, &RULES, &config, &bits);
                }
            }
        };
        log.hold(one, || format!("rule {} at seed {seed}", rule.name));
        log.hold(|| all_rules(seed), || format!("all rules at seed {seed}"));
        log.hold(|| two_rules(seed), || format!("two rules at seed {seed}"));
        expansions::campaign(seed, &mut log);
    }
    log.end();
}

/// `hloom explain` shows both sides of each rule.
#[test]
fn every_rule_prints_its_right_side() {
    let silent = RULES.rules().iter().filter(|rule| !rule.describe().contains(" → "));
    assert_eq!(silent.map(Rule::describe).collect::<Vec<_>>(), [""; 0]);
    let printed = |name: &str| {
        let found = RULES.rules().iter().find(|rule| rule.name == name);
        found.expect("the rule is in the table").describe()
    };
    assert_eq!(
        printed("negate-broadcast"),
        "negate(broadcast_in_dim(x, {b})) → broadcast_in_dim(negate(x), {b})  when nothing else \
         uses the inner ops and x has fewer elements than the result"
    );
    assert_eq!(printed("tuple-element"), "get_tuple_element(tuple(…, {t}), {g}) → operand g of t");
    assert_eq!(printed("xor-self"), "xor(x, x) → 0  when the result's size is known");
}

/// A rule that vanishes from the table, or one that is new, is a difference of `rules/names.txt`;
/// `BLESS=1` writes it.
#[test]
fn the_rules_are_these() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/names.txt");
    let mut names = String::new();
    for rule in RULES.rules().iter().chain(expansions::sets().iter().flat_map(|s| s.rules())) {
        names += &format!("{}{}\n", rule.name, if rule.is_fast { " (fast)" } else { "" });
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &names).expect("the list can be written");
    }
    let listed = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(names, listed, "BLESS=1 writes the list anew");
    let unique: std::collections::HashSet<&str> = names.lines().collect();
    assert_eq!(unique.len(), names.lines().count(), "two rules have one name");
}
