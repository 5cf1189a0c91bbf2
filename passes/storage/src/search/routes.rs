//! The routes from the composed term to a plan.
//!
//! Fusion leaves a dictionary where its estimate says that it costs less than going through its
//! entries again: the columns of a matrix in CSC, put in order by rows for a product with itself. The
//! last stage has many terms with a dictionary in them, and ends by its limit on nodes; it does not find
//! those without one. Without dictionaries it ends in a millisecond, but a plan for triangles in CSC is
//! then thousands of times as expensive. So it begins with up to three terms of fusion: the cheapest
//! one, the cheapest one if work that may be repeated weighs more, and one with as few dictionaries as
//! there can be. The cheapest plan counts. The terms of a [contraction](super::contraction) with other
//! loops are tried too, if the cheapest plan makes a matrix or is dear.

use super::contraction::Reorderings;
use super::merged::merged;
use super::{Options, Route, Status, builds_matrices, hoist, planned};
use crate::rules::{CONTRACTION, Stage};
use hloom_storage::term::Term;
use std::time::Instant;

/// The cost from which on loops in other orders are tried for any plan: running it takes longer than trying them.
const DEAR: f64 = 10_000_000.0;

/// The plan over physical arrays of a term in which the mappings are inlined, without hoisting. `others`
/// are terms that are equal to it in [rings](crate::rules::Holds::InRings), of a
/// [contraction](super::contraction).
///
/// `run` is [`saturate`](super::saturate) or a form of it that has more to say, and `report` is called
/// for each stage, those of the route of the plan last.
pub fn physical<T>(
    term: &Term,
    others: impl FnOnce(Reorderings) -> Vec<Term>,
    options: &Options,
    mut run: impl FnMut(&Term, Stage, &Options) -> (Term, Status, T),
    report: &mut impl FnMut(Status, T),
) -> Term {
    let end = Instant::now() + options.budget.time;
    let routes: &[Route] = match options.statistics.avoid_dictionaries {
        true => &[Route::Any],
        false => &[Route::Usual, Route::Tables, Route::Direct],
    };
    let cost = |plan: &Term| planned(plan, &options.statistics).total();
    let merges = !options.strict && !options.disabled.contains("merge");
    let finished = |plan: Term, status: &mut Status| {
        let plan = if merges { merged(&plan, &options.statistics) } else { plan };
        status.costs[1] = cost(&plan);
        plan
    };
    let mut starts: Vec<Term> = Vec::new();
    let mut plans = Vec::new();
    for (i, route) in routes.iter().enumerate() {
        let left = |stages: usize| {
            let all = 2 * (routes.len() - i) - 2 + stages;
            end.saturating_duration_since(Instant::now()) / all as u32
        };
        let mut part = Options { route: *route, ..options.clone() };
        part.statistics.avoid_dictionaries |= *route == Route::Direct;
        part.budget.time = left(2);
        let (fused, mut first, said) = run(term, Stage::Fusion, &part);
        if starts.contains(&fused) {
            continue;
        }
        if *route == Route::Direct {
            first.costs = [cost(term), cost(&fused)];
        }
        part.statistics.avoid_dictionaries = options.statistics.avoid_dictionaries;
        part.route = Route::Any;
        part.budget.time = left(1);
        let (plan, mut second, more) = run(&fused, Stage::Physical, &part);
        second.route = *route;
        let plan = finished(plan, &mut second);
        starts.push(fused);
        plans.push((cost(&plan), plan, [(first, said), (second, more)]));
    }
    let least = plans.iter().min_by(|(a, ..), (b, ..)| a.total_cmp(b));
    let is_allowed = !options.strict && !options.disabled.contains(CONTRACTION);
    let least = least.map(|(cost, plan, _)| (*cost >= DEAR, plan));
    if is_allowed && let Some((dear, plan)) = least {
        let others = others(match dear || builds_matrices(&hoist(plan)) {
            true => Reorderings::All,
            false => Reorderings::SummedFirst,
        });
        for (i, other) in others.iter().enumerate() {
            let left = || {
                let stages = 2 * (others.len() - i);
                end.saturating_duration_since(Instant::now()) / stages as u32
            };
            let mut part = Options { route: Route::Usual, ..options.clone() };
            part.budget.time = left();
            let (fused, mut first, said) = run(other, Stage::Fusion, &part);
            if starts.contains(&fused) {
                continue;
            }
            part.route = Route::Any;
            part.budget.time = left();
            let (plan, mut second, more) = run(&fused, Stage::Physical, &part);
            starts.push(fused);
            (first.route, second.route) = (Route::Reordered, Route::Reordered);
            let plan = finished(plan, &mut second);
            plans.push((cost(&plan), plan, [(first, said), (second, more)]));
        }
    }
    // The cheapest one last; of two with one cost, the first.
    plans.reverse();
    plans.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
    let mut found = term.clone();
    for (_, plan, stages) in plans {
        stages.into_iter().for_each(|(status, said)| report(status, said));
        found = plan;
    }
    found
}
