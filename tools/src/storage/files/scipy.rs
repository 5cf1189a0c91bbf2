//! Sparse matrices as `scipy.sparse.save_npz` writes them: CSR, CSC, COO, BSR and DIA, and COO of
//! any order.
//!
//! The result is a list of entries for each of the formats, with its explicit zeros. The zeros of DIA
//! are left out: the format has no others than those that fill its diagonals.

use super::entries::{Dense, Entries, Numbers, Places};
use super::{FileError, MOST};

/// A member of a matrix's archive.
pub(super) enum Member {
    /// Numbers.
    Array(Dense),
    /// The bytes of an array of characters.
    Text(Vec<u8>),
}

/// The arrays of an archive.
struct Members(Vec<(String, Member)>);

impl Members {
    fn array(&mut self, name: &str) -> Result<Dense, FileError> {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, Member::Array(array))) => {
                let empty = Dense { shape: Vec::new(), numbers: Numbers::Ints(Vec::new()) };
                Ok(std::mem::replace(array, empty))
            }
            _ => Err(FileError::new(format!("the array `{name}` is missing"))),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| known == name)
    }

    /// An array of integers of one dimension.
    fn ints(&mut self, name: &str) -> Result<Vec<i64>, FileError> {
        let array = self.array(name)?;
        match (array.shape.len(), array.numbers) {
            (1, Numbers::Ints(all)) => Ok(all),
            _ => Err(FileError::new(format!("`{name}` is not a list of integers"))),
        }
    }

    /// The name of the format.
    fn format(&self) -> String {
        let text = self.0.iter().find_map(|(name, member)| match member {
            Member::Text(bytes) if name == "format" => Some(bytes),
            _ => None,
        });
        // The characters stand at the end of the file, of 1 or of 4 bytes each.
        let letters = text.map_or(&[][..], Vec::as_slice).iter().rev();
        let last: Vec<u8> = letters.copied().filter(|byte| *byte != 0).take(3).collect();
        last.iter().rev().map(|byte| char::from(*byte)).collect()
    }
}

/// The entries of a matrix.
///
/// # Errors
/// If an array is missing or wrong; the sentence names it and the element.
pub(super) fn read(members: Vec<(String, Member)>) -> Result<Entries, FileError> {
    let mut members = Members(members);
    let shape = members.ints("shape")?;
    let mut extents = Vec::with_capacity(shape.len());
    for (at, extent) in shape.iter().enumerate() {
        match u64::try_from(*extent) {
            Ok(extent) if extent <= MOST => extents.push(extent),
            _ => return Err(FileError::new(format!("`shape[{at}]` is {extent}"))),
        }
    }
    let format = members.format();
    if format != "coo" && extents.len() != 2 {
        let order = extents.len();
        return Err(FileError::new(format!(
            "a {format} matrix has 2 dimensions, `shape` has {order}"
        )));
    }
    match format.as_str() {
        "csr" => compressed(&mut members, extents, 0),
        "csc" => compressed(&mut members, extents, 1),
        "bsr" => blocks(&mut members, extents),
        "coo" => coordinates(&mut members, extents),
        "dia" => diagonals(&mut members, &extents),
        _ => {
            let what = "the format is none of csr, csc, coo, bsr and dia";
            Err(FileError::new(what))
        }
    }
}

/// Positions, indices: which segment each index is in.
struct Segments {
    outer: Vec<i64>,
    inner: Vec<i64>,
}

/// Reads and checks `indptr` and `indices`.
fn segments(members: &mut Members, count: u64, extent: u64) -> Result<Segments, FileError> {
    let (pos, inner) = (members.ints("indptr")?, members.ints("indices")?);
    if pos.len() as u64 != count + 1 {
        let what = format!("`indptr` has {} numbers, not {}", pos.len(), count + 1);
        return Err(FileError::new(what));
    }
    if pos[0] != 0 {
        return Err(FileError::new(format!("`indptr[0]` is {}, not 0", pos[0])));
    }
    if let Some(at) = pos.windows(2).position(|pair| pair[1] < pair[0]) {
        let (a, b) = (pos[at], pos[at + 1]);
        return Err(FileError::new(format!("`indptr` falls from {a} to {b} at {}", at + 1)));
    }
    let last = pos[pos.len() - 1];
    if last != inner.len() as i64 {
        let (n, at) = (inner.len(), pos.len() - 1);
        let what = format!("`indptr[{at}]` is {last}, but `indices` has {n} numbers");
        return Err(FileError::new(what));
    }
    within("indices", &inner, extent)?;
    let mut outer = Vec::with_capacity(inner.len());
    for (i, pair) in pos.windows(2).enumerate() {
        outer.resize(pair[1] as usize, i as i64);
    }
    Ok(Segments { outer, inner })
}

/// Checks coordinates.
fn within(name: &str, all: &[i64], extent: u64) -> Result<(), FileError> {
    match all.iter().position(|key| *key < 0 || *key as u64 >= extent) {
        None => Ok(()),
        Some(at) => {
            let key = all[at];
            Err(FileError::new(format!("`{name}[{at}]` is {key}, not in 0 to {extent} - 1")))
        }
    }
}

/// Checks the number of values.
fn as_many(numbers: &Numbers, count: usize, than: &str) -> Result<(), FileError> {
    if numbers.len() == count {
        return Ok(());
    }
    let (n, is) = (numbers.len(), if count == 1 { "number" } else { "numbers" });
    Err(FileError::new(format!("`data` has {n} numbers, but `{than}` has {count} {is}")))
}

fn entries(extents: Vec<u64>, keys: Vec<Vec<i64>>, numbers: Numbers) -> Entries {
    let places = Places::Elements((0..numbers.len() as u32).collect());
    Entries { extents, open: false, keys, numbers, places, scalars: Vec::new() }
}

/// CSR and CSC.
fn compressed(
    members: &mut Members,
    extents: Vec<u64>,
    outer: usize,
) -> Result<Entries, FileError> {
    let segments = segments(members, extents[outer], extents[1 - outer])?;
    let numbers = members.array("data")?.numbers;
    as_many(&numbers, segments.inner.len(), "indices")?;
    let mut keys = vec![segments.outer, segments.inner];
    if outer == 1 {
        keys.swap(0, 1);
    }
    Ok(entries(extents, keys, numbers))
}

fn coordinates(members: &mut Members, extents: Vec<u64>) -> Result<Entries, FileError> {
    let numbers = members.array("data")?.numbers;
    let keys = if members.has("coords") {
        let Dense { shape, numbers: Numbers::Ints(all) } = members.array("coords")? else {
            return Err(FileError::new("`coords` does not hold integers"));
        };
        if shape != [extents.len() as u64, numbers.len() as u64] {
            return Err(FileError::new(
                "`coords` is not one coordinate of each dimension an entry",
            ));
        }
        let count = numbers.len();
        (0..extents.len()).map(|d| all[d * count..(d + 1) * count].to_vec()).collect()
    } else {
        vec![members.ints("row")?, members.ints("col")?]
    };
    if keys.len() != extents.len() {
        let order = extents.len();
        return Err(FileError::new(format!("`row` and `col` are two, but `shape` has {order}")));
    }
    let named = ["row", "col"];
    for (d, (all, extent)) in keys.iter().zip(&extents).enumerate() {
        let name = if members.has("coords") { "coords" } else { named[d] };
        as_many(&numbers, all.len(), name)?;
        within(name, all, *extent)?;
    }
    Ok(entries(extents, keys, numbers))
}

fn blocks(members: &mut Members, extents: Vec<u64>) -> Result<Entries, FileError> {
    let data = members.array("data")?;
    let [count, height, width] = data.shape[..] else {
        return Err(FileError::new("`data` is not a list of blocks"));
    };
    let whole = |extent: u64, size: u64| size > 0 && extent.is_multiple_of(size);
    if !whole(extents[0], height) || !whole(extents[1], width) {
        let by = super::by(&extents);
        return Err(FileError::new(format!("{by} is not divided by blocks of {height} x {width}")));
    }
    let segments = segments(members, extents[0] / height, extents[1] / width)?;
    if count != segments.inner.len() as u64 {
        let n = segments.inner.len();
        let what = format!("`data` has {count} blocks, but `indices` has {n} numbers");
        return Err(FileError::new(what));
    }
    let mut keys = vec![Vec::new(), Vec::new()];
    for (row, column) in segments.outer.iter().zip(&segments.inner) {
        for i in 0..height as i64 {
            for j in 0..width as i64 {
                keys[0].push(row * height as i64 + i);
                keys[1].push(column * width as i64 + j);
            }
        }
    }
    let scalars = vec![("h", height as i64), ("w", width as i64)];
    Ok(Entries { scalars, ..entries(extents, keys, data.numbers) })
}

fn diagonals(members: &mut Members, extents: &[u64]) -> Result<Entries, FileError> {
    let (offsets, data) = (members.ints("offsets")?, members.array("data")?);
    let [count, width] = data.shape[..] else {
        return Err(FileError::new("`data` is not a list of diagonals"));
    };
    if count != offsets.len() as u64 {
        let n = offsets.len();
        return Err(FileError::new(format!("`data` has {count} diagonals, but `offsets` has {n}")));
    }
    for (at, offset) in offsets.iter().enumerate() {
        if let Some(first) = offsets[..at].iter().position(|other| other == offset) {
            let what = format!("`offsets[{first}]` and `offsets[{at}]` are both {offset}");
            return Err(FileError::new(what));
        }
    }
    let (mut keys, mut stored) = (vec![Vec::new(), Vec::new()], Vec::new());
    for (diagonal, offset) in offsets.iter().enumerate() {
        for j in 0..width.min(extents[1]) as i64 {
            let at = diagonal * width as usize + j as usize;
            let row = j.checked_sub(*offset);
            let row = row.filter(|i| *i >= 0 && (*i as u64) < extents[0]);
            if let Some(i) = row.filter(|_| !data.numbers.get(at).is_zero()) {
                keys[0].push(i);
                keys[1].push(j);
                stored.push(at);
            }
        }
    }
    Ok(entries(extents.to_vec(), keys, data.numbers.at(&stored)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(all: &[i64]) -> Member {
        let numbers = Numbers::Ints(all.to_vec());
        Member::Array(Dense { shape: vec![all.len() as u64], numbers })
    }

    fn reals(shape: &[u64], all: &[f64]) -> Member {
        Member::Array(Dense { shape: shape.to_vec(), numbers: Numbers::Reals(all.to_vec()) })
    }

    /// The archive of a matrix.
    fn matrix(
        format: &str,
        shape: &[i64],
        members: Vec<(&str, Member)>,
    ) -> Result<Entries, FileError> {
        let text = [b"\x93NUMPY|S3\n", format.as_bytes()].concat();
        let own = [("format", Member::Text(text)), ("shape", ints(shape))];
        let all = own.into_iter().chain(members);
        read(all.map(|(name, member)| (name.to_owned(), member)).collect())
    }

    fn rows(pos: &[i64], idx: &[i64], values: &[f64]) -> Result<Entries, FileError> {
        let data = reals(&[values.len() as u64], values);
        let members = vec![("indptr", ints(pos)), ("indices", ints(idx)), ("data", data)];
        matrix("csr", &[3, 4], members)
    }

    /// The example of the paper in CSR and CSC, with a row that is not sorted, a NaN and a zero.
    #[test]
    fn compressed_matrices_are_read() {
        let read = rows(&[0, 3, 3, 5], &[2, 0, 3, 0, 3], &[9.0, 6.0, f64::NAN, 0.0, 7.0]).unwrap();
        assert_eq!(read.keys, [[0, 0, 0, 2, 2], [2, 0, 3, 0, 3]]);
        assert_eq!(read.len(), 5);
        let members = vec![
            ("indptr", ints(&[0, 2, 2, 3, 5])),
            ("indices", ints(&[0, 2, 0, 0, 2])),
            ("data", reals(&[5], &[6.0, 5.0, 9.0, 8.0, 7.0])),
        ];
        let read = matrix("csc", &[3, 4], members).unwrap();
        assert_eq!(read.keys, [[0, 2, 0, 0, 2], [0, 0, 2, 3, 3]]);
    }

    #[test]
    fn wrong_arrays_are_refused_at_their_elements() {
        type Case<'c> = (&'c [i64], &'c [i64], &'c [f64], &'c str);
        let table: &[Case<'_>] = &[
            (&[0, 1, 1], &[0], &[1.0], "`indptr` has 3 numbers, not 4"),
            (&[1, 1, 1, 1], &[0], &[1.0], "`indptr[0]` is 1, not 0"),
            (&[0, 2, 1, 2], &[0, 1], &[1.0, 2.0], "`indptr` falls from 2 to 1 at 2"),
            (&[0, 1, 1, 1], &[0, 1], &[1.0, 2.0], "`indptr[3]` is 1, but `indices` has 2 numbers"),
            (&[0, 1, 1, 1], &[4], &[1.0], "`indices[0]` is 4, not in 0 to 4 - 1"),
            (&[0, 1, 1, 1], &[-1], &[1.0], "`indices[0]` is -1, not in 0 to 4 - 1"),
            (&[0, 1, 1, 1], &[0], &[1.0, 2.0], "`data` has 2 numbers, but `indices` has 1 number"),
        ];
        for (pos, idx, values, what) in table {
            assert_eq!(rows(pos, idx, values), Err(FileError::new(*what)));
        }
        let said =
            |format, shape: &[i64], members| matrix(format, shape, members).unwrap_err().what;
        assert_eq!(said("csr", &[3, 4], vec![]), "the array `indptr` is missing");
        assert_eq!(
            said("lil", &[3, 4], vec![]),
            "the format is none of csr, csc, coo, bsr and dia"
        );
        assert_eq!(said("csr", &[3], vec![]), "a csr matrix has 2 dimensions, `shape` has 1");
        assert_eq!(said("csr", &[3, -4], vec![]), "`shape[1]` is -4");
        assert_eq!(said("csr", &[1 << 32, 4], vec![]), "`shape[0]` is 4294967296");
    }

    #[test]
    fn coordinates_are_read_of_any_order() {
        let members = |row: &[i64], col: &[i64]| {
            vec![("row", ints(row)), ("col", ints(col)), ("data", reals(&[2], &[1.0, 2.0]))]
        };
        let read = matrix("coo", &[3, 4], members(&[2, 0], &[3, 1])).unwrap();
        assert_eq!(read.keys, [[2, 0], [3, 1]]);
        let error = matrix("coo", &[3, 4], members(&[2, 3], &[3, 1])).unwrap_err();
        assert_eq!(error.what, "`row[1]` is 3, not in 0 to 3 - 1");
        let error = matrix("coo", &[3, 4], members(&[2, 0], &[3])).unwrap_err();
        assert_eq!(error.what, "`data` has 2 numbers, but `col` has 1 number");
        let coords = Dense { shape: vec![3, 1], numbers: Numbers::Ints(vec![1, 0, 2]) };
        let members = vec![("coords", Member::Array(coords)), ("data", reals(&[1], &[5.0]))];
        assert_eq!(matrix("coo", &[2, 2, 3], members).unwrap().keys, [[1], [0], [2]]);
    }

    #[test]
    fn blocks_and_diagonals_are_read() {
        let blocks = |count: u64, width| {
            let data = reals(&[count, 2, width], &vec![1.5; (count * 2 * width) as usize]);
            vec![("indptr", ints(&[0, 0, 1])), ("indices", ints(&[1])), ("data", data)]
        };
        let read = matrix("bsr", &[4, 4], blocks(1, 2)).unwrap();
        assert_eq!(read.keys, [[2, 2, 3, 3], [2, 3, 2, 3]]);
        assert_eq!(read.scalars, [("h", 2), ("w", 2)]);
        let error = matrix("bsr", &[4, 4], blocks(1, 3)).unwrap_err();
        assert_eq!(error.what, "4 x 4 is not divided by blocks of 2 x 3");
        let error = matrix("bsr", &[4, 4], blocks(2, 2)).unwrap_err();
        assert_eq!(error.what, "`data` has 2 blocks, but `indices` has 1 number".to_owned() + "s");

        let diagonals = |offsets: &[i64]| {
            let data = reals(&[2, 3], &[1.0, 2.0, 3.0, 0.0, f64::NAN, 6.0]);
            vec![("offsets", ints(offsets)), ("data", data)]
        };
        // 1 . .      the diagonal: 1 2 3; the one above: NaN at column 1, 6 at column 2
        let read = matrix("dia", &[2, 4], diagonals(&[0, 1])).unwrap();
        assert_eq!(read.keys, [[0, 1, 0, 1], [0, 1, 1, 2]]);
        let Numbers::Reals(values) = read.numbers else { panic!("they are reals") };
        assert!(values[2].is_nan() && values[3] == 6.0);
        let error = matrix("dia", &[2, 4], diagonals(&[1, 1])).unwrap_err();
        assert_eq!(error.what, "`offsets[0]` and `offsets[1]` are both 1");
        let error = matrix("dia", &[2, 4], diagonals(&[1])).unwrap_err();
        assert_eq!(error.what, "`data` has 2 diagonals, but `offsets` has 1");
    }
}
