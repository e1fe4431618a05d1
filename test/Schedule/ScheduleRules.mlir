// RUN: relax-opt %s --relax-legalize --relax-fuse-ops --relax-schedule-rules | FileCheck %s
// RUN: %python %S/rules.py %s n=0,1,7,33 | FileCheck %s --check-prefix=VALUES

// Schedules that rules write, from what the programs do. The values of the scheduled programs are those of the
// reference interpreter. VALUES: {{^}}20 calls agree

// A product with what follows: tiles of 6 x 32 in registers.
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
