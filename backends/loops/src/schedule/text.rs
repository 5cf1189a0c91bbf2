//! Schedules as text.

use super::gemm_directives::positive;
use super::{Directive, MathOp, Operand, Packing, Schedule, ThreadGroup};
use std::fmt;
use std::str::FromStr;

/// Text that is not a schedule.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}`: {reason}")]
pub struct ScheduleSyntax {
    /// The directive.
    pub text: String,
    /// The expected text.
    pub reason: &'static str,
}

impl fmt::Display for Directive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Directive::Tile(tiles) => {
                let each: Vec<String> =
                    tiles.iter().map(|(name, by)| format!("{name} by {by}")).collect();
                write!(f, "tile {}", each.join(", "))
            }
            Directive::Interchange(order) => write!(f, "interchange {}", order.join(", ")),
            Directive::Vectorize(name, lanes) => write!(f, "vectorize {name} by {lanes}"),
            Directive::Unroll(name, by) => write!(f, "unroll {name} by {by}"),
            Directive::Merge(outer, inner) => write!(f, "merge {outer}, {inner}"),
            Directive::Split(name, by, inner) => write!(f, "split {name} by {by} as {inner}"),
            Directive::Relayout(operands) => {
                let each: Vec<String> = operands.iter().map(Operand::to_string).collect();
                write!(f, "relayout {}", each.join(", "))
            }
            Directive::TwoPass(name, by) => write!(f, "two-pass {name} by {by}"),
            Directive::Parallel(name) => write!(f, "parallel {name}"),
            Directive::Rfactor(name, by) => write!(f, "rfactor {name} by {by}"),
            Directive::Pack(packing) => write!(f, "pack {packing}"),
            Directive::Matrix(name, by) => write!(f, "matrix {name} by {by}"),
            Directive::Dot(name, by, offset) => {
                write!(f, "dot {name} by {by}{}", if *offset { " offset" } else { "" })
            }
            Directive::Nontemporal => f.write_str("nontemporal"),
            Directive::Prefetch => f.write_str("prefetch"),
            Directive::PrefetchAhead(name, by) => write!(f, "prefetch {name} by {by}"),
            Directive::PrefetchInput(name, by) => {
                let plural = if *by == 1 { "" } else { "s" };
                write!(f, "prefetch input {name} by {by} tile{plural}")
            }
            Directive::Blocks(name) => write!(f, "blocks {name}"),
            Directive::Threads(name, by) => write!(f, "threads {name} by {by}"),
            Directive::Transpose => f.write_str("transpose"),
            Directive::BlockTile(m, n, blocks) => {
                write!(f, "blocks m by {m}")?;
                n.map_or(Ok(()), |n| write!(f, ", n by {n}"))?;
                blocks.map_or(Ok(()), |blocks| write!(f, " on {blocks}"))
            }
            Directive::Raster(rows) => write!(f, "raster m by {rows}"),
            Directive::Stage(operand, by) => write!(f, "stage {operand} in shared by {by}"),
            Directive::Pipeline(side, by, stages) => {
                let plural = if *stages == 1 { "" } else { "s" };
                write!(f, "pipeline {side} by {by} in {stages} stage{plural}")
            }
            Directive::Share(group, down, over) => write!(f, "{group} {down} by {over}"),
            Directive::Math(op) => write!(f, "{op}"),
            Directive::SkipMasked => f.write_str("skip masked"),
        }
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operand = self.operand;
        let each = self.over.iter().map(|(name, panel)| match panel {
            Some(by) => format!("{name} by {by}"),
            None => name.clone(),
        });
        write!(f, "{operand} over {}", each.collect::<Vec<_>>().join(", "))?;
        self.inside.as_ref().map_or(Ok(()), |name| write!(f, " in {name}"))
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each: Vec<String> = self.directives.iter().map(Directive::to_string).collect();
        f.write_str(&each.join("; "))
    }
}

impl FromStr for Directive {
    type Err = ScheduleSyntax;

    fn from_str(text: &str) -> Result<Directive, ScheduleSyntax> {
        let fail = |reason| ScheduleSyntax { text: text.trim().to_owned(), reason };
        match text.trim() {
            "nontemporal" => return Ok(Directive::Nontemporal),
            "prefetch" => return Ok(Directive::Prefetch),
            "transpose" => return Ok(Directive::Transpose),
            "skip masked" => return Ok(Directive::SkipMasked),
            _ => {}
        }
        let (verb, rest) = text
            .trim()
            .split_once(char::is_whitespace)
            .ok_or_else(|| fail("expected a directive and a loop"))?;
        let name = |text: &str| {
            let text = text.trim();
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
            let fine = !text.is_empty() && text.chars().all(plain);
            fine.then(|| text.to_owned()).ok_or_else(|| fail("expected a loop's name"))
        };
        let pair = |text: &str| {
            let (loop_name, by) =
                text.split_once(" by ").ok_or_else(|| fail("expected `LOOP by NUMBER`"))?;
            let by = by.trim().parse().map_err(|_| fail("expected a positive number"))?;
            if by == 0 {
                return Err(fail("expected a positive number"));
            }
            Ok((name(loop_name)?, by))
        };
        let operand = |text: &str| match text.trim() {
            "lhs" => Ok(Operand::Lhs),
            "rhs" => Ok(Operand::Rhs),
            _ => Err(fail("the operands are called lhs and rhs")),
        };
        match verb {
            "merge" => match rest.split_once(',') {
                Some((outer, inner)) => Ok(Directive::Merge(name(outer)?, name(inner)?)),
                None => Err(fail("expected `OUTER, INNER`")),
            },
            "split" => {
                let (rest, inner) = rest
                    .split_once(" as ")
                    .ok_or_else(|| fail("expected `DIMENSION by NUMBER as NAME`"))?;
                let (name_of, by) = pair(rest)?;
                Ok(Directive::Split(name_of, by, name(inner)?))
            }
            "relayout" => {
                rest.split(',').map(operand).collect::<Result<_, _>>().map(Directive::Relayout)
            }
            "two-pass" => pair(rest).map(|(name, by)| Directive::TwoPass(name, by)),
            "tile" => rest.split(',').map(pair).collect::<Result<_, _>>().map(Directive::Tile),
            "interchange" => {
                rest.split(',').map(name).collect::<Result<_, _>>().map(Directive::Interchange)
            }
            "vectorize" => {
                let (name, by) = pair(rest)?;
                let lanes = u16::try_from(by).map_err(|_| fail("too many lanes"))?;
                Ok(Directive::Vectorize(name, lanes))
            }
            "unroll" => pair(rest).map(|(name, by)| Directive::Unroll(name, by)),
            "prefetch" => match prefetched_input(rest) {
                Some(input) => input.map_err(fail),
                None => pair(rest).map(|(name, by)| Directive::PrefetchAhead(name, by)),
            },
            "parallel" => name(rest).map(Directive::Parallel),
            "matrix" => pair(rest).map(|(name, by)| Directive::Matrix(name, by)),
            "dot" => {
                let short = rest.trim_end().strip_suffix(" offset");
                let (name, by) = pair(short.unwrap_or(rest))?;
                Ok(Directive::Dot(name, by, short.is_some()))
            }
            "blocks" if rest.contains(" by ") => block_tile(rest).map_err(fail),
            "blocks" => name(rest).map(Directive::Blocks),
            "threads" | "warps" | "warpgroups" => {
                let group = match verb {
                    "threads" => ThreadGroup::Threads,
                    "warps" => ThreadGroup::Warps,
                    _ => ThreadGroup::Warpgroups,
                };
                match numbers(rest) {
                    Some((down, over)) => Ok(Directive::Share(group, down, over)),
                    None if group == ThreadGroup::Threads => {
                        pair(rest).map(|(name, by)| Directive::Threads(name, by))
                    }
                    None => Err(fail("expected `NUMBER by NUMBER`")),
                }
            }
            "raster" => match rest.split_once(" by ") {
                Some((side, rows)) if side.trim() == "m" => {
                    positive(rows).map(Directive::Raster).map_err(fail)
                }
                _ => Err(fail("expected `m by NUMBER`")),
            },
            "stage" => {
                let (name, by) = rest
                    .split_once(" in shared by ")
                    .ok_or_else(|| fail("expected `OPERAND in shared by STAGING`"))?;
                Ok(Directive::Stage(name.parse().map_err(fail)?, by.parse().map_err(fail)?))
            }
            "pipeline" => pipeline(rest).map_err(fail),
            "fma" => match numbers(rest) {
                Some((rows, columns)) => Ok(Directive::Math(MathOp::Fma(rows, columns))),
                None => Err(fail("expected `ROWS by COLUMNS`")),
            },
            "mma" => rest.parse().map(|it| Directive::Math(MathOp::Mma(it))).map_err(fail),
            "wgmma" => rest.parse().map(|it| Directive::Math(MathOp::Wgmma(it))).map_err(fail),
            "rfactor" => pair(rest).map(|(name, by)| Directive::Rfactor(name, by)),
            "pack" => {
                let (factor, rest) = rest
                    .trim()
                    .split_once(" over ")
                    .ok_or_else(|| fail("expected `FACTOR over LOOPS`"))?;
                let factor = operand(factor)?;
                let (over, inside) = match rest.split_once(" in ") {
                    Some((over, inside)) => (over, Some(name(inside)?)),
                    None => (rest, None),
                };
                let one = |text: &str| match text.contains(" by ") {
                    true => pair(text).map(|(name, by)| (name, Some(by))),
                    false => name(text).map(|name| (name, None)),
                };
                let over = over.split(',').map(one).collect::<Result<_, _>>()?;
                Ok(Directive::Pack(Packing { operand: factor, over, inside }))
            }
            _ => Err(fail(
                "expected merge, split, relayout, two-pass, tile, interchange, vectorize, unroll, parallel, rfactor, pack, matrix, \
                 dot, nontemporal, prefetch, blocks, raster, stage, pipeline, threads, warps, \
                 warpgroups, fma, mma, wgmma, skip masked or transpose",
            )),
        }
    }
}

/// Two numbers with `by` between them.
fn numbers(text: &str) -> Option<(u64, u64)> {
    let (one, other) = text.split_once(" by ")?;
    Some((positive(one).ok()?, positive(other).ok()?))
}

/// The text after `blocks`: `m by 128, n by 64 on 132`.
fn block_tile(text: &str) -> Result<Directive, &'static str> {
    let wrong = "expected `m by NUMBER, n by NUMBER`, and `on NUMBER` perhaps";
    let (tile, blocks) = match text.split_once(" on ") {
        Some((tile, blocks)) => (tile, Some(positive(blocks)?)),
        None => (text, None),
    };
    let side = |text: &str, name: &str| {
        let (side, by) = text.split_once(" by ").ok_or(wrong)?;
        if side.trim() == name { positive(by) } else { Err(wrong) }
    };
    let (m, n) = match tile.split_once(',') {
        Some((m, n)) => (m, Some(side(n, "n")?)),
        None => (tile, None),
    };
    Ok(Directive::BlockTile(side(m, "m")?, n, blocks))
}

/// The text after `prefetch` if it names an input: `input x by 1 tile`.
fn prefetched_input(text: &str) -> Option<Result<Directive, &'static str>> {
    let rest = text.trim().strip_prefix("input")?;
    // `input` may be the name of a loop.
    let rest = rest.strip_prefix(char::is_whitespace)?.trim_start();
    if rest.starts_with("by ") {
        return None;
    }
    let wrong = "expected `input NAME by NUMBER tiles`";
    let read = || {
        let (name, by) = rest.split_once(" by ").ok_or(wrong)?;
        let (by, word) = by.trim().split_once(char::is_whitespace).ok_or(wrong)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
        let name = name.trim();
        let fine = !name.is_empty() && name.chars().all(plain);
        if !fine || !matches!(word.trim(), "tile" | "tiles") {
            return Err(wrong);
        }
        Ok(Directive::PrefetchInput(name.to_owned(), positive(by)?))
    };
    Some(read())
}

/// The text after `pipeline`: `k by 32 in 4 stages`.
fn pipeline(text: &str) -> Result<Directive, &'static str> {
    let wrong = "expected `SIDE by NUMBER in NUMBER stages`";
    let (side, rest) = text.split_once(" by ").ok_or(wrong)?;
    let (by, stages) = rest.split_once(" in ").ok_or(wrong)?;
    let (stages, word) = stages.trim().split_once(char::is_whitespace).ok_or(wrong)?;
    if !matches!(word.trim(), "stage" | "stages") {
        return Err(wrong);
    }
    Ok(Directive::Pipeline(side.parse()?, positive(by)?, positive(stages)?))
}

impl FromStr for Schedule {
    type Err = ScheduleSyntax;

    fn from_str(text: &str) -> Result<Schedule, ScheduleSyntax> {
        let parts = text.split([';', '\n']).filter(|part| !part.trim().is_empty());
        let directives = parts.map(Directive::from_str).collect::<Result<_, _>>()?;
        Ok(Schedule { directives })
    }
}
