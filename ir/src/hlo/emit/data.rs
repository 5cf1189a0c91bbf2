//! The attributes of ops that are one instruction without regions.

use crate::attr::{Attr, AttrDict};
use crate::field::Field;
use crate::hlo::fields::{Fields, matrix, numbers, padding};
use crate::hlo::parse::Parse;
use crate::hlo::shape::Shape;
use crate::types::{Element, Type};

fn list(values: &[i64]) -> Attr {
    Attr::DenseArray(Element::I64, values.into())
}

fn opaque(text: String) -> Attr {
    Attr::Opaque(text.into())
}

fn word(kind: &str, word: &str) -> Attr {
    opaque(format!("#stablehlo<{kind} {word}>"))
}

/// Lists of dimensions under their names in HLO and in StableHLO.
pub(super) fn dims(at: &Fields<'_, '_>, names: &[(&str, &str)]) -> Parse<AttrDict> {
    let mut attrs = AttrDict::new();
    for (hlo, ours) in names {
        attrs.set(ours, list(&at.list(hlo)?));
    }
    Ok(attrs)
}

/// Numbers under their names in HLO and in StableHLO.
fn ints(at: &Fields<'_, '_>, names: &[(&str, &str)]) -> Parse<AttrDict> {
    let mut attrs = AttrDict::new();
    for (hlo, ours) in names {
        attrs.set(ours, Attr::i64(at.number(hlo, None)?));
    }
    Ok(attrs)
}

/// The op and the attributes of an instruction.
pub(super) fn op(at: &Fields<'_, '_>) -> Parse<(String, AttrDict)> {
    let opcode = at.it.opcode;
    let fields = at;
    let attrs = match opcode {
        "abs"
        | "cbrt"
        | "ceil"
        | "cosine"
        | "count-leading-zeros"
        | "convert"
        | "exponential"
        | "exponential-minus-one"
        | "floor"
        | "imag"
        | "is-finite"
        | "log"
        | "log-plus-one"
        | "logistic"
        | "negate"
        | "not"
        | "popcnt"
        | "real"
        | "round-nearest-afz"
        | "round-nearest-even"
        | "rsqrt"
        | "sign"
        | "sine"
        | "sqrt"
        | "tan"
        | "tanh"
        | "add"
        | "and"
        | "atan2"
        | "complex"
        | "divide"
        | "maximum"
        | "minimum"
        | "multiply"
        | "or"
        | "power"
        | "remainder"
        | "select"
        | "clamp"
        | "shift-left"
        | "shift-right-arithmetic"
        | "shift-right-logical"
        | "subtract"
        | "xor"
        | "reshape"
        | "bitcast-convert"
        | "dynamic-update-slice"
        | "after-all"
        | "partition-id"
        | "replica-id" => AttrDict::new(),
        "opt-barrier" => return Ok(("stablehlo.optimization_barrier".to_owned(), AttrDict::new())),
        "erf" | "mulhi" | "acos" | "acosh" | "asin" | "asinh" | "atanh" | "cosh" | "sinh" => {
            return Ok((format!("chlo.{opcode}"), AttrDict::new()));
        }
        "compare" => {
            let mut attrs = AttrDict::new();
            attrs.set(
                "comparison_direction",
                word("comparison_direction", fields.need("direction")?),
            );
            if let Some(kind) = fields.get("type") {
                attrs.set("compare_type", word("comparison_type", kind));
            }
            attrs
        }
        "broadcast" => {
            let attrs = dims(at, &[("dimensions", "broadcast_dimensions")])?;
            return Ok(("stablehlo.broadcast_in_dim".to_owned(), attrs));
        }
        "transpose" => dims(at, &[("dimensions", "permutation")])?,
        "reverse" => dims(at, &[("dimensions", "dimensions")])?,
        "dynamic-slice" => dims(at, &[("dynamic_slice_sizes", "slice_sizes")])?,
        "iota" => ints(at, &[("iota_dimension", "iota_dimension")])?,
        "concatenate" | "get-dimension-size" | "set-dimension-size" => {
            let mut attrs = AttrDict::new();
            attrs.set("dimension", Attr::i64(fields.one("dimensions")?));
            attrs
        }
        "slice" => slice(at)?,
        "pad" => pad(at)?,
        "reduce-precision" => {
            let mut attrs = AttrDict::new();
            for name in ["exponent_bits", "mantissa_bits"] {
                let bits = fields.number(name, None)?;
                attrs.set(name, Attr::Int(bits, Type::scalar(Element::I32)));
            }
            attrs
        }
        "dot" => {
            let (name, attrs) = ("stablehlo.dot_general".to_owned(), dot(at)?);
            return Ok((name, attrs));
        }
        "ragged-dot" => return Ok(("chlo.ragged_dot".to_owned(), ragged_dot(at)?)),
        "convolution" => convolution(at)?,
        "gather" => gather(at)?,
        "fft" => {
            let mut attrs = dims(at, &[("fft_length", "fft_length")])?;
            attrs.set("fft_type", word("fft_type", fields.need("fft_type")?));
            attrs
        }
        "cholesky" => {
            let mut attrs = AttrDict::new();
            attrs.set("lower", Attr::Bool(fields.flag("lower")?));
            attrs
        }
        "triangular-solve" => {
            let mut attrs = AttrDict::new();
            for name in ["left_side", "lower", "unit_diagonal"] {
                attrs.set(name, Attr::Bool(fields.flag(name)?));
            }
            let transpose = fields.get("transpose_a").unwrap_or("NO_TRANSPOSE");
            attrs.set("transpose_a", word("transpose", transpose));
            attrs
        }
        "rng-bit-generator" => {
            let name = match fields.need("algorithm")? {
                "rng_default" => "DEFAULT",
                "rng_three_fry" => "THREE_FRY",
                "rng_philox" => "PHILOX",
                _ => return fields.wrong("algorithm", "rng_default, rng_three_fry or rng_philox"),
            };
            let mut attrs = AttrDict::new();
            attrs.set("rng_algorithm", word("rng_algorithm", name));
            attrs
        }
        "batch-norm-training" | "batch-norm-inference" | "batch-norm-grad" => {
            let mut attrs = ints(at, &[("feature_index", "feature_index")])?;
            let Ok(epsilon) = fields.need("epsilon")?.parse::<f32>() else {
                return fields.wrong("epsilon", "a number");
            };
            let epsilon = Attr::Float(f64::from(epsilon).to_bits(), Type::scalar(Element::F32));
            attrs.set("epsilon", epsilon);
            attrs
        }
        "all-gather" => {
            let mut attrs = collective(at)?;
            attrs.set("all_gather_dim", Attr::i64(fields.one("dimensions")?));
            attrs
        }
        "collective-broadcast" => collective(at)?,
        "collective-permute" => {
            let mut attrs = collective(at)?;
            attrs.remove("replica_groups");
            attrs.set("source_target_pairs", fields.groups("source_target_pairs")?);
            attrs
        }
        "all-to-all" => {
            let mut attrs = collective(at)?;
            let dimension = fields.one("dimensions")?;
            let groups = match attrs.get("replica_groups") {
                Some(Attr::Dense(groups)) => groups.dims().get(1).copied().unwrap_or(0),
                _ => 0,
            };
            attrs.set("split_dimension", Attr::i64(dimension));
            attrs.set("concat_dimension", Attr::i64(dimension));
            attrs.set("split_count", Attr::i64(groups));
            attrs
        }
        _ => return at.fail(format!("hloom reads no instruction `{opcode}`")),
    };
    Ok((format!("stablehlo.{}", opcode.replace('-', "_")), attrs))
}

/// `slice={[0:4:2], [1:3]}`.
fn slice(at: &Fields<'_, '_>) -> Parse<AttrDict> {
    let text = at.need("slice")?;
    let body = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let parts: Option<Vec<Vec<i64>>> = body.and_then(|body| {
        let ranges = body.split(']').map(|part| part.trim_matches([',', ' ', '[']));
        ranges.filter(|part| !part.is_empty()).map(|part| numbers(part, ':')).collect()
    });
    let fits = |part: &Vec<i64>| matches!(part.len(), 2 | 3);
    let Some(parts) = parts.filter(|parts| parts.iter().all(fits)) else {
        return at.wrong("slice", "ranges in brackets");
    };
    let column = |i: usize| -> Vec<i64> {
        parts.iter().map(|part| part.get(i).copied().unwrap_or(1)).collect()
    };
    let mut attrs = AttrDict::new();
    attrs.set("start_indices", list(&column(0)));
    attrs.set("limit_indices", list(&column(1)));
    attrs.set("strides", list(&column(2)));
    Ok(attrs)
}

/// `padding=0_1x2_3_1`.
fn pad(at: &Fields<'_, '_>) -> Parse<AttrDict> {
    let text = at.get("padding").unwrap_or("");
    let parts = if text.is_empty() { Some(Vec::new()) } else { padding(text) };
    let fits = |part: &Vec<i64>| matches!(part.len(), 2 | 3);
    let Some(parts) = parts.filter(|parts| parts.iter().all(fits)) else {
        return at.wrong("padding", "low and high paddings");
    };
    let mut attrs = AttrDict::new();
    for (i, name) in
        ["edge_padding_low", "edge_padding_high", "interior_padding"].iter().enumerate()
    {
        let column: Vec<i64> = parts.iter().map(|part| part.get(i).copied().unwrap_or(0)).collect();
        attrs.set(name, list(&column));
    }
    Ok(attrs)
}

/// A record of lists of dimensions.
fn record(at: &Fields<'_, '_>, kind: &str, names: &[(&str, &str)], index: bool) -> Parse<Attr> {
    let mut parts = Vec::new();
    for (hlo, ours) in names {
        parts.push(format!("{ours} = {}", crate::field::Dims::from(at.list(hlo)?)));
    }
    if index {
        parts.push(format!("index_vector_dim = {}", at.number("index_vector_dim", None)?));
    }
    Ok(opaque(format!("#stablehlo.{kind}<{}>", parts.join(", "))))
}

fn precisions(at: &Fields<'_, '_>, attrs: &mut AttrDict) {
    let Some(text) = at.get("operand_precision") else { return };
    let words = text.trim_matches(['{', '}']).split(',');
    let all = words.map(|name| word("precision", &name.trim().to_uppercase()));
    attrs.set("precision_config", Attr::Array(all.collect()));
}

fn dot(at: &Fields<'_, '_>) -> Parse<AttrDict> {
    let names = [
        ("lhs_batch_dims", "lhs_batching_dimensions"),
        ("rhs_batch_dims", "rhs_batching_dimensions"),
        ("lhs_contracting_dims", "lhs_contracting_dimensions"),
        ("rhs_contracting_dims", "rhs_contracting_dimensions"),
    ];
    let mut attrs = AttrDict::new();
    attrs.set("dot_dimension_numbers", record(at, "dot", &names, false)?);
    precisions(at, &mut attrs);
    Ok(attrs)
}

/// The algorithm of a product of operands with these elements.
pub(super) fn algorithm(at: &Fields<'_, '_>, of: [Element; 2], attrs: &mut AttrDict) -> Parse<()> {
    let Some(name) = at.get("algorithm") else { return Ok(()) };
    match crate::hlo::algorithm::read(name, of[0], of[1]) {
        Ok(Some(algorithm)) => {
            algorithm.to_attr().into_iter().for_each(|attr| attrs.set("algorithm", attr));
            Ok(())
        }
        Ok(None) => Ok(()),
        Err(()) => at.wrong("algorithm", "the name of an algorithm"),
    }
}

/// The dimension numbers of a ragged product.
fn ragged_dot(at: &Fields<'_, '_>) -> Parse<AttrDict> {
    let names = [
        ("lhs_batch_dims", "lhs_batching_dimensions"),
        ("rhs_batch_dims", "rhs_batching_dimensions"),
        ("lhs_contracting_dims", "lhs_contracting_dimensions"),
        ("rhs_contracting_dims", "rhs_contracting_dimensions"),
        ("lhs_ragged_dims", "lhs_ragged_dimensions"),
        ("rhs_group_dims", "rhs_group_dimensions"),
    ];
    let mut parts = Vec::new();
    for (hlo, ours) in names {
        parts.push(format!("{ours} = {}", crate::field::Dims::from(at.list(hlo)?)));
    }
    let mut attrs = AttrDict::new();
    let text = format!("#chlo.ragged_dot<{}>", parts.join(", "));
    attrs.set("ragged_dot_dimension_numbers", opaque(text));
    precisions(at, &mut attrs);
    Ok(attrs)
}

fn gather(at: &Fields<'_, '_>) -> Parse<AttrDict> {
    let names = [
        ("offset_dims", "offset_dims"),
        ("collapsed_slice_dims", "collapsed_slice_dims"),
        ("operand_batching_dims", "operand_batching_dims"),
        ("start_indices_batching_dims", "start_indices_batching_dims"),
        ("start_index_map", "start_index_map"),
    ];
    let mut attrs = dims(at, &[("slice_sizes", "slice_sizes")])?;
    attrs.set("dimension_numbers", record(at, "gather", &names, true)?);
    attrs.set("indices_are_sorted", Attr::Bool(at.flag("indices_are_sorted")?));
    Ok(attrs)
}

/// The attributes of a scatter.
pub(super) fn scatter(at: &Fields<'_, '_>) -> Parse<AttrDict> {
    let names = [
        ("update_window_dims", "update_window_dims"),
        ("inserted_window_dims", "inserted_window_dims"),
        ("input_batching_dims", "input_batching_dims"),
        ("scatter_indices_batching_dims", "scatter_indices_batching_dims"),
        ("scatter_dims_to_operand_dims", "scatter_dims_to_operand_dims"),
    ];
    let mut attrs = AttrDict::new();
    attrs.set("scatter_dimension_numbers", record(at, "scatter", &names, true)?);
    for name in ["indices_are_sorted", "unique_indices"] {
        attrs.set(name, Attr::Bool(at.flag(name)?));
    }
    Ok(attrs)
}

/// The pairs of paddings of a window.
fn pads(at: &Fields<'_, '_>, pad: &[Vec<i64>]) -> Parse<Attr> {
    if pad.iter().any(|pair| pair.len() != 2) {
        return at.wrong("window", "padded by low and high");
    }
    Ok(matrix(pad.len(), 2, &pad.concat()))
}

/// The window of a reduction.
pub(super) fn reduction_window(at: &Fields<'_, '_>) -> Parse<AttrDict> {
    let window = at.window()?;
    let mut attrs = AttrDict::new();
    attrs.set("window_dimensions", list(&window.size));
    let lists = [
        ("window_strides", window.stride),
        ("base_dilations", window.lhs_dilate),
        ("window_dilations", window.rhs_dilate),
    ];
    for (name, values) in lists {
        values.into_iter().for_each(|values| attrs.set(name, list(&values)));
    }
    if let Some(pad) = window.pad {
        attrs.set("padding", pads(at, &pad)?);
    }
    Ok(attrs)
}

fn convolution(at: &Fields<'_, '_>) -> Parse<AttrDict> {
    let window = at.window()?;
    let mut attrs = AttrDict::new();
    let labels = at.need("dim_labels")?;
    let sides = labels.split_once("->").and_then(|(operands, result)| {
        let (lhs, rhs) = operands.split_once('_')?;
        let side = |text: &str| text.chars().map(String::from).collect::<Vec<String>>().join(", ");
        Some(format!("#stablehlo.conv<[{}]x[{}]->[{}]>", side(lhs), side(rhs), side(result)))
    });
    match sides {
        Some(text) => attrs.set("dimension_numbers", opaque(text)),
        None => return at.wrong("dim_labels", "as in bf01_oi01->bf01"),
    }
    let lists = [
        ("window_strides", window.stride),
        ("lhs_dilation", window.lhs_dilate),
        ("rhs_dilation", window.rhs_dilate),
    ];
    for (name, values) in lists {
        values.into_iter().for_each(|values| attrs.set(name, list(&values)));
    }
    if let Some(reversal) = window.rhs_reversal {
        attrs.set("window_reversal", Attr::DenseArray(Element::I1, reversal.into()));
    }
    if let Some(pad) = window.pad {
        attrs.set("padding", pads(at, &pad)?);
    }
    for name in ["feature_group_count", "batch_group_count"] {
        attrs.set(name, Attr::i64(at.number(name, Some(1))?));
    }
    precisions(at, &mut attrs);
    Ok(attrs)
}

/// The groups and the channel of a collective op.
pub(super) fn collective(at: &Fields<'_, '_>) -> Parse<AttrDict> {
    let mut attrs = AttrDict::new();
    attrs.set("replica_groups", at.groups("replica_groups")?);
    if at.get("channel_id").is_some() {
        let id = at.number("channel_id", None)?;
        let text = format!("#stablehlo.channel_handle<handle = {id}, type = 1>");
        attrs.set("channel_handle", opaque(text));
    }
    if at.flag("use_global_device_ids")? {
        attrs.set("use_global_device_ids", Attr::Unit);
    }
    Ok(attrs)
}

/// The layouts of the operands and results of a custom call.
pub(super) fn layouts(at: &Fields<'_, '_>, attrs: &mut AttrDict) -> Parse<()> {
    fn of(shape: &Shape, out: &mut Vec<Attr>) {
        match shape {
            Shape::Array(ty, order) => {
                let rank = ty.as_tensor().map_or(0, |tensor| tensor.rank());
                let default: Vec<i64> = (0..rank as i64).rev().collect();
                let order = if order.is_empty() { &default } else { order };
                out.push(index_list(order));
            }
            Shape::Token => out.push(index_list(&[])),
            Shape::Tuple(members) => members.iter().for_each(|member| of(member, out)),
        }
    }
    let text = at.need("operand_layout_constraints")?;
    let mut operands = Vec::new();
    // The shapes with layouts, of which only the layouts matter: the numbers behind each `]`.
    for part in text.split(']').skip(1) {
        let order = part.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        // Behind a colon stand tiles, which are of one machine.
        let order = order.and_then(|(order, _)| numbers(order.split(':').next()?, ','));
        operands.push(index_list(&order.unwrap_or_default()));
    }
    let mut results = Vec::new();
    of(&at.it.shape, &mut results);
    attrs.set("operand_layouts", Attr::Array(operands.into()));
    attrs.set("result_layouts", Attr::Array(results.into()));
    Ok(())
}

fn index_list(order: &[i64]) -> Attr {
    let ty = Type::tensor(&[order.len() as i64], Element::Index);
    let bytes: Vec<u8> = order.iter().flat_map(|n| n.to_le_bytes()).collect();
    match crate::literal::Literal::new(ty, crate::literal::Bytes::from(&bytes[..])) {
        Ok(literal) => Attr::Dense(literal),
        // As many numbers were given as there are.
        Err(_) => Attr::Unit,
    }
}

/// An aliased result: the path to it, the operand, and the path in that.
pub(super) type AliasPath = (Vec<i64>, i64, Vec<i64>);

/// `{{0}: (0, {})}`, or `{{}: (1, {}, must-alias)}`.
pub(super) fn alias_paths(text: &str) -> Option<Vec<AliasPath>> {
    let body = text.trim().strip_prefix('{')?.strip_suffix('}')?;
    let mut rest = body.trim();
    let mut all = Vec::new();
    while !rest.is_empty() {
        let (outputs, tail) = rest.strip_prefix('{')?.split_once('}')?;
        let (head, tail) = tail.split_once('(')?;
        let (operand, tail) = tail.split_once(',')?;
        let (indices, tail) = tail.split_once('{')?.1.split_once('}')?;
        if head.trim() != ":" {
            return None;
        }
        let operand: i64 = operand.trim().parse().ok()?;
        all.push((numbers(outputs, ',')?, operand, numbers(indices, ',')?));
        rest = tail.split_once(')')?.1.trim_start_matches([',', ' ']);
    }
    Some(all)
}

/// The aliases of a custom call.
pub(super) fn aliases(at: &Fields<'_, '_>, text: &str) -> Parse<Attr> {
    let Some(all) = alias_paths(text) else {
        let wrong = "results and operands, as in {{0}: (1, {})}";
        return at.wrong("output_to_operand_aliasing", wrong);
    };
    let one = |(outputs, operand, indices): AliasPath| {
        let outputs = crate::field::Dims::from(outputs);
        let indices = crate::field::Dims::from(indices);
        opaque(format!(
            "#stablehlo.output_operand_alias<output_tuple_indices = {outputs}, operand_index = \
             {operand}, operand_tuple_indices = {indices}>"
        ))
    };
    Ok(Attr::Array(all.into_iter().map(one).collect()))
}

/// Pairs of sources and targets, as `{{0,1},{1,0}}`.
pub(super) fn pairs(text: &str) -> Option<Attr> {
    let rows = crate::hlo::fields::rows(text)?;
    let fits = rows.iter().all(|row| row.len() == 2);
    fits.then(|| matrix(rows.len(), 2, &rows.concat()))
}
