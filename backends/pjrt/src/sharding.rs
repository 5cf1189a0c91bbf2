//! Shardy's ops, which say how tensors are divided among devices: they go away.
//!
//! All memory is one, so a program for several devices runs once, on whole tensors; only manual
//! computations run once for each device.

use hloom_ir::ops::Op;
use hloom_ir::{Module, OpId, Rewriter};
use hloom_passes::Pipeline;

use crate::error::{Code, Error, Outcome};
use crate::manual::{self, Bodies};
use crate::mesh::Mesh;

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

/// Removes Shardy's ops from a program: a constraint is its operand; a manual computation is its body,
/// on several devices as many runs of it.
///
/// # Errors
/// If an op is not one that goes away.
pub(crate) fn remove(
    module: &mut Module,
    meshes: &[(String, Mesh)],
    devices: i64,
    bodies: Bodies,
) -> Outcome<()> {
    let mut found: Vec<OpId> = module.walk_all().filter(|&op| goes_away(module, op)).collect();
    // Inner ops first; `sdy.return` ends with the computation around it.
    found.reverse();
    let mut rewriter = Rewriter::new(module);
    for op in found {
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
                if !fits {
                    manual::outline(&mut rewriter, op, meshes, devices, bodies)?;
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
        remove(&mut module, &meshes, 2, Bodies::Run).unwrap();
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
        remove(&mut module, &meshes, 2, Bodies::Called).unwrap();
        hloom_ir::verify::verify(&module).unwrap();
        let text = module.to_string();
        assert_eq!(text.matches("call @manual_0").count(), 2, "{text}");
        assert!(!text.contains("run_parallel"), "{text}");
    }

    #[test]
    fn on_one_device_a_computation_is_its_body() {
        let text = SUM.replace("\"a\"=2", "\"a\"=1").replace("<2xf32>", "<4xf32>");
        let text = text.replace("dense<[[0, 1]]> : tensor<1x2xi64>", "dense<0> : tensor<1x1xi64>");
        let mut module = hloom_ir::text::parse_module(&text).unwrap();
        let meshes = meshes(&module);
        remove(&mut module, &meshes, 1, Bodies::Run).unwrap();
        hloom_ir::verify::verify(&module).unwrap();
        assert!(!module.to_string().contains("run_parallel"));
    }
}
