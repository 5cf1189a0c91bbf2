//! Decides how a nest is computed; [`mod@super::emit`] makes kernels of what is decided.
//!
//! [`decide`] is a pure function of a nest, a machine, and the nest's [`Placement`]. Its
//! [`Choice`] is complete: the nests in the order in which they run, each with its schedule,
//! and the scratch tensors that pass between them. One nest becomes several by rewrites
//! ([`super::rewrite`]), which are directives like any other:
//!
//! | directive | before the nest | the nest itself |
//! |---|---|---|
//! | `relayout rhs` | copies of operands, for kernels that load whole tiles | the gemm of the copies |
//! | `two-pass k by 512` | the partial results of each chunk (split-K, for a gemm) | their combination |
//! | `merge i, j`, `split i by 512 as i_page` | | other dimensions, the same points |
//!
//! A packed operand is copied by nests of its own, inside of the loops of the gemm's
//! ([`super::copies`]); they are decided with it.
//!
//! Some decisions are made elsewhere:
//! - `lower::nests` makes nests of a fusion, and so decides how many rows of it are computed at a
//!   time: the nests differ by that. It is a pure function of the fusion and the machine too.
//! - `lower::program::fused` knows which inputs of a row kernel's nests are worth prefetching, by
//!   which of its nests read them: a decision on one nest sees none of the others. It says so in
//!   the nest's [`Placement`].
//! - Ops that are no nests (sort, scan, scatter, random numbers …) are templates in `lower::program`,
//!   whose vectors and blocks are part of their text.
//! - Emission of one directive fixes addresses, masks, and which of equal values are computed
//!   once; none of that asks a machine or a cost.
//!
//! [`Pins`](super::Pins) replace a decision by one that a file gives. A nest with a pin has
//! the pin's rewrites and loop directives and no others.

use super::copies::{self, PackedCopy};
use super::gemm_plan::{GemmPlan, is_gemm};
use super::loop_plan::{NO_TILES, plan};
use super::{Directive, Machine, Schedule, ScheduleError, facts, gpu, rewrite};
use crate::nest::{Nest, Tensor};
use crate::program::Facts;

/// The surroundings of a nest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement<'a> {
    /// Nothing: the nest may become several, one after the other.
    Kernel,
    /// Other nests of the same kernel, before and after it. It stays one nest.
    Stage,
    /// Loops that CPU threads share already.
    Inside {
        /// Whether its results are a kernel's, which go past the caches where all of them
        /// together do not fit.
        results: bool,
        /// If one of them is a loop over tiles of rows: the inputs whose next tile is worth
        /// prefetching.
        tiles: Option<&'a [u32]>,
    },
    /// The threads of one GPU block. Where several groups of threads share the block, each has
    /// one step of a dimension: which, and how many.
    Block {
        /// The number of threads.
        threads: u32,
        /// The dimension that groups share, and how many there are.
        groups: Option<(usize, u32)>,
    },
    /// Nothing, but points may write the same element, and the last one counts. Points
    /// along the dimensions `apart` never do.
    InOrder {
        /// Those dimensions.
        apart: &'a [usize],
    },
    /// Nothing, but points may combine with the same element, in any order.
    AnyOrder,
}

/// The decisions for a nest.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The kernel's name.
    pub name: String,
    /// The kernel's work.
    pub facts: Facts,
    /// The directives of an attention kernel, which has no nests of its own
    /// ([`Scheduler::attention`](super::Scheduler::attention)).
    pub attention: Option<Schedule>,
    /// The nests in order.
    pub steps: Vec<Step>,
    /// The tensors that pass between them.
    pub scratch: Vec<Scratch>,
}

impl Choice {
    /// The scheduled parts in order: names and directives.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&str, Vec<&Directive>)> {
        let attention = self.attention.iter();
        let attention =
            attention.map(|schedule| (&*self.name, schedule.directives.iter().collect()));
        let steps = self.steps.iter().flat_map(|step| {
            let all = step.rewrites.iter().chain(&step.schedule.directives);
            let copies = step.copies.iter();
            let copies =
                copies.map(|copy| (&*copy.nest.name, copy.schedule.directives.iter().collect()));
            std::iter::once((&*step.nest.name, all.collect())).chain(copies)
        });
        attention.chain(steps)
    }
}

/// One nest of a choice.
#[derive(Clone, Debug)]
pub struct Step {
    /// The nest.
    pub nest: Nest,
    /// The rewrites that made it of the nest that was decided on: `merge`, `split`, `relayout` and
    /// `two-pass`.
    pub rewrites: Vec<Directive>,
    /// The schedule of its loops.
    pub schedule: Schedule,
    /// The copies of its packed operands.
    pub copies: Vec<PackedCopy>,
    /// The memory of its inputs.
    pub inputs: Vec<Memory>,
    /// The memory of its outputs.
    pub outputs: Vec<Memory>,
}

/// A tensor of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// An input of the nest that was decided on.
    Input(usize),
    /// An output of that nest.
    Output(usize),
    /// One of [`Choice::scratch`].
    Scratch(usize),
}

/// A tensor between the nests of a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scratch {
    /// The tensor.
    pub tensor: Tensor,
    /// The number of the step that it is allocated for.
    pub from: usize,
}

/// Returns the pinned schedule of the nest of a name, if there is one.
pub(super) type Pinned<'p> = &'p dyn Fn(&str) -> Option<Schedule>;

/// Decides how a nest is computed.
pub fn decide(nest: &Nest, machine: &Machine, placement: Placement<'_>) -> Choice {
    match decide_with(nest, machine, placement, &|_| None) {
        Ok(choice) => choice,
        // Only pins are refused.
        Err(error) => unreachable!("{error}"),
    }
}

/// As [`decide`], where some schedules are given.
///
/// # Errors
/// A pinned directive does not fit its nest or the machine.
pub(super) fn decide_with(
    nest: &Nest,
    machine: &Machine,
    placement: Placement<'_>,
    pinned: Pinned<'_>,
) -> Result<Choice, ScheduleError> {
    let mut choice = Choice {
        name: nest.name.clone(),
        facts: Facts::default(),
        attention: None,
        steps: Vec::new(),
        scratch: Vec::new(),
    };
    let inputs = (0..nest.inputs.len()).map(Memory::Input).collect();
    let outputs = (0..nest.outputs.len()).map(Memory::Output).collect();
    let decider = Decider { machine, placement, pinned };
    decider.nest(&mut choice, nest, inputs, outputs)?;
    Ok(choice)
}

/// The inputs of a decision, apart from the nest.
struct Decider<'d> {
    machine: &'d Machine,
    placement: Placement<'d>,
    pinned: Pinned<'d>,
}

impl Decider<'_> {
    /// Appends the steps that compute a nest.
    fn nest(
        &self,
        choice: &mut Choice,
        nest: &Nest,
        inputs: Vec<Memory>,
        outputs: Vec<Memory>,
    ) -> Result<(), ScheduleError> {
        let own = choice.steps.is_empty() && choice.scratch.is_empty();
        let whole = self.placement == Placement::Kernel;
        let pin = (self.pinned)(&nest.name);
        let nest = if whole { rewrite::canonical(nest) } else { nest.clone() };
        let (rewrites, pin) = match pin {
            Some(schedule) => {
                let (rewrites, loops) = rewrite::parted(schedule);
                (rewrites, Some(loops))
            }
            None if whole => (rewrite::chosen(&nest, self.machine), None),
            None => (Vec::new(), None),
        };
        if let Some(first) = rewrites.first().filter(|_| !whole) {
            let reason = "the nest is part of a kernel, and stays one nest";
            return Err(illegal(first, &nest, reason));
        }
        self.rewritten(choice, nest, (rewrites, pin), (inputs, outputs), own)
    }

    /// Appends the steps of a nest whose rewrites are decided.
    fn rewritten(
        &self,
        choice: &mut Choice,
        nest: Nest,
        (rewrites, pin): (Vec<Directive>, Option<Schedule>),
        (mut inputs, outputs): (Vec<Memory>, Vec<Memory>),
        own: bool,
    ) -> Result<(), ScheduleError> {
        let mut nest = nest;
        // The kernel's work is that of the nest before it was split into several.
        let mut counted = !own;
        for directive in &rewrites {
            let applied = rewrite::apply(&nest, directive, self.machine)
                .map_err(|reason| illegal(directive, &nest, &reason))?;
            if !counted && !matches!(directive, Directive::Merge(..) | Directive::Split(..)) {
                choice.facts = facts(&nest);
                counted = true;
            }
            let first = choice.scratch.len();
            let from = choice.steps.len();
            choice.scratch.extend(
                applied.between.iter().map(|tensor| Scratch { tensor: tensor.clone(), from }),
            );
            let between: Vec<Memory> = (first..choice.scratch.len()).map(Memory::Scratch).collect();
            for (part, to) in applied.before {
                let from = part.inputs.iter().map(|n| inputs[*n]).collect();
                let to = to.iter().map(|n| between[*n]).collect();
                match part.open {
                    true => self.nest(choice, &part.nest, from, to)?,
                    false => self.step(choice, part.nest, Vec::new(), None, (from, to))?,
                }
            }
            nest = applied.nest;
            inputs.extend(between);
        }
        if !counted {
            choice.facts = facts(&nest);
        }
        self.step(choice, nest, rewrites, pin, (inputs, outputs))
    }

    /// Appends one nest and its schedule.
    fn step(
        &self,
        choice: &mut Choice,
        nest: Nest,
        rewrites: Vec<Directive>,
        pin: Option<Schedule>,
        (inputs, outputs): (Vec<Memory>, Vec<Memory>),
    ) -> Result<(), ScheduleError> {
        // A nest that a rewrite made may have a pin of its own.
        let pin = pin.or_else(|| (self.pinned)(&nest.name).filter(|_| rewrites.is_empty()));
        let schedule = match pin {
            Some(schedule) => {
                self.fits(&nest, &schedule)?;
                plan(&nest, &schedule)?;
                self.fits_gpu(&nest, &schedule)?;
                schedule
            }
            None => self.schedule(&nest),
        };
        let copies = self.copies(&nest, &schedule)?;
        choice.steps.push(Step { nest, rewrites, schedule, copies, inputs, outputs });
        Ok(())
    }

    /// Decides how the packed operands of a nest are copied.
    fn copies(&self, nest: &Nest, schedule: &Schedule) -> Result<Vec<PackedCopy>, ScheduleError> {
        if !schedule.directives.iter().any(|it| matches!(it, Directive::Pack(_))) {
            return Ok(Vec::new());
        }
        let mut copies = copies::decide(nest, &plan(nest, schedule)?, !self.is_alone());
        for copy in &mut copies {
            let Some(pin) = (self.pinned)(&copy.nest.name) else { continue };
            self.fits(&copy.nest, &pin)?;
            let parallel = |it: &&Directive| matches!(it, Directive::Parallel(_));
            if let Some(directive) = pin.directives.iter().find(parallel).filter(|_| copy.shared) {
                return Err(illegal(directive, &copy.nest, "threads share a loop around the copy"));
            }
            plan(&copy.nest, &pin)?;
            copy.schedule = pin;
        }
        Ok(copies)
    }

    /// Whether no threads share the loops around the nest.
    fn is_alone(&self) -> bool {
        !matches!(self.placement, Placement::Inside { .. } | Placement::Block { .. })
    }

    /// Checks that a machine has what the directives of a pinned schedule ask for, and that
    /// they fit what is around the nest.
    fn fits(&self, nest: &Nest, schedule: &Schedule) -> Result<(), ScheduleError> {
        let ordered = matches!(self.placement, Placement::InOrder { .. } | Placement::AnyOrder);
        for directive in &schedule.directives {
            let reason = match self.misfit(directive) {
                None if ordered && *schedule != self.schedule(nest) => {
                    "its points may meet in memory, and keep the schedule that is chosen for that"
                }
                None => continue,
                Some(reason) => reason,
            };
            return Err(illegal(directive, nest, reason));
        }
        Ok(())
    }

    /// Checks that a GPU has what a legal plan of a gemm asks for.
    fn fits_gpu(&self, nest: &Nest, schedule: &Schedule) -> Result<(), ScheduleError> {
        let (Ok(Some(gemm)), Some(gpu)) = (GemmPlan::of(schedule), &self.machine.gpu) else {
            return Ok(());
        };
        gemm.check_machine(nest, gpu).map_err(|(directive, why)| illegal(&directive, nest, &why))
    }

    /// Returns why a directive is of no use on the machine or where the nest stands, if it is.
    fn misfit(&self, directive: &Directive) -> Option<&'static str> {
        let alone = self.is_alone();
        let shared = "threads share the loops around the nest already";
        match (directive, &self.machine.gpu) {
            (Directive::Blocks(_) | Directive::Threads(..), None) => {
                Some("a CPU has no blocks and no threads of blocks")
            }
            (Directive::Transpose, None) => Some("it is a GPU's kernel"),
            (directive, None) if is_gemm(directive) => Some("it is a GPU's kernel"),
            (Directive::Matrix(..), None) if !self.machine.matrix => {
                Some("the CPU has no matrix unit")
            }
            (
                Directive::Pack(_)
                | Directive::Matrix(..)
                | Directive::Dot(..)
                | Directive::Rfactor(..)
                | Directive::Nontemporal
                | Directive::Prefetch
                | Directive::PrefetchAhead(..)
                | Directive::PrefetchInput(..),
                Some(_),
            ) => Some("it is for CPUs"),
            (Directive::Parallel(_) | Directive::Rfactor(..), _) if !alone => Some(shared),
            (Directive::Blocks(_), Some(_)) if !alone => Some("one block computes the nest"),
            (Directive::PrefetchInput(..), _)
                if !matches!(self.placement, Placement::Inside { tiles: Some(_), .. }) =>
            {
                Some(NO_TILES)
            }
            _ => None,
        }
    }

    /// Chooses a schedule by the nest's shape.
    fn schedule(&self, nest: &Nest) -> Schedule {
        let machine = self.machine;
        match self.placement {
            Placement::Kernel | Placement::Stage => super::choose::choose(nest, machine),
            Placement::Inside { results, tiles } => {
                let mut schedule = super::choose::choose_inside(nest, machine);
                if results {
                    schedule.past_the_caches(nest, machine);
                }
                let names = nest.input_names();
                let ahead = tiles.into_iter().flatten().filter_map(|n| names.get(*n as usize));
                let ahead = ahead.map(|name| Directive::PrefetchInput(name.clone(), 1));
                schedule.directives.extend(ahead);
                schedule
            }
            Placement::Block { threads, groups } => {
                gpu::choose_in_block(nest, machine, threads, groups)
            }
            Placement::InOrder { apart } => super::choose::choose_in_order(nest, machine, apart),
            Placement::AnyOrder => gpu::choose_in_any_order(nest),
        }
    }
}

fn illegal(directive: &Directive, nest: &Nest, reason: &str) -> ScheduleError {
    ScheduleError::illegal(directive, nest, reason)
}
