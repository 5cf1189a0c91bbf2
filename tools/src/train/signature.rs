//! The arguments and results of a training step: which are state, which a batch, which metrics.
//!
//! A step takes the state and then a batch, and returns the state and metrics, in either order:
//!
//! ```text
//! init: () -> state…        or (seed) -> state…
//! step: (state…, batch…) -> (state…, metrics…)      or (metrics…, state…)
//! ```
//!
//! The number of results of `init` is that of the state's tensors. Arguments of a batch have the
//! samples as their first dimension; metrics are scalars, and the first, or the one named `loss`, is the
//! loss.

use hloom_ir::{Module, OpId, Type};

/// A tensor by name.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) ty: Type,
}

/// The roles of the arguments and results of a step.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) state: Vec<Named>,
    pub(super) batch: Vec<Named>,
    pub(super) metrics: Vec<String>,
    /// The first result that is state.
    pub(super) state_at: usize,
    /// The metric that is the loss.
    pub(super) loss: usize,
    /// The samples of a batch.
    pub(super) samples: usize,
}

/// The name and types of a function.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) arguments: Vec<Named>,
    pub(super) results: Vec<Named>,
}

impl Function {
    /// The function of an op.
    pub(super) fn new(module: &Module, op: OpId) -> Function {
        let func = module.func(op);
        let values = module.entry(op, 0).map_or(&[][..], |block| module.args(block));
        let arguments = values.iter().enumerate().map(|(i, &value)| {
            let name = module.name(value).filter(|name| !is_numbered(name));
            let name = name.map_or_else(|| i.to_string(), str::to_owned);
            Named { name, ty: module.ty(value) }
        });
        let arguments = arguments.collect();
        let results = func.function_type.results().iter().enumerate().map(|(i, &ty)| {
            let name = result_name(func.res_attrs.as_deref(), i);
            Named { name: name.unwrap_or_else(|| i.to_string()), ty }
        });
        let results = results.collect();
        Function { name: func.sym_name.0.to_string(), arguments, results }
    }
}

/// Whether a name is one that a printer made: `arg0`, `3`.
fn is_numbered(name: &str) -> bool {
    let number = name.strip_prefix("arg").unwrap_or(name);
    !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
}

/// The name in a result's `hloom.name` or `jax.result_info`: the last key in quotes, or after a dot.
fn result_name(attributes: Option<&hloom_ir::Attr>, result: usize) -> Option<String> {
    use hloom_ir::Attr;
    let Some(Attr::Array(all)) = attributes else { return None };
    let Some(Attr::Dict(dict)) = all.get(result) else { return None };
    let text = |key: &str| match dict.get(key) {
        Some(Attr::String(bytes)) => Some(String::from_utf8_lossy(bytes).into_owned()),
        _ => None,
    };
    if let Some(name) = text("hloom.name") {
        return Some(name);
    }
    let info = text("jax.result_info")?;
    let key = info.rsplit('\'').nth(1).map(str::to_owned);
    let field = || {
        let (_, field) = info.rsplit_once('.')?;
        field.chars().all(|c| c.is_alphanumeric() || c == '_').then(|| field.to_owned())
    };
    key.or_else(field).filter(|name| !name.is_empty())
}

impl Signature {
    /// The number of the result that is this metric.
    pub(super) fn results_before(&self, metric: usize) -> usize {
        if metric < self.state_at { metric } else { metric + self.state.len() }
    }

    /// The parts of a step whose state has these types.
    ///
    /// # Errors
    /// If they do not fit; a sentence.
    pub(super) fn new(
        step: &Function,
        state: &[Type],
        batch: Option<usize>,
    ) -> Result<Signature, String> {
        let (name, count) = (&step.name, state.len());
        let fits = |part: &[Named]| {
            part.len() == count && part.iter().zip(state).all(|(own, &ty)| own.ty == ty)
        };
        if step.arguments.len() < count {
            return Err(format!(
                "@{name} takes {} arguments, but the state has {count} tensors",
                step.arguments.len()
            ));
        }
        let (arguments, rest) = step.arguments.split_at(count);
        if let Some((i, (own, ty))) =
            arguments.iter().zip(state).enumerate().find(|(_, (own, ty))| own.ty != **ty)
        {
            return Err(format!(
                "argument {i} of @{name} is {}, but tensor {i} of the state is {ty}",
                own.ty
            ));
        }
        let extra = step.results.len().checked_sub(count);
        let ends = extra.map(|extra| (&step.results[..count], &step.results[extra..]));
        // Where both ends have the state's types, the one with the loss is not the state.
        let loss = step.results.iter().position(|result| result.name == "loss");
        let state_at = match (ends, extra) {
            (Some((first, last)), Some(extra))
                if fits(last) && (!fits(first) || loss.is_some_and(|at| at < count.min(extra))) =>
            {
                extra
            }
            (Some((first, _)), _) if fits(first) => 0,
            _ => {
                return Err(format!(
                    "@{name} does not return its state: neither its first nor its last {count} results have \
                     the types of its first {count} arguments"
                ));
            }
        };
        let results = step.results.iter().enumerate();
        let metrics: Vec<(usize, &Named)> =
            results.filter(|(i, _)| !(state_at..state_at + count).contains(i)).collect();
        if metrics.is_empty() {
            return Err(format!("@{name} returns no loss besides its state"));
        }
        for (i, metric) in &metrics {
            let tensor = metric.ty.as_tensor().filter(|t| t.dims.is_empty());
            if tensor.is_none_or(|t| !(t.element.is_float() || t.element.is_integer())) {
                return Err(format!(
                    "result {i} of @{name} is {}; a metric is a scalar number",
                    metric.ty
                ));
            }
        }
        let given = |named: &Named| named.name.parse::<usize>().is_err();
        let mut names: Vec<String> = Vec::new();
        for (i, (_, metric)) in metrics.iter().enumerate() {
            let own = given(metric).then(|| metric.name.clone());
            let own = own.filter(|name| !names.contains(name));
            let made = if i == 0 { "loss".to_owned() } else { format!("metric{i}") };
            names.push(own.unwrap_or(made));
        }
        let loss = names.iter().position(|name| name == "loss").unwrap_or(0);
        let samples = samples(step, rest, count, batch)?;
        let mut state: Vec<Named> = Vec::new();
        for (i, argument) in arguments.iter().enumerate() {
            let named = [argument, &step.results[state_at + i]].into_iter().find(|it| given(it));
            let name = named.map(|it| it.name.clone());
            let name = name.filter(|name| !state.iter().any(|other| other.name == *name));
            let name = name.unwrap_or_else(|| format!("state.{i}"));
            state.push(Named { name, ty: argument.ty });
        }
        Ok(Signature { state, batch: rest.to_vec(), metrics: names, state_at, loss, samples })
    }
}

/// The samples of a batch: the first extent of every argument that is not state.
fn samples(
    step: &Function,
    batch: &[Named],
    first: usize,
    asked: Option<usize>,
) -> Result<usize, String> {
    let name = &step.name;
    if batch.is_empty() {
        return Err(format!("@{name} takes no batch besides its state"));
    }
    let mut found = None;
    for (i, argument) in batch.iter().enumerate() {
        let place = format!("argument {} of @{name} is {}", first + i, argument.ty);
        let extents = argument.ty.as_tensor().map(|t| &t.dims[..]);
        let Some(&[own, ref rest @ ..]) = extents else {
            return Err(format!(
                "{place}: it is not state, so that its first dimension must count samples"
            ));
        };
        if rest.iter().any(|&n| n < 0) {
            return Err(format!("{place}: only the number of samples may be open"));
        }
        let Ok(own) = usize::try_from(own) else { continue };
        match found {
            None => found = Some((own, place)),
            Some((other, ref before)) if other != own => {
                return Err(format!("{before}, but {place}: batches have one number of samples"));
            }
            Some(_) => {}
        }
    }
    match (found.map(|(n, _)| n), asked) {
        (Some(0), _) | (_, Some(0)) => Err("a batch has one sample at least".to_owned()),
        (Some(own), Some(asked)) if own != asked => Err(format!(
            "--batch={asked}: @{name} takes batches of {own} samples; export it with another number, or \
             an open one"
        )),
        (Some(n), _) | (None, Some(n)) => Ok(n),
        (None, None) => {
            Err(format!("@{name} takes any number of samples: choose one with --batch=N"))
        }
    }
}
