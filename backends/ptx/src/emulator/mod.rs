//! Runs PTX text on the host, block by block, with the warps of a block in lockstep
//! between barriers.
