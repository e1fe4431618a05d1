//===- Function.c - calls, weights, constants, casts ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Interpreter/Module.h"
#include "lib/Runtime/Container.h"

#include <inttypes.h>
#include <string.h>

MlirOperation evalCallee(EvalStep *step, MlirAttribute callee) {
  return evalFindFunction(step->frame->interpreter,
                          strRefFromMlir(mlirFlatSymbolRefAttrGetValue(callee)),
                          step->error);
}

bool evalCallNamed(EvalStep *step, MlirAttribute callee,
                   const RelaxTensor *const *arguments, intptr_t count,
                   RelaxTensor *results, intptr_t numResults,
                   const int64_t *extents) {
  MlirOperation function = evalCallee(step, callee);
  return function.ptr &&
         evalCall(step->frame->interpreter, function, arguments, count, results,
                  numResults, extents, step->frame->depth + 1, step->error);
}

bool evalInvoke(EvalStep *step, MlirAttribute callee, const RelaxTensor *items,
                int64_t count, const int64_t *extents) {
  intptr_t others = step->numOperands - 1;
  const RelaxTensor **arguments =
      ARENA_ARRAY(step->arena, const RelaxTensor *, count + others + 1);
  for (int64_t i = 0; i < count; ++i)
    arguments[i] = &items[i];
  for (intptr_t i = 0; i < others; ++i)
    arguments[count + i] = step->operands[1 + i];
  return evalCallNamed(step, callee, arguments, count + others, step->results,
                       step->numResults, extents);
}

int64_t *evalPassed(EvalStep *step, MlirAttribute callee,
                    MlirAttribute symbols) {
  MlirOperation function =
      symbols.ptr ? evalCallee(step, callee) : (MlirOperation){NULL};
  if (!function.ptr)
    return NULL;
  MlirAttribute clause = relaxFuncGetSymbols(function);
  intptr_t count = mlirArrayAttrGetNumElements(clause);
  int64_t *extents = ARENA_ARRAY(step->arena, int64_t, count + 1);
  for (intptr_t i = 0; i < count; ++i) {
    MlirStringRef name =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(clause, i));
    if (!evalExtent(step, mlirDictionaryAttrGetElementByName(symbols, name),
                    &extents[i]))
      return NULL;
    if (extents[i] >= 0)
      continue;
    relaxFail(step->error,
              "symbol '%.*s' of the callee: expected an extent >= 0, got "
              "%" PRId64,
              (int)name.length, name.data, extents[i]);
    return NULL;
  }
  return extents;
}

static bool call(EvalStep *step) {
  MlirAttribute callee = relaxCallGetCallee(step->op);
  int64_t *extents = evalPassed(step, callee, relaxCallGetSymbols(step->op));
  return !relaxErrorIsSet(step->error) &&
         evalCallNamed(step, callee, step->operands, step->numOperands,
                       step->results, step->numResults, extents);
}

static bool getWeight(EvalStep *step) {
  StrRef name = strRefFromMlir(
      mlirFlatSymbolRefAttrGetValue(relaxGetWeightGetWeight(step->op)));
  return evalWeight(step->frame->interpreter, name, step->frame->depth + 1,
                    &step->results[0], step->error);
}

/// Bools are read one by one: MLIR packs them.
static void fillBools(MlirAttribute value, RelaxTensor *result) {
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i)
    relaxStoreInt(RELAX_BOOL, result->data, i,
                  mlirDenseElementsAttrGetBoolValue(value, (intptr_t)i));
}

static bool fillStrings(MlirAttribute value, RelaxTensor *result,
                        RelaxError *error) {
  StrRef *elements = result->data; // in the context
  bool splat = mlirDenseElementsAttrIsSplat(value);
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i)
    elements[i] = strRefFromMlir(
        mlirDenseElementsAttrGetStringValue(value, splat ? 0 : (intptr_t)i));
  return relaxStringsOwn(result, error);
}

bool evalConstant(EvalStep *step, MlirAttribute value) {
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(step->op, 0));
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  RelaxDType dtype;
  if (!mlirAttributeIsADenseElements(value) ||
      !relaxElementDType(info.elementType, &dtype))
    return relaxFail(step->error,
                     "reference mode reads dense elements of numbers and "
                     "strings only");
  if (!evalDeclaredDims(step, &rank, dims) ||
      !evalCreate(step, dtype, rank, dims))
    return false;
  RelaxTensor *result = &step->results[0];
  if (dtype == RELAX_BOOL) {
    fillBools(value, result);
    return true;
  }
  if (dtype == RELAX_STRING)
    return fillStrings(value, result, step->error);
  size_t size = relaxDTypeBytes(dtype);
  const char *data = mlirDenseElementsAttrGetRawData(value);
  bool splat = mlirDenseElementsAttrIsSplat(value);
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i)
    memcpy((char *)result->data + (size_t)i * size,
           data + (splat ? 0 : (size_t)i * size), size);
  return true;
}

static bool constant(EvalStep *step) {
  return evalConstant(step, relaxConstantGetValue(step->op));
}

/// The check of the result type, which binds as well, does the work.
static bool matchCast(EvalStep *step) {
  step->results[0] = relaxTensorShare(step->operands[0]);
  return true;
}

static bool check(EvalStep *step) {
  MlirAttribute given = relaxCheckGetSubject(step->op);
  StrRef subject = given.ptr ? strRefFromMlir(mlirStringAttrGetValue(given))
                             : strRefFromC("a fact of the program");
  StrRef text = arenaCopyString(step->frame->arena, subject);
  return evalCheckFacts(step->frame, relaxCheckGetFacts(step->op), text.data,
                        step->error);
}

static bool emit(EvalStep *step) {
  const RelaxObserver *observer = &step->frame->interpreter->observer;
  StrRef name = relaxEmitGetName(step->op);
  return !observer->emit ||
         observer->emit(observer->user, name, step->operands[0], step->error);
}

static bool decide(EvalStep *step) {
  const RelaxTensor *value = step->operands[0];
  return evalCreate(step, value->dtype, value->rank, value->dims) &&
         relaxObserverDecide(&step->frame->interpreter->observer, value,
                             step->numOperands > 1 ? step->operands[1] : NULL,
                             &step->results[0], step->error);
}

const EvalEntry evalFunctionFamily[] = {
    {"relax.decide", decide, NULL},
    {"relax.emit", emit, NULL},
    {"relax.call", call, NULL},
    {"relax.call_library", evalCallLibrary, NULL},
    {"relax.check", check, NULL},
    {"relax.get_weight", getWeight, NULL},
    {"relax.constant", constant, NULL},
    {"relax.match_cast", matchCast, NULL},
    {NULL, NULL, NULL}};
