//! Random StableHLO programs of ops that are in the calculus, over arguments in any encoding.

use crate::Random;
use hloom_ir::{Element, Literal, Type};
use hloom_storage::Scalar;
use hloom_storage_search::from_stablehlo::scalar;
use std::fmt::Write;

/// A program with its data.
#[derive(Clone, Debug)]
pub struct RandomProgram {
    /// The text, with arguments in sparse encodings.
    pub encoded: String,
    /// The text of the same program without encodings.
    pub plain: String,
    /// The arguments.
    pub arguments: Vec<Literal>,
}

/// The names of dense arguments: those of variables that a storage program binds.
const DENSE: [&str; 5] = ["x", "a", "i0", "k0", "y"];

/// The elements of programs, some more often.
const ELEMENTS: [Element; 5] =
    [Element::F64, Element::F64, Element::I64, Element::I32, Element::I1];

/// A random program of ops that are in the calculus.
pub fn random(r: &mut Random) -> RandomProgram {
    random_of(r, &ELEMENTS)
}

/// A random program of ops that are in the calculus, on arguments of these elements.
pub fn random_of(r: &mut Random, elements: &[Element]) -> RandomProgram {
    let (mut encoded_args, mut plain_args, mut prelude) = (Vec::new(), Vec::new(), String::new());
    let mut arguments = Vec::new();
    let mut writer =
        Writer { r, body: String::new(), values: Vec::new(), next: 0, wrapped: Vec::new() };
    let n = 1 + writer.r.below(4) as i64;
    let count = 2 + writer.r.below(3);
    for (i, name) in DENSE.iter().enumerate().take(count) {
        let rank = *writer.r.one_of(&[0, 1, 2, 2, 2, 3]);
        // A few extents, so that shapes meet.
        let dims: Vec<i64> = (0..rank).map(|_| *writer.r.one_of(&[n, n, n, 1, 4, 0])).collect();
        let element = *writer.r.one_of(elements);
        let plain = ty(&dims, element);
        let encoding = encoding(writer.r, rank);
        plain_args.push(format!("%{name}: {plain}"));
        match encoding {
            None => encoded_args.push(format!("%{name}: {plain}")),
            Some(encoding) => {
                let stored = format!("{}, {encoding}>", plain.trim_end_matches('>'));
                encoded_args.push(format!("%a{i}: {stored}"));
                let _ = writeln!(
                    prelude,
                    "  %{name} = \"hloom.relayout\"(%a{i}) : ({stored}) -> {plain}"
                );
            }
        }
        writer.values.push((format!("%{name}"), dims.clone(), element));
        arguments.push(literal(writer.r, &dims, element));
    }
    for _ in 0..2 + writer.r.below(6) {
        let _ = writer.op();
    }
    let count = writer.values.len();
    let results: Vec<_> = writer.values[count - 2.min(count)..].to_vec();
    let names: Vec<&str> = results.iter().map(|(name, ..)| name.as_str()).collect();
    let types: Vec<String> = results.iter().map(|(_, d, e)| ty(d, *e)).collect();
    let (names, types) = (names.join(", "), types.join(", "));
    let function = |args: &[String], prelude: &str| {
        format!(
            "func.func @main({}) -> ({types}) {{\n{prelude}{}  return {names} : {types}\n}}\n",
            args.join(", "),
            writer.body
        )
    };
    let (encoded, plain) = (function(&encoded_args, &prelude), function(&plain_args, ""));
    RandomProgram { encoded, plain, arguments }
}

/// A program that is being written.
struct Writer<'r> {
    r: &'r mut Random,
    body: String,
    /// The values with their types.
    values: Vec<(String, Vec<i64>, Element)>,
    next: usize,
    /// Values that are known modulo their width only, or may be large.
    wrapped: Vec<String>,
}

fn ty(dims: &[i64], element: Element) -> String {
    Type::tensor(dims, element).to_string()
}

/// Whether plans compute integers of a type with more bits.
fn is_narrow(element: Element) -> bool {
    element.is_integer() && !element.is_boolean() && element.byte_width() < 8
}

impl Writer<'_> {
    fn add(&mut self, dims: &[i64], element: Element, op: &str) -> String {
        let name = format!("%{}", self.next);
        self.next += 1;
        let _ = writeln!(self.body, "  {name} = {op}");
        self.values.push((name.clone(), dims.to_vec(), element));
        name
    }

    fn pick(
        &mut self,
        fits: impl Fn(&[i64], Element) -> bool,
    ) -> Option<(String, Vec<i64>, Element)> {
        let all: Vec<_> = self.values.iter().filter(|(_, d, e)| fits(d, *e)).cloned().collect();
        if all.is_empty() { None } else { Some(self.r.one_of(&all).clone()) }
    }

    fn is_wrapped(&self, names: &[&String]) -> bool {
        names.iter().any(|name| self.wrapped.contains(name))
    }

    fn constant(&mut self, dims: &[i64], element: Element, number: i64) -> String {
        let number = if element.is_unsigned() { number.abs() } else { number };
        let text = match scalar(element).unwrap() {
            Scalar::Real => format!("{number}.0"),
            Scalar::Int => number.to_string(),
            Scalar::Bool => (number > 0).to_string(),
        };
        let ty = ty(dims, element);
        self.add(dims, element, &format!("stablehlo.constant dense<{text}> : {ty}"))
    }

    /// Appends an op.
    fn op(&mut self) -> Option<()> {
        let number = |e: Element| !e.is_boolean();
        match self.r.below(23) {
            kind @ 0..=2 => {
                let (a, dims, e) = self.pick(|_, e| number(e))?;
                let (b, ..) = self.pick(|d, f| d == dims && f == e)?;
                let op = ["add", "subtract", "multiply"][kind];
                let name =
                    self.add(&dims, e, &format!("stablehlo.{op} {a}, {b} : {}", ty(&dims, e)));
                self.wrapped.push(name);
            }
            3 => {
                let (a, dims, e) = self.pick(|_, e| number(e))?;
                let name = self.add(&dims, e, &format!("stablehlo.negate {a} : {}", ty(&dims, e)));
                self.wrapped.push(name);
            }
            kind @ 4..=5 => {
                let (a, dims, e) = self.pick(|_, e| number(e))?;
                let number = self.r.below(5) as i64 - 2;
                let b = if self.r.chance(2) {
                    self.constant(&dims, e, number)
                } else {
                    self.pick(|d, f| d == dims && f == e)?.0
                };
                if self.is_wrapped(&[&a, &b]) && is_narrow(e) {
                    return None;
                }
                let op = ["maximum", "minimum"][kind - 4];
                let wrapped = self.is_wrapped(&[&a, &b]);
                let name =
                    self.add(&dims, e, &format!("stablehlo.{op} {a}, {b} : {}", ty(&dims, e)));
                if wrapped {
                    self.wrapped.push(name);
                }
            }
            6 => {
                let (a, dims, e) = self.pick(|_, e| number(e))?;
                let (b, ..) = self.pick(|d, f| d == dims && f == e)?;
                // Sums of floats may be rounded otherwise.
                if self.is_wrapped(&[&a, &b]) && e != Element::I64 {
                    return None;
                }
                let direction = *self.r.one_of(&["EQ", "NE", "LT", "LE", "GT", "GE"]);
                let from = ty(&dims, e);
                let to = ty(&dims, Element::I1);
                let text =
                    format!("stablehlo.compare {direction}, {a}, {b} : ({from}, {from}) -> {to}");
                self.add(&dims, Element::I1, &text);
            }
            7 => {
                let (p, dims, _) = self.pick(|_, e| e.is_boolean())?;
                let (a, _, e) = self.pick(|d, _| d == dims)?;
                let (b, ..) = self.pick(|d, f| d == dims && f == e)?;
                let (pt, t) = (ty(&dims, Element::I1), ty(&dims, e));
                let wrapped = self.is_wrapped(&[&a, &b]);
                let name =
                    self.add(&dims, e, &format!("stablehlo.select {p}, {a}, {b} : {pt}, {t}"));
                if wrapped {
                    self.wrapped.push(name);
                }
            }
            8 => {
                let (a, dims, e) = self.pick(|d, _| d.len() > 1)?;
                let mut order: Vec<usize> = (0..dims.len()).collect();
                let at = self.r.below(dims.len());
                order.rotate_left(at);
                let to: Vec<i64> = order.iter().map(|d| dims[*d]).collect();
                let wrapped = self.is_wrapped(&[&a]);
                let name = self.add(
                    &to,
                    e,
                    &format!(
                        "stablehlo.transpose {a}, dims = {order:?} : ({}) -> {}",
                        ty(&dims, e),
                        ty(&to, e)
                    ),
                );
                if wrapped {
                    self.wrapped.push(name);
                }
            }
            9 => {
                let (a, dims, e) = self.pick(|d, _| d.len() < 3)?;
                // The operand's dimensions in order, among others.
                let mut to: Vec<i64> = dims.clone();
                let mut places: Vec<usize> = (0..dims.len()).collect();
                let at = self.r.below(dims.len() + 1);
                let extent = self.r.below(4) as i64;
                to.insert(at, extent);
                for place in &mut places {
                    if *place >= at {
                        *place += 1;
                    }
                }
                for (place, from) in places.iter().zip(&dims) {
                    if *from == 1 && self.r.chance(2) {
                        to[*place] = 1 + self.r.below(3) as i64;
                    }
                }
                let wrapped = self.is_wrapped(&[&a]);
                let name = self.add(
                    &to,
                    e,
                    &format!(
                        "stablehlo.broadcast_in_dim {a}, dims = {places:?} : ({}) -> {}",
                        ty(&dims, e),
                        ty(&to, e)
                    ),
                );
                if wrapped {
                    self.wrapped.push(name);
                }
            }
            10 => {
                let (a, dims, e) = self.pick(|d, _| !d.is_empty())?;
                let mut to = dims.clone();
                match self.r.below(3) {
                    0 => to.insert(self.r.below(dims.len() + 1), 1),
                    1 => to = vec![dims.iter().product()],
                    _ => {
                        let split = dims.iter().position(|d| *d == 4)?;
                        to.splice(split..=split, [2, 2]);
                    }
                }
                let wrapped = self.is_wrapped(&[&a]);
                let name = self.add(
                    &to,
                    e,
                    &format!("stablehlo.reshape {a} : ({}) -> {}", ty(&dims, e), ty(&to, e)),
                );
                if wrapped {
                    self.wrapped.push(name);
                }
            }
            11 => {
                let (a, dims, e) = self.pick(|d, _| !d.is_empty())?;
                let (mut ranges, mut to) = (Vec::new(), Vec::new());
                for extent in &dims {
                    let low = self.r.below(*extent as usize + 1) as i64;
                    let high = low + self.r.below((extent - low) as usize + 1) as i64;
                    let step = 1 + self.r.below(2) as i64;
                    ranges.push(format!("{low}:{high}:{step}"));
                    to.push((high - low + step - 1) / step);
                }
                let wrapped = self.is_wrapped(&[&a]);
                let name = self.add(
                    &to,
                    e,
                    &format!(
                        "stablehlo.slice {a} [{}] : ({}) -> {}",
                        ranges.join(", "),
                        ty(&dims, e),
                        ty(&to, e)
                    ),
                );
                if wrapped {
                    self.wrapped.push(name);
                }
            }
            12 => {
                let (a, dims, e) = self.pick(|d, _| !d.is_empty())?;
                let zero = self.constant(&[], e, 0);
                let (mut low, mut high, mut inner, mut to) = (vec![], vec![], vec![], vec![]);
                for extent in &dims {
                    let (l, h, i) = (
                        self.r.below(4) as i64 - 1,
                        self.r.below(4) as i64 - 1,
                        self.r.below(2) as i64,
                    );
                    let size = l + h + extent + i * (extent - 1).max(0);
                    let h = h.max(h - size);
                    low.push(l);
                    high.push(h);
                    inner.push(i);
                    to.push(l + h + extent + i * (extent - 1).max(0));
                }
                let wrapped = self.is_wrapped(&[&a]);
                let name = self.add(&to, e, &format!(
                    "stablehlo.pad {a}, {zero}, low = {low:?}, high = {high:?}, interior = {inner:?} : ({}, {}) -> {}",
                    ty(&dims, e),
                    ty(&[], e),
                    ty(&to, e)
                ));
                if wrapped {
                    self.wrapped.push(name);
                }
            }
            13 => {
                let (a, dims, e) = self.pick(|d, _| !d.is_empty())?;
                let at = self.r.below(dims.len());
                let (b, other, _) = self.pick(|d, f| {
                    f == e
                        && d.len() == dims.len()
                        && (0..d.len()).all(|i| i == at || d[i] == dims[i])
                })?;
                let mut to = dims.clone();
                to[at] += other[at];
                let wrapped = self.is_wrapped(&[&a, &b]);
                let name = self.add(
                    &to,
                    e,
                    &format!(
                        "stablehlo.concatenate {a}, {b}, dim = {at} : ({}, {}) -> {}",
                        ty(&dims, e),
                        ty(&other, e),
                        ty(&to, e)
                    ),
                );
                if wrapped {
                    self.wrapped.push(name);
                }
            }
            14 => {
                let (a, dims, e) = self.pick(|d, _| !d.is_empty())?;
                let over: Vec<usize> = (0..dims.len()).filter(|_| self.r.chance(2)).collect();
                let to: Vec<i64> =
                    (0..dims.len()).filter(|d| !over.contains(d)).map(|d| dims[d]).collect();
                let start = if self.r.chance(2) { 0 } else { 2 };
                let init = self.constant(&[], e, start);
                let op = if e.is_boolean() { "or" } else { "add" };
                let name = self.add(&to, e, &format!(
                    "stablehlo.reduce({a} init: {init}) applies stablehlo.{op} across dimensions = {over:?} : ({}, {}) -> {}",
                    ty(&dims, e),
                    ty(&[], e),
                    ty(&to, e)
                ));
                self.wrapped.push(name);
            }
            15 => {
                let (a, left, e) = self.pick(|d, e| number(e) && !d.is_empty())?;
                let (b, right, _) = self.pick(|d, f| f == e && !d.is_empty())?;
                let pairs: Vec<(usize, usize)> = (0..left.len())
                    .flat_map(|i| (0..right.len()).map(move |j| (i, j)))
                    .filter(|(i, j)| left[*i] == right[*j])
                    .collect();
                if pairs.is_empty() {
                    return None;
                }
                let mut contracting = vec![*self.r.one_of(&pairs)];
                let mut batching = Vec::new();
                let (i, j) = contracting[0];
                let others: Vec<(usize, usize)> =
                    pairs.into_iter().filter(|(x, y)| *x != i && *y != j).collect();
                if !others.is_empty() && self.r.chance(2) {
                    let pair = *self.r.one_of(&others);
                    if self.r.chance(2) { &mut contracting } else { &mut batching }.push(pair);
                }
                let taken = |d: usize, side: fn(&(usize, usize)) -> usize| {
                    contracting.iter().chain(&batching).any(|p| side(p) == d)
                };
                let mut to: Vec<i64> = batching.iter().map(|(i, _)| left[*i]).collect();
                to.extend((0..left.len()).filter(|d| !taken(*d, |p| p.0)).map(|d| left[d]));
                to.extend((0..right.len()).filter(|d| !taken(*d, |p| p.1)).map(|d| right[d]));
                let list = |pairs: &[(usize, usize)], side: fn(&(usize, usize)) -> usize| {
                    format!("{:?}", pairs.iter().map(side).collect::<Vec<_>>())
                };
                let name = self.add(&to, e, &format!(
                    "stablehlo.dot_general {a}, {b}, batching_dims = {} x {}, contracting_dims = {} x {} : ({}, {}) -> {}",
                    list(&batching, |p| p.0),
                    list(&batching, |p| p.1),
                    list(&contracting, |p| p.0),
                    list(&contracting, |p| p.1),
                    ty(&left, e),
                    ty(&right, e),
                    ty(&to, e)
                ));
                self.wrapped.push(name);
            }
            16 => {
                let (a, dims, e) = self.pick(|_, _| true)?;
                let to = match e {
                    Element::I1 => *self.r.one_of(&[Element::F64, Element::I32, Element::I64]),
                    Element::I32 => *self.r.one_of(&[Element::F64, Element::I64]),
                    Element::I64 => Element::F64,
                    e if is_narrow(e) => *self.r.one_of(&[Element::F64, Element::I64]),
                    _ => return None,
                };
                if self.is_wrapped(&[&a]) {
                    return None;
                }
                self.add(
                    &dims,
                    to,
                    &format!("stablehlo.convert {a} : ({}) -> {}", ty(&dims, e), ty(&dims, to)),
                );
            }
            17 => {
                let dims: Vec<i64> = self.pick(|d, _| !d.is_empty())?.1;
                let e = *self.r.one_of(&[Element::F64, Element::I32, Element::I64]);
                let at = self.r.below(dims.len());
                self.add(&dims, e, &format!("stablehlo.iota dim = {at} : {}", ty(&dims, e)));
            }
            18 => {
                let (a, dims, e) = self.pick(|d, _| !d.is_empty())?;
                let over: Vec<usize> = (0..dims.len()).filter(|_| self.r.chance(2)).collect();
                let wrapped = self.is_wrapped(&[&a]);
                let text = format!("stablehlo.reverse {a}, dims = {over:?} : {}", ty(&dims, e));
                let name = self.add(&dims, e, &text);
                if wrapped {
                    self.wrapped.push(name);
                }
            }
            19 => {
                let (a, dims, e) = self.pick(|_, e| number(e))?;
                if (self.is_wrapped(&[&a]) && is_narrow(e)) || e.is_unsigned() {
                    return None;
                }
                let name = self.add(&dims, e, &format!("stablehlo.abs {a} : {}", ty(&dims, e)));
                self.wrapped.push(name);
            }
            20 => {
                let (a, dims, e) = self.pick(|_, e| e.is_boolean())?;
                let (b, ..) = self.pick(|d, f| d == dims && f == e)?;
                let op = *self.r.one_of(&["and", "or", "xor", "add", "multiply"]);
                self.add(&dims, e, &format!("stablehlo.{op} {a}, {b} : {}", ty(&dims, e)));
            }
            21 => {
                let (a, dims, e) = self.pick(|_, e| e.is_boolean())?;
                self.add(&dims, e, &format!("stablehlo.not {a} : {}", ty(&dims, e)));
            }
            _ if self.r.chance(3) => {
                // Quotients by powers of two are exact.
                let (a, dims, e) = self.pick(|_, e| e.is_float())?;
                let by = *self.r.one_of(&[1, 2, -4]);
                let b = self.constant(&dims, e, by);
                let name =
                    self.add(&dims, e, &format!("stablehlo.divide {a}, {b} : {}", ty(&dims, e)));
                self.wrapped.push(name);
            }
            _ => {
                let (a, dims, e) = self.pick(|d, _| !d.is_empty() && d.iter().all(|d| *d > 0))?;
                let (i, of, f) =
                    self.pick(|d, f| f.is_integer() && !f.is_boolean() && d.len() < 3)?;
                if self.is_wrapped(&[&i]) && is_narrow(f) {
                    return None;
                }
                // Rows of the operand, or parts of them, by numbers of rows.
                let sizes: Vec<i64> = dims
                    .iter()
                    .enumerate()
                    .map(|(d, n)| if d == 0 { 1 } else { 1 + self.r.below(*n as usize) as i64 })
                    .collect();
                let mut to = of.clone();
                to.extend(&sizes[1..]);
                let offsets: Vec<usize> = (of.len()..to.len()).collect();
                let wrapped = self.is_wrapped(&[&a]);
                let name = self.add(&to, e, &format!(
                    "\"stablehlo.gather\"({a}, {i}) <{{dimension_numbers = #stablehlo.gather<offset_dims = {offsets:?}, collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = {}>, slice_sizes = array<i64: {}>}}> : ({}, {}) -> {}",
                    of.len(),
                    sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
                    ty(&dims, e),
                    ty(&of, f),
                    ty(&to, e)
                ));
                if wrapped {
                    self.wrapped.push(name);
                }
            }
        }
        Some(())
    }
}

/// An encoding for a rank; none for a dense tensor.
/// Formats of the library that hold every tensor of a rank.
pub fn formats(rank: usize) -> Vec<&'static str> {
    match rank {
        1 => vec!["dense_vector", "coo_vector", "run_length", "dictionary"],
        2 => vec![
            "csr",
            "csc",
            "dcsr",
            "coo_matrix",
            "ell",
            "dense_matrix",
            "dense_columns",
            "z_order",
            "bitmap",
            "dictionary_matrix",
            "ddc",
            "rle",
        ],
        3 => vec!["csf", "dense_tensor", "dense_tensor_210"],
        4 => vec!["csf_4", "coo_tensor_4", "dense_tensor_4"],
        _ => Vec::new(),
    }
}

pub(crate) fn encoding(r: &mut Random, rank: usize) -> Option<String> {
    if rank == 0 || r.chance(4) {
        return None;
    }
    if r.chance(2) {
        let format = *r.one_of(&formats(rank));
        return Some(format!("#hloom.storage<\"{format}\">"));
    }
    let mut order: Vec<usize> = (0..rank).collect();
    let at = r.below(rank);
    order.rotate_left(at);
    let names: Vec<String> = (0..rank).map(|d| format!("d{d}")).collect();
    let coo = r.chance(4);
    let levels: Vec<String> = order
        .iter()
        .enumerate()
        .map(|(l, d)| {
            let kind = match (coo, l) {
                (true, 0) if rank > 1 => "compressed(nonunique)",
                (true, 0) => "compressed",
                (true, l) if l + 1 < rank => "singleton(nonunique)",
                (true, _) => "singleton",
                (false, _) => *r.one_of(&["dense", "compressed"]),
            };
            format!("d{d} : {kind}")
        })
        .collect();
    Some(format!(
        "#sparse_tensor.encoding<{{ map = ({}) -> ({}) }}>",
        names.join(", "),
        levels.join(", ")
    ))
}

pub(crate) fn literal(r: &mut Random, dims: &[i64], element: Element) -> Literal {
    let count: i64 = dims.iter().product();
    let percent = *r.one_of(&[0, 30, 60, 100]);
    let numbers: Vec<f64> = (0..count)
        .map(|_| match (r.below(100) < percent, element.is_boolean()) {
            (false, _) => 0.0,
            (true, true) => 1.0,
            (true, false) if element.is_unsigned() => r.below(7) as f64,
            (true, false) => r.below(7) as f64 - 3.0,
        })
        .collect();
    Literal::from_f64s(Type::tensor(dims, element), &numbers).unwrap()
}
