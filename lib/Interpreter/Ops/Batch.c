//===- Batch.c - calls that wait for others of their kind -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Nobody waits here: what is deferred is called at once, as one lane.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.h"
#include "dialects/Relax/Batch.gen.h"
#include "lib/Interpreter/Module.h"

#include <string.h>

/// Dimensions in front of a tensor of this rank that are one of the function's,
/// of that rank; 0: that has one more, as of calls that are not ragged. -1:
/// neither.
static int32_t joinedOf(const EvalDeferred *how, int32_t rank,
                        intptr_t joinedRank) {
  int32_t joined = rank + 1 - (int32_t)joinedRank;
  return how->numRows ? (joinedRank >= 1 ? joined : -1) : 0;
}

static int64_t product(const int64_t *dims, int32_t count) {
  int64_t value = 1;
  for (int32_t i = 0; i < count; ++i)
    value *= dims[i];
  return value;
}

/// An argument of the function for many.
static bool addLane(const EvalDeferred *how, const RelaxTensor *tensor,
                    MlirType type, RelaxTensor *out, RelaxError *error) {
  int64_t dims[RELAX_MAX_RANK + 1];
  RelaxTensorInfo info;
  int32_t joined = relaxTensorInfo(type, &info) && info.ranked
                       ? joinedOf(how, tensor->rank, info.rank)
                       : -1;
  if (joined == 0 && tensor->rank == RELAX_MAX_RANK)
    return relaxFail(error, "a batch exceeds rank %d", RELAX_MAX_RANK);
  if (joined < 0)
    return relaxFail(error, "ragged calls have other numbers of rows");
  dims[0] = product(tensor->dims, joined);
  memcpy(dims + 1, tensor->dims + joined,
         (size_t)(tensor->rank - joined) * sizeof *dims);
  return relaxTensorReshape(tensor, tensor->rank - joined + 1, dims, out,
                            error);
}

/// A result of one call, as it was announced.
static bool dropLane(const EvalDeferred *how, const RelaxTensor *shape,
                     RelaxTensor *tensor, RelaxError *error) {
  RelaxTensor all = *tensor, one = *shape;
  int32_t joined = joinedOf(how, shape->rank, all.rank);
  bool good = joined >= 0 && all.rank == one.rank - joined + 1 &&
              product(shape->dims, joined) == all.dims[0];
  for (int32_t i = joined; good && i < shape->rank; ++i) {
    int64_t dim = all.dims[i - joined + 1];
    good = one.dims[i] == -1 || one.dims[i] == dim;
    one.dims[i] = dim;
  }
  good = good ? relaxTensorReshape(&all, one.rank, one.dims, tensor, error)
              : relaxFail(error, "a result of a call of one lane is not what "
                                 "was announced");
  if (!good)
    *tensor = (RelaxTensor){0};
  relaxTensorRelease(&all);
  return good;
}

static bool makeTable(int64_t count, const int64_t *words, RelaxTensor *table,
                      RelaxError *error) {
  if (!relaxTensorCreate(RELAX_I64, 1, &count, table, error))
    return false;
  for (int64_t i = 0; i < count; ++i)
    relaxStoreInt(RELAX_I64, table->data, i, words[i]);
  return true;
}

/// What says that the rows of one call are all: its extents, where its rows
/// begin and end, and sums if there is one more.
static bool makeTables(EvalStep *step, const EvalDeferred *how, intptr_t count,
                       RelaxTensor *tables) {
  bool good = true;
  for (intptr_t i = 0; good && i < how->numExtents; ++i)
    good = makeTable(1, &how->extents[i], tables++, step->error);
  for (intptr_t i = 0; good && i < how->numRows; ++i)
    good = makeTable(2, (int64_t[]){0, how->rows[i]}, tables++, step->error);
  return good && (count == how->numExtents + how->numRows ||
                  makeTable(how->numRows, how->rows, tables, step->error));
}

/// Calls the function for many with this call alone.
static bool callBatched(EvalStep *step, MlirAttribute callee,
                        const EvalDeferred *how, intptr_t numInputs,
                        RelaxTensor *results, intptr_t numResults) {
  MlirOperation function = evalCallee(step, callee);
  if (!function.ptr)
    return false;
  MlirType type = evalHeadOf(function).type;
  intptr_t all = mlirFunctionTypeGetNumInputs(type);
  RelaxTensor *lanes = ARENA_ARRAY(step->arena, RelaxTensor, all + 1);
  const RelaxTensor **inputs =
      ARENA_ARRAY(step->arena, const RelaxTensor *, all + 1);
  bool good = true;
  for (intptr_t i = 0; i < all; ++i)
    inputs[i] = &lanes[i];
  for (intptr_t i = 0; good && i < numInputs; ++i)
    good = addLane(how, step->operands[i], mlirFunctionTypeGetInput(type, i),
                   &lanes[i], step->error);
  RelaxTensor *shapes = ARENA_ARRAY(step->arena, RelaxTensor, numResults + 1);
  memcpy(shapes, results, (size_t)numResults * sizeof *shapes);
  memset(results, 0, (size_t)numResults * sizeof *results);
  good = good &&
         (!how->numRows ||
          makeTables(step, how, all - numInputs, lanes + numInputs)) &&
         evalCallNamed(step, callee, inputs, all, results, numResults, NULL);
  for (intptr_t i = 0; good && i < numResults; ++i)
    good = dropLane(how, &shapes[i], &results[i], step->error);
  for (intptr_t i = 0; i < all; ++i)
    relaxTensorRelease(&lanes[i]);
  return good;
}

bool evalCallDeferred(EvalStep *step, MlirAttribute callee,
                      const EvalDeferred *how, intptr_t numInputs,
                      RelaxTensor *results, intptr_t numResults) {
  if (!how->batched)
    return evalCallNamed(step, callee, step->operands, numInputs, results,
                         numResults, NULL);
  return callBatched(step, callee, how, numInputs, results, numResults);
}

/// The values of a list of extents, or of none.
static bool evalList(EvalStep *step, MlirAttribute list, intptr_t *count,
                     int64_t **values) {
  *count = list.ptr ? mlirArrayAttrGetNumElements(list) : 0;
  *values = ARENA_ARRAY(step->arena, int64_t, *count);
  return evalExtents(step, list, *count, *values);
}

static bool defer(EvalStep *step) {
  EvalDeferred how = {.batched = relaxDeferGetBatched(step->op)};
  for (intptr_t i = 0; how.batched && i < step->numResults; ++i)
    if (!relaxTensorInfoOf(mlirOperationGetResult(step->op, i)).ranked)
      return relaxFail(step->error, "a result of a batched call has no rank");
  bool good = evalList(step, relaxDeferGetRagged(step->op), &how.numExtents,
                       &how.extents) &&
              evalList(step, relaxDeferRows(step->op), &how.numRows, &how.rows);
  for (intptr_t i = 0; good && how.batched && i < step->numResults; ++i)
    good = evalDeclaredDimsOf(step, i, &step->results[i].rank,
                              step->results[i].dims);
  good = good &&
         evalCallDeferred(step, relaxDeferGetCallee(step->op), &how,
                          step->numOperands, step->results, step->numResults);
  return good;
}

static bool force(EvalStep *step) {
  step->results[0] = relaxTensorShare(step->operands[0]);
  return true;
}

const EvalEntry evalBatch[] = {{"relax.defer", defer, NULL},
                               {"relax.force", force, NULL},
                               {NULL, NULL, NULL}};
