//! Attributes that ask for a precision: the algorithm of a product, and the accuracy of an
//! elementary function.

use crate::attr::Attr;
use crate::field::{Field, Style};
use crate::literal::write_float_attr;
use crate::op::{ConstraintError, ensure};
use crate::record;
use crate::types::{Element, Type};

/// The algorithm of a product from products of narrower numbers:
/// `#stablehlo.dot_algorithm<lhs_precision_type = bf16, …>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DotAlgorithm {
    /// The type to which elements of `lhs` are rounded.
    pub lhs_precision_type: Element,
    /// The type to which elements of `rhs` are rounded.
    pub rhs_precision_type: Element,
    /// The type of sums.
    pub accumulation_type: Element,
    /// The number of parts into which an element of `lhs` is split.
    pub lhs_component_count: i64,
    /// The number of parts into which an element of `rhs` is split.
    pub rhs_component_count: i64,
    /// The number of products of parts per product.
    pub num_primitive_operations: i64,
    /// Whether sums may be less precise than `accumulation_type`.
    pub allow_imprecise_accumulation: bool,
}

/// Triples of precision types and accumulation type, and numbers of primitive operations, that some
/// hardware is known to have. Source: `getKnownDotAlgorithm` in `stablehlo/dialect/Base.cpp`; the
/// products of 8-bit floats are [`DotAlgorithm::is_of_f8`].
const KNOWN: [(Element, Element, Element, &[i64]); 7] = [
    (Element::F16, Element::F16, Element::F16, &[1]),
    (Element::F16, Element::F16, Element::F32, &[1]),
    (Element::BF16, Element::BF16, Element::BF16, &[1]),
    (Element::BF16, Element::BF16, Element::F32, &[1, 3, 6, 9]),
    (Element::TF32, Element::TF32, Element::F32, &[1, 3]),
    (Element::F32, Element::F32, Element::F32, &[1]),
    (Element::F64, Element::F64, Element::F64, &[1]),
];

const ALGORITHM_FIELDS: [&str; 7] = [
    "lhs_precision_type",
    "rhs_precision_type",
    "accumulation_type",
    "lhs_component_count",
    "rhs_component_count",
    "num_primitive_operations",
    "allow_imprecise_accumulation",
];

impl DotAlgorithm {
    /// Whether it multiplies floats of eight bits with one sign, and sums in `f32`.
    fn is_of_f8(&self) -> bool {
        let f8 = |e: Element| {
            matches!(
                e,
                Element::F8E3M4
                    | Element::F8E4M3
                    | Element::F8E4M3FN
                    | Element::F8E5M2
                    | Element::F8E4M3FNUZ
                    | Element::F8E4M3B11FNUZ
                    | Element::F8E5M2FNUZ
            )
        };
        f8(self.lhs_precision_type)
            && f8(self.rhs_precision_type)
            && self.accumulation_type == Element::F32
            && self.num_primitive_operations == 1
    }

    /// Checks (C22) to (C24) of dot_general, and that some hardware has the algorithm.
    pub(crate) fn check(&self) -> Result<(), ConstraintError> {
        let (lhs, rhs) = (self.lhs_component_count, self.rhs_component_count);
        let count = self.num_primitive_operations;
        ensure!(C22 at algorithm, lhs > 0, "lhs_component_count must be positive");
        ensure!(C23 at algorithm, rhs > 0, "rhs_component_count must be positive");
        ensure!(C24 at algorithm, count > 0, "num_primitive_operations must be positive");
        let types = (self.lhs_precision_type, self.rhs_precision_type, self.accumulation_type);
        let listed = KNOWN.iter().any(|(a, b, c, n)| (*a, *b, *c) == types && n.contains(&count));
        let precise = listed && !self.allow_imprecise_accumulation;
        ensure!(Algorithm at algorithm, lhs == 1 && rhs == 1 && (precise || self.is_of_f8()),
            "no known hardware has this algorithm");
        Ok(())
    }

    /// The fields, between angle brackets.
    pub(crate) fn body(&self) -> String {
        let values = [
            self.lhs_precision_type.to_string(),
            self.rhs_precision_type.to_string(),
            self.accumulation_type.to_string(),
            self.lhs_component_count.to_string(),
            self.rhs_component_count.to_string(),
            self.num_primitive_operations.to_string(),
            self.allow_imprecise_accumulation.to_string(),
        ];
        let pairs: Vec<String> =
            ALGORITHM_FIELDS.iter().zip(values).map(|(n, v)| format!("{n} = {v}")).collect();
        format!("<{}>", pairs.join(", "))
    }
}

impl Field for DotAlgorithm {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<DotAlgorithm, String> {
        let Some(attr) = attr else { return Err("it is missing".into()) };
        let body = match &attr {
            Attr::Opaque(text) => record::body(text, "stablehlo.dot_algorithm"),
            _ => None,
        };
        let Some(body) = body else {
            return Err(format!(
                "expected `#stablehlo.dot_algorithm<lhs_precision_type = …, …>`, found `{attr}`"
            ));
        };
        let mut types = [None; 3];
        let mut counts = [None; 3];
        let mut imprecise = None;
        for (name, value) in record::fields(body, &ALGORITHM_FIELDS)? {
            let at = ALGORITHM_FIELDS.iter().position(|n| *n == name).unwrap_or(0);
            match at {
                0..3 => {
                    let word = value.word(name)?;
                    let ty = Element::from_name(word).filter(|e| e.is_float());
                    types[at] =
                        Some(ty.ok_or(format!("`{name}` is {word}, which is not a float type"))?);
                }
                3..6 => counts[at - 3] = Some(value.integer(name)?),
                _ => match value.word(name)? {
                    "true" => imprecise = Some(true),
                    "false" => imprecise = Some(false),
                    other => return Err(format!("`{name}` is {other}, not `true` or `false`")),
                },
            }
        }
        let missing = |i: usize| format!("`{}` is missing in `{attr}`", ALGORITHM_FIELDS[i]);
        Ok(DotAlgorithm {
            lhs_precision_type: types[0].ok_or_else(|| missing(0))?,
            rhs_precision_type: types[1].ok_or_else(|| missing(1))?,
            accumulation_type: types[2].ok_or_else(|| missing(2))?,
            lhs_component_count: counts[0].ok_or_else(|| missing(3))?,
            rhs_component_count: counts[1].ok_or_else(|| missing(4))?,
            num_primitive_operations: counts[2].ok_or_else(|| missing(5))?,
            allow_imprecise_accumulation: imprecise.ok_or_else(|| missing(6))?,
        })
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Opaque(format!("#stablehlo.dot_algorithm{}", self.body()).into()))
    }
}

crate::field::word_enum! {
    /// The meaning of the numbers of a [`ResultAccuracy`].
    AccuracyMode = "result_accuracy_mode" {
        /// The backend's usual accuracy.
        Default = "DEFAULT",
        /// The most accurate implementation.
        Highest = "HIGHEST",
        /// The tolerances hold.
        Tolerance = "TOLERANCE",
    }
}

/// The accuracy that a program asks of an elementary function:
/// `#stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ResultAccuracy {
    /// The absolute tolerance, as the bits of an `f64`.
    pub atol: u64,
    /// The relative tolerance, as the bits of an `f64`.
    pub rtol: u64,
    /// The tolerance in units in the last place.
    pub ulps: i64,
    /// Whether the tolerances hold.
    pub mode: AccuracyMode,
}

impl Field for ResultAccuracy {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<ResultAccuracy, String> {
        let Some(attr) = attr else { return Err("it is missing".into()) };
        let body = match &attr {
            Attr::Opaque(text) => record::body(text, "stablehlo.result_accuracy"),
            _ => None,
        };
        let Some(body) = body else {
            return Err(format!("expected `#stablehlo.result_accuracy<mode = …>`, found `{attr}`"));
        };
        let (mut atol, mut rtol, mut ulps, mut mode) = (0.0, 0.0, 0, AccuracyMode::Default);
        for (name, value) in record::fields(body, &["atol", "rtol", "ulps", "mode"])? {
            match name {
                "atol" => atol = value.float(name)?,
                "rtol" => rtol = value.float(name)?,
                "ulps" => ulps = value.integer(name)?,
                _ => {
                    let text = value.word(name)?;
                    let word = record::body(text, "stablehlo.result_accuracy_mode");
                    let known = word.and_then(|w| {
                        AccuracyMode::ALL.iter().copied().find(|m| m.word() == w.trim())
                    });
                    mode = known.ok_or_else(|| {
                        format!(
                            "expected `#stablehlo.result_accuracy_mode<DEFAULT>`, `HIGHEST` or \
                             `TOLERANCE`, found `{text}`"
                        )
                    })?;
                }
            }
        }
        if atol.is_sign_negative() || rtol.is_sign_negative() || ulps < 0 {
            return Err("a tolerance is negative".into());
        }
        if mode != AccuracyMode::Tolerance && (atol != 0.0 || rtol != 0.0 || ulps != 0) {
            return Err(format!("with mode {}, all tolerances must be zero", mode.word()));
        }
        Ok(ResultAccuracy { atol: atol.to_bits(), rtol: rtol.to_bits(), ulps, mode })
    }
    fn to_attr(&self) -> Option<Attr> {
        let mut text = String::from("#stablehlo.result_accuracy<");
        for (name, bits) in [("atol", self.atol), ("rtol", self.rtol)] {
            if bits != 0 {
                text += &format!("{name} = ");
                let _ =
                    write_float_attr(&mut text, f64::from_bits(bits), Type::scalar(Element::F64));
                text += ", ";
            }
        }
        if self.ulps != 0 {
            text += &format!("ulps = {}, ", self.ulps);
        }
        text += &format!("mode = #stablehlo.result_accuracy_mode<{}>>", self.mode.word());
        Some(Attr::Opaque(text.into()))
    }
}
