// HLO text computes what JAX computed: as JAX prints it, and as XLA's passes left it, with fusions, layouts and tables of
// stack frames. Inputs/make.py wrote the files and printed the results.
//
// RUN: hloom run %S/Inputs/control.hlo --backend interp --print | hloom check %s --check-prefix=CONTROL
// RUN: hloom run %S/Inputs/control_compiled.hlo --backend interp --print | hloom check %s --check-prefix=CONTROL
// RUN: hloom run %S/Inputs/indexing.hlo --backend interp --print | hloom check %s --check-prefix=INDEXING
// RUN: hloom run %S/Inputs/indexing_compiled.hlo --backend interp --print | hloom check %s --check-prefix=INDEXING
// RUN: hloom translate %S/Inputs/control_compiled.hlo - | hloom check %s --check-prefix=LOCATION
//
// CONTROL: 0: tensor<2x3xf32> = {{\[\[}}4.0, 12.0, 20.0], [28.0, 36.0, 44.0]]
// CONTROL: 1: tensor<2x3xf32> = {{\[\[}}1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
// CONTROL: 2: tensor<2x3xf32> = {{\[\[}}-0.0, -1.0, -2.0], [-3.0, -4.0, -5.0]]
// CONTROL: 3: tensor<2x3xf32> = {{\[\[}}-2.0, -1.0, -0.0], [-5.0, -4.0, -3.0]]
// CONTROL: 4: tensor<2xi32> = [2, 2]
// CONTROL: 5: tensor<2x3xf32> = {{\[\[}}0.0, 1.0, 2.0], [3.0, 5.0, 7.0]]
//
// INDEXING: 0: tensor<2x4xf32> = {{\[\[}}8.0, 9.0, 10.0, 11.0], [0.0, 1.0, 2.0, 3.0]]
// INDEXING: 1: tensor<3x4xf32> = {{\[\[}}10.0, 11.0, 12.0, 13.0], [4.0, 5.0, 6.0, 7.0], [18.0, 19.0, 20.0, 21.0]]
// INDEXING: 2: tensor<1x1x3x2xf32> = {{\[\[\[\[}}1.0, 5.0], [12.0, 24.0], [36.0, 48.0]]]]
// INDEXING: 3: tensor<2x3xf32> = {{\[\[}}5.0, 6.0, 7.0], [9.0, 10.0, 11.0]]
// INDEXING: 4: tensor<1x2xf32> = {{\[\[}}9.0, 10.0]]
// INDEXING: 6: tensor<4x4xf32> =
// INDEXING-NEXT: {{\[\[}}80.0, 92.0, 104.0, 116.0],
// INDEXING-NEXT: [92.0, 107.0, 122.0, 137.0],
// INDEXING-NEXT: [104.0, 122.0, 140.0, 158.0],
// INDEXING-NEXT: [116.0, 137.0, 158.0, 179.0]]
// INDEXING: 7: tensor<2x3xf32> = {{\[\[}}1.0, 2.0, 3.0], [9.0, 10.0, 11.0]]
// INDEXING: 8: tensor<3x4xf32> = {{\[\[}}3.0, 2.0, 1.0, 0.0], [7.0, 6.0, 5.0, 4.0], [11.0, 10.0, 9.0, 8.0]]
// INDEXING: 10: tensor<5xi32> = [0, 1, 1, 2, 1]
// INDEXING: 11: tensor<3x4xi1> = {{\[\[}}false, false, false, false], [false, false, true, true], [true, true, true, true]]
// INDEXING: 12: tensor<3x4xf32> = {{\[\[}}2.0, 2.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [7.0, 7.0, 7.0, 7.0]]
// INDEXING: 13: tensor<3x2xf32> = {{\[\[}}3.0, 2.0], [7.0, 6.0], [11.0, 10.0]]
// INDEXING: 14: tensor<3x2xi32> = {{\[\[}}3, 2], [3, 2], [3, 2]]
// INDEXING: 17: tensor<4xi1> = [false, true, true, true]
//
// LOCATION: loc("jit(control)/
