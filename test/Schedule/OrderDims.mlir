// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-order-dims --relax-remove-dead > %t
// RUN: FileCheck %s < %t
// Value by value: what was turned is known as such, also where extents do not show it.
// RUN: relax-run %t --compare-values=%s --entry=chain --dims=n=1,h=24,w=24 | FileCheck %s --check-prefix=VALUES
// RUN: relax-run %t --compare-values=%s --entry=chain --dims=n=1,h=5,w=7 | FileCheck %s --check-prefix=VALUES
// VALUES: values: 10 agree by name, 3 with dimensions in another order, 0 of other extents
// RUN: relax-opt %t --relax-schedule-rules | FileCheck %s --check-prefix=TILES
// A second run changes nothing.
// RUN: relax-opt %t --relax-order-dims | diff %t -
// RUN: relax-opt %s --relax-set-target=target=x86-64-v4 --relax-legalize --relax-fuse-ops --relax-order-dims --counters 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: relax-run %s --entry=chain --compare=reference,compiled --atol=1e-4 --dims=n=0,h=7,w=5 --then --entry=chain --compare=reference,compiled --atol=1e-4 --dims=n=1,h=3,w=3 --then --entry=chain --compare=reference,compiled --atol=1e-4 --dims=n=2,h=9,w=31
// RUN: relax-run %s --entry=join --compare=reference,compiled --atol=1e-4 --dims=n=0,w=5 --then --entry=join --compare=reference,compiled --atol=1e-4 --dims=n=1,w=0 --then --entry=join --compare=reference,compiled --atol=1e-4 --dims=n=3,w=1 --then --entry=join --compare=reference,compiled --atol=1e-4 --dims=n=2,w=29
// RUN: relax-run %s --entry=deep --compare=reference,compiled --atol=1e-4 --dims=n=1,w=5 --then --entry=deep --compare=reference,compiled --atol=1e-4 --dims=n=2,w=18 --then --entry=groups --compare=reference,compiled --atol=1e-4 --dims=n=2,w=7 --then --entry=odd --compare=reference,compiled --atol=1e-4 --dims=n=2,w=7 --then --entry=flat --compare=reference,compiled --atol=1e-4 --dims=n=2,w=7 --then --entry=biased --compare=reference,compiled --atol=1e-4 --dims=n=2,w=7 --then --entry=biased --compare=reference,compiled --atol=1e-4 --dims=n=1,w=0
// RUN: relax-run %s --entry=residual --compare=reference,compiled --atol=1e-4 --dims=n=2,h=3,w=1 --then --entry=residual --compare=reference,compiled --atol=1e-4 --dims=n=1,h=2,w=2 --then --entry=residual --compare=reference,compiled --atol=1e-4 --dims=n=2,h=1,w=7 --then --entry=residual --compare=reference,compiled --atol=1e-4 --dims=n=1,h=8,w=8 --then --entry=residual --compare=reference,compiled --atol=1e-4 --dims=n=2,h=9,w=15 --then --entry=residual --compare=reference,compiled --atol=1e-4 --dims=n=1,h=16,w=3 --then --entry=residual --compare=reference,compiled --atol=1e-4 --dims=n=2,h=1,w=17 --then --entry=residual --compare=reference,compiled --atol=1e-4 --dims=n=1,h=3,w=33 --then --entry=moved --compare=reference,compiled --atol=1e-4 --dims=n=2,h=3,w=1 --then --entry=moved --compare=reference,compiled --atol=1e-4 --dims=n=1,h=2,w=2 --then --entry=moved --compare=reference,compiled --atol=1e-4 --dims=n=2,h=1,w=7 --then --entry=moved --compare=reference,compiled --atol=1e-4 --dims=n=1,h=8,w=8 --then --entry=moved --compare=reference,compiled --atol=1e-4 --dims=n=2,h=9,w=15 --then --entry=moved --compare=reference,compiled --atol=1e-4 --dims=n=1,h=16,w=3 --then --entry=moved --compare=reference,compiled --atol=1e-4 --dims=n=2,h=1,w=17 --then --entry=moved --compare=reference,compiled --atol=1e-4 --dims=n=1,h=3,w=33
// RUN: relax-run %s --entry=residual --compare=reference,compiled --atol=1e-4 --dims=n=0,h=3,w=3 --then --entry=moved --compare=reference,compiled --atol=1e-4 --dims=n=0,h=3,w=3

// COUNT-DAG: 23 relax-order-dims.tensors-turned
// COUNT-DAG: 10 relax-order-dims.copies

// The result of a convolution is turned to its channels, what follows goes along, and a maximum over places needs no copy.
// CHECK-LABEL: relax.func @chain
// CHECK: %b = relax.call_tir @[[$CONV:[a-z0-9_]*]](%x, %k) : {{.*}} -> !relax.tensor<[n, h, w, 24], f32>
// CHECK-NEXT: %c = relax.call_tir @[[$POOL:[a-z0-9_]*]](%b) : {{.*}} -> !relax.tensor<[n, h, w, 24], f32>
// CHECK-NEXT: %e = relax.call_tir {{.*}}(%c, %p) : {{.*}} -> !relax.tensor<[n, h, w, 16], f32>
// CHECK-NEXT: %f = relax.call_tir {{.*}}(%e) : {{.*}} -> !relax.tensor<[n, 16], f32>
// CHECK-NEXT: relax.return %f

// What is returned is in the order of the signature. A reduction along the last dimension goes along as well.
// CHECK-LABEL: relax.func @join
// CHECK: %a = relax.call_tir {{.*}}(%x, %k) : {{.*}} -> !relax.tensor<[n, 5, w, 24], f32>
// CHECK-NEXT: %[[ROWS:.*]] = relax.reshape %a : {{.*}} -> !relax.tensor<[n, 5 * w, 24], f32>
// CHECK-NEXT: %[[MOVED:.*]] = relax.call_tir @[[$COPY:[a-z0-9_]*]](%[[ROWS]]) : {{.*}} -> !relax.tensor<[n, 24, 5 * w], f32>
// CHECK-NEXT: %a_plain = relax.reshape %[[MOVED]] : {{.*}} -> !relax.tensor<[n, 24, 5, w], f32>
// CHECK-NEXT: %b = relax.call_tir {{.*}}(%a) : {{.*}} -> !relax.tensor<[n, 5, w, 24], f32>
// CHECK: relax.call_tir @[[$COPY]]
// CHECK-NEXT: %b_plain = relax.reshape
// CHECK-NEXT: %c = relax.call_tir {{.*}}(%a_plain, %b_plain) : {{.*}} -> !relax.tensor<[n, 48, 5, w], f32>
// CHECK-NEXT: %max = relax.call_tir {{.*}}(%a) : {{.*}} -> !relax.tensor<[n, 5, 1, 24], f32>
// CHECK: relax.return %c, %s

// Channel by channel, with a stride.
// CHECK-LABEL: relax.func @deep
// CHECK: %b = relax.call_tir {{.*}}(%a, %d) : {{.*}} -> !relax.tensor<[n, 3, w ceildiv 2, 24], f32>
// CHECK-NEXT: %c = relax.call_tir {{.*}}(%b, %p) symbols (w = w) : {{.*}} -> !relax.tensor<[n, 3, w ceildiv 2, 16], f32>
// CHECK: %c_plain = relax.reshape
// CHECK-NEXT: relax.return %c_plain

// Groups of 32 channels are whole vectors, groups of 17 are not: they read their input as it was.
// CHECK-LABEL: relax.func @groups
// CHECK: %b = relax.call_tir {{.*}}(%a, %g) : {{.*}} -> !relax.tensor<[n, 6, w, 64], f32>
// CHECK-LABEL: relax.func @odd
// CHECK: %a_plain = relax.reshape
// CHECK-NEXT: %b = relax.call_tir {{.*}}(%a_plain, %o) : {{.*}} -> !relax.tensor<[n, 34, 6, w], f32>
// CHECK-NEXT: relax.return %b

// A copy and a view take less than divisions for every element where channels and places become one dimension.
// CHECK-LABEL: relax.func @flat
// CHECK: %a = relax.call_tir {{.*}}(%x, %k) : {{.*}} -> !relax.tensor<[n, 6, w, 24], f32>
// CHECK: %a_plain = relax.reshape {{.*}} -> !relax.tensor<[n, 24, 6, w], f32>
// CHECK-NEXT: %b = relax.call_tir {{.*}}(%a_plain) : (!relax.tensor<[n, 24, 6, w], f32>) -> !relax.tensor<[n, 144 * w], f32>
// CHECK-NEXT: relax.return %b

// What moves elements channel by channel and adds a bias on the way is the copy itself; what it adds to may lie otherwise.
// CHECK-LABEL: relax.func @biased
// CHECK: %a = relax.call_tir {{.*}}(%x, %k) : {{.*}} -> !relax.tensor<[n, 6, w, 24], f32>
// CHECK: %b = relax.call_tir {{.*}}(%m, %c) : (!relax.tensor<[n, 6, w, 24], f32>, !relax.tensor<[24, 1], f32>) -> !relax.tensor<[n, 24, 6 * w], f32>
// CHECK-NEXT: relax.return %b

// Loops that are there already read what they read before.
// CHECK-LABEL: relax.func @loops
// CHECK: %a_plain = relax.reshape
// CHECK-NEXT: %b = relax.call_tir @negate(%a_plain) : (!relax.tensor<[n, 24, 6, w], f32>) -> !relax.tensor<[n, 24, 6, w], f32>

// A sum reads the same for all channels, what is added behind it reads channel by channel: its own input goes along, or is copied once.
// CHECK-LABEL: relax.func @residual
// CHECK: %a = relax.call_tir {{.*}}(%x, %k) : {{.*}} -> !relax.tensor<[n, h, w, 24], f32>
// CHECK-NEXT: %c = relax.call_tir @[[$OWN:[a-z0-9_]*]](%a, %q) : {{.*}} -> !relax.tensor<[n, h, w, 24], f32>
// CHECK-NEXT: %m = relax.call_tir {{.*}}(%c)
// CHECK-LABEL: relax.func @moved
// CHECK: %[[MOVED:.*]] = relax.call_tir {{.*}} -> !relax.tensor<[n, h * w, 24], f32>
// CHECK: %[[TURNED:.*]] = relax.reshape %[[MOVED]] : {{.*}} -> !relax.tensor<[n, h, w, 24], f32>
// CHECK-NEXT: %c = relax.call_tir @[[$OWN]](%[[TURNED]], %q)
// CHECK-NEXT: %m = relax.call_tir {{.*}}(%c)
// TILES: tir.schedule @fused_conv_add_0_cpu
// TILES: tir.compute_at %conv,
// TILES: tir.vectorize

// What is no weight cannot be packed.
// CHECK-LABEL: relax.func @stays
// CHECK: relax.call_tir {{.*}} -> !relax.tensor<[n, 24, 6, w], f32>

// CHECK: tir.func private @[[$POOL]](%X: !tir.buffer<[n, h, w, 24], f32>, %Y: !tir.buffer<[n, h, w, 24], f32>)
// CHECK: tir.load %X[%b, %i + %u - 1, %j + %v - 1, %c] pad
// CHECK: tir.reduce @max_f32{{.*}} into (%Y[%b, %i, %j, %c])
// CHECK: tir.func private @[[$CONV]](%X: !tir.buffer<[n, 3, h, w], f32>, %{{[KW]}}: {{.*}}, %B: !tir.buffer<[n, h, w, 24], f32>)
// CHECK: tir.load %X[%b, %c, %i + %u - 1, %j + %v - 1] pad
// CHECK: tir.reduce {{.*}} into (%B[%b, %i, %j, %o])
// CHECK: tir.store {{.*}}, %B[%i, %k, %l, %j]
// CHECK: tir.func private @[[$COPY]]
// CHECK: tir.compute "pack" (%p0, %p1, %p2) in [d0, 24, d1] {
// CHECK-NEXT: tir.load %W[%p0, %p2, %p1]
// CHECK-NEXT: tir.store {{.*}}, %P[%p0, %p1, %p2]

relax.weight @k : !relax.tensor<[24, 3, 3, 3], f32> prepared by @make
relax.weight @p : !relax.tensor<[16, 24, 1, 1], f32> prepared by @make
relax.weight @d : !relax.tensor<[24, 1, 3, 3], f32> prepared by @make
relax.weight @g : !relax.tensor<[64, 12, 1, 1], f32> prepared by @make
relax.weight @o : !relax.tensor<[34, 12, 1, 1], f32> prepared by @make
relax.weight @q : !relax.tensor<[24, 24, 1, 1], f32> prepared by @make
relax.func private @make() -> (!relax.tensor<[24, 3, 3, 3], f32> {relax.prepares = @k}, !relax.tensor<[16, 24, 1, 1], f32> {relax.prepares = @p}, !relax.tensor<[24, 1, 3, 3], f32> {relax.prepares = @d}, !relax.tensor<[64, 12, 1, 1], f32> {relax.prepares = @g}, !relax.tensor<[34, 12, 1, 1], f32> {relax.prepares = @o}, !relax.tensor<[24, 24, 1, 1], f32> {relax.prepares = @q}) {
  %i = relax.iota begin 0 step 1 : !relax.tensor<[768], f32>
  %z = relax.sin %i : !relax.tensor<[768], f32>
  %zk = relax.strided_slice %z axes [0] begins [0] ends [648] steps [1] : (!relax.tensor<[768], f32>) -> !relax.tensor<[648], f32>
  %k = relax.reshape %zk : (!relax.tensor<[648], f32>) -> !relax.tensor<[24, 3, 3, 3], f32>
  %zp = relax.strided_slice %z axes [0] begins [0] ends [384] steps [1] : (!relax.tensor<[768], f32>) -> !relax.tensor<[384], f32>
  %p = relax.reshape %zp : (!relax.tensor<[384], f32>) -> !relax.tensor<[16, 24, 1, 1], f32>
  %zd = relax.strided_slice %z axes [0] begins [0] ends [216] steps [1] : (!relax.tensor<[768], f32>) -> !relax.tensor<[216], f32>
  %d = relax.reshape %zd : (!relax.tensor<[216], f32>) -> !relax.tensor<[24, 1, 3, 3], f32>
  %g = relax.reshape %z : (!relax.tensor<[768], f32>) -> !relax.tensor<[64, 12, 1, 1], f32>
  %zo = relax.strided_slice %z axes [0] begins [0] ends [408] steps [1] : (!relax.tensor<[768], f32>) -> !relax.tensor<[408], f32>
  %o = relax.reshape %zo : (!relax.tensor<[408], f32>) -> !relax.tensor<[34, 12, 1, 1], f32>
  %zq = relax.strided_slice %z axes [0] begins [0] ends [576] steps [1] : (!relax.tensor<[768], f32>) -> !relax.tensor<[576], f32>
  %q = relax.reshape %zq : (!relax.tensor<[576], f32>) -> !relax.tensor<[24, 24, 1, 1], f32>
  relax.return %k, %p, %d, %g, %o, %q : !relax.tensor<[24, 3, 3, 3], f32>, !relax.tensor<[16, 24, 1, 1], f32>, !relax.tensor<[24, 1, 3, 3], f32>, !relax.tensor<[64, 12, 1, 1], f32>, !relax.tensor<[34, 12, 1, 1], f32>, !relax.tensor<[24, 24, 1, 1], f32>
}

relax.func @chain(%x: !relax.tensor<[n, 3, h, w], f32>) -> !relax.tensor<[n, 16], f32> {
  %k = relax.get_weight @k : !relax.tensor<[24, 3, 3, 3], f32>
  %p = relax.get_weight @p : !relax.tensor<[16, 24, 1, 1], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, h, w], f32>, !relax.tensor<[24, 3, 3, 3], f32>) -> !relax.tensor<[n, 24, h, w], f32>
  %b = relax.relu %a : !relax.tensor<[n, 24, h, w], f32>
  %c = relax.max_pool %b window [3, 3] strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] : !relax.tensor<[n, 24, h, w], f32>
  %e = relax.conv %c, %p strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 24, h, w], f32>, !relax.tensor<[16, 24, 1, 1], f32>) -> !relax.tensor<[n, 16, h, w], f32>
  %f = relax.max %e over [2, 3] : (!relax.tensor<[n, 16, h, w], f32>) -> !relax.tensor<[n, 16], f32>
  relax.return %f : !relax.tensor<[n, 16], f32>
}
relax.func @join(%x: !relax.tensor<[n, 3, 5, w], f32>) -> (!relax.tensor<[n, 48, 5, w], f32>, !relax.tensor<[n, 24, 5, w], f32>) {
  %k = relax.get_weight @k : !relax.tensor<[24, 3, 3, 3], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 5, w], f32>, !relax.tensor<[24, 3, 3, 3], f32>) -> !relax.tensor<[n, 24, 5, w], f32>
  %b = relax.tanh %a : !relax.tensor<[n, 24, 5, w], f32>
  %c = relax.concat %a, %b axis 1 : (!relax.tensor<[n, 24, 5, w], f32>, !relax.tensor<[n, 24, 5, w], f32>) -> !relax.tensor<[n, 48, 5, w], f32>
  %s = relax.softmax %a over 3 : !relax.tensor<[n, 24, 5, w], f32>
  relax.return %c, %s : !relax.tensor<[n, 48, 5, w], f32>, !relax.tensor<[n, 24, 5, w], f32>
}
relax.func @deep(%x: !relax.tensor<[n, 3, 6, w], f32>) -> !relax.tensor<[n, 16, 3, (w + 1) floordiv 2], f32> {
  %k = relax.get_weight @k : !relax.tensor<[24, 3, 3, 3], f32>
  %d = relax.get_weight @d : !relax.tensor<[24, 1, 3, 3], f32>
  %p = relax.get_weight @p : !relax.tensor<[16, 24, 1, 1], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 6, w], f32>, !relax.tensor<[24, 3, 3, 3], f32>) -> !relax.tensor<[n, 24, 6, w], f32>
  %b = relax.conv %a, %d strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] groups 24 : (!relax.tensor<[n, 24, 6, w], f32>, !relax.tensor<[24, 1, 3, 3], f32>) -> !relax.tensor<[n, 24, 3, (w + 1) floordiv 2], f32>
  %c = relax.conv %b, %p strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 24, 3, (w + 1) floordiv 2], f32>, !relax.tensor<[16, 24, 1, 1], f32>) -> !relax.tensor<[n, 16, 3, (w + 1) floordiv 2], f32>
  relax.return %c : !relax.tensor<[n, 16, 3, (w + 1) floordiv 2], f32>
}
relax.func @groups(%x: !relax.tensor<[n, 3, 6, w], f32>) -> !relax.tensor<[n, 64, 6, w], f32> {
  %k = relax.get_weight @k : !relax.tensor<[24, 3, 3, 3], f32>
  %g = relax.get_weight @g : !relax.tensor<[64, 12, 1, 1], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 6, w], f32>, !relax.tensor<[24, 3, 3, 3], f32>) -> !relax.tensor<[n, 24, 6, w], f32>
  %b = relax.conv %a, %g strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 : (!relax.tensor<[n, 24, 6, w], f32>, !relax.tensor<[64, 12, 1, 1], f32>) -> !relax.tensor<[n, 64, 6, w], f32>
  relax.return %b : !relax.tensor<[n, 64, 6, w], f32>
}
relax.func @odd(%x: !relax.tensor<[n, 3, 6, w], f32>) -> !relax.tensor<[n, 34, 6, w], f32> {
  %k = relax.get_weight @k : !relax.tensor<[24, 3, 3, 3], f32>
  %o = relax.get_weight @o : !relax.tensor<[34, 12, 1, 1], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 6, w], f32>, !relax.tensor<[24, 3, 3, 3], f32>) -> !relax.tensor<[n, 24, 6, w], f32>
  %b = relax.conv %a, %o strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 2 : (!relax.tensor<[n, 24, 6, w], f32>, !relax.tensor<[34, 12, 1, 1], f32>) -> !relax.tensor<[n, 34, 6, w], f32>
  relax.return %b : !relax.tensor<[n, 34, 6, w], f32>
}
relax.func @flat(%x: !relax.tensor<[n, 3, 6, w], f32>) -> !relax.tensor<[n, 144 * w], f32> {
  %k = relax.get_weight @k : !relax.tensor<[24, 3, 3, 3], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 6, w], f32>, !relax.tensor<[24, 3, 3, 3], f32>) -> !relax.tensor<[n, 24, 6, w], f32>
  %b = relax.reshape %a : (!relax.tensor<[n, 24, 6, w], f32>) -> !relax.tensor<[n, 144 * w], f32>
  relax.return %b : !relax.tensor<[n, 144 * w], f32>
}
relax.func @biased(%x: !relax.tensor<[n, 3, 6, w], f32>, %c: !relax.tensor<[24, 1], f32>) -> !relax.tensor<[n, 24, 6 * w], f32> {
  %k = relax.get_weight @k : !relax.tensor<[24, 3, 3, 3], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 6, w], f32>, !relax.tensor<[24, 3, 3, 3], f32>) -> !relax.tensor<[n, 24, 6, w], f32>
  %m = relax.max_pool %a window [2, 2] strides [1, 1] pads [1, 1, 0, 0] dilations [1, 1] : (!relax.tensor<[n, 24, 6, w], f32>) -> !relax.tensor<[n, 24, 6, w], f32>
  %f = relax.reshape %m : (!relax.tensor<[n, 24, 6, w], f32>) -> !relax.tensor<[n, 24, 6 * w], f32>
  %b = relax.add %f, %c : (!relax.tensor<[n, 24, 6 * w], f32>, !relax.tensor<[24, 1], f32>) -> !relax.tensor<[n, 24, 6 * w], f32>
  relax.return %b : !relax.tensor<[n, 24, 6 * w], f32>
}
tir.func @negate(%X: !tir.buffer<[n, 24, 6, w], f32>, %Y: !tir.buffer<[n, 24, 6, w], f32>) {
  tir.for "b" (%b) in [n] {
    tir.compute "negate" (%i, %j, %k) in [24, 6, w] {
      %x = tir.load %X[%b, %i, %j, %k] : !tir.buffer<[n, 24, 6, w], f32>
      %y = arith.negf %x : f32
      tir.store %y, %Y[%b, %i, %j, %k] : !tir.buffer<[n, 24, 6, w], f32>
    }
  }
  tir.return
}
relax.func @loops(%x: !relax.tensor<[n, 3, 6, w], f32>) -> !relax.tensor<[n, 24, 6, w], f32> {
  %k = relax.get_weight @k : !relax.tensor<[24, 3, 3, 3], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 6, w], f32>, !relax.tensor<[24, 3, 3, 3], f32>) -> !relax.tensor<[n, 24, 6, w], f32>
  %b = relax.call_tir @negate(%a) : (!relax.tensor<[n, 24, 6, w], f32>) -> !relax.tensor<[n, 24, 6, w], f32>
  relax.return %b : !relax.tensor<[n, 24, 6, w], f32>
}
relax.func @residual(%x: !relax.tensor<[n, 3, h, w], f32>) -> !relax.tensor<[n, 24], f32> {
  %k = relax.get_weight @k : !relax.tensor<[24, 3, 3, 3], f32>
  %q = relax.get_weight @q : !relax.tensor<[24, 24, 1, 1], f32>
  %a = relax.conv %x, %k strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, h, w], f32>, !relax.tensor<[24, 3, 3, 3], f32>) -> !relax.tensor<[n, 24, h, w], f32>
  %b = relax.conv %a, %q strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 24, h, w], f32>, !relax.tensor<[24, 24, 1, 1], f32>) -> !relax.tensor<[n, 24, h, w], f32>
  %c = relax.add %b, %a : (!relax.tensor<[n, 24, h, w], f32>, !relax.tensor<[n, 24, h, w], f32>) -> !relax.tensor<[n, 24, h, w], f32>
  %m = relax.max_pool %c window [3, 3] strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] : !relax.tensor<[n, 24, h, w], f32>
  %f = relax.max %m over [2, 3] : (!relax.tensor<[n, 24, h, w], f32>) -> !relax.tensor<[n, 24], f32>
  relax.return %f : !relax.tensor<[n, 24], f32>
}
relax.func @moved(%x: !relax.tensor<[n, 24, h, w], f32>) -> !relax.tensor<[n, 24], f32> {
  %q = relax.get_weight @q : !relax.tensor<[24, 24, 1, 1], f32>
  %a = relax.softmax %x over 3 : !relax.tensor<[n, 24, h, w], f32>
  %b = relax.conv %a, %q strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1 : (!relax.tensor<[n, 24, h, w], f32>, !relax.tensor<[24, 24, 1, 1], f32>) -> !relax.tensor<[n, 24, h, w], f32>
  %c = relax.add %b, %a : (!relax.tensor<[n, 24, h, w], f32>, !relax.tensor<[n, 24, h, w], f32>) -> !relax.tensor<[n, 24, h, w], f32>
  %m = relax.max_pool %c window [3, 3] strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] : !relax.tensor<[n, 24, h, w], f32>
  %f = relax.max %m over [2, 3] : (!relax.tensor<[n, 24, h, w], f32>) -> !relax.tensor<[n, 24], f32>
  relax.return %f : !relax.tensor<[n, 24], f32>
}
relax.func @stays(%x: !relax.tensor<[n, 3, 6, w], f32>, %k: !relax.tensor<[24, 3, 3, 3], f32>) -> !relax.tensor<[n, 24, 6, w], f32> {
  %a = relax.conv %x, %k strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1 : (!relax.tensor<[n, 3, 6, w], f32>, !relax.tensor<[24, 3, 3, 3], f32>) -> !relax.tensor<[n, 24, 6, w], f32>
  relax.return %a : !relax.tensor<[n, 24, 6, w], f32>
}
