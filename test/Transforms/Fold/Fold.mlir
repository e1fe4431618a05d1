// RUN: relax-opt %s --relax-fold | FileCheck %s
// RUN: relax-opt %s --relax-fold | relax-opt --relax-fold --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN

// One run is enough.
// AGAIN-DAG: {{^ +}}0  relax-fold.ops-simplified
// AGAIN-DAG: {{^ +}}0  relax-fold.ops-folded-to-constants

// What moves nothing goes, with symbolic extents, 0 and 1.
// CHECK-LABEL: relax.func @identities(
relax.func @identities(%x: !relax.tensor<[n, 1], f32>, %y: !relax.tensor<[0, 3], f32>) -> (!relax.tensor<[n, 1], f32>, !relax.tensor<[0, 3], f32>) {
  %a = relax.reshape %x : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 1], f32>
  %b = relax.broadcast_to %a : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 1], f32>
  %c = relax.permute_dims %b axes [0, 1] : !relax.tensor<[n, 1], f32>
  %d = relax.cast %c : !relax.tensor<[n, 1], f32> to !relax.tensor<[n, 1], f32>
  %e = relax.concat %d axis 1 : (!relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 1], f32>
  %f = relax.match_cast %e : !relax.tensor<[n, 1], f32> to !relax.tensor<[n, 1], f32>
  %g = relax.strided_slice %y axes [1] begins [0] ends [9] steps [1] : !relax.tensor<[0, 3], f32>
  // CHECK-NEXT: relax.return %x, %y
  relax.return %f, %g : !relax.tensor<[n, 1], f32>, !relax.tensor<[0, 3], f32>
}

// Chains of two.
// CHECK-LABEL: relax.func @chains(
relax.func @chains(%x: !relax.tensor<[n, 6], f32>, %y: !relax.tensor<[1, n, 1], f32>, %p: !relax.tensor<[a, b, c], f32>) -> (!relax.tensor<[3, 2 * n], f32>, !relax.tensor<[4, n, n], f32>, !relax.tensor<[c, a, b], f32>, !relax.tensor<[a, b, c], f32>) {
  %a = relax.reshape %x : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[6 * n], f32>
  // CHECK: %[[B:.*]] = relax.reshape %x : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[3, 2 * n], f32>
  %b = relax.reshape %a : (!relax.tensor<[6 * n], f32>) -> !relax.tensor<[3, 2 * n], f32>
  %c = relax.broadcast_to %y : (!relax.tensor<[1, n, 1], f32>) -> !relax.tensor<[4, n, 1], f32>
  // CHECK: %[[D:.*]] = relax.broadcast_to %y : (!relax.tensor<[1, n, 1], f32>) -> !relax.tensor<[4, n, n], f32>
  %d = relax.broadcast_to %c : (!relax.tensor<[4, n, 1], f32>) -> !relax.tensor<[4, n, n], f32>
  %e = relax.permute_dims %p axes [1, 2, 0] : (!relax.tensor<[a, b, c], f32>) -> !relax.tensor<[b, c, a], f32>
  // CHECK: %[[F:.*]] = relax.permute_dims %p axes [2, 0, 1] : (!relax.tensor<[a, b, c], f32>) -> !relax.tensor<[c, a, b], f32>
  %f = relax.permute_dims %e axes [1, 2, 0] : (!relax.tensor<[b, c, a], f32>) -> !relax.tensor<[c, a, b], f32>
  %g = relax.permute_dims %e axes [2, 0, 1] : (!relax.tensor<[b, c, a], f32>) -> !relax.tensor<[a, b, c], f32>
  // CHECK: relax.return %[[B]], %[[D]], %[[F]], %p
  relax.return %b, %d, %f, %g : !relax.tensor<[3, 2 * n], f32>, !relax.tensor<[4, n, n], f32>, !relax.tensor<[c, a, b], f32>, !relax.tensor<[a, b, c], f32>
}

// A `?` is equal to nothing, a check that binds or states a fact stays, and a
// reversal has the extents of its operand.
// CHECK-LABEL: relax.func @kept(
relax.func @kept(%x: !relax.tensor<[?, ?], f32>, %y: !relax.tensor<[n], f32>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<[n], f32>) {
  // CHECK: relax.reshape
  %a = relax.reshape %x : (!relax.tensor<[?, ?], f32>) -> !relax.tensor<[?, ?], f32>
  // CHECK: relax.match_cast
  %b = relax.match_cast %a : !relax.tensor<[?, ?], f32> to !relax.tensor<[?, k], f32> binds (k)
  // CHECK: relax.match_cast
  %c = relax.match_cast %y : !relax.tensor<[n], f32> to !relax.tensor<[n], f32> where (n <= 7)
  // CHECK: relax.strided_slice
  %d = relax.strided_slice %c axes [0] begins [-1] ends [-9223372036854775808] steps [-1] : !relax.tensor<[n], f32>
  relax.return %a, %d : !relax.tensor<[?, ?], f32>, !relax.tensor<[n], f32>
}

// A cast there and back is nothing where the way holds every value.
// CHECK-LABEL: relax.func @casts(
relax.func @casts(%i: !relax.tensor<[n], i32>, %f: !relax.tensor<[n], f32>, %b: !relax.tensor<[n], i1>) -> (!relax.tensor<[n], i32>, !relax.tensor<[n], i32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], i1>) {
  %0 = relax.cast %i : !relax.tensor<[n], i32> to !relax.tensor<[n], i64>
  %1 = relax.cast %0 : !relax.tensor<[n], i64> to !relax.tensor<[n], i32>
  // i32 to f32 rounds.
  %2 = relax.cast %i : !relax.tensor<[n], i32> to !relax.tensor<[n], f32>
  // CHECK: %[[ROUNDED:.*]] = relax.cast %{{.*}} : !relax.tensor<[n], f32> to !relax.tensor<[n], i32>
  %3 = relax.cast %2 : !relax.tensor<[n], f32> to !relax.tensor<[n], i32>
  %4 = relax.cast %f : !relax.tensor<[n], f32> to !relax.tensor<[n], f64>
  %5 = relax.cast %4 : !relax.tensor<[n], f64> to !relax.tensor<[n], f32>
  %6 = relax.cast %f : !relax.tensor<[n], f32> to !relax.tensor<[n], f16>
  // CHECK: %[[HALF:.*]] = relax.cast %{{.*}} : !relax.tensor<[n], f16> to !relax.tensor<[n], f32>
  %7 = relax.cast %6 : !relax.tensor<[n], f16> to !relax.tensor<[n], f32>
  %8 = relax.cast %b : !relax.tensor<[n], i1> to !relax.tensor<[n], f16>
  %9 = relax.cast %8 : !relax.tensor<[n], f16> to !relax.tensor<[n], i1>
  // CHECK: relax.return %i, %[[ROUNDED]], %f, %[[HALF]], %b
  relax.return %1, %3, %5, %7, %9 : !relax.tensor<[n], i32>, !relax.tensor<[n], i32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], i1>
}

// Operands that change no bit.
// CHECK-LABEL: relax.func @neutral(
relax.func @neutral(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[n], i32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], i32>) {
  %one = relax.constant dense<1.0> : tensor<f32>
  %zero = relax.constant dense<0.0> : tensor<f32>
  %neg_zero = relax.constant dense<-0.0> : tensor<f32>
  %low = relax.constant dense<0xFF800000> : tensor<f32>
  %high = relax.constant dense<0x7F800000> : tensor<1xf32>
  %int_zero = relax.constant dense<0> : tensor<i32>
  %0 = relax.multiply %one, %x : (!relax.tensor<[], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %1 = relax.divide %0, %one : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %2 = relax.subtract %1, %zero : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %3 = relax.add %2, %neg_zero : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  %4 = relax.maximum %low, %3 : (!relax.tensor<[], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %5 = relax.minimum %4, %high : (!relax.tensor<[n], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[n], f32>
  %6 = relax.add %i, %int_zero : (!relax.tensor<[n], i32>, !relax.tensor<[], i32>) -> !relax.tensor<[n], i32>
  // CHECK: relax.return %x, %i
  relax.return %5, %6 : !relax.tensor<[n], f32>, !relax.tensor<[n], i32>
}

// -0 + 0 is 0, 1 / x is not x, and [1] becomes [4] by a neutral operand.
// CHECK-LABEL: relax.func @not_neutral(
relax.func @not_neutral(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[1], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[4], f32>) {
  %one = relax.constant dense<1.0> : tensor<f32>
  %zero = relax.constant dense<0.0> : tensor<f32>
  %ones = relax.constant dense<1.0> : tensor<4xf32>
  // CHECK: relax.add
  %0 = relax.add %x, %zero : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], f32>
  // CHECK: relax.divide
  %1 = relax.divide %one, %x : (!relax.tensor<[], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  // CHECK: relax.multiply
  %2 = relax.multiply %y, %ones : (!relax.tensor<[1], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return %0, %1, %2 : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[4], f32>
}

// Shape elements that are numbers, beside ones that are not.
// CHECK-LABEL: relax.func @elements(
relax.func @elements(%x: !relax.tensor<[n, 8, 3], f32>) -> (!relax.tensor<[1], i32>, !relax.tensor<[1], i64>) {
  %s = relax.shape_of %x : !relax.tensor<[n, 8, 3], f32> -> !relax.shape<[n, 8, 3]>
  %t = relax.shape_to_tensor %s : !relax.shape<[n, 8, 3]> -> !relax.tensor<[3], i64>
  %a = relax.strided_slice %t axes [0] begins [1] ends [2] steps [1] : (!relax.tensor<[3], i64>) -> !relax.tensor<[1], i64>
  // CHECK: %b = relax.constant dense<8> : tensor<1xi32>
  %b = relax.cast %a : !relax.tensor<[1], i64> to !relax.tensor<[1], i32>
  // CHECK: %n = relax.strided_slice
  %n = relax.strided_slice %t axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[3], i64>) -> !relax.tensor<[1], i64>
  // CHECK: relax.return %b, %n
  relax.return %b, %n : !relax.tensor<[1], i32>, !relax.tensor<[1], i64>
}

// The reference interpreter folds the rest.
// CHECK-LABEL: relax.func @constants(
relax.func @constants() -> (!relax.tensor<[2, 2], f32>, !relax.tensor<[3], i1>, !relax.tensor<[0, 2], f32>, !relax.tensor<[2], f16>, !relax.tensor<[4], f32>) {
  %a = relax.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = relax.permute_dims %a axes [1, 0] : !relax.tensor<[2, 2], f32>
  // CHECK: %c = relax.constant dense<{{\[}}[5.000000e+00, 1.100000e+01], [1.100000e+01, 2.500000e+01]]> : tensor<2x2xf32>
  %c = relax.matmul %a, %b : !relax.tensor<[2, 2], f32>
  %x = relax.constant dense<[1, 5, 3]> : tensor<3xi32>
  %y = relax.constant dense<3> : tensor<i32>
  // CHECK: %d = relax.constant dense<[false, true, false]> : tensor<3xi1>
  %d = relax.greater %x, %y : (!relax.tensor<[3], i32>, !relax.tensor<[], i32>) -> !relax.tensor<[3], i1>
  %none = relax.constant dense<> : tensor<0x2xf32>
  // CHECK: %e = relax.constant dense<> : tensor<0x2xf32>
  %e = relax.exp %none : !relax.tensor<[0, 2], f32>
  %h = relax.constant dense<[1.0, 2.0]> : tensor<2xf16>
  // CHECK: %f = relax.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf16>
  %f = relax.add %h, %h : !relax.tensor<[2], f16>
  %one = relax.constant dense<0.5> : tensor<1xf32>
  // Equal elements print as one.
  // CHECK: %g = relax.constant dense<5.000000e-01> : tensor<4xf32>
  %g = relax.broadcast_to %one : (!relax.tensor<[1], f32>) -> !relax.tensor<[4], f32>
  // CHECK: relax.return %c, %d, %e, %f, %g
  relax.return %c, %d, %e, %f, %g : !relax.tensor<[2, 2], f32>, !relax.tensor<[3], i1>, !relax.tensor<[0, 2], f32>, !relax.tensor<[2], f16>, !relax.tensor<[4], f32>
}

// Too large a result, and what fails when it runs, stay.
// CHECK-LABEL: relax.func @not_folded(
relax.func @not_folded() -> (!relax.tensor<[1025], f32>, !relax.tensor<[2], i8>) {
  %one = relax.constant dense<1.5> : tensor<1xf32>
  // CHECK: relax.broadcast_to
  %a = relax.broadcast_to %one : (!relax.tensor<[1], f32>) -> !relax.tensor<[1025], f32>
  %x = relax.constant dense<[1, 2]> : tensor<2xi8>
  %zero = relax.constant dense<0> : tensor<i8>
  // CHECK: relax.divide
  %b = relax.divide %x, %zero : (!relax.tensor<[2], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[2], i8>
  relax.return %a, %b : !relax.tensor<[1025], f32>, !relax.tensor<[2], i8>
}

// Windows of constants: only small ones, which an attribute alone bounds.
// CHECK-LABEL: relax.func @windows(
relax.func @windows() -> (!relax.tensor<[1, 1, 2], f32>, !relax.tensor<[1, 1, 1], f32>) {
  %x = relax.constant dense<[[[1.0, 2.0, 4.0]]]> : tensor<1x1x3xf32>
  // CHECK: %[[A:.*]] = relax.constant dense<{{\[\[\[}}3.000000e+00, 6.000000e+00]]]> : tensor<1x1x2xf32>
  %a = relax.sum_pool %x window [2] strides [1] pads [0, 0] dilations [1] : (!relax.tensor<[1, 1, 3], f32>) -> !relax.tensor<[1, 1, 2], f32>
  // CHECK: %[[B:.*]] = relax.avg_pool
  %b = relax.avg_pool %x window [1000000002] strides [1] pads [999999999, 0] dilations [1] : (!relax.tensor<[1, 1, 3], f32>) -> !relax.tensor<[1, 1, 1], f32>
  // CHECK: relax.return %[[A]], %[[B]]
  relax.return %a, %b : !relax.tensor<[1, 1, 2], f32>, !relax.tensor<[1, 1, 1], f32>
}

// Inside of branches, cases, loops and functions that are values as outside; what a branch knows stays there.
// CHECK-LABEL: relax.func @regions(
relax.func @regions(%l: !relax.adt<@Maybe>, %x: !relax.tensor<[n, m], f32>, %p: !relax.tensor<[], i1>) -> !relax.tensor<[n, m], f32> {
  // CHECK: case @None {
  // CHECK: relax.yield %x
  // CHECK: case @Some(%y
  // CHECK: relax.if %p
  // CHECK-NEXT: relax.yield %y
  %r = relax.match %l : !relax.adt<@Maybe> -> !relax.tensor<[?, ?], f32> {
    case @None {
      %a = relax.permute_dims %x axes [1, 0] : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[m, n], f32>
      %b = relax.permute_dims %a axes [1, 0] : (!relax.tensor<[m, n], f32>) -> !relax.tensor<[n, m], f32>
      relax.yield %b : !relax.tensor<[n, m], f32>
    }
    case @Some(%y: !relax.tensor<[k, 0], f32>) {
      %c = relax.if %p -> !relax.tensor<[k, 0], f32> {
        %d = relax.broadcast_to %y : (!relax.tensor<[k, 0], f32>) -> !relax.tensor<[k, 0], f32>
        relax.yield %d : !relax.tensor<[k, 0], f32>
      } else {
        relax.yield %y : !relax.tensor<[k, 0], f32>
      }
      relax.yield %c : !relax.tensor<[k, 0], f32>
    }
  }
  // CHECK: relax.lambda (%{{.*}}: !relax.tensor<[], f32>)
  // CHECK: %[[FIVE:.*]] = relax.constant dense<5.000000e+00>
  // CHECK-NEXT: relax.yield %[[FIVE]]
  %f = relax.lambda (%z: !relax.tensor<[], f32>) -> !relax.tensor<[], f32> {
    %two = relax.constant dense<2.0> : tensor<f32>
    %three = relax.constant dense<3.0> : tensor<f32>
    %five = relax.add %two, %three : !relax.tensor<[], f32>
    relax.yield %five : !relax.tensor<[], f32>
  }
  %z = relax.constant dense<0.0> : tensor<f32>
  %u = relax.invoke %f(%z) : !relax.fn<(!relax.tensor<[], f32>) -> !relax.tensor<[], f32>>
  %s = relax.match_cast %r : !relax.tensor<[?, ?], f32> to !relax.tensor<[n, m], f32> given (%x : !relax.tensor<[n, m], f32>)
  %v = relax.multiply %s, %u : (!relax.tensor<[n, m], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %v : !relax.tensor<[n, m], f32>
}
relax.adt @Maybe { @None, @Some(!relax.tensor<[?, 0], f32>) }

// Places that are known are slices, from the end too; those out of bounds or in another order, and of an extent that nobody knows,
// stay.
// CHECK-LABEL: relax.func @takes(
relax.func @takes(%x: !relax.tensor<[n, 5, 4], f32>, %y: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, 2, 4], f32>, !relax.tensor<[n, 2, 2, 4], f32>, !relax.tensor<[n, 5, 4], f32>, !relax.tensor<[n, 2, 4], f32>, !relax.tensor<[n, 1, 4], f32>, !relax.tensor<[4], f32>) {
  %last = relax.constant dense<-1> : tensor<i64>
  %odd = relax.constant dense<[1, 3]> : tensor<2xi32>
  %four = relax.constant dense<[[0, 1], [2, -2]]> : tensor<2x2xi64>
  %all = relax.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
  %back = relax.constant dense<[3, 1]> : tensor<2xi64>
  %outside = relax.constant dense<[5]> : tensor<1xi64>
  %first = relax.constant dense<0> : tensor<i64>
  // CHECK: %[[A:.*]] = relax.strided_slice %x axes [1] begins [4] ends [5] steps [1] :
  // CHECK: %[[A1:.*]] = relax.reshape %[[A]] : (!relax.tensor<[n, 1, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %a = relax.take %x, %last axis 1 : (!relax.tensor<[n, 5, 4], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[n, 4], f32>
  // CHECK: %[[B:.*]] = relax.strided_slice %x axes [1] begins [1] ends [4] steps [2] :
  %b = relax.take %x, %odd axis 1 : (!relax.tensor<[n, 5, 4], f32>, !relax.tensor<[2], i32>) -> !relax.tensor<[n, 2, 4], f32>
  // CHECK: relax.strided_slice %x axes [1] begins [0] ends [4] steps [1] :
  // CHECK: relax.reshape {{.*}} -> !relax.tensor<[n, 2, 2, 4], f32>
  %c = relax.take %x, %four axis 1 : (!relax.tensor<[n, 5, 4], f32>, !relax.tensor<[2, 2], i64>) -> !relax.tensor<[n, 2, 2, 4], f32>
  %d = relax.take %x, %all axis 1 : (!relax.tensor<[n, 5, 4], f32>, !relax.tensor<[5], i64>) -> !relax.tensor<[n, 5, 4], f32>
  // CHECK-COUNT-3: relax.take
  %e = relax.take %x, %back axis 1 : (!relax.tensor<[n, 5, 4], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[n, 2, 4], f32>
  %f = relax.take %x, %outside axis 1 : (!relax.tensor<[n, 5, 4], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[n, 1, 4], f32>
  %g = relax.take %y, %first axis 0 : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[4], f32>
  // CHECK: relax.return %[[A1]], %[[B]], {{.*}}, %x,
  relax.return %a, %b, %c, %d, %e, %f, %g : !relax.tensor<[n, 4], f32>, !relax.tensor<[n, 2, 4], f32>, !relax.tensor<[n, 2, 2, 4], f32>, !relax.tensor<[n, 5, 4], f32>, !relax.tensor<[n, 2, 4], f32>, !relax.tensor<[n, 1, 4], f32>, !relax.tensor<[4], f32>
}
