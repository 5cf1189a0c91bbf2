//! The syntax tree of a storage program, with the span of every node.

use crate::types::Type;
use hloom_ir::diag::Span;

/// A whole file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The tensors, in the order of the text.
    pub tensors: Vec<Tensor>,
    /// The expression at the end.
    pub result: Option<Expr>,
}

/// `CREATE TENSOR name : type AS body`.
#[derive(Clone, Debug)]
pub struct Tensor {
    /// The name.
    pub name: Name,
    /// The type, if it is written.
    pub ty: Option<(Type, Span)>,
    /// The definition; `None` for data.
    pub body: Option<Expr>,
}

/// A name and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name; `_` in a pattern that binds nothing.
    pub text: String,
    /// Its span.
    pub span: Span,
}

impl Name {
    /// Whether it is the `_` of a pattern.
    pub fn is_wild(&self) -> bool {
        self.text == "_"
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The expression itself.
    pub kind: ExprKind,
    /// Its span.
    pub span: Span,
    /// The number of levels of expressions, of this one and those inside.
    pub depth: u32,
}

/// A binary operator of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Operator {
    /// The operator in the text.
    pub fn symbol(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::Equal => "==",
            Operator::NotEqual => "!=",
            Operator::Less => "<",
            Operator::LessEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterEqual => ">=",
        }
    }

    /// The precedence: comparisons 1, ranges 2, sums 3, products 4.
    pub(super) fn precedence(self) -> u8 {
        match self {
            Operator::Add | Operator::Subtract => 3,
            Operator::Multiply | Operator::Divide | Operator::Remainder => 4,
            Operator::Equal
            | Operator::NotEqual
            | Operator::Less
            | Operator::LessEqual
            | Operator::Greater
            | Operator::GreaterEqual => 1,
        }
    }
}

/// A built-in function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Function {
    /// `min(a, b)`
    Min,
    /// `max(a, b)`
    Max,
    /// `div(a, b)`: integer division towards minus infinity; `0` if `b` is `0`.
    Div,
    /// `mod(a, b)`: `a - b * div(a, b)`.
    Mod,
    /// `even(z)`: the bits of `z` at even places, packed.
    Even,
    /// `odd(z)`: the bits of `z` at odd places, packed.
    Odd,
    /// `real(a)`: an integer as a real number.
    Real,
}

impl Function {
    /// All functions.
    pub const ALL: [Function; 7] = [
        Function::Min,
        Function::Max,
        Function::Div,
        Function::Mod,
        Function::Even,
        Function::Odd,
        Function::Real,
    ];

    /// The name in the text.
    pub fn name(self) -> &'static str {
        match self {
            Function::Min => "min",
            Function::Max => "max",
            Function::Div => "div",
            Function::Mod => "mod",
            Function::Even => "even",
            Function::Odd => "odd",
            Function::Real => "real",
        }
    }

    /// The number of arguments.
    pub fn arity(self) -> usize {
        match self {
            Function::Min | Function::Max | Function::Div | Function::Mod => 2,
            Function::Even | Function::Odd | Function::Real => 1,
        }
    }
}

/// `<key, value> in over`.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The names of the key, one for each level.
    pub keys: Vec<Name>,
    /// The name of the value.
    pub value: Name,
    /// The collection.
    pub over: Expr,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `12`
    Int(i64),
    /// `1.5`
    Real(f64),
    /// `true`
    Bool(bool),
    /// `{}`
    Empty,
    /// `zero({int -> real})`: a zero whose type is written.
    Zero(Type),
    /// `A`
    Name(String),
    /// `-e`
    Negate(Box<Expr>),
    /// `a + b`
    Binary(Operator, Box<[Expr; 2]>),
    /// `min(a, b)`
    Call(Function, Vec<Expr>),
    /// `A(i, j)`
    Lookup(Box<Expr>, Vec<Expr>),
    /// `A(lo:hi)`
    Slice(Box<[Expr; 3]>),
    /// `lo:hi`
    Range(Box<[Expr; 2]>),
    /// `{ (i, j) -> v, … }`
    Dict(Vec<(Vec<Expr>, Expr)>),
    /// `unique(e)`
    Unique(Box<Expr>),
    /// `if c then e`
    If(Box<[Expr; 2]>),
    /// `let x = e in b`
    Let(Name, Box<[Expr; 2]>),
    /// `sum(<k, v> in e, …) b`
    Sum(Vec<Binding>, Box<Expr>),
    /// `merge(<p, q, v> in <a, b>) e`
    Merge(Box<[Name; 3]>, Box<[Expr; 3]>),
}
