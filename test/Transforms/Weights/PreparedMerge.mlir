// Three functions prepare weights, the first from what the last one does, and
// two have a symbol of the same name. One function prepares all of them.
// RUN: relax-opt %s --relax-prepare-weights --relax-remove-dead -o %t
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t
// RUN: relax-opt %t --relax-prepare-weights --relax-remove-dead | diff - %t
// RUN: relax-run %s --input="3xf32=1 1 1" | FileCheck %s
// RUN: relax-run %t --input="3xf32=1 1 1" | FileCheck %s
// RUN: relax-run %s --compare=reference,compiled --seed=1

// CHECK: [14.0, 28.0, 34.0]

// TEXT: relax.weight @sum : {{.*}} prepared by @first
// TEXT: relax.weight @two : {{.*}} prepared by @first
// TEXT: relax.weight @f : {{.*}} prepared by @first
// TEXT: relax.func private @first()
// TEXT-SAME: relax.prepares = @sum{{.*}}relax.prepares = @two{{.*}}relax.prepares = @f
// TEXT-NOT: relax.get_weight
// TEXT: relax.return
// TEXT-NOT: relax.func private

relax.weight @sum : !relax.tensor<[3], f32> prepared by @first
relax.weight @count : !relax.tensor<[1], i64> prepared by @second
relax.weight @two : !relax.tensor<[3], f32> prepared by @third

relax.func private @first() -> (!relax.tensor<[3], f32> {relax.prepares = @sum}) {
  %c = relax.constant dense<[0, 1, 1]> : tensor<3xi64>
  %a = relax.nonzero %c : (!relax.tensor<[3], i64>) -> !relax.tensor<[1, k], i64> binds (k)
  %two = relax.get_weight @two : !relax.tensor<[3], f32>
  %ten = relax.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %s = relax.add %two, %ten : (!relax.tensor<[3], f32>, !relax.tensor<[3], f32>) -> !relax.tensor<[3], f32>
  relax.return %s : !relax.tensor<[3], f32>
}
relax.func private @second() -> (!relax.tensor<[1], i64> {relax.prepares = @count}) {
  %c = relax.constant dense<[1, 0, 0]> : tensor<3xi64>
  %a = relax.nonzero %c : (!relax.tensor<[3], i64>) -> !relax.tensor<[1, k], i64> binds (k)
  %f = relax.reshape %a : (!relax.tensor<[1, k], i64>) -> !relax.tensor<[k], i64>
  %s = relax.shape_of %f : !relax.tensor<[k], i64> -> !relax.shape<[k]>
  %t = relax.shape_to_tensor %s : !relax.shape<[k]> -> !relax.tensor<[1], i64>
  relax.return %t : !relax.tensor<[1], i64>
}
relax.func private @third() -> (!relax.tensor<[3], f32> {relax.prepares = @two}) {
  %c = relax.constant dense<[1.0, 3.0, 1.0]> : tensor<3xf32>
  relax.return %c : !relax.tensor<[3], f32>
}
relax.func @main(%x: !relax.tensor<[3], f32>) -> !relax.tensor<[3], f32> {
  %s = relax.get_weight @sum : !relax.tensor<[3], f32>
  %k = relax.get_weight @count : !relax.tensor<[1], i64>
  %f = relax.cast %k : !relax.tensor<[1], i64> to !relax.tensor<[1], f32>
  %y = relax.add %x, %s : !relax.tensor<[3], f32>
  %z = relax.add %y, %f : (!relax.tensor<[3], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[3], f32>
  %w = relax.get_weight @two : !relax.tensor<[3], f32>
  %r = relax.add %z, %w : !relax.tensor<[3], f32>
  relax.return %r : !relax.tensor<[3], f32>
}
