//! Reductions by bodies on slices give the same as what `expand-slice-reduce` makes of them: random
//! ones, of several inputs, with bodies that are elementwise or not and initial values that vary.

use hloom_interp::Value as Data;
use hloom_ir::Literal;
use hloom_ir::literal::read_f64;
use hloom_ir::ops::reduces_slices;
use hloom_passes::{Pipeline, driver};
use hloom_tests::campaign::{Log, Random, seeds};
use hloom_tests::corpus::{argument, shown};

/// A tensor type in text.
fn tensor(dims: &[i64], element: &str) -> String {
    let dims: String = dims.iter().map(|n| format!("{n}x")).collect();
    format!("tensor<{dims}{element}>")
}

/// A function that reduces slices.
fn program(random: &mut Random) -> String {
    const EXTENTS: &[i64] = &[1, 2, 2, 3, 3, 4, 5, 0];
    const ELEMENTS: &[&str] = &["f32", "f64", "f16", "bf16", "i32", "ui8", "i1", "complex<f32>"];
    let rank = 1 + random.below(4);
    // Slices of nothing are drawn, but not in most programs.
    let extents = if random.chance(8) { EXTENTS } else { &EXTENTS[..EXTENTS.len() - 1] };
    let dims: Vec<i64> = (0..rank).map(|_| *random.one_of(extents)).collect();
    let reduced: Vec<i64> = (0..rank as i64).filter(|_| random.chance(2)).collect();
    let kept: Vec<i64> =
        (0..rank).filter(|&d| !reduced.contains(&(d as i64))).map(|d| dims[d]).collect();
    let slice: Vec<i64> = kept.iter().copied().filter(|_| random.chance(2)).collect();
    let n = 1 + random.below(2);
    let from: Vec<&str> = (0..n).map(|_| *random.one_of(ELEMENTS)).collect();
    let wide = |of: &'static str, random: &mut Random| match of {
        "f16" | "bf16" if random.chance(3) => "f32",
        _ => of,
    };
    let to: Vec<&str> = from.iter().map(|of| wide(of, random)).collect();

    let (mut parameters, mut before, mut inputs, mut inits) = (vec![], vec![], vec![], vec![]);
    for (i, element) in from.iter().enumerate() {
        parameters.push(format!("%x{i}: {}", tensor(&dims, element)));
        inputs.push(format!("%x{i}"));
        let ty = tensor(&slice, element);
        match random.below(3) {
            0 => {
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
            args.push(format!("%{}{i}: {}", ["a", "b"][side], tensor(&slice, element)));
        }
    }
    for i in 0..n {
        let ty = tensor(&slice, to[i]);
        let real = !to[i].starts_with("complex") && to[i] != "i1";
        let reverse: Vec<String> = (0..slice.len()).map(|d| d.to_string()).collect();
        let reverse = reverse.join(", ");
        // Each is a body of its own; the other input's accumulator takes part in some.
        let like = (0..n).rfind(|&j| to[j] == to[i]).unwrap_or(i);
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
        each(&to, &slice),
        each(&from, &dims),
        each(&from, &slice),
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

/// Whether the reduction of slices of a random program is rewritten, if it is one.
fn hold(seed: u64) -> Option<bool> {
    let mut random = Random::new(seed);
    let text = program(&mut random);
    let module = hloom_tests::parse(&text);
    hloom_analysis::verify::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let types = module.func(module.symbol("main").expect("it is there")).function_type;
    let mut inputs: Vec<Data> = Vec::new();
    for (i, ty) in types.inputs().iter().copied().enumerate() {
        let element = ty.element().expect("a tensor");
        inputs.push(match random.below(8) {
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
        });
    }
    let want = hloom_interp::run(&module, "main", &inputs);
    let want = want.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let slices = module.walk_all().any(|op| reduces_slices(&module, op));

    let mut done = module.clone();
    let pipeline = Pipeline::parse("expand-slice-reduce").expect("a pipeline");
    let options = driver::Options { verify_each: true, ..driver::Options::default() };
    driver::run(&mut done, &pipeline, &options, &mut ())
        .unwrap_or_else(|failure| panic!("{failure:?}\n{text}"));
    hloom_analysis::verify::verify(&done).unwrap_or_else(|errors| panic!("{errors:?}\n{done}"));
    let got = hloom_interp::run(&done, "main", &inputs);
    let got = got.unwrap_or_else(|error| panic!("{error}\n{done}"));
    for (want_one, got_one) in want.iter().zip(&got) {
        let (Some(a), Some(b)) = (want_one.tensor(), got_one.tensor()) else { panic!("tensors") };
        assert!(equal(a, b), "{}\nnot {}\n{module}\n{done}", shown(&got), shown(&want));
    }
    slices.then(|| !done.walk_all().any(|op| reduces_slices(&done, op)))
}

#[test]
fn random_reductions_of_slices() {
    let mut log = Log::new("reductions of slices");
    let (mut expanded, mut left) = (0, 0);
    for seed in seeds(600) {
        match log.hold(|| hold(seed), || format!("seed {seed}")).flatten() {
            Some(true) => expanded += 1,
            Some(false) => left += 1,
            None => {}
        }
    }
    log.end();
    // All extents are known, and all initial values have one shape.
    assert!(expanded > 200 && left == 0, "{expanded} expanded, {left} left");
}
