//! The arrays of a storage mapping from the entries of a tensor: one seam.
//!
//! The format is recognized by its term, not by the name of a file: a mapping that a program writes
//! out is the same as that of the library.

use std::sync::LazyLock;

use hloom_storage::check::Definition;
use hloom_storage::term::Term;
use hloom_storage::{Module, Value, compile, formats};

use super::files::{Entries, Numbers};

/// The arrays for which the mapping of `tensor` is the tensor of these entries, which are sorted
/// and unique.
///
/// # Errors
/// If the mapping is not one that is filled here, or can't hold the tensor.
pub(crate) fn fill(
    module: &Module,
    tensor: &Definition,
    of: &Entries,
) -> Result<Vec<(String, Value)>, String> {
    let Some(format) = format_of(module, tensor) else {
        return Err(format!(
            "the mapping of `{}` is not filled from entries; give its arrays, {}",
            tensor.name,
            arrays_of(module, tensor).join(", ")
        ));
    };
    let parts = parts(format, of)?;
    Ok(parts.into_iter().map(|(part, value)| (format!("{}_{part}", tensor.name), value)).collect())
}

/// The names of the arrays and numbers that a mapping reads.
pub(crate) fn arrays_of(module: &Module, tensor: &Definition) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for node in tensor.body.iter().flat_map(|body| &body.term) {
        if let hloom_storage::term::Node::Input(name, _) = node
            && !names.iter().any(|known| known == name.as_str())
        {
            names.push(name.to_string());
        }
    }
    // In the order of the text.
    names.sort_by_key(|name| module.tensors.iter().position(|t| t.name == *name));
    names
}

/// The name of the library's format that a tensor is stored in.
pub(crate) fn format_of(module: &Module, tensor: &Definition) -> Option<&'static str> {
    static KNOWN: LazyLock<Vec<(&str, Term)>> = LazyLock::new(|| {
        let term = |text: &str| {
            let module = compile(text).ok()?;
            let body = module.tensor("T")?.body.clone()?;
            Some(module.inlined(&body.term))
        };
        let known = formats::ALL.iter();
        known.filter_map(|(name, text)| Some((*name, term(text)?))).collect()
    });
    let body = tensor.body.as_ref()?;
    let own = module.inlined(&body.term);
    let prefix = format!("{}_", tensor.name);
    let renamed: Term = own
        .iter()
        .map(|node| match node {
            hloom_storage::term::Node::Input(name, sort) => {
                let part = name.as_str().strip_prefix(prefix.as_str());
                let name = part.map_or(*name, |part| format!("T_{part}").into());
                hloom_storage::term::Node::Input(name, *sort)
            }
            node => *node,
        })
        .collect::<Vec<_>>()
        .into();
    KNOWN.iter().find(|(_, term)| *term == renamed).map(|(name, _)| *name)
}

/// The arrays of a format, without the tensor's name.
fn parts(format: &str, of: &Entries) -> Result<Vec<(String, Value)>, String> {
    let values = ("val".to_owned(), of.numbers.to_array());
    let sizes = |names: &[&str]| {
        let sizes = names.iter().zip(&of.extents);
        sizes.map(|(name, n)| ((*name).to_owned(), Value::Int(*n as i64))).collect::<Vec<_>>()
    };
    let list = |name: &str, all: &[i64]| (name.to_owned(), Value::ints(all));
    Ok(match format {
        "dense_vector" => vec![dense(of)?],
        "dense_matrix" | "dense_tensor" => {
            let mut parts = sizes(&["m", "n", "o"]);
            parts.push(dense(of)?);
            parts
        }
        "dense_columns" => {
            let mut parts = sizes(&["m", "n"]);
            parts.push(dense(&turned(of))?);
            parts
        }
        "coo_vector" => vec![list("pos", &[0, of.len() as i64]), list("idx", &of.keys[0]), values],
        "coo_matrix" => vec![list("row", &of.keys[0]), list("col", &of.keys[1]), values],
        "csr" => {
            let mut pos = vec![0; of.extents[0] as usize + 1];
            of.keys[0].iter().for_each(|row| pos[*row as usize + 1] += 1);
            (1..pos.len()).for_each(|row| pos[row] += pos[row - 1]);
            let mut parts = sizes(&["len"]);
            parts.extend([list("pos", &pos), list("idx", &of.keys[1]), values]);
            parts
        }
        "csc" => parts("csr", &turned(of))?,
        "dcsr" | "csf" => {
            let mut parts = levels(of);
            parts.push(values);
            parts
        }
        other => return Err(format!("the format {other} is not filled from entries yet")),
    })
}

fn dense(of: &Entries) -> Result<(String, Value), String> {
    Ok(("val".to_owned(), of.to_dense()?.numbers.to_array()))
}

/// The transpose of a matrix, with its entries sorted.
fn turned(of: &Entries) -> Entries {
    let mut order: Vec<usize> = (0..of.len()).collect();
    order.sort_by_key(|e| (of.keys[1][*e], of.keys[0][*e]));
    let key = |d: usize| order.iter().map(|e| of.keys[d][*e]).collect();
    Entries {
        extents: vec![of.extents[1], of.extents[0]],
        keys: vec![key(1), key(0)],
        numbers: of.numbers.at(&order),
        ..of.clone()
    }
}

/// Positions and coordinates of compressed levels, the outermost first.
fn levels(of: &Entries) -> Vec<(String, Value)> {
    let mut parts = Vec::new();
    // The first entry below each node of the level outside, and the end.
    let mut parents = vec![0, of.len()];
    for level in 0..of.keys.len() {
        let starts = |e: usize| e == 0 || (0..=level).any(|d| of.keys[d][e] != of.keys[d][e - 1]);
        let mut nodes: Vec<usize> = (0..of.len()).filter(|e| starts(*e)).collect();
        let pos: Vec<i64> =
            parents.iter().map(|e| nodes.partition_point(|node| node < e) as i64).collect();
        let idx: Vec<i64> = nodes.iter().map(|e| of.keys[level][*e]).collect();
        parts.push((format!("pos{}", level + 1), Value::ints(pos)));
        parts.push((format!("idx{}", level + 1), Value::ints(idx)));
        nodes.push(of.len());
        parents = nodes;
    }
    parts
}

/// Numbers as the type of a tensor's elements wants them.
///
/// # Errors
/// If the type can't hold them.
pub(crate) fn typed(of: Numbers, tensor: &Definition) -> Result<Numbers, String> {
    of.converted(tensor.ty.base())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_storage::{Inputs, evaluate};

    /// Each format that is filled stands for the entries that it was filled with.
    #[test]
    fn formats_stand_for_the_entries() {
        let matrix = "%%MatrixMarket matrix coordinate real general\n3 4 5\n1 1 6\n1 3 9\n1 4 8\n3 1 5\n3 4 7\n";
        let cube = "1 1 2 1.5\n1 3 1 2.5\n1 3 2 3.5\n4 1 1 4.5\n";
        let vector = "2 9.5\n4 8.5\n";
        let filled = [
            ("csr", "a.mtx", matrix),
            ("csc", "a.mtx", matrix),
            ("dcsr", "a.mtx", matrix),
            ("coo_matrix", "a.mtx", matrix),
            ("dense_matrix", "a.mtx", matrix),
            ("dense_columns", "a.mtx", matrix),
            ("csf", "a.tns", cube),
            ("dense_tensor", "a.tns", cube),
            ("coo_vector", "a.tns", vector),
            ("dense_vector", "a.tns", vector),
        ];
        for (format, name, text) in filled {
            let mut read = super::super::files::read(name, text.as_bytes());
            let Ok(super::super::files::Data::Entries(entries)) = &mut read else {
                panic!("{name}")
            };
            let program = formats::named(formats::find(format).unwrap(), "A") + "A";
            let module = compile(&program).unwrap();
            let tensor = module.tensor("A").unwrap();
            assert_eq!(format_of(&module, tensor), Some(format));
            let inputs = fill(&module, tensor, entries).unwrap();
            let inputs: Inputs = inputs.into_iter().map(|(k, v)| (k.into(), v)).collect();
            let (value, _) = evaluate(&module.composed().unwrap(), &inputs, 1000).unwrap();
            assert_eq!(value, entries.to_value(), "{format}");
        }
    }

    #[test]
    fn a_mapping_of_ones_own_names_its_arrays() {
        let text = "CREATE TENSOR A_n : int; CREATE TENSOR A_v : [real];
                    CREATE TENSOR A AS sum(<_, i> in 0:A_n) { i -> A_v(A_n - 1 - i) }; A";
        let module = compile(text).unwrap();
        let tensor = module.tensor("A").unwrap();
        let zero = super::super::files::read("a.tns", b"1 5.0\n").unwrap();
        let super::super::files::Data::Entries(entries) = zero else { panic!("it has entries") };
        assert_eq!(
            fill(&module, tensor, &entries).unwrap_err(),
            "the mapping of `A` is not filled from entries; give its arrays, A_n, A_v"
        );
    }
}
