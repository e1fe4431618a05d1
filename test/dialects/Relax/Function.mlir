// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// CHECK: relax.weight @fc1 : !relax.tensor<[768, 3], f32> from "model.onnx" at 1024 sha256 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
relax.weight @fc1 : !relax.tensor<[768, 3], f32> from "model.onnx" at 1024 sha256 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
// CHECK-NEXT: relax.weight @raw : !relax.tensor<[0], i1> from "dir/raw.bin" at 0
relax.weight @raw : !relax.tensor<[0], i1> from "dir/raw.bin" at 0
// CHECK-NEXT: relax.weight @entry : !relax.tensor<[768, 256], f32> from "x.npz" entry "dec_w_ih"
relax.weight @entry : !relax.tensor<[768, 256], f32> from "x.npz" entry "dec_w_ih"
// CHECK-NEXT: relax.weight @hashed : !relax.tensor<[], i64> from "x.safetensors" entry "a b\22" sha256 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
relax.weight @hashed : !relax.tensor<[], i64> from "x.safetensors" entry "a b\22" sha256 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
// CHECK-NEXT: relax.weight @fc1p : !relax.tensor<[3, 768], f32> prepared by @prepare
relax.weight @fc1p : !relax.tensor<[3, 768], f32> prepared by @prepare

// CHECK-LABEL: relax.func private @prepare() -> (!relax.tensor<[3, 768], f32> {relax.prepares = @fc1p}) {
relax.func private @prepare() -> (!relax.tensor<[3, 768], f32> {relax.prepares = @fc1p}) {
  // CHECK-NEXT: %w = relax.get_weight @fc1 : !relax.tensor<[768, 3], f32>
  %w = relax.get_weight @fc1 : !relax.tensor<[768, 3], f32>
  %t = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[768, 3], f32>) -> !relax.tensor<[3, 768], f32>
  relax.return %t : !relax.tensor<[3, 768], f32>
}

// CHECK-LABEL: relax.func @constants() {
relax.func @constants() {
  // CHECK-NEXT: %a = relax.constant dense<[1.500000e+00, 0x7FC00000]> : tensor<2xf32>
  %a = relax.constant dense<[1.5, 0x7FC00000]> : tensor<2xf32>
  // CHECK-NEXT: %b = relax.constant dense<true> : tensor<2x3xi1>
  %b = relax.constant dense<true> : tensor<2x3xi1>
  // CHECK-NEXT: %c = relax.constant dense<7> : tensor<i64>
  %c = relax.constant dense<7> : tensor<i64>
  // CHECK-NEXT: %d = relax.constant dense<> : tensor<0x4xui8>
  %d = relax.constant dense<> : tensor<0x4xui8>
  // CHECK-NEXT: %e = relax.add %a, %a : !relax.tensor<[2], f32>
  %e = relax.add %a, %a : !relax.tensor<[2], f32>
  relax.return
}

// Facts; names of arguments and results; several results.
// CHECK-LABEL: relax.func @facts(%x: !relax.tensor<[n, 768], f32>, %y: !relax.tensor<[2 * n], f32>) -> (!relax.tensor<[n, 768], f32>, !relax.tensor<[2 * n], f32>) where (1 <= n <= 4096, n mod 8 == 0, likely n == 128) {
relax.func @facts(%x: !relax.tensor<[n, 768], f32>, %y: !relax.tensor<[n + n], f32>) -> (!relax.tensor<[n, 768], f32>, !relax.tensor<[2 * n], f32>) where (1 <= n <= 4096, n mod 8 == 0, likely n == 128) {
  // CHECK-NEXT: relax.return %x, %y : !relax.tensor<[n, 768], f32>, !relax.tensor<[2 * n], f32>
  relax.return %x, %y : !relax.tensor<[n, 768], f32>, !relax.tensor<[2 * n], f32>
}

// A declared result may forget what is known.
// CHECK-LABEL: relax.func @forgets(
relax.func @forgets(%x: !relax.tensor<[n, 2], f32>) -> (!relax.tensor<[?, 2], f32>, !relax.tensor<*, f32>) {
  relax.return %x, %x : !relax.tensor<[n, 2], f32>, !relax.tensor<[n, 2], f32>
}

// The body says what the result's own symbol stands for.
// CHECK-LABEL: relax.func private @head(%x: !relax.tensor<[n], i64>) -> (!relax.tensor<[k], i64>, !relax.tensor<[2 * k], i64>) binds (k) where (k <= n) {
relax.func private @head(%x: !relax.tensor<[n], i64>) -> (!relax.tensor<[k], i64>, !relax.tensor<[2 * k], i64>) binds (k) where (k <= n) {
  %0 = relax.strided_slice %x axes [0] begins [0] ends [2] steps [1] : (!relax.tensor<[n], i64>) -> !relax.tensor<[min(n, 2)], i64>
  %1 = relax.concat %0, %0 axis 0 : (!relax.tensor<[min(n, 2)], i64>, !relax.tensor<[min(n, 2)], i64>) -> !relax.tensor<[2 * min(n, 2)], i64>
  relax.return %0, %1 : !relax.tensor<[min(n, 2)], i64>, !relax.tensor<[2 * min(n, 2)], i64>
}

// CHECK-LABEL: relax.func private @scale(
relax.func private @scale(%x: !relax.tensor<[a, 2 * a], f32>, %s: !relax.shape<[a]>, %any: !relax.tensor<*, i8>, %open: !relax.tensor<[?], i8>) -> !relax.tensor<[a, 2 * a], f32> {
  relax.return %x : !relax.tensor<[a, 2 * a], f32>
}

// At a call the callee's symbols stand for the extents of the operands.
// CHECK-LABEL: relax.func @calls(
relax.func @calls(%x: !relax.tensor<[m], i64>, %open: !relax.tensor<[?], i64>, %y: !relax.tensor<[3 * m, 6 * m], f32>, %i: !relax.tensor<[m], i8>) {
  // CHECK-NEXT: %a:2 = relax.call @head(%x) : (!relax.tensor<[m], i64>) -> (!relax.tensor<[r], i64>, !relax.tensor<[2 * r], i64>) binds (r) where (r <= m)
  %a:2 = relax.call @head(%x) : (!relax.tensor<[m], i64>) -> (!relax.tensor<[r], i64>, !relax.tensor<[2 * r], i64>) binds (r) where (r <= m)
  // Nothing has to be known or bound.
  // CHECK-NEXT: %b:2 = relax.call @head(%open) : (!relax.tensor<[?], i64>) -> (!relax.tensor<[?], i64>, !relax.tensor<*, i64>)
  %b:2 = relax.call @head(%open) : (!relax.tensor<[?], i64>) -> (!relax.tensor<[?], i64>, !relax.tensor<*, i64>)
  %u = relax.concat %x, %x, %x axis 0 : (!relax.tensor<[m], i64>, !relax.tensor<[m], i64>, !relax.tensor<[m], i64>) -> !relax.tensor<[3 * m], i64>
  %s = relax.shape_of %u : !relax.tensor<[3 * m], i64> -> !relax.shape<[3 * m]>
  // CHECK: %c = relax.call @scale(%y, %s, %i, %i) : ({{.*}}) -> !relax.tensor<[3 * m, 6 * m], f32>
  %c = relax.call @scale(%y, %s, %i, %i) : (!relax.tensor<[3 * m, 6 * m], f32>, !relax.shape<[3 * m]>, !relax.tensor<[m], i8>, !relax.tensor<[m], i8>) -> !relax.tensor<[3 * m, 6 * m], f32>
  relax.return
}

// CHECK-LABEL: relax.func @match_cast(
relax.func @match_cast(%x: !relax.tensor<[?, ?], f32>, %s: !relax.shape<[n]>, %any: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %a = relax.match_cast %x : !relax.tensor<[?, ?], f32> to !relax.tensor<[k, n], f32> binds (k) given{{ ?}}(%s : !relax.shape<[n]>)
  %a = relax.match_cast %x : !relax.tensor<[?, ?], f32> to !relax.tensor<[k, n], f32> binds (k) given (%s : !relax.shape<[n]>)
  // CHECK-NEXT: %b = relax.match_cast %any : !relax.tensor<*, f32> to !relax.tensor<[j, 2 * j], f32> binds (j) where (1 <= j)
  %b = relax.match_cast %any : !relax.tensor<*, f32> to !relax.tensor<[j, 2 * j], f32> binds (j) where (1 <= j)
  relax.return
}

// CHECK-LABEL: tir.func @kernel(
tir.func @kernel(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.return
}

// CHECK-LABEL: relax.func @call_tir(
relax.func @call_tir(%x: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> {
  // CHECK-NEXT: %y = relax.call_tir @kernel(%x) : (!relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>
  %y = relax.call_tir @kernel(%x) : (!relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>
  relax.return %y : !relax.tensor<[m], f32>
}
