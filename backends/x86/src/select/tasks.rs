//! Tasks: their bodies become one function, which the runtime calls with a task's number.

use hloom_loops::program::tasks::{Order, Task};
use hloom_runtime::tasks::Chains;
use regalloc2::{Operand, VReg};

use super::{Form, Selector, Src};
use crate::Built;
use crate::machine::{End, Kind};
use crate::opcode::{self, condition};

impl<'p> Selector<'_, 'p> {
    pub(crate) fn tasks(&mut self, tasks: &'p [Task]) -> Built<()> {
        let function = self.unit.new_function();
        let mut body = Selector::new(self.unit);
        let arrived = body.arrive(5);
        (body.runtime, body.frame, body.worker) = (arrived[0], arrived[1], Some(arrived[4]));
        for task in tasks {
            body.count_uses(&task.body);
        }
        let mut ends = Vec::new();
        body.cases(arrived[2], tasks, 0, &mut ends)?;
        let after = body.new_block();
        for end in ends {
            body.blocks[end].end = Some(End::Jump(after, Vec::new()));
        }
        body.at = after;
        body.end_with_zero();
        let (code, stack) = body.finish();
        self.unit.emit(function, code, stack)?;

        let chains = Chains::encode(&Order::chains(tasks));
        let bytes: Vec<u8> = chains.into_iter().flat_map(i32::to_le_bytes).collect();
        let at = self.unit.pool(&bytes, 64);
        let (chains, address) = (self.new_general(), self.new_general());
        self.push(Kind::ConstantAddress(at as i32), &[Operand::reg_def(chains)]);
        self.push(Kind::FunctionAddress(function), &[Operand::reg_def(address)]);
        // The third field of the runtime.
        let run = self.of_runtime(2);
        let (runtime, frame) = (self.runtime, self.frame);
        self.call_address(run, &[runtime, address, frame, chains]);
        Ok(())
    }

    /// Goes to the task of this number, by halves. `first` is the number of the first one.
    fn cases(
        &mut self,
        number: VReg,
        tasks: &'p [Task],
        first: usize,
        ends: &mut Vec<usize>,
    ) -> Built<()> {
        match tasks {
            [] => {
                ends.push(self.at);
                Ok(())
            }
            [task] => {
                self.branch_frame();
                self.statements(&task.body)?;
                self.load_pending()?;
                self.leave();
                ends.push(self.at);
                Ok(())
            }
            _ => {
                let (low, high) = tasks.split_at(tasks.len() / 2);
                let middle = first + low.len();
                let form = Form {
                    extension: 7,
                    rm: Some(Src::Register(number)),
                    immediate: Some((middle as i32, 4)),
                    ..Form::default()
                };
                let (kind, operands) = self.plain(opcode::ALU_IMMEDIATE.wide(true), form);
                let test = self.make(kind, &operands);
                let (below, above) = (self.new_block(), self.new_block());
                let at = self.at;
                self.blocks[at].test = Some(test);
                self.blocks[at].end = Some(End::Branch(condition::L, below, above));
                for (place, half, first) in [(below, low, first), (above, high, middle)] {
                    self.at = place;
                    self.branch_frame();
                    self.cases(number, half, first, ends)?;
                    self.leave();
                }
                Ok(())
            }
        }
    }
}
