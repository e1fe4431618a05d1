//===- SidesRun.c - a rewrite and its pattern, run on the same inputs -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/SidesRun.h"
#include "lib/Analysis/ElementType.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Interpreter/Interpreter.h"
#include "lib/Runtime/Compare.h"
#include "lib/Runtime/Random.h"

#include <math.h>

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static bool isPowerOfTwo(const Pattern *pattern, size_t argument) {
  for (size_t i = 0; i < pattern->numChecks; ++i)
    if (strRefEqual(strRefFromC(pattern->checks[i].rule->name),
                    strRefFromC("power_of_two")) &&
        pattern->checks[i].values[0] == argument)
      return true;
  return false;
}

static void clip(RelaxTensor *tensor, double size) {
  RelaxDType dtype = tensor->dtype;
  int64_t count = relaxDTypeIsFloat(dtype) ? relaxTensorCount(tensor) : 0;
  for (int64_t i = 0; i < count; ++i) {
    double value = relaxLoadFloat(dtype, tensor->data, i);
    if (fabs(value) > size)
      relaxStoreFloat(dtype, tensor->data, i, copysign(size, value));
  }
}

static bool makeInput(const SidesTrial *trial, size_t argument, MlirType type,
                      RelaxRandom *random, RelaxTensor *out) {
  RelaxTensorInfo info;
  RelaxError error = {0};
  RelaxDType dtype;
  int64_t dims[RELAX_MAX_RANK];
  if (!relaxTensorInfo(type, &info) || info.rank > RELAX_MAX_RANK ||
      !relaxElementDType(info.elementType, &dtype))
    return false;
  for (intptr_t i = 0; i < info.rank; ++i)
    if (!symAttributeIsConst(info.dims[i], &dims[i]))
      return false;
  bool good = relaxTensorCreate(dtype, (int32_t)info.rank, dims, out, &error);
  relaxErrorFree(&error);
  if (!good)
    return false;
  relaxRandomFill(random, out);
  // What a sum in another order can lose says nothing within a bound.
  if (trial->special)
    relaxRandomSprinkle(random, out, trial->exact);
  clip(out, trial->size);
  if (dtype == RELAX_F32 && isPowerOfTwo(trial->rewrite->pattern, argument))
    for (int64_t i = 0; i < relaxTensorCount(out); ++i)
      ((float *)out->data)[i] = 4;
  return true;
}

static bool makeInputs(const SidesTrial *trial, MlirModule module,
                       RelaxTensor *inputs) {
  enum { SEED = 7 };
  MlirBlock body =
      bridgeBody(mlirBlockGetFirstOperation(mlirModuleGetBody(module)));
  RelaxRandom random = relaxRandomSeed(SEED + trial->seed);
  bool good = true;
  for (size_t i = 0; i < trial->rewrite->pattern->numArguments && good; ++i)
    good = makeInput(trial, i,
                     mlirValueGetType(mlirBlockGetArgument(body, (intptr_t)i)),
                     &random, &inputs[i]);
  return good;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static double largest(const RelaxTensor *tensor) {
  double most = 1;
  int64_t count =
      relaxDTypeIsFloat(tensor->dtype) ? relaxTensorCount(tensor) : 0;
  for (int64_t i = 0; i < count; ++i)
    most = fmax(most, fabs(relaxLoadFloat(tensor->dtype, tensor->data, i)));
  return isfinite(most) ? most : 1;
}

/// False if an element is 0 on one side and -0 on the other.
static bool sameZeros(const RelaxTensor *expected, const RelaxTensor *got,
                      StrBuf *why) {
  RelaxDType dtype = expected->dtype;
  int64_t count = relaxDTypeIsFloat(dtype) ? relaxTensorCount(expected) : 0;
  for (int64_t i = 0; i < count; ++i) {
    double want = relaxLoadFloat(dtype, expected->data, i);
    if (want != 0 ||
        !signbit(want) == !signbit(relaxLoadFloat(dtype, got->data, i)))
      continue;
    strBufAppendFormat(why, "expected %s, got %s at ",
                       signbit(want) ? "-0.0" : "0.0",
                       signbit(want) ? "0.0" : "-0.0");
    relaxIndexPrint(expected, i, why);
    return false;
  }
  return true;
}

static bool agree(const SidesTrial *trial, const RelaxTensor *expected,
                  const RelaxTensor *got, StrBuf *why) {
  RelaxComparison comparison;
  RelaxTolerance tolerance = {trial->bound, trial->bound};
  if (!trial->exact)
    tolerance.atol *= largest(expected);
  if (relaxCompare(got, expected, tolerance, &comparison))
    return !trial->exact || sameZeros(expected, got, why);
  relaxComparisonPrint(&comparison, got, expected, tolerance, why);
  return false;
}

static SidesOutcome runBoth(const SidesTrial *trial, MlirModule module,
                            const RelaxTensor *inputs, StrBuf *why) {
  size_t numInputs = trial->rewrite->pattern->numArguments;
  size_t numRoots = trial->rewrite->pattern->numRoots;
  RelaxTensor before[SIDES_MOST_RESULTS] = {0}, after[SIDES_MOST_RESULTS] = {0};
  RelaxError error = {0};
  MlirOperation op = mlirModuleGetOperation(module);
  // What the pattern itself cannot compute (an integer over 0) says nothing.
  bool ran = relaxInterpret(op, strRefFromC("before"), inputs, numInputs, NULL,
                            before, numRoots, &error);
  bool good = ran && relaxInterpret(op, strRefFromC("after"), inputs, numInputs,
                                    NULL, after, numRoots, &error);
  if (ran && !good)
    strBufAppendFormat(why, "%s", relaxErrorText(&error));
  for (size_t i = 0; i < numRoots && good; ++i)
    good = agree(trial, &before[i], &after[i], why);
  relaxErrorFree(&error);
  for (size_t i = 0; i < numRoots; ++i) {
    relaxTensorRelease(&before[i]);
    relaxTensorRelease(&after[i]);
  }
  return !ran ? SIDES_NOT_RUN : good ? SIDES_AGREE : SIDES_DIFFER;
}

SidesOutcome sidesRun(const SidesTrial *trial, StrBuf *why) {
  size_t numInputs = trial->rewrite->pattern->numArguments;
  SidesOutcome outcome = SIDES_NOT_RUN;
  Arena *arena = arenaCreate();
  MlirModule module = sidesMake(arena, trial->rewrite, trial->choice);
  if (module.ptr) {
    RelaxTensor *inputs = ARENA_ARRAY(arena, RelaxTensor, numInputs);
    if (makeInputs(trial, module, inputs))
      outcome = runBoth(trial, module, inputs, why);
    for (size_t i = 0; i < numInputs; ++i)
      relaxTensorRelease(&inputs[i]);
    mlirModuleDestroy(module);
  }
  arenaDestroy(arena);
  return outcome;
}
