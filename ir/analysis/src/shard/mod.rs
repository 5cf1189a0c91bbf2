//! Shardings of a program's tensors over a mesh of devices.
//!
//! A few values are annotated (`sdy.sharding`, `sdy.sharding_constraint`, `mhlo.sharding`);
//! [`mod@propagate`] finds a sharding for all others. It knows ops only by the table of indices
//! ([`crate::split::indices`]): dimensions that belong to the same index of an op are sharded alike.
//!
//! ```text
//!   %y = dot_general %x, %w      x: [{"data"}, {}]   w: [{}, {"model"}]
//!                           ──►  y: [{"data"}, {"model"}]
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`grid`] | a mesh in *atoms*, parts of axes that no sharding divides further; places of devices |
//! | [`state`] | the sharding of one tensor: a list of atoms for each dimension |
//! | [`placement`] | a tensor's share on each device: its state, terms and halos, to and from split types |
//! | [`tiles`] | `mhlo.sharding` strings, to and from shardings over a mesh |
//! | [`mod@meshes`] | shardings over a mesh in the axes of another one of the same devices |
//! | [`annotations`] | the shardings that a function states |
//! | [`rule`] | the dimensions that an op shards alike |
//! | [`mod@linear`] | ops that may be applied to each term of a sum |
//! | [`mod@propagate`] | from annotated values to all values |
//! | [`plan`] | the axes along which an op is divided, by the bytes that devices exchange |

pub mod annotations;
pub mod grid;
pub mod linear;
mod meshes;
pub mod placement;
pub mod plan;
pub mod propagate;
pub mod rule;
pub mod state;
pub mod tiles;

pub use annotations::{Annotation, Annotations, ShardError};
pub use grid::Grid;
pub use placement::Placement;
pub use plan::{OpPlan, received, sharded_plan};
pub use propagate::{States, propagate, propagate_over_meshes};
pub use state::State;
