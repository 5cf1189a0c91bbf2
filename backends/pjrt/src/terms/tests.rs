//! Terms of programs with one op and of random programs.

use super::*;
use crate::divided::Divided;
use crate::manual::Bodies;
use crate::{mesh, sharding};

const TERMS: &str = "sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={\"x\"}>";
const ROWS: &str = "sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>";

/// A program over devices whose arguments and results in terms are stacked.
fn stack(mut module: Module, devices: usize) -> Module {
    let main = module.symbol("main").unwrap();
    let meshes = mesh::meshes(&module);
    let (divided, states) = Divided::of(&module, main, &meshes, devices).unwrap();
    let mut terms = Terms::new(states);
    terms.stack_arguments(&mut module, main, &divided.arguments).unwrap();
    let found = Some(&mut terms);
    sharding::remove(&mut module, &meshes, devices as i64, Bodies::Run, found).unwrap();
    terms.stack_results(&mut module, main, &divided.results).unwrap();
    hloom_ir::verify::verify(&module).unwrap();
    module
}

/// The terms of the result of a program over two devices, which are stacked, on `0, 1, 2, …`.
fn run(arguments: &str, body: &str, result: &str) -> Vec<f64> {
    let text = format!(
        "module {{
           \"sdy.mesh\"() <{{mesh = #sdy.mesh<[\"x\"=2]>, sym_name = \"mesh\"}}> : () -> ()
           func.func public @main({arguments}) -> ({result} {{{TERMS}}}) {{
             {body}
             return %y : {result}
           }}
         }}"
    );
    let module = stack(hloom_ir::text::parse_module(&text).unwrap(), 2);
    let main = module.symbol("main").unwrap();
    let inputs = module.func(main).function_type.inputs();
    let numbers = |ty: &Type| -> Literal {
        let count = ty.as_tensor().and_then(|tensor| tensor.count()).unwrap();
        Literal::from_f64s(*ty, &(0..count).map(|n| n as f64).collect::<Vec<_>>()).unwrap()
    };
    let inputs: Vec<_> = inputs.iter().map(|ty| hloom_interp::Value::Tensor(numbers(ty))).collect();
    let found = hloom_interp::run(&module, "main", &inputs).unwrap();
    let found = found[0].tensor().unwrap();
    (0..found.count()).map(|i| found.get_f64(i)).collect()
}

#[test]
fn contractions_are_terms() {
    let argument = format!("%x: tensor<4xi32> {{{ROWS}}}");
    let dot = "%s = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<4xi32>, tensor<4xi32>) -> tensor<i32>";
    let reshape = "\n%y = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>";
    assert_eq!(run(&argument, &format!("{dot}{reshape}"), "tensor<1xi32>"), [1.0, 13.0]);
    // Only the first term has the start.
    let sum = "%s = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>";
    let body = format!("%c = stablehlo.constant dense<10> : tensor<i32>\n{sum}{reshape}");
    assert_eq!(run(&argument, &body, "tensor<1xi32>"), [11.0, 5.0]);
}

/// The counts of `1, 1, 1, 0`, whose halves devices count.
#[test]
fn scatters_are_terms() {
    let scatter = |start: &str| {
        let body = format!(
            "%m = stablehlo.constant dense<1> : tensor<4xi32>
             %i = stablehlo.minimum %x, %m : tensor<4xi32>
             %at = stablehlo.reshape %i : (tensor<4xi32>) -> tensor<4x1xi32>
             %u = stablehlo.constant dense<1.0> : tensor<4xf32>
             %c = stablehlo.constant dense<{start}> : tensor<3xf32>
             %s = \"stablehlo.scatter\"(%c, %at, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
             ^bb0(%a: tensor<f32>, %b: tensor<f32>):
               %t = stablehlo.add %a, %b : tensor<f32>
               stablehlo.return %t : tensor<f32>
             }}) : (tensor<3xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<3xf32>
             %y = \"sdy.sharding_constraint\"(%s) <{{sharding = #sdy.sharding<@mesh, [{{}}], unreduced={{\"x\"}}>}}> : (tensor<3xf32>) -> tensor<3xf32>"
        );
        let argument = format!("%x: tensor<4xi32> {{{ROWS}}}");
        run(&argument, &body, "tensor<3xf32>")
    };
    let zero = scatter("0.0");
    assert_eq!(zero, [1.0, 1.0, 0.0, 0.0, 2.0, 0.0]);
    assert!(zero.iter().all(|x| x.is_sign_positive()));
    assert_eq!(scatter("5.0"), [6.0, 6.0, 5.0, 0.0, 2.0, 0.0]);
}

#[test]
fn linear_ops_are_applied_to_each_term() {
    let argument = format!("%x: tensor<2xf32> {{{TERMS}}}, %w: tensor<2xf32>");
    // x is [0, 1] + [2, 3], and w is [0, 1].
    assert_eq!(
        run(&argument, "%y = stablehlo.negate %x : tensor<2xf32>", "tensor<2xf32>"),
        [0.0, -1.0, -2.0, -3.0]
    );
    let product =
        "%z = stablehlo.multiply %w, %x : tensor<2xf32>\n%y = stablehlo.add %z, %w : tensor<2xf32>";
    assert_eq!(run(&argument, product, "tensor<2xf32>"), [0.0, 2.0, 0.0, 3.0]);
    // A square is no sum of squares.
    let square = "%y = stablehlo.multiply %x, %x : tensor<2xf32>";
    assert_eq!(run(&argument, square, "tensor<2xf32>"), [4.0, 16.0, 0.0, 0.0]);
    let exp =
        "%z = stablehlo.maximum %w, %x : tensor<2xf32>\n%y = stablehlo.add %z, %z : tensor<2xf32>";
    assert_eq!(run(&argument, exp, "tensor<2xf32>"), [4.0, 8.0, 0.0, 0.0]);
}

#[test]
fn parts_of_other_values_are_terms() {
    let argument = format!("%x: tensor<4xf32> {{{ROWS}}}");
    let same = "%y = stablehlo.maximum %x, %x : tensor<4xf32>";
    let parts = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 2.0, 3.0];
    assert_eq!(run(&argument, same, "tensor<4xf32>"), parts);
    let whole = argument.replace("[{\"x\"}]", "[{}]");
    let first = [0.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(run(&whole, same, "tensor<4xf32>"), first);
}

#[test]
fn manual_computations_take_and_give_terms() {
    let argument = format!("%x: tensor<4xf32> {{{ROWS}}}");
    let manual = |given: &str, out: &str, body: &str, types: (&str, &str)| {
        format!(
            "\"sdy.manual_computation\"({given}) <{{in_shardings = #sdy.sharding_per_value<[{out}]>, manual_axes = #sdy<manual_axes{{\"x\"}}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{{}}], unreduced={{\"x\"}}>]>}}> ({{
             ^bb0(%p: tensor<2xf32>):
               {body}
               \"sdy.return\"(%q) : (tensor<2xf32>) -> ()
             }}) : ({}) -> {}",
            types.0, types.1
        )
    };
    let first = manual(
        "%x",
        "<@mesh, [{\"x\"}]>",
        "%q = stablehlo.add %p, %p : tensor<2xf32>",
        ("tensor<4xf32>", "tensor<2xf32>"),
    );
    // Of the terms of the first one, the second one gets its own.
    let second = manual(
        "%a",
        "<@mesh, [{}], unreduced={\"x\"}>",
        "%q = stablehlo.multiply %p, %p : tensor<2xf32>",
        ("tensor<2xf32>", "tensor<2xf32>"),
    );
    let body = format!("%y = {first}");
    assert_eq!(run(&argument, &body, "tensor<2xf32>"), [0.0, 2.0, 4.0, 6.0]);
    let body = format!("%a = {first}\n%y = {second}");
    assert_eq!(run(&argument, &body, "tensor<2xf32>"), [0.0, 4.0, 16.0, 36.0]);
}

/// A random program over a mesh of two axes: its text, and the number of terms of its result.
fn random_program(random: &mut impl FnMut(usize) -> usize) -> (String, i64) {
    let unreduced = ["\"x\"", "\"y\"", "\"x\", \"y\"", "\"y\", \"x\""];
    let axes = unreduced[random(4)];
    let places = ["", "\"x\"", "\"y\"", "\"x\", \"y\"", "\"y\", \"x\""];
    let stated = |axes: &str| format!("sdy.sharding = #sdy.sharding<@mesh, {axes}>");
    let vector = |random: &mut dyn FnMut(usize) -> usize| match random(4) {
        0 => stated(&format!("[{{}}], unreduced={{{axes}}}")),
        _ => stated(&format!("[{{{}}}]", places[random(5)])),
    };
    let (a, b) = (vector(random), vector(random));
    let matrix = match random(3) {
        0 => stated("[{}, {}]"),
        1 => stated(&format!("[{{{axes}}}, {{}}]")),
        _ => stated("[{\"x\"}, {\"y\"}]"),
    };
    let ty = "tensor<4xi32>";
    let mut body = String::new();
    let mut values = vec!["%a".to_owned(), "%b".to_owned(), "%c".to_owned()];
    let count = 2 + random(5);
    for n in 0..count {
        let x = values[random(values.len())].clone();
        let z = values[random(values.len())].clone();
        let y = if n + 1 == count { "%y".to_owned() } else { format!("%v{n}") };
        body += &match random(9) {
            0 => format!("{y} = stablehlo.add {x}, {z} : {ty}"),
            1 => format!("{y} = stablehlo.subtract {x}, {z} : {ty}"),
            2 => format!("{y} = stablehlo.multiply {x}, {z} : {ty}"),
            3 => format!("{y} = stablehlo.maximum {x}, {z} : {ty}"),
            4 => format!("{y} = stablehlo.reverse {x}, dims = [0] : {ty}"),
            5 | 6 => format!(
                "{y} = stablehlo.dot_general {x}, %m, contracting_dims = [0] x [0] : ({ty}, tensor<4x4xi32>) -> {ty}"
            ),
            7 => format!(
                "{y} = \"sdy.sharding_constraint\"({x}) <{{sharding = #sdy.sharding<@mesh, [{{{}}}]>}}> : ({ty}) -> {ty}",
                places[random(5)]
            ),
            _ => format!(
                "%i{n} = stablehlo.reshape {x} : ({ty}) -> tensor<4x1xi32>
                 {y} = \"stablehlo.scatter\"(%c, %i{n}, {z}) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
                 ^bb0(%p: tensor<i32>, %q: tensor<i32>):
                   %t = stablehlo.add %p, %q : tensor<i32>
                   stablehlo.return %t : tensor<i32>
                 }}) : ({ty}, tensor<4x1xi32>, {ty}) -> {ty}"
            ),
        };
        body += "\n";
        values.push(y);
    }
    let result = stated(&format!("[{{}}], unreduced={{{axes}}}"));
    let text = format!(
        "module {{
           \"sdy.mesh\"() <{{mesh = #sdy.mesh<[\"x\"=2, \"y\"=2]>, sym_name = \"mesh\"}}> : () -> ()
           func.func public @main(%a: {ty} {{{a}}}, %b: {ty} {{{b}}}, %m: tensor<4x4xi32> {{{matrix}}}) -> ({ty} {{{result}}}) {{
             %c = stablehlo.constant dense<[0, 3, 1, 2]> : {ty}
             {body}return %y : {ty}
           }}
         }}"
    );
    (text, if axes.contains(',') { 4 } else { 2 })
}

/// Terms add up to the value, wherever it comes from; those of a part of the programs are made by
/// several devices.
#[test]
fn terms_of_random_programs_add_up() {
    let mut state = 1u64;
    let mut random = |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut shared = 0;
    for case in 0..400 {
        let (text, terms) = random_program(&mut random);
        let module = hloom_ir::text::parse_module(&text).unwrap();
        let main = module.symbol("main").unwrap();
        let meshes = mesh::meshes(&module);
        let (divided, _) = Divided::of(&module, main, &meshes, 4).unwrap();
        let held = |i: usize| divided.arguments[i].as_ref().map_or(1, Sharding::terms);
        let stacked = stack(module.clone(), 4);
        // Terms of arguments are small numbers.
        let mut inputs = Vec::new();
        let mut sums = Vec::new();
        for (i, &ty) in module.func(main).function_type.inputs().iter().enumerate() {
            let count = ty.as_tensor().and_then(|tensor| tensor.count()).unwrap();
            let numbers: Vec<f64> =
                (0..count * held(i) as usize).map(|_| random(5) as f64 - 1.0).collect();
            let mut sum = vec![0.0; count];
            numbers.iter().enumerate().for_each(|(k, x)| sum[k % count] += x);
            let own = stacked.func(main).function_type.inputs()[i];
            inputs.push(hloom_interp::Value::Tensor(Literal::from_f64s(own, &numbers).unwrap()));
            sums.push(hloom_interp::Value::Tensor(Literal::from_f64s(ty, &sum).unwrap()));
        }
        let mut whole = module.clone();
        sharding::remove(&mut whole, &meshes, 4, Bodies::Run, None).unwrap();
        let want = hloom_interp::run(&whole, "main", &sums).unwrap();
        let got = hloom_interp::run(&stacked, "main", &inputs).unwrap();
        let (want, got) = (want[0].tensor().unwrap(), got[0].tensor().unwrap());
        assert_eq!(got.count() as i64, 4 * terms, "{case}: {text}");
        let mut sum = [0.0; 4];
        let mut holders = 0;
        for term in 0..terms as usize {
            let own: Vec<f64> = (0..4).map(|i| got.get_f64(4 * term + i)).collect();
            holders += usize::from(own.iter().any(|&x| x != 0.0));
            sum.iter_mut().zip(own).for_each(|(sum, x)| *sum += x);
        }
        // Sums of integers wrap.
        let sum: Vec<i32> = sum.iter().map(|&x| x as i64 as i32).collect();
        let want: Vec<i32> = (0..4).map(|i| want.get_f64(i) as i32).collect();
        assert_eq!(sum, want, "{case}: {text}\n{stacked}");
        shared += usize::from(holders > 1);
    }
    assert!(shared > 100, "only {shared} programs have several terms");
}
