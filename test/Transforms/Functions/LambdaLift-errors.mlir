// What a lifted function would check is written before anything is lowered.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-to-vm

relax.func private @sum(%a: !relax.tensor<[n], f32>, %b: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  relax.return %a : !relax.tensor<[n], f32>
}
relax.func private @says_less(%x: !relax.tensor<[n], f32>) {
  // expected-error @below {{'relax.closure' op says less of the arguments than '@sum' asks for, which a check has to show: run 'relax-lambda-lift', which writes it}}
  %f = relax.closure @sum(%x) : (!relax.tensor<[n], f32>) -> !relax.fn<(!relax.tensor<[?], f32>) -> !relax.tensor<[n], f32>>
  relax.return
}
