//! The rewrite rules, as data.
//!
//! A [`Rule`] has a name, its number among the paper's 44 rules, two sides as text (see
//! [`template`]) and the class of values over which it is an equality. Rules whose right side needs
//! a substitution have a function instead; its text says the same.
//!
//! The paper's rules that the stages don't need, and why, are in [`NOT_APPLIED`].
//!
//! One rule is applied to whole terms instead of e-graphs: 37 fuses a sum over a dictionary whose keys
//! are promised to be `unique`. The promise is about the sum around it, and a term in an e-graph has many
//! surroundings: `unique(%1)` under one sum would vouch for `%1` under all
//! ([`fuse_promised`](crate::search::fuse_promised)). In e-graphs, sums of dictionaries are fused if the
//! outer body is additive, when repeated keys do no harm ("sum-sum"), or if the keys are those of the
//! inner sum (36).
//!
//! The rules that would be wrong as the paper has them, and what is different:
//!
//! - 36: the fused sum visits entries that are zero, which a dictionary does not have. The outer
//!   body must vanish with its value.
//! - 38: the value of an entry of `lo:hi` is `lo + key`.
//! - 39: the second collection must not depend on the first one's variables.
//! - 41: the same as 36: a key that is not there gives a body without the sum, none with it.
//! - 42: a position outside of the range gives zero.

mod special;
mod table;
pub mod template;

/// The paper's rules that no stage applies, from one number to another, and why.
pub const NOT_APPLIED: [(u8, u8, &str); 4] = [
    (
        7,
        18,
        "make all operators instances of two generic ones, so that let-floating is written once; here \
         operators stay themselves",
    ),
    (
        19,
        22,
        "let a `let` into operands and out of them; here 26 puts its value in place of its variable at once \
         (the rules are written for each operator, and hold)",
    ),
    (24, 25, "relate `c * e` to `if c then e`; here these are one expression"),
    (
        40,
        40,
        "puts a lookup into a sum; here a lookup of an array stays one (the rule `get-sum` holds)",
    ),
];

pub use table::{CONTRACTION, FUSE_UNIQUE, all, let_floating};

use crate::graph::Graph;
use egg::{Id, Subst};
use std::fmt;
use template::Template;

/// The values over which the two sides of a rule are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Holds {
    /// All, bit for bit.
    Always,
    /// Rings: not floating point, where the order of additions and the sign of a zero matter.
    InRings,
    /// Rings, and reals without infinities and NaN: zero times anything is taken to be zero.
    WithoutInfinities,
}

/// The stages of the optimizer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// On the program as it is written.
    Logical,
    /// On the program over physical arrays: mappings meet their uses.
    Fusion,
    /// On the program over physical arrays: loops meet each other.
    Physical,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Logical => "logical",
            Stage::Fusion => "fusion",
            Stage::Physical => "physical",
        })
    }
}

/// The right side of a rule.
#[derive(Clone, Debug)]
pub enum Right {
    /// A term.
    Term(Template),
    /// A function for terms that need a substitution or a condition on classes.
    Function(fn(&mut Graph, &Subst) -> Option<Id>),
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name; unique.
    pub name: String,
    /// The number in the paper's list.
    pub number: Option<u8>,
    /// The two sides, as text.
    pub law: String,
    /// The domain in which it holds.
    pub holds: Holds,
    /// The left side.
    pub left: Template,
    /// The right side.
    pub right: Right,
    /// The stages that apply it.
    pub stages: &'static [Stage],
}

impl Rule {
    /// The rule `left = right`.
    pub fn new(name: &str, number: u8, holds: Holds, left: &str, right: &str) -> Rule {
        let built = Right::Term(Template::new(right));
        Rule::with_right(name, number, holds, left, right, built)
    }

    /// A rule whose right side is `built`; `right` describes it.
    fn with_right(
        name: &str,
        number: u8,
        holds: Holds,
        left: &str,
        right: &str,
        built: Right,
    ) -> Rule {
        Rule {
            name: name.to_owned(),
            number: (number > 0).then_some(number),
            law: format!("{left} = {right}"),
            holds,
            left: Template::new(left),
            right: built,
            stages: &[Stage::Logical, Stage::Physical],
        }
    }

    /// The right side's class for a match of the left side.
    pub fn build(&self, graph: &mut Graph, subst: &Subst) -> Option<Id> {
        match &self.right {
            Right::Term(template) => template.build(graph, subst),
            Right::Function(function) => function(graph, subst),
        }
    }
}
