//! Nests as text, for readers.

use super::{Body, Combiner, Condition, Dim, Exactness, Nest, Node, NodeId};
use crate::index::{Index, Var};
use std::fmt;

impl Nest {
    /// The name of a dimension.
    pub fn dim_name(&self, var: Var) -> String {
        self.dims.get(var.0 as usize).map_or_else(|| format!("d{}", var.0), |d| d.name.clone())
    }
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

impl fmt::Display for Nest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |v: Var| self.dim_name(v);
        let input = |n: u32| {
            self.inputs.get(n as usize).map_or_else(|| "?".to_owned(), |t| format!("@{}", t.name))
        };
        writeln!(f, "nest {:?} {{", self.name)?;
        for (word, reducing) in [("parallel", false), ("reducing", true)] {
            let dims: Vec<&Dim> = self.dims.iter().filter(|d| d.reducing == reducing).collect();
            if !dims.is_empty() {
                writeln!(f, "  {word} {}", list(dims, |d| format!("{} : {}", d.name, d.extent)))?;
            }
        }
        for tensor in &self.inputs {
            let shape = list(&tensor.shape, u64::to_string);
            writeln!(f, "  input @{} : {}[{shape}]", tensor.name, tensor.element)?;
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
            let what = format!("@{} : {}[{shape}]", tensor.name, tensor.element);
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
