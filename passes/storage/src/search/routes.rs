//! The routes from the composed term to a plan.
//!
//! Fusion leaves a dictionary where its estimate says that it costs less than going through its
//! entries again: the columns of a matrix in CSC, put in order by rows for a product with itself. The
//! last stage has many terms with a dictionary in them, and ends by its limit on nodes; it does not find
//! those without one. Without dictionaries it ends in a millisecond, but a plan for triangles in CSC is
//! then thousands of times as expensive. So it begins with up to three terms of fusion: the cheapest
//! one, the cheapest one if work that may be repeated weighs more, and one with as few dictionaries as
//! there can be. The cheapest plan counts.

use super::{Options, Route, Status, planned};
use crate::rules::Stage;
use hloom_storage::term::Term;
use std::time::Instant;

/// The plan over physical arrays of a term in which the mappings are inlined, without hoisting.
///
/// `run` is [`saturate`](super::saturate) or a form of it that has more to say, and `report` is called
/// for each stage, those of the route of the plan last.
pub fn physical<T>(
    term: &Term,
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
        starts.push(fused);
        plans.push((cost(&plan), plan, [(first, said), (second, more)]));
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
