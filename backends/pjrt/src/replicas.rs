//! Programs for several replicas (`pmap` of older versions of JAX, and other frameworks): each replica
//! runs the program on its own arguments.
//!
//! Replicas that do not talk to each other run one after the other. Those with collectives run
//! together: a new `@main` has the arguments of all replicas, and runs the old one for each as a process.
//! The pass `vectorize-processes` makes one program of these where it can; else the interpreter runs them.
//!
//! A replica may have several partitions, which divide its arguments and results.

use hloom_ir::field::{ResultTypes, Text};
use hloom_ir::ops::{Func, FuncReturn, FunctionType, Names, Op, Programs, RunParallel};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Module, OpId, Rewriter, Type, Value};

use crate::error::{Error, Outcome};

/// The function of one replica, where a new `@main` runs all of them.
const REPLICA: &str = "hloom_replica";

/// Whether an op asks which replica it runs on, or waits for other ones.
pub(crate) fn talks(module: &Module, op: OpId) -> bool {
    matches!(
        module.op(op),
        Op::AllGather(_)
            | Op::AllReduce(_)
            | Op::AllToAll(_)
            | Op::CollectiveBroadcast(_)
            | Op::CollectivePermute(_)
            | Op::CollectiveReduce(_)
            | Op::PartitionId(_)
            | Op::Recv(_)
            | Op::ReduceScatter(_)
            | Op::ReplicaId(_)
            | Op::Send(_)
    )
}

/// Replaces a program in which replicas talk to each other by one of all replicas; whether it is one.
///
/// # Errors
/// If the program is not valid.
pub(crate) fn together(module: &mut Module, main: OpId, replicas: usize) -> Outcome<bool> {
    if !module.walk_all().any(|op| talks(module, op)) {
        return Ok(false);
    }
    let mut own = module.func(main).clone();
    let ty = own.function_type;
    let all = |types: &[Type]| -> Vec<Type> {
        (0..replicas).flat_map(|_| types.iter().copied()).collect()
    };
    let (inputs, outputs) = (all(ty.inputs()), all(ty.results()));
    own.sym_name = REPLICA.into();
    own.sym_visibility = Some(Text(b"private"[..].into()));
    (own.arg_attrs, own.res_attrs) = (None, None);
    let end = InsertPoint::End(module.body());
    let mut rewriter = Rewriter::new(module);
    rewriter.set_op(main, own);
    let (region, block) = rewriter.region(&inputs);
    rewriter.set_point(InsertPoint::End(block));
    let arguments = rewriter.module().args(block).to_vec();
    let names = |_| Names(Box::new([REPLICA.into()]));
    let run = RunParallel {
        infeed: None,
        programs: Programs((0..replicas).map(names).collect()),
        results: ResultTypes(outputs.clone().into()),
    };
    let run = rewriter.build(run, &arguments).map_err(Error::bug)?;
    let results: Vec<Value> = rewriter.module().results(run).into_iter().collect();
    rewriter.build(FuncReturn {}, &results).map_err(Error::bug)?;
    rewriter.set_point(end);
    let function = Func {
        sym_name: "main".into(),
        function_type: FunctionType(Type::function(&inputs, &outputs)),
        sym_visibility: None,
        arg_attrs: None,
        res_attrs: None,
    };
    rewriter.build_with_regions(function, &[], &[region]).map_err(Error::bug)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(body: &str) -> Module {
        let text = format!(
            "func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {{ {body} return %y : tensor<2xf32> }}"
        );
        hloom_ir::text::parse_module(&text).unwrap()
    }

    #[test]
    fn only_replicas_that_talk_run_together() {
        let mut alone = program("%y = stablehlo.add %x, %x : tensor<2xf32>");
        let main = alone.symbol("main").unwrap();
        assert!(!together(&mut alone, main, 2).unwrap());
        let mut sums = program(
            "%y = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
             ^bb0(%a: tensor<f32>, %b: tensor<f32>):
               %s = stablehlo.add %a, %b : tensor<f32>
               stablehlo.return %s : tensor<f32>
             }) : (tensor<2xf32>) -> tensor<2xf32>",
        );
        let main = sums.symbol("main").unwrap();
        assert!(together(&mut sums, main, 2).unwrap());
        hloom_ir::verify::verify(&sums).unwrap();
        let tensor = |n: f32| {
            let bytes = [n, 2.0 * n].map(f32::to_le_bytes).concat();
            let ty = Type::tensor(&[2], hloom_ir::Element::F32);
            hloom_ir::Literal::new(ty, bytes[..].into()).unwrap()
        };
        let inputs = [tensor(1.0), tensor(10.0)].map(hloom_interp::Value::Tensor);
        let found = hloom_interp::run(&sums, "main", &inputs).unwrap();
        assert_eq!(found.len(), 2);
        for one in found {
            assert_eq!(one.tensor().unwrap().as_slice::<f32>(), [11.0, 22.0]);
        }
    }
}
