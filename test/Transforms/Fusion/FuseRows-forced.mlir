// What the reasons of relax-fusion-report protect from: with one that does not count (`force`) the program is wrong, or slower.
// There is none to try where no loop is common to both: other numbers of dimensions, no rows, loops of a program's own,
// operations that may end the call. Limits of size are numbers.
// RUN: split-file %s %t
// A reason that nobody gives.
// RUN: not relax-opt %t/other_row.mlir --pass-pipeline="builtin.module(relax-fuse-rows{force='a row needs others'})" 2>&1 | FileCheck %s --check-prefix=NOBODY
// NOBODY: error: {{.*}}pass 'relax-fuse-rows': force: no call stays for 'a row needs others'
// The maximum of another row is not there yet.
// RUN: relax-opt %t/other_row.mlir --pass-pipeline="builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fuse-ops,relax-fuse-rows{force='a row needs other rows'})" -o %t/other_row-forced.mlir
// RUN: grep -c 'call_tir @' %t/other_row-forced.mlir | FileCheck %s --check-prefix=ONE
// RUN: relax-run %t/other_row.mlir --seed=3 --dims=n=19 --output=result0=@%t/other_row.npy
// RUN: not relax-run %t/other_row-forced.mlir --seed=3 --dims=n=19 --expect=result0=@%t/other_row.npy
// Rows behind the shorter result are left out.
// RUN: relax-opt %t/counts.mlir --pass-pipeline="builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fuse-ops,relax-fuse-rows{force='nothing says that the rows are as many'})" -o %t/counts-forced.mlir
// RUN: grep -c 'call_tir @' %t/counts-forced.mlir | FileCheck %s --check-prefix=ONE
// RUN: relax-run %t/counts.mlir --seed=3 --dims=n=19 --output=result1=@%t/counts.npy
// RUN: not relax-run %t/counts-forced.mlir --seed=3 --dims=n=19 --expect=result1=@%t/counts.npy
// A row of the transposed is a column, of other rows.
// RUN: relax-opt %t/moves.mlir --pass-pipeline="builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fuse-ops,relax-fuse-rows{force='elements move to other places|a row needs other rows|nothing says that the rows are as many'})" -o %t/moves-forced.mlir
// RUN: grep -c 'call_tir @' %t/moves-forced.mlir | FileCheck %s --check-prefix=ONE
// RUN: relax-run %t/moves.mlir --seed=3 --dims=b=3,n=19 --output=result0=@%t/moves.npy
// RUN: not relax-run %t/moves-forced.mlir --seed=3 --dims=b=3,n=19 --expect=result0=@%t/moves.npy
// ONE: {{^}}1{{$}}
// What lies between needs the first, and the last needs it.
// RUN: not relax-opt %t/around.mlir --pass-pipeline="builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fuse-ops,relax-fuse-rows{force='something else lies between them'})" 2>&1 | FileCheck %s --check-prefix=AROUND
// AROUND: error: operand #1 does not dominate this use
// Threads share 64 rounds of the map, and 2 of both.
// RUN: relax-opt %t/few_rows.mlir --pass-pipeline="builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fuse-ops,relax-fuse-rows{force='too few rows for threads'})" -o %t/few_rows-forced.mlir
// RUN: relax-opt %t/few_rows.mlir --relax-pipeline=cpu --to=scheduled --target=x86-64-v3 | FileCheck %s --check-prefix=FEWROWS
// RUN: relax-opt %t/few_rows-forced.mlir --relax-pipeline=cpu --to=scheduled --target=x86-64-v3 | FileCheck %s --check-prefix=FEWROWS-FORCED
// FEWROWS: tir.for {{.*}} in [2] parallel
// FEWROWS: tir.for {{.*}} in [64] parallel
// FEWROWS-FORCED: tir.for {{.*}} in [2] parallel
// FEWROWS-FORCED-NOT: parallel
// A batch of one would be for one thread.
// RUN: relax-opt %t/long_rows.mlir --pass-pipeline="builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fuse-ops,relax-fuse-rows{force='threads should share a row'})" -o %t/long_rows-forced.mlir
// RUN: relax-opt %t/long_rows.mlir --relax-pipeline=cpu --to=scheduled --target=x86-64-v3 | FileCheck %s --check-prefix=LONGROWS
// RUN: relax-opt %t/long_rows-forced.mlir --relax-pipeline=cpu --to=scheduled --target=x86-64-v3 | FileCheck %s --check-prefix=LONGROWS-FORCED
// LONGROWS: tir.for {{.*}} in [a * h * n] parallel
// LONGROWS-FORCED: tir.for {{.*}} in [n] parallel
// LONGROWS-FORCED-NOT: parallel
// Sums across long rows go through 200 KB again, and threads have less to share.
// RUN: relax-opt %t/across.mlir --pass-pipeline="builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fuse-ops,relax-fuse-rows{force='threads should share a row|sums do not go along rows'})" -o %t/across-forced.mlir
// RUN: relax-opt %t/across.mlir --relax-pipeline=cpu --to=scheduled --target=x86-64-v3 | FileCheck %s --check-prefix=ACROSS
// RUN: relax-opt %t/across-forced.mlir --relax-pipeline=cpu --to=scheduled --target=x86-64-v3 | FileCheck %s --check-prefix=ACROSS-FORCED
// ACROSS: tir.for {{.*}} in [9] parallel
// ACROSS-FORCED: tir.for {{.*}} in [n] parallel
// ACROSS-FORCED-NOT: parallel
// A tile of six rows uses what it loads of the weight six times, a row once.
// RUN: relax-opt %t/product.mlir --pass-pipeline="builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fuse-ops,relax-fuse-rows{force='a product uses elements again and again|sums do not go along rows'})" -o %t/product-forced.mlir
// RUN: relax-opt %t/product.mlir --relax-pipeline=cpu --to=scheduled --target=x86-64-v3 | FileCheck %s --check-prefix=PRODUCT
// RUN: relax-opt %t/product-forced.mlir --relax-pipeline=cpu --to=scheduled --target=x86-64-v3 | FileCheck %s --check-prefix=PRODUCT-FORCED
// PRODUCT: in [(-%io + n) ceildiv (n ceildiv 6)] unroll
// PRODUCT-FORCED: tir.for {{.*}} in [n] parallel
// PRODUCT-FORCED: (reduce %{{.*}}) in [64] {
// PRODUCT-FORCED-NEXT: in [16] vector 8

//--- other_row.mlir
relax.func @other_row(%x: !relax.tensor<[n, n], f32>) -> !relax.tensor<[n, n], f32> {
  %m = relax.max %x over [1] : (!relax.tensor<[n, n], f32>) -> !relax.tensor<[n], f32>
  %y = relax.subtract %x, %m : (!relax.tensor<[n, n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n, n], f32>
  relax.return %y : !relax.tensor<[n, n], f32>
}

//--- counts.mlir
relax.func @counts(%x: !relax.tensor<[n, 64], f32>) -> (!relax.tensor<[min(n, 4)], f32>, !relax.tensor<[n], f32>) {
  %f = relax.strided_slice %x axes [0] begins [0] ends [4] steps [1] : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[min(n, 4), 64], f32>
  %y = relax.max %f over [1] : (!relax.tensor<[min(n, 4), 64], f32>) -> !relax.tensor<[min(n, 4)], f32>
  %m = relax.max %x over [1] : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n], f32>
  relax.return %y, %m : !relax.tensor<[min(n, 4)], f32>, !relax.tensor<[n], f32>
}

//--- moves.mlir
relax.func @moves(%x: !relax.tensor<[b, n, 64], f32>) -> (!relax.tensor<[n, b], f32>, !relax.tensor<[b, n], f32>) {
  %m = relax.max %x over [2] : (!relax.tensor<[b, n, 64], f32>) -> !relax.tensor<[b, n], f32>
  %t = relax.permute_dims %m axes [1, 0] : (!relax.tensor<[b, n], f32>) -> !relax.tensor<[n, b], f32>
  relax.return %t, %m : !relax.tensor<[n, b], f32>, !relax.tensor<[b, n], f32>
}

//--- around.mlir
relax.func @around(%x: !relax.tensor<[n, 100], f32>, %w: !relax.tensor<[1, 1], f32>) -> !relax.tensor<[n, 100], f32> {
  %s = relax.sum %x over [1] keep_dims : (!relax.tensor<[n, 100], f32>) -> !relax.tensor<[n, 1], f32>
  %p = relax.matmul %s, %w : (!relax.tensor<[n, 1], f32>, !relax.tensor<[1, 1], f32>) -> !relax.tensor<[n, 1], f32>
  %e = relax.subtract %x, %s : (!relax.tensor<[n, 100], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 100], f32>
  %y = relax.multiply %e, %p : (!relax.tensor<[n, 100], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 100], f32>
  relax.return %y : !relax.tensor<[n, 100], f32>
}

//--- few_rows.mlir
relax.func @few_rows(%x: !relax.tensor<[2, 64, 1000], f32>) -> !relax.tensor<[2, 64, 1000], f32> {
  %m = relax.max %x over [1, 2] keep_dims : (!relax.tensor<[2, 64, 1000], f32>) -> !relax.tensor<[2, 1, 1], f32>
  %y = relax.subtract %x, %m : (!relax.tensor<[2, 64, 1000], f32>, !relax.tensor<[2, 1, 1], f32>) -> !relax.tensor<[2, 64, 1000], f32>
  relax.return %y : !relax.tensor<[2, 64, 1000], f32>
}

//--- long_rows.mlir
relax.func @long_rows(%x: !relax.tensor<[n, a, h, w], f32>, %y: !relax.tensor<[n, b, h, w], f32>) -> !relax.tensor<[n, a + b, h, w], f32> {
  %e = relax.exp %x : !relax.tensor<[n, a, h, w], f32>
  %s = relax.concat %e, %y axis 1 : (!relax.tensor<[n, a, h, w], f32>, !relax.tensor<[n, b, h, w], f32>) -> !relax.tensor<[n, a + b, h, w], f32>
  relax.return %s : !relax.tensor<[n, a + b, h, w], f32>
}

//--- across.mlir
relax.func @across(%x: !relax.tensor<[n, 8, 9, 700], f32>) -> (!relax.tensor<[n, 8, 9, 700], f32>, !relax.tensor<[n, 1, 9, 700], f32>) {
  %e = relax.exp %x : !relax.tensor<[n, 8, 9, 700], f32>
  %s = relax.sum %e over [1] keep_dims : (!relax.tensor<[n, 8, 9, 700], f32>) -> !relax.tensor<[n, 1, 9, 700], f32>
  relax.return %e, %s : !relax.tensor<[n, 8, 9, 700], f32>, !relax.tensor<[n, 1, 9, 700], f32>
}

//--- product.mlir
relax.func @product(%x: !relax.tensor<[n, 64], f32>, %w: !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 1], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %m = relax.max %p over [1] keep_dims : (!relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return %m : !relax.tensor<[n, 1], f32>
}
