// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-schedule-rules | FileCheck %s
// RUN: %python %S/rules.py %s n=0,1,7,33 | FileCheck %s --check-prefix=VALUES

// Schedules that rules write, from what the programs do. The values of the scheduled programs are those of the
// reference interpreter. VALUES: {{^}}24 calls agree

// A product with what follows: tiles of 12 x 32 in registers.
relax.func @dense(%x: !relax.tensor<[n, 5], f32>, %w: !relax.tensor<[5, 70], f32>, %b: !relax.tensor<[70], f32>) -> !relax.tensor<[n, 70], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[n, 5], f32>, !relax.tensor<[5, 70], f32>) -> !relax.tensor<[n, 70], f32>
  %s = relax.add %p, %b : (!relax.tensor<[n, 70], f32>, !relax.tensor<[70], f32>) -> !relax.tensor<[n, 70], f32>
  %t = relax.tanh %s : !relax.tensor<[n, 70], f32>
  relax.return %t : !relax.tensor<[n, 70], f32>
}

// A product alone, with a batch: it carries the tile itself.
relax.func @batches(%x: !relax.tensor<[n, 20, 9], f32>, %w: !relax.tensor<[9, 40], f32>) -> !relax.tensor<[n, 20, 40], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[n, 20, 9], f32>, !relax.tensor<[9, 40], f32>) -> !relax.tensor<[n, 20, 40], f32>
  relax.return %p : !relax.tensor<[n, 20, 40], f32>
}

// Sums of columns have lanes; maxima of rows stay as they are, in parallel.
relax.func @columns(%x: !relax.tensor<[n, 9, 50], f32>) -> !relax.tensor<[n, 50], f32> {
  %s = relax.sum %x over [1] : (!relax.tensor<[n, 9, 50], f32>) -> !relax.tensor<[n, 50], f32>
  relax.return %s : !relax.tensor<[n, 50], f32>
}
relax.func @rows(%x: !relax.tensor<[n, 9, 50], f32>) -> !relax.tensor<[n, 9], f32> {
  %m = relax.max %x over [2] : (!relax.tensor<[n, 9, 50], f32>) -> !relax.tensor<[n, 9], f32>
  relax.return %m : !relax.tensor<[n, 9], f32>
}

// A convolution: lanes along the image, rows are output channels.
relax.func @conv(%x: !relax.tensor<[n, 3, 4, 40], f32>, %k: !relax.tensor<[8, 3, 1, 5], f32>) -> !relax.tensor<[n, 8, 4, 36], f32> {
  %y = relax.conv %x, %k strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 4, 40], f32>, !relax.tensor<[8, 3, 1, 5], f32>) -> !relax.tensor<[n, 8, 4, 36], f32>
  relax.return %y : !relax.tensor<[n, 8, 4, 36], f32>
}

// A dimension that stays as extent 1 is no row: the tile has one, and fits into registers.
relax.func @kept(%x: !relax.tensor<[n, 5, 6, 4], f32>) -> !relax.tensor<[n, 1, 6, 4], f32> {
  %s = relax.sum %x over [1] keep_dims : (!relax.tensor<[n, 5, 6, 4], f32>) -> !relax.tensor<[n, 1, 6, 4], f32>
  %l = relax.log %s : !relax.tensor<[n, 1, 6, 4], f32>
  relax.return %l : !relax.tensor<[n, 1, 6, 4], f32>
}

// The product carries the tile, its initialisation moves inside.
// CHECK-LABEL: tir.schedule @matmul_0_cpu {
// CHECK-NEXT: %Y = tir.find "Y"
// CHECK-NEXT: %matmul = tir.find "matmul"
// CHECK-NEXT: %b, %i, %j, %k = tir.loops %matmul
// CHECK-NEXT: %matmul_init = tir.find "matmul.init"
// CHECK-NEXT: %jo, %ji = tir.split %j by 48
// CHECK-NEXT: %io, %ii = tir.split %i balanced 6
// CHECK-NEXT: tir.reorder %b, %io, %jo, %k, %ii, %ji
// CHECK-NEXT: tir.compute_at %matmul_init, %jo
// CHECK-NEXT: tir.stage %Y at %jo
// CHECK-NEXT: %Y_stage = tir.find "Y.stage"
// CHECK-NEXT: tir.place %Y_stage register
// CHECK-NEXT: %z0, %z1, %z2 = tir.loops %matmul_init
// CHECK-NEXT: %Y_store = tir.find "Y.store"
// CHECK-NEXT: %w0, %w1, %w2 = tir.loops %Y_store
// CHECK-NEXT: tir.unroll %ii
// CHECK-NEXT: tir.vectorize %ji 16
// CHECK-NEXT: tir.vectorize %z2 16
// CHECK-NEXT: tir.vectorize %w2 16
// CHECK-NEXT: tir.parallel %b
// CHECK-NEXT: }

// CHECK-LABEL: tir.schedule @sum_cpu {
// CHECK-NEXT: %Y = tir.find "Y"
// CHECK-NEXT: %sum = tir.find "sum"
// CHECK-NEXT: %i, %k, %j = tir.loops %sum
// CHECK-NEXT: %sum_init = tir.find "sum.init"
// CHECK-NEXT: %ko, %ki = tir.split %k by 64
// CHECK-NEXT: tir.reorder %i, %ko, %j, %ki
// CHECK-NEXT: tir.compute_at %sum_init, %ko
// CHECK-NEXT: tir.stage %Y at %ko
// CHECK-NEXT: %Y_stage = tir.find "Y.stage"
// CHECK-NEXT: tir.place %Y_stage register
// CHECK-NEXT: %z0, %z1 = tir.loops %sum_init
// CHECK-NEXT: %Y_store = tir.find "Y.store"
// CHECK-NEXT: %w0, %w1 = tir.loops %Y_store
// CHECK-NEXT: tir.vectorize %ki 16
// CHECK-NEXT: tir.vectorize %z1 16
// CHECK-NEXT: tir.vectorize %w1 16
// CHECK-NEXT: tir.parallel %i
// CHECK-NEXT: }

// The compute inside of the loops keeps its reduction.
// CHECK-LABEL: tir.schedule @max_cpu {
// CHECK-NEXT: %max = tir.find "max"
// CHECK-NEXT: %i, %j = tir.loops %max
// CHECK-NEXT: tir.parallel %i
// CHECK-NEXT: }

// CHECK-LABEL: tir.schedule @conv_0_cpu {
// CHECK-NEXT: %Y = tir.find "Y"
// CHECK-NEXT: %conv = tir.find "conv"
// CHECK-NEXT: %b, %o, %i, %j, %c, %u, %v = tir.loops %conv
// CHECK-NEXT: %conv_init = tir.find "conv.init"
// CHECK-NEXT: %jo, %ji = tir.split %j by 48
// CHECK-NEXT: %oo, %oi = tir.split %o balanced 6
// CHECK-NEXT: tir.reorder %b, %i, %oo, %jo, %c, %u, %v, %oi, %ji
// CHECK-NEXT: tir.compute_at %conv_init, %jo
// CHECK-NEXT: tir.stage %Y at %jo
// CHECK-NEXT: %Y_stage = tir.find "Y.stage"
// CHECK-NEXT: tir.place %Y_stage register
// CHECK-NEXT: %z0, %z1, %z2, %z3 = tir.loops %conv_init
// CHECK-NEXT: tir.reorder %z0, %z2, %z1, %z3
// CHECK-NEXT: %Y_store = tir.find "Y.store"
// CHECK-NEXT: %w0, %w1, %w2, %w3 = tir.loops %Y_store
// CHECK-NEXT: tir.reorder %w0, %w2, %w1, %w3
// CHECK-NEXT: tir.unroll %oi
// CHECK-NEXT: tir.vectorize %ji 16
// CHECK-NEXT: tir.vectorize %z3 16
// CHECK-NEXT: tir.vectorize %w3 16
// CHECK-NEXT: tir.parallel %b
// CHECK-NEXT: }

// The reduction goes where the columns of a tile are; its loops are of this tile.
// CHECK-LABEL: tir.schedule @fused_matmul_add_tanh_cpu {
// CHECK-NEXT: %matmul = tir.find "matmul"
// CHECK-NEXT: %T = tir.find "T"
// CHECK-NEXT: %tanh = tir.find "tanh"
// CHECK-NEXT: %i, %j = tir.loops %tanh
// CHECK-NEXT: %jo, %ji = tir.split %j by 80
// CHECK-NEXT: %io, %ii = tir.split %i balanced 4
// CHECK-NEXT: tir.reorder %io, %jo, %ii, %ji
// CHECK-NEXT: tir.compute_at %matmul, %jo
// CHECK-NEXT: tir.stage %T at %jo
// CHECK-NEXT: %t0, %t1, %t2 = tir.loops %matmul
// CHECK-NEXT: tir.reorder %t2, %t0, %t1
// CHECK-NEXT: %matmul_init = tir.find "matmul.init"
// CHECK-NEXT: %z0, %z1 = tir.loops %matmul_init
// CHECK-NEXT: %T_stage = tir.find "T.stage"
// CHECK-NEXT: tir.place %T_stage register
// CHECK-NEXT: %T_store = tir.find "T.store"
// CHECK-NEXT: %w0, %w1 = tir.loops %T_store
// CHECK-NEXT: tir.variants %ii 1 to 4
// CHECK-NEXT: tir.vectorize %ji 16
// CHECK-NEXT: tir.unroll %t0
// CHECK-NEXT: tir.vectorize %t1 16
// CHECK-NEXT: tir.vectorize %z1 16
// CHECK-NEXT: tir.vectorize %w1 16
// CHECK-NEXT: tir.parallel %io
// CHECK-NEXT: }

// CHECK-LABEL: tir.schedule @fused_sum_log_cpu {
// CHECK-NOT: tir.split %j
// CHECK: tir.stage
