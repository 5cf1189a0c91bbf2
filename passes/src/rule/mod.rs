//! Rewrite rules: one named law per line.
//!
//! ```text
//! rule("transpose-identity", transpose(x, p), x)
//!     .when(holds("p is the identity", move |m| m[p].permutation.is_identity())),
//! rule("sub-self", subtract(x, x), 0).when(integer(x)),
//! ```
//!
//! The left-hand side is data (a [`Pat`](hloom_ir::pattern::Pat)), so rules are indexed by their
//! root op, listed and sampled. The right-hand side is a variable, a number, a pattern to be built,
//! or code, which [`gives`](Rule::gives) describes. Conditions are values that can be printed
//! ([`condition`]), and they are complete: where the left-hand side matches and all of them hold, the
//! rule rewrites. [`Outcome::declined`] counts exceptions, of which simplifications have none.
//!
//! The guarantees of a rule:
//!
//! - It is exact, bit for bit under IEEE 754 (any NaN equals any NaN), or it is marked
//!   [`fast`](Rule::fast) and runs with fast math only.
//! - It does not match ops with effects, unless it is marked
//!   [`keeps_effects`](Rule::keeps_effects).
//! - It does not match quantized values, unless it is marked [`quantized`](Rule::quantized).
//! - Its result has the root's type or a more precise one; otherwise the driver skips the rule and
//!   counts that in [`Outcome::skipped`].
//! - A program that runs before it runs after it, and one that fails, fails with an error of the same
//!   kind; except that an op may vanish which fails because the extents of a run contradict it.
//! - It lowers a [`measure`], so that rewriting terminates.
//!
//! `tests/tests/rules.rs` checks these guarantees for the rules of `canonicalize` on random
//! programs.

pub mod condition;
mod definition;
mod greedy;
mod matching;
mod measure;
mod set;

pub use condition::Condition;
pub use definition::{Right, Rule, rule, rule_for_all};
pub use greedy::{Config, Outcome, rewrite};
pub use matching::Match;
pub use set::RuleSet;
