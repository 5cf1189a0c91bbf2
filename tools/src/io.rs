//! The streams of a command, and access to files.

use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context;
use flate2::read::MultiGzDecoder;
use hloom_ir::Severity;
use hloom_ir::diag;

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
    /// The abilities of the streams.
    pub terminal: Terminal,
}

/// The abilities of a command's streams; by default they are files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminal {
    /// Whether results may use ANSI colours.
    pub stdout_colors: bool,
    /// Whether diagnostics may use ANSI colours.
    pub stderr_colors: bool,
    /// Whether the process's standard error shows a line of progress, which goes away again.
    pub progress: bool,
}

/// A stream whose reader may leave: what nobody reads any more is dropped, so that the exit
/// status stays that of the work.
pub(crate) struct Lasting<'a> {
    inner: &'a mut (dyn Write + Send),
    gone: bool,
}

impl<'a> Lasting<'a> {
    pub(crate) fn new(inner: &'a mut (dyn Write + Send)) -> Lasting<'a> {
        Lasting { inner, gone: false }
    }

    /// The outcome of writing, but that a reader who left is no failure.
    fn without_broken_pipe<T>(&mut self, outcome: io::Result<T>, dropped: T) -> io::Result<T> {
        match outcome {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.gone = true;
                Ok(dropped)
            }
            outcome => outcome,
        }
    }
}

impl Write for Lasting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.gone {
            return Ok(bytes.len());
        }
        let outcome = self.inner.write(bytes);
        self.without_broken_pipe(outcome, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.gone {
            return Ok(());
        }
        let outcome = self.inner.flush();
        self.without_broken_pipe(outcome, ())
    }
}

impl Io<'_> {
    /// Writes `error: …` or `warning: …` to standard error.
    ///
    /// # Errors
    /// It can't be written.
    pub(crate) fn say(&mut self, severity: Severity, text: impl fmt::Display) -> io::Result<()> {
        match self.terminal.stderr_colors {
            true => writeln!(self.stderr, "{}{severity}\x1b[0m: {text}", diag::color(severity)),
            false => writeln!(self.stderr, "{severity}: {text}"),
        }
    }

    /// Writes `error: …` to standard error.
    ///
    /// # Errors
    /// It can't be written.
    pub(crate) fn error(&mut self, text: impl fmt::Display) -> io::Result<()> {
        self.say(Severity::Error, text)
    }

    /// Writes `warning: …` to standard error.
    ///
    /// # Errors
    /// It can't be written.
    pub(crate) fn warning(&mut self, text: impl fmt::Display) -> io::Result<()> {
        self.say(Severity::Warning, text)
    }

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

    /// Reads a whole text file, or standard input if the path is `-`. A byte order mark in
    /// front is left out.
    ///
    /// # Errors
    /// The file can't be read or isn't UTF-8; the message names it, and the format or the
    /// place of the first byte that isn't.
    pub fn read_text(&mut self, path: &Path) -> anyhow::Result<String> {
        text_of(self.read_bytes(path)?, path)
    }

    /// Writes a result: to the file given by `-o FILE`, else (or for `-`) to standard output.
    ///
    /// # Errors
    /// If the file can't be written; the message names it.
    pub fn write_result(&mut self, output: Option<&Path>, bytes: &[u8]) -> anyhow::Result<()> {
        match output {
            Some(path) if path != Path::new("-") => {
                fs::write(path, bytes).with_context(|| format!("can't write `{}`", path.display()))
            }
            _ => Ok(self.stdout.write_all(bytes)?),
        }
    }
}

/// The text that a file's bytes are.
///
/// # Errors
/// As of [`Io::read_text`].
pub(crate) fn text_of(mut bytes: Vec<u8>, path: &Path) -> anyhow::Result<String> {
    if let Some(format) = other_format(&bytes) {
        anyhow::bail!("`{}` is {format}", display_name(path));
    }
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
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

/// The format of a file that is not text in UTF-8, with what to do about it.
fn other_format(bytes: &[u8]) -> Option<&'static str> {
    if hloom_ir::bytecode::is_bytecode(bytes) {
        return Some("MLIR bytecode, but text is expected here");
    }
    let utf16 = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    utf16.then_some("text in UTF-16; hloom reads UTF-8")
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
