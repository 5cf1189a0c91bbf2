//! The links along an axis of a mesh.

use std::fmt;

/// The way in which the ranks along an axis are connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topology {
    /// A switch: each rank has one link to it, and any two ranks exchange data at the full rate of
    /// their links.
    Switch,
    /// A ring, or one dimension of a torus: each rank has a link to both neighbours, and messages to
    /// others go over all links between.
    Torus,
    /// Memory that all ranks read: an exchange copies each contribution once for each reader.
    Memory,
}

impl Topology {
    /// The name in descriptions.
    pub fn name(self) -> &'static str {
        match self {
            Topology::Switch => "switch",
            Topology::Torus => "torus",
            Topology::Memory => "memory",
        }
    }

    /// The names of the two directions of a link.
    pub fn directions(self) -> [&'static str; 2] {
        match self {
            Topology::Switch => ["up", "down"],
            Topology::Torus => ["+", "-"],
            Topology::Memory => ["write", "read"],
        }
    }
}

/// The links along an axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Link {
    /// Bytes a second in each direction.
    pub rate: f64,
    /// The seconds before the first byte of a message arrives.
    pub latency: f64,
    /// The bytes a second at which a rank combines what it receives with its own terms, in
    /// reductions.
    pub combine: f64,
    /// The topology.
    pub topology: Topology,
}

/// The rate of combining that is assumed if a description does not name one: two operands read and a
/// result written from caches.
pub const COMBINE: f64 = 1.0e10;

impl Link {
    /// The seconds of a byte.
    pub fn beta(&self) -> f64 {
        1.0 / self.rate
    }

    /// The seconds to combine a byte.
    pub fn gamma(&self) -> f64 {
        1.0 / self.combine
    }

    /// Parses `50GBps,2us`, `50GBps,2us,torus` or `50GBps,2us,memory,10GBps`: rate, latency, topology
    /// (`switch` if it is not named) and the rate of combining.
    ///
    /// # Errors
    /// If the text is not of this form; the message is a sentence without a full stop.
    pub fn parse(text: &str) -> Result<Link, String> {
        let wrong = || format!("`{text}` is not a link such as 50GBps,2us or 50GBps,2us,torus");
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let (&[rate, latency], more) = parts.split_first_chunk().ok_or_else(wrong)?;
        let rate = number(rate, RATES).ok_or_else(wrong)?;
        let none = TIMES.iter().any(|(unit, _)| latency == format!("0{unit}"));
        let latency = if none { 0.0 } else { number(latency, TIMES).ok_or_else(wrong)? };
        let topology = match more.first() {
            None => Topology::Switch,
            Some(name) => {
                let all = [Topology::Switch, Topology::Torus, Topology::Memory];
                all.into_iter().find(|it| it.name() == *name).ok_or_else(|| {
                    format!("`{name}` of the link `{text}` is none of switch, torus and memory")
                })?
            }
        };
        let combine = match more.get(1..) {
            None | Some([]) => COMBINE,
            Some([rate]) => number(rate, RATES).ok_or_else(wrong)?,
            Some(_) => return Err(wrong()),
        };
        Ok(Link { rate, latency, combine, topology })
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rate, latency) = (self.rate / 1e9, self.latency * 1e6);
        write!(f, "{rate:.6}GBps,{latency:.6}us,{}", self.topology.name())?;
        write!(f, ",{:.6}GBps", self.combine / 1e9)
    }
}

const RATES: &[(&str, f64)] = &[("GBps", 1e9), ("MBps", 1e6), ("kBps", 1e3)];
const TIMES: &[(&str, f64)] = &[("ns", 1e-9), ("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("s", 1.0)];
const SIZES: &[(&str, f64)] = &[
    ("KiB", 1024.0),
    ("MiB", 1048576.0),
    ("GiB", 1073741824.0),
    ("kB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
];

/// A positive number with a unit.
fn number(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (digits, scale) =
        units.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale)))?;
    let number: f64 = digits.trim().parse().ok()?;
    (number > 0.0 && number.is_finite()).then_some(number * scale)
}

/// Parses a size of memory in bytes: `16GiB`, `80GB`.
///
/// # Errors
/// If the text is not a positive number with a unit of KiB, MiB, GiB, kB, MB or GB.
pub fn parse_bytes(text: &str) -> Result<f64, String> {
    number(text.trim(), SIZES).ok_or_else(|| format!("`{text}` is not a size such as 16GiB"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_parsed_and_printed() {
        let link = Link::parse("50GBps,2us").expect("a link");
        assert_eq!((link.rate, link.latency), (50e9, 2.0 * 1e-6));
        assert_eq!((link.topology, link.combine), (Topology::Switch, COMBINE));
        let link = Link::parse("1GBps, 500ns, memory, 4GBps").expect("a link");
        let again = Link::parse(&link.to_string()).expect("a link");
        assert_eq!(again.to_string(), link.to_string());
        assert_eq!(link.to_string(), "1.000000GBps,0.500000us,memory,4.000000GBps");
        assert_eq!(Link::parse("1GBps,0us").map(|link| link.latency), Ok(0.0));
        for wrong in ["50,2us", "0GBps,2us", "50GBps", "1GBps,1us,torus,2us", "1GBps,1us,bus"] {
            assert!(Link::parse(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_bytes("16GiB"), Ok(16.0 * 1073741824.0));
        assert!(parse_bytes("16").is_err() && parse_bytes("-1GB").is_err());
    }
}
