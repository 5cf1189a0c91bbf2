//! Barriers, fences, and exchanges in a warp.

use super::builder::{Builder, Result};
use crate::kernel::{Barrier, BarrierResult, Class, Fence, Guard, Op, Reduce, Shuffle, Type, Vote};
use crate::text::syntax::{InstructionText, Operand};

const WORD: Type = Type::Unsigned(32);

impl Builder<'_> {
    /// Decodes what makes threads wait for or tell each other. Whether `text` is that.
    pub(super) fn sync(&mut self, text: &InstructionText) -> Result<bool> {
        self.class = Class::Shuffle;
        match text.name.as_str() {
            "bar" | "barrier" if text.has("warp") => {
                self.class = Class::Barrier;
                self.count(text, 1..=1)?;
                let members = self.from(&text.operands[0], WORD)?;
                self.emit(Op::WarpBarrier { members });
            }
            "bar" | "barrier" if !text.has("cluster") => {
                self.class = Class::Barrier;
                return self.block_barrier(text);
            }
            "membar" | "fence" => {
                self.class = Class::Barrier;
                return self.fence(text);
            }
            "shfl" => {
                self.only(text, &["sync", "up", "down", "bfly", "idx"])?;
                self.count(text, 5..=5)?;
                let mode = match text.mods.get(1).map(String::as_str) {
                    Some("up") => Shuffle::Up,
                    Some("down") => Shuffle::Down,
                    Some("bfly") => Shuffle::Butterfly,
                    Some("idx") => Shuffle::Index,
                    _ => return Ok(false),
                };
                let (to, valid) = match &text.operands[0] {
                    Operand::Pair(to, valid) => (self.to(to)?.0, self.to_predicate(valid)?),
                    to => (self.to(to)?.0, None),
                };
                let value = self.from(&text.operands[1], WORD)?;
                let lane = self.from(&text.operands[2], WORD)?;
                let clamp = self.from(&text.operands[3], WORD)?;
                let members = self.from(&text.operands[4], WORD)?;
                self.emit(Op::Shuffle { to, valid, mode, value, lane, clamp, members });
            }
            "vote" => {
                self.only(text, &["sync", "all", "any", "uni", "ballot"])?;
                self.count(text, 3..=3)?;
                let vote = match text.mods.get(1).map(String::as_str) {
                    Some("all") => Vote::All,
                    Some("any") => Vote::Any,
                    Some("uni") => Vote::Uniform,
                    Some("ballot") => Vote::Ballot,
                    _ => return Ok(false),
                };
                let to = if vote == Vote::Ballot {
                    self.to(&text.operands[0])?.0
                } else {
                    self.predicate(&text.operands[0])?.predicate
                };
                let predicate = match &text.operands[1] {
                    Operand::Integer(value) => self.constant_predicate(*value != 0),
                    operand => self.predicate(operand)?,
                };
                let members = self.from(&text.operands[2], WORD)?;
                self.emit(Op::Vote { vote, to, predicate, members });
            }
            "match" => {
                self.only(text, &["sync", "any", "all"])?;
                self.count(text, 3..=3)?;
                let every = text.has("all");
                let ty = self.last_type(text)?;
                let (to, all) = match &text.operands[0] {
                    Operand::Pair(to, all) => (self.to(to)?.0, self.to_predicate(all)?),
                    to => (self.to(to)?.0, None),
                };
                let value = self.from(&text.operands[1], ty)?;
                let members = self.from(&text.operands[2], WORD)?;
                self.emit(Op::Match { to, all, every, value, members });
            }
            "redux" => {
                self.only(text, &["sync", "add", "and", "or", "xor", "min", "max", "abs", "NaN"])?;
                self.count(text, 3..=3)?;
                let ty = self.last_type(text)?;
                let float = matches!(ty, Type::Float(_));
                let reduce = match text.mods.get(1).map(String::as_str) {
                    Some(name @ ("min" | "max")) if float => Reduce::Float {
                        least: name == "min",
                        magnitude: text.has("abs"),
                        nan: text.has("NaN"),
                    },
                    Some("add") => Reduce::Add,
                    Some("and") => Reduce::And,
                    Some("or") => Reduce::Or,
                    Some("xor") => Reduce::Xor,
                    Some("min") if ty.signed() => Reduce::MinSigned,
                    Some("max") if ty.signed() => Reduce::MaxSigned,
                    Some("min") => Reduce::MinUnsigned,
                    Some("max") => Reduce::MaxUnsigned,
                    _ => return Ok(false),
                };
                let (to, _) = self.to(&text.operands[0])?;
                let value = self.from(&text.operands[1], ty)?;
                let members = self.from(&text.operands[2], WORD)?;
                self.emit(Op::Reduce { to, value, members, reduce });
            }
            "activemask" => {
                self.count(text, 1..=1)?;
                let (to, _) = self.to(&text.operands[0])?;
                self.emit(Op::ActiveMask { to });
            }
            "elect" => {
                self.only(text, &["sync"])?;
                self.count(text, 2..=2)?;
                let Operand::Pair(to, predicate) = &text.operands[0] else { return Ok(false) };
                let (to, _) = self.to(to)?;
                let predicate = self.predicate(predicate)?.predicate;
                let members = self.from(&text.operands[1], WORD)?;
                self.emit(Op::Elect { to, predicate, members });
            }
            "nanosleep" => {
                self.class = Class::Control;
                self.emit(Op::Yield);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A predicate that holds everywhere, or nowhere.
    fn constant_predicate(&mut self, holds: bool) -> Guard {
        let predicate = self.new_predicate();
        let zero = self.value(0);
        let f = super::moves::condition(move |_, _| holds);
        let class = self.class;
        self.class = Class::Hidden;
        self.emit(Op::Compare {
            f,
            from: [zero, zero],
            to: Some(predicate),
            other: None,
            with: None,
        });
        self.class = class;
        Guard { predicate, negated: false }
    }

    /// `bar.sync`, `barrier.cta.red` and so on.
    fn block_barrier(&mut self, text: &InstructionText) -> Result<bool> {
        let known = ["cta", "sync", "arrive", "red", "aligned", "popc", "and", "or"];
        self.only(text, &known)?;
        let aligned = text.name == "bar" || text.has("aligned");
        let mut operands = text.operands.as_slice();
        let mut reduce = None;
        if text.has("red") {
            let how = if text.has("popc") {
                Reduce::Count
            } else if text.has("and") {
                Reduce::And
            } else {
                Reduce::Or
            };
            let [to, rest @ .., predicate] = operands else { return self.unknown(text) };
            let result = if how == Reduce::Count {
                BarrierResult::Register(self.to(to)?.0)
            } else {
                BarrierResult::Predicate(self.predicate(to)?.predicate)
            };
            reduce = Some((result, how, self.predicate(predicate)?));
            operands = rest;
        }
        let (id, threads) = match operands {
            [id] => (self.from(id, WORD)?, None),
            [id, threads] => (self.from(id, WORD)?, Some(self.from(threads, WORD)?)),
            _ => return self.unknown(text),
        };
        self.emit(Op::Barrier(Barrier { id, threads, wait: !text.has("arrive"), aligned, reduce }));
        Ok(true)
    }

    fn fence(&mut self, text: &InstructionText) -> Result<bool> {
        let known = [
            "cta",
            "gl",
            "sys",
            "cluster",
            "gpu",
            "sc",
            "acq_rel",
            "acquire",
            "release",
            "proxy",
            "alias",
            "async",
            "async::global",
            "async.global",
            "async::shared::cta",
            "global",
            "async::shared::cluster",
            "shared::cta",
            "shared::cluster",
            "tensormap::generic",
            "mbarrier_init",
            "sync_restrict::shared::cta",
            "sync_restrict::shared::cluster",
            "async::generic",
        ];
        self.only(text, &known)?;
        let fence = if text.has("mbarrier_init") {
            Fence::Memory
        } else if text.mods.iter().any(|m| m.starts_with("async")) {
            Fence::ProxyAsync
        } else if text.has("proxy") {
            Fence::Other
        } else {
            Fence::Memory
        };
        self.emit(Op::Fence(fence));
        Ok(true)
    }
}
