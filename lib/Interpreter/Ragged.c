//===- Ragged.c - operations on ragged tensors, instance by instance ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What an operation means for ragged operands: for every index of dimension 0
// it runs on the dense tensors of that instance, and the results stand one
// behind the other. Nothing here knows an operation.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Ragged.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Interpreter/Evaluate.h"

#include <assert.h>
#include <string.h>

/// An operand or result of all instances.
typedef struct Whole {
  MlirType type;
  const RelaxTensor *tensor;
  bool perInstance; // its first dimension counts instances
  int64_t used;     // elements of the instances so far
} Whole;

typedef struct Instances {
  EvalStep *step;      // of the whole operation
  MlirAttribute batch; // extent of dimension 0
  intptr_t depth;      // dimensions that say which instance it is
  int64_t count;
  Whole *operands, *results;
} Instances;

/// The ragged operand or result that says what an instance is; null: none.
static MlirType raggedType(MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (relaxTypeIsRagged(type))
      return type;
  }
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, i));
    if (relaxTypeIsRagged(type))
      return type;
  }
  return (MlirType){NULL};
}

bool evalIsRagged(MlirOperation op) {
  // A function that is called takes the whole batch; so does another type of
  // the same memory.
  return !relaxIsCall(op) && !relaxIsRaggedToRows(op) &&
         !relaxIsRowsToRagged(op) && raggedType(op).ptr &&
         (!relaxRaggedIsFlat(op) || relaxHasPadded(op));
}

/// As many instances as dimension 0 has, pairs as one dimension.
static MlirType instancesType(const Instances *all, MlirType type) {
  return all->depth > 1 ? relaxFlattenedType(type) : type;
}

/// The extents of one instance, `[1, len[i], 512]`.
static bool instanceDims(Instances *all, MlirType type, int64_t *dims) {
  RelaxTensorInfo info;
  relaxTensorInfo(instancesType(all, type), &info);
  dims[0] = dims[all->depth - 1] = 1;
  for (intptr_t i = 1; i < info.rank; ++i)
    if (!evalExtent(all->step, info.dims[i], &dims[i + all->depth - 1]))
      return false;
  return true;
}

static int32_t rankOf(MlirType type) {
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  return (int32_t)info.rank;
}

/// Rows of an instance between its tensor and `stored`, where `padding` says
/// how far apart they are; the number of elements that the instance has there.
static int64_t copyStored(MlirAttribute padding, const RelaxTensor *part,
                          char *stored, bool store) {
  int64_t strides[RELAX_MAX_RANK], room = 1;
  size_t size = relaxDTypeBytes(part->dtype);
  for (int32_t d = part->rank; d-- > 0;) {
    int64_t factor = d ? relaxPaddingAt(padding, d) : 1;
    strides[d] = room;
    room *= (part->dims[d] + factor - 1) / factor * factor;
  }
  EvalWalk walk = evalWalkOver(part->rank, part->dims, strides);
  for (int64_t i = 0, e = relaxTensorCount(part); i < e; ++i) {
    char *outside = stored + (size_t)walk.offset[0] * size;
    char *inside = (char *)part->data + (size_t)i * size;
    memcpy(store ? outside : inside, store ? inside : outside, size);
    evalWalkNext(&walk);
  }
  return room;
}

/// The next instance of an operand: a copy, whose place in memory says nothing.
static bool takeInstance(Instances *all, Whole *whole, RelaxTensor *out) {
  int64_t dims[RELAX_MAX_RANK] = {0};
  if (!whole->perInstance) {
    *out = relaxTensorShare(whole->tensor);
    return true;
  }
  if (!instanceDims(all, whole->type, dims) ||
      !relaxTensorCreate(whole->tensor->dtype, rankOf(whole->type), dims, out,
                         all->step->error))
    return false;
  size_t size = relaxDTypeBytes(whole->tensor->dtype);
  whole->used += copyStored(
      relaxPaddingOf(whole->type), out,
      (char *)whole->tensor->data + (size_t)whole->used * size, false);
  return true;
}

static bool putInstance(Instances *all, Whole *whole, RelaxTensor *result,
                        const RelaxTensor *part) {
  int64_t dims[RELAX_MAX_RANK] = {0};
  int32_t rank = rankOf(whole->type);
  if (!instanceDims(all, whole->type, dims))
    return false;
  assert(part->rank == rank &&
         memcmp(part->dims, dims, (size_t)rank * sizeof(int64_t)) == 0 &&
         "types of ragged results are exact");
  (void)rank;
  size_t size = relaxDTypeBytes(part->dtype);
  whole->used +=
      copyStored(relaxPaddingOf(whole->type), part,
                 (char *)result->data + (size_t)whole->used * size, true);
  return true;
}

/// The packed result, filled as the instances come.
static bool createResult(Instances *all, intptr_t index) {
  RelaxTensorInfo info;
  RelaxDType dtype;
  int64_t dims[RELAX_MAX_RANK] = {0};
  relaxTensorInfo(relaxPackedType(all->results[index].type), &info);
  if (!relaxElementDType(info.elementType, &dtype))
    return evalRefuseType(all->results[index].type, all->step->error);
  for (intptr_t i = 0; i < info.rank; ++i)
    if (!evalExtent(all->step, info.dims[i], &dims[i]))
      return false;
  if (!evalCreateResult(all->step, index, dtype, (int32_t)info.rank, dims))
    return false;
  RelaxTensor *result = &all->step->results[index];
  if (relaxPaddingOf(all->results[index].type).ptr)
    memset(result->data, 0, relaxTensorSize(result));
  return true;
}

static bool runOne(Instances *all, EvalFunction evaluate) {
  EvalStep *step = all->step, one = *step;
  one.arena = arenaCreate(); // there may be many instances
  RelaxTensor *parts =
      ARENA_ARRAY(one.arena, RelaxTensor, step->numOperands + step->numResults);
  const RelaxTensor **pointers =
      ARENA_ARRAY(one.arena, const RelaxTensor *, step->numOperands);
  bool good = true;
  for (intptr_t i = 0; good && i < step->numOperands; ++i) {
    pointers[i] = &parts[i];
    good = takeInstance(all, &all->operands[i], &parts[i]);
  }
  one.operands = pointers;
  one.results = parts + step->numOperands;
  one.instance = true;
  good = good && evalRounded(&one, evaluate);
  for (intptr_t i = 0; good && i < step->numResults; ++i)
    good =
        putInstance(all, &all->results[i], &step->results[i], &one.results[i]);
  for (intptr_t i = 0; i < step->numOperands + step->numResults; ++i)
    relaxTensorRelease(&parts[i]);
  arenaDestroy(one.arena);
  return good;
}

/// Of rank and first extent as the ragged ones: it has an entry per instance.
static Whole wholeOf(const Instances *all, MlirType type, int32_t rank) {
  const MlirAttribute *dims;
  Whole whole = {.type = type};
  if (all->depth > 1) { // others do not reach to these dimensions
    whole.perInstance = relaxTypeIsRagged(type);
    return whole;
  }
  whole.perInstance = relaxTypeIsRagged(type) ||
                      (symTypeDims(type, &dims) == rank && rank > 0 &&
                       mlirAttributeEqual(dims[0], all->batch));
  return whole;
}

static bool prepare(Instances *all) {
  EvalStep *step = all->step;
  const MlirAttribute *dims;
  MlirType ragged = raggedType(step->op);
  int32_t rank = (int32_t)symTypeDims(ragged, &dims);
  all->depth = relaxInstanceDims(step->op);
  symTypeDims(instancesType(all, ragged), &dims);
  all->batch = dims[0];
  if (!evalExtent(step, all->batch, &all->count))
    return false;
  all->operands = ARENA_ARRAY(all->step->arena, Whole, step->numOperands);
  all->results = ARENA_ARRAY(all->step->arena, Whole, step->numResults);
  for (intptr_t i = 0; i < step->numOperands; ++i) {
    all->operands[i] = wholeOf(
        all, mlirValueGetType(mlirOperationGetOperand(step->op, i)), rank);
    all->operands[i].tensor = step->operands[i];
  }
  bool good = true;
  for (intptr_t i = 0; good && i < step->numResults; ++i) {
    all->results[i] =
        (Whole){.type = mlirValueGetType(mlirOperationGetResult(step->op, i)),
                .perInstance = true};
    good = createResult(all, i);
  }
  return good;
}

bool evalInstances(EvalStep *step, EvalFunction evaluate) {
  Instances all = {.step = step};
  bool good = prepare(&all);
  size_t numSymbols = step->frame->numSymbols;
  StrRef index = relaxIndexName(step->frame->arena, 0);
  for (int64_t i = 0; good && i < all.count; ++i) {
    evalBindSymbol(step->frame, index, i, "an instance", 0);
    good = runOne(&all, evaluate) ||
           relaxErrorContext(step->error, "instance %lld", (long long)i);
    step->frame->numSymbols = numSymbols;
  }
  return good;
}
