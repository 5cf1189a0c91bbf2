//! Nests as text, which [`crate::text::parse_nests`] reads.

use super::{Body, Combiner, Condition, Dim, Exactness, Nest, Node, NodeId};
use crate::index::{Index, Var};
use std::fmt;

impl Nest {
    /// The name of a dimension.
    pub fn dim_name(&self, var: Var) -> String {
        self.dims.get(var.0 as usize).map_or_else(|| format!("d{}", var.0), |d| d.name.clone())
    }
}

/// A name as an identifier.
fn word(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '.' { c } else { '_' };
    let word: String = name.chars().map(plain).collect();
    if word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        word
    } else {
        format!("_{word}")
    }
}

/// Names as unique identifiers.
fn unique<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        let name = word(name);
        let mut free = name.clone();
        for number in 2.. {
            if !all.contains(&free) {
                break;
            }
            free = format!("{name}.{number}");
        }
        all.push(free);
    }
    all
}

fn list<T>(items: impl IntoIterator<Item = T>, show: impl FnMut(T) -> String) -> String {
    items.into_iter().map(show).collect::<Vec<_>>().join(", ")
}

fn conditions(conditions: &[Condition], name: &dyn Fn(Var) -> String) -> String {
    list(conditions, |c| format!("{} <= {} < {}", c.low, c.index.display(name), c.high))
}

fn node(
    body: &Body,
    id: NodeId,
    inputs: &dyn Fn(u32) -> String,
    name: &dyn Fn(Var) -> String,
) -> String {
    let index = |e: &Index| e.display(name).to_string();
    match body.node(id) {
        Node::Constant([re, 0]) => format!("constant {re:#x}"),
        Node::Constant([re, im]) => format!("constant ({re:#x}, {im:#x})"),
        Node::Index(e) => format!("index {}", index(e)),
        Node::Holds(c) => format!("holds {}", conditions(c, name)),
        Node::Load { input, coords, guard } => {
            let place = format!("load {}[{}]", inputs(*input), list(coords, index));
            if guard.is_empty() {
                place
            } else {
                format!("{place} where {}", conditions(guard, name))
            }
        }
        Node::Lookup { input: n, coords, start } => {
            let coords = list(coords, |e| e.display(name).to_string());
            format!("lookup {}[{coords}] from %{}", inputs(*n), start.0)
        }
        Node::Op(op, operands) => format!("{op} {}", list(operands, |o| format!("%{}", o.0))),
        Node::Reduced(n) => format!("reduced {n}"),
        Node::Parameter(n) => format!("parameter {n}"),
    }
}

impl Nest {
    /// The names of the inputs in the nest's text, without `@`.
    pub(crate) fn input_names(&self) -> Vec<String> {
        unique(self.inputs.iter().map(|t| t.name.as_str()))
    }
}

impl fmt::Display for Nest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dims = unique(self.dims.iter().map(|d| d.name.as_str()));
        let inputs = self.input_names();
        let name = |v: Var| dims.get(v.0 as usize).cloned().unwrap_or_else(|| format!("d{}", v.0));
        let input =
            |n: u32| inputs.get(n as usize).map_or_else(|| "?".to_owned(), |t| format!("@{t}"));
        writeln!(f, "nest {:?} {{", self.name)?;
        let named: Vec<(&Dim, &String)> = self.dims.iter().zip(&dims).collect();
        for run in named.chunk_by(|a, b| a.0.reducing == b.0.reducing) {
            let word = if run[0].0.reducing { "reducing" } else { "parallel" };
            let each = list(run, |(dim, name)| format!("{name} : {}", dim.extent));
            writeln!(f, "  {word} {each}")?;
        }
        for (tensor, name) in self.inputs.iter().zip(&inputs) {
            let shape = list(&tensor.shape, u64::to_string);
            writeln!(f, "  input @{name} : {}[{shape}]", tensor.element)?;
        }
        for id in self.body.ids() {
            let text = node(&self.body, id, &input, &name);
            writeln!(f, "  %{} : {} = {text}", id.0, self.body.element(id))?;
        }
        if let Some(r) = &self.reduction {
            let values = list(&r.values, |v| format!("%{}", v.0));
            let initial = list(&r.initial, |v| format!("%{}", v.0));
            write!(f, "  reduce ({values}) from ({initial}) by ")?;
            match &r.combiner {
                Combiner::Each(ops) => {
                    let contract = match r.contract {
                        None => "",
                        Some(Exactness::Full) => " contracting",
                        Some(Exactness::ThreePasses) => " contracting in three passes",
                        Some(Exactness::OnePass) => " contracting in one pass",
                    };
                    writeln!(f, "{}{contract}", list(ops, |op| op.to_string()))?;
                }
                Combiner::Body(body, results) => {
                    writeln!(f, "{{")?;
                    for id in body.ids() {
                        let text = node(body, id, &input, &name);
                        writeln!(f, "    %{} : {} = {text}", id.0, body.element(id))?;
                    }
                    writeln!(f, "    yield {}", list(results, |v| format!("%{}", v.0)))?;
                    writeln!(f, "  }}")?;
                }
            }
        }
        for output in &self.outputs {
            let tensor = &output.tensor;
            let shape = list(&tensor.shape, u64::to_string);
            let coords = list(&output.coords, |e| e.display(&name).to_string());
            let what = format!("@{} : {}[{shape}]", word(&tensor.name), tensor.element);
            write!(f, "  output {what} at [{coords}]")?;
            if let Some(start) = output.start {
                write!(f, " from %{}", start.0)?;
            }
            write!(f, " = %{}", output.value.0)?;
            match output.when {
                Some(when) => writeln!(f, " when %{}", when.0)?,
                None => writeln!(f)?,
            }
        }
        f.write_str("}\n")
    }
}
