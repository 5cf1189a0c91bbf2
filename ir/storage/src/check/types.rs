//! Relations of types, and the sentences about those that don't fit.

use crate::term::MAX_LEVELS;
use crate::types::{Scalar, Type};
use hloom_ir::diag::{Diagnostic, Span};

/// The larger base of two: an integer becomes a real.
pub(super) fn join_base(a: Scalar, b: Scalar) -> Option<Scalar> {
    match (a, b) {
        (a, b) if a == b => Some(a),
        (Scalar::Int, Scalar::Real) | (Scalar::Real, Scalar::Int) => Some(Scalar::Real),
        _ => None,
    }
}

/// The type of the values of both types.
pub(super) fn join(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Scalar(a), Type::Scalar(b)) => join_base(*a, *b).map(Type::Scalar),
        (Type::Array(a, m), Type::Array(b, n)) if a == b => Some(Type::Array(*a, extent(*m, *n)?)),
        (Type::Dict(m, a), Type::Dict(n, b)) => {
            Some(Type::Dict(extent(*m, *n)?, Box::new(join(a, b)?)))
        }
        _ => None,
    }
}

/// The extent that agrees with both: an unknown one agrees with all.
fn extent(a: Option<u64>, b: Option<u64>) -> Option<Option<u64>> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => None,
        (a, b) => Some(a.or(b)),
    }
}

/// A type error: `found` at `span` where `expected` belongs.
pub(super) fn mismatch(span: Span, expected: &str, found: &Type) -> Diagnostic {
    Diagnostic::error(span, format!("expected {expected}, found {found}"))
}

pub(super) fn too_many_levels(span: Span) -> Diagnostic {
    Diagnostic::error(span, format!("a dictionary has at most {MAX_LEVELS} levels"))
}
