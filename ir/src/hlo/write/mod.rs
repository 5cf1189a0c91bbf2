//! HLO text from a module of StableHLO.
//!
//! ```text
//! func.func @main ─► ENTRY          called functions ─► computations, above their callers
//! regions         ─► computations   reducers and comparators with a parameter for each argument;
//!                                   branches and loops with one parameter, a tuple
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`body`] | one computation: instructions, names, tuples |
//! | [`ops`] | one op as instructions |
//! | [`regions`] | control flow, calls, and ops with a computation |
//! | [`process`] | collectives, custom calls, and what communicates with the host |
//! | [`data`] | attributes: windows, dimension numbers, algorithms |
//! | [`constant`] | elements of constants |
//! | [`notes`] | metadata, shardings and frontend attributes |
//!
//! - The entry is `@main`, or the only public function. Functions that it does not reach are left out.
//! - A region may use values around it, a computation may not. Branches and loops get them as members
//!   of their tuple; small constants are written again where they are used. Other regions
//!   can use constants only.
//! - Instructions that HLO is stricter about get others in front: broadcasts of extents of 1 a
//!   reshape, scalar bounds of a clamp a broadcast, operands of a reduction in a wider type a
//!   conversion.
//! - Complex numbers with a NaN are put together from their parts, since XLA reads both parts as NaN.
//! - An asynchronous collective is written where it starts, as a synchronous one.
//!
//! An op without a form in HLO is an error at its place: ops on extents that are operands, branches
//! between blocks, quantized elements, most of CHLO. Passes expand these first.

mod body;
mod constant;
mod data;
mod notes;
mod ops;
mod process;
mod regions;

use crate::attr::Attr;
use crate::diag::{Diagnostic, Span};
use crate::id::OpId;
use crate::module::Module;
use crate::ops::{Func, process_grid};
use crate::types::{DYNAMIC, Element, Type, TypeKind};
use body::Body;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::rc::Rc;

type Write<T> = Result<T, Box<Diagnostic>>;

/// The greatest depth of regions and calls in each other.
const MAX_DEPTH: u32 = 200;

/// The options of the text.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The function to begin with; by default `@main`, or the only public function.
    pub entry: Option<String>,
    /// Whether places in the source become metadata.
    pub locations: bool,
}

/// Writes a verified module.
///
/// # Errors
/// The first op or type that HLO lacks, with its place.
pub fn write(module: &Module, options: &Options) -> Result<String, Box<Diagnostic>> {
    let entry = entry(module, options.entry.as_deref())?;
    let mut writer = Writer {
        module,
        locations: options.locations,
        done: String::new(),
        functions: FxHashMap::default(),
        running: Vec::new(),
        depth: 0,
        count: 0,
    };
    let text = writer.function_body(entry)?.text;
    let mut out = writer.header(entry)?;
    out.push_str(&writer.done);
    // The entry is always the last computation.
    out.push_str("\nENTRY ");
    out.push_str(&text);
    Ok(out)
}

/// The function to begin with.
fn entry(module: &Module, name: Option<&str>) -> Write<OpId> {
    let function = |name| module.symbol(name).filter(|&op| module.get::<Func>(op).is_some());
    match (name, function(name.unwrap_or("main"))) {
        (_, Some(function)) => return Ok(function),
        (Some(name), None) => {
            return fail(Span::default(), format!("there is no function @{name}"));
        }
        (None, None) => {}
    }
    let public: Vec<OpId> = module.functions().filter(|&op| module.func(op).is_public()).collect();
    match public[..] {
        [one] => Ok(one),
        _ => {
            let message = format!(
                "HLO needs one entry: no function is called `main`, and {} are public",
                public.len()
            );
            fail(Span::default(), message)
        }
    }
}

fn fail<T>(span: Span, message: impl Into<String>) -> Write<T> {
    Err(Box::new(Diagnostic::error(span, message)))
}

/// A computation that is written: its name, and its text from the name on.
struct Written {
    name: Rc<str>,
    text: String,
}

/// A module that is being written.
struct Writer<'m> {
    module: &'m Module,
    locations: bool,
    /// The computations so far.
    done: String,
    /// The computations of functions.
    functions: FxHashMap<OpId, Rc<str>>,
    /// Functions whose computations are being written.
    running: Vec<OpId>,
    depth: u32,
    /// The number of names so far.
    count: usize,
}

impl<'m> Writer<'m> {
    /// A name that no other computation or instruction has.
    fn fresh(&mut self, base: &str) -> Rc<str> {
        self.count += 1;
        let mut name = String::with_capacity(base.len() + 6);
        // A number at the end is that of an earlier file.
        let base = match base.rsplit_once('.') {
            Some((head, tail)) if !head.is_empty() && tail.bytes().all(|b| b.is_ascii_digit()) => {
                head
            }
            _ => base,
        };
        if !base.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            name.push('v');
        }
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        name.extend(base.chars().map(|c| if allowed(c) { c } else { '_' }));
        let _ = write!(name, ".{}", self.count);
        name.into()
    }

    /// The computation of a function, written above if it is not there yet.
    fn function(&mut self, op: OpId, span: Span) -> Write<Rc<str>> {
        if let Some(name) = self.functions.get(&op) {
            return Ok(name.clone());
        }
        if self.running.contains(&op) {
            let name = self.module.symbol_name(op).unwrap_or_default();
            return fail(span, format!("@{name} calls itself, which HLO can't"));
        }
        let written = self.function_body(op)?;
        self.finish(&written);
        self.functions.insert(op, written.name.clone());
        Ok(written.name)
    }

    /// The computation of a function.
    fn function_body(&mut self, op: OpId) -> Write<Written> {
        let span = self.module.span(op);
        self.deeper(span)?;
        self.running.push(op);
        let name = self.module.symbol_name(op).unwrap_or("main").to_owned();
        let Some(&region) = self.module.regions(op).first() else {
            return fail(span, format!("@{name} has no body"));
        };
        let is_entry = self.running.len() == 1;
        let body = Body::new(self, &name);
        let written = body.function(op, region, is_entry)?;
        self.running.pop();
        self.depth -= 1;
        Ok(written)
    }

    /// Fails if computations lie too deep in each other.
    fn deeper(&mut self, span: Span) -> Write<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return fail(span, format!("computations lie deeper than {MAX_DEPTH}"));
        }
        Ok(())
    }

    /// Adds a computation to the text.
    fn finish(&mut self, written: &Written) {
        self.done.push('\n');
        self.done.push_str(&written.text);
    }

    /// The first line.
    fn header(&self, entry: OpId) -> Write<String> {
        let module = self.module;
        let span = module.span(entry);
        let function = module.func(entry);
        let name = module.symbol_name(module.root()).unwrap_or("module");
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let mut out = String::from("HloModule ");
        if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            out.push('m');
        }
        out.extend(name.chars().map(|c| if allowed(c) { c } else { '_' }));
        if let Some(aliases) = notes::aliases(function) {
            out.push_str(&aliases);
        }
        let shapes = |types: &[Type]| -> Write<Vec<String>> {
            types.iter().map(|&ty| shape(ty, span)).collect()
        };
        let inputs = shapes(function.function_type.inputs())?.join(", ");
        let results = packed(&shapes(function.function_type.results())?);
        let _ = write!(out, ", entry_computation_layout={{({inputs})->{results}}}");
        if let Some((replicas, partitions)) = process_grid(module) {
            if replicas != 1 {
                let _ = write!(out, ", replica_count={replicas}");
            }
            if partitions != 1 {
                let _ = write!(out, ", num_partitions={partitions}");
            }
        } else if let Some(Attr::Int(n, _)) = module
            .discardable_attrs(module.root())
            .and_then(|attrs| attrs.get("mhlo.num_partitions"))
        {
            let _ = write!(out, ", num_partitions={n}");
        }
        out.push('\n');
        Ok(out)
    }
}

/// The shape of several values: that of the only one, or of a tuple.
fn packed(shapes: &[String]) -> String {
    match shapes {
        [one] => one.clone(),
        _ => format!("({})", shapes.join(", ")),
    }
}

/// The name of an element type in HLO; `None` for one that HLO lacks.
pub(super) fn element_name(element: Element) -> Option<String> {
    Some(match element {
        Element::I1 => "pred".to_owned(),
        Element::C64 => "c64".to_owned(),
        Element::C128 => "c128".to_owned(),
        Element::Index
        | Element::Quant(_)
        | Element::TF32
        | Element::F6E2M3FN
        | Element::F6E3M2FN => return None,
        _ => {
            let name = element.name();
            match name.split_at(1) {
                ("i", width) => format!("s{width}"),
                ("u", rest) => format!("u{}", rest.trim_start_matches('i')),
                _ => name.to_lowercase(),
            }
        }
    })
}

/// A type as a shape with its layout: `f32[2,<=3]{1,0}`.
fn shape(ty: Type, span: Span) -> Write<String> {
    let order = |rank: usize| (0..rank as i64).rev().collect::<Vec<i64>>();
    match ty.kind() {
        TypeKind::Tensor(tensor) => shape_with(ty, &order(tensor.rank()), span),
        TypeKind::Token => Ok("token[]".to_owned()),
        TypeKind::Tuple(members) => {
            let all: Vec<String> =
                members.iter().map(|&ty| shape(ty, span)).collect::<Write<_>>()?;
            Ok(format!("({})", all.join(", ")))
        }
        TypeKind::Future(members) if members.len() == 1 => shape(members[0], span),
        _ => fail(span, format!("HLO has no type {ty}")),
    }
}

/// The shape of a tensor with dimensions in this order in memory, the fastest first.
fn shape_with(ty: Type, order: &[i64], span: Span) -> Write<String> {
    let Some((tensor, element)) = ty.as_tensor().and_then(|t| Some((t, element_name(t.element)?)))
    else {
        return fail(span, format!("HLO has no type {ty}"));
    };
    let mut out = element;
    out.push('[');
    for (i, &extent) in tensor.dims.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        let _ = match (extent, tensor.bound(i)) {
            (DYNAMIC, Some(bound)) => write!(out, "<={bound}"),
            (DYNAMIC, None) => write!(out, "?"),
            _ => write!(out, "{extent}"),
        };
    }
    out.push(']');
    if !order.is_empty() {
        out.push_str(&data::braces(order));
    }
    Ok(out)
}
