//! WebDataset: a tar file whose members `KEY.EXTENSION` with the same key are a sample.
//!
//! Fields are named by extensions: `png`, `jpg` and `jpeg` are images (the field is `image`), `cls`, `txt`
//! and `id` hold a number (`cls` is the field `label`), `npy` is an array, and any other is bytes. The
//! file's index is read once; then samples are read in any order.

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

use super::image::{self, ImageMode};
use super::numpy;
use crate::array::{Array, Kind};
use crate::dataset::{Dataset, Field};
use crate::error::{Error, Fault};
use crate::watched::{Opened, unreadable};

/// A member of the tar file.
struct Member {
    extension: String,
    at: u64,
    len: usize,
}

/// A tar file, of which the index is known.
pub(super) struct WebDataset {
    file: Opened,
    samples: Vec<(String, Vec<Member>)>,
    images: ImageMode,
    /// The fields, and the extension of each.
    fields: Vec<Field>,
    extensions: Vec<String>,
}

impl WebDataset {
    pub(super) fn open(path: &Path, images: ImageMode) -> Result<WebDataset, Error> {
        let wrong = |error| unreadable(path, error);
        let file = Opened::new(path)?;
        let mut archive = tar::Archive::new(File::open(path).map_err(wrong)?);
        let mut samples: Vec<(String, Vec<Member>)> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        for entry in archive.entries_with_seek().map_err(wrong)? {
            let entry = entry.map_err(wrong)?;
            if !entry.header().entry_type().is_file() {
                continue;
            }
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            // The key ends at the first dot of the file's name.
            let base = name.rfind('/').map_or(0, |at| at + 1);
            let Some(dot) = name[base..].find('.').filter(|&dot| dot > 0) else { continue };
            let (key, extension) = (&name[..base + dot], name[base + dot + 1..].to_lowercase());
            let (at, len) = (entry.raw_file_position(), entry.size());
            if at.checked_add(len).is_none_or(|end| end > file.watched.len()) {
                let path = path.display();
                return Err(Error::Open(format!("member `{name}` of `{path}` is cut off")));
            }
            let len = usize::try_from(len).unwrap_or(usize::MAX);
            let number = *known.entry(key.to_owned()).or_insert_with(|| {
                samples.push((key.to_owned(), Vec::new()));
                samples.len() - 1
            });
            samples[number].1.push(Member { extension, at, len });
        }
        let (fields, extensions) = (Vec::new(), Vec::new());
        let mut it = WebDataset { file, samples, images, fields, extensions };
        let first = (0..it.samples.len()).find_map(|i| {
            let members = it.samples[i].1.iter();
            members
                .map(|m| Some((m.extension.clone(), it.decode(m).ok()?)))
                .collect::<Option<Vec<_>>>()
        });
        for (extension, array) in first.unwrap_or_default() {
            let image = matches!(extension.as_str(), "png" | "jpg" | "jpeg");
            let name = match extension.as_str() {
                _ if image => "image",
                "cls" => "label",
                other => other.strip_suffix(".npy").unwrap_or(other),
            };
            let name = name.to_owned();
            it.fields.push(Field { name, kind: array.kind, dims: array.dims, image });
            it.extensions.push(extension);
        }
        if it.fields.is_empty() && !it.samples.is_empty() {
            let path = path.display();
            return Err(Error::Open(format!("`{path}` has no sample that can be read")));
        }
        Ok(it)
    }

    fn decode(&self, member: &Member) -> Result<Array, Fault> {
        let bytes = self.file.read(member.at, member.len)?;
        let extension = &member.extension;
        let array = match extension.as_str() {
            "png" | "jpg" | "jpeg" => image::decode(&bytes, self.images),
            "cls" | "txt" | "id" => {
                let text = String::from_utf8_lossy(&bytes);
                let number: Result<i64, _> = text.trim().parse();
                let number = number.map_err(|_| "is not an integer".to_owned());
                number.map(|number| Array::integers(&[], &[number]))
            }
            other if other == "npy" || other.ends_with(".npy") => numpy::decode(&bytes),
            _ => Array::new(Kind::U8, &[bytes.len()], bytes),
        };
        array.map_err(|what| Fault::Bad(format!("has a member `.{extension}`, which {what}")))
    }
}

impl Dataset for WebDataset {
    fn len(&self) -> usize {
        self.samples.len()
    }

    fn fields(&self) -> &[Field] {
        &self.fields
    }

    fn place(&self, index: usize) -> String {
        let key = self.samples.get(index).map_or("", |(key, _)| key);
        format!("{}, `{key}`", self.file.watched.path.display())
    }

    fn sample(&self, index: usize) -> Result<Vec<Array>, Fault> {
        let members = &self.samples[index].1;
        let arrays = self.extensions.iter().map(|extension| {
            let member = members.iter().find(|member| member.extension == *extension);
            let member = member.ok_or_else(|| format!("has no member `.{extension}`"))?;
            self.decode(member)
        });
        arrays.collect()
    }
}
