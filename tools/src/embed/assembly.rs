//! Plans that the host runs: those whose results are stored by levels or a mapping, so that their entries are
//! counted by the run, and those that read the arrays of a mapping.
//!
//! Code for such a plan is made when its arrays are there, for the lengths that they have, as that of a storage
//! program (`hloom run FILE.sdql`). It is kept, and serves further runs with the same stored operands: the same
//! objects, or equal arrays. Dense operands may be others in each run. If other dense operands give another
//! number of entries, code is made again.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use hloom_interp::Value;
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::literal::{Bytes, read_f64};
use hloom_ir::{Element, Literal, Module, OpId, Type};
use hloom_loops::storage::{Ascending, Physical};
use hloom_storage::elements::write_number;
use hloom_storage::encoding::{Mapped, MappedFormat};
use hloom_storage::fused::{self, ArrayPart, FusedArray, FusedPlan};
use hloom_storage::term::{Symbol, Term};
use hloom_storage::{Coordinates, Duplicates, Inputs, Numbers, Scalar};

use super::assembled_rows::{csr_rows, of_rows};
use crate::storage::{Executable, Found, MachineData, compiled, number};

/// The most codes that are kept: as many runs at the same time need none of their own.
const MOST_KEPT: usize = 16;

/// The codes of a program's plans.
#[derive(Default)]
pub(super) struct Assembler {
    plans: Mutex<HashMap<OpId, Arc<FusedPlan>>>,
    kept: Mutex<Vec<Prepared>>,
    /// The reasons for which the evaluator does work.
    refused: Mutex<HashMap<Work, String>>,
}

/// The work of code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Work {
    /// The plan of a fusion.
    Plan(OpId),
    /// The conversion of a tensor of this type, which has a mapping, to a dense one.
    Dense(Type),
}

/// Code for some work and its stored operands.
struct Prepared {
    work: Work,
    threads: usize,
    stored: Vec<Stored>,
    code: Box<dyn Executable>,
}

/// An operand that code is made for.
#[derive(Clone)]
enum Stored {
    Sparse(Arc<Sparse>),
    Mapped(Arc<Mapped>),
}

impl Stored {
    /// Whether two operands are the same object, or have the same arrays to the last bit.
    fn is(&self, other: &Stored) -> bool {
        match (self, other) {
            (Stored::Sparse(a), Stored::Sparse(b)) => Arc::ptr_eq(a, b) || a == b,
            (Stored::Mapped(a), Stored::Mapped(b)) => {
                let has = |(name, value): (&Symbol, &hloom_storage::Value)| {
                    b.arrays().get(name).is_some_and(|other| have_same_bits(value, other))
                };
                Arc::ptr_eq(a, b) || a.ty() == b.ty() && a.arrays().iter().all(has)
            }
            _ => false,
        }
    }
}

/// Whether two arrays or numbers are the same, reals to the last bit.
fn have_same_bits(a: &hloom_storage::Value, b: &hloom_storage::Value) -> bool {
    use hloom_storage::Value::{Array, Real};
    match (a, b) {
        (Real(a), Real(b)) => a.to_bits() == b.to_bits(),
        (Array(a), Array(b)) => match (a.reals(), b.reals(), a.singles(), b.singles()) {
            (Some(a), Some(b), ..) => {
                a.iter().map(|x| x.to_bits()).eq(b.iter().map(|x| x.to_bits()))
            }
            (.., Some(a), Some(b)) => {
                a.iter().map(|x| x.to_bits()).eq(b.iter().map(|x| x.to_bits()))
            }
            (None, None, None, None) => a == b,
            _ => false,
        },
        _ => a == b,
    }
}

/// The contents of dense operands.
type Changing = BTreeMap<Symbol, (Physical, Vec<u8>)>;

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
        let types = module.operands(op).iter().map(|v| module.ty(*v));
        let operands: Option<Vec<Value>> =
            types.zip(operands).map(|(ty, operand)| in_storage(ty, operand)).collect();
        let Some(operands) = operands else { return Ok(None) };
        let changing = changing(&plan, &operands)?;
        let fixed = || fixed(&plan, &operands);
        let asked = (Work::Plan(op), threads, operands.iter().filter_map(as_stored).collect());
        let prepared = self.ran(asked, (&result.term, result.ty), fixed, &changing)?;
        let Some(prepared) = prepared else { return Ok(None) };
        let made = match fused::is_stored(result.ty) {
            true => stored(result.ty, prepared.code.as_ref(), threads),
            false => dense(result.ty, prepared.code.as_ref()).map(Value::Tensor),
        };
        self.keep(prepared);
        made.map(Some)
    }

    /// The dense form of a tensor in the arrays of its mapping.
    ///
    /// # Errors
    /// A sentence, if the run fails.
    pub(super) fn dense(&self, mapped: &Arc<Mapped>, threads: usize) -> Result<Literal, String> {
        let ty = mapped.ty();
        let format = ty.as_tensor().and_then(MappedFormat::of);
        let format = format.ok_or_else(|| format!("{ty} has no mapping"))?;
        let work = Work::Dense(ty);
        if self.is_refused(work) {
            return mapped.to_dense();
        }
        let asked = (work, threads, vec![Stored::Mapped(mapped.clone())]);
        let fixed = || Ok(mapped_arrays(mapped));
        match self.ran(asked, (format.term(), ty), fixed, &Changing::new())? {
            Some(prepared) => {
                let made = dense(ty, prepared.code.as_ref());
                self.keep(prepared);
                made
            }
            None => mapped.to_dense(),
        }
    }

    /// Code for these operands after a run; `None` if there is none. The arrays of stored operands are asked
    /// for if no kept code has them.
    fn ran(
        &self,
        (work, threads, stored): (Work, usize, Vec<Stored>),
        (term, ty): (&Term, Type),
        fixed: impl FnOnce() -> Result<Inputs, String>,
        changing: &Changing,
    ) -> Result<Option<Prepared>, String> {
        let again = self.take(work, threads, &stored).and_then(|mut prepared| {
            let mut all = changing.iter();
            let given = all.try_for_each(|(name, (_, bytes))| prepared.code.give(*name, bytes));
            given.and_then(|()| prepared.code.run()).ok().map(|()| prepared)
        });
        if again.is_some() {
            return Ok(again);
        }
        let fixed = fixed()?;
        let data = MachineData { fixed: &fixed, changing };
        let asked = u16::try_from(threads).ok();
        let compressed = fused::is_stored(ty) && matches!(work, Work::Plan(_));
        match compiled(term, data, &extents_of(ty), asked, compressed) {
            Ok(mut code) => {
                code.run()?;
                Ok(Some(Prepared { work, threads, stored, code }))
            }
            Err(error) => {
                let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
                refused.insert(work, format!("{error:#}"));
                Ok(None)
            }
        }
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
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.get(&Work::Plan(op)).cloned()
    }

    fn is_refused(&self, work: Work) -> bool {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&work)
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

    /// Takes code that was made for these operands.
    fn take(&self, work: Work, threads: usize, stored: &[Stored]) -> Option<Prepared> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|it| {
            let same = || it.stored.iter().zip(stored).all(|(a, b)| a.is(b));
            it.work == work && it.threads == threads && it.stored.len() == stored.len() && same()
        })?;
        // The oldest stay in front.
        Some(kept.remove(at))
    }
}

/// An operand as a plan reads it: stored as its type says. `None` if the type can't hold it.
fn in_storage(ty: Type, operand: &Value) -> Option<Value> {
    let Value::Tensor(literal) = operand else { return Some(operand.clone()) };
    if fused::is_mapped(ty) {
        return Mapped::from_dense(ty, literal).ok().map(|mapped| Value::Mapped(Arc::new(mapped)));
    }
    if fused::is_stored(ty) {
        return Sparse::from_dense(ty, literal).ok().map(|sparse| Value::Sparse(Arc::new(sparse)));
    }
    Some(operand.clone())
}

fn as_stored(operand: &Value) -> Option<Stored> {
    match operand {
        Value::Sparse(sparse) => Some(Stored::Sparse(sparse.clone())),
        Value::Mapped(mapped) => Some(Stored::Mapped(mapped.clone())),
        _ => None,
    }
}

fn missing(array: &FusedArray) -> String {
    format!("there is no data for `{}`", array.name)
}

/// The contents of a plan's dense operands.
fn changing(plan: &FusedPlan, operands: &[Value]) -> Result<Changing, String> {
    let mut all = Changing::new();
    for array in &plan.arrays {
        if let Value::Tensor(literal) = operands.get(array.input).ok_or_else(|| missing(array))? {
            all.insert(array.name, memory_of(array, literal));
        }
    }
    Ok(all)
}

/// The arrays of a plan's stored operands.
fn fixed(plan: &FusedPlan, operands: &[Value]) -> Result<Inputs, String> {
    let mut all = Inputs::new();
    for array in &plan.arrays {
        let value = match (operands.get(array.input), array.part) {
            (Some(Value::Tensor(_)), _) => continue,
            (Some(Value::Sparse(sparse)), part) => {
                fused::part_of(sparse, part).map(|literal| fused::value_of(literal, false))
            }
            (
                Some(Value::Mapped(mapped)),
                ArrayPart::Mapped(name) | ArrayPart::MappedNumber(name),
            ) => mapped.arrays().get(&name).map(|value| narrowed(value, array.element)),
            _ => None,
        };
        all.insert(array.name, value.ok_or_else(|| missing(array))?);
    }
    Ok(all)
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

/// A dense operand in memory: nothing is known of its elements but the bounds of their type.
fn memory_of(array: &FusedArray, literal: &Literal) -> (Physical, Vec<u8>) {
    let element = array.element;
    let length = (array.part != ArrayPart::Number).then_some(literal.count() as u64);
    let within = match fused::scalar(element) {
        Some(Scalar::Int) => hloom_loops::storage::bounds(element),
        _ => None,
    };
    let ascending = Ascending::Unknown;
    let physical = Physical { element, length, within, ascending, finite: false };
    (physical, literal.clone().expanded().bytes().to_vec())
}

fn extents_of(ty: Type) -> Vec<Option<u64>> {
    let dims = ty.as_tensor().map_or(&[][..], |tensor| &tensor.dims);
    dims.iter().map(|n| Some(*n as u64)).collect()
}

fn scalar_of(ty: Type) -> Scalar {
    ty.element().and_then(fused::scalar).unwrap_or(Scalar::Real)
}

/// The result of code as a dense tensor of a type's extents.
fn dense(ty: Type, code: &dyn Executable) -> Result<Literal, String> {
    let tensor = ty.as_tensor().ok_or_else(|| format!("{ty} is not a tensor"))?;
    let element = tensor.element;
    let mut all = Literal::zeros(Type::tensor(&tensor.dims, element)).map_err(|e| e.to_string())?;
    let width = element.byte_width();
    let out = all.as_mut_slice::<u8>();
    if let Some(bytes) = code.elements() {
        for (at, out) in out.chunks_exact_mut(width).enumerate() {
            write_number(&number(bytes, scalar_of(ty), at), element, out);
        }
        return Ok(all);
    }
    let Found { keys, numbers } = code.entries(tensor.rank(), scalar_of(ty));
    for entry in 0..numbers.len() {
        if keys.iter().zip(&tensor.dims).any(|(keys, n)| !(0..*n).contains(&keys[entry])) {
            return Err(format!("the result has an entry outside of the extents of {ty}"));
        }
        let place = keys.iter().zip(&tensor.dims).fold(0, |at, (keys, n)| at * n + keys[entry]);
        write_number(&numbers.get(entry), element, &mut out[place as usize * width..][..width]);
    }
    Ok(all)
}

/// The entries other than zero as a tensor with the storage of a type.
fn stored(ty: Type, code: &dyn Executable, threads: usize) -> Result<Value, String> {
    if !fused::is_mapped(ty)
        && let Some(count) = csr_rows(ty)
        && let Some(rows) = code.rows(count)
        && let Some(made) = of_rows(ty, &rows, threads)
    {
        return Ok(Value::Sparse(Arc::new(made)));
    }
    let element = ty.element().unwrap_or(Element::F64);
    let order = extents_of(ty).len();
    let Found { keys, numbers } = code.entries(order, scalar_of(ty));
    let (keys, values) = match has_zero(element, &numbers) {
        false => (keys, bits_of(element, &numbers)?),
        true => other_than_zero(element, &keys, &numbers)?,
    };
    let wrong = |what: String| format!("the result {what}");
    if fused::is_mapped(ty) {
        let mut all = Numbers::empty(scalar_of(ty));
        if let hloom_storage::Value::Array(array) = fused::value_of(&values, false) {
            let numbers = array.positions().filter_map(|at| array.get(at));
            numbers.for_each(|number| all.push(&number));
        }
        let extents = extents_of(ty).into_iter().map(|extent| extent.unwrap_or(0)).collect();
        let of = Coordinates::new(extents, keys, all, Duplicates::Reject);
        let of = of.map_err(|error| wrong(format!("is wrong: {error}")))?;
        let made = Mapped::of_entries(ty, &of, &Inputs::new()).map_err(wrong)?;
        return Ok(Value::Mapped(Arc::new(made)));
    }
    let unsigned = |all: Vec<i64>| all.into_iter().map(|key| key as u64).collect();
    let columns: Vec<Vec<u64>> = keys.into_iter().map(unsigned).collect();
    let made = Sparse::from_columns(ty, &columns, &values);
    made.map(|made| Value::Sparse(Arc::new(made))).map_err(|error| wrong(error.to_string()))
}

/// Whether some of these numbers may be zero as elements of a type.
fn has_zero(element: Element, numbers: &Numbers) -> bool {
    match element {
        Element::F64 => numbers.bits().iter().any(|bits| f64::from_bits(*bits) == 0.0),
        Element::I64 => numbers.bits().contains(&0),
        // Any other element: its numbers are converted one by one.
        _ => true,
    }
}

/// Numbers of 64 bits as elements.
fn bits_of(element: Element, numbers: &Numbers) -> Result<Literal, String> {
    let values = Type::tensor(&[numbers.len() as i64], element);
    let mut literal = Literal::zeros(values).map_err(|error| error.to_string())?;
    literal.as_mut_slice::<u64>().copy_from_slice(numbers.bits());
    Ok(literal)
}

/// The coordinates and elements of those entries whose element is other than zero. A negative zero is no entry
/// either: the dictionary of the plan has none.
fn other_than_zero(
    element: Element,
    keys: &[Vec<i64>],
    numbers: &Numbers,
) -> Result<(Vec<Vec<i64>>, Literal), String> {
    let width = element.byte_width();
    let mut bytes = Vec::with_capacity(numbers.len() * width);
    let mut own = vec![0; width];
    let kept = |at: &usize| {
        write_number(&numbers.get(*at), element, &mut own);
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
    let ty = Type::tensor(&[kept.len() as i64], element);
    let values = Literal::new(ty, Bytes::from(&*bytes)).map_err(|error| error.to_string())?;
    let keys = keys.iter().map(|column| kept.iter().map(|at| column[*at]).collect()).collect();
    Ok((keys, values))
}
