// Tensors go from one storage format to another, and to files and back.

// RUN: hloom relayout %S/Inputs/general.mtx --to csr -o %t.csr.npz
// RUN: hloom relayout %t.csr.npz --from csr --to dcsr -o %t.dcsr.npz
// RUN: hloom relayout %t.dcsr.npz --from dcsr --to hash_map -o %t.map.npz
// RUN: hloom relayout %t.map.npz --from hash_map --to bsr --size h=2 --size w=2 -o %t.bsr.npz
// RUN: hloom relayout %t.bsr.npz --from bsr --to %S/Inputs/rows_backwards.sdql -o %t.own.npz
// RUN: hloom relayout %t.own.npz --from %S/Inputs/rows_backwards.sdql -o %t.mtx
// RUN: cat %t.mtx | hloom check %s
// RUN: hloom relayout %S/Inputs/general.mtx.gz -o %t.again.mtx
// RUN: diff %t.mtx %t.again.mtx
// RUN: hloom relayout %S/Inputs/general.mtx --to dictionary_matrix -o %t.codes.npz
// RUN: hloom relayout %t.codes.npz --from dictionary_matrix --to csr -o %t.codes.csr.npz
// RUN: hloom relayout %t.codes.csr.npz --from csr -o %t.codes.mtx
// RUN: diff %t.mtx %t.codes.mtx
// RUN: hloom run %S/run.sdql --input A=%t.codes.npz --input x=%S/Inputs/x.npy --storage A=dictionary_matrix | hloom check %s --check-prefix=PRODUCT
// RUN: hloom relayout %S/Inputs/cube.tns --to csf -o %t.csf.npz
// RUN: hloom relayout %t.csf.npz --from csf -o %t.tns
// RUN: cat %t.tns | hloom check %s --check-prefix=CUBE
// RUN: hloom run %S/run.sdql --input A=%t.dcsr.npz --input x=%S/Inputs/x.npy --storage A=dcsr | hloom check %s --check-prefix=PRODUCT
// RUN: hloom relayout %S/Inputs/twice.mtx --accumulate -o %t.twice.mtx

// RUN: not hloom relayout %S/Inputs/general.mtx --to bsr -o %t.npz 2>&1 | hloom check %s --check-prefix=SIZE
// RUN: not hloom relayout %S/Inputs/general.mtx --to csr --size h=2 -o %t.npz 2>&1 | hloom check %s --check-prefix=NUMBER
// RUN: not hloom relayout %S/Inputs/general.mtx --to csr -o %t.mtx 2>&1 | hloom check %s --check-prefix=ENDING
// RUN: not hloom relayout %S/Inputs/general.mtx --to crs -o %t.npz 2>&1 | hloom check %s --check-prefix=FORMAT
// RUN: not hloom relayout %S/Inputs/general.mtx --to csf -o %t.npz 2>&1 | hloom check %s --check-prefix=ORDER
// RUN: not hloom relayout %S/Inputs/general.mtx --to triangular -o %t.npz 2>&1 | hloom check %s --check-prefix=HOLD
// RUN: not hloom relayout %t.csr.npz -o %t.mtx 2>&1 | hloom check %s --check-prefix=FROM
// RUN: not hloom relayout %t.csr.npz --from csr --shape 2x2 -o %t.mtx 2>&1 | hloom check %s --check-prefix=SHAPE
// RUN: not hloom relayout %S/Inputs/twice.mtx --to csr -o %t.npz 2>&1 | hloom check %s --check-prefix=TWICE
// RUN: not hloom relayout %S/Inputs/general.mtx --size h=2 -o %t.mtx 2>&1 | hloom check %s --check-prefix=WITHOUT

// CHECK:      %%MatrixMarket matrix coordinate real general
// CHECK-NEXT: 3 4 5
// CHECK-NEXT: 1 1 6
// CHECK-NEXT: 1 3 9
// CHECK-NEXT: 1 4 8
// CHECK-NEXT: 3 1 5
// CHECK-NEXT: 3 4 7
// CUBE:       # 2 x 2 x 3
// PRODUCT:    result: {int[3] -> real} = [65.0, 0.0, 33.0]
// SIZE:       error: `{{.*}}general.mtx`: the entries do not determine h and w of the format bsr: give --size h=2
// NUMBER:     error: the format csr has no number `h`
// ENDING:     error: `{{.*}}.mtx` does not end in .npz: arrays of a format are written as an archive
// FORMAT:     error: there is no format `crs`; did you mean `csr`?
// ORDER:      error: `{{.*}}general.mtx`: the format csf stores tensors of order 3, not 2
// HOLD:       error: `{{.*}}general.mtx`: as triangular: the format can't hold the entry at (0, 2)
// FROM:       error: `{{.*}}.csr.npz` has arrays by name: say of which format with --from FORMAT
// SHAPE:      error: the arrays of `T` are wrong: `T_idx[1]` is 2: a coordinate is beyond the extent 2
// TWICE:      error: {{.*}}twice.mtx:5: (1, 1) is also on line 3; --accumulate adds such entries
// WITHOUT:    error: --size is for the arrays of a format: give --to FORMAT
