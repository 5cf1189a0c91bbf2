//! Names of functions and globals.

use crate::program::Program;

/// A name that assemblers and C take: letters, digits, dots and underscores.
pub fn symbol(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut symbol: String = name.chars().map(|c| if fits(c) { c } else { '_' }).collect();
    if symbol.is_empty() || symbol.starts_with(|c: char| c.is_ascii_digit()) {
        symbol.insert(0, '_');
    }
    symbol
}

/// The name of a program's function, unless a file of code has its own.
pub fn function_symbol(program: &Program) -> String {
    format!("hloom_{}", symbol(&program.name).replace('.', "_"))
}
