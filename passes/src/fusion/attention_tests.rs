//! Tests of attention chains: which programs contain one, and for which machines they are fused.

use super::machine::Machine;
use super::{Settings, decide};
use hloom_ir::module::Module;

fn parse(text: &str) -> Module {
    hloom_ir::text::parse(text).module.expect("it is well formed")
}

/// Masked attention of size `[heads, positions, elements]` and an element type, with these ops for
/// the unnormalized probabilities and for their row sums, and with this returned value.
fn attention(size: [usize; 3], element: &str, terms: &str, sums: &str, result: &str) -> String {
    let [heads, n, d] = size;
    format!(
        "func.func @main(%q: tensor<HxNxDxF>, %k: tensor<HxNxDxF>, %v: tensor<HxNxDxF>, %low: tensor<f32>) -> RESULT {{
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
          %minus = stablehlo.constant dense<0xFF800000> : tensor<HxNxNxf32>
          %i = stablehlo.iota dim = 1 : tensor<HxNxNxi32>
          %j = stablehlo.iota dim = 2 : tensor<HxNxNxi32>
          %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<HxNxDxF>, tensor<HxNxDxF>) -> tensor<HxNxNxf32>
          %seen = stablehlo.compare GE, %i, %j, SIGNED : (tensor<HxNxNxi32>, tensor<HxNxNxi32>) -> tensor<HxNxNxi1>
          %x = stablehlo.select %seen, %s, %minus : tensor<HxNxNxi1>, tensor<HxNxNxf32>
          %m = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<HxNxNxf32>, tensor<f32>) -> tensor<HxNxf32>
          %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<HxNxf32>) -> tensor<HxNxNxf32>
          %less = stablehlo.subtract %x, %mb : tensor<HxNxNxf32>
          %t = {terms}
          %l = {sums}
          %lb = stablehlo.broadcast_in_dim %l, dims = [0, 1] : (tensor<HxNxf32>) -> tensor<HxNxNxf32>
          %p = stablehlo.divide %t, %lb : tensor<HxNxNxf32>
          %c = stablehlo.convert %p : (tensor<HxNxNxf32>) -> tensor<HxNxNxF>
          %o = stablehlo.dot_general %c, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<HxNxNxF>, tensor<HxNxDxF>) -> tensor<HxNxDxF>
          return {result}
        }}"
    )
    .replace("RESULT", match result.contains("%p") {
        true => "(tensor<HxNxDxF>, tensor<HxNxNxf32>)",
        false => "tensor<HxNxDxF>",
    })
    .replace("xF>", &format!("x{element}>"))
    .replace("HxNxN", &format!("{heads}x{n}x{n}"))
    .replace("HxNxD", &format!("{heads}x{n}x{d}"))
    .replace("HxN", &format!("{heads}x{n}"))
}

const TERMS: &str = "stablehlo.exponential %less : tensor<HxNxNxf32>";
const SUMS: &str = "stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<HxNxNxf32>, tensor<f32>) -> tensor<HxNxf32>";
const RESULT: &str = "%o : tensor<HxNxDxF>";

/// The kinds of the fusions chosen for a machine.
fn kinds(text: &str, machine: &str) -> Vec<&'static str> {
    let module = parse(text);
    let main = module.symbol("main").expect("there is a main");
    let block = module.entry(main, 0).expect("it has a body");
    let machine = Machine::named(machine).expect("it is known");
    let settings = Settings { machine, ..Settings::default() };
    decide(&module, block, &settings).groups.iter().map(|group| group.kind).collect()
}

#[test]
fn attention_is_a_chain_on_gpus() {
    for size in [[64, 1024, 64], [4, 128, 128], [4, 128, 256], [2, 32, 16]] {
        for element in ["bf16", "f16"] {
            let text = attention(size, element, TERMS, SUMS, RESULT);
            for gpu in ["sm_75", "sm_80", "sm_90", "sm_90a", "sm_100", "sm_120"] {
                assert_eq!(kinds(&text, gpu), ["attention"], "{size:?} {element} {gpu}");
            }
            assert!(!kinds(&text, "cpu").contains(&"attention"), "{size:?} {element}");
        }
    }
}

#[test]
fn what_is_no_chain() {
    let size = [4, 128, 64];
    for (what, terms, sums, result) in [
        ("rows are too long", TERMS, SUMS, "wide"),
        ("terms are wanted", TERMS, SUMS, "%o, %p : tensor<HxNxDxF>, tensor<HxNxNxf32>"),
        // No rescaling factor corrects these when the running maximum grows.
        ("terms do not scale", "stablehlo.tanh %less : tensor<HxNxNxf32>", SUMS, RESULT),
        ("a sum of terms", "stablehlo.add %x, %less : tensor<HxNxNxf32>", SUMS, RESULT),
        (
            "products of terms",
            TERMS,
            "stablehlo.reduce(%t init: %low) applies stablehlo.add across dimensions = [2] : (tensor<HxNxNxf32>, tensor<f32>) -> tensor<HxNxf32>",
            RESULT,
        ),
    ] {
        let (size, result) = match result {
            "wide" => ([4, 128, 272], RESULT),
            result => (size, result),
        };
        let text = attention(size, "bf16", terms, sums, result);
        assert!(!kinds(&text, "sm_90").contains(&"attention"), "{what}");
    }
}

/// Row-normalized elementwise functions of the logits form a chain too, without a maximum or a
/// shift.
#[test]
fn products_with_plain_work_are_chains() {
    let terms = "stablehlo.logistic %x : tensor<HxNxNxf32>";
    let text = attention([4, 128, 64], "bf16", terms, SUMS, RESULT);
    // Ops without users are removed from the program.
    let unused = |line: &&str| ["%m =", "%mb =", "%less ="].iter().any(|v| line.contains(v));
    let text: String = text.lines().filter(|line| !unused(line)).collect::<Vec<_>>().join("\n");
    assert_eq!(kinds(&text, "sm_90"), ["attention"]);
    // Unshifted numbers that are divided only afterwards may overflow this type.
    assert!(!kinds(&text.replace("bf16", "f16"), "sm_90").contains(&"attention"));
}
