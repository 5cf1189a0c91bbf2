//! Regions and blocks: `{ ^bb0(%a: type): ops }`.

use super::branch::Labels;
use super::defined::NameKind;
use super::{Parse, Parser, Token};
use crate::diag::{Diagnostic, Span};
use crate::id::{Block, Region};
use crate::module::LocId;
use crate::op::{Defined, OpDef, Trait};
use crate::ops::ModuleOp;
use crate::types::Type;

/// An enclosing block of the current position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// Whether definitions must precede uses: not in foreign ops, whose semantics is unknown, nor
    /// in modules.
    pub ordered: bool,
    /// Its number among all blocks, in order of their starts.
    pub number: u32,
}

/// The scoping rules of a region, from its op.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// Whether names from outside are hidden.
    pub isolated: bool,
    /// Whether definitions must precede uses.
    pub ordered: bool,
    /// Whether it is the body of a module: a table of symbols of its own.
    pub table: bool,
}

impl Around {
    /// The rules for an op of the table or a foreign one.
    pub(super) fn of(def: Option<&OpDef>) -> Around {
        match def {
            Some(def) => Around {
                isolated: def.has(Trait::IsolatedFromAbove),
                ordered: !def.has(Trait::NoTerminator),
                table: def.name == ModuleOp::DEF.name,
            },
            None => Around { isolated: false, ordered: false, table: false },
        }
    }
}

/// An argument of an entry block that is declared outside of its region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arg<'s> {
    /// The name without `%`.
    pub name: &'s str,
    /// The span of the name.
    pub span: Span,
    /// Its type; `None` if that failed to parse.
    pub ty: Option<Type>,
    /// Its location.
    pub loc: Option<LocId>,
}

impl<'s> Parser<'s> {
    /// Parses a region. If `args` are given, its entry block has these arguments, and exists even
    /// if the region is empty.
    pub(super) fn region(&mut self, around: Around, args: &[Arg<'s>]) -> Parse<Region> {
        let start = self.start;
        self.expect(Token::OpenBrace)?;
        let region = self.module.create_region();
        self.tell_region(around.table);
        let outside = self.enter_names(around.isolated);
        let read = self.nested(|p| p.blocks(region, around, args));
        self.tell_region_end();
        self.leave_names(outside);
        let close = read.and_then(|()| {
            if self.token == Token::CloseBrace {
                self.advance();
                return Ok(());
            }
            let found = self.found();
            let open = Span::new(start, start + 1);
            let message = format!("expected an op or `}}`, found {found}");
            let diagnostic = Diagnostic::error(self.span(), message);
            self.report(diagnostic.note(open, "the region begins"));
            Err(super::Failed)
        });
        close?;
        self.region_spans.push(self.since(start));
        Ok(region)
    }

    fn blocks(&mut self, region: Region, around: Around, args: &[Arg<'s>]) -> Parse<()> {
        let branches = self.pending.len();
        if !args.is_empty() || !matches!(self.token, Token::CloseBrace | Token::Block) {
            let block = self.module.create_block(region);
            self.begin(around);
            for arg in args {
                self.add_arg(block, *arg);
            }
            self.ops(block);
            self.open.pop();
        }
        let mut labels = Labels::default();
        while self.token == Token::Block {
            let (label, span) = (self.text(), self.span());
            self.advance();
            let block = self.module.create_block(region);
            match labels.get(label) {
                None => {
                    self.tell_definition(NameKind::Block, span, None);
                    labels.insert(label, (block, span));
                }
                // Branches lead to the first one.
                Some(&(_, first)) => self.report(
                    Diagnostic::error(span, format!("`{label}` is defined twice"))
                        .note(first, format!("`{label}` was defined before")),
                ),
            }
            if label.strip_prefix("^bb").is_none_or(|n| n.parse::<u32>().is_err()) {
                let name = label.trim_start_matches('^').into();
                self.module.block_names.insert(block, name);
            }
            self.begin(around);
            let header = self.block_header(block);
            if header.is_err() {
                self.skip_to_op(span.start as usize);
            }
            self.ops(block);
            self.open.pop();
        }
        self.connect(branches, &labels);
        Ok(())
    }

    fn begin(&mut self, around: Around) {
        self.open.push(Open { ordered: around.ordered, number: self.begun });
        self.begun += 1;
    }

    /// Parses `(%a: type, %b: type):` after a block's label.
    fn block_header(&mut self, block: Block) -> Parse<()> {
        if self.token == Token::OpenParen {
            self.list(Token::OpenParen, Token::CloseParen, |p| {
                let arg = p.argument()?;
                p.add_arg(block, arg);
                Ok(())
            })?;
        }
        self.expect(Token::Colon)?;
        Ok(())
    }

    fn add_arg(&mut self, block: Block, arg: Arg<'s>) {
        let Some(ty) = arg.ty else { return self.define(arg.name, arg.span, None) };
        let value = self.module.add_arg(block, ty);
        if let Some(loc) = arg.loc {
            self.module.set_arg_loc(value, loc);
        }
        self.define(arg.name, arg.span, Some((value, 1)));
    }

    /// Reads `%a: type loc(…)`.
    pub(super) fn argument(&mut self) -> Parse<Arg<'s>> {
        let (span, name) = self.value_name()?;
        self.expect(Token::Colon)?;
        let ty = self.ty()?;
        let loc = self.optional_loc()?;
        Ok(Arg { name, span, ty: Some(ty), loc })
    }

    /// Parses `%name`; returns the name without `%`.
    pub(super) fn value_name(&mut self) -> Parse<(Span, &'s str)> {
        let text = self.text();
        let span = self.expect(Token::Value)?;
        Ok((span, &text[1..]))
    }

    /// Reads ops up to the end of the block.
    pub(super) fn ops(&mut self, block: Block) {
        while !matches!(self.token, Token::CloseBrace | Token::Block | Token::End) {
            let start = self.start;
            if self.op(block).is_err() {
                self.skip_to_op(start);
            }
        }
    }
}
