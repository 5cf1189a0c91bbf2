//! The words of directives for GPU gemms and attention: staging, threads, instructions.

use super::Operand;
use std::fmt;
use std::str::FromStr;

/// The way in which an operand comes to shared memory ([`super::staging`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Staging {
    /// Threads load it, compute what is computed of it, and store it.
    Registers,
    /// `cp.async` copies pieces of 16 bytes.
    Async,
    /// TMA copies whole tiles.
    Tma,
}

/// An operand that is staged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Staged {
    /// A gemm's.
    Gemm(Operand),
    /// Attention's rows, of the first gemm.
    Query,
    /// Attention's columns, of the first gemm.
    Key,
    /// Attention's columns, of the second gemm.
    Value,
}

/// The units that share a block's tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadGroup {
    /// Single threads.
    Threads,
    /// Warps of 32 threads.
    Warps,
    /// Warpgroups of 128 threads that multiply; one more brings the operands.
    Warpgroups,
}

/// A side of a gemm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Rows of the result.
    M,
    /// Columns of the result.
    N,
    /// Steps of the sum.
    K,
}

/// The instruction that multiplies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MathOp {
    /// Fused multiply-adds; a thread has so many rows and columns of the result.
    Fma(u64, u64),
    /// Tensor cores, warp by warp (`mma.sync`).
    Mma(MmaShape),
    /// Tensor cores, warpgroup by warpgroup (`wgmma.mma_async`).
    Wgmma(MmaShape),
}

/// The shape of a tensor core instruction, as PTX spells it: `m16n8k16`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MmaShape {
    /// Rows.
    pub m: u64,
    /// Columns.
    pub n: u64,
    /// Steps of the sum.
    pub k: u64,
}

impl fmt::Display for Staging {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Staging::Registers => "registers",
            Staging::Async => "async",
            Staging::Tma => "tma",
        })
    }
}

impl fmt::Display for Staged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Staged::Gemm(operand) => write!(f, "{operand}"),
            Staged::Query => f.write_str("query"),
            Staged::Key => f.write_str("key"),
            Staged::Value => f.write_str("value"),
        }
    }
}

impl fmt::Display for ThreadGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ThreadGroup::Threads => "threads",
            ThreadGroup::Warps => "warps",
            ThreadGroup::Warpgroups => "warpgroups",
        })
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::M => "m",
            Side::N => "n",
            Side::K => "k",
        })
    }
}

impl fmt::Display for MmaShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "m{}n{}k{}", self.m, self.n, self.k)
    }
}

impl fmt::Display for MathOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MathOp::Fma(rows, columns) => write!(f, "fma {rows} by {columns}"),
            MathOp::Mma(shape) => write!(f, "mma {shape}"),
            MathOp::Wgmma(shape) => write!(f, "wgmma {shape}"),
        }
    }
}

impl FromStr for Staging {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Staging, &'static str> {
        match text.trim() {
            "registers" => Ok(Staging::Registers),
            "async" => Ok(Staging::Async),
            "tma" => Ok(Staging::Tma),
            _ => Err("operands are staged by registers, by async or by tma"),
        }
    }
}

impl FromStr for Staged {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Staged, &'static str> {
        match text.trim() {
            "lhs" => Ok(Staged::Gemm(Operand::Lhs)),
            "rhs" => Ok(Staged::Gemm(Operand::Rhs)),
            "query" => Ok(Staged::Query),
            "key" => Ok(Staged::Key),
            "value" => Ok(Staged::Value),
            _ => Err("gemms stage lhs and rhs, attention query, key and value"),
        }
    }
}

impl FromStr for Side {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Side, &'static str> {
        match text.trim() {
            "m" => Ok(Side::M),
            "n" => Ok(Side::N),
            "k" => Ok(Side::K),
            _ => Err("the sides of a gemm are called m, n and k"),
        }
    }
}

impl FromStr for MmaShape {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<MmaShape, &'static str> {
        let wrong = "expected a shape such as m16n8k16";
        let rest = text.trim().strip_prefix('m').ok_or(wrong)?;
        let (m, rest) = rest.split_once('n').ok_or(wrong)?;
        let (n, k) = rest.split_once('k').ok_or(wrong)?;
        Ok(MmaShape { m: positive(m)?, n: positive(n)?, k: positive(k)? })
    }
}

/// A number from 1 on.
pub(super) fn positive(text: &str) -> Result<u64, &'static str> {
    let text = text.trim();
    let digits = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let number = text.parse().ok().filter(|n: &u64| digits && *n > 0 && *n <= 1 << 31);
    number.ok_or("expected a positive number")
}
