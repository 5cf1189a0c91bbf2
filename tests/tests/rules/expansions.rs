//! The rules that write CHLO's ops, and functions of complex numbers, out as other ops.
//!
//! Most give the same bits. A function that is computed by a formula is within some units
//! in the last place of what the interpreter says.

use super::harness::{Held, bits, holds, only, show};
use super::{retyped, seed};
use hloom_interp::ulp;
use hloom_ir::literal::{read_f64, write_f64};
use hloom_ir::module::Module;
use hloom_ir::pattern::Pat;
use hloom_ir::{Element, Literal, Op};
use hloom_passes::chlo::{COMPLEX_RULES, RULES};
use hloom_passes::rule::{Rule, RuleSet, rewrite};
use hloom_tests::campaign::{Log, Random};
use hloom_tests::sampling::{Draw, Instance, any_element, far_apart, instance};

/// The number of times that a rule must fire, and of instances that are tried at most.
const ENOUGH: usize = 60;
const TRIES: usize = 20_000;

/// The number of instances of each element type that are tried for a rule.
const TRIES_OF_ELEMENT: usize = 12;

/// Programs for rules that can't be sampled from their left side. The element type `i32` is
/// replaced by others; `SI32` stands for one that stays, `SIZE` for any integer type.
const EXAMPLES: [(&str, &[&str]); 7] = [
    (
        "chlo-constant",
        &["func.func @main() -> tensor<2xi32> {
  %0 = chlo.constant dense<1> : tensor<2xi32>
  return %0 : tensor<2xi32>
}"],
    ),
    (
        "chlo-dynamic-reshape",
        &["func.func @main(%x: tensor<2x3xi32>) -> tensor<6xi32> {
  %c = stablehlo.constant dense<6> : tensor<1xi64>
  %0 = chlo.dynamic_reshape %x, %c : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}"],
    ),
    (
        "broadcast-select",
        &[
            "func.func @main(%p: tensor<1x3xi1>, %x: tensor<2x3xi32>, %y: tensor<i32>) -> tensor<2x3xi32> {
  %0 = chlo.broadcast_select %p, %x, %y : (tensor<1x3xi1>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}",
            "func.func @main(%p: tensor<i1>, %x: tensor<0x1xi32>, %y: tensor<1x1xi32>) -> tensor<0x1xi32> {
  %0 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<0x1xi32>, tensor<1x1xi32>) -> tensor<0x1xi32>
  return %0 : tensor<0x1xi32>
}",
        ],
    ),
    (
        "custom-call-mhlo",
        &[
            "func.func @main(%x: tensor<3xi32>) -> tensor<3xi32> {
  %0 = stablehlo.custom_call @mhlo.erf(%x) : (tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}",
            "func.func @main(%x: tensor<1xi32>) -> tensor<1xi32> {
  %0 = stablehlo.custom_call @mhlo.sinh(%x) : (tensor<1xi32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}",
        ],
    ),
    (
        "chlo-top-k",
        &[
            "func.func @main(%x: tensor<2x5xi32>) -> tensor<2x3xi32> {
  %v, %i = \"chlo.top_k\"(%x) {k = 3 : i64} : (tensor<2x5xi32>) -> (tensor<2x3xi32>, tensor<2x3xSI32>)
  return %v : tensor<2x3xi32>
}",
            "func.func @main(%x: tensor<2x5xi32>) -> tensor<2x5xSI32> {
  %v, %i = \"chlo.top_k\"(%x) {k = 5 : i64} : (tensor<2x5xi32>) -> (tensor<2x5xi32>, tensor<2x5xSI32>)
  return %i : tensor<2x5xSI32>
}",
            "func.func @main(%x: tensor<0x1xi32>) -> tensor<0x1xSI32> {
  %v, %i = \"chlo.top_k\"(%x) {k = 1 : i64} : (tensor<0x1xi32>) -> (tensor<0x1xi32>, tensor<0x1xSI32>)
  return %i : tensor<0x1xSI32>
}",
        ],
    ),
    (
        "chlo-ragged-dot",
        &[
            "func.func @main(%x: tensor<4x6xi32>, %y: tensor<3x6x2xi32>, %sizes: tensor<3xSIZE>) -> tensor<4x2xi32> {
  %0 = \"chlo.ragged_dot\"(%x, %y, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x6xi32>, tensor<3x6x2xi32>, tensor<3xSIZE>) -> tensor<4x2xi32>
  return %0 : tensor<4x2xi32>
}",
            "func.func @main(%x: tensor<4x6xi32>, %y: tensor<3x6x2xi32>) -> tensor<4x2xi32> {
  %sizes = stablehlo.constant dense<[1, 0, 1]> : tensor<3xSIZE>
  %0 = \"chlo.ragged_dot\"(%x, %y, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x6xi32>, tensor<3x6x2xi32>, tensor<3xSIZE>) -> tensor<4x2xi32>
  return %0 : tensor<4x2xi32>
}",
            "func.func @main(%x: tensor<1x1xi32>, %y: tensor<1x1x0xi32>) -> tensor<1x0xi32> {
  %sizes = stablehlo.constant dense<1> : tensor<1xSIZE>
  %0 = \"chlo.ragged_dot\"(%x, %y, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<1x1xi32>, tensor<1x1x0xi32>, tensor<1xSIZE>) -> tensor<1x0xi32>
  return %0 : tensor<1x0xi32>
}",
            "func.func @main(%x: tensor<2x4xi32>, %y: tensor<4x3xi32>) -> tensor<3x2x3xi32> {
  %sizes = stablehlo.constant dense<[1, 0, 2]> : tensor<3xSIZE>
  %0 = \"chlo.ragged_dot\"(%x, %y, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>} : (tensor<2x4xi32>, tensor<4x3xi32>, tensor<3xSIZE>) -> tensor<3x2x3xi32>
  return %0 : tensor<3x2x3xi32>
}",
        ],
    ),
    (
        "chlo-scan",
        &[
            "func.func @main(%x: tensor<4x3xi32>, %one: tensor<3xi32>) -> (tensor<4x3xi32>, tensor<3xi32>) {
  %all, %last = chlo.scan(%x) inits (%one) dimension=0 {
    ^bb0(%row: tensor<3xi32>, %product: tensor<3xi32>):
      %next = stablehlo.multiply %product, %row : tensor<3xi32>
      stablehlo.return %next, %next : tensor<3xi32>, tensor<3xi32>
  } : (tensor<4x3xi32>, tensor<3xi32>) -> (tensor<4x3xi32>, tensor<3xi32>)
  return %all, %last : tensor<4x3xi32>, tensor<3xi32>
}",
            "func.func @main(%x: tensor<2x3xi32>, %one: tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>) {
  %all, %last = chlo.scan(%x) inits (%one) dimension=1 attributes {is_reverse = true} {
    ^bb0(%row: tensor<2xi32>, %sum: tensor<2xi32>):
      %next = stablehlo.subtract %sum, %row : tensor<2xi32>
      stablehlo.return %sum, %next : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return %all, %last : tensor<2x3xi32>, tensor<2xi32>
}",
            "func.func @main(%x: tensor<0x3xi32>, %one: tensor<3xi32>) -> (tensor<0x3xi32>, tensor<3xi32>) {
  %all, %last = chlo.scan(%x) inits (%one) dimension=0 {
    ^bb0(%row: tensor<3xi32>, %product: tensor<3xi32>):
      stablehlo.return %row, %product : tensor<3xi32>, tensor<3xi32>
  } : (tensor<0x3xi32>, tensor<3xi32>) -> (tensor<0x3xi32>, tensor<3xi32>)
  return %all, %last : tensor<0x3xi32>, tensor<3xi32>
}",
        ],
    ),
];

/// The rules of both sets.
pub(super) fn sets() -> [&'static RuleSet; 2] {
    [&RULES, &COMPLEX_RULES]
}

/// Whether a rule computes a function by a formula.
fn is_formula(set: &RuleSet, rule: &Rule) -> bool {
    let exact = [
        "chlo-square",
        "chlo-tan",
        "chlo-conj-real",
        "chlo-conj",
        "chlo-is-inf",
        "chlo-is-pos-inf",
        "chlo-is-neg-inf",
        "chlo-next-after",
        "chlo-mulhi",
        "chlo-constant",
        "chlo-constant-like",
        "chlo-dynamic-reshape",
        "chlo-top-k",
        "chlo-ragged-dot",
        "chlo-scan",
        "custom-call-mhlo",
    ];
    let plain = exact.contains(&rule.name) || rule.name.starts_with("broadcast-");
    std::ptr::eq(set, sets()[1]) || !plain
}

/// A formula and the interpreter round `f32` and narrower numbers once each, and `f64` a few
/// times; a complex number is measured by its larger part.
fn near(before: &Literal, after: &Literal) -> Result<(), String> {
    let element = before.element();
    let limit = match (element.is_complex(), element.real_part()) {
        (false, Element::F64) => 5,
        (false, _) => 1,
        (true, Element::F64) => 6,
        (true, _) => 4,
    };
    for i in 0..before.count() {
        let ulps = ulp::distance(element, before.element_bytes(i), after.element_bytes(i));
        let far = if element.is_complex() { far_apart(after, before, i) } else { f64::MAX };
        if ulps > limit && far > limit as f64 {
            return Err(format!("element {i} is {ulps} units in the last place away"));
        }
    }
    Ok(())
}

/// Moves the inputs of a formula to where `legalize-chlo` promises its digits: parts of complex
/// numbers whose exponents and phases an `f64` holds, orders of derivatives whose factorial it
/// holds, and numbers whose power by the order it holds.
fn moderate(rule: &Rule, inputs: &mut [Literal]) {
    let of_order = rule.name == "chlo-polygamma";
    let mut largest: f64 = 0.0;
    for (i, input) in inputs.iter_mut().enumerate() {
        let element = input.element();
        let real = element.real_part();
        if !real.is_float() || !(element.is_complex() || of_order) {
            continue;
        }
        let order = of_order && i == 0;
        // The orders are the first input.
        let limit = 2f64.powf(960.0 / (largest + 1.0));
        for slot in input.as_mut_slice::<u8>().chunks_exact_mut(real.byte_width()) {
            let x = read_f64(real, slot);
            let (size, least) = (x.abs(), 2f64.powi(-20));
            let to = match () {
                () if order => (x % 100.0).round(),
                () if of_order && x.is_finite() && size > limit => x % limit,
                () if of_order => x,
                () if size > 0.0 && size < least => x.signum() * least,
                () if size.is_finite() && size > 1048576.0 => x.signum() * (size % 1048576.0),
                () => x,
            };
            write_f64(real, to, slot);
            largest = if order && to > largest { to } else { largest };
        }
    }
}

/// Whether a program has constants, which are not moderate.
fn has_constants(module: &Module) -> bool {
    module.walk_all().any(|op| matches!(module.op(op), Op::Constant(_)))
}

/// Random programs for a rule.
fn drawn(rule: &Rule, draw: Draw<'_>, random: &mut Random) -> Option<Instance> {
    let Some((_, texts)) = EXAMPLES.iter().find(|(name, _)| *name == rule.name) else {
        return instance(&rule.left, draw, random);
    };
    let to = draw.element.unwrap_or_else(|| any_element(random));
    let text = *random.one_of::<&str>(texts);
    retyped(text, to, draw.mild, random)
}

/// Draws a program for a rule, applies that alone, and says what came of it.
fn one(set: &RuleSet, rule: &Rule, draw: Draw<'_>, random: &mut Random) -> Held {
    let config = only(set, |r| r.name == rule.name);
    let Some(mut it) = drawn(rule, draw, random) else { return Held::Nothing };
    match is_formula(set, rule) {
        true => {
            moderate(rule, &mut it.inputs);
            if has_constants(&it.module) { Held::Nothing } else { holds(it, set, &config, &near) }
        }
        false => holds(it, set, &config, &bits),
    }
}

/// Applies a rule alone to programs of every element type. Says how often it fired with
/// results that agreed.
fn every_element(set: &RuleSet, rule: &Rule) -> usize {
    let mut random = Random::new(seed(rule.name));
    let mut next = |element| {
        let draw = Draw { element, ..Draw::default() };
        usize::from(one(set, rule, draw, &mut random) == Held::Agreed)
    };
    let each = Element::ALL.into_iter().cycle().take(TRIES_OF_ELEMENT * Element::ALL.len());
    let mut agreed: usize = each.map(|element| next(Some(element))).sum();
    for _ in 0..TRIES {
        if agreed >= ENOUGH {
            break;
        }
        agreed += next(None);
    }
    agreed
}

#[test]
fn every_expansion_keeps_the_meaning() {
    let mut log = Log::new("expansions");
    let mut rare = Vec::new();
    for set in sets() {
        for rule in set.rules() {
            let agreed = log.hold(|| every_element(set, rule), || rule.name.to_owned());
            rare.extend(agreed.filter(|&n| n < ENOUGH).map(|n| (rule.name, n)));
        }
    }
    log.end();
    assert!(rare.is_empty(), "these rules fired less than {ENOUGH} times: {rare:?}");
}

/// The left sides of exact rules, which may be drawn inside of others.
fn exact() -> Vec<&'static Pat> {
    let rules = RULES.rules().iter().filter(|r| !is_formula(&RULES, r));
    let sampled = rules.filter(|r| matches!(r.left, Pat::Op { .. }));
    sampled.map(|r| &r.left).collect()
}

/// A rule whose operands are what another makes, and both rules together.
fn two_expansions(seed: u64) {
    let mut random = Random::new(seed);
    let set = *random.one_of(&sets());
    let rule = random.one_of(set.rules());
    let others = exact();
    for _ in 0..10 {
        // Operands inside a formula are not moderate.
        let inside: &[&Pat] = if is_formula(set, rule) { &[] } else { &others };
        let draw = Draw { others: inside, ..Draw::default() };
        let Some(Instance { mut module, mut inputs }) = drawn(rule, draw, &mut random) else {
            continue;
        };
        if is_formula(set, rule) {
            moderate(rule, &mut inputs);
            if has_constants(&module) {
                continue;
            }
        }
        // First what stands inside, then all together: that may be a formula.
        let inner = only(&RULES, |r| r.name != rule.name && !is_formula(&RULES, r));
        let again = Instance { module: hloom_tests::parse(&show(&module)), inputs: inputs.clone() };
        holds(again, &RULES, &inner, &bits);
        let root = module.root();
        rewrite(&mut module, root, &RULES, &inner);
        let it = Instance { module, inputs };
        holds(it, set, &only(set, |r| r.name == rule.name), &near_or_same);
    }
}

/// As [`near`] for floats, and the same for everything else.
fn near_or_same(before: &Literal, after: &Literal) -> Result<(), String> {
    match before.element().real_part().is_float() {
        true => near(before, after),
        false => bits(before, after),
    }
}

#[test]
fn two_expansions_keep_the_meaning() {
    (0..400).for_each(two_expansions);
}

/// Some draws of each kind, for campaigns.
pub(super) fn campaign(seed: u64, log: &mut Log) {
    let mut random = Random::new(seed);
    let set = *random.one_of(&sets());
    let rule = random.one_of(set.rules());
    let several = || {
        for _ in 0..20 {
            one(set, rule, Draw::default(), &mut random);
        }
    };
    log.hold(several, || format!("expansion {} at seed {seed}", rule.name));
    log.hold(|| two_expansions(seed), || format!("two expansions at seed {seed}"));
}

/// Programs whose results the rules once changed.
#[test]
fn expansions_that_were_wrong() {
    let unary = |op: &str, element: &str, x: &str| {
        let ty = format!("tensor<1x{element}>");
        format!(
            "func.func @main() -> {ty} {{
  %x = stablehlo.constant dense<{x}> : {ty}
  %0 = chlo.{op} %x : {ty} -> {ty}
  return %0 : {ty}
}}"
        )
    };
    let binary = |op: &str, element: &str, x: &str, y: &str| {
        let ty = format!("tensor<1x{element}>");
        format!(
            "func.func @main() -> {ty} {{
  %x = stablehlo.constant dense<{x}> : {ty}
  %y = stablehlo.constant dense<{y}> : {ty}
  %0 = chlo.{op} %x, %y : {ty}, {ty} -> {ty}
  return %0 : {ty}
}}"
        )
    };
    let programs = [
        // Products of the terms of huge numbers left the range.
        unary("bessel_i1e", "f64", "1.7976931348623157e+308"),
        unary("bessel_i1e", "f64", "-1.0e+101"),
        binary("polygamma", "f64", "27.0", "-1.182343e-11"),
        // A size of a group that does not fit a signed integer.
        "func.func @main(%x: tensor<4x6xi32>, %y: tensor<3x6x2xi32>) -> tensor<4x2xi32> {
  %sizes = stablehlo.constant dense<[1, 9223372036854775808, 1]> : tensor<3xui64>
  %0 = \"chlo.ragged_dot\"(%x, %y, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x6xi32>, tensor<3x6x2xi32>, tensor<3xui64>) -> tensor<4x2xi32>
  return %0 : tensor<4x2xi32>
}"
        .to_owned(),
        // Below 1 there is no value.
        unary("acosh", "f32", "-2.5"),
        binary("zeta", "f64", "8.988465674311582e+307", "2.3980419784247393e-271"),
        // At infinities, beyond the range of the terms, and halfway between two poles.
        binary("zeta", "f32", "0x7F800000", "3.0"),
        binary("zeta", "f32", "0x7F800000", "0xFF800000"),
        binary("zeta", "f64", "3.0e56", "5.0e14"),
        binary("zeta", "f64", "1.0e200", "1.0e200"),
        binary("zeta", "f32", "8.0e29", "-5.637759"),
        binary("zeta", "f16", "1901.0", "-5.546875"),
        binary("zeta", "f32", "77.0", "-2.5"),
        binary("polygamma", "f32", "1.0", "0x7F800000"),
        binary("polygamma", "f64", "2.0", "-3.5e-274"),
        // Extents that are not known may be 1.
        "func.func @main() -> tensor<?xf32> {
  %x = stablehlo.constant dense<2.0> : tensor<1xf32>
  %y = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %a = stablehlo.convert %x : (tensor<1xf32>) -> tensor<?xf32>
  %b = stablehlo.convert %y : (tensor<3xf32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}"
        .to_owned(),
        // The NaN of this format has the pattern of a negative zero.
        "func.func @main() -> tensor<3xi32> {
  %x = stablehlo.constant dense<[1.0, 0x80, -2.0]> : tensor<3xf8E4M3FNUZ>
  %v, %i = chlo.top_k(%x, k = 3) : tensor<3xf8E4M3FNUZ> -> (tensor<3xf8E4M3FNUZ>, tensor<3xi32>)
  return %i : tensor<3xi32>
}"
        .to_owned(),
        // Each row has a scale and a zero point of its own.
        "func.func @main(%x: tensor<2x1x!quant.uniform<i4:f32:0, {1.0:-7,0.5}>>, %y: tensor<2x2x!quant.uniform<i4:f32:0, {1.0:-7,0.5}>>) -> tensor<2x2x!quant.uniform<i4:f32:0, {1.0:-7,0.5}>> {
  %0 = chlo.broadcast_add %x, %y : (tensor<2x1x!quant.uniform<i4:f32:0, {1.0:-7,0.5}>>, tensor<2x2x!quant.uniform<i4:f32:0, {1.0:-7,0.5}>>) -> tensor<2x2x!quant.uniform<i4:f32:0, {1.0:-7,0.5}>>
  return %0 : tensor<2x2x!quant.uniform<i4:f32:0, {1.0:-7,0.5}>>
}"
        .to_owned(),
    ];
    for text in programs {
        for seed in 0..8 {
            let mut random = Random::new(seed);
            let it = retyped(&text, Element::I32, false, &mut random).expect("it is valid");
            let held = holds(it, &RULES, &only(&RULES, |_| true), &near_or_same);
            assert_eq!(held, Held::Agreed, "{text}");
        }
    }
}

/// A scale has no zero, which rows of other groups would become.
#[test]
fn a_ragged_product_of_scales_stays() {
    let (_, texts) =
        EXAMPLES.iter().find(|(name, _)| *name == "chlo-ragged-dot").expect("it is there");
    let mut random = Random::new(1);
    let it = retyped(&texts[1].replace("xSIZE>", "xSI32>"), Element::F8E8M0FNU, false, &mut random)
        .expect("it is valid");
    assert_eq!(holds(it, &RULES, &only(&RULES, |_| true), &bits), Held::Nothing);
}
