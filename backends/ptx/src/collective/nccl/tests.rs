//! The functions of a library: a small one in C, which notes the arguments that it is given. It is
//! made by the compiler that links this test.

use std::ffi::{CStr, OsString, c_char};
use std::path::PathBuf;
use std::process::Command;

use super::super::{Number, Reduction};
use super::Library;
use super::api::{Buffers, Comm, Nccl, Slot, State, Stream};

/// Functions with the types of NCCL's header.
const SOURCE: &str = r#"
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
typedef struct { char internal[128]; } Id;
typedef struct {
  size_t size; unsigned int magic, version; int blocking, cga, least, most;
  const char *net; int share, traffic;
} Config;
static char text[1 << 14];
static size_t used;
static int looks;
static void say(const char *format, ...) {
  va_list all;
  va_start(all, format);
  used += vsnprintf(text + used, sizeof text - used, format, all);
  va_end(all);
}
const char *fake_log(void) { return text; }
int ncclGetVersion(int *version) { *version = VERSION; return 0; }
int ncclGetUniqueId(Id *id) { for (int i = 0; i < 128; i++) id->internal[i] = i + 100; return 0; }
int ncclCommInitRankConfig(void **comm, int count, Id id, int rank, Config *c) {
  say("init %d of %d, id %d to %d; size %zu, magic %x, version %u, blocking %d, %d, %d, %d, %d, %d, %d\n",
      rank, count, id.internal[0], id.internal[127], c->size, c->magic, c->version, c->blocking,
      c->cga, c->least, c->most, c->net != NULL, c->share, c->traffic);
  *comm = (void *)0x1000;
  return 7;
}
int ncclCommSplit(void *comm, int color, int key, void **made, Config *c) {
  say("split %p by %d, %d, %d\n", comm, color, key, c != NULL);
  *made = color < 0 ? NULL : (void *)0x2000;
  return 7;
}
int ncclCommGetAsyncError(void *comm, int *state) {
  *state = comm == (void *)0x3000 ? 6 : looks++ ? 0 : 7;
  return 0;
}
int ncclGroupStart(void) { say("{\n"); return 0; }
int ncclGroupEnd(void) { say("}\n"); return 7; }
int ncclAllReduce(void *a, void *b, size_t n, int type, int op, void *comm, void *stream) {
  say("all_reduce %p %p %zu %d %d %p %p\n", a, b, n, type, op, comm, stream);
  return 0;
}
int ncclReduce(void *a, void *b, size_t n, int type, int op, int root, void *comm, void *stream) {
  say("reduce %p %p %zu %d %d %d %p %p\n", a, b, n, type, op, root, comm, stream);
  return 0;
}
int ncclReduceScatter(void *a, void *b, size_t n, int type, int op, void *comm, void *stream) {
  say("reduce_scatter %p %p %zu %d %d %p %p\n", a, b, n, type, op, comm, stream);
  return 0;
}
int ncclAllGather(void *a, void *b, size_t n, int type, void *comm, void *stream) {
  say("all_gather %p %p %zu %d %p %p\n", a, b, n, type, comm, stream);
  return 0;
}
int ncclBroadcast(void *a, void *b, size_t n, int type, int root, void *comm, void *stream) {
  say("broadcast %p %p %zu %d %d %p %p\n", a, b, n, type, root, comm, stream);
  return 0;
}
int ncclSend(void *a, size_t n, int type, int peer, void *comm, void *stream) {
  say("send %p %zu %d %d %p %p\n", a, n, type, peer, comm, stream);
  return 0;
}
int ncclRecv(void *a, size_t n, int type, int peer, void *comm, void *stream) {
  say("receive %p %zu %d %d %p %p\n", a, n, type, peer, comm, stream);
  return 4;
}
int ncclCommFinalize(void *comm) { say("finalize %p\n", comm); return 7; }
int ncclCommDestroy(void *comm) { say("destroy %p\n", comm); return 0; }
int ncclCommAbort(void *comm) { say("abort %p\n", comm); return 0; }
const char *ncclGetErrorString(int code) { return code == 4 ? "invalid argument" : "remote error"; }
const char *ncclGetLastError(void *comm) { return comm ? "the last error\n" : ""; }
"#;

/// A library of a version.
fn made(version: u32) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hloom-nccl-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (source, library) =
        (folder.join(format!("{version}.c")), folder.join(format!("{version}.so")));
    std::fs::write(&source, SOURCE).expect("the source is written");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", &format!("-DVERSION={version}"), "-o"]);
    let ended = compiler.arg(&library).arg(&source).status().expect("there is a C compiler");
    assert!(ended.success());
    library
}

fn of(path: &std::path::Path) -> Result<Library, String> {
    Library::find_among(&[path.into()])
}

#[test]
fn functions_get_the_values_of_the_header() {
    let path = made(22703);
    let nccl = of(&path).expect("it can be used");
    assert_eq!(nccl.version_text(), "2.27.3");
    let id = nccl.unique_id().expect("a name");
    assert_eq!((id[0], id[127]), (100, 227));
    let comm = nccl.init(&id, 4, 3).expect("it goes on");
    assert_eq!(comm, Comm(0x1000));
    assert_eq!(nccl.state(comm), Ok(State::InProgress));
    assert_eq!(nccl.state(comm), Ok(State::Ready));
    let failed = nccl.state(Comm(0x3000)).expect_err("it has failed");
    assert_eq!((failed.code, &*failed.words), (6, "remote error: the last error"));
    let slots = [Slot::default(), Slot::default()];
    nccl.split(comm, Some(2), 1, &slots[0]).expect("it goes on");
    nccl.split(comm, None, 0, &slots[1]).expect("it goes on");
    assert_eq!((nccl.made(&slots[0]), nccl.made(&slots[1])), (Some(Comm(0x2000)), None));
    let (at, on) = (Buffers { from: 0x10, to: 0x20 }, (comm, Stream(0x30)));
    let types = [
        Number::I8,
        Number::U8,
        Number::I32,
        Number::U32,
        Number::I64,
        Number::U64,
        Number::F16,
        Number::F32,
        Number::F64,
        Number::Bf16,
    ];
    nccl.group_start().expect("a list");
    for number in types {
        nccl.all_reduce(at, (number, 5), Reduction::Sum, on).expect("it is listed");
    }
    nccl.group_end().expect("it goes on");
    nccl.reduce(at, (Number::F32, 6), Reduction::Product, 2, on).expect("it is listed");
    nccl.reduce_scatter(at, (Number::I64, 7), Reduction::Max, on).expect("it is listed");
    nccl.all_reduce(at, (Number::U8, 7), Reduction::Min, on).expect("it is listed");
    nccl.all_gather(at, 8, on).expect("it is listed");
    nccl.broadcast(at, 9, 1, on).expect("it is listed");
    nccl.send(0x10, 10, 1, on).expect("it is listed");
    let refused = nccl.receive(0x20, 11, 0, on).expect_err("it is refused");
    assert_eq!(refused.words, "invalid argument: the last error");
    nccl.finalize(comm).expect("it goes on");
    nccl.destroy(comm).expect("it is gone");
    nccl.abort(Comm(0x2000)).expect("it is gone");
    // SAFETY: the library above, which stays loaded; its log ends with a zero.
    let log = unsafe {
        let library = libloading::Library::new(&path).expect("it is loaded");
        let log = *library.get::<unsafe extern "C" fn() -> *const c_char>(b"fake_log").expect("it");
        CStr::from_ptr(log()).to_string_lossy().into_owned()
    };
    let sums: String =
        (0..10).map(|number| format!("all_reduce 0x10 0x20 5 {number} 0 0x1000 0x30\n")).collect();
    let undefined = i32::MIN;
    assert_eq!(
        log,
        format!(
            "init 3 of 4, id 100 to -29; size 48, magic cafebeef, version 21801, blocking 0, \
             {undefined}, {undefined}, {undefined}, 0, {undefined}, {undefined}
split 0x1000 by 2, 1, 0
split 0x1000 by -1, 0, 0
{{
{sums}}}
reduce 0x10 0x20 6 7 1 2 0x1000 0x30
reduce_scatter 0x10 0x20 7 4 2 0x1000 0x30
all_reduce 0x10 0x20 7 1 3 0x1000 0x30
all_gather 0x10 0x20 8 1 0x1000 0x30
broadcast 0x10 0x20 9 1 1 0x1000 0x30
send 0x10 10 1 1 0x1000 0x30
receive 0x20 11 1 0 0x1000 0x30
finalize 0x1000
destroy 0x1000
abort 0x2000
"
        )
    );
}

#[test]
fn a_library_that_can_not_be_used_is_named() {
    let names = ["libnone.so.1", "libother.so"].map(OsString::from);
    let error = Library::find_among(&names).expect_err("there is none");
    assert_eq!(
        error,
        "there is no NCCL library: none of libnone.so.1, libother.so can be loaded; install NCCL \
         (package libnccl2), or name a library with HLOOM_NCCL"
    );
    let error = Library::find_among(&names[..1]).expect_err("there is none");
    assert!(error.contains("library: libnone.so.1 can't be loaded; install"), "{error}");
    let error = of(std::path::Path::new("libc.so.6")).expect_err("it is another one");
    let says = "`libc.so.6` is not an NCCL library of version 2.18 or newer: it has no ";
    assert!(error.starts_with(says), "{error}");
    let old = made(21605);
    let error = of(&old).expect_err("it is too old");
    assert!(
        error.ends_with("is NCCL 2.16.5; version 2.18 is the oldest that can be used"),
        "{error}"
    );
}
