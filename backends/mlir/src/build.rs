//! The builder of upstream ops: an insertion block, a location, and short names for ops that every
//! lowering needs.
//!
//! melior ties a value's lifetime to the block that it was read from, and a block's to its region.
//! Here a module is built top-down, nothing is erased, and everything lives as long as the module,
//! so a [`Val`] is only tied to the context.

use hloom_ir::Element;
use hloom_ir::types::sparse::SparseEncoding;
use melior::Context;
use melior::ir::attribute::{
    ArrayAttribute, DenseElementsAttribute, DenseI32ArrayAttribute, DenseI64ArrayAttribute,
    FlatSymbolRefAttribute, FloatAttribute, IntegerAttribute, StringAttribute, TypeAttribute,
};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::{IntegerType, RankedTensorType};
use melior::ir::{
    Attribute, Block, BlockLike, BlockRef, Identifier, Location, Region, RegionLike, Type, Value,
    ValueLike,
};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// A value of the module that is being built.
pub(crate) type Val<'c> = Value<'c, 'c>;

/// A block of the module that is being built.
pub(crate) type BlockOf<'c> = BlockRef<'c, 'c>;

/// A value, tied to the context alone.
fn free<'c>(value: impl ValueLike<'c>) -> Val<'c> {
    // SAFETY: the module that is built owns the value, and outlives the builder; nothing is erased
    // while it is built.
    unsafe { Value::from_raw(value.to_raw()) }
}

/// The builder.
pub(crate) struct Builder<'c> {
    pub(crate) cx: &'c Context,
    block: Cell<BlockOf<'c>>,
    loc: Cell<Location<'c>>,
    parsed: RefCell<FxHashMap<String, Attribute<'c>>>,
    types: RefCell<FxHashMap<Element, Type<'c>>>,
}

impl<'c> Builder<'c> {
    /// A builder that appends to a block.
    pub(crate) fn new(cx: &'c Context, block: &impl BlockLike<'c, 'c>) -> Builder<'c> {
        Builder {
            cx,
            // SAFETY: as of `free`.
            block: Cell::new(unsafe { BlockRef::from_raw(block.to_raw()) }),
            loc: Cell::new(Location::unknown(cx)),
            parsed: RefCell::default(),
            types: RefCell::default(),
        }
    }

    /// Sets the location of the next ops.
    pub(crate) fn at(&self, loc: Location<'c>) {
        self.loc.set(loc);
    }

    /// The location of the next ops.
    pub(crate) fn loc(&self) -> Location<'c> {
        self.loc.get()
    }

    // Types.

    /// The type of an integer of this many bits.
    pub(crate) fn int(&self, bits: u32) -> Type<'c> {
        IntegerType::new(self.cx, bits).into()
    }

    /// The type `index`.
    pub(crate) fn index_type(&self) -> Type<'c> {
        Type::index(self.cx)
    }

    /// The type of one element in upstream's dialects; `None` for quantized elements.
    pub(crate) fn element(&self, element: Element) -> Option<Type<'c>> {
        if let Some(&known) = self.types.borrow().get(&element) {
            return Some(known);
        }
        let ty = match element {
            Element::F64 => Type::float64(self.cx),
            Element::F32 | Element::TF32 => Type::float32(self.cx),
            Element::F16 => Type::float16(self.cx),
            Element::BF16 => Type::bfloat16(self.cx),
            Element::C64 => Type::parse(self.cx, "complex<f32>")?,
            Element::C128 => Type::parse(self.cx, "complex<f64>")?,
            Element::Quant(_) => return None,
            integer_or_bits => self.int(integer_or_bits.bit_width()),
        };
        self.types.borrow_mut().insert(element, ty);
        Some(ty)
    }

    /// The type of a tensor.
    pub(crate) fn tensor(&self, dims: &[i64], of: Type<'c>) -> Type<'c> {
        let dims: Vec<u64> = dims.iter().map(|&n| n as u64).collect();
        RankedTensorType::new(&dims, of, None).into()
    }

    /// The type of a tensor that is stored by levels; `None` if upstream has no such storage.
    ///
    /// Coordinates of singleton levels are an array for each level, as hloom stores them: `soa`
    /// upstream, whose default is one array for all of them.
    pub(crate) fn stored(
        &self,
        dims: &[i64],
        of: Type<'c>,
        encoding: &SparseEncoding,
    ) -> Option<Type<'c>> {
        let extents: String = dims.iter().map(|n| format!("{n}x")).collect();
        let encoding = encoding
            .to_string()
            .replace("singleton(", "singleton(soa, ")
            .replace("singleton,", "singleton(soa),")
            .replace("singleton)", "singleton(soa))");
        Type::parse(self.cx, &format!("tensor<{extents}{of}, {encoding}>"))
    }

    // Attributes.

    /// An attribute from its text.
    ///
    /// # Panics
    /// If the text is malformed: it is a part of this crate.
    pub(crate) fn attr(&self, text: &str) -> Attribute<'c> {
        if let Some(&known) = self.parsed.borrow().get(text) {
            return known;
        }
        let attr = Attribute::parse(self.cx, text).expect("the attribute is well formed");
        self.parsed.borrow_mut().insert(text.to_owned(), attr);
        attr
    }

    pub(crate) fn ints(&self, values: &[i64]) -> Attribute<'c> {
        DenseI64ArrayAttribute::new(self.cx, values).into()
    }

    pub(crate) fn segments(&self, values: &[i32]) -> Attribute<'c> {
        DenseI32ArrayAttribute::new(self.cx, values).into()
    }

    pub(crate) fn array(&self, values: &[Attribute<'c>]) -> Attribute<'c> {
        ArrayAttribute::new(self.cx, values).into()
    }

    pub(crate) fn symbol(&self, name: &str) -> Attribute<'c> {
        FlatSymbolRefAttribute::new(self.cx, name).into()
    }

    pub(crate) fn string(&self, text: &str) -> Attribute<'c> {
        StringAttribute::new(self.cx, text).into()
    }

    pub(crate) fn type_attr(&self, ty: Type<'c>) -> Attribute<'c> {
        TypeAttribute::new(ty).into()
    }

    /// An integer attribute of this type.
    pub(crate) fn int_attr(&self, ty: Type<'c>, value: i64) -> Attribute<'c> {
        IntegerAttribute::new(ty, value).into()
    }

    // Ops.

    /// Appends an op.
    pub(crate) fn op(
        &self,
        name: &str,
        operands: &[Val<'c>],
        results: &[Type<'c>],
        attrs: &[(&str, Attribute<'c>)],
        regions: Vec<Region<'c>>,
    ) -> Vec<Val<'c>> {
        let attrs: Vec<_> =
            attrs.iter().map(|(name, attr)| (Identifier::new(self.cx, name), *attr)).collect();
        let op = OperationBuilder::new(name, self.loc.get())
            .add_operands(operands)
            .add_results(results)
            .add_attributes(&attrs)
            .add_regions_vec(regions)
            .build()
            .expect("the result types are given");
        let op = self.block.get().append_operation(op);
        op.results().map(free).collect()
    }

    /// Appends an op with one result.
    pub(crate) fn one(&self, name: &str, operands: &[Val<'c>], result: Type<'c>) -> Val<'c> {
        self.op(name, operands, &[result], &[], Vec::new())[0]
    }

    /// Appends an op whose result has the type of its first operand.
    pub(crate) fn same(&self, name: &str, operands: &[Val<'c>]) -> Val<'c> {
        self.one(name, operands, operands[0].r#type())
    }

    /// Appends a terminator.
    pub(crate) fn end(&self, name: &str, operands: &[Val<'c>]) {
        self.op(name, operands, &[], &[], Vec::new());
    }

    /// A region of one block, filled by a function of the block's arguments.
    ///
    /// # Errors
    /// As of the function.
    pub(crate) fn region<E>(
        &self,
        args: &[Type<'c>],
        fill: impl FnOnce(&[Val<'c>]) -> Result<(), E>,
    ) -> Result<Region<'c>, E> {
        let args: Vec<_> = args.iter().map(|&ty| (ty, self.loc.get())).collect();
        self.region_of(&args, fill)
    }

    /// As [`region`](Builder::region), of arguments with locations.
    ///
    /// # Errors
    /// As of the function.
    pub(crate) fn region_of<E>(
        &self,
        args: &[(Type<'c>, Location<'c>)],
        fill: impl FnOnce(&[Val<'c>]) -> Result<(), E>,
    ) -> Result<Region<'c>, E> {
        let region = Region::new();
        let block = region.append_block(Block::new(args));
        let values: Vec<Val<'c>> =
            (0..args.len()).filter_map(|i| block.argument(i).ok()).map(free).collect();
        // SAFETY: as of `free`.
        let before = self.block.replace(unsafe { BlockRef::from_raw(block.to_raw()) });
        let loc = self.loc.get();
        let filled = fill(&values);
        self.block.set(before);
        self.loc.set(loc);
        filled?;
        Ok(region)
    }

    // Constants.

    /// A constant of type `index`.
    pub(crate) fn index(&self, value: i64) -> Val<'c> {
        let ty = self.index_type();
        self.constant(self.int_attr(ty, value), ty)
    }

    /// An integer constant.
    pub(crate) fn int_const(&self, ty: Type<'c>, value: i64) -> Val<'c> {
        self.constant(self.int_attr(ty, value), ty)
    }

    /// A float constant.
    pub(crate) fn float_const(&self, ty: Type<'c>, value: f64) -> Val<'c> {
        self.constant(FloatAttribute::new(self.cx, ty, value).into(), ty)
    }

    /// A constant.
    pub(crate) fn constant(&self, value: Attribute<'c>, ty: Type<'c>) -> Val<'c> {
        self.op("arith.constant", &[], &[ty], &[("value", value)], Vec::new())[0]
    }

    /// A constant tensor from the bytes of its elements, or of one element if all are the same.
    pub(crate) fn dense(&self, ty: Type<'c>, bytes: &[u8]) -> Val<'c> {
        self.constant(DenseElementsAttribute::raw_buffer(ty, bytes).into(), ty)
    }

    /// A constant tensor of booleans.
    pub(crate) fn dense_bools(&self, ty: Type<'c>, values: &[i32]) -> Val<'c> {
        self.constant(DenseElementsAttribute::bool_values(ty, values).into(), ty)
    }

    // Arithmetic.

    /// An integer comparison.
    pub(crate) fn cmpi(&self, how: IntCompare, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        let predicate = self.int_attr(self.int(64), how as i64);
        self.op("arith.cmpi", &[a, b], &[self.int(1)], &[("predicate", predicate)], Vec::new())[0]
    }

    /// A float comparison.
    pub(crate) fn cmpf(&self, how: FloatCompare, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        let predicate = self.int_attr(self.int(64), how as i64);
        self.op("arith.cmpf", &[a, b], &[self.int(1)], &[("predicate", predicate)], Vec::new())[0]
    }

    pub(crate) fn select(&self, condition: Val<'c>, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.one("arith.select", &[condition, a, b], a.r#type())
    }

    pub(crate) fn and(&self, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.same("arith.andi", &[a, b])
    }

    pub(crate) fn or(&self, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.same("arith.ori", &[a, b])
    }

    pub(crate) fn addi(&self, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.same("arith.addi", &[a, b])
    }

    pub(crate) fn subi(&self, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.same("arith.subi", &[a, b])
    }

    pub(crate) fn muli(&self, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.same("arith.muli", &[a, b])
    }

    /// An index plus a constant.
    pub(crate) fn add_const(&self, a: Val<'c>, constant: i64) -> Val<'c> {
        if constant == 0 { a } else { self.addi(a, self.index(constant)) }
    }

    /// An index times a constant.
    pub(crate) fn mul_const(&self, a: Val<'c>, constant: i64) -> Val<'c> {
        if constant == 1 { a } else { self.muli(a, self.index(constant)) }
    }

    /// An index, clamped to `0..=most`.
    pub(crate) fn clamp(&self, a: Val<'c>, most: i64) -> Val<'c> {
        let low = self.same("arith.maxsi", &[a, self.index(0)]);
        self.same("arith.minsi", &[low, self.index(most.max(0))])
    }

    /// The truth value `a`, or true if there is none.
    pub(crate) fn all(&self, conditions: &[Val<'c>]) -> Val<'c> {
        let all = conditions.iter().copied().reduce(|a, b| self.and(a, b));
        all.unwrap_or_else(|| self.int_const(self.int(1), 1))
    }

    // Tensors.

    /// The scalar at an index of a tensor.
    pub(crate) fn extract(&self, tensor: Val<'c>, indices: &[Val<'c>], ty: Type<'c>) -> Val<'c> {
        let operands: Vec<_> = std::iter::once(tensor).chain(indices.iter().copied()).collect();
        self.one("tensor.extract", &operands, ty)
    }

    /// A tensor with the scalar at an index replaced.
    pub(crate) fn insert(&self, scalar: Val<'c>, tensor: Val<'c>, at: &[Val<'c>]) -> Val<'c> {
        let operands: Vec<_> = [scalar, tensor].into_iter().chain(at.iter().copied()).collect();
        self.one("tensor.insert", &operands, tensor.r#type())
    }

    /// A tensor of undefined elements.
    pub(crate) fn empty(&self, dims: &[i64], of: Type<'c>) -> Val<'c> {
        self.one("tensor.empty", &[], self.tensor(dims, of))
    }

    // Control flow.

    /// `scf.for` from `low` up to `high`, with values carried from iteration to iteration.
    ///
    /// # Errors
    /// As of the body.
    pub(crate) fn for_<E>(
        &self,
        (low, high): (Val<'c>, Val<'c>),
        carried: &[Val<'c>],
        body: impl FnOnce(Val<'c>, &[Val<'c>]) -> Result<Vec<Val<'c>>, E>,
    ) -> Result<Vec<Val<'c>>, E> {
        let types: Vec<Type<'c>> = carried.iter().map(|v| v.r#type()).collect();
        let args: Vec<Type<'c>> = std::iter::once(self.index_type()).chain(types.clone()).collect();
        let region = self.region(&args, |args| {
            let yielded = body(args[0], &args[1..])?;
            self.end("scf.yield", &yielded);
            Ok(())
        })?;
        let step = self.index(1);
        let operands: Vec<_> =
            [low, high, step].into_iter().chain(carried.iter().copied()).collect();
        Ok(self.op("scf.for", &operands, &types, &[], vec![region]))
    }

    /// `scf.if`.
    ///
    /// # Errors
    /// As of the branches.
    pub(crate) fn if_<E>(
        &self,
        condition: Val<'c>,
        types: &[Type<'c>],
        then: impl FnOnce() -> Result<Vec<Val<'c>>, E>,
        otherwise: impl FnOnce() -> Result<Vec<Val<'c>>, E>,
    ) -> Result<Vec<Val<'c>>, E> {
        let yes = self.region(&[], |_| then().map(|values| self.end("scf.yield", &values)))?;
        let no = self.region(&[], |_| otherwise().map(|values| self.end("scf.yield", &values)))?;
        Ok(self.op("scf.if", &[condition], types, &[], vec![yes, no]))
    }
}

/// Predicates of `arith.cmpi`, with their numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum IntCompare {
    Eq = 0,
    Ne = 1,
    Slt = 2,
    Sle = 3,
    Sgt = 4,
    Sge = 5,
    Ult = 6,
    Ule = 7,
    Ugt = 8,
    Uge = 9,
}

/// Predicates of `arith.cmpf`, with their numbers: ordered ones, and "unordered" and "not equal".
#[derive(Clone, Copy, Debug)]
pub(crate) enum FloatCompare {
    Eq = 1,
    Gt = 2,
    Ge = 3,
    Lt = 4,
    Le = 5,
    Ne = 13,
    Unordered = 14,
}
