//! The addresses of the routines of linear algebra that a program calls.

use hloom_linear::exports::KERNELS;
use hloom_loops::program::Program;

use crate::error::Error;
use crate::jit::HostSymbol;

/// The routines of a program, by name.
///
/// # Errors
/// If there is no routine of a name.
pub(super) fn symbols(program: &Program) -> Result<Vec<HostSymbol<'static>>, Error> {
    let called = program.externs.iter().filter(|function| function.is_routine());
    let symbol = |name: &str| {
        let found = KERNELS.iter().find(|(known, _, _)| *known == name);
        let what = || format!("there is no routine `{name}`");
        let missing = || Error::Unsupported { function: program.name.clone(), what: what() };
        let (name, _, function) = found.ok_or_else(missing)?;
        Ok(HostSymbol { name, address: *function as *const () })
    };
    called.map(|function| symbol(&function.name)).collect()
}
