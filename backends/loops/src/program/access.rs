//! Places in memory that instructions and statements touch.

use super::types::require;
use super::{BufferId, Mistyped, Scalar, Type, Value};
use crate::index::Index;

/// The places of the lanes of a vector in memory, in units of the buffer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Lanes {
    /// Lane `l` at `offset + l`; also for scalars.
    Contiguous,
    /// Lane `l` at `offset + stride·l`.
    Strided(i64),
    /// Lane `l` at `offset` plus lane `l` of this vector of `i64` or of `i32`
    /// (signed).
    Gather(Value),
}

/// A place in memory that is loaded from or stored to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    /// The buffer.
    pub buffer: BufferId,
    /// The place of lane 0, in storage units of the buffer's element
    /// ([`super::storage`]), not in bytes.
    pub offset: Index,
    /// The places of the other lanes.
    pub lanes: Lanes,
    /// `i1` for each lane: where it is false, memory is not touched. Masked-off
    /// lanes of a load are zero bits.
    pub mask: Option<Value>,
}

impl Access {
    /// Checks the lanes and the mask for a load or store of this type; the
    /// buffer's own type is the verifier's matter.
    ///
    /// # Errors
    /// If the type of an operand does not fit.
    pub fn check(&self, ty: Type, of: &dyn Fn(Value) -> Type) -> Result<(), Mistyped> {
        if let Some(mask) = self.mask {
            let mask = of(mask);
            require(mask == ty.with(Scalar::I1), || format!("the mask of {ty} is {mask}"))?;
        }
        match &self.lanes {
            Lanes::Contiguous => Ok(()),
            Lanes::Strided(_) => require(ty.lanes > 1, || "a scalar with a stride".to_owned()),
            Lanes::Gather(at) => {
                let at = of(*at);
                let fits = at.lanes == ty.lanes && matches!(at.scalar, Scalar::I32 | Scalar::I64);
                require(fits && ty.lanes > 1, || format!("offsets of type {at} for {ty}"))
            }
        }
    }

    /// Calls `visit` with every value the place depends on.
    pub fn each_operand(&self, visit: &mut dyn FnMut(Value)) {
        self.offset.each_var(&mut |v| visit(Value(v.0)));
        if let Lanes::Gather(at) = self.lanes {
            visit(at);
        }
        if let Some(mask) = self.mask {
            visit(mask);
        }
    }
}
