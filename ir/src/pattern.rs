//! Patterns: the left-hand sides of rewrite rules as data, so that they can be listed, indexed by
//! their root and sampled.
//!
//! The constructors are derived from the op table: `transpose(x, p)` matches a transpose of any
//! value, and binds its attributes to `p`. Commutativity comes from the table too
//! ([`commutes`](crate::ops::commutes)). The matcher is in the passes crate.

use crate::op::Defined;
use std::marker::PhantomData;

/// Declares pattern variables: `vars!(x, y)` for values, `vars!(constant c, d)` for constants, and
/// `vars!(p, q: Transpose)` for the attributes of ops.
#[macro_export]
macro_rules! vars {
    (constant $($name:ident),+) => {
        $(let $name = $crate::pattern::constant_var(stringify!($name));)+
    };
    ($($name:ident),+ : $Op:ty) => {
        $(let $name = $crate::pattern::attrs::<$Op>(stringify!($name));)+
    };
    ($($name:ident),+) => {
        $(let $name = $crate::pattern::var(stringify!($name));)+
    };
}

/// A variable for a value. All occurrences must match the same value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Var(pub &'static str);

/// A variable for a constant: a value defined by `stablehlo.constant`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstVar(pub &'static str);

/// A variable for the attributes of an op of kind `K`.
pub struct AttrVar<K> {
    name: &'static str,
    kind: PhantomData<K>,
}

impl<K> Clone for AttrVar<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for AttrVar<K> {}

impl<K> AttrVar<K> {
    /// The variable's name.
    pub fn slot(self) -> &'static str {
        self.name
    }
}

/// A variable for a value.
pub fn var(name: &'static str) -> Var {
    Var(name)
}

/// A variable for a constant.
pub fn constant_var(name: &'static str) -> ConstVar {
    ConstVar(name)
}

/// A variable for the attributes of an op of kind `K`.
pub fn attrs<K>(name: &'static str) -> AttrVar<K> {
    AttrVar { name, kind: PhantomData }
}

/// A pattern of a value.
#[derive(Clone, Debug)]
pub enum Pat {
    /// Any value, bound to the variable.
    Var(Var),
    /// A constant, bound to the variable.
    Const(ConstVar),
    /// A constant all of whose elements are this number. (`-0.0` is not `0`.)
    Number(f64),
    /// A result of an op.
    Op {
        /// The op's name in the table.
        name: &'static str,
        /// The patterns of its operands.
        operands: Vec<Pat>,
        /// The variable for its attributes.
        attrs: Option<&'static str>,
    },
    /// A result of an op with any operands.
    AnyOperands {
        /// The op's name in the table.
        name: &'static str,
        /// The variable for its attributes.
        attrs: &'static str,
    },
}

impl Pat {
    /// A result of an op of kind `K`.
    pub fn op<K: Defined>(operands: Vec<Pat>, attrs: Option<&'static str>) -> Pat {
        Pat::Op { name: K::DEF.name, operands, attrs }
    }

    /// A result of an op of kind `K` with any operands.
    pub fn any_operands<K: Defined>(attrs: &'static str) -> Pat {
        Pat::AnyOperands { name: K::DEF.name, attrs }
    }
}

impl From<Var> for Pat {
    fn from(v: Var) -> Pat {
        Pat::Var(v)
    }
}
impl From<ConstVar> for Pat {
    fn from(v: ConstVar) -> Pat {
        Pat::Const(v)
    }
}
impl From<i32> for Pat {
    fn from(n: i32) -> Pat {
        Pat::Number(n.into())
    }
}
impl From<f64> for Pat {
    fn from(n: f64) -> Pat {
        Pat::Number(n)
    }
}
