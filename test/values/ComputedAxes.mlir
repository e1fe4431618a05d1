// Axes that are values, in both modes; one compilation for all of them.
// RUN: env RELAX_CACHE_DIR= relax-run %s --compare=reference,compiled --entry=sum --input="2x3xf32=1 2 3 4 5 6" --input="1xi64=-1" --expect="2x1xf32=6 15" --then --entry=sum --input="2x3xf32=1 2 3 4 5 6" --input="2xi64=0 1" --expect="1x1xf32=21" --then --entry=sum --input="2x3xf32=1 2 3 4 5 6" --input="0xi64=" --expect="1x1xf32=21" --then --entry=sum --input="0x3xf32=" --input="1xi64=0" --expect="1x3xf32=0 0 0" --then --entry=sum --input="0x3xf32=" --input="1xi64=1" --expect="0x1xf32=" --counters | FileCheck %s --check-prefix=ONCE
// ONCE: kernels_compiled=1
// ONCE-COUNT-5: kernels_compiled=0
// RUN: relax-run %s --compare=reference,compiled --entry=max --input="2x3xf32=1 2 3 4 5 6" --input="1xi64=0" --expect="3xf32=4 5 6" --then --entry=max --input="2x3xf32=1 2 3 4 5 6" --input="1xi64=1" --expect="2xf32=3 6"
// RUN: relax-run %s --compare=reference,compiled --entry=mean --input="2x3xf16=1 2 3 4 5 6" --input="1xi64=0" --expect="1x3xf16=2.5 3.5 4.5" --then --entry=mean --input="2x3xf16=1 2 3 4 5 6" --input="2xi64=1 0" --expect="1x1xf16=3.5"
// RUN: relax-run %s --compare=reference,compiled --entry=noop --input="2x1xi32=1 2" --input="0xi64=" --expect="2x1xi32=1 2" --then --entry=noop --input="2x1xi32=1 2" --input="1xi64=0" --expect="1xi32=1" --then --entry=noop --input="2x1xi32=1 2" --input="2xi64=0 1" --expect="i32=1"
// RUN: relax-run %s --compare=reference,compiled --entry=views --input="1x3x1xf32=1 2 3" --input="1xi64=0" --expect="3x1xf32=1 2 3" --expect="1x1x3x1xf32=1 2 3" --then --entry=views --input="1x3x1xf32=1 2 3" --input="1xi64=-1" --expect="1x3xf32=1 2 3" --expect="1x3x1x1xf32=1 2 3"
// RUN: relax-run %s --compare=reference,compiled --entry=units --input="1x3x1xf32=1 2 3" --input="0xi64=" --expect="3xf32=1 2 3"
// RUN: not relax-run %s --mode=reference --entry=sum --input="2x3xf32=1 2 3 4 5 6" --input="1xi64=2" 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not relax-run %s --mode=compiled --entry=sum --input="2x3xf32=1 2 3 4 5 6" --input="1xi64=2" 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: 'relax.reduced_shape' %s: axis 2 is out of range for rank 2
// RUN: not relax-run %s --mode=reference --entry=sum --input="2x3xf32=1 2 3 4 5 6" --input="2xi64=1 -1" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not relax-run %s --mode=compiled --entry=sum --input="2x3xf32=1 2 3 4 5 6" --input="2xi64=1 -1" 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: axis -1 is there twice for rank 2
// RUN: not relax-run %s --mode=reference --entry=views --input="1x3x1xf32=1 2 3" --input="1xi64=1" 2>&1 | FileCheck %s --check-prefix=EXTENT
// RUN: not relax-run %s --mode=compiled --entry=views --input="1x3x1xf32=1 2 3" --input="1xi64=1" 2>&1 | FileCheck %s --check-prefix=EXTENT
// EXTENT: 'relax.squeeze' %y: axis 1 is not of extent 1 but of extent 3
// RUN: not relax-run %s --mode=reference --entry=other --dims=n=5,m=2 2>&1 | FileCheck %s --check-prefix=REFERENCE
// REFERENCE: dimension 0: expected 1 or 5, got 2
// RUN: not relax-run %s --mode=compiled --entry=other --dims=n=5,m=2 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: 'relax.reduce_to' %y: {{.*}}5
// RUN: relax-run %s --compare=reference,compiled --entry=other --dims=n=5,m=1 --then --entry=other --dims=n=5,m=5 --then --entry=other --dims=n=0,m=1 --then --entry=other --dims=n=0,m=0
// RUN: relax-run %s --compare=reference,compiled --entry=norms --input="2x2xf32=3 4 -6 8" --input="1xi64=-1" --expect="2x1xf32=7 14" --expect="2x1xf32=5 10" --expect="2x1xf32=25 100" --expect="2x1xf32=1.9459101 0.6931472" --expect="2x1xf32=4.3132617 8.0000008" --then --entry=norms --input="2x2xf32=3 4 -6 8" --input="2xi64=0 1" --expect="1x1xf32=21" --expect="1x1xf32=11.1803399" --expect="1x1xf32=125" --expect="1x1xf32=2.1972246" --expect="1x1xf32=8.0247" --rtol=1e-4
// RUN: relax-run %s --compare=reference,compiled --entry=norms --input="0x3xf32=" --input="1xi64=0" --expect="1x3xf32=0 0 0" --expect="1x3xf32=0 0 0" --expect="1x3xf32=0 0 0" --expect="1x3xf32=-inf -inf -inf" --expect="1x3xf32=-inf -inf -inf" --then --entry=norms --input="0x3xf32=" --input="1xi64=1" --expect="0x1xf32=" --expect="0x1xf32=" --expect="0x1xf32=" --expect="0x1xf32=" --expect="0x1xf32="
relax.func @sum(%x: !relax.tensor<[n, m], f32>, %a: !relax.tensor<[k], i64>) -> !relax.tensor<[?, ?], f32> {
  %s = relax.reduced_shape %x over %a : (!relax.tensor<[n, m], f32>, !relax.tensor<[k], i64>) -> !relax.shape<[p, q]> binds (p, q)
  %y = relax.reduce_to "sum" %x to %s : (!relax.tensor<[n, m], f32>, !relax.shape<[p, q]>) -> !relax.tensor<[p, q], f32>
  relax.return %y : !relax.tensor<[p, q], f32>
}
relax.func @max(%x: !relax.tensor<[n, m], f32>, %a: !relax.tensor<[1], i64>) -> !relax.tensor<[?], f32> {
  %s = relax.reduced_shape %x over %a : (!relax.tensor<[n, m], f32>, !relax.tensor<[1], i64>) -> !relax.shape<[p, q]> binds (p, q)
  %y = relax.reduce_to "max" %x to %s : (!relax.tensor<[n, m], f32>, !relax.shape<[p, q]>) -> !relax.tensor<[p, q], f32>
  %z = relax.squeeze %y over %a : (!relax.tensor<[p, q], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[e], f32> binds (e)
  relax.return %z : !relax.tensor<[e], f32>
}
relax.func @mean(%x: !relax.tensor<[n, m], f16>, %a: !relax.tensor<[k], i64>) -> !relax.tensor<[?, ?], f16> {
  %s = relax.reduced_shape %x over %a : (!relax.tensor<[n, m], f16>, !relax.tensor<[k], i64>) -> !relax.shape<[p, q]> binds (p, q)
  %y = relax.reduce_to "mean" %x to %s : (!relax.tensor<[n, m], f16>, !relax.shape<[p, q]>) -> !relax.tensor<[p, q], f16>
  relax.return %y : !relax.tensor<[p, q], f16>
}
relax.func @noop(%x: !relax.tensor<[n, m], i32>, %a: !relax.tensor<[k], i64>) -> !relax.tensor<*, i32> {
  %s = relax.reduced_shape %x over %a noop : (!relax.tensor<[n, m], i32>, !relax.tensor<[k], i64>) -> !relax.shape<[p, q]> binds (p, q)
  %y = relax.reduce_to "min" %x to %s : (!relax.tensor<[n, m], i32>, !relax.shape<[p, q]>) -> !relax.tensor<[p, q], i32>
  %z = relax.squeeze %y over %a noop : (!relax.tensor<[p, q], i32>, !relax.tensor<[k], i64>) -> !relax.tensor<*, i32>
  relax.return %z : !relax.tensor<*, i32>
}
relax.func @views(%x: !relax.tensor<[n, m, l], f32>, %a: !relax.tensor<[1], i64>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?, ?, ?], f32>) {
  %y = relax.squeeze %x over %a : (!relax.tensor<[n, m, l], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[e, f], f32> binds (e, f)
  %z = relax.unsqueeze %x over %a : (!relax.tensor<[n, m, l], f32>, !relax.tensor<[1], i64>) -> !relax.tensor<[g, h, i, j], f32> binds (g, h, i, j)
  relax.return %y, %z : !relax.tensor<[e, f], f32>, !relax.tensor<[g, h, i, j], f32>
}
relax.func @units(%x: !relax.tensor<[n, m, l], f32>, %a: !relax.tensor<[k], i64>) -> !relax.tensor<*, f32> {
  %y = relax.squeeze %x over %a : (!relax.tensor<[n, m, l], f32>, !relax.tensor<[k], i64>) -> !relax.tensor<*, f32>
  relax.return %y : !relax.tensor<*, f32>
}
// A shape that does not come from the input is checked.
relax.func @other(%x: !relax.tensor<[n], f32>, %z: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> {
  %s = relax.shape_of %z : !relax.tensor<[m], f32> -> !relax.shape<[m]>
  %y = relax.reduce_to "sum" %x to %s : (!relax.tensor<[n], f32>, !relax.shape<[m]>) -> !relax.tensor<[m], f32>
  relax.return %y : !relax.tensor<[m], f32>
}
relax.func @norms(%x: !relax.tensor<[n, m], f32>, %a: !relax.tensor<[k], i64>) -> (!relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>) {
  %s = relax.reduced_shape %x over %a : (!relax.tensor<[n, m], f32>, !relax.tensor<[k], i64>) -> !relax.shape<[p, q]> binds (p, q)
  %b = relax.reduce_to "reduce_l1" %x to %s : (!relax.tensor<[n, m], f32>, !relax.shape<[p, q]>) -> !relax.tensor<[p, q], f32>
  %c = relax.reduce_to "reduce_l2" %x to %s : (!relax.tensor<[n, m], f32>, !relax.shape<[p, q]>) -> !relax.tensor<[p, q], f32>
  %d = relax.reduce_to "reduce_sum_square" %x to %s : (!relax.tensor<[n, m], f32>, !relax.shape<[p, q]>) -> !relax.tensor<[p, q], f32>
  %e = relax.reduce_to "reduce_log_sum" %x to %s : (!relax.tensor<[n, m], f32>, !relax.shape<[p, q]>) -> !relax.tensor<[p, q], f32>
  %f = relax.reduce_to "reduce_log_sum_exp" %x to %s : (!relax.tensor<[n, m], f32>, !relax.shape<[p, q]>) -> !relax.tensor<[p, q], f32>
  relax.return %b, %c, %d, %e, %f : !relax.tensor<[p, q], f32>, !relax.tensor<[p, q], f32>, !relax.tensor<[p, q], f32>, !relax.tensor<[p, q], f32>, !relax.tensor<[p, q], f32>
}
