//! The axes of a mesh that ranks communicate along.

/// The axes of a mesh, major to minor, by their sizes. Rank numbers count along the last axis first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axes(pub Vec<i64>);

impl Axes {
    /// The number of ranks.
    pub fn ranks(&self) -> i64 {
        self.0.iter().product()
    }

    /// The distance of neighbours along an axis, in rank numbers.
    pub fn stride(&self, axis: usize) -> i64 {
        self.0[axis + 1..].iter().product()
    }

    /// The place of a rank along an axis.
    pub fn place(&self, rank: i64, axis: usize) -> i64 {
        rank / self.stride(axis) % self.0[axis]
    }
}

/// The part of an axis that a group of ranks spans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The number of the axis.
    pub axis: usize,
    /// The number of ranks along it.
    pub parts: i64,
    /// The distance of neighbours, in places of the axis.
    pub step: i64,
    /// Whether the ranks span the whole axis, so that a ring of it closes.
    pub closed: bool,
}

impl Span {
    /// The number of messages on the busiest link of a torus when each rank of each group sends one
    /// to the rank `distance` places further in its group.
    pub fn shared(&self, distance: i64) -> f64 {
        let d = distance.rem_euclid(self.parts);
        // Groups that lie between each other share links. Messages that go round the other way
        // use the links' other direction.
        (d.min(self.parts - d).max(1) * self.step) as f64
    }
}

/// The spans of a group of ranks: one for each axis along which its members differ. A group that is
/// not a regular part of the mesh spans each axis with as many places as its members have, and the
/// slowest of them decides.
pub fn spans(group: &[i64], axes: &Axes) -> Vec<Span> {
    let mut found = Vec::new();
    for axis in 0..axes.0.len() {
        let mut places: Vec<i64> = group.iter().map(|&rank| axes.place(rank, axis)).collect();
        places.sort_unstable();
        places.dedup();
        if places.len() > 1 {
            let step = places.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(1);
            let parts = places.len() as i64;
            found.push(Span { axis, parts, step, closed: parts * step == axes.0[axis] });
        }
    }
    let all: i64 = found.iter().map(|it| it.parts).product();
    // Irregular: as many ranks as there are, along its longest axis.
    if all != group.len() as i64
        && let Some(longest) = found.iter().copied().max_by_key(|it| it.parts)
    {
        return vec![Span { parts: group.len() as i64, closed: false, ..longest }];
    }
    found
}
