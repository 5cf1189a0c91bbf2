//! Windows over divided dimensions: each device gets halos, and computes what it computes as a whole.

use hloom_interp::Value as Data;
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::sampling::any_number;

use super::shard::differs;
use super::types::hold_types;

/// A window op over rows of extent `n` that are divided; as many windows as rows, or one for each
/// `stride` of them.
fn sample(random: &mut Random) -> String {
    let parts = [2, 4][random.below(2)] as i64;
    let n = parts * [2, 4, 6][random.below(3)] as i64;
    let stride = if n / parts % 2 == 0 && random.chance(3) { 2 } else { 1 };
    let size = 1 + random.below(4) as i64;
    let dilation = if random.chance(3) { 2 } else { 1 };
    let span = (size - 1) * dilation + 1;
    // So much padding that there are `n / stride` windows; it may be negative.
    let low = random.below(span as usize + 2) as i64 - 1;
    let high = span - stride - low;
    let rows = n / stride;
    let element = ["f32", "i32", "f64"][random.below(3)];
    let scalar = format!("tensor<{element}>");
    let sharding =
        "{sdy.sharding = #sdy.sharding<mesh<[\"r\"=PARTS, \"q\"=2]>, [{}, {\"r\"}, {}]>}"
            .replace("PARTS", &parts.to_string());
    let (x, y) = (format!("tensor<2x{n}x3x{element}>"), format!("tensor<2x{rows}x3x{element}>"));
    match random.below(3) {
        0 => {
            let kernel = format!("tensor<{size}x3x3x{element}>");
            format!(
                "func.func @main(%x: {x} {sharding}, %k: {kernel}) -> {y} {{
                   %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], \
                     window = {{stride = [{stride}], pad = [[{low}, {high}]], rhs_dilate = [{dilation}]}} \
                     {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({x}, {kernel}) -> {y}
                   return %y : {y}
                 }}"
            )
        }
        1 => {
            let op = ["add", "maximum", "minimum"][random.below(3)];
            format!(
                "func.func @main(%x: {x} {sharding}, %i: {scalar}) -> {y} {{
                   %y = \"stablehlo.reduce_window\"(%x, %i) <{{window_dimensions = array<i64: 1, {size}, 1>, \
                     window_strides = array<i64: 1, {stride}, 1>, window_dilations = array<i64: 1, {dilation}, 1>, \
                     padding = dense<[[0, 0], [{low}, {high}], [0, 0]]> : tensor<3x2xi64>}}> ({{
                   ^bb0(%a: {scalar}, %b: {scalar}):
                     %c = stablehlo.{op} %a, %b : {scalar}
                     stablehlo.return %c : {scalar}
                   }}) : ({x}, {scalar}) -> {y}
                   return %y : {y}
                 }}"
            )
        }
        _ => {
            let shift = random.below(5) as i64 - 2;
            format!(
                "func.func @main(%x: {x} {sharding}, %i: {scalar}) -> {x} {{
                   %y = stablehlo.pad %x, %i, low = [0, {shift}, 0], high = [0, {}, 0], interior = [0, 0, 0] \
                     : ({x}, {scalar}) -> {x}
                   return %y : {x}
                 }}",
                -shift
            )
        }
    }
}

#[test]
fn campaign_windows_exchange_halos() {
    let (mut halos, mut permutes) = (0, 0);
    for seed in seeds(300) {
        let mut random = Random::new(seed);
        let text = sample(&mut random);
        let module = hloom_tests::parse(&text);
        let main = module.symbol("main").expect("there is a main");
        let types = module.func(main).function_type.inputs();
        let inputs = types.iter().map(|&ty| any_number(ty, true, &mut random).map(Data::Tensor));
        let inputs = inputs.collect::<Option<Vec<Data>>>().expect("plain elements");
        let counts = hold_types(&module, "main", &inputs);
        let [_, own, _] = counts.unwrap_or_else(|what| panic!("seed {seed}: {what}\n{text}"));
        halos += own;
        match differs(&module, "main", &inputs) {
            Ok(local) => {
                let local = local.unwrap_or_default();
                permutes += local.matches("stablehlo.collective_permute").count();
            }
            Err(what) => panic!("seed {seed}: {what}\n{text}"),
        }
    }
    assert!(halos > 150 && permutes > 150, "{halos} {permutes}");
}
