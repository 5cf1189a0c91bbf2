//! Random counted loops: maps over rows, reductions, and loops that are neither.

use crate::campaign::Random;
use std::fmt::Write as _;

const I32: &str = "tensor<i32>";

/// A loop body under construction.
struct Body<'r> {
    random: &'r mut Random,
    text: String,
    /// Available scalars.
    pool: Vec<String>,
    next: usize,
    indent: usize,
}

impl Body<'_> {
    fn op(&mut self, op: &str) -> String {
        let name = format!("%t{}", self.next);
        self.next += 1;
        let _ = writeln!(self.text, "{:indent$}{name} = {op}", "", indent = self.indent);
        name
    }

    fn constant(&mut self, n: i32) -> String {
        self.op(&format!("stablehlo.constant dense<{n}> : {I32}"))
    }

    fn any(&mut self) -> String {
        self.random.one_of(&self.pool).clone()
    }

    fn binary(&mut self, op: &str, x: &str, y: &str) -> String {
        self.op(&format!("stablehlo.{op} {x}, {y} : {I32}"))
    }

    fn flag(&mut self) -> String {
        let (x, y) = (self.any(), self.any());
        let direction = ["LT", "GE", "EQ", "NE"][self.random.below(4)];
        self.op(&format!("stablehlo.compare {direction}, {x}, {y} : ({I32}, {I32}) -> tensor<i1>"))
    }

    /// An index: the induction variable plus a number, a number minus the induction variable, or
    /// any scalar.
    fn index(&mut self, counter: &str) -> String {
        let number = self.random.below(4) as i32 - 1;
        match self.random.below(6) {
            0..=2 => counter.to_owned(),
            3 => {
                let number = self.constant(number);
                self.binary("add", counter, &number)
            }
            4 => {
                let number = self.constant(number + 4);
                self.binary("subtract", &number, counter)
            }
            _ => self.any(),
        }
    }

    /// An element of `tensor`, a `tensor<{extent}xi32>`.
    fn element(&mut self, tensor: &str, extent: usize, at: &str) -> String {
        let one = self.op(&format!(
            "stablehlo.dynamic_slice {tensor}, {at}, sizes = [1] : (tensor<{extent}xi32>, {I32}) -> tensor<1xi32>"
        ));
        self.op(&format!("stablehlo.reshape {one} : (tensor<1xi32>) -> {I32}"))
    }

    /// A random computation on available values.
    fn step(&mut self, given: &str, extent: usize, counter: &str) {
        let value = match self.random.below(9) {
            8 => {
                if self.random.chance(3) {
                    self.branch(Self::inner_loop)
                } else {
                    self.inner_loop()
                }
            }
            0 => {
                let at = self.index(counter);
                self.element(given, extent, &at)
            }
            1 => {
                let (p, x, y) = (self.flag(), self.any(), self.any());
                self.op(&format!("stablehlo.select {p}, {x}, {y} : tensor<i1>, {I32}"))
            }
            2 => self.branch(|body| {
                let (x, y) = (body.any(), body.any());
                body.binary("multiply", &x, &y)
            }),
            3 => {
                let number = self.random.below(7) as i32 - 3;
                self.constant(number)
            }
            _ => {
                let op = ["add", "subtract", "multiply", "xor", "minimum"][self.random.below(5)];
                let (x, y) = (self.any(), self.any());
                self.binary(op, &x, &y)
            }
        };
        self.pool.push(value);
    }

    /// A loop with 0 to 7 iterations, depending on its start.
    fn inner_loop(&mut self) -> String {
        let (start, value, other) = (self.any(), self.any(), self.any());
        let seven = self.constant(7);
        let start = self.binary("and", &start, &seven);
        let (zero, one) = (self.constant(0), self.constant(1));
        let at = self.next;
        self.next += 1;
        let pad = " ".repeat(self.indent);
        let _ = write!(
            self.text,
            "{pad}%t{at}:2 = stablehlo.while(%n{at} = {start}, %v{at} = {value}) : {I32}, {I32}
{pad}cond {{
{pad}  %go{at} = stablehlo.compare GT, %n{at}, {zero} : ({I32}, {I32}) -> tensor<i1>
{pad}  stablehlo.return %go{at} : tensor<i1>
{pad}}} do {{
"
        );
        self.indent += 2;
        let count = format!("%n{at}");
        let left = self.binary("subtract", &count, &one);
        let op = ["add", "multiply", "xor", "minimum"][self.random.below(4)];
        let value = self.binary(op, &format!("%v{at}"), &other);
        let value = self.binary("subtract", &value, &count);
        self.indent -= 2;
        let _ =
            write!(self.text, "{pad}  stablehlo.return {left}, {value} : {I32}, {I32}\n{pad}}}\n");
        format!("%t{at}#1")
    }

    /// An `if` that chooses between the value built by `write` and another one.
    fn branch(&mut self, write: impl FnOnce(&mut Self) -> String) -> String {
        let other = self.any();
        self.branch_or(&other, write)
    }

    fn branch_or(&mut self, other: &str, write: impl FnOnce(&mut Self) -> String) -> String {
        let flag = self.flag();
        let name = format!("%t{}", self.next);
        self.next += 1;
        let pad = " ".repeat(self.indent);
        let _ = writeln!(self.text, "{pad}{name} = \"stablehlo.if\"({flag}) ({{");
        self.indent += 2;
        let inner = write(self);
        let _ = writeln!(self.text, "{pad}  stablehlo.return {inner} : {I32}");
        let _ = writeln!(self.text, "{pad}}}, {{");
        let _ = writeln!(self.text, "{pad}  stablehlo.return {other} : {I32}");
        self.indent -= 2;
        let _ = writeln!(self.text, "{pad}}}) : (tensor<i1>) -> {I32}");
        name
    }
}

/// A function `@main` of a tensor and two scalars, with one loop of known trip count. Carried
/// values are often a tensor with a row written in each iteration, a conditional reduction, or a
/// value that the last iteration computes.
pub fn counted(random: &mut Random) -> String {
    let extent = 3 + random.below(6);
    let trip_count = 1 + random.below(extent + 1) as i32;
    let step = [1, 1, 1, 2, -1][random.below(5)];
    let start = if step < 0 { trip_count - 1 } else { random.below(3) as i32 / 2 };
    let end = start + step * trip_count;
    let array = format!("tensor<{extent}xi32>");
    let mut body = Body {
        random,
        text: String::new(),
        pool: ["%i", "%y", "%z"].map(str::to_owned).to_vec(),
        next: 0,
        indent: 4,
    };
    if body.random.chance(3) {
        body.pool.push("%before".to_owned());
    }
    for _ in 0..2 + body.random.below(8) {
        body.step("%x", extent, "%i");
    }
    // A row, possibly computed from itself.
    let at = body.index("%i");
    let mut row = body.any();
    if body.random.chance(2) {
        let own = body.element("%out", extent, &at);
        row = body.binary("add", &own, &row);
    }
    // Computed from the running reduction.
    if body.random.chance(5) {
        row = body.binary("multiply", &row, "%sum");
    }
    // Computed from the previous row or another one.
    if body.random.chance(6) {
        let back = [step, step, step, 2][body.random.below(4)];
        let back = body.constant(back);
        let before = body.binary("subtract", &at, &back);
        let before = body.element("%out", extent, &before);
        let op = ["add", "minimum", "xor", "subtract"][body.random.below(4)];
        row = body.binary(op, &before, &row);
    }
    let row = body.op(&format!("stablehlo.reshape {row} : ({I32}) -> tensor<1xi32>"));
    let out = body.op(&format!(
        "stablehlo.dynamic_update_slice %out, {row}, {at} : ({array}, tensor<1xi32>, {I32}) -> {array}"
    ));
    let combiner =
        ["add", "multiply", "minimum", "maximum", "xor", "subtract"][body.random.below(6)];
    let mut sum = "%sum".to_owned();
    for _ in 0..1 + body.random.below(2) {
        let part = body.any();
        let old = sum.clone();
        sum = if body.random.chance(2) {
            body.branch_or(&old, |body| body.binary(combiner, &old, &part))
        } else {
            body.binary(combiner, &old, &part)
        };
    }
    if body.random.chance(4) {
        // Its intermediate values are used.
        body.pool.push(sum.clone());
    }
    let last = body.any();
    let number = body.constant(step);
    let next = body.binary("add", "%i", &number);
    let direction = ["NE", if step > 0 { "LT" } else { "GT" }][body.random.below(2)];
    // An unused result need not be computable.
    let mut given = |result: &'static str, other| {
        if body.random.chance(3) { other } else { result }
    };
    let results =
        [given("%r#1", "%x"), given("%r#0", "%y"), given("%r#2", "%y"), given("%r#3", "%z")]
            .join(", ");
    let text = body.text;
    format!(
        "func.func @main(%x: {array}, %y: {I32}, %z: {I32}) -> ({array}, {I32}, {I32}, {I32}) {{
  %start = stablehlo.constant dense<{start}> : {I32}
  %end = stablehlo.constant dense<{end}> : {I32}
  %r:4 = stablehlo.while(%i = %start, %out = %x, %sum = %y, %before = %z) : {I32}, {array}, {I32}, {I32}
  cond {{
    %go = stablehlo.compare {direction}, %i, %end : ({I32}, {I32}) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  }} do {{
{text}    stablehlo.return {next}, {out}, {sum}, {last} : {I32}, {array}, {I32}, {I32}
  }}
  return {results} : {array}, {I32}, {I32}, {I32}
}}
"
    )
}
