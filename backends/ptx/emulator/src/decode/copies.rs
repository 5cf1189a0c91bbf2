//! Asynchronous copies, `mbarrier`s, clusters.

use super::builder::{Builder, Result};
use crate::kernel::{
    Address, Async, BulkOp, Class, CopyOp, MbarrierOp, Op, Reduction, StoreOp, TensorOp, Type,
};
use crate::text::syntax::{InstructionText, Operand, Space};

const WORD: Type = Type::Unsigned(32);

/// Operations of bulk reductions.
const REDUCTIONS: &[&str] = &["add", "min", "max", "inc", "dec", "and", "or", "xor"];

impl Builder<'_> {
    /// Decodes asynchronous copies and what belongs to them. Whether `text` is one.
    pub(super) fn copies(&mut self, text: &InstructionText) -> Result<bool> {
        self.class = Class::Copy;
        match text.name.as_str() {
            "cp" if text.has("bulk") => return self.bulk(text),
            "cp" => return self.copy(text),
            "mbarrier" => {
                self.class = Class::Barrier;
                return self.mbarrier(text);
            }
            "red" if text.has("async") => self.store_async(text)?,
            "mapa" => {
                self.count(text, 3..=3)?;
                let ty = self.last_type(text)?;
                let (to, _) = self.to(&text.operands[0])?;
                let address = self.from(&text.operands[1], ty)?;
                let rank = self.from(&text.operands[2], WORD)?;
                let generic = self.space(text)? == Space::Generic;
                self.async_op(Async::Map { to, address, rank, generic });
            }
            "getctarank" => {
                self.count(text, 2..=2)?;
                let ty = self.last_type(text)?;
                let (to, _) = self.to(&text.operands[0])?;
                let address = self.from(&text.operands[1], ty)?;
                let generic = self.space(text)? == Space::Generic;
                self.async_op(Async::Rank { to, address, generic });
            }
            "barrier" if text.has("cluster") => {
                self.class = Class::Barrier;
                self.only(
                    text,
                    &["cluster", "arrive", "wait", "aligned", "release", "relaxed", "acquire"],
                )?;
                self.async_op(if text.has("arrive") {
                    Async::ClusterArrive { releases: !text.has("relaxed") }
                } else {
                    Async::ClusterWait
                });
            }
            "setmaxnreg" => {
                self.only(text, &["inc", "dec", "sync", "aligned"])?;
                self.count(text, 1..=1)?;
                let Operand::Integer(count) = text.operands[0] else { return Ok(false) };
                self.async_op(Async::SetRegisters { count });
            }
            "griddepcontrol" => self.emit(Op::Nothing),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn async_op(&mut self, op: Async) {
        self.emit(Op::Async(Box::new(op)));
    }

    /// The number of groups in `wait_group`.
    fn groups(&mut self, text: &InstructionText) -> Result<usize> {
        match text.operands[..] {
            [Operand::Integer(left)] => Ok(left as usize),
            _ => self.fail("the number of groups that may be left expected"),
        }
    }

    /// An address of shared memory, or a generic one where no space is named.
    fn shared_address(&mut self, operand: &Operand, generic: bool) -> Result<Address> {
        self.address(operand, if generic { Space::Generic } else { Space::Shared })
    }

    /// `cp.async` and its groups.
    fn copy(&mut self, text: &InstructionText) -> Result<bool> {
        let known = [
            "async",
            "ca",
            "cg",
            "shared",
            "shared::cta",
            "global",
            "L2::cache_hint",
            "L2::64B",
            "L2::128B",
            "L2::256B",
            "commit_group",
            "wait_group",
            "wait_all",
            "mbarrier",
            "arrive",
            "noinc",
        ];
        self.only(text, &known)?;
        if !text.has("async") {
            return Ok(false);
        }
        if text.has("commit_group") {
            self.async_op(Async::Commit);
        } else if text.has("wait_all") {
            self.async_op(Async::Wait(None));
        } else if text.has("wait_group") {
            let left = self.groups(text)?;
            self.async_op(Async::Wait(Some(left)));
        } else if text.has("mbarrier") {
            self.count(text, 1..=1)?;
            let generic = self.space(text)? == Space::Generic;
            let barrier = self.shared_address(&text.operands[0], generic)?;
            self.async_op(Async::CopyArrive { barrier, counts: !text.has("noinc") });
        } else {
            self.count(text, 3..=5)?;
            let to = self.address(&text.operands[0], Space::Shared)?;
            let from = self.address(&text.operands[1], Space::Global)?;
            let Operand::Integer(bytes) = text.operands[2] else {
                return self.fail("the size of a copy is a number");
            };
            if !matches!((bytes, text.has("cg")), (16, _) | (4 | 8, false)) {
                return self.fail(format!("`{}` can't copy {bytes} bytes", text.opcode()));
            }
            let mut rest = &text.operands[3..];
            if text.has("L2::cache_hint") {
                rest = &rest[..rest.len().saturating_sub(1)];
            }
            let (mut source_bytes, mut ignore) = (None, None);
            match rest {
                [] => {}
                [operand] if self.is_predicate(operand) => ignore = Some(self.predicate(operand)?),
                [operand] => source_bytes = Some(self.from(operand, WORD)?),
                _ => return self.fail("too many operands"),
            }
            let bytes = bytes as u32;
            self.async_op(Async::Copy(CopyOp { to, from, bytes, source_bytes, ignore }));
        }
        Ok(true)
    }

    fn mbarrier(&mut self, text: &InstructionText) -> Result<bool> {
        let known = [
            "init",
            "inval",
            "expect_tx",
            "complete_tx",
            "arrive",
            "arrive_drop",
            "noComplete",
            "test_wait",
            "try_wait",
            "parity",
            "pending_count",
            "shared",
            "shared::cta",
            "shared::cluster",
            "cta",
            "cluster",
            "release",
            "acquire",
            "relaxed",
        ];
        self.only(text, &known)?;
        let generic = self.space(text)? == Space::Generic;
        let releases = !text.has("relaxed");
        let first = text.mods.first().map_or("", String::as_str);
        let op = match (first, text.operands.as_slice()) {
            ("init", [barrier, count]) => MbarrierOp::Init {
                barrier: self.shared_address(barrier, generic)?,
                count: self.from(count, WORD)?,
            },
            ("inval", [barrier]) => {
                MbarrierOp::Invalidate { barrier: self.shared_address(barrier, generic)? }
            }
            ("expect_tx", [barrier, bytes]) => MbarrierOp::ExpectBytes {
                barrier: self.shared_address(barrier, generic)?,
                bytes: self.from(bytes, WORD)?,
            },
            ("complete_tx", [barrier, bytes]) => MbarrierOp::CompleteBytes {
                barrier: self.shared_address(barrier, generic)?,
                bytes: self.from(bytes, WORD)?,
            },
            ("arrive" | "arrive_drop", operands) => {
                // The state comes first, unless the object is of another block.
                let (state, rest) = match operands {
                    [Operand::Address { .. }, ..] => (None, operands),
                    [state, rest @ ..] => (Some(self.to(state)?.0), rest),
                    [] => return Ok(false),
                };
                let [barrier, rest @ ..] = rest else { return Ok(false) };
                let barrier = self.shared_address(barrier, generic)?;
                let (mut count, mut bytes) = (None, None);
                if let [operand] = rest {
                    let register = self.from(operand, WORD)?;
                    *(if text.has("expect_tx") { &mut bytes } else { &mut count }) = Some(register);
                }
                MbarrierOp::Arrive {
                    barrier,
                    state,
                    count,
                    bytes,
                    drop: first == "arrive_drop",
                    releases,
                }
            }
            ("test_wait" | "try_wait", [to, barrier, phase] | [to, barrier, phase, _]) => {
                let to = self.predicate(to)?.predicate;
                let parity = text.has("parity");
                let ty = if parity { WORD } else { Type::Unsigned(64) };
                MbarrierOp::Test {
                    barrier: self.shared_address(barrier, generic)?,
                    phase: self.from(phase, ty)?,
                    parity,
                    to,
                    sleeps: first == "try_wait",
                    acquires: releases,
                }
            }
            ("pending_count", [to, state]) => {
                let (to, _) = self.to(to)?;
                MbarrierOp::Pending { to, state: self.from(state, Type::Unsigned(64))? }
            }
            _ => return Ok(false),
        };
        self.async_op(Async::Mbarrier(op));
        Ok(true)
    }

    /// The operation of a bulk reduction.
    fn reduction(&mut self, text: &InstructionText) -> Result<Option<Reduction>> {
        if !text.has("reduce") && text.name != "red" {
            return Ok(None);
        }
        let Some(name) = text.mods.iter().find(|m| REDUCTIONS.contains(&m.as_str())) else {
            return self.fail("an operation of the reduction expected");
        };
        let element = text.mods.iter().rev().find_map(|m| Type::parse(m)).unwrap_or(Type::Bits(8));
        let reduction = Reduction { name: name.clone(), element };
        if text.has("tensor") || reduction.is_known() {
            return Ok(Some(reduction));
        }
        self.fail(format!("`{}` is not an operation of that type", text.opcode()))
    }

    /// `cp.async.bulk` with all its kin.
    fn bulk(&mut self, text: &InstructionText) -> Result<bool> {
        let known: Vec<&str> = REDUCTIONS
            .iter()
            .chain(&[
                "async",
                "bulk",
                "reduce",
                "tensor",
                "prefetch",
                "commit_group",
                "wait_group",
                "read",
                "shared::cluster",
                "shared::cta",
                "global",
                "mbarrier::complete_tx::bytes",
                "bulk_group",
                "multicast::cluster",
                "L2::cache_hint",
                "L2",
                "tile",
                "im2col",
                "1d",
                "2d",
                "3d",
                "4d",
                "5d",
                "noftz",
            ])
            .copied()
            .collect();
        self.only(text, &known)?;
        if text.has("commit_group") {
            self.async_op(Async::BulkCommit);
            return Ok(true);
        }
        if text.has("wait_group") {
            let left = self.groups(text)?;
            self.async_op(Async::BulkWait { left, read: text.has("read") });
            return Ok(true);
        }
        if text.has("prefetch") {
            self.emit(Op::Nothing);
            return Ok(true);
        }
        let hint = usize::from(text.has("L2::cache_hint"));
        let operands = &text.operands[..text.operands.len().saturating_sub(hint)];
        let reduce = self.reduction(text)?;
        if text.has("tensor") {
            return self.tensor(text, operands, reduce);
        }
        let spaces: Vec<Space> = text
            .mods
            .iter()
            .filter_map(|m| match m.as_str() {
                "global" => Some(Space::Global),
                "shared::cta" | "shared::cluster" => Some(Space::Shared),
                _ => None,
            })
            .collect();
        let ([to_space, from_space], [to, from, bytes, rest @ ..]) = (&spaces[..], operands) else {
            return Ok(false);
        };
        let to = self.address(to, *to_space)?;
        let from = self.address(from, *from_space)?;
        let bytes = self.from(bytes, WORD)?;
        let (mut barrier, mut multicast) = (None, None);
        if text.has("mbarrier::complete_tx::bytes") {
            let [address, rest @ ..] = rest else { return Ok(false) };
            barrier = Some(self.address(address, Space::Shared)?);
            if let [mask] = rest {
                multicast = Some(self.from(mask, Type::Unsigned(16))?);
            }
        }
        self.async_op(Async::Bulk(BulkOp { to, from, bytes, barrier, multicast, reduce }));
        Ok(true)
    }

    fn tensor(
        &mut self,
        text: &InstructionText,
        operands: &[Operand],
        reduce: Option<Reduction>,
    ) -> Result<bool> {
        let load = text.has("mbarrier::complete_tx::bytes");
        let (tensor, shared, rest) = match (load, operands) {
            (true, [shared, tensor, rest @ ..]) => (tensor, shared, rest),
            (false, [tensor, shared]) => (tensor, shared, &[][..]),
            _ => return Ok(false),
        };
        let Operand::Address { coordinates, .. } = tensor else { return Ok(false) };
        let [Operand::Vector(indices)] = coordinates.as_slice() else {
            return self.fail("the coordinates of a tensor copy expected");
        };
        let rank = (1..=5).find(|d| text.has(&format!("{d}d")));
        if rank != Some(indices.len()) {
            return self.fail("as many coordinates expected as dimensions");
        }
        let shared = self.address(shared, Space::Shared)?;
        let map = self.address(tensor, Space::Generic)?;
        let mut registers = Vec::new();
        for index in indices {
            registers.push(self.from(index, Type::Signed(32))?);
        }
        let (mut barrier, mut multicast) = (None, None);
        let mut offsets = text.has("im2col").then(Vec::new);
        if let [address, rest @ ..] = rest {
            barrier = Some(self.address(address, Space::Shared)?);
            let mut rest = rest;
            if let (Some(offsets), [Operand::Vector(given), others @ ..]) = (&mut offsets, rest) {
                for offset in given {
                    offsets.push(self.from(offset, Type::Unsigned(16))?);
                }
                rest = others;
            }
            if let [mask] = rest {
                multicast = Some(self.from(mask, Type::Unsigned(16))?);
            }
        }
        // Images have a side at least, and copies of them an offset for each.
        if offsets
            .as_ref()
            .is_some_and(|it| !load || it.is_empty() || it.len() + 2 != indices.len())
        {
            return self.fail("a copy of pixels is a load with an offset for each side of images");
        }
        let coordinates = registers;
        let op = TensorOp { shared, map, coordinates, offsets, barrier, multicast, reduce };
        self.async_op(Async::Tensor(op));
        Ok(true)
    }

    /// `st.async` and `red.async`.
    pub(super) fn store_async(&mut self, text: &InstructionText) -> Result<()> {
        let known: Vec<&str> = REDUCTIONS
            .iter()
            .chain(&[
                "async",
                "weak",
                "relaxed",
                "cluster",
                "shared::cluster",
                "mbarrier::complete_tx::bytes",
                "v2",
                "v4",
            ])
            .copied()
            .collect();
        self.only(text, &known)?;
        self.count(text, 3..=3)?;
        self.class = Class::Copy;
        let ty = self.last_type(text)?;
        let to = self.address(&text.operands[0], Space::Shared)?;
        let mut values = Vec::new();
        for operand in self.elements(&text.operands[1]) {
            values.push(self.from(operand, ty)?);
        }
        let barrier = self.address(&text.operands[2], Space::Shared)?;
        let reduce = self.reduction(text)?;
        self.async_op(Async::Store(StoreOp { to, values, bytes: ty.bits() / 8, barrier, reduce }));
        Ok(())
    }
}
