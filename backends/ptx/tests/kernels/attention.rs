//! Chains of two products in one kernel, as attention is: the scores between them are
//! never in memory.

use super::common::{Ran, Run, checked_by, input};
use super::products::UNITS;
use hloom_ir::Element;
use hloom_ptx::Target;

/// Attention: the sizes of its heads, the type of its tensors and what is done to scores.
#[derive(Clone, Copy)]
struct Attention<'a> {
    /// Batches and heads.
    heads: [usize; 2],
    queries: usize,
    keys: usize,
    /// Elements of a query, and of a value.
    depth: [usize; 2],
    element: &'a str,
    /// The least exactness of products of `f32`, as text behind their dimensions.
    exact: &'a str,
    /// `%u` of scores `%s`, of the same type.
    scores: &'a str,
    /// Whether it is a mask's argument that says which scores count.
    masked: bool,
    /// Whether terms are the right factor of the second product, whose result is then
    /// transposed and doubled.
    transposed: bool,
    /// The directives, where they are not chosen.
    pinned: Option<&'a str>,
}

const PLAIN: Attention<'_> = Attention {
    heads: [2, 3],
    queries: 64,
    keys: 64,
    depth: [32, 32],
    element: "bf16",
    exact: "",
    scores: "%u = stablehlo.multiply %s, %scale : tensor<SxF>",
    masked: false,
    transposed: false,
    pinned: None,
};

const ONE_PASS: &str = ", precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>";

const THREE_PASSES: &str = ", precision = [HIGH, HIGH]";

const CAUSAL: &str = "
    %i = stablehlo.iota dim = 2 : tensor<Sxi32>
    %j = stablehlo.iota dim = 3 : tensor<Sxi32>
    %before = stablehlo.compare GE, %i, %j, SIGNED : (tensor<Sxi32>, tensor<Sxi32>) -> tensor<Sxi1>
    %low = stablehlo.constant dense<0xLOW> : tensor<SxF>
    %scaled = stablehlo.multiply %s, %scale : tensor<SxF>
    %u = stablehlo.select %before, %scaled, %low : tensor<Sxi1>, tensor<SxF>";

/// The first tiles of most rows have nothing but minus infinity, and so has all of the last.
const LATER: &str = "
    %i = stablehlo.iota dim = 2 : tensor<Sxi32>
    %j = stablehlo.iota dim = 3 : tensor<Sxi32>
    %later = stablehlo.compare LT, %i, %j, SIGNED : (tensor<Sxi32>, tensor<Sxi32>) -> tensor<Sxi1>
    %low = stablehlo.constant dense<0xLOW> : tensor<SxF>
    %u = stablehlo.select %later, %s, %low : tensor<Sxi1>, tensor<SxF>";

/// A row counts the 40 columns before it, one of a number that is not minus infinity: the
/// first row has none but such.
const WINDOW: &str = "
    %i = stablehlo.iota dim = 2 : tensor<Sxi32>
    %j = stablehlo.iota dim = 3 : tensor<Sxi32>
    %wide = stablehlo.constant dense<40> : tensor<Sxi32>
    %away = stablehlo.subtract %i, %j : tensor<Sxi32>
    %near = stablehlo.compare LE, %away, %wide, SIGNED : (tensor<Sxi32>, tensor<Sxi32>) -> tensor<Sxi1>
    %past = stablehlo.compare LE, %i, %j, SIGNED : (tensor<Sxi32>, tensor<Sxi32>) -> tensor<Sxi1>
    %before = stablehlo.not %past : tensor<Sxi1>
    %both = stablehlo.and %near, %before : tensor<Sxi1>
    %low = stablehlo.constant dense<-1.0e4> : tensor<SxF>
    %u = stablehlo.select %both, %s, %low : tensor<Sxi1>, tensor<SxF>";

const STRAIGHT: &str = "
            %r = stablehlo.dot_general %c, %z, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<SxF>, tensor<VxF>) -> tensor<OxF>";

const TURNED: &str = "
            %two = stablehlo.constant dense<2.0> : tensor<OxF>
            %g = stablehlo.dot_general %z, %c, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3] : (tensor<VxF>, tensor<SxF>) -> tensor<TxF>
            %back = stablehlo.transpose %g, dims = [0, 3, 1, 2] : (tensor<TxF>) -> tensor<OxF>
            %r = stablehlo.multiply %back, %two : tensor<OxF>";

const MASKED: &str = "
    %low = stablehlo.constant dense<0xLOW> : tensor<SxF>
    %u = stablehlo.select %mask, %s, %low : tensor<Sxi1>, tensor<SxF>";

impl Attention<'_> {
    /// A program of one fusion.
    fn text(&self) -> String {
        let Attention { heads: [b, h], queries, keys, depth: [d, e], element, .. } = *self;
        let (mask, inner, pass, ty) = match self.masked {
            true => (", %m: tensor<Sxi1>", ", %mask: tensor<Sxi1>", ", %m", ", tensor<Sxi1>"),
            false => ("", "", "", ""),
        };
        let wide = |x: &str, to: &str| match element {
            "f32" => format!("%{to} = stablehlo.add %{x}, %nothing : tensor<SxF>"),
            _ => format!("%{to} = stablehlo.convert %{x} : (tensor<SxF>) -> tensor<Sxf32>"),
        };
        let last = if self.transposed { TURNED } else { STRAIGHT };
        let text = format!(
            "func.func @main(%q: tensor<QxF>, %k: tensor<KxF>, %v: tensor<VxF>{mask}) -> tensor<OxF> {{
          %o = \"hloom.fusion\"(%q, %k, %v{pass}) <{{kind = \"chain\"}}> ({{
          ^bb0(%x: tensor<QxF>, %y: tensor<KxF>, %z: tensor<VxF>{inner}):
            %scale = stablehlo.constant dense<0.1767767> : tensor<SxF>
            %nothing = stablehlo.constant dense<0.0> : tensor<SxF>
            %none = stablehlo.constant dense<0.0> : tensor<f32>
            %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
            %s = stablehlo.dot_general %x, %y, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3]{exact} : (tensor<QxF>, tensor<KxF>) -> tensor<SxF>
            {scores}
            {widened}
            %most = stablehlo.reduce(%w init: %least) applies stablehlo.maximum across dimensions = [3] : (tensor<Sxf32>, tensor<f32>) -> tensor<Rxf32>
            %n = stablehlo.broadcast_in_dim %most, dims = [0, 1, 2] : (tensor<Rxf32>) -> tensor<Sxf32>
            %less = stablehlo.subtract %w, %n : tensor<Sxf32>
            %t = stablehlo.exponential %less : tensor<Sxf32>
            %sum = stablehlo.reduce(%t init: %none) applies stablehlo.add across dimensions = [3] : (tensor<Sxf32>, tensor<f32>) -> tensor<Rxf32>
            %l = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<Rxf32>) -> tensor<Sxf32>
            %p = stablehlo.divide %t, %l : tensor<Sxf32>
            %c = stablehlo.convert %p : (tensor<Sxf32>) -> tensor<SxF>
            {last}
            stablehlo.return %r : tensor<OxF>
          }}) : (tensor<QxF>, tensor<KxF>, tensor<VxF>{ty}) -> tensor<OxF>
          return %o : tensor<OxF>
        }}",
            scores = self.scores,
            exact = self.exact,
            last = ["x [2]", "x [3]"].into_iter().fold(last.to_owned(), |last, dims| {
                last.replace(&format!("{dims} :"), &format!("{dims}{} :", self.exact))
            }),
            widened = wide("u", "w"),
        );
        let low = match element {
            "f32" => "FF800000",
            "f16" => "FC00",
            _ => "FF80",
        };
        let result = match self.transposed {
            true => format!("<{b}x{queries}x{h}x{e}x{element}>"),
            false => format!("<{b}x{h}x{queries}x{e}x{element}>"),
        };
        text.replace("0xLOW", &format!("0x{low}"))
            .replace("<QxF>", &format!("<{b}x{h}x{queries}x{d}x{element}>"))
            .replace("<KxF>", &format!("<{b}x{h}x{keys}x{d}x{element}>"))
            .replace("<VxF>", &format!("<{b}x{h}x{keys}x{e}x{element}>"))
            .replace("<TxF>", &format!("<{b}x{h}x{e}x{queries}x{element}>"))
            .replace("<OxF>", &result)
            .replace("<Sx", &format!("<{b}x{h}x{queries}x{keys}x"))
            .replace("<Rx", &format!("<{b}x{h}x{queries}x"))
            .replace("xF>", &format!("x{element}>"))
    }

    /// Bytes of what it reads and of what it writes, at least.
    fn bytes(&self) -> (u64, u64) {
        let Attention { heads: [b, h], queries, keys, depth: [d, e], element, .. } = *self;
        let each = if element == "f32" { 4 } else { 2 };
        let mask = if self.masked { b * h * queries * keys } else { 0 };
        let read = b * h * (queries * d + keys * (d + e)) * each + mask;
        (read as u64, (b * h * queries * e * each) as u64)
    }

    fn checked(&self, target: Target, assembled: &[Target]) -> Ran {
        self.checked_on(target, assembled, &input)
    }

    fn checked_on(
        &self,
        target: Target,
        assembled: &[Target],
        input: &dyn Fn(usize, Element, u64) -> Vec<u8>,
    ) -> Ran {
        // Terms are rounded to the factors' type before they are divided, not after.
        let rounding = match (self.element, self.exact) {
            // Factors are off by 2⁻¹¹ together, 32 products of numbers below 1 by a quarter of
            // that each, and a term by as much of itself as its score is: 16 times this.
            ("f32", ONE_PASS) => Some(2f64.powi(-12)),
            ("f32", _) => None,
            _ => Some(1.0 / 2048.0),
        };
        let by = Run { rounding, input, pinned: self.pinned, ..Run::on(target, assembled) };
        let ran = checked_by(&self.text(), &by);
        let counts = ran.only();
        let [b, h] = self.heads;
        println!(
            "{b}x{h} heads, {} by {}, {:?} {} ({target}): {counts:?}, least {:?}",
            self.queries,
            self.keys,
            self.depth,
            self.element,
            self.bytes(),
        );
        assert_eq!(counts.launches, 1);
        ran
    }
}

#[test]
fn attention_by_matrix_units() {
    let cases = [
        PLAIN,
        Attention { element: "f16", ..PLAIN },
        Attention { depth: [64, 64], queries: 128, keys: 192, heads: [1, 2], ..PLAIN },
        // No whole tiles, vectors or steps.
        Attention { queries: 35, keys: 77, depth: [20, 12], ..PLAIN },
        Attention { queries: 70, keys: 131, depth: [33, 17], heads: [1, 2], ..PLAIN },
        Attention { scores: CAUSAL, ..PLAIN },
        Attention { scores: CAUSAL, queries: 130, keys: 130, heads: [1, 1], ..PLAIN },
        Attention { depth: [128, 128], queries: 64, keys: 96, heads: [1, 1], ..PLAIN },
        Attention { scores: MASKED, masked: true, ..PLAIN },
        Attention { scores: LATER, queries: 130, keys: 130, heads: [1, 1], ..PLAIN },
        Attention { transposed: true, ..PLAIN },
        Attention { scores: MASKED, masked: true, element: "f16", keys: 77, ..PLAIN },
    ];
    for case in cases {
        let ran = case.checked(Target::Sm80, &UNITS);
        let least = case.bytes();
        let tiles = case.queries.div_ceil(64) as u64;
        // Keys and values are read for each tile of queries.
        // Of a mask, four threads have eight columns side by side.
        let whole = !case.masked && case.depth.iter().all(|d| d.is_multiple_of(8));
        assert!(!whole || ran.only().read * 32 <= least.0 * tiles, "{}", ran.program);
        assert!(ran.only().matrix > 0, "{}", ran.program);
        assert_eq!(ran.only().bank_conflicts, 0, "{}", ran.program);
    }
}

/// Heads of more than 128 elements: two warps have the same rows.
#[test]
fn attention_of_long_heads() {
    let long = Attention { depth: [256, 256], heads: [1, 1], queries: 64, keys: 96, ..PLAIN };
    let cases = [
        long,
        Attention { element: "f16", depth: [192, 192], ..long },
        Attention { depth: [160, 144], keys: 77, queries: 35, ..long },
        Attention { depth: [64, 256], transposed: true, ..long },
        Attention { depth: [256, 64], scores: CAUSAL, queries: 130, keys: 130, ..long },
    ];
    for case in cases {
        let ran = case.checked(Target::Sm80, &UNITS);
        assert!(ran.only().matrix > 0, "{}", ran.program);
        assert_eq!(ran.only().bank_conflicts, 0, "{}", ran.program);
    }
}

/// Tiles that a mask leaves out are neither brought nor multiplied.
#[test]
fn tiles_above_the_diagonal() {
    let plain = Attention { queries: 192, keys: 192, heads: [1, 1], ..PLAIN };
    let causal = Attention { scores: CAUSAL, ..plain };
    let work = |case: &Attention<'_>| {
        let counts = case.checked(Target::Sm80, &UNITS).only();
        (counts.matrix, counts.instructions)
    };
    let (all, some) = (work(&plain), work(&causal));
    // Six of nine.
    assert_eq!(some.0 * 3, all.0 * 2);
    assert_eq!(work(&Attention { scores: LATER, ..plain }).0 * 3, all.0 * 2);
    // Of the first rows, one counts columns that the mask leaves out: only these have all.
    assert_eq!(work(&Attention { scores: WINDOW, ..plain }).0 * 9, all.0 * 7);
    for element in ["f16", "f32"] {
        for scores in [CAUSAL, LATER, WINDOW] {
            Attention { scores, element, ..plain }.checked(Target::Sm80, &UNITS);
        }
    }
}

/// Zero times infinity is no number: what a mask leaves out shows where it is none.
#[test]
fn values_that_are_not_finite() {
    let case = Attention { scores: CAUSAL, queries: 192, keys: 192, heads: [1, 1], ..PLAIN };
    for bad in [0x7f80u16, 0x7fc0] {
        let poisoned = |number: usize, element: Element, count: u64| {
            let mut bytes = input(number, element, count);
            if number == 2 {
                // The sixth element of the value of key 150.
                let at = 2 * (150 * 32 + 5);
                bytes[at..at + 2].copy_from_slice(&bad.to_le_bytes());
            }
            bytes
        };
        let ran = case.checked_on(Target::Sm80, &[], &poisoned);
        // Two of three tiles of rows have all of their columns, and so has the last anyway.
        let plain = Attention { scores: PLAIN.scores, ..case };
        assert_eq!(ran.only().matrix, plain.checked(Target::Sm80, &[]).only().matrix);
    }
}

/// Factors of `f32`, where they need not be exact.
#[test]
fn attention_by_matrix_units_of_f32() {
    let plain = Attention { element: "f32", ..PLAIN };
    for exact in [ONE_PASS, THREE_PASSES] {
        let cases = [
            plain,
            Attention { queries: 35, keys: 77, depth: [20, 12], ..plain },
            Attention { queries: 33, keys: 41, depth: [9, 7], ..plain },
            Attention { scores: CAUSAL, queries: 70, keys: 70, ..plain },
            Attention { scores: LATER, queries: 70, keys: 70, ..plain },
            Attention { transposed: true, ..plain },
            Attention { depth: [64, 64], heads: [1, 1], ..plain },
            Attention { depth: [64, 128], heads: [1, 1], ..plain },
        ];
        for case in cases {
            let ran = Attention { exact, ..case }.checked(Target::Sm80, &UNITS);
            assert!(ran.program.contains("mma.tf32"), "{}", ran.program);
            let whole = case.depth.iter().all(|d| d.is_multiple_of(4));
            assert!(!whole || ran.only().bank_conflicts == 0, "{}", ran.program);
        }
    }
    let long = Attention { depth: [128, 128], heads: [1, 1], exact: ONE_PASS, ..plain };
    let ran = long.checked(Target::Sm80, &UNITS);
    assert!(ran.program.contains("mma.tf32"), "{}", ran.program);
    // There are not registers for all of these.
    let ran = Attention { exact: THREE_PASSES, ..long }.checked(Target::Sm80, &UNITS);
    assert!(!ran.program.contains("mma.tf32"), "{}", ran.program);
    // One product that has to be exact is enough.
    let ran = plain.checked(Target::Sm80, &[]);
    assert!(!ran.program.contains("mma.tf32"), "{}", ran.program);
}

#[test]
fn attention_by_threads() {
    let cases = [
        Attention { element: "f32", ..PLAIN },
        Attention { element: "f32", queries: 35, keys: 77, depth: [20, 12], ..PLAIN },
        Attention { element: "f32", queries: 33, keys: 41, depth: [9, 7], ..PLAIN },
        Attention { element: "f32", scores: CAUSAL, queries: 70, keys: 70, ..PLAIN },
        Attention { element: "f32", scores: LATER, queries: 70, keys: 70, ..PLAIN },
        Attention { element: "f32", transposed: true, ..PLAIN },
        Attention { element: "f32", depth: [64, 64], heads: [1, 1], ..PLAIN },
        Attention { element: "f32", depth: [128, 128], heads: [1, 1], ..PLAIN },
    ];
    for case in cases {
        let ran = case.checked(Target::Sm80, &Target::ALL);
        let whole = case.depth.iter().all(|d| d.is_multiple_of(4));
        assert!(!whole || ran.only().bank_conflicts == 0, "{}", ran.program);
    }
    for case in [PLAIN, Attention { element: "f32", ..PLAIN }] {
        case.checked(Target::Sm75, &[Target::Sm75]);
    }
}

/// Any block, staging, pipeline and grid of warps computes the same.
#[test]
fn attention_as_pinned() {
    let staged = |query: &str, key: &str, value: &str| {
        format!(
            "stage query in shared by {query}; stage key in shared by {key}; \
             stage value in shared by {value}"
        )
    };
    let (copies, loads) =
        (staged("async", "async", "async"), staged("async", "registers", "async"));
    let (half, f32) = (PLAIN, Attention { element: "f32", ..PLAIN });
    let causal = Attention { scores: CAUSAL, queries: 130, keys: 130, heads: [1, 1], ..PLAIN };
    let odd = Attention { queries: 35, keys: 77, depth: [20, 12], ..PLAIN };
    let transposed = Attention { transposed: true, ..PLAIN };
    let later = Attention { scores: LATER, ..causal };
    let (one_pass, three) =
        (Attention { exact: ONE_PASS, ..f32 }, Attention { exact: THREE_PASSES, ..f32 });
    let none = staged("registers", "registers", "registers");
    for (case, staged, rest) in [
        (half, &copies, "blocks m by 16; pipeline n by 48 in 2 stages; warps 1 by 1; mma m16n8k16"),
        (half, &loads, "blocks m by 32; pipeline n by 16 in 1 stage; warps 2 by 2; mma m16n8k16"),
        (half, &none, "blocks m by 128; pipeline n by 32 in 2 stages; warps 8 by 1; mma m16n8k16"),
        (
            causal,
            &loads,
            "blocks m by 32; pipeline n by 16 in 2 stages; warps 2 by 1; mma m16n8k16; \
             skip masked; vectorize n by 4",
        ),
        (
            causal,
            &copies,
            "blocks m by 64; pipeline n by 64 in 1 stage; warps 4 by 1; mma m16n8k16",
        ),
        (odd, &none, "blocks m by 48; pipeline n by 80 in 2 stages; warps 3 by 4; mma m16n8k16"),
        (f32, &loads, "blocks m by 32; pipeline n by 48 in 2 stages; warps 2 by 2; fma 2 by 12"),
        (
            transposed,
            &none,
            "blocks m by 64; pipeline n by 16 in 2 stages; warps 4 by 1; mma m16n8k16",
        ),
        (
            later,
            &loads,
            "blocks m by 16; pipeline n by 32 in 2 stages; warps 1 by 1; mma m16n8k16; skip masked",
        ),
        (one_pass, &none, "blocks m by 32; pipeline n by 32 in 1 stage; warps 2 by 1; mma m16n8k8"),
        (three, &copies, "blocks m by 16; pipeline n by 16 in 2 stages; warps 1 by 2; mma m16n8k8"),
    ] {
        let pinned = format!("{staged}; {rest}");
        let case = Attention { pinned: Some(&pinned), ..case };
        case.checked(Target::Sm80, &[]);
    }
}
