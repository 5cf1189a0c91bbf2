//! Ops of StableHLO as those of VHLO: the reverse of [`super::super::vhlo::ops`].
//!
//! Attributes of several parts become a property each, and defaults are written. A version of an op
//! that lacks a property is written if the property has its default.

use super::sink::Sink;
use super::vhlo::{Vhlo, Written, literal_list};
use crate::attr::{Attr, AttrDict};
use crate::bytecode::lookup::none_type;
use crate::bytecode::text::DEFAULT_ACCURACY;
use crate::bytecode::version::Version;
use crate::bytecode::vhlo::ops::{self, ALGORITHM, CONVOLUTION, DOT, GATHER, Record, SCATTER};
use crate::bytecode::vhlo::rules::Rule;
use crate::literal::Literal;
use crate::ops::ConvDims;
use crate::record::{self, Value};
use crate::text::type_from_text;
use crate::types::{Element, Type};

/// An op of VHLO.
pub(super) struct VhloOp {
    /// The name with its version: `add_v1`.
    pub(super) name: &'static str,
    /// The properties, in the order of their encoding.
    pub(super) properties: Vec<(&'static str, u64)>,
}

/// The name of an op in VHLO without its version; `None` for an op of another dialect.
pub(super) fn short_name(name: &str) -> Option<&str> {
    match name {
        "func.func" => Some("func"),
        "func.call" => Some("call"),
        "func.return" => Some("return"),
        other => other.strip_prefix("stablehlo."),
    }
}

/// Facts on an op beside its attributes.
pub(super) struct Shape {
    pub(super) operands: usize,
    pub(super) regions: usize,
}

/// The op `name` of a version, with the attributes `attrs` of StableHLO's op.
pub(super) fn op(
    vhlo: &mut Vhlo<'_>,
    name: &str,
    attrs: AttrDict,
    shape: &Shape,
) -> Written<VhloOp> {
    let mut versions = ops::versions(name).peekable();
    let newest = ops::versions(name).last();
    let (Some(first), Some(newest)) = (versions.peek().copied(), newest) else {
        return Err("VHLO has no such op".to_owned());
    };
    if first.since > vhlo.target {
        return Err(format!("it needs version {}", first.since));
    }
    let mut parts = divided(name, attrs)?;
    add_defaults(name, &mut parts)?;
    let chosen = versions.take_while(|it| it.since <= vhlo.target).last().unwrap_or(first);
    // Versions differ in what is variadic, too.
    let variadic = ["all_gather", "all_reduce", "all_to_all", "collective_broadcast"];
    let too_many =
        variadic.contains(&name) && shape.operands != 1 || name == "composite" && shape.regions > 0;
    if chosen.name != newest.name && too_many {
        let what = if name == "composite" { "regions" } else { "several operands" };
        return Err(format!("with {what} it needs version {}", newest.since));
    }
    if name == "custom_call"
        && matches!(parts.get("backend_config"), Some(Attr::Dict(_)))
        && vhlo.target < Version::new(1, 3, 0)
    {
        return Err("with a dictionary as backend_config it needs version 1.3.0".to_owned());
    }
    for (name_of, attr) in parts.iter() {
        if chosen.properties.contains(&name_of) || says_nothing(name, name_of, attr) {
            continue;
        }
        return match newest.properties.contains(&name_of) {
            true => Err(format!("with this `{name_of}` it needs version {}", newest.since)),
            false => Err(format!("VHLO's op has no `{name_of}`")),
        };
    }
    let mut properties = Vec::new();
    for &property in &chosen.properties {
        let number = match (parts.get(property), property) {
            (Some(Attr::Int(n, _)), "api_version") => vhlo.api_version(*n),
            (Some(attr), _) => vhlo.attr(attr)?,
            // `dynamic_conv` had the padding as an attribute too.
            (None, "padding") => vhlo.attr(&padding(spatial(&parts))?)?,
            (None, _) => return Err(format!("it has no `{property}`")),
        };
        properties.push((property, number));
    }
    Ok(VhloOp { name: chosen.name, properties })
}

/// Whether a version of an op without this property means the same.
fn says_nothing(op: &str, name: &str, attr: &Attr) -> bool {
    let is_empty = matches!(attr, Attr::Dense(list) if list.count() == 0);
    Rule::of(op, name).leaves_out(attr)
        || ops::is_none(attr)
        || is_empty && (GATHER.parts.contains(&name) || SCATTER.parts.contains(&name))
}

/// The properties, in the encoding of VHLO's ops.
pub(super) fn encoded(properties: &[(&'static str, u64)]) -> Sink {
    let mut data = Sink::default();
    properties.iter().for_each(|&(_, number)| data.number(number));
    data
}

fn ints(values: &[i64]) -> Written<Attr> {
    literal_list(Element::I64, values).map(Attr::Dense)
}

fn padding(rank: usize) -> Written<Attr> {
    let ty = Type::tensor(&[rank as i64, 2], Element::I64);
    let zero = match rank {
        0 => return Literal::zeros(ty).map(Attr::Dense).map_err(|error| error.to_string()),
        _ => Literal::splat(ty, &0_i64.to_le_bytes()),
    };
    zero.map(Attr::Dense).map_err(|error| error.to_string())
}

/// The number of spatial dimensions of a convolution, or of the dimensions of a window.
fn spatial(parts: &AttrDict) -> usize {
    match parts.get("input_spatial_dimensions").or_else(|| parts.get("window_dimensions")) {
        Some(Attr::Dense(list)) => list.count(),
        Some(Attr::DenseArray(_, list)) => list.len(),
        _ => 0,
    }
}

/// The attributes of an op, those of several parts divided.
fn divided(op: &str, attrs: AttrDict) -> Written<AttrDict> {
    let mut parts = AttrDict::new();
    for (name, attr) in attrs.iter() {
        match (op, name) {
            ("dot_general", "dot_dimension_numbers") => divide(&DOT, attr, &mut parts)?,
            ("dot_general", "algorithm") => divide(&ALGORITHM, attr, &mut parts)?,
            ("gather" | "dynamic_gather", "dimension_numbers") => {
                divide(&GATHER, attr, &mut parts)?;
            }
            ("scatter", "scatter_dimension_numbers") => divide(&SCATTER, attr, &mut parts)?,
            ("convolution" | "dynamic_conv", "dimension_numbers") => {
                convolution(attr, &mut parts)?;
            }
            (_, "channel_handle") => {
                let text = attr.to_string();
                let body = record::body(&text, "stablehlo.channel_handle").unwrap_or_default();
                for (field, value) in record::fields(body, &["handle", "type"])? {
                    let n = Attr::i64(value.integer(field)?);
                    match (op, field) {
                        (_, "handle") => parts.set("channel_id", n),
                        ("send" | "recv", _) => parts.set("channel_type", n),
                        // The type of a collective's channel is not kept, as upstream.
                        _ => {}
                    }
                }
            }
            (_, "use_global_device_ids" | "has_dynamic_root") => {
                parts.set(name, Attr::Bool(*attr != Attr::Bool(false)));
            }
            // The name of a function is a string.
            (_, "sym_name") => match attr {
                Attr::Symbol(path) if path.len() == 1 => parts.set(name, Attr::string(&path[0])),
                other => parts.set(name, other.clone()),
            },
            _ => parts.set(name, attr.clone()),
        }
    }
    Ok(parts)
}

/// Sets the parts of a record.
fn divide(form: &Record, attr: &Attr, parts: &mut AttrDict) -> Written<()> {
    let text = attr.to_string();
    let Some(body) = record::body(&text, &format!("stablehlo.{}", form.text)) else {
        return Err(format!("`{}` can't be `{text}`", form.attr));
    };
    for &name in form.parts {
        if name == "index_vector_dim" {
            parts.set(name, Attr::i64(0));
        } else if form.attr != ALGORITHM.attr {
            parts.set(name, ints(&[])?);
        }
    }
    for (name, value) in record::fields(body, form.parts)? {
        let part = match value {
            Value::List(dims) => ints(&dims)?,
            Value::Integer(n) => Attr::i64(n),
            Value::Word("true") => Attr::Bool(true),
            Value::Word("false") => Attr::Bool(false),
            Value::Word(word) => Attr::Type(type_from_text(word)?),
            Value::Float(x) => return Err(format!("`{name}` can't be {x}")),
        };
        parts.set(name, part);
    }
    Ok(())
}

/// Sets the dimension numbers of a convolution.
fn convolution(attr: &Attr, parts: &mut AttrDict) -> Written<()> {
    let text = attr.to_string();
    let body = record::body(&text, "stablehlo.conv").unwrap_or_default();
    let dims = ConvDims::from_text(body)?;
    let sides = [
        (dims.input_batch_dimension, dims.input_feature_dimension, dims.input_spatial_dimensions),
        (
            dims.kernel_input_feature_dimension,
            dims.kernel_output_feature_dimension,
            dims.kernel_spatial_dimensions,
        ),
        (
            dims.output_batch_dimension,
            dims.output_feature_dimension,
            dims.output_spatial_dimensions,
        ),
    ];
    for ((tensor, named), (a, b, spatial)) in CONVOLUTION.iter().zip(sides) {
        parts.set(&format!("{}_dimension", named[0]), Attr::i64(a));
        parts.set(&format!("{}_dimension", named[1]), Attr::i64(b));
        parts.set(&format!("{tensor}_spatial_dimensions"), ints(&spatial)?);
    }
    Ok(())
}

/// Adds the defaults that StableHLO doesn't write.
fn add_defaults(op: &str, parts: &mut AttrDict) -> Written<()> {
    let list = || Attr::Array(Box::default());
    let word = |text: &str| Attr::Opaque(text.into());
    let rank = spatial(parts);
    let ones = || ints(&vec![1; rank]);
    let newest = ops::versions(op).last();
    for &name in newest.map_or(&[][..], |newest| &newest.properties) {
        if parts.get(name).is_some() {
            continue;
        }
        let default = match name {
            "sym_visibility" | "infeed_config" | "outfeed_config" => Attr::string(""),
            // A typed interface of custom calls has a dictionary.
            "backend_config" => match parts.get("api_version").and_then(Attr::as_i64) {
                Some(4) => Attr::Dict(AttrDict::new()),
                _ => Attr::string(""),
            },
            "arg_attrs"
            | "res_attrs"
            | "called_computations"
            | "output_operand_aliases"
            | "operand_layouts"
            | "result_layouts"
            | "result_tilings"
            | "layout" => list(),
            "composite_attributes" => Attr::Dict(AttrDict::new()),
            "known_expanding_dimensions"
            | "known_nonexpanding_dimensions"
            | "source_target_pairs" => ints(&[])?,
            "channel_id" | "channel_type" => Attr::i64(0),
            "version" => Attr::Int(0, Type::scalar(Element::I32)),
            "api_version" => Attr::Int(1, Type::scalar(Element::I32)),
            "dimension" if op == "sort" => Attr::i64(-1),
            "use_global_device_ids"
            | "has_dynamic_root"
            | "has_side_effect"
            | "indices_are_sorted"
            | "unique_indices"
            | "is_host_transfer"
            | "is_stable"
            | "lower" => Attr::Bool(false),
            "compare_type" => word("#stablehlo<comparison_type NOTYPE>"),
            "window_strides" | "lhs_dilation" | "rhs_dilation" | "base_dilations"
            | "window_dilations" => ones()?,
            "padding" => padding(rank)?,
            "window_reversal" => Attr::Dense(literal_list(Element::I1, &vec![0; rank])?),
            "precision_config" => {
                let default = word("#stablehlo<precision DEFAULT>");
                Attr::Array([default.clone(), default].into())
            }
            "result_accuracy" => word(DEFAULT_ACCURACY),
            _ if ALGORITHM.parts.contains(&name) => Attr::Type(none_type()),
            _ => return Err(format!("it has no `{name}`")),
        };
        parts.set(name, default);
    }
    Ok(())
}
