//! Programs written in Rust: run as Rust, interpreted as a control-flow graph and with functional
//! control flow, and run as machine code.

#![allow(clippy::needless_range_loop, reason = "the programs index tensors")]
#![allow(unreachable_pub, reason = "a program's public functions are its entries")]

mod elements;
mod machine;
mod numbers;
mod search;
mod states;
mod tensors;
mod vgg19;
