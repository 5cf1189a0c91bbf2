//! Locations, from their text.

use super::super::sink::Sink;
use super::super::tables::Tables;
use crate::quote::unescape;
use crate::text::attr_from_text;

/// The greatest depth of locations in each other that are not written as text.
const MAX_DEPTH: u32 = 128;

/// The number of a location, given as the text between the parentheses of `loc(…)`.
pub(in crate::bytecode::write) fn number(tables: &mut Tables, text: &str) -> u64 {
    if let Some(&number) = tables.known_locations.get(text) {
        return number;
    }
    let mut rest = Text { rest: text.trim(), depth: 0 };
    let number = match rest.location(tables) {
        Some(number) if rest.rest.is_empty() => number,
        _ => tables.attr_text("builtin", &format!("loc({text})")),
    };
    tables.known_locations.insert(text.into(), number);
    number
}

/// The number of the location that is not known.
fn unknown(tables: &mut Tables) -> u64 {
    number(tables, "unknown")
}

/// The text of a location that is not read yet.
struct Text<'t> {
    rest: &'t str,
    depth: u32,
}

impl<'t> Text<'t> {
    fn eat(&mut self, word: &str) -> bool {
        match self.rest.strip_prefix(word) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, word: &str) -> Option<()> {
        self.eat(word).then_some(())
    }

    fn quoted(&mut self) -> Option<Vec<u8>> {
        let text = self.rest.strip_prefix('"')?;
        let mut escaped = false;
        let end = text.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        })?;
        self.rest = text[end + 1..].trim_start();
        unescape(&text[..end]).ok()
    }

    fn digits(&mut self) -> Option<u64> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let number = self.rest[..end].parse().ok()?;
        self.rest = self.rest[end..].trim_start();
        Some(number)
    }

    /// A location; `None` if it is of a kind that is written as text.
    fn location(&mut self, tables: &mut Tables) -> Option<u64> {
        self.depth += 1;
        let number = if self.depth > MAX_DEPTH { None } else { self.one(tables) };
        self.depth -= 1;
        number
    }

    fn one(&mut self, tables: &mut Tables) -> Option<u64> {
        let mut data = Sink::default();
        if self.eat("unknown") {
            data.number(15);
        } else if self.eat("callsite") {
            self.expect("(")?;
            let callee = self.location(tables)?;
            self.expect("at")?;
            let caller = self.location(tables)?;
            self.expect(")")?;
            data.number(10);
            data.number(callee);
            data.number(caller);
        } else if self.eat("fused") {
            let metadata = match self.rest.starts_with('<') {
                true => Some(self.metadata(tables)?),
                false => None,
            };
            self.expect("[")?;
            let mut parts = Vec::new();
            while !self.eat("]") {
                if !parts.is_empty() {
                    self.expect(",")?;
                }
                parts.push(self.location(tables)?);
            }
            data.number(if metadata.is_some() { 13 } else { 12 });
            data.count(parts.len());
            parts.iter().for_each(|&part| data.number(part));
            metadata.into_iter().for_each(|number| data.number(number));
        } else {
            let name = self.quoted()?;
            if self.eat(":") {
                self.range(tables, &name, &mut data)?;
            } else {
                let child = match self.eat("(") {
                    true => {
                        let child = self.location(tables)?;
                        self.expect(")")?;
                        child
                    }
                    false => unknown(tables),
                };
                data.number(14);
                data.number(super::string(tables, &name));
                data.number(child);
            }
        }
        Some(tables.attr("builtin", data))
    }

    /// The lines and columns of a file: `1:2`, `1:2 to :3`, `1:2 to 3:4`.
    fn range(&mut self, tables: &mut Tables, file: &[u8], data: &mut Sink) -> Option<()> {
        let line = self.digits()?;
        self.expect(":")?;
        let mut numbers = vec![line, self.digits()?];
        if self.rest.starts_with("to ") && self.eat("to") {
            if !self.rest.starts_with(':') {
                numbers.push(self.digits()?);
            }
            self.expect(":")?;
            numbers.push(self.digits()?);
        }
        let file = super::string(tables, file);
        if let [line, column] = numbers[..] {
            data.number(11);
            [file, line, column].iter().for_each(|&n| data.number(n));
        } else {
            data.number(22);
            data.number(file);
            data.count(numbers.len());
            numbers.iter().for_each(|&n| data.number(n));
        }
        Some(())
    }

    /// The attribute between the angle brackets of a fused location.
    fn metadata(&mut self, tables: &mut Tables) -> Option<u64> {
        let (mut depth, mut quoted, mut escaped) = (0_i64, false, false);
        let end = self.rest.find(|c| {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = quoted,
                '"' => quoted = !quoted,
                '<' | '[' | '{' | '(' if !quoted => depth += 1,
                '>' | ']' | '}' | ')' if !quoted => depth -= 1,
                _ => {}
            }
            depth == 0 && !quoted
        })?;
        let attr = attr_from_text(&self.rest[1..end]).ok()?;
        self.rest = self.rest[end + 1..].trim_start();
        Some(super::attr(tables, &attr))
    }
}
