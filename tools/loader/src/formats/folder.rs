//! Folders of images: the name of a folder is the class, or a CSV file has the labels.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::image::{ImageMode, decode};
use super::{OpenOptions, csv};
use crate::array::{Array, Kind};
use crate::dataset::{Dataset, Field};
use crate::error::{Error, Fault};
use crate::watched::{Watched, unreadable};

/// A folder of images, with the fields `image` and `label`.
pub(super) struct Folder {
    files: Vec<(Watched, i64)>,
    mode: ImageMode,
    fields: Vec<Field>,
}

impl Folder {
    pub(super) fn open(path: &Path, options: &OpenOptions) -> Result<Folder, Error> {
        let own = path.join("labels.csv");
        let labels = options.labels.clone().or_else(|| own.is_file().then_some(own));
        let found = match &labels {
            Some(labels) => labelled(path, labels)?,
            None => classes(path)?,
        };
        let files: Result<Vec<(Watched, i64)>, Error> =
            found.into_iter().map(|(file, label)| Ok((Watched::new(file)?, label))).collect();
        let (files, mode) = (files?, options.images);
        // The first image that can be read says what all are like.
        let first = files.iter().find_map(|(file, _)| decode(&file.read().ok()?, mode).ok());
        let first = first.ok_or_else(|| {
            let path = path.display();
            Error::Open(format!(
                "`{path}` has no image that can be read: expected folders, one for each class, of files \
                 that end in .png or .jpg, or `labels.csv`"
            ))
        })?;
        let image =
            Field { name: "image".to_owned(), kind: Kind::U8, dims: first.dims, image: true };
        let label =
            Field { name: "label".to_owned(), kind: Kind::I64, dims: Vec::new(), image: false };
        Ok(Folder { files, mode, fields: vec![image, label] })
    }
}

impl Dataset for Folder {
    fn len(&self) -> usize {
        self.files.len()
    }

    fn fields(&self) -> &[Field] {
        &self.fields
    }

    fn place(&self, index: usize) -> String {
        self.files.get(index).map_or(String::new(), |(file, _)| file.path.display().to_string())
    }

    fn sample(&self, index: usize) -> Result<Vec<Array>, Fault> {
        let (file, label) = &self.files[index];
        let bytes = file.read()?;
        let image = decode(&bytes, self.mode)?;
        Ok(vec![image, Array::integers(&[], &[*label])])
    }
}

/// The entries of a folder by name, without hidden ones.
fn entries(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(path).map_err(|error| unreadable(path, error))? {
        let entry = entry.map_err(|error| unreadable(path, error))?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            all.push(entry.path());
        }
    }
    all.sort();
    Ok(all)
}

fn is_image(path: &Path) -> bool {
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    matches!(ending.as_deref(), Some("png" | "jpg" | "jpeg"))
}

/// The images of each folder within a folder; classes are numbered by name. Names that are numbers
/// are numbered by value.
fn classes(path: &Path) -> Result<Vec<(PathBuf, i64)>, Error> {
    let mut folders: Vec<PathBuf> = entries(path)?.into_iter().filter(|p| p.is_dir()).collect();
    let number = |path: &PathBuf| -> Option<u64> { path.file_name()?.to_str()?.parse().ok() };
    if folders.iter().all(|path| number(path).is_some()) {
        folders.sort_by_key(number);
    }
    let mut all = Vec::new();
    for (class, folder) in folders.iter().enumerate() {
        let files = entries(folder)?.into_iter().filter(|path| is_image(path));
        all.extend(files.map(|path| (path, class as i64)));
    }
    Ok(all)
}

/// The images that a CSV file lists. Labels that are not numbers are numbered by name.
fn labelled(path: &Path, labels: &Path) -> Result<Vec<(PathBuf, i64)>, Error> {
    let rows = csv::pairs(labels)?;
    let parsed: Option<Vec<i64>> = rows.iter().map(|(_, label)| label.parse().ok()).collect();
    let numbers = parsed.unwrap_or_else(|| {
        let mut names: Vec<&str> = rows.iter().map(|(_, label)| label.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let of: HashMap<&str, i64> = names.into_iter().zip(0..).collect();
        rows.iter().map(|(_, label)| of[label.as_str()]).collect()
    });
    Ok(rows.iter().zip(numbers).map(|((file, _), label)| (path.join(file), label)).collect())
}
