// Cases become branches; names with symbols that they bind become casts.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-lower-match))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-lower-match))' --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// COUNT: {{^ *}}5 relax-lower-match.matches
// COUNT: {{^ *}}1 relax-lower-match.unreachable-cases

!list = !relax.adt<@List>
relax.adt @List { @Nil, @Cons(!relax.tensor<[?], f32>, !relax.adt<@List>) }
relax.adt @Only { @Only(!relax.tensor<[k], f32>, !relax.tensor<[k], f32>) }

// CHECK-LABEL: relax.func private @nested(
relax.func private @nested(%l: !list, %no: !relax.tensor<[0], f32>) -> !relax.tensor<[?], f32> {
  // CHECK-NEXT: %y_is = relax.is_constructor %l @Cons : !relax.adt<@List>
  // CHECK-NEXT: %y_fits = relax.if %y_is -> !relax.tensor<[], i1> {
  // CHECK-NEXT:   [[REST:%.*]] = relax.get_field %l @Cons at 1 : (!relax.adt<@List>) -> !relax.adt<@List>
  // CHECK-NEXT:   [[IS:%.*]] = relax.is_constructor [[REST]] @Nil : !relax.adt<@List>
  // CHECK-NEXT:   relax.yield [[IS]] : !relax.tensor<[], i1>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   relax.yield %y_is : !relax.tensor<[], i1>
  // CHECK-NEXT: }
  // CHECK-NEXT: %y = relax.if %y_fits -> !relax.tensor<[r], f32> binds (r) where (r <= 4096) {
  // CHECK-NEXT:   [[X:%.*]] = relax.get_field %l @Cons at 0 : (!relax.adt<@List>) -> !relax.tensor<[?], f32>
  // CHECK-NEXT:   %x = relax.match_cast [[X]] : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> binds (n)
  // CHECK-NEXT:   %z = relax.relu %x : !relax.tensor<[n], f32>
  // CHECK-NEXT:   relax.yield %z : !relax.tensor<[n], f32>
  // CHECK-NEXT: } else {
  // The outermost branch binds what the match bound.
  // CHECK-NEXT:   [[IS:%.*]] = relax.is_constructor %l @Nil
  // CHECK-NEXT:   %y_case = relax.if [[IS]] -> !relax.tensor<[?], f32> {
  // CHECK-NEXT:     relax.yield %no : !relax.tensor<[0], f32>
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     %first = relax.get_field %l @Cons at 0
  // CHECK-NEXT:     relax.yield %first : !relax.tensor<[?], f32>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   relax.yield %y_case : !relax.tensor<[?], f32>
  %y = relax.match %l : !list -> !relax.tensor<[r], f32> binds (r) where (r <= 4096) {
    case @Cons(%x: !relax.tensor<[n], f32>, @Nil) {
      %z = relax.relu %x : !relax.tensor<[n], f32>
      relax.yield %z : !relax.tensor<[n], f32>
    }
    case @Nil {
      relax.yield %no : !relax.tensor<[0], f32>
    }
    case @Cons(%first: !relax.tensor<[?], f32>, _) {
      relax.yield %first : !relax.tensor<[?], f32>
    }
  }
  relax.return %y : !relax.tensor<[r], f32>
}

// One constructor fits without a question, and its symbol is bound once.
// CHECK-LABEL: relax.func private @only(
// CHECK-NEXT: [[A:%.*]] = relax.get_field %o @Only at 0 : (!relax.adt<@Only>) -> !relax.tensor<[?], f32>
// CHECK-NEXT: %a = relax.match_cast [[A]] : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> binds (n)
// CHECK-NEXT: [[B:%.*]] = relax.get_field %o @Only at 1 : (!relax.adt<@Only>) -> !relax.tensor<[?], f32>
// CHECK-NEXT: %b = relax.match_cast [[B]] : !relax.tensor<[?], f32> to !relax.tensor<[n], f32> given (%a : !relax.tensor<[n], f32>)
// CHECK-NEXT: %c = relax.add %a, %b : !relax.tensor<[n], f32>
// CHECK-NEXT: [[Y:%.*]] = relax.match_cast %c : !relax.tensor<[n], f32> to !relax.tensor<[m], f32> binds (m)
// CHECK-NEXT: relax.return [[Y]] : !relax.tensor<[m], f32>
relax.func private @only(%o: !relax.adt<@Only>) -> !relax.tensor<[?], f32> {
  %y = relax.match %o : !relax.adt<@Only> -> !relax.tensor<[m], f32> binds (m) {
    case @Only(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[n], f32>) {
      %c = relax.add %a, %b : !relax.tensor<[n], f32>
      relax.yield %c : !relax.tensor<[n], f32>
    }
  }
  relax.return %y : !relax.tensor<[m], f32>
}

// Parts of a tuple are asked one after the other.
// CHECK-LABEL: relax.func private @both(
// CHECK-NEXT: [[A:%.*]] = relax.tuple_get %t at 0
// CHECK-NEXT: [[FIRST:%.*]] = relax.is_constructor [[A]] @Nil
// CHECK-NEXT: [[FITS:%.*]] = relax.if [[FIRST]] -> !relax.tensor<[], i1> {
// CHECK-NEXT:   [[B:%.*]] = relax.tuple_get %t at 1
// CHECK-NEXT:   [[NIL:%.*]] = relax.is_constructor [[B]] @Nil
// CHECK-NEXT:   relax.yield [[NIL]] : !relax.tensor<[], i1>
// CHECK-NEXT: } else {
// CHECK-NEXT:   relax.yield [[FIRST]] : !relax.tensor<[], i1>
// CHECK-NEXT: }
// CHECK-NEXT: relax.if [[FITS]] {
relax.func private @both(%t: tuple<!list, !list>, %x: !relax.tensor<[], f32>) {
  relax.match %t : tuple<!list, !list> {
    case (@Nil, @Nil) {
      relax.emit %x as "none" : !relax.tensor<[], f32>
      relax.yield
    }
    case _ {
      relax.yield
    }
  }
  relax.return
}

// Where cases may be missing, the last one has to fit.
// CHECK-LABEL: relax.func private @partial(
// CHECK: relax.is_constructor %l @Cons
// CHECK: relax.tensor_to_shape {{.*}} -> !relax.shape<[fits]> binds (fits)
// CHECK-NEXT: relax.check(1 <= fits) of "{{.*}}:{{[0-9]+}}:8: 'relax.match partial' %y: a case for the value" given
// CHECK-NEXT: relax.get_field %l @Cons at 1
relax.func private @partial(%l: !list) -> !list {
  %y = relax.match partial %l : !list -> !list {
    case @Cons(_, %rest: !list) {
      relax.yield %rest : !list
    }
  }
  relax.return %y : !list
}

relax.func private @unreachable(%l: !list) {
  relax.match %l : !list {
    case %all: !list {
      relax.yield
    }
    case @Nil {
      relax.yield
    }
  }
  relax.return
}
