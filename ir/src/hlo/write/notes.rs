//! Notes on instructions and parameters, which do not change their meaning: metadata, shardings,
//! frontend attributes, aliases.

use crate::attr::{Attr, AttrDict};
use crate::field::Field;
use crate::hlo::string::quoted;
use crate::id::OpId;
use crate::module::Module;
use crate::ops::{AxisRef, DeviceMesh, Func, Mesh, SdyMeshRef, Sharding, Shardings};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The attributes that follow from an op's location and from those beside its own.
pub(super) fn of(module: &Module, op: OpId, locations: bool, frontend: &AttrDict) -> String {
    let mut out = String::new();
    let none = AttrDict::new();
    let all = module.discardable_attrs(op).unwrap_or(&none);
    if let Some(sharding) = sharding_of(module, all) {
        let _ = write!(out, ", sharding={sharding}");
    }
    let kept = match all.get("mhlo.frontend_attributes") {
        Some(Attr::Dict(dict)) => dict,
        _ => &none,
    };
    out.push_str(&frontend_attributes(kept.iter().chain(frontend.iter())));
    if locations && let Some(metadata) = module.loc(op).and_then(metadata) {
        let _ = write!(out, ", metadata={metadata}");
    }
    out
}

/// `, frontend_attributes={a="x",b="y"}` of strings, sorted; of equal names the last one counts.
pub(super) fn frontend_attributes<'a>(all: impl Iterator<Item = (&'a str, &'a Attr)>) -> String {
    let mut entries = BTreeMap::new();
    for (name, value) in all {
        if let Attr::String(bytes) = value
            && is_name(name)
        {
            entries.insert(name, format!("{name}={}", quoted(bytes)));
        }
    }
    if entries.is_empty() {
        return String::new();
    }
    let entries: Vec<String> = entries.into_values().collect();
    format!(", frontend_attributes={{{}}}", entries.join(","))
}

/// Whether HLO text can hold an attribute of this name.
fn is_name(text: &str) -> bool {
    let inside = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(inside)
}

/// `{op_name="jit(f)/add" source_file="f.py" source_line=3}`.
fn metadata(loc: &str) -> Option<String> {
    let mut place = Place::default();
    place.read(loc, 0);
    let mut parts = Vec::new();
    if let Some(name) = place.name {
        parts.push(format!("op_name={}", quoted(&name)));
    }
    if let Some((file, line)) = place.file {
        parts.push(format!("source_file={} source_line={line}", quoted(&file)));
    }
    (!parts.is_empty()).then(|| format!("{{{}}}", parts.join(" ")))
}

/// The first name and the first place of a file in a location.
#[derive(Default)]
struct Place {
    name: Option<Vec<u8>>,
    file: Option<(Vec<u8>, u32)>,
}

impl Place {
    /// Reads one location of `text`; returns the text behind it.
    fn read<'t>(&mut self, text: &'t str, depth: u32) -> Option<&'t str> {
        let text = text.trim_start();
        if depth > 32 || self.name.is_some() && self.file.is_some() {
            return None;
        }
        if text.starts_with('"') {
            let quoted = crate::hlo::fields::leading_string(text)?;
            let bytes = crate::quote::unescape(&quoted[1..quoted.len() - 1]).ok()?;
            let rest = &text[quoted.len()..];
            if let Some(behind) = rest.strip_prefix(':') {
                let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
                let line = behind[..end].parse().unwrap_or(0);
                if self.file.is_none() && &*bytes != b"-" {
                    self.file = Some((bytes, line));
                }
                let after = &behind[end..];
                return Some(after.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':'));
            }
            if self.name.is_none() && !bytes.is_empty() {
                self.name = Some(bytes);
            }
            return match rest.strip_prefix('(') {
                Some(inner) => self.read(inner, depth + 1),
                None => Some(rest),
            };
        }
        if let Some(inner) = text.strip_prefix("callsite(") {
            return self.read(inner, depth + 1);
        }
        if let Some(inner) = text.strip_prefix("fused") {
            let mut rest = inner.split_once('[')?.1;
            loop {
                rest = self.read(rest, depth + 1)?.trim_start();
                rest = rest.trim_start_matches(')').strip_prefix(',')?;
            }
        }
        None
    }
}

/// The sharding that attributes beside an op or an argument give.
fn sharding_of(module: &Module, attrs: &AttrDict) -> Option<String> {
    if let Some(text) = attrs.get("mhlo.sharding").and_then(Attr::as_str) {
        // A serialized sharding does not begin like this.
        return text.starts_with('{').then(|| text.to_owned());
    }
    let attr = attrs.get("sdy.sharding")?;
    if let Ok(one) = Sharding::from_attr(Some(attr.clone()), &[]) {
        return sharding(module, &one);
    }
    let Shardings(all) = Shardings::from_attr(Some(attr.clone()), &[]).ok()?;
    let all: Option<Vec<String>> = all.iter().map(|one| sharding(module, one)).collect();
    match &all?[..] {
        [one] => Some(one.clone()),
        all => Some(format!("{{{}}}", all.join(", "))),
    }
}

/// The dictionary of argument or result `i`.
fn dict_of(attrs: &Option<Box<Attr>>, i: usize) -> Option<&AttrDict> {
    match attrs.as_deref() {
        Some(Attr::Array(list)) => match list.get(i) {
            Some(Attr::Dict(dict)) => Some(dict),
            _ => None,
        },
        _ => None,
    }
}

/// The sharding of an argument.
pub(super) fn argument_sharding(module: &Module, function: &Func, i: usize) -> Option<String> {
    sharding_of(module, dict_of(&function.arg_attrs, i)?)
}

/// The sharding of all results; results without one are replicated if others have one.
pub(super) fn result_sharding(module: &Module, function: &Func, count: usize) -> Option<String> {
    let all: Vec<Option<String>> =
        (0..count).map(|i| sharding_of(module, dict_of(&function.res_attrs, i)?)).collect();
    if all.iter().all(Option::is_none) {
        return None;
    }
    let all: Vec<String> =
        all.into_iter().map(|one| one.unwrap_or_else(|| "{replicated}".to_owned())).collect();
    match &all[..] {
        [one] => Some(one.clone()),
        all => Some(format!("{{{}}}", all.join(", "))),
    }
}

/// `, input_output_alias={ {0}: (1, {}, may-alias) }, buffer_donor={ (2, {}) }` of an entry.
pub(super) fn aliases(function: &Func) -> Option<String> {
    let count = function.function_type.inputs().len();
    let single = function.function_type.results().len() == 1;
    let (mut aliased, mut donated) = (Vec::new(), Vec::new());
    for i in 0..count {
        let Some(dict) = dict_of(&function.arg_attrs, i) else { continue };
        if let Some(output) = dict.get("tf.aliasing_output").and_then(Attr::as_i64) {
            let path = if single { String::new() } else { output.to_string() };
            aliased.push(format!("{{{path}}}: ({i}, {{}}, may-alias)"));
        } else if matches!(dict.get("jax.buffer_donor"), Some(Attr::Bool(true))) {
            donated.push(format!("({i}, {{}})"));
        }
    }
    let mut out = String::new();
    for (name, list) in [("input_output_alias", aliased), ("buffer_donor", donated)] {
        if !list.is_empty() {
            let _ = write!(out, ", {name}={{ {} }}", list.join(", "));
        }
    }
    (!out.is_empty()).then_some(out)
}

/// A part of a mesh's axis: axis, size of what is in front of it, own size.
type Part = (usize, i64, i64);

/// A sharding over a mesh as HLO's assignment of devices to tiles. `None` if the mesh is not in the
/// module, if the axes do not fit it, or if shards are partial sums.
pub(super) fn sharding(module: &Module, sharding: &Sharding) -> Option<String> {
    let mesh: &Mesh = match &sharding.mesh {
        SdyMeshRef::Inline(mesh) => &mesh.0,
        SdyMeshRef::Symbol(name) => &module.get::<DeviceMesh>(module.symbol(name)?)?.mesh.0,
    };
    if !sharding.unreduced.is_empty() {
        return None;
    }
    if let ([], Some([device])) = (&mesh.axes[..], mesh.device_ids.as_deref()) {
        return Some(format!("{{maximal device={device}}}"));
    }
    if sharding.dims.iter().all(|dim| dim.axes.is_empty()) {
        return Some("{replicated}".to_owned());
    }
    let part = |axis: &AxisRef| -> Option<Part> {
        let at = mesh.axes.iter().position(|(name, _)| *name == axis.name)?;
        let size = mesh.axes[at].1;
        let (before, own) = axis.part.unwrap_or((1, size));
        (before > 0 && own > 0 && size % before.checked_mul(own)? == 0).then_some((at, before, own))
    };
    let named: Vec<Vec<Part>> = sharding
        .dims
        .iter()
        .map(|dim| dim.axes.iter().map(part).collect())
        .collect::<Option<_>>()?;
    // The mesh's dimensions: axes, split wherever a named part begins or ends.
    let mut factors: Vec<Part> = Vec::new();
    for (at, (_, size)) in mesh.axes.iter().enumerate() {
        let mut cuts = vec![1, *size];
        for &(_, before, own) in named.iter().flatten().filter(|(axis, ..)| *axis == at) {
            cuts.extend([before, before * own]);
        }
        cuts.sort_unstable();
        cuts.dedup();
        for pair in cuts.windows(2) {
            if pair[1] % pair[0] != 0 {
                return None;
            }
            factors.push((at, pair[0], pair[1] / pair[0]));
        }
    }
    let mut order: Vec<usize> = Vec::new();
    let mut tiles = Vec::new();
    for parts in &named {
        let mut tile = 1;
        for &(axis, before, own) in parts {
            tile *= own;
            let inside = |&(_, &(at, start, size)): &(usize, &Part)| {
                at == axis && start >= before && start * size <= before * own
            };
            order.extend(factors.iter().enumerate().filter(inside).map(|(i, _)| i));
        }
        tiles.push(tile);
    }
    let rest: Vec<usize> = (0..factors.len()).filter(|i| !order.contains(i)).collect();
    let replicas: i64 = rest.iter().map(|&i| factors[i].2).product();
    order.extend(rest);
    if order.len() != factors.len() {
        return None; // A part is named twice.
    }
    let mut out = String::from("{devices=[");
    let list = |all: &[i64]| all.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let last = if replicas > 1 { vec![replicas] } else { Vec::new() };
    out.push_str(&list(&[tiles, last].concat()));
    out.push(']');
    let sizes: Vec<i64> = factors.iter().map(|factor| factor.2).collect();
    match &mesh.device_ids {
        Some(ids) => {
            let devices = permuted(&sizes, &order, ids)?;
            out.push_str(&list(&devices));
        }
        None if order.iter().copied().eq(0..order.len()) => {
            let _ = write!(out, "<=[{}]", sizes.iter().product::<i64>());
        }
        None => {
            let order: Vec<i64> = order.iter().map(|&i| i as i64).collect();
            let _ = write!(out, "<=[{}]T({})", list(&sizes), list(&order));
        }
    }
    if replicas > 1 {
        out.push_str(" last_tile_dim_replicate");
    }
    out.push('}');
    Some(out)
}

/// The devices of a mesh with its dimensions in another order.
fn permuted(sizes: &[i64], order: &[usize], ids: &[i64]) -> Option<Vec<i64>> {
    let stride = |i: usize| sizes[i + 1..].iter().product::<i64>();
    let mut places = vec![0_i64];
    for &i in order {
        places = places
            .iter()
            .flat_map(|&place| (0..sizes[i]).map(move |n| (place, n)))
            .map(|(place, n)| place + n * stride(i))
            .collect();
    }
    places.iter().map(|&place| ids.get(usize::try_from(place).ok()?).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_become_metadata() {
        let of = |loc: &str| metadata(loc).unwrap_or_default();
        assert_eq!(
            of("\"jit(f)/add\"(\"f.py\":3:10 to :12)"),
            "{op_name=\"jit(f)/add\" source_file=\"f.py\" source_line=3}"
        );
        assert_eq!(
            of("callsite(\"a\"(\"f.py\":1:2) at \"g.py\":5:6)"),
            "{op_name=\"a\" source_file=\"f.py\" source_line=1}"
        );
        assert_eq!(
            of("fused[\"a\", \"f.py\":1:2]"),
            "{op_name=\"a\" source_file=\"f.py\" source_line=1}"
        );
        assert_eq!(of("unknown"), "");
    }

    #[test]
    fn shardings_become_tiles() {
        let text = "sdy.mesh @m = <[\"x\"=2, \"y\"=4]>\nsdy.mesh @n = <[\"x\"=2, \"y\"=2], device_ids=[3, 2, 1, 0]>\n";
        let module = crate::text::parse(text).module.expect("a module");
        let of = |text: &str| {
            let attr = Attr::Opaque(format!("#sdy.sharding{text}").into());
            let one = Sharding::from_attr(Some(attr), &[]).expect("a sharding");
            sharding(&module, &one).unwrap_or_default()
        };
        assert_eq!(of("<@m, [{}, {}]>"), "{replicated}");
        assert_eq!(of("<@m, [{\"x\"}, {\"y\"}]>"), "{devices=[2,4]<=[8]}");
        assert_eq!(of("<@m, [{\"y\"}, {\"x\"}]>"), "{devices=[4,2]<=[2,4]T(1,0)}");
        assert_eq!(of("<@m, [{\"x\"}, {?}]>"), "{devices=[2,1,4]<=[8] last_tile_dim_replicate}");
        assert_eq!(
            of("<@m, [{\"y\":(2)2}, {}]>"),
            "{devices=[2,1,4]<=[2,2,2]T(2,0,1) last_tile_dim_replicate}"
        );
        assert_eq!(of("<@n, [{\"y\"}, {\"x\"}]>"), "{devices=[2,2]3,1,2,0}");
    }
}
