//! Products of matrices by tiles in shared memory.

use super::common::{Run, checked, checked_by, product, refusal};
use hloom_ptx::Target;

/// The targets whose matrix units are used.
pub(crate) const UNITS: [Target; 5] =
    [Target::Sm80, Target::Sm90, Target::Sm90a, Target::Sm100, Target::Sm120];

#[test]
fn tiles_of_products() {
    let cases = [
        (["128x64xf32", "64x256xf32", "128x256xf32"], "[1] x [0]", ""),
        (["64x96xf32", "128x96xf32", "64x128xf32"], "[1] x [1]", ""),
        (["72x40xf32", "72x136xf32", "40x136xf32"], "[0] x [0]", ""),
        // No whole tiles, vectors or steps.
        (["67x33xf32", "33x91xf32", "67x91xf32"], "[1] x [0]", ""),
        (["9x129xf32", "77x129xf32", "9x77xf32"], "[1] x [1]", ""),
        (["3x24x40xf32", "3x40x48xf32", "3x24x48xf32"], "[2] x [1]", "batching_dims = [0] x [0], "),
        (["64x48xf64", "48x64xf64", "64x64xf64"], "[1] x [0]", ""),
        (["50x30xi32", "30x70xi32", "50x70xi32"], "[1] x [0]", ""),
        (["64x64xbf16", "64x128xbf16", "64x128xbf16"], "[1] x [0]", ""),
        // Parts of a long sum.
        (["32x4096xi32", "4096x64xi32", "32x64xi32"], "[1] x [0]", ""),
    ];
    for (types, contracting, batching) in cases {
        let ran = checked(&product(types, contracting, batching), Target::Sm80, &Target::ALL);
        let shown = format!("{} · {}", types[0], types[1]);
        assert!(ran.program.contains("operand"), "{shown}: no tiles in\n{}", ran.program);
        for (kernel, counts) in &ran.kernels {
            println!("{shown} {kernel}: {counts:?}");
        }
    }
}

/// Factors of 8 and 16 bits are multiplied by matrix units.
#[test]
fn matrix_units() {
    let cases = [
        (["64x64xbf16", "64x128xbf16", "64x128xf32"], "[1] x [0]", ""),
        (["128x96xbf16", "256x96xbf16", "128x256xf32"], "[1] x [1]", ""),
        (["64x48xf16", "64x72xf16", "48x72xf32"], "[0] x [0]", ""),
        // No whole tiles, vectors or steps.
        (["67x33xbf16", "33x91xbf16", "67x91xf32"], "[1] x [0]", ""),
        (
            ["3x24x40xbf16", "3x40x48xbf16", "3x24x48xf32"],
            "[2] x [1]",
            "batching_dims = [0] x [0], ",
        ),
        (["48x128xi8", "64x128xi8", "48x64xi32"], "[1] x [1]", ""),
        (["48x80xi8", "80x64xi8", "48x64xi32"], "[1] x [0]", ""),
        (["32x2048xi8", "64x2048xi8", "32x64xi32"], "[1] x [1]", ""),
        // Rings of stages, several times round.
        (["64x512xbf16", "512x256xbf16", "64x256xf32"], "[1] x [0]", ""),
        (["448x64xf16", "64x96xf16", "448x96xf32"], "[1] x [0]", ""),
        (["160x72xbf16", "160x128xbf16", "72x128xf32"], "[0] x [0]", ""),
    ];
    for (types, contracting, batching) in cases {
        let ran = checked(&product(types, contracting, batching), Target::Sm80, &UNITS);
        for (kernel, counts) in &ran.kernels {
            println!("{} · {} {kernel}: {counts:?}", types[0], types[1]);
        }
        assert!(ran.kernels.iter().any(|(_, counts)| counts.matrix > 0), "{}", ran.program);
    }
}

/// The largest tiles, which no product that is quick to emulate would get.
#[test]
fn large_tiles_of_matrix_units() {
    let text = product(["128x512xbf16", "512x128xbf16", "128x128xf32"], "[1] x [0]", "");
    for multiprocessors in [1, 2] {
        let machine = |target: Target| {
            let mut machine = target.schedule_machine();
            machine.gpu.as_mut().expect("it is a GPU").multiprocessors = multiprocessors;
            machine
        };
        let ran = checked_by(&text, &Run { machine_of: &machine, ..Run::on(Target::Sm80, &UNITS) });
        println!("large tiles: {:?}", ran.only());
        assert_eq!(ran.only().matrix, 128 * 128 * 512 / (16 * 8 * 16));
        assert_eq!(ran.only().bank_conflicts, 0, "{}", ran.program);
    }
}

/// Results leave in whole sectors, whatever their size and however many columns a warp has.
#[test]
fn results_of_matrix_units_in_whole_sectors() {
    let cases = [
        // Of 32 columns a warp has, of 16 and of 8.
        (["128x512xbf16", "512x128xbf16", "128x128xbf16"], "[1] x [0]", 1, 1),
        (["128x512xbf16", "512x128xbf16", "128x128xbf16"], "[1] x [0]", 2, 1),
        (["64x64xf16", "96x64xf16", "64x96xf16"], "[1] x [1]", 8, 2),
        // Whole vectors, but no whole tiles; and vectors of half the size.
        (["200x64xbf16", "64x168xbf16", "200x168xbf16"], "[1] x [0]", 1, 2),
        (["200x64xbf16", "64x164xbf16", "200x164xbf16"], "[1] x [0]", 1, 2),
        (["70x64xf16", "64x100xf16", "70x100xf32"], "[1] x [0]", 1, 2),
    ];
    for (types, contracting, multiprocessors, times) in cases {
        let machine = |target: Target| {
            let mut machine = target.schedule_machine();
            machine.gpu.as_mut().expect("it is a GPU").multiprocessors = multiprocessors;
            machine
        };
        let text = product(types, contracting, "");
        let rounding = types[2].ends_with("f16").then_some(1.0 / 2048.0);
        let run = Run { machine_of: &machine, rounding, ..Run::on(Target::Sm80, &UNITS) };
        let ran = checked_by(&text, &run);
        println!("{} · {} to {}: {:?}", types[0], types[1], types[2], ran.only());
        let numbers: Vec<u64> = types[2].split('x').flat_map(str::parse).collect();
        let bytes = if types[2].ends_with("f32") { 4 } else { 2 };
        let least = numbers[0] * numbers[1] * bytes / 32;
        assert!(ran.only().written <= times * least, "{}", ran.program);
        assert!(ran.only().matrix > 0);
    }
}

/// A gemm with an epilogue: a bias, what is added, and a conversion.
const EPILOGUE: &str = "func.func @main(%x: tensor<128x64xbf16>, %y: tensor<64x128xbf16>, %b: tensor<128xbf16>, %old: tensor<128x128xbf16>) -> tensor<128x128xbf16> {
      %z = \"hloom.fusion\"(%x, %y, %b, %old) <{kind = \"loop\"}> ({
      ^bb0(%u: tensor<128x64xbf16>, %v: tensor<64x128xbf16>, %w: tensor<128xbf16>, %o: tensor<128x128xbf16>):
        %p = stablehlo.dot_general %u, %v, contracting_dims = [1] x [0] : (tensor<128x64xbf16>, tensor<64x128xbf16>) -> tensor<128x128xf32>
        %a = stablehlo.convert %w : (tensor<128xbf16>) -> tensor<128xf32>
        %c = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<128xf32>) -> tensor<128x128xf32>
        %s = stablehlo.add %p, %c : tensor<128x128xf32>
        %d = stablehlo.convert %o : (tensor<128x128xbf16>) -> tensor<128x128xf32>
        %e = stablehlo.add %s, %d : tensor<128x128xf32>
        %r = stablehlo.convert %e : (tensor<128x128xf32>) -> tensor<128x128xbf16>
        stablehlo.return %r : tensor<128x128xbf16>
      }) : (tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128xbf16>, tensor<128x128xbf16>) -> tensor<128x128xbf16>
      return %z : tensor<128x128xbf16>
    }";

/// The addend of a gemm's epilogue is loaded in pieces as large as the results.
#[test]
fn a_product_of_matrix_units_with_what_is_added() {
    let machine = |target: Target| {
        let mut machine = target.schedule_machine();
        machine.gpu.as_mut().expect("it is a GPU").multiprocessors = 1;
        machine
    };
    let run = Run { machine_of: &machine, ..Run::on(Target::Sm80, &UNITS) };
    let ran = checked_by(EPILOGUE, &run);
    println!("with what is added: {:?}", ran.only());
    assert!(ran.only().matrix > 0, "{}", ran.program);
    // The factors, what is added, and for each row of eight that a warp has the biases.
    let biases = 128 / 8 * 128 * 2 / 32;
    assert!(ran.only().read <= (2 * 64 + 128) * 128 * 2 / 32 + biases, "{}", ran.program);
    assert_eq!(ran.only().written, 128 * 128 * 2 / 32);
}

/// A factor that has to be computed goes through registers, beside one that is copied.
#[test]
fn matrix_units_with_a_computed_factor() {
    let text = "func.func @main(%x: tensor<96x64xbf16>, %y: tensor<64x128xbf16>) -> tensor<96x128xf32> {
      %z = \"hloom.fusion\"(%x, %y) <{kind = \"loop\"}> ({
      ^bb0(%u: tensor<96x64xbf16>, %v: tensor<64x128xbf16>):
        %n = stablehlo.negate %u : tensor<96x64xbf16>
        %p = stablehlo.dot_general %n, %v, contracting_dims = [1] x [0] : (tensor<96x64xbf16>, tensor<64x128xbf16>) -> tensor<96x128xf32>
        stablehlo.return %p : tensor<96x128xf32>
      }) : (tensor<96x64xbf16>, tensor<64x128xbf16>) -> tensor<96x128xf32>
      return %z : tensor<96x128xf32>
    }";
    let ran = checked(text, Target::Sm90, &UNITS);
    println!("{:?}", ran.only());
    assert!(ran.program.contains("cp.async") && ran.program.contains("neg"), "{}", ran.program);
    assert!(ran.only().matrix > 0);
}

/// Constants that are part of the program's text are in global memory too.
#[test]
fn matrix_units_with_a_constant() {
    let bytes = (0..32 * 32).flat_map(|n: u32| [(n % 251) as u8, 0x3f]);
    let digits: String = bytes.map(|byte| format!("{byte:02x}")).collect();
    let text = format!(
        "func.func @main(%x: tensor<512x32xbf16>) -> tensor<512x32xf32> {{
          %y = stablehlo.constant dense<\"0x{digits}\"> : tensor<32x32xbf16>
          %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<512x32xbf16>, tensor<32x32xbf16>) -> tensor<512x32xf32>
          return %z : tensor<512x32xf32>
        }}"
    );
    let ran = checked(&text, Target::Sm80, &UNITS);
    println!("constant: {:?}", ran.only());
    assert!(ran.program.contains("cp.async") && ran.only().matrix > 0, "{}", ran.program);
}

/// Images go to matrix units as they lie in memory, zeros where they end.
#[test]
fn convolutions_by_matrix_units() {
    let text = "func.func @main(%x: tensor<2x12x12x16xbf16>, %k: tensor<3x3x16x32xbf16>) -> tensor<2x12x12x32xf32> {
      %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x12x12x16xbf16>, tensor<3x3x16x32xbf16>) -> tensor<2x12x12x32xf32>
      return %y : tensor<2x12x12x32xf32>
    }";
    let ran = checked(text, Target::Sm80, &UNITS);
    println!("convolution: {:?}", ran.only());
    assert!(ran.program.contains("cp.async"), "{}", ran.program);
    assert!(ran.only().matrix > 0, "{}", ran.program);
}

/// A gemm's prologue and epilogue are computed in its kernel.
#[test]
fn a_product_with_what_stands_around_it() {
    let text = "func.func @main(%x: tensor<96x64xf32>, %y: tensor<64x80xf32>, %b: tensor<80xf32>) -> tensor<96x80xf32> {
      %z = \"hloom.fusion\"(%x, %y, %b) <{kind = \"loop\"}> ({
      ^bb0(%u: tensor<96x64xf32>, %v: tensor<64x80xf32>, %w: tensor<80xf32>):
        %zero = stablehlo.constant dense<0.0> : tensor<96x80xf32>
        %n = stablehlo.negate %u : tensor<96x64xf32>
        %p = stablehlo.dot_general %n, %v, contracting_dims = [1] x [0] : (tensor<96x64xf32>, tensor<64x80xf32>) -> tensor<96x80xf32>
        %c = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<80xf32>) -> tensor<96x80xf32>
        %s = stablehlo.add %p, %c : tensor<96x80xf32>
        %r = stablehlo.maximum %s, %zero : tensor<96x80xf32>
        stablehlo.return %r : tensor<96x80xf32>
      }) : (tensor<96x64xf32>, tensor<64x80xf32>, tensor<80xf32>) -> tensor<96x80xf32>
      return %z : tensor<96x80xf32>
    }";
    let ran = checked(text, Target::Sm90, &Target::ALL);
    println!("{:?}", ran.only());
    assert!(ran.program.contains("operand"));
}

/// A convolution is the product of a matrix that is made of the image on its way to
/// shared memory.
#[test]
fn convolutions_are_products() {
    let text = "func.func @main(%x: tensor<2x12x12x16xf32>, %k: tensor<3x3x16x32xf32>) -> tensor<2x12x12x32xf32> {
      %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x12x12x16xf32>, tensor<3x3x16x32xf32>) -> tensor<2x12x12x32xf32>
      return %y : tensor<2x12x12x32xf32>
    }";
    let ran = checked(text, Target::Sm80, &Target::ALL);
    println!("{:?}", ran.only());
    assert!(ran.program.contains("operand"), "{}", ran.program);
}

/// Any tile, staging, pipeline and team computes the same, in whatever order threads run.
#[test]
fn products_as_pinned() {
    let staged = |lhs: &str, rhs: &str| {
        format!("stage lhs in shared by {lhs}; stage rhs in shared by {rhs}")
    };
    let (copies, loads) = (staged("async", "async"), staged("registers", "async"));
    let (none, tma) = (staged("registers", "registers"), staged("tma", "tma"));
    let halves = ["72x200xbf16", "200x136xbf16", "72x136xf32"];
    let odd = ["67x133xbf16", "133x91xbf16", "67x91xf32"];
    let floats = ["70x72xf32", "70x136xf32", "72x136xf32"];
    let doubles = ["64x48xf64", "48x64xf64", "64x64xf64"];
    let bytes = ["130x256xi8", "72x256xi8", "130x72xi32"];
    for (types, contracting, staged, rest) in [
        (
            halves,
            "[1] x [0]",
            &copies,
            "blocks m by 64, n by 64; raster m by 2; pipeline k by 32 in 3 stages; warps 4 by 2; \
             mma m16n8k16; vectorize n by 2",
        ),
        (
            halves,
            "[1] x [0]",
            &loads,
            "blocks m by 32, n by 128; pipeline k by 64 in 2 stages; warps 1 by 2; mma m16n8k16",
        ),
        (
            odd,
            "[1] x [0]",
            &none,
            "blocks m by 128, n by 32; pipeline k by 32 in 4 stages; warps 8 by 1; mma m16n8k16",
        ),
        (
            odd,
            "[1] x [0]",
            &none,
            "blocks m by 32, n by 32; pipeline k by 64 in 1 stage; warps 2 by 1; mma m16n8k16",
        ),
        (
            floats,
            "[0] x [0]",
            &copies,
            "blocks m by 64, n by 32; pipeline k by 4 in 4 stages; threads 8 by 8; fma 8 by 4; \
             vectorize n by 4",
        ),
        (
            floats,
            "[0] x [0]",
            &loads,
            "blocks m by 32, n by 128; pipeline k by 16 in 2 stages; threads 4 by 32; fma 8 by 4",
        ),
        (
            doubles,
            "[1] x [0]",
            &copies,
            "blocks m by 64, n by 64; pipeline k by 16 in 2 stages; warps 4 by 1; mma m8n8k4",
        ),
        (
            bytes,
            "[1] x [1]",
            &tma,
            "blocks m by 64, n by 64 on 3; raster m by 3; pipeline k by 128 in 2 stages; \
             warpgroups 1 by 2; wgmma m64n32k32",
        ),
        (
            bytes,
            "[1] x [1]",
            &tma,
            "blocks m by 128, n by 64; pipeline k by 128 in 5 stages; warpgroups 2 by 1; \
             wgmma m64n64k32",
        ),
    ] {
        let pinned = format!("{staged}; {rest}");
        let target = if rest.contains("wgmma") { Target::Sm90a } else { Target::Sm80 };
        let run = Run { pinned: Some(&pinned), ..Run::on(target, &[]) };
        let ran = checked_by(&product(types, contracting, ""), &run);
        let units = !rest.contains("fma ");
        assert_eq!(ran.only().matrix > 0, units, "{pinned}");
    }
}

/// The operands of a gemm, staged so.
fn staged(lhs: &str, rhs: &str) -> String {
    format!("stage lhs in shared by {lhs}; stage rhs in shared by {rhs}")
}

/// Gemms that are not chosen for the problem: of a batch, with an epilogue, with a computed
/// operand.
#[test]
fn batched_and_fused_products_as_pinned() {
    let batched = product(
        ["3x40x72xbf16", "3x72x96xbf16", "3x40x96xf32"],
        "[2] x [1]",
        "batching_dims = [0] x [0], ",
    );
    let floats = product(
        ["3x40x72xf32", "3x72x96xf32", "3x40x96xf32"],
        "[2] x [1]",
        "batching_dims = [0] x [0], ",
    );
    let whole = product(
        ["2x128x64xbf16", "2x128x64xbf16", "2x128x128xf32"],
        "[2] x [2]",
        "batching_dims = [0] x [0], ",
    );
    let (copies, none, tma) =
        (staged("async", "async"), staged("registers", "registers"), staged("tma", "tma"));
    for (text, staged, rest) in [
        (
            &*batched,
            &copies,
            "blocks m by 32, n by 32; pipeline k by 32 in 3 stages; warps 1 by 2; mma m16n8k16; \
             vectorize n by 2",
        ),
        (
            &*batched,
            &none,
            "blocks m by 64, n by 64; pipeline k by 64 in 1 stage; warps 2 by 2; mma m16n8k16",
        ),
        (
            &*floats,
            &none,
            "blocks m by 32, n by 64; pipeline k by 8 in 1 stage; threads 8 by 16; fma 4 by 4; \
             vectorize n by 4",
        ),
        (
            &*whole,
            &tma,
            "blocks m by 64, n by 64 on 3; raster m by 2; pipeline k by 64 in 2 stages; \
             warpgroups 1 by 1; wgmma m64n64k16; vectorize n by 2",
        ),
        (
            EPILOGUE,
            &copies,
            "blocks m by 32, n by 128; raster m by 2; pipeline k by 32 in 2 stages; \
             warps 2 by 4; mma m16n8k16; vectorize n by 8",
        ),
        (
            EPILOGUE,
            &none,
            "blocks m by 128, n by 32; pipeline k by 64 in 1 stage; warps 4 by 1; mma m16n8k16",
        ),
        (
            EPILOGUE,
            &tma,
            "blocks m by 128, n by 64 on 1; pipeline k by 64 in 3 stages; warpgroups 2 by 1; \
             wgmma m64n64k16; vectorize n by 4",
        ),
    ] {
        let pinned = format!("{staged}; {rest}");
        let target = if rest.contains("wgmma") { Target::Sm90a } else { Target::Sm80 };
        let ran = checked_by(text, &Run { pinned: Some(&pinned), ..Run::on(target, &[]) });
        assert_eq!(ran.only().matrix > 0, !rest.contains("fma "), "{pinned}");
    }
}

/// Any split of K, with any gemm for its parts.
#[test]
fn split_k_as_pinned() {
    let text = product(["40x1024xbf16", "1024x72xbf16", "40x72xf32"], "[1] x [0]", "");
    let (copies, none) = (staged("async", "async"), staged("registers", "registers"));
    for (size, staged, rest, sums) in [
        (
            128,
            &copies,
            "blocks m by 32, n by 32; pipeline k by 32 in 2 stages; warps 2 by 1; mma m16n8k16",
            "blocks i0; threads i1 by 32",
        ),
        (
            512,
            &none,
            "blocks m by 64, n by 128; pipeline k by 64 in 1 stage; warps 4 by 2; mma m16n8k16",
            "blocks i1; threads k2 by 32",
        ),
        (
            256,
            &none,
            "blocks m by 32, n by 32; pipeline k by 16 in 2 stages; threads 8 by 8; fma 4 by 4",
            "tile i0 by 8; blocks i0; threads i0' by 8",
        ),
    ] {
        let pinned = format!(
            "schedule \"dot_general.z.chunks\" {{ {staged}; {rest} }}
             schedule \"dot_general.z\" {{ two-pass k2 by {size}; {sums} }}"
        );
        let ran = checked_by(&text, &Run { pinned: Some(&pinned), ..Run::on(Target::Sm80, &[]) });
        assert_eq!(ran.kernels.len(), 2, "{pinned}");
        let matrix = ran.kernels.iter().any(|(_, counts)| counts.matrix > 0);
        assert_eq!(matrix, !rest.contains("fma "), "{pinned}");
    }
}

/// A composition that is not legal is refused, with the directive and the bound.
#[test]
fn refused_compositions_of_products() {
    let text = product(["72x200xbf16", "200x136xbf16", "72x136xf32"], "[1] x [0]", "");
    let (copies, none) = (staged("async", "async"), staged("registers", "registers"));
    let tma = staged("tma", "tma");
    let mma = "pipeline k by 32 in 3 stages; warps 4 by 2; mma m16n8k16";
    for (target, directives, words) in [
        (Target::Sm80, format!("{copies}; blocks m by 48, n by 64; {mma}"), ["`blocks", "48"]),
        (
            Target::Sm80,
            format!("{copies}; blocks m by 64, n by 64; raster m by 3; {mma}"),
            ["`raster m by 3`", "2"],
        ),
        (
            Target::Sm80,
            format!("{copies}; blocks m by 64, n by 64 on 4; {mma}"),
            ["on 4`", "persistent"],
        ),
        (
            Target::Sm80,
            format!(
                "{none}; blocks m by 64, n by 64; pipeline k by 48 in 2 stages; warps 4 by 2; mma m16n8k16"
            ),
            ["`pipeline k by 48", "32 or 64"],
        ),
        (
            Target::Sm80,
            format!(
                "{copies}; blocks m by 64, n by 64; pipeline k by 32 in 9 stages; warps 4 by 2; mma m16n8k16"
            ),
            ["in 9 stages`", "7"],
        ),
        (
            Target::Sm80,
            format!("{none}; blocks m by 64, n by 64; {}", mma.replace("m16n8k16", "m16n8k8")),
            ["`mma m16n8k8`", "m16n8k16"],
        ),
        (
            Target::Sm80,
            format!(
                "{none}; blocks m by 128, n by 128; pipeline k by 32 in 2 stages; warps 1 by 1; mma m16n8k16"
            ),
            ["`warps 1 by 1`", "512"],
        ),
        (
            Target::Sm90a,
            format!(
                "{tma}; blocks m by 64, n by 64; pipeline k by 64 in 2 stages; warpgroups 1 by 1; wgmma m64n64k16"
            ),
            ["", ""],
        ),
        (
            Target::Sm80,
            format!(
                "{none}; blocks m by 32, n by 32; pipeline k by 24 in 2 stages; threads 8 by 8; fma 4 by 4"
            ),
            ["`pipeline k by 24", "power of two"],
        ),
    ] {
        if words[0].is_empty() {
            // Legal, and refused only where there are no warpgroups.
            let why = refusal(&text, Target::Sm80, &directives);
            assert!(
                why.contains("`wgmma m64n64k16`") && why.contains("the GPU has no `wgmma`"),
                "{why}"
            );
            checked_by(&text, &Run { pinned: Some(&directives), ..Run::on(target, &[]) });
            continue;
        }
        let why = refusal(&text, target, &directives);
        assert!(words.iter().all(|word| why.contains(word)), "{directives}: {why}");
        assert!(why.contains("can't be applied to nest \"dot_general.z\""), "{why}");
    }
}
