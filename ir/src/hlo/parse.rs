//! HLO text as computations of instructions.
//!
//! Tables of stack frames are skipped. Names are resolved within a computation, in the order of the text; attributes stay text, which
//! [`super::emit`] reads.

use super::lex::Token;
use super::shape::{Shape, array, bounded, element};
use crate::diag::{Diagnostic, Span};
use crate::types::DYNAMIC;
use logos::Logos;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::ops::Range;

/// The greatest depth of tuples in each other.
const MAX_DEPTH: u32 = 64;

pub(super) type Parse<T> = Result<T, Box<Diagnostic>>;

/// An attribute: `dimensions={1,0}`.
#[derive(Clone, Debug)]
pub(super) struct Field<'s> {
    pub(super) name: &'s str,
    pub(super) value: &'s str,
    pub(super) span: Span,
    /// Whether it was asked for: one that no op asks for is an error.
    pub(super) is_read: Cell<bool>,
}

/// An instruction.
#[derive(Clone, Debug)]
pub(super) struct Instruction<'s> {
    pub(super) name: &'s str,
    pub(super) shape: Shape,
    pub(super) opcode: &'s str,
    /// The numbers of the instructions that it uses.
    pub(super) operands: Vec<usize>,
    /// The text between the parentheses, for constants and parameters.
    pub(super) body: &'s str,
    pub(super) fields: Vec<Field<'s>>,
    pub(super) span: Span,
}

/// A computation.
#[derive(Clone, Debug)]
pub(super) struct Computation<'s> {
    pub(super) name: &'s str,
    pub(super) instructions: Vec<Instruction<'s>>,
    /// The number of the instruction whose value is the computation's.
    pub(super) root: usize,
    pub(super) span: Span,
}

impl Computation<'_> {
    /// The instructions that are parameters, in the order of their numbers.
    pub(super) fn parameters(&self) -> Parse<Vec<usize>> {
        let mut all = Vec::new();
        for (i, it) in self.instructions.iter().enumerate() {
            if it.opcode == "parameter" {
                match it.body.trim().parse::<usize>() {
                    Ok(n) => all.push((n, i)),
                    Err(_) => return fail(it.span, "a parameter has a number"),
                }
            }
        }
        all.sort_unstable();
        for (n, (number, i)) in all.iter().enumerate() {
            let span = self.instructions[*i].span;
            if n > 0 && all[n - 1].0 == *number {
                return fail(span, format!("parameter {number} of `{}` stands twice", self.name));
            }
            if n != *number {
                return fail(span, format!("parameter {n} of `{}` is missing", self.name));
            }
        }
        Ok(all.into_iter().map(|(_, i)| i).collect())
    }
}

/// A module of HLO.
#[derive(Clone, Debug)]
pub(super) struct Hlo<'s> {
    pub(super) name: &'s str,
    pub(super) fields: Vec<Field<'s>>,
    pub(super) computations: Vec<Computation<'s>>,
    pub(super) entry: usize,
    /// The numbers of the computations by name.
    pub(super) by_name: FxHashMap<&'s str, usize>,
}

/// An error at a place.
pub(super) fn fail<T>(span: Span, message: impl Into<String>) -> Parse<T> {
    Err(Box::new(Diagnostic::error(span, message)))
}

struct Parser<'s> {
    source: &'s str,
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
}

/// Reads the computations of a text.
pub(super) fn parse(source: &str) -> Parse<Hlo<'_>> {
    let mut tokens = Vec::new();
    for (token, range) in Token::lexer(source).spanned() {
        match token {
            Ok(token) => tokens.push((token, range)),
            Err(()) => return fail(Span::new(range.start, range.end), "this is not text of HLO"),
        }
    }
    Parser { source, tokens, at: 0 }.module()
}

impl<'s> Parser<'s> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).map(|(token, _)| *token)
    }

    fn span(&self) -> Span {
        match self.tokens.get(self.at) {
            Some((_, range)) => Span::new(range.start, range.end),
            None => Span::new(self.source.len(), self.source.len()),
        }
    }

    fn text(&self) -> &'s str {
        let span = self.span();
        &self.source[span.start as usize..span.end as usize]
    }

    /// The end of the token before.
    fn behind(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |at| self.tokens[at].1.end)
    }

    fn eat(&mut self, token: Token) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(Token::Name) && self.text() == word;
        self.at += usize::from(found);
        found
    }

    fn expected<T>(&self, what: &str) -> Parse<T> {
        let found = match self.peek() {
            Some(_) => format!("`{}`", self.text().chars().take(40).collect::<String>()),
            None => "the end".to_owned(),
        };
        fail(self.span(), format!("expected {what}, found {found}"))
    }

    fn expect(&mut self, token: Token, what: &str) -> Parse<()> {
        if self.eat(token) { Ok(()) } else { self.expected(what) }
    }

    /// A name without `%`.
    fn name(&mut self) -> Parse<&'s str> {
        let text = self.text();
        self.expect(Token::Name, "a name")?;
        Ok(text.strip_prefix('%').unwrap_or(text))
    }

    fn number(&mut self) -> Parse<i64> {
        match self.text().parse() {
            Ok(n) if self.eat(Token::Number) => Ok(n),
            _ => self.expected("a number"),
        }
    }

    fn module(mut self) -> Parse<Hlo<'s>> {
        if !self.eat_word("HloModule") {
            return self.expected("`HloModule`");
        }
        let name = self.name()?;
        let fields = self.fields()?;
        let mut computations = Vec::new();
        let (mut by_name, mut entry) = (FxHashMap::default(), None);
        while self.peek().is_some() {
            if self.table()? {
                continue;
            }
            let span = self.span();
            if self.eat_word("ENTRY") && entry.replace(computations.len()).is_some() {
                return fail(span, "there are two entries");
            }
            let computation = self.computation()?;
            if by_name.insert(computation.name, computations.len()).is_some() {
                let message = format!("there are two computations `{}`", computation.name);
                return fail(computation.span, message);
            }
            computations.push(computation);
        }
        let Some(entry) = entry else {
            return fail(self.span(), "the module has no computation that is the ENTRY");
        };
        Ok(Hlo { name, fields, computations, entry, by_name })
    }

    /// Skips a table of files, functions or frames, to which metadata refer by number: rows of a
    /// number, and a string or a record.
    fn table(&mut self) -> Parse<bool> {
        const TABLES: [&str; 4] = ["FileNames", "FunctionNames", "FileLocations", "StackFrames"];
        let next = self.tokens.get(self.at + 1).map(|(token, _)| *token);
        if !TABLES.contains(&self.text())
            || matches!(next, Some(Token::OpenBrace | Token::OpenParen))
        {
            return Ok(false);
        }
        self.at += 1;
        while self.eat(Token::Number) {
            if self.peek() == Some(Token::OpenBrace) {
                self.skip_brackets()?;
            } else {
                self.expect(Token::String, "a string or a record")?;
            }
        }
        Ok(true)
    }

    /// Skips to behind the bracket that closes the one here.
    fn skip_brackets(&mut self) -> Parse<()> {
        let mut open = Vec::new();
        loop {
            let span = self.span();
            let close = match self.peek() {
                Some(Token::OpenBrace) => Some(Token::CloseBrace),
                Some(Token::OpenBracket) => Some(Token::CloseBracket),
                Some(Token::OpenParen) => Some(Token::CloseParen),
                _ => None,
            };
            match (self.peek(), close) {
                (_, Some(close)) => open.push((close, span)),
                (
                    Some(found @ (Token::CloseBrace | Token::CloseBracket | Token::CloseParen)),
                    _,
                ) => match open.pop() {
                    Some((close, _)) if close == found => {}
                    Some((_, start)) => return fail(start, "another bracket closes this one"),
                    None => return fail(span, "no bracket is open here"),
                },
                (Some(_), None) => {}
                (None, None) => {
                    let start = open.first().map_or(span, |(_, start)| *start);
                    return fail(start, "nothing closes this bracket");
                }
            }
            self.at += 1;
            if open.is_empty() {
                return Ok(());
            }
        }
    }

    fn computation(&mut self) -> Parse<Computation<'s>> {
        let span = self.span();
        let name = self.name()?;
        if self.peek() == Some(Token::OpenParen) {
            self.skip_brackets()?;
            self.expect(Token::Arrow, "`->`")?;
            self.shape(0)?;
        }
        self.expect(Token::OpenBrace, "`{`")?;
        let (mut instructions, mut names) = (Vec::new(), FxHashMap::default());
        let mut root = None;
        while !self.eat(Token::CloseBrace) {
            let start = self.span();
            let is_root = self.eat_word("ROOT");
            let instruction = self.instruction(&names)?;
            if is_root && root.replace(instructions.len()).is_some() {
                return fail(start, format!("`{name}` has two roots"));
            }
            if names.insert(instruction.name, instructions.len()).is_some() {
                let message = format!("there are two instructions `{}`", instruction.name);
                return fail(instruction.span, message);
            }
            instructions.push(instruction);
        }
        // A computation's attributes, such as its execution thread.
        self.fields()?;
        // Without a mark, the last instruction is the root.
        let Some(root) = root.or(instructions.len().checked_sub(1)) else {
            return fail(span, format!("`{name}` has no instruction"));
        };
        Ok(Computation { name, instructions, root, span })
    }

    fn instruction(&mut self, names: &FxHashMap<&'s str, usize>) -> Parse<Instruction<'s>> {
        let start = self.span();
        let name = self.name()?;
        self.expect(Token::Equals, "`=`")?;
        let shape = self.shape(0)?;
        let opcode = self.text();
        self.expect(Token::Name, "an opcode")?;
        let open = self.span();
        if self.peek() != Some(Token::OpenParen) {
            return self.expected("`(`");
        }
        let first = self.at + 1;
        self.skip_brackets()?;
        let last = self.at - 1;
        let body = &self.source[open.end as usize..self.tokens[last].1.start];
        let mut operands = Vec::new();
        if !matches!(opcode, "constant" | "parameter") {
            operands = self.operands(first..last, names)?;
        }
        let fields = self.fields()?;
        let span = Span::new(start.start as usize, self.behind());
        Ok(Instruction { name, shape, opcode, operands, body, fields, span })
    }

    /// The operands between two tokens; each may have its shape in front.
    fn operands(
        &self,
        tokens: Range<usize>,
        names: &FxHashMap<&'s str, usize>,
    ) -> Parse<Vec<usize>> {
        let (mut depth, mut all, mut last) = (0_usize, Vec::new(), None);
        let mut finish = |last: &mut Option<usize>| -> Parse<()> {
            let Some(at) = last.take() else { return Ok(()) };
            let range = self.tokens[at].1.clone();
            let text = &self.source[range.clone()];
            match names.get(text.strip_prefix('%').unwrap_or(text)) {
                Some(&operand) => all.push(operand),
                None => {
                    let span = Span::new(range.start, range.end);
                    return fail(span, format!("there is no instruction `{text}` above"));
                }
            }
            Ok(())
        };
        for at in tokens {
            match self.tokens[at].0 {
                Token::OpenBrace | Token::OpenBracket | Token::OpenParen => depth += 1,
                Token::CloseBrace | Token::CloseBracket | Token::CloseParen => depth -= 1,
                Token::Comma if depth == 0 => finish(&mut last)?,
                _ if depth == 0 => last = Some(at),
                _ => {}
            }
        }
        finish(&mut last)?;
        Ok(all)
    }

    /// Whether an instruction begins here: `name =`, or `ROOT name =`.
    fn is_instruction(&self) -> bool {
        let at = self.at + usize::from(self.text() == "ROOT");
        let kind = |at: usize| self.tokens.get(at).map(|(token, _)| *token);
        kind(at) == Some(Token::Name) && kind(at + 1) == Some(Token::Equals)
    }

    /// `, name=value` as often as it stands there. A value ends at a comma, with its line or before
    /// another instruction, outside of brackets.
    fn fields(&mut self) -> Parse<Vec<Field<'s>>> {
        let mut all = Vec::new();
        while self.eat(Token::Comma) {
            let start = self.span();
            let name = self.text();
            self.expect(Token::Name, "an attribute")?;
            self.expect(Token::Equals, "`=`")?;
            let first = self.span();
            loop {
                match self.peek() {
                    Some(Token::OpenBrace | Token::OpenBracket | Token::OpenParen) => {
                        self.skip_brackets()?;
                    }
                    Some(Token::CloseBrace | Token::CloseBracket | Token::CloseParen) => break,
                    Some(Token::Comma) | None => break,
                    // The next instruction may stand on the same line.
                    Some(Token::Name)
                        if self.is_instruction() && self.behind() > first.start as usize =>
                    {
                        break;
                    }
                    Some(_) => self.at += 1,
                }
                let gap = &self.source[self.behind()..self.span().start as usize];
                if gap.contains('\n') {
                    break;
                }
            }
            let end = self.behind();
            if end <= first.start as usize {
                return self.expected("a value");
            }
            let value = &self.source[first.start as usize..end];
            let span = Span::new(start.start as usize, end);
            all.push(Field { name, value, span, is_read: Cell::new(false) });
        }
        Ok(all)
    }

    /// `f32[2,3]{1,0}`, `(f32[], token[])`.
    fn shape(&mut self, depth: u32) -> Parse<Shape> {
        if depth == MAX_DEPTH {
            return fail(self.span(), format!("tuples lie deeper than {MAX_DEPTH}"));
        }
        if self.eat(Token::OpenParen) {
            let mut members = Vec::new();
            while !self.eat(Token::CloseParen) {
                if !members.is_empty() {
                    self.expect(Token::Comma, "`,` or `)`")?;
                }
                members.push(self.shape(depth + 1)?);
            }
            return Ok(Shape::Tuple(members));
        }
        let (start, name) = (self.span(), self.text());
        self.expect(Token::Name, "a shape")?;
        self.expect(Token::OpenBracket, "`[`")?;
        let mut dims = Vec::new();
        while !self.eat(Token::CloseBracket) {
            if !dims.is_empty() {
                self.expect(Token::Comma, "`,` or `]`")?;
            }
            if self.eat(Token::AtMost) {
                dims.push(bounded(self.number()?));
            } else if self.text() == "?" {
                self.at += 1;
                dims.push((DYNAMIC, None));
            } else {
                let span = self.span();
                match self.number()? {
                    // An open extent is written `?`.
                    DYNAMIC => return fail(span, "an extent is negative"),
                    n => dims.push((n, None)),
                }
            }
        }
        if dims.iter().any(|&(n, bound)| n < 0 && n != DYNAMIC || bound.is_some_and(|n| n < 0)) {
            return fail(start, "an extent is negative");
        }
        let mut order = Vec::new();
        // A layout follows without a blank.
        if self.peek() == Some(Token::OpenBrace) && self.span().start as usize == self.behind() {
            let inside = self.at + 1;
            self.skip_brackets()?;
            for (token, range) in &self.tokens[inside..self.at - 1] {
                match (token, self.source[range.clone()].parse()) {
                    (Token::Number, Ok(n)) => order.push(n),
                    (Token::Comma, _) => {}
                    // Tiles and memory spaces.
                    _ => break,
                }
            }
        }
        if name == "token" {
            return Ok(Shape::Token);
        }
        match element(name) {
            Some(element) => Ok(Shape::Array(array(element, &dims), order)),
            None => fail(start, format!("there is no element type `{name}`")),
        }
    }
}
