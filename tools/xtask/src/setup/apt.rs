//! Installing Debian's packages with apt-get: the commands, and carrying them out.
//!
//! The package lists are fetched only where they don't know a package, or where
//! what they know can't be downloaded any more. Another program that holds apt's
//! locks (a fresh machine's unattended upgrade, mostly) is waited for.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::advice;
use super::probe::System;
use crate::process::find;

/// The time to wait for another program that installs packages.
const LOCK: Duration = Duration::from_secs(300);

/// The ways to install packages here.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Means {
    /// As root.
    Direct,
    /// Through sudo.
    Sudo,
    /// Not at all: neither root nor sudo.
    NotAllowed,
}

impl Means {
    /// `None` where there is no apt-get.
    pub(super) fn of(system: &System) -> Option<Means> {
        Means::with(system.superuser, |program| find(program, &system.path).is_some())
    }

    fn with(superuser: bool, has: impl Fn(&str) -> bool) -> Option<Means> {
        match () {
            () if !has("apt-get") => None,
            () if superuser => Some(Means::Direct),
            () if has("sudo") => Some(Means::Sudo),
            () => Some(Means::NotAllowed),
        }
    }
}

/// The packages to install, and how.
#[derive(Debug)]
pub(super) struct InstallPlan<'a> {
    pub(super) sudo: bool,
    pub(super) names: Vec<&'a str>,
}

impl InstallPlan<'_> {
    /// Fetches the package lists.
    pub(super) fn update(&self) -> Vec<String> {
        self.apt_get(&["update"])
    }

    /// Installs the packages, without a question and without what is only recommended.
    pub(super) fn install(&self) -> Vec<String> {
        let mut command = self.apt_get(&["install", "--yes", "--no-install-recommends"]);
        command.extend(self.names.iter().map(|n| (*n).to_owned()));
        command
    }

    fn apt_get(&self, args: &[&str]) -> Vec<String> {
        let lock = format!("DPkg::Lock::Timeout={}", LOCK.as_secs());
        // `env` because sudo drops the caller's variables; LC_ALL because messages are read.
        let words = ["env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C", "apt-get", "-o", &lock];
        let sudo = self.sudo.then_some("sudo");
        sudo.into_iter().chain(words).chain(args.iter().copied()).map(str::to_owned).collect()
    }

    /// Installs, fetching the lists first where needed.
    pub(super) fn carry_out(&self) -> anyhow::Result<()> {
        let mut fetched = false;
        if !self.unknown()?.is_empty() {
            let said = self.perform(&self.update())?;
            fetched = true;
            let unknown = self.unknown()?;
            // Without a network, apt-get warns and still succeeds.
            if !unknown.is_empty() && said.contains("Failed to fetch") {
                bail!("apt-get can't fetch the package lists: is this machine online?");
            }
            if !unknown.is_empty() {
                bail!("{}", advice::unknown(&unknown));
            }
        }
        match self.perform(&self.install()) {
            Ok(_) => Ok(()),
            // Lists that are some weeks old name files that the mirrors no longer have.
            Err(_) if !fetched => {
                self.perform(&self.update())?;
                self.perform(&self.install()).map(drop)
            }
            Err(error) => Err(error),
        }
    }

    /// The packages that the lists don't know.
    fn unknown(&self) -> anyhow::Result<Vec<&str>> {
        let mut unknown = Vec::new();
        for name in &self.names {
            let known = Command::new("apt-cache")
                .args(["show", "--no-all-versions", name])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .context("can't start apt-cache")?;
            if !known.success() {
                unknown.push(*name);
            }
        }
        Ok(unknown)
    }

    /// Says `command`, runs it, and repeats it while another program holds apt's
    /// locks; returns what it wrote to standard error.
    fn perform(&self, command: &[String]) -> anyhow::Result<String> {
        let line = command.join(" ");
        eprintln!("> {line}");
        let started = Instant::now();
        loop {
            let (done, errors) =
                watched(command).with_context(|| format!("can't start `{line}`"))?;
            if done {
                return Ok(errors);
            }
            // The option above waits for dpkg's lock, but not for that of the lists.
            if !errors.contains("Could not get lock") || started.elapsed() >= LOCK {
                bail!("`{line}` failed{}", last_error(&errors));
            }
            eprintln!("another program is installing packages; trying again in 5 s");
            thread::sleep(Duration::from_secs(5));
        }
    }
}

/// Runs `command` with its output shown; returns whether it succeeded, and its standard error.
fn watched(command: &[String]) -> std::io::Result<(bool, String)> {
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::inherit()) // sudo may ask for a password
        .stderr(Stdio::piped())
        .spawn()?;
    let mut text = String::new();
    if let Some(stderr) = child.stderr.take() {
        for line in BufReader::new(stderr).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            let _ = writeln!(std::io::stderr(), "{line}");
            text += &line;
            text.push('\n');
        }
    }
    Ok((child.wait()?.success(), text))
}

/// The last line in which apt names an error, as the end of a sentence.
fn last_error(stderr: &str) -> String {
    let line = stderr.lines().rev().find_map(|l| l.strip_prefix("E: "));
    line.map(|l| format!(": {l}")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sudo_only_where_not_root() {
        assert_eq!(Means::with(true, |_| true), Some(Means::Direct));
        assert_eq!(Means::with(false, |_| true), Some(Means::Sudo));
        assert_eq!(Means::with(false, |p| p == "apt-get"), Some(Means::NotAllowed));
        assert_eq!(Means::with(true, |p| p == "sudo"), None);
    }

    #[test]
    fn commands_ask_nothing_and_wait_for_locks() {
        let plan = InstallPlan { sudo: false, names: vec!["clang-22", "libz3-dev"] };
        assert_eq!(
            plan.install().join(" "),
            "env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -o DPkg::Lock::Timeout=300 \
             install --yes --no-install-recommends clang-22 libz3-dev"
        );
        let plan = InstallPlan { sudo: true, ..plan };
        assert!(plan.update().join(" ").starts_with("sudo env DEBIAN_FRONTEND"));
    }

    #[test]
    fn apts_own_reason_is_kept() {
        let stderr = "Reading\nE: Unable to locate package x\nE: Broken\nbye\n";
        assert_eq!(last_error(stderr), ": Broken");
        assert_eq!(last_error("killed"), "");
    }

    #[test]
    fn output_and_status_are_watched() {
        let sh = |script: &str| {
            let command = ["sh", "-c", script].map(str::to_owned);
            watched(&command).unwrap()
        };
        assert_eq!(sh("echo 'E: no' >&2; exit 100"), (false, "E: no\n".to_owned()));
        assert_eq!(sh("true"), (true, String::new()));
    }
}
