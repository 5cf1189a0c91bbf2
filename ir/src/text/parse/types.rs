//! Types.

use super::suffix::TypeList;
use super::{Parse, Parser, Token};
use crate::diag::Diagnostic;
use crate::suggest;
use crate::text::lex::behind_bracket;
use crate::types::{
    DYNAMIC, Element, Quant, QuantType, Shape, StructType, TensorType, Type, TypeKind,
};

/// The maximum length of an array type. Each member may become a value of its own.
const MAX_MEMBERS: u64 = 65_536;

/// Builtin types that are kept as text.
const OTHER_BUILTINS: [&str; 4] = ["memref", "vector", "none", "opaque"];

impl<'s> Parser<'s> {
    /// Reads a type.
    pub(super) fn ty(&mut self) -> Parse<Type> {
        self.nested(Self::ty_here)
    }

    fn ty_here(&mut self) -> Parse<Type> {
        let (start, text) = (self.start, self.text());
        match self.token {
            Token::Word => match text {
                "tensor" => self.tensor(),
                "tuple" => {
                    self.advance();
                    let mut members = TypeList::new();
                    self.list(Token::Less, Token::Greater, |p| {
                        members.push(p.ty()?);
                        Ok(())
                    })?;
                    Ok(Type::tuple(&members))
                }
                "complex" => match self.complex()? {
                    Some(element) => Ok(Type::scalar(element)),
                    None => self.foreign_since(start),
                },
                _ => {
                    if let Some(element) = plain_element(text) {
                        self.advance();
                        return Ok(Type::scalar(element));
                    }
                    if OTHER_BUILTINS.contains(&text)
                        || is_integer_type(text)
                        || is_float_type(text)
                    {
                        self.advance();
                        if self.token == Token::Less {
                            self.skip_body()?;
                        }
                        return self.foreign_since(start);
                    }
                    let mut diagnostic =
                        Diagnostic::error(self.span(), format!("expected a type, found `{text}`"));
                    let names = Element::ALL.iter().map(|e| e.name()).chain(["tensor", "tuple"]);
                    if let Some(near) = suggest::nearest(text, names) {
                        diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
                    }
                    self.report(diagnostic);
                    Err(super::Failed)
                }
            },
            Token::Bang => self.dialect_type(),
            Token::OpenParen => {
                let from = self.type_list()?;
                self.expect(Token::Arrow)?;
                let to = self.function_results()?;
                Ok(Type::function(&from, &to))
            }
            _ => self.expected("a type"),
        }
    }

    /// Reads `(a, b)`.
    pub(super) fn type_list(&mut self) -> Parse<TypeList> {
        let mut types = TypeList::new();
        self.list(Token::OpenParen, Token::CloseParen, |p| {
            types.push(p.ty()?);
            Ok(())
        })?;
        Ok(types)
    }

    /// Parses the types after `->`: one type, or `(a, b)`.
    pub(super) fn function_results(&mut self) -> Parse<TypeList> {
        if self.token == Token::OpenParen {
            return self.type_list();
        }
        Ok(TypeList::from_slice(&[self.ty()?]))
    }

    /// The text since `start`, as a foreign type.
    fn foreign_since(&mut self, start: usize) -> Parse<Type> {
        let text = self.source[start..self.behind].trim_end();
        let text = self.without_aliases(text, self.since(start))?;
        Ok(Type::new(TypeKind::Foreign(text.into())))
    }

    /// Skips `<…>`.
    pub(super) fn skip_body(&mut self) -> Parse<()> {
        match behind_bracket(self.source.as_bytes(), self.start) {
            Some(end) => {
                self.seek(end);
                Ok(())
            }
            None => self.error(self.span(), "nothing closes this `<`"),
        }
    }

    /// Reads `!name<…>`: an alias, a type of StableHLO, or one of another
    /// dialect.
    fn dialect_type(&mut self) -> Parse<Type> {
        let (start, text) = (self.start, self.text());
        if text == "!quant.uniform" {
            if let Some(quant) = self.quant()? {
                return Ok(Type::scalar(Element::Quant(quant)));
            }
            return self.foreign_since(start);
        }
        match text {
            "!hloom.struct" | "!hloom.struct_type" => return self.structure(),
            "!hloom.array" | "!hloom.array_type" => return self.array(),
            _ => {}
        }
        let span = self.span();
        self.advance();
        if text == "!stablehlo.future" && self.token == Token::Less {
            self.advance();
            let mut of = TypeList::new();
            loop {
                let (start, ty) = (self.start, self.ty()?);
                if ty.as_tensor().is_none() {
                    let message = format!("a future holds ranked tensors, not {ty}");
                    return self.error(self.since(start), message);
                }
                of.push(ty);
                if !self.eat(Token::Comma) {
                    break;
                }
            }
            self.expect(Token::Greater)?;
            return Ok(Type::future(&of));
        }
        if self.token == Token::Less && self.start == self.behind {
            self.skip_body()?;
            return Ok(match &self.source[start..self.behind] {
                "!stablehlo<token>" => Type::token(),
                _ => self.foreign_since(start)?,
            });
        }
        if text == "!stablehlo.token" {
            return Ok(Type::token());
        }
        if let Some(name) = text.strip_prefix("!stablehlo.") {
            let mut diagnostic = Diagnostic::error(span, format!("there is no type `{text}`"));
            if let Some(near) = suggest::nearest(name, ["token", "future"]) {
                diagnostic = diagnostic.help(format!("did you mean `!stablehlo.{near}`?"));
            }
            self.report(diagnostic);
            return Err(super::Failed);
        }
        if text.contains('.') {
            return self.foreign_since(start);
        }
        match self.type_alias(text, span)? {
            Some(ty) => Ok(ty),
            None if self.locating.is_some() => self.foreign_since(start),
            None => {
                let diagnostic =
                    Diagnostic::error(span, format!("the type alias `{text}` is not defined"));
                let names = self.aliases.types.keys().copied();
                self.report(self.suggest(diagnostic, text, names, ""));
                Err(super::Failed)
            }
        }
    }

    /// Reads `!hloom.struct<"Name", field: type, …>`, or as upstream's extensible types have it
    /// `!hloom.struct_type<"Name", ["field", …], [type, …]>`.
    fn structure(&mut self) -> Parse<Type> {
        let is_listed = self.text() == "!hloom.struct_type";
        self.advance();
        self.expect(Token::Less)?;
        if self.token != Token::String {
            return self.expected("the struct's name in quotes");
        }
        let name = self.field_name()?;
        let mut fields: Vec<(Box<str>, Type)> = Vec::new();
        if is_listed {
            self.expect(Token::Comma)?;
            fields = self.listed_fields()?;
            self.expect(Token::Greater)?;
            return Ok(StructType { name, fields: fields.into() }.into());
        }
        while self.eat(Token::Comma) {
            let field = self.new_field(fields.iter().map(|(n, _)| &**n))?;
            self.expect(Token::Colon)?;
            fields.push((field, self.ty()?));
        }
        if !self.eat(Token::Greater) {
            return self.expected("`,` or `>`");
        }
        Ok(StructType { name, fields: fields.into() }.into())
    }

    /// Reads `["field", …], [type, …]`.
    fn listed_fields(&mut self) -> Parse<Vec<(Box<str>, Type)>> {
        let start = self.start;
        let (mut names, mut types) = (Vec::<Box<str>>::new(), Vec::new());
        self.list(Token::OpenBracket, Token::CloseBracket, |p| {
            names.push(p.new_field(names.iter().map(|n| &**n))?);
            Ok(())
        })?;
        self.expect(Token::Comma)?;
        self.list(Token::OpenBracket, Token::CloseBracket, |p| {
            types.push(p.ty()?);
            Ok(())
        })?;
        if names.len() != types.len() {
            let message =
                format!("these are {} names of fields and {} types", names.len(), types.len());
            return self.error(self.since(start), message);
        }
        Ok(names.into_iter().zip(types).collect())
    }

    /// Parses the name of a field that is none of those before it.
    fn new_field<'n>(&mut self, mut before: impl Iterator<Item = &'n str>) -> Parse<Box<str>> {
        let span = self.span();
        let field = self.field_name()?;
        if before.any(|n| *n == *field) {
            return self.error(span, format!("the field `{field}` stands twice"));
        }
        Ok(field)
    }

    /// Parses a field's name: a word, or a quoted string.
    fn field_name(&mut self) -> Parse<Box<str>> {
        if self.token == Token::Word {
            let name = self.text().into();
            self.advance();
            return Ok(name);
        }
        if self.token != Token::String {
            return self.expected("the name of a field");
        }
        Ok(self.utf8_string()?.into())
    }

    /// Reads `!hloom.array<3 x type>`, or as upstream's extensible types have it `!hloom.array_type<3 : i64, type>`.
    fn array(&mut self) -> Parse<Type> {
        let is_listed = self.text() == "!hloom.array_type";
        self.advance();
        self.expect(Token::Less)?;
        let span = self.span();
        let count = self.integer()?;
        let Some(count) = u64::try_from(count).ok().filter(|&n| n <= MAX_MEMBERS) else {
            return self.error(span, format!("an array has 0 to {MAX_MEMBERS} members"));
        };
        if is_listed {
            self.expect(Token::Colon)?;
            self.expect_word("i64")?;
            self.expect(Token::Comma)?;
        } else {
            self.expect_word("x")?;
        }
        let of = self.ty()?;
        self.expect(Token::Greater)?;
        Ok(Type::array(of, count))
    }

    /// Parses `complex<f32>`; `None` if the element type is not supported.
    fn complex(&mut self) -> Parse<Option<Element>> {
        self.advance();
        self.expect(Token::Less)?;
        let part = self.ty()?;
        self.expect(Token::Greater)?;
        Ok(match part.kind() {
            TypeKind::Scalar(e) => e.complex_of(),
            _ => None,
        })
    }

    /// Reads `tensor<…>`.
    fn tensor(&mut self) -> Parse<Type> {
        let start = self.start;
        self.advance();
        if self.token != Token::Less {
            return self.expected("`<`");
        }
        let (dims, unranked) = self.dims()?;
        let element = self.tensor_element()?;
        let mut encoding = None;
        if self.eat(Token::Comma) {
            encoding = Some(TensorType::canonical_encoding(&self.attr()?.to_string()));
        }
        if self.token != Token::Greater {
            return self.expected("`>` or `,`");
        }
        self.advance();
        let Some(element) = element else {
            return self.foreign_since(start);
        };
        if unranked {
            return Ok(match encoding {
                None => Type::new(TypeKind::Unranked(element)),
                Some(_) => self.foreign_since(start)?,
            });
        }
        Ok(TensorType { dims, element, encoding }.into())
    }

    /// Parses `<2x?x` or `<*x` bytewise, since dimensions are not tokens. The next token is the
    /// element type.
    fn dims(&mut self) -> Parse<(Shape, bool)> {
        let bytes = self.source.as_bytes();
        let mut at = self.end;
        let space = |at: &mut usize| {
            while bytes.get(*at).is_some_and(u8::is_ascii_whitespace) {
                *at += 1;
            }
        };
        let mut dims = Shape::new();
        let mut unranked = false;
        loop {
            space(&mut at);
            let first = at;
            let extent = match bytes.get(at) {
                Some(b'?') => {
                    at += 1;
                    DYNAMIC
                }
                Some(b'*') if dims.is_empty() => {
                    at += 1;
                    unranked = true;
                    0
                }
                Some(b'0'..=b'9') => {
                    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                        at += 1;
                    }
                    match self.source[first..at].parse::<i64>() {
                        Ok(extent) => extent,
                        Err(_) => {
                            let message = "this extent does not fit 63 bits";
                            return self.error(crate::Span::new(first, at), message);
                        }
                    }
                }
                _ => break,
            };
            space(&mut at);
            if bytes.get(at) != Some(&b'x') {
                self.seek(at);
                return self.expected("`x` behind a dimension");
            }
            at += 1;
            if unranked {
                break;
            }
            dims.push(extent);
        }
        self.seek(at);
        Ok((dims, unranked))
    }

    /// Parses the element type of a tensor; `None` if it is unknown.
    fn tensor_element(&mut self) -> Parse<Option<Element>> {
        if self.token == Token::Word
            && let Some(element) = plain_element(self.text())
        {
            self.advance();
            return Ok(Some(element));
        }
        Ok(match self.ty()?.kind() {
            TypeKind::Scalar(element) => Some(*element),
            _ => None,
        })
    }

    /// Parses `!quant.uniform<i8<-8:7>:f32:1, {0.5:3, 0.25}>`; `None` for a form that is kept as
    /// text.
    fn quant(&mut self) -> Parse<Option<QuantType>> {
        let start = self.start;
        self.advance();
        if self.token != Token::Less {
            return self.expected("`<`");
        }
        let open = self.start;
        let Some(end) = behind_bracket(self.source.as_bytes(), open) else {
            return self.error(self.span(), "nothing closes this `<`");
        };
        let body = &self.source[open + 1..end - 1];
        self.seek(end);
        match quant_body(body) {
            Ok(quant) => Ok(quant.map(QuantType::new)),
            Err(why) => {
                self.error(crate::Span::new(start, end), format!("this quantized type {why}"))
            }
        }
    }
}

/// An element type that is one word.
pub(super) fn plain_element(word: &str) -> Option<Element> {
    use Element::*;
    // Common types come first; the others are rare.
    Some(match word {
        "f32" => F32,
        "i32" => I32,
        "i1" => I1,
        "f64" => F64,
        "i64" => I64,
        "bf16" => BF16,
        "f16" => F16,
        _ => return Element::from_name(word),
    })
}

/// `i7`, `si32`, `ui24` …
fn is_integer_type(word: &str) -> bool {
    let digits = word
        .strip_prefix("si")
        .or_else(|| word.strip_prefix("ui"))
        .or_else(|| word.strip_prefix('i'))
        .unwrap_or("");
    !digits.is_empty() && digits.len() <= 8 && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Float types that are not in StableHLO.
fn is_float_type(word: &str) -> bool {
    matches!(word, "f80" | "f128")
}

/// Parses the text in `!quant.uniform<…>`. `Ok(None)` for an unknown form; an error is a phrase
/// that follows "this type".
fn quant_body(body: &str) -> Result<Option<Quant>, String> {
    let Some((head, rest)) = body.split_once(',') else { return Ok(None) };
    // Types quantized along several axes have a newer form.
    if head.contains('{') {
        return Ok(None);
    }
    let (storage, rest_of_head) = head.split_once(['<', ':']).unwrap_or((head, ""));
    let mut range = None;
    let mut head_rest = rest_of_head;
    if head.as_bytes().get(storage.len()) == Some(&b'<') {
        let Some((bounds, after)) = rest_of_head.split_once('>') else { return Ok(None) };
        let Some((low, high)) = bounds.split_once(':') else { return Ok(None) };
        let bound = |text: &str| {
            text.trim().parse::<i64>().map_err(|_| format!("has the bound `{}`", text.trim()))
        };
        range = Some((bound(low)?, bound(high)?));
        head_rest = after.trim_start().trim_start_matches(':');
    }
    let storage = match storage.trim() {
        signed if signed.starts_with("si") => {
            return Err(format!("is stored in `{signed}`; that is spelt `i{}`", &signed[2..]));
        }
        // Storage without sign is spelt `u8` or `ui8`.
        unsigned if unsigned.starts_with('u') => {
            format!("ui{}", unsigned[1..].trim_start_matches('i'))
        }
        signed => signed.to_owned(),
    };
    let Some(storage) = Element::from_name(&storage).filter(|e| e.is_integer()) else {
        return Ok(None);
    };
    let mut words = head_rest.split(':').map(str::trim);
    let expressed = words.next().and_then(Element::from_name).filter(|e| e.is_float());
    let Some(expressed) = expressed else { return Ok(None) };
    let axis = match words.next() {
        Some(word) => Some(word.parse::<u32>().map_err(|_| format!("has the dimension `{word}`"))?),
        None => None,
    };
    let list = rest.trim();
    let inner = list.strip_prefix('{').and_then(|l| l.strip_suffix('}'));
    if inner.is_some() != axis.is_some() {
        return Ok(None);
    }
    let mut scales = Vec::new();
    for item in inner.unwrap_or(list).split(',') {
        let (scale, zero) = item.split_once(':').unwrap_or((item, "0"));
        let (scale, zero) = (scale.trim(), zero.trim());
        let value: f64 = scale.parse().map_err(|_| format!("has the scale `{scale}`"))?;
        let zero: i64 = zero.parse().map_err(|_| format!("has the zero point `{zero}`"))?;
        scales.push((value.to_bits(), zero));
    }
    if inner.is_none() && scales.len() != 1 {
        return Ok(None);
    }
    Ok(Some(Quant { storage, range, expressed, axis, scales }))
}
