//! Ops of VHLO as those of StableHLO.
//!
//! Most have the same name and attributes. VHLO has no attributes of several parts (dimension
//! numbers are a property each), no defaults (each is written), and no symbols (names are
//! strings); here they get them back. Versions of an op differ in what they lack, which has its
//! default. The mapping: `VhloLegalizeToStablehlo.cpp` of openxla/stablehlo.

use crate::attr::{Attr, AttrDict};
use crate::bytecode::error::{Read, wrong};
use crate::bytecode::text::{convolution, list, record};
use crate::bytecode::version::Version;
use crate::types::{Element, TypeKind};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The table of properties, one op a line.
const PROPERTIES: &str = include_str!("properties.txt");

/// A version of an op.
#[derive(Clone, Debug)]
pub(in crate::bytecode) struct OpVersion {
    /// The name with its version: `all_gather_v2`.
    pub(in crate::bytecode) name: &'static str,
    /// The first version of StableHLO that has it.
    pub(in crate::bytecode) since: Version,
    /// The names of its properties.
    pub(in crate::bytecode) properties: Vec<&'static str>,
}

fn table() -> &'static HashMap<&'static str, OpVersion> {
    static TABLE: OnceLock<HashMap<&'static str, OpVersion>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let lines = PROPERTIES.lines().filter(|line| !line.starts_with('#'));
        let row = |line: &'static str| {
            let mut words = line.split(' ');
            let (name, since) = (words.next()?, words.next()?.parse().ok()?);
            Some((name, OpVersion { name, since, properties: words.collect() }))
        };
        lines.filter_map(row).collect()
    })
}

/// The names of the properties of an op, with its version: `all_gather_v2`.
pub(in crate::bytecode) fn properties(op: &str) -> Option<&'static [&'static str]> {
    table().get(op).map(|op| op.properties.as_slice())
}

/// The versions of an op that is named without one, oldest first.
pub(in crate::bytecode) fn versions(op: &str) -> impl Iterator<Item = &'static OpVersion> {
    let op = op.to_owned();
    (1..).map_while(move |n| table().get(&*format!("{op}_v{n}")))
}

/// The name of an op without its version: `all_gather`.
fn unversioned(op: &str) -> &str {
    match op.rsplit_once("_v") {
        Some((name, version)) if version.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => op,
    }
}

/// The name that an op has outside of VHLO; `parent` is that of the op around it.
pub(in crate::bytecode) fn name(op: &str, parent: &str) -> String {
    match unversioned(op) {
        "func" => "func.func".to_owned(),
        "call" => "func.call".to_owned(),
        "return" if parent == "func.func" => "func.return".to_owned(),
        name => format!("stablehlo.{name}"),
    }
}

/// Parts of one attribute: its name, its name in text, and the parts.
pub(in crate::bytecode) struct Record {
    pub(in crate::bytecode) attr: &'static str,
    pub(in crate::bytecode) text: &'static str,
    pub(in crate::bytecode) parts: &'static [&'static str],
}

pub(in crate::bytecode) const DOT: Record = Record {
    attr: "dot_dimension_numbers",
    text: "dot",
    parts: &[
        "lhs_batching_dimensions",
        "rhs_batching_dimensions",
        "lhs_contracting_dimensions",
        "rhs_contracting_dimensions",
    ],
};
pub(in crate::bytecode) const ALGORITHM: Record = Record {
    attr: "algorithm",
    text: "dot_algorithm",
    parts: &[
        "lhs_precision_type",
        "rhs_precision_type",
        "accumulation_type",
        "lhs_component_count",
        "rhs_component_count",
        "num_primitive_operations",
        "allow_imprecise_accumulation",
    ],
};
pub(in crate::bytecode) const GATHER: Record = Record {
    attr: "dimension_numbers",
    text: "gather",
    parts: &[
        "offset_dims",
        "collapsed_slice_dims",
        "operand_batching_dims",
        "start_indices_batching_dims",
        "start_index_map",
        "index_vector_dim",
    ],
};
pub(in crate::bytecode) const SCATTER: Record = Record {
    attr: "scatter_dimension_numbers",
    text: "scatter",
    parts: &[
        "update_window_dims",
        "inserted_window_dims",
        "input_batching_dims",
        "scatter_indices_batching_dims",
        "scatter_dims_to_operand_dims",
        "index_vector_dim",
    ],
};

/// The tensors of a convolution, and the names of their dimensions that are not spatial.
pub(in crate::bytecode) const CONVOLUTION: [(&str, [&str; 2]); 3] = [
    ("input", ["input_batch", "input_feature"]),
    ("kernel", ["kernel_input_feature", "kernel_output_feature"]),
    ("output", ["output_batch", "output_feature"]),
];

/// The accuracy of a result that says nothing.
pub(in crate::bytecode) const DEFAULT_ACCURACY: &str = "#stablehlo.result_accuracy<atol = 0e0, rtol = 0e0, ulps = 0, mode = \
     #stablehlo.result_accuracy_mode<DEFAULT>>";

/// The integers of a list.
fn integers(attr: &Attr) -> Option<Vec<i64>> {
    match attr {
        Attr::Dense(list) if list.dims().len() == 1 => {
            (0..list.count()).map(|i| i64::try_from(list.get_int(i)?).ok()).collect()
        }
        _ => None,
    }
}

/// Whether an attribute is a type that stands for nothing.
pub(in crate::bytecode) fn is_none(attr: &Attr) -> bool {
    matches!(attr, Attr::Type(ty) if matches!(ty.kind(), TypeKind::Foreign(text) if &**text == "none"))
}

/// Joins the parts of a record; does nothing if none is there.
fn join(attrs: &mut AttrDict, form: &Record, at: usize) -> Read<()> {
    let mut fields = Vec::new();
    for &name in form.parts {
        let Some(part) = attrs.remove(name) else { continue };
        if is_none(&part) {
            continue;
        }
        let text = match &part {
            Attr::Int(n, _) => n.to_string(),
            Attr::Bool(flag) => flag.to_string(),
            Attr::Type(ty) => ty.to_string(),
            other => match integers(other) {
                Some(dims) if dims.is_empty() => continue,
                Some(dims) => list(&dims),
                None => return wrong(at, format!("`{name}` can't be `{other}`")),
            },
        };
        fields.push(format!("{name} = {text}"));
    }
    if !fields.is_empty() || form.attr != ALGORITHM.attr {
        let text = record(form.text, &fields);
        attrs.set(form.attr, Attr::Opaque(text.into()));
    }
    Ok(())
}

/// Joins the dimension numbers of a convolution: `#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>`.
fn join_convolution(attrs: &mut AttrDict, at: usize) -> Read<()> {
    let mut tensors = Vec::new();
    for (tensor, named) in CONVOLUTION {
        let mut dimension = |name: &str| match attrs.remove(&format!("{name}_dimension")) {
            Some(Attr::Int(d, _)) => Ok(d),
            _ => wrong(at, format!("`{name}_dimension` must be an integer")),
        };
        let named = [dimension(named[0])?, dimension(named[1])?];
        let name = format!("{tensor}_spatial_dimensions");
        let Some(spatial) = attrs.remove(&name).as_ref().and_then(integers) else {
            return wrong(at, format!("`{name}` must be a list of integers"));
        };
        tensors.push((named, spatial));
    }
    if let Ok(tensors) = tensors.try_into() {
        attrs.set("dimension_numbers", Attr::Opaque(convolution(at, tensors)?.into()));
    }
    Ok(())
}

/// Makes a string a symbol.
fn symbol(attr: Attr) -> Attr {
    match &attr {
        Attr::String(_) => attr.as_str().map(Attr::symbol).unwrap_or(attr),
        _ => attr,
    }
}

/// Whether all elements of a literal are this number.
fn all_are(attr: &Attr, value: i128) -> bool {
    match attr {
        Attr::Dense(list) => (0..list.count()).all(|i| list.get_int(i) == Some(value)),
        _ => false,
    }
}

/// Whether an attribute's value is the default that StableHLO doesn't write.
pub(in crate::bytecode) fn is_default(op: &str, name: &str, attr: &Attr) -> bool {
    let word = |expected: &str| matches!(attr, Attr::Opaque(text) if &**text == expected);
    let integer = |n: i64| attr.as_i64() == Some(n);
    let empty = match attr {
        Attr::Array(items) => items.is_empty(),
        Attr::Dict(dict) => dict.is_empty(),
        Attr::String(text) => text.is_empty(),
        Attr::Dense(list) => list.count() == 0,
        _ => false,
    };
    match name {
        "sym_visibility"
        | "arg_attrs"
        | "res_attrs"
        | "composite_attributes"
        | "backend_config"
        | "called_computations"
        | "output_operand_aliases"
        | "result_tilings"
        | "known_expanding_dimensions"
        | "known_nonexpanding_dimensions"
        | "infeed_config"
        | "outfeed_config"
        | "layout"
        | "source_target_pairs"
            if op != "collective_permute" =>
        {
            empty
        }
        "use_global_device_ids"
        | "has_dynamic_root"
        | "has_side_effect"
        | "indices_are_sorted"
        | "unique_indices"
        | "is_host_transfer"
        | "is_stable" => *attr == Attr::Bool(false),
        "lower" => op == "cholesky" && *attr == Attr::Bool(false),
        "version" => integer(0),
        "api_version" => integer(1),
        "dimension" => op == "sort" && integer(-1),
        "compare_type" => word("#stablehlo<comparison_type NOTYPE>"),
        "window_strides" | "lhs_dilation" | "rhs_dilation" | "base_dilations"
        | "window_dilations" => all_are(attr, 1),
        "padding" | "window_reversal" => all_are(attr, 0),
        "precision_config" => match attr {
            Attr::Array(items) => items.iter().all(
                |it| matches!(it, Attr::Opaque(text) if &**text == "#stablehlo<precision DEFAULT>"),
            ),
            _ => false,
        },
        "result_accuracy" => word(DEFAULT_ACCURACY),
        _ => false,
    }
}

/// Turns the attributes of a VHLO op into those of StableHLO's.
pub(in crate::bytecode) fn convert(op: &str, attrs: AttrDict, at: usize) -> Read<AttrDict> {
    let op = unversioned(op);
    let mut made = AttrDict::new();
    let layouts = ["operand_layouts", "result_layouts"];
    let no_layouts = layouts
        .iter()
        .all(|name| matches!(attrs.get(name), Some(Attr::Array(items)) if items.is_empty()));
    for (name, attr) in attrs.iter() {
        if is_default(op, name, attr) || no_layouts && layouts.contains(&name) {
            continue;
        }
        let attr = attr.clone();
        match (op, name) {
            ("send" | "recv", "channel_id" | "channel_type") => made.set(name, attr),
            (_, "channel_id") => {
                let Attr::Int(id, _) = attr else {
                    return wrong(at, format!("`channel_id` can't be `{attr}`"));
                };
                if id != 0 {
                    made.set("channel_handle", channel(id, 0));
                }
            }
            (_, "use_global_device_ids" | "has_dynamic_root") => made.set(name, Attr::Unit),
            ("call", "callee") | ("composite", "decomposition") => made.set(name, symbol(attr)),
            (_, "called_computations") => match attr {
                Attr::Array(all) => {
                    made.set(name, Attr::Array(all.into_iter().map(symbol).collect()));
                }
                other => made.set(name, other),
            },
            _ => made.set(name, attr),
        }
    }
    match op {
        "dot_general" => {
            join(&mut made, &DOT, at)?;
            join(&mut made, &ALGORITHM, at)?;
        }
        "gather" | "dynamic_gather" => join(&mut made, &GATHER, at)?,
        "scatter" => join(&mut made, &SCATTER, at)?,
        "convolution" | "dynamic_conv" => join_convolution(&mut made, at)?,
        "send" | "recv" => {
            let mut number = |name: &str| made.remove(name).and_then(|it| it.as_i64());
            let (id, kind) = (number("channel_id"), number("channel_type"));
            made.set("channel_handle", channel(id.unwrap_or(0), kind.unwrap_or(0)));
        }
        _ => {}
    }
    Ok(flattened(made))
}

fn channel(id: i64, kind: i64) -> Attr {
    Attr::Opaque(format!("#stablehlo.channel_handle<handle = {id}, type = {kind}>").into())
}

/// Lists of booleans are arrays in StableHLO.
fn flattened(attrs: AttrDict) -> AttrDict {
    let one = |(name, attr): (&str, &Attr)| {
        let attr = match (name, attr) {
            ("window_reversal", Attr::Dense(list)) if list.element() == Element::I1 => {
                let bits = (0..list.count()).map(|i| i64::from(list.get_int(i) == Some(1)));
                Attr::DenseArray(Element::I1, bits.collect())
            }
            _ => attr.clone(),
        };
        (name.into(), attr)
    };
    attrs.iter().map(one).collect()
}
