//! Several arrays in one file: NumPy's `.npz`, a ZIP archive of `.npy` files.
//!
//! A file of `np.savez(file, a, b)` has `arr_0` and `arr_1`, and
//! `np.savez(file, x=a)` gives `x`. A member named `arr_N` or `N` is argument `N`;
//! any other is the argument that bears its name in the program's text.
//!
//! A member is unpacked only as far as the type that is wanted of it can need, so an
//! archive can't unpack to more memory than the program itself asks for.

use std::io::{Cursor, Read};

use hloom_ir::{Literal, TensorType};
use zip::ZipArchive;

use super::npy::{self, Unusable};

/// The largest member if the type leaves its extents open.
const MAX_OPEN: u64 = 1 << 36;

/// A header of `.npy`, at most.
const MAX_HEADER: u64 = 1 << 14;

/// An archive, opened.
pub struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
}

impl<'a> Archive<'a> {
    /// Reads an archive's directory.
    ///
    /// # Errors
    /// The bytes are no ZIP archive.
    pub fn open(bytes: &'a [u8]) -> Result<Archive<'a>, Unusable> {
        let zip = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| Unusable(format!("is no .npz file: {error}")))?;
        Ok(Archive { zip })
    }

    /// The names of the arrays, without `.npy`, in the order of the archive.
    pub fn names(&self) -> Vec<String> {
        (0..self.zip.len())
            .map(|i| {
                // A name that is no text is no argument's either, and is shown by number.
                let name = self.zip.name_for_index(i).and_then(Result::ok).unwrap_or_default();
                name.strip_suffix(".npy").unwrap_or(&name).to_owned()
            })
            .collect()
    }

    /// The names of the arrays, where they are those of a matrix that `scipy.sparse.save_npz`
    /// wrote.
    pub fn sparse_members(&self) -> Option<Vec<String>> {
        let names = self.names();
        let has = |name: &str| names.iter().any(|n| n == name);
        (has("format") && has("shape") && has("data")).then_some(names)
    }

    /// The bytes of array `index`, at most so many.
    ///
    /// # Errors
    /// The member can't be unpacked.
    pub fn bytes(&mut self, index: usize, limit: u64) -> Result<Vec<u8>, Unusable> {
        let unpacked =
            |error: &dyn std::fmt::Display| Unusable(format!("can't be unpacked: {error}"));
        let member = self.zip.by_index(index).map_err(|error| unpacked(&error))?;
        let mut bytes = Vec::new();
        let limit = limit.saturating_add(MAX_HEADER);
        member.take(limit).read_to_end(&mut bytes).map_err(|error| unpacked(&error))?;
        Ok(bytes)
    }

    /// Reads array `index` as a tensor of this type.
    ///
    /// # Errors
    /// The member can't be unpacked, or as in [`npy::decode`].
    pub fn decode(&mut self, index: usize, wanted: &TensorType) -> Result<Literal, Unusable> {
        let unpacked =
            |error: &dyn std::fmt::Display| Unusable(format!("can't be unpacked: {error}"));
        let member = self.zip.by_index(index).map_err(|error| unpacked(&error))?;
        let limit = wanted.byte_size().map_or(MAX_OPEN, |n| n as u64).saturating_add(MAX_HEADER);
        let mut bytes = Vec::new();
        member.take(limit).read_to_end(&mut bytes).map_err(|error| unpacked(&error))?;
        npy::decode(&bytes, wanted)
    }
}

/// The argument that a member stands for: by its number, else by its name among the
/// arguments' names.
///
/// # Errors
/// There is no such argument; the message names those that there are.
pub fn argument_of(member: &str, arguments: &[Option<&str>]) -> Result<usize, Unusable> {
    if let Some(at) = arguments.iter().position(|name| *name == Some(member)) {
        return Ok(at);
    }
    let digits = member.strip_prefix("arr_").unwrap_or(member);
    match digits.parse::<usize>() {
        Ok(at) if at < arguments.len() => Ok(at),
        _ => {
            let known: Vec<String> = arguments
                .iter()
                .enumerate()
                .map(|(i, name)| name.map_or_else(|| i.to_string(), |n| format!("{i} (%{n})")))
                .collect();
            let known = match &known[..] {
                [] => "the function takes none".to_owned(),
                some => format!("the function's are {}", some.join(", ")),
            };
            Err(Unusable(format!(
                "holds `{member}`, which is no argument's number or name; {known}"
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_ir::{Element, Type};
    use std::io::Write;
    use zip::write::SimpleFileOptions;

    fn archive(members: &[(&str, Vec<u8>)], method: zip::CompressionMethod) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in members {
            let options = SimpleFileOptions::default().compression_method(method);
            zip.start_file(*name, options).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn array(values: &[f64]) -> Literal {
        Literal::from_f64s(Type::tensor(&[values.len() as i64], Element::F32), values).unwrap()
    }

    #[test]
    fn members_are_read_stored_and_deflated() {
        let (x, y) = (array(&[1.0, 2.0]), array(&[3.0, 4.0, 5.0]));
        let members = [("arr_0.npy", npy::encode(&x)), ("y.npy", npy::encode(&y))];
        for method in [zip::CompressionMethod::Stored, zip::CompressionMethod::Deflated] {
            let bytes = archive(&members, method);
            let mut archive = Archive::open(&bytes).unwrap();
            assert_eq!(archive.names(), ["arr_0", "y"]);
            assert_eq!(archive.decode(0, x.tensor()).unwrap(), x);
            assert_eq!(archive.decode(1, y.tensor()).unwrap(), y);
        }
    }

    #[test]
    fn members_find_their_arguments() {
        let names = [Some("x"), None, Some("arr_0")];
        assert_eq!(argument_of("x", &names), Ok(0));
        assert_eq!(argument_of("arr_1", &names), Ok(1));
        assert_eq!(argument_of("1", &names), Ok(1));
        assert_eq!(argument_of("arr_0", &names), Ok(2));
        let text = argument_of("z", &names).unwrap_err().to_string();
        assert_eq!(
            text,
            "holds `z`, which is no argument's number or name; \
             the function's are 0 (%x), 1, 2 (%arr_0)"
        );
        assert!(argument_of("3", &names).is_err());
    }

    #[test]
    fn hostile_archives_are_refused() {
        let bomb = archive(&[("0.npy", vec![0; 10 << 20])], zip::CompressionMethod::Deflated);
        let mut opened = Archive::open(&bomb).unwrap();
        let text = opened.decode(0, array(&[1.0, 2.0]).tensor()).unwrap_err().to_string();
        assert!(text.contains("no .npy file"), "{text}");
        for end in (0..bomb.len()).step_by(7) {
            if let Ok(mut cut) = Archive::open(&bomb[..end]) {
                assert!(cut.decode(0, array(&[1.0, 2.0]).tensor()).is_err());
            }
        }
        assert!(Archive::open(b"PK\x03\x04").is_err());
        assert!(Archive::open(b"").is_err());
    }
}
