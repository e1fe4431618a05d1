// The entry, its body, and a parallel loop as a task, in LLVM's own words and
// after LLVM's passes.
// RUN: relax-opt --lower-tir %s | relax-translate --emit-llvm --target=x86-64-v4 - | FileCheck %s
// RUN: relax-translate --emit-asm --target=x86-64-v4 %s | FileCheck %s --check-prefix=ASM
// RUN: relax-opt --lower-tir %s | relax-translate --emit-object --target=x86-64-v4 - -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=OBJECT

// CHECK: target triple =
// Buffers do not overlap; loops that no schedule has shaped are vectorised.
// CHECK-LABEL: define internal i32 @relax_kernel_exp.body(ptr noalias {{.*}}%0, ptr noalias {{.*}}%1, i64 %2)
// CHECK: icmp sgt i64 %2, 0
// CHECK: @llvm.exp.v8f64(
// CHECK: ret i32 0

// The symbols are in order of definition.
// CHECK-LABEL: define {{.*}}i32 @relax_kernel_exp(ptr {{.*}}%0, ptr {{.*}}%1)
// CHECK: %[[X:.*]] = load ptr, ptr %0
// CHECK: %[[Y:.*]] = load ptr, ptr %{{.*}}
// CHECK: %[[N:.*]] = load i64, ptr %1
// CHECK: call i32 @relax_kernel_exp.body(ptr %[[X]], ptr %[[Y]], i64 %[[N]])

// CHECK-LABEL: define {{.*}}i32 @relax_kernel_rows.body(
// CHECK: %[[MEMORY:.*]] = {{.*}}call {{.*}}@relax_workspace_take(i64
// CHECK: icmp eq ptr %[[MEMORY]], null
// On threads where that is worth it: operations are counted when it runs.
// CHECK: icmp {{.*}} i64 %{{.*}}, 3276{{[78]}}
// CHECK-DAG: call void @relax_parallel_for(ptr {{.*}}@relax_kernel_rows.body.task, ptr {{.*}}, i64 0, i64 %{{.*}})
// CHECK-DAG: call void @relax_kernel_rows.body.loop(
// CHECK: phi i32 [ 0, %{{.*}} ], [ 1, %{{.*}} ]
// CHECK: call void @relax_workspace_give(ptr {{.*}}%[[MEMORY]],
// CHECK: ret i32
// CHECK: define internal void @relax_kernel_rows.body.loop(
// CHECK: fadd <{{[0-9]+}} x float>
// CHECK: define internal void @relax_kernel_rows.body.task(ptr {{.*}}%0, i64 %1, i64 %2)

// What is known to be little, or much, is decided now.
// CHECK-LABEL: define {{.*}}i32 @relax_kernel_little.body(
// CHECK-NOT: relax_parallel_for
// CHECK: call void @relax_kernel_little.body.loop(
// CHECK-LABEL: define {{.*}}i32 @relax_kernel_much.body(
// CHECK-NOT: call void @relax_kernel_much.body.loop(
// CHECK: call void @relax_parallel_for(
// CHECK-NOT: call void @relax_kernel_much.body.loop(
// CHECK: ret i32 0

// ASM: relax_kernel_exp:
// OBJECT: U exp
// OBJECT: T relax_kernel_exp
// OBJECT: T relax_kernel_rows
// OBJECT: t relax_kernel_rows.body.task
// OBJECT: U relax_parallel_for
// OBJECT: U relax_workspace_give
// OBJECT: U relax_workspace_take

tir.func @exp(%X: !tir.buffer<[n], f64>, %Y: !tir.buffer<[n], f64>) {
  tir.compute "e" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f64>
    %y = math.exp %x : f64
    tir.store %y, %Y[%i] : !tir.buffer<[n], f64>
  }
  tir.return
}
tir.func @rows(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n, m], f32>) symbols (s) {
  %W = tir.alloc "W" workspace : !tir.buffer<[s, m], f32>
  tir.for "i" (%i) in [n] parallel {
    tir.compute "y" (%j) in [m] {
      %x = tir.load %X[%i, %j] : !tir.buffer<[n, m], f32>
      %w = tir.load %W[0, %j] : !tir.buffer<[s, m], f32>
      %y = arith.addf %x, %w : f32
      tir.store %y, %Y[%i, %j] : !tir.buffer<[n, m], f32>
    }
  }
  tir.return
}
tir.func @little(%X: !tir.buffer<[4, 8], f32>, %Y: !tir.buffer<[4, 8], f32>) {
  tir.for "i" (%i) in [4] parallel {
    tir.compute "y" (%j) in [8] {
      %x = tir.load %X[%i, %j] : !tir.buffer<[4, 8], f32>
      tir.store %x, %Y[%i, %j] : !tir.buffer<[4, 8], f32>
    }
  }
  tir.return
}
tir.func @much(%X: !tir.buffer<[400, 800], f32>, %Y: !tir.buffer<[400, 800], f32>) {
  tir.for "i" (%i) in [400] parallel {
    tir.compute "y" (%j) in [800] {
      %x = tir.load %X[%i, %j] : !tir.buffer<[400, 800], f32>
      tir.store %x, %Y[%i, %j] : !tir.buffer<[400, 800], f32>
    }
  }
  tir.return
}
