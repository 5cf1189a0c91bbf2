//! `hloom train` as a process: losses against JAX's, killed runs, damaged data, NaN.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("train-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder can be made");
    path
}

fn model(name: &str) -> String {
    format!("{}/../tests/train/mlp/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A command line, of which each word `F/…` is in the folder.
fn command(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hloom"));
    let folder = folder.to_str().expect("a plain path");
    let line = match line.starts_with("run ") {
        true => line.to_owned(),
        false => format!("train {line}"),
    };
    command.args(line.split(' ').filter(|word| !word.is_empty()).map(|word| {
        match word.strip_prefix("M/") {
            Some(name) => model(name),
            None => word.replace("F/", &format!("{folder}/")),
        }
    }));
    command
}

fn train(folder: &Path, line: &str) -> Output {
    command(folder, line).output().expect("hloom starts")
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[track_caller]
fn succeeds(folder: &Path, line: &str) -> String {
    let output = train(folder, line);
    assert!(output.status.success(), "{line}\n{}", said(&output));
    said(&output)
}

#[track_caller]
fn fails(folder: &Path, line: &str, status: i32) -> String {
    let output = train(folder, line);
    assert_eq!(output.status.code(), Some(status), "{line}\n{}", said(&output));
    said(&output)
}

/// The numbers of a metric in a file of JSON lines.
fn metric(path: &Path, name: &str) -> Vec<f64> {
    let text = fs::read_to_string(path).expect("the metrics are there");
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    rows.map(|row| row[name].as_f64().unwrap_or(f64::NAN)).collect()
}

/// The bytes of the tensors in the checkpoint of a step, behind the header, whose order of keys may
/// differ.
fn state(folder: &Path, step: usize) -> Vec<u8> {
    let path = folder.join(format!("step-{step:09}.safetensors"));
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (header, rest) = bytes.split_at(8);
    let header = u64::from_le_bytes(header.try_into().expect("eight bytes"));
    rest[header as usize..].to_vec()
}

const STEP: &str = "M/step.mlir --init M/init.mlir --seed 7";

/// In the order of the file, each loss is that of JAX's own loop: for a step that JAX exported, and for
/// steps that hloom makes of the loss.
#[test]
fn losses_are_those_of_jax() {
    let folder = folder("jax");
    let expected = fs::read_to_string(model("expected.json")).expect("they are there");
    let expected: Value = serde_json::from_str(&expected).expect("JSON");
    let loss = "M/loss.mlir --init init --seed 7 --loss loss";
    for (name, line) in [
        ("step", STEP.to_owned()),
        ("sgd", format!("{loss} --optimizer sgd{{lr=0.2}}")),
        ("momentum", format!("{loss} --optimizer momentum{{lr=0.1}}")),
        ("adam", format!("{loss} --optimizer adam{{lr=0.01}}")),
    ] {
        let rest =
            "--dataset M/digits.npz --epochs 3 --shuffle none --metrics F/m.jsonl --html F/p.html";
        let out = succeeds(&folder, &format!("{line} {rest}"));
        assert!(out.contains("epoch 3 of 3: 6 steps, "), "{out}");
        let found = metric(&folder.join("m.jsonl"), "loss");
        let expected: Vec<f64> =
            expected[name].as_array().expect("a list").iter().filter_map(Value::as_f64).collect();
        assert_eq!((found.len(), expected.len()), (18, 18));
        // Adam divides by the root of small squares, which magnifies rounding.
        let most = if name == "adam" { 2e-5 } else { 1e-6 };
        for (step, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let near = (found - expected).abs() <= most * expected.abs();
            assert!(near, "{name}, step {step}: {found}, but JAX has {expected}");
        }
        let accuracy = metric(&folder.join("m.jsonl"), "accuracy");
        assert!(accuracy.iter().all(|a| (0.0..=1.0).contains(a)), "{accuracy:?}");
        let page = fs::read_to_string(folder.join("p.html")).expect("the page is there");
        assert!(page.contains("<h2>accuracy") && page.contains("<polyline"));
    }
}

/// A run that is killed at any time and resumed ends with the parameters of one that is not, for
/// other numbers of threads too; so does one that Ctrl-C ends.
#[cfg(unix)]
#[test]
fn a_killed_run_goes_on_exactly() {
    let folder = folder("killed");
    let rest = "--dataset M/digits.npz --epochs 400 --checkpoint-every 7 --resume --cores 1";
    let whole = format!("{STEP} {rest} --checkpoints F/whole --threads 1 --metrics F/whole.jsonl");
    succeeds(&folder, &whole);
    let line = format!("{STEP} {rest} --checkpoints F/cut --threads 3 --metrics F/cut.jsonl");
    let mut interrupted = 0;
    for (round, signal) in ["-KILL", "-INT", "-KILL"].into_iter().enumerate() {
        let mut command = command(&folder, &line);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("hloom starts");
        let begin = Instant::now();
        let cut = folder.join("cut");
        // Until it has written another checkpoint.
        let latest = || {
            let names = fs::read_dir(&cut).into_iter().flatten().flatten();
            names
                .map(|entry| entry.file_name())
                .filter(|n| n.to_string_lossy().starts_with("step-"))
                .max()
        };
        let before = latest();
        while latest() == before && child.try_wait().expect("it can be asked").is_none() {
            assert!(begin.elapsed() < Duration::from_mins(2), "no checkpoint in round {round}");
            sleep(Duration::from_millis(1));
        }
        let _ = Command::new("kill").args([signal, &child.id().to_string()]).status();
        let output = child.wait_with_output().expect("it ends");
        if signal == "-INT" && output.status.code() == Some(130) {
            let said = said(&output);
            assert!(
                said.contains("interrupted after step ") && said.contains("the checkpoint of"),
                "{said}"
            );
            interrupted += 1;
        }
    }
    let out = succeeds(&folder, &line);
    assert!(out.contains("going on after step "), "{out}");
    assert!(interrupted == 1, "the run was done before Ctrl-C: it needs more epochs");
    let same = state(&folder.join("whole"), 2400) == state(&folder.join("cut"), 2400);
    assert!(same, "the parameters differ");
    let losses = |name: &str| metric(&folder.join(name), "loss");
    let steps = metric(&folder.join("cut.jsonl"), "step");
    assert!(steps.iter().enumerate().all(|(i, &step)| step == i as f64 + 1.0), "each step once");
    assert_eq!(losses("whole.jsonl"), losses("cut.jsonl"));
    assert!(succeeds(&folder, &line).contains("nothing is left to do: 2400 steps are done"));
    let without = line.replace("--resume ", "");
    assert!(fails(&folder, &without, 2).contains("has checkpoints: go on with --resume"));
    let other = line.replace("--seed 7", "--seed 8");
    assert!(fails(&folder, &other, 2).contains("is of a run with other data or options"));
    // A checkpoint that is cut off is passed over.
    let last = folder.join("cut/step-000002400.safetensors");
    let bytes = fs::read(&last).expect("it is there");
    fs::write(&last, &bytes[..bytes.len() - 9]).expect("it can be written");
    let out = succeeds(&folder, &line);
    assert!(
        out.contains("is damaged or cut off") && out.contains("the one before is used"),
        "{out}"
    );
    let same = state(&folder.join("whole"), 2400) == state(&folder.join("cut"), 2400);
    assert!(same, "the parameters differ");
}

/// A straight line, y = 2x + 1, by gradient descent; with a rate that is too high it diverges.
fn line_model(rate: &str) -> String {
    format!(
        r#"func.func @init() -> (tensor<f32>, tensor<f32>) {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  return %zero, %zero : tensor<f32>, tensor<f32>
}}
func.func @step(%a: tensor<f32>, %b: tensor<f32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<f32> {{hloom.name = "loss"}}, tensor<f32>, tensor<f32>) {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %rate = stablehlo.constant dense<{rate}> : tensor<f32>
  %as = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %bs = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %ax = stablehlo.multiply %as, %x : tensor<4xf32>
  %line = stablehlo.add %ax, %bs : tensor<4xf32>
  %off = stablehlo.subtract %line, %y : tensor<4xf32>
  %square = stablehlo.multiply %off, %off : tensor<4xf32>
  %loss = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %offx = stablehlo.multiply %off, %x : tensor<4xf32>
  %da = stablehlo.reduce(%offx init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %db = stablehlo.reduce(%off init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %sa = stablehlo.multiply %rate, %da : tensor<f32>
  %sb = stablehlo.multiply %rate, %db : tensor<f32>
  %na = stablehlo.subtract %a, %sa : tensor<f32>
  %nb = stablehlo.subtract %b, %sb : tensor<f32>
  return %loss, %na, %nb : tensor<f32>, tensor<f32>, tensor<f32>
}}
"#
    )
}

#[test]
fn wrong_data_and_numbers_end_in_sentences() {
    let folder = folder("wrong");
    let mut csv = "x,y\n".to_owned();
    (0..40).for_each(|i| csv += &format!("{},{}\n", i as f32 / 10.0, i as f32 / 5.0 + 1.0));
    fs::write(folder.join("d.csv"), &csv).unwrap();
    fs::write(folder.join("bad.csv"), csv.replace("0.5,2\n", "0.5,two\n")).unwrap();
    fs::write(folder.join("good.mlir"), line_model("0.02")).unwrap();
    fs::write(folder.join("fast.mlir"), line_model("9.0")).unwrap();
    let good = "F/good.mlir --init init --field x=x --field y=y";
    let out =
        succeeds(&folder, &format!("{good} --dataset F/d.csv --epochs 60 --metrics F/m.jsonl"));
    assert!(out.contains("epoch 60 of 60: 10 steps, loss 0.00"), "{out}");
    assert_eq!(metric(&folder.join("m.jsonl"), "step").len(), 600);
    // Shards are other samples, and less.
    let shard = "--dataset F/d.csv --shard 1/2 --metrics F/m.jsonl";
    succeeds(&folder, &format!("{good} {shard}"));
    assert_eq!(metric(&folder.join("m.jsonl"), "step").len(), 5);
    let out = fails(&folder, &format!("{good} --dataset F/bad.csv"), 1);
    assert!(
        out.contains("error: sample 5 (") && out.contains("bad.csv:7) has `two` in the column `y`"),
        "{out}"
    );
    let out = succeeds(&folder, &format!("{good} --dataset F/bad.csv --on-bad-sample skip"));
    assert!(
        out.contains("warning: sample 5 (")
            && out.contains("warning: 1 damaged sample was skipped"),
        "{out}"
    );
    assert!(out.contains("9 steps"), "{out}");
    let fast = "F/fast.mlir --init init --field x=x --field y=y --dataset F/d.csv --epochs 9";
    let out =
        fails(&folder, &format!("{fast} --checkpoints F/c --checkpoint-every 2 --trap-nan"), 1);
    assert!(out.contains("error: the loss is ") && out.contains(" in step "), "{out}");
    assert!(out.contains("the last checkpoint is that of step "), "{out}");
    assert!(out.contains("fast.mlir:") && out.contains("stablehlo."), "the op is named: {out}");
    for (line, status, expected) in [
        (
            "F/good.mlir --init none --dataset F/d.csv",
            2,
            "has no function @none, and there is no such file",
        ),
        (
            "F/good.mlir --init step --dataset F/d.csv",
            1,
            "@step takes 4 arguments; an init function takes nothing, or a seed",
        ),
        (
            "F/good.mlir --init init --step init --dataset F/d.csv",
            1,
            "@init takes 0 arguments, but the state has 2 tensors",
        ),
        ("F/good.mlir --init init --dataset F/none.csv", 2, "can't read `"),
        (
            "F/good.mlir --init init --dataset F/good.mlir",
            2,
            "is not a dataset: expected a folder of images",
        ),
        (
            "F/good.mlir --init init --dataset F/d.csv --field x=z",
            1,
            "no field of the dataset is for the argument `x`",
        ),
        (
            "F/good.mlir --init init --dataset F/d.csv --field z=x",
            1,
            "the arguments of a batch are `x`, tensor<4xf32>; `y`, tensor<4xf32>",
        ),
        (
            "F/good.mlir --init init --dataset F/d.csv --batch 8",
            1,
            "@step takes batches of 4 samples",
        ),
        (
            "F/good.mlir --init init --dataset F/d.csv --augment flip",
            1,
            "no field of a batch is one",
        ),
        (
            "F/good.mlir --init init --dataset F/d.csv --augment spin",
            2,
            "`spin` is not a transform",
        ),
        (
            "F/good.mlir --init init --loss step --optimizer lion --dataset F/d.csv",
            2,
            "there is no optimizer `lion`",
        ),
        ("F/good.mlir --init init --dataset F/d.csv --metrics F/no/m.jsonl", 2, "can't write `"),
    ] {
        let out = fails(&folder, line, status);
        assert!(out.contains(expected), "{line}\n{out}");
    }
}

/// The numbers of a checkpoint's tensors.
fn numbers(folder: &Path, step: usize) -> Vec<f32> {
    let bytes = state(folder, step);
    bytes.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
}

/// Parameters after 50 steps in levels are those of 50 steps of the whole batch: of a perceptron, and of
/// a net with convolutions and a window.
#[test]
fn levels_give_the_parameters_of_the_whole_step() {
    let rest = "--dataset M/digits.npz --epochs 9 --steps 50 --cores 2";
    let loss = "--init init --loss loss --seed 7 --optimizer";
    for model in ["M/loss.mlir", "M/../cnn/loss.mlir"] {
        let folder = folder("levels");
        let parameters = |rate: &str, how: &str, name: &str| {
            let line = format!("{model} {loss} sgd{{lr={rate}}} {rest} {how}");
            let out = succeeds(&folder, &format!("{line} --checkpoints F/{name} --metrics F/m"));
            let told = out.contains("bubbles ") && out.contains(" of equal levels ");
            assert_eq!(told, !how.is_empty(), "{out}");
            assert_eq!(metric(&folder.join("m"), "loss").len(), 50);
            numbers(&folder.join(name), 50)
        };
        let most = |a: &[f32], b: &[f32]| {
            assert_eq!(a.len(), b.len());
            a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
        };
        let whole = parameters("0.1", "", "whole");
        assert!(whole.len() > 2_000 && whole.iter().all(|x| x.is_finite()));
        let moved = most(&whole, &parameters("0.0", "", "start"));
        assert!(moved > 0.1, "training changes parameters: {moved}");
        // The least memory is what the refusal of a lower one says.
        let gpipe = "--pipeline 2 --micro-batches 4 --order gpipe";
        let line = format!("{model} {loss} sgd {rest} {gpipe} --activation-memory 1");
        let refused = fails(&folder, &line, 1);
        let least = refused.split("take ").nth(1).and_then(|it| it.split(' ').next());
        let least: u64 = least.and_then(|it| it.parse().ok()).expect(&refused);
        for (name, how) in [
            ("auto", "--pipeline 2"),
            ("one", "--pipeline 1 --micro-batches 4"),
            ("gpipe", gpipe),
            ("bounded", &format!("{gpipe} --activation-memory {least}")),
            ("uneven", "--pipeline 3 --micro-batches 7 --order 1f1b"),
            ("each", "--pipeline 4 --micro-batches 60 --batch-statistics micro-batch"),
        ] {
            let differs = most(&whole, &parameters("0.1", how, name));
            assert!(differs <= 1e-6, "{model}, {name}: a parameter differs by {differs}");
        }
    }
    let folder = folder("levels");
    let loss = format!("M/loss.mlir {loss} sgd{{lr=0.1}}");
    for (how, status, expected) in [
        ("--pipeline 60", 1, "error: --pipeline 60: the samples can be divided into "),
        ("--pipeline 0", 2, "0 is not in 1..=64"),
        ("--pipeline 2 --micro-batches 61", 1, "can't be divided into 61 micro-batches"),
        ("--pipeline 2 --micro-batches x", 2, "expected auto or a number of micro-batches"),
        ("--pipeline 2 --activation-memory 1", 1, " bytes at least; the bound is 1"),
        ("--pipeline 2 --activation-memory 1TB", 2, "expected a number of bytes above 0, such as"),
        ("--activation-memory 1MiB", 2, "--pipeline"),
        ("--pipeline 2 --order x", 2, "expected 1f1b or gpipe"),
        ("--pipeline 2 --batch-statistics x", 2, "expected whole or micro-batch"),
        ("--order gpipe", 2, "--pipeline"),
    ] {
        let out = fails(&folder, &format!("{loss} {rest} {how}"), status);
        assert!(out.contains(expected), "{how}\n{out}");
    }
}

/// A model whose loss is the sum of a batch's pixels, from 0 to 1, and whose other metric is that of
/// its labels.
const SUMS: &str = r#"func.func @init() -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  return %zero : tensor<f32>
}
func.func @step(%all: tensor<f32>, %image: tensor<4x1x2x5xf32>, %label: tensor<4xi32>) -> (tensor<f32>, tensor<f32> {hloom.name = "loss"}, tensor<i32> {hloom.name = "labels"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %loss = stablehlo.reduce(%image init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<4x1x2x5xf32>, tensor<f32>) -> tensor<f32>
  %labels = stablehlo.reduce(%label init: %none) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %more = stablehlo.add %all, %loss : tensor<f32>
  return %more, %loss, %labels : tensor<f32>, tensor<f32>, tensor<i32>
}
"#;

#[test]
fn folders_of_images_are_batches() {
    let folder = folder("images");
    fs::write(folder.join("m.mlir"), SUMS).expect("the model can be written");
    // Two classes of three images; all pixels of image i have the value i.
    let mut labels = "file,label\n".to_owned();
    for i in 0..6u8 {
        let class = folder.join("d").join(if i < 3 { "cats" } else { "dogs" });
        fs::create_dir_all(&class).expect("the folder can be made");
        let image = image::GrayImage::from_pixel(5, 2, image::Luma([i]));
        image.save(class.join(format!("{i}.png"))).expect("the image can be written");
        labels += &format!("{}/{i}.png,{}\n", if i < 3 { "cats" } else { "dogs" }, 10 * i);
    }
    fs::write(folder.join("l.csv"), labels).expect("the labels can be written");
    let line = "F/m.mlir --init init --dataset F/d --shuffle none --metrics F/m.jsonl";
    let numbers = |rest: &str, name: &str| {
        succeeds(&folder, &format!("{line} {rest}"));
        metric(&folder.join("m.jsonl"), name)
    };
    let near = |found: &[f64], expected: &[f64]| {
        let same = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6 * b.abs().max(1.0));
        assert!(same && found.len() == expected.len(), "{found:?}, but expected {expected:?}");
    };
    let pixels = |sum: f64| 10.0 * sum / 255.0;
    near(&numbers("", "loss"), &[pixels(6.0)]);
    near(&numbers("--tail pad", "loss"), &[pixels(6.0), pixels(4.0 + 5.0 + 4.0 + 5.0)]);
    near(&numbers("--tail pad --steps 1 --prefetch 1", "loss"), &[pixels(6.0)]);
    near(&numbers("--tail pad --max-threads 1", "labels"), &[1.0, 4.0]);
    near(&numbers("--tail pad --labels F/l.csv", "labels"), &[60.0, 180.0]);
    near(&numbers("--augment normalize=1/2", "loss"), &[(pixels(6.0) - 40.0) / 2.0]);
    near(&numbers("--images gray --augment flip", "loss"), &[pixels(6.0)]);
    let out = fails(&folder, &format!("{line} --images rgb"), 1);
    assert!(out.contains("but a sample's field `image` is uint8 [2, 5, 3]"), "{out}");
    fs::write(folder.join("d/cats/1.png"), "no image").expect("the file can be written");
    let out = fails(&folder, line, 1);
    assert!(
        out.contains("error: sample 1 (") && out.contains("cats/1.png) is neither a PNG"),
        "{out}"
    );
    let skipped = numbers("--on-bad-sample skip", "loss");
    near(&skipped, &[pixels(0.0 + 2.0 + 3.0 + 4.0)]);
}

/// Parameters of f16 and a feature that is always 0: in f16, Adam's epsilon would be 0, and the step 0/0.
/// The second result's name has a quotation mark.
#[test]
fn adam_computes_in_f32() {
    let folder = folder("adam");
    let model = r#"
func.func @init() -> tensor<2xf16> {
  %c = stablehlo.constant dense<1.0> : tensor<2xf16>
  return %c : tensor<2xf16>
}
func.func @loss(%w: tensor<2xf16>, %features: tensor<2x2xf32>) -> (tensor<f32> {hloom.name = "l"}, tensor<f32> {hloom.name = "a\"b"}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %f = stablehlo.convert %w : (tensor<2xf16>) -> tensor<2xf32>
  %b = stablehlo.broadcast_in_dim %f, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
  %m = stablehlo.multiply %b, %features : tensor<2x2xf32>
  %q = stablehlo.multiply %m, %m : tensor<2x2xf32>
  %s = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
  return %s, %s : tensor<f32>, tensor<f32>
}
"#;
    fs::write(folder.join("m.mlir"), model).expect("it is written");
    fs::write(folder.join("x.csv"), "a,b\n1,0\n2,0\n1,0\n2,0\n").expect("it is written");
    let line = "F/m.mlir --init init --loss loss --optimizer adam{lr=0.1} --dataset F/x.csv --epochs 3 \
                --metrics F/metrics.jsonl";
    succeeds(&folder, line);
    let losses = metric(&folder.join("metrics.jsonl"), "loss");
    assert!(losses.iter().all(|loss| loss.is_finite()), "{losses:?}");
    assert!(losses.last() < losses.first(), "{losses:?}");
    let seed = model.replace("@init()", "@init(%seed: tensor<i32>)");
    fs::write(folder.join("m.mlir"), seed).expect("it is written");
    let text = fails(&folder, &format!("{line} --seed 4294967296"), 1);
    assert!(text.contains("the seed 4294967296 does not fit tensor<i32>"), "{text}");
}

/// The numbers of an array of `f32` in NumPy's format.
fn array(path: &Path) -> Vec<f32> {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let header = u16::from_le_bytes([bytes[8], bytes[9]]);
    bytes[10 + header as usize..]
        .as_chunks::<4>()
        .0
        .iter()
        .map(|&b| f32::from_le_bytes(b))
        .collect()
}

/// A program gives a row for each sample of a dataset, for any size of batches, with the parameters
/// of a checkpoint; the last batch is filled.
#[test]
fn programs_run_on_datasets_with_the_weights_of_checkpoints() {
    let folder = folder("apply");
    let line = "M/loss.mlir --init init --loss loss --optimizer adam{lr=0.01} --dataset M/digits.npz --field 4=x \
                --field 5=y --epochs 8 --seed 7 --checkpoints F/c";
    succeeds(&folder, line);
    let weights = "--weights F/c/step-000000048.safetensors --dataset M/digits.npz";
    let text = fs::read_to_string(model("predict.mlir")).expect("it is there");
    let mut all = Vec::new();
    for (name, size) in [("fifty", "50"), ("one", "1"), ("whole", "360"), ("open", "?")] {
        let text = text.replace("50x", &format!("{size}x"));
        // An open program has no constants of its batch's size.
        let open = "%zeros = stablehlo.dynamic_broadcast_in_dim %zero, %n, dims = [] : (tensor<f32>, tensor<2xi32>) \
                    -> tensor<?x32xf32>";
        let text = match size {
            "?" => text
                .replace("%zeros = stablehlo.constant dense<0.0> : tensor<?x32xf32>", open)
                .replace("%zero = ", "%k = stablehlo.constant dense<32> : tensor<1xi32>\n  %l = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x8x8xf32>) -> tensor<i32>\n  %m1 = stablehlo.reshape %l : (tensor<i32>) -> tensor<1xi32>\n  %n = stablehlo.concatenate %m1, %k, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>\n  %c = stablehlo.constant dense<64> : tensor<1xi32>\n  %nr = stablehlo.concatenate %m1, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>\n  %zero = ")
                .replace("stablehlo.reshape %x : (tensor<?x8x8xf32>)", "stablehlo.dynamic_reshape %x, %nr : (tensor<?x8x8xf32>, tensor<2xi32>)")
                .replace("stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<32xf32>)", "stablehlo.dynamic_broadcast_in_dim %arg0, %n, dims = [1] : (tensor<32xf32>, tensor<2xi32>)"),
            _ => text,
        };
        fs::write(folder.join(format!("{name}.mlir")), text).expect("it is written");
        let batch = if size == "?" { " --batch 7" } else { "" };
        let out =
            succeeds(&folder, &format!("run F/{name}.mlir {weights} --output F/{name}{batch}"));
        assert!(out.starts_with("360 samples in "), "{out}");
        all.push(array(&folder.join(name).join("0.npy")));
    }
    assert_eq!(all[0].len(), 3600);
    for other in &all[1..] {
        assert_eq!(other.len(), 3600);
        let most = all[0].iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(most <= 1e-4, "{most}");
    }
    let scalar = "func.func @main(%w: tensor<f32>, %x: tensor<4x8x8xf32>) -> tensor<f32> { return %w : tensor<f32> }";
    fs::write(folder.join("scalar.mlir"), scalar).expect("it is written");
    // The optimizer's state, which is behind the parameters, is for no argument without a name.
    let text = "func.func @main(%arg0: tensor<32xf32>, %arg1: tensor<10xf32>, %arg2: tensor<64x32xf32>, \
                %arg3: tensor<32x10xf32>, %arg4: tensor<32xf32>) -> tensor<32xf32> { return %arg4 : tensor<32xf32> }";
    fs::write(folder.join("state.mlir"), text).expect("it is written");
    let line = format!("run F/state.mlir {weights}");
    assert!(fails(&folder, &line, 1).contains("no field of the dataset is for the argument `4`"));
    // The loss of all samples, and how many are right, as the last epoch's were or better.
    let text = succeeds(
        &folder,
        &format!("run M/loss.mlir --entry loss {weights} --field 4=x --field 5=y --print"),
    );
    let number = |line: &str| -> f64 {
        let line = text.lines().find_map(|it| it.strip_prefix(line)).expect(&text);
        line.rsplit(' ').next().and_then(|it| it.parse().ok()).expect(&text)
    };
    assert!(number("0: ") < 0.7 && number("1: ") > 0.85, "{text}");
    for (line, status, expected) in [
        (
            "run M/predict.mlir --dataset M/digits.npz",
            1,
            "have no value, but their first extents differ",
        ),
        (
            "run M/predict.mlir --weights M/predict.mlir --dataset M/digits.npz",
            2,
            "no safetensors file",
        ),
        (
            &format!("run M/predict.mlir {weights} --batch 7"),
            1,
            "--batch 7: the argument `x` is tensor<50x8x8xf32>",
        ),
        (
            &format!("run F/open.mlir {weights}"),
            1,
            "the argument `x` is tensor<?x8x8xf32>: say --batch N",
        ),
        (
            &format!("run M/predict.mlir {weights} --field y=x"),
            1,
            "the arguments of a batch are `x`",
        ),
        (
            "run F/scalar.mlir --dataset M/digits.npz",
            1,
            "`w` is tensor<f32>, which holds no samples",
        ),
        (&format!("run M/predict.mlir {weights} --compare interp"), 2, "cannot be used with"),
        ("run M/predict.mlir --batch 7", 2, "--dataset"),
    ] {
        let out = fails(&folder, line, status);
        assert!(out.contains(expected), "{line}\n{out}");
    }
}
