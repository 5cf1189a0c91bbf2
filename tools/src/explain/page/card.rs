//! The text on a box.

use hloom_ir::ops::Op;
use hloom_ir::{Module, OpId, Type, Value};

use super::super::part::Part;
use super::scene::Role;
use crate::names::Written;

/// The facts about a box that its drawing, the tables and the panel show.
pub(super) struct Card {
    /// The class of boxes: `kernel`, `op`, `argument`, `constant` or `result`.
    pub(super) role: &'static str,
    /// The template of a kernel; empty otherwise.
    pub(super) kind: &'static str,
    /// The first line: the most expensive ops.
    pub(super) title: String,
    /// The names of what it makes.
    pub(super) name: String,
    /// Short names of its ops, without constants.
    pub(super) ops: Vec<&'static str>,
    /// The values that it makes.
    pub(super) makes: Vec<Value>,
    /// Estimated seconds.
    pub(super) seconds: Option<f64>,
    /// Measured seconds.
    pub(super) measured: Option<f64>,
    /// Bytes read and written.
    pub(super) traffic: Option<(f64, f64)>,
}

/// Ops that give a kernel its title, the most telling first.
const TELLING: &[&str] = &[
    "convolution",
    "dot_general",
    "dot",
    "select_and_scatter",
    "reduce_window",
    "scatter",
    "gather",
    "sort",
    "reduce",
];

impl Card {
    pub(super) fn new(written: &Written<'_>, part: &Part, role: Role) -> Card {
        let module = written.module();
        let plain = |role, title: String, makes: Vec<Value>| Card {
            role,
            kind: "",
            title,
            name: makes.iter().map(|&v| written.value(v)).collect::<Vec<_>>().join(", "),
            ops: Vec::new(),
            makes,
            seconds: None,
            measured: None,
            traffic: None,
        };
        match role {
            Role::Kernel(k) => {
                let kernel = &part.explanation.kernels[k];
                let makes = match &kernel.group {
                    Some(group) => group.results.clone(),
                    None => kernel.ops.iter().flat_map(|&op| module.results(op)).collect(),
                };
                let ops = computed(module, &kernel.ops);
                let title = match kernel.kind {
                    "attention" => "attention".to_owned(),
                    _ => title(&ops),
                };
                Card {
                    kind: kernel.kind,
                    ops,
                    seconds: Some(kernel.seconds),
                    measured: part.measured.get(k).copied().flatten(),
                    traffic: Some((kernel.read, kernel.written)),
                    ..plain("kernel", title, makes)
                }
            }
            Role::Op(op) => {
                let name = module.op(op).def().short_name();
                let makes = module.results(op).into_iter().collect();
                Card { ops: vec![name], ..plain("op", name.to_owned(), makes) }
            }
            Role::Argument(value) => {
                let name = match written.name(value) {
                    Some(name) => format!("%{name}"),
                    None => position(module, value),
                };
                Card { name: name.clone(), ..plain("argument", name, vec![value]) }
            }
            Role::Constant(value) => {
                let name = written.value(value);
                plain("constant", name, vec![value])
            }
            Role::Result(at) => {
                let end = module.terminator(part.block);
                let value = end.and_then(|end| module.operands(end).get(at).copied());
                plain("result", format!("result {at}"), value.into_iter().collect())
            }
        }
    }

    /// The shape of what it makes: `64×200 f32`, and how many more there are.
    pub(super) fn shape(&self, module: &Module) -> String {
        let mut values = self.makes.iter();
        let Some(&first) = values.next() else { return String::new() };
        match values.len() {
            0 => shape(module.ty(first)),
            more => format!("{} +{more}", shape(module.ty(first))),
        }
    }
}

/// The short names of ops, without constants.
fn computed(module: &Module, ops: &[OpId]) -> Vec<&'static str> {
    let ops = ops.iter().filter(|&&op| !matches!(module.op(op), Op::Constant(_)));
    ops.map(|&op| module.op(op).def().short_name()).collect()
}

fn title(ops: &[&'static str]) -> String {
    let telling: Vec<&str> = TELLING.iter().copied().filter(|name| ops.contains(name)).collect();
    match telling[..] {
        [] => ops.last().copied().unwrap_or("constant").to_owned(),
        [one] => one.to_owned(),
        [first, second, ..] => format!("{first} + {second}"),
    }
}

/// The number of an argument without a name.
fn position(module: &Module, value: Value) -> String {
    match module.def_op(value) {
        Some(op) => format!("a result of {}", module.op(op).def().short_name()),
        None => "an argument".to_owned(),
    }
}

/// A type in few characters.
pub(super) fn shape(ty: Type) -> String {
    let Some(tensor) = ty.as_tensor() else { return ty.to_string() };
    let extents: Vec<String> = tensor
        .dims
        .iter()
        .map(|&extent| if extent < 0 { "?".to_owned() } else { extent.to_string() })
        .collect();
    match &extents[..] {
        [] => tensor.element.to_string(),
        _ => format!("{} {}", extents.join("×"), tensor.element),
    }
}

/// A text of at most `most` characters.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// A sentence about a kind of kernel.
pub(super) fn describe(kind: &str) -> &'static str {
    match kind {
        "cell" => "Elementwise ops and data movement in one pass, perhaps ending in a reduction.",
        "row" => "Reductions along inner dimensions, row by row, and ops that use the row again.",
        "multi_agg" => "Several reductions of the same elements in one pass.",
        "outer" => "A product whose elements are reduced at once, never stored.",
        "attention" => "Two products with row-wise ops between them, tile by tile.",
        "dot" => "A product or convolution with elementwise ops before and after it.",
        "reduce_window" => "A reduction over windows with elementwise ops before and after it.",
        "gather" => "Elements looked up at computed places, with elementwise ops around it.",
        "scatter" => "Elements changed at computed places, with the ops that compute the updates.",
        "horizontal" => "Small ops that do not depend on each other, started together.",
        _ => "One op by itself.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_name_the_expensive_ops() {
        assert_eq!(title(&["add", "reduce", "dot_general", "exponential"]), "dot_general + reduce");
        assert_eq!(title(&["add", "multiply"]), "multiply");
        assert_eq!(title(&[]), "constant");
        assert_eq!((cut("abcdef", 4), cut("äöü", 3)), ("abc…".to_owned(), "äöü".to_owned()));
    }

    #[test]
    fn every_kind_has_its_sentence() {
        use hloom_passes::fusion::kind::TemplateKind;
        let kinds = [
            TemplateKind::Cell,
            TemplateKind::Row,
            TemplateKind::MultiAgg,
            TemplateKind::Outer,
            TemplateKind::Attention,
            TemplateKind::Dot,
            TemplateKind::Window,
            TemplateKind::Gather,
            TemplateKind::Scatter,
            TemplateKind::Horizontal,
        ];
        for kind in kinds {
            assert_ne!(describe(kind.name()), describe("op"), "{}", kind.name());
        }
    }
}
