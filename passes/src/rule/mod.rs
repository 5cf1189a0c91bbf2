//! Rewrite rules: one named law a line.
//!
//! ```text
//! rule("transpose-identity", transpose(x, p), x).when(move |m| m[p].permutation.is_identity()),
//! rule("sub-self", subtract(x, x), 0).when(integer(x)),
//! ```
//!
//! The left side is data (a [`Pat`]), so rules are indexed by their root op,
//! listed and sampled. The right side is a variable, a number, a pattern to be
//! built, or code. A rule is exact, bit for bit under IEEE 754 (any NaN equals any
//! NaN), or says [`fast`](Rule::fast) and runs only where fast math is asked for.
//!
//! Every rule lowers a measure, so that rewriting ends: the number of ops, or
//! else the number of ops that move data, or else it brings operands into an
//! order in which it does not match again.

mod greedy;
mod matching;

pub use greedy::{Config, Outcome, rewrite};
pub use matching::Match;

use hloom_ir::literal::Literal;
use hloom_ir::op::FieldReader;
use hloom_ir::ops::{self, Op};
use hloom_ir::pattern::{Pat, Var};
use hloom_ir::{AttrDict, Value};

/// The right side of a rule: makes the value that replaces the root.
pub trait Right: Send + Sync {
    /// The new value, or `None` if the rule does not apply after all. Ops that it
    /// built then are left for dead code elimination.
    fn make(&self, m: &mut Match<'_, '_>) -> Option<Value>;
}

impl<F> Right for F
where
    F: Fn(&mut Match<'_, '_>) -> Option<Value> + Send + Sync,
{
    fn make(&self, m: &mut Match<'_, '_>) -> Option<Value> {
        self(m)
    }
}

impl Right for Var {
    fn make(&self, m: &mut Match<'_, '_>) -> Option<Value> {
        Some(m[*self])
    }
}

/// A constant of the root's type, all of whose elements are the number.
impl Right for i32 {
    fn make(&self, m: &mut Match<'_, '_>) -> Option<Value> {
        let literal = Literal::from_f64s(m.root_type(), &[f64::from(*self)]).ok()?;
        Some(m.constant(literal))
    }
}

/// The pattern's ops, built: variables are what they stood for, ops with an
/// attribute variable have the attributes of the op that it stood for.
impl Right for Pat {
    fn make(&self, m: &mut Match<'_, '_>) -> Option<Value> {
        match self {
            Pat::Var(v) => Some(m[*v]),
            Pat::Const(v) => Some(m[*v]),
            Pat::Number(n) => {
                let literal = Literal::from_f64s(m.root_type(), &[*n]).ok()?;
                Some(m.constant(literal))
            }
            Pat::AnyOperands { .. } => None,
            Pat::Op { name, operands, attrs, .. } => {
                let operands: Vec<Value> =
                    operands.iter().map(|p| p.make(m)).collect::<Option<_>>()?;
                let op: Op = match attrs {
                    Some(slot) => m.bound_op(slot).clone(),
                    None => {
                        let mut dict = AttrDict::new();
                        let root = m.root_type();
                        let mut reader = FieldReader { dict: &mut dict, results: &[root] };
                        (ops::lookup(name)?.read)(&mut reader).ok()?
                    }
                };
                m.build(op, &operands)
            }
        }
    }
}

type Condition = dyn Fn(&Match<'_, '_>) -> bool + Send + Sync;
type Action = dyn Fn(&mut Match<'_, '_>) -> Option<Vec<Value>> + Send + Sync;

enum Body {
    /// Replaces the one result of the root.
    Value(Box<dyn Right>),
    /// Replaces all results of the root.
    Values(Box<Action>),
}

/// A rewrite rule.
pub struct Rule {
    /// Its name, by which it can be switched off.
    pub name: &'static str,
    /// What its root looks like; always an op.
    pub left: Pat,
    /// Whether it holds only where rounding may differ.
    pub is_fast: bool,
    /// Programs in which it fires, for ops that can't be sampled from the left
    /// side alone.
    pub example: Option<&'static str>,
    right: Body,
    when: Option<Box<Condition>>,
}

/// A rule: what `left` matches is replaced by `right`.
pub fn rule(name: &'static str, left: Pat, right: impl Right + 'static) -> Rule {
    let right = Body::Value(Box::new(right));
    Rule { name, left, is_fast: false, example: None, right, when: None }
}

/// A rule whose right side makes a value for each of the root's results.
pub fn rule_for_all(
    name: &'static str,
    left: Pat,
    right: impl Fn(&mut Match<'_, '_>) -> Option<Vec<Value>> + Send + Sync + 'static,
) -> Rule {
    let right = Body::Values(Box::new(right));
    Rule { name, left, is_fast: false, example: None, right, when: None }
}

impl Rule {
    /// The rule applies only where this holds.
    pub fn when(
        mut self,
        condition: impl Fn(&Match<'_, '_>) -> bool + Send + Sync + 'static,
    ) -> Rule {
        self.when = Some(Box::new(condition));
        self
    }

    /// The rule may change rounding: it runs only where fast math is asked for.
    pub fn fast(mut self) -> Rule {
        self.is_fast = true;
        self
    }

    /// A program in which the rule fires.
    pub fn example(mut self, text: &'static str) -> Rule {
        self.example = Some(text);
        self
    }

    /// The name of the op at the left side's root.
    ///
    /// # Panics
    /// If the left side is no op, which would be a mistake in a rule table.
    pub fn root(&self) -> &'static str {
        match &self.left {
            Pat::Op { name, .. } | Pat::AnyOperands { name, .. } => name,
            other => panic!("rule {} matches {other:?}, which is no op", self.name),
        }
    }

    /// The rule in one line, for listings: `transpose(transpose(x, p), q) → …`.
    pub fn describe(&self) -> String {
        let mut text = String::new();
        describe(&self.left, &mut text);
        if self.when.is_some() {
            text.push_str("  when …");
        }
        if self.is_fast {
            text.push_str("  (fast math)");
        }
        text
    }
}

fn describe(pat: &Pat, out: &mut String) {
    match pat {
        Pat::Var(v) => out.push_str(v.0),
        Pat::Const(v) => {
            out.push_str("constant ");
            out.push_str(v.0);
        }
        Pat::Number(n) => out.push_str(&n.to_string()),
        Pat::AnyOperands { name, attrs } => {
            out.push_str(name.split_once('.').map_or(*name, |(_, short)| short));
            out.push_str("(…, {");
            out.push_str(attrs);
            out.push_str("})");
        }
        Pat::Op { name, operands, attrs, .. } => {
            out.push_str(name.split_once('.').map_or(*name, |(_, short)| short));
            out.push('(');
            for (i, operand) in operands.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                describe(operand, out);
            }
            if let Some(slot) = attrs {
                out.push_str(if operands.is_empty() { "{" } else { ", {" });
                out.push_str(slot);
                out.push('}');
            }
            out.push(')');
        }
    }
}

/// Rules, found by the op at their root.
pub struct RuleSet {
    rules: Vec<Rule>,
    by_root: Vec<Vec<u32>>,
}

impl RuleSet {
    /// A set of these rules; earlier ones are tried first.
    ///
    /// # Panics
    /// If two rules share a name or one's root is not in the op table: mistakes in
    /// a rule table.
    pub fn new(rules: Vec<Rule>) -> RuleSet {
        let mut by_root = vec![Vec::new(); ops::TABLE.len() + 1];
        let mut names = std::collections::HashSet::new();
        for (i, rule) in rules.iter().enumerate() {
            assert!(names.insert(rule.name), "two rules are named {}", rule.name);
            let at = ops::TABLE.iter().position(|e| e.def.name == rule.root());
            by_root[at.unwrap_or_else(|| panic!("{} is no op", rule.root()))].push(i as u32);
        }
        RuleSet { rules, by_root }
    }

    /// All rules, in order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rules whose root is the op at this position of the op table.
    fn for_op(&self, index: usize) -> impl Iterator<Item = (usize, &Rule)> {
        self.by_root[index].iter().map(|&i| (i as usize, &self.rules[i as usize]))
    }
}
