//! The program `hloom-mlir`: upstream MLIR as a server of `hloom`, over standard input and output.

use std::io;

fn main() -> io::Result<()> {
    hloom_mlir::worker::serve(&mut io::stdin().lock(), &mut io::stdout().lock())
}
