//! The definition of a rule: its two sides, its condition, and its guarantees.

use super::condition::{Condition, static_result};
use super::matching::Match;
use hloom_ir::literal::Literal;
use hloom_ir::op::{FieldReader, is_pure};
use hloom_ir::ops::{self, Op};
use hloom_ir::pattern::{Pat, Var};
use hloom_ir::{AttrDict, OpId, Rewriter, Value};
use smallvec::SmallVec;

/// The right-hand side of a rule: builds the value that replaces the root.
pub trait Right: Send + Sync {
    /// Returns the new value. `None` declines a match whose conditions hold: the rule then lacks a
    /// condition ([`Outcome::declined`](super::Outcome::declined)).
    fn make(&self, m: &mut Match<'_, '_>) -> Option<Value>;

    /// The right-hand side as text; `None` if it is code.
    fn describe(&self) -> Option<String> {
        None
    }

    /// Whether it builds a constant of the root's type, which must have a size then.
    fn has_number(&self) -> bool {
        false
    }
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

    fn describe(&self) -> Option<String> {
        Some(self.0.to_owned())
    }
}

/// A splat constant of the root's type.
impl Right for i32 {
    fn make(&self, m: &mut Match<'_, '_>) -> Option<Value> {
        let literal = Literal::from_f64s(m.root_type(), &[f64::from(*self)]).ok()?;
        Some(m.constant(literal))
    }

    fn describe(&self) -> Option<String> {
        Some(self.to_string())
    }

    fn has_number(&self) -> bool {
        true
    }
}

/// Builds the pattern's ops. Variables are the matched values, and an op with an attribute variable
/// has the attributes of the matched op.
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
            Pat::Op { name, operands, attrs } => {
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

    fn describe(&self) -> Option<String> {
        let mut text = String::new();
        describe(self, &mut text);
        Some(text)
    }

    fn has_number(&self) -> bool {
        match self {
            Pat::Number(_) => true,
            Pat::Op { operands, .. } => operands.iter().any(Right::has_number),
            Pat::Var(_) | Pat::Const(_) | Pat::AnyOperands { .. } => false,
        }
    }
}

type Action = dyn Fn(&mut Match<'_, '_>) -> Option<Vec<Value>> + Send + Sync;

enum Body {
    /// Replaces the root's only result.
    Value(Box<dyn Right>),
    /// Replaces all results of the root.
    Values(Box<Action>),
}

/// A rewrite rule.
pub struct Rule {
    /// Its name, which can be used to disable it.
    pub name: &'static str,
    /// The pattern of its root, which is always an op.
    pub left: Pat,
    /// Whether it may change rounding, so that it runs with fast math only.
    pub is_fast: bool,
    /// Whether it also matches quantized values.
    pub is_quantized: bool,
    /// Whether its root may have effects: the right-hand side then keeps those that would happen.
    pub keeps_effects: bool,
    /// Programs in which it fires, for ops that can't be sampled from the left-hand side alone.
    pub example: Option<&'static str>,
    right: Body,
    /// The right-hand side as text, if it is code.
    gives: Option<&'static str>,
    when: Option<Condition>,
}

/// The outcome of trying a rule at an op.
pub(super) enum Application {
    /// The left-hand side or a condition does not hold.
    Different,
    /// The left-hand side and all conditions hold, but the right-hand side gave no value.
    Declined,
    /// The values that replace the results.
    Values(SmallVec<[Value; 2]>),
}

/// A rule that replaces a match of `left` by `right`.
pub fn rule(name: &'static str, left: Pat, right: impl Right + 'static) -> Rule {
    let needs_size = right.has_number();
    let rule = Rule::new(name, left, Body::Value(Box::new(right)));
    if needs_size { rule.when(static_result()) } else { rule }
}

/// A rule whose right-hand side builds a value for each result of the root.
pub fn rule_for_all(
    name: &'static str,
    left: Pat,
    right: impl Fn(&mut Match<'_, '_>) -> Option<Vec<Value>> + Send + Sync + 'static,
) -> Rule {
    Rule::new(name, left, Body::Values(Box::new(right)))
}

impl Rule {
    fn new(name: &'static str, left: Pat, right: Body) -> Rule {
        Rule {
            name,
            left,
            is_fast: false,
            is_quantized: false,
            keeps_effects: false,
            example: None,
            right,
            gives: None,
            when: None,
        }
    }

    /// Describes a right-hand side that is code, in the notation of left-hand sides.
    pub fn gives(mut self, text: &'static str) -> Rule {
        self.gives = Some(text);
        self
    }

    /// Adds a condition to the rule; all of its conditions must hold.
    pub fn when(mut self, condition: Condition) -> Rule {
        self.when = Some(match self.when {
            Some(others) => others & condition,
            None => condition,
        });
        self
    }

    /// Marks a rule that may change rounding: it runs only with fast math.
    pub fn fast(mut self) -> Rule {
        self.is_fast = true;
        self
    }

    /// Marks a rule that also holds for quantized values. Other rules do not match ops with
    /// quantized operands or results: their arithmetic saturates, and scales may differ.
    pub fn quantized(mut self) -> Rule {
        self.is_quantized = true;
        self
    }

    /// Marks a rule that keeps the effects of its root that would happen. Other rules do not match
    /// a root with effects, including those in its regions.
    pub fn keeps_effects(mut self) -> Rule {
        self.keeps_effects = true;
        self
    }

    /// Adds a program in which the rule fires.
    pub fn example(mut self, text: &'static str) -> Rule {
        self.example = Some(text);
        self
    }

    /// The name of the root op of the left-hand side.
    ///
    /// # Panics
    /// If the left-hand side is not an op, which is a mistake in a rule table.
    pub fn root(&self) -> &'static str {
        match &self.left {
            Pat::Op { name, .. } | Pat::AnyOperands { name, .. } => name,
            other => panic!("rule {} matches {other:?}, which is not an op", self.name),
        }
    }

    /// Builds the values that replace the results of `root`, if the rule applies. Ops built for
    /// them are in front of `root`, even if the right-hand side declines.
    pub(super) fn apply(&self, rewriter: &mut Rewriter<'_>, root: OpId) -> Application {
        let Some(mut m) = Match::of(&self.left, rewriter, root) else {
            return Application::Different;
        };
        let allowed = (self.is_quantized || !m.is_quantized())
            && self.when.as_ref().is_none_or(|when| when.holds(&m))
            && (self.keeps_effects || is_pure(m.module(), root));
        if !allowed {
            return Application::Different;
        }
        m.rewriter.set_before(root);
        let values = match &self.right {
            Body::Value(right) => right.make(&mut m).map(|v| smallvec::smallvec![v]),
            Body::Values(right) => right(&mut m).map(SmallVec::from_vec),
        };
        values.map_or(Application::Declined, Application::Values)
    }

    /// The rule in one line, for listings:
    /// `add(x, 0) → x  when x is integer or boolean`.
    pub fn describe(&self) -> String {
        let mut text = String::new();
        describe(&self.left, &mut text);
        let right = match &self.right {
            Body::Value(right) => right.describe(),
            Body::Values(_) => None,
        };
        if let Some(right) = right.or_else(|| self.gives.map(str::to_owned)) {
            text.push_str(" → ");
            text.push_str(&right);
        }
        if let Some(when) = &self.when {
            text.push_str(&format!("  when {when}"));
        }
        if self.is_fast {
            text.push_str("  (fast math)");
        }
        text
    }
}

fn describe(pat: &Pat, out: &mut String) {
    let short = |name: &'static str| name.split_once('.').map_or(name, |(_, short)| short);
    match pat {
        Pat::Var(v) => out.push_str(v.0),
        Pat::Const(v) => {
            out.push_str("constant ");
            out.push_str(v.0);
        }
        // Prints `-0` for negative zero, not `0`.
        Pat::Number(n) => out.push_str(&n.to_string()),
        Pat::AnyOperands { name, attrs } => {
            out.push_str(short(name));
            out.push_str("(…, {");
            out.push_str(attrs);
            out.push_str("})");
        }
        Pat::Op { name, operands, attrs } => {
            out.push_str(short(name));
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
