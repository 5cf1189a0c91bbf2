//! Simulation of tasks on cores that share memory.
//!
//! A task runs on one core, after the tasks whose results it reads. It first takes the seconds of its
//! own work, and then those of its traffic with memory, which the memory gives to a limited number of
//! cores at full speed: more of them share it. Cores take ready tasks in order, the one that a core
//! has made operands of first. A task that reads results of another core waits for a signal.

/// A task.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Task {
    /// The seconds that do not depend on other cores.
    pub work: f64,
    /// The seconds of traffic with memory at full speed.
    pub traffic: f64,
    /// The numbers of the tasks that it waits for, all smaller than its own.
    pub after: Vec<usize>,
}

/// A task in time.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Run {
    /// The core.
    pub core: usize,
    /// The seconds at its begin.
    pub begin: f64,
    /// The seconds at its end.
    pub end: f64,
}

/// The tasks in time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CoresReport {
    /// The seconds until the last task has ended.
    pub seconds: f64,
    /// The time of each task.
    pub runs: Vec<Run>,
    /// The share of all cores' time in which they do nothing.
    pub idle: f64,
}

/// The cores that run tasks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cores {
    /// Their number.
    pub count: usize,
    /// The number of them that the memory serves at full speed.
    pub memory: f64,
    /// The seconds of a signal from one core to another.
    pub signal: f64,
}

/// The rest of a task that a core runs.
#[derive(Clone, Copy)]
struct Running {
    task: usize,
    work: f64,
    traffic: f64,
}

/// Runs tasks on cores.
///
/// # Panics
/// If a task waits for a later one, or there is no core.
pub fn on_cores(tasks: &[Task], cores: Cores) -> CoresReport {
    assert!(cores.count > 0, "there is a core");
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); tasks.len()];
    let mut missing: Vec<usize> = vec![0; tasks.len()];
    for (n, task) in tasks.iter().enumerate() {
        let mut after = task.after.clone();
        after.sort_unstable();
        after.dedup();
        assert!(after.iter().all(|&before| before < n), "task {n} waits for a later one");
        missing[n] = after.len();
        after.into_iter().for_each(|before| users[before].push(n));
    }
    let mut ready: Vec<usize> = (0..tasks.len()).filter(|&n| missing[n] == 0).collect();
    let mut runs = vec![Run::default(); tasks.len()];
    let mut running: Vec<Option<Running>> = vec![None; cores.count];
    let (mut now, mut busy) = (0.0, 0.0);
    loop {
        for (core, slot) in running.iter_mut().enumerate() {
            if slot.is_some() || ready.is_empty() {
                continue;
            }
            let own = |n: &usize| tasks[*n].after.last().is_some_and(|&b| runs[b].core == core);
            let at = ready.iter().position(own).unwrap_or(0);
            let task = ready.remove(at);
            let far = tasks[task].after.iter().any(|&before| runs[before].core != core);
            let work = tasks[task].work + if far { cores.signal } else { 0.0 };
            runs[task] = Run { core, begin: now, end: now };
            *slot = Some(Running { task, work, traffic: tasks[task].traffic });
        }
        let moving = running.iter().flatten().filter(|it| it.work <= 0.0 && it.traffic > 0.0);
        let moving = moving.count() as f64;
        let rate = if moving > 0.0 { (cores.memory / moving).min(1.0) } else { 1.0 };
        // The seconds until a core comes to its traffic or to its end.
        let next = |it: &Running| match it.work > 0.0 {
            true => it.work,
            false => it.traffic / rate,
        };
        let step = running.iter().flatten().map(next).fold(f64::INFINITY, f64::min);
        if step.is_infinite() {
            break;
        }
        now += step;
        for (core, slot) in running.iter_mut().enumerate() {
            let Some(it) = slot else { continue };
            busy += step;
            if it.work > 0.0 {
                it.work = if it.work <= step { 0.0 } else { it.work - step };
            } else {
                let moved = step * rate;
                let left = it.traffic - moved;
                // Rounding leaves no traffic.
                it.traffic = if left <= 1e-12 * it.traffic { 0.0 } else { left };
            }
            if it.work <= 0.0 && it.traffic <= 0.0 {
                runs[it.task].end = now;
                runs[it.task].core = core;
                for &user in &users[it.task] {
                    missing[user] -= 1;
                    if missing[user] == 0 {
                        let at = ready.partition_point(|&other| other < user);
                        ready.insert(at, user);
                    }
                }
                *slot = None;
            }
        }
    }
    let all = now * cores.count as f64;
    CoresReport { seconds: now, runs, idle: if all > 0.0 { 1.0 - busy / all } else { 0.0 } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(work: f64, traffic: f64, after: &[usize]) -> Task {
        Task { work, traffic, after: after.to_vec() }
    }

    const FOUR: Cores = Cores { count: 4, memory: 2.0, signal: 0.0 };

    #[test]
    fn independent_tasks_run_side_by_side_and_chains_do_not() {
        let apart: Vec<Task> = (0..8).map(|_| task(1.0, 0.0, &[])).collect();
        assert_eq!(on_cores(&apart, FOUR).seconds, 2.0);
        let chain: Vec<Task> = (0..4usize)
            .map(|n| task(1.0, 0.0, &n.checked_sub(1).map_or(vec![], |b| vec![b])))
            .collect();
        let report = on_cores(&chain, FOUR);
        assert_eq!((report.seconds, report.idle), (4.0, 0.75));
        // A chain stays on its core, so that it gets no signals.
        let cores = Cores { signal: 0.5, ..FOUR };
        assert_eq!(on_cores(&chain, cores).seconds, 4.0);
        assert!(report.runs.iter().all(|run| run.core == report.runs[0].core));
    }

    #[test]
    fn cores_share_the_memory() {
        // Four cores move what takes a second; the memory serves two at full speed.
        let apart: Vec<Task> = (0..4).map(|_| task(0.0, 1.0, &[])).collect();
        assert_eq!(on_cores(&apart, FOUR).seconds, 2.0);
        // Work goes on meanwhile: after a second, two cores have the memory for themselves.
        let mixed =
            [task(0.0, 1.0, &[]), task(0.0, 1.0, &[]), task(1.0, 1.0, &[]), task(1.0, 1.0, &[])];
        assert_eq!(on_cores(&mixed, FOUR).seconds, 2.0);
    }

    #[test]
    fn a_join_waits_for_a_signal() {
        let tasks = [task(1.0, 0.0, &[]), task(2.0, 0.0, &[]), task(1.0, 0.0, &[0, 1])];
        let cores = Cores { signal: 0.25, ..FOUR };
        assert_eq!(on_cores(&tasks, cores).seconds, 3.25);
        assert_eq!(on_cores(&tasks, Cores { count: 1, ..cores }).seconds, 4.0);
    }
}
