//! Shared by the tests: PTX texts around bodies, launches, bytes of numbers.

use hloom_ptx_emulator::{Device, Fault, Launch, Module, Options, Param, Report};

/// The head of a module.
pub(crate) fn module(target: &str, text: &str) -> String {
    format!(".version 8.6\n.target {target}\n.address_size 64\n{text}")
}

/// A kernel `k` with pointers `a`, `b`, … to global memory in `%a`, `%b`, …, thread and
/// block numbers in `%t` and `%c`, and registers of all kinds.
pub(crate) fn kernel(pointers: usize, body: &str) -> String {
    let names: Vec<char> = ('a'..).take(pointers).collect();
    let params: Vec<String> = names.iter().map(|n| format!(".param .u64 {n}")).collect();
    let loads: Vec<String> = names.iter().map(|n| format!("ld.param.u64 %{n}, [{n}];")).collect();
    let declared: Vec<String> = names.iter().map(|n| format!(".reg .b64 %{n};")).collect();
    module(
        "sm_90a",
        &format!(
            ".visible .entry k({}) {{
             .reg .pred %p<10>; .reg .b16 %h<40>; .reg .b32 %r<80>; .reg .f32 %f<80>;
             .reg .b64 %d<40>; .reg .f64 %g<20>; .reg .b32 %t, %c; {}
             mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x; {}
             {body}
             ret; }}",
            params.join(", "),
            declared.join(" "),
            loads.join(" ")
        ),
    )
}

/// A row of threads.
pub(crate) fn row(blocks: u32, threads: u32) -> Launch {
    Launch { grid: [blocks, 1, 1], block: [threads, 1, 1], ..Launch::default() }
}

/// Runs the only kernel of a text over buffers.
pub(crate) fn run(
    text: &str,
    launch: Launch,
    buffers: &mut [Vec<u8>],
) -> Result<Report, Box<Fault>> {
    run_with(text, launch, buffers, &Options::default())
}

/// Runs the only kernel of a text over buffers, with options.
pub(crate) fn run_with(
    text: &str,
    launch: Launch,
    buffers: &mut [Vec<u8>],
    options: &Options,
) -> Result<Report, Box<Fault>> {
    let module = Module::parse(text).unwrap_or_else(|e| panic!("{e}"));
    let name = module.kernels().next().expect("a kernel").to_owned();
    let mut device = Device::new();
    let addresses: Vec<u64> = buffers.iter().map(|b| device.upload(b)).collect();
    let params: Vec<Param> = addresses.iter().map(|a| Param::from(*a)).collect();
    let report = module.launch(&mut device, &name, &launch, &params, options)?;
    for (buffer, address) in buffers.iter_mut().zip(addresses) {
        device.read(address, buffer);
    }
    Ok(report)
}

/// Runs a kernel that has to work, and gives the first buffer as words.
pub(crate) fn words(text: &str, launch: Launch, buffers: &mut [Vec<u8>]) -> Vec<u32> {
    run(text, launch, buffers).unwrap_or_else(|f| panic!("{f}"));
    to_words(&buffers[0])
}

/// The fault of a kernel that has one.
pub(crate) fn fault(text: &str, launch: Launch, buffers: &mut [Vec<u8>]) -> Box<Fault> {
    run(text, launch, buffers).expect_err("a fault")
}

/// Words of 32 bits.
pub(crate) fn to_words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

/// Floats of 32 bits.
pub(crate) fn to_floats(bytes: &[u8]) -> Vec<f32> {
    to_words(bytes).into_iter().map(f32::from_bits).collect()
}

/// The bytes of words.
pub(crate) fn from_words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// The bytes of floats.
pub(crate) fn from_floats(floats: &[f32]) -> Vec<u8> {
    floats.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// Computes `instruction` on one row of values, with inputs in `%r1`, `%r2`, `%r3` and the
/// result in `%r0`, and gives the results.
pub(crate) fn apply(instruction: &str, inputs: &[[u32; 3]]) -> Vec<u32> {
    let count = inputs.len();
    let body = format!(
        "mad.wide.u32 %d1, %t, 12, %b; mad.wide.u32 %d2, %t, 4, %a;
         ld.global.u32 %r1, [%d1]; ld.global.u32 %r2, [%d1+4]; ld.global.u32 %r3, [%d1+8];
         {instruction}
         st.global.u32 [%d2], %r0;"
    );
    let flat: Vec<u32> = inputs.iter().flatten().copied().collect();
    let mut buffers = [vec![0; 4 * count], from_words(&flat)];
    words(&kernel(2, &body), row(1, count as u32), &mut buffers)
}
