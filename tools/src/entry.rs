//! Selection of the entry function.

use hloom_ir::{Module, OpId};

use crate::near;

/// The function to run: the requested one; else `main`; else the module's only public function.
///
/// # Errors
/// If it does not exist or has no body; the message lists the existing ones.
pub(crate) fn choose(module: &Module, wanted: Option<&str>) -> Result<OpId, String> {
    let runnable = |op: &OpId| module.entry(*op, 0).is_some();
    let functions: Vec<OpId> = module.functions().collect();
    let name = |op: OpId| &*module.func(op).sym_name.0;
    let found = |wanted: &str| functions.iter().copied().find(|&op| name(op) == wanted);
    if let Some(wanted) = wanted {
        return match found(wanted) {
            Some(op) if runnable(&op) => Ok(op),
            Some(_) => Err(format!("@{wanted} is only declared, so it can't be run")),
            None => {
                let near = near::nearest(wanted, functions.iter().map(|&op| name(op)));
                let advice = match near {
                    Some(near) => format!("; did you mean @{near}?"),
                    None => listed(functions.iter().map(|&op| name(op))),
                };
                Err(format!("there is no function @{}{advice}", wanted.escape_debug()))
            }
        };
    }
    if let Some(main) = found("main").filter(runnable) {
        return Ok(main);
    }
    let public: Vec<OpId> = functions
        .iter()
        .copied()
        .filter(|op| runnable(op) && module.func(*op).is_public())
        .collect();
    match public[..] {
        [only] => Ok(only),
        [] => Err(format!(
            "there is no function to run: none named @main, and no public one{}",
            listed(functions.iter().map(|&op| name(op)))
        )),
        _ => Err(format!(
            "several functions could be run, and none is named @main; choose one with --entry{}",
            listed(public.iter().map(|&op| name(op)))
        )),
    }
}

/// Formats `; there are @a, @b` with a limited length.
fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut names = names.map(|name| format!("@{}", name.escape_debug()));
    let shown: Vec<String> = names.by_ref().take(10).collect();
    let more = if names.next().is_some() { ", …" } else { "" };
    if shown.is_empty() { String::new() } else { format!("; there are {}{more}", shown.join(", ")) }
}
