//! The attributes and properties of Shardy's dialect `sdy`, which says how tensors are divided among
//! devices; they become its text.
//!
//! A PJRT client leaves this dialect in portable artifacts as it is. The codes:
//! `shardy/dialect/sdy/ir/bytecode.td` of openxla/shardy.

use super::cursor::Cursor;
use super::error::{Read, wrong};
use super::lookup::Lookup;
use crate::attr::Attr;

/// The properties of an op of the dialect, in the order of their names.
pub(super) fn properties(op: &str) -> Option<&'static [&'static str]> {
    Some(match op {
        "sdy.mesh" => &["mesh", "sym_name"],
        "sdy.sharding_constraint" | "sdy.reshard" => &["sharding"],
        "sdy.manual_computation" => &["in_shardings", "manual_axes", "out_shardings"],
        "sdy.named_computation" => &["in_shardings", "name", "out_shardings"],
        "sdy.propagation_barrier" => &["allowed_direction"],
        "sdy.sharding_group" => &["group_id"],
        "sdy.return" => &[],
        _ => return None,
    })
}

/// An attribute. Parts of others, such as an axis, have the text that they have inside of those.
pub(super) fn attr<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>) -> Read<Attr> {
    let at = data.at();
    let text = match data.number()? {
        0 => format!("#sdy<manual_axes{{{}}}>", texts(all, data)?.join(", ")),
        1 => {
            let name = name(all, data)?;
            format!("{name}={}", data.signed()?)
        }
        2 => {
            let axes = texts(all, data)?.join(", ");
            let devices = data.signed_list()?;
            match &devices[..] {
                [] => format!("#sdy.mesh<[{axes}]>"),
                [device] if axes.is_empty() => format!("#sdy.mesh<[], device_ids=[{device}]>"),
                devices => {
                    let devices: Vec<String> = devices.iter().map(i64::to_string).collect();
                    format!("#sdy.mesh<[{axes}], device_ids=[{}]>", devices.join(", "))
                }
            }
        }
        3 => {
            let before = data.signed()?;
            format!(":({before}){}", data.signed()?)
        }
        4 => {
            let name = name(all, data)?;
            match all.optional_attr(data)? {
                None => name,
                Some(part) => format!("{name}{part}"),
            }
        }
        5 => {
            let mut axes = texts(all, data)?;
            if data.byte()? == 0 {
                axes.push("?".to_owned());
            }
            let priority = match data.flagged()? {
                (n, true) => format!("p{n}"),
                (_, false) => String::new(),
            };
            format!("{{{}}}{priority}", axes.join(", "))
        }
        6 => sharding(all, data, 0)?,
        15 => sharding(all, data, 1)?,
        17 => {
            let text = sharding(all, data, 1)?;
            // The reduction of unreduced axes: hloom keeps no other than sums.
            match data.signed()? {
                0 => text,
                n => return wrong(at, format!("hloom reads no shardings of the reduction {n}")),
            }
        }
        7 | 16 => {
            let each = texts(all, data)?;
            let short = each.iter().map(|text| text.trim_start_matches("#sdy.sharding"));
            format!("#sdy.sharding_per_value<[{}]>", short.collect::<Vec<_>>().join(", "))
        }
        8 => data.signed_list()?.into_iter().map(factor).collect::<Option<Vec<_>>>().map_or_else(
            || wrong(at, "a factor of a sharding rule is negative"),
            |factors| Ok(factors.concat()),
        )?,
        9 => format!("[{}]", texts(all, data)?.join(", ")),
        10 => rule(all, data)?,
        code => return wrong(at, format!("hloom reads no attribute of Shardy's of code {code}")),
    };
    Ok(Attr::Opaque(text.into()))
}

/// The letter of a factor: `i` to `z`, then `z_1` and so on.
fn factor(index: i64) -> Option<String> {
    const LETTERS: &str = "ijklmnopqrstuvwxyz";
    let index = usize::try_from(index).ok()?;
    Some(match LETTERS.get(index..=index) {
        Some(letter) => letter.to_owned(),
        None => format!("z_{}", index - (LETTERS.len() - 1)),
    })
}

/// The sharding rule of an op: `#sdy.op_sharding_rule<([i, j])->([j, i]) {i=2, j=4}>`.
fn rule<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>) -> Read<String> {
    let at = data.at();
    let sizes = data.signed_list()?;
    let operands = texts(all, data)?.join(", ");
    let results = texts(all, data)?.join(", ");
    let mut text = format!("#sdy.op_sharding_rule<({operands})->({results})");
    let names: Option<Vec<String>> = (0..sizes.len() as i64).map(factor).collect();
    let sized: Vec<String> = names
        .unwrap_or_default()
        .iter()
        .zip(&sizes)
        .map(|(name, size)| format!("{name}={size}"))
        .collect();
    if !sized.is_empty() {
        text += &format!(" {{{}}}", sized.join(", "));
    }
    for kind in ["reduction", "need_replication", "permutation", "blocked_propagation"] {
        let factors = data.signed_list()?;
        let Some(names) = factors.into_iter().map(factor).collect::<Option<Vec<_>>>() else {
            return wrong(at, "a factor of a sharding rule is negative");
        };
        if !names.is_empty() {
            text += &format!(" {kind}={{{}}}", names.join(", "));
        }
    }
    if data.byte()? != 0 {
        text += ", custom";
    }
    Ok(text + ">")
}

/// A quoted name.
fn name<'b>(all: &dyn Lookup<'b>, data: &mut Cursor<'b>) -> Read<String> {
    Ok(Attr::String(all.bytes(data)?.into()).to_string())
}

/// The texts of a list of attributes.
fn texts<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>) -> Read<Vec<String>> {
    Ok(all.attrs(data)?.iter().map(Attr::to_string).collect())
}

/// The sharding of a tensor, with `more` lists of axes after the replicated ones.
fn sharding<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>, more: usize) -> Read<String> {
    let mesh = all.attr(data)?.to_string();
    let mesh = mesh.strip_prefix("#sdy.").unwrap_or(&mesh);
    let dims = texts(all, data)?.join(", ");
    let mut text = format!("#sdy.sharding<{mesh}, [{dims}]");
    for name in ["replicated", "unreduced"].into_iter().take(1 + more) {
        let axes = texts(all, data)?;
        if !axes.is_empty() {
            text += &format!(", {name}={{{}}}", axes.join(", "));
        }
    }
    Ok(text + ">")
}
