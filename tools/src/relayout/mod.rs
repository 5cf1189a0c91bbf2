//! `hloom relayout`: conversion of a tensor between files and between the arrays of storage formats.
//!
//! ```text
//! .npy .npz .mtx .tns ──► entries ─────────────────────────────► .npy .npz .mtx .tns
//!    arrays of a format ──the mapping, read──►  ──the mapping, filled──► arrays of a format (.npz)
//! ```
//!
//! A format is a mapping as text ([`hloom_storage`]): the evaluator reads its arrays, and
//! [`hloom_storage::assemble()`] fills them. No format has code of its own.

use std::path::PathBuf;

use anyhow::bail;

use crate::storage::{Conversion, ConversionError, Format};
use crate::{ExitStatus, Io};

/// Convert a tensor between storage formats and files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hloom relayout a.mtx --to csr -o a.npz                 the arrays pos, idx, val and len
  hloom relayout a.npz --from csr --to dcsr -o b.npz
  hloom relayout b.npz --from dcsr -o b.mtx
  hloom relayout a.mtx --to bsr --size h=2 --size w=2 -o blocks.npz")]
pub struct Args {
    /// The tensor: .npy, SciPy's .npz, .mtx, .tns, or the arrays of the format --from in an .npz
    #[arg(value_name = "IN")]
    file: PathBuf,
    /// The format of the arrays in IN: of the library, or an .sdql file
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// The format whose arrays are written, as an .npz: of the library, or an .sdql file
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// A number of the format --to that the entries do not determine, such as h=2 of blocks
    #[arg(long, value_name = "NAME=NUMBER")]
    size: Vec<String>,
    /// The extents of the tensor, such as 3x4, if the arrays of --from do not tell
    #[arg(long, value_name = "EXTENTS")]
    shape: Option<String>,
    /// Add entries with the same coordinates
    #[arg(long)]
    accumulate: bool,
    /// The file to write: .npy, .npz (SciPy's CSR), .mtx or .tns, and with --to an .npz of arrays
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

/// Runs the command.
///
/// # Errors
/// If an option is wrong, or a file can't be read or written.
pub fn run(args: &Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let from = args.from.as_deref().map(|name| Format::read(name, io)).transpose()?;
    let to = args.to.as_deref().map(|name| Format::read(name, io)).transpose()?;
    if to.is_none() && !args.size.is_empty() {
        bail!("--size is for the arrays of a format: give --to FORMAT");
    }
    if from.is_none() && args.shape.is_some() {
        bail!("--shape is for arrays: give --from FORMAT");
    }
    let conversion = Conversion {
        from,
        to,
        sizes: args.size.iter().map(|text| size(text)).collect::<Result<_, _>>()?,
        shape: args.shape.as_deref().map(extents).transpose()?,
        accumulate: args.accumulate,
    };
    match conversion.convert(&args.file, &args.output, io) {
        Ok(bytes) => {
            io.write_result(Some(&args.output), &bytes)?;
            Ok(ExitStatus::Success)
        }
        Err(ConversionError::Usage(error)) => Err(error),
        Err(ConversionError::Wrong(what)) => {
            io.error(format_args!("{what}"))?;
            Ok(ExitStatus::Wrong)
        }
    }
}

/// Reads `h=2`.
fn size(text: &str) -> anyhow::Result<(String, i64)> {
    let parts = text.split_once('=').and_then(|(name, n)| Some((name.to_owned(), n.parse().ok()?)));
    let Some(size) = parts else { bail!("expected --size NAME=NUMBER, found `{text}`") };
    Ok(size)
}

/// Reads `3x4`.
fn extents(text: &str) -> anyhow::Result<Vec<u64>> {
    let all = text.split('x').map(|extent| extent.trim().parse().ok());
    let Some(all) = all.collect() else { bail!("expected --shape 3x4, found `{text}`") };
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_options_are_read() {
        assert_eq!(size("h=2").ok(), Some(("h".to_owned(), 2)));
        assert_eq!(size("h").unwrap_err().to_string(), "expected --size NAME=NUMBER, found `h`");
        assert_eq!(extents("3x4").ok(), Some(vec![3, 4]));
        assert_eq!(extents("3x").unwrap_err().to_string(), "expected --shape 3x4, found `3x`");
    }
}
