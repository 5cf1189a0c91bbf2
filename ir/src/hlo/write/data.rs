//! The attributes of instructions as text.

use crate::field::{Dims, Padding};
use crate::ops::{ConvDims, Convolution, DotDims, DotGeneral, Op, Precision, Precisions};
use crate::types::Element;
use std::fmt::Write as _;

/// `{1,0}`.
pub(super) fn braces(list: &[i64]) -> String {
    format!("{{{}}}", joined(list, ","))
}

/// Numbers between separators.
fn joined(list: &[i64], separator: &str) -> String {
    list.iter().map(i64::to_string).collect::<Vec<_>>().join(separator)
}

/// `, name={1,0}`.
pub(super) fn dims(name: &str, list: &[i64]) -> String {
    format!(", {name}={}", braces(list))
}

/// `, name={1,0}`; nothing for an empty list.
fn some_dims(name: &str, list: &[i64]) -> String {
    if list.is_empty() { String::new() } else { dims(name, list) }
}

/// `, name=true`; nothing if it is false.
pub(super) fn flag(name: &str, value: bool) -> String {
    if value { format!(", {name}=true") } else { String::new() }
}

/// `{[0:4:2], [1:3]}`.
pub(super) fn slices(starts: &[i64], limits: &[i64], strides: &[i64]) -> String {
    let one = |i: usize| {
        let (start, limit) = (starts[i], limits[i]);
        match strides.get(i) {
            None | Some(1) => format!("[{start}:{limit}]"),
            Some(stride) => format!("[{start}:{limit}:{stride}]"),
        }
    };
    format!("{{{}}}", (0..starts.len()).map(one).collect::<Vec<_>>().join(", "))
}

/// `1_2x0_0_1`.
pub(super) fn paddings(low: &[i64], high: &[i64], interior: &[i64]) -> String {
    let one = |i: usize| match interior[i] {
        0 => format!("{}_{}", low[i], high[i]),
        inner => format!("{}_{}_{inner}", low[i], high[i]),
    };
    (0..low.len()).map(one).collect::<Vec<_>>().join("x")
}

/// The windows of a convolution or a reduction; lists that are absent have their defaults.
#[derive(Default)]
pub(super) struct Window<'o> {
    pub(super) size: &'o [i64],
    pub(super) strides: Option<&'o Dims>,
    pub(super) padding: Option<&'o Padding>,
    pub(super) lhs_dilation: Option<&'o Dims>,
    pub(super) rhs_dilation: Option<&'o Dims>,
    pub(super) reversal: &'o [bool],
}

impl Window<'_> {
    /// `, window={size=3x3 stride=2x2}`; nothing without dimensions.
    pub(super) fn text(&self) -> String {
        if self.size.is_empty() {
            return String::new();
        }
        let mut out = format!(", window={{size={}", joined(self.size, "x"));
        let mut list = |name: &str, values: Option<&Dims>| {
            if let Some(values) = values.filter(|list| list.iter().any(|&n| n != 1)) {
                let _ = write!(out, " {name}={}", joined(values, "x"));
            }
        };
        list("stride", self.strides);
        list("lhs_dilate", self.lhs_dilation);
        list("rhs_dilate", self.rhs_dilation);
        if let Some(Padding(pairs)) = self.padding
            && pairs.iter().any(|&pair| pair != (0, 0))
        {
            let all: Vec<String> = pairs.iter().map(|(a, b)| format!("{a}_{b}")).collect();
            let _ = write!(out, " pad={}", all.join("x"));
        }
        if self.reversal.contains(&true) {
            let all: Vec<i64> = self.reversal.iter().map(|&turned| turned.into()).collect();
            let _ = write!(out, " rhs_reversal={}", joined(&all, "x"));
        }
        out.push('}');
        out
    }
}

/// `b01f_01io->b01f`; `None` if a spatial dimension has no digit.
fn labels(d: &ConvDims) -> Option<String> {
    let side = |(first, a): (i64, char), (second, b): (i64, char), spatial: &Dims| {
        let mut all = vec!['?'; spatial.len() + 2];
        *all.get_mut(usize::try_from(first).ok()?)? = a;
        *all.get_mut(usize::try_from(second).ok()?)? = b;
        for (i, &at) in spatial.iter().enumerate() {
            let digit = char::from_digit(i as u32, 10)?;
            *all.get_mut(usize::try_from(at).ok()?)? = digit;
        }
        Some(all.into_iter().collect::<String>())
    };
    let (b, f) = ((d.input_batch_dimension, 'b'), (d.input_feature_dimension, 'f'));
    let lhs = side(b, f, &d.input_spatial_dimensions)?;
    let (i, o) =
        ((d.kernel_input_feature_dimension, 'i'), (d.kernel_output_feature_dimension, 'o'));
    let rhs = side(i, o, &d.kernel_spatial_dimensions)?;
    let (b, f) = ((d.output_batch_dimension, 'b'), (d.output_feature_dimension, 'f'));
    let out = side(b, f, &d.output_spatial_dimensions)?;
    Some(format!("{lhs}_{rhs}->{out}"))
}

/// The attributes of a convolution with kernels of these extents; `None` if it has more spatial
/// dimensions than there are digits.
pub(super) fn convolution(it: &Convolution, kernel: &[i64]) -> Option<String> {
    let d = &it.dimension_numbers;
    let size: Option<Vec<i64>> = d
        .kernel_spatial_dimensions
        .iter()
        .map(|&at| kernel.get(usize::try_from(at).ok()?).copied())
        .collect();
    let (size, reversal) = (size?, it.reversals());
    let window = Window {
        size: &size,
        strides: Some(&it.strides()),
        padding: Some(&it.paddings()),
        lhs_dilation: Some(&it.lhs_dilations()),
        rhs_dilation: Some(&it.rhs_dilations()),
        reversal: &reversal.0,
    }
    .text();
    let mut out = format!("{window}, dim_labels={}", labels(d)?);
    for (name, count) in [
        ("feature_group_count", it.feature_group_count),
        ("batch_group_count", it.batch_group_count),
    ] {
        if count != 1 {
            let _ = write!(out, ", {name}={count}");
        }
    }
    out.push_str(&precisions(it.precision_config.as_ref()));
    Some(out)
}

/// `, operand_precision={highest,default}`; nothing if all are the default.
pub(super) fn precisions(config: Option<&Precisions>) -> String {
    let Some(Precisions(all)) = config else { return String::new() };
    if all.iter().all(|&one| one == Precision::Default) {
        return String::new();
    }
    let mut words: Vec<String> = all.iter().map(|one| one.word().to_lowercase()).collect();
    words.resize(2, "default".to_owned());
    format!(", operand_precision={{{}}}", words.join(","))
}

/// The dimension numbers of a product.
pub(super) fn dot_dims(d: &DotDims) -> String {
    let batch = |name, list: &Dims| some_dims(name, list);
    [
        batch("lhs_batch_dims", &d.lhs_batching_dimensions),
        dims("lhs_contracting_dims", &d.lhs_contracting_dimensions),
        batch("rhs_batch_dims", &d.rhs_batching_dimensions),
        dims("rhs_contracting_dims", &d.rhs_contracting_dimensions),
    ]
    .concat()
}

/// The attributes of a product; `None` for an algorithm that HLO has no name for.
pub(super) fn dot(it: &DotGeneral) -> Option<String> {
    let mut out = dot_dims(&it.dot_dimension_numbers);
    out.push_str(&precisions(it.precision_config.as_ref()));
    if let Some(algorithm) = &it.algorithm {
        let name = crate::hlo::algorithm::name(algorithm)?;
        let _ = write!(out, ", algorithm={name}");
    }
    Some(out)
}

/// The type of a comparison, where it is not the one that HLO takes for these elements.
pub(super) fn compare_type(op: &Op, element: Element) -> Option<&'static str> {
    use crate::ops::CompareType::{Float, NoType, Signed, TotalOrder, Unsigned};
    let Op::Compare(it) = op else { return None };
    match it.compare_type? {
        NoType => None,
        Float | Signed | Unsigned if !element.is_boolean() => None,
        TotalOrder => Some("TOTALORDER"),
        kind => Some(kind.word()),
    }
}
