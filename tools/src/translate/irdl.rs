//! hloom's own dialect as IRDL, so that upstream's tools read and verify modules that hold it:
//!
//! ```text
//! hloom translate --emit irdl -o hloom.irdl
//! hloom opt model.mlir --fuse | hloom translate - --to irdl | mlir-opt --irdl-file=hloom.irdl --allow-unregistered-dialect
//! ```
//!
//! The definitions follow from the op table. IRDL has no optional attributes, so these are left open;
//! and no lists of values whose types differ, which are therefore written as [`slots`] has it.

use std::fmt::Write;

use hloom_ir::field::Style;
use hloom_ir::op::{OpDef, OperandKind};
use hloom_ir::ops::TABLE;
use hloom_ir::text::slots::{self, SLOTS};

/// The name of the dialect, and a dot.
const DIALECT: &str = "hloom.";

/// The dialect.
pub(super) fn dialect() -> String {
    let mut text = String::from("irdl.dialect @hloom {\n");
    text += "  // #hloom.layout<[1, 0]>: the order of dimensions in memory.\n";
    text += "  irdl.attribute @layout {\n    %order = irdl.base \"#builtin.array\"\n";
    text += "    irdl.parameters(order: %order)\n  }\n";
    text += "  // #hloom.storage<\"…\">: a mapping of a storage program.\n";
    text += "  irdl.attribute @storage {\n    %mapping = irdl.base \"#builtin.string\"\n";
    text += "    irdl.parameters(mapping: %mapping)\n  }\n";
    text += "  // !hloom.struct_type<\"Dense\", [\"weight\", …], [tensor<2x3xf32>, …]>\n";
    text += "  irdl.type @struct_type {\n    %name = irdl.base \"#builtin.string\"\n";
    text +=
        "    %fields = irdl.base \"#builtin.array\"\n    %types = irdl.base \"#builtin.array\"\n";
    text += "    irdl.parameters(name: %name, fields: %fields, types: %types)\n  }\n";
    text += "  // !hloom.array_type<4 : i64, tensor<2x3xf32>>\n";
    text += "  irdl.type @array_type {\n    %count = irdl.base \"#builtin.integer\"\n    %of = irdl.any\n";
    text += "    irdl.parameters(count: %count, of: %of)\n  }\n";
    for entry in TABLE.iter().filter(|entry| entry.def.name.starts_with(DIALECT)) {
        operation(&mut text, entry.def);
    }
    text + "}\n"
}

/// The definition of an op.
fn operation(text: &mut String, def: &OpDef) {
    let doc = def.doc.lines().next().unwrap_or_default().trim();
    let _ = writeln!(text, "  // {doc}");
    let _ = writeln!(text, "  irdl.operation @{} {{", def.short_name());
    let values = |text: &mut String, is_tensor: bool, name: &str| {
        let _ = match is_tensor {
            true => writeln!(
                text,
                "    %{name}_ranked = irdl.base \"!builtin.tensor\"\n    \
                 %{name}_unranked = irdl.base \"!builtin.unranked_tensor\"\n    \
                 %{name} = irdl.any_of(%{name}_ranked, %{name}_unranked)"
            ),
            false => writeln!(text, "    %{name} = irdl.any"),
        };
    };
    let [list, many_results] = slots::lists(def);
    // The same constraint for two values means one type in IRDL, so each has its own.
    let mut operands = Vec::new();
    for operand in def.operands {
        if list {
            operands.extend(slotted(text, operand.name));
            continue;
        }
        let is_tensor =
            !matches!(operand.kind, OperandKind::Any | OperandKind::Tuple | OperandKind::Token);
        let name = format!("in_{}", operand.name);
        values(text, is_tensor, &name);
        operands.push(format!("{}: %{name}", operand.name));
    }
    if !operands.is_empty() {
        let _ = writeln!(text, "    irdl.operands({})", operands.join(", "));
    }
    let results = match (def.results, many_results) {
        ("None", _) => Vec::new(),
        (_, true) => slotted(text, "result"),
        (of, false) => {
            values(text, of == "Tensor", "out");
            vec!["result: %out".into()]
        }
    };
    if !results.is_empty() {
        let _ = writeln!(text, "    irdl.results({})", results.join(", "));
    }
    let mut attributes = Vec::new();
    for attr in def.attrs.iter().filter(|a| !a.optional && a.style != Style::ResultType) {
        let base = match attr.style {
            Style::Dims => "irdl.base \"#builtin.dense_array\"",
            Style::Int | Style::Numbered(_) => "irdl.base \"#builtin.integer\"",
            Style::Symbol => "irdl.base \"#builtin.symbol_ref\"",
            Style::Attr | Style::Word(_) | Style::Extents | Style::ResultType => "irdl.any",
        };
        let _ = writeln!(text, "    %attr_{} = {base}", attr.name);
        attributes.push(format!("\"{0}\" = %attr_{0}", attr.name));
    }
    if !attributes.is_empty() {
        let _ = writeln!(text, "    irdl.attributes {{{}}}", attributes.join(", "));
    }
    let mut regions = Vec::new();
    for region in def.regions {
        let _ = writeln!(text, "    %region_{region} = irdl.region with size 1");
        regions.push(format!("{region}: %region_{region}"));
    }
    if !regions.is_empty() {
        let _ = writeln!(text, "    irdl.regions({})", regions.join(", "));
    }
    text.push_str("  }\n");
}

/// A list of values of any types: runs of one type, each with its own constraint.
fn slotted(text: &mut String, name: &str) -> Vec<String> {
    let mut all = Vec::with_capacity(SLOTS);
    for slot in 0..SLOTS {
        let _ = writeln!(text, "    %{name}_{slot} = irdl.any");
        all.push(format!("{name}_{slot}: variadic %{name}_{slot}"));
    }
    all
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_op_of_the_dialect_is_defined() {
        let text = super::dialect();
        for entry in hloom_ir::ops::TABLE.iter().filter(|e| e.def.name.starts_with("hloom.")) {
            let line = format!("  irdl.operation @{} {{\n", entry.def.short_name());
            assert!(text.contains(&line), "{line}{text}");
        }
        assert!(text.contains("irdl.operands(inputs_0: variadic %inputs_0, inputs_1:"), "{text}");
        assert!(text.contains("\"kind\" = %attr_kind"), "{text}");
        assert!(!text.contains("driver"), "{text}");
    }
}
