//! Reductions by bodies on slices give the same as what `expand-slice-reduce` makes of them, as
//! bytecode and as HLO text: random ones, of several inputs, with bodies that are elementwise or not,
//! initial values that vary, and extents that are unknown.

use hloom_interp::Value as Data;
use hloom_ir::bytecode::{self, Encoding, Version};
use hloom_ir::literal::read_f64;
use hloom_ir::ops::reduces_slices;
use hloom_ir::{Literal, Module, Type, hlo};
use hloom_passes::{Pipeline, driver};
use hloom_tests::campaign::{Log, Random, seeds};
use hloom_tests::corpus::argument;
use hloom_tests::difference::difference;

/// A quantized element type.
const QUANT: &str = "!quant.uniform<i8:f32, 5.000000e-01:3>";

/// A wider one, in which a body may accumulate.
const WIDE_QUANT: &str = "!quant.uniform<i32:f32, 5.000000e-01:3>";

/// A tensor type in text; extents below 0 are unknown.
fn tensor(dims: &[i64], element: &str) -> String {
    let extent = |n: &i64| if *n < 0 { "?x".to_owned() } else { format!("{n}x") };
    let dims: String = dims.iter().map(extent).collect();
    format!("tensor<{dims}{element}>")
}

/// Extents of which some are said to be unknown, if `open` and `chance` are true.
fn opened(dims: &[i64], open: bool, chance: bool, random: &mut Random) -> Vec<i64> {
    let drawn: Vec<bool> = dims.iter().map(|_| chance && random.chance(2)).collect();
    dims.iter().zip(drawn).map(|(&n, hidden)| if open && hidden { -1 } else { n }).collect()
}

/// A function that reduces slices. One seed gives the same function with `open` and without, but
/// for extents that are unknown.
fn program(random: &mut Random, open: bool) -> String {
    const EXTENTS: &[i64] = &[1, 2, 2, 3, 3, 4, 5, 0];
    const ELEMENTS: &[&str] =
        &["f32", "f64", "f16", "bf16", "i32", "ui8", "i1", "complex<f32>", QUANT];
    let rank = 1 + random.below(4);
    // Slices of nothing are drawn, but not in most programs.
    let extents = if random.chance(8) { EXTENTS } else { &EXTENTS[..EXTENTS.len() - 1] };
    let dims: Vec<i64> = (0..rank).map(|_| *random.one_of(extents)).collect();
    let reduced: Vec<i64> = (0..rank as i64).filter(|_| random.chance(2)).collect();
    let kept: Vec<i64> =
        (0..rank).filter(|&d| !reduced.contains(&(d as i64))).map(|d| dims[d]).collect();
    let slice: Vec<i64> = kept.iter().copied().filter(|_| random.chance(2)).collect();
    let n = 1 + random.below(2);
    // Initial values of several shapes have no meaning to run.
    let other: Vec<i64> = match random.chance(16) {
        true => kept.iter().copied().filter(|_| random.chance(2)).collect(),
        false => slice.clone(),
    };
    let (hide, hide_slice) = (random.chance(3), random.chance(4));
    let dims = opened(&dims, open, hide, random);
    let kept: Vec<i64> =
        (0..rank).filter(|&d| !reduced.contains(&(d as i64))).map(|d| dims[d]).collect();
    let mut slices = vec![opened(&slice, open, hide_slice, random)];
    match other == slice {
        true => slices.push(slices[0].clone()),
        false => slices.push(opened(&other, open, hide_slice, random)),
    }
    let from: Vec<&str> = (0..n).map(|_| *random.one_of(ELEMENTS)).collect();
    let wide = |of: &'static str, random: &mut Random| match of {
        "f16" | "bf16" if random.chance(3) => "f32",
        QUANT if random.chance(3) => WIDE_QUANT,
        _ => of,
    };
    let to: Vec<&str> = from.iter().map(|of| wide(of, random)).collect();

    let (mut parameters, mut before, mut inputs, mut inits) = (vec![], vec![], vec![], vec![]);
    for (i, element) in from.iter().enumerate() {
        parameters.push(format!("%x{i}: {}", tensor(&dims, element)));
        inputs.push(format!("%x{i}"));
        let ty = tensor(&slices[i], element);
        match random.below(2) {
            0 if !hide_slice => {
                parameters.push(format!("%z{i}: {}", tensor(&[], element)));
                before.push(format!(
                    "%s{i} = stablehlo.broadcast_in_dim %z{i}, dims = [] : ({}) -> {ty}",
                    tensor(&[], element)
                ));
            }
            _ => parameters.push(format!("%s{i}: {ty}")),
        }
        inits.push(format!("%s{i}"));
    }
    let (mut args, mut body, mut out) = (vec![], vec![], vec![]);
    for (side, _) in ["a", "b"].iter().enumerate() {
        for (i, element) in to.iter().enumerate() {
            args.push(format!("%{}{i}: {}", ["a", "b"][side], tensor(&slices[i], element)));
        }
    }
    for i in 0..n {
        let ty = tensor(&slices[i], to[i]);
        let real = !to[i].starts_with("complex") && to[i] != "i1";
        let reverse: Vec<String> = (0..slices[i].len()).map(|d| d.to_string()).collect();
        let reverse = reverse.join(", ");
        // Each is a body of its own; the other input's accumulator takes part in some.
        let like = (0..n).rfind(|&j| to[j] == to[i] && slices[j] == slices[i]).unwrap_or(i);
        let (line, value) = match random.below(7) {
            0 => (format!("%r{i} = stablehlo.multiply %a{i}, %b{i} : {ty}"), "r"),
            1 if real => (format!("%r{i} = stablehlo.maximum %a{i}, %b{i} : {ty}"), "r"),
            2 if to[i] != "i1" => (
                format!(
                    "%h{i} = stablehlo.subtract %a{i}, %b{like} : {ty}\n\
                     %r{i} = stablehlo.add %h{i}, %b{i} : {ty}"
                ),
                "r",
            ),
            3 => (
                format!(
                    "%h{i} = stablehlo.reverse %a{i}, dims = [{reverse}] : {ty}\n\
                     %r{i} = stablehlo.add %h{i}, %b{i} : {ty}"
                ),
                "r",
            ),
            4 if random.chance(2) => (String::new(), "b"),
            _ => (format!("%r{i} = stablehlo.add %a{i}, %b{i} : {ty}"), "r"),
        };
        body.push(line);
        out.push(format!("%{value}{i}"));
    }
    let each = |of: &[&str], dims: &[i64]| {
        of.iter().map(|element| tensor(dims, element)).collect::<Vec<_>>().join(", ")
    };
    let each_slice = |of: &[&str]| {
        of.iter().zip(&slices).map(|(of, dims)| tensor(dims, of)).collect::<Vec<_>>().join(", ")
    };
    let names = |prefix: &str| (0..n).map(|i| format!("%{prefix}#{i}")).collect::<Vec<_>>();
    let across = reduced.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    format!(
        "func.func @main({}) -> ({results}) {{
          {}
          %y:{n} = \"stablehlo.reduce\"({}, {}) <{{dimensions = array<i64{}{across}>}}> ({{
          ^bb0({}):
            {}
            stablehlo.return {} : {}
          }}) : ({}, {}) -> ({results})
          return {} : {results}
        }}",
        parameters.join(", "),
        before.join("\n"),
        inputs.join(", "),
        inits.join(", "),
        if across.is_empty() { "" } else { ": " },
        args.join(", "),
        body.join("\n"),
        out.join(", "),
        each_slice(&to),
        each(&from, &dims),
        each_slice(&from),
        names("y").join(", "),
        results = each(&to, &kept),
    )
}

/// Whether results are equal bit for bit, but for the payloads of NaN.
fn equal(a: &Literal, b: &Literal) -> bool {
    let (a, b) = (a.expanded(), b.expanded());
    let part = a.element().real_part();
    let width = part.byte_width();
    let same = |a: &[u8], b: &[u8]| {
        a == b || (part.is_float() && read_f64(part, a).is_nan() && read_f64(part, b).is_nan())
    };
    a.ty() == b.ty()
        && a.bytes().chunks(width).zip(b.bytes().chunks(width)).all(|(a, b)| same(a, b))
}

/// The results of a module, or the message of the error that running it is.
fn results(module: &Module, inputs: &[Data]) -> Result<Vec<Data>, String> {
    hloom_interp::run(module, "main", inputs).map_err(|error| error.to_string())
}

/// Whether results, or the lack of them, are the same.
fn agree(want: &Result<Vec<Data>, String>, got: &Result<Vec<Data>, String>) -> bool {
    let (Ok(want), Ok(got)) = (want, got) else { return want.is_err() && got.is_err() };
    let same = |(want, got): (&Data, &Data)| match (want.tensor(), got.tensor()) {
        (Some(want), Some(got)) => equal(want, got),
        _ => false,
    };
    want.len() == got.len() && want.iter().zip(got).all(same)
}

/// Arguments for the function of a module, all of whose extents are known.
fn arguments(random: &mut Random, seed: u64, module: &Module) -> Vec<Data> {
    let types = module.func(module.symbol("main").expect("it is there")).function_type;
    let one = |(i, &ty): (usize, &Type)| {
        let element = ty.element().expect("a tensor");
        match random.below(8) {
            0 => {
                let zero = vec![0; element.byte_width()];
                Data::Tensor(Literal::splat(ty, &zero).expect("zeros"))
            }
            // The sign of a zero is kept.
            1 if element.is_float() => {
                let count = ty.as_tensor().and_then(|t| t.count()).expect("it is static");
                Data::Tensor(Literal::from_f64s(ty, &vec![-0.0; count]).expect("zeros"))
            }
            _ => argument(seed, i, ty).expect("a plain tensor"),
        }
    };
    types.inputs().iter().enumerate().map(one).collect()
}

/// The outcome of a random program.
#[derive(Default)]
struct Outcome {
    /// Whether it reduces slices.
    slices: bool,
    /// Whether none of its reductions of slices is left.
    expanded: bool,
    /// Whether all of its extents are known.
    fixed: bool,
    /// Whether it accumulates in a wider quantized type.
    widens: bool,
    /// Whether it has results.
    runs: bool,
    /// Whether its HLO text was run.
    hlo: bool,
}

/// A module is the same after writing and reading it as bytecode.
fn round_trip(module: &Module, seed: u64) {
    for encoding in [Encoding::Bytecode(seed % 7), Encoding::Artifact(Version::CURRENT)] {
        let bytes = bytecode::write(module, &bytecode::Options { encoding, locations: true });
        let bytes = bytes.unwrap_or_else(|error| panic!("{error}\n{module}"));
        let found = bytecode::read(&bytes).unwrap_or_else(|error| panic!("{error}\n{module}"));
        difference(&found, module).unwrap_or_else(|wrong| panic!("{wrong}\n{module}"));
    }
}

/// Writes HLO text. If no reduction of slices is left, it must have the results `want`; otherwise
/// the error must name the pass. Returns whether it was run.
fn as_hlo(module: &Module, inputs: &[Data], want: &Result<Vec<Data>, String>) -> bool {
    let left = module.walk_all().any(|op| reduces_slices(module, op));
    let text = match hlo::write(module, &hlo::Options::default()) {
        Ok(text) => text,
        Err(error) if left => {
            let names_pass = |help: &String| help.contains("the pass expand-slice-reduce");
            let clear = error.help.iter().any(names_pass) || is_formless(&error.message);
            assert!(clear, "{error:?}\n{module}");
            return false;
        }
        Err(error) => {
            assert!(is_formless(&error.message), "{}\n{module}", error.message);
            return false;
        }
    };
    assert!(!left, "HLO has no reductions of slices:\n{text}");
    let back = hlo::read(&text).unwrap_or_else(|error| panic!("{}\n{text}", error.message));
    let got = results(&back, inputs);
    assert!(agree(want, &got), "{got:?}\nnot {want:?}\n{module}\n{text}");
    true
}

/// Whether the error says that HLO has no such type.
fn is_formless(message: &str) -> bool {
    message.contains("HLO has no type ")
}

/// Checks a random program.
fn hold(seed: u64) -> Outcome {
    let texts = [false, true].map(|open| program(&mut Random::new(seed), open));
    let [fixed, module] = [0, 1].map(|i| {
        let module = hloom_tests::parse(&texts[i]);
        let verified = hloom_analysis::verify::verify(&module);
        verified.unwrap_or_else(|errors| panic!("{errors:?}\n{}", texts[i]));
        module
    });
    let inputs = arguments(&mut Random::new(seed ^ 1), seed, &fixed);
    let want = results(&fixed, &inputs);
    // Of errors, only that about initial values of several shapes is known.
    assert!(
        want.as_ref().err().is_none_or(|e| e.contains("initial values' extents differ")),
        "{want:?}\n{fixed}"
    );
    let slices = module.walk_all().any(|op| reduces_slices(&module, op));
    round_trip(&module, seed);

    let mut done = module.clone();
    let pipeline = Pipeline::parse("expand-slice-reduce").expect("a pipeline");
    let options = driver::Options { verify_each: true, ..driver::Options::default() };
    driver::run(&mut done, &pipeline, &options, &mut ())
        .unwrap_or_else(|failure| panic!("{failure:?}\n{module}"));
    hloom_analysis::verify::verify(&done).unwrap_or_else(|errors| panic!("{errors:?}\n{done}"));
    for (module, of) in [(&module, "open"), (&done, "done")] {
        let got = results(module, &inputs);
        assert!(agree(&want, &got), "{of}: {got:?}\nnot {want:?}\n{fixed}\n{done}");
    }
    let is_fixed = texts[0] == texts[1];
    if is_fixed {
        as_hlo(&module, &inputs, &want);
    }
    Outcome {
        slices,
        expanded: slices && !done.walk_all().any(|op| reduces_slices(&done, op)),
        fixed: is_fixed,
        widens: texts[0].contains(WIDE_QUANT),
        runs: want.is_ok(),
        hlo: slices && is_fixed && as_hlo(&done, &inputs, &want),
    }
}

#[test]
fn random_reductions_of_slices() {
    let mut log = Log::new("reductions of slices");
    let (mut expanded, mut open, mut unknown) = (0, 0, 0);
    let (mut without, mut hlo, mut left) = (0, 0, 0);
    for seed in seeds(1500) {
        let Some(outcome) = log.hold(|| hold(seed), || format!("seed {seed}")) else { continue };
        if !outcome.slices {
            continue;
        }
        without += usize::from(!outcome.runs);
        hlo += usize::from(outcome.hlo);
        unknown += usize::from(!outcome.fixed && outcome.runs);
        match (outcome.expanded, outcome.fixed && outcome.runs) {
            (true, true) => expanded += 1,
            (true, false) => open += 1,
            (false, true) if !outcome.widens => left += 1,
            (false, _) => {}
        }
    }
    log.end();
    // All with known extents and initial values of one shape are expanded, but for those of quantized
    // inputs in a wider type.
    assert!(
        expanded > 300 && open > 20 && unknown > 100 && without > 5 && hlo > 250 && left == 0,
        "{expanded} expanded, {open} of {unknown} with unknown extents, {without} without results, \
         {hlo} as HLO text, {left} left"
    );
}
