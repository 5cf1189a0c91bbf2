//! The grammar of PTX modules, by recursive descent.

use super::ParseError;
use super::lex::{Token, Word, lex};
use super::syntax::{
    Function, Initial, InstructionText, ModuleText, Operand, Space, Statement, Variable,
};

/// Reads a module.
///
/// # Errors
///
/// The first position where the text is not PTX.
pub(crate) fn parse(text: &str) -> Result<ModuleText, ParseError> {
    let mut parser = Parser { words: lex(text)?, at: 0 };
    parser.module()
}

type Result<T, E = ParseError> = std::result::Result<T, E>;

/// Linkage and visibility; they don't matter to a single module.
const LINKAGE: &[&str] =
    &[".visible", ".extern", ".weak", ".common", ".internal", ".alias", ".unified"];

/// Directives of a function between its head and its body.
const DIRECTIVES: &[&str] = &[
    ".maxntid",
    ".reqntid",
    ".minnctapersm",
    ".maxnreg",
    ".maxnctapersm",
    ".noreturn",
    ".pragma",
    ".reqnctapercluster",
    ".explicitcluster",
    ".maxclusterrank",
    ".blocksareclusters",
    ".abi_preserve",
    ".abi_preserve_control",
];

struct Parser<'a> {
    words: Vec<Word<'a>>,
    at: usize,
}

impl<'a> Parser<'a> {
    fn line(&self) -> u32 {
        let last = self.words.len().saturating_sub(1);
        self.words.get(self.at.min(last)).map_or(1, |w| w.line)
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(ParseError { line: self.line(), message: message.into() })
    }

    fn peek(&self) -> Option<Word<'a>> {
        self.words.get(self.at).copied()
    }

    fn text(&self) -> &'a str {
        self.peek().map_or("", |w| w.text)
    }

    fn next(&mut self) -> Result<Word<'a>> {
        match self.peek() {
            Some(word) => {
                self.at += 1;
                Ok(word)
            }
            None => self.fail("the text ends in the middle of a statement"),
        }
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.text() == text;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) -> Result<()> {
        if self.eat(text) {
            return Ok(());
        }
        self.fail(format!("`{text}` expected, `{}` found", self.text()))
    }

    fn name(&mut self) -> Result<String> {
        match self.peek() {
            Some(word) if word.token == Token::Word => {
                self.at += 1;
                Ok(word.text.to_owned())
            }
            None => self.fail("the text ends in the middle of a statement"),
            _ => self.fail(format!("a name expected, `{}` found", self.text())),
        }
    }

    fn module(&mut self) -> Result<ModuleText> {
        let mut module = ModuleText::default();
        while let Some(word) = self.peek() {
            match word.text {
                ".version" => {
                    self.at += 1;
                    let text = self.next()?.text;
                    let parts = text.split_once('.').unwrap_or((text, "0"));
                    let Ok(version) = parts.0.parse().and_then(|a| Ok((a, parts.1.parse()?)))
                    else {
                        return self.fail(format!("`{text}` is not a version"));
                    };
                    module.version = version;
                }
                ".target" => {
                    self.at += 1;
                    module.target = self.name()?;
                    while self.eat(",") {
                        self.next()?;
                    }
                }
                ".address_size" => {
                    self.at += 1;
                    if self.next()?.text != "64" {
                        return self.fail("only 64-bit addresses are supported");
                    }
                }
                ".file" | ".loc" => self.skip_line()?,
                ".section" => self.section()?,
                ".pragma" => self.skip_past(";")?,
                text if LINKAGE.contains(&text) => self.at += 1,
                ".entry" | ".func" => {
                    let function = self.function()?;
                    module.functions.push(function);
                }
                ".global" | ".const" | ".shared" => {
                    let variables = self.variables()?;
                    module.variables.extend(variables);
                }
                text => return self.fail(format!("`{text}` begins nothing in a module")),
            }
        }
        Ok(module)
    }

    /// `.loc` and `.file` end with their line.
    fn skip_line(&mut self) -> Result<()> {
        let line = self.line();
        while self.peek().is_some_and(|w| w.line == line) {
            self.at += 1;
        }
        Ok(())
    }

    fn skip_past(&mut self, text: &str) -> Result<()> {
        while self.next()?.text != text {}
        Ok(())
    }

    /// A section of debug information.
    fn section(&mut self) -> Result<()> {
        self.skip_past("{")?;
        self.skip_past("}")
    }

    /// An unsigned number.
    fn number(&mut self) -> Result<u64> {
        let word = self.next()?;
        match (word.token, integer(word.text)) {
            (Token::Integer, Some(value)) => Ok(value),
            _ => {
                self.at -= 1;
                self.fail(format!("a whole number expected, `{}` found", word.text))
            }
        }
    }

    /// Bits of the type `.text`.
    fn bits(&self, text: &str) -> Result<u32> {
        if text == ".pred" {
            return Ok(1);
        }
        if let ".f16x2" | ".bf16x2" = text {
            return Ok(32);
        }
        let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        match digits.parse() {
            Ok(bits @ (8 | 16 | 32 | 64 | 128)) => Ok(bits),
            _ => self.fail(format!("`{text}` is not a type")),
        }
    }

    /// `.space .align n .type a, b[n] = …;`
    fn variables(&mut self) -> Result<Vec<Variable>> {
        let mut all = vec![self.variable()?];
        while self.eat(",") {
            let mut next = all[0].clone();
            self.declarator(&mut next)?;
            all.push(next);
        }
        self.expect(";")?;
        Ok(all)
    }

    /// One variable: of a list, or a parameter.
    fn variable(&mut self) -> Result<Variable> {
        let mut v = Variable {
            line: self.line(),
            space: Space::Generic,
            align: 0,
            name: String::new(),
            element: 0,
            size: 0,
            initial: Vec::new(),
        };
        let mut lanes = 1;
        while self.peek().is_some_and(|w| w.token == Token::Dotted) {
            match self.next()?.text {
                ".global" if v.element == 0 => v.space = Space::Global,
                ".const" if v.element == 0 => v.space = Space::Const,
                ".shared" if v.element == 0 => v.space = Space::Shared,
                ".local" if v.element == 0 => v.space = Space::Local,
                ".param" if v.element == 0 => v.space = Space::Param,
                ".reg" => v.space = Space::Param,
                ".align" if v.element == 0 => v.align = self.number()? as u32,
                // A pointer's space and alignment are promises of the caller; nothing needs them.
                ".ptr" | ".global" | ".const" | ".shared" | ".local" | ".param" => {}
                ".align" => {
                    self.number()?;
                }
                ".v2" => lanes = 2,
                ".v4" => lanes = 4,
                ".texref" | ".samplerref" | ".surfref" => {
                    return self.fail("textures and surfaces are not supported");
                }
                ".attribute" => self.skip_past(")")?,
                text => v.element = self.bits(text)?.div_ceil(8),
            }
        }
        if v.element == 0 {
            return self.fail("a variable without a type");
        }
        v.element *= lanes;
        v.align = v.align.max(v.element);
        self.declarator(&mut v)?;
        Ok(v)
    }

    /// `name[3][4] = {…}`
    fn declarator(&mut self, v: &mut Variable) -> Result<()> {
        v.line = self.line();
        v.name = self.name()?;
        v.size = v.element.into();
        let mut open = false;
        while self.eat("[") {
            if self.eat("]") {
                open = true;
                continue;
            }
            let extent = self.number()?;
            let Some(size) = v.size.checked_mul(extent) else {
                return self.fail(format!("`{}` is too large", v.name));
            };
            v.size = size;
            self.expect("]")?;
        }
        v.initial.clear();
        if self.eat("=") {
            self.initial(&mut v.initial)?;
        }
        if open {
            v.size = u64::from(v.element) * v.initial.len() as u64;
        }
        Ok(())
    }

    /// An initialiser; braces inside braces are flat.
    fn initial(&mut self, to: &mut Vec<Initial>) -> Result<()> {
        if self.eat("{") {
            while !self.eat("}") {
                self.initial(to)?;
                if !self.eat(",") {
                    self.expect("}")?;
                    break;
                }
            }
            return Ok(());
        }
        if self.peek().is_some_and(|w| w.token == Token::Word) {
            let mut name = self.name()?;
            let generic = name == "generic" && self.eat("(");
            if generic {
                name = self.name()?;
                self.expect(")")?;
            }
            let offset = self.offset()?;
            to.push(Initial::Symbol { name, offset, generic });
            return Ok(());
        }
        to.push(Initial::Bits(match self.operand()? {
            Operand::Integer(bits) | Operand::Double(bits) => bits,
            Operand::Single(bits) => bits.into(),
            _ => return self.fail("an initialiser is a number or the address of a symbol"),
        }));
        Ok(())
    }

    /// `+ 4`, `+-4`, `- 4` or nothing.
    fn offset(&mut self) -> Result<i64> {
        if self.eat("+") {
            let negative = self.eat("-");
            let value = self.number()? as i64;
            return Ok(if negative { value.wrapping_neg() } else { value });
        }
        if self.eat("-") {
            return Ok((self.number()? as i64).wrapping_neg());
        }
        Ok(0)
    }

    fn function(&mut self) -> Result<Function> {
        let entry = self.next()?.text == ".entry";
        let mut results = Vec::new();
        if self.text() == "(" {
            results = self.params()?;
        }
        let line = self.line();
        let name = self.name()?;
        let params = if self.text() == "(" { self.params()? } else { Vec::new() };
        let mut directives = Vec::new();
        while DIRECTIVES.contains(&self.text()) {
            let name = self.next()?.text.trim_start_matches('.').to_owned();
            let mut values = Vec::new();
            while let Some(word) = self.peek() {
                match word.token {
                    Token::Integer => values.push(self.number()? as u32),
                    Token::String => self.at += 1,
                    _ if values.is_empty() || word.text != "," => break,
                    _ => self.at += 1,
                }
            }
            self.eat(";");
            directives.push((name, values));
        }
        let body = if self.eat(";") {
            None
        } else {
            self.expect("{")?;
            Some(self.body()?)
        };
        Ok(Function { line, entry, name, results, params, directives, body })
    }

    fn params(&mut self) -> Result<Vec<Variable>> {
        self.expect("(")?;
        let mut all = Vec::new();
        while !self.eat(")") {
            all.push(self.variable()?);
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(all)
    }

    /// Statements up to the brace that closes the function.
    fn body(&mut self) -> Result<Vec<Statement>> {
        let (mut all, mut depth) = (Vec::new(), 0_u32);
        loop {
            match self.text() {
                "{" => {
                    self.at += 1;
                    depth += 1;
                    all.push(Statement::Open);
                }
                "}" => {
                    self.at += 1;
                    if depth == 0 {
                        return Ok(all);
                    }
                    depth -= 1;
                    all.push(Statement::Close);
                }
                ";" => self.at += 1,
                ".reg" => all.push(self.registers()?),
                ".loc" | ".file" => self.skip_line()?,
                ".pragma" => self.skip_past(";")?,
                ".local" | ".shared" | ".param" | ".global" | ".const" => {
                    all.extend(self.variables()?.into_iter().map(Statement::Variable));
                }
                // The type of an indirect call.
                ".callprototype" | ".calltargets" => self.skip_past(";")?,
                _ => {
                    let second = self.words.get(self.at + 1).map_or("", |w| w.text);
                    if second == ":" {
                        let name = self.name()?;
                        self.at += 1;
                        if self.eat(".branchtargets") {
                            let mut labels = vec![self.name()?];
                            while self.eat(",") {
                                labels.push(self.name()?);
                            }
                            self.expect(";")?;
                            all.push(Statement::Targets { name, labels });
                        } else {
                            all.push(Statement::Label(name));
                        }
                    } else {
                        all.push(Statement::Instruction(self.instruction()?));
                    }
                }
            }
        }
    }

    /// `.reg .b32 %r<10>, %x;`
    fn registers(&mut self) -> Result<Statement> {
        self.expect(".reg")?;
        let mut text = self.next()?.text;
        if let ".v2" | ".v4" = text {
            return self.fail("vector registers are not supported");
        }
        if text == ".align" {
            self.number()?;
            text = self.next()?.text;
        }
        let bits = self.bits(text)?;
        let mut names = Vec::new();
        loop {
            let name = self.name()?;
            let count = if self.eat("<") {
                let count = self.number()? as u32;
                self.expect(">")?;
                Some(count)
            } else {
                None
            };
            names.push((name, count));
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(Statement::Registers { bits, names })
    }

    fn instruction(&mut self) -> Result<InstructionText> {
        let mut guard = None;
        if self.eat("@") {
            let negated = self.eat("!");
            guard = Some((self.name()?, negated));
        }
        let line = self.line();
        let name = self.name()?;
        let mut mods = Vec::new();
        while let Some(word) = self.peek()
            && word.token == Token::Dotted
        {
            mods.push(word.text[1..].to_owned());
            self.at += 1;
        }
        let mut operands = Vec::new();
        if self.text() != ";" {
            operands.push(self.operand()?);
            while self.eat(",") {
                operands.push(self.operand()?);
            }
        }
        self.expect(";")?;
        Ok(InstructionText { line, guard, name, mods, operands })
    }

    fn operand(&mut self) -> Result<Operand> {
        let first = self.simple_operand()?;
        if self.eat("|") {
            let second = self.simple_operand()?;
            return Ok(Operand::Pair(Box::new(first), Box::new(second)));
        }
        Ok(first)
    }

    fn simple_operand(&mut self) -> Result<Operand> {
        let word = self.next()?;
        match (word.token, word.text) {
            (Token::Word, _) => {
                let mut name = word.text.to_owned();
                if let Some(part) = self.peek()
                    && part.token == Token::Dotted
                    && name.starts_with('%')
                {
                    name.push_str(part.text);
                    self.at += 1;
                }
                match self.text() {
                    "+" => Ok(Operand::Sum(name, self.offset()?)),
                    _ => Ok(Operand::Name(name)),
                }
            }
            (Token::Integer, text) => match integer(text) {
                Some(value) => Ok(Operand::Integer(value)),
                None => self.fail(format!("`{text}` does not fit 64 bits")),
            },
            (Token::Single, text) => {
                Ok(Operand::Single(u32::from_str_radix(&text[2..], 16).unwrap_or_default()))
            }
            (Token::Double, text) => {
                Ok(Operand::Double(u64::from_str_radix(&text[2..], 16).unwrap_or_default()))
            }
            (Token::Decimal, text) => {
                Ok(Operand::Double(text.parse::<f64>().unwrap_or_default().to_bits()))
            }
            (_, "-") => Ok(match self.simple_operand()? {
                Operand::Integer(value) => Operand::Integer(value.wrapping_neg()),
                Operand::Single(bits) => Operand::Single(bits ^ (1 << 31)),
                Operand::Double(bits) => Operand::Double(bits ^ (1 << 63)),
                _ => return self.fail("a number expected behind `-`"),
            }),
            (_, "!") => Ok(Operand::Not(self.name()?)),
            (_, "{") => Ok(Operand::Vector(self.list("}")?)),
            (_, "(") => Ok(Operand::List(self.list(")")?)),
            (_, "[") => {
                let mut base = None;
                let mut offset = 0;
                if self.peek().is_some_and(|w| w.token == Token::Word) {
                    base = Some(self.name()?);
                    offset = self.offset()?;
                } else if !matches!(self.text(), "]" | ",") {
                    match self.simple_operand()? {
                        Operand::Integer(value) => offset = value as i64,
                        _ => return self.fail("an address is a name, a number, or their sum"),
                    }
                }
                let mut coordinates = Vec::new();
                while self.eat(",") {
                    coordinates.push(self.operand()?);
                }
                self.expect("]")?;
                Ok(Operand::Address { base, offset, coordinates })
            }
            (_, text) => {
                self.at -= 1;
                self.fail(format!("an operand expected, `{text}` found"))
            }
        }
    }

    /// Operands up to `end`.
    fn list(&mut self, end: &str) -> Result<Vec<Operand>> {
        let mut all = Vec::new();
        while !self.eat(end) {
            all.push(self.operand()?);
            if !self.eat(",") {
                self.expect(end)?;
                break;
            }
        }
        Ok(all)
    }
}

/// The value of a whole number as PTX writes it.
fn integer(text: &str) -> Option<u64> {
    let text = text.trim_end_matches('U');
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok();
    }
    if let Some(digits) = lower.strip_prefix("0b") {
        return u64::from_str_radix(digits, 2).ok();
    }
    if text.len() > 1 && text.starts_with('0') {
        return u64::from_str_radix(text, 8).ok();
    }
    text.parse().ok()
}
