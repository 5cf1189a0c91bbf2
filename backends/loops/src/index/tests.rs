//! Tests that simplification preserves values, and that known expressions become short.

use super::*;
use proptest::prelude::*;

fn d(n: u32) -> Index {
    Index::var(Var(n))
}

#[test]
fn reshape_there_and_back_is_nothing() {
    // [4, 6, 5] → [24, 5] → [4, 6, 5], and via [120].
    let extents = [4u64, 6, 5];
    let ranges = |v: Var| Range::extent(extents[v.0 as usize]);
    let linear = d(0) * 30 + d(1) * 5 + d(2);
    assert_eq!(linear.clone().floor_div(30, &ranges), d(0));
    assert_eq!(linear.clone().floor_div(5, &ranges).modulo(6, &ranges), d(1));
    assert_eq!(linear.modulo(5, &ranges), d(2));
    // A flat index delinearized and linearized again.
    let flat = |_: Var| Range::extent(120);
    let again = d(0).floor_div(30, &flat) * 30
        + d(0).floor_div(5, &flat).modulo(6, &flat) * 5
        + d(0).modulo(5, &flat);
    assert_eq!(again, d(0));
}

#[test]
fn digits_of_mixed_radix() {
    let extents = [10u64, 4];
    let ranges = |v: Var| Range::extent(extents[v.0 as usize]);
    let e = d(0) * 4 + d(1);
    assert_eq!(e.clone().floor_div(12, &ranges).to_string(), "d0 floordiv 3");
    assert_eq!(e.modulo(12, &ranges).to_string(), "d1 + (d0 mod 3)*4");
}

#[test]
fn text() {
    let e = (d(0) * -2 + 3).floor_div(7, &Unknown) * -1 + d(1) * 512 - 4;
    assert_eq!(e.to_string(), "d1*512 - (-d0*2 + 3) floordiv 7 - 4");
}

const EXTENTS: [u64; 3] = [5, 8, 3];

/// An expression before simplification.
#[derive(Clone, Debug)]
enum Raw {
    Var(u32),
    Const(i64),
    Op(u8, Box<Raw>, Box<Raw>, i64),
}

fn raw() -> impl Strategy<Value = Raw> {
    let leaf = prop_oneof![(0..3u32).prop_map(Raw::Var), (-20i64..20).prop_map(Raw::Const)];
    let divisor = prop_oneof![Just(2i64), Just(3), Just(4), Just(6), Just(8), Just(24)];
    leaf.prop_recursive(5, 24, 2, move |inner| {
        (0..7u8, inner.clone(), inner, divisor.clone())
            .prop_map(|(op, a, b, c)| Raw::Op(op, Box::new(a), Box::new(b), c))
    })
}

impl Raw {
    fn simplified(&self, ranges: &dyn Ranges) -> Index {
        match self {
            Raw::Var(v) => d(*v),
            Raw::Const(c) => Index::constant(*c),
            Raw::Op(op, a, b, c) => {
                let (a, b) = (a.simplified(ranges), b.simplified(ranges));
                match op {
                    0 => a + b,
                    1 => a - b,
                    2 => a * *c,
                    3 => a.floor_div(*c, ranges),
                    4 => a.modulo(*c, ranges),
                    5 => a.min(b, ranges),
                    _ => a.max(b, ranges),
                }
            }
        }
    }

    fn eval(&self, x: &[i64; 3]) -> i64 {
        match self {
            Raw::Var(v) => x[*v as usize],
            Raw::Const(c) => *c,
            Raw::Op(op, a, b, c) => {
                let (a, b) = (a.eval(x), b.eval(x));
                match op {
                    0 => a + b,
                    1 => a - b,
                    2 => a * c,
                    3 => a.div_euclid(*c),
                    4 => a.rem_euclid(*c),
                    5 => a.min(b),
                    _ => a.max(b),
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn simplifying_keeps_the_value(raw in raw()) {
        let ranges = |v: Var| Range::extent(EXTENTS[v.0 as usize]);
        let index = raw.simplified(&ranges);
        let range = index.range(&ranges);
        for i in 0..5 { for j in 0..8 { for k in 0..3 {
            let x = [i, j, k];
            let value = index.eval(&|v| x[v.0 as usize]);
            prop_assert_eq!(value, raw.eval(&x), "{} at {:?}", index, x);
            prop_assert!(range.low <= value && value <= range.high, "{} not in {:?}", value, range);
        } } }
    }
}
