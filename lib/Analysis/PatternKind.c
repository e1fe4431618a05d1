//===- PatternKind.c - how a loop-level program may be fused --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/PatternKind.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"

const char *tirPatternKindName(TirPatternKind kind) {
  static const char *const names[] = {"elementwise",
                                      "broadcast",
                                      "injective",
                                      "reduction",
                                      "output-elementwise-fusible",
                                      "opaque"};
  return names[kind];
}

bool tirAccessIsUnit(const TirComputeAccesses *compute, const TirAccess *access,
                     intptr_t dim) {
  if (symExprIs(access->indices[dim], 0))
    return symExprIs(access->dims[dim], 1);
  intptr_t k = tirBareIterator(access->indices[dim]);
  return k >= 0 && symExprIs(compute->extents[k], 1);
}

static intptr_t nextDim(const TirComputeAccesses *compute,
                        const TirAccess *access, intptr_t dim) {
  while (dim < access->rank && tirAccessIsUnit(compute, access, dim))
    ++dim;
  return dim;
}

static bool sameDim(const TirAccess *a, intptr_t i, const TirAccess *b,
                    intptr_t j) {
  return symExprEqual(a->indices[i], b->indices[j]) &&
         symExprEqual(a->dims[i], b->dims[j]);
}

//===----------------------------------------------------------------------===//
// Loads against the store
//===----------------------------------------------------------------------===//

static bool isElementwise(const TirComputeAccesses *compute,
                          const TirAccess *load) {
  const TirAccess *store = compute->targets;
  intptr_t i = nextDim(compute, load, 0), j = nextDim(compute, store, 0);
  while (i < load->rank && j < store->rank && sameDim(load, i, store, j)) {
    i = nextDim(compute, load, i + 1);
    j = nextDim(compute, store, j + 1);
  }
  return !load->padded && i == load->rank && j == store->rank;
}

/// Some of the store's indices, in their order.
static bool isBroadcast(const TirComputeAccesses *compute,
                        const TirAccess *load) {
  const TirAccess *store = compute->targets;
  intptr_t i = nextDim(compute, load, 0);
  for (intptr_t j = 0; j < store->rank && i < load->rank; ++j)
    if (tirBareIterator(load->indices[i]) >= 0 && sameDim(load, i, store, j))
      i = nextDim(compute, load, i + 1);
  return !load->padded && i == load->rank;
}

/// Every point of the spatial iterators writes an element of its own.
static bool writesOnce(const TirComputeAccesses *compute,
                       const TirAccess *target) {
  for (intptr_t k = 0; k < compute->numIterators; ++k) {
    int times = 0;
    for (intptr_t d = 0; d < target->rank; ++d)
      times += tirBareIterator(target->indices[d]) == k;
    if (times > 1 || (times == 1 && compute->isReduce[k]))
      return false;
    if (times == 0 && !compute->isReduce[k] &&
        !symExprIs(compute->extents[k], 1))
      return false;
  }
  for (intptr_t d = 0; d < target->rank; ++d)
    if (tirBareIterator(target->indices[d]) < 0 &&
        !symExprIs(target->indices[d], 0))
      return false;
  return true;
}

static TirPatternKind kindOfMap(const TirComputeAccesses *compute) {
  TirPatternKind worst = TIR_PATTERN_ELEMENTWISE;
  bool anyElementwise = false;
  for (intptr_t i = 0; i < compute->numLoads; ++i) {
    const TirAccess *load = &compute->loads[i];
    TirPatternKind kind = isElementwise(compute, load) ? TIR_PATTERN_ELEMENTWISE
                          : isBroadcast(compute, load) ? TIR_PATTERN_BROADCAST
                                                       : TIR_PATTERN_INJECTIVE;
    anyElementwise |= kind == TIR_PATTERN_ELEMENTWISE;
    if (kind > worst)
      worst = kind;
  }
  // `x + bias` is elementwise in x.
  return worst == TIR_PATTERN_BROADCAST && anyElementwise
             ? TIR_PATTERN_ELEMENTWISE
             : worst;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static bool usesIterator(const TirAccess *access, intptr_t k) {
  for (intptr_t d = 0; d < access->rank; ++d)
    for (size_t s = 0; s < access->indices[d].numSymbols; ++s)
      if (tirIteratorOf(access->indices[d].symbols[s]) == k)
        return true;
  return false;
}

/// One element serves several results.
static bool isReused(const TirComputeAccesses *compute, const TirAccess *load) {
  for (intptr_t k = 0; k < compute->numIterators; ++k)
    if (!compute->isReduce[k] && !symExprIs(compute->extents[k], 1) &&
        !usesIterator(load, k))
      return true;
  return false;
}

/// A window: a reduce iterator is part of a composed index (`2 * i + u`).
static bool isWindow(const TirComputeAccesses *compute, const TirAccess *load) {
  for (intptr_t d = 0; d < load->rank; ++d)
    for (size_t s = 0; s < load->indices[d].numSymbols; ++s) {
      intptr_t k = tirIteratorOf(load->indices[d].symbols[s]);
      if (k >= 0 && compute->isReduce[k] &&
          tirBareIterator(load->indices[d]) < 0)
        return true;
    }
  return false;
}

/// The load behind a factor, through conversions; NULL if it is no load.
static const TirAccess *loadBehind(const TirComputeAccesses *compute,
                                   MlirValue value) {
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    for (intptr_t i = 0; i < compute->numLoads; ++i)
      if (mlirOperationEqual(compute->loads[i].op, op))
        return &compute->loads[i];
    if (mlirOperationGetNumOperands(op) != 1)
      return NULL;
    value = mlirOperationGetOperand(op, 0);
  }
  return NULL;
}

/// A product whose factors are both used again: matrix products, convolutions.
static bool isProduct(const TirComputeAccesses *compute) {
  MlirValue value = tirReduceGetValues(compute->targets->op, 0);
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  StrRef name = bridgeOpName(op);
  if (!strRefEqual(name, strRefFromC("arith.mulf")) &&
      !strRefEqual(name, strRefFromC("arith.muli")))
    return false;
  const TirAccess *a = loadBehind(compute, mlirOperationGetOperand(op, 0));
  const TirAccess *b = loadBehind(compute, mlirOperationGetOperand(op, 1));
  // A product of a matrix and a vector reuses one factor only, but is one.
  return a && b && a != b && (isReused(compute, a) || isReused(compute, b));
}

static TirPatternKind kindOfReduction(const TirComputeAccesses *compute) {
  if (isProduct(compute))
    return TIR_PATTERN_OUTPUT_FUSIBLE;
  for (intptr_t i = 0; i < compute->numLoads; ++i)
    if (isWindow(compute, &compute->loads[i]))
      return TIR_PATTERN_OUTPUT_FUSIBLE;
  return TIR_PATTERN_REDUCTION;
}

static bool sameElement(const TirAccess *a, const TirAccess *b) {
  for (intptr_t i = 0; i < a->rank; ++i)
    if (!symExprEqual(a->indices[i], b->indices[i]))
      return false;
  return a->rank == b->rank;
}

/// A scan reads elements of its target that other iterations wrote. An update
/// in place reads the one that it writes.
static bool readsOtherElements(const TirComputeAccesses *compute,
                               const TirAccess *target) {
  for (intptr_t i = 0; i < compute->numLoads; ++i)
    if (mlirValueEqual(compute->loads[i].buffer, target->buffer) &&
        !sameElement(&compute->loads[i], target))
      return true;
  return false;
}

TirPatternKind tirPatternKindOfCompute(const TirComputeAccesses *compute) {
  for (intptr_t i = 0; i < compute->numTargets; ++i)
    if (!writesOnce(compute, &compute->targets[i]) ||
        readsOtherElements(compute, &compute->targets[i]))
      return TIR_PATTERN_OPAQUE;
  return compute->reduces ? kindOfReduction(compute) : kindOfMap(compute);
}

TirPatternKind tirPatternKindOf(MlirOperation func, Arena *arena) {
  MlirBlock body = bridgeBody(func);
  TirPatternKind result = TIR_PATTERN_ELEMENTWISE;
  bool any = false, reduced = false;
  for (MlirOperation op = body.ptr ? mlirBlockGetFirstOperation(body)
                                   : (MlirOperation){NULL};
       op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (tirIsAlloc(op) || tirIsReturn(op))
      continue;
    TirComputeAccesses compute;
    if (!tirIsCompute(op) || !tirComputeAccesses(op, arena, &compute))
      return TIR_PATTERN_OPAQUE;
    TirPatternKind kind = tirPatternKindOfCompute(&compute);
    // What follows a reduction is an epilogue: softmax, normalisations.
    if (reduced && kind <= TIR_PATTERN_INJECTIVE)
      kind = TIR_PATTERN_OUTPUT_FUSIBLE;
    reduced |= compute.reduces;
    any = true;
    if (kind > result)
      result = kind;
  }
  return any ? result : TIR_PATTERN_OPAQUE;
}
