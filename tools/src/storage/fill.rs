//! The arrays of a storage mapping, from the entries of a tensor.
//!
//! The mapping may be any ([`assemble()`]). The name of its format, for people, is found by its term: a
//! mapping that a program writes out is the same as that of the library.

use std::sync::LazyLock;

use hloom_storage::check::Definition;
use hloom_storage::term::{Node, Term};
use hloom_storage::{
    AssembleError, Coordinates, Duplicates, Inputs, Module, Scalar, Sort, Value, assemble, compile,
    formats,
};

use super::files::{Entries, Numbers};

/// The arrays for which the mapping of `tensor` is the tensor of these entries, which are sorted
/// and unique. `given` has numbers that the entries do not determine, such as the size of blocks; `way` is how
/// a user gives them.
///
/// # Errors
/// If the format can't hold the tensor, or the mapping can't be read backwards; the message says
/// that its arrays can be given instead.
pub(crate) fn fill(
    module: &Module,
    tensor: &Definition,
    of: &Entries,
    given: &Inputs,
    way: SizeHint,
) -> Result<Inputs, String> {
    assembled(module, tensor, of, given).map_err(|error| match &error {
        AssembleError::Unsupported(_) => {
            format!("{error}; give its arrays, {}", arrays_of(module, tensor).join(", "))
        }
        AssembleError::Undetermined(names) => match way {
            SizeHint::Option => {
                let name = names.first().map_or("NAME", String::as_str);
                format!("{error}, for example --input {name}=2")
            }
            SizeHint::Type => format!("{error} in the type, as `bsr:h=2,w=2` does"),
        },
        error => error.to_string(),
    })
}

/// The way to give a number that entries do not determine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SizeHint {
    /// `--input A_h=2`, of a storage program.
    Option,
    /// `#hloom.storage<"bsr:h=2,w=2">`.
    Type,
}

/// As [`fill`], with the error of the assembly.
pub(crate) fn assembled(
    module: &Module,
    tensor: &Definition,
    of: &Entries,
    given: &Inputs,
) -> Result<Inputs, AssembleError> {
    let mut scalars = given.clone();
    for (part, value) in &of.scalars {
        scalars.entry(format!("{}_{part}", tensor.name).into()).or_insert(Value::Int(*value));
    }
    let numbers = match of.numbers.clone() {
        Numbers::Bools(all) => all.into(),
        Numbers::Ints(all) => all.into(),
        Numbers::Reals(all) => hloom_storage::Numbers::from(all),
        Numbers::Singles(all) => all.into_iter().map(f64::from).collect::<Vec<_>>().into(),
    };
    let single = matches!(of.numbers, Numbers::Singles(_));
    let of = Coordinates::new(of.extents.clone(), of.keys.clone(), numbers, Duplicates::Reject)
        .map_err(|error| AssembleError::WrongTensor(error.to_string()))?;
    let mut filled = assemble(module, &tensor.name, &of, &scalars)?;
    if single {
        filled.values_mut().for_each(narrow);
    }
    Ok(filled)
}

/// Makes an array of reals one of 32-bit floats, if these hold all of them.
fn narrow(value: &mut Value) {
    let Value::Array(array) = &*value else { return };
    if let Some(reals) = array.reals() {
        *value = Numbers::Reals(reals.to_vec()).narrowed().to_array();
    }
}

/// The names of the arrays and numbers that a mapping reads.
pub(crate) fn arrays_of(module: &Module, tensor: &Definition) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for node in tensor.body.iter().flat_map(|body| &body.term) {
        if let Node::Input(name, _) = node
            && !names.iter().any(|known| known == name.as_str())
        {
            names.push(name.to_string());
        }
    }
    // In the order of the text.
    names.sort_by_key(|name| module.tensors.iter().position(|t| t.name == *name));
    names
}

/// Whether a tensor is a mapping over arrays that have its name, such as `A_pos` of `A`.
pub(super) fn owns_arrays(module: &Module, tensor: &Definition) -> bool {
    let own = |name: &String| {
        let part = name.strip_prefix(tensor.name.as_str()).and_then(|it| it.strip_prefix('_'));
        part.is_some()
    };
    module.is_mapping(tensor) && arrays_of(module, tensor).iter().any(own)
}

/// The name of the library's format that a tensor is stored in.
pub(crate) fn format_of(module: &Module, tensor: &Definition) -> Option<&'static str> {
    static KNOWN: LazyLock<Vec<(&str, Term)>> = LazyLock::new(|| {
        let term = |text: &str| {
            let module = compile(text).ok()?;
            let body = module.tensor("T")?.body.clone()?;
            Some(nameless(&module.inlined(&body.term), "T"))
        };
        let known = formats::ALL.iter();
        known.filter_map(|(name, text)| Some((*name, term(text)?))).collect()
    });
    let body = tensor.body.as_ref()?;
    let own = nameless(&module.inlined(&body.term), &tensor.name);
    KNOWN.iter().find(|(_, term)| *term == own).map(|(name, _)| *name)
}

/// A mapping's term without the name of its tensor, and as if all numbers were integers.
fn nameless(term: &Term, tensor: &str) -> Term {
    let int = |sort: Sort| Sort { base: Scalar::Int, ..sort };
    let prefix = format!("{tensor}_");
    let nodes = term.iter().map(|node| match node {
        Node::Input(name, sort) => {
            let part = name.as_str().strip_prefix(prefix.as_str());
            let name = part.map_or(*name, |part| format!("_{part}").into());
            Node::Input(name, int(*sort))
        }
        Node::Var(index, sort) => Node::Var(*index, int(*sort)),
        Node::Zero(sort) => Node::Zero(int(*sort)),
        node => *node,
    });
    nodes.collect::<Vec<_>>().into()
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
    use super::super::files::{Data, read};
    use super::*;
    use hloom_storage::evaluate;

    fn entries(name: &str, text: &str) -> Entries {
        match read(name, text.as_bytes()) {
            Ok(Data::Entries(entries)) => entries,
            other => panic!("{other:?}"),
        }
    }

    /// Each format stands for the entries that it was filled with, and is known by its term.
    #[test]
    fn formats_stand_for_the_entries() {
        let matrix = "%%MatrixMarket matrix coordinate real general\n3 4 5\n1 1 6\n1 3 9\n1 4 8\n3 1 5\n3 4 7\n";
        let square =
            "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 6\n2 1 9\n3 3 8\n";
        let cube = "1 1 2 1.5\n1 3 1 2.5\n1 3 2 3.5\n4 1 1 4.5\n";
        let vector = "2 9.5\n4 8.5\n";
        let filled = [
            ("csr", "a.mtx", matrix),
            ("csc", "a.mtx", matrix),
            ("dcsr", "a.mtx", matrix),
            ("ell", "a.mtx", matrix),
            ("coo_matrix", "a.mtx", matrix),
            ("dense_matrix", "a.mtx", matrix),
            ("dense_columns", "a.mtx", matrix),
            ("banded", "a.mtx", square),
            ("symmetric", "a.mtx", square),
            ("csf", "a.tns", cube),
            ("dense_tensor", "a.tns", cube),
            ("coo_vector", "a.tns", vector),
            ("dense_vector", "a.tns", vector),
        ];
        for (format, name, text) in filled {
            let entries = entries(name, text).unique(false).unwrap();
            let program = formats::named(formats::find(format).unwrap(), "A") + "A";
            let module = compile(&program).unwrap();
            let tensor = module.tensor("A").unwrap();
            assert_eq!(format_of(&module, tensor), Some(format));
            let inputs = fill(&module, tensor, &entries, &Inputs::new(), SizeHint::Option);
            let inputs = inputs.unwrap_or_else(|error| panic!("{format}: {error}"));
            let (value, _) = evaluate(&module.composed().unwrap(), &inputs, 1000).unwrap();
            assert_eq!(value, entries.to_value(), "{format}");
            assert_eq!(
                super::super::check(&module, &inputs, Duplicates::Reject),
                Ok(()),
                "{format}"
            );
        }
    }

    /// Numbers of 32 bits stay so in the arrays of each format.
    #[test]
    fn arrays_of_32_bit_floats_stay_so() {
        let numbers = [0.1f32, -2.5, 3.0e-40, f32::INFINITY, 7.0];
        for format in ["csr", "csc", "ell", "bsr", "dense_matrix", "dictionary"] {
            let keys = match format {
                "dictionary" => vec![vec![0, 1, 2, 3, 4]],
                _ => vec![vec![0, 0, 1, 2, 2], vec![1, 3, 0, 0, 4]],
            };
            let entries = Entries {
                extents: vec![5; keys.len()],
                open: false,
                keys,
                numbers: Numbers::Singles(numbers.to_vec()),
                places: super::super::files::Places::Elements((0..5).collect()),
                scalars: vec![("h", 2), ("w", 3)],
            };
            let program = formats::named(formats::find(format).unwrap(), "A") + "A";
            let module = compile(&program).unwrap();
            let tensor = module.tensor("A").unwrap();
            let inputs = fill(&module, tensor, &entries, &Inputs::new(), SizeHint::Option).unwrap();
            let Value::Array(array) = &inputs[&"A_val".into()] else { panic!("{format}") };
            let all = array.singles().unwrap_or_else(|| panic!("{format}"));
            assert!(numbers.iter().all(|number| all.contains(number)), "{format}: {all:?}");
            let (value, _) = evaluate(&module.composed().unwrap(), &inputs, 1000).unwrap();
            assert_eq!(value, entries.to_value(), "{format}");
        }
    }

    #[test]
    fn blocks_have_the_size_that_is_given() {
        let mut of = entries("a.tns", "1 1 5\n4 6 7\n");
        of.numbers = of.numbers.converted(hloom_storage::Scalar::Real).unwrap();
        let module = compile(&formats::named(formats::find("bsr").unwrap(), "A")).unwrap();
        let tensor = module.tensor("A").unwrap();
        let error = fill(&module, tensor, &of, &Inputs::new(), SizeHint::Option).unwrap_err();
        assert!(
            error.ends_with("`A_h` and `A_w`: give a value, for example --input A_h=2"),
            "{error}"
        );
        of.scalars = vec![("h", 2), ("w", 3)];
        let inputs = fill(&module, tensor, &of, &Inputs::new(), SizeHint::Option).unwrap();
        assert_eq!(inputs[&"A_idx".into()], Value::ints([0, 1]));
        // A number on the command line comes before that of the file.
        let own = Inputs::from([("A_h".into(), Value::Int(4))]);
        let inputs = fill(&module, tensor, &of, &own, SizeHint::Option).unwrap();
        assert_eq!(inputs[&"A_pos".into()], Value::ints([0, 2]));
    }

    /// The names of tensors and the type of numbers do not matter, other mappings neither.
    #[test]
    fn formats_are_known_in_any_program() {
        let text = formats::named(formats::find("csr").unwrap(), "B")
            + &formats::named(formats::find("csf").unwrap(), "C").replace("real", "int");
        let module = compile(&text).unwrap();
        let of = |name| format_of(&module, module.tensor(name).unwrap());
        assert_eq!((of("B"), of("C")), (Some("csr"), Some("csf")));
    }

    #[test]
    fn an_entry_that_does_not_fit_is_refused() {
        let of = entries("a.tns", "1 2 5.5\n");
        let module = compile(&formats::named(formats::find("triangular").unwrap(), "A")).unwrap();
        let error =
            fill(&module, module.tensor("A").unwrap(), &of, &Inputs::new(), SizeHint::Option)
                .unwrap_err();
        assert!(error.starts_with("the format can't hold the entry at (0, 1): "), "{error}");
    }
}
