//! The dependence of numbers on variables, as far as vectors are concerned.
//!
//! The loop level vectorizes an innermost loop over a range (`backends/loops/src/storage/vectors.rs`).
//! Costs are estimated before there are loops, so the same is decided here for all variables at once.

use hloom_storage::term::Binary;

/// The way in which a number depends on variables, as vectors of it for several values of one of
/// them see it. Each mask has a bit for each variable; a variable without a bit has no influence.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Lanes {
    /// The integer grows by one with the variable.
    pub(super) unit: u64,
    /// A vector can hold the numbers.
    pub(super) varying: u64,
    /// No vector is made of the numbers.
    pub(super) stuck: u64,
    /// Whether it compares integers that grow by one, or is a product of such comparisons: the bounds
    /// of a loop can be cut by it.
    pub(super) bound: bool,
}

impl Lanes {
    /// A term that is computed alone for each value of its variables.
    pub(super) fn stuck(free: u64) -> Lanes {
        Lanes { stuck: free, ..Lanes::default() }
    }

    /// The variables that it depends on.
    pub(super) fn all(self) -> u64 {
        self.unit | self.varying | self.stuck
    }

    /// The result of an operator on numbers.
    pub(super) fn binary(op: Binary, x: Lanes, y: Lanes, integers: bool) -> Lanes {
        let both = x.all() & y.all();
        let unit = match op {
            Binary::Add if integers => (x.unit | y.unit) & !both,
            Binary::Sub if integers => x.unit & !both,
            _ => 0,
        };
        let is_computed = match op {
            Binary::Add | Binary::Sub | Binary::Mul => true,
            Binary::Div | Binary::Min | Binary::Max => !integers,
            _ => false,
        };
        let odd = x.unit | y.unit | x.stuck | y.stuck;
        let varying = if is_computed { (x.varying | y.varying) & !odd } else { 0 };
        let steps = |l: Lanes| l.varying | l.stuck == 0;
        let bound = match op {
            Binary::Lt | Binary::Le => integers && steps(x) && steps(y),
            Binary::Mul => x.bound && y.bound,
            _ => false,
        };
        let stuck = (x.all() | y.all()) & !(unit | varying);
        Lanes { unit, varying, stuck, bound }
    }

    /// An element of an array that depends on these variables, at this place.
    pub(super) fn element(array: u64, at: Lanes) -> Lanes {
        let stuck = array | at.varying | at.stuck;
        Lanes { varying: at.unit & !stuck, stuck, ..Lanes::default() }
    }

    /// An entry of a dictionary of numbers.
    pub(super) fn entry(key: Lanes, value: Lanes) -> Lanes {
        let varying = key.unit & !(value.unit | value.stuck);
        let stuck = (key.all() | value.all()) & !varying;
        Lanes { varying, stuck, ..Lanes::default() }
    }

    /// Whether a loop over a range, which binds its integers twice, can be vectorized.
    pub(super) fn is_vector(self) -> bool {
        self.varying & 3 != 0 && (self.unit | self.stuck) & 3 == 0
    }
}
