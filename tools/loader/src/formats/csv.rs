//! CSV files: the first line names the columns, each other line is a sample.
//!
//! Fields: each column by its name, and `features`, all columns but `label` as a vector of floats.
//! A column holds integers if each of its numbers is one.

use std::path::Path;

use csv::{ReaderBuilder, StringRecord};

use crate::array::{Array, Kind};
use crate::dataset::{Dataset, Field};
use crate::error::{Error, Fault};
use crate::watched::{Opened, unreadable};

/// A CSV file, of which the positions of the lines are known.
pub(super) struct Csv {
    file: Opened,
    /// The first byte of each sample, and the end.
    starts: Vec<u64>,
    /// The first line of each sample.
    lines: Vec<u64>,
    columns: Vec<String>,
    fields: Vec<Field>,
}

impl Csv {
    pub(super) fn open(path: &Path) -> Result<Csv, Error> {
        let file = Opened::new(path)?;
        let wrong = |error: csv::Error| unreadable(path, error);
        let mut reader = ReaderBuilder::new().from_path(path).map_err(wrong)?;
        let columns: Vec<String> =
            reader.headers().map_err(wrong)?.iter().map(|name| name.trim().to_owned()).collect();
        let (mut starts, mut lines, mut record) = (Vec::new(), Vec::new(), StringRecord::new());
        let mut whole = vec![true; columns.len()];
        loop {
            let at = reader.position().clone();
            // Lines are checked when they are read: a wrong one may be skipped then.
            match reader.read_record(&mut record) {
                Ok(false) => break,
                Ok(true) => {
                    for (whole, value) in whole.iter_mut().zip(&record) {
                        let value = value.trim();
                        *whole &= value.parse::<i64>().is_ok() || value.parse::<f32>().is_err();
                    }
                }
                Err(error) if error.is_io_error() => return Err(wrong(error)),
                Err(_) => {}
            }
            starts.push(at.byte());
            lines.push(at.line());
        }
        starts.push(reader.position().byte());
        let scalar = |name: &str, kind| Field {
            name: name.to_owned(),
            kind,
            dims: Vec::new(),
            image: false,
        };
        let kind = |&whole: &bool| if whole { Kind::I64 } else { Kind::F32 };
        let named = columns.iter().zip(whole.iter().map(kind));
        let mut fields: Vec<Field> = named.map(|(name, kind)| scalar(name, kind)).collect();
        let features = columns.iter().filter(|name| *name != "label").count();
        fields.push(Field { dims: vec![features], ..scalar("features", Kind::F32) });
        Ok(Csv { file, starts, lines, columns, fields })
    }
}

impl Dataset for Csv {
    fn len(&self) -> usize {
        self.lines.len()
    }

    fn fields(&self) -> &[Field] {
        &self.fields
    }

    fn place(&self, index: usize) -> String {
        let line = self.lines.get(index).copied().unwrap_or(0);
        format!("{}:{line}", self.file.watched.path.display())
    }

    fn sample(&self, index: usize) -> Result<Vec<Array>, Fault> {
        let (start, end) = (self.starts[index], self.starts[index + 1]);
        let bytes = self.file.read(start, usize::try_from(end - start).unwrap_or(usize::MAX))?;
        let mut reader = ReaderBuilder::new().has_headers(false).from_reader(&bytes[..]);
        let mut record = StringRecord::new();
        let read = reader.read_record(&mut record);
        read.map_err(|error| format!("can't be read: {error}"))?;
        if record.len() != self.columns.len() {
            let (have, want) = (record.len(), self.columns.len());
            return Err(Fault::Bad(format!("has {have} values for {want} columns")));
        }
        let (mut arrays, mut features) = (Vec::new(), Vec::new());
        for ((value, name), field) in record.iter().zip(&self.columns).zip(&self.fields) {
            let value = value.trim();
            let wrong = || format!("has `{value}` in the column `{name}`, which is not a number");
            let number: f32 = value.parse().map_err(|_| wrong())?;
            arrays.push(match field.kind {
                Kind::I64 => Array::integers(
                    &[],
                    &[value.parse().map_err(|_| {
                        format!("has `{value}` in the column `{name}` of integers")
                    })?],
                ),
                _ => Array::floats(&[], &[number]),
            });
            if name != "label" {
                features.push(number);
            }
        }
        arrays.push(Array::floats(&[features.len()], &features));
        Ok(arrays)
    }
}

/// The first two columns of a file, without its first line.
pub(super) fn pairs(path: &Path) -> Result<Vec<(String, String)>, Error> {
    let wrong = |error: csv::Error| unreadable(path, error);
    let mut reader = ReaderBuilder::new().flexible(true).from_path(path).map_err(wrong)?;
    let mut all = Vec::new();
    for record in reader.records() {
        let record = record.map_err(wrong)?;
        let (Some(file), Some(label)) = (record.get(0), record.get(1)) else {
            let line = record.position().map_or(0, csv::Position::line);
            let path = path.display();
            return Err(Error::Open(format!("{path}:{line}: expected a file name and a label")));
        };
        all.push((file.trim().to_owned(), label.trim().to_owned()));
    }
    Ok(all)
}
