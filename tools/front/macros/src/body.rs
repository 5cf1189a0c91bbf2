//! A function's body: variables, blocks, and the values in them.
//!
//! Source is structured, so the φs are found without a search: a block where ways
//! meet takes those variables as arguments that differ between the ways, and a loop's
//! header those that its body assigns.

use crate::program::{ProgramSource, Signature, binding};
use crate::ty::{Elem, Names, Ty};
use proc_macro2::Span;
use std::collections::HashMap;
use syn::{FnArg, ItemFn};

/// A value of the source.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum V {
    /// A value of the IR, by its name with `%`.
    Ssa(String, Ty),
    /// A literal whose type is not inferred yet.
    Int(i128),
    Float(f64),
    /// `(a, b)`; the unit has no members.
    Tuple(Vec<V>),
    /// A variable that nothing was assigned to yet.
    Nothing,
}

impl V {
    pub(crate) fn unit() -> V {
        V::Tuple(Vec::new())
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) mutable: bool,
    pub(crate) value: V,
    pub(crate) ty: Option<Ty>,
    /// The literal without a type of its own that it begins with, if its type is that of one.
    pub(crate) literal: Option<String>,
}

/// A block of the function: its label is its number.
#[derive(Default, Debug)]
struct Block {
    args: Vec<(String, Ty)>,
    lines: String,
    ended: bool,
}

/// The targets of `break` and `continue`.
pub(crate) struct Loop {
    pub(crate) label: Option<String>,
    pub(crate) again: usize,
    pub(crate) exit: usize,
    /// The variables that both blocks take.
    pub(crate) slots: Vec<usize>,
    /// The type of the value that `break` carries, once one was seen.
    pub(crate) value: Option<Ty>,
    /// Whether `break` leaves it, or its condition does.
    pub(crate) broken: bool,
    /// Whether something leaves it for further out: `return`, or `break` of a loop
    /// around it.
    pub(crate) left: bool,
}

/// The closure whose body is being translated.
pub(crate) struct Closure {
    /// Scopes below this number are outside of it.
    pub(crate) depth: usize,
    /// Whether it is applied to every element at once.
    pub(crate) elementwise: bool,
}

/// The state of a function's translation.
pub(crate) struct Body<'p> {
    pub(crate) program: &'p mut ProgramSource,
    pub(crate) names: Names,
    pub(crate) result: Ty,
    blocks: Vec<Block>,
    /// The block that is written, unless the place can't be reached.
    pub(crate) current: Option<usize>,
    pub(crate) vars: Vec<Var>,
    pub(crate) scopes: Vec<HashMap<String, usize>>,
    pub(crate) loops: Vec<Loop>,
    pub(crate) closures: Vec<Closure>,
    /// Texts of regions that are being written, innermost last.
    regions: Vec<String>,
    pub(crate) next: usize,
}

/// The state of the variables at the end of a way.
pub(crate) struct End {
    block: usize,
    values: Vec<V>,
    value: V,
    span: Span,
}

/// Translates a function to text.
pub(crate) fn translate(
    program: &mut ProgramSource,
    names: Names,
    function: &ItemFn,
    signature: &Signature,
    public: bool,
) -> syn::Result<String> {
    Body::translate(program, names, function, signature, public)
}

impl<'p> Body<'p> {
    fn translate(
        program: &'p mut ProgramSource,
        names: Names,
        function: &ItemFn,
        signature: &Signature,
        public: bool,
    ) -> syn::Result<String> {
        let mut body = Body {
            program,
            names,
            result: signature.result.clone(),
            blocks: vec![Block::default()],
            current: Some(0),
            vars: Vec::new(),
            scopes: vec![HashMap::new()],
            loops: Vec::new(),
            closures: Vec::new(),
            regions: Vec::new(),
            next: 0,
        };
        let mut params = Vec::new();
        for (input, ty) in function.sig.inputs.iter().zip(&signature.params) {
            let FnArg::Typed(input) = input else { continue };
            let (name, mutable) = binding(&input.pat)?;
            let value = body.argument(ty, &mut params, &name);
            body.declare(&name, mutable, value, Some(ty.clone()));
        }
        let value = body.block(&function.block)?;
        if body.current.is_some() {
            body.finish(value, function.block.brace_token.span.close())?;
        }
        Ok(body.text(&signature.symbol, &params, public))
    }

    /// A value of type `ty` made of arguments; tuples are several.
    fn argument(&mut self, ty: &Ty, params: &mut Vec<(String, Ty)>, name: &str) -> V {
        match ty {
            Ty::Tuple(members) => {
                V::Tuple(members.iter().map(|m| self.argument(m, params, name)).collect())
            }
            ty => {
                let taken = params.iter().any(|(n, _)| n[1..] == *name);
                let name =
                    if taken || name == "_" { self.fresh("arg") } else { format!("%{name}") };
                params.push((name.clone(), ty.clone()));
                V::Ssa(name, ty.clone())
            }
        }
    }

    /// The function's text.
    fn text(&self, symbol: &str, params: &[(String, Ty)], public: bool) -> String {
        let list = |args: &[(String, Ty)]| {
            args.iter().map(|(n, t)| format!("{n}: {t}")).collect::<Vec<_>>().join(", ")
        };
        let results = leaves(&self.result);
        let results = match &results[..] {
            [one] => one.to_string(),
            many => format!("({})", join(many)),
        };
        let private = if public { "" } else { "private " };
        let mut text = format!("func.func {private}@{symbol}({}) -> {results} {{\n", list(params));
        for (i, block) in self.blocks.iter().enumerate() {
            // Code after an endless loop is unreachable, and has no terminator.
            if !block.ended {
                continue;
            }
            if i > 0 {
                let args = list(&block.args);
                let args = if args.is_empty() { args } else { format!("({args})") };
                text += &format!("^bb{i}{args}:\n");
            }
            text += &block.lines;
        }
        text + "}\n"
    }

    // Values.

    pub(crate) fn fresh(&mut self, stem: &str) -> String {
        self.next += 1;
        let stem = if stem == "_" { "t" } else { stem };
        // No name of the source ends like that.
        format!("%{stem}.{}", self.next)
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str, span: Span) {
        let text = format!("  {text}{}\n", location(span));
        self.raw(&text);
    }

    /// Writes text as it is.
    pub(crate) fn raw(&mut self, text: &str) {
        if let Some(region) = self.regions.last_mut() {
            region.push_str(text);
        } else if let Some(current) = self.current {
            self.blocks[current].lines.push_str(text);
        }
    }

    /// Writes an op with one result.
    pub(crate) fn op(&mut self, text: &str, ty: Ty, span: Span) -> V {
        let name = self.fresh("t");
        self.line(&format!("{name} = {text}"), span);
        V::Ssa(name, ty)
    }

    /// Begins a region; what is written goes there.
    pub(crate) fn begin_region(&mut self) {
        self.regions.push(String::new());
    }

    /// Ends a region, and gives its text.
    pub(crate) fn end_region(&mut self) -> String {
        self.regions.pop().unwrap_or_default()
    }

    /// The type of a value, that of a literal being the default one.
    pub(crate) fn ty(&self, v: &V) -> Ty {
        match v {
            V::Ssa(_, ty) => ty.clone(),
            V::Int(_) => Ty::scalar(Elem::I32),
            V::Float(_) => Ty::scalar(Elem::F64),
            V::Tuple(members) => Ty::Tuple(members.iter().map(|m| self.ty(m)).collect()),
            V::Nothing => Ty::unit(),
        }
    }

    /// Advice where two types differ and one is that of a variable which begins with a literal:
    /// the type that the literal should have.
    pub(crate) fn literal_hint(&self, types: &[Ty; 2]) -> String {
        let elements = types.each_ref().map(|ty| ty.tensor().map(|(_, elem)| elem));
        let [Some(a), Some(b)] = elements else { return String::new() };
        let guessed = |var: &&Var| {
            let elem = var.ty.as_ref().and_then(|ty| ty.tensor()).map(|(_, elem)| elem);
            var.literal.is_some() && (elem == Some(a) || elem == Some(b))
        };
        let Some(var) = self.vars.iter().rev().find(guessed) else { return String::new() };
        let (Some(ty), Some(literal)) = (&var.ty, &var.literal) else { return String::new() };
        let other = if ty.tensor().is_some_and(|(_, elem)| elem == a) { b } else { a };
        if a == b || other.is_float() != a.is_float() || other == Elem::Bool {
            return String::new();
        }
        let suffix = show(&Ty::scalar(other));
        format!(
            "; `{}` is {}, as a literal without a type is: begin with {literal}{suffix}",
            var.name,
            show(ty)
        )
    }

    /// The value as one of type `ty`: a literal takes it, every other value must have it.
    pub(crate) fn coerce(&mut self, v: V, ty: &Ty, span: Span) -> syn::Result<V> {
        let literal = match (&v, ty.tensor()) {
            (V::Int(n), Some((_, e))) if e.is_int() => Some(n.to_string()),
            (V::Float(x), Some((_, e))) if e.is_float() => Some(float_text(*x)),
            _ => None,
        };
        if let Some(literal) = literal {
            let text = format!("stablehlo.constant dense<{literal}> : {ty}");
            return Ok(self.op(&text, ty.clone(), span));
        }
        match (v, ty) {
            (V::Ssa(name, found), _) if found == *ty => Ok(V::Ssa(name, found)),
            (V::Tuple(members), Ty::Tuple(types)) if members.len() == types.len() => {
                let members = members.into_iter().zip(types).map(|(m, t)| self.coerce(m, t, span));
                Ok(V::Tuple(members.collect::<Result<_, _>>()?))
            }
            (v, _) => {
                let found = match &v {
                    V::Int(_) => "an integer".into(),
                    V::Float(_) => "a float".into(),
                    V::Nothing => "a variable without a value".into(),
                    v => show(&self.ty(v)),
                };
                let hint = self.literal_hint(&[self.ty(&v), ty.clone()]);
                Err(syn::Error::new(span, format!("expected {}, found {found}{hint}", show(ty))))
            }
        }
    }

    /// The names and types of the values of the IR that a value is.
    pub(crate) fn flat(&self, v: &V, out: &mut Vec<(String, Ty)>) {
        match v {
            V::Ssa(name, ty) => out.push((name.clone(), ty.clone())),
            V::Tuple(members) => members.iter().for_each(|m| self.flat(m, out)),
            V::Int(_) | V::Float(_) | V::Nothing => {}
        }
    }

    /// The value as one of the IR.
    pub(crate) fn materialize(&mut self, v: V, span: Span) -> syn::Result<(String, Ty)> {
        let ty = self.ty(&v);
        match self.coerce(v, &ty, span)? {
            V::Ssa(name, ty) => Ok((name, ty)),
            v => {
                let mut parts = Vec::new();
                self.flat(&v, &mut parts);
                let names: Vec<String> = parts.into_iter().map(|(n, _)| n).collect();
                let text = format!(
                    "\"stablehlo.tuple\"({}) : ({}) -> {ty}",
                    names.join(", "),
                    join(&leaves(&ty))
                );
                match self.op(&text, ty, span) {
                    V::Ssa(name, ty) => Ok((name, ty)),
                    _ => unreachable!("an op gives a value of the IR"),
                }
            }
        }
    }

    // Variables.

    pub(crate) fn declare(&mut self, name: &str, mutable: bool, value: V, ty: Option<Ty>) {
        let at = self.vars.len();
        self.vars.push(Var { name: name.into(), mutable, value, ty, literal: None });
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.into(), at);
        }
    }

    /// The variable of this name, and whether it is outside of the closure that is
    /// being translated.
    pub(crate) fn find(&self, name: &str) -> Option<(usize, bool)> {
        let inside = self.closures.last().map_or(0, |c| c.depth);
        self.scopes
            .iter()
            .enumerate()
            .rev()
            .find_map(|(depth, scope)| scope.get(name).map(|&at| (at, depth < inside)))
    }

    // Blocks.

    pub(crate) fn is_reachable(&self) -> bool {
        self.current.is_some()
    }

    pub(crate) fn new_block(&mut self) -> usize {
        self.blocks.push(Block::default());
        self.blocks.len() - 1
    }

    /// Forgets blocks from this one on; nothing before branches there.
    pub(crate) fn drop_blocks(&mut self, first: usize) {
        self.blocks.truncate(first);
    }

    pub(crate) fn enter(&mut self, block: usize) {
        self.current = Some(block);
    }

    /// Ends the block that is written.
    pub(crate) fn terminate(&mut self, text: &str, span: Span) {
        self.line(text, span);
        if let Some(current) = self.current.take() {
            self.blocks[current].ended = true;
        }
    }

    /// Gives a block arguments for these variables, and lets them stand for them from
    /// here on.
    pub(crate) fn take_slots(&mut self, block: usize, slots: &[usize]) {
        for &slot in slots {
            let var = self.vars[slot].clone();
            let Some(ty) = var.ty else { continue };
            let value = self.block_argument(block, &ty, &var.name);
            self.vars[slot].value = value;
        }
    }

    /// An argument of a block, of type `ty`.
    pub(crate) fn block_argument(&mut self, block: usize, ty: &Ty, name: &str) -> V {
        if let Ty::Tuple(members) = ty {
            return V::Tuple(members.iter().map(|m| self.block_argument(block, m, name)).collect());
        }
        let name = self.fresh(name);
        self.blocks[block].args.push((name.clone(), ty.clone()));
        V::Ssa(name, ty.clone())
    }

    /// `^bb3(%a, %b : …)` with the variables' values, and one more.
    pub(crate) fn target(
        &mut self,
        block: usize,
        slots: &[usize],
        more: Option<V>,
        span: Span,
    ) -> syn::Result<String> {
        let mut all = Vec::new();
        for &slot in slots {
            let Var { value, ty, .. } = self.vars[slot].clone();
            let Some(ty) = ty else { continue };
            let value = self.coerce(value, &ty, span)?;
            self.flat(&value, &mut all);
        }
        if let Some(more) = more {
            self.flat(&more, &mut all);
        }
        if all.is_empty() {
            return Ok(format!("^bb{block}"));
        }
        let (names, types): (Vec<String>, Vec<Ty>) = all.into_iter().unzip();
        Ok(format!("^bb{block}({} : {})", names.join(", "), join(&types)))
    }

    /// Goes to a block with the variables' values.
    pub(crate) fn go(
        &mut self,
        block: usize,
        slots: &[usize],
        more: Option<V>,
        span: Span,
    ) -> syn::Result<()> {
        if self.is_reachable() {
            let target = self.target(block, slots, more, span)?;
            self.terminate(&format!("cf.br {target}"), span);
        }
        Ok(())
    }

    /// Remembers the end of a way, if it can be reached.
    pub(crate) fn end(&mut self, ends: &mut Vec<End>, value: V, span: Span) {
        if let Some(block) = self.current.take() {
            let values = self.vars.iter().map(|v| v.value.clone()).collect();
            ends.push(End { block, values, value, span });
        }
    }

    /// The values of all variables, to begin another way with.
    pub(crate) fn snapshot(&self) -> Vec<V> {
        self.vars.iter().map(|v| v.value.clone()).collect()
    }

    /// Sets the variables as they were, and forgets younger ones.
    pub(crate) fn restore(&mut self, values: &[V]) {
        self.vars.truncate(values.len());
        for (var, value) in self.vars.iter_mut().zip(values) {
            var.value = value.clone();
        }
    }

    /// Lets ways meet, of which the first `count` variables are common; gives their
    /// value.
    pub(crate) fn meet(&mut self, mut ends: Vec<End>, count: usize) -> syn::Result<V> {
        self.vars.truncate(count);
        match ends.len() {
            0 => {
                self.current = None;
                return Ok(V::unit());
            }
            1 => {
                let end = ends.remove(0);
                self.restore(&end.values[..count]);
                self.current = Some(end.block);
                return Ok(end.value);
            }
            _ => {}
        }
        let differs = |i: usize| ends.iter().any(|e| e.values[i] != ends[0].values[i]);
        // A variable that not every branch assigns has no value afterwards.
        let lost = |i: usize| ends.iter().any(|e| e.values[i] == V::Nothing);
        let slots: Vec<usize> = (0..count).filter(|&i| differs(i) && !lost(i)).collect();
        let nothing: Vec<usize> = (0..count).filter(|&i| differs(i) && lost(i)).collect();
        let same = ends.iter().all(|e| e.value == ends[0].value);
        // A literal takes the type of the other way's value.
        let typed = ends.iter().find(|e| !matches!(e.value, V::Int(_) | V::Float(_)));
        let ty = self.ty(&typed.unwrap_or(&ends[0]).value);
        let merge = self.new_block();
        for end in &ends {
            for (i, value) in end.values[..count].iter().enumerate() {
                self.vars[i].value = value.clone();
            }
            self.current = Some(end.block);
            let value =
                if same { None } else { Some(self.coerce(end.value.clone(), &ty, end.span)?) };
            self.go(merge, &slots, value, end.span)?;
        }
        self.current = Some(merge);
        self.take_slots(merge, &slots);
        nothing.iter().for_each(|&i| self.vars[i].value = V::Nothing);
        if same {
            return Ok(ends.remove(0).value);
        }
        Ok(self.block_argument(merge, &ty, "value"))
    }

    /// Returns a value from the function.
    pub(crate) fn finish(&mut self, value: V, span: Span) -> syn::Result<()> {
        let ty = self.result.clone();
        let value = self.coerce(value, &ty, span)?;
        let mut parts = Vec::new();
        self.flat(&value, &mut parts);
        let (names, types): (Vec<String>, Vec<Ty>) = parts.into_iter().unzip();
        let text = if names.is_empty() {
            "return".to_owned()
        } else {
            format!("return {} : {}", names.join(", "), join(&types))
        };
        self.terminate(&text, span);
        Ok(())
    }
}

/// The types of the values of the IR that a value of type `ty` is.
pub(crate) fn leaves(ty: &Ty) -> Vec<Ty> {
    match ty {
        Ty::Tuple(members) => members.iter().flat_map(leaves).collect(),
        other => vec![other.clone()],
    }
}

/// Types with commas between them.
pub(crate) fn join(types: &[Ty]) -> String {
    types.iter().map(Ty::to_string).collect::<Vec<_>>().join(", ")
}

/// A type as Rust writes it.
pub(crate) fn show(ty: &Ty) -> String {
    match ty {
        Ty::Tensor(dims, elem) => {
            let name = match elem {
                Elem::Bool => "bool".into(),
                Elem::Float(bits) => format!("f{bits}"),
                Elem::Int { bits: 64, signed: false } => "usize".into(),
                Elem::Int { bits, signed } => format!("{}{bits}", if *signed { "i" } else { "u" }),
            };
            dims.iter().rev().fold(name, |inner, n| format!("[{inner}; {n}]"))
        }
        Ty::Struct(name, _) => name.clone(),
        Ty::Array(of, count) => format!("[{}; {count}]", show(of)),
        Ty::Tuple(members) => {
            format!("({})", members.iter().map(show).collect::<Vec<_>>().join(", "))
        }
    }
}

/// A float so that it is read back as it was.
pub(crate) fn float_text(x: f64) -> String {
    format!("{x:e}")
        .replace("e", if x.fract() == 0.0 && !format!("{x:e}").contains('.') { ".0e" } else { "e" })
}

/// ` loc("file.rs":3:5)`; nothing where there is no compiler to ask.
fn location(span: Span) -> String {
    if !proc_macro::is_available() {
        return String::new();
    }
    let span = span.unwrap();
    format!(" loc(\"{}\":{}:{})", span.file().escape_default(), span.line(), span.column())
}
