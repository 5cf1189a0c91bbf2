//! Dictionaries as members of archives: the keys of each level of a dictionary `map` are `map.0`, `map.1`, …, and the
//! values are `map.value`.

use hloom_storage::check::Definition;
use hloom_storage::types::Form;
use hloom_storage::{Inputs, Module};

use super::files::{Dense, Entries, MOST, Numbers, Places};

/// Takes the dictionaries of the tensor `owner` out of the members of its archive, into `inputs`. Returns the
/// other members.
///
/// # Errors
/// If a dictionary has only some of its members, or they contradict each other; a sentence.
pub(super) fn taken(
    program: &Module,
    owner: &str,
    inputs: &mut Inputs,
    mut members: Vec<(String, Dense)>,
) -> Result<Vec<(String, Dense)>, String> {
    for tensor in program.tensors.iter().filter(|tensor| is_data(tensor)) {
        let part = tensor.name.strip_prefix(owner).and_then(|name| name.strip_prefix('_'));
        let Some(part) = part else { continue };
        let own = format!("{part}.");
        if !members.iter().any(|(name, _)| name.starts_with(&own)) {
            continue;
        }
        let mut take = |key: &str| {
            let name = format!("{part}.{key}");
            match members.iter().position(|(known, _)| *known == name) {
                Some(at) => Ok(members.swap_remove(at).1.numbers),
                None => Err(format!("there is no array `{name}`")),
            }
        };
        let Form::Nested(levels) = tensor.ty.sort().form else { continue };
        let mut keys = Vec::new();
        for level in 0..levels {
            match take(&level.to_string())? {
                Numbers::Ints(all) => keys.push(all),
                other => return Err(format!("`{part}.{level}` holds {}, not int", other.base())),
            }
        }
        let numbers = take("value")?.converted(tensor.ty.base())?;
        let longest = keys.iter().flatten().copied().max().unwrap_or(-1);
        if let Some(keys) = keys.iter().find(|keys| keys.len() != numbers.len()) {
            return Err(format!("`{part}` has {} keys and {} values", keys.len(), numbers.len()));
        }
        if keys.iter().flatten().any(|key| *key < 0) || longest >= MOST as i64 {
            return Err(format!("`{part}` has a key below 0, or of 2^31 or more"));
        }
        let count = numbers.len() as u32;
        let entries = Entries {
            extents: vec![(longest + 1) as u64; keys.len()],
            open: false,
            keys,
            numbers,
            places: Places::Elements((0..count).collect()),
            scalars: Vec::new(),
        };
        let entries = entries.unique(false).map_err(|error| format!("`{part}`: {}", error.what))?;
        inputs.insert(tensor.name.as_str().into(), entries.to_value());
    }
    Ok(members)
}

/// Whether a tensor is a dictionary that is data.
pub(super) fn is_data(tensor: &Definition) -> bool {
    tensor.body.is_none() && tensor.ty.sort().is_dict()
}
