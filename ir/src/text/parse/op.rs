//! Ops: the names of the results, the form, and the creation of the op.

use super::draft::{Bases, Draft, Parts};
use super::legacy;
use super::names::Use;
use super::region::Around;
use super::{Failed, Parse, Parser, Token};
use crate::attr::AttrDict;
use crate::diag::{Diagnostic, Span};
use crate::id::{Block, OpId, Region, Value};
use crate::op::{FieldReader, OpEntry, Syntax};
use crate::ops::{self, Foreign, Op};
use crate::suggest;
use smallvec::SmallVec;

/// `%name:2` before an op's `=`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResultName<'s> {
    name: &'s str,
    span: Span,
    count: u32,
}

impl<'s> Parser<'s> {
    /// Parses an op and appends it to a block.
    pub(super) fn op(&mut self, block: Block) -> Parse<()> {
        let (start, bases) = (self.start, self.bases());
        let read = self.op_line(block, bases);
        if self.told.is_some() {
            self.tell_symbol(block, start, bases.attrs, read.is_ok());
        }
        if read.is_err() {
            // Its results are declared as broken, so that their uses are not errors.
            for i in bases.results..self.results.len() {
                let ResultName { name, span, .. } = self.results[i];
                if self.locating.is_none() {
                    self.define(name, span, None);
                }
            }
        }
        self.uses.truncate(bases.uses);
        self.results.truncate(bases.results);
        self.attr_spans.truncate(bases.attrs);
        self.region_spans.truncate(bases.regions);
        self.successor_spans.truncate(bases.successors);
        read
    }

    pub(super) fn bases(&self) -> Bases {
        Bases {
            uses: self.uses.len(),
            results: self.results.len(),
            attrs: self.attr_spans.len(),
            regions: self.region_spans.len(),
            successors: self.successor_spans.len(),
        }
    }

    fn op_line(&mut self, block: Block, bases: Bases) -> Parse<()> {
        let start = self.start;
        if self.token == Token::Value {
            self.result_names()?;
        }
        self.tell_op();
        match self.token {
            Token::String => self.generic(block, start, bases),
            Token::Word => self.pretty(block, start, bases),
            Token::Value if self.results.len() == bases.results => {
                self.expected("an op; only `=` can follow a value's name here")
            }
            _ => self.expected("an op such as `stablehlo.add` or `\"stablehlo.add\"`"),
        }
    }

    /// Reads `%a, %b:2 =`.
    fn result_names(&mut self) -> Parse<()> {
        let base = self.results.len();
        loop {
            let (span, name) = self.value_name()?;
            let mut count = 1;
            if self.eat(Token::Colon) {
                let (text, at) = (self.text(), self.span());
                self.expect(Token::Integer)?;
                match text.parse::<u32>() {
                    Ok(n) if n > 0 => count = n,
                    _ => return self.error(at, "this is not a number of results"),
                }
            }
            self.results.push(ResultName { name, span, count });
            if !self.eat(Token::Comma) {
                break;
            }
        }
        if self.token != Token::Equal {
            self.results.truncate(base);
            return self.expected("`=` behind the name of a result");
        }
        self.advance();
        Ok(())
    }

    /// Parses the types of an op in generic form without attributes and regions, and creates it.
    /// Most ops are of this kind, so this fast path does not use a draft.
    fn plain(
        &mut self,
        block: Block,
        start: usize,
        place: Span,
        entry: &'static OpEntry,
        bases: Bases,
    ) -> Parse<()> {
        self.advance();
        let types_start = self.start;
        let at = self.span();
        let id = self.suffix()?;
        let types = self.since(types_start);
        let suffix = &self.suffixes.all[id as usize];
        let Some(results) = suffix.results.as_ref().map(|r| r.len()) else {
            return self.not_a_signature(at);
        };
        let (written, declared) = (self.uses.len() - bases.uses, suffix.operands.len());
        if written != declared {
            return self.wrong_count(entry.def.name, place, bases, declared);
        }
        let errors = self.errors;
        let mut operands: SmallVec<[Value; 4]> = SmallVec::new();
        for i in 0..written {
            let ty = self.suffixes.all[id as usize].operands[i];
            operands.push(self.resolve(self.uses[bases.uses + i], ty));
        }
        let result_types = self.suffixes.all[id as usize].results.as_deref().unwrap_or(&[]);
        let mut none = AttrDict::new();
        let op = match (entry.read)(&mut FieldReader { dict: &mut none, results: result_types }) {
            Ok(op) => op,
            Err(wrong) => {
                let message = format!("`{}`: {}", entry.def.name, wrong.why);
                return self.error(place, message);
            }
        };
        let span = Span::new(start, self.behind);
        let id_of_op = self.module.create_op(op, &operands, result_types, &[], span);
        self.module.append(block, id_of_op);
        if results == 1
            && let [ResultName { name, span, count: 1 }] = self.results[bases.results..]
        {
            let value = self.module.result(id_of_op, 0);
            self.results.truncate(bases.results);
            self.define(name, span, Some((value, 1)));
        } else {
            self.name_results(id_of_op, bases, entry.def.name, place)?;
        }
        if self.errors == errors {
            self.check_op(id_of_op, Some(entry), Some(id), Parts { name: place, types, bases });
        }
        if let Some(loc) = self.optional_loc()? {
            self.module.set_loc(id_of_op, loc);
        }
        Ok(())
    }

    #[cold]
    fn not_a_signature<T>(&mut self, at: Span) -> Parse<T> {
        self.error(at, "expected a function type `(…) -> …` of operands and results")
    }

    #[cold]
    fn wrong_count<T>(&mut self, name: &str, place: Span, bases: Bases, types: usize) -> Parse<T> {
        let span = self.uses_span(bases.uses).unwrap_or(place);
        let written = self.uses.len() - bases.uses;
        self.error(span, format!("`{name}` has {written} operands, but the types of {types}"))
    }

    /// A draft of the op whose name is the next token.
    pub(super) fn draft(
        &mut self,
        start: usize,
        entry: Option<&'static OpEntry>,
        bases: Bases,
    ) -> Draft {
        let name = self.span();
        self.advance();
        Draft::new(start, name, entry, bases)
    }

    /// Reads `"name"(%a, %b) <{…}> ({…}) {…} : (…) -> …`.
    fn generic(&mut self, block: Block, start: usize, bases: Bases) -> Parse<()> {
        let text = self.text();
        let name = &text[1..text.len() - 1];
        let newer = legacy::newer(name);
        let entry = ops::lookup(newer.unwrap_or(name));
        if entry.is_none() {
            self.check_foreign_name(name)?;
        }
        let place = self.span();
        self.advance();
        self.expect(Token::OpenParen)?;
        self.operands_until(Token::CloseParen)?;
        if let Some(entry) = entry
            && self.token == Token::Colon
            && entry.def.attrs.is_empty()
            && self.locating.is_none()
        {
            return self.plain(block, start, place, entry, bases);
        }
        let mut draft = Draft::new(start, place, entry, bases);
        if self.token == Token::OpenBracket {
            self.generic_successors(&mut draft, name)?;
        }
        if self.token == Token::Less {
            self.advance();
            let into_attrs = entry.is_some();
            let mut entries = Vec::new();
            self.dict_into(&mut entries)?;
            self.expect(Token::Greater)?;
            *(if into_attrs { &mut draft.attrs } else { &mut draft.properties }) = entries;
        }
        if self.token == Token::OpenParen {
            self.generic_regions(&mut draft, name)?;
        }
        if self.token == Token::OpenBrace {
            let mut entries = std::mem::take(&mut draft.attrs);
            self.dict_into(&mut entries)?;
            draft.attrs = entries;
        }
        self.split_operands(&mut draft, name)?;
        self.expect(Token::Colon)?;
        let at = self.span();
        let id = self.suffix()?;
        let suffix = &self.suffixes.all[id as usize];
        let Some(results) = &suffix.results else {
            return self.not_a_signature(at);
        };
        draft.operand_types.extend_from_slice(&suffix.operands);
        draft.result_types.extend_from_slice(results);
        draft.suffix = Some(id);
        draft.types = self.since(at.start as usize);
        self.drop_slots(&mut draft, name)?;
        if newer.is_some() {
            self.renew(&mut draft, name)?;
        }
        self.finish(block, draft, newer.unwrap_or(name)).map(|_| ())
    }

    /// Rejects names of foreign ops that can't be printed, and those that look like misspelt names
    /// of the table.
    fn check_foreign_name(&mut self, name: &str) -> Parse<()> {
        let span = self.span();
        let plain = |b: u8| b.is_ascii_graphic() && b != b'\\';
        if name.is_empty() || !name.bytes().all(plain) {
            return self.error(span, "an op's name is made of letters, digits and signs of ASCII");
        }
        let dialect = name.split('.').next().unwrap_or(name);
        let known = |d: &str| ops::TABLE.iter().any(|e| e.def.name.split('.').next() == Some(d));
        if !known(dialect) {
            return Ok(());
        }
        // Unknown ops of known dialects are kept as foreign ops; a name similar to one of the
        // table's is an error.
        let near = suggest::nearest(name, ops::TABLE.iter().map(|e| e.def.name));
        if let Some(near) = near
            && suggest::distance_within(name, near, 2).is_some()
            && !super::check::is_known_elsewhere(name)
        {
            let message = format!("there is no op `{name}`");
            self.report(Diagnostic::error(span, message).help(format!("did you mean `{near}`?")));
            return Err(Failed);
        }
        Ok(())
    }

    fn generic_regions(&mut self, draft: &mut Draft, name: &str) -> Parse<()> {
        let mut around = Around::of(draft.entry.map(|e| e.def));
        // A module's region always has a block.
        let is_module = name == "builtin.module";
        if draft.entry.is_none() {
            around.ordered = false;
            // Modules of other dialects, such as `gpu.module`, are tables of symbols, too.
            around.table = name.ends_with(".module");
        }
        let mut regions = SmallVec::<[Region; 2]>::new();
        self.list(Token::OpenParen, Token::CloseParen, |p| {
            let region = p.region(around, &[])?;
            if is_module && p.module.blocks(region).is_empty() {
                p.module.create_block(region);
            }
            regions.push(region);
            Ok(())
        })?;
        draft.regions = regions;
        Ok(())
    }

    /// Parses `%a, %b` up to and including this token.
    pub(super) fn operands_until(&mut self, close: Token) -> Parse<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            self.operand()?;
            if self.eat(close) {
                return Ok(());
            }
            if !self.eat(Token::Comma) {
                return self.expected(&format!("`,` or {}", close.describe()));
            }
        }
    }

    /// Parses an op's pretty form.
    fn pretty(&mut self, block: Block, start: usize, bases: Bases) -> Parse<()> {
        let (text, span) = (self.text(), self.span());
        let name = match text {
            "module" => "builtin.module",
            "return" => "func.return",
            "call" => "func.call",
            "func" => "func.func",
            "stablehlo.broadcast" => {
                return self.legacy_form(block, start, bases, "stablehlo.broadcast");
            }
            "stablehlo.dot" => return self.legacy_form(block, start, bases, "stablehlo.dot"),
            _ => text,
        };
        let Some(entry) = ops::lookup(name) else {
            return self.unknown_op(text, span);
        };
        let name = entry.def.name;
        let mut draft = self.draft(start, Some(entry), bases);
        match entry.def.syntax {
            Syntax::Pieces(_) => self.pieces(&mut draft, entry)?,
            Syntax::Custom => return self.custom(block, draft, name),
            Syntax::Generic => {
                let message = format!("`{name}` has no form of its own");
                let help = format!("write it in generic form, `\"{name}\"(…) : (…) -> …`");
                self.report(Diagnostic::error(span, message).help(help));
                return Err(Failed);
            }
        }
        self.finish(block, draft, name).map(|_| ())
    }

    fn unknown_op<T>(&mut self, name: &str, span: Span) -> Parse<T> {
        if super::check::is_known_elsewhere(name) {
            let message = format!("hloom does not know `{name}` yet");
            let help =
                format!("in generic form, `\"{name}\"(…) : (…) -> …`, it goes through untouched");
            self.report(Diagnostic::error(span, message).help(help));
            return Err(Failed);
        }
        let mut diagnostic = Diagnostic::error(span, format!("there is no op `{name}`"));
        let names = ops::TABLE.iter().map(|e| e.def.name);
        let short = ops::TABLE.iter().find(|e| e.def.short_name() == name).map(|e| e.def.name);
        if let Some(near) = short.or_else(|| suggest::nearest(name, names)) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        } else if name.contains('.') {
            let help = format!(
                "ops of other dialects are read in generic form, `\"{name}\"(…) : (…) -> …`"
            );
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
        Err(Failed)
    }

    /// Creates the op, appends it to the block, names its results, checks it and parses its
    /// location.
    pub(super) fn finish(&mut self, block: Block, draft: Draft, name: &str) -> Parse<OpId> {
        if self.locating.is_some() {
            self.note_parts(&draft);
            return Err(Failed);
        }
        let bases = draft.bases;
        let written = self.uses.len() - bases.uses;
        if written != draft.operand_types.len() {
            return self.wrong_count(name, draft.name, bases, draft.operand_types.len());
        }
        let errors = self.errors;
        let mut operands: SmallVec<[Value; 4]> = SmallVec::new();
        for i in 0..written {
            let it: Use<'s> = self.uses[bases.uses + i];
            operands.push(self.resolve(it, draft.operand_types[i]));
        }
        let span = Span::new(draft.start, self.behind);
        let Draft { attrs, properties, entry, .. } = draft;
        let parts = Parts { name: draft.name, types: draft.types, bases };
        let mut dict = if attrs.is_empty() { AttrDict::new() } else { attrs.into_iter().collect() };
        let op: Op = match entry {
            Some(entry) => {
                let mut reader = FieldReader { dict: &mut dict, results: &draft.result_types };
                match (entry.read)(&mut reader) {
                    Ok(op) => op,
                    Err(wrong) => {
                        self.wrong_field(name, parts, entry.def, &dict, &wrong);
                        return Err(Failed);
                    }
                }
            }
            None => Foreign {
                name: name.into(),
                attrs: std::mem::take(&mut dict),
                properties: properties.into_iter().collect(),
                results: draft.result_types[..].into(),
            }
            .into(),
        };
        if let Some(entry) = entry
            && !dict.is_empty()
        {
            self.check_extra(name, parts, entry.def, &dict);
        }
        let id = self.module.create_op(op, &operands, &draft.result_types, &draft.regions, span);
        if !dict.is_empty() {
            self.module.set_discardable_attrs(id, dict);
        }
        self.module.append(block, id);
        if !draft.successors.is_empty() {
            self.branches(id, draft.successors, parts);
        }
        self.name_results(id, bases, name, draft.name)?;
        if self.errors == errors && !draft.untyped {
            self.check_op(id, entry, draft.suffix, parts);
        }
        if let Some(loc) = self.optional_loc()? {
            self.module.set_loc(id, loc);
        }
        Ok(id)
    }

    /// The span of all operands of an op.
    pub(super) fn uses_span(&self, base: usize) -> Option<Span> {
        let uses = &self.uses[base..];
        Some(Span { start: uses.first()?.span.start, end: uses.last()?.span.end })
    }

    /// Binds the names before `=` to the results.
    fn name_results(&mut self, id: OpId, bases: Bases, name: &str, place: Span) -> Parse<()> {
        let results = self.module.results(id);
        let written = self.results.len() - bases.results;
        if written == 0 {
            return Ok(());
        }
        let total: u64 = self.results[bases.results..].iter().map(|r| u64::from(r.count)).sum();
        if total != results.len() as u64 {
            let first = self.results[bases.results].span;
            let last = self.results[self.results.len() - 1].span;
            let span = Span { start: first.start, end: last.end };
            let message = match results.len() {
                0 => format!("`{name}` has no result"),
                1 => format!("`{name}` has one result, but {total} are named"),
                n => format!("`{name}` has {n} results, but {total} are named"),
            };
            let mut diagnostic = Diagnostic::error(span, message).note(place, "the op stands");
            if results.len() > 1 && written == 1 {
                let first = self.results[bases.results].name;
                diagnostic = diagnostic.help(format!("write `%{first}:{}`", results.len()));
            }
            self.report(diagnostic);
            return Err(Failed);
        }
        let mut at = 0;
        for i in bases.results..self.results.len() {
            let ResultName { name, span, count } = self.results[i];
            if let Some(first) = results.get(at) {
                self.define(name, span, Some((first, count)));
            }
            at += count as usize;
        }
        // The names are removed first, so that they are not defined twice if the location fails to
        // parse.
        self.results.truncate(bases.results);
        Ok(())
    }
}
