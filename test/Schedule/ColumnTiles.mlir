// Sums of long columns: eight rows at a time over panels of 512 columns. Short columns keep one tile over all rows.
// RUN: relax-opt %s --relax-pipeline=cpu --to=rules --target=x86-64-v3 | FileCheck %s
// RUN: relax-run %s --poison --compare=reference,compiled --entry=columns --dims=n=17,m=1030 --then --entry=columns --dims=n=0,m=5 --then --entry=columns --dims=n=1,m=1 --then --entry=columns --dims=n=9,m=0 --then --entry=columns --dims=n=33,m=512 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-5: agree

// CHECK-LABEL: tir.schedule @sum_cpu
// CHECK: %[[P:.*]], %[[Q:.*]] = tir.split %{{.*}} by 512
// CHECK-NEXT: %[[O:.*]], %[[I:.*]] = tir.split %[[Q]] by 16
// CHECK-NEXT: %[[R:.*]], %[[S:.*]] = tir.split %{{.*}} by 8
// CHECK-NEXT: tir.reorder %[[P]], %[[R]], %[[O]], %[[S]], %[[I]]
// CHECK: tir.parallel %[[P]]
relax.func @columns(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[m], f32> {
  %y = relax.sum %x over [0] : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[m], f32>
  relax.return %y : !relax.tensor<[m], f32>
}

// CHECK-NOT: by 512
relax.func @short(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[64], f32> {
  %y = relax.sum %x over [0] : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[64], f32>
  relax.return %y : !relax.tensor<[64], f32>
}
