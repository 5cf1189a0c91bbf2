//! Datasets: samples by index.

use crate::array::{Array, Kind};
use crate::error::Fault;

/// One array of every sample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name: of the array, the column, the feature or the file's extension.
    pub name: String,
    /// The element type.
    pub kind: Kind,
    /// The extents, as the first sample has them.
    pub dims: Vec<usize>,
    /// Whether it is an image: height, width and channels.
    pub image: bool,
}

/// Samples by index. Any number of threads reads it at the same time.
pub trait Dataset: Send + Sync {
    /// The number of samples.
    fn len(&self) -> usize;

    /// Whether there is no sample.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The fields of every sample.
    fn fields(&self) -> &[Field];

    /// The file of a sample and its position there, for messages.
    fn place(&self, index: usize) -> String;

    /// Reads and decodes a sample: one array for each field.
    ///
    /// # Errors
    /// If it is damaged, or not what it was.
    fn sample(&self, index: usize) -> Result<Vec<Array>, Fault>;
}

/// Several datasets with the same fields, one after the other.
pub(crate) struct Concat {
    parts: Vec<Box<dyn Dataset>>,
    /// The first index behind each part.
    ends: Vec<usize>,
}

impl Concat {
    /// The concatenation of parts, of which there is one at least.
    ///
    /// # Errors
    /// If their fields differ; a sentence.
    pub(crate) fn new(parts: Vec<Box<dyn Dataset>>) -> Result<Concat, String> {
        let mut ends = Vec::new();
        let mut end = 0;
        for part in &parts {
            let (own, first) = (part.fields(), parts[0].fields());
            if !own.iter().map(|f| &f.name).eq(first.iter().map(|f| &f.name)) {
                let names = |fields: &[Field]| {
                    fields.iter().map(|f| f.name.as_str()).collect::<Vec<_>>().join(", ")
                };
                return Err(format!(
                    "the fields of {} are {}, but those of {} are {}",
                    part.place(0),
                    names(own),
                    parts[0].place(0),
                    names(first)
                ));
            }
            end += part.len();
            ends.push(end);
        }
        Ok(Concat { parts, ends })
    }

    fn find(&self, index: usize) -> (&dyn Dataset, usize) {
        let part = self.ends.partition_point(|&end| end <= index).min(self.parts.len() - 1);
        let start = if part == 0 { 0 } else { self.ends[part - 1] };
        (&*self.parts[part], index - start)
    }
}

impl Dataset for Concat {
    fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    fn fields(&self) -> &[Field] {
        self.parts[0].fields()
    }

    fn place(&self, index: usize) -> String {
        let (part, at) = self.find(index);
        part.place(at)
    }

    fn sample(&self, index: usize) -> Result<Vec<Array>, Fault> {
        let (part, at) = self.find(index);
        part.sample(at)
    }
}
