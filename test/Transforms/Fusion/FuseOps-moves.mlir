// A product reads operands that were only moved where they lie, as long as it goes through them line by line.
// RUN: relax-opt %s --relax-legalize --relax-fuse-ops | FileCheck %s
// RUN: %python %S/../../Schedule/rules.py %s n=0,1,2,7,33 | FileCheck %s --check-prefix=VALUES
// VALUES: {{^}}30 calls agree

// Keys of a cache, heads side by side in a row: the sum goes along the rows of both.
// CHECK-LABEL: relax.func @scores
// CHECK-NEXT: relax.call_tir @fused_reshape_permute_dims_permute_dims_etc(%keys, %q)
relax.func @scores(%q: !relax.tensor<[1, 4, n, 48], f32>, %keys: !relax.tensor<[1, n, 192], f32>) -> !relax.tensor<[1, 4, n, n], f32> {
  %h = relax.reshape %keys : (!relax.tensor<[1, n, 192], f32>) -> !relax.tensor<[1, n, 4, 48], f32>
  %t = relax.permute_dims %h axes [0, 2, 1, 3] : (!relax.tensor<[1, n, 4, 48], f32>) -> !relax.tensor<[1, 4, n, 48], f32>
  %k = relax.permute_dims %t axes [0, 1, 3, 2] : (!relax.tensor<[1, 4, n, 48], f32>) -> !relax.tensor<[1, 4, 48, n], f32>
  %s = relax.matmul %q, %k : (!relax.tensor<[1, 4, n, 48], f32>, !relax.tensor<[1, 4, 48, n], f32>) -> !relax.tensor<[1, 4, n, n], f32>
  relax.return %s : !relax.tensor<[1, 4, n, n], f32>
}

// Values: the columns of the result go along their rows.
// CHECK-LABEL: relax.func @values
// CHECK-NEXT: relax.call_tir @fused_reshape_permute_dims_matmul(%values, %p)
relax.func @values(%p: !relax.tensor<[1, 4, n, n], f32>, %values: !relax.tensor<[1, n, 192], f32>) -> !relax.tensor<[1, 4, n, 48], f32> {
  %h = relax.reshape %values : (!relax.tensor<[1, n, 192], f32>) -> !relax.tensor<[1, n, 4, 48], f32>
  %v = relax.permute_dims %h axes [0, 2, 1, 3] : (!relax.tensor<[1, n, 4, 48], f32>) -> !relax.tensor<[1, 4, n, 48], f32>
  %y = relax.matmul %p, %v : (!relax.tensor<[1, 4, n, n], f32>, !relax.tensor<[1, 4, n, 48], f32>) -> !relax.tensor<[1, 4, n, 48], f32>
  relax.return %y : !relax.tensor<[1, 4, n, 48], f32>
}

// Every second element: neither the columns of the result nor the sum go from one element to the next.
// CHECK-LABEL: relax.func @jumps
// CHECK-NEXT: relax.call_tir @fused_strided_slice_permute_dims(%w)
// CHECK-NEXT: relax.call_tir @matmul
// CHECK-NEXT: relax.return
relax.func @jumps(%x: !relax.tensor<[n, 20], f32>, %w: !relax.tensor<[9, 40], f32>) -> !relax.tensor<[n, 9], f32> {
  %e = relax.strided_slice %w axes [1] begins [0] ends [40] steps [2] : (!relax.tensor<[9, 40], f32>) -> !relax.tensor<[9, 20], f32>
  %t = relax.permute_dims %e axes [1, 0] : (!relax.tensor<[9, 20], f32>) -> !relax.tensor<[20, 9], f32>
  %y = relax.matmul %x, %t : (!relax.tensor<[n, 20], f32>, !relax.tensor<[20, 9], f32>) -> !relax.tensor<[n, 9], f32>
  relax.return %y : !relax.tensor<[n, 9], f32>
}

// Places by quotients and remainders would be computed for every element of the product.
// CHECK-LABEL: relax.func @quotients
// CHECK: relax.call_tir @reshape
// CHECK: relax.call_tir @matmul
relax.func @quotients(%x: !relax.tensor<[n, 4, 5], f32>, %w: !relax.tensor<[20, 9], f32>) -> !relax.tensor<[n, 9], f32> {
  %r = relax.reshape %x : (!relax.tensor<[n, 4, 5], f32>) -> !relax.tensor<[n, 20], f32>
  %y = relax.matmul %r, %w : (!relax.tensor<[n, 20], f32>, !relax.tensor<[20, 9], f32>) -> !relax.tensor<[n, 9], f32>
  relax.return %y : !relax.tensor<[n, 9], f32>
}

// What computes stays outside: it would compute each element again for each column.
// CHECK-LABEL: relax.func @computes
// CHECK-NEXT: relax.call_tir @fused_exp_permute_dims
// CHECK-NEXT: relax.call_tir @matmul
relax.func @computes(%x: !relax.tensor<[n, 20], f32>, %w: !relax.tensor<[9, 20], f32>) -> !relax.tensor<[n, 9], f32> {
  %e = relax.exp %w : !relax.tensor<[9, 20], f32>
  %t = relax.permute_dims %e axes [1, 0] : (!relax.tensor<[9, 20], f32>) -> !relax.tensor<[20, 9], f32>
  %y = relax.matmul %x, %t : (!relax.tensor<[n, 20], f32>, !relax.tensor<[20, 9], f32>) -> !relax.tensor<[n, 9], f32>
  relax.return %y : !relax.tensor<[n, 9], f32>
}

// With an epilogue, and a sum that is no multiple of a vector.
// CHECK-LABEL: relax.func @bias
// CHECK-NEXT: relax.call_tir @fused_permute_dims_matmul_add
relax.func @bias(%x: !relax.tensor<[n, 70], f64>, %w: !relax.tensor<[9, 70], f64>, %b: !relax.tensor<[9], f64>) -> !relax.tensor<[n, 9], f64> {
  %t = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[9, 70], f64>) -> !relax.tensor<[70, 9], f64>
  %p = relax.matmul %x, %t : (!relax.tensor<[n, 70], f64>, !relax.tensor<[70, 9], f64>) -> !relax.tensor<[n, 9], f64>
  %y = relax.add %p, %b : (!relax.tensor<[n, 9], f64>, !relax.tensor<[9], f64>) -> !relax.tensor<[n, 9], f64>
  relax.return %y : !relax.tensor<[n, 9], f64>
}
