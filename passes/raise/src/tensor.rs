//! The `tensor` dialect.

use crate::{Raiser, Try};
use hloom_ir::field::Dims;
use hloom_ir::ops::{Concatenate, DynamicSlice, DynamicUpdateSlice, Pad, Slice};
use hloom_ir::{DYNAMIC, Element, OpId, Value};

/// Offsets, sizes and strides of a slice.
struct Region {
    /// The offsets that are values, in order, where an offset is [`DYNAMIC`].
    values: Vec<Value>,
    offsets: Vec<i64>,
    sizes: Vec<i64>,
    strides: Vec<i64>,
}

impl Raiser<'_> {
    /// An op of `tensor`.
    pub(crate) fn tensor(&mut self, op: OpId, name: &str) -> Try<Value> {
        let result = self.module().results(op).get(0).ok_or("it has no result")?;
        let ty = crate::emit::lifted(self.module().ty(result));
        let ty = ty.ok_or_else(|| format!("{} has no form", self.module().ty(result)))?;
        let to = ty.as_tensor().map(|t| t.dims.to_vec()).unwrap_or_default();
        let x = self.operands(op)?;
        match name {
            "empty" => self.splat(ty.element().unwrap_or(Element::I1), 0.0, &to),
            "cast" => Ok(x[0]),
            "collapse_shape" | "expand_shape" | "reshape" => {
                let made = self.reshape(x[0], &to)?;
                if let Some(scalar) = self.uniform(x[0]) {
                    self.fills.insert(made, scalar);
                }
                Ok(made)
            }
            "bitcast" => self.bits(x[0], ty.element().unwrap_or(Element::I1)),
            "concat" => {
                let dim = self.attr(op, "dim").and_then(|dim| dim.as_i64());
                let dimension = dim.ok_or("its dimension is unknown")?;
                self.build(Concatenate { dimension }, &x)
            }
            "splat" => self.broadcast(x[0], &[], &to),
            "from_elements" => {
                if self.space.is_some() && x.iter().any(|&v| !self.dims(v).is_empty()) {
                    return Err("it makes a tensor at each point".to_owned());
                }
                let parts: Try<Vec<Value>> = x.iter().map(|&v| self.reshape(v, &[1])).collect();
                let all = match &parts?[..] {
                    [] => return Err("it has no elements".to_owned()),
                    [_] => x[0],
                    parts => self.build(Concatenate { dimension: 0 }, parts)?,
                };
                self.reshape(all, &to)
            }
            "extract" => self.elements_at(x[0], &x[1..]),
            "insert" => {
                let dims = self.dims(x[1]);
                if x.iter().enumerate().any(|(i, &v)| i != 1 && !self.dims(v).is_empty()) {
                    return Err("it inserts at each point of a space".to_owned());
                }
                if dims.is_empty() {
                    return Ok(x[0]);
                }
                if dims.contains(&0) {
                    return Ok(x[1]);
                }
                let part = self.reshape(x[0], &vec![1; dims.len()])?;
                let operands: Vec<Value> =
                    [x[1], part].into_iter().chain(x[2..].iter().copied()).collect();
                self.build(DynamicUpdateSlice {}, &operands)
            }
            "dim" => {
                let index = self.module().constant(x[1]).and_then(|c| c.get_int(0));
                let index = index.and_then(|i| usize::try_from(i).ok());
                let dims = self.dims(x[0]);
                let extent = index.and_then(|i| dims.get(i).copied());
                self.number(extent.ok_or("its dimension is not constant")?)
            }
            "rank" => self.number(self.dims(x[0]).len() as i64),
            "extract_slice" => {
                let at = self.slice_of(op, &x[1..], 1)?;
                let slice = self.slice(x[0], &at)?;
                self.reshape(slice, &to)
            }
            "insert_slice" => {
                let at = self.slice_of(op, &x[2..], 2)?;
                let part = self.reshape(x[0], &at.sizes)?;
                self.insert_slice(part, x[1], &at)
            }
            "pad" => self.pad(op, &x),
            "generate" => self.generate(op, &to),
            _ => Err("it has no form".to_owned()),
        }
    }

    /// The region of a slice; `values` are the operands behind the first `tensors`.
    fn slice_of(&mut self, op: OpId, values: &[Value], tensors: usize) -> Try<Region> {
        let list =
            |name: &str| self.numbers(op, name).ok_or_else(|| format!("`{name}` is missing"));
        let (offsets, sizes) = (list("static_offsets")?, list("static_sizes")?);
        let strides = list("static_strides")?;
        let open = offsets.iter().filter(|&&n| n == DYNAMIC).count();
        if sizes.iter().chain(&strides).any(|&n| n == DYNAMIC) || values.len() != open {
            return Err("its sizes or strides are values".to_owned());
        }
        if self.space.is_some() {
            return Err(format!("it moves {tensors} tensors at each point of a space"));
        }
        Ok(Region { values: values.to_vec(), offsets, sizes, strides })
    }

    /// The offsets as tensors.
    fn offsets(&mut self, at: &Region) -> Try<Vec<Value>> {
        let mut values = at.values.iter();
        let each = at.offsets.iter().map(|&offset| match (offset, offset == DYNAMIC) {
            (_, true) => values.next().copied().ok_or_else(|| "an offset is missing".to_owned()),
            (offset, false) => self.number(offset),
        });
        each.collect()
    }

    fn slice(&mut self, x: Value, at: &Region) -> Try<Value> {
        let sizes: Dims = at.sizes.clone().into();
        if at.values.is_empty() {
            let limit = |d: usize| match at.sizes[d] {
                0 => at.offsets[d],
                size => at.offsets[d] + (size - 1) * at.strides[d] + 1,
            };
            let limits: Dims = (0..at.sizes.len()).map(limit).collect();
            let slice = Slice {
                start_indices: at.offsets.clone().into(),
                limit_indices: limits,
                strides: at.strides.clone().into(),
            };
            return self.build(slice, &[x]);
        }
        let operands: Vec<Value> = std::iter::once(x).chain(self.offsets(at)?).collect();
        if at.strides.iter().all(|&n| n == 1) {
            return self.build(DynamicSlice { slice_sizes: sizes }, &operands);
        }
        // The part that the steps cross, and its elements at their places.
        let steps = at.sizes.iter().zip(&at.strides);
        let crossed: Vec<i64> = steps.map(|(&n, &step)| (n - 1).max(0) * step + 1).collect();
        let whole = self.build(DynamicSlice { slice_sizes: crossed.clone().into() }, &operands)?;
        let slice = Slice {
            start_indices: vec![0; crossed.len()].into(),
            limit_indices: crossed.into(),
            strides: at.strides.clone().into(),
        };
        self.build(slice, &[whole])
    }

    fn insert_slice(&mut self, part: Value, whole: Value, at: &Region) -> Try<Value> {
        if at.sizes.contains(&0) {
            return Ok(whole);
        }
        let dims = self.dims(whole);
        if at.sizes == dims && at.values.is_empty() {
            return Ok(part);
        }
        if at.strides.iter().all(|&n| n == 1) {
            let operands: Vec<Value> = [whole, part].into_iter().chain(self.offsets(at)?).collect();
            return self.build(DynamicUpdateSlice {}, &operands);
        }
        if !at.values.is_empty() {
            return Err("it inserts with steps at an offset that is a value".to_owned());
        }
        // The part spread out, where a mask spread out as well is true.
        let high = |d: usize| dims[d] - at.offsets[d] - (at.sizes[d] - 1) * at.strides[d] - 1;
        let pad = Pad {
            edge_padding_low: at.offsets.clone().into(),
            edge_padding_high: (0..dims.len()).map(high).collect(),
            interior_padding: at.strides.iter().map(|n| n - 1).collect(),
        };
        let ones = self.splat(Element::I1, 1.0, &at.sizes)?;
        let no = self.splat(Element::I1, 0.0, &[])?;
        let zero = self.splat(self.element(part), 0.0, &[])?;
        let mask = self.build(pad.clone(), &[ones, no])?;
        let spread = self.build(pad, &[part, zero])?;
        self.select(mask, spread, whole)
    }

    fn pad(&mut self, op: OpId, x: &[Value]) -> Try<Value> {
        let low = self.numbers(op, "static_low").ok_or("`static_low` is missing")?;
        let high = self.numbers(op, "static_high").ok_or("`static_high` is missing")?;
        if low.iter().chain(&high).any(|&n| n == DYNAMIC) || self.space.is_some() {
            return Err("its padding is not constant".to_owned());
        }
        let block = self.module().entry(op, 0).ok_or("it has no body")?;
        let args = self.module().args(block).to_vec();
        if args.iter().any(|&arg| self.module().is_used(arg)) {
            return Err("its padding differs from place to place".to_owned());
        }
        let end = self.body(block)?;
        let padding = self.operands(end)?[0];
        let pad = Pad {
            interior_padding: vec![0; low.len()].into(),
            edge_padding_low: low.into(),
            edge_padding_high: high.into(),
        };
        self.build(pad, &[x[0], padding])
    }

    fn generate(&mut self, op: OpId, to: &[i64]) -> Try<Value> {
        if self.space.is_some() {
            return Err("it makes a tensor at each point".to_owned());
        }
        let block = self.module().entry(op, 0).ok_or("it has no body")?;
        let args = self.module().args(block).to_vec();
        self.space = Some(to.to_vec());
        for (d, &arg) in args.iter().enumerate() {
            if self.module().is_used(arg) {
                let index = self.iota(to, d)?;
                self.values.insert(arg, index);
            }
        }
        let end = self.body(block)?;
        let value = self.operands(end)?[0];
        self.space = None;
        match self.dims(value).is_empty() {
            true => self.broadcast(value, &[], to),
            false => Ok(value),
        }
    }
}
