//! Attributes of named fields: `#stablehlo.dot<lhs_contracting_dimensions = [1], …>`.
//!
//! [`fields`] splits the text strictly: a comma stands between two fields, a name stands once, and
//! brackets close. The types of attributes give each field its meaning. [`check`](crate::ops::known::check) reads attributes
//! whose names are known wherever they stand, so that a typing error in a discardable attribute or
//! on an op of another dialect is found too.

use crate::field::Dims;

/// The value of a field.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value<'t> {
    /// `[0, 1]`.
    List(Dims),
    /// `1`.
    Integer(i64),
    /// `1.0`.
    Float(f64),
    /// A word or an attribute: `true`, `tf32`, `#stablehlo.result_accuracy_mode<HIGHEST>`.
    Word(&'t str),
}

impl<'t> Value<'t> {
    /// The list.
    pub(crate) fn list(self, name: &str) -> Result<Dims, String> {
        match self {
            Value::List(dims) => Ok(dims),
            Value::Integer(_) | Value::Float(_) | Value::Word(_) => {
                Err(format!("`{name}` must be a list of integers"))
            }
        }
    }

    /// The integer.
    pub(crate) fn integer(self, name: &str) -> Result<i64, String> {
        match self {
            Value::Integer(n) => Ok(n),
            Value::List(_) | Value::Float(_) | Value::Word(_) => {
                Err(format!("`{name}` must be an integer"))
            }
        }
    }

    /// The number, as a float.
    pub(crate) fn float(self, name: &str) -> Result<f64, String> {
        match self {
            Value::Integer(n) => Ok(n as f64),
            Value::Float(x) => Ok(x),
            Value::List(_) | Value::Word(_) => Err(format!("`{name}` must be a number")),
        }
    }

    /// The word.
    pub(crate) fn word(self, name: &str) -> Result<&'t str, String> {
        match self {
            Value::Word(word) => Ok(word),
            Value::List(_) | Value::Integer(_) | Value::Float(_) => {
                Err(format!("`{name}` must be a word"))
            }
        }
    }
}

/// The text between the angle brackets of `#stablehlo.MNEMONIC<…>`; `None` for another attribute.
pub(crate) fn body<'t>(text: &'t str, mnemonic: &str) -> Option<&'t str> {
    let rest = text.strip_prefix('#')?.strip_prefix(mnemonic)?;
    rest.trim_start().strip_prefix('<')?.strip_suffix('>')
}

/// The fields of a record, in the order in which they stand. Each name is in `known`.
///
/// # Errors
/// A sentence on the first field that is unknown, stands twice, or has no value.
pub(crate) fn fields<'t>(
    text: &'t str,
    known: &[&str],
) -> Result<Vec<(&'t str, Value<'t>)>, String> {
    let mut all: Vec<(&'t str, Value<'t>)> = Vec::new();
    let mut rest = skip(text);
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = &rest[..end];
        if !known.contains(&name) {
            let names: Vec<String> = known.iter().map(|n| format!("`{n}`")).collect();
            let found = if name.is_empty() { &rest[..rest.len().min(12)] } else { name };
            return Err(format!("expected {}, found `{found}`", names.join(", ")));
        }
        if all.iter().any(|(n, _)| *n == name) {
            return Err(format!("`{name}` stands twice"));
        }
        let Some(after) = skip(&rest[end..]).strip_prefix('=') else {
            return Err(format!("expected `=` after `{name}`"));
        };
        let (value, after) = value(name, skip(after))?;
        all.push((name, value));
        rest = skip(after);
        match rest.strip_prefix(',') {
            Some(after) => rest = skip(after),
            None if rest.is_empty() => {}
            None => return Err(format!("expected `,` or `>` after the value of `{name}`")),
        }
    }
    Ok(all)
}

/// The value at the start of `text`, and the text behind it.
fn value<'t>(name: &str, text: &'t str) -> Result<(Value<'t>, &'t str), String> {
    if let Some(list) = text.strip_prefix('[') {
        let Some((items, after)) = list.split_once(']') else {
            return Err(format!("nothing closes the list of `{name}`"));
        };
        let items = items.trim();
        let numbers = items.split(',').filter(|_| !items.is_empty());
        let dims: Result<Dims, String> = numbers
            .map(|n| n.trim().parse().map_err(|_| format!("`{name}` must be a list of integers")))
            .collect();
        return Ok((Value::List(dims?), after));
    }
    // A comma inside brackets belongs to the value.
    let mut depth = 0_usize;
    let end = text.find(|c: char| {
        depth += usize::from(c == '<');
        depth = depth.saturating_sub(usize::from(c == '>'));
        depth == 0 && (c == ',' || c.is_whitespace())
    });
    let (word, after) = text.split_at(end.unwrap_or(text.len()));
    if word.is_empty() {
        return Err(format!("`{name}` has no value"));
    }
    let value = match (word.parse::<i64>(), word.parse::<f64>()) {
        (Ok(n), _) => Value::Integer(n),
        (_, Ok(x))
            if word.starts_with(['-', '.']) || word.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            Value::Float(x)
        }
        _ => Value::Word(word),
    };
    Ok((value, after))
}

/// The text without blanks and comments in front.
fn skip(text: &str) -> &str {
    let text = text.trim_start();
    match text.strip_prefix("//") {
        Some(comment) => skip(comment.split_once('\n').map_or("", |(_, rest)| rest)),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_in_order() {
        let text = "a = [1, 0],\n  n = -2, // a comment\n word = tf32, x = 1.5e0, m = #s.m<A, B>,";
        let read = fields(text, &["a", "m", "n", "word", "x"]).unwrap();
        let want = [
            ("a", Value::List(Dims::from([1, 0]))),
            ("n", Value::Integer(-2)),
            ("word", Value::Word("tf32")),
            ("x", Value::Float(1.5)),
            ("m", Value::Word("#s.m<A, B>")),
        ];
        assert_eq!(read, want);
        assert_eq!(fields("", &["a"]), Ok(vec![]));
        assert_eq!(fields(" a = [ ] ", &["a"]), Ok(vec![("a", Value::List(Dims::from([])))]));
    }

    #[test]
    fn errors_name_the_field() {
        for (text, why) in [
            ("b = 1", "expected `a`, `n`, found `b`"),
            ("a = [1], a = [1]", "`a` stands twice"),
            ("a = [1] n = 2", "expected `,` or `>` after the value of `a`"),
            ("a [1]", "expected `=` after `a`"),
            ("a = [1", "nothing closes the list of `a`"),
            ("a = [x]", "`a` must be a list of integers"),
            ("a = ", "`a` has no value"),
            ("= 1", "expected `a`, `n`, found `= 1`"),
        ] {
            assert_eq!(fields(text, &["a", "n"]), Err(why.to_owned()), "{text}");
        }
    }

    #[test]
    fn values_know_their_kind() {
        assert!(Value::Integer(1).list("a").is_err());
        assert!(Value::Word("x").integer("a").is_err());
        assert_eq!(Value::Integer(1).float("a"), Ok(1.0));
        assert!(Value::Word("inf").float("a").is_err());
        assert!(Value::Float(1.0).word("a").is_err());
        assert_eq!(body("#stablehlo.dot<a>", "stablehlo.dot"), Some("a"));
        assert_eq!(body("#stablehlo.dot_algorithm<a>", "stablehlo.dot"), None);
    }
}
