//! Ops of wide programs: those with indices, windows, comparators and branches.

use super::{Grower, element, extent, sums_are_near};
use crate::campaign::Random;
use crate::sampling::{attributes, plain};
use hloom_ir::field::{Dims, Padding, ResultType};
use hloom_ir::ops::{self, ConvDims, GatherDims, Op, Return, ScatterDims};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::types::TensorType;
use hloom_ir::{Element, Literal, Region, Type, Value};

/// The integers of indices.
const INDICES: [Element; 5] = [Element::I8, Element::U8, Element::I32, Element::I64, Element::U32];

/// Windows of an operand at positions from an index tensor: dimension numbers of a gather or a scatter.
struct Windows {
    sizes: Vec<i64>,
    collapsed: Vec<i64>,
    map: Vec<i64>,
    indices: Vec<i64>,
    /// The dimension of the indices that holds the index vector.
    vector: usize,
    offset: Vec<i64>,
    /// The shape of the gathered result, or of the updates.
    result: Vec<i64>,
}

impl Windows {
    fn random(x: &TensorType, random: &mut Random) -> Windows {
        let rank = x.rank();
        let nonempty = |d: usize| x.dims[d] > 0;
        let collapsed: Vec<usize> =
            (0..rank).filter(|&d| nonempty(d) && random.chance(2)).collect();
        let size = |random: &mut Random, d: usize| {
            if collapsed.contains(&d) {
                return 1;
            }
            if random.chance(2) { x.dims[d] } else { random.below(x.dims[d] as usize + 1) as i64 }
        };
        let sizes: Vec<i64> = (0..rank).map(|d| size(random, d)).collect();
        let mut map: Vec<i64> = (0..rank as i64).collect();
        shuffle(&mut map, random);
        map.truncate(1 + random.below(rank));
        let batch: Vec<i64> = (0..random.below(3)).map(|_| extent(random, true)).collect();
        // Scalars are index vectors, too.
        let scalars = map.len() == 1 && random.chance(2);
        let vector = if scalars { batch.len() } else { random.below(batch.len() + 1) };
        let mut indices = batch.clone();
        if !scalars {
            indices.insert(vector, map.len() as i64);
        }
        let windows = rank - collapsed.len();
        let mut offset: Vec<i64> = (0..(batch.len() + windows) as i64).collect();
        shuffle(&mut offset, random);
        offset.truncate(windows);
        offset.sort_unstable();
        let (mut batch, mut inside) =
            (batch.iter(), (0..rank).filter(|d| !collapsed.contains(d)).map(|d| sizes[d]));
        let result = (0..(batch.len() + windows) as i64)
            .map(|r| if offset.contains(&r) { inside.next() } else { batch.next().copied() })
            .map(|extent| extent.expect("as many as there are"))
            .collect();
        let collapsed = collapsed.iter().map(|&d| d as i64).collect();
        Windows { sizes, collapsed, map, indices, vector, offset, result }
    }
}

fn shuffle(items: &mut [i64], random: &mut Random) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
}

impl Grower<'_, '_> {
    /// An op that the other programs do not have.
    pub(super) fn shaped(&mut self) -> Option<()> {
        match self.random.below(11) {
            0 => self.iota(),
            1 => self.dynamic_slice(),
            2 => self.dynamic_update_slice(),
            3 => self.gather(),
            4 => self.scatter(),
            5 => self.sort(),
            6 => self.reduce_window(),
            7 => self.convolution(),
            8 => self.case(),
            9 => self.bitcast(),
            _ => self.argmax(),
        }
    }

    /// A region with one block that combines scalars.
    fn combiner(&mut self, element: Element, combine: &str) -> Option<Region> {
        let scalar = Type::scalar_tensor(element);
        let outer = self.rewriter.point();
        let (region, block) = self.rewriter.region(&[scalar, scalar]);
        self.rewriter.set_point(InsertPoint::End(block));
        let args = self.rewriter.module().args(block).to_vec();
        let combined = match combine {
            "second" => Some(args[1]),
            _ => plain(&format!("stablehlo.{combine}"), &[scalar])
                .and_then(|op| self.rewriter.value(op, &args).ok()),
        };
        let ended = combined.map(|v| self.rewriter.build(Return {}, &[v]).is_ok());
        self.rewriter.set_point(outer);
        (ended == Some(true)).then_some(region)
    }

    /// The type of an exact value that has dimensions, and the value.
    fn shaped_value(&mut self) -> Option<(Value, TensorType)> {
        let (x, _) = self.any(true)?;
        let t = self.ty(x).as_tensor()?.clone();
        (t.rank() > 0).then_some((x, t))
    }

    fn iota(&mut self) -> Option<()> {
        let dims: Vec<i64> =
            (0..1 + self.random.below(3)).map(|_| extent(self.random, true)).collect();
        let ty = Type::tensor(&dims, element(self.random, true));
        let iota_dimension = self.random.below(dims.len()) as i64;
        let v = self.rewriter.value(ops::Iota { iota_dimension, ty: ResultType(ty) }, &[]).ok()?;
        self.keep(v, 0)
    }

    /// Start indices, inside and outside.
    fn starts(&mut self, rank: usize) -> Option<Vec<Value>> {
        let ty = Type::scalar_tensor(*self.random.one_of(&INDICES));
        (0..rank).map(|_| self.of_type(ty)).collect()
    }

    /// The sizes of a part of a tensor.
    fn sizes_within(&mut self, t: &TensorType) -> Vec<i64> {
        t.dims.iter().map(|&n| self.random.below(n as usize + 1) as i64).collect()
    }

    fn dynamic_slice(&mut self) -> Option<()> {
        let (x, t) = self.shaped_value()?;
        let sizes = self.sizes_within(&t);
        let mut operands = vec![x];
        operands.extend(self.starts(t.rank())?);
        let op = ops::DynamicSlice { slice_sizes: sizes.into() };
        let v = self.rewriter.value(op, &operands).ok()?;
        self.keep(v, 0)
    }

    fn dynamic_update_slice(&mut self) -> Option<()> {
        let (x, t) = self.shaped_value()?;
        let sizes = self.sizes_within(&t);
        let update = self.of_type(Type::tensor(&sizes, t.element))?;
        let mut operands = vec![x, update];
        operands.extend(self.starts(t.rank())?);
        let v = self.rewriter.value(ops::DynamicUpdateSlice {}, &operands).ok()?;
        self.keep(v, 0)
    }

    fn gather(&mut self) -> Option<()> {
        let (x, t) = self.shaped_value()?;
        let w = Windows::random(&t, self.random);
        let element = *self.random.one_of(&INDICES);
        let indices = self.of_type(Type::tensor(&w.indices, element))?;
        let op = ops::Gather {
            dimension_numbers: GatherDims {
                offset_dims: w.offset.into(),
                collapsed_slice_dims: w.collapsed.into(),
                operand_batching_dims: Dims::from([]),
                start_indices_batching_dims: Dims::from([]),
                start_index_map: w.map.into(),
                index_vector_dim: w.vector as i64,
            },
            indices_are_sorted: None,
            slice_sizes: w.sizes.into(),
        };
        let v = self.rewriter.value(op, &[x, indices]).ok()?;
        self.keep(v, 0)
    }

    /// Updates in an order that does not matter.
    fn scatter(&mut self) -> Option<()> {
        let (x, t) = self.shaped_value()?;
        let w = Windows::random(&t, self.random);
        let combine = match t.element {
            e if e.is_complex() => return None,
            e if e.is_float() => *self.random.one_of(&["maximum", "minimum"]),
            _ => *self.random.one_of(&["maximum", "minimum", "add", "or", "xor", "multiply"]),
        };
        let element = *self.random.one_of(&INDICES);
        let indices = self.of_type(Type::tensor(&w.indices, element))?;
        let updates = self.of_type(Type::tensor(&w.result, t.element))?;
        let region = self.combiner(t.element, combine)?;
        let op = ops::Scatter {
            scatter_dimension_numbers: ScatterDims {
                update_window_dims: w.offset.into(),
                inserted_window_dims: w.collapsed.into(),
                input_batching_dims: Dims::from([]),
                scatter_indices_batching_dims: Dims::from([]),
                scatter_dims_to_operand_dims: w.map.into(),
                index_vector_dim: w.vector as i64,
            },
            indices_are_sorted: None,
            unique_indices: None,
        };
        let op = self.rewriter.build_with_regions(op, &[x, indices, updates], &[region]).ok()?;
        let v = self.rewriter.module().result(op, 0);
        self.keep(v, 0)
    }

    /// The numbers, with zeros for NaNs, whose signs and digits are left open.
    fn without_nans(&mut self, x: Value) -> Option<Value> {
        let ty = self.ty(x);
        if !ty.element()?.is_float() {
            return Some(x);
        }
        let zero = self.rewriter.constant(Literal::zeros(ty).ok()?);
        let equal = ops::Compare { comparison_direction: ops::Direction::Eq, compare_type: None };
        let number = self.rewriter.value(equal, &[x, x]).ok()?;
        self.rewriter.value(ops::Select {}, &[number, x, zero]).ok()
    }

    /// A stable sort of keys, with a payload at times.
    fn sort(&mut self) -> Option<()> {
        let (x, t) = self.shaped_value()?;
        if t.element.is_complex() {
            return None;
        }
        let mut inputs = vec![self.without_nans(x)?];
        if self.random.chance(2) {
            let payload = element(self.random, true);
            inputs.push(self.of_type(Type::tensor(&t.dims, payload))?);
        }
        let pairs: Vec<Type> = inputs
            .iter()
            .filter_map(|&v| self.ty(v).element())
            .flat_map(|e| [Type::scalar_tensor(e); 2])
            .collect();
        let direction = *self.random.one_of(&[ops::Direction::Lt, ops::Direction::Gt]);
        let total = t.element.is_float().then_some(ops::CompareType::TotalOrder);
        let outer = self.rewriter.point();
        let (region, block) = self.rewriter.region(&pairs);
        self.rewriter.set_point(InsertPoint::End(block));
        let args = self.rewriter.module().args(block).to_vec();
        let compare = ops::Compare { comparison_direction: direction, compare_type: total };
        let less = self.rewriter.value(compare, &args[..2]);
        let ended = less.and_then(|v| self.rewriter.build(Return {}, &[v]));
        self.rewriter.set_point(outer);
        ended.ok()?;
        let op = ops::Sort {
            dimension: Some(self.random.below(t.rank()) as i64),
            is_stable: Some(true),
        };
        let op = self.rewriter.build_with_regions(op, &inputs, &[region]).ok()?;
        for i in 0..inputs.len() {
            let v = self.rewriter.module().result(op, i);
            self.keep(v, 0)?;
        }
        Some(())
    }

    fn reduce_window(&mut self) -> Option<()> {
        let (x, t) = self.shaped_value()?;
        let combine = match t.element {
            e if e.is_complex() => return None,
            e if e.is_float() => *self.random.one_of(&["maximum", "minimum"]),
            _ => *self.random.one_of(&["maximum", "minimum", "add", "and", "multiply"]),
        };
        let init = self.of_type(Type::scalar_tensor(t.element))?;
        let random = &mut *self.random;
        let mut each = |most: usize, usual: i64| -> Dims {
            t.dims
                .iter()
                .map(|_| if random.chance(2) { usual } else { 1 + random.below(most) as i64 })
                .collect()
        };
        let (window, strides) = (each(4, 1), each(3, 1));
        let (base, dilations) = (each(2, 1), each(2, 1));
        let padding: Vec<(i64, i64)> =
            t.dims.iter().map(|_| (random.below(3) as i64, random.below(3) as i64)).collect();
        let op = ops::ReduceWindow {
            window_dimensions: window,
            window_strides: Some(strides),
            base_dilations: Some(base),
            window_dilations: Some(dilations),
            padding: Some(Padding(padding.into())),
        };
        let region = self.combiner(t.element, combine)?;
        let op = self.rewriter.build_with_regions(op, &[x, init], &[region]).ok()?;
        let v = self.rewriter.module().result(op, 0);
        self.keep(v, 0)
    }

    /// A convolution over one or two dimensions of what has as many elements as images have.
    fn convolution(&mut self) -> Option<()> {
        let (x, t) = self.shaped_value()?;
        let fits = !t.element.is_boolean() && !t.element.is_complex() && sums_are_near(t.element);
        if !fits || !(2..=4).contains(&t.rank()) {
            return None;
        }
        let rank = t.rank();
        let spatial: Vec<i64> = (1..rank as i64 - 1).collect();
        let features = t.dims[rank - 1];
        let grouped = features > 1 && self.random.chance(4);
        let groups = if grouped { features } else { 1 };
        let out = groups * (1 + self.random.below(5) as i64);
        let mut kernel: Vec<i64> =
            spatial.iter().map(|_| 1 + self.random.below(3) as i64).collect();
        let taps: i64 = kernel.iter().product();
        kernel.extend([features / groups.max(1), out]);
        let y = self.of_type(Type::tensor(&kernel, t.element))?;
        let (x, y) = (self.without_signs(x)?, self.without_signs(y)?);
        let random = &mut *self.random;
        let mut each = |most: usize| -> Dims {
            spatial.iter().map(|_| 1 + random.below(most) as i64).collect()
        };
        let (strides, lhs, rhs) = (each(2), each(2), each(2));
        let padding: Vec<(i64, i64)> =
            spatial.iter().map(|_| (random.below(3) as i64, random.below(3) as i64)).collect();
        let mut dims = vec![t.dims[0]];
        for (i, &d) in spatial.iter().enumerate() {
            dims.push(ops::window_count(
                t.dims[d as usize],
                lhs[i],
                padding[i],
                kernel[i],
                rhs[i],
                strides[i],
            )?);
        }
        dims.push(out);
        let (first, last) = (0, rank as i64 - 1);
        let op = ops::Convolution {
            window_strides: Some(strides),
            padding: Some(Padding(padding.into())),
            lhs_dilation: Some(lhs),
            rhs_dilation: Some(rhs),
            window_reversal: None,
            dimension_numbers: Box::new(ConvDims {
                input_batch_dimension: first,
                input_feature_dimension: last,
                input_spatial_dimensions: spatial.clone().into(),
                kernel_input_feature_dimension: last - 1,
                kernel_output_feature_dimension: last,
                kernel_spatial_dimensions: (0..spatial.len() as i64).collect(),
                output_batch_dimension: first,
                output_feature_dimension: last,
                output_spatial_dimensions: spatial.into(),
            }),
            feature_group_count: groups,
            batch_group_count: 1,
            precision_config: None,
            ty: ResultType(Type::tensor(&dims, t.element)),
        };
        let v = self.rewriter.value(op, &[x, y]).ok()?;
        let terms = (taps * features) as u64;
        self.keep(v, if t.element.is_float() { 8 + 2 * terms } else { 0 })
    }

    /// A choice between three values by an integer, inside and outside of the range.
    fn case(&mut self) -> Option<()> {
        let index = self.of_type(Type::scalar_tensor(Element::I32))?;
        let (x, _) = self.any(true)?;
        let (y, z) = (self.of_type(self.ty(x))?, self.of_type(self.ty(x))?);
        let outer = self.rewriter.point();
        let mut regions = Vec::new();
        for (i, v) in [x, y, z].into_iter().enumerate() {
            let (region, block) = self.rewriter.region(&[]);
            self.rewriter.set_point(InsertPoint::End(block));
            let made = match i {
                0 => v,
                1 => self.rewriter.value(ops::Subtract {}, &[x, v]).unwrap_or(v),
                _ => self.rewriter.value(ops::Maximum {}, &[v, x]).unwrap_or(v),
            };
            self.rewriter.build(Return {}, &[made]).ok();
            regions.push(region);
        }
        self.rewriter.set_point(outer);
        let op = self.rewriter.build_with_regions(ops::Case {}, &[index], &regions).ok()?;
        let v = self.rewriter.module().result(op, 0);
        self.keep(v, 0)
    }

    /// The bits of integers as another type. Those of floats are not exact: a NaN has any sign.
    fn bitcast(&mut self) -> Option<()> {
        let (x, _) = self.any(true)?;
        let ty = self.ty(x);
        if !ty.element()?.is_integer() {
            return None;
        }
        let op: Op = attributes::draw("stablehlo.bitcast_convert", &[ty], self.random)?;
        let v = self.rewriter.value(op, &[x]).ok()?;
        self.keep(v, 0)
    }

    /// A reduction of two tensors: the largest element and its position.
    fn argmax(&mut self) -> Option<()> {
        let (x, t) = self.shaped_value()?;
        if !t.element.is_integer() || t.count()? == 0 {
            return None;
        }
        let at = self.random.below(t.rank()) as i64;
        let (scalar, position) =
            (Type::scalar_tensor(t.element), Type::scalar_tensor(Element::I32));
        let iota = Type::tensor(&t.dims, Element::I32);
        let iota = ops::Iota { iota_dimension: at, ty: ResultType(iota) };
        let positions = self.rewriter.value(iota, &[]).ok()?;
        let zero = self.rewriter.constant(Literal::from_f64s(position, &[0.0]).ok()?);
        let least = self.of_type(scalar)?;
        let outer = self.rewriter.point();
        let (region, block) = self.rewriter.region(&[scalar, position, scalar, position]);
        self.rewriter.set_point(InsertPoint::End(block));
        let args = self.rewriter.module().args(block).to_vec();
        let compare = ops::Compare { comparison_direction: ops::Direction::Ge, compare_type: None };
        let first = self.rewriter.value(compare, &[args[0], args[2]]).ok();
        let chosen = first.and_then(|first| {
            let a = self.rewriter.value(ops::Select {}, &[first, args[0], args[2]]).ok()?;
            let b = self.rewriter.value(ops::Select {}, &[first, args[1], args[3]]).ok()?;
            self.rewriter.build(Return {}, &[a, b]).ok()
        });
        self.rewriter.set_point(outer);
        chosen?;
        let reduce = ops::Reduce { dimensions: vec![at].into() };
        let operands = [x, positions, least, zero];
        let op = self.rewriter.build_with_regions(reduce, &operands, &[region]).ok()?;
        // Of equal elements any may be found; the position of the initial value too.
        let v = self.rewriter.module().result(op, 0);
        self.keep(v, 0)
    }
}
