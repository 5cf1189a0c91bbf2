//! Stages of unusual steps, and steps that can't have any.

use super::tests::{error, mlp8, on, trains};
use crate::micro_batch::tests::passed;

const W: &str = "tensor<3x3xf32>";
const S: &str = "tensor<4x3xf32>";

/// The stage of an argument; `None` if several stages have it.
fn stage(text: &str, name: &str) -> Option<u8> {
    let main = &text[text.find("@main(").expect("a step")..];
    let main = &main[..main.find(" -> ").expect("results")];
    let from = main.find(&format!("%{name}: ")).expect("an argument");
    let own = &main[from + 1..];
    let own = &own[..own.find('%').unwrap_or(own.len())];
    own.find("hloom.stage = ").map(|at| own.as_bytes()[at + 14] - b'0')
}

/// A training step of linear layers, without activations.
fn linear(layers: usize) -> String {
    let (mut args, mut body, mut h) = (String::new(), String::new(), "%x".to_owned());
    for i in 0..layers {
        args += &format!("%w{i}: {W}, ");
        body += &format!(
            "  %h{i} = stablehlo.dot_general {h}, %w{i}, contracting_dims = [1] x [0] : ({S}, {W}) -> {S}\n"
        );
        h = format!("%h{i}");
    }
    body += &format!(
        "  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %g{layers} = stablehlo.subtract {h}, %y : {S}
  %q = stablehlo.multiply %g{layers}, %g{layers} : {S}
  %loss = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : ({S}, tensor<f32>) -> tensor<f32>\n"
    );
    for i in (0..layers).rev() {
        let (next, before) = (i + 1, if i > 0 { format!("%h{}", i - 1) } else { "%x".to_owned() });
        body += &format!(
            "  %gw{i} = stablehlo.dot_general {before}, %g{next}, contracting_dims = [0] x [0] : ({S}, {S}) -> {W}
  %g{i} = stablehlo.dot_general %g{next}, %w{i}, contracting_dims = [1] x [1] : ({S}, {W}) -> {S}
  %n{i} = stablehlo.subtract %w{i}, %gw{i} : {W}\n"
        );
    }
    let names: Vec<String> = (0..layers).map(|i| format!("%n{i}")).collect();
    let types = vec![W; layers].join(", ");
    format!(
        "func.func @main({args}%x: {S}, %y: {S}) -> ({types}, tensor<f32>) {{\n{body}  return {}, %loss : {types}, tensor<f32>\n}}",
        names.join(", ")
    )
}

/// Gradients are computed at the stage of their weight, also where no activation is kept.
#[test]
fn weights_of_linear_layers_are_at_one_stage_each() {
    let step = linear(4);
    for stages in [2, 4] {
        let text = on(&format!("\"pipe\"={stages}"), &step);
        let passes = "pipeline-ranks{axis=pipe arguments=4:5 count=2 loss=4}";
        let module = passed(&text, passes);
        trains(&passed(&step, ""), &module, 0, passes);
        let text = module.to_string();
        let found = ["x", "w0", "w1", "w2", "w3", "y"].map(|name| stage(&text, name));
        assert!(found.iter().all(Option::is_some) && found.is_sorted(), "{found:?}: {text}");
        assert_eq!(found[0], Some(0));
    }
}

/// Weights that are converted before they are used, and an optimizer's state of a weight: what comes
/// before the loop is divided among the stages too.
#[test]
fn ops_before_the_loop_belong_to_the_stages_that_need_them() {
    let step = linear(2)
        .replace(
            "%h0 = stablehlo.dot_general %x, %w0",
            "%c0 = stablehlo.tanh %w0 : tensor<3x3xf32>\n  %h0 = stablehlo.dot_general %x, %c0",
        )
        .replace(
            "%h1 = stablehlo.dot_general %h0, %w1",
            "%c1 = stablehlo.tanh %w1 : tensor<3x3xf32>\n  %h1 = stablehlo.dot_general %h0, %c1",
        )
        .replace("%g2, %w1,", "%g2, %c1,")
        .replace("%g1, %w0,", "%g1, %c0,");
    let passes = "pipeline-ranks{axis=pipe arguments=2:3 count=2 loss=2}";
    let module = passed(&on("\"pipe\"=2", &step), passes);
    trains(&passed(&step, ""), &module, 2, passes);
    let text = module.to_string();
    assert_eq!(["w0", "w1"].map(|name| stage(&text, name)), [Some(0), Some(1)], "{text}");
    for rank in 0..2 {
        let one = passed(&text, &format!("specialize-rank{{partition={rank}}},symbol-dce"));
        let one = one.to_string();
        let main = &one[one.find("@main(").expect("a step")..];
        assert_eq!(main.matches("stablehlo.tanh").count(), 1, "{one}");
    }
}

/// Weights that ranks of a stage put together before the loop: each stage gathers its own.
#[test]
fn each_stage_gathers_its_own_weights() {
    let sharded = "{sdy.sharding = #sdy.sharding<@mesh, [{\"data\"}, {}]>}";
    let step = linear(2).replace(W, "tensor<4x4xf32>").replace(S, "tensor<64x4xf32>");
    let mut divided = step.clone();
    for (name, rows) in [("w0", 4), ("w1", 4), ("x", 64), ("y", 64)] {
        let arg = format!("%{name}: tensor<{rows}x4xf32>");
        divided = divided.replacen(&arg, &format!("{arg} {sharded}"), 1);
    }
    let passes =
        "partition,canonicalize,cse,dce,pipeline-ranks{axis=pipe arguments=2:3 count=2 loss=2}";
    let module = passed(&on("\"pipe\"=2, \"data\"=2", &divided), passes);
    trains(&passed(&step, ""), &module, 2, passes);
    for rank in 0..4 {
        let alone = format!("specialize-rank{{partition={rank}}},inline,symbol-dce");
        let one = passed(&module.to_string(), &alone).to_string();
        assert_eq!(one.matches("stablehlo.all_gather").count(), 1, "rank {rank}: {one}");
    }
    // Channels of stages are none of the exchanges before.
    let text = module.to_string();
    let handles: Vec<&str> = text
        .match_indices("channel_handle<handle = ")
        .map(|(at, it)| {
            let rest = &text[at + it.len()..];
            &rest[..rest.find(',').expect("a type")]
        })
        .collect();
    assert!(handles.contains(&"1") && handles.contains(&"2"), "{handles:?}");
    let own = text.split("\"stablehlo.send\"").skip(1);
    assert!(own.into_iter().all(|it| !it[..100].contains("handle = 1,")), "{text}");
}

/// Arguments that are returned, that nothing uses, and results of arguments alone.
#[test]
fn arguments_that_no_layer_uses() {
    let step = linear(2)
        .replace("%y: tensor<4x3xf32>)", "%y: tensor<4x3xf32>, %unused: tensor<5xf32>, %e: tensor<3x3xf32>)")
        .replace("tensor<f32>) {", "tensor<f32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {")
        .replace(
            "  return %n0, %n1, %loss : tensor<3x3xf32>, tensor<3x3xf32>, tensor<f32>",
            "  %old = stablehlo.add %e, %w1 : tensor<3x3xf32>
  return %n0, %n1, %loss, %w0, %e, %old : tensor<3x3xf32>, tensor<3x3xf32>, tensor<f32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>",
        );
    let passes = "pipeline-ranks{axis=pipe arguments=2:3 count=2 loss=2}";
    let module = passed(&on("\"pipe\"=2", &step), passes);
    trains(&passed(&step, ""), &module, 0, passes);
    let text = module.to_string();
    let found = ["w0", "w1", "unused"].map(|name| stage(&text, name));
    assert_eq!(found, [Some(0), Some(1), Some(0)], "{text}");
}

/// Barriers say which values not to recompute together; levels choose that themselves.
#[test]
fn barriers_do_not_stand_in_the_way() {
    let step = mlp8().replace(
        "%p = stablehlo.dot_general %h, %v",
        "%hb = stablehlo.optimization_barrier %h : tensor<8x5xf32>\n  %p = stablehlo.dot_general %hb, %v",
    );
    let passes = "pipeline-ranks{axis=pipe arguments=2:3 count=2 loss=2}";
    trains(&passed(&step, ""), &passed(&on("\"pipe\"=2", &step), passes), 2, passes);
}

/// Statistics of each micro-batch: the same as of a loop.
#[test]
fn statistics_of_micro_batches() {
    let step = "
func.func @main(%w: tensor<3x3xf64>, %v: tensor<3x3xf64>, %x: tensor<6x3xf64>, %y: tensor<6x3xf64>, %s: tensor<3xf64>)
    -> (tensor<6x3xf64>, tensor<3xf64>) {
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x3xf64>, tensor<3x3xf64>) -> tensor<6x3xf64>
  %b, %mean, %var = \"stablehlo.batch_norm_training\"(%a, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<6x3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<6x3xf64>, tensor<3xf64>, tensor<3xf64>)
  %c = stablehlo.dot_general %b, %v, contracting_dims = [1] x [0] : (tensor<6x3xf64>, tensor<3x3xf64>) -> tensor<6x3xf64>
  %d = stablehlo.subtract %c, %y : tensor<6x3xf64>
  return %d, %mean : tensor<6x3xf64>, tensor<3xf64>
}";
    let before = "expand-batch-norm,canonicalize,cse,dce";
    for count in [2, 3] {
        let options = format!("arguments=2:3 count={count} statistics=micro-batch");
        let whole = passed(step, &format!("{before},micro-batch{{{options}}}"));
        let text = on("\"pipe\"=2", step);
        let stages = passed(&text, &format!("{before},pipeline-ranks{{axis=pipe {options}}}"));
        trains(&whole, &stages, 0, &options);
    }
    // A value that differs from sample to sample by its place, too.
    let placed = step.replace(
        "%c = stablehlo.dot_general %b,",
        "%i = stablehlo.iota dim = 0 : tensor<6x3xf64>
  %m = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<3xf64>) -> tensor<6x3xf64>
  %im = stablehlo.multiply %i, %m : tensor<6x3xf64>
  %bi = stablehlo.add %b, %im : tensor<6x3xf64>
  %c = stablehlo.dot_general %bi,",
    );
    let passes =
        format!("{before},pipeline-levels{{arguments=2:3 levels=1 statistics=micro-batch}}");
    let found = error(&placed, &passes);
    assert!(found.contains("on its place in the batch"), "{found}");
}

#[test]
fn steps_that_have_no_stages() {
    let pipe = |step: &str| on("\"pipe\"=2", step);
    let passes = "pipeline-ranks{axis=pipe arguments=2:3 loss=2}";
    let tuple = mlp8()
        .replace("tensor<f32>, tensor<8x2xf32>) {", "tensor<f32>, tuple<tensor<8x2xf32>>) {")
        .replace(
            "return %nw, %nv, %loss, %p :",
            "%t = stablehlo.tuple %p : tuple<tensor<8x2xf32>>\n  return %nw, %nv, %loss, %t :",
        )
        .replace("tensor<f32>, tensor<8x2xf32>\n", "tensor<f32>, tuple<tensor<8x2xf32>>\n");
    let found = error(&pipe(&tuple), passes);
    assert!(found.contains("result 3 is tuple<tensor<8x2xf32>>; stages have tensors"), "{found}");
    let called = format!(
        "{}\nfunc.func @twice(%w: tensor<3x5xf32>, %v: tensor<5x2xf32>, %x: tensor<8x3xf32>, %y: tensor<8x2xf32>) -> tensor<f32> {{
  %r:4 = call @main(%w, %v, %x, %y) : (tensor<3x5xf32>, tensor<5x2xf32>, tensor<8x3xf32>, tensor<8x2xf32>) -> (tensor<3x5xf32>, tensor<5x2xf32>, tensor<f32>, tensor<8x2xf32>)
  return %r#2 : tensor<f32>
}}",
        mlp8()
    );
    let found = error(&pipe(&called), passes);
    assert!(found.contains("`@main`, which is called here, would get other arguments"), "{found}");
    let found = error(&pipe(&mlp8()), "pipeline-ranks{axis=pipe arguments=2:3 loss=0}");
    assert!(found.contains("result 0 is tensor<3x5xf32>, but a loss is one number"), "{found}");
    // The mesh with the axis need not be the first one; options may have commas between them.
    let two = format!("sdy.mesh @other = <[\"data\"=2]>\n{}", pipe(&mlp8())).replace(
        "tensor<8x2xf32>) {",
        "tensor<8x2xf32>) attributes {hloom.stages = \"axis=pipe, arguments=2:3, count=4, loss=2\"} {",
    );
    trains(&passed(&mlp8(), ""), &passed(&two, "pipeline-ranks"), 2, "two meshes");
    let found = error(&two.replace("count=4", "count"), "pipeline-ranks");
    assert!(found.contains("`count` has no value, as in `count=4`"), "{found}");
}
