//! Tests of changes to branches through the rewriter.

use crate::ops::*;
use crate::text::{parse_module, print};
use crate::{Block, Module, OpId, Rewriter, Value, verify};
use rustc_hash::FxHashMap;

const LOOP: &str = "func.func @f(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  cf.br ^bb2(%x, %x : tensor<f32>, tensor<f32>)
^bb1:
  %z = stablehlo.abs %y : tensor<f32>
  cf.cond_br %c, ^bb2(%a, %z : tensor<f32>, tensor<f32>), ^bb3(%a : tensor<f32>)
^bb2(%a: tensor<f32>, %b: tensor<f32>):
  %y = stablehlo.negate %a : tensor<f32>
  cf.br ^bb1
^bb3(%r: tensor<f32>):
  return %r : tensor<f32>
}
";

fn read() -> (Module, OpId, Vec<Block>) {
    let module = parse_module(LOOP).expect("a valid module");
    let function = module.functions().next().expect("a function");
    let blocks = module.blocks(module.regions(function)[0]).to_vec();
    (module, function, blocks)
}

#[track_caller]
fn valid(module: &Module) -> String {
    if let Err(errors) = verify::verify(module) {
        panic!("{errors:#?}");
    }
    print(module, &Default::default())
}

#[test]
fn what_a_branch_passes_is_known() {
    let (module, _, blocks) = read();
    assert_eq!(valid(&module), LOOP);
    let end = module.last_op(blocks[1]).expect("a branch");
    let to: Vec<(Block, usize)> = module.successors(end).map(|s| (s.block, s.args.len())).collect();
    assert_eq!(to, [(blocks[2], 2), (blocks[3], 1)]);
    assert_eq!(module.own_operands(end), &module.operands(end)[..1]);
    let mut from: Vec<(OpId, usize)> = module.predecessors(blocks[2]).collect();
    from.sort();
    assert_eq!(from, [(module.last_op(blocks[0]).expect("a branch"), 0), (end, 0)]);
    assert!(module.predecessors(blocks[0]).next().is_none());
}

#[test]
fn copies_branch_to_copies() {
    let (mut module, function, _) = read();
    let mut rw = Rewriter::new(&mut module);
    let copy = rw.clone_op(function, &mut FxHashMap::default());
    let mut func = rw.module().func(copy).clone();
    func.sym_name.0 = "g".into();
    rw.set_op(copy, func);
    rw.erase(function);
    assert_eq!(valid(&module), LOOP.replace("@f", "@g"));
}

#[test]
fn branches_are_changed() {
    let (mut module, _, blocks) = read();
    let end = module.last_op(blocks[1]).expect("a branch");
    let back: Vec<Value> = module.successor(end, 1).args.to_vec();
    let mut rw = Rewriter::new(&mut module);
    // The loop exits immediately, and its second value is passed along.
    rw.set_successors(end, &[], &[(blocks[3], &back)]);
    rw.set_op(end, Br {});
    rw.remove_arg(blocks[2], 1);
    assert_eq!(rw.module().predecessors(blocks[2]).count(), 1);
    let text = valid(&module);
    assert!(text.contains("cf.br ^bb2(%x : tensor<f32>)"), "{text}");
    assert!(text.contains("cf.br ^bb3(%a : tensor<f32>)"), "{text}");
    // Erases unreachable blocks, whatever the order of their mutual uses.
    let mut rw = Rewriter::new(&mut module);
    let first = rw.module().last_op(blocks[0]).expect("a branch");
    rw.redirect(first, 0, blocks[3]);
    rw.erase_blocks(&blocks[1..3]);
    let text = valid(&module);
    assert!(text.contains("cf.br ^bb1(%x : tensor<f32>)"), "{text}");
    assert_eq!(text.matches('^').count(), 2, "{text}");
}
