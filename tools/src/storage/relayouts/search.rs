//! The search for the copies with which a program costs least.

use std::time::{Duration, Instant};

use egg::Id;
use hloom_storage::term::{Binary, Node, Term, Unary, copy, sorts};
use hloom_storage::types::Form;
use hloom_storage_search::search::{
    Budget, Options, Statistics, Status, estimate, hoist, optimize_logical, optimize_physical,
};

use super::super::passes::Pipeline;
use super::super::program::StorageProgram;
use super::super::{Bound, extents};
use super::choice::{Choice, choices};
use super::{FORMATS, Relayout, relaid_term};

/// The work of putting an entry of a compressed result in order that does not come row by row.
const SORT: f64 = 30.0;
/// The places of a result from which on it is not dense.
const DENSE: f64 = (1u64 << 22) as f64;
/// A plan that costs less is not looked at: it takes a fraction of a millisecond, and estimates of so short runs are
/// off.
const LEAST: f64 = 2_000_000.0;
/// The share of a plan's cost that the plan over copies and the copies may have together.
const GAIN: f64 = 0.5;
/// The time after which no more copies are tried.
const TIME: Duration = Duration::from_millis(1500);

/// The tensors to convert in each run before its plan; none if that does not pay.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) relayouts: Vec<Relayout>,
    /// The estimated costs of a run without copies, and with them.
    pub(crate) costs: [f64; 2],
}

/// The tensors to convert in each run before its plan, if that is cheaper than the plan that a pipeline found for
/// these data and their statistics: its term, and the figures of its stages.
pub(crate) fn relayouts(
    pipeline: &Pipeline,
    program: &StorageProgram,
    (bound, statistics): (&Bound, &Statistics),
    (plan, stages): (&Term, &[Status]),
) -> Found {
    let last = stages.last().filter(|_| pipeline.relays() && program.before.is_empty());
    let Some(last) = last else { return Found::default() };
    let extents = &extents(&program.module, bound);
    let whole = last.costs[1] + assembly(plan, statistics, extents);
    if whole < LEAST {
        return Found::default();
    }
    let all = choices(program, bound, statistics);
    let pays = |choice: &Choice| {
        FORMATS.iter().any(|(it, _)| choice.may_be(it) && choice.copying(it) < GAIN * whole)
    };
    let all: Vec<Choice> = all.into_iter().filter(pays).collect();
    if all.is_empty() {
        return Found::default();
    }
    let budget = Budget { time: Duration::from_millis(500), ..Budget::default() };
    let statistics = statistics.clone();
    let mut options = Options { statistics, budget, ..Options::default() };
    for choice in &all {
        for (format, _) in FORMATS {
            let one = Relayout { tensor: choice.tensor.clone(), format };
            choice.describe(&one, &program.module, &mut options.statistics);
        }
    }
    let Some((logical, _)) = optimize_logical(&program.module, &options) else {
        return Found::default();
    };
    let search = Search { program, all: &all, logical, options, extents };
    let (relayouts, cost) = search.cheapest();
    match cost < GAIN * whole {
        true => Found { relayouts, costs: [whole, cost] },
        false => Found::default(),
    }
}

/// A search for the copies with which a program costs least.
struct Search<'a> {
    program: &'a StorageProgram,
    all: &'a [Choice],
    logical: Term,
    options: Options,
    extents: &'a [Option<u64>],
}

/// The format of each choice's copy; no copy of some.
type Formats = Vec<Option<&'static str>>;

impl Search<'_> {
    fn relayouts(&self, formats: &Formats) -> Vec<Relayout> {
        let each = self.all.iter().zip(formats);
        let copied = each.filter_map(|(choice, format)| {
            Some(Relayout { tensor: choice.tensor.clone(), format: (*format)? })
        });
        copied.collect()
    }

    /// The cost of a run with these copies.
    fn cost(&self, formats: &Formats) -> Option<f64> {
        let relayouts = self.relayouts(formats);
        let other = relaid_term(self.program, &self.logical, &relayouts).ok()?;
        let term = other.module.logical()?;
        let plan = optimize_physical(&other.module, term, &self.options);
        let each = self.all.iter().zip(formats);
        let copies = each.filter_map(|(choice, format)| Some(choice.copying((*format)?)));
        let copies: f64 = copies.sum();
        let made = assembly(&plan.term, &self.options.statistics, self.extents);
        Some(plan.stages.last()?.costs[1] + copies + made)
    }

    /// The copies with the least cost, and this cost: all in compressed rows first, then one after the other in
    /// another format or none.
    fn cheapest(&self) -> (Vec<Relayout>, f64) {
        let end = Instant::now() + TIME;
        let rows = |choice: &Choice| choice.may_be("csr").then_some("csr");
        let mut current: Formats = self.all.iter().map(rows).collect();
        let mut least = match current.iter().any(Option::is_some) {
            true => self.cost(&current).unwrap_or(f64::INFINITY),
            false => f64::INFINITY,
        };
        for at in 0..self.all.len() {
            for other in [None, Some("csr"), Some("csc")] {
                let may_be = other.is_none_or(|format| self.all[at].may_be(format));
                let mut formats = current.clone();
                formats[at] = other;
                let none = formats.iter().all(Option::is_none);
                if formats == current || !may_be || none || Instant::now() > end {
                    continue;
                }
                if let Some(cost) = self.cost(&formats)
                    && cost < least
                {
                    (least, current) = (cost, formats);
                }
            }
        }
        (self.relayouts(&current), least)
    }
}

/// The numbers of a term's value, as far as they are known: those of a sum are the numbers of all terms.
fn numbers(term: &Term, id: Id, statistics: &Statistics) -> f64 {
    if let Node::Binary(Binary::Add | Binary::Sub, [a, b]) = term[id] {
        return numbers(term, a, statistics) + numbers(term, b, statistics);
    }
    let mut part = Term::default();
    copy(&mut part, term, id, 0, &mut |part, node, _| part.add(node));
    let Some(Form::Nested(levels)) = sorts(&part).last().map(|it| it.form) else { return 0.0 };
    let of = estimate(&part, statistics);
    (0..usize::from(levels)).map(|level| of.entries_at(level)).product()
}

/// The work of putting the entries of a result in order, which the cost of a plan does not have.
fn assembly(plan: &Term, statistics: &Statistics, extents: &[Option<u64>]) -> f64 {
    let places: f64 =
        extents.iter().map(|extent| extent.map_or(f64::INFINITY, |it| it as f64)).product();
    if extents.len() < 2 || places <= DENSE || comes_by_rows(plan, plan.root()) {
        return 0.0;
    }
    let plan = hoist(plan);
    SORT * numbers(&plan, plan.root(), statistics)
}

/// Whether each iteration of the outermost loops makes a row of the result.
fn comes_by_rows(term: &Term, id: Id) -> bool {
    match term[id] {
        Node::Zero(_) | Node::Single(_) => true,
        Node::Let([_, of]) | Node::If([_, of]) | Node::Unary(Unary::Neg, of) => {
            comes_by_rows(term, of)
        }
        Node::Binary(Binary::Scale, [_, of]) => comes_by_rows(term, of),
        Node::Binary(Binary::Add | Binary::Sub, [a, b]) => {
            comes_by_rows(term, a) && comes_by_rows(term, b)
        }
        Node::Sum([_, mut body]) => loop {
            body = match term[body] {
                Node::Let([_, of]) | Node::If([_, of]) | Node::Binary(Binary::Scale, [_, of]) => of,
                Node::Single(_) => break true,
                // Any other term makes entries of several rows.
                _ => break false,
            }
        },
        // Any other dictionary is made before it is written.
        _ => false,
    }
}
