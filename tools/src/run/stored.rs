//! Results of types with a storage: as the arrays that the type says.

use std::sync::Arc;

use hloom_interp::Value;
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::types::sparse::SparseEncoding;
use hloom_ir::{Element, Literal, Module, OpId, Type};
use hloom_storage::encoding::Mapped;
use hloom_storage::fused;

use super::{Problem, npy};
use crate::storage;

/// Values with those stored by levels or in the arrays of a mapping whose types say so, members of tuples too:
/// backends may give them dense.
///
/// # Errors
/// If a type can't hold the entries of its value.
pub(super) fn as_declared(values: Vec<Value>, types: &[Type]) -> Result<Vec<Value>, Problem> {
    let each = values.into_iter().zip(types).enumerate();
    each.map(|(number, (value, ty))| declared(value, *ty, &number.to_string())).collect()
}

/// The arguments and results of a function in the arrays of a mapping, each in words.
pub(super) fn of_mappings(module: &Module, function: OpId) -> Vec<String> {
    let ty = module.func(function).function_type;
    let named = |what: &'static str, all: &[Type]| -> Vec<String> {
        let all = all.iter().enumerate().filter(|(_, ty)| fused::is_mapped(**ty));
        all.map(|(number, _)| format!("{what} {number}")).collect()
    };
    let (arguments, results) = (named("argument", ty.inputs()), named("result", ty.results()));
    [arguments, results].concat()
}

/// A value of this type; `number` is that of the result, or of the member of one.
fn declared(value: Value, ty: Type, number: &str) -> Result<Value, Problem> {
    let wrong = |what: String| Problem::Wrong(format!("result {number} {what}"));
    let ty = match (&value, ty.as_tensor()) {
        (Value::Tensor(dense), Some(tensor)) if !tensor.is_static() => {
            // The run has decided the extents that the type leaves open.
            let known = tensor.with_known_dims(&dense.tensor().dims).map(Type::from);
            known.ok_or_else(|| wrong(format!("of {} can't be stored as {ty}", dense.ty())))?
        }
        _ => ty,
    };
    match (value, ty.members()) {
        (Value::Tensor(dense), _) if ty.as_tensor().is_some_and(|it| it.sparse().is_some()) => {
            let stored = Sparse::from_dense(ty, &dense).map_err(|error| wrong(error.to_string()));
            Ok(Value::Sparse(Arc::new(stored?)))
        }
        (Value::Tensor(dense), _) if fused::is_mapped(ty) => {
            let mapped = Mapped::from_dense(ty, &dense).map_err(wrong);
            Ok(Value::Mapped(Arc::new(mapped?)))
        }
        (Value::Tuple(members), Some(types)) => {
            let each = members.into_iter().zip(types.iter()).enumerate();
            let each =
                each.map(|(i, (member, ty))| declared(member, *ty, &format!("{number}.{i}")));
            each.collect::<Result<_, _>>().map(Value::Tuple)
        }
        (value, _) => Ok(value),
    }
}

/// The `.npz` archive of a stored tensor: SciPy's, if that has its format, else an array for each of its own
/// and `shape`. Those of levels are `pos0`, `crd0` and so on and `val`, those of a mapping have its names
/// without `T_`.
///
/// # Errors
/// If the value is another one, or the archive can't be made.
pub(super) fn archive(value: &Value) -> anyhow::Result<Vec<u8>> {
    match value {
        Value::Sparse(sparse) => of_levels(sparse),
        Value::Mapped(mapped) => storage::mapped_archive(mapped),
        other => anyhow::bail!("{} is stored densely", other.ty()),
    }
}

fn of_levels(sparse: &Sparse) -> anyhow::Result<Vec<u8>> {
    let dims = sparse.ty().as_tensor().map_or(&[][..], |tensor| &tensor.dims);
    let levels = &sparse.encoding().levels;
    let scipy = [
        ("csr", SparseEncoding::csr(), ["indptr", "indices"]),
        ("csc", SparseEncoding::csc(), ["indptr", "indices"]),
        ("coo", SparseEncoding::coo(2), ["row", "col"]),
    ];
    let known = scipy.into_iter().find(|(_, of, _)| dims.len() == 2 && of.levels == *levels);
    let list = |numbers: &[i64]| {
        let ty = Type::tensor(&[numbers.len() as i64], Element::I64);
        let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        Literal::new(ty, bytes.as_slice().into()).map(|literal| npy::encode(&literal))
    };
    let shape = list(dims)?;
    let Some((name, _, [first, second])) = known else {
        let mut members = Vec::new();
        for (l, level) in sparse.levels().iter().enumerate() {
            for (what, array) in [("pos", &level.pos), ("crd", &level.crd)] {
                members.extend(array.iter().map(|it| (format!("{what}{l}"), npy::encode(it))));
            }
        }
        members.push(("val".to_owned(), npy::encode(sparse.values())));
        members.push(("shape".to_owned(), shape));
        return storage::zipped(members.iter().map(|(name, bytes)| (&**name, bytes.clone())));
    };
    // SciPy takes signed integers.
    let signed = |array: &Option<Literal>| {
        let numbers: Vec<i64> = (array.iter())
            .flat_map(|it| (0..it.count()).map(|i| it.get_int(i).unwrap_or(0) as i64))
            .collect();
        list(&numbers)
    };
    let [outer, inner] = sparse.levels() else { anyhow::bail!("a matrix has two levels") };
    let (a, b) = match name {
        "coo" => (&outer.crd, &inner.crd),
        _ => (&inner.pos, &inner.crd),
    };
    storage::zipped([
        (second, signed(b)?),
        (first, signed(a)?),
        ("format", storage::format_name(name)),
        ("shape", shape),
        ("data", npy::encode(sparse.values())),
    ])
}
