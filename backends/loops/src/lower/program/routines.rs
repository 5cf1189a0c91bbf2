//! Linear algebra and Fourier transforms as calls of the routines in `hloom_linear`.
//!
//! Before this: `stablehlo.fft`, factorizations and systems of large matrices, and the custom calls of
//! LAPACK that JAX makes. After it: a kernel that calls a routine by its name, with sizes and options as
//! integers and with the buffers of operands and results. A call that does not have the operands, the
//! results or the options of its routine is not lowered here, so that the interpreter says what is wrong
//! with it. GPUs leave all of these to the host.

use super::Lowering;
use crate::lower::Unsupported;
use crate::program::{Argument, Extern, Facts, Parameter, Scalar};
use hloom_ir::ops::{CustomCall, FftType, Op, Transposition};
use hloom_ir::{Attr, Element, Module, OpId, Type};

/// A call of a routine.
struct Routine {
    /// The routine, without the prefix and the type.
    name: &'static str,
    /// Its numbers.
    element: Element,
    /// Sizes and options, as the routine's documentation says.
    sizes: Vec<i64>,
    /// Operations on numbers, nearly.
    flops: f64,
}

/// The expected type of a result.
#[derive(Clone, Copy)]
enum Expected {
    /// So many elements of a type.
    Elements(Element, i64),
    /// Any number of elements of a type: the routine leaves them undefined.
    Unused(Element),
}

/// The side of matrices from which `stablehlo.cholesky` and `stablehlo.triangular_solve` are calls.
/// Loops are faster below, and they have the interpreter's bits: 7 µs for a Cholesky factor of 63 rows
/// and 9 µs for its system of as many sides, where the routines take 14 and 10.
const LARGE: i64 = 96;

/// The operands and results of an op: dense tensors of known sizes.
struct Types {
    operands: Vec<(Element, Vec<i64>)>,
    results: Vec<(Element, Vec<i64>)>,
}

impl Types {
    fn of(module: &Module, op: OpId) -> Option<Types> {
        let tensor = |ty: Type| {
            let t = ty.as_tensor()?;
            let known = t.byte_size().is_some() && t.encoding.is_none();
            known.then(|| (t.element, t.dims.to_vec()))
        };
        let operands = module.operands(op).iter().map(|&v| tensor(module.ty(v)));
        let results = module.result_types(op).into_iter().map(tensor);
        Some(Types {
            operands: operands.collect::<Option<_>>()?,
            results: results.collect::<Option<_>>()?,
        })
    }

    /// The number of matrices of operand `i`, their rows and their columns.
    fn matrices(&self, i: usize) -> Option<(i64, i64, i64)> {
        match self.operands.get(i)?.1[..] {
            [ref batch @ .., rows, columns] => Some((count(batch), rows, columns)),
            _ => None,
        }
    }

    /// As [`Types::matrices`], of square ones: their number and their side.
    fn square(&self, i: usize) -> Option<(i64, i64)> {
        let (batch, n, columns) = self.matrices(i)?;
        (n == columns).then_some((batch, n))
    }

    /// The length of the vectors of operand `i`, if there are `batch`.
    fn vectors(&self, i: usize, batch: i64) -> Option<i64> {
        let (n, outer) = self.operands.get(i)?.1.split_last()?;
        (count(outer) == batch).then_some(*n)
    }

    /// Whether the operands are of these elements.
    fn takes(&self, elements: &[Element]) -> Option<()> {
        let found = self.operands.iter().map(|(element, _)| element);
        found.eq(elements).then_some(())
    }

    /// Whether the results are these.
    fn gives(&self, expected: &[Expected]) -> Option<()> {
        let fits = |((element, dims), expected): (&(Element, Vec<i64>), &Expected)| {
            let count = count(dims);
            match *expected {
                Expected::Elements(of, number) => (*element, count) == (of, number),
                Expected::Unused(of) => *element == of,
            }
        };
        let same = self.results.len() == expected.len();
        (same && self.results.iter().zip(expected).all(fits)).then_some(())
    }

    /// The number of elements of result `i` for each of `batch` items.
    fn each(&self, i: usize, batch: i64) -> Option<i64> {
        let count = count(&self.results.get(i)?.1);
        (count % batch.max(1) == 0).then_some(count / batch.max(1))
    }
}

/// The real numbers of which these are made.
fn part(element: Element) -> Element {
    match element {
        Element::C64 => Element::F32,
        Element::C128 => Element::F64,
        element => element,
    }
}

/// The complex numbers made of these.
fn pair(element: Element) -> Element {
    match element {
        Element::F32 => Element::C64,
        Element::F64 => Element::C128,
        element => element,
    }
}

/// The name of a type of numbers in the names of routines.
fn suffix(element: Element) -> Option<&'static str> {
    match element {
        Element::F32 => Some("f32"),
        Element::F64 => Some("f64"),
        Element::C64 => Some("c64"),
        Element::C128 => Some("c128"),
        _ => None,
    }
}

/// The options of a custom call.
struct Options<'m> {
    config: [Option<&'m Attr>; 2],
}

impl Options<'_> {
    fn int(&self, name: &str) -> Option<i64> {
        let found = self.config.into_iter().flatten().find_map(|config| match config {
            Attr::Dict(dict) => dict.get(name),
            _ => None,
        });
        match found? {
            Attr::Int(n, _) => Some(*n),
            Attr::Bool(b) => Some(i64::from(*b)),
            _ => None,
        }
    }

    /// The place of an option's letter among the allowed ones.
    fn letter(&self, name: &str, allowed: &str) -> Option<i64> {
        let letter = char::from(u8::try_from(self.int(name)?).ok()?);
        Some(allowed.chars().position(|c| c == letter)? as i64)
    }
}

/// The product of extents as a number of operations, which no extents overflow.
fn flops(extents: &[i64]) -> f64 {
    extents.iter().map(|&n| n as f64).product()
}

/// The number of elements; zero if an extent is, however large the others are.
fn count(dims: &[i64]) -> i64 {
    if dims.contains(&0) { 0 } else { dims.iter().fold(1, |n, &d| n.saturating_mul(d)) }
}

/// The routine of a custom call.
fn custom_call(module: &Module, op: OpId, it: &CustomCall) -> Option<Routine> {
    let target = it.target();
    let types = Types::of(module, op)?;
    let element = types.operands.first()?.0;
    let legacy = module.discardable_attrs(op).and_then(|attrs| attrs.get("mhlo.backend_config"));
    let config = it.backend_config.as_ref().map(|config| &config.0);
    let options = Options { config: [config, legacy] };
    let name = match &*target {
        "Qr" => "geqrf",
        "ProductOfElementaryHouseholderReflectors" => "orgqr",
        "Eigh" | "LuDecomposition" => &target,
        "tridiagonal_solve_perturbed_ffi" => "gtsv_perturbed",
        _ => {
            let inner = target.strip_prefix("lapack_")?.strip_suffix("_ffi")?;
            let letter = match element {
                Element::F32 => 's',
                Element::F64 => 'd',
                Element::C64 => 'c',
                Element::C128 => 'z',
                _ => return None,
            };
            let name = inner.strip_prefix(letter)?;
            match (element.is_complex(), name) {
                (true, "ungqr") => "orgqr",
                (true, "unmqr") => "ormqr",
                (true, "heevd") => "syevd",
                (true, "hetrd") => "sytrd",
                (true, "orgqr" | "ormqr" | "syevd" | "sytrd") => return None,
                (_, name) => name,
            }
        }
    };
    suffix(element)?;
    lapack(name, element, &types, &options, config)
}

/// The call of a routine of LAPACK, if operands, results and options are the routine's.
fn lapack(
    name: &str,
    e: Element,
    types: &Types,
    options: &Options<'_>,
    config: Option<&Attr>,
) -> Option<Routine> {
    use Expected::{Elements, Unused};
    match name {
        "gtsv" => return gtsv("gtsv", e, types),
        "gtsv_perturbed" => return gtsv("gtsv_perturbed", e, types),
        _ => {}
    }
    let (batch, m, n) = types.matrices(0)?;
    let (k, whole, info) = (m.min(n), Elements(e, batch * m * n), Elements(Element::I32, batch));
    let square = || types.square(0).map(drop);
    let between = (n - 1).max(0);
    let routine = |name: &'static str, sizes: &[i64], flops: f64| {
        Some(Routine { name, element: e, sizes: sizes.to_vec(), flops: batch as f64 * flops })
    };
    let lower = || Some(1 - options.letter("uplo", "LU")?);
    match name {
        "potrf" => {
            square()?;
            types.takes(&[e])?;
            types.gives(&[whole, info])?;
            routine("potrf", &[batch, n, lower()?], flops(&[n, n, n]) / 3.0)
        }
        "getrf" => {
            types.takes(&[e])?;
            types.gives(&[whole, Elements(Element::I32, batch * k), info])?;
            routine("getrf", &[batch, m, n], flops(&[m, n, k]))
        }
        "LuDecomposition" => {
            types.takes(&[e])?;
            let rows = |n: i64| Elements(Element::I32, batch * n);
            types.gives(&[whole, rows(k), rows(m)])?;
            routine("lu", &[batch, m, n], flops(&[m, n, k]))
        }
        "geqrf" => {
            types.takes(&[e])?;
            types.gives(&[whole, Elements(e, batch * k)])?;
            routine("geqrf", &[batch, m, n], 2.0 * flops(&[m, n, k]))
        }
        "geqp3" => {
            types.takes(&[e, Element::I32])?;
            (types.vectors(1, batch)? == n).then_some(())?;
            types.gives(&[whole, Elements(Element::I32, batch * n), Elements(e, batch * k)])?;
            routine("geqp3", &[batch, m, n], 2.0 * flops(&[m, n, k]))
        }
        "orgqr" => {
            types.takes(&[e, e])?;
            let count = types.vectors(1, batch).filter(|&count| count <= k)?;
            types.gives(&[whole])?;
            routine("orgqr", &[batch, m, n, count], 2.0 * flops(&[m, n, count]))
        }
        "ormqr" => {
            types.takes(&[e, e, e])?;
            let count = types.vectors(1, batch).filter(|&count| count <= k)?;
            let (others, rows, columns) = types.matrices(2)?;
            let (left, adjoint) = (options.int("left")?, options.int("transpose")?);
            let shared = if left != 0 { rows } else { columns };
            (others == batch && shared == m).then_some(())?;
            types.gives(&[Elements(e, batch * rows * columns)])?;
            let sizes = [batch, m, n, count, rows, columns, left, adjoint];
            routine("ormqr", &sizes, 4.0 * flops(&[rows, columns, count]))
        }
        "gesdd" | "gesvd" => {
            types.takes(&[e])?;
            let mode = options.letter("mode", "NSA")?;
            let (left, right) = match mode {
                0 => (Unused(e), Unused(e)),
                1 => (Elements(e, batch * m * k), Elements(e, batch * k * n)),
                _ => (Elements(e, batch * m * m), Elements(e, batch * n * n)),
            };
            types.gives(&[whole, Elements(part(e), batch * k), left, right, info])?;
            let sizes = [batch, m, n, mode, types.each(2, batch)?, types.each(3, batch)?];
            routine("gesdd", &sizes, 8.0 * flops(&[m, n, k]))
        }
        "syevd" => {
            square()?;
            types.takes(&[e])?;
            types.gives(&[whole, Elements(part(e), batch * n), info])?;
            let vectors = options.letter("mode", "NV")?;
            routine("syevd", &[batch, n, lower()?, vectors], 9.0 * flops(&[n, n, n]))
        }
        "Eigh" => {
            square()?;
            types.takes(&[e])?;
            types.gives(&[whole, Elements(part(e), batch * n)])?;
            let first = config.and_then(Attr::as_str).unwrap_or_default().split(',').next()?;
            let lower = i64::from(first.trim() == "1");
            routine("eigh", &[batch, n, lower], 9.0 * flops(&[n, n, n]))
        }
        "gehrd" => {
            square()?;
            types.takes(&[e])?;
            let (low, high) = (options.int("low")?, options.int("high")?);
            (1 <= low && low <= high.max(1) && high <= n.max(1)).then_some(())?;
            types.gives(&[whole, Elements(e, batch * between), info])?;
            routine("gehrd", &[batch, n, low, high], 10.0 * flops(&[n, n, n]) / 3.0)
        }
        "sytrd" => {
            square()?;
            types.takes(&[e])?;
            let reals = |n: i64| Elements(part(e), batch * n);
            let factors = Elements(e, batch * between);
            types.gives(&[whole, reals(n), reals(between), factors, info])?;
            routine("sytrd", &[batch, n, lower()?], 4.0 * flops(&[n, n, n]) / 3.0)
        }
        "geev" => {
            square()?;
            types.takes(&[e])?;
            let (values, number) = (part(e), batch * n);
            let mut expected = vec![Elements(values, number), Elements(values, number)];
            if e.is_complex() {
                expected = vec![Elements(e, number)];
            }
            let sides = ["compute_left", "compute_right"].map(|name| options.letter(name, "NV"));
            let [left, right] = [sides[0]?, sides[1]?];
            let first = expected.len();
            expected.extend([left, right].map(|side| match side {
                0 => Unused(pair(e)),
                _ => Elements(pair(e), batch * n * n),
            }));
            expected.push(info);
            types.gives(&expected)?;
            let each = (types.each(first, batch)?, types.each(first + 1, batch)?);
            routine("geev", &[batch, n, left, right, each.0, each.1], 25.0 * flops(&[n, n, n]))
        }
        "gees" => {
            square()?;
            types.takes(&[e])?;
            options.letter("sort", "N")?;
            let vectors = options.letter("mode", "NV")?;
            let mut expected = vec![whole];
            expected.push(if vectors == 0 { Unused(e) } else { whole });
            let values = Elements(part(e), batch * n);
            match e.is_complex() {
                true => expected.push(Elements(e, batch * n)),
                false => expected.extend([values, values]),
            }
            expected.extend([info, info]);
            types.gives(&expected)?;
            routine("gees", &[batch, n, vectors, types.each(1, batch)?], 25.0 * flops(&[n, n, n]))
        }
        "trsm" => {
            let left = 1 - options.letter("side", "LR")?;
            let unit = options.letter("diag", "NU")?;
            let transform = options.letter("trans_x", "NTC")?;
            trsm(types, [left, lower()?, unit, transform])
        }
        _ => None,
    }
}

/// Tridiagonal systems, whose diagonals are vectors; the routine with tiny pivots made larger has the
/// solutions alone as results.
fn gtsv(name: &'static str, e: Element, types: &Types) -> Option<Routine> {
    types.takes(&[e; 4])?;
    let (batch, n, sides) = types.matrices(3)?;
    let fits = (0..3).all(|i| types.vectors(i, batch) == Some(n));
    fits.then_some(())?;
    let vectors = Expected::Elements(e, batch * n);
    let solutions = Expected::Elements(e, batch * n * sides);
    let info = Expected::Elements(Element::I32, batch);
    let results = [vectors, vectors, vectors, solutions, info];
    types.gives(if name == "gtsv" { &results } else { &results[3..4] })?;
    let sizes = vec![batch, n, sides];
    Some(Routine { name, element: e, sizes, flops: 8.0 * flops(&[batch, n, sides]) })
}

/// Triangular systems, with the options left, lower, unit, and transformation.
fn trsm(types: &Types, options: [i64; 4]) -> Option<Routine> {
    let (batch, n) = types.square(0)?;
    let (others, rows, columns) = types.matrices(1)?;
    let element = types.operands[0].0;
    types.takes(&[element, element])?;
    let shared = if options[0] != 0 { rows } else { columns };
    (others == batch && shared == n).then_some(())?;
    types.gives(&[Expected::Elements(element, batch * rows * columns)])?;
    let sizes = [batch, n, rows, columns].into_iter().chain(options).collect();
    Some(Routine { name: "trsm", element, sizes, flops: flops(&[batch, rows, columns, n]) })
}

/// The routine of an op, if it is a call.
fn routine(module: &Module, op: OpId) -> Option<Routine> {
    match module.op(op) {
        Op::CustomCall(it) => custom_call(module, op, it),
        Op::Cholesky(it) => {
            let types = Types::of(module, op)?;
            let (batch, n) = types.square(0).filter(|&(_, n)| n >= LARGE)?;
            let sizes = vec![batch, n, i64::from(it.lower.0)];
            let element = types.operands[0].0;
            Some(Routine {
                name: "cholesky",
                element,
                sizes,
                flops: flops(&[batch, n, n, n]) / 3.0,
            })
        }
        Op::TriangularSolve(it) => {
            let types = Types::of(module, op)?;
            types.square(0).filter(|&(_, n)| n >= LARGE)?;
            let transform = match it.transpose_a {
                Transposition::NoTranspose => 0,
                Transposition::Transpose => 1,
                Transposition::Adjoint => 2,
            };
            let flags = [it.left_side, it.lower, it.unit_diagonal].map(i64::from);
            trsm(&types, [flags[0], flags[1], flags[2], transform])
        }
        Op::Fft(it) => {
            let types = Types::of(module, op)?;
            let rank = it.fft_length.len();
            let (given, made) = (&types.operands[0], &types.results[0]);
            // Lengths are those of the real side, or of both.
            let real = if it.fft_type == FftType::Irfft { &made.1 } else { &given.1 };
            let (outer, inner) = real.split_at_checked(real.len().checked_sub(rank)?)?;
            if !(1..=3).contains(&rank) || *inner != it.fft_length[..] {
                return None;
            }
            let kind = match it.fft_type {
                FftType::Fft => 0,
                FftType::Ifft => 1,
                FftType::Rfft => 2,
                FftType::Irfft => 3,
            };
            let mut lengths = [1; 3];
            lengths[3 - rank..].copy_from_slice(inner);
            let batch = count(outer);
            let number = flops(inner);
            let each = 5.0 * number.max(2.0).log2() / if kind < 2 { 1.0 } else { 2.0 };
            let flops = batch as f64 * number * each;
            let element = part(given.0);
            let sizes = [1, kind, batch].into_iter().chain(lengths).collect();
            Some(Routine { name: "fft", element, sizes, flops })
        }
        // Any other op: it has loops, or the host runs it.
        _ => None,
    }
}

impl Lowering<'_> {
    /// Lowers an op to the call of a routine. Returns whether it has one.
    pub(super) fn routine(&mut self, op: OpId) -> Result<bool, Unsupported> {
        if self.machine.gpu.is_some() {
            return Ok(false);
        }
        let module = self.module;
        let Some(it) = routine(module, op) else { return Ok(false) };
        let Some(suffix) = suffix(it.element) else { return Ok(false) };
        let mut memory = Vec::new();
        for &v in module.operands(op) {
            let buffer = self.buffer(op, v)?;
            memory.push((buffer, false));
        }
        for result in module.results(op) {
            memory.push((self.buffer_for(op, result)?, true));
        }
        // Operands are read until the results are there, so none of them shares memory.
        memory.iter().for_each(|&(buffer, _)| self.lifetimes.touch(buffer));
        let mut facts = Facts { flops: it.flops as u64, ..Facts::default() };
        let (mut parameters, mut arguments) = (Vec::new(), Vec::new());
        for &(buffer, written) in &memory {
            let buffer_info = self.builder.program().buffer(buffer);
            let (scalar, bytes) = (buffer_info.storage().scalar, buffer_info.bytes());
            match written {
                true => facts.bytes_written += bytes,
                false => facts.bytes_read += bytes,
            }
            parameters.push(match written {
                true => Parameter::Out(scalar),
                false => Parameter::Pointer(scalar),
            });
            arguments.push(Argument::Address(buffer, 0.into()));
        }
        let sized = it.sizes.len();
        parameters.splice(0..0, vec![Parameter::Scalar(Scalar::I64); sized]);
        let name = format!("{}_{suffix}", it.name);
        let callee = self.builder.external(Extern::routine(&name, parameters));
        let first = module.results(op).get(0).and_then(|v| module.name(v));
        let label = first.map_or_else(|| it.name.to_owned(), |name| format!("{}.{name}", it.name));
        let message = format!("`{}` could not be run", module.op(op).name());
        self.builder.kernel(&label, facts, |b| {
            let sizes = it.sizes.iter().map(|&n| Argument::Value(b.int(Scalar::I64.ty(), n)));
            let arguments = sizes.collect::<Vec<_>>().into_iter().chain(arguments).collect();
            let status = b.call(callee, arguments);
            if let Some(status) = status {
                let zero = b.int(Scalar::I32.ty(), 0);
                let fine = b.compare(crate::program::CompareOp::Eq, status, zero);
                b.assert(fine, &message);
            }
        });
        Ok(true)
    }
}
