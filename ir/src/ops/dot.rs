//! The general product of tensors.

use crate::attr::Attr;
use crate::field::{Dims, Field, ResultType, Style, word_enum};
use crate::op::{ConstraintError, OpPart, ensure};
use crate::ops::algorithm::DotAlgorithm;
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::record;
use crate::types::Types;
use crate::types::{Element, Type, dims_agree};

word_enum! {
    /// The precision of a product of floats.
    Precision = "precision" {
        /// The fastest, as the backend decides; `bf16` products are allowed.
        Default = "DEFAULT",
        /// More precise than the default.
        High = "HIGH",
        /// As precise as the element type.
        Highest = "HIGHEST",
    }
}

/// A precision for each of two operands: `[#stablehlo<precision DEFAULT>, …]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Precisions(pub Box<[Precision]>);

impl Field for Precisions {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, results: &[Type]) -> Result<Precisions, String> {
        match attr {
            Some(Attr::Array(items)) => items
                .into_iter()
                .map(|item| Precision::from_attr(Some(item), results))
                .collect::<Result<_, _>>()
                .map(Precisions),
            Some(other) => Err(format!("expected a list of precisions, found `{other}`")),
            None => Err("it is missing".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Array(self.0.iter().filter_map(Field::to_attr).collect()))
    }
}

/// The batch and contracting dimensions of a product's operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DotDims {
    /// The batching dimensions of `lhs`, which the result shares.
    pub lhs_batching_dimensions: Dims,
    /// The corresponding dimensions of `rhs`.
    pub rhs_batching_dimensions: Dims,
    /// The contracting dimensions of `lhs`.
    pub lhs_contracting_dimensions: Dims,
    /// The corresponding dimensions of `rhs`.
    pub rhs_contracting_dimensions: Dims,
}

impl DotDims {
    /// The names of the fields, in the order in which they are printed.
    pub(crate) const NAMES: [&str; 4] = [
        "lhs_batching_dimensions",
        "rhs_batching_dimensions",
        "lhs_contracting_dimensions",
        "rhs_contracting_dimensions",
    ];

    /// The dimensions that the fields of these names give; missing lists are empty.
    pub(crate) fn of_fields<'t>(
        fields: impl IntoIterator<Item = (&'t str, record::Value<'t>)>,
    ) -> Result<DotDims, String> {
        let mut lists: [Dims; 4] = std::array::from_fn(|_| Dims::from([]));
        for (name, value) in fields {
            if let Some(at) = DotDims::NAMES.iter().position(|n| *n == name) {
                lists[at] = value.list(name)?;
            }
        }
        let [a, b, c, d] = lists;
        Ok(DotDims {
            lhs_batching_dimensions: a,
            rhs_batching_dimensions: b,
            lhs_contracting_dimensions: c,
            rhs_contracting_dimensions: d,
        })
    }

    /// The dimensions of `lhs` (of this rank) that are neither batching nor
    /// contracting.
    pub fn lhs_free(&self, rank: usize) -> Vec<i64> {
        free(rank, &self.lhs_batching_dimensions, &self.lhs_contracting_dimensions)
    }

    /// The dimensions of `rhs` (of this rank) that are neither batching nor
    /// contracting.
    pub fn rhs_free(&self, rank: usize) -> Vec<i64> {
        free(rank, &self.rhs_batching_dimensions, &self.rhs_contracting_dimensions)
    }
}

impl Field for DotDims {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<DotDims, String> {
        let Some(attr) = attr else { return Err("it is missing".into()) };
        let body = match &attr {
            Attr::Opaque(text) => record::body(text, "stablehlo.dot"),
            _ => None,
        };
        let Some(body) = body else {
            return Err(format!(
                "expected `#stablehlo.dot<lhs_contracting_dimensions = […], …>`, found `{attr}`"
            ));
        };
        DotDims::of_fields(record::fields(body, &DotDims::NAMES)?)
    }
    fn to_attr(&self) -> Option<Attr> {
        let lists = [
            &self.lhs_batching_dimensions,
            &self.rhs_batching_dimensions,
            &self.lhs_contracting_dimensions,
            &self.rhs_contracting_dimensions,
        ];
        let named = DotDims::NAMES.into_iter().zip(lists);
        let fields: Vec<String> = named
            .filter(|(_, dims)| !dims.is_empty())
            .map(|(name, dims)| format!("{name} = {dims}"))
            .collect();
        Some(Attr::Opaque(format!("#stablehlo.dot<{}>", fields.join(", ")).into()))
    }
}

fn free(rank: usize, batching: &Dims, contracting: &Dims) -> Vec<i64> {
    (0..rank as i64).filter(|d| !batching.contains(d) && !contracting.contains(d)).collect()
}

op! {
    /// Products of slices of `lhs` and `rhs`, summed over the contracting dimensions. The result's
    /// dimensions are the batching ones, then the free ones of `lhs`, then the free ones of `rhs`.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#dot_general>
    dot_general: DotGeneral = "stablehlo.dot_general" (lhs: PerTensor, rhs: Tensor)
    {
        dot_dimension_numbers: Box<DotDims>,
        precision_config: Option<Precisions>,
        algorithm: Option<Box<DotAlgorithm>>,
        ty: ResultType,
    } -> Tensor
    syntax custom
    traits [Pure, NeverFails, Foldable]
}

impl Infer for DotGeneral {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, y) = (cx.tensor(0)?, cx.tensor(1)?);
        let d = &self.dot_dimension_numbers;
        let (xb, yb) = (&d.lhs_batching_dimensions, &d.rhs_batching_dimensions);
        let (xc, yc) = (&d.lhs_contracting_dimensions, &d.rhs_contracting_dimensions);
        ensure!(C1, xb.len() == yb.len(), "batching dimensions {xb} and {yb} must pair up");
        ensure!(C2, xc.len() == yc.len(), "contracting dimensions {xc} and {yc} must pair up");
        let unique =
            |a: &Dims, b: &Dims| a.iter().chain(b.iter()).copied().collect::<Dims>().is_unique();
        ensure!(C3, unique(xb, xc), "a dimension of lhs stands twice in {xb} and {xc}");
        ensure!(C4, unique(yb, yc), "a dimension of rhs stands twice in {yb} and {yc}");
        ensure!(
            C5,
            xb.are_below(x.rank()),
            "batching dimensions {xb} must be dimensions of lhs, {}",
            cx.ty(0)
        );
        ensure!(
            C6,
            xc.are_below(x.rank()),
            "contracting dimensions {xc} must be dimensions of lhs, {}",
            cx.ty(0)
        );
        ensure!(
            C7,
            yb.are_below(y.rank()),
            "batching dimensions {yb} must be dimensions of rhs, {}",
            cx.ty(1)
        );
        ensure!(
            C8,
            yc.are_below(y.rank()),
            "contracting dimensions {yc} must be dimensions of rhs, {}",
            cx.ty(1)
        );
        for (&i, &j) in xb.iter().zip(yb.iter()) {
            let (a, b) = (x.dims[i as usize], y.dims[j as usize]);
            ensure!(
                C9,
                dims_agree(a, b),
                "batching dimensions {i} and {j} have extents {a} and {b}"
            );
        }
        for (&i, &j) in xc.iter().zip(yc.iter()) {
            let (a, b) = (x.dims[i as usize], y.dims[j as usize]);
            ensure!(
                C10,
                dims_agree(a, b),
                "contracting dimensions {i} and {j} have extents {a} and {b}"
            );
        }
        if let Some(p) = &self.precision_config {
            ensure!(C11 at precision_config, p.0.len() <= 2,
                "precision_config has {} entries; there are two operands", p.0.len());
        }
        let dims: Vec<i64> = xb
            .iter()
            .map(|&i| x.dims[i as usize])
            .chain(d.lhs_free(x.rank()).into_iter().map(|i| x.dims[i as usize]))
            .chain(d.rhs_free(y.rank()).into_iter().map(|j| y.dims[j as usize]))
            .collect();
        let result = self.ty.0;
        let element = result.element();
        ensure!(C13, element.is_some(), "the result must be a tensor, not {result}");
        let c = element.unwrap_or(x.element);
        let labels = ProductLabels {
            plain: "C13",
            quantized: "C14",
            storage: "C17",
            expressed: "C18",
            per_tensor: "C19",
            hybrid: "C20",
        };
        product_elements(x.element, y.element, c, &labels)?;
        if let Element::Quant(q) = y.element {
            ensure!(
                C15,
                q.scales.iter().all(|&(_, zero)| zero == 0),
                "the zero points of rhs, {}, must be 0",
                cx.ty(1)
            );
            if let Some(axis) = y.quantized_dimension() {
                ensure!(
                    C16,
                    !yc.contains(&(axis as i64)),
                    "rhs is quantized along dimension {axis}, which is contracted"
                );
            }
        }
        if let Some(algorithm) = self.algorithm.as_deref() {
            let defaults = self
                .precision_config
                .as_ref()
                .is_none_or(|p| p.0.iter().all(|&p| p == Precision::Default));
            ensure!(C21 at precision_config, defaults,
                "with an algorithm, precision_config must be DEFAULT");
            algorithm.check()?;
        }
        Ok(x.with_element(c).with_dims(&dims).into()) // (C12)
    }
}

/// The labels of the constraints on element types that products share.
pub(crate) struct ProductLabels {
    /// Without quantization, the element types agree.
    pub(crate) plain: &'static str,
    /// `lhs` and the result are both quantized or both not, and `rhs` is.
    pub(crate) quantized: &'static str,
    /// `lhs` and `rhs` have the same storage type.
    pub(crate) storage: &'static str,
    /// All have the same expressed type.
    pub(crate) expressed: &'static str,
    /// The result has one scale if `rhs` has one.
    pub(crate) per_tensor: &'static str,
    /// `lhs` and the result have the expressed type of `rhs`.
    pub(crate) hybrid: &'static str,
}

/// Checks the element types of a product: of `lhs`, `rhs` and the result.
///
/// The specification requires equal types; here the same class suffices, because programs multiply
/// narrow numbers and accumulate in wider ones. Integers and booleans make integers or floats, as JAX's
/// `preferred_element_type` asks for: upstream's verifier does not compare these types.
pub(crate) fn product_elements(
    a: Element,
    b: Element,
    c: Element,
    labels: &ProductLabels,
) -> Result<(), ConstraintError> {
    let check = |label, holds: bool, message: String| {
        if holds { Ok(()) } else { Err(ConstraintError { label, message, part: OpPart::Op }) }
    };
    let all = format!("elements of {a} and {b} can't make a product of {c}");
    let Element::Quant(q) = b else {
        check(labels.quantized, !a.is_quantized() && !c.is_quantized(), all.clone())?;
        let one_kind = a.class() == c.class() && b.class() == c.class();
        let counts = |element: Element| element.is_integer() || element.is_boolean();
        let counted = counts(a) && counts(b) && (c.is_integer() || c.is_float());
        return check(labels.plain, one_kind || counted, all);
    };
    match (a, c) {
        (Element::Quant(p), Element::Quant(r)) => {
            let message = format!("lhs is stored in {}, rhs in {}", p.storage, q.storage);
            check(labels.storage, p.storage == q.storage, message)?;
            let same = p.expressed == q.expressed && q.expressed == r.expressed;
            check(labels.expressed, same, all)?;
            let message = "the result has a scale for each index, but rhs has one for all";
            check(labels.per_tensor, q.axis.is_some() || r.axis.is_none(), message.into())
        }
        (Element::Quant(_), _) | (_, Element::Quant(_)) => {
            let message = "lhs and the result must both be quantized or both not";
            check(labels.quantized, false, format!("{message}, not {a} and {c}"))
        }
        _ => check(labels.hybrid, a == q.expressed && c == q.expressed, all),
    }
}
