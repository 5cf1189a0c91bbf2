//! The typed SSA tensor IR of hloom: modules, types, attributes, the op table, the
//! verifier, the rewriter and MLIR text.
//!
//! # Architecture
//!
//! Each module of the crate uses only the modules below it.
//!
//! ```text
//!        bytecode  hlo           MLIR bytecode and VHLO; HLO text
//!              │
//!            text                MLIR text: lexer, parser, printer
//!              │
//!      ┌───────┴───────┐
//!    verify         rewrite      is a module valid? / change a module
//!      └───────┬───────┘
//!             ops                the op table: one block per op, `Op`, `infer`
//!      ┌───────┼────────┐
//!    module  pattern    op       arenas and uses / left sides of rules / definitions
//!      │       └───┬────┘
//!      │         field           typed attributes of op structs
//!      └─────┬─────┘
//!           attr                 untyped attributes
//!            │
//!         literal                dense and sparse constants
//!            │
//!          types                 element types, tensors, tuples, structs, encodings
//!            │
//!    id  diag  quote  suggest    ids, diagnostics, quoting, "did you mean"
//! ```
//!
//! A [`Module`] owns everything: ops, values, blocks and regions live in its arenas and
//! are named by `u32` ids ([`OpId`], [`Value`], [`Block`], [`Region`]). Everything is an
//! op, functions included:
//!
//! ```text
//! builtin.module                      op: the root of a Module
//! └─ region ─ block
//!    └─ func.func @main               op: defines a symbol
//!       └─ region ─ block(%x)         block with an argument
//!          ├─ stablehlo.abs %x        op with an operand and a result
//!          ├─ stablehlo.while …       op with two regions
//!          └─ func.return %r          terminator
//! ```
//!
//! An op consists of
//! * its *kind and attributes*: a case of the closed enum [`Op`], defined once in [`ops`]
//!   by the `op!` macro;
//! * its *operands*: values, in one list;
//! * its *results*: values, each with a [`Type`];
//! * its *regions*;
//! * its *successors*, if it ends a block by branching: the blocks where control goes,
//!   each with the operands that become the block's arguments;
//! * its *discardable attributes*, source span and location.
//!
//! # Glossary
//!
//! | term | meaning |
//! |---|---|
//! | module | a whole program: [`Module`] |
//! | op | an operation, the only kind of statement: [`OpId`] names it, [`Op`] is its kind and attributes |
//! | op table | the list of all op definitions: [`ops::TABLE`], each an [`OpDef`] |
//! | op family | ops that most code treats alike, as a pattern macro such as [`elementwise_op!`]; see [`ops`] |
//! | value | an op's result or a block's argument; defined once: [`Value`], [`Def`] |
//! | operand, result | a value that an op uses or defines: [`Module::operands`](module::Graph::operands), [`Module::results`](module::Graph::results) |
//! | use | an operand slot that holds a value: [`Module::uses`](module::Graph::uses) |
//! | region | a list of blocks that belongs to an op: [`Region`] |
//! | block | arguments and a list of ops: [`Block`]; block arguments are the φs of a control-flow graph |
//! | terminator | the op that ends a block: [`Trait::Terminator`] |
//! | successor | a block that a terminator may branch to: [`module::Successor`] |
//! | yield | pass values from a region's terminator to the op around it |
//! | trait | a property of an op that passes rely on: [`Trait`] |
//! | pure | without side effects, and a function of its operands: [`Trait::Pure`], [`op::is_pure`]. A loop of pure ops is pure: loops are assumed to end |
//! | may fail | running the op may be an error, so it must not be speculated: [`op::may_fail`] |
//! | infer | the function from operands and attributes to result types; it is verifier and builder in one: [`Infer::infer`] |
//! | constraint label | the specification's name of a check, `C2`: [`ConstraintError::label`] |
//! | op part | the operand, attribute, result, region or successor that an error is about: [`OpPart`] |
//! | foreign op | an op of a dialect that hloom does not know, kept whole: [`ops::Foreign`] |
//! | upstream dialects | MLIR's `arith`, `math`, `tensor`, `shape` and `cf`, as far as the table has them |
//! | legacy syntax | text of older StableHLO versions, read as the ops that replaced it |
//! | attribute | a constant property of an op; typed in the op's struct, or an [`Attr`] |
//! | discardable attribute | an attribute that the op's definition does not declare: [`Module::discardable_attrs`](module::Graph::discardable_attrs) |
//! | symbol | a name, `@main`, that an op defines and others refer to: [`Module::symbol`](module::Graph::symbol) |
//! | element | the type of one number in a tensor: [`Element`] |
//! | extent | the size of one dimension of a tensor, or [`DYNAMIC`] |
//! | encoding | the attribute behind a tensor's element type: [`TensorType::encoding`] |
//! | layout | an encoding that orders a tensor's elements in memory: [`types::Layout`] |
//! | sparse storage | an encoding that stores a tensor by levels: [`types::sparse::SparseEncoding`] |
//! | literal | a constant tensor: [`Literal`] |
//! | splat | a literal whose elements are all equal, stored once: [`Literal::is_splat`] |
//! | legalize | rewrite ops into others that the next stage accepts |
//! | insertion point | the position at which a [`Rewriter`] puts new ops: [`rewrite::InsertPoint`] |
//! | span | a range of bytes in the source text: [`Span`] |
//!
//! # Validity
//!
//! [`verify::verify`] accepts a module only if
//! * each use is dominated by its definition;
//! * each block that needs a terminator ends in one, and branches pass the values that
//!   blocks take;
//! * the lists of uses and predecessors agree with operands and successors;
//! * each symbol that is referred to exists;
//! * each op's result types are compatible with those that [`Infer::infer`] returns.
//!
//! Passes may rely on all of that.
//!
//! # Boundaries
//!
//! This crate does no input or output and does not know any backend. The [`Rewriter`] is
//! the only public way to change a module.

pub mod attr;
pub mod bytecode;
pub mod diag;
mod few;
pub mod field;
pub mod hlo;
pub mod id;
pub mod literal;
pub mod mesh;
pub mod module;
pub mod op;
pub mod ops;
pub mod pattern;
mod quote;
mod record;
pub mod rewrite;
pub mod suggest;
pub mod text;
pub mod types;
pub mod verify;

pub use attr::{Attr, AttrDict};
pub use diag::{Diagnostic, Severity, Span};
pub use id::{Block, OpId, Region, Value};
pub use literal::Literal;
pub use module::{Def, Module};
pub use op::{
    ConstraintError, Defined, Infer, InferContext, OpDef, OpPart, OpStruct, Trait, Types,
};
pub use ops::Op;
pub use rewrite::Rewriter;
pub use types::{DYNAMIC, Element, TensorType, Type, TypeKind};
