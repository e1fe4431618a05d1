// What only the run knows.
// RUN: not relax-run %s --mode=reference --entry=main --input=a=1x1x2x1xf32="1 2" --input=m=3x2xi1="1 1 1 1 1 1" 2>&1 | FileCheck %s
// RUN: not relax-run %s --mode=reference --entry=heads --input=a=1x3x1x1xf32="1 2 3" --input=k=1x2x1x1xf32="1 2" 2>&1 | FileCheck %s --check-prefix=HEADS
// RUN: not relax-run %s --mode=reference --entry=packed --input=a=1x1x3xf32="1 2 3" 2>&1 | FileCheck %s --check-prefix=PACKED
// RUN: not relax-run %s --mode=reference --entry=rotary --input=x=1x1x1x3xf32="1 2 3" --input=c=1x1x1xf32=1 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not relax-run %s --mode=reference --entry=rotary --input=x=1x1x1x2xf32="1 2" --input=c=1x1x2xf32="1 2" 2>&1 | FileCheck %s --check-prefix=ANGLES
// RUN: not relax-run %s --mode=reference --entry=table --input=x=1x1x1x2xf32="1 2" --input=c=3x1xf32="1 2 3" --input=p=1x1xi64=3 2>&1 | FileCheck %s --check-prefix=ROW
// RUN: not relax-run %s --mode=reference --entry=table --input=x=1x1x1x2xf32="1 2" --input=c=3x1xf32="1 2 3" --input=p=1x2xi64="0 1" 2>&1 | FileCheck %s --check-prefix=PLACES
// RUN: not relax-run %s --mode=reference --entry=any --input=x=2xf32="1 2" 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not relax-run %s --mode=reference --entry=anymask --input=x=2xf32="1 2" 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: not relax-run %s --mode=reference --entry=anyrotary --input=x=2xf32="1 2" --input=c=1x1x1xf32=1 2>&1 | FileCheck %s --check-prefix=ROTARY
// RUN: not relax-run %s --mode=reference --entry=lengths --input=x=1x1x1x1xf32=1 --input=l=2xi64="1 1" 2>&1 | FileCheck %s --check-prefix=LENGTHS
// RUN: not relax-run %s --mode=reference --entry=linear --input=x=1x1x3xf32="1 2 3" 2>&1 | FileCheck %s --check-prefix=LINEAR

// CHECK: 'relax.attention' %y: mask: expected a shape that broadcasts to the scores
relax.func @main(%a: !relax.tensor<[b, 1, s, 1], f32>, %m: !relax.tensor<[m, n], i1>) -> !relax.tensor<[b, 1, s, 1], f32> {
  %y = relax.attention %a, %a, %a mask %m : (!relax.tensor<[b, 1, s, 1], f32>, !relax.tensor<[b, 1, s, 1], f32>, !relax.tensor<[b, 1, s, 1], f32>, !relax.tensor<[m, n], i1>) -> !relax.tensor<[b, 1, s, 1], f32>
  relax.return %y : !relax.tensor<[b, 1, s, 1], f32>
}

// HEADS: extents of query, key, value and past do not fit
relax.func @heads(%a: !relax.tensor<[b, h, s, 1], f32>, %k: !relax.tensor<[b, g, t, 1], f32>) -> !relax.tensor<[b, h, s, 1], f32> {
  %y = relax.attention %a, %k, %k : (!relax.tensor<[b, h, s, 1], f32>, !relax.tensor<[b, g, t, 1], f32>, !relax.tensor<[b, g, t, 1], f32>) -> !relax.tensor<[b, h, s, 1], f32>
  relax.return %y : !relax.tensor<[b, h, s, 1], f32>
}

// PACKED: expected packed heads that 2 divides, got 3
relax.func @packed(%a: !relax.tensor<[b, s, d], f32>) -> !relax.tensor<[b, s, ?], f32> {
  %y = relax.attention %a, %a, %a heads 2, 2 : (!relax.tensor<[b, s, d], f32>, !relax.tensor<[b, s, d], f32>, !relax.tensor<[b, s, d], f32>) -> !relax.tensor<[b, s, ?], f32>
  relax.return %y : !relax.tensor<[b, s, ?], f32>
}

// ODD: rotated: expected an even number of at most 3, got 3
// ANGLES: cosine and sine: expected 1 angles for each position
relax.func @rotary(%x: !relax.tensor<[b, h, s, d], f32>, %c: !relax.tensor<[b, s, e], f32>) -> !relax.tensor<[b, h, s, d], f32> {
  %y = relax.rotary_embedding %x, %c, %c heads 0 rotated 0 : (!relax.tensor<[b, h, s, d], f32>, !relax.tensor<[b, s, e], f32>, !relax.tensor<[b, s, e], f32>) -> !relax.tensor<[b, h, s, d], f32>
  relax.return %y : !relax.tensor<[b, h, s, d], f32>
}

// ROW: place 3 is outside of the 3 rows
// PLACES: places: expected one for each position
relax.func @table(%x: !relax.tensor<[b, h, s, d], f32>, %c: !relax.tensor<[r, e], f32>, %p: !relax.tensor<[b, t], i64>) -> !relax.tensor<[b, h, s, d], f32> {
  %y = relax.rotary_embedding %x, %c, %c at %p heads 0 rotated 0 : (!relax.tensor<[b, h, s, d], f32>, !relax.tensor<[r, e], f32>, !relax.tensor<[r, e], f32>, !relax.tensor<[b, t], i64>) -> !relax.tensor<[b, h, s, d], f32>
  relax.return %y : !relax.tensor<[b, h, s, d], f32>
}

// RANK: expected rank 4, or rank 3 with 'heads', got 1
relax.func @any(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %y = relax.attention %x, %x, %x : (!relax.tensor<*, f32>, !relax.tensor<*, f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.return %y : !relax.tensor<*, f32>
}

// MASK: input: expected rank 4 and float elements
relax.func @anymask(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %y = relax.attention_mask %x offset 0 causal : (!relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  relax.return %y : !relax.tensor<*, f32>
}

// ROTARY: input: expected float elements and rank 4, or packed heads that 'heads' divides
relax.func @anyrotary(%x: !relax.tensor<*, f32>, %c: !relax.tensor<[b, s, e], f32>) -> !relax.tensor<*, f32> {
  %y = relax.rotary_embedding %x, %c, %c heads 0 rotated 0 : (!relax.tensor<*, f32>, !relax.tensor<[b, s, e], f32>, !relax.tensor<[b, s, e], f32>) -> !relax.tensor<*, f32>
  relax.return %y : !relax.tensor<*, f32>
}

// LENGTHS: lengths: expected an integer per sample
relax.func @lengths(%x: !relax.tensor<[b, h, s, d], f32>, %l: !relax.tensor<[n], i64>) -> !relax.tensor<[b, h, s, d], f32> {
  %y = relax.attention %x, %x, %x lengths %l : (!relax.tensor<[b, h, s, d], f32>, !relax.tensor<[b, h, s, d], f32>, !relax.tensor<[b, h, s, d], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[b, h, s, d], f32>
  relax.return %y : !relax.tensor<[b, h, s, d], f32>
}

// LINEAR: query and value: expected rank 3 and a last extent that the heads divide
relax.func @linear(%x: !relax.tensor<[b, t, h], f32>) -> !relax.tensor<[b, t, ?], f32> {
  %y, %s = relax.linear_attention %x, %x, %x heads 2, 2 : (!relax.tensor<[b, t, h], f32>, !relax.tensor<[b, t, h], f32>, !relax.tensor<[b, t, h], f32>) -> (!relax.tensor<[b, t, ?], f32>, !relax.tensor<[b, 2, ?, ?], f32>)
  relax.return %y : !relax.tensor<[b, t, ?], f32>
}
