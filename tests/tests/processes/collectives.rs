//! Random functions with collectives, and a program that runs one in a random grid of processes.

use hloom_tests::campaign::Random;
use std::fmt::Write;

#[path = "control.rs"]
mod control;
#[path = "manual.rs"]
mod manual;

/// A value of the function.
#[derive(Clone)]
struct Known {
    name: String,
    dims: Vec<i64>,
    element: &'static str,
}

impl Known {
    fn ty(&self) -> String {
        tensor(&self.dims, self.element)
    }
}

fn tensor(dims: &[i64], element: &str) -> String {
    let dims: String = dims.iter().map(|n| format!("{n}x")).collect();
    format!("tensor<{dims}{element}>")
}

struct Sampler<'r> {
    random: &'r mut Random,
    text: String,
    known: Vec<Known>,
    named: usize,
    replicas: i64,
    partitions: i64,
    /// Inside of a loop or branch that not all processes may reach.
    alone: bool,
}

/// A program whose `main` runs `@f` in a grid of processes, on constants.
pub(super) fn program(random: &mut Random) -> String {
    let (replicas, partitions) =
        *random.one_of(&[(1, 2), (1, 4), (1, 3), (2, 2), (2, 1), (3, 2), (1, 6), (1, 17), (1, 1)]);
    let mut it = Sampler {
        random,
        text: String::new(),
        known: Vec::new(),
        named: 0,
        replicas,
        partitions,
        alone: false,
    };
    let mut parameters = Vec::new();
    for at in 0..1 + it.random.below(3) {
        let dims: Vec<i64> = (0..it.random.below(4)).map(|_| it.extent()).collect();
        let element = *it.random.one_of(&["f32", "i32", "ui8"]);
        let known = Known { name: format!("%p{at}"), dims, element };
        parameters.push(known.clone());
        it.known.push(known);
    }
    it.named = 100;
    let steps = 2 + it.random.below(10);
    (0..steps).for_each(|_| it.step(0));
    let results: Vec<Known> = it.known.iter().rev().take(3).cloned().collect();
    let body = std::mem::take(&mut it.text);
    if replicas == 1 && it.random.chance(2) {
        return it.manual(&parameters, &results, &body);
    }
    let list = |of: &[Known], what: &dyn Fn(&Known) -> String| -> String {
        of.iter().map(what).collect::<Vec<_>>().join(", ")
    };
    let mut text = format!(
        "func.func private @f({}) -> ({}) {{\n{body}return {} : {}\n}}\n",
        list(&parameters, &|it| format!("{}: {}", it.name, it.ty())),
        list(&results, &Known::ty),
        list(&results, &|it| it.name.clone()),
        list(&results, &Known::ty),
    );
    // The arguments: constants, slices of one, or the same for all.
    let processes = replicas * partitions;
    let mut main = String::new();
    let mut given = vec![Vec::new(); processes as usize];
    for (at, parameter) in parameters.iter().enumerate() {
        match it.random.below(3) {
            0 => {
                _ = writeln!(main, "%c{at} = {}", it.constant(&parameter.dims, parameter.element));
                given.iter_mut().for_each(|of| of.push(format!("%c{at}")));
            }
            1 if !parameter.dims.is_empty() => {
                let d = it.random.below(parameter.dims.len());
                let mut whole = parameter.dims.clone();
                whole[d] *= processes;
                _ = writeln!(main, "%c{at} = {}", it.constant(&whole, parameter.element));
                let first = it.random.below(3) == 0;
                for (process, of) in (0..processes).zip(&mut given) {
                    // Some of these are in another order.
                    let part = if first { processes - 1 - process } else { process };
                    let ranges = whole.iter().enumerate().map(|(i, n)| match i == d {
                        true => format!(
                            "{}:{}",
                            part * parameter.dims[d],
                            (part + 1) * parameter.dims[d]
                        ),
                        false => format!("0:{n}"),
                    });
                    let ranges = ranges.collect::<Vec<_>>().join(", ");
                    _ = writeln!(
                        main,
                        "%c{at}_{process} = stablehlo.slice %c{at} [{ranges}] : ({}) -> {}",
                        tensor(&whole, parameter.element),
                        parameter.ty()
                    );
                    of.push(format!("%c{at}_{process}"));
                }
            }
            _ => {
                for (process, of) in given.iter_mut().enumerate() {
                    let constant = it.constant(&parameter.dims, parameter.element);
                    _ = writeln!(main, "%c{at}_{process} = {constant}");
                    of.push(format!("%c{at}_{process}"));
                }
            }
        }
    }
    let repeated = |types: String| vec![types; processes as usize].join(", ");
    let row = format!("[{}]", vec!["@f"; partitions as usize].join(", "));
    let programs = vec![row; replicas as usize].join(", ");
    let count = results.len() * processes as usize;
    let mut outs: Vec<String> = (0..count).map(|i| format!("%r#{i}")).collect();
    let mut types: Vec<String> =
        (0..processes).flat_map(|_| results.iter().map(Known::ty)).collect();
    _ = writeln!(
        main,
        "%r:{count} = \"interpreter.run_parallel\"({}) <{{programs = [{programs}]}}> : ({}) -> ({})",
        given.concat().join(", "),
        repeated(list(&parameters, &Known::ty)),
        types.join(", "),
    );
    // The parts of a result in one tensor.
    if let Some(d) = (!results[0].dims.is_empty()).then(|| it.random.below(results[0].dims.len())) {
        let mut whole = results[0].dims.clone();
        whole[d] *= processes;
        let parts: Vec<String> =
            (0..processes as usize).map(|i| format!("%r#{}", i * results.len())).collect();
        let ty = tensor(&whole, results[0].element);
        _ = writeln!(
            main,
            "%whole = stablehlo.concatenate {}, dim = {d} : ({}) -> {ty}",
            parts.join(", "),
            repeated(results[0].ty()),
        );
        outs.push("%whole".to_owned());
        types.push(ty);
    }
    let types = types.join(", ");
    _ = write!(
        text,
        "func.func @main() -> ({types}) {{\n{main}return {} : {types}\n}}\n",
        outs.join(", ")
    );
    text
}

impl Sampler<'_> {
    fn extent(&mut self) -> i64 {
        // Dimensions that can be divided among the processes are likelier.
        let processes = self.replicas * self.partitions;
        if self.random.chance(60) {
            return 0;
        }
        *self.random.one_of(&[1, 2, 3, 4, processes, 2 * processes, self.partitions])
    }

    /// A constant with random numbers.
    fn constant(&mut self, dims: &[i64], element: &'static str) -> String {
        let count: i64 = dims.iter().product();
        let float = element == "f32";
        let mut numbers = || match (float, self.random.below(12)) {
            (true, 0) => "-0.0".to_owned(),
            (true, 1) => "0x7F800000".to_owned(),
            (true, n) => format!("{}.25", n as i64 * 7 - 40),
            (false, n) => n.to_string(),
        };
        let all: Vec<String> = (0..count).map(|_| numbers()).collect();
        let bytes = |text: &String| match text.strip_prefix("0x") {
            Some(hex) => u32::from_str_radix(hex, 16).unwrap_or(0),
            None => text.parse::<f32>().unwrap_or(0.0).to_bits(),
        };
        let ty = tensor(dims, element);
        if count == 0 || all.len() == 1 && dims.is_empty() && !float {
            return format!("stablehlo.constant dense<{}> : {ty}", all.first().map_or("", |it| it));
        }
        let hex: String = match element {
            "f32" => all
                .iter()
                .flat_map(|it| bytes(it).to_le_bytes())
                .map(|b| format!("{b:02X}"))
                .collect(),
            "ui8" => {
                all.iter().map(|it| format!("{:02X}", it.parse::<u8>().unwrap_or(0))).collect()
            }
            _ => all
                .iter()
                .flat_map(|it| it.parse::<i32>().unwrap_or(0).to_le_bytes())
                .map(|b| format!("{b:02X}"))
                .collect(),
        };
        format!("stablehlo.constant dense<\"0x{hex}\"> : {ty}")
    }

    fn any(&mut self) -> Known {
        let recent = self.known.len().min(6);
        self.known[self.known.len() - 1 - self.random.below(recent)].clone()
    }

    /// Adds an op with one result.
    fn push(&mut self, text: &str, dims: Vec<i64>, element: &'static str) -> Known {
        let name = format!("%v{}", self.named);
        self.named += 1;
        _ = writeln!(self.text, "{name} = {text}");
        let known = Known { name, dims, element };
        self.known.push(known.clone());
        known
    }

    fn step(&mut self, depth: usize) {
        let x = self.any();
        match self.random.below(if depth < 2 { 18 } else { 15 }) {
            0 | 1 => self.elementwise(&x),
            2 if !self.alone => self.all_reduce(&x),
            3 if !self.alone => self.all_gather(&x),
            4 if !self.alone => self.reduce_scatter(&x),
            5 if !self.alone => self.all_to_all(&x),
            6 if !self.alone => self.permute(&x),
            7 if !self.alone => self.broadcast(&x),
            8 | 9 => self.number(&x),
            10 => self.transposed(&x),
            11 => self.row(&x),
            12 => self.total(&x),
            13 => self.gathered(&x),
            14 => self.product(&x),
            15 => self.repeated(&x, depth),
            16 => self.branch(&x, depth),
            // Any other: an elementwise op, which is never refused.
            _ => self.elementwise(&x),
        }
    }

    fn elementwise(&mut self, x: &Known) {
        let same: Vec<Known> = self.known.iter().filter(|y| y.ty() == x.ty()).cloned().collect();
        let y = self.random.one_of(&same).clone();
        let op = *self.random.one_of(&["add", "multiply", "maximum", "subtract"]);
        self.push(
            &format!("stablehlo.{op} {}, {} : {}", x.name, y.name, x.ty()),
            x.dims.clone(),
            x.element,
        );
    }

    /// A channel, and groups that divide what it counts into groups of `size`; `None` for any size.
    fn groups(&mut self, moving: bool) -> (String, i64) {
        let all = self.replicas * self.partitions;
        let (count, channel, global, factor) = match (moving, self.random.below(3)) {
            (_, 0) => (self.replicas, 0, false, 1),
            (true, _) => (self.partitions, 1, false, 1),
            (false, 1) => (self.replicas, 1, false, self.partitions),
            (false, _) => (all, 1, true, 1),
        };
        let sizes: Vec<i64> = (1..=count).filter(|n| count % n == 0).collect();
        let size = *self.random.one_of(&sizes);
        let mut ids: Vec<i64> = (0..count).collect();
        for at in (1..ids.len()).rev() {
            ids.swap(at, self.random.below(at + 1));
        }
        let rows: Vec<String> = ids.chunks(size as usize).map(|row| format!("{row:?}")).collect();
        let mut text = format!(
            "replica_groups = dense<[{}]> : tensor<{}x{size}xi64>",
            rows.join(", "),
            count / size
        );
        text += &self.channel(channel);
        if global {
            text += ", use_global_device_ids";
        }
        (text, size * factor)
    }

    fn channel(&self, number: i64) -> String {
        match number {
            0 => String::new(),
            _ => {
                format!(", channel_handle = #stablehlo.channel_handle<handle = {number}, type = 1>")
            }
        }
    }

    fn reducer(&mut self, element: &str) -> String {
        let op = *self.random.one_of(&["add", "multiply", "maximum", "minimum"]);
        let ty = format!("tensor<{element}>");
        format!(
            "({{\n^bb0(%a: {ty}, %b: {ty}):\n%s = stablehlo.{op} %a, %b : {ty}\n\
             stablehlo.return %s : {ty}\n}})"
        )
    }

    /// One of several values, at times: in groups that may have different sizes, or not have all.
    fn all_reduce(&mut self, x: &Known) {
        let (mut groups, _) = self.groups(false);
        let all = self.replicas * self.partitions;
        if all > 2 && self.random.chance(6) {
            groups = "replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>".to_owned()
                + &self.channel(1)
                + ", use_global_device_ids";
        }
        let body = self.reducer(x.element);
        let y = self.any();
        let others = if y.element == x.element { vec![x, &y] } else { vec![x] };
        let types: Vec<String> = others.iter().map(|it| it.ty()).collect();
        let names: Vec<&str> = others.iter().map(|it| &it.name[..]).collect();
        let types = types.join(", ");
        let text = format!(
            "\"stablehlo.all_reduce\"({}) <{{{groups}}}> {body} : ({types}) -> ({types})",
            names.join(", ")
        );
        let name = format!("%v{}", self.named);
        self.named += 1;
        _ = writeln!(self.text, "{name}:{} = {text}", others.len());
        for (at, of) in others.into_iter().enumerate() {
            self.known.push(Known { name: format!("{name}#{at}"), ..of.clone() });
        }
    }

    fn all_gather(&mut self, x: &Known) {
        let (groups, size) = self.groups(false);
        if x.dims.is_empty() || x.dims.iter().product::<i64>() * size > 4096 {
            return;
        }
        let d = self.random.below(x.dims.len());
        let mut dims = x.dims.clone();
        dims[d] *= size;
        let text = format!(
            "\"stablehlo.all_gather\"({}) <{{all_gather_dim = {d} : i64, {groups}}}> : ({}) -> {}",
            x.name,
            x.ty(),
            tensor(&dims, x.element)
        );
        self.push(&text, dims, x.element);
    }

    fn reduce_scatter(&mut self, x: &Known) {
        let (groups, size) = self.groups(false);
        let Some(d) = (0..x.dims.len()).find(|&d| x.dims[d] % size == 0) else { return };
        let mut dims = x.dims.clone();
        dims[d] /= size;
        let body = self.reducer(x.element);
        let text = format!(
            "\"stablehlo.reduce_scatter\"({}) <{{scatter_dimension = {d} : i64, {groups}}}> {body} : ({}) -> {}",
            x.name,
            x.ty(),
            tensor(&dims, x.element)
        );
        self.push(&text, dims, x.element);
    }

    fn all_to_all(&mut self, x: &Known) {
        let (groups, size) = self.groups(true);
        let Some(d) = (0..x.dims.len()).rev().find(|&d| x.dims[d] % size == 0) else { return };
        let to = self.random.below(x.dims.len());
        let mut dims = x.dims.clone();
        dims[d] /= size;
        dims[to] *= size;
        let text = format!(
            "\"stablehlo.all_to_all\"({}) <{{split_dimension = {d} : i64, concat_dimension = {to} : i64, \
             split_count = {size} : i64, {groups}}}> : ({}) -> {}",
            x.name,
            x.ty(),
            tensor(&dims, x.element)
        );
        self.push(&text, dims, x.element);
    }

    fn permute(&mut self, x: &Known) {
        let channel = self.random.below(2) as i64;
        let count = if channel == 0 { self.replicas } else { self.partitions };
        let mut targets: Vec<i64> = (0..count).collect();
        for at in (1..targets.len()).rev() {
            targets.swap(at, self.random.below(at + 1));
        }
        let shift = self.random.chance(2);
        let pairs: Vec<String> = (0..count)
            .zip(targets)
            .map(|(from, to)| if shift { [from, (from + 1) % count] } else { [from, to] })
            .filter(|_| !self.random.chance(4))
            .map(|pair| format!("{pair:?}"))
            .collect();
        if pairs.is_empty() {
            return;
        }
        let text = format!(
            "\"stablehlo.collective_permute\"({}) <{{source_target_pairs = dense<[{}]> : tensor<{}x2xi64>{}}}> : ({ty}) -> {ty}",
            x.name,
            pairs.join(", "),
            pairs.len(),
            self.channel(channel),
            ty = x.ty(),
        );
        self.push(&text, x.dims.clone(), x.element);
    }

    fn broadcast(&mut self, x: &Known) {
        let (groups, _) = self.groups(true);
        let ty = x.ty();
        let text = format!(
            "\"stablehlo.collective_broadcast\"({}) <{{{groups}}}> : ({ty}) -> {ty}",
            x.name
        );
        self.push(&text, x.dims.clone(), x.element);
    }

    /// The number of this process, added to a value.
    fn number(&mut self, x: &Known) {
        let op = *self.random.one_of(&["partition_id", "replica_id"]);
        let id = self.push(&format!("stablehlo.{op} : tensor<ui32>"), vec![], "ui32");
        let element = x.element;
        let text = format!("stablehlo.convert {} : (tensor<ui32>) -> tensor<{element}>", id.name);
        let id = self.push(&text, vec![], element);
        let ty = x.ty();
        let text = format!(
            "stablehlo.broadcast_in_dim {}, dims = [] : (tensor<{element}>) -> {ty}",
            id.name
        );
        let all = self.push(&text, x.dims.clone(), element);
        let text = format!("stablehlo.add {}, {} : {ty}", x.name, all.name);
        self.push(&text, x.dims.clone(), element);
    }

    fn transposed(&mut self, x: &Known) {
        let order: Vec<usize> = (0..x.dims.len()).rev().collect();
        let dims: Vec<i64> = order.iter().map(|&d| x.dims[d]).collect();
        let text = format!(
            "stablehlo.transpose {}, dims = {order:?} : ({}) -> {}",
            x.name,
            x.ty(),
            tensor(&dims, x.element)
        );
        self.push(&text, dims, x.element);
    }

    /// The row that the number of this process selects, and the same row put there again.
    fn row(&mut self, x: &Known) {
        if x.dims.first().is_none_or(|&rows| rows == 0) {
            return;
        }
        let id = self.push("stablehlo.partition_id : tensor<ui32>", vec![], "ui32");
        let zero = self.push("stablehlo.constant dense<0> : tensor<ui32>", vec![], "ui32");
        let mut dims = x.dims.clone();
        dims[0] = 1;
        let starts = vec![&zero.name[..]; dims.len() - 1];
        let starts = [&[&id.name[..]], &starts[..]].concat().join(", ");
        let types = vec!["tensor<ui32>"; dims.len()].join(", ");
        let text = format!(
            "stablehlo.dynamic_slice {}, {starts}, sizes = {dims:?} : ({}, {types}) -> {}",
            x.name,
            x.ty(),
            tensor(&dims, x.element)
        );
        let row = self.push(&text, dims, x.element);
        let text = format!(
            "stablehlo.dynamic_update_slice {}, {}, {starts} : ({}, {}, {types}) -> {}",
            x.name,
            row.name,
            x.ty(),
            row.ty(),
            x.ty()
        );
        self.push(&text, x.dims.clone(), x.element);
    }

    fn total(&mut self, x: &Known) {
        let Some(d) = x.dims.len().checked_sub(1) else { return };
        let start = if x.element == "f32" { "0.0" } else { "0" };
        let start = format!("stablehlo.constant dense<{start}> : tensor<{}>", x.element);
        let start = self.push(&start, vec![], x.element);
        let dims = x.dims[..d].to_vec();
        let text = format!(
            "stablehlo.reduce({} init: {}) applies stablehlo.add across dimensions = [{d}] : ({}, tensor<{}>) -> {}",
            x.name,
            start.name,
            x.ty(),
            x.element,
            tensor(&dims, x.element)
        );
        self.push(&text, dims, x.element);
    }

    /// The product of a matrix of integers with itself, often summed over processes.
    fn product(&mut self, x: &Known) {
        let &[m, k] = &x.dims[..] else { return };
        if x.element != "i32" || m * k > 256 {
            return;
        }
        let text = format!(
            "stablehlo.dot_general {}, {}, contracting_dims = [0] x [0] : ({ty}, {ty}) -> {}",
            x.name,
            x.name,
            tensor(&[k, k], x.element),
            ty = x.ty(),
        );
        let product = self.push(&text, vec![k, k], x.element);
        if !self.alone && self.random.chance(2) {
            self.all_reduce(&product);
        }
    }

    /// Rows at indices that are data.
    fn gathered(&mut self, x: &Known) {
        let at =
            self.known.iter().rev().find(|it| it.element == "i32" && it.dims.len() == 1).cloned();
        let (Some(at), [rows, own @ ..]) = (at, &x.dims[..]) else { return };
        if *rows == 0 {
            return;
        }
        let dims = [&[at.dims[0]], own].concat();
        let offsets: Vec<usize> = (1..dims.len()).collect();
        let sizes = [&[1], own].concat();
        let text = format!(
            "\"stablehlo.gather\"({}, {}) <{{dimension_numbers = #stablehlo.gather<offset_dims = {offsets:?}, \
             collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, \
             slice_sizes = array<i64: {}>}}> : ({}, {}) -> {}",
            x.name,
            at.name,
            sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            x.ty(),
            at.ty(),
            tensor(&dims, x.element)
        );
        self.push(&text, dims, x.element);
    }
}
