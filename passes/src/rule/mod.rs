//! Rewrite rules: one named law a line.
//!
//! ```text
//! rule("transpose-identity", transpose(x, p), x)
//!     .when(holds("p is the identity", move |m| m[p].permutation.is_identity())),
//! rule("sub-self", subtract(x, x), 0).when(integer(x)),
//! ```
//!
//! The left side is data (a [`Pat`](hloom_ir::pattern::Pat)), so rules are indexed by
//! their root op, listed and sampled. The right side is a variable, a number, a pattern to
//! be built, or code. Conditions are values that print ([`condition`]).
//!
//! What a rule promises:
//!
//! - It is exact, bit for bit under IEEE 754 (any NaN equals any NaN), or says
//!   [`fast`](Rule::fast) and runs only where fast math is asked for.
//! - It matches no op with effects, unless it says [`keeps_effects`](Rule::keeps_effects).
//! - It matches no quantized value, unless it says [`quantized`](Rule::quantized).
//! - Its result has the root's type or a more precise one; where it has not, the driver
//!   skips the rule and counts that in [`Outcome::skipped`].
//! - It lowers a [`measure`], so that rewriting ends.
//!
//! `tests/tests/rules.rs` holds the rules of `canonicalize` to all of that on random
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
