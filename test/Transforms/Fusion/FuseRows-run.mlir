// Values of one loop over rows: no rows, one, whole panels and one more; rows of no element, one, less and more than
// there is local room for.
// RUN: relax-opt %s --relax-pipeline=cpu --to=fused -o %t.mlir
// RUN: grep -c 'call_tir @' %t.mlir | FileCheck %s --check-prefix=CALLS
// CALLS: {{^}}11{{$}}
// RUN: relax-run %s --poison --entry=any_rows --compare=reference,compiled --dims=b=2,n=0,m=3 --then --entry=any_rows --dims=b=0,n=3,m=3 --then --entry=any_rows --dims=b=1,n=1,m=1 --then --entry=any_rows --dims=b=2,n=8,m=17 --then --entry=any_rows --dims=b=1,n=9,m=1024 --then --entry=any_rows --dims=b=1,n=2,m=1025 --then --entry=any_rows --dims=b=1,n=2,m=0
// RUN: relax-run %s --poison --entry=norm --compare=reference,compiled --dims=b=0,n=5 --then --entry=norm --dims=b=1,n=1 --then --entry=norm --dims=b=3,n=7
// RUN: relax-run %s --poison --entry=root --compare=reference,compiled --dims=n=0,m=5 --then --entry=root --dims=n=5,m=0 --then --entry=root --dims=n=1,m=1 --then --entry=root --dims=n=17,m=2500
// RUN: relax-run %s --poison --entry=logs --compare=reference,compiled --dims=n=0,m=5 --then --entry=logs --dims=n=1,m=1 --then --entry=logs --dims=n=17,m=1023 --then --entry=logs --dims=n=3,m=4097
// RUN: relax-run %s --poison --entry=two --compare=reference,compiled --dims=n=0 --then --entry=two --dims=n=1 --then --entry=two --dims=n=19
// RUN: relax-run %s --poison --entry=pairs --compare=reference,compiled --seed=1
// RUN: relax-run %s --poison --entry=crossed --compare=reference,compiled --dims=n=0,m=3 --then --entry=crossed --dims=n=19,m=5
// RUN: relax-run %s --poison --entry=longer --compare=reference,compiled --seed=1
// RUN: relax-run %s --poison --entry=neighbours --compare=reference,compiled --dims=n=0 --then --entry=neighbours --dims=n=1 --then --entry=neighbours --dims=n=19
relax.func @neighbours(%x: !relax.tensor<[n, 100], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %m = relax.max %x over [1] : (!relax.tensor<[n, 100], f32>) -> !relax.tensor<[n], f32>
  %s = relax.sum %x over [1] : (!relax.tensor<[n, 100], f32>) -> !relax.tensor<[n], f32>
  relax.return %m, %s : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}
relax.func @any_rows(%x: !relax.tensor<[b, 3, n, m], f32>) -> !relax.tensor<[b, 3, n, m], f32> {
  %y = relax.softmax %x over 3 : !relax.tensor<[b, 3, n, m], f32>
  relax.return %y : !relax.tensor<[b, 3, n, m], f32>
}
relax.func @norm(%x: !relax.tensor<[b, n, 100], f32>, %g: !relax.tensor<[100], f32>, %c: !relax.tensor<[100], f32>) -> !relax.tensor<[b, n, 100], f32> {
  %y = relax.layer_norm %x, %g, %c from 2 epsilon 1.0e-5 : (!relax.tensor<[b, n, 100], f32>, !relax.tensor<[100], f32>, !relax.tensor<[100], f32>) -> !relax.tensor<[b, n, 100], f32>
  relax.return %y : !relax.tensor<[b, n, 100], f32>
}
relax.func @root(%x: !relax.tensor<[n, m], f32>, %g: !relax.tensor<[m], f32>) -> !relax.tensor<[n, m], f32> {
  %y = relax.rms_norm %x, %g from 1 epsilon 1.0e-5 : (!relax.tensor<[n, m], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}
relax.func @logs(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> {
  %y = relax.log_softmax %x over [1] : !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}
// Two dimensions in a row, and a further result.
relax.func @two(%x: !relax.tensor<[n, 3, 20], f32>) -> (!relax.tensor<[n, 3, 20], f32>, !relax.tensor<[n, 1, 1], f32>) {
  %s = relax.sum %x over [1, 2] keep_dims : (!relax.tensor<[n, 3, 20], f32>) -> !relax.tensor<[n, 1, 1], f32>
  %d = relax.subtract %x, %s : (!relax.tensor<[n, 3, 20], f32>, !relax.tensor<[n, 1, 1], f32>) -> !relax.tensor<[n, 3, 20], f32>
  %m = relax.max %d over [1, 2] keep_dims : (!relax.tensor<[n, 3, 20], f32>) -> !relax.tensor<[n, 1, 1], f32>
  %y = relax.multiply %d, %m : (!relax.tensor<[n, 3, 20], f32>, !relax.tensor<[n, 1, 1], f32>) -> !relax.tensor<[n, 3, 20], f32>
  relax.return %y, %s : !relax.tensor<[n, 3, 20], f32>, !relax.tensor<[n, 1, 1], f32>
}
// A row of 20,000 elements has no room in local memory at all.
relax.func @longer(%x: !relax.tensor<[17, 20000], f32>) -> !relax.tensor<[17, 20000], f32> {
  %y = relax.softmax %x over 1 : !relax.tensor<[17, 20000], f32>
  relax.return %y : !relax.tensor<[17, 20000], f32>
}

// One panel of one element, and beside it a sum with an accumulator of extent 1: the panel's size says nothing of that.
relax.func @pairs(%x: !relax.tensor<[3, 3, 8], f32>) -> (!relax.tensor<[3, 3, 8, 2], f32>, !relax.tensor<[3, 1, 8, 2], f32>) {
  %r = relax.reshape %x : (!relax.tensor<[3, 3, 8], f32>) -> !relax.tensor<[3, 3, 8, 1], f32>
  %e = relax.exp %r : !relax.tensor<[3, 3, 8, 1], f32>
  %c = relax.concat %e, %e axis 3 : (!relax.tensor<[3, 3, 8, 1], f32>, !relax.tensor<[3, 3, 8, 1], f32>) -> !relax.tensor<[3, 3, 8, 2], f32>
  %s = relax.sum %c over [1] keep_dims : (!relax.tensor<[3, 3, 8, 2], f32>) -> !relax.tensor<[3, 1, 8, 2], f32>
  relax.return %c, %s : !relax.tensor<[3, 3, 8, 2], f32>, !relax.tensor<[3, 1, 8, 2], f32>
}

// Of two loops that would be whole the first needs what the second computes, and is read before that is there: one stays apart.
relax.func @crossed(%x: !relax.tensor<[n, m], f32>, %z: !relax.tensor<[m], f32>) -> (!relax.tensor<[m * n], f32>, !relax.tensor<[n, m], f32>, !relax.tensor<[m], f32>) {
  %a = relax.exp %x : !relax.tensor<[n, m], f32>
  %t = relax.tanh %z : !relax.tensor<[m], f32>
  %r = relax.reshape %a : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[m * n], f32>
  %s = relax.add %t, %z : !relax.tensor<[m], f32>
  %b = relax.multiply %a, %t : (!relax.tensor<[n, m], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %r, %b, %s : !relax.tensor<[m * n], f32>, !relax.tensor<[n, m], f32>, !relax.tensor<[m], f32>
}
