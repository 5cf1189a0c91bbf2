//! Layouts do not change results: random programs with random physical layouts (permuted, padded,
//! blocked), and random programs after `assign-layouts`.

use super::{as_file, by_machine_code, compare, inputs_of, interpret};
use hloom_ir::types::Layout;
use hloom_ir::{Literal, OpId, Rewriter, Type, Value};
use hloom_llvm::ThreadPool;
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::sampling::{Sample, program};

/// A random layout: a permutation of the dimensions, often with padding or blocks.
fn layout(rank: usize, random: &mut Random) -> Layout {
    let mut order: Vec<u32> = (0..rank as u32).collect();
    for n in (1..rank).rev() {
        order.swap(n, random.below(n + 1));
    }
    let mut layout = Layout::new(order);
    if random.below(3) == 0 {
        layout.pad = (0..rank).map(|_| random.below(4) as i64).collect();
    }
    if random.below(3) == 0 {
        let tiles = random.below(rank + 1);
        layout.tile = (0..tiles).map(|_| 1 + random.below(5) as i64).collect();
    }
    layout
}

/// Gives most values of a program a layout; returns their number.
fn lay_out(sample: &mut Sample, random: &mut Random) -> usize {
    let main = sample.module.symbol("main").expect("there is a main");
    let ops: Vec<OpId> = sample.module.walk(main).collect();
    let values: Vec<Value> = ops.iter().flat_map(|&op| sample.module.results(op)).collect();
    let mut rewriter = Rewriter::new(&mut sample.module);
    let mut count = 0;
    for v in values {
        let Some(ty) = rewriter.module().ty(v).as_tensor() else { continue };
        if ty.rank() > 0 && ty.encoding.is_none() && random.below(4) > 0 {
            let in_layout = ty.clone().with_layout(&layout(ty.rank(), random));
            count += usize::from(in_layout.encoding.is_some());
            rewriter.set_type(v, Type::from(in_layout));
        }
    }
    count
}

fn check(sample: &Sample, inputs: &[Literal], want: &[Literal], pool: &ThreadPool, how: &str) {
    let again = interpret(&sample.module, inputs)
        .unwrap_or_else(|e| panic!("{}", as_file(sample, inputs, &e)));
    // The tensors in it keep the layouts of their types.
    let plain = again.iter().zip(want).map(|(found, want)| {
        Literal::new(want.ty(), found.expanded().bytes().into()).expect("of its size")
    });
    compare(sample, inputs, want, &plain.collect::<Vec<_>>(), "interpreted with layouts");
    let got = by_machine_code(&sample.module, inputs, pool)
        .unwrap_or_else(|e| panic!("{}", as_file(sample, inputs, &e)));
    compare(sample, inputs, want, &got, how);
}

#[test]
fn campaign_layouts_change_no_result() {
    let pool = ThreadPool::new(2).expect("threads");
    let pipeline = Pipeline::parse("inline,canonicalize,cse,fuse,dce").expect("a pipeline");
    let options = Options { verify_each: true, ..Options::default() };
    let mut in_layout = 0;
    for seed in seeds(60) {
        let mut random = Random::new(seed);
        let mut sample = program(&mut random, 30);
        let inputs = inputs_of(&sample.module, &mut random);
        let want = interpret(&sample.module, &inputs).expect("it runs");
        in_layout += lay_out(&mut sample, &mut random);
        check(&sample, &inputs, &want, &pool, "in random layouts");
        hloom_passes::run(&mut sample.module, &pipeline, &options, &mut ())
            .unwrap_or_else(|e| panic!("{}", as_file(&sample, &inputs, &e.to_string())));
        check(&sample, &inputs, &want, &pool, "fused in random layouts");
    }
    assert!(in_layout > 60, "only {in_layout} values were given a layout");
}

#[test]
fn campaign_assigned_layouts_change_no_result() {
    let pool = ThreadPool::new(2).expect("threads");
    let passes = "inline,canonicalize,cse,assign-layouts";
    let options = Options { verify_each: true, ..Options::default() };
    for seed in seeds(40) {
        let mut random = Random::new(seed);
        let mut sample = program(&mut random, 30);
        let inputs = inputs_of(&sample.module, &mut random);
        let want = interpret(&sample.module, &inputs).expect("it runs");
        for more in [passes, "fuse,dce"] {
            let pipeline = Pipeline::parse(more).expect("a pipeline");
            hloom_passes::run(&mut sample.module, &pipeline, &options, &mut ())
                .unwrap_or_else(|e| panic!("{}", as_file(&sample, &inputs, &e.to_string())));
            check(&sample, &inputs, &want, &pool, "in layouts that were assigned");
        }
    }
}
