//===- TargetMath.c - tests of math functions in compiled kernels ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every elementwise function in f32 against libm in f64, in units in the last
// place, over its range and at the special values. `exp` is a polynomial that
// gives 0 where the result is no normal number.
//
//===----------------------------------------------------------------------===//

#include "test/unit/TargetTest.h"

typedef struct Function {
  const char *op;
  double (*want)(double);
  float low, high; // where it is measured
  double ulps;
} Function;

static double rsqrt(double x) { return 1 / sqrt(x); }

static const Function functions[] = {
    {"exp", exp, -87.3f, 88, 2},      {"tanh", tanh, -12, 12, 8},
    {"erf", erf, -5, 5, 8},           {"log", log, 1e-6f, 1e6f, 1},
    {"log1p", log1p, -0.9f, 10, 1.5}, {"expm1", expm1, -10, 10, 2},
    {"exp2", exp2, -120, 120, 1},     {"log2", log2, 1e-6f, 1e6f, 1},
    {"log10", log10, 1e-6f, 1e6f, 2}, {"sin", sin, -100, 100, 2},
    {"cos", cos, -100, 100, 2},       {"tan", tan, -1.5f, 1.5f, 1},
    {"sinh", sinh, -10, 10, 2},       {"cosh", cosh, -10, 10, 2},
    {"asin", asin, -1, 1, 2.5},       {"acos", acos, -1, 1, 1.5},
    {"atan", atan, -10, 10, 1.5},     {"asinh", asinh, -10, 10, 2},
    {"acosh", acosh, 1, 10, 2},       {"atanh", atanh, -0.99f, 0.99f, 2},
    {"sqrt", sqrt, 0, 1e6f, 0.5},     {"rsqrt", rsqrt, 1e-6f, 1e6f, 2},
    {"cbrt", cbrt, -100, 100, 1},     {"erfc", erfc, -3, 5, 4},
    {"floor", floor, -10, 10, 0},     {"ceil", ceil, -10, 10, 0},
    {"trunc", trunc, -10, 10, 0},     {"roundeven", rint, -10, 10, 0},
    {"round", round, -10, 10, 0},     {"absf", fabs, -10, 10, 0},
};
enum { NUM_FUNCTIONS = sizeof(functions) / sizeof(*functions) };

/// One kernel per function.
static RelaxJit *compileAll(void) {
  StrBuf text = {0};
  for (int i = 0; i < NUM_FUNCTIONS; ++i)
    strBufAppendFormat(
        &text,
        "tir.func @%s(%%X: !tir.buffer<[n], f32>, %%Y: !tir.buffer<[n], f32>) "
        "{\n"
        "  tir.compute \"f\" (%%i) in [n] {\n"
        "    %%x = tir.load %%X[%%i] : !tir.buffer<[n], f32>\n"
        "    %%y = math.%s %%x : f32\n"
        "    tir.store %%y, %%Y[%%i] : !tir.buffer<[n], f32>\n"
        "  }\n"
        "  tir.return\n"
        "}\n",
        functions[i].op, functions[i].op);
  RelaxJit *jit = compiled(strBufText(&text));
  strBufFree(&text);
  return jit;
}

/// The distance in units of the last place of `want` as f32.
static double distance(float got, double want) {
  if ((isnan(got) && isnan(want)) || got == (float)want)
    return 0;
  int exponent;
  frexp(want, &exponent);
  if (exponent < -125)
    exponent = -125; // denormals have the unit of the smallest normal number
  return fabs((double)got - want) / ldexp(1, exponent - 24);
}

static int setUp(void **state) {
  *state = compileAll();
  return 0;
}

static int tearDown(void **state) {
  relaxJitDestroy(*state);
  return 0;
}

static void accuracy(void **state) {
  enum { COUNT = 20001 };
  float *x = nanFloats(COUNT), *y = nanFloats(COUNT);
  int64_t n = COUNT;
  bool good = true;
  for (int f = 0; f < NUM_FUNCTIONS; ++f) {
    const Function *function = &functions[f];
    double worst = 0;
    float where = 0;
    for (int i = 0; i < COUNT; ++i)
      x[i] = function->low +
             (function->high - function->low) * ((float)i / (float)(COUNT - 1));
    runKernel(*state, function->op, (void *[]){x, y}, &n);
    for (int i = 0; i < COUNT; ++i) {
      double ulps = distance(y[i], function->want(x[i]));
      if (!(ulps <= worst)) {
        worst = ulps;
        where = x[i];
      }
    }
    if (!(worst <= function->ulps)) {
      print_error("%s: %.2f ulp at %.9g, expected at most %g\n", function->op,
                  worst, (double)where, function->ulps);
      good = false;
    }
  }
  assert_true(good);
  free(x), free(y);
}

/// Zeros, infinities, NaN: what libm says, in value and sign.
static void specialValues(void **state) {
  float x[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN,
               1.0f, -1.0f, 100.0f,   -200.0f};
  float y[9];
  int64_t n = 9;
  bool good = true;
  for (int f = 0; f < NUM_FUNCTIONS; ++f) {
    runKernel(*state, functions[f].op, (void *[]){x, y}, &n);
    for (int i = 0; i < n; ++i) {
      double want = functions[f].want(x[i]);
      if (distance(y[i], want) <= functions[f].ulps &&
          (isnan(want) || signbit(y[i]) == signbit(want) ||
           (functions[f].want == erf && x[i] == 0)))
        continue; // the polynomial of erf loses the sign of -0
      print_error("%s(%g): expected %g, got %g\n", functions[f].op,
                  (double)x[i], want, (double)y[i]);
      good = false;
    }
  }
  assert_true(good);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accuracy),
      cmocka_unit_test(specialValues),
  };
  return cmocka_run_group_tests(tests, setUp, tearDown);
}
