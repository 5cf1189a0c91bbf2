//! Programs for several replicas (`pmap` of older versions of JAX, and other frameworks): each replica
//! runs the program on its own arguments.
//!
//! Replicas that do not talk to each other run one after the other. Those with collectives run
//! together: a new `@main` has the arguments of all replicas, and runs the old one for each as a process.
//! The pass `vectorize-processes` makes one program of these where it can; else the interpreter runs them.
//!
//! A replica may have several partitions, which divide its arguments and results. The program of a
//! replica knows nothing of them, so groups of devices by global ids become groups of replicas first.

use hloom_ir::field::{ResultTypes, Text};
use hloom_ir::ops::{
    AllReduce, Flag, Func, FuncReturn, FunctionType, Matrix, Names, Op, Programs, ReplicaGroups,
    RunParallel, Strategy, replica_groups,
};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Module, OpId, Rewriter, Type, Value};

use crate::error::{Code, Error, Outcome};

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

/// The replicas in groups of devices by global ids, replica by replica, if each group has the same
/// partition of several replicas and the groups of all partitions have the same replicas.
fn replicas_of(groups: &[Vec<i64>], partitions: i64) -> Option<Vec<Vec<i64>>> {
    // No groups are one group of all devices.
    if groups.is_empty() {
        return None;
    }
    let mut columns = vec![Vec::new(); usize::try_from(partitions).ok()?];
    for group in groups {
        let column = group.first()?.rem_euclid(partitions);
        if group.iter().any(|id| id.rem_euclid(partitions) != column) {
            return None;
        }
        let mut replicas: Vec<i64> = group.iter().map(|id| id.div_euclid(partitions)).collect();
        replicas.sort_unstable();
        columns[column as usize].push(replicas);
    }
    columns.iter_mut().for_each(|column| column.sort_unstable());
    let first = columns.first()?.clone();
    columns.iter().all(|column| *column == first).then_some(first)
}

/// Makes groups of devices by global ids groups of replicas, each of which has several partitions. A
/// reduction of whole tensors over replicas does the same to each part of them.
///
/// # Errors
/// If an op is not such a reduction: devices of one replica have parts of the op's operand.
fn name_replicas(module: &mut Module, replicas: usize, partitions: usize) -> Outcome<()> {
    let global = |&op: &OpId| {
        replica_groups(module.op(op)).is_some_and(|it| it.strategy == Strategy::FlattenedIds)
    };
    let ops: Vec<OpId> = module.walk_all().filter(global).collect();
    for op in ops {
        let groups = replica_groups(module.op(op)).map(|it| it.ids.groups(module));
        let groups = groups.unwrap_or_else(|| Ok(Vec::new())).map_err(Error::invalid)?;
        let reduces = module.get::<AllReduce>(op).is_some();
        let Some(mut rows) = replicas_of(&groups, partitions as i64).filter(|_| reduces) else {
            let name = module.op(op).name();
            return Err(Error::new(
                Code::Unimplemented,
                format!(
                    "`{name}` has groups of devices by their global ids in a program of {replicas} \
                     replicas, each of {partitions} partitions; hloom runs `stablehlo.all_reduce` \
                     with these, if each group has the same partition of some replicas"
                ),
            ));
        };
        // Shorter groups are filled up.
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        rows.iter_mut().for_each(|row| row.resize(width, -1));
        let replica_groups = ReplicaGroups::Table(Matrix::new(&rows));
        let use_global_device_ids = Flag(false);
        let own = AllReduce { channel_handle: None, replica_groups, use_global_device_ids };
        Rewriter::new(module).set_op(op, own);
    }
    Ok(())
}

/// Replaces a program in which replicas, each of so many partitions, talk to each other by one of all
/// replicas; whether it is one.
///
/// # Errors
/// If the program is not valid, or an op has groups of devices that are not groups of replicas.
pub(crate) fn together(
    module: &mut Module,
    main: OpId,
    replicas: usize,
    partitions: usize,
) -> Outcome<bool> {
    if !module.walk_all().any(|op| talks(module, op)) {
        return Ok(false);
    }
    if partitions > 1 {
        name_replicas(module, replicas, partitions)?;
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
        assert!(!together(&mut alone, main, 2, 1).unwrap());
        let mut sums = program(
            "%y = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
             ^bb0(%a: tensor<f32>, %b: tensor<f32>):
               %s = stablehlo.add %a, %b : tensor<f32>
               stablehlo.return %s : tensor<f32>
             }) : (tensor<2xf32>) -> tensor<2xf32>",
        );
        let main = sums.symbol("main").unwrap();
        assert!(together(&mut sums, main, 2, 1).unwrap());
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

    #[test]
    fn groups_of_one_partition_are_groups_of_replicas() {
        let of = |groups: &[&[i64]], partitions| {
            let groups: Vec<Vec<i64>> = groups.iter().map(|group| group.to_vec()).collect();
            replicas_of(&groups, partitions)
        };
        assert_eq!(of(&[&[0, 2], &[1, 3]], 2), Some(vec![vec![0, 1]]));
        assert_eq!(of(&[&[3, 1], &[0, 2], &[4], &[5]], 2), Some(vec![vec![0, 1], vec![2]]));
        assert_eq!(of(&[&[0], &[1], &[2], &[3]], 2), Some(vec![vec![0], vec![1]]));
        // Devices of one replica, other replicas for another partition, and one group of all.
        for groups in [&[&[0, 1][..], &[2, 3]][..], &[&[0, 2], &[1], &[3]], &[]] {
            assert_eq!(of(groups, 2), None, "{groups:?}");
        }
    }
}
