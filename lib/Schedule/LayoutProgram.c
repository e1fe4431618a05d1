//===- LayoutProgram.c - the program that packs ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// It goes through the places of the packed buffer and loads the element that
// belongs there. Equal programs of a module are one.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Layout.h"

#include <stb/stb_ds.h>

typedef struct Packing {
  Scheduler *s;
  const ScheduleLayout *layout;
  MlirType weight, packed; // buffers
  MlirAttribute target;    // or null
  MlirLocation loc;
  MlirBlock entry;
} Packing;

/// A function without name and with an empty body, detached.
static MlirOperation makeFunction(Packing *p) {
  Scheduler *s = p->s;
  MlirType inputs[] = {p->weight, p->packed};
  MlirLocation locs[] = {bridgeNamedLocation(strRefFromC("W"), p->loc),
                         bridgeNamedLocation(strRefFromC("P"), p->loc)};
  TirFuncArgs args = {
      .sym_name = strRefFromC("pack"),
      .function_type = mlirFunctionTypeGet(s->context, 2, inputs, 0, NULL),
      .sym_visibility = scheduleString(s, strRefFromC("private")),
      .target = p->target};
  MlirOperation function = tirFuncCreate(p->loc, &args);
  p->entry = mlirBlockCreate(2, inputs, locs);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(function, 0), p->entry);
  return function;
}

/// A compute over all places of the packed buffer.
static MlirOperation makeCompute(Packing *p) {
  Scheduler *s = p->s;
  intptr_t rank = p->layout->packedRank;
  MlirAttribute *kinds = ARENA_ARRAY(s->arena, MlirAttribute, rank);
  MlirAttribute *zeros = ARENA_ARRAY(s->arena, MlirAttribute, rank);
  MlirType *types = ARENA_ARRAY(s->arena, MlirType, rank);
  MlirLocation *locs = ARENA_ARRAY(s->arena, MlirLocation, rank);
  const MlirAttribute *dims;
  tirBufferTypeGetDims(p->packed, &dims);
  for (intptr_t d = 0; d < rank; ++d) {
    StrBuf text = {0};
    strBufAppendFormat(&text, "p%ld", (long)d);
    kinds[d] = scheduleString(s, strRefFromC("spatial"));
    zeros[d] = symConstAttribute(s->context, 0);
    types[d] = mlirIndexTypeGet(s->context);
    locs[d] = bridgeNamedLocation((StrRef){text.data, text.length}, p->loc);
    strBufFree(&text);
  }
  TirComputeArgs args = {.name = strRefFromC("pack"),
                         .kinds = mlirArrayAttrGet(s->context, rank, kinds),
                         .lower = mlirArrayAttrGet(s->context, rank, zeros),
                         .upper = mlirArrayAttrGet(s->context, rank, dims)};
  MlirOperation compute = tirComputeCreate(p->loc, &args);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(compute, 0),
                             mlirBlockCreate(rank, types, locs));
  return compute;
}

/// Are there places without an element?
static bool isPadded(Packing *p) {
  const MlirAttribute *dims;
  tirBufferTypeGetDims(p->weight, &dims);
  for (intptr_t i = 0; i < p->layout->packedRank; ++i) {
    const LayoutDigit *digit = &p->layout->digits[i];
    int64_t extent;
    if (digit->base == 0 && digit->scale > 1 &&
        (!symAttributeIsConst(dims[digit->dim], &extent) ||
         extent % digit->scale != 0))
      return true;
  }
  return false;
}

static MlirAttribute zeroOf(Scheduler *s, MlirType type) {
  return mlirTypeIsAFloat(type) ? mlirFloatAttrDoubleGet(s->context, type, 0)
                                : mlirIntegerAttrGet(type, 0);
}

static bool fillCompute(Packing *p, MlirOperation compute) {
  Scheduler *s = p->s;
  MlirBlock body = scheduleBody(compute);
  intptr_t rank = p->layout->rank, packedRank = p->layout->packedRank;
  SymExpr *places = ARENA_ARRAY(s->arena, SymExpr, packedRank);
  SymExpr *exprs = ARENA_ARRAY(s->arena, SymExpr, rank);
  for (intptr_t d = 0; d < packedRank; ++d)
    places[d] = scheduleSymbolOf(s, mlirBlockGetArgument(body, d));
  if (!layoutUnpack(s, p->layout, places, exprs))
    return false;
  const MlirAttribute *dims;
  MlirType element = tirBufferTypeGetElementType(p->weight);
  tirBufferTypeGetDims(p->weight, &dims);
  TirLoadArgs loadArgs = {.buffer = mlirBlockGetArgument(p->entry, 0),
                          .exprs = mlirArrayAttrGet(s->context, rank, dims),
                          .resultType = element};
  if (isPadded(p)) {
    MlirOperation zero =
        scheduleMakeConstant(s, "zero", p->loc, zeroOf(s, element));
    mlirBlockAppendOwnedOperation(body, zero);
    loadArgs.pad = mlirOperationGetResult(zero, 0);
  }
  MlirOperation load =
      tirLoadCreate(bridgeNamedLocation(strRefFromC("w"), p->loc), &loadArgs);
  mlirBlockAppendOwnedOperation(body, load);
  scheduleSetExprs(s, load, exprs, rank);
  tirBufferTypeGetDims(p->packed, &dims);
  TirStoreArgs storeArgs = {.value = mlirOperationGetResult(load, 0),
                            .buffer = mlirBlockGetArgument(p->entry, 1),
                            .exprs =
                                mlirArrayAttrGet(s->context, packedRank, dims)};
  MlirOperation store = tirStoreCreate(p->loc, &storeArgs);
  mlirBlockAppendOwnedOperation(body, store);
  scheduleSetExprs(s, store, places, packedRank);
  return true;
}

/// The reference to the program, which is made if the module has no such one.
static MlirAttribute packer(Packing *p) {
  Scheduler *s = p->s;
  MlirOperation function = makeFunction(p), compute = makeCompute(p);
  mlirBlockAppendOwnedOperation(p->entry, compute);
  // Values of its own: so equal programs have equal texts.
  Scheduler own = *s;
  own.values = NULL;
  p->s = &own;
  bool good = fillCompute(p, compute);
  p->s = s;
  arrfree(own.values);
  mlirBlockAppendOwnedOperation(p->entry,
                                tirReturnCreate(p->loc, &(TirReturnArgs){0}));
  if (!good) {
    mlirOperationDestroy(function);
    return (MlirAttribute){NULL};
  }
  return scheduleAddProgram(s, function);
}

MlirAttribute layoutProgram(Scheduler *s, const ScheduleLayout *layout,
                            MlirType type, MlirAttribute target,
                            MlirLocation loc) {
  Packing p = {
      .s = s, .layout = layout, .weight = type, .target = target, .loc = loc};
  p.packed = layoutType(s, layout, p.weight);
  return p.packed.ptr ? packer(&p) : (MlirAttribute){NULL};
}
