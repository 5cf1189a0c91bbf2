//! Runs the real models of `tests/models` and compares with JAX's results.

use hloom_interp::{Value, run};
use hloom_ir::literal::Bytes;
use hloom_ir::text::parse_module;
use hloom_ir::{Element, Literal, Type};
use std::path::{Path, PathBuf};

/// An array file of little-endian `f32` or `i32`, row-major, version 1.
fn read_npy(path: &Path) -> Literal {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let header = std::str::from_utf8(&bytes[10..10 + length]).expect("a header is text");
    let element = if header.contains("'<f4'") { Element::F32 } else { Element::I32 };
    assert!(header.contains("'<f4'") || header.contains("'<i4'"), "{header}");
    assert!(header.contains("'fortran_order': False"), "{header}");
    let shape = header.split('(').nth(1).and_then(|rest| rest.split(')').next()).expect("a shape");
    let dims: Vec<i64> = shape.split(',').filter_map(|d| d.trim().parse().ok()).collect();
    let data: Bytes = bytes[10 + length..].into();
    Literal::new(Type::tensor(&dims, element), data).expect("the file is as long as it says")
}

/// The files `0.npy`, `1.npy` … of a folder.
fn arrays(folder: &Path) -> Vec<Literal> {
    (0..)
        .map(|i| folder.join(format!("{i}.npy")))
        .take_while(|path| path.exists())
        .map(|path| read_npy(&path))
        .collect()
}

#[test]
fn models_agree_with_jax() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/models");
    for model in [
        "cnn-one/forward.mlir",
        "cnn/forward.mlir",
        "encoder/forward.mlir",
        "mlp-one/forward.mlir",
        "mlp-step/step.mlir",
        "mlp/forward.mlir",
        "mlp/located.mlir",
    ] {
        let path = root.join(model);
        let folder = path.parent().expect("a folder");
        let text = std::fs::read_to_string(&path).expect("a program");
        let module = parse_module(&text).unwrap_or_else(|e| panic!("{model}: {}", e[0].message));
        let inputs: Vec<Value> = arrays(folder).into_iter().map(Value::Tensor).collect();
        let results = run(&module, "main", &inputs).unwrap_or_else(|e| panic!("{model}: {e}"));
        let expected = arrays(&folder.join("expected"));
        assert!(!expected.is_empty() && results.len() == expected.len(), "{model}");
        for (i, (found, reference)) in results.iter().zip(&expected).enumerate() {
            let found = found.tensor().expect("a tensor");
            assert_eq!(found.ty(), reference.ty(), "{model}");
            let largest =
                (0..reference.count()).map(|k| reference.get_f64(k).abs()).fold(0.0, f64::max);
            for k in 0..reference.count() {
                let off = (found.get_f64(k) - reference.get_f64(k)).abs() / largest;
                assert!(off < 1e-6, "{model}: result {i} is off by {off:e} of its largest value");
            }
        }
    }
}
