//! Random functions as manual computations over meshes.

use super::{Known, Sampler};
use std::fmt::Write;

impl Sampler<'_> {
    /// The body as a manual computation over a mesh of one or two axes, on constants.
    pub(super) fn manual(&mut self, parameters: &[Known], results: &[Known], body: &str) -> String {
        let factor = *self.random.one_of(&[1, 2, 3]);
        let axes = match self.partitions % factor == 0 && factor > 1 {
            true => vec![("x", factor), ("y", self.partitions / factor)],
            false => vec![("x", self.partitions)],
        };
        let mesh = axes.iter().map(|(name, n)| format!("\"{name}\"={n}"));
        let mut mesh = mesh.collect::<Vec<_>>().join(", ");
        if self.random.chance(3) {
            let ids: Vec<i64> = (0..self.partitions).rev().collect();
            mesh = format!("{mesh}], device_ids={ids:?}");
        } else {
            mesh += "]";
        }
        // Along the other axes, devices have the same.
        let mut own = axes.clone();
        if own.len() > 1 && self.random.chance(3) {
            own.remove(self.random.below(2));
        }
        let names: Vec<String> = own.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let mut shardings = |of: &[Known]| -> (Vec<String>, Vec<Known>) {
            let mut texts = Vec::new();
            let mut whole = Vec::new();
            for value in of {
                let mut left = own.clone();
                let mut whole_value = value.clone();
                let mut dims = Vec::new();
                for extent in &mut whole_value.dims {
                    let mut names = Vec::new();
                    while !left.is_empty() && self.random.chance(2) {
                        let (name, n) = left.swap_remove(self.random.below(left.len()));
                        *extent *= n;
                        names.push(format!("\"{name}\""));
                    }
                    dims.push(format!("{{{}}}", names.join(", ")));
                }
                texts.push(format!("<@mesh, [{}]>", dims.join(", ")));
                whole.push(whole_value);
            }
            (texts, whole)
        };
        let (ins, given) = shardings(parameters);
        let (outs, made) = shardings(results);
        let mut text = format!("sdy.mesh @mesh = <[{mesh}>\n");
        let list = |of: &[Known], what: &dyn Fn(&Known) -> String| -> String {
            of.iter().map(what).collect::<Vec<_>>().join(", ")
        };
        let types = list(&made, &Known::ty);
        _ = writeln!(text, "func.func @main() -> ({types}) {{");
        for (at, value) in given.iter().enumerate() {
            _ = writeln!(text, "%c{at} = {}", self.constant(&value.dims, value.element));
        }
        _ = writeln!(
            text,
            "%r:{} = sdy.manual_computation({}) in_shardings=[{}] out_shardings=[{}] manual_axes={{{}}} ({}) {{\n\
             {body}sdy.return {} : {}\n}} : ({}) -> ({types})",
            results.len(),
            (0..given.len()).map(|at| format!("%c{at}")).collect::<Vec<_>>().join(", "),
            ins.join(", "),
            outs.join(", "),
            names.join(", "),
            list(parameters, &|it| format!("{}: {}", it.name, it.ty())),
            list(results, &|it| it.name.clone()),
            list(results, &Known::ty),
            list(&given, &Known::ty),
        );
        let returned: Vec<String> = (0..results.len()).map(|at| format!("%r#{at}")).collect();
        _ = write!(text, "return {} : {types}\n}}\n", returned.join(", "));
        text
    }
}
