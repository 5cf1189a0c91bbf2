//! Tensors as text for people: `--print`, and the values in a comparison.
//!
//! Rows of numbers in brackets; each number is the shortest decimal that round-trips. Above
//! [`ELIDED_ABOVE`] elements only the first and last three along each dimension are printed, as in
//! NumPy; `--output` writes all of them.

use std::fmt::Write;

use hloom_interp::Value;
use hloom_ir::types::float::FloatFormat;
use hloom_ir::{Element, Literal};

/// Larger tensors are abridged.
const ELIDED_ABOVE: usize = 1000;

/// The number of elements at either end of an abridged dimension.
const EDGE: i64 = 3;

/// The maximum length of a text on one line.
const WIDTH: usize = 100;

/// The maximum rank that is printed with line breaks and indentation.
const MAX_INDENTED: usize = 8;

/// Formats a value with its type: `tensor<2xf32> = [1.0, 2.0]`, or the members of a tuple on one
/// line each.
pub(crate) fn value(value: &Value) -> String {
    let mut text = String::new();
    // The parser limits the nesting of tuples.
    write_value(&mut text, value, 0);
    text
}

fn write_value(out: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Tensor(literal) => {
            // Writing to a string can't fail.
            let elements = tensor(literal, depth);
            let gap = gap_before(&elements, depth);
            let _ = write!(out, "{} ={gap}{elements}", literal.ty());
        }
        Value::Tuple(members) => {
            out.push_str("tuple (");
            for member in members {
                let _ = write!(out, "\n{:1$}", "", 2 * depth + 2);
                write_value(out, member, depth + 1);
            }
            out.push_str(if members.is_empty() { ")" } else { "\n" });
            if !members.is_empty() {
                let _ = write!(out, "{:1$})", "", 2 * depth);
            }
        }
        Value::Token => out.push_str("!stablehlo.token"),
        Value::Sparse(sparse) => {
            let (ty, count) = (sparse.ty(), sparse.values().count());
            let _ = write!(
                out,
                "{ty} with {count} {} stored",
                if count == 1 { "element" } else { "elements" }
            );
            let dims = ty.as_tensor().map_or(&[][..], |tensor| &tensor.dims);
            for (place, position) in sparse.places().into_iter().take(MOST_STORED) {
                let number =
                    element(sparse.values().element(), sparse.values().element_bytes(position));
                let at = index_of(place as usize, dims);
                let _ = write!(out, "\n{:1$}{at:?} = {number}", "", 2 * depth + 2);
            }
            if count > MOST_STORED {
                let _ =
                    write!(out, "\n{:1$}… and {2} more", "", 2 * depth + 2, count - MOST_STORED);
            }
        }
        Value::Mapped(mapped) => match mapped.to_dense() {
            Ok(dense) => {
                let elements = tensor(&dense, depth);
                let gap = gap_before(&elements, depth);
                let _ = write!(out, "{} ={gap}{elements}", mapped.ty());
            }
            Err(what) => {
                let _ = write!(out, "{}: {what}", mapped.ty());
            }
        },
        Value::Future(future) => {
            let _ = write!(out, "!stablehlo.future<{}>", future.of());
        }
    }
}

/// The most elements of a sparse tensor that are shown.
const MOST_STORED: usize = 1000;

/// The index of element `at` in row-major order.
pub(super) fn index_of(mut at: usize, dims: &[i64]) -> Vec<i64> {
    let mut index = vec![0; dims.len()];
    for (slot, &extent) in index.iter_mut().zip(dims).rev() {
        *slot = (at % extent as usize) as i64;
        at /= extent as usize;
    }
    index
}

/// The space before elements: rows on several lines are aligned.
fn gap_before(elements: &str, depth: usize) -> String {
    match elements.contains('\n') {
        true => format!("\n{:1$}", "", 2 * depth),
        false => " ".to_owned(),
    }
}

/// Formats a tensor as StableHLO's reference interpreter does: its type, and rows of elements in
/// braces, one per line.
pub(super) fn as_reference(literal: &Literal) -> String {
    let (dims, ty) = (literal.dims(), literal.ty());
    let one = |i: usize| match literal.element() {
        element if element.is_float() => scientific(literal.get_f64(i)),
        element if element.is_complex() => {
            let bytes = literal.element_bytes(i);
            let (part, half) = (element.real_part(), bytes.len() / 2);
            let number = |bytes| scientific(hloom_ir::literal::read_f64(part, bytes));
            format!("[{}, {}]", number(&bytes[..half]), number(&bytes[half..]))
        }
        element => self::element(element, literal.element_bytes(i)),
    };
    let Some((&columns, outer)) = dims.split_last() else { return format!("{ty} {{{}}}", one(0)) };
    if literal.count() == 0 {
        return format!("{ty} {{\n  []\n}}");
    }
    let mut out = format!("{ty} {{\n");
    let rows = literal.count() / columns as usize;
    let indent = |depth: usize| " ".repeat(2 * depth);
    // Number of dimensions that begin or end at a row.
    let edge = |row: usize| {
        let mut size = 1;
        let ends = outer.iter().rev().take_while(|&&n| {
            size *= n as usize;
            row.is_multiple_of(size)
        });
        ends.count()
    };
    for row in 0..rows {
        for depth in outer.len() - edge(row)..outer.len() {
            let _ = writeln!(out, "{}[", indent(depth + 1));
        }
        let first = row * columns as usize;
        let numbers: Vec<String> = (first..first + columns as usize).map(one).collect();
        let _ = write!(out, "{}[{}]", indent(outer.len() + 1), numbers.join(", "));
        let closed = edge(row + 1);
        for depth in (outer.len() - closed..outer.len()).rev() {
            let _ = write!(out, "\n{}]", indent(depth + 1));
        }
        out.push_str(if row + 1 < rows { ",\n" } else { "\n" });
    }
    out + "}"
}

/// Formats a number like C's `%e`.
fn scientific(x: f64) -> String {
    if x.is_nan() {
        return "nan".to_owned();
    }
    if x.is_infinite() {
        return if x > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let text = format!("{x:.6e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    format!("{digits}e{sign}{exponent:0>2}")
}

/// Formats a tensor's elements, `[[1, 2], [3, 4]]`: on one line if short, else one row per line,
/// indented by `depth` steps.
fn tensor(literal: &Literal, depth: usize) -> String {
    let flat = rows(literal, None);
    if flat.chars().count() <= WIDTH || !(2..=MAX_INDENTED).contains(&literal.dims().len()) {
        flat
    } else {
        rows(literal, Some(depth))
    }
}

/// Formats the visible elements without recursion, for any rank.
fn rows(literal: &Literal, depth: Option<usize>) -> String {
    let dims = literal.dims();
    let rank = dims.len();
    let mut out = String::new();
    if literal.count() == 0 {
        return "[]".to_owned();
    }
    if rank == 0 {
        return element(literal.element(), literal.element_bytes(0));
    }
    let abridged = literal.count() > ELIDED_ABOVE;
    let mut index = vec![0i64; rank];
    let mut opened = rank;
    loop {
        out.extend(std::iter::repeat_n('[', opened));
        let at = index.iter().zip(dims).fold(0, |at, (&i, &d)| at * d as usize + i as usize);
        out.push_str(&element(literal.element(), literal.element_bytes(at)));
        // Advances to the next element: dimensions at their end are closed.
        opened = 0;
        let mut skipped = false;
        for d in (0..rank).rev() {
            index[d] += 1;
            if abridged && index[d] == EDGE && dims[d] > 2 * EDGE {
                index[d] = dims[d] - EDGE;
                skipped = true;
            }
            if index[d] < dims[d] {
                break;
            }
            index[d] = 0;
            opened += 1;
            out.push(']');
        }
        if opened == rank {
            return out;
        }
        out.push(',');
        let indent = depth.filter(|_| opened > 0).map(|depth| 2 * depth + rank - opened);
        for part in [skipped.then_some("…,"), Some("")].into_iter().flatten() {
            match indent {
                Some(columns) => {
                    let _ = write!(out, "\n{:columns$}{part}", "");
                }
                None => {
                    let _ = write!(out, " {part}");
                }
            }
        }
    }
}

/// Formats an element as the shortest text with the same bits.
pub(super) fn element(element: Element, bytes: &[u8]) -> String {
    let mut wide = [0; 8];
    match element {
        Element::C64 | Element::C128 => {
            let (re, im) = bytes.split_at(bytes.len() / 2);
            let part = |bytes| self::element(element.real_part(), bytes);
            return format!("({}, {})", part(re), part(im));
        }
        Element::Quant(q) => return self::element(q.storage, bytes),
        _ => wide[..bytes.len()].copy_from_slice(bytes),
    }
    let bits = u64::from_le_bytes(wide);
    match element {
        Element::I1 => (bits != 0).to_string(),
        Element::F64 => float(f64::from_bits(bits), format!("{:?}", f64::from_bits(bits))),
        Element::F32 | Element::TF32 => {
            let value = f32::from_bits(bits as u32);
            float(value.into(), format!("{value:?}"))
        }
        _ => match FloatFormat::of(element) {
            Some(format) => {
                let value = format.decode(bits);
                float(value, shortest(value, |v| format.encode(v) == bits))
            }
            None if element.is_unsigned() => bits.to_string(),
            None => {
                let shift = 64 - 8 * bytes.len() as u32;
                (((bits << shift) as i64) >> shift).to_string()
            }
        },
    }
}

/// Formats a number, with NaN and infinities as in NumPy.
fn float(value: f64, text: String) -> String {
    if value.is_nan() { "nan".to_owned() } else { text }
}

/// The shortest decimal near `value` with the same bits.
fn shortest(value: f64, same: impl Fn(f64) -> bool) -> String {
    if !value.is_finite() {
        return format!("{value:?}");
    }
    let rounded = (0..17).find_map(|digits| {
        let rounded: f64 = format!("{value:.digits$e}").parse().ok()?;
        same(rounded).then_some(rounded)
    });
    format!("{:?}", rounded.unwrap_or(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_ir::Type;

    fn show(dims: &[i64], element: Element, numbers: &[f64]) -> String {
        value(&Literal::from_f64s(Type::tensor(dims, element), numbers).unwrap().into())
    }

    #[test]
    fn numbers_are_short_and_exact() {
        let all = [0.1, -0.0, f64::NAN, f64::INFINITY, 1e30, 3.0];
        let text = show(&[6], Element::F32, &all);
        assert_eq!(text, "tensor<6xf32> = [0.1, -0.0, nan, inf, 1e30, 3.0]");
        assert_eq!(show(&[2], Element::BF16, &[0.1, 300.0]), "tensor<2xbf16> = [0.1, 300.0]");
        assert_eq!(show(&[], Element::F8E4M3FN, &[0.44]), "tensor<f8E4M3FN> = 0.44");
        assert_eq!(show(&[2], Element::I4, &[-8.0, 7.0]), "tensor<2xi4> = [-8, 7]");
        assert_eq!(show(&[2], Element::I1, &[0.0, 1.0]), "tensor<2xi1> = [false, true]");
        assert_eq!(show(&[1], Element::C64, &[2.0]), "tensor<1xcomplex<f32>> = [(2.0, 0.0)]");
        assert_eq!(show(&[0, 3], Element::F32, &[]), "tensor<0x3xf32> = []");
    }

    #[test]
    fn rows_stand_below_each_other() {
        assert_eq!(
            show(&[2, 2], Element::I32, &[1.0, 2.0, 3.0, 4.0]),
            "tensor<2x2xi32> = [[1, 2], [3, 4]]"
        );
        let numbers: Vec<f64> = (0..16).map(|i| f64::from(i) * 1e9).collect();
        assert_eq!(
            show(&[2, 2, 4], Element::I64, &numbers),
            "tensor<2x2x4xi64> =\n\
             [[[0, 1000000000, 2000000000, 3000000000],\n  \
             [4000000000, 5000000000, 6000000000, 7000000000]],\n \
             [[8000000000, 9000000000, 10000000000, 11000000000],\n  \
             [12000000000, 13000000000, 14000000000, 15000000000]]]"
        );
    }

    #[test]
    fn large_tensors_are_abridged() {
        let numbers: Vec<f64> = (0..2000).map(f64::from).collect();
        assert_eq!(
            show(&[2000], Element::I32, &numbers),
            "tensor<2000xi32> = [0, 1, 2, …, 1997, 1998, 1999]"
        );
        let text = show(&[40, 50], Element::I32, &numbers);
        assert_eq!(text.lines().count(), 8);
        assert!(text.contains("\n …,\n [1850, 1851, 1852, …, 1897, 1898, 1899],\n"), "{text}");
    }

    #[test]
    fn any_rank_is_shown() {
        let dims = vec![1; 100_000];
        assert_eq!(show(&dims, Element::I32, &[5.0]).matches(']').count(), 100_000);
    }

    #[test]
    fn tuples_and_tokens_have_a_form() {
        let one = Literal::from_f64s(Type::tensor(&[], Element::I32), &[1.0]).unwrap();
        let tuple = Value::Tuple(vec![one.into(), Value::Tuple(vec![Value::Token])]);
        assert_eq!(
            value(&tuple),
            "tuple (\n  tensor<i32> = 1\n  tuple (\n    !stablehlo.token\n  )\n)"
        );
    }
}
