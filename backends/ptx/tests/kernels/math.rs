//! Elementary functions in double precision, of small, large and huge numbers.

use super::common::checked;
use hloom_ptx::Target;

#[test]
fn functions_of_f64() {
    for scale in ["3.0", "1.0e9", "1.0e12", "1.0e300"] {
        let text = format!(
            "func.func @main(%a: tensor<301xf64>, %b: tensor<301xf64>) -> (tensor<301xf64>, tensor<301xf64>, tensor<301xf64>, tensor<301xf64>) {{
              %s = stablehlo.constant dense<{scale}> : tensor<301xf64>
              %x = stablehlo.multiply %a, %s : tensor<301xf64>
              %sin = stablehlo.sine %x : tensor<301xf64>
              %cos = stablehlo.cosine %x : tensor<301xf64>
              %angle = stablehlo.atan2 %x, %b : tensor<301xf64>
              %size = stablehlo.abs %x : tensor<301xf64>
              %power = stablehlo.power %size, %b : tensor<301xf64>
              return %sin, %cos, %angle, %power : tensor<301xf64>, tensor<301xf64>, tensor<301xf64>, tensor<301xf64>
            }}"
        );
        let ran = checked(&text, Target::Sm80, &Target::ALL);
        println!("functions of f64 times {scale}: {:?}", ran.kernels);
    }
}

/// Tangents may be large: those of small angles.
#[test]
fn tangents_and_complex_functions() {
    let text = "func.func @main(%x: tensor<150xf64>, %y: tensor<150xf64>) -> (tensor<150xf64>, tensor<150xf64>, tensor<150xf64>) {
      %tan = stablehlo.tan %x : tensor<150xf64>
      %z = stablehlo.complex %x, %y : tensor<150xcomplex<f64>>
      %log = stablehlo.log %z : (tensor<150xcomplex<f64>>) -> tensor<150xcomplex<f64>>
      %power = stablehlo.power %z, %log : tensor<150xcomplex<f64>>
      %re = stablehlo.real %power : (tensor<150xcomplex<f64>>) -> tensor<150xf64>
      %im = stablehlo.imag %power : (tensor<150xcomplex<f64>>) -> tensor<150xf64>
      return %tan, %re, %im : tensor<150xf64>, tensor<150xf64>, tensor<150xf64>
    }";
    let ran = checked(text, Target::Sm90, &Target::ALL);
    println!("functions of complex numbers: {:?}", ran.kernels);
}
