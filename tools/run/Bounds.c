//===- Bounds.c - what rounding can do to the results of a call -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Bounds.h"
#include "lib/Runtime/CompareBounds.h"
#include "tools/run/Choices.h"

#include <stb/stb_ds.h>
#include <string.h>

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
  if (session->against && runEngineIsReference(session->against))
    return session->against;
  if (runEngineIsReference(session->engine))
    return session->engine;
  if (!session->reference && session->source && !session->againstOther) {
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
  runChoicesAgain(session);
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

static RelaxTensor *startBounds(const RelaxTensor *expected, uint32_t count) {
  RelaxTensor *bounds = zeroed(count);
  for (uint32_t i = 0; i < count; ++i)
    bounds[i] = relaxBoundsStart(&expected[i]);
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
  for (uint64_t seed = 1; bounds && seed <= RELAX_BOUND_RUNS; ++seed) {
    RelaxTensor *got = runOnce(session, reference, function, inputs, seed);
    for (uint32_t i = 0; got && i < count; ++i)
      relaxBoundsWiden(&bounds[i], &expected[i], &got[i]);
    if (!got) // a check of the program depends on rounding
      release(&bounds);
    release(&got);
  }
  for (uint32_t i = 0; bounds && i < count; ++i)
    relaxBoundsFinish(&bounds[i], relaxDTypeIsFloat(expected[i].dtype));
  runProgressHide(session->progress);
  release(&own);
  return bounds;
}
