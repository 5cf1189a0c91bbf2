//! Sparse tensors of any order as FROSTT has them (`.tns`): <https://frostt.io/tensors/file-formats.html>.
//!
//! A line is an entry: its coordinates, which begin at 1, and its value. The format does not say the
//! extents; they are the largest coordinates, or those of a first line `# 3 x 4`, which hloom writes.

use super::entries::{Entries, Numbers, Places};
use super::lines::{coordinate, integer, lines, real};
use super::{Data, FileError, MOST};

/// The most dimensions.
const MAX_ORDER: usize = hloom_storage::term::MAX_LEVELS as usize;

/// Reads a file.
///
/// # Errors
/// If a line is not an entry, has another number of coordinates than the first, or is outside of the extents
/// that the first line announces.
pub(super) fn read(text: &str) -> Result<Data, FileError> {
    let all = lines(text, '#');
    let announced = announced(text);
    let Some((first, words)) = all.clone().next() else {
        let Some(extents) = announced else {
            return Err(FileError::new("there are no entries, so that the order is not known"));
        };
        return Ok(Data::Entries(Entries {
            keys: vec![Vec::new(); extents.len()],
            extents,
            open: false,
            numbers: Numbers::Reals(Vec::new()),
            places: Places::Lines(Vec::new()),
            scalars: Vec::new(),
        }));
    };
    let order = words.split_whitespace().count() - 1;
    if order == 0 {
        return Err(FileError::at(first, "expected coordinates and a number"));
    }
    if order > MAX_ORDER {
        let what = format!("{order} coordinates; a tensor has at most {MAX_ORDER} dimensions");
        return Err(FileError::at(first, what));
    }
    let mut keys = vec![Vec::new(); order];
    let mut reals = Vec::new();
    // As long as all values are written as integers.
    let mut ints = Some(Vec::new());
    let mut places = Vec::new();
    for (line, text) in all {
        if places.len() as u64 == MOST {
            return Err(FileError::at(line, "there are more than 2^31 entries"));
        }
        let count = text.split_whitespace().count();
        if count != order + 1 {
            let what = format!(
                "expected {order} coordinates and a number as on line {first}, found `{text}`"
            );
            return Err(FileError::at(line, what));
        }
        let mut words = text.split_whitespace();
        for (dimension, keys) in keys.iter_mut().enumerate() {
            let word = words.next().unwrap_or_default();
            keys.push(coordinate(line, dimension, word, None)?);
        }
        let word = words.next().unwrap_or_default();
        reals.push(real(line, word)?);
        match integer(line, word) {
            Ok(int) => ints.iter_mut().for_each(|ints| ints.push(int)),
            Err(_) => ints = None,
        }
        places.push(line as u32);
    }
    let largest = |keys: &Vec<i64>| keys.iter().max().map_or(0, |key| *key as u64 + 1);
    let announced = announced.filter(|extents| extents.len() == order);
    let entries = Entries {
        open: announced.is_none(),
        extents: announced.unwrap_or_else(|| keys.iter().map(largest).collect()),
        keys,
        numbers: ints.map_or(Numbers::Reals(reals), Numbers::Ints),
        places: Places::Lines(places),
        scalars: Vec::new(),
    };
    let extents: Vec<i64> = entries.extents.iter().map(|extent| *extent as i64).collect();
    entries.within(&extents)?;
    Ok(Data::Entries(entries))
}

/// The extents of a first line `# 3 x 4`; `None` for other first lines.
fn announced(text: &str) -> Option<Vec<u64>> {
    let extents = text.lines().next()?.strip_prefix("# ")?.split(" x ");
    let extents: Option<Vec<u64>> = extents.map(|extent| extent.trim().parse().ok()).collect();
    extents.filter(|all| all.len() <= MAX_ORDER && all.iter().all(|extent| *extent <= MOST))
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

    #[test]
    fn entries_are_read() {
        let found = entries("# order 3\n1 1 1 1.5\n\n2 1 3 nan\n");
        assert_eq!(found.extents, [2, 1, 3]);
        assert_eq!(found.keys, [[0, 1], [0, 0], [0, 2]]);
        assert_eq!(found.places, Places::Lines(vec![2, 4]));
        let Numbers::Reals(values) = found.numbers else { panic!("they are reals") };
        assert!(values[0] == 1.5 && values[1].is_nan());
        assert_eq!(
            entries("1 7\n3 9007199254740993\n").numbers,
            Numbers::Ints(vec![7, (1 << 53) + 1])
        );
        assert_eq!(entries("1 7\n3 8.0\n").numbers, Numbers::Reals(vec![7.0, 8.0]));
    }

    /// A result without entries can be read again, and extents are those of the tensor that was written.
    #[test]
    fn extents_of_the_first_line_count() {
        let found = entries("# 3 x 4\n");
        assert_eq!(
            (found.extents.as_slice(), found.len(), found.open),
            ([3, 4].as_slice(), 0, false)
        );
        let found = entries("# 3 x 4\n1 2 5\n");
        assert_eq!((found.extents.as_slice(), found.open), ([3, 4].as_slice(), false));
        // Another comment, and one of another order.
        assert_eq!(entries("# 3 by 4\n1 2 5\n").extents, [1, 2]);
        assert_eq!(entries("# 7\n1 2 5\n").extents, [1, 2]);
        let error = read("# 3 x 4\n1 2 5\n2 5 1\n").unwrap_err();
        assert_eq!(error, FileError::at(3, "(2, 5) is outside of 3 x 4"));
        assert!(read("# nothing\n").is_err());
    }

    /// Each error with its line.
    #[test]
    fn wrong_files_are_refused_at_their_lines() {
        let long = "1 ".repeat(18);
        let table: &[(&str, usize, &str)] = &[
            ("5\n", 1, "expected coordinates and a number"),
            ("1 1 5\n\n1 5\n", 3, "expected 2 coordinates and a number as on line 1, found `1 5`"),
            (
                "1 1 5\n1 1 1 5\n",
                2,
                "expected 2 coordinates and a number as on line 1, found `1 1 1 5`",
            ),
            ("1 0 5\n", 1, "a coordinate is 0: coordinates begin at 1"),
            ("1 -2 5\n", 1, "the coordinate -2 is negative"),
            ("1 2147483649 5\n", 1, "the coordinate 2147483649 is larger than 2^31"),
            ("1 x 5\n", 1, "`x` is not an integer of 64 bits"),
            ("1 1 five\n", 1, "`five` is not a number"),
            (&long, 1, "17 coordinates; a tensor has at most 16 dimensions"),
        ];
        for (text, line, what) in table {
            assert_eq!(read(text), Err(FileError::at(*line, *what)), "{text}");
        }
        let what = "there are no entries, so that the order is not known";
        assert_eq!(read("# nothing\n"), Err(FileError::new(what)));
    }
}
