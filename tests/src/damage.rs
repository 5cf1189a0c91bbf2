//! Mutations of texts, and the guarantees of the parser for any text.

use crate::campaign::Random;
use hloom_analysis::verify::verify_text;
use hloom_ir::OpPart;
use hloom_ir::text::{locate, parse, parse_bytes, print};

/// Fragments of program texts.
pub const WORDS: &[&[u8]] = &[
    b"{",
    b"}",
    b"(",
    b")",
    b"<",
    b">",
    b"[",
    b"]",
    b"\"",
    b"%",
    b"@",
    b"#",
    b"!",
    b"^",
    b",",
    b":",
    b"=",
    b"->",
    b"\0",
    b"\xC3\xA9",
    b"\xFF",
    b"-",
    b"x",
    b"?",
    b"*",
    b"0x",
    b"dense<",
    b"tensor<",
    b"tensor<2xf32>",
    b"loc(",
    b"//",
    b"\\",
    b"#-}",
    b"{-#",
    b"99999999999999999999",
    b"%0",
    b"%1 =",
    b"%0#7",
    b"^bb0(%a: i32):",
    b"stablehlo.",
    b"\"a.b\"(",
    b": ()",
    b"\n",
    b"return",
    b"module",
    b"func.func @f",
    b"1.0e999",
    b"true",
    b"complex<",
    b"!quant.uniform<",
    b"array<i64: ",
    b" : (tensor<f32>) -> tensor<f32>",
    b"stablehlo.while(%a = %b)",
    b"cond {",
    b"do {",
    b"stablehlo.reduce(%0 init: %1)",
    b"applies stablehlo.add",
    b"across dimensions = [0]",
    b"stablehlo.constant dense<[",
    b"#loc1 = loc(#loc1)",
    b"callsite(",
    b"fused[",
    b" at ",
    b"to",
    b"attributes {",
    b"({",
    b"})",
    b"<{",
    b"}>",
    b"-9223372036854775808",
    b"0xFFFFFFFFFFFFFFFFF",
];

/// Parses a text and checks the parser's guarantees: it returns a module, or errors with positions
/// in the text; a valid module prints, parses and prints to the same text.
///
/// Returns whether the text is a valid module.
///
/// # Panics
/// If a guarantee is violated.
/// If a promise is broken.
pub fn holds(text: &[u8]) -> bool {
    let parsed = parse_bytes(text);
    for d in &parsed.diagnostics {
        assert!(d.span.start <= d.span.end, "{}", d.message);
        assert!(d.span.end as usize <= text.len(), "{}", d.message);
    }
    let Some(module) = parsed.module else {
        assert!(!parsed.diagnostics.is_empty(), "there is no module and no error");
        return false;
    };
    let source = std::str::from_utf8(text).expect("only UTF-8 is read");
    let valid = match verify_text(&module, source) {
        Err(errors) => {
            assert!(!errors.is_empty(), "it is not valid, and there is no error");
            false
        }
        Ok(()) => {
            let once = print(&module, &Default::default());
            let again =
                parse(&once).module.unwrap_or_else(|| panic!("can't be read again:\n{once}"));
            assert_eq!(print(&again, &Default::default()), once);
            true
        }
    };
    for op in module.walk_all().take(50) {
        for place in [OpPart::Op, OpPart::Operand(0), OpPart::Result(0), OpPart::Region(0)] {
            let span = locate(source, module.span(op), place);
            assert!(span.end as usize <= text.len());
        }
    }
    valid
}

/// Mutates one to four tokens or lines of a text: tokens are replaced by others of the text,
/// numbers change slightly, lines are removed, duplicated or moved. The result often parses, so
/// that the verifier must judge it.
pub fn transpose_tokens(text: &str, random: &mut Random) -> String {
    let mut out = text.to_owned();
    for _ in 0..=random.below(4) {
        if random.chance(5) {
            out = other_lines(&out, random);
            continue;
        }
        let tokens = tokens(&out);
        let (Some(at), Some(other)) = (random.pick(&tokens), random.pick(&tokens)) else {
            return out;
        };
        let (old, other) = (&out[at.clone()], &out[other.clone()]);
        let number = old.parse::<i64>().ok().filter(|_| !random.chance(4));
        let new = match number {
            Some(n) => n.wrapping_add(i64::from(random.int() % 3)).to_string(),
            // Value names are mostly replaced by value names.
            None if old.starts_with('%') != other.starts_with('%') && !random.chance(8) => continue,
            None => other.to_owned(),
        };
        out.replace_range(at.clone(), &new);
    }
    out
}

/// The words, numbers and punctuation characters of a text.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '%' | '@' | '#' | '!');
    let mut tokens: Vec<std::ops::Range<usize>> = Vec::new();
    let mut inside = false;
    for (at, c) in text.char_indices() {
        match tokens.last_mut() {
            Some(last) if inside && word(c) => last.end = at + c.len_utf8(),
            _ if c.is_whitespace() => {}
            _ => tokens.push(at..at + c.len_utf8()),
        }
        inside = word(c);
    }
    tokens
}

/// The text with a line removed, duplicated or swapped with another.
fn other_lines(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let (at, with) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(3) {
        _ if lines.is_empty() => {}
        0 => drop(lines.remove(at)),
        1 => lines.insert(with, lines[at]),
        _ => lines.swap(at, with),
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_words_and_signs() {
        let text = "%0 = a.b <4xi32>, -1";
        let found: Vec<&str> = tokens(text).into_iter().map(|t| &text[t]).collect();
        assert_eq!(found, ["%0", "=", "a.b", "<", "4xi32", ">", ",", "-", "1"]);
    }

    #[test]
    fn damage_takes_any_text() {
        let mut random = Random::new(1);
        for text in ["", "\n", "é", "a b\nc"] {
            for _ in 0..200 {
                transpose_tokens(text, &mut random);
            }
        }
    }
}
