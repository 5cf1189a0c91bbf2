//! The small shell that runs a `RUN` line in this process.
//!
//! A line is a pipeline of commands. A command runs when the one before it has ended, on its
//! complete output; commands do not run concurrently. A line that works here works in a POSIX shell
//! with `pipefail`. Other shell features (`&&`, `;`, variables, globs, other programs) are rejected
//! with a sentence.

use std::fmt;
use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use hloom::{Io, bug};

use super::script::Places;

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// The commands, in the order in which they run.
    pub commands: Vec<Command>,
}

/// One command of a pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// The words, starting with the program's name, without `not`.
    pub words: Vec<String>,
    /// Whether `not` stands before it.
    pub inverted: bool,
    /// The file for standard input, instead of the previous command's output.
    pub stdin: Option<String>,
    /// The file for standard output, instead of the next command's input.
    pub stdout: Option<String>,
    /// The destination of standard error.
    pub stderr: Stderr,
}

/// The destination of standard error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stderr {
    /// Not redirected: shown if the command fails.
    #[default]
    Kept,
    /// Standard output (`2>&1`).
    Stdout,
    /// A file.
    File(String),
}

impl fmt::Display for Pipeline {
    /// Writes the line in POSIX shell syntax.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, command) in self.commands.iter().enumerate() {
            f.write_str(if index > 0 { " | " } else { "" })?;
            f.write_str(if command.inverted { "not " } else { "" })?;
            let words: Vec<String> = command.words.iter().map(|word| quoted(word)).collect();
            f.write_str(&words.join(" "))?;
            if let Some(path) = &command.stdin {
                write!(f, " <{}", quoted(path))?;
            }
            if let Some(path) = &command.stdout {
                write!(f, " >{}", quoted(path))?;
            }
            match &command.stderr {
                Stderr::Kept => {}
                Stderr::Stdout => f.write_str(" 2>&1")?,
                Stderr::File(path) => write!(f, " 2>{}", quoted(path))?,
            }
        }
        Ok(())
    }
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_=/.,:+@%^".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Parses a line and replaces `%s`, `%S` and `%t`.
///
/// # Errors
/// A sentence, if the line is malformed.
pub fn parse(line: &str, places: &Places) -> Result<Pipeline, String> {
    let mut commands = vec![Command::default()];
    let mut tokens = tokens(line)?.into_iter();
    while let Some(token) = tokens.next() {
        let command = commands.last_mut().ok_or("no command")?;
        let mut target = || match tokens.next() {
            Some(Token::Word(word)) => places.substitute(&word),
            _ => Err("a redirection lacks its file".to_owned()),
        };
        match token {
            Token::Word(word) => command.words.push(places.substitute(&word)?),
            Token::Pipe => commands.push(Command::default()),
            Token::Input => command.stdin = Some(target()?),
            Token::Output => command.stdout = Some(target()?),
            Token::Error => command.stderr = Stderr::File(target()?),
            Token::ErrorToOutput => command.stderr = Stderr::Stdout,
        }
    }
    for command in &mut commands {
        while command.words.first().is_some_and(|word| word == "not") {
            command.words.remove(0);
            command.inverted = !command.inverted;
        }
        match command.words.first().map(String::as_str) {
            Some("hloom" | "cat" | "diff") => {}
            Some(other) => {
                return Err(format!(
                    "`{other}` is not a command here: hloom, cat, diff and not are"
                ));
            }
            None => return Err("a command is missing".to_owned()),
        }
    }
    Ok(Pipeline { commands })
}

#[derive(Debug)]
enum Token {
    Word(String),
    Pipe,
    Input,
    Output,
    Error,
    ErrorToOutput,
}

fn tokens(line: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let operator = match c {
            ' ' | '\t' => None,
            '|' if chars.peek() != Some(&'|') => Some(Token::Pipe),
            '<' => Some(Token::Input),
            '>' if chars.peek() != Some(&'>') => match word.as_deref() {
                Some("2") => {
                    word = None;
                    let mut ahead = chars.clone();
                    if ahead.next() == Some('&') {
                        if ahead.next() != Some('1') {
                            return Err("`2>&` goes with `1` only".to_owned());
                        }
                        chars = ahead;
                        Some(Token::ErrorToOutput)
                    } else {
                        Some(Token::Error)
                    }
                }
                _ => Some(Token::Output),
            },
            '|' | '>' | '&' | ';' | '`' | '$' => {
                return Err(format!("`{c}` is not understood here; quotes keep it as text"));
            }
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some('\'') => break,
                        Some(c) => word.push(c),
                        None => return Err("a quote is not closed".to_owned()),
                    }
                }
                continue;
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some('"') => break,
                        Some('\\') if matches!(chars.peek(), Some('"' | '\\' | '$' | '`')) => {
                            word.extend(chars.next());
                        }
                        Some(c) => word.push(c),
                        None => return Err("a quote is not closed".to_owned()),
                    }
                }
                continue;
            }
            '\\' => {
                word.get_or_insert_default().extend(chars.next());
                continue;
            }
            c => {
                word.get_or_insert_default().push(c);
                continue;
            }
        };
        tokens.extend(word.take().map(Token::Word));
        tokens.extend(operator);
    }
    tokens.extend(word.map(Token::Word));
    Ok(tokens)
}

/// The result of a pipeline.
#[derive(Debug)]
pub struct Outcome {
    /// The standard output of the last command.
    pub stdout: Vec<u8>,
    /// The first command that failed.
    pub failure: Option<Failure>,
}

/// A command that failed.
#[derive(Debug)]
pub struct Failure {
    /// Its words.
    pub command: String,
    /// A description of its unexpected status: a part of a sentence.
    pub ended: String,
    /// Its standard error.
    pub stderr: String,
    /// Its standard output, unless another command read that.
    pub stdout: String,
}

impl Pipeline {
    /// Runs the commands. With `bless`, `diff X.out -` rewrites the file.
    pub fn run(&self, bless: bool) -> Outcome {
        let mut input = Vec::new();
        let mut failure = None;
        for (index, command) in self.commands.iter().enumerate() {
            let is_last = index + 1 == self.commands.len();
            match command.run(std::mem::take(&mut input), bless) {
                Ok(done) => {
                    let ended = command.judge(done.status);
                    if let (Some(ended), None) = (ended, &failure) {
                        let stdout = if is_last { lossy(&done.stdout) } else { String::new() };
                        failure = Some(Failure {
                            command: command.words.join(" "),
                            ended,
                            stderr: lossy(&done.stderr),
                            stdout,
                        });
                    }
                    input = done.stdout;
                }
                Err(message) => {
                    failure.get_or_insert(Failure {
                        command: command.words.join(" "),
                        ended: message,
                        stderr: String::new(),
                        stdout: String::new(),
                    });
                }
            }
        }
        Outcome { stdout: input, failure }
    }
}

/// The result of one command.
struct Done {
    status: u8,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Command {
    fn run(&self, piped: Vec<u8>, bless: bool) -> Result<Done, String> {
        let stdin = match &self.stdin {
            Some(path) => fs::read(path).map_err(|e| format!("can't read `{path}`: {e}"))?,
            None => piped,
        };
        let mut done = match self.words[0].as_str() {
            "hloom" => self.hloom(&stdin),
            "cat" => self.cat(&stdin),
            _ => self.diff(&stdin, bless),
        };
        let write = |path: &str, bytes: &[u8]| {
            fs::write(path, bytes).map_err(|e| format!("can't write `{path}`: {e}"))
        };
        if let Stderr::File(path) = &self.stderr {
            write(path, &std::mem::take(&mut done.stderr))?;
        }
        if let Some(path) = &self.stdout {
            write(path, &std::mem::take(&mut done.stdout))?;
        }
        Ok(done)
    }

    /// A description of a status if it is unexpected.
    fn judge(&self, status: u8) -> Option<String> {
        match (status, self.inverted) {
            (bug::EXIT_CODE, _) => Some("panicked".to_owned()),
            (0, true) => Some("succeeded, and should fail".to_owned()),
            (0, false) | (_, true) => None,
            (status, false) => Some(format!("exited with status {status}")),
        }
    }

    fn hloom(&self, stdin: &[u8]) -> Done {
        let stdout = Sink::default();
        let stderr = if self.stderr == Stderr::Stdout { stdout.clone() } else { Sink::default() };
        let outcome = bug::catch_panic(|| {
            // Buffered like the program's own standard output, so that output and diagnostics are
            // interleaved in the same way under `2>&1`.
            let mut out = BufWriter::with_capacity(1 << 16, stdout.clone());
            let mut io = Io {
                stdin: &mut io::Cursor::new(stdin),
                stdout: &mut out,
                stderr: &mut stderr.clone(),
                terminal: hloom::Terminal::default(),
            };
            hloom::main_with(&self.words, &mut io)
        });
        let status = outcome.unwrap_or_else(|bug| {
            // Writing to a sink does not fail.
            let _ = write!(stderr.clone(), "{bug}");
            bug::EXIT_CODE
        });
        let stderr = if self.stderr == Stderr::Stdout { Vec::new() } else { stderr.take() };
        Done { status, stdout: stdout.take(), stderr }
    }

    fn cat(&self, stdin: &[u8]) -> Done {
        let mut done = Done { status: 0, stdout: Vec::new(), stderr: Vec::new() };
        for path in &self.words[1..] {
            match read(path, stdin) {
                Ok(bytes) => done.stdout.extend(bytes),
                Err(message) => {
                    done.status = 1;
                    done.stderr.extend(message.into_bytes());
                }
            }
        }
        if self.words.len() == 1 {
            done.stdout = stdin.to_vec();
        }
        done
    }

    /// Compares two files: status 0 if they are equal, else 1 with the first difference on standard
    /// output.
    fn diff(&self, stdin: &[u8], bless: bool) -> Done {
        let mut done = Done { status: 2, stdout: Vec::new(), stderr: Vec::new() };
        let [_, expected, actual] = self.words.as_slice() else {
            done.stderr = b"diff takes two files\n".to_vec();
            return done;
        };
        if bless && actual == "-" && Path::new(expected).extension().is_some_and(|e| e == "out") {
            match fs::write(expected, stdin) {
                Ok(()) => done.status = 0,
                Err(e) => done.stderr = format!("can't write `{expected}`: {e}\n").into_bytes(),
            }
            return done;
        }
        match (read(expected, stdin), read(actual, stdin)) {
            (Ok(expected), Ok(actual)) if expected == actual => done.status = 0,
            (Ok(expected_text), Ok(actual_text)) => {
                done.status = 1;
                done.stdout = first_difference(expected, &expected_text, &actual_text).into_bytes();
            }
            (Err(message), _) | (_, Err(message)) => done.stderr = message.into_bytes(),
        }
        done
    }
}

fn read(path: &str, stdin: &[u8]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let outcome = match path {
        "-" => {
            bytes.extend_from_slice(stdin);
            Ok(0)
        }
        path => fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    outcome.map(|_| bytes).map_err(|e| format!("can't read `{path}`: {e}\n"))
}

/// Describes the first difference of two texts.
fn first_difference(name: &str, expected: &[u8], actual: &[u8]) -> String {
    let lines = |text: &[u8]| -> Vec<String> { lossy(text).lines().map(str::to_owned).collect() };
    let (expected, actual) = (lines(expected), lines(actual));
    let same = expected.iter().zip(&actual).take_while(|(a, b)| a == b).count();
    let show = |text: &[String]| {
        text.get(same).map_or_else(|| "(the end)".to_owned(), |line| line.to_owned())
    };
    let (a, b) = (show(&expected), show(&actual));
    let column = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    format!(
        "{name}:{}:{}: differs\n- {a}\n+ {b}\n  {}^\n",
        same + 1,
        column + 1,
        " ".repeat(column)
    )
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A buffer that several writers share.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Sink {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Places {
        Places { file: "a b.mlir".into(), scratch: "target/t".into() }
    }

    #[test]
    fn words_quotes_and_redirections() {
        let line = r#"not hloom opt %s 'x|y' "a \"b\"" p\ q 2>&1 <in | cat >%t"#;
        let pipeline = parse(line, &places()).unwrap();
        let first = &pipeline.commands[0];
        assert!(first.inverted);
        assert_eq!(first.words, ["hloom", "opt", "a b.mlir", "x|y", "a \"b\"", "p q"]);
        assert_eq!((first.stdin.as_deref(), &first.stderr), (Some("in"), &Stderr::Stdout));
        assert_eq!(pipeline.commands[1].stdout.as_deref(), Some("target/t"));
        let written = pipeline.to_string();
        assert_eq!(parse(&written, &places()), Ok(pipeline), "{written}");
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        let refused = [
            "a && b",
            "hloom x; cat",
            "sed s",
            "hloom |",
            "hloom >",
            "cat 'x",
            "cat $X",
            "cat >>x",
        ];
        for line in refused {
            assert!(parse(line, &places()).is_err(), "{line}");
        }
    }

    #[test]
    fn a_pipeline_fails_with_its_first_failure() {
        let run = |line: &str| parse(line, &places()).unwrap().run(false);
        let outcome = run("hloom --version | cat");
        assert!(outcome.failure.is_none());
        assert!(outcome.stdout.starts_with(b"hloom "));
        let failure = run("hloom no-such-command | cat").failure.unwrap();
        assert_eq!(failure.ended, "exited with status 2");
        assert!(failure.stderr.contains("no-such-command"));
        assert!(run("not hloom no-such-command 2>&1 | cat").failure.is_none());
        let failure = run("not hloom --version").failure.unwrap();
        assert_eq!(failure.ended, "succeeded, and should fail");
    }

    #[test]
    fn differences_are_shown_where_they_begin() {
        assert_eq!(
            first_difference("x.out", b"a\nbcd\n", b"a\nbxd\n"),
            "x.out:2:2: differs\n- bcd\n+ bxd\n   ^\n"
        );
    }
}
