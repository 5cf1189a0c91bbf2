//! One instruction as ops of StableHLO: control flow, calls, and everything that has regions.
//! Attributes of other ops are those of [`super::data`].

use super::{Emit, Val, data};
use crate::attr::{Attr, AttrDict};
use crate::hlo::fields::Fields;
use crate::hlo::literal;
use crate::hlo::parse::{Instruction, Parse, fail};
use crate::hlo::shape::Shape;
use crate::hlo::string::unquoted;
use crate::id::{Block, Region, Value};
use crate::text::attr_from_text;
use crate::types::{Element, Type};

/// An instruction whose operands have values.
pub(super) struct Site<'e, 'h, 's, 'i> {
    pub(super) emit: &'e mut Emit<'h, 's>,
    pub(super) it: &'i Instruction<'s>,
    pub(super) fields: Fields<'i, 's>,
    pub(super) operands: &'i [Val],
    pub(super) block: Block,
}

/// Whether an attribute is the target of a check.
fn is_check(name: &str, value: &str) -> bool {
    let target = || unquoted(value).and_then(|bytes| String::from_utf8(bytes).ok());
    name == "custom_call_target"
        && value.starts_with("\"check.")
        && target().is_some_and(|name| crate::ops::lookup(&name).is_some())
}

/// Writes an instruction; returns its value.
pub(super) fn instruction<'s>(
    emit: &mut Emit<'_, 's>,
    it: &Instruction<'s>,
    operands: &[Val],
    block: Block,
) -> Parse<Val> {
    Site { emit, it, fields: Fields::of(it), operands, block }.write()
}

impl Site<'_, '_, '_, '_> {
    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Parse<T> {
        fail(self.it.span, message)
    }

    /// All operands, tuples taken apart.
    pub(super) fn values(&self) -> Vec<Value> {
        let mut all = Vec::new();
        self.operands.iter().for_each(|operand| operand.flatten(&mut all));
        all
    }

    /// The only array or token that operand `i` is.
    pub(super) fn value(&self, i: usize) -> Parse<Value> {
        match self.operands.get(i) {
            Some(Val::One(value)) => Ok(*value),
            Some(Val::Many(_)) => self.fail(format!("operand {i} must not be a tuple")),
            None => self.fail(format!("`{}` has no operand {i}", self.it.opcode)),
        }
    }

    pub(super) fn ty(&self, value: Value) -> Type {
        self.emit.module.ty(value)
    }

    /// The type of the result, which is an array.
    pub(super) fn result(&self) -> Parse<Type> {
        match &self.it.shape {
            Shape::Array(ty, _) => Ok(*ty),
            _ => self.fail(format!("the result of `{}` must be an array", self.it.opcode)),
        }
    }

    /// An op with these parts; its results are those of the instruction's shape.
    pub(super) fn make(
        &mut self,
        name: &str,
        operands: &[Value],
        regions: &[Region],
        attrs: AttrDict,
    ) -> Parse<Val> {
        let types = self.it.shape.types();
        let mut attrs = attrs;
        for (name, attr) in self.fields.discardable().iter() {
            attrs.set(name, attr.clone());
        }
        let values = self.op(name, operands, &types, regions, attrs)?;
        self.emit.rebuilt(&self.it.shape, &values, self.it.span)
    }

    /// An op with these parts and results.
    pub(super) fn op(
        &mut self,
        name: &str,
        operands: &[Value],
        types: &[Type],
        regions: &[Region],
        attrs: AttrDict,
    ) -> Parse<Vec<Value>> {
        let span = self.it.span;
        let op = self.emit.op(self.block, name, operands, types, regions, attrs, span)?;
        if let Some(text) = self.fields.location() {
            let loc = self.emit.module.add_loc(&text);
            self.emit.module.set_loc(op, loc);
        }
        Ok(self.emit.module.results(op).iter().collect())
    }

    /// One op with one result and no attributes.
    pub(super) fn simple(&mut self, name: &str, operands: &[Value], ty: Type) -> Parse<Value> {
        Ok(self.op(name, operands, &[ty], &[], AttrDict::new())?[0])
    }

    /// The region of the computation that `name` gives.
    pub(super) fn region_of(&mut self, name: &str) -> Parse<Region> {
        let at = self.emit.computation(&self.fields, name)?;
        self.emit.region(at)
    }

    fn write(mut self) -> Parse<Val> {
        let it = self.it;
        match it.opcode {
            "parameter" => self.fail("a parameter stands twice"),
            "constant" => {
                let ty = self.result()?;
                match literal::read(ty, it.body) {
                    Ok(value) => self.constant(Attr::Dense(value), ty).map(Val::One),
                    Err(why) => self.fail(why),
                }
            }
            "tuple" => {
                let made = Val::Many(self.operands.into());
                match self.emit.has_shape(&made, &it.shape) {
                    true => Ok(made),
                    false => self.fail("the operands are not those of the tuple's shape"),
                }
            }
            "get-tuple-element" => {
                let index = self.fields.number("index", None)?;
                match (self.operands, usize::try_from(index)) {
                    ([Val::Many(members)], Ok(i)) if i < members.len() => {
                        let member = members[i].clone();
                        match self.emit.has_shape(&member, &it.shape) {
                            true => Ok(member),
                            false => self.fail(format!("element {index} has another shape")),
                        }
                    }
                    _ => self.fail(format!("the operand has no element {index}")),
                }
            }
            // These are about memory, order and placement.
            "copy" | "add-dependency" | "domain" => match self.operands.first() {
                Some(operand) if self.emit.has_shape(operand, &it.shape) => Ok(operand.clone()),
                Some(_) => self.fail(format!("the operand of `{}` has another shape", it.opcode)),
                None => self.fail(format!("`{}` has no operand", it.opcode)),
            },
            "bitcast" => self.bitcast().map(Val::One),
            "call" if self.fields.flag("is_composite")? => self.composite(),
            "call" => self.call("to_apply"),
            "fusion" => self.call("calls"),
            "while" => self.while_loop(),
            "conditional" => self.conditional(),
            "reduce" => {
                let values = self.values();
                let body = self.region_of("to_apply")?;
                let attrs = data::dims(&self.fields, &[("dimensions", "dimensions")])?;
                self.make("stablehlo.reduce", &values, &[body], attrs)
            }
            "map" => {
                let values = self.values();
                let body = self.region_of("to_apply")?;
                let attrs = data::dims(&self.fields, &[("dimensions", "dimensions")])?;
                self.make("stablehlo.map", &values, &[body], attrs)
            }
            "sort" => {
                let values = self.values();
                let body = self.region_of("to_apply")?;
                let mut attrs = AttrDict::new();
                attrs.set("dimension", Attr::i64(self.fields.one("dimensions")?));
                attrs.set("is_stable", Attr::Bool(self.fields.flag("is_stable")?));
                self.make("stablehlo.sort", &values, &[body], attrs)
            }
            "reduce-window" => {
                let values = self.values();
                let body = self.region_of("to_apply")?;
                let attrs = data::reduction_window(&self.fields)?;
                self.make("stablehlo.reduce_window", &values, &[body], attrs)
            }
            "select-and-scatter" => {
                let values = self.values();
                let regions = [self.region_of("select")?, self.region_of("scatter")?];
                let mut attrs = data::reduction_window(&self.fields)?;
                attrs.remove("base_dilations");
                attrs.remove("window_dilations");
                self.make("stablehlo.select_and_scatter", &values, &regions, attrs)
            }
            "scatter" => {
                let values = self.values();
                let body = self.region_of("to_apply")?;
                let attrs = data::scatter(&self.fields)?;
                self.make("stablehlo.scatter", &values, &[body], attrs)
            }
            "all-reduce" | "all-reduce-start" | "reduce-scatter" => {
                let values = self.values();
                let body = self.region_of("to_apply")?;
                let mut attrs = data::collective(&self.fields)?;
                let mut name = "stablehlo.all_reduce";
                if it.opcode == "reduce-scatter" {
                    name = "stablehlo.reduce_scatter";
                    attrs.set("scatter_dimension", Attr::i64(self.fields.one("dimensions")?));
                }
                self.make(name, &values, &[body], attrs)
            }
            "all-to-all" if self.fields.get("dimensions").is_none() => self.tuple_all_to_all(),
            "all-gather-start"
            | "all-reduce-done"
            | "all-gather-done"
            | "async-done"
            | "async-start"
            | "async-update"
            | "collective-permute-done"
            | "collective-permute-start"
            | "copy-done"
            | "copy-start"
            | "infeed"
            | "outfeed"
            | "recv"
            | "recv-done"
            | "send"
            | "send-done" => self.in_two_halves(),
            "custom-call" if self.fields.get("custom_call_target") == Some("\"TopK\"") => {
                self.top_k()
            }
            "custom-call" if it.fields.iter().any(|field| is_check(field.name, field.value)) => {
                self.check()
            }
            "custom-call" => self.custom_call(),
            "rng" => self.rng(),
            "topk" => {
                let (k, values) = (Attr::i64(self.fields.number("k", None)?), self.values());
                let mut attrs = AttrDict::new();
                if self.fields.flag("largest")? {
                    attrs.set("k", k);
                    return self.make("chlo.top_k", &values, &[], attrs);
                }
                // CHLO lacks that of the smallest elements, which JAX calls by this name.
                let all = [("k", k), ("largest", Attr::Bool(false))];
                let all = all.into_iter().map(|(name, attr)| (name.into(), attr)).collect();
                attrs.set("mhlo.attributes", Attr::Dict(all));
                attrs.set("mhlo.version", Attr::i64(1));
                attrs.set("call_target_name", Attr::string("mhlo.topk"));
                let types = self.it.shape.types();
                let made = self.op("stablehlo.custom_call", &values, &types, &[], attrs)?;
                self.emit.rebuilt(&self.it.shape, &made, self.it.span)
            }
            _ => {
                let values = self.values();
                let (name, mut attrs) = data::op(&self.fields)?;
                if it.opcode == "dot" {
                    let of =
                        [0, 1].map(|i| values.get(i).and_then(|&value| self.ty(value).element()));
                    if let [Some(lhs), Some(rhs)] = of {
                        data::algorithm(&self.fields, [lhs, rhs], &mut attrs)?;
                    }
                }
                self.make(&name, &values, &[], attrs)
            }
        }
    }

    pub(super) fn constant(&mut self, value: Attr, ty: Type) -> Parse<Value> {
        let mut attrs = AttrDict::new();
        attrs.set("value", value);
        Ok(self.op("stablehlo.constant", &[], &[ty], &[], attrs)?[0])
    }

    pub(super) fn call(&mut self, field: &str) -> Parse<Val> {
        let at = self.emit.computation(&self.fields, field)?;
        let callee = self.emit.callee(at);
        let mut attrs = AttrDict::new();
        attrs.set("callee", Attr::symbol(&callee));
        let values = self.values();
        self.make("func.call", &values, &[], attrs)
    }

    fn while_loop(&mut self) -> Parse<Val> {
        let regions = [self.region_of("condition")?, self.region_of("body")?];
        let values = self.values();
        self.make("stablehlo.while", &values, &regions, AttrDict::new())
    }

    fn conditional(&mut self) -> Parse<Val> {
        let selector = self.value(0)?;
        let names = match self.fields.get("branch_computations") {
            Some(list) => {
                let body = list.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
                let Some(body) = body else {
                    return self.fields.wrong("branch_computations", "a list of computations");
                };
                body.split(',').collect()
            }
            None => {
                vec![self.fields.need("true_computation")?, self.fields.need("false_computation")?]
            }
        };
        if names.len() + 1 != self.operands.len() {
            return self.fail(format!(
                "{} computations for {} operands",
                names.len(),
                self.operands.len() - 1
            ));
        }
        let mut regions = Vec::new();
        for (name, operand) in names.iter().zip(&self.operands[1..]) {
            let at = self.emit.named(self.it.span, name)?;
            regions.push(self.emit.branch(at, std::slice::from_ref(operand))?);
        }
        let is_if = self.ty(selector).element() == Some(Element::I1);
        let name = if is_if { "stablehlo.if" } else { "stablehlo.case" };
        self.make(name, &[selector], &regions, AttrDict::new())
    }

    /// A call of foreign code.
    fn custom_call(&mut self) -> Parse<Val> {
        let mut attrs = AttrDict::new();
        let string = |text: &str| Some(Attr::String(unquoted(text)?.into()));
        let target = self.fields.need("custom_call_target")?;
        match string(target) {
            Some(target) => attrs.set("call_target_name", target),
            None => return self.fields.wrong("custom_call_target", "a string"),
        }
        if self.fields.flag("custom_call_has_side_effect")? {
            attrs.set("has_side_effect", Attr::Bool(true));
        }
        let version = match self.fields.get("api_version") {
            None | Some("API_VERSION_ORIGINAL") => 1,
            Some("API_VERSION_STATUS_RETURNING") => 2,
            Some("API_VERSION_STATUS_RETURNING_UNIFIED") => 3,
            Some("API_VERSION_TYPED_FFI") => 4,
            Some(_) => return self.fields.wrong("api_version", "a version"),
        };
        attrs.set("api_version", Attr::Int(version, Type::scalar(Element::I32)));
        if let Some(config) = self.fields.get("backend_config") {
            let config = match (version, string(config)) {
                // An empty string stands for no attributes.
                (4, Some(Attr::String(text))) if text.is_empty() => Attr::Dict(AttrDict::new()),
                (4, _) => match attr_from_text(config) {
                    Ok(dict @ Attr::Dict(_)) => dict,
                    _ => Attr::string(config),
                },
                (_, Some(text)) => text,
                _ => Attr::string(config),
            };
            attrs.set("backend_config", config);
        }
        if let Some(list) = self.fields.get("called_computations") {
            let names = list.trim_matches(['{', '}']).split(',');
            let mut all = Vec::new();
            for name in names.filter(|name| !name.trim().is_empty()) {
                let at = self.emit.named(self.it.span, name)?;
                all.push(Attr::symbol(&self.emit.callee(at)));
            }
            attrs.set("called_computations", Attr::Array(all.into()));
        }
        if self.fields.get("operand_layout_constraints").is_some() {
            data::layouts(&self.fields, &mut attrs)?;
        }
        if let Some(text) = self.fields.get("output_to_operand_aliasing") {
            attrs.set("output_operand_aliases", data::aliases(&self.fields, text)?);
        }
        // Foreign code gets tuples as they are: aliases count operands, and name members of tuples.
        let operands = self.operands;
        let values: Parse<Vec<Value>> = operands.iter().map(|it| self.tupled(it)).collect();
        let nested = |members: &[Shape]| {
            members.len() == 1 || members.iter().any(|it| matches!(it, Shape::Tuple(_)))
        };
        match &self.it.shape {
            Shape::Tuple(members) if nested(members) => {
                for (name, attr) in self.fields.discardable().iter() {
                    attrs.set(name, attr.clone());
                }
                let shape = &self.it.shape;
                let made = self.op("stablehlo.custom_call", &values?, &[shape.ty()], &[], attrs)?;
                self.apart(made[0], shape)
            }
            _ => self.make("stablehlo.custom_call", &values?, &[], attrs),
        }
    }

    /// A value of a tuple type for a tuple.
    fn tupled(&mut self, it: &Val) -> Parse<Value> {
        let members = match it {
            Val::One(value) => return Ok(*value),
            Val::Many(members) => members,
        };
        let values = members.iter().map(|member| self.tupled(member));
        let values = values.collect::<Parse<Vec<Value>>>()?;
        let types: Vec<Type> = values.iter().map(|&value| self.ty(value)).collect();
        let ty = Type::tuple(&types);
        Ok(self.op("stablehlo.tuple", &values, &[ty], &[], AttrDict::new())?[0])
    }

    /// The members of a value of a tuple type.
    fn apart(&mut self, value: Value, shape: &Shape) -> Parse<Val> {
        let Shape::Tuple(members) = shape else { return Ok(Val::One(value)) };
        let mut all = Vec::with_capacity(members.len());
        for (i, member) in members.iter().enumerate() {
            let mut attrs = AttrDict::new();
            attrs.set("index", Attr::Int(i as i64, Type::scalar(Element::I32)));
            let types = [member.ty()];
            let made = self.op("stablehlo.get_tuple_element", &[value], &types, &[], attrs)?;
            all.push(self.apart(made[0], member)?);
        }
        Ok(Val::Many(all.into()))
    }

    /// XLA's own call of the first elements in the order of a computation, and their indices: a stable
    /// sort, and what it begins with.
    fn top_k(&mut self) -> Parse<Val> {
        let operand = self.value(0)?;
        let name = self.fields.need("called_computations")?;
        let at = self.emit.named(self.it.span, name.trim_matches(['{', '}']))?;
        let types = self.it.shape.types();
        let tensor = self.ty(operand).as_tensor();
        let (Some(tensor), Some(most)) = (tensor, types.first().and_then(|ty| ty.as_tensor()))
        else {
            return self.fail("TopK is of arrays");
        };
        let (Some(last), [_, indices]) = (tensor.rank().checked_sub(1), &types[..]) else {
            return self.fail("TopK has two results, of arrays with dimensions");
        };
        let Some(indices) = indices.as_tensor() else {
            return self.fail("TopK has two results, of arrays with dimensions");
        };
        let numbers: Type = tensor.with_element(indices.element).into();
        let mut attrs = AttrDict::new();
        attrs.set("iota_dimension", Attr::i64(last as i64));
        let iota = self.op("stablehlo.iota", &[], &[numbers], &[], attrs)?[0];
        let order = self.emit.region(at)?;
        let mut attrs = AttrDict::new();
        attrs.set("dimension", Attr::i64(last as i64));
        attrs.set("is_stable", Attr::Bool(true));
        let sorted = [self.ty(operand), numbers];
        let sorted = self.op("stablehlo.sort", &[operand, iota], &sorted, &[order], attrs)?;
        let list = |dims: &[i64]| Attr::DenseArray(Element::I64, dims.into());
        let mut values = Vec::new();
        for (value, ty) in sorted.into_iter().zip(&types) {
            let mut attrs = AttrDict::new();
            attrs.set("start_indices", list(&vec![0; last + 1]));
            attrs.set("limit_indices", list(&most.dims));
            attrs.set("strides", list(&vec![1; last + 1]));
            values.push(self.op("stablehlo.slice", &[value], &[*ty], &[], attrs)?[0]);
        }
        self.emit.rebuilt(&self.it.shape, &values, self.it.span)
    }

    /// The distribution takes the shape as an operand.
    fn rng(&mut self) -> Parse<Val> {
        let ty = self.result()?;
        let dims: Vec<i64> = ty.as_tensor().map_or(Vec::new(), |tensor| tensor.dims.to_vec());
        let of = Type::tensor(&[dims.len() as i64], Element::I64);
        let bytes: Vec<u8> = dims.iter().flat_map(|n| n.to_le_bytes()).collect();
        let literal = crate::literal::Literal::new(of, crate::literal::Bytes::from(&bytes[..]));
        let Ok(literal) = literal else { return self.fail("the shape has no literal") };
        let shape = self.constant(Attr::Dense(literal), of)?;
        let operands = [self.value(0)?, self.value(1)?, shape];
        let word = match self.fields.need("distribution")? {
            "rng_uniform" => "UNIFORM",
            "rng_normal" => "NORMAL",
            _ => return self.fields.wrong("distribution", "rng_uniform or rng_normal"),
        };
        let mut attrs = AttrDict::new();
        let text = format!("#stablehlo<rng_distribution {word}>");
        attrs.set("rng_distribution", Attr::Opaque(text.into()));
        self.make("stablehlo.rng", &operands, &[], attrs)
    }

    /// The operand's bytes as they lie in memory, read in the layout of the result.
    fn bitcast(&mut self) -> Parse<Value> {
        let operand = self.value(0)?;
        let from = self.ty(operand);
        let to = self.result()?;
        let source = self.emit.layout_of(self.it, 0);
        let order = match &self.it.shape {
            Shape::Array(_, order) => order.clone(),
            Shape::Token | Shape::Tuple(_) => Vec::new(),
        };
        let (Some(from), Some(to)) = (from.as_tensor(), to.as_tensor()) else {
            return self.fail("a bitcast is from and to arrays");
        };
        if from.element.byte_width() != to.element.byte_width()
            || from.count().is_none()
            || from.count() != to.count()
        {
            return self.fail("hloom reads a bitcast only between elements of one width");
        }
        let major = |order: &[i64], rank: usize| -> Option<Vec<i64>> {
            if order.is_empty() {
                return Some((0..rank as i64).collect());
            }
            let all: crate::field::Dims = order.iter().rev().copied().collect();
            all.is_permutation(rank).then(|| all.to_vec())
        };
        let (Some(outer), Some(inner)) = (major(&source, from.rank()), major(&order, to.rank()))
        else {
            return self.fail("a layout is no permutation of the dimensions");
        };
        let mut value = operand;
        if from.element != to.element {
            let ty = from.with_element(to.element).into();
            value = self.simple("stablehlo.bitcast_convert", &[value], ty)?;
        }
        let outer = crate::field::Dims::from(outer);
        let inner = crate::field::Dims::from(inner);
        let lies = |dims: &crate::field::Dims, of: &[i64]| dims.apply(of);
        if !outer.is_identity() {
            value = self.transposed(value, &outer, &lies(&outer, &from.dims), to.element)?;
        }
        let physical = lies(&inner, &to.dims);
        value = self.simple("stablehlo.reshape", &[value], Type::tensor(&physical, to.element))?;
        if !inner.is_identity() {
            value = self.transposed(value, &inner.inverse(), &to.dims, to.element)?;
        }
        Ok(value)
    }

    fn transposed(
        &mut self,
        value: Value,
        permutation: &[i64],
        dims: &[i64],
        element: Element,
    ) -> Parse<Value> {
        let mut attrs = AttrDict::new();
        attrs.set("permutation", Attr::DenseArray(Element::I64, permutation.into()));
        let ty = Type::tensor(dims, element);
        Ok(self.op("stablehlo.transpose", &[value], &[ty], &[], attrs)?[0])
    }
}
