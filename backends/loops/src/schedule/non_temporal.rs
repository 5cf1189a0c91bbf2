//! Non-temporal stores, for maps that move more data than the caches hold.
//!
//! An ordinary store first fetches its cache line; non-temporal stores avoid that. Memory also
//! serves several pages at once better than one after the other: like the copies of C libraries,
//! these maps process a vector of each of four pages per iteration.

use super::{Directive, Machine, Schedule, facts};
use crate::nest::Nest;

/// Number of pages per iteration.
pub(super) const PAGES: u64 = 4;

/// The page size in bytes; the hardware prefetcher does not cross pages.
pub(super) const PAGE: u64 = 4096;

/// The minimum size in bytes of an input that is not expected in the private caches.
pub(crate) const FAR_BYTES: u64 = 4 << 20;

/// Whether a nest's results are written by non-temporal stores.
pub(super) fn streams(nest: &Nest, machine: &Machine) -> bool {
    let moved = facts(nest);
    nest.reduction.is_none()
        && moved.bytes_read.saturating_add(moved.bytes_written) > machine.cache_bytes
}

impl Schedule {
    /// Enables non-temporal stores for a nest that is computed chunk by chunk, if all results
    /// together with as many read bytes exceed the caches.
    pub(crate) fn past_the_caches(&mut self, nest: &Nest, machine: &Machine) {
        let moved = facts(nest).bytes_written.saturating_mul(2);
        if nest.reduction.is_none() && moved > machine.cache_bytes {
            self.directives.push(Directive::Nontemporal);
        }
    }
}

/// Returns the splits of a nest that is one long row into groups of [`PAGES`] pages: dimensions for
/// the groups, the pages of a group, and the points of a page.
pub(super) fn paged(nest: &Nest, machine: &Machine) -> Vec<Directive> {
    let Some((row, page)) = page(nest, machine) else { return Vec::new() };
    let (group, points) = (format!("{row}_group"), format!("{row}_page"));
    vec![Directive::Split(row, PAGES * page, group.clone()), Directive::Split(group, page, points)]
}

/// Returns the only dimension of a nest if it is a long row, and the number of points per page.
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

/// Whether a nest was split by [`paged`].
pub(super) fn is_paged(nest: &Nest) -> bool {
    let extents: Vec<u64> = nest.dims.iter().map(|dim| dim.extent).collect();
    let rows = nest.rows(&vec![true; nest.body.len()]);
    matches!(extents[..], [_, PAGES, _]) && rows(0, 1) && rows(1, 2)
}
