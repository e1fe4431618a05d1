//===- Access.c - loads, stores and reductions with index expressions -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Conversion/RelaxToTIR/Builder.h"

#include <ctype.h>
#include <string.h>

/// A failure sticks in the builder.
static TirIndices collect(TirBuilder *b, const SymExpr *exprs, intptr_t count) {
  TirIndices indices;
  SymStatus status =
      tirIndicesOf(b->dims.arena, exprs, count, b->iterators, &indices);
  if (b->dims.status == SYM_OK)
    b->dims.status = status;
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

static MlirAttribute exprArray(TirBuilder *b, const TirIndices *indices) {
  return tirIndicesAttribute(b->context, b->dims.arena, indices);
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
  TirIndices indices = collect(b, exprs, tirBufferRank(b, buffer));
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
  TirIndices indices = collect(b, exprs, tirBufferRank(b, buffer));
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

MlirLogicalResult tirEndWith(TirBuilder *b, MlirValue value) {
  tirBuildStore(b, value, b->numBuffers - 1,
                tirIterators(b, 0, b->numIterators));
  return tirEndCompute(b);
}

void tirBuildReduce(TirBuilder *b, TirMonoid monoid, MlirValue value,
                    intptr_t buffer, const SymExpr *exprs) {
  TirIndices indices = collect(b, exprs, tirBufferRank(b, buffer));
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
  TirIndices indices = collect(b, &expr, 1);
  TirExtentArgs args = {.numIndices = indices.numOperands,
                        .indices = indices.operands,
                        .expr =
                            symExprToAttribute(b->context, indices.exprs[0]),
                        .resultType = mlirIndexTypeGet(b->context)};
  return mlirOperationGetResult(tirAppend(b, tirExtentCreate(b->loc, &args)),
                                0);
}

MlirValue tirBuildNumber(TirBuilder *b, SymExpr expr) {
  return tirBuildConvert(b, "arith.index_cast", tirBuildExtent(b, expr),
                         mlirIntegerTypeGet(b->context, 64));
}

MlirValue tirBuildNumberOf(TirBuilder *b, SymExpr expr, MlirType type) {
  MlirValue number = tirBuildNumber(b, expr);
  if (tirKindOf(type) == TIR_FLOAT)
    return tirBuildConvert(b, "arith.sitofp", number, type);
  return mlirIntegerTypeGetWidth(type) == 64
             ? number
             : tirBuildConvert(b, "arith.trunci", number, type);
}
