//! A test of every option of every subcommand: it is obeyed, or refused with the name of what
//! obeys it. An option that this table does not know fails the test.

mod rows;
mod storage;

use std::collections::BTreeSet;
use std::path::Path;

use clap::CommandFactory;

use rows::ROWS;

use crate::{Cli, Io, Terminal, main_with};

/// The evidence that an option is obeyed.
enum Effect {
    /// The status or what is written differs from the command line without the option.
    Shown,
    /// This file is there.
    File(&'static str),
    /// It does not show here; a test elsewhere, which is named for readers, holds it.
    Elsewhere(#[allow(dead_code)] &'static str),
}

/// One option: its command, its name, the words that give it, and words that both lines have.
struct Row(&'static str, &'static str, &'static str, &'static str, Effect);

const PROGRAM: &str = r#"func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32> loc("f.py":1:2)
  %u = stablehlo.transpose %t, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = stablehlo.exponential %u : tensor<8x8xf32>
  %b = stablehlo.log %x : tensor<8x8xf32>
  %y = stablehlo.add %a, %b : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
func.func @other(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  return %x : tensor<8x8xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
"#;

const HOSTED: &str = "func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %y = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %y : tensor<4xcomplex<f32>>
}
";

/// A program with an open extent.
const OPEN: &str = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = stablehlo.negate %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
";

const WRONG: &str = "func.func @main() { %0 = stablehlo.negate %1 : tensor<i32> return }";

/// The status of a command line, and what it wrote.
fn outcome(folder: &Path, command: &str, words: &[&str]) -> (u8, String, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let folder = folder.to_str().expect("a plain path");
    let written = |word: &&str| match *word {
        "P" => format!("{folder}/p-.mlir"),
        "H" => format!("{folder}/h-.mlir"),
        "W" => format!("{folder}/w-.mlir"),
        "D" => format!("{folder}/d-.mlir"),
        "S" => format!("{folder}/s-.sdql"),
        word => word.replace("F/", &format!("{folder}/")),
    };
    let words: Vec<String> = words.iter().map(written).collect();
    let mut io = Io {
        stdin: &mut std::io::empty(),
        stdout: &mut stdout,
        stderr: &mut stderr,
        terminal: Terminal::default(),
    };
    let line = ["hloom", command].into_iter().map(str::to_owned).chain(words);
    let status = main_with(line, &mut io);
    // Bytecode is not text.
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (status, text(stdout), text(stderr))
}

#[test]
fn the_table_knows_every_option() {
    let known: BTreeSet<(&str, &str)> = ROWS.iter().map(|row| (row.0, row.1)).collect();
    let cli = Cli::command();
    let mut missing = Vec::new();
    for command in cli.get_subcommands() {
        let name = command.get_name();
        // FileCheck's options are held by the cases of `tests/check`; a pass's flag is the pass.
        if name == "check" {
            continue;
        }
        for option in command.get_arguments().filter_map(|it| it.get_long()) {
            let storage = crate::storage::passes::names().any(|name| name == option);
            let pass = storage || hloom_passes::table::lookup(option).is_some();
            let own = ["help", "version"].contains(&option) || name == "opt" && pass;
            if !(own || known.contains(&(name, option))) {
                missing.push(format!("hloom {name} --{option}"));
            }
        }
    }
    assert!(missing.is_empty(), "options without a row: {}", missing.join(", "));
}

#[test]
fn each_option_is_obeyed_or_refused_with_the_name_of_what_obeys_it() {
    let folder = std::env::temp_dir().join(format!("hloom-options-{}", std::process::id()));
    let mut wrong = Vec::new();
    for Row(command, option, with, base, effect) in ROWS {
        let backends: &[&str] = match *command {
            "run" if !base.contains("--backend") => &["cpu", "interp", "ptx-emulator"],
            _ => &[""],
        };
        for backend in backends {
            // Files of earlier lines must not hide files that this one does not write.
            let _ = std::fs::remove_dir_all(&folder);
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            let program = PROGRAM.split("// -----").next().unwrap_or_default();
            let program = if *option == "split-input-file" { PROGRAM } else { program };
            let files =
                [("p-.mlir", program), ("h-.mlir", HOSTED), ("w-.mlir", WRONG), ("d-.mlir", OPEN)];
            for (name, text) in files {
                std::fs::write(folder.join(name), text).expect("the folder can be written");
            }
            if *option == "input" {
                let made = ["P", "--random-inputs=5", "--backend=interp", "--output", "F/"];
                assert_eq!(outcome(&folder, "run", &made).0, 0);
                std::fs::rename(folder.join("0.npy"), folder.join("x.npy")).expect("it is there");
            }
            let flag = format!("--backend={backend}");
            let mut line: Vec<&str> = base.split(' ').collect();
            if !backend.is_empty() {
                line.push(&flag);
            }
            let before = outcome(&folder, command, &line);
            line.extend(with.split(' '));
            let after = outcome(&folder, command, &line);
            let refused = after.0 == 2 && after.2.contains(" is for ");
            let obeyed = match effect {
                Effect::Shown => before != after,
                Effect::File(name) => after.0 == 0 && folder.join(name).exists(),
                Effect::Elsewhere(_) => true,
            };
            if !(refused || obeyed) {
                wrong.push(format!("hloom {command} {}: {}", line.join(" "), after.2));
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(wrong.is_empty(), "options that nothing obeys:\n{}", wrong.join("\n"));
}

#[test]
fn options_of_fusion_are_for_the_pages_about_it() {
    let here = Path::new(".");
    for flag in ["--measure", "--policies", "--html=x.html", "--machine=cpu"] {
        let (status, _, stderr) = outcome(here, "explain", &["transpose", flag]);
        assert_eq!(status, 2, "{flag}");
        assert!(stderr.contains(" is for `hloom explain fusion FILE`"), "{stderr}");
    }
}
