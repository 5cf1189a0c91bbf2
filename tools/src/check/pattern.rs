//! The pattern of one directive, and its matching.
//!
//! A pattern is plain text, or a regular expression composed from plain text, `{{…}}`, and
//! substitution blocks. Blocks whose value is known at match time are insertion points in the
//! expression.

use std::collections::HashMap;
use std::ops::Range;

use super::compose::Builder;
use super::engine::{Engine, TooComplex};
use super::ere::{self, Ere};
use super::expression::{Expression, Flaw, Mode, Names, Value, find};
use super::numeric::NoValue;

/// The current values of variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    /// Text variables.
    pub(crate) texts: HashMap<String, Vec<u8>>,
    /// Numeric variables.
    pub(crate) numbers: HashMap<String, i128>,
}

impl Values {
    /// Removes the variables that are not global.
    pub(crate) fn leave_scope(&mut self) {
        self.texts.retain(|name, _| name.starts_with('$'));
        self.numbers.retain(|name, _| name.starts_with('$'));
    }
}

/// The roles of a pattern; they are parsed slightly differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It must match.
    Positive,
    /// It must not match.
    Not,
    /// It must match an empty line.
    Empty,
}

/// A parsed pattern.
#[derive(Debug)]
pub(crate) struct Pattern {
    body: Body,
    ignore_case: bool,
    /// The line of the directive, for `@LINE`.
    line: usize,
}

#[derive(Debug)]
enum Body {
    /// The end of the input.
    End,
    /// Plain text.
    Plain(Vec<u8>),
    /// A regular expression.
    Expression(Expression),
}

/// The reason why a pattern does not match.
#[derive(Debug)]
pub(crate) enum Miss {
    /// It was not found.
    NotFound,
    /// It can't be evaluated: undefined variables, overflow, or too many steps.
    Broken(Vec<Flaw>),
}

impl Pattern {
    /// The pattern of the input's end, for trailing negative directives.
    pub(crate) fn end() -> Self {
        Pattern { body: Body::End, ignore_case: false, line: 0 }
    }

    /// Whether a match defines or uses variables, which a label must not.
    pub(crate) fn has_variables(&self) -> bool {
        match &self.body {
            Body::Expression(e) => !e.inserts.is_empty() || !e.texts.is_empty(),
            Body::End | Body::Plain(_) => false,
        }
    }

    /// Parses the text of a directive.
    ///
    /// # Errors
    /// Returns an error if the text is not a pattern. `prefix` is the directive's, for the message.
    pub(crate) fn parse(
        text: &[u8],
        role: Role,
        literal: bool,
        prefix: &str,
        mode: Mode,
        line: usize,
        names: &mut Names,
    ) -> Result<Self, Flaw> {
        let keep_blanks = mode.strict_whitespace && mode.match_full_lines;
        let text = if keep_blanks { text } else { trim_end(text) };
        let flaw = |message: String| Err(Flaw { at: 0, message });
        let body = match (text.is_empty(), role) {
            (true, Role::Empty) => Body::Expression(Expression {
                text: b"(\n$)".to_vec(),
                skips_newline: true,
                ..Expression::default()
            }),
            (false, Role::Empty) => {
                return flaw(format!("`{prefix}-EMPTY` takes no text"));
            }
            (true, _) => {
                return flaw(format!(
                    "`{prefix}` has no text to look for; a regular expression such as {{{{^}}}} is one"
                ));
            }
            (false, _) => {
                let full_lines = mode.match_full_lines && role != Role::Not;
                let special = find(text, b"{{").or_else(|| find(text, b"[[")).is_some();
                if literal || !(full_lines || special) {
                    Body::Plain(text.to_vec())
                } else {
                    Body::Expression(Builder::new(text, full_lines, mode, line, names).build()?)
                }
            }
        };
        Ok(Pattern { body, ignore_case: mode.ignore_case, line })
    }

    /// The first match in `hay`. A match sets its variables.
    pub(crate) fn find(&self, hay: &[u8], values: &mut Values) -> Result<Range<usize>, Miss> {
        match &self.body {
            Body::End => Ok(hay.len()..hay.len()),
            Body::Plain(text) => {
                let at =
                    if self.ignore_case { find_ignoring_case(hay, text) } else { find(hay, text) };
                at.map(|at| at..at + text.len()).ok_or(Miss::NotFound)
            }
            Body::Expression(expression) => self.find_expression(expression, hay, values),
        }
    }

    fn find_expression(
        &self,
        expression: &Expression,
        hay: &[u8],
        values: &mut Values,
    ) -> Result<Range<usize>, Miss> {
        let broken = |message: &str| Miss::Broken(vec![Flaw { at: 0, message: message.into() }]);
        let complex = |_| broken("the regular expression takes too long to match");
        let filled;
        let engine = match expression.ready.get() {
            Some(engine) => engine,
            None => {
                let ere = self.parts(values)?;
                let engine =
                    Engine::new(ere).map_err(|_| broken("regular expression too large"))?;
                if expression.inserts.is_empty() {
                    expression.ready.get_or_init(|| engine)
                } else {
                    filled = engine;
                    &filled
                }
            }
        };
        let groups = engine.find(hay).map_err(|e: TooComplex| complex(e))?;
        let groups = groups.ok_or(Miss::NotFound)?;
        let text = |group: usize| match groups.get(group) {
            Some(Some(range)) => &hay[range.clone()],
            _ => &[],
        };
        for (name, group) in &expression.texts {
            values.texts.insert(name.clone(), text(*group).to_vec());
        }
        for (name, group, format) in &expression.numbers {
            let number = std::str::from_utf8(text(*group)).ok().and_then(|t| format.read(t));
            let number =
                number.ok_or_else(|| broken("the number that was matched is too large"))?;
            values.numbers.insert(name.clone(), number);
        }
        let whole = groups[0].clone().unwrap_or_default();
        Ok(whole.start + usize::from(expression.skips_newline)..whole.end)
    }

    /// The pattern as an expression with all values inserted.
    ///
    /// # Errors
    /// Undefined values.
    pub(crate) fn parts(&self, values: &Values) -> Result<Ere, Miss> {
        let mut text = Vec::new();
        match &self.body {
            Body::End => text.push(b'$'),
            Body::Plain(plain) => ere::escape(plain, &mut text),
            Body::Expression(expression) => {
                let inserted = self.values_of(expression, values).map_err(Miss::Broken)?;
                let mut done = 0;
                for (insert, value) in expression.inserts.iter().zip(inserted) {
                    text.extend_from_slice(&expression.text[done..insert.at]);
                    ere::escape(&value, &mut text);
                    done = insert.at;
                }
                text.extend_from_slice(&expression.text[done..]);
            }
        }
        ere::parse(&text, self.ignore_case).map_err(|e| {
            Miss::Broken(vec![Flaw { at: 0, message: format!("not a regular expression: {e}") }])
        })
    }

    /// The blocks with inserted values, as written, and the values.
    pub(crate) fn inserted(&self, values: &Values) -> Vec<(&str, Vec<u8>)> {
        let Body::Expression(expression) = &self.body else { return Vec::new() };
        let Ok(inserted) = self.values_of(expression, values) else { return Vec::new() };
        expression.inserts.iter().map(|insert| insert.source.as_str()).zip(inserted).collect()
    }

    fn values_of(
        &self,
        expression: &Expression,
        values: &Values,
    ) -> Result<Vec<Vec<u8>>, Vec<Flaw>> {
        let mut flaws = Vec::new();
        let mut inserted = Vec::new();
        for insert in &expression.inserts {
            let value = match &insert.value {
                Value::Text(name) => {
                    values.texts.get(name).cloned().ok_or_else(|| NoValue::Undefined(name.clone()))
                }
                Value::Number(expr, format) => expr
                    .value(&|name| values.numbers.get(name).copied(), self.line)
                    .and_then(|value| format.write(value).ok_or(NoValue::Overflow))
                    .map(String::into_bytes),
            };
            match value {
                Ok(value) => inserted.push(value),
                Err(NoValue::Undefined(name)) => flaws.push(Flaw {
                    at: insert.place,
                    message: format!("`{name}` has no value here"),
                }),
                Err(NoValue::Overflow) => flaws.push(Flaw {
                    at: insert.place,
                    message: "the value is negative without a sign in its format, or too large"
                        .into(),
                }),
            }
        }
        if flaws.is_empty() { Ok(inserted) } else { Err(flaws) }
    }
}

fn trim_end(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&b| b != b' ' && b != b'\t').map_or(0, |at| at + 1);
    &text[..end]
}

fn find_ignoring_case(hay: &[u8], needle: &[u8]) -> Option<usize> {
    hay.windows(needle.len()).position(|window| window.eq_ignore_ascii_case(needle))
}
