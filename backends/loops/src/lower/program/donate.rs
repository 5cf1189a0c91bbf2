//! Memory that the caller gives away: an argument and a result in one place.
//!
//! The result is made there as soon as nothing reads the argument any more, in place
//! where an op can do that, and is else copied there at the end.

use super::Lowering;
use super::slot::Slot;
use crate::lower::Unsupported;
use crate::program::{BufferId, Space};
use hloom_ir::{OpId, Type};

impl Lowering<'_> {
    /// Checks that arguments and results fit each other.
    pub(super) fn check_donated(
        &self,
        function: OpId,
        donated: &[(usize, usize)],
    ) -> Result<(), Unsupported> {
        let Some(it) = self.module.get::<hloom_ir::ops::Func>(function) else { return Ok(()) };
        let (inputs, results) = (it.function_type.inputs(), it.function_type.results());
        let wrong = |why: String| Err(Unsupported::new(self.module, function, why));
        for (n, &(argument, result)) in donated.iter().enumerate() {
            let (Some(from), Some(to)) = (inputs.get(argument), results.get(result)) else {
                return wrong(format!(
                    "argument {argument} is donated to result {result}, but there are {} arguments and {} results",
                    inputs.len(),
                    results.len()
                ));
            };
            let sized = from.as_tensor().is_some_and(|t| t.buffer_size().is_some());
            let in_layout = from.as_tensor().is_some_and(|t| t.own_layout().is_some());
            if from != to || !sized || in_layout || self.stays_on_host(*from) {
                return wrong(format!(
                    "argument {argument} is donated to result {result}, but these are {from} and {to}"
                ));
            }
            if donated[..n].iter().any(|other| other.0 == argument || other.1 == result) {
                return wrong(format!(
                    "argument {argument} or result {result} is donated more than once"
                ));
            }
        }
        Ok(())
    }

    /// Gives the memory of an argument to a result.
    pub(super) fn donate(&mut self, result: usize, slot: &Slot) {
        if let Slot::Buffer(buffer) = slot {
            self.donated.insert(result, *buffer);
        }
    }

    /// Whether a buffer is an argument's and a result's.
    pub(super) fn is_donated(&self, buffer: BufferId) -> bool {
        self.donated.values().any(|donated| *donated == buffer)
    }

    /// The slot of a result in the memory of an argument.
    pub(super) fn donated_result(&mut self, ty: Type, buffer: BufferId) -> Slot {
        let result = self.results.len() as u32;
        self.results.push(ty);
        let space = match self.builder.program().buffer(buffer).space {
            Space::Argument(n) => Space::Donated(n, result),
            ref other => other.clone(),
        };
        self.builder.place(buffer, space);
        Slot::Buffer(buffer)
    }

    /// Before results are copied to their memory: saves those that lie where another
    /// one goes.
    pub(super) fn save_donated(
        &mut self,
        end: OpId,
        from: &mut [Slot],
        outs: &[Slot],
    ) -> Result<(), Unsupported> {
        let overwritten: Vec<Slot> = from
            .iter()
            .zip(outs)
            .filter(|(from, out)| from != out)
            .map(|(_, out)| out.clone())
            .collect();
        for (slot, out) in from.iter_mut().zip(outs) {
            let Slot::Buffer(buffer) = *slot else { continue };
            let Space::Donated(_, result) = self.builder.program().buffer(buffer).space else {
                continue;
            };
            if slot == out || !overwritten.contains(slot) {
                continue;
            }
            let ty = self.results[result as usize];
            let saved = Slot::Buffer(self.temporary(end, ty, "saved")?);
            self.copy(end, slot, &saved)?;
            *slot = saved;
        }
        Ok(())
    }
}
