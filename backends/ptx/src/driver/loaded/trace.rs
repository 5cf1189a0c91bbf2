//! The times at which kernels and collectives ran, by events around them on their streams.

use std::time::{Duration, Instant};

use super::super::api::Handle;
use super::Loaded;
use crate::Error;
use crate::device::{Lane, Span, Spans};

/// The largest number of spans that are kept: the first ones.
const MOST: usize = 1 << 16;

/// A trace that grows.
pub(super) struct Trace {
    /// The event at the beginning, and the time on the host.
    base: Handle,
    start: Instant,
    spans: Vec<(String, Lane, [Handle; 2])>,
}

fn what() -> String {
    "taking times for a trace".to_owned()
}

impl Loaded {
    /// Begins a trace.
    pub(super) fn begin_trace(&mut self) -> Result<(), Error> {
        let stream = self.stream();
        let base = self.ask(what, |api| api.event())?;
        let recorded = self.ask(what, |api| api.record(base, stream));
        if let Err(error) = recorded.and_then(|()| self.wait()) {
            let _ = self.ask(what, |api| api.end_event(base));
            return Err(error);
        }
        self.trace = Some(Trace { base, start: Instant::now(), spans: Vec::new() });
        Ok(())
    }

    /// Does work on a stream, between two events if there is a trace.
    pub(super) fn traced(
        &mut self,
        name: impl FnOnce() -> String,
        (lane, stream): (Lane, Handle),
        work: impl FnOnce(&mut Loaded) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.trace.as_ref().is_none_or(|trace| trace.spans.len() >= MOST) {
            return work(self);
        }
        let begin = self.ask(what, |api| api.event())?;
        let end = match self.ask(what, |api| api.event()) {
            Ok(end) => end,
            Err(error) => {
                let _ = self.ask(what, |api| api.end_event(begin));
                return Err(error);
            }
        };
        let outcome = self
            .ask(what, |api| api.record(begin, stream))
            .and_then(|()| work(self))
            .and_then(|()| self.ask(what, |api| api.record(end, stream)));
        match (&mut self.trace, &outcome) {
            (Some(trace), Ok(())) => trace.spans.push((name(), lane, [begin, end])),
            _ => {
                for event in [begin, end] {
                    let _ = self.ask(what, |api| api.end_event(event));
                }
            }
        }
        outcome
    }

    /// The spans since the last call, of work that is done by now.
    pub(super) fn take_spans(&mut self) -> Result<Option<Spans>, Error> {
        if self.trace.is_none() {
            return Ok(None);
        }
        self.wait()?;
        let Some(trace) = &mut self.trace else { return Ok(None) };
        let (base, start, taken) = (trace.base, trace.start, std::mem::take(&mut trace.spans));
        let mut spans = Vec::with_capacity(taken.len());
        for (name, lane, [begin, end]) in taken {
            let times = [begin, end].map(|event| self.ask(what, |api| api.elapsed(base, event)));
            for event in [begin, end] {
                self.ask(what, |api| api.end_event(event))?;
            }
            let [begin, end] = times;
            let time = |millis: f32| Duration::from_secs_f64(f64::from(millis.max(0.0)) / 1e3);
            spans.push(Span { name, lane, begin: time(begin?), end: time(end?) });
        }
        Ok(Some(Spans { start, spans }))
    }

    /// Gives the events of a trace back.
    pub(super) fn end_trace(&mut self) {
        let Some(trace) = self.trace.take() else { return };
        let events = trace.spans.into_iter().flat_map(|(_, _, events)| events);
        for event in events.chain([trace.base]) {
            let _ = self.ask(what, |api| api.end_event(event));
        }
    }
}
