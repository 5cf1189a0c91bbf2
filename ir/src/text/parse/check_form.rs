//! Pretty forms of checks and probes.

use super::attr::float_value;
use super::draft::Draft;
use super::{Parse, Parser, Token};
use crate::attr::Attr;
use crate::types::{Element, Type};

impl Parser<'_> {
    /// Reads `%a, probe_id = "name", iter = 1 : type`; only checks have an `iter`.
    pub(super) fn probe_form(&mut self, draft: &mut Draft, types: &str) -> Parse<()> {
        self.operand()?;
        self.expect(Token::Comma)?;
        self.expect_word("probe_id")?;
        self.expect(Token::Equal)?;
        self.field(draft, "probe_id", |p| Ok(Attr::String(p.string()?.into())))?;
        if types == "operands_one" && self.eat(Token::Comma) {
            self.expect_word("iter")?;
            self.expect(Token::Equal)?;
            self.field(draft, "iteration", |p| Ok(Attr::i64(p.integer()?)))?;
        }
        self.trailing_dict(draft)?;
        self.types_by(draft, types)
    }

    /// Reads `%a, %b, tolerance = 0.1 : type`, or `%a, dense<…> : type, tolerance = 0.1`. The
    /// number's type may be written, as upstream's documentation has it.
    pub(super) fn expect_almost_eq_form(
        &mut self,
        draft: &mut Draft,
        of_literal: bool,
    ) -> Parse<()> {
        self.operand()?;
        self.expect(Token::Comma)?;
        match of_literal {
            true => self.field(draft, "value", Self::attr)?,
            false => self.operand()?,
        }
        if self.eat(Token::Comma) {
            self.expect_word("tolerance")?;
            self.expect(Token::Equal)?;
            self.field(draft, "tolerance", Self::tolerance)?;
        }
        self.trailing_dict(draft)?;
        match of_literal {
            true => self.types_by(draft, "none"),
            false => self.types_by(draft, "operands_one"),
        }
    }

    /// Reads `0.1` or `0.1 : f64`.
    fn tolerance(&mut self) -> Parse<Attr> {
        let start = self.start;
        let (negative, number) = self.number()?;
        let value = match float_value(negative, &number, Element::F64) {
            Ok(value) => value,
            Err(why) => return self.error(self.since(start), why),
        };
        let behind = || self.source[self.start + 1..].trim_start();
        if self.token == Token::Colon && behind().starts_with("f64") {
            self.advance();
            self.advance();
        }
        Ok(Attr::Float(value.to_bits(), Type::scalar(Element::F64)))
    }

    /// Reads `%a, %b, max_ulp_difference = 3 : type, type`.
    pub(super) fn expect_close_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.operand()?;
        self.expect(Token::Comma)?;
        self.operand()?;
        while self.eat(Token::Comma) {
            let name = match self.text() {
                "min_ulp_difference" => "min_ulp_difference",
                "max_ulp_difference" => "max_ulp_difference",
                _ => return self.expected("`min_ulp_difference` or `max_ulp_difference`"),
            };
            self.advance();
            self.expect(Token::Equal)?;
            self.field(draft, name, |p| Ok(Attr::i64(p.unsigned()? as i64)))?;
        }
        self.trailing_dict(draft)?;
        self.types_by(draft, "operands_one")
    }
}
