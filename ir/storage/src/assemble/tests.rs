//! Formats filled from entries, in the forms that no file of entries needs.

use super::{AssembleError, assemble};
use crate::coordinates::{Coordinates, Duplicates};
use crate::eval::Inputs;
use crate::numbers::Numbers;
use crate::value::Value;
use crate::{Module, compile, evaluate, formats};

/// Random numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound.max(1) as u64) as usize
    }
}

/// A tensor with about `percent` of a hundred entries.
fn tensor(r: &mut Random, dims: &[usize], percent: usize) -> Coordinates {
    let count: usize = dims.iter().product();
    let mut keys = vec![Vec::new(); dims.len()];
    let mut values = Vec::new();
    for at in 0..count {
        if r.below(100) >= percent {
            continue;
        }
        let mut rest = at;
        for (keys, dim) in keys.iter_mut().zip(dims).rev() {
            keys.push((rest % dim) as i64);
            rest /= dim;
        }
        values.push(1.0 + r.below(9) as f64);
    }
    of(dims, keys, values.into())
}

fn of(dims: &[usize], keys: Vec<Vec<i64>>, values: Numbers) -> Coordinates {
    let extents = dims.iter().map(|dim| *dim as u64).collect();
    Coordinates::new(extents, keys, values, Duplicates::Reject).unwrap()
}

fn matrix(dims: [usize; 2], entries: &[(i64, i64, f64)]) -> Coordinates {
    let keys = vec![entries.iter().map(|e| e.0).collect(), entries.iter().map(|e| e.1).collect()];
    of(&dims, keys, entries.iter().map(|e| e.2).collect::<Vec<f64>>().into())
}

fn module(text: &str) -> Module {
    compile(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

fn library(format: &str) -> Module {
    module(&formats::named(formats::find(format).unwrap(), "A"))
}

fn given(scalars: &[(&str, i64)]) -> Inputs {
    scalars.iter().map(|(name, value)| ((*name).into(), Value::Int(*value))).collect()
}

fn read_back(module: &Module, arrays: &Inputs) -> Value {
    let body = module.tensor("A").unwrap().body.as_ref().unwrap();
    evaluate(&module.inlined(&body.term), arrays, 100_000_000).unwrap().0
}

/// The arrays of entries, which stand for them.
fn filled(module: &Module, of: &Coordinates, scalars: &[(&str, i64)]) -> Inputs {
    let arrays =
        assemble(module, "A", of, &given(scalars)).unwrap_or_else(|e| panic!("{e}: {of:?}"));
    assert_eq!(read_back(module, &arrays), of.to_value(), "{of:?}: {arrays:?}");
    arrays
}

fn refused(module: &Module, of: &Coordinates, scalars: &[(&str, i64)]) -> String {
    assemble(module, "A", of, &given(scalars)).unwrap_err().to_string()
}

fn bools(all: &[u8]) -> Value {
    Numbers::from(all.iter().map(|bit| *bit != 0).collect::<Vec<bool>>()).to_array()
}

const MATRIX: [(i64, i64, f64); 3] = [(0, 1, 5.0), (1, 0, 7.0), (1, 2, 9.0)];

#[test]
fn a_bitmap_tells_its_entries() {
    let arrays = filled(&library("bitmap"), &matrix([2, 3], &MATRIX), &[]);
    assert_eq!(arrays[&"A_m".into()], Value::Int(2));
    assert_eq!(arrays[&"A_n".into()], Value::Int(3));
    assert_eq!(arrays[&"A_bit".into()], bools(&[0, 1, 0, 1, 0, 1]));
    assert_eq!(arrays[&"A_val".into()], Value::reals([0.0, 5.0, 0.0, 7.0, 0.0, 9.0]));
    // A zero that is stored is present.
    let arrays = filled(&library("bitmap"), &matrix([1, 3], &[(0, 1, 0.0)]), &[]);
    assert_eq!(arrays[&"A_bit".into()], bools(&[0, 1, 0]));
    let empty = filled(&library("bitmap"), &matrix([2, 2], &[]), &[]);
    assert_eq!(empty[&"A_bit".into()], bools(&[0; 4]));
}

/// The arrays of mappings with guards, as text.
#[test]
fn guards_decide_elements() {
    let bits = "CREATE TENSOR m : int; CREATE TENSOR n : int; CREATE TENSOR bit : [int];
                CREATE TENSOR val : [real]; CREATE TENSOR A AS sum(<i, _> in 0:m) { i -> ";
    let rows = [
        ("sum(<p, b> in bit(i * n:(i + 1) * n)) if b == 1 then { p - i * n -> val(p) } };", [0, 1]),
        ("sum(<p, b> in bit(i * n:(i + 1) * n)) if b == 0 then { p - i * n -> val(p) } };", [1, 0]),
        ("sum(<p, b> in bit(i * n:(i + 1) * n)) if b != 7 then { p - i * n -> val(p) } };", [7, 0]),
        ("sum(<p, b> in bit(i * n:(i + 1) * n)) if b != 0 then { p - i * n -> val(p) } };", [0, 1]),
        ("sum(<p, b> in bit(i * n:(i + 1) * n)) { p - i * n -> if 3 < b then val(p) } };", [0, 4]),
        ("sum(<p, b> in bit(i * n:(i + 1) * n)) { p - i * n -> if b <= 0 then val(p) } };", [1, 0]),
        ("sum(<j, _> in 0:n) if bit(i * n + j) == 1 then { j -> val(i * n + j) } };", [0, 1]),
        (
            "sum(<j, _> in 0:n) let b = bit(i * n + j) in if b == 2 then { j -> val(i * n + j) } };",
            [0, 2],
        ),
        ("sum(<p, v> in val(i * n:(i + 1) * n)) { p - i * n -> real(bit(p)) * v } };", [0, 1]),
        ("sum(<p, v> in val(i * n:(i + 1) * n)) { p - i * n -> v * bit(p) } };", [0, 1]),
        ("sum(<j, _> in 0:n) bit(i * n + j) * { j -> val(i * n + j) } };", [0, 1]),
        (
            "sum(<p, b> in bit(i * n:(i + 1) * n)) if (p < 100) * (b == 1) then { p - i * n -> val(p) } };",
            [0, 1],
        ),
    ];
    for (row, [other, own]) in rows {
        let module = module(&format!("{bits}{row}"));
        let arrays = filled(&module, &matrix([2, 3], &MATRIX), &[]);
        let expected = Value::ints([other, own, other, own, other, own]);
        assert_eq!(arrays[&"bit".into()], expected, "{row}");
        for seed in 0..20 {
            let r = &mut Random(seed);
            let dims = [r.below(5), r.below(5)];
            let percent = r.below(100);
            filled(&module, &tensor(r, &dims, percent), &[]);
        }
    }
}

/// Values of scalars by name.
type Scalars = &'static [(&'static str, i64)];

/// Formats with guards, with the scalars that they are given.
const GUARDED: &[(&str, Scalars, &str)] = &[
    (
        "a mask of reals",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR n : int; CREATE TENSOR mask : [real];
         CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:m) { i -> sum(<j, _> in 0:n) {
           j -> mask(i * n + j) * val(i * n + j) } };",
    ),
    (
        "factors of the rows",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR pos : [int]; CREATE TENSOR idx : [int];
         CREATE TENSOR scale : [real]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:m) { i ->
           sum(<p, j> in idx(pos(i):pos(i + 1))) { j -> val(p) * scale(i) } };",
    ),
    (
        "numbers that are entries if they are none of zero",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR n : int; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:m) { unique(i) ->
           sum(<p, v> in val(i * n:i * n + n)) if v != 0.0 then { unique(p - i * n) -> v } };",
    ),
    (
        "coordinates of which some are deleted",
        &[],
        "CREATE TENSOR live : [bool]; CREATE TENSOR row : [int]; CREATE TENSOR col : [int];
         CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<p, alive> in live) if alive then { (row(p), col(p)) -> val(p) };",
    ),
    (
        "ELL with the lengths of the rows",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR w : int; CREATE TENSOR len : [int];
         CREATE TENSOR idx : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:m) { unique(i) ->
           sum(<p, j> in idx(i * w:(i + 1) * w)) if p - i * w < len(i) then { unique(j) -> val(p) } };",
    ),
    (
        "ELL by numbers of entries",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR w : int; CREATE TENSOR len : [int];
         CREATE TENSOR idx : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:m) { unique(i) ->
           sum(<k, _> in 0:w) if k < len(i) then { unique(idx(i * w + k)) -> val(i * w + k) } };",
    ),
    (
        "columns of ELL, without lengths",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR w : int; CREATE TENSOR idx : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<k, _> in 0:w) sum(<i, _> in 0:m) { i -> { idx(k * m + i) -> val(k * m + i) } };",
    ),
    (
        "blocks of two columns in ELL",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR w : int; CREATE TENSOR idx : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:m) sum(<k, _> in 0:w) sum(<j, _> in 0:2) {
           (i, idx(i * w + k) * 2 + j) -> val((i * w + k) * 2 + j) };",
    ),
    (
        "ELL with -1 at empty places",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR w : int; CREATE TENSOR idx : [int];
         CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:m) { unique(i) ->
           sum(<p, j> in idx(i * w:(i + 1) * w)) if 0 <= j then { unique(j) -> val(p) } };",
    ),
    (
        "ragged rows",
        &[],
        "CREATE TENSOR m : int; CREATE TENSOR n : int; CREATE TENSOR len : [int];
         CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:m) { unique(i) ->
           sum(<j, _> in 0:n) if j < len(i) then { unique(j) -> val(i * n + j) } };",
    ),
    (
        "rows that are dense, and others",
        &[("w", 1)],
        "CREATE TENSOR m : int; CREATE TENSOR n : int; CREATE TENSOR w : int; CREATE TENSOR kind : [int];
         CREATE TENSOR near : [real]; CREATE TENSOR pos : [int]; CREATE TENSOR idx : [int];
         CREATE TENSOR far : [real];
         CREATE TENSOR A AS
           (sum(<i, _> in 0:m) { i -> if i % 2 == w then if kind(i) == 0 then
             sum(<j, _> in 0:n) { j -> near(i * n + j) } })
           + sum(<i, _> in 0:m) { i -> if kind(i) == 1 then
               sum(<p, j> in idx(pos(i):pos(i + 1))) { j -> far(p) } };",
    ),
    (
        "a bitmap along the Z-order curve",
        &[],
        "CREATE TENSOR bit : [bool]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<z, b> in bit) if b then { (odd(z), even(z)) -> val(z) };",
    ),
    (
        "the first column apart",
        &[],
        "CREATE TENSOR row : [int]; CREATE TENSOR col : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR first : [int]; CREATE TENSOR other : [int]; CREATE TENSOR own : [real];
         CREATE TENSOR A AS
           (sum(<p, i> in row) if col(p) != 0 then { (i, col(p)) -> val(p) })
           + sum(<p, i> in first) if other(p) <= 0 then { (i, other(p)) -> own(p) };",
    ),
    (
        "a flat bitmap",
        &[("n", 5)],
        "CREATE TENSOR n : int; CREATE TENSOR bit : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<p, b> in bit) if b == 1 then { (p / n, p % n) -> val(p) };",
    ),
    (
        "coordinates by their Morton codes",
        &[],
        "CREATE TENSOR code : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<p, z> in code) { (odd(z), even(z)) -> val(p) };",
    ),
];

#[test]
fn formats_with_guards_are_filled() {
    for (what, scalars, text) in GUARDED {
        let module = module(text);
        for seed in 0..60 {
            let r = &mut Random(seed);
            let percent = [0, 20, 60, 100][r.below(4)];
            let dims = [r.below(7), r.below(6)];
            let of = tensor(r, &dims, percent);
            let arrays = assemble(&module, "A", &of, &given(scalars))
                .unwrap_or_else(|error| panic!("{what}: {error}: {of:?}"));
            assert_eq!(read_back(&module, &arrays), of.to_value(), "{what}: {of:?}: {arrays:?}");
        }
    }
}

fn text_of(what: &str) -> Module {
    module(GUARDED.iter().find(|(name, ..)| *name == what).unwrap().2)
}

#[test]
fn guards_of_other_elements_do_not_hold() {
    let of = matrix([3, 4], &[(0, 1, 5.0), (0, 3, 6.0), (2, 0, 7.0)]);
    let arrays = filled(&text_of("ELL with the lengths of the rows"), &of, &[]);
    assert_eq!(arrays[&"len".into()], Value::ints([2, 0, 1]));
    assert_eq!(arrays[&"w".into()], Value::Int(2));
    let arrays = filled(&text_of("ELL by numbers of entries"), &of, &[]);
    assert_eq!(arrays[&"len".into()], Value::ints([2, 0, 1]));
    assert_eq!(arrays[&"idx".into()], Value::ints([1, 3, 0, 0, 0, 0]));
    let ell = text_of("ELL by numbers of entries");
    let reason = "there is no room for it in its range";
    let expected = format!("the format can't hold the entry at (0, 3): {reason}");
    assert_eq!(refused(&ell, &of, &[("w", 1)]), expected);
    let arrays = filled(&text_of("ELL with -1 at empty places"), &of, &[]);
    assert_eq!(arrays[&"idx".into()], Value::ints([1, 3, -1, -1, 0, -1]));
    let arrays = filled(&text_of("ragged rows"), &of, &[]);
    assert_eq!(arrays[&"len".into()], Value::ints([4, 0, 1]));
    let arrays = filled(&text_of("rows that are dense, and others"), &of, &[("w", 0)]);
    assert_eq!(arrays[&"kind".into()], Value::ints([0, -1, 0]));
    let arrays = filled(&text_of("rows that are dense, and others"), &of, &[("w", 1)]);
    assert_eq!(arrays[&"kind".into()], Value::ints([1, -1, 1]));
    let arrays = filled(&text_of("factors of the rows"), &of, &[]);
    assert_eq!(arrays[&"scale".into()], Value::reals([1.0, 0.0, 1.0]));
    assert_eq!(arrays[&"val".into()], Value::reals([5.0, 6.0, 7.0]));
}

/// Two branches demand different numbers of one element: the second one has what the first leaves.
#[test]
fn contradicting_guards() {
    let text = "CREATE TENSOR n : int; CREATE TENSOR kind : [int]; CREATE TENSOR diag : [real];
        CREATE TENSOR row : [int]; CREATE TENSOR col : [int]; CREATE TENSOR val : [real];
        CREATE TENSOR A AS
          (sum(<i, _> in 0:n) if kind(i) == 1 then { (i, i) -> diag(i) })
          + sum(<p, i> in row) if kind(i) == 2 then { (i, col(p)) -> val(p) };";
    let module = module(text);
    let of = matrix([3, 3], &[(0, 0, 5.0), (1, 2, 6.0)]);
    let arrays = filled(&module, &of, &[]);
    assert_eq!(arrays[&"kind".into()], Value::ints([1, 2, 0]));
    let of = matrix([3, 3], &[(0, 0, 5.0), (0, 2, 6.0)]);
    // The first branch has no place for it, and the second one another number.
    let reason = "the key of dimension 1 is another one";
    assert_eq!(
        refused(&module, &of, &[]),
        format!("the format can't hold the entry at (0, 2): {reason}")
    );
    // One entry, two demands.
    let both = self::module(
        "CREATE TENSOR n : int; CREATE TENSOR bit : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:n) if bit(i) == 1 then if bit(0) == 2 then { i -> val(i) };",
    );
    let vector = of_vector(3, &[(1, 4.0)]);
    assert_eq!(filled(&both, &vector, &[])[&"bit".into()], Value::ints([2, 1, 0]));
    let error = refused(&both, &of_vector(3, &[(0, 4.0)]), &[]);
    assert_eq!(
        error,
        "the format can't hold the entry at (0): its place 0 in `bit` holds 1 for another entry"
    );
    // An empty interval, and a number that is excluded.
    let bounds = "CREATE TENSOR n : int; CREATE TENSOR k : [int]; CREATE TENSOR val : [real];
         CREATE TENSOR A AS sum(<i, _> in 0:n) if (i < k(0)) * (k(0) < 3) * (k(0) != 1) then { i -> val(i) };";
    let bounds = self::module(bounds);
    let arrays = filled(&bounds, &of_vector(5, &[(0, 4.0)]), &[]);
    assert_eq!(arrays[&"k".into()], Value::ints([2]));
    let error = refused(&bounds, &of_vector(5, &[(0, 4.0), (2, 1.0)]), &[]);
    assert_eq!(
        error,
        "the format can't hold the entry at (2): its place 0 in `k` holds 2 for another entry"
    );
}

fn of_vector(extent: usize, entries: &[(i64, f64)]) -> Coordinates {
    let keys = vec![entries.iter().map(|e| e.0).collect()];
    of(&[extent], keys, entries.iter().map(|e| e.1).collect::<Vec<f64>>().into())
}

/// The guards of entries that find no room demand nothing.
#[test]
fn entries_that_are_left_demand_nothing() {
    let module = module(
        "CREATE TENSOR m : int; CREATE TENSOR w : int; CREATE TENSOR kind : [int];
         CREATE TENSOR idx : [int]; CREATE TENSOR near : [real]; CREATE TENSOR row : [int];
         CREATE TENSOR col : [int]; CREATE TENSOR far : [real];
         CREATE TENSOR A AS
           (sum(<i, _> in 0:m) { i -> if kind(i) == 1 then
             sum(<p, j> in idx(i * w:(i + 1) * w)) { j -> near(p) } })
           + sum(<p, i> in row) if kind(i) == 2 then { (i, col(p)) -> far(p) };",
    );
    let of = matrix([2, 3], &MATRIX);
    let arrays = filled(&module, &of, &[("w", 0)]);
    assert_eq!(arrays[&"kind".into()], Value::ints([2, 2]));
    let arrays = filled(&module, &of, &[("w", 2)]);
    assert_eq!(arrays[&"kind".into()], Value::ints([1, 1]));
    let reason = "there is no room for it in the 1 places of its slice";
    let expected = format!("the format can't hold the entry at (1, 2): {reason}");
    assert_eq!(refused(&module, &of, &[("w", 1)]), expected);
}

#[test]
fn conditions_that_are_not_guards() {
    let start = "CREATE TENSOR n : int; CREATE TENSOR a : [int]; CREATE TENSOR b : [int];
         CREATE TENSOR val : [real]; CREATE TENSOR A AS sum(<i, _> in 0:n) ";
    let of = of_vector(3, &[(1, 4.0)]);
    for condition in ["a(i) == b(i)", "a(i) + 1 == 3", "(a(i) == 1) + (b(i) == 1)"] {
        let module = module(&format!("{start} if {condition} then {{ i -> val(i) }};"));
        assert_eq!(
            refused(&module, &of, &[]),
            "the mapping can't be filled from entries: it has a condition that does not compare one \
             stored number",
            "{condition}"
        );
    }
    let module = module(&format!("{start} {{ i -> real(i) * val(i) }};"));
    let error = assemble(&module, "A", &of, &Inputs::new()).unwrap_err();
    assert!(matches!(error, AssembleError::Unsupported(_)), "{error}");
}

#[test]
fn blocks_along_the_z_order_curve() {
    let blocks = library("z_order_blocks");
    let of = matrix([4, 4], &[(0, 0, 1.0), (1, 3, 2.0), (2, 1, 3.0)]);
    let arrays = filled(&blocks, &of, &[("A_h", 2)]);
    assert_eq!(arrays[&"A_len".into()], Value::Int(3));
    let expected = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 3.0, 0.0, 0.0];
    assert_eq!(arrays[&"A_val".into()], Value::reals(expected));
    let error = refused(&blocks, &of, &[("A_h", 2), ("A_len", 2)]);
    let reason = "no place has the key 1 in dimension 1";
    assert_eq!(error, format!("the format can't hold the entry at (2, 1): {reason}"));
    assert_eq!(refused(&blocks, &of, &[]), "the entries do not determine `A_h`: give a value");
    for seed in 0..40 {
        let r = &mut Random(seed);
        let (dims, h) = ([r.below(14), r.below(14)], 1 + r.below(4) as i64);
        let percent = r.below(101);
        let of = tensor(r, &dims, percent);
        filled(&blocks, &of, &[("A_h", h)]);
        filled(&blocks, &of, &[("A_h", h), ("A_len", 256)]);
    }
}

/// A full matrix is filled in time that grows with its elements, not with their square.
#[test]
fn large_matrices_along_the_z_order_curve() {
    let dims = [256, 256];
    let of = tensor(&mut Random(1), &dims, 100);
    let first = std::time::Instant::now();
    for (format, scalars) in [
        ("dense_matrix", &[][..]),
        ("bitmap", &[]),
        ("z_order", &[]),
        ("z_order_blocks", &[("A_h", 8)]),
    ] {
        let began = std::time::Instant::now();
        let arrays = assemble(&library(format), "A", &of, &given(scalars)).unwrap();
        println!("{format}: {:?}", began.elapsed());
        let Value::Array(val) = &arrays[&"A_val".into()] else { panic!("an array") };
        assert_eq!(val.positions(), 0..1 << 16, "{format}");
    }
    assert!(first.elapsed() < std::time::Duration::from_secs(60));
}

#[test]
fn formats_of_order_four() {
    for (format, _) in formats::ALL {
        let module = library(format);
        let levels = format!("{}", module.tensor("A").unwrap().ty).matches("->").count();
        if levels != 4 {
            continue;
        }
        for seed in 0..20 {
            let r = &mut Random(seed);
            let dims = [r.below(4), r.below(4), r.below(3), r.below(4)];
            let percent = r.below(101);
            filled(&module, &tensor(r, &dims, percent), &[]);
        }
    }
    let keys = vec![vec![0, 0, 1], vec![1, 1, 0], vec![0, 0, 2], vec![1, 3, 0]];
    let of = of(&[2, 2, 3, 4], keys, vec![1.0, 2.0, 3.0].into());
    let arrays = filled(&library("csf_4"), &of, &[]);
    assert_eq!(arrays[&"A_idx1".into()], Value::ints([0, 1]));
    assert_eq!(arrays[&"A_pos4".into()], Value::ints([0, 2, 3]));
    assert_eq!(arrays[&"A_idx4".into()], Value::ints([1, 3, 0]));
    let arrays = filled(&library("dense_tensor_4"), &of, &[]);
    assert_eq!(arrays[&"A_o".into()], Value::Int(3));
}
