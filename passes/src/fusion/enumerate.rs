//! MPSkipEnum: the best of all 2ⁿ assignments of n interesting points.
//!
//! An assignment says for each point whether it goes through memory. They are counted
//! up as binary numbers, point 0 the highest bit, so that all assignments that agree
//! in the first k points stand together. Two things skip whole stretches: a bound
//! below which no assignment of the stretch can be, and a set of points that, all
//! through memory, leave two parts that have nothing to do with each other.
//!
//! After Boehm et al. (VLDB 2018), section 5.3. Stretches are skipped whole and
//! aligned: the next assignment looked at is the first one behind.

/// How an assignment is judged.
pub trait Judge {
    /// The cost of an assignment; `None` as soon as it is known to be `bound` or more.
    fn cost(&mut self, plan: &[bool], bound: f64) -> Option<f64>;

    /// A cost below which no assignment is that sends at least these points through
    /// memory.
    fn bound(&self, plan: &[bool]) -> f64;
}

/// A set of points, the first ones in order, that separate others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CutSet {
    /// How many points it has: those with numbers below this.
    pub len: usize,
    /// The points above, and those below.
    pub parts: [Vec<usize>; 2],
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Best {
    /// The assignment.
    pub plan: Vec<bool>,
    /// Its cost.
    pub cost: f64,
    /// How many were costed.
    pub evaluated: u64,
    /// How many were skipped, saturating.
    pub skipped: u64,
}

/// More points are never enumerated.
pub const MOST_POINTS: usize = 62;

/// The best assignment of `n` points, at most [`MOST_POINTS`].
pub fn enumerate(n: usize, judge: &mut dyn Judge, cut: Option<&CutSet>) -> Best {
    let n = n.min(MOST_POINTS);
    let free: Vec<usize> = (0..n).collect();
    let mut plan = vec![false; n];
    let mut best = search(&free, &mut plan, judge, cut);
    best.evaluated = best.evaluated.min(1 << n);
    best
}

/// The best assignment of some points, the others being as they are in `plan`.
fn search(
    free: &[usize],
    plan: &mut Vec<bool>,
    judge: &mut dyn Judge,
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
    let first = judge.cost(plan, f64::INFINITY).unwrap_or(f64::INFINITY);
    let mut best = Best { plan: plan.clone(), cost: first, evaluated: 1, skipped: 0 };
    if end > 1 {
        // The other extreme often is the better bound.
        set(plan, end - 1);
        best.evaluated += 1;
        if let Some(cost) = judge.cost(plan, best.cost) {
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
            // All points of the set, nothing else yet: the two parts by themselves.
            let mut joined = plan.clone();
            for part in &cut.parts {
                let mut alone = plan.clone();
                let found = search(part, &mut alone, judge, None);
                best.evaluated += found.evaluated;
                for &point in part {
                    joined[point] = found.plan[point];
                }
            }
            best.evaluated += 1;
            if let Some(cost) = judge.cost(&joined, best.cost) {
                (best.plan, best.cost) = (joined, cost);
            }
            let block = 1u64 << (n - cut.len);
            best.skipped = best.skipped.saturating_add(block);
            index += block;
            continue;
        }
        if judge.bound(plan) >= best.cost {
            // All with these points through memory, and any of the later ones.
            let block = 1u64 << index.trailing_zeros();
            best.skipped = best.skipped.saturating_add(block);
            index += block;
            continue;
        }
        best.evaluated += 1;
        if let Some(cost) = judge.cost(plan, best.cost) {
            (best.plan, best.cost) = (plan.clone(), cost);
        }
        index += 1;
    }
    best
}

/// The best assignment by trying all.
pub fn exhaustive(n: usize, judge: &mut dyn Judge) -> Best {
    let mut plan = vec![false; n];
    let mut best = Best { plan: plan.clone(), cost: f64::INFINITY, evaluated: 0, skipped: 0 };
    for index in 0..1u64 << n {
        for (k, p) in plan.iter_mut().enumerate() {
            *p = index >> (n - 1 - k) & 1 == 1;
        }
        best.evaluated += 1;
        if let Some(cost) = judge.cost(&plan, best.cost) {
            (best.plan, best.cost) = (plan.clone(), cost);
        }
    }
    best
}

/// A good assignment of any number of points: from the better of the extremes and of
/// `starts`, one point after the other is turned over where that is better, until
/// nothing is or so many assignments were costed.
pub fn local_search(n: usize, judge: &mut dyn Judge, starts: &[Vec<bool>], budget: u64) -> Best {
    let mut best = Best { plan: vec![false; n], cost: f64::INFINITY, evaluated: 0, skipped: 0 };
    let extremes = [vec![false; n], vec![true; n]];
    for start in extremes.iter().chain(starts) {
        best.evaluated += 1;
        if let Some(cost) = judge.cost(start, best.cost) {
            (best.plan, best.cost) = (start.clone(), cost);
        }
    }
    let mut unchanged = 0;
    let mut point = 0;
    while n > 0 && unchanged < n && best.evaluated < budget {
        let mut plan = best.plan.clone();
        plan[point] = !plan[point];
        best.evaluated += 1;
        match judge.cost(&plan, best.cost) {
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
