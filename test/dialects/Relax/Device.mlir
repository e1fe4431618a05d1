// Where a tensor lies is part of its type; nothing is placed by it yet.
// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s --check-prefix=DEDUCED
// RUN: relax-run %s --entry=sum --mode=reference --input="x=2xf32=1 2" --input="y=2xf32=3 4" | FileCheck %s --check-prefix=VALUES
// RUN: not relax-run %s --entry=sum --mode=compiled --dims=n=2 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not relax-opt %s --relax-to-vm 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not relax-opt %s --relax-legalize 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: Device.mlir:[[#]]:1: error: 'relax.func' op device: no program can be made for '@gpu0', only for '@host': leave the key out, or run it with 'relax-run --mode=reference', which looks at values only
// RUN: sed -n '/^relax.func @host/,/^}/p' %s > %t.mlir
// RUN: relax-run %t.mlir --compare=reference,compiled --input="x=2xf32=1 -2" | FileCheck %s --check-prefix=HOST
// RUN: relax-opt %t.mlir --relax-pipeline=cpu --to=fused | FileCheck %s --check-prefix=PLACED --implicit-check-not=device
// RUN: not relax-opt %t.mlir --relax-to-vm 2>&1 | FileCheck %s --check-prefix=LEGAL
// RUN: echo 'relax.func @k(%%x: !relax.tensor<[n], f32, device = 3>) { relax.return }' | not relax-opt 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: echo 'relax.func @k(%%x: !relax.tensor<[n], f32, layout = @a>) { relax.return }' | not relax-opt 2>&1 | FileCheck %s --check-prefix=KEY
// NAME: error: expected valid '@'-identifier for symbol name
// KEY: error: unknown key 'layout' in a tensor type: expected 'device', 'padding' or '>' behind the element type ('layout' and 'sharding' are reserved, there is no other key)

// Results of what lies on one device lie there; passes forget it nowhere.
// CHECK-LABEL: relax.func @sum(%x: !relax.tensor<[n], f32, device = @gpu0>, %y: !relax.tensor<*, f32, device = @gpu0>)
// CHECK: %z = relax.add %x, %m : !relax.tensor<[n], f32, device = @gpu0>
// DEDUCED-LABEL: relax.func @sum(
// DEDUCED: %r = relax.reshape %z : (!relax.tensor<[n], f32, device = @gpu0>) -> !relax.tensor<[n, 1], f32, device = @gpu0>
// DEDUCED-NEXT: relax.negative %r : !relax.tensor<[n, 1], f32, device = @gpu0>
// VALUES: result0 = dense<[-4.0, -6.0]>
relax.func @sum(%x: !relax.tensor<[n], f32, device = @gpu0>, %y: !relax.tensor<*, f32, device = @gpu0>) -> !relax.tensor<[n], f32, device = @gpu0> {
  %m = relax.match_cast %y : !relax.tensor<*, f32, device = @gpu0> to !relax.tensor<[n], f32, device = @gpu0> given (%x : !relax.tensor<[n], f32, device = @gpu0>)
  %z = relax.add %x, %m : !relax.tensor<[n], f32, device = @gpu0>
  %r = relax.reshape %z : (!relax.tensor<[n], f32, device = @gpu0>) -> !relax.tensor<[n, ?], f32, device = @gpu0>
  %s = relax.negative %r : !relax.tensor<[n, ?], f32, device = @gpu0>
  %t = relax.reshape %s : (!relax.tensor<[n, ?], f32, device = @gpu0>) -> !relax.tensor<[n], f32, device = @gpu0>
  relax.return %t : !relax.tensor<[n], f32, device = @gpu0>
}

// A value of which it is not known may be said to lie somewhere; branches that differ forget it.
// DEDUCED-LABEL: relax.func @join(
// DEDUCED: relax.if %p -> !relax.tensor<[n], f32> {
relax.func @join(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32, device = @gpu0>, %y: !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
  %e = relax.exp %y : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32, device = @gpu1>
  %z = relax.if %p -> !relax.tensor<[?], f32> {
    relax.yield %x : !relax.tensor<[n], f32, device = @gpu0>
  } else {
    relax.yield %e : !relax.tensor<[n], f32, device = @gpu1>
  }
  relax.return %z : !relax.tensor<[?], f32>
}

// HOST: result0 = dense<[1.0, 0.0]>
// PLACED: relax.call_tir @relu(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
// LEGAL: error: 'relax.relu' op
relax.func @host(%x: !relax.tensor<[n], f32, device = @host>) -> !relax.tensor<[n], f32, device = @host> {
  %z = relax.relu %x : !relax.tensor<[n], f32, device = @host>
  relax.return %z : !relax.tensor<[n], f32, device = @host>
}
