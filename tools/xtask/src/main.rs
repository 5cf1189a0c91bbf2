//! Set-up, demo and tests in one command each.
fn main() {}
