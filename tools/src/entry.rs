//! Selection of the entry function.

use hloom_ir::{Module, OpId};

use crate::near;

/// The function to run: the requested one; else `main`; else the module's only public function. `how` tells the user how to
/// choose one, for the message.
///
/// # Errors
/// If it does not exist or has no body; the message lists the existing ones.
pub(crate) fn choose(module: &Module, requested: Option<&str>, how: &str) -> Result<OpId, String> {
    let runnable = |op: &OpId| module.entry(*op, 0).is_some();
    let functions: Vec<OpId> = module.functions().collect();
    let name = |op: OpId| &*module.func(op).sym_name.0;
    let found = |requested: &str| functions.iter().copied().find(|&op| name(op) == requested);
    if let Some(requested) = requested {
        return match found(requested) {
            Some(op) if runnable(&op) => Ok(op),
            Some(_) => Err(format!("@{requested} is only declared, so it can't be run")),
            None => {
                let near = near::nearest(requested, functions.iter().map(|&op| name(op)));
                let advice = match near {
                    Some(near) => format!("; did you mean @{near}?"),
                    None => listed(functions.iter().map(|&op| name(op))),
                };
                Err(format!("there is no function @{}{advice}", requested.escape_debug()))
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
            "several functions could be run, and none is named @main; {how}{}",
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
