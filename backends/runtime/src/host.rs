//! Host functions: operations that compiled code can't do itself.
//!
//! Before this: a loop program that calls functions of the host
//! (`hloom_loops::program::Extern::host`). After it: [`super::abi`] passes the calls of a run to
//! the [`Host`] of that run. This module is independent of ops.

use std::ffi::c_void;

/// Runs the host functions of a program, on the thread that runs the program.
pub trait Host {
    /// Runs a function on whole buffers: operands in, results out. An error is a sentence without a
    /// full stop; it ends the run.
    ///
    /// # Errors
    /// If the function can't be run on these operands.
    /// The function can't be run on these operands.
    fn call(
        &mut self,
        function: usize,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), String>;
}

/// The buffers of a host function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The sizes of the operands in bytes.
    pub operands: Vec<usize>,
    /// The sizes of the results in bytes; their addresses follow those of the operands.
    pub results: Vec<usize>,
}

/// The host of a run, with its signatures.
pub(crate) struct Attended<'p> {
    pub(crate) host: &'p mut dyn Host,
    pub(crate) signatures: &'p [Signature],
    /// The error that ends the run.
    pub(crate) failure: Option<String>,
}

impl Attended<'_> {
    /// Runs a function.
    ///
    /// # Safety
    /// The addresses are those of buffers that match the signature, and the results are not
    /// accessed concurrently.
    pub(crate) unsafe fn call(
        &mut self,
        number: i32,
        addresses: *const *mut c_void,
    ) -> Result<(), String> {
        let function = usize::try_from(number).unwrap_or(usize::MAX);
        let signature = self.signatures.get(function);
        let signature = signature.ok_or_else(|| format!("there is no function {number}"))?;
        let count = signature.operands.len();
        let range = |at: usize, bytes: usize| {
            // SAFETY: there is an address for each buffer.
            let start = unsafe { *addresses.add(at) }.cast::<u8>();
            (start, bytes)
        };
        let operands = (0..).zip(&signature.operands).map(|(at, &n)| range(at, n));
        let operands: Vec<(*mut u8, usize)> = operands.collect();
        let results = (count..).zip(&signature.results).map(|(at, &n)| range(at, n));
        let results: Vec<(*mut u8, usize)> = results.collect();
        for (i, result) in results.iter().enumerate() {
            let others = operands.iter().chain(&results[..i]);
            if others.clone().any(|other| overlap(*result, *other)) {
                return Err(format!("a result of function {number} lies on another buffer"));
            }
        }
        let read = |&(start, bytes): &(*mut u8, usize)| {
            if bytes == 0 {
                return &[][..];
            }
            // SAFETY: a whole buffer, which is not written concurrently.
            unsafe { std::slice::from_raw_parts(start.cast_const(), bytes) }
        };
        let write = |&(start, bytes): &(*mut u8, usize)| {
            if bytes == 0 {
                return &mut [][..];
            }
            // SAFETY: a whole buffer, which does not overlap any other.
            unsafe { std::slice::from_raw_parts_mut(start, bytes) }
        };
        let operands: Vec<&[u8]> = operands.iter().map(read).collect();
        let mut results: Vec<&mut [u8]> = results.iter().map(write).collect();
        self.host.call(function, &operands, &mut results)
    }
}

/// Whether two memory ranges overlap.
fn overlap((a, n): (*mut u8, usize), (b, m): (*mut u8, usize)) -> bool {
    n > 0 && m > 0 && a.addr() < b.addr() + m && b.addr() < a.addr() + n
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sum;

    impl Host for Sum {
        fn call(
            &mut self,
            function: usize,
            operands: &[&[u8]],
            results: &mut [&mut [u8]],
        ) -> Result<(), String> {
            if function == 1 {
                return Err("it is the other one".to_owned());
            }
            results[0][0] = operands.iter().flat_map(|x| x.iter()).sum();
            Ok(())
        }
    }

    #[test]
    fn functions_get_their_buffers_and_say_what_is_wrong() {
        let signature = Signature { operands: vec![2, 0, 1], results: vec![1] };
        let signatures = [signature.clone(), signature];
        let mut bytes = [1u8, 2, 3, 0];
        let start = bytes.as_mut_ptr();
        let at = |n: usize| start.wrapping_add(n).cast::<c_void>();
        let mut attended = Attended { host: &mut Sum, signatures: &signatures, failure: None };
        let apart = [at(0), at(0), at(2), at(3)];
        let overlapping = [at(0), at(0), at(2), at(1)];
        // SAFETY: addresses in the array above, of buffers with the signature's sizes.
        let mut call = |n: i32, to: &[*mut c_void; 4]| unsafe { attended.call(n, to.as_ptr()) };
        assert_eq!(call(0, &apart), Ok(()));
        assert!(call(0, &overlapping).unwrap_err().contains("lies on another"));
        assert_eq!(call(1, &apart).unwrap_err(), "it is the other one");
        assert!(call(2, &apart).is_err() && call(-1, &apart).is_err());
        assert_eq!(bytes[3], 6);
    }
}
