//! The simulation and its report.

use super::class::{Classes, Peers, classes};
use super::stream::{Ranks, Side, Step};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::fmt;

/// The most spans that are kept of all classes together; more are counted, but not drawn.
const MOST_SPANS: usize = 1 << 21;

/// A step of a class in time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Span {
    /// The number of its phase.
    pub phase: u32,
    /// The seconds at which the class came to it.
    pub arrival: f64,
    /// The seconds at which it began: later than the arrival if the class waited for others.
    pub begin: f64,
    /// The seconds at which it ended.
    pub end: f64,
    /// The span that it waited for: a class and the number of one of its spans. None if that is the
    /// one before it.
    pub after: Option<(u32, u32)>,
}

/// The times of a class.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ClassReport {
    /// Its first rank.
    pub first: u32,
    /// The number of its ranks.
    pub ranks: u32,
    /// The number of its stream.
    pub stream: u32,
    /// The seconds in which it computes.
    pub compute: f64,
    /// The seconds in which it exchanges data and does nothing else.
    pub exchange: f64,
    /// The seconds at which it ends.
    pub end: f64,
    /// Its steps, if they were kept.
    pub spans: Vec<Span>,
}

/// The seconds of a phase.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PhaseReport {
    /// The seconds of a rank: the mean over all.
    pub seconds: f64,
    /// The seconds in which a rank waits for others to begin it: the mean over all.
    pub waits: f64,
    /// The steps of a rank: the mean over all.
    pub steps: f64,
    /// The seconds on the critical path.
    pub critical: f64,
}

/// The traffic of an axis.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Traffic {
    /// The bytes that all ranks send.
    pub sent: f64,
    /// The bytes that all ranks receive.
    pub received: f64,
    /// The bytes over one link in each direction: the mean over the links of all ranks.
    pub carried: [f64; 2],
    /// The seconds in which the links of a rank are in use: the mean over ranks.
    pub busy: f64,
}

/// The result of a simulation.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// The seconds of the step: until the last rank ends.
    pub seconds: f64,
    /// The times of each class.
    pub classes: Vec<ClassReport>,
    /// The class of each rank.
    pub class_of: Vec<u32>,
    /// The seconds of each phase.
    pub phases: Vec<PhaseReport>,
    /// The traffic of each axis.
    pub axes: Vec<Traffic>,
    /// The share of all ranks' time in which they neither compute nor exchange data.
    pub bubbles: f64,
    /// The critical path, from its end: classes and numbers of their spans; empty if spans were not
    /// kept.
    pub path: Vec<(u32, u32)>,
}

/// Ranks that wait for each other.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct StuckError {
    /// The first rank that waits.
    pub rank: u32,
    /// The phase that it waits in.
    pub phase: String,
}

impl fmt::Display for StuckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StuckError { rank, phase } = self;
        write!(f, "rank {rank} waits in `{phase}` for ranks that never come to it")
    }
}

/// The arrivals at one meeting of ranks.
#[derive(Clone, Copy, Default)]
struct Meeting {
    arrived: u32,
    last: f64,
    /// The class that arrived last, and its span before.
    by: Option<(u32, u32)>,
}

/// An exchange that a class has come to.
#[derive(Clone, Copy)]
struct Pending {
    key: Key,
    needs: u32,
    phase: u32,
    cost: u32,
    arrival: f64,
    handle: Option<u32>,
    side: Side,
}

/// A site, how often it was come to before, and a set of classes or a sender.
type Key = (u32, u32, u32);

#[derive(Default)]
struct State {
    at: usize,
    now: f64,
    waits: Option<Pending>,
    started: Vec<Pending>,
    done: FxHashMap<u32, (f64, Option<(u32, u32)>)>,
    counts: FxHashMap<(u32, Side), u32>,
    /// For each axis, when its links are free.
    free: Vec<f64>,
    spans: u32,
    report: ClassReport,
}

struct Simulator<'r> {
    ranks: &'r Ranks,
    classes: Classes,
    meetings: FxHashMap<Key, Meeting>,
    /// Classes that wait for a meeting.
    waiting: FxHashMap<Key, Vec<u32>>,
    states: Vec<State>,
    keep: bool,
    phases: Vec<PhaseReport>,
    axes: Vec<Traffic>,
}

/// Simulates a step of a program's ranks on a mesh of so many axes.
///
/// # Errors
/// If ranks wait for each other forever.
pub fn simulate(ranks: &Ranks, axes: usize) -> Result<Report, StuckError> {
    let classes = classes(ranks);
    let count = classes.members.len();
    let steps = |class: usize| {
        let (first, _) = classes.members[class];
        ranks.streams[ranks.stream_of[first as usize] as usize].len()
    };
    let keep = (0..count).map(steps).sum::<usize>() <= MOST_SPANS;
    let states = classes.members.iter().map(|&(first, ranks_of)| {
        let stream = ranks.stream_of[first as usize];
        let report = ClassReport { first, ranks: ranks_of, stream, ..ClassReport::default() };
        State { free: vec![0.0; axes], report, ..State::default() }
    });
    let mut it = Simulator {
        ranks,
        states: states.collect(),
        meetings: FxHashMap::default(),
        waiting: FxHashMap::default(),
        keep,
        phases: vec![PhaseReport::default(); ranks.phases.len()],
        axes: vec![Traffic::default(); axes],
        classes,
    };
    let mut queue: VecDeque<u32> = (0..count as u32).collect();
    while let Some(class) = queue.pop_front() {
        it.advance(class as usize, &mut queue);
    }
    it.report()
}

impl Simulator<'_> {
    /// Runs a class until it waits for others or ends.
    fn advance(&mut self, class: usize, queue: &mut VecDeque<u32>) {
        if let Some(pending) = self.states[class].waits.take()
            && !self.finish(class, pending)
        {
            return;
        }
        let ranks = self.ranks;
        let stream = &ranks.streams[self.states[class].report.stream as usize];
        while let Some(&step) = stream.get(self.states[class].at) {
            self.states[class].at += 1;
            match step {
                Step::Compute { phase, seconds } => {
                    let now = self.states[class].now;
                    self.states[class].report.compute += seconds;
                    self.span(class, phase, (now, now, now + seconds), None);
                    self.states[class].now += seconds;
                }
                Step::Exchange { phase, site, pattern, cost, handle, side } => {
                    // Links that an earlier exchange uses are free after it.
                    let axes = ranks.costs[cost as usize].axes();
                    let shares = |it: &Pending| ranks.costs[it.cost as usize].axes() & axes != 0;
                    if !self.settle(class, shares) {
                        return;
                    }
                    let peers = self.classes.peers[pattern as usize][class];
                    let pending =
                        self.arrive(class, (phase, site, cost, handle), (peers, side), queue);
                    let Some(pending) = pending else { continue };
                    match handle {
                        Some(_) => self.states[class].started.push(pending),
                        None if !self.finish(class, pending) => return,
                        None => {}
                    }
                }
                Step::Wait { handle } => {
                    if !self.settle(class, |it| it.handle == Some(handle)) {
                        return;
                    }
                    let state = &mut self.states[class];
                    if let Some((end, after)) = state.done.remove(&handle)
                        && end > state.now
                    {
                        self.wait_until(class, handle, end, after);
                    }
                }
            }
        }
        self.states[class].report.end = self.states[class].now;
    }

    /// Completes the exchanges among those that were started that fit; if others are missing, goes back
    /// to the step before.
    fn settle(&mut self, class: usize, fits: impl Fn(&Pending) -> bool) -> bool {
        while let Some(at) = self.states[class].started.iter().position(&fits) {
            let pending = self.states[class].started.remove(at);
            if !self.finish(class, pending) {
                let state = &mut self.states[class];
                state.at -= 1;
                let pending = state.waits.take();
                state.started.extend(pending);
                return false;
            }
        }
        true
    }

    /// Comes to an exchange; tells others; returns what has to be waited for.
    fn arrive(
        &mut self,
        class: usize,
        (phase, site, cost, handle): (u32, u32, u32, Option<u32>),
        (peers, side): (Peers, Side),
        queue: &mut VecDeque<u32>,
    ) -> Option<Pending> {
        let peers = peers.of(side)?;
        let number = self.states[class].counts.entry((site, side)).or_default();
        let occurrence = *number;
        *number += 1;
        let arrival = self.ready(class, cost);
        let by = Some((class as u32, self.states[class].spans.wrapping_sub(1)));
        let (tells, key, needs) = match peers {
            Peers::Alone => return None,
            Peers::Group(set, size) => {
                let key = (site, occurrence, set);
                (key, key, size)
            }
            Peers::Messages { from, .. } => {
                let tells = (site, occurrence, class as u32);
                // A rank that only sends waits for nobody.
                (tells, (site, occurrence, from.unwrap_or(class as u32)), 1)
            }
        };
        self.count(class, peers, cost);
        if side == Side::Receives {
            return Some(Pending { key, needs, phase, cost, arrival, handle, side });
        }
        let meeting = self.meetings.entry(tells).or_default();
        meeting.arrived += 1;
        if meeting.by.is_none() || arrival > meeting.last {
            (meeting.last, meeting.by) = (arrival, by);
        }
        if let Some(waiting) = self.waiting.remove(&tells) {
            queue.extend(waiting);
        }
        Some(Pending { key, needs, phase, cost, arrival, handle, side })
    }

    /// Counts the bytes that a class sends and receives.
    fn count(&mut self, class: usize, peers: Peers, cost: u32) {
        let weight = f64::from(self.states[class].report.ranks);
        let (sends, receives) = match peers {
            Peers::Alone => (false, false),
            Peers::Group(..) => (true, true),
            Peers::Messages { from, sends } => (sends, from.is_some()),
        };
        for stage in &self.ranks.costs[cost as usize].stages {
            let traffic = &mut self.axes[stage.axis];
            traffic.busy += stage.seconds * weight;
            if receives {
                traffic.received += stage.sent * weight;
            }
            if sends {
                traffic.sent += stage.sent * weight;
                (0..2).for_each(|side| traffic.carried[side] += stage.carried[side] * weight);
            }
        }
    }

    /// The seconds at which a class can begin an exchange: it is there, and its links are free.
    fn ready(&self, class: usize, cost: u32) -> f64 {
        let state = &self.states[class];
        let axes = self.ranks.costs[cost as usize].axes();
        let free = state.free.iter().enumerate().filter(|(axis, _)| axes >> axis & 1 == 1);
        free.fold(state.now, |latest, (_, &free)| latest.max(free))
    }

    /// Completes an exchange if all others are there; else notes that the class waits.
    fn finish(&mut self, class: usize, pending: Pending) -> bool {
        let meeting = self.meetings.get(&pending.key).copied().unwrap_or_default();
        if meeting.arrived < pending.needs {
            self.waiting.entry(pending.key).or_default().push(class as u32);
            self.states[class].waits = Some(pending);
            return false;
        }
        let cost = &self.ranks.costs[pending.cost as usize];
        let begin = meeting.last.max(pending.arrival);
        let end = match pending.side {
            Side::Both | Side::Sends => begin + cost.seconds,
            // A message travels from when it is sent.
            Side::Receives => pending.arrival.max(meeting.last + cost.seconds),
        };
        let axes = cost.axes();
        let weight = f64::from(self.states[class].report.ranks);
        let state = &mut self.states[class];
        for (axis, free) in state.free.iter_mut().enumerate() {
            if axes >> axis & 1 == 1 {
                *free = free.max(end);
            }
        }
        match pending.handle {
            None => {
                let late = begin > pending.arrival;
                let other = meeting.by.filter(|&(by, _)| by as usize != class && late);
                let now = state.now;
                state.report.exchange += end - begin;
                state.now = end;
                self.span(class, pending.phase, (now, begin, end), other);
            }
            Some(handle) => {
                state.done.insert(handle, (end, meeting.by));
                let share = &mut self.phases[pending.phase as usize];
                share.seconds += (end - begin) * weight;
                share.steps += weight;
            }
        }
        true
    }

    /// Waits for the end of an exchange that was started before.
    fn wait_until(&mut self, class: usize, handle: u32, end: f64, after: Option<(u32, u32)>) {
        let stream = &self.ranks.streams[self.states[class].report.stream as usize];
        let phase = stream.iter().find_map(|step| match step {
            Step::Exchange { phase, handle: Some(own), .. } if *own == handle => Some(*phase),
            Step::Exchange { .. } | Step::Compute { .. } | Step::Wait { .. } => None,
        });
        let state = &mut self.states[class];
        let now = state.now;
        state.report.exchange += end - now;
        state.now = end;
        let steps = phase.map(|it| self.phases[it as usize].clone());
        let phase = phase.unwrap_or(0);
        self.span(class, phase, (now, now, end), after);
        // Its seconds were counted when it ran.
        if let Some(known) = steps {
            self.phases[phase as usize] = known;
        }
    }

    fn span(
        &mut self,
        class: usize,
        phase: u32,
        (arrival, begin, end): (f64, f64, f64),
        after: Option<(u32, u32)>,
    ) {
        let state = &mut self.states[class];
        let weight = f64::from(state.report.ranks);
        let share = &mut self.phases[phase as usize];
        share.seconds += (end - begin) * weight;
        share.waits += (begin - arrival) * weight;
        share.steps += weight;
        state.spans += 1;
        if self.keep {
            state.report.spans.push(Span { phase, arrival, begin, end, after });
        }
    }

    fn report(mut self) -> Result<Report, StuckError> {
        let ranks = self.ranks;
        for state in &self.states {
            let stream = &ranks.streams[state.report.stream as usize];
            let stuck = state.waits.or_else(|| {
                let first = state.started.first().copied();
                first.filter(|_| state.at < stream.len())
            });
            if let Some(pending) = stuck {
                let phase = ranks.phases[pending.phase as usize].clone();
                return Err(StuckError { rank: state.report.first, phase });
            }
        }
        let classes: Vec<ClassReport> = self.states.into_iter().map(|it| it.report).collect();
        let all = ranks.stream_of.len() as f64;
        let seconds = classes.iter().map(|it| it.end).fold(0.0, f64::max);
        let weighted = classes.iter().map(|it| (it.compute + it.exchange) * f64::from(it.ranks));
        let busy: f64 = weighted.sum();
        for phase in &mut self.phases {
            phase.seconds /= all;
            phase.waits /= all;
            phase.steps /= all;
        }
        for axis in &mut self.axes {
            axis.busy /= all;
            axis.carried = axis.carried.map(|bytes| bytes / all);
        }
        let path = critical(&classes);
        for &(class, span) in &path {
            let it = classes[class as usize].spans[span as usize];
            self.phases[it.phase as usize].critical += it.end - it.begin;
        }
        Ok(Report {
            seconds,
            class_of: self.classes.of,
            phases: self.phases,
            axes: self.axes,
            bubbles: if seconds > 0.0 { (1.0 - busy / (seconds * all)).max(0.0) } else { 0.0 },
            path,
            classes,
        })
    }
}

/// The spans that the end of the step waits for, from the last one.
fn critical(classes: &[ClassReport]) -> Vec<(u32, u32)> {
    let last = (0..classes.len()).max_by(|&a, &b| classes[a].end.total_cmp(&classes[b].end));
    let Some(last) = last.filter(|&at| !classes[at].spans.is_empty()) else { return Vec::new() };
    let mut at = (last as u32, classes[last].spans.len() as u32 - 1);
    let mut path = Vec::new();
    while let Some(span) = classes[at.0 as usize].spans.get(at.1 as usize) {
        path.push(at);
        at = match span.after {
            Some(other) => other,
            None if at.1 > 0 => (at.0, at.1 - 1),
            None => break,
        };
    }
    path
}
