//! The names that HLO has for algorithms of products.

use crate::ops::DotAlgorithm;
use crate::types::Element;

/// Name, types of operands and sums, and number of primitive operations.
const NAMED: [(&str, Element, Element, i64); 11] = [
    ("dot_f16_f16_f16", Element::F16, Element::F16, 1),
    ("dot_f16_f16_f32", Element::F16, Element::F32, 1),
    ("dot_bf16_bf16_bf16", Element::BF16, Element::BF16, 1),
    ("dot_bf16_bf16_f32", Element::BF16, Element::F32, 1),
    ("dot_bf16_bf16_f32_x3", Element::BF16, Element::F32, 3),
    ("dot_bf16_bf16_f32_x6", Element::BF16, Element::F32, 6),
    ("dot_bf16_bf16_f32_x9", Element::BF16, Element::F32, 9),
    ("dot_tf32_tf32_f32", Element::TF32, Element::F32, 1),
    ("dot_tf32_tf32_f32_x3", Element::TF32, Element::F32, 3),
    ("dot_f32_f32_f32", Element::F32, Element::F32, 1),
    ("dot_f64_f64_f64", Element::F64, Element::F64, 1),
];

const ANY_F8: &str = "dot_any_f8_any_f8_f32";
const ANY_F8_FAST: &str = "dot_any_f8_any_f8_f32_fast_accum";

/// The name of an algorithm; `None` if HLO has none.
pub(super) fn name(algorithm: &DotAlgorithm) -> Option<&'static str> {
    let (lhs, rhs) = (algorithm.lhs_precision_type, algorithm.rhs_precision_type);
    let single = algorithm.lhs_component_count == 1 && algorithm.rhs_component_count == 1;
    if single && lhs.bit_width() == 8 && rhs.bit_width() == 8 {
        return Some(if algorithm.allow_imprecise_accumulation { ANY_F8_FAST } else { ANY_F8 });
    }
    let fits = |(_, of, sums, count): &&(&str, Element, Element, i64)| {
        single
            && lhs == *of
            && rhs == *of
            && algorithm.accumulation_type == *sums
            && algorithm.num_primitive_operations == *count
            && !algorithm.allow_imprecise_accumulation
    };
    NAMED.iter().find(fits).map(|(name, ..)| *name)
}

/// The algorithm that a name means for operands of these elements; `Ok(None)` for `unset`.
///
/// # Errors
/// If there is no such name.
pub(super) fn read(name: &str, lhs: Element, rhs: Element) -> Result<Option<DotAlgorithm>, ()> {
    let of = |lhs, rhs, sums, count, imprecise| DotAlgorithm {
        lhs_precision_type: lhs,
        rhs_precision_type: rhs,
        accumulation_type: sums,
        lhs_component_count: 1,
        rhs_component_count: 1,
        num_primitive_operations: count,
        allow_imprecise_accumulation: imprecise,
    };
    match name {
        "unset" => Ok(None),
        ANY_F8 => Ok(Some(of(lhs, rhs, Element::F32, 1, false))),
        ANY_F8_FAST => Ok(Some(of(lhs, rhs, Element::F32, 1, true))),
        _ => match NAMED.iter().find(|(known, ..)| *known == name) {
            Some(&(_, operand, sums, count)) => Ok(Some(of(operand, operand, sums, count, false))),
            None => Err(()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithms_go_both_ways() {
        let f8 = Element::F8E4M3FN;
        for known in NAMED.iter().map(|(known, ..)| *known).chain([ANY_F8, ANY_F8_FAST]) {
            let algorithm = read(known, f8, f8).expect("a name").expect("an algorithm");
            assert_eq!(name(&algorithm), Some(known));
            assert!(algorithm.check().is_ok(), "{known}");
        }
        assert_eq!(read("unset", f8, f8), Ok(None));
        assert_eq!(read("dot_f8", f8, f8), Err(()));
    }
}
