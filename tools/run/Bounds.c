//===- Bounds.c - what rounding can do to the results of a call -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Bounds.h"

#include <math.h>
#include <stb/stb_ds.h>
#include <string.h>

enum { NUM_RUNS = 4 };

static void release(RelaxTensor **tensors) {
  for (ptrdiff_t i = 0; i < arrlen(*tensors); ++i)
    relaxTensorRelease(&(*tensors)[i]);
  arrfree(*tensors);
  *tensors = NULL;
}

static RelaxTensor *zeroed(uint32_t count) {
  RelaxTensor *tensors = NULL;
  arrsetlen(tensors, count + 1);
  memset(tensors, 0, (count + 1) * sizeof(RelaxTensor));
  return tensors;
}

/// The engine that can be disturbed; NULL if there is none.
static RunEngine *referenceOf(RunSession *session) {
  if (session->against)
    return session->against;
  if (runEngineIsReference(session->engine))
    return session->engine;
  if (!session->reference && session->source) {
    RelaxError error = {0};
    session->reference = runEngineCreate(RUN_REFERENCE, session->source,
                                         session->referenceOptions, &error);
    session->source = session->reference ? session->source : NULL;
    relaxErrorFree(&error);
  }
  return session->reference;
}

/// One run of the reference; NULL where it has none.
static RelaxTensor *runOnce(RunSession *session, RunEngine *reference,
                            const RelaxFunction *function,
                            const RelaxTensor *inputs, uint64_t seed) {
  RelaxTensor *outputs = zeroed(function->numResults);
  RelaxError error = {0};
  bool wasSilent = session->silent;
  session->silent = true;
  runEngineDisturb(reference, seed);
  bool good =
      runEngineCall(reference, function->name, inputs, function->numParams,
                    outputs, function->numResults, &error);
  runEngineDisturb(reference, 0);
  session->silent = wasSilent;
  relaxErrorFree(&error);
  if (!good)
    release(&outputs);
  return outputs;
}

static double numberAt(const RelaxTensor *tensor, int64_t index) {
  if (relaxDTypeIsFloat(tensor->dtype))
    return relaxLoadFloat(tensor->dtype, tensor->data, index);
  int64_t x = relaxLoadInt(tensor->dtype, tensor->data, index);
  return relaxDTypeIsUnsigned(tensor->dtype) ? (double)(uint64_t)x : (double)x;
}

/// How far two values of one element are from each other; infinitely where
/// rounding decides whether there is a number.
static double distance(double a, double b) {
  if (a == b || (isnan(a) && isnan(b)))
    return 0;
  return isfinite(a) && isfinite(b) ? fabs(a - b) : INFINITY;
}

/// Widens the bounds of a result by one more run. No bounds remain where the
/// run has another type.
static void widen(RelaxTensor *bounds, const RelaxTensor *expected,
                  const RelaxTensor *got) {
  if (!bounds->storage)
    return;
  if (got->dtype != expected->dtype || !relaxTensorSameShape(got, expected)) {
    relaxTensorRelease(bounds);
    return;
  }
  double *values = bounds->data;
  for (int64_t i = 0, e = relaxTensorCount(expected); i < e; ++i)
    values[i] =
        fmax(values[i], distance(numberAt(expected, i), numberAt(got, i)));
}

/// Four runs may be close by chance: half of what its row has on average is
/// allowed to every float. Then the factor.
static void finish(RelaxTensor *bounds, bool isFloat) {
  int64_t count = bounds->storage ? relaxTensorCount(bounds) : 0, row = 1;
  for (int32_t i = bounds->rank; row == 1 && i-- > 0;)
    row = bounds->dims[i];
  double *values = bounds->data;
  for (int64_t begin = 0; begin < count; begin += row) {
    double squares = 0;
    int64_t finite = 0;
    for (int64_t i = begin; i < begin + row; ++i)
      if (isfinite(values[i])) {
        squares += values[i] * values[i];
        ++finite;
      }
    double mean = isFloat && finite ? sqrt(squares / (double)finite) / 2 : 0;
    for (int64_t i = begin; i < begin + row; ++i)
      values[i] = RUN_BOUND_FACTOR * fmax(values[i], mean);
  }
}

static RelaxTensor *startBounds(const RelaxTensor *expected, uint32_t count) {
  RelaxTensor *bounds = zeroed(count);
  for (uint32_t i = 0; i < count; ++i) {
    RelaxError error = {0};
    if (relaxDTypeIsNumber(expected[i].dtype) &&
        relaxTensorCreate(RELAX_F64, expected[i].rank, expected[i].dims,
                          &bounds[i], &error))
      memset(bounds[i].data, 0, relaxTensorSize(&bounds[i]));
    relaxErrorFree(&error);
  }
  return bounds;
}

RelaxTensor *runBounds(RunSession *session, const RelaxFunction *function,
                       const RelaxTensor *inputs, const RelaxTensor *expected) {
  RunEngine *reference = referenceOf(session);
  RelaxTensor *own = NULL, *bounds = NULL;
  uint32_t count = function->numResults;
  if (!reference)
    return NULL;
  runProgressShow(session->progress, "bounding the errors of rounding", 0);
  if (!expected)
    expected = own = runOnce(session, reference, function, inputs, 0);
  if (expected)
    bounds = startBounds(expected, count);
  for (uint64_t seed = 1; bounds && seed <= NUM_RUNS; ++seed) {
    RelaxTensor *got = runOnce(session, reference, function, inputs, seed);
    for (uint32_t i = 0; got && i < count; ++i)
      widen(&bounds[i], &expected[i], &got[i]);
    if (!got) // a check of the program depends on rounding
      release(&bounds);
    release(&got);
  }
  for (uint32_t i = 0; bounds && i < count; ++i)
    finish(&bounds[i], relaxDTypeIsFloat(expected[i].dtype));
  runProgressHide(session->progress);
  release(&own);
  return bounds;
}
