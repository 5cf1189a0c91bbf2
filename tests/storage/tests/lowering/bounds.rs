//! Bounds that code trusts: reads that are not checked stay inside, and finding the bounds takes little
//! time.

use super::execute::{check, data_of, descriptions, run};
use hloom_ir::Element;
use hloom_loops::storage::lower_for;
use hloom_storage::term::sorts;
use hloom_storage::{Inputs, Scalar, Value, compile, evaluate};
use std::time::{Duration, Instant};

const DECLARED: &str = "CREATE TENSOR n : int; CREATE TENSOR m : int; CREATE TENSOR few : [int];
    CREATE TENSOR pos : [int]; CREATE TENSOR wide : [int]; CREATE TENSOR far : [int];
    CREATE TENSOR u : [real]; CREATE TENSOR w : [int]; ";

fn data() -> Inputs {
    let far = 1 << 40;
    Inputs::from([
        ("n".into(), Value::Int(4)),
        ("m".into(), Value::Int(40)),
        ("few".into(), Value::ints([0, 1, 2, 3])),
        ("pos".into(), Value::ints([0, 5, 9])),
        ("wide".into(), Value::ints([0, 1, 2, 3, far, 0, 2, far, far + 5])),
        ("far".into(), Value::ints([1000])),
        ("u".into(), Value::reals((0..40).map(f64::from).collect::<Vec<_>>())),
        ("w".into(), Value::ints([1000, 100, 10, 1])),
    ])
}

/// Lowers a program and holds its results against the evaluator's.
fn agrees(text: &str, extents: &[u64]) {
    let term = compile(&(DECLARED.to_owned() + text)).unwrap().composed().unwrap();
    let inputs = data();
    let of = descriptions(&term, &inputs, false);
    let element = match sorts(&term).last().unwrap().base {
        Scalar::Int => Element::I64,
        _ => Element::F64,
    };
    let (expected, _) = evaluate(&term, &inputs, 1_000_000).unwrap();
    for threads in [1, 3] {
        let lowered = lower_for(threads, "bounds", &term, &of, element, extents).unwrap();
        let found = run(&lowered.program, &data_of(&lowered.arguments, &inputs, &of)).unwrap();
        assert_eq!(found[0], super::execute::dense(&expected, extents, element), "{text}");
    }
    check(&term, &inputs, extents, true, text).unwrap();
}

/// A merge by a table computes its body for the values of one side, before it is known that the other
/// has them: they are in the bounds of the side that they are read of.
#[test]
fn bodies_without_a_pair_stay_inside_of_arrays() {
    let part = "wide(pos(i):pos(i + 1))";
    for [x, y] in [["few(0:4)", part], [part, "few(0:4)"], ["few", part], [part, "0:n"]] {
        for body in ["w(v)", "w(v) * w(v)", "u(v) * u(p)", "u(v + q)", "w(q) * w(v) * w(p % 4)"] {
            agrees(
                &format!("sum(<i, _> in 0:2) {{ i -> merge(<p, q, v> in <{x}, {y}>) {body} }}"),
                &[2],
            );
        }
    }
    for [x, y] in [["0:m", "few(0:4)"], ["few(0:4)", "0:m"]] {
        for body in ["w(v)", "u(v) * 2.0"] {
            agrees(
                &format!("let m = sum(<_, v> in far) v in merge(<p, q, v> in <{x}, {y}>) {body}"),
                &[],
            );
        }
    }
}

/// The same number of a part that begins at the loop's variable is another one in each iteration.
#[test]
fn parts_that_vary_have_no_uniform_elements() {
    agrees("sum(<j, _> in 0:m) { j -> u(j:m)(3) }", &[40]);
    agrees("sum(<p, x> in u(0:m)) u(p:m)(3) * u(p)", &[]);
    agrees("sum(<j, _> in 0:m) u(j:m)(3) * u(j)", &[]);
    agrees("sum(<j, _> in 0:m) { j -> sum(<k, _> in 0:m) u(k:m)(3) * u(k) * u(j) }", &[40]);
    agrees("sum(<j, _> in 0:m) { j -> u(0:m)(3) * u(j) }", &[40]);
    agrees("sum(<j, _> in 0:m) { j -> u(j:m)(j) }", &[40]);
}

/// Each loop's range has the variable of the loop around four times.
#[test]
fn bounds_of_deep_ranges_are_found_in_linear_time() {
    let range = |k: usize| {
        let i = format!("min(i{k} + 1, n) - min(i{k} + 2, n)");
        let sum = format!("min(i{k} + 1, n) + min(i{k} + 2, n)");
        format!("sum(<_, i{}> in ({i}):({sum})) ", k + 1)
    };
    let loops: String = (0..24).map(range).collect();
    let text = format!("{DECLARED} sum(<_, i0> in 0:n) {loops} u(i24 + 1)");
    let term = compile(&text).unwrap().composed().unwrap();
    let of = descriptions(&term, &data(), false);
    let began = Instant::now();
    lower_for(1, "deep", &term, &of, Element::F64, &[]).unwrap();
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}
