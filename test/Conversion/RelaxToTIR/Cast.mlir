// RUN: relax-opt %s --relax-legalize | FileCheck %s

// Kernels of conversions between element types.

relax.func @floats(%x: !relax.tensor<[n], f32>, %h: !relax.tensor<[n], f16>) {
  %0 = relax.cast %x : !relax.tensor<[n], f32> to !relax.tensor<[n], f16>
  %1 = relax.cast %x : !relax.tensor<[n], f32> to !relax.tensor<[n], f64>
  %2 = relax.cast %h : !relax.tensor<[n], f16> to !relax.tensor<[n], bf16>
  relax.return
}

// Saturating; NaN is 0 as an integer and true as a bool.
relax.func @from_float(%x: !relax.tensor<[n], f32>, %h: !relax.tensor<[n], f16>) {
  %0 = relax.cast %x : !relax.tensor<[n], f32> to !relax.tensor<[n], i32>
  %1 = relax.cast %x : !relax.tensor<[n], f32> to !relax.tensor<[n], i1>
  %2 = relax.cast %h : !relax.tensor<[n], f16> to !relax.tensor<[n], i8>
  relax.return
}

relax.func @from_integer(%x: !relax.tensor<[n], i32>, %b: !relax.tensor<[n], i1>) {
  %0 = relax.cast %x : !relax.tensor<[n], i32> to !relax.tensor<[n], f32>
  %1 = relax.cast %x : !relax.tensor<[n], i32> to !relax.tensor<[n], i64>
  %2 = relax.cast %x : !relax.tensor<[n], i32> to !relax.tensor<[n], i8>
  %3 = relax.cast %x : !relax.tensor<[n], i32> to !relax.tensor<[n], i1>
  %4 = relax.cast %b : !relax.tensor<[n], i1> to !relax.tensor<[n], f32>
  %5 = relax.cast %b : !relax.tensor<[n], i1> to !relax.tensor<[n], i64>
  relax.return
}

// CHECK-LABEL: relax.func @floats(
// CHECK-NEXT: %0 = relax.call_tir @cast(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f16>
// CHECK-NEXT: %1 = relax.call_tir @cast_0(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f64>
// CHECK-NEXT: %2 = relax.call_tir @cast_1(%h) : (!relax.tensor<[n], f16>) -> !relax.tensor<[n], bf16>

// CHECK-LABEL: relax.func @from_float(
// CHECK-NEXT: %0 = relax.call_tir @cast_2(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], i32>
// CHECK-NEXT: %1 = relax.call_tir @cast_3(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], i1>
// CHECK-NEXT: %2 = relax.call_tir @cast_4(%h) : (!relax.tensor<[n], f16>) -> !relax.tensor<[n], i8>

// CHECK-LABEL: relax.func @from_integer(
// CHECK-NEXT: %0 = relax.call_tir @cast_5(%x) : (!relax.tensor<[n], i32>) -> !relax.tensor<[n], f32>
// CHECK-NEXT: %1 = relax.call_tir @cast_6(%x) : (!relax.tensor<[n], i32>) -> !relax.tensor<[n], i64>
// CHECK-NEXT: %2 = relax.call_tir @cast_7(%x) : (!relax.tensor<[n], i32>) -> !relax.tensor<[n], i8>
// CHECK-NEXT: %3 = relax.call_tir @cast_8(%x) : (!relax.tensor<[n], i32>) -> !relax.tensor<[n], i1>
// CHECK-NEXT: %4 = relax.call_tir @cast_9(%b) : (!relax.tensor<[n], i1>) -> !relax.tensor<[n], f32>
// CHECK-NEXT: %5 = relax.call_tir @cast_10(%b) : (!relax.tensor<[n], i1>) -> !relax.tensor<[n], i64>

// CHECK-LABEL: tir.func private @cast(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f16>) {
// CHECK-NEXT: tir.compute "cast" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %y = arith.truncf %x : f32 to f16
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], f16>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @cast_0(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f64>) {
// CHECK-NEXT: tir.compute "cast" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %y = arith.extf %x : f32 to f64
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], f64>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @cast_1(%X: !tir.buffer<[n], f16>, %Y: !tir.buffer<[n], bf16>) {
// CHECK-NEXT: tir.compute "cast" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], f16>
// CHECK-NEXT: %0 = arith.extf %x : f16 to f32
// CHECK-NEXT: %y = arith.truncf %0 : f32 to bf16
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], bf16>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @cast_2(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], i32>) {
// CHECK-NEXT: tir.compute "cast" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %low = arith.constant -2.14748365E+9 : f32
// CHECK-NEXT: %high = arith.constant 2.14748365E+9 : f32
// CHECK-NEXT: %0 = arith.cmpf ole, %x, %low : f32
// CHECK-NEXT: %1 = arith.cmpf oge, %x, %high : f32
// CHECK-NEXT: %2 = arith.cmpf une, %x, %x : f32
// CHECK-NEXT: %3 = arith.ori %0, %1 : i1
// CHECK-NEXT: %4 = arith.ori %3, %2 : i1
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %5 = arith.select %4, %zero, %x : f32
// CHECK-NEXT: %6 = arith.fptosi %5 : f32 to i32
// CHECK-NEXT: %most = arith.constant 2147483647 : i32
// CHECK-NEXT: %least = arith.constant -2147483648 : i32
// CHECK-NEXT: %7 = arith.select %1, %most, %6 : i32
// CHECK-NEXT: %y = arith.select %0, %least, %7 : i32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], i32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @cast_3(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], i1>) {
// CHECK-NEXT: tir.compute "cast" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %y = arith.cmpf une, %x, %zero : f32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], i1>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @cast_4(%X: !tir.buffer<[n], f16>, %Y: !tir.buffer<[n], i8>) {
// CHECK-NEXT: tir.compute "cast" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], f16>
// CHECK-NEXT: %0 = arith.extf %x : f16 to f32
// CHECK-NEXT: %low = arith.constant -1.280000e+02 : f32
// CHECK-NEXT: %high = arith.constant 1.280000e+02 : f32
// CHECK-NEXT: %1 = arith.cmpf ole, %0, %low : f32
// CHECK-NEXT: %2 = arith.cmpf oge, %0, %high : f32
// CHECK-NEXT: %3 = arith.cmpf une, %0, %0 : f32
// CHECK-NEXT: %4 = arith.ori %1, %2 : i1
// CHECK-NEXT: %5 = arith.ori %4, %3 : i1
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %6 = arith.select %5, %zero, %0 : f32
// CHECK-NEXT: %7 = arith.fptosi %6 : f32 to i8
// CHECK-NEXT: %most = arith.constant 127 : i8
// CHECK-NEXT: %least = arith.constant -128 : i8
// CHECK-NEXT: %8 = arith.select %2, %most, %7 : i8
// CHECK-NEXT: %y = arith.select %1, %least, %8 : i8
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], i8>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @cast_5(%X: !tir.buffer<[n], i32>, %Y: !tir.buffer<[n], f32>) {
// CHECK-NEXT: tir.compute "cast" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], i32>
// CHECK-NEXT: %y = arith.sitofp %x : i32 to f32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @cast_6(%X: !tir.buffer<[n], i32>, %Y: !tir.buffer<[n], i64>) {
// CHECK-NEXT: tir.compute "cast" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], i32>
// CHECK-NEXT: %y = arith.extsi %x : i32 to i64
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], i64>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @cast_7(%X: !tir.buffer<[n], i32>, %Y: !tir.buffer<[n], i8>) {
// CHECK-NEXT: tir.compute "cast" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], i32>
// CHECK-NEXT: %y = arith.trunci %x : i32 to i8
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], i8>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @cast_8(%X: !tir.buffer<[n], i32>, %Y: !tir.buffer<[n], i1>) {
// CHECK-NEXT: tir.compute "cast" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], i32>
// CHECK-NEXT: %zero = arith.constant 0 : i32
// CHECK-NEXT: %y = arith.cmpi ne, %x, %zero : i32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], i1>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @cast_9(%X: !tir.buffer<[n], i1>, %Y: !tir.buffer<[n], f32>) {
// CHECK-NEXT: tir.compute "cast" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], i1>
// CHECK-NEXT: %y = arith.uitofp %x : i1 to f32
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }

// CHECK-LABEL: tir.func private @cast_10(%X: !tir.buffer<[n], i1>, %Y: !tir.buffer<[n], i64>) {
// CHECK-NEXT: tir.compute "cast" (%i) in [n] {
// CHECK-NEXT: %x = tir.load %X[%i] : !tir.buffer<[n], i1>
// CHECK-NEXT: %y = arith.extui %x : i1 to i64
// CHECK-NEXT: tir.store %y, %Y[%i] : !tir.buffer<[n], i64>
// CHECK-NEXT: }
// CHECK-NEXT: tir.return
// CHECK-NEXT: }
