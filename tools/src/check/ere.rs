//! POSIX extended regular expressions, as FileCheck patterns use them: the syntax.
//!
//! The dialect is that of LLVM's support library (which follows Henry Spencer's `regcomp`): there
//! is no `\d`, a backslash inside of brackets is literal, `{` is a repetition only before a digit,
//! an empty alternative is an error, `.` and negated brackets do not match a newline, and `^` and
//! `$` match at the ends of every line. Expressions work on bytes. The collating symbols `[.x.]`
//! and `[=x=]` stand for single bytes only; the word boundaries `[[:<:]]` and `[[:>:]]` are not
//! supported.
//!
//! [`super::engine`] matches them.

/// A set of bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ByteSet([u64; 4]);

impl ByteSet {
    /// Adds a byte.
    pub(crate) fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    /// Removes a byte.
    pub(crate) fn remove(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] &= !(1 << (byte & 63));
    }

    /// Whether the set contains a byte.
    pub(crate) fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    fn invert(&mut self) {
        self.0 = self.0.map(|word| !word);
    }

    fn add_other_cases(&mut self) {
        for byte in 0..=255u8 {
            if self.contains(byte) {
                self.insert(byte.to_ascii_lowercase());
                self.insert(byte.to_ascii_uppercase());
            }
        }
    }
}

/// A node of a regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// One byte of a set.
    Set(ByteSet),
    /// The beginning of a line.
    LineStart,
    /// The end of a line.
    LineEnd,
    /// `(…)`: the group's number, from 1, and its content.
    Group(usize, Box<Node>),
    /// `
    /// `: the text of an earlier group.
    Back(usize),
    /// A part with its minimum and maximum number of repetitions.
    Repeat(Box<Node>, u32, Option<u32>),
    /// A sequence of parts.
    Seq(Vec<Node>),
    /// Alternatives.
    Alt(Vec<Node>),
}

/// A parsed regular expression.
#[derive(Clone, Debug)]
pub(crate) struct Ere {
    /// The syntax tree.
    pub(crate) root: Node,
    /// The number of groups.
    pub(crate) groups: usize,
    /// Whether there is a back-reference.
    pub(crate) refers_back: bool,
}

/// The maximum count of a repetition.
const MAX_COUNT: u32 = 255;
/// The maximum nesting of groups; deeper ones are rejected, so that the stack does not overflow.
const MAX_DEPTH: usize = 200;

const BAD_REPETITION: &str = "a repetition of nothing, or of another repetition";
const BAD_COUNT: &str = "repetition counts must be written {n}, {n,} or {n,m} with n ≤ m ≤ 255";
const UNBALANCED_PARENS: &str = "a parenthesis has no partner";
const UNBALANCED_BRACKETS: &str = "a bracket is not closed";
const UNBALANCED_BRACES: &str = "a repetition count is not closed by `}`";
const EMPTY: &str = "an empty alternative";
const BAD_RANGE: &str = "a range in brackets runs backwards or has no beginning";
const BAD_CLASS: &str = "unknown character class (`[:alpha:]` and its kin)";
const BAD_COLLATION: &str = "collating elements of more than one character are not supported";

/// Parses a regular expression.
///
/// # Errors
/// The error, in a few words.
pub(crate) fn parse(pattern: &[u8], ignore_case: bool) -> Result<Ere, &'static str> {
    let mut parser =
        Parser { rest: pattern, ignore_case, groups: 0, closed: Vec::new(), refers_back: false };
    let root = parser.alternatives(0)?;
    Ok(Ere { root, groups: parser.groups, refers_back: parser.refers_back })
}

/// Escapes text so that it matches literally.
pub(crate) fn escape(text: &[u8], into: &mut Vec<u8>) {
    for &byte in text {
        if b"()^$|*+?.[]\\{}".contains(&byte) {
            into.push(b'\\');
        }
        into.push(byte);
    }
}

struct Parser<'a> {
    rest: &'a [u8],
    ignore_case: bool,
    groups: usize,
    /// Groups that are closed, so that back-references may refer to them.
    closed: Vec<usize>,
    refers_back: bool,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    fn eat(&mut self, text: &[u8]) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn next(&mut self) -> Option<u8> {
        let (&byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(byte)
    }

    /// Parses alternatives up to the end, or to the parenthesis that closes `depth`.
    fn alternatives(&mut self, depth: usize) -> Result<Node, &'static str> {
        if depth > MAX_DEPTH {
            return Err("groups nest too deeply");
        }
        let mut branches = Vec::new();
        loop {
            let mut parts = Vec::new();
            while let Some(byte) = self.peek() {
                if byte == b'|' || (byte == b')' && depth > 0) {
                    break;
                }
                parts.push(self.part(depth)?);
            }
            if parts.is_empty() {
                return Err(EMPTY);
            }
            branches.push(Node::Seq(parts));
            if !self.eat(b"|") {
                break;
            }
        }
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Alt(branches) })
    }

    /// Parses one part with its repetition.
    fn part(&mut self, depth: usize) -> Result<Node, &'static str> {
        let anchored = self.peek() == Some(b'^');
        let atom = self.atom(depth)?;
        let Some(operator) = self.repetition() else { return Ok(atom) };
        if anchored {
            return Err(BAD_REPETITION);
        }
        self.next();
        let (min, max) = match operator {
            b'*' => (0, None),
            b'+' => (1, None),
            b'?' => (0, Some(1)),
            _ => self.interval()?,
        };
        if self.repetition().is_some() {
            return Err(BAD_REPETITION);
        }
        Ok(Node::Repeat(Box::new(atom), min, max))
    }

    /// The next repetition operator. A brace is one only before a digit.
    fn repetition(&self) -> Option<u8> {
        match self.rest {
            [b @ (b'*' | b'+' | b'?'), ..] => Some(*b),
            [b'{', b'0'..=b'9', ..] => Some(b'{'),
            _ => None,
        }
    }

    /// Parses the inside of `{2}`, `{2,}` or `{2,3}`, and the closing brace.
    fn interval(&mut self) -> Result<(u32, Option<u32>), &'static str> {
        let min = self.count()?;
        let max = if !self.eat(b",") {
            Some(min)
        } else if self.peek().is_some_and(|b| b.is_ascii_digit()) {
            Some(self.count()?)
        } else {
            None
        };
        if max.is_some_and(|max| max < min) {
            return Err(BAD_COUNT);
        }
        if !self.eat(b"}") {
            return Err(if self.rest.contains(&b'}') { BAD_COUNT } else { UNBALANCED_BRACES });
        }
        Ok((min, max))
    }

    fn count(&mut self) -> Result<u32, &'static str> {
        let mut count = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            count = count * 10 + u32::from(digit - b'0');
            if count > MAX_COUNT {
                return Err(BAD_COUNT);
            }
            self.next();
        }
        Ok(count)
    }

    fn atom(&mut self, depth: usize) -> Result<Node, &'static str> {
        match self.next() {
            None => Err(EMPTY),
            Some(b'(') => {
                self.groups += 1;
                let number = self.groups;
                let inside = match self.peek() {
                    None => return Err(UNBALANCED_PARENS),
                    Some(b')') => Node::Seq(Vec::new()),
                    Some(_) => self.alternatives(depth + 1)?,
                };
                if !self.eat(b")") {
                    return Err(UNBALANCED_PARENS);
                }
                self.closed.push(number);
                Ok(Node::Group(number, Box::new(inside)))
            }
            Some(b')') => Err(UNBALANCED_PARENS),
            Some(b'^') => Ok(Node::LineStart),
            Some(b'$') => Ok(Node::LineEnd),
            Some(b'*' | b'+' | b'?') => Err(BAD_REPETITION),
            Some(b'{') if self.peek().is_some_and(|b| b.is_ascii_digit()) => Err(BAD_REPETITION),
            Some(b'.') => {
                let mut set = ByteSet::default();
                set.insert(b'\n');
                set.invert();
                Ok(Node::Set(set))
            }
            Some(b'[') => self.bracket(),
            Some(b'\\') => match self.next() {
                None => Err("a backslash at the end"),
                Some(digit @ b'1'..=b'9') => {
                    let group = usize::from(digit - b'0');
                    if !self.closed.contains(&group) {
                        return Err("a back-reference to a group that has not closed before it");
                    }
                    self.refers_back = true;
                    Ok(Node::Back(group))
                }
                Some(byte) => Ok(self.byte(byte)),
            },
            Some(byte) => Ok(self.byte(byte)),
        }
    }

    fn byte(&self, byte: u8) -> Node {
        let mut set = ByteSet::default();
        set.insert(byte);
        if self.ignore_case {
            set.add_other_cases();
        }
        Node::Set(set)
    }

    /// Parses a bracket expression after its `[`.
    fn bracket(&mut self) -> Result<Node, &'static str> {
        let mut set = ByteSet::default();
        let negated = self.eat(b"^");
        if self.eat(b"]") {
            set.insert(b']');
        } else if self.eat(b"-") {
            set.insert(b'-');
        }
        while !matches!(self.rest, [] | [b']', ..] | [b'-', b']', ..]) {
            self.bracket_term(&mut set)?;
        }
        if self.eat(b"-") {
            set.insert(b'-');
        }
        if !self.eat(b"]") {
            return Err(UNBALANCED_BRACKETS);
        }
        if self.ignore_case {
            set.add_other_cases();
        }
        if negated {
            set.invert();
            set.remove(b'\n');
        }
        Ok(Node::Set(set))
    }

    /// Parses a class, a single byte or a range.
    fn bracket_term(&mut self, set: &mut ByteSet) -> Result<(), &'static str> {
        if self.eat(b"[:") {
            let end = self.rest.windows(2).position(|two| two == b":]").ok_or(BAD_CLASS)?;
            let holds = class(&self.rest[..end]).ok_or(BAD_CLASS)?;
            self.rest = &self.rest[end + 2..];
            (0..=255u8).filter(holds).for_each(|byte| set.insert(byte));
            return Ok(());
        }
        if self.eat(b"[=") {
            let byte = self.next().ok_or(UNBALANCED_BRACKETS)?;
            set.insert(byte);
            return if self.eat(b"=]") { Ok(()) } else { Err(BAD_COLLATION) };
        }
        if self.peek() == Some(b'-') {
            return Err(BAD_RANGE);
        }
        let first = self.bracket_symbol()?;
        let mut last = first;
        if matches!(self.rest, [b'-', after, ..] if *after != b']') {
            self.next();
            last = if self.eat(b"-") { b'-' } else { self.bracket_symbol()? };
        }
        if first > last {
            return Err(BAD_RANGE);
        }
        (first..=last).for_each(|byte| set.insert(byte));
        Ok(())
    }

    fn bracket_symbol(&mut self) -> Result<u8, &'static str> {
        if !self.eat(b"[.") {
            return self.next().ok_or(UNBALANCED_BRACKETS);
        }
        let byte = self.next().ok_or(UNBALANCED_BRACKETS)?;
        if self.eat(b".]") { Ok(byte) } else { Err(BAD_COLLATION) }
    }
}

/// The predicate of a named class of ASCII characters.
fn class(name: &[u8]) -> Option<fn(&u8) -> bool> {
    Some(match name {
        b"alnum" => u8::is_ascii_alphanumeric,
        b"alpha" => u8::is_ascii_alphabetic,
        b"blank" => |b| matches!(b, b' ' | b'\t'),
        b"cntrl" => u8::is_ascii_control,
        b"digit" => u8::is_ascii_digit,
        b"graph" => u8::is_ascii_graphic,
        b"lower" => u8::is_ascii_lowercase,
        b"print" => |b| matches!(b, b' '..=b'~'),
        b"punct" => u8::is_ascii_punctuation,
        b"space" => |b| matches!(b, b' ' | b'\t'..=b'\r'),
        b"upper" => u8::is_ascii_uppercase,
        b"xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    })
}
