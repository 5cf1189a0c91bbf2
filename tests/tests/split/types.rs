//! Split types say what `split` and `partition` do: programs with their cuts or shardings written
//! into types are printed, parsed, run, and divided as the types say.

use hloom_analysis::split::Cut;
use hloom_interp::Value as Data;
use hloom_ir::module::Module;
use hloom_ir::{OpId, Rewriter};
use hloom_passes::split::apply::Cuts;
use hloom_passes::split::types;
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::corpus::shown;

use super::shard::{annotated, differs, equal};

fn run(module: &mut Module, passes: &str) -> Result<(), String> {
    let pipeline = Pipeline::parse(passes).map_err(|e| e.to_string())?;
    hloom_passes::run(module, &pipeline, &Options::default(), &mut ())
        .map_err(|e| format!("{passes}: {e}\n{module}"))?;
    hloom_ir::verify::verify(module).map_err(|e| format!("{passes}: {e:?}\n{module}"))
}

fn parsed(module: &Module) -> Result<Module, String> {
    let text = module.to_string();
    let read = hloom_ir::text::parse_module(&text).map_err(|e| format!("{e:?}\n{text}"))?;
    match read.to_string() == text {
        true => Ok(read),
        false => Err(format!("printed again, it is another text:\n{read}\nnot\n{text}")),
    }
}

/// A module's text without the names of values, which parsing gives to those that have none.
fn unnamed(module: &Module) -> String {
    let text = module.to_string();
    let named = |c: char| c.is_alphanumeric() || c == '_';
    text.split('%').map(|piece| piece.trim_start_matches(named)).collect::<Vec<_>>().join("%")
}

/// The difference between the results of two programs; types may differ in their splits.
fn results_differ(a: &Module, b: &Module, name: &str, inputs: &[Data]) -> Option<String> {
    let want = hloom_interp::run(a, name, inputs).ok()?;
    let got = match hloom_interp::run(b, name, inputs) {
        Ok(got) => got,
        Err(e) => return Some(e.to_string()),
    };
    let equal = want.iter().zip(&got).all(|(a, b)| match (a.tensor(), b.tensor()) {
        (Some(a), Some(b)) => equal(a, b),
        _ => true,
    });
    (!equal).then(|| format!("{}\nnot {}", shown(&got), shown(&want)))
}

/// Whether cuts written into types are the same when they are read, and the program computes what
/// it did; the number of relayouts and halos.
///
/// # Errors
/// The difference.
pub(super) fn hold_cuts(
    module: &Module,
    name: &str,
    inputs: &[Data],
    cuts: &Cuts,
) -> Result<usize, String> {
    // A program with splits of its own.
    if module.to_string().contains("#hloom.split") {
        return Ok(0);
    }
    let of = |module: &Module| module.symbol(name).and_then(|f| module.entry(f, 0));
    let block = of(module).expect("a function with a body");
    let mut typed = module.clone();
    let made = types::write(&mut Rewriter::new(&mut typed), block, cuts);
    let made = made.map_err(|e| e.to_string())?;
    hloom_ir::verify::verify(&typed).map_err(|e| format!("{e:?}\n{typed}"))?;
    if let Some(what) = results_differ(module, &typed, name, inputs) {
        return Err(format!("{what}\n{typed}"));
    }
    let read = parsed(&typed)?;
    let block = of(&read).expect("it is the same function");
    let found = types::read(&read, block).map_err(|e| format!("{e}\n{read}"))?.unwrap_or_default();
    let in_order = |module: &Module, block, cuts: &Cuts| -> Vec<Cut> {
        let ops: Vec<OpId> = module.ops(block).collect();
        let own = ops.iter().filter_map(|op| cuts.get(op)).map(|(_, cut)| cut.clone());
        own.filter(|cut| !cut.is_none()).collect()
    };
    let (want, got) =
        (in_order(&typed, of(&typed).expect("a body"), cuts), in_order(&read, block, &found));
    match want == got {
        true => Ok(made),
        false => Err(format!("the cuts {got:?} were read, not {want:?}\n{read}")),
    }
}

/// Whether a program with shardings, written as split types, computes the same, is a fixpoint, is
/// partitioned alike, and says the same as `sdy` shardings; its relayouts, halos and terms.
///
/// # Errors
/// The difference.
pub(super) fn hold_types(
    module: &Module,
    name: &str,
    inputs: &[Data],
) -> Result<[usize; 3], String> {
    let mut typed = module.clone();
    run(&mut typed, "assign-splits")?;
    let text = typed.to_string();
    let counts = ["hloom.relayout", "hloom.halo", "partial = "].map(|it| text.matches(it).count());
    if let Some(what) = results_differ(module, &typed, name, inputs) {
        return Err(format!("{what}\n{typed}"));
    }
    let mut again = parsed(&typed)?;
    run(&mut again, "assign-splits")?;
    if again.to_string() != text {
        return Err(format!("assigned again, it is another program:\n{again}\nnot\n{text}"));
    }
    // Nothing is divided, and nothing names the mesh.
    if !text.contains(" over {") {
        return Ok(counts);
    }
    let (mut own, mut of_types) = (module.clone(), parsed(&typed)?);
    run(&mut own, "partition")?;
    run(&mut of_types, "partition")?;
    if unnamed(&own) != unnamed(&of_types) {
        return Err(format!("{of_types}\nnot\n{own}\nof\n{text}"));
    }
    differs(&parsed(&typed)?, name, inputs)?;
    let mut bare = typed.clone();
    run(&mut bare, "erase-splits")?;
    if ["#hloom.split", "hloom.halo"].iter().any(|it| bare.to_string().contains(it)) {
        return Err(format!("splits are left in\n{bare}"));
    }
    differs(&parsed(&bare)?, name, inputs)?;
    Ok(counts)
}

/// Random programs with shardings.
#[test]
fn campaign_split_types_say_what_partition_does() {
    let mut all = [0; 3];
    for seed in seeds(300) {
        let mut random = Random::new(seed);
        let Some((module, inputs)) = annotated(&mut random) else { continue };
        let counts = hold_types(&module, "main", &inputs);
        let counts = counts.unwrap_or_else(|what| panic!("seed {seed}: {what}\n{module}"));
        all.iter_mut().zip(counts).for_each(|(all, n)| *all += n);
    }
    // Windows, which need halos, are among the ops that stand alone (`shard.rs`).
    let [moved, _, terms] = all;
    assert!(moved > 300 && terms > 20, "{all:?}");
}
