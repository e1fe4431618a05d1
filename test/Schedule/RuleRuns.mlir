// A product with a weight in blocks: columns are lanes once the weight is packed for them, in its bytes, and a loop over each
// run of elements with something in common (a block, half a block) keeps scales out of the loop inside. Both halves have the
// same bytes: their rounds follow each other. AVX2 has registers for fewer rows then.
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-schedule-rules | FileCheck %s
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-schedule-rules --relax-apply-schedule | FileCheck %s --check-prefix=APPLIED
// RUN: relax-opt %s --relax-set-target=target=x86-64-v3 --relax-legalize --relax-fuse-ops --relax-schedule-rules | FileCheck %s --check-prefix=FEW

!blocks = !relax.tensor<[64, 64], !relax.quant<q4_0>>
!square = !relax.tensor<[64, 64], f32>
!x = !relax.tensor<[n, 64], f32>

relax.weight @w : !blocks from "w.bin" at 0
relax.func @product(%x: !x) -> !x {
  %w = relax.get_weight @w : !blocks
  %d = relax.cast %w : !blocks to !square
  %t = relax.permute_dims %d axes [1, 0] : (!square) -> !square
  %y = relax.matmul %x, %t : (!x, !square) -> !x
  relax.return %y : !x
}

// CHECK-LABEL: tir.schedule @fused_decode_permute_dims_matmul_cpu
// CHECK: %jo, %ji = tir.split %j by 32
// CHECK: tir.layout %W [j floordiv 32, d1, d2, j mod 32] prepared
// CHECK-NEXT: %ko, %ki = tir.split %k by 32
// CHECK-NEXT: %kio, %kii = tir.split %ki by 16
// CHECK-NEXT: tir.reorder %kii, %kio, %ii, %ji reassociate
// CHECK-NEXT: tir.unroll %kio
// CHECK-NOT: tir.prefetch
// CHECK: tir.vectorize %ji 16

// APPLIED: %w_packed = relax.call_tir @pack(%w) : (!relax.tensor<[64, 64], !relax.quant<q4_0>>) -> !relax.tensor<[2, 2, 18, 32], i8>
// APPLIED: relax.call_tir @fused_decode_permute_dims_matmul(%w_packed, %x)
// APPLIED: tir.for "ko" ({{.*}}%ko) in [2]
// APPLIED: tir.for "kii" ({{.*}}%kii) in [16]
// APPLIED: tir.for "kio" ({{.*}}%kio) in [2] unroll
// APPLIED: tir.load %W[%jo, %ko, %kii + 2, %ji]
// APPLIED: tir.extent (4 * %kio)

// FEW-LABEL: tir.schedule @fused_decode_permute_dims_matmul_cpu
// FEW: tir.split %i balanced 5
