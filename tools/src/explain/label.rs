//! Constraint labels in errors: `breaks (C2)`.

use hloom_ir::op::OpDef;

/// The meanings of labels other than the specification's. The first row stands for all constraints
/// of the specification, the second for its inputs.
pub(super) const OURS: &[(&str, &str)] = &[
    (
        "C1",
        "A constraint of the op, under its number in the StableHLO specification: C1, C2 and so on. \
         The error says which values break it.",
    ),
    (
        "I1",
        "An input of the op, under its number in the StableHLO specification: I1, I2 and so on. \
         An operand or attribute is not of the kind that the table of inputs asks for.",
    ),
    ("Arity", "The number of operands. The op takes another number than it was given."),
    ("Regions", "The number of regions. The op has another number than were given."),
    ("Region", "A region's form. It is empty, or its block does not end in a terminator."),
    (
        "Algorithm",
        "The algorithm of a product. No hardware is known that multiplies in these types and numbers of parts.",
    ),
    (
        "Alias",
        "Results that share an operand's memory. There is no such operand or result, or its type differs.",
    ),
    (
        "Batching",
        "Dimensions that go along with dimensions of the indices, where the specification gives the rule \
         no number. They do not pair up, or are not dimensions of the operand and the indices.",
    ),
    (
        "Body",
        "The arguments and results of a region. They do not fit the op's operands or results.",
    ),
    (
        "Config",
        "An attribute that configures the op. Its text is not in the form that the op reads.",
    ),
    (
        "Dimension",
        "A dimension's number or extent. There is no such dimension, or its extent does not fit.",
    ),
    ("Direction", "A direction. The attribute is not one of the directions that the op knows."),
    (
        "Driver",
        "The sparse input whose stored entries alone a fusion goes over. There is no such input, \
         or what is fused needs other elements too.",
    ),
    ("Field", "A field of a struct. The struct has none of this name, or it is of another type."),
    ("Future", "The result of an op that was started. It is not of the kind that is waited for."),
    ("Index", "A member's number. There are not so many."),
    ("Infeed", "Data read from outside of the program. Its layout or token is not as required."),
    (
        "Mesh",
        "The devices that a sharding speaks of. There is no such mesh, or its axes do not fit.",
    ),
    (
        "Plan",
        "The storage program that computes a fusion. It has one result and no driver beside it, or it is \
         wrong at the place that the error names.",
    ),
    (
        "Programs",
        "Functions that run side by side. One does not exist, or takes or gives something else.",
    ),
    ("Sharding", "How a tensor is spread over devices. Axes or dimensions do not fit it."),
    ("Size", "A number of elements or members. It is not what the types say."),
    ("Symbol", "A name of something else in the module. There is nothing of that name and kind."),
    ("Slice", "The part that is cut out. Its bounds are not in order, or not within the operand."),
    (
        "Type",
        "Types that have to agree and do not, where the specification gives the rule no number: \
         those of a function and its body, of a call and the function, of a fusion and its region.",
    ),
    (
        "Layout",
        "The order of dimensions in memory. It does not name each of the tensor's once, or there is not one for each tensor.",
    ),
    ("Root", "The process that sends. There is no such process in the group."),
];

/// Whether this is a label: `C2`, `I1` or one of ours.
pub(super) fn is_label(text: &str) -> bool {
    row(text).is_some()
}

/// The row of a label.
fn row(label: &str) -> Option<&'static (&'static str, &'static str)> {
    let numbered = |prefix: char| {
        let digits = label.strip_prefix(prefix)?;
        (digits.len() <= 2 && digits.parse::<u32>().is_ok_and(|n| n > 0)).then_some(prefix)
    };
    match numbered('C').or_else(|| numbered('I')) {
        Some('C') => OURS.first(),
        Some(_) => OURS.get(1),
        None => OURS.iter().find(|(name, _)| name.eq_ignore_ascii_case(label)),
    }
}

/// The meaning of a label.
pub(super) fn page(label: &str) -> String {
    let what = row(label).map_or("", |(_, what)| what);
    format!(
        "({label}), a label of errors\n\n{what}\n\n\
         hloom explain {label} of OP says where to read on, and hloom explain OP what the op takes.\n"
    )
}

/// The meaning of a label for one op.
///
/// # Errors
/// A sentence, if the specification does not give the op a constraint of this number.
pub(super) fn page_of(label: &str, def: &OpDef) -> Result<String, String> {
    let what = row(label).map_or("", |(_, what)| what);
    let constraints: Vec<(&str, &str)> = hloom_ir::ops::constraints(def.name).collect();
    let found = constraints.iter().find(|(found, _)| found.eq_ignore_ascii_case(label));
    let is_constraint = row(label).is_some_and(|(name, _)| *name == "C1");
    if found.is_none() && is_constraint && def.name.starts_with("stablehlo.") {
        let labels: Vec<&str> = constraints.iter().map(|(label, _)| *label).collect();
        let name = def.name;
        return Err(match labels[..] {
            [] => format!("`{name}` has no numbered constraint"),
            [one] => format!("`{name}` has no constraint {label}; it has {one}"),
            [ref first @ .., last] => format!(
                "`{name}` has no constraint {label}; it has {} and {last}",
                first.join(", ")
            ),
        });
    }
    let mut page = match found {
        Some((_, constraint)) => format!("({label}) of {}\n\n{constraint}\n", def.name),
        None => format!("({label}) of {}\n\n{what}\n", def.name),
    };
    let of_spec = label.starts_with(['C', 'I']) && label.len() <= 3;
    if let (true, Some(number), Some('I')) =
        (of_spec, label[1..].parse::<usize>().ok(), label.chars().next())
        && let Some(operand) = number.checked_sub(1).and_then(|i| def.operands.get(i))
    {
        page += &format!("\nInput {number} is {}: {}.\n", operand.name, operand.kind.describe());
    }
    if of_spec && def.name.starts_with("stablehlo.") {
        page += &format!(
            "\nAll of the op's inputs and constraints: https://openxla.org/stablehlo/spec#{}\n",
            def.short_name()
        );
    }
    Ok(page + &format!("Documentation of the op: hloom explain {}\n", def.short_name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// All labels of op definitions in `ensure!(LABEL …` are in the table.
    #[test]
    fn the_labels_of_all_ops_are_known() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ir/src");
        let mut found = 0;
        for file in [folder.join("op.rs"), folder.join("ops")] {
            let files = match std::fs::read_dir(&file) {
                Ok(entries) => entries.map(|entry| entry.unwrap().path()).collect(),
                Err(_) => vec![file],
            };
            for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "rs")) {
                let text = std::fs::read_to_string(file).unwrap();
                for call in text.split("ensure!(").skip(1) {
                    let label: String =
                        call.trim_start().chars().take_while(char::is_ascii_alphanumeric).collect();
                    // The macro's own rules begin with `@` or `$`; `I` is the label of an operand
                    // with a computed number.
                    if label.is_empty() || label == "I" {
                        continue;
                    }
                    found += 1;
                    assert!(is_label(&label), "{}: {label} is not explained", file.display());
                }
            }
        }
        assert!(found > 50, "only {found} labels were found");
    }

    #[test]
    fn labels_are_told_from_other_words() {
        assert!(is_label("C1") && is_label("C27") && is_label("I3") && is_label("arity"));
        assert!(!is_label("C0") && !is_label("C") && !is_label("C123") && !is_label("cosine"));
        let of = |label: &str, op: &str| page_of(label, hloom_ir::ops::lookup(op).unwrap().def);
        assert!(of("I2", "stablehlo.add").unwrap().contains("rhs"));
        assert!(of("c2", "stablehlo.transpose").unwrap().contains("names each dimension"));
    }

    #[test]
    fn a_constraint_that_does_not_exist_is_refused_with_those_that_do() {
        let of = |label: &str, op: &str| page_of(label, hloom_ir::ops::lookup(op).unwrap().def);
        assert_eq!(
            of("C99", "stablehlo.transpose").unwrap_err(),
            "`stablehlo.transpose` has no constraint C99; it has C1, C2, C3 and C4"
        );
        assert_eq!(
            of("C2", "stablehlo.get_dimension_size").unwrap_err(),
            "`stablehlo.get_dimension_size` has no constraint C2; it has C1"
        );
        assert_eq!(
            of("C1", "stablehlo.custom_call").unwrap_err(),
            "`stablehlo.custom_call` has no numbered constraint"
        );
        // Ops outside of the specification have labels in words, and share some checks.
        assert!(of("C1", "chlo.acos").is_ok() && of("Arity", "stablehlo.add").is_ok());
    }
}
