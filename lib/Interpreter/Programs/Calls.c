//===- Calls.c - calls of programs, and the memory that is planned --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A plan is kept: results lie where it says, in memory that knows what of it
// was written, so that a part that is given away too early is found.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "lib/Interpreter/Programs/Program.h"

#include <string.h>

static bool arena(EvalStep *step) {
  int64_t bytes;
  bool good = evalExtent(step, relaxArenaGetBytes(step->op), &bytes);
  return good && evalUndefinedTensor(RELAX_U8, 1, &bytes, &step->results[0],
                                     step->error);
}

//===----------------------------------------------------------------------===//
// relax.call_tir
//===----------------------------------------------------------------------===//

/// The extents that a result is declared with.
static bool extentsOf(EvalStep *step, intptr_t index, RelaxDType *dtype,
                      int32_t *rank, int64_t *dims) {
  MlirValue result = mlirOperationGetResult(step->op, index);
  RelaxTensorInfo info = relaxTensorInfoOf(result);
  if (!relaxElementDType(info.elementType, dtype))
    return evalRefuseType(mlirValueGetType(result), step->error);
  if (!evalDeclaredDimsOf(step, index, rank, dims))
    return false;
  for (int32_t i = 0; i < *rank; ++i)
    if (dims[i] < 0)
      return relaxFail(step->error, "result %ld has no known extent %d",
                       (long)index, (int)i);
  return true;
}

static bool overlap(const RelaxTensor *a, const RelaxTensor *b) {
  const char *x = a->data, *y = b->data;
  return a->storage == b->storage && x < y + relaxTensorSize(b) &&
         y < x + relaxTensorSize(a);
}

/// Memory for a result of such a type, at `at` of the storage; a null or
/// unknown offset: of its own. Where it lies over one of the first operands,
/// what that has is known.
static bool placeAt(EvalStep *step, intptr_t index, MlirValue storage,
                    MlirAttribute at, intptr_t numInputs,
                    const RelaxTensor *type) {
  int64_t offset;
  RelaxTensor *result = &step->results[index];
  if (!at.ptr || symAttributeIsUnknown(at))
    return evalUndefinedTensor(type->dtype, type->rank, type->dims, result,
                               step->error);
  bool good =
      evalExtent(step, at, &offset) &&
      relaxTensorView(evalOperandOf(step, storage)->storage, offset,
                      type->dtype, type->rank, type->dims, result, step->error);
  bool fresh = good;
  for (intptr_t i = 0; fresh && i < numInputs; ++i)
    fresh = !overlap(result, step->operands[i]);
  if (fresh)
    evalSetKnown(result, false);
  return good;
}

static bool place(EvalStep *step, intptr_t index) {
  RelaxTensor type = {0};
  MlirAttribute offsets = relaxCallTirGetOffsets(step->op), at = {NULL};
  if (offsets.ptr)
    at = mlirArrayAttrGetElement(offsets, index);
  return extentsOf(step, index, &type.dtype, &type.rank, type.dims) &&
         placeAt(step, index, relaxCallTirGetStorage(step->op), at,
                 relaxCallTirGetNumInputs(step->op), &type);
}

static bool callTir(EvalStep *step) {
  intptr_t inputs = relaxCallTirGetNumInputs(step->op);
  const RelaxTensor **buffers = ARENA_ARRAY(step->arena, const RelaxTensor *,
                                            inputs + step->numResults + 1);
  bool good = true;
  for (intptr_t i = 0; i < inputs; ++i)
    buffers[i] = step->operands[i];
  for (intptr_t i = 0; good && i < step->numResults; ++i) {
    good = place(step, i);
    buffers[inputs + i] = &step->results[i];
  }
  StrRef name = strRefFromMlir(
      mlirFlatSymbolRefAttrGetValue(relaxCallTirGetCallee(step->op)));
  good = good && progCall(step->frame, name, buffers, inputs + step->numResults,
                          relaxCallTirGetSymbols(step->op), NULL, step->error);
  return good;
}

//===----------------------------------------------------------------------===//
// relax.write_out, relax.read_back
//===----------------------------------------------------------------------===//

static bool move(EvalStep *step, MlirValue storage, MlirAttribute offset) {
  const RelaxTensor *from = step->operands[0];
  if (!placeAt(step, 0, storage, offset, 1, from))
    return false;
  memmove(step->results[0].data, from->data, relaxTensorSize(from));
  evalSetKnown(&step->results[0], true);
  return true;
}

static bool writeOut(EvalStep *step) {
  return move(step, relaxWriteOutGetStorage(step->op),
              relaxWriteOutGetOffset(step->op));
}

static bool readBack(EvalStep *step) {
  return move(step, relaxReadBackGetStorage(step->op),
              relaxReadBackGetOffset(step->op));
}

const EvalEntry evalPrograms[] = {
    {"relax.call_tir", callTir, NULL},   {"relax.arena", arena, NULL},
    {"relax.kill", evalKill, NULL},      {"relax.write_out", writeOut, NULL},
    {"relax.read_back", readBack, NULL}, {NULL, NULL, NULL}};
