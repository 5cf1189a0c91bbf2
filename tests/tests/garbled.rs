//! The parser returns a module or errors with positions for any text: random bytes, random words,
//! and mutated programs.

use hloom_ir::hlo;
use hloom_ir::text::{PrintOptions, print};
use hloom_ir::verify::verify;
use hloom_tests::campaign::{self, Random};
use hloom_tests::damage::{WORDS, holds, transpose_tokens};
use hloom_tests::programs::{below, text_of};

/// Real programs, with large literals shortened so that mutations hit the structure.
fn programs() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for folder in ["models", "jax", "run", "text", "tools"] {
        let texts = below(folder).into_iter().map(|path| text_of(&path));
        found
            .extend(texts.flat_map(|text| text.split("// -----").map(shorten).collect::<Vec<_>>()));
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

/// Runs a test on a text, and prints the text on failure.
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

/// HLO text: the files of `tools/translate`, mutated by bytes and by tokens.
#[test]
fn campaign_garbled_hlo_is_read_or_refused() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/translate/Inputs");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "hlo"));
    paths.sort();
    let texts: Vec<String> = paths.iter().map(|path| text_of(path)).collect();
    assert!(texts.len() > 3, "{} files", texts.len());
    let (mut modules, mut errors) = (0, 0);
    for seed in campaign::seeds(300) {
        let mut random = Random::new(seed);
        let Some(text) = random.pick(&texts).cloned() else { return };
        let text = match random.below(2) {
            0 => transpose_tokens(&text, &mut random),
            _ => String::from_utf8_lossy(&random.mutate(text.as_bytes(), WORDS)).into_owned(),
        };
        match hlo::read(&text) {
            Ok(module) => {
                modules += 1;
                // It may be invalid, which the verifier must find out.
                if verify(&module).is_ok() {
                    print(&module, &PrintOptions::default());
                    if let Ok(text) = hlo::write(&module, &hlo::Options::default()) {
                        hlo::read(&text)
                            .unwrap_or_else(|error| panic!("{}\n{text}", error.message));
                    }
                }
            }
            Err(error) => {
                errors += 1;
                assert!(error.span.end as usize <= text.len(), "{}", error.message);
            }
        }
    }
    assert!(modules > 10 && errors > 10, "{modules} modules, {errors} errors");
}
