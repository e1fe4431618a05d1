//===- ProgramProduct.c - a product of matrices in a loop program ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/ProgramProduct.h"
#include "dialects/TIR/Monoid.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/PatternKindAccess.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"

#include <stdio.h>
#include <stdlib.h>

intptr_t programNumInputs(MlirOperation program, MlirOperation call) {
  return mlirBlockGetNumArguments(bridgeBody(program)) -
         mlirOperationGetNumResults(call);
}

//===----------------------------------------------------------------------===//
// Its form
//===----------------------------------------------------------------------===//

/// The number of the iterator that the index is; -1 if it is none.
static intptr_t iteratorOf(SymExpr index) {
  StrRef name;
  char *end;
  if (!symExprIsSymbol(index, &name) || name.length < 2 || name.data[0] != '%')
    return -1;
  long number = strtol(name.data + 1, &end, 10);
  return end == name.data + name.length ? number : -1;
}

/// Which iterators go through the dimensions, each through all of one.
static bool readIterators(const TirComputeAccesses *compute,
                          const TirAccess *access, intptr_t *out) {
  bool good = access->rank <= PROGRAM_PRODUCT_MAX_RANK && !access->padded;
  for (intptr_t d = 0; good && d < access->rank; ++d) {
    out[d] = iteratorOf(access->indices[d]);
    good = out[d] >= 0 && out[d] < compute->numIterators &&
           symExprEqual(compute->extents[out[d]], access->dims[d]);
    for (intptr_t e = 0; good && e < d; ++e)
      good = out[e] != out[d];
  }
  return good;
}

/// The element types of all three are one float type.
static bool sameFloats(const TirComputeAccesses *compute, MlirValue product) {
  MlirType type = mlirValueGetType(product);
  bool same = mlirTypeIsAFloat(type);
  for (intptr_t i = 0; i < compute->numLoads; ++i)
    same &= mlirTypeEqual(
        mlirValueGetType(mlirOperationGetResult(compute->loads[i].op, 0)),
        type);
  return same;
}

/// A sum of products of what the two loads read.
static bool sumsProducts(const TirComputeAccesses *compute) {
  MlirOperation reduce = compute->targets[0].op;
  MlirOperation monoid = bridgeFollow(reduce, tirReduceGetMonoid(reduce));
  if (!monoid.ptr || !strRefEqual(tirMonoidKind(monoid), strRefFromC("add")))
    return false;
  MlirValue value = tirReduceGetValues(reduce, 0);
  MlirOperation op = bridgeDefiner(value);
  if (!op.ptr || !strRefEqual(bridgeOpName(op), strRefFromC("arith.mulf")) ||
      !sameFloats(compute, value))
    return false;
  bool both = true;
  for (intptr_t i = 0; i < 2; ++i) {
    MlirValue loaded = mlirOperationGetResult(compute->loads[i].op, 0);
    both &= mlirValueEqual(mlirOperationGetOperand(op, 0), loaded) ||
            mlirValueEqual(mlirOperationGetOperand(op, 1), loaded);
  }
  return both && !mlirValueEqual(mlirOperationGetOperand(op, 0),
                                 mlirOperationGetOperand(op, 1));
}

/// (batch..., i, k) by (batch..., k, j) or (k, j), the last two perhaps turned,
/// into (batch..., i, j).
static bool fitsProduct(const TirAccess *left, const intptr_t *a,
                        const TirAccess *right, const intptr_t *b,
                        const TirAccess *target, const intptr_t *t,
                        bool *transposed) {
  intptr_t rank = target->rank;
  if (rank < 2 || left->rank != rank ||
      (right->rank != rank && right->rank != 2))
    return false;
  intptr_t i = t[rank - 2], j = t[rank - 1], k = a[rank - 1];
  bool good = a[rank - 2] == i && k != j;
  for (intptr_t d = 0; d < rank - 2; ++d)
    good &= a[d] == t[d] && (right->rank == 2 || b[d] == t[d]);
  intptr_t row = b[right->rank - 2], column = b[right->rank - 1];
  *transposed = row == j && column == k;
  return good && (*transposed || (row == k && column == j));
}

static intptr_t inputNumber(MlirOperation program, MlirValue buffer,
                            intptr_t numInputs) {
  if (!mlirValueIsABlockArgument(buffer) ||
      !mlirBlockEqual(mlirBlockArgumentGetOwner(buffer), bridgeBody(program)))
    return -1;
  intptr_t number = mlirBlockArgumentGetArgNumber(buffer);
  return number < numInputs ? number : -1;
}

/// The compute is a product of inputs.
static bool readProduct(MlirOperation program, intptr_t numInputs,
                        const TirComputeAccesses *compute,
                        ProgramProduct *out) {
  intptr_t iterators[3][PROGRAM_PRODUCT_MAX_RANK];
  intptr_t reduced = 0;
  if (!compute->reduces || compute->numLoads != 2 || compute->numTargets != 1 ||
      !sumsProducts(compute))
    return false;
  for (intptr_t i = 0; i < compute->numIterators; ++i)
    reduced += compute->isReduce[i];
  const TirAccess *target = compute->targets;
  if (reduced != 1 || compute->numIterators != target->rank + 1 ||
      !readIterators(compute, target, iterators[2]))
    return false;
  for (intptr_t first = 0; first < 2; ++first) {
    const TirAccess *left = &compute->loads[first];
    const TirAccess *right = &compute->loads[1 - first];
    out->left = inputNumber(program, left->buffer, numInputs);
    out->right = inputNumber(program, right->buffer, numInputs);
    if (out->left >= 0 && out->right >= 0 &&
        readIterators(compute, left, iterators[0]) &&
        readIterators(compute, right, iterators[1]) &&
        fitsProduct(left, iterators[0], right, iterators[1], target,
                    iterators[2], &out->transposed))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// What else touches its buffer
//===----------------------------------------------------------------------===//

typedef struct Touching {
  MlirValue buffer;
  bool found;
} Touching;

static MlirWalkResult findTouch(MlirOperation op, void *userData) {
  Touching *touching = userData;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    touching->found |=
        mlirValueEqual(mlirOperationGetOperand(op, i), touching->buffer);
  return MlirWalkResultAdvance;
}

static bool touches(MlirOperation op, MlirValue buffer) {
  Touching touching = {buffer, false};
  mlirOperationWalk(op, findTouch, &touching, MlirWalkPreOrder);
  return touching.found;
}

/// Every element that the compute reads of the buffer is the one that it
/// writes.
static bool readsWhatItWrites(const TirComputeAccesses *compute,
                              const TirAccess *target) {
  bool same = true;
  for (intptr_t i = 0; same && i < compute->numLoads; ++i) {
    const TirAccess *load = &compute->loads[i];
    if (!mlirValueEqual(load->buffer, target->buffer))
      continue;
    same = !compute->reduces && !load->padded;
    for (intptr_t d = 0; same && d < load->rank; ++d)
      same = symExprEqual(load->indices[d], target->indices[d]);
  }
  return same;
}

/// `*ends`: the compute writes the buffer, so that what stands behind it no
/// longer reads the product.
static bool mayReadOther(Arena *arena, MlirOperation op, MlirValue buffer,
                         bool *ends) {
  TirComputeAccesses compute;
  *ends = false;
  if (!touches(op, buffer))
    return true;
  if (!tirIsCompute(op) || !tirComputeAccesses(op, arena, &compute))
    return false;
  for (intptr_t i = 0; i < compute.numTargets; ++i)
    if (mlirValueEqual(compute.targets[i].buffer, buffer)) {
      *ends = true;
      return readsWhatItWrites(&compute, &compute.targets[i]);
    }
  return true;
}

/// Whatever reads the product's buffer can read the product; a result of the
/// program is written again.
static bool mayComeIn(Arena *arena, MlirOperation compute, MlirValue buffer) {
  MlirBlock body = mlirOperationGetBlock(compute);
  MlirOperation op = mlirBlockGetFirstOperation(body);
  bool good = true, ends = false;
  for (; !mlirOperationEqual(op, compute); op = mlirOperationGetNextInBlock(op))
    good &= !touches(op, buffer);
  for (op = mlirOperationGetNextInBlock(op); op.ptr && good && !ends;
       op = mlirOperationGetNextInBlock(op))
    good = mayReadOther(arena, op, buffer, &ends);
  return good && (ends || !mlirValueIsABlockArgument(buffer));
}

static bool isAlone(MlirOperation compute, MlirOperation call,
                    MlirValue buffer) {
  MlirBlock body = mlirOperationGetBlock(compute);
  MlirOperation next = mlirOperationGetNextInBlock(compute);
  return mlirOperationGetNumResults(call) == 1 &&
         mlirValueIsABlockArgument(buffer) &&
         mlirOperationEqual(mlirBlockGetFirstOperation(body), compute) &&
         bridgeIsTerminator(next);
}

bool programFindProduct(Arena *arena, MlirOperation program, MlirOperation call,
                        ProgramProduct *out) {
  intptr_t numInputs = programNumInputs(program, call);
  size_t number = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(program));
       op.ptr; op = mlirOperationGetNextInBlock(op), ++number) {
    TirComputeAccesses compute;
    if (!tirIsCompute(op) || !tirComputeAccesses(op, arena, &compute) ||
        !readProduct(program, numInputs, &compute, out))
      continue;
    MlirValue buffer = compute.targets[0].buffer;
    out->compute = op;
    out->number = number;
    out->type = mlirValueGetType(buffer);
    out->alone = isAlone(op, call, buffer);
    if (out->alone || mayComeIn(arena, op, buffer))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Without it
//===----------------------------------------------------------------------===//

static void readOther(const TirComputeAccesses *compute, MlirValue buffer,
                      MlirValue value) {
  for (intptr_t i = 0; i < compute->numLoads; ++i) {
    MlirOperation load = compute->loads[i].op;
    for (intptr_t k = 0; k < mlirOperationGetNumOperands(load); ++k)
      if (mlirValueEqual(mlirOperationGetOperand(load, k), buffer))
        mlirOperationSetOperand(load, k, value);
  }
}

void programDropProduct(Arena *arena, MlirOperation program, size_t number,
                        MlirValue value) {
  MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(program)), product;
  TirComputeAccesses compute;
  bool ends = false;
  for (size_t i = 0; i < number; ++i)
    op = mlirOperationGetNextInBlock(op);
  product = op;
  tirComputeAccesses(product, arena, &compute);
  MlirValue buffer = compute.targets[0].buffer;
  for (op = mlirOperationGetNextInBlock(op); op.ptr && !ends;
       op = mlirOperationGetNextInBlock(op)) {
    bool reads = touches(op, buffer) && mayReadOther(arena, op, buffer, &ends);
    if (reads && tirComputeAccesses(op, arena, &compute))
      readOther(&compute, buffer, value);
  }
  mlirOperationDestroy(product);
  if (mlirValueIsAOpResult(buffer) && !mlirValueGetFirstUse(buffer).ptr)
    mlirOperationDestroy(mlirOpResultGetOwner(buffer));
}
