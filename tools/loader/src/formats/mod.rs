//! File formats of datasets.

mod column;
mod columnar;
mod csv;
mod example;
mod folder;
mod image;
mod ipc;
mod numpy;
mod tfrecord;
mod webdataset;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use columnar::Groups;

use crate::dataset::{Concat, Dataset};
use crate::error::Error;
use crate::watched::unreadable;

pub use image::ImageMode;

/// The options of opening a dataset.
#[derive(Clone, Debug, Default)]
pub struct OpenOptions {
    /// The channels of images.
    pub images: ImageMode,
    /// A CSV file with the labels of a folder of images: file name, label.
    pub labels: Option<PathBuf>,
}

/// The file formats by their endings.
const ENDINGS: [(&str, Format); 9] = [
    (".npy", Format::Npy),
    (".npz", Format::Npz),
    (".csv", Format::Csv),
    (".tfrecord", Format::TfRecord),
    (".tfrecords", Format::TfRecord),
    (".tar", Format::Tar),
    (".parquet", Format::Parquet),
    (".arrow", Format::Arrow),
    (".feather", Format::Arrow),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Npy,
    Npz,
    Csv,
    TfRecord,
    Tar,
    Parquet,
    Arrow,
}

fn format_of(path: &Path) -> Option<Format> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    ENDINGS.iter().find(|(ending, _)| name.ends_with(ending)).map(|&(_, format)| format)
}

/// Opens a dataset: a folder of images, a file (`.npy`, `.npz`, `.csv`, `.tfrecord`, `.tar`, `.parquet`,
/// `.arrow`, `.feather`), or a folder of such files of one format, which are read one after the other by name.
///
/// # Errors
/// If it can't be read, is damaged, or has no sample.
pub fn open(path: &Path, options: &OpenOptions) -> Result<Box<dyn Dataset>, Error> {
    let found = std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
    let dataset = if found.is_dir() {
        open_folder(path, options)?
    } else {
        file(path, options, &Arc::default())?
    };
    if dataset.is_empty() {
        return Err(Error::Open(format!("`{}` has no samples", path.display())));
    }
    Ok(dataset)
}

/// Opens a file of samples; `groups` are those of columns that stay in memory.
fn file(
    path: &Path,
    options: &OpenOptions,
    groups: &Arc<Groups>,
) -> Result<Box<dyn Dataset>, Error> {
    Ok(match format_of(path) {
        Some(Format::Npy) => Box::new(numpy::Npy::open(path)?),
        Some(Format::Npz) => Box::new(numpy::Npz::open(path)?),
        Some(Format::Csv) => Box::new(csv::Csv::open(path)?),
        Some(Format::TfRecord) => Box::new(tfrecord::TfRecord::open(path, options.images)?),
        Some(Format::Tar) => Box::new(webdataset::WebDataset::open(path, options.images)?),
        Some(Format::Parquet) => {
            Box::new(columnar::Columnar::parquet(path, options.images, groups)?)
        }
        Some(Format::Arrow) => Box::new(columnar::Columnar::ipc(path, options.images, groups)?),
        None => {
            let name = path.display();
            return Err(Error::Open(format!(
                "`{name}` is not a dataset: expected a folder of images, or a file that ends in .npy, .npz, \
                 .csv, .tfrecord, .tar, .parquet, .arrow or .feather, or a folder of such files"
            )));
        }
    })
}

fn open_folder(path: &Path, options: &OpenOptions) -> Result<Box<dyn Dataset>, Error> {
    let entries = std::fs::read_dir(path).map_err(|error| unreadable(path, error))?;
    let mut files = Vec::new();
    for entry in entries {
        files.push(entry.map_err(|error| unreadable(path, error))?.path());
    }
    files.retain(|file| {
        matches!(
            format_of(file),
            Some(Format::TfRecord | Format::Tar | Format::Npz | Format::Parquet | Format::Arrow)
        )
    });
    files.sort();
    let Some(first) = files.first().and_then(|file| format_of(file)) else {
        return Ok(Box::new(folder::Folder::open(path, options)?));
    };
    if let Some(other) = files.iter().find(|file| format_of(file) != Some(first)) {
        let (a, b) = (files[0].display(), other.display());
        return Err(Error::Open(format!("`{a}` and `{b}` have different formats")));
    }
    let groups = Arc::default();
    let parts: Result<Vec<_>, Error> =
        files.iter().map(|path| file(path, options, &groups)).collect();
    // Writers of parts leave some of them empty, which have no fields then.
    let mut parts = parts?;
    if parts.iter().any(|part| !part.is_empty()) {
        parts.retain(|part| !part.is_empty());
    }
    Ok(Box::new(Concat::new(parts).map_err(Error::Open)?))
}
