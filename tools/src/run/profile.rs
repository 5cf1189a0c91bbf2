//! Profiles of kernels: `--profile` and `--trace FILE`.
//!
//! The work of a kernel is that of its nest ([`hloom_loops::program::Facts`]): distinct bytes, and
//! operations on elements. The machine's peak rates are measured ([`super::roof`]): a kernel's
//! roofline is the larger of the times for its bytes and its operations. Elementary functions are
//! not counted, so kernels with many of them are far from their roofline.

use std::fmt::Write as _;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use hloom_interp::CollectiveEvent;
use serde_json::json;

use super::roof::Roof;

/// The profile of several runs, by kernel.
pub(super) struct Profile {
    threads: usize,
    rows: Vec<Row>,
    spans: Vec<Span>,
    /// The time at which the spans' times begin.
    start: Instant,
    /// The timelines of ranks, if there are several.
    ranks: Vec<Timeline>,
    /// The names of a device's streams; empty if spans are of threads.
    lanes: &'static [&'static str],
}

/// Trace events of one rank, with times in microseconds since 1970, by the machine's clock.
pub(super) struct Timeline(serde_json::Value);

/// The thread under which a trace shows collectives.
const COLLECTIVES: u32 = 1000;

/// An instant in microseconds since 1970.
fn since_1970(at: Instant) -> f64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let ago = Instant::now().saturating_duration_since(at);
    now.saturating_sub(ago).as_secs_f64() * 1e6
}

impl Timeline {
    /// The collectives of a rank: one event for each, with the bytes that it sent and received, and
    /// one for the time in which it was overlapped with computation.
    pub(super) fn of_collectives(rank: u32, events: &[CollectiveEvent]) -> Timeline {
        let process = rank + 1;
        let mut all = vec![
            json!({"name": "process_name", "ph": "M", "pid": process, "args": {"name": format!("rank {rank}")}}),
            json!({"name": "thread_name", "ph": "M", "pid": process, "tid": COLLECTIVES, "args": {"name": "collectives"}}),
        ];
        for event in events {
            let micros = |time: Duration| time.as_secs_f64() * 1e6;
            let span = |name: String, from: Instant, to: Instant| {
                json!({
                    "name": name,
                    "cat": "collective",
                    "ph": "X",
                    "pid": process,
                    "tid": COLLECTIVES,
                    "ts": since_1970(from),
                    "dur": micros(to.saturating_duration_since(from)),
                    "args": {
                        "sent": event.sent,
                        "received": event.received,
                        "waited_us": micros(event.waited),
                    },
                })
            };
            if event.start < event.begin {
                all.push(span(format!("{} (overlapped)", event.op), event.start, event.begin));
            }
            all.push(span(event.op.to_owned(), event.begin, event.end));
        }
        Timeline(all.into())
    }

    /// As JSON, for another process.
    pub(super) fn into_json(self) -> serde_json::Value {
        self.0
    }

    /// A timeline that another process made.
    pub(super) fn from_json(json: serde_json::Value) -> Timeline {
        Timeline(json)
    }
}

/// All runs of one kernel.
#[derive(Clone, Debug, Default, PartialEq)]
struct Row {
    name: String,
    /// Number of runs, and their total time.
    times: usize,
    time: Duration,
    work: Work,
}

/// The work of one run of a kernel; unknown for ops that the interpreter runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Work {
    bytes: u64,
    operations: u64,
    /// Operations for the roofline: the matrix unit does half as many on `bf16` as on bytes.
    roofed: u64,
    matrix: bool,
}

/// A time span of a thread.
#[derive(Clone, Debug, PartialEq)]
struct Span {
    name: String,
    thread: u32,
    begin: Duration,
    end: Duration,
    work: Work,
    /// Whether it is all of a kernel, and not a worker's share.
    whole: bool,
}

impl Profile {
    /// The profile from a recorder's events.
    #[cfg(feature = "llvm")]
    pub(super) fn of(
        code: &crate::embed::Code,
        recorder: &hloom_llvm::runtime::profile::Recorder,
        threads: usize,
    ) -> Profile {
        use hloom_llvm::runtime::profile::Work as Event;
        let executable = code.engine.executable();
        let spans = recorder.take().into_iter().map(|event| {
            let (name, work) = match event.work {
                Event::Kernel(call) | Event::Share(call) => {
                    let call = executable.and_then(|it| it.calls().get(call as usize));
                    let kernel =
                        call.and_then(|call| executable?.kernels().get(call.function.index()));
                    let work = kernel.map_or_else(Work::default, |kernel| Work {
                        bytes: kernel.facts.bytes_read + kernel.facts.bytes_written,
                        operations: kernel.facts.flops + kernel.facts.integer,
                        roofed: match kernel.matrix {
                            true => 2 * kernel.facts.flops + kernel.facts.integer,
                            false => kernel.facts.flops + kernel.facts.integer,
                        },
                        matrix: kernel.matrix,
                    });
                    (call.map_or_else(String::new, |call| call.name.clone()), work)
                }
                Event::Host(number) => {
                    let name = code.host_name(number as usize);
                    (format!("{name} (interpreted)"), Work::default())
                }
            };
            let (begin, end) = (event.begin, event.end);
            let whole = !matches!(event.work, Event::Share(_));
            Span { name, thread: event.thread, begin, end, work, whole }
        });
        let mut profile = Profile::new(spans.collect(), threads);
        let now = Instant::now();
        profile.start = now.checked_sub(recorder.now()).unwrap_or(now);
        profile
    }

    /// The profile of a device.
    #[cfg(feature = "ptx")]
    pub(super) fn of_device(ran: hloom_ptx::device::Spans) -> Profile {
        use hloom_ptx::device::Lane;
        let spans = ran.spans.into_iter().map(|span| {
            let thread = match span.lane {
                Lane::Kernels => 0,
                Lane::Collectives => 1,
            };
            let (begin, end, work) = (span.begin, span.end, Work::default());
            Span { name: span.name, thread, begin, end, work, whole: true }
        });
        let lanes = &["kernels", "collectives"][..];
        Profile { start: ran.start, lanes, ..Profile::new(spans.collect(), 1) }
    }

    /// The kernels of this profile as those of a rank.
    pub(super) fn timeline(&self, rank: u32) -> Timeline {
        let mut events = self.events(rank + 1);
        let start = since_1970(self.start);
        for event in &mut events {
            if let Some(at) = event["ts"].as_f64() {
                event["ts"] = json!(start + at);
            }
        }
        Timeline(events.into())
    }

    /// This profile, whose trace shows the timelines of ranks.
    pub(super) fn with(self, ranks: Vec<Timeline>) -> Profile {
        Profile { ranks, ..self }
    }

    #[cfg_attr(not(feature = "llvm"), allow(dead_code))]
    fn new(spans: Vec<Span>, threads: usize) -> Profile {
        let mut rows: Vec<Row> = Vec::new();
        for span in spans.iter().filter(|span| span.whole) {
            let same = |row: &&mut Row| row.name == span.name && row.work == span.work;
            let row = match rows.iter_mut().find(same) {
                Some(row) => row,
                None => {
                    rows.push(Row { name: span.name.clone(), work: span.work, ..Row::default() });
                    let last = rows.len() - 1;
                    &mut rows[last]
                }
            };
            row.times += 1;
            row.time += span.end.saturating_sub(span.begin);
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.time));
        Profile { threads, rows, spans, start: Instant::now(), ranks: Vec::new(), lanes: &[] }
    }

    /// The peak rates of this machine with the number of threads of the runs.
    ///
    /// # Errors
    /// If the measurement fails.
    pub(super) fn roof(&self) -> anyhow::Result<Roof> {
        Roof::measured(self.threads)
    }

    /// The time in which kernels ran. Those of tasks run at once, and their time counts once.
    fn inside(&self) -> Duration {
        let whole = self.spans.iter().filter(|span| span.whole);
        let mut times: Vec<(Duration, Duration)> = whole.map(|s| (s.begin, s.end)).collect();
        times.sort_unstable();
        let (mut inside, mut reached) = (Duration::ZERO, Duration::ZERO);
        for (begin, end) in times {
            inside += end.saturating_sub(begin.max(reached));
            reached = reached.max(end);
        }
        inside
    }

    /// A table with a line per kernel, the slowest first, averaged over the runs.
    pub(super) fn table(&self, runs: &[Duration], roof: &Roof) -> String {
        let count = runs.len().max(1);
        let whole = runs.iter().sum::<Duration>().as_secs_f64() / count as f64;
        let mut text = format!(
            "{} run{} on {} thread{}, {} each; this machine: {roof}\n",
            runs.len(),
            if runs.len() == 1 { "" } else { "s" },
            self.threads,
            if self.threads == 1 { "" } else { "s" },
            time(whole),
        );
        let head = ["time", "part", "times", "bytes", "operations", "GB/s", "Gop/s", "of roof"];
        let mut lines = vec![(head.map(str::to_owned), "kernel".to_owned())];
        let part = |seconds: f64| format!("{:.1} %", 100.0 * seconds / whole.max(1e-12));
        let inside = self.inside().as_secs_f64() / count as f64;
        for row in &self.rows {
            let each = row.time.as_secs_f64() / row.times as f64;
            let run = row.time.as_secs_f64() / count as f64;
            let Work { bytes, operations, roofed, matrix } = row.work;
            let rate = |work: u64| format!("{:.1}", work as f64 / each.max(1e-12) / 1e9);
            let best = roof.seconds(bytes, roofed, matrix);
            let known = bytes + operations > 0;
            let or_not = |text: String| if known { text } else { String::new() };
            lines.push((
                [
                    time(run),
                    part(run),
                    format!("{:.0}", row.times as f64 / count as f64),
                    or_not(quantity(bytes)),
                    or_not(quantity(operations)),
                    or_not(rate(bytes)),
                    or_not(rate(operations)),
                    or_not(format!("{:.0} %", 100.0 * best / each.max(1e-12))),
                ],
                row.name.clone(),
            ));
        }
        let rest = (whole - inside).max(0.0);
        let mut outside = head.map(|_| String::new());
        (outside[0], outside[1]) = (time(rest), part(rest));
        lines.push((outside, "outside of kernels".to_owned()));
        let width = |n: usize| lines.iter().map(|line| line.0[n].len()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..head.len()).map(width).collect();
        for (cells, name) in &lines {
            for (cell, width) in cells.iter().zip(&widths) {
                let _ = write!(text, "{cell:>width$}  ");
            }
            text.push_str(name);
            text.push('\n');
        }
        text
    }

    /// The runs as trace events for <https://ui.perfetto.dev> and `chrome://tracing`. Thread 0 is
    /// the caller; times are in microseconds. Each rank is a process of the trace.
    pub(super) fn trace(&self) -> String {
        let mut events = match self.ranks.is_empty() {
            true => self.events(1),
            false => {
                let all = self.ranks.iter().filter_map(|ranks| ranks.0.as_array());
                all.flatten().cloned().collect()
            }
        };
        if !self.ranks.is_empty() {
            // Times begin with the first event.
            let times = events.iter().filter_map(|event| event["ts"].as_f64());
            let first = times.fold(f64::INFINITY, f64::min);
            for event in &mut events {
                if let Some(at) = event["ts"].as_f64() {
                    event["ts"] = json!(at - first);
                }
            }
        }
        let mut text = json!({"displayTimeUnit": "ns", "traceEvents": events}).to_string();
        text.push('\n');
        text
    }

    /// The trace events of a process of this number, with times since the profile's start.
    fn events(&self, process: u32) -> Vec<serde_json::Value> {
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let last = self.spans.iter().map(|span| span.thread).max().unwrap_or(0);
        let names = (0..=last).map(|thread| {
            let name = match self.lanes.get(thread as usize) {
                Some(&lane) => lane.to_owned(),
                None if thread == 0 => "caller".to_owned(),
                None => format!("worker {thread}"),
            };
            json!({"name": "thread_name", "ph": "M", "pid": process, "tid": thread, "args": {"name": name}})
        });
        let spans = self.spans.iter().map(|span| {
            let Work { bytes, operations, .. } = span.work;
            json!({
                "name": span.name,
                "cat": if span.thread == 0 { "kernel" } else { "share" },
                "ph": "X",
                "pid": process,
                "tid": span.thread,
                "ts": micros(span.begin),
                "dur": micros(span.end.saturating_sub(span.begin)),
                "args": {"bytes": bytes, "operations": operations},
            })
        });
        names.chain(spans).collect()
    }
}

/// Formats seconds.
fn time(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.3} s"),
        s if s >= 1e-3 => format!("{:.3} ms", s * 1e3),
        s => format!("{:.3} us", s * 1e6),
    }
}

/// Formats a number of bytes or operations.
fn quantity(number: u64) -> String {
    match number as f64 {
        n if n >= 1e9 => format!("{:.2} G", n / 1e9),
        n if n >= 1e6 => format!("{:.2} M", n / 1e6),
        n if n >= 1e3 => format!("{:.2} k", n / 1e3),
        n => format!("{n}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile() -> Profile {
        let operations = 2_000_000;
        let work = Work { bytes: 8_000_000, operations, roofed: operations, matrix: false };
        let span = |name: &str, thread, begin, end, work| Span {
            name: name.to_owned(),
            thread,
            begin: Duration::from_micros(begin),
            end: Duration::from_micros(end),
            work,
            whole: thread != 1,
        };
        let spans = vec![
            span("add", 1, 10, 400, work),
            span("add", 0, 0, 500, work),
            span("fft (interpreted)", 0, 600, 700, Work::default()),
            span("add", 0, 1000, 1300, work),
        ];
        Profile::new(spans, 2)
    }

    #[cfg(feature = "ptx")]
    #[test]
    fn the_trace_of_a_rank_has_the_streams_of_its_device() {
        use hloom_ptx::device::{Lane, Span, Spans};
        let span = |name: &str, lane, begin, end| {
            let [begin, end] = [begin, end].map(Duration::from_micros);
            Span { name: name.to_owned(), lane, begin, end }
        };
        let spans = vec![
            span("stablehlo.all_reduce", Lane::Collectives, 10, 50),
            span("add", Lane::Kernels, 20, 40),
        ];
        let profile = Profile::of_device(Spans { start: Instant::now(), spans });
        let timeline = profile.timeline(3);
        let trace: serde_json::Value =
            serde_json::from_str(&profile.with(vec![timeline]).trace()).expect("JSON");
        let events = trace["traceEvents"].as_array().expect("a list");
        let lane = |at: usize| (&events[at]["tid"], &events[at]["args"]["name"]);
        assert_eq!(lane(0), (&json!(0), &json!("kernels")));
        assert_eq!(lane(1), (&json!(1), &json!("collectives")));
        let shown = |at: usize| (&events[at]["name"], &events[at]["tid"], &events[at]["pid"]);
        assert_eq!(shown(2), (&json!("stablehlo.all_reduce"), &json!(1), &json!(4)));
        assert_eq!(shown(3), (&json!("add"), &json!(0), &json!(4)));
        let time = |at: usize, what: &str| events[at][what].as_f64().expect("a time").round();
        // They overlap, and times begin with the first one.
        assert_eq!((time(2, "ts"), time(2, "dur")), (0.0, 40.0));
        assert_eq!((time(3, "ts"), time(3, "dur")), (10.0, 20.0));
    }

    #[test]
    fn the_table_has_a_line_for_each_kernel_and_the_rest() {
        let roof = Roof { memory: 4e10, cache: 8e10, cache_bytes: 1e6, flops: 1e11, matrix: None };
        let runs = [Duration::from_millis(1), Duration::from_millis(1)];
        assert_eq!(
            profile().table(&runs, &roof),
            "\
2 runs on 2 threads, 1.000 ms each; this machine: 40 GB/s from memory, 80 from caches, 100 Gop/s in vectors
      time    part  times   bytes  operations  GB/s  Gop/s  of roof  kernel
400.000 us  40.0 %      1  8.00 M      2.00 M  20.0    5.0     50 %  add
 50.000 us   5.0 %      0                                            fft (interpreted)
550.000 us  55.0 %                                                   outside of kernels
"
        );
    }

    #[test]
    fn kernels_that_run_at_once_count_once_as_time_in_kernels() {
        let mut profile = profile();
        let add = profile.spans[1].clone();
        profile.spans.push(Span { thread: 2, ..add });
        let profile = Profile::new(profile.spans, 3);
        assert_eq!(profile.inside(), Duration::from_micros(500 + 100 + 300));
        assert_eq!(profile.rows[0].times, 3);
    }

    #[test]
    fn the_trace_names_kernels_and_threads() {
        let trace: serde_json::Value = serde_json::from_str(&profile().trace()).unwrap();
        let events = trace["traceEvents"].as_array().unwrap();
        let names: Vec<&str> = events.iter().map(|e| e["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["thread_name", "thread_name", "add", "add", "fft (interpreted)", "add"]);
        let share = &events[2];
        assert_eq!(
            (&share["tid"], &share["ts"], &share["dur"]),
            (&json!(1), &json!(10.0), &json!(390.0))
        );
        assert_eq!(events[3]["args"]["bytes"], 8_000_000);
    }
}
