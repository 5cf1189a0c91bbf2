//! Parses nests. Their text is a line for each part, so no grammar is needed beside this
//! reader of words.

use super::ParseError;
use super::ast::At;
use super::lex::{Token, tokens};
use crate::index::{Index, Unknown, Var};
use crate::nest::{
    Body, Combiner, Condition, Dim, Direction, Exactness, Nest, Node, NodeId, Output, Reduction,
    ScalarOp, Tensor,
};
use hloom_ir::Element;

type Parsed<T> = Result<T, ParseError>;

/// Parses nests, one after the other. They have the right shape but are not yet verified:
/// types and bounds are [`Nest::verify`]'s matter.
///
/// # Errors
/// The first thing that is wrong with the text.
pub fn parse_nests(text: &str) -> Parsed<Vec<Nest>> {
    let mut words = Vec::new();
    for token in tokens(text) {
        let (start, token, _) = token?;
        words.push((At { text: word_of(token), start }, token));
    }
    let mut reader =
        Reader { words: &words, end: text.len(), dims: Vec::new(), inputs: Vec::new() };
    let mut nests = Vec::new();
    while !reader.words.is_empty() {
        nests.push(reader.nest()?);
    }
    Ok(nests)
}

fn word_of(token: Token<'_>) -> &str {
    match token {
        Token::Value(text)
        | Token::Symbol(text)
        | Token::Number(text)
        | Token::String(text)
        | Token::Word(text)
        | Token::Mark(text)
        | Token::Key(text) => text,
    }
}

/// Reads one nest's words from left to right.
struct Reader<'w, 't> {
    words: &'w [(At<'t>, Token<'t>)],
    end: usize,
    dims: Vec<Dim>,
    inputs: Vec<Tensor>,
}

impl<'t> Reader<'_, 't> {
    /// The next word, or the empty one at the end.
    fn peek(&self) -> At<'t> {
        self.words.first().map_or(At { text: "", start: self.end }, |word| word.0)
    }

    fn next(&mut self) -> At<'t> {
        let word = self.peek();
        self.words = self.words.get(1..).unwrap_or_default();
        word
    }

    /// Whether the next word is this one, which is then read.
    fn is(&mut self, word: &str) -> bool {
        let is = self.peek().text == word;
        if is {
            self.next();
        }
        is
    }

    fn expect(&mut self, word: &str) -> Parsed<()> {
        let at = self.peek();
        if self.is(word) { Ok(()) } else { Err(ParseError::new(at, format!("expected `{word}`"))) }
    }

    /// A comma-separated list.
    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut all = vec![one(self)?];
        while self.is(",") {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// A comma-separated list in brackets, which may be empty.
    fn bracketed<T>(
        &mut self,
        [open, close]: [&str; 2],
        one: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        self.expect(open)?;
        if self.is(close) {
            return Ok(Vec::new());
        }
        let all = self.list(one)?;
        self.expect(close)?;
        Ok(all)
    }

    fn number<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        let at = self.next();
        at.text.parse().map_err(|_| ParseError::new(at, "expected a number that fits here"))
    }

    fn bits(&mut self) -> Parsed<u64> {
        let at = self.next();
        let digits = at.text.strip_prefix("0x");
        let bits = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        bits.ok_or_else(|| ParseError::new(at, "expected bits such as 0x3f800000"))
    }

    /// A name with its sigil, without it.
    fn name(&mut self, sigil: char) -> Parsed<&'t str> {
        let at = self.next();
        at.text
            .strip_prefix(sigil)
            .ok_or_else(|| ParseError::new(at, format!("expected a name that begins with {sigil}")))
    }

    fn node_id(&mut self, body: &Body) -> Parsed<NodeId> {
        let at = self.peek();
        let id = self.name('%')?.parse().ok().filter(|id| (*id as usize) < body.len());
        id.map(NodeId).ok_or_else(|| ParseError::new(at, format!("{} is not known here", at.text)))
    }

    fn element(&mut self) -> Parsed<Element> {
        let at = self.next();
        let found = match at.text {
            "complex" => {
                self.expect("<")?;
                let part = Element::from_name(self.next().text);
                self.expect(">")?;
                part.and_then(Element::complex_of)
            }
            name => Element::from_name(name),
        };
        found.ok_or_else(|| ParseError::new(at, format!("`{}` is not an element type", at.text)))
    }

    fn tensor(&mut self) -> Parsed<Tensor> {
        let name = self.name('@')?.to_owned();
        self.expect(":")?;
        let element = self.element()?;
        let shape = self.bracketed(["[", "]"], Self::number)?;
        Ok(Tensor { name, element, shape })
    }

    fn nest(&mut self) -> Parsed<Nest> {
        self.expect("nest")?;
        let name = self.next();
        if !name.text.starts_with('"') {
            return Err(ParseError::new(name, "expected the nest's name in quotes"));
        }
        let name = super::resolve::text(name)?;
        self.expect("{")?;
        (self.dims, self.inputs) = (Vec::new(), Vec::new());
        let (mut body, mut reduction, mut outputs) = (Body::default(), None, Vec::new());
        loop {
            let at = self.next();
            match at.text {
                "}" => break,
                word @ ("parallel" | "reducing") => self.dims(word == "reducing")?,
                "input" => {
                    let tensor = self.tensor()?;
                    self.inputs.push(tensor);
                }
                "reduce" => reduction = Some(self.reduction(&body)?),
                "output" => {
                    let output = self.output(&body)?;
                    outputs.push(output);
                }
                word if word.starts_with('%') => self.node(at, &mut body)?,
                _ => {
                    let message =
                        "expected parallel, reducing, input, a %node, reduce, output or }";
                    return Err(ParseError::new(at, message));
                }
            }
        }
        let (dims, inputs) = (std::mem::take(&mut self.dims), std::mem::take(&mut self.inputs));
        Ok(Nest { name, dims, inputs, body, reduction, outputs })
    }

    fn dims(&mut self, reducing: bool) -> Parsed<()> {
        let dims = self.list(|this| {
            let name = this.next();
            if this.dims.iter().any(|dim| dim.name == name.text) {
                let message = format!("there is a dimension {} already", name.text);
                return Err(ParseError::new(name, message));
            }
            this.expect(":")?;
            Ok(Dim { name: name.text.to_owned(), extent: this.number()?, reducing })
        })?;
        self.dims.extend(dims);
        Ok(())
    }

    /// A node, whose name was read.
    fn node(&mut self, name: At<'t>, body: &mut Body) -> Parsed<()> {
        let number = body.len() as u32;
        if name.text[1..] != number.to_string() {
            return Err(ParseError::new(name, format!("expected node %{number}")));
        }
        self.expect(":")?;
        let element = self.element()?;
        self.expect("=")?;
        let at = self.next();
        let node = match at.text {
            "constant" if self.peek().text == "(" => {
                let parts = self.bracketed(["(", ")"], Self::bits)?;
                let pair = <[u64; 2]>::try_from(parts);
                Node::Constant(pair.map_err(|_| ParseError::new(at, "expected two parts"))?)
            }
            "constant" => Node::Constant([self.bits()?, 0]),
            "index" => Node::Index(self.index()?),
            "holds" => Node::Holds(self.conditions()?),
            "load" => {
                let (input, coords) = self.place()?;
                let guard = if self.is("where") { self.conditions()? } else { Vec::new() };
                Node::Load { input, coords, guard }
            }
            "lookup" => {
                let (input, coords) = self.place()?;
                self.expect("from")?;
                Node::Lookup { input, coords, start: self.node_id(body)? }
            }
            "reduced" => Node::Reduced(self.number()?),
            "parameter" => Node::Parameter(self.number()?),
            _ => {
                let op = self.op(at)?;
                let operands = self.list(|this| this.node_id(body))?;
                if operands.len() != op.arity() {
                    let message = format!("`{op}` takes {} operands", op.arity());
                    return Err(ParseError::new(at, message));
                }
                Node::Op(op, operands.into_iter().collect())
            }
        };
        body.append(node, element);
        Ok(())
    }

    /// The operation of a word that was read.
    fn op(&mut self, at: At<'t>) -> Parsed<ScalarOp> {
        let unknown = || ParseError::new(at, format!("`{}` is not an operation", at.text));
        if !self.is("<") {
            return ScalarOp::from_name(at.text).ok_or_else(unknown);
        }
        let parameter = self.next();
        self.expect(">")?;
        let direction = match parameter.text {
            "Eq" => Some(Direction::Eq),
            "Ne" => Some(Direction::Ne),
            "Ge" => Some(Direction::Ge),
            "Gt" => Some(Direction::Gt),
            "Le" => Some(Direction::Le),
            "Lt" => Some(Direction::Lt),
            _ => None,
        };
        let found = match at.text {
            "compare" => direction.map(ScalarOp::Compare),
            "compare_total" => direction.map(ScalarOp::CompareTotal),
            "reduce_precision" => {
                let bits = parameter.text.strip_prefix('e').and_then(|it| it.split_once('m'));
                bits.and_then(|(exponent, mantissa)| {
                    let (exponent_bits, mantissa_bits) =
                        (exponent.parse().ok()?, mantissa.parse().ok()?);
                    Some(ScalarOp::ReducePrecision { exponent_bits, mantissa_bits })
                })
            }
            _ => return Err(unknown()),
        };
        found.ok_or_else(|| ParseError::new(parameter, format!("`{}` has no such kind", at.text)))
    }

    /// An input's number and coordinates.
    fn place(&mut self) -> Parsed<(u32, Vec<Index>)> {
        let at = self.peek();
        let name = self.name('@')?;
        let input = self.inputs.iter().position(|tensor| tensor.name == name);
        let input =
            input.ok_or_else(|| ParseError::new(at, format!("there is no input {}", at.text)))?;
        Ok((input as u32, self.bracketed(["[", "]"], Self::index)?))
    }

    fn conditions(&mut self) -> Parsed<Vec<Condition>> {
        if !matches!(self.words.first(), Some((_, Token::Number(_)))) {
            return Ok(Vec::new());
        }
        self.list(|this| {
            let low = this.number()?;
            this.expect("<")?;
            this.expect("=")?;
            let index = this.index()?;
            this.expect("<")?;
            Ok(Condition { index, low, high: this.number()? })
        })
    }

    fn reduction(&mut self, body: &Body) -> Parsed<Reduction> {
        let values = self.bracketed(["(", ")"], |this| this.node_id(body))?;
        self.expect("from")?;
        let initial = self.bracketed(["(", ")"], |this| this.node_id(body))?;
        self.expect("by")?;
        if self.is("{") {
            let mut combiner = Body::default();
            while self.peek().text.starts_with('%') {
                let name = self.next();
                self.node(name, &mut combiner)?;
            }
            self.expect("yield")?;
            let results = self.list(|this| this.node_id(&combiner))?;
            self.expect("}")?;
            let combiner = Combiner::Body(combiner, results);
            return Ok(Reduction { values, initial, combiner, contract: None });
        }
        let ops = self.list(|this| {
            let at = this.next();
            this.op(at)
        })?;
        let contract = match self.is("contracting") {
            false => None,
            true if self.is("in") => {
                let at = self.next();
                let exact = match at.text {
                    "three" => Exactness::ThreePasses,
                    "one" => Exactness::OnePass,
                    _ => return Err(ParseError::new(at, "expected `three` or `one`")),
                };
                self.expect(if at.text == "one" { "pass" } else { "passes" })?;
                Some(exact)
            }
            true => Some(Exactness::Full),
        };
        Ok(Reduction { values, initial, combiner: Combiner::Each(ops), contract })
    }

    fn output(&mut self, body: &Body) -> Parsed<Output> {
        let tensor = self.tensor()?;
        self.expect("at")?;
        let coords = self.bracketed(["[", "]"], Self::index)?;
        let start = if self.is("from") { Some(self.node_id(body)?) } else { None };
        self.expect("=")?;
        let value = self.node_id(body)?;
        let when = if self.is("when") { Some(self.node_id(body)?) } else { None };
        Ok(Output { tensor, coords, start, when, value })
    }

    /// A sum of terms.
    fn index(&mut self) -> Parsed<Index> {
        let mut sum = self.term()?;
        loop {
            if self.is("+") {
                sum = sum + self.term()?;
            } else if self.is("-") {
                sum = sum - self.term()?;
            } else {
                return Ok(sum);
            }
        }
    }

    /// An atom, multiplied or divided.
    fn term(&mut self) -> Parsed<Index> {
        let mut term = self.atom()?;
        loop {
            if self.is("*") {
                term = term * self.number::<i64>()?;
            } else if self.is("floordiv") {
                term = term.floor_div(self.divisor()?, &Unknown);
            } else if self.is("mod") {
                term = term.modulo(self.divisor()?, &Unknown);
            } else {
                return Ok(term);
            }
        }
    }

    fn divisor(&mut self) -> Parsed<i64> {
        let at = self.peek();
        let by = self.number()?;
        if by > 0 { Ok(by) } else { Err(ParseError::new(at, "the divisor has to be positive")) }
    }

    fn atom(&mut self) -> Parsed<Index> {
        let at = self.next();
        match at.text {
            "(" => {
                let index = self.index()?;
                self.expect(")")?;
                Ok(index)
            }
            "-" => Ok(-self.term()?),
            word @ ("min" | "max") if self.is("(") => {
                let first = self.index()?;
                self.expect(",")?;
                let second = self.index()?;
                self.expect(")")?;
                Ok(match word {
                    "min" => first.min(second, &Unknown),
                    _ => first.max(second, &Unknown),
                })
            }
            word => match self.dims.iter().position(|dim| dim.name == word) {
                Some(dim) => Ok(Index::var(Var(dim as u32))),
                None => word
                    .parse()
                    .map(Index::constant)
                    .map_err(|_| ParseError::new(at, format!("there is no dimension `{word}`"))),
            },
        }
    }
}
