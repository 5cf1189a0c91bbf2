//! Errors of datasets and loaders, as sentences with the file and the sample's index.

/// The reason why one sample can't be used, as a clause that follows the sample's place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The sample is damaged. It may be skipped.
    Bad(String),
    /// The data is not what it was when the dataset was opened. Reading stops.
    Changed(String),
}

impl From<String> for Fault {
    fn from(what: String) -> Fault {
        Fault::Bad(what)
    }
}

/// A failure to open a dataset or to load samples.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The dataset can't be opened.
    #[error("{0}")]
    Open(String),
    /// A sample is damaged.
    #[error("sample {index} ({place}) {what}")]
    Sample {
        /// The index in the dataset.
        index: usize,
        /// The file, and the position in it.
        place: String,
        /// The reason.
        what: String,
    },
    /// The data changed while it was read.
    #[error("the dataset changed while it was read: sample {index} ({place}) {what}")]
    Changed {
        /// The index in the dataset.
        index: usize,
        /// The file, and the position in it.
        place: String,
        /// The difference.
        what: String,
    },
    /// The code that decodes panicked.
    #[error("the decoder panicked at sample {index} ({place}): {what}")]
    Panicked {
        /// The index in the dataset.
        index: usize,
        /// The file, and the position in it.
        place: String,
        /// The panic's message.
        what: String,
    },
    /// An option can't be used.
    #[error("{0}")]
    Option(String),
    /// No sample of an epoch could be used.
    #[error(
        "no sample of epoch {epoch} makes a batch: the dataset has {samples} samples for this shard, {skipped} of them bad, and a batch has {batch}"
    )]
    Empty {
        /// The epoch.
        epoch: u64,
        /// The samples of the shard.
        samples: usize,
        /// The bad samples.
        skipped: usize,
        /// The samples of a batch.
        batch: usize,
    },
}
