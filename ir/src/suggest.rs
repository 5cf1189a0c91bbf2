//! Suggestions: the known name most similar to a misspelt one.

/// The candidate with the smallest edit distance to `wrong`, if that is at most a third of its
/// letters. The first one wins a tie.
pub fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Longer names are not considered misspellings.
    if wrong.len() > 200 {
        return None;
    }
    let most = (wrong.chars().count() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let bound = best.map_or(most, |(distance, _)| distance - 1);
        if let Some(distance) = distance_within(wrong, candidate, bound) {
            if distance == 0 {
                return Some(candidate);
            }
            best = Some((distance, candidate));
            if distance == 1 {
                break;
            }
        }
    }
    best.map(|(_, name)| name)
}

/// The edit distance from `a` to `b` (insertions, deletions, replacements, and swaps of adjacent
/// letters), if it is at most `bound`.
///
/// Source: the optimal string alignment distance (Damerau 1964, Wagner and
/// Fischer 1974), three rows at a time.
pub(crate) fn distance_within(a: &str, b: &str, bound: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > bound {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i);
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    Some(last[b.len()]).filter(|&d| d <= bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found() {
        let names = ["stablehlo.add", "stablehlo.and", "stablehlo.transpose"];
        assert_eq!(nearest("stablehlo.transpsoe", names), Some("stablehlo.transpose"));
        assert_eq!(nearest("stablehlo.ad", names), Some("stablehlo.add"));
        assert_eq!(nearest("arith.muli", names), None);
        assert_eq!(nearest("", names), None);
    }

    #[test]
    fn neighbours_may_be_exchanged() {
        assert_eq!(distance_within("ab", "ba", 1), Some(1));
        assert_eq!(distance_within("kitten", "sitting", 3), Some(3));
        assert_eq!(distance_within("kitten", "sitting", 2), None);
    }
}
