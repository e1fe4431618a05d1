// RUN: relax-opt %s --relax-remove-dead | FileCheck %s

// The weights that a prepare function makes are results that name them: one that nothing loads any more goes with its
// result, and what was only computed for it; also weights that only that had loaded.

// CHECK: relax.weight @kept : !relax.tensor<[4], f32> from "w.bin" at 0
relax.weight @kept : !relax.tensor<[4], f32> from "w.bin" at 0
// CHECK-NOT: @raw
relax.weight @raw : !relax.tensor<[4], f32> from "w.bin" at 16
// CHECK-NOT: @first
relax.weight @first : !relax.tensor<[4], f32> prepared by @make
// CHECK: relax.weight @second : !relax.tensor<[4], f32> prepared by @make
relax.weight @second : !relax.tensor<[4], f32> prepared by @make
// CHECK-NOT: @third
relax.weight @third : !relax.tensor<[4], f32> prepared by @make

// CHECK: relax.func private @make() -> (!relax.tensor<[4], f32> {relax.name = "b", relax.prepares = @second}) {
// CHECK-NEXT: %k = relax.get_weight @kept
// CHECK-NEXT: %b = relax.exp %k
// CHECK-NEXT: relax.return %b : !relax.tensor<[4], f32>
relax.func private @make() -> (!relax.tensor<[4], f32> {relax.name = "a", relax.prepares = @first}, !relax.tensor<[4], f32> {relax.name = "b", relax.prepares = @second}, !relax.tensor<[4], f32> {relax.prepares = @third}) {
  %k = relax.get_weight @kept : !relax.tensor<[4], f32>
  %r = relax.get_weight @raw : !relax.tensor<[4], f32>
  %a = relax.negative %r : !relax.tensor<[4], f32>
  %b = relax.exp %k : !relax.tensor<[4], f32>
  %c = relax.add %a, %b : !relax.tensor<[4], f32>
  relax.return %a, %b, %c : !relax.tensor<[4], f32>, !relax.tensor<[4], f32>, !relax.tensor<[4], f32>
}

// A function that is lowered already stays as it is, with its weights.
// CHECK: relax.weight @late : !relax.tensor<[4], f32> prepared by @lowered
relax.weight @late : !relax.tensor<[4], f32> prepared by @lowered
vm.func @lowered() -> !relax.tensor<[4], f32> {
  %w = vm.weight @kept : !relax.tensor<[4], f32>
  vm.return %w : !relax.tensor<[4], f32>
}

relax.func @main() -> !relax.tensor<[4], f32> {
  %w = relax.get_weight @second : !relax.tensor<[4], f32>
  relax.return %w : !relax.tensor<[4], f32>
}
