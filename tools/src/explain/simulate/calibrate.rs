//! The link between ranks that are threads of this machine, by collectives of two sizes.
//!
//! An `all_gather` of a few bytes takes the latency; of many bytes, the time of copies too. An
//! `all_reduce` of as many bytes adds the time to combine them.

use hloom_analysis::simulate::{Link, Topology};

use super::measure::measure;

/// Elements of f32 of a rank.
const SMALL: usize = 16;
const LARGE: usize = 1 << 18;

/// The link between so many ranks.
///
/// # Errors
/// If the collectives can't be run.
pub(super) fn link(ranks: usize) -> Result<Link, String> {
    let gathered = |n: usize| seconds(&gather(n, ranks), "all_gather", ranks);
    let latency = gathered(SMALL)?;
    let p = ranks as f64;
    let bytes = 4.0 * LARGE as f64;
    let beta = ((gathered(LARGE)? - latency) / (p * bytes)).max(1e-13);
    let reduced = seconds(&reduce(LARGE, ranks), "all_reduce", ranks)?;
    let gamma = ((reduced - latency - p * bytes * beta) / ((p - 1.0) * bytes)).max(1e-13);
    let topology = Topology::Memory;
    Ok(Link { rate: 1.0 / beta, latency, combine: 1.0 / gamma, topology })
}

/// The seconds of a collective in a program.
fn seconds(text: &str, op: &str, ranks: usize) -> Result<f64, String> {
    let module = hloom_ir::text::parse(text).module;
    let module = module.ok_or("a program that measures links can't be read")?;
    let measured = measure(&module, "main", ranks)?;
    let seconds = measured.kinds.get(op).copied();
    seconds.filter(|&s| s > 0.0).ok_or_else(|| format!("`{op}` took no time"))
}

fn gather(n: usize, ranks: usize) -> String {
    let all = n * ranks;
    let groups = group(ranks);
    format!(
        "module attributes {{mhlo.num_partitions = {ranks} : i32, mhlo.num_replicas = 1 : i32}} {{
func.func @main(%x: tensor<{n}xf32>) -> tensor<{all}xf32> {{
  %y = \"stablehlo.all_gather\"(%x) {{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, {groups}, use_global_device_ids}} : (tensor<{n}xf32>) -> tensor<{all}xf32>
  return %y : tensor<{all}xf32>
}}
}}"
    )
}

fn reduce(n: usize, ranks: usize) -> String {
    let groups = group(ranks);
    format!(
        "module attributes {{mhlo.num_partitions = {ranks} : i32, mhlo.num_replicas = 1 : i32}} {{
func.func @main(%x: tensor<{n}xf32>) -> tensor<{n}xf32> {{
  %y = \"stablehlo.all_reduce\"(%x) ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }}) {{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, {groups}, use_global_device_ids}} : (tensor<{n}xf32>) -> tensor<{n}xf32>
  return %y : tensor<{n}xf32>
}}
}}"
    )
}

fn group(ranks: usize) -> String {
    let ids: Vec<String> = (0..ranks).map(|id| id.to_string()).collect();
    format!("replica_groups = dense<[[{}]]> : tensor<1x{ranks}xi64>", ids.join(", "))
}
