//! The host side of streams and channels, as given on the command line: files that it reads,
//! folders that it writes, and the output of `interpreter.print`.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hloom_interp::{Host, ProcessId};
use hloom_ir::{Literal, Type};

use super::npz::Archive;
use super::{npy, show};

/// The index of a folder of probes: the file of each probe.
pub(super) const INDEX: &str = "index.csv";

/// The host side of a program's streams and channels.
#[derive(Clone, Default, Debug)]
pub(super) struct Ends {
    /// A file for each `infeed`, in order.
    pub(super) infeed: Vec<PathBuf>,
    /// The folder for data written by `outfeed` and `send` to the host.
    pub(super) outfeed: Option<PathBuf>,
    /// The file for each `recv` from the host, with its channel.
    pub(super) channels: Vec<(i64, PathBuf)>,
    /// The folder for probes.
    pub(super) probes: Option<PathBuf>,
}

/// Parses `N=FILE`.
pub(super) fn parse_channel(text: &str) -> Result<(i64, PathBuf), String> {
    let parts = text.split_once('=').and_then(|(n, file)| Some((n.trim().parse().ok()?, file)));
    match parts {
        Some((channel, file)) if !file.is_empty() => Ok((channel, file.into())),
        _ => Err("expected N=FILE.npy or N=FILE.npz, N the number of the channel".to_owned()),
    }
}

/// The positions in the streams.
#[derive(Default, Debug)]
struct Progress {
    infeed: VecDeque<PathBuf>,
    channels: BTreeMap<i64, VecDeque<PathBuf>>,
    outfeeds: usize,
    sent: BTreeMap<i64, usize>,
    probes: HashMap<String, usize>,
    files: usize,
    printed: String,
}

/// A host backed by files and folders.
#[derive(Debug)]
pub(super) struct Files {
    ends: Ends,
    progress: Mutex<Progress>,
}

impl Files {
    pub(super) fn new(ends: Ends) -> Files {
        let mut channels: BTreeMap<i64, VecDeque<PathBuf>> = BTreeMap::new();
        for (channel, file) in &ends.channels {
            channels.entry(*channel).or_default().push_back(file.clone());
        }
        let infeed = ends.infeed.iter().cloned().collect();
        let progress = Progress { infeed, channels, ..Progress::default() };
        Files { ends, progress: Mutex::new(progress) }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The text printed since the last call.
    pub(super) fn printed(&self) -> String {
        std::mem::take(&mut self.progress().printed)
    }

    /// Writes tensors: one to `NAME.npy`, several to `NAME.0.npy`, `NAME.1.npy` …. They are dropped
    /// if no folder is given.
    fn write(&self, name: &str, values: &[Literal]) -> Result<(), String> {
        let Some(folder) = &self.ends.outfeed else { return Ok(()) };
        for (i, value) in values.iter().enumerate() {
            let file =
                if values.len() == 1 { format!("{name}.npy") } else { format!("{name}.{i}.npy") };
            save(folder, &file, value)?;
        }
        Ok(())
    }
}

/// Writes an array to a folder, which is created if necessary.
fn save(folder: &Path, file: &str, value: &Literal) -> Result<(), String> {
    let path = folder.join(file);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&path, npy::encode(value)))
        .map_err(|error| format!("can't write `{}`: {error}", path.display()))
}

/// Reads tensors of these types from a file: an `.npy` file holds one, an `.npz` file several, in
/// its order.
fn load(path: &Path, types: &[Type]) -> Result<Vec<Literal>, String> {
    let said = |what: &dyn std::fmt::Display| format!("`{}`: {what}", path.display());
    let bytes =
        std::fs::read(path).map_err(|error| format!("can't read `{}`: {error}", path.display()))?;
    let tensors: Vec<_> = types.iter().filter_map(|ty| ty.as_tensor()).collect();
    if bytes.starts_with(npy::MAGIC) {
        let [tensor] = tensors[..] else {
            return Err(said(&format!("one array is given where {} are read", tensors.len())));
        };
        return npy::decode(&bytes, tensor).map(|one| vec![one]).map_err(|what| said(&what));
    }
    let mut archive = Archive::open(&bytes).map_err(|what| said(&what))?;
    let count = archive.names().len();
    if count != tensors.len() {
        return Err(said(&format!("{count} arrays are given where {} are read", tensors.len())));
    }
    let read = tensors.iter().enumerate().map(|(i, tensor)| archive.decode(i, tensor));
    read.collect::<Result<_, _>>().map_err(|what| said(&what))
}

impl Host for Files {
    fn infeed(&self, types: &[Type]) -> Result<Option<Vec<Literal>>, String> {
        if self.ends.infeed.is_empty() {
            return Err("there is no infeed; give --infeed FILE for each one".to_owned());
        }
        let next = self.progress().infeed.pop_front();
        next.map(|path| load(&path, types)).transpose()
    }

    fn outfeed(&self, _: ProcessId, values: Vec<Literal>) -> Result<(), String> {
        let mut progress = self.progress();
        let name = format!("outfeed_{}", progress.outfeeds);
        progress.outfeeds += 1;
        drop(progress);
        self.write(&name, &values)
    }

    fn receive(&self, channel: i64, types: &[Type]) -> Result<Option<Vec<Literal>>, String> {
        let mut progress = self.progress();
        let Some(queue) = progress.channels.get_mut(&channel) else {
            return Err(format!(
                "nothing is given for channel {channel}; give --host-channel {channel}=FILE"
            ));
        };
        let next = queue.pop_front();
        drop(progress);
        next.map(|path| load(&path, types)).transpose()
    }

    fn send(&self, channel: i64, values: Vec<Literal>) -> Result<(), String> {
        let mut progress = self.progress();
        let count = progress.sent.entry(channel).or_default();
        let name = format!("channel_{channel}_{count}");
        *count += 1;
        drop(progress);
        self.write(&name, &values)
    }

    fn print(&self, name: Option<&str>, value: &Literal) -> Result<(), String> {
        let text = show::as_reference(value);
        let printed = &mut self.progress().printed;
        let _ = match name {
            Some(name) => writeln!(printed, "%{name} = {text}"),
            None => writeln!(printed, "{text}"),
        };
        Ok(())
    }

    fn probe(&self, id: &str, value: &Literal) -> Result<(), String> {
        let Some(folder) = &self.ends.probes else {
            return Err("there is no folder for probes; give --probes DIR".to_owned());
        };
        let mut progress = self.progress();
        let count = progress.probes.entry(id.to_owned()).or_default();
        *count += 1;
        let number = *count;
        let fresh = progress.files == 0;
        progress.files += 1;
        // A name that is not a valid file name gets a generated one.
        let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
        let mut stem: String = id.chars().map(plain).collect();
        if stem != id {
            let _ = write!(stem, ".{}", progress.files);
        }
        let stem = stem.trim_start_matches('.');
        let file = format!("{stem}_{number}.npy");
        save(folder, &file, value)?;
        let path = folder.join(INDEX);
        let line = format!("{id},{},{file}\n", value.ty());
        let mut options = std::fs::OpenOptions::new();
        // Data of an earlier run is deleted.
        let options = options.create(true).write(true).append(!fresh).truncate(fresh);
        options
            .open(&path)
            .and_then(|mut index| std::io::Write::write_all(&mut index, line.as_bytes()))
            .map_err(|error| format!("can't write `{}`: {error}", path.display()))
    }
}

/// The file of run `iteration` of a probe, counted from 0, in the folder's index; `None` if it is
/// not listed.
pub(super) fn indexed(folder: &Path, id: &str, iteration: Option<i64>) -> Option<String> {
    let index = std::fs::read_to_string(folder.join(INDEX)).ok()?;
    let nth = usize::try_from(iteration.unwrap_or(0)).ok()?;
    let prefix = format!("{id},");
    let row = index.lines().filter(|line| line.starts_with(&prefix)).nth(nth)?;
    row.rsplit_once(',').map(|(_, file)| file.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_ir::Element;

    #[test]
    fn channels_have_numbers() {
        assert_eq!(parse_channel("3=x.npy"), Ok((3, "x.npy".into())));
        assert!(parse_channel("x.npy").is_err());
        assert!(parse_channel("3=").is_err());
    }

    #[test]
    fn probes_are_found_by_their_name_and_number() {
        let folder = std::env::temp_dir().join(format!("hloom-probes-{}", std::process::id()));
        let files = Files::new(Ends { probes: Some(folder.clone()), ..Ends::default() });
        let ty = Type::scalar_tensor(Element::F32);
        for value in [1.0, 2.0] {
            let literal = Literal::from_f64s(ty, &[value]).expect("a scalar");
            files.probe("layer/1", &literal).expect("a probe");
        }
        let first = indexed(&folder, "layer/1", None).expect("a file");
        let second = indexed(&folder, "layer/1", Some(1)).expect("a file");
        assert!(first != second && !first.contains('/'));
        let bytes = std::fs::read(folder.join(second)).expect("the file can be read");
        let read = npy::decode_as_written(&bytes).expect("an array");
        assert_eq!(read.get_f64(0), 2.0);
        assert_eq!(indexed(&folder, "layer/1", Some(2)), None);
        std::fs::remove_dir_all(folder).expect("the folder was made");
    }
}
