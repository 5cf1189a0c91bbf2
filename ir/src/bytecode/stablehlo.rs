//! The attributes and types of StableHLO and CHLO in bytecode that is not a portable artifact.
//!
//! The codes: `StablehloBytecode.cpp` and `ChloBytecode.cpp` of openxla/stablehlo, version 1.17. The
//! encoding has no versions of its own; portable artifacts have.

use super::cursor::Cursor;
use super::error::{Read, wrong};
use super::lookup::Lookup;
use super::text::{
    COMPARISON_DIRECTION, COMPARISON_TYPE, FFT_TYPE, PRECISION, RESULT_ACCURACY_MODE,
    RNG_ALGORITHM, RNG_DISTRIBUTION, TRANSPOSE, alias, bounds, convolution, list, mesh, mesh_axes,
    quoted, record, result_accuracy,
};
use crate::attr::Attr;
use crate::types::Type;
use smallvec::SmallVec;

/// An attribute of StableHLO.
pub(super) fn attr<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>) -> Read<Attr> {
    let at = data.at();
    let text = match data.number()? {
        1 => {
            let (handle, kind) = (data.signed()?, data.signed()?);
            format!("#stablehlo.channel_handle<handle = {handle}, type = {kind}>")
        }
        2 => return COMPARISON_DIRECTION.attr(data),
        3 => return COMPARISON_TYPE.attr(data),
        4 => {
            let mut tensor = || -> Read<([i64; 2], SmallVec<[i64; 6]>)> {
                let named = [data.signed()?, data.signed()?];
                Ok((named, data.signed_list()?))
            };
            let tensors = [tensor()?, tensor()?, tensor()?];
            convolution(at, tensors)?
        }
        5 => lists(
            data,
            "dot",
            &[
                "lhs_batching_dimensions",
                "rhs_batching_dimensions",
                "lhs_contracting_dimensions",
                "rhs_contracting_dimensions",
            ],
            false,
        )?,
        6 => return FFT_TYPE.attr(data),
        7 => lists(
            data,
            "gather",
            &[
                "offset_dims",
                "collapsed_slice_dims",
                "operand_batching_dims",
                "start_indices_batching_dims",
                "start_index_map",
            ],
            true,
        )?,
        8 => return PRECISION.attr(data),
        9 => return RNG_ALGORITHM.attr(data),
        10 => return RNG_DISTRIBUTION.attr(data),
        11 => lists(
            data,
            "scatter",
            &[
                "update_window_dims",
                "inserted_window_dims",
                "input_batching_dims",
                "scatter_indices_batching_dims",
                "scatter_dims_to_operand_dims",
            ],
            true,
        )?,
        12 => return TRANSPOSE.attr(data),
        13 => bounds(&data.signed_list()?),
        14 => alias(data)?,
        15 => {
            let mut fields = Vec::new();
            for name in ["lhs_precision_type", "rhs_precision_type", "accumulation_type"] {
                fields.push(format!("{name} = {}", all.ty(data)?));
            }
            for name in ["lhs_component_count", "rhs_component_count", "num_primitive_operations"] {
                fields.push(format!("{name} = {}", data.signed()?));
            }
            fields.push(format!("allow_imprecise_accumulation = {}", data.byte()? != 0));
            record("dot_algorithm", &fields)
        }
        16 => return RESULT_ACCURACY_MODE.attr(data),
        17 => result_accuracy(all, data)?,
        18 => {
            let mesh = all.attr(data)?;
            let axes = Attr::Array(all.attrs(data)?.into());
            mesh_axes(&mesh, &axes)
        }
        19 => {
            let (before, size) = (data.signed()?, data.signed()?);
            format!("({before}){size}")
        }
        20 => {
            let name = name(all, data)?;
            match data.byte()? {
                0 => format!("#stablehlo.axis_ref<name = {name}>"),
                _ => format!(
                    "#stablehlo.axis_ref<name = {name}, sub_axis_info = {}>",
                    all.attr(data)?
                ),
            }
        }
        21 => {
            let name = name(all, data)?;
            format!("#stablehlo.mesh_axis<name = {name}, size = {}>", data.signed()?)
        }
        22 => {
            let axes = all.attr(data)?;
            let ids = if data.byte()? == 0 { None } else { Some(all.attr(data)?) };
            mesh(&axes, ids.as_ref())
        }
        code => {
            return wrong(at, format_args!("hloom reads no StableHLO attribute of code {code}"));
        }
    };
    Ok(Attr::Opaque(text.into()))
}

fn name<'b>(all: &dyn Lookup<'b>, data: &mut Cursor<'b>) -> Read<String> {
    Ok(quoted(&String::from_utf8_lossy(all.bytes(data)?)))
}

/// A record of lists, and with `index` the number of the dimension of indices.
fn lists(data: &mut Cursor<'_>, record_name: &str, names: &[&str], index: bool) -> Read<String> {
    let mut fields = Vec::new();
    for name in names {
        let dims = data.signed_list()?;
        if !dims.is_empty() {
            fields.push(format!("{name} = {}", list(&dims)));
        }
    }
    if index {
        fields.push(format!("index_vector_dim = {}", data.signed()?));
    }
    Ok(record(record_name, &fields))
}

/// An attribute of CHLO.
pub(super) fn chlo_attr(data: &mut Cursor<'_>) -> Read<Attr> {
    let at = data.at();
    let attr = match data.number()? {
        0 => COMPARISON_DIRECTION.attr(data)?,
        1 => COMPARISON_TYPE.attr(data)?,
        code => return wrong(at, format_args!("hloom reads no CHLO attribute of code {code}")),
    };
    // The same words under another name.
    match attr {
        Attr::Opaque(text) => Ok(Attr::Opaque(text.replacen("#stablehlo", "#chlo", 1).into())),
        other => Ok(other),
    }
}

/// A type of StableHLO.
pub(super) fn ty<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>) -> Read<Type> {
    let at = data.at();
    match data.number()? {
        0 => Ok(Type::token()),
        1 => Ok(Type::future(&all.types(data)?)),
        code => wrong(at, format_args!("hloom reads no StableHLO type of code {code}")),
    }
}
