//===- Pad.c - kernels of margins -----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every mode is an index expression: a constant margin is a padded load, an
// edge a minimum and a maximum, a reflection the distance to the nearest
// multiple of the period.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Pad.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

/// A dimension of the input: `count` elements from `first` on are kept, and the
/// result has `low` in front of them.
typedef struct Margin {
  SymExpr first, count, low;
} Margin;

static Margin marginOf(TirBuilder *b, MlirOperation op, intptr_t dim) {
  RelaxDims *dims = &b->dims;
  SymExpr zero = relaxDimsConst(dims, 0), extent = tirBufferDim(b, 0, dim);
  SymExpr low =
      relaxDimsOf(dims, mlirArrayAttrGetElement(relaxPadGetLow(op), dim));
  SymExpr total = tirBufferDim(b, b->numBuffers - 1, dim);
  SymExpr high = relaxDimsSub(dims, relaxDimsSub(dims, total, extent), low);
  SymExpr less = relaxDimsMin(dims, low, zero);
  return (Margin){
      relaxDimsSub(dims, zero, less),
      relaxDimsAdd(dims, extent,
                   relaxDimsAdd(dims, less, relaxDimsMin(dims, high, zero))),
      relaxDimsMax(dims, low, zero)};
}

/// Where element `i` of the result comes from.
static SymExpr source(RelaxDims *dims, StrRef mode, const Margin *margin,
                      SymExpr i) {
  SymExpr one = relaxDimsConst(dims, 1), zero = relaxDimsConst(dims, 0);
  SymExpr place = relaxDimsSub(dims, i, margin->low);
  SymExpr last = relaxDimsSub(dims, margin->count, one);
  if (strRefEqual(mode, strRefFromC("edge"))) {
    place = relaxDimsMax(dims, relaxDimsMin(dims, place, last), zero);
  } else if (strRefEqual(mode, strRefFromC("wrap"))) {
    place = relaxDimsMod(dims, place, relaxDimsMax(dims, margin->count, one));
  } else if (strRefEqual(mode, strRefFromC("reflect"))) {
    SymExpr period = relaxDimsMax(dims, relaxDimsAdd(dims, last, last), one);
    place = relaxDimsMod(dims, place, period);
    place = relaxDimsMin(dims, place, relaxDimsSub(dims, period, place));
  }
  return relaxDimsAdd(dims, margin->first, place);
}

/// Margins that need an element fail where there is none, but some of them are
/// wanted. True if that cannot be excluded.
static bool checkFilled(TirBuilder *b, MlirOperation op, intptr_t dim) {
  RelaxDims *dims = &b->dims;
  Margin margin = marginOf(b, op, dim);
  int64_t count;
  if (symExprIsConst(margin.count, &count) && count > 0)
    return false;
  SymExpr one = relaxDimsConst(dims, 1);
  TirIterator wanted = {
      "i", false,
      relaxDimsMin(dims, tirBufferDim(b, b->numBuffers - 1, dim), one)};
  tirBuildCompute(b, "check", 1, &wanted);
  relaxBuildPlaceCheck(
      b, tirBuildExtent(b, relaxDimsConst(dims, 0)),
      relaxDimsMax(dims, margin.count, relaxDimsConst(dims, 0)));
  tirEndCompute(b);
  return true;
}

MlirLogicalResult relaxBuildPad(TirBuilder *b, MlirOperation op) {
  RelaxDims *dims = &b->dims;
  MlirType element = tirStoredType(tirBufferElement(b, 0));
  if (tirKindOf(element) == TIR_OTHER)
    return relaxRefuseElement(op, "a float, integer or i1 type", element);
  StrRef mode = relaxPadGetMode(op);
  bool constant = strRefEqual(mode, strRefFromC("constant"));
  bool padded = constant;
  const MlirAttribute *extents;
  intptr_t rank = tirBufferDims(b, 0, &extents);
  for (intptr_t i = 0; !constant && i < rank; ++i)
    padded |= checkFilled(b, op, i);
  tirBuildComputeOver(b, "pad", b->numBuffers - 1);
  SymExpr *from = ARENA_ARRAY(dims->arena, SymExpr, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    Margin margin = marginOf(b, op, i);
    from[i] = constant
                  ? relaxDimsSub(dims, tirIterator(b, i),
                                 relaxDimsOf(dims, mlirArrayAttrGetElement(
                                                       relaxPadGetLow(op), i)))
                  : source(dims, mode, &margin, tirIterator(b, i));
  }
  MlirValue value = {NULL};
  SymExpr first = relaxDimsConst(dims, 0);
  if (constant && relaxPadGetValue(op).ptr)
    value = tirBuildLoad(b, 1, &first, (MlirValue){NULL});
  else if (padded)
    value = tirNamed(b, "zero", tirBuildConstant(b, element, 0));
  tirBuildStoreResult(b, tirBuildLoad(b, 0, from, value));
  tirEndCompute(b);
  return mlirLogicalResultSuccess();
}
