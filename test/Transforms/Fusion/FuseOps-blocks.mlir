// Weights in blocks are decoded inside of the programs that use them: by two products, one of them in a loop, two decodings, and
// none of them runs at load.
// RUN: relax-opt %s --relax-prepare-weights --relax-legalize --relax-fuse-ops | FileCheck %s

!blocks = !relax.tensor<[64, 64], !relax.quant<q4_0>>
!square = !relax.tensor<[64, 64], f32>
!x = !relax.tensor<[n, 64], f32>

// CHECK-NOT: prepared by
relax.weight @w : !blocks from "w.bin" at 0

// CHECK-LABEL: relax.func @twice
// CHECK: %y = relax.call_tir @fused_decode_permute_dims_matmul(%w, %x) : (!relax.tensor<[64, 64], !relax.quant<q4_0>>, !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32>
// CHECK: relax.while
// CHECK: %b = relax.call_tir @fused_decode_permute_dims_matmul(%w, %a)
// CHECK-NOT: call_tir
relax.func @twice(%x: !x, %go: !relax.tensor<[], i1>) -> !x {
  %w = relax.get_weight @w : !blocks
  %d = relax.cast %w : !blocks to !square
  %t = relax.permute_dims %d axes [1, 0] : (!square) -> !square
  %y = relax.matmul %x, %t : (!x, !square) -> !x
  %z, %on = relax.while (%a: !x = %y, %more: !relax.tensor<[], i1> = %go) {
    relax.condition %more
  } do {
    %b = relax.matmul %a, %t : (!x, !square) -> !x
    relax.yield %b, %go : !x, !relax.tensor<[], i1>
  }
  relax.return %z : !x
}

// CHECK-LABEL: tir.func private @fused_decode_permute_dims_matmul(%W: !tir.buffer<[64, 2, 18], i8>, %X: !tir.buffer<[n, 64], f32>, %Y: !tir.buffer<[n, 64], f32>)
// CHECK: tir.compute "matmul" (%i, %j, reduce %k) in [n, 64, 64]
// CHECK: tir.load %W[%j, %k floordiv 32, %k mod 16 + 2]
