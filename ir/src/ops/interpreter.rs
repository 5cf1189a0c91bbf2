//! Ops of StableHLO's reference interpreter: several processes at once, and inspection of values.

use crate::attr::Attr;
use crate::field::{Field, ResultTypes, Style, Text};
use crate::op::{ConstraintError, ensure};
use crate::ops::Func;
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::describe;
use crate::types::{Type, all_compatible};

/// A list of functions: `[@queue0, @queue1]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Names(pub Box<[Box<str>]>);

impl Field for Names {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Names, String> {
        let names = match &attr {
            Some(Attr::Array(items)) => {
                items.iter().map(|a| a.as_symbol().map(Box::from)).collect::<Option<_>>()
            }
            _ => None,
        };
        names.map(Names).ok_or_else(|| match attr {
            Some(other) => format!("expected functions `[@name, …]`, found `{other}`"),
            None => "it is missing".into(),
        })
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Array(self.0.iter().map(|name| Attr::symbol(name)).collect()))
    }
}

/// A function for each process, one list per replica: `[[@a, @b], [@a, @b]]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Programs(pub Box<[Names]>);

impl Programs {
    /// The functions, replica by replica.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|names| names.0.iter().map(|name| &**name))
    }
}

impl Field for Programs {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, results: &[Type]) -> Result<Programs, String> {
        match attr {
            Some(Attr::Array(rows)) => rows
                .iter()
                .map(|row| Names::from_attr(Some(row.clone()), results))
                .collect::<Result<_, _>>()
                .map(Programs),
            Some(other) => Err(format!("expected lists of functions `[[@name]]`, found `{other}`")),
            None => Err("it is missing".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Array(self.0.iter().filter_map(Field::to_attr).collect()))
    }
}

op! {
    /// Runs functions at the same time, each as a process of its own, in a grid of replicas (the
    /// lists of `programs`) by partitions (the functions in each). The operands are the arguments
    /// of the first process, then those of the second, and so on; so are the results. `infeed`
    /// lists functions whose results are read by `infeed` ops, one function after the other.
    ///
    /// Source: `stablehlo/reference/InterpreterOps.td` of StableHLO.
    run_parallel: RunParallel = "interpreter.run_parallel" (inputs: many Any)
    { infeed: Option<Names>, programs: Programs, results: ResultTypes } -> Any
    syntax generic
    traits []
}
impl Infer for RunParallel {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let partitions = self.programs.0.first().map_or(0, |row| row.0.len());
        ensure!(Programs at programs, partitions > 0, "programs must name a function");
        let same = self.programs.0.iter().all(|row| row.0.len() == partitions);
        ensure!(Programs at programs, same, "each replica must have {partitions} programs, as the first has");
        let (mut inputs, mut results) = (Types::new(), Types::new());
        for name in self.programs.all() {
            let Some(op) = cx.module.symbol(name) else {
                // Functions may be defined after their use.
                return Ok(self.results.0.iter().copied().collect());
            };
            let func = cx.module.get::<Func>(op);
            ensure!(Programs at programs, func.is_some(), "@{name} is not a function");
            let Some(func) = func else { continue };
            inputs.extend_from_slice(func.function_type.inputs());
            results.extend_from_slice(func.function_type.results());
        }
        ensure!(
            Programs,
            all_compatible(&cx.types(), &inputs),
            "the programs take {}, but are given {}",
            describe(&inputs),
            describe(&cx.types())
        );
        if let Some(infeed) = &self.infeed {
            ensure!(Infeed at infeed, !infeed.0.is_empty(), "infeed names no function");
            for name in &infeed.0 {
                let func = cx.module.symbol(name).and_then(|op| cx.module.get::<Func>(op));
                let ty = func.map(|f| f.function_type);
                let fits = ty.is_none_or(|ty| {
                    ty.inputs().is_empty()
                        && matches!(ty.results(), [one] if one.as_tensor().is_some())
                });
                ensure!(Infeed at infeed, fits, "@{name} must take nothing and result in a tensor");
            }
        }
        Ok(results)
    }
}

op! {
    /// Prints the operand and returns it.
    ///
    /// Source: `stablehlo/reference/InterpreterOps.td` of StableHLO.
    print: Print = "interpreter.print" (operand: Tensor) {} -> Tensor
    syntax "$operand : same"
    traits []
}
impl Infer for Print {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(cx.types())
    }
}

op! {
    /// Stores the operand as an array under the name `probe_id`, and returns it. Each execution
    /// stores another array, numbered from 1.
    ///
    /// Source: `stablehlo/reference/InterpreterOps.td` of StableHLO.
    probe: Probe = "interpreter.probe" (operand: Tensor) { probe_id: Text } -> Tensor
    syntax custom
    traits []
}
impl Infer for Probe {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(cx.types())
    }
}
