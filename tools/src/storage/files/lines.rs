//! Lines of numbers: the common part of the text formats.

use super::{FileError, MOST};

/// The lines of a text that are neither blank nor comments, with their numbers from 1.
pub(super) fn lines(text: &str, comment: char) -> impl Iterator<Item = (usize, &str)> + Clone {
    let numbered = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    numbered.filter(move |(_, line)| !line.is_empty() && !line.starts_with(comment))
}

/// A real number.
///
/// # Errors
/// If it is not a number, or too large for one.
pub(super) fn real(line: usize, word: &str) -> Result<f64, FileError> {
    let Ok(number) = word.parse::<f64>() else {
        return Err(FileError::at(line, format!("`{word}` is not a number")));
    };
    let named = word.trim_start_matches(['+', '-']).starts_with(['i', 'I']);
    if number.is_infinite() && !named {
        return Err(FileError::at(line, format!("`{word}` is larger than all reals")));
    }
    Ok(number)
}

/// An integer.
///
/// # Errors
/// If it is none of 64 bits.
pub(super) fn integer(line: usize, word: &str) -> Result<i64, FileError> {
    let wrong = || FileError::at(line, format!("`{word}` is not an integer of 64 bits"));
    word.parse().map_err(|_| wrong())
}

/// An extent or a number of entries: at most [`MOST`].
///
/// # Errors
/// If it is negative, too large or not an integer.
pub(super) fn size(line: usize, what: &str, word: &str) -> Result<u64, FileError> {
    let Ok(number) = word.parse::<u64>() else {
        return Err(FileError::at(line, format!("{what} `{word}` is not a natural number")));
    };
    if number > MOST {
        return Err(FileError::at(line, format!("{what} {number} is larger than 2^31")));
    }
    Ok(number)
}

/// A coordinate of a file, which counts from 1, as one that counts from 0.
///
/// # Errors
/// If it is not within the extent.
pub(super) fn coordinate(
    line: usize,
    dimension: usize,
    word: &str,
    extent: Option<u64>,
) -> Result<i64, FileError> {
    let number = integer(line, word)?;
    if number == 0 {
        return Err(FileError::at(line, "a coordinate is 0: coordinates begin at 1"));
    }
    if number < 0 {
        return Err(FileError::at(line, format!("the coordinate {number} is negative")));
    }
    match extent {
        Some(extent) if number as u64 > extent => Err(FileError::at(
            line,
            format!(
                "the coordinate {number} is beyond the extent {extent} of dimension {dimension}"
            ),
        )),
        None if number as u64 > MOST => {
            Err(FileError::at(line, format!("the coordinate {number} is larger than 2^31")))
        }
        _ => Ok(number - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        assert_eq!(real(1, "-1.5e3"), Ok(-1500.0));
        assert!(real(1, "nan").unwrap().is_nan());
        assert_eq!(real(1, "-inf"), Ok(f64::NEG_INFINITY));
        assert_eq!(real(4, "1e999").unwrap_err().what, "`1e999` is larger than all reals");
        assert_eq!(real(4, "1,5"), Err(FileError::at(4, "`1,5` is not a number")));
        let error = integer(4, "9223372036854775808").unwrap_err();
        assert_eq!(error.what, "`9223372036854775808` is not an integer of 64 bits");
        assert_eq!(size(1, "the extent", "2147483648"), Ok(1 << 31));
        let error = size(1, "the extent", "2147483649").unwrap_err();
        assert_eq!(error.what, "the extent 2147483649 is larger than 2^31");
    }

    #[test]
    fn coordinates_begin_at_one_and_end_at_the_extent() {
        let said = |word, extent| coordinate(7, 1, word, extent).map_err(|error| error.what);
        assert_eq!(said("1", Some(3)), Ok(0));
        assert_eq!(said("3", Some(3)), Ok(2));
        let beyond = "the coordinate 4 is beyond the extent 3 of dimension 1";
        assert_eq!(said("4", Some(3)), Err(beyond.to_owned()));
        let zero = "a coordinate is 0: coordinates begin at 1";
        assert_eq!(said("0", Some(3)), Err(zero.to_owned()));
        assert_eq!(said("-1", None), Err("the coordinate -1 is negative".to_owned()));
        let large = "the coordinate 2147483649 is larger than 2^31";
        assert_eq!(said("2147483649", None), Err(large.to_owned()));
        let word = "`1.0` is not an integer of 64 bits";
        assert_eq!(said("1.0", None), Err(word.to_owned()));
    }
}
