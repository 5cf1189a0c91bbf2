//! Lists of values in hloom's dialect as IRDL can define them.
//!
//! In IRDL all values of a variadic operand have one type, since its constraint is a variable. So the
//! definition of an op gives a list as [`SLOTS`] variadic operands, and an attribute that upstream
//! knows divides the list into runs of one type:
//!
//! ```text
//! (tensor<f32>, tensor<f32>, tensor<i32>)      operandSegmentSizes = array<i32: 2, 1, 0, …, 0>
//! ```
//!
//! Types of structs and arrays have the syntax of upstream's extensible types, a list of attributes,
//! and names that no op has: `!hloom.struct_type<"Dense", ["weight", "bias"], [tensor<2x3xf32>,
//! tensor<2xf32>]>` and `!hloom.array_type<4 : i64, tensor<f32>>`. The parser reads both forms; this is
//! also the types' `{:#}`.

use crate::attr::{Attr, AttrDict};
use crate::id::{OpId, Value};
use crate::module::Module;
use crate::op::OpDef;
use crate::ops::Op;
use crate::types::Element;

/// The number of variadic operands, and results, that stand for a list.
pub const SLOTS: usize = 256;

/// The attributes that divide the operands and the results.
pub(crate) const SEGMENTS: [&str; 2] = ["operandSegmentSizes", "resultSegmentSizes"];

/// Whether the operands, and the results, of an op of hloom's dialect are one list.
pub fn lists(def: &OpDef) -> [bool; 2] {
    let hloom = def.name.starts_with("hloom.");
    // The others have one result.
    let results = !def.regions.is_empty();
    [hloom && def.operands.iter().any(|operand| operand.many), hloom && results]
}

/// The first op whose operands or results have more runs of one type than there are slots.
pub fn too_long(module: &Module) -> Option<(OpId, usize)> {
    module.walk_all().find_map(|op| {
        if matches!(module.op(op), Op::Foreign(_)) {
            return None;
        }
        let longest = divided(module, op).map(|runs| runs.map_or(0, |runs| runs.len()));
        longest.into_iter().max().filter(|&runs| runs > SLOTS).map(|runs| (op, runs))
    })
}

/// Adds the attributes that divide an op's lists.
pub(super) fn write(module: &Module, op: OpId, attrs: &mut AttrDict) {
    for (name, runs) in SEGMENTS.into_iter().zip(divided(module, op)) {
        if let Some(mut runs) = runs {
            runs.resize(runs.len().max(SLOTS), 0);
            attrs.set(name, Attr::DenseArray(Element::I32, runs.into()));
        }
    }
}

/// The runs of an op's operands and results, if they are lists.
fn divided(module: &Module, op: OpId) -> [Option<Vec<i64>>; 2] {
    let [operands, results] = lists(module.op(op).def());
    let runs_if = |many: bool, values: &[Value]| many.then(|| runs(module, values));
    let values: Vec<Value> = module.results(op).iter().collect();
    [runs_if(operands, module.operands(op)), runs_if(results, &values)]
}

/// The lengths of the runs of values of one type.
fn runs(module: &Module, values: &[Value]) -> Vec<i64> {
    values.chunk_by(|&a, &b| module.ty(a) == module.ty(b)).map(|run| run.len() as i64).collect()
}
