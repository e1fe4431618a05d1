// RUN: relax-opt %s --relax-inline | FileCheck %s
// RUN: relax-opt %s --relax-inline --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-opt %s --relax-inline=functions=twice | FileCheck %s --check-prefix=ONLY
// RUN: relax-opt %s --inline | FileCheck %s --check-prefix=STOCK
// RUN: relax-opt %s --relax-inline --relax-remove-dead --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=DEAD

// COUNT-DAG: {{^ +}}8  relax-inline.calls-inlined
// COUNT-DAG: {{^ +}}1  relax-inline.calls-kept
// COUNT-DAG: {{^ +}}4  relax-inline.checks-added
// DEAD: {{^ +}}6  relax-remove-dead.functions-removed

// ONLY-LABEL: relax.func @main(
// ONLY-COUNT-2: relax.add
// ONLY-NOT: relax.call @twice
// RUN: relax-run %s --entry=proved --dims=p=3 --mode=reference > %t.before
// RUN: relax-opt %s --relax-inline | relax-run - --entry=proved --dims=p=3 --mode=reference | diff %t.before -
// RUN: relax-opt %s --relax-inline | not relax-run - --entry=unknown "--input=8xf32=1 1 1 1 1 1 1 1" --mode=reference 2>&1 | FileCheck %s --check-prefix=FACT
// FACT: expected n <= 7, got n = 8
// STOCK-LABEL: relax.func @main(
// STOCK-COUNT-2: relax.call @twice

relax.func private @twice(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32> {
  %d = relax.add %x, %x : !relax.tensor<[n, m], f32>
  relax.return %d : !relax.tensor<[n, m], f32>
}

// The same names mean other symbols; extents 0 and 1 are extents like others.
// CHECK-LABEL: relax.func @main(
// CHECK-NEXT:   %[[D:.*]] = relax.add %a, %a : !relax.tensor<[m, n + 1], f32>
// CHECK-NEXT:   %[[E:.*]] = relax.add %b, %b : !relax.tensor<[0, 1], f32>
// CHECK-NEXT:   relax.return %[[D]], %[[E]] :
relax.func @main(%a: !relax.tensor<[m, n + 1], f32>, %s: !relax.shape<[n]>, %b: !relax.tensor<[0, 1], f32>)
    -> (!relax.tensor<[m, n + 1], f32>, !relax.tensor<[0, 1], f32>) {
  %c = relax.call @twice(%a) : (!relax.tensor<[m, n + 1], f32>) -> !relax.tensor<[m, n + 1], f32>
  %e = relax.call @twice(%b) : (!relax.tensor<[0, 1], f32>) -> !relax.tensor<[0, 1], f32>
  relax.return %c, %e : !relax.tensor<[m, n + 1], f32>, !relax.tensor<[0, 1], f32>
}

// Symbols that the body binds get fresh names; what the call's binds named is the extent that the body found.
relax.func private @filter(%x: !relax.tensor<[?], f32>, %s: !relax.shape<[n]>) -> !relax.tensor<[k], f32> binds (k) where (k <= n) {
  %y = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[m], f32> binds (m) where (m <= n) given (%s : !relax.shape<[n]>)
  relax.return %y : !relax.tensor<[m], f32>
}
// CHECK-LABEL: relax.func @binds(
// CHECK-NEXT:   %y = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[m_0], f32> binds (m_0) where (m_0 <= 2 * n) given (%s : !relax.shape<[2 * n]>)
// CHECK-NEXT:   %e = relax.exp %y : !relax.tensor<[m_0], f32>
// CHECK-NEXT:   relax.concat %e, %m axis 0 : (!relax.tensor<[m_0], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[m + m_0], f32>
relax.func @binds(%x: !relax.tensor<[?], f32>, %m: !relax.tensor<[m], f32>, %s: !relax.shape<[2 * n]>, %t: !relax.shape<[n]>) -> !relax.tensor<[?], f32> {
  %y = relax.call @filter(%x, %s) : (!relax.tensor<[?], f32>, !relax.shape<[2 * n]>) -> !relax.tensor<[q], f32> binds (q) where (q <= 2 * n)
  %e = relax.exp %y : !relax.tensor<[q], f32>
  %z = relax.concat %e, %m axis 0 : (!relax.tensor<[q], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[m + q], f32>
  relax.return %z : !relax.tensor<[m + q], f32>
}

// An extent that the caller does not know is bound before the body; a returned value that says more forgets it, so that
// what stands behind the call stays legal.
relax.func private @grow(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> where (n <= 7) {
  %y = relax.concat %x, %x axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n], f32>
  relax.return %y : !relax.tensor<[2 * n], f32>
}
// CHECK-LABEL: relax.func @unknown(
// CHECK-NEXT:   %[[X:.*]] = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> binds (n)
// CHECK-NEXT:   %[[C:.*]] = relax.match_cast %[[X]] : !relax.tensor<[n], f32> to !relax.tensor<[n], f32> where (n <= 7)
// CHECK-NEXT:   %[[Y:.*]] = relax.concat %[[C]], %[[C]] axis 0 : {{.*}} -> !relax.tensor<[2 * n], f32>
// CHECK-NEXT:   %[[F:.*]] = relax.match_cast %[[Y]] : !relax.tensor<[2 * n], f32> to !relax.tensor<[?], f32>
// CHECK-NEXT:   relax.add %[[F]], %x : !relax.tensor<[?], f32>
relax.func @unknown(%x: !relax.tensor<[?], f32>) -> !relax.tensor<[?], f32> {
  %y = relax.call @grow(%x) : (!relax.tensor<[?], f32>) -> !relax.tensor<[?], f32>
  %z = relax.add %y, %x : !relax.tensor<[?], f32>
  relax.return %z : !relax.tensor<[?], f32>
}

// What the caller proves is not checked again.
// CHECK-LABEL: relax.func @proved(
// CHECK-NEXT:   relax.concat %x, %x
// CHECK-NEXT:   relax.match_cast {{.*}} to !relax.tensor<[?], f32>
// CHECK-NEXT:   relax.return
relax.func @proved(%x: !relax.tensor<[p], f32>) -> !relax.tensor<[?], f32> where (p <= 3) {
  %y = relax.call @grow(%x) : (!relax.tensor<[p], f32>) -> !relax.tensor<[?], f32>
  relax.return %y : !relax.tensor<[?], f32>
}

// Through two levels, and not for ever.
// CHECK-LABEL: relax.func private @outer(
// CHECK-NEXT:   relax.add %x, %x : !relax.tensor<[3, k], f32>
relax.func private @outer(%x: !relax.tensor<[3, k], f32>) -> !relax.tensor<[3, k], f32> {
  %y = relax.call @twice(%x) : (!relax.tensor<[3, k], f32>) -> !relax.tensor<[3, k], f32>
  relax.return %y : !relax.tensor<[3, k], f32>
}
// CHECK-LABEL: relax.func private @itself(
// CHECK: relax.call @itself
relax.func private @itself(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.call @itself(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}

// A function that is a value gets fresh symbols as its body does, and prints as what it is.
// CHECK-LABEL: relax.func @inlines_lambda(
// CHECK: %f = relax.lambda
// CHECK: relax.invoke %f(%y)
// CHECK: %[[F:.*]] = relax.lambda
// CHECK: relax.invoke %[[F]](
relax.func private @lambda(%y: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> {
  %f = relax.lambda (%x: !relax.tensor<[k], f32>) -> !relax.tensor<[k], f32> {
    relax.yield %x : !relax.tensor<[k], f32>
  }
  %z = relax.invoke %f(%y) : !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k], f32>>, (!relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>
  relax.return %z : !relax.tensor<[m], f32>
}
relax.func @inlines_lambda(%y: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> {
  %a = relax.call @lambda(%y) : (!relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>
  %b = relax.call @lambda(%a) : (!relax.tensor<[m], f32>) -> !relax.tensor<[m], f32>
  relax.return %b : !relax.tensor<[m], f32>
}
