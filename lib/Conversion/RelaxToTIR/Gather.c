//===- Gather.c - kernels of gathers and scatters -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A gather is a compute over its result. A scatter copies the input, then makes
// its updates in order: scan iterators over the shape of the updates.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Gather.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

/// Which coordinates of the input indices give, and which the iterators.
typedef struct Addressing {
  bool elements;       // an index per element, else tuples
  int64_t axis;        // of elements
  int64_t batch, size; // of tuples
  intptr_t rank;       // of the input
  intptr_t indexRank;  // of the indices
} Addressing;

static int64_t integer(MlirOperation op, const char *name) {
  return mlirIntegerAttrGetValueInt(bridgeInherent(op, name));
}

static Addressing addressingOf(TirBuilder *b, MlirOperation op) {
  const MlirAttribute *dims;
  Addressing a = {.rank = tirBufferDims(b, 0, &dims)};
  a.indexRank = tirBufferDims(b, 1, &dims);
  a.elements = relaxIsGatherElements(op) || relaxIsScatterElements(op);
  if (a.elements)
    a.axis = integer(op, "axis");
  else
    symAttributeIsConst(dims[a.indexRank - 1], &a.size);
  if (relaxIsGatherNd(op))
    a.batch = integer(op, "batch_dims");
  return a;
}

/// The k-th coordinate of the tuple at the iterators of the open compute.
static MlirValue loadCoordinate(TirBuilder *b, const Addressing *a,
                                intptr_t k) {
  SymExpr *at = ARENA_ARRAY(b->dims.arena, SymExpr, a->indexRank);
  for (intptr_t i = 0; i < a->indexRank - 1; ++i)
    at[i] = tirIterator(b, i);
  at[a->indexRank - 1] = relaxDimsConst(&b->dims, k);
  return tirBuildLoad(b, 1, at, (MlirValue){NULL});
}

/// One compute over the indices, or their tuples. Elements have to be inside of
/// the input in the other dimensions too.
static void buildChecks(TirBuilder *b, const Addressing *a) {
  intptr_t count = a->elements ? a->indexRank : a->indexRank - 1;
  TirIterator *iterators = ARENA_ARRAY(b->dims.arena, TirIterator, count);
  for (intptr_t i = 0; i < count; ++i)
    iterators[i] = tirSpatial(b, i, 1, i);
  tirBuildCompute(b, "check", count, iterators);
  for (intptr_t k = 0; k < a->size; ++k)
    relaxBuildIndexCheck(b, loadCoordinate(b, a, k),
                         tirBufferDim(b, 0, a->batch + k));
  for (intptr_t i = 0; a->elements && i < a->rank; ++i) {
    SymExpr extent = tirBufferDim(b, 0, i);
    if (i == a->axis)
      relaxBuildIndexCheck(b, relaxBuildIndexLoad(b, 1, 0, a->indexRank),
                           extent);
    else if (!symExprEqual(extent, tirBufferDim(b, 1, i)))
      relaxBuildPlaceCheck(b, tirBuildExtent(b, tirIterator(b, i)), extent);
  }
  tirEndCompute(b);
}

/// The coordinates of an element of the input in a compute over the gather's
/// result, or over the updates. `clamped`: moved inside.
static SymExpr *coordinates(TirBuilder *b, const Addressing *a, bool clamped) {
  SymExpr *at = ARENA_ARRAY(b->dims.arena, SymExpr, a->rank);
  for (intptr_t i = 0; i < a->rank; ++i) {
    SymExpr extent = tirBufferDim(b, 0, i);
    int64_t k = i - a->batch;
    bool given = a->elements ? i == a->axis : k >= 0 && k < a->size;
    if (!given) {
      // Behind the tuples come the dimensions of the slice.
      intptr_t position =
          a->elements || k < 0 ? i : a->indexRank - 1 + k - a->size;
      at[i] = tirIterator(b, position);
      if (!a->elements || symExprEqual(extent, tirBufferDim(b, 1, i)))
        continue;
    }
    MlirValue place =
        given ? relaxBuildPlace(b,
                                a->elements
                                    ? relaxBuildIndexLoad(b, 1, 0, a->indexRank)
                                    : loadCoordinate(b, a, k),
                                extent)
              : tirBuildExtent(b, at[i]);
    if (clamped)
      place = relaxBuildClampedPlace(b, place, extent);
    if (given || clamped)
      at[i] = tirComputedIndex(b, place);
  }
  return at;
}

MlirLogicalResult relaxBuildGather(TirBuilder *b, MlirOperation op) {
  MlirType element = tirStoredType(tirBufferElement(b, 0));
  if (tirKindOf(element) == TIR_OTHER)
    return relaxRefuseElement(op, "a float, integer or i1 type", element);
  Addressing a = addressingOf(b, op);
  buildChecks(b, &a);
  tirBuildComputeOver(b, "gather", 2);
  SymExpr *from = coordinates(b, &a, false);
  MlirValue outside = tirNamed(b, "outside", tirBuildConstant(b, element, 0));
  return tirEndWith(b, tirBuildLoad(b, 0, from, outside));
}

//===----------------------------------------------------------------------===//
// Scatters: input, indices, updates, result
//===----------------------------------------------------------------------===//

static void buildCopy(TirBuilder *b) {
  tirBuildComputeOver(b, "copy", 0);
  tirEndWith(b, relaxBuildIndexLoad(b, 0, 0, b->numIterators));
}

/// A compute over the updates in order. Where the input has no elements there
/// is nothing to write to, and the domain is empty.
static void openUpdates(TirBuilder *b) {
  RelaxDims *dims = &b->dims;
  const MlirAttribute *extents;
  intptr_t rank = tirBufferDims(b, 0, &extents), count;
  SymExpr any = relaxDimsConst(dims, 1);
  for (intptr_t i = 0; i < rank; ++i)
    any = relaxDimsMul(dims, any,
                       relaxDimsMin(dims, relaxDimsConst(dims, 1),
                                    relaxDimsOf(dims, extents[i])));
  count = tirBufferDims(b, 2, &extents);
  // Updates of rank 0 are one; it has no dimension to be left out with.
  TirIterator *iterators = ARENA_ARRAY(dims->arena, TirIterator, count + 1);
  iterators[count] = (TirIterator){"one", TIR_SCAN, any};
  for (intptr_t i = 0; i < count; ++i)
    iterators[i] =
        (TirIterator){tirIteratorName(b, i), TIR_SCAN,
                      relaxDimsMul(dims, any, relaxDimsOf(dims, extents[i]))};
  tirBuildCompute(b, "scatter", count ? count : 1,
                  count ? iterators : &iterators[count]);
}

static MlirValue combined(TirBuilder *b, StrRef reduction, TirKind kind,
                          MlirValue old, MlirValue update) {
  static const struct {
    const char *name, *ofFloats, *ofIntegers, *ofUnsigned;
  } rules[] = {{"add", "arith.addf", "arith.addi", "arith.addi"},
               {"mul", "arith.mulf", "arith.muli", "arith.muli"},
               {"max", "arith.maximumf", "arith.maxsi", "arith.maxui"},
               {"min", "arith.minimumf", "arith.minsi", "arith.minui"}};
  size_t i = 0;
  while (!strRefIs(reduction, rules[i].name))
    ++i;
  return tirBuildArith2(b,
                        kind == TIR_FLOAT      ? rules[i].ofFloats
                        : kind == TIR_UNSIGNED ? rules[i].ofUnsigned
                                               : rules[i].ofIntegers,
                        old, update);
}

MlirLogicalResult relaxBuildScatter(TirBuilder *b, MlirOperation op) {
  MlirType element = tirBufferElement(b, 0);
  MlirAttribute reduction = bridgeInherent(op, "reduction");
  TirKind kind = tirKindOf(reduction.ptr ? element : tirStoredType(element));
  if (kind == TIR_OTHER || (kind == TIR_BOOL && reduction.ptr))
    return relaxRefuseElement(op,
                              reduction.ptr ? "a float or integer type"
                                            : "a float, integer or i1 type",
                              element);
  Addressing a = addressingOf(b, op);
  buildChecks(b, &a);
  buildCopy(b);
  intptr_t rank = tirBufferRank(b, 2);
  openUpdates(b);
  SymExpr *to = coordinates(b, &a, true);
  MlirValue value = relaxBuildIndexLoad(b, 2, 0, rank);
  if (reduction.ptr) {
    MlirValue old = tirWiden(b, tirBuildLoad(b, 3, to, (MlirValue){NULL}));
    value = combined(b, bridgeText(reduction), kind, old, tirWiden(b, value));
    value = tirNarrow(b, value, element);
  }
  tirBuildStore(b, value, 3, to);
  return tirEndCompute(b);
}
