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
        "sdy.all_gather" => &["gathering_axes", "out_sharding"],
        "sdy.all_reduce" => &["out_sharding", "reduction_axes"],
        "sdy.all_slice" => &["out_sharding", "slicing_axes"],
        "sdy.all_to_all" => &["out_sharding", "params"],
        "sdy.collective_permute" => &["out_sharding"],
        "sdy.reduce_scatter" => &["out_sharding", "reduce_scatter_axes"],
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
        11 => format!("#sdy<axis_ref_list{{{}}}>", texts(all, data)?.join(", ")),
        12 => format!("#sdy<list_of_axis_ref_lists[{}]>", parts(all, data, "axis_ref_list")?),
        13 => {
            let axes = texts(all, data)?.join(", ");
            let (from, to) = (data.signed()?, data.signed()?);
            format!("#sdy<all_to_all_param{{{axes}}}: {from}->{to}>")
        }
        14 => format!("#sdy<all_to_all_param_list[{}]>", parts(all, data, "all_to_all_param")?),
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

/// A list of attributes of this name, as they stand inside of another one.
fn parts<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>, name: &str) -> Read<String> {
    let inner = |text: &String| {
        let text = text.strip_prefix("#sdy<").and_then(|text| text.strip_prefix(name));
        text.and_then(|text| text.strip_suffix('>')).map(str::to_owned)
    };
    let at = data.at();
    match texts(all, data)?.iter().map(inner).collect::<Option<Vec<String>>>() {
        Some(parts) => Ok(parts.join(", ")),
        None => wrong(at, format!("attributes of Shardy's of the name {name} were expected")),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Type;
    use std::borrow::Cow;

    /// A file whose strings are those given, and whose attributes these bytes encode.
    struct Table<'b> {
        strings: &'b [&'b [u8]],
        attrs: &'b [&'b [u8]],
    }

    impl<'b> Lookup<'b> for Table<'b> {
        fn attr_number(&mut self, at: usize, index: u64) -> Read<Cow<'_, Attr>> {
            let Some(bytes) = self.attrs.get(index as usize) else {
                return wrong(at, "no attribute");
            };
            attr(self, &mut Cursor::new(bytes)).map(Cow::Owned)
        }
        fn type_number(&mut self, at: usize, _: u64) -> Read<Type> {
            wrong(at, "no type")
        }
        fn string_number(&mut self, at: usize, _: u64) -> Read<Cow<'b, str>> {
            wrong(at, "no string")
        }
        fn bytes(&self, cursor: &mut Cursor<'b>) -> Read<&'b [u8]> {
            let (at, index) = (cursor.at(), cursor.number()?);
            self.strings.get(index as usize).copied().map_or_else(|| wrong(at, "no string"), Ok)
        }
        fn resource(&self, _: u64) -> Option<&'b [u8]> {
            None
        }
    }

    /// A number of one byte.
    const fn n(value: u8) -> u8 {
        value << 1 | 1
    }

    #[test]
    fn axes_of_collectives_are_read() {
        // Two axes, one of which is a part; lists of axes; exchanges from dimension 0 to 1 and 2 to 0.
        let attrs: &[&[u8]] = &[
            &[n(4), n(0), n(0)],
            &[n(3), n(2), n(4)],
            &[n(4), n(1), n(3)],
            &[n(11), n(2), n(0), n(2)],
            &[n(11), n(0)],
            &[n(12), n(2), n(3), n(4)],
            &[n(13), n(1), n(0), n(0), n(2)],
            &[n(13), n(1), n(2), n(4), n(0)],
            &[n(14), n(2), n(6), n(7)],
            &[n(12), n(1), n(6)],
        ];
        let mut table = Table { strings: &[b"x", b"y"], attrs };
        let mut text = |index| table.attr_number(0, index).map(|attr| attr.to_string());
        assert_eq!(text(3).unwrap(), "#sdy<axis_ref_list{\"x\", \"y\":(1)2}>");
        assert_eq!(text(4).unwrap(), "#sdy<axis_ref_list{}>");
        assert_eq!(text(5).unwrap(), "#sdy<list_of_axis_ref_lists[{\"x\", \"y\":(1)2}, {}]>");
        assert_eq!(text(6).unwrap(), "#sdy<all_to_all_param{\"x\"}: 0->1>");
        assert_eq!(
            text(8).unwrap(),
            "#sdy<all_to_all_param_list[{\"x\"}: 0->1, {\"y\":(1)2}: 2->0]>"
        );
        assert!(text(9).is_err(), "an exchange is no list of axes");
    }
}
