//! Tests of programs written in Rust with `hloom-front`. Each is run as Rust, interpreted as a
//! control-flow graph and with functional control flow, and run as machine code. The crate exists
//! for its tests only.
