//! The collectives of a GPU program that its ranks' devices run between themselves.
//!
//! Before this: ops that a lowered program leaves to its host ([`HostFallbacks`]). After it: a
//! [`Plan`] of those that devices run, for one rank; and for each other collective the reason why the
//! host runs it. All ranks decide alike: a decision depends on the program and the grid of ranks.
//!
//! NCCL's reductions differ from StableHLO's in these cases, which stay on the host:
//!
//! | reduction | NCCL | StableHLO |
//! |---|---|---|
//! | minimum, maximum of floats | `fminf(NaN, x)` is `x` (`src/device/reduce_kernel.h`) | NaN |
//! | sums of 8-bit floats | saturate where the sum is too large | NaN, or infinity |
//! | 16-bit integers, `and`, `or`, `xor` of integers, other regions | none | |
//!
//! Sums of floats are in an order that NCCL chooses. `complex` sums are sums of twice as many reals,
//! and reductions of `i1` are minima and maxima of bytes. Ops that only move elements move bytes, of
//! any element type but quantized ones, whose zeros are not zero.

use std::collections::BTreeMap;
use std::sync::Arc;

use hloom_analysis::monoid::Monoid;
use hloom_interp::{process_groups, process_partner};
use hloom_ir::ops::{Groups, Op, Strategy, replica_groups};
use hloom_ir::{Element, Module, OpId, TensorType, Type};
use hloom_loops::lower::{HostCall, HostFallbacks, HostPlace, HostWork};
use hloom_ptx::collective::{Collective, Kind, Number, Part, Plan, Reduction, Rows, When};

/// The collectives of a program for one rank.
#[derive(Default, Debug)]
pub(crate) struct Planned {
    pub(crate) plan: Arc<Plan>,
    /// The numbers of the host's functions that the host runs, with the reason.
    pub(crate) reasons: BTreeMap<u32, String>,
}

/// The grid of ranks, replicas by partitions, and the number of this one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankInGrid {
    pub(crate) shape: (u32, u32),
    pub(crate) rank: u32,
}

/// Plans the collectives of a program; `unreachable` is the reason why devices can't run any.
pub(crate) fn plan(
    module: &Module,
    fallbacks: &HostFallbacks,
    seat: RankInGrid,
    unreachable: Option<&str>,
) -> Planned {
    let (mut plan, mut reasons) = (Plan::default(), BTreeMap::new());
    for (number, call) in (0..).zip(&fallbacks.calls) {
        let HostWork::Op(op) = call.work else { continue };
        let (inner, when) = match module.op(op) {
            Op::AsyncStart(_) => (inner_of(module, op), When::Start(number)),
            _ => (Some(op), When::Now),
        };
        let Some(inner) = inner.filter(|&inner| is_collective(module.op(inner))) else { continue };
        let resolved = match unreachable {
            Some(why) => Err(why.to_owned()),
            None => resolve(module, inner, seat, when),
        };
        let ending = match when {
            When::Start(_) => end_of(fallbacks, number),
            When::Now | When::Done(_) => Ok(None),
        };
        match resolved.and_then(|it| Ok((it, ending?))) {
            Ok((it, ending)) => {
                if let Some(ending) = ending {
                    let when = When::Done(number);
                    plan.0.insert(ending, Collective { when, ..it.clone() });
                }
                plan.0.insert(number, it);
            }
            Err(why) => {
                reasons.insert(number, why);
            }
        }
    }
    Planned { plan: Arc::new(plan), reasons }
}

/// The op inside of an `async_start`.
fn inner_of(module: &Module, op: OpId) -> Option<OpId> {
    module.entry(op, 0).and_then(|block| module.ops(block).next())
}

/// The host's function that ends the overlapped collective which one begins.
fn end_of(fallbacks: &HostFallbacks, start: u32) -> Result<Option<u32>, String> {
    let elsewhere = || "its future is used by other ops than one `async_done`".to_owned();
    let begun = fallbacks.calls.get(start as usize).ok_or_else(elsewhere)?;
    let futures: Option<Vec<u32>> = begun.results.iter().map(on_host).collect();
    let futures = futures.filter(|it| !it.is_empty()).ok_or_else(elsewhere)?;
    let uses = |call: &HostCall| {
        let captured = call.captured.iter().map(|(_, place)| place);
        let mut places = call.operands.iter().chain(captured).filter_map(on_host);
        places.any(|number| futures.contains(&number))
    };
    let users: Vec<(u32, &HostCall)> =
        (0..).zip(&fallbacks.calls).filter(|(_, call)| uses(call)).collect();
    let [(number, ending)] = users[..] else { return Err(elsewhere()) };
    let takes: Option<Vec<u32>> = ending.operands.iter().map(on_host).collect();
    let in_memory = ending.results.iter().all(|place| matches!(place, HostPlace::Memory(_)));
    let returned = fallbacks.results.iter().any(|number| futures.contains(number));
    if takes.as_ref() != Some(&futures) || !in_memory || returned || !ending.captured.is_empty() {
        return Err(elsewhere());
    }
    Ok(Some(number))
}

fn on_host(place: &HostPlace) -> Option<u32> {
    match place {
        HostPlace::OnHost(number) => Some(*number),
        HostPlace::Memory(_) | HostPlace::Stored(_) | HostPlace::Token | HostPlace::Tuple(_) => {
            None
        }
    }
}

fn is_collective(op: &Op) -> bool {
    replica_groups(op).is_some() || matches!(op, Op::CollectivePermute(_))
}

/// A collective for one rank.
fn resolve(module: &Module, op: OpId, seat: RankInGrid, when: When) -> Result<Collective, String> {
    let kind = module.op(op);
    let operands = tensors(module.operands(op).iter().map(|&v| module.ty(v)))?;
    let results = tensors(module.result_types(op).iter().copied())?;
    if operands.len() != results.len() {
        return Err("its root is known when it runs".to_owned());
    }
    let name = kind.def().name;
    if let Op::CollectivePermute(it) = kind {
        let strategy = Strategy::moving(it.channel_handle);
        let (mut to, mut from) = (Vec::new(), None);
        for pair in it.source_target_pairs.rows() {
            let &[source, target] = pair else { return Err("a pair is not one".to_owned()) };
            let partner = |id: i64| process_partner(seat.shape, seat.rank, strategy, id);
            let (source, target) = (partner(source)?, partner(target)?);
            if source == seat.rank {
                to.push(target);
            }
            if target == seat.rank {
                from = Some(source);
            }
        }
        let all = (0..seat.shape.0 * seat.shape.1).collect();
        let parts = operands.iter().map(|ty| moved(ty, Rows { outer: 1, inner: 0 })).collect();
        let kind = Kind::Permute { to, from };
        return Ok(Collective { op: name, kind, groups: vec![all], parts, when });
    }
    let Some(Groups { ids, strategy, .. }) = replica_groups(kind) else {
        return Err("it has no groups".to_owned());
    };
    let groups = process_groups(seat.shape, strategy, &ids.groups(module)?)?;
    let covered: usize = groups.iter().map(Vec::len).sum();
    let everybody = covered == (seat.shape.0 * seat.shape.1) as usize;
    let members = groups.first().map_or(0, Vec::len) as u64;
    if !everybody && !matches!(kind, Op::CollectiveBroadcast(_)) {
        return Err("a rank is in none of its groups".to_owned());
    }
    let is_uniform = groups.iter().all(|group| group.len() as u64 == members);
    let pairs: Vec<(&TensorType, &TensorType)> = operands.iter().zip(&results).collect();
    let reduced = || reduction(module, op, &pairs);
    let none = Rows { outer: 1, inner: 0 };
    let (kind, parts): (Kind, Vec<Part>) = match kind {
        Op::AllReduce(_) => {
            let (by, numbers) = reduced()?;
            (Kind::AllReduce(by), numbers)
        }
        Op::CollectiveReduce(it) if !it.has_dynamic_root.0 => {
            let (by, numbers) = reduced()?;
            (Kind::Reduce(by), numbers)
        }
        Op::ReduceScatter(it) => {
            let (by, mut numbers) = reduced()?;
            for (part, ty) in numbers.iter_mut().zip(&operands) {
                part.split = rows(ty, it.scatter_dimension, members)?;
            }
            (Kind::ReduceScatter(by), numbers)
        }
        Op::AllGather(it) => {
            let parts = operands.iter().map(|ty| Ok(moved(ty, rows(ty, it.all_gather_dim, 1)?)));
            (Kind::AllGather, parts.collect::<Result<_, String>>()?)
        }
        Op::AllToAll(it) if it.split_count == members as i64 => {
            let parts = pairs.iter().map(|(ty, result)| {
                let concat = rows(result, it.concat_dimension, members)?;
                let split = rows(ty, it.split_dimension, members)?;
                Ok(Part { split, ..moved(ty, concat) })
            });
            (Kind::AllToAll, parts.collect::<Result<_, String>>()?)
        }
        Op::CollectiveBroadcast(it) if !it.has_dynamic_root.0 => {
            (Kind::Broadcast, operands.iter().map(|ty| moved(ty, none)).collect())
        }
        Op::CollectiveBroadcast(_) | Op::CollectiveReduce(_) => {
            return Err("its root is known when it runs".to_owned());
        }
        // Any other op: the host runs it, or reports what is wrong.
        _ => return Err("its parts do not fit its groups".to_owned()),
    };
    let divides = matches!(kind, Kind::AllGather | Kind::AllToAll | Kind::ReduceScatter(_));
    let it = Collective { op: name, kind, groups, parts, when };
    let fits = it.parts.iter().zip(&results).all(|(part, ty)| {
        Some(it.result_bytes(part, if divides { members } else { 1 })) == bytes(ty)
    });
    if divides && !is_uniform || !fits {
        return Err("its parts do not fit its groups".to_owned());
    }
    Ok(it)
}

fn tensors(types: impl Iterator<Item = Type>) -> Result<Vec<TensorType>, String> {
    let each = types.map(|ty| {
        let tensor = ty.as_tensor().ok_or("it is not of tensors alone")?;
        match tensor.element {
            Element::Quant(_) => Err("its elements are quantized".to_owned()),
            _ if tensor.byte_size().is_none() => Err("its extents are not known".to_owned()),
            _ => Ok(tensor.clone()),
        }
    });
    each.collect()
}

/// The bytes of a tensor as devices store it.
fn bytes(ty: &TensorType) -> Option<u64> {
    let count = ty.dims.iter().try_fold(1u64, |n, &d| n.checked_mul(u64::try_from(d).ok()?))?;
    count.checked_mul(ty.element.byte_width() as u64)
}

/// An operand whose elements are only moved; `concat` is the division of its result.
fn moved(ty: &TensorType, concat: Rows) -> Part {
    let count = bytes(ty).unwrap_or(0);
    Part { number: Number::U8, count, split: Rows { outer: 1, inner: count }, concat }
}

/// The division of a tensor along a dimension among so many members.
fn rows(ty: &TensorType, dimension: i64, members: u64) -> Result<Rows, String> {
    let wrong =
        || format!("{} can't be divided by {members} along {dimension}", Type::from(ty.clone()));
    let at = usize::try_from(dimension).ok().filter(|&at| at < ty.dims.len()).ok_or_else(wrong)?;
    let extent = ty.dims[at] as u64;
    if members == 0 || !extent.is_multiple_of(members) {
        return Err(wrong());
    }
    let outer = ty.dims[..at].iter().map(|&d| d as u64).product();
    let behind: u64 = ty.dims[at + 1..].iter().map(|&d| d as u64).product();
    let inner = extent / members * behind * ty.element.byte_width() as u64;
    Ok(Rows { outer, inner })
}

/// The reduction of an op, and its operands as numbers.
fn reduction(
    module: &Module,
    op: OpId,
    pairs: &[(&TensorType, &TensorType)],
) -> Result<(Reduction, Vec<Part>), String> {
    let monoid = Monoid::of_single(module, op);
    let monoid =
        monoid.ok_or("its region is not one sum, product, minimum or maximum of its arguments")?;
    let mut chosen = None;
    let mut parts = Vec::with_capacity(pairs.len());
    for (operand, result) in pairs {
        if operand.element != result.element {
            return Err(format!(
                "its elements are {}, and its sums {}",
                operand.element, result.element
            ));
        }
        let (by, number, each) = reduces(monoid, operand.element)?;
        if chosen.is_some_and(|known| known != by) {
            return Err("its operands are of different element types".to_owned());
        }
        chosen = Some(by);
        let count: u64 = operand.dims.iter().map(|&d| d as u64).product::<u64>() * each;
        let none = Rows { outer: 1, inner: 0 };
        parts.push(Part { number, count, split: none, concat: none });
    }
    Ok((chosen.ok_or("it has no operands")?, parts))
}

/// The reduction that devices run for an operation on elements, with the numbers of an element.
fn reduces(monoid: Monoid, element: Element) -> Result<(Reduction, Number, u64), String> {
    let none = |why: &str| Err(format!("NCCL's `{}` of {element} {why}", monoid.name()));
    if element == Element::I1 {
        return match monoid {
            Monoid::Add | Monoid::Maximum | Monoid::Or => Ok((Reduction::Max, Number::U8, 1)),
            Monoid::Multiply | Monoid::Minimum | Monoid::And => Ok((Reduction::Min, Number::U8, 1)),
            Monoid::Xor => none("does not exist"),
        };
    }
    let by = match monoid {
        Monoid::Add => Reduction::Sum,
        Monoid::Multiply => Reduction::Product,
        Monoid::Minimum => Reduction::Min,
        Monoid::Maximum => Reduction::Max,
        Monoid::And | Monoid::Or | Monoid::Xor => return none("does not exist"),
    };
    if matches!(by, Reduction::Min | Reduction::Max) && element.is_float() {
        return none("drops NaN");
    }
    let number = match element {
        Element::I8 => Number::I8,
        Element::U8 => Number::U8,
        Element::I32 => Number::I32,
        Element::U32 => Number::U32,
        Element::I64 => Number::I64,
        Element::U64 => Number::U64,
        Element::F16 => Number::F16,
        Element::BF16 => Number::Bf16,
        Element::F32 => Number::F32,
        Element::F64 => Number::F64,
        Element::C64 if by == Reduction::Sum => return Ok((by, Number::F32, 2)),
        Element::C128 if by == Reduction::Sum => return Ok((by, Number::F64, 2)),
        Element::F8E4M3FN | Element::F8E5M2 => return none("saturates"),
        _ => return none("does not exist"),
    };
    Ok((by, number, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_that_differ_stay_on_the_host() {
        let said = |monoid, element| reduces(monoid, element).expect_err("NCCL has another one");
        assert_eq!(said(Monoid::Minimum, Element::F16), "NCCL's `minimum` of f16 drops NaN");
        assert_eq!(said(Monoid::Maximum, Element::F64), "NCCL's `maximum` of f64 drops NaN");
        assert_eq!(said(Monoid::Add, Element::F8E5M2), "NCCL's `add` of f8E5M2 saturates");
        assert_eq!(said(Monoid::And, Element::I32), "NCCL's `and` of i32 does not exist");
        assert_eq!(said(Monoid::Xor, Element::I1), "NCCL's `xor` of i1 does not exist");
        assert_eq!(said(Monoid::Add, Element::I16), "NCCL's `add` of i16 does not exist");
        assert_eq!(
            said(Monoid::Multiply, Element::C64),
            "NCCL's `multiply` of complex<f32> does not exist"
        );
        let done = |monoid, element| reduces(monoid, element).expect("NCCL has it");
        assert_eq!(done(Monoid::Add, Element::C128), (Reduction::Sum, Number::F64, 2));
        assert_eq!(done(Monoid::Add, Element::I1), (Reduction::Max, Number::U8, 1));
        assert_eq!(done(Monoid::And, Element::I1), (Reduction::Min, Number::U8, 1));
        assert_eq!(done(Monoid::Minimum, Element::U32), (Reduction::Min, Number::U32, 1));
    }

    #[test]
    fn parts_are_rows_of_bytes() {
        let ty = Type::tensor(&[2, 6, 5], Element::F16);
        let ty = ty.as_tensor().expect("a tensor");
        assert_eq!(rows(ty, 1, 3), Ok(Rows { outer: 2, inner: 20 }));
        assert_eq!(rows(ty, 0, 2), Ok(Rows { outer: 1, inner: 60 }));
        assert_eq!(
            rows(ty, 2, 2),
            Err("tensor<2x6x5xf16> can't be divided by 2 along 2".to_owned())
        );
    }
}
