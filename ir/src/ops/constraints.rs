//! The constraints of StableHLO's specification as sentences, by the labels that errors cite.

/// Ops by short name, each followed by lines with a label and a sentence.
const FILE: &str = include_str!("constraints.txt");

/// The constraints of an op, given its full name, as labels and sentences; empty for an op without
/// constraints.
pub fn constraints(op: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let short = op.strip_prefix("stablehlo.").unwrap_or("");
    let has = move |heading: &str| !short.is_empty() && heading.split(' ').any(|o| o == short);
    let is_heading = |line: &str| !line.starts_with([' ', '#']);
    let mut inside = false;
    FILE.lines().filter_map(move |line| {
        if is_heading(line) {
            // Several lines may name ops; a blank line ends each entry.
            inside = has(line);
            return None;
        }
        line.trim_start().split_once(' ').filter(|_| inside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops;

    #[test]
    fn ops_on_one_line_have_the_same_constraints() {
        let of = |op| constraints(op).collect::<Vec<_>>();
        assert_eq!(of("stablehlo.and"), of("stablehlo.xor"));
        assert_eq!(of("stablehlo.transpose").len(), 4);
        assert_eq!(of("stablehlo.get_dimension_size")[0].0, "C1");
        assert_eq!(of("stablehlo.custom_call"), []);
        assert_eq!(of("chlo.acos"), []);
    }

    #[test]
    fn every_label_stands_once() {
        for op in ops::TABLE {
            let mut labels: Vec<&str> = constraints(op.def.name).map(|(label, _)| label).collect();
            let count = labels.len();
            labels.sort_unstable();
            labels.dedup();
            assert_eq!(labels.len(), count, "{} has a constraint twice", op.def.name);
        }
    }

    #[test]
    fn every_name_is_that_of_an_op() {
        for line in FILE.lines().filter(|l| !l.starts_with([' ', '#']) && !l.is_empty()) {
            for op in line.split(' ') {
                assert!(ops::lookup(&format!("stablehlo.{op}")).is_some(), "{op} is not an op");
            }
        }
    }
}
