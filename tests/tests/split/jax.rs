//! Sharded programs of JAX, divided among eight ranks: results are those of JAX on eight devices, also
//! with splits as types, and with these as shardings again.

use hloom_interp::Value as Data;
use hloom_ir::Rewriter;
use hloom_passes::{Options, Pipeline};
use hloom_tests::corpus::{agree, shown};
use hloom_tests::programs::text_of;

use super::shard::run_sharded;

#[test]
fn programs_of_jax_compute_what_jax_does() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("shardings/jax.mlir.gz");
    let text = text_of(&path);
    let (mut count, mut wrong) = (0, Vec::new());
    for chunk in text.split("// -----\n") {
        let name = chunk.lines().find_map(|line| line.strip_prefix("// ")).unwrap_or_default();
        let mut module = hloom_tests::parse(chunk);
        let values = |module: &hloom_ir::module::Module, name: &str| -> Vec<Data> {
            hloom_interp::run(module, name, &[]).expect("constants")
        };
        let (inputs, want) = (values(&module, "inputs"), values(&module, "want"));
        for constants in ["inputs", "want"] {
            let function = module.symbol(constants).expect("it ran");
            Rewriter::new(&mut module).erase(function);
        }
        let pipeline = Pipeline::parse("inline,symbol-dce").expect("a pipeline");
        hloom_passes::run(&mut module, &pipeline, &Options::default(), &mut ())
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        let pipelines = [
            "",
            "assign-splits",
            "assign-splits,erase-splits",
            "assign-splits,erase-splits{form=mhlo}",
        ];
        for passes in pipelines {
            let mut own = module.clone();
            if !passes.is_empty() {
                let pipeline = Pipeline::parse(passes).expect("a pipeline");
                hloom_passes::run(&mut own, &pipeline, &Options::default(), &mut ())
                    .unwrap_or_else(|e| panic!("{name}: {passes}: {e}"));
            }
            match run_sharded(&own, "main", &inputs) {
                Ok((got, _)) if agree(&want, &got) => count += 1,
                Ok((got, text)) => {
                    let (got, want) = (shown(&got), shown(&want));
                    wrong.push(format!("{name}: {passes}: {got}\nnot {want}\n{text}"));
                }
                Err(what) => wrong.push(format!("{name}: {passes}: {what}\n{own}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{count} agree, {} do not:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(count >= 80, "only {count} programs");
}
