//===- TargetLoops.c - tests of compiled loops and local memory -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What schedules leave: loops of all kinds, vectors, specialised sizes, local
// memory and workspaces. Values are small integers, so that results are exact.
//
//===----------------------------------------------------------------------===//

#include "test/unit/TargetTest.h"

#define N "!tir.buffer<[n], f32>"

static void loopKinds(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      "tir.func @kinds(%Y: !tir.buffer<[n, 3, 2], f32>) {\n"
      "  tir.for \"i\" (%i) in [n] {\n"
      "    tir.for \"j\" (%j) in [1 to 4] unroll {\n"
      "      tir.for \"k\" (%k) in [2] vector {\n"
      "        %e = tir.extent (100 * %i + 10 * %j + %k) : index\n"
      "        %v = arith.index_cast %e : index to i64\n"
      "        %y = arith.sitofp %v : i64 to f32\n"
      "        tir.store %y, %Y[%i, %j - 1, %k] : !tir.buffer<[n, 3, 2], f32>\n"
      "      }\n"
      "    }\n"
      "  }\n"
      "  tir.return\n"
      "}\n");
  float y[12], want[] = {10, 11, 20, 21, 30, 31, 110, 111, 120, 121, 130, 131};
  runKernel(jit, "kinds", (void *[]){y}, (int64_t[]){2});
  expectExact(y, want, 12);
  relaxJitDestroy(jit);
}

/// Vectors of 4 with a rest, over local memory that an unrolled loop fills; the
/// iterator as a value; a uniform operand.
static void vectorLoops(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      ADD
      "tir.func @tile(%A: !tir.buffer<[m], f32>, %B: !tir.buffer<[m, n], f32>, "
      "%Y: " N ") {\n"
      "  tir.for \"jo\" (%jo) in [n ceildiv 8] {\n"
      "    %T = tir.alloc \"T\" register : !tir.buffer<[2, 8], f32>\n"
      "    tir.for \"u\" (%u) in [2] unroll {\n"
      "      tir.for \"z\" (%j) in [8] vector 4 {\n"
      "        %v = arith.index_cast %j : index to i32\n"
      "        %z = arith.sitofp %v : i32 to f32\n"
      "        tir.store %z, %T[%u, %j] : !tir.buffer<[2, 8], f32>\n"
      "      }\n"
      "    }\n"
      "    tir.for \"k\" (reduce %k) in [m] {\n"
      "      tir.for \"u\" (%u) in [2] unroll {\n"
      "        tir.for \"j\" (%j) in [min(8, n - 8 * %jo)] vector 4 {\n"
      "          %a = tir.load %A[%k] : !tir.buffer<[m], f32>\n"
      "          %b = tir.load %B[%k, 8 * %jo + %j] : !tir.buffer<[m, n], "
      "f32>\n"
      "          %p = arith.mulf %a, %b : f32\n"
      "          tir.reduce @add (%p) into (%T[%u, %j]) : !tir.buffer<[2, 8], "
      "f32>\n"
      "        }\n"
      "      }\n"
      "    }\n"
      "    tir.for \"y\" (%j) in [min(8, n - 8 * %jo)] vector 4 {\n"
      "      %s = tir.load %T[0, %j] : !tir.buffer<[2, 8], f32>\n"
      "      %t = tir.load %T[1, %j] : !tir.buffer<[2, 8], f32>\n"
      "      %e = tir.extent (100 * %j) : index\n"
      "      %i = arith.index_cast %e : index to i32\n"
      "      %f = arith.sitofp %i : i32 to f32\n"
      "      %x = arith.addf %s, %t : f32\n"
      "      %y = arith.addf %x, %f : f32\n"
      "      tir.store %y, %Y[8 * %jo + %j] : " N "\n"
      "    }\n"
      "  }\n"
      "  tir.return\n"
      "}\n");
  const int64_t sizes[] = {0, 1, 4, 7, 8, 13, 24};
  for (size_t e = 0; e < sizeof(sizes) / sizeof(*sizes); ++e) {
    int64_t n = sizes[e];
    float a[3] = {1, 2, 3}, b[3 * 24], y[25], want[25];
    for (int64_t i = 0; i < 3 * n; ++i)
      b[i] = (float)(i % 11);
    for (int64_t j = 0; j <= n; ++j)
      want[j] = (float)(2 * (j % 8) + 100 * (j % 8)), y[j] = NAN;
    for (int64_t j = 0; j < n; ++j)
      for (int64_t k = 0; k < 3; ++k)
        want[j] += 2 * a[k] * b[k * n + j];
    runKernel(jit, "tile", (void *[]){a, b, y}, (int64_t[]){3, n});
    expectExact(y, want, (size_t)n);
    assert_true(isnan(y[n]));
  }
  relaxJitDestroy(jit);
}

/// One body per size; other sizes take the body as written.
static void specializedSizes(void **state) {
  (void)state;
  RelaxJit *jit =
      compiled("tir.func @sizes(%Y: " N ") {\n"
               "  tir.for \"o\" (%o) in [n ceildiv 6] {\n"
               "    tir.specialize (min(6, n - 6 * %o)) in 2 to 5 {\n"
               "      tir.for \"i\" (%i) in [min(6, n - 6 * %o)] unroll {\n"
               "        %e = tir.extent (10 * %o + %i) : index\n"
               "        %v = arith.index_cast %e : index to i32\n"
               "        %f = arith.sitofp %v : i32 to f32\n"
               "        tir.store %f, %Y[6 * %o + %i] : " N "\n"
               "      }\n"
               "    }\n"
               "  }\n"
               "  tir.return\n"
               "}\n");
  for (int64_t n = 0; n <= 13; ++n) {
    float y[14], want[14];
    for (int i = 0; i <= n; ++i)
      y[i] = NAN, want[i] = (float)(10 * (i / 6) + i % 6);
    runKernel(jit, "sizes", (void *[]){y}, &n);
    expectExact(y, want, (size_t)n);
    assert_true(isnan(y[n]));
  }
  relaxJitDestroy(jit);
}

/// Two workspaces of symbolic size; one that no machine has is an error code.
static void workspaces(void **state) {
  (void)state;
  RelaxJit *jit =
      compiled("tir.func @twice(%X: " N ", %Y: " N ") symbols (s) {\n"
               "  %T = tir.alloc \"T\" workspace : " N "\n"
               "  %U = tir.alloc \"U\" workspace : !tir.buffer<[s, s], f32>\n"
               "  tir.compute \"t\" (%i) in [n] {\n"
               "    %x = tir.load %X[%i] : " N "\n"
               "    tir.store %x, %T[n - 1 - %i] : " N "\n"
               "  }\n"
               "  tir.compute \"u\" (%i, %j) in [s, s] {\n"
               "    %x = tir.load %X[%i] : " N "\n"
               "    tir.store %x, %U[%i, %j] : !tir.buffer<[s, s], f32>\n"
               "  }\n"
               "  tir.for \"p\" (%p) in [n] parallel {\n"
               "    tir.compute \"y\" (%i) in [%p to %p + 1] {\n"
               "      %t = tir.load %T[%i] : " N "\n"
               "      tir.store %t, %Y[%i] : " N "\n"
               "    }\n"
               "  }\n"
               "  tir.return\n"
               "}\n");
  float x[] = {1, 2, 3}, y[3], want[] = {3, 2, 1};
  runKernel(jit, "twice", (void *[]){x, y}, (int64_t[]){3, 2});
  expectExact(y, want, 3);
  runKernel(jit, "twice", (void *[]){x, y}, (int64_t[]){0, 0});
  const int64_t sizes[] = {(int64_t)1 << 31, (int64_t)1 << 32, INT64_MAX};
  for (int i = 0; i < 3; ++i)
    assert_int_equal(
        relaxJitFind(jit, "twice")((void *[]){x, y}, (int64_t[]){3, sizes[i]}),
        RELAX_KERNEL_OUT_OF_MEMORY);
  relaxJitDestroy(jit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loopKinds),
      cmocka_unit_test(vectorLoops),
      cmocka_unit_test(specializedSizes),
      cmocka_unit_test(workspaces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
