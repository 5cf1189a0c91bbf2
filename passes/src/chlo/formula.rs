//! Functions as formulas in text, and their parser.
//!
//! ```text
//! # Area hyperbolic tangent.
//! def atanh(x):
//!     a = abs(x)
//!     return copysign(0.5 * log1p(2.0 * a / (1.0 - a)), x)
//! ```
//!
//! A file holds numbers (`PI = 3.14`), lists of numbers (`ERF = [0.1, -0.3]`) and
//! functions, whose lines name values and end in a `return` of one or two. There
//! are no loops and no branches: `select(p, a, b)` chooses. The syntax is a part of
//! Python's, so the formulas can be tried there, with NumPy's functions under the
//! names that [`expand`](super::expand) knows.

use std::collections::HashMap;

/// An expression: the right-hand side of an assignment.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expr {
    /// A number.
    Number(f64),
    /// A local value, or a named number of the file.
    Name(String),
    /// An entry of a list: `PI[1]`.
    Item(String, usize),
    /// A call of a function of the file or of a built-in one.
    Call(String, Vec<Expr>),
    /// `-x` or `~p`.
    Unary(char, Box<Expr>),
    /// `+ - * / & |`, and comparisons by their usual signs.
    Binary(&'static str, Box<Expr>, Box<Expr>),
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Function {
    /// The names of its arguments.
    pub args: Vec<String>,
    /// The names that each line assigns, and the expression.
    pub lines: Vec<(Vec<String>, Expr)>,
    /// The returned expressions.
    pub results: Vec<Expr>,
}

/// The functions and numbers of some files.
#[derive(Default, Debug)]
pub(super) struct Formulas {
    functions: HashMap<String, Function>,
    numbers: HashMap<String, Vec<f64>>,
}

impl Formulas {
    /// Parses formula files.
    ///
    /// # Panics
    /// If a file is not well-formed; a test parses all of them.
    pub(super) fn read(files: &[&str]) -> Formulas {
        let mut all = Formulas::default();
        for file in files {
            all.add(file).unwrap_or_else(|e| panic!("formulas: {e}"));
        }
        all
    }

    /// The function of this name.
    pub(super) fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(name)
    }

    /// The numbers under this name.
    pub(super) fn numbers(&self, name: &str) -> Option<&[f64]> {
        self.numbers.get(name).map(Vec::as_slice)
    }

    fn add(&mut self, text: &str) -> Result<(), String> {
        let mut open: Option<(String, Function)> = None;
        for (i, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let wrong = |what: &str| format!("line {}: {what} in `{}`", i + 1, line.trim());
            let mut tokens = Tokens::of(line).map_err(|e| wrong(&e))?;
            let is_inside = line.starts_with("    ");
            let result = match (&mut open, is_inside) {
                _ if tokens.is_done() => Ok(()),
                (None, true) => Err("a line outside of functions".to_owned()),
                (Some((name, function)), true) => {
                    let ended = function.add(&mut tokens);
                    if !function.results.is_empty() {
                        self.functions.insert(std::mem::take(name), function.clone());
                        open = None;
                    }
                    ended
                }
                (Some(_), false) => Err("a function without `return`".to_owned()),
                (None, false) => {
                    if tokens.eat("def") {
                        open = Some(header(&mut tokens).map_err(|e| wrong(&e))?);
                        Ok(())
                    } else {
                        self.constant(&mut tokens)
                    }
                }
            };
            result.map_err(|e| wrong(&e))?;
            if !tokens.is_done() {
                return Err(wrong("something is left"));
            }
        }
        Ok(())
    }

    /// Parses `NAME = number` or `NAME = [number, …]`.
    fn constant(&mut self, tokens: &mut Tokens<'_>) -> Result<(), String> {
        let name = tokens.name()?;
        tokens.expect("=")?;
        let mut numbers = Vec::new();
        if tokens.eat("[") {
            while !tokens.eat("]") {
                numbers.push(tokens.number()?);
                tokens.eat(",");
            }
        } else {
            numbers.push(tokens.number()?);
        }
        self.numbers.insert(name, numbers);
        Ok(())
    }
}

/// Parses `name(a, b):`.
fn header(tokens: &mut Tokens<'_>) -> Result<(String, Function), String> {
    let name = tokens.name()?;
    let mut args = Vec::new();
    tokens.expect("(")?;
    while !tokens.eat(")") {
        args.push(tokens.name()?);
        tokens.eat(",");
    }
    tokens.expect(":")?;
    Ok((name, Function { args, lines: Vec::new(), results: Vec::new() }))
}

impl Function {
    /// Parses one line of the function's body.
    fn add(&mut self, tokens: &mut Tokens<'_>) -> Result<(), String> {
        if tokens.eat("return") {
            self.results.push(tokens.either()?);
            while tokens.eat(",") {
                self.results.push(tokens.either()?);
            }
            return Ok(());
        }
        let mut names = vec![tokens.name()?];
        while tokens.eat(",") {
            names.push(tokens.name()?);
        }
        tokens.expect("=")?;
        let value = tokens.either()?;
        self.lines.push((names, value));
        Ok(())
    }
}

/// The remaining tokens of a line.
struct Tokens<'t> {
    all: Vec<&'t str>,
    next: usize,
}

const SIGNS: [&str; 20] = [
    "<=", ">=", "==", "!=", "<", ">", "=", "+", "-", "*", "/", "&", "|", "~", "(", ")", "[", "]",
    ",", ":",
];

impl<'t> Tokens<'t> {
    fn of(line: &'t str) -> Result<Tokens<'t>, String> {
        let mut all = Vec::new();
        let mut rest = line.trim();
        while let Some(first) = rest.chars().next() {
            let length = if first.is_ascii_digit() {
                // `1.5e-300`: a sign after `e` belongs to the number.
                let bytes = rest.as_bytes();
                let inside = |i: &usize| {
                    let c = bytes[*i];
                    c.is_ascii_digit()
                        || matches!(c, b'.' | b'e')
                        || matches!(c, b'-' | b'+') && bytes[i - 1] == b'e'
                };
                (1..rest.len()).take_while(inside).count() + 1
            } else if first.is_ascii_alphabetic() || first == '_' {
                rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
            } else {
                let sign = SIGNS.iter().find(|s| rest.starts_with(**s));
                sign.ok_or_else(|| format!("unknown `{first}`"))?.len()
            };
            let (token, behind) = rest.split_at(length);
            all.push(token);
            rest = behind.trim_start();
        }
        Ok(Tokens { all, next: 0 })
    }

    fn peek(&self) -> &'t str {
        self.all.get(self.next).copied().unwrap_or("")
    }

    fn is_done(&self) -> bool {
        self.next == self.all.len()
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(format!("no `{token}` before `{}`", self.peek())) }
    }

    fn name(&mut self) -> Result<String, String> {
        let token = self.peek();
        if token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            self.next += 1;
            return Ok(token.to_owned());
        }
        Err(format!("no name but `{token}`"))
    }

    fn number(&mut self) -> Result<f64, String> {
        let minus = self.eat("-");
        let token = self.peek();
        let number: f64 = token.parse().map_err(|_| format!("no number but `{token}`"))?;
        self.next += 1;
        Ok(if minus { -number } else { number })
    }

    /// Parses an expression; operators by precedence, the lowest first.
    fn either(&mut self) -> Result<Expr, String> {
        self.level(&[&["|"], &["&"], &["<=", ">=", "==", "!=", "<", ">"], &["+", "-"], &["*", "/"]])
    }

    fn level(&mut self, levels: &[&[&'static str]]) -> Result<Expr, String> {
        let Some((signs, tighter)) = levels.split_first() else { return self.factor() };
        let mut left = self.level(tighter)?;
        while let Some(sign) = signs.iter().find(|s| **s == self.peek()) {
            self.next += 1;
            let right = self.level(tighter)?;
            left = Expr::Binary(sign, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Expr, String> {
        for sign in ['-', '~'] {
            if self.eat(sign.encode_utf8(&mut [0])) {
                return Ok(Expr::Unary(sign, Box::new(self.factor()?)));
            }
        }
        if self.eat("(") {
            let inner = self.either()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.peek().starts_with(|c: char| c.is_ascii_digit()) {
            return self.number().map(Expr::Number);
        }
        let name = self.name()?;
        if self.eat("[") {
            let index = self.number()?;
            self.expect("]")?;
            return Ok(Expr::Item(name, index as usize));
        }
        if !self.eat("(") {
            return Ok(Expr::Name(name));
        }
        let mut args = Vec::new();
        while !self.eat(")") {
            args.push(self.either()?);
            self.eat(",");
        }
        Ok(Expr::Call(name, args))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_bind_tighter_than_sums() {
        let all = Formulas::read(&[
            "K = [1.5, -2e-3]\ndef f(x):  # a comment\n    return x + x * K[1]\n",
        ]);
        assert_eq!(all.numbers("K"), Some(&[1.5, -2e-3][..]));
        let f = all.function("f").unwrap();
        assert!(matches!(&f.results[..], [Expr::Binary("+", _, right)]
            if matches!(**right, Expr::Binary("*", ..))));
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let mut all = Formulas::default();
        let e = all.add("def f(x):\n    y = x +\n").unwrap_err();
        assert_eq!(e, "line 2: no name but `` in `y = x +`");
        assert!(all.add("x ? 1").unwrap_err().contains("unknown `?`"));
    }
}
