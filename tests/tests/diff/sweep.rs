//! Every op with every element type: the CPU runs what the interpreter runs, with the same results.
//! The tables here list all exceptions.

use super::interpret;
use hloom_ir::op::{FieldReader, Trait};
use hloom_ir::ops::TABLE;
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Attr, AttrDict, Element, Literal, Module, Rewriter, Type};
use hloom_llvm::{Executable, ThreadPool};
use hloom_tests::campaign::Random;
use hloom_tests::sampling::{input, same};

/// Cases that the interpreter runs and the CPU does not: the case's name, the element type, and the
/// error.
const NOT_YET: &[(&str, &str, &str)] = &[
    ("bitcast_convert", "i1 tf32", "from i1 to tf32"),
    ("bitcast_convert", "tf32 i1", "from tf32 to i1"),
];

/// The text of one op: `E` stands for an element type, `$0` for the first operand.
struct Case {
    name: String,
    operands: Vec<String>,
    text: String,
    result: String,
}

/// Ops that are not elementwise: name, operand shapes, attributes and regions, result shape.
const SHAPED: &[(&str, &[&str], &str, &str)] = &[
    ("transpose", &["2x3x5xE"], "{permutation = array<i64: 2, 0, 1>}", "5x2x3xE"),
    ("reshape", &["2x3x5xE"], "", "6x5xE"),
    ("broadcast_in_dim", &["3x1xE"], "{broadcast_dimensions = array<i64: 0, 2>}", "3x2x5xE"),
    (
        "slice",
        &["5x7xE"],
        "{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 5, 7>, strides = array<i64: 2, 3>}",
        "2x3xE",
    ),
    ("concatenate", &["2x3xE", "1x3xE"], "{dimension = 0 : i64}", "3x3xE"),
    ("reverse", &["5x3xE"], "{dimensions = array<i64: 0>}", "5x3xE"),
    (
        "pad",
        &["4x3xE", "E"],
        "{edge_padding_low = array<i64: 1, -1>, edge_padding_high = array<i64: 0, 2>, interior_padding = array<i64: 1, 0>}",
        "8x4xE",
    ),
    ("iota", &[], "{iota_dimension = 1 : i64}", "2x3xE"),
    (
        "dot_general",
        &["3x5xE", "5x4xE"],
        "{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}",
        "3x4xE",
    ),
    (
        "convolution",
        &["1x6x2xE", "3x2x4xE"],
        "{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<1> : tensor<1x2xi64>}",
        "1x6x4xE",
    ),
    ("reduce", &["4x3xE", "E"], "({BODY add}) {dimensions = array<i64: 0>}", "3xE"),
    ("reduce", &["4x3xE", "E"], "({BODY maximum}) {dimensions = array<i64: 1>}", "4xE"),
    ("reduce", &["4x3xE", "E"], "({BODY minimum}) {dimensions = array<i64: 0, 1>}", "E"),
    ("reduce", &["4x3xE", "E"], "({BODY or}) {dimensions = array<i64: 0>}", "3xE"),
    (
        "reduce_window",
        &["6xE", "E"],
        "({BODY maximum}) {window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}",
        "2xE",
    ),
    ("map", &["7xE", "7xE"], "({BODY subtract}) {dimensions = array<i64: 0>}", "7xE"),
    ("dynamic_slice", &["5x7xE", "i32", "ui8"], "{slice_sizes = array<i64: 3, 2>}", "3x2xE"),
    ("dynamic_update_slice", &["5x7xE", "3x2xE", "i8", "i8"], "", "5x7xE"),
    (
        "gather",
        &["4x9x20xE", "3x2xi32"],
        "{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 9, 18>, indices_are_sorted = false}",
        "3x9x18xE",
    ),
    (
        "gather",
        &["3x4xE", "3x5x1xi64"],
        "{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}",
        "3x5x2xE",
    ),
    (
        "scatter",
        &["4x40xE", "9x1xi32", "9x40xE"],
        "({BODY maximum}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}",
        "4x40xE",
    ),
    (
        "scatter",
        &["4x6xE", "5x2xi8", "5x2x3xE"],
        "({BODY minimum}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}",
        "4x6xE",
    ),
    ("sort", &["4x19xE"], "({LESS}) {dimension = 1 : i64}", "4x19xE"),
    ("sort", &["21x3xE"], "({LESS}) {dimension = 0 : i64}", "21x3xE"),
    ("select", &["7xi1", "7xE", "7xE"], "", "7xE"),
    ("clamp", &["E", "7xE", "E"], "", "7xE"),
];

fn body(op: &str, element: &str) -> String {
    let e = format!("tensor<{element}>");
    format!(
        "{{ ^bb0(%x: {e}, %y: {e}): %z = \"stablehlo.{op}\"(%x, %y) : ({e}, {e}) -> {e} \
         \"stablehlo.return\"(%z) : ({e}) -> () }}"
    )
}

fn less(element: &str) -> String {
    let e = format!("tensor<{element}>");
    format!(
        "{{ ^bb0(%x: {e}, %y: {e}): %z = \"stablehlo.compare\"(%x, %y) \
         {{comparison_direction = #stablehlo<comparison_direction LT>}} : ({e}, {e}) -> tensor<i1> \
         \"stablehlo.return\"(%z) : (tensor<i1>) -> () }}"
    )
}

fn shaped() -> Vec<Case> {
    let mut cases = Vec::new();
    for element in Element::ALL {
        for &(op, operands, rest, result) in SHAPED {
            let of = |shape: &str| shape.replace('E', element.name());
            let mut rest = rest.to_owned();
            let mut name = op.to_owned();
            if let Some((before, after)) = rest.split_once("{BODY ")
                && let Some((inner, after)) = after.split_once('}')
            {
                name = format!("{op} {inner}");
                rest = format!("{before}{}{after}", body(inner, element.name()));
            }
            rest = rest.replace("{LESS}", &less(element.name()));
            let places: Vec<String> = (0..operands.len()).map(|i| format!("${i}")).collect();
            cases.push(Case {
                name: format!("{name} {}", element.name()),
                operands: operands.iter().map(|o| of(o)).collect(),
                text: format!("\"stablehlo.{op}\"({}) {rest}", places.join(", ")),
                result: of(result),
            });
        }
    }
    cases
}

/// Conversions between all pairs of element types, by value and by bits.
fn casts() -> Vec<Case> {
    let mut cases = Vec::new();
    for from in Element::ALL {
        for to in Element::ALL {
            let (a, b) = (from.bit_width(), to.bit_width());
            let (x, y) = if a > b {
                ("3".to_owned(), format!("3x{}", a / b))
            } else if a < b {
                (format!("3x{}", b / a), "3".to_owned())
            } else {
                ("23".to_owned(), "23".to_owned())
            };
            for (op, x, y) in [("convert", "23", "23"), ("bitcast_convert", &x, &y)] {
                cases.push(Case {
                    name: format!("{op} {} {}", from.name(), to.name()),
                    operands: vec![format!("{x}x{}", from.name())],
                    text: format!("\"stablehlo.{op}\"($0)"),
                    result: format!("{y}x{}", to.name()),
                });
            }
        }
    }
    cases
}

/// Every elementwise op on every element type that inference accepts.
fn elementwise() -> Vec<Case> {
    let mut cases = Vec::new();
    for entry in TABLE.iter().filter(|e| e.def.has(Trait::Elementwise)) {
        let name = entry.def.name;
        // These are compiled after expansion by `legalize-chlo`, which `chlo.rs` tests.
        if name.starts_with("chlo.") {
            continue;
        }
        for element in Element::ALL {
            let ty = Type::tensor(&[37], element);
            let mut dict = AttrDict::new();
            let (direction, numbers) = ("#stablehlo<comparison_direction LE>", [4, 2]);
            dict.set("comparison_direction", Attr::Opaque(direction.into()));
            let i32s = Type::scalar(Element::I32);
            dict.set("exponent_bits", Attr::Int(numbers[0], i32s));
            dict.set("mantissa_bits", Attr::Int(numbers[1], i32s));
            let Ok(op) = (entry.read)(&mut FieldReader { dict: &mut dict, results: &[ty] }) else {
                continue;
            };
            let mut module = Module::new();
            let mut rewriter = Rewriter::new(&mut module);
            let (_, block) = rewriter.region(&vec![ty; entry.def.operands.len()]);
            rewriter.set_point(InsertPoint::End(block));
            let args = rewriter.module().args(block).to_vec();
            let Ok(result) = rewriter.value(op, &args) else { continue };
            let result = rewriter.module().ty(result).to_string();
            let Some(result) = result.strip_prefix("tensor<").and_then(|r| r.strip_suffix('>'))
            else {
                continue;
            };
            let attributes = match name {
                "stablehlo.compare" => format!(" {{comparison_direction = {direction}}}"),
                "stablehlo.reduce_precision" => {
                    format!(" {{exponent_bits = {} : i32, mantissa_bits = {} : i32}}", 4, 2)
                }
                _ => String::new(),
            };
            let places: Vec<String> = (0..args.len()).map(|i| format!("${i}")).collect();
            cases.push(Case {
                name: format!("{} {}", entry.def.short_name(), element.name()),
                operands: vec![format!("37x{}", element.name()); args.len()],
                text: format!("\"{name}\"({}){attributes}", places.join(", ")),
                result: result.to_owned(),
            });
        }
    }
    cases
}

/// A module whose function `main` runs some cases, each on its own operands.
fn module_of(cases: &[&Case]) -> Result<Module, String> {
    let (mut arguments, mut lines) = (Vec::new(), Vec::new());
    for (n, case) in cases.iter().enumerate() {
        let mut text = case.text.clone();
        let mut types = Vec::new();
        for (i, operand) in case.operands.iter().enumerate() {
            arguments.push(format!("%a{n}_{i}: tensor<{operand}>"));
            text = text.replace(&format!("${i}"), &format!("%a{n}_{i}"));
            types.push(format!("tensor<{operand}>"));
        }
        lines.push(format!("%r{n} = {text} : ({}) -> tensor<{}>", types.join(", "), case.result));
    }
    let results: Vec<String> = cases.iter().map(|c| format!("tensor<{}>", c.result)).collect();
    let returned: Vec<String> = (0..cases.len()).map(|n| format!("%r{n}")).collect();
    let results = results.join(", ");
    let text = format!(
        "func.func @main({}) -> ({results}) {{\n{}\nreturn {} : {results}\n}}",
        arguments.join(", "),
        lines.join("\n"),
        returned.join(", "),
    );
    let module = hloom_ir::text::parse_module(&text).map_err(|e| format!("{e:?}\n{text}"))?;
    match hloom_ir::verify::verify(&module) {
        Ok(()) => Ok(module),
        Err(errors) => Err(format!("{errors:?}")),
    }
}

/// Operands of a module's cases: edge-case numbers, or moderate ones for functions that are
/// approximate.
fn inputs_of(module: &Module, random: &mut Random, moderate: bool) -> Vec<Literal> {
    let function = module.symbol("main").expect("there is a main");
    let types = module.func(function).function_type.inputs().to_vec();
    let mut draw = |ty: Type| {
        if !moderate {
            return input(ty, random).expect("a static tensor");
        }
        let count = ty.as_tensor().map_or(0, |t| t.dims.iter().product::<i64>());
        let parts = if ty.element().is_some_and(Element::is_complex) { 2 } else { 1 };
        let numbers: Vec<f64> =
            (0..count * parts).map(|_| f64::from(random.int() % 4096) / 4096.0).collect();
        let mut literal = Literal::zeros(ty).expect("a static tensor");
        let real = literal.element().real_part();
        let slots = literal.as_mut_slice::<u8>().chunks_exact_mut(real.byte_width());
        slots.zip(numbers).for_each(|(s, x)| hloom_ir::literal::write_f64(real, x, s));
        literal
    };
    types.into_iter().map(&mut draw).collect()
}

/// Functions that backends approximate differently.
fn is_approximate(name: &str) -> bool {
    let functions = [
        "atan2",
        "cbrt",
        "cosine",
        "exponential",
        "log",
        "logistic",
        "power",
        "rsqrt",
        "sine",
        "sqrt",
        "tan",
        "tanh",
        "sign",
        "abs",
        "divide",
        "multiply",
        "dot_general",
        "convolution",
        "remainder",
        "reduce add",
        "exponential_minus_one",
        "log_plus_one",
    ];
    functions.iter().any(|f| name.starts_with(f))
}

/// Whether results agree: floats and complex numbers up to a few units in the last place of the
/// whole number.
fn near(a: &Literal, b: &Literal) -> bool {
    let element = a.element();
    let real = element.real_part();
    if !real.is_float() {
        return same(a, b);
    }
    let epsilon = match real {
        Element::F64 => 1e-14,
        Element::F32 => 1e-6,
        Element::TF32 => 1e-3,
        narrow => {
            let format = hloom_ir::types::float::FloatFormat::of(narrow).expect("a float");
            2f64.powi(-(format.mantissa_bits as i32))
        }
    };
    let width = real.byte_width();
    (0..a.count()).all(|i| {
        let parts = |x: &Literal| -> Vec<f64> {
            let chunks = x.element_bytes(i).chunks(width);
            chunks.map(|c| hloom_ir::literal::read_f64(real, c)).collect()
        };
        let (x, y) = (parts(a), parts(b));
        let size = x.iter().fold(0f64, |m, v| m.max(v.abs()));
        x.iter().zip(&y).all(|(x, y)| {
            x == y || (x.is_nan() && y.is_nan()) || (x - y).abs() <= 4.0 * epsilon * size.max(1.0)
        })
    })
}

/// Separates the cases that the CPU runs from those that it rejects, with the reason.
fn sweep(cases: Vec<Case>) {
    let pool = ThreadPool::new(2).expect("threads");
    let mut random = Random::new(7);
    let (mut runs, mut wrong) = (Vec::new(), Vec::new());
    for case in &cases {
        // Cases that inference rejects need not run.
        let Ok(module) = module_of(&[case]) else { continue };
        let inputs = inputs_of(&module, &mut random, is_approximate(&case.name));
        // Nor do cases that the specification leaves undefined.
        if interpret(&module, &inputs).is_err() {
            continue;
        }
        let main = module.symbol("main").expect("there is a main");
        let lowered = hloom_loops::lower_function(&module, main, &Default::default());
        let expected = NOT_YET
            .iter()
            .find(|(name, element, _)| case.name.split_once(' ') == Some((*name, *element)));
        match (lowered, expected) {
            (Ok(_), None) => runs.push(case),
            (Ok(_), Some(_)) => wrong.push(format!("{} runs now", case.name)),
            (Err(e), Some((.., why))) if e.to_string().contains(why) => {}
            (Err(e), _) => wrong.push(format!("{}: {e}", case.name)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for group in runs.chunks(40) {
        let module = module_of(group).expect("each was valid");
        let main = module.symbol("main").expect("there is a main");
        let lowered = hloom_loops::lower_function(&module, main, &Default::default());
        let lowered = lowered.expect("each was lowered");
        let code = Executable::compile(&lowered.program, &Default::default());
        let code = code.unwrap_or_else(|e| panic!("{}: {e}", group[0].name));
        for moderate in [false, true] {
            let inputs = inputs_of(&module, &mut random, moderate);
            let want = interpret(&module, &inputs).expect("ran before");
            let bytes: Vec<&[u8]> = inputs.iter().map(Literal::bytes).collect();
            let out = code.call(&bytes, &pool).unwrap_or_else(|e| panic!("{e}"));
            for ((case, want), bytes) in group.iter().zip(&want).zip(&out) {
                let got = Literal::new(want.ty(), bytes[..].into()).expect("of its size");
                let approximate = is_approximate(&case.name);
                let agrees = match (approximate, moderate) {
                    (true, true) => near(want, &got),
                    // Another test covers the edges of their range.
                    (true, false) => true,
                    _ => same(want, &got),
                };
                if !agrees {
                    let inputs: Vec<&Literal> = inputs
                        .iter()
                        .filter(|x| x.count() < 64)
                        .filter(|x| {
                            case.operands
                                .iter()
                                .any(|o| x.ty().to_string() == format!("tensor<{o}>"))
                        })
                        .collect();
                    wrong.push(format!("{}: {got} instead of {want} of {inputs:?}", case.name));
                }
            }
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_elementwise_op_on_every_element_type() {
    sweep(elementwise());
}

#[test]
fn every_pair_of_element_types_is_cast() {
    sweep(casts());
}

#[test]
fn every_op_with_a_shape_on_every_element_type() {
    sweep(shaped());
}
