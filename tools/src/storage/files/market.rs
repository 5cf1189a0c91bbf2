//! Matrix Market files (`.mtx`): <https://math.nist.gov/MatrixMarket/formats.html>.
//!
//! Real, integer and pattern matrices, as coordinates or as an array, general, symmetric or
//! skew-symmetric. A symmetric file has the lower triangle; the upper one is added here. Complex and
//! Hermitian matrices are refused: the calculus has no complex numbers.

use super::entries::{Dense, Entries, Numbers, Places};
use super::lines::{coordinate, integer, lines, real, size};
use super::{Data, FileError};

/// The beginning of a file.
pub(super) const BANNER: &str = "%%MatrixMarket";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Real,
    Integer,
    Pattern,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Symmetry {
    General,
    Symmetric,
    Skew,
}

/// The first line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Header {
    coordinates: bool,
    field: Field,
    symmetry: Symmetry,
}

impl Header {
    fn parse(line: &str) -> Result<Header, FileError> {
        let wrong = |what: String| Err(FileError::at(1, what));
        let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let [banner, object, format, field, symmetry] = words[..] else {
            return wrong(format!(
                "expected `{BANNER} matrix FORMAT FIELD SYMMETRY`, found `{}`",
                line.trim()
            ));
        };
        if banner != BANNER.to_ascii_lowercase() {
            return wrong(format!("expected `{BANNER}`, found `{}`", line.trim()));
        }
        if object != "matrix" {
            return wrong(format!("expected a matrix, found `{object}`"));
        }
        let coordinates = match format {
            "coordinate" => true,
            "array" => false,
            other => return wrong(format!("expected `coordinate` or `array`, found `{other}`")),
        };
        let field = match field {
            "real" | "double" => Field::Real,
            "integer" => Field::Integer,
            "pattern" if coordinates => Field::Pattern,
            "pattern" => return wrong("an array has numbers; it is no `pattern`".to_owned()),
            "complex" => {
                return wrong("a `complex` matrix can't be read: numbers are real here".to_owned());
            }
            other => {
                return wrong(format!("expected `real`, `integer` or `pattern`, found `{other}`"));
            }
        };
        let symmetry = match symmetry {
            "general" => Symmetry::General,
            "symmetric" => Symmetry::Symmetric,
            "skew-symmetric" if field == Field::Pattern => {
                return wrong("a `pattern` can't be skew-symmetric".to_owned());
            }
            "skew-symmetric" => Symmetry::Skew,
            "hermitian" => {
                return wrong(
                    "a `hermitian` matrix can't be read: numbers are real here".to_owned(),
                );
            }
            other => {
                let known = "`general`, `symmetric` or `skew-symmetric`";
                return wrong(format!("expected {known}, found `{other}`"));
            }
        };
        Ok(Header { coordinates, field, symmetry })
    }
}

/// The values of a file, as they are read.
struct Values {
    field: Field,
    reals: Vec<f64>,
    ints: Vec<i64>,
}

impl Values {
    fn push(&mut self, line: usize, word: &str) -> Result<(), FileError> {
        match self.field {
            Field::Real => self.reals.push(real(line, word)?),
            Field::Integer => self.ints.push(integer(line, word)?),
            Field::Pattern => {}
        }
        Ok(())
    }

    fn finish(self, count: usize) -> Numbers {
        match self.field {
            Field::Real => Numbers::Reals(self.reals),
            Field::Integer => Numbers::Ints(self.ints),
            Field::Pattern => Numbers::Bools(vec![true; count]),
        }
    }
}

/// Reads a file.
///
/// # Errors
/// If it is not such a file, or one of those that are refused.
pub(super) fn read(text: &str) -> Result<Data, FileError> {
    let header = Header::parse(text.lines().next().unwrap_or_default())?;
    let mut rest = lines(text, '%');
    let Some((line, sizes)) = rest.next() else {
        return Err(FileError::at(1, "the line with the sizes is missing after the header"));
    };
    let words: Vec<&str> = sizes.split_whitespace().collect();
    let names = ["the number of rows", "the number of columns", "the number of entries"];
    let columns = if header.coordinates { 3 } else { 2 };
    if words.len() != columns {
        let what =
            if header.coordinates { "rows, columns and entries" } else { "rows and columns" };
        return Err(FileError::at(
            line,
            format!("expected the numbers of {what}, found `{sizes}`"),
        ));
    }
    let sizes = names.iter().zip(&words).map(|(name, word)| size(line, name, word));
    let sizes: Vec<u64> = sizes.collect::<Result<_, _>>()?;
    if header.symmetry != Symmetry::General && sizes[0] != sizes[1] {
        let what = format!("a matrix of {} x {} can't be symmetric", sizes[0], sizes[1]);
        return Err(FileError::at(line, what));
    }
    let values = Values { field: header.field, reals: Vec::new(), ints: Vec::new() };
    if header.coordinates {
        by_coordinates(header, [sizes[0], sizes[1]], sizes[2], values, rest)
    } else {
        array(header, [sizes[0], sizes[1]], values, rest)
    }
}

/// Reports more or fewer lines than announced.
fn miscounted(announced: u64, found: u64, last: usize, what: &str) -> FileError {
    let ends = if found < announced {
        format!("the file ends after {found}")
    } else {
        "this line is one more".to_owned()
    };
    FileError::at(last, format!("{announced} {what} are announced; {ends}"))
}

fn by_coordinates<'t>(
    header: Header,
    extents: [u64; 2],
    announced: u64,
    mut values: Values,
    rest: impl Iterator<Item = (usize, &'t str)>,
) -> Result<Data, FileError> {
    let mut keys = [Vec::new(), Vec::new()];
    let mut places: Vec<u32> = Vec::new();
    let mut last = 0;
    for (line, text) in rest {
        last = line;
        if places.len() as u64 == announced {
            return Err(miscounted(announced, announced, line, "entries"));
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let (row, column, value) = match (words[..].split_at_checked(2), header.field) {
            (Some(([row, column], [])), Field::Pattern) => (*row, *column, ""),
            (Some(([row, column], [value])), Field::Real | Field::Integer) => {
                (*row, *column, *value)
            }
            _ => {
                let what = if header.field == Field::Pattern { "" } else { " and a number" };
                return Err(FileError::at(
                    line,
                    format!("expected two coordinates{what}, found `{text}`"),
                ));
            }
        };
        let i = coordinate(line, 0, row, Some(extents[0]))?;
        let j = coordinate(line, 1, column, Some(extents[1]))?;
        let (above, diagonal) = (i < j, i == j);
        if header.symmetry != Symmetry::General && above {
            let what = format!(
                "({row}, {column}) is above the diagonal; a symmetric file has the lower triangle"
            );
            return Err(FileError::at(line, what));
        }
        if header.symmetry == Symmetry::Skew && diagonal {
            let what = format!(
                "({row}, {column}) is on the diagonal, which is zero in a skew-symmetric matrix"
            );
            return Err(FileError::at(line, what));
        }
        keys[0].push(i);
        keys[1].push(j);
        values.push(line, value)?;
        places.push(line as u32);
    }
    if (places.len() as u64) < announced {
        return Err(miscounted(announced, places.len() as u64, last.max(1), "entries"));
    }
    let numbers = values.finish(places.len());
    let mut entries = Entries {
        extents: extents.to_vec(),
        open: false,
        keys: keys.to_vec(),
        numbers,
        places: Places::Lines(places),
        scalars: Vec::new(),
    };
    if header.symmetry != Symmetry::General {
        mirror(&mut entries, header.symmetry == Symmetry::Skew);
    }
    Ok(Data::Entries(entries))
}

/// Adds the upper triangle to the lower one.
fn mirror(entries: &mut Entries, skew: bool) {
    let below: Vec<usize> =
        (0..entries.len()).filter(|e| entries.keys[0][*e] != entries.keys[1][*e]).collect();
    let key = |d: usize| -> Vec<i64> { below.iter().map(|e| entries.keys[d][*e]).collect() };
    let (rows, columns) = (key(0), key(1));
    let numbers = entries.numbers.at(&below);
    let numbers = if skew { numbers.negated() } else { numbers };
    if let Places::Lines(lines) = &mut entries.places {
        let more: Vec<u32> = below.iter().map(|e| lines[*e]).collect();
        lines.extend(more);
    }
    entries.keys[0].extend(columns);
    entries.keys[1].extend(rows);
    entries.numbers.extend(numbers);
}

/// A dense matrix by columns; of a symmetric one, the lower triangle.
fn array<'t>(
    header: Header,
    [rows, columns]: [u64; 2],
    mut values: Values,
    rest: impl Iterator<Item = (usize, &'t str)>,
) -> Result<Data, FileError> {
    let too_many = || FileError::at(1, format!("{rows} x {columns} are more than 2^31 numbers"));
    let size = rows.checked_mul(columns).filter(|n| *n <= super::MOST).ok_or_else(too_many)?;
    let first = |column: u64| match header.symmetry {
        Symmetry::General => 0,
        Symmetry::Symmetric => column,
        Symmetry::Skew => column + 1,
    };
    let announced: u64 = (0..columns).map(|j| rows.saturating_sub(first(j))).sum();
    let (mut found, mut last) = (0, 1);
    for (line, word) in rest {
        last = line;
        if found == announced {
            return Err(miscounted(announced, found, line, "numbers"));
        }
        values.push(line, word)?;
        found += 1;
    }
    if found < announced {
        return Err(miscounted(announced, found, last, "numbers"));
    }
    let given = values.finish(0);
    let negated = given.negated();
    let mut numbers = given.zeros(size as usize);
    let mut from = 0;
    for j in 0..columns {
        for i in first(j)..rows {
            numbers.set((i * columns + j) as usize, &given, from);
            if header.symmetry != Symmetry::General && i != j {
                let upper = if header.symmetry == Symmetry::Skew { &negated } else { &given };
                numbers.set((j * columns + i) as usize, upper, from);
            }
            from += 1;
        }
    }
    Ok(Data::Dense(Dense { shape: vec![rows, columns], numbers }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(text: &str) -> Entries {
        match read(text) {
            Ok(Data::Entries(entries)) => entries,
            other => panic!("{other:?}"),
        }
    }

    fn dense(text: &str) -> Numbers {
        match read(text) {
            Ok(Data::Dense(dense)) => dense.numbers,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn coordinates_are_read() {
        let text = "%%MatrixMarket matrix coordinate real general\n% made by hand\n\n3 4 2\n1 1 6\n 3  4  -7.5e0\n";
        let read = entries(text);
        assert_eq!((read.extents, read.keys), (vec![3, 4], vec![vec![0, 2], vec![0, 3]]));
        assert_eq!(read.numbers, Numbers::Reals(vec![6.0, -7.5]));
        assert_eq!(read.places, Places::Lines(vec![5, 6]));
        let text =
            "%%matrixmarket MATRIX Coordinate Integer General\n2 2 1\n2 1 -9223372036854775808\n";
        assert_eq!(entries(text).numbers, Numbers::Ints(vec![i64::MIN]));
        let text = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n";
        assert_eq!(entries(text).numbers, Numbers::Bools(vec![true]));
    }

    /// NaN, infinities and zeros are entries; a matrix may be empty.
    #[test]
    fn no_entry_is_dropped() {
        let text = "%%MatrixMarket matrix coordinate real general\n1 4 4\n1 1 nan\n1 2 -inf\n1 3 0\n1 4 -0.0";
        let Numbers::Reals(read) = entries(text).numbers else { panic!("they are reals") };
        assert!(read[0].is_nan() && read[1] == f64::NEG_INFINITY && read[2].to_bits() == 0);
        assert_eq!(read[3].to_bits(), (-0.0f64).to_bits());
        for size in ["0 0", "0 3", "2 0"] {
            let text = format!("%%MatrixMarket matrix coordinate real general\n{size} 0\n");
            assert_eq!(entries(&text).len(), 0);
            let text = format!("%%MatrixMarket matrix array real general\n{size}\n");
            assert_eq!(dense(&text), Numbers::Reals(vec![]));
        }
    }

    #[test]
    fn triangles_are_completed() {
        let text = "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 3\n2 1 4\n";
        let read = entries(text);
        assert_eq!(read.keys, [[0, 1, 0], [0, 0, 1]]);
        assert_eq!(read.numbers, Numbers::Reals(vec![3.0, 4.0, 4.0]));
        assert_eq!(read.places, Places::Lines(vec![3, 4, 4]));
        let text = "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 4\n";
        let read = entries(text);
        assert_eq!(
            (read.keys, read.numbers),
            (vec![vec![1, 0], vec![0, 1]], Numbers::Ints(vec![4, -4]))
        );
    }

    #[test]
    fn arrays_stand_by_columns() {
        let text = "%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n";
        assert_eq!(dense(text), Numbers::Reals(vec![1.0, 3.0, 5.0, 2.0, 4.0, 6.0]));
        let text = "%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n3\n";
        assert_eq!(dense(text), Numbers::Ints(vec![1, 2, 2, 3]));
        let text = "%%MatrixMarket matrix array real skew-symmetric\n2 2\n5\n";
        assert_eq!(dense(text), Numbers::Reals(vec![0.0, -5.0, 5.0, 0.0]));
    }

    /// Each error with its line.
    #[test]
    fn wrong_files_are_refused_at_their_lines() {
        const REAL: &str = "%%MatrixMarket matrix coordinate real general\n";
        let table: &[(String, usize, &str)] = &[
            ("".into(), 1, "expected `%%MatrixMarket matrix FORMAT FIELD SYMMETRY`, found ``"),
            (
                "%%MatrixMarket matrix coordinate real\n".into(),
                1,
                "expected `%%MatrixMarket matrix FORMAT FIELD SYMMETRY`, found `%%MatrixMarket matrix coordinate real`",
            ),
            (
                "%MatrixMarket matrix coordinate real general".into(),
                1,
                "expected `%%MatrixMarket`, found `%MatrixMarket matrix coordinate real general`",
            ),
            (
                "%%MatrixMarket vector coordinate real general".into(),
                1,
                "expected a matrix, found `vector`",
            ),
            (
                "%%MatrixMarket matrix dense real general".into(),
                1,
                "expected `coordinate` or `array`, found `dense`",
            ),
            (
                "%%MatrixMarket matrix array pattern general".into(),
                1,
                "an array has numbers; it is no `pattern`",
            ),
            (
                "%%MatrixMarket matrix coordinate complex general".into(),
                1,
                "a `complex` matrix can't be read: numbers are real here",
            ),
            (
                "%%MatrixMarket matrix coordinate real hermitian".into(),
                1,
                "a `hermitian` matrix can't be read: numbers are real here",
            ),
            (
                "%%MatrixMarket matrix coordinate half general".into(),
                1,
                "expected `real`, `integer` or `pattern`, found `half`",
            ),
            (
                "%%MatrixMarket matrix coordinate real lower".into(),
                1,
                "expected `general`, `symmetric` or `skew-symmetric`, found `lower`",
            ),
            (
                "%%MatrixMarket matrix coordinate pattern skew-symmetric".into(),
                1,
                "a `pattern` can't be skew-symmetric",
            ),
            (format!("{REAL}%\n"), 1, "the line with the sizes is missing after the header"),
            (
                format!("{REAL}2 2\n"),
                2,
                "expected the numbers of rows, columns and entries, found `2 2`",
            ),
            (format!("{REAL}2 -2 1\n"), 2, "the number of columns `-2` is not a natural number"),
            (
                format!("{REAL}2147483649 2 1\n"),
                2,
                "the number of rows 2147483649 is larger than 2^31",
            ),
            (
                format!("{REAL}2 2 2147483649\n"),
                2,
                "the number of entries 2147483649 is larger than 2^31",
            ),
            (format!("{REAL}2 2 2\n1 1 5\n"), 3, "2 entries are announced; the file ends after 1"),
            (format!("{REAL}2 2 1\n"), 1, "1 entries are announced; the file ends after 0"),
            (
                format!("{REAL}2 2 1\n1 1 5\n\n2 2 5\n"),
                5,
                "1 entries are announced; this line is one more",
            ),
            (format!("{REAL}2 2 1\n0 1 5\n"), 3, "a coordinate is 0: coordinates begin at 1"),
            (
                format!("{REAL}2 2 1\n1 3 5\n"),
                3,
                "the coordinate 3 is beyond the extent 2 of dimension 1",
            ),
            (
                format!("{REAL}0 2 1\n1 1 5\n"),
                3,
                "the coordinate 1 is beyond the extent 0 of dimension 0",
            ),
            (
                format!("{REAL}2 2 1\n1 1\n"),
                3,
                "expected two coordinates and a number, found `1 1`",
            ),
            (
                format!("{REAL}2 2 1\n1 1 5 6\n"),
                3,
                "expected two coordinates and a number, found `1 1 5 6`",
            ),
            (format!("{REAL}2 2 1\n1 1 x\n"), 3, "`x` is not a number"),
            (
                "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1 5\n".into(),
                3,
                "expected two coordinates, found `1 1 5`",
            ),
            (
                "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 1 5.0\n".into(),
                3,
                "`5.0` is not an integer of 64 bits",
            ),
            (
                "%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n1 1 5\n".into(),
                2,
                "a matrix of 2 x 3 can't be symmetric",
            ),
            (
                "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 5\n".into(),
                3,
                "(1, 2) is above the diagonal; a symmetric file has the lower triangle",
            ),
            (
                "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 5\n".into(),
                3,
                "(1, 1) is on the diagonal, which is zero in a skew-symmetric matrix",
            ),
            (
                "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n".into(),
                5,
                "4 numbers are announced; the file ends after 3",
            ),
            (
                "%%MatrixMarket matrix array real general\n1 1\n1\n2\n".into(),
                4,
                "1 numbers are announced; this line is one more",
            ),
            (
                "%%MatrixMarket matrix array real general\n65536 65536\n".into(),
                1,
                "65536 x 65536 are more than 2^31 numbers",
            ),
        ];
        for (text, line, what) in table {
            assert_eq!(read(text), Err(FileError::at(*line, *what)), "{text}");
        }
    }
}
