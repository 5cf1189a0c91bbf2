//! Formats filled from entries: the arrays are those that were written down by hand for the formats
//! of the library, and any mapping of a supported form evaluates to the tensor that it was filled
//! from.

use hloom_storage::{
    AssembleError, Coordinates, Duplicates, Inputs, Module, Numbers, Value, assemble, compile,
    evaluate, formats,
};
use hloom_storage_tests::data::Tensor;
use hloom_storage_tests::{Random, samples};
use std::collections::BTreeMap;

/// The entries of a tensor.
fn coordinates(tensor: &Tensor) -> Coordinates {
    let keys = (0..tensor.dims.len())
        .map(|d| tensor.entries.keys().map(|key| key[d] as i64).collect())
        .collect();
    let values: Vec<f64> = tensor.entries.values().copied().collect();
    let extents = tensor.dims.iter().map(|d| *d as u64).collect();
    Coordinates::new(extents, keys, values.into(), Duplicates::Reject).unwrap()
}

/// A matrix with the entries of `tensor` for which `keep` holds.
fn filtered(mut tensor: Tensor, keep: impl Fn(usize, usize) -> bool) -> Tensor {
    tensor.entries.retain(|key, _| keep(key[0], key[1]));
    tensor
}

/// A tensor of the shape and the pattern that the format of this name holds.
fn fitting(r: &mut Random, format: &str) -> Tensor {
    let percent = *r.one_of(&[0, 15, 40, 100]);
    let (m, n) = (r.below(7), r.below(7));
    match format {
        "coo_vector" | "dense_vector" | "dictionary" | "run_length" | "hash_vector" => {
            Tensor::random(r, &[n], percent)
        }
        "csf" | "csf_201" | "coo_tensor" | "hash_tensor" | "dense_tensor" | "dense_tensor_210" => {
            let o = r.below(4);
            Tensor::random(r, &[m, n, o], percent)
        }
        "csf_4" | "coo_tensor_4" | "hash_tensor_4" | "dense_tensor_4" => {
            let (o, p) = (r.below(4), r.below(3));
            Tensor::random(r, &[m, n, o, p], percent)
        }
        "banded" => {
            let (l, u) = (r.below(3), r.below(3));
            filtered(Tensor::random(r, &[n, n], percent), |i, j| j <= i + u && i <= j + l)
        }
        "triangular" => filtered(Tensor::random(r, &[n, n], percent), |i, j| j <= i),
        "symmetric" => {
            let lower = filtered(Tensor::random(r, &[n, n], percent), |i, j| j <= i);
            let mut all = lower.transposed();
            all.entries.extend(lower.entries);
            all
        }
        "two_of_four" => {
            let quads = r.below(3);
            let mut tensor = Tensor::random(r, &[m, 4 * quads], percent);
            let mut used: BTreeMap<(usize, usize), usize> = BTreeMap::new();
            tensor.entries.retain(|key, _| {
                let count = used.entry((key[0], key[1] / 4)).or_default();
                *count += 1;
                *count <= 2
            });
            tensor
        }
        _ => Tensor::random(r, &[m, n], percent),
    }
}

fn module(text: &str) -> Module {
    compile(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

/// The value of the tensor `A` of the module for these arrays.
fn read_back(module: &Module, arrays: &Inputs) -> Value {
    let body = module.tensor("A").unwrap().body.as_ref().unwrap();
    evaluate(&module.inlined(&body.term), arrays, 1_000_000).unwrap().0
}

/// Scalars that the entries do not determine.
fn given(format: &str) -> Inputs {
    match format {
        "bsr" => {
            [("h", 2), ("w", 3)].map(|(name, v)| (format!("A_{name}").into(), Value::Int(v))).into()
        }
        "z_order_blocks" => [("A_h".into(), Value::Int(2))].into(),
        _ => Inputs::new(),
    }
}

fn check(format: &str, seed: u64) {
    let r = &mut Random::new(seed);
    let tensor = fitting(r, format);
    let module = module(&formats::named(formats::find(format).unwrap(), "A"));
    let of = coordinates(&tensor);
    let found = assemble(&module, "A", &of, &given(format))
        .unwrap_or_else(|error| panic!("{format}, {tensor:?}: {error}"));
    assert_eq!(read_back(&module, &found), tensor.value(), "{format}, {tensor:?}: {found:?}");
    // Of these formats there are several forms of the same tensor.
    let several = ["run_length", "dictionary", "dictionary_matrix", "z_order", "banded", "dia"]
        .contains(&format)
        || ["ddc", "rle", "ole"].contains(&format);
    if several || tensor.dims.contains(&0) {
        return;
    }
    let mut by_hand = Inputs::new();
    tensor.store(format, "A", &mut by_hand);
    if format == "two_of_four" || format == "ell" {
        // Where the indices of empty positions are of no account.
        by_hand.retain(|name, _| !name.as_str().ends_with("place"));
    }
    for (name, value) in by_hand {
        assert_eq!(found[&name], value, "{format}, {name}, {tensor:?}");
    }
}

#[test]
fn library_formats_are_filled_as_by_hand() {
    for (format, _) in formats::ALL {
        for seed in 0..40 {
            check(format, seed);
        }
    }
}

#[test]
fn campaign_filled_formats() {
    for seed in 0..samples(200) {
        let r = &mut Random::new(seed);
        let format = r.one_of(formats::ALL).0;
        check(format, 1 << 32 | seed);
    }
}

/// Values of scalars by name.
type Scalars = &'static [(&'static str, i64)];

/// Formats that are not in the library, with the scalars that they must be given.
const OTHERS: &[(&str, Scalars, &str)] = &[
    (
        "diagonals by their offsets",
        &[("m", 6), ("n", 6)],
        "CREATE TENSOR m : int; CREATE TENSOR n : int; CREATE TENSOR off : [int];
         CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<d, o> in off) sum(<_, i> in max(0, -o):min(m, n - o)) {
           i -> { i + o -> val(d * m + i) } };",
    ),
    (
        "two entries of each row in ELL, the others by coordinates",
        &[("w", 2)],
        "CREATE TENSOR m : int; CREATE TENSOR w : int; CREATE TENSOR idx : [int];
         CREATE TENSOR near : [real];
         CREATE TENSOR row : [int]; CREATE TENSOR col : [int]; CREATE TENSOR far : [real];
         CREATE TENSOR A AS
           (sum(<i, _> in 0:m) { i -> sum(<p, j> in idx(i * w:(i + 1) * w)) { j -> near(p) } })
           + sum(<p, i> in row) { (i, col(p)) -> far(p) };",
    ),
    (
        "the diagonal apart",
        &[],
        "CREATE TENSOR n : int; CREATE TENSOR diag : [real]; CREATE TENSOR pos : [int];
         CREATE TENSOR idx : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS
           (sum(<i, v> in diag) { i -> { i -> v } })
           + sum(<i, _> in 0:n) { i -> sum(<p, j> in idx(pos(i):pos(i + 1))) { j -> val(p) } };",
    ),
    (
        "loose rows: a first and a last position for each",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR pos : [int]; CREATE TENSOR idx : [int];
         CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:m) { unique(i) ->
           sum(<p, j> in idx(pos(2 * i):pos(2 * i + 1))) { unique(j) -> val(p) } };",
    ),
    (
        "rows with first and last positions in two arrays",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR first : [int]; CREATE TENSOR last : [int];
         CREATE TENSOR idx : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:m) { unique(i) ->
           sum(<p, j> in idx(first(i):last(i))) { unique(j) -> val(p) } };",
    ),
    (
        "tiles of two rows and four columns, dense",
        &[("tiles", 2)],
        "CREATE TENSOR m : int; CREATE TENSOR tiles : int; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<b, _> in 0:m) sum(<c, _> in 0:tiles)
           sum(<i, _> in 0:2) { b * 2 + i -> sum(<j, _> in 0:4) { c * 4 + j ->
             val(((b * tiles + c) * 2 + i) * 4 + j) } };",
    ),
    (
        "flat, by a quotient and a remainder",
        &[("n", 6)],
        "CREATE TENSOR n : int; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<p, v> in val) { p / n -> { p % n -> v } };",
    ),
    (
        "rows in Morton order of 2 x 2 blocks",
        &[],
        "CREATE TENSOR val : [real]; CREATE TENSOR idx : [int];
         CREATE TENSOR A AS sum(<p, z> in idx) { z / 8 -> { z % 8 -> val(p) } };",
    ),
    (
        "columns first, doubly compressed",
        &[],
        "CREATE TENSOR pos1 : [int; 2]; CREATE TENSOR idx1 : [int]; CREATE TENSOR pos2 : [int];
         CREATE TENSOR idx2 : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<p, j> in idx1(pos1(0):pos1(1)))
           sum(<q, i> in idx2(pos2(p):pos2(p + 1))) { (i, j) -> val(q) };",
    ),
    (
        "rows backwards",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR pos : [int]; CREATE TENSOR idx : [int];
         CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:m) { m - 1 - i ->
           sum(<p, j> in idx(pos(i):pos(i + 1))) { j -> val(p) } };",
    ),
    (
        "runs of equal numbers in each row",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR rows : [int]; CREATE TENSOR from : [int];
         CREATE TENSOR to : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:m) { unique(i) ->
           sum(<r, v> in val(rows(i):rows(i + 1))) sum(<_, j> in from(r):to(r)) { j -> v } };",
    ),
    (
        "integers that stand for reals",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR pos : [int]; CREATE TENSOR idx : [int];
         CREATE TENSOR val : [int];
         CREATE TENSOR A AS sum(<i, _> in 0:m) { i ->
           sum(<p, j> in idx(pos(i):pos(i + 1))) { j -> real(val(p)) } };",
    ),
];

#[test]
fn formats_of_users_are_filled() {
    for (what, scalars, text) in OTHERS {
        let module = module(text);
        let given: Inputs =
            scalars.iter().map(|(name, v)| ((*name).into(), Value::Int(*v))).collect();
        let mut refused = 0;
        for seed in 0..60 {
            let r = &mut Random::new(seed);
            let percent = *r.one_of(&[0, 20, 60, 100]);
            let dims = [r.below(7), 1 + r.below(6)];
            let tensor = Tensor::random(r, &dims, percent);
            match assemble(&module, "A", &coordinates(&tensor), &given) {
                Ok(found) => {
                    let value = read_back(&module, &found);
                    assert_eq!(value, tensor.value(), "{what}, {tensor:?}: {found:?}");
                }
                Err(AssembleError::Unsupported(error)) => {
                    assert_eq!(*what, "rows in Morton order of 2 x 2 blocks", "{error}");
                    refused += 1;
                }
                Err(error) => panic!("{what}, {tensor:?}: {error}"),
            }
        }
        assert!(refused == 0 || refused > 30, "{what}: {refused}");
    }
}

#[test]
fn skew_symmetric_and_pattern_matrices() {
    let skew = module(
        "CREATE TENSOR n : int; CREATE TENSOR val : [real];
         CREATE TENSOR A AS
           (sum(<i, _> in 0:n) sum(<j, _> in 0:i) { (i, j) -> val(i * (i - 1) / 2 + j) })
           - sum(<i, _> in 0:n) sum(<j, _> in 0:i) { (j, i) -> val(i * (i - 1) / 2 + j) };",
    );
    let mut tensor = Tensor { dims: vec![3, 3], ..Tensor::default() };
    tensor.entries =
        [(vec![1, 0], 5.0), (vec![0, 1], -5.0), (vec![2, 1], 2.0), (vec![1, 2], -2.0)].into();
    let found = assemble(&skew, "A", &coordinates(&tensor), &Inputs::new()).unwrap();
    assert_eq!(found[&"val".into()], Value::reals([5.0, 0.0, 2.0]));
    tensor.entries.insert(vec![0, 1], 5.0);
    let error = assemble(&skew, "A", &coordinates(&tensor), &Inputs::new()).unwrap_err();
    let text = "the format can't hold the entry at (0, 1): its place 0 in `val` holds 5.0 for another entry";
    assert_eq!(error.to_string(), text);

    let pattern = module(
        "CREATE TENSOR row : [int]; CREATE TENSOR col : [int];
         CREATE TENSOR A AS sum(<p, i> in row) { (i, col(p)) -> true };",
    );
    let keys = vec![vec![0, 0, 2], vec![1, 3, 0]];
    let of = |values: Numbers| {
        Coordinates::new(vec![3, 4], keys.clone(), values, Duplicates::Reject).unwrap()
    };
    let found = assemble(&pattern, "A", &of(vec![true; 3].into()), &Inputs::new()).unwrap();
    assert_eq!(found[&"row".into()], Value::ints([0, 0, 2]));
    assert_eq!(found[&"col".into()], Value::ints([1, 3, 0]));
    let error = assemble(&pattern, "A", &of(vec![1.0; 3].into()), &Inputs::new()).unwrap_err();
    assert_eq!(error.to_string(), "the elements of `A` are truth values, those of the data reals");
}

/// The error of filling a format of the library with a matrix.
fn refused(format: &str, dims: [usize; 2], entries: &[([usize; 2], f64)]) -> String {
    let module = module(&formats::named(formats::find(format).unwrap(), "A"));
    let entries = entries.iter().map(|(key, value)| (key.to_vec(), *value)).collect();
    let tensor = Tensor { dims: dims.to_vec(), entries };
    assemble(&module, "A", &coordinates(&tensor), &Inputs::new()).unwrap_err().to_string()
}

#[test]
fn entries_that_a_format_cannot_hold() {
    let hold = "the format can't hold the entry at";
    assert_eq!(
        refused("triangular", [3, 3], &[([1, 0], 1.0), ([0, 2], 2.0)]),
        format!("{hold} (0, 2): 2 is outside of the range 0:1")
    );
    assert_eq!(
        refused("symmetric", [3, 3], &[([1, 0], 1.0), ([0, 1], 2.0)]),
        format!("{hold} (0, 1): its place 1 in `A_val` holds 1.0 for another entry")
    );
    assert_eq!(
        refused("symmetric", [3, 3], &[([1, 0], 1.0)]),
        format!("{hold} (0, 1): the format makes an entry there, and the tensor has none")
    );
    assert_eq!(
        refused("two_of_four", [1, 8], &[([0, 4], 1.0), ([0, 5], 1.0), ([0, 7], 1.0)]),
        format!("{hold} (0, 7): there is no room for it in the 2 places of its slice")
    );
    assert_eq!(
        refused("bsr", [4, 6], &[([0, 0], 1.0)]),
        "the entries do not determine `A_h` and `A_w`: give a value"
    );
    assert_eq!(refused("csf", [4, 6], &[([0, 0], 1.0)]), "`A` has 3 dimensions, the data 2");
    assert_eq!(
        refused("dense_matrix", [1 << 20, 1 << 20], &[([0, 0], 1.0)]),
        "`A_val` would have 1099511627776 elements; at most 2147483648 are held"
    );
}

#[test]
fn promises_of_unique_keys_are_checked() {
    let module = module(
        "CREATE TENSOR row : [int]; CREATE TENSOR col : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<p, i> in row) { unique(i) -> { col(p) -> val(p) } };",
    );
    let mut tensor = Tensor { dims: vec![3, 3], ..Tensor::default() };
    tensor.entries = [(vec![0, 0], 1.0), (vec![2, 1], 2.0)].into();
    assert!(assemble(&module, "A", &coordinates(&tensor), &Inputs::new()).is_ok());
    tensor.entries.insert(vec![0, 1], 3.0);
    let error = assemble(&module, "A", &coordinates(&tensor), &Inputs::new()).unwrap_err();
    let reason = "the format promises unique keys, and makes the key 0 of dimension 0 twice";
    let expected = format!("the format can't hold the entry at (0): {reason}");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn very_large_arrays_are_refused_before_they_are_made() {
    let huge = "elements; at most 2147483648 are held";
    for (format, dims, at) in [
        ("csr", [3_000_000_000, 3], [0, 0]),
        ("z_order", [1 << 16, 1 << 16], [65535, 65535]),
        ("dense_columns", [1 << 16, 1 << 16], [0, 0]),
    ] {
        let error = refused(format, dims, &[(at, 1.0)]);
        assert!(error.ends_with(huge), "{format}: {error}");
    }
    // One long row makes all rows of ELL as long.
    let row: Vec<([usize; 2], f64)> = (0..3000).map(|j| ([0, j], 1.0)).collect();
    let error = refused("ell", [1_000_000, 3000], &row);
    assert!(error.ends_with(huge), "{error}");
}

#[test]
fn stored_zeros_and_nan() {
    let of = Coordinates::new(
        vec![2, 2],
        vec![vec![1, 0, 0], vec![0, 1, 0]],
        vec![f64::NAN, 0.0, -0.0].into(),
        Duplicates::Reject,
    )
    .unwrap();
    for (format, _) in
        formats::ALL.iter().filter(|(f, _)| ["csr", "csc", "dense_matrix", "ell"].contains(f))
    {
        let module = module(&formats::named(formats::find(format).unwrap(), "A"));
        let found = assemble(&module, "A", &of, &Inputs::new()).unwrap();
        let text = format!("{:?}", read_back(&module, &found));
        assert_eq!(text, "Dict({1: Dict({0: Real(NaN)})})", "{format}");
    }
    // A pattern has no place for a stored zero; the tensor is the same without it.
    assert_eq!(of.len(), 3);
    assert_eq!(format!("{:?}", of.to_value()), "Dict({1: Dict({0: Real(NaN)})})");
}

#[test]
fn wrong_coordinates() {
    let new = |keys: Vec<Vec<i64>>, duplicates| {
        let values = vec![1.0; keys[0].len()];
        Coordinates::new(vec![2, 3], keys, values.into(), duplicates)
    };
    let error = |keys| new(keys, Duplicates::Reject).unwrap_err().to_string();
    assert_eq!(
        error(vec![vec![0, 2], vec![0, 0]]),
        "entry 1 has the coordinate 2 in dimension 0, whose extent is 2"
    );
    assert_eq!(
        error(vec![vec![0, 1], vec![0, -1]]),
        "entry 1 has the coordinate -1 in dimension 1, whose extent is 3"
    );
    assert_eq!(
        error(vec![vec![1, 0, 1], vec![2, 0, 2]]),
        "entries 0 and 2 have the same coordinates (1, 2)"
    );
    assert_eq!(
        error(vec![vec![1, 0], vec![2]]),
        "the lists of coordinates and values have different lengths"
    );
    let added = new(vec![vec![1, 0, 1], vec![2, 0, 2]], Duplicates::Add).unwrap();
    assert_eq!(added.keys(0), [0, 1]);
    assert_eq!(added.value_at(1), Value::Real(2.0));
    assert_eq!(added.find(&[1, 2]), Some(1));
    assert_eq!(added.find(&[1, 1]), None);
}

#[test]
fn a_value_of_the_calculus_as_coordinates() {
    let r = &mut Random::new(7);
    let tensor = Tensor::random(r, &[4, 5, 3], 30);
    let sort = hloom_storage::Sort::nested(hloom_storage::Scalar::Real, 3);
    let of = Coordinates::of_value(&tensor.value(), sort, vec![4, 5, 3]).unwrap();
    assert_eq!(of, coordinates(&tensor));
    assert_eq!(of.to_value(), tensor.value());
    let error = Coordinates::of_value(&tensor.value(), sort, vec![4, 5, 2]).unwrap_err();
    assert!(error.to_string().ends_with("whose extent is 2"), "{error}");
}
