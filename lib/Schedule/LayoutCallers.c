//===- LayoutCallers.c - callers prepare packed weights -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A caller packs the weight by a program of its own, which writes the packed
// buffer place by place. What a call of it says depends on weights alone, so
// `relax-prepare-weights` moves it to where it runs once; equal calls of all
// callers become one. Until then the program runs as well.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Schedule/Callers.h"
#include "lib/Schedule/Layout.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

static const char *refuseCaller(Scheduler *s, MlirOperation user,
                                MlirValue buffer) {
  StrRef name = scheduleBufferName(buffer);
  intptr_t number = mlirBlockArgumentGetArgNumber(buffer);
  if (number >= relaxCallTirGetNumInputs(user))
    return arenaFormat(s->arena, "'%.*s' is a result of callers, no weight",
                       SPREAD(name))
        .data;
  MlirOperation source = bridgeDefiner(relaxCallTirGetInputs(user, number));
  if (relaxIsGetWeight(source))
    return NULL;
  StrRef sourceName =
      source.ptr ? bridgeOpName(source) : strRefFromC("an argument");
  return arenaFormat(s->arena,
                     "'%.*s' is not a weight for every caller: expected "
                     "'relax.get_weight', got %s%.*s%s",
                     SPREAD(name), source.ptr ? "'" : "", SPREAD(sourceName),
                     source.ptr ? "'" : "")
      .data;
}

const char *layoutRefusal(Scheduler *s, MlirValue buffer) {
  ptrdiff_t count;
  const MlirOperation *users = scheduleCallersOf(s->callers, s->func, &count);
  const char *reason = scheduleCallersRefusal(s);
  for (ptrdiff_t i = 0; i < count && !reason; ++i)
    reason = refuseCaller(s, users[i], buffer);
  return reason;
}

//===----------------------------------------------------------------------===//
// The calls
//===----------------------------------------------------------------------===//

/// A call of `callee` with the weight that stands there already.
static MlirValue packedAlready(MlirValue weight, MlirAttribute callee) {
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(weight, &use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (relaxIsCallTir(user) &&
        mlirAttributeEqual(relaxCallTirGetCallee(user), callee))
      return mlirOperationGetResult(user, 0);
  }
  return (MlirValue){NULL};
}

static MlirLogicalResult packOperand(Scheduler *s, MlirOperation call,
                                     const ScheduleLayout *layout) {
  MlirValue weight = relaxCallTirGetInputs(call, layout->argument), packed;
  MlirOperation get = bridgeDefiner(weight);
  const MlirAttribute *dims;
  MlirType type = relaxStoredTensorType(mlirValueGetType(weight));
  MlirType element = relaxTensorTypeGetElementType(type);
  intptr_t rank = relaxTensorTypeGetDims(type, &dims);
  MlirLocation loc = bridgeUnnamed(mlirOperationGetLocation(get));
  StrRef name = bridgeRefName(relaxGetWeightGetWeight(get));
  MlirType buffer = tirBufferTypeGet(s->context, rank, dims, element);
  MlirAttribute callee =
      layoutProgram(s, layout, buffer, tirFuncGetTarget(s->func), loc);
  if (!callee.ptr)
    return mlirLogicalResultFailure();
  packed = packedAlready(weight, callee);
  if (!packed.ptr) {
    tirBufferTypeGetDims(layoutType(s, layout, buffer), &dims);
    MlirType result = relaxTensorTypeOf(element, layout->packedRank, dims);
    RelaxCallTirArgs args = {.numInputs = 1,
                             .inputs = &weight,
                             .callee = callee,
                             .numResultsTypes = 1,
                             .resultsTypes = &result};
    MlirLocation named = bridgeNamedLocation(
        arenaFormat(s->arena, "%.*s_packed", SPREAD(name)), loc);
    MlirOperation pack = relaxCallTirCreate(named, &args);
    mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(get), get, pack);
    packed = mlirOperationGetResult(pack, 0);
  }
  mlirOperationSetOperand(call, layout->argument, packed);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult schedulePrepareLayouts(Scheduler *s) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  ptrdiff_t count;
  const MlirOperation *users = scheduleCallersOf(s->callers, s->func, &count);
  for (ptrdiff_t i = 0; i < count; ++i)
    for (ptrdiff_t k = 0;
         k < arrlen(s->layouts) && mlirLogicalResultIsSuccess(outcome); ++k)
      outcome = packOperand(s, users[i], &s->layouts[k]);
  return outcome;
}
