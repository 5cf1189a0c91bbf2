//! Products by matrix units as exactly as programs ask for.

use super::common::{Run, checked, checked_by, input, product};
use super::products::UNITS;
use hloom_ir::Element;
use hloom_ptx::Target;

/// An algorithm of so many operations in a type.
fn algorithm(ty: &str, operations: u32) -> String {
    format!(
        ", precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = {ty}, rhs_precision_type = {ty}, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = {operations}, allow_imprecise_accumulation = false>"
    )
}

/// Layouts of factors, with and without whole vectors.
const CASES: [([&str; 3], &str); 5] = [
    (["64x96xf32", "96x128xf32", "64x128xf32"], "[1] x [0]"),
    (["64x96xf32", "128x96xf32", "64x128xf32"], "[1] x [1]"),
    (["96x64xf32", "96x128xf32", "64x128xf32"], "[0] x [0]"),
    (["67x33xf32", "33x91xf32", "67x91xf32"], "[1] x [0]"),
    (["67x33xf32", "91x33xf32", "67x91xf32"], "[1] x [1]"),
];

#[test]
fn one_pass_of_tf32() {
    for (types, contracting) in CASES {
        let text = product(types, &format!("{contracting}{}", algorithm("tf32", 1)), "");
        // Of the largest result 2⁻¹¹, which factors are off by together at most.
        let rounding = Some(2f64.powi(-15));
        let ran = checked_by(&text, &Run { rounding, ..Run::on(Target::Sm80, &UNITS) });
        println!("tf32 {} · {} {contracting}: {:?}", types[0], types[1], ran.only());
        assert!(ran.program.contains("mma.tf32"), "{}", ran.program);
        assert_eq!(ran.only().bank_conflicts, 0, "{}", ran.program);
    }
}

#[test]
fn three_passes_of_tf32() {
    for (types, contracting) in CASES {
        for how in [", precision = [HIGH, HIGH]", &algorithm("bf16", 3)] {
            let ran =
                checked(&product(types, &format!("{contracting}{how}"), ""), Target::Sm80, &UNITS);
            println!("3 × tf32 {} · {} {contracting}: {:?}", types[0], types[1], ran.only());
            assert!(ran.program.contains("mma.tf32"), "{}", ran.program);
            assert_eq!(ran.only().bank_conflicts, 0, "{}", ran.program);
        }
    }
}

/// Infinities, NaNs, and numbers that rounding would make infinite.
#[test]
fn three_passes_of_what_is_not_finite() {
    let special = |number: usize, element: Element, count: u64| {
        let mut bytes = input(number, element, count);
        let at = |row: usize, step: usize| 4 * (96 * row + step);
        let all = [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, f32::MIN_POSITIVE];
        if number == 0 {
            for (row, value) in all.into_iter().enumerate() {
                bytes[at(row, 3 * row)..][..4].copy_from_slice(&value.to_le_bytes());
            }
        } else {
            // Of the largest number 2⁻¹⁰⁰ is taken, of infinity 1: its rest is zero.
            for column in 0..128 {
                let to = at(column, 9);
                bytes[to..to + 4].copy_from_slice(&2f32.powi(-100).to_le_bytes());
                bytes[at(column, 0)..][..4].copy_from_slice(&1f32.to_le_bytes());
            }
        }
        bytes
    };
    let types = ["64x96xf32", "128x96xf32", "64x128xf32"];
    let text = product(types, "[1] x [1], precision = [HIGH, HIGH]", "");
    let ran = checked_by(&text, &Run { input: &special, ..Run::on(Target::Sm80, &[]) });
    assert!(ran.program.contains("mma.tf32"), "{}", ran.program);
}

/// Without a precision that allows TF32, `f32` is multiplied in full.
#[test]
fn no_leave_no_tf32() {
    for how in ["", ", precision = [DEFAULT, DEFAULT]", ", precision = [HIGH, HIGHEST]"] {
        let types = ["64x96xf32", "96x128xf32", "64x128xf32"];
        let ran = checked(&product(types, &format!("[1] x [0]{how}"), ""), Target::Sm80, &[]);
        assert!(!ran.program.contains("mma"), "{}", ran.program);
    }
}

#[test]
fn units_of_f64() {
    for (types, contracting) in CASES {
        let types = types.map(|ty| ty.replace("f32", "f64"));
        let types = [&*types[0], &*types[1], &*types[2]];
        let ran = checked(&product(types, contracting, ""), Target::Sm80, &UNITS);
        println!("f64 {} · {} {contracting}: {:?}", types[0], types[1], ran.only());
        assert!(ran.program.contains("mma.f64"), "{}", ran.program);
        assert_eq!(ran.only().bank_conflicts, 0, "{}", ran.program);
    }
}

/// A factor that is computed has its own type in shared memory, and not the other's.
#[test]
fn floats_of_two_kinds_that_are_computed() {
    let text = "func.func @main(%x: tensor<64x96xf8E4M3FN>, %y: tensor<96x128xf8E5M2>) -> tensor<64x128xf32> {
      %z = \"hloom.fusion\"(%x, %y) <{kind = \"loop\"}> ({
      ^bb0(%u: tensor<64x96xf8E4M3FN>, %v: tensor<96x128xf8E5M2>):
        %n = stablehlo.negate %v : tensor<96x128xf8E5M2>
        %p = stablehlo.dot_general %u, %n, contracting_dims = [1] x [0] : (tensor<64x96xf8E4M3FN>, tensor<96x128xf8E5M2>) -> tensor<64x128xf32>
        stablehlo.return %p : tensor<64x128xf32>
      }) : (tensor<64x96xf8E4M3FN>, tensor<96x128xf8E5M2>) -> tensor<64x128xf32>
      return %z : tensor<64x128xf32>
    }";
    let ran = checked(text, Target::Sm90, &[Target::Sm90]);
    println!("computed: {:?}", ran.only());
    assert!(ran.program.contains("mma.e4m3.e5m2"), "{}", ran.program);
}

/// Signed by unsigned bytes in either order, as they are and widened before.
#[test]
fn units_of_signed_and_unsigned_bytes() {
    for (left, right) in [("i8", "ui8"), ("ui8", "i8"), ("ui8", "ui8")] {
        let name = |ty: &str| ty.replace("ui", "u").replace('i', "s");
        let unit = match left == right {
            true => format!("mma.{}", name(left)),
            false => format!("mma.{}.{}", name(left), name(right)),
        };
        for (m, n, k) in [(64, 128, 96), (67, 91, 33)] {
            let wide = format!(
                "func.func @main(%x: tensor<{m}x{k}x{left}>, %y: tensor<{n}x{k}x{right}>) -> tensor<{m}x{n}xi32> {{
                  %z = \"hloom.fusion\"(%x, %y) <{{kind = \"loop\"}}> ({{
                  ^bb0(%u: tensor<{m}x{k}x{left}>, %v: tensor<{n}x{k}x{right}>):
                    %a = stablehlo.convert %u : (tensor<{m}x{k}x{left}>) -> tensor<{m}x{k}xi32>
                    %b = stablehlo.convert %v : (tensor<{n}x{k}x{right}>) -> tensor<{n}x{k}xi32>
                    %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<{m}x{k}xi32>, tensor<{n}x{k}xi32>) -> tensor<{m}x{n}xi32>
                    stablehlo.return %p : tensor<{m}x{n}xi32>
                  }}) : (tensor<{m}x{k}x{left}>, tensor<{n}x{k}x{right}>) -> tensor<{m}x{n}xi32>
                  return %z : tensor<{m}x{n}xi32>
                }}"
            );
            let types =
                [format!("{m}x{k}x{left}"), format!("{n}x{k}x{right}"), format!("{m}x{n}xi32")];
            let plain = product([&types[0], &types[1], &types[2]], "[1] x [1]", "");
            for text in [wide, plain] {
                let ran = checked(&text, Target::Sm80, &UNITS);
                println!("{} · {}: {:?}", types[0], types[1], ran.only());
                assert!(ran.program.contains(&format!("{unit} ")), "{}", ran.program);
            }
        }
    }
}

/// Floats of 8 bits, where there are units for them; elsewhere they are numbers like all.
#[test]
fn units_of_floats_of_8_bits() {
    let cases = [
        (["64x96xf32", "128x96xf32", "64x128xf32"], "[1] x [1]"),
        (["64x96xf32", "96x128xf32", "64x128xf32"], "[1] x [0]"),
    ];
    let (four, five) = ("f8E4M3FN", "f8E5M2");
    for pair in [[four, four], [five, five], [four, five], [five, four]] {
        for (types, contracting) in cases {
            let [left, right] = [0, 1].map(|n| types[n].replace("f32", pair[n]));
            let text = product([&left, &right, types[2]], contracting, "");
            let ran = checked(&text, Target::Sm90, &Target::ALL);
            println!("{left} · {right} {contracting}: {:?}", ran.only());
            assert!(ran.program.contains("mma.e"), "{}", ran.program);
            let ran = checked(&text, Target::Sm80, &[]);
            assert!(!ran.program.contains("mma"), "{}", ran.program);
        }
    }
}
