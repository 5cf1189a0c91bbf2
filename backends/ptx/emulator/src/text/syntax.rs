//! The syntax tree of PTX.

/// A whole module.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModuleText {
    /// `.version`: major and minor.
    pub(crate) version: (u32, u32),
    /// `.target`: the first name of the list, `sm_90` say.
    pub(crate) target: String,
    /// Variables outside functions.
    pub(crate) variables: Vec<Variable>,
    /// Kernels and functions, declared or defined.
    pub(crate) functions: Vec<Function>,
}

/// A state space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Space {
    /// `.global`
    Global,
    /// `.const`
    Const,
    /// `.shared`
    Shared,
    /// `.local`
    Local,
    /// `.param`
    Param,
    /// No space named: a generic address.
    Generic,
}

/// A value of an initialiser: bytes, or the address of a symbol.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Initial {
    /// A number, as bits of the element's width.
    Bits(u64),
    /// `symbol + offset`; whether as a generic address.
    Symbol { name: String, offset: i64, generic: bool },
}

/// A variable in some space.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) line: u32,
    pub(crate) space: Space,
    /// Alignment in bytes.
    pub(crate) align: u32,
    pub(crate) name: String,
    /// Bytes of one element, as the declaration's type says.
    pub(crate) element: u32,
    /// Size in bytes; 0 for `.extern` arrays of unknown extent.
    pub(crate) size: u64,
    /// The initialiser, flat; short ones are filled up with zeros.
    pub(crate) initial: Vec<Initial>,
}

/// A kernel or function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) line: u32,
    /// Whether it is a kernel, `.entry`.
    pub(crate) entry: bool,
    pub(crate) name: String,
    pub(crate) results: Vec<Variable>,
    pub(crate) params: Vec<Variable>,
    /// `.maxntid`, `.reqntid` and so on, by name without the dot.
    pub(crate) directives: Vec<(String, Vec<u32>)>,
    /// The statements; none for a declaration.
    pub(crate) body: Option<Vec<Statement>>,
}

/// A statement of a body.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// `{`
    Open,
    /// `}`
    Close,
    /// `.reg` of so many bits (1 for predicates): names, or a stem and a count.
    Registers { bits: u32, names: Vec<(String, Option<u32>)> },
    /// A variable.
    Variable(Variable),
    /// `name:`
    Label(String),
    /// `name: .branchtargets a, b;`
    Targets { name: String, labels: Vec<String> },
    /// An instruction.
    Instruction(InstructionText),
}

/// An instruction as written.
#[derive(Clone, Debug)]
pub(crate) struct InstructionText {
    pub(crate) line: u32,
    /// `@%p` or `@!%p`: the predicate and whether it is negated.
    pub(crate) guard: Option<(String, bool)>,
    /// The first part of the opcode: `ld`.
    pub(crate) name: String,
    /// The others, without dots: `global`, `v4`, `f32`.
    pub(crate) mods: Vec<String>,
    pub(crate) operands: Vec<Operand>,
}

impl InstructionText {
    /// The opcode as written.
    pub(crate) fn opcode(&self) -> String {
        let mut all = self.name.clone();
        for part in &self.mods {
            all.push('.');
            all.push_str(part);
        }
        all
    }

    /// Whether a modifier is there.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.mods.iter().any(|m| m == name)
    }
}

/// An operand as written.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Operand {
    /// A register, a special register, a symbol or a label.
    Name(String),
    /// `!%p`
    Not(String),
    /// A whole number; negative ones in two's complement.
    Integer(u64),
    /// `0f…`
    Single(u32),
    /// `0d…`, and decimals.
    Double(u64),
    /// `{a, b}`
    Vector(Vec<Operand>),
    /// `a|b`
    Pair(Box<Operand>, Box<Operand>),
    /// `(a, b)` of a call.
    List(Vec<Operand>),
    /// `[base + offset]`, with the coordinates of a tensor copy.
    Address { base: Option<String>, offset: i64, coordinates: Vec<Operand> },
    /// `symbol + offset`.
    Sum(String, i64),
}
