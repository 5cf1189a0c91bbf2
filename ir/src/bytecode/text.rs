//! The text of StableHLO's attributes, which VHLO and StableHLO encode in different ways.

use super::cursor::Cursor;
use super::error::{Read, wrong};
use super::lookup::Lookup;
use crate::attr::Attr;
use crate::quote::write_quoted;
use crate::types::DYNAMIC;
use smallvec::SmallVec;
use std::fmt::Write as _;

/// The words of an enumeration, in the order of their codes, and its name in StableHLO.
pub(super) struct Words {
    name: &'static str,
    words: &'static [&'static str],
    /// The code of the first word.
    first: u64,
}

pub(super) const COMPARISON_DIRECTION: Words =
    Words { name: "comparison_direction", words: &["EQ", "NE", "GE", "GT", "LE", "LT"], first: 0 };
pub(super) const COMPARISON_TYPE: Words = Words {
    name: "comparison_type",
    words: &["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"],
    first: 0,
};
pub(super) const FFT_TYPE: Words =
    Words { name: "fft_type", words: &["FFT", "IFFT", "RFFT", "IRFFT"], first: 0 };
pub(super) const PRECISION: Words =
    Words { name: "precision", words: &["DEFAULT", "HIGH", "HIGHEST"], first: 0 };
pub(super) const RNG_ALGORITHM: Words =
    Words { name: "rng_algorithm", words: &["DEFAULT", "THREE_FRY", "PHILOX"], first: 0 };
pub(super) const RNG_DISTRIBUTION: Words =
    Words { name: "rng_distribution", words: &["UNIFORM", "NORMAL"], first: 1 };
pub(super) const TRANSPOSE: Words = Words {
    name: "transpose",
    words: &["TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"],
    first: 0,
};
pub(super) const RESULT_ACCURACY_MODE: Words =
    Words { name: "result_accuracy_mode", words: &["DEFAULT", "HIGHEST", "TOLERANCE"], first: 0 };

impl Words {
    /// The code of the word in the text of an attribute; `None` for another attribute.
    pub(super) fn code(&self, text: &str) -> Option<u64> {
        let body = match self.name == RESULT_ACCURACY_MODE.name {
            true => text.strip_prefix("#stablehlo.")?.strip_prefix(self.name)?.strip_prefix('<')?,
            false => text.strip_prefix("#stablehlo<")?.strip_prefix(self.name)?,
        };
        let word = body.strip_suffix('>')?.trim();
        let index = self.words.iter().position(|it| *it == word)?;
        Some(self.first + index as u64)
    }

    /// The attribute of the word whose code is next.
    pub(super) fn attr(&self, data: &mut Cursor<'_>) -> Read<Attr> {
        let at = data.at();
        let code = data.number()?;
        let index = code.checked_sub(self.first).and_then(|i| usize::try_from(i).ok());
        let Some(word) = index.and_then(|i| self.words.get(i)) else {
            return wrong(at, format_args!("there is no {} of code {code}", self.name));
        };
        // The mode is an attribute of its own, the others are cases of one.
        let text = match self.name == RESULT_ACCURACY_MODE.name {
            true => ["#stablehlo.", self.name, "<", word, ">"].concat(),
            false => ["#stablehlo<", self.name, " ", word, ">"].concat(),
        };
        Ok(Attr::Opaque(text.into()))
    }
}

/// `[0, 1]`.
pub(super) fn list(dims: &[i64]) -> String {
    let mut text = String::new();
    push_list(&mut text, dims);
    text
}

/// Appends `[0, 1]`.
pub(super) fn push_list(text: &mut String, dims: &[i64]) {
    text.push('[');
    for (i, dim) in dims.iter().enumerate() {
        text.push_str(if i > 0 { ", " } else { "" });
        // Writing to a string can't fail.
        let _ = write!(text, "{dim}");
    }
    text.push(']');
}

/// A string in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_quoted(&mut out, text.as_bytes());
    out
}

/// `#stablehlo.NAME<field, field>`.
pub(super) fn record(name: &str, fields: &[String]) -> String {
    format!("#stablehlo.{name}<{}>", fields.join(", "))
}

/// Bounds of open extents.
pub(super) fn bounds(all: &[i64]) -> String {
    let dim = |&n: &i64| if n == DYNAMIC { "?".to_owned() } else { n.to_string() };
    record("bounds", &all.iter().map(dim).collect::<Vec<String>>())
}

/// The alias of a result and an operand.
pub(super) fn alias(data: &mut Cursor<'_>) -> Read<String> {
    let outputs = list(&data.signed_list()?);
    let operand = data.signed()?;
    let operands = list(&data.signed_list()?);
    Ok(record(
        "output_operand_alias",
        &[
            format!("output_tuple_indices = {outputs}"),
            format!("operand_index = {operand}"),
            format!("operand_tuple_indices = {operands}"),
        ],
    ))
}

/// The accuracy of a result that says nothing.
pub(super) const DEFAULT_ACCURACY: &str = "#stablehlo.result_accuracy<atol = 0e0, rtol = 0e0, ulps = 0, mode = \
     #stablehlo.result_accuracy_mode<DEFAULT>>";

/// The mode of an accuracy that says nothing.
const DEFAULT_MODE: &str = "#stablehlo.result_accuracy_mode<DEFAULT>";

/// The accuracy of a result.
pub(super) fn result_accuracy<'b>(all: &mut dyn Lookup<'b>, data: &mut Cursor<'b>) -> Read<String> {
    let double = |data: &mut Cursor<'b>| data.bits(64).map(|bits| f64::from_bits(bits as u64));
    let (atol, rtol) = (double(data)?, double(data)?);
    let (ulps, mode) = (data.signed()?, all.attr_ref(data)?);
    let is_default = matches!(&*mode, Attr::Opaque(text) if &**text == DEFAULT_MODE);
    if is_default && atol.to_bits() == 0 && rtol.to_bits() == 0 && ulps == 0 {
        return Ok(DEFAULT_ACCURACY.to_owned());
    }
    Ok(record(
        "result_accuracy",
        &[
            format!("atol = {atol:e}"),
            format!("rtol = {rtol:e}"),
            format!("ulps = {ulps}"),
            format!("mode = {mode}"),
        ],
    ))
}

/// Axes of a mesh.
pub(super) fn mesh_axes(mesh: &Attr, axes: &Attr) -> String {
    record("replica_group_mesh_axes", &[format!("mesh = {mesh}"), format!("axes = {axes}")])
}

/// A mesh.
pub(super) fn mesh(axes: &Attr, ids: Option<&Attr>) -> String {
    let mut fields = vec![format!("axes = {axes}")];
    fields.extend(ids.map(|ids| format!("device_ids = {ids}")));
    record("mesh", &fields)
}

/// The dimension numbers of a convolution from those of input, kernel and output: batch and feature
/// (of the kernel: input and output feature), and the spatial ones.
pub(super) fn convolution(at: usize, tensors: [([i64; 2], SmallVec<[i64; 6]>); 3]) -> Read<String> {
    let mut text = String::with_capacity(64);
    text += "#stablehlo.conv<";
    let forms = [("bf", "x"), ("io", "->"), ("bf", ">")];
    for ((named, spatial), (letters, joint)) in tensors.into_iter().zip(forms) {
        let mut placed: SmallVec<[(i64, char, usize); 8]> = SmallVec::new();
        placed.extend(named.into_iter().zip(letters.chars()).map(|(d, letter)| (d, letter, 0)));
        placed.extend(spatial.into_iter().enumerate().map(|(i, d)| (d, '0', i)));
        placed.sort_unstable();
        if placed.iter().enumerate().any(|(i, (d, ..))| *d != i as i64) {
            return wrong(at, "the dimensions of a convolution's tensor are no permutation");
        }
        text.push('[');
        for &(d, letter, i) in &placed {
            text += if d > 0 { ", " } else { "" };
            match letter {
                // Writing to a string can't fail.
                '0' => drop(write!(text, "{i}")),
                letter => text.push(letter),
            }
        }
        text.push(']');
        text += joint;
    }
    Ok(text)
}
