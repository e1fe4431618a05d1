// RUN: relax-opt %s --relax-to-vm | FileCheck %s
// What is lowered stays as it is.
// RUN: relax-opt %s --relax-to-vm -o %t
// RUN: relax-opt %t --relax-to-vm | diff %t -

relax.weight @w : !relax.tensor<[4], f32> from "w.bin" at 0
relax.weight @p : !relax.tensor<[4], f32> prepared by @prepare
relax.weight @q : !relax.tensor<[4], f32> prepared by @prepare
// CHECK: tir.func private @id(
tir.func private @id(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.return
}
tir.func private @two(%X: !tir.buffer<[p, m], f32>, %Y: !tir.buffer<[m], f32>, %Z: !tir.buffer<[s, m], f32>) symbols (n) {
  tir.return
}

// The function that prepares stores its results, in the order of the weights.
// CHECK: vm.func private @prepare() attributes {prepare} {
// CHECK-NEXT: %w = vm.weight @w : !relax.tensor<[4], f32>
// CHECK-NEXT: %y = vm.alloc [4] : !relax.tensor<[4], f32>
// CHECK-NEXT: vm.kernel @id(%w, %y) symbols [4] : !relax.tensor<[4], f32>, !relax.tensor<[4], f32>
// CHECK-NEXT: vm.set_weight @p, %y : !relax.tensor<[4], f32>
// CHECK-NEXT: vm.set_weight @q, %w : !relax.tensor<[4], f32>
// CHECK-NEXT: vm.kill %w :
// CHECK-NEXT: vm.return{{$}}
relax.func private @prepare() -> (!relax.tensor<[4], f32> {relax.prepares = @p}, !relax.tensor<[4], f32> {relax.prepares = @q}) {
  %w = relax.get_weight @w : !relax.tensor<[4], f32>
  %y = relax.call_tir @id(%w) : (!relax.tensor<[4], f32>) -> !relax.tensor<[4], f32>
  relax.return %y, %w : !relax.tensor<[4], f32>, !relax.tensor<[4], f32>
}

// The boundary of a public function: types of all arguments, then dims from the
// left, then composite dims whose symbols stand further right, then facts; no
// hint is checked, and nothing of which nothing is known.
// CHECK: vm.func @boundary(%y: !relax.tensor<[2 * n, m, k + m], f32> {relax.name = "y:0"}, %x: !relax.tensor<[n, 4, n], f32>, %z: !relax.tensor<[k, ?, 0], i8>, %u: !relax.tensor<*, f32>, %arg4: !relax.tensor<[], i1>) {
// CHECK-NEXT: vm.check_tensor %y, "input 'y:0'" : !relax.tensor<[2 * n, m, k + m], f32>
// CHECK-NEXT: vm.check_tensor %x, "input 'x'" : !relax.tensor<[n, 4, n], f32>
// CHECK-NEXT: vm.check_tensor %z, "input 'z'" : !relax.tensor<[k, ?, 0], i8>
// CHECK-NEXT: vm.check_tensor %u, "input 'u'" : !relax.tensor<*, f32>
// CHECK-NEXT: vm.check_tensor %arg4, "input 4" : !relax.tensor<[], i1>
// CHECK-NEXT: %m = vm.dim %y axis 1, "input 'y:0'"
// CHECK-NEXT: %n = vm.dim %x axis 0, "input 'x'"
// CHECK-NEXT: vm.check_dim %x axis 1 is (4), "input 'x'"
// CHECK-NEXT: vm.check_dim %x axis 2 is (%n), "input 'x'"
// CHECK-NEXT: %k = vm.dim %z axis 0, "input 'z'"
// CHECK-NEXT: vm.check_dim %z axis 2 is (0), "input 'z'"
// CHECK-NEXT: vm.check_dim %y axis 0 is (2 * %n), "input 'y:0'"
// CHECK-NEXT: vm.check_dim %y axis 2 is (%m + %k), "input 'y:0'"
// CHECK-NEXT: vm.check_fact (1 <= %n) always, "boundary"
// CHECK-NEXT: vm.check_fact (%n <= 64) always, "boundary"
// CHECK-NEXT: vm.check_fact (%m mod 8 == 0) always, "boundary"
// CHECK-NEXT: vm.check_fact (%k in {1, 2}) always, "boundary"
// CHECK-NEXT: vm.return{{$}}
relax.func @boundary(%y: !relax.tensor<[2 * n, m, m + k], f32> {relax.name = "y:0"}, %x: !relax.tensor<[n, 4, n], f32>, %z: !relax.tensor<[k, ?, 0], i8>, %u: !relax.tensor<*, f32>, %0: !relax.tensor<[], i1>)
    where (1 <= n <= 64, m mod 8 == 0, likely n == 8, k in {1, 2}) {
  relax.return
}

// A private function checks nothing; its facts are for --verify-facts. The
// kernel's symbols: dims of the buffers that bind them, then its clause's.
// CHECK: vm.func private @inner(%x: !relax.tensor<[n, m], f32>) -> (!relax.tensor<[k], f32>, !relax.tensor<[m], f32>) {
// CHECK-NEXT: %n = vm.dim %x axis 0, "input 'x'"
// CHECK-NEXT: %m = vm.dim %x axis 1, "input 'x'"
// CHECK-NEXT: vm.check_fact (1 <= %n), "inner"
// CHECK-NEXT: %a = vm.alloc [%m] : !relax.tensor<[m], f32>
// CHECK-NEXT: [[B:%a.*]] = vm.alloc [%n floordiv 2, %m] : !relax.tensor<[n floordiv 2, m], f32>
// CHECK-NEXT: vm.kernel @two(%x, %a, [[B]]) symbols [%n, %m, %n floordiv 2, %n floordiv 2] :
// CHECK-NEXT: vm.return %a, %a : !relax.tensor<[m], f32>, !relax.tensor<[m], f32>
relax.func private @inner(%x: !relax.tensor<[n, m], f32>) -> (!relax.tensor<[k], f32>, !relax.tensor<[m], f32>) binds (k) where (1 <= n) {
  %a:2 = relax.call_tir @two(%x) symbols (n = n floordiv 2) : (!relax.tensor<[n, m], f32>) -> (!relax.tensor<[m], f32>, !relax.tensor<[n floordiv 2, m], f32>)
  relax.return %a#0, %a#0 : !relax.tensor<[m], f32>, !relax.tensor<[m], f32>
}

// A call binds what it returns; a cast binds, then checks dims, then facts.
// CHECK: vm.func @body(
// CHECK-NEXT: vm.check_tensor %x
// CHECK-NEXT: vm.check_tensor %d
// CHECK-NEXT: vm.check_tensor %e
// CHECK-NEXT: %n = vm.dim %x axis 0
// CHECK-NEXT: %m = vm.dim %x axis 1
// CHECK-NEXT: %r:2 = vm.call @inner(%x) : (!relax.tensor<[n, m], f32>) -> (!relax.tensor<[t], f32>, !relax.tensor<[m], f32>)
// CHECK-NEXT: %t = vm.dim %r#0 axis 0, "result of a call" : !relax.tensor<[t], f32>
// CHECK-NEXT: %s = vm.reshape %r#1 dims [%m, 1] : !relax.tensor<[m], f32> -> !relax.tensor<[m, 1], f32>
// CHECK-NEXT: %c = vm.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %j = vm.dim %d axis 0, "'relax.match_cast' %cast"
// CHECK-NEXT: vm.check_dim %d axis 1 is (2 * %j), "'relax.match_cast' %cast"
// CHECK-NEXT: vm.check_dim %d axis 2 is (%n), "'relax.match_cast' %cast"
// CHECK-NEXT: vm.check_fact (%j <= %n) always, "'relax.match_cast' %cast"
// Nothing is known of an argument without a rank. Numbers are no names.
// CHECK-NEXT: vm.check_tensor %e rank 1, "'relax.match_cast'" : !relax.tensor<*, f32>
// CHECK-NEXT: vm.check_dim %e axis 0 is (%n), "'relax.match_cast'" : !relax.tensor<*, f32>
// CHECK-NEXT: vm.return %s, %r#0 : !relax.tensor<[m, 1], f32>, !relax.tensor<[t], f32>
relax.func @body(%x: !relax.tensor<[n, m], f32>, %d: !relax.tensor<[?, ?, ?], f32>, %e: !relax.tensor<*, f32>) -> (!relax.tensor<[m, 1], f32>, !relax.tensor<[q], f32>) binds (q) {
  %r:2 = relax.call @inner(%x) : (!relax.tensor<[n, m], f32>) -> (!relax.tensor<[t], f32>, !relax.tensor<[m], f32>) binds (t)
  %s = relax.reshape %r#1 : (!relax.tensor<[m], f32>) -> !relax.tensor<[m, 1], f32>
  %c = relax.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %cast = relax.match_cast %d : !relax.tensor<[?, ?, ?], f32> to !relax.tensor<[j, 2 * j, n], f32> binds (j) where (j <= n, likely j == 2) given (%x : !relax.tensor<[n, m], f32>)
  %0 = relax.match_cast %e : !relax.tensor<*, f32> to !relax.tensor<[n], f32> given (%x : !relax.tensor<[n, m], f32>)
  relax.return %s, %r#0 : !relax.tensor<[m, 1], f32>, !relax.tensor<[t], f32>
}

// After planning: one storage, views at offsets, own memory at `?`, kills.
// CHECK: vm.func @planned(
// CHECK: %n = vm.dim %x axis 0
// CHECK-NEXT: %arena = vm.storage bytes (64 * (%n ceildiv 16) + 64) : !vm.storage
// CHECK-NEXT: %a = vm.view %arena at (64) dims [%n] : !vm.storage -> !relax.tensor<[n], f32>
// CHECK-NEXT: vm.kernel @id(%x, %a) symbols [%n]
// CHECK-NEXT: %b = vm.alloc [%n] : !relax.tensor<[n], f32>
// CHECK-NEXT: vm.kernel @id(%a, %b) symbols [%n]
// CHECK-NEXT: vm.kill %a : !relax.tensor<[n], f32>
// CHECK-NEXT: vm.return %b : !relax.tensor<[n], f32>
relax.func @planned(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %arena = relax.arena bytes 64 + 64 * (n ceildiv 16)
  %a = relax.call_tir @id(%x) in %arena at [64] : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %b = relax.call_tir @id(%a) in %arena at [?] : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.kill %a : !relax.tensor<[n], f32>
  relax.return %b : !relax.tensor<[n], f32>
}

// What the signature says of extents that only its results know is a promise: nothing to check at the entry.
// CHECK-LABEL: vm.func private @promise(
// CHECK-NEXT:    %n = vm.dim %s axis 0
// CHECK-NEXT:    vm.check_fact (%n <= 9),
// CHECK-NEXT:    %m = vm.dim %x axis 0
// CHECK-NEXT:    vm.check_fact (%m <= %n) always
// CHECK-NEXT:    vm.return
relax.func private @promise(%x: !relax.tensor<[?], f32>, %s: !relax.tensor<[n], f32>) -> !relax.tensor<[k], f32> binds (k) where (n <= 9, k <= n) {
  %y = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[m], f32> binds (m) where (m <= n) given (%s : !relax.tensor<[n], f32>)
  relax.return %y : !relax.tensor<[m], f32>
}
