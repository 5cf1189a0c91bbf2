//! Convolution.

use super::dot::{Precisions, ProductLabels, product_elements};
use super::reduce::window_count;
use crate::attr::Attr;
use crate::field::{Dims, Field, Flags, Padding, ResultType, Style};
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::record;
use crate::types::Types;
use crate::types::{Type, dims_agree};
use std::fmt;

/// The dimension numbers of a convolution: the role of each dimension of operands and result.
///
/// In text: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConvDims {
    /// The batch dimension of `lhs`.
    pub input_batch_dimension: i64,
    /// The feature dimension of `lhs`.
    pub input_feature_dimension: i64,
    /// The dimensions of `lhs` over which the window slides.
    pub input_spatial_dimensions: Dims,
    /// The input feature dimension of `rhs`, which is contracted.
    pub kernel_input_feature_dimension: i64,
    /// The output feature dimension of `rhs`.
    pub kernel_output_feature_dimension: i64,
    /// The window dimensions of `rhs`.
    pub kernel_spatial_dimensions: Dims,
    /// The batch dimension of the result.
    pub output_batch_dimension: i64,
    /// The feature dimension of the result.
    pub output_feature_dimension: i64,
    /// The spatial dimensions of the result, one per window position.
    pub output_spatial_dimensions: Dims,
}

impl ConvDims {
    /// The dimension numbers of `lhs`, `rhs` and the result: batch or input feature, feature or
    /// output feature, and the spatial ones.
    fn sides(&self) -> [(i64, i64, &Dims); 3] {
        [
            (
                self.input_batch_dimension,
                self.input_feature_dimension,
                &self.input_spatial_dimensions,
            ),
            (
                self.kernel_input_feature_dimension,
                self.kernel_output_feature_dimension,
                &self.kernel_spatial_dimensions,
            ),
            (
                self.output_batch_dimension,
                self.output_feature_dimension,
                &self.output_spatial_dimensions,
            ),
        ]
    }

    /// Whether the dimension numbers of each side are a permutation, as the short text form
    /// implies.
    pub fn is_consistent(&self) -> bool {
        self.sides().iter().all(|(first, second, spatial)| {
            let all: Dims = [*first, *second].into_iter().chain(spatial.iter().copied()).collect();
            all.is_permutation(all.len())
        })
    }

    /// Parses `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`, or the long form `raw
    /// input_batch_dimension = 0, …`, which can also express invalid numbers.
    ///
    /// # Errors
    /// A sentence on the first dimension that is unknown, missing or stands twice.
    pub fn from_text(text: &str) -> Result<ConvDims, String> {
        if let Some(fields) = text.trim().strip_prefix("raw") {
            return raw_dims(fields.trim_start().trim_start_matches(','));
        }
        let (ib, if_, is, rest) = one_side(text, ["b", "f"])?;
        let rest = rest.strip_prefix('x').ok_or("expected `x` behind the dimensions of lhs")?;
        let (ki, ko, ks, rest) = one_side(rest, ["i", "o"])?;
        let rest = rest.strip_prefix("->").ok_or("expected `->` behind the dimensions of rhs")?;
        let (ob, of, os, rest) = one_side(rest, ["b", "f"])?;
        if !rest.is_empty() {
            return Err(format!(
                "expected `>` behind the dimensions of the result, found `{rest}`"
            ));
        }
        Ok(ConvDims {
            input_batch_dimension: ib,
            input_feature_dimension: if_,
            input_spatial_dimensions: is,
            kernel_input_feature_dimension: ki,
            kernel_output_feature_dimension: ko,
            kernel_spatial_dimensions: ks,
            output_batch_dimension: ob,
            output_feature_dimension: of,
            output_spatial_dimensions: os,
        })
    }
}

/// The fields of the long form, in order.
const RAW_FIELDS: [&str; 9] = [
    "input_batch_dimension",
    "input_feature_dimension",
    "input_spatial_dimensions",
    "kernel_input_feature_dimension",
    "kernel_output_feature_dimension",
    "kernel_spatial_dimensions",
    "output_batch_dimension",
    "output_feature_dimension",
    "output_spatial_dimensions",
];

/// Parses `input_batch_dimension = 0, input_spatial_dimensions = [1, 2], …`; missing fields are 0
/// or empty.
fn raw_dims(text: &str) -> Result<ConvDims, String> {
    let mut lists: [Dims; 3] = std::array::from_fn(|_| Dims::from([]));
    let mut numbers = [[0; 2]; 3];
    for (name, value) in record::fields(text, &RAW_FIELDS)? {
        let at = RAW_FIELDS.iter().position(|n| *n == name).unwrap_or(0);
        // Each side has two numbers and a list.
        match at % 3 {
            2 => lists[at / 3] = value.list(name)?,
            which => numbers[at / 3][which] = value.integer(name)?,
        }
    }
    let [is, ks, os] = lists;
    let [[ib, if_], [ki, ko], [ob, of]] = numbers;
    Ok(ConvDims {
        input_batch_dimension: ib,
        input_feature_dimension: if_,
        input_spatial_dimensions: is,
        kernel_input_feature_dimension: ki,
        kernel_output_feature_dimension: ko,
        kernel_spatial_dimensions: ks,
        output_batch_dimension: ob,
        output_feature_dimension: of,
        output_spatial_dimensions: os,
    })
}

/// One side of the short form: the positions of its two letters and of each number, and the text
/// behind it.
type Side<'t> = (i64, i64, Dims, &'t str);

/// Parses `[b, 0, 1, f]`.
fn one_side<'t>(text: &'t str, letters: [&str; 2]) -> Result<Side<'t>, String> {
    let text = text.trim_start();
    let inner = text.strip_prefix('[').ok_or_else(|| format!("expected `[`, found `{text}`"))?;
    let (inner, rest) = inner.split_once(']').ok_or("nothing closes a `[`")?;
    let mut named = [None; 2];
    let mut spatial: Vec<Option<i64>> = Vec::new();
    for (at, word) in inner.split(',').map(str::trim).enumerate() {
        let slot = match (letters.iter().position(|l| *l == word), word.parse::<usize>()) {
            (Some(i), _) => &mut named[i],
            (None, Ok(n)) if n < inner.len() => {
                spatial.resize(spatial.len().max(n + 1), None);
                &mut spatial[n]
            }
            _ => {
                let [a, b] = letters;
                return Err(format!(
                    "expected `{a}`, `{b}` or a spatial dimension, found `{word}`"
                ));
            }
        };
        if slot.replace(at as i64).is_some() {
            return Err(format!("`{word}` stands twice in `[{inner}]`"));
        }
    }
    let missing = |name: &str| format!("`{name}` is missing in `[{inner}]`");
    let [first, second] = named;
    let spatial = spatial.iter().enumerate();
    Ok((
        first.ok_or_else(|| missing(letters[0]))?,
        second.ok_or_else(|| missing(letters[1]))?,
        spatial.map(|(n, d)| d.ok_or_else(|| missing(&n.to_string()))).collect::<Result<_, _>>()?,
        rest.trim_start(),
    ))
}

fn write_side(
    f: &mut fmt::Formatter<'_>,
    (first, at): (&str, i64),
    (second, then): (&str, i64),
    spatial: &Dims,
) -> fmt::Result {
    f.write_str("[")?;
    for i in 0..spatial.len() as i64 + 2 {
        if i > 0 {
            f.write_str(", ")?;
        }
        if i == at {
            f.write_str(first)?;
        } else if i == then {
            f.write_str(second)?;
        } else if let Some(n) = spatial.iter().position(|&d| d == i) {
            write!(f, "{n}")?;
        }
    }
    f.write_str("]")
}

impl fmt::Display for ConvDims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_consistent() {
            f.write_str("raw ")?;
            for (i, (first, second, spatial)) in self.sides().into_iter().enumerate() {
                let names = &RAW_FIELDS[3 * i..];
                let comma = if i > 0 { ", " } else { "" };
                write!(f, "{comma}{} = {first}, {} = {second}", names[0], names[1])?;
                write!(f, ", {} = {spatial}", names[2])?;
            }
            return Ok(());
        }
        let batch = ("b", self.input_batch_dimension);
        write_side(f, batch, ("f", self.input_feature_dimension), &self.input_spatial_dimensions)?;
        f.write_str("x")?;
        let input = ("i", self.kernel_input_feature_dimension);
        let output = ("o", self.kernel_output_feature_dimension);
        write_side(f, input, output, &self.kernel_spatial_dimensions)?;
        f.write_str("->")?;
        let batch = ("b", self.output_batch_dimension);
        write_side(f, batch, ("f", self.output_feature_dimension), &self.output_spatial_dimensions)
    }
}

impl Field for ConvDims {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<ConvDims, String> {
        let Some(attr) = attr else { return Err("it is missing".into()) };
        let body = match &attr {
            Attr::Opaque(text) => record::body(text, "stablehlo.conv"),
            _ => None,
        };
        match body {
            Some(body) => ConvDims::from_text(body),
            None => Err(format!("expected `#stablehlo.conv<[b, …]x[…]->[…]>`, found `{attr}`")),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Opaque(format!("#stablehlo.conv<{self}>").into()))
    }
}

op! {
    /// The convolution of `lhs` with the kernels in `rhs`: dot products over windows.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#convolution>
    convolution: Convolution = "stablehlo.convolution" (lhs: PerTensor, rhs: Tensor)
    {
        window_strides: Option<Dims>,
        padding: Option<Padding>,
        lhs_dilation: Option<Dims>,
        rhs_dilation: Option<Dims>,
        window_reversal: Option<Flags>,
        dimension_numbers: Box<ConvDims>,
        feature_group_count: i64,
        batch_group_count: i64,
        precision_config: Option<Precisions>,
        ty: ResultType,
    } -> Tensor
    syntax custom
    traits [Pure, NeverFails, Foldable]
}

/// The list; `None` if it is absent or empty, as upstream prints a window's defaults.
fn given(list: &Option<Dims>) -> Option<Dims> {
    list.clone().filter(|d| !d.is_empty())
}

impl Convolution {
    /// The number of spatial dimensions.
    pub fn spatial_rank(&self) -> usize {
        self.dimension_numbers.input_spatial_dimensions.len()
    }

    /// Strides; 1 by default.
    pub fn strides(&self) -> Dims {
        given(&self.window_strides).unwrap_or_else(|| vec![1; self.spatial_rank()].into())
    }

    /// Paddings, low and high; 0 by default.
    pub fn paddings(&self) -> Padding {
        self.padding
            .clone()
            .filter(|p| !p.0.is_empty())
            .unwrap_or_else(|| Padding(vec![(0, 0); self.spatial_rank()].into()))
    }

    /// Dilations of `lhs`; 1 by default.
    pub fn lhs_dilations(&self) -> Dims {
        given(&self.lhs_dilation).unwrap_or_else(|| vec![1; self.spatial_rank()].into())
    }

    /// Dilations of `rhs`; 1 by default.
    pub fn rhs_dilations(&self) -> Dims {
        given(&self.rhs_dilation).unwrap_or_else(|| vec![1; self.spatial_rank()].into())
    }

    /// The dimensions along which the window is reversed; none by default.
    pub fn reversals(&self) -> Flags {
        self.window_reversal
            .clone()
            .filter(|r| !r.0.is_empty())
            .unwrap_or_else(|| Flags(vec![false; self.spatial_rank()].into()))
    }
}

impl Infer for Convolution {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, k) = (cx.tensor(0)?, cx.tensor(1)?);
        let d = &self.dimension_numbers;
        let rank = x.rank();
        ensure!(C1, k.rank() == rank, "lhs has rank {rank}, but rhs {}", k.rank());
        let n = self.spatial_rank();
        ensure!(C12 at dimension_numbers, n + 2 == rank,
            "input_spatial_dimensions are {n}; lhs has rank {rank}, so they must be 2 fewer");
        let (strides, paddings) = (self.strides(), self.paddings());
        let (ld, rd) = (self.lhs_dilations(), self.rhs_dilations());
        ensure!(C2 at window_strides, strides.len() == n, "window_strides has {} entries, not {n}", strides.len());
        ensure!(C3 at window_strides, strides.iter().all(|&s| s > 0), "window_strides {strides} must be positive");
        ensure!(C4 at padding, paddings.0.len() == n, "padding has {} pairs, not {n}", paddings.0.len());
        ensure!(C5 at lhs_dilation, ld.len() == n, "lhs_dilation has {} entries, not {n}", ld.len());
        ensure!(C6 at lhs_dilation, ld.iter().all(|&s| s > 0), "lhs_dilation {ld} must be positive");
        ensure!(C7 at rhs_dilation, rd.len() == n, "rhs_dilation has {} entries, not {n}", rd.len());
        ensure!(C8 at rhs_dilation, rd.iter().all(|&s| s > 0), "rhs_dilation {rd} must be positive");
        let reversals = self.reversals();
        ensure!(C9 at window_reversal, reversals.0.len() == n,
            "window_reversal has {} entries, not {n}", reversals.0.len());
        // From here on, all dimension numbers are valid.
        let [input, kernel, output] = d.sides().map(|(first, second, spatial)| {
            [first, second].into_iter().chain(spatial.iter().copied()).collect::<Dims>()
        });
        ensure!(C13 at dimension_numbers, input.is_permutation(rank),
            "the dimensions of lhs are named {input}, not each of 0..{rank} once");
        ensure!(C17 at dimension_numbers, kernel.len() == rank,
            "kernel_spatial_dimensions are {}, not {n}", kernel.len() - 2);
        ensure!(C18 at dimension_numbers, kernel.is_permutation(rank),
            "the dimensions of rhs are named {kernel}, not each of 0..{rank} once");
        ensure!(C19 at dimension_numbers, output.len() == rank,
            "output_spatial_dimensions are {}, not {n}", output.len() - 2);
        ensure!(C20 at dimension_numbers, output.is_permutation(rank),
            "the dimensions of the result are named {output}, not each of 0..{rank} once");
        if let Some(p) = &self.precision_config {
            ensure!(C24 at precision_config, p.0.len() <= 2,
                "precision_config has {} entries; there are two operands", p.0.len());
        }
        let (fg, bg) = (self.feature_group_count, self.batch_group_count);
        ensure!(C21 at feature_group_count, fg > 0, "feature_group_count is {fg}; it must be positive");
        ensure!(C22 at batch_group_count, bg > 0, "batch_group_count is {bg}; it must be positive");
        ensure!(
            C23,
            fg == 1 || bg == 1,
            "feature_group_count {fg} and batch_group_count {bg} can't both exceed 1"
        );
        let batch = x.dims[d.input_batch_dimension as usize];
        let features = x.dims[d.input_feature_dimension as usize];
        let (ki, ko) = (
            k.dims[d.kernel_input_feature_dimension as usize],
            k.dims[d.kernel_output_feature_dimension as usize],
        );
        ensure!(
            C10,
            batch < 0 || batch % bg == 0,
            "the batch of {batch} can't be divided into {bg} groups"
        );
        ensure!(
            C11,
            features < 0 || features % fg == 0,
            "the {features} features can't be divided into {fg} groups"
        );
        ensure!(
            C14,
            features < 0 || dims_agree(ki, features / fg),
            "rhs has {ki} input features, not {features} / {fg}"
        );
        ensure!(
            C15,
            ko < 0 || ko % bg == 0,
            "the {ko} output features can't be divided into {bg} groups"
        );
        ensure!(
            C16,
            ko < 0 || ko % fg == 0,
            "the {ko} output features can't be divided into {fg} groups"
        );
        let mut dims = vec![0; rank];
        dims[d.output_batch_dimension as usize] = if batch < 0 { batch } else { batch / bg };
        dims[d.output_feature_dimension as usize] = ko;
        for i in 0..n {
            let extent = x.dims[d.input_spatial_dimensions[i] as usize];
            let window = k.dims[d.kernel_spatial_dimensions[i] as usize];
            let count = window_count(extent, ld[i], paddings.0[i], window, rd[i], strides[i]);
            ensure!(C25, count.is_some(), "spatial dimension {i} of the result would be too large");
            dims[d.output_spatial_dimensions[i] as usize] = count.unwrap_or(0);
        }
        let ty = self.ty.0;
        let result = ty.as_tensor();
        ensure!(
            C26,
            result.is_some_and(|r| r.rank() == rank),
            "the result must be a tensor of rank {rank}, not {ty}"
        );
        let result = result.unwrap_or(x);
        let labels = ProductLabels {
            plain: "C27",
            quantized: "C28",
            storage: "C31",
            expressed: "C32",
            per_tensor: "C33",
            hybrid: "C34",
        };
        ensure!(
            C27,
            k.element.is_quantized() || x.element == k.element,
            "lhs has elements of {}, rhs of {}",
            x.element,
            k.element
        );
        product_elements(x.element, k.element, result.element, &labels)?;
        if let Some(axis) = k.quantized_dimension() {
            let expected = d.kernel_output_feature_dimension;
            ensure!(
                C29,
                axis as i64 == expected,
                "rhs is quantized along dimension {axis}, not {expected}, its output features"
            );
        }
        if let Some(axis) = result.quantized_dimension() {
            let expected = d.output_feature_dimension;
            ensure!(
                C30,
                axis as i64 == expected,
                "the result is quantized along dimension {axis}, not {expected}, its features"
            );
        }
        Ok(x.with_element(result.element).with_dims(&dims).into())
    }
}
