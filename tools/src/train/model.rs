//! The program of a run: the compiled step, its signature, and the state that the init function makes.

use std::path::Path;

use hloom_interp::Value;
use hloom_ir::{Element, Literal, Module, OpId, Severity, Type};
use hloom_passes::fusion::machine::Machine;
use hloom_passes::levels::Division;

use super::args::Args;
use super::signature::{Function, Named, Signature};
use super::update::{self, zeros};
use crate::embed::{Options, Program, View, compile_module};
use crate::entry;
use crate::levels::execute::{Executable, shares};
use crate::levels::plan::{plan, simplify};
use crate::source::{Format, Source};
use crate::{ExitStatus, Io};

/// The reason why a run ends.
#[derive(Debug)]
pub(super) enum Failure {
    /// Something in the input is wrong; a sentence.
    Wrong(String),
    /// The command line is wrong, or a file can't be read or written.
    Usage(anyhow::Error),
    /// The input is wrong, which was shown.
    Shown,
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Usage(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Usage(error.into())
    }
}

impl From<String> for Failure {
    fn from(what: String) -> Failure {
        Failure::Wrong(what)
    }
}

impl From<crate::Error> for Failure {
    fn from(error: crate::Error) -> Failure {
        Failure::Wrong(error.to_string())
    }
}

impl From<hloom_loader::Error> for Failure {
    fn from(error: hloom_loader::Error) -> Failure {
        match error {
            hloom_loader::Error::Open(_) | hloom_loader::Error::Option(_) => {
                Failure::Usage(anyhow::anyhow!("{error}"))
            }
            error => Failure::Wrong(error.to_string()),
        }
    }
}

impl Failure {
    /// The exit status; says what is wrong.
    ///
    /// # Errors
    /// If the status is that of a wrong command line, or standard error can't be written.
    pub(super) fn report(self, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
        match self {
            Failure::Wrong(text) => io.error(text)?,
            Failure::Usage(error) => return Err(error),
            Failure::Shown => {}
        }
        Ok(ExitStatus::Wrong)
    }
}

/// A compiled step.
pub(super) enum Runnable {
    /// One program.
    Whole(Box<Program>),
    /// Levels of a pipeline.
    Levels(Box<Executable>),
}

impl Runnable {
    /// Divides a step into levels, and compiles them.
    fn divided(
        module: &Module,
        entry: &str,
        division: &Division,
        args: &Args,
    ) -> Result<Runnable, Failure> {
        let mut module = module.clone();
        simplify(&mut module)?;
        let plan = plan(&module, entry, division, args.micro_batches)
            .map_err(|why| format!("--pipeline {}: {why}", division.levels))?;
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        let cores = args.cores.map_or(all, usize::from);
        let threads = shares(cores, division.levels);
        let executable = Executable::new(&plan, args.order, &threads, cores)?;
        Ok(Runnable::Levels(Box::new(executable)))
    }

    /// Runs the step; also says how levels were used.
    ///
    /// # Errors
    /// As [`Program::run_owned`].
    pub(super) fn run(
        &self,
        inputs: Vec<Literal>,
    ) -> Result<(Vec<Literal>, Option<Utilisation>), crate::Error> {
        match self {
            Runnable::Whole(program) => Ok((program.run_owned(inputs)?, None)),
            Runnable::Levels(it) => {
                let run = it.run(&inputs, false)?;
                it.reuse(inputs);
                let busy = run.busy(it.levels());
                Ok((run.results, Some(Utilisation { busy, seconds: run.seconds })))
            }
        }
    }

    /// The levels and micro-batches, if there are several.
    pub(super) fn levels(&self) -> Option<(usize, usize)> {
        match self {
            Runnable::Whole(_) => None,
            Runnable::Levels(it) => Some((it.levels(), it.micro_batches())),
        }
    }
}

/// The use of levels.
#[derive(Clone, Default, Debug)]
pub(super) struct Utilisation {
    /// The seconds in which each level computed.
    pub(super) busy: Vec<f64>,
    /// The seconds of all.
    pub(super) seconds: f64,
}

/// The program of a run.
pub(super) struct Model {
    source: Source,
    module: Module,
    /// Whether hloom made the step.
    made: bool,
    pub(super) program: Runnable,
    pub(super) signature: Signature,
    /// The state before the first step.
    pub(super) state: Vec<Literal>,
}

/// Reads and verifies a program.
fn read(path: &Path, io: &mut Io<'_>) -> Result<(Source, Module), Failure> {
    let source = Source::read(path, io)?;
    let (module, diagnostics) = source.chunks(false)[0].read();
    source.show(&diagnostics, Format::default(), io)?;
    Ok((source, module.ok_or(Failure::Shown)?))
}

impl Model {
    /// Reads and compiles the programs that a command line names, and makes the first state.
    ///
    /// # Errors
    /// If they are wrong, or do not fit each other.
    pub(super) fn read(args: &Args, io: &mut Io<'_>) -> Result<Model, Failure> {
        let (source, module) = read(&args.file, io)?;
        let own = |name: &str| module.functions().find(|&op| *module.func(op).sym_name.0 == *name);
        let mut parameters = match own(&args.init) {
            Some(init) => initial(&module, init, args)?,
            None if Path::new(&args.init).is_file() => {
                let (_, other) = read(Path::new(&args.init), io)?;
                let how = "the file of --init has one function, or one that is named main";
                let init = entry::choose(&other, None, how)?;
                initial(&other, init, args)?
            }
            None => {
                let (name, file) = (&args.init, args.file.display());
                return Err(Failure::Usage(anyhow::anyhow!(
                    "--init {name}: `{file}` has no function @{name}, and there is no such file"
                )));
            }
        };
        let types: Vec<Type> = parameters.iter().map(Literal::ty).collect();
        let trained = types.len();
        // The arguments of the loss, of which a step is made, keep their names, and numbers.
        let mut of_loss: Vec<Named> = Vec::new();
        let (module, name, made) = match (&args.loss, args.optimizer) {
            (Some(loss), Some(optimizer)) => {
                let how = "choose one with --loss";
                let loss =
                    entry::choose(&module, Some(loss.as_str()), how).map_err(Failure::Wrong)?;
                let loss = Function::new(&module, loss);
                let step = update::make(&module, &loss, &types, optimizer)?;
                parameters.extend(zeros(&step.zeros)?);
                of_loss = loss.arguments;
                (step.module, update::STEP.to_owned(), true)
            }
            _ => {
                let asked = args.step.as_deref().or_else(|| own("step").map(|_| "step"));
                let step = entry::choose(&module, asked, "choose one with --step")?;
                let name = module.func(step).sym_name.0.to_string();
                (module, name, false)
            }
        };
        let step = module.symbol(&name).ok_or_else(|| format!("there is no function @{name}"))?;
        let types: Vec<Type> = parameters.iter().map(Literal::ty).collect();
        let mut step = Function::new(&module, step);
        let added = step.arguments.len() - of_loss.len();
        for (i, named) in of_loss.into_iter().enumerate() {
            let at = if i < trained { i } else { i + added };
            step.arguments[at].name = named.name;
        }
        let signature = Signature::new(&step, &types, args.batch)?;
        let program = match args.pipeline {
            Some(levels) => {
                let state = types.len();
                let open = |it: &Named| it.ty.as_tensor().is_some_and(|t| !t.is_static());
                if let Some(open) = signature.batch.iter().find(|it| open(it)) {
                    let ty = open.ty;
                    return Err(Failure::Wrong(format!(
                        "--pipeline {levels}: an argument of the batch is {ty}, but levels need a fixed \
                         number of samples; export the step with one"
                    )));
                }
                let loss = signature.results_before(signature.loss);
                let division = Division {
                    arguments: (state..state + signature.batch.len()).collect(),
                    count: 1,
                    levels: levels.into(),
                    loss: Some(loss),
                    statistics: args.batch_statistics,
                    memory: args.activation_memory,
                    order: args.order,
                    machine: Machine::default(),
                    exchanges: false,
                };
                Runnable::divided(&module, &name, &division, args)?
            }
            None => {
                let options = Options {
                    entry: Some(name),
                    threads: args.cores.map(usize::from),
                    donate: (0..types.len()).collect(),
                    ..Options::default()
                };
                Runnable::Whole(Box::new(compile_module(module.clone(), &options)?))
            }
        };
        Ok(Model { source, module, made, program, signature, state: parameters })
    }

    /// Runs a step again in the interpreter, and says which op makes the first NaN or infinity.
    ///
    /// # Errors
    /// If standard error can't be written.
    pub(super) fn name_the_first(
        &self,
        entry: &str,
        inputs: Vec<Literal>,
        io: &mut Io<'_>,
    ) -> anyhow::Result<()> {
        let inputs: Vec<Value> = inputs.into_iter().map(Value::Tensor).collect();
        let options = hloom_interp::Options { trap_nan: true, ..Default::default() };
        match hloom_interp::run_with(&self.module, entry, &inputs, &options) {
            Ok(_) => {
                io.say(Severity::Remark, "the interpreter finds no NaN or infinity in this step")?
            }
            Err(error) if self.made => io.error(error.diagnostic().message)?,
            Err(error) => self.source.show(&[error.diagnostic()], Format::default(), io)?,
        }
        Ok(())
    }

    /// The name of the step's function.
    pub(super) fn step_name(&self, args: &Args) -> String {
        if self.made {
            return update::STEP.to_owned();
        }
        let asked =
            args.step.clone().or_else(|| self.module.symbol("step").map(|_| "step".to_owned()));
        let found = entry::choose(&self.module, asked.as_deref(), "");
        found.map_or(String::new(), |op| self.module.func(op).sym_name.0.to_string())
    }
}

/// Runs an init function.
fn initial(module: &Module, init: OpId, args: &Args) -> Result<Vec<Literal>, Failure> {
    let it = Function::new(module, init);
    let options = Options {
        entry: Some(it.name.clone()),
        threads: args.cores.map(usize::from),
        ..Options::default()
    };
    let program = compile_module(module.clone(), &options)?;
    let results = match &it.arguments[..] {
        [] => program.run(&[])?,
        [seed] => {
            let literal = seed_of(seed.ty, args.seed).ok_or_else(|| {
                if seed_of(seed.ty, 0).is_some() {
                    return format!("the seed {} does not fit {}", args.seed, seed.ty);
                }
                format!(
                    "@{} takes {}; an init function takes nothing, or a seed as an integer or as two \
                     32-bit integers",
                    it.name, seed.ty
                )
            })?;
            let dims: Vec<usize> = literal.dims().iter().map(|&n| n as usize).collect();
            program.run(&[View::of(&dims, literal.element(), literal.bytes())])?
        }
        more => {
            let (name, n) = (&it.name, more.len());
            return Err(Failure::Wrong(format!(
                "@{name} takes {n} arguments; an init function takes nothing, or a seed"
            )));
        }
    };
    if results.is_empty() {
        return Err(Failure::Wrong(format!("@{} returns nothing, so there is no state", it.name)));
    }
    Ok(results)
}

/// A seed as a tensor of a type.
fn seed_of(ty: Type, seed: u64) -> Option<Literal> {
    let tensor = ty.as_tensor()?;
    let bytes: Vec<u8> = match (&tensor.dims[..], tensor.element) {
        ([], Element::I32 | Element::U32) => u32::try_from(seed).ok()?.to_le_bytes().into(),
        ([], Element::I64 | Element::U64) => seed.to_le_bytes().into(),
        // A key of JAX: the upper half comes first.
        ([2], Element::I32 | Element::U32) => {
            [((seed >> 32) as u32).to_le_bytes(), (seed as u32).to_le_bytes()].concat()
        }
        _ => return None,
    };
    Literal::new(ty, hloom_ir::literal::Bytes::from(&bytes[..])).ok()
}
