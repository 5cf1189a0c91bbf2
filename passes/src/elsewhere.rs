//! Names that passes have in other programs: MLIR, StableHLO and CHLO.

/// The meaning here of a pass of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// It is this pass.
    Same(&'static str),
    /// There is no such pass; a sentence says what there is instead.
    Other(&'static str),
}

use Elsewhere::{Other, Same};

const VERSIONS: &str = "hloom reads and writes StableHLO as text of one version, without VHLO";
const UPSTREAM: &str = "`hloom compile --emit loops` prints hloom's own loops";
const FOLDING: &str = "`canonicalize` simplifies and folds";
const QUANTIZED: &str = "`expand-quantized` turns quantized ops into integers and floats";

/// The names, without hyphens in front.
const NAMES: &[(&str, Elsewhere)] = &[
    ("chlo-legalize-to-stablehlo", Same("legalize-chlo")),
    ("stablehlo-canonicalize-dynamism", Same("canonicalize-dynamism")),
    ("stablehlo-refine-shapes", Same("refine-shapes")),
    ("stablehlo-legalize-quant-to-math", Same("expand-quantized")),
    ("stablehlo-legalize-quant-to-int", Same("expand-quantized")),
    ("stablehlo-complex-math-expander", Same("expand-complex-math")),
    ("stablehlo-aggressive-simplification", Same("canonicalize")),
    ("stablehlo-aggressive-folder", Same("canonicalize")),
    ("stablehlo-target-independent-optimization", Same("canonicalize")),
    ("stablehlo-legalize-composite-to-call", Same("inline")),
    ("loop-invariant-code-motion", Same("hoist")),
    ("remove-dead-values", Same("dce")),
    (
        "stablehlo-refine-arguments",
        Other("`--refine-shapes=arguments=3x2:_` gives the arguments their extents"),
    ),
    ("stablehlo-convert-to-signless", Other(UPSTREAM)),
    ("stablehlo-legalize-to-linalg", Other(UPSTREAM)),
    ("stablehlo-legalize-to-vhlo", Other(VERSIONS)),
    ("vhlo-legalize-to-stablehlo", Other(VERSIONS)),
    ("vhlo-to-version", Other(VERSIONS)),
    ("stablehlo-compatibility-expander", Other(VERSIONS)),
    ("stablehlo-legalize-deprecated-ops", Other("deprecated ops are read and printed as they are")),
    ("stablehlo-legalize-qdq-to-quantized-op", Other(QUANTIZED)),
    ("stablehlo-legalize-quantized-op-to-qdq", Other(QUANTIZED)),
    (
        "stablehlo-check-shape-assertions",
        Other("`refine-shapes` and `canonicalize-dynamism` do it"),
    ),
    ("stablehlo-wrap-in-composite", Other("`inline` replaces composites; none makes them")),
    ("shape-legalize-to-stablehlo", Other("`refine-shapes` infers extents")),
    (
        "interpreter-instrument-with-probe",
        Other("`hloom run --backend interp --probe all` keeps values"),
    ),
    ("sccp", Other(FOLDING)),
    ("test-constant-fold", Other(FOLDING)),
];

/// The meaning here of a pass's name elsewhere.
pub fn find(name: &str) -> Option<Elsewhere> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, meaning)| *meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_names_lead_to_passes_of_ours() {
        for (name, meaning) in NAMES {
            assert!(crate::table::lookup(name).is_none(), "{name} is a pass of ours");
            if let Same(ours) = meaning {
                assert!(crate::table::lookup(ours).is_some(), "{name}: there is no {ours}");
            }
        }
    }
}
