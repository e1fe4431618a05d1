// The checks that deduction writes at edges, and those of shapes, run alike in both modes.
// RUN: relax-run %s '--input=p=i1=false' '--input=x=3xf32=1 2 3' '--input=y=3xf32=4 5 6' --input=w=3x4xf32=0 --compare=reference,compiled | FileCheck %s
// RUN: relax-run %s '--input=p=i1=false' --input=x=0xf32= --input=y=0xf32= --input=w=0x4xf32= --compare=reference,compiled | FileCheck %s --check-prefix=EMPTY
// A branch that is not taken checks nothing.
// RUN: relax-run %s '--input=p=i1=true' '--input=x=3xf32=1 2 3' '--input=y=2xf32=4 5' --input=w=3x4xf32=0 --compare=reference,compiled | FileCheck %s --check-prefix=OTHER
// RUN: not relax-run %s '--input=p=i1=false' '--input=x=3xf32=1 2 3' '--input=y=2xf32=4 5' --input=w=3x4xf32=0 --mode=compiled 2>&1 | FileCheck %s --check-prefix=EDGE
// RUN: not relax-run %s '--input=p=i1=false' '--input=x=3xf32=1 2 3' '--input=y=2xf32=4 5' --input=w=3x4xf32=0 --mode=reference 2>&1 | FileCheck %s --check-prefix=EDGE
// RUN: not relax-run %s '--input=p=i1=true' '--input=x=3xf32=1 2 3' '--input=y=2xf32=4 5' --input=w=4x4xf32=0 --mode=compiled 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not relax-run %s '--input=p=i1=true' '--input=x=3xf32=1 2 3' '--input=y=2xf32=4 5' --input=w=4x4xf32=0 --mode=reference 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not relax-run %s '--input=p=i1=true' --input=x=6xf32=0 --input=y=2xf32=0 --input=w=6x4xf32=0 --mode=compiled 2>&1 | FileCheck %s --check-prefix=FACT
// RUN: not relax-run %s '--input=p=i1=true' --input=x=6xf32=0 --input=y=2xf32=0 --input=w=6x4xf32=0 --mode=reference 2>&1 | FileCheck %s --check-prefix=FACT

// CHECK: result0 = dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
// CHECK-NEXT: result1 = dense<[3, 4]> : tensor<2xi64>
// EMPTY: result0 = dense<> : tensor<0xf32>
// EMPTY-NEXT: result1 = dense<[0, 4]> : tensor<2xi64>
// OTHER: result0 = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
// EDGE: error: {{.*}}dimension 0: expected n = 3 (from input 'x', dimension 0), got 2
// SHAPE: error: {{.*}}'relax.match_cast' %d{{.*}}: expected
// FACT: error: {{.*}}'relax.match_cast' %c{{.*}}: expected

relax.func @main(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>, %y: !relax.tensor<[?], f32>, %w: !relax.tensor<[m, 4], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[2], i64>) {
  %z = relax.if %p -> !relax.tensor<[n], f32> {
    relax.yield %x : !relax.tensor<[n], f32>
  } else {
    relax.yield %y : !relax.tensor<[?], f32>
  }
  %s = relax.shape_of %w : !relax.tensor<[m, 4], f32> -> !relax.shape<[m, 4]>
  %c = relax.match_cast %s : !relax.shape<[m, 4]> to !relax.shape<[q, r]> binds (q, r) where (q <= 5)
  %d = relax.match_cast %c : !relax.shape<[q, r]> to !relax.shape<[n, 4]> given (%x : !relax.tensor<[n], f32>)
  %t = relax.shape_to_tensor %d : !relax.shape<[n, 4]> -> !relax.tensor<[2], i64>
  relax.return %z, %t : !relax.tensor<[n], f32>, !relax.tensor<[2], i64>
}
