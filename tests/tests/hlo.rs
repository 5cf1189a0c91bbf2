//! HLO text: every function of the corpus that the interpreter can run is written as HLO text and read
//! back, and then gives the same results.

use hloom_interp::Value;
use hloom_ir::Module;
use hloom_ir::hlo::{Options, read, write};
use hloom_tests::campaign::seeds;
use hloom_tests::corpus::{Case, SEED, cases_of, files, shown};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Words of the errors about programs that HLO text lacks a form for.
const WITHOUT_FORM: &[&str] = &[
    "HLO has no type ",
    // Passes expand most of CHLO, and ops on extents that are operands.
    "`arith.",
    "`chlo.",
    "`hloom.",
    "`interpreter.",
    "`sdy.manual_computation`",
    "`shape.",
    "`stablehlo.dynamic_",
    "`stablehlo.real_dynamic_slice`",
    // Of slices with open extents; others are expanded.
    "`stablehlo.reduce`",
    "`stablehlo.uniform_",
    "`tensor.",
    "branches between blocks",
    "has no body",
    "the region of this op uses a value from around it",
];

/// The number of cases, and of those that have no form by the error's words.
#[derive(Default)]
struct Seen {
    same: usize,
    without: BTreeMap<&'static str, usize>,
}

/// The module without reductions whose bodies are on tensors: HLO has none, and `hloom translate` expands
/// them.
fn expanded(module: &Module) -> Cow<'_, Module> {
    if !module.walk_all().any(|op| hloom_ir::ops::reduces_slices(module, op)) {
        return Cow::Borrowed(module);
    }
    let mut module = module.clone();
    let pipeline = hloom_passes::Pipeline::parse("expand-slice-reduce").expect("a pass");
    hloom_passes::run(&mut module, &pipeline, &Default::default(), &mut ()).expect("it runs");
    Cow::Owned(module)
}

/// Writes, reads and runs a case.
///
/// # Errors
/// What went wrong, with the text.
fn check(module: &Module, case: &Case, seen: &mut Seen) -> Result<(), String> {
    let Case { name, place, inputs, want, .. } = case;
    let module = &expanded(module);
    let options = Options { entry: Some(name.clone()), locations: false };
    let text = match write(module, &options) {
        Ok(text) => text,
        Err(error) => {
            let known = WITHOUT_FORM.iter().find(|known| error.message.contains(**known));
            let Some(known) = known else { return Err(format!("{place}: {}", error.message)) };
            *seen.without.entry(known).or_default() += 1;
            return Ok(());
        }
    };
    let wrong = |what: &str| Err(format!("{place}: {what}\n{text}"));
    let back = match read(&text) {
        Ok(back) => back,
        Err(error) => return wrong(&error.message),
    };
    if let Err(errors) = hloom_analysis::verify::verify(&back) {
        return wrong(errors.first().map_or("not valid", |error| &error.message));
    }
    let options =
        hloom_interp::Options { max_steps: Some(1_000_000), ..hloom_interp::Options::default() };
    // A tuple that is the only argument becomes the arguments.
    let inputs = match inputs.as_slice() {
        [Value::Tuple(members)] => members.to_vec(),
        _ => inputs.clone(),
    };
    match hloom_interp::run_with(&back, "main", &inputs, &options) {
        Err(error) => wrong(&error.to_string()),
        Ok(got) if !equal(want, &got) => {
            wrong(&format!("{} instead of {}", shown(&got), shown(want)))
        }
        Ok(_) => {
            seen.same += 1;
            Ok(())
        }
    }
}

/// Whether values are equal bit by bit. HLO has no encodings of types.
fn equal(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|pair| match pair {
            (Value::Tensor(a), Value::Tensor(b)) => {
                a.element() == b.element()
                    && a.dims() == b.dims()
                    && a.expanded().bytes() == b.expanded().bytes()
            }
            (Value::Tuple(a), Value::Tuple(b)) => equal(a, b),
            (Value::Token, Value::Token) => true,
            _ => false,
        })
}

/// Checks the cases of some of the files on inputs of a seed.
fn run(every: usize, seed: u64, wrong: &mut Vec<String>) -> Seen {
    let mut seen = Seen::default();
    for (i, path) in files().iter().enumerate() {
        if i as u64 % every as u64 == seed % every as u64 {
            let seed = SEED + seed / every as u64;
            cases_of(path, seed, &mut |module, case| {
                wrong.extend(check(module, &case, &mut seen).err());
            });
        }
    }
    seen
}

/// Each seed is a quarter of the files on other inputs.
#[test]
fn campaign_programs_are_the_same_in_hlo_text() {
    let (mut wrong, mut same, mut without) = (Vec::new(), 0, BTreeMap::new());
    for seed in seeds(1) {
        let seen = run(4, seed, &mut wrong);
        same += seen.same;
        for (what, count) in seen.without {
            *without.entry(what).or_insert(0) += count;
        }
    }
    eprintln!("{same} programs are the same, of others HLO has no form: {without:?}");
    assert!(wrong.is_empty(), "{} of {same} programs:\n{}", wrong.len(), wrong.join("\n"));
    assert!(same > 100, "only {same} programs have a form in HLO");
}
