// Extents that only the run knows: their memory has the size of their bounds, results take the front of it.
// RUN: relax-opt %s --relax-pipeline=cpu --to=planned | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu --to=planned | relax-opt --relax-memory-report -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: relax-run %s --entry=chosen --dims=n=0 --compare=reference,compiled --poison
// RUN: relax-run %s --entry=chosen --dims=n=1 --compare=reference,compiled --poison
// RUN: relax-run %s --entry=chosen --dims=n=7 --compare=reference,compiled --poison
// RUN: relax-run %s --entry=chosen --dims=n=33 --compare=reference,compiled --poison --counters | FileCheck %s --check-prefix=COUNTERS
// RUN: relax-run %s --entry=broadcast --dims=n=7,m=7 --compare=reference,compiled --poison
// RUN: relax-run %s --entry=broadcast --dims=n=1,m=33 --compare=reference,compiled --poison
// RUN: relax-run %s --entry=free --dims=n=5 --compare=reference,compiled --poison
// RUN: relax-run %s --entry=chain --dims=n=9 --compare=reference,compiled --poison
// RUN: not relax-run %s --entry=broken '--input=4xi1=1 1 1 0' 2>&1 | FileCheck %s --check-prefix=BROKEN

// RUN: not relax-run %s --entry=checked_later --dims=n=3 --input=s=2xi64="3 9" 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: relax-run %s --entry=checked_later --dims=n=3 --input=s=2xi64="3 8" --compare=reference,compiled --poison

// One allocation, of bytes that are known before anything is counted: 33 rows may be chosen three times each.
// COUNTERS: counters @chosen: {{.*}}arena_bytes={{.*}} allocations=1 {{.*}}library_calls=1
// CHECK-LABEL: relax.func @chosen(
// CHECK-NEXT: %arena = relax.arena bytes 
// CHECK-NEXT: %z = relax.call_tir @relu(%x) in %arena at [0]
// CHECK-NEXT: %y = relax.call_library "relax.nonzero"(%z) pure in %arena at [64 * ((3 * n) ceildiv 8)] bytes [48 * n] : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[2, k], i64> binds (k) where (k <= 3 * n)
// CHECK-NEXT: relax.kill %z
// CHECK-NEXT: %q = relax.call_tir @{{.*}}(%y) in %arena at [0]
// CHECK-NEXT: relax.kill %y
// CHECK-NEXT: %w = relax.call_tir @take(%t, %q) in %arena at [64 * ((3 * n) ceildiv 8)]
// CHECK-NEXT: relax.kill %q
// CHECK-NEXT: %s = relax.call_tir @permute_dims(%w) :
// REPORT-LABEL: memory of @chosen
// REPORT: 2 "relax.nonzero" %y 64 * ((3 * n) ceildiv 4) 2 to 3 block 1 at 64 * ((3 * n) ceildiv 8), at its bound
// REPORT: @take %w {{.*}}, at its bound
// REPORT: @permute_dims %s 32 * k {{.*}} its own
relax.func @chosen(%x: !relax.tensor<[n, 3], f32>, %t: !relax.tensor<[n, 8], f32>) -> !relax.tensor<[8, ?], f32> {
  %z = relax.relu %x : !relax.tensor<[n, 3], f32>
  %y = relax.nonzero %z : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[2, k], i64> binds (k) where (k <= 3 * n)
  %r = relax.strided_slice %y axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[2, k], i64>) -> !relax.tensor<[1, k], i64>
  %q = relax.reshape %r : (!relax.tensor<[1, k], i64>) -> !relax.tensor<[k], i64>
  %w = relax.take %t, %q axis 0 : (!relax.tensor<[n, 8], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[k, 8], f32>
  %s = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[k, 8], f32>) -> !relax.tensor<[8, k], f32>
  relax.return %s : !relax.tensor<[8, k], f32>
}

// A bound that has a bound; one that is a literal; k + 1 and the larger of two.
// CHECK-LABEL: relax.func @chain(
// CHECK: %y = relax.call_library "relax.nonzero"(%x) pure in %arena at [{{.*}}] bytes [8 * n] :
// CHECK: relax.call_library "relax.unique"(%e) pure in %arena at [0, ?] bytes [8 * n + 8, ?] :
relax.func @chain(%x: !relax.tensor<[n], f32>, %p: !relax.tensor<[1], i64>) -> (!relax.tensor<[?], i64>, !relax.tensor<[?], i64>) {
  %y = relax.nonzero %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[1, k], i64> binds (k) where (k <= n)
  %r = relax.reshape %y : (!relax.tensor<[1, k], i64>) -> !relax.tensor<[k], i64>
  %e = relax.concat %r, %p axis 0 : (!relax.tensor<[k], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[k + 1], i64>
  %u, %i = relax.unique %e : (!relax.tensor<[k + 1], i64>) -> (!relax.tensor<[j], i64>, !relax.tensor<[j], i64>) binds (j) where (j <= k + 1)
  %v = relax.negative %u : !relax.tensor<[j], i64>
  relax.return %v, %i : !relax.tensor<[j], i64>, !relax.tensor<[j], i64>
}

// What two extents broadcast to is at most the larger.
// CHECK-LABEL: relax.func @broadcast(
// CHECK-NEXT: %arena = relax.arena bytes 128 * (max(m, n) ceildiv 16)
relax.func @broadcast(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32> {
  %s = relax.broadcast_shape %x, %y : (!relax.tensor<[n], f32>, !relax.tensor<[m], f32>) -> !relax.shape<[b]> binds (b)
  %a = relax.broadcast_to %x to %s : (!relax.tensor<[n], f32>, !relax.shape<[b]>) -> !relax.tensor<[b], f32>
  %e = relax.cumsum %a over 0 : !relax.tensor<[b], f32>
  %f = relax.cumsum %e over 0 : !relax.tensor<[b], f32>
  relax.return %f : !relax.tensor<[b], f32>
}

// The larger of two is known: the image that was made larger again.
// CHECK-LABEL: relax.func @enlarged(
// CHECK-NEXT: %arena = relax.arena bytes 128 * (n ceildiv 256)
relax.func @enlarged(%x: !relax.tensor<[n ceildiv 16], f32>, %y: !relax.tensor<[2 * (n ceildiv 32)], f32>, %z: !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
  %s = relax.broadcast_shape %x, %y : (!relax.tensor<[n ceildiv 16], f32>, !relax.tensor<[2 * (n ceildiv 32)], f32>) -> !relax.shape<[b]> binds (b)
  %a = relax.broadcast_to %x to %s : (!relax.tensor<[n ceildiv 16], f32>, !relax.shape<[b]>) -> !relax.tensor<[b], f32>
  %w = relax.broadcast_to %y to %s : (!relax.tensor<[2 * (n ceildiv 32)], f32>, !relax.shape<[b]>) -> !relax.tensor<[b], f32>
  %e = relax.cumsum %a over 0 : !relax.tensor<[b], f32>
  %f = relax.add %e, %w : !relax.tensor<[b], f32>
  relax.return %f : !relax.tensor<[b], f32>
}

// Without a bound memory is allocated after counting.
// CHECK-LABEL: relax.func @free(
// CHECK-NOT: arena
// CHECK: relax.call_library "relax.nonzero"(%x) pure :
// CHECK-NOT: arena
relax.func @free(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[1, ?], i64> {
  %y = relax.nonzero %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[1, k], i64> binds (k) where (n <= k + n)
  %z = relax.negative %y : !relax.tensor<[1, k], i64>
  relax.return %z : !relax.tensor<[1, k], i64>
}

// Nothing is written outside of the place: the fact is an error.
// CHECK-LABEL: relax.func @broken(
// CHECK: bytes [16]
// BROKEN: library function 'relax.nonzero' %y: result 0: needs more than the 16 bytes that the bound of its extents allows
relax.func @broken(%x: !relax.tensor<[n], i1>) -> !relax.tensor<[1, ?], i64> {
  %y = relax.nonzero %x : (!relax.tensor<[n], i1>) -> !relax.tensor<[1, k], i64> binds (k) where (k <= 2)
  %z = relax.negative %y : !relax.tensor<[1, k], i64>
  relax.return %z : !relax.tensor<[1, k], i64>
}

// What is checked behind a buffer says nothing of its size: the check is what fails.
// LATER: error: 'relax.match_cast' %z, dimension 1: expected 8, got 9
relax.func @checked_later(%x: !relax.tensor<[n, 1], f32>, %s: !relax.tensor<[2], i64>) -> !relax.tensor<[?, 8], f32> {
  %y = relax.broadcast_to %x to %s : (!relax.tensor<[n, 1], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  %t = relax.cumsum %y over 1 : !relax.tensor<[?, ?], f32>
  %z = relax.match_cast %t : !relax.tensor<[?, ?], f32> to !relax.tensor<[?, 8], f32>
  %r = relax.relu %z : !relax.tensor<[?, 8], f32>
  relax.return %r : !relax.tensor<[?, 8], f32>
}
