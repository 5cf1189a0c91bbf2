//! Versions of VHLO: those of StableHLO's releases.

use std::fmt;
use std::str::FromStr;

/// A version of StableHLO.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version {
    /// The major version.
    pub major: u32,
    /// The minor version; new ops, attributes and types raise it.
    pub minor: u32,
    /// The patch.
    pub patch: u32,
}

impl Version {
    /// The first version with portable artifacts.
    pub const OLDEST: Version = Version::new(0, 9, 0);
    /// The newest version that hloom writes.
    pub const CURRENT: Version = Version::new(1, 20, 0);
    /// The version that is written if none is asked for: readers of the last twelve weeks know it.
    pub const PORTABLE: Version = Version::new(1, 16, 0);

    /// The version of these numbers.
    pub const fn new(major: u32, minor: u32, patch: u32) -> Version {
        Version { major, minor, patch }
    }

    /// The version of MLIR bytecode that artifacts of this version are written in.
    pub fn bytecode(self) -> u64 {
        match (self.major, self.minor) {
            (0, ..=9) => 0,
            (0, ..=11) => 1,
            (0, ..=13) => 3,
            (0, 14) => 4,
            _ => 6,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl FromStr for Version {
    type Err = String;

    /// Reads `1.13.0`.
    fn from_str(text: &str) -> Result<Version, String> {
        let parts: Option<Vec<u32>> = text.split('.').map(|part| part.parse().ok()).collect();
        let Some([major, minor, patch]) = parts.as_deref() else {
            return Err(format!("a version has three numbers, as 1.13.0, unlike `{text}`"));
        };
        let version = Version::new(*major, *minor, *patch);
        let (oldest, current) = (Version::OLDEST, Version::CURRENT);
        // A patch adds nothing to VHLO.
        if version < oldest || (Version { patch: 0, ..version }) > current {
            return Err(format!("artifacts have versions {oldest} to {current}, not {version}"));
        }
        Ok(version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_ordered() {
        let version = |text: &str| text.parse::<Version>();
        assert_eq!(version("1.13.0"), Ok(Version::new(1, 13, 0)));
        assert!(version("0.9.0") < version("0.10.0") && version("1.20.3").is_ok());
        for wrong in ["0.8.9", "1.21.0", "1.2", "", "a.b.c", "1.2.3.4"] {
            assert!(version(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn versions_of_bytecode_follow() {
        let of = |minor| Version::new(0, minor, 0).bytecode();
        assert_eq!([9, 10, 11, 12, 13, 14, 15].map(of), [0, 1, 1, 3, 3, 4, 6]);
        assert_eq!(Version::CURRENT.bytecode(), 6);
    }
}
