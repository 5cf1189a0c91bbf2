//! Sessions of a framework's profiler: the times of runs and of their kernels, as an `XSpace`.
//!
//! While a session records, programs run as code that reports its kernels, which is compiled at the
//! first run in a session. Other code reports nothing.
//!
//! The message is `xplane.proto` of tsl: a plane has lines (threads), which have events whose names are
//! kept once for the plane. <https://github.com/openxla/xla/blob/main/third_party/tsl/tsl/profiler/protobuf/xplane.proto>

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use hloom::KernelSpan;

use crate::proto::{write_bytes, write_field};

/// The plane's name; viewers show all planes of this prefix.
const PLANE: &str = "/device:CUSTOM:hloom";

/// The most events that a session keeps.
const MOST: usize = 1 << 20;

/// The threads of a device's runs in the numbers of lines: the runs themselves, then their threads.
const THREADS: u64 = 1000;

/// The number of sessions that record.
static SESSIONS: AtomicUsize = AtomicUsize::new(0);

/// All that was recorded since the first of the sessions began.
static EVENTS: Mutex<Vec<Span>> = Mutex::new(Vec::new());

/// A time of a line.
#[derive(Clone, Debug)]
struct Span {
    name: String,
    /// The device, and 0 for runs, or 1 and more for the threads of kernels.
    line: (u64, u64),
    begin: Instant,
    end: Instant,
}

fn events() -> MutexGuard<'static, Vec<Span>> {
    EVENTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a session records.
pub(crate) fn is_on() -> bool {
    SESSIONS.load(Ordering::Relaxed) > 0
}

/// Records a run of a program on a device, and its kernels.
pub(crate) fn record(device: i32, program: &str, begin: Instant, kernels: Vec<KernelSpan>) {
    let device = u64::try_from(device).unwrap_or(0);
    let run = Span { name: program.to_owned(), line: (device, 0), begin, end: Instant::now() };
    let spans = kernels.into_iter().map(|kernel| Span {
        name: kernel.name,
        line: (device, u64::from(kernel.thread) + 1),
        begin: kernel.begin,
        end: kernel.end,
    });
    let mut events = events();
    let room = MOST.saturating_sub(events.len());
    events.extend(std::iter::once(run).chain(spans).take(room));
}

/// A session; the framework owns it.
#[derive(Default)]
pub(crate) struct Session {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    begun: Option<Instant>,
    /// The message, when the session has stopped.
    written: Option<Vec<u8>>,
}

impl Session {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to record.
    pub(crate) fn start(&self) {
        let mut state = self.lock();
        if state.begun.is_none() {
            state.begun = Some(Instant::now());
            state.written = None;
            SESSIONS.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// Ends the records.
    pub(crate) fn stop(&self) {
        let mut state = self.lock();
        let Some(begun) = state.begun.take() else { return };
        let mut events = events();
        let own: Vec<Span> = events.iter().filter(|span| span.begin >= begun).cloned().collect();
        if SESSIONS.fetch_sub(1, Ordering::SeqCst) == 1 {
            events.clear();
        }
        drop(events);
        state.written = Some(message(&own));
    }

    /// Calls a function with the message of a session that has stopped; that of others is empty.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&[u8]) -> T) -> T {
        read(self.lock().written.as_deref().unwrap_or_default())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Spans as an `XSpace` with one plane. Times are nanoseconds since 1970, and picoseconds from the
/// begin of a line.
fn message(spans: &[Span]) -> Vec<u8> {
    if spans.is_empty() {
        return Vec::new();
    }
    let (now, today) = (Instant::now(), SystemTime::now().duration_since(UNIX_EPOCH));
    let today = today.unwrap_or_default();
    let since_1970 = |at: Instant| today.saturating_sub(now.saturating_duration_since(at));
    let picos = |from: Instant, to: Instant| {
        let nanos = u64::try_from(to.saturating_duration_since(from).as_nanos());
        nanos.unwrap_or(u64::MAX / 1000).saturating_mul(1000)
    };
    let mut names: BTreeMap<&str, u64> = BTreeMap::new();
    for span in spans {
        let next = names.len() as u64 + 1;
        names.entry(&span.name).or_insert(next);
    }
    let mut lines: BTreeMap<(u64, u64), Vec<&Span>> = BTreeMap::new();
    for span in spans {
        lines.entry(span.line).or_default().push(span);
    }
    let mut plane = Vec::new();
    write_field(&mut plane, 1, 1);
    write_bytes(&mut plane, 2, PLANE.as_bytes());
    for ((device, thread), mut spans) in lines {
        spans.sort_by_key(|span| span.begin);
        let begin = spans.first().map_or(now, |span| span.begin);
        let mut line = Vec::new();
        write_field(&mut line, 1, device * THREADS + thread + 1);
        let name = match thread {
            0 => format!("hloom:{device} programs"),
            1 => format!("hloom:{device} kernels"),
            n => format!("hloom:{device} kernels, worker {}", n - 1),
        };
        write_bytes(&mut line, 2, name.as_bytes());
        let nanos = u64::try_from(since_1970(begin).as_nanos()).unwrap_or(u64::MAX);
        write_field(&mut line, 3, nanos);
        for span in spans {
            let mut event = Vec::new();
            write_field(&mut event, 1, names.get(&*span.name).copied().unwrap_or(0));
            write_field(&mut event, 2, picos(begin, span.begin));
            write_field(&mut event, 3, picos(span.begin, span.end));
            write_bytes(&mut line, 4, &event);
        }
        write_bytes(&mut plane, 3, &line);
    }
    for (name, number) in names {
        let mut metadata = Vec::new();
        write_field(&mut metadata, 1, number);
        write_bytes(&mut metadata, 2, name.as_bytes());
        let mut entry = Vec::new();
        write_field(&mut entry, 1, number);
        write_bytes(&mut entry, 2, &metadata);
        write_bytes(&mut plane, 4, &entry);
    }
    let mut space = Vec::new();
    write_bytes(&mut space, 1, &plane);
    space
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::{Field, Fields};

    #[test]
    fn a_session_has_the_runs_since_its_start() {
        let session = Session::default();
        session.start();
        assert!(is_on());
        let begin = Instant::now();
        let kernel = |thread| KernelSpan { name: "dot.1".to_owned(), thread, begin, end: begin };
        record(2, "jit_f", begin, vec![kernel(0), kernel(3)]);
        session.stop();
        session.read(|space| {
            let Some((1, Field::Bytes(plane))) = Fields(space).next() else { panic!("no plane") };
            let texts = |message, field| {
                let of = move |(at, value)| match value {
                    Field::Bytes(bytes) if at == field => Some(bytes),
                    _ => None,
                };
                Fields(message).filter_map(of).collect::<Vec<&[u8]>>()
            };
            assert_eq!(texts(plane, 2), [PLANE.as_bytes()]);
            let lines = texts(plane, 3);
            let names: Vec<&[u8]> = lines.iter().flat_map(|line| texts(line, 2)).collect();
            let expected = ["hloom:2 programs", "hloom:2 kernels", "hloom:2 kernels, worker 3"];
            assert!(names.iter().zip(expected).all(|(a, b)| *a == b.as_bytes()), "{names:?}");
            assert_eq!(lines.iter().map(|line| texts(line, 4).len()).sum::<usize>(), 3);
            let kept: Vec<&[u8]> =
                texts(plane, 4).into_iter().flat_map(|it| texts(texts(it, 2)[0], 2)).collect();
            assert_eq!(kept, [b"dot.1".as_slice(), b"jit_f"]);
        });
    }
}
