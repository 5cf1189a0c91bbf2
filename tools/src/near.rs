//! "Did you mean": the known name that a misspelt one comes near.

/// The name among `known` that `name` comes nearest to, if it comes near at all: in
/// at most a third of its letters.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // What is far longer than any name is not compared letter by letter.
    let name = name.get(..64).unwrap_or(name);
    let length = name.chars().count().min(64);
    known
        .into_iter()
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= length.max(candidate.len()).min(64) / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The names among `known` that contain `part`, those that start with it first.
pub(crate) fn containing<'a>(part: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<&str> = known.into_iter().filter(|name| name.contains(part)).collect();
    found.sort_by_key(|name| !name.starts_with(part));
    found
}

/// The fewest letters to insert, delete, replace or exchange with their neighbour
/// that make `b` of `a` (the optimal string alignment distance).
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().take(64).collect();
    // Rows i - 2, i - 1 and i of the table of distances between prefixes.
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised() {
        let known = ["transpose", "reshape", "reverse", "add"];
        assert_eq!(nearest("tranpsose", known), Some("transpose"));
        assert_eq!(nearest("revers", known), Some("reverse"));
        assert_eq!(nearest("ad", known), Some("add"));
        assert_eq!(nearest("convolution", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest(&"x".repeat(1_000_000), known), None);
        assert_eq!(containing("re", ["add", "are", "reverse"]), ["reverse", "are"]);
    }

    #[test]
    fn distances_count_slips() {
        assert_eq!(distance("abc", "abc"), 0);
        assert_eq!(distance("abc", "acb"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
