//! LLVM's static constructors, which this program's linker script (`build.rs`) leaves to it.

/// A constructor, as the ELF specification has them.
type Constructor = unsafe extern "C" fn();

// The linker script defines both, around a table of constructors.
unsafe extern "C" {
    static hloom_llvm_constructors_begin: [Constructor; 0];
    static hloom_llvm_constructors_end: [Constructor; 0];
}

/// Runs all constructors of LLVM; nothing else has run them.
pub(crate) fn run_all() {
    // SAFETY: the two symbols are the ends of one table of pointers to functions, which the
    // linker put together and relocation has made addresses. They expect what holds here: the C
    // and C++ libraries are ready. `hloom_llvm` calls this once, before any use of LLVM.
    unsafe {
        let begin = (&raw const hloom_llvm_constructors_begin).cast::<Constructor>();
        let end = (&raw const hloom_llvm_constructors_end).cast::<Constructor>();
        for at in 0..(end.addr() - begin.addr()) / size_of::<Constructor>() {
            (*begin.add(at))();
        }
    }
}
