//! Functions and values: the state of a lowering, and the forms that values have.

use crate::build::{Builder, Val};
use crate::error::{Error, Unsupported};
use hloom_ir::ops::{Func, Op};
use hloom_ir::types::TypeKind;
use hloom_ir::{Block, Element, Module, OpId, TensorType, Value};
use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, Location, Module as Upstream, Type, ValueLike};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// The result of a lowering of one op.
pub(crate) type Done<T = ()> = Result<T, Box<Unsupported>>;

/// A value in upstream's form.
#[derive(Clone, Copy)]
pub(super) enum Lowered<'c> {
    /// A tensor.
    Tensor(Val<'c>),
    /// The element of a tensor of rank 0, or a scalar beside tensors.
    Scalar(Val<'c>),
    /// A tensor that is stored by levels.
    Sparse(Val<'c>),
    /// A token, which has no content.
    Token,
}

/// A lowered program.
pub struct Program<'c> {
    /// The module in upstream's dialects.
    pub module: Upstream<'c>,
    /// The types of the entry's arguments, without tokens.
    pub inputs: Vec<hloom_ir::Type>,
    /// The types of its results without tokens, with the operands of its checks behind them.
    pub results: Vec<hloom_ir::Type>,
    /// The number of results before the operands of checks.
    pub plain: usize,
    /// The occurrence of tensors that are stored by levels.
    pub storage: Storage,
}

/// The occurrence of tensors that are stored by levels in a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Storage {
    /// All tensors are dense.
    Dense,
    /// The program reads such tensors.
    Read,
    /// The program makes such tensors.
    Made,
}

/// The function that an op calls.
pub(super) fn callee(op: &Op) -> Option<&str> {
    match op {
        Op::Call(it) => Some(&it.callee.0),
        Op::Composite(it) => Some(&it.decomposition.0),
        // Any other op: it calls no function of the module.
        _ => None,
    }
}

/// The lowering of one module.
pub(super) struct Lowering<'m, 'c> {
    pub(super) b: Builder<'c>,
    pub(super) module: &'m Module,
    values: RefCell<Vec<Option<Lowered<'c>>>>,
    /// The op that is being lowered, for errors.
    pub(super) op: Cell<OpId>,
    entry: OpId,
    /// Whether the entry is public.
    public: bool,
    /// The operands of checks in the entry.
    pub(super) checked: RefCell<Vec<Value>>,
    /// The occurrence of tensors that are stored by levels so far.
    storage: Cell<Storage>,
    locs: RefCell<FxHashMap<String, Location<'c>>>,
}

/// Lowers a function of a module, and those that it calls.
///
/// # Errors
/// The first op that has no form, or the diagnostics of upstream's verifier.
pub fn lower<'c>(cx: &'c Context, module: &Module, entry: &str) -> Result<Program<'c>, Error> {
    lower_as(cx, module, entry, true)
}

/// As [`lower`], with the entry public or not.
pub(crate) fn lower_as<'c>(
    cx: &'c Context,
    module: &Module,
    entry: &str,
    public: bool,
) -> Result<Program<'c>, Error> {
    let function = module.symbol(entry).filter(|&op| module.get::<Func>(op).is_some());
    let function = function.ok_or_else(|| Error::NoEntry(entry.to_owned()))?;
    let loc = module.loc(module.root()).and_then(|text| parsed(cx, text));
    let upstream = Upstream::new(loc.unwrap_or(Location::unknown(cx)));
    let lowering = Lowering {
        b: Builder::new(cx, &upstream.body()),
        module,
        values: RefCell::new(vec![None; module.value_count()]),
        op: Cell::new(function),
        entry: function,
        public,
        checked: RefCell::default(),
        storage: Cell::new(Storage::Dense),
        locs: RefCell::default(),
    };
    for function in lowering.reachable()? {
        lowering.function(function)?;
    }
    let ty = &module.func(function).function_type;
    let tensors = |types: &[hloom_ir::Type]| -> Vec<hloom_ir::Type> {
        types.iter().copied().filter(|&ty| ty != hloom_ir::Type::token()).collect()
    };
    let mut results = tensors(ty.results());
    let plain = results.len();
    results.extend(lowering.checked.borrow().iter().map(|&v| module.ty(v)));
    let inputs = tensors(ty.inputs());
    let storage = lowering.storage.get();
    drop(lowering);
    crate::context::reporting(cx, || upstream.as_operation().verify())?;
    Ok(Program { module: upstream, inputs, results, plain, storage })
}

/// The location with this text.
fn parsed<'c>(cx: &'c Context, text: &str) -> Option<Location<'c>> {
    let parsed = Attribute::parse(cx, &format!("loc({text})"));
    parsed.filter(is_location).map(Location::from_attribute)
}

/// Whether an attribute is a location.
fn is_location(attribute: &Attribute<'_>) -> bool {
    use melior::ir::AttributeLike;
    // SAFETY: the attribute is one of a context that lives.
    unsafe { mlir_sys::mlirAttributeIsALocation(attribute.to_raw()) }
}

impl<'m, 'c> Lowering<'m, 'c> {
    /// The error that the current op is not lowered.
    pub(super) fn unsupported(&self, why: impl Into<String>) -> Box<Unsupported> {
        Unsupported::new(self.module, self.op.get(), why)
    }

    /// A scalar function's result, or the error of the current op.
    pub(super) fn scalar_of<T>(&self, result: Result<T, String>) -> Done<T> {
        result.map_err(|why| self.unsupported(why))
    }

    /// The entry, and the functions that it calls.
    pub(super) fn reachable(&self) -> Done<Vec<OpId>> {
        let mut all = vec![self.entry];
        let mut at = 0;
        while let Some(&function) = all.get(at) {
            at += 1;
            for op in self.module.walk(function) {
                let Some(name) = callee(self.module.op(op)) else { continue };
                self.op.set(op);
                let callee = self.module.symbol(name);
                let callee = callee.ok_or_else(|| self.unsupported("its callee is missing"))?;
                if callee == self.entry {
                    return Err(self.unsupported("the entry calls itself"));
                }
                if !all.contains(&callee) {
                    all.push(callee);
                }
            }
        }
        Ok(all)
    }

    /// The tensor type of a value with known extents.
    pub(super) fn static_tensor(&self, value: Value) -> Done<&'static TensorType> {
        self.static_type(self.module.ty(value))
    }

    pub(super) fn static_type(&self, ty: hloom_ir::Type) -> Done<&'static TensorType> {
        let Some(tensor) = ty.as_tensor() else {
            return Err(self.unsupported(format!("a value of type {ty} is not a tensor")));
        };
        if !tensor.is_static() {
            return Err(self.unsupported(format!("{ty} has unknown extents")));
        }
        if tensor.count().is_none() {
            return Err(self.unsupported(format!("{ty} has no size")));
        }
        Ok(tensor)
    }

    /// The upstream type of a tensor that is stored by levels; `None` for other tensors.
    fn stored(&self, ty: hloom_ir::Type) -> Done<Option<Type<'c>>> {
        let tensor = self.static_type(ty)?;
        let Some(encoding) = tensor.sparse() else { return Ok(None) };
        let stored = self.b.stored(&tensor.dims, self.element(tensor.element)?, &encoding);
        let stored = stored.ok_or_else(|| {
            self.unsupported(format!("{ty} is stored in a way that upstream does not know"))
        })?;
        self.storage.set(self.storage.get().max(Storage::Read));
        Ok(Some(stored))
    }

    /// The upstream type of an element.
    pub(super) fn element(&self, element: Element) -> Done<Type<'c>> {
        self.scalar_of(crate::scalar::known(&self.b, element))
    }

    /// The upstream type of a tensor type.
    pub(super) fn type_of(&self, ty: hloom_ir::Type) -> Done<Type<'c>> {
        if let TypeKind::Scalar(element) = ty.kind() {
            return self.element(*element);
        }
        if let Some(stored) = self.stored(ty)? {
            return Ok(stored);
        }
        let tensor = self.static_type(ty)?;
        Ok(self.b.tensor(&tensor.dims, self.element(tensor.element)?))
    }

    /// The upstream types of values other than tokens.
    pub(super) fn types_of(
        &self,
        types: impl IntoIterator<Item = hloom_ir::Type>,
    ) -> Done<Vec<Type<'c>>> {
        let types = types.into_iter().filter(|&ty| ty != hloom_ir::Type::token());
        types.map(|ty| self.type_of(ty)).collect()
    }

    pub(super) fn lowered(&self, value: Value) -> Done<Lowered<'c>> {
        let known = self.values.borrow()[value.index()];
        known.ok_or_else(|| self.unsupported("an operand was not lowered"))
    }

    pub(super) fn set(&self, value: Value, lowered: Lowered<'c>) {
        self.values.borrow_mut()[value.index()] = Some(lowered);
    }

    /// The value as a tensor.
    pub(super) fn tensor(&self, value: Value) -> Done<Val<'c>> {
        match self.lowered(value)? {
            Lowered::Tensor(tensor) => Ok(tensor),
            Lowered::Sparse(stored) => {
                let ty = self.static_tensor(value)?;
                let dense = self.b.tensor(&ty.dims, self.element(ty.element)?);
                Ok(self.b.one("sparse_tensor.convert", &[stored], dense))
            }
            Lowered::Scalar(scalar) => {
                let ty = self.module.ty(value).element();
                let ty = ty.ok_or_else(|| self.unsupported("a scalar has no element type"))?;
                Ok(self.b.one(
                    "tensor.from_elements",
                    &[scalar],
                    self.b.tensor(&[], self.element(ty)?),
                ))
            }
            Lowered::Token => Err(self.unsupported("a token is not a tensor")),
        }
    }

    /// The element of a tensor of rank 0.
    pub(super) fn scalar(&self, value: Value) -> Done<Val<'c>> {
        match self.lowered(value)? {
            Lowered::Scalar(scalar) => Ok(scalar),
            Lowered::Tensor(tensor) => {
                let ty = self.static_tensor(value)?;
                if ty.rank() > 0 {
                    return Err(self.unsupported("a tensor stands for a scalar"));
                }
                Ok(self.b.extract(tensor, &[], self.element(ty.element)?))
            }
            Lowered::Sparse(_) => Err(self.unsupported("a tensor stands for a scalar")),
            Lowered::Token => Err(self.unsupported("a token is not a scalar")),
        }
    }

    /// The value in the storage of this type.
    pub(super) fn in_storage(&self, value: Value, ty: hloom_ir::Type) -> Done<Val<'c>> {
        let Some(stored) = self.stored(ty)? else { return self.tensor(value) };
        let from = match self.lowered(value)? {
            Lowered::Sparse(it) if it.r#type() == stored => return Ok(it),
            Lowered::Sparse(it) => it,
            Lowered::Tensor(_) | Lowered::Scalar(_) | Lowered::Token => self.tensor(value)?,
        };
        self.storage.set(Storage::Made);
        Ok(self.b.one("sparse_tensor.convert", &[from], stored))
    }

    /// The values without tokens, in the form in which they cross regions: scalars beside tensors as
    /// they are, all tensors as tensors.
    pub(super) fn crossing(&self, values: &[Value]) -> Done<Vec<Val<'c>>> {
        let mut all = Vec::with_capacity(values.len());
        for &value in values {
            match self.lowered(value)? {
                Lowered::Token => {}
                Lowered::Scalar(scalar) if self.module.ty(value).as_tensor().is_none() => {
                    all.push(scalar);
                }
                Lowered::Scalar(_) | Lowered::Tensor(_) | Lowered::Sparse(_) => {
                    all.push(self.in_storage(value, self.module.ty(value))?);
                }
            }
        }
        Ok(all)
    }

    /// Sets values from those that cross a region's border.
    pub(super) fn arrive(&self, values: impl IntoIterator<Item = Value>, from: &[Val<'c>]) {
        let mut from = from.iter();
        for value in values {
            let ty = self.module.ty(value);
            let lowered = match ty.as_tensor() {
                _ if ty == hloom_ir::Type::token() => Lowered::Token,
                tensor => match (from.next(), tensor) {
                    (Some(&stored), Some(ty)) if ty.sparse().is_some() => Lowered::Sparse(stored),
                    (Some(&tensor), Some(_)) => Lowered::Tensor(tensor),
                    (Some(&scalar), None) => Lowered::Scalar(scalar),
                    (None, _) => Lowered::Token,
                },
            };
            self.set(value, lowered);
        }
    }

    /// The location of an op: its own, the name of its result, or that of the op around it.
    pub(super) fn location(&self, op: OpId, around: Location<'c>) -> Location<'c> {
        self.location_of(self.module.loc(op), self.module.results(op).get(0), around)
    }

    /// The location with this text, or the name of a value.
    fn location_of(
        &self,
        text: Option<&str>,
        value: Option<Value>,
        around: Location<'c>,
    ) -> Location<'c> {
        let unknown = Location::unknown(self.b.cx);
        if let Some(text) = text {
            if let Some(&known) = self.locs.borrow().get(text) {
                return known;
            }
            let loc = parsed(self.b.cx, text).unwrap_or(unknown);
            self.locs.borrow_mut().insert(text.to_owned(), loc);
            return loc;
        }
        match value.and_then(|value| self.module.name(value)) {
            Some(name) => Location::name(self.b.cx, name, unknown),
            None => around,
        }
    }

    /// The types of a block's arguments other than tokens, and their locations.
    pub(super) fn arguments(&self, block: Block) -> Done<Vec<(Type<'c>, Location<'c>)>> {
        let args = self.module.args(block).iter().copied();
        let args = args.filter(|&value| self.module.ty(value) != hloom_ir::Type::token());
        args.map(|value| {
            let loc = self.location_of(self.module.arg_loc(value), Some(value), self.b.loc());
            Ok((self.type_of(self.module.ty(value))?, loc))
        })
        .collect()
    }

    /// Lowers a function.
    pub(super) fn function(&self, function: OpId) -> Done {
        self.op.set(function);
        let func = self.module.func(function);
        let &[region] = self.module.regions(function) else {
            return Err(self.unsupported("it has no body"));
        };
        let &[block] = self.module.blocks(region) else {
            return Err(self.unsupported(match self.module.blocks(region).len() {
                0 => "it has no body",
                _ => "it has branches between blocks, which `lift-control-flow` could not raise",
            }));
        };
        let b = &self.b;
        b.at(self.location(function, Location::unknown(b.cx)));
        let inputs = self.types_of(func.function_type.inputs().iter().copied())?;
        let mut results = self.types_of(func.function_type.results().iter().copied())?;
        let is_entry = function == self.entry;
        let region = b.region_of(&self.arguments(block)?, |args| {
            self.arrive(self.module.args(block).iter().copied(), args);
            self.block(block, &|values| {
                let mut yielded = self.crossing(values)?;
                if is_entry {
                    let checked = self.checked.borrow().clone();
                    yielded.extend(self.crossing(&checked)?);
                }
                b.end("func.return", &yielded);
                Ok(())
            })
        })?;
        if is_entry {
            let checked = self.checked.borrow().clone();
            results.extend(self.types_of(checked.iter().map(|&v| self.module.ty(v)))?);
        }
        let ty = FunctionType::new(b.cx, &inputs, &results);
        let mut attrs = vec![
            ("sym_name", b.string(&func.sym_name.0)),
            ("function_type", b.type_attr(ty.into())),
        ];
        if !(is_entry && self.public) {
            attrs.push(("sym_visibility", b.string("private")));
        }
        b.op("func.func", &[], &[], &attrs, vec![region]);
        Ok(())
    }

    /// Lowers a block's ops; `end` makes the terminator from the values that it yields.
    pub(super) fn block(&self, block: Block, end: &dyn Fn(&[Value]) -> Done) -> Done {
        let terminator = self.module.terminator(block);
        let around = self.b.loc();
        for op in self.module.ops(block) {
            self.op.set(op);
            self.b.at(self.location(op, around));
            if Some(op) == terminator {
                return end(self.module.operands(op));
            }
            self.op(op)?;
        }
        end(&[])
    }

    /// Lowers a block whose arguments are scalars; returns the scalars that it yields.
    pub(super) fn scalars(&self, block: Block, args: &[Val<'c>]) -> Done<Vec<Val<'c>>> {
        let (op, loc) = (self.op.get(), self.b.loc());
        for (&value, &arg) in self.module.args(block).iter().zip(args) {
            self.set(value, Lowered::Scalar(arg));
        }
        let yielded = RefCell::new(Vec::new());
        self.block(block, &|values| {
            let scalars: Done<Vec<_>> = values.iter().map(|&v| self.scalar(v)).collect();
            *yielded.borrow_mut() = scalars?;
            Ok(())
        })?;
        self.op.set(op);
        self.b.at(loc);
        Ok(yielded.into_inner())
    }

    /// The first block of a region of the current op.
    pub(super) fn body(&self, region: usize) -> Done<Block> {
        let block = self.module.entry(self.op.get(), region);
        block.ok_or_else(|| self.unsupported(format!("its region {region} is empty")))
    }

    /// The element types of a block's arguments.
    pub(super) fn argument_elements(&self, block: Block) -> Done<Vec<Element>> {
        let elements = self.module.args(block).iter().map(|&v| self.module.ty(v).element());
        let elements: Option<Vec<Element>> = elements.collect();
        elements.ok_or_else(|| self.unsupported("its region's arguments are not tensors"))
    }

    /// Sets the one result of an op.
    pub(super) fn result(&self, op: OpId, tensor: Val<'c>) {
        self.set(self.module.result(op, 0), Lowered::Tensor(tensor));
    }

    /// Whether an op stands in the entry itself, and so runs exactly once.
    pub(super) fn is_entry_level(&self, op: OpId) -> bool {
        self.module.parent_op(op) == Some(self.entry)
    }
}
