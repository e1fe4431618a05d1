// Marks that were edited by hand.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-partition

relax.func @number(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error @+1 {{'relax.region': expected an integer}}
  %a = relax.relu %x {relax.offload = "dnn", relax.region = "x"} : !relax.tensor<[n], f32>
  relax.return %a : !relax.tensor<[n], f32>
}
// -----
relax.func @target(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error @+1 {{'relax.offload': expected the name of a target}}
  %a = relax.relu %x {relax.offload = 3, relax.region = 0} : !relax.tensor<[n], f32>
  relax.return %a : !relax.tensor<[n], f32>
}
// -----
relax.func @alone(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error @+1 {{'relax.region': expected 'relax.offload', too}}
  %a = relax.relu %x {relax.region = 0} : !relax.tensor<[n], f32>
  relax.return %a : !relax.tensor<[n], f32>
}
// -----
// The step between was forgotten: said once.
relax.func @unmerged(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-warning @+1 {{marked for 'dnn', but in no region, and stays here: 'relax-merge-regions' makes regions of marks}}
  %a = relax.relu %x {relax.offload = "dnn"} : !relax.tensor<[n], f32>
  %b = relax.relu %a {relax.offload = "dnn"} : !relax.tensor<[n], f32>
  relax.return %b : !relax.tensor<[n], f32>
}
// -----
relax.func @two(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a = relax.relu %x {relax.offload = "dnn", relax.region = 0} : !relax.tensor<[n], f32>
  // expected-error @+1 {{region 0 is of 'dnn' already}}
  %b = relax.relu %a {relax.offload = "other", relax.region = 0} : !relax.tensor<[n], f32>
  relax.return %b : !relax.tensor<[n], f32>
}
// -----
// A region that would need what needs it.
relax.func @cycle(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a = relax.relu %x {relax.offload = "dnn", relax.region = 0} : !relax.tensor<[n], f32>
  %b = relax.exp %a : !relax.tensor<[n], f32>
  // expected-error @+1 {{cannot be outlined: it uses a value that depends on the other operations and is not outlined with them}}
  %c = relax.add %a, %b {relax.offload = "dnn", relax.region = 0} : !relax.tensor<[n], f32>
  relax.return %c : !relax.tensor<[n], f32>
}
