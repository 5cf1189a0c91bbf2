//! Upstream MLIR, as a server in a process of its own: the program `hloom-mlir`, next to `hloom`.
//!
//! The crate `hloom-mlir` links MLIR, 100 MB of code with static constructors, and runs passes that
//! may abort. This module starts its program, sends it modules as text, and gets code run and text
//! printed. If the server dies, the request that it was at has an error that says how it ended.

mod passes;

pub(crate) use passes::read_for;
pub use passes::{Passes, as_generic};

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use hloom_interp::{OpRunner, Value};
use hloom_ir::literal::Bytes;
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::ops::Op;
use hloom_ir::text::PrintOptions;
use hloom_ir::{Diagnostic, Literal, Module, OpId, Type, check_op};
use hloom_passes::Pipeline;

use crate::prepare::{lift, refine};

/// The passes before the lowering: what has no op upstream is written as ops that have one.
pub const PIPELINE: &str = "inline,expand-slice-reduce,relayout-sparse,expand-quantized,expand-batch-norm,\
                            expand-random,canonicalize,legalize-chlo,expand-complex-math,dce,\
                            canonicalize,cse";

/// An error of a request.
#[derive(Debug)]
pub enum Error {
    /// The program `hloom-mlir` can't be started.
    Missing(String),
    /// The program is invalid for this backend, at these places of its text.
    Program(Vec<Diagnostic>),
    /// Upstream MLIR rejects the module or the pipeline, or the inputs do not fit.
    Wrong(String),
    /// Reports of upstream MLIR about a text, each with its location behind ` at loc(`.
    Reports(Vec<String>),
    /// The server died.
    Died(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Missing(what) | Error::Wrong(what) | Error::Died(what) => f.write_str(what),
            Error::Reports(all) => write!(f, "upstream MLIR reports: {}", all.join("; ")),
            Error::Program(found) => {
                let all: Vec<&str> = found.iter().map(|d| &*d.message).collect();
                f.write_str(&all.join("; "))
            }
        }
    }
}

impl std::error::Error for Error {}

/// A running server.
pub struct Worker {
    child: Child,
    requests: Option<BufWriter<ChildStdin>>,
    replies: BufReader<ChildStdout>,
    /// The last lines of its standard error.
    complaints: Arc<Mutex<VecDeque<String>>>,
}

/// The lines of standard error that are kept.
const LINES: usize = 40;

/// The server's program: next to this one, or above the folder of a test program.
fn program() -> Option<PathBuf> {
    let here = std::env::current_exe().ok()?;
    let name = format!("hloom-mlir{}", std::env::consts::EXE_SUFFIX);
    here.ancestors().skip(1).take(2).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

impl Worker {
    /// Starts a server.
    ///
    /// # Errors
    /// If its program is missing or can't be started.
    pub fn start() -> Result<Worker, Error> {
        let path = program().ok_or_else(|| {
            Error::Missing(
                "upstream MLIR needs the program `hloom-mlir` next to `hloom`; build it with \
                 cargo build --package hloom-mlir"
                    .to_owned(),
            )
        })?;
        let failed =
            |error: io::Error| Error::Missing(format!("can't start `{}`: {error}", path.display()));
        let mut child = Command::new(&path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(requests), Some(replies), Some(errors)) = pipes else {
            return Err(failed(io::Error::other("it has no pipes")));
        };
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let sink = complaints.clone();
        std::thread::spawn(move || {
            for line in io::BufRead::lines(BufReader::new(errors)).map_while(Result::ok) {
                let mut kept = sink.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.len() == LINES {
                    kept.pop_front();
                }
                kept.push_back(line);
            }
        });
        Ok(Worker {
            child,
            requests: Some(BufWriter::new(requests)),
            replies: BufReader::new(replies),
            complaints,
        })
    }

    /// Sends a request and takes its reply; the format is that of `hloom_mlir::worker`.
    fn ask(&mut self, parts: &[&[u8]]) -> Result<Vec<Vec<u8>>, Error> {
        let sent = match &mut self.requests {
            Some(requests) => write(requests, parts),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        match sent.and_then(|()| read(&mut self.replies)) {
            Ok(reply) => Ok(reply),
            Err(_) => Err(self.ended()),
        }
    }

    /// The error that the server ended within a request.
    fn ended(&mut self) -> Error {
        self.requests = None;
        let status = match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        let kept = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let telling = |line: &&String| {
            ["Assertion", "LLVM ERROR", "memory allocation", "error:", "panicked", "fatal"]
                .iter()
                .any(|w| line.contains(w))
        };
        let last = kept.iter().find(telling).or_else(|| kept.iter().find(|l| !l.is_empty()));
        let said = last.map(|line| format!("; it said: {}", line.trim())).unwrap_or_default();
        Error::Died(format!("upstream MLIR ended in the middle of its work ({status}){said}"))
    }

    /// The parts of a good reply.
    fn good(&mut self, module: Option<&Module>, parts: &[&[u8]]) -> Result<Vec<Vec<u8>>, Error> {
        let mut reply = self.ask(parts)?;
        let text = |part: Option<&Vec<u8>>| {
            part.map(|part| String::from_utf8_lossy(part).into_owned()).unwrap_or_default()
        };
        match &*text(reply.first()) {
            "ok" => {
                reply.remove(0);
                Ok(reply)
            }
            "unsupported" => {
                let place = text(reply.get(1)).parse::<usize>().ok();
                let span = module
                    .zip(place)
                    .and_then(|(module, place)| Some(module.span(module.walk_all().nth(place)?)));
                let message = text(reply.get(2));
                let found = Diagnostic::error(span.unwrap_or_default(), message);
                Err(Error::Program(vec![found.label("this can't be lowered")]))
            }
            "reports" => {
                let reports = reply[1..].iter();
                let reports = reports.map(|part| String::from_utf8_lossy(part).into_owned());
                Err(Error::Reports(reports.collect()))
            }
            _ => Err(Error::Wrong(text(reply.get(1)))),
        }
    }

    /// Compiles a function; returns the number of its results. `bufferize` is the pipeline from
    /// `linalg` to buffers, the usual one if it is empty.
    ///
    /// # Errors
    /// If an op has no form, or upstream rejects the module or the pipeline.
    pub fn compile(
        &mut self,
        module: &Module,
        entry: &str,
        bufferize: &str,
    ) -> Result<usize, Error> {
        let text = printed(module);
        let parts: [&[u8]; 4] =
            [b"compile", text.as_bytes(), entry.as_bytes(), bufferize.as_bytes()];
        let placed = |error: Error| match error {
            Error::Wrong(said) => match passes::place_named(module, &said) {
                Some(span) => Error::Program(vec![
                    Diagnostic::error(span, said).label("upstream MLIR fails on what it became"),
                ]),
                None => Error::Wrong(said),
            },
            other => other,
        };
        let reply = self.good(Some(module), &parts).map_err(placed)?;
        let count = reply.first().and_then(|part| std::str::from_utf8(part).ok()?.parse().ok());
        count.ok_or_else(|| Error::Died("upstream MLIR's reply is garbled".to_owned()))
    }

    /// Gives the compiled function the bytes of its arguments.
    ///
    /// # Errors
    /// If the inputs do not fit.
    pub fn load(&mut self, inputs: &[&[u8]]) -> Result<(), Error> {
        let parts: Vec<&[u8]> =
            std::iter::once(&b"load"[..]).chain(inputs.iter().copied()).collect();
        self.good(None, &parts).map(drop)
    }

    /// Runs the compiled function on its arguments.
    ///
    /// # Errors
    /// If there are none.
    pub fn call(&mut self) -> Result<(), Error> {
        self.good(None, &[b"call"]).map(drop)
    }

    /// The bytes of the results of the last call, and of the operands of checks.
    ///
    /// # Errors
    /// If there was none.
    pub fn results(&mut self) -> Result<Vec<Vec<u8>>, Error> {
        self.good(None, &[b"results"])
    }

    /// The text of a function at a stage: `linalg`, `memref` or `llvm-dialect`; every op in generic
    /// form if that is asked for.
    ///
    /// # Errors
    /// As [`compile`](Worker::compile).
    pub fn emit(
        &mut self,
        module: &Module,
        entry: &str,
        stage: &str,
        generic: bool,
    ) -> Result<String, Error> {
        let text = printed(module);
        let form: &[u8] = if generic { b"generic" } else { b"" };
        let parts = [b"emit", text.as_bytes(), entry.as_bytes(), stage.as_bytes(), form];
        let reply = self.good(Some(module), &parts)?;
        Ok(reply.first().map(|part| String::from_utf8_lossy(part).into_owned()).unwrap_or_default())
    }

    /// A text after passes of upstream MLIR, or none, in generic form.
    ///
    /// # Errors
    /// If upstream rejects the text or the pipeline, or a pass fails.
    pub fn passes(&mut self, text: &str, pipeline: &str) -> Result<String, Error> {
        let reply = self.good(None, &[b"passes", text.as_bytes(), pipeline.as_bytes()])?;
        Ok(reply.first().map(|part| String::from_utf8_lossy(part).into_owned()).unwrap_or_default())
    }

    /// Whether the server has died.
    pub fn is_dead(&self) -> bool {
        self.requests.is_none()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The end of its input ends the server; one that hangs is killed.
        self.requests = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether an op is a check whose operands the server returns: also in its older form, a custom call.
fn is_check(module: &Module, op: OpId) -> bool {
    match module.op(op) {
        check_op!() => true,
        Op::CustomCall(it) => {
            it.call_target_name.0.starts_with(b"check.") && module.results(op).is_empty()
        }
        // Any other op: it computes.
        _ => false,
    }
}

/// The text of a module, with its locations.
fn printed(module: &Module) -> String {
    let options = PrintOptions { locations: true, ..PrintOptions::default() };
    hloom_ir::text::print(module, &options)
}

fn write(to: &mut impl Write, parts: &[&[u8]]) -> io::Result<()> {
    to.write_all(&(parts.len() as u32).to_le_bytes())?;
    for part in parts {
        to.write_all(&(part.len() as u64).to_le_bytes())?;
        to.write_all(part)?;
    }
    to.flush()
}

fn read(from: &mut impl Read) -> io::Result<Vec<Vec<u8>>> {
    let mut count = [0u8; 4];
    from.read_exact(&mut count)?;
    let mut parts = Vec::new();
    for _ in 0..u32::from_le_bytes(count) {
        let mut length = [0u8; 8];
        from.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        let mut part = Vec::new();
        from.take(length).read_to_end(&mut part)?;
        if part.len() as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        parts.push(part);
    }
    Ok(parts)
}

/// The module after the passes that the lowering needs, its extents refined by argument types.
///
/// # Errors
/// If a pass fails.
pub fn prepare(module: &Module, entry: &str, arguments: &[Type]) -> Result<Module, Error> {
    let mut module = module.clone();
    lift(&mut module);
    refine(&mut module, entry, arguments);
    let pipeline = Pipeline::parse(PIPELINE).map_err(|why| Error::Wrong(why.to_string()))?;
    hloom_passes::run(&mut module, &pipeline, &hloom_passes::Options::default(), &mut ())
        .map_err(|failure| Error::Wrong(failure.to_string()))?;
    Ok(module)
}

/// A compiled program, in the server that runs it.
pub struct Program {
    module: Module,
    entry: OpId,
    /// The types of the results, where quantized ones are not yet their storage.
    declared: Vec<Type>,
}

impl Program {
    /// Compiles a function for arguments of these types.
    ///
    /// # Errors
    /// As [`prepare`] and [`Worker::compile`].
    pub fn new(
        worker: &mut Worker,
        module: &Module,
        name: &str,
        arguments: &[Type],
        bufferize: &str,
    ) -> Result<Program, Error> {
        let declared = module.symbol(name).map(|op| module.func(op).function_type.results());
        let declared = declared.unwrap_or_default().to_vec();
        let module = prepare(module, name, arguments)?;
        let missing = || Error::Wrong(format!("the passes removed the function @{name}"));
        let entry = module.symbol(name).ok_or_else(missing)?;
        worker.compile(&module, name, bufferize)?;
        Ok(Program { module, entry, declared })
    }

    /// Runs the program on inputs; the operands of its checks are compared by the interpreter, so that
    /// a check means the same on every backend.
    ///
    /// # Errors
    /// If the inputs do not fit, or a check fails.
    pub fn run(
        &self,
        worker: &mut Worker,
        inputs: &[Value],
        options: &hloom_interp::Options<'_>,
    ) -> Result<Vec<Value>, Error> {
        self.load(worker, inputs)?;
        worker.call()?;
        self.results(worker, options)
    }

    /// Gives the server the inputs.
    ///
    /// # Errors
    /// If they do not fit.
    pub fn load(&self, worker: &mut Worker, inputs: &[Value]) -> Result<(), Error> {
        let ty = &self.module.func(self.entry).function_type;
        let mut literals = Vec::new();
        for (i, (input, &ty)) in inputs.iter().zip(ty.inputs()).enumerate() {
            if ty == Type::token() {
                continue;
            }
            let wrong = |what: String| Error::Wrong(format!("argument {i} {what}"));
            if ty.as_tensor().is_some_and(|tensor| tensor.sparse().is_some()) {
                let stored = match input {
                    Value::Sparse(stored) if stored.ty() == ty => Ok(Sparse::clone(stored)),
                    Value::Sparse(stored) => stored.stored_as(ty),
                    dense => match dense.tensor() {
                        Some(dense) => Sparse::from_dense(ty, &dense.expanded()),
                        None => return Err(wrong(format!("is {}, and no tensor", input.ty()))),
                    },
                };
                let stored = stored.map_err(|why| wrong(why.to_string()))?;
                literals.extend(stored.arrays().into_iter().map(Literal::expanded));
                continue;
            }
            let dense = match input {
                Value::Sparse(stored) => stored.to_dense().ok(),
                other => other.tensor().map(Literal::expanded),
            };
            let dense = dense.ok_or_else(|| wrong(format!("is {}, and no tensor", input.ty())))?;
            literals.push(dense);
        }
        let bytes: Vec<&[u8]> = literals.iter().map(Literal::bytes).collect();
        worker.load(&bytes)
    }

    /// The results of the last call.
    ///
    /// # Errors
    /// If a check fails.
    pub fn results(
        &self,
        worker: &mut Worker,
        options: &hloom_interp::Options<'_>,
    ) -> Result<Vec<Value>, Error> {
        let mut made = worker.results()?.into_iter();
        let mut value = |ty: Type| {
            let bytes = made.next().unwrap_or_default();
            let literal = Literal::new(ty, Bytes::from(&bytes[..]));
            literal.map(Value::Tensor).map_err(|error| Error::Wrong(error.to_string()))
        };
        let types = self.module.func(self.entry).function_type.results();
        let results = types.iter().map(|&ty| match ty == Type::token() {
            true => Ok(Value::Token),
            false => value(ty),
        });
        let results: Vec<Value> = results.collect::<Result<_, _>>()?;
        let results = results.into_iter().zip(&self.declared).map(|(value, &ty)| match value {
            // The bytes of stored integers are those of quantized numbers.
            Value::Tensor(stored) if ty.element().is_some_and(|e| e.is_quantized()) => {
                let typed = ty.as_tensor().filter(|t| t.is_static()).map(|_| ty);
                let typed = typed.and_then(|ty| Literal::new(ty, Bytes::from(stored.bytes())).ok());
                Value::Tensor(typed.unwrap_or(stored))
            }
            other => other,
        });
        let results: Vec<Value> = results.collect();
        let Some(body) = self.module.entry(self.entry, 0) else { return Ok(results) };
        let mut runner = OpRunner::new(&self.module, options);
        let mut failures = Vec::new();
        for op in self.module.ops(body).filter(|&op| is_check(&self.module, op)) {
            let operands = self.module.operands(op).iter().map(|&v| value(self.module.ty(v)));
            let operands: Vec<Value> = operands.collect::<Result<_, _>>()?;
            if let Err(error) = runner.op(op, operands, None) {
                failures.push(error.diagnostic());
            }
        }
        if failures.is_empty() { Ok(results) } else { Err(Error::Program(failures)) }
    }
}
