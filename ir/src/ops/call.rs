//! Modules, functions and calls.

use crate::attr::Attr;
use crate::field::{Field, ResultTypes, Style, Symbol, Text};
use crate::op::{Broken, Infer, Operands, Types, op, require};
use crate::types::{Type, TypeKind, all_compatible};
use crate::verify::describe;

op! {
    /// A module: functions and what else has a symbol.
    module: ModuleOp = "builtin.module" () [body] { sym_name: Option<Symbol>, sym_visibility: Option<Text> } -> None
    syntax custom
    traits [IsolatedFromAbove, NoTerminator, Symbol]
}
impl Infer for ModuleOp {
    fn infer(&self, _: &Operands<'_>) -> Result<Types, Broken> {
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
    /// A function. Its region has no block where it is only declared.
    ///
    /// Docs: <https://mlir.llvm.org/docs/Dialects/Func/#funcfunc-funcfuncop>
    func: Func = "func.func" () [body]
    {
        sym_name: Symbol,
        function_type: FunctionType,
        sym_visibility: Option<Text>,
        /// A dictionary for each argument.
        arg_attrs: Option<Box<Attr>>,
        /// A dictionary for each result.
        res_attrs: Option<Box<Attr>>,
    } -> None
    syntax custom
    traits [IsolatedFromAbove, Symbol]
}
impl Func {
    /// Whether it can be called from outside of the module.
    pub fn is_public(&self) -> bool {
        self.sym_visibility.as_ref().is_none_or(|v| &*v.0 == b"public")
    }
}
impl Infer for Func {
    fn infer(&self, cx: &Operands<'_>) -> Result<Types, Broken> {
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
            require!(Type, fits, "{what} must be a list of {count} dictionaries");
        }
        let Some(&entry) = cx.module.blocks(cx.regions[0]).first() else {
            return Ok(Types::new());
        };
        let args: Types = cx.module.args(entry).iter().map(|&v| cx.module.ty(v)).collect();
        require!(Type in 0, args[..] == *self.function_type.inputs(),
            "the body takes {}, the function's type is {}", describe(&args), self.function_type.0);
        Ok(Types::new())
    }
}

op! {
    /// Hands a function's results out.
    func_return: FuncReturn = "func.return" (operands: many Any) {} -> None
    syntax custom
    traits [Terminator]
}
impl Infer for FuncReturn {
    fn infer(&self, _: &Operands<'_>) -> Result<Types, Broken> {
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
    fn infer(&self, cx: &Operands<'_>) -> Result<Types, Broken> {
        let name = &self.callee.0;
        let Some(target) = cx.module.symbol(name) else {
            // The verifier reports it, with the names that come near.
            return Ok(self.results.0.iter().copied().collect());
        };
        let Some(f) = cx.module.get::<Func>(target) else {
            require!(Type at callee, false, "@{name} is no function");
            return Ok(Types::new());
        };
        let ty = f.function_type;
        require!(Type at callee, all_compatible(&cx.types(), ty.inputs()),
            "@{name} is {}; it can't be called with {}", ty.0, describe(&cx.types()));
        Ok(ty.results().iter().copied().collect())
    }
}

op! {
    /// Calls something that the backend knows by name.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#custom_call>
    custom_call: CustomCall = "stablehlo.custom_call" (inputs: many Any)
    {
        call_target_name: Text,
        has_side_effect: Option<bool>,
        results: ResultTypes,
    } -> Any
    syntax custom
    traits []
}
impl CustomCall {
    /// The name of what is called.
    pub fn target(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.call_target_name.0)
    }
}
impl Infer for CustomCall {
    fn infer(&self, _: &Operands<'_>) -> Result<Types, Broken> {
        Ok(self.results.0.iter().copied().collect())
    }
}
