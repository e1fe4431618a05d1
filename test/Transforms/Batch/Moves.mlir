// Programs of a unit that do nothing but move numbers count as gathered; what computes, or looks up, does not.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-cpu{to=fused batch=kernel})' -o %t && FileCheck %s < %t
// Two calls: 6 numbers of 4 bytes each for the concatenation, as many for the transposition. The lookup is the model's own.
// RUN: printf '"2xf32=1 2" "4xf32=3 4 5 6" "2x3xf32=1 2 3 4 5 6" "3xi64=1 0 1"\n"2xf32=2 1" "4xf32=0 0 0 1" "2x3xf32=6 5 4 3 2 1" "3xi64=0 0 0"\n' > %t.calls
// RUN: relax-run %t --calls=@%t.calls --batch --counters --compare=reference,compiled | FileCheck %s --check-prefix=COUNT
// COUNT-COUNT-2: agree: 4 results (reference)
// COUNT: counters batching: {{.*}} bytes_gathered=96{{$}}

// CHECK-DAG: tir.func private @concat_lanes({{.*}}%{{[A-Za-z0-9]+}}: !tir.buffer<[lanes, 6], f32> {tir.moved}) {
// CHECK-DAG: tir.func private @permute{{.*}}_lanes({{.*}}%{{[A-Za-z0-9]+}}: !tir.buffer<[lanes, 3, 2], f32> {tir.moved}) {
// CHECK-DAG: tir.func private @take_lanes({{.*}}%{{[A-Za-z0-9]+}}: !tir.buffer<[lanes, 3], f32>) {
// CHECK-DAG: tir.func private @less_lanes({{.*}}%{{[A-Za-z0-9]+}}: !tir.buffer<[lanes, 2], i1>) {
relax.func @main(%a: !relax.tensor<[2], f32>, %b: !relax.tensor<[4], f32>, %m: !relax.tensor<[2, 3], f32>, %i: !relax.tensor<[3], i64>) -> (!relax.tensor<[6], f32>, !relax.tensor<[3, 2], f32>, !relax.tensor<[3], f32>, !relax.tensor<[2], i1>) {
  %zero = relax.constant dense<0.0> : tensor<f32>
  %c = relax.concat %a, %b axis 0 : (!relax.tensor<[2], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[6], f32>
  %t = relax.permute_dims %m axes [1, 0] : (!relax.tensor<[2, 3], f32>) -> !relax.tensor<[3, 2], f32>
  %x = relax.take %a, %i axis 0 : (!relax.tensor<[2], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<[3], f32>
  %p = relax.less %a, %zero : (!relax.tensor<[2], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[2], i1>
  relax.return %c, %t, %x, %p : !relax.tensor<[6], f32>, !relax.tensor<[3, 2], f32>, !relax.tensor<[3], f32>, !relax.tensor<[2], i1>
}
