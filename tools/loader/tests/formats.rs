//! Each format gives the samples that were written, and names damaged ones.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use hloom_loader::{Array, Dataset, Fault, ImageMode, Kind, OpenOptions, checksum, open};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn gray() -> OpenOptions {
    OpenOptions { images: ImageMode::Gray, labels: None }
}

/// A PNG file of 3×2 pixels.
fn png(first: u8) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let image = image::GrayImage::from_raw(3, 2, (0..6).map(|i| first + i).collect()).unwrap();
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn pixels(first: u8) -> Array {
    Array::new(Kind::U8, &[2, 3, 1], (0..6).map(|i| first + i).collect()).unwrap()
}

fn names(dataset: &dyn Dataset) -> Vec<&str> {
    dataset.fields().iter().map(|field| field.name.as_str()).collect()
}

fn bad(dataset: &dyn Dataset, index: usize) -> String {
    match dataset.sample(index) {
        Err(Fault::Bad(what)) => what,
        other => panic!("{other:?}"),
    }
}

fn refused(path: &Path) -> String {
    open(path, &gray()).err().expect("it is refused").to_string()
}

fn npy(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let mut text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    while (10 + text.len()) % 64 != 63 {
        text.push(' ');
    }
    text.push('\n');
    let len = (text.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", &len[..], text.as_bytes(), data].concat()
}

#[test]
fn folders_of_images() {
    let root = folder("images");
    for (class, first) in [("9", 10), ("10", 20)] {
        fs::create_dir(root.join(class)).unwrap();
        fs::write(root.join(class).join("b.png"), png(first)).unwrap();
        fs::write(root.join(class).join("a.png"), png(first + 1)).unwrap();
    }
    fs::write(root.join("9/notes.txt"), "no image").unwrap();
    let data = open(&root, &gray()).unwrap();
    assert_eq!((data.len(), names(&*data)), (4, vec!["image", "label"]));
    // Names that are numbers are in the order of numbers.
    let label = |n| Array::integers(&[], &[n]);
    assert_eq!(data.sample(0).unwrap(), [pixels(11), label(0)]);
    assert_eq!(data.sample(3).unwrap(), [pixels(20), label(1)]);
    let rgb = open(&root, &OpenOptions::default()).unwrap();
    assert_eq!(rgb.fields()[0].dims, [2, 3, 3]);
    assert_eq!(rgb.sample(0).unwrap()[0].bytes[..6], [11, 11, 11, 12, 12, 12]);
    // Damage that keeps length and time is damage; another length is a change.
    let damaged = root.join("9/b.png");
    let cut = png(10)[..40].to_vec();
    fs::write(&damaged, &cut).unwrap();
    assert!(matches!(data.sample(1), Err(Fault::Changed(_))));
    let again = open(&root, &gray()).unwrap();
    assert!(bad(&*again, 1).starts_with("is a damaged image: "), "{}", bad(&*again, 1));
    assert!(again.place(1).ends_with("9/b.png"));
    fs::write(&damaged, "text").unwrap();
    let again = open(&root, &gray()).unwrap();
    assert_eq!(bad(&*again, 1), "is neither a PNG nor a JPEG image");
    fs::remove_file(&damaged).unwrap();
    assert_eq!(again.sample(1).unwrap_err(), Fault::Changed("is gone".to_owned()));
    fs::write(root.join("labels.csv"), "file,label\n10/a.png,cat\n9/a.png,ant\n").unwrap();
    let listed = open(&root, &gray()).unwrap();
    assert_eq!(listed.sample(0).unwrap(), [pixels(21), label(1)]);
    assert_eq!(listed.sample(1).unwrap(), [pixels(11), label(0)]);
    assert!(refused(&folder("nothing")).contains("has no image that can be read"));
}

#[test]
fn numpy_files() {
    let root = folder("numpy");
    let file = root.join("x.npy");
    fs::write(&file, npy("<i2", "(3, 2)", &[1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 255, 255])).unwrap();
    let data = open(&file, &gray()).unwrap();
    assert_eq!((data.len(), names(&*data)), (3, vec!["x"]));
    assert_eq!(
        data.sample(2).unwrap(),
        [Array::new(Kind::I16, &[2], vec![5, 0, 255, 255]).unwrap()]
    );
    fs::write(&file, npy("<i2", "(1, 2)", &[1, 0, 2, 0])).unwrap();
    assert!(matches!(data.sample(0), Err(Fault::Changed(_))));
    for (descr, shape, data, expected) in [
        ("<f4", "(2,)", &[0u8; 7][..], "announces float32 of [2], but has 7 bytes of data"),
        ("<U7", "(2,)", &[], "holds elements of `<U7`"),
        (">f4", "(2,)", &[], "holds elements of `>f4`"),
        ("<f4", "()", &[0; 4], "is a scalar, not an array of samples"),
        ("<f8", "(99999999999, 99999999999)", &[], "announces"),
    ] {
        fs::write(&file, npy(descr, shape, data)).unwrap();
        assert!(refused(&file).contains(expected), "{}", refused(&file));
    }
    for cut in [0, 5, 9, 30] {
        fs::write(&file, &npy("<f4", "(2,)", &[0; 8])[..cut]).unwrap();
        refused(&file);
    }
    let archive = root.join("d.npz");
    let write = |second: &str| {
        let mut zip = zip::ZipWriter::new(fs::File::create(&archive).unwrap());
        let how = zip::write::SimpleFileOptions::default();
        for (name, bytes) in [
            ("x.npy", npy("|u1", "(2, 3)", &[1, 2, 3, 4, 5, 6])),
            ("y.npy", npy("<f8", second, &[0; 16])),
        ] {
            zip.start_file(name, how).unwrap();
            zip.write_all(&bytes).unwrap();
        }
        zip.finish().unwrap();
    };
    write("(2,)");
    let data = open(&archive, &gray()).unwrap();
    assert_eq!((data.len(), names(&*data)), (2, vec!["x", "y"]));
    assert_eq!(data.sample(1).unwrap()[0].bytes, [4, 5, 6]);
    write("(1, 2)");
    assert!(refused(&archive).ends_with("has an array `y`, which has 1 samples, but `x` has 2"));
}

#[test]
fn csv_files() {
    let file = folder("csv").join("d.csv");
    fs::write(&file, "a,b,label\n1,2.5,3\n\"4\",x,5\n7,8\n9, 1e2 ,0\n").unwrap();
    let data = open(&file, &gray()).unwrap();
    assert_eq!(names(&*data), ["a", "b", "label", "features"]);
    let expected = |a, b: f32, label| {
        vec![
            Array::integers(&[], &[a]),
            Array::floats(&[], &[b]),
            Array::integers(&[], &[label]),
            Array::floats(&[2], &[a as f32, b]),
        ]
    };
    assert_eq!(data.len(), 4);
    assert_eq!(data.sample(0).unwrap(), expected(1, 2.5, 3));
    assert_eq!(data.sample(3).unwrap(), expected(9, 100.0, 0));
    assert_eq!(bad(&*data, 1), "has `x` in the column `b`, which is not a number");
    assert_eq!(bad(&*data, 2), "has 2 values for 3 columns");
    assert!(data.place(2).ends_with("d.csv:4"), "{}", data.place(2));
    fs::write(&file, "a,b\n").unwrap();
    assert!(refused(&file).ends_with("has no samples"));
}

/// A message `Example { x: [a, b], image: PNG }`, by hand: lengths are below 128 but for the image.
fn example(a: f32, image: &[u8]) -> Vec<u8> {
    fn field(number: u8, content: &[u8]) -> Vec<u8> {
        let mut out = vec![number << 3 | 2];
        let mut n = content.len();
        while n >= 128 {
            out.push(n as u8 | 128);
            n >>= 7;
        }
        out.push(n as u8);
        out.extend(content);
        out
    }
    let floats = field(2, &field(1, &[a.to_le_bytes(), 2f32.to_le_bytes()].concat()));
    let bytes = field(1, &field(1, image));
    let entry =
        |name: &str, value: &[u8]| field(1, &[field(1, name.as_bytes()), field(2, value)].concat());
    field(1, &[entry("x", &floats), entry("image", &bytes)].concat())
}

fn record(message: &[u8]) -> Vec<u8> {
    let masked =
        |bytes: &[u8]| checksum(bytes).rotate_right(15).wrapping_add(0xA282_EAD8).to_le_bytes();
    let len = (message.len() as u64).to_le_bytes();
    [&len[..], &masked(&len), message, &masked(message)].concat()
}

#[test]
fn tfrecord_files() {
    let root = folder("tfrecord");
    let records: Vec<Vec<u8>> =
        [10, 20, 30].map(|i| record(&example(f32::from(i), &png(i)))).to_vec();
    let file = root.join("b.tfrecord");
    fs::write(&file, records.concat()).unwrap();
    let data = open(&file, &gray()).unwrap();
    assert_eq!((data.len(), names(&*data)), (3, vec!["image", "x"]));
    assert_eq!(data.sample(1).unwrap(), [pixels(20), Array::floats(&[2], &[20.0, 2.0])]);
    // A folder of files is one dataset, in the order of names.
    fs::write(root.join("a.tfrecord"), &records[0]).unwrap();
    let both = open(&root, &gray()).unwrap();
    assert_eq!(both.len(), 4);
    assert_eq!(both.sample(2).unwrap(), data.sample(1).unwrap());
    assert!(both.place(2).ends_with("b.tfrecord, record 1"), "{}", both.place(2));
    let mut damaged = records.concat();
    damaged[records[0].len() + 20] ^= 1;
    fs::write(&file, &damaged).unwrap();
    let data = open(&file, &gray()).unwrap();
    assert_eq!(bad(&*data, 1), "has a wrong checksum");
    damaged[records[0].len() + 1] ^= 1;
    fs::write(&file, &damaged).unwrap();
    let at = records[0].len();
    let expected = format!("at byte {at}, has a length with a wrong checksum");
    assert!(refused(&file).ends_with(&expected), "{}", refused(&file));
    fs::write(&file, &records.concat()[..records.concat().len() - 1]).unwrap();
    assert!(refused(&file).ends_with("is cut off"));
}

#[test]
fn webdataset_files() {
    let file = folder("tar").join("d.tar");
    let mut tar = tar::Builder::new(Vec::new());
    let mut add = |name: &str, bytes: &[u8]| {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, bytes).unwrap();
    };
    for i in [10u8, 20, 30] {
        add(&format!("part/{i}.png"), &png(i));
        if i != 30 {
            add(&format!("part/{i}.cls"), i.to_string().as_bytes());
        }
        add(&format!("part/{i}.v.npy"), &npy("<f4", "(1,)", &f32::from(i).to_le_bytes()));
    }
    fs::write(&file, tar.into_inner().unwrap()).unwrap();
    let data = open(&file, &gray()).unwrap();
    assert_eq!((data.len(), names(&*data)), (3, vec!["image", "label", "v"]));
    let expected = [pixels(20), Array::integers(&[], &[20]), Array::floats(&[1], &[20.0])];
    assert_eq!(data.sample(1).unwrap(), expected);
    assert_eq!(bad(&*data, 2), "has no member `.cls`");
    assert!(data.place(2).ends_with("d.tar, `part/30`"), "{}", data.place(2));
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..540]).unwrap();
    refused(&file);
    assert!(refused(&folder("tar").join("absent.tar")).contains("can't read"));
}

/// The path of a file that pyarrow wrote (`columns/make.py`): 5 rows.
fn columns(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/columns").join(name)
}

#[test]
fn files_of_columns() {
    for name in ["snappy.parquet", "zstd.parquet", "lz4.feather", "plain.arrow"] {
        let data = open(&columns(name), &gray()).unwrap();
        // Text is not a field.
        assert_eq!(names(&*data), ["image", "label", "x", "m", "flag"], "{name}");
        let dims: Vec<&[usize]> = data.fields().iter().map(|field| &field.dims[..]).collect();
        assert_eq!(dims, [&[2, 3, 1][..], &[], &[2], &[3, 2], &[]], "{name}");
        assert_eq!(data.len(), 5, "{name}");
        assert!(data.fields()[0].image, "{name}");
        // Backwards, so that groups are read in another order than that of the file.
        for i in [4u8, 2, 1, 0] {
            let label = if i < 2 { 7i32 } else { 9 };
            let expected = [
                pixels(10 * i),
                Array::new(Kind::I32, &[], label.to_le_bytes().to_vec()).unwrap(),
                Array::floats(&[2], &[f32::from(i), f32::from(i) + 0.5]),
                Array::new(Kind::I8, &[3, 2], vec![i, 1, 2, 3, 4, 5]).unwrap(),
                Array::new(Kind::Bool, &[], vec![u8::from(i % 2 == 0)]).unwrap(),
            ];
            assert_eq!(data.sample(usize::from(i)).unwrap(), expected, "{name}, row {i}");
        }
        assert_eq!(bad(&*data, 3), "has the column `label`, which has no value there", "{name}");
        assert!(data.place(3).ends_with(&format!("{name}, row 3")));
    }
    let words = refused(&columns("words.parquet"));
    assert!(
        words.ends_with("no column of numbers or images; its columns are word: Utf8"),
        "{words}"
    );
}

#[test]
fn folders_of_files_of_columns() {
    let root = folder("folder-of-columns");
    for name in ["a.parquet", "b.parquet"] {
        fs::copy(columns("snappy.parquet"), root.join(name)).unwrap();
    }
    let data = open(&root, &gray()).unwrap();
    assert_eq!(data.len(), 10);
    for i in [9, 0, 4, 5] {
        assert_eq!(data.sample(i).unwrap()[0], pixels(10 * (i % 5) as u8), "row {i}");
    }
    assert!(data.place(5).ends_with("b.parquet, row 0"));
}

/// Cut-off files and changed bytes give errors, or samples; a changed file is noticed.
#[test]
fn damaged_files_of_columns() {
    let root = folder("columns");
    for name in ["zstd.parquet", "lz4.feather"] {
        let (path, whole) = (root.join(name), fs::read(columns(name)).unwrap());
        for end in (0..whole.len()).step_by(97) {
            fs::write(&path, &whole[..end]).unwrap();
            assert!(refused(&path).starts_with("can't read `"), "{name} of {end} bytes");
        }
        let mut refusals = 0;
        for at in (0..whole.len()).step_by(17) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            fs::write(&path, &bytes).unwrap();
            match open(&path, &gray()) {
                Ok(data) => (0..data.len().min(100)).for_each(|i| {
                    refusals += usize::from(data.sample(i).is_err());
                }),
                Err(_) => refusals += 1,
            }
        }
        assert!(refusals > 0, "{name}");
        fs::write(&path, &whole).unwrap();
        let data = open(&path, &gray()).unwrap();
        data.sample(0).unwrap();
        fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        assert!(matches!(data.sample(0), Err(Fault::Changed(_))), "{name}");
    }
}
