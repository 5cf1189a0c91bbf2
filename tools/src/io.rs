//! The streams of a command, and access to files.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context;
use flate2::read::MultiGzDecoder;

/// The standard streams of one command.
///
/// `stdout` is for results and may be buffered: [`crate::main_with`] flushes it at the end.
/// `stderr` is for diagnostics.
pub struct Io<'a> {
    /// The stream for `-`.
    pub stdin: &'a mut (dyn Read + Send),
    /// The stream of results.
    pub stdout: &'a mut (dyn Write + Send),
    /// The stream of diagnostics.
    pub stderr: &'a mut (dyn Write + Send),
    /// Whether diagnostics may use ANSI colours.
    pub color: bool,
}

impl Io<'_> {
    /// Reads a whole file, or standard input if the path is `-`. Data compressed by gzip is
    /// decompressed.
    ///
    /// # Errors
    /// If the file can't be read or decompressed; the message names it.
    pub fn read_bytes(&mut self, path: &Path) -> anyhow::Result<Vec<u8>> {
        let bytes = if path == Path::new("-") {
            let mut bytes = Vec::new();
            self.stdin.read_to_end(&mut bytes).context("can't read standard input")?;
            bytes
        } else {
            fs::read(path).with_context(|| format!("can't read `{}`", path.display()))?
        };
        unpacked(bytes).with_context(|| format!("can't unpack `{}`", display_name(path)))
    }

    /// Reads a whole text file, or standard input if the path is `-`.
    ///
    /// # Errors
    /// If the file can't be read or is not UTF-8; the message gives the file and the position of
    /// the first invalid byte.
    pub fn read_text(&mut self, path: &Path) -> anyhow::Result<String> {
        let bytes = self.read_bytes(path)?;
        String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let (before, byte) = (&error.as_bytes()[..valid], error.as_bytes()[valid]);
            let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
            let begin = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
            let column = String::from_utf8_lossy(&before[begin..]).chars().count() + 1;
            let name = display_name(path);
            anyhow::anyhow!(
                "{name}:{line}:{column}: this is no UTF-8 text: byte {valid} is 0x{byte:02X}"
            )
        })
    }

    /// Writes a result: to the file given by `-o FILE`, else (or for `-`) to standard output.
    ///
    /// # Errors
    /// If the file can't be written; the message names it.
    /// The file can't be written; the message names it.
    pub fn write_result(&mut self, output: Option<&Path>, bytes: &[u8]) -> anyhow::Result<()> {
        match output {
            Some(path) if path != Path::new("-") => {
                fs::write(path, bytes).with_context(|| format!("can't write `{}`", path.display()))
            }
            _ => Ok(self.stdout.write_all(bytes)?),
        }
    }
}

/// Decompresses the contents of a file if gzip has compressed them.
///
/// # Errors
/// If they are truncated or damaged, or at least 4 GiB long: positions in a text have 32 bits.
pub fn unpacked(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let most = u64::from(u32::MAX);
    let mut plain = Vec::new();
    MultiGzDecoder::new(&bytes[..]).take(most + 1).read_to_end(&mut plain)?;
    if plain.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is 4 GiB or more"));
    }
    Ok(plain)
}

/// The display name of a path: `<stdin>` for `-`.
pub fn display_name(path: &Path) -> String {
    if path == Path::new("-") { "<stdin>".to_owned() } else { path.display().to_string() }
}
