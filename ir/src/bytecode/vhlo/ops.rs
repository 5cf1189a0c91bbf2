//! Ops of VHLO as those of StableHLO.
//!
//! Most have the same name and attributes. VHLO has no attributes of several parts (dimension
//! numbers are a property each), no defaults (each is written), and no symbols (names are
//! strings); here they get them back. Versions of an op differ in what they lack, which has its
//! default. The mapping: `VhloLegalizeToStablehlo.cpp` of openxla/stablehlo.

use super::rules::{Rule, channel};
use crate::attr::{Attr, AttrDict};
use crate::bytecode::error::{Read, wrong};
use crate::bytecode::text::{convolution, push_list};
use crate::bytecode::version::Version;
use crate::ops::{OpEntry, lookup};
use crate::types::TypeKind;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::sync::OnceLock;

/// The table of properties, one op a line.
const PROPERTIES: &str = include_str!("properties.txt");

/// A version of an op.
#[derive(Clone)]
pub(in crate::bytecode) struct OpVersion {
    /// Its place in the table.
    pub(in crate::bytecode) number: usize,
    /// The name with its version: `all_gather_v2`.
    pub(in crate::bytecode) name: &'static str,
    /// The name without its version: `all_gather`.
    pub(in crate::bytecode) short: &'static str,
    /// The name outside of VHLO and of a function: `stablehlo.all_gather`.
    pub(in crate::bytecode) full: String,
    /// The op of that name in the op table.
    pub(in crate::bytecode) entry: Option<&'static OpEntry>,
    /// The first version of StableHLO that has it.
    pub(in crate::bytecode) since: Version,
    /// The names of its properties.
    pub(in crate::bytecode) properties: Vec<&'static str>,
    /// Their rules.
    pub(in crate::bytecode) rules: Vec<Rule>,
}

fn table() -> &'static FxHashMap<&'static str, OpVersion> {
    static TABLE: OnceLock<FxHashMap<&'static str, OpVersion>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let lines = PROPERTIES.lines().filter(|line| !line.starts_with('#'));
        let row = |(number, line): (usize, &'static str)| {
            let mut words = line.split(' ');
            let (name, since) = (words.next()?, words.next()?.parse().ok()?);
            let (short, full) = (unversioned(name), self::name(name, ""));
            let properties: Vec<&'static str> = words.collect();
            let rules = properties.iter().map(|property| Rule::of(short, property)).collect();
            let entry = lookup(&full);
            Some((name, OpVersion { number, name, short, full, entry, since, properties, rules }))
        };
        lines.enumerate().filter_map(row).collect()
    })
}

/// The number of versions of all ops.
pub(in crate::bytecode) fn count() -> usize {
    table().len()
}

/// The op of this name with its version: `all_gather_v2`.
pub(in crate::bytecode) fn version(op: &str) -> Option<&'static OpVersion> {
    table().get(op)
}

/// The versions of an op that is named without one, oldest first.
pub(in crate::bytecode) fn versions(op: &str) -> impl Iterator<Item = &'static OpVersion> {
    let op = op.to_owned();
    (1..).map_while(move |n| table().get(&*format!("{op}_v{n}")))
}

/// The name of an op without its version: `all_gather`.
pub(in crate::bytecode) fn unversioned(op: &str) -> &str {
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

/// The attributes of VHLO that have them: two dimensions and the spatial ones of each tensor.
const CONVOLUTION_DIMENSIONS: [[&str; 3]; 3] = [
    ["input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions"],
    [
        "kernel_input_feature_dimension",
        "kernel_output_feature_dimension",
        "kernel_spatial_dimensions",
    ],
    ["output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions"],
];

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
    let mut text = format!("#stablehlo.{}<", form.text);
    let empty = text.len();
    for &name in form.parts {
        let Some(part) = attrs.remove(name) else { continue };
        if is_none(&part) {
            continue;
        }
        let dims = integers(&part);
        if dims.as_ref().is_some_and(|dims| dims.is_empty()) {
            continue;
        }
        text += if text.len() > empty { ", " } else { "" };
        text += name;
        text += " = ";
        // Writing to a string can't fail.
        let _ = match (&part, dims) {
            (Attr::Int(n, _), _) => write!(text, "{n}"),
            (Attr::Bool(flag), _) => write!(text, "{flag}"),
            (Attr::Type(ty), _) => write!(text, "{ty}"),
            (_, Some(dims)) => {
                push_list(&mut text, &dims);
                Ok(())
            }
            (other, None) => return wrong(at, format_args!("`{name}` can't be `{other}`")),
        };
    }
    if text.len() > empty || form.attr != ALGORITHM.attr {
        text += ">";
        attrs.set_named(form.attr.into(), Attr::Opaque(text.into()));
    }
    Ok(())
}

/// Joins the dimension numbers of a convolution: `#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>`.
fn join_convolution(attrs: &mut AttrDict, at: usize) -> Read<()> {
    let mut tensors = Vec::with_capacity(3);
    for [first, second, spatial] in CONVOLUTION_DIMENSIONS {
        let mut dimension = |name: &str| match attrs.remove(name) {
            Some(Attr::Int(d, _)) => Ok(d),
            _ => wrong(at, format_args!("`{name}` must be an integer")),
        };
        let named = [dimension(first)?, dimension(second)?];
        let Some(dims) = attrs.remove(spatial).as_ref().and_then(integers) else {
            return wrong(at, format_args!("`{spatial}` must be a list of integers"));
        };
        tensors.push((named, dims.into()));
    }
    if let Ok(tensors) = tensors.try_into() {
        attrs.set_named("dimension_numbers".into(), Attr::Opaque(convolution(at, tensors)?.into()));
    }
    Ok(())
}

/// Joins the attributes that are one in StableHLO; `layouts` says whether layouts are among them.
pub(in crate::bytecode) fn finish(
    op: &str,
    made: &mut AttrDict,
    layouts: bool,
    at: usize,
) -> Read<()> {
    if layouts {
        let names = ["operand_layouts", "result_layouts"];
        let empty =
            |name: &&str| matches!(made.get(name), Some(Attr::Array(all)) if all.is_empty());
        if names.iter().all(empty) {
            names.iter().for_each(|name| drop(made.remove(name)));
        }
    }
    match op {
        "dot_general" => {
            join(made, &DOT, at)?;
            join(made, &ALGORITHM, at)?;
        }
        "gather" | "dynamic_gather" => join(made, &GATHER, at)?,
        "scatter" => join(made, &SCATTER, at)?,
        "convolution" | "dynamic_conv" => join_convolution(made, at)?,
        "send" | "recv" => {
            let mut number = |name: &str| made.remove(name).and_then(|it| it.as_i64());
            let (id, kind) = (number("channel_id"), number("channel_type"));
            made.set_named("channel_handle".into(), channel(id.unwrap_or(0), kind.unwrap_or(0)));
        }
        _ => {}
    }
    Ok(())
}
