// RUN: split-file %s %t
// RUN: not relax-translate --emit-llvm %t/element.mlir 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: not relax-translate --emit-llvm %t/unknown.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not relax-translate --emit-llvm %t/foreign.mlir 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not relax-translate --emit-llvm %t/plane.mlir 2>&1 | FileCheck %s --check-prefix=PLANE
// RUN: not relax-translate --emit-llvm %t/view.mlir 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not relax-translate --emit-llvm %t/scan.mlir 2>&1 | FileCheck %s --check-prefix=SCAN --implicit-check-not=error:
// RUN: not relax-translate --emit-llvm %t/stack.mlir 2>&1 | FileCheck %s --check-prefix=STACK

// RUN: not relax-translate --emit-llvm %t/vast.mlir 2>&1 | FileCheck %s --check-prefix=VAST

// As many bytes as 64 bits hold are too many as well, behind some others.
//--- vast.mlir
// VAST: vast.mlir:6:8: error: local buffers exceed 1048576 bytes of stack together
tir.func @vast(%X: !tir.buffer<[n], i64>, %Y: !tir.buffer<[n], i64>) {
  %m = tir.as_memref %X : !tir.buffer<[n], i64> to memref<?xi64>
  %c0 = arith.constant 0 : index
  %a = memref.alloca() : memref<8xi64>
  %b = memref.alloca() : memref<1152921504606846975xi64>
  %v = memref.load %m[%c0] : memref<?xi64>
  %i = arith.index_cast %v : i64 to index
  memref.store %v, %a[%i] : memref<8xi64>
  memref.store %v, %b[%i] : memref<1152921504606846975xi64>
  %w = memref.load %b[%c0] : memref<1152921504606846975xi64>
  %u = memref.load %a[%c0] : memref<8xi64>
  %s = arith.addi %w, %u : i64
  memref.store %s, %m[%c0] : memref<?xi64>
  tir.return
}

// Together they may be larger than the stack: a frame would reach beyond the page that guards it.
//--- stack.mlir
// STACK: stack.mlir:7:8: error: local buffers exceed 1048576 bytes of stack together: expected space 'workspace'
tir.func @stack(%Y: !tir.buffer<[n], f32>) {
  %A = tir.alloc "A" local : !tir.buffer<[65536], f32>
  %B = tir.alloc "B" local : !tir.buffer<[65536], f32>
  %C = tir.alloc "C" local : !tir.buffer<[65536], f32>
  %D = tir.alloc "D" local : !tir.buffer<[65536], f32>
  %E = tir.alloc "E" local : !tir.buffer<[65536], f32>
  tir.compute "c" (%i) in [n] {
    %a = tir.load %Y[%i] : !tir.buffer<[n], f32>
    tir.store %a, %A[%i mod 65536] : !tir.buffer<[65536], f32>
    tir.store %a, %B[%i mod 65536] : !tir.buffer<[65536], f32>
    tir.store %a, %C[%i mod 65536] : !tir.buffer<[65536], f32>
    tir.store %a, %D[%i mod 65536] : !tir.buffer<[65536], f32>
    tir.store %a, %E[%i mod 65536] : !tir.buffer<[65536], f32>
  }
  tir.compute "d" (%i) in [n] {
    %a = tir.load %A[%i mod 65536] : !tir.buffer<[65536], f32>
    %b = tir.load %B[%i mod 65536] : !tir.buffer<[65536], f32>
    %c = tir.load %C[%i mod 65536] : !tir.buffer<[65536], f32>
    %d = tir.load %D[%i mod 65536] : !tir.buffer<[65536], f32>
    %e = tir.load %E[%i mod 65536] : !tir.buffer<[65536], f32>
    %ab = arith.addf %a, %b : f32
    %cd = arith.addf %c, %d : f32
    %abcd = arith.addf %ab, %cd : f32
    %y = arith.addf %abcd, %e : f32
    tir.store %y, %Y[%i] : !tir.buffer<[n], f32>
  }
  tir.return
}

//--- element.mlir
// ELEMENT: element.mlir:2:24: error: elements of type 'f8E4M3FN' are not compiled: expected integers of up to 64 bits, index, f16, bf16, f32, f64 or complex numbers of them
tir.func @small_floats(%X: !tir.buffer<[n], f8E4M3FN>) {
  tir.return
}

//--- unknown.mlir
// UNKNOWN: error: extent '?' has no value in a 'tir.func'
tir.func @unknown(%X: !tir.buffer<[?], f32>, %Y: !tir.buffer<[], f32>) {
  %x = tir.load %X[3] : !tir.buffer<[?], f32>
  tir.store %x, %Y[] : !tir.buffer<[], f32>
  tir.return
}

// A buffer that is chosen when the program runs.
//--- foreign.mlir
// FOREIGN: error: 'tir.as_memref' op is not lowered: expected what 'lower-tir' leaves
tir.func @foreign(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>, %C: !tir.buffer<[], i1>) {
  %c = tir.load %C[] : !tir.buffer<[], i1>
  %zero = arith.constant 0.0 : f32
  %B = arith.select %c, %X, %Y : !tir.buffer<[n], f32>
  tir.store %zero, %B[0] : !tir.buffer<[n], f32>
  tir.return
}

//--- plane.mlir
// PLANE: error: 'scf.parallel' op expected no reductions
tir.func @plane(%X: !tir.buffer<[4, 4], f32>) {
  %x = tir.as_memref %X : !tir.buffer<[4, 4], f32> to memref<4x4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) init (%zero) -> f32 {
    %e = memref.load %x[%i, %j] : memref<4x4xf32>
    scf.reduce(%e : f32) {
    ^combine(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      scf.reduce.return %c : f32
    }
  }
  memref.store %sum, %x[%c0, %c0] : memref<4x4xf32>
  tir.return
}

//--- view.mlir
// VIEW: error: 'scf.parallel' op uses a view that is made outside: expected it inside of the loop
tir.func @view(%X: !tir.buffer<[8], f32>) {
  %x = tir.as_memref %X : !tir.buffer<[8], f32> to memref<8xf32>
  %v = memref.subview %x[2] [3] [2] : memref<8xf32> to memref<3xf32, strided<[2], offset: 2>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%c3) step (%c1) {
    memref.store %zero, %v[%i] : memref<3xf32, strided<[2], offset: 2>>
  }
  tir.return
}

//--- scan.mlir
// SCAN: scan.mlir:7:{{.*}}: error: 'vector.scan' op has no translation to LLVM IR
tir.func @scan(%X: !tir.buffer<[4], f32>) {
  %x = tir.as_memref %X : !tir.buffer<[4], f32> to memref<4xf32>
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %i = arith.constant dense<0.0> : vector<f32>
  %o, %p = vector.scan <add>, %c, %i {inclusive = true, reduction_dim = 0 : i64} : vector<4xf32>, vector<f32>
  vector.store %o, %x[%c0] : memref<4xf32>, vector<4xf32>
  tir.return
}
