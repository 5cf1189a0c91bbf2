//! The evaluator: the meaning of the language, on the paper's data and on every format.

use hloom_storage::value::Items;
use hloom_storage::{
    Counts, EvalError, Inputs, Value, compile, evaluate, evaluate_module, evaluate_within, formats,
};
use hloom_storage_tests::Random;
use hloom_storage_tests::data::Tensor;
use hloom_storage_tests::programs::fit;
use hloom_storage_tests::terms::same;
use std::collections::BTreeMap;

fn run(text: &str, inputs: &Inputs) -> Result<(Value, Counts), EvalError> {
    let module = compile(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    evaluate(&module.composed().unwrap(), inputs, 1_000_000)
}

fn value(text: &str) -> Value {
    run(text, &Inputs::new()).unwrap_or_else(|error| panic!("{text}: {error}")).0
}

fn ints(entries: &[(i64, i64)]) -> Value {
    Value::dict(entries.iter().map(|(k, v)| (*k, Value::Int(*v))))
}

#[test]
fn numbers() {
    for (text, expected) in [
        ("1 + 2 * 3 - 4", 3),
        ("-7 / 2", -4),
        ("7 / -2", -4),
        ("-7 % 2", 1),
        ("7 % -2", -1),
        ("5 / 0", 0),
        ("5 % 0", 5),
        ("min(3, -2) + max(3, -2) * 10", 28),
        ("even(27) * 10 + odd(27)", 53),
        ("9223372036854775807 + 1", i64::MIN),
        ("(-9223372036854775807 - 1) / -1", i64::MIN),
        ("if 2 <= 1 then 3", 0),
        ("(1 == 1) * 4 + (1 > 1) * 5", 4),
        ("let x = 2 in let x = x * x in x", 4),
        ("9007199254740993", 9_007_199_254_740_993),
    ] {
        assert_eq!(value(text), Value::Int(expected), "{text}");
    }
    assert_eq!(value("1 / 2.0"), Value::Real(0.5));
    assert_eq!(value("real(3) / 2"), Value::Real(1.5));
    assert_eq!(value("true + false"), Value::Bool(true));
    assert_eq!(value("true * false"), Value::Bool(false));
}

#[test]
fn a_dictionary_has_no_zeros_and_reads_as_zero_elsewhere() {
    assert_eq!(value("{ 1 -> 0 }"), ints(&[]));
    assert_eq!(value("{ 1 -> 2 } + { 1 -> 3, 4 -> 5 }"), ints(&[(1, 5), (4, 5)]));
    assert_eq!(value("{ 1 -> 2 } + { 1 -> -2, 4 -> 5 }"), ints(&[(4, 5)]));
    assert_eq!(value("{ 1 -> 2 } - { 1 -> 2 }"), ints(&[]));
    assert_eq!(value("{ 1 -> 2 }(1) + { 1 -> 2 }(-5)"), Value::Int(2));
    assert_eq!(value("{ (1, 2) -> 3 }(7)(2)"), Value::Int(0));
    assert_eq!(value("{ (1, 2) -> 3 } - { (1, 2) -> 3 }"), ints(&[]));
    assert_eq!(value("{ 1 -> 2, 3 -> 4 } * { 3 -> 5, 6 -> 7 }"), ints(&[(3, 20)]));
    assert_eq!(value("3 * { 1 -> 2 } * 0"), ints(&[]));
    assert_eq!(value("sum(<k, v> in { 5 -> 2, 7 -> 1 - 1 }) 1"), Value::Int(1));
    assert_eq!(value("{ 1 -> 10, 2 -> 20, 3 -> 30 }(2:3)"), ints(&[(2, 20)]));
    // A sum with another trap: the counter-example to fusing without a condition.
    assert_eq!(value("sum(<k, w> in sum(<i, v> in 4:6) { i -> v - v }) 1"), Value::Int(0));
}

#[test]
fn an_array_has_an_entry_at_each_position() {
    let mut inputs = Inputs::new();
    inputs.insert("a".into(), Value::ints([0, 3, 0]));
    let of = |text: &str| run(&format!("CREATE TENSOR a : [int]; {text}"), &inputs).unwrap().0;
    assert_eq!(of("sum(<p, v> in a) 1"), Value::Int(3));
    assert_eq!(of("sum(<p, v> in a) { p -> v }"), ints(&[(1, 3)]));
    assert_eq!(of("a(-1) + a(1) + a(3)"), Value::Int(3));
    // The keys of a slice are positions of the whole array; bounds outside are cut off.
    assert_eq!(of("sum(<p, v> in a(1:9)) { p -> 1 }"), ints(&[(1, 1), (2, 1)]));
    assert_eq!(of("sum(<p, v> in a(2:1)) 1"), Value::Int(0));
    assert_eq!(of("a(0:2)(2)"), Value::Int(0));
    // A range is half-open; its keys begin at 0.
    assert_eq!(of("sum(<k, v> in 4:7) { k -> v }"), ints(&[(0, 4), (1, 5), (2, 6)]));
    assert_eq!(of("sum(<k, v> in 7:4) 1"), Value::Int(0));
}

#[test]
fn nan_is_kept() {
    let mut inputs = Inputs::new();
    inputs.insert("a".into(), Value::reals([f64::NAN, 0.0, -0.0, f64::INFINITY]));
    let (found, _) = run("CREATE TENSOR a : [real]; sum(<i, v> in a) { i -> v }", &inputs).unwrap();
    let expected = Value::dict([(0, Value::Real(f64::NAN)), (3, Value::Real(f64::INFINITY))]);
    assert!(same(&found, &expected, true), "{found:?}");
    let (found, _) = run("CREATE TENSOR a : [real]; min(a(0), 1) + a(3)", &inputs).unwrap();
    assert!(matches!(found, Value::Real(value) if value.is_nan()));
}

#[test]
fn names_that_occur_twice_join() {
    let table = "let A = { (1, 2) -> 3, (1, 4) -> 5, (2, 2) -> 7 } in ";
    let of = |text: &str| value(&format!("{table}{text}"));
    // A key with itself, a key of another collection, a value.
    assert_eq!(of("sum(<(i, i), v> in A) v"), Value::Int(7));
    assert_eq!(of("sum(<(i, j), v> in A, <(j, l), w> in A) v * w"), Value::Int(3 * 7 + 7 * 7));
    assert_eq!(of("sum(<(i, j), v> in A, <k, j> in { 9 -> 4 }) v * k"), Value::Int(45));
    assert_eq!(of("sum(<(_, _), v> in A, <_, v> in { 1 -> 3, 2 -> 7 }) 1"), Value::Int(2));
    // An inner sum has names of its own.
    assert_eq!(of("sum(<i, row> in A) sum(<i, v> in row) i"), Value::Int(2 + 4 + 2));
}

#[test]
fn merge_pairs_the_positions_of_equal_values() {
    let mut inputs = Inputs::new();
    inputs.insert("a".into(), Value::ints([2, 5, 5, 9]));
    inputs.insert("b".into(), Value::ints([5, 0, 2, 5]));
    let text = "CREATE TENSOR a : [int]; CREATE TENSOR b : [int];
        merge(<p, q, v> in <a, b>) { (p, q) -> v }";
    let (found, counts) = run(text, &inputs).unwrap();
    let row = |entries: &[(i64, i64)]| ints(entries);
    let expected = Value::dict([
        (0, row(&[(2, 2)])),
        (1, row(&[(0, 5), (3, 5)])),
        (2, row(&[(0, 5), (3, 5)])),
    ]);
    assert_eq!(found, expected);
    assert_eq!(counts, Counts { bodies: 5, entries: 8, products: 0 });
}

#[test]
fn counts_are_those_of_the_loops() {
    let counts = |text: &str| run(text, &Inputs::new()).unwrap().1;
    assert_eq!(counts("sum(<i, _> in 0:3) sum(<j, _> in 0:4) i * j").bodies, 3 + 12);
    assert_eq!(counts("sum(<i, _> in 0:3) sum(<j, _> in 0:4) i * j").products, 12);
    // The dictionary is the sum of two: operators on dictionaries visit their entries.
    let scaled = counts("3 * { 1 -> 2, 2 -> 3 }");
    assert_eq!((scaled.bodies, scaled.entries, scaled.products), (0, 2 + 2, 2));
    assert_eq!(counts("if false then sum(<i, _> in 0:9) i").bodies, 0);
    // The product of two truth values is "and".
    assert_eq!(counts("if true * true then 1").products, 0);
}

#[test]
fn shared_definitions_do_not_run_for_ever() {
    let text: String =
        (1..61).map(|i| format!("CREATE TENSOR A{i} AS A{0} + A{0};\n", i - 1)).collect();
    let text = format!("CREATE TENSOR A0 AS 1;\n{text}A60");
    let module = compile(&text).unwrap();
    let term = module.composed().unwrap();
    assert_eq!(evaluate(&term, &Inputs::new(), 1000).unwrap_err(), EvalError::TooLong(1000));
    // Each definition once.
    let (value, _) = evaluate_module(&module, &Inputs::new(), 1000).unwrap();
    assert_eq!(value, Value::Int(1 << 60));
}

#[test]
fn unused_tensors_need_no_data() {
    let text = "CREATE TENSOR a : int; CREATE TENSOR b : int; CREATE TENSOR c AS b + 1; a + 1";
    let inputs = Inputs::from([("a".into(), Value::Int(2))]);
    assert_eq!(run(text, &inputs).unwrap().0, Value::Int(3));
    let module = compile(text).unwrap();
    assert_eq!(evaluate_module(&module, &inputs, 10).unwrap().0, Value::Int(3));
    let none = compile("CREATE TENSOR a : int;").unwrap();
    assert_eq!(evaluate_module(&none, &inputs, 10).unwrap_err(), EvalError::NoResult);
}

#[test]
fn stored_zeros_are_no_data_of_a_dictionary() {
    let text = "CREATE TENSOR d : {int -> int}; sum(<_, _> in d) 1";
    let entries = std::iter::once((0, Value::Int(0))).collect();
    let inputs = Inputs::from([("d".into(), Value::Dict(std::sync::Arc::new(entries)))]);
    let error = run(text, &inputs).unwrap_err();
    assert_eq!(error.to_string(), "the data of `d` is not {int -> int}");
}

#[test]
fn the_smaller_zero_is_the_negative_one() {
    for (text, negative) in [
        ("min(0.0, -0.0)", true),
        ("min(-0.0, 0.0)", true),
        ("max(0.0, -0.0)", false),
        ("max(-0.0, 0.0)", false),
    ] {
        let Value::Real(found) = value(text) else { panic!("a real") };
        assert_eq!(found.is_sign_negative(), negative, "{text}");
    }
}

#[test]
fn data_that_is_missing_or_of_another_type_is_an_error() {
    let text = "CREATE TENSOR a : [int]; a(0)";
    let missing = run(text, &Inputs::new()).unwrap_err();
    assert_eq!(missing.to_string(), "there is no data for `a`");
    let mut inputs = Inputs::new();
    inputs.insert("a".into(), Value::reals([1.0]));
    assert_eq!(run(text, &inputs).unwrap_err().to_string(), "the data of `a` is not [int]");
    let long = run("sum(<i, _> in 0:9000000000) 1", &Inputs::new()).unwrap_err();
    assert_eq!(long, EvalError::TooLong(1_000_000));
    let long = run("merge(<_, _, _> in <0:1, 0:9000000000>) 1", &Inputs::new()).unwrap_err();
    assert_eq!(long, EvalError::TooLong(1_000_000));
}

#[test]
fn an_evaluation_ends_in_time() {
    let term = compile("sum(<i, _> in 0:9000000000) 1").unwrap().composed().unwrap();
    let time = std::time::Duration::from_millis(50);
    let error = evaluate_within(&term, &Inputs::new(), u64::MAX, time).unwrap_err();
    assert_eq!(error, EvalError::OutOfTime(time));
    assert_eq!(error.to_string(), "more than 0.05 s");
    let term = compile("1 + 2").unwrap().composed().unwrap();
    assert_eq!(evaluate_within(&term, &Inputs::new(), 9, time).unwrap().0, Value::Int(3));
}

/// The paper's matrix in two formats, and its vector.
#[test]
fn the_data_of_the_paper() {
    let entries = [((0, 0), 6.0), ((0, 2), 9.0), ((0, 3), 8.0), ((2, 0), 5.0), ((2, 3), 7.0)];
    let entries: BTreeMap<Vec<usize>, f64> =
        entries.iter().map(|((i, j), v)| (vec![*i, *j], *v)).collect();
    let c = Tensor { dims: vec![3, 4], entries };
    let array = |inputs: &Inputs, name: &str| match &inputs[&name.into()] {
        Value::Array(array) => array.positions().map(|i| array.get(i).unwrap()).collect(),
        other => vec![other.clone()],
    };
    let whole = |all: &[i64]| all.iter().map(|n| Value::Int(*n)).collect::<Vec<_>>();
    let mut csr = Inputs::new();
    c.store("csr", "T", &mut csr);
    assert_eq!(array(&csr, "T_len"), whole(&[3]));
    assert_eq!(array(&csr, "T_pos"), whole(&[0, 3, 3, 5]));
    assert_eq!(array(&csr, "T_idx"), whole(&[0, 2, 3, 0, 3]));
    let values = [6.0, 9.0, 8.0, 5.0, 7.0].map(Value::Real);
    assert_eq!(array(&csr, "T_val"), values);
    let mut dcsr = Inputs::new();
    c.store("dcsr", "T", &mut dcsr);
    assert_eq!(array(&dcsr, "T_pos1"), whole(&[0, 2]));
    assert_eq!(array(&dcsr, "T_idx1"), whole(&[0, 2]));
    assert_eq!(array(&dcsr, "T_pos2"), whole(&[0, 3, 5]));
    for (format, inputs) in [("csr", csr), ("dcsr", dcsr)] {
        let text = format!("{} T", formats::find(format).unwrap());
        assert_eq!(run(&text, &inputs).unwrap().0, c.value(), "{format}");
    }
    let mut vector = Inputs::new();
    vector.insert("T_pos".into(), Value::ints([0, 3]));
    vector.insert("T_idx".into(), Value::ints([0, 2, 3]));
    vector.insert("T_val".into(), Value::reals([9.0, 7.0, 5.0]));
    let text = format!("{} T", formats::find("coo_vector").unwrap());
    let expected = [(0, 9.0), (2, 7.0), (3, 5.0)].map(|(k, v)| (k, Value::Real(v)));
    assert_eq!(run(&text, &vector).unwrap().0, Value::dict(expected));
}

/// A random tensor that the format can store.
fn storable(random: &mut Random, format: &str) -> Tensor {
    let n = random.below(7);
    let percent = *random.one_of(&[0, 20, 50, 100]);
    let dims = match format {
        "dense_vector" | "coo_vector" | "run_length" | "dictionary" | "hash_vector" => vec![n],
        "dense_tensor" | "dense_tensor_210" | "csf" | "csf_201" | "coo_tensor" | "hash_tensor" => {
            vec![n, random.below(5), random.below(6)]
        }
        "dense_tensor_4" | "csf_4" | "coo_tensor_4" | "hash_tensor_4" => {
            vec![n, random.below(4), random.below(3), random.below(5)]
        }
        "banded" | "triangular" | "symmetric" => vec![n, n],
        "two_of_four" => vec![n, 4 * random.below(4)],
        _ => vec![n, random.below(7)],
    };
    let mut tensor = Tensor::random(random, &dims, percent);
    if format == "banded" {
        tensor.entries.retain(|key, _| key[0] < key[1] + 3 && key[1] < key[0] + 2);
    }
    fit(&mut tensor, format);
    tensor
}

/// Each format's text means the tensor that is stored in it.
#[test]
fn formats_mean_the_logical_tensor() {
    for (format, text) in formats::ALL {
        let (mut empty, mut entries) = (0, 0);
        for seed in 0..100 {
            let tensor = storable(&mut Random::new(seed), format);
            let mut inputs = Inputs::new();
            tensor.store(format, "A", &mut inputs);
            let text = format!("{} A", formats::named(text, "A"));
            let (found, _) = run(&text, &inputs).unwrap_or_else(|e| panic!("{format}: {e}"));
            assert_eq!(found, tensor.value(), "{format}, seed {seed}: {tensor:?}");
            empty += usize::from(tensor.dims.contains(&0));
            entries += tensor.entries.len();
        }
        assert!(empty > 0 && entries > 100, "{format}: {empty} empty, {entries} entries");
    }
}

#[test]
fn values_know_their_sorts() {
    use hloom_storage::value::Array;
    use hloom_storage::{Scalar, Sort};
    let bools = Value::Array(Array::new(Items::Bools(vec![true].into())));
    assert!(bools.has_sort(Sort::array(Scalar::Bool)));
    assert!(!bools.has_sort(Sort::array(Scalar::Int)));
    assert!(!ints(&[(1, 1)]).has_sort(Sort::nested(Scalar::Int, 2)));
    assert!(ints(&[]).has_sort(Sort::nested(Scalar::Int, 2)));
}

/// A definition that the result does not use is no part of it, and needs no data.
#[test]
fn unused_definitions_need_no_data() {
    let text = "CREATE TENSOR x : [int]; CREATE TENSOR y : [int];
                CREATE TENSOR a AS sum(<i, v> in x) v; CREATE TENSOR b AS sum(<i, v> in y) v; a + a";
    let inputs = Inputs::from([("x".into(), Value::ints([1, 2]))]);
    assert_eq!(run(text, &inputs).unwrap().0, Value::Int(6));
}
