//! Transposes go through shared memory, so that loads and stores are both coalesced.

use super::common::checked;
use hloom_ptx::Target;

#[test]
fn transposes_read_and_write_side_by_side() {
    for (from, to, dims, bytes) in [
        ("256x512xf32", "512x256xf32", "[1, 0]", 4),
        ("96x70x64xf32", "64x70x96xf32", "[2, 1, 0]", 4),
        ("5x64x96xf32", "5x96x64xf32", "[0, 2, 1]", 4),
        ("128x192xf64", "192x128xf64", "[1, 0]", 8),
        ("128x192xbf16", "192x128xbf16", "[1, 0]", 2),
        ("2x32x128x64xf32", "2x128x32x64xf32", "[0, 2, 1, 3]", 4),
    ] {
        let text = format!(
            "func.func @main(%x: tensor<{from}>) -> tensor<{to}> {{
              %y = stablehlo.transpose %x, dims = {dims} : (tensor<{from}>) -> tensor<{to}>
              return %y : tensor<{to}>
            }}"
        );
        let ran = checked(&text, Target::Sm80, &Target::ALL);
        let counts = ran.only();
        println!("{from} {dims}: {counts:?}");
        let extents = from.split('x').map_while(|n| n.parse::<u64>().ok());
        let sectors = extents.product::<u64>() * bytes / 32;
        assert_eq!((counts.read, counts.written), (sectors, sectors), "{from} {dims}");
        assert_eq!(counts.bank_conflicts, 0, "{from} {dims}");
    }
}

/// Edges that are no whole squares, and what else is computed on the way.
#[test]
fn edges_and_sums_of_transposes() {
    let text =
        "func.func @main(%x: tensor<67x93xf32>, %y: tensor<93x67xf32>) -> tensor<93x67xf32> {
      %z = \"hloom.fusion\"(%x, %y) <{kind = \"loop\"}> ({
      ^bb0(%a: tensor<67x93xf32>, %b: tensor<93x67xf32>):
        %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<67x93xf32>) -> tensor<93x67xf32>
        %n = stablehlo.negate %t : tensor<93x67xf32>
        %s = stablehlo.add %n, %b : tensor<93x67xf32>
        stablehlo.return %s : tensor<93x67xf32>
      }) : (tensor<67x93xf32>, tensor<93x67xf32>) -> tensor<93x67xf32>
      return %z : tensor<93x67xf32>
    }";
    let ran = checked(text, Target::Sm90, &Target::ALL);
    println!("{:?}", ran.only());
    assert!(ran.program.contains("square"), "{}", ran.program);
}
