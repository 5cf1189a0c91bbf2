//! Shardings by search: how a mesh divides each kernel, each argument and each carried value, so that
//! a step takes the least estimated time within the memory of a device.
//!
//! Every op may divide its indices along the axes of the mesh in any way that its table of indices
//! allows: samples, rows, channels and contracted indices (with terms to combine) are one space.
//! The costs of an op are its share of the arithmetic and of the traffic with memory, halos, and the
//! collective that combines its terms; those of a pair of ops are the exchanges that bring a result
//! to where it is read. [`Choices`](hloom_analysis::split::Choices) finds the cheapest combination:
//! exactly on chains, trees, series-parallel graphs and others of small tree width, within a budget
//! elsewhere.
//!
//! | module | contents |
//! |---|---|
//! | [`kernels`] | ops that fusion makes one kernel of: one decision, and the traffic of the kernel |
//! | `node` | a decision, and the states that its choices mean |
//! | [`space`] | the decisions of a function, bodies of loops and branches among them |
//! | [`costs`] | the times of kernels and of exchanges |
//! | [`times`] | measured times of kernels on local shapes, instead of those of the machine model |
//! | [`plan`] | the shardings that choices mean, and the memory that they take |
//!
//! **Loops and branches.** A carried value of a loop is one decision: it lies alike before the loop,
//! at the beginning and the end of the body, and behind the loop. The body counts as often as the loop
//! runs; a loop whose trip count is not known counts once. A value that leaves a
//! branch is one decision, too. Each branch counts with its share, one of two a half: which one runs
//! is not known, and the longest is no sum that dynamic programming could minimize.
//!
//! **Memory.** Bytes that a device holds get a price, which rises until the plan fits; then the
//! lowest price that fits is found by bisection. Between the plans on both sides of that price, the one
//! changes to the other in the middle of the program. Source of the method: Everett, "Generalized Lagrange
//! Multiplier Method for Solving Problems of Optimum Allocation of Resources", Operations Research,
//! 1963.
//!
//! Stated shardings stay. The plan never takes longer, by its own estimate, than one in which only
//! these are followed and every device computes all else, and than the stated shardings spread by
//! [`propagate`](hloom_analysis::shard::propagate()).

pub mod costs;
pub mod kernels;
mod node;
pub mod plan;
pub mod space;
pub mod times;

use crate::fusion::machine::Machine;
use hloom_analysis::shard::States;
use hloom_analysis::simulate::Link;
use hloom_ir::module::Module;
use hloom_ir::{Block, OpId};
use rustc_hash::FxHashMap;
use space::Space;
use times::Times;

/// The number of graphs that are solved, by default, where the search has to try.
pub const BUDGET: usize = 10_000;

/// The machine and the links that times are estimated for, and the limits of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The rates of a device.
    pub machine: Machine,
    /// The links along each axis of the mesh.
    pub links: Vec<Link>,
    /// The bytes that a device may hold; infinite if there is no limit.
    pub memory: f64,
    /// The number of graphs that are solved where the search has to try.
    pub budget: usize,
    /// The number of an axis of the mesh that divides nothing.
    pub without: Option<usize>,
    /// Measured times; kernels that are not among them have those of the machine model.
    pub times: Times,
}

/// The atoms that divide each index of an op.
pub type OpAxes = Vec<Vec<usize>>;

/// A kernel of a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct PlannedKernel {
    /// Its ops, in program order.
    pub ops: Vec<OpId>,
    /// The number of times that it runs in a step: trips of loops, shares of branches.
    pub times: f64,
    /// The seconds of one run on a device, with halos and collectives of terms.
    pub seconds: f64,
    /// The seconds in which a step brings to it what it reads.
    pub exchanges: f64,
}

/// A plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The states of all values.
    pub states: States,
    /// The division of each op.
    pub axes: FxHashMap<OpId, OpAxes>,
    /// The kernels, in program order.
    pub kernels: Vec<PlannedKernel>,
    /// The estimated seconds of a step.
    pub seconds: f64,
    /// The same if every device computes all that no stated sharding divides.
    pub undivided: f64,
    /// The same of the stated shardings, spread as far as they say.
    pub stated: f64,
    /// The same of one device alone, without any exchange.
    pub one_device: f64,
    /// The bytes that a device holds, at most.
    pub bytes: f64,
    /// Whether no other plan is estimated to take less time.
    pub exact: bool,
    /// Sentences about what could not be known, such as the trip count of a loop.
    pub notes: Vec<String>,
}

/// The seconds that a byte costs where memory is plenty: of plans that take as long, the smallest
/// wins.
const TIE: f64 = 1e-18;

/// Finds shardings of the values of a function's body. `states` are those that are stated, spread as
/// far as they say.
///
/// # Errors
/// If no plan that the search finds fits into the memory of a device.
pub fn search(
    module: &Module,
    block: Block,
    states: &States,
    settings: &Settings,
) -> Result<Plan, String> {
    let space = Space::new(module, block, states, settings);
    let graph = space.graph();
    let plain = |choices: &[usize]| graph.choices.cost(choices);
    let solve = |price: f64| {
        let chosen = graph.priced(price).solve(settings.budget);
        let plan = space.plan(&chosen.choices, plain(&chosen.choices), chosen.exact);
        (chosen.choices, plan)
    };
    let fits = |plan: &Plan| plan.bytes <= settings.memory;
    // Two plans are known without a search.
    let known = [space.undivided(), space.spread()].map(|choices| {
        let seconds = plain(&choices);
        space.plan(&choices, seconds, false)
    });
    let (mut large, mut best) = solve(TIE);
    if !fits(&best) {
        let (mut low, mut high) = (TIE, 8.0 * TIE);
        let mut small;
        loop {
            (small, best) = solve(high);
            if fits(&best) {
                break;
            }
            large.clone_from(&small);
            if high > 1.0 {
                match known.iter().find(|plan| fits(plan)) {
                    Some(plan) => best = plan.clone(),
                    None => {
                        return Err(format!(
                            "no plan fits into {:.0} bytes of a device; the least that was found takes {:.0}",
                            settings.memory, best.bytes
                        ));
                    }
                }
                break;
            }
            low = high;
            high *= 8.0;
        }
        for _ in 0..12 {
            let middle = f64::sqrt(low * high);
            let (choices, plan) = solve(middle);
            if fits(&plan) {
                (high, small) = (middle, choices);
                if plan.seconds <= best.seconds {
                    best = plan;
                }
            } else {
                (low, large) = (middle, choices);
            }
        }
        // Layers that are alike change at one price, all at once. The plan on the other side of it
        // takes less time: the first of its decisions, as many as fit, and then those of this one.
        let order = space.order();
        let (mut some, mut all) = (0, order.len());
        while all - some > 1 {
            let middle = usize::midpoint(some, all);
            let mut choices = small.clone();
            order[..middle].iter().for_each(|&n| choices[n] = large[n]);
            let plan = space.plan(&choices, plain(&choices), false);
            if fits(&plan) {
                some = middle;
                if plan.seconds < best.seconds {
                    best = plan;
                }
            } else {
                all = middle;
            }
        }
        best.exact = false;
    }
    let [undivided, stated] = known;
    let seconds = [undivided.seconds, stated.seconds];
    for plan in [stated, undivided] {
        if fits(&plan) && plan.seconds <= best.seconds {
            best = Plan { exact: best.exact, ..plan };
        }
    }
    [best.undivided, best.stated] = seconds;
    Ok(best)
}
