//! The options of compiling that a framework hands over: a `CompileOptionsProto`.

use crate::error::{Error, Outcome};
use crate::proto::{self, Field, Fields};

/// The devices that a program runs on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CompileOptions {
    /// The number of replicas.
    pub(crate) replicas: usize,
    /// The number of partitions.
    pub(crate) partitions: usize,
    /// The numbers of the devices, replica by replica.
    pub(crate) devices: Vec<i64>,
}

/// `CompileOptionsProto.executable_build_options`.
const BUILD: u64 = 3;
/// `CompileOptionsProto.env_option_overrides`: a map, whose entries have their name as field 1.
const OVERRIDES: u64 = 7;
/// `ExecutableBuildOptionsProto.device_ordinal`.
const DEVICE_ORDINAL: u64 = 1;
/// `ExecutableBuildOptionsProto.num_replicas`.
const REPLICAS: u64 = 4;
/// `ExecutableBuildOptionsProto.num_partitions`.
const PARTITIONS: u64 = 5;
/// `ExecutableBuildOptionsProto.device_assignment`.
const ASSIGNMENT: u64 = 9;

/// The options that say how much a compiler should try, which hloom decides itself.
const EFFORTS: [&str; 4] = [
    "exec_time_optimization_effort",
    "memory_fitting_effort",
    "optimization_level",
    "memory_fitting_level",
];

/// Checks the options by name (`compiler_options` of `jax.jit`). Those of XLA, which begin with
/// `xla_`, mean nothing here, and are taken so that scripts run that set them.
///
/// # Errors
/// If there is no such option.
pub(crate) fn check_names(message: &[u8]) -> Outcome<()> {
    for field in Fields(message) {
        let (OVERRIDES, Field::Bytes(entry)) = field else { continue };
        let name = Fields(entry).find_map(|field| match field {
            (1, Field::Bytes(name)) => Some(String::from_utf8_lossy(name)),
            _ => None,
        });
        let name = name.unwrap_or_default();
        if !name.starts_with("xla_") && !EFFORTS.contains(&&*name) {
            return Err(Error::invalid(format!("No such compile option: '{name}'")));
        }
    }
    Ok(())
}

impl CompileOptions {
    /// The options in a message. Fields of other meanings are skipped; a program without devices
    /// gets the first ones.
    pub(crate) fn read(message: &[u8]) -> CompileOptions {
        let (mut replicas, mut partitions, mut ordinal) = (1, 1, 0);
        let mut assignment: &[u8] = &[];
        let inner = |message| {
            Fields(message).filter_map(|field| match field {
                (BUILD, Field::Bytes(bytes)) => Some(bytes),
                _ => None,
            })
        };
        for field in inner(message).flat_map(Fields) {
            match field {
                (DEVICE_ORDINAL, Field::Number(n)) => ordinal = (n as i64).max(0),
                (REPLICAS, Field::Number(n)) => replicas = n.max(1) as usize,
                (PARTITIONS, Field::Number(n)) => partitions = n.max(1) as usize,
                (ASSIGNMENT, Field::Bytes(bytes)) => assignment = bytes,
                _ => {}
            }
        }
        let mut devices = Vec::new();
        // One list for each partition, with a device of each replica.
        for field in Fields(assignment) {
            if let (3, Field::Bytes(of_partition)) = field {
                let mut list = Vec::new();
                for (_, field) in Fields(of_partition) {
                    match field {
                        Field::Number(n) => list.push(n as i64),
                        Field::Bytes(bytes) => list.extend(proto::packed(bytes)),
                    }
                }
                devices.push(list);
            }
        }
        let by_replica = |devices: &[Vec<i64>]| -> Option<Vec<i64>> {
            let place = |i: usize| devices.get(i % partitions)?.get(i / partitions).copied();
            (0..replicas.checked_mul(partitions)?).map(place).collect()
        };
        let devices = by_replica(&devices).unwrap_or_else(|| {
            let count = replicas.saturating_mul(partitions).min(1 << 16) as i64;
            (ordinal..ordinal.saturating_add(count)).collect()
        });
        CompileOptions { replicas, partitions, devices }
    }

    /// The devices as a serialized `DeviceAssignmentProto`.
    pub(crate) fn assignment(&self) -> Vec<u8> {
        let mut out = Vec::new();
        proto::write_field(&mut out, 1, self.replicas as u64);
        proto::write_field(&mut out, 2, self.partitions as u64);
        for partition in 0..self.partitions {
            let mut list = Vec::new();
            for device in self.devices.iter().skip(partition).step_by(self.partitions) {
                proto::write_number(&mut list, *device as u64);
            }
            let mut of_partition = Vec::new();
            proto::write_bytes(&mut of_partition, 1, &list);
            proto::write_bytes(&mut out, 3, &of_partition);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_options_mean_the_first_device() {
        let one = CompileOptions::read(&[]);
        assert_eq!(one, CompileOptions { replicas: 1, partitions: 1, devices: vec![0] });
        assert_eq!(one.assignment(), [0x08, 1, 0x10, 1, 0x1a, 3, 0x0a, 1, 0]);
    }

    #[test]
    fn options_that_nobody_knows_are_refused() {
        let named = |name: &str| {
            let (mut entry, mut message) = (Vec::new(), Vec::new());
            proto::write_bytes(&mut entry, 1, name.as_bytes());
            proto::write_bytes(&mut message, OVERRIDES, &entry);
            check_names(&message).map_err(|error| error.message)
        };
        assert_eq!(named("xla_dump_to"), Ok(()));
        assert_eq!(named("optimization_level"), Ok(()));
        assert_eq!(named("fast").unwrap_err(), "No such compile option: 'fast'");
    }

    #[test]
    fn devices_are_listed_by_replica() {
        let given =
            CompileOptions { replicas: 2, partitions: 3, devices: vec![0, 1, 2, 300, 4, 5] };
        let mut build = Vec::new();
        proto::write_field(&mut build, REPLICAS, 2);
        proto::write_field(&mut build, PARTITIONS, 3);
        proto::write_bytes(&mut build, ASSIGNMENT, &given.assignment());
        let mut message = Vec::new();
        proto::write_bytes(&mut message, BUILD, &build);
        assert_eq!(CompileOptions::read(&message), given);
    }
}
