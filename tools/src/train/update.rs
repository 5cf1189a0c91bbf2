//! A training step made of a loss: its gradient by the pass `gradient`, and an optimizer.
//!
//! The loss takes the parameters and then a batch, and returns the loss and other metrics. The step is
//! written as text: it calls the loss and the gradient, and updates each parameter of real floats.
//!
//! ```text
//! sgd       p := p - lr·g
//! momentum  v := momentum·v + g                      p := p - lr·v
//! adam      m := β₁·m + (1-β₁)·g    v := β₂·v + (1-β₂)·g²    t := t + 1
//!           p := p - lr · (m / (1-β₁ᵗ)) / (√(v / (1-β₂ᵗ)) + ε)
//! ```
//!
//! Source of Adam: Kingma and Ba, <https://arxiv.org/abs/1412.6980>, algorithm 1.

use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::Arc;

use hloom_ir::text::{PrintOptions, print};
use hloom_ir::{Attr, Element, Literal, Module, Type};
use hloom_passes::fusion::Control;

use super::signature::{Function, Named};

/// The name of the step that is made.
pub(super) const STEP: &str = "hloom_train_step";

/// The name of the function whose gradient is taken.
const LOSS: &str = "hloom_train_loss";

/// An optimizer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Optimizer {
    /// Gradient descent.
    Sgd { lr: f64 },
    /// With a sum of gradients that decays.
    Momentum { lr: f64, momentum: f64 },
    /// With running means of the gradient and its square.
    Adam { lr: f64, beta1: f64, beta2: f64, epsilon: f64 },
}

impl FromStr for Optimizer {
    type Err = String;

    fn from_str(text: &str) -> Result<Optimizer, String> {
        let (name, options) = match text.split_once('{') {
            Some((name, rest)) => (name, rest.strip_suffix('}').ok_or("expected `}` at the end")?),
            None => (text, ""),
        };
        let mut found = match name {
            "sgd" => Optimizer::Sgd { lr: 0.01 },
            "momentum" => Optimizer::Momentum { lr: 0.01, momentum: 0.9 },
            "adam" => Optimizer::Adam { lr: 0.001, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 },
            _ => return Err(format!("there is no optimizer `{name}`: sgd, momentum, adam")),
        };
        for option in options.split([',', ' ']).filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').ok_or("expected NAME=NUMBER")?;
            let number: f64 = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
            if !number.is_finite() || number < 0.0 {
                return Err(format!("`{key}` is {number}"));
            }
            let place = match (&mut found, key) {
                (
                    Optimizer::Sgd { lr }
                    | Optimizer::Momentum { lr, .. }
                    | Optimizer::Adam { lr, .. },
                    "lr",
                ) => lr,
                (Optimizer::Momentum { momentum, .. }, "momentum") => momentum,
                (Optimizer::Adam { beta1, .. }, "beta1") => beta1,
                (Optimizer::Adam { beta2, .. }, "beta2") => beta2,
                (Optimizer::Adam { epsilon, .. }, "epsilon") => epsilon,
                _ => return Err(format!("`{name}` has no option `{key}`")),
            };
            *place = number;
        }
        Ok(found)
    }
}

/// A module with a step, and the state of the optimizer behind the parameters.
pub(super) struct Step {
    pub(super) module: Module,
    /// The state's tensors behind the parameters, all zero.
    pub(super) zeros: Vec<Type>,
}

/// Makes the step of a loss whose first arguments are parameters of these types.
///
/// # Errors
/// If the loss does not fit, or has no gradient; a sentence.
pub(super) fn make(
    module: &Module,
    loss: &Function,
    parameters: &[Type],
    optimizer: Optimizer,
) -> Result<Step, String> {
    let name = &loss.name;
    let fits = loss.arguments.iter().map(|a| a.ty).take(parameters.len());
    if !fits.eq(parameters.iter().copied()) {
        return Err(format!(
            "the first {} arguments of @{name} are not the parameters that the init function returns",
            parameters.len()
        ));
    }
    let real = loss.results.first().is_some_and(|first| {
        first.ty.as_tensor().is_some_and(|t| t.dims.is_empty() && t.element.is_float())
    });
    if !real {
        return Err(format!(
            "the first result of @{name} is not a scalar float, so it is not a loss"
        ));
    }
    let mut text = print(module, &PrintOptions::default());
    // Functions stand at the end of a `module { … }`.
    let is_module = text
        .lines()
        .find(|line| !line.trim().is_empty() && !line.trim_start().starts_with(['#', '/']))
        .is_some_and(|line| line.trim_start().starts_with("module"));
    let at = |text: &str| text.rfind('}').filter(|_| is_module).unwrap_or(text.len());
    text.insert_str(at(&text), &only_loss(loss));
    let mut module = parse(&text)?;
    let pipeline =
        crate::opt::pipeline(&format!("inline,expand-slice-reduce,gradient{{of={LOSS}}}"));
    let pipeline = pipeline.map_err(|error| error.to_string())?;
    let fusion = Arc::new(Control::new(None, None));
    crate::target::optimize(&mut module, &pipeline, &fusion)
        .map_err(|failure| format!("@{name} has no gradient: {failure}"))?;
    let mut text = print(&module, &PrintOptions::default());
    let (step, zeros) = step(loss, parameters, optimizer)?;
    text.insert_str(at(&text), &step);
    Ok(Step { module: parse(&text)?, zeros })
}

fn parse(text: &str) -> Result<Module, String> {
    let module = hloom_ir::text::parse_module(text);
    let bug = |found: Vec<hloom_ir::Diagnostic>| {
        let first = found.first().map_or("", |d| d.message.as_str());
        format!("this is a bug in hloom: the step that it made is wrong: {first}")
    };
    let module = module.map_err(bug)?;
    hloom_analysis::verify::verify_text(&module, text).map_err(bug)?;
    Ok(module)
}

/// The beginning of the names of values that no program has.
pub(super) const OWN: &str = "hloom_";

/// The type of a function.
fn signature(arguments: &[Named], results: &[Type]) -> String {
    let list = |types: &mut dyn Iterator<Item = Type>| {
        types.map(|ty| ty.to_string()).collect::<Vec<_>>().join(", ")
    };
    let arguments = list(&mut arguments.iter().map(|a| a.ty));
    format!("({arguments}) -> ({})", list(&mut results.iter().copied()))
}

/// A call of a function, whose results are `%prefix#0`, ….
fn call(prefix: &str, name: &str, arguments: &[Named], results: &[Type]) -> String {
    let values: Vec<String> = arguments.iter().enumerate().map(value).collect();
    let many = if results.len() > 1 { format!(":{}", results.len()) } else { String::new() };
    let (values, types) = (values.join(", "), signature(arguments, results));
    format!("  %{OWN}{prefix}{many} = func.call @\"{name}\"({values}) : {types}\n")
}

/// The name of an argument's value: the argument's own, by which it takes a field of a dataset.
fn value((i, argument): (usize, &Named)) -> String {
    let name = &argument.name;
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match is_word && !name.starts_with(OWN) {
        true => format!("%{name}"),
        false => format!("%arg{i}"),
    }
}

/// `%prefix#i`, or `%prefix` of a single result.
fn result(prefix: &str, i: usize, count: usize) -> String {
    if count > 1 { format!("%{OWN}{prefix}#{i}") } else { format!("%{OWN}{prefix}") }
}

/// The function that returns the loss alone: `gradient` is of the sum of all results.
fn only_loss(loss: &Function) -> String {
    let types: Vec<Type> = loss.results.iter().map(|r| r.ty).collect();
    format!(
        "\nfunc.func private @{LOSS}({}) -> {} {{\n{}  return {} : {}\n}}\n",
        header(&loss.arguments),
        types[0],
        call("r", &loss.name, &loss.arguments, &types),
        result("r", 0, types.len()),
        types[0]
    )
}

fn header(arguments: &[Named]) -> String {
    let each = arguments.iter().enumerate().map(|(i, a)| format!("{}: {}", value((i, a)), a.ty));
    each.collect::<Vec<_>>().join(", ")
}

/// Ops of the update, one a line.
struct Ops {
    text: String,
    next: usize,
}

impl Ops {
    fn op(&mut self, op: &str, operands: &[&str], ty: Type) -> String {
        let name = format!("%{OWN}{}", self.next);
        self.next += 1;
        let _ = writeln!(self.text, "  {name} = stablehlo.{op} {} : {ty}", operands.join(", "));
        name
    }

    fn number(&mut self, number: f64, ty: Type) -> String {
        let name = format!("%{OWN}{}", self.next);
        self.next += 1;
        // MLIR's floats have a point.
        let mut digits = format!("{number:e}");
        if !digits.contains('.') {
            digits = digits.replace('e', ".0e");
        }
        let _ = writeln!(self.text, "  {name} = stablehlo.constant dense<{digits}> : {ty}");
        name
    }

    /// A value in another type.
    fn convert(&mut self, value: &str, from: Type, to: Type) -> String {
        if from == to {
            return value.to_owned();
        }
        let name = format!("%{OWN}{}", self.next);
        self.next += 1;
        let _ = writeln!(self.text, "  {name} = stablehlo.convert {value} : ({from}) -> {to}");
        name
    }

    /// A constant times a value.
    fn scaled(&mut self, number: f64, value: &str, ty: Type) -> String {
        let number = self.number(number, ty);
        self.op("multiply", &[&number, value], ty)
    }

    /// `rate·mean + (1 - rate)·value`.
    fn mean(&mut self, rate: f64, mean: &str, value: &str, ty: Type) -> String {
        let (old, new) = (self.scaled(rate, mean, ty), self.scaled(1.0 - rate, value, ty));
        self.op("add", &[&old, &new], ty)
    }
}

/// The type that Adam's means have: in narrower floats than `f32`, epsilon is 0 and the rates are 1.
fn wide(ty: Type) -> Type {
    match ty.as_tensor() {
        Some(tensor) if tensor.element.bit_width() < 32 => Type::tensor(&tensor.dims, Element::F32),
        _ => ty,
    }
}

/// The text of the step, and the types of the optimizer's state.
fn step(
    loss: &Function,
    parameters: &[Type],
    optimizer: Optimizer,
) -> Result<(String, Vec<Type>), String> {
    let real = |ty: Type| ty.element().is_some_and(|e| e.is_float());
    let trained: Vec<usize> = (0..parameters.len()).filter(|&i| real(parameters[i])).collect();
    if trained.is_empty() {
        return Err("no parameter is of floats, so that nothing can be trained".to_owned());
    }
    let count = Type::tensor(&[], Element::F32);
    let each = || trained.iter().map(|&i| parameters[i]);
    let zeros: Vec<Type> = match optimizer {
        Optimizer::Sgd { .. } => Vec::new(),
        Optimizer::Momentum { .. } => each().collect(),
        Optimizer::Adam { .. } => each().map(wide).chain(each().map(wide)).chain([count]).collect(),
    };
    let metrics: Vec<Type> = loss.results.iter().map(|r| r.ty).collect();
    let floats = loss.arguments.iter().filter(|a| real(a.ty));
    let gradients: Vec<Type> = metrics[..1].iter().copied().chain(floats.map(|a| a.ty)).collect();
    let state = zeros.iter().enumerate().map(|(i, ty)| format!("%{OWN}state{i}: {ty}"));
    let arguments = loss.arguments.iter().enumerate();
    let arguments: Vec<String> =
        arguments.map(|(i, a)| format!("{}: {}", value((i, a)), a.ty)).collect();
    let (own, batch) = arguments.split_at(parameters.len());
    let header: Vec<String> =
        own.iter().cloned().chain(state).chain(batch.iter().cloned()).collect();
    let mut ops = Ops { text: String::new(), next: 0 };
    ops.text += &call("l", &loss.name, &loss.arguments, &metrics);
    ops.text += &call("g", &format!("{LOSS}_gradient"), &loss.arguments, &gradients);
    let own_values = loss.arguments.iter().enumerate().take(parameters.len());
    let mut values: Vec<String> = own_values.map(value).collect();
    let mut state: Vec<String> = (0..zeros.len()).map(|i| format!("%{OWN}state{i}")).collect();
    let steps = state.last().filter(|_| matches!(optimizer, Optimizer::Adam { .. })).cloned();
    let steps = steps.map(|old| {
        let one = ops.number(1.0, count);
        ops.op("add", &[&old, &one], count)
    });
    if let (Some(last), Some(new)) = (state.last_mut(), &steps) {
        *last = new.clone();
    }
    for (k, &i) in trained.iter().enumerate() {
        // Parameters are the first arguments, so that their gradients are the first too.
        let (ty, gradient) = (parameters[i], result("g", 1 + k, gradients.len()));
        let update = match optimizer {
            Optimizer::Sgd { lr } => ops.scaled(lr, &gradient, ty),
            Optimizer::Momentum { lr, momentum } => {
                let old = ops.scaled(momentum, &state[k], ty);
                state[k] = ops.op("add", &[&old, &gradient], ty);
                ops.scaled(lr, &state[k], ty)
            }
            Optimizer::Adam { lr, beta1, beta2, epsilon } => {
                let second = trained.len() + k;
                let (own, ty) = (ty, wide(ty));
                let gradient = ops.convert(&gradient, own, ty);
                state[k] = ops.mean(beta1, &state[k], &gradient, ty);
                let square = ops.op("multiply", &[&gradient, &gradient], ty);
                state[second] = ops.mean(beta2, &state[second], &square, ty);
                let steps = steps.clone().unwrap_or_default();
                let mut unbiased = |beta: f64, mean: &str| {
                    let base = ops.number(beta, count);
                    let power = ops.op("power", &[&base, &steps], count);
                    let one = ops.number(1.0, count);
                    let rest = ops.op("subtract", &[&one, &power], count);
                    let name = format!("%{OWN}{}", ops.next);
                    let of = ty.as_tensor().map(|t| Type::tensor(&[], t.element)).unwrap_or(count);
                    let _ = writeln!(
                        ops.text,
                        "  {name}s = stablehlo.convert {rest} : ({count}) -> {of}\n  {name} = \
                         stablehlo.broadcast_in_dim {name}s, dims = [] : ({of}) -> {ty}"
                    );
                    ops.next += 1;
                    ops.op("divide", &[mean, &name], ty)
                };
                let first = unbiased(beta1, &state[k]);
                let second = unbiased(beta2, &state[second]);
                let root = ops.op("sqrt", &[&second], ty);
                let small = ops.number(epsilon, ty);
                let below = ops.op("add", &[&root, &small], ty);
                let ratio = ops.op("divide", &[&first, &below], ty);
                let update = ops.scaled(lr, &ratio, ty);
                let old = ops.convert(&values[i], own, ty);
                let new = ops.op("subtract", &[&old, &update], ty);
                values[i] = ops.convert(&new, ty, own);
                continue;
            }
        };
        values[i] = ops.op("subtract", &[&values[i], &update], ty);
    }
    let results = (0..metrics.len()).map(|i| result("l", i, metrics.len()));
    let all: Vec<String> = values.into_iter().chain(state).chain(results).collect();
    let types: Vec<String> =
        (parameters.iter().chain(&zeros).chain(&metrics)).map(|ty| ty.to_string()).collect();
    let named = |(i, r): (usize, &Named)| match i {
        0 => " {hloom.name = \"loss\"}".to_owned(),
        _ if r.name.parse::<usize>().is_ok() || r.name == "loss" => String::new(),
        _ => format!(" {{hloom.name = {}}}", Attr::string(&r.name)),
    };
    let names = loss.results.iter().enumerate().map(named);
    let shown: Vec<String> = (types.iter().cloned())
        .zip(std::iter::repeat_n(String::new(), parameters.len() + zeros.len()).chain(names))
        .map(|(ty, name)| ty + &name)
        .collect();
    let text = format!(
        "\nfunc.func @{STEP}({}) -> ({}) {{\n{}  return {} : {}\n}}\n",
        header.join(", "),
        shown.join(", "),
        ops.text,
        all.join(", "),
        types.join(", ")
    );
    Ok((text, zeros))
}

/// Tensors of zeros.
///
/// # Errors
/// If there is no memory.
pub(super) fn zeros(types: &[Type]) -> anyhow::Result<Vec<Literal>> {
    types.iter().map(|&ty| Ok(Literal::zeros(ty)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn optimizers_are_parsed() {
        assert_eq!("sgd{lr=0.5}".parse(), Ok(Optimizer::Sgd { lr: 0.5 }));
        let momentum = Optimizer::Momentum { lr: 0.1, momentum: 0.8 };
        assert_eq!("momentum{lr=0.1,momentum=0.8}".parse(), Ok(momentum));
        assert!("adam{beta1=0.8 epsilon=1e-7}".parse::<Optimizer>().is_ok());
        for wrong in
            ["", "sgd{lr=0.5", "sgd{momentum=1}", "adam{lr}", "adam{lr=x}", "sgd{lr=-1}", "lion"]
        {
            assert!(wrong.parse::<Optimizer>().is_err(), "{wrong}");
        }
    }
}
