//! Decides the nests of one program in order, by pins where there are any, and remembers what
//! was decided.

use super::attention_tiling::AttentionTiling;
use super::decide::{Choice, Placement, decide_with};
use super::{AttentionNests, AttentionPlan, Machine, PinError, Pins, Schedule, ScheduleError};
use crate::nest::Nest;
use crate::program::Facts;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Decides the nests of one program.
#[derive(Debug)]
pub struct Scheduler<'m> {
    machine: &'m Machine,
    pins: Option<&'m Pins>,
    state: RefCell<State>,
}

#[derive(Debug, Default)]
struct State {
    choices: Vec<Choice>,
    /// The number of nests of each name in the choices.
    seen: FxHashMap<String, usize>,
    /// The first pin that was refused.
    refused: Option<PinError>,
}

impl State {
    /// Remembers a choice.
    fn add(&mut self, choice: Choice) {
        for (name, _) in choice.entries() {
            *self.seen.entry(name.to_owned()).or_default() += 1;
        }
        self.choices.push(choice);
    }
}

impl<'m> Scheduler<'m> {
    /// A scheduler for a machine.
    pub fn new(machine: &'m Machine, pins: Option<&'m Pins>) -> Scheduler<'m> {
        Scheduler { machine, pins, state: RefCell::default() }
    }

    /// Decides how a nest is computed, and remembers it.
    ///
    /// # Errors
    /// A pin does not fit. [`Scheduler::finish`] says so too, with its place.
    pub fn decide(&self, nest: &Nest, placement: Placement<'_>) -> Result<Choice, ScheduleError> {
        let mut state = self.state.borrow_mut();
        let number = |name: &str| state.seen.get(name).map_or(1, |count| count + 1);
        let pinned =
            |name: &str| self.pins?.find(name, number(name)).map(|pin| pin.schedule.clone());
        let choice = match decide_with(nest, self.machine, placement, &pinned) {
            Ok(choice) => choice,
            Err(error) => {
                if let ScheduleError::Illegal { nest, .. } = &error {
                    let pin = self.pins.and_then(|pins| pins.find(nest, number(nest)));
                    let refused = pin.map(|pin| pin.refused(&error));
                    state.refused = state.refused.take().or(refused);
                }
                return Err(error);
            }
        };
        state.add(choice.clone());
        Ok(choice)
    }

    /// Decides how a GPU computes attention in one kernel, if it can, and remembers it.
    ///
    /// # Errors
    /// A pin does not fit. [`Scheduler::finish`] says so too, with its place.
    pub fn attention(
        &self,
        name: &str,
        chain: &AttentionNests,
    ) -> Result<Option<AttentionPlan>, ScheduleError> {
        let Some(gpu) = &self.machine.gpu else { return Ok(None) };
        let mut state = self.state.borrow_mut();
        let number = state.seen.get(name).map_or(1, |count| count + 1);
        let tiling = match self.pins.and_then(|pins| pins.find(name, number)) {
            None => AttentionTiling::decide(chain, gpu),
            Some(pin) => {
                let made = AttentionTiling::of(chain, &pin.schedule, gpu);
                let made = made.map_err(|(directive, reason)| ScheduleError::Illegal {
                    directive: directive.to_string(),
                    nest: name.to_owned(),
                    reason,
                });
                if let Err(error) = &made {
                    state.refused = state.refused.take().or(Some(pin.refused(error)));
                }
                Some(made?)
            }
        };
        let Some(tiling) = tiling else { return Ok(None) };
        state.add(Choice {
            name: name.to_owned(),
            facts: Facts::default(),
            attention: Some(Schedule { directives: tiling.directives() }),
            steps: Vec::new(),
            scratch: Vec::new(),
        });
        Ok(Some(AttentionPlan(tiling)))
    }

    /// The machine that is decided for.
    pub fn machine(&self) -> &'m Machine {
        self.machine
    }

    /// Returns whether a pin was refused.
    pub fn is_refused(&self) -> bool {
        self.state.borrow().refused.is_some()
    }

    /// The number of choices, for [`Scheduler::go_back`].
    pub fn mark(&self) -> usize {
        self.state.borrow().choices.len()
    }

    /// Forgets the choices since a mark: nothing was built of them after all.
    pub fn go_back(&self, mark: usize) {
        let mut state = self.state.borrow_mut();
        let State { choices, seen, .. } = &mut *state;
        for choice in choices.drain(mark..) {
            for (name, _) in choice.entries() {
                if let Some(count) = seen.get_mut(name) {
                    *count -= 1;
                }
            }
        }
    }

    /// Returns the choices in the order of the program.
    ///
    /// # Errors
    /// A pin was refused, or belongs to no nest of the program.
    pub fn finish(self) -> Result<Vec<Choice>, PinError> {
        let State { choices, seen, refused } = self.state.into_inner();
        if let Some(refused) = refused {
            return Err(refused);
        }
        let none = Pins::default();
        let pins = self.pins.unwrap_or(&none);
        let fits = |name: &str, number: usize| seen.get(name).is_some_and(|count| number <= *count);
        let unused = {
            let mut names = choices.iter().flat_map(|it| it.entries().map(|(name, _)| name));
            pins.unused(&fits, &mut names)
        };
        match unused {
            Some(unused) => Err(unused),
            None => Ok(choices),
        }
    }
}
