//! Multiplications of a warpgroup.

use super::builder::{Builder, Result};
use super::matrix::shape;
use crate::kernel::{Accumulate, Element, Matrix, Multiply, Op, Source, Type};
use crate::text::syntax::{InstructionText, Operand};

impl Builder<'_> {
    /// `wgmma.mma_async`, and what orders it.
    pub(super) fn wgmma(&mut self, text: &InstructionText) -> Result<bool> {
        let matrix = match text.mods.first().map(String::as_str) {
            Some("fence") => Matrix::MultiplyFence,
            Some("commit_group") => Matrix::MultiplyCommit,
            Some("wait_group") => match text.operands[..] {
                [Operand::Integer(left)] => Matrix::MultiplyWait(left as usize),
                _ => return Ok(false),
            },
            Some("mma_async") => match self.multiply(text)? {
                Some(multiply) => Matrix::Multiply(multiply),
                None => return Ok(false),
            },
            _ => return Ok(false),
        };
        self.emit(Op::Matrix(Box::new(matrix)));
        Ok(true)
    }

    fn multiply(&mut self, text: &InstructionText) -> Result<Option<Multiply>> {
        let known = |m: &str| matches!(m, "mma_async" | "sync" | "aligned" | "satfinite");
        if text.mods.iter().any(|m| shape(m).is_none() && Element::parse(m).is_none() && !known(m))
        {
            return Ok(None);
        }
        let types: Vec<Element> = text.mods.iter().filter_map(|m| Element::parse(m)).collect();
        let ([d_type, a_type, b_type], Some([64, columns, depth])) =
            (&types[..], text.mods.iter().find_map(|m| shape(m)))
        else {
            return Ok(None);
        };
        let (d_type, a_type, b_type) = (*d_type, *a_type, *b_type);
        let possible = columns % 8 == 0
            && (8..=256).contains(&columns)
            && matches!(d_type.bits(), 16 | 32)
            && a_type.bits() >= 8;
        if !possible || depth as u32 * a_type.bits() != 256 || a_type.bits() != b_type.bits() {
            return self.fail(format!("`{}` has no such shape of such types", text.opcode()));
        }
        let [d, a, b, accumulate, rest @ ..] = text.operands.as_slice() else { return Ok(None) };
        let accumulate = match accumulate {
            Operand::Integer(value) => Accumulate::Fixed(*value != 0),
            operand => Accumulate::Where(self.predicate(operand)?),
        };
        let mut numbers = Vec::new();
        for operand in rest {
            let Operand::Integer(value) = operand else {
                return self.fail("scales and transpositions are numbers");
            };
            numbers.push(*value as i64);
        }
        let d = self.all(d, true)?;
        let in_registers = matches!(a, Operand::Vector(_));
        let a = if in_registers {
            Source::Registers(self.all(a, false)?)
        } else {
            Source::Descriptor(self.from(a, Type::Bits(64))?)
        };
        let count = columns / 2 / (32 / d_type.bits()) as usize;
        let a_count = if let Source::Registers(all) = &a { all.len() } else { 4 };
        if d.len() != count || a_count != 4 {
            return self
                .fail(format!("`{}` takes {count} registers of D, and 4 of A", text.opcode()));
        }
        let (negated, transposed) = match numbers[..] {
            [] => ([false; 2], [false; 2]),
            [a, b] => ([a == -1, b == -1], [false; 2]),
            [a, b, transpose_b] if in_registers => ([a == -1, b == -1], [false, transpose_b == 1]),
            [a, b, first, second] => ([a == -1, b == -1], [first == 1, second == 1]),
            _ => return Ok(None),
        };
        if transposed != [false; 2] && a_type.bits() != 16 {
            return self.fail("only matrices of 16-bit elements can be transposed");
        }
        let b = self.from(b, Type::Bits(64))?;
        let saturate = text.has("satfinite");
        let op = Multiply {
            columns,
            depth,
            a_type,
            b_type,
            d_type,
            d,
            a,
            b,
            accumulate,
            negated,
            transposed,
            saturate,
        };
        Ok(Some(op))
    }
}
