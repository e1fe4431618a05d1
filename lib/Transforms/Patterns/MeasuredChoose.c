//===- MeasuredChoose.c - whose kernels run, by what was measured ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Of all ways to split the measured points by their size into those of the back
// end and those of our own kernels, the one that saves most.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Relax.h"
#include "lib/Analysis/Facts.h"
#include "lib/Transforms/Patterns/Measured.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

/// A point by the size of what was computed: what the back end saves above what
/// pays, and what a border costs.
typedef struct Sized {
  int64_t size, saved, loss;
} Sized;

typedef struct Choosing {
  Arena *arena;
  const MlirValue *inputs;
  size_t numInputs;
  SymExpr size;
  Sized *points; // stb_ds
  bool sized;    // all of them could be evaluated
  int64_t least; // that a dispatch has to save
} Choosing;

static bool failPoint(const MeasuredPoint *point, StrBuf *message) {
  strBufAppendFormat(message,
                     "'@%.*s' was measured with other inputs: measure this "
                     "program",
                     (int)point->region.length, point->region.data);
  return false;
}

/// Extents are those of the types; `values` are the size's symbols, `known`
/// which of them an input has.
static bool bindSymbols(const Choosing *choosing, const MeasuredPoint *point,
                        int64_t *values, bool *known) {
  const int64_t *dims = point->extents.dims;
  bool fits = point->extents.numInputs == choosing->numInputs;
  for (size_t i = 0; fits && i < choosing->numInputs; ++i) {
    RelaxTensorInfo info;
    fits = relaxTensorInfo(mlirValueGetType(choosing->inputs[i]), &info) &&
           info.ranked && (size_t)info.rank == point->extents.ranks[i];
    for (intptr_t d = 0; fits && d < info.rank; ++d, ++dims) {
      int64_t literal;
      StrRef name = {NULL, 0};
      if (symAttributeIsConst(info.dims[d], &literal))
        fits = literal == *dims;
      else if (symAttributeIsSymbol(info.dims[d], &name))
        for (size_t s = 0; s < choosing->size.numSymbols; ++s)
          if (strRefEqual(name, choosing->size.symbols[s])) {
            values[s] = *dims;
            known[s] = true;
          }
    }
  }
  return fits;
}

static bool addPoint(Choosing *choosing, const MeasuredPoint *point) {
  size_t count = choosing->size.numSymbols;
  int64_t *values = ARENA_ARRAY(choosing->arena, int64_t, count + 1);
  bool *known = ARENA_ARRAY(choosing->arena, bool, count + 1);
  Sized sized = {.saved = point->gain - point->least, .loss = point->loss};
  if (!bindSymbols(choosing, point, values, known))
    return false;
  bool all = !symExprIsUnknown(choosing->size);
  for (size_t s = 0; s < count; ++s)
    all &= known[s];
  choosing->sized &=
      all && symExprEval(choosing->size, values, &sized.size) == SYM_OK;
  choosing->least += point->least;
  arrput(choosing->points, sized);
  return true;
}

static int bySize(const void *a, const void *b) {
  int64_t x = ((const Sized *)a)->size, y = ((const Sized *)b)->size;
  return (x > y) - (x < y);
}

/// The back end runs above `*at`, or (`*above` false) up to it; where it does
/// not, the border is there for nothing.
static int64_t bestSplit(const Choosing *choosing, const Sized *all,
                         int64_t *at, bool *above) {
  int64_t best = 0;
  Sized below = {0, 0, 0};
  size_t count = arrlenu(choosing->points);
  for (size_t i = 0; i + 1 < count; ++i) {
    const Sized *point = &choosing->points[i];
    below.saved += point->saved;
    below.loss += point->loss;
    if (point[1].size == point->size)
      continue;
    int64_t small = below.saved - (all->loss - below.loss);
    int64_t large = all->saved - below.saved - below.loss;
    int64_t most = small > large ? small : large;
    if (most <= best)
      continue;
    best = most;
    *at = point->size + (point[1].size - point->size) / 2;
    *above = large >= small;
  }
  return best;
}

static void decide(Choosing *choosing, MeasuredChoice *choice, SymFact *guard) {
  Sized all = {0, 0, 0};
  int64_t at = 0;
  bool above = false;
  for (ptrdiff_t i = 0; i < arrlen(choosing->points); ++i) {
    all.saved += choosing->points[i].saved;
    all.loss += choosing->points[i].loss;
  }
  *choice = all.saved > 0 ? MEASURED_LIBRARY : MEASURED_OWN;
  if (!choosing->sized)
    return;
  qsort(choosing->points, arrlenu(choosing->points), sizeof(Sized), bySize);
  if (bestSplit(choosing, &all, &at, &above) <=
      (all.saved > 0 ? all.saved : 0) + choosing->least)
    return;
  *choice = MEASURED_BY_SIZE;
  *guard =
      above ? factAtMost(symExprConst(choosing->arena, at + 1), choosing->size)
            : factAtMost(choosing->size, symExprConst(choosing->arena, at));
}

bool measuredChoose(Arena *arena, const Measured *measured, StrRef region,
                    const MlirValue *inputs, size_t numInputs, SymExpr size,
                    MeasuredChoice *choice, SymFact *guard, StrBuf *message) {
  Choosing choosing = {.arena = arena,
                       .inputs = inputs,
                       .numInputs = numInputs,
                       .size = size,
                       .sized = true};
  bool good = true;
  *choice = MEASURED_LIBRARY;
  for (ptrdiff_t i = 0; good && i < arrlen(measured->points); ++i)
    if (strRefEqual(measured->points[i].region, region))
      good = addPoint(&choosing, &measured->points[i]) ||
             failPoint(&measured->points[i], message);
  if (good && arrlen(choosing.points) > 0)
    decide(&choosing, choice, guard);
  arrfree(choosing.points);
  return good;
}
