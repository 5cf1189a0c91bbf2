//! Results as files, in the format that the ending of the name says.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::path::Path;

use anyhow::{Context, bail};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::entries::{Dense, Entries, Numbers, by};
use super::numpy;

/// The formats of files that are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// A dense array.
    Npy,
    /// A matrix as SciPy's CSR.
    Npz,
    /// A matrix or vector by coordinates.
    Market,
    /// A list of entries.
    Frostt,
}

impl Ending {
    /// The format of a file of this name, and whether it is compressed; `None` for other names.
    pub(crate) fn of(path: &Path) -> Option<(Ending, bool)> {
        let name = path.file_name()?.to_str()?;
        let plain = name.strip_suffix(".gz");
        let (_, ending) = plain.unwrap_or(name).rsplit_once('.')?;
        let ending = match ending {
            "npy" => Ending::Npy,
            "npz" => Ending::Npz,
            "mtx" => Ending::Market,
            "tns" => Ending::Frostt,
            _ => return None,
        };
        Some((ending, plain.is_some()))
    }
}

/// The bytes of the file with this name that holds a tensor.
///
/// # Errors
/// If the format can't hold the tensor.
pub(crate) fn encode(path: &Path, tensor: &Entries) -> anyhow::Result<Vec<u8>> {
    let Some((ending, packed)) = Ending::of(path) else {
        bail!("`{}` ends in none of .npy, .npz, .mtx and .tns", path.display());
    };
    let bytes = match ending {
        Ending::Npy => {
            let dense = tensor.to_dense().map_err(anyhow::Error::msg);
            numpy::encode(&dense.with_context(|| format!("can't write `{}`", path.display()))?)
        }
        Ending::Npz => rows(path, tensor)?,
        Ending::Market => market(path, tensor)?.into_bytes(),
        Ending::Frostt => frostt(path, tensor)?.into_bytes(),
    };
    if !packed {
        return Ok(bytes);
    }
    let mut zip = GzEncoder::new(Vec::new(), Compression::default());
    zip.write_all(&bytes)?;
    Ok(zip.finish()?)
}

/// The number of an entry as text that reads back as the same number.
fn number(numbers: &Numbers, entry: usize) -> String {
    match numbers {
        Numbers::Bools(all) => u8::from(all[entry]).to_string(),
        Numbers::Ints(all) => all[entry].to_string(),
        Numbers::Reals(all) => format!("{:?}", all[entry]),
        Numbers::Singles(all) => format!("{:?}", f64::from(all[entry])),
    }
}

/// A matrix, or a vector as a matrix of one column.
fn market(path: &Path, tensor: &Entries) -> anyhow::Result<String> {
    let (rows, columns) = match tensor.extents[..] {
        [rows, columns] => (rows, columns),
        [rows] => (rows, 1),
        _ => bail!(
            "`{}`: a Matrix Market file holds a matrix or a vector, not a tensor of order {}; \
             a .tns file holds any",
            path.display(),
            tensor.extents.len()
        ),
    };
    let field = match tensor.numbers {
        Numbers::Bools(_) => "pattern",
        Numbers::Ints(_) => "integer",
        Numbers::Reals(_) | Numbers::Singles(_) => "real",
    };
    let mut text = format!("%%MatrixMarket matrix coordinate {field} general\n");
    let _ = writeln!(text, "{rows} {columns} {}", tensor.len());
    for entry in 0..tensor.len() {
        let key = tensor.key(entry);
        let column = key.get(1).copied().unwrap_or(0);
        let _ = write!(text, "{} {}", key[0] + 1, column + 1);
        if field != "pattern" {
            let _ = write!(text, " {}", number(&tensor.numbers, entry));
        }
        text.push('\n');
    }
    Ok(text)
}

fn frostt(path: &Path, tensor: &Entries) -> anyhow::Result<String> {
    if tensor.extents.is_empty() {
        bail!("`{}`: a .tns file holds a tensor, not one number", path.display());
    }
    let mut text = format!("# {}\n", by(&tensor.extents));
    for entry in 0..tensor.len() {
        for key in tensor.key(entry) {
            let _ = write!(text, "{} ", key + 1);
        }
        let _ = writeln!(text, "{}", number(&tensor.numbers, entry));
    }
    Ok(text)
}

/// SciPy's CSR.
fn rows(path: &Path, tensor: &Entries) -> anyhow::Result<Vec<u8>> {
    let [rows, columns] = tensor.extents[..] else {
        bail!(
            "`{}`: SciPy's .npz holds a matrix, not a tensor of order {}; a .tns file holds any",
            path.display(),
            tensor.extents.len()
        );
    };
    let mut pos = vec![0; rows as usize + 1];
    tensor.keys[0].iter().for_each(|row| pos[*row as usize + 1] += 1);
    for row in 1..pos.len() {
        pos[row] += pos[row - 1];
    }
    let list =
        |numbers: Numbers| numpy::encode(&Dense { shape: vec![numbers.len() as u64], numbers });
    let ints = |all: &[i64]| list(Numbers::Ints(all.to_vec()));
    let members = [
        ("indices", ints(&tensor.keys[1])),
        ("indptr", ints(&pos)),
        ("format", format_name("csr")),
        ("shape", ints(&[rows as i64, columns as i64])),
        ("data", list(tensor.numbers.clone())),
    ];
    zipped(members)
}

/// The `.npz` file of arrays by name.
///
/// # Errors
/// If the archive can't be made.
pub(crate) fn archive(members: &[(String, Dense)]) -> anyhow::Result<Vec<u8>> {
    zipped(members.iter().map(|(name, array)| (name.as_str(), numpy::encode(array))))
}

/// The archive of `.npy` files. Its bytes depend on the arrays alone.
///
/// # Errors
/// If the archive can't be made.
pub(crate) fn zipped<'n>(
    members: impl IntoIterator<Item = (&'n str, Vec<u8>)>,
) -> anyhow::Result<Vec<u8>> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(format!("{name}.npy"), options)?;
        zip.write_all(&bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The array `numpy.array(b"csr")`, of the name of a format in three letters.
pub(crate) fn format_name(name: &'static str) -> Vec<u8> {
    debug_assert_eq!(name.len(), 3, "a name of SciPy's");
    let header = "{'descr': '|S3', 'fortran_order': False, 'shape': (), }";
    let mut bytes = crate::arrays::npy::MAGIC.to_vec();
    let padded = format!("{header:<117}\n");
    bytes.extend([1, 0]);
    bytes.extend((padded.len() as u16).to_le_bytes());
    bytes.extend(padded.bytes());
    bytes.extend(name.bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::entries::Places;
    use super::super::{Data, read};
    use super::*;

    fn tensor(extents: &[u64], keys: &[&[i64]], numbers: Numbers) -> Entries {
        let places = Places::Elements((0..numbers.len() as u32).collect());
        let keys = keys.iter().map(|all| all.to_vec()).collect();
        Entries {
            extents: extents.to_vec(),
            open: false,
            keys,
            numbers,
            places,
            scalars: Vec::new(),
        }
    }

    fn back(name: &str, tensor: &Entries) -> Entries {
        let bytes = encode(Path::new(name), tensor).unwrap();
        let bytes = crate::unpacked(bytes).unwrap();
        match read(name, &bytes) {
            Ok(Data::Entries(entries)) => entries,
            Ok(Data::Dense(dense)) => dense.to_entries(),
            other => panic!("{name}: {other:?}"),
        }
    }

    #[test]
    fn tensors_come_back() {
        let values = Numbers::Reals(vec![0.1, f64::INFINITY, -1e300]);
        let matrix = tensor(&[3, 4], &[&[0, 2, 2], &[3, 0, 3]], values.clone());
        for name in ["a.npz", "a.mtx", "a.mtx.gz", "a.tns", "a.npy", "a.npy.gz"] {
            let found = back(name, &matrix);
            assert_eq!((&found.keys, &found.numbers), (&matrix.keys, &matrix.numbers), "{name}");
            assert_eq!(found.extents, matrix.extents, "{name}");
        }
        let cube = tensor(&[2, 1, 3], &[&[0, 1, 1], &[0, 0, 0], &[2, 0, 2]], values);
        assert_eq!(back("c.tns.gz", &cube).keys, cube.keys);
        let flags = tensor(&[2, 2], &[&[1], &[0]], Numbers::Bools(vec![true]));
        assert_eq!(back("f.mtx", &flags).numbers, flags.numbers);
        let vector = tensor(&[5], &[&[4]], Numbers::Ints(vec![i64::MAX]));
        assert_eq!(back("v.mtx", &vector).keys, [[4], [0]]);
        assert_eq!(back("v.npy", &vector).numbers, vector.numbers);
    }

    #[test]
    fn formats_refuse_tensors_that_they_can_not_hold() {
        let said = |name: &str, extents: &[u64]| {
            let keys: Vec<&[i64]> = extents.iter().map(|_| &[][..]).collect();
            let tensor = tensor(extents, &keys, Numbers::Reals(vec![]));
            encode(Path::new(name), &tensor).map(|_| ()).unwrap_err().to_string()
        };
        let order = "holds a matrix, not a tensor of order 3; a .tns file holds any";
        assert_eq!(said("c.npz", &[2, 2, 2]), format!("`c.npz`: SciPy's .npz {order}"));
        assert!(
            said("c.mtx", &[2, 2, 2]).starts_with("`c.mtx`: a Matrix Market file holds a matrix")
        );
        assert_eq!(said("c.tns", &[]), "`c.tns`: a .tns file holds a tensor, not one number");
        assert_eq!(said("c.txt", &[2]), "`c.txt` ends in none of .npy, .npz, .mtx and .tns");
        assert_eq!(said("c.npy", &[1 << 31, 2]), "can't write `c.npy`");
    }
}
