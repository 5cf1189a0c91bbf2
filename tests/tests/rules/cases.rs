//! Regression tests: programs that rules once broke or rewrote forever.

use super::harness::show;
use hloom_ir::ops::commutes;
use hloom_ir::ops::{self, Op};
use hloom_ir::pattern::Pat;
use hloom_ir::{Element, Literal, Rewriter, Trait, Type};
use hloom_passes::canonicalize::RULES;
use hloom_passes::rule::condition::holds;
use hloom_passes::rule::{Config, Match, Outcome, RuleSet, rewrite, rule_for_all};
use hloom_tests::campaign::Random;
use hloom_tests::parse;
use hloom_tests::sampling::{any_number, same};

/// The canonicalized program, and the outcome.
fn canonical(text: &str, fold: bool) -> (String, Outcome) {
    let mut module = parse(text);
    let root = module.root();
    let config = Config { fold, fold_limit: 1 << 20, check_measure: true, ..Config::default() };
    let outcome = rewrite(&mut module, root, &RULES, &config);
    assert!(!outcome.unfinished, "rewriting does not end on\n{text}");
    hloom_ir::verify::verify(&module).unwrap_or_else(|e| panic!("{e:?}\n{}", show(&module)));
    (show(&module), outcome)
}

/// Asserts that no rule applies to the program.
#[track_caller]
fn stays(text: &str) {
    let (after, outcome) = canonical(text, false);
    assert_eq!(outcome.applied.iter().sum::<usize>(), 0, "a rule made this of it:\n{after}");
}

/// Returns how often the rule of this name was applied.
fn times(counts: &[usize], rule: &str) -> usize {
    RULES.rules().iter().zip(counts).find(|(r, _)| r.name == rule).map_or(0, |(_, &n)| n)
}

fn unary(op: &str, ty: &str) -> String {
    format!(
        "func.func @main(%x: {ty}) -> {ty} {{
  %0 = stablehlo.{op} %x : {ty}
  %1 = stablehlo.{op} %0 : {ty}
  return %1 : {ty}
}}"
    )
}

#[test]
fn a_large_constant_is_subtracted_without_folding() {
    let numbers: Vec<String> = (0..300_000).map(|n| n.to_string()).collect();
    let text = format!(
        "func.func @main(%x: tensor<300000xi32>) -> tensor<300000xi32> {{
  %c = stablehlo.constant dense<[{}]> : tensor<300000xi32>
  %0 = stablehlo.subtract %x, %c : tensor<300000xi32>
  return %0 : tensor<300000xi32>
}}",
        numbers.join(", ")
    );
    let (after, outcome) = canonical(&text, true);
    assert_eq!(times(&outcome.applied, "subtract-constant"), 1);
    assert!(after.contains("stablehlo.add %x"), "{}", &after[..200]);
}

#[test]
fn constants_come_together_without_folding() {
    for (op, rule) in [
        ("subtract", "subtract-constant"),
        ("add", "add-constants"),
        ("multiply", "multiply-constants"),
        ("and", "and-constants"),
        ("or", "or-constants"),
    ] {
        let text = format!(
            "func.func @main(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {{
  %c = stablehlo.constant dense<[3, 5]> : tensor<2xi32>
  %d = stablehlo.constant dense<[7, 9]> : tensor<2xi32>
  %0 = stablehlo.{op} %x, %c : tensor<2xi32>
  %1 = stablehlo.{op} %0, %d : tensor<2xi32>
  %2 = stablehlo.{op} %c, %d : tensor<2xi32>
  %3 = stablehlo.{op} %2, %d : tensor<2xi32>
  return %1, %3 : tensor<2xi32>, tensor<2xi32>
}}"
        );
        let (after, outcome) = canonical(&text, false);
        assert!(times(&outcome.applied, rule) > 0, "{rule} does not apply:\n{after}");
    }
}

#[test]
fn a_condition_that_fails_a_check_is_run() {
    stays(
        "func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %1 = \"stablehlo.while\"(%x) ({
  ^bb0(%a: tensor<i32>):
    \"check.expect_eq_const\"(%a) {value = dense<1> : tensor<i32>} : (tensor<i32>) -> ()
    %no = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %no : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    %b = stablehlo.add %a, %a : tensor<i32>
    stablehlo.return %b : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}",
    );
}

#[test]
fn a_reducer_that_checks_is_run() {
    stays(
        "func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = \"stablehlo.reduce\"(%x, %0) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    \"check.expect_eq_const\"(%a) {value = dense<1> : tensor<i32>} : (tensor<i32>) -> ()
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64>} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}",
    );
}

/// The driver, and no condition of a rule, keeps an op whose region has an effect.
#[test]
fn a_rule_does_not_match_an_effect_unless_it_says_so() {
    let drop = || {
        rule_for_all("drop", Pat::any_operands::<ops::Reduce>("r"), |m: &mut Match<'_, '_>| {
            Some(m.operands()[..1].to_vec())
        })
    };
    let text = reduce_nothing("add", "i32", "0");
    let with_check = text.replace(
        "    %s = ",
        "    \"check.expect_eq_const\"(%a) {value = dense<1> : tensor<i32>} : (tensor<i32>) -> ()\n    %s = ",
    );
    for (text, rule, fires) in
        [(&text, drop(), 1), (&with_check, drop(), 0), (&with_check, drop().keeps_effects(), 1)]
    {
        let rules = RuleSet::new(vec![rule]);
        let mut module = parse(text);
        let root = module.root();
        let outcome = rewrite(&mut module, root, &rules, &Config::default());
        assert_eq!(outcome.applied, [fires], "{text}");
    }
}

/// A right-hand side without a value means that the rule lacks a condition. A rule whose condition
/// does not hold has declined nothing.
#[test]
fn a_rule_that_declines_is_counted() {
    let decline = || {
        rule_for_all("decline", Pat::any_operands::<ops::Reduce>("r"), |_: &mut Match<'_, '_>| None)
    };
    let never = decline().when(holds("never", |_| false));
    let text = reduce_nothing("add", "i32", "0");
    for (rule, declined) in [(decline(), 1), (never, 0)] {
        let rules = RuleSet::new(vec![rule]);
        let mut module = parse(&text);
        let root = module.root();
        let outcome = rewrite(&mut module, root, &rules, &Config::default());
        assert_eq!((&outcome.applied[..], &outcome.declined[..]), (&[0][..], &[declined][..]));
    }
}

/// A constant needs a type of known size, and two constants are combined only if they have one
/// type: conditions, and no surprise of the right-hand side.
#[test]
fn conditions_name_all_that_a_rule_needs() {
    let programs = [
        // No constant has an open extent.
        "func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = stablehlo.xor %x, %x : tensor<?xi32>
  return %0 : tensor<?xi32>
}",
        // The extents 2 and 3 contradict each other when the program runs.
        "func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %c = stablehlo.constant dense<[3, 5]> : tensor<2xi32>
  %d = stablehlo.constant dense<[7, 9, 8]> : tensor<3xi32>
  %0 = \"stablehlo.add\"(%x, %c) : (tensor<?xi32>, tensor<2xi32>) -> tensor<?xi32>
  %1 = \"stablehlo.add\"(%0, %d) : (tensor<?xi32>, tensor<3xi32>) -> tensor<?xi32>
  return %1 : tensor<?xi32>
}",
        // The slice takes elements of both operands.
        "func.func @main(%x: tensor<2xi32>, %y: tensor<3xi32>) -> tensor<2xi32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xi32>, tensor<3xi32>) -> tensor<5xi32>
  %1 = stablehlo.slice %0 [1:3] : (tensor<5xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}",
        // The condition of the loop is not constant, and its computation is not elementwise.
        "func.func @main(%x: tensor<i32>, %y: tensor<2xi32>) -> (tensor<i32>, tensor<2xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.while(%a = %x) : tensor<i32> cond {
    %p = stablehlo.compare LT, %a, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %b = stablehlo.add %a, %a : tensor<i32>
    stablehlo.return %b : tensor<i32>
  }
  %2 = \"stablehlo.map\"(%y) ({
  ^bb0(%a: tensor<i32>):
    %c = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
    %d = stablehlo.reshape %c : (tensor<1xi32>) -> tensor<i32>
    %e = stablehlo.negate %d : tensor<i32>
    %f = stablehlo.reshape %e : (tensor<i32>) -> tensor<1xi32>
    %g = stablehlo.reshape %f : (tensor<1xi32>) -> tensor<i32>
    stablehlo.return %g : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<2xi32>) -> tensor<2xi32>
  return %1, %2 : tensor<i32>, tensor<2xi32>
}",
        // The arms compute, and do not use the condition.
        "func.func @main(%p: tensor<i1>, %i: tensor<i32>, %x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %1 = \"stablehlo.if\"(%p) ({
    %2 = stablehlo.add %x, %x : tensor<2xi32>
    stablehlo.return %2 : tensor<2xi32>
  }, {
    stablehlo.return %x : tensor<2xi32>
  }) : (tensor<i1>) -> tensor<2xi32>
  %3 = \"stablehlo.case\"(%i) ({
    %4 = stablehlo.multiply %x, %x : tensor<2xi32>
    stablehlo.return %4 : tensor<2xi32>
  }, {
    stablehlo.return %x : tensor<2xi32>
  }) : (tensor<i32>) -> tensor<2xi32>
  return %1, %3 : tensor<2xi32>, tensor<2xi32>
}",
        // The broadcast does not add elements.
        "func.func @main(%x: tensor<1x3xi32>) -> tensor<3x1xi32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<1x3xi32>) -> tensor<3x1xi32>
  %1 = stablehlo.negate %0 : tensor<3x1xi32>
  return %1 : tensor<3x1xi32>
}",
    ];
    for text in programs {
        let (_, outcome) = canonical(text, false);
        let declined = RULES.rules().iter().zip(&outcome.declined).filter(|(_, n)| **n > 0);
        let declined: Vec<String> = declined.map(|(rule, _)| rule.describe()).collect();
        assert_eq!(declined, [""; 0], "on\n{text}");
    }
}

#[test]
fn a_branch_that_is_taken_keeps_its_checks() {
    let (after, outcome) = canonical(
        "func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<true> : tensor<i1>
  %1 = \"stablehlo.if\"(%c) ({
    \"check.expect_eq_const\"(%x) {value = dense<1> : tensor<i32>} : (tensor<i32>) -> ()
    stablehlo.return %x : tensor<i32>
  }, {
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %1 : tensor<i32>
}",
        true,
    );
    assert_eq!(times(&outcome.applied, "if-constant"), 1);
    assert!(after.contains("check.expect_eq_const"), "{after}");
}

#[test]
fn quantized_arithmetic_saturates_and_rescales() {
    let (q, r) = ("tensor<2x!quant.uniform<i8:f32, 1.0>>", "tensor<2x!quant.uniform<i8:f32, 2.0>>");
    stays(&unary("negate", q));
    stays(&format!(
        "func.func @main(%x: {q}) -> {r} {{
  %0 = \"stablehlo.maximum\"(%x, %x) : ({q}, {q}) -> {r}
  return %0 : {r}
}}"
    ));
    stays(&format!(
        "func.func @main(%x: {q}, %y: {q}) -> {q} {{
  %0 = stablehlo.negate %y : {q}
  %1 = stablehlo.add %x, %0 : {q}
  return %1 : {q}
}}"
    ));
}

#[test]
fn a_power_of_a_double_is_not_a_product() {
    let text = |ty: &str| {
        format!(
            "func.func @main(%x: {ty}) -> {ty} {{
  %c = stablehlo.constant dense<2.0> : {ty}
  %0 = stablehlo.power %x, %c : {ty}
  return %0 : {ty}
}}"
        )
    };
    stays(&text("tensor<2xf64>"));
    let (_, outcome) = canonical(&text("tensor<2xf32>"), false);
    assert_eq!(times(&outcome.applied, "power-two"), 1);
}

#[test]
fn a_reduction_of_complex_numbers_has_few_neutral_elements() {
    stays(&reduce_nothing("add", "complex<f32>", "(0.0, 0.0)"));
    stays(&reduce_nothing("multiply", "complex<f32>", "(1.0, 0.0)"));
}

/// Reduces no dimension of `tensor<2xELEMENT>` by an op, from this number.
fn reduce_nothing(op: &str, element: &str, init: &str) -> String {
    format!(
        "func.func @main(%x: tensor<2x{element}>) -> tensor<2x{element}> {{
  %0 = stablehlo.constant dense<{init}> : tensor<{element}>
  %1 = \"stablehlo.reduce\"(%x, %0) ({{
  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
    %s = stablehlo.{op} %b, %a : tensor<{element}>
    stablehlo.return %s : tensor<{element}>
  }}) {{dimensions = array<i64>}} : (tensor<2x{element}>, tensor<{element}>) -> tensor<2x{element}>
  return %1 : tensor<2x{element}>
}}"
    )
}

/// Each operation has the neutral element of the one table of them.
#[test]
fn a_reduction_from_the_neutral_element_is_its_input() {
    for (op, element, init) in [
        ("add", "f32", "-0.0"),
        ("add", "complex<f32>", "(-0.0, -0.0)"),
        ("multiply", "f8E5M2", "1.0"),
        ("maximum", "f32", "0xFF800000"),
        ("minimum", "i8", "127"),
        ("maximum", "ui8", "0"),
        // Without infinities, the least number.
        ("maximum", "f6E2M3FN", "-7.5"),
        ("and", "ui4", "15"),
        ("or", "i1", "false"),
        ("xor", "i16", "0"),
    ] {
        let (_, outcome) = canonical(&reduce_nothing(op, element, init), false);
        assert_eq!(times(&outcome.applied, "reduce-nothing"), 1, "{op} of {element}");
    }
    for (op, element, init) in [
        ("add", "f32", "0.0"),
        ("add", "complex<f32>", "(-0.0, 0.0)"),
        ("maximum", "f6E2M3FN", "-7.0"),
        ("maximum", "complex<f32>", "(0xFF800000, 0.0)"),
        ("and", "ui4", "7"),
    ] {
        stays(&reduce_nothing(op, element, init));
    }
}

#[test]
fn formats_without_sign_or_nan_obey_fewer_laws() {
    stays(&unary("negate", "tensor<2xf8E8M0FNU>"));
    // ceil(7.5) is 8, which saturates to 7.5, not a whole number; nor is floor(-7.5).
    let ty = "tensor<2xf6E2M3FN>";
    for (inner, outer) in [("ceil", "floor"), ("floor", "ceil")] {
        stays(&format!(
            "func.func @main(%x: {ty}) -> {ty} {{
  %0 = stablehlo.{inner} %x : {ty}
  %1 = stablehlo.{outer} %0 : {ty}
  return %1 : {ty}
}}"
        ));
    }
}

#[test]
fn inner_ops_with_other_users_are_not_doubled() {
    stays(
        "func.func @main(%x: tensor<2xi32>, %y: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %0 = stablehlo.multiply %x, %y : tensor<2xi32>
  %1 = stablehlo.multiply %x, %x : tensor<2xi32>
  %2 = stablehlo.add %0, %1 : tensor<2xi32>
  return %0, %1, %2 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}",
    );
    for op in ["and", "or"] {
        stays(&format!(
            "func.func @main(%x: tensor<2xi1>, %y: tensor<2xi1>) -> (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) {{
  %0 = stablehlo.not %x : tensor<2xi1>
  %1 = stablehlo.not %y : tensor<2xi1>
  %2 = stablehlo.{op} %0, %1 : tensor<2xi1>
  return %0, %1, %2 : tensor<2xi1>, tensor<2xi1>, tensor<2xi1>
}}"
        ));
    }
}

#[test]
fn a_known_extent_stays_known() {
    let text = "func.func @main(%x: tensor<?xi32>) -> tensor<3xi32> {
  %c = stablehlo.constant dense<0> : tensor<3xi32>
  %0 = \"stablehlo.add\"(%x, %c) : (tensor<?xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}";
    let (_, outcome) = canonical(text, false);
    assert_eq!((times(&outcome.applied, "add-zero"), times(&outcome.skipped, "add-zero")), (0, 1));
}

#[test]
fn strides_of_slices_may_be_large() {
    // The product of both strides does not fit, nor does it matter for one element.
    let (after, outcome) = canonical(
        "func.func @main(%x: tensor<4xi32>) -> tensor<1xi32> {
  %0 = stablehlo.slice %x [1:4:2] : (tensor<4xi32>) -> tensor<2xi32>
  %1 = stablehlo.slice %0 [1:2:4611686018427387904] : (tensor<2xi32>) -> tensor<1xi32>
  return %1 : tensor<1xi32>
}",
        false,
    );
    assert_eq!(times(&outcome.applied, "slice-slice"), 1, "{after}");
    assert!(after.contains("[3:4]"), "{after}");
    canonical(
        "func.func @main(%x: tensor<4xi32>) -> tensor<0xi32> {
  %0 = stablehlo.slice %x [4:4:9223372036854775807] : (tensor<4xi32>) -> tensor<0xi32>
  %1 = stablehlo.slice %0 [0:0:9223372036854775807] : (tensor<0xi32>) -> tensor<0xi32>
  return %1 : tensor<0xi32>
}",
        false,
    );
}

/// The outer slice starts after the only element of the inner one, which may be beyond the end of
/// `x`.
#[test]
fn an_empty_slice_starts_inside() {
    let (after, outcome) = canonical(
        "func.func @main(%x: tensor<?xi32>) -> tensor<0xi32> {
  %0 = stablehlo.slice %x [1:2:2] : (tensor<?xi32>) -> tensor<1xi32>
  %1 = stablehlo.slice %0 [1:1] : (tensor<1xi32>) -> tensor<0xi32>
  return %1 : tensor<0xi32>
}",
        false,
    );
    assert_eq!(times(&outcome.applied, "slice-slice"), 1);
    assert!(after.contains("[1:1]"), "{after}");
}

/// `cse` merges equal ops, but `maximum` and `multiply` of complex numbers do not commute.
#[test]
fn complex_numbers_commute_less() {
    let ops =
        ["maximum", "minimum", "multiply"].map(|op| [(op, "complex<f32>", 2), (op, "f32", 1)]);
    for (op, element, left) in ops.into_iter().flatten().chain([("add", "complex<f32>", 1)]) {
        let ty = format!("tensor<2x{element}>");
        let mut module = parse(&format!(
            "func.func @main(%x: {ty}, %y: {ty}) -> ({ty}, {ty}) {{
  %0 = stablehlo.{op} %x, %y : {ty}
  %1 = stablehlo.{op} %y, %x : {ty}
  return %0, %1 : {ty}, {ty}
}}"
        ));
        let pipeline = hloom_passes::Pipeline::parse("cse").unwrap();
        hloom_passes::driver::run(&mut module, &pipeline, &Default::default(), &mut ()).unwrap();
        assert_eq!(
            show(&module).matches(&format!("stablehlo.{op}")).count(),
            left,
            "{op} {element}"
        );
    }
}

/// Commutative ops give the same bits in both orders, for every type.
#[test]
fn commutative_ops_commute() {
    let mut random = Random::new(5);
    let mut tried = 0;
    let commutative = ops::TABLE.iter().filter(|e| e.def.has(Trait::Commutative));
    for entry in commutative.filter(|e| e.def.name.starts_with("stablehlo.")) {
        for element in Element::ALL {
            let ty = Type::tensor(&[64], element);
            let mut module = hloom_ir::Module::new();
            let mut rewriter = Rewriter::new(&mut module);
            let (_, block) = rewriter.region(&[ty, ty]);
            rewriter.set_point(hloom_ir::rewrite::InsertPoint::End(block));
            let args = rewriter.module().args(block).to_vec();
            let mut none = hloom_ir::AttrDict::new();
            let mut reader = hloom_ir::op::FieldReader { dict: &mut none, results: &[ty] };
            let op: Op = (entry.read)(&mut reader).unwrap();
            let Ok(id) = rewriter.build(op.clone(), &args) else { continue };
            if !commutes(rewriter.module(), id) {
                continue;
            }
            let result = rewriter.module().ty(rewriter.module().result(id, 0));
            for _ in 0..8 {
                let [x, y]: [Literal; 2] =
                    std::array::from_fn(|_| any_number(ty, false, &mut random).unwrap());
                let of = |a, b| hloom_interp::eval(&op, &[a, b], result, u64::MAX);
                let (Ok(xy), Ok(yx)) = (of(&x, &y), of(&y, &x)) else { continue };
                assert!(same(&xy, &yx), "{} of {element}: {x} {y}: {xy} {yx}", op.name());
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "only {tried} tries");
}

/// With per-axis zero points, a splat of numbers is not a splat of stored integers.
#[test]
fn constants_with_a_scale_for_each_index_are_not_folded_as_splats() {
    let one = "tensor<2x3x!quant.uniform<i8:f32, 0.1>>";
    let each = "tensor<2x3x!quant.uniform<i8:f32:0, {2.0:3,1.0}>>";
    let text = format!(
        "func.func @main() -> {each} {{
  %no = stablehlo.constant dense<false> : tensor<2x3xi1>
  %zero = \"stablehlo.constant\"() <{{value = dense<0> : tensor<2x3xi8>}}> : () -> {one}
  %one = \"stablehlo.constant\"() <{{value = dense<1> : tensor<2x3xi8>}}> : () -> {one}
  %y = stablehlo.select %no, %one, %zero : (tensor<2x3xi1>, {one}, {one}) -> {each}
  return %y : {each}
}}"
    );
    let run = |module: &hloom_ir::Module| {
        let results = hloom_interp::run(module, "main", &[]).expect("it runs");
        results[0].tensor().expect("a tensor").expanded().bytes().to_vec()
    };
    let mut module = parse(&text);
    assert_eq!(run(&module), [3, 3, 3, 0, 0, 0]);
    let root = module.root();
    let config = Config { fold: true, fold_limit: 1 << 20, ..Config::default() };
    rewrite(&mut module, root, &RULES, &config);
    assert_eq!(run(&module), [3, 3, 3, 0, 0, 0], "{}", show(&module));
}
