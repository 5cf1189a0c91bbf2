//! The memory of one run on arrays: arguments where they lie, new arrays for results, and an arena
//! and scratch memory until the run ends.

use std::sync::Arc;

use crate::Error;
use crate::allocator::{Allocator, DeviceArray};
use crate::memory::{Bound, Needs};

/// An argument of a run on arrays.
#[derive(Clone, Debug)]
pub enum RunArgument<'a> {
    /// The bytes of a tensor on the host, which are copied to the device.
    Host(&'a [u8]),
    /// An array on the device. If the program may overwrite the argument, and nobody else holds the
    /// array, it becomes the result.
    Array(Arc<DeviceArray>),
}

impl RunArgument<'_> {
    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            RunArgument::Host(bytes) => bytes.len(),
            RunArgument::Array(array) => usize::try_from(array.bytes()).unwrap_or(usize::MAX),
        }
    }

    /// Whether it is an array in other memory than this.
    pub(crate) fn is_away_from(&self, allocator: &Arc<Allocator>) -> bool {
        match self {
            RunArgument::Host(_) => false,
            RunArgument::Array(array) => !Arc::ptr_eq(array.allocator(), allocator),
        }
    }
}

/// The arrays of a run.
pub(crate) struct RunArrays<'a> {
    pub(crate) bound: Bound,
    /// The host's bytes of arguments: the argument's number, the address, the bytes.
    pub(crate) writes: Vec<(usize, u64, &'a [u8])>,
    pub(crate) results: Vec<DeviceArray>,
    /// The memory that is held until the run ends.
    _held: (Vec<Held>, [Option<DeviceArray>; 2]),
}

/// The array of an argument.
enum Held {
    Own(DeviceArray),
    Shared(Arc<DeviceArray>),
    /// It is that of a result.
    Donated(u64),
}

impl Held {
    fn address(&self) -> u64 {
        match self {
            Held::Own(array) => array.address(),
            Held::Shared(array) => array.address(),
            Held::Donated(address) => *address,
        }
    }
}

impl<'a> RunArrays<'a> {
    /// The arrays of a run on these arguments.
    ///
    /// # Errors
    /// There is not enough memory, or the device refuses.
    pub(crate) fn new(
        allocator: &Arc<Allocator>,
        needs: &Needs,
        inputs: Vec<RunArgument<'a>>,
    ) -> Result<RunArrays<'a>, Error> {
        let region = |bytes: u64| match bytes {
            0 => Ok(None),
            bytes => allocator.allocate(bytes).map(Some),
        };
        let regions = [region(needs.scratch)?, region(needs.arena)?];
        let mut host = Vec::new();
        let mut held = Vec::with_capacity(inputs.len());
        for (number, input) in inputs.into_iter().enumerate() {
            held.push(match input {
                RunArgument::Host(bytes) => {
                    host.push((number, bytes));
                    Held::Own(allocator.allocate(bytes.len() as u64)?)
                }
                RunArgument::Array(array) => Held::Shared(array),
            });
        }
        let mut results = Vec::with_capacity(needs.results.len());
        for need in &needs.results {
            results.push(match need {
                Ok(bytes) => allocator.allocate(*bytes)?,
                Err(argument) => donated(&mut held[*argument])?,
            });
        }
        let address =
            |region: &Option<DeviceArray>| region.as_ref().map_or(0, DeviceArray::address);
        let bound = Bound {
            scratch: address(&regions[0]),
            arena: address(&regions[1]),
            arguments: held.iter().map(Held::address).collect(),
            results: results.iter().map(DeviceArray::address).collect(),
        };
        let writes =
            host.into_iter().map(|(number, bytes)| (number, bound.arguments[number], bytes));
        let writes = writes.collect();
        Ok(RunArrays { bound, writes, results, _held: (held, regions) })
    }
}

/// The array of a donated argument, for the result; a copy if others hold it too.
fn donated(argument: &mut Held) -> Result<DeviceArray, Error> {
    let array = match std::mem::replace(argument, Held::Donated(0)) {
        Held::Own(array) => array,
        Held::Shared(array) => Arc::try_unwrap(array).or_else(|shared| shared.copied())?,
        // A program gives an argument to one result at most.
        Held::Donated(_) => {
            return Err(Error::Device {
                what: "giving an argument's memory to a result".to_owned(),
                why: "another result has it".to_owned(),
            });
        }
    };
    *argument = Held::Donated(array.address());
    Ok(array)
}
