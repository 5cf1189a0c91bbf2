//! The steps of ranks.

use super::collective::Cost;

/// Ranks that exchange data.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    /// Groups in which each rank waits for all others.
    Groups(Vec<Vec<u32>>),
    /// Pairs of a sender and a receiver, which waits for it. A rank receives from one sender at
    /// most.
    Pairs(Vec<(u32, u32)>),
}

/// The part of a rank in an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// It sends and receives, as the pattern says.
    Both,
    /// It only sends: the receiver comes to the site by a step of its own.
    Sends,
    /// It only receives.
    Receives,
}

/// A step of a rank.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// A computation.
    Compute {
        /// The number of its phase.
        phase: u32,
        /// Its seconds.
        seconds: f64,
    },
    /// An exchange with other ranks, which meet at the same site: the n-th time that a rank comes to
    /// a site belongs to the n-th time of the others.
    Exchange {
        /// The number of its phase.
        phase: u32,
        /// The site.
        site: u32,
        /// The number of the [`Pattern`].
        pattern: u32,
        /// The number of the [`Cost`].
        cost: u32,
        /// A handle if the rank goes on meanwhile, until it comes to [`Step::Wait`].
        handle: Option<u32>,
        /// The part that the rank has in it.
        side: Side,
    },
    /// Waits for an exchange that was started.
    Wait {
        /// The handle of the exchange.
        handle: u32,
    },
}

/// The ranks of a program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ranks {
    /// The streams of steps.
    pub streams: Vec<Vec<Step>>,
    /// For each rank, the number of its stream.
    pub stream_of: Vec<u32>,
    /// The names of phases.
    pub phases: Vec<String>,
    /// The patterns of exchanges.
    pub patterns: Vec<Pattern>,
    /// The costs of exchanges.
    pub costs: Vec<Cost>,
}

impl Ranks {
    /// The number of a phase, which is added if it is new.
    pub fn phase(&mut self, name: &str) -> u32 {
        let known = self.phases.iter().position(|it| it == name);
        known.unwrap_or_else(|| {
            self.phases.push(name.to_owned());
            self.phases.len() - 1
        }) as u32
    }
}
