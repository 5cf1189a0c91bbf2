//! Random tensor programs over random formats, with what they compute.
//!
//! A program is a sum of terms; a term is a product of tensors at index variables, summed over those
//! that the result does not have: `sum(<(i, j), a> in A, <(j, k), b> in B) { (i, k) -> a * b }`. Tensors
//! have orders from 0 to 4, the formats are those of the library, and some of order 4 that are only
//! text. The reference goes over all values of all variables and reads dense arrays: it knows nothing
//! of the calculus. Sums of reals are compensated (Kahan), with the magnitude of all terms.

use crate::Random;
use crate::data::{Tensor, narrow, retyped};
use hloom_storage::{Inputs, Scalar, Value, formats};
use std::collections::BTreeMap;

/// The numbers that a program computes with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Truth values.
    Bools,
    /// Integers; some products leave 64 bits.
    Ints,
    /// Reals of few bits, so that products and sums are exact.
    Exact,
    /// Other reals.
    Reals,
    /// Other reals above zero, so that no sum is smaller than its terms.
    Positive,
    /// Reals with NaN and infinities.
    Special,
}

impl Kind {
    /// The type.
    pub fn base(self) -> Scalar {
        match self {
            Kind::Bools => Scalar::Bool,
            Kind::Ints => Scalar::Int,
            _ => Scalar::Real,
        }
    }
}

/// A tensor at index variables: a factor of a term.
#[derive(Clone, Debug)]
struct Factor {
    tensor: usize,
    indices: Vec<usize>,
    /// Whether its entries are looked up, and not gone through.
    looked_up: bool,
    /// Whether its numbers are squared: a product that is not additive in them.
    squared: bool,
}

/// One term of a program.
#[derive(Clone, Debug)]
struct Summand {
    factors: Vec<Factor>,
    /// A small whole number that the term is multiplied by.
    times: i64,
    /// Two variables of which the first is to be less.
    less: Option<(usize, usize)>,
    /// The operator that joins two factors: `*`, `min` or `max`.
    join: &'static str,
}

/// A random program with its data.
#[derive(Clone, Debug)]
pub struct Program {
    /// The numbers.
    pub kind: Kind,
    /// The tensors, whose entries are reals in all kinds.
    pub tensors: Vec<Tensor>,
    /// The extents of the result.
    pub extents: Vec<u64>,
    sizes: Vec<usize>,
    output: Vec<usize>,
    terms: Vec<Summand>,
    /// The largest order of a tensor.
    deepest: usize,
}

/// A program in certain formats.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The program and the formats of its tensors.
    pub text: String,
    /// The arrays.
    pub inputs: Inputs,
    /// The format of each tensor.
    pub formats: Vec<String>,
    /// The names of the tensors that are dictionaries.
    pub hashed: bool,
}

/// The results of a program at each place, dense.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The integers, or 0 and 1.
    pub ints: Vec<i64>,
    /// The reals.
    pub reals: Vec<f64>,
    /// The sum of the magnitudes of the terms of each.
    pub magnitudes: Vec<f64>,
    /// The number of terms of each.
    pub counts: Vec<usize>,
}

const VARIABLES: [&str; 5] = ["i", "j", "k", "l", "m"];
const NAMES: [&str; 4] = ["A", "B", "C", "D"];

/// The order of the tensors of a format.
fn order_of(text: &str) -> usize {
    let Some(at) = text.find("CREATE TENSOR T :") else { return 0 };
    let end = text[at..].find(" AS").map_or(text.len(), |end| at + end);
    text[at..end].matches("->").count()
}

/// The names of the formats that may hold a tensor, if entries that they can't hold are left out.
pub fn formats_of(dims: &[usize]) -> Vec<&'static str> {
    let square = dims.len() == 2 && dims[0] == dims[1];
    let quads = dims.len() == 2 && dims[1].is_multiple_of(4);
    formats::ALL
        .iter()
        .filter(|(name, text)| {
            order_of(text) == dims.len()
                && match *name {
                    "banded" | "triangular" | "symmetric" => square,
                    "two_of_four" => quads,
                    _ => true,
                }
        })
        .map(|(name, _)| *name)
        .collect()
}

/// Whether a format holds tensors of a certain pattern only.
pub fn is_structured(format: &str) -> bool {
    ["banded", "triangular", "symmetric", "two_of_four"].contains(&format)
}

/// Leaves out, or mirrors, the entries that a format can't hold; repeats rows that a format stores once.
pub fn fit(tensor: &mut Tensor, format: &str) {
    match format {
        "triangular" => tensor.entries.retain(|key, _| key[1] <= key[0]),
        "symmetric" => {
            tensor.entries.retain(|key, _| key[1] <= key[0]);
            tensor.entries.extend(tensor.transposed().entries);
        }
        "ddc" | "rle" | "ole" if tensor.entries.len().is_multiple_of(2) => {
            let given = std::mem::take(&mut tensor.entries);
            for i in 0..tensor.dims[0] {
                let from = if format == "rle" { i - i % 3 } else { i % 3 };
                let row = given.iter().filter(|(key, _)| key[0] == from);
                tensor.entries.extend(row.map(|(key, value)| (vec![i, key[1]], *value)));
            }
        }
        "two_of_four" => {
            let mut used: BTreeMap<(usize, usize), usize> = BTreeMap::new();
            tensor.entries.retain(|key, _| {
                let count = used.entry((key[0], key[1] / 4)).or_default();
                *count += 1;
                *count <= 2
            });
        }
        _ => {}
    }
}

fn number(r: &mut Random, kind: Kind) -> f64 {
    let sign = if r.chance(3) { -1.0 } else { 1.0 };
    let small = sign * (1.0 + r.below(9) as f64);
    match kind {
        Kind::Bools => 1.0,
        Kind::Ints if r.chance(12) => sign * (1u64 << (30 + r.below(22))) as f64,
        Kind::Ints => small,
        Kind::Exact => small / f64::from(1u32 << (4 * r.below(2))),
        Kind::Special if r.chance(5) => {
            *r.one_of(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE])
        }
        Kind::Special => small,
        Kind::Reals => sign * (1 + r.below(1 << 20)) as f64 / (1 + r.below(1000)) as f64,
        Kind::Positive => (1 + r.below(1 << 20)) as f64 / (1 + r.below(1000)) as f64,
    }
}

impl Program {
    /// A random program.
    pub fn random(r: &mut Random) -> Program {
        let kinds =
            [Kind::Bools, Kind::Ints, Kind::Exact, Kind::Reals, Kind::Positive, Kind::Special];
        let kind = *r.one_of(&kinds);
        // Extents from 0 on, and the largest order: large tensors have few dimensions.
        // The last two make sums of many terms.
        let shapes = [(4, 4), (4, 4), (5, 3), (6, 2), (6, 2), (13, 2), (30, 2), (60, 1)];
        let (most, deepest) = *r.one_of(&shapes);
        let one = r.below(most);
        // Equal extents, so that all formats of square matrices occur.
        let mut sizes = vec![one; VARIABLES.len()];
        if r.chance(3) {
            sizes.iter_mut().for_each(|size| *size = r.below(most));
        }
        if r.chance(8) {
            let place = r.below(sizes.len());
            sizes[place] = 4 * r.below(if deepest > 2 { 2 } else { 3 });
        }
        let order = deepest.min(*r.one_of(&[0, 1, 1, 2, 2, 2, 2, 3, 3, 4]));
        let output: Vec<usize> = (0..order).collect();
        let mut program = Program {
            kind,
            tensors: Vec::new(),
            extents: output.iter().map(|v| sizes[*v] as u64).collect(),
            sizes,
            output,
            terms: Vec::new(),
            deepest,
        };
        // Sums of whole tensors are unions; others are products.
        let union = order > 0 && r.chance(3);
        for _ in 0..1 + r.below(if union { 4 } else { 2 }) {
            let term = program.summand(r, union);
            program.terms.push(term);
        }
        program
    }

    /// A tensor with these extents: a new one or, sometimes, one that occurs already.
    fn tensor(&mut self, r: &mut Random, dims: &[usize]) -> usize {
        let known: Vec<usize> =
            (0..self.tensors.len()).filter(|at| self.tensors[*at].dims == dims).collect();
        if !known.is_empty() && (r.chance(3) || self.tensors.len() == NAMES.len()) {
            return *r.one_of(&known);
        }
        let percent = *r.one_of(&[0, 15, 40, 70, 100]);
        let mut tensor = Tensor::random(r, dims, percent);
        if r.chance(8) && !tensor.entries.is_empty() {
            let keep = tensor.entries.keys().nth(r.below(tensor.entries.len())).cloned();
            tensor.entries.retain(|key, _| Some(key) == keep.as_ref());
        }
        if dims.is_empty() {
            tensor.entries.insert(Vec::new(), 0.0);
        }
        let single = r.chance(3);
        tensor.entries.values_mut().for_each(|value| {
            let number = number(r, self.kind);
            *value = if single { f64::from(number as f32) } else { number };
        });
        self.tensors.push(tensor);
        self.tensors.len() - 1
    }

    fn summand(&mut self, r: &mut Random, union: bool) -> Summand {
        let times =
            if self.kind == Kind::Bools || !r.chance(3) { 1 } else { 2 - r.below(5) as i64 };
        let times = if times == 0 { -1 } else { times };
        let times = if self.kind == Kind::Positive { times.abs() } else { times };
        let mut factors: Vec<Factor> = Vec::new();
        let room = |me: &Program, dims: &[usize]| {
            me.tensors.len() < NAMES.len() || me.tensors.iter().any(|tensor| tensor.dims == dims)
        };
        let mut add = |me: &mut Program, r: &mut Random, indices: Vec<usize>, looked_up| {
            let dims: Vec<usize> = indices.iter().map(|v| me.sizes[*v]).collect();
            if room(me, &dims) {
                let tensor = me.tensor(r, &dims);
                factors.push(Factor { tensor, indices, looked_up, squared: false });
            }
        };
        if union {
            let mut indices = self.output.clone();
            if r.chance(6) && indices.len() > 1 {
                indices.swap(0, 1);
            }
            add(self, r, indices, false);
        } else {
            // Products of three large matrices take the evaluator long.
            let factors = match (self.deepest, self.sizes.iter().max()) {
                (2, Some(14..)) => 1,
                (1, Some(14..)) | (3, _) => 2,
                _ => 3,
            };
            for _ in 0..1 + r.below(factors) {
                let order = self.deepest.min(*r.one_of(&[0, 1, 1, 2, 2, 2, 2, 3, 3, 4]));
                let mut all: Vec<usize> = (0..VARIABLES.len() - usize::from(order < 4)).collect();
                let mut indices: Vec<usize> = Vec::new();
                for _ in 0..order {
                    indices.push(all.remove(r.below(all.len())));
                }
                // A diagonal.
                if order == 2 && r.chance(12) && self.sizes[indices[0]] == self.sizes[indices[1]] {
                    indices[1] = indices[0];
                }
                add(self, r, indices, false);
            }
        }
        let bound = |factors: &[Factor], v: usize| {
            factors.iter().any(|f| !f.looked_up && f.indices.contains(&v))
        };
        let seen: Vec<usize> = (0..VARIABLES.len()).filter(|v| bound(&factors, *v)).collect();
        if !union && !seen.is_empty() && r.chance(4) {
            let v = *r.one_of(&seen);
            let dims = [self.sizes[v]];
            if room(self, &dims) {
                let tensor = self.tensor(r, &dims);
                let looked_up =
                    Factor { tensor, indices: vec![v], looked_up: true, squared: false };
                factors.push(looked_up);
            }
        }
        let less = match seen.as_slice() {
            [_, _, ..] if r.chance(6) => Some((*r.one_of(&seen), *r.one_of(&seen))),
            _ => None,
        };
        let two = factors.len() == 2 && self.kind != Kind::Bools;
        let join = if two && r.chance(6) { *r.one_of(&["min", "max"]) } else { "*" };
        // One factor: more products would be rounded too often for a bound of few units.
        let first = factors.iter().position(|f| !f.looked_up && !f.indices.is_empty());
        if let Some(first) = first.filter(|_| join == "*" && r.chance(5)) {
            factors[first].squared = true;
        }
        Summand { factors, times, less, join }
    }

    /// The program's text, without the formats.
    pub fn text(&self) -> String {
        let terms: Vec<String> = self.terms.iter().map(|term| self.term_text(term)).collect();
        terms.join(" + ")
    }

    fn term_text(&self, term: &Summand) -> String {
        // A whole tensor, as it is.
        if let ([factor], None) = (term.factors.as_slice(), term.less)
            && factor.indices == self.output
            && !factor.looked_up
            && !factor.squared
        {
            let name = NAMES[factor.tensor];
            return if term.times == 1 {
                name.to_owned()
            } else {
                format!("({} * {name})", term.times)
            };
        }
        let tuple = |indices: &[usize]| {
            let names: Vec<&str> = indices.iter().map(|v| VARIABLES[*v]).collect();
            match names.as_slice() {
                [one] => (*one).to_owned(),
                all => format!("({})", all.join(", ")),
            }
        };
        let mut bindings = Vec::new();
        let mut values = Vec::new();
        for (at, factor) in term.factors.iter().enumerate() {
            let name = NAMES[factor.tensor];
            if factor.indices.is_empty() {
                values.push(name.to_owned());
            } else if factor.looked_up {
                values.push(format!("{name}({})", VARIABLES[factor.indices[0]]));
            } else {
                bindings.push(format!("<{}, v{at}> in {name}", tuple(&factor.indices)));
                values.push(format!("v{at}"));
                if factor.squared {
                    values.push(format!("v{at}"));
                }
            }
        }
        for v in &self.output {
            let bound = |f: &Factor| !f.looked_up && f.indices.contains(v);
            if !term.factors.iter().any(bound) {
                bindings.push(format!("<{}, _> in 0:{}", VARIABLES[*v], self.sizes[*v]));
            }
        }
        let one = match self.kind.base() {
            Scalar::Bool => "true",
            Scalar::Int => "1",
            Scalar::Real => "1.0",
        };
        let mut body = match (term.join, values.as_slice()) {
            (_, []) => one.to_owned(),
            ("*", all) => all.join(" * "),
            (join, all) => format!("{join}({})", all.join(", ")),
        };
        if !self.output.is_empty() {
            body = format!("{{ {} -> {body} }}", tuple(&self.output));
        }
        if let Some((x, y)) = term.less {
            body = format!("if {} < {} then {body}", VARIABLES[x], VARIABLES[y]);
        }
        let sum = match bindings.is_empty() {
            true => body,
            false => format!("(sum({}) {body})", bindings.join(", ")),
        };
        if term.times == 1 { sum } else { format!("({} * {sum})", term.times) }
    }

    /// The program with its tensors in random formats. If `fits` is set, a format that can't hold all
    /// entries of its tensor changes it; else there is no such format.
    pub fn store(&mut self, r: &mut Random, fits: bool) -> Stored {
        let mut stored = Stored {
            text: String::new(),
            inputs: Inputs::new(),
            formats: Vec::new(),
            hashed: false,
        };
        // Sums of tensors in one format are merged.
        let uniform = r.chance(3);
        let mut chosen: BTreeMap<usize, &str> = BTreeMap::new();
        for (tensor, name) in self.tensors.iter_mut().zip(NAMES) {
            if tensor.dims.is_empty() {
                stored.text += &format!("CREATE TENSOR {name} : real;\n");
                stored.inputs.insert(name.into(), Value::Real(tensor.at(&[])));
                stored.formats.push("scalar".to_owned());
                continue;
            }
            let mut all = formats_of(&tensor.dims);
            all.retain(|format| fits || !is_structured(format));
            let own = *r.one_of(&all);
            let format = match chosen.get(&tensor.dims.len()) {
                Some(other) if uniform && all.contains(other) => *other,
                _ => own,
            };
            chosen.insert(tensor.dims.len(), format);
            fits.then(|| fit(tensor, format));
            stored.text += &formats::named(formats::find(format).unwrap_or_default(), name);
            tensor.store(format, name, &mut stored.inputs);
            stored.hashed |= format.starts_with("hash");
            stored.formats.push(format.to_owned());
        }
        stored.text = stored.text.replace("real", base_name(self.kind.base()));
        for value in stored.inputs.values_mut() {
            *value = retyped(value, self.kind.base());
            if r.chance(2) {
                narrow(value);
            }
        }
        stored.text += &self.text();
        stored
    }

    /// The results of the program.
    pub fn reference(&self) -> Reference {
        let size: usize = self.extents.iter().map(|n| *n as usize).product();
        let mut out = Reference {
            ints: vec![0; size],
            reals: vec![0.0; size],
            magnitudes: vec![0.0; size],
            counts: vec![0; size],
        };
        let mut lost = vec![0.0; size];
        for term in &self.terms {
            let used = |v: usize| {
                self.output.contains(&v) || term.factors.iter().any(|f| f.indices.contains(&v))
            };
            let sizes: Vec<usize> =
                (0..self.sizes.len()).map(|v| if used(v) { self.sizes[v] } else { 1 }).collect();
            let count: usize = sizes.iter().product();
            for number in 0..count {
                let mut rest = number;
                let mut at = vec![0; sizes.len()];
                for (place, size) in at.iter_mut().zip(&sizes) {
                    *place = rest % size;
                    rest /= size;
                }
                let place = self.output.iter().fold(0, |place, v| place * self.sizes[*v] + at[*v]);
                self.add(term, &at, place, &mut out, &mut lost);
            }
        }
        for (real, lost) in out.reals.iter_mut().zip(lost) {
            *real += lost;
        }
        out
    }

    /// Adds a term at values of all variables.
    fn add(
        &self,
        term: &Summand,
        at: &[usize],
        place: usize,
        out: &mut Reference,
        lost: &mut [f64],
    ) {
        if term.less.is_some_and(|(x, y)| at[x] >= at[y]) {
            return;
        }
        let mut values = Vec::new();
        for factor in &term.factors {
            let key: Vec<usize> = factor.indices.iter().map(|v| at[*v]).collect();
            let value = self.tensors[factor.tensor].at(&key);
            if value == 0.0 && !factor.looked_up && !factor.indices.is_empty() {
                return;
            }
            values.push(value);
            if factor.squared {
                values.push(value);
            }
        }
        let join = |pick: fn(f64, f64) -> f64| match values.as_slice() {
            [x, y] if x.is_nan() || y.is_nan() => x + y,
            [x, y] => pick(*x, *y),
            _ => 0.0,
        };
        match self.kind {
            Kind::Bools => out.ints[place] |= i64::from(values.iter().all(|v| *v != 0.0)),
            Kind::Ints => {
                let value = match term.join {
                    "min" => join(f64::min) as i64,
                    "max" => join(f64::max) as i64,
                    _ => values.iter().fold(1i64, |all, v| all.wrapping_mul(*v as i64)),
                };
                let value = value.wrapping_mul(term.times);
                out.ints[place] = out.ints[place].wrapping_add(value);
            }
            Kind::Exact | Kind::Reals | Kind::Positive | Kind::Special => {
                let value = match term.join {
                    "min" => join(f64::min),
                    "max" => join(f64::max),
                    _ => values.iter().product(),
                };
                let value = value * term.times as f64;
                let before = out.reals[place];
                let sum = before + value;
                // Neumaier's variant of Kahan's sum.
                if sum.is_finite() {
                    lost[place] += if before.abs() >= value.abs() {
                        (before - sum) + value
                    } else {
                        (value - sum) + before
                    };
                }
                out.reals[place] = sum;
                out.magnitudes[place] += value.abs();
                out.counts[place] += 1;
            }
        }
    }

    /// The number of terms.
    pub fn terms(&self) -> usize {
        self.terms.len()
    }
}

/// The word of a type.
pub fn base_name(base: Scalar) -> &'static str {
    match base {
        Scalar::Bool => "bool",
        Scalar::Int => "int",
        Scalar::Real => "real",
    }
}
