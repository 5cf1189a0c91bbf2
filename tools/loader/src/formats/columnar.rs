//! Parquet files, and Arrow's IPC files (`.arrow`, `.feather`): each row is a sample.
//!
//! Fields are the columns whose rows become arrays ([`super::column`]), by name. Both formats store rows
//! in groups that are compressed and decoded as a whole. A group stays in memory after its first use, up
//! to [`MOST_MEMORY`] bytes of groups for all files of a dataset. A larger file that is read in shuffled
//! order decodes groups again, so such a file should have small groups.
//!
//! The crates that read these formats panic on some damaged files; here that is an error as any other.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use arrow_array::RecordBatch;
use arrow_ipc::reader::FileReader;
use arrow_schema::Schema;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ParquetRecordBatchReaderBuilder};

use super::column::{self, row};
use super::image::ImageMode;
use super::ipc;
use crate::array::Array;
use crate::caught::caught;
use crate::dataset::{Dataset, Field};
use crate::error::{Error, Fault};
use crate::watched::{Opened, Watched, unreadable};

/// The bytes of decoded groups that stay in memory; the group in use stays in any case.
const MOST_MEMORY: usize = 256 << 20;

/// The most bytes of one decoded group.
const MOST_GROUP: usize = 2 << 30;

/// The most rows that are decoded at once: a damaged file may announce any number.
const MOST_ROWS: usize = 1 << 16;

/// The reader of a file.
enum Source {
    Parquet(Box<ArrowReaderMetadata>),
    Ipc,
}

/// The rows of a group, in batches.
type Rows = Arc<[RecordBatch]>;

/// A group of rows: decoded, or the reason why it can't be.
type Decoded = Arc<OnceLock<Result<Rows, String>>>;

/// The groups in memory of one file, or of all files of a folder, the last used one last: its file, its
/// number there and its rows.
#[derive(Default)]
pub(super) struct Groups(Mutex<Vec<(Arc<Watched>, usize, Decoded)>>);

impl Groups {
    fn lock(&self) -> MutexGuard<'_, Vec<(Arc<Watched>, usize, Decoded)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place of a group, which is now the last used one.
    fn get(&self, file: &Arc<Watched>, group: usize) -> Decoded {
        let mut all = self.lock();
        let known = all.iter().position(|(own, n, _)| *n == group && Arc::ptr_eq(own, file));
        let entry = match known {
            Some(at) => all.remove(at),
            None => (file.clone(), group, Decoded::default()),
        };
        let slot = entry.2.clone();
        all.push(entry);
        slot
    }

    /// Drops a group.
    fn forget(&self, file: &Arc<Watched>, group: usize) {
        self.lock().retain(|(own, n, _)| *n != group || !Arc::ptr_eq(own, file));
    }

    /// Drops the groups that were used longest ago, until the others fit.
    fn trim(&self) {
        let mut all = self.lock();
        let size = |slot: &Decoded| match slot.get() {
            Some(Ok(rows)) => rows.iter().map(RecordBatch::get_array_memory_size).sum(),
            _ => 0,
        };
        let mut total: usize = all.iter().map(|(_, _, slot)| size(slot)).sum();
        let mut dropped = 0;
        while total > MOST_MEMORY && dropped + 1 < all.len() {
            total -= size(&all[dropped].2);
            dropped += 1;
        }
        all.drain(..dropped);
    }
}

/// A file of columns.
pub(super) struct Columnar {
    watched: Arc<Watched>,
    source: Source,
    /// The first row behind each group.
    ends: Vec<usize>,
    /// The columns of the file that are fields, by number.
    columns: Vec<usize>,
    fields: Vec<Field>,
    images: ImageMode,
    groups: Arc<Groups>,
}

impl Columnar {
    /// Opens a Parquet file.
    pub(super) fn parquet(
        path: &Path,
        images: ImageMode,
        groups: &Arc<Groups>,
    ) -> Result<Columnar, Error> {
        let watched = Watched::new(path.to_path_buf())?;
        let file = File::open(path).map_err(|error| unreadable(path, error))?;
        let metadata = caught(|| ArrowReaderMetadata::load(&file, Default::default()));
        let metadata = metadata.map_err(|what| unreadable(path, what))?;
        let metadata = metadata.map_err(|error| unreadable(path, error))?;
        let rows = metadata.metadata().row_groups().iter().map(|group| group.num_rows());
        let rows: Vec<usize> = rows.map(|n| usize::try_from(n).unwrap_or(0)).collect();
        let schema = metadata.schema().clone();
        Columnar::new(
            watched,
            Source::Parquet(Box::new(metadata)),
            &rows,
            &schema,
            (images, groups),
        )
    }

    /// Opens an IPC file.
    pub(super) fn ipc(
        path: &Path,
        images: ImageMode,
        groups: &Arc<Groups>,
    ) -> Result<Columnar, Error> {
        let watched = Watched::new(path.to_path_buf())?;
        let rows = ipc::rows(&Opened::new(path)?).map_err(|what| unreadable(path, what))?;
        let open = || FileReader::try_new(BufReader::new(File::open(path)?), None);
        let schema = caught(|| open().map(|reader| reader.schema()))
            .map_err(|what| unreadable(path, what))?
            .map_err(|error| unreadable(path, error))?;
        Columnar::new(watched, Source::Ipc, &rows, &schema, (images, groups))
    }

    fn new(
        watched: Watched,
        source: Source,
        rows: &[usize],
        schema: &Schema,
        (images, groups): (ImageMode, &Arc<Groups>),
    ) -> Result<Columnar, Error> {
        let all = schema.fields().iter().enumerate();
        let columns: Vec<usize> =
            all.filter(|(_, field)| column::is_field(field.data_type())).map(|(i, _)| i).collect();
        if columns.is_empty() {
            let have = schema.fields().iter().map(|f| format!("{}: {}", f.name(), f.data_type()));
            let have = have.collect::<Vec<_>>().join(", ");
            return Err(Error::Open(format!(
                "`{}` has no column of numbers or images; its columns are {have}",
                watched.path.display()
            )));
        }
        let mut end = 0usize;
        let ends = rows.iter().map(|&n| {
            end = end.saturating_add(n);
            end
        });
        let ends = ends.collect();
        let (watched, groups, fields) = (Arc::new(watched), groups.clone(), Vec::new());
        let mut it = Columnar { watched, source, ends, columns, fields, images, groups };
        // As in the other formats, the first row that can be read tells the extents. A group that can't
        // be read is skipped whole: a damaged one may announce any number of rows.
        let mut why = None;
        let clause = |(Fault::Bad(what) | Fault::Changed(what))| what;
        for group in 0..it.ends.len() {
            let start = it.start(group);
            let rows = match it.group(group) {
                Ok(rows) => rows,
                Err(fault) => {
                    why.get_or_insert_with(|| (start, clause(fault)));
                    continue;
                }
            };
            for index in start..it.ends[group] {
                match it.decode(&rows, index - start) {
                    Ok(found) => {
                        let named = it.columns.iter().map(|&i| schema.field(i).name().clone());
                        let field = |(name, (array, image)): (String, (Array, bool))| Field {
                            name,
                            kind: array.kind,
                            dims: array.dims,
                            image,
                        };
                        it.fields = named.zip(found).map(field).collect();
                        return Ok(it);
                    }
                    Err(fault) => _ = why.get_or_insert_with(|| (index, clause(fault))),
                }
            }
        }
        match why {
            Some((row, what)) => {
                let path = it.watched.path.display();
                Err(Error::Open(format!("`{path}` has no row that can be read: row {row} {what}")))
            }
            None => Ok(it),
        }
    }

    /// The first row of a group.
    fn start(&self, group: usize) -> usize {
        if group == 0 { 0 } else { self.ends[group - 1] }
    }

    /// Decodes a group.
    fn read(&self, group: usize) -> Result<Result<Rows, String>, Fault> {
        let file = self.watched.open()?;
        let batch = caught(|| self.batches(file, group)).unwrap_or_else(Err);
        Ok(batch.map_err(|what| format!("is in a damaged group of rows: {what}")))
    }

    /// The batches of a group.
    fn batches(&self, file: File, group: usize) -> Result<Rows, String> {
        let wrong = |error: &dyn std::fmt::Display| error.to_string();
        let rows = self.ends[group] - self.start(group);
        let batches: Vec<RecordBatch> = match &self.source {
            Source::Parquet(metadata) => {
                let metadata = ArrowReaderMetadata::clone(metadata);
                let roots = self.columns.iter().copied();
                let mask = ProjectionMask::roots(metadata.parquet_schema(), roots);
                let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata)
                    .with_row_groups(vec![group])
                    .with_projection(mask)
                    .with_batch_size(rows.clamp(1, MOST_ROWS));
                let batches = builder.build().map_err(|error| wrong(&error))?;
                let (mut all, mut size) = (Vec::new(), 0usize);
                for batch in batches {
                    let batch = batch.map_err(|error| wrong(&error))?;
                    size = size.saturating_add(batch.get_array_memory_size());
                    if size > MOST_GROUP {
                        return Err(format!("it has more than {MOST_GROUP} bytes in memory"));
                    }
                    all.push(batch);
                }
                all
            }
            Source::Ipc => {
                let columns = Some(self.columns.clone());
                let batches = FileReader::try_new(BufReader::new(file), columns);
                let found = batches.and_then(|mut it| it.set_index(group).map(|()| it.next()));
                let found = found.map_err(|error| wrong(&error))?;
                found.into_iter().collect::<Result<_, _>>().map_err(|error| wrong(&error))?
            }
        };
        let found: usize = batches.iter().map(RecordBatch::num_rows).sum();
        match found == rows {
            true => Ok(batches.into()),
            false => Err(format!("it has {found} rows instead of {rows}")),
        }
    }

    /// A group, from memory where it is there. Threads that want the same group decode it once.
    fn group(&self, group: usize) -> Result<Rows, Fault> {
        let slot = self.groups.get(&self.watched, group);
        if slot.get().is_none() {
            let mut fault = None;
            slot.get_or_init(|| {
                self.read(group).unwrap_or_else(|error| {
                    let (Fault::Bad(what) | Fault::Changed(what)) = &error;
                    let what = what.clone();
                    fault = Some(error);
                    Err(what)
                })
            });
            if let Some(fault) = fault {
                self.groups.forget(&self.watched, group);
                return Err(fault);
            }
            self.groups.trim();
        }
        match slot.get() {
            Some(Ok(rows)) => Ok(rows.clone()),
            Some(Err(what)) => Err(Fault::Bad(what.clone())),
            None => Err(Fault::Bad("could not be decoded".to_owned())),
        }
    }

    /// The arrays of a row of a group, and whether each is an image.
    fn decode(&self, rows: &Rows, mut at: usize) -> Result<Vec<(Array, bool)>, Fault> {
        let batch = rows.iter().find(|batch| {
            let inside = at < batch.num_rows();
            at -= if inside { 0 } else { batch.num_rows() };
            inside
        });
        let Some(batch) = batch else { return Err(Fault::Bad("is not in its group".to_owned())) };
        let names = batch.schema();
        let columns = batch.columns().iter().zip(names.fields());
        let each = columns.map(|(column, field)| {
            let what = |what| format!("has the column `{}`, which {what}", field.name());
            row(column, at, self.images).map_err(what)
        });
        Ok(each.collect::<Result<Vec<_>, String>>()?)
    }
}

impl Dataset for Columnar {
    fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    fn fields(&self) -> &[Field] {
        &self.fields
    }

    fn place(&self, index: usize) -> String {
        format!("{}, row {index}", self.watched.path.display())
    }

    fn sample(&self, index: usize) -> Result<Vec<Array>, Fault> {
        // Groups in memory are of the file that was opened.
        self.watched.open()?;
        let group = self.ends.partition_point(|&end| end <= index);
        let found = self.decode(&self.group(group)?, index - self.start(group))?;
        Ok(found.into_iter().map(|(array, _)| array).collect())
    }
}
