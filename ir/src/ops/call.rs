//! Modules, functions and calls.

use crate::attr::{Attr, AttrDict};
use crate::field::{Field, ResultTypes, Style, Symbol, Text};
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::describe;
use crate::types::{Element, Type, TypeKind, all_compatible};

op! {
    /// A module: functions and other symbols.
    module: ModuleOp = "builtin.module" () [body] { sym_name: Option<Symbol>, sym_visibility: Option<Text> } -> None
    syntax custom
    traits [IsolatedFromAbove, NoTerminator, Symbol]
}
impl Infer for ModuleOp {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Types::new())
    }
}

/// The type of a function, as an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType(pub Type);

impl FunctionType {
    /// The types of the arguments.
    pub fn inputs(self) -> &'static [Type] {
        match self.0.kind() {
            TypeKind::Function(from, _) => from,
            _ => &[],
        }
    }

    /// The types of the results.
    pub fn results(self) -> &'static [Type] {
        match self.0.kind() {
            TypeKind::Function(_, to) => to,
            _ => &[],
        }
    }
}

impl Field for FunctionType {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<FunctionType, String> {
        match attr {
            Some(Attr::Type(ty)) if matches!(ty.kind(), TypeKind::Function(..)) => {
                Ok(FunctionType(ty))
            }
            Some(other) => Err(format!("expected a function type, found `{other}`")),
            None => Err("it is missing".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Type(self.0))
    }
}

op! {
    /// A function. The region of a function that is only declared does not have a block.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/Func/#funcfunc-funcfuncop>
    func: Func = "func.func" () [body]
    {
        sym_name: Symbol,
        function_type: FunctionType,
        sym_visibility: Option<Text>,
        /// An attribute dictionary for each argument.
        arg_attrs: Option<Box<Attr>>,
        /// An attribute dictionary for each result.
        res_attrs: Option<Box<Attr>>,
    } -> None
    syntax custom
    traits [IsolatedFromAbove, Symbol]
}
impl Func {
    /// Whether it is visible outside of the module.
    pub fn is_public(&self) -> bool {
        self.sym_visibility.as_ref().is_none_or(|v| &*v.0 == b"public")
    }
}
impl Infer for Func {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        for (what, attrs, count) in [
            ("arg_attrs", &self.arg_attrs, self.function_type.inputs().len()),
            ("res_attrs", &self.res_attrs, self.function_type.results().len()),
        ] {
            let Some(attrs) = attrs.as_deref() else { continue };
            let fits = match attrs {
                Attr::Array(list) => {
                    list.len() == count && list.iter().all(|a| matches!(a, Attr::Dict(_)))
                }
                _ => false,
            };
            ensure!(Type, fits, "{what} must be a list of {count} dictionaries");
        }
        let Some(&entry) = cx.module.blocks(cx.regions[0]).first() else {
            return Ok(Types::new());
        };
        let args = cx.module.args(entry).iter().map(|&v| cx.module.ty(v));
        ensure!(Type in 0, args.clone().eq(self.function_type.inputs().iter().copied()),
            "the body takes {}, the function's type is {}",
            describe(&args.collect::<Types>()), self.function_type.0);
        Ok(Types::new())
    }
}

op! {
    /// Returns from a function.
    func_return: FuncReturn = "func.return" (operands: many Any) {} -> None
    syntax custom
    traits [Terminator, NeverFails]
}
impl Infer for FuncReturn {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Types::new()) // The verifier compares with the function around it.
    }
}

op! {
    /// Calls a function of the module.
    call: Call = "func.call" (operands: many Any) { callee: Symbol, results: ResultTypes } -> Any
    syntax custom
    traits []
}
impl Infer for Call {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let name = &self.callee.0;
        let Some(target) = cx.module.symbol(name) else {
            // The verifier reports it, with similar names.
            return Ok(self.results.0.iter().copied().collect());
        };
        let Some(f) = cx.module.get::<Func>(target) else {
            ensure!(Type at callee, false, "@{name} is not a function");
            return Ok(Types::new());
        };
        let ty = f.function_type;
        ensure!(Type at callee, all_compatible(&cx.types(), ty.inputs()),
            "@{name} is {}; it can't be called with {}", ty.0, describe(&cx.types()));
        Ok(ty.results().iter().copied().collect())
    }
}

op! {
    /// A named op that is defined by the function `decomposition`. It has a name, attributes and a
    /// version of its own, so a backend that knows the name may have a better implementation.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#composite>
    composite: Composite = "stablehlo.composite" (inputs: many Any)
    {
        name: Text,
        /// The composite's own attributes.
        composite_attributes: Attributes,
        decomposition: Symbol,
        version: Version,
        results: ResultTypes,
    } -> Any
    syntax custom
    traits []
}
impl Infer for Composite {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let name = String::from_utf8_lossy(&self.name.0);
        ensure!(C1 at name, is_namespaced(&name),
            "name \"{name}\" is not of the form `namespace.op`");
        let callee = &self.decomposition.0;
        let Some(target) = cx.module.symbol(callee) else {
            // The verifier reports it, with similar names.
            return Ok(self.results.0.iter().copied().collect());
        };
        let function = cx.module.get::<Func>(target);
        ensure!(C2 at decomposition, function.is_some(), "@{callee} is not a function");
        let Some(f) = function else { return Ok(Types::new()) };
        let ty = f.function_type;
        ensure!(C3 at decomposition, all_compatible(&cx.types(), ty.inputs()),
            "@{callee} is {}; it can't take {}", ty.0, describe(&cx.types()));
        ensure!(C4 at decomposition, all_compatible(&self.results.0, ty.results()),
            "@{callee} is {}; it can't result in {}", ty.0, describe(&self.results.0));
        Ok(self.results.0.iter().copied().collect())
    }
}

/// Whether a name is a dialect-qualified op name: at least two parts of letters, digits and
/// underscores, separated by dots.
///
/// Spec: `is_namespaced_op_name`.
fn is_namespaced(name: &str) -> bool {
    let word = |part: &str, dollar: bool| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || dollar && c == '$';
        !part.is_empty() && part.chars().all(allowed)
    };
    let mut parts = name.split('.');
    let first = parts.next().unwrap_or_default();
    let rest: Vec<&str> = parts.collect();
    first.starts_with(|c: char| c.is_ascii_alphabetic())
        && word(first, false)
        && !rest.is_empty()
        && rest.iter().all(|part| word(part, true))
}

/// A dictionary that defaults to empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Attributes(pub AttrDict);

impl Field for Attributes {
    const STYLE: Style = Style::Attr;
    const OPTIONAL: bool = true;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<Attributes, String> {
        match attr {
            None => Ok(Attributes::default()),
            Some(Attr::Dict(dict)) => Ok(Attributes(dict)),
            Some(other) => Err(format!("expected a dictionary, found `{other}`")),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        (!self.0.is_empty()).then(|| Attr::Dict(self.0.clone()))
    }
}

/// A version that defaults to 0: `3 : i32`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Version(pub i64);

impl Field for Version {
    const STYLE: Style = Style::Attr;
    const OPTIONAL: bool = true;
    fn from_attr(attr: Option<Attr>, results: &[Type]) -> Result<Version, String> {
        attr.map_or(Ok(0), |a| i64::from_attr(Some(a), results)).map(Version)
    }
    fn to_attr(&self) -> Option<Attr> {
        (self.0 != 0).then(|| Attr::Int(self.0, Type::scalar(Element::I32)))
    }
}

#[cfg(test)]
mod tests {
    use super::is_namespaced;

    #[test]
    fn names_of_composites_have_a_namespace() {
        for good in ["my.op", "a.b.c", "chlo.top_k", "M_1.$x"] {
            assert!(is_namespaced(good), "{good}");
        }
        for bad in ["", "op", ".op", "my.", "1.op", "my..op", "my.o p", "m$.op"] {
            assert!(!is_namespaced(bad), "{bad}");
        }
    }
}
