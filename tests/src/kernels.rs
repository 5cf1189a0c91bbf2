//! Batches PTX kernels for NVIDIA's assembler: each distinct kernel is assembled once, many in one
//! call, and verdicts are cached across runs.
//!
//! The PTX texts of thousands of small programs repeat every second kernel under another name. The
//! result is the assembler's verdict on each kernel. Assembling takes half of the time of a sweep
//! and is deterministic, so positive verdicts are stored ([`Verdicts`]): one line per kernel in one
//! file per target, keyed by a hash of the text and of the assembler itself. Rejections are not
//! stored.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use hloom_ptx::Target;
use hloom_ptx::ptxas::{Ptxas, Usage};

/// The entry name in [`Unit::text`].
const NAME: &str = "entry_of_this";

/// A kernel, or a module whose kernels share declarations in front of them.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The text in front of kernels: version, target and address size.
    pub header: String,
    /// The remaining text, normalized so that it does not depend on a kernel's name.
    pub text: String,
    /// Whether the unit needs a text of its own.
    pub alone: bool,
    /// The program that it belongs to.
    pub place: String,
}

impl Unit {
    /// Number of kernels.
    pub fn kernels(&self) -> usize {
        self.text.matches(".entry ").count()
    }
}

/// The units of a text.
pub fn units(text: &str, place: &str) -> Vec<Unit> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim_end());
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let entry = |line: &&str| line.contains(".entry ");
    let first = lines.iter().position(&entry).unwrap_or(lines.len());
    let directive = |line: &&&str| {
        [".version", ".target", ".address_size"].iter().any(|word| line.starts_with(word))
    };
    let header: Vec<&str> = lines[..first].iter().filter(|line| directive(line)).copied().collect();
    let header = header.join("\n") + "\n";
    let place = place.to_owned();
    if header.lines().count() < first {
        let text = lines[header.lines().count()..].join("\n");
        return vec![Unit { header, text, alone: true, place }];
    }
    let starts: Vec<usize> = (first..lines.len()).filter(|at| entry(&lines[*at])).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let each = starts.iter().zip(ends).map(|(&from, to)| {
        let name = lines[from].split(".entry ").nth(1).unwrap_or_default();
        let name = name.split('(').next().unwrap_or_default().trim();
        let text = renamed(&lines[from..to].join("\n"), name);
        Unit { header: header.clone(), text, alone: false, place: place.clone() }
    });
    each.collect()
}

/// A text with another name for its entry and for the entry's parameters.
fn renamed(text: &str, name: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let word = |c: char| c.is_alphanumeric() || "_$.%".contains(c);
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        match token.strip_prefix(name) {
            Some(tail) if tail.is_empty() || tail.starts_with("_param_") => {
                out.push_str(NAME);
                out.push_str(tail);
            }
            _ => out.push_str(token),
        }
        let gap = after.find(word).unwrap_or(after.len());
        out.push_str(&after[..gap]);
        rest = &after[gap..];
    }
    out
}

/// The assembler's verdict on a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// The maximum number of registers per thread.
    pub registers: u32,
    /// Bytes of register spills: stores and loads.
    pub spilled: u64,
    /// The maximum static shared memory per block, in bytes.
    pub shared: u64,
}

impl Verdict {
    fn add(&mut self, usage: &Usage) {
        self.registers = self.registers.max(usage.registers);
        self.spilled += usage.spill_stores + usage.spill_loads;
        self.shared = self.shared.max(usage.shared);
    }
}

/// The verdicts of the assembler for one target.
#[derive(Debug)]
pub struct Verdicts {
    ptxas: Ptxas,
    target: Target,
    /// The hash of the assembler.
    assembler: u64,
    file: PathBuf,
    known: HashMap<u128, Verdict>,
}

impl Verdicts {
    /// The verdicts for a target, with those stored in a folder if one is given.
    pub fn new(ptxas: Ptxas, target: Target, folder: &Path, remember: bool) -> Verdicts {
        let mut hasher = DefaultHasher::new();
        // A replaced assembler has another size or modification time.
        ptxas.path().hash(&mut hasher);
        if let Ok(data) = std::fs::metadata(ptxas.path()) {
            (data.len(), data.modified().ok()).hash(&mut hasher);
        }
        let file = folder.join(format!("{target}.verdicts"));
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        // A truncated line is ignored.
        let known = text.lines().filter_map(read).filter(|_| remember).collect();
        Verdicts { ptxas, target, assembler: hasher.finish(), file, known }
    }

    /// The key of a unit.
    pub fn key(&self, unit: &Unit) -> u128 {
        let half = |seed: u64| {
            let mut hasher = DefaultHasher::new();
            (seed, self.assembler, &unit.header, &unit.text).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        half(0) << 64 | half(1)
    }

    /// The known verdict on a unit.
    pub fn known(&self, unit: &Unit) -> Option<Verdict> {
        self.known.get(&self.key(unit)).copied()
    }

    /// Assembles units with one header and stores the verdicts on those that pass. Returns a
    /// verdict for each unit, which is the assembler's message if it rejects the unit.
    pub fn assemble(&self, units: &[Unit]) -> Vec<Result<Verdict, String>> {
        let said = self.part(units);
        let mut lines = String::new();
        for (unit, verdict) in units.iter().zip(&said) {
            if let Ok(Verdict { registers, spilled, shared }) = verdict {
                let key = self.key(unit);
                // Writing to a string does not fail.
                let _ = writeln!(lines, "{key:032x} {registers} {spilled} {shared} .");
            }
        }
        // A verdict that can't be stored is computed again next time.
        let _ = self.keep(&lines);
        said
    }

    fn keep(&self, lines: &str) -> std::io::Result<()> {
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&self.file)?;
        file.write_all(lines.as_bytes())
    }

    fn part(&self, units: &[Unit]) -> Vec<Result<Verdict, String>> {
        let Some(first) = units.first() else { return Vec::new() };
        let mut text = first.header.clone();
        for (number, unit) in units.iter().enumerate() {
            let name = format!("kernel_{number}");
            text += &if unit.alone { unit.text.clone() } else { unit.text.replace(NAME, &name) };
            text.push('\n');
        }
        match self.ptxas.assemble(&text, self.target) {
            Ok(cubin) => {
                let mut verdicts = vec![Verdict::default(); units.len()];
                for usage in &cubin.usage {
                    let number = usage.symbol.strip_prefix("kernel_");
                    let number = number.and_then(|n| n.parse::<usize>().ok());
                    verdicts[number.unwrap_or(0).min(units.len() - 1)].add(usage);
                }
                verdicts.into_iter().map(Ok).collect()
            }
            Err(error) if units.len() == 1 => vec![Err(error.to_string())],
            // A rejected unit is in one of the two halves.
            Err(_) => {
                let (front, back) = units.split_at(units.len() / 2);
                [self.part(front), self.part(back)].concat()
            }
        }
    }
}

/// The line of a verdict; it ends with a full stop.
fn read(line: &str) -> Option<(u128, Verdict)> {
    let mut words = line.split(' ');
    let key = u128::from_str_radix(words.next()?, 16).ok()?;
    let registers = words.next()?.parse().ok()?;
    let spilled = words.next()?.parse().ok()?;
    let shared = words.next()?.parse().ok()?;
    (words.next()? == ".").then_some((key, Verdict { registers, spilled, shared }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str) -> String {
        format!(
            "// made by LLVM\n.version 8.0\n.target sm_80\n.address_size 64\n\n\
             .visible .entry {name}(\n  .param .u64 {name}_param_0 // x\n)\n{{\n  ret;\n}}\n"
        )
    }

    #[test]
    fn kernels_of_the_same_text_are_one() {
        let (one, other) = (units(&text("add_0"), "here"), units(&text("ret_1"), "there"));
        assert_eq!((one.len(), one[0].alone), (1, false));
        assert_eq!(one[0].text, other[0].text);
        assert!(
            one[0].text.contains("entry_of_this_param_0") && one[0].text.contains("  ret;"),
            "{}",
            one[0].text
        );
        let two = text("add_0") + text("mul_1").split_once("64\n").map_or("", |it| it.1);
        assert_eq!(units(&two, "here").len(), 2);
        let shared = text("add_0").replace("64\n\n", "64\n.global .b8 table[4];\n");
        assert!(units(&shared, "here")[0].alone);
    }

    #[test]
    fn lines_that_were_cut_off_are_not_known() {
        let verdict = Verdict { registers: 40, spilled: 8, shared: 1024 };
        assert_eq!(read("00ff 40 8 1024 ."), Some((255, verdict)));
        let whole = "00ff 40 8 1024";
        for line in ["", "00ff", "00ff 40", whole, "00ff 4", "xyz 40 8 0 .", "00ff 40 8 0 .."] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn what_passed_is_known_and_what_was_refused_is_not() {
        let Ok(ptxas) = Ptxas::find() else {
            eprintln!("notice: there is no ptxas, so what it says is not kept");
            return;
        };
        let folder = std::env::temp_dir().join(format!("hloom-verdicts-{}", std::process::id()));
        let mut all = units(&text("add_0"), "good");
        all.extend(units(&text("bad_0").replace("ret;", "return;"), "bad"));
        all.extend(units(&text("add_0").replace("ret;", "bar.sync 0;\n  ret;"), "good too"));
        let fresh = Verdicts::new(ptxas.clone(), Target::Sm80, &folder, true);
        assert_eq!(all.iter().filter_map(|unit| fresh.known(unit)).count(), 0);
        let said = fresh.assemble(&all);
        let passed: Vec<bool> = said.iter().map(Result::is_ok).collect();
        assert_eq!(passed, [true, false, true]);
        assert!(said[1].as_ref().is_err_and(|words| words.contains("return")), "{said:?}");
        let again = Verdicts::new(ptxas.clone(), Target::Sm80, &folder, true);
        let known: Vec<bool> = all.iter().map(|unit| again.known(unit).is_some()).collect();
        assert_eq!(known, [true, false, true]);
        let forgetful = Verdicts::new(ptxas.clone(), Target::Sm80, &folder, false);
        assert_eq!(forgetful.known(&all[0]), None);
        let other = Verdicts::new(ptxas, Target::Sm90, &folder, true);
        assert_eq!(other.known(&all[0]), None);
        std::fs::remove_dir_all(&folder).expect("it is there");
    }
}
