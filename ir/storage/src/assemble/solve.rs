//! Keys solved for the variables of the loops.

use super::bounds::{Affine, FAR, Multiple, Scope, UNKNOWN, floor};
use super::branch::TermAt;

/// The keys as sums of multiples of all variables: what there is of them before any has a value.
pub(super) fn forms(scope: &Scope<'_>, keys: &[TermAt]) -> Vec<Option<Affine>> {
    let nothing = vec![UNKNOWN; scope.intervals.len()];
    keys.iter().map(|key| scope.affine(*key, &nothing)).collect()
}

/// Gives values to the variables that the equations `key = target` determine, in `known`.
///
/// # Errors
/// If an equation has no solution: the reason.
pub(super) fn solve(
    scope: &Scope<'_>,
    keys: &[TermAt],
    forms: &[Option<Affine>],
    targets: &[i64],
    known: &mut [i64],
) -> Result<(), String> {
    let mut open: Vec<usize> = (0..keys.len()).collect();
    let affine = |d: usize, known: &[i64]| match &forms[d] {
        Some(form) => Some(form.with(known)),
        None => scope.affine(keys[d], known),
    };
    loop {
        let mut progress = false;
        let mut failed = None;
        open.retain(|&d| {
            if failed.is_some() {
                return true;
            }
            let Some(affine) = affine(d, known) else { return true };
            let rest = i128::from(targets[d]) - affine.constant;
            match affine.terms[..] {
                [] if rest == 0 => false,
                [] => {
                    failed = Some(format!("the key of dimension {d} is another one"));
                    true
                }
                [term] => {
                    match alone(scope, term, rest) {
                        Some(value) if give(scope, known, term.slot, value) => {}
                        _ => failed = Some(unreachable_key(targets[d], d)),
                    }
                    progress = true;
                    false
                }
                _ => true,
            }
        });
        if let Some(reason) = failed {
            return Err(reason);
        }
        if !progress {
            // The outermost variable of the first equation whose other variables are bounded.
            let mut found = None;
            for &d in &open {
                let Some(affine) = affine(d, known) else { continue };
                let rest = i128::from(targets[d]) - affine.constant;
                found = outermost(scope, &affine.terms, rest).map(|value| (d, value));
                if found.is_some() {
                    break;
                }
            }
            match found {
                None => return Ok(()),
                Some((_, Ok((slot, value)))) if give(scope, known, slot, value) => {}
                Some((d, _)) => return Err(unreachable_key(targets[d], d)),
            }
        }
    }
}

/// Gives a value to a variable: the second part of another one gives one to that too. Whether it is in
/// the interval of that one.
fn give(scope: &Scope<'_>, known: &mut [i64], slot: usize, value: i64) -> bool {
    known[slot] = value;
    let whole = scope.parts.iter().find(|(_, parts)| parts.contains(&slot));
    let Some((&whole, &[even, odd])) = whole else { return true };
    if known[even] == UNKNOWN || known[odd] == UNKNOWN {
        return true;
    }
    let spread = |bits: i64| (0..32).fold(0, |all, i| all | (bits >> i & 1) << (2 * i));
    known[whole] = spread(known[even]) | spread(known[odd]) << 1;
    let (low, high) = scope.intervals[whole];
    (low..=high).contains(&known[whole].into())
}

fn unreachable_key(key: i64, dimension: usize) -> String {
    format!("no place has the key {key} in dimension {dimension}")
}

/// The solution of `factor * slot = rest`.
fn alone(scope: &Scope<'_>, term: Multiple, rest: i128) -> Option<i64> {
    let value = floor(rest, term.factor);
    let (low, high) = match term.modulus {
        Some(modulus) => (0, modulus - 1),
        None => scope.intervals[term.slot],
    };
    let fits = value * term.factor == rest && low <= value && value <= high;
    if fits { i64::try_from(value).ok() } else { None }
}

/// The least value of the outermost variable for which the others can make up the rest; an error if
/// there is none. `None` if the others have no bounds.
fn outermost(
    scope: &Scope<'_>,
    terms: &[Multiple],
    rest: i128,
) -> Option<Result<(usize, i64), ()>> {
    let range = |term: &Multiple| {
        let (low, high) = match term.modulus {
            Some(modulus) => (0, modulus - 1),
            None => scope.intervals[term.slot],
        };
        let ends = [low.saturating_mul(term.factor), high.saturating_mul(term.factor)];
        (ends[0].min(ends[1]), ends[0].max(ends[1]))
    };
    let mut order: Vec<&Multiple> = terms.iter().collect();
    order.sort_by_key(|term| scope.order(term.slot));
    for first in &order {
        let others = || order.iter().filter(|term| term.slot != first.slot).map(|term| range(term));
        let low: i128 = others().map(|r| r.0).sum();
        let high: i128 = others().map(|r| r.1).sum();
        if low <= -FAR || high >= FAR || first.modulus.is_some() {
            continue;
        }
        let (own_low, own_high) = scope.intervals[first.slot];
        let (from, to) = (rest - high, rest - low);
        // ceil(from / factor) ..= floor(to / factor), with the ends exchanged if it is negative.
        let (from, to) = if first.factor > 0 {
            (-floor(-from, first.factor), floor(to, first.factor))
        } else {
            (-floor(-to, first.factor), floor(from, first.factor))
        };
        let (from, to) = (from.max(own_low), to.min(own_high));
        return Some(match i64::try_from(from) {
            Ok(value) if from <= to && value != UNKNOWN => Ok((first.slot, value)),
            _ => Err(()),
        });
    }
    None
}
