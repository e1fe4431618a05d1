// Triangular programs need no table: the extent of a loop is the iterator around it.
// vgemm: products of any sizes, three tables.
// RUN: relax-run %s --entry=trmm --compare=reference,compiled --dims=n=37 | FileCheck %s
// RUN: relax-run %s --entry=trmm --dims=n=0 --compare=reference,compiled | FileCheck %s
// RUN: relax-run %s --entry=triangular --compare=reference,compiled --dims=n=37 | FileCheck %s
// RUN: relax-run %s --entry=vgemm --compare=reference,compiled --input=m=4xi64=3,2,0,70 --input=n=4xi64=4,1,3,33 --input=k=4xi64=1,5,2,67 --dims=t=4703,t_0=2226 \
// RUN:   | FileCheck %s
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=vgemm --counters --input=m=2xi64=3,2 --input=n=2xi64=4,1 --input=k=2xi64=1,5 --dims=t=13,t_0=9 | FileCheck %s --check-prefix=VGEMM
// Nothing of it is checked while it runs.
// RUN: relax-opt %s --relax-pipeline=cpu --tir-bounds=report -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROVED
// PROVED-NOT: checked:
// PROVED-NOT: parallel rounds
// CHECK: agree: {{[0-9]+}} result

tir.monoid @add (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  %c = arith.addf %a, %b : f32
  tir.yield %c : f32
}
!m = !tir.buffer<[n, n], f32>
tir.func private @trmm_program(%L: !m, %X: !m, %Y: !m) {
  tir.for "i" (%i) in [n] parallel {
    tir.compute "product" (%j, reduce %k) in [n, %i + 1] {
      %l = tir.load %L[%i, %k] : !m
      %x = tir.load %X[%k, %j] : !m
      %p = arith.mulf %l, %x : f32
      tir.reduce @add(%p) into (%Y[%i, %j]) : !m
    }
  }
  tir.return
}
// Packed: n * (n + 1) / 2 elements, row i begins at i * (i + 1) / 2.
!t = !tir.buffer<[(n * n + n) floordiv 2], f32>
tir.func private @triangular_program(%A: !t, %B: !t, %S: !t, %P: !t) symbols (n) {
  tir.for "i" (%i) in [n] {
    tir.compute "both" (%j) in [%i + 1] {
      %a = tir.load %A[(%i * %i + %i) floordiv 2 + %j] : !t
      %b = tir.load %B[(%i * %i + %i) floordiv 2 + %j] : !t
      %s = arith.addf %a, %b : f32
      %p = arith.mulf %a, %b : f32
      tir.store %s, %S[(%i * %i + %i) floordiv 2 + %j] : !t
      tir.store %p, %P[(%i * %i + %i) floordiv 2 + %j] : !t
    }
  }
  tir.return
}
!x = !relax.tensor<[n, n], f32>
relax.func @trmm(%l: !x, %x: !x) -> !x {
  %y = relax.call_tir @trmm_program(%l, %x) : (!x, !x) -> !x
  relax.return %y : !x
}
!p = !relax.tensor<[(n * n + n) floordiv 2], f32>
relax.func @triangular(%n: !relax.tensor<[n], f32>, %a: !p, %b: !p) -> (!p, !p) {
  %s, %m = relax.call_tir @triangular_program(%a, %b) symbols (n = n) : (!p, !p) -> (!p, !p)
  relax.return %s, %m : !p, !p
}
// 3 * 4 * 1 + 2 * 1 * 5, an addition for each of 14 elements, and 3 sums of 2 products.
// VGEMM: multiply_adds=42 activation_bytes=312 aux_bytes=72 prelude_kernels=3{{$}}
relax.func @vgemm(%m: !relax.lengths<m, [b]>, %n: !relax.lengths<n, [b]>, %k: !relax.lengths<k, [b]>, %x: !relax.tensor<[i : b, m[i], k[i]], f32>,
    %y: !relax.tensor<[i : b, k[i], n[i]], f32>) -> !relax.tensor<[i : b, m[i], n[i]], f32> {
  %z = relax.matmul %x, %y : (!relax.tensor<[i : b, m[i], k[i]], f32>, !relax.tensor<[i : b, k[i], n[i]], f32>) -> !relax.tensor<[i : b, m[i], n[i]], f32>
  relax.return %z : !relax.tensor<[i : b, m[i], n[i]], f32>
}
