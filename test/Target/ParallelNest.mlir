// Two parallel loops, one right in the other, are one range of rounds: one function, and ranges that begin and end within a
// row. What stands between them goes along; where the inner bounds depend on the outer loop, each is its own.
// RUN: relax-opt --lower-tir %s | relax-translate --emit-llvm --target=x86-64-v4 - | FileCheck %s
// RUN: relax-run %s --entry=both --dims=n=3,m=5 --compare=reference,compiled
// RUN: relax-run %s --entry=both --dims=n=0,m=5 --compare=reference,compiled
// RUN: relax-run %s --entry=both --dims=n=5,m=1 --compare=reference,compiled
// RUN: relax-run %s --entry=both --dims=n=1,m=4000 --threads=2 --compare=reference,compiled
// RUN: relax-run %s --entry=both --dims=n=7,m=601 --threads=3 --compare=reference,compiled
// RUN: relax-run %s --entry=triangle --dims=n=301 --threads=3 --compare=reference,compiled

// The extents of the arguments go along once, the first one of each not at all.
// CHECK-LABEL: define {{.*}}@relax_kernel_nest.body(
// CHECK: call void @relax_parallel_for(ptr {{.*}}@relax_kernel_nest.body.task, ptr {{.*}}, i64 0, i64 %{{.*}})
// CHECK: call void @relax_kernel_nest.body.loop(i64 %{{[^,]*}}, i64 %{{[^,]*}}, ptr %{{[^,]*}}, ptr %{{[^,]*}}, i64 0, i64 %{{[^,]*}})
// CHECK: define internal void @relax_kernel_nest.body.loop(
// CHECK-COUNT-2: udiv i64
// CHECK-NOT: call void @relax_parallel_for(
// CHECK: define internal void @relax_kernel_nest.body.task(
// CHECK-NOT: relax_kernel_nest.body.loop.loop
// CHECK: define {{.*}}@relax_kernel_below.body.loop_0.loop(

tir.func private @nest(%X: !tir.buffer<[n, m, 8], f32>, %Y: !tir.buffer<[m + 2, n, 8], f32>) {
  tir.for "i" (%i) in [m + 2] parallel {
    tir.for "j" (%j) in [n] parallel {
      tir.for "k" (%k) in [8] vector 8 {
        %zero = arith.constant 0.0 : f32
        %x = tir.load %X[%j, %i - 1, %k] pad %zero : !tir.buffer<[n, m, 8], f32>
        tir.store %x, %Y[%i, %j, %k] : !tir.buffer<[m + 2, n, 8], f32>
      }
    }
  }
  tir.return
}

tir.func private @below(%X: !tir.buffer<[n, n], f32>, %Y: !tir.buffer<[n, n], f32>) {
  tir.for "i" (%i) in [n] parallel {
    tir.for "j" (%j) in [n] {
      %zero = arith.constant 0.0 : f32
      tir.store %zero, %Y[%i, %j] : !tir.buffer<[n, n], f32>
    }
  }
  tir.for "a" (%a) in [n] parallel {
    tir.for "b" (%b) in [%a + 1] parallel {
      %x = tir.load %X[%a, %b] : !tir.buffer<[n, n], f32>
      tir.store %x, %Y[%a, %b] : !tir.buffer<[n, n], f32>
    }
  }
  tir.return
}

relax.func @both(%x: !relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[m + 2, n, 8], f32> {
  %y = relax.call_tir @nest(%x) : (!relax.tensor<[n, m, 8], f32>) -> !relax.tensor<[m + 2, n, 8], f32>
  relax.return %y : !relax.tensor<[m + 2, n, 8], f32>
}

relax.func @triangle(%x: !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32> {
  %y = relax.call_tir @below(%x) : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32>
  relax.return %y : !relax.tensor<[n, n], f32>
}
