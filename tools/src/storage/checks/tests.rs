//! Arrays that are those of a mapping, and others.

use super::*;
use hloom_storage::{Numbers, compile, formats};

fn checked(format: &str, parts: &[(&str, Value)]) -> Result<(), String> {
    let text = formats::named(formats::find(format).unwrap(), "A");
    let module = compile(&(text + "A")).unwrap();
    let named = parts.iter().map(|(part, value)| (format!("A_{part}").into(), value.clone()));
    check(&module, &named.collect(), Duplicates::Reject)
}

fn ints(all: &[i64]) -> Value {
    Value::ints(all)
}

fn reals(count: usize) -> Value {
    Value::reals(vec![1.0; count])
}

fn rows(len: i64, pos: &[i64], idx: &[i64], count: usize) -> Result<(), String> {
    let parts = [("len", Value::Int(len)), ("pos", ints(pos)), ("idx", ints(idx))];
    let parts: Vec<_> = parts.into_iter().chain([("val", reals(count))]).collect();
    checked("csr", &parts)
        .map_err(|what| what.strip_prefix("the arrays of `A` are wrong: ").unwrap().to_owned())
}

#[test]
fn rows_that_contradict_themselves_are_refused() {
    assert_eq!(rows(3, &[0, 3, 3, 5], &[0, 2, 3, 0, 3], 5), Ok(()));
    // A row need not be sorted, and NaN is not looked at.
    assert_eq!(rows(1, &[0, 3], &[3, 0, 2], 3), Ok(()));
    assert_eq!(rows(0, &[0], &[], 0), Ok(()));
    type Case<'c> = (i64, &'c [i64], &'c [i64], usize, &'c str);
    let table: &[Case<'_>] = &[
        (3, &[0, 1, 1], &[0], 1, "`A_pos` has 3 numbers; 4 delimit 3 segments"),
        (2, &[1, 1, 1], &[0], 1, "`A_pos[0]` is 1, not 0"),
        (2, &[0, 2, 1], &[0], 1, "`A_pos` falls from 2 to 1 at 2"),
        (2, &[0, 1, 1], &[0, 1], 2, "`A_pos[2]` is 1, but `A_idx` has 2 numbers"),
        (2, &[0, 1, 3], &[0, 1], 2, "`A_pos[2]` is 3, but `A_idx` has 2 numbers"),
        (1, &[0, 1], &[-1], 1, "`A_idx[0]` is -1: a coordinate is negative"),
        (1, &[0, 1], &[1 << 31], 1, "`A_idx[0]` is 2147483648: a coordinate is not below 2^31"),
        (1, &[0, 1], &[0], 2, "`A_val` has 2 numbers, but `A_idx`, beside which it stands, has 1"),
        (
            2,
            &[0, 1, 4],
            &[7, 7, 1, 7],
            4,
            "`A_idx[1]` and `A_idx[3]` are both 7 in segment 1, where the mapping says `unique`",
        ),
    ];
    for (len, pos, idx, count, what) in table {
        assert_eq!(rows(*len, pos, idx, *count), Err((*what).to_owned()));
    }
}

#[test]
fn coordinates_are_held_against_declared_extents() {
    let text = formats::named(formats::find("dcsr").unwrap(), "A");
    let text = text.replace("A : {int -> {int -> real}}", "A : {int[3] -> {int[4] -> real}}");
    let module = compile(&text).unwrap();
    let said = |row: i64, column: i64| {
        let parts = [
            ("A_pos1", ints(&[0, 1])),
            ("A_idx1", ints(&[row])),
            ("A_pos2", ints(&[0, 1])),
            ("A_idx2", ints(&[column])),
            ("A_val", reals(1)),
        ];
        check(&module, &parts.map(|(name, value)| (name.into(), value)).into(), Duplicates::Reject)
    };
    assert_eq!(said(2, 3), Ok(()));
    let what = |name, key, extent| {
        let what = format!("`{name}[0]` is {key}: a coordinate is beyond the extent {extent}");
        Err(format!("the arrays of `A` are wrong: {what}"))
    };
    assert_eq!(said(3, 3), what("A_idx1", 3, 3));
    assert_eq!(said(2, 4), what("A_idx2", 4, 4));
}

#[test]
fn other_formats_are_checked_by_the_same_rules() {
    let said = |format, parts: &[(&str, Value)]| checked(format, parts).unwrap_err();
    let dense = |count| [("m", Value::Int(2)), ("n", Value::Int(3)), ("val", reals(count))];
    assert_eq!(checked("dense_matrix", &dense(6)), Ok(()));
    let what = "the arrays of `A` are wrong: `A_val` has 5 numbers, but the mapping reads 6";
    assert_eq!(said("dense_matrix", &dense(5)), what);
    assert!(said("dense_matrix", &dense(7)).contains("has 7 numbers, but the mapping reads 6"));

    let tree = |pos2: &[i64], idx1: &[i64]| {
        let (pos1, idx2) = (ints(&[0, idx1.len() as i64]), ints(&[0, 2, 3]));
        let parts = [("pos1", pos1), ("idx1", ints(idx1)), ("pos2", ints(pos2))];
        let rest = [("idx2", idx2), ("val", reals(3))];
        checked("dcsr", &parts.into_iter().chain(rest).collect::<Vec<_>>())
    };
    assert_eq!(tree(&[0, 1, 3], &[0, 2]), Ok(()));
    assert!(tree(&[0, 3], &[0, 2]).unwrap_err().contains("`A_pos2` has 2 numbers; 3 delimit 2"));
    assert!(tree(&[0, 1, 3], &[2, 2]).unwrap_err().contains("are both 2 in segment 0"));

    let coo = |col: &[i64]| [("row", ints(&[0, 1])), ("col", ints(col)), ("val", reals(2))];
    assert_eq!(checked("coo_matrix", &coo(&[3, 3])), Ok(()));
    assert!(said("coo_matrix", &coo(&[3])).contains("`A_col` has 1 numbers, but `A_row`"));
    assert!(said("coo_matrix", &coo(&[3, -3])).contains("`A_col[1]` is -3: a coordinate is"));

    let runs = |pos: &[i64]| [("pos", ints(pos)), ("val", reals(2))];
    assert_eq!(checked("run_length", &runs(&[0, 2, 5])), Ok(()));
    assert!(said("run_length", &runs(&[0, 2, 1])).contains("`A_pos` falls from 2 to 1 at 2"));
    let blocks = |count| {
        let sizes = [("len", 1), ("h", 2), ("w", 2)].map(|(name, n)| (name, Value::Int(n)));
        let arrays = [("pos", ints(&[0, 1])), ("idx", ints(&[3])), ("val", reals(count))];
        sizes.into_iter().chain(arrays).collect::<Vec<_>>()
    };
    assert_eq!(checked("bsr", &blocks(4)), Ok(()));
    assert!(said("bsr", &blocks(3)).contains("has 3 numbers, but the mapping reads 4"));
    let bitmap = |bits: usize, count| {
        let bits = Numbers::from(vec![true; bits]).to_array();
        let sizes = [("m", 2), ("n", 3)].map(|(name, n)| (name, Value::Int(n)));
        let arrays = [("bit", bits), ("val", reals(count))];
        sizes.into_iter().chain(arrays).collect::<Vec<_>>()
    };
    assert_eq!(checked("bitmap", &bitmap(6, 6)), Ok(()));
    assert!(
        said("bitmap", &bitmap(5, 5)).contains("`A_bit` has 5 numbers, but the mapping reads 6")
    );
    assert!(
        said("bitmap", &bitmap(7, 7)).contains("`A_bit` has 7 numbers, but the mapping reads 6")
    );
    assert!(said("bitmap", &bitmap(6, 5)).contains("`A_val` has 5 numbers, but `A_bit`, beside"));
    let curve = |count| {
        let sizes = [("len", 3), ("h", 2)].map(|(name, n)| (name, Value::Int(n)));
        sizes.into_iter().chain([("val", reals(count))]).collect::<Vec<_>>()
    };
    assert_eq!(checked("z_order_blocks", &curve(12)), Ok(()));
    assert!(said("z_order_blocks", &curve(8)).contains("has 8 numbers, but the mapping reads 12"));
    // A band is read at positions that depend on each other: its length is not checked.
    let band = [("n", 3), ("l", 1), ("u", 1)].map(|(name, n)| (name, Value::Int(n)));
    let band: Vec<_> = band.into_iter().chain([("val", reals(9))]).collect();
    assert_eq!(checked("banded", &band), Ok(()));
}

/// Elements that a condition excludes make no keys.
#[test]
fn empty_places_of_ell_may_be_marked() {
    let text = |condition: &str| {
        format!(
            "CREATE TENSOR A_idx : [int]; CREATE TENSOR A_val : [real];
             CREATE TENSOR A AS sum(<i, _> in 0:2) {{ unique(i) ->
               sum(<p, j> in A_idx(i * 2:(i + 1) * 2)) {condition} {{ unique(j) -> A_val(p) }} }}; A"
        )
    };
    let inputs = Inputs::from([
        ("A_idx".into(), Value::ints([1, -1, -1, -1])),
        ("A_val".into(), Value::reals([1.0, 0.0, 0.0, 0.0])),
    ]);
    let marked = compile(&text("if 0 <= j then")).unwrap();
    assert_eq!(check(&marked, &inputs, Duplicates::Reject), Ok(()));
    let plain = compile(&text("")).unwrap();
    assert!(
        check(&plain, &inputs, Duplicates::Reject)
            .unwrap_err()
            .contains("`A_idx[1]` is -1: a coordinate is negative")
    );
}

/// The extents that come with the data hold where the type declares none.
#[test]
fn coordinates_beyond_the_given_extents_are_refused() {
    let text = formats::named(formats::find("csr").unwrap(), "A");
    let module = compile(&(text + "A")).unwrap();
    let inputs = Inputs::from([
        ("A_len".into(), Value::Int(2)),
        ("A_pos".into(), Value::ints([0, 2, 3])),
        ("A_idx".into(), Value::ints([0, 5, 1])),
        ("A_val".into(), Value::reals([1.0, 2.0, 3.0])),
    ]);
    let within = |sizes: Vec<u64>, source: ExtentSource| {
        let extents = HashMap::from([("A".to_owned(), Extents { sizes, source })]);
        check_within(&module, &inputs, &extents, Duplicates::Reject)
    };
    for source in [ExtentSource::Announced, ExtentSource::Claimed] {
        assert_eq!(within(vec![2, 6], source), Ok(()));
        let error = within(vec![2, 4], source).unwrap_err();
        assert!(error.contains("`A_idx[1]` is 5"), "{error}");
    }
    let error = within(vec![1, 6], ExtentSource::Claimed).unwrap_err();
    assert!(error.contains("the entry at (1, 1) is outside of 1 x 6"), "{error}");
}

/// A list of entries without `unique`: its mapping adds numbers of the same coordinates.
#[test]
fn entries_that_come_twice_are_added_only_if_asked() {
    let text = formats::named(formats::find("coo_matrix").unwrap(), "A") + "A";
    let module = compile(&text).unwrap();
    let said = |rows: &[i64], columns: &[i64], twice| {
        let parts = [("A_row", ints(rows)), ("A_col", ints(columns)), ("A_val", reals(rows.len()))];
        check(&module, &parts.map(|(name, value)| (name.into(), value)).into(), twice)
    };
    assert_eq!(said(&[2, 0, 2], &[1, 1, 0], Duplicates::Reject), Ok(()));
    let found = said(&[2, 0, 2], &[1, 1, 1], Duplicates::Reject).unwrap_err();
    let wanted = "`A_row` and `A_col` have the entry (2, 1) at 0 and at 2: give --accumulate";
    assert!(found.contains(wanted), "{found}");
    assert_eq!(said(&[2, 0, 2], &[1, 1, 1], Duplicates::Add), Ok(()));
    // Rows and columns of unequal lengths are an error of their own.
    let found = said(&[2, 2], &[1], Duplicates::Reject).unwrap_err();
    assert!(found.contains("has 1 numbers"), "{found}");
}

/// Lists that a mapping reads in part: what it does not read may be anything.
#[test]
fn entries_behind_the_end_of_a_slice_do_not_count() {
    const ARRAYS: &str = "CREATE TENSOR A_row : [int]; CREATE TENSOR A_col : [int];
        CREATE TENSOR A_val : [real]; CREATE TENSOR A_n : int; CREATE TENSOR A AS ";
    let said = |mapping: &str, n: i64| {
        let module = compile(&format!("{ARRAYS}{mapping}; A")).unwrap();
        let inputs = Inputs::from([
            ("A_row".into(), ints(&[0, 1, 0, 0])),
            ("A_col".into(), ints(&[1, 0, 0, 0])),
            ("A_val".into(), reals(4)),
            ("A_n".into(), Value::Int(n)),
        ]);
        check(&module, &inputs, Duplicates::Reject).err()
    };
    let pairs = "sum(<p, i> in A_row(0:A_n)) { (i, A_col(p)) -> A_val(p) }";
    assert_eq!(said(pairs, 3), None);
    assert!(said(pairs, 4).unwrap().contains("have the entry (0, 0) at 2 and at 3"));
    // One column is a list too.
    let one = "sum(<p, i> in A_row(0:A_n)) { i -> A_val(p) }";
    assert_eq!(said(one, 2), None);
    assert!(said(one, 3).unwrap().contains("`A_row` has the entry (0) at 0 and at 2"));
    // Entries that a condition leaves out do not count.
    for (condition, wrong) in [("p < 3", false), ("A_n < 3", false), ("0 < p", true)] {
        let some = format!(
            "sum(<p, i> in A_row) {{ i -> if {condition} then {{ A_col(p) -> A_val(p) }} }}"
        );
        assert_eq!(said(&some, 4).is_some(), wrong, "{condition}");
    }
}

/// A definition over arrays that do not have its name computes a tensor: equal keys are added, and parts of
/// arrays are left out, as it says.
#[test]
fn computed_tensors_are_not_held_against_arrays() {
    let inputs = Inputs::from([("I".into(), ints(&[1, 1, -1])), ("J".into(), ints(&[1, 1, 0, 7]))]);
    for text in [
        "CREATE TENSOR c AS sum(<p, i> in I) { (i, J(p)) -> 1 }; c",
        "CREATE TENSOR c AS sum(<p, i> in I(0:2)) { p -> i }; c",
        "CREATE TENSOR c AS sum(<p, i> in I) { i -> 1 }; c",
    ] {
        let all = format!("CREATE TENSOR I : [int]; CREATE TENSOR J : [int]; {text}");
        assert_eq!(check(&compile(&all).unwrap(), &inputs, Duplicates::Reject), Ok(()), "{text}");
        // The same arrays as those of a tensor.
        let own = all
            .replace(" I", " c_I")
            .replace(" J", " c_J")
            .replace("(J", "(c_J")
            .replace(", J(", ", c_J(");
        let inputs = inputs.iter().map(|(name, value)| (format!("c_{name}").into(), value.clone()));
        assert!(
            check(&compile(&own).unwrap(), &inputs.collect(), Duplicates::Reject).is_err(),
            "{own}"
        );
    }
}

#[test]
fn loops_are_no_longer_than_extents() {
    let error = rows(1 << 62, &[0, 0], &[], 0).unwrap_err();
    let most = "a tensor has extents of at most 2^31";
    assert_eq!(error, format!("a loop goes from 0 to 4611686018427387904; {most}"));
    let parts = [
        ("n", Value::Int(i64::MAX)),
        ("kl", Value::Int(0)),
        ("ku", Value::Int(0)),
        ("val", reals(1)),
    ];
    let error = checked("banded", &parts).unwrap_err();
    assert!(error.contains(most), "{error}");
}

/// The keys of a dictionary that a mapping binds are none of the tensor's.
#[test]
fn keys_of_bound_dictionaries_have_no_extents() {
    let text =
        "CREATE TENSOR A_far : [int]; CREATE TENSOR A_idx : [int]; CREATE TENSOR A_val : [real];
                CREATE TENSOR A : {int[3] -> real} AS
                  let d = sum(<p, i> in A_far) { i -> 1.0 } in
                  sum(<p, i> in A_idx) { i -> A_val(p) * d(i + 7) };
                A";
    let module = compile(text).unwrap();
    let with = |far: &[i64], idx: &[i64]| {
        let inputs = Inputs::from([
            ("A_far".into(), ints(far)),
            ("A_idx".into(), ints(idx)),
            ("A_val".into(), reals(idx.len())),
        ]);
        check(&module, &inputs, Duplicates::Reject)
    };
    assert_eq!(with(&[7, 9, 40], &[0, 2]), Ok(()));
    let error = with(&[7], &[0, 3]).unwrap_err();
    assert!(error.contains("`A_idx[1]` is 3"), "{error}");
}
