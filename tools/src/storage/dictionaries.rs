//! Dictionaries that are data, as arrays for compiled code: it has no hash tables. A dictionary is stored by levels,
//! all compressed but the first, which is dense if most of its keys have entries.

use anyhow::anyhow;
use hloom_ir::types::sparse::{Level, LevelKind, SparseEncoding};
use hloom_storage::types::Form;
use hloom_storage::{Coordinates, Inputs, Sort, Value, assemble, check, syntax};
use hloom_storage_search::from_stablehlo::encoded;

use super::archives::is_data;
use super::{Bound, Outcome, StorageProgram};

/// The program and its data with all dictionaries stored in arrays; `None` if there are none.
///
/// # Errors
/// If the arrays can't be made.
pub(crate) fn over_arrays(
    program: &StorageProgram,
    bound: &Bound,
) -> anyhow::Result<Option<(StorageProgram, Bound)>> {
    let dictionaries = program.module.tensors.iter().filter(|tensor| is_data(tensor));
    let mut tree = program.tree.clone();
    let mut found = bound.clone();
    for tensor in dictionaries.clone() {
        let name = tensor.name.as_str();
        let Some(value) = bound.inputs.get(&name.into()) else { continue };
        let entries = coordinates(tensor.ty.sort(), value, bound, name)?;
        let dims: Vec<i64> = entries.extents().iter().map(|extent| *extent as i64).collect();
        let text = encoded(name, &dims, entries.base(), &levels(&entries));
        let errors = |_| anyhow!("`{name}` has no form as arrays");
        let stored = syntax::parse(&text).map_err(errors)?;
        let arrays = check(&stored).map_err(errors)?;
        let arrays = assemble(&arrays, name, &entries, &Inputs::new())
            .map_err(|error| anyhow!("`{name}` has no form as arrays: {error}"))?;
        found.inputs.remove(&name.into());
        found.inputs.extend(arrays);
        if let Some(at) = tree.tensors.iter().position(|known| known.name.text == name) {
            tree.tensors.splice(at..=at, stored.tensors);
        }
    }
    if dictionaries.count() == 0 {
        return Ok(None);
    }
    let program = StorageProgram::of(tree).map_err(|errors| anyhow!("{}", errors[0].message))?;
    Ok(Some((program, found)))
}

/// The entries of a dictionary.
fn coordinates(
    sort: Sort,
    value: &Value,
    bound: &Bound,
    name: &str,
) -> anyhow::Result<Coordinates> {
    let Form::Nested(levels) = sort.form else { return Err(anyhow!("`{name}` is an array")) };
    let extents = match bound.extents.get(name) {
        Some(extents) => extents.sizes.clone(),
        None => {
            let outcome = Outcome::new(value, sort, &vec![None; usize::from(levels)]);
            outcome.tensor().map_err(|what| anyhow!("`{name}`: {what}"))?.extents
        }
    };
    Ok(Coordinates::of_value(value, sort, extents)?)
}

/// The levels that such entries are stored by.
fn levels(of: &Coordinates) -> SparseEncoding {
    let order = of.extents().len();
    let many = order > 1 && of.extents()[0] <= 4 * of.len() as u64;
    let level = |dim| {
        let kind = if dim == 0 && many { LevelKind::Dense } else { LevelKind::Compressed };
        Level::new(dim, kind)
    };
    SparseEncoding::new((0..order).map(level).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_storage::evaluate_module;

    #[test]
    fn dictionaries_become_arrays() {
        let text = "CREATE TENSOR A : {int -> {int -> real}}; CREATE TENSOR m_map : {int -> int};
                    sum(<(i, j), a> in A) { j -> a * real(m_map(i)) }";
        let tree = syntax::parse(text).unwrap();
        let program = StorageProgram::of(tree).unwrap();
        let row = |entries: &[(i64, f64)]| {
            Value::dict(entries.iter().map(|(key, real)| (*key, Value::Real(*real))))
        };
        let a = Value::dict([(0, row(&[(1, 2.0), (3, 4.0)])), (70, row(&[(1, 8.0)]))]);
        let inputs = Inputs::from([
            ("A".into(), a),
            ("m_map".into(), Value::dict([(0, Value::Int(1)), (70, Value::Int(-1))])),
        ]);
        let bound = Bound { inputs, ..Bound::default() };
        let (stored, arrays) = over_arrays(&program, &bound).unwrap().unwrap();
        assert!(arrays.inputs.values().all(|value| !matches!(value, Value::Dict(_))));
        let run = |program: &StorageProgram, bound: &Bound| {
            evaluate_module(&program.module, &bound.inputs, 1000).unwrap().0
        };
        assert_eq!(run(&stored, &arrays), run(&program, &bound));
        assert_eq!(run(&stored, &arrays), row(&[(1, -6.0), (3, 4.0)]));
    }
}
