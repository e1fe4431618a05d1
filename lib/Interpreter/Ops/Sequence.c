//===- Sequence.c - sequences and optionals -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Sequence.gen.h"
#include "lib/Interpreter/Evaluate.h"
#include "lib/Runtime/Container.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <string.h>

static bool finish(EvalStep *step, RelaxDType kind, RelaxTensor *items) {
  bool good = relaxContainerCreate(kind, arrlen(items), items,
                                   &step->results[0], step->error);
  arrfree(items);
  return good;
}

/// Operands, or the elements of one, as further references.
static RelaxTensor *shareAll(const RelaxTensor *values, int64_t count) {
  RelaxTensor *items = NULL;
  for (int64_t i = 0; i < count; ++i)
    arrput(items, relaxTensorShare(&values[i]));
  return items;
}

/// The position in operand `operand`, or `otherwise` if there is no such
/// operand; `length` itself is allowed if `behind`.
static bool position(EvalStep *step, intptr_t operand, bool behind,
                     int64_t *at) {
  int64_t length = step->operands[0]->dims[0];
  *at = behind ? length : length - 1;
  if (operand < step->numOperands) {
    const RelaxTensor *given = step->operands[operand];
    if (relaxTensorCount(given) != 1)
      return relaxFail(step->error,
                       "operand %" PRIu32
                       ": expected one %s element, got %" PRId64 " of %s",
                       (uint32_t)operand, "integer", relaxTensorCount(given),
                       relaxDTypeName(given->dtype));
    *at = relaxLoadInt(given->dtype, given->data, 0);
  }
  int64_t place = *at < 0 ? *at + length : *at;
  if (place < 0 || place >= length + behind)
    return relaxFail(step->error,
                     "position %" PRId64
                     " is out of range for a sequence of %" PRId64 " elements",
                     *at, length);
  *at = place;
  return true;
}

static bool makeSequence(EvalStep *step) {
  return relaxContainerCreate(RELAX_SEQUENCE, step->numOperands,
                              evalShareOperands(step), &step->results[0],
                              step->error);
}

static bool makeOptional(EvalStep *step) {
  return relaxContainerCreate(RELAX_OPTIONAL, step->numOperands,
                              evalShareOperands(step), &step->results[0],
                              step->error);
}

static bool at(EvalStep *step) {
  int64_t place;
  if (!position(step, 1, false, &place))
    return false;
  step->results[0] =
      relaxTensorShare(&relaxContainerItems(step->operands[0])[place]);
  return true;
}

static bool insert(EvalStep *step) {
  const RelaxTensor *sequence = step->operands[0];
  int64_t place;
  if (!position(step, 2, true, &place))
    return false;
  RelaxTensor *items =
      shareAll(relaxContainerItems(sequence), sequence->dims[0]);
  RelaxTensor element = relaxTensorShare(step->operands[1]);
  arrins(items, (size_t)place, element);
  return finish(step, RELAX_SEQUENCE, items);
}

static bool eraseOne(EvalStep *step) {
  const RelaxTensor *sequence = step->operands[0];
  int64_t place;
  if (!position(step, 1, false, &place))
    return false;
  RelaxTensor *items =
      shareAll(relaxContainerItems(sequence), sequence->dims[0]);
  relaxTensorRelease(&items[place]);
  arrdel(items, (size_t)place);
  return finish(step, RELAX_SEQUENCE, items);
}

static bool length(EvalStep *step) {
  if (!evalCreate(step, RELAX_I64, 0, NULL))
    return false;
  relaxStoreInt(RELAX_I64, step->results[0].data, 0,
                step->operands[0]->dims[0]);
  return true;
}

//===----------------------------------------------------------------------===//
// Splitting and joining, element by element
//===----------------------------------------------------------------------===//

/// Copies `part` to or from where it lies in `whole`: from `begin` on along
/// `axis`.
static void copyPart(const RelaxTensor *whole, const RelaxTensor *part,
                     int32_t axis, int64_t begin, bool put) {
  int64_t strides[RELAX_MAX_RANK];
  evalStrides(whole->rank, whole->dims, strides);
  evalCopyPart(part, whole, begin * strides[axis], strides, put);
}

static bool wrongSizes(EvalStep *step) {
  int64_t axis = relaxSplitToSequenceGetAxis(step->op);
  return relaxFail(step->error,
                   "sizes: expected parts of %" PRId64 " slices in all",
                   step->operands[0]->dims[axis]);
}

/// The extent of the next part, of `left` that are left; false after an error.
static bool nextExtent(EvalStep *step, int64_t part, int64_t left,
                       int64_t *extent) {
  *extent = 1;
  if (step->numOperands > 1) {
    const RelaxTensor *sizes = step->operands[1];
    bool scalar = sizes->rank == 0;
    if (!scalar && part >= relaxTensorCount(sizes))
      return wrongSizes(step);
    *extent = relaxLoadInt(sizes->dtype, sizes->data, scalar ? 0 : part);
    if (scalar && *extent < 1)
      return relaxFail(step->error, "sizes: expected at least 1, got %" PRId64,
                       *extent);
    if (scalar && *extent > left)
      *extent = left;
  }
  return (*extent >= 0 && *extent <= left) || wrongSizes(step);
}

static bool moreParts(EvalStep *step, int64_t part, int64_t left) {
  return left > 0 || (step->numOperands > 1 && step->operands[1]->rank > 0 &&
                      part < relaxTensorCount(step->operands[1]));
}

static bool splitToSequence(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  int32_t axis = (int32_t)relaxSplitToSequenceGetAxis(step->op);
  bool squeeze = relaxSplitToSequenceGetSqueeze(step->op);
  RelaxTensor *items = NULL;
  int64_t begin = 0, extent;
  bool good = true;
  while (good && moreParts(step, arrlen(items), input->dims[axis] - begin)) {
    RelaxTensor part;
    int64_t dims[RELAX_MAX_RANK];
    memcpy(dims, input->dims, sizeof dims);
    good = nextExtent(step, arrlen(items), input->dims[axis] - begin, &extent);
    dims[axis] = extent;
    good = good && relaxTensorCreate(input->dtype, input->rank, dims, &part,
                                     step->error);
    if (!good)
      break;
    copyPart(input, &part, axis, begin, false);
    begin += extent;
    if (part.dtype == RELAX_STRING)
      good = relaxStringsOwn(&part, step->error);
    for (int32_t d = axis; squeeze && d + 1 < part.rank; ++d)
      part.dims[d] = part.dims[d + 1];
    part.rank -= squeeze;
    arrput(items, part);
  }
  if (good)
    return finish(step, RELAX_SEQUENCE, items);
  evalReleaseAll(items, arrlen(items));
  arrfree(items);
  return false;
}

/// An element as a part of the result: with an extent of 1 at a new axis.
static RelaxTensor asPart(const RelaxTensor *item, int32_t axis, bool stack) {
  RelaxTensor part = *item;
  if (!stack)
    return part;
  for (int32_t d = part.rank++; d > axis; --d)
    part.dims[d] = part.dims[d - 1];
  part.dims[axis] = 1;
  return part;
}

static bool concatFromSequence(EvalStep *step) {
  const RelaxTensor *items = relaxContainerItems(step->operands[0]);
  int64_t count = step->operands[0]->dims[0], begin = 0;
  int32_t axis = (int32_t)relaxConcatFromSequenceGetAxis(step->op);
  bool stack = relaxConcatFromSequenceGetStack(step->op);
  if (count == 0)
    return relaxFail(step->error, "expected at least one element");
  if (items[0].rank + stack > RELAX_MAX_RANK || axis >= items[0].rank + stack)
    return relaxFail(step->error, "axis %d is out of range for rank %d", axis,
                     items[0].rank + stack);
  RelaxTensor whole = asPart(&items[0], axis, stack);
  for (int64_t i = 1; i < count; ++i) {
    RelaxTensor part = asPart(&items[i], axis, stack);
    RelaxTensor same = part;
    if (part.rank == whole.rank)
      same.dims[axis] = whole.dims[axis];
    if (!relaxTensorSameShape(&same, &whole))
      return relaxFail(step->error,
                       "element %" PRId64 " has other extents than element 0",
                       i);
    whole.dims[axis] += part.dims[axis];
  }
  if (!evalCreate(step, whole.dtype, whole.rank, whole.dims))
    return false;
  for (int64_t i = 0; i < count; ++i) {
    RelaxTensor part = asPart(&items[i], axis, stack);
    copyPart(&step->results[0], &part, axis, begin, true);
    begin += part.dims[axis];
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Optionals
//===----------------------------------------------------------------------===//

static bool get(EvalStep *step) {
  if (step->operands[0]->dims[0] == 0)
    return relaxFail(step->error, "the optional has no value");
  step->results[0] = relaxTensorShare(relaxContainerItems(step->operands[0]));
  return true;
}

static bool has(EvalStep *step) {
  if (!evalCreate(step, RELAX_BOOL, 0, NULL))
    return false;
  relaxStoreInt(RELAX_BOOL, step->results[0].data, 0,
                step->operands[0]->dims[0]);
  return true;
}

const EvalEntry evalSequence[] = {
    {"relax.sequence", makeSequence, NULL},
    {"relax.sequence_empty", makeSequence, NULL},
    {"relax.sequence_at", at, NULL},
    {"relax.sequence_insert", insert, NULL},
    {"relax.sequence_erase", eraseOne, NULL},
    {"relax.sequence_length", length, NULL},
    {"relax.split_to_sequence", splitToSequence, NULL},
    {"relax.concat_from_sequence", concatFromSequence, NULL},
    {"relax.optional", makeOptional, NULL},
    {"relax.optional_none", makeOptional, NULL},
    {"relax.optional_get", get, NULL},
    {"relax.optional_has", has, NULL},
    {NULL, NULL, NULL}};
