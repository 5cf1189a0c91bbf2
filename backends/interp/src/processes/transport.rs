//! The interface between ranks that are operating system processes: byte streams.

/// The unit of streams, in bytes: the length of each write and read is a multiple of it, and so is
/// the address of arrived bytes. It is the width of the widest element, so no element is divided.
pub const GRAIN: usize = 16;

/// Ordered byte streams from one rank to each of the others.
///
/// No method waits, except [`idle`](Transport::idle), which waits briefly. Framing, matching of
/// messages, collectives, deadlines and interrupts are the interpreter's, the same over every
/// transport.
pub trait Transport: Send {
    /// The number of this rank, less than [`count`](Transport::count).
    fn rank(&self) -> u32;

    /// The number of ranks.
    fn count(&self) -> u32;

    /// Appends the front of `bytes` to the stream to rank `to`, as far as there is room; returns
    /// the number of bytes taken. `bytes` is a whole number of grains, and so is the result.
    fn write(&mut self, to: u32, bytes: &[u8]) -> usize;

    /// The bytes that have arrived from rank `from` and were not consumed, as far as they are
    /// contiguous in memory: a whole number of grains, aligned to one.
    fn arrived(&self, from: u32) -> &[u8];

    /// Removes the first `bytes` of [`arrived`](Transport::arrived), which has as many.
    fn consume(&mut self, from: u32, bytes: usize);

    /// Whether bytes may have places; the same on all ranks.
    fn has_places(&self) -> bool {
        false
    }

    /// The place of bytes in memory that all ranks see, which they read by
    /// [`shared`](Transport::shared); `None` if these bytes lie elsewhere.
    fn place(&self, _bytes: &[u8]) -> Option<u64> {
        None
    }

    /// The place of bytes that other ranks write by [`store`](Transport::store); `None` if these
    /// bytes lie where they can't. Until they have said that they are done, the bytes are neither
    /// read nor written otherwise.
    fn place_to_write(&self, _bytes: &mut [u8]) -> Option<u64> {
        None
    }

    /// The bytes at a place that another rank has named. That rank does not write there before this
    /// one has said that it has read them.
    fn shared(&self, _place: u64, _bytes: usize) -> Option<&[u8]> {
        None
    }

    /// Writes bytes to a place that a rank has named to be written, past the caches if they are part
    /// of a tensor that is larger; returns whether there is such a place.
    fn store(&self, _place: u64, _bytes: &[u8], _uncached: bool) -> bool {
        false
    }

    /// Sends what was written, if the transport collects writes.
    ///
    /// # Errors
    /// As [`poll`](Transport::poll).
    fn flush(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// Lets the transport make progress by itself, before its streams are looked at.
    ///
    /// # Errors
    /// If a rank can't be reached any more; the sentence names it.
    fn poll(&mut self) -> Result<(), String>;

    /// Waits until something may have changed, at most some milliseconds. `rounds` is the number
    /// of calls since something changed: early rounds are short.
    fn idle(&mut self, rounds: u32);
}
