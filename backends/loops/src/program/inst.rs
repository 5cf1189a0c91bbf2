//! Instructions: what can stand on the right of `%x =`, and the types they give.
//!
//! Everything works on scalars and on vectors alike, lane by lane, unless said
//! otherwise. Nothing here traps or is undefined: each operation says what it
//! gives at its edges, and code generators and [`super::eval`] agree on it.

use super::access::Access;
use super::dot::DotOp;
use super::op::{BinaryOp, CompareOp, ConvertOp, MmaOp, UnaryOp};
use super::types::{Mistyped, Scalar, Type, require};
use super::wgmma::Wgmma;
use super::{BufferId, Value};
use crate::index::Index;

/// The right side of a definition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Inst {
    /// These bits, in every lane.
    Const(Type, u64),
    /// The lane number, an integer vector.
    Iota(Type),
    /// An index expression over scalar `i64` values, as a scalar `i64`.
    Index(Index),
    /// `i1` lanes: the first so many (all if more, none if negative) are true.
    FirstLanes(u16, Index),
    /// One operand.
    Unary(UnaryOp, Value),
    /// Two operands.
    Binary(BinaryOp, Value, Value),
    /// A comparison.
    Compare(CompareOp, Value, Value),
    /// Lane by lane, the second operand where the first (`i1`) is true, else the
    /// third.
    Select(Value, Value, Value),
    /// `a·b + c` of floats, rounded once.
    Fma(Value, Value, Value),
    /// Lane by lane of the third operand, the accumulator, plus the dot product of a group of
    /// the left operand's elements and that of the right one's.
    Dot(DotOp, Value, Value, Value),
    /// A conversion to this scalar type.
    Convert(ConvertOp, Value, Scalar),
    /// A scalar in every lane of a vector.
    Broadcast(Value, u16),
    /// A lane of a vector.
    Extract(Value, u16),
    /// The first operand (a vector) with this lane replaced by the second.
    Insert(Value, Value, u16),
    /// A vector (a scalar, if one lane) whose lanes are lanes of the first and
    /// the second operand, counted through from the first's lane 0.
    Shuffle(Value, Value, Box<[u16]>),
    /// The scalar that another thread of the warp has: the one whose lane number is this
    /// thread's, exclusive-or this mask, 1 to 31 (PTX's `shfl.sync.bfly`, MLIR's
    /// `gpu.shuffle xor`). Only in grids, where all threads of a warp execute it together.
    ShuffleXor(Value, u16),
    /// The product of a 16×K matrix and a K×8 one, added to an accumulator (PTX's
    /// `mma.m16n8k16` and the like), of which each thread of a warp holds fragments. With `g`
    /// elements to 4 bytes, K is `8·g`. Thread `t` of the warp, `r = t / 4` and `c = t mod 4`,
    /// has of the left operand `g` elements along K from each of `(r, g·c)`, `(r + 8, g·c)`,
    /// `(r, g·c + 4·g)` and `(r + 8, g·c + 4·g)`; of the right one `g` from each of `(g·c, r)`
    /// and `(g·c + 4·g, r)`; of the accumulator `(r, 2·c)`, `(r, 2·c + 1)`, `(r + 8, 2·c)` and
    /// `(r + 8, 2·c + 1)`. With `f64`, M is 8 and K is 4: the thread has `(r, c)`, `(c, r)`,
    /// `(r, 2·c)` and `(r, 2·c + 1)`. Only in grids, where all threads of a warp execute it
    /// together.
    Mma(MmaOp, Value, Value, Value),
    /// Loads one, 2 or 4 matrices of 8 rows of 16 bytes from shared memory, a fragment of
    /// each to each thread of the warp (PTX's `ldmatrix`). Thread `8·m + r` gives the address
    /// of row `r` of matrix `m`, a multiple of 16 bytes. Of each matrix, thread `t` gets 4
    /// bytes: those from byte `4·(t mod 4)` of row `t / 4` or, if matrices of 2-byte units are
    /// transposed, unit `t / 4` of rows `2·(t mod 4)` and the one after it. Only in grids,
    /// where all threads of a warp execute it together.
    Ldmatrix {
        /// A vector of 4 bytes for each matrix.
        ty: Type,
        /// The address of this thread's row.
        from: (BufferId, Index),
        /// Whether they are transposed.
        transposed: bool,
    },
    /// Starts a matrix product by the threads of a warpgroup. Only in grids, where all
    /// threads of a warpgroup execute it together.
    Wgmma(Box<Wgmma>),
    /// The accumulator of such a product, once at most this many of the warpgroup's youngest
    /// products are pending (`wgmma.wait_group`). Only in grids, where all threads of a
    /// warpgroup execute it together.
    WgmmaWait(Value, u32),
    /// A load of this type.
    Load(Type, Access),
}

impl Inst {
    /// The result's type. `of` gives the type of an operand.
    ///
    /// # Errors
    /// If an operand has a type the instruction doesn't take.
    pub fn infer(&self, of: &dyn Fn(Value) -> Type) -> Result<Type, Mistyped> {
        let same = |a: Value, b: Value| {
            let (a, b) = (of(a), of(b));
            require(a == b, || format!("operands have different types, {a} and {b}")).map(|()| a)
        };
        let ty = match self {
            Inst::Const(ty, bits) => {
                require(bits & !ty.scalar.mask() == 0, || {
                    format!("the constant has more bits than {}", ty.scalar)
                })?;
                *ty
            }
            Inst::Iota(ty) => {
                require(ty.scalar.is_integer() && ty.scalar != Scalar::I1, || {
                    format!("lane numbers are integers, not {}", ty.scalar)
                })?;
                *ty
            }
            Inst::Index(_) => Scalar::I64.ty(),
            Inst::FirstLanes(lanes, _) => Scalar::I1.vector(*lanes),
            Inst::Unary(op, a) => {
                let ty = of(*a);
                require(op.accepts(ty.scalar), || format!("{} of {}", op.name(), ty.scalar))?;
                ty
            }
            Inst::Binary(op, a, b) => {
                let ty = same(*a, *b)?;
                require(op.accepts(ty.scalar), || format!("{} of {}", op.name(), ty.scalar))?;
                ty
            }
            Inst::Compare(op, a, b) => {
                let ty = same(*a, *b)?;
                require(op.accepts(ty.scalar), || format!("{} of {}", op.name(), ty.scalar))?;
                ty.with(Scalar::I1)
            }
            Inst::Select(mask, a, b) => {
                let (mask, ty) = (of(*mask), same(*a, *b)?);
                require(mask == ty.with(Scalar::I1), || {
                    format!("the condition is {mask}, not {}", ty.with(Scalar::I1))
                })?;
                ty
            }
            Inst::Fma(a, b, c) => {
                let ty = same(*a, *b).and_then(|_| same(*b, *c))?;
                require(ty.scalar.is_arithmetic_float(), || format!("fma of {}", ty.scalar))?;
                ty
            }
            Inst::Dot(op, lhs, rhs, acc) => {
                let (operand, total) = op.types(of(*acc).lanes);
                for (value, want) in [(lhs, operand), (rhs, operand), (acc, total)] {
                    require(of(*value) == want, || {
                        format!("{} of {}, not {want}", op.name(), of(*value))
                    })?;
                }
                total
            }
            Inst::Convert(op, a, to) => {
                let ty = of(*a);
                require(op.accepts(ty.scalar, *to), || {
                    format!("{} from {} to {to}", op.name(), ty.scalar)
                })?;
                ty.with(*to)
            }
            Inst::Broadcast(a, lanes) => {
                let ty = of(*a);
                require(ty.lanes == 1 && *lanes > 1, || {
                    format!("a broadcast of {ty} to {lanes} lanes")
                })?;
                ty.scalar.vector(*lanes)
            }
            Inst::Extract(a, lane) => {
                let ty = of(*a);
                require(ty.lanes > 1 && *lane < ty.lanes, || format!("lane {lane} of {ty}"))?;
                ty.scalar.ty()
            }
            Inst::Insert(a, b, lane) => {
                let (ty, part) = (of(*a), of(*b));
                require(ty.lanes > 1 && *lane < ty.lanes && part == ty.scalar.ty(), || {
                    format!("{part} as lane {lane} of {ty}")
                })?;
                ty
            }
            Inst::Shuffle(a, b, lanes) => {
                let ty = same(*a, *b)?;
                let out = lanes.iter().find(|l| u32::from(**l) >= 2 * u32::from(ty.lanes));
                require(ty.lanes > 1 && out.is_none(), || {
                    format!("lane {} of two {ty}", out.unwrap_or(&0))
                })?;
                ty.scalar.vector(u16::try_from(lanes.len()).unwrap_or(u16::MAX))
            }
            Inst::ShuffleXor(a, by) => {
                let ty = of(*a);
                require(ty.lanes == 1 && (1..32).contains(by), || {
                    format!("a shuffle of {ty} by {by}")
                })?;
                ty
            }
            Inst::Mma(op, lhs, rhs, acc) => {
                let (operand, total) = op.scalars();
                let [left, right, sums] = op.lanes();
                let want = [operand.vector(left), operand.vector(right), total.vector(sums)];
                for (value, want) in [lhs, rhs, acc].into_iter().zip(want) {
                    require(of(*value) == want, || {
                        format!("{} of {}, not {want}", op.name(), of(*value))
                    })?;
                }
                want[2]
            }
            Inst::Ldmatrix { ty, transposed, .. } => {
                let bytes = usize::from(ty.lanes) * ty.scalar.bytes();
                let fits = ty.scalar != Scalar::I1 && matches!(bytes, 4 | 8 | 16);
                require(fits && (!transposed || ty.scalar.bytes() == 2), || {
                    format!("{}ldmatrix as {ty}", if *transposed { "transposed " } else { "" })
                })?;
                *ty
            }
            Inst::Wgmma(it) => it.infer(of)?,
            Inst::WgmmaWait(acc, _) => of(*acc),
            Inst::Load(ty, access) => {
                access.check(*ty, of)?;
                *ty
            }
        };
        require(ty.is_valid(), || format!("a vector of {} lanes", ty.lanes))?;
        Ok(ty)
    }

    /// Calls `visit` with every operand, those in index expressions included.
    pub fn each_operand(&self, visit: &mut dyn FnMut(Value)) {
        match self {
            Inst::Const(..) | Inst::Iota(_) => {}
            Inst::Index(e) | Inst::FirstLanes(_, e) => e.each_var(&mut |v| visit(Value(v.0))),
            Inst::Unary(_, a) | Inst::Convert(_, a, _) | Inst::WgmmaWait(a, _) => visit(*a),
            Inst::Wgmma(it) => it.each_operand(visit),
            Inst::Broadcast(a, _) | Inst::Extract(a, _) | Inst::ShuffleXor(a, _) => visit(*a),
            Inst::Binary(_, a, b) | Inst::Compare(_, a, b) => [*a, *b].into_iter().for_each(visit),
            Inst::Insert(a, b, _) | Inst::Shuffle(a, b, _) => [*a, *b].into_iter().for_each(visit),
            Inst::Select(a, b, c)
            | Inst::Fma(a, b, c)
            | Inst::Dot(_, a, b, c)
            | Inst::Mma(_, a, b, c) => {
                [*a, *b, *c].into_iter().for_each(visit);
            }
            Inst::Ldmatrix { from: (_, at), .. } => at.each_var(&mut |v| visit(Value(v.0))),
            Inst::Load(_, access) => access.each_operand(visit),
        }
    }

    /// Whether the result depends on nothing but the operands.
    pub fn is_pure(&self) -> bool {
        !matches!(
            self,
            Inst::Load(..)
                | Inst::Ldmatrix { .. }
                | Inst::ShuffleXor(..)
                | Inst::Mma(..)
                | Inst::Wgmma(_)
                | Inst::WgmmaWait(..)
        )
    }
}
