//! Matrix instructions.

use super::builder::{Builder, Result};
use crate::kernel::{Class, Element, Matrix, Mma, Op, Type};
use crate::number::Format;
use crate::text::syntax::{InstructionText, Operand};

impl Builder<'_> {
    /// Decodes matrix instructions. Whether `text` is one.
    pub(super) fn matrix(&mut self, text: &InstructionText) -> Result<bool> {
        self.class = Class::Matrix;
        match text.name.as_str() {
            "mma" => self.mma(text),
            "wgmma" => self.wgmma(text),
            "ldmatrix" | "stmatrix" => {
                let known =
                    ["sync", "aligned", "m8n8", "x1", "x2", "x4", "trans", "shared", "shared::cta"];
                self.only(text, &known)?;
                if self.last_type(text)? != Type::Bits(16) {
                    return Ok(false);
                }
                self.count(text, 2..=2)?;
                let store = text.name == "stmatrix";
                self.class = if store { Class::StoreShared } else { Class::LoadShared };
                let (address, matrix) =
                    (&text.operands[usize::from(!store)], &text.operands[usize::from(store)]);
                let space = self.space(text)?;
                let address = self.address(address, space)?;
                let registers = self.all(matrix, !store)?;
                let count = ["x1", "x2", "x4"].iter().position(|x| text.has(x)).map(|i| 1 << i);
                if Some(registers.len()) != count {
                    return self.fail("as many registers expected as matrices");
                }
                let transposed = text.has("trans");
                let transfer = Matrix::Transfer { address, registers, transposed, store };
                self.emit(Op::Matrix(Box::new(transfer)));
                Ok(true)
            }
            "movmatrix" => {
                self.only(text, &["sync", "aligned", "m8n8", "trans"])?;
                self.count(text, 2..=2)?;
                let (to, _) = self.to(&text.operands[0])?;
                let from = self.from(&text.operands[1], Type::Bits(32))?;
                self.emit(Op::Matrix(Box::new(Matrix::Transpose { to, from })));
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The registers of a vector, written or read.
    pub(super) fn all(&mut self, operand: &Operand, to: bool) -> Result<Vec<u32>> {
        let mut registers = Vec::new();
        for element in self.elements(operand) {
            registers.push(if to {
                self.to(element)?.0
            } else {
                self.from(element, Type::Bits(32))?
            });
        }
        Ok(registers)
    }

    /// `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`
    fn mma(&mut self, text: &InstructionText) -> Result<bool> {
        self.count(text, 4..=4)?;
        let Some(shape) = text.mods.iter().find_map(|m| shape(m)) else { return Ok(false) };
        let known = |m: &str| {
            matches!(
                m,
                "sync"
                    | "aligned"
                    | "row"
                    | "col"
                    | "satfinite"
                    | "xor"
                    | "and"
                    | "popc"
                    | "kind::f8f6f4"
            )
        };
        for part in &text.mods {
            if self::shape(part).is_none() && Element::parse(part).is_none() && !known(part) {
                return Ok(false);
            }
        }
        let layouts: Vec<&String> =
            text.mods.iter().filter(|m| *m == "row" || *m == "col").collect();
        if layouts != ["row", "col"] {
            return Ok(false);
        }
        let types: Vec<Element> = text.mods.iter().filter_map(|m| Element::parse(m)).collect();
        let [d, a, b, c] = types[..] else { return Ok(false) };
        if !is_shape_of(shape, a, b, c, d) {
            return self.fail(format!("`{}` has no such shape of such types", text.opcode()));
        }
        let mma = Mma {
            shape,
            a,
            b,
            c,
            d,
            registers_d: self.all(&text.operands[0], true)?,
            registers_a: self.all(&text.operands[1], false)?,
            registers_b: self.all(&text.operands[2], false)?,
            registers_c: self.all(&text.operands[3], false)?,
            saturate: text.has("satfinite"),
            exclusive: text.has("xor"),
        };
        let counts =
            [&mma.registers_a, &mma.registers_b, &mma.registers_c, &mma.registers_d].map(Vec::len);
        if counts != mma.register_counts() {
            let [a, b, c, d] = mma.register_counts();
            return self.fail(format!(
                "`{}` takes {a}, {b} and {c} registers of A, B and C and gives {d}",
                text.opcode()
            ));
        }
        self.emit(Op::Matrix(Box::new(Matrix::Mma(mma))));
        Ok(true)
    }
}

/// `m16n8k16` as numbers.
pub(super) fn shape(text: &str) -> Option<[usize; 3]> {
    let (m, rest) = text.strip_prefix('m')?.split_once('n')?;
    let (n, k) = rest.split_once('k')?;
    Some([m.parse().ok()?, n.parse().ok()?, k.parse().ok()?])
}

/// Whether `mma.sync` has a shape of these types (PTX ISA, table of shapes of "mma").
fn is_shape_of(shape: [usize; 3], a: Element, b: Element, c: Element, d: Element) -> bool {
    use Element::{Bit, Float, Signed, Unsigned};
    let [m, n, k] = shape;
    if n != 8 {
        return false;
    }
    let accumulators = |all: &[Format]| {
        c == d && all.iter().any(|f| d == Float(*f))
            || matches!((c, d), (Float(x), Float(y)) if all.contains(&x) && all.contains(&y))
    };
    match (a, b) {
        (Float(Format::F16), Float(Format::F16)) => {
            m == 16 && matches!(k, 8 | 16) && accumulators(&[Format::F16, Format::F32])
        }
        (Float(Format::Bf16), Float(Format::Bf16)) => {
            m == 16 && matches!(k, 8 | 16) && accumulators(&[Format::F32])
        }
        (Float(Format::Tf32), Float(Format::Tf32)) => {
            m == 16 && matches!(k, 4 | 8) && accumulators(&[Format::F32])
        }
        (Float(Format::E4m3 | Format::E5m2), Float(Format::E4m3 | Format::E5m2)) => {
            m == 16 && matches!(k, 16 | 32) && accumulators(&[Format::F16, Format::F32])
        }
        (Float(Format::F64), Float(Format::F64)) => {
            (m == 8 && k == 4 || m == 16 && matches!(k, 4 | 8 | 16)) && accumulators(&[Format::F64])
        }
        (Signed(8) | Unsigned(8), Signed(8) | Unsigned(8)) => {
            (m == 8 && k == 16 || m == 16 && matches!(k, 16 | 32))
                && c == Signed(32)
                && d == Signed(32)
        }
        (Signed(4) | Unsigned(4), Signed(4) | Unsigned(4)) => {
            (m == 8 && k == 32 || m == 16 && matches!(k, 32 | 64))
                && c == Signed(32)
                && d == Signed(32)
        }
        (Bit, Bit) => {
            (m == 8 && k == 128 || m == 16 && matches!(k, 128 | 256))
                && c == Signed(32)
                && d == Signed(32)
        }
        _ => false,
    }
}
