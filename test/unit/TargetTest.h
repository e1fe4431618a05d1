//===- TargetTest.h - kernels from text, for the tests of lib/Target ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_TARGETTEST_H
#define RELAX_TEST_UNIT_TARGETTEST_H

#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Sym.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Conversion/TIRToSCF/LowerTIR.h"
#include "lib/Target/JIT.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ADD                                                                    \
  "tir.monoid @add (f32) identity (0.0) {\n"                                   \
  "^bb0(%a: f32, %b: f32):\n"                                                  \
  "  %c = arith.addf %a, %b : f32\n"                                           \
  "  tir.yield %c : f32\n"                                                     \
  "}\n"

/// Of sanitizer builds: a workspace that no machine has is a case of the tests.
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "allocator_may_return_null=1";
}

/// One context for the whole test program.
static inline MlirContext testContext(void) {
  static MlirContext context;
  if (context.ptr)
    return context;
  context = mlirContextCreateWithThreading(false);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__sym__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__relax__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__tir__(), context);
  MlirDialectHandle (*const handles[])(void) = {RELAX_LOWER_TIR_DIALECTS};
  for (size_t i = 0; i < sizeof handles / sizeof *handles; ++i)
    mlirDialectHandleLoadDialect(handles[i](), context);
  return context;
}

/// For any x86-64 machine.
#define TEST_TARGET                                                            \
  "relax.target @cpu \"x86_64\" cpu \"x86-64\" vector_bytes 16 registers "     \
  "16 line_bytes 64 cache_bytes 65536\n"

static inline MlirModule parsedModule(const char *text) {
  StrBuf whole = {0};
  strBufAppendFormat(&whole, TEST_TARGET "%s", text);
  MlirModule module = mlirModuleCreateParse(
      testContext(), mlirStringRefCreate(whole.data, whole.length));
  strBufFree(&whole);
  if (!module.ptr)
    fail_msg("the test's text does not parse");
  return module;
}

static inline RelaxJit *compiledAt(const char *text, RelaxTargetLevel level) {
  MlirModule module = parsedModule(text);
  RelaxJitOptions options = {.machine = {.level = level}, .threads = 2};
  StrBuf error = {0};
  RelaxJit *jit =
      relaxJitCreate(mlirModuleGetOperation(module), &options, &error);
  mlirModuleDestroy(module);
  if (!jit)
    fail_msg("%s", strBufText(&error));
  strBufFree(&error);
  return jit;
}

static inline RelaxJit *compiled(const char *text) {
  return compiledAt(text, RELAX_TARGET_DEFAULT);
}

/// Runs a kernel on `buffers` with the given symbols.
static inline void runKernel(RelaxJit *jit, const char *name,
                             void *const *buffers, const int64_t *symbols) {
  RelaxKernel kernel = relaxJitFind(jit, name);
  assert_non_null(kernel);
  const int64_t none = 0;
  assert_int_equal(kernel(buffers, symbols ? symbols : &none), RELAX_KERNEL_OK);
}

/// `count` numbers between -1 and 1, always the same for a seed.
static inline float *randomFloats(size_t count, uint64_t seed) {
  float *data = malloc((count + 1) * sizeof(float));
  for (size_t i = 0; i < count; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    data[i] = (float)((double)(seed >> 40) / (1 << 23) - 1.0);
  }
  return data;
}

/// Outputs start as NaN, with one more behind them that has to stay.
static inline float *nanFloats(size_t count) {
  float *data = malloc((count + 1) * sizeof(float));
  for (size_t i = 0; i <= count; ++i)
    data[i] = NAN;
  return data;
}

static inline void expectNear(const float *got, const float *want, size_t count,
                              double tolerance) {
  for (size_t i = 0; i < count; ++i)
    if (!(fabs((double)got[i] - want[i]) <=
          tolerance * (1.0 + fabs((double)want[i]))) &&
        got[i] != want[i])
      fail_msg("element %zu: expected %g, got %g", i, (double)want[i],
               (double)got[i]);
}

static inline void expectExact(const float *got, const float *want,
                               size_t count) {
  expectNear(got, want, count, 0);
}

#endif // RELAX_TEST_UNIT_TARGETTEST_H
