//! Dense literals of every element type, as hloom prints them, read by jaxlib (which comes
//! from PyPI) and by `mlir-opt`; and what these print, read by hloom.
//!
//! `text/literals.txt` holds the printed forms, two of the same elements in a line: as
//! hloom chooses and as a list. Both of them are one value to every reader. `BLESS=1`
//! writes the file anew.

use hloom_ir::{Element, Literal, Op, Type};
use hloom_tests::campaign::Random;
use hloom_tests::sampling::any_number;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The newest release whose reader and printer are known to agree with hloom's.
const JAXLIB: &str = "jaxlib==0.10.2";

/// Reads attributes, a dictionary in a line. Prints for each whether its values `a` and `b`
/// are equal, and both of them.
const SCRIPT: &str = "
import sys
from jaxlib.mlir import ir
with ir.Context():
    for line in sys.stdin:
        pair = ir.Attribute.parse(line)
        a, b = (str(ir.Attribute.parse('{x = ' + text + '}')) for text in line[5:-2].split(', b = '))
        print(a == b, a, sep='\\t')
";

/// A literal of each kind for each element type: special values, any numbers, more than
/// upstream writes as a list, and equal ones.
fn literals() -> Vec<Literal> {
    let mut random = Random::new(1);
    let mut all = Vec::new();
    for element in Element::ALL {
        for count in [1, 3, 100, 101, 300] {
            all.extend(any_number(Type::tensor(&[count], element), false, &mut random));
        }
        let ones = Literal::from_f64s(Type::tensor(&[200], element), &[1.0]);
        all.extend(ones.ok());
    }
    all
}

/// The literal as a list of its elements.
fn as_list(literal: &Literal) -> String {
    let scalar = Type::scalar_tensor(literal.element());
    let element = |i| {
        let one = Literal::splat(scalar, literal.element_bytes(i)).expect("one element");
        let text = one.to_string();
        let end = text.rfind("> : ").expect("a dense literal");
        text["dense<".len()..end].to_owned()
    };
    let elements: Vec<String> = (0..literal.count()).map(element).collect();
    format!("dense<[{}]> : {}", elements.join(", "), literal.ty())
}

/// `{a = printed, b = as a list}`, a literal in a line.
fn printed() -> String {
    literals().iter().map(|l| format!("{{a = {l}, b = {}}}\n", as_list(l))).collect()
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("text/literals.txt")
}

/// Literals print as the file has them, and both forms parse to the same bits.
#[test]
fn literals_are_printed_as_ever_and_read_again() {
    let text = printed();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file(), &text).expect("the file is written");
    }
    let expected = std::fs::read_to_string(file()).expect("the file is there");
    assert!(text == expected, "hloom prints literals otherwise than {}", file().display());
    for (line, literal) in text.lines().zip(literals()) {
        let (a, b) = line[5..line.len() - 1].split_once(", b = ").expect("two literals");
        for form in [a, b] {
            assert_eq!(read(form).expanded().bytes(), literal.expanded().bytes(), "{form}");
        }
    }
}

/// The literal that a text stands for.
fn read(text: &str) -> Literal {
    let text = format!("func.func @f() {{ %0 = stablehlo.constant {text} return }}");
    let module = hloom_ir::text::parse_module(&text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let constant = |op| match module.op(op) {
        Op::Constant(it) => Some(it.value.clone()),
        _ => None,
    };
    module.walk_all().find_map(constant).expect("a constant")
}

/// The output of a command that is given a text.
fn output(command: &mut Command, input: &str) -> Result<String, String> {
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|e| e.to_string())?;
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_owned();
    let writer =
        std::thread::spawn(move || std::io::Write::write_all(&mut stdin, input.as_bytes()));
    let done = child.wait_with_output().map_err(|e| e.to_string())?;
    let _ = writer.join();
    match done.status.success() {
        true => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&done.stderr).into_owned()),
    }
}

/// A folder with jaxlib, installed if it is not there.
fn jaxlib() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(JAXLIB);
    if !folder.join("ready").is_file() {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--target"]).arg(&folder).arg(JAXLIB);
        output(&mut pip, "")?;
        std::fs::write(folder.join("ready"), "").map_err(|e| e.to_string())?;
    }
    Ok(folder)
}

/// jaxlib parses printed literals of both forms, and prints them back with the same bits.
#[test]
fn jaxlib_reads_what_is_printed() {
    let folder = match jaxlib() {
        Ok(folder) => folder,
        Err(why) => {
            // The forms that it has read are held by `text/literals.txt`.
            eprintln!("notice: {JAXLIB} can't be had, so it reads no literals: {why}");
            return;
        }
    };
    let mut python = Command::new("python3");
    python.env("PYTHONPATH", folder).args(["-c", SCRIPT]);
    let said = output(&mut python, &printed()).unwrap_or_else(|e| panic!("jaxlib refuses: {e}"));
    let literals = literals();
    assert_eq!(said.lines().count(), literals.len());
    for (line, literal) in said.lines().zip(literals) {
        let (same, text) = line.split_once('\t').expect("two fields");
        assert_eq!(same, "True", "jaxlib reads two values: {literal}");
        let text = text["{x = ".len()..text.len() - 1].to_owned();
        assert_eq!(read(&text).expanded().bytes(), literal.expanded().bytes(), "{text}");
    }
}

/// As above, with the `mlir-opt` beside the LLVM that hloom is built with.
#[test]
fn mlir_opt_reads_what_is_printed() {
    let program = Path::new(option_env!("MLIR_SYS_220_PREFIX").unwrap_or("/usr/lib/llvm-22"));
    let program = program.join("bin/mlir-opt");
    if !program.is_file() {
        eprintln!("notice: {} is not there, so it reads no literals", program.display());
        return;
    }
    let ops: String =
        printed().lines().map(|l| format!("\"some.op\"() {l} : () -> ()\n")).collect();
    let mut command = Command::new(program);
    let said = output(command.arg("--allow-unregistered-dialect"), &ops);
    let said = said.unwrap_or_else(|e| panic!("mlir-opt refuses: {e}"));
    let literals = literals();
    let lines: Vec<&str> = said.lines().filter(|l| l.contains("some.op")).collect();
    assert_eq!(lines.len(), literals.len());
    for (line, literal) in lines.iter().zip(literals) {
        let attributes = line.trim().trim_start_matches("\"some.op\"() {a = ");
        let attributes = attributes.trim_end_matches("} : () -> ()");
        let (a, b) = attributes.split_once(", b = ").expect("two literals");
        assert_eq!(a, b, "mlir-opt reads two values: {literal}");
        assert_eq!(read(a).expanded().bytes(), literal.expanded().bytes(), "{a}");
    }
}
