//===- Access.c - loads, stores and reductions with index expressions -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The builder's expressions name iterators by their position in the compute;
// an operation's attributes name them by their position in its operand list,
// in order of first use in the text, as the parser counts.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Conversion/RelaxToTIR/Builder.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Expressions of one operation and the iterators that they use.
typedef struct Indices {
  SymExpr *exprs;
  intptr_t numExprs;
  MlirValue *operands;
  intptr_t numOperands;
} Indices;

/// The number behind '%', or -1 for a symbol of the function.
static intptr_t iteratorOf(StrRef name) {
  return name.length > 1 && name.data[0] == '%' ? atol(name.data + 1) : -1;
}

/// Numbers of iterators in order of first use: the count.
static intptr_t firstUses(const SymExpr *exprs, intptr_t count,
                          intptr_t *order) {
  intptr_t found = 0;
  for (intptr_t e = 0; e < count; ++e)
    for (size_t s = 0; s < exprs[e].numSymbols; ++s) {
      intptr_t k = iteratorOf(exprs[e].symbols[s]), at = 0;
      while (at < found && order[at] != k)
        ++at;
      if (k >= 0 && at == found)
        order[found++] = k;
    }
  return found;
}

/// Renames "%order[p]" to "%p" in all expressions.
static void renumber(RelaxDims *dims, Indices *indices, const intptr_t *order,
                     intptr_t count) {
  StrRef *names = ARENA_ARRAY(dims->arena, StrRef, count);
  SymExpr *values = ARENA_ARRAY(dims->arena, SymExpr, count);
  for (intptr_t p = 0; p < count; ++p) {
    char from[24], to[24];
    int fromLength = snprintf(from, sizeof(from), "%%%ld", (long)order[p]);
    int toLength = snprintf(to, sizeof(to), "%%%ld", (long)p);
    names[p] = arenaCopyString(dims->arena, (StrRef){from, (size_t)fromLength});
    values[p] = symExprSymbol(
        dims->arena,
        arenaCopyString(dims->arena, (StrRef){to, (size_t)toLength}));
  }
  for (intptr_t e = 0; e < indices->numExprs; ++e) {
    SymStatus status =
        symExprSubstitute(dims->arena, indices->exprs[e], names, values,
                          (size_t)count, &indices->exprs[e]);
    if (status != SYM_OK && dims->status == SYM_OK)
      dims->status = status;
  }
}

/// The normal form orders terms by name, so that renaming may change the order
/// of first use: until it stays.
static Indices collect(TirBuilder *b, const SymExpr *exprs, intptr_t count) {
  enum { MAX_ROUNDS = 8 };
  Arena *arena = b->dims.arena;
  Indices indices = {
      ARENA_ARRAY(arena, SymExpr, count), count,
      ARENA_ARRAY(arena, MlirValue, b->numIterators + b->numComputed), 0};
  memcpy(indices.exprs, exprs, (size_t)count * sizeof(SymExpr));
  MlirValue *now = b->iterators;
  for (int round = 0; round < MAX_ROUNDS; ++round) {
    intptr_t *order =
        ARENA_ARRAY(arena, intptr_t, b->numIterators + b->numComputed);
    intptr_t used = firstUses(indices.exprs, count, order);
    MlirValue *next = ARENA_ARRAY(arena, MlirValue, used);
    bool stays = round > 0;
    for (intptr_t p = 0; p < used; ++p) {
      assert(order[p] < b->numIterators + b->numComputed &&
             "iterator of another compute");
      next[p] = now[order[p]];
      stays &= order[p] == p;
    }
    indices.operands = now = next;
    indices.numOperands = used;
    if (stays)
      break;
    renumber(&b->dims, &indices, order, used);
  }
  return indices;
}

SymExpr tirComputedIndex(TirBuilder *b, MlirValue index) {
  intptr_t count = b->numIterators + b->numComputed++;
  MlirValue *wider = ARENA_ARRAY(b->dims.arena, MlirValue, count + 1);
  if (count)
    memcpy(wider, b->iterators, (size_t)count * sizeof(MlirValue));
  wider[count] = index;
  b->iterators = wider;
  return tirIterator(b, count);
}

static MlirAttribute exprArray(TirBuilder *b, const Indices *indices) {
  MlirAttribute *attributes =
      ARENA_ARRAY(b->dims.arena, MlirAttribute, indices->numExprs);
  for (intptr_t e = 0; e < indices->numExprs; ++e)
    attributes[e] = symExprToAttribute(b->context, indices->exprs[e]);
  return mlirArrayAttrGet(b->context, indices->numExprs, attributes);
}

static intptr_t rankOf(TirBuilder *b, intptr_t buffer) {
  const MlirAttribute *dims;
  return tirBufferDims(b, buffer, &dims);
}

/// `%x` for an element of `%X`.
static MlirLocation elementLocation(TirBuilder *b, intptr_t buffer) {
  StrRef copy =
      arenaCopyString(b->dims.arena, strRefFromC(b->bufferNames[buffer]));
  char *name = (char *)copy.data;
  name[0] = (char)tolower((unsigned char)name[0]);
  return bridgeNamedLocation(copy, b->loc);
}

MlirValue tirBuildLoad(TirBuilder *b, intptr_t buffer, const SymExpr *exprs,
                       MlirValue pad) {
  Indices indices = collect(b, exprs, rankOf(b, buffer));
  TirLoadArgs args = {.buffer = b->buffers[buffer],
                      .numIndices = indices.numOperands,
                      .indices = indices.operands,
                      .pad = pad,
                      .exprs = exprArray(b, &indices),
                      .resultType = tirStoredType(tirBufferElement(b, buffer))};
  MlirOperation load = tirLoadCreate(elementLocation(b, buffer), &args);
  return mlirOperationGetResult(tirAppend(b, load), 0);
}

void tirBuildStore(TirBuilder *b, MlirValue value, intptr_t buffer,
                   const SymExpr *exprs) {
  Indices indices = collect(b, exprs, rankOf(b, buffer));
  // What is stored into `%Y` is `%y`, unless it has a name.
  if (mlirValueIsAOpResult(value)) {
    MlirOperation owner = mlirOpResultGetOwner(value);
    if (!mlirLocationIsAName(mlirOperationGetLocation(owner)))
      mlirOperationSetLocation(owner, elementLocation(b, buffer));
  }
  TirStoreArgs args = {.value = value,
                       .buffer = b->buffers[buffer],
                       .numIndices = indices.numOperands,
                       .indices = indices.operands,
                       .exprs = exprArray(b, &indices)};
  tirAppend(b, tirStoreCreate(b->loc, &args));
}

void tirBuildReduce(TirBuilder *b, TirMonoid monoid, MlirValue value,
                    intptr_t buffer, const SymExpr *exprs) {
  Indices indices = collect(b, exprs, rankOf(b, buffer));
  MlirAttribute target = exprArray(b, &indices);
  TirReduceArgs args = {
      .numValues = 1,
      .values = &value,
      .numBuffers = 1,
      .buffers = &b->buffers[buffer],
      .numIndices = indices.numOperands,
      .indices = indices.operands,
      .monoid = tirEnsureMonoid(b, monoid, tirBufferElement(b, buffer)),
      .exprs = mlirArrayAttrGet(b->context, 1, &target)};
  tirAppend(b, tirReduceCreate(b->loc, &args));
}

MlirValue tirBuildExtent(TirBuilder *b, SymExpr expr) {
  Indices indices = collect(b, &expr, 1);
  TirExtentArgs args = {.numIndices = indices.numOperands,
                        .indices = indices.operands,
                        .expr =
                            symExprToAttribute(b->context, indices.exprs[0]),
                        .resultType = mlirIndexTypeGet(b->context)};
  return mlirOperationGetResult(tirAppend(b, tirExtentCreate(b->loc, &args)),
                                0);
}
