// Names of the pattern and names of the program are different things, also where they are spelt alike; and what an alternative
// that was not taken would have said is not there.
// RUN: split-file %s %t
// RUN: relax-opt %t/main.mlir --relax-apply-patterns="file=%t/rewrites.mlir trace=all" 2> %t/trace | FileCheck %t/main.mlir
// RUN: FileCheck %s --check-prefix=TRACE < %t/trace
// RUN: relax-opt %t/main.mlir --relax-apply-patterns=%t/rewrites.mlir --verify-by-running -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=RUNS
//
// RUNS: note: 1 of 1 changed modules run and agree
// TRACE: '@rows' is not found; nearest here, 1 of 1 operations: 'n == m' is not proved
// TRACE: '@wide' is not found; nearest here, 2 of 3 operations: symbol 'k' is of an alternative that is not here
// TRACE: '@moved' is not found; nearest here, 2 of 3 operations: symbol 'k' is of an alternative that is not here
// TRACE: '@longer' is not found; nearest here, 2 of 3 operations: symbol 'k' is of an alternative that is not here
// TRACE: '@nested' is not found; nearest here, 1 of 4 operations: 'inner' is in an alternative that is not here
// TRACE: '@parts' is not found; nearest here, 1 of 2 operations: 'relax.split': expected 2 results, got 3

//--- rewrites.mlir
// Two arguments of as many rows.
relax.pattern @rows(%x: !relax.tensor<[n, 3], f32>, %y: !relax.tensor<[n, 3], f32>) -> !relax.tensor<[?, 3], f32> {
  %c = relax.concat %x, %y axis 0 : (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], f32>) -> !relax.tensor<[?, 3], f32>
  relax.pattern_return %c : !relax.tensor<[?, 3], f32>
}
relax.rewrite @first_twice : @rows => (%x: !relax.tensor<[n, 3], f32>, %y: !relax.tensor<[n, 3], f32>) -> !relax.tensor<[?, 3], f32> {
  %c = relax.pad %x low [0, 0] mode "edge" : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[2 * n, 3], f32>
  relax.pattern_return %c : !relax.tensor<[2 * n, 3], f32>
}
// A condition over what one alternative binds.
relax.pattern @wide(%x: !relax.tensor<[n, k], f32>, %w: !relax.tensor<[k, m], f32>, %z: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
    where (k <= 2) {
  %p = relax.matmul %x, %w : (!relax.tensor<[n, k], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, m], f32>
  %e = relax.exp %z : !relax.tensor<[n, m], f32>
  %a = relax.match_any "which"(%p, %e) : (!relax.tensor<[n, m], f32>, !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  %y = relax.sin %a : !relax.tensor<[n, m], f32>
  relax.pattern_return %y : !relax.tensor<[n, m], f32>
}
relax.rewrite @narrow : @wide => (%x: !relax.tensor<[n, k], f32>, %w: !relax.tensor<[k, m], f32>, %z: !relax.tensor<[n, m], f32>)
    -> !relax.tensor<[n, m], f32> {
  relax.pattern_return %z : !relax.tensor<[n, m], f32>
}
// What is made has a number of it.
relax.pattern @moved(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[m], f32> symbols (k, m) {
  %s = relax.slice %x axes [0] begins [0] steps [1] {with = {begins = [#sym.expr<k>]}} : (!relax.tensor<[n], f32>) -> !relax.tensor<[m], f32>
  %t = relax.slice %x axes [0] begins [2] steps [-1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[m], f32>
  %a = relax.match_any "which"(%s, %t) : (!relax.tensor<[m], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>
  %y = relax.cos %a : !relax.tensor<[m], f32>
  relax.pattern_return %y : !relax.tensor<[m], f32>
}
relax.rewrite @cosine_first : @moved => (%x: !relax.tensor<[n], f32>) -> !relax.tensor<[m], f32> symbols (k, m) {
  %c = relax.cos %x : !relax.tensor<[n], f32>
  %s = relax.slice %c axes [0] begins [0] steps [1] {with = {begins = [#sym.expr<k>]}} : (!relax.tensor<[n], f32>) -> !relax.tensor<[m], f32>
  relax.pattern_return %s : !relax.tensor<[m], f32>
}
// An extent of what is matched has it in an expression.
relax.pattern @longer(%x: !relax.tensor<[k], f32>, %z: !relax.tensor<[k + 1], f32>) -> !relax.tensor<[], f32> {
  %s = relax.sum %x : (!relax.tensor<[k], f32>) -> !relax.tensor<[], f32>
  %m = relax.min %z : (!relax.tensor<[k + 1], f32>) -> !relax.tensor<[], f32>
  %a = relax.match_any "which"(%s, %m) : (!relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[], f32>
  %y = relax.tan %a : !relax.tensor<[], f32>
  relax.pattern_return %y : !relax.tensor<[], f32>
}
relax.rewrite @largest : @longer => (%x: !relax.tensor<[k], f32>, %z: !relax.tensor<[k + 1], f32>) -> !relax.tensor<[], f32> {
  %s = relax.max %z : (!relax.tensor<[k + 1], f32>) -> !relax.tensor<[], f32>
  relax.pattern_return %s : !relax.tensor<[], f32>
}
// An alternative inside of an alternative.
relax.pattern @nested(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %a = relax.sinh %x : !relax.tensor<*, f32>
  %b = relax.cosh %x : !relax.tensor<*, f32>
  %i = relax.match_any "inner"(%a, %b) : (!relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  %r = relax.relu %i : !relax.tensor<*, f32>
  %e = relax.erf %x : !relax.tensor<*, f32>
  %o = relax.match_any "outer"(%r, %e) : (!relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %o : !relax.tensor<*, f32>
}
relax.rewrite @inside : @nested => (%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %a = relax.sin %x : !relax.tensor<*, f32>
  %b = relax.cos %x : !relax.tensor<*, f32>
  %i = relax.match_any "inner"(%a, %b) : (!relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %i : !relax.tensor<*, f32>
}
// Bounds that become each other's.
relax.pattern @slice(%x: !relax.tensor<[n], i64>) -> !relax.tensor<[m], i64> symbols (a, m) {
  %s = relax.slice %x axes [0] begins [0] steps [1] {with = {begins = [#sym.expr<a>]}} : (!relax.tensor<[n], i64>) -> !relax.tensor<[m], i64>
  %t = relax.negative %s : !relax.tensor<[m], i64>
  relax.pattern_return %t : !relax.tensor<[m], i64>
}
relax.rewrite @negate_first : @slice => (%x: !relax.tensor<[n], i64>) -> !relax.tensor<[m], i64> symbols (a, m) {
  %t = relax.negative %x : !relax.tensor<[n], i64>
  %s = relax.slice %t axes [0] begins [0] steps [1] {with = {begins = [#sym.expr<a>]}} : (!relax.tensor<[n], i64>) -> !relax.tensor<[m], i64>
  relax.pattern_return %s : !relax.tensor<[m], i64>
}
// As many results as the operation has.
relax.pattern @parts(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %a, %b = relax.split %x axis 1 : (!relax.tensor<*, f32>) -> (!relax.tensor<*, f32>, !relax.tensor<*, f32>)
  %y = relax.relu %a : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}
relax.rewrite @first_half : @parts => (%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %r = relax.relu %x : !relax.tensor<*, f32>
  %a = relax.strided_slice %r axes [1] begins [0] ends [3] steps [1] : (!relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %a : !relax.tensor<*, f32>
}

//--- main.mlir
// CHECK-LABEL: relax.func @rows(
relax.func @rows(%x: !relax.tensor<[n, 3], f32>, %y: !relax.tensor<[m, 3], f32>) -> !relax.tensor<[m + n, 3], f32> {
  // CHECK-NEXT: relax.concat %x, %y
  // CHECK-NEXT: relax.return
  %c = relax.concat %x, %y axis 0 : (!relax.tensor<[n, 3], f32>, !relax.tensor<[m, 3], f32>) -> !relax.tensor<[m + n, 3], f32>
  relax.return %c : !relax.tensor<[m + n, 3], f32>
}
// CHECK-LABEL: relax.func @wide(
relax.func @wide(%z: !relax.tensor<[k, 5], f32>) -> !relax.tensor<[k, 5], f32> where (k <= 2) {
  // CHECK-NEXT: relax.exp
  // CHECK-NEXT: relax.sin
  %e = relax.exp %z : !relax.tensor<[k, 5], f32>
  %y = relax.sin %e : !relax.tensor<[k, 5], f32>
  relax.return %y : !relax.tensor<[k, 5], f32>
}
// CHECK-LABEL: relax.func @moved(
relax.func @moved(%x: !relax.tensor<[k + 3], f32>, %k: !relax.tensor<[k], f32>) -> !relax.tensor<[3], f32> {
  // CHECK-NEXT: relax.slice %x axes [0] begins [2] steps [-1]
  // CHECK-NEXT: relax.cos
  %s = relax.slice %x axes [0] begins [2] steps [-1] : (!relax.tensor<[k + 3], f32>) -> !relax.tensor<[3], f32>
  %y = relax.cos %s : !relax.tensor<[3], f32>
  relax.return %y : !relax.tensor<[3], f32>
}
// CHECK-LABEL: relax.func @longer(
relax.func @longer(%z: !relax.tensor<[k + 1], f32>, %k: !relax.tensor<[k], f32>) -> !relax.tensor<[], f32> {
  // CHECK-NEXT: relax.min %z
  // CHECK-NEXT: relax.tan
  %s = relax.min %z : (!relax.tensor<[k + 1], f32>) -> !relax.tensor<[], f32>
  %y = relax.tan %s : !relax.tensor<[], f32>
  relax.return %y : !relax.tensor<[], f32>
}
// CHECK-LABEL: relax.func @nested(
relax.func @nested(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // CHECK-NEXT: relax.erf
  %e = relax.erf %x : !relax.tensor<[n], f32>
  relax.return %e : !relax.tensor<[n], f32>
}
// CHECK-LABEL: relax.func @slice(
relax.func @slice(%x: !relax.tensor<[a + n], i64>, %a: !relax.tensor<[a], i64>, %n: !relax.tensor<[n], i64>) -> !relax.tensor<[a], i64> {
  // CHECK-NEXT: relax.negative %x
  // CHECK-NEXT: relax.slice %{{.*}} axes [0] begins [n] steps [1]
  %s = relax.slice %x axes [0] begins [n] steps [1] : (!relax.tensor<[a + n], i64>) -> !relax.tensor<[a], i64>
  %t = relax.negative %s : !relax.tensor<[a], i64>
  relax.return %t : !relax.tensor<[a], i64>
}
// CHECK-LABEL: relax.func @parts(
relax.func @parts(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  // CHECK-NEXT: relax.split %x
  // CHECK-NEXT: relax.relu
  %a, %b, %c = relax.split %x axis 1 : (!relax.tensor<*, f32>) -> (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>)
  %y = relax.relu %a : !relax.tensor<*, f32>
  relax.return %y : !relax.tensor<*, f32>
}
