//! NumPy's `.npz` files: ZIP archives of `.npy` files.
//!
//! A file of `np.savez(file, a, b)` has the members `arr_0` and `arr_1`, and one of `np.savez(file,
//! x=a)` has `x`. A member named `arr_N` or `N` is argument `N`; any other is the argument with its
//! name in the program's text.
//!
//! A member is decompressed only up to the size of the expected type, so an archive can't use more
//! memory than the program itself.

use std::io::{Cursor, Read};

use hloom_ir::{Literal, TensorType};
use zip::ZipArchive;

use super::npy::{self, Unusable};

/// The maximum size of a member for a type of unknown size.
const MAX_OPEN: u64 = 1 << 36;

/// The maximum size of an `.npy` header.
const MAX_HEADER: u64 = 1 << 14;

/// An open archive.
pub struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
}

impl<'a> Archive<'a> {
    /// Reads an archive's directory.
    ///
    /// # Errors
    /// If the bytes are not a ZIP archive.
    pub fn open(bytes: &'a [u8]) -> Result<Archive<'a>, Unusable> {
        let zip = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| Unusable(format!("is no .npz file: {error}")))?;
        Ok(Archive { zip })
    }

    /// The names of the arrays without `.npy`, in archive order.
    pub fn names(&self) -> Vec<String> {
        (0..self.zip.len())
            .map(|i| {
                // A name that is not UTF-8 matches no argument, and is shown as a number.
                let name = self.zip.name_for_index(i).and_then(Result::ok).unwrap_or_default();
                name.strip_suffix(".npy").unwrap_or(&name).to_owned()
            })
            .collect()
    }

    /// The names of the arrays, if they are those of a matrix written by `scipy.sparse.save_npz`.
    pub fn sparse_members(&self) -> Option<Vec<String>> {
        let names = self.names();
        let has = |name: &str| names.iter().any(|n| n == name);
        (has("format") && has("shape") && has("data")).then_some(names)
    }

    /// The first `limit` bytes of array `index`.
    ///
    /// # Errors
    /// If the member can't be decompressed.
    pub fn bytes(&mut self, index: usize, limit: u64) -> Result<Vec<u8>, Unusable> {
        let unpacked =
            |error: &dyn std::fmt::Display| Unusable(format!("can't be unpacked: {error}"));
        let member = self.zip.by_index(index).map_err(|error| unpacked(&error))?;
        let mut bytes = Vec::new();
        let limit = limit.saturating_add(MAX_HEADER);
        member.take(limit).read_to_end(&mut bytes).map_err(|error| unpacked(&error))?;
        Ok(bytes)
    }

    /// Decodes array `index` as a tensor of this type.
    ///
    /// # Errors
    /// If the member can't be decompressed, or as in [`npy::decode`].
    pub fn decode(&mut self, index: usize, expected: &TensorType) -> Result<Literal, Unusable> {
        let unpacked =
            |error: &dyn std::fmt::Display| Unusable(format!("can't be unpacked: {error}"));
        let member = self.zip.by_index(index).map_err(|error| unpacked(&error))?;
        let limit = expected.byte_size().map_or(MAX_OPEN, |n| n as u64).saturating_add(MAX_HEADER);
        let mut bytes = Vec::new();
        member.take(limit).read_to_end(&mut bytes).map_err(|error| unpacked(&error))?;
        npy::decode(&bytes, expected)
    }
}

/// The argument that a member is for: by its number, else by name.
///
/// # Errors
/// If there is no such argument; the message lists the existing ones.
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
