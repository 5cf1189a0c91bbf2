//! Programs written in Rust with `hloom-front`: what they compute as Rust, interpreted
//! as a control-flow graph and with functional control flow, and as machine code. The
//! crate is there for its tests alone.
