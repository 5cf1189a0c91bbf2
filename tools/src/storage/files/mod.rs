//! Tensors in files: NumPy's `.npy` and `.npz` (SciPy's sparse matrices too), Matrix Market's `.mtx`
//! and FROSTT's `.tns`, read and written.
//!
//! A reader checks everything that it reads. An error has its place: a line of a text, or an element
//! of an array. Nothing is dropped or repaired: a NaN or an explicit zero is an entry, and
//! duplicates are for the caller to refuse or to add.

mod entries;
mod frostt;
mod lines;
mod market;
mod numpy;
mod scipy;
mod write;

use std::fmt;

pub(crate) use entries::{Dense, Entries, Numbers, Places, by, tuple};
pub(crate) use write::{Ending, archive, encode, format_name, zipped};

/// The most entries of a tensor and the largest extent: coordinates have 31 bits.
pub(crate) const MOST: u64 = 1 << 31;

/// The content of a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Data {
    /// A dense array.
    Dense(Dense),
    /// A tensor by coordinates.
    Entries(Entries),
    /// Named arrays: an `.npz` that is not a sparse matrix.
    Archive(Vec<(String, Dense)>),
}

/// The reason for which a file can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileError {
    /// The line, from 1, of a text.
    pub(crate) line: Option<usize>,
    /// A sentence.
    pub(crate) what: String,
}

impl FileError {
    /// An error of the file as a whole, or at an element that the sentence names.
    pub(crate) fn new(what: impl Into<String>) -> FileError {
        FileError { line: None, what: what.into() }
    }

    /// An error on a line.
    pub(crate) fn at(line: usize, what: impl Into<String>) -> FileError {
        FileError { line: Some(line), what: what.into() }
    }

    /// The error with its file: `a.mtx:3: …`.
    pub(crate) fn of<'e>(&'e self, file: &'e str) -> impl fmt::Display + 'e {
        fmt::from_fn(move |f| match self.line {
            Some(line) => write!(f, "{file}:{line}: {}", self.what),
            None => write!(f, "`{file}`: {}", self.what),
        })
    }
}

/// The endings of names that tell the format of a text.
const TEXTS: [(&str, Reader); 2] = [(".mtx", market::read), (".tns", frostt::read)];

/// A reader of a text.
type Reader = fn(&str) -> Result<Data, FileError>;

/// Reads the bytes of a file, which are not compressed any more. Arrays and Matrix Market files say
/// themselves what they are; a `.tns` is known by its name.
///
/// # Errors
/// If the bytes are of no known format, or wrong.
pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<Data, FileError> {
    if let Some(data) = numpy::read(bytes) {
        return data;
    }
    let plain = name.strip_suffix(".gz").unwrap_or(name);
    let by_name = TEXTS.iter().find(|(ending, _)| plain.ends_with(ending));
    let (_, reader) = match by_name {
        _ if bytes.starts_with(market::BANNER.as_bytes()) => TEXTS[0],
        Some(reader) => *reader,
        None => {
            return Err(FileError::new(
                "this is neither an array (.npy, .npz), nor a Matrix Market file (.mtx), nor a \
                 list of entries (.tns)",
            ));
        }
    };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        FileError::at(line, "this is not UTF-8 text")
    })?;
    reader(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_formats_are_refused() {
        let error = read("x.csv", b"1,2,3").unwrap_err();
        assert!(error.what.starts_with("this is neither an array (.npy, .npz), nor"), "{error:?}");
        let error = read("x.mtx", b"%%MatrixMarket\n\xff").unwrap_err();
        assert_eq!(error, FileError::at(2, "this is not UTF-8 text"));
        assert_eq!(error.of("x.mtx").to_string(), "x.mtx:2: this is not UTF-8 text");
        assert_eq!(FileError::new("no").of("x.npy").to_string(), "`x.npy`: no");
    }

    /// Files that are cut off or changed in any byte are read or refused, without a crash.
    #[test]
    fn damaged_files_do_not_crash() {
        let entries = Entries {
            extents: vec![3, 4],
            open: false,
            keys: vec![vec![0, 0, 2], vec![1, 3, 0]],
            numbers: Numbers::Reals(vec![1.5, f64::NAN, -2.0]),
            places: Places::Elements(vec![0, 1, 2]),
            scalars: Vec::new(),
        };
        let (mut read_again, mut refused) = (0, 0);
        for name in ["a.npy", "a.npz", "a.mtx", "a.tns"] {
            let bytes = encode(std::path::Path::new(name), &entries).unwrap();
            let cut = (0..bytes.len()).map(|end| bytes[..end].to_vec());
            let changed = (0..bytes.len()).flat_map(|at| {
                [0, b'-', b'9', b' ', 0xff].map(|byte| {
                    let mut bytes = bytes.clone();
                    bytes[at] = byte;
                    bytes
                })
            });
            for bytes in cut.chain(changed) {
                match read(name, &bytes) {
                    Ok(Data::Entries(entries)) => {
                        let within = |(keys, extent): (&Vec<i64>, &u64)| {
                            keys.iter().all(|key| (0..*extent as i64).contains(key))
                        };
                        assert!(entries.keys.iter().zip(&entries.extents).all(within), "{name}");
                        read_again += 1;
                    }
                    Ok(_) => read_again += 1,
                    Err(error) => {
                        assert!(!error.what.is_empty(), "{name}");
                        refused += 1;
                    }
                }
            }
        }
        assert!(read_again > 100 && refused > 1000, "{read_again} read, {refused} refused");
    }
}
