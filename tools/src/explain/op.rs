//! The page of an op, from its entry in the op table.

use std::fmt::Write;

use hloom_ir::field::Style;
use hloom_ir::op::{AttrDef, OpDef, Syntax, Trait};
use hloom_ir::ops;

use super::examples;

/// Everything the table says about an op.
pub(super) fn page(def: &OpDef, rules: &[String]) -> String {
    let mut out = format!("{}\n\n", def.name);
    for line in def.doc.lines() {
        // Doc comments start with a blank; links in angle brackets are printed plainly.
        let _ = writeln!(out, "{}", line.strip_prefix(' ').unwrap_or(line).replace(['<', '>'], ""));
    }
    section(&mut out, "Syntax", indented(&syntax(def)));
    section(&mut out, "Example", indented(&examples::shown(def.name)));
    let operands = def.operands.iter().map(|operand| {
        let many = if operand.many { ", any number of them" } else { "" };
        (operand.name, format!("{}{many}", operand.kind.describe()))
    });
    section(&mut out, "Operands", table(operands));
    section(&mut out, "Attributes", table(def.attrs.iter().filter_map(attribute)));
    section(&mut out, "Regions", table(def.regions.iter().map(|name| (*name, String::new()))));
    section(&mut out, "Results", indented(results(def.results)));
    let constraints = ops::constraints(def.name).map(|(label, what)| (label, what.to_owned()));
    section(&mut out, "Constraints, under the specification's labels", table(constraints));
    let backends = examples::backends(def.name, examples::is_form(def));
    section(&mut out, "Backends", backends);
    section(&mut out, "Properties", table(def.traits.iter().map(|t| property(*t))));
    section(&mut out, "Rules of canonicalize that start here", indented(&rules.join("\n")));
    out
}

/// Prints a section, unless it is empty.
fn section(out: &mut String, heading: &str, body: String) {
    if !body.is_empty() {
        let _ = write!(out, "\n{heading}\n{body}");
    }
}

/// Indents each line by two columns.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// Prints names with their descriptions in two columns.
pub(super) fn table<'a>(rows: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let rows: Vec<(&str, String)> = rows.into_iter().collect();
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    rows.iter()
        .map(|(name, text)| format!("  {}\n", format!("{name:width$}  {text}").trim_end()))
        .collect()
}

/// The op's syntax, unless only the example can show it.
fn syntax(def: &OpDef) -> String {
    match def.syntax {
        Syntax::Pieces(pieces) => pretty(def, pieces),
        Syntax::Generic => generic(def),
        Syntax::Custom => String::new(),
    }
}

/// `%result = stablehlo.transpose %operand, dims = [1, 0] : (…) -> …`.
fn pretty(def: &OpDef, pieces: &str) -> String {
    let (body, types) = pieces.split_once(" : ").unwrap_or((pieces, ""));
    let mut text = format!("{}{} ", result(def), def.name);
    let mut rest = body;
    while let Some(at) = rest.find('$') {
        text.push_str(&rest[..at]);
        let name = &rest[at + 1..];
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        text.push_str(&placeholder(def, &name[..end]));
        rest = &name[end..];
    }
    text.push_str(rest);
    text.push_str(match types {
        "" | "none" => "",
        "result" => " : type of the result",
        "operands" => " : types of the operands",
        "arrow" => " : types of the operands -> type of the result",
        "operands_one" | "same" => " : tensor<…>",
        "of_i1" | "of_index" | "of_witnesses" => "",
        "to" => " : type of the operand to type of the result",
        "shape_arrow" => " : types of the operands -> type of the result",
        "compared" | "extent" => " : type of the first operand",
        "chosen" | "sized" | "splat" => " : type of the result",
        "gives_shape" | "gives_i1" | "gives_index" | "gives_witness" => " : types of the operands",
        _ => " : (types of the operands) -> type of the result",
    });
    text
}

/// An example of an operand or an attribute in the pretty form.
fn placeholder(def: &OpDef, name: &str) -> String {
    if let Some(operand) = def.operands.iter().find(|o| o.name == name) {
        return if operand.many { format!("%{name}#0, …") } else { format!("%{name}") };
    }
    match def.attrs.iter().find(|a| a.name == name).map(|a| a.style) {
        Some(Style::Dims) => "[0, 1]".to_owned(),
        Some(Style::Int) => "0".to_owned(),
        Some(Style::Symbol) => "@name".to_owned(),
        Some(Style::Word(words)) => words.words.first().map_or("…", |w| *w).to_owned(),
        Some(Style::Numbered(words)) => words.first().map_or("…", |w| *w).to_owned(),
        Some(Style::Extents) => "[2, 3]".to_owned(),
        Some(Style::Attr | Style::ResultType) | None => "…".to_owned(),
    }
}

/// `%result = "stablehlo.case"(%index) ({ branches }) : (…) -> …`.
fn generic(def: &OpDef) -> String {
    let operands: Vec<String> = def.operands.iter().map(|o| placeholder(def, o.name)).collect();
    let regions: Vec<String> = def.regions.iter().map(|r| format!("{{ {r} }}")).collect();
    let regions =
        if regions.is_empty() { String::new() } else { format!(" ({})", regions.join(", ")) };
    let attrs: Vec<String> = def
        .attrs
        .iter()
        .filter(|a| a.style != Style::ResultType)
        .map(|a| format!("{} = …", a.name))
        .collect();
    let attrs = if attrs.is_empty() { String::new() } else { format!(" {{{}}}", attrs.join(", ")) };
    format!(
        "{}\"{}\"({}){regions}{attrs} : (types of the operands) -> types of the results",
        result(def),
        def.name,
        operands.join(", ")
    )
}

fn result(def: &OpDef) -> &'static str {
    if def.results == "None" { "" } else { "%result = " }
}

/// The row of an attribute; `None` if it is not written as an attribute.
fn attribute(attr: &AttrDef) -> Option<(&'static str, String)> {
    let kind = match attr.style {
        Style::Attr => "as in generic form".to_owned(),
        Style::Dims => "a list of integers, one a dimension".to_owned(),
        Style::Int => "an integer".to_owned(),
        Style::Symbol => "a symbol, @name".to_owned(),
        Style::Word(words) => format!("one of {}", words.words.join(", ")),
        Style::Numbered(words) => format!("one of {}", words.join(", ")),
        Style::Extents => "a list of extents".to_owned(),
        Style::ResultType => return None,
    };
    let optional = if attr.optional { "; may be absent" } else { "" };
    Some((attr.name, format!("{kind}{optional}")))
}

fn results(word: &'static str) -> &'static str {
    match word {
        "None" => "",
        "Tensor" => "a tensor",
        "Tensors" => "tensors",
        "Any" => "any number of values",
        other => other,
    }
}

/// A description of a trait.
fn property(of: Trait) -> (&'static str, String) {
    let (name, meaning) = match of {
        Trait::Pure => ("pure", "no side effect; may be removed, merged and moved"),
        Trait::NeverFails => ("never fails", "running it is not an error if extents are static"),
        Trait::MayFail => ("may fail", "running it may be an error"),
        Trait::Foldable => ("foldable", "of constants, it is computed at compile time"),
        Trait::NotFoldable => ("not foldable", "never computed at compile time"),
        Trait::Commutative => ("commutative", "its two operands may be exchanged"),
        Trait::Elementwise => {
            ("elementwise", "each result element depends on the operands' elements at its index")
        }
        Trait::Terminator => ("terminator", "ends a block"),
        Trait::IsolatedFromAbove => ("isolated", "its regions use no value from outside"),
        Trait::NoTerminator => ("no terminator", "its block needs none"),
        Trait::Symbol => ("symbol", "its name is what others refer to by @name"),
    };
    (name, meaning.to_owned())
}
