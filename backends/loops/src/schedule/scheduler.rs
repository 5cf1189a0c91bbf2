//! Decides the nests of one program in order, by pins where there are any, and remembers what
//! was decided.

use super::decide::{Choice, Placement, decide_with};
use super::{Machine, PinError, Pins, ScheduleError};
use crate::nest::Nest;
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
    /// How many nests of each name there are in the choices.
    seen: FxHashMap<String, usize>,
    /// The first pin that was refused.
    refused: Option<PinError>,
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
        for step in &choice.steps {
            *state.seen.entry(step.nest.name.clone()).or_default() += 1;
        }
        state.choices.push(choice.clone());
        Ok(choice)
    }

    /// The machine that is decided for.
    pub fn machine(&self) -> &'m Machine {
        self.machine
    }

    /// Returns whether a pin was refused.
    pub fn is_refused(&self) -> bool {
        self.state.borrow().refused.is_some()
    }

    /// How many choices there are, for [`Scheduler::go_back`].
    pub fn mark(&self) -> usize {
        self.state.borrow().choices.len()
    }

    /// Forgets the choices since a mark: nothing was built of them after all.
    pub fn go_back(&self, mark: usize) {
        let mut state = self.state.borrow_mut();
        let State { choices, seen, .. } = &mut *state;
        for step in choices.drain(mark..).flat_map(|choice| choice.steps) {
            if let Some(count) = seen.get_mut(&step.nest.name) {
                *count -= 1;
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
        match pins.unused(&fits, &mut choices.iter().flat_map(|it| &it.steps)) {
            Some(unused) => Err(unused),
            None => Ok(choices),
        }
    }
}
