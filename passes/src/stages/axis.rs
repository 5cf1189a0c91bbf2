//! The axis of a mesh along which stages lie.

use crate::context::PassError;
use crate::partition::exchange::Exchange;
use hloom_analysis::shard::Grid;
use hloom_analysis::shard::annotations::annotations;
use hloom_ir::module::Module;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{
    AxisRef, DeviceMesh, Matrix, Mesh, Op, SdyMeshRef, Strategy, process_grid, replica_groups,
};
use hloom_ir::{OpId, Rewriter, Value};

/// An axis of stages.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// The mesh, of which the axis is one atom.
    pub grid: Grid,
    /// The number of stages.
    pub size: usize,
    /// The stage of each device.
    pub stages: Vec<i64>,
    /// For each place along the other axes, the device of each stage.
    lines: Vec<Vec<i64>>,
    /// The atoms of the axis.
    atoms: Vec<usize>,
}

impl Axis {
    /// The axis of a module's mesh.
    ///
    /// # Errors
    /// If there is no such axis, or the function depends on the position along it.
    pub fn of(module: &Module, function: OpId, name: &str) -> Result<Axis, PassError> {
        let fail = |what: String| PassError::at(function, what);
        let axis = Axis::named(module, function, name).map_err(fail)?;
        if axis.size < 2 {
            return Err(fail(format!("axis \"{name}\" has one rank, which is no pipeline")));
        }
        let devices = axis.grid.devices();
        if let Some((replicas, partitions)) = process_grid(module)
            && (replicas, partitions) != (1, devices)
        {
            return Err(fail(format!(
                "the mesh has {devices} devices, but the module runs as {replicas} × {partitions} \
                 processes (mhlo.num_replicas × mhlo.num_partitions)"
            )));
        }
        for op in module.walk(function) {
            axis.check(module, op, name)?;
        }
        Ok(axis)
    }

    /// The axis of this name; nothing is said about the function's ops.
    ///
    /// # Errors
    /// If there is no such axis.
    pub fn named(module: &Module, function: OpId, name: &str) -> Result<Axis, String> {
        let has = |mesh: &Mesh| mesh.axes.iter().any(|(axis, _)| &**axis == name);
        let own = match annotations(module, function) {
            Ok(Some(found)) if found.two_meshes.is_none() => {
                Some((found.grid.name.clone(), found.grid.mesh.clone()))
            }
            _ => None,
        };
        // The mesh of the function's shardings, or another one of the module.
        let others = module.ops(module.body()).filter_map(|op| {
            let it = module.get::<DeviceMesh>(op)?;
            Some((SdyMeshRef::Symbol(it.sym_name.0.clone()), it.mesh.0.clone()))
        });
        let mut all = own.into_iter().chain(others);
        let (named, mesh) = all
            .find(|(_, mesh)| has(mesh))
            .ok_or_else(|| format!("there is no mesh with an axis \"{name}\""))?;
        let axis = AxisRef { name: name.into(), part: None };
        let grid = Grid::new(named, mesh, [&axis])?;
        let atoms = grid.atoms_of(&axis)?;
        let size = grid.parts(&atoms);
        let stages = grid.coordinates(&atoms);
        Ok(Axis { size: size as usize, stages, lines: grid.groups(&atoms), atoms, grid })
    }

    /// Checks that an op does the same for all positions along the axis.
    fn check(&self, module: &Module, op: OpId, name: &str) -> Result<(), PassError> {
        let it = module.op(op);
        let fail = |what: String| Err(PassError::at(op, format!("`{}` {what}", it.name())));
        let rows = match it {
            Op::PartitionId(_) => {
                let uses = || module.uses(module.result(op, 0));
                return match uses().all(|(user, i)| self.is_same(module, user, i)) {
                    true => Ok(()),
                    false => fail(format!("tells positions along \"{name}\" apart")),
                };
            }
            Op::Send(_) | Op::Recv(_) | Op::Infeed(_) | Op::Outfeed(_) => {
                return fail("has an order that stages would change".to_owned());
            }
            Op::CollectivePermute(it) => {
                it.source_target_pairs.rows().map(<[i64]>::to_vec).collect::<Vec<_>>()
            }
            // Any other op: it may name groups.
            _ => {
                let Some(groups) = replica_groups(it) else { return Ok(()) };
                let mut ids = groups.ids.groups(module).map_err(|what| PassError::at(op, what))?;
                match groups.strategy {
                    // There is one replica.
                    Strategy::CrossReplica => return Ok(()),
                    Strategy::CrossReplicaAndPartition => ids.clear(),
                    Strategy::CrossPartition | Strategy::FlattenedIds => {}
                }
                if ids.is_empty() {
                    ids = vec![(0..self.grid.devices()).collect()];
                }
                ids
            }
        };
        let stage = |id: &i64| self.stages.get(usize::try_from(*id).ok()?);
        match rows.iter().all(|row| row.iter().all(|id| stage(id) == stage(&row[0]))) {
            true => Ok(()),
            false => fail(format!("communicates along \"{name}\"")),
        }
    }

    /// Whether a use of the rank's number is a look into a table that is the same for all positions along the axis.
    fn is_same(&self, module: &Module, user: OpId, operand: usize) -> bool {
        let Op::DynamicSlice(_) = module.op(user) else { return false };
        let table = module.constant(module.operand(user, 0)).filter(|_| operand == 1);
        let devices = self.grid.devices();
        table.is_some_and(|table| {
            table.dims() == [devices]
                && self.lines.iter().all(|line| {
                    let of = |&device: &i64| table.element_bytes(device as usize);
                    line.iter().all(|device| of(device) == of(&line[0]))
                })
        })
    }

    /// The position of the rank: a scalar of `i32`.
    ///
    /// # Errors
    /// If an op can't be built.
    pub fn position(&self, r: &mut Rewriter<'_>) -> Result<Value, ConstraintError> {
        let mut exchange = Exchange::new(r, self.grid.clone());
        exchange.number(&self.atoms, 1)
    }

    /// The pairs of ranks of messages from a stage to another.
    pub fn pairs(&self, from: usize, to: usize) -> Matrix {
        let pairs: Vec<Vec<i64>> = self.lines.iter().map(|it| vec![it[from], it[to]]).collect();
        Matrix::new(&pairs)
    }
}
