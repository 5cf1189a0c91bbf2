//! Mutations of MLIR bytecode that keep much of a file's form, so that the reader gets far.

use crate::campaign::Random;

/// The four bytes that every file begins with.
const MAGIC: &[u8] = b"ML\xefR";

/// The number of the section that holds the ops.
const IR: u8 = 4;

/// A file of bytecode, divided into its sections.
#[derive(Clone, Debug)]
pub struct Artifact {
    /// The version and the producer, with the zero at its end.
    header: Vec<u8>,
    /// The number and the contents of each section.
    sections: Vec<(u8, Vec<u8>)>,
}

/// The number of variable length at the start of some bytes, and its own length.
fn number(bytes: &[u8]) -> Option<(u64, usize)> {
    let following = bytes.first()?.trailing_zeros().min(8) as usize;
    let all = bytes.get(..=following)?;
    let mut word = [0; 8];
    if following == 8 {
        word.copy_from_slice(&all[1..]);
        return Some((u64::from_le_bytes(word), 9));
    }
    word[..=following].copy_from_slice(all);
    Some((u64::from_le_bytes(word) >> (following + 1), following + 1))
}

/// A number in the encoding of variable length, of `length` bytes if it fits them.
pub fn encoded(n: u64, length: usize) -> Vec<u8> {
    let bits = 64 - n.leading_zeros() as usize;
    let following = bits.saturating_sub(1).checked_div(7).unwrap_or(0).max(length - 1);
    if following >= 8 {
        return [&[0][..], &n.to_le_bytes()].concat();
    }
    let word = (n << 1 | 1) << following;
    word.to_le_bytes()[..=following].to_vec()
}

impl Artifact {
    /// A file of version 6 with these sections.
    pub fn new(sections: Vec<(u8, Vec<u8>)>) -> Artifact {
        Artifact { header: [&encoded(6, 1)[..], b"x\0"].concat(), sections }
    }

    /// Divides a file; `None` if it is none.
    pub fn divide(bytes: &[u8]) -> Option<Artifact> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let end = rest.iter().position(|&b| b == 0)? + 1;
        let (header, mut rest) = rest.split_at(end);
        let mut sections = Vec::new();
        while let Some((&head, after)) = rest.split_first() {
            let (length, size) = number(after)?;
            let mut at = bytes.len() - after.len() + size;
            if head & 0x80 != 0 {
                let (alignment, size) = number(bytes.get(at..)?)?;
                at = (at + size).next_multiple_of(usize::try_from(alignment).ok()?.max(1));
            }
            let end = at.checked_add(usize::try_from(length).ok()?)?;
            sections.push((head & 0x7f, bytes.get(at..end)?.to_vec()));
            rest = &bytes[end..];
        }
        Some(Artifact { header: header.to_vec(), sections })
    }

    /// The file of the sections, which have their right lengths.
    pub fn join(&self) -> Vec<u8> {
        let mut bytes = [MAGIC, &self.header].concat();
        for (id, data) in &self.sections {
            bytes.push(*id);
            bytes.extend(encoded(data.len() as u64, 1));
            bytes.extend_from_slice(data);
        }
        bytes
    }

    /// A section; that of the ops more often than others.
    fn section(&mut self, random: &mut Random) -> Option<&mut (u8, Vec<u8>)> {
        let at = match random.chance(3) {
            true => self.sections.iter().position(|(id, _)| *id == IR)?,
            false => random.below(self.sections.len()),
        };
        self.sections.get_mut(at)
    }

    /// Changes a number to a near one, to one of another file's size, or to a very large one.
    fn edit_number(&mut self, random: &mut Random) {
        let Some((_, data)) = self.section(random) else { return };
        let at = random.below(data.len());
        let Some((n, length)) = data.get(at..).and_then(number) else { return };
        let new = match random.below(8) {
            0..3 => n.wrapping_add(1 + random.below(3) as u64),
            3..5 => n.wrapping_sub(1 + random.below(3) as u64),
            5 => random.below(200) as u64,
            6 => 1 << random.below(64),
            _ => u64::MAX - random.below(3) as u64,
        };
        data.splice(at..at + length, encoded(new, if random.chance(4) { 1 } else { length }));
    }

    /// Removes, repeats or moves some bytes of a section, or takes some of another file's.
    fn edit_bytes(&mut self, other: &Artifact, random: &mut Random) {
        let Some((id, data)) = self.section(random) else { return };
        let start = random.below(data.len() + 1);
        let end = (start + random.below(24)).min(data.len());
        match random.below(5) {
            0 => drop(data.drain(start..end)),
            1 => {
                // An entry many times, as a file that shares much has it.
                let piece = data[start..end].repeat(1 + random.below(40));
                data.splice(start..start, piece);
            }
            2 => {
                let piece = data[start..end].to_vec();
                let at = random.below(data.len() + 1);
                data.splice(at..at, piece);
            }
            _ => {
                let of = other.sections.iter().find(|(of, _)| of == id);
                let Some((_, theirs)) = of else { return };
                let from = random.below(theirs.len());
                let to = (from + random.below(64)).min(theirs.len());
                data.splice(start..end, theirs[from..to].iter().copied());
            }
        }
    }

    /// Removes, repeats or moves whole sections, or takes one of another file.
    fn edit_sections(&mut self, other: &Artifact, random: &mut Random) {
        let (a, b) = (random.below(self.sections.len()), random.below(self.sections.len()));
        if self.sections.is_empty() {
            return;
        }
        match random.below(6) {
            0 => drop(self.sections.remove(a)),
            1 => self.sections.insert(b, self.sections[a].clone()),
            2 => self.sections.swap(a, b),
            _ => {
                let of = other.sections.iter().find(|(id, _)| *id == self.sections[a].0);
                self.sections[a].1 = of.map_or_else(Vec::new, |(_, data)| data.clone());
            }
        }
    }
}

/// Mutates a file of bytecode, with parts of another: bits and bytes, numbers, entries, sections and
/// their lengths, and the end of the file.
pub fn mutate(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let (mine, others) = (Artifact::divide(bytes), Artifact::divide(other));
    let mut bytes = bytes.to_vec();
    if let (Some(mut mine), Some(others)) = (mine, others)
        && !random.chance(4)
    {
        for _ in 0..=random.below(3) {
            match random.below(8) {
                0..5 => mine.edit_number(random),
                5..7 => mine.edit_bytes(&others, random),
                _ => mine.edit_sections(&others, random),
            }
        }
        bytes = mine.join();
        if !random.chance(6) {
            return bytes;
        }
    }
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        match random.below(6) {
            _ if bytes.is_empty() => {}
            0 => bytes.truncate(at),
            1 => bytes[at] ^= 1 << random.below(8),
            2 => drop(bytes.remove(at)),
            3 => {
                let from = random.below(other.len());
                let length = random.below(64).min(other.len() - from).min(bytes.len() - at);
                bytes[at..at + length].copy_from_slice(&other[from..from + length]);
            }
            _ => bytes[at] = [0, 1, 0xff, 0x80, random.below(256) as u8][random.below(5)],
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_encoded_and_read() {
        for n in [0, 1, 127, 128, 16_383, 16_384, 1 << 40, (1 << 56) - 1, 1 << 56, u64::MAX] {
            for length in 1..=9 {
                let bytes = encoded(n, length);
                assert_eq!(number(&bytes), Some((n, bytes.len())), "{n} in {length}");
            }
        }
        assert_eq!(number(&[]), None);
        assert_eq!(number(&[2]), None);
    }

    #[test]
    fn a_file_is_divided_and_joined() {
        let bytes = [MAGIC, &[13], b"x\0", &[0, 5, 7, 8], &[4, 3, 9]].concat();
        let artifact = Artifact::divide(&bytes).expect("a file");
        assert_eq!(artifact.sections, [(0, vec![7, 8]), (4, vec![9])]);
        assert_eq!(artifact.join(), bytes);
        assert!(Artifact::divide(b"text").is_none());
    }

    #[test]
    fn mutation_takes_any_bytes() {
        let mut random = Random::new(1);
        let file = [MAGIC, &[13], b"x\0", &[0, 5, 7, 8]].concat();
        for bytes in [&b""[..], b"ML\xefR", b"ML\xefR\x0d\0", &file] {
            for _ in 0..300 {
                mutate(bytes, &file, &mut random);
                mutate(&file, bytes, &mut random);
            }
        }
    }
}
