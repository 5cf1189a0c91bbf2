//! A server of this backend over pipes.
//!
//! A message is a list of byte strings: their number as a `u32`, and each string behind its length
//! as a `u64`, little-endian. Each request has one reply.
//!
//! | request | reply |
//! |---|---|
//! | `compile`, text of a module, entry, pipeline up to buffers or nothing | `ok`, the number of results; the program stays |
//! | `load`, the bytes of each input; of one that is stored by levels, those of each array | `ok`; the inputs stay |
//! | `call` | `ok`; the program has run on the inputs |
//! | `results` | `ok`, the bytes of each result and of each operand of a check |
//! | `emit`, text of a module, entry, `linalg`, `memref` or `llvm-dialect`, `generic` or nothing | `ok`, text |
//! | `pipeline`, text, pipeline | `ok`, text |
//! | `passes`, text, pipeline or nothing | `ok`, text in generic form |
//!
//! A failure is `unsupported`, the op's position among all ops of the module in order, and the
//! sentence; `reports` and sentences of upstream, each with its location; or `error` and a sentence.

use crate::engine::{Executable, Loaded, Parameter, Stage, emit};
use crate::error::Error;
use crate::pipeline::{self, Form};
use hloom_ir::literal::Bytes;
use hloom_ir::{Literal, Module, Type};
use std::io::{self, Read, Write};

/// A message.
pub type Message = Vec<Vec<u8>>;

/// The longest part of a message, against garbled lengths.
const LONGEST: u64 = 1 << 40;

/// Reads a message; `None` at the end of the stream.
///
/// # Errors
/// If the stream ends within a message.
pub fn read(from: &mut impl Read) -> io::Result<Option<Message>> {
    let mut count = [0u8; 4];
    match from.read_exact(&mut count) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let mut parts = Vec::new();
    for _ in 0..u32::from_le_bytes(count) {
        let mut length = [0u8; 8];
        from.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        if length > LONGEST {
            return Err(io::Error::other("a message has a part that is longer than any"));
        }
        let mut part = Vec::new();
        from.take(length).read_to_end(&mut part)?;
        if part.len() as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        parts.push(part);
    }
    Ok(Some(parts))
}

/// Writes a message.
///
/// # Errors
/// As of the stream.
pub fn write(to: &mut impl Write, parts: &[Vec<u8>]) -> io::Result<()> {
    to.write_all(&(parts.len() as u32).to_le_bytes())?;
    for part in parts {
        to.write_all(&(part.len() as u64).to_le_bytes())?;
        to.write_all(part)?;
    }
    to.flush()
}

/// Serves requests until the stream ends.
///
/// # Errors
/// As of the streams.
pub fn serve(from: &mut impl Read, to: &mut impl Write) -> io::Result<()> {
    let mut program = None;
    while let Some(request) = read(from)? {
        write(to, &reply(&request, &mut program))?;
    }
    Ok(())
}

/// The program that is compiled, with its inputs.
struct Program {
    module: Module,
    executable: Executable,
    loaded: Option<Loaded>,
}

/// The reply to a request.
fn reply(request: &[Vec<u8>], program: &mut Option<Program>) -> Message {
    let text =
        |i: usize| request.get(i).map(|part| String::from_utf8_lossy(part)).unwrap_or_default();
    let ok = |rest: Message| std::iter::once(b"ok".to_vec()).chain(rest).collect::<Message>();
    match &*text(0) {
        "compile" => {
            *program = None;
            let module = match parsed(&text(1)) {
                Ok(module) => module,
                Err(failure) => return failure,
            };
            let bufferize = text(3);
            let bufferize = (!bufferize.is_empty()).then_some(&*bufferize);
            match Executable::new(&module, &text(2), bufferize) {
                Ok(executable) => {
                    let results = executable.results().to_string().into_bytes();
                    *program = Some(Program { module, executable, loaded: None });
                    ok(vec![results])
                }
                Err(error) => failure(&module, &error),
            }
        }
        "load" | "call" | "results" => {
            let Some(program) = program else {
                return said("error", "no program is compiled".to_owned());
            };
            match step(program, &text(0), &request[1..]) {
                Ok(results) => ok(results),
                Err(error) => failure(&program.module, &error),
            }
        }
        "emit" => {
            let stage = match &*text(3) {
                "linalg" => Stage::Linalg,
                "memref" => Stage::Memref,
                _ => Stage::Llvm,
            };
            let form = if text(4) == "generic" { Form::Generic } else { Form::Pretty };
            match parsed(&text(1)) {
                Ok(module) => match emit(&module, &text(2), stage, form) {
                    Ok(out) => ok(vec![out.into_bytes()]),
                    Err(error) => failure(&module, &error),
                },
                Err(failure) => failure,
            }
        }
        "pipeline" => match pipeline::run_on_text(&text(1), &text(2)) {
            Ok(out) => ok(vec![out.into_bytes()]),
            Err(error) => said("error", error.to_string()),
        },
        "passes" => match pipeline::run_generic(&text(1), &text(2)) {
            Ok(out) => ok(vec![out.into_bytes()]),
            Err(Error::Upstream(reports)) => std::iter::once("reports".to_owned())
                .chain(reports)
                .map(String::into_bytes)
                .collect(),
            Err(error) => said("error", error.to_string()),
        },
        other => said("error", format!("there is no request `{other}`")),
    }
}

fn said(kind: &str, sentence: String) -> Message {
    vec![kind.as_bytes().to_vec(), sentence.into_bytes()]
}

fn parsed(text: &str) -> Result<Module, Message> {
    hloom_ir::text::parse_module(text)
        .map_err(|why| said("error", format!("the module can't be parsed: {why:?}")))
}

fn failure(module: &Module, error: &Error) -> Message {
    let Error::Unsupported(why) = error else { return said("error", error.to_string()) };
    let place = module.walk_all().position(|op| op == why.at);
    let place = place.map_or(String::new(), |place| place.to_string());
    vec![b"unsupported".to_vec(), place.into_bytes(), error.to_string().into_bytes()]
}

/// A request to the compiled program.
fn step(program: &mut Program, what: &str, inputs: &[Vec<u8>]) -> Result<Message, Error> {
    let executable = &program.executable;
    if what == "load" {
        let parameters = executable.inputs().iter().zip(inputs);
        let literals = parameters.map(|(&parameter, bytes)| {
            let ty = match parameter {
                Parameter::Tensor(ty) => ty,
                Parameter::Places(element) | Parameter::Elements(element) => {
                    Type::tensor(&[(bytes.len() / element.byte_width()) as i64], element)
                }
            };
            Literal::new(ty, Bytes::from(&bytes[..])).map_err(|e| Error::Inputs(e.to_string()))
        });
        let literals: Vec<Literal> = literals.collect::<Result<_, _>>()?;
        program.loaded = Some(executable.load(&literals)?);
        return Ok(Vec::new());
    }
    let none = || Error::Inputs("the program has no inputs yet".to_owned());
    let loaded = program.loaded.as_mut().ok_or_else(none)?;
    if what == "call" {
        executable.call(loaded)?;
        return Ok(Vec::new());
    }
    let results = executable.take(loaded)?;
    Ok(results.iter().map(|result| result.expanded().bytes().to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_compiled_and_run() {
        let text = "func.func @main(%x: tensor<3xi32>) -> tensor<3xi32> {
            %y = stablehlo.add %x, %x : tensor<3xi32>
            return %y : tensor<3xi32>
        }";
        let part = |text: &str| text.as_bytes().to_vec();
        let input: Vec<u8> = [1i32, -2, 40].iter().flat_map(|n| n.to_le_bytes()).collect();
        let mut requests = Vec::new();
        let compile = [part("compile"), part(text), part("main"), part("")];
        write(&mut requests, &compile).unwrap();
        write(&mut requests, &[part("call")]).unwrap();
        write(&mut requests, &[part("load"), input]).unwrap();
        write(&mut requests, &[part("call")]).unwrap();
        write(&mut requests, &[part("results")]).unwrap();
        write(&mut requests, &[part("emit"), part(text), part("main"), part("linalg")]).unwrap();
        write(&mut requests, &[part("pipeline"), part("module {}"), part("nothing")]).unwrap();
        let mut replies = Vec::new();
        serve(&mut &requests[..], &mut replies).unwrap();
        let mut replies = &replies[..];
        assert_eq!(read(&mut replies).unwrap().unwrap(), [part("ok"), part("1")]);
        let early = read(&mut replies).unwrap().unwrap();
        assert_eq!(early, [part("error"), part("the program has no inputs yet")]);
        assert_eq!(read(&mut replies).unwrap().unwrap(), [part("ok")]);
        assert_eq!(read(&mut replies).unwrap().unwrap(), [part("ok")]);
        let sums: Vec<u8> = [2i32, -4, 80].iter().flat_map(|n| n.to_le_bytes()).collect();
        assert_eq!(read(&mut replies).unwrap().unwrap(), [part("ok"), sums]);
        let emitted = read(&mut replies).unwrap().unwrap();
        let emitted = String::from_utf8_lossy(&emitted[1]);
        assert!(emitted.contains("linalg.generic") && emitted.contains("arith.addi"), "{emitted}");
        assert_eq!(read(&mut replies).unwrap().unwrap()[0], part("error"));
        assert!(read(&mut replies).unwrap().is_none());
    }
}
