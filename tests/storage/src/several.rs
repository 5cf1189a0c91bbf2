//! Random StableHLO programs with several results over the same operands, which plans may make in one
//! loop.

use crate::Random;
use crate::stablehlo::{RandomProgram, encoding, literal};
use hloom_ir::{Element, Type};
use std::fmt::Write;

/// A random program of two to five results: sums and products of a sparse and a dense matrix.
pub fn random(r: &mut Random) -> RandomProgram {
    let (mut m, mut n) = (1 + r.below(6) as i64, 1 + r.below(20) as i64);
    if r.chance(20) {
        // So many elements that loops are made in parts for threads.
        (m, n) = (m + 260, n + 260);
    }
    let element = *r.one_of(&[Element::F64, Element::F64, Element::I64, Element::I32]);
    let ty = |dims: &[i64]| Type::tensor(dims, element).to_string();
    let (matrix, rows, columns, number) = (ty(&[m, n]), ty(&[m]), ty(&[n]), ty(&[]));
    let dims: [(&str, Vec<i64>); 5] =
        [("X", vec![m, n]), ("Z", vec![m, n]), ("Y", vec![m, n]), ("u", vec![m]), ("v", vec![n])];
    let zero = if element.is_float() { "0.0" } else { "0" };
    let mut body = format!("  %zero = stablehlo.constant dense<{zero}> : {number}\n");
    let mut results: Vec<(String, String)> = Vec::new();
    // A result that others read, in between.
    let mut scaled = None;
    for at in 0..2 + r.below(4) {
        let a = *r.one_of(&["X", "X", "X", "Z", "Y"]);
        let b = *r.one_of(&["X", "Y", "Y", "Z"]);
        let reduced = |body: &mut String, over: &str, to: &str| {
            let _ = writeln!(body, "  %p{at} = stablehlo.multiply %{a}, %{b} : {matrix}");
            let _ = writeln!(
                body,
                "  %r{at} = stablehlo.reduce(%p{at} init: %zero) applies stablehlo.add across \
                 dimensions = [{over}] : ({matrix}, {number}) -> {to}"
            );
        };
        let to = match r.below(8) {
            0..=2 => {
                reduced(&mut body, "0, 1", &number);
                &number
            }
            3 => {
                reduced(&mut body, "1", &rows);
                &rows
            }
            4 => {
                reduced(&mut body, "0", &columns);
                &columns
            }
            kind @ 5..=6 => {
                let (v, from, dim, to) =
                    if kind == 5 { ("v", &columns, 1, &rows) } else { ("u", &rows, 0, &columns) };
                let _ = writeln!(
                    body,
                    "  %r{at} = stablehlo.dot_general %{a}, %{v}, contracting_dims = [{dim}] x [0] : \
                     ({matrix}, {from}) -> {to}"
                );
                to
            }
            _ => {
                let _ = writeln!(body, "  %r{at} = stablehlo.multiply %{a}, %{b} : {matrix}");
                &matrix
            }
        };
        results.push((format!("%r{at}"), to.clone()));
        // A number that is used at once stands between the first result and the next one.
        if *to == number && r.chance(3) {
            let with = scaled.clone().unwrap_or_else(|| format!("%r{at}"));
            let _ = writeln!(body, "  %s{at} = stablehlo.add %r{at}, {with} : {number}");
            scaled = Some(format!("%s{at}"));
            results.push((format!("%s{at}"), number.clone()));
        }
    }
    let (mut encoded, mut plain, mut prelude) = (Vec::new(), Vec::new(), String::new());
    let mut arguments = Vec::new();
    for (name, dims) in &dims {
        let ty = ty(dims);
        plain.push(format!("%{name}: {ty}"));
        let stored = (*name == "X" || *name == "Z").then(|| encoding(r, 2)).flatten();
        match stored {
            None => encoded.push(format!("%{name}: {ty}")),
            Some(stored) => {
                let stored = format!("{}, {stored}>", ty.trim_end_matches('>'));
                encoded.push(format!("%a{name}: {stored}"));
                let _ = writeln!(
                    prelude,
                    "  %{name} = \"hloom.relayout\"(%a{name}) : ({stored}) -> {ty}"
                );
            }
        }
        arguments.push(literal(r, dims, element));
    }
    let (names, types): (Vec<String>, Vec<String>) = results.into_iter().unzip();
    let (names, types) = (names.join(", "), types.join(", "));
    let function = |args: &[String], prelude: &str| {
        format!(
            "func.func @main({}) -> ({types}) {{\n{prelude}{body}  return {names} : {types}\n}}\n",
            args.join(", ")
        )
    };
    let (encoded, plain) = (function(&encoded, &prelude), function(&plain, ""));
    RandomProgram { encoded, plain, arguments }
}
