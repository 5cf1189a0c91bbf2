//! Pretty forms of CHLO's ops that the op table can't describe.

use super::draft::Draft;
use super::region::Around;
use super::{Parse, Parser, Token};
use crate::field::Field;
use crate::ops::Segments;

impl Parser<'_> {
    /// Reads `(%inputs) inits (%inits) dimension=0 attributes {…} {…} : (…) -> …`.
    pub(super) fn scan_form(&mut self, draft: &mut Draft) -> Parse<()> {
        let base = draft.bases.uses;
        self.expect(Token::OpenParen)?;
        self.operands_until(Token::CloseParen)?;
        let inputs = self.uses.len() - base;
        self.expect_word("inits")?;
        self.expect(Token::OpenParen)?;
        self.operands_until(Token::CloseParen)?;
        let inits = self.uses.len() - base - inputs;
        self.expect_word("dimension")?;
        self.expect(Token::Equal)?;
        let start = self.start;
        let dimension = crate::attr::Attr::i64(self.integer()?);
        let span = self.since(start);
        self.attr_spans.push(("dimension", span));
        draft.set("dimension", dimension);
        self.attributes(draft)?;
        let around = Around::of(draft.entry.map(|e| e.def));
        let region = self.region(around, &[])?;
        draft.regions.push(region);
        self.types_by(draft, "signature")?;
        let outputs = draft.result_types.len() as i64 - inits as i64;
        let segments = [
            ("operandSegmentSizes", [inputs as i64, inits as i64]),
            ("resultSegmentSizes", [outputs, inits as i64]),
        ];
        for (name, sizes) in segments {
            if let Some(attr) = Segments(sizes).to_attr() {
                draft.set(name, attr);
            }
        }
        Ok(())
    }
}
