//! The attributes and properties of Shardy's dialect `sdy`, which says how tensors are divided among
//! devices; they become its text.
//!
//! A PJRT client leaves this dialect in portable artifacts as it is. The codes:
//! `shardy/dialect/sdy/ir/bytecode.td` of openxla/shardy.

use super::cursor::Cursor;
use super::error::{Read, wrong};
use super::lookup::Lookup;
use super::text::push_list;
use crate::attr::Attr;
use crate::quote::write_quoted;
use std::borrow::Cow;
use std::fmt::Write as _;

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
    let mut text = String::with_capacity(48);
    write_attr(all, data, &mut text)?;
    Ok(Attr::Opaque(text.into()))
}

/// Appends the text of an attribute. Writing to a string can't fail.
fn write_attr<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>, text: &mut String) -> Read<()> {
    let at = data.at();
    match data.number()? {
        0 => drop(list(all, data, text, "#sdy<manual_axes{", "}>")?),
        1 => {
            name(all, data, text)?;
            let _ = write!(text, "={}", data.signed()?);
        }
        2 => mesh(all, data, text)?,
        3 => {
            let before = data.signed()?;
            let _ = write!(text, ":({before}){}", data.signed()?);
        }
        4 => {
            name(all, data, text)?;
            if let Some(part) = all.optional_attr(data)? {
                let _ = write!(text, "{part}");
            }
        }
        5 => {
            let axes = list(all, data, text, "{", "")?;
            if data.byte()? == 0 {
                *text += if axes > 0 { ", ?" } else { "?" };
            }
            *text += "}";
            if let (n, true) = data.flagged()? {
                let _ = write!(text, "p{n}");
            }
        }
        6 => sharding(all, data, text, 0)?,
        15 => sharding(all, data, text, 1)?,
        17 => {
            sharding(all, data, text, 1)?;
            // The reduction of unreduced axes: hloom keeps no other than sums.
            match data.signed()? {
                0 => {}
                n => {
                    return wrong(
                        at,
                        format_args!("hloom reads no shardings of the reduction {n}"),
                    );
                }
            }
        }
        7 | 16 => {
            *text += "#sdy.sharding_per_value<[";
            for i in 0..data.count()? {
                let one = all.attr_ref(data)?;
                *text += if i > 0 { ", " } else { "" };
                *text += as_text(&one).trim_start_matches("#sdy.sharding");
            }
            *text += "]>";
        }
        8 => {
            for index in data.signed_list()? {
                match factor(index) {
                    Some(letter) => *text += &letter,
                    None => return wrong(at, "a factor of a sharding rule is negative"),
                }
            }
        }
        9 => drop(list(all, data, text, "[", "]")?),
        10 => *text = rule(all, data)?,
        11 => drop(list(all, data, text, "#sdy<axis_ref_list{", "}>")?),
        12 => {
            let parts = parts(all, data, "axis_ref_list")?;
            let _ = write!(text, "#sdy<list_of_axis_ref_lists[{parts}]>");
        }
        13 => {
            list(all, data, text, "#sdy<all_to_all_param{", "}")?;
            let (from, to) = (data.signed()?, data.signed()?);
            let _ = write!(text, ": {from}->{to}>");
        }
        14 => {
            let parts = parts(all, data, "all_to_all_param")?;
            let _ = write!(text, "#sdy<all_to_all_param_list[{parts}]>");
        }
        code => {
            return wrong(at, format_args!("hloom reads no attribute of Shardy's of code {code}"));
        }
    }
    Ok(())
}

/// A mesh: its axes, and the numbers of its devices if they are not in order.
fn mesh<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>, text: &mut String) -> Read<()> {
    list(all, data, text, "#sdy.mesh<[", "]")?;
    let devices = data.signed_list()?;
    if !devices.is_empty() {
        *text += ", device_ids=";
        push_list(text, &devices);
    }
    *text += ">";
    Ok(())
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

/// Appends a quoted name.
fn name<'b>(all: &dyn Lookup<'b>, data: &mut Cursor<'b>, text: &mut String) -> Read<()> {
    // Writing to a string can't fail.
    let _ = write_quoted(text, all.bytes(data)?);
    Ok(())
}

/// The text of an attribute.
fn as_text(attr: &Attr) -> Cow<'_, str> {
    match attr {
        Attr::Opaque(text) => Cow::Borrowed(text),
        other => Cow::Owned(other.to_string()),
    }
}

/// Appends a list of attributes between two texts; returns their number.
fn list<'b>(
    all: &mut dyn Lookup<'b>,
    data: &mut Cursor<'b>,
    text: &mut String,
    before: &str,
    behind: &str,
) -> Read<usize> {
    *text += before;
    let count = data.count()?;
    for i in 0..count {
        let one = all.attr_ref(data)?;
        *text += if i > 0 { ", " } else { "" };
        *text += &as_text(&one);
    }
    *text += behind;
    Ok(count)
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
        None => wrong(at, format_args!("attributes of Shardy's of the name {name} were expected")),
    }
}

/// Appends the sharding of a tensor, with `more` lists of axes after the replicated ones.
fn sharding<'b>(
    all: &mut dyn Lookup<'b>,
    data: &mut Cursor<'b>,
    text: &mut String,
    more: usize,
) -> Read<()> {
    let mesh = all.attr_ref(data)?;
    *text += "#sdy.sharding<";
    let mesh = as_text(&mesh);
    *text += mesh.strip_prefix("#sdy.").unwrap_or(&mesh);
    list(all, data, text, ", [", "]")?;
    for name in [", replicated={", ", unreduced={"].into_iter().take(1 + more) {
        let before = text.len();
        if list(all, data, text, name, "}")? == 0 {
            text.truncate(before);
        }
    }
    *text += ">";
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Type;

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
