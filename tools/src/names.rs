//! The names of values as the program's text has them, numbers too.
//!
//! A module keeps the names that values were given, but not numbers (`%3`), which the printer
//! gives anew. JAX numbers all values, so what is said about its programs would speak of
//! nothing that stands in them. The text at an op's place still has the number.

use hloom_ir::{Module, OpId, Value};

/// A module and the text that it was read from.
pub(crate) struct Written<'a> {
    module: &'a Module,
    text: &'a str,
    /// The offset of each line's start.
    starts: Vec<usize>,
}

impl<'a> Written<'a> {
    /// The names of a module's values in the text that it was read from. Passes may have
    /// changed the module: an op that replaces another stands at its place.
    pub(crate) fn new(module: &'a Module, text: &'a str) -> Written<'a> {
        let after =
            text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(after).collect();
        Written { module, text, starts }
    }

    /// The module.
    pub(crate) fn module(&self) -> &'a Module {
        self.module
    }

    /// An op in a sentence: its result's name and its own, or its own and its line.
    pub(crate) fn op(&self, op: OpId) -> String {
        let short = self.module.op(op).def().short_name();
        let name = self.module.results(op).get(0).and_then(|value| self.name(value));
        match (name, self.line(op)) {
            (Some(name), _) => format!("%{name} ({short})"),
            (None, Some(line)) => format!("{short} of line {line}"),
            (None, None) => short.to_owned(),
        }
    }

    /// A value in a sentence: its name, or the op that makes it.
    pub(crate) fn value(&self, value: Value) -> String {
        match (self.name(value), self.module.def_op(value)) {
            (Some(name), _) => format!("%{name}"),
            (None, Some(op)) => format!("the result of {}", self.op(op)),
            (None, None) => "an argument".to_owned(),
        }
    }

    /// The name of a value without its `%`, if the text gives it one.
    pub(crate) fn name(&self, value: Value) -> Option<String> {
        if let Some(name) = self.module.name(value) {
            return Some(name.to_owned());
        }
        let op = self.module.def_op(value)?;
        let results = self.module.results(op);
        let at = results.iter().position(|it| it == value)?;
        let (name, count) = self.number(op)?;
        match (count, results.len()) {
            (1, 1) => Some(name.to_owned()),
            (count, len) if count == len => Some(format!("{name}#{at}")),
            _ => None,
        }
    }

    /// The line on which an op stands, from 1.
    pub(crate) fn line(&self, op: OpId) -> Option<usize> {
        let span = self.module.span(op);
        let start = span.start as usize;
        (!span.is_none()).then(|| self.starts.partition_point(|&line| line <= start))
    }

    /// The text of a line, counted from 1.
    pub(crate) fn text_of(&self, line: usize) -> &'a str {
        let start = line.checked_sub(1).and_then(|at| self.starts.get(at)).copied();
        let rest = start.and_then(|start| self.text.get(start..)).unwrap_or_default();
        rest.lines().next().unwrap_or_default()
    }

    /// The number in front of an op's `=`, and how many results it stands for.
    fn number(&self, op: OpId) -> Option<(&'a str, usize)> {
        let span = self.module.span(op);
        let text = self.text.get(span.start as usize..)?.strip_prefix('%')?;
        let end = text.find(|c: char| !c.is_ascii_digit())?;
        let (name, rest) = text.split_at(end);
        if name.is_empty() {
            return None;
        }
        let count = match rest.strip_prefix(':') {
            Some(rest) => rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?,
            None => 1,
        };
        rest.trim_start_matches(|c: char| c == ':' || c.is_ascii_digit())
            .trim_start()
            .starts_with('=')
            .then_some((name, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_text_are_names() {
        let text = "func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %7 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
  %sum = stablehlo.add %7, %7 : tensor<2xf32>
  %9:2 = stablehlo.optimization_barrier %sum, %7 : tensor<2xf32>, tensor<2xf32>
  %12 = stablehlo.add %9#0, %9#1 : tensor<2xf32>
  return %12 : tensor<2xf32>
}";
        let module = hloom_ir::text::parse_module(text).unwrap();
        let written = Written::new(&module, text);
        let names: Vec<(String, usize)> = module
            .walk_all()
            .flat_map(|op| {
                let line = written.line(op).unwrap_or(0);
                let names = module.results(op).iter().filter_map(|v| written.name(v));
                names.map(|name| (name, line)).collect::<Vec<_>>()
            })
            .collect();
        let names: Vec<(&str, usize)> = names.iter().map(|(n, l)| (n.as_str(), *l)).collect();
        assert_eq!(names, [("7", 2), ("sum", 3), ("9#0", 4), ("9#1", 4), ("12", 5)]);
    }
}
