//! The parser of MLIR text, as StableHLO programs use it.
//!
//! Before: an untrusted source text. After: a [`Module`] whose ops are typed and checked by their
//! own [`Infer`](crate::Infer), or a list of diagnostics with every independent error at its
//! position.
//!
//! The parser is a hand-written recursive descent over the tokens of [`lex`](super::lex). MLIR's
//! text is not a context-free language over one set of tokens: `2x3xf32` and `#dialect<…>` are
//! lexed by context, and the form of an op depends on its name. Parsing is also a hot path, with
//! caches that a grammar can't express (type signatures by text, checks by op and signature). After
//! an error it continues at the next op. The parsers of the pipeline and loop languages, which are
//! neither hot nor context-dependent, are generated from grammars.
//!
//! * [`op`](self): one op, generic or pretty; creation and checking.
//! * [`pieces`](self), [`custom`](self): pretty forms, from the op table or hand-written.
//! * [`region`](self), [`func`](self): regions, functions and modules; [`branch`](self): branches
//!   between blocks.
//! * [`types`](self), [`attr`](self), [`dense`](self), [`loc`](self): types, attributes, literals
//!   and locations.
//! * [`alias`](self), [`resource`](self): aliases of attributes and types, and resources at the end
//!   of the text.
//! * [`names`](self): scopes of value names; [`defined`](self): names and their uses, for editors.
//!
//! The parser does not check dominance across blocks, the values passed to blocks, or symbol uses
//! in attributes; [`verify`](crate::verify) does.

mod alias;
mod attr;
mod branch;
mod check;
mod check_form;
mod chlo;
mod custom;
mod defined;
mod dense;
mod draft;
mod func;
pub(crate) mod legacy;
mod loc;
mod names;
mod op;
mod pieces;
mod recover;
mod region;
mod resource;
mod sdy;
mod suffix;
#[cfg(test)]
mod tests;
mod types;
mod upstream;

pub use defined::{Definition, NameIndex, NameKind, parse_names};

use super::lex::Token;
use crate::attr::Attr;
use crate::diag::{Diagnostic, Severity, Span};
use crate::id::Block;
use crate::module::Module;
use crate::op::OpPart;
use crate::types::Type;
use logos::{Lexer, Logos};
use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum nesting of brackets, types, attributes and regions.
pub const MAX_DEPTH: u32 = 256;

/// The number of errors after which the parser stops.
pub const MAX_ERRORS: usize = 100;

/// The result of parsing: a module, diagnostics, or both.
#[derive(Debug)]
pub struct Parsed {
    /// The module; absent if there was an error.
    pub module: Option<Module>,
    /// Errors and warnings, in source order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a module.
///
/// The text holds one `module` or any number of functions and other top-level ops. Each op is
/// checked when it is parsed, by the same inference that types it.
pub fn parse(source: &str) -> Parsed {
    if u32::try_from(source.len()).is_err() {
        let message = format!("the text has {} bytes; at most 4 GiB can be read", source.len());
        return Parsed::failed(Diagnostic::error(Span::default(), message));
    }
    let mut parser = Parser::new(source, 0);
    parser.top_level();
    parser.into_parsed()
}

/// Reads a module from bytes that may not be UTF-8.
pub fn parse_bytes(source: &[u8]) -> Parsed {
    match std::str::from_utf8(source) {
        Ok(text) => parse(text),
        Err(wrong) => {
            let at = wrong.valid_up_to();
            let len = wrong.error_len().unwrap_or(source.len() - at);
            let span = Span::new(at.min(u32::MAX as usize), (at + len).min(u32::MAX as usize));
            let message = format!("byte {at} is not UTF-8 text");
            Parsed::failed(Diagnostic::error(span, message).label("these bytes"))
        }
    }
}

/// Reads a module.
///
/// # Errors
/// The diagnostics, if one of them is an error.
pub fn parse_module(source: &str) -> Result<Module, Vec<Diagnostic>> {
    let parsed = parse(source);
    parsed.module.ok_or(parsed.diagnostics)
}

/// Reads an attribute that stands alone.
///
/// # Errors
/// The first error, as a sentence.
pub(crate) fn attr_from_text(source: &str) -> Result<Attr, String> {
    let mut parser = Parser::new(source, 0);
    // A location is an attribute only in this position.
    if parser.at_word("loc") {
        let text = parser.loc().map(|text| Attr::Loc(text.into()));
        return parser.alone(text);
    }
    let attr = parser.attr();
    parser.alone(attr)
}

/// Reads a type that stands alone.
///
/// # Errors
/// The first error, as a sentence.
pub(crate) fn type_from_text(source: &str) -> Result<Type, String> {
    let mut parser = Parser::new(source, 0);
    let ty = parser.ty();
    parser.alone(ty)
}

/// Returns the span of a part of an op. `op` is the op's [span](Module::span) in `source`; it is
/// returned if the part can't be found.
pub fn locate(source: &str, op: Span, part: OpPart) -> Span {
    let fits = op.start < op.end
        && source.is_char_boundary(op.start as usize)
        && u32::try_from(source.len()).is_ok();
    if !fits {
        return op;
    }
    let mut parser = Parser::new(source, op.start as usize);
    parser.locating = Some(part);
    parser.located_op().unwrap_or(op)
}

impl Parsed {
    fn failed(error: Diagnostic) -> Parsed {
        Parsed { module: None, diagnostics: vec![error] }
    }
}

/// A parse failure; the diagnostic is already in the list.
#[derive(Clone, Copy, Debug)]
struct Failed;

type Parse<T> = Result<T, Failed>;

struct Parser<'s> {
    source: &'s str,
    lexer: Lexer<'s, Token>,
    /// The next token, and its bytes.
    token: Token,
    start: usize,
    end: usize,
    /// The end of the previous token.
    behind: usize,
    module: Module,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    depth: u32,
    names: names::Names<'s>,
    /// Operands and results of the ops being read, innermost last.
    uses: Vec<names::Use<'s>>,
    results: Vec<op::ResultName<'s>>,
    /// The spans of the attributes of the ops being read, innermost last.
    attr_spans: Vec<(&'s str, Span)>,
    /// The spans of the regions of the ops being read, innermost last.
    region_spans: Vec<Span>,
    /// The spans of the successors of the ops being read, innermost last.
    successor_spans: Vec<Span>,
    /// Branches of the regions being parsed whose target blocks are not all known yet.
    pending: Vec<branch::Pending>,
    /// The blocks around the current position, innermost last.
    open: Vec<region::Open>,
    /// The number of blocks begun so far.
    begun: u32,
    suffixes: suffix::Suffixes<'s>,
    checked: check::Checked,
    aliases: loc::Aliases<'s>,
    resources: resource::Resources<'s>,
    /// Calls with the spans of the callees' names; they are checked when all functions are known.
    calls: Vec<(crate::id::OpId, Span)>,
    /// Functions whose definition could not be parsed.
    broken_functions: FxHashSet<String>,
    /// The functions of each block, with the spans of their names.
    symbols: FxHashMap<(Block, String), Span>,
    /// The requested part while [`locate`] runs.
    locating: Option<OpPart>,
    located: Option<Span>,
    /// The names and their uses, if they are asked for.
    told: Option<Box<defined::Told>>,
}

impl<'s> Parser<'s> {
    fn new(source: &'s str, at: usize) -> Parser<'s> {
        let mut parser = Parser {
            source,
            lexer: Token::lexer(source),
            token: Token::End,
            start: at,
            end: at,
            behind: at,
            module: Module::with_capacity(source.len() / 80, 0),
            diagnostics: Vec::new(),
            errors: 0,
            depth: 0,
            names: names::Names::default(),
            uses: Vec::new(),
            results: Vec::new(),
            attr_spans: Vec::new(),
            region_spans: Vec::new(),
            successor_spans: Vec::new(),
            pending: Vec::new(),
            open: Vec::new(),
            begun: 0,
            suffixes: suffix::Suffixes::default(),
            checked: check::Checked::default(),
            aliases: loc::Aliases::default(),
            resources: resource::Resources::default(),
            calls: Vec::new(),
            broken_functions: FxHashSet::default(),
            symbols: FxHashMap::default(),
            locating: None,
            located: None,
            told: None,
        };
        parser.seek(at);
        parser
    }

    /// The result of reading, if nothing follows.
    fn alone<T>(mut self, read: Parse<T>) -> Result<T, String> {
        match read {
            Ok(_) if self.token != Token::End => {
                let _: Parse<()> = self.expected("the end");
            }
            Ok(value) if self.errors == 0 => return Ok(value),
            _ => {}
        }
        let first = self.diagnostics.into_iter().find(|d| d.severity == Severity::Error);
        Err(first.map_or_else(|| "it can't be read".to_owned(), |first| first.message))
    }

    fn into_parsed(mut self) -> Parsed {
        self.diagnostics.sort_by_key(|d| d.span.start);
        let failed = self.diagnostics.iter().any(|d| d.severity == Severity::Error);
        Parsed { module: (!failed).then_some(self.module), diagnostics: self.diagnostics }
    }

    // Tokens.

    /// Advances to the next token.
    #[inline]
    fn advance(&mut self) {
        self.behind = self.end;
        self.token = match self.lexer.next() {
            Some(Ok(token)) => token,
            Some(Err(())) => Token::Wrong,
            None => Token::End,
        };
        let span = self.lexer.span();
        (self.start, self.end) = (span.start, span.end);
    }

    /// Advances to the first token at or after a position.
    fn seek(&mut self, at: usize) {
        let mut lexer = Token::lexer(self.source);
        lexer.bump(at.min(self.source.len()));
        self.lexer = lexer;
        self.end = at;
        self.advance();
        self.behind = at;
    }

    /// The text of the token.
    #[inline]
    fn text(&self) -> &'s str {
        &self.source[self.start..self.end]
    }

    /// The span of the token.
    #[inline]
    fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }

    /// The span from `start` to the last consumed token.
    #[inline]
    fn since(&self, start: usize) -> Span {
        Span::new(start, self.behind.max(start))
    }

    /// The token after the current one.
    fn peek(&self) -> Token {
        match self.lexer.clone().next() {
            Some(Ok(token)) => token,
            Some(Err(())) => Token::Wrong,
            None => Token::End,
        }
    }

    /// Consumes this token, if it is next.
    #[inline]
    fn eat(&mut self, token: Token) -> bool {
        let found = self.token == token;
        if found {
            self.advance();
        }
        found
    }

    /// Consumes this token, or fails.
    #[inline]
    fn expect(&mut self, token: Token) -> Parse<Span> {
        if self.token == token {
            let span = self.span();
            self.advance();
            return Ok(span);
        }
        self.expected(token.describe())
    }

    /// Whether the next token is this word.
    fn at_word(&self, word: &str) -> bool {
        self.token == Token::Word && self.text() == word
    }

    /// Consumes this word, if it is next.
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes this word, or fails.
    fn expect_word(&mut self, word: &str) -> Parse<Span> {
        let span = self.span();
        if self.eat_word(word) {
            return Ok(span);
        }
        self.expected(&format!("`{word}`"))
    }

    /// Parses a bracketed list of `item`s, separated by commas.
    fn list(
        &mut self,
        open: Token,
        close: Token,
        mut item: impl FnMut(&mut Self) -> Parse<()>,
    ) -> Parse<()> {
        self.expect(open)?;
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat(close) {
                return Ok(());
            }
            if !self.eat(Token::Comma) {
                return self.expected(&format!("`,` or {}", close.describe()));
            }
        }
    }

    // Errors.

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.locating.is_some() || self.errors >= MAX_ERRORS {
            return;
        }
        if diagnostic.severity != Severity::Error && self.diagnostics.len() >= 10 * MAX_ERRORS {
            return;
        }
        // An unexpected end of the text is reported once, however many constructs are open.
        let at_end = |d: &Diagnostic| d.span.start as usize >= self.source.trim_end().len();
        if at_end(&diagnostic) && self.diagnostics.iter().any(at_end) {
            return;
        }
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
        }
        self.diagnostics.push(diagnostic);
        if self.errors == MAX_ERRORS {
            let span = self.span();
            let message =
                format!("there are {MAX_ERRORS} errors; the rest of the text is not read");
            self.diagnostics.push(Diagnostic::error(span, message));
            self.lexer.bump(self.source.len() - self.lexer.span().end);
            self.token = Token::End;
            (self.start, self.end) = (self.source.len(), self.source.len());
        }
    }

    fn error<T>(&mut self, span: Span, message: impl Into<String>) -> Parse<T> {
        self.report(Diagnostic::error(span, message));
        Err(Failed)
    }

    /// Reports that something else was expected than the next token.
    fn expected<T>(&mut self, what: &str) -> Parse<T> {
        let found = self.found();
        self.error(self.span(), format!("expected {what}, found {found}"))
    }

    /// Describes the next token, for an error.
    fn found(&self) -> String {
        let text = self.text();
        match self.token {
            Token::End => "the end of the text".into(),
            Token::Wrong if text.starts_with('"') || text.starts_with("@\"") => {
                "a string without an end".into()
            }
            Token::Wrong => {
                let c = text.chars().next().unwrap_or('?');
                let rest = &self.source[self.start + c.len_utf8()..];
                if "%^@#!".contains(c) && rest.starts_with(|c: char| c.is_alphanumeric()) {
                    let name: String =
                        rest.chars().take_while(|c| c.is_alphanumeric()).take(40).collect();
                    let rule = match c {
                        '@' => "such a name must stand in quotes",
                        _ => "names are made of ASCII letters, digits, `_`, `$` and `.`",
                    };
                    format!("`{c}{name}`; {rule}")
                } else if c.is_control() || c.is_whitespace() {
                    format!("the character U+{:04X}", c as u32)
                } else {
                    format!("`{c}`")
                }
            }
            _ => {
                let short: String = text.chars().take(40).collect();
                let dots = if short.len() < text.len() { "…" } else { "" };
                format!("`{short}{dots}`")
            }
        }
    }

    /// The diagnostic with the most similar candidate to `wrong` as a suggestion.
    ///
    /// After the first few errors, long lists of names are not searched.
    fn suggest<'a>(
        &self,
        diagnostic: Diagnostic,
        wrong: &str,
        names: impl Iterator<Item = &'a str>,
        sign: &str,
    ) -> Diagnostic {
        let mut names: Vec<&str> = names.collect();
        if self.errors > 10 && names.len() > 1000 {
            return diagnostic;
        }
        names.sort_unstable();
        match crate::suggest::nearest(wrong, names) {
            Some(near) => diagnostic.help(format!("did you mean `{sign}{near}`?")),
            None => diagnostic,
        }
    }

    /// Parses a construct that may nest, up to the maximum depth.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!("this is nested more than {MAX_DEPTH} deep");
            return self.error(self.span(), message);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
