//! Plans that the host runs: those whose results are stored by levels or a mapping, so that their entries are
//! counted by the run, and those that read the arrays of a mapping.
//!
//! Code for such a plan is made when its arrays are there, for the lengths that they have, as that of a storage
//! program (`hloom run FILE.sdql`). It is kept, and serves further runs with the same stored arguments; dense
//! operands may be others in each run. If other dense operands give another number of entries, code is made
//! again.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use hloom_interp::Value;
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::literal::{read_f64, write_f64};
use hloom_ir::{Element, Literal, Module, OpId, Type};
use hloom_loops::storage::{Ascending, Physical};
use hloom_storage::encoding::{Mapped, MappedFormat};
use hloom_storage::fused::{self, ArrayPart, FusedArray, FusedPlan};
use hloom_storage::term::{Symbol, Term};
use hloom_storage::{Coordinates, Duplicates, Inputs, Numbers, Scalar};

use super::assembled_rows::of_rows;
use crate::storage::{Executable, Found, MachineData, compiled, number};

/// The most codes that are kept: as many runs at the same time need none of their own.
const MOST_KEPT: usize = 16;

/// The codes of a program's plans.
#[derive(Default)]
pub(super) struct Assembler {
    plans: Mutex<HashMap<OpId, Arc<FusedPlan>>>,
    kept: Mutex<Vec<Prepared>>,
    /// The reasons for which the evaluator runs plans.
    refused: Mutex<HashMap<Option<OpId>, String>>,
}

/// Code for a plan and its stored arguments.
struct Prepared {
    /// The fusion; none for the conversion of a mapped tensor to a dense one.
    op: Option<OpId>,
    threads: usize,
    stored: Vec<Stored>,
    code: Box<dyn Executable>,
}

/// An operand that is the same in further runs, if it is the same object.
#[derive(Clone)]
enum Stored {
    Sparse(Arc<Sparse>),
    Mapped(Arc<Mapped>),
}

impl Stored {
    fn is(&self, other: &Stored) -> bool {
        match (self, other) {
            (Stored::Sparse(a), Stored::Sparse(b)) => Arc::ptr_eq(a, b),
            (Stored::Mapped(a), Stored::Mapped(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// The operands of a plan.
struct Operands {
    stored: Vec<Stored>,
    fixed: Inputs,
    changing: BTreeMap<Symbol, (Physical, Vec<u8>)>,
}

impl Assembler {
    /// The result of a plan for these operands; `None` if there is no code for it.
    ///
    /// # Errors
    /// A sentence, if the run fails or the type can't hold the entries.
    pub(super) fn run(
        &self,
        module: &Module,
        op: OpId,
        operands: &[Value],
        threads: usize,
    ) -> Result<Option<Value>, String> {
        let plan = self.plan(module, op)?;
        let [result] = &plan.results[..] else { return Ok(None) };
        if self.reason(op).is_some() {
            return Ok(None);
        }
        let Some(given) = Operands::of(&plan, module, op, operands)? else { return Ok(None) };
        let is_stored = fused::is_stored(result.ty);
        let Some(prepared) = self.ran(Some(op), &result.term, given, (result.ty, threads))? else {
            return Ok(None);
        };
        let made = match is_stored {
            true => stored(result.ty, prepared.code.as_ref(), threads),
            false => dense(result.ty, prepared.code.as_ref()).map(Value::Tensor),
        };
        self.keep(prepared);
        Ok(Some(made.map_err(|error| format!("the result {error}"))?))
    }

    /// The dense form of a tensor in the arrays of its mapping.
    ///
    /// # Errors
    /// A sentence, if the run fails.
    pub(super) fn dense(&self, mapped: &Arc<Mapped>, threads: usize) -> Result<Literal, String> {
        let ty = mapped.ty();
        let format = ty.as_tensor().and_then(MappedFormat::of);
        let format = format.ok_or_else(|| format!("{ty} has no mapping"))?;
        let fixed = mapped_arrays(mapped);
        let stored = vec![Stored::Mapped(mapped.clone())];
        let given = Operands { stored, fixed, changing: BTreeMap::new() };
        match self.ran(None, format.term(), given, (ty, threads))? {
            Some(prepared) => {
                let made = dense(ty, prepared.code.as_ref());
                self.keep(prepared);
                made
            }
            None => mapped.to_dense(),
        }
    }

    /// Code for these operands after a run; `None` if there is none.
    fn ran(
        &self,
        op: Option<OpId>,
        term: &Term,
        given: Operands,
        (ty, threads): (Type, usize),
    ) -> Result<Option<Prepared>, String> {
        let again = self.take(op, threads, &given.stored).and_then(|mut prepared| {
            let mut all = given.changing.iter();
            let given = all.try_for_each(|(name, (_, bytes))| prepared.code.give(*name, bytes));
            given.and_then(|()| prepared.code.run()).ok().map(|()| prepared)
        });
        if again.is_some() {
            return Ok(again);
        }
        let data = MachineData { fixed: &given.fixed, changing: &given.changing };
        let asked = u16::try_from(threads).ok();
        let mut code = match compiled(
            term,
            data,
            &extents_of(ty),
            asked,
            fused::is_stored(ty) && op.is_some(),
        ) {
            Ok(code) => code,
            Err(error) => {
                let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
                refused.insert(op, format!("{error:#}"));
                return Ok(None);
            }
        };
        code.run()?;
        Ok(Some(Prepared { op, threads, stored: given.stored, code }))
    }

    fn keep(&self, prepared: Prepared) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == MOST_KEPT {
            kept.remove(0);
        }
        kept.push(prepared);
    }

    /// The reason for which the evaluator runs a plan.
    pub(super) fn reason(&self, op: OpId) -> Option<String> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).get(&Some(op)).cloned()
    }

    fn plan(&self, module: &Module, op: OpId) -> Result<Arc<FusedPlan>, String> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = plans.get(&op) {
            return Ok(known.clone());
        }
        let plan = match FusedPlan::of(module, op) {
            Some(Ok(plan)) => Arc::new(plan),
            Some(Err(errors)) => {
                let first = errors.into_iter().next().map(|error| error.message);
                return Err(format!("the plan is wrong: {}", first.unwrap_or_default()));
            }
            None => return Err("a fusion has no plan".to_owned()),
        };
        plans.insert(op, plan.clone());
        Ok(plan)
    }

    /// Takes code that was made for these arguments.
    fn take(&self, op: Option<OpId>, threads: usize, stored: &[Stored]) -> Option<Prepared> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|it| {
            let same = it.stored.iter().zip(stored).all(|(a, b)| a.is(b));
            it.op == op && it.threads == threads && it.stored.len() == stored.len() && same
        })?;
        Some(kept.swap_remove(at))
    }
}

impl Operands {
    /// The data of a plan's arrays; `None` if an operand is not what its mapping can hold.
    fn of(
        plan: &FusedPlan,
        module: &Module,
        op: OpId,
        operands: &[Value],
    ) -> Result<Option<Operands>, String> {
        let mut all =
            Operands { stored: Vec::new(), fixed: Inputs::new(), changing: BTreeMap::new() };
        let mut given = Vec::new();
        for (operand, &v) in operands.iter().zip(module.operands(op)) {
            let ty = module.ty(v);
            let operand = match operand {
                Value::Tensor(literal) if fused::is_mapped(ty) => {
                    match Mapped::from_dense(ty, literal) {
                        Ok(mapped) => Value::Mapped(Arc::new(mapped)),
                        Err(_) => return Ok(None),
                    }
                }
                other => other.clone(),
            };
            match &operand {
                Value::Sparse(sparse) => all.stored.push(Stored::Sparse(sparse.clone())),
                Value::Mapped(mapped) => all.stored.push(Stored::Mapped(mapped.clone())),
                _ => {}
            }
            given.push(operand);
        }
        for array in &plan.arrays {
            let missing = || format!("there is no data for `{}`", array.name);
            match given.get(array.input).ok_or_else(missing)? {
                Value::Sparse(sparse) => {
                    let value = sparse_part(sparse, array.part).ok_or_else(missing)?;
                    all.fixed.insert(array.name, fused::value_of(value, false));
                }
                Value::Mapped(mapped) => {
                    let (ArrayPart::Mapped(name) | ArrayPart::MappedNumber(name)) = array.part
                    else {
                        return Err(missing());
                    };
                    let value = mapped.arrays().get(&name).ok_or_else(missing)?;
                    all.fixed.insert(array.name, narrowed(value, array.element));
                }
                Value::Tensor(literal) => {
                    let (physical, bytes) = memory_of(array, literal);
                    all.changing.insert(array.name, (physical, bytes));
                }
                _ => return Err(missing()),
            }
        }
        Ok(Some(all))
    }
}

/// The arrays of a mapping's tensor, as they are in memory.
fn mapped_arrays(mapped: &Mapped) -> Inputs {
    let element = mapped.ty().element().unwrap_or(Element::F64);
    mapped.arrays().iter().map(|(name, value)| (*name, narrowed(value, element))).collect()
}

/// An array whose reals are floats of 32 bits in memory, if the elements are.
fn narrowed(value: &hloom_storage::Value, element: Element) -> hloom_storage::Value {
    match value {
        hloom_storage::Value::Array(array) if element == Element::F32 => match array.reals() {
            Some(reals) => {
                let singles: Vec<f32> = reals.iter().map(|real| *real as f32).collect();
                hloom_storage::Value::singles(singles)
            }
            None => value.clone(),
        },
        other => other.clone(),
    }
}

/// An array of a sparse tensor.
fn sparse_part(sparse: &Sparse, part: ArrayPart) -> Option<&Literal> {
    match part {
        ArrayPart::Number | ArrayPart::Mapped(_) | ArrayPart::MappedNumber(_) => None,
        ArrayPart::Values => Some(sparse.values()),
        ArrayPart::Positions(l) => sparse.levels().get(l)?.pos.as_ref(),
        ArrayPart::Coordinates(l) => sparse.levels().get(l)?.crd.as_ref(),
    }
}

/// A dense operand in memory: nothing is known of its elements but the bounds of their type.
fn memory_of(array: &FusedArray, literal: &Literal) -> (Physical, Vec<u8>) {
    let element = array.element;
    let length = (array.part != ArrayPart::Number).then_some(literal.count() as u64);
    let within = match fused::scalar(element) {
        Some(Scalar::Int) => hloom_loops::storage::bounds(element),
        _ => None,
    };
    let physical = Physical { element, length, within, ascending: Ascending::Unknown };
    (physical, literal.clone().expanded().bytes().to_vec())
}

fn extents_of(ty: Type) -> Vec<Option<u64>> {
    let dims = ty.as_tensor().map_or(&[][..], |tensor| &tensor.dims);
    dims.iter().map(|n| Some(*n as u64)).collect()
}

fn scalar_of(ty: Type) -> Scalar {
    ty.element().and_then(fused::scalar).unwrap_or(Scalar::Real)
}

/// Writes a number of the calculus as an element.
fn write(number: &hloom_storage::Value, element: Element, out: &mut [u8]) {
    match number {
        hloom_storage::Value::Bool(value) => out[0] = u8::from(*value),
        hloom_storage::Value::Int(value) => out.copy_from_slice(&value.to_le_bytes()[..out.len()]),
        hloom_storage::Value::Real(value) => write_f64(element, *value, out),
        hloom_storage::Value::Array(_) | hloom_storage::Value::Dict(_) => out.fill(0),
    }
}

/// The result of code as a dense tensor of a type's extents.
fn dense(ty: Type, code: &dyn Executable) -> Result<Literal, String> {
    let tensor = ty.as_tensor().ok_or("is no tensor")?;
    let element = tensor.element;
    let mut all = Literal::zeros(Type::tensor(&tensor.dims, element)).map_err(|e| e.to_string())?;
    let width = element.byte_width();
    let out = all.as_mut_slice::<u8>();
    if let Some(bytes) = code.elements() {
        for (at, out) in out.chunks_exact_mut(width).enumerate() {
            write(&number(bytes, scalar_of(ty), at), element, out);
        }
        return Ok(all);
    }
    let Found { keys, numbers } = code.entries(tensor.rank(), scalar_of(ty));
    for entry in 0..numbers.len() {
        let place = keys.iter().zip(&tensor.dims).fold(0, |at, (keys, n)| at * n + keys[entry]);
        write(&numbers.get(entry), element, &mut out[place as usize * width..][..width]);
    }
    Ok(all)
}

/// The entries other than zero as a tensor with the storage of a type.
fn stored(ty: Type, code: &dyn Executable, threads: usize) -> Result<Value, String> {
    if let Some(rows) = code.rows().filter(|_| !fused::is_mapped(ty))
        && let Some(made) = of_rows(ty, &rows, threads)
    {
        return Ok(Value::Sparse(Arc::new(made)));
    }
    let element = ty.element().unwrap_or(Element::F64);
    let width = element.byte_width();
    let order = extents_of(ty).len();
    let Found { keys, numbers } = code.entries(order, scalar_of(ty));
    let signed_zero = |bits: &u64| f64::from_bits(*bits) == 0.0;
    let has_zero = match element {
        Element::F64 => numbers.bits().iter().any(signed_zero),
        Element::I64 => numbers.bits().contains(&0),
        // Any other element: its numbers are converted one by one.
        _ => true,
    };
    if !has_zero && !fused::is_mapped(ty) {
        let values = Type::tensor(&[numbers.len() as i64], element);
        let mut literal = Literal::zeros(values).map_err(|error| error.to_string())?;
        literal.as_mut_slice::<u64>().copy_from_slice(numbers.bits());
        let unsigned = |all: Vec<i64>| all.into_iter().map(|key| key as u64).collect();
        let columns: Vec<Vec<u64>> = keys.into_iter().map(unsigned).collect();
        let made = Sparse::from_columns(ty, &columns, &literal).map_err(|e| e.to_string())?;
        return Ok(Value::Sparse(Arc::new(made)));
    }
    let mut bytes = Vec::with_capacity(numbers.len() * width);
    let mut own = vec![0; width];
    // A negative zero is no entry either: the dictionary of the plan has none.
    let kept = |at: &usize| {
        write(&numbers.get(*at), element, &mut own);
        let is_zero = match element.is_float() {
            true => read_f64(element, &own) == 0.0,
            false => own.iter().all(|byte| *byte == 0),
        };
        if !is_zero {
            bytes.extend_from_slice(&own);
        }
        !is_zero
    };
    let kept: Vec<usize> = (0..numbers.len()).filter(kept).collect();
    let values = Type::tensor(&[kept.len() as i64], element);
    let values = Literal::new(values, bytes.as_slice().into()).map_err(|e| e.to_string())?;
    if fused::is_mapped(ty) {
        let mut all = Numbers::empty(scalar_of(ty));
        let hloom_storage::Value::Array(array) = fused::value_of(&values, false) else {
            return Err("has no numbers".to_owned());
        };
        array.positions().filter_map(|at| array.get(at)).for_each(|number| all.push(&number));
        let keys = keys.iter().map(|column| kept.iter().map(|at| column[*at]).collect()).collect();
        let extents = extents_of(ty).into_iter().map(|extent| extent.unwrap_or(0)).collect();
        let of = Coordinates::new(extents, keys, all, Duplicates::Reject);
        let of = of.map_err(|error| error.to_string())?;
        return Ok(Value::Mapped(Arc::new(Mapped::of_entries(ty, &of, &Inputs::new())?)));
    }
    let column = |all: &Vec<i64>| kept.iter().map(|at| all[*at] as u64).collect();
    let columns: Vec<Vec<u64>> = keys.iter().map(column).collect();
    let made = Sparse::from_columns(ty, &columns, &values).map_err(|error| error.to_string())?;
    Ok(Value::Sparse(Arc::new(made)))
}
