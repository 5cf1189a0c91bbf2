//! Finds the line that a pattern was most likely written for, and its first difference from the
//! pattern.

use std::collections::HashMap;
use std::ops::Range;

use super::engine::Engine;
use super::ere::{Ere, Node};
use super::text::Text;

/// The maximum number of lines to search.
const MAX_LINES: usize = 20_000;

/// The nearest line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Near {
    /// The line, from 1.
    pub(crate) line: usize,
    /// The part of the line that the beginning of the pattern matches, as a range in the text; the
    /// line differs from its end on.
    pub(crate) agrees: Range<usize>,
}

/// The line of `searched` with the most words of the pattern; `None` if no line has any.
pub(crate) fn nearest(ere: &Ere, text: &Text, searched: Range<usize>) -> Option<Near> {
    let target = plain_text(&ere.root);
    let target = words(&target);
    let first = text.line_of(searched.start);
    let last = text.line_of(searched.end).min(first + MAX_LINES);
    let mut best: Option<(usize, usize)> = None;
    for line in first..=last {
        let score = similarity(&target, &words(&text.bytes[clip(text.line(line), &searched)]));
        // The first line wins a tie.
        if score > 0 && best.is_none_or(|(other, _)| score > other) {
            best = Some((score, line));
        }
    }
    let (_, line) = best?;
    Some(compare(ere, text, line, &searched))
}

/// The first difference of a line from the pattern.
pub(crate) fn compare(ere: &Ere, text: &Text, line: usize, searched: &Range<usize>) -> Near {
    let range = clip(text.line(line), searched);
    let bytes = &text.bytes[range.clone()];
    let indent = bytes.iter().take_while(|&&b| b == b' ' || b == b'\t').count();
    let parts: &[Node] = match &ere.root {
        Node::Seq(parts) => parts,
        other => std::slice::from_ref(other),
    };
    // The pattern usually begins at the start of the line. Another start is preferred only if it
    // agrees for much longer.
    let at_start = longest_prefix(ere, parts, &bytes[indent..], true);
    let anywhere = longest_prefix(ere, parts, bytes, false);
    let at_start = at_start.start + indent..at_start.end + indent;
    let agrees = if anywhere.len() > 2 * at_start.len() + 4 { anywhere } else { at_start };
    Near { line, agrees: range.start + agrees.start..range.start + agrees.end }
}

/// The longest part of a line that the first parts of a pattern match.
fn longest_prefix(ere: &Ere, parts: &[Node], line: &[u8], anchored: bool) -> Range<usize> {
    let matches = |count: usize| {
        let mut prefix = parts[..count].to_vec();
        if anchored {
            prefix.insert(0, Node::LineStart);
        }
        let ere = Ere { root: Node::Seq(prefix), ..ere.clone() };
        let found = Engine::new(ere).ok()?.find(line).ok()??;
        found.into_iter().next().flatten()
    };
    // More parts match less often, so binary search finds the maximum.
    let (mut good, mut bad) = (0, parts.len() + 1);
    let mut best = 0..0;
    while bad - good > 1 {
        let middle = good.midpoint(bad);
        match matches(middle) {
            Some(range) => (good, best) = (middle, range),
            None => bad = middle,
        }
    }
    best
}

fn clip(line: Range<usize>, to: &Range<usize>) -> Range<usize> {
    let start = line.start.clamp(to.start, to.end);
    start..line.end.clamp(start, to.end)
}

/// The plain text of an expression, with blanks in place of other parts.
fn plain_text(node: &Node) -> Vec<u8> {
    let mut out = Vec::new();
    collect_text(node, &mut out);
    out
}

fn collect_text(node: &Node, out: &mut Vec<u8>) {
    match node {
        Node::Set(set) => {
            let mut members = (0..=255u8).filter(|&byte| set.contains(byte));
            match (members.next(), members.next()) {
                (Some(byte), None) => out.push(byte),
                _ => out.push(b' '),
            }
        }
        Node::Group(_, inside) => collect_text(inside, out),
        Node::Seq(parts) => parts.iter().for_each(|part| collect_text(part, out)),
        Node::LineStart | Node::LineEnd | Node::Back(_) | Node::Repeat(..) | Node::Alt(_) => {
            out.push(b' ');
        }
    }
}

/// The words of a text with their counts; words consist of letters and digits.
fn words(text: &[u8]) -> HashMap<&[u8], usize> {
    let mut words = HashMap::new();
    for word in text.split(|b| b.is_ascii() && !b.is_ascii_alphanumeric() && *b != b'_') {
        if !word.is_empty() {
            *words.entry(word).or_default() += 1;
        }
    }
    words
}

/// The number of letters in a line that belong to words of the pattern.
fn similarity(target: &HashMap<&[u8], usize>, line: &HashMap<&[u8], usize>) -> usize {
    target.iter().map(|(word, count)| word.len() * count.min(line.get(word).unwrap_or(&0))).sum()
}

#[cfg(test)]
mod tests {
    use super::super::ere;
    use super::*;

    fn near(pattern: &str, input: &str) -> (usize, String) {
        let text = Text::new("t", input.as_bytes().to_vec(), false);
        let ere = ere::parse(pattern.as_bytes(), false).unwrap();
        let near = nearest(&ere, &text, 0..text.bytes.len()).unwrap();
        let rest = near.agrees.end..text.line(near.line).end;
        (near.line, String::from_utf8_lossy(&text.bytes[rest]).into_owned())
    }

    #[test]
    fn the_line_with_the_same_words_and_its_first_difference() {
        let input = "module {\n  %0 = add %a, %b : f32\n  %1 = mul %a, %0 : f32\n}";
        assert_eq!(near("%1 = mul %a, %1 : f32", input), (3, "0 : f32".into()));
        assert_eq!(near("%2 = mul %a, %0", input), (3, "1 = mul %a, %0 : f32".into()));
        assert_eq!(near("(%.*) = add %a, \\1", input), (2, "%b : f32".into()));
    }
}
