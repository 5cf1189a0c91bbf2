//! Maximum fanout-free cones of elementwise nodes.
//!
//! A node belongs to the cone of an apex if every path from it leads to the apex, through
//! elementwise nodes of one shape. The kernel that computes the apex computes the whole cone in
//! registers, and nothing is recomputed. Counter-based random generators are such cones: 120
//! nodes, most of which have two users.
//!
//! A node inside of a cone may be yielded by the block too, if the apex is nothing but that: the
//! kernel then has several results ([`super::select`]).

use super::class::Class;
use super::graph::Graph;

/// The apex of each node's cone, of at most `most` nodes, where an elementary function counts as
/// many: kernels of one function each share their code. A node that no cone has is its own apex.
pub fn cones(graph: &Graph, most: usize) -> Vec<usize> {
    let nodes = &graph.nodes;
    let mut apex: Vec<usize> = (0..nodes.len()).collect();
    let mut size: Vec<usize> = nodes.iter().map(|node| node.code).collect();
    // A concatenation computes all of its parts for each element, so materializing them may pay.
    let moves = |n: usize| nodes[n].users.iter().any(|&(u, _)| nodes[u].class == Class::Move);
    for (n, node) in nodes.iter().enumerate().rev() {
        let Some(&(first, _)) = node.users.first() else { continue };
        let top = apex[first];
        let within = |&(user, position): &(usize, usize)| {
            let it = &nodes[user];
            it.class == Class::Map
                && it.dims == node.dims
                && it.operands[position].spread <= 1.0
                && apex[user] == top
        };
        let fits = node.class == Class::Map
            && (!node.escapes || !node.leaves && nodes[top].users.is_empty())
            && size[top] + node.code <= most
            && !moves(top);
        if fits && node.users.iter().all(within) {
            apex[n] = top;
            size[top] += node.code;
        }
    }
    apex
}
