//! Pipelines of upstream's passes, as text.

use crate::context::{context, reported};
use crate::error::Error;
use crate::lower::Storage;
use melior::Context;
use melior::ir::Module;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;

/// From tensors to buffers: elementwise ops are fused, also into products, buffers are assigned and
/// freed.
pub const BUFFERIZE: &str = "builtin.module(inline,symbol-dce,canonicalize,cse,\
    func.func(linalg-generalize-named-ops,linalg-fuse-elementwise-ops),canonicalize,cse,\
    eliminate-empty-tensors,empty-tensor-to-alloc-tensor,\
    one-shot-bufferize{bufferize-function-boundaries=true \
    function-boundary-type-conversion=identity-layout-map \
    allow-return-allocs-from-loops=true},\
    canonicalize,cse,func.func(buffer-loop-hoisting),\
    ownership-based-buffer-deallocation,canonicalize,\
    buffer-deallocation-simplification,bufferization-lower-deallocations,cse,canonicalize)";

/// From buffers to the `llvm` dialect. Functions of `math` are those of the C library, except the
/// ones that machines have: upstream's own expansions of `log1p` and `expm1` lose digits. Buffers
/// come from functions that the caller of the code has.
pub const TO_LLVM: &str = "builtin.module(sparse-storage-specifier-to-llvm,\
    convert-bufferization-to-memref,convert-linalg-to-loops,\
    convert-vector-to-scf{full-unroll=true},\
    expand-strided-metadata,lower-affine,convert-scf-to-cf,memref-expand,\
    arith-expand{include-bf16=true},convert-math-to-libm,\
    convert-math-to-llvm{approximate-log1p=false},convert-complex-to-llvm,\
    convert-vector-to-llvm,finalize-memref-to-llvm{use-generic-functions=true},convert-arith-to-llvm,\
    convert-ub-to-llvm,\
    convert-index-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,canonicalize,cse,\
    reconcile-unrealized-casts)";

/// Named ops as generic ones, whose loops have an order.
const GENERIC: &str = "builtin.module(func.func(linalg-generalize-named-ops))";

/// As [`BUFFERIZE`], for tensors that are stored by levels: upstream's sparsifier bufferizes as it
/// makes loops over what is stored.
const SPARSIFY: &str = "builtin.module(inline,symbol-dce,canonicalize,cse,\
    func.func(linalg-generalize-named-ops,linalg-fuse-elementwise-ops),canonicalize,cse,\
    eliminate-empty-tensors,empty-tensor-to-alloc-tensor,\
    sparsification-and-bufferization,canonicalize,cse,func.func(buffer-loop-hoisting)";

/// The end of [`SPARSIFY`] where no such tensor is made.
const DEALLOCATE: &str = "ownership-based-buffer-deallocation,canonicalize,\
    buffer-deallocation-simplification,bufferization-lower-deallocations,cse,canonicalize)";

/// The passes from tensors to buffers. Code that makes stored tensors frees what it grows, which
/// upstream's deallocation refuses: their buffers are those of the run.
pub fn bufferize(storage: Storage) -> String {
    match storage {
        Storage::Dense => BUFFERIZE.to_owned(),
        Storage::Read => format!("{SPARSIFY},{DEALLOCATE}"),
        Storage::Made => {
            // Sorts of coordinates count leading zeros, for which the C library has no function.
            let counts = "convert-math-to-funcs{convert-ctlz=true}";
            format!("{SPARSIFY},expand-realloc,{counts},canonicalize,cse)")
        }
    }
}

/// The form in which a module is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As each dialect prints its ops.
    Pretty,
    /// Every op in generic form.
    Generic,
}

/// Runs a pipeline over a module.
///
/// # Errors
/// If the pipeline can't be parsed, or a pass fails.
pub fn run(cx: &Context, module: &mut Module, text: &str) -> Result<(), Error> {
    let manager = PassManager::new(cx);
    let mut parsed = Ok(());
    let reports = reported(cx, || {
        parsed = parse_pass_pipeline(manager.as_operation_pass_manager(), text);
        parsed.is_ok()
    });
    if let Err(why) = parsed {
        let mut whys: Vec<String> = reports.err().unwrap_or_default();
        whys.retain(|why| !why.contains("without a diagnostic"));
        let why = match whys.is_empty() {
            true => why.to_string().replace('\n', " ").trim().to_owned(),
            false => whys.join("; "),
        };
        return Err(Error::Pipeline { text: text.to_owned(), why });
    }
    crate::context::reporting(cx, || manager.run(module).is_ok())
}

/// From buffers to the `llvm` dialect.
///
/// # Errors
/// If a pass fails.
pub fn to_llvm(cx: &Context, module: &mut Module) -> Result<(), Error> {
    crate::minmax::replace(module);
    run(cx, module, GENERIC)?;
    crate::loop_order::choose(cx, module);
    run(cx, module, TO_LLVM)
}

/// Runs a pipeline over a text; ops of dialects that upstream does not have are kept.
///
/// # Errors
/// If the text or the pipeline can't be parsed, or a pass fails.
pub fn run_on_text(text: &str, pipeline: &str) -> Result<String, Error> {
    transformed(text, pipeline, Form::Pretty)
}

/// As [`run_on_text`], with every op of the result in generic form; an empty pipeline has no passes.
///
/// # Errors
/// As [`run_on_text`].
pub fn run_generic(text: &str, pipeline: &str) -> Result<String, Error> {
    transformed(text, pipeline, Form::Generic)
}

fn transformed(text: &str, pipeline: &str, form: Form) -> Result<String, Error> {
    let cx = context();
    cx.set_allow_unregistered_dialects(true);
    let mut module = None;
    crate::context::reporting(&cx, || {
        module = Module::parse(&cx, text);
        module.is_some()
    })?;
    let Some(mut module) = module else { return Err(Error::Upstream(Vec::new())) };
    if !pipeline.is_empty() {
        run(&cx, &mut module, pipeline)?;
    }
    Ok(print(&module, form))
}

/// The text of a module, with its locations.
pub fn print(module: &Module, form: Form) -> String {
    let flags = OperationPrintingFlags::new().enable_debug_info(true, false);
    let flags = match form {
        Form::Pretty => flags,
        Form::Generic => flags.print_generic_operation_form(),
    };
    let text = module.as_operation().to_string_with_flags(flags);
    text.unwrap_or_else(|_| module.as_operation().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_run_over_text() {
        let text = "func.func @f(%x: i32) -> i32 {
            %0 = arith.constant 0 : i32
            %1 = arith.addi %x, %0 : i32
            %2 = \"other.op\"(%1) : (i32) -> i32
            return %2 : i32
        }";
        let out = run_on_text(text, "builtin.module(canonicalize,cse)").unwrap();
        assert!(out.contains("\"other.op\"(%arg0)") && !out.contains("arith"), "{out}");
    }

    #[test]
    fn results_can_be_generic() {
        let out = run_generic("func.func @f() { return }", "").unwrap();
        assert!(out.contains("\"func.return\"() : () -> ()"), "{out}");
    }

    #[test]
    fn mistakes_in_pipelines_are_told() {
        let say = |text: &str, pipeline: &str| run_on_text(text, pipeline).unwrap_err().to_string();
        let error = say("module {}", "builtin.module(canonicalise)");
        assert!(error.contains("canonicalise"), "{error}");
        let error = say("module {", "builtin.module(cse)");
        assert!(error.contains("expected"), "{error}");
        let text = "func.func @f(%x: tensor<2xf32>) { %0 = \"a.b\"(%x) : (tensor<2xf32>) -> tensor<2xf32> return }";
        let error = say(text, "builtin.module(one-shot-bufferize)");
        assert!(error.contains("bufferiz"), "{error}");
    }
}
