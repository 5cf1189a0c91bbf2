//! Whatever a text is, reading it ends in a module or in errors with a place:
//! random bytes, random words, and real programs with damage.

use hloom_ir::text::{locate, parse, parse_bytes, print};
use hloom_ir::{Place, verify};
use hloom_tests::campaign::{self, Random};
use std::path::Path;

/// Pieces that texts are made of.
const WORDS: &[&[u8]] = &[
    b"{",
    b"}",
    b"(",
    b")",
    b"<",
    b">",
    b"[",
    b"]",
    b"\"",
    b"%",
    b"@",
    b"#",
    b"!",
    b"^",
    b",",
    b":",
    b"=",
    b"->",
    b"\0",
    b"\xC3\xA9",
    b"\xFF",
    b"-",
    b"x",
    b"?",
    b"*",
    b"0x",
    b"dense<",
    b"tensor<",
    b"tensor<2xf32>",
    b"loc(",
    b"//",
    b"\\",
    b"#-}",
    b"{-#",
    b"99999999999999999999",
    b"%0",
    b"%1 =",
    b"%0#7",
    b"^bb0(%a: i32):",
    b"stablehlo.",
    b"\"a.b\"(",
    b": ()",
    b"\n",
    b"return",
    b"module",
    b"func.func @f",
    b"1.0e999",
    b"true",
    b"complex<",
    b"!quant.uniform<",
    b"array<i64: ",
    b" : (tensor<f32>) -> tensor<f32>",
    b"stablehlo.while(%a = %b)",
    b"cond {",
    b"do {",
    b"stablehlo.reduce(%0 init: %1)",
    b"applies stablehlo.add",
    b"across dimensions = [0]",
    b"stablehlo.constant dense<[",
    b"#loc1 = loc(#loc1)",
    b"callsite(",
    b"fused[",
    b" at ",
    b"to",
    b"attributes {",
    b"({",
    b"})",
    b"<{",
    b"}>",
    b"-9223372036854775808",
    b"0xFFFFFFFFFFFFFFFFF",
];

/// Real programs, large literals cut short so that damage meets structure.
fn programs() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["models", "jax", "run", "text", "tools"] {
        let mut folders = vec![root.join(folder)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == "mlir") {
                    let text = std::fs::read_to_string(&path).expect("the file can be read");
                    found.extend(text.split("// -----").map(shorten));
                }
            }
        }
    }
    found.sort();
    assert!(found.len() > 100, "there are programs");
    found
}

/// The lines of a text that are not long.
fn shorten(text: &str) -> Vec<u8> {
    let lines = text.lines().filter(|line| line.len() < 2000).take(80);
    lines.flat_map(|line| line.bytes().chain([b'\n'])).collect()
}

/// Reads a text, and holds what reading promises.
fn holds(text: &[u8]) {
    let parsed = parse_bytes(text);
    for d in &parsed.diagnostics {
        assert!(d.span.start <= d.span.end, "{}", d.message);
        assert!(d.span.end as usize <= text.len(), "{}", d.message);
    }
    let Some(module) = parsed.module else {
        assert!(!parsed.diagnostics.is_empty(), "there is no module and no error");
        return;
    };
    let source = std::str::from_utf8(text).expect("only UTF-8 is read");
    match verify::verify_text(&module, source) {
        Err(errors) => assert!(!errors.is_empty()),
        Ok(()) => {
            let once = print(&module, &Default::default());
            let again =
                parse(&once).module.unwrap_or_else(|| panic!("can't be read again:\n{once}"));
            assert_eq!(print(&again, &Default::default()), once);
        }
    }
    for op in module.walk_all().take(50) {
        for place in [Place::Op, Place::Operand(0), Place::Result(0), Place::Region(0)] {
            let span = locate(source, module.span(op), place);
            assert!(span.end as usize <= text.len());
        }
    }
}

/// Runs a test on a text, and prints the text if that fails.
fn on(text: &[u8], seed: u64) {
    let result = std::panic::catch_unwind(|| holds(text));
    if let Err(panic) = result {
        eprintln!("seed {seed}:\n{}\n{}", String::from_utf8_lossy(text), text.escape_ascii());
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn campaign_garbled_programs_are_read_or_refused() {
    let programs = programs();
    for seed in campaign::seeds(1000) {
        let mut random = Random::new(seed);
        let Some(program) = random.pick(&programs) else { return };
        let mut text = program.clone();
        for _ in 0..=random.below(3) {
            text = random.mutate(&text, WORDS);
        }
        on(&text, seed);
    }
}

#[test]
fn campaign_random_words_are_read_or_refused() {
    for seed in campaign::seeds(1000) {
        let mut random = Random::new(seed);
        let mut text = Vec::new();
        for _ in 0..random.below(80) {
            text.extend_from_slice(random.pick(WORDS).copied().unwrap_or_default());
            if random.below(3) > 0 {
                text.push(b' ');
            }
        }
        on(&text, seed);
    }
}

#[test]
fn campaign_random_bytes_are_read_or_refused() {
    for seed in campaign::seeds(300) {
        let mut random = Random::new(seed);
        let text: Vec<u8> = (0..random.below(300)).map(|_| random.bits() as u8).collect();
        on(&text, seed);
    }
}
