//! CHLO functions and complex elementary functions, compared with reference values computed with a
//! few hundred bits (`chlo/reference.py`): in the interpreter, and as expanded to StableHLO by the
//! passes.

use hloom_interp::ulp;
use hloom_ir::literal::read_f64;
use hloom_ir::op::FieldReader;
use hloom_ir::{AttrDict, Element, Literal, Type, ops};
use hloom_loops::math::{Direct, Parts, ScalarOp, apply};
use hloom_loops::program::Scalar;
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::sampling::far_apart;
use std::collections::BTreeMap;
use std::fmt::Write;

const REFERENCE: &str = include_str!("../chlo/reference.txt");

/// Samples of one function: the bits of arguments and results.
struct Samples {
    name: &'static str,
    element: Element,
    rows: Vec<Vec<u64>>,
}

fn sections() -> Vec<Samples> {
    let mut all: Vec<Samples> = Vec::new();
    for line in REFERENCE.lines() {
        if let Some((name, ty)) = line.split_once(' ').filter(|(name, _)| name.contains('.')) {
            let element = match ty {
                "complex<f32>" => Element::C64,
                "complex<f64>" => Element::C128,
                real => Element::from_name(real).expect("a float type"),
            };
            all.push(Samples { name, element, rows: Vec::new() });
            continue;
        }
        let samples = all.last_mut().expect("a function stands first");
        let nan = match samples.element.real_part() {
            Element::F32 => u64::from(f32::NAN.to_bits()),
            _ => f64::NAN.to_bits(),
        };
        let bits = |word: &str| {
            if word == "nan" { nan } else { u64::from_str_radix(word, 16).expect("hexadecimal") }
        };
        samples.rows.push(line.split(' ').map(bits).collect());
    }
    all
}

/// A column of numbers, as a literal.
fn column(element: Element, rows: &[Vec<u64>], columns: std::ops::Range<usize>) -> Literal {
    let ty = Type::tensor(&[rows.len() as i64], element);
    let width = element.real_part().byte_width();
    let numbers = rows.iter().flat_map(|row| &row[columns.clone()]);
    let bytes: Vec<u8> = numbers.flat_map(|n| n.to_le_bytes()[..width].to_vec()).collect();
    let mut literal = Literal::zeros(ty).expect("a static type").expanded();
    literal.as_mut_slice::<u8>().copy_from_slice(&bytes);
    literal
}

/// Arguments and results of samples.
fn columns(samples: &Samples) -> (Vec<Literal>, Literal) {
    let entry = ops::lookup(samples.name).expect("an op of the table");
    let arity = entry.def.operands.len();
    let parts = 1 + usize::from(samples.element.is_complex());
    let is_real = samples.rows[0].len() == arity * parts + 1;
    let to = if is_real { samples.element.real_part() } else { samples.element };
    let range = |i: usize| i * parts..(i + 1) * parts;
    let ins = (0..arity).map(|i| column(samples.element, &samples.rows, range(i))).collect();
    (ins, column(to, &samples.rows, arity * parts..samples.rows[0].len()))
}

fn show(x: &Literal, i: usize) -> String {
    let element = x.element().real_part();
    let parts = x.element_bytes(i).chunks_exact(element.byte_width());
    parts.map(|p| format!("{:e}", read_f64(element, p))).collect::<Vec<_>>().join(" + i·")
}

/// Whether the zeros of two numbers have the same sign.
fn zeros_agree(a: &Literal, b: &Literal, i: usize) -> bool {
    let element = a.element().real_part();
    let parts = |x: &Literal| -> Vec<f64> {
        let bytes = x.element_bytes(i).chunks_exact(element.byte_width());
        bytes.map(|p| read_f64(element, p)).collect()
    };
    parts(a)
        .iter()
        .zip(parts(b))
        .all(|(x, y)| *x != 0.0 || y != 0.0 || x.is_sign_negative() == y.is_sign_negative())
}

/// The largest errors by function, and a line for each sample above its limit.
#[derive(Default)]
struct Report {
    worst: BTreeMap<String, u64>,
    wrong: String,
}

impl Report {
    fn add(
        &mut self,
        samples: &Samples,
        ins: &[Literal],
        got: &Literal,
        want: &Literal,
        limit: u64,
    ) {
        let key = format!("{} {}", samples.name, samples.element);
        let worst = self.worst.entry(key.clone()).or_default();
        for i in 0..want.count() {
            let ulps = ulp::distance(got.element(), got.element_bytes(i), want.element_bytes(i));
            *worst = (*worst).max(ulps);
            if ulps > limit || !zeros_agree(got, want, i) {
                let x: Vec<String> = ins.iter().map(|x| show(x, i)).collect();
                let (got, want) = (show(got, i), show(want, i));
                let _ = writeln!(
                    self.wrong,
                    "{key}({}): {got} is {ulps} ulps from {want}",
                    x.join(", ")
                );
            }
        }
    }

    fn finish(self) {
        println!("{:#?}", self.worst);
        assert!(
            self.wrong.is_empty(),
            "{} samples are wrong\n{}",
            self.wrong.lines().count(),
            self.wrong
        );
    }
}

/// A module with one function of the reference, on all samples.
fn module_of(samples: &Samples, ins: &[Literal], to: Type) -> hloom_ir::Module {
    let args: Vec<String> =
        ins.iter().enumerate().map(|(i, x)| format!("%{i}: {}", x.ty())).collect();
    let names: Vec<String> = (0..ins.len()).map(|i| format!("%{i}")).collect();
    let types: Vec<String> = ins.iter().map(|x| x.ty().to_string()).collect();
    hloom_tests::parse(&format!(
        "func.func @main({}) -> {to} {{\n  %r = \"{}\"({}) : ({}) -> {to}\n  return %r : {to}\n}}\n",
        args.join(", "),
        samples.name,
        names.join(", "),
        types.join(", ")
    ))
}

/// Special functions are correctly rounded, except for cancellation next to a root of the digamma
/// function; complex functions are products of several results.
fn limit_of_interpreter(samples: &Samples) -> u64 {
    match (samples.element.is_complex(), samples.name) {
        (false, "chlo.digamma") => 2,
        (false, _) => 1,
        (true, "chlo.sinh" | "chlo.cosh") => 2,
        (true, "stablehlo.logistic" | "stablehlo.power") => 1,
        (true, name) if name.starts_with("stablehlo.") => 3,
        (true, _) => 1,
    }
}

#[test]
fn the_interpreter_is_right() {
    let mut report = Report::default();
    for samples in sections() {
        let (ins, want) = columns(&samples);
        let entry = ops::lookup(samples.name).expect("an op of the table");
        let mut dict = AttrDict::new();
        let mut reader = FieldReader { dict: &mut dict, results: &[want.ty()] };
        let op = (entry.read)(&mut reader).expect("an op without attributes");
        let refs: Vec<&Literal> = ins.iter().collect();
        let got = hloom_interp::eval(&op, &refs, want.ty(), 1 << 30).expect("it runs");
        report.add(&samples, &ins, &got, &want, limit_of_interpreter(&samples));
    }
    report.finish();
}

/// The error limit of the expanded functions in units in the last place.
fn limit_of_passes(samples: &Samples) -> u64 {
    match samples.element.real_part() {
        // Rounded once from `f64`.
        Element::F32 => 1,
        _ => 3,
    }
}

#[test]
fn passes_write_functions_that_are_right() {
    let pipeline = hloom_passes::Pipeline::parse("legalize-chlo,expand-complex-math,cse,dce");
    let pipeline = pipeline.expect("a pipeline");
    let mut report = Report::default();
    for samples in sections() {
        let (ins, want) = columns(&samples);
        let mut module = module_of(&samples, &ins, want.ty());
        let options = hloom_passes::Options { verify_each: true, ..Default::default() };
        hloom_passes::run(&mut module, &pipeline, &options, &mut ()).expect("the passes run");
        let left: Vec<&str> = module
            .walk_all()
            .map(|op| module.op(op).name())
            .filter(|name| name.starts_with("chlo."))
            .collect();
        assert!(left.is_empty(), "{left:?} is left");
        let inputs: Vec<_> = ins.iter().cloned().map(hloom_interp::Value::Tensor).collect();
        let got = hloom_interp::run(&module, "main", &inputs).expect("it runs");
        let got = got[0].tensor().expect("a tensor");
        report.add(&samples, &ins, got, &want, limit_of_passes(&samples));
    }
    report.finish();
}

/// A module of each function after the passes, with its samples.
fn written_out() -> Vec<(Samples, hloom_ir::Module)> {
    let pipeline = hloom_passes::Pipeline::parse("legalize-chlo,expand-complex-math,cse,dce");
    let pipeline = pipeline.expect("a pipeline");
    let mut all = Vec::new();
    for samples in sections() {
        let (ins, want) = columns(&samples);
        let mut module = module_of(&samples, &ins, want.ty());
        let options = hloom_passes::Options { verify_each: true, ..Default::default() };
        hloom_passes::run(&mut module, &pipeline, &options, &mut ()).expect("the passes run");
        all.push((samples, module));
    }
    all
}

/// Random numbers, most of them close to the samples, where functions are difficult.
fn moved(samples: &Samples, random: &mut Random) -> Samples {
    let parts = 1 + usize::from(samples.element.is_complex());
    let arity = ops::lookup(samples.name).expect("an op of the table").def.operands.len();
    let double = samples.element.real_part() == Element::F64;
    let digits = if double { 50 } else { 21 };
    let mut rows = samples.rows.clone();
    for row in &mut rows {
        for bits in &mut row[..arity * parts] {
            let by = random.bits() & ((1 << (random.bits() % digits)) - 1);
            // Whole numbers stay whole: they are orders of derivatives.
            let value = if double {
                f64::from_bits(*bits)
            } else {
                f64::from(f32::from_bits(*bits as u32))
            };
            let whole = value.fract() == 0.0 && arity == 2;
            if value.is_finite() && value != 0.0 && !whole {
                *bits ^= by;
            }
        }
    }
    Samples { name: samples.name, element: samples.element, rows }
}

#[test]
fn campaign_passes_agree_with_the_interpreter() {
    let all = written_out();
    let mut worst: BTreeMap<String, f64> = BTreeMap::new();
    for seed in seeds(4) {
        let mut random = Random::new(seed);
        for (samples, module) in &all {
            let samples = moved(samples, &mut random);
            let (ins, like) = columns(&samples);
            let entry = ops::lookup(samples.name).expect("an op of the table");
            let mut dict = AttrDict::new();
            let mut reader = FieldReader { dict: &mut dict, results: &[like.ty()] };
            let op = (entry.read)(&mut reader).expect("an op without attributes");
            let refs: Vec<&Literal> = ins.iter().collect();
            let want = hloom_interp::eval(&op, &refs, like.ty(), 1 << 30).expect("it runs");
            let inputs: Vec<_> = ins.iter().cloned().map(hloom_interp::Value::Tensor).collect();
            let got = hloom_interp::run(module, "main", &inputs).expect("it runs");
            let got = got[0].tensor().expect("a tensor");
            // The interpreter's own error is added to that of the passes.
            let limit = limit_of_passes(&samples) + limit_of_interpreter(&samples);
            for i in 0..want.count() {
                let ulps =
                    ulp::distance(got.element(), got.element_bytes(i), want.element_bytes(i));
                if ulps <= limit {
                    continue;
                }
                let far = far_apart(got, &want, i);
                let key = format!("{} {}", samples.name, samples.element);
                let found = worst.entry(key.clone()).or_default();
                *found = found.max(far);
                let x: Vec<String> = ins.iter().map(|x| show(x, i)).collect();
                assert!(
                    samples.element.is_complex() && far <= limit as f64,
                    "{key}({}): {} is {ulps} ulps from {}, seed {seed}",
                    x.join(", "),
                    show(got, i),
                    show(&want, i)
                );
            }
        }
    }
    println!("parts that cancelled, relative to the whole: {worst:#?}");
}

/// Returns what code generators compute for a function of one `f32`.
fn native(op: ScalarOp, x: f32) -> f32 {
    let operand = (Element::F32, Parts::from((Scalar::F32, u64::from(x.to_bits()))));
    let result = apply(&mut Direct, op, &[operand], Element::F32).expect("there is code");
    f32::from_bits(result.re.1 as u32)
}

/// The error functions in single precision are within four units in the last place of the
/// reference and, on numbers of all magnitudes, of the interpreter, which is within one.
#[test]
fn error_functions_of_code_generators_are_right() {
    let functions = [
        ("chlo.erf", ScalarOp::Erf),
        ("chlo.erfc", ScalarOp::Erfc),
        ("chlo.erf_inv", ScalarOp::ErfInv),
    ];
    let mut report = Report::default();
    let all = sections();
    for (name, op) in functions {
        let of_f32 = |it: &&Samples| it.name == name && it.element == Element::F32;
        let samples = all.iter().find(of_f32).expect("samples of f32");
        // Every so many bits over all floats, and more where results are neither 0 nor 1.
        let wide = (0..=u32::MAX).step_by(40_009);
        let inner = (0x3a00_0000..=0x4130_0000u32).step_by(1_009).flat_map(|b| [b, b | 1 << 31]);
        let edge = (0x3f7f_f000..=0x3f80_0001u32).flat_map(|b| [b, b | 1 << 31]);
        let rows: Vec<Vec<u64>> =
            wide.chain(inner).chain(edge).map(|b| vec![u64::from(b), 0]).collect();
        let dense = Samples { name: samples.name, element: Element::F32, rows };
        for (samples, is_reference) in [(samples, true), (&dense, false)] {
            let (ins, listed) = columns(samples);
            let entry = ops::lookup(name).expect("an op of the table");
            let mut dict = AttrDict::new();
            let mut reader = FieldReader { dict: &mut dict, results: &[listed.ty()] };
            let chlo = (entry.read)(&mut reader).expect("an op without attributes");
            let refs: Vec<&Literal> = ins.iter().collect();
            let want = if is_reference {
                listed
            } else {
                hloom_interp::eval(&chlo, &refs, listed.ty(), 1 << 30).expect("it runs")
            };
            let numbers: Vec<f64> = (0..ins[0].count())
                .map(|i| {
                    let x =
                        f32::from_le_bytes(ins[0].element_bytes(i).try_into().expect("4 bytes"));
                    f64::from(native(op, x))
                })
                .collect();
            let got = Literal::from_f64s(want.ty(), &numbers).expect("numbers of f32");
            report.add(samples, &ins, &got, &want, 4);
        }
    }
    report.finish();
}

/// `legalize-chlo{native=true}` leaves error functions of floats of at most 32 bits to code
/// generators, and writes those of `f64` out.
#[test]
fn only_error_functions_of_narrow_floats_stay() {
    for (element, stays) in [("f64", false), ("f32", true), ("f16", true), ("bf16", true)] {
        for op in ["erf", "erfc", "erf_inv"] {
            let ty = format!("tensor<3x{element}>");
            let mut module = hloom_tests::parse(&format!(
                "func.func @main(%x: {ty}) -> {ty} {{\n  %y = chlo.{op} %x : {ty} -> {ty}\n  return %y : {ty}\n}}"
            ));
            let pipeline = hloom_passes::Pipeline::parse("legalize-chlo{native=true}");
            let options = hloom_passes::Options { verify_each: true, ..Default::default() };
            let pipeline = pipeline.expect("a pipeline");
            hloom_passes::run(&mut module, &pipeline, &options, &mut ()).expect("it runs");
            let is_chlo = |op| module.op(op).name().starts_with("chlo.");
            assert_eq!(module.walk_all().any(is_chlo), stays, "{op} of {element}");
        }
    }
}

/// Every number of a narrow type, next to itself and to each of some other numbers.
#[test]
fn next_after_of_narrow_types_is_written_out() {
    let narrow = [
        Element::F4E2M1FN,
        Element::F8E3M4,
        Element::F8E4M3,
        Element::F8E4M3FN,
        Element::F8E4M3FNUZ,
        Element::F8E4M3B11FNUZ,
        Element::F8E5M2,
        Element::F8E5M2FNUZ,
        Element::F8E8M0FNU,
        Element::F16,
        Element::BF16,
    ];
    let pipeline = hloom_passes::Pipeline::parse("legalize-chlo,cse,dce").expect("a pipeline");
    for element in narrow {
        let count = 1i64 << element.bit_width().min(12);
        let ty = Type::tensor(&[16, count], element);
        let mut random = Random::new(7);
        let (mut x, mut y) = (Vec::new(), Vec::new());
        let push = |of: &mut Vec<u8>, bits: u64| {
            of.extend_from_slice(&bits.to_le_bytes()[..element.byte_width()]);
        };
        for _ in 0..16 {
            for bits in 0..count as u64 {
                // A sample of the wide types' numbers, with all exponents.
                let bits = if element.bit_width() == 16 { bits << 4 | bits >> 8 } else { bits };
                push(&mut x, bits);
                push(&mut y, random.bits() & ((1 << element.bit_width()) - 1));
            }
        }
        let literal = |bytes: &[u8]| {
            let mut literal = Literal::zeros(ty).expect("a static type").expanded();
            literal.as_mut_slice::<u8>().copy_from_slice(bytes);
            literal
        };
        let ins = [literal(&x), literal(&y)];
        let mut module = hloom_tests::parse(&format!(
            "func.func @main(%x: {ty}, %y: {ty}) -> {ty} {{\n  %r = chlo.next_after %x, %y : {ty}, {ty} -> {ty}\n  return %r : {ty}\n}}\n"
        ));
        let inputs = ins.map(hloom_interp::Value::Tensor);
        let want = hloom_interp::run(&module, "main", &inputs).expect("it runs");
        hloom_passes::run(&mut module, &pipeline, &Default::default(), &mut ()).expect("it runs");
        let left = module.walk_all().any(|op| module.op(op).name().starts_with("chlo."));
        assert!(!left, "{element}: next_after is left");
        let got = hloom_interp::run(&module, "main", &inputs).expect("it runs");
        let (want, got) = (want[0].tensor().expect("a tensor"), got[0].tensor().expect("a tensor"));
        for i in 0..want.count() {
            let (a, b) = (got.get_f64(i), want.get_f64(i));
            let same = a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
            let of = inputs.each_ref().map(|v| v.tensor().expect("a tensor").get_f64(i));
            assert!(same, "{element}: next_after{of:?} is {a}, not {b}");
        }
    }
}
