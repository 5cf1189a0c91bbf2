//! Branches: successors in pretty and in generic form, and block labels.
//!
//! A branch may refer to a later block. An op is therefore created without successors, which are
//! connected at the end of its region.

use super::draft::{Draft, Parts, SuccessorText};
use super::names::unknown_type;
use super::{Parse, Parser, Token};
use crate::attr::Attr;
use crate::diag::{Diagnostic, Span};
use crate::id::{Block, OpId};
use crate::literal::{Bytes, Literal};
use crate::op::Defined;
use crate::ops;
use crate::text::slots::{SEGMENTS, lists};
use crate::types::{Element, Type};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The blocks of a region by label, with the spans of the labels.
pub(super) type Labels<'s> = FxHashMap<&'s str, (Block, Span)>;

/// A branch whose target blocks are not known yet.
#[derive(Debug)]
pub(super) struct Pending {
    op: OpId,
    /// Number of operands that are not passed to successors.
    own: u32,
    to: Vec<SuccessorText>,
}

impl<'s> Parser<'s> {
    /// Records the successors of an op until their blocks are known.
    pub(super) fn branches(&mut self, op: OpId, to: Vec<SuccessorText>, parts: Parts) {
        let kind = self.module.op(op);
        if let Some(count) = kind.successor_count()
            && count != to.len()
        {
            let message = format!(
                "`{}` has {count} {} here, but {} are written",
                kind.name(),
                crate::verify::successors(count),
                to.len()
            );
            self.report(Diagnostic::error(parts.name, message).label("in this op"));
            return;
        }
        let passed: u32 = to.iter().map(|s| s.args).sum();
        let own = self.module.operands(op).len() as u32 - passed;
        self.pending.push(Pending { op, own, to });
    }

    /// Connects the pending branches of a region, those after the first `base`, to their
    /// successors.
    pub(super) fn connect(&mut self, base: usize, labels: &Labels<'s>) {
        for Pending { op, own, to } in self.pending.split_off(base) {
            let mut blocks: SmallVec<[(Block, u32); 4]> = SmallVec::new();
            for &SuccessorText { label: span, args } in &to {
                let label = &self.source[span.start as usize..span.end as usize];
                if let Some(&(block, defined)) = labels.get(label) {
                    self.tell_use(span, defined.start);
                    blocks.push((block, args));
                    continue;
                }
                let message = format!("there is no block `{label}` in this region");
                let known = labels.keys().map(|known| &known[1..]);
                let diagnostic = Diagnostic::error(span, message);
                self.report(self.suggest(diagnostic, &label[1..], known, "^"));
            }
            if blocks.len() == to.len() {
                self.module.connect(op, own, blocks);
            }
        }
    }

    /// Reads `^block(%a, %b : type, type)`.
    fn successor(&mut self, draft: &mut Draft) -> Parse<()> {
        let (start, label) = (self.start, self.span());
        self.expect(Token::Block)?;
        let (uses, types) = (self.uses.len(), draft.operand_types.len());
        if self.eat(Token::OpenParen) {
            self.operands_until(Token::Colon)?;
            loop {
                draft.operand_types.push(self.ty()?);
                if self.eat(Token::CloseParen) {
                    break;
                }
                if !self.eat(Token::Comma) {
                    return self.expected("`,` or `)`");
                }
            }
        }
        let (written, typed) = (self.uses.len() - uses, draft.operand_types.len() - types);
        if written != typed {
            let span = self.since(start);
            let message = format!("{written} values are passed, but {typed} types are written");
            return self.error(span, message);
        }
        draft.successors.push(SuccessorText { label, args: written as u32 });
        let span = self.since(start);
        self.successor_spans.push(span);
        Ok(())
    }

    /// Parses an operand without a type; its type is that of its definition.
    fn untyped_operand(&mut self, draft: &mut Draft) -> Parse<()> {
        self.operand()?;
        let known = self.uses.last().and_then(|it| self.known(*it));
        draft.untyped |= known.is_none();
        draft.operand_types.push(known.map_or_else(unknown_type, |value| self.module.ty(value)));
        Ok(())
    }

    /// Reads `^block(%a : type)`.
    pub(super) fn br_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.successor(draft)?;
        self.trailing_dict(draft)
    }

    /// Parses `%condition, ^block(%a : type), ^block`, with an optional `weights([1, 2])` after the
    /// condition.
    pub(super) fn cond_br_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.untyped_operand(draft)?;
        if self.eat_word("weights") {
            self.expect(Token::OpenParen)?;
            self.field(draft, "branch_weights", |p| {
                Ok(Attr::DenseArray(Element::I32, p.integers()?))
            })?;
            self.expect(Token::CloseParen)?;
        }
        for _ in 0..2 {
            self.expect(Token::Comma)?;
            self.successor(draft)?;
        }
        self.trailing_dict(draft)
    }

    /// Reads `%flag : i32, [default: ^block, 42: ^block(%a : type)]`.
    pub(super) fn switch_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.operand()?;
        self.expect(Token::Colon)?;
        let at = self.span();
        let ty = self.ty()?;
        draft.operand_types.push(ty);
        let element = ops::scalar_element(ty).filter(|e| e.is_integer());
        let Some(element) = element else {
            let message = format!("the flag must be a scalar integer such as i32, not {ty}");
            return self.error(at, message);
        };
        self.expect(Token::Comma)?;
        let start = self.start;
        let mut values: Vec<i64> = Vec::new();
        let mut first = true;
        self.list(Token::OpenBracket, Token::CloseBracket, |p| {
            if std::mem::take(&mut first) {
                p.expect_word("default")?;
            } else {
                let (at, value) = (p.span(), p.integer()?);
                // Upstream writes negative numbers as unsigned ones with the same bits.
                let bits = 8 * element.byte_width() as u32;
                let unsigned = bits < 64 && value >= 0 && value < 1 << bits;
                if super::attr::integer_in(i128::from(value), element).is_none() && !unsigned {
                    return p.error(at, format!("{value} is not a value of {element}"));
                }
                values.push(value);
            }
            p.expect(Token::Colon)?;
            p.successor(draft)
        })?;
        let span = self.since(start);
        if first {
            return self.error(span, "a switch needs a block for `default`");
        }
        if !values.is_empty() {
            let width = element.byte_width();
            let mut bytes = Bytes::zeros(values.len() * width);
            for (to, value) in bytes.as_mut_slice().chunks_exact_mut(width).zip(&values) {
                to.copy_from_slice(&value.to_le_bytes()[..width]);
            }
            let literal = Literal::new(Type::tensor(&[values.len() as i64], element), bytes);
            let literal = literal.expect("so many elements were written");
            draft.set("case_values", Attr::Dense(literal));
            self.attr_spans.push(("case_values", span));
        }
        self.trailing_dict(draft)
    }

    /// Reads `%condition, "message"`.
    pub(super) fn assert_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.untyped_operand(draft)?;
        self.expect(Token::Comma)?;
        self.field(draft, "msg", |p| Ok(Attr::String(p.string()?.into())))?;
        self.trailing_dict(draft)
    }

    /// Parses `42 : i32`, `true` or `dense<…> : tensor<…>`, after an optional dictionary.
    pub(super) fn scalar_constant_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.trailing_dict(draft)?;
        self.field(draft, "value", Self::attr)?;
        draft.types = self.attr_span(draft.bases, "value").unwrap_or(draft.name);
        if let Some(value) = draft.get("value") {
            let ty = ops::ScalarConstant { value: Box::new(value.clone()) }.ty();
            draft.result_types.extend(ty);
        }
        Ok(())
    }

    /// Reads `%tensor[%i, %j] : tensor<…>`.
    pub(super) fn tensor_extract_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.operand()?;
        self.expect(Token::OpenBracket)?;
        self.operands_until(Token::CloseBracket)?;
        self.trailing_dict(draft)?;
        self.expect(Token::Colon)?;
        let at = self.span();
        let ty = self.ty()?;
        draft.types = self.since(at.start as usize);
        let Some(tensor) = ty.as_tensor() else {
            return self.error(draft.types, format!("expected the type of a tensor, found {ty}"));
        };
        let indices = self.uses.len() - draft.bases.uses - 1;
        draft.operand_types.push(ty);
        let index = Type::scalar(Element::Index);
        draft.operand_types.extend(std::iter::repeat_n(index, indices));
        draft.result_types.push(Type::scalar(tensor.element));
        Ok(())
    }

    /// Reads `%a, %b : tensor<…>`.
    pub(super) fn elements_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.operand_list()?;
        self.trailing_dict(draft)?;
        self.expect(Token::Colon)?;
        let at = self.span();
        let ty = self.ty()?;
        draft.types = self.since(at.start as usize);
        let Some(tensor) = ty.as_tensor() else {
            return self.error(draft.types, format!("expected the type of a tensor, found {ty}"));
        };
        let count = self.uses.len() - draft.bases.uses;
        draft.operand_types.extend(std::iter::repeat_n(Type::scalar(tensor.element), count));
        draft.result_types.push(ty);
        Ok(())
    }

    // Generic form.

    /// Parses `[^block, ^block]` after the operands.
    pub(super) fn generic_successors(&mut self, draft: &mut Draft, name: &str) -> Parse<()> {
        if let Some(entry) = draft.entry
            && ![ops::Br::DEF.name, ops::CondBr::DEF.name, ops::Switch::DEF.name].contains(&name)
        {
            let message = format!("`{}` has no successors", entry.def.name);
            return self.error(self.span(), message);
        }
        self.list(Token::OpenBracket, Token::CloseBracket, |p| {
            let label = p.expect(Token::Block)?;
            draft.successors.push(SuccessorText { label, args: 0 });
            p.successor_spans.push(label);
            Ok(())
        })
    }

    /// Determines the number of operands of each successor from the attributes of generic form.
    pub(super) fn split_operands(&mut self, draft: &mut Draft, name: &str) -> Parse<()> {
        if draft.successors.is_empty() || draft.entry.is_none() {
            return Ok(());
        }
        let count = self.uses.len() - draft.bases.uses;
        if name == ops::Br::DEF.name {
            draft.successors[0].args = count as u32;
            return Ok(());
        }
        let mut expected = self.segments(draft, name, "operandSegmentSizes", count)?;
        if let [1, _, _] = expected[..] {
            expected.remove(0);
        } else {
            let message = format!("`{name}` has one operand of its own and two lists");
            let span = self.attr_span(draft.bases, "operandSegmentSizes");
            return self.error(span.unwrap_or(draft.name), message);
        }
        if name == ops::Switch::DEF.name {
            let cases = expected.remove(1) as usize;
            expected.extend(self.segments(draft, name, "case_operand_segments", cases)?);
        }
        for (successor, count) in draft.successors.iter_mut().zip(expected) {
            successor.args = count;
        }
        Ok(())
    }

    /// Removes the attributes that divide lists of hloom's ops for readers by IRDL.
    pub(super) fn drop_slots(&mut self, draft: &mut Draft, name: &str) -> Parse<()> {
        let Some(entry) = draft.entry else {
            return Ok(());
        };
        let counts = [self.uses.len() - draft.bases.uses, draft.result_types.len()];
        for ((attr, is_list), count) in SEGMENTS.into_iter().zip(lists(entry.def)).zip(counts) {
            if is_list && draft.attrs.iter().any(|(n, _)| &**n == attr) {
                self.segments(draft, name, attr, count)?;
            }
        }
        Ok(())
    }

    /// The sizes in an attribute, which must add up to `count`. The attribute is removed, since the
    /// module stores this itself.
    fn segments(
        &mut self,
        draft: &mut Draft,
        name: &str,
        attr: &str,
        count: usize,
    ) -> Parse<Vec<u32>> {
        let at = draft.attrs.iter().position(|(n, _)| &**n == attr);
        let value = at.map(|at| draft.attrs.remove(at).1);
        let span = self.attr_span(draft.bases, attr).unwrap_or(draft.name);
        let sizes: Option<Vec<u32>> = match &value {
            Some(Attr::DenseArray(Element::I32, sizes)) => {
                sizes.iter().map(|&n| u32::try_from(n).ok()).collect()
            }
            Some(_) => None,
            None => {
                return self.error(span, format!("`{name}` needs the attribute `{attr}`"));
            }
        };
        match sizes {
            Some(sizes) if sizes.iter().map(|&n| n as usize).sum::<usize>() == count => Ok(sizes),
            _ => {
                let message =
                    format!("`{attr}` must be sizes `array<i32: …>` that add up to {count}");
                self.error(span, message)
            }
        }
    }
}
