//! The programs of `tests/models`, and running one of them through `hloom run`.
//!
//! A model's folder holds the program, its inputs `0.npy`, `1.npy`, …, and JAX's
//! results `expected/0.npy`, …; a classifier's also `labels.npy`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use serde_json::Value;

use super::npy::Array;
use crate::process;

/// One row of the table of models.
#[derive(Clone, Copy)]
pub(super) struct Model {
    /// Its folder.
    pub(super) name: &'static str,
    /// Its description, in words.
    pub(super) about: &'static str,
    /// The program's file.
    program: &'static str,
    /// Whether it tells digits apart: rows of logits, one an image.
    classifier: bool,
    /// The folder of the same program for a single image.
    alone: Option<&'static str>,
}

pub(super) const MODELS: &[Model] = &[
    Model {
        name: "cnn",
        about: "a convolutional network on handwritten digits that it was not trained on",
        program: "forward.mlir",
        classifier: true,
        alone: Some("cnn-one"),
    },
    Model {
        name: "mlp",
        about: "a multilayer perceptron on the same digits",
        program: "forward.mlir",
        classifier: true,
        alone: Some("mlp-one"),
    },
    Model {
        name: "mlp-step",
        about: "a step of gradient descent on that perceptron",
        program: "step.mlir",
        classifier: false,
        alone: None,
    },
    Model {
        name: "encoder",
        about: "two transformer encoder layers",
        program: "forward.mlir",
        classifier: false,
        alone: None,
    },
];

/// The runner of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Backend {
    Cpu,
    Interp,
}

impl Backend {
    fn name(self) -> &'static str {
        match self {
            Backend::Cpu => "cpu",
            Backend::Interp => "interp",
        }
    }

    /// Runs before timing, and timed runs: the interpreter is not what is timed here.
    fn runs(self) -> (u32, u32) {
        match self {
            Backend::Cpu => (5, 30),
            Backend::Interp => (0, 1),
        }
    }
}

/// A model with its files.
pub(super) struct Case {
    pub(super) model: Model,
    program: PathBuf,
    inputs: Vec<PathBuf>,
    /// JAX's results.
    pub(super) expected: Vec<Array>,
    /// A classifier's images and their true digits.
    pub(super) truth: Option<Truth>,
}

/// Images and what they show.
pub(super) struct Truth {
    pub(super) images: Array,
    pub(super) labels: Vec<usize>,
}

/// The results of one run.
pub(super) struct Answer {
    pub(super) results: Vec<Array>,
    pub(super) timing: Timing,
    /// The command that gave it.
    pub(super) command: String,
}

/// The line of `hloom run --time`.
#[derive(Debug, PartialEq)]
pub(super) struct Timing {
    pub(super) compile: Duration,
    pub(super) median: Duration,
    pub(super) runs: u64,
}

impl Model {
    /// The same program for a single image, where there is one.
    pub(super) fn for_one_image(&self) -> Option<Model> {
        self.alone.map(|name| Model { name, alone: None, ..*self })
    }

    /// Reads what lies in the model's folder.
    pub(super) fn load(&self, folder: &Path) -> anyhow::Result<Case> {
        let program = folder.join(self.program);
        ensure!(program.is_file(), "there is no {}", program.display());
        let expected = numbered(&folder.join("expected"))
            .iter()
            .map(|file| Array::read(file))
            .collect::<anyhow::Result<Vec<_>>>()?;
        ensure!(!expected.is_empty(), "{} holds no results to compare with", folder.display());
        let inputs = numbered(folder);
        let truth = if self.classifier {
            let images = inputs.first().context("a classifier without images")?;
            let labels = Array::read(&folder.join("labels.npy"))?;
            let truth = Truth {
                images: Array::read(images)?,
                labels: labels.data.iter().map(|&l| l as usize).collect(),
            };
            ensure!(
                truth.images.rows().count() == truth.labels.len(),
                "{} images have {} labels",
                truth.images.rows().count(),
                truth.labels.len()
            );
            Some(truth)
        } else {
            None
        };
        Ok(Case { model: *self, program, inputs, expected, truth })
    }
}

/// `0.npy`, `1.npy`, … as far as they exist.
fn numbered(folder: &Path) -> Vec<PathBuf> {
    (0..).map(|i| folder.join(format!("{i}.npy"))).take_while(|f| f.exists()).collect()
}

/// `path` relative to the repository's root, where it lies in it.
fn from_root(path: &Path) -> &Path {
    path.strip_prefix(process::root()).unwrap_or(path)
}

impl Case {
    /// Runs the program; its results go to a folder of their own under `out`.
    pub(super) fn run(&self, hloom: &Path, backend: Backend, out: &Path) -> anyhow::Result<Answer> {
        let out = out.join(format!("{}-{}", self.model.name, backend.name()));
        // Results of an earlier run must not pass for this one's.
        if out.exists() {
            fs::remove_dir_all(&out).with_context(|| format!("can't empty {}", out.display()))?;
        }
        fs::create_dir_all(&out).with_context(|| format!("can't make {}", out.display()))?;
        let (warmup, repeat) = backend.runs();
        let mut command = Command::new(hloom);
        // From the root, so that the command reads as a person would type it there.
        command.current_dir(process::root());
        command.arg("run").arg(from_root(&self.program)).args([
            "--backend",
            backend.name(),
            "--time",
        ]);
        for (i, input) in self.inputs.iter().enumerate() {
            command.arg("--input").arg(format!("{i}={}", from_root(input).display()));
        }
        command.args(["--warmup", &warmup.to_string(), "--repeat", &repeat.to_string()]);
        command.arg("--output").arg(from_root(&out));

        let output =
            command.output().with_context(|| format!("can't start {}", hloom.display()))?;
        if !output.status.success() {
            bail!(
                "`{}` ended with {}\n{}",
                process::line(&command),
                output.status,
                String::from_utf8_lossy(&output.stderr).trim_end()
            );
        }
        let timing = Timing::find(&String::from_utf8_lossy(&output.stdout))?;
        let results = numbered(&out)
            .iter()
            .map(|file| Array::read(file))
            .collect::<anyhow::Result<Vec<_>>>()?;
        ensure!(
            results.len() == self.expected.len(),
            "{} has {} results, and JAX {}",
            backend.name(),
            results.len(),
            self.expected.len()
        );
        for (i, (got, want)) in results.iter().zip(&self.expected).enumerate() {
            ensure!(
                got.shape == want.shape,
                "result {i} of {} has the shape {:?}, and JAX's {:?}",
                backend.name(),
                got.shape,
                want.shape
            );
        }
        Ok(Answer { results, timing, command: process::line(&command) })
    }
}

impl Timing {
    /// The timing line among what `hloom run` wrote.
    fn find(stdout: &str) -> anyhow::Result<Timing> {
        let line =
            stdout.lines().rev().find(|l| l.starts_with('{') && l.contains("\"compile_ms\""));
        let line = line.context("`hloom run --time` printed no line of timing")?;
        let value: Value = serde_json::from_str(line)
            .with_context(|| format!("the line of timing is not JSON: {line}"))?;
        let milliseconds = |name: &str| {
            let ms = value[name].as_f64().filter(|ms| ms.is_finite() && *ms >= 0.0);
            let ms = ms.with_context(|| format!("the line of timing lacks {name}: {line}"))?;
            Duration::try_from_secs_f64(ms / 1e3).context("a time that can't be")
        };
        Ok(Timing {
            compile: milliseconds("compile_ms")?,
            median: milliseconds("median_ms")?,
            runs: value["runs"].as_u64().with_context(|| format!("no count of runs: {line}"))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_timing_line_is_found() {
        let line = r#"{"compile_ms":34.5, "min_ms":1.0, "median_ms":1.25, "max_ms":3, "runs":30}"#;
        let timing = Timing::find(&format!("%0 = {{}}\n{line}\n")).unwrap();
        assert_eq!(
            timing,
            Timing {
                compile: Duration::from_micros(34_500),
                median: Duration::from_micros(1_250),
                runs: 30,
            }
        );
    }

    #[test]
    fn a_bad_timing_line_is_an_error() {
        let fails = |text: &str| Timing::find(text).unwrap_err().to_string();
        assert!(fails("").contains("no line of timing"));
        assert!(fails(r#"{"compile_ms":1"#).contains("not JSON"));
        assert!(fails(r#"{"compile_ms":1, "runs":2}"#).contains("median_ms"));
        assert!(fails(r#"{"compile_ms":-1, "median_ms":1, "runs":2}"#).contains("compile_ms"));
        assert!(fails(r#"{"compile_ms":1, "median_ms":1}"#).contains("count of runs"));
    }
}
