//! A collective on its stream: copies of rows, zeros, and the calls of NCCL.

use super::super::api::CopyRows;
use super::Loaded;
use super::session::{Session, aligned, group_of, is_world, refused, unplanned};
use crate::Error;
use crate::collective::nccl::api::{Buffers, Comm, NcclError, Stream};
use crate::collective::{Collective, Kind, Part, Rows};

impl Session {
    /// Puts a collective on the stream of collectives.
    pub(super) fn enqueue(
        &mut self,
        gpu: &mut Loaded,
        it: &Collective,
        operands: &[u64],
        results: &[u64],
    ) -> Result<(), Error> {
        let group = it.group(self.rank).map(<[u32]>::to_vec);
        let members = group.as_ref().map_or(0, Vec::len);
        let place = group.as_ref().and_then(|it| it.iter().position(|&rank| rank == self.rank));
        let what = || format!("`{}` by NCCL", it.op);
        if let (Some(group), false) = (&group, matches!(it.kind, Kind::Permute { .. })) {
            let begun = self.team.begins(group, it.op);
            begun.map_err(|why| Error::Device { what: what(), why })?;
        }
        self.last = Some((what(), partners(it, self.rank)));
        let comm = match &it.kind {
            Kind::Permute { .. } => self.world,
            _ if members < 2 => None,
            _ if is_world(&it.groups, self.team.count()) => self.world,
            _ => self.groups.iter().find(|(groups, _)| *groups == it.groups).and_then(|it| it.1),
        };
        let is_alone = members < 2 && !matches!(it.kind, Kind::Permute { .. });
        if comm.is_none() && !is_alone {
            let why = "the group has no communicator".to_owned();
            return Err(Error::Device { what: what(), why });
        }
        let mut work = Vec::with_capacity(it.parts.len());
        let (mut packed, mut unpacked) = (self.scratch[0], self.scratch[1]);
        for (i, part) in it.parts.iter().enumerate() {
            let (Some(&from), Some(&to)) = (operands.get(i), results.get(i)) else {
                return Err(unplanned(it));
            };
            let (operand, result) = (it.operand_bytes(part), it.result_bytes(part, members as u64));
            if operand == 0 && result == 0 {
                continue;
            }
            let mut at = Buffers { from, to };
            if it.is_packed(part) {
                self.rows(gpu, Move::Pack, part.split, members, (packed, from))?;
                at.from = packed;
                packed += aligned(operand);
            }
            if it.is_unpacked(part) {
                at.to = unpacked;
                unpacked += aligned(result);
            }
            work.push((part, at, to));
        }
        match comm {
            Some(comm) if !work.is_empty() => {
                self.zeros(gpu, it, place, &work)?;
                let ended = self.calls(it, place, members, &work, (comm, Stream(self.stream.0)));
                ended.map_err(|error| {
                    self.abandon(&error.to_string());
                    refused(what(), &error)
                })?;
                self.is_running = true;
                self.settle(comm)?;
            }
            _ => self.alone(gpu, it, place, &work)?,
        }
        for (part, at, to) in work {
            if it.is_unpacked(part) {
                self.rows(gpu, Move::Unpack, part.concat, members, (to, at.to))?;
            }
        }
        Ok(())
    }

    /// Zeros for a rank without a source.
    fn zeros(
        &self,
        gpu: &mut Loaded,
        it: &Collective,
        place: Option<usize>,
        work: &[(&Part, Buffers, u64)],
    ) -> Result<(), Error> {
        let without = match &it.kind {
            Kind::Permute { from, .. } => from.is_none(),
            Kind::Reduce(_) => place != Some(0),
            Kind::Broadcast => place.is_none(),
            Kind::AllReduce(_) | Kind::ReduceScatter(_) | Kind::AllGather | Kind::AllToAll => false,
        };
        if !without {
            return Ok(());
        }
        for (part, at, _) in work {
            let bytes = it.operand_bytes(part) as usize;
            let stream = self.stream;
            gpu.ask(|| format!("clearing {bytes} bytes"), |api| api.zero(at.to, bytes, stream))?;
        }
        Ok(())
    }

    /// A collective of one rank: results are copies of operands, or zeros.
    fn alone(
        &self,
        gpu: &mut Loaded,
        it: &Collective,
        place: Option<usize>,
        work: &[(&Part, Buffers, u64)],
    ) -> Result<(), Error> {
        if place.is_none() {
            return self.zeros(gpu, it, place, work);
        }
        for (part, at, _) in work {
            let (bytes, stream) = (it.operand_bytes(part) as usize, self.stream);
            gpu.ask(
                || format!("copying {bytes} bytes"),
                |api| api.copy(at.to, at.from, bytes, stream),
            )?;
        }
        Ok(())
    }

    /// The calls of NCCL for a collective.
    fn calls(
        &self,
        it: &Collective,
        place: Option<usize>,
        members: usize,
        work: &[(&Part, Buffers, u64)],
        on: (Comm, Stream),
    ) -> Result<(), NcclError> {
        let nccl = &self.nccl;
        let place = place.unwrap_or(0) as u64;
        nccl.group_start()?;
        let each = || {
            for (part, at, _) in work {
                let (at, bytes) = (*at, it.operand_bytes(part));
                let numbers = (part.number, part.count as usize);
                match &it.kind {
                    Kind::AllReduce(by) => nccl.all_reduce(at, numbers, *by, on)?,
                    Kind::Reduce(by) => nccl.reduce(at, numbers, *by, 0, on)?,
                    Kind::ReduceScatter(by) => {
                        let numbers = (part.number, part.count as usize / members.max(1));
                        nccl.reduce_scatter(at, numbers, *by, on)?;
                    }
                    Kind::AllGather => nccl.all_gather(at, bytes as usize, on)?,
                    Kind::Broadcast => nccl.broadcast(at, bytes as usize, 0, on)?,
                    Kind::AllToAll => {
                        let each = bytes / (members as u64).max(1);
                        for member in 0..members as u64 {
                            // Rank by rank from this one on, so that all send to different ones.
                            let to = (place + member) % members as u64;
                            let from = (place + members as u64 - member) % members as u64;
                            nccl.send(at.from + to * each, each as usize, to as i32, on)?;
                            nccl.receive(at.to + from * each, each as usize, from as i32, on)?;
                        }
                    }
                    Kind::Permute { to, from } => {
                        for &to in to {
                            nccl.send(at.from, bytes as usize, to as i32, on)?;
                        }
                        if let Some(from) = from {
                            nccl.receive(at.to, bytes as usize, *from as i32, on)?;
                        }
                    }
                }
            }
            Ok(())
        };
        // A list that was begun is ended, whatever its calls say.
        let outcome = each();
        outcome.and(nccl.group_end())
    }

    /// Puts the members' parts of rows one behind the other, or back.
    fn rows(
        &self,
        gpu: &mut Loaded,
        direction: Move,
        Rows { outer, inner }: Rows,
        members: usize,
        (to, from): (u64, u64),
    ) -> Result<(), Error> {
        let (pitch, width, height) = (inner * members as u64, inner as usize, outer as usize);
        for member in 0..members as u64 {
            let (in_rows, together) = (member * inner, member * outer * inner);
            let rows = match direction {
                Move::Pack => CopyRows {
                    to: (to + together, width),
                    from: (from + in_rows, pitch as usize),
                    width,
                    height,
                },
                Move::Unpack => CopyRows {
                    to: (to + in_rows, pitch as usize),
                    from: (from + together, width),
                    width,
                    height,
                },
            };
            let stream = self.stream;
            gpu.ask(|| "copying rows on the GPU".to_owned(), |api| api.copy_rows(&rows, stream))?;
        }
        Ok(())
    }
}

/// The direction of a copy of rows.
#[derive(Clone, Copy)]
enum Move {
    Pack,
    Unpack,
}

/// The ranks that a collective of a rank waits for.
fn partners(it: &Collective, rank: u32) -> Vec<u32> {
    match &it.kind {
        Kind::Permute { to, from } => to.iter().copied().chain(*from).collect(),
        Kind::AllReduce(_)
        | Kind::Reduce(_)
        | Kind::ReduceScatter(_)
        | Kind::AllGather
        | Kind::AllToAll
        | Kind::Broadcast => group_of(it, rank).to_vec(),
    }
}
