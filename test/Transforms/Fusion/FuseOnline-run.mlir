// Values of attention over tiles of keys: no rows, no keys, one, less than a tile, whole tiles and one more; rows of
// which nothing is left; in each form it is found, and no score is in memory.
// RUN: relax-opt %s --relax-pipeline=cpu --to=fused -o %t.mlir
// RUN: grep -c 'call_tir @fused_softmax' %t.mlir | FileCheck %s --check-prefix=FOUND
// FOUND: {{^}}10{{$}}
// RUN: relax-run %s --poison --entry=plain --compare=reference,compiled --dims=n=0,m=3 --then --entry=plain --dims=n=3,m=0 --then --entry=plain --dims=n=1,m=1 --then --entry=plain --dims=n=2,m=65 --then --entry=plain --dims=n=64,m=64 --then --entry=plain --dims=n=65,m=129 --then --entry=plain --dims=n=7,m=200
// RUN: relax-run %s --poison --entry=heads --compare=reference,compiled --dims=b=0,n=5 --then --entry=heads --dims=b=2,n=1 --then --entry=heads --dims=b=1,n=67
// RUN: relax-run %s --poison --entry=masked --compare=reference,compiled --dims=b=1,n=3,m=5 --then --entry=masked --dims=b=2,n=65,m=64 --then --entry=masked --dims=b=2,n=1,m=130
// RUN: relax-run %s --poison --entry=hidden --compare=reference,compiled --dims=n=2,m=3 --input=keep=2x3xi1="0 0 0 1 0 1" --then --entry=hidden --dims=n=1,m=70 --then --entry=hidden --dims=n=66,m=2
// RUN: relax-run %s --poison --entry=causal --compare=reference,compiled --dims=b=1,n=1 --then --entry=causal --dims=b=2,n=63 --then --entry=causal --dims=b=1,n=130
// RUN: relax-run %s --poison --entry=grouped --compare=reference,compiled --dims=b=2,n=3,m=5 --then --entry=grouped --dims=b=1,n=1,m=66 --then --entry=grouped --dims=b=1,n=65,m=65
// RUN: relax-run %s --poison --entry=cached --compare=reference,compiled --dims=b=1,c=0,n=1 --then --entry=cached --dims=b=1,c=100,n=1 --then --entry=cached --dims=b=2,c=3,n=4
// RUN: relax-run %s --poison --entry=one --compare=reference,compiled --dims=m=1 --then --entry=one --dims=m=77 --then --entry=one --dims=m=0
// RUN: relax-run %s --poison --entry=turned --compare=reference,compiled --dims=n=5,m=66
// RUN: relax-run %s --poison --entry=windows --compare=reference,compiled --dims=b=1 --then --entry=windows --dims=b=3 --then --entry=windows --dims=b=0
relax.func @plain(%q: !relax.tensor<[n, 24], f32>, %k: !relax.tensor<[m, 24], f32>, %v: !relax.tensor<[m, 20], f32>) -> !relax.tensor<[n, 20], f32> {
  %t = relax.permute_dims %k axes [1, 0] : (!relax.tensor<[m, 24], f32>) -> !relax.tensor<[24, m], f32>
  %s = relax.matmul %q, %t : (!relax.tensor<[n, 24], f32>, !relax.tensor<[24, m], f32>) -> !relax.tensor<[n, m], f32>
  %w = relax.softmax %s over 1 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 20], f32>) -> !relax.tensor<[n, 20], f32>
  relax.return %y : !relax.tensor<[n, 20], f32>
}
// As exporters write it: heads are split off, and put side by side again.
relax.func @heads(%x: !relax.tensor<[b, n, 48], f32>, %c: !relax.tensor<[b, n, 48], f32>) -> !relax.tensor<[b, n, 48], f32> {
  %q0 = relax.reshape %x : (!relax.tensor<[b, n, 48], f32>) -> !relax.tensor<[b, n, 3, 16], f32>
  %q = relax.permute_dims %q0 axes [0, 2, 1, 3] : (!relax.tensor<[b, n, 3, 16], f32>) -> !relax.tensor<[b, 3, n, 16], f32>
  %k0 = relax.reshape %c : (!relax.tensor<[b, n, 48], f32>) -> !relax.tensor<[b, n, 3, 16], f32>
  %k = relax.permute_dims %k0 axes [0, 2, 3, 1] : (!relax.tensor<[b, n, 3, 16], f32>) -> !relax.tensor<[b, 3, 16, n], f32>
  %v = relax.permute_dims %k0 axes [0, 2, 1, 3] : (!relax.tensor<[b, n, 3, 16], f32>) -> !relax.tensor<[b, 3, n, 16], f32>
  %s = relax.matmul %q, %k : (!relax.tensor<[b, 3, n, 16], f32>, !relax.tensor<[b, 3, 16, n], f32>) -> !relax.tensor<[b, 3, n, n], f32>
  %scale = relax.constant dense<0.25> : tensor<f32>
  %t = relax.multiply %s, %scale : (!relax.tensor<[b, 3, n, n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[b, 3, n, n], f32>
  %w = relax.softmax %t over 3 : !relax.tensor<[b, 3, n, n], f32>
  %o = relax.matmul %w, %v : (!relax.tensor<[b, 3, n, n], f32>, !relax.tensor<[b, 3, n, 16], f32>) -> !relax.tensor<[b, 3, n, 16], f32>
  %p = relax.permute_dims %o axes [0, 2, 1, 3] : (!relax.tensor<[b, 3, n, 16], f32>) -> !relax.tensor<[b, n, 3, 16], f32>
  %y = relax.reshape %p : (!relax.tensor<[b, n, 3, 16], f32>) -> !relax.tensor<[b, n, 48], f32>
  relax.return %y : !relax.tensor<[b, n, 48], f32>
}
relax.func @masked(%q: !relax.tensor<[b, 2, n, 16], f32>, %k: !relax.tensor<[b, 2, m, 16], f32>, %v: !relax.tensor<[b, 2, m, 16], f32>, %a: !relax.tensor<[b, 1, 1, m], f32>) -> !relax.tensor<[b, 2, n, 16], f32> {
  %y = relax.attention %q, %k, %v mask %a : (!relax.tensor<[b, 2, n, 16], f32>, !relax.tensor<[b, 2, m, 16], f32>, !relax.tensor<[b, 2, m, 16], f32>, !relax.tensor<[b, 1, 1, m], f32>) -> !relax.tensor<[b, 2, n, 16], f32>
  relax.return %y : !relax.tensor<[b, 2, n, 16], f32>
}
// A row without any key is NaN in both.
relax.func @hidden(%q: !relax.tensor<[n, 16], f32>, %k: !relax.tensor<[m, 16], f32>, %v: !relax.tensor<[m, 16], f32>, %keep: !relax.tensor<[n, m], i1>) -> !relax.tensor<[n, 16], f32> {
  %t = relax.permute_dims %k axes [1, 0] : (!relax.tensor<[m, 16], f32>) -> !relax.tensor<[16, m], f32>
  %s = relax.matmul %q, %t : (!relax.tensor<[n, 16], f32>, !relax.tensor<[16, m], f32>) -> !relax.tensor<[n, m], f32>
  %least = relax.constant dense<0xFF800000> : tensor<f32>
  %h = relax.where %keep, %s, %least : (!relax.tensor<[n, m], i1>, !relax.tensor<[n, m], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, m], f32>
  %w = relax.softmax %h over 1 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %y : !relax.tensor<[n, 16], f32>
}
relax.func @causal(%q: !relax.tensor<[b, n, 32], f32>, %k: !relax.tensor<[b, n, 32], f32>, %v: !relax.tensor<[b, n, 32], f32>) -> !relax.tensor<[b, n, 32], f32> {
  %y = relax.attention %q, %k, %v heads 2, 2 causal : (!relax.tensor<[b, n, 32], f32>, !relax.tensor<[b, n, 32], f32>, !relax.tensor<[b, n, 32], f32>) -> !relax.tensor<[b, n, 32], f32>
  relax.return %y : !relax.tensor<[b, n, 32], f32>
}
relax.func @grouped(%q: !relax.tensor<[b, 6, n, 16], f32>, %k: !relax.tensor<[b, 2, m, 16], f32>, %v: !relax.tensor<[b, 2, m, 8], f32>) -> !relax.tensor<[b, 6, n, 8], f32> {
  %y = relax.attention %q, %k, %v : (!relax.tensor<[b, 6, n, 16], f32>, !relax.tensor<[b, 2, m, 16], f32>, !relax.tensor<[b, 2, m, 8], f32>) -> !relax.tensor<[b, 6, n, 8], f32>
  relax.return %y : !relax.tensor<[b, 6, n, 8], f32>
}
// Keys from a cache, and causal behind them.
relax.func @cached(%q: !relax.tensor<[b, 4, n, 16], f32>, %k: !relax.tensor<[b, 2, n, 16], f32>, %v: !relax.tensor<[b, 2, n, 16], f32>, %p: !relax.tensor<[b, 2, c, 16], f32>, %pv: !relax.tensor<[b, 2, c, 16], f32>) -> (!relax.tensor<[b, 4, n, 16], f32>, !relax.tensor<[b, 2, c + n, 16], f32>, !relax.tensor<[b, 2, c + n, 16], f32>) {
  %y, %keys, %values = relax.attention %q, %k, %v past %p, %pv causal : (!relax.tensor<[b, 4, n, 16], f32>, !relax.tensor<[b, 2, n, 16], f32>, !relax.tensor<[b, 2, n, 16], f32>, !relax.tensor<[b, 2, c, 16], f32>, !relax.tensor<[b, 2, c, 16], f32>) -> (!relax.tensor<[b, 4, n, 16], f32>, !relax.tensor<[b, 2, c + n, 16], f32>, !relax.tensor<[b, 2, c + n, 16], f32>)
  relax.return %y, %keys, %values : !relax.tensor<[b, 4, n, 16], f32>, !relax.tensor<[b, 2, c + n, 16], f32>, !relax.tensor<[b, 2, c + n, 16], f32>
}
// One row: nothing is turned, a tile has one row, and sums stay in registers.
// RUN: relax-opt %s --target=x86-64-v3 --relax-pipeline=cpu --to=scheduled | FileCheck %s --check-prefix=ROW
// ROW-LABEL: tir.func private @fused_softmax_between_products{{.*}}[4, 1, 32]
// ROW: tir.alloc "S" local : !tir.buffer<[1, 64], f32>
// ROW: tir.alloc "{{.*}}states" register : !tir.buffer<[1, 1, {{[0-9]+}}], f32>
// ROW-NOT: tir.compute "{{scores|values}}"
// ROW: {{^}}  }
relax.func @one(%q: !relax.tensor<[4, 1, 32], f32>, %k: !relax.tensor<[4, m, 32], f32>, %v: !relax.tensor<[4, m, 32], f32>) -> !relax.tensor<[4, 1, 32], f32> {
  %t = relax.permute_dims %k axes [0, 2, 1] : (!relax.tensor<[4, m, 32], f32>) -> !relax.tensor<[4, 32, m], f32>
  %s = relax.matmul %q, %t : (!relax.tensor<[4, 1, 32], f32>, !relax.tensor<[4, 32, m], f32>) -> !relax.tensor<[4, 1, m], f32>
  %w = relax.softmax %s over 2 : !relax.tensor<[4, 1, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[4, 1, m], f32>, !relax.tensor<[4, m, 32], f32>) -> !relax.tensor<[4, 1, 32], f32>
  relax.return %y : !relax.tensor<[4, 1, 32], f32>
}
// Keys are turned already.
relax.func @turned(%q: !relax.tensor<[n, 16], f32>, %k: !relax.tensor<[16, m], f32>, %v: !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %s = relax.matmul %q, %k : (!relax.tensor<[n, 16], f32>, !relax.tensor<[16, m], f32>) -> !relax.tensor<[n, m], f32>
  %w = relax.softmax %s over 1 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %y : !relax.tensor<[n, 16], f32>
}
// Windows that wrap around (Swin): four masks in turn, added in another shape.
relax.func @windows(%q: !relax.tensor<[4 * b, 2, 9, 16], f32>, %k: !relax.tensor<[4 * b, 2, 16, 9], f32>, %v: !relax.tensor<[4 * b, 2, 9, 16], f32>, %mask: !relax.tensor<[4, 1, 9, 9], f32>, %x: !relax.tensor<[b], f32>) -> !relax.tensor<[4 * b, 2, 9, 16], f32> {
  %s = relax.matmul %q, %k : (!relax.tensor<[4 * b, 2, 9, 16], f32>, !relax.tensor<[4 * b, 2, 16, 9], f32>) -> !relax.tensor<[4 * b, 2, 9, 9], f32>
  %w = relax.reshape %s : (!relax.tensor<[4 * b, 2, 9, 9], f32>) -> !relax.tensor<[b, 4, 2, 9, 9], f32>
  %m = relax.add %w, %mask : (!relax.tensor<[b, 4, 2, 9, 9], f32>, !relax.tensor<[4, 1, 9, 9], f32>) -> !relax.tensor<[b, 4, 2, 9, 9], f32>
  %t = relax.reshape %m : (!relax.tensor<[b, 4, 2, 9, 9], f32>) -> !relax.tensor<[4 * b, 2, 9, 9], f32>
  %p = relax.softmax %t over 3 : !relax.tensor<[4 * b, 2, 9, 9], f32>
  %y = relax.matmul %p, %v : (!relax.tensor<[4 * b, 2, 9, 9], f32>, !relax.tensor<[4 * b, 2, 9, 16], f32>) -> !relax.tensor<[4 * b, 2, 9, 16], f32>
  relax.return %y : !relax.tensor<[4 * b, 2, 9, 16], f32>
}

// What is left: something else reads the weights, the scores; rows of unknown size; a sum over a part of the keys.
// RUN: grep 'relax.func\|call_tir' %t.mlir | FileCheck %s --check-prefix=LEFT
// RUN: relax-run %s --poison --entry=shown --compare=reference,compiled --dims=n=3,m=5
// LEFT-LABEL: relax.func @shown(
// LEFT-NOT: fused_softmax
relax.func @shown(%q: !relax.tensor<[n, 16], f32>, %k: !relax.tensor<[16, m], f32>, %v: !relax.tensor<[m, 16], f32>) -> (!relax.tensor<[n, 16], f32>, !relax.tensor<[n, m], f32>) {
  %s = relax.matmul %q, %k : (!relax.tensor<[n, 16], f32>, !relax.tensor<[16, m], f32>) -> !relax.tensor<[n, m], f32>
  %w = relax.softmax %s over 1 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %y, %w : !relax.tensor<[n, 16], f32>, !relax.tensor<[n, m], f32>
}
// LEFT-LABEL: relax.func @scores(
// LEFT-NOT: fused_softmax
relax.func @scores(%q: !relax.tensor<[n, 16], f32>, %k: !relax.tensor<[16, m], f32>, %v: !relax.tensor<[m, 16], f32>) -> (!relax.tensor<[n, 16], f32>, !relax.tensor<[n, m], f32>) {
  %s = relax.matmul %q, %k : (!relax.tensor<[n, 16], f32>, !relax.tensor<[16, m], f32>) -> !relax.tensor<[n, m], f32>
  %w = relax.softmax %s over 1 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %y, %s : !relax.tensor<[n, 16], f32>, !relax.tensor<[n, m], f32>
}
// LEFT-LABEL: relax.func @any_size(
// LEFT-NOT: fused_softmax
relax.func @any_size(%q: !relax.tensor<[n, d], f32>, %k: !relax.tensor<[d, m], f32>, %v: !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %s = relax.matmul %q, %k : (!relax.tensor<[n, d], f32>, !relax.tensor<[d, m], f32>) -> !relax.tensor<[n, m], f32>
  %w = relax.softmax %s over 1 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %y : !relax.tensor<[n, 16], f32>
}
// The softmax of a column is none of the rows that are multiplied.
// LEFT-LABEL: relax.func @columns(
// LEFT-NOT: fused_softmax
relax.func @columns(%q: !relax.tensor<[n, 16], f32>, %k: !relax.tensor<[16, m], f32>, %v: !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32> {
  %s = relax.matmul %q, %k : (!relax.tensor<[n, 16], f32>, !relax.tensor<[16, m], f32>) -> !relax.tensor<[n, m], f32>
  %w = relax.softmax %s over 0 : !relax.tensor<[n, m], f32>
  %y = relax.matmul %w, %v : (!relax.tensor<[n, m], f32>, !relax.tensor<[m, 16], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %y : !relax.tensor<[n, 16], f32>
}
