//! The text of storage programs: lexer, parser, printer.
//!
//! ```text
//! program := (CREATE TENSOR id [: type] [AS e] [;])* [e]
//! e       := let id = e in e | if e then e | sum(bind, …) e | merge(<p, p, p> in <e, e>) e
//!          | e == e | e != e | e < e | e <= e | e > e | e >= e | e : e
//!          | e + e | e - e | e * e | e / e | e % e | - e
//!          | e(e, …) | e(e : e) | f(e, …) | { key -> e, … } | {} | zero(type) | (e)
//!          | unique(e) | number | inf | nan | true | false | id
//! bind    := <pattern, pattern> in e        pattern := id | _ | (id, …)
//! key     := e | (e, …)                     f := min | max | div | mod | even | odd | real
//! type    := real | int | bool | {int[n] -> type} | {int -> type} | [scalar; n] | [scalar]
//! ```
//!
//! Comments run from `//` to the end of the line. `lo:hi` is the array of `lo` up to `hi - 1`, at
//! positions `0` to `hi - lo - 1`. A tensor without `AS` is data, given when the program runs.
//! Bodies extend as far to the right as possible. A name that occurs in two patterns of one `sum`
//! is a join; a `sum` inside another shadows its names.

pub mod ast;
mod lex;
mod parse;
mod print;

pub use parse::{MAX_BINDINGS, MAX_DEPTH, MAX_PARTS, parse, parse_results};
pub use print::{print, print_expr};
