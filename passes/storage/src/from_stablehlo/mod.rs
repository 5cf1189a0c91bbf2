//! StableHLO to the storage calculus: linear algebra as sums over dictionaries.
//!
//! Each op becomes a definition over the values before it, and each argument a storage mapping: its
//! encoding's, or that of a dense tensor in row-major order. The program's text is readable, and
//! everything that holds of programs written by hand holds of it: [`crate::search`] composes it with
//! the mappings and finds loops over the stored entries.
//!
//! ```text
//! %0 = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0]
//!   ──►  CREATE TENSOR v0 : {int[3] -> real} AS sum(<(f0, c0), a> in A, <c0, b> in x) { f0 -> a * b };
//! ```
//!
//! # Meaning
//!
//! - **Zeros annihilate.** A dictionary holds no zeros, so a product with an element that is not
//!   stored is zero, also where the other factor is infinite or NaN; and such an element divided by
//!   anything is zero, also by zero. Where neither occurs the results are StableHLO's, but for the signs
//!   of zeros.
//! - **Floats are doubles.** All float elements are computed in double precision; only the order of
//!   sums differs for `f64`, and results of narrower types are rounded once, at the end: a value between
//!   that `f32` can't hold is no infinity. Comparisons of such sums and products, and conversions to
//!   narrower floats that other ops read, are refused.
//! - **Integers** are computed with 64 bits. Sums, differences and products of narrower ones are
//!   theirs modulo their width; ops for which that is not enough (comparisons, quotients, minima) are
//!   refused after such an op.
//!
//! Ops that are no sums of products (exponentials, sorts, loops) are refused with a reason; they stay
//! outside of the region that becomes a storage program.

mod mapping;
mod ops;
mod shapes;
mod views;

use hloom_ir::diag::Span;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, Element, Literal, OpId, TensorType, Value};
use hloom_storage::Scalar;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

pub use hloom_storage::encoding::{scalar, type_of};
pub use mapping::{dense, encoded};
pub use views::number;

/// A storage program for a block of StableHLO.
#[derive(Clone, Debug)]
pub struct Bridge {
    /// The tensors: the arguments' arrays and mappings, and a definition for each op that a result
    /// needs.
    definitions: Vec<Definition>,
    /// The names of the results' tensors.
    pub results: Vec<String>,
    /// The arguments that a result needs, with the names of their tensors, by the number of the
    /// argument.
    pub arguments: BTreeMap<usize, String>,
    /// Constants that are given as dense arrays, by the names of their tensors.
    pub constants: BTreeMap<String, Literal>,
}

impl Bridge {
    /// The text of the program whose result is result `i`: the tensors that it needs, and its name.
    pub fn program(&self, i: usize) -> String {
        let result = &self.results[i];
        let needed = needed(&self.definitions, [result.clone()]);
        let definitions = self.definitions.iter().filter(|it| needed.contains(&it.name));
        let text: String = definitions.map(|it| it.text.as_str()).collect();
        format!("{text}{result}\n")
    }
}

/// The reason for which a block is not a storage program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The op.
    pub op: OpId,
    /// The op's place in the text.
    pub span: Span,
    /// A sentence about it.
    pub reason: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Refused {}

/// The storage program of a function's block.
///
/// # Errors
/// The first op that is not in the calculus.
pub fn bridge(module: &Module, block: Block) -> Result<Bridge, Refused> {
    let mut writer = Writer {
        module,
        names: HashMap::new(),
        used: BTreeSet::new(),
        definitions: Vec::new(),
        constants: BTreeMap::new(),
        wrapped: BTreeSet::new(),
        rounded: BTreeSet::new(),
        uses: BTreeSet::new(),
    };
    let end = module.terminator(block);
    let mut arguments = BTreeMap::new();
    for (i, &argument) in module.args(block).iter().enumerate() {
        let mut name = writer.fresh(module.name(argument), "a", i);
        let mut text = None;
        if let Some(ty) = module.ty(argument).as_tensor() {
            text = mapping::of_type(ty, &name).ok();
            // The names of its arrays are not those of other tensors.
            while text.as_ref().is_some_and(|text| !writer.reserve(text, &name)) {
                name = writer.fresh(Some(&format!("t_{name}")), "a", i);
                text = mapping::of_type(ty, &name).ok();
            }
        }
        writer.names.insert(argument, name.clone());
        // Without a mapping, it is refused where it is read.
        let Some(text) = text else { continue };
        arguments.insert(i, name.clone());
        writer.definitions.push(Definition { name, text, uses: BTreeSet::new() });
    }
    for op in module.ops(block) {
        if Some(op) != end {
            writer.op(op)?;
        }
    }
    let mut results = Vec::new();
    for &result in end.map_or(&[][..], |end| module.operands(end)) {
        let name = writer.names.get(&result).cloned();
        let known = name.filter(|name| writer.definitions.iter().any(|d| d.name == *name));
        let refused = |op| writer.refused(op, "a result is not a tensor of numbers");
        match (known, end) {
            (Some(name), _) => results.push(name),
            (None, Some(end)) => return Err(refused(end)),
            (None, None) => {}
        }
    }
    Ok(writer.finish(results, arguments))
}

/// The names of tensors that results need.
fn needed(
    definitions: &[Definition],
    results: impl IntoIterator<Item = String>,
) -> BTreeSet<String> {
    let mut needed: BTreeSet<String> = results.into_iter().collect();
    for definition in definitions.iter().rev() {
        if needed.contains(&definition.name) {
            needed.extend(definition.uses.iter().cloned());
        }
    }
    needed
}

/// The text of one tensor.
#[derive(Clone, Debug)]
struct Definition {
    name: String,
    text: String,
    /// The tensors that it reads.
    uses: BTreeSet<String>,
}

struct Writer<'m> {
    module: &'m Module,
    names: HashMap<Value, String>,
    used: BTreeSet<String>,
    definitions: Vec<Definition>,
    constants: BTreeMap<String, Literal>,
    /// Narrow integers that are known modulo their width only.
    wrapped: BTreeSet<Value>,
    /// Floats that the program rounds otherwise than StableHLO.
    rounded: BTreeSet<Value>,
    /// The tensors that the definition that is being written reads.
    uses: BTreeSet<String>,
}

impl<'m> Writer<'m> {
    /// A name that is not taken, from the name of the value or a letter and a number.
    fn fresh(&mut self, given: Option<&str>, letter: &str, number: usize) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut name = match given {
            Some(given) if given.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                given.chars().map(plain).collect()
            }
            _ => format!("{letter}{number}"),
        };
        // Names of arrays are made of a tensor's name and a suffix, and words of the language are
        // lower case or `CREATE`.
        let arrays = ["_val", "_pos", "_crd"];
        while self.used.contains(&name)
            || WORDS.contains(&name.as_str())
            || arrays.iter().any(|part| name.contains(part))
        {
            name = format!(
                "t_{}",
                name.replace("_val", "_v").replace("_pos", "_p").replace("_crd", "_c")
            );
            if self.used.contains(&name) {
                name = format!("{name}_{}", self.used.len());
            }
        }
        self.used.insert(name.clone());
        name
    }

    /// Takes the names that the mapping of a tensor creates beside its own; `false` if one is taken.
    fn reserve(&mut self, mapping: &str, tensor: &str) -> bool {
        let created = mapping.split("CREATE TENSOR ").skip(1);
        let names = created.filter_map(|rest| rest.split([' ', ':']).next());
        let own: Vec<String> = names.filter(|it| *it != tensor).map(str::to_owned).collect();
        let free = own.iter().all(|it| !self.used.contains(it));
        if free {
            self.used.extend(own);
        }
        free
    }

    fn refused(&self, op: OpId, reason: impl Into<String>) -> Refused {
        Refused { op, span: self.module.span(op), reason: reason.into() }
    }

    /// The static tensor type of a value whose elements are numbers of the calculus.
    fn tensor(&self, op: OpId, value: Value) -> Result<&'m TensorType, Refused> {
        let ty = self.module.ty(value).as_tensor();
        let ty = ty.ok_or_else(|| self.refused(op, "it is about values that are not tensors"))?;
        if !ty.is_static() {
            return Err(self.refused(op, "its extents are open"));
        }
        if scalar(ty.element).is_none() {
            return Err(self.refused(op, format!("the calculus has no elements of {}", ty.element)));
        }
        Ok(ty)
    }

    /// The name of a value's tensor, which the definition reads, marked as one ([`apart`]).
    fn read(&mut self, op: OpId, value: Value) -> Result<String, Refused> {
        self.tensor(op, value)?;
        let name = self.names.get(&value).cloned();
        let known = name.filter(|name| self.definitions.iter().any(|d| d.name == *name));
        match known {
            Some(name) => {
                self.uses.insert(name.clone());
                Ok(format!("{MARK}{name}"))
            }
            None => {
                let ty = self.module.ty(value);
                Err(self.refused(op, format!("the storage of {ty} is not one of the calculus")))
            }
        }
    }

    /// Defines an op's result.
    fn define(&mut self, op: OpId, expression: &str) -> Result<(), Refused> {
        let result = self.module.result(op, 0);
        let ty = self.tensor(op, result)?;
        let base = scalar(ty.element).unwrap_or(Scalar::Real);
        let name = self.fresh(self.module.name(result), "v", self.definitions.len());
        self.names.insert(result, name.clone());
        let uses = std::mem::take(&mut self.uses);
        let expression = apart(expression, &uses);
        let text =
            format!("CREATE TENSOR {name} : {} AS\n  {expression};\n", type_of(&ty.dims, base));
        self.definitions.push(Definition { name, text, uses });
        Ok(())
    }

    /// Whether narrow integers are known modulo their width only.
    fn is_wrapped(&self, value: Value) -> bool {
        self.wrapped.contains(&value)
    }

    /// Notes that an op's result is known modulo its width only.
    fn wraps(&mut self, op: OpId) {
        let result = self.module.result(op, 0);
        let element = self.module.ty(result).element();
        if element.is_some_and(|e| e.is_integer() && !matches!(e, Element::I64 | Element::U64)) {
            self.wrapped.insert(result);
        }
    }

    /// Notes that an op's result may be rounded otherwise.
    fn rounds(&mut self, op: OpId) {
        let result = self.module.result(op, 0);
        if self.module.ty(result).element().is_some_and(|e| e.is_float()) {
            self.rounded.insert(result);
        }
    }

    /// The program, without the tensors that no result needs.
    fn finish(self, results: Vec<String>, mut arguments: BTreeMap<usize, String>) -> Bridge {
        let needed = needed(&self.definitions, results.iter().cloned());
        let mut definitions = self.definitions;
        definitions.retain(|it| needed.contains(&it.name));
        arguments.retain(|_, name| needed.contains(name));
        let mut constants = self.constants;
        constants.retain(|name, _| needed.contains(name));
        Bridge { definitions, results, arguments, constants }
    }

    fn kind(&self, op: OpId) -> &'m Op {
        self.module.op(op)
    }
}

/// The mark before the name of a tensor in an expression that is being written.
const MARK: char = '@';

/// An expression without marks, whose variables have other names than the tensors that it reads:
/// a variable `x` becomes `x_` where a tensor is `x`.
fn apart(expression: &str, tensors: &BTreeSet<String>) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::with_capacity(expression.len());
    let mut rest = expression;
    while let Some(c) = rest.chars().next() {
        let tensor = c == MARK;
        rest = if tensor { &rest[c.len_utf8()..] } else { rest };
        let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
        if end == 0 {
            let c = rest.chars().next().unwrap_or_default();
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let mut name = rest[..end].to_owned();
        while !tensor && tensors.contains(&name) {
            name.push('_');
        }
        out += &name;
        rest = &rest[end..];
    }
    out
}

/// Words of the language that are no names.
const WORDS: [&str; 24] = [
    "CREATE", "TENSOR", "AS", "sum", "merge", "let", "in", "if", "then", "unique", "true", "false",
    "zero", "int", "bool", "inf", "nan", "real", "min", "max", "div", "mod", "even", "odd",
];
