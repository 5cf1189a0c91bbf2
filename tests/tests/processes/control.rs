//! Loops and branches of random functions: those that all processes go through alike, with collectives, and
//! those that each goes through as its number says.

use super::{Known, Sampler};
use std::fmt::Write;

impl Sampler<'_> {
    /// The number of this process, if `own`; else a number that all agree on.
    fn bound(&mut self, own: bool) -> Known {
        if own {
            let id = self.push("stablehlo.partition_id : tensor<ui32>", vec![], "ui32");
            let text = format!("stablehlo.convert {} : (tensor<ui32>) -> tensor<i32>", id.name);
            return self.push(&text, vec![], "i32");
        }
        let number = self.random.below(4);
        self.push(&format!("stablehlo.constant dense<{number}> : tensor<i32>"), vec![], "i32")
    }

    /// Steps in a block of their own: values of the block go out of scope after it.
    fn inside(&mut self, depth: usize, own: bool) -> Known {
        let alone = self.alone;
        self.alone |= own;
        (0..1 + self.random.below(3)).for_each(|_| self.step(depth + 1));
        self.alone = alone;
        self.any()
    }

    /// A loop that carries a value and counts to a bound.
    pub(super) fn repeated(&mut self, x: &Known, depth: usize) {
        let own = self.alone || self.random.chance(3);
        let bound = self.bound(own);
        let zero = self.push("stablehlo.constant dense<0> : tensor<i32>", vec![], "i32");
        let one = self.push("stablehlo.constant dense<1> : tensor<i32>", vec![], "i32");
        let (outer, scope) = (std::mem::take(&mut self.text), self.known.len());
        let number = self.named;
        self.named += 1;
        let carried = Known { name: format!("%x{number}"), ..x.clone() };
        self.known.push(carried.clone());
        let last = self.inside(depth, own);
        // The carried value keeps its type.
        let next = if last.ty() == x.ty() { last } else { carried.clone() };
        let sum = format!("stablehlo.add {}, {} : {}", next.name, carried.name, x.ty());
        let next = self.push(&sum, x.dims.clone(), x.element);
        let body = std::mem::replace(&mut self.text, outer);
        self.known.truncate(scope);
        let (ty, i) = (x.ty(), format!("%i{number}"));
        let name = format!("%w{number}");
        _ = writeln!(
            self.text,
            "{name}:2 = stablehlo.while({i} = {}, {} = {}) : tensor<i32>, {ty}\ncond {{\n\
             %t = stablehlo.compare LT, {i}, {} : (tensor<i32>, tensor<i32>) -> tensor<i1>\n\
             stablehlo.return %t : tensor<i1>\n}} do {{\n{body}\
             %n = stablehlo.add {i}, {} : tensor<i32>\n\
             stablehlo.return %n, {} : tensor<i32>, {ty}\n}}",
            zero.name, carried.name, x.name, bound.name, one.name, next.name
        );
        self.known.push(Known { name: format!("{name}#1"), ..x.clone() });
    }

    pub(super) fn branch(&mut self, x: &Known, depth: usize) {
        let own = self.alone || self.random.chance(2);
        let bound = self.bound(own);
        let one = self.push("stablehlo.constant dense<1> : tensor<i32>", vec![], "i32");
        let test = format!(
            "stablehlo.compare LE, {}, {} : (tensor<i32>, tensor<i32>) -> tensor<i1>",
            bound.name, one.name
        );
        let test = self.push(&test, vec![], "i1");
        self.known.pop();
        let mut arms = Vec::new();
        for _ in 0..2 {
            let (outer, scope) = (std::mem::take(&mut self.text), self.known.len());
            let last = self.inside(depth, own);
            let result = if last.ty() == x.ty() { last.name } else { x.name.clone() };
            let body = std::mem::replace(&mut self.text, outer);
            self.known.truncate(scope);
            arms.push(format!("{{\n{body}stablehlo.return {result} : {}\n}}", x.ty()));
        }
        let text = format!(
            "\"stablehlo.if\"({}) ({}) : (tensor<i1>) -> {}",
            test.name,
            arms.join(", "),
            x.ty()
        );
        self.push(&text, x.dims.clone(), x.element);
    }
}
