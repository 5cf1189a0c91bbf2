//! Object code made callable inside this process.
//!
//! Before this: an object file in memory. After it: [`crate::executable`] calls
//! the address. Each piece of code has a linker session of its own, so dropping
//! it frees its memory. Going through an object file costs a tenth of a
//! millisecond, and gives ahead-of-time and just-in-time compilation the same
//! code. It does not compile.

use std::ffi::{CStr, CString, c_void};
use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

use inkwell::llvm_sys::core::{LLVMCreateMemoryBufferWithMemoryRangeCopy, LLVMDisposeMessage};
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use inkwell::llvm_sys::orc2::lljit::{
    LLVMOrcCreateLLJIT, LLVMOrcCreateLLJITBuilder, LLVMOrcDisposeLLJIT, LLVMOrcLLJITAddObjectFile,
    LLVMOrcLLJITBuilderSetJITTargetMachineBuilder, LLVMOrcLLJITGetExecutionSession,
    LLVMOrcLLJITGetMainJITDylib, LLVMOrcLLJITLookup, LLVMOrcLLJITMangleAndIntern, LLVMOrcLLJITRef,
};
use inkwell::llvm_sys::orc2::{
    LLVMJITEvaluatedSymbol, LLVMJITSymbolFlags, LLVMJITSymbolGenericFlags, LLVMOrcAbsoluteSymbols,
    LLVMOrcCSymbolMapPair, LLVMOrcDisposeMaterializationUnit,
    LLVMOrcExecutionSessionSetErrorReporter, LLVMOrcJITDylibDefine,
    LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine,
};
use inkwell::llvm_sys::target_machine::{
    LLVMCodeGenOptLevel, LLVMCodeModel, LLVMCreateTargetMachine, LLVMGetDefaultTargetTriple,
    LLVMGetTargetFromTriple, LLVMRelocMode, LLVMTargetMachineRef,
};

use crate::target::initialize_native;

/// A function of this process that loaded code may call by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostSymbol<'a> {
    pub(crate) name: &'a str,
    pub(crate) address: *const (),
}

/// Linked code; its addresses are good until it is dropped.
pub(crate) struct LoadedCode {
    session: LLVMOrcLLJITRef,
    /// The linker's reports besides the error it returned: usually the cause.
    /// Boxed, since the session keeps its address.
    reports: Box<Reports>,
}

type Reports = Mutex<Vec<String>>;

/// Called by the linker with an error that it can't return.
extern "C" fn report(reports: *mut c_void, error: LLVMErrorRef) {
    // SAFETY: the session got the address of its owner's reports, and lives no
    // longer; the error is given to us.
    let (reports, message) = unsafe { (&*reports.cast::<Reports>(), check(error)) };
    if let Err(message) = message {
        reports.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }
}

// SAFETY: ORC sessions lock themselves, and after linking the code only runs.
unsafe impl Send for LoadedCode {}
// SAFETY: as above.
unsafe impl Sync for LoadedCode {}

impl LoadedCode {
    /// Links object files made for this machine. Names they do not define are
    /// looked up among `symbols`, then in this process (the C library's).
    ///
    /// # Errors
    /// LLVM's words, for instance where a name is nowhere to be found.
    pub(crate) fn link(
        objects: &[Vec<u8>],
        symbols: &[HostSymbol<'_>],
    ) -> Result<LoadedCode, String> {
        initialize_native();
        let mut session = null_mut();
        // SAFETY: the session is created by the first call, which takes the
        // builder, and is owned by `code` from then on; LLVM copies the object.
        unsafe {
            let builder = LLVMOrcCreateLLJITBuilder();
            if let Some(machine) = plain_machine() {
                LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
                    builder,
                    LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine),
                );
            }
            check(LLVMOrcCreateLLJIT(&mut session, builder))?;
            let code = LoadedCode { session, reports: Box::default() };
            let reports: *const Reports = &raw const *code.reports;
            LLVMOrcExecutionSessionSetErrorReporter(
                LLVMOrcLLJITGetExecutionSession(session),
                report,
                reports.cast_mut().cast(),
            );
            code.define(symbols)?;
            for object in objects {
                let copy = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                    object.as_ptr().cast(),
                    object.len(),
                    c"hloom".as_ptr(),
                );
                let library = LLVMOrcLLJITGetMainJITDylib(session);
                check(LLVMOrcLLJITAddObjectFile(session, library, copy))?;
            }
            Ok(code)
        }
    }

    /// Address of a function of the code.
    ///
    /// # Errors
    /// LLVM's words, where there is no such function or linking it fails.
    pub(crate) fn address(&self, name: &str) -> Result<usize, String> {
        let name = CString::new(name).map_err(|error| error.to_string())?;
        let mut address = 0;
        // SAFETY: the session is alive and the name ends with a zero byte.
        let found = unsafe { check(LLVMOrcLLJITLookup(self.session, &mut address, name.as_ptr())) };
        found.map_err(|message| {
            let reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
            reports.iter().fold(message, |all, report| format!("{all}; {report}"))
        })?;
        usize::try_from(address).map_err(|error| error.to_string())
    }

    fn define(&self, symbols: &[HostSymbol<'_>]) -> Result<(), String> {
        if symbols.is_empty() {
            return Ok(());
        }
        let callable = LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsExported as u8
            | LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsCallable as u8;
        let mut pairs = Vec::with_capacity(symbols.len());
        for symbol in symbols {
            let name = CString::new(symbol.name).map_err(|error| error.to_string())?;
            // SAFETY: the session is alive; the interned name goes to the unit below.
            let name = unsafe { LLVMOrcLLJITMangleAndIntern(self.session, name.as_ptr()) };
            let flags = LLVMJITSymbolFlags { GenericFlags: callable, TargetFlags: 0 };
            let symbol = LLVMJITEvaluatedSymbol { Address: symbol.address as u64, Flags: flags };
            pairs.push(LLVMOrcCSymbolMapPair { Name: name, Sym: symbol });
        }
        // SAFETY: the unit takes the names; the library takes the unit unless it fails.
        unsafe {
            let unit = LLVMOrcAbsoluteSymbols(pairs.as_mut_ptr(), pairs.len());
            let defined =
                check(LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(self.session), unit));
            if defined.is_err() {
                LLVMOrcDisposeMaterializationUnit(unit);
            }
            defined
        }
    }
}

impl Drop for LoadedCode {
    fn drop(&mut self) {
        // SAFETY: created in `link` and given away by nobody. An error here has
        // nobody to hear it; taking its message frees it.
        let _ = unsafe { check(LLVMOrcDisposeLLJIT(self.session)) };
    }
}

/// A machine without a CPU's name: the linker needs none, and to go through the features
/// of this one takes longer than to link. `None` where LLVM is to find out by itself.
fn plain_machine() -> Option<LLVMTargetMachineRef> {
    // SAFETY: the triple is a string of LLVM's until it is disposed of; strings are
    // copied; the target, which is not owned, is there after `initialize_native`.
    unsafe {
        let triple = LLVMGetDefaultTargetTriple();
        let (mut target, mut message) = (null_mut(), null_mut());
        let failed = LLVMGetTargetFromTriple(triple, &mut target, &mut message) != 0;
        if failed {
            LLVMDisposeMessage(message);
            LLVMDisposeMessage(triple);
            return None;
        }
        let machine = LLVMCreateTargetMachine(
            target,
            triple,
            c"".as_ptr(),
            c"".as_ptr(),
            LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
            LLVMRelocMode::LLVMRelocPIC,
            LLVMCodeModel::LLVMCodeModelDefault,
        );
        LLVMDisposeMessage(triple);
        (!machine.is_null()).then_some(machine)
    }
}

/// Takes LLVM's error as a message.
///
/// # Safety
/// `error` is null or an error that nobody has taken yet.
unsafe fn check(error: LLVMErrorRef) -> Result<(), String> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: the message belongs to us until it is disposed of.
    unsafe {
        let text = LLVMGetErrorMessage(error);
        let message = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(text);
        Err(message)
    }
}
