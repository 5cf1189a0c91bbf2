//! The arrays and dictionaries that terms are.

use super::arrays::Array;
use super::emit::{Dict, Emitted, Emitter, Variable, unsupported};
use super::facts::Fact;
use super::intervals::is_within;
use super::numbers::int;
use crate::program::{BinaryOp, CompareOp};
use hloom_storage::term::{Id, Node};

impl Emitter<'_> {
    /// The value of a `let`, with its bounds.
    pub(super) fn bound(&mut self, id: Id) -> Emitted<(Variable, Fact)> {
        let sort = self.sort(id);
        let fact = self.fact(id);
        let variable = if sort.is_scalar() {
            Variable::Number(self.number(id)?)
        } else if sort.is_dict() {
            Variable::Dict(self.dictionary(id)?)
        } else {
            Variable::Array(self.array(id)?)
        };
        Ok((variable, fact))
    }

    /// The dictionary that a term is: a variable, or one that is made in a workspace.
    pub(super) fn dictionary(&mut self, id: Id) -> Emitted<Dict> {
        match self.term[id] {
            Node::Var(i, _) => match self.variable(i)? {
                Variable::Dict(dict) => Ok(dict),
                _ => unsupported("a collection of another kind"),
            },
            Node::Input(..) => unsupported("a dictionary that is given"),
            _ => self.materialize(id),
        }
    }

    /// The collection of a loop.
    pub(super) fn collection(&mut self, id: Id) -> Emitted<Array> {
        if self.sort(id).is_dict() {
            return unsupported("a merge of dictionaries");
        }
        self.array(id)
    }

    /// Whether a range is known to have a length that is not negative and that 64 bits hold.
    fn ascends(&self, low: Id, high: Id) -> bool {
        match (self.interval(low), self.interval(high)) {
            (Some(low), Some(high)) => {
                low.0 <= low.1 && low.1 <= high.0 && high.1.checked_sub(low.0).is_some()
            }
            _ => false,
        }
    }

    /// The array, range or slice that a term is.
    pub(super) fn array(&mut self, id: Id) -> Emitted<Array> {
        match self.term[id] {
            Node::Var(i, _) => match self.variable(i)? {
                Variable::Array(array) => Ok(array),
                Variable::Number(_) | Variable::Dict(_) => {
                    unsupported("a collection of another kind")
                }
            },
            Node::Input(name, _) => {
                let (buffer, physical) = self.inputs[&name];
                let length = physical.length.unwrap_or(0) as i64;
                let (low, high) = (int(&mut self.b, 0), int(&mut self.b, length));
                Ok(Array::Part { buffer, element: physical.element, low, high })
            }
            Node::Range([low, high]) if self.ascends(low, high) => {
                let (first, end) = (self.number(low)?, self.number(high)?);
                let length = match self.interval(low) {
                    Some((0, 0)) => end,
                    _ => self.b.binary(BinaryOp::Sub, end, first),
                };
                Ok(Array::Range { first, low: int(&mut self.b, 0), high: length })
            }
            Node::Range([low, high]) => {
                let (first, end) = (self.number(low)?, self.number(high)?);
                let b = &mut self.b;
                let none = int(b, 0);
                // The length saturates, as the evaluator's does; a negative one is empty.
                let length = b.binary(BinaryOp::Sub, end, first);
                let more = b.compare(CompareOp::GtS, end, first);
                let wrapped = b.compare(CompareOp::LtS, length, none);
                let most = int(b, i64::MAX);
                let length = b.select(wrapped, most, length);
                let high = b.select(more, length, none);
                Ok(Array::Range { first, low: none, high })
            }
            Node::Slice([over, low, high]) => {
                let array = self.array(over)?;
                let ends = self.ends(over);
                let inside = |e: &Self, id| {
                    ends.is_some_and(|ends| e.interval(id).is_some_and(|it| is_within(it, ends)))
                };
                let (starts_inside, ends_inside) = (inside(self, low), inside(self, high));
                let (mut low, mut high) = (self.number(low)?, self.number(high)?);
                if !starts_inside {
                    low = self.b.binary(BinaryOp::MaxS, low, array.low());
                }
                if !ends_inside {
                    high = self.b.binary(BinaryOp::MinS, high, array.high());
                }
                Ok(array.part(low, high))
            }
            Node::If([condition, value]) => {
                let test = self.number(condition)?;
                let array = self.array(value)?;
                let high = self.b.select(test, array.high(), array.low());
                Ok(array.part(array.low(), high))
            }
            Node::Let([value, body]) => {
                let value = self.bound(value)?;
                self.with(&[value], |e| e.array(body))
            }
            Node::Zero(_) => {
                let none = int(&mut self.b, 0);
                Ok(Array::Range { first: none, low: none, high: none })
            }
            _ => unsupported("an array that is computed"),
        }
    }
}
