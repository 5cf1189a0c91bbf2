//! NumPy's `.npy` and `.npz` files; the first dimension counts samples.
//!
//! A header is parsed here: of the crates, those that read one from any position bring a grammar of
//! Python along, and a dataset needs three keys.

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use crate::array::{Array, Kind};
use crate::dataset::{Dataset, Field};
use crate::error::{Error, Fault};
use crate::watched::{Opened, Watched};

const MAGIC: &[u8] = b"\x93NUMPY";

/// The most bytes of a header, those before it included.
const MOST_HEADER: usize = 10_012;

/// The element type and extents of a file, and the position of its data.
struct Header {
    kind: Kind,
    dims: Vec<usize>,
    data: usize,
}

impl Header {
    /// Parses the beginning of a file.
    ///
    /// # Errors
    /// A clause.
    fn parse(bytes: &[u8]) -> Result<Header, String> {
        let damaged = || "has a damaged header".to_owned();
        let rest = bytes.strip_prefix(MAGIC).ok_or("is not an .npy file")?;
        let (len, start) = match *rest {
            [1, _, a, b, ..] => (usize::from(u16::from_le_bytes([a, b])), 10),
            [2 | 3, _, a, b, c, d, ..] => (u32::from_le_bytes([a, b, c, d]) as usize, 12),
            _ => return Err(damaged()),
        };
        let text = bytes.get(start..start + len.min(MOST_HEADER)).ok_or_else(damaged)?;
        let text = std::str::from_utf8(text).map_err(|_| damaged())?;
        let after = |key: &str| text.split_once(key).map(|(_, rest)| rest.trim_start());
        let descr = after("'descr':").and_then(|rest| rest.strip_prefix('\'')?.split('\'').next());
        let fortran = after("'fortran_order':").map(|rest| rest.starts_with("True"));
        let shape = after("'shape':").and_then(|rest| rest.strip_prefix('(')?.split(')').next());
        let (Some(descr), Some(fortran), Some(shape)) = (descr, fortran, shape) else {
            return Err("has a header without `descr`, `fortran_order` or `shape`, or is a structured array".to_owned());
        };
        let parts = shape.split(',').map(str::trim).filter(|part| !part.is_empty());
        let dims: Result<Vec<usize>, _> = parts.map(str::parse).collect();
        let dims = dims.map_err(|_| damaged())?;
        if fortran && dims.len() > 1 {
            return Err("is in Fortran order; `np.ascontiguousarray` changes that".to_owned());
        }
        let kind = kind(descr).ok_or_else(|| format!("holds elements of `{descr}`"))?;
        Ok(Header { kind, dims, data: start + len })
    }

    /// The extents and bytes of a sample, and the number of samples.
    ///
    /// # Errors
    /// A clause.
    fn samples(&self, bytes: u64) -> Result<(Vec<usize>, usize, usize), String> {
        let (&count, dims) =
            self.dims.split_first().ok_or("is a scalar, not an array of samples")?;
        let size = dims.iter().try_fold(self.kind.width(), |size, &n| size.checked_mul(n));
        let all = size.and_then(|size| size.checked_mul(count)).map(|all| all as u64);
        match (size, all) {
            (Some(size), Some(all)) if all + self.data as u64 == bytes => {
                Ok((dims.to_vec(), size, count))
            }
            _ => Err(format!(
                "announces {} of {:?}, but has {} bytes of data",
                self.kind,
                self.dims,
                bytes.saturating_sub(self.data as u64)
            )),
        }
    }
}

fn kind(descr: &str) -> Option<Kind> {
    Some(match descr.strip_prefix(['<', '|', '='])? {
        "b1" => Kind::Bool,
        "i1" => Kind::I8,
        "i2" => Kind::I16,
        "i4" => Kind::I32,
        "i8" => Kind::I64,
        "u1" => Kind::U8,
        "u2" => Kind::U16,
        "u4" => Kind::U32,
        "u8" => Kind::U64,
        "f2" => Kind::F16,
        "f4" => Kind::F32,
        "f8" => Kind::F64,
        _ => return None,
    })
}

/// Decodes a whole array.
///
/// # Errors
/// A clause.
pub(super) fn decode(bytes: &[u8]) -> Result<Array, String> {
    let header = Header::parse(bytes)?;
    let data = bytes.get(header.data..).unwrap_or_default();
    Array::new(header.kind, &header.dims, data.to_vec())
}

/// Whether an array of samples looks like images: height, width and 1, 3 or 4 channels of bytes.
fn is_image(kind: Kind, dims: &[usize]) -> bool {
    kind == Kind::U8 && matches!(dims, [_, _, 1 | 3 | 4])
}

/// An `.npy` file, read sample by sample.
pub(super) struct Npy {
    file: Opened,
    data: u64,
    size: usize,
    count: usize,
    fields: Vec<Field>,
}

impl Npy {
    pub(super) fn open(path: &Path) -> Result<Npy, Error> {
        let wrong = |what: String| Error::Open(format!("`{}` {what}", path.display()));
        let file = Opened::new(path)?;
        let len = file.watched.len();
        let start = file.read(0, usize::try_from(len).unwrap_or(usize::MAX).min(MOST_HEADER));
        let start = start.map_err(|fault| wrong(clause(fault)))?;
        let header = Header::parse(&start).map_err(wrong)?;
        let (dims, size, count) = header.samples(len).map_err(wrong)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let image = is_image(header.kind, &dims);
        let fields = vec![Field { name, kind: header.kind, dims, image }];
        Ok(Npy { file, data: header.data as u64, size, count, fields })
    }
}

fn clause(fault: Fault) -> String {
    match fault {
        Fault::Bad(what) | Fault::Changed(what) => what,
    }
}

impl Dataset for Npy {
    fn len(&self) -> usize {
        self.count
    }

    fn fields(&self) -> &[Field] {
        &self.fields
    }

    fn place(&self, index: usize) -> String {
        format!("{}, row {index}", self.file.watched.path.display())
    }

    fn sample(&self, index: usize) -> Result<Vec<Array>, Fault> {
        let bytes = self.file.read(self.data + index as u64 * self.size as u64, self.size)?;
        let Field { kind, dims, .. } = &self.fields[0];
        Ok(vec![Array::new(*kind, dims, bytes)?])
    }
}

/// An `.npz` file in memory; each array is a field.
pub(super) struct Npz {
    path: PathBuf,
    watched: Watched,
    arrays: Vec<Array>,
    count: usize,
    fields: Vec<Field>,
}

impl Npz {
    pub(super) fn open(path: &Path) -> Result<Npz, Error> {
        let wrong = |what: String| Error::Open(format!("`{}` {what}", path.display()));
        let watched = Watched::new(path.to_path_buf())?;
        let bytes = watched.read().map_err(|fault| wrong(clause(fault)))?;
        let zip = ZipArchive::new(Cursor::new(&bytes));
        let mut zip = zip.map_err(|error| wrong(format!("is no .npz file: {error}")))?;
        let (mut arrays, mut fields): (Vec<Array>, Vec<Field>) = (Vec::new(), Vec::new());
        let mut count = None;
        for i in 0..zip.len() {
            let mut member = zip.by_index(i).map_err(|e| wrong(format!("is damaged: {e}")))?;
            let name = member.name().map_or_else(|_| i.to_string(), |name| name.into_owned());
            let name = name.strip_suffix(".npy").unwrap_or(&name).to_owned();
            let wrong = |what: String| wrong(format!("has an array `{name}`, which {what}"));
            let mut data = Vec::new();
            let read = member.read_to_end(&mut data);
            read.map_err(|error| wrong(format!("can't be unpacked: {error}")))?;
            let array = decode(&data).map_err(wrong)?;
            let Some((&own, dims)) = array.dims.split_first() else {
                return Err(wrong("is a scalar, not an array of samples".to_owned()));
            };
            let first = *count.get_or_insert(own);
            if first != own {
                let other = &fields[0].name;
                return Err(wrong(format!("has {own} samples, but `{other}` has {first}")));
            }
            let (kind, dims) = (array.kind, dims.to_vec());
            let image = is_image(kind, &dims);
            fields.push(Field { name, kind, dims, image });
            arrays.push(array);
        }
        let count = count.ok_or_else(|| wrong("has no arrays".to_owned()))?;
        Ok(Npz { path: path.to_path_buf(), watched, arrays, count, fields })
    }
}

impl Dataset for Npz {
    fn len(&self) -> usize {
        self.count
    }

    fn fields(&self) -> &[Field] {
        &self.fields
    }

    fn place(&self, index: usize) -> String {
        format!("{}, row {index}", self.path.display())
    }

    fn sample(&self, index: usize) -> Result<Vec<Array>, Fault> {
        // The data is in memory; a changed file would still give another run other results.
        self.watched.check(std::fs::metadata(&self.path))?;
        let rows = self.arrays.iter().zip(&self.fields).map(|(array, field)| {
            let size = array.bytes.len() / self.count;
            Array::new(field.kind, &field.dims, array.bytes[index * size..][..size].to_vec())
        });
        Ok(rows.collect::<Result<Vec<Array>, String>>()?)
    }
}
