// Steps of optimisers, by hand, in both modes; gradients of another shape are found when the program runs.
// RUN: sed -n 's,^// CALL: ,,p' %s > %t.calls
// RUN: relax-run %s --compare=reference,compiled --calls=@%t.calls
// RUN: not relax-run %s --mode=reference --entry=differs --dims=n=2,m=3 2>&1 | FileCheck %s
// RUN: not relax-run %s --entry=differs --dims=n=2,m=3 2>&1 | FileCheck %s --check-prefix=COMPILED
// CHECK: 'relax.momentum': operand 3: expected the shape of the input
// COMPILED: dimension 0: expected n = 2
// CALL: --entry=adagrad --input=r=f32=0.1 --input=t=i64=2 --input=a=2xf32="2 0" --input=b=2xf32="1 -1" --input=c=2xf32="12 3" --expect=2xf32="1.975 0.025" --expect=2xf32="16 4"
// CALL: --entry=adagrad --dims=n=0
// CALL: --entry=adagrad --dims=n=33
// CALL: --entry=adam --input=r=f64=1 --input=t=i64=0 --input=a=1xf64="4" --input=b=1xf64="2" --input=c=1xf64="0" --input=d=1xf64="4" --expect=1xf64="1.75" --expect=1xf64="1" --expect=1xf64="4"
// CALL: --entry=adam --input=r=f64=1 --input=t=i64=1 --input=a=1xf64="4" --input=b=1xf64="2" --input=c=1xf64="0" --input=d=1xf64="4" --expect=1xf64="1.75" --expect=1xf64="1" --expect=1xf64="4"
// CALL: --entry=adam --input=r=f64=1 --input=t=i64=2 --input=a=1xf64="4" --input=b=1xf64="2" --input=c=1xf64="0" --input=d=1xf64="4" --expect=1xf64="1.7795207240779507" --expect=1xf64="1" --expect=1xf64="4"
// CALL: --entry=adam --dims=n=7
// CALL: --entry=momentum --input=r=f32=0.1 --input=t=i64=0 --input=a=1xf32="1" --input=b=1xf32="1" --input=c=1xf32="2" --expect=1xf32="0.7" --expect=1xf32="3"
// CALL: --entry=momentum --input=r=f32=0.1 --input=t=i64=3 --input=a=1xf32="1" --input=b=1xf32="1" --input=c=1xf32="2" --expect=1xf32="0.85" --expect=1xf32="1.5"
// CALL: --entry=nesterov --input=r=f32=0.1 --input=t=i64=0 --input=a=1xf32="1" --input=b=1xf32="1" --input=c=1xf32="2" --expect=1xf32="0.65" --expect=1xf32="3"
// CALL: --entry=nesterov --input=r=f32=0.1 --input=t=i64=3 --input=a=1xf32="1" --input=b=1xf32="1" --input=c=1xf32="2" --expect=1xf32="0.725" --expect=1xf32="1.5"
// CALL: --entry=differs --dims=n=3,m=3

relax.func @adagrad(%r: !relax.tensor<[], f32>, %t: !relax.tensor<[], i64>, %a: !relax.tensor<[n], f32>, %b: !relax.tensor<[n], f32>, %c: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %y0, %y1 = relax.adagrad %r, %t, %a, %b, %c decay 5.0e-01 epsilon 0.0 regularization 5.0e-01 : (!relax.tensor<[], f32>, !relax.tensor<[], i64>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>)
  relax.return %y0, %y1 : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}
relax.func @adam(%r: !relax.tensor<[], f64>, %t: !relax.tensor<[], i64>, %a: !relax.tensor<[n], f64>, %b: !relax.tensor<[n], f64>, %c: !relax.tensor<[n], f64>, %d: !relax.tensor<[n], f64>) -> (!relax.tensor<[n], f64>, !relax.tensor<[n], f64>, !relax.tensor<[n], f64>) {
  %y0, %y1, %y2 = relax.adam %r, %t, %a, %b, %c, %d alpha 5.0e-01 beta 7.5e-01 epsilon 0.0 regularization 0.0 after 5.0e-01 : (!relax.tensor<[], f64>, !relax.tensor<[], i64>, !relax.tensor<[n], f64>, !relax.tensor<[n], f64>, !relax.tensor<[n], f64>, !relax.tensor<[n], f64>) -> (!relax.tensor<[n], f64>, !relax.tensor<[n], f64>, !relax.tensor<[n], f64>)
  relax.return %y0, %y1, %y2 : !relax.tensor<[n], f64>, !relax.tensor<[n], f64>, !relax.tensor<[n], f64>
}
relax.func @momentum(%r: !relax.tensor<[], f32>, %t: !relax.tensor<[], i64>, %a: !relax.tensor<[n], f32>, %b: !relax.tensor<[n], f32>, %c: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %y0, %y1 = relax.momentum %r, %t, %a, %b, %c alpha 5.0e-01 beta 2.5e-01 regularization 1.0 : (!relax.tensor<[], f32>, !relax.tensor<[], i64>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>)
  relax.return %y0, %y1 : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}
relax.func @nesterov(%r: !relax.tensor<[], f32>, %t: !relax.tensor<[], i64>, %a: !relax.tensor<[n], f32>, %b: !relax.tensor<[n], f32>, %c: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %y0, %y1 = relax.momentum %r, %t, %a, %b, %c alpha 5.0e-01 beta 2.5e-01 regularization 1.0 nesterov : (!relax.tensor<[], f32>, !relax.tensor<[], i64>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>)
  relax.return %y0, %y1 : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}
relax.func @differs(%r: !relax.tensor<[], f32>, %t: !relax.tensor<[], i64>, %a: !relax.tensor<[n], f32>, %b: !relax.tensor<[m], f32>, %c: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %y0, %y1 = relax.momentum %r, %t, %a, %b, %c alpha 5.0e-01 beta 2.5e-01 regularization 1.0 : (!relax.tensor<[], f32>, !relax.tensor<[], i64>, !relax.tensor<[n], f32>, !relax.tensor<[m], f32>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>)
  relax.return %y0, %y1 : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}
