//! Tokens among the arguments and results of a program: the framework passes empty arrays for them,
//! and compiled code has none.

use hloom_ir::ops::{CreateToken, Func, FunctionType};
use hloom_ir::{Attr, Element, Module, OpId, Rewriter, Type, TypeKind};

use crate::error::{Error, Outcome};

/// The places of tokens in a function's arguments and results.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Tokens {
    /// Whether each argument is a token.
    pub(crate) arguments: Vec<bool>,
    /// Whether each result is one.
    pub(crate) results: Vec<bool>,
}

/// The type of the array that stands for a token.
pub(crate) fn stand_in() -> Type {
    Type::tensor(&[0], Element::I1)
}

fn is_token(ty: &Type) -> bool {
    matches!(ty.kind(), TypeKind::Token)
}

/// The members of a list whose place has no token.
fn without<T: Clone>(all: &[T], tokens: &[bool]) -> Vec<T> {
    let kept = all.iter().zip(tokens).filter(|(_, token)| !**token);
    kept.map(|(it, _)| it.clone()).collect()
}

/// Removes tokens from the arguments and results of a function: its body makes its own.
///
/// # Errors
/// If the function has no body that ends with a return.
pub(crate) fn remove(module: &mut Module, function: OpId) -> Outcome<Tokens> {
    let Some(func) = module.get::<Func>(function) else { return Ok(Tokens::default()) };
    let (inputs, outputs) = (func.function_type.inputs(), func.function_type.results());
    let tokens = Tokens {
        arguments: inputs.iter().map(is_token).collect(),
        results: outputs.iter().map(is_token).collect(),
    };
    if !tokens.arguments.contains(&true) && !tokens.results.contains(&true) {
        return Ok(tokens);
    }
    let mut changed = func.clone();
    let (inputs, outputs) = (without(inputs, &tokens.arguments), without(outputs, &tokens.results));
    changed.function_type = FunctionType(Type::function(&inputs, &outputs));
    let kept = |attrs: &Option<Box<Attr>>, tokens: &[bool]| match attrs.as_deref() {
        Some(Attr::Array(all)) => Some(Box::new(Attr::Array(without(all, tokens).into()))),
        _ => None,
    };
    changed.arg_attrs = kept(&func.arg_attrs, &tokens.arguments);
    changed.res_attrs = kept(&func.res_attrs, &tokens.results);
    renumber(&mut changed, &tokens.results);
    let body = module.entry(function, 0);
    let end = body.and_then(|body| module.terminator(body));
    let none = || Error::invalid("the function @main has no body");
    let (body, end) = body.zip(end).ok_or_else(none)?;
    let returned = without(module.operands(end), &tokens.results);
    let arguments = module.args(body).to_vec();
    let mut rewriter = Rewriter::new(module);
    if let Some(first) = rewriter.module().first_op(body) {
        rewriter.set_before(first);
    }
    let token = rewriter.value(CreateToken {}, &[]).map_err(Error::bug)?;
    rewriter.set_operands(end, &returned);
    for (i, &argument) in arguments.iter().enumerate().rev().filter(|(i, _)| tokens.arguments[*i]) {
        rewriter.replace_uses(argument, token);
        rewriter.remove_arg(body, i);
    }
    rewriter.set_op(function, changed);
    Ok(tokens)
}

/// Adjusts the numbers of results that arguments share memory with.
fn renumber(function: &mut Func, tokens: &[bool]) {
    let Some(Attr::Array(all)) = function.arg_attrs.as_deref_mut() else { return };
    for attrs in all {
        let Attr::Dict(dict) = attrs else { continue };
        let Some(Attr::Int(result, ty)) = dict.get("tf.aliasing_output").cloned() else { continue };
        let before = tokens.iter().take(result.max(0) as usize).filter(|token| **token).count();
        dict.set("tf.aliasing_output", Attr::Int(result - before as i64, ty));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_go_away_and_results_keep_their_arguments() {
        let text = "func.func public @main(%t: !stablehlo.token {jax.token = true}, \
            %x: tensor<4xf32> {tf.aliasing_output = 1 : i32}) -> (!stablehlo.token, tensor<4xf32>) {
          %y = stablehlo.add %x, %x : tensor<4xf32>
          return %t, %y : !stablehlo.token, tensor<4xf32>
        }";
        let mut module = hloom_ir::text::parse_module(text).unwrap();
        let main = module.symbol("main").unwrap();
        let tokens = remove(&mut module, main).unwrap();
        assert_eq!(tokens, Tokens { arguments: vec![true, false], results: vec![true, false] });
        hloom_ir::verify::verify(&module).unwrap();
        let text = module.to_string();
        assert!(text.contains("(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32})"), "{text}");
        assert!(text.contains("return %y : tensor<4xf32>"), "{text}");
    }
}
