//! Loops and branches in formulas, for the few functions whose rare cases would otherwise be
//! computed for every element.

use super::expand::{Expander, Term};
use hloom_ir::ops::{self, Direction};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Element, Literal, Region, Type, Value};

impl Expander<'_, '_, '_> {
    /// `repeat(n, step, a, b, …)`: iterates `step` `n` times. The results of `step(a, b, …)` are
    /// its first arguments in the next iteration; its remaining arguments are loop-invariant.
    /// Returns the results of the last iteration.
    pub(super) fn repeat(&mut self, rounds: i32, step: &str, args: &[Term]) -> Option<Vec<Term>> {
        let carried = self.formulas.function(step)?.results.len();
        let args: Vec<Value> = args.iter().map(|&t| self.value(t)).collect::<Option<_>>()?;
        let (first, rest) = args.split_at_checked(carried)?;
        let start = self.whole(0)?;
        let operands: Vec<Value> = std::iter::once(start).chain(first.iter().copied()).collect();
        let types: Vec<Type> = operands.iter().map(|&v| self.m.ty(v)).collect();
        let (here, known) = (self.m.rewriter.point(), self.numbers.clone());

        let (more, block) = self.m.rewriter.region(&types);
        self.m.rewriter.set_point(InsertPoint::End(block));
        let done = self.m.module().args(block)[0];
        let limit = self.whole(rounds)?;
        let compare = ops::Compare { comparison_direction: Direction::Lt, compare_type: None };
        let goes_on = self.m.build(compare, &[done, limit])?;
        self.m.rewriter.build(ops::Return {}, &[goes_on]).ok()?;

        let (round, block) = self.m.rewriter.region(&types);
        self.m.rewriter.set_point(InsertPoint::End(block));
        let state = self.m.module().args(block).to_vec();
        let one = self.whole(1)?;
        let next = self.m.build(ops::Add {}, &[state[0], one])?;
        let inside: Vec<Term> = state[1..].iter().chain(rest).map(|&v| v.into()).collect();
        let made = self.call(step, &inside)?;
        let made: Vec<Value> = made.into_iter().map(|t| self.value(t)).collect::<Option<_>>()?;
        let yielded: Vec<Value> = std::iter::once(next).chain(made).collect();
        self.m.rewriter.build(ops::Return {}, &yielded).ok()?;

        self.m.rewriter.set_point(here);
        self.numbers = known;
        let all = self.m.rewriter.build_with_regions(ops::While {}, &operands, &[more, round]);
        Some(self.m.module().results(all.ok()?).iter().skip(1).map(Term::Value).collect())
    }

    /// `rarely(p, f, a, …, x, …)`: the results of `f(x, …)` where `p` holds, and `a`, … elsewhere;
    /// `f` is evaluated only if `p` holds for some element.
    pub(super) fn rarely(&mut self, p: Term, f: &str, args: &[Term]) -> Option<Vec<Term>> {
        let count = self.formulas.function(f)?.results.len();
        let p = self.value(p)?;
        let (usual, args) = args.split_at_checked(count)?;
        let usual: Vec<Value> = usual.iter().map(|&t| self.value(t)).collect::<Option<_>>()?;
        let any = self.any(p)?;
        let (here, known) = (self.m.rewriter.point(), self.numbers.clone());

        let (then, block) = self.m.rewriter.region(&[]);
        self.m.rewriter.set_point(InsertPoint::End(block));
        let made = self.call(f, args)?;
        let mut chosen = Vec::new();
        for (made, &usual) in made.into_iter().zip(&usual) {
            let made = self.value(made)?;
            chosen.push(self.m.build(ops::Select {}, &[p, made, usual])?);
        }
        self.m.rewriter.build(ops::Return {}, &chosen).ok()?;

        let (otherwise, block) = self.m.rewriter.region(&[]);
        self.m.rewriter.set_point(InsertPoint::End(block));
        self.m.rewriter.build(ops::Return {}, &usual).ok()?;

        self.m.rewriter.set_point(here);
        self.numbers = known;
        let all = self.m.rewriter.build_with_regions(ops::If {}, &[any], &[then, otherwise]);
        Some(self.m.module().results(all.ok()?).iter().map(Term::Value).collect())
    }

    /// Or-reduces a tensor of booleans to a scalar.
    fn any(&mut self, p: Value) -> Option<Value> {
        let rank = self.m.tensor(p)?.rank();
        if rank == 0 {
            return Some(p);
        }
        let scalar = Type::scalar_tensor(Element::I1);
        let no = self.m.constant(Literal::splat(scalar, &[0]).ok()?);
        let region = self.either(scalar)?;
        let dimensions = (0..rank as i64).collect();
        let reduce = ops::Reduce { dimensions };
        let all = self.m.rewriter.build_with_regions(reduce, &[p, no], &[region]).ok()?;
        Some(self.m.module().result(all, 0))
    }

    /// The region of that reduction: a logical or.
    fn either(&mut self, scalar: Type) -> Option<Region> {
        let here = self.m.rewriter.point();
        let (region, block) = self.m.rewriter.region(&[scalar, scalar]);
        self.m.rewriter.set_point(InsertPoint::End(block));
        let args = self.m.module().args(block).to_vec();
        let or = self.m.build(ops::Or {}, &args)?;
        self.m.rewriter.build(ops::Return {}, &[or]).ok()?;
        self.m.rewriter.set_point(here);
        Some(region)
    }

    fn whole(&mut self, n: i32) -> Option<Value> {
        let ty = Type::scalar_tensor(Element::I32);
        Some(self.m.constant(Literal::splat(ty, &n.to_le_bytes()).ok()?))
    }
}
