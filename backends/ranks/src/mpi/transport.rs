//! Byte streams through MPI: blocks of bytes that are sent and received without waiting.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use hloom_interp::{GRAIN, Transport};

use super::api::{Api, Handle, Request};

/// The bytes of a block: a message of MPI, at most.
const BLOCK: usize = 1 << 17;

/// Blocks for each peer, in each direction.
const BLOCKS: usize = 4;

/// The first bytes of a block: the number of those that follow.
const PREFIX: usize = GRAIN;

/// The rounds of waiting in which a rank only looks again, if there is a core for each, and those
/// in which it yields.
const SPINS: u32 = 100;
const YIELDS: u32 = 100;

/// The longest time that the end of requests takes when a rank leaves.
const LONGEST_END: Duration = Duration::from_millis(500);

/// One grain of a block: memory that is aligned to it.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Grain([u8; GRAIN]);

/// A block, and its request.
struct Block<H> {
    grains: Box<[Grain]>,
    request: Request<H>,
    /// Bytes after the prefix that are there: written, or to be read.
    length: usize,
    /// Bytes of them that are read.
    read: usize,
}

impl<H: Handle> Block<H> {
    fn new() -> Block<H> {
        let grains = vec![Grain([0; GRAIN]); (PREFIX + BLOCK) / GRAIN].into_boxed_slice();
        Block { grains, request: None, length: 0, read: 0 }
    }

    fn bytes(&self) -> &[u8] {
        let length = self.grains.len() * GRAIN;
        // SAFETY: Grains are bytes without padding.
        unsafe { std::slice::from_raw_parts(self.grains.as_ptr().cast(), length) }
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        let length = self.grains.len() * GRAIN;
        // SAFETY: Grains are bytes without padding.
        unsafe { std::slice::from_raw_parts_mut(self.grains.as_mut_ptr().cast(), length) }
    }
}

/// The blocks of a peer.
struct Peer<H> {
    /// Blocks that are being sent, the oldest first.
    sending: VecDeque<Block<H>>,
    /// The block that is filled, and blocks that are free.
    open: Option<Block<H>>,
    free: Vec<Block<H>>,
    /// Blocks that receive, in the order in which messages arrive.
    receiving: VecDeque<Block<H>>,
    /// Whether the first of them has arrived.
    has_arrived: bool,
}

/// A rank's streams to and from the others.
pub(super) struct Mpi<H: Handle> {
    api: Arc<Api<H>>,
    rank: u32,
    /// None for this rank itself.
    peers: Vec<Option<Peer<H>>>,
    spins: u32,
    /// The reason why a rank can't be reached.
    lost: Option<String>,
}

impl<H: Handle> Mpi<H> {
    pub(super) fn new(api: Arc<Api<H>>, rank: u32, count: u32) -> Result<Mpi<H>, String> {
        let mut peers = Vec::with_capacity(count as usize);
        for peer in 0..count {
            if peer == rank {
                peers.push(None);
                continue;
            }
            let mut receiving = VecDeque::new();
            for _ in 0..BLOCKS {
                receiving.push_back(receive(&api, Block::new(), peer)?);
            }
            let free = (0..BLOCKS).map(|_| Block::new()).collect();
            let sending = VecDeque::new();
            peers.push(Some(Peer { sending, open: None, free, receiving, has_arrived: false }));
        }
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let spins = if count as usize <= cores { SPINS } else { 0 };
        Ok(Mpi { api, rank, peers, spins, lost: None })
    }

    /// Sends the open block of a peer, and takes back those that are sent.
    fn push(&mut self, to: u32) -> Result<(), String> {
        let Some(peer) = &mut self.peers[to as usize] else { return Ok(()) };
        while let Some(front) = peer.sending.front_mut() {
            if !self.api.is_done(&mut front.request)? {
                break;
            }
            peer.free.extend(peer.sending.pop_front());
        }
        if let Some(mut block) = peer.open.take() {
            let length = block.length;
            block.bytes_mut()[..8].copy_from_slice(&(length as u64).to_le_bytes());
            // SAFETY: The block is kept in `sending`, unchanged, until the request is done; its
            // bytes are on the heap and do not move with it.
            block.request = unsafe { self.api.send(&block.bytes()[..PREFIX + length], to) }?;
            peer.sending.push_back(block);
        }
        Ok(())
    }

    /// Looks whether the next block of a peer has arrived.
    fn pull(&mut self, from: u32) -> Result<(), String> {
        let Some(peer) = &mut self.peers[from as usize] else { return Ok(()) };
        let Some(front) = peer.receiving.front_mut().filter(|_| !peer.has_arrived) else {
            return Ok(());
        };
        if self.api.is_done(&mut front.request)? {
            let mut length = [0; 8];
            length.copy_from_slice(&front.bytes()[..8]);
            front.length = (u64::from_le_bytes(length) as usize).min(BLOCK);
            front.read = 0;
            peer.has_arrived = true;
        }
        Ok(())
    }
}

/// Lets a block receive the next message of a peer.
fn receive<H: Handle>(api: &Api<H>, mut block: Block<H>, from: u32) -> Result<Block<H>, String> {
    // SAFETY: The block is kept until the request is done, and nobody looks at it before; its bytes
    // are on the heap and do not move with it.
    block.request = unsafe { api.receive(block.bytes_mut(), from) }?;
    Ok(block)
}

impl<H: Handle> Transport for Mpi<H> {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn count(&self) -> u32 {
        self.peers.len() as u32
    }

    fn write(&mut self, to: u32, bytes: &[u8]) -> usize {
        let mut written = 0;
        while written < bytes.len() {
            let Some(peer) = &mut self.peers[to as usize] else { break };
            if peer.open.is_none() {
                if peer.free.is_empty() {
                    self.lost = self.push(to).err().or_else(|| self.lost.take());
                }
                let Some(peer) = &mut self.peers[to as usize] else { break };
                let Some(mut block) = peer.free.pop() else { break };
                block.length = 0;
                peer.open = Some(block);
                continue;
            }
            let Some(block) = &mut peer.open else { break };
            let at = block.length;
            let piece = (bytes.len() - written).min(BLOCK - at);
            block.bytes_mut()[PREFIX + at..][..piece]
                .copy_from_slice(&bytes[written..written + piece]);
            block.length += piece;
            written += piece;
            if block.length == BLOCK {
                self.lost = self.push(to).err().or_else(|| self.lost.take());
            }
        }
        written
    }

    fn arrived(&self, from: u32) -> &[u8] {
        let peer = self.peers[from as usize].as_ref().filter(|peer| peer.has_arrived);
        let block = peer.and_then(|peer| peer.receiving.front());
        block.map_or(&[], |it| &it.bytes()[PREFIX + it.read..PREFIX + it.length])
    }

    fn consume(&mut self, from: u32, bytes: usize) {
        let Some(peer) = &mut self.peers[from as usize] else { return };
        let Some(front) = peer.receiving.front_mut() else { return };
        front.read += bytes;
        if front.read < front.length {
            return;
        }
        peer.has_arrived = false;
        if let Some(block) = peer.receiving.pop_front() {
            match receive(&self.api, block, from) {
                Ok(block) => peer.receiving.push_back(block),
                Err(lost) => self.lost = Some(lost),
            }
        }
        // The next one may be there already.
        if let Err(lost) = self.pull(from) {
            self.lost = Some(lost);
        }
    }

    fn flush(&mut self) -> Result<(), String> {
        for peer in 0..self.count() {
            if self.peers[peer as usize].as_ref().is_some_and(|it| it.open.is_some()) {
                self.push(peer)?;
            }
        }
        Ok(())
    }

    fn poll(&mut self) -> Result<(), String> {
        for peer in 0..self.count() {
            self.push(peer)?;
            self.pull(peer)?;
        }
        self.lost.take().map_or(Ok(()), Err)
    }

    fn idle(&mut self, rounds: u32) {
        if rounds < self.spins {
            std::hint::spin_loop();
        } else if rounds < self.spins + YIELDS {
            thread::yield_now();
        } else {
            // MPI has no wait with a deadline.
            let micros = u64::from(rounds - self.spins - YIELDS).min(1000);
            thread::sleep(Duration::from_micros(50 + micros));
        }
    }
}

impl<H: Handle> Drop for Mpi<H> {
    fn drop(&mut self) {
        let mut left: Vec<Block<H>> = Vec::new();
        for mut peer in self.peers.iter_mut().filter_map(Option::take) {
            peer.receiving.iter_mut().for_each(|block| self.api.cancel(&mut block.request));
            left.extend(peer.receiving.into_iter().chain(peer.sending));
        }
        let begin = Instant::now();
        loop {
            left.retain_mut(|block| !self.api.is_done(&mut block.request).unwrap_or(false));
            if left.is_empty() {
                return;
            }
            if begin.elapsed() > LONGEST_END {
                break;
            }
            thread::yield_now();
        }
        // MPI may still read and write them, so they keep their memory.
        left.into_iter().for_each(std::mem::forget);
    }
}
