//! Custom calls: calls of functions that a backend knows by name, and their attributes.

use crate::attr::Attr;
use crate::field::{Dims, Field, ResultTypes, Style, Switch, Text};
use crate::literal::Literal;
use crate::op::{ConstraintError, OpPart, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::{Element, Type};
use std::fmt::Write as _;

op! {
    /// Calls a function that the backend knows by name, such as one of a library.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#custom_call>
    custom_call: CustomCall = "stablehlo.custom_call" (inputs: many Any)
    {
        call_target_name: Text,
        has_side_effect: Switch,
        /// The configuration of the target: a string, or a dictionary.
        backend_config: Option<Config>,
        api_version: ApiVersion,
        called_computations: Symbols,
        operand_layouts: Option<Layouts>,
        result_layouts: Option<Layouts>,
        output_operand_aliases: Aliases,
        results: ResultTypes,
    } -> Any
    syntax custom
    traits []
}
impl CustomCall {
    /// The name of the called function.
    pub fn target(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.call_target_name.0)
    }

    /// A call of `target` with default attributes.
    pub fn new(target: &str, results: &[Type]) -> CustomCall {
        CustomCall {
            call_target_name: Text(target.as_bytes().into()),
            has_side_effect: Switch(false),
            backend_config: None,
            api_version: ApiVersion::default(),
            called_computations: Symbols::default(),
            operand_layouts: None,
            result_layouts: None,
            output_operand_aliases: Aliases::default(),
            results: ResultTypes(results.into()),
        }
    }
}
impl Infer for CustomCall {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let results = &self.results.0;
        let typed = self.api_version.0 == ApiVersion::TYPED_FFI;
        if let (true, Some(Config(Attr::String(_)))) = (typed, &self.backend_config) {
            ensure!(Config at backend_config, false,
                "with api_version 4, backend_config must be a dictionary, not a string");
        }
        if let (false, Some(Config(Attr::Dict(_)))) = (typed, &self.backend_config) {
            ensure!(Config at backend_config, false,
                "backend_config is a dictionary, which takes api_version 4, not {}",
                self.api_version.0);
        }
        let layouts = (&self.operand_layouts, &self.result_layouts);
        if let (Some(of_operands), Some(of_results)) = layouts {
            // The layouts of a single tuple are those of its members.
            let members = match **results {
                [one] => one.as_tuple().unwrap_or(results),
                _ => results,
            };
            of_operands.check(&cx.types(), "operand", "operand_layouts")?;
            of_results.check(members, "result", "result_layouts")?;
        } else {
            ensure!(
                Layout,
                matches!(layouts, (None, None)),
                "layouts must be given for both operands and results, or for neither"
            );
        }
        for alias in &self.output_operand_aliases.0 {
            alias.check(&cx.types(), results)?;
        }
        Ok(results.iter().copied().collect())
    }
}

/// The configuration of a custom call's target: a string, or a dictionary.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Config(pub Attr);

impl Field for Config {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Config, String> {
        match attr {
            Some(attr @ (Attr::String(_) | Attr::Dict(_))) => Ok(Config(attr)),
            Some(other) => Err(format!("expected a string or a dictionary, found `{other}`")),
            None => Err("it is missing".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(self.0.clone())
    }
}

/// The calling convention of a custom call, 0 to 4; 1 by default: `4 : i32`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ApiVersion(pub i64);

impl ApiVersion {
    /// The calling convention with a dictionary as configuration.
    pub const TYPED_FFI: i64 = 4;
}
impl Default for ApiVersion {
    fn default() -> ApiVersion {
        ApiVersion(1)
    }
}
impl Field for ApiVersion {
    const STYLE: Style = Style::Attr;
    const OPTIONAL: bool = true;
    fn from_attr(attr: Option<Attr>, results: &[Type]) -> Result<ApiVersion, String> {
        let Some(attr) = attr else { return Ok(ApiVersion::default()) };
        match i64::from_attr(Some(attr), results)? {
            version @ 0..=4 => Ok(ApiVersion(version)),
            other => Err(format!("expected a version from 0 to 4, found `{other}`")),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        (self.0 != 1).then(|| Attr::Int(self.0, Type::scalar(Element::I32)))
    }
}

/// Names of functions, empty by default: `[@f, @g]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Symbols(pub Box<[Box<str>]>);

impl Field for Symbols {
    const STYLE: Style = Style::Attr;
    const OPTIONAL: bool = true;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Symbols, String> {
        let Some(attr) = attr else { return Ok(Symbols::default()) };
        let names = match &attr {
            Attr::Array(items) => {
                items.iter().map(|item| item.as_symbol().map(Into::into)).collect::<Option<_>>()
            }
            _ => None,
        };
        names.map(Symbols).ok_or_else(|| format!("expected names `[@f, …]`, found `{attr}`"))
    }
    fn to_attr(&self) -> Option<Attr> {
        let names = self.0.iter().map(|name| Attr::symbol(name)).collect();
        (!self.0.is_empty()).then_some(Attr::Array(names))
    }
}

/// For each value, the order of its dimensions in memory, minor to major: `[dense<[0, 1]> :
/// tensor<2xindex>, dense<> : tensor<0xindex>]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Layouts(pub Box<[Dims]>);

impl Layouts {
    fn check(&self, types: &[Type], what: &str, name: &'static str) -> Result<(), ConstraintError> {
        let wrong =
            |message| Err(ConstraintError { label: "Layout", message, part: OpPart::Attr(name) });
        if self.0.len() != types.len() {
            let (n, m) = (self.0.len(), types.len());
            return wrong(format!("there are {n} layouts for {m} {what}s"));
        }
        for (i, (layout, ty)) in self.0.iter().zip(types).enumerate() {
            match ty.as_tensor() {
                None if layout.is_empty() => {}
                None => return wrong(format!("{what} {i} is {ty}; only tensors have a layout")),
                Some(t) if !layout.is_permutation(t.rank()) => {
                    let rank = t.rank();
                    return wrong(format!(
                        "layout {layout} of {what} {i}, {ty}, is not a permutation of 0..{rank}"
                    ));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}
impl Field for Layouts {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, results: &[Type]) -> Result<Layouts, String> {
        match attr {
            Some(Attr::Array(items)) => items
                .into_iter()
                .map(|item| Dims::from_attr(Some(item), results))
                .collect::<Result<_, _>>()
                .map(Layouts),
            Some(other) => Err(format!("expected a list of layouts, found `{other}`")),
            None => Err("it is missing".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        let layout = |dims: &Dims| {
            let ty = Type::tensor(&[dims.len() as i64], Element::Index);
            let mut literal = Literal::zeros(ty).ok()?;
            if dims.len() == 1 {
                literal = Literal::splat(ty, &dims[0].to_le_bytes()).ok()?;
            } else if !dims.is_empty() {
                literal = literal.expanded();
                literal.as_mut_slice::<i64>().copy_from_slice(dims);
            }
            Some(Attr::Dense(literal))
        };
        self.0.iter().map(layout).collect::<Option<_>>().map(Attr::Array)
    }
}

/// A result, or a member of it, that shares the memory of an operand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Alias {
    /// The path to the member of the results; empty for a single result.
    pub output_tuple_indices: Dims,
    /// The operand.
    pub operand_index: i64,
    /// The path to the member of the operand, if that is a tuple.
    pub operand_tuple_indices: Dims,
}

impl Alias {
    fn check(&self, operands: &[Type], results: &[Type]) -> Result<(), ConstraintError> {
        let at = usize::try_from(self.operand_index).ok();
        let operand = at.and_then(|i| operands.get(i)).copied();
        ensure!(Alias at output_operand_aliases, operand.is_some(),
            "there is no operand {}", self.operand_index);
        let whole = match *results {
            [one] => one,
            _ => Type::tuple(results),
        };
        let to = operand.and_then(|ty| member(ty, &self.operand_tuple_indices));
        ensure!(Alias at output_operand_aliases, to.is_some(),
            "operand {} has no member {}", self.operand_index, self.operand_tuple_indices);
        let from = member(whole, &self.output_tuple_indices);
        ensure!(Alias at output_operand_aliases, from.is_some(),
            "the results have no member {}", self.output_tuple_indices);
        if let (Some(from), Some(to)) = (from, to) {
            ensure!(Alias at output_operand_aliases, from == to,
                "{from} can't take the place of {to}");
        }
        Ok(())
    }

    fn read(attr: &Attr) -> Option<Alias> {
        let mut lists = [Dims::from([]), Dims::from([])];
        let mut operand_index = None;
        let known = ["output_tuple_indices", "operand_index", "operand_tuple_indices"];
        for (name, value) in super::numbers::read(attr, "output_operand_alias", &known).ok()? {
            match name {
                "output_tuple_indices" => lists[0] = value.list(name).ok()?,
                "operand_tuple_indices" => lists[1] = value.list(name).ok()?,
                _ => operand_index = value.integer(name).ok(),
            }
        }
        let [output_tuple_indices, operand_tuple_indices] = lists;
        Some(Alias { output_tuple_indices, operand_index: operand_index?, operand_tuple_indices })
    }
}

/// The member of a nested tuple at a path of indices.
fn member(ty: Type, path: &Dims) -> Option<Type> {
    path.iter().try_fold(ty, |ty, &i| ty.as_tuple()?.get(usize::try_from(i).ok()?).copied())
}

/// The results that share the memory of operands; empty by default.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Aliases(pub Box<[Alias]>);

impl Field for Aliases {
    const STYLE: Style = Style::Attr;
    const OPTIONAL: bool = true;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Aliases, String> {
        let Some(attr) = attr else { return Ok(Aliases::default()) };
        let aliases = match &attr {
            Attr::Array(items) => items.iter().map(Alias::read).collect::<Option<_>>(),
            _ => None,
        };
        aliases.map(Aliases).ok_or_else(|| {
            format!("expected `[#stablehlo.output_operand_alias<…>, …]`, found `{attr}`")
        })
    }
    fn to_attr(&self) -> Option<Attr> {
        let write = |alias: &Alias| {
            let mut text = String::from("#stablehlo.output_operand_alias<");
            let _ = write!(
                text,
                "output_tuple_indices = {}, operand_index = {}, operand_tuple_indices = {}>",
                alias.output_tuple_indices, alias.operand_index, alias.operand_tuple_indices
            );
            Attr::Opaque(text.into())
        };
        (!self.0.is_empty()).then(|| Attr::Array(self.0.iter().map(write).collect()))
    }
}
