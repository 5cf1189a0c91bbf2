//! Computations as functions and regions.
//!
//! The entry, and what a call or a fusion computes, become functions. Other computations become
//! regions, where they are used: bodies of loops, branches, reducers. Tuples are taken apart, so
//! that no value is one: a loop over a tuple is one over its members.

mod data;
mod halves;
mod ops;

use super::fields::Fields;
use super::parse::{Computation, Hlo, Instruction, Parse, fail};
use super::shape::Shape;
use crate::attr::{Attr, AttrDict};
use crate::diag::{Diagnostic, Span};
use crate::id::{Block, OpId, Region, Value};
use crate::module::Module;
use crate::op::FieldReader;
use crate::types::Type;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The greatest depth of regions in each other.
const MAX_DEPTH: u32 = 100;

/// The instructions of regions that are written again for each use, at most, beyond 64 times the
/// file's own.
const MORE_INSTRUCTIONS: usize = 1 << 16;

/// The value of an instruction.
#[derive(Clone, Debug)]
enum Val {
    One(Value),
    Many(Rc<[Val]>),
}

impl Val {
    /// Whether its tuples are those of a shape. Tuples of tuples that are used twice in each other grow
    /// fast; a shape is as long as its text.
    fn fits(&self, shape: &Shape) -> bool {
        match (self, shape) {
            (Val::One(_), Shape::Array(..) | Shape::Token) => true,
            // The context of an async op, which is nothing here.
            (Val::Many(members), Shape::Array(..)) => members.is_empty(),
            (Val::Many(members), Shape::Tuple(shapes)) => {
                members.len() == shapes.len()
                    && members.iter().zip(shapes).all(|(member, shape)| member.fits(shape))
            }
            _ => false,
        }
    }

    /// Adds the values that it consists of.
    fn flatten(&self, out: &mut Vec<Value>) {
        match self {
            Val::One(value) => out.push(*value),
            Val::Many(members) => members.iter().for_each(|member| member.flatten(out)),
        }
    }
}

impl Emit<'_, '_> {
    /// Whether the value of an instruction has the shape that another one states for it.
    fn has_shape(&self, value: &Val, shape: &Shape) -> bool {
        let mut values = Vec::new();
        value.flatten(&mut values);
        let types = values.iter().map(|&value| self.module.ty(value));
        value.fits(shape) && types.eq(shape.types())
    }
}

/// Puts values together as a shape has them.
fn rebuilt(shape: &Shape, values: &mut impl Iterator<Item = Value>) -> Option<Val> {
    Some(match shape {
        Shape::Array(..) | Shape::Token => Val::One(values.next()?),
        Shape::Tuple(members) => {
            let all: Option<Vec<Val>> =
                members.iter().map(|member| rebuilt(member, values)).collect();
            Val::Many(all?.into())
        }
    })
}

/// A module that is being built.
struct Emit<'h, 's> {
    hlo: &'h Hlo<'s>,
    module: Module,
    /// The functions of computations, by number.
    functions: FxHashMap<usize, String>,
    /// Computations whose functions are not written yet.
    waiting: Vec<usize>,
    depth: u32,
    /// The number of instructions that may still be written.
    budget: usize,
}

/// Builds the module.
pub(super) fn module(hlo: &Hlo<'_>) -> Parse<Module> {
    let instructions: usize = hlo.computations.iter().map(|it| it.instructions.len()).sum();
    let mut emit = Emit {
        hlo,
        module: Module::new(),
        functions: FxHashMap::default(),
        waiting: Vec::new(),
        depth: 0,
        budget: 64 * instructions + MORE_INSTRUCTIONS,
    };
    emit.functions.insert(hlo.entry, "main".to_owned());
    emit.function(hlo.entry, "main", false)?;
    let mut at = 0;
    while at < emit.waiting.len() {
        let computation = emit.waiting[at];
        let name = emit.functions[&computation].clone();
        emit.function(computation, &name, true)?;
        at += 1;
    }
    let mut attrs = AttrDict::new();
    for field in &hlo.fields {
        if let ("num_partitions" | "replica_count", Ok(n)) = (field.name, field.value.parse()) {
            let name = if field.name == "replica_count" { "num_replicas" } else { field.name };
            let ty = Type::scalar(crate::types::Element::I32);
            attrs.set(&format!("mhlo.{name}"), Attr::Int(n, ty));
        }
    }
    let root = emit.module.root();
    let name = crate::ops::ModuleOp { sym_name: Some(hlo.name.into()), sym_visibility: None };
    emit.module.set_op(root, name.into());
    if !attrs.is_empty() {
        emit.module.set_discardable_attrs(root, attrs);
    }
    Ok(emit.module)
}

impl<'h, 's> Emit<'h, 's> {
    /// The number of the computation that an attribute names. Only computations above are used, so
    /// that none uses itself.
    fn computation(&self, fields: &Fields<'_, 's>, name: &str) -> Parse<usize> {
        let value = fields.need(name)?;
        self.named(fields.it.span, value)
    }

    /// The number of a computation.
    fn named(&self, span: Span, name: &str) -> Parse<usize> {
        let name = name.trim().trim_start_matches('%');
        match self.hlo.by_name.get(name) {
            Some(&at) if self.hlo.computations[at].span.start < span.start => Ok(at),
            Some(_) => fail(span, format!("the computation `{name}` must stand above its use")),
            None => fail(span, format!("there is no computation `{name}`")),
        }
    }

    /// The name of the function of a computation.
    fn callee(&mut self, computation: usize) -> String {
        if let Some(name) = self.functions.get(&computation) {
            return name.clone();
        }
        let name = self.hlo.computations[computation].name;
        // The entry has the name `main`.
        let mut name = name.to_owned();
        if name == "main" {
            let free = |name: &String| !self.hlo.by_name.contains_key(name.as_str());
            name = (0..).map(|n| format!("main.{n}")).find(free).unwrap_or(name);
        }
        self.functions.insert(computation, name.clone());
        self.waiting.push(computation);
        name
    }

    fn function(&mut self, at: usize, name: &str, private: bool) -> Parse<()> {
        let computation = &self.hlo.computations[at];
        let region = self.module.create_region();
        let block = self.module.create_block(region);
        let args = self.arguments(computation, block)?;
        let inputs: Vec<Type> =
            self.module.args(block).iter().map(|&arg| self.module.ty(arg)).collect();
        let value = self.body(computation, &args, block)?;
        let mut results = Vec::new();
        value.flatten(&mut results);
        let types: Vec<Type> = results.iter().map(|&value| self.module.ty(value)).collect();
        self.op(block, "func.return", &results, &[], &[], AttrDict::new(), computation.span)?;
        let mut attrs = AttrDict::new();
        attrs.set("sym_name", Attr::string(name));
        attrs.set("function_type", Attr::Type(Type::function(&inputs, &types)));
        if !private && let Some(notes) = self.argument_attrs(computation, &args)? {
            attrs.set("arg_attrs", notes);
        }
        if private {
            attrs.set("sym_visibility", Attr::string("private"));
        }
        let body = self.module.body();
        self.op(body, "func.func", &[], &[], &[region], attrs, computation.span)?;
        Ok(())
    }

    /// The dictionaries of the entry's arguments: shardings, aliases and donations of parameters that
    /// are arrays. `None` if there are none.
    fn argument_attrs(&self, entry: &Computation<'s>, args: &[Val]) -> Parse<Option<Attr>> {
        let mut all = Vec::new();
        // For each parameter, the number of its argument if it is an array.
        let mut numbers = Vec::new();
        for (at, arg) in entry.parameters()?.into_iter().zip(args) {
            let mut values = Vec::new();
            arg.flatten(&mut values);
            let is_array = matches!(arg, Val::One(_));
            numbers.push(is_array.then_some(all.len()));
            all.resize(all.len() + values.len(), AttrDict::new());
            let fields = Fields::of(&entry.instructions[at]);
            if let (true, Some(text)) = (is_array, fields.get("sharding")) {
                let last = all.len() - 1;
                all[last].set("mhlo.sharding", Attr::string(text));
            }
        }
        let argument =
            |parameter: i64| -> Option<usize> { *numbers.get(usize::try_from(parameter).ok()?)? };
        let header = |name| self.hlo.fields.iter().find(|field| field.name == name);
        if let Some(field) = header("input_output_alias") {
            let Some(paths) = data::alias_paths(field.value) else {
                return fail(field.span, "aliases are written as in { {0}: (1, {}, may-alias) }");
            };
            for (output, parameter, inside) in paths {
                // Outputs deeper in tuples have no number of their own.
                let number = match output[..] {
                    [] => Some(0),
                    [one] => Some(one),
                    _ => None,
                };
                if let (Some(at), Some(number), []) = (argument(parameter), number, &inside[..]) {
                    let number = Attr::Int(number, Type::scalar(crate::types::Element::I32));
                    all[at].set("tf.aliasing_output", number);
                }
            }
        }
        if let Some(field) = header("buffer_donor") {
            let parameters = field.value.split('(').skip(1);
            for text in parameters {
                let number = text.split(',').next().and_then(|text| text.trim().parse().ok());
                if let Some(at) = number.and_then(argument) {
                    all[at].set("jax.buffer_donor", Attr::Bool(true));
                }
            }
        }
        let any = all.iter().any(|dict| !dict.is_empty());
        Ok(any.then(|| Attr::Array(all.into_iter().map(Attr::Dict).collect())))
    }

    /// Arguments of a block for the parameters of a computation, each as one value.
    fn arguments(&mut self, computation: &Computation<'s>, block: Block) -> Parse<Vec<Val>> {
        let mut all = Vec::new();
        for at in computation.parameters()? {
            let parameter = &computation.instructions[at];
            let mut values = Vec::new();
            for ty in parameter.shape.types() {
                values.push(self.module.add_arg(block, ty));
            }
            if let ([value], Shape::Array(..)) = (&values[..], &parameter.shape) {
                self.module.set_name(*value, parameter.name);
            }
            all.push(self.rebuilt(&parameter.shape, &values, parameter.span)?);
        }
        Ok(all)
    }

    /// Puts values together as a shape has them.
    fn rebuilt(&self, shape: &Shape, values: &[Value], span: Span) -> Parse<Val> {
        let mut rest = values.iter().copied();
        match rebuilt(shape, &mut rest) {
            Some(value) if rest.next().is_none() => Ok(value),
            _ => fail(span, format!("{} values do not make up this shape", values.len())),
        }
    }

    /// A region of a computation with its parameters as arguments, which ends in `stablehlo.return`.
    fn region(&mut self, at: usize) -> Parse<Region> {
        let computation = &self.hlo.computations[at];
        let region = self.module.create_region();
        let block = self.module.create_block(region);
        let args = self.arguments(computation, block)?;
        self.finish(computation, &args, block)?;
        Ok(region)
    }

    /// A region of a computation whose parameters are values around it.
    fn branch(&mut self, at: usize, args: &[Val]) -> Parse<Region> {
        let computation = &self.hlo.computations[at];
        let region = self.module.create_region();
        let block = self.module.create_block(region);
        self.finish(computation, args, block)?;
        Ok(region)
    }

    fn finish(&mut self, computation: &Computation<'s>, args: &[Val], block: Block) -> Parse<()> {
        let value = self.body(computation, args, block)?;
        let mut results = Vec::new();
        value.flatten(&mut results);
        let none = AttrDict::new();
        self.op(block, "stablehlo.return", &results, &[], &[], none, computation.span)?;
        Ok(())
    }

    /// The instructions of a computation, and its value.
    fn body(&mut self, computation: &Computation<'s>, args: &[Val], block: Block) -> Parse<Val> {
        if self.depth == MAX_DEPTH {
            return fail(computation.span, format!("computations lie deeper than {MAX_DEPTH}"));
        }
        let count = computation.instructions.len();
        let Some(budget) = self.budget.checked_sub(count) else {
            return fail(computation.span, "computations are used too often in each other");
        };
        self.budget = budget;
        self.depth += 1;
        let parameters = computation.parameters()?;
        if parameters.len() != args.len() {
            let (has, given) = (parameters.len(), args.len());
            let message = format!("`{}` has {has} parameters, not {given}", computation.name);
            return fail(computation.span, message);
        }
        let mut values: Vec<Option<Val>> = vec![None; count];
        for (&at, arg) in parameters.iter().zip(args) {
            values[at] = Some(arg.clone());
        }
        for (at, it) in computation.instructions.iter().enumerate() {
            if values[at].is_some() {
                Fields::of(it).check_all_read()?;
                continue;
            }
            let mut operands = Vec::new();
            for &operand in &it.operands {
                // Operands stand above.
                operands.extend(values[operand].clone());
            }
            let value = ops::instruction(self, it, &operands, block)?;
            Fields::of(it).check_all_read()?;
            if let Val::One(one) = value
                && self.module.name(one).is_none()
            {
                self.module.set_name(one, it.name);
            }
            values[at] = Some(value);
        }
        self.depth -= 1;
        match values[computation.root].take() {
            Some(value) => Ok(value),
            None => fail(computation.span, "the root has no value"),
        }
    }

    /// Creates an op of the table.
    #[expect(clippy::too_many_arguments, reason = "these are the parts of an op")]
    fn op(
        &mut self,
        block: Block,
        name: &str,
        operands: &[Value],
        results: &[Type],
        regions: &[Region],
        mut attrs: AttrDict,
        span: Span,
    ) -> Parse<OpId> {
        let Some(entry) = crate::ops::lookup(name) else {
            return fail(span, format!("there is no op `{name}`"));
        };
        let op = match (entry.read)(&mut FieldReader { dict: &mut attrs, results }) {
            Ok(op) => op,
            Err(field) => {
                let message = format!("`{name}`: {}: {}", field.name, field.why);
                return Err(Box::new(Diagnostic::error(span, message)));
            }
        };
        let id = self.module.create_op(op, operands, results, regions, span);
        if !attrs.is_empty() {
            self.module.set_discardable_attrs(id, attrs);
        }
        self.module.append(block, id);
        Ok(id)
    }

    /// The layout of operand `i` of an instruction, from its fastest dimension to its slowest.
    fn layout_of(&self, it: &Instruction<'s>, i: usize) -> Vec<i64> {
        let computation = self.hlo.computations.iter().find(|computation| {
            let all = &computation.instructions;
            all.first().is_some_and(|first| first.span.start <= it.span.start)
                && all.last().is_some_and(|last| it.span.start <= last.span.start)
        });
        let operand =
            computation.and_then(|computation| computation.instructions.get(*it.operands.get(i)?));
        match operand.map(|operand| &operand.shape) {
            Some(Shape::Array(_, order)) => order.clone(),
            _ => Vec::new(),
        }
    }
}
