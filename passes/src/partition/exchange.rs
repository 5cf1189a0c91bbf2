//! Exchanges between devices: collectives, halos, and the place of a device.

use hloom_analysis::monoid::Monoid;
use hloom_analysis::shard::Grid;
use hloom_ir::field::{ResultType, ResultTypes};
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{
    AllGather, AllReduce, AllToAll, BroadcastInDim, ChannelHandle, CollectivePermute, Compare,
    Concatenate, Direction, DynamicSlice, Flag, Matrix, PartitionId, ReduceScatter, ReplicaGroups,
    Reshape, Return, Select, Slice,
};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Element, Literal, Region, Rewriter, Type, Value};
use rustc_hash::FxHashMap;

/// Builds exchanges at the insertion point.
pub struct Exchange<'r, 'm> {
    /// The rewriter.
    pub r: &'r mut Rewriter<'m>,
    /// The mesh.
    pub grid: Grid,
    /// The number of collectives built.
    pub collectives: usize,
    id: Option<Value>,
    numbers: FxHashMap<(Vec<usize>, i64), Value>,
}

/// Known numbers of devices; they hold in the block in which they were computed.
pub type Known = (Option<Value>, FxHashMap<(Vec<usize>, i64), Value>);

type Built = Result<Value, ConstraintError>;

fn channel() -> Option<ChannelHandle> {
    Some(ChannelHandle { handle: 1, kind: ChannelHandle::DEVICE_TO_DEVICE })
}

impl<'r, 'm> Exchange<'r, 'm> {
    /// Exchanges over a mesh.
    pub fn new(r: &'r mut Rewriter<'m>, grid: Grid) -> Exchange<'r, 'm> {
        Exchange { r, grid, collectives: 0, id: None, numbers: FxHashMap::default() }
    }

    /// The numbers known so far, to be given back at the end of a nested block.
    pub fn known(&self) -> Known {
        (self.id, self.numbers.clone())
    }

    /// Forgets the numbers that were computed since.
    pub fn restore(&mut self, (id, numbers): Known) {
        self.id = id;
        self.numbers = numbers;
    }

    /// The extents of a tensor.
    pub fn dims(&self, value: Value) -> &'static [i64] {
        self.r.module().ty(value).as_tensor().map_or(&[], |t| &t.dims[..])
    }

    fn groups(&self, axes: &[usize]) -> ReplicaGroups {
        ReplicaGroups::Table(Matrix::new(&self.grid.groups(axes)))
    }

    /// The device's part along these atoms, times `scale`: a scalar of `i32`.
    ///
    /// # Errors
    /// If an op can't be built.
    pub fn number(&mut self, axes: &[usize], scale: i64) -> Built {
        if let Some(&known) = self.numbers.get(&(axes.to_vec(), scale)) {
            return Ok(known);
        }
        let id = match self.id {
            Some(id) => id,
            None => self.r.value(PartitionId {}, &[])?,
        };
        self.id = Some(id);
        let all = self.grid.coordinates(axes);
        let numbers: Vec<f64> = all.iter().map(|&n| (n * scale) as f64).collect();
        let ty = Type::tensor(&[all.len() as i64], Element::I32);
        let table = Literal::from_f64s(ty, &numbers).expect("one number for each device");
        let table = self.r.constant(table);
        let one = self.r.value(DynamicSlice { slice_sizes: vec![1].into() }, &[table, id])?;
        let ty = ResultType(Type::scalar_tensor(Element::I32));
        let number = self.r.value(Reshape { ty }, &[one])?;
        self.numbers.insert((axes.to_vec(), scale), number);
        Ok(number)
    }

    /// The device's part of dimension `d` along these atoms.
    ///
    /// # Errors
    /// If an op can't be built.
    pub fn slice_own(&mut self, value: Value, d: usize, axes: &[usize]) -> Built {
        let mut sizes = self.dims(value).to_vec();
        sizes[d] /= self.grid.parts(axes);
        let start = self.number(axes, sizes[d])?;
        let zero = Literal::zeros(Type::scalar_tensor(Element::I32)).expect("a scalar");
        let zero = self.r.constant(zero);
        let mut operands = vec![value];
        operands.extend((0..sizes.len()).map(|at| if at == d { start } else { zero }));
        self.r.value(DynamicSlice { slice_sizes: sizes.into() }, &operands)
    }

    /// Parts of dimension `d`, put together from the devices along these atoms.
    ///
    /// # Errors
    /// If an op can't be built.
    pub fn gather(&mut self, value: Value, d: usize, axes: &[usize]) -> Built {
        self.collectives += 1;
        let mut dims = self.dims(value).to_vec();
        dims[d] *= self.grid.parts(axes);
        let ty = self.resized(value, &dims);
        let op = AllGather {
            all_gather_dim: d as i64,
            channel_handle: channel(),
            replica_groups: self.groups(axes),
            use_global_device_ids: Flag(true),
            results: ResultTypes([ty].into()),
        };
        self.r.value(op, &[value])
    }

    /// Dimension `gathered` put together along these atoms, and `divided` divided along them.
    ///
    /// # Errors
    /// If an op can't be built.
    pub fn all_to_all(
        &mut self,
        value: Value,
        gathered: usize,
        divided: usize,
        axes: &[usize],
    ) -> Built {
        self.collectives += 1;
        let op = AllToAll {
            channel_handle: channel(),
            concat_dimension: gathered as i64,
            replica_groups: self.groups(axes),
            split_count: self.grid.parts(axes),
            split_dimension: divided as i64,
        };
        self.r.value(op, &[value])
    }

    /// The value of another device: pairs of sender and receiver.
    ///
    /// # Errors
    /// If an op can't be built.
    pub fn permute(&mut self, value: Value, pairs: &[Vec<i64>]) -> Built {
        self.collectives += 1;
        let source_target_pairs = Matrix::new(pairs);
        self.r.value(CollectivePermute { channel_handle: channel(), source_target_pairs }, &[value])
    }

    /// Terms of the devices along these atoms, combined.
    ///
    /// # Errors
    /// If an op can't be built.
    pub fn reduce(&mut self, value: Value, axes: &[usize], monoid: Monoid) -> Built {
        self.collectives += 1;
        let region = self.combining(value, monoid)?;
        let op = AllReduce {
            channel_handle: channel(),
            replica_groups: self.groups(axes),
            use_global_device_ids: Flag(true),
        };
        let op = self.r.build_with_regions(op, &[value], &[region])?;
        Ok(self.r.module().result(op, 0))
    }

    /// The same, of which each device keeps its part of dimension `d`.
    ///
    /// # Errors
    /// If an op can't be built.
    pub fn reduce_scatter(
        &mut self,
        value: Value,
        axes: &[usize],
        monoid: Monoid,
        d: usize,
    ) -> Built {
        self.collectives += 1;
        let region = self.combining(value, monoid)?;
        let mut dims = self.dims(value).to_vec();
        dims[d] /= self.grid.parts(axes);
        let ty = self.resized(value, &dims);
        let op = ReduceScatter {
            channel_handle: channel(),
            replica_groups: self.groups(axes),
            scatter_dimension: d as i64,
            use_global_device_ids: Flag(true),
            results: ResultTypes([ty].into()),
        };
        let op = self.r.build_with_regions(op, &[value], &[region])?;
        Ok(self.r.module().result(op, 0))
    }

    fn combining(&mut self, value: Value, monoid: Monoid) -> Result<Region, ConstraintError> {
        let element = self.r.module().ty(value).element().expect("a tensor");
        let scalar = Type::scalar_tensor(element);
        let point = self.r.point();
        let (region, block) = self.r.region(&[scalar, scalar]);
        self.r.set_point(InsertPoint::End(block));
        let args = self.r.module().args(block).to_vec();
        let sum = self.r.value(monoid.op(), &args)?;
        self.r.build(Return {}, &[sum])?;
        self.r.set_point(point);
        Ok(region)
    }

    fn resized(&self, value: Value, dims: &[i64]) -> Type {
        let tensor = self.r.module().ty(value).as_tensor().expect("a tensor");
        tensor.with_dims(dims).into()
    }

    /// Pairs of devices whose parts along these atoms are related: `to(part)` receives from `part`.
    pub fn pairs(&self, axes: &[usize], to: impl Fn(i64) -> Option<i64>) -> Vec<Vec<i64>> {
        let mut pairs = Vec::new();
        for group in self.grid.groups(axes) {
            for (from, &sender) in group.iter().enumerate() {
                let to = to(from as i64).and_then(|at| group.get(usize::try_from(at).ok()?));
                pairs.extend(to.map(|&receiver| vec![sender, receiver]));
            }
        }
        pairs
    }

    /// A shard with elements of the neighbours along dimension `d`: `before` in front and `behind`
    /// at the end; negative numbers cut elements off. At the borders of the whole stands `fill`, or
    /// zeros.
    ///
    /// # Errors
    /// If an op can't be built.
    pub fn with_halo(
        &mut self,
        value: Value,
        d: usize,
        axes: &[usize],
        (before, behind): (i64, i64),
        fill: Option<Value>,
    ) -> Built {
        let n = self.dims(value)[d];
        let parts = self.grid.parts(axes);
        let mut all = Vec::new();
        if before > 0 {
            let edge = self.slice(value, d, n - before, n)?;
            let pairs = self.pairs(axes, |part| Some(part + 1));
            let halo = self.permute(edge, &pairs)?;
            all.push(self.filled(halo, axes, 0, fill)?);
        }
        let (start, end) = ((-before).max(0), n + behind.min(0));
        let middle = if (start, end) == (0, n) { value } else { self.slice(value, d, start, end)? };
        all.push(middle);
        if behind > 0 {
            let edge = self.slice(value, d, 0, behind)?;
            let pairs = self.pairs(axes, |part| Some(part - 1));
            let halo = self.permute(edge, &pairs)?;
            all.push(self.filled(halo, axes, parts - 1, fill)?);
        }
        if let [one] = all[..] {
            return Ok(one);
        }
        self.r.value(Concatenate { dimension: d as i64 }, &all)
    }

    /// `fill` instead of zeros on the devices of this part.
    fn filled(&mut self, halo: Value, axes: &[usize], part: i64, fill: Option<Value>) -> Built {
        let Some(fill) = fill else { return Ok(halo) };
        let number = self.number(axes, 1)?;
        let ty = Type::scalar_tensor(Element::I32);
        let part = Literal::from_f64s(ty, &[part as f64]).expect("a scalar");
        let part = self.r.constant(part);
        let compare = Compare { comparison_direction: Direction::Eq, compare_type: None };
        let outside = self.r.value(compare, &[number, part])?;
        let ty = ResultType(self.r.module().ty(halo));
        let all = BroadcastInDim { broadcast_dimensions: Vec::new().into(), ty };
        let all = self.r.value(all, &[fill])?;
        self.r.value(Select {}, &[outside, all, halo])
    }

    /// Positions `start..end` of dimension `d`.
    ///
    /// # Errors
    /// If an op can't be built.
    pub fn slice(&mut self, value: Value, d: usize, start: i64, end: i64) -> Built {
        let dims = self.dims(value);
        let mut starts = vec![0; dims.len()];
        let mut limits = dims.to_vec();
        (starts[d], limits[d]) = (start, end);
        let slice = Slice {
            start_indices: starts.into(),
            limit_indices: limits.into(),
            strides: vec![1; dims.len()].into(),
        };
        self.r.value(slice, &[value])
    }
}
