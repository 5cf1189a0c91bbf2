//! The parser: recursive descent, with one error for each tensor that is wrong.

mod types;

use super::ast::{Binding, Expr, ExprKind, Function, Name, Operator, Program, Tensor};
use super::lex::{Token, lex};
use hloom_ir::diag::{Diagnostic, Span};

/// The maximum number of levels of an expression.
pub const MAX_DEPTH: u32 = 200;

/// The maximum number of bindings of one `sum`.
pub const MAX_BINDINGS: usize = 64;
/// The maximum number of parts of a key: the levels of the deepest dictionary.
pub const MAX_PARTS: usize = crate::term::MAX_LEVELS as usize;

/// Words that are not names.
const KEYWORDS: [&str; 18] = [
    "CREATE", "TENSOR", "AS", "sum", "merge", "let", "in", "if", "then", "unique", "true", "false",
    "zero", "int", "bool", "inf", "nan", "_",
];

/// Parses a program.
///
/// # Errors
/// All errors: after an error, the parser continues at the next `CREATE`.
pub fn parse(text: &str) -> Result<Program, Vec<Diagnostic>> {
    let (tensors, mut results) = statements(text, Some(1))?;
    Ok(Program { tensors, result: results.pop() })
}

/// Parses tensors and any number of results, each ended by `;` but the last.
///
/// # Errors
/// As [`parse`].
pub fn parse_results(text: &str) -> Result<(Vec<Tensor>, Vec<Expr>), Vec<Diagnostic>> {
    statements(text, None)
}

/// The tensors and the results of a text; after so many results, it ends.
fn statements(
    text: &str,
    most: Option<usize>,
) -> Result<(Vec<Tensor>, Vec<Expr>), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    if u32::try_from(text.len()).is_err() {
        return Err(vec![Diagnostic::error(Span::default(), "the text is longer than 4 GiB")]);
    }
    let tokens = lex(text, &mut errors);
    if !errors.is_empty() {
        // The parser would complain about the gaps.
        return Err(errors);
    }
    let mut parser = Parser { text, tokens, at: 0, nesting: 0, in_angles: false };
    let (mut tensors, mut results) = (Vec::new(), Vec::new());
    while parser.token() != Token::End {
        let statement = if parser.is_word("CREATE") {
            parser.tensor().map(|tensor| tensors.push(tensor))
        } else {
            parser.result(most == Some(results.len() + 1)).map(|e| results.push(e))
        };
        if let Err(error) = statement {
            errors.push(*error);
            parser.nesting = 0;
            parser.in_angles = false;
            parser.skip_to_tensor();
        }
    }
    if errors.is_empty() { Ok((tensors, results)) } else { Err(errors) }
}

type Parsed<T> = Result<T, Box<Diagnostic>>;

/// An error.
fn wrong<T>(span: Span, message: impl Into<String>) -> Parsed<T> {
    Err(Box::new(Diagnostic::error(span, message)))
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, Span)>,
    at: usize,
    nesting: u32,
    /// Inside the brackets of `merge`'s `<a, b>`, where `>` is not an operator.
    in_angles: bool,
}

impl<'a> Parser<'a> {
    fn token(&self) -> Token {
        self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    fn word(&self) -> &'a str {
        let span = self.span();
        &self.text[span.start as usize..span.end as usize]
    }

    fn is_word(&self, word: &str) -> bool {
        self.token() == Token::Word && self.word() == word
    }

    fn next(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn eat(&mut self, token: Token) -> bool {
        let found = self.token() == token;
        if found {
            self.next();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.next();
        }
        found
    }

    fn unexpected<T>(&self, expected: &str) -> Parsed<T> {
        let found = match self.token() {
            Token::Word | Token::Int | Token::Real => format!("`{}`", self.word()),
            token => token.describe().to_owned(),
        };
        wrong(self.span(), format!("expected {expected}, found {found}"))
    }

    fn expect(&mut self, token: Token) -> Parsed<()> {
        if self.eat(token) { Ok(()) } else { self.unexpected(token.describe()) }
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.unexpected(&format!("`{word}`")) }
    }

    fn skip_to_tensor(&mut self) {
        while self.token() != Token::End && !self.is_word("CREATE") {
            self.next();
        }
    }

    /// The end of the token before this one.
    fn since(&self, start: Span) -> Span {
        let end = self.tokens[self.at.saturating_sub(1)].1.end;
        Span { start: start.start, end: end.max(start.end) }
    }

    fn name(&mut self) -> Parsed<Name> {
        if self.token() == Token::Word && Function::ALL.iter().any(|f| f.name() == self.word()) {
            let message = format!("`{}` is a function; it can't be a name", self.word());
            return wrong(self.span(), message);
        }
        if self.token() != Token::Word || KEYWORDS.contains(&self.word()) {
            return self.unexpected("a name");
        }
        let name = Name { text: self.word().to_owned(), span: self.span() };
        self.next();
        Ok(name)
    }

    fn pattern(&mut self) -> Parsed<Name> {
        if self.is_word("_") {
            let name = Name { text: "_".to_owned(), span: self.span() };
            self.next();
            return Ok(name);
        }
        self.name()
    }

    fn tensor(&mut self) -> Parsed<Tensor> {
        self.expect_word("CREATE")?;
        self.expect_word("TENSOR")?;
        let name = self.name()?;
        let ty = if self.eat(Token::Colon) {
            let start = self.span();
            let ty = self.ty()?;
            Some((ty, self.since(start)))
        } else {
            None
        };
        let body = if self.eat_word("AS") { Some(self.expr()?) } else { None };
        if ty.is_none() && body.is_none() {
            return self.unexpected("`:` and a type, or `AS` and a definition");
        }
        self.eat(Token::Semicolon);
        Ok(Tensor { name, ty, body })
    }

    /// A result; the `last` one ends the program, and another one follows a `;`.
    fn result(&mut self, last: bool) -> Parsed<Expr> {
        let expr = self.expr()?;
        let ended = self.eat(Token::Semicolon);
        if self.token() != Token::End && (last || !ended) {
            return self.unexpected("the end of the program after its result");
        }
        Ok(expr)
    }

    /// Runs a parser one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.nesting += 1;
        if self.nesting > MAX_DEPTH {
            return Err(too_deep(self.span()));
        }
        let parsed = parse(self);
        self.nesting -= 1;
        parsed
    }

    fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|p| {
            let angles = std::mem::replace(&mut p.in_angles, false);
            let expr = p.binary(1)?;
            p.in_angles = angles;
            Ok(expr)
        })
    }

    /// The operator at this place, if one that binds at least as strongly as `least`.
    fn operator(&self, least: u8) -> Option<Operator> {
        let operator = match self.token() {
            Token::Plus => Operator::Add,
            Token::Minus => Operator::Subtract,
            Token::Star => Operator::Multiply,
            Token::Slash => Operator::Divide,
            Token::Percent => Operator::Remainder,
            Token::Equal => Operator::Equal,
            Token::NotEqual => Operator::NotEqual,
            Token::Less => Operator::Less,
            Token::LessEqual => Operator::LessEqual,
            Token::Greater if !self.in_angles => Operator::Greater,
            Token::GreaterEqual => Operator::GreaterEqual,
            _ => return None,
        };
        (operator.precedence() >= least).then_some(operator)
    }

    fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let start = self.span();
        let mut left = self.unary()?;
        loop {
            if let Some(operator) = self.operator(least.max(3)) {
                self.next();
                let right = self.binary(operator.precedence() + 1)?;
                let pair = Box::new([left, right]);
                left = self.make(start, ExprKind::Binary(operator, pair))?;
            } else if least <= 2 && self.token() == Token::Colon {
                self.next();
                let right = self.binary(3)?;
                left = self.make(start, ExprKind::Range(Box::new([left, right])))?;
                if self.token() == Token::Colon {
                    return self.unexpected("one `:` in a range");
                }
            } else if least <= 1
                && let Some(operator) = self.operator(1)
            {
                self.next();
                let right = self.binary(2)?;
                left = self.make(start, ExprKind::Binary(operator, Box::new([left, right])))?;
                if self.operator(1).is_some() {
                    return self.unexpected("the end of the comparison (comparisons don't chain)");
                }
            } else {
                return Ok(left);
            }
        }
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.eat(Token::Minus) {
            let inner = self.nested(Self::unary)?;
            return self.make(start, ExprKind::Negate(Box::new(inner)));
        }
        let mut expr = self.atom()?;
        while self.eat(Token::OpenParen) {
            let first = self.expr()?;
            let kind = match first {
                Expr { kind: ExprKind::Range(bounds), .. } if self.token() == Token::CloseParen => {
                    let [low, high] = *bounds;
                    ExprKind::Slice(Box::new([expr, low, high]))
                }
                first => {
                    let mut keys = vec![first];
                    while self.eat(Token::Comma) {
                        self.at_most(keys.len(), MAX_PARTS, "parts of a key", start)?;
                        keys.push(self.expr()?);
                    }
                    ExprKind::Lookup(Box::new(expr), keys)
                }
            };
            self.expect(Token::CloseParen)?;
            expr = self.make(start, kind)?;
        }
        Ok(expr)
    }

    fn list(&mut self) -> Parsed<Vec<Expr>> {
        self.expect(Token::OpenParen)?;
        let start = self.span();
        let mut all = vec![self.expr()?];
        while self.eat(Token::Comma) {
            self.at_most(all.len(), MAX_PARTS, "parts of a key", start)?;
            all.push(self.expr()?);
        }
        self.expect(Token::CloseParen)?;
        Ok(all)
    }

    /// Refuses one more of a list that has `count`.
    fn at_most(&self, count: usize, most: usize, of: &str, start: Span) -> Parsed<()> {
        let message = || format!("there are more than {most} {of}");
        if count < most { Ok(()) } else { wrong(self.since(start), message()) }
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let kind = match self.token() {
            Token::Int => {
                let Ok(value) = self.word().parse() else {
                    return wrong(start, "this integer has more than 63 bits");
                };
                self.next();
                ExprKind::Int(value)
            }
            Token::Real => {
                let value: f64 = self.word().parse().unwrap_or(f64::INFINITY);
                if value.is_infinite() {
                    return wrong(start, "this number is larger than a double");
                }
                self.next();
                ExprKind::Real(value)
            }
            Token::OpenParen => {
                self.next();
                let inner = self.expr()?;
                self.expect(Token::CloseParen)?;
                return Ok(Expr { span: self.since(start), ..inner });
            }
            Token::OpenBrace => self.dictionary()?,
            Token::Word => self.worded()?,
            _ => return self.unexpected("an expression"),
        };
        self.make(start, kind)
    }

    /// The expressions that begin with a word.
    fn worded(&mut self) -> Parsed<ExprKind> {
        let word = self.word();
        match word {
            "true" | "false" => {
                self.next();
                Ok(ExprKind::Bool(word == "true"))
            }
            "inf" | "nan" => {
                self.next();
                Ok(ExprKind::Real(if word == "inf" { f64::INFINITY } else { f64::NAN }))
            }
            "zero" => {
                self.next();
                self.expect(Token::OpenParen)?;
                let ty = self.ty()?;
                self.expect(Token::CloseParen)?;
                Ok(ExprKind::Zero(ty))
            }
            "unique" => {
                self.next();
                self.expect(Token::OpenParen)?;
                let inner = self.expr()?;
                self.expect(Token::CloseParen)?;
                Ok(ExprKind::Unique(Box::new(inner)))
            }
            "let" => {
                self.next();
                let name = self.name()?;
                self.expect(Token::Assign)?;
                let value = self.expr()?;
                self.expect_word("in")?;
                Ok(ExprKind::Let(name, Box::new([value, self.body()?])))
            }
            "if" => {
                self.next();
                let condition = self.expr()?;
                self.expect_word("then")?;
                Ok(ExprKind::If(Box::new([condition, self.body()?])))
            }
            "sum" => self.sum(),
            "merge" => self.merge(),
            _ => {
                let function = Function::ALL.into_iter().find(|f| f.name() == word);
                if let Some(function) = function
                    && self.tokens[self.at + 1].0 == Token::OpenParen
                {
                    let span = self.span();
                    self.next();
                    let arguments = self.list()?;
                    if arguments.len() != function.arity() {
                        let (n, m) = (function.arity(), arguments.len());
                        let message = format!("`{word}` has {n} arguments, found {m}");
                        return wrong(self.since(span), message);
                    }
                    return Ok(ExprKind::Call(function, arguments));
                }
                Ok(ExprKind::Name(self.name()?.text))
            }
        }
    }

    /// The body of a `let`, `if`, `sum` or `merge`: as far to the right as possible.
    fn body(&mut self) -> Parsed<Expr> {
        self.nested(|p| p.binary(1))
    }

    fn dictionary(&mut self) -> Parsed<ExprKind> {
        self.expect(Token::OpenBrace)?;
        if self.eat(Token::CloseBrace) {
            return Ok(ExprKind::Empty);
        }
        let mut entries = Vec::new();
        loop {
            // A tuple is a key only as a whole: `(i + 1) * 2` is a number.
            let keys = if self.tuple_key() { self.list()? } else { vec![self.expr()?] };
            self.expect(Token::Arrow)?;
            entries.push((keys, self.expr()?));
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::CloseBrace)?;
        Ok(ExprKind::Dict(entries))
    }

    /// Whether an `->` follows the parenthesis that closes the one here.
    fn tuple_key(&self) -> bool {
        let mut open = 0;
        for (i, (token, _)) in self.tokens[self.at..].iter().enumerate() {
            match token {
                Token::OpenParen => open += 1,
                Token::CloseParen => open -= 1,
                _ => {}
            }
            if open == 0 {
                let next = self.tokens.get(self.at + i + 1);
                return i > 0 && next.is_some_and(|(token, _)| *token == Token::Arrow);
            }
        }
        false
    }

    fn sum(&mut self) -> Parsed<ExprKind> {
        self.expect_word("sum")?;
        self.expect(Token::OpenParen)?;
        let mut bindings = Vec::new();
        loop {
            self.expect(Token::Less)?;
            let keys = if self.eat(Token::OpenParen) {
                let start = self.span();
                let mut keys = vec![self.pattern()?];
                while self.eat(Token::Comma) {
                    self.at_most(keys.len(), MAX_PARTS, "parts of a key", start)?;
                    keys.push(self.pattern()?);
                }
                self.expect(Token::CloseParen)?;
                keys
            } else {
                vec![self.pattern()?]
            };
            self.expect(Token::Comma)?;
            let value = self.pattern()?;
            self.expect(Token::Greater)?;
            self.expect_word("in")?;
            self.at_most(bindings.len(), MAX_BINDINGS, "bindings of a sum", self.span())?;
            bindings.push(Binding { keys, value, over: self.expr()? });
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::CloseParen)?;
        Ok(ExprKind::Sum(bindings, Box::new(self.body()?)))
    }

    fn merge(&mut self) -> Parsed<ExprKind> {
        self.expect_word("merge")?;
        self.expect(Token::OpenParen)?;
        self.expect(Token::Less)?;
        let left = self.pattern()?;
        self.expect(Token::Comma)?;
        let right = self.pattern()?;
        self.expect(Token::Comma)?;
        let value = self.pattern()?;
        self.expect(Token::Greater)?;
        self.expect_word("in")?;
        self.expect(Token::Less)?;
        let first = self.nested(|p| p.binary(2))?;
        self.expect(Token::Comma)?;
        let angles = std::mem::replace(&mut self.in_angles, true);
        let second = self.nested(|p| p.binary(2))?;
        self.in_angles = angles;
        self.expect(Token::Greater)?;
        self.expect(Token::CloseParen)?;
        let body = self.body()?;
        Ok(ExprKind::Merge(Box::new([left, right, value]), Box::new([first, second, body])))
    }

    /// A node from `start` to the last token.
    fn make(&self, start: Span, kind: ExprKind) -> Parsed<Expr> {
        let span = self.since(start);
        let inside = kind.children().map(|child| child.depth).max().unwrap_or(0);
        let depth = inside + 1;
        if depth > MAX_DEPTH { Err(too_deep(span)) } else { Ok(Expr { kind, span, depth }) }
    }
}

fn too_deep(span: Span) -> Box<Diagnostic> {
    let message = format!("this expression has more than {MAX_DEPTH} levels");
    let help = "name a part of it: `let x = … in …`, or CREATE TENSOR";
    Box::new(Diagnostic::error(span, message).help(help))
}

impl ExprKind {
    /// The expressions directly inside.
    pub fn children(&self) -> impl Iterator<Item = &Expr> {
        let mut all: Vec<&Expr> = Vec::new();
        match self {
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Bool(_)
            | ExprKind::Empty
            | ExprKind::Zero(_)
            | ExprKind::Name(_) => {}
            ExprKind::Negate(e) | ExprKind::Unique(e) => all.push(e),
            ExprKind::Binary(_, es)
            | ExprKind::Range(es)
            | ExprKind::If(es)
            | ExprKind::Let(_, es) => all.extend(es.iter()),
            ExprKind::Slice(es) | ExprKind::Merge(_, es) => all.extend(es.iter()),
            ExprKind::Call(_, es) => all.extend(es),
            ExprKind::Lookup(e, keys) => {
                all.push(e);
                all.extend(keys);
            }
            ExprKind::Dict(entries) => {
                for (keys, value) in entries {
                    all.extend(keys);
                    all.push(value);
                }
            }
            ExprKind::Sum(bindings, body) => {
                all.extend(bindings.iter().map(|b| &b.over));
                all.push(body);
            }
        }
        all.into_iter()
    }
}
