//! Parses numeric substitution blocks: the inside of `[[#%x, X: Y+1]]`.
//!
//! A block has three optional parts: a format, a variable to define, and an expression over numeric
//! variables, literals and `@LINE`. The legacy form `[[@LINE+1]]`, without a `#`, is parsed here
//! too. [`super::pattern`] inserts the block in its pattern.

use super::numeric::{Declarations, Expr, Format, Function, Radix};

/// A parsed block.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The variable it defines.
    pub(crate) defines: Option<String>,
    /// The expected value of the number; `None` for any.
    pub(crate) expr: Option<Expr>,
    /// The number's format.
    pub(crate) format: Format,
}

/// An error in a block: the remaining bytes at the error, which give its position, and the message.
pub(crate) type Complaint<'t> = (&'t [u8], String);

/// The scope in which blocks are parsed.
pub(crate) struct Scope<'s> {
    /// The numeric variables so far.
    pub(crate) numbers: &'s Declarations,
    /// Whether a text variable has this name.
    pub(crate) is_text: &'s dyn Fn(&str) -> bool,
    /// The directive's line; `None` on the command line.
    pub(crate) line: Option<usize>,
}

/// Parses the inside of `[[#…]]`, or of the legacy `[[@LINE+1]]`.
pub(crate) fn parse_block<'t>(
    text: &'t [u8],
    old_line: bool,
    scope: &Scope<'_>,
) -> Result<Block, Complaint<'t>> {
    let mut rest = text;
    let explicit = explicit_format(&mut rest)?;
    let definition = rest.iter().position(|&b| b == b':').map(|end| {
        let name = &rest[..end];
        rest = &rest[end + 1..];
        name
    });
    rest = trim_start(rest);
    let constrained = rest.starts_with(b"==");
    if constrained {
        rest = trim_start(&rest[2..]);
    }
    let mut expr = None;
    if rest.is_empty() {
        if constrained {
            return Err((rest, "`==` has no expression after it".into()));
        }
    } else {
        let mut parser = ExprParser { rest: rest.trim_ascii_end(), scope, depth: 0, operations: 0 };
        let first = if old_line { Operand::Line } else { Operand::Any };
        let mut left = parser.operand(first, !constrained)?;
        while !parser.rest.is_empty() {
            left = parser.operation(left, old_line)?;
            if old_line && !parser.rest.is_empty() {
                let rest = String::from_utf8_lossy(parser.rest).into_owned();
                let complaint = format!("`@LINE` takes one number; `{rest}` is left over");
                return Err((parser.rest, complaint));
            }
        }
        expr = Some(left);
    }
    let implied = match (&expr, explicit) {
        (Some(expr), None) => expr.format().map_err(|complaint| (text, complaint))?,
        _ => None,
    };
    let format = explicit.or(implied.map(|(format, _)| format)).unwrap_or_default();
    let defines = match definition {
        Some(name) => Some(parse_definition(name.trim_ascii(), format, scope)?),
        None => None,
    };
    Ok(Block { defines, expr, format })
}

/// Consumes an optional format `%.8x,`.
fn explicit_format<'t>(rest: &mut &'t [u8]) -> Result<Option<Format>, Complaint<'t>> {
    // A comma inside of a call does not end a format.
    let Some(comma) = rest.iter().position(|&b| b == b',' || b == b'(') else { return Ok(None) };
    if rest[comma] == b'(' {
        return Ok(None);
    }
    let mut text = rest[..comma].trim_ascii();
    *rest = &rest[comma + 1..];
    const INVALID: &str =
        "a format is written %u, %d, %x or %X, with `#` and `.digits` before the letter";
    text = text.strip_prefix(b"%").ok_or((text, INVALID.to_owned()))?;
    let mut format = Format::default();
    if let Some(after) = text.strip_prefix(b"#") {
        format.prefix = true;
        text = after;
    }
    if let Some(after) = text.strip_prefix(b".") {
        let digits = after.iter().take_while(|b| b.is_ascii_digit()).count();
        // More digits than a repetition allows are rejected with the rest.
        let precision = std::str::from_utf8(&after[..digits]).ok().and_then(|d| d.parse().ok());
        format.digits = precision
            .filter(|&precision: &u32| precision <= 255)
            .ok_or((after, "the number of digits in a format is a number up to 255".to_owned()))?;
        text = &after[digits..];
    }
    if let Some((&letter, after)) = text.split_first() {
        format.radix = match letter {
            b'u' => Radix::Unsigned,
            b'd' => Radix::Signed,
            b'x' => Radix::HexLower,
            b'X' => Radix::HexUpper,
            _ => return Err((text, "unknown format letter: u, d, x and X are known".into())),
        };
        text = after;
    }
    if format.prefix && !matches!(format.radix, Radix::HexLower | Radix::HexUpper) {
        return Err((text, "`#` goes with %x and %X only".into()));
    }
    if !text.trim_ascii_start().is_empty() {
        return Err((text, INVALID.into()));
    }
    Ok(Some(format))
}

fn parse_definition<'t>(
    text: &'t [u8],
    format: Format,
    scope: &Scope<'_>,
) -> Result<String, Complaint<'t>> {
    let mut rest = text;
    let name = parse_name(&mut rest)?;
    if name.starts_with('@') {
        return Err((text, "pseudo variables can't be defined".into()));
    }
    if (scope.is_text)(&name) {
        return Err((text, format!("`{name}` is a text variable already")));
    }
    let rest = rest.trim_ascii_start();
    if !rest.is_empty() {
        return Err((rest, "unexpected text after the variable's name".into()));
    }
    if scope.numbers.get(&name).is_some_and(|declared| declared.format != format) {
        return Err((text, "the variable was defined with another format before".into()));
    }
    Ok(name)
}

/// Consumes a variable's name: letters, digits and `_`, with a leading `$` for a global variable,
/// or `@` for a pseudo variable.
pub(crate) fn parse_name<'t>(rest: &mut &'t [u8]) -> Result<String, Complaint<'t>> {
    let text = *rest;
    let kind = match text.first() {
        None => return Err((text, "a variable's name is missing".into())),
        Some(b'$') => "global ",
        Some(b'@') => "pseudo ",
        Some(_) => "",
    };
    let sign = usize::from(!kind.is_empty());
    match text.get(sign) {
        None => return Err((text, format!("the {kind}variable's name is missing"))),
        Some(b) if *b == b'_' || b.is_ascii_alphabetic() => {}
        Some(_) => return Err((text, "a variable's name begins with a letter or `_`".into())),
    }
    let end = text[sign..].iter().position(|&b| b != b'_' && !b.is_ascii_alphanumeric());
    let (name, after) = text.split_at(end.map_or(text.len(), |end| sign + end));
    *rest = after;
    Ok(String::from_utf8_lossy(name).into_owned())
}

/// The operands that are valid at a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    Any,
    /// The first operand of `[[@LINE+1]]`.
    Line,
    /// The second one.
    OldLiteral,
}

/// The maximum nesting of calls and parentheses.
const MAX_DEPTH: usize = 100;

/// The maximum number of operations in a block.
const MAX_OPERATIONS: usize = 1000;

struct ExprParser<'t, 's> {
    rest: &'t [u8],
    scope: &'s Scope<'s>,
    depth: usize,
    operations: usize,
}

impl<'t> ExprParser<'t, '_> {
    fn fail<T>(&self, complaint: impl Into<String>) -> Result<T, Complaint<'t>> {
        Err((self.rest, complaint.into()))
    }

    fn skip_blanks(&mut self) {
        self.rest = trim_start(self.rest);
    }

    fn eat(&mut self, byte: u8) -> bool {
        let there = self.rest.first() == Some(&byte);
        if there {
            self.rest = &self.rest[1..];
        }
        there
    }

    fn operand(&mut self, allowed: Operand, maybe_constraint: bool) -> Result<Expr, Complaint<'t>> {
        if self.depth == MAX_DEPTH {
            return self.fail("expression nests too deeply");
        }
        self.depth += 1;
        let outcome = self.operand_inside(allowed, maybe_constraint);
        self.depth -= 1;
        outcome
    }

    fn operand_inside(
        &mut self,
        allowed: Operand,
        maybe_constraint: bool,
    ) -> Result<Expr, Complaint<'t>> {
        if self.rest.first() == Some(&b'(') {
            if allowed != Operand::Any {
                return self.fail("`@LINE` takes no parentheses");
            }
            return self.parentheses();
        }
        if allowed != Operand::OldLiteral {
            let start = self.rest;
            match parse_name(&mut self.rest) {
                Ok(name) if trim_start(self.rest).first() == Some(&b'(') => {
                    if allowed != Operand::Any {
                        return self.fail("`@LINE` takes no function call");
                    }
                    return self.call(&name, start);
                }
                Ok(name) => return self.variable(name, start),
                Err(complaint) if allowed == Operand::Line => return Err(complaint),
                Err(_) => {}
            }
        }
        self.literal(allowed, maybe_constraint)
    }

    fn variable(&self, name: String, start: &'t [u8]) -> Result<Expr, Complaint<'t>> {
        if name.starts_with('@') {
            return match name.as_str() {
                "@LINE" => Ok(Expr::Line),
                _ => Err((
                    start,
                    format!("unknown pseudo variable `{name}`: `@LINE` is the only one"),
                )),
            };
        }
        let declared = self.scope.numbers.get(&name);
        if declared.is_some_and(|d| d.line.is_some() && d.line == self.scope.line) {
            let complaint = format!(
                "`{name}` is defined in this directive, and can be used from the next one on"
            );
            return Err((start, complaint));
        }
        Ok(Expr::Variable(name, declared.map(|declared| declared.format)))
    }

    fn literal(&mut self, allowed: Operand, maybe_constraint: bool) -> Result<Expr, Complaint<'t>> {
        let negative = self.rest.first() == Some(&b'-');
        let digits = &self.rest[usize::from(negative)..];
        let (radix, digits) = match digits {
            _ if allowed == Operand::OldLiteral => (10, digits),
            [b'0', b'x' | b'X', after @ ..] => (16, after),
            [b'0', b'b' | b'B', after @ ..] => (2, after),
            [b'0', b'o', after @ ..] => (8, after),
            [b'0', b'0'..=b'9', ..] => (8, &digits[1..]),
            _ => (10, digits),
        };
        let length =
            digits.iter().position(|&b| !char::from(b).is_digit(radix)).unwrap_or(digits.len());
        if length == 0 {
            let constraint = if maybe_constraint { ", or a constraint `==`" } else { "" };
            return self.fail(format!("expected a variable, a number or a call{constraint}"));
        }
        let value = std::str::from_utf8(&digits[..length])
            .ok()
            .and_then(|digits| i128::from_str_radix(digits, radix).ok());
        let Some(value) = value else { return self.fail("number too large") };
        self.rest = &digits[length..];
        Ok(Expr::Literal(if negative { -value } else { value }))
    }

    fn operation(&mut self, left: Expr, old_line: bool) -> Result<Expr, Complaint<'t>> {
        self.skip_blanks();
        let Some((&operator, after)) = self.rest.split_first() else { return Ok(left) };
        self.operations += 1;
        if self.operations > MAX_OPERATIONS {
            return self.fail("too many operations in one expression");
        }
        let function = match operator {
            b'+' => Function::Add,
            b'-' => Function::Sub,
            _ => {
                let operator = String::from_utf8_lossy(self.rest).chars().next().unwrap_or(' ');
                return self
                    .fail(format!("unknown operation `{operator}`: `+`, `-` and calls are known"));
            }
        };
        self.rest = trim_start(after);
        if self.rest.is_empty() {
            return self.fail("an operand is missing");
        }
        let allowed = if old_line { Operand::OldLiteral } else { Operand::Any };
        let right = self.operand(allowed, false)?;
        Ok(Expr::Call(function, Box::new(left), Box::new(right)))
    }

    /// Parses a sum, up to one of `ends` or the end.
    fn sum(&mut self, ends: &[u8]) -> Result<Expr, Complaint<'t>> {
        self.skip_blanks();
        let mut left = self.operand(Operand::Any, false)?;
        loop {
            self.skip_blanks();
            match self.rest.first() {
                Some(byte) if !ends.contains(byte) => left = self.operation(left, false)?,
                _ => return Ok(left),
            }
        }
    }

    fn parentheses(&mut self) -> Result<Expr, Complaint<'t>> {
        self.eat(b'(');
        self.skip_blanks();
        if self.rest.is_empty() {
            return self.fail("an operand is missing");
        }
        let inside = self.sum(b")")?;
        if self.eat(b')') { Ok(inside) } else { self.fail("`)` is missing after the expression") }
    }

    fn call(&mut self, name: &str, start: &'t [u8]) -> Result<Expr, Complaint<'t>> {
        let function = match name {
            "add" => Function::Add,
            "sub" => Function::Sub,
            "mul" => Function::Mul,
            "div" => Function::Div,
            "max" => Function::Max,
            "min" => Function::Min,
            _ => {
                return Err((
                    start,
                    format!("unknown function `{name}`: add, sub, mul, div, max and min are known"),
                ));
            }
        };
        self.skip_blanks();
        self.eat(b'(');
        self.skip_blanks();
        let mut arguments = Vec::new();
        while !self.rest.is_empty() && self.rest[0] != b')' {
            if self.rest[0] == b',' {
                return self.fail("an argument is missing");
            }
            arguments.push(self.sum(b",)")?);
            if !self.eat(b',') {
                break;
            }
            self.skip_blanks();
            if self.rest.first() == Some(&b')') {
                return self.fail("an argument is missing");
            }
        }
        if !self.eat(b')') {
            return self.fail("`)` is missing after the arguments");
        }
        let count = arguments.len();
        let mut arguments = arguments.into_iter().map(Box::new);
        match (arguments.next(), arguments.next(), arguments.next()) {
            (Some(a), Some(b), None) => Ok(Expr::Call(function, a, b)),
            _ => {
                let complaint = format!("`{name}` takes two arguments, not {count}");
                Err((start, complaint))
            }
        }
    }
}

fn trim_start(text: &[u8]) -> &[u8] {
    text.trim_ascii_start()
}
