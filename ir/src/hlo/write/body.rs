//! One computation: its instructions, their names, and the tuples that its parameters and results
//! are.

use super::{Write, Writer, Written, fail, notes, packed, shape};
use crate::diag::{Diagnostic, Span};
use crate::id::{OpId, Region, Value};
use crate::module::Module;
use crate::ops::{Family, Op};
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;
use std::rc::Rc;

/// Constants with as many elements at most are written again in each region that uses them.
const SMALL: usize = 16;

/// The number of an instruction in its computation.
pub(super) type At = usize;

/// A computation that is being written.
pub(super) struct Body<'w, 'm> {
    pub(super) writer: &'w mut Writer<'m>,
    name: Rc<str>,
    /// The instructions, each from its name on.
    lines: Vec<String>,
    names: Vec<Rc<str>>,
    shapes: Vec<String>,
    values: FxHashMap<Value, At>,
    parameters: usize,
}

/// The parts of an instruction besides its name.
#[derive(Default)]
pub(super) struct Parts<'t> {
    /// The beginning of its name.
    pub(super) base: &'t str,
    pub(super) shape: String,
    pub(super) opcode: &'t str,
    /// The text in the parentheses, of constants and parameters.
    pub(super) text: &'t str,
    pub(super) operands: &'t [At],
    /// Attributes, each with `, ` in front.
    pub(super) attrs: String,
}

/// The form in which a computation gets the arguments of a region.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Arguments {
    /// Each as a parameter.
    Each,
    /// Together, as one parameter.
    Packed,
}

impl<'w, 'm> Body<'w, 'm> {
    /// An empty computation with a name of its own.
    pub(super) fn new(writer: &'w mut Writer<'m>, base: &str) -> Body<'w, 'm> {
        let name = writer.fresh(base);
        Body {
            writer,
            name,
            lines: Vec::new(),
            names: Vec::new(),
            shapes: Vec::new(),
            values: FxHashMap::default(),
            parameters: 0,
        }
    }

    pub(super) fn module(&self) -> &'m Module {
        self.writer.module
    }

    /// An error at an op.
    pub(super) fn fail<T>(&self, op: OpId, message: impl Into<String>) -> Write<T> {
        let diagnostic = Diagnostic::error(self.module().span(op), message);
        Err(Box::new(diagnostic.label("in this op")))
    }

    /// Adds an instruction.
    pub(super) fn emit(&mut self, parts: Parts<'_>) -> At {
        let name = self.writer.fresh(parts.base);
        let mut line = format!("{name} = {} {}({}", parts.shape, parts.opcode, parts.text);
        for (i, &operand) in parts.operands.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let _ = write!(line, "{comma}{}", self.names[operand]);
        }
        line.push(')');
        line.push_str(&parts.attrs);
        self.lines.push(line);
        self.names.push(name);
        self.shapes.push(parts.shape);
        self.lines.len() - 1
    }

    /// The shape of an instruction.
    pub(super) fn shape_at(&self, at: At) -> &str {
        &self.shapes[at]
    }

    /// Adds a parameter of this shape.
    pub(super) fn parameter(&mut self, base: &str, shape: String, attrs: String) -> At {
        let number = self.parameters.to_string();
        self.parameters += 1;
        self.emit(Parts { base, shape, opcode: "parameter", text: &number, attrs, operands: &[] })
    }

    /// The name of a value in the module, or `or`.
    pub(super) fn base_of(&self, value: Value, or: &'m str) -> &'m str {
        self.module().name(value).unwrap_or(or)
    }

    /// The shape of a value.
    pub(super) fn shape_of(&self, value: Value, span: Span) -> Write<String> {
        shape(self.module().ty(value), span)
    }

    /// The shape of several values together.
    pub(super) fn packed_shape(&self, types: &[Type], span: Span) -> Write<String> {
        let all: Vec<String> = types.iter().map(|&ty| shape(ty, span)).collect::<Write<_>>()?;
        Ok(packed(&all))
    }

    /// Makes an instruction stand for a value.
    pub(super) fn set(&mut self, value: Value, at: At) {
        self.values.insert(value, at);
    }

    /// The instruction of a value that an op uses. A small constant around the region is written
    /// again.
    pub(super) fn get(&mut self, value: Value, user: OpId) -> Write<At> {
        if let Some(&at) = self.values.get(&value) {
            return Ok(at);
        }
        let module = self.module();
        let is_constant = |op: OpId| matches!(module.op(op), Op::Constant(_) | Op::Iota(_));
        match module.def_op(value).filter(|&op| is_constant(op)) {
            Some(op) => {
                self.instruction(op)?;
                Ok(self.values[&value])
            }
            None => self.fail(
                user,
                format!(
                    "the region of this op uses a value from around it, which a computation of \
                     HLO can't, unless it is a constant: `{}`",
                    module.name(value).unwrap_or("a value without a name")
                ),
            ),
        }
    }

    /// The instructions of an op's operands.
    pub(super) fn operands(&mut self, op: OpId) -> Write<Vec<At>> {
        let module = self.module();
        module.operands(op).iter().map(|&value| self.get(value, op)).collect()
    }

    /// One value of several instructions: the only one, or a tuple.
    pub(super) fn pack(&mut self, all: &[At]) -> At {
        if let [one] = all {
            return *one;
        }
        let shapes: Vec<String> = all.iter().map(|&at| self.shapes[at].clone()).collect();
        let shape = packed(&shapes);
        self.emit(Parts {
            base: "tuple",
            shape,
            opcode: "tuple",
            operands: all,
            ..Parts::default()
        })
    }

    /// Member `index` of a tuple.
    pub(super) fn member(&mut self, tuple: At, index: usize, base: &str, shape: String) -> At {
        let attrs = format!(", index={index}");
        let operands = &[tuple];
        let opcode = "get-tuple-element";
        self.emit(Parts { base, shape, opcode, operands, attrs, text: "" })
    }

    /// Makes the members of an instruction stand for the first values of `count`: the instruction
    /// itself if that is 1.
    pub(super) fn unpack(
        &mut self,
        at: At,
        values: impl IntoIterator<Item = Value>,
        count: usize,
        span: Span,
    ) -> Write<()> {
        for (i, value) in values.into_iter().enumerate() {
            if count == 1 {
                self.set(value, at);
            } else if self.module().is_used(value) {
                let shape = self.shape_of(value, span)?;
                let base = self.base_of(value, "get-tuple-element");
                let member = self.member(at, i, base, shape);
                self.set(value, member);
            }
        }
        Ok(())
    }

    /// The values around regions that these use, in the order of their uses, but not constants that
    /// are written again.
    pub(super) fn captured(&self, regions: &[Region]) -> Vec<Value> {
        let module = self.module();
        let mut inside: FxHashSet<Value> = FxHashSet::default();
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        let mut used: Vec<Value> = Vec::new();
        let mut waiting: Vec<Region> = regions.iter().rev().copied().collect();
        while let Some(region) = waiting.pop() {
            for &block in module.blocks(region) {
                inside.extend(module.args(block).iter().copied());
                for op in module.ops(block) {
                    used.extend(module.operands(op).iter().filter(|&&v| seen.insert(v)));
                    inside.extend(module.results(op));
                    waiting.extend(module.regions(op).iter().rev());
                }
            }
        }
        let is_small = |value: Value| match module.def_op(value).map(|op| module.op(op)) {
            Some(Op::Constant(it)) => it.value.count() <= SMALL || it.value.is_uniform(),
            Some(Op::Iota(_)) => true,
            _ => false,
        };
        used.retain(|value| !inside.contains(value) && !is_small(*value));
        used
    }

    /// The computation of a region, which is written above this one; its name. With packed
    /// arguments, `captured` values come behind them; with `carried`, they are yielded again.
    pub(super) fn region(
        &mut self,
        op: OpId,
        region: Region,
        base: &str,
        arguments: Arguments,
        captured: &[Value],
        carried: bool,
    ) -> Write<Rc<str>> {
        let module = self.module();
        let span = module.span(op);
        self.writer.deeper(span)?;
        let [block] = *module.blocks(region) else {
            return self.fail(op, "HLO has no branches between blocks");
        };
        let mut body = Body::new(self.writer, base);
        let args = module.args(block);
        if arguments == Arguments::Each {
            for &arg in args {
                let shape = body.shape_of(arg, span)?;
                let at = body.parameter(body.base_of(arg, "arg"), shape, String::new());
                body.set(arg, at);
            }
        } else {
            let all: Vec<Value> = args.iter().chain(captured).copied().collect();
            let types: Vec<Type> = all.iter().map(|&value| module.ty(value)).collect();
            let shape = body.packed_shape(&types, span)?;
            let at = body.parameter("arg", shape, String::new());
            body.unpack(at, all.iter().copied(), all.len(), span)?;
        }
        let mut results = body.ops_of(block, op)?;
        if carried {
            results.extend(captured.iter().map(|value| body.values[value]));
        }
        let root = body.pack(&results);
        let written = body.written(root);
        self.writer.finish(&written);
        self.writer.depth -= 1;
        Ok(written.name)
    }

    /// The computation of a function.
    pub(super) fn function(mut self, op: OpId, region: Region, is_entry: bool) -> Write<Written> {
        let module = self.module();
        let span = module.span(op);
        let [block] = *module.blocks(region) else {
            let name = module.symbol_name(op).unwrap_or_default();
            let what = match module.blocks(region) {
                [] => format!("@{name} has no body"),
                _ => format!("@{name} has branches between blocks, which HLO lacks"),
            };
            return fail(span, what);
        };
        let function = module.func(op);
        for (i, &arg) in module.args(block).iter().enumerate() {
            let shape = self.shape_of(arg, span)?;
            let mut attrs = String::new();
            if let Some(sharding) = notes::argument_sharding(module, function, i) {
                let _ = write!(attrs, ", sharding={sharding}");
            }
            let base = self.base_of(arg, "Arg");
            let at = self.parameter(base, shape, attrs);
            self.set(arg, at);
        }
        let results = self.ops_of(block, op)?;
        let mut root = self.pack(&results);
        if is_entry && let Some(sharding) = notes::result_sharding(module, function, results.len())
        {
            // The sharding of a parameter is that of the argument.
            if self.lines[root].contains(" parameter(") {
                let shape = self.shape_at(root).to_owned();
                let (opcode, operands) = ("copy", &[root]);
                let attrs = String::new();
                root = self.emit(Parts { base: opcode, shape, opcode, operands, attrs, text: "" });
            }
            // An op's own sharding is that of its result.
            if !self.lines[root].contains(", sharding=") {
                let _ = write!(self.lines[root], ", sharding={sharding}");
            }
        }
        Ok(self.written(root))
    }

    /// The instructions of a block, and those that its terminator yields.
    fn ops_of(&mut self, block: crate::id::Block, owner: OpId) -> Write<Vec<At>> {
        let module = self.module();
        for op in module.ops(block) {
            if module.op(op).family() == Family::Return {
                return self.operands(op);
            }
            self.instruction(op)?;
        }
        self.fail(owner, "a region of this op yields nothing")
    }

    /// The text with the root marked.
    fn written(self, root: At) -> Written {
        let mut text = format!("{} {{\n", self.name);
        for (i, line) in self.lines.iter().enumerate() {
            text.push_str(if i == root { "  ROOT " } else { "  " });
            text.push_str(line);
            text.push('\n');
        }
        text.push_str("}\n");
        Written { name: self.name, text }
    }
}
