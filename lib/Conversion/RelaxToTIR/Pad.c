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

#include <stdio.h>

/// A dimension of the input: `count` elements from `first` on are kept, and the
/// result has `low` in front of them. `none`: it is the same one.
typedef struct Margin {
  SymExpr first, count, low;
  bool none;
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
      relaxDimsMax(dims, low, zero),
      symExprEqual(low, zero) && symExprEqual(total, extent)};
}

/// Where element `i` of the result comes from.
static SymExpr source(RelaxDims *dims, StrRef mode, const Margin *margin,
                      SymExpr i) {
  SymExpr one = relaxDimsConst(dims, 1), zero = relaxDimsConst(dims, 0);
  if (margin->none)
    return i;
  SymExpr place = relaxDimsSub(dims, i, margin->low);
  SymExpr last = relaxDimsSub(dims, margin->count, one);
  if (strRefIs(mode, "edge")) {
    place = relaxDimsMax(dims, relaxDimsMin(dims, place, last), zero);
  } else if (strRefIs(mode, "wrap")) {
    place = relaxDimsMod(dims, place, relaxDimsMax(dims, margin->count, one));
  } else if (strRefIs(mode, "reflect")) {
    SymExpr period = relaxDimsMax(dims, relaxDimsAdd(dims, last, last), one);
    place = relaxDimsMod(dims, place, period);
    place = relaxDimsMin(dims, place, relaxDimsSub(dims, period, place));
  }
  return relaxDimsAdd(dims, margin->first, place);
}

/// Schedules tell computes apart by their names.
static const char *checkName(TirBuilder *b, intptr_t dim) {
  return arenaFormat(b->dims.arena, "check_%s", tirIteratorName(b, dim)).data;
}

/// Margins that need an element fail where there is none, but some of them are
/// wanted. True if that cannot be excluded.
static bool checkFilled(TirBuilder *b, MlirOperation op, intptr_t dim) {
  RelaxDims *dims = &b->dims;
  Margin margin = marginOf(b, op, dim);
  int64_t count;
  if (margin.none || (symExprIsConst(margin.count, &count) && count > 0))
    return false;
  SymExpr one = relaxDimsConst(dims, 1);
  TirIterator wanted = {
      "i", false,
      relaxDimsMin(dims, tirBufferDim(b, b->numBuffers - 1, dim), one)};
  tirBuildCompute(b, checkName(b, dim), 1, &wanted);
  relaxBuildPlaceCheck(
      b, tirBuildExtent(b, relaxDimsConst(dims, 0)),
      relaxDimsMax(dims, margin.count, relaxDimsConst(dims, 0)));
  tirEndCompute(b);
  return true;
}

/// `count` elements along `axis`, from `begin` on, of all others; `kept`: the
/// input's own.
typedef struct Part {
  const char *name;
  intptr_t axis;
  SymExpr begin, count;
  bool kept;
} Part;

/// `padded`: a 0 stands for what is not proved to be inside.
static void buildPart(TirBuilder *b, MlirOperation op, const Part *part,
                      MlirType element, bool padded) {
  RelaxDims *dims = &b->dims;
  intptr_t rank = tirBufferRank(b, 0), result = b->numBuffers - 1;
  TirIterator *iterators = ARENA_ARRAY(dims->arena, TirIterator, rank);
  SymExpr *from = ARENA_ARRAY(dims->arena, SymExpr, rank);
  SymExpr *to = ARENA_ARRAY(dims->arena, SymExpr, rank);
  for (intptr_t i = 0; i < rank; ++i)
    iterators[i] = (TirIterator){tirIteratorName(b, i), false,
                                 i == part->axis ? part->count
                                                 : tirBufferDim(b, result, i)};
  tirBuildCompute(b, part->name, rank, iterators);
  for (intptr_t i = 0; i < rank; ++i) {
    Margin margin = marginOf(b, op, i);
    to[i] = tirIterator(b, i);
    if (i == part->axis)
      to[i] = relaxDimsAdd(dims, to[i], part->begin);
    from[i] = i == part->axis && part->kept
                  ? relaxDimsAdd(dims, margin.first, tirIterator(b, i))
                  : source(dims, relaxPadGetMode(op), &margin, to[i]);
  }
  MlirValue zero = {NULL};
  if (padded)
    zero = tirNamed(b, "zero", tirBuildConstant(b, element, 0));
  tirBuildStore(b, tirBuildLoad(b, 0, from, zero), result, to);
  tirEndCompute(b);
}

/// Margins of the input's own elements. Along the innermost dimension that has
/// some, what lies between them is a copy, which asks nothing of each element.
static void buildOwn(TirBuilder *b, MlirOperation op, MlirType element,
                     bool padded) {
  RelaxDims *dims = &b->dims;
  intptr_t axis = tirBufferRank(b, 0);
  Margin margin = {.none = true};
  while (axis > 0 && margin.none)
    margin = marginOf(b, op, --axis);
  if (margin.none) {
    Part all = {"pad", -1, margin.first, margin.count, false};
    buildPart(b, op, &all, element, padded);
    return;
  }
  bool others = false;
  for (intptr_t i = 0; i < axis; ++i)
    others |= !marginOf(b, op, i).none;
  SymExpr zero = relaxDimsConst(dims, 0);
  SymExpr total = tirBufferDim(b, b->numBuffers - 1, axis);
  SymExpr count = relaxDimsMax(dims, margin.count, zero);
  SymExpr behind = relaxDimsAdd(dims, margin.low, count);
  const Part parts[] = {
      {"pad", axis, margin.low, count, true},
      {"front", axis, zero, relaxDimsMin(dims, margin.low, total), false},
      {"back", axis, behind,
       relaxDimsMax(dims, relaxDimsSub(dims, total, behind), zero), false},
  };
  int64_t none;
  for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); ++i)
    if (!symExprIsConst(parts[i].count, &none) || none > 0)
      buildPart(b, op, &parts[i], element,
                padded && (others || !parts[i].kept));
}

MlirLogicalResult relaxBuildPad(TirBuilder *b, MlirOperation op) {
  RelaxDims *dims = &b->dims;
  MlirType element = tirStoredType(tirBufferElement(b, 0));
  if (tirKindOf(element) == TIR_OTHER)
    return relaxRefuseElement(op, "a float, integer or i1 type", element);
  intptr_t rank = tirBufferRank(b, 0);
  if (!strRefIs(relaxPadGetMode(op), "constant")) {
    bool padded = false;
    for (intptr_t i = 0; i < rank; ++i)
      padded |= checkFilled(b, op, i);
    buildOwn(b, op, element, padded);
    return mlirLogicalResultSuccess();
  }
  tirBuildComputeOver(b, "pad", b->numBuffers - 1);
  SymExpr *from = ARENA_ARRAY(dims->arena, SymExpr, rank);
  for (intptr_t i = 0; i < rank; ++i)
    from[i] = relaxDimsSub(
        dims, tirIterator(b, i),
        relaxDimsOf(dims, mlirArrayAttrGetElement(relaxPadGetLow(op), i)));
  SymExpr first = relaxDimsConst(dims, 0);
  MlirValue value = relaxPadGetValue(op).ptr
                        ? tirBuildLoad(b, 1, &first, (MlirValue){NULL})
                        : tirNamed(b, "zero", tirBuildConstant(b, element, 0));
  return tirEndWith(b, tirBuildLoad(b, 0, from, value));
}
