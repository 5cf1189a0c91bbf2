//! The signatures of the host functions that a program calls.

use hloom_loops::program as loops;
use hloom_loops::program::{Argument, Program, Stmt};

use super::parameter::usize_of;
use crate::error::Error;
use crate::runtime::host::Signature;

/// The signature of each host function, by number.
pub(super) fn signatures(program: &Program) -> Result<Vec<Signature>, Error> {
    let mut found: Vec<Option<Signature>> = Vec::new();
    for statement in program.body.walk() {
        let Stmt::Call { callee, arguments, .. } = statement else { continue };
        let callee = program.callee(*callee);
        let Some(number) = callee.host_number() else { continue };
        let mut signature = Signature::default();
        for (parameter, argument) in callee.parameters.iter().zip(arguments) {
            let Argument::Address(buffer, _) = argument else { continue };
            let bytes = usize_of(program.buffer(*buffer).bytes())?;
            match parameter {
                loops::Parameter::Out(_) => signature.results.push(bytes),
                // Addresses of results come behind those of operands.
                _ if signature.results.is_empty() => signature.operands.push(bytes),
                _ => return Err(mistaken(program, &callee.name)),
            }
        }
        let number = number as usize;
        if number >= program.externs.len() {
            return Err(mistaken(program, &callee.name));
        }
        if found.len() <= number {
            found.resize(number + 1, None);
        }
        match &found[number] {
            Some(other) if *other != signature => return Err(mistaken(program, &callee.name)),
            _ => found[number] = Some(signature),
        }
    }
    Ok(found.into_iter().map(Option::unwrap_or_default).collect())
}

fn mistaken(program: &Program, name: &str) -> Error {
    let what = format!("the calls of `{name}` don't agree on its buffers");
    Error::Unsupported { function: program.name.clone(), what }
}
