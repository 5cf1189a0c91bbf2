//! Random StableHLO programs whose results are stored, in calls, branches, loops and tuples.

use crate::Random;
use crate::stablehlo::{RandomProgram, encoding, random_of};
use hloom_ir::{Element, Literal, Type};
use std::fmt::Write;

/// The elements that plans have, some more often.
const PLANNED: [Element; 11] = [
    Element::F64,
    Element::F64,
    Element::F64,
    Element::I64,
    Element::I32,
    Element::I1,
    Element::I8,
    Element::I16,
    Element::U8,
    Element::U16,
    Element::U32,
];

/// Elements that plans do not have: such tensors are dense in memory.
const OTHERS: [Element; 7] = [
    Element::U64,
    Element::BF16,
    Element::F16,
    Element::F8E5M2,
    Element::F8E4M3FN,
    Element::I4,
    Element::C64,
];

/// A columnwise mapping of matrices with four rows, whose number of columns follows from the type.
const COLUMNS: &str = "#hloom.storage<\"CREATE TENSOR T_n : int; CREATE TENSOR T_val : [real]; \
                       CREATE TENSOR T : {int -> {int -> real}} AS sum(<j, _> in 0:T_n) \
                       sum(<i, _> in 0:4) { (i, j) -> T_val(j * 4 + i) };\">";

/// A result: its name, its type without an encoding, and the type it is returned as.
#[derive(Clone, Debug)]
struct Made {
    name: String,
    plain: String,
    stored: String,
}

/// A type with an encoding.
fn encoded(plain: &str, encoding: &str) -> String {
    format!("{}, {encoding}>", plain.strip_suffix('>').unwrap_or(plain))
}

/// The extents of a type without an encoding, and its element as text.
fn parts(plain: &str) -> (Vec<i64>, &str) {
    let inner = plain.trim_start_matches("tensor<").strip_suffix('>').unwrap_or(plain);
    let mut dims = Vec::new();
    let mut rest = inner;
    while let Some((first, more)) = rest.split_once('x')
        && let Ok(extent) = first.parse()
    {
        dims.push(extent);
        rest = more;
    }
    (dims, rest)
}

/// A type in a random storage, or as it is.
fn stored(r: &mut Random, plain: &str) -> String {
    let (dims, element) = parts(plain);
    // The library has no formats of more dimensions, and the calculus no complex numbers.
    if dims.len() > 4 {
        return plain.to_owned();
    }
    if dims.len() == 2 && dims[0] == 4 && !element.starts_with("complex") && r.chance(4) {
        return encoded(plain, COLUMNS);
    }
    match encoding(r, dims.len()) {
        Some(found) if element.starts_with("complex") && found.starts_with("#hloom") => {
            plain.to_owned()
        }
        Some(found) if found.starts_with("#sparse") && r.chance(3) => {
            let width = *r.one_of(&[8, 16, 32]);
            let widths = format!(", posWidth = {width}, crdWidth = {} }}>", r.one_of(&[8, 32]));
            encoded(plain, &found.replace(" }>", &widths))
        }
        Some(found) => encoded(plain, &found),
        None => plain.to_owned(),
    }
}

/// The text without encodings of tensors.
fn without_encodings(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(", #") {
        out += &rest[..at];
        let encoding = &rest[at..];
        let end = match encoding.starts_with(", #sparse") {
            true => encoding.find(" }>").map(|end| end + 3),
            false => encoding.find("\">").map(|end| end + 2),
        };
        rest = &encoding[end.expect("an encoding ends")..];
    }
    out + rest
}

/// A random program with arguments and results in random encodings, and the same one without encodings. Some
/// have calls, branches, loops or tuples around the results.
pub fn random(r: &mut Random) -> RandomProgram {
    let RandomProgram { encoded, arguments, .. } = random_of(r, &PLANNED);
    structured(r, &encoded, arguments)
}

/// As [`random`], of elements that plans do not have.
pub fn random_of_others(r: &mut Random) -> RandomProgram {
    let element = *r.one_of(&OTHERS);
    let rank = 1 + r.below(3);
    let dims: Vec<i64> = (0..rank).map(|_| *r.one_of(&[4, 4, 3, 1, 0])).collect();
    let plain = Type::tensor(&dims, element).to_string();
    let (a, b) = (stored(r, &plain), stored(r, &plain));
    let kinds = ["add", "subtract", "multiply"];
    let mut text = format!("func.func @main(%x: {a}, %y: {b}) -> ({plain}, {plain}) {{\n");
    let (first, second) = (r.one_of(&kinds), r.one_of(&kinds));
    let _ = writeln!(text, "  %0 = stablehlo.{first} %x, %y : ({a}, {b}) -> {plain}");
    let _ = writeln!(text, "  %1 = stablehlo.{second} %0, %y : ({plain}, {b}) -> {plain}");
    let _ = writeln!(text, "  return %0, %1 : {plain}, {plain}\n}}");
    let count: i64 = dims.iter().product();
    let mut literal = || {
        let number = |r: &mut Random| match (r.chance(2), element.is_unsigned()) {
            (true, _) => 0.0,
            (_, true) => r.below(5) as f64,
            _ => r.below(5) as f64 - 2.0,
        };
        let ty = Type::tensor(&dims, element);
        if element == Element::U64 && r.chance(2) {
            // Above 2^63.
            let mut all = Literal::zeros(ty).expect("it is small");
            let numbers = all.as_mut_slice::<u64>();
            numbers.iter_mut().for_each(|n| *n = if r.chance(2) { 0 } else { u64::MAX - 5 });
            return all;
        }
        if element.is_complex() {
            let of = Type::tensor(&[count, 2], element.real_part());
            let numbers: Vec<f64> = (0..2 * count).map(|_| number(r)).collect();
            let real = Literal::from_f64s(of, &numbers).expect("it is small");
            return Literal::new(ty, real.bytes().into()).expect("as many bytes");
        }
        let numbers: Vec<f64> = (0..count).map(|_| number(r)).collect();
        Literal::from_f64s(ty, &numbers).expect("it is small")
    };
    let arguments = vec![literal(), literal()];
    structured(r, &text, arguments)
}

/// Stores the results of a program, and puts a structure around them.
fn structured(r: &mut Random, text: &str, mut arguments: Vec<Literal>) -> RandomProgram {
    let (line, body) = text.split_once(") {\n").expect("a body");
    // Results have no encodings, whose maps have arrows too.
    let (head, _) = line.rsplit_once(") -> (").expect("results");
    let at = body.rfind("  return ").expect("a program returns");
    let (body, end) = body.split_at(at);
    let (names, types) = end.trim_start_matches("  return ").split_once(" : ").expect("types");
    let types = types.trim_end_matches("\n}\n");
    let mut body = body.to_owned();
    let mut results: Vec<Made> = Vec::new();
    for (i, (name, plain)) in names.split(", ").zip(types.split(", ")).enumerate() {
        let (mut name, mut from) = (name.to_owned(), plain.to_owned());
        // Some are stored in several formats, one after the other.
        for step in 0..1 + r.below(5) / 2 {
            let to = stored(r, plain);
            if to == from {
                continue;
            }
            let _ =
                writeln!(body, "  %s{i}_{step} = \"hloom.relayout\"({name}) : ({from}) -> {to}");
            (name, from) = (format!("%s{i}_{step}"), to);
            if r.chance(4) {
                results.push(Made {
                    name: name.clone(),
                    plain: plain.to_owned(),
                    stored: from.clone(),
                });
            }
        }
        results.push(Made { name, plain: plain.to_owned(), stored: from });
    }
    if r.chance(4) {
        let again = r.one_of(&results).clone();
        results.push(again);
    }
    let mut args = head.trim_start_matches("func.func @main(").to_owned();
    // Some arguments are results as they are.
    if r.chance(4) {
        let argument = args.split(", %").next().expect("an argument");
        let (name, ty) = argument.split_once(": ").expect("a type");
        let plain = without_encodings(ty);
        results.push(Made { name: name.to_owned(), plain, stored: ty.to_owned() });
    }
    let mut before = String::new();
    let kind = r.below(7);
    match kind {
        0 => before = call(&args, &mut body, &mut results),
        1 => {
            args += ", %choice: tensor<i1>";
            let choice = if r.chance(2) { 1.0 } else { 0.0 };
            let choice = Literal::from_f64s(Type::tensor(&[], Element::I1), &[choice]);
            arguments.push(choice.expect("a number"));
            branch(&mut body, &mut results);
        }
        2 => repeated(r, &mut body, &mut results),
        _ => {}
    }
    // A value in a structure may be stored otherwise afterwards.
    if kind < 3 {
        for (i, made) in results.iter_mut().enumerate() {
            let to = stored(r, &made.plain);
            if to != made.stored && r.chance(2) {
                let (name, from) = (&made.name, &made.stored);
                let _ = writeln!(body, "  %t{i} = \"hloom.relayout\"({name}) : ({from}) -> {to}");
                *made = Made { name: format!("%t{i}"), plain: made.plain.clone(), stored: to };
            }
        }
    }
    let list = |of: fn(&Made) -> &str| results.iter().map(of).collect::<Vec<_>>().join(", ");
    let (names, types) = (list(|made| &made.name), list(|made| &made.stored));
    let (result, end) = match kind {
        3 => {
            let _ = writeln!(body, "  %tuple = stablehlo.tuple {names} : tuple<{types}>");
            (format!("tuple<{types}>"), format!("%tuple : tuple<{types}>"))
        }
        _ => (format!("({types})"), format!("{names} : {types}")),
    };
    if r.chance(5) {
        args = in_tuple(&args, &mut body);
    }
    let encoded =
        format!("{before}func.func @main({args}) -> {result} {{\n{body}  return {end}\n}}\n");
    RandomProgram { plain: without_encodings(&encoded), encoded, arguments }
}

/// The names and types of arguments.
fn arguments_of(args: &str) -> Vec<(String, String)> {
    let each = args.trim_start_matches('%').split(", %");
    let pair = |argument: &str| {
        let (name, ty) = argument.split_once(": ").expect("a type");
        (format!("%{name}"), ty.to_owned())
    };
    each.map(pair).collect()
}

/// Puts the arguments in a tuple.
fn in_tuple(args: &str, body: &mut String) -> String {
    let all = arguments_of(args);
    let types: Vec<&str> = all.iter().map(|(_, ty)| &**ty).collect();
    let tuple = format!("tuple<{}>", types.join(", "));
    let mut first = String::new();
    for (i, (name, ty)) in all.iter().enumerate() {
        let _ =
            writeln!(first, "  {name} = stablehlo.get_tuple_element %all[{i}] : ({tuple}) -> {ty}");
    }
    *body = first + body;
    format!("%all: {tuple}")
}

/// Moves a body to another function; returns that one.
fn call(args: &str, body: &mut String, results: &mut [Made]) -> String {
    let list = |of: fn(&Made) -> &str| results.iter().map(of).collect::<Vec<_>>().join(", ");
    let (names, types) = (list(|made| &made.name), list(|made| &made.stored));
    let inner = format!(
        "func.func private @inner({args}) -> ({types}) {{\n{body}  return {names} : {types}\n}}\n"
    );
    let (given, from): (Vec<String>, Vec<String>) = arguments_of(args).into_iter().unzip();
    let (given, from) = (given.join(", "), from.join(", "));
    *body = format!("  %c:{} = func.call @inner({given}) : ({from}) -> ({types})\n", results.len());
    for (i, made) in results.iter_mut().enumerate() {
        made.name = format!("%c#{i}");
    }
    inner
}

/// The results, or zeros, by an argument.
fn branch(body: &mut String, results: &mut [Made]) {
    let mut zeros = String::new();
    let mut others = Vec::new();
    for (i, made) in results.iter().enumerate() {
        let (plain, to) = (&made.plain, &made.stored);
        let (_, element) = parts(plain);
        let zero = match element {
            "i1" => "false",
            _ if element.starts_with("complex") => "(0.0, 0.0)",
            _ if element.starts_with(['f', 'b']) => "0.0",
            _ => "0",
        };
        let _ = writeln!(zeros, "    %z{i} = stablehlo.constant dense<{zero}> : {plain}");
        let name = match to == plain {
            true => format!("%z{i}"),
            false => {
                let _ =
                    writeln!(zeros, "    %y{i} = \"hloom.relayout\"(%z{i}) : ({plain}) -> {to}");
                format!("%y{i}")
            }
        };
        others.push(name);
    }
    let list = |of: fn(&Made) -> &str| results.iter().map(of).collect::<Vec<_>>().join(", ");
    let (names, types) = (list(|made| &made.name), list(|made| &made.stored));
    let (others, count) = (others.join(", "), results.len());
    let _ = writeln!(
        body,
        "  %c:{count} = \"stablehlo.if\"(%choice) ({{\n    stablehlo.return {names} : {types}\n  }}, {{\n\
         {zeros}    stablehlo.return {others} : {types}\n  }}) : (tensor<i1>) -> ({types})"
    );
    for (i, made) in results.iter_mut().enumerate() {
        made.name = format!("%c#{i}");
    }
}

/// A result doubled in a loop, which carries it as it is stored.
fn repeated(r: &mut Random, body: &mut String, results: &mut [Made]) {
    let at = r.below(results.len());
    let Made { name, plain, stored } = results[at].clone();
    let op = if parts(&plain).1 == "i1" { "or" } else { "add" };
    let rounds = r.below(3);
    let _ = writeln!(
        body,
        "  %w0 = stablehlo.constant dense<0> : tensor<i32>
  %w1 = stablehlo.constant dense<1> : tensor<i32>
  %w2 = stablehlo.constant dense<{rounds}> : tensor<i32>
  %w:2 = stablehlo.while(%n = %w0, %v = {name}) : tensor<i32>, {stored}
    cond {{
      %c = stablehlo.compare LT, %n, %w2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      %twice = stablehlo.{op} %v, %v : ({stored}, {stored}) -> {stored}
      %m = stablehlo.add %n, %w1 : tensor<i32>
      stablehlo.return %m, %twice : tensor<i32>, {stored}
    }}"
    );
    results[at] = Made { name: "%w#1".to_owned(), plain, stored };
}
