//! Attention: two matrix products with row-wise work between them, whose intermediate
//! matrix need not be materialized.
//!
//! ```text
//! s = q · kᵀ                      logits: the first product
//! x = f(s)                        elementwise: scales, masks, biases
//! m = max(x), by rows             row reductions of unnormalized values
//! t = g(x) · exp(x - m)           probabilities: shifted by a number of the row
//! l = sum(t), by rows             row sums of probabilities
//! o = (t / l) · v                 the second product, which contracts the columns
//! r = h(o)                        elementwise epilogue, possibly transposed
//! ```
//!
//! The columns of a row are processed in blocks. The running maximum `m` grows from block
//! to block; partial results that were computed with an older one are rescaled by
//! `exp(m_old - m_new)`. Sums and products with `v` are linear, so this factor, and every
//! number of a row that probabilities are multiplied or divided by (as `l` here), can be
//! applied to the result instead. Sources: Milakov and Gimelshein, "Online normalizer
//! calculation for softmax" (2018); Dao, Fu, Ermon, Rudra and Ré, "FlashAttention" (2022).
//!
//! The pattern is semantic. A value between the products is classified by the ops that
//! compute it: a *plain* value of a row and a column, a *term*, which scales with the
//! exponential of its shift, a *difference*, which becomes a term by `exponential`, or a
//! number of a *row*. An op that breaks this (a sum of a term and something else, say) ends
//! the match. A shift has to grow with the maximum of the plain values: rescaling factors
//! are then at most 1, and nothing overflows that did not overflow before.
//!
//! Terms are rounded to the element type of the second product before the row scales are
//! applied, not after; to `f16`, whose largest number is 65504, only terms that are at most
//! 1 then.

mod matcher;
mod pattern;

pub use pattern::{AttentionPattern, RowReduction, RowScale};
