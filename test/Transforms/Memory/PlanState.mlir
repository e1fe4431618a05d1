// RUN: relax-opt %s --relax-plan-state 2> /dev/null | FileCheck %s
// What is planned stays as it is.
// RUN: relax-opt %s --relax-plan-state 2> /dev/null | relax-opt --relax-plan-state 2> /dev/null | FileCheck %s

// CHECK-LABEL: relax.func @donated(
// CHECK-NEXT: %a = relax.append %kv, %r at 0 in_place reserve 4096 :
// CHECK-NEXT: %b = relax.append %a, %r at 0 in_place reserve 4096 :
// CHECK-NEXT: %c = relax.update_slice %b, %r from %p at 0 in_place :
relax.func @donated(%kv: !relax.tensor<[t, 2], f32> donated reserve = [4096], %r: !relax.tensor<[1, 2], f32>, %p: !relax.tensor<[], i64>) -> !relax.tensor<[t + 2, 2], f32> in %kv {
  %a = relax.append %kv, %r at 0 : (!relax.tensor<[t, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[t + 1, 2], f32>
  %b = relax.append %a, %r at 0 : (!relax.tensor<[t + 1, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[t + 2, 2], f32>
  %c = relax.update_slice %b, %r from %p at 0 : (!relax.tensor<[t + 2, 2], f32>, !relax.tensor<[1, 2], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[t + 2, 2], f32>
  relax.return %c : !relax.tensor<[t + 2, 2], f32>
}

// Leading extents of 1 keep rows together; the capacity is that of the rows' dimension. What reads before does not
// matter, through views neither; who only asks for extents does not read.
// CHECK-LABEL: relax.func @leading(
// CHECK: relax.append %kv, %r at 1 in_place reserve 64 :
relax.func @leading(%kv: !relax.tensor<[1, t, 2], f32> donated reserve = [1, 64], %r: !relax.tensor<[1, 1, 2], f32>) -> (!relax.tensor<[t, 2], f32>, !relax.tensor<[1, t + 1, 2], f32>) {
  %v = relax.reshape %kv : (!relax.tensor<[1, t, 2], f32>) -> !relax.tensor<[t, 2], f32>
  %n = relax.negative %v : !relax.tensor<[t, 2], f32>
  %a = relax.append %kv, %r at 1 : (!relax.tensor<[1, t, 2], f32>, !relax.tensor<[1, 1, 2], f32>) -> !relax.tensor<[1, t + 1, 2], f32>
  relax.check (t <= 100) given (%kv : !relax.tensor<[1, t, 2], f32>)
  relax.return %n, %a : !relax.tensor<[t, 2], f32>, !relax.tensor<[1, t + 1, 2], f32>
}

// Between views, on what was made here, and no reserve for another dimension.
// CHECK-LABEL: relax.func @made(
// CHECK: %a = relax.append %v, %r at 0 in_place :
// CHECK: %u = relax.update_slice %m, %r from %p at 0 in_place :
relax.func @made(%x: !relax.tensor<[2, t], f32> donated reserve = [2, 9], %r: !relax.tensor<[1], f32>, %p: !relax.tensor<[], i64>) -> (!relax.tensor<[2 * t + 1], f32>, !relax.tensor<[2 * t], f32>) {
  %v = relax.reshape %x : (!relax.tensor<[2, t], f32>) -> !relax.tensor<[2 * t], f32>
  %n = relax.negative %v : !relax.tensor<[2 * t], f32>
  %m = relax.call @kernel(%n) : (!relax.tensor<[2 * t], f32>) -> !relax.tensor<[2 * t], f32>
  %a = relax.append %v, %r at 0 : (!relax.tensor<[2 * t], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[2 * t + 1], f32>
  %u = relax.update_slice %m, %r from %p at 0 : (!relax.tensor<[2 * t], f32>, !relax.tensor<[1], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[2 * t], f32>
  relax.return %a, %u : !relax.tensor<[2 * t + 1], f32>, !relax.tensor<[2 * t], f32>
}
relax.func private @kernel(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>

// What a loop carries is the loop's; the first round's argument says how much room there is. Arms of one branch do not
// see each other.
// CHECK-LABEL: relax.func @loop(
// CHECK: %b = relax.append %a, %r at 0 in_place reserve 32 :
// CHECK: relax.append %x, %r at 0 in_place :
// CHECK: relax.append %x, %r at 0 in_place :
relax.func @loop(%kv: !relax.tensor<[s, 2], f32> donated reserve = [32], %x: !relax.tensor<[n, 2], f32> donated, %r: !relax.tensor<[1, 2], f32>, %q: !relax.tensor<[], i1>) -> (!relax.tensor<[?, 2], f32> in %kv, !relax.tensor<[n + 1, 2], f32> in %x) {
  %w = relax.while (%a: !relax.tensor<[t, 2], f32> = %kv) : (!relax.tensor<[s, 2], f32>) -> !relax.tensor<[e, 2], f32> binds (e) {
    relax.condition %q
  } do {
    %b = relax.append %a, %r at 0 : (!relax.tensor<[t, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[t + 1, 2], f32>
    relax.yield %b : !relax.tensor<[t + 1, 2], f32>
  }
  %y = relax.if %q -> !relax.tensor<[n + 1, 2], f32> {
    %b = relax.append %x, %r at 0 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[n + 1, 2], f32>
    relax.yield %b : !relax.tensor<[n + 1, 2], f32>
  } else {
    %b = relax.append %x, %r at 0 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[n + 1, 2], f32>
    relax.yield %b : !relax.tensor<[n + 1, 2], f32>
  }
  relax.return %w, %y : !relax.tensor<[e, 2], f32>, !relax.tensor<[n + 1, 2], f32>
}

// CHECK-LABEL: relax.func @versions(
// CHECK: %b = relax.append %a, %s at 0 in_place reserve 8 :
relax.func @versions(%kv: !relax.tensor<[n, 2], f32> donated reserve = [8], %r: !relax.tensor<[1, 2], f32>) -> !relax.tensor<[n + 1, 2], f32> in %kv {
  %y = relax.dispatch (%kv, %r) : (!relax.tensor<[n, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[n + 1, 2], f32> {
    else (%a: !relax.tensor<[n, 2], f32>, %s: !relax.tensor<[1, 2], f32>) {
      %b = relax.append %a, %s at 0 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[1, 2], f32>) -> !relax.tensor<[n + 1, 2], f32>
      relax.yield %b : !relax.tensor<[n + 1, 2], f32>
    }
  }
  relax.return %y : !relax.tensor<[n + 1, 2], f32>
}
