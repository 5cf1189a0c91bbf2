//! The steps from a module to a loop program, shared by `hloom run` and `hloom compile`.

use hloom_ir::ops::Func;
use hloom_ir::{Attr, Diagnostic, Module, OpId, Span};
use hloom_loops::lower::{Lowered, ScheduledError, Unsupported, lower_donating, lower_scheduled};
use hloom_loops::schedule::{Choice, Machine};
use hloom_passes::driver::Reason;
use hloom_passes::fusion::Control;
use hloom_passes::split::plan::MOST_CORES;
use hloom_passes::{Failure, Observer, Pipeline};
use std::sync::Arc;

use crate::schedules::ScheduleFile;
use crate::upstream;

/// The passes of [`CPU_PIPELINE`] up to the simplest form of a program.
macro_rules! simplify {
    () => {
        "inline,expand-slice-reduce,vectorize-processes,inline-layers,dce,relayout-sparse,expand-quantized,expand-batch-norm,expand-random,canonicalize,\
         legalize-chlo{native=true},dce,hoist,vectorize-loops{limit=16777216,steps=1024},\
         unroll-loops{steps=1024},canonicalize,cse,canonicalize"
    };
}

/// The passes from there to kernels.
macro_rules! finish {
    () => {
        "fuse-storage,assign-layouts,fuse,dce"
    };
}

/// The default passes for CPU code.
pub(crate) const CPU_PIPELINE: &str = concat!(simplify!(), ",", finish!());

/// The parsed [`CPU_PIPELINE`].
///
/// # Panics
/// If it is malformed; a test parses it.
pub(crate) fn cpu_pipeline() -> Pipeline {
    Pipeline::parse(CPU_PIPELINE).expect("the pipeline is well formed")
}

/// A program in two forms: as it is, and with its ops divided for several cores. Which one is faster
/// shows when kernels are made of both.
pub(crate) struct Forms {
    whole: Module,
    divided: Option<Module>,
}

/// Runs [`CPU_PIPELINE`], and for several cores also with ops divided among them, if that divides
/// any.
///
/// # Errors
/// If a pass fails or has a bug.
pub(crate) fn optimize_for_cores(
    mut module: Module,
    cores: u32,
    fusion: &Arc<Control>,
    observer: &mut dyn Observer,
) -> Result<Forms, Failure> {
    let pipeline = |text: &str| Pipeline::parse(text).expect("the pipeline is well formed");
    let cores = (cores as usize).min(MOST_CORES);
    // A plan says of each fusion which ops it holds, so it fits undivided ops only.
    if cores < 2 || fusion.plan.is_some() {
        optimize_watched(&mut module, &cpu_pipeline(), fusion, observer)?;
        return Ok(Forms { whole: module, divided: None });
    }
    optimize_watched(&mut module, &pipeline(simplify!()), fusion, observer)?;
    let mut divided = module.clone();
    let split = pipeline(&format!("split{{cores={cores} undivided-threads={cores}}}"));
    optimize_watched(&mut divided, &split, fusion, observer)?;
    let different = divided.walk_all().count() != module.walk_all().count();
    optimize_watched(&mut module, &pipeline(finish!()), fusion, observer)?;
    if !different {
        return Ok(Forms { whole: module, divided: None });
    }
    // Fusions are reported of the program as it is.
    let quiet = Arc::new(Control::new(fusion.machine.clone(), None));
    let finish = pipeline(&format!("canonicalize,cse,{}", finish!()));
    optimize_watched(&mut divided, &finish, &quiet, observer)?;
    Ok(Forms { whole: module, divided: Some(divided) })
}

/// Runs [`CPU_PIPELINE`] with ops divided for so many cores, whatever threads would do with undivided
/// ones.
///
/// # Errors
/// If a pass fails or has a bug.
pub(crate) fn divide_for_cores(module: &mut Module, cores: usize) -> Result<(), Failure> {
    let text = concat!(simplify!(), ",split{cores=CORES},canonicalize,cse,", finish!());
    let pipeline = Pipeline::parse(&text.replace("CORES", &cores.to_string()));
    optimize(module, &pipeline.expect("the pipeline is well formed"), &Default::default())
}

/// The form of a program that was chosen, its loop program, and the choices for each nest.
pub(crate) type Chosen = (Module, Lowered, Vec<Choice>);

impl Forms {
    /// The program as it is.
    pub(crate) fn whole(module: Module) -> Forms {
        Forms { whole: module, divided: None }
    }

    /// Lowers a function of the form that is estimated to be faster.
    ///
    /// # Errors
    /// As of [`lower_by`] for the program as it is, with the program.
    pub(crate) fn lower(
        self,
        entry: &str,
        machine: &Machine,
        donors: (bool, &[usize]),
        schedules: Option<&ScheduleFile>,
    ) -> Result<Chosen, (Box<Module>, NotLowered)> {
        let lower = |module: &Module| match module.symbol(entry) {
            Some(function) => lower_by(module, function, machine, donors, schedules),
            None => Err(NotLowered::Removed),
        };
        let whole = match lower(&self.whole) {
            Ok(lowered) => lowered,
            Err(why) => return Err((Box::new(self.whole), why)),
        };
        if let Some(divided) = self.divided
            && let Ok(other) = lower(&divided)
            && let (Some(now), Some(then)) = (whole.0.seconds, other.0.seconds)
            && then < now
        {
            return Ok((divided, other.0, other.1));
        }
        Ok((self.whole, whole.0, whole.1))
    }
}

/// Runs a pipeline over a module, fusing as `fusion` says and verifying after each
/// pass.
///
/// # Errors
/// If a pass fails or has a bug.
pub(crate) fn optimize(
    module: &mut Module,
    pipeline: &Pipeline,
    fusion: &Arc<Control>,
) -> Result<(), Failure> {
    optimize_watched(module, pipeline, fusion, &mut ())
}

/// As [`optimize`], with somebody who watches.
///
/// # Errors
/// As there.
pub(crate) fn optimize_watched(
    module: &mut Module,
    pipeline: &Pipeline,
    fusion: &Arc<Control>,
    observer: &mut dyn Observer,
) -> Result<(), Failure> {
    let options = hloom_passes::Options {
        fusion: fusion.clone(),
        upstream: Some(Arc::new(upstream::Passes::default())),
        ..Default::default()
    };
    hloom_passes::run(module, pipeline, &options, observer)
}

/// The failure of a pass as a diagnostic of the program's text: at the op that the pass names.
pub(crate) fn diagnostic_of(module: &Module, failure: &Failure) -> Diagnostic {
    let span = |op: Option<OpId>| {
        op.filter(|&op| module.is_live(op)).map_or_else(Span::default, |op| module.span(op))
    };
    let (op, more) = match &failure.reason {
        Reason::Error(error) => (error.op, &error.more[..]),
        Reason::Invalid(_) | Reason::Panic(_) => (None, &[][..]),
    };
    let error = Diagnostic::error(span(op), failure.to_string());
    more.iter().fold(error, |error, (op, message)| error.note(span(*op), message.as_str()))
}

/// Lowers a function to a loop program for a machine.
///
/// # Errors
/// The first op that can't be lowered, with its position in the text.
pub(crate) fn lower(
    module: &Module,
    entry: OpId,
    machine: &Machine,
) -> Result<Lowered, Box<Diagnostic>> {
    let donated = donations(module, entry, &[]);
    lower_donating(module, entry, machine, false, &donated).map_err(|why| diagnostic(&why))
}

/// The reason why a function was not lowered.
pub(crate) enum NotLowered {
    /// The passes removed the function.
    Removed,
    /// An op can't be lowered, at its position in the program's text.
    Program(Box<Diagnostic>),
    /// A schedule of a file does not fit: one sentence with its position in the file.
    Schedules(String),
}

/// Lowers like [`lower`], or like [`lower_with_host_fallback`] if there is a host, with the
/// schedules of a file if given; also returns the choices for each nest.
///
/// # Errors
/// The first op that can't be lowered, or the first schedule that does not fit.
pub(crate) fn lower_by(
    module: &Module,
    entry: OpId,
    machine: &Machine,
    (fallbacks, donors): (bool, &[usize]),
    schedules: Option<&ScheduleFile>,
) -> Result<(Lowered, Vec<Choice>), NotLowered> {
    let donated = donations(module, entry, donors);
    let pins = schedules.map(|file| &*file.pins);
    lower_scheduled(module, entry, machine, fallbacks, &donated, pins).map_err(
        |error| match error {
            ScheduledError::Unsupported(why) => NotLowered::Program(diagnostic(&why)),
            ScheduledError::Pin(error) => {
                let file = schedules.map(|file| file.wrong(&error));
                NotLowered::Schedules(file.unwrap_or_else(|| error.to_string()))
            }
        },
    )
}

/// Lowers like [`lower`], with host fallback for ops that can't be lowered. The memory of these
/// arguments is donated too, as far as there are results of their types.
///
/// # Errors
/// The first op that is not supported at all, with its position in the text.
pub(crate) fn lower_with_host_fallback(
    module: &Module,
    entry: OpId,
    machine: &Machine,
    donors: &[usize],
) -> Result<Lowered, Box<Diagnostic>> {
    let donated = donations(module, entry, donors);
    lower_donating(module, entry, machine, true, &donated).map_err(|why| diagnostic(&why))
}

/// The arguments whose memory becomes that of a result, with the result: those with an explicit
/// result (`tf.aliasing_output`), and donated ones (`jax.buffer_donor`, or `donors`), for the first
/// remaining result of their type. Types must be static.
fn donations(module: &Module, entry: OpId, donors: &[usize]) -> Vec<(usize, usize)> {
    let Some(func) = module.get::<Func>(entry) else { return Vec::new() };
    let (inputs, results) = (func.function_type.inputs(), func.function_type.results());
    let sized = |i: usize| {
        let ty = inputs.get(i).and_then(|ty| ty.as_tensor());
        ty.is_some_and(|t| t.buffer_size().is_some())
    };
    let attribute = |i: usize, name: &str| match func.arg_attrs.as_deref() {
        Some(Attr::Array(all)) => match all.get(i) {
            Some(Attr::Dict(dict)) => dict.get(name),
            _ => None,
        },
        _ => None,
    };
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for i in (0..inputs.len()).filter(|&i| sized(i)) {
        if let Some(Attr::Int(result, _)) = attribute(i, "tf.aliasing_output") {
            pairs.push((i, usize::try_from(*result).unwrap_or(usize::MAX)));
        }
    }
    for i in (0..inputs.len()).filter(|&i| sized(i)) {
        let gives = matches!(attribute(i, "jax.buffer_donor"), Some(Attr::Bool(true)));
        if !(gives || donors.contains(&i)) || pairs.iter().any(|pair| pair.0 == i) {
            continue;
        }
        let free = |k: &usize| results[*k] == inputs[i] && pairs.iter().all(|pair| pair.1 != *k);
        if let Some(result) = (0..results.len()).find(free) {
            pairs.push((i, result));
        }
    }
    pairs
}

fn diagnostic(unsupported: &Unsupported) -> Box<Diagnostic> {
    let message = unsupported.to_string();
    Box::new(Diagnostic::error(unsupported.span, message).label("this can't be lowered"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::lift;

    /// The arena of each program of the suite is hardly larger than the temporaries that are alive
    /// at once.
    #[test]
    fn the_arenas_of_the_suite_are_as_small_as_they_can_be() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/bench/programs");
        let files: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        assert!(files.len() >= 100);
        let next = std::sync::atomic::AtomicUsize::new(0);
        let check = || {
            while let Some(file) =
                files.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
            {
                let text =
                    String::from_utf8(crate::unpacked(std::fs::read(file).unwrap()).unwrap());
                let mut module = hloom_ir::text::parse(&text.unwrap()).module.unwrap();
                lift(&mut module);
                optimize(&mut module, &cpu_pipeline(), &Default::default()).unwrap();
                let main = module.symbol("main").unwrap();
                let lowered =
                    lower_with_host_fallback(&module, main, &Machine::default(), &[]).unwrap();
                let (arena, live) = (lowered.program.arena_bytes(), lowered.largest_live);
                // The minimum size of a buffer is 64 bytes.
                let most = live + live / 10 + 64 * 64;
                assert!(arena <= most, "{}: {arena} bytes for {live}", file.display());
            }
        };
        std::thread::scope(|scope| {
            let other = scope.spawn(check);
            check();
            other.join().unwrap();
        });
    }

    /// Random numbers as JAX makes them are one kernel: of temporaries there are a few words of keys,
    /// where the rounds of the generator would fill 48 KB in memory.
    #[test]
    fn random_numbers_have_no_temporaries() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/jax/random_numbers.mlir.gz");
        let text = crate::unpacked(std::fs::read(file).unwrap()).unwrap();
        let text = String::from_utf8(text).unwrap();
        for name in ["bits_1001", "uniform_1001", "normal_1001", "dropout_1001"] {
            let named = format!("@{name}(");
            let part = text.split("// -----").find(|part| part.contains(&named)).unwrap();
            let mut module = hloom_ir::text::parse(part).module.unwrap();
            optimize(&mut module, &cpu_pipeline(), &Default::default()).unwrap();
            let entry = module.symbol(name).unwrap();
            let lowered =
                lower_with_host_fallback(&module, entry, &Machine::default(), &[]).unwrap();
            let arena = lowered.program.arena_bytes();
            assert!(arena <= 512, "{name}: {arena} bytes\n{}", lowered.program);
        }
    }

    /// Each nest of the suite is legal, and so is the nest that its text parses to, which prints
    /// the same.
    #[test]
    fn nests_of_the_suite_verify_before_and_after_their_text() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/bench/programs");
        let mut files: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        let count = std::sync::atomic::AtomicUsize::new(0);
        let next = std::sync::atomic::AtomicUsize::new(0);
        let relaxed = std::sync::atomic::Ordering::Relaxed;
        let check = || {
            while let Some(file) = files.get(next.fetch_add(1, relaxed)) {
                let text =
                    String::from_utf8(crate::unpacked(std::fs::read(file).unwrap()).unwrap());
                let mut module = hloom_ir::text::parse(&text.unwrap()).module.unwrap();
                lift(&mut module);
                optimize(&mut module, &cpu_pipeline(), &Default::default()).unwrap();
                let main = module.symbol("main").unwrap();
                let (_, choices) =
                    lower_scheduled(&module, main, &Machine::default(), true, &[], None).unwrap();
                for step in choices.iter().flat_map(|choice| &choice.steps) {
                    let text = step.nest.to_string();
                    assert!(!step.nest.name.is_empty(), "{}: {text}", file.display());
                    let nests = hloom_loops::text::parse_nests(&text)
                        .unwrap_or_else(|error| panic!("{}: {error}\n{text}", file.display()));
                    for nest in [&step.nest, &nests[0]] {
                        nest.verify()
                            .unwrap_or_else(|error| panic!("{}: {error}\n{text}", file.display()));
                    }
                    assert_eq!(nests[0].to_string(), text);
                    count.fetch_add(1, relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            let other = scope.spawn(check);
            check();
            other.join().unwrap();
        });
        assert!(count.load(relaxed) > 300, "{count:?}");
    }

    /// The choices for each nest of the suite can be printed, and the text parses to the same
    /// choices.
    #[test]
    fn nests_and_schedules_of_the_suite_are_read_again() {
        use hloom_loops::schedule::{Pins, Schedules};
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/bench/programs");
        let mut files: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        let mut count = 0;
        for file in files.iter().step_by(3) {
            let text = String::from_utf8(crate::unpacked(std::fs::read(file).unwrap()).unwrap());
            let mut module = hloom_ir::text::parse(&text.unwrap()).module.unwrap();
            lift(&mut module);
            optimize(&mut module, &cpu_pipeline(), &Default::default()).unwrap();
            let main = module.symbol("main").unwrap();
            let machine = Machine::default();
            let lower = |pins: Option<&Pins>| {
                lower_scheduled(&module, main, &machine, true, &[], pins)
                    .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
            };
            let (lowered, choices) = lower(None);
            count += choices.iter().map(|choice| choice.steps.len()).sum::<usize>();
            let text = Schedules(&choices).to_string();
            let (again, same) = lower(Some(&Pins::parse(&text).unwrap()));
            assert_eq!(Schedules(&same).to_string(), text);
            assert_eq!(again.program.to_string(), lowered.program.to_string());
        }
        assert!(count > 100, "{count}");
    }

    #[test]
    fn the_pipeline_is_well_formed() {
        assert!(cpu_pipeline().advice().is_empty());
    }
}
