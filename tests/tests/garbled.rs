//! The parser returns a module or errors with positions for any text: random bytes, random words,
//! and mutated programs.

use hloom_tests::campaign::{self, Random};
use hloom_tests::damage::{WORDS, holds};
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
