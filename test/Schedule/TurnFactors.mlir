// A product of rows with rows turns the factor of its columns first, where there may be many rows; a single one goes along both.
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-turn-factors --counters 2>&1 | FileCheck %s
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-turn-factors --relax-schedule-rules | FileCheck %s --check-prefix=RULES
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-turn-factors --relax-schedule-rules --relax-apply-schedule --tir-check-bounds | FileCheck %s --check-prefix=SAFE
// RUN: relax-run %s --entry=main --compare=reference,compiled --atol=1e-4 --dims=b=2,m=0,n=5 --then --entry=main --compare=reference,compiled --atol=1e-4 --dims=b=2,m=1,n=33 --then --entry=main --compare=reference,compiled --atol=1e-4 --dims=b=0,m=3,n=4 --then --entry=main --compare=reference,compiled --atol=1e-4 --dims=b=3,m=2,n=0 --then --entry=main --compare=reference,compiled --atol=1e-4 --dims=b=3,m=17,n=37 --threads=2

// CHECK-LABEL: tir.func private @fused_permute_dims_matmul(
// CHECK: %Y_turned = tir.alloc "Y.turned" workspace : !tir.buffer<[b, 7, n], f32>
// CHECK: tir.compute "matmul.few" (%b, %i, %j, reduce %k) in [b, min(m, max(-m + 2, 0)), n, 7]
// CHECK: tir.compute "turn" (%any, %b, %k, %j) in [min(max(m - 1, 0), 1), b, 7, n] {
// CHECK-NEXT: %[[E:.*]] = tir.load %Y[%b, %j, %k]
// CHECK-NEXT: tir.store %[[E]], %Y_turned[%b, %k, %j]
// CHECK: tir.compute "matmul" (%any, %b, %i, %j, reduce %k) in [min(max(m - 1, 0), 1), b, m, n, 7]
// CHECK: tir.load %Y_turned[%b, %k, %j]
// It is known that there are many.
// CHECK-LABEL: tir.func private @fused_permute_dims_matmul_0(
// CHECK-NOT: "matmul.few"
// CHECK: tir.compute "turn" (%b, %k, %j) in [b, 7, n]
// CHECK: tir.compute "matmul" (%b, %i, %j, reduce %k) in [b, 40, n, 7]
// CHECK: tir.load %Y_turned[%b, %k, %j]
// Few rows, and columns that fill no vector, stay.
// CHECK-LABEL: tir.func private @fused_permute_dims_matmul_1(
// CHECK-NOT: "turn
// CHECK-LABEL: tir.func private @fused_permute_dims_matmul_add(
// CHECK: tir.compute "turn"
// CHECK: 3 relax-turn-factors.turned

// RULES-LABEL: tir.schedule @fused_permute_dims_matmul_cpu {
// RULES: tir.turn %{{.*}}, %{{.*}} 16 masked
// RULES: tir.find "matmul"
// RULES: tir.stage %{{.*}} at
// What is read of the copy was written, whichever part has rounds.
// SAFE-NOT: .fill
relax.func @main(%x: !relax.tensor<[b, m, 7], f32>, %y: !relax.tensor<[b, n, 7], f32>, %z: !relax.tensor<[b, 40, 7], f32>, %w: !relax.tensor<[b, 5, 7], f32>) -> (!relax.tensor<[b, m, n], f32>, !relax.tensor<[b, 40, n], f32>, !relax.tensor<[b, 5, n], f32>, !relax.tensor<[b, m, 5], f32>) {
  %yt = relax.permute_dims %y axes [0, 2, 1] : (!relax.tensor<[b, n, 7], f32>) -> !relax.tensor<[b, 7, n], f32>
  %0 = relax.matmul %x, %yt : (!relax.tensor<[b, m, 7], f32>, !relax.tensor<[b, 7, n], f32>) -> !relax.tensor<[b, m, n], f32>
  %yu = relax.permute_dims %y axes [0, 2, 1] : (!relax.tensor<[b, n, 7], f32>) -> !relax.tensor<[b, 7, n], f32>
  %1 = relax.matmul %z, %yu : (!relax.tensor<[b, 40, 7], f32>, !relax.tensor<[b, 7, n], f32>) -> !relax.tensor<[b, 40, n], f32>
  %yv = relax.permute_dims %y axes [0, 2, 1] : (!relax.tensor<[b, n, 7], f32>) -> !relax.tensor<[b, 7, n], f32>
  %2 = relax.matmul %w, %yv : (!relax.tensor<[b, 5, 7], f32>, !relax.tensor<[b, 7, n], f32>) -> !relax.tensor<[b, 5, n], f32>
  %wt = relax.permute_dims %w axes [0, 2, 1] : (!relax.tensor<[b, 5, 7], f32>) -> !relax.tensor<[b, 7, 5], f32>
  %3 = relax.matmul %x, %wt : (!relax.tensor<[b, m, 7], f32>, !relax.tensor<[b, 7, 5], f32>) -> !relax.tensor<[b, m, 5], f32>
  relax.return %0, %1, %2, %3 : !relax.tensor<[b, m, n], f32>, !relax.tensor<[b, 40, n], f32>, !relax.tensor<[b, 5, n], f32>, !relax.tensor<[b, m, 5], f32>
}

// What follows a product that may have no rounds is no part of its tiles: a single row has it, too.
// RUN: relax-run %s --entry=biased --compare=reference,compiled --atol=1e-4 --dims=m=0 --then --entry=biased --compare=reference,compiled --atol=1e-4 --dims=m=1 --then --entry=biased --compare=reference,compiled --atol=1e-4 --dims=m=2 --then --entry=biased --compare=reference,compiled --atol=1e-4 --dims=m=19
relax.func @biased(%x: !relax.tensor<[m, 20], f32>, %w: !relax.tensor<[40, 20], f32>, %c: !relax.tensor<[40], f32>) -> !relax.tensor<[m, 40], f32> {
  %wt = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[40, 20], f32>) -> !relax.tensor<[20, 40], f32>
  %0 = relax.matmul %x, %wt : (!relax.tensor<[m, 20], f32>, !relax.tensor<[20, 40], f32>) -> !relax.tensor<[m, 40], f32>
  %1 = relax.add %0, %c : (!relax.tensor<[m, 40], f32>, !relax.tensor<[40], f32>) -> !relax.tensor<[m, 40], f32>
  relax.return %1 : !relax.tensor<[m, 40], f32>
}
