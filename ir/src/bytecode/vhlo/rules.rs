//! Attributes of VHLO ops as those of StableHLO's.
//!
//! VHLO writes defaults, which StableHLO leaves out, and has strings for symbols. The rule of an
//! attribute follows from the names of the op and of the attribute.

use crate::attr::{Attr, AttrDict, Name};
use crate::bytecode::error::{Read, wrong};
use crate::bytecode::text::DEFAULT_ACCURACY;
use crate::types::Element;
use std::borrow::Cow;

/// The value that StableHLO leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Default {
    /// Every value is kept.
    None,
    /// A list, dictionary, string or literal without elements.
    Empty,
    False,
    Integer(i64),
    /// A literal whose elements are all this number.
    AllAre(i128),
    /// An attribute that is written so.
    Text(&'static str),
    /// A list of default precisions.
    Precisions,
}

/// The form of the attribute in StableHLO.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Same,
    /// A string becomes a symbol.
    Symbol,
    /// A list of strings becomes one of symbols.
    Symbols,
    /// A number becomes a channel handle; 0 is left out.
    Channel,
    /// The attribute becomes a unit attribute.
    Unit,
    /// A literal of booleans becomes an array.
    Flags,
    /// Layouts, which are left out if those of operands and results are both empty.
    Layouts,
}

/// The conversion of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::bytecode) struct Rule {
    default: Default,
    form: Form,
}

impl Rule {
    /// The rule of an attribute of an op, which is named without its version.
    pub(in crate::bytecode) fn of(op: &str, name: &str) -> Rule {
        Rule { default: default(op, name), form: form(op, name) }
    }

    /// Whether these are layouts, which are judged together.
    pub(in crate::bytecode) fn is_layout(self) -> bool {
        self.form == Form::Layouts
    }

    /// Whether a value is the default that StableHLO doesn't write.
    pub(in crate::bytecode) fn leaves_out(self, attr: &Attr) -> bool {
        match self.default {
            Default::None => false,
            Default::Empty => match attr {
                Attr::Array(items) => items.is_empty(),
                Attr::Dict(dict) => dict.is_empty(),
                Attr::String(text) => text.is_empty(),
                Attr::Dense(list) => list.count() == 0,
                _ => false,
            },
            Default::False => *attr == Attr::Bool(false),
            Default::Integer(n) => attr.as_i64() == Some(n),
            Default::AllAre(n) => match attr {
                Attr::Dense(list) => (0..list.count()).all(|i| list.get_int(i) == Some(n)),
                _ => false,
            },
            Default::Text(expected) => is_text(attr, expected),
            Default::Precisions => match attr {
                Attr::Array(items) => {
                    items.iter().all(|it| is_text(it, "#stablehlo<precision DEFAULT>"))
                }
                _ => false,
            },
        }
    }

    /// Sets the attribute in `made`, unless it is the default.
    pub(in crate::bytecode) fn apply(
        self,
        made: &mut AttrDict,
        name: Name,
        attr: Cow<'_, Attr>,
        at: usize,
    ) -> Read<()> {
        if self.leaves_out(&attr) {
            return Ok(());
        }
        let attr = match (self.form, &*attr) {
            (Form::Channel, &Attr::Int(id, _)) => {
                if id != 0 {
                    made.set_named("channel_handle".into(), channel(id, 0));
                }
                return Ok(());
            }
            (Form::Channel, attr) => {
                return wrong(at, format_args!("`channel_id` can't be `{attr}`"));
            }
            (Form::Unit, _) => Attr::Unit,
            // The field takes a name as a string too, without more copies; one without a name is an error.
            (Form::Symbol, Attr::String(name)) if !name.is_empty() => attr.into_owned(),
            (Form::Symbol, attr) => symbol(attr),
            (Form::Symbols, Attr::Array(all)) => Attr::Array(all.iter().map(symbol).collect()),
            (Form::Flags, Attr::Dense(list)) if list.element() == Element::I1 => {
                let bits = (0..list.count()).map(|i| i64::from(list.get_int(i) == Some(1)));
                Attr::DenseArray(Element::I1, bits.collect())
            }
            (Form::Same | Form::Layouts | Form::Symbols | Form::Flags, _) => attr.into_owned(),
        };
        made.set_named(name, attr);
        Ok(())
    }
}

/// The handle of a channel.
pub(super) fn channel(id: i64, kind: i64) -> Attr {
    Attr::Opaque(format!("#stablehlo.channel_handle<handle = {id}, type = {kind}>").into())
}

/// Whether an attribute is written so.
fn is_text(attr: &Attr, expected: &str) -> bool {
    matches!(attr, Attr::Opaque(text) if &**text == expected)
}

/// A string as a symbol.
fn symbol(attr: &Attr) -> Attr {
    attr.as_str().map_or_else(|| attr.clone(), Attr::symbol)
}

fn default(op: &str, name: &str) -> Default {
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
            Default::Empty
        }
        "use_global_device_ids"
        | "has_dynamic_root"
        | "has_side_effect"
        | "indices_are_sorted"
        | "unique_indices"
        | "is_host_transfer"
        | "is_stable" => Default::False,
        "lower" if op == "cholesky" => Default::False,
        "version" => Default::Integer(0),
        "api_version" => Default::Integer(1),
        "dimension" if op == "sort" => Default::Integer(-1),
        "compare_type" => Default::Text("#stablehlo<comparison_type NOTYPE>"),
        "window_strides" | "lhs_dilation" | "rhs_dilation" | "base_dilations"
        | "window_dilations" => Default::AllAre(1),
        "padding" | "window_reversal" => Default::AllAre(0),
        "precision_config" => Default::Precisions,
        "result_accuracy" => Default::Text(DEFAULT_ACCURACY),
        _ => Default::None,
    }
}

fn form(op: &str, name: &str) -> Form {
    match (op, name) {
        ("send" | "recv", "channel_id" | "channel_type") => Form::Same,
        (_, "channel_id") => Form::Channel,
        (_, "use_global_device_ids" | "has_dynamic_root") => Form::Unit,
        ("call", "callee") | ("composite", "decomposition") => Form::Symbol,
        (_, "called_computations") => Form::Symbols,
        (_, "window_reversal") => Form::Flags,
        (_, "operand_layouts" | "result_layouts") => Form::Layouts,
        _ => Form::Same,
    }
}
