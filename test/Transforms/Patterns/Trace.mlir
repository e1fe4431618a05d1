// Where a pattern came nearest, and why it went no further.
// RUN: split-file %s %t
// RUN: relax-opt %t/main.mlir --relax-apply-patterns="file=%t/patterns.mlir trace=all" -o %t/out.mlir 2>&1 | FileCheck %s
//
// CHECK: main.mlir:{{.*}}: remark: '@argument' is not found; nearest here, 1 of 2 operations: an argument stands where 'relax.exp' is expected
// CHECK: '@name' is not found; nearest here, 1 of 2 operations: 'relax.log' stands where 'relax.exp' is expected
// CHECK: '@count' is not found; nearest here, 1 of 2 operations: 'relax.concat': expected 3 operands, got 2
// CHECK: '@region' is not found; nearest here, 1 of 2 operations: 'relax.tan' stands in another region
// CHECK: '@two_operations' is not found; nearest here, 3 of 3 operations: two values stand where the pattern has one
// CHECK: '@two_moments' is not found; nearest here, 2 of 2 operations: two operations stand where the pattern has one
// CHECK: '@other_use' is not found; nearest here, 1 of 2 operations: no other use of a value is the 'relax.cosh' that is expected
// CHECK: '@apart' is not found; nearest here, 1 of 2 operations: nothing leads to result 1
// CHECK: '@used' is not found; nearest here, 2 of 2 operations: 'relax.sinh' is used elsewhere, too
// CHECK: '@check' is not found; nearest here, 1 of 1 operations: 'constant' does not hold
// CHECK: '@type' is not found; nearest here, 2 of 2 operations: expected a value of type !relax.tensor<*, f64>, got !relax.tensor<[n], f32>
// CHECK: '@fits' is not found; nearest here, 1 of 1 operations: 'relax.matmul' of the rewrite does not fit here
// CHECK: '@number' is not found; nearest here, 1 of 1 operations: 'relax.strided_slice' of the rewrite needs a number for an attribute, and the extent here is none
// CHECK: '@result' is not found; nearest here, 1 of 1 operations: result 0 of the rewrite is of another type
// CHECK: '@missing' is not found; nearest here, 1 of 2 operations: argument 1 is of an alternative that is not here
// CHECK: '@made_of' is not found; nearest here, 2 of 2 operations: one result is made of another one
// CHECK: '@between' is not found; nearest here, 2 of 2 operations: between the results an operation cannot move
// CHECK: '@large' is not found; nearest here, 1 of 1 operations: 'relax.reshape' of the rewrite has extents that leave 64 bits
// CHECK: '@condition' is not found; nearest here, 1 of 1 operations: a condition cannot be computed here
// CHECK: '@extent' is not found; nearest here, 1 of 1 operations: an extent cannot be computed here
// CHECK: '@long' is not found; {{.*}}: the search has taken 4096 steps

//--- patterns.mlir
relax.pattern @argument(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.exp %x : !relax.tensor<*, ?>
  %b = relax.abs %a : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @r0 : @argument => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> { relax.pattern_return %x : !relax.tensor<*, ?> }
relax.pattern @name(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.exp %x : !relax.tensor<*, ?>
  %b = relax.ceil %a : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @r1 : @name => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> { relax.pattern_return %x : !relax.tensor<*, ?> }
relax.pattern @count(%x: !relax.tensor<[n], ?>) -> !relax.tensor<[3 * n], ?> {
  %a = relax.concat %x, %x, %x axis 0 : (!relax.tensor<[n], ?>, !relax.tensor<[n], ?>, !relax.tensor<[n], ?>) -> !relax.tensor<[3 * n], ?>
  %b = relax.floor %a : !relax.tensor<[3 * n], ?>
  relax.pattern_return %b : !relax.tensor<[3 * n], ?>
}
relax.rewrite @r2 : @count => (%x: !relax.tensor<[n], ?>) -> !relax.tensor<[3 * n], ?> {
  %a = relax.concat %x, %x, %x axis 0 : (!relax.tensor<[n], ?>, !relax.tensor<[n], ?>, !relax.tensor<[n], ?>) -> !relax.tensor<[3 * n], ?>
  relax.pattern_return %a : !relax.tensor<[3 * n], ?>
}
relax.pattern @region(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.tan %x : !relax.tensor<*, ?>
  %b = relax.atan %a : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @r3 : @region => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> { relax.pattern_return %x : !relax.tensor<*, ?> }
relax.pattern @two_operations(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.sin %x : !relax.tensor<*, ?>
  %c = relax.mod %a, %a : !relax.tensor<*, ?>
  %b = relax.round %c : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @r4 : @two_operations => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> { relax.pattern_return %x : !relax.tensor<*, ?> }
relax.pattern @two_moments(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, 1], f32> {
  %m, %i = relax.layer_norm_statistics %x from 1 epsilon 1.0 : (!relax.tensor<[n, m], f32>) -> (!relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], f32>)
  %b = relax.divide %m, %i : !relax.tensor<[n, 1], f32>
  relax.pattern_return %b : !relax.tensor<[n, 1], f32>
}
relax.rewrite @r20 : @two_moments => (%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, 1], f32> {
  %m, %i = relax.layer_norm_statistics %x from 1 epsilon 1.0 : (!relax.tensor<[n, m], f32>) -> (!relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], f32>)
  relax.pattern_return %m : !relax.tensor<[n, 1], f32>
}
relax.pattern @other_use(%x: !relax.tensor<*, ?>) -> (!relax.tensor<*, ?>, !relax.tensor<*, ?>) {
  %a = relax.acos %x : !relax.tensor<*, ?>
  %b = relax.cosh %x : !relax.tensor<*, ?>
  relax.pattern_return %a, %b : !relax.tensor<*, ?>, !relax.tensor<*, ?>
}
relax.rewrite @r5 : @other_use => (%x: !relax.tensor<*, ?>) -> (!relax.tensor<*, ?>, !relax.tensor<*, ?>) { relax.pattern_return %x, %x : !relax.tensor<*, ?>, !relax.tensor<*, ?> }
relax.pattern @apart(%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> (!relax.tensor<*, ?>, !relax.tensor<*, ?>) {
  %a = relax.acos %x : !relax.tensor<*, ?>
  %b = relax.cosh %y : !relax.tensor<*, ?>
  relax.pattern_return %a, %b : !relax.tensor<*, ?>, !relax.tensor<*, ?>
}
relax.rewrite @r6 : @apart => (%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> (!relax.tensor<*, ?>, !relax.tensor<*, ?>) { relax.pattern_return %x, %y : !relax.tensor<*, ?>, !relax.tensor<*, ?> }
relax.pattern @used(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.sinh %x {once} : !relax.tensor<*, ?>
  %b = relax.asinh %a : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @r7 : @used => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> { relax.pattern_return %x : !relax.tensor<*, ?> }
relax.pattern @check(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %a = relax.sinh %x : !relax.tensor<*, ?>
  relax.match_check "constant"(%x : !relax.tensor<*, ?>)
  relax.pattern_return %a : !relax.tensor<*, ?>
}
relax.rewrite @r8 : @check => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> { relax.pattern_return %x : !relax.tensor<*, ?> }
relax.pattern @type(%x: !relax.tensor<*, f64>) -> !relax.tensor<*, ?> {
  %a = relax.cast %x : !relax.tensor<*, f64> to !relax.tensor<*, ?>
  %b = relax.erf %a : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @r9 : @type => (%x: !relax.tensor<*, f64>) -> !relax.tensor<*, ?> {
  %a = relax.cast %x : !relax.tensor<*, f64> to !relax.tensor<*, ?>
  relax.pattern_return %a : !relax.tensor<*, ?>
}
relax.pattern @fits(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %a = relax.sinh %x : !relax.tensor<*, f32>
  relax.pattern_return %a : !relax.tensor<*, f32>
}
relax.rewrite @r10 : @fits => (%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %c = relax.constant dense<1.0> : tensor<3x3xf32>
  %a = relax.matmul %x, %c : (!relax.tensor<*, f32>, !relax.tensor<[3, 3], f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %a : !relax.tensor<*, f32>
}
relax.pattern @number(%x: !relax.tensor<[n], ?>) -> !relax.tensor<[n], ?> {
  %a = relax.sinh %x : !relax.tensor<[n], ?>
  relax.pattern_return %a : !relax.tensor<[n], ?>
}
relax.rewrite @r11 : @number => (%x: !relax.tensor<[n], ?>) -> !relax.tensor<[n], ?> {
  %a = relax.strided_slice %x axes [0] begins [0] ends [1] steps [1] {with = {ends = [#sym.expr<n>]}} : (!relax.tensor<[n], ?>) -> !relax.tensor<[?], ?>
  relax.pattern_return %a : !relax.tensor<[?], ?>
}
relax.pattern @result(%x: !relax.tensor<[n], ?>) -> !relax.tensor<[n], ?> {
  %a = relax.sinh %x : !relax.tensor<[n], ?>
  relax.pattern_return %a : !relax.tensor<[n], ?>
}
relax.rewrite @r12 : @result => (%x: !relax.tensor<[n], ?>) -> !relax.tensor<[n], ?> {
  %a = relax.strided_slice %x axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[n], ?>) -> !relax.tensor<[?], ?>
  relax.pattern_return %a : !relax.tensor<[?], ?>
}
relax.pattern @missing(%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %s = relax.power %x, %y : !relax.tensor<*, ?>
  %o = relax.match_any "o"(%x, %s) : (!relax.tensor<*, ?>, !relax.tensor<*, ?>) -> !relax.tensor<*, ?>
  %a = relax.sinh %o : !relax.tensor<*, ?>
  relax.pattern_return %a : !relax.tensor<*, ?>
}
relax.rewrite @r13 : @missing => (%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> { relax.pattern_return %y : !relax.tensor<*, ?> }
relax.pattern @made_of(%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> (!relax.tensor<*, ?>, !relax.tensor<*, ?>) {
  %a = relax.shift_left %x, %y : !relax.tensor<*, ?>
  %b = relax.shift_right %x, %a : !relax.tensor<*, ?>
  relax.pattern_return %a, %b : !relax.tensor<*, ?>, !relax.tensor<*, ?>
}
relax.rewrite @r14 : @made_of => (%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> (!relax.tensor<*, ?>, !relax.tensor<*, ?>) { relax.pattern_return %x, %y : !relax.tensor<*, ?>, !relax.tensor<*, ?> }
relax.pattern @between(%x: !relax.tensor<*, ?>) -> (!relax.tensor<*, ?>, !relax.tensor<*, ?>) {
  %a = relax.acosh %x : !relax.tensor<*, ?>
  %b = relax.atanh %x : !relax.tensor<*, ?>
  relax.pattern_return %a, %b : !relax.tensor<*, ?>, !relax.tensor<*, ?>
}
relax.rewrite @r15 : @between => (%x: !relax.tensor<*, ?>) -> (!relax.tensor<*, ?>, !relax.tensor<*, ?>) { relax.pattern_return %x, %x : !relax.tensor<*, ?>, !relax.tensor<*, ?> }
relax.pattern @large(%x: !relax.tensor<[n], f64>) -> !relax.tensor<[n], f64> {
  %a = relax.sign %x : !relax.tensor<[n], f64>
  relax.pattern_return %a : !relax.tensor<[n], f64>
}
relax.rewrite @r16 : @large => (%x: !relax.tensor<[n], f64>) -> !relax.tensor<[n], f64> {
  %a = relax.reshape %x : (!relax.tensor<[n], f64>) -> !relax.tensor<[?, 9000000000000000000 * n], f64>
  %b = relax.reshape %a : (!relax.tensor<[?, 9000000000000000000 * n], f64>) -> !relax.tensor<[n], f64>
  relax.pattern_return %b : !relax.tensor<[n], f64>
}
relax.pattern @condition(%x: !relax.tensor<[n], f64>) -> !relax.tensor<[n], f64> where (9000000000000000000 * n >= 2) {
  %a = relax.sign %x : !relax.tensor<[n], f64>
  relax.pattern_return %a : !relax.tensor<[n], f64>
}
relax.rewrite @r17 : @condition => (%x: !relax.tensor<[n], f64>) -> !relax.tensor<[n], f64> { relax.pattern_return %x : !relax.tensor<[n], f64> }
relax.pattern @extent(%x: !relax.tensor<[n], f64>, %y: !relax.tensor<[9000000000000000000 * n], f64>) -> !relax.tensor<[?], f64> {
  %a = relax.concat %x, %y axis 0 : (!relax.tensor<[n], f64>, !relax.tensor<[9000000000000000000 * n], f64>) -> !relax.tensor<[?], f64>
  relax.pattern_return %a : !relax.tensor<[?], f64>
}
relax.rewrite @r18 : @extent => (%x: !relax.tensor<[n], f64>, %y: !relax.tensor<[9000000000000000000 * n], f64>) -> !relax.tensor<[?], f64> { relax.pattern_return %x : !relax.tensor<[n], f64> }
relax.pattern @long(%x0: !relax.tensor<[], i64>, %x1: !relax.tensor<[], i64>, %x2: !relax.tensor<[], i64>, %x3: !relax.tensor<[], i64>, %x4: !relax.tensor<[], i64>, %x5: !relax.tensor<[], i64>, %x6: !relax.tensor<[], i64>, %x7: !relax.tensor<[], i64>, %x8: !relax.tensor<[], i64>, %x9: !relax.tensor<[], i64>, %x10: !relax.tensor<[], i64>, %x11: !relax.tensor<[], i64>, %x12: !relax.tensor<[], i64>) -> !relax.tensor<[], i64> {
  %y0 = relax.bitwise_not %x0 : !relax.tensor<[], i64>
  %y1 = relax.add %y0, %x1 : !relax.tensor<[], i64>
  %y2 = relax.add %y1, %x2 : !relax.tensor<[], i64>
  %y3 = relax.add %y2, %x3 : !relax.tensor<[], i64>
  %y4 = relax.add %y3, %x4 : !relax.tensor<[], i64>
  %y5 = relax.add %y4, %x5 : !relax.tensor<[], i64>
  %y6 = relax.add %y5, %x6 : !relax.tensor<[], i64>
  %y7 = relax.add %y6, %x7 : !relax.tensor<[], i64>
  %y8 = relax.add %y7, %x8 : !relax.tensor<[], i64>
  %y9 = relax.add %y8, %x9 : !relax.tensor<[], i64>
  %y10 = relax.add %y9, %x10 : !relax.tensor<[], i64>
  %y11 = relax.add %y10, %x11 : !relax.tensor<[], i64>
  %y12 = relax.add %y11, %x12 : !relax.tensor<[], i64>
  relax.pattern_return %y12 : !relax.tensor<[], i64>
}
relax.rewrite @r19 : @long => (%x0: !relax.tensor<[], i64>, %x1: !relax.tensor<[], i64>, %x2: !relax.tensor<[], i64>, %x3: !relax.tensor<[], i64>, %x4: !relax.tensor<[], i64>, %x5: !relax.tensor<[], i64>, %x6: !relax.tensor<[], i64>, %x7: !relax.tensor<[], i64>, %x8: !relax.tensor<[], i64>, %x9: !relax.tensor<[], i64>, %x10: !relax.tensor<[], i64>, %x11: !relax.tensor<[], i64>, %x12: !relax.tensor<[], i64>) -> !relax.tensor<[], i64> { relax.pattern_return %x0 : !relax.tensor<[], i64> }

//--- main.mlir
relax.func @one(%x: !relax.tensor<[n], f32>, %p: !relax.tensor<[], i1>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[2 * n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %a = relax.abs %x : !relax.tensor<[n], f32>
  %l = relax.log %x : !relax.tensor<[n], f32>
  %b = relax.ceil %l : !relax.tensor<[n], f32>
  %c = relax.concat %x, %x axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n], f32>
  %d = relax.floor %c : !relax.tensor<[2 * n], f32>
  %t = relax.tan %x : !relax.tensor<[n], f32>
  %e = relax.if %p -> !relax.tensor<[n], f32> {
    %u = relax.atan %t : !relax.tensor<[n], f32>
    relax.yield %u : !relax.tensor<[n], f32>
  } else {
    relax.yield %x : !relax.tensor<[n], f32>
  }
  %s1 = relax.sin %x : !relax.tensor<[n], f32>
  %s2 = relax.sin %a : !relax.tensor<[n], f32>
  %m = relax.mod %s1, %s2 : !relax.tensor<[n], f32>
  %f = relax.round %m : !relax.tensor<[n], f32>
  %g = relax.acos %x : !relax.tensor<[n], f32>
  %h = relax.sinh %x : !relax.tensor<[n], f32>
  %i = relax.asinh %h : !relax.tensor<[n], f32>
  %v = relax.cast %x : !relax.tensor<[n], f32> to !relax.tensor<[n], f32>
  %j = relax.erf %v : !relax.tensor<[n], f32>
  relax.return %a, %b, %d, %e, %f, %g, %h, %i, %j : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[2 * n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}
relax.func @two(%x: !relax.tensor<[n], i32>, %y: !relax.tensor<[n], i32>, %z: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], i32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %a = relax.shift_left %x, %y : !relax.tensor<[n], i32>
  %b = relax.shift_right %x, %a : !relax.tensor<[n], i32>
  %c = relax.acosh %z : !relax.tensor<[n], f32>
  relax.emit %c as "c" : !relax.tensor<[n], f32>
  %d = relax.atanh %z : !relax.tensor<[n], f32>
  relax.return %b, %c, %d : !relax.tensor<[n], i32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}
relax.func @three(%x: !relax.tensor<[2 * k], f64>, %y: !relax.tensor<[k], f64>) -> (!relax.tensor<[2 * k], f64>, !relax.tensor<[3 * k], f64>) {
  %a = relax.sign %x : !relax.tensor<[2 * k], f64>
  %b = relax.concat %x, %y axis 0 : (!relax.tensor<[2 * k], f64>, !relax.tensor<[k], f64>) -> !relax.tensor<[3 * k], f64>
  relax.return %a, %b : !relax.tensor<[2 * k], f64>, !relax.tensor<[3 * k], f64>
}
relax.func @moments(%x: !relax.tensor<[n, 0], f32>) -> !relax.tensor<[n, 1], f32> {
  %m, %i = relax.layer_norm_statistics %x from 1 epsilon 1.0 : (!relax.tensor<[n, 0], f32>) -> (!relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], f32>)
  %m2, %i2 = relax.layer_norm_statistics %x from 1 epsilon 1.0 : (!relax.tensor<[n, 0], f32>) -> (!relax.tensor<[n, 1], f32>, !relax.tensor<[n, 1], f32>)
  %b = relax.divide %m, %i2 : !relax.tensor<[n, 1], f32>
  relax.return %b : !relax.tensor<[n, 1], f32>
}
// Each sum has two ways on.
relax.func @four(%x0: !relax.tensor<[], i64>) -> !relax.tensor<[], i64> {
  %x1 = relax.add %x0, %x0 : !relax.tensor<[], i64>
  %x2 = relax.add %x1, %x1 : !relax.tensor<[], i64>
  %x3 = relax.add %x2, %x2 : !relax.tensor<[], i64>
  %x4 = relax.add %x3, %x3 : !relax.tensor<[], i64>
  %x5 = relax.add %x4, %x4 : !relax.tensor<[], i64>
  %x6 = relax.add %x5, %x5 : !relax.tensor<[], i64>
  %x7 = relax.add %x6, %x6 : !relax.tensor<[], i64>
  %x8 = relax.add %x7, %x7 : !relax.tensor<[], i64>
  %x9 = relax.add %x8, %x8 : !relax.tensor<[], i64>
  %x10 = relax.add %x9, %x9 : !relax.tensor<[], i64>
  %x11 = relax.add %x10, %x10 : !relax.tensor<[], i64>
  %x12 = relax.add %x11, %x11 : !relax.tensor<[], i64>
  relax.return %x12 : !relax.tensor<[], i64>
}
