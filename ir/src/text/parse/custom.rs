//! Custom pretty forms, which the op table can't describe.

use super::draft::Draft;
use super::region::{Arg, Around};
use super::suffix::TypeList;
use super::{Failed, Parse, Parser, Token};
use crate::attr::Attr;
use crate::diag::{Diagnostic, Span};
use crate::field::EnumDef;
use crate::id::{Block, Region};
use crate::op::{Defined, OpEntry, Syntax, Trait};
use crate::ops::{self, CompareType, Direction, Precision};
use crate::types::{Element, Type};

/// Dimensions of both operands of a product, paired.
type DimPair = (Box<[i64]>, Box<[i64]>);

impl<'s> Parser<'s> {
    /// Parses an op's custom form, and creates the op.
    pub(super) fn custom(
        &mut self,
        block: Block,
        mut draft: Draft,
        name: &'static str,
    ) -> Parse<()> {
        let d = &mut draft;
        match name {
            "builtin.module" => return self.module_form(block, draft).map(|_| ()),
            "func.func" => return self.func_form(block, draft).map(|_| ()),
            "func.call" => self.call_form(d)?,
            "func.return" | "sdy.return" | "stablehlo.return" => self.return_form(d)?,
            "stablehlo.constant" | "chlo.constant" => self.constant_form(d)?,
            _ if name.starts_with("sdy.") => self.sdy_form(d, name)?,
            "stablehlo.compare" => self.compare_form(d)?,
            "stablehlo.reduce_precision" => self.reduce_precision_form(d)?,
            "stablehlo.slice" => self.slice_form(d)?,
            "stablehlo.dot_general" => self.dot_general_form(d)?,
            "stablehlo.convolution" => self.convolution_form(d)?,
            "stablehlo.cholesky" => self.cholesky_form(d)?,
            "stablehlo.composite" => self.composite_form(d)?,
            "stablehlo.custom_call" => self.custom_call_form(d)?,
            "stablehlo.get_tuple_element" => self.tuple_element_form(d)?,
            "stablehlo.reduce" => self.reduce_form(d)?,
            "stablehlo.while" => self.while_form(d)?,
            "cf.br" => self.br_form(d)?,
            "cf.cond_br" => self.cond_br_form(d)?,
            "cf.switch" => self.switch_form(d)?,
            "cf.assert" => self.assert_form(d)?,
            "arith.constant" => self.scalar_constant_form(d)?,
            "tensor.extract" => self.tensor_extract_form(d)?,
            "tensor.from_elements" => self.elements_form(d)?,
            "chlo.scan" => self.scan_form(d)?,
            "shape.assuming" => self.assuming_form(d)?,
            "shape.assuming_yield" => self.return_form(d)?,
            "check.expect_almost_eq" | "check.expect_almost_eq_const" => {
                self.expect_almost_eq_form(d, name.ends_with("const"))?;
            }
            "check.expect_close" => self.expect_close_form(d)?,
            "check.expect_serialized_eq" => self.probe_form(d, "operands_one")?,
            "interpreter.probe" => self.probe_form(d, "same")?,
            _ => {
                return self.error(
                    draft.name,
                    format!("`{name}` has no form of its own yet; write it in generic form"),
                );
            }
        }
        self.finish(block, draft, name).map(|_| ())
    }

    /// Parses an attribute, and records its position.
    pub(super) fn field(
        &mut self,
        draft: &mut Draft,
        name: &'static str,
        read: impl FnOnce(&mut Self) -> Parse<Attr>,
    ) -> Parse<()> {
        let start = self.start;
        let attr = read(self)?;
        let span = self.since(start);
        self.attr_spans.push((name, span));
        draft.set(name, attr);
        Ok(())
    }

    fn dims_attr(&mut self) -> Parse<Attr> {
        Ok(Attr::DenseArray(Element::I64, self.integers()?))
    }

    /// Reads `@callee(%a) : (…) -> …`.
    fn call_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.field(draft, "callee", |p| Ok(Attr::symbol(&p.symbol_name()?)))?;
        self.expect(Token::OpenParen)?;
        self.operands_until(Token::CloseParen)?;
        self.trailing_dict(draft)?;
        self.types_by(draft, "signature")
    }

    /// Reads `%a, %b : type, type`, or nothing.
    fn return_form(&mut self, draft: &mut Draft) -> Parse<()> {
        // A dictionary may precede or follow the operands.
        self.trailing_dict(draft)?;
        self.operand_list()?;
        self.trailing_dict(draft)?;
        if self.uses.len() > draft.bases.uses {
            self.expect(Token::Colon)?;
            let start = self.start;
            let id = self.suffix()?;
            draft.types = self.since(start);
            let suffix = self.suffix_at(id);
            let types = TypeList::from_slice(&suffix.operands);
            draft.operand_types.extend(types);
        }
        Ok(())
    }

    /// Reads `dense<…> : type`, a dictionary in front of it; or `() {value = dense<…> : type} : () ->
    /// type`, as StableHLO prints a constant whose type is not that of its literal.
    fn constant_form(&mut self, draft: &mut Draft) -> Parse<()> {
        if self.eat(Token::OpenParen) {
            self.expect(Token::CloseParen)?;
            self.trailing_dict(draft)?;
            return self.types_by(draft, "signature");
        }
        self.trailing_dict(draft)?;
        self.field(draft, "value", Self::attr)?;
        let place = self.attr_span(draft.bases, "value").unwrap_or(draft.name);
        match draft.get("value") {
            Some(Attr::Dense(literal)) => draft.result_types.push(literal.ty()),
            _ if self.locating.is_some() => {}
            Some(Attr::Opaque(text)) if text.starts_with("dense_resource") => {
                let error = self.no_resource(text, place);
                self.report(error);
                return Err(Failed);
            }
            _ => return self.error(place, "expected a literal `dense<…> : tensor<…>`"),
        }
        draft.types = place;
        Ok(())
    }

    /// Reads `LT, %a, %b, FLOAT : (…) -> …`.
    fn compare_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.field(draft, "comparison_direction", |p| p.word(&Direction::DEF))?;
        self.expect(Token::Comma)?;
        self.operand()?;
        self.expect(Token::Comma)?;
        self.operand()?;
        if self.eat(Token::Comma) {
            self.field(draft, "compare_type", |p| p.word(&CompareType::DEF))?;
        }
        self.trailing_dict(draft)?;
        self.types_by(draft, "signature")
    }

    /// Reads `%a, format = e5m10 : type`.
    fn reduce_precision_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.operand()?;
        self.expect(Token::Comma)?;
        self.expect_word("format")?;
        self.expect(Token::Equal)?;
        let (text, span) = (self.text(), self.span());
        let bits = text.strip_prefix('e').and_then(|t| t.split_once('m')).and_then(|(e, m)| {
            let part = |t: &str| t.parse::<i64>().ok().filter(|_| !t.starts_with('+'));
            Some((part(e)?, part(m)?))
        });
        let Some((exponent, mantissa)) = bits else {
            return self.expected("a format such as `e5m10`");
        };
        self.advance();
        for (name, bits) in [("exponent_bits", exponent), ("mantissa_bits", mantissa)] {
            self.attr_spans.push((name, span));
            draft.set(name, Attr::Int(bits, Type::scalar(Element::I32)));
        }
        self.trailing_dict(draft)?;
        self.types_by(draft, "same")
    }

    /// Reads `%a [0:2, 1:3:2] : (…) -> …`.
    fn slice_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.operand()?;
        let start = self.start;
        let (mut starts, mut limits, mut strides) = (Vec::new(), Vec::new(), Vec::new());
        self.list(Token::OpenBracket, Token::CloseBracket, |p| {
            starts.push(p.integer()?);
            p.expect(Token::Colon)?;
            limits.push(p.integer()?);
            strides.push(if p.eat(Token::Colon) { p.integer()? } else { 1 });
            Ok(())
        })?;
        let span = self.since(start);
        for (name, values) in
            [("start_indices", starts), ("limit_indices", limits), ("strides", strides)]
        {
            self.attr_spans.push((name, span));
            draft.set(name, Attr::DenseArray(Element::I64, values.into()));
        }
        self.trailing_dict(draft)?;
        self.types_by(draft, "signature")
    }

    /// Reads `%a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1],
    /// precision = [DEFAULT, DEFAULT], algorithm = <…> : (…) -> …`.
    fn dot_general_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.operand()?;
        self.expect(Token::Comma)?;
        self.operand()?;
        let mut pairs: [DimPair; 2] = Default::default();
        let mut span: Option<Span> = None;
        while self.eat(Token::Comma) {
            let start = self.start;
            let word = self.text();
            let known = ["batching_dims", "contracting_dims", "precision", "algorithm"];
            if self.token != Token::Word || !known.contains(&word) {
                return self
                    .expected("`batching_dims`, `contracting_dims`, `precision` or `algorithm`");
            }
            self.advance();
            self.expect(Token::Equal)?;
            match word {
                "precision" => self.field(draft, "precision_config", Self::precisions)?,
                "algorithm" => self.field(draft, "algorithm", Self::algorithm)?,
                _ => {
                    let lhs = self.integers()?;
                    self.expect_word("x")?;
                    let rhs = self.integers()?;
                    pairs[usize::from(word == "contracting_dims")] = (lhs, rhs);
                    let first = span.map_or(start, |s| s.start as usize);
                    span = Some(self.since(first));
                }
            }
        }
        let [batching, contracting] = pairs;
        let dims = ops::DotDims {
            lhs_batching_dimensions: crate::field::Dims(batching.0),
            rhs_batching_dimensions: crate::field::Dims(batching.1),
            lhs_contracting_dimensions: crate::field::Dims(contracting.0),
            rhs_contracting_dimensions: crate::field::Dims(contracting.1),
        };
        if let Some(attr) = crate::field::Field::to_attr(&dims) {
            draft.set("dot_dimension_numbers", attr);
        }
        self.attr_spans.push(("dot_dimension_numbers", span.unwrap_or(draft.name)));
        self.trailing_dict(draft)?;
        self.types_by(draft, "signature")
    }

    /// Reads `[DEFAULT, HIGHEST]`.
    pub(super) fn precisions(&mut self) -> Parse<Attr> {
        const DEF: &EnumDef = &Precision::DEF;
        let mut items = Vec::new();
        self.list(Token::OpenBracket, Token::CloseBracket, |p| {
            items.push(p.word(DEF)?);
            Ok(())
        })?;
        Ok(Attr::Array(items.into()))
    }

    /// Reads `<lhs_precision_type = tf32, …>`.
    fn algorithm(&mut self) -> Parse<Attr> {
        if self.token != Token::Less {
            return self.attr();
        }
        let start = self.start;
        self.skip_body()?;
        let body = &self.source[start..self.behind];
        Ok(Attr::Opaque(format!("#stablehlo.dot_algorithm{body}").into()))
    }

    /// Reads `(%a, %b) dim_numbers = […]x[…]->[…], window = {…} {…} : (…) -> …`.
    fn convolution_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.expect(Token::OpenParen)?;
        self.operands_until(Token::CloseParen)?;
        self.expect_word("dim_numbers")?;
        self.expect(Token::Equal)?;
        self.field(draft, "dimension_numbers", Self::conv_dims)?;
        self.expect(Token::Comma)?;
        self.expect_word("window")?;
        self.expect(Token::Equal)?;
        let mut windows: Vec<&str> = Vec::new();
        self.list(Token::OpenBrace, Token::CloseBrace, |p| {
            let (word, span) = (p.text(), p.span());
            p.expect(Token::Word)?;
            if windows.contains(&word) {
                return p.error(span, format!("`{word}` is written twice"));
            }
            windows.push(word);
            p.expect(Token::Equal)?;
            match word {
                "stride" => p.field(draft, "window_strides", Self::dims_attr),
                "lhs_dilate" => p.field(draft, "lhs_dilation", Self::dims_attr),
                "rhs_dilate" => p.field(draft, "rhs_dilation", Self::dims_attr),
                "pad" => p.field(draft, "padding", Self::paddings),
                "reverse" => p.field(draft, "window_reversal", Self::flags),
                _ => {
                    let known = ["stride", "pad", "lhs_dilate", "rhs_dilate", "reverse"];
                    let message = format!("a window has {}, but no `{word}`", known.join(", "));
                    let mut diagnostic = Diagnostic::error(span, message);
                    if let Some(near) = crate::suggest::nearest(word, known) {
                        diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
                    }
                    p.report(diagnostic);
                    Err(Failed)
                }
            }
        })?;
        self.trailing_dict(draft)?;
        self.types_by(draft, "signature")
    }

    /// Parses `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]` bytewise.
    fn conv_dims(&mut self) -> Parse<Attr> {
        let start = self.start;
        if self.token == Token::Hash {
            return self.attr();
        }
        for sign in [Some("x"), Some("->"), None] {
            self.list(Token::OpenBracket, Token::CloseBracket, |p| {
                if !matches!(p.token, Token::Word | Token::Integer | Token::Question) {
                    return p.expected("a dimension");
                }
                p.advance();
                Ok(())
            })?;
            if let Some(sign) = sign {
                if self.text() != sign {
                    return self.expected(&format!("`{sign}`"));
                }
                self.advance();
            }
        }
        let text = &self.source[start..self.behind];
        Ok(Attr::Opaque(format!("#stablehlo.conv<{text}>").into()))
    }

    /// Reads `[[1, 1], [0, 2]]`.
    fn paddings(&mut self) -> Parse<Attr> {
        let mut pairs = Vec::new();
        self.list(Token::OpenBracket, Token::CloseBracket, |p| {
            let (start, pair) = (p.start, p.integers()?);
            let [low, high] = *pair else {
                let span = p.since(start);
                return p.error(span, "a padding is a pair, low and high");
            };
            pairs.push((low, high));
            Ok(())
        })?;
        let attr = crate::field::Field::to_attr(&crate::field::Padding(pairs.into()));
        Ok(attr.unwrap_or(Attr::Unit))
    }

    /// Parses `[true, false]`; numbers are accepted as booleans.
    fn flags(&mut self) -> Parse<Attr> {
        let mut flags = Vec::new();
        self.list(Token::OpenBracket, Token::CloseBracket, |p| {
            let flag = match p.text() {
                "true" | "1" => 1,
                "false" | "0" => 0,
                _ => return p.expected("`true` or `false`"),
            };
            p.advance();
            flags.push(flag);
            Ok(())
        })?;
        Ok(Attr::DenseArray(Element::I1, flags.into()))
    }

    /// Reads `@target(%a) {…} : (…) -> …`.
    fn custom_call_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.field(draft, "call_target_name", |p| Ok(Attr::string(&p.symbol_name()?)))?;
        self.expect(Token::OpenParen)?;
        self.operands_until(Token::CloseParen)?;
        self.trailing_dict(draft)?;
        self.types_by(draft, "signature")
    }

    /// Reads `%a, lower = true : type`.
    fn cholesky_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.operand()?;
        if self.eat(Token::Comma) {
            self.expect_word("lower")?;
            self.expect(Token::Equal)?;
            self.field(draft, "lower", Self::attr)?;
        }
        self.trailing_dict(draft)?;
        self.types_by(draft, "same")
    }

    /// Reads `"name.space" %a, %b {decomposition = @f} : (…) -> …`.
    fn composite_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.field(draft, "name", Self::attr)?;
        self.operand_list()?;
        self.trailing_dict(draft)?;
        self.types_by(draft, "signature")
    }

    /// Reads `%t[0] : (tuple<…>) -> …`.
    fn tuple_element_form(&mut self, draft: &mut Draft) -> Parse<()> {
        self.operand()?;
        self.expect(Token::OpenBracket)?;
        self.field(draft, "index", |p| Ok(Attr::Int(p.integer()?, Type::scalar(Element::I32))))?;
        self.expect(Token::CloseBracket)?;
        self.trailing_dict(draft)?;
        self.types_by(draft, "signature")
    }

    /// Parses `(%a init: %b), (%c init: %d) applies op across dimensions = [0] : (…) -> …`, or
    /// `reducer(%x: t, %y: t) … {…}` after the types.
    fn reduce_form(&mut self, draft: &mut Draft) -> Parse<()> {
        let base = draft.bases.uses;
        let mut inits = Vec::new();
        loop {
            self.expect(Token::OpenParen)?;
            self.operand()?;
            self.expect_word("init")?;
            self.expect(Token::Colon)?;
            self.operand()?;
            inits.extend(self.uses.pop());
            self.expect(Token::CloseParen)?;
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.uses.extend(inits);
        let count = (self.uses.len() - base) / 2;
        let mut applied = None;
        if self.eat_word("applies") {
            let (name, span) = (self.text(), self.span());
            let Some(entry) = ops::lookup(name).filter(|e| applies(e)) else {
                return self.expected("a commutative op of StableHLO, such as `stablehlo.add`");
            };
            if count != 1 {
                return self.error(span, "`applies` reduces one input; several need a `reducer`");
            }
            self.advance();
            applied = Some((entry, span));
        }
        self.expect_word("across")?;
        self.expect_word("dimensions")?;
        self.expect(Token::Equal)?;
        self.field(draft, "dimensions", Self::dims_attr)?;
        self.trailing_dict(draft)?;
        self.types_by(draft, "signature")?;
        let around = Around::of(draft.entry.map(|e| e.def));
        let region = match applied {
            Some((entry, span)) => self.applied_region(draft, entry, span)?,
            None => {
                self.optional_loc()?;
                self.expect_word("reducer")?;
                let (mut left, mut right) = (Vec::new(), Vec::new());
                while self.token == Token::OpenParen {
                    self.advance();
                    left.push(self.argument()?);
                    self.expect(Token::Comma)?;
                    right.push(self.argument()?);
                    self.expect(Token::CloseParen)?;
                }
                left.extend(right);
                self.region(around, &left)?
            }
        };
        draft.regions.push(region);
        Ok(())
    }

    /// The region of `applies op`: the op on two scalars, and a return.
    fn applied_region(
        &mut self,
        draft: &Draft,
        entry: &'static OpEntry,
        span: Span,
    ) -> Parse<Region> {
        let element = draft.operand_types.first().and_then(|ty| ty.element());
        let Some(element) = element else {
            return self.error(draft.types, "the operands must be tensors");
        };
        // A result of another element type widens the accumulator.
        let element = draft.operand_types.get(1).and_then(|ty| ty.element()).unwrap_or(element);
        let ty = Type::scalar_tensor(element);
        let region = self.module.create_region();
        let block = self.module.create_block(region);
        self.begun += 1;
        let args = [self.module.add_arg(block, ty), self.module.add_arg(block, ty)];
        let mut dict = crate::attr::AttrDict::new();
        let mut reader = crate::op::FieldReader { dict: &mut dict, results: &[ty] };
        let Ok(op) = (entry.read)(&mut reader) else {
            return self.error(span, format!("`{}` needs attributes", entry.def.name));
        };
        let operands =
            crate::op::InferContext { module: &self.module, values: &args, regions: &[] };
        if let Err(broken) = op.infer(&operands) {
            return self.error(span, format!("`{}`: {}", entry.def.name, broken.message));
        }
        let inner = self.module.create_op(op, &args, &[ty], &[], span);
        self.module.append(block, inner);
        let value = self.module.result(inner, 0);
        let end = self.module.create_op(ops::Return {}.into(), &[value], &[], &[], span);
        self.module.append(block, end);
        Ok(region)
    }

    /// Reads `(%a = %x, %b = %y) : types attributes {…} cond {…} do {…}`.
    fn while_form(&mut self, draft: &mut Draft) -> Parse<()> {
        let mut names: Vec<(Span, &'s str)> = Vec::new();
        self.list(Token::OpenParen, Token::CloseParen, |p| {
            names.push(p.value_name()?);
            p.expect(Token::Equal)?;
            p.operand()
        })?;
        if names.is_empty() {
            self.eat(Token::Colon);
        } else {
            self.types_by(draft, "operands")?;
        }
        if draft.operand_types.len() != names.len() {
            let message = format!(
                "{} values are carried, but {} types are written",
                names.len(),
                draft.operand_types.len()
            );
            return self.error(draft.types, message);
        }
        // Carried values have the same types as operands and results.
        draft.result_types = draft.operand_types.clone();
        draft.suffix = None;
        self.attributes(draft)?;
        let args: Vec<Arg<'s>> = names
            .iter()
            .zip(&draft.operand_types)
            .map(|(&(span, name), &ty)| Arg { name, span, ty: Some(ty), loc: None })
            .collect();
        let around = Around::of(draft.entry.map(|e| e.def));
        for word in ["cond", "do"] {
            self.expect_word(word)?;
            // The regions of a loop without carried values do not have arguments.
            let region = self.region(around, &args)?;
            draft.regions.push(region);
        }
        Ok(())
    }
}

/// Whether `reduce … applies` may name this op: a commutative one of StableHLO.
fn applies(entry: &OpEntry) -> bool {
    let def = entry.def;
    def.has(Trait::Commutative)
        && def.name.starts_with("stablehlo.")
        && def.operands.len() == 2
        && def.operands.iter().all(|o| !o.many)
        && def.attrs.is_empty()
        && matches!(def.syntax, Syntax::Pieces(_))
        && def.results == <ops::Add as Defined>::DEF.results
}
