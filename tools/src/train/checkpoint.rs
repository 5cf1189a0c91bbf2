//! Checkpoints: the state and the position of a run, in safetensors files.
//!
//! A file is written under another name, synchronised, and renamed, so that a file with a checkpoint's
//! name is whole whenever the machine stops. It has a checksum too: a file that was damaged later is
//! passed over for the one before. The last two are kept.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use hloom_ir::literal::Bytes;
use hloom_ir::{Element, Literal};
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensors, serialize};

use super::signature::Named;
use super::update;

/// The checkpoints that are kept.
const KEPT: usize = 2;

/// The position of a run, and what must be the same to go on with it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Position {
    /// The steps done.
    pub(super) step: u64,
    /// The epoch, from 0, and the position in its order.
    pub(super) epoch: u64,
    pub(super) place: usize,
    /// The options that the order of samples depends on, as text.
    pub(super) data: String,
}

/// The element type in a file.
fn dtype(element: Element) -> Option<Dtype> {
    Some(match element {
        Element::I1 => Dtype::BOOL,
        Element::I8 => Dtype::I8,
        Element::I16 => Dtype::I16,
        Element::I32 => Dtype::I32,
        Element::I64 => Dtype::I64,
        Element::U8 => Dtype::U8,
        Element::U16 => Dtype::U16,
        Element::U32 => Dtype::U32,
        Element::U64 => Dtype::U64,
        Element::F16 => Dtype::F16,
        Element::BF16 => Dtype::BF16,
        Element::F32 => Dtype::F32,
        Element::F64 => Dtype::F64,
        _ => return None,
    })
}

/// Checks that the state can be written.
///
/// # Errors
/// If an element type has no name in the format; a sentence.
pub(super) fn check(state: &[Named]) -> Result<(), String> {
    for Named { name, ty } in state {
        if ty.element().and_then(dtype).is_none() {
            return Err(format!("`{name}` is {ty}, which safetensors files can't hold"));
        }
    }
    Ok(())
}

/// The checksum of a state: of names and bytes in the order of names.
fn checksum<'s>(tensors: impl Iterator<Item = (&'s str, &'s [u8])>) -> String {
    let mut all: Vec<(&str, &[u8])> = tensors.collect();
    all.sort_unstable_by_key(|(name, _)| *name);
    let sum = all.iter().fold(0, |sum, (name, bytes)| {
        let sum = hloom_loader::checksum_append(sum, name.as_bytes());
        hloom_loader::checksum_append(sum, bytes)
    });
    format!("{sum:08x}")
}

/// The names of the tensors before those that hloom's own optimizers keep.
fn parameters(names: &[Named]) -> impl Iterator<Item = &str> {
    names.iter().map(|it| &*it.name).take_while(|name| !name.starts_with(update::OWN))
}

/// The bytes of a checkpoint.
fn encode(names: &[Named], state: &[Literal], position: &Position) -> anyhow::Result<Vec<u8>> {
    let state: Vec<Literal> = state.iter().map(Literal::expanded).collect();
    let mut views = Vec::new();
    for (named, literal) in names.iter().zip(&state) {
        let shape = literal.dims().iter().map(|&n| n as usize).collect();
        let dtype = dtype(literal.element()).context("a tensor has no type of safetensors")?;
        views.push((named.name.as_str(), TensorView::new(dtype, shape, literal.bytes())?));
    }
    let sum = checksum(views.iter().map(|(name, view)| (*name, view.data())));
    let about = HashMap::from([
        ("format".to_owned(), "hloom train 1".to_owned()),
        ("step".to_owned(), position.step.to_string()),
        ("epoch".to_owned(), position.epoch.to_string()),
        ("place".to_owned(), position.place.to_string()),
        ("data".to_owned(), position.data.clone()),
        ("crc32c".to_owned(), sum),
        // The format sorts tensors. Those of the optimizer are behind the parameters.
        ("order".to_owned(), parameters(names).collect::<Vec<_>>().join("\n")),
    ]);
    Ok(serialize(views, Some(about))?)
}

/// Reads a checkpoint.
///
/// # Errors
/// If it is damaged or has another state; a clause.
fn decode(bytes: &[u8], names: &[Named]) -> Result<(Vec<Literal>, Position), String> {
    let cut = |error: safetensors::SafeTensorError| format!("is damaged or cut off ({error})");
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(cut)?;
    let tensors = SafeTensors::deserialize(bytes).map_err(cut)?;
    let about = header.metadata().clone().unwrap_or_default();
    let of = |key: &str| about.get(key).map_or("", String::as_str);
    if of("format") != "hloom train 1" {
        return Err("is no checkpoint of hloom train".to_owned());
    }
    let all = tensors.tensors();
    if checksum(all.iter().map(|(name, view)| (name.as_str(), view.data()))) != of("crc32c") {
        return Err("is damaged: its checksum is wrong".to_owned());
    }
    let number = |key: &str| of(key).parse::<u64>().map_err(|_| format!("has no number `{key}`"));
    let position = Position {
        step: number("step")?,
        epoch: number("epoch")?,
        place: usize::try_from(number("place")?).unwrap_or(usize::MAX),
        data: of("data").to_owned(),
    };
    let state = names.iter().map(|Named { name, ty }| {
        let view = tensors.tensor(name).map_err(|_| format!("has no tensor `{name}`"))?;
        let dims = ty.as_tensor().map(|t| &t.dims[..]).unwrap_or_default();
        let same = view.shape().iter().map(|&n| n as i64).eq(dims.iter().copied());
        if !same || ty.element().and_then(dtype) != Some(view.dtype()) {
            let (dtype, shape) = (view.dtype(), view.shape());
            return Err(format!("has `{name}` of {dtype:?} {shape:?}, but the program has {ty}"));
        }
        Literal::new(*ty, Bytes::from(view.data())).map_err(|error| error.to_string())
    });
    Ok((state.collect::<Result<Vec<Literal>, String>>()?, position))
}

/// The tensors of a safetensors file for arguments, by number. An argument takes the tensor of its
/// name; one without a name that of its number, in a checkpoint's order.
///
/// # Errors
/// If the file can't be read, is damaged, or has a tensor of another type by an argument's name.
pub(super) fn weights(path: &Path, arguments: &[Named]) -> anyhow::Result<HashMap<usize, Literal>> {
    let bytes = fs::read(path).with_context(|| format!("can't read `{}`", path.display()))?;
    let file = path.display();
    let cut = || format!("`{file}` is damaged, cut off, or no safetensors file");
    let (_, header) = SafeTensors::read_metadata(&bytes).with_context(cut)?;
    let tensors = SafeTensors::deserialize(&bytes).with_context(cut)?;
    let all = tensors.tensors();
    let about = header.metadata().clone().unwrap_or_default();
    let sum = checksum(all.iter().map(|(name, view)| (name.as_str(), view.data())));
    if about.get("crc32c").is_some_and(|known| *known != sum) {
        bail!("`{file}` is damaged: its checksum is wrong");
    }
    let order: Vec<&str> = about.get("order").map_or(Vec::new(), |names| names.lines().collect());
    let mut found = HashMap::new();
    for (i, Named { name, ty }) in arguments.iter().enumerate() {
        let is_number = name.parse::<usize>().is_ok();
        let tensor = if is_number { order.get(i).copied().unwrap_or(name) } else { name };
        let Ok(view) = tensors.tensor(tensor) else { continue };
        let dims = ty.as_tensor().map(|t| &t.dims[..]).unwrap_or_default();
        let same = view.shape().iter().map(|&n| n as i64).eq(dims.iter().copied());
        if same && ty.element().and_then(dtype) == Some(view.dtype()) {
            found.insert(i, Literal::new(*ty, Bytes::from(view.data()))?);
        } else if !is_number || order.is_empty() {
            let (dtype, shape) = (view.dtype(), view.shape());
            bail!("`{file}` has `{name}` of {dtype:?} {shape:?}, but the program has {ty}");
        }
    }
    Ok(found)
}

/// The checkpoints of a folder with their steps, the latest first.
fn list(folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let step = name.strip_prefix("step-").and_then(|name| name.strip_suffix(".safetensors"));
        if let Some(step) = step.and_then(|step| step.parse().ok()) {
            all.push((step, path));
        }
    }
    all.sort_unstable_by(|a, b| b.cmp(a));
    Ok(all)
}

/// Whether a folder has checkpoints.
///
/// # Errors
/// If it can't be read.
pub(super) fn any(folder: &Path) -> anyhow::Result<bool> {
    let found = list(folder).with_context(|| format!("can't read `{}`", folder.display()))?;
    Ok(!found.is_empty())
}

/// Writes a checkpoint, and removes all but the last two.
///
/// # Errors
/// If it can't be written. Earlier checkpoints are then still there.
pub(super) fn write(
    folder: &Path,
    names: &[Named],
    state: &[Literal],
    position: &Position,
) -> anyhow::Result<PathBuf> {
    let bytes = encode(names, state, position)?;
    let path = folder.join(format!("step-{:09}.safetensors", position.step));
    let draft = folder.join(format!(".step-{:09}.draft", position.step));
    let written = (|| {
        let mut file = File::create(&draft)?;
        write_all(&mut file, &bytes)?;
        file.sync_all()?;
        fs::rename(&draft, &path)?;
        // The folder's entry is synchronised too; not every system can do that.
        #[cfg(unix)]
        File::open(folder)?.sync_all()?;
        Ok::<(), io::Error>(())
    })();
    if let Err(error) = written {
        // The draft may not exist.
        let _ = fs::remove_file(&draft);
        let last = list(folder).ok().and_then(|all| all.into_iter().next());
        let last = last.map_or(String::new(), |(_, path)| {
            format!("; the last checkpoint is still `{}`", path.display())
        });
        bail!("can't write the checkpoint `{}`: {error}{last}", path.display());
    }
    for (_, old) in list(folder)?.into_iter().skip(KEPT) {
        fs::remove_file(&old).with_context(|| format!("can't remove `{}`", old.display()))?;
    }
    Ok(path)
}

/// Writes all bytes. In tests, the disk may be full.
fn write_all(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    #[cfg(test)]
    if let Some(room) = tests::ROOM.with(std::cell::Cell::get)
        && room < bytes.len()
    {
        file.write_all(&bytes[..room])?;
        return Err(io::ErrorKind::StorageFull.into());
    }
    file.write_all(bytes)
}

/// The state of a run, and where it was.
pub(super) type Checkpoint = (Vec<Literal>, Position);

/// The latest checkpoint that is whole, and what is wrong with later ones.
///
/// # Errors
/// If the folder can't be read, or has checkpoints of which none is whole.
pub(super) fn read(
    folder: &Path,
    names: &[Named],
) -> anyhow::Result<(Option<Checkpoint>, Vec<String>)> {
    let mut wrong = Vec::new();
    if !folder.exists() {
        return Ok((None, wrong));
    }
    let found = list(folder).with_context(|| format!("can't read `{}`", folder.display()))?;
    for (_, path) in &found {
        let bytes = fs::read(path).with_context(|| format!("can't read `{}`", path.display()))?;
        match decode(&bytes, names) {
            Ok(checkpoint) => return Ok((Some(checkpoint), wrong)),
            Err(what) => wrong.push(format!("the checkpoint `{}` {what}", path.display())),
        }
    }
    if !wrong.is_empty() {
        bail!("no checkpoint can be used: {}", wrong.join("; "));
    }
    Ok((None, wrong))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_ir::Type;

    thread_local! {
        /// The bytes that a checkpoint may have.
        pub(super) static ROOM: std::cell::Cell<Option<usize>> = const { std::cell::Cell::new(None) };
    }

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("hloom-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    fn state(number: f64) -> (Vec<Named>, Vec<Literal>) {
        let types = [Type::tensor(&[2, 3], Element::F32), Type::tensor(&[], Element::I32)];
        let names = ["w", "count"];
        let named =
            names.iter().zip(types).map(|(name, ty)| Named { name: (*name).to_owned(), ty });
        let values = types.map(|ty| Literal::from_f64s(ty, &[number]).unwrap());
        (named.collect(), values.to_vec())
    }

    fn at(step: u64) -> Position {
        Position { step, epoch: 1, place: 64, data: "seed 1".to_owned() }
    }

    fn same(a: &[Literal], b: &[Literal]) -> bool {
        a.iter().zip(b).all(|(a, b)| a.expanded().bytes() == b.expanded().bytes())
    }

    /// Every way of cutting or flipping a file leads to the one before.
    #[test]
    fn a_damaged_checkpoint_is_passed_over() {
        let folder = folder("damaged");
        let (names, old) = state(1.0);
        let (_, new) = state(2.0);
        for step in [8, 9] {
            write(&folder, &names, &old, &at(step)).unwrap();
        }
        let path = write(&folder, &names, &new, &at(10)).unwrap();
        assert_eq!(list(&folder).unwrap().len(), 2, "the last two are kept");
        let (found, wrong) = read(&folder, &names).unwrap();
        let (values, position) = found.unwrap();
        assert!(same(&values, &new) && position == at(10) && wrong.is_empty());
        let whole = fs::read(&path).unwrap();
        let damaged = (0..whole.len()).map(|end| whole[..end].to_vec());
        let flipped = (whole.len() - 28..whole.len()).map(|i| {
            let mut bytes = whole.clone();
            bytes[i] ^= 4;
            bytes
        });
        for bytes in damaged.chain(flipped) {
            fs::write(&path, bytes).unwrap();
            let (found, wrong) = read(&folder, &names).unwrap();
            let (values, position) = found.unwrap();
            assert!(same(&values, &old) && position == at(9));
            assert!(wrong.len() == 1 && wrong[0].contains("damaged"), "{wrong:?}");
        }
        let (mut other, _) = state(0.0);
        other[0].ty = Type::tensor(&[3, 2], Element::F32);
        let said = read(&folder, &other).unwrap_err().to_string();
        assert!(
            said.contains("has `w` of F32 [2, 3], but the program has tensor<3x2xf32>"),
            "{said}"
        );
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_full_disk_leaves_the_last_checkpoint() {
        let folder = folder("full");
        let (names, old) = state(1.0);
        write(&folder, &names, &old, &at(1)).unwrap();
        ROOM.set(Some(50));
        let error = write(&folder, &names, &old, &at(2)).unwrap_err().to_string();
        ROOM.set(None);
        assert!(error.starts_with("can't write the checkpoint `"), "{error}");
        assert!(error.contains("the last checkpoint is still `"), "{error}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no draft is left");
        assert_eq!(read(&folder, &names).unwrap().0.unwrap().1, at(1));
        fs::remove_dir_all(&folder).unwrap();
    }
}
