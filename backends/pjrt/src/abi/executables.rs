//! Functions of executables.

use std::ffi::{c_char, c_void};

use super::args::{
    Compile, CompileFor, CompiledMemoryStats, Counted, DeserializeAndLoad, Execute, Flag, List,
    Object, OptimizedProgram, OutputDimensions, OutputMemoryKinds, Program, Serialized, Size,
};
use super::call::{bytes, entries, give, list, object, serialized, structure, take};
use crate::buffer::Buffer;
use crate::device::Client;
use crate::error::{Error, Outcome};
use crate::executable::{Executable, LoadedExecutable};

/// The format of programs in text.
const FORMAT: &str = "mlir";

fn text(args: &mut List, text: &str) -> Outcome<()> {
    (args.list, args.size) = (text.as_ptr().cast(), text.len());
    Ok(())
}

/// Compiles a program for a client.
///
/// # Safety
/// The program is one of the caller's, or null.
unsafe fn compiled(
    client: &Client,
    program: *const Program,
    options: &[u8],
) -> Outcome<LoadedExecutable> {
    // SAFETY: the caller keeps to the API.
    let program = unsafe { structure(program) };
    let program = program.ok_or_else(|| Error::invalid("the program is a null pointer"))?;
    // SAFETY: as above.
    let code = unsafe { bytes(program.code, program.code_size) };
    // SAFETY: as above.
    let format = String::from_utf8_lossy(unsafe { bytes(program.format, program.format_size) });
    LoadedExecutable::compile(client, code, &format, options)
}

entries! {
    /// `PJRT_Client_Compile`.
    fn compile(args: Compile) {
        let options = bytes(args.compile_options, args.compile_options_size);
        args.executable = give(compiled(object(args.client)?, args.program, options)?);
        Ok(())
    }

    /// `PJRT_Compile`.
    fn compile_for(args: CompileFor) {
        let options = bytes(args.compile_options, args.compile_options_size);
        let client = object(args.topology)?.client()?;
        args.executable = give(compiled(client, args.program, options)?.executable());
        Ok(())
    }

    /// `PJRT_Executable_DeserializeAndLoad`.
    fn deserialize(args: DeserializeAndLoad) {
        let client = object(args.client)?;
        let code = bytes(args.serialized_executable, args.serialized_executable_size);
        let options = match args.overridden_options.is_null() {
            true => None,
            false => Some(bytes(args.overridden_options, args.overridden_options_size)),
        };
        args.loaded_executable = give(LoadedExecutable::deserialize(client, code, options)?);
        Ok(())
    }

    /// `PJRT_LoadedExecutable_Destroy`.
    fn destroy_loaded(args: Object) {
        take(args.object.cast::<LoadedExecutable>());
        Ok(())
    }

    /// `PJRT_Executable_Destroy`.
    fn destroy(args: Object) {
        take(args.object.cast::<Executable>());
        Ok(())
    }

    /// `PJRT_LoadedExecutable_GetExecutable`.
    fn executable(args: Size) {
        let executable = object(args.object.cast::<LoadedExecutable>())?.executable();
        args.size = give(executable).expose_provenance();
        Ok(())
    }

    /// `PJRT_LoadedExecutable_AddressableDevices`.
    fn devices(args: List) {
        let devices = &object(args.object.cast::<LoadedExecutable>())?.compiled.devices;
        (args.list, args.size) = (devices.as_ptr().cast::<c_void>(), devices.len());
        Ok(())
    }

    /// `PJRT_LoadedExecutable_GetDeviceAssignment`.
    fn assignment(args: Serialized) {
        let loaded = object(args.object.cast::<LoadedExecutable>())?;
        serialized(args, loaded.compiled.options.assignment());
        Ok(())
    }

    /// `PJRT_LoadedExecutable_Delete`.
    fn delete(args: Object) {
        object(args.object.cast::<LoadedExecutable>().cast_const())?.delete();
        Ok(())
    }

    /// `PJRT_LoadedExecutable_IsDeleted`.
    fn is_deleted(args: Flag) {
        args.flag = object(args.object.cast::<LoadedExecutable>())?.is_deleted().into();
        Ok(())
    }

    /// `PJRT_LoadedExecutable_Execute`.
    fn execute(args: Execute) {
        let loaded = object(args.executable)?;
        let mut arguments = Vec::with_capacity(args.num_devices);
        for &of_device in list(args.argument_lists, args.num_devices) {
            let buffers = list(of_device, args.num_args).iter().map(|&buffer| object(buffer));
            arguments.push(buffers.collect::<Outcome<Vec<&Buffer>>>()?);
        }
        let options = structure(args.options);
        let kept = options.map_or(&[][..], |it| {
            list(it.non_donatable_input_indices, it.num_non_donatable_input_indices)
        });
        let device = args.execute_device.as_ref();
        let started = loaded.execute(&arguments, kept, device)?;
        if !args.device_complete_events.is_null() {
            for i in 0..started.results.len() {
                args.device_complete_events.add(i).write(give(started.event()));
            }
        }
        for (i, results) in started.results.into_iter().enumerate() {
            let to = *args.output_lists.add(i);
            for (k, result) in results.into_iter().enumerate() {
                to.add(k).write(give(result));
            }
        }
        Ok(())
    }

    /// `PJRT_LoadedExecutable_Fingerprint`.
    fn loaded_fingerprint(args: List) {
        let loaded = object(args.object.cast::<LoadedExecutable>())?;
        text(args, &loaded.compiled.fingerprint)
    }

    /// `PJRT_Executable_Fingerprint`.
    fn fingerprint(args: List) {
        text(args, &object(args.object.cast::<Executable>())?.compiled.fingerprint)
    }

    /// `PJRT_Executable_Name`.
    fn name(args: List) {
        text(args, &object(args.object.cast::<Executable>())?.compiled.name)
    }

    /// `PJRT_Executable_NumReplicas`.
    fn replicas(args: Size) {
        args.size = object(args.object.cast::<Executable>())?.compiled.options.replicas;
        Ok(())
    }

    /// `PJRT_Executable_NumPartitions`.
    fn partitions(args: Size) {
        args.size = object(args.object.cast::<Executable>())?.compiled.options.partitions;
        Ok(())
    }

    /// `PJRT_Executable_NumOutputs`.
    fn outputs(args: Size) {
        args.size = object(args.object.cast::<Executable>())?.compiled.outputs();
        Ok(())
    }

    /// `PJRT_Executable_SizeOfGeneratedCodeInBytes`: 0, unknown.
    fn code_size(args: Size) {
        args.size = 0;
        Ok(())
    }

    /// `PJRT_Executable_GetCostAnalysis`: no properties are known.
    fn costs(args: Counted) {
        (args.list, args.size) = (std::ptr::null(), 0);
        Ok(())
    }

    /// `PJRT_Executable_GetCompiledMemoryStats`.
    fn memory_stats(args: CompiledMemoryStats) {
        let (inputs, outputs, reused) = object(args.executable)?.compiled.sizes();
        args.argument_size_in_bytes = inputs as i64;
        args.output_size_in_bytes = outputs as i64;
        args.alias_size_in_bytes = reused as i64;
        args.peak_memory_in_bytes = (inputs + outputs - reused) as i64;
        args.total_size_in_bytes = args.peak_memory_in_bytes;
        Ok(())
    }

    /// `PJRT_Executable_OptimizedProgram`: first its length, then, into the caller's memory, itself.
    fn program(args: OptimizedProgram) {
        let text = object(args.executable)?.compiled.text();
        let mut program = structure(args.program.cast_const());
        let program = program.as_mut();
        let program = program.ok_or_else(|| Error::invalid("the program is a null pointer"))?;
        let to = &mut *args.program;
        (to.format, to.format_size) = (FORMAT.as_ptr().cast::<c_char>(), FORMAT.len());
        if program.code.is_null() {
            to.code_size = text.len();
        } else if program.code_size < text.len() {
            return Err(Error::invalid(format!("the program has {} bytes", text.len())));
        } else {
            std::ptr::copy_nonoverlapping(text.as_ptr(), program.code.cast(), text.len());
        }
        Ok(())
    }

    /// `PJRT_Executable_OutputElementTypes`.
    fn output_types(args: List) {
        let types = &object(args.object.cast::<Executable>())?.compiled.results.elements;
        (args.list, args.size) = (types.as_ptr().cast(), types.len());
        Ok(())
    }

    /// `PJRT_Executable_OutputDimensions`.
    fn output_dims(args: OutputDimensions) {
        let results = &object(args.executable)?.compiled.results;
        args.num_outputs = results.ranks.len();
        (args.dims, args.dim_sizes) = (results.dims.as_ptr(), results.ranks.as_ptr());
        Ok(())
    }

    /// `PJRT_Executable_OutputMemoryKinds`.
    fn output_kinds(args: OutputMemoryKinds) {
        let results = &object(args.executable)?.compiled.results;
        args.num_outputs = results.kinds.len();
        args.memory_kinds = results.kinds.as_ptr();
        args.memory_kind_sizes = results.kind_sizes.as_ptr();
        Ok(())
    }

    /// `PJRT_Executable_Serialize`.
    fn serialize(args: Serialized) {
        let executable = object(args.object.cast::<Executable>())?;
        serialized(args, executable.compiled.serialize());
        Ok(())
    }

    /// `PJRT_Executable_GetCompileOptions`.
    fn options(args: Serialized) {
        let executable = object(args.object.cast::<Executable>())?;
        serialized(args, executable.compiled.given_options.clone());
        Ok(())
    }
}
