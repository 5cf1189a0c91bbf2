//! MPSkipEnum: the best of all 2ⁿ assignments of n interesting points.
//!
//! An assignment says for each point whether its value is materialized. Assignments are enumerated
//! as binary numbers with point 0 as the highest bit, so that all assignments that agree in the
//! first k points are contiguous. Two tests skip contiguous ranges: a lower bound of the cost of
//! all assignments in a range, and a cut set: points that, when all are materialized, separate the
//! others into two independent parts.
//!
//! After Boehm et al. (VLDB 2018), section 5.3. Skipped ranges are aligned; the search resumes at
//! the first assignment after the range.

/// Costs assignments.
pub trait Judge {
    /// The cost of an assignment; `None` as soon as it is known to be at least `bound`.
    fn cost(&mut self, plan: &[bool], bound: f64) -> Option<f64>;

    /// A lower bound of the cost of all assignments that materialize at least these points.
    fn bound(&self, plan: &[bool]) -> f64;
}

/// A cut set: the first points in order, which separate the others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CutSet {
    /// Number of its points: those with smaller numbers.
    pub len: usize,
    /// The two parts that it separates.
    pub parts: [Vec<usize>; 2],
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Best {
    /// The assignment.
    pub plan: Vec<bool>,
    /// Its cost.
    pub cost: f64,
    /// Number of assignments that were costed.
    pub evaluated: u64,
    /// Number of assignments that were skipped, saturating.
    pub skipped: u64,
}

/// The maximum number of points to enumerate.
pub const MOST_POINTS: usize = 62;

/// The best assignment of `n` points, at most [`MOST_POINTS`].
pub fn enumerate(n: usize, model: &mut dyn Judge, cut: Option<&CutSet>) -> Best {
    let n = n.min(MOST_POINTS);
    let free: Vec<usize> = (0..n).collect();
    let mut plan = vec![false; n];
    let mut best = search(&free, &mut plan, model, cut);
    best.evaluated = best.evaluated.min(1 << n);
    best
}

/// The best assignment of the points in `free`; the others stay as they are in `plan`.
fn search(
    free: &[usize],
    plan: &mut Vec<bool>,
    model: &mut dyn Judge,
    cut: Option<&CutSet>,
) -> Best {
    let n = free.len();
    let set = |plan: &mut Vec<bool>, index: u64| {
        for (k, &point) in free.iter().enumerate() {
            plan[point] = index >> (n - 1 - k) & 1 == 1;
        }
    };
    let end = 1u64 << n;
    set(plan, 0);
    let first = model.cost(plan, f64::INFINITY).unwrap_or(f64::INFINITY);
    let mut best = Best { plan: plan.clone(), cost: first, evaluated: 1, skipped: 0 };
    if end > 1 {
        // The opposite extreme often gives the better bound.
        set(plan, end - 1);
        best.evaluated += 1;
        if let Some(cost) = model.cost(plan, best.cost) {
            (best.plan, best.cost) = (plan.clone(), cost);
        }
    }
    let mut index = 1;
    while index + 1 < end {
        set(plan, index);
        if let Some(cut) = cut
            && cut.len < n
            && index == ((1 << cut.len) - 1) << (n - cut.len)
        {
            // The cut set is materialized and nothing else yet: the two parts are searched
            // independently.
            let mut joined = plan.clone();
            for part in &cut.parts {
                let mut alone = plan.clone();
                let found = search(part, &mut alone, model, None);
                best.evaluated += found.evaluated;
                for &point in part {
                    joined[point] = found.plan[point];
                }
            }
            best.evaluated += 1;
            if let Some(cost) = model.cost(&joined, best.cost) {
                (best.plan, best.cost) = (joined, cost);
            }
            let block = 1u64 << (n - cut.len);
            best.skipped = best.skipped.saturating_add(block);
            index += block;
            continue;
        }
        if model.bound(plan) >= best.cost {
            // The bound holds for all assignments that materialize these points and any later ones.
            let block = 1u64 << index.trailing_zeros();
            best.skipped = best.skipped.saturating_add(block);
            index += block;
            continue;
        }
        best.evaluated += 1;
        if let Some(cost) = model.cost(plan, best.cost) {
            (best.plan, best.cost) = (plan.clone(), cost);
        }
        index += 1;
    }
    best
}

/// The best assignment, by costing all of them.
pub fn exhaustive(n: usize, model: &mut dyn Judge) -> Best {
    let mut plan = vec![false; n];
    let mut best = Best { plan: plan.clone(), cost: f64::INFINITY, evaluated: 0, skipped: 0 };
    for index in 0..1u64 << n {
        for (k, p) in plan.iter_mut().enumerate() {
            *p = index >> (n - 1 - k) & 1 == 1;
        }
        best.evaluated += 1;
        if let Some(cost) = model.cost(&plan, best.cost) {
            (best.plan, best.cost) = (plan.clone(), cost);
        }
    }
    best
}

/// A good assignment of any number of points, by local search. It starts from the better of the
/// extremes and of `starts`, and flips single points while that lowers the cost, until no flip does
/// or `budget` assignments were costed.
pub fn local_search(n: usize, model: &mut dyn Judge, starts: &[Vec<bool>], budget: u64) -> Best {
    let mut best = Best { plan: vec![false; n], cost: f64::INFINITY, evaluated: 0, skipped: 0 };
    let extremes = [vec![false; n], vec![true; n]];
    for start in extremes.iter().chain(starts) {
        best.evaluated += 1;
        if let Some(cost) = model.cost(start, best.cost) {
            (best.plan, best.cost) = (start.clone(), cost);
        }
    }
    let mut unchanged = 0;
    let mut point = 0;
    while n > 0 && unchanged < n && best.evaluated < budget {
        let mut plan = best.plan.clone();
        plan[point] = !plan[point];
        best.evaluated += 1;
        match model.cost(&plan, best.cost) {
            Some(cost) => {
                (best.plan, best.cost) = (plan, cost);
                unchanged = 0;
            }
            None => unchanged += 1,
        }
        point = (point + 1) % n;
    }
    best
}
