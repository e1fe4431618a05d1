//===- Sequence.c - rules of sequences and optionals ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What is said of an element is said of all: where two differ it is `?`.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Sequence.gen.h"

static MlirType sequenceOf(MlirType element) {
  return relaxSequenceTypeGet(mlirTypeGetContext(element), element);
}

static RelaxTensorInfo elementOf(MlirValue sequence) {
  RelaxTensorInfo info = {0};
  relaxTensorInfo(relaxSequenceTypeGetElementType(mlirValueGetType(sequence)),
                  &info);
  return info;
}

static MlirType scalarOf(const RelaxDims *dims, unsigned bits) {
  return relaxTensorTypeOf(mlirIntegerTypeGet(relaxDimsContext(dims), bits), 0,
                           NULL);
}

/// The type of tensors of which one says `a` or `b`, with equal elements.
static MlirType joinElements(Arena *arena, RelaxTensorInfo a,
                             RelaxTensorInfo b) {
  if (!a.ranked || !b.ranked || a.rank != b.rank)
    return relaxUnrankedTensorType(a.elementType);
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, a.rank);
  for (intptr_t i = 0; i < a.rank; ++i)
    dims[i] = relaxDimEqual(a.dims[i], b.dims[i])
                  ? a.dims[i]
                  : symUnknownAttribute(mlirTypeGetContext(a.elementType));
  return relaxTensorTypeOf(a.elementType, a.rank, dims);
}

/// One integer: a scalar, or a vector of one element.
static bool checkPosition(RelaxDims *dims, MlirValue position) {
  RelaxTensorInfo info = relaxTensorInfoOf(position);
  int64_t extent = 1;
  if (info.ranked && info.rank == 1)
    symAttributeIsConst(info.dims[0], &extent);
  if (mlirTypeIsAInteger(info.elementType) &&
      (!info.ranked || info.rank == 0 || (info.rank == 1 && extent == 1)))
    return true;
  bool failed =
      relaxDimsError(dims, "position: expected one integer, got %s",
                     relaxTypeText(dims->arena, mlirValueGetType(position)));
  return failed;
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

bool relaxSequenceInferTypes(RelaxDims *dims, const RelaxSequenceArgs *args,
                             MlirType *results) {
  if (args->numElements == 0)
    return relaxDimsError(
        dims, "expected at least one operand: use 'relax.sequence_empty'");
  MlirType joined = mlirValueGetType(args->elements[0]);
  bool outcome = true;
  for (intptr_t i = 1; outcome && i < args->numElements; ++i) {
    RelaxTensorInfo a, b = relaxTensorInfoOf(args->elements[i]);
    relaxTensorInfo(joined, &a);
    outcome = relaxSameElements(dims, a, b);
    joined = joinElements(dims->arena, a, b);
  }
  results[0] = sequenceOf(joined);
  return outcome;
}

bool relaxSequenceAtInferTypes(RelaxDims *dims, const RelaxSequenceAtArgs *args,
                               MlirType *results) {
  results[0] =
      relaxSequenceTypeGetElementType(mlirValueGetType(args->sequence));
  return checkPosition(dims, args->position);
}

static bool isEmpty(MlirValue sequence) {
  return mlirValueIsAOpResult(sequence) &&
         relaxIsSequenceEmpty(mlirOpResultGetOwner(sequence));
}

bool relaxSequenceInsertInferTypes(RelaxDims *dims,
                                   const RelaxSequenceInsertArgs *args,
                                   MlirType *results) {
  RelaxTensorInfo a = elementOf(args->sequence);
  RelaxTensorInfo b = relaxTensorInfoOf(args->element);
  if (!relaxSameElements(dims, a, b))
    return false;
  // Nothing is said of the elements of an empty one.
  results[0] =
      sequenceOf(isEmpty(args->sequence) ? mlirValueGetType(args->element)
                                         : joinElements(dims->arena, a, b));
  return !args->position.ptr || checkPosition(dims, args->position);
}

bool relaxSequenceEraseInferTypes(RelaxDims *dims,
                                  const RelaxSequenceEraseArgs *args,
                                  MlirType *results) {
  results[0] = mlirValueGetType(args->sequence);
  return !args->position.ptr || checkPosition(dims, args->position);
}

bool relaxSequenceLengthInferTypes(RelaxDims *dims,
                                   const RelaxSequenceLengthArgs *args,
                                   MlirType *results) {
  (void)args;
  results[0] = scalarOf(dims, 64);
  return true;
}

//===----------------------------------------------------------------------===//
// Splitting and joining
//===----------------------------------------------------------------------===//

/// `axis` is a dimension of `rank`, in the words of both operators.
static bool checkAxis(RelaxDims *dims, int64_t axis, bool ranked,
                      intptr_t rank) {
  if (axis >= 0 && (!ranked || axis < rank))
    return true;
  return relaxDimsError(dims, "axis %lld is out of range for rank %ld",
                        (long long)axis, (long)rank);
}

/// `sizes` is an integer, the extent of every part but the last, or a vector.
static bool checkSizes(RelaxDims *dims, MlirValue sizes, bool squeeze) {
  if (!sizes.ptr)
    return true;
  if (squeeze)
    return relaxDimsError(dims, "'sizes' and 'squeeze' exclude each other: "
                                "only parts of extent 1 can lose the axis");
  RelaxTensorInfo info = relaxTensorInfoOf(sizes);
  if (mlirTypeIsAInteger(info.elementType) && (!info.ranked || info.rank <= 1))
    return true;
  return relaxDimsError(
      dims, "sizes: expected an integer or a vector of them, got %s",
      relaxTypeText(dims->arena, mlirValueGetType(sizes)));
}

/// The parts' type; the extents of all parts are known where they are 1 only.
static MlirType partType(RelaxDims *dims, RelaxTensorInfo input, int64_t axis,
                         bool sized, bool squeeze) {
  MlirContext context = relaxDimsContext(dims);
  if (!input.ranked)
    return relaxUnrankedTensorType(input.elementType);
  MlirAttribute *extents = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  intptr_t rank = 0;
  for (intptr_t i = 0; i < input.rank; ++i)
    if (i != axis)
      extents[rank++] = input.dims[i];
    else if (!squeeze)
      extents[rank++] =
          sized ? symUnknownAttribute(context) : symConstAttribute(context, 1);
  return relaxTensorTypeOf(input.elementType, rank, extents);
}

bool relaxSplitToSequenceInferTypes(RelaxDims *dims,
                                    const RelaxSplitToSequenceArgs *args,
                                    MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  int64_t axis = args->axis;
  bool squeeze = args->squeeze;
  if (!checkAxis(dims, axis, input.ranked, input.rank) ||
      !checkSizes(dims, args->sizes, squeeze))
    return false;
  results[0] =
      sequenceOf(partType(dims, input, axis, args->sizes.ptr != NULL, squeeze));
  return true;
}

bool relaxConcatFromSequenceInferTypes(RelaxDims *dims,
                                       const RelaxConcatFromSequenceArgs *args,
                                       MlirType *results) {
  RelaxTensorInfo element = elementOf(args->sequence);
  int64_t axis = args->axis;
  intptr_t extra = args->stack ? 1 : 0, rank = element.rank + extra;
  bool outcome = checkAxis(dims, axis, element.ranked, rank);
  MlirAttribute *extents = ARENA_ARRAY(dims->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    extents[i] = i == axis ? symUnknownAttribute(relaxDimsContext(dims))
                           : element.dims[i - (i > axis ? extra : 0)];
  results[0] = element.ranked
                   ? relaxTensorTypeOf(element.elementType, rank, extents)
                   : relaxUnrankedTensorType(element.elementType);
  return outcome;
}

//===----------------------------------------------------------------------===//
// Optionals
//===----------------------------------------------------------------------===//

bool relaxOptionalInferTypes(RelaxDims *dims, const RelaxOptionalArgs *args,
                             MlirType *results) {
  results[0] = relaxOptionalTypeGet(relaxDimsContext(dims),
                                    mlirValueGetType(args->value));
  return true;
}

bool relaxOptionalGetInferTypes(RelaxDims *dims,
                                const RelaxOptionalGetArgs *args,
                                MlirType *results) {
  (void)dims;
  results[0] =
      relaxOptionalTypeGetElementType(mlirValueGetType(args->optional));
  return true;
}

bool relaxOptionalHasInferTypes(RelaxDims *dims,
                                const RelaxOptionalHasArgs *args,
                                MlirType *results) {
  (void)args;
  results[0] = scalarOf(dims, 1);
  return true;
}
