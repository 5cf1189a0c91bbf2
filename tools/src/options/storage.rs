//! A test of the options with storage programs (`.sdql`): each is obeyed, or refused with the name of what
//! obeys it.

use clap::CommandFactory;

use super::outcome;
use super::rows::ROWS;
use crate::Cli;

/// The options of `run` that storage programs obey.
const RUN: [&str; 19] = [
    "backend",
    "input",
    "output",
    "print",
    "repeat",
    "warmup",
    "time",
    "turns",
    "statistics",
    "threads",
    "passes",
    "emit-plan",
    "use-plan",
    "max-steps",
    "storage",
    "result-storage",
    "plan",
    "accumulate",
    "diagnostics",
];

/// The options of `opt` that storage programs obey.
const OPT: [&str; 16] = [
    "output",
    "passes",
    "emit-plan",
    "use-plan",
    "input",
    "emit",
    "storage",
    "statistics-of",
    "list-passes",
    "list-rules",
    "disable-rule",
    "split-input-file",
    "verify-diagnostics",
    "statistics",
    // Nothing is verified between passes; only `--verify-each=0` would change anything.
    "verify-each",
    "diagnostics",
];

const PROGRAM: &str = "CREATE TENSOR x : [real];\nsum(<i, v> in x) { i -> v * 2.0 }\n";

#[test]
fn options_of_other_programs_are_refused() {
    let folder = std::env::temp_dir().join(format!("hloom-sdql-options-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    std::fs::write(folder.join("s-.sdql"), PROGRAM).expect("the folder can be written");
    std::fs::write(folder.join("x.tns"), "1 2.5\n").expect("the folder can be written");
    let cli = Cli::command();
    // Some options are there with LLVM alone.
    let is_known = |command: &str, option: &str| {
        let command = cli.find_subcommand(command);
        command.is_some_and(|it| it.get_arguments().any(|it| it.get_long() == Some(option)))
    };
    let mut wrong = Vec::new();
    for row in ROWS.iter().filter(|row| is_known(row.0, row.1)) {
        let (command, option) = (row.0, row.1);
        let (obeyed, mut line) = match command {
            "run" => (RUN.contains(&option), vec!["S", "--input", "x=F/x.tns"]),
            "opt" => (OPT.contains(&option), vec!["S"]),
            _ => continue,
        };
        line.extend(row.2.split(' '));
        // Some options need another one, which is refused by itself.
        line.extend(
            row.3.split(' ').filter(|word| word.starts_with("--compare") || *word == "--time"),
        );
        let (status, _, stderr) = outcome(&folder, command, &line);
        let refused = status == 2 && stderr.contains(" is for StableHLO programs");
        if obeyed == refused {
            wrong.push(format!("hloom {command} {}: {stderr}", line.join(" ")));
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(wrong.is_empty(), "options of storage programs:\n{}", wrong.join("\n"));
}
