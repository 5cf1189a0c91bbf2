//! The table of rules.

use super::Holds::{Always, InRings, WithoutInfinities};
use super::template::BINARY;
use super::{Holds, Right, Rule, Stage, special};
use crate::graph::Graph;
use egg::{Id, Subst};

/// The right side as a function.
type Build = fn(&mut Graph, &Subst) -> Option<Id>;

/// A rule whose right side is a function; `right` describes it.
fn by(name: &str, number: u8, holds: Holds, left: &str, right: &str, build: Build) -> Rule {
    Rule::with_right(name, number, holds, left, right, Right::Function(build))
}

/// Rules that factorize. Over physical arrays, factors go into the loops again, and the work that
/// they share leaves the loops as loop-invariant code.
const LOGICAL_ONLY: &[&str] = &[
    "had-scale-left",
    "had-scale-right",
    "had-swap",
    "mul-left",
    "mul-right",
    "mul-single-right",
    "mul-swap",
    "scale-left",
    "scale-right",
    "single-mul",
    "single-mul-right",
    "single-scale",
];

/// Rules that bring loops next to each other, for a merge.
const PHYSICAL_ONLY: &[&str] =
    &["sum-single-in", "spread-left-", "spread-right-", "merge", "sum-swap"];

/// Rules that remove dictionaries between a mapping and its use. They are applied alone first: what
/// they leave is small.
const FUSION: &[&str] = &[
    "beta",
    "eq-swap",
    "fuse",
    "get-",
    "group",
    "group-",
    "had-of-if",
    "had-self",
    "had-sum",
    "if-swap",
    "mul-if",
    "mul-of-if",
    "mul-single",
    "range-",
    "scale-if",
    "scale-of-if",
    "scale-single",
    "single-if",
    "sum-constant",
    "sum-get",
    "sum-identity",
    "sum-if",
    "sum-of-add",
    "sum-over-",
    "sum-single-out",
    "sum-sum",
    "table",
    "unique",
];

/// The rule that trusts a promise: it is applied to whole terms, before the stages.
pub const FUSE_UNIQUE: &str = "fuse-unique";

/// The rule of [contractions](crate::search::contraction): it is applied to whole programs, before the stages over
/// arrays.
pub const CONTRACTION: &str = "contraction";

/// Laws that no stage applies. Conditions move outwards only, and a lookup of an array stays one.
const UNUSED: &[&str] = &[
    "if-sum",
    "if-single",
    "mul-if-in",
    "scale-if-in",
    "had-if-in",
    "get-sum",
    FUSE_UNIQUE,
    CONTRACTION,
];

/// All rules, without those of [`let_floating`].
pub fn all() -> Vec<Rule> {
    let mut rules = algebra();
    rules.extend(conditions());
    rules.extend(sums());
    rules.extend(collections());
    for rule in &mut rules {
        let is = |names: &[&str]| {
            let name = rule.name.as_str();
            names.iter().any(|n| *n == name || (n.ends_with('-') && name.starts_with(n)))
        };
        rule.stages = if is(LOGICAL_ONLY) {
            &[Stage::Logical]
        } else if is(PHYSICAL_ONLY) {
            &[Stage::Physical]
        } else if is(UNUSED) {
            &[]
        } else if is(FUSION) {
            &[Stage::Logical, Stage::Fusion, Stage::Physical]
        } else {
            &[Stage::Logical, Stage::Physical]
        };
    }
    rules
}

/// Products, sums and zeros.
fn algebra() -> Vec<Rule> {
    let r = Rule::new;
    vec![
        r("mul-right", 1, InRings, "(mul (mul ?a ?b) ?c)", "(mul ?a (mul ?b ?c))"),
        r("mul-left", 2, InRings, "(mul ?a (mul ?b ?c))", "(mul (mul ?a ?b) ?c)"),
        r("scale-right", 1, InRings, "(scale (mul ?a ?b) ?c)", "(scale ?a (scale ?b ?c))"),
        r("scale-left", 2, InRings, "(scale ?a (scale ?b ?c))", "(scale (mul ?a ?b) ?c)"),
        r("had-scale-right", 1, InRings, "(had (scale ?a ?b) ?c)", "(scale ?a (had ?b ?c))"),
        r("had-scale-left", 2, InRings, "(scale ?a (had ?b ?c))", "(had (scale ?a ?b) ?c)"),
        r("mul-swap", 0, Always, "(mul ?a ?b)", "(mul ?b ?a)"),
        r("had-swap", 0, Always, "(had ?a ?b)", "(had ?b ?a)"),
        r("eq-swap", 6, Always, "(eq ?a ?b)", "(eq ?b ?a)"),
        by("sub-self", 3, Always, "(sub ?x ?x)", "0 of integers", special::cancel),
        by("add-zero", 4, InRings, "(add ?x ?z)", "?x if z is 0", special::without_zero),
        by("zero-add", 4, InRings, "(add ?z ?x)", "?x if z is 0", special::without_zero),
        by("sub-zero", 5, InRings, "(sub ?x ?z)", "?x if z is 0", special::without_zero),
        by("mul-zero", 0, WithoutInfinities, "(mul ?z ?x)", "0 if z is 0", special::annihilate),
        by("scale-zero", 0, WithoutInfinities, "(scale ?z ?x)", "0 if z is 0", special::annihilate),
        r("mul-distribute", 0, InRings, "(mul ?a (add ?b ?c))", "(add (mul ?a ?b) (mul ?a ?c))"),
        r("mul-collect", 0, InRings, "(add (mul ?a ?b) (mul ?a ?c))", "(mul ?a (add ?b ?c))"),
        r("had-distribute", 0, InRings, "(had ?a (add ?b ?c))", "(add (had ?a ?b) (had ?a ?c))"),
        r("had-collect", 0, InRings, "(add (had ?a ?b) (had ?a ?c))", "(had ?a (add ?b ?c))"),
        r(
            "scale-distribute",
            0,
            InRings,
            "(scale ?a (add ?b ?c))",
            "(add (scale ?a ?b) (scale ?a ?c))",
        ),
        r(
            "scale-collect",
            0,
            InRings,
            "(add (scale ?a ?b) (scale ?a ?c))",
            "(scale ?a (add ?b ?c))",
        ),
        r(
            "scale-factor",
            0,
            InRings,
            "(add (scale ?a ?c) (scale ?b ?c))",
            "(scale (add ?a ?b) ?c)",
        ),
    ]
}

/// `if`.
fn conditions() -> Vec<Rule> {
    let r = Rule::new;
    let mut rules = vec![
        r("if-swap", 0, Always, "(if ?c (if ?d ?x))", "(if ?d (if ?c ?x))"),
        r("if-sum", 0, Always, "(if ?c (sum ?r ?b))", "(sum ?r (if ?c+2 ?b))"),
        r("sum-if", 0, Always, "(sum ?r (if ?c ?b))", "(if ?c-2 (sum ?r ?b))"),
        r("sum-over-if", 0, Always, "(sum (if ?c ?d) ?b)", "(if ?c (sum ?d ?b))"),
        r("single-if", 0, Always, "(single ?k (if ?c ?v))", "(if ?c (single ?k ?v))"),
        r("if-single", 0, Always, "(if ?c (single ?k ?v))", "(single ?k (if ?c ?v))"),
        r("get-if", 0, Always, "(get (if ?c ?d) ?e)", "(if ?c (get ?d ?e))"),
    ];
    for op in ["mul", "scale", "had"] {
        let rule = |name: &str, left: String, right: String| {
            r(&format!("{op}-{name}"), 23, WithoutInfinities, &left, &right)
        };
        rules.push(rule("if", format!("({op} ?a (if ?c ?b))"), format!("(if ?c ({op} ?a ?b))")));
        rules.push(rule("of-if", format!("({op} (if ?c ?a) ?b)"), format!("(if ?c ({op} ?a ?b))")));
        rules.push(rule("if-in", format!("(if ?c ({op} ?a ?b))"), format!("({op} ?a (if ?c ?b))")));
    }
    rules
}

/// Factors of sums, and sums of sums.
fn sums() -> Vec<Rule> {
    let r = Rule::new;
    let mut rules = vec![
        r("sum-single-out", 29, Always, "(sum ?r (single ?a ?b))", "(single ?a-2 (sum ?r ?b))"),
        r("sum-single-in", 35, Always, "(single ?a (sum ?r ?b))", "(sum ?r (single ?a+2 ?b))"),
        r(
            "single-mul",
            30,
            WithoutInfinities,
            "(single ?a (mul ?b ?c))",
            "(scale ?b (single ?a ?c))",
        ),
        r(
            "mul-single",
            31,
            WithoutInfinities,
            "(scale ?b (single ?a ?c))",
            "(single ?a (mul ?b ?c))",
        ),
        r(
            "single-mul-right",
            32,
            WithoutInfinities,
            "(single ?a (mul ?b ?c))",
            "(scale ?c (single ?a ?b))",
        ),
        r(
            "mul-single-right",
            33,
            WithoutInfinities,
            "(scale ?c (single ?a ?b))",
            "(single ?a (mul ?b ?c))",
        ),
        r("single-scale", 30, Always, "(single ?a (scale ?b ?c))", "(scale ?b (single ?a ?c))"),
        r("scale-single", 31, Always, "(scale ?b (single ?a ?c))", "(single ?a (scale ?b ?c))"),
        r("sum-of-add", 0, InRings, "(sum ?r (add ?a ?b))", "(add (sum ?r ?a) (sum ?r ?b))"),
        r("add-of-sums", 0, InRings, "(add (sum ?r ?a) (sum ?r ?b))", "(sum ?r (add ?a ?b))"),
        by("beta", 26, Always, "(let ?e ?b)", "b[e]", special::beta),
        by(
            "fuse",
            36,
            WithoutInfinities,
            "(sum (sum ?r (single %1 ?a)) ?b)",
            "sum r b[%1, a] if b vanishes with %0",
            special::fuse,
        ),
        by(
            FUSE_UNIQUE,
            37,
            WithoutInfinities,
            "(sum (sum ?r (single (unique ?e) ?a)) ?b)",
            "sum r b[e, a] if b vanishes with %0",
            special::fuse_unique,
        ),
        by(
            "sum-over-single",
            0,
            WithoutInfinities,
            "(sum (single ?e ?a) ?b)",
            "b[e, a] if b vanishes with %0",
            special::sum_single,
        ),
        by(
            "sum-sum",
            0,
            InRings,
            "(sum (sum ?r ?d) ?b)",
            "sum r (sum d b) if b is additive in %0",
            special::sum_sum,
        ),
        by(
            "sum-swap",
            0,
            InRings,
            "(sum ?r (sum ?s ?b))",
            "sum s (sum r b) if s has no variable of r",
            special::sum_swap,
        ),
        by(
            "sum-over-add",
            0,
            InRings,
            "(sum (add ?x ?y) ?b)",
            "sum x b + sum y b if b is additive in %0",
            special::sum_add,
        ),
        by(
            "sum-over-scale",
            0,
            WithoutInfinities,
            "(sum (scale ?s ?d) ?b)",
            "sum d b[s * %0] if b vanishes with %0",
            special::sum_scale,
        ),
    ];
    rules.push(by(
        CONTRACTION,
        0,
        InRings,
        "(sum ?r ?b)",
        "its loops in the order in which the tensors are stored, if it is a contraction",
        |_, _| None,
    ));
    rules.extend(repeated());
    for op in ["mul", "scale", "had"] {
        let out = format!("(sum ?r ({op} ?a ?b))");
        let rule = |name: &str, number, left: &str, right: &str| {
            r(&format!("{name}-{op}"), number, InRings, left, right)
        };
        rules.push(rule("factor-left", 27, &out, &format!("({op} ?a-2 (sum ?r ?b))")));
        rules.push(rule("factor-right", 28, &out, &format!("({op} (sum ?r ?a) ?b-2)")));
        let left = format!("({op} ?a (sum ?r ?b))");
        rules.push(rule("spread-left", 34, &left, &format!("(sum ?r ({op} ?a+2 ?b))")));
        let left = format!("({op} (sum ?r ?a) ?b)");
        rules.push(rule("spread-right", 34, &left, &format!("(sum ?r ({op} ?a ?b+2))")));
    }
    rules
}

/// Loops that compute the same for each of a few integers: the codes of a dictionary, and runs. They are
/// the operators of compressed linear algebra (Elgohary et al., "Compressed Linear Algebra for
/// Large-Scale Machine Learning", VLDB 2016) on their column groups.
fn repeated() -> Vec<Rule> {
    let mut rules = vec![
        by(
            "group",
            0,
            InRings,
            "(sum ?r ?b)",
            "sum (sum r {%0 -> 1}) %0 * b[%1] if r is an array of data and b has a loop and %0, not %1",
            special::group,
        ),
        by(
            "table",
            0,
            Always,
            "(sum ?r (single %1 ?b))",
            "sum r {%1 -> (sum (sum r {%0 -> 1}) {%1 -> b[%1]})(%0)} if the same",
            special::table,
        ),
        by(
            "sum-constant",
            0,
            InRings,
            "(sum (range ?l ?h) ?b)",
            "if l < h then (h - l) * b if b has no %0 and %1",
            special::constant,
        ),
    ];
    for op in ["mul", "scale"] {
        rules.push(by(
            &format!("group-{op}"),
            0,
            WithoutInfinities,
            &format!("(sum ?r ({op} ?a ?b))"),
            "sum (sum r {%0 -> a}) %0 * b[%1] if r is an array of data and b has a loop and %0, not %1",
            special::group_factor,
        ));
    }
    rules
}

/// Lookups, ranges, merges.
fn collections() -> Vec<Rule> {
    let r = Rule::new;
    vec![
        r(
            "range-key",
            38,
            Always,
            "(sum (range ?l ?h) (if (eq %0 ?e) ?b))",
            "(sum (range ?l ?h) (if (eq %1 (sub ?e ?l+2)) ?b))",
        ),
        by(
            "range-value",
            0,
            Always,
            "(sum (range ?l ?h) ?b)",
            "sum (lo:hi) b[%1, lo + %1]",
            special::range_value,
        ),
        by(
            "merge",
            39,
            InRings,
            "(sum ?r (sum ?s (if (eq %2 %0) ?b)))",
            "merge(r, s) b if s has no variable of r",
            special::merge,
        ),
        r("get-sum", 40, InRings, "(get ?d ?e)", "(sum ?d (if (eq %1 ?e+2) %0:d))"),
        by(
            "sum-get",
            41,
            WithoutInfinities,
            "(sum ?d (if (eq %1 ?e) ?b))",
            "b[e, d(e)] if b vanishes with %0",
            special::lookup,
        ),
        by(
            "range-sum-get",
            41,
            InRings,
            "(sum (range ?l ?h) (if (eq %1 ?e) ?b))",
            "b[e, lo + e] if e is a position of lo:hi",
            special::range_lookup,
        ),
        by(
            "range-get",
            42,
            Always,
            "(get (range ?l ?h) ?e)",
            "lo + e if e is a position of lo:hi",
            special::range_get,
        ),
        by(
            "sum-identity",
            43,
            Always,
            "(sum ?d (single %1 ?v))",
            "d if v is %0",
            special::identity,
        ),
        r("unique", 44, Always, "(unique ?e)", "?e"),
        by("had-self", 0, Always, "(had ?a ?a)", "sum a {%1 -> %0 * %0}", special::square),
        by(
            "had-sum",
            0,
            WithoutInfinities,
            "(had ?a ?b)",
            "sum a {%1 -> %0 * b(%1)}",
            special::hadamard,
        ),
        r("get-single", 0, InRings, "(get (single ?k ?v) ?e)", "(if (eq ?k ?e) ?v)"),
        r("get-of-sum", 0, Always, "(get (sum ?r ?b) ?e)", "(sum ?r (get ?b ?e+2))"),
        r("get-add", 0, Always, "(get (add ?a ?b) ?e)", "(add (get ?a ?e) (get ?b ?e))"),
        r("get-sub", 0, Always, "(get (sub ?a ?b) ?e)", "(sub (get ?a ?e) (get ?b ?e))"),
        by(
            "get-scale",
            0,
            WithoutInfinities,
            "(get (scale ?s ?d) ?e)",
            "s * d(e)",
            special::get_scale,
        ),
        by(
            "get-had",
            0,
            WithoutInfinities,
            "(get (had ?a ?b) ?e)",
            "a(e) * b(e)",
            special::get_hadamard,
        ),
        r(
            "get-slice",
            0,
            Always,
            "(get (slice ?d ?l ?h) ?e)",
            "(if (le ?l ?e) (if (lt ?e ?h) (get ?d ?e)))",
        ),
    ]
}

/// Rules 19 to 22, for each operator: `let` into its operands and out of them. Saturation replaces
/// the variable at once (rule 26), so these are for passes that keep a `let`.
pub fn let_floating() -> Vec<Rule> {
    let mut rules = Vec::new();
    let mut both = |op: &str, number, whole: String, parts: String| {
        rules.push(Rule::new(&format!("let-into-{op}"), number, Always, &whole, &parts));
        rules.push(Rule::new(&format!("let-out-of-{op}"), number + 1, Always, &parts, &whole));
    };
    let binary = BINARY.iter().map(|(name, _)| *name);
    for op in binary.chain(["if", "single", "get", "range"]) {
        let whole = format!("(let ?e ({op} ?a ?b))");
        both(op, 19, whole, format!("({op} (let ?e ?a) (let ?e ?b))"));
    }
    for op in ["neg", "to_real", "even", "odd", "unique"] {
        both(op, 21, format!("(let ?e ({op} ?a))"), format!("({op} (let ?e ?a))"));
    }
    rules
}
