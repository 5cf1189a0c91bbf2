//! Files of schedules: `--use-schedules FILE`.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use hloom_loops::schedule::{PinError, Pins};

/// A schedule file.
#[derive(Clone, Debug)]
pub(crate) struct ScheduleFile {
    name: String,
    pub(crate) pins: Arc<Pins>,
}

impl ScheduleFile {
    /// Reads a schedule file.
    ///
    /// # Errors
    /// If it can't be read or is malformed; the message gives the position.
    pub(crate) fn read(path: &Path) -> anyhow::Result<ScheduleFile> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("the schedules in {name} can't be read"))?;
        match Pins::parse(&text) {
            Ok(pins) => Ok(ScheduleFile { name, pins: Arc::new(pins) }),
            Err(error) => anyhow::bail!(located(&name, &error)),
        }
    }

    /// Describes a schedule error with its position in the file.
    pub(crate) fn wrong(&self, error: &PinError) -> String {
        located(&self.name, error)
    }
}

fn located(name: &str, error: &PinError) -> String {
    format!("{name}:{error}")
}
