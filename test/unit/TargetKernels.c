//===- TargetKernels.c - tests of compiled kernels ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Text to numbers: lower-tir, LLVM IR, code in memory; every kernel against the
// same in C, at extents 0, 1 and others.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Parallel.h"
#include "test/unit/TargetTest.h"

static const int64_t extents[] = {0, 1, 7};
enum { NUM_EXTENTS = sizeof(extents) / sizeof(*extents) };

static const char rmsText[] = ADD
    "tir.func @rms(%X: !tir.buffer<[n, 48], f32>, %S: !tir.buffer<[n], f32>,\n"
    "              %Y: !tir.buffer<[n, 48], f32>) {\n"
    "  tir.compute \"sq\" (%i, reduce %k) in [n, 48] {\n"
    "    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 48], f32>\n"
    "    %q = arith.mulf %x, %x : f32\n"
    "    tir.reduce @add (%q) into (%S[%i]) : !tir.buffer<[n], f32>\n"
    "  }\n"
    "  tir.compute \"scale\" (%i, %k) in [n, 48] {\n"
    "    %x = tir.load %X[%i, %k] : !tir.buffer<[n, 48], f32>\n"
    "    %s = tir.load %S[%i] : !tir.buffer<[n], f32>\n"
    "    %d = arith.constant 48.0 : f32\n"
    "    %m = arith.divf %s, %d : f32\n"
    "    %r = math.rsqrt %m : f32\n"
    "    %y = arith.mulf %x, %r : f32\n"
    "    tir.store %y, %Y[%i, %k] : !tir.buffer<[n, 48], f32>\n"
    "  }\n"
    "  tir.return\n"
    "}\n";

static void rmsNorm(void **state) {
  (void)state;
  for (RelaxTargetLevel level = RELAX_TARGET_DEFAULT; level <= RELAX_TARGET_O3;
       ++level) {
    RelaxJit *jit = compiledAt(rmsText, level);
    assert_int_equal(relaxJitTimes(jit)->kernels, 1);
    assert_null(relaxJitFind(jit, "sq"));
    for (int e = 0; e < NUM_EXTENTS; ++e) {
      size_t n = (size_t)extents[e];
      float *x = randomFloats(n * 48, 1), *s = nanFloats(n),
            *y = nanFloats(n * 48), *want = nanFloats(n * 48);
      runKernel(jit, "rms", (void *[]){x, s, y}, &extents[e]);
      for (size_t i = 0; i < n; ++i) {
        double sum = 0;
        for (size_t k = 0; k < 48; ++k)
          sum += (double)x[i * 48 + k] * x[i * 48 + k];
        for (size_t k = 0; k < 48; ++k)
          want[i * 48 + k] = (float)(x[i * 48 + k] / sqrt(sum / 48));
      }
      expectNear(y, want, n * 48, 1e-6);
      assert_true(isnan(s[n]) && isnan(y[n * 48]));
      free(x), free(s), free(y), free(want);
    }
    relaxJitDestroy(jit);
  }
}

static const char matmulText[] = ADD
    "tir.func @mm(%A: !tir.buffer<[m, k], f32>, %B: !tir.buffer<[k, n], f32>,\n"
    "             %C: !tir.buffer<[m, n], f32>) {\n"
    "  tir.compute \"mm\" (%i, reduce %p, %j) in [m, k, n] {\n"
    "    %a = tir.load %A[%i, %p] : !tir.buffer<[m, k], f32>\n"
    "    %b = tir.load %B[%p, %j] : !tir.buffer<[k, n], f32>\n"
    "    %c = arith.mulf %a, %b : f32\n"
    "    tir.reduce @add (%c) into (%C[%i, %j]) : !tir.buffer<[m, n], f32>\n"
    "  }\n"
    "  tir.return\n"
    "}\n";

static void checkMatmul(RelaxJit *jit, int64_t m, int64_t k, int64_t n) {
  float *a = randomFloats((size_t)(m * k), 2),
        *b = randomFloats((size_t)(k * n), 3), *c = nanFloats((size_t)(m * n)),
        *want = nanFloats((size_t)(m * n));
  runKernel(jit, "mm", (void *[]){a, b, c}, (int64_t[]){m, k, n});
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (int64_t p = 0; p < k; ++p)
        sum += (double)a[i * k + p] * b[p * n + j];
      want[i * n + j] = (float)sum;
    }
  expectNear(c, want, (size_t)(m * n), 1e-5);
  assert_true(isnan(c[m * n]));
  free(a), free(b), free(c), free(want);
}

/// All of 0, 1, 7 for every extent; without points to add, zeros are stored.
static void matmulExtents(void **state) {
  (void)state;
  RelaxJit *jit = compiled(matmulText);
  for (int i = 0; i < NUM_EXTENTS; ++i)
    for (int j = 0; j < NUM_EXTENTS; ++j)
      for (int k = 0; k < NUM_EXTENTS; ++k)
        checkMatmul(jit, extents[i], extents[j], extents[k]);
  checkMatmul(jit, 33, 129, 65);
  relaxJitDestroy(jit);
}

/// -inf where there is nothing; a 64-bit identity that is no double.
static void maximumIdentity(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      "tir.monoid @max (f32) identity (-inf) {\n"
      "^bb0(%a: f32, %b: f32):\n"
      "  %c = arith.maximumf %a, %b : f32\n"
      "  tir.yield %c : f32\n"
      "}\n"
      "tir.monoid @imax (i64) identity (-9223372036854775808) {\n"
      "^bb0(%a: i64, %b: i64):\n"
      "  %c = arith.maxsi %a, %b : i64\n"
      "  tir.yield %c : i64\n"
      "}\n"
      "tir.func @maxima(%X: !tir.buffer<[n, m], f32>, %I: !tir.buffer<[m], "
      "i64>,\n"
      "              %Y: !tir.buffer<[n], f32>, %J: !tir.buffer<[], i64>) {\n"
      "  tir.compute \"f\" (%i, reduce %k) in [n, m] {\n"
      "    %x = tir.load %X[%i, %k] : !tir.buffer<[n, m], f32>\n"
      "    tir.reduce @max (%x) into (%Y[%i]) : !tir.buffer<[n], f32>\n"
      "  }\n"
      "  tir.compute \"i\" (reduce %k) in [m] {\n"
      "    %x = tir.load %I[%k] : !tir.buffer<[m], i64>\n"
      "    tir.reduce @imax (%x) into (%J[]) : !tir.buffer<[], i64>\n"
      "  }\n"
      "  tir.return\n"
      "}\n");
  float x[] = {-3, -1, -2, -6, -5, -4}, y[2];
  int64_t values[] = {INT64_MIN + 1, INT64_MIN + 3, INT64_MIN}, j = 0;
  runKernel(jit, "maxima", (void *[]){x, values, y, &j}, (int64_t[]){2, 3});
  assert_true(y[0] == -1 && y[1] == -4 && j == INT64_MIN + 3);
  runKernel(jit, "maxima", (void *[]){x, values, y, &j}, (int64_t[]){2, 0});
  assert_true(y[0] == -INFINITY && y[1] == -INFINITY && j == INT64_MIN);
  relaxJitDestroy(jit);
}

/// A window that reaches over both ends, on exactly allocated memory.
static void paddedLoad(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      ADD "tir.func @blur(%X: !tir.buffer<[n, 3], f32>, %Y: !tir.buffer<[n, "
          "3], f32>) {\n"
          "  tir.compute \"blur\" (%i, %j, reduce %a, reduce %b) in [n, 3, -2 "
          "to 3, 3] {\n"
          "    %zero = arith.constant 0.0 : f32\n"
          "    %x = tir.load %X[%i + %a, %j + %b - 1] pad %zero : "
          "!tir.buffer<[n, 3], f32>\n"
          "    tir.reduce @add (%x) into (%Y[%i, %j]) : !tir.buffer<[n, 3], "
          "f32>\n"
          "  }\n"
          "  tir.return\n"
          "}\n");
  for (int e = 0; e < NUM_EXTENTS; ++e) {
    int64_t n = extents[e];
    float *x = randomFloats((size_t)n * 3, 4), *y = nanFloats((size_t)n * 3),
          *want = nanFloats((size_t)n * 3);
    runKernel(jit, "blur", (void *[]){x, y}, &n);
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < 3; ++j) {
        double sum = 0;
        for (int64_t a = -2; a < 3; ++a)
          for (int64_t b = -1; b < 2; ++b)
            if (i + a >= 0 && i + a < n && j + b >= 0 && j + b < 3)
              sum += x[(i + a) * 3 + j + b];
        want[i * 3 + j] = (float)sum;
      }
    expectNear(y, want, (size_t)n * 3, 1e-6);
    free(x), free(y), free(want);
  }
  relaxJitDestroy(jit);
}

/// Two components that combine with each other; here the state is (maximum,
/// sum of exp(x - maximum)).
static void softmaxStatistics(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      "tir.monoid @online (f32, f32) identity (-inf, 0.0) {\n"
      "^bb0(%m: f32, %s: f32, %n: f32, %t: f32):\n"
      "  %low = arith.constant 0xFF800000 : f32\n"
      "  %one = arith.constant 1.0 : f32\n"
      "  %z = arith.constant 0.0 : f32\n"
      "  %top = arith.maximumf %m, %n : f32\n"
      "  %none = arith.cmpf oeq, %top, %low : f32\n"
      "  %base = arith.select %none, %z, %top : f32\n"
      "  %dm = arith.subf %m, %base : f32\n"
      "  %dn = arith.subf %n, %base : f32\n"
      "  %em = math.exp %dm : f32\n"
      "  %en = math.exp %dn : f32\n"
      "  %a = arith.mulf %s, %em : f32\n"
      "  %b = arith.mulf %t, %en : f32\n"
      "  %sum = arith.addf %a, %b : f32\n"
      "  tir.yield %top, %sum : f32, f32\n"
      "}\n"
      "tir.func @stats(%X: !tir.buffer<[n, m], f32>, %M: !tir.buffer<[n], "
      "f32>, %S: !tir.buffer<[n], f32>) {\n"
      "  tir.compute \"stats\" (%i, reduce %k) in [n, m] {\n"
      "    %x = tir.load %X[%i, %k] : !tir.buffer<[n, m], f32>\n"
      "    %one = arith.constant 1.0 : f32\n"
      "    tir.reduce @online (%x, %one) into (%M[%i], %S[%i]) : "
      "!tir.buffer<[n], f32>, !tir.buffer<[n], f32>\n"
      "  }\n"
      "  tir.return\n"
      "}\n");
  for (int e = 0; e < NUM_EXTENTS; ++e) {
    int64_t n = 5, m = extents[e];
    float *x = randomFloats((size_t)(n * m), 5);
    float top[5], sum[5], wantTop[5], wantSum[5];
    for (int64_t i = 0; i < n * m; ++i)
      x[i] *= 20;
    runKernel(jit, "stats", (void *[]){x, top, sum}, (int64_t[]){n, m});
    for (int64_t i = 0; i < n; ++i) {
      double total = 0;
      wantTop[i] = -INFINITY;
      for (int64_t k = 0; k < m; ++k)
        wantTop[i] = fmaxf(wantTop[i], x[i * m + k]);
      for (int64_t k = 0; k < m; ++k)
        total += exp((double)x[i * m + k] - wantTop[i]);
      wantSum[i] = (float)total;
    }
    expectNear(top, wantTop, 5, 0);
    expectNear(sum, wantSum, 5, 2e-6);
    free(x);
  }
  relaxJitDestroy(jit);
}

/// Rows in parallel, in blocks of 4 with a remainder; a row of each thread's
/// own. The same bits for every number of threads.
static void parallelRows(void **state) {
  (void)state;
  RelaxJit *jit = compiled(
      ADD
      "tir.func @rows(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n, m], "
      "f32>) where (m <= 64) {\n"
      "  %s = tir.alloc \"S\" local : !tir.buffer<[1], f32>\n"
      "  tir.for \"io\" (%io) in [n ceildiv 4] parallel {\n"
      "    %T = tir.alloc \"T\" local : !tir.buffer<[m], f32>\n"
      "    %R = tir.alloc \"R\" register : !tir.buffer<[1], f32>\n"
      "    tir.for \"ii\" (%ii) in [4 * %io to min(4 * %io + 4, n)] parallel "
      "{\n"
      "      tir.compute \"t\" (%j) in [m] {\n"
      "        %x = tir.load %X[%ii, %j] : !tir.buffer<[n, m], f32>\n"
      "        %e = math.exp %x : f32\n"
      "        tir.store %e, %T[%j] : !tir.buffer<[m], f32>\n"
      "      }\n"
      "      tir.compute \"r\" (reduce %j) in [m] {\n"
      "        %x = tir.load %T[%j] : !tir.buffer<[m], f32>\n"
      "        tir.reduce @add (%x) into (%R[0]) : !tir.buffer<[1], f32>\n"
      "      }\n"
      "      tir.compute \"y\" (%j) in [m] {\n"
      "        %x = tir.load %T[%j] : !tir.buffer<[m], f32>\n"
      "        %r = tir.load %R[0] : !tir.buffer<[1], f32>\n"
      "        %y = arith.divf %x, %r : f32\n"
      "        tir.store %y, %Y[%ii, %j] : !tir.buffer<[n, m], f32>\n"
      "      }\n"
      "    }\n"
      "  }\n"
      "  tir.return\n"
      "}\n");
  const int64_t rows[] = {0, 1, 3, 4, 5, 101};
  for (size_t e = 0; e < sizeof(rows) / sizeof(*rows); ++e) {
    int64_t n = rows[e], m = 64;
    size_t count = (size_t)(n * m);
    float *x = randomFloats(count, 6), *one = nanFloats(count);
    relaxParallelSetThreads(1);
    runKernel(jit, "rows", (void *[]){x, one}, (int64_t[]){n, m});
    for (int64_t i = 0; i < n; ++i) {
      double sum = 0;
      for (int64_t j = 0; j < m; ++j)
        sum += exp((double)x[i * m + j]);
      for (int64_t j = 0; j < m; ++j) {
        float want = (float)(exp((double)x[i * m + j]) / sum);
        expectNear(&one[i * m + j], &want, 1, 2e-6);
      }
    }
    for (int threads = 2; threads <= 5; ++threads) {
      float *many = nanFloats(count);
      relaxParallelSetThreads(threads);
      assert_int_equal(relaxParallelThreads(), threads);
      runKernel(jit, "rows", (void *[]){x, many}, (int64_t[]){n, m});
      assert_memory_equal(one, many, count * sizeof(float));
      assert_true(isnan(many[count]));
      free(many);
    }
    free(x), free(one);
  }
  relaxParallelSetThreads(0);
  relaxJitDestroy(jit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rmsNorm),           cmocka_unit_test(matmulExtents),
      cmocka_unit_test(maximumIdentity),   cmocka_unit_test(paddedLoad),
      cmocka_unit_test(softmaxStatistics), cmocka_unit_test(parallelRows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
