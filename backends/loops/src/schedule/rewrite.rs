//! Rewrites: one nest becomes another, or several, before loops are scheduled.
//!
//! Each is a directive, so that a decision can be printed, pinned and replayed:
//! - `merge i, j` merges two dimensions that every output traverses contiguously
//!   ([`super::contraction`]);
//! - `split i by 512 as i_page` splits a dimension, for long rows that are processed page by page
//!   ([`super::non_temporal`]) and for grouped convolutions ([`super::gemm`]);
//! - `relayout rhs` copies operands of a gemm ahead of it ([`super::operand_relayout`]);
//! - `two-pass k by 512` reduces chunks first, then their results ([`super::two_pass`]): the
//!   split-K of a gemm.
//!
//! [`chosen`] decides which rewrites a nest gets; [`apply`] applies one and decides nothing.

use super::applied::Applied;
use super::{Directive, Machine, Schedule};
use super::{contraction, gemm, non_temporal, operand_relayout, two_pass};
use crate::nest::Nest;

/// Returns a nest with as few dimensions as its accesses allow.
pub(super) fn canonical(nest: &Nest) -> Nest {
    nest.clone().collapsed().of_bits()
}

/// Separates the rewrites of a schedule from the directives for loops.
pub(super) fn parted(schedule: Schedule) -> (Vec<Directive>, Schedule) {
    let (rewrites, directives) = schedule.directives.into_iter().partition(is_rewrite);
    (rewrites, Schedule { directives })
}

/// Returns whether a directive is a rewrite.
pub(super) fn is_rewrite(directive: &Directive) -> bool {
    matches!(
        directive,
        Directive::Merge(..)
            | Directive::Split(..)
            | Directive::Relayout(_)
            | Directive::TwoPass(..)
    )
}

/// Decides which rewrites a canonical nest gets, in order.
pub(super) fn chosen(nest: &Nest, machine: &Machine) -> Vec<Directive> {
    let mut rewrites = of_dims(nest, machine);
    let mut nest = rewrites.iter().fold(nest.clone(), |nest, directive| {
        apply(&nest, directive, machine).map_or(nest, |applied| applied.nest)
    });
    if let Some(operands) = operand_relayout::chosen(&nest, machine) {
        let directive = Directive::Relayout(operands);
        if let Ok(applied) = apply(&nest, &directive, machine) {
            nest = applied.nest;
            rewrites.push(directive);
        }
    }
    if let Some((dim, size)) = two_pass::chosen(&nest, machine) {
        rewrites.push(Directive::TwoPass(nest.dims[dim].name.clone(), size));
    }
    rewrites
}

/// Decides which dimensions are merged and split.
pub(super) fn of_dims(nest: &Nest, machine: &Machine) -> Vec<Directive> {
    if let Some(gpu) = &machine.gpu {
        return gemm::split_feature_groups(nest, gpu).into_iter().collect();
    }
    let pages = non_temporal::paged(nest, machine);
    if !pages.is_empty() { pages } else { contraction::flattened(nest, machine) }
}

/// Applies a rewrite.
///
/// # Errors
/// One sentence that says why this is not possible.
pub(super) fn apply(
    nest: &Nest,
    directive: &Directive,
    machine: &Machine,
) -> Result<Applied, String> {
    let alone = |nest| Applied { before: Vec::new(), nest, between: Vec::new() };
    match directive {
        Directive::Merge(outer, inner) => {
            let (at, other) = (dim(nest, outer)?, dim(nest, inner)?);
            if at == other {
                return Err("a dimension is not merged with itself".to_owned());
            }
            if nest.dims[at].reducing || nest.dims[other].reducing {
                return Err("only parallel dimensions are merged".to_owned());
            }
            nest.dims[at]
                .extent
                .checked_mul(nest.dims[other].extent)
                .filter(|all| i64::try_from(*all).is_ok())
                .ok_or("the merged dimension has too many points")?;
            Ok(alone(nest.clone().merged(at, other)))
        }
        Directive::Split(name, by, inner) => {
            let at = dim(nest, name)?;
            let extent = nest.dims[at].extent;
            if *by == 0 || !extent.is_multiple_of(*by) {
                return Err(format!("{name} has {extent} points, no multiple of {by}"));
            }
            if nest.dims.iter().any(|dim| dim.name == *inner) {
                return Err(format!("there is a dimension {inner} already"));
            }
            Ok(alone(nest.clone().split(at, *by, inner)))
        }
        Directive::Relayout(operands) => operand_relayout::apply(nest, operands),
        Directive::TwoPass(name, size) => two_pass::apply(nest, dim(nest, name)?, *size, machine),
        _ => Err("it is not a rewrite".to_owned()),
    }
}

/// Returns the number of a dimension.
fn dim(nest: &Nest, name: &str) -> Result<usize, String> {
    nest.dims.iter().position(|dim| dim.name == name).ok_or_else(|| {
        let names: Vec<&str> = nest.dims.iter().map(|dim| dim.name.as_str()).collect();
        format!("there is no dimension {name}, only {}", names.join(", "))
    })
}
