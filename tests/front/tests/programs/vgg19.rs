//! VGG19 with structs for its layers, as in Metalhead: its instruction counts, in the lowering of
//! 2018 and in hloom's own, and its results.

use crate::machine::{run, tensor};
use hloom_front::program;
use hloom_ir::types::Element;
use hloom_ir::{Literal, Module};
use hloom_passes::statistics::Instructions;

/// The model for images of `$side` by `$side`, with `$div` times fewer channels than the original.
/// Dimensions are in Julia's order: width, height, channels, images.
macro_rules! vgg19 {
    ($name:ident, $side:expr, $div:expr) => {
        #[program(translate_only)]
        mod $name {
            const SIDE: usize = $side;
            const A: usize = 64 / $div;
            const B: usize = 128 / $div;
            const C: usize = 256 / $div;
            const D: usize = 512 / $div;
            const FLAT: usize = D * (SIDE / 32) * (SIDE / 32);
            const WIDE: usize = 4096 / $div;
            const CLASSES: usize = 1000 / $div;

            pub struct Conv<const I: usize, const O: usize> {
                weight: [[[[f32; O]; I]; 3]; 3],
                bias: [f32; O],
            }

            pub struct Dense<const I: usize, const O: usize> {
                weight: [[f32; I]; O],
                bias: [f32; O],
            }

            pub struct Layers {
                conv1: Conv<3, A>,
                conv2: Conv<A, A>,
                conv3: Conv<A, B>,
                conv4: Conv<B, B>,
                conv5: Conv<B, C>,
                conv6: Conv<C, C>,
                conv7: Conv<C, C>,
                conv8: Conv<C, C>,
                conv9: Conv<C, D>,
                conv10: Conv<D, D>,
                conv11: Conv<D, D>,
                conv12: Conv<D, D>,
                conv13: Conv<D, D>,
                conv14: Conv<D, D>,
                conv15: Conv<D, D>,
                conv16: Conv<D, D>,
                dense1: Dense<FLAT, WIDE>,
                dense2: Dense<WIDE, WIDE>,
                dense3: Dense<WIDE, CLASSES>,
            }

            pub struct ImageClassifier {
                layers: Layers,
            }

            fn convolve<const I: usize, const O: usize, const S: usize, const N: usize>(
                layer: Conv<I, O>,
                x: [[[[f32; N]; I]; S]; S],
            ) -> [[[[f32; N]; O]; S]; S] {
                let bias = reshape_columns(layer.bias, [1, 1, O, 1]);
                broadcast(|y, b| max(y + b, 0.0), conv(x, layer.weight, [1, 1], [1, 1]), bias)
            }

            fn affine<const I: usize, const O: usize, const N: usize>(
                layer: Dense<I, O>,
                x: [[f32; N]; I],
            ) -> [[f32; N]; O] {
                broadcast(|y, b| y + b, matmul(layer.weight, x), layer.bias)
            }

            fn dense<const I: usize, const O: usize, const N: usize>(
                layer: Dense<I, O>,
                x: [[f32; N]; I],
            ) -> [[f32; N]; O] {
                broadcast(|y, b| max(y + b, 0.0), matmul(layer.weight, x), layer.bias)
            }

            fn features(
                model: ImageClassifier,
                x: [[[[f32; 1]; 3]; SIDE]; SIDE],
            ) -> [[f32; 1]; CLASSES] {
                let layers = model.layers;
                let x = convolve(layers.conv1, x);
                let x = convolve(layers.conv2, x);
                let x = maxpool(x, [2, 2]);
                let x = convolve(layers.conv3, x);
                let x = convolve(layers.conv4, x);
                let x = maxpool(x, [2, 2]);
                let x = convolve(layers.conv5, x);
                let x = convolve(layers.conv6, x);
                let x = convolve(layers.conv7, x);
                let x = convolve(layers.conv8, x);
                let x = maxpool(x, [2, 2]);
                let x = convolve(layers.conv9, x);
                let x = convolve(layers.conv10, x);
                let x = convolve(layers.conv11, x);
                let x = convolve(layers.conv12, x);
                let x = maxpool(x, [2, 2]);
                let x = convolve(layers.conv13, x);
                let x = convolve(layers.conv14, x);
                let x = convolve(layers.conv15, x);
                let x = convolve(layers.conv16, x);
                let x = maxpool(x, [2, 2]);
                let x = reshape_columns(x, [FLAT, 1]);
                let x = dense(layers.dense1, x);
                let x = dense(layers.dense2, x);
                affine(layers.dense3, x)
            }

            pub fn plain(
                model: ImageClassifier,
                x: [[[[f32; 1]; 3]; SIDE]; SIDE],
            ) -> [[f32; 1]; CLASSES] {
                let x = features(model, x);
                broadcast(|x, s| exp(x) / s, x, sum(broadcast(exp, x)))
            }

            /// With a softmax that can't overflow.
            pub fn steady(
                model: ImageClassifier,
                x: [[[[f32; 1]; 3]; SIDE]; SIDE],
            ) -> [[f32; 1]; CLASSES] {
                let x = features(model, x);
                let x = broadcast(sub, x, maximum(x));
                broadcast(|x, s| exp(x) / s, x, sum(broadcast(exp, x)))
            }
        }
    };
}

vgg19!(small, 32, 8);
vgg19!(whole, 224, 1);

/// The program with one function as its entry and all calls inlined.
fn entry(text: &str, name: &str, pipeline: &str) -> Module {
    let other = if name == "plain" { "steady" } else { "plain" };
    let text = text
        .replace(&format!("@{other}("), &format!("private @{other}("))
        .replace("func.func private private", "func.func private");
    let mut module = hloom_front::parse(&text).unwrap_or_else(|e| panic!("{e}"));
    hloom_front::pass(&mut module, pipeline).unwrap_or_else(|e| panic!("{e}"));
    module
}

/// Entry and total counts of each kind, by XLA's names.
fn table(counted: &Instructions) -> Vec<(&'static str, usize, usize)> {
    const NAMES: [(&str, &str); 16] = [
        ("add", "add"),
        ("broadcast", "broadcast_in_dim"),
        ("constant", "constant"),
        ("convolution", "convolution"),
        ("divide", "divide"),
        ("dot", "dot_general"),
        ("exponential", "exponential"),
        ("get-tuple-element", "get_tuple_element"),
        ("map", "map"),
        ("maximum", "maximum"),
        ("parameter", "parameter"),
        ("reduce", "reduce"),
        ("reduce-window", "reduce_window"),
        ("reshape", "reshape"),
        ("transpose", "transpose"),
        ("tuple", "tuple"),
    ];
    assert!(
        counted.kinds.keys().all(|k| k == "subtract" || NAMES.iter().any(|(_, n)| n == k)),
        "{counted}"
    );
    let of = |(xla, name): (&'static str, &str)| {
        let count = counted.kinds.get(name).copied().unwrap_or_default();
        (xla, count.entry, count.total)
    };
    NAMES.map(of).to_vec()
}

const PIPELINE_2018: &str = "inline,symbol-dce,structs-to-tuples";

#[test]
fn instructions_of_2018() {
    for text in [small::TEXT_XLA_2018, whole::TEXT_XLA_2018] {
        let counted = Instructions::of(&entry(text, "plain", PIPELINE_2018));
        let all = counted.all();
        assert_eq!(all.entry - counted.kinds["parameter"].entry, 181, "{counted}");
        assert_eq!((all.entry, counted.computations, all.total), (183, 29, 361), "{counted}");
        let expected = [
            ("add", 0, 20),
            ("broadcast", 20, 20),
            ("constant", 6, 24),
            ("convolution", 16, 16),
            ("divide", 0, 1),
            ("dot", 3, 3),
            ("exponential", 0, 2),
            ("get-tuple-element", 58, 98),
            ("map", 22, 22),
            ("maximum", 0, 23),
            ("parameter", 2, 56),
            ("reduce", 1, 1),
            ("reduce-window", 5, 5),
            ("reshape", 33, 33),
            ("transpose", 17, 17),
            ("tuple", 0, 20),
        ];
        assert_eq!(table(&counted), expected);
        let steady = Instructions::of(&entry(text, "steady", PIPELINE_2018));
        let all = steady.all();
        assert_eq!(all.entry - steady.kinds["parameter"].entry, 186, "{steady}");
        assert_eq!((all.entry, steady.computations, all.total), (188, 32, 373), "{steady}");
    }
}

/// The 2018 form after hloom's passes, and hloom's own form: neither has more instructions of any
/// kind than its source.
#[test]
fn passes_make_it_smaller() {
    let plain = Instructions::of(&entry(small::TEXT_XLA_2018, "plain", PIPELINE_2018));
    let passes = format!("{PIPELINE_2018},canonicalize,cse,canonicalize,cse,dce");
    let better = Instructions::of(&entry(small::TEXT_XLA_2018, "plain", &passes));
    let alone = Instructions::of(&entry(small::TEXT, "plain", PIPELINE_2018));
    println!("hloom's own, no passes: {alone}");
    assert!(alone.all().total < plain.all().total, "{alone}");
    let own = "inline,symbol-dce,structs-to-tuples,canonicalize,cse,canonicalize,cse,dce";
    let own = Instructions::of(&entry(small::TEXT, "plain", own));
    for (name, found) in [("2018 with hloom's passes", &better), ("hloom's own", &own)] {
        println!("{name}: {found}");
        assert!(found.all().total < plain.all().total, "{found}");
        // Mapped computations are inlined into the entry.
        for (kind, count) in &found.kinds {
            let before = plain.kinds.get(kind).copied().unwrap_or_default();
            let tuples = matches!(kind.as_str(), "tuple" | "get_tuple_element");
            assert!(tuples || count.total <= before.total, "{kind}\n{found}");
        }
        // Both uses share one exponential, and no map remains.
        assert_eq!(found.kinds["exponential"].total, 1, "{found}");
        assert!(!found.kinds.contains_key("map"), "{found}");
    }
}

/// Derivatives of a map with several arguments: one map with several results, or one map per
/// derivative with partly redundant computations.
#[test]
fn variadic_maps_are_fewer() {
    let maps = |option: &str| {
        let passes = format!(
            "inline,structs-to-tuples,flatten-tuples,canonicalize,gradient{{of=features{option}}}"
        );
        let pipeline = hloom_passes::Pipeline::parse(&passes).expect("a pipeline");
        let mut module = entry(small::TEXT_XLA_2018, "plain", "symbol-dce");
        let disabled = ["map-elementwise".to_owned()].into_iter().collect();
        let options = hloom_passes::Options { disabled_rules: disabled, ..Default::default() };
        hloom_passes::run(&mut module, &pipeline, &options, &mut ())
            .unwrap_or_else(|e| panic!("{e}"));
        hloom_ir::verify::verify(&module).unwrap_or_else(|e| panic!("{e:?}"));
        let count = |name: &str| {
            let function = module.symbol(name).expect("it is there");
            let kinds: Vec<&str> = module.walk(function).map(|op| module.op(op).name()).collect();
            (kinds.len(), kinds.iter().filter(|n| n.ends_with(".map")).count())
        };
        (count("features"), count("features_gradient"))
    };
    let ((forward, forward_maps), (both, variadic)) = maps("");
    let (_, (_, single)) = maps(",maps=single");
    println!(
        "{forward_maps} maps forward; with the gradient {variadic}, or {single} of one result"
    );
    assert!(both > 2 * forward, "{forward} ops forward, {both} with the gradient");
    assert!(variadic < single, "{variadic} variadic maps, {single} of one result");
    // Each map has two arguments, a sum and a bias.
    assert_eq!((variadic - forward_maps, single - forward_maps), (forward_maps, 2 * forward_maps));
}

/// A deterministic number between -1 and 1 that depends on two indices; `model.py` has the same
/// function.
fn noise(stream: u64, i: u64) -> f32 {
    let x = (i * 2_654_435_761 + stream * 40_503 + 12_345) & 0xffff_ffff;
    let x = (((x >> 16) ^ x) * 73_244_475) & 0xffff_ffff;
    let x = (((x >> 16) ^ x) * 73_244_475) & 0xffff_ffff;
    (((x >> 16) ^ x) as f64 / 2_147_483_648.0 - 1.0) as f32
}

/// Weights and an image, leaf by leaf.
fn leaves() -> Vec<Literal> {
    let (a, b, c, d) = (8, 16, 32, 64);
    let convs = [
        (3, a),
        (a, a),
        (a, b),
        (b, b),
        (b, c),
        (c, c),
        (c, c),
        (c, c),
        (c, d),
        (d, d),
        (d, d),
        (d, d),
        (d, d),
        (d, d),
        (d, d),
        (d, d),
    ];
    let dense = [(d, 512), (512, 512), (512, 125)];
    let mut all = Vec::new();
    let mut leaf = |dims: &[i64], scale: f32| {
        let stream = all.len() as u64;
        let count = dims.iter().product::<i64>() as u64;
        let bytes = (0..count).flat_map(|i| (scale * noise(stream, i)).to_le_bytes()).collect();
        all.push(tensor(dims, Element::F32, bytes));
    };
    for (i, o) in convs {
        leaf(&[3, 3, i, o], (6.0 / (9.0 * i as f32)).sqrt());
        leaf(&[o], 0.1);
    }
    for (i, o) in dense {
        leaf(&[o, i], (6.0 / i as f32).sqrt());
        leaf(&[o], 0.1);
    }
    leaf(&[32, 32, 3, 1], 1.0);
    all
}

/// The results of JAX for the same weights and image, printed by `model.py`.
const JAX: &str = include_str!("vgg19.txt");

#[test]
fn forward_agrees_with_jax() {
    let expected: Vec<f64> =
        JAX.lines().filter(|l| !l.starts_with('#')).map(|l| l.parse().expect("a number")).collect();
    let inputs = leaves();
    for (text, name) in
        [(small::TEXT, "plain"), (small::TEXT, "steady"), (small::TEXT_XLA_2018, "plain")]
    {
        let found = run(text, name, &inputs, 1e-4);
        assert_eq!(found[0].len(), expected.len());
        for (at, (p, q)) in found[0].iter().zip(&expected).enumerate() {
            assert!((p - q).abs() <= 1e-4 * q, "{name}: class {at} is {p}, JAX has {q}");
        }
    }
}

/// The derivatives of the sum of all features by all weights and the image, along a direction,
/// compared with a finite difference. (The sum of the probabilities is 1 for all weights.)
#[test]
fn gradient_agrees_with_differences() {
    // In `f64`, since differences lose half of the digits.
    let text = small::TEXT.replace("f32", "f64").replace("0xFF800000", "0xFFF0000000000000");
    let passes = "inline,structs-to-tuples,flatten-tuples,canonicalize,gradient{of=features}";
    let module = entry(&text, "plain", passes);
    hloom_ir::verify::verify(&module).unwrap_or_else(|e| panic!("{e:?}"));
    let size = |name: &str| module.walk(module.symbol(name).expect("it is there")).count();
    let (forward, both) = (size("features"), size("features_gradient"));
    assert!(both > 2 * forward, "{forward} ops forward, {both} with the gradient");

    let inputs: Vec<Vec<f64>> =
        leaves().iter().map(|x| (0..x.count()).map(|i| x.get_f64(i)).collect()).collect();
    let sizes: Vec<&[i64]> = leaves().iter().map(Literal::dims).collect();
    let direction = |leaf: usize, i: usize| f64::from(noise(1000 + leaf as u64, i as u64));
    let call = |name: &str, by: f64| -> Vec<Literal> {
        let values: Vec<hloom_interp::Value> = inputs
            .iter()
            .zip(&sizes)
            .enumerate()
            .map(|(leaf, (x, dims))| {
                let moved = x.iter().enumerate().map(|(i, v)| v + by * direction(leaf, i));
                let bytes = moved.flat_map(f64::to_le_bytes).collect();
                hloom_interp::Value::Tensor(tensor(dims, Element::F64, bytes))
            })
            .collect();
        let results = hloom_interp::run(&module, name, &values).unwrap_or_else(|e| panic!("{e}"));
        results.into_iter().filter_map(hloom_interp::Value::into_tensor).collect()
    };
    let sum = |x: &Literal| -> f64 { (0..x.count()).map(|i| x.get_f64(i)).sum() };
    let step = 1e-6;
    let difference =
        (sum(&call("features", step)[0]) - sum(&call("features", -step)[0])) / (2.0 * step);
    let gradient = call("features_gradient", 0.0);
    assert_eq!(gradient.len(), 1 + inputs.len());
    let along: f64 = gradient[1..]
        .iter()
        .enumerate()
        .map(|(leaf, g)| (0..g.count()).map(|i| g.get_f64(i) * direction(leaf, i)).sum::<f64>())
        .sum();
    assert!(
        (along - difference).abs() <= 1e-3 * difference.abs(),
        "the gradient gives {along}, the difference {difference}"
    );
}

/// Both passes keep the names of fields, for arguments and in locations.
#[test]
fn arguments_are_called_after_fields() {
    let module = entry(small::TEXT, "plain", "inline,symbol-dce,structs-to-tuples,flatten-tuples");
    let text = hloom_ir::text::print(&module, &Default::default());
    assert!(text.contains("%model.layers.conv1.weight: tensor<3x3x3x8xf32>"), "{text}");
    assert!(text.contains("%model.layers.dense3.bias: tensor<125xf32>"), "{text}");
}
