// Errors are those of the deduction.
// RUN: relax-opt %s --relax-simplify-shapes --verify-diagnostics

relax.func @count(%x: !relax.tensor<[6], f32>) -> !relax.tensor<[?, ?], f32> {
  %t = relax.constant dense<[-1, 4]> : tensor<2xi64>
  // expected-error@+1 {{'relax.reshape' op cannot give [6] the shape [?, 4]: 6 is no multiple of 4}}
  %y = relax.reshape %x to %t : (!relax.tensor<[6], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return %y : !relax.tensor<[?, ?], f32>
}
