// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// Operations on corresponding elements: literal 1 and missing leading
// dimensions broadcast, `?` beside a literal takes the literal.

// CHECK-LABEL: relax.func @binary(
relax.func @binary(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[n, 4], f32>) {
  // CHECK-NEXT: %a = relax.add %x, %y : !relax.tensor<[n, 4], f32>
  %a = relax.add %x, %y : !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %b = relax.subtract %x, %y : !relax.tensor<[n, 4], f32>
  %b = relax.subtract %x, %y : !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %c = relax.multiply %x, %y : !relax.tensor<[n, 4], f32>
  %c = relax.multiply %x, %y : !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %d = relax.divide %x, %y : !relax.tensor<[n, 4], f32>
  %d = relax.divide %x, %y : !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %e = relax.maximum %x, %y : !relax.tensor<[n, 4], f32>
  %e = relax.maximum %x, %y : !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %f = relax.minimum %x, %y : !relax.tensor<[n, 4], f32>
  %f = relax.minimum %x, %y : !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %g = relax.power %x, %y : !relax.tensor<[n, 4], f32>
  %g = relax.power %x, %y : !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %h = relax.equal %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], i1>
  %h = relax.equal %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], i1>
  // CHECK-NEXT: %i = relax.less %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], i1>
  %i = relax.less %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], i1>
  // CHECK-NEXT: %j = relax.greater %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], i1>
  %j = relax.greater %x, %y : (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], i1>
  relax.return
}

// CHECK-LABEL: relax.func @broadcast(
relax.func @broadcast(%x: !relax.tensor<[n, 1], f32>, %row: !relax.tensor<[m], f32>, %one: !relax.tensor<[], f32>, %open: !relax.tensor<[?, 3], f32>, %any: !relax.tensor<*, f32>, %two: !relax.tensor<[2, 1], f32>) {
  // CHECK-NEXT: %{{.*}} = relax.add %x, %row : (!relax.tensor<[n, 1], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[n, m], f32>
  %0 = relax.add %x, %row : (!relax.tensor<[n, 1], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[n, m], f32>
  // CHECK-NEXT: %{{.*}} = relax.add %one, %one : !relax.tensor<[], f32>
  %1 = relax.add %one, %one : !relax.tensor<[], f32>
  // CHECK-NEXT: %{{.*}} = relax.add %open, %x : ({{.*}}) -> !relax.tensor<[?, 3], f32>
  %2 = relax.add %open, %x : (!relax.tensor<[?, 3], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[?, 3], f32>
  // CHECK-NEXT: %{{.*}} = relax.add %x, %open : ({{.*}}) -> !relax.tensor<[?, 3], f32>
  %3 = relax.add %x, %open : (!relax.tensor<[n, 1], f32>, !relax.tensor<[?, 3], f32>) -> !relax.tensor<[?, 3], f32>
  // CHECK-NEXT: %{{.*}} = relax.add %open, %two : ({{.*}}) -> !relax.tensor<[2, 3], f32>
  %4 = relax.add %open, %two : (!relax.tensor<[?, 3], f32>, !relax.tensor<[2, 1], f32>) -> !relax.tensor<[2, 3], f32>
  // CHECK-NEXT: %{{.*}} = relax.add %any, %x : ({{.*}}) -> !relax.tensor<*, f32>
  %5 = relax.add %any, %x : (!relax.tensor<*, f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<*, f32>
  // A declared type may know less than the inferred one.
  // CHECK-NEXT: %{{.*}} = relax.add %x, %row : ({{.*}}) -> !relax.tensor<[?, m], f32>
  %6 = relax.add %x, %row : (!relax.tensor<[n, 1], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[?, m], f32>
  // CHECK-NEXT: %{{.*}} = relax.add %x, %row : ({{.*}}) -> !relax.tensor<*, f32>
  %7 = relax.add %x, %row : (!relax.tensor<[n, 1], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// Extents are equal by their normal form.
// CHECK-LABEL: relax.func @normal_form(
relax.func @normal_form(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n + n], f32>, %z: !relax.tensor<[n * 2], f32>) {
  // CHECK-NEXT: %{{.*}} = relax.add %y, %z : !relax.tensor<[2 * n], f32>
  %0 = relax.add %y, %z : !relax.tensor<[2 * n], f32>
  relax.return
}

// CHECK-LABEL: relax.func @unary(
relax.func @unary(%x: !relax.tensor<[n, ?], f32>) {
  // CHECK-NEXT: %a = relax.negative %x : !relax.tensor<[n, ?], f32>
  %a = relax.negative %x : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %b = relax.abs %x : !relax.tensor<[n, ?], f32>
  %b = relax.abs %x : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %c = relax.exp %x : !relax.tensor<[n, ?], f32>
  %c = relax.exp %x : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %d = relax.log %x : !relax.tensor<[n, ?], f32>
  %d = relax.log %x : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %e = relax.sqrt %x : !relax.tensor<[n, ?], f32>
  %e = relax.sqrt %x : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %f = relax.rsqrt %x : !relax.tensor<[n, ?], f32>
  %f = relax.rsqrt %x : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %g = relax.reciprocal %x : !relax.tensor<[n, ?], f32>
  %g = relax.reciprocal %x : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %h = relax.tanh %x : !relax.tensor<[n, ?], f32>
  %h = relax.tanh %x : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %i = relax.erf %x : !relax.tensor<[n, ?], f32>
  %i = relax.erf %x : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %j = relax.sigmoid %x : !relax.tensor<[n, ?], f32>
  %j = relax.sigmoid %x : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %k = relax.relu %x : !relax.tensor<[n, ?], f32>
  %k = relax.relu %x : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %l = relax.gelu %x : !relax.tensor<[n, ?], f32>
  %l = relax.gelu %x : !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %approximate = relax.gelu_tanh %x : !relax.tensor<[n, ?], f32>
  %approximate = relax.gelu_tanh %x : !relax.tensor<[n, ?], f32>
  relax.return
}

// CHECK-LABEL: relax.func @cast_and_where(
relax.func @cast_and_where(%c: !relax.tensor<[n, 1], i1>, %x: !relax.tensor<[3], f32>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %{{.*}} = relax.cast %x : !relax.tensor<[3], f32> to !relax.tensor<[3], bf16>
  %0 = relax.cast %x : !relax.tensor<[3], f32> to !relax.tensor<[3], bf16>
  // CHECK-NEXT: %{{.*}} = relax.cast %x {no_saturate, round_mode = "down"} : !relax.tensor<[3], f32> to !relax.tensor<[3], f8E8M0FNU>
  %s = relax.cast %x {no_saturate, round_mode = "down"} : !relax.tensor<[3], f32> to !relax.tensor<[3], f8E8M0FNU>
  // CHECK-NEXT: %{{.*}} = relax.bitcast %x as i32 : (!relax.tensor<[3], f32>) -> !relax.tensor<[3], i32>
  %b = relax.bitcast %x as i32 : (!relax.tensor<[3], f32>) -> !relax.tensor<[3], i32>
  // CHECK-NEXT: %{{.*}} = relax.cast %any : !relax.tensor<*, f32> to !relax.tensor<[?], ui8>
  %1 = relax.cast %any : !relax.tensor<*, f32> to !relax.tensor<[?], ui8>
  // CHECK-NEXT: %{{.*}} = relax.where %c, %x, %x : (!relax.tensor<[n, 1], i1>, !relax.tensor<[3], f32>, !relax.tensor<[3], f32>) -> !relax.tensor<[n, 3], f32>
  %2 = relax.where %c, %x, %x : (!relax.tensor<[n, 1], i1>, !relax.tensor<[3], f32>, !relax.tensor<[3], f32>) -> !relax.tensor<[n, 3], f32>
  // CHECK-NEXT: %{{.*}} = relax.where %c, %c, %c : !relax.tensor<[n, 1], i1>
  %3 = relax.where %c, %c, %c : !relax.tensor<[n, 1], i1>
  relax.return
}

// Operations with parameters, and on bits.
// CHECK-LABEL: relax.func @parameters(
relax.func @parameters(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[n], ui8>) {
  // CHECK-NEXT: %a = relax.leaky_relu %x alpha 1.000000e-01 : !relax.tensor<[n], f32>
  %a = relax.leaky_relu %x alpha 0.1 : !relax.tensor<[n], f32>
  // CHECK-NEXT: %b = relax.selu %x alpha 1.500000e+00 beta 2.000000e+00 : !relax.tensor<[n], f32>
  %b = relax.selu %x alpha 1.5 beta 2.0 : !relax.tensor<[n], f32>
  // CHECK-NEXT: %c = relax.shift_left %i, %i : !relax.tensor<[n], ui8>
  %c = relax.shift_left %i, %i : !relax.tensor<[n], ui8>
  // CHECK-NEXT: %d = relax.is_nan %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], i1>
  %d = relax.is_nan %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], i1>
  relax.return
}
