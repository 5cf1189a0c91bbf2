//! `cargo xtask bench`: the benchmarks, and their results as one table.
//!
//! The benchmarks are criterion's, under `tests/benches`. A group there is one
//! question, such as the parsing of one file: the function `hloom` in it is
//! ours, and each other function is a peer that answers the same question in
//! the same run. The table gives our time and the peers' times as multiples of
//! it, and is the text of the README's table. Without a filter, [`suite`] follows.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use serde_json::Value;

use crate::terminal::duration;
use crate::{Outcome, process, setup, suite};

/// The function of a group that is hloom.
const OURS: &str = "hloom";

/// One measured function.
#[derive(Clone, Debug, PartialEq)]
struct Measured {
    group: String,
    function: String,
    /// Median time of one call.
    median_ns: f64,
    /// Bytes or elements that one call goes through.
    work: Option<(f64, Unit)>,
}

/// The unit of a throughput.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Bytes,
    Elements,
}

/// `cargo xtask bench [FILTER…]`.
pub(crate) fn run(args: &[String]) -> Outcome {
    setup::ensure()?;
    let results = process::target().join("criterion");
    // Results of benchmarks that no longer exist don't belong in the table.
    if args.is_empty() && results.exists() {
        fs::remove_dir_all(&results)
            .with_context(|| format!("can't empty {}", results.display()))?;
    }
    let mut command = process::cargo(["bench", "--package", "hloom-tests", "--benches", "--"]);
    command.args(args);
    let passed = process::status(&mut command)?.success();
    let measured = read(&results)?;
    if measured.is_empty() {
        eprintln!("no benchmark has results under {}", results.display());
    } else {
        println!("\n{}", table(&measured));
    }
    // Whole programs are part of all benchmarks.
    Ok(passed && (!args.is_empty() || suite::run(&[])?))
}

/// All results that criterion left under `folder`.
fn read(folder: &Path) -> anyhow::Result<Vec<Measured>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(dir) = open.pop() {
        let Ok(entries) = fs::read_dir(&dir) else { continue };
        if dir.ends_with("new") && dir.join("benchmark.json").is_file() {
            let json = |name: &str| -> anyhow::Result<Value> {
                let file = dir.join(name);
                let text = fs::read_to_string(&file)
                    .with_context(|| format!("can't read {}", file.display()))?;
                serde_json::from_str(&text)
                    .with_context(|| format!("{} is no JSON", file.display()))
            };
            let (benchmark, estimates) = (json("benchmark.json")?, json("estimates.json")?);
            let measured = measured(&benchmark, &estimates);
            found.push(measured.with_context(|| format!("{} lacks a field", dir.display()))?);
            continue;
        }
        open.extend(entries.flatten().map(|e| e.path()).filter(|p| p.is_dir()));
    }
    found.sort_by(|a, b| (&a.group, &a.function).cmp(&(&b.group, &b.function)));
    Ok(found)
}

/// One result out of criterion's two files.
fn measured(benchmark: &Value, estimates: &Value) -> Option<Measured> {
    let throughput = &benchmark["throughput"];
    let work = [("Bytes", Unit::Bytes), ("Elements", Unit::Elements)]
        .into_iter()
        .find_map(|(name, unit)| Some((throughput.get(name)?.as_f64()?, unit)));
    Some(Measured {
        group: benchmark["group_id"].as_str()?.to_owned(),
        function: match benchmark["function_id"].as_str() {
            Some(function) => function.to_owned(),
            // A lone `bench_function` is a group by itself.
            None => OURS.to_owned(),
        },
        median_ns: estimates["median"]["point_estimate"].as_f64()?,
        work,
    })
}

/// The table in Markdown: one row a group.
fn table(measured: &[Measured]) -> String {
    let mut groups: BTreeMap<&str, Vec<&Measured>> = BTreeMap::new();
    for m in measured {
        groups.entry(&m.group).or_default().push(m);
    }
    let mut text = String::from(
        "| benchmark | hloom | throughput | peers in the same run |\n|---|---|---|---|\n",
    );
    for (group, functions) in groups {
        let ours = functions.iter().find(|m| m.function == OURS);
        let peers: Vec<String> = functions
            .iter()
            .filter(|m| m.function != OURS)
            .map(|peer| match ours {
                Some(ours) => format!(
                    "{}: {}, {:.2} × hloom's time",
                    peer.function,
                    time(peer.median_ns),
                    peer.median_ns / ours.median_ns
                ),
                None => format!("{}: {}", peer.function, time(peer.median_ns)),
            })
            .collect();
        text += &format!(
            "| {group} | {} | {} | {} |\n",
            ours.map(|m| time(m.median_ns)).unwrap_or_default(),
            ours.and_then(|m| rate(m)).unwrap_or_default(),
            peers.join("; ")
        );
    }
    text
}

fn time(ns: f64) -> String {
    // Below 10 ns the fractions count.
    if ns < 9.95 { format!("{ns:.1} ns") } else { duration(Duration::from_secs_f64(ns / 1e9)) }
}

/// Work per second: `153 MB/s`, `2.1 G elements/s`.
fn rate(m: &Measured) -> Option<String> {
    let (work, unit) = m.work?;
    let per_second = work / (m.median_ns / 1e9);
    let (scaled, prefix) = [(1e9, "G"), (1e6, "M"), (1e3, "k")]
        .into_iter()
        .find(|(scale, _)| per_second >= *scale)
        .map_or((per_second, ""), |(scale, prefix)| (per_second / scale, prefix));
    let digits = if scaled < 9.95 { 1 } else { 0 };
    Some(match unit {
        Unit::Bytes => format!("{scaled:.digits$} {prefix}B/s"),
        Unit::Elements => format!("{scaled:.digits$} {prefix} elements/s"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(group: &str, function: Option<&str>, ns: f64, throughput: Value) -> Measured {
        let benchmark = serde_json::json!({
            "group_id": group, "function_id": function, "throughput": throughput,
        });
        let estimates = serde_json::json!({ "median": { "point_estimate": ns } });
        measured(&benchmark, &estimates).unwrap()
    }

    #[test]
    fn peers_are_multiples_of_our_time() {
        let bytes = serde_json::json!({ "Bytes": 1_530_000 });
        let rows = [
            result("parse", Some("hloom"), 1e7, bytes.clone()),
            result("parse", Some("mlir-opt"), 4.5e7, bytes),
            result("call", None, 4.25, Value::Null),
            result("copy", Some("memcpy"), 1e3, serde_json::json!({ "Elements": 2100 })),
        ];
        assert_eq!(
            table(&rows),
            "| benchmark | hloom | throughput | peers in the same run |\n\
             |---|---|---|---|\n\
             | call | 4.2 ns |  |  |\n\
             | copy |  |  | memcpy: 1.0 µs |\n\
             | parse | 10 ms | 153 MB/s | mlir-opt: 45 ms, 4.50 × hloom's time |\n"
        );
        assert_eq!(rate(&rows[3]).unwrap(), "2.1 G elements/s");
    }

    #[test]
    fn a_result_without_a_median_is_no_result() {
        let benchmark = serde_json::json!({ "group_id": "x" });
        assert_eq!(measured(&benchmark, &serde_json::json!({})), None);
    }
}
