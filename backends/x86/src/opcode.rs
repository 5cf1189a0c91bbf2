//! The instructions that are used, by their names in Intel's manual (volume 2).

use crate::encode::{Opcode, Scheme, Tuple};

const NONE: u8 = 0;
const P66: u8 = 1;
const PF3: u8 = 2;
const PF2: u8 = 3;

const fn evex(map: u8, prefix: u8, wide: bool, byte: u8, tuple: Tuple) -> Opcode {
    Opcode { scheme: Scheme::Evex, map, prefix, wide, byte, tuple }
}

const fn vex(map: u8, prefix: u8, wide: bool, byte: u8) -> Opcode {
    Opcode { scheme: Scheme::Vex, map, prefix, wide, byte, tuple: Tuple::None }
}

const fn legacy(map: u8, prefix: u8, byte: u8) -> Opcode {
    Opcode { scheme: Scheme::Legacy, map, prefix, wide: false, byte, tuple: Tuple::None }
}

impl Opcode {
    /// The same with the bit W.
    #[must_use]
    pub(crate) const fn wide(self, wide: bool) -> Opcode {
        Opcode { wide, ..self }
    }

    /// Another opcode of the same kind.
    #[must_use]
    pub(crate) const fn byte(self, byte: u8) -> Opcode {
        Opcode { byte, ..self }
    }

    /// Whether one element in memory may be for all lanes.
    pub(crate) fn broadcasts(self) -> bool {
        matches!(self.tuple, Tuple::Full(_) | Tuple::Half(_))
    }
}

/// Floats: packed or of one lane, in single or double precision.
pub(crate) const fn float(byte: u8, double: bool, packed: bool) -> Opcode {
    match (double, packed) {
        (false, true) => evex(1, NONE, false, byte, Tuple::Full(4)),
        (true, true) => evex(1, P66, true, byte, Tuple::Full(8)),
        (false, false) => evex(1, PF3, false, byte, Tuple::Bytes(4)),
        (true, false) => evex(1, PF2, true, byte, Tuple::Bytes(8)),
    }
}

/// Bytes of [`float`].
pub(crate) mod floats {
    /// `vsqrt`, whose operand is `rm` alone where packed.
    pub(crate) const SQRT: u8 = 0x51;
    /// `vadd`
    pub(crate) const ADD: u8 = 0x58;
    /// `vmul`
    pub(crate) const MUL: u8 = 0x59;
    /// `vsub`
    pub(crate) const SUB: u8 = 0x5C;
    /// `vmin`: the second operand where the first is NaN, or both are zero.
    pub(crate) const MIN: u8 = 0x5D;
    /// `vdiv`
    pub(crate) const DIV: u8 = 0x5E;
    /// `vmax`: as `vmin`.
    pub(crate) const MAX: u8 = 0x5F;
    /// `vcmp`: a mask, by the predicate in the immediate.
    pub(crate) const CMP: u8 = 0xC2;
}

/// Instructions of the maps 0F38 and 0F3A on floats, prefix 66: the byte of a single lane is one
/// more than that of vectors.
pub(crate) const fn float_of_map(map: u8, byte: u8, double: bool, packed: bool) -> Opcode {
    let size = if double { 8 } else { 4 };
    let tuple = if packed { Tuple::Full(size) } else { Tuple::Bytes(size) };
    evex(map, P66, double, if packed { byte } else { byte + 1 }, tuple)
}

/// `vfmadd213`: `reg = vvvv·reg + rm`.
pub(crate) const FMA_213: u8 = 0xA8;
/// `vfmadd231`: `reg = vvvv·rm + reg`.
pub(crate) const FMA_231: u8 = 0xB8;
/// `vrange`: the lesser or greater by the immediate.
pub(crate) const RANGE: u8 = 0x50;
/// `vscalef`: times a power of two.
pub(crate) const SCALEF: u8 = 0x2C;

/// `vrndscale`: rounded to whole numbers by the immediate.
pub(crate) const fn round(double: bool, packed: bool) -> Opcode {
    let size = if double { 8 } else { 4 };
    let byte = 0x08 + double as u8 + if packed { 0 } else { 2 };
    evex(3, P66, double, byte, if packed { Tuple::Full(size) } else { Tuple::Bytes(size) })
}

/// Integers with elements of 4 or 8 bytes, prefix 66.
pub(crate) const fn integer(map: u8, byte: u8, wide: bool) -> Opcode {
    evex(map, P66, wide, byte, Tuple::Full(if wide { 8 } else { 4 }))
}

/// Integers with elements of 1 or 2 bytes, prefix 66.
pub(crate) const fn narrow(map: u8, byte: u8, wide: bool) -> Opcode {
    evex(map, P66, wide, byte, Tuple::Whole)
}

/// `vpandd`
pub(crate) const AND: Opcode = integer(1, 0xDB, false);
/// `vpord`
pub(crate) const OR: Opcode = integer(1, 0xEB, false);
/// `vpxord`
pub(crate) const XOR: Opcode = integer(1, 0xEF, false);
/// `vpternlogd`: any function of three bits, `reg` being the first.
pub(crate) const TERNLOG: Opcode = integer(3, 0x25, false);

/// `vmovups` from `rm`; to it with byte 11.
pub(crate) const MOVUPS: Opcode = evex(1, NONE, false, 0x10, Tuple::Whole);
/// `vmovups` to `rm`.
pub(crate) const STORE_UPS: Opcode = MOVUPS.byte(0x11);
/// `vmovapd` of masked lanes of 8 bytes from `rm`.
pub(crate) const MOVUPD: Opcode = evex(1, P66, true, 0x10, Tuple::Whole);
/// `vmovdqu8`, from `rm`; wide for 2 bytes.
pub(crate) const MOVDQU8: Opcode = evex(1, PF2, false, 0x6F, Tuple::Whole);
/// `vmovntps`: past the caches.
pub(crate) const MOVNTPS: Opcode = evex(1, NONE, false, 0x2B, Tuple::Whole);
/// `vmovss` from memory.
pub(crate) const MOVSS: Opcode = evex(1, PF3, false, 0x10, Tuple::Bytes(4));
/// `vmovsd` from memory.
pub(crate) const MOVSD: Opcode = evex(1, PF2, true, 0x10, Tuple::Bytes(8));
/// `vmovd` from a general register or memory to a vector; wide for `vmovq`.
pub(crate) const MOVD: Opcode = evex(1, P66, false, 0x6E, Tuple::Bytes(4));
/// `vmovq` from a general register or memory.
pub(crate) const MOVQ: Opcode = evex(1, P66, true, 0x6E, Tuple::Bytes(8));
/// `vmovd` from a vector to a general register or memory.
pub(crate) const FROM_MOVD: Opcode = evex(1, P66, false, 0x7E, Tuple::Bytes(4));
/// `vmovq` from a vector to a general register or memory.
pub(crate) const FROM_MOVQ: Opcode = evex(1, P66, true, 0x7E, Tuple::Bytes(8));
/// `vpinsrw`
pub(crate) const PINSRW: Opcode = evex(1, P66, false, 0xC4, Tuple::Bytes(2));
/// `vpinsrb`
pub(crate) const PINSRB: Opcode = evex(3, P66, false, 0x20, Tuple::Bytes(1));
/// `vpextrw` to a register or memory, which is `rm`.
pub(crate) const PEXTRW: Opcode = evex(3, P66, false, 0x15, Tuple::Bytes(2));
/// `vpextrb` to a register or memory, which is `rm`.
pub(crate) const PEXTRB: Opcode = evex(3, P66, false, 0x14, Tuple::Bytes(1));

/// The first lane in all lanes, from a vector register or memory.
pub(crate) const fn broadcast(bytes: u8) -> Opcode {
    match bytes {
        1 => evex(2, P66, false, 0x78, Tuple::Bytes(1)),
        2 => evex(2, P66, false, 0x79, Tuple::Bytes(2)),
        4 => evex(2, P66, false, 0x58, Tuple::Bytes(4)),
        _ => evex(2, P66, true, 0x59, Tuple::Bytes(8)),
    }
}

/// A general register in all lanes.
pub(crate) const fn broadcast_general(bytes: u8) -> Opcode {
    match bytes {
        1 => evex(2, P66, false, 0x7A, Tuple::None),
        2 => evex(2, P66, false, 0x7B, Tuple::None),
        4 => evex(2, P66, false, 0x7C, Tuple::None),
        _ => evex(2, P66, true, 0x7C, Tuple::None),
    }
}

/// `vpblendm`: the second operand where the mask is set, else the first.
pub(crate) const fn blend(bytes: u8) -> Opcode {
    match bytes {
        1 => evex(2, P66, false, 0x66, Tuple::Whole),
        2 => evex(2, P66, true, 0x66, Tuple::Whole),
        4 => evex(2, P66, false, 0x64, Tuple::Full(4)),
        _ => evex(2, P66, true, 0x64, Tuple::Full(8)),
    }
}

/// `vpcmp` of signed, or unsigned integers: a mask, by the predicate in the immediate.
pub(crate) const fn compare(bytes: u8, signed: bool) -> Opcode {
    let odd = if signed { 1 } else { 0 };
    match bytes {
        1 => evex(3, P66, false, 0x3E + odd, Tuple::Whole),
        2 => evex(3, P66, true, 0x3E + odd, Tuple::Whole),
        4 => evex(3, P66, false, 0x1E + odd, Tuple::Full(4)),
        _ => evex(3, P66, true, 0x1E + odd, Tuple::Full(8)),
    }
}

/// `vpermd` and the like: lanes of `rm` by the indices in `vvvv`.
pub(crate) const fn permute(bytes: u8) -> Opcode {
    match bytes {
        1 => evex(2, P66, false, 0x8D, Tuple::Whole),
        2 => evex(2, P66, true, 0x8D, Tuple::Whole),
        4 => evex(2, P66, false, 0x36, Tuple::Full(4)),
        _ => evex(2, P66, true, 0x36, Tuple::Full(8)),
    }
}

/// `vpermt2d` and the like: lanes of `reg` and `rm` by the indices in `vvvv`.
pub(crate) const fn permute_two(bytes: u8) -> Opcode {
    match bytes {
        1 => evex(2, P66, false, 0x7D, Tuple::Whole),
        2 => evex(2, P66, true, 0x7D, Tuple::Whole),
        4 => evex(2, P66, false, 0x7E, Tuple::Full(4)),
        _ => evex(2, P66, true, 0x7E, Tuple::Full(8)),
    }
}

/// `valignd`: `vvvv` and `rm` behind it, from the lane in the immediate on.
pub(crate) const fn align(bytes: u8) -> Opcode {
    integer(3, 0x03, bytes == 8)
}

/// `vextracti32x4` to `rm`.
pub(crate) const EXTRACT_16: Opcode = evex(3, P66, false, 0x39, Tuple::Bytes(16));
/// `vextracti64x4` to `rm`.
pub(crate) const EXTRACT_32: Opcode = evex(3, P66, true, 0x3B, Tuple::Bytes(32));
/// `vinserti32x4`
pub(crate) const INSERT_16: Opcode = evex(3, P66, false, 0x38, Tuple::Bytes(16));
/// `vinserti64x4`
pub(crate) const INSERT_32: Opcode = evex(3, P66, true, 0x3A, Tuple::Bytes(32));

/// `vpmovsx`, `vpmovzx`: to wider integers.
pub(crate) const fn extend(from: u8, to: u8, signed: bool) -> Opcode {
    let base = if signed { 0x20 } else { 0x30 };
    let (at, tuple) = match (from, to) {
        (1, 2) => (0, Tuple::Half(0)),
        (1, 4) => (1, Tuple::Quarter),
        (1, _) => (2, Tuple::Eighth),
        (2, 4) => (3, Tuple::Half(0)),
        (2, _) => (4, Tuple::Quarter),
        _ => (5, Tuple::Half(0)),
    };
    evex(2, P66, false, base + at, tuple)
}

/// `vpmov`: to narrower integers, in `rm`.
pub(crate) const fn truncate(from: u8, to: u8) -> Opcode {
    let (at, tuple) = match (from, to) {
        (2, _) => (0, Tuple::Half(0)),
        (4, 1) => (1, Tuple::Quarter),
        (8, 1) => (2, Tuple::Eighth),
        (4, _) => (3, Tuple::Half(0)),
        (8, 2) => (4, Tuple::Quarter),
        _ => (5, Tuple::Half(0)),
    };
    evex(2, PF3, false, 0x30 + at, tuple)
}

/// `vcvtph2ps`
pub(crate) const FROM_HALF: Opcode = evex(2, P66, false, 0x13, Tuple::Half(0));
/// `vcvtps2ph` to `rm`.
pub(crate) const TO_HALF: Opcode = evex(3, P66, false, 0x1D, Tuple::Half(0));
/// `vcvtps2pd`
pub(crate) const PS_TO_PD: Opcode = evex(1, NONE, false, 0x5A, Tuple::Half(4));
/// `vcvtpd2ps`
pub(crate) const PD_TO_PS: Opcode = evex(1, P66, true, 0x5A, Tuple::Full(8));
/// `vcvtss2sd`
pub(crate) const SS_TO_SD: Opcode = evex(1, PF3, false, 0x5A, Tuple::Bytes(4));
/// `vcvtsd2ss`
pub(crate) const SD_TO_SS: Opcode = evex(1, PF2, true, 0x5A, Tuple::Bytes(8));

/// Packed integers of 4 or 8 bytes to floats.
pub(crate) const fn to_float(bytes: u8, signed: bool, double: bool) -> Opcode {
    match (bytes, double, signed) {
        (4, false, true) => evex(1, NONE, false, 0x5B, Tuple::Full(4)),
        (4, false, false) => evex(1, PF2, false, 0x7A, Tuple::Full(4)),
        (4, true, true) => evex(1, PF3, false, 0xE6, Tuple::Half(4)),
        (4, true, false) => evex(1, PF3, false, 0x7A, Tuple::Half(4)),
        (_, false, true) => evex(1, NONE, true, 0x5B, Tuple::Full(8)),
        (_, false, false) => evex(1, PF2, true, 0x7A, Tuple::Full(8)),
        (_, true, true) => evex(1, PF3, true, 0xE6, Tuple::Full(8)),
        (_, true, false) => evex(1, PF3, true, 0x7A, Tuple::Full(8)),
    }
}

/// Packed floats to integers of 4 or 8 bytes, towards zero.
pub(crate) const fn from_float(bytes: u8, signed: bool, double: bool) -> Opcode {
    match (bytes, double, signed) {
        (4, false, true) => evex(1, PF3, false, 0x5B, Tuple::Full(4)),
        (4, false, false) => evex(1, NONE, false, 0x78, Tuple::Full(4)),
        (4, true, true) => evex(1, P66, true, 0xE6, Tuple::Full(8)),
        (4, true, false) => evex(1, NONE, true, 0x78, Tuple::Full(8)),
        (_, false, true) => evex(1, P66, false, 0x7A, Tuple::Half(4)),
        (_, false, false) => evex(1, P66, false, 0x78, Tuple::Half(4)),
        (_, true, true) => evex(1, P66, true, 0x7A, Tuple::Full(8)),
        (_, true, false) => evex(1, P66, true, 0x78, Tuple::Full(8)),
    }
}

/// A general register to a float in the first lane, by `rm`.
pub(crate) const fn general_to_float(wide: bool, signed: bool, double: bool) -> Opcode {
    let prefix = if double { PF2 } else { PF3 };
    evex(1, prefix, wide, if signed { 0x2A } else { 0x7B }, Tuple::Bytes(if wide { 8 } else { 4 }))
}

/// `vpmovm2d` and the like: all ones where a mask is set.
pub(crate) const fn mask_to_vector(bytes: u8) -> Opcode {
    match bytes {
        1 => evex(2, PF3, false, 0x28, Tuple::None),
        2 => evex(2, PF3, true, 0x28, Tuple::None),
        4 => evex(2, PF3, false, 0x38, Tuple::None),
        _ => evex(2, PF3, true, 0x38, Tuple::None),
    }
}

/// `vptestm`: a mask of the lanes in which two vectors have a common bit.
pub(crate) const fn test_mask(bytes: u8) -> Opcode {
    match bytes {
        1 => evex(2, P66, false, 0x26, Tuple::Whole),
        2 => evex(2, P66, true, 0x26, Tuple::Whole),
        4 => evex(2, P66, false, 0x27, Tuple::Full(4)),
        _ => evex(2, P66, true, 0x27, Tuple::Full(8)),
    }
}

/// `vgatherdps` and the like, for elements of 4 or 8 bytes and indices of 4 or 8.
pub(crate) const fn gather(element: u8, index: u8) -> Opcode {
    evex(2, P66, element == 8, if index == 4 { 0x92 } else { 0x93 }, Tuple::Bytes(element))
}

/// `vscatterdps` and the like.
pub(crate) const fn scatter(element: u8, index: u8) -> Opcode {
    evex(2, P66, element == 8, if index == 4 { 0xA2 } else { 0xA3 }, Tuple::Bytes(element))
}

/// `vpdpbusd`
pub(crate) const DOT_BYTES: Opcode = integer(2, 0x50, false);
/// `vdpbf16ps`
pub(crate) const DOT_BF16: Opcode = evex(2, PF3, false, 0x52, Tuple::Full(4));

/// `kmovq` between masks, or from memory.
pub(crate) const KMOV: Opcode = vex(1, NONE, true, 0x90);
/// `kmovq` to memory.
pub(crate) const KMOV_STORE: Opcode = vex(1, NONE, true, 0x91);
/// `kmovq` from a general register.
pub(crate) const KMOV_FROM: Opcode = vex(1, PF2, true, 0x92);
/// `kmovq` to a general register.
pub(crate) const KMOV_TO: Opcode = vex(1, PF2, true, 0x93);
/// `kandq`
pub(crate) const KAND: Opcode = vex(1, NONE, true, 0x41);
/// `knotq`
pub(crate) const KNOT: Opcode = vex(1, NONE, true, 0x44);
/// `korq`
pub(crate) const KOR: Opcode = vex(1, NONE, true, 0x45);
/// `kxnorq`
pub(crate) const KXNOR: Opcode = vex(1, NONE, true, 0x46);
/// `kxorq`
pub(crate) const KXOR: Opcode = vex(1, NONE, true, 0x47);
/// `kshiftrq`
pub(crate) const KSHIFTR: Opcode = vex(3, P66, true, 0x31);
/// `kunpckbw`
pub(crate) const KUNPACK_8: Opcode = vex(1, P66, false, 0x4B);
/// `kunpckwd`
pub(crate) const KUNPACK_16: Opcode = vex(1, NONE, false, 0x4B);
/// `kunpckdq`
pub(crate) const KUNPACK_32: Opcode = vex(1, NONE, true, 0x4B);

/// `mov` to `reg`.
pub(crate) const MOV: Opcode = legacy(0, NONE, 0x8B);
/// `mov` to `rm`.
pub(crate) const MOV_STORE: Opcode = legacy(0, NONE, 0x89);
/// `mov` of a byte to `rm`.
pub(crate) const MOV_STORE_8: Opcode = legacy(0, NONE, 0x88);
/// `mov` of 2 bytes to `rm`.
pub(crate) const MOV_STORE_16: Opcode = legacy(0, P66, 0x89);
/// `movzx` of a byte.
pub(crate) const MOVZX_8: Opcode = legacy(1, NONE, 0xB6);
/// `movzx` of 2 bytes.
pub(crate) const MOVZX_16: Opcode = legacy(1, NONE, 0xB7);
/// `movsx` of a byte.
pub(crate) const MOVSX_8: Opcode = legacy(1, NONE, 0xBE);
/// `movsx` of 2 bytes.
pub(crate) const MOVSX_16: Opcode = legacy(1, NONE, 0xBF);
/// `movsxd`
pub(crate) const MOVSXD: Opcode = legacy(0, NONE, 0x63).wide(true);
/// `lea`, of 8 bytes.
pub(crate) const LEA: Opcode = legacy(0, NONE, 0x8D).wide(true);
/// `add` to `reg`.
pub(crate) const ADD: Opcode = legacy(0, NONE, 0x03);
/// `sub`
pub(crate) const SUB: Opcode = legacy(0, NONE, 0x2B);
/// `and`
pub(crate) const GENERAL_AND: Opcode = legacy(0, NONE, 0x23);
/// `or`
pub(crate) const GENERAL_OR: Opcode = legacy(0, NONE, 0x0B);
/// `xor`
pub(crate) const GENERAL_XOR: Opcode = legacy(0, NONE, 0x33);
/// `cmp`
pub(crate) const CMP: Opcode = legacy(0, NONE, 0x3B);
/// `test`
pub(crate) const TEST: Opcode = legacy(0, NONE, 0x85);
/// Arithmetic with an immediate operand; `reg` says which.
pub(crate) const ALU_IMMEDIATE: Opcode = legacy(0, NONE, 0x81);
/// `imul`
pub(crate) const IMUL: Opcode = legacy(1, NONE, 0xAF);
/// `imul` by an immediate operand.
pub(crate) const IMUL_IMMEDIATE: Opcode = legacy(0, NONE, 0x69);
/// `neg`, `not`, `div`, `idiv`; `reg` says which.
pub(crate) const UNARY: Opcode = legacy(0, NONE, 0xF7);
/// Shifts by an immediate amount; `reg` says which.
pub(crate) const SHIFT_IMMEDIATE: Opcode = legacy(0, NONE, 0xC1);
/// `shlx`: `reg = rm << vvvv`.
pub(crate) const SHLX: Opcode = vex(2, P66, false, 0xF7);
/// `sarx`
pub(crate) const SARX: Opcode = vex(2, PF3, false, 0xF7);
/// `shrx`
pub(crate) const SHRX: Opcode = vex(2, PF2, false, 0xF7);
/// `mulx`: `reg:vvvv = rdx·rm`.
pub(crate) const MULX: Opcode = vex(2, PF2, true, 0xF6);
/// `bzhi`: the bits of `rm` below `vvvv`.
pub(crate) const BZHI: Opcode = vex(2, NONE, true, 0xF5);
/// `popcnt`
pub(crate) const POPCNT: Opcode = legacy(1, PF3, 0xB8);
/// `lzcnt`
pub(crate) const LZCNT: Opcode = legacy(1, PF3, 0xBD);
/// `prefetcht0`, extension 1.
pub(crate) const PREFETCH: Opcode = legacy(1, NONE, 0x18);

/// `set`, of a byte.
pub(crate) const fn set(condition: u8) -> Opcode {
    legacy(1, NONE, 0x90 + condition)
}

/// `cmov`
pub(crate) const fn cmov(condition: u8) -> Opcode {
    legacy(1, NONE, 0x40 + condition)
}

/// Conditions of jumps, `set` and `cmov`.
pub(crate) mod condition {
    /// Below, unsigned.
    pub(crate) const B: u8 = 2;
    /// Above or equal, unsigned.
    pub(crate) const AE: u8 = 3;
    /// Equal.
    pub(crate) const E: u8 = 4;
    /// Not equal.
    pub(crate) const NE: u8 = 5;
    /// Below or equal, unsigned.
    pub(crate) const BE: u8 = 6;
    /// Above, unsigned.
    pub(crate) const A: u8 = 7;
    /// Less, signed.
    pub(crate) const L: u8 = 12;
    /// Greater or equal, signed.
    pub(crate) const GE: u8 = 13;
    /// Less or equal, signed.
    pub(crate) const LE: u8 = 14;
    /// Greater, signed.
    pub(crate) const G: u8 = 15;
}
