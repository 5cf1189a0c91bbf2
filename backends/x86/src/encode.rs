//! The encoding of single instructions: legacy, VEX and EVEX.
//!
//! Before this: an [`Opcode`], and the numbers of its registers. After it: bytes. The schemes are
//! those of Intel's manual (volume 2, chapter 2).

/// The way in which an instruction's prefixes are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scheme {
    /// Prefixes and REX.
    Legacy,
    /// Three bytes, for the first sixteen vector registers, masks, and some of the others.
    Vex,
    /// Four bytes, for vectors of AVX-512.
    Evex,
}

/// The size of the memory operand, in which EVEX counts displacements of one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tuple {
    /// Displacements are in bytes.
    None,
    /// A vector, or one element of so many bytes for all lanes.
    Full(u8),
    /// A vector.
    Whole,
    /// So many bytes.
    Bytes(u8),
    /// A half of a vector, or one element of so many bytes.
    Half(u8),
    /// A quarter of a vector.
    Quarter,
    /// An eighth of a vector.
    Eighth,
}

/// An instruction without its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Opcode {
    /// The scheme.
    pub scheme: Scheme,
    /// The map of opcodes: 0 has no escape byte; 1, 2 and 3 are 0F, 0F38 and 0F3A.
    pub map: u8,
    /// The prefix that belongs to the opcode: none, 66, F3 or F2.
    pub prefix: u8,
    /// The bit W.
    pub wide: bool,
    /// The byte.
    pub byte: u8,
    /// The size of the memory operand.
    pub tuple: Tuple,
}

/// The place of a memory operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    /// The address in this register.
    Register(u8),
    /// Relative to the end of the instruction; the displacement is written later.
    Relative,
}

/// The operand that may be in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rm {
    /// A register.
    Register(u8),
    /// Memory at base + index·2^scale + displacement.
    Memory {
        /// The base.
        base: Base,
        /// The number of the index register, of a vector if it is a gather or scatter.
        index: Option<u8>,
        /// The logarithm of the factor of the index.
        scale: u8,
        /// The displacement in bytes.
        displacement: i32,
    },
}

/// An instruction with all registers known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    /// The opcode.
    pub opcode: Opcode,
    /// 0, 1 or 2 for vectors of 16, 32 or 64 bytes.
    pub length: u8,
    /// The register in ModRM's `reg`, or the opcode's extension there.
    pub reg: u8,
    /// The register in `vvvv`, 0 if there is none.
    pub vvvv: u8,
    /// The register or memory in ModRM's `rm`.
    pub rm: Rm,
    /// The mask, 0 for none.
    pub mask: u8,
    /// Whether lanes that the mask leaves out become zero.
    pub zero: bool,
    /// Whether one element in memory is for all lanes.
    pub broadcast: bool,
    /// Whether registers are bytes, of which some need a prefix.
    pub bytes: bool,
    /// An immediate operand and its bytes.
    pub immediate: Option<(i32, u8)>,
}

impl Instruction {
    /// Writes the instruction. Returns the place of a displacement that is still to be written,
    /// relative to the end of the instruction.
    pub(crate) fn encode(&self, code: &mut Vec<u8>) -> Option<usize> {
        let bit = |number: u8, at: u8| number >> at & 1;
        let (x, b) = match self.rm {
            Rm::Register(r) => (bit(r, 4), bit(r, 3)),
            Rm::Memory { base, index, .. } => {
                let base = match base {
                    Base::Register(base) => bit(base, 3),
                    Base::Relative => 0,
                };
                (index.map_or(0, |index| bit(index, 3)), base)
            }
        };
        let op = self.opcode;
        match op.scheme {
            Scheme::Legacy => {
                match op.prefix {
                    1 => code.push(0x66),
                    2 => code.push(0xF3),
                    3 => code.push(0xF2),
                    _ => {}
                }
                let x = if matches!(self.rm, Rm::Register(_)) { 0 } else { x };
                let rex = u8::from(op.wide) << 3 | bit(self.reg, 3) << 2 | x << 1 | b;
                let named = |r: u8| (4..8).contains(&r);
                let needed = self.bytes
                    && (named(self.reg) || matches!(self.rm, Rm::Register(r) if named(r)));
                if rex != 0 || needed {
                    code.push(0x40 | rex);
                }
                match op.map {
                    1 => code.push(0x0F),
                    2 => code.extend([0x0F, 0x38]),
                    3 => code.extend([0x0F, 0x3A]),
                    _ => {}
                }
            }
            Scheme::Vex => {
                let x = if matches!(self.rm, Rm::Register(_)) { 0 } else { x };
                let not = |bit: u8| bit ^ 1;
                code.push(0xC4);
                code.push(not(bit(self.reg, 3)) << 7 | not(x) << 6 | not(b) << 5 | op.map);
                let vvvv = (self.vvvv & 15) ^ 15;
                code.push(u8::from(op.wide) << 7 | vvvv << 3 | self.length << 2 | op.prefix);
            }
            Scheme::Evex => {
                let not = |bit: u8| bit ^ 1;
                let far = match self.rm {
                    // The fifth bit of a vector of indices.
                    Rm::Memory { index: Some(index), .. } => bit(index, 4) | bit(self.vvvv, 4),
                    _ => bit(self.vvvv, 4),
                };
                code.push(0x62);
                code.push(
                    not(bit(self.reg, 3)) << 7
                        | not(x) << 6
                        | not(b) << 5
                        | not(bit(self.reg, 4)) << 4
                        | op.map,
                );
                let vvvv = (self.vvvv & 15) ^ 15;
                code.push(u8::from(op.wide) << 7 | vvvv << 3 | 4 | op.prefix);
                code.push(
                    u8::from(self.zero) << 7
                        | self.length << 5
                        | u8::from(self.broadcast) << 4
                        | not(far) << 3
                        | self.mask,
                );
            }
        }
        code.push(op.byte);
        let hole = self.operand(code);
        if let Some((value, bytes)) = self.immediate {
            code.extend(&value.to_le_bytes()[..usize::from(bytes)]);
        }
        hole
    }

    /// ModRM and what belongs to it.
    fn operand(&self, code: &mut Vec<u8>) -> Option<usize> {
        let reg = (self.reg & 7) << 3;
        let (base, index, scale, displacement) = match self.rm {
            Rm::Register(r) => {
                code.push(0xC0 | reg | r & 7);
                return None;
            }
            Rm::Memory { base, index, scale, displacement } => (base, index, scale, displacement),
        };
        let base = match base {
            Base::Relative => {
                code.push(reg | 5);
                code.extend([0; 4]);
                return Some(code.len() - 4);
            }
            Base::Register(base) => base,
        };
        let unit = self.unit();
        let short = (displacement % unit == 0).then(|| i8::try_from(displacement / unit).ok());
        let mode = match short.flatten() {
            // The register numbers 5 and 13 without a displacement mean something else.
            Some(0) if base & 7 != 5 => 0,
            Some(_) => 1,
            None => 2,
        };
        if index.is_some() || base & 7 == 4 {
            code.push(mode << 6 | reg | 4);
            code.push(scale << 6 | index.map_or(4, |index| index & 7) << 3 | base & 7);
        } else {
            code.push(mode << 6 | reg | base & 7);
        }
        match (mode, short.flatten()) {
            (1, Some(short)) => code.push(short.cast_unsigned()),
            (2, _) => code.extend(displacement.to_le_bytes()),
            _ => {}
        }
        None
    }

    /// The bytes in which displacements of one byte are counted.
    fn unit(&self) -> i32 {
        if self.opcode.scheme != Scheme::Evex {
            return 1;
        }
        let vector = 16 << self.length;
        match self.opcode.tuple {
            Tuple::None => 1,
            Tuple::Full(element) | Tuple::Half(element) if self.broadcast => i32::from(element),
            Tuple::Full(_) | Tuple::Whole => vector,
            Tuple::Half(_) => vector / 2,
            Tuple::Bytes(bytes) => i32::from(bytes),
            Tuple::Quarter => vector / 4,
            Tuple::Eighth => vector / 8,
        }
    }
}
