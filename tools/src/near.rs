//! Suggestions: known names that are similar to an unknown one.

pub(crate) use hloom_ir::suggest::nearest;

/// The names in `known` that contain `part`, those that start with it first.
pub(crate) fn containing<'a>(part: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<&str> = known.into_iter().filter(|name| name.contains(part)).collect();
    found.sort_by_key(|name| !name.starts_with(part));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_start_with_the_part_come_first() {
        assert_eq!(containing("re", ["add", "are", "reverse"]), ["reverse", "are"]);
    }
}
