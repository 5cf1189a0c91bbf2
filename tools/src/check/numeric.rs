//! Numbers in patterns: `[[#%x, X: Y+1]]`.
//!
//! Formats (the spelling of a number) and expressions (its expected value); [`super::block`] parses
//! them. Values have 128 bits and overflow is an error, so all sums and products of two 64-bit
//! numbers are exact.

use std::collections::HashMap;

/// The format of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Radix {
    /// `%u`
    #[default]
    Unsigned,
    /// `%d`
    Signed,
    /// `%x`
    HexLower,
    /// `%X`
    HexUpper,
}

/// A format: radix, minimum number of digits, prefix `0x`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Format {
    /// The radix and signedness.
    pub(crate) radix: Radix,
    /// The minimum number of digits; 0 for any.
    pub(crate) digits: u32,
    /// Whether `0x` is required.
    pub(crate) prefix: bool,
}

impl Format {
    /// A regular expression for any number in this format.
    pub(crate) fn wildcard(self) -> String {
        let (sign, lead, digit) = match self.radix {
            Radix::Unsigned => ("", "[1-9]", "[0-9]"),
            Radix::Signed => ("-?", "[1-9]", "[0-9]"),
            Radix::HexLower => ("", "[1-9a-f]", "[0-9a-f]"),
            Radix::HexUpper => ("", "[1-9A-F]", "[0-9A-F]"),
        };
        let prefix = if self.prefix { "0x" } else { "" };
        match self.digits {
            0 => format!("{sign}{prefix}{digit}+"),
            n => format!("{sign}{prefix}({lead}{digit}*)?{digit}{{{n}}}"),
        }
    }

    /// Formats a number; `None` for a negative number in an unsigned format.
    pub(crate) fn write(self, value: i128) -> Option<String> {
        if value < 0 && self.radix != Radix::Signed {
            return None;
        }
        let magnitude = value.unsigned_abs();
        let digits = match self.radix {
            Radix::Unsigned | Radix::Signed => format!("{magnitude}"),
            Radix::HexLower => format!("{magnitude:x}"),
            Radix::HexUpper => format!("{magnitude:X}"),
        };
        let sign = if value < 0 { "-" } else { "" };
        let prefix = if self.prefix { "0x" } else { "" };
        Some(format!("{sign}{prefix}{digits:0>width$}", width = self.digits as usize))
    }

    /// Parses a number that matched [`Format::wildcard`]; `None` if it is too large.
    pub(crate) fn read(self, text: &str) -> Option<i128> {
        match self.radix {
            Radix::Unsigned | Radix::Signed => text.parse().ok(),
            Radix::HexLower | Radix::HexUpper => {
                let digits = if self.prefix { text.strip_prefix("0x")? } else { text };
                i128::from_str_radix(digits, 16).ok()
            }
        }
    }

    fn describe(self) -> &'static str {
        match self.radix {
            Radix::Unsigned => "%u",
            Radix::Signed => "%d",
            Radix::HexLower => "%x",
            Radix::HexUpper => "%X",
        }
    }
}

/// The declaration of a numeric variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    /// The format of its definition.
    pub(crate) format: Format,
    /// The line of the definition; `None` on the command line.
    pub(crate) line: Option<usize>,
}

/// The numeric variables declared so far.
pub(crate) type Declarations = HashMap<String, Declared>;

/// An expression.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    /// A number.
    Literal(i128),
    /// A variable, with the format that it gives the expression.
    Variable(String, Option<Format>),
    /// The directive's line.
    Line,
    /// A function of two arguments; `+` and `-` are two of them.
    Call(Function, Box<Expr>, Box<Expr>),
}

/// The functions that expressions can call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Function {
    Add,
    Sub,
    Mul,
    Div,
    Max,
    Min,
}

/// The reason why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoValue {
    /// This variable is undefined.
    Undefined(String),
    /// The result can't be represented.
    Overflow,
}

impl Expr {
    /// Evaluates the expression.
    pub(crate) fn value(
        &self,
        variable: &dyn Fn(&str) -> Option<i128>,
        line: usize,
    ) -> Result<i128, NoValue> {
        match self {
            Expr::Literal(value) => Ok(*value),
            Expr::Variable(name, _) => {
                variable(name).ok_or_else(|| NoValue::Undefined(name.clone()))
            }
            Expr::Line => Ok(line as i128),
            Expr::Call(function, a, b) => {
                let (a, b) = (a.value(variable, line)?, b.value(variable, line)?);
                let value = match function {
                    Function::Add => a.checked_add(b),
                    Function::Sub => a.checked_sub(b),
                    Function::Mul => a.checked_mul(b),
                    Function::Div => a.checked_div(b),
                    Function::Max => Some(a.max(b)),
                    Function::Min => Some(a.min(b)),
                };
                value.ok_or(NoValue::Overflow)
            }
        }
    }

    /// The common format of its variables.
    ///
    /// # Errors
    /// A message, if they have different formats.
    pub(crate) fn format(&self) -> Result<Option<(Format, String)>, String> {
        match self {
            Expr::Literal(_) | Expr::Line => Ok(None),
            Expr::Variable(name, format) => Ok(format.map(|f| (f, name.clone()))),
            Expr::Call(_, a, b) => match (a.format()?, b.format()?) {
                (Some((f, a)), Some((g, b))) if f != g => Err(format!(
                    "`{a}` is written {} and `{b}` {}: say which the result is, as in `[[#%u, …]]`",
                    f.describe(),
                    g.describe()
                )),
                (a, b) => Ok(a.or(b)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_and_read() {
        let hex = Format { radix: Radix::HexLower, digits: 4, prefix: true };
        assert_eq!(hex.write(255).as_deref(), Some("0x00ff"));
        assert_eq!(hex.read("0x00ff"), Some(255));
        assert_eq!(hex.write(-1), None);
        let signed = Format { radix: Radix::Signed, ..Format::default() };
        assert_eq!(signed.write(i128::MIN).and_then(|text| signed.read(&text)), Some(i128::MIN));
        assert_eq!(signed.read("170141183460469231731687303715884105728"), None);
    }
}
