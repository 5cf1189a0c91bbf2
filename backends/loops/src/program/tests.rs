//! Programs are verified, printed, parsed back and run.

use super::machine::{Machine, MachineError};
use super::*;
use crate::index::{Index, Unknown};

/// `y = Σ_j max(x[i][j], 0)`, with 4 lanes and a masked tail.
fn row_sums(rows: u64, columns: u64) -> Program {
    let mut b = Builder::new("main");
    let x = b.buffer("x", Element::F32, &[rows, columns], Space::Argument(0));
    let y = b.buffer("y", Element::F32, &[rows], Space::Result(0));
    let lanes = Scalar::F32.vector(4);
    let n = columns as i64;
    b.kernel("row_sums", Facts { flops: rows * columns, ..Facts::default() }, |b| {
        b.for_each(LoopKind::Parallel, "i", 0, rows as i64, 1, |b, i| {
            let zero = b.number(lanes, 0.0);
            let sum = b.for_carrying(
                LoopKind::Serial,
                "j",
                (0.into(), n.into()),
                4,
                &[zero],
                |b, j, acc| {
                    let mask = b.inst(Inst::FirstLanes(4, Index::constant(n) - j));
                    let offset = Index::var(i) * n + j;
                    let access =
                        Access { buffer: x, offset, lanes: Lanes::Contiguous, mask: Some(mask) };
                    let v = b.inst(Inst::Load(lanes, access));
                    let v = b.binary(BinaryOp::Max, v, zero);
                    vec![b.binary(BinaryOp::Add, acc[0], v)]
                },
            );
            let total = b.reduce_lanes(&sum, |b, l, r| vec![b.binary(BinaryOp::Add, l[0], r[0])]);
            b.store(total[0], y, i);
        });
    });
    b.finish()
}

fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

#[test]
fn sums_rows_either_way() {
    let program = row_sums(3, 7);
    program.verify().unwrap();
    let x: Vec<f32> = (0..21).map(|n| n as f32 - 5.0).collect();
    let want: Vec<f32> = x.chunks(7).map(|r| r.iter().map(|v| v.max(0.0)).sum()).collect();
    for descending in [false, true] {
        let input = bytes(&x);
        let mut machine = Machine::new(&program, &[&input]).unwrap();
        machine.descending = descending;
        assert_eq!(machine.run(10_000).unwrap(), [bytes(&want)]);
    }
}

#[test]
fn prints_and_parses_back() {
    let program = row_sums(3, 7);
    let text = program.to_string();
    let again = crate::text::parse(&text).unwrap();
    again.verify().unwrap();
    assert_eq!(again.to_string(), text);
    assert_eq!(
        text,
        r#"program @main {
  argument 0 @x : f32[3, 7]
  result 0 @y : f32[3]
  kernel "row_sums" reads 0 writes 0 flops 21 special 0 integer 0 {
    parallel for %i = 0 to 3 step 1 {
      %0 : <4 x f32> = const 0.0
      for %j = 0 to 7 step 4 carrying %2 : <4 x f32> = %0 to %1 {
        %3 : <4 x i1> = first -%j + 7
        %4 : <4 x f32> = load @x[%i*7 + %j] mask %3
        %5 : <4 x f32> = max %4, %0
        %6 : <4 x f32> = add %2, %5
        next %6
      }
      %7 : <2 x f32> = shuffle %1, %1 [0, 1]
      %8 : <2 x f32> = shuffle %1, %1 [2, 3]
      %9 : <2 x f32> = add %7, %8
      %10 : f32 = shuffle %9, %9 [0]
      %11 : f32 = shuffle %9, %9 [1]
      %12 : f32 = add %10, %11
      store %12 to @y[%i]
    }
  }
}
"#
    );
}

const EVERYTHING: &str = r#"program @all {
  argument 0 @x : complex<f32>[2]
  argument 1 @n : i64[]
  result 0 @y : f32[4]
  arena 64 @t : f32[64]
  temporary @s : f32[8]
  constant @w : bf16[2] = "803f0040"
  matrix @a : bf16[1, 2]
  matrix @b : bf16[1, 2]
  matrix @c : f32[1, 1]
  extern @cos(f64) -> f64
  extern @fill(pointer f32, i64)
  %count : i64 = load @n[0]
  while {
    %limit : i64 = const 3
    %more : i1 = lt.s %count, %limit
    test %more
  } do {
    copy 4 units from @x[0] to @y[0]
  }
  scratch @a, @b, @c {
    matrix zero @c
    matrix load @a from @w[0 stride 2]
    matrix load @b from @w[%count - 3 stride 2]
    matrix multiply @a, @b into @c
    matrix store @c to @y[1 stride 4]
  }
  scratch @s {
    call @fill(@s[%count*2 + 1], %count)
    %0 : <2 x i32> = iota
    %1 : <2 x f32> = load @x[0 stride 2]
    %2 : <2 x f32> = load @x[min(1, %count) gather %0]
    %3 : <2 x i1> = first (%count + 3) floordiv 4 + ((-%count) mod 3)*2
    store %2 to @t[0] mask %3
    %4 : <2 x f64> = float %1
    %5 : f64 = extract %4 [1]
    %6 : f64 = call @cos(%5)
    %7 : <2 x f64> = insert %4, %6 [0]
    %8 : <2 x i64> = bitcast %7
    %9 : bf16 = const 0x3f80
    %10 : f32 = float %9
    %11 : f32 = const -1.5e-7
    %12 : f32 = fma %10, %11, %10
    %13 : i1 = ge %12, %11
    if %13 {
      store %12 to @y[max(0, %count)]
    } else {
      assert %13 "it \"failed\"\u{a}"
    }
  }
}
"#;

#[test]
fn every_statement_parses_and_prints() {
    let program = crate::text::parse(EVERYTHING).unwrap();
    program.verify().unwrap();
    assert_eq!(program.to_string(), EVERYTHING);
}

#[test]
fn runs_calls_and_control_flow() {
    let program = crate::text::parse(EVERYTHING).unwrap();
    let x = bytes(&[1.0, 2.0, 3.0, 4.0]);
    let n = 3i64.to_le_bytes();
    let machine = Machine::new(&program, &[&x, &n]).unwrap().with_externs(|f, arguments| {
        match (f.name.as_str(), arguments) {
            ("cos", [machine::CallArgument::Scalar(_, x)]) => {
                Some(f64::from_bits(*x).cos().to_bits())
            }
            ("fill", [machine::CallArgument::Memory(_, bytes), _]) => {
                bytes.fill(0);
                Some(0)
            }
            _ => None,
        }
    });
    let result = machine.run(1000).unwrap();
    assert_eq!(result[0][12..], (1.0f32 - 1.5e-7).to_le_bytes());
    assert_eq!(result[0][4..8], 5.0f32.to_le_bytes());
    // Endless: the limit is never reached when nothing changes the count.
    let n = 2i64.to_le_bytes();
    let machine = Machine::new(&program, &[&x, &n]).unwrap();
    assert_eq!(machine.run(1000), Err(MachineError::OutOfSteps(1000)));
}

fn problem(text: &str) -> String {
    match crate::text::parse(text) {
        Ok(program) => program.verify().expect_err("a broken program").problem,
        Err(error) => {
            let (line, column) = error.position(text);
            format!("{line}:{column}: {error}")
        }
    }
}

#[test]
fn mistakes_are_told() {
    let program = |body: &str| {
        problem(&format!("program @p {{ argument 0 @x : f32[4] result 0 @y : f32[4]\n{body} }}"))
    };
    says(&program("store %0 to @y[0]"), "2:7: %0 is not known here");
    says(&program("%0 : f32 = load @z[0]"), "2:17: there is no buffer @z");
    says(&program("%0 : f32 = frob @z[0]"), "2:17: unexpected `@z`");
    says(&program("%0 : f64 = load @x[0]"), "@x holds f32 but is accessed as f64");
    says(&program("%a : f32 = const 1.0 %b : f32 = and %a, %a"), "in %b: and of f32");
    says(&program("%a : f32 = const 1.0 store %a to @x[0]"), "argument or constant");
    says(&program("%a : f32 = const 1.0 store %a to @y[%a]"), "%a is f32, not i64");
    says(&program("%a : <3 x f32> = const 1.0"), "a vector of 3 lanes");
    says(&program("for %i = 0 to 4 step 0 { }"), "the step of %i is 0");
    says(
        &program(
            "%a : f32 = const 1.0 kernel \"k\" reads 0 writes 0 flops 0 special 0 integer 0 { store %a to @y[0] }",
        ),
        "%a is not known where it is used",
    );
    says(
        &program("parallel for %i = 0 to 4 step 1 { %t : i1 = const true assert %t \"no\" }"),
        "parallel",
    );
    says(&program("%0 : i32 = const 5000000000"), "`5000000000` is not a value of i32");
    says(&program("%0 : i64 = index 4 mod 0"), "positive");
    says(&problem("program @p"), "the text ends too early");
    says(&problem("program \u{0}"), "has no meaning here");
    says(&program(&"if %a {".repeat(100_000)), "brackets nest more than 200 deep");
}

#[track_caller]
fn says(have: &str, want: &str) {
    assert!(have.contains(want), "{have:?} does not say {want:?}");
}

#[test]
fn mistakes_with_matrix_registers_are_told() {
    let program = |registers: &str, body: &str| {
        problem(&format!(
            "program @p {{ argument 0 @x : i8[64] result 0 @y : i32[256]\n{registers}\n{body} }}"
        ))
    };
    let three = "matrix @a : i8[16, 64] matrix @b : ui8[16, 64] matrix @c : i32[16, 16]";
    let made = |body: &str| program(three, &format!("scratch @a, @b, @c {{ {body} }}"));
    says(&program("matrix @a : i8[17, 64]", ""), "up to 16 rows of up to 64 bytes");
    says(&program("matrix @a : i8[16, 66]", ""), "up to 16 rows of up to 64 bytes");
    says(&program("matrix @a : f64[16, 8]", ""), "of i8, ui8, bf16, i32 or f32");
    says(&program(three, "matrix zero @a"), "@a does not exist here");
    says(&made("matrix zero @y"), "@y is not a matrix register");
    says(&made("matrix load @c from @x[0 stride 4]"), "between it and @x, which is another type");
    says(&made("matrix store @a to @x[0 stride 4]"), "@x is stored to but is an argument");
    says(&made("matrix multiply @c, @b into @c"), "there are no products of i32");
    says(&made("matrix multiply @a, @b into @a"), "does not add to i8[16, 64]");
    says(&made("%v : i8 = load @a[0]"), "@a is a matrix register, not memory");
    says(&made("copy 4 units from @a[0] to @b[0]"), "@b is a matrix register, not memory");
    says(
        &made("parallel for %i = 0 to 4 step 1 { matrix zero @a }"),
        "the parallel loop over %i is inside matrix registers",
    );
    says(
        &program(&format!("{three} matrix @d : i8[1, 4]"), "scratch @a, @b, @c { scratch @d { } }"),
        "made where there are some already",
    );
    let nine = (0..9).map(|n| format!("matrix @r{n} : i8[1, 4]\n")).collect::<String>();
    let names = (0..9).map(|n| format!("@r{n}")).collect::<Vec<_>>().join(", ");
    says(&program(&nine, &format!("scratch {names} {{ }}")), "9 matrix registers at a time");
}

#[test]
fn accesses_are_checked() {
    let text = "program @p { argument 0 @x : f32[4] result 0 @y : f32[4] %v : <4 x f32> = load @x[1] store %v to @y[0] }";
    let program = crate::text::parse(text).unwrap();
    program.verify().unwrap();
    let fault = Machine::new(&program, &[&[0; 16]]).unwrap().run(10).unwrap_err();
    assert_eq!(fault.to_string(), "load of unit 4 of @x, which has 4");
}

#[test]
fn buffers_of_one_name_get_numbers() {
    let mut b = Builder::new("main");
    for name in ["t", "t_2", "t", "t", "x", "t_2", "t"] {
        b.buffer(name, hloom_ir::Element::F32, &[4], Space::Arena(0));
    }
    let program = b.finish();
    let names: Vec<&str> = program.buffers.iter().map(|buffer| &*buffer.name).collect();
    assert_eq!(names, ["t", "t_2", "t_1", "t_3", "x", "t_2_1", "t_4"]);
}

#[test]
fn constants_fold_and_values_are_shared() {
    let mut b = Builder::new("p");
    let ty = Scalar::I32.ty();
    let (two, three) = (b.int(ty, 2), b.int(ty, 3));
    let six = b.binary(BinaryOp::Mul, two, three);
    assert_eq!(b.constant_of(six), Some(6));
    let again = b.int(ty, 6);
    assert_eq!(six, again);
    let e = Index::constant(5).floor_div(2, &Unknown);
    assert_eq!(e.as_constant(), Some(2));
}

#[test]
fn threads_of_a_grid_shuffle_and_share() {
    let text = r#"program @main {
      argument 0 @x : f32[128]
      result 0 @y : f32[2]
      shared @sums : f32[2]
      kernel "sums" reads 512 writes 8 flops 126 special 0 integer 0 {
        grid %b = 2 by %t = 64 {
          scratch @sums {
            %v : f32 = load @x[%b*64 + %t]
            %o : f32 = shuffle.xor %v [16]
            %a0 : f32 = add %v, %o
            %o1 : f32 = shuffle.xor %a0 [8]
            %a1 : f32 = add %a0, %o1
            %o2 : f32 = shuffle.xor %a1 [4]
            %a2 : f32 = add %a1, %o2
            %o3 : f32 = shuffle.xor %a2 [2]
            %a3 : f32 = add %a2, %o3
            %o4 : f32 = shuffle.xor %a3 [1]
            %a4 : f32 = add %a3, %o4
            %lane : i64 = index %t mod 32
            %zero : i64 = const 0
            %first : i1 = eq %lane, %zero
            if %first {
              store %a4 to @sums[%t floordiv 32]
            }
            barrier
            %l : f32 = load @sums[0]
            %r : f32 = load @sums[1]
            %s : f32 = add %l, %r
            %is : i1 = eq %t, %zero
            if %is {
              store %s to @y[%b]
            }
          }
        }
      }
    }"#;
    let program = crate::text::parse(text).unwrap();
    program.verify().unwrap();
    assert_eq!(crate::text::parse(&program.to_string()).unwrap().to_string(), program.to_string());
    let x: Vec<u8> = (0..128).flat_map(|i| (i as f32).to_le_bytes()).collect();
    for descending in [false, true] {
        let mut machine = Machine::new(&program, &[&x]).unwrap();
        machine.descending = descending;
        let want: Vec<u8> = [2016f32, 6112.0].iter().flat_map(|x| x.to_le_bytes()).collect();
        assert_eq!(machine.run(1000).unwrap(), [want]);
    }
    // A thread that is not there when values are exchanged is found.
    let wrong = text.replace(
        "%o : f32 = shuffle.xor %v [16]",
        "if %early { barrier }
 %o : f32 = shuffle.xor %v [16]",
    );
    let wrong = wrong.replace(
        "%v : f32 = load",
        "%none : i64 = const 0
 %early : i1 = eq %t, %none
 %v : f32 = load",
    );
    let program = crate::text::parse(&wrong).unwrap();
    let error = Machine::new(&program, &[&x]).unwrap().run(1000).unwrap_err();
    assert!(error.to_string().contains("part ways"), "{error}");
}

/// A warp loads from shared memory that asynchronous copies have filled.
#[test]
fn copies_are_asynchronous_and_warps_load_matrices() {
    let text = |transposed: &str| {
        format!(
            r#"program @main {{
    argument 0 @x : i16[64]
    result 0 @y : i16[64]
    shared @rows : i16[2, 64]
    kernel "matrices" reads 128 writes 128 flops 0 special 0 integer 0 {{
      grid %b = 1 by %t = 32 {{
        scratch @rows {{
          %limit : i64 = const 8
          %some : i1 = lt.s %t, %limit
          if %some {{
            %last : i64 = const 7
            %there : i1 = lt.s %t, %last
            cp.async 8 units from @x[%t*8] to @rows[%t*8 + 64] mask %there
          }}
          cp.async.commit_group
          cp.async.wait_group 0
          barrier
          %row : i64 = index %t mod 8
          %part : <2 x i16> = ldmatrix {transposed}@rows[%row*8 + 64]
          store %part to @y[%t*2]
        }}
      }}
    }}
  }}"#
        )
    };
    let x: Vec<u8> = (0..64u16).flat_map(u16::to_le_bytes).collect();
    // Thread `t` has two elements of row `t / 4`, or of column `t / 4`; the last row was
    // not read.
    let at = |row: u16, column: u16| if row == 7 { 0 } else { 8 * row + column };
    let plain = |t: u16, e: u16| at(t / 4, 2 * (t % 4) + e);
    let transposed = |t: u16, e: u16| at(2 * (t % 4) + e, t / 4);
    type Element<'a> = &'a dyn Fn(u16, u16) -> u16;
    let cases: [(&str, Element<'_>); 2] = [("", &plain), ("transposed ", &transposed)];
    for (how, element) in cases {
        let program = crate::text::parse(&text(how)).unwrap();
        program.verify().unwrap();
        let again = crate::text::parse(&program.to_string()).unwrap();
        assert_eq!(again.to_string(), program.to_string());
        let want = (0..32).flat_map(|t| [element(t, 0), element(t, 1)]);
        let want: Vec<u8> = want.flat_map(u16::to_le_bytes).collect();
        assert_eq!(Machine::new(&program, &[&x]).unwrap().run(1000).unwrap(), [want]);
    }
    let wrong = [
        ("cp.async 8 units", "cp.async 7 units", "14 bytes are copied at once"),
        ("to @rows[%t*8 + 64] mask", "to @y[%t*8] mask", "can't be asynchronous"),
        ("ldmatrix @rows[%row*8 + 64]", "ldmatrix @x[%row*8]", "an ldmatrix from @x"),
        ("<2 x i16> = ldmatrix @rows", "<3 x i16> = ldmatrix @rows", "ldmatrix as <3 x i16>"),
    ];
    for (from, to, message) in wrong {
        let program = crate::text::parse(&text("").replace(from, to)).unwrap();
        let error = program.verify().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

/// Iterations that meet in a place, whichever comes first.
#[test]
fn threads_update_memory_atomically() {
    let combined = |op: BinaryOp, element: Element, scalar: Scalar| {
        let mut b = Builder::new("main");
        let x = b.buffer("x", element, &[6], Space::Argument(0));
        let y = b.buffer("y", element, &[2], Space::Result(0));
        b.kernel("begin", Facts::default(), |b| {
            b.for_each(LoopKind::Parallel, "i", 0, 2, 1, |b, i| {
                let ten = b.int(scalar.ty(), 10);
                b.store(ten, y, i);
            });
        });
        b.kernel("all", Facts::default(), |b| {
            b.for_each(LoopKind::Parallel, "i", 0, 6, 1, |b, i| {
                let value = b.load(scalar.ty(), x, i);
                let offset =
                    Index::var(i).modulo(2, &|_: crate::index::Var| crate::index::Range::extent(6));
                let access = Access { buffer: y, offset, lanes: Lanes::Contiguous, mask: None };
                b.push(Stmt::AtomicRmw(op, value, access));
            });
        });
        b.finish()
    };
    let words = |values: &[i32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let x = words(&[3, 4, -5, 6, 12, 14]);
    for (op, want) in [
        (BinaryOp::Add, [20, 34]),
        (BinaryOp::MinS, [-5, 4]),
        (BinaryOp::MaxU, [-5, 14]),
        (BinaryOp::And, [0, 0]),
        (BinaryOp::Xor, [3 ^ -5 ^ 12 ^ 10, 4 ^ 6 ^ 14 ^ 10]),
    ] {
        let program = combined(op, Element::I32, Scalar::I32);
        program.verify().unwrap();
        let read = crate::text::parse(&program.to_string()).unwrap();
        assert_eq!(read, program);
        for descending in [false, true] {
            let mut machine = Machine::new(&program, &[&x]).unwrap();
            machine.descending = descending;
            assert_eq!(machine.run(10_000).unwrap(), [words(&want)], "{}", op.name());
        }
    }
    // Neither of short integers nor by what depends on the order.
    let short = combined(BinaryOp::Add, Element::I8, Scalar::I8).verify().unwrap_err();
    assert!(short.to_string().contains("add of i8 with what is in memory"), "{short}");
    let ordered = combined(BinaryOp::Sub, Element::I32, Scalar::I32).verify().unwrap_err();
    assert!(ordered.to_string().contains("sub of i32 with what is in memory"), "{ordered}");
}
