//! The typed SSA tensor IR of hloom: values, regions, types, attributes and
//! the op table.
//!
//! # The picture
//!
//! A [`Module`] owns everything: ops, values, blocks and regions live in its
//! arenas and are named by `u32` ids ([`OpId`], [`Value`], [`Block`],
//! [`Region`]). Everything is an op, functions included: the module's root
//! block holds `func.func` ops, a function's region holds blocks, a block
//! holds ops, and an op may hold regions again (`stablehlo.while`, say).
//!
//! An op consists of
//! * its *kind and attributes*, a case of the closed enum [`Op`], defined once
//!   in [`ops`] by the `op!` macro;
//! * its *operands*, which are values, in one list;
//! * its *results*, which are values, each with a [`Type`];
//! * its *regions*;
//! * if it ends a block by branching, its *successors*: the blocks where control
//!   goes, each with the operands that become the block's arguments
//!   ([`Module::successors`]). A function of several blocks is a control-flow
//!   graph; block arguments are its φs;
//! * attributes that the op table does not declare ([`Module::extra`]), its source
//!   span and its location. Nothing that was written in the text is lost.
//!
//! An op of a dialect that hloom does not know is kept whole as
//! [`ops::Foreign`].
//!
//! # What "valid" promises
//!
//! [`verify::verify`] accepts a module only if every use is dominated by its
//! definition, every block that must end in a terminator does, branches pass
//! what blocks take, the lists of uses and predecessors agree with operands and
//! successors, every symbol that is referred to exists, and every
//! op's result types are compatible with what [`Infer::infer`] says of its
//! operands. Passes may rely on all of that.
//!
//! # What is absent
//!
//! This crate does no input or output and knows no backend. Nothing outside of
//! it can change a module but through the [`Rewriter`]: there is no other
//! public `&mut` access.

pub mod attr;
pub mod diag;
pub mod field;
pub mod id;
pub mod literal;
pub mod module;
pub mod op;
pub mod ops;
pub mod pattern;
pub mod rewrite;
pub mod text;
pub mod types;
pub mod verify;

pub use attr::{Attr, AttrDict};
pub use diag::{Diagnostic, Severity, Span};
pub use id::{Block, OpId, Region, Value};
pub use literal::Literal;
pub use module::{Def, Module};
pub use op::{ConstraintError, Infer, InferContext, OpDef, OpPart, OpStruct, Trait, Types};
pub use ops::Op;
pub use rewrite::Rewriter;
pub use types::{DYNAMIC, Element, TensorType, Type, TypeKind};
