//! Convolutions by warpgroups: copies bring pixels under a window.

use super::common::{Ran, Run, assemble, checked_by, input, refusal};
use super::hopper::{in_any_order, small};
use hloom_ir::Element;
use hloom_ptx::{Executable, Target};

/// A convolution of images whose channels lie side by side.
#[derive(Clone)]
struct Convolution {
    batch: u64,
    /// Pixels along each side, the outermost first, as all lists here.
    sides: Vec<u64>,
    channels: u64,
    features: u64,
    window: Vec<u64>,
    steps: Vec<u64>,
    padding: Vec<(i64, i64)>,
    dilation: Vec<u64>,
    reversed: bool,
    /// Whether features are the outermost dimension of the weights, and not the innermost.
    by_features: bool,
    elements: [&'static str; 2],
    /// The type of sums, and of results.
    sum: &'static str,
    groups: u64,
    /// The attribute for the precision of multiplications.
    precision: &'static str,
}

/// A convolution in `bf16`, its sums in `f32`, of windows without padding at every pixel.
fn of(batch: u64, sides: &[u64], [channels, features]: [u64; 2], window: &[u64]) -> Convolution {
    let count = sides.len();
    Convolution {
        batch,
        sides: sides.to_vec(),
        channels,
        features,
        window: window.to_vec(),
        steps: vec![1; count],
        padding: vec![(0, 0); count],
        dilation: vec![1; count],
        reversed: false,
        by_features: false,
        elements: ["bf16", "bf16"],
        sum: "f32",
        groups: 1,
        precision: "DEFAULT",
    }
}

fn list(numbers: impl IntoIterator<Item = impl ToString>, between: &str) -> String {
    numbers.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(between)
}

impl Convolution {
    /// As much padding as the window reaches, so that there are as many results as pixels.
    fn same(mut self) -> Self {
        self.padding = (0..self.window.len())
            .map(|n| {
                let reach = ((self.window[n] - 1) * self.dilation[n]) as i64;
                (reach / 2, reach - reach / 2)
            })
            .collect();
        self
    }

    fn every(mut self, steps: &[u64]) -> Self {
        self.steps = steps.to_vec();
        self
    }

    fn padded(mut self, padding: &[(i64, i64)]) -> Self {
        self.padding = padding.to_vec();
        self
    }

    fn dilated(mut self, dilation: &[u64]) -> Self {
        self.dilation = dilation.to_vec();
        self
    }

    fn elements(mut self, left: &'static str, right: &'static str, sum: &'static str) -> Self {
        (self.elements, self.sum) = ([left, right], sum);
        self
    }

    fn by_features(mut self) -> Self {
        self.by_features = true;
        self
    }

    /// The types of both operands and of the result, and the operation without them.
    fn operation(&self) -> ([String; 3], String) {
        let all = |first: u64, sides: &[u64], last: u64, element: &str| {
            format!("{first}x{}x{last}x{element}", list(sides, "x"))
        };
        let results: Vec<u64> = (0..self.sides.len())
            .map(|n| {
                let (low, high) = self.padding[n];
                let padded = (self.sides[n] as i64 + low + high) as u64;
                (padded - (self.window[n] - 1) * self.dilation[n] - 1) / self.steps[n] + 1
            })
            .collect();
        let channels = self.channels / self.groups;
        let weights = match self.by_features {
            true => all(self.features, &self.window, channels, self.elements[1]),
            false => {
                let window = list(&self.window, "x");
                format!("{window}x{channels}x{}x{}", self.features, self.elements[1])
            }
        };
        let types = [
            all(self.batch, &self.sides, self.channels, self.elements[0]),
            weights,
            all(self.batch, &results, self.features, self.sum),
        ];
        let numbers = list(0..self.sides.len(), ", ");
        let of_weights = match self.by_features {
            true => format!("o, {numbers}, i"),
            false => format!("{numbers}, i, o"),
        };
        let padding = self.padding.iter().map(|(low, high)| format!("[{low}, {high}]"));
        let text = format!(
            "dim_numbers = [b, {numbers}, f]x[{of_weights}]->[b, {numbers}, f], \
             window = {{stride = [{}], pad = [{}], rhs_dilate = [{}], reverse = [{}]}} \
             {{batch_group_count = 1 : i64, feature_group_count = {} : i64, \
             precision_config = [#stablehlo<precision {p}>, #stablehlo<precision {p}>]}}",
            list(&self.steps, ", "),
            list(padding, ", "),
            list(&self.dilation, ", "),
            list(self.window.iter().map(|_| self.reversed), ", "),
            self.groups,
            p = self.precision,
        );
        (types, text)
    }

    fn text(&self) -> String {
        let ([x, k, y], operation) = self.operation();
        format!(
            "func.func @main(%x: tensor<{x}>, %k: tensor<{k}>) -> tensor<{y}> {{
              %y = stablehlo.convolution(%x, %k) {operation} : (tensor<{x}>, tensor<{k}>) -> tensor<{y}>
              return %y : tensor<{y}>
            }}"
        )
    }
}

/// Runs a convolution by copies of pixels, and has it assembled.
fn checked(it: &Convolution) -> Ran {
    let any = |number: usize, element: Element, count: u64| match element {
        Element::U8 => input(number, Element::I8, count),
        other => input(number, other, count),
    };
    let on = Run::on(Target::Sm90a, &[Target::Sm90a]);
    let run = Run { machine_of: &small, input: &any, ..on };
    let ran = checked_by(&it.text(), &run);
    let ([x, k, _], _) = it.operation();
    println!("{x} · {k}: {:?}", ran.kernels);
    assert!(ran.program.contains("wgmma"), "{}", ran.program);
    assert!(ran.program.contains(" im2col "), "{}", ran.program);
    ran
}

/// Windows of one to three sides, with and without padding, on places apart, with elements
/// apart; tiles that go on in the next row and in the next image and end behind the last.
#[test]
fn windows() {
    let cases = [
        of(1, &[16, 16], [64, 64], &[3, 3]).same(),
        of(2, &[12, 12], [64, 64], &[3, 3]),
        of(3, &[9, 7], [64, 72], &[3, 3]).same(),
        of(2, &[15, 13], [64, 64], &[3, 3]).same().every(&[2, 2]),
        of(2, &[16, 14], [64, 64], &[2, 3]).padded(&[(0, 1), (2, 0)]).every(&[1, 3]),
        of(1, &[14, 14], [64, 64], &[3, 3]).dilated(&[2, 3]).same(),
        of(2, &[13, 12], [64, 64], &[3, 2])
            .dilated(&[2, 4])
            .every(&[3, 2])
            .padded(&[(1, 2), (3, 0)]),
        // Single pixels on places apart.
        of(2, &[18, 17], [64, 64], &[1, 1]).every(&[2, 2]),
        of(3, &[100], [64, 64], &[5]).same(),
        of(2, &[101], [64, 64], &[7]).every(&[4]).dilated(&[3]).padded(&[(9, 5)]),
        of(2, &[4, 6, 7], [64, 64], &[3, 3, 3]).same(),
        of(1, &[5, 9, 8], [64, 64], &[2, 3, 3]).every(&[1, 2, 2]).padded(&[(1, 0), (1, 1), (0, 2)]),
    ];
    for it in cases {
        checked(&it);
    }
}

/// Channels that are no multiple of those of a step: none of the next pixel's, nor of the next
/// element's weights, is seen. Features that are no pairs, and more than one tile of them.
#[test]
fn channels_and_features_of_every_number() {
    for channels in [40, 72, 128, 136] {
        checked(&of(1, &[13, 12], [channels, 64], &[3, 3]).same());
        checked(&of(1, &[13, 12], [channels, 64], &[2, 2]).by_features());
    }
    for features in [61, 200, 320] {
        checked(&of(2, &[9, 8], [64, features], &[3, 3]).same().by_features());
    }
}

/// Convolutions by gemms that are not chosen for them: of threads, of warps, and of warpgroups
/// that TMA brings pixels to.
#[test]
fn convolutions_as_pinned() {
    let staged = |by: &str| format!("stage lhs in shared by {by}; stage rhs in shared by {by}");
    let (copies, none, tma) = (staged("async"), staged("registers"), staged("tma"));
    let same = of(2, &[9, 8], [64, 72], &[3, 3]).same();
    let apart = of(2, &[15, 13], [64, 64], &[3, 3]).same().every(&[2, 2]);
    let floats = of(1, &[10, 9], [16, 24], &[3, 2]).elements("f32", "f32", "f32");
    let floats = Convolution { precision: "HIGHEST", ..floats };
    for (it, staged, rest) in [
        (
            &same,
            &copies,
            "blocks m by 32, n by 64; pipeline k by 32 in 3 stages; warps 1 by 2; mma m16n8k16",
        ),
        (
            &apart,
            &none,
            "blocks m by 64, n by 32; pipeline k by 64 in 1 stage; warps 4 by 1; mma m16n8k16; \
             vectorize n by 2",
        ),
        (
            &floats,
            &none,
            "blocks m by 32, n by 32; pipeline k by 4 in 2 stages; threads 8 by 8; fma 4 by 4; \
             vectorize n by 4",
        ),
        (
            &same,
            &tma,
            "blocks m by 64, n by 64 on 2; raster m by 3; pipeline k by 64 in 5 stages; \
             warpgroups 1 by 1; wgmma m64n64k16",
        ),
        (
            &apart.clone().by_features(),
            &tma,
            "blocks m by 128, n by 64; pipeline k by 64 in 2 stages; warpgroups 2 by 1; \
             wgmma m64n64k16; vectorize n by 2",
        ),
    ] {
        let pinned = format!("{staged}; {rest}");
        let target = if rest.contains("wgmma") { Target::Sm90a } else { Target::Sm80 };
        let ran = checked_by(&it.text(), &Run { pinned: Some(&pinned), ..Run::on(target, &[]) });
        assert_eq!(ran.only().matrix > 0, !rest.contains("fma "), "{pinned}");
        assert_eq!(ran.program.contains(" im2col "), rest.contains("wgmma"), "{pinned}");
    }
    for (pinned, words) in [
        (
            format!(
                "{copies}; blocks m by 32, n by 64; pipeline k by 16 in 3 stages; warps 1 by 2; mma m16n8k16"
            ),
            ["`pipeline k by 16", "32 or 64"],
        ),
        (
            format!(
                "{tma}; blocks m by 32, n by 64; pipeline k by 32 in 3 stages; warps 1 by 2; mma m16n8k16"
            ),
            ["`stage lhs in shared by tma`", "async"],
        ),
    ] {
        let why = refusal(&same.text(), Target::Sm90a, &pinned);
        assert!(words.iter().all(|word| why.contains(word)), "{pinned}: {why}");
    }
}

/// Elements of the window that go back, as those of a gradient do.
#[test]
fn windows_that_are_turned_round() {
    let it = of(1, &[12, 13], [64, 64], &[3, 2]).same();
    checked(&Convolution { reversed: true, ..it.clone() });
    checked(&Convolution { reversed: true, ..it.by_features() });
}

/// Features that see some of the channels each are products side by side, on other GPUs too; if
/// a group's channels fill no row, the next group's would be seen, and they go another way.
#[test]
fn groups_of_features() {
    let it = Convolution { groups: 2, ..of(1, &[12, 13], [128, 128], &[3, 3]).same() };
    checked(&it);
    checked(&it.clone().by_features());
    let ran = checked_by(&it.text(), &Run { machine_of: &small, ..Run::on(Target::Sm80, &[]) });
    assert!(ran.only().matrix > 0, "{}", ran.program);
    let less = Convolution { channels: 80, ..it };
    let ran = checked_by(&less.text(), &Run { machine_of: &small, ..Run::on(Target::Sm90a, &[]) });
    assert!(!ran.program.contains("wgmma") && ran.only().matrix > 0, "{}", ran.program);
}

#[test]
fn elements_of_8_and_16_bits() {
    let it = of(1, &[13, 12], [128, 64], &[3, 3]).same();
    checked(&it.clone().elements("f16", "f16", "f32"));
    let it = it.by_features();
    checked(&it.clone().elements("f16", "f16", "f32"));
    let (four, five) = ("f8E4M3FN", "f8E5M2");
    // Both operands of a convolution have one element type (C27).
    for element in [four, five] {
        checked(&it.clone().elements(element, element, "f32"));
    }
    checked(&it.clone().elements("i8", "i8", "i32"));
    checked(&Convolution { channels: 80, ..it.elements("ui8", "ui8", "i32") });
}

/// Zeros beside an image are multiplied, so that an infinity of the weights makes NaN of them;
/// those behind the last channel are not: features with finite weights have finite results.
#[test]
fn infinities_of_the_weights() {
    for channels in [72, 128] {
        let features = 64;
        let it = of(2, &[7, 9], [channels, features], &[3, 3]).same();
        let odd = |number: usize, element: Element, count: u64| {
            let mut bytes = input(number, element, count);
            let mut set = |tap: u64, channel: u64, feature: u64, bits: [u8; 2]| {
                let at = 2 * ((tap * channels + channel) * features + feature) as usize;
                bytes[at..at + 2].copy_from_slice(&bits);
            };
            let (infinite, nan) = ([0x80, 0x7f], [0xc0, 0x7f]);
            if number == 1 {
                set(0, 3, 5, infinite);
                // The first and the last channels of an element.
                set(4, 0, 20, infinite);
                set(4, channels - 1, 21, infinite);
                (0..9).for_each(|tap| set(tap, 7, 40, nan));
            }
            bytes
        };
        let on = Run::on(Target::Sm90a, &[]);
        let ran = checked_by(&it.text(), &Run { machine_of: &small, input: &odd, ..on });
        assert!(ran.program.contains(" im2col "), "{}", ran.program);
    }
}

/// A bias, an activation and a conversion where the sums are.
#[test]
fn what_comes_after_a_convolution() {
    let it = of(2, &[10, 9], [64, 128], &[3, 3]).same();
    let ([x, k, y], operation) = it.operation();
    let narrow = y.replace("f32", "bf16");
    let text = format!(
        "func.func @main(%x: tensor<{x}>, %k: tensor<{k}>, %b: tensor<128xbf16>) -> tensor<{narrow}> {{
          %z = \"hloom.fusion\"(%x, %k, %b) <{{kind = \"loop\"}}> ({{
          ^bb0(%u: tensor<{x}>, %v: tensor<{k}>, %w: tensor<128xbf16>):
            %p = stablehlo.convolution(%u, %v) {operation} : (tensor<{x}>, tensor<{k}>) -> tensor<{y}>
            %a = stablehlo.convert %w : (tensor<128xbf16>) -> tensor<128xf32>
            %c = stablehlo.broadcast_in_dim %a, dims = [3] : (tensor<128xf32>) -> tensor<{y}>
            %s = stablehlo.add %p, %c : tensor<{y}>
            %zero = stablehlo.constant dense<0.0> : tensor<{y}>
            %r = stablehlo.maximum %s, %zero : tensor<{y}>
            %o = stablehlo.convert %r : (tensor<{y}>) -> tensor<{narrow}>
            stablehlo.return %o : tensor<{narrow}>
          }}) : (tensor<{x}>, tensor<{k}>, tensor<128xbf16>) -> tensor<{narrow}>
          return %z : tensor<{narrow}>
        }}"
    );
    let on = Run::on(Target::Sm90a, &[Target::Sm90a]);
    let ran = checked_by(&text, &Run { machine_of: &small, rounding: Some(2f64.powi(-11)), ..on });
    assert!(ran.program.contains(" im2col "), "{}", ran.program);
    println!("{:?}", ran.only());
}

/// A long sum of few results is done in parts, side by side, each of some channels.
#[test]
fn parts_of_a_long_sum() {
    let machine = |target: Target| {
        let mut machine = target.schedule_machine();
        machine.gpu.as_mut().expect("it is a GPU").multiprocessors = 16;
        machine
    };
    let it = of(1, &[7, 7], [512, 128], &[3, 3]).same();
    let on = Run::on(Target::Sm90a, &[Target::Sm90a]);
    let ran = checked_by(&it.text(), &Run { machine_of: &machine, ..on });
    assert!(ran.program.contains(" im2col "), "{}", ran.program);
    assert_eq!(ran.kernels.len(), 2, "{}", ran.program);
    println!("{:?}", ran.kernels);
}

#[test]
fn warps_in_any_order() {
    let it = of(1, &[12, 12], [72, 64], &[3, 3]).same();
    let inputs = [input(0, Element::BF16, 144 * 72), input(1, Element::BF16, 9 * 72 * 64)];
    in_any_order(&it.text(), ".im2col.", &inputs, 144 * 64 * 4);
}

/// Weights of four bytes, and of one, whose features lie side by side are copied first, so that
/// their channels do; `f32` in three passes.
#[test]
fn weights_are_relaid() {
    let bytes = of(4, &[16, 16], [128, 64], &[3, 3]).same().elements("i8", "i8", "i32");
    let wide = of(4, &[14, 14], [64, 128], &[3, 3]).same().elements("f32", "f32", "f32");
    let wide = Convolution { precision: "HIGH", ..wide };
    let far =
        Convolution { features: 120, batch: 8, ..wide.clone() }.every(&[2, 1]).dilated(&[1, 2]);
    for it in [bytes, wide.clone(), far] {
        let ran = checked(&it);
        assert_eq!(ran.program.matches(".relayout : ").count(), 1, "{}", ran.program);
    }
    // As they are where their channels lie side by side already.
    let ran = checked(&wide.by_features());
    assert_eq!(ran.program.matches(".relayout : ").count(), 0, "{}", ran.program);
}

/// Convolutions that im2col TMA loads don't support do not use `wgmma`, nor do those for other
/// GPUs.
#[test]
fn what_goes_another_way() {
    let it = of(1, &[16, 16], [64, 64], &[3, 3]).same();
    let bytes = it.clone().elements("i8", "i8", "i32");
    let far = of(1, &[200, 3], [64, 64], &[2, 2]).dilated(&[129, 1]).padded(&[(0, 0), (1, 0)]);
    for it in [
        // Pixels of 36 bytes.
        Convolution { channels: 36, ..it.clone() },
        // Bytes of the weights that are not side by side along the sum.
        Convolution { channels: 128, ..bytes },
        it.clone().every(&[9, 1]),
        // Corners are between -128 and 127.
        far,
    ] {
        let ran =
            checked_by(&it.text(), &Run { machine_of: &small, ..Run::on(Target::Sm90a, &[]) });
        assert!(!ran.program.contains("wgmma"), "{}", ran.program);
    }
    for target in [Target::Sm80, Target::Sm90, Target::Sm100] {
        let ran = checked_by(&it.text(), &Run { machine_of: &small, ..Run::on(target, &[]) });
        assert!(!ran.program.contains("wgmma"), "{}", ran.program);
        assert!(ran.only().matrix > 0, "{}", ran.program);
    }
}

/// Layers of a residual network on a whole Hopper, by copies of pixels and by `mma.sync`: both
/// have the same results, up to the order of sums, and the former takes fewer instructions.
#[test]
fn layers_of_a_residual_network() {
    const IMAGES: u64 = 1;
    let layers = [
        of(IMAGES, &[28, 28], [128, 128], &[3, 3]).same(),
        of(IMAGES, &[56, 56], [64, 64], &[3, 3]).same(),
        of(IMAGES, &[7, 7], [512, 512], &[3, 3]).same(),
        of(IMAGES, &[28, 28], [128, 128], &[3, 3]).same().every(&[2, 2]),
        of(IMAGES, &[28, 28], [128, 256], &[1, 1]).every(&[2, 2]),
        of(IMAGES, &[56, 56], [64, 256], &[1, 1]),
    ];
    for it in layers {
        let ([x, k, _], _) = it.operation();
        let module = hloom_ir::text::parse_module(&it.text()).expect("it is well formed");
        let main = module.symbol("main").expect("there is a main");
        let mut machine = Target::Sm90a.schedule_machine();
        let mut results: Vec<Vec<f32>> = Vec::new();
        let mut all: Vec<u64> = Vec::new();
        for warpgroups in [true, false] {
            machine.gpu.as_mut().expect("it is a GPU").warpgroups = warpgroups;
            let lowered = hloom_loops::lower_function(&module, main, &machine);
            let program = lowered.expect("it lowers").program;
            assert_eq!(program.to_string().contains("wgmma"), warpgroups, "{program}");
            let inputs: Vec<Vec<u8>> = (0..)
                .zip(program.arguments())
                .map(|(n, id)| input(n, Element::BF16, program.buffer(id).elements()))
                .collect();
            let inputs: Vec<&[u8]> = inputs.iter().map(Vec::as_slice).collect();
            let result = program.results()[0];
            let mut got = vec![0xb5; program.buffer(result).elements() as usize * 4];
            let executable = Executable::emulated(&program, Target::Sm90a).expect("it compiles");
            executable.run(&inputs, &mut [&mut got], None).expect("it runs");
            let counts = executable.counts();
            println!("{x} · {k}: {counts:?}");
            all.push(counts.iter().map(|(_, counts)| counts.instructions).sum());
            assemble(&module, &[Target::Sm90a], &|_| machine);
            let number = |x: &[u8]| f32::from_le_bytes(x.try_into().expect("four bytes"));
            results.push(got.chunks(4).map(number).collect());
        }
        let most = results[1].iter().fold(0f32, |most, x| most.max(x.abs()));
        let near = |(a, b): (&f32, &f32)| (a - b).abs() <= 16.0 * f32::EPSILON * most;
        assert!(results[0].iter().zip(&results[1]).all(near), "{x} · {k}");
        assert!(all[0] < all[1], "{x} · {k}: {all:?}");
    }
}
