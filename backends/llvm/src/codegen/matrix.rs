//! The matrix unit as LLVM has it for x86: AMX's tile registers by their numbers.
//!
//! The intrinsics that name registers keep their order among each other and with
//! memory, and the numbers are the loop program's, so there is nothing to allocate.

use hloom_ir::Element;
use hloom_loops::index::Index;
use hloom_loops::program::{Block, BufferId, MatrixOp, Space};
use inkwell::values::IntValue;

use super::function::Function;
use super::layout::BufferPlace;
use super::ops::{Built, CodegenError, broken};

/// The size of what configures the registers, in bytes.
const CONFIGURATION: usize = 64;

impl<'c> Function<'_, '_, 'c> {
    /// The configuration of the matrix registers among buffers, if there are any: rows and
    /// bytes of a row, as `LDTILECFG` reads them.
    pub(super) fn matrix_registers(&self, buffers: &[BufferId]) -> Option<[u8; CONFIGURATION]> {
        let mut bytes = [0; CONFIGURATION];
        bytes[0] = 1; // The palette.
        let mut any = false;
        for id in buffers {
            let BufferPlace::Matrix(number) = self.unit.layout.place(*id) else { continue };
            let (number, buffer) = (usize::from(number), self.unit.program.buffer(*id));
            let row = buffer.shape[1] * buffer.storage().scalar.bytes() as u64;
            bytes[16 + 2 * number] = row as u8;
            bytes[48 + number] = buffer.shape[0] as u8;
            any = true;
        }
        any.then_some(bytes)
    }

    /// A block with matrix registers.
    pub(super) fn with_matrix_registers(
        &mut self,
        configuration: &[u8; CONFIGURATION],
        body: &Block,
    ) -> Built<()> {
        let unsupported = match self.unit.target.cpu() {
            Some(cpu) if cpu.has_matrix_unit() => None,
            Some(cpu) => Some(format!("matrix registers, which {cpu} does not have")),
            None => Some("matrix registers of a CPU, which a GPU does not have".to_owned()),
        };
        if let Some(what) = unsupported {
            return Err(CodegenError::Unsupported(what));
        }
        let bytes = self.unit.cx.i8_type();
        let values: Vec<IntValue<'c>> =
            configuration.iter().map(|b| bytes.const_int(u64::from(*b), false)).collect();
        let slot = self.stack_slot(bytes.array_type(CONFIGURATION as u32))?;
        self.ops.builder.build_store(slot, bytes.const_array(&values))?;
        self.ops.intrinsic("llvm.x86.ldtilecfg", &[], &[slot.into()])?;
        self.statements(body)?;
        self.ops.intrinsic("llvm.x86.tilerelease", &[], &[])?;
        Ok(())
    }

    /// An operation on matrix registers.
    pub(super) fn matrix(&mut self, op: &MatrixOp) -> Built<()> {
        match op {
            MatrixOp::Zero(register) => {
                let register = self.register(*register)?;
                self.ops.intrinsic("llvm.x86.tilezero", &[], &[register.into()])?;
            }
            MatrixOp::Load { to: register, from: memory, stride } => {
                self.rows("llvm.x86.tileloadd64", *register, memory, *stride)?;
            }
            MatrixOp::Store { from: register, to: memory, stride } => {
                self.rows("llvm.x86.tilestored64", *register, memory, *stride)?;
            }
            MatrixOp::Multiply { acc, lhs, rhs } => {
                let element = |id: &BufferId| self.unit.program.buffer(*id).element;
                let name = match (element(lhs), element(rhs)) {
                    (Element::BF16, _) => "llvm.x86.tdpbf16ps",
                    (Element::I8, Element::I8) => "llvm.x86.tdpbssd",
                    (Element::I8, _) => "llvm.x86.tdpbsud",
                    (_, Element::I8) => "llvm.x86.tdpbusd",
                    _ => "llvm.x86.tdpbuud",
                };
                let [acc, lhs, rhs] = [acc, lhs, rhs].map(|id| self.register(*id));
                self.ops.intrinsic(name, &[], &[acc?.into(), lhs?.into(), rhs?.into()])?;
            }
        }
        Ok(())
    }

    /// Moves the rows of a register.
    fn rows(
        &mut self,
        name: &str,
        register: BufferId,
        (buffer, offset): &(BufferId, Index),
        stride: u64,
    ) -> Built<()> {
        debug_assert!(self.unit.program.buffer(*buffer).space != Space::Matrix);
        let number = self.register(register)?;
        let unit = self.unit.program.buffer(*buffer).storage().scalar.bytes() as u64;
        let address = self.address(*buffer, offset, true)?;
        let stride = self.ops.i64((stride * unit) as i64);
        self.ops.intrinsic(name, &[], &[number.into(), address.into(), stride.into()])?;
        Ok(())
    }

    /// A register's number, as an operand.
    fn register(&self, buffer: BufferId) -> Built<IntValue<'c>> {
        match self.unit.layout.place(buffer) {
            BufferPlace::Matrix(number) => {
                Ok(self.unit.cx.i8_type().const_int(u64::from(number), false))
            }
            _ => broken("a matrix register without a number"),
        }
    }
}
