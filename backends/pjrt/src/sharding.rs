//! Shardy's ops, which say how tensors are divided among devices: they go away.
//!
//! All memory is one, so a program for several devices runs once, on whole tensors; only manual
//! computations run once for each device.

use hloom_ir::ops::{ManualComputation, Op, SdyMeshRef, Strategy, replica_groups};
use hloom_ir::{Module, OpId, Rewriter};
use hloom_passes::Pipeline;

use crate::error::{Code, Error, Outcome};
use crate::manual::{self, Bodies};
use crate::mesh::Mesh;
use crate::replicas;
use crate::terms::Terms;

/// Whether an op says how tensors are divided among devices. Portable artifacts have casts around
/// Shardy's ops, since those don't take the types of VHLO.
fn goes_away(module: &Module, op: OpId) -> bool {
    let name = module.op(op).name();
    name.starts_with("sdy.") || name == CAST
}

/// Puts the bodies of functions in the places of their calls, so that shardings pass through them.
///
/// # Errors
/// If the program is not valid.
pub(crate) fn inline(module: &mut Module) -> Outcome<()> {
    let pipeline = Pipeline::parse("inline").map_err(Error::bug)?;
    hloom_passes::run(module, &pipeline, &hloom_passes::Options::default(), &mut ())
        .map_err(|failure| Error::from(hloom::Error::from(failure)))
}

/// The name of a cast between types that stand for the same values.
const CAST: &str = "builtin.unrealized_conversion_cast";

/// Whether devices hold operands or results of a manual computation in terms.
fn holds_terms(module: &Module, op: OpId) -> bool {
    let stated = module.get::<ManualComputation>(op);
    let stated = stated.map(|it| it.in_shardings.0.iter().chain(&it.out_shardings.0));
    stated.into_iter().flatten().any(|sharding| !sharding.unreduced.is_empty())
}

/// Whether the devices of a computation talk to each other, or ask which one they are.
fn talks_inside(module: &Module, op: OpId) -> bool {
    module.walk(op).any(|inner| replicas::talks(module, inner))
}

/// Whether the devices of a computation inside of another one ask for their numbers, or talk to devices
/// that differ along axes that are not its own. Such a computation runs for each outer device on that
/// one's data alone, so it must not.
fn talks_beyond(module: &Module, op: OpId, meshes: &[(String, Mesh)]) -> bool {
    let Some(it) = module.get::<ManualComputation>(op) else { return talks_inside(module, op) };
    let mut stated = it.in_shardings.0.iter().chain(&it.out_shardings.0);
    let mesh = stated.find_map(|sharding| match &sharding.mesh {
        SdyMeshRef::Symbol(name) => meshes.iter().find(|(known, _)| **known == **name),
        SdyMeshRef::Inline(_) => None,
    });
    let Some((_, mesh)) = mesh else { return talks_inside(module, op) };
    let own = |group: &[i64]| {
        let mut all = group.iter().map(|&device| mesh.beyond(&it.manual_axes.0, device));
        let first = all.next().flatten();
        first.is_some_and(|first| all.all(|other| other.as_ref() == Some(&first)))
    };
    module.walk(op).any(|inner| match replica_groups(module.op(inner)) {
        Some(groups) if groups.strategy == Strategy::FlattenedIds => {
            match groups.ids.groups(module) {
                Ok(ids) => ids.is_empty() || !ids.iter().all(|group| own(group)),
                Err(_) => true,
            }
        }
        _ => replicas::talks(module, inner),
    })
}

/// The ops that go away, in the order of the program but for ops with regions, which follow those
/// inside; and whether each stands in a computation of Shardy.
fn inner_first(module: &Module) -> Vec<(OpId, bool)> {
    let mut found = Vec::new();
    let mut around: Vec<OpId> = Vec::new();
    for op in module.walk_all().filter(|&op| goes_away(module, op)) {
        let inside = |outer: OpId| {
            std::iter::successors(Some(op), |&at| module.parent_op(at)).any(|at| at == outer)
        };
        while let Some(&outer) = around.last().filter(|&&outer| !inside(outer)) {
            around.pop();
            found.push((outer, !around.is_empty()));
        }
        around.push(op);
    }
    while let Some(op) = around.pop() {
        found.push((op, !around.is_empty()));
    }
    found
}

/// Removes Shardy's ops from a program: a constraint is its operand; a manual computation is its body,
/// on several devices as many runs of it, whose operands in terms are those that `terms` finds.
///
/// # Errors
/// If an op is not one that goes away.
pub(crate) fn remove(
    module: &mut Module,
    meshes: &[(String, Mesh)],
    devices: i64,
    bodies: Bodies,
    mut terms: Option<&mut Terms>,
) -> Outcome<()> {
    let found = inner_first(module);
    let mut rewriter = Rewriter::new(module);
    for (op, inside) in found {
        let module = rewriter.module();
        if !module.is_live(op) {
            continue;
        }
        let operands = module.operands(op).to_vec();
        let same = || {
            let pairs = module.result_types(op).into_iter().zip(&operands);
            module.results(op).len() == operands.len()
                && pairs.into_iter().all(|(ty, &v)| module.ty(v) == ty)
        };
        match module.op(op) {
            Op::DeviceMesh(_) | Op::ShardingGroup(_) => rewriter.erase(op),
            Op::ShardingConstraint(_)
            | Op::Reshard(_)
            | Op::PropagationBarrier(_)
            | Op::DataFlowEdge(_)
                if same() =>
            {
                rewriter.replace(op, &operands);
            }
            Op::Foreign(it) if &*it.name == CAST && same() => rewriter.replace(op, &operands),
            Op::ManualComputation(_) | Op::NamedComputation(_) => {
                let body = module.entry(op, 0);
                let body = body.ok_or_else(|| Error::invalid("a computation has no body"))?;
                let arguments = module.args(body).iter().map(|&v| module.ty(v));
                let given = operands.iter().map(|&v| module.ty(v));
                let end = module.terminator(body);
                let returned = end.map(|end| module.operands(end).iter().map(|&v| module.ty(v)));
                let fits = arguments.eq(given)
                    && returned.is_some_and(|all| all.eq(module.result_types(op)));
                // Devices with the same operands compute the same, unless they talk or hold terms.
                // Inside of another computation, each runs for itself already.
                let differ = holds_terms(module, op) || talks_inside(module, op);
                let alike = devices == 1 || inside || !differ;
                if inside && !fits && devices > 1 && talks_beyond(module, op, meshes) {
                    let what = "a manual computation inside of another one asks for the number of \
                                its device, moves data between devices other than by a reduction or \
                                an all_gather, or talks along axes that are not its own";
                    return Err(Error::new(Code::Unimplemented, what));
                }
                if !(fits && alike) {
                    // Only of values of the function itself is known how they are divided.
                    let terms = terms.as_deref_mut().filter(|_| !inside);
                    manual::outline(&mut rewriter, op, (meshes, devices, bodies), terms)?;
                    continue;
                }
                let results = rewriter.inline_block(body, &operands, op);
                rewriter.replace(op, &results);
            }
            Op::SdyReturn(_) => {}
            // Any other op: an unknown one of Shardy's, or a cast to another type.
            other => {
                let what = format!("hloom does not run `{}`", other.name());
                return Err(Error::new(Code::Unimplemented, what));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::meshes;

    /// A sum over devices of the parts of `%x`.
    const SUM: &str = r#"module {
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
  func.func public @main(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
    %0 = "sdy.sharding_constraint"(%x) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<4xf32>) -> tensor<4xf32>
    %1:2 = "sdy.manual_computation"(%0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{"a"}]>]>}> ({
    ^bb0(%y: tensor<2xf32>):
      %2 = "stablehlo.all_reduce"(%y) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %3 = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      %4 = stablehlo.add %y, %2 : tensor<2xf32>
      "sdy.return"(%2, %4) : (tensor<2xf32>, tensor<2xf32>) -> ()
    }) : (tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>)
    return %1#0, %1#1 : tensor<2xf32>, tensor<4xf32>
  }
}"#;

    #[test]
    fn a_manual_computation_runs_on_each_device() {
        let mut module = hloom_ir::text::parse_module(SUM).unwrap();
        let meshes = meshes(&module);
        remove(&mut module, &meshes, 2, Bodies::Run, None).unwrap();
        assert!(!module.walk_all().any(|op| goes_away(&module, op)));
        hloom_ir::verify::verify(&module).unwrap();
        let x = hloom_ir::Literal::from_f64s(
            hloom_ir::Type::tensor(&[4], hloom_ir::Element::F32),
            &[1.0, 2.0, 3.0, 4.0],
        );
        let x = hloom_interp::Value::Tensor(x.unwrap());
        let results = hloom_interp::run(&module, "main", &[x]).unwrap();
        assert_eq!(results[0].tensor().unwrap().as_slice::<f32>(), [4.0, 6.0]);
        assert_eq!(results[1].tensor().unwrap().as_slice::<f32>(), [5.0, 8.0, 7.0, 10.0]);
    }

    #[test]
    fn a_program_that_is_shown_calls_the_body_for_each_device() {
        let mut module = hloom_ir::text::parse_module(SUM).unwrap();
        let meshes = meshes(&module);
        remove(&mut module, &meshes, 2, Bodies::Called, None).unwrap();
        hloom_ir::verify::verify(&module).unwrap();
        let text = module.to_string();
        assert_eq!(text.matches("call @manual_0").count(), 2, "{text}");
        assert!(!text.contains("run_parallel"), "{text}");
    }

    /// Each device has the whole operand, and the sum over devices is twice that.
    #[test]
    fn devices_that_talk_run_the_body_each_though_it_fits() {
        let text = SUM.replace("[{\"a\"}]", "[{}]").replace("<2xf32>", "<4xf32>");
        let mut module = hloom_ir::text::parse_module(&text).unwrap();
        let meshes = meshes(&module);
        remove(&mut module, &meshes, 2, Bodies::Run, None).unwrap();
        hloom_ir::verify::verify(&module).unwrap();
        let ty = hloom_ir::Type::tensor(&[4], hloom_ir::Element::F32);
        let x = hloom_ir::Literal::from_f64s(ty, &[1.0, 2.0, 3.0, 4.0]).unwrap();
        let results =
            hloom_interp::run(&module, "main", &[hloom_interp::Value::Tensor(x)]).unwrap();
        assert_eq!(results[0].tensor().unwrap().as_slice::<f32>(), [2.0, 4.0, 6.0, 8.0]);
        assert_eq!(results[1].tensor().unwrap().as_slice::<f32>(), [3.0, 6.0, 9.0, 12.0]);
    }

    #[test]
    fn on_one_device_a_computation_is_its_body() {
        let text = SUM.replace("\"a\"=2", "\"a\"=1").replace("<2xf32>", "<4xf32>");
        let text = text.replace("dense<[[0, 1]]> : tensor<1x2xi64>", "dense<0> : tensor<1x1xi64>");
        let mut module = hloom_ir::text::parse_module(&text).unwrap();
        let meshes = meshes(&module);
        remove(&mut module, &meshes, 1, Bodies::Run, None).unwrap();
        hloom_ir::verify::verify(&module).unwrap();
        assert!(!module.to_string().contains("run_parallel"));
    }
}
