//===- InterpreterTest.h - what the tests of lib/Interpreter share --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every test gives the text of a module, inputs as text and the values that it
// must return, computed by hand.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_INTERPRETERTEST_H
#define RELAX_TEST_UNIT_INTERPRETERTEST_H

#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Sym.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Interpreter/Interpreter.h"
#include "lib/Runtime/Compare.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Dialect/Arith.h"
#include "test/unit/RuntimeTest.h"

enum { MAX_VALUES = 8 };

/// Texts of values, NULL-ended.
#define VALUES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define NO_VALUES ((const char *const[]){NULL})

typedef struct Module {
  MlirContext context;
  MlirModule module;
} Module;

static inline Module parseModule(const char *text) {
  Module result = {mlirContextCreate(), {NULL}};
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__sym__(), result.context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__relax__(), result.context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__tir__(), result.context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__arith__(), result.context);
  result.module = mlirModuleCreateParse(result.context,
                                        mlirStringRefCreateFromCString(text));
  if (!result.module.ptr)
    fail_msg("cannot parse: %s", text);
  return result;
}

static inline void freeModule(Module *module) {
  mlirModuleDestroy(module->module);
  mlirContextDestroy(module->context);
}

static inline size_t parseValues(const char *const *texts,
                                 RelaxTensor *values) {
  size_t count = 0;
  for (; texts[count]; ++count) {
    assert_true(count < MAX_VALUES);
    values[count] = tensorOf(texts[count]);
  }
  return count;
}

static inline void releaseAll(RelaxTensor *values, size_t count) {
  for (size_t i = 0; i < count; ++i)
    relaxTensorRelease(&values[i]);
}

/// Runs the only public function (or @main).
static inline bool runText(const char *text, const char *const *inputs,
                           RelaxTensor *outputs, size_t numOutputs,
                           RelaxError *error) {
  Module module = parseModule(text);
  RelaxTensor values[MAX_VALUES];
  size_t count = parseValues(inputs, values);
  bool good =
      relaxInterpret(mlirModuleGetOperation(module.module), strRefFromC(""),
                     values, count, NULL, outputs, numOutputs, error);
  releaseAll(values, count);
  freeModule(&module);
  return good;
}

/// The results are `expected`; floats within the default tolerance.
static inline void expectRun(const char *text, const char *const *inputs,
                             const char *const *expected) {
  RelaxTensor wanted[MAX_VALUES], outputs[MAX_VALUES];
  RelaxError error = {0};
  size_t count = parseValues(expected, wanted);
  if (!runText(text, inputs, outputs, count, &error))
    fail_msg("%s", relaxErrorText(&error));
  for (size_t i = 0; i < count; ++i) {
    RelaxComparison comparison;
    RelaxTolerance tolerance = relaxToleranceDefault(wanted[i].dtype);
    StrBuf report = {0};
    if (!relaxCompare(&outputs[i], &wanted[i], tolerance, &comparison)) {
      relaxComparisonPrint(&comparison, &outputs[i], &wanted[i], tolerance,
                           &report);
      strBufAppendC(&report, "\n");
      relaxValuePrint(&outputs[i], 64, &report);
      fail_msg("result %zu: %s\n%s", i, strBufText(&report), text);
    }
  }
  releaseAll(wanted, count);
  releaseAll(outputs, count);
}

/// The run fails with exactly this message (without the place in front, which
/// names the text's line).
static inline void expectFailure(const char *text, const char *const *inputs,
                                 size_t numOutputs, const char *message) {
  RelaxTensor outputs[MAX_VALUES];
  RelaxError error = {0};
  assert_false(runText(text, inputs, outputs, numOutputs, &error));
  for (size_t i = 0; i < numOutputs; ++i)
    assert_null(outputs[i].storage);
  const char *got = relaxErrorText(&error);
  // `-:3:8: `, once per call
  while (got[0] == '-' && got[1] == ':') {
    got = strstr(got, ": ");
    assert_non_null(got);
    got += 2;
  }
  assert_string_equal(got, message);
  relaxErrorFree(&error);
}

/// A function over one f32 vector (and a second one).
#define UNARY_F32(op)                                                          \
  "relax.func @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {\n"  \
  "  %y = relax." op " %x : !relax.tensor<[n], f32>\n"                         \
  "  relax.return %y : !relax.tensor<[n], f32>\n}\n"

#endif // RELAX_TEST_UNIT_INTERPRETERTEST_H
