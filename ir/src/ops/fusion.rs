//! Fused ops.

use crate::field::Text;
use crate::op::{Broken, Infer, Operands, Types, op, require};
use crate::types::all_compatible;
use crate::verify::describe;

op! {
    /// Ops that are computed together, without writing what passes between them
    /// to memory. It means what its region means: `body` takes the inputs as
    /// arguments, uses nothing else from outside, and hands the results out by
    /// `stablehlo.return`. `kind` says which template fused it: `cell` (elementwise ops
    /// and data movement, closing in a reduction), `row` (a few rows at a time through
    /// all ops), `multi_agg` (several reductions over the same elements), `outer` (a
    /// product like an outer one that is reduced), `dot` (a product or a convolution
    /// with elementwise work around it), `reduce_window`, `gather`, `horizontal`
    /// (independent small ops).
    fusion: Fusion = "hloom.fusion" (inputs: many Any) [body] { kind: Text } -> Any
    syntax generic
    traits [Pure, IsolatedFromAbove]
}
impl Infer for Fusion {
    fn infer(&self, cx: &Operands<'_>) -> Result<Types, Broken> {
        let (args, handed) = cx.signature(0)?;
        require!(Type in 0, all_compatible(&args, &cx.types()),
            "body takes {}, but the inputs are {}", describe(&args), describe(&cx.types()));
        Ok(handed)
    }
}
