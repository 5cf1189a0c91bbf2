//! The values that `--probe` keeps.

use hloom_ir::{Module, Value};

use super::Problem;
use crate::names::Written;
use crate::near;

/// The names of `--probe`, and the text that has them.
#[derive(Clone, Debug, Default)]
pub(super) struct Probes {
    names: Vec<String>,
    text: String,
}

impl Probes {
    /// The names as the command line has them, `%` or not; `all` stands for every value.
    pub(super) fn new(names: &[String], text: &str) -> Probes {
        let text = if names.is_empty() { String::new() } else { text.to_owned() };
        let names = names.iter().map(|name| name.trim_start_matches('%').to_owned()).collect();
        Probes { names, text }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Checks that an op of the module makes each value.
    ///
    /// # Errors
    /// None makes one; the message names it, and a similar one.
    pub(super) fn check(&self, module: &Module) -> Result<(), Problem> {
        if self.names.iter().all(|name| name == "all") {
            return Ok(());
        }
        let written = Written::new(module, &self.text);
        let results = module.walk_all().flat_map(|op| module.results(op).iter());
        let known: Vec<String> = results.filter_map(|value| written.name(value)).collect();
        let strange =
            self.names.iter().find(|name| *name != "all" && !known.iter().any(|it| it == *name));
        let Some(name) = strange else { return Ok(()) };
        let near = near::nearest(name, known.iter().map(String::as_str));
        let advice = near.map_or_else(String::new, |near| format!("; did you mean `%{near}`?"));
        Err(Problem::Usage(format!(
            "--probe: no op of the program makes a value `%{}`{advice}",
            name.escape_debug()
        )))
    }

    /// The name under which a value is kept, if it is.
    pub(super) fn keeps(&self, module: &Module, value: Value) -> Option<String> {
        let own = Written::new(module, &self.text).name(value);
        if self.names.iter().any(|name| name == "all") {
            let op = module.def_op(value)?;
            let short = module.op(op).def().short_name();
            return Some(own.unwrap_or_else(|| format!("{short}_{}", value.index())));
        }
        own.filter(|own| self.names.contains(own))
    }
}
