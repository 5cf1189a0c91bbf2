//! Errors in the storage mappings of a module's types.

use super::{StorageMapping, scalar, total};
use crate::syntax::ast::Program;
use crate::types::Form;
use hloom_ir::diag::{Diagnostic, Span};
use hloom_ir::module::Module;
use hloom_ir::{OpId, TensorType, Type};
use std::collections::HashSet;

/// Verifies the storage mappings of all types of a module's values. Spans are in `source`, the text
/// of the module; they are those of ops if the encoding is not there as it is printed.
///
/// # Errors
/// All independent errors: a mapping that does not parse or is not well-typed, is defined by
/// itself, is of another rank or another type of elements, has no place for an element, or reads
/// tensors that are not its own.
pub fn verify(module: &Module, source: &str) -> Result<(), Vec<Diagnostic>> {
    let mut seen: HashSet<Type> = HashSet::new();
    let mut errors = Vec::new();
    for op in std::iter::once(module.root()).chain(module.walk_all()) {
        let results = module.results(op).into_iter();
        let blocks = module.regions(op).iter().flat_map(|region| module.blocks(*region));
        let arguments = blocks.flat_map(|block| module.args(*block).iter().copied());
        for ty in results.chain(arguments).map(|value| module.ty(value)) {
            if seen.insert(ty) {
                collect(ty, &mut |tensor| problems(module, source, op, tensor, &mut errors));
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Visits the tensors of a type.
fn collect(ty: Type, visit: &mut dyn FnMut(&TensorType)) {
    if let Some(tensor) = ty.as_tensor() {
        visit(tensor);
    }
    match ty.as_array() {
        Some((of, _)) => collect(of, visit),
        None => {
            ty.members().unwrap_or_default().iter().for_each(|member| collect(*member, visit));
        }
    }
}

fn problems(
    module: &Module,
    source: &str,
    op: OpId,
    ty: &TensorType,
    errors: &mut Vec<Diagnostic>,
) {
    let Some(encoding) = ty.encoding.as_deref() else { return };
    let found = match StorageMapping::read(ty) {
        None => return,
        Some(Err(error)) => vec![*error],
        Some(Ok(mapping)) => wrong(&mapping, ty),
    };
    let start = place(source, encoding);
    for mut error in found {
        let moved = |span: Span| match start {
            Some(start) => Span::new(start + span.start as usize, start + span.end as usize),
            None => module.span(op),
        };
        error.span = moved(error.span);
        error.notes.iter_mut().for_each(|(span, _)| *span = moved(*span));
        errors.push(error);
    }
}

/// The place of an encoding in a text, outside of comments.
fn place(source: &str, encoding: &str) -> Option<usize> {
    source.match_indices(encoding).map(|(at, _)| at).find(|at| {
        let line = source[..*at].rfind('\n').map_or(0, |end| end + 1);
        !source[line..*at].trim_start().starts_with("//")
    })
}

/// The errors of a mapping as the encoding of a type. Spans count from the encoding's beginning.
fn wrong(mapping: &StorageMapping, ty: &TensorType) -> Vec<Diagnostic> {
    let error = |span, what: String| vec![Diagnostic::error(mapping.place(span), what)];
    let Some(base) = scalar(ty.element) else {
        let what = format!("a storage mapping has no elements of {}", ty.element);
        return error(Span::default(), what);
    };
    let placed = |mut errors: Vec<Diagnostic>| {
        for error in &mut errors {
            error.span = mapping.place(error.span);
            error.notes.iter_mut().for_each(|(span, _)| *span = mapping.place(*span));
        }
        errors
    };
    let tree = match mapping.tree(&ty.dims, base) {
        Ok(tree) => tree,
        Err(errors) => return placed(errors),
    };
    if let Some((span, what)) = not_a_mapping(&tree) {
        return error(span, what);
    }
    let module = match mapping.module(&ty.dims, base) {
        Ok(module) => module,
        Err(errors) => return placed(errors),
    };
    let Some(tensor) = module.tensor("T") else { return Vec::new() };
    let rank = ty.rank();
    let sort = tensor.ty.sort();
    match sort.form {
        Form::Nested(levels) if usize::from(levels) == rank => {}
        _ => {
            let what = format!(
                "the mapping stores {}, and a tensor of rank {rank} is {}",
                tensor.ty.sort(),
                super::type_of(&vec![-1; rank], base)
            );
            return error(tensor.span, what);
        }
    }
    if sort.base != base {
        let what = format!("the mapping stores {}, and elements are {}", tensor.ty, ty.element);
        return error(tensor.span, what);
    }
    if mapping.partial || !ty.is_static() {
        return Vec::new();
    }
    match total::missing(&module, &ty.dims, base) {
        Some(missing) => {
            let span = mapping.place(tensor.span);
            let help = "`partial` after the string promises that such elements are zero";
            vec![
                Diagnostic::error(span, format!("the mapping is not total: it has {missing}"))
                    .help(help),
            ]
        }
        None => Vec::new(),
    }
}

/// The reason for which a program is not a mapping of `T`, with its place.
fn not_a_mapping(tree: &Program) -> Option<(Span, String)> {
    if let Some(result) = &tree.result {
        let what = "a storage mapping has no result: its tensor is `T`";
        return Some((result.span, what.to_owned()));
    }
    match tree.tensors.iter().find(|tensor| tensor.name.text == "T") {
        None => return Some((Span::default(), "the mapping does not define `T`".to_owned())),
        Some(tensor) if tensor.body.is_none() => {
            return Some((tensor.name.span, "`T` has no definition by arrays".to_owned()));
        }
        Some(_) => {}
    }
    let foreign = |name: &str| name != "T" && !name.starts_with("T_");
    let tensor = tree.tensors.iter().find(|tensor| foreign(&tensor.name.text))?;
    let what =
        format!("the names of a mapping's arrays begin with `T_`, unlike `{}`", tensor.name.text);
    Some((tensor.name.span, what))
}
