// Calls by the callee's signature; what a callee, a loop or a result's clause says is proved or checked.
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes > %t.1 && relax-opt %t.1 --relax-deduce-shapes > %t.2 && diff %t.1 %t.2

// A caller stands before its callee: callees are deduced first.
// CHECK-LABEL: relax.func @derived(
relax.func @derived(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[?, ?], f32> {
  // CHECK-NEXT: %y = relax.call @twice(%x) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[2 * n, 4], f32>
  %y = relax.call @twice(%x) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[?, ?], f32>
  // CHECK-NEXT: %z = relax.call @twice(%y) : (!relax.tensor<[2 * n, 4], f32>) -> !relax.tensor<[4 * n, 4], f32>
  %z = relax.call @twice(%y) : (!relax.tensor<[?, ?], f32>) -> !relax.tensor<[?, ?], f32>
  relax.return %z : !relax.tensor<[?, ?], f32>
}
// CHECK-LABEL: relax.func private @twice(%x: !relax.tensor<[m, k], f32>) -> !relax.tensor<[2 * m, k], f32>
relax.func private @twice(%x: !relax.tensor<[m, k], f32>) -> !relax.tensor<[?, ?], f32> {
  %y = relax.concat %x, %x axis 0 : (!relax.tensor<[m, k], f32>, !relax.tensor<[m, k], f32>) -> !relax.tensor<[2 * m, k], f32>
  relax.return %y : !relax.tensor<[2 * m, k], f32>
}

// What only the run knows is bound at the call, each time anew, and the promise comes along.
relax.func private @nz(%x: !relax.tensor<[n], i64>) -> !relax.tensor<[k], i64> binds (k) where (k <= n) {
  %y = relax.match_cast %x : !relax.tensor<[n], i64> to !relax.tensor<[j], i64> binds (j) where (j <= n)
  relax.return %y : !relax.tensor<[j], i64>
}
// CHECK-LABEL: relax.func @bound(
relax.func @bound(%x: !relax.tensor<[k], i64>) -> !relax.tensor<[?], i64> {
  // CHECK-NEXT: -> !relax.tensor<[k_0], i64> binds (k_0) where (k_0 <= k)
  %a = relax.call @nz(%x) : (!relax.tensor<[k], i64>) -> !relax.tensor<[?], i64>
  // CHECK-NEXT: -> !relax.tensor<[k_1], i64> binds (k_1) where (k_1 <= k_0)
  %b = relax.call @nz(%a) : (!relax.tensor<[?], i64>) -> !relax.tensor<[?], i64>
  // What it says itself follows from that, so nothing is checked.
  // CHECK-NEXT: binds (q) where (q <= k + 1, q <= k)
  // CHECK-NEXT: relax.return
  %c = relax.call @nz(%x) : (!relax.tensor<[k], i64>) -> !relax.tensor<[q], i64> binds (q) where (q <= k + 1)
  relax.return %c : !relax.tensor<[q], i64>
}
// CHECK-LABEL: relax.func @claim(
relax.func @claim(%x: !relax.tensor<[n], i64>) {
  // CHECK-NEXT: binds (q) where (2 * q <= n, q <= n)
  // CHECK: relax.check(2 * q <= n) of "relax.call" given (
  %c = relax.call @nz(%x) : (!relax.tensor<[n], i64>) -> !relax.tensor<[q], i64> binds (q) where (2 * q <= n)
  relax.return
}

// A promise that the body does not prove is checked before it returns.
// CHECK-LABEL: relax.func private @promise(
relax.func private @promise(%x: !relax.tensor<[n], i64>) -> !relax.tensor<[k], i64> binds (k) where (k <= 8, k <= n) {
  // CHECK: relax.check(n <= 8) of "@promise" given (
  // CHECK-NEXT: relax.return
  relax.return %x : !relax.tensor<[n], i64>
}

// What the callee asks for: proved, or checked once.
relax.func private @even(%x: !relax.tensor<[n], f32>) where (n mod 2 == 0, n <= 64, likely n == 8) {
  relax.return
}
// CHECK-LABEL: relax.func @proved(
relax.func @proved(%x: !relax.tensor<[4 * m], f32>) symbols (m) where (m <= 16) {
  // CHECK-NEXT: relax.call @even
  relax.call @even(%x) : (!relax.tensor<[4 * m], f32>) -> ()
  relax.return
}
// CHECK-LABEL: relax.func @checked(
relax.func @checked(%x: !relax.tensor<[m], f32>) where (m <= 16) {
  // CHECK-NEXT: [[S:%.*]] = relax.shape_of %x
  // CHECK-NEXT: relax.check(m mod 2 == 0) of "@even" given ([[S]] : !relax.shape<[m]>)
  // CHECK-NEXT: relax.call @even
  relax.call @even(%x) : (!relax.tensor<[m], f32>) -> ()
  // CHECK-NEXT: relax.call @even
  relax.call @even(%x) : (!relax.tensor<[m], f32>) -> ()
  relax.return
}
// An extent of which nothing is known gets a name for it.
// CHECK-LABEL: relax.func @named(
relax.func @named(%x: !relax.tensor<[?], f32>) {
  // CHECK-NEXT: [[C:%.*]] = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> binds (n)
  // CHECK: relax.check(n mod 2 == 0, n <= 64) of "@even"
  // CHECK-NEXT: relax.call @even([[C]])
  relax.call @even(%x) : (!relax.tensor<[?], f32>) -> ()
  relax.return
}
// Recursion, by the signature alone.
// CHECK-LABEL: relax.func private @again(
relax.func private @again(%x: !relax.tensor<[n], f32>, %p: !relax.tensor<[], i1>) -> !relax.tensor<[n], f32> where (1 <= n) {
  // CHECK: relax.if %p -> !relax.tensor<[n], f32> {
  %r = relax.if %p -> !relax.tensor<[?], f32> {
    // CHECK-NEXT: relax.call @again(%x, %p) : (!relax.tensor<[n], f32>, !relax.tensor<[], i1>) -> !relax.tensor<[n], f32>
    %y = relax.call @again(%x, %p) : (!relax.tensor<[n], f32>, !relax.tensor<[], i1>) -> !relax.tensor<[?], f32>
    relax.yield %y : !relax.tensor<[?], f32>
  } else {
    relax.yield %x : !relax.tensor<[n], f32>
  }
  %m = relax.match_cast %r : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> given (%x : !relax.tensor<[n], f32>)
  relax.return %m : !relax.tensor<[n], f32>
}
