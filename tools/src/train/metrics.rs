//! Metrics of a run: one JSON object a line, and the points of the page's curves.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::{Map, Value, json};

/// The points that are kept for curves; when there are more, every other one is dropped.
const MOST_POINTS: usize = 2048;

/// The numbers of one step.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) step: u64,
    pub(super) epoch: u64,
    /// The step's metrics.
    pub(super) values: Vec<f64>,
    pub(super) samples_per_second: f64,
    /// The part of the time in which a decoding thread worked, on average.
    pub(super) loader: f64,
    /// The part of the time in which the step ran.
    pub(super) busy: f64,
    /// The part of the cores' time in which they worked for this process.
    pub(super) cores: f64,
    pub(super) threads: usize,
}

impl Row {
    /// The numbers with their names.
    pub(super) fn named<'a>(&'a self, names: &'a [String]) -> impl Iterator<Item = (&'a str, f64)> {
        let own = names.iter().map(String::as_str).zip(self.values.iter().copied());
        own.chain([
            ("samples_per_second", self.samples_per_second),
            ("loader_utilisation", self.loader),
            ("step_utilisation", self.busy),
            ("core_utilisation", self.cores),
            ("loader_threads", self.threads as f64),
        ])
    }
}

/// The recorder of a run's metrics.
pub(super) struct Metrics {
    names: Vec<String>,
    file: Option<(PathBuf, BufWriter<File>)>,
    points: Vec<Row>,
    /// Every how many steps a point is kept.
    every: u64,
}

impl Metrics {
    /// Opens the file. Lines of steps after `done`, which a run that was killed wrote after its last
    /// checkpoint, are left out; without such a run the file is new.
    ///
    /// # Errors
    /// If it can't be read or written.
    pub(super) fn open(
        path: Option<&Path>,
        names: Vec<String>,
        done: u64,
    ) -> anyhow::Result<Metrics> {
        let mut metrics = Metrics { names, file: None, points: Vec::new(), every: 1 };
        let Some(path) = path else { return Ok(metrics) };
        let unwritable = || format!("can't write `{}`", path.display());
        let mut kept = String::new();
        if done > 0 && path.exists() {
            let text = fs::read_to_string(path);
            let text = text.with_context(|| format!("can't read `{}`", path.display()))?;
            for line in text.lines() {
                let Ok(row) = serde_json::from_str::<Value>(line) else { continue };
                if row["step"].as_u64().is_some_and(|step| step <= done) {
                    metrics.keep(metrics.parsed(&row));
                    kept += line;
                    kept.push('\n');
                }
            }
        }
        let mut file = BufWriter::new(File::create(path).with_context(unwritable)?);
        file.write_all(kept.as_bytes()).with_context(unwritable)?;
        metrics.file = Some((path.to_path_buf(), file));
        Ok(metrics)
    }

    fn parsed(&self, row: &Value) -> Row {
        let number = |name: &str| row[name].as_f64().unwrap_or(f64::NAN);
        Row {
            step: row["step"].as_u64().unwrap_or(0),
            epoch: row["epoch"].as_u64().unwrap_or(1).saturating_sub(1),
            values: self.names.iter().map(|name| number(name)).collect(),
            samples_per_second: number("samples_per_second"),
            loader: number("loader_utilisation"),
            busy: number("step_utilisation"),
            cores: number("core_utilisation"),
            threads: number("loader_threads") as usize,
        }
    }

    fn keep(&mut self, row: Row) {
        if row.step.is_multiple_of(self.every) || self.points.is_empty() {
            self.points.push(row);
        }
        if self.points.len() > MOST_POINTS {
            self.every *= 2;
            let every = self.every;
            self.points.retain(|point| point.step.is_multiple_of(every));
        }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If the file can't be written.
    pub(super) fn add(&mut self, row: Row) -> anyhow::Result<()> {
        if let Some((path, file)) = &mut self.file {
            let mut object = Map::new();
            object.insert("step".to_owned(), json!(row.step));
            object.insert("epoch".to_owned(), json!(row.epoch + 1));
            for (name, number) in row.named(&self.names) {
                // JSON has no NaN.
                let value =
                    if name == "loader_threads" { json!(row.threads) } else { json!(number) };
                object.insert(name.to_owned(), value);
            }
            writeln!(file, "{}", Value::Object(object))
                .with_context(|| format!("can't write `{}`", path.display()))?;
        }
        self.keep(row);
        Ok(())
    }

    /// Writes buffered lines.
    ///
    /// # Errors
    /// If the file can't be written.
    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        if let Some((path, file)) = &mut self.file {
            file.flush().with_context(|| format!("can't write `{}`", path.display()))?;
        }
        Ok(())
    }

    /// The names of the step's metrics.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The points of the curves.
    pub(super) fn points(&self) -> &[Row] {
        &self.points
    }
}
