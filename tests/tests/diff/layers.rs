//! Layers, merged siblings, micro-batches and levels do not change results.

use super::{as_file, by_machine_code, compare, inputs_of, interpret};
use hloom_ir::{Element, Literal, Module, Type};
use hloom_llvm::ThreadPool;
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::sampling::{program, same};

fn passed(module: &Module, passes: &str) -> Result<Module, String> {
    let mut module = module.clone();
    let pipeline = Pipeline::parse(passes).expect("a pipeline");
    let options = Options { verify_each: true, ..Options::default() };
    hloom_passes::run(&mut module, &pipeline, &options, &mut ()).map_err(|e| e.to_string())?;
    Ok(module)
}

/// Random programs in layers, interpreted with layers, and as machine code after they are inlined.
#[test]
fn campaign_layers_keep_the_meaning_of_random_programs() {
    let pool = ThreadPool::new(2).expect("threads");
    let mut layers = 0;
    for seed in seeds(100) {
        let mut random = Random::new(seed);
        let sample = program(&mut random, 30);
        let inputs = inputs_of(&sample.module, &mut random);
        let fail = |why: &str| -> ! { panic!("{}", as_file(&sample, &inputs, why)) };
        let want = interpret(&sample.module, &inputs).unwrap_or_else(|e| fail(&e));
        let policy = ["cost", "greedy", "bisection"][random.below(3)];
        let cores = 1 + random.below(4);
        let graph = format!("layer-graph{{cores={cores} policy={policy}}}");
        let merged = ["", "canonicalize,cse,merge-siblings,"][random.below(2)];
        let module =
            passed(&sample.module, &format!("inline,{merged}{graph}")).unwrap_or_else(|e| fail(&e));
        layers += module.to_string().matches("hloom.layer").count();
        let got = interpret(&module, &inputs).unwrap_or_else(|e| fail(&e));
        compare(&sample, &inputs, &want, &got, "in layers");
        let module =
            passed(&module, "inline-layers,canonicalize,cse,fuse,dce").unwrap_or_else(|e| fail(&e));
        let got = by_machine_code(&module, &inputs, &pool).unwrap_or_else(|e| fail(&e));
        compare(&sample, &inputs, &want, &got, "as machine code of layers");
    }
    assert!(layers > 200, "{layers}");
}

/// A step with sums over samples: numbers are small and whole, so that sums are exact in any order.
fn step(random: &mut Random) -> (String, usize) {
    let samples = 2 + random.below(6);
    let width = 1 + random.below(4);
    let (x, w, s) = (
        format!("tensor<{samples}x{width}xf32>"),
        format!("tensor<{width}x{width}xf32>"),
        "tensor<f32>",
    );
    let row = format!("tensor<{width}xf32>");
    let mut text = format!(
        "func.func @main(%w: {w}, %v: {w}, %x: {x}, %y: {x}) -> ({w}, {w}, {s}, {x}) {{
  %zero = stablehlo.constant dense<0.0> : {s}
  %low = stablehlo.constant dense<-3.0> : {s}
  %high = stablehlo.constant dense<3.0> : {s}\n"
    );
    let mut values = vec!["%x".to_owned(), "%y".to_owned()];
    for i in 0..3 + random.below(10) {
        let mut pick = || values[random.below(values.len())].clone();
        let (a, b) = (pick(), pick());
        let weight = ["%w", "%v"][random.below(2)];
        text += &match random.below(14) {
            0 => format!("  %o{i} = stablehlo.add {a}, {b} : {x}\n"),
            1 => format!("  %o{i} = stablehlo.multiply {a}, {b} : {x}\n"),
            2 => format!("  %o{i} = stablehlo.maximum {a}, {b} : {x}\n"),
            3 => format!("  %o{i} = stablehlo.negate {a} : {x}\n"),
            // Samples that need all others: a sum over them, and their order.
            4 => format!(
                "  %s{i} = stablehlo.reduce({a} init: %zero) applies stablehlo.add across dimensions = [0] : ({x}, {s}) -> {row}
  %b{i} = stablehlo.broadcast_in_dim %s{i}, dims = [1] : ({row}) -> {x}
  %o{i} = stablehlo.subtract {b}, %b{i} : {x}\n"
            ),
            // Parts of a sample: what an op reads begins behind the sample's first element.
            6 if width > 1 => {
                let (from, stride) = (random.below(width), 1 + random.below(2));
                let many = (width - from).div_ceil(stride);
                let part = format!("tensor<{samples}x{many}xf32>");
                let low = random.below(width - many + 1);
                format!(
                    "  %p{i} = stablehlo.slice {a} [0:{samples}, {from}:{width}:{stride}] : ({x}) -> {part}
  %o{i} = stablehlo.pad %p{i}, %zero, low = [0, {low}], high = [0, {}], interior = [0, 0] : ({part}, {s}) -> {x}\n",
                    width - many - low
                )
            }
            7 => {
                let (low, interior) = (random.below(5) as i64 - 2, random.below(2) as i64);
                let spread = (width as i64 - 1) * interior;
                format!(
                    "  %o{i} = stablehlo.pad {a}, %low, low = [0, {low}], high = [0, {}], interior = [0, {interior}] : ({x}, {s}) -> {x}\n",
                    -low - spread
                )
            }
            8 => {
                let (low, dilation) = (random.below(4) as i64 - 1, 1 + random.below(2) as i64);
                format!(
                    "  %o{i} = \"stablehlo.reduce_window\"({a}, %zero) <{{window_dimensions = array<i64: 1, 2>, window_dilations = array<i64: 1, {dilation}>, padding = dense<[[0, 0], [{low}, {}]]> : tensor<2x2xi64>}}> ({{
  ^bb0(%l: {s}, %r: {s}):
    %t = stablehlo.add %l, %r : {s}
    stablehlo.return %t : {s}
  }}) : ({x}, {s}) -> {x}\n",
                    dilation - low
                )
            }
            9 => format!("  %o{i} = stablehlo.reverse {a}, dims = [1] : {x}\n"),
            10 => {
                let (low, stride) = (random.below(4) as i64 - 1, 1 + random.below(2) as i64);
                let high = (width as i64 - 1) * stride + 2 - width as i64 - low;
                format!(
                    "  %i{i} = stablehlo.reshape {a} : ({x}) -> tensor<{samples}x{width}x1xf32>
  %k{i} = stablehlo.constant dense<[[[1.0]], [[-2.0]]]> : tensor<2x1x1xf32>
  %c{i}a = stablehlo.convolution(%i{i}, %k{i}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{stride = [{stride}], pad = [[{low}, {high}]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : (tensor<{samples}x{width}x1xf32>, tensor<2x1x1xf32>) -> tensor<{samples}x{width}x1xf32>
  %o{i} = stablehlo.reshape %c{i}a : (tensor<{samples}x{width}x1xf32>) -> {x}\n"
                )
            }
            5 if random.below(3) == 0 => format!(
                "  %o{i} = \"stablehlo.sort\"({a}) <{{dimension = 0 : i64}}> ({{
  ^bb0(%l: {s}, %r: {s}):
    %lt = stablehlo.compare LT, %l, %r : ({s}, {s}) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }}) : ({x}) -> {x}\n"
            ),
            _ => format!(
                "  %o{i} = stablehlo.dot_general {a}, {weight}, contracting_dims = [1] x [0] : ({x}, {w}) -> {x}\n"
            ),
        };
        text += &format!("  %c{i} = stablehlo.clamp %low, %o{i}, %high : ({s}, {x}, {s}) -> {x}\n");
        values.push(format!("%c{i}"));
    }
    let mut pick = || values[2 + random.below(values.len() - 2)].clone();
    let (a, b, c, d, e) = (pick(), pick(), pick(), pick(), pick());
    text += &format!(
        "  %loss = stablehlo.reduce({a} init: %zero) applies stablehlo.add across dimensions = [0, 1] : ({x}, {s}) -> {s}
  %gw = stablehlo.dot_general {b}, {c}, contracting_dims = [0] x [0] : ({x}, {x}) -> {w}
  %gv = stablehlo.dot_general {d}, {c}, contracting_dims = [0] x [0] : ({x}, {x}) -> {w}
  %nw = stablehlo.subtract %w, %gw : {w}
  %nv = stablehlo.subtract %v, %gv : {w}
  return %nw, %nv, %loss, {e} : {w}, {w}, {s}, {x}
}}\n"
    );
    (text, samples)
}

#[test]
fn campaign_micro_batches_and_levels_keep_the_meaning_of_random_steps() {
    let pool = ThreadPool::new(2).expect("threads");
    let (mut divided, mut deep, mut rounds, mut again) = (0, 0, 0, 0);
    for seed in seeds(60) {
        let mut random = Random::new(seed);
        let (text, samples) = step(&mut random);
        let module = hloom_tests::parse(&text);
        let main = module.symbol("main").expect("there is a main");
        let types: &[Type] = module.func(main).function_type.inputs();
        let inputs: Vec<Literal> = types
            .iter()
            .map(|&ty| {
                assert_eq!(ty.element(), Some(Element::F32));
                let count = ty.as_tensor().and_then(|t| t.count()).expect("a static tensor");
                let all: Vec<f64> = (0..count).map(|_| random.below(5) as f64 - 2.0).collect();
                Literal::from_f64s(ty, &all).expect("as many numbers as elements")
            })
            .collect();
        let want = interpret(&module, &inputs).expect("the step runs");
        let count = 1 + random.below(samples);
        let levels = 1 + random.below(3);
        let options = format!("arguments=2:3 count={count}");
        let order = ["1f1b", "gpipe"][random.below(2)];
        let levels_of = |memory: u64| {
            format!(
                "pipeline-levels{{{options} levels={levels} loss=2 memory={memory} order={order}}}"
            )
        };
        // The least memory is what the refusal of a lower one says.
        let refused = passed(&module, &format!("canonicalize,cse,{}", levels_of(1))).err();
        let least = refused.and_then(|why| {
            let bytes = why.split("take ").nth(1)?.split(' ').next()?;
            Some(bytes.parse().expect("a number of bytes"))
        });
        for passes in [
            format!("micro-batch{{{options}}}"),
            levels_of(0),
            levels_of(least.unwrap_or(1)),
            format!("pipeline-levels{{{options} levels={levels}}}"),
        ] {
            let module = match passed(&module, &format!("canonicalize,cse,{passes}")) {
                Ok(module) => module,
                // Few ops: few levels. Everything may be made of arguments, or of a sorted batch.
                Err(why)
                    if ["at most", "does not depend", "computes samples one by one"]
                        .iter()
                        .any(|known| why.contains(known)) =>
                {
                    continue;
                }
                Err(why) => panic!("{why}\n// {passes}\n{text}"),
            };
            divided += 1;
            rounds += usize::from(
                passes.starts_with("pipeline") && module.to_string().contains("_round1"),
            );
            again += usize::from(passes == levels_of(least.unwrap_or(1)) && least.is_some());
            deep += usize::from(levels > 1 && passes.starts_with("pipeline"));
            let got = interpret(&module, &inputs).expect("it runs");
            let code = passed(&module, "inline,canonicalize,cse,fuse,dce").expect("they run");
            let native = by_machine_code(&code, &inputs, &pool).expect("it runs");
            for (i, ((want, got), native)) in want.iter().zip(&got).zip(&native).enumerate() {
                assert!(same(want, got), "result {i}: {got} is not {want}\n// {passes}\n{text}");
                assert!(
                    same(want, native),
                    "native {i}: {native}, not {want}\n// {passes}\n{text}"
                );
            }
        }
    }
    assert!(divided > 120 && deep > 30, "{divided} {deep}");
    assert!(rounds > 20 && again > 10, "{rounds} {again}");
}
