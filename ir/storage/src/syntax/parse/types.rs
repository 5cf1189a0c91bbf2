//! Types.

use super::super::lex::Token;
use super::{Parsed, Parser, wrong};
use crate::types::{Scalar, Type};

impl Parser<'_> {
    fn scalar(&mut self) -> Parsed<Scalar> {
        for scalar in [Scalar::Int, Scalar::Real, Scalar::Bool] {
            if self.eat_word(&scalar.to_string()) {
                return Ok(scalar);
            }
        }
        self.unexpected("`int`, `real` or `bool`")
    }

    fn extent(&mut self) -> Parsed<u64> {
        if self.token() != Token::Int {
            return self.unexpected("an extent");
        }
        let Ok(extent) = self.word().parse() else {
            return wrong(self.span(), "this extent has more than 64 bits");
        };
        self.next();
        Ok(extent)
    }

    /// A type of the language.
    pub(super) fn ty(&mut self) -> Parsed<Type> {
        self.nested(|p| {
            if p.eat(Token::OpenBracket) {
                let base = p.scalar()?;
                let extent = if p.eat(Token::Semicolon) { Some(p.extent()?) } else { None };
                p.expect(Token::CloseBracket)?;
                return Ok(Type::Array(base, extent));
            }
            if !p.eat(Token::OpenBrace) {
                return match p.scalar() {
                    Ok(base) => Ok(Type::Scalar(base)),
                    Err(_) => p.unexpected("a type"),
                };
            }
            p.expect_word("int")?;
            let extent = if p.eat(Token::OpenBracket) {
                let extent = p.extent()?;
                p.expect(Token::CloseBracket)?;
                Some(extent)
            } else {
                None
            };
            p.expect(Token::Arrow)?;
            let start = p.span();
            let value = p.ty()?;
            if matches!(value, Type::Array(..)) {
                return wrong(
                    p.since(start),
                    "the values of a dictionary are numbers or dictionaries, not arrays",
                );
            }
            p.expect(Token::CloseBrace)?;
            Ok(Type::Dict(extent, Box::new(value)))
        })
    }
}
