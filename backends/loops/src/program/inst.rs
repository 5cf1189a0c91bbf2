//! Instructions: what can stand on the right of `%x =`, and the types they give.
//!
//! Everything works on scalars and on vectors alike, lane by lane, unless said
//! otherwise. Nothing here traps or is undefined: each operation says what it
//! gives at its edges, and code generators and [`super::eval`] agree on it.

use super::access::Access;
use super::dot::DotOp;
use super::op::{BinaryOp, CompareOp, ConvertOp, ProductOp, UnaryOp};
use super::types::{Mistyped, Scalar, Type, require};
use super::warpgroup::Warpgroup;
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
    /// Of each sum, its group of the left factor's elements by that of the right one's, and
    /// the sum that was there: vectors of as many groups as there are sums.
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
    /// The value, a scalar, that another thread of the warp has: the one whose number
    /// differs in these bits, 1 to 31. Only in grids, where all threads of a warp come to
    /// it together.
    Exchange(Value, u16),
    /// The product of a matrix of 16 rows and one of 8 columns, added to a third, each
    /// of which the threads of a warp hold a part of. With `g` elements to 4 bytes, the
    /// sum is over `8·g`. Thread `t` of the warp, `r = t / 4` and `c = t mod 4`, has of
    /// the left factor `g` elements from `(r, g·c)`, `(r + 8, g·c)`, `(r, g·c + 4·g)` and
    /// `(r + 8, g·c + 4·g)` on along the sum; of the right one `g` from `(g·c, r)` and
    /// `(g·c + 4·g, r)` on; of the sums `(r, 2·c)`, `(r, 2·c + 1)`, `(r + 8, 2·c)` and
    /// `(r + 8, 2·c + 1)`: PTX's `mma.m16n8k16` and its like. Of `f64` there are 8 rows,
    /// and the sum is over 4: the thread has `(r, c)`, `(c, r)`, `(r, 2·c)` and
    /// `(r, 2·c + 1)`. Only in grids, where all threads of a warp come to it together.
    Product(ProductOp, Value, Value, Value),
    /// One, 2 or 4 matrices of 8 rows of 16 bytes from shared memory, each thread of the
    /// warp a part of each: thread `8·m + r` names where row `r` of matrix `m` begins, at
    /// a multiple of 16 bytes. Of each matrix, thread `t` gets 4 bytes: those from byte
    /// `4·(t mod 4)` of row `t / 4` on or, if matrices of units of 2 bytes are to be
    /// turned, unit `t / 4` of rows `2·(t mod 4)` and the one after it: PTX's `ldmatrix`.
    /// Only in grids, where all threads of a warp come to it together.
    Matrices {
        /// A vector of 4 bytes for each matrix.
        ty: Type,
        /// Where this thread's row begins.
        from: (BufferId, Index),
        /// Whether they are turned.
        turned: bool,
    },
    /// A product by the threads of a warpgroup, which begins. Only in grids, where all
    /// threads of a warpgroup come to it together.
    Warpgroup(Box<Warpgroup>),
    /// Sums of such products, which are there once all but the last so many products that
    /// the warpgroup began are done. Only in grids, where all threads of a warpgroup come to
    /// it together.
    Settle(Value, u32),
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
            Inst::Dot(op, left, right, sum) => {
                let (factor, total) = op.types(of(*sum).lanes);
                for (value, want) in [(left, factor), (right, factor), (sum, total)] {
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
            Inst::Exchange(a, by) => {
                let ty = of(*a);
                require(ty.lanes == 1 && (1..32).contains(by), || {
                    format!("an exchange of {ty} by {by}")
                })?;
                ty
            }
            Inst::Product(op, left, right, sum) => {
                let (factor, total) = op.scalars();
                let [rows, columns, sums] = op.lanes();
                let want = [factor.vector(rows), factor.vector(columns), total.vector(sums)];
                for (value, want) in [left, right, sum].into_iter().zip(want) {
                    require(of(*value) == want, || {
                        format!("{} of {}, not {want}", op.name(), of(*value))
                    })?;
                }
                want[2]
            }
            Inst::Matrices { ty, turned, .. } => {
                let bytes = usize::from(ty.lanes) * ty.scalar.bytes();
                let fits = ty.scalar != Scalar::I1 && matches!(bytes, 4 | 8 | 16);
                require(fits && (!turned || ty.scalar.bytes() == 2), || {
                    format!("{} matrices as {ty}", if *turned { "turned" } else { "plain" })
                })?;
                *ty
            }
            Inst::Warpgroup(product) => product.infer(of)?,
            Inst::Settle(sums, _) => of(*sums),
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
            Inst::Unary(_, a) | Inst::Convert(_, a, _) | Inst::Settle(a, _) => visit(*a),
            Inst::Warpgroup(product) => product.each_operand(visit),
            Inst::Broadcast(a, _) | Inst::Extract(a, _) | Inst::Exchange(a, _) => visit(*a),
            Inst::Binary(_, a, b) | Inst::Compare(_, a, b) => [*a, *b].into_iter().for_each(visit),
            Inst::Insert(a, b, _) | Inst::Shuffle(a, b, _) => [*a, *b].into_iter().for_each(visit),
            Inst::Select(a, b, c)
            | Inst::Fma(a, b, c)
            | Inst::Dot(_, a, b, c)
            | Inst::Product(_, a, b, c) => {
                [*a, *b, *c].into_iter().for_each(visit);
            }
            Inst::Matrices { from: (_, at), .. } => at.each_var(&mut |v| visit(Value(v.0))),
            Inst::Load(_, access) => access.each_operand(visit),
        }
    }

    /// Whether the result depends on nothing but the operands.
    pub fn is_pure(&self) -> bool {
        !matches!(
            self,
            Inst::Load(..)
                | Inst::Matrices { .. }
                | Inst::Exchange(..)
                | Inst::Product(..)
                | Inst::Warpgroup(_)
                | Inst::Settle(..)
        )
    }
}
