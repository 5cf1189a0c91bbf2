//! Type suffixes of ops of upstream dialects, which omit some types; and `shape.assuming`.

use super::draft::Draft;
use super::region::Around;
use super::suffix::TypeList;
use super::{Parse, Parser, Token};
use crate::diag::Span;
use crate::id::Region;
use crate::op::Trait;
use crate::ops;
use crate::types::{Element, Type};

fn index() -> Type {
    Type::scalar(Element::Index)
}

impl Parser<'_> {
    /// Derives the types of operands and results that an op's form omits; returns whether the rule
    /// is of this kind.
    pub(super) fn unwritten_types(&mut self, draft: &mut Draft, rule: &str) -> bool {
        let operand = match rule {
            "of_i1" => Type::scalar(Element::I1),
            "of_index" => index(),
            "of_witnesses" => ops::witness_type(),
            _ => return false,
        };
        let count = self.uses.len() - draft.bases.uses;
        draft.operand_types.resize(count, operand);
        draft.result_types.push(match rule {
            "of_index" => ops::size_type(),
            _ => ops::witness_type(),
        });
        true
    }

    /// Derives the types of operands and results from the parsed suffix by a rule specific to
    /// upstream dialects; returns whether the rule is of this kind.
    pub(super) fn upstream_types(
        &mut self,
        draft: &mut Draft,
        rule: &str,
        types: &TypeList,
    ) -> Parse<bool> {
        let count = self.uses.len() - draft.bases.uses;
        match (rule, &types[..]) {
            ("to", &[from]) => {
                self.expect_word("to")?;
                let to = self.ty()?;
                draft.operand_types.push(from);
                draft.result_types.push(to);
            }
            ("shape_arrow", all) => {
                self.expect(Token::Arrow)?;
                let to = self.ty()?;
                draft.operand_types.extend_from_slice(all);
                draft.result_types.push(to);
            }
            ("compared", &[one]) => {
                draft.operand_types.resize(count, one);
                draft.result_types.push(ops::with_elements(one, Element::I1));
            }
            ("chosen", &[one]) if count == 3 => {
                draft.operand_types.extend([Type::scalar(Element::I1), one, one]);
                draft.result_types.push(one);
            }
            ("chosen", &[condition, one]) if count == 3 => {
                draft.operand_types.extend([condition, one, one]);
                draft.result_types.push(one);
            }
            ("extent", &[tensor]) => {
                draft.operand_types.push(tensor);
                draft.operand_types.resize(count, index());
                draft.result_types.push(index());
            }
            ("sized", &[one]) => {
                draft.operand_types.resize(count, index());
                draft.result_types.push(one);
            }
            ("splat", &[one]) => {
                let element = one.element().unwrap_or(Element::Index);
                draft.operand_types.push(Type::scalar(element));
                draft.operand_types.resize(count, index());
                draft.result_types.push(one);
            }
            ("gives_shape" | "gives_i1" | "gives_index" | "gives_witness", all) => {
                draft.operand_types.extend_from_slice(all);
                draft.result_types.push(match rule {
                    "gives_shape" => ops::shape_type(),
                    "gives_i1" => Type::scalar(Element::I1),
                    "gives_index" => index(),
                    _ => ops::witness_type(),
                });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads `%witness -> (types) {…}`.
    pub(super) fn assuming_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.operand()?;
        draft.operand_types.push(ops::witness_type());
        if self.eat(Token::Arrow) {
            let results = self.function_results()?;
            draft.result_types.extend_from_slice(&results);
        }
        self.attributes(draft)?;
        let around = Around::of(draft.entry.map(|e| e.def));
        let start = self.start;
        let region = self.region(around, &[])?;
        if draft.result_types.is_empty() {
            self.end_assuming(region, self.since(start));
        }
        draft.regions.push(region);
        Ok(())
    }

    /// Adds the implicit `shape.assuming_yield` of a region that yields nothing.
    fn end_assuming(&mut self, region: Region, span: Span) {
        let block = match self.module.blocks(region)[..] {
            [] => self.module.create_block(region),
            [block] => block,
            _ => return,
        };
        let last = self.module.last_op(block);
        if !last.is_some_and(|op| self.module.op(op).has(Trait::Terminator)) {
            let end = self.module.create_op(ops::AssumingYield {}.into(), &[], &[], &[], span);
            self.module.append(block, end);
        }
    }

    /// Reads `[2, 3]` as a constant shape.
    pub(super) fn extents(&mut self) -> Parse<crate::attr::Attr> {
        if self.token != Token::OpenBracket {
            return self.attr();
        }
        let numbers = self.integers()?;
        let attr = crate::field::Field::to_attr(&ops::Extents(numbers));
        Ok(attr.unwrap_or(crate::attr::Attr::Unit))
    }

    /// Parses one of an enum's words; returns its number.
    pub(super) fn numbered(&mut self, words: &'static [&'static str]) -> Parse<crate::attr::Attr> {
        let found = words.iter().position(|w| *w == self.text());
        let Some(n) = found.filter(|_| self.token == Token::Word) else {
            return self.expected(&format!("one of {}", words.join(", ")));
        };
        self.advance();
        Ok(crate::attr::Attr::i64(n as i64))
    }
}
