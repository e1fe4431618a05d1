//===- LoopScan.c - the loop over rows ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "lib/Interpreter/Evaluate.h"
#include "lib/Runtime/Container.h"

#include <inttypes.h>
#include <string.h>

typedef struct Rounds {
  EvalStep *step;
  intptr_t numStates, numRows;
  int64_t length;
  RelaxTensor *arguments; // of the region: the states, then one row of each
  RelaxTensor *yielded;
  const RelaxTensor **pointers;
} Rounds;

static bool copyRow(const RelaxTensor *from, int64_t row, RelaxTensor *out,
                    RelaxError *error) {
  if (!relaxTensorCreate(from->dtype, from->rank - 1, from->dims + 1, out,
                         error))
    return false;
  size_t bytes = relaxTensorSize(out);
  memcpy(out->data, (const char *)from->data + (size_t)row * bytes, bytes);
  if (out->dtype != RELAX_STRING || relaxStringsOwn(out, error))
    return true;
  relaxTensorRelease(out);
  return false;
}

/// A result of rows: made by the first round, as its row is, or by the type if
/// there is none (what the type does not say has extent 0).
static bool createRows(const Rounds *rounds, intptr_t index,
                       const RelaxTensor *row) {
  EvalStep *step = rounds->step;
  int64_t dims[RELAX_MAX_RANK + 1] = {rounds->length};
  if (row) {
    memcpy(dims + 1, row->dims, (size_t)row->rank * sizeof(*dims));
    return evalCreateResult(step, index, row->dtype, row->rank + 1, dims);
  }
  RelaxDType dtype;
  RelaxTensorInfo info =
      relaxTensorInfoOf(mlirOperationGetResult(step->op, index));
  bool good = relaxElementDType(info.elementType, &dtype);
  for (intptr_t d = 1; good && d < info.rank; ++d)
    good = symAttributeIsUnknown(info.dims[d]) ||
           evalExtent(step, info.dims[d], &dims[d]);
  return good && evalCreateResult(step, index, dtype,
                                  info.ranked ? (int32_t)info.rank : 1, dims);
}

static bool storeRow(const Rounds *rounds, intptr_t index, int64_t at,
                     const RelaxTensor *row) {
  RelaxTensor *result = &rounds->step->results[index];
  if (!result->storage && !createRows(rounds, index, row))
    return false;
  bool same = result->rank == row->rank + 1;
  for (int32_t d = 0; same && d < row->rank; ++d)
    same = result->dims[d + 1] == row->dims[d];
  if (!same)
    return relaxFail(rounds->step->error,
                     "result %ld: row %" PRId64
                     " has another shape than the rows before it",
                     (long)index, at);
  size_t bytes = relaxTensorSize(row);
  memcpy((char *)result->data + (size_t)at * bytes, row->data, bytes);
  return true;
}

static bool runRound(Rounds *rounds, int64_t at) {
  EvalStep *step = rounds->step;
  intptr_t states = rounds->numStates, count = step->numResults;
  static const MlirAttribute noFacts = {NULL};
  bool good = true;
  for (intptr_t i = 0; good && i < rounds->numRows; ++i)
    good = copyRow(step->operands[states + i], at,
                   &rounds->arguments[states + i], step->error);
  good = good &&
         evalRegion(step, 0, noFacts, rounds->pointers, rounds->yielded, count);
  evalReleaseAll(rounds->arguments + states, rounds->numRows);
  if (!good)
    return false;
  for (intptr_t i = 0; i < states; ++i) {
    relaxTensorRelease(&rounds->arguments[i]);
    rounds->arguments[i] = rounds->yielded[i];
  }
  for (intptr_t i = states; good && i < count; ++i)
    good = storeRow(rounds, i, at, &rounds->yielded[i]);
  evalReleaseAll(rounds->yielded + states, count - states);
  return good;
}

static bool scan(EvalStep *step) {
  Rounds rounds = {.step = step,
                   .numStates = relaxScanGetNumInits(step->op),
                   .numRows = relaxScanGetNumRows(step->op)};
  intptr_t arguments = step->numOperands;
  rounds.length = step->operands[rounds.numStates]->dims[0];
  rounds.arguments = ARENA_ARRAY(step->arena, RelaxTensor, arguments);
  rounds.yielded = ARENA_ARRAY(step->arena, RelaxTensor, step->numResults);
  rounds.pointers = ARENA_ARRAY(step->arena, const RelaxTensor *, arguments);
  for (intptr_t i = 0; i < arguments; ++i)
    rounds.pointers[i] = &rounds.arguments[i];
  for (intptr_t i = 0; i < rounds.numStates; ++i)
    rounds.arguments[i] = relaxTensorShare(step->operands[i]);
  bool backward = relaxScanGetReverse(step->op);
  bool good = true;
  for (int64_t i = 0; good && i < rounds.length; ++i)
    good = runRound(&rounds, backward ? rounds.length - 1 - i : i);
  for (intptr_t i = rounds.numStates; good && i < step->numResults; ++i)
    good = step->results[i].storage || createRows(&rounds, i, NULL);
  for (intptr_t i = 0; good && i < rounds.numStates; ++i)
    step->results[i] = relaxTensorShare(&rounds.arguments[i]);
  evalReleaseAll(rounds.arguments, rounds.numStates);
  return good;
}

const EvalEntry evalLoopScan[] = {{"relax.scan", scan, NULL},
                                  {NULL, NULL, NULL}};
