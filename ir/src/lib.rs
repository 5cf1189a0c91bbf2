//! The typed SSA tensor IR of hloom.

pub mod attr;
pub mod id;
pub mod literal;
pub mod types;

pub use attr::{Attr, AttrDict};
pub use id::{Block, OpId, Region, Value};
pub use literal::Literal;
pub use types::{DYNAMIC, Element, TensorType, Type, TypeKind};
