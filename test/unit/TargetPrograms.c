//===- TargetPrograms.c - tests of the forms a tir.func can have ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One kernel per form: scans, updates, composite extents, element types, names.
// Values are small integers, so that results are exact in any order.
//
//===----------------------------------------------------------------------===//

#include "test/unit/TargetTest.h"

#define N "!tir.buffer<[n], f32>"

/// Runs in order: each point reads what the one before it wrote.
static void scanInOrder(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      "tir.func @cumsum(%X: !tir.buffer<[m, n], f32>, %Y: !tir.buffer<[m, n], "
      "f32>) {\n"
      "  tir.compute \"s\" (scan %t, %j) in [m, n] {\n"
      "    %zero = arith.constant 0.0 : f32\n"
      "    %x = tir.load %X[%t, %j] : !tir.buffer<[m, n], f32>\n"
      "    %p = tir.load %Y[%t - 1, %j] pad %zero : !tir.buffer<[m, n], f32>\n"
      "    %y = arith.addf %x, %p : f32\n"
      "    tir.store %y, %Y[%t, %j] : !tir.buffer<[m, n], f32>\n"
      "  }\n"
      "  tir.return\n"
      "}\n");
  float x[] = {1, 2, 3, 4, 5, 6}, y[6], want[] = {1, 2, 4, 6, 9, 12};
  runKernel(jit, "cumsum", (void *[]){x, y}, (int64_t[]){3, 2});
  expectExact(y, want, 6);
  relaxJitDestroy(jit);
}

/// `update` goes on from what is there, in registers and, where the target
/// depends on the data, in memory.
static void updateInPlace(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      ADD
      "tir.func @count(%I: !tir.buffer<[n], i64>, %H: !tir.buffer<[m], f32>, "
      "%S: !tir.buffer<[], f32>) {\n"
      "  tir.compute \"h\" (reduce %k) in [n] update {\n"
      "    %one = arith.constant 1.0 : f32\n"
      "    %i = tir.load %I[%k] : !tir.buffer<[n], i64>\n"
      "    %j = arith.index_cast %i : i64 to index\n"
      "    tir.reduce @add (%one) into (%H[%j]) : !tir.buffer<[m], f32>\n"
      "  }\n"
      "  tir.compute \"s\" (reduce %k) in [m] update {\n"
      "    %h = tir.load %H[%k] : !tir.buffer<[m], f32>\n"
      "    tir.reduce @add (%h) into (%S[]) : !tir.buffer<[], f32>\n"
      "  }\n"
      "  tir.return\n"
      "}\n");
  int64_t i[] = {2, 0, 2, 2};
  float h[] = {10, 20, 30}, s = 100, want[] = {11, 20, 33};
  runKernel(jit, "count", (void *[]){i, h, &s}, (int64_t[]){4, 3});
  expectExact(h, want, 3);
  assert_true(s == 164);
  relaxJitDestroy(jit);
}

/// A target whose index is loaded, at a point of the outer loops: it is
/// initialised there, also without anything to reduce.
static void indirectTarget(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      ADD "tir.func @scatter(%P: !tir.buffer<[n], i64>, %X: !tir.buffer<[n, "
          "m], f32>, %Y: !tir.buffer<[n], f32>) {\n"
          "  tir.compute \"s\" (%i, reduce %k) in [n, m] {\n"
          "    %p = tir.load %P[%i] : !tir.buffer<[n], i64>\n"
          "    %j = arith.index_cast %p : i64 to index\n"
          "    %x = tir.load %X[%i, %k] : !tir.buffer<[n, m], f32>\n"
          "    tir.reduce @add (%x) into (%Y[%j]) : !tir.buffer<[n], f32>\n"
          "  }\n"
          "  tir.return\n"
          "}\n");
  int64_t p[] = {1, 2, 0};
  float x[] = {1, 2, 3, 4, 5, 6}, y[] = {NAN, NAN, NAN}, want[] = {11, 3, 7},
        zeros[] = {0, 0, 0};
  runKernel(jit, "scatter", (void *[]){p, x, y}, (int64_t[]){3, 2});
  expectExact(y, want, 3);
  runKernel(jit, "scatter", (void *[]){p, x, y}, (int64_t[]){3, 0});
  expectExact(y, zeros, 3);
  relaxJitDestroy(jit);
}

/// Two reductions and a store in one body; one reduction below a condition,
/// and one that the body reads while it grows.
static void severalTargets(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      ADD
      "tir.func @several(%X: !tir.buffer<[m, n], f32>, %P: !tir.buffer<[m], "
      "f32>, %S: !tir.buffer<[m], f32>, %R: !tir.buffer<[m, n], f32>) {\n"
      "  tir.compute \"s\" (%i, reduce %k) in [m, n] {\n"
      "    %zero = arith.constant 0.0 : f32\n"
      "    %x = tir.load %X[%i, %k] : !tir.buffer<[m, n], f32>\n"
      "    %c = arith.cmpf ogt, %x, %zero : f32\n"
      "    scf.if %c {\n"
      "      tir.reduce @add (%x) into (%P[%i]) : !tir.buffer<[m], f32>\n"
      "    }\n"
      "    tir.reduce @add (%x) into (%S[%i]) : !tir.buffer<[m], f32>\n"
      "    %r = tir.load %S[%i] : !tir.buffer<[m], f32>\n"
      "    tir.store %r, %R[%i, %k] : !tir.buffer<[m, n], f32>\n"
      "  }\n"
      "  tir.return\n"
      "}\n");
  float x[] = {1, -2, 4, -8, 16, -32}, p[2], s[2], r[6];
  float wantP[] = {5, 16}, wantS[] = {3, -24}, wantR[] = {1, -1, 3, -8, 8, -24};
  runKernel(jit, "several", (void *[]){x, p, s, r}, (int64_t[]){2, 3});
  expectExact(p, wantP, 2);
  expectExact(s, wantS, 2);
  expectExact(r, wantR, 6);
  runKernel(jit, "several", (void *[]){x, p, s, r}, (int64_t[]){2, 0});
  assert_true(p[0] == 0 && p[1] == 0 && s[0] == 0 && s[1] == 0);
  relaxJitDestroy(jit);
}

/// Two reductions side by side stay in registers.
static void twoReductions(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      ADD "tir.func @two(%X: " N ", %A: !tir.buffer<[], f32>, %B: "
          "!tir.buffer<[], f32>) {\n"
          "  tir.compute \"t\" (reduce %k) in [n] {\n"
          "    %x = tir.load %X[%k] : " N "\n"
          "    %q = arith.mulf %x, %x : f32\n"
          "    tir.reduce @add (%x) into (%A[]) : !tir.buffer<[], f32>\n"
          "    tir.reduce @add (%q) into (%B[]) : !tir.buffer<[], f32>\n"
          "  }\n"
          "  tir.return\n"
          "}\n");
  float x[] = {1, 2, 3}, a = NAN, b = NAN;
  runKernel(jit, "two", (void *[]){x, &a, &b}, (int64_t[]){3});
  assert_true(a == 6 && b == 14);
  relaxJitDestroy(jit);
}

/// A symbol of the `symbols` clause, extents and indices that are expressions.
static void compositeExtents(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      "tir.func @fold(%X: !tir.buffer<[2 * n + 1, k], f32>, %Y: "
      "!tir.buffer<[k * (2 * n + 1)], f32>) symbols (n, s) where (s >= 1) {\n"
      "  tir.compute \"f\" (%i) in [k * (2 * n + 1)] {\n"
      "    %x = tir.load %X[%i floordiv max(k, 1), %i mod max(k, 1)] : "
      "!tir.buffer<[2 * n + 1, k], f32>\n"
      "    %e = tir.extent ((%i - 2) mod s + 10 * ((%i - 2) floordiv s) + 100 "
      "* (%i ceildiv s)) : index\n"
      "    %v = arith.index_cast %e : index to i64\n"
      "    %w = arith.sitofp %v : i64 to f32\n"
      "    %y = arith.addf %x, %w : f32\n"
      "    tir.store %y, %Y[%i] : !tir.buffer<[k * (2 * n + 1)], f32>\n"
      "  }\n"
      "  tir.return\n"
      "}\n");
  float x[] = {1, 2, 3, 4, 5, 6}, y[6], want[6];
  for (int i = 0; i < 6; ++i) { // s = 3
    int mod = ((i - 2) % 3 + 3) % 3, div = (i - 2 - mod) / 3, up = (i + 2) / 3;
    want[i] = x[i] + (float)(mod + 10 * div + 100 * up);
  }
  runKernel(jit, "fold", (void *[]){x, y}, (int64_t[]){2, 1, 3}); // k, n, s
  expectExact(y, want, 6);
  relaxJitDestroy(jit);
}

/// A bool is a byte, 0 or 1; half floats; 8-bit integers.
static void elementTypes(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      "tir.func @types(%X: !tir.buffer<[n], i8>, %B: !tir.buffer<[n], i1>, %H: "
      "!tir.buffer<[n], f16>) {\n"
      "  tir.compute \"t\" (%i) in [n] {\n"
      "    %zero = arith.constant 0 : i8\n"
      "    %x = tir.load %X[%i] : !tir.buffer<[n], i8>\n"
      "    %b = arith.cmpi sgt, %x, %zero : i8\n"
      "    tir.store %b, %B[%i] : !tir.buffer<[n], i1>\n"
      "    %h = arith.sitofp %x : i8 to f16\n"
      "    %e = math.exp %h : f16\n"
      "    tir.store %e, %H[%i] : !tir.buffer<[n], f16>\n"
      "  }\n"
      "  tir.compute \"n\" (%i) in [n] {\n"
      "    %b = tir.load %B[%i] : !tir.buffer<[n], i1>\n"
      "    %true = arith.constant true\n"
      "    %c = arith.xori %b, %true : i1\n"
      "    tir.store %c, %B[%i] : !tir.buffer<[n], i1>\n"
      "  }\n"
      "  tir.return\n"
      "}\n");
  int8_t x[] = {-1, 0, 1, 2};
  uint8_t b[] = {9, 9, 9, 9}, want[] = {1, 1, 0, 0};
  uint16_t h[4]; // exp of -1, 0, 1, 2 as f16
  const uint16_t half[] = {0x35e3, 0x3c00, 0x4170, 0x4764};
  runKernel(jit, "types", (void *[]){x, b, h}, (int64_t[]){4});
  assert_memory_equal(b, want, 4);
  assert_memory_equal(h, half, sizeof(half));
  relaxJitDestroy(jit);
}

/// Kernels may be called like functions of libm or each other's parts; one
/// without a body is none.
static void names(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      "tir.func @free(%Y: !tir.buffer<[], f32>) symbols (n) {\n"
      "  %T = tir.alloc \"T\" workspace : " N "\n"
      "  tir.return\n"
      "}\n"
      "tir.func @exp(%X: !tir.buffer<[n], f64>, %Y: !tir.buffer<[n], f64>) {\n"
      "  tir.for \"p\" (%p) in [n] parallel {\n"
      "    tir.compute \"e\" (%i) in [%p to %p + 1] {\n"
      "      %x = tir.load %X[%i] : !tir.buffer<[n], f64>\n"
      "      %e = math.exp %x : f64\n"
      "      tir.store %e, %Y[%i] : !tir.buffer<[n], f64>\n"
      "    }\n"
      "  }\n"
      "  tir.return\n"
      "}\n"
      "tir.func @exp.body(%Y: !tir.buffer<[], f32>) {\n"
      "  %two = arith.constant 2.0 : f32\n"
      "  tir.store %two, %Y[] : !tir.buffer<[], f32>\n"
      "  tir.return\n"
      "}\n"
      "tir.monoid @aligned_alloc (f32) identity (0.0) {\n"
      "^bb0(%a: f32, %b: f32):\n"
      "  tir.yield %b : f32\n"
      "}\n");
  assert_int_equal(relaxJitTimes(jit)->kernels, 3);
  double x[] = {0, 1, 709}, y[3];
  float two;
  runKernel(jit, "exp", (void *[]){x, y}, (int64_t[]){3});
  for (int i = 0; i < 3; ++i)
    assert_true(y[i] == exp(x[i]));
  runKernel(jit, "exp.body", (void *[]){&two}, NULL);
  assert_true(two == 2);
  runKernel(jit, "free", (void *[]){&two}, (int64_t[]){1});
  relaxJitDestroy(jit);
}

static void emptyModule(void **state) {
  (void)state;
  RelaxJit *jit = compiled("");
  assert_int_equal(relaxJitTimes(jit)->kernels, 0);
  assert_null(relaxJitFind(jit, "f"));
  relaxJitDestroy(jit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scanInOrder),    cmocka_unit_test(updateInPlace),
      cmocka_unit_test(indirectTarget), cmocka_unit_test(severalTargets),
      cmocka_unit_test(twoReductions),  cmocka_unit_test(compositeExtents),
      cmocka_unit_test(elementTypes),   cmocka_unit_test(names),
      cmocka_unit_test(emptyModule),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
