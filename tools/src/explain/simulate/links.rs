//! Links as options name them: by rate and latency, or by a file of measurements.

use std::path::{Path, PathBuf};

use anyhow::Context;
use hloom_analysis::simulate::Link;

use crate::Io;

/// A value of `--link`.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::explain) enum LinkSource {
    /// Rate, latency and topology.
    Stated(Link),
    /// A file; one that is missing is measured and written.
    File(PathBuf),
}

/// Links, and the cores that ranks share.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::explain) struct Links {
    pub(in crate::explain) links: Vec<Link>,
    pub(in crate::explain) cores: Option<f64>,
}

/// Parses a value of `--link`: a text with a comma is a link, another one the name of a file.
pub(in crate::explain) fn parse_link(text: &str) -> Result<LinkSource, String> {
    match Link::parse(text) {
        Ok(link) => Ok(LinkSource::Stated(link)),
        Err(_) if !text.contains(',') && !text.is_empty() => Ok(LinkSource::File(text.into())),
        Err(error) => Err(error),
    }
}

/// The links of a mesh's axes: one for all, or one for each in their order. Without any, those of
/// threads of this machine are measured.
///
/// # Errors
/// If their number does not fit, or a file can't be read or measured.
pub(in crate::explain) fn links(
    sources: &[LinkSource],
    sizes: &[i64],
    io: &mut Io<'_>,
) -> anyhow::Result<Links> {
    let mut found = Links { links: Vec::new(), cores: None };
    let ranks: i64 = sizes.iter().product();
    for source in sources {
        match source {
            LinkSource::Stated(link) => found.links.push(*link),
            LinkSource::File(path) => {
                let read = from_file(path, ranks, io)?;
                found.links.extend(read.links);
                found.cores = found.cores.or(read.cores);
            }
        }
    }
    if sources.is_empty() {
        found = measured(ranks)?;
    }
    if let [one] = found.links[..] {
        found.links = vec![one; sizes.len()];
    }
    anyhow::ensure!(
        found.links.len() == sizes.len(),
        "--link gives {} links, but the mesh has {} axes; give one for all or one for each",
        found.links.len(),
        sizes.len()
    );
    Ok(found)
}

fn from_file(path: &Path, ranks: i64, io: &mut Io<'_>) -> anyhow::Result<Links> {
    match std::fs::read_to_string(path) {
        Ok(text) => parse(&text).map_err(|what| anyhow::anyhow!("`{}`: {what}", path.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let links = measured(ranks)?;
            io.write_result(Some(path), print(&links).as_bytes())?;
            Ok(links)
        }
        Err(error) => Err(error).with_context(|| format!("can't read `{}`", path.display())),
    }
}

/// A description: a line `link = …` for each axis or one for all, and `cores = N` if ranks share the
/// cores of one machine.
fn parse(text: &str) -> Result<Links, String> {
    let mut found = Links { links: Vec::new(), cores: None };
    for (n, line) in text.lines().enumerate() {
        let code = line.split('#').next().unwrap_or("").trim();
        let wrong = |what: String| format!("line {}: {what}", n + 1);
        match code.split_once('=').map(|(name, value)| (name.trim(), value.trim())) {
            None if code.is_empty() => {}
            Some(("link", value)) => found.links.push(Link::parse(value).map_err(wrong)?),
            Some(("cores", value)) => {
                let cores: Option<f64> = value.parse().ok().filter(|n: &f64| *n > 0.0);
                let what = || wrong(format!("`{value}` is not a number of cores"));
                found.cores = Some(cores.ok_or_else(what)?);
            }
            Some(_) | None => {
                return Err(wrong(format!("expected `link = …` or `cores = …`, found `{code}`")));
            }
        }
    }
    match found.links.is_empty() {
        true => Err("it has no line `link = …`".to_owned()),
        false => Ok(found),
    }
}

fn print(links: &Links) -> String {
    let mut text = "# hloom links 1\n# rate, latency, topology, rate of combining\n".to_owned();
    for link in &links.links {
        text += &format!("link = {link}\n");
    }
    if let Some(cores) = links.cores {
        text += &format!("cores = {cores}  # that all ranks share\n");
    }
    text
}

#[cfg(feature = "llvm")]
fn measured(ranks: i64) -> anyhow::Result<Links> {
    let ranks = ranks.clamp(2, super::MOST_MEASURED);
    let link = super::calibrate::link(ranks as usize).map_err(|what| anyhow::anyhow!(what))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Links { links: vec![link], cores: Some(cores as f64) })
}

#[cfg(not(feature = "llvm"))]
fn measured(_: i64) -> anyhow::Result<Links> {
    anyhow::bail!("this hloom was built without LLVM and can't measure links")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_read_and_written() {
        let link = Link::parse("50GBps,2us,torus").expect("a link");
        assert_eq!(parse_link("50GBps,2us,torus"), Ok(LinkSource::Stated(link)));
        assert_eq!(parse_link("host.txt"), Ok(LinkSource::File("host.txt".into())));
        assert!(parse_link("50,2us").is_err() && parse_link("").is_err());
        let links = Links { links: vec![link], cores: Some(2.0) };
        assert_eq!(parse(&print(&links)), Ok(links));
        assert_eq!(parse("cores = 2"), Err("it has no line `link = …`".to_owned()));
        assert!(parse("links = 1").expect_err("wrong").contains("line 1: expected `link = …`"));
    }
}
