// Fields pass where tuples would pass: functions, calls, branches, loops, versions; nested ones and empty ones.
// RUN: relax-opt %s --relax-flatten-tuples | FileCheck %s
// RUN: relax-run %s --compare=reference,compiled --poison --entry=main --dims=n=3,m=2,k=4 --input=p=i1=true \
// RUN:   --then --entry=main --dims=n=0,m=1,k=0 --input=p=i1=false --then --entry=loop --dims=n=5 --input=i0=i64=3 \
// RUN:   --then --entry=loop --dims=n=1 --input=i0=i64=0 --then --entry=versions --dims=n=4 --then --entry=versions --dims=n=1 \
// RUN:   --then --entry=pairs "--input=t.0=2xf32=1 2" "--input=t.1=i64=7" | FileCheck %s --check-prefix=PAIR
// RUN: relax-run %s --entry=pairs --mode=reference "--input=t.0=2xf32=1 2" "--input=t.1=i64=7" | FileCheck %s --check-prefix=PAIR

// PAIR: y.0 = dense<7> : tensor<i64>
// PAIR: y.1 = dense<[1.0, 2.0]> : tensor<2xf32>

// CHECK-LABEL: relax.func private @swap(%t_0: !relax.tensor<[n], f32>, %t_1: !relax.tensor<[m], f32>, %t_2: !relax.tensor<[], i1>, %r: !relax.tensor<[k, 2], f32> donated) -> (!relax.tensor<[m], f32>, !relax.tensor<[n], f32>, !relax.tensor<[k, 2], f32> in %r) {
// CHECK-NEXT: %z_0, %z_1 = relax.if %t_2 -> (!relax.tensor<[m], f32>, !relax.tensor<[n], f32>) {
// CHECK-NEXT: relax.yield %t_1, %t_0
// CHECK-NEXT: } else {
// CHECK-NEXT: %c = relax.negative %t_1
// CHECK-NEXT: relax.yield %c, %t_0
// CHECK-NEXT: }
// CHECK-NEXT: relax.return %z_0, %z_1, %r
relax.func private @swap(%t: tuple<!relax.tensor<[n], f32>, tuple<!relax.tensor<[m], f32>, !relax.tensor<[], i1>>>, %r: !relax.tensor<[k, 2], f32> donated) -> (tuple<!relax.tensor<[m], f32>, !relax.tensor<[n], f32>>, !relax.tensor<[k, 2], f32> in %r) {
  %a = relax.tuple_get %t at 0 : (tuple<!relax.tensor<[n], f32>, tuple<!relax.tensor<[m], f32>, !relax.tensor<[], i1>>>) -> !relax.tensor<[n], f32>
  %u = relax.tuple_get %t at 1 : (tuple<!relax.tensor<[n], f32>, tuple<!relax.tensor<[m], f32>, !relax.tensor<[], i1>>>) -> tuple<!relax.tensor<[m], f32>, !relax.tensor<[], i1>>
  %b = relax.tuple_get %u at 0 : (tuple<!relax.tensor<[m], f32>, !relax.tensor<[], i1>>) -> !relax.tensor<[m], f32>
  %p = relax.tuple_get %u at 1 : (tuple<!relax.tensor<[m], f32>, !relax.tensor<[], i1>>) -> !relax.tensor<[], i1>
  %y = relax.tuple %b, %a : (!relax.tensor<[m], f32>, !relax.tensor<[n], f32>) -> tuple<!relax.tensor<[m], f32>, !relax.tensor<[n], f32>>
  %z = relax.if %p -> tuple<!relax.tensor<[m], f32>, !relax.tensor<[n], f32>> {
    relax.yield %y : tuple<!relax.tensor<[m], f32>, !relax.tensor<[n], f32>>
  } else {
    %c = relax.negative %b : !relax.tensor<[m], f32>
    %w = relax.tuple %c, %a : (!relax.tensor<[m], f32>, !relax.tensor<[n], f32>) -> tuple<!relax.tensor<[m], f32>, !relax.tensor<[n], f32>>
    relax.yield %w : tuple<!relax.tensor<[m], f32>, !relax.tensor<[n], f32>>
  }
  relax.return %z, %r : tuple<!relax.tensor<[m], f32>, !relax.tensor<[n], f32>>, !relax.tensor<[k, 2], f32>
}
// CHECK-LABEL: relax.func @main(
// CHECK-NEXT: %s_0, %s_1, %q = relax.call @swap(%x, %y, %p, %r)
// CHECK-NEXT: relax.return %s_0, %s_1, %q
relax.func @main(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>, %p: !relax.tensor<[], i1>, %r: !relax.tensor<[k, 2], f32>) -> (!relax.tensor<[m], f32>, !relax.tensor<[n], f32>, !relax.tensor<[k, 2], f32>) {
  %i = relax.tuple %y, %p : (!relax.tensor<[m], f32>, !relax.tensor<[], i1>) -> tuple<!relax.tensor<[m], f32>, !relax.tensor<[], i1>>
  %t = relax.tuple %x, %i : (!relax.tensor<[n], f32>, tuple<!relax.tensor<[m], f32>, !relax.tensor<[], i1>>) -> tuple<!relax.tensor<[n], f32>, tuple<!relax.tensor<[m], f32>, !relax.tensor<[], i1>>>
  %s, %q = relax.call @swap(%t, %r) : (tuple<!relax.tensor<[n], f32>, tuple<!relax.tensor<[m], f32>, !relax.tensor<[], i1>>>, !relax.tensor<[k, 2], f32>) -> (tuple<!relax.tensor<[m], f32>, !relax.tensor<[n], f32>>, !relax.tensor<[k, 2], f32>)
  %a = relax.tuple_get %s at 0 : (tuple<!relax.tensor<[m], f32>, !relax.tensor<[n], f32>>) -> !relax.tensor<[m], f32>
  %b = relax.tuple_get %s at 1 : (tuple<!relax.tensor<[m], f32>, !relax.tensor<[n], f32>>) -> !relax.tensor<[n], f32>
  relax.return %a, %b, %q : !relax.tensor<[m], f32>, !relax.tensor<[n], f32>, !relax.tensor<[k, 2], f32>
}

// What a match gives; the value that it looks at stays a tuple, as its patterns say, and so does what they name.
// CHECK-LABEL: relax.func private @matched(
// CHECK: %[[T:.*]] = relax.tuple
// CHECK: %y_0, %y_1 = relax.match %[[T]] : tuple<!relax.adt<@Bit>, !relax.tensor<[], i64>> -> (!relax.adt<@Bit>, !relax.tensor<[], i64>) {
// CHECK: case (@Zero, _) {
// CHECK: relax.yield %{{[^,]*}}, %{{[^,]*}} : !relax.adt<@Bit>, !relax.tensor<[], i64>
// CHECK: case %u: tuple<!relax.adt<@Bit>, !relax.tensor<[], i64>> {
relax.adt @Bit { @Zero, @One }
relax.func private @matched(%t: tuple<!relax.adt<@Bit>, !relax.tensor<[], i64>>) -> tuple<!relax.adt<@Bit>, !relax.tensor<[], i64>> {
  %y = relax.match %t : tuple<!relax.adt<@Bit>, !relax.tensor<[], i64>> -> tuple<!relax.adt<@Bit>, !relax.tensor<[], i64>> {
    case (@Zero, _) { relax.yield %t : tuple<!relax.adt<@Bit>, !relax.tensor<[], i64>> }
    case %u: tuple<!relax.adt<@Bit>, !relax.tensor<[], i64>> { relax.yield %u : tuple<!relax.adt<@Bit>, !relax.tensor<[], i64>> }
  }
  relax.return %y : tuple<!relax.adt<@Bit>, !relax.tensor<[], i64>>
}

// A declaration, and a tuple of nothing.
// CHECK-LABEL: relax.func private @declared(%arg0: !relax.tensor<[n], f32> {relax.name = "t.0"}, %arg1: !relax.tensor<[], i1> {relax.name = "t.1"}) -> !relax.tensor<[n], f32>{{$}}
relax.func private @declared(%t: tuple<!relax.tensor<[n], f32>, tuple<>, !relax.tensor<[], i1>>) -> (tuple<!relax.tensor<[n], f32>>, tuple<>)

// CHECK-LABEL: relax.func @loop(
// CHECK: %w_0, %w_1, %v = relax.while (%s_0: !relax.tensor<[], i64> = %i0, %s_1: !relax.tensor<[n], f32> = %x, %o: !relax.tensor<[n], f32> = %x)
// CHECK: relax.greater %s_0,
// CHECK: } do {
// CHECK: relax.yield %{{.*}}, %b, %s_1
// CHECK: relax.return %w_1, %v
relax.func @loop(%i0: !relax.tensor<[], i64>, %x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %s0 = relax.tuple %i0, %x : (!relax.tensor<[], i64>, !relax.tensor<[n], f32>) -> tuple<!relax.tensor<[], i64>, !relax.tensor<[n], f32>>
  %w, %v = relax.while (%s: tuple<!relax.tensor<[], i64>, !relax.tensor<[n], f32>> = %s0, %o: !relax.tensor<[n], f32> = %x) : (tuple<!relax.tensor<[], i64>, !relax.tensor<[n], f32>>, !relax.tensor<[n], f32>) -> (tuple<!relax.tensor<[], i64>, !relax.tensor<[n], f32>>, !relax.tensor<[n], f32>) {
    %i = relax.tuple_get %s at 0 : (tuple<!relax.tensor<[], i64>, !relax.tensor<[n], f32>>) -> !relax.tensor<[], i64>
    %p = relax.greater %i, %zero : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
    relax.condition %p
  } do {
    %i = relax.tuple_get %s at 0 : (tuple<!relax.tensor<[], i64>, !relax.tensor<[n], f32>>) -> !relax.tensor<[], i64>
    %a = relax.tuple_get %s at 1 : (tuple<!relax.tensor<[], i64>, !relax.tensor<[n], f32>>) -> !relax.tensor<[n], f32>
    %j = relax.subtract %i, %one : !relax.tensor<[], i64>
    %b = relax.add %a, %x : !relax.tensor<[n], f32>
    %t = relax.tuple %j, %b : (!relax.tensor<[], i64>, !relax.tensor<[n], f32>) -> tuple<!relax.tensor<[], i64>, !relax.tensor<[n], f32>>
    relax.yield %t, %a : tuple<!relax.tensor<[], i64>, !relax.tensor<[n], f32>>, !relax.tensor<[n], f32>
  }
  %y = relax.tuple_get %w at 1 : (tuple<!relax.tensor<[], i64>, !relax.tensor<[n], f32>>) -> !relax.tensor<[n], f32>
  relax.return %y, %v : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

// CHECK-LABEL: relax.func @versions(
// CHECK: relax.dispatch (%x, %x) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
// CHECK-NEXT: when (n == 4) (%a_0: !relax.tensor<[4], f32>, %a_1: !relax.tensor<[4], f32>) {
relax.func @versions(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %t = relax.tuple %x, %x : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> tuple<!relax.tensor<[n], f32>, !relax.tensor<[n], f32>>
  %y = relax.dispatch (%t) : (tuple<!relax.tensor<[n], f32>, !relax.tensor<[n], f32>>) -> tuple<!relax.tensor<[n], f32>, !relax.tensor<[n], f32>> {
    when (n == 4) (%a: tuple<!relax.tensor<[4], f32>, !relax.tensor<[4], f32>>) {
      %b = relax.tuple_get %a at 0 : (tuple<!relax.tensor<[4], f32>, !relax.tensor<[4], f32>>) -> !relax.tensor<[4], f32>
      %c = relax.negative %b : !relax.tensor<[4], f32>
      %d = relax.tuple %c, %b : (!relax.tensor<[4], f32>, !relax.tensor<[4], f32>) -> tuple<!relax.tensor<[4], f32>, !relax.tensor<[4], f32>>
      relax.yield %d : tuple<!relax.tensor<[4], f32>, !relax.tensor<[4], f32>>
    }
    else (%a: tuple<!relax.tensor<[n], f32>, !relax.tensor<[n], f32>>) {
      relax.yield %a : tuple<!relax.tensor<[n], f32>, !relax.tensor<[n], f32>>
    }
  }
  %z = relax.tuple_get %y at 0 : (tuple<!relax.tensor<[n], f32>, !relax.tensor<[n], f32>>) -> !relax.tensor<[n], f32>
  relax.return %z : !relax.tensor<[n], f32>
}

// Callers from outside see fields too.
// CHECK-LABEL: relax.func @pairs(%t_0: !relax.tensor<[n], f32> {relax.name = "t.0"}, %t_1: !relax.tensor<[], i64> {relax.name = "t.1"}) -> (!relax.tensor<[], i64> {relax.name = "y.0"}, !relax.tensor<[n], f32> {relax.name = "y.1"}) {
// CHECK-NEXT: relax.return %t_1, %t_0
relax.func @pairs(%t: tuple<!relax.tensor<[n], f32>, !relax.tensor<[], i64>> {relax.name = "t"}) -> (tuple<!relax.tensor<[], i64>, !relax.tensor<[n], f32>> {relax.name = "y"}) {
  %a = relax.tuple_get %t at 0 : (tuple<!relax.tensor<[n], f32>, !relax.tensor<[], i64>>) -> !relax.tensor<[n], f32>
  %b = relax.tuple_get %t at 1 : (tuple<!relax.tensor<[n], f32>, !relax.tensor<[], i64>>) -> !relax.tensor<[], i64>
  %y = relax.tuple %b, %a : (!relax.tensor<[], i64>, !relax.tensor<[n], f32>) -> tuple<!relax.tensor<[], i64>, !relax.tensor<[n], f32>>
  relax.return %y : tuple<!relax.tensor<[], i64>, !relax.tensor<[n], f32>>
}
