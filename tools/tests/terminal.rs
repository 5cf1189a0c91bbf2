//! The program on a terminal: colours of diagnostics and help for every command, the note about
//! standard input, the line of progress; and what switches them off.
//!
//! `script` (util-linux) runs each command under a pseudo-terminal.
#![cfg(target_os = "linux")]

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A program with two mistakes.
const WRONG: &str = "func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %y = stablehlo.transpose %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}";

fn file(name: &str, text: &str) -> PathBuf {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, text).expect("the file can be written");
    file
}

/// The text that a command line shows on a terminal at which `typed` is typed, and its status.
fn on_terminal(line: &str, typed: &[u8], environment: &[(&str, &str)]) -> (String, Option<i32>) {
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command"]);
    script.arg(format!("{} {line}", env!("CARGO_BIN_EXE_hloom"))).arg("/dev/null");
    script.env_remove("NO_COLOR").env("TERM", "xterm").envs(environment.iter().copied());
    script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = script.spawn().expect("`script` of util-linux starts");
    let mut input = child.stdin.take().expect("it has an input");
    input.write_all(typed).expect("it takes what is typed");
    // The terminal stays open until the command ends: a closed one would end its input.
    let output = std::thread::scope(|scope| {
        let output = scope.spawn(|| child.wait_with_output().expect("it ends"));
        let output = output.join().expect("it is waited for");
        drop(input);
        output
    });
    (String::from_utf8_lossy(&output.stdout).replace('\r', ""), output.status.code())
}

/// A text without its escape sequences for colours.
fn plain(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.split_once('m').map_or(part, |(_, rest)| rest));
    rest.fold(first, |text, part| text + part)
}

#[test]
fn every_command_colours_its_diagnostics_on_a_terminal_only() {
    let wrong = file("terminal.mlir", WRONG);
    let wrong = wrong.display();
    for (line, status) in [
        (format!("opt {wrong}"), 1),
        (format!("run {wrong}"), 1),
        (format!("compile {wrong}"), 1),
        (format!("explain fusion {wrong}"), 1),
        (format!("explain layouts {wrong}"), 1),
        (format!("check {wrong} --input-file={wrong}"), 2),
        ("run /nowhere".to_owned(), 2),
        ("explain nosuch".to_owned(), 2),
        ("opt --nosuch".to_owned(), 2),
        ("completions nosuch".to_owned(), 2),
        ("man --nosuch".to_owned(), 2),
        ("--nosuch".to_owned(), 2),
    ] {
        let (text, code) = on_terminal(&line, b"", &[]);
        assert!(text.contains("\x1b["), "hloom {line} has no colours: {text}");
        assert_eq!(code, Some(status), "hloom {line}: {text}");
        for switch in [("NO_COLOR", "1"), ("TERM", "dumb")] {
            let (quiet, code) = on_terminal(&line, b"", &[switch]);
            assert!(!quiet.contains('\x1b'), "hloom {line} with {switch:?}: {quiet}");
            assert_eq!(quiet, plain(&text), "hloom {line}: colours change no words");
            assert_eq!(code, Some(status), "hloom {line}");
        }
    }
}

#[test]
fn every_command_colours_its_help_on_a_terminal_only() {
    let commands = ["check", "compile", "completions", "explain", "man", "opt", "run"];
    let (text, _) = on_terminal("--help", b"", &[]);
    for command in commands {
        assert!(text.contains(command), "{command} is a command");
    }
    for line in commands.map(|name| format!("{name} --help")).iter().chain(["--help".into()].iter())
    {
        let (text, code) = on_terminal(line, b"", &[]);
        assert!(text.contains("\x1b[1m"), "hloom {line} has no colours: {text}");
        assert_eq!(code, Some(0), "hloom {line}");
        let (quiet, _) = on_terminal(line, b"", &[("NO_COLOR", "1")]);
        assert!(!quiet.contains('\x1b'), "hloom {line}: {quiet}");
    }
}

#[test]
fn a_note_says_that_standard_input_is_awaited() {
    let note = "note: reading standard input; Ctrl-D ends it";
    let (text, code) = on_terminal("opt", b"func.func @main() { return }\n\x04", &[]);
    assert!(text.contains(note) && text.contains("func.func @main()"), "{text}");
    assert_eq!(code, Some(0));
    let empty = Command::new(env!("CARGO_BIN_EXE_hloom")).arg("opt").stdin(Stdio::null()).output();
    assert_eq!(empty.expect("hloom starts").stderr, b"");
}

#[cfg(feature = "llvm")]
#[test]
fn a_long_compilation_shows_its_progress_and_wipes_it() {
    // Barriers keep each op in a kernel of its own; twenty thousand take seconds.
    let ops: String = (0..20_000)
        .map(|i| {
            format!(
                "%w{i} = stablehlo.sine %v{i} : tensor<64xf32>\n\
                 %v{} = stablehlo.optimization_barrier %w{i} : tensor<64xf32>\n",
                i + 1
            )
        })
        .collect();
    let ty = "tensor<64xf32>";
    let text = format!("func.func @main(%v0: {ty}) -> {ty} {{\n{ops}return %v20000 : {ty}\n}}\n");
    let program = file("long.mlir", &text);
    let object = file("terminal.o", "");
    let line = format!("compile {} --emit=obj -o {}", program.display(), object.display());
    let (text, code) = on_terminal(&line, b"", &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains(" s: ") && text.ends_with("\x1b[K"), "{text:?}");
}
