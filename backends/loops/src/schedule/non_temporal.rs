//! Non-temporal stores, for maps that move more than the caches hold.
//!
//! What they write would first be fetched, line by line; stores past the caches
//! avoid that. Memory also serves several pages at once better than one after the
//! other: C libraries copy that way, and so do these maps, a vector of each of
//! four pages a turn.

use super::{Directive, Machine, Schedule, facts};
use crate::nest::Nest;

/// The pages that a turn goes through.
pub(super) const PAGES: u64 = 4;

/// Bytes of a page. What a processor fetches by itself ends with it.
pub(super) const PAGE: u64 = 4096;

/// An input this large is not expected to be in the caches nearest to a processor.
pub(crate) const FAR_BYTES: u64 = 4 << 20;

/// Whether a nest's results go past the caches.
pub(super) fn streams(nest: &Nest, machine: &Machine) -> bool {
    let moved = facts(nest);
    nest.reduction.is_none()
        && moved.bytes_read.saturating_add(moved.bytes_written) > machine.cache_bytes
}

impl Schedule {
    /// Lets the results of a nest, which is computed a piece at a time, go past the
    /// caches, if all of them together do not fit there beside as much that is read.
    pub(crate) fn past_the_caches(&mut self, nest: &Nest, machine: &Machine) {
        let moved = facts(nest).bytes_written.saturating_mul(2);
        if nest.reduction.is_none() && moved > machine.cache_bytes {
            self.directives.push(Directive::Nontemporal);
        }
    }
}

/// Returns the splits that make groups of [`PAGES`] pages of a nest that is one long row:
/// dimensions for the groups, the pages of a group, and the points of a page, which are as
/// many as allow that.
pub(super) fn paged(nest: &Nest, machine: &Machine) -> Vec<Directive> {
    let Some((row, page)) = page(nest, machine) else { return Vec::new() };
    let (group, points) = (format!("{row}_group"), format!("{row}_page"));
    vec![Directive::Split(row, PAGES * page, group.clone()), Directive::Split(group, page, points)]
}

/// Returns the one dimension of a nest that is a long row, and the points of a page.
fn page(nest: &Nest, machine: &Machine) -> Option<(String, u64)> {
    let [row] = &nest.dims[..] else { return None };
    if !streams(nest, machine) {
        return None;
    }
    let widths = nest.inputs.iter().chain(nest.outputs.iter().map(|output| &output.tensor));
    let width = widths.map(|tensor| tensor.element.byte_width() as u64).max()?.max(1);
    let most = PAGE / width;
    let vector = u64::from(machine.vector_bytes);
    let page = (most / 2..=most).rev().find(|page| {
        (page * width).is_multiple_of(vector) && row.extent.is_multiple_of(PAGES * page)
    })?;
    Some((row.name.clone(), page))
}

/// Whether a nest is one of [`paged`].
pub(super) fn is_paged(nest: &Nest) -> bool {
    let extents: Vec<u64> = nest.dims.iter().map(|dim| dim.extent).collect();
    let rows = nest.rows(&vec![true; nest.body.len()]);
    matches!(extents[..], [_, PAGES, _]) && rows(0, 1) && rows(1, 2)
}
