//! Fusions by rows in which values are read at other rows: reversed, sliced, put together again,
//! transposed, or gathered.

use super::{by_machine_code, interpret};
use hloom_ir::{Literal, Module, Type};
use hloom_llvm::ThreadPool;
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::sampling::{input, same};

/// A program of integers, whose results are exact, with a sum of each row somewhere.
fn program(random: &mut Random) -> String {
    let rows = [2, 3, 8, 40][random.below(4)];
    let columns = [1, 4, rows, 70][random.below(4)];
    let (t, r, s) =
        (format!("tensor<{rows}x{columns}xi32>"), format!("tensor<{rows}xi32>"), "tensor<i32>");
    let mut text = format!(
        "func.func @main(%x: {t}, %y: {t}, %at: tensor<{rows}x1xi32>) -> ({t}, {t}) {{
  %zero = stablehlo.constant dense<0> : {s}
  %seven = stablehlo.constant dense<7> : {t}\n"
    );
    let mut values = vec!["%x".to_owned(), "%y".to_owned()];
    for i in 0..4 + random.below(10) {
        let mut pick = || values[random.below(values.len())].clone();
        let (a, b) = (pick(), pick());
        text += &match random.below(12) {
            // An expensive value is kept, if others use it.
            0 | 1 => format!("  %v{i} = stablehlo.remainder {a}, %seven : {t}\n"),
            2 => format!("  %v{i} = stablehlo.add {a}, {b} : {t}\n"),
            3 => format!("  %v{i} = stablehlo.maximum {a}, {b} : {t}\n"),
            4 => format!("  %v{i} = stablehlo.reverse {a}, dims = [0] : {t}\n"),
            5 => format!("  %v{i} = stablehlo.reverse {a}, dims = [1] : {t}\n"),
            6 => {
                let cut = 1 + random.below(rows - 1);
                let (low, high) = (
                    format!("tensor<{cut}x{columns}xi32>"),
                    format!("tensor<{}x{columns}xi32>", rows - cut),
                );
                format!(
                    "  %l{i} = stablehlo.slice {a} [0:{cut}, 0:{columns}] : ({t}) -> {low}
  %h{i} = stablehlo.slice {b} [{cut}:{rows}, 0:{columns}] : ({t}) -> {high}
  %v{i} = stablehlo.concatenate %h{i}, %l{i}, dim = 0 : ({high}, {low}) -> {t}\n"
                )
            }
            7 if rows == columns => {
                format!("  %v{i} = stablehlo.transpose {a}, dims = [1, 0] : ({t}) -> {t}\n")
            }
            8 => format!(
                "  %v{i} = \"stablehlo.gather\"({a}, %at) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, {columns}>}}> : ({t}, tensor<{rows}x1xi32>) -> {t}\n"
            ),
            _ => format!(
                "  %s{i} = stablehlo.reduce({a} init: %zero) applies stablehlo.add across dimensions = [1] : ({t}, {s}) -> {r}
  %b{i} = stablehlo.broadcast_in_dim %s{i}, dims = [0] : ({r}) -> {t}
  %v{i} = stablehlo.add {b}, %b{i} : {t}\n"
            ),
        };
        if text.contains(&format!("%v{i} =")) {
            values.push(format!("%v{i}"));
        }
    }
    let last = values.last().cloned().unwrap_or_default();
    let other = values[random.below(values.len())].clone();
    text + &format!("  return {last}, {other} : {t}, {t}\n}}\n")
}

fn fused(module: &Module) -> Module {
    let mut module = module.clone();
    let pipeline = Pipeline::parse("canonicalize,cse,fuse,dce").expect("a pipeline");
    let options = Options { verify_each: true, ..Options::default() };
    hloom_passes::run(&mut module, &pipeline, &options, &mut ()).expect("the passes run");
    module
}

#[test]
fn campaign_rows_that_read_other_rows() {
    let pool = ThreadPool::new(2).expect("threads");
    let mut by_rows = 0;
    for seed in seeds(600) {
        let mut random = Random::new(seed);
        let text = program(&mut random);
        let module = hloom_tests::parse(&text);
        let main = module.symbol("main").expect("there is a main");
        let types: &[Type] = module.func(main).function_type.inputs();
        let inputs: Vec<Literal> =
            types.iter().map(|&ty| input(ty, &mut random).expect("a static tensor")).collect();
        let want = interpret(&module, &inputs).expect("it runs");
        let fused = fused(&module);
        by_rows += usize::from(fused.to_string().contains("kind = \"row\""));
        let found = by_machine_code(&fused, &inputs, &pool).expect("it runs");
        for (i, (found, want)) in found.iter().zip(&want).enumerate() {
            assert!(same(found, want), "result {i}: {found} is not {want}\n// seed {seed}\n{text}");
        }
    }
    assert!(by_rows > 100, "{by_rows}");
}
