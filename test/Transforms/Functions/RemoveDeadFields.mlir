// Fields that nothing reads go, with what was computed for them.
// RUN: relax-opt %s --relax-remove-dead-fields --relax-remove-dead | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-lower-match),relax-remove-dead,relax-remove-dead-fields,relax-remove-dead)' | FileCheck %s --check-prefix=LOWERED
// RUN: relax-opt %s --relax-remove-dead-fields --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-opt %s --relax-remove-dead-fields | relax-run - --entry=cells --dims=n=3 --seed=1 --compare=reference,compiled
// COUNT: {{^ *}}3 relax-remove-dead-fields.fields-removed
// COUNT: {{^ *}}3 relax-remove-dead-fields.operands-removed

!int = !relax.tensor<[], i64>
!vec = !relax.tensor<[n], f32>
!cell = !relax.adt<@Cell<!vec>>
// The count is written and never read; of the pair only the second is.
// CHECK: relax.adt @Cell<a> { @Empty, @Full(!relax.var<a>, !relax.adt<@Pair>) }
// CHECK: relax.adt @Pair { @Pair(!relax.tensor<[], i64>) }
// CHECK: relax.adt @Seen { @Seen(!relax.tensor<[], i64>, !relax.adt<@Inner>) }
// CHECK: relax.adt @Inner { @Inner(!relax.tensor<[], i64>) }
// CHECK: relax.adt @Phantom<a> { @Phantom }
// LOWERED: relax.adt @Cell<a> { @Empty, @Full(!relax.var<a>, !relax.adt<@Pair>) }
relax.adt @Cell<a> { @Empty, @Full(!int, !relax.var<a>, !relax.adt<@Pair>) }
relax.adt @Pair { @Pair(!int, !int) }
relax.adt @Seen { @Seen(!int, !relax.adt<@Inner>) }
relax.adt @Inner { @Inner(!int) }
relax.adt @Phantom<a> { @Phantom(!relax.var<a>) }

// CHECK-LABEL: relax.func private @make(
// CHECK-NOT: relax.multiply
// CHECK: [[P:%.*]] = relax.construct @Pair(%k) :
// CHECK-NEXT: relax.construct @Full(%x, [[P]]) :
relax.func private @make(%k: !int, %x: !vec) -> !cell {
  %count = relax.multiply %k, %k : !int
  %p = relax.construct @Pair(%count, %k) : (!int, !int) -> !relax.adt<@Pair>
  %c = relax.construct @Full(%count, %x, %p) : (!int, !vec, !relax.adt<@Pair>) -> !cell
  relax.return %c : !cell
}
// CHECK-LABEL: relax.func private @read(
// CHECK: case @Full(%x: !relax.tensor<[n], f32>, @Pair(%b: !relax.tensor<[], i64>)) {
// LOWERED-LABEL: relax.func private @read(
// LOWERED: relax.get_field %c @Full at 0
// LOWERED: relax.get_field %c @Full at 1
relax.func private @read(%c: !cell, %d: !vec) -> !vec {
  %y = relax.match %c : !cell -> !vec {
    case @Empty {
      relax.yield %d : !vec
    }
    case @Full(%count: !int, %x: !vec, @Pair(%a: !int, %b: !int)) {
      %f = relax.cast %b : !int to !relax.tensor<[], f32>
      %z = relax.multiply %x, %f : (!vec, !relax.tensor<[], f32>) -> !vec
      relax.yield %z : !vec
    }
  }
  relax.return %y : !vec
}
relax.func @cells(%x: !vec, %k: !int) -> !vec {
  %c = relax.call @make(%k, %x) : (!int, !vec) -> !cell
  %y = relax.call @read(%c, %x) : (!cell, !vec) -> !vec
  relax.return %y : !vec
}

// What a public function takes is declared, and so is what is inside of it.
relax.func @seen(%s: !relax.adt<@Seen>) -> !int {
  %y = relax.match %s : !relax.adt<@Seen> -> !int {
    case @Seen(%a: !int, _) {
      relax.yield %a : !int
    }
  }
  relax.return %y : !int
}

// A value that goes still says what the extent in the type is.
// CHECK-LABEL: relax.func private @phantom(
// CHECK: relax.construct @Phantom() given (%x : !relax.tensor<[n], f32>)
relax.func private @phantom(%x: !vec) -> !relax.adt<@Phantom<!vec>> {
  %c = relax.construct @Phantom(%x) : (!vec) -> !relax.adt<@Phantom<!vec>>
  relax.return %c : !relax.adt<@Phantom<!vec>>
}
relax.func @phantoms(%x: !vec) {
  %c = relax.call @phantom(%x) : (!vec) -> !relax.adt<@Phantom<!vec>>
  relax.return
}
