//! Loops and branches in formulas, for the few functions whose rare cases would otherwise be
//! computed for every element.

use super::expand::{Expander, Term};
use hloom_ir::field::ResultType;
use hloom_ir::ops::{self, Direction};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Element, Literal, Region, Type, Value};

impl Expander<'_, '_, '_> {
    /// `repeat(n, step, a, b, …)`: iterates `step` `n` times. The results of `step(a, b, …)` are
    /// its first arguments in the next iteration; its remaining arguments are loop-invariant.
    /// Returns the results of the last iteration.
    pub(super) fn repeat(
        &mut self,
        trip_count: i32,
        step: &str,
        args: &[Term],
    ) -> Option<Vec<Term>> {
        let carried = self.formulas.function(step)?.results.len();
        let args: Vec<Value> = args.iter().map(|&t| self.value(t)).collect::<Option<_>>()?;
        let (first, rest) = args.split_at_checked(carried)?;
        self.iterate(trip_count, first, |it, _, state| {
            let inside: Vec<Term> = state.iter().chain(rest).map(|&v| v.into()).collect();
            it.call(step, &inside)
        })
    }

    /// Horner's scheme in double-double arithmetic as a loop over tables of coefficients, the
    /// constant one first; `sum` is the value of the terms beyond them.
    pub(super) fn horner_loop(
        &mut self,
        high: &[f64],
        low: &[f64],
        sum: Term,
        [x, xl]: [Term; 2],
    ) -> Option<Vec<Term>> {
        let first = [self.value(sum)?, self.value(0.0.into())?];
        let [x, xl] = [self.value(x)?, self.value(xl)?].map(Term::Value);
        let ty = Type::tensor(&[high.len() as i64], Element::F64);
        let mut table = |numbers: &[f64]| {
            let reversed: Vec<f64> = numbers.iter().rev().copied().collect();
            Some(self.m.constant(Literal::from_f64s(ty, &reversed).ok()?))
        };
        let trip_count = i32::try_from(high.len()).ok()?;
        let (high, low) = (table(high)?, table(low)?);
        self.iterate(trip_count, &first, |it, round, sum| {
            let product = it.call("times", &[sum[0].into(), sum[1].into(), x, xl])?;
            let (c, cl) = (it.entry(high, round)?, it.entry(low, round)?);
            it.call("plus", &[c, cl, product[0], product[1]])
        })
    }

    /// An element of a table, at the same place for all elements.
    fn entry(&mut self, table: Value, at: Value) -> Option<Term> {
        let slice = ops::DynamicSlice { slice_sizes: [1].into_iter().collect() };
        let one = self.m.build(slice, &[table, at])?;
        let scalar = ResultType(Type::scalar_tensor(Element::F64));
        let scalar = self.m.build(ops::Reshape { ty: scalar }, &[one])?;
        let ty = self.ty(Element::F64)?;
        if self.m.ty(scalar) == ty {
            return Some(scalar.into());
        }
        let broadcast_dimensions = std::iter::empty().collect();
        let spread = ops::BroadcastInDim { broadcast_dimensions, ty: ResultType(ty) };
        self.m.build(spread, &[scalar]).map(Term::Value)
    }

    /// A loop of `trip_count` iterations over carried values; `step` gets the number of the iteration
    /// and the values.
    fn iterate(
        &mut self,
        trip_count: i32,
        first: &[Value],
        step: impl FnOnce(&mut Self, Value, &[Value]) -> Option<Vec<Term>>,
    ) -> Option<Vec<Term>> {
        let start = self.whole(0)?;
        let operands: Vec<Value> = std::iter::once(start).chain(first.iter().copied()).collect();
        let types: Vec<Type> = operands.iter().map(|&v| self.m.ty(v)).collect();
        let (here, known) = (self.m.rewriter.point(), self.numbers.clone());

        let (more, block) = self.m.rewriter.region(&types);
        self.m.rewriter.set_point(InsertPoint::End(block));
        let done = self.m.module().args(block)[0];
        let limit = self.whole(trip_count)?;
        let compare = ops::Compare { comparison_direction: Direction::Lt, compare_type: None };
        let goes_on = self.m.build(compare, &[done, limit])?;
        self.m.rewriter.build(ops::Return {}, &[goes_on]).ok()?;

        let (round, block) = self.m.rewriter.region(&types);
        self.m.rewriter.set_point(InsertPoint::End(block));
        let state = self.m.module().args(block).to_vec();
        let one = self.whole(1)?;
        let next = self.m.build(ops::Add {}, &[state[0], one])?;
        let made = step(self, state[0], &state[1..])?;
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
