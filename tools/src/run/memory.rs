//! The available memory.

/// The available memory of a process in bytes: what the system can provide without swapping, within
/// the limit of the process's control group. The maximum number if neither is known.
pub(super) fn available() -> u64 {
    let system = std::fs::read_to_string("/proc/meminfo").ok().and_then(|t| in_meminfo(&t));
    let group = || {
        let read = |file: &str| std::fs::read_to_string(format!("/sys/fs/cgroup/{file}")).ok();
        let number = |file: &str| read(file)?.trim().parse::<u64>().ok();
        Some(number("memory.max")?.saturating_sub(number("memory.current")?))
    };
    system.unwrap_or(u64::MAX).min(group().unwrap_or(u64::MAX))
}

/// `MemAvailable: 123 kB`, in bytes.
fn in_meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_as_linux_writes_it() {
        let text = "MemTotal:       100 kB\nMemAvailable:   64 kB\n";
        assert_eq!(in_meminfo(text), Some(65536));
        assert_eq!(in_meminfo("MemTotal: 1 kB"), None);
        assert!(available() > 0);
    }
}
