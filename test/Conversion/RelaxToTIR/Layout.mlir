// RUN: relax-opt %s --relax-legalize | FileCheck %s

// Kernels of operations that move elements.

relax.func @move(%x: !relax.tensor<[n, 1, m], f32>, %b: !relax.tensor<[n, m], i1>) {
  %0 = relax.broadcast_to %x : (!relax.tensor<[n, 1, m], f32>) -> !relax.tensor<[2, n, 5, m], f32>
  %1 = relax.permute_dims %x axes [2, 0, 1] : (!relax.tensor<[n, 1, m], f32>) -> !relax.tensor<[m, n, 1], f32>
  %2 = relax.permute_dims %b axes [1, 0] : (!relax.tensor<[n, m], i1>) -> !relax.tensor<[m, n], i1>
  relax.return
}

// An extent that only the run knows to be 1 is read with stride 0 then; what
// only brings symbols is given.
relax.func @wide(%x: !relax.tensor<[n, m], f32>, %y: !relax.tensor<[k, m], f32>) {
  %s = relax.broadcast_shape %x, %y : (!relax.tensor<[n, m], f32>, !relax.tensor<[k, m], f32>) -> !relax.shape<[b, m]> binds (b)
  %0 = relax.broadcast_to %x to %s : (!relax.tensor<[n, m], f32>, !relax.shape<[b, m]>) -> !relax.tensor<[b, m], f32>
  relax.return
}

// One compute per input, at its offset.
relax.func @join(%x: !relax.tensor<[n, 8], f32>, %y: !relax.tensor<[k, 8], f32>) {
  %0 = relax.concat %x, %y, %x axis 0 : (!relax.tensor<[n, 8], f32>, !relax.tensor<[k, 8], f32>, !relax.tensor<[n, 8], f32>) -> !relax.tensor<[k + 2 * n, 8], f32>
  relax.return
}

relax.func @slice(%x: !relax.tensor<[n, 20], f32>) {
  %tail = relax.strided_slice %x axes [0] begins [1] ends [9223372036854775807] steps [1] : (!relax.tensor<[n, 20], f32>) -> !relax.tensor<[max(n - 1, 0), 20], f32>
  %third = relax.strided_slice %x axes [1] begins [-3] ends [9223372036854775807] steps [2] : (!relax.tensor<[n, 20], f32>) -> !relax.tensor<[n, 2], f32>
  %back = relax.strided_slice %x axes [1, 0] begins [-1, 9223372036854775807] ends [-21, -9223372036854775807] steps [-1, -1] : (!relax.tensor<[n, 20], f32>) -> !relax.tensor<[n, 20], f32>
  %last3 = relax.strided_slice %x axes [0] begins [-3] ends [9223372036854775807] steps [1] : (!relax.tensor<[n, 20], f32>) -> !relax.tensor<[min(n, 3), 20], f32>
  %from2 = relax.strided_slice %x axes [0] begins [2] ends [-9223372036854775807] steps [-1] : (!relax.tensor<[n, 20], f32>) -> !relax.tensor<[min(n - 1, 2) + 1, 20], f32>
  relax.return
}

// CHECK-LABEL: relax.func @move(
// CHECK-NEXT: %0 = relax.call_tir @broadcast_to(%x) : (!relax.tensor<[n, 1, m], f32>) -> !relax.tensor<[2, n, 5, m], f32>
// CHECK-NEXT: %1 = relax.call_tir @permute_dims(%x) : (!relax.tensor<[n, 1, m], f32>) -> !relax.tensor<[m, n, 1], f32>
// CHECK-NEXT: %2 = relax.call_tir @permute_dims_0(%b) : (!relax.tensor<[n, m], i1>) -> !relax.tensor<[m, n], i1>

// CHECK-LABEL: relax.func @wide(
// CHECK: %0 = relax.call_tir @broadcast_to_0(%x) given (%s : !relax.shape<[b, m]>) : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[b, m], f32>
// CHECK-LABEL: relax.func @join(
// CHECK-NEXT: %0 = relax.call_tir @concat(%x, %y, %x) : (!relax.tensor<[n, 8], f32>, !relax.tensor<[k, 8], f32>, !relax.tensor<[n, 8], f32>) -> !relax.tensor<[k + 2 * n, 8], f32>

// CHECK-LABEL: relax.func @slice(
// CHECK-NEXT: %tail = relax.call_tir @strided_slice(%x) : (!relax.tensor<[n, 20], f32>) -> !relax.tensor<[max(n - 1, 0), 20], f32>
// CHECK-NEXT: %third = relax.call_tir @strided_slice_0(%x) : (!relax.tensor<[n, 20], f32>) -> !relax.tensor<[n, 2], f32>
// CHECK-NEXT: %back = relax.call_tir @strided_slice_1(%x) : (!relax.tensor<[n, 20], f32>) -> !relax.tensor<[n, 20], f32>
// CHECK-NEXT: %last3 = relax.call_tir @strided_slice_2(%x) : (!relax.tensor<[n, 20], f32>) -> !relax.tensor<[min(n, 3), 20], f32>
// CHECK-NEXT: %from2 = relax.call_tir @strided_slice_3(%x) : (!relax.tensor<[n, 20], f32>) -> !relax.tensor<[min(n - 1, 2) + 1, 20], f32>

// CHECK-LABEL: tir.func private @broadcast_to(%X: !tir.buffer<[n, 1, m], f32>, %Y: !tir.buffer<[2, n, 5, m], f32>) {
// CHECK-NEXT: tir.compute "broadcast_to" (%i, %j, %k, %l) in [2, n, 5, m] {
// CHECK-NEXT: %x = tir.load %X[%j, 0, %l] : !tir.buffer<[n, 1, m], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j, %k, %l] : !tir.buffer<[2, n, 5, m], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @permute_dims(%X: !tir.buffer<[n, 1, m], f32>, %Y: !tir.buffer<[m, n, 1], f32>) {
// CHECK-NEXT: tir.compute "permute_dims" (%i, %j, %k) in [m, n, 1] {
// CHECK-NEXT: %x = tir.load %X[%j, %k, %i] : !tir.buffer<[n, 1, m], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j, %k] : !tir.buffer<[m, n, 1], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @permute_dims_0(%X: !tir.buffer<[n, m], i1>, %Y: !tir.buffer<[m, n], i1>) {
// CHECK-NEXT: tir.compute "permute_dims" (%i, %j) in [m, n] {
// CHECK-NEXT: %x = tir.load %X[%j, %i] : !tir.buffer<[n, m], i1>
// CHECK-NEXT: tir.store %x, %Y[%i, %j] : !tir.buffer<[m, n], i1>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @broadcast_to_0(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[b, m], f32>) {
// CHECK-NEXT: tir.compute "broadcast_to" (%i, %j) in [b, m] {
// CHECK-NEXT: %x = tir.load %X[%i * min(n - 1, 1), %j] : !tir.buffer<[n, m], f32>

// CHECK-LABEL: tir.func private @concat(%X0: !tir.buffer<[n, 8], f32>, %X1: !tir.buffer<[k, 8], f32>, %X2: !tir.buffer<[n, 8], f32>, %Y: !tir.buffer<[k + 2 * n, 8], f32>) {
// CHECK-NEXT: tir.compute "concat0" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x0 = tir.load %X0[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: tir.store %x0, %Y[%i, %j] : !tir.buffer<[k + 2 * n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.compute "concat1" (%i, %j) in [k, 8] {
// CHECK-NEXT: %x1 = tir.load %X1[%i, %j] : !tir.buffer<[k, 8], f32>
// CHECK-NEXT: tir.store %x1, %Y[%i + n, %j] : !tir.buffer<[k + 2 * n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.compute "concat2" (%i, %j) in [n, 8] {
// CHECK-NEXT: %x2 = tir.load %X2[%i, %j] : !tir.buffer<[n, 8], f32>
// CHECK-NEXT: tir.store %x2, %Y[%i + k + n, %j] : !tir.buffer<[k + 2 * n, 8], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @strided_slice(%X: !tir.buffer<[n, 20], f32>, %Y: !tir.buffer<[max(n - 1, 0), 20], f32>) {
// CHECK-NEXT: tir.compute "strided_slice" (%i, %j) in [max(n - 1, 0), 20] {
// CHECK-NEXT: %x = tir.load %X[%i + 1, %j] : !tir.buffer<[n, 20], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j] : !tir.buffer<[max(n - 1, 0), 20], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @strided_slice_0(%X: !tir.buffer<[n, 20], f32>, %Y: !tir.buffer<[n, 2], f32>) {
// CHECK-NEXT: tir.compute "strided_slice" (%i, %j) in [n, 2] {
// CHECK-NEXT: %x = tir.load %X[%i, 2 * %j + 17] : !tir.buffer<[n, 20], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 2], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @strided_slice_1(%X: !tir.buffer<[n, 20], f32>, %Y: !tir.buffer<[n, 20], f32>) {
// CHECK-NEXT: tir.compute "strided_slice" (%i, %j) in [n, 20] {
// CHECK-NEXT: %x = tir.load %X[-%i + n - 1, -%j + 19] : !tir.buffer<[n, 20], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j] : !tir.buffer<[n, 20], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @strided_slice_2(%X: !tir.buffer<[n, 20], f32>, %Y: !tir.buffer<[min(n, 3), 20], f32>) {
// CHECK-NEXT: tir.compute "strided_slice" (%i, %j) in [min(n, 3), 20] {
// CHECK-NEXT: %x = tir.load %X[%i + max(n - 3, 0), %j] : !tir.buffer<[n, 20], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j] : !tir.buffer<[min(n, 3), 20], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @strided_slice_3(%X: !tir.buffer<[n, 20], f32>, %Y: !tir.buffer<[min(n - 1, 2) + 1, 20], f32>) {
// CHECK-NEXT: tir.compute "strided_slice" (%i, %j) in [min(n - 1, 2) + 1, 20] {
// CHECK-NEXT: %x = tir.load %X[-%i + min(n - 1, 2), %j] : !tir.buffer<[n, 20], f32>
// CHECK-NEXT: tir.store %x, %Y[%i, %j] : !tir.buffer<[min(n - 1, 2) + 1, 20], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }
