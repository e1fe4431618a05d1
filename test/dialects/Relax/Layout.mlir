// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// CHECK-LABEL: relax.func @reshape(
relax.func @reshape(%x: !relax.tensor<[n, 6], f32>, %t: !relax.tensor<[3], i64>, %len: !relax.tensor<[k], i64>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %0 = relax.reshape %x : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[2 * n, 3], f32>
  %0 = relax.reshape %x : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[2 * n, 3], f32>
  // CHECK-NEXT: %1 = relax.reshape %x to %t : (!relax.tensor<[n, 6], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?, ?], f32>
  %1 = relax.reshape %x to %t : (!relax.tensor<[n, 6], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?, ?], f32>
  // CHECK-NEXT: %2 = relax.reshape %x to %t allow_zero : ({{.*}}) -> !relax.tensor<*, f32>
  %2 = relax.reshape %x to %t allow_zero : (!relax.tensor<[n, 6], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<*, f32>
  // CHECK-NEXT: %3 = relax.reshape %any : (!relax.tensor<*, f32>) -> !relax.tensor<[3], f32>
  %3 = relax.reshape %any : (!relax.tensor<*, f32>) -> !relax.tensor<[3], f32>
  // CHECK-NEXT: %4 = relax.reshape %x : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[?, 4], f32>
  %4 = relax.reshape %x : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[?, 4], f32>
  // CHECK-NEXT: %5 = relax.reshape %x to %len : ({{.*}}) -> !relax.tensor<[n, 2, 3], f32>
  %5 = relax.reshape %x to %len : (!relax.tensor<[n, 6], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<[n, 2, 3], f32>
  relax.return
}

// CHECK-LABEL: relax.func @scalar(
relax.func @scalar(%x: !relax.tensor<[], f32>) {
  // CHECK-NEXT: %0 = relax.reshape %x : (!relax.tensor<[], f32>) -> !relax.tensor<[1, 1], f32>
  %0 = relax.reshape %x : (!relax.tensor<[], f32>) -> !relax.tensor<[1, 1], f32>
  // CHECK-NEXT: %1 = relax.broadcast_to %x : (!relax.tensor<[], f32>) -> !relax.tensor<[0, 3], f32>
  %1 = relax.broadcast_to %x : (!relax.tensor<[], f32>) -> !relax.tensor<[0, 3], f32>
  // CHECK-NEXT: %2 = relax.permute_dims %x axes [] : !relax.tensor<[], f32>
  %2 = relax.permute_dims %x axes [] : !relax.tensor<[], f32>
  relax.return
}

// CHECK-LABEL: relax.func @broadcast_to(
relax.func @broadcast_to(%x: !relax.tensor<[n, 1], f32>, %t: !relax.tensor<[3], i64>, %short: !relax.tensor<[1], i64>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %0 = relax.broadcast_to %x : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[2, n, 5], f32>
  %0 = relax.broadcast_to %x : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[2, n, 5], f32>
  // CHECK-NEXT: %1 = relax.broadcast_to %x to %t : (!relax.tensor<[n, 1], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?, ?], f32>
  %1 = relax.broadcast_to %x to %t : (!relax.tensor<[n, 1], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<[?, ?, ?], f32>
  // Both shapes broadcast against each other.
  // CHECK-NEXT: %2 = relax.broadcast_to %x to %short : ({{.*}}) -> !relax.tensor<[n, ?], f32>
  %2 = relax.broadcast_to %x to %short : (!relax.tensor<[n, 1], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %3 = relax.broadcast_to %any to %t : ({{.*}}) -> !relax.tensor<*, f32>
  %3 = relax.broadcast_to %any to %t : (!relax.tensor<*, f32>, !relax.tensor<[3], i64>) -> !relax.tensor<*, f32>
  relax.return
}

// CHECK-LABEL: relax.func @permute_and_concat(
relax.func @permute_and_concat(%x: !relax.tensor<[n, 4, m], f32>, %y: !relax.tensor<[n, k, m], f32>, %open: !relax.tensor<[?, ?, m], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %0 = relax.permute_dims %x axes [2, 0, 1] : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[m, n, 4], f32>
  %0 = relax.permute_dims %x axes [2, 0, 1] : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[m, n, 4], f32>
  // The axes give the rank.
  // CHECK-NEXT: %1 = relax.permute_dims %any axes [1, 0] : (!relax.tensor<*, f32>) -> !relax.tensor<[?, ?], f32>
  %1 = relax.permute_dims %any axes [1, 0] : (!relax.tensor<*, f32>) -> !relax.tensor<[?, ?], f32>
  // CHECK-NEXT: %2 = relax.concat %x, %y axis 1 : ({{.*}}) -> !relax.tensor<[n, k + 4, m], f32>
  %2 = relax.concat %x, %y axis 1 : (!relax.tensor<[n, 4, m], f32>, !relax.tensor<[n, k, m], f32>) -> !relax.tensor<[n, 4 + k, m], f32>
  // What one operand knows holds for all.
  // CHECK-NEXT: %3 = relax.concat %open, %x axis 1 : ({{.*}}) -> !relax.tensor<[n, ?, m], f32>
  %3 = relax.concat %open, %x axis 1 : (!relax.tensor<[?, ?, m], f32>, !relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[n, ?, m], f32>
  // CHECK-NEXT: %4 = relax.concat %x axis 0 : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[n, 4, m], f32>
  %4 = relax.concat %x axis 0 : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[n, 4, m], f32>
  // CHECK-NEXT: %5 = relax.concat %x, %any axis 0 : ({{.*}}) -> !relax.tensor<*, f32>
  %5 = relax.concat %x, %any axis 0 : (!relax.tensor<[n, 4, m], f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.return
}

// Literal extents are exact; INT32_MAX, INT64_MAX and the smallest numbers stand for the ends.
// CHECK-LABEL: relax.func @slices_of_literals(
relax.func @slices_of_literals(%x: !relax.tensor<[10, 0], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: relax.strided_slice {{.*}}-> !relax.tensor<[3, 0], f32>
  %0 = relax.strided_slice %x axes [0] begins [1] ends [8] steps [3] : (!relax.tensor<[10, 0], f32>) -> !relax.tensor<[3, 0], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}-> !relax.tensor<[5, 0], f32>
  %1 = relax.strided_slice %x axes [0, 1] begins [-5, 0] ends [2147483647, 9] steps [1, 2] : (!relax.tensor<[10, 0], f32>) -> !relax.tensor<[5, 0], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}: !relax.tensor<[10, 0], f32>
  %2 = relax.strided_slice %x axes [0, 1] begins [-1, -1] ends [-9223372036854775808, -2147483648] steps [-1, -1] : !relax.tensor<[10, 0], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}-> !relax.tensor<[0, 0], f32>
  %3 = relax.strided_slice %x axes [0] begins [7] ends [3] steps [1] : (!relax.tensor<[10, 0], f32>) -> !relax.tensor<[0, 0], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}-> !relax.tensor<[1, 0], f32>
  %4 = relax.strided_slice %x axes [0] begins [9] ends [-9223372036854775808] steps [-9223372036854775808] : (!relax.tensor<[10, 0], f32>) -> !relax.tensor<[1, 0], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}: !relax.tensor<[10, 0], f32>
  %5 = relax.strided_slice %x axes [] begins [] ends [] steps [] : !relax.tensor<[10, 0], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}: !relax.tensor<*, f32>
  %6 = relax.strided_slice %any axes [3] begins [0] ends [1] steps [1] : !relax.tensor<*, f32>
  relax.return
}

// Symbolic extents: never negative, and short where the signs are known.
// CHECK-LABEL: relax.func @slices_of_symbols(
relax.func @slices_of_symbols(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n + 4], f32>, %open: !relax.tensor<[?], f32>) {
  // CHECK-NEXT: relax.strided_slice {{.*}}: !relax.tensor<[n], f32>
  %0 = relax.strided_slice %x axes [0] begins [0] ends [9223372036854775807] steps [1] : !relax.tensor<[n], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}-> !relax.tensor<[max(n - 1, 0)], f32>
  %1 = relax.strided_slice %x axes [0] begins [1] ends [2147483647] steps [1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[max(n - 1, 0)], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}-> !relax.tensor<[min(n, 3)], f32>
  %2 = relax.strided_slice %x axes [0] begins [-3] ends [2147483647] steps [1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[min(3, n)], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}-> !relax.tensor<[min(n, 3)], f32>
  %3 = relax.strided_slice %x axes [0] begins [0] ends [3] steps [1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[min(3, n)], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}-> !relax.tensor<[max(n - 1, 0)], f32>
  %4 = relax.strided_slice %x axes [0] begins [0] ends [-1] steps [1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[max(n - 1, 0)], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}-> !relax.tensor<[n ceildiv 2], f32>
  %5 = relax.strided_slice %x axes [0] begins [0] ends [2147483647] steps [2] : (!relax.tensor<[n], f32>) -> !relax.tensor<[n ceildiv 2], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}: !relax.tensor<[n], f32>
  %6 = relax.strided_slice %x axes [0] begins [-1] ends [-9223372036854775808] steps [-1] : !relax.tensor<[n], f32>
  // The form shows that there are at least four elements.
  // CHECK-NEXT: relax.strided_slice {{.*}}-> !relax.tensor<[n + 3], f32>
  %7 = relax.strided_slice %y axes [0] begins [1] ends [2147483647] steps [1] : (!relax.tensor<[n + 4], f32>) -> !relax.tensor<[n + 3], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}: !relax.tensor<[?], f32>
  %8 = relax.strided_slice %open axes [0] begins [1] ends [2147483647] steps [1] : !relax.tensor<[?], f32>
  // CHECK-NEXT: relax.strided_slice {{.*}}-> !relax.tensor<[0], f32>
  %9 = relax.strided_slice %open axes [0] begins [5] ends [2] steps [1] : (!relax.tensor<[?], f32>) -> !relax.tensor<[0], f32>
  relax.return
}
