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

#include "lib/Schedule/Computes.h"
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
  ScheduleHead head = scheduleStartHead(s, rank);
  const MlirAttribute *dims;
  tirBufferTypeGetDims(p->packed, &dims);
  for (intptr_t d = 0; d < rank; ++d)
    scheduleAddIterator(
        s, &head, "spatial",
        bridgeNamedLocation(arenaFormat(s->arena, "p%ld", (long)d), p->loc),
        scheduleConst(s, 0), scheduleExprOf(s, dims[d]));
  return scheduleNewCompute(s, p->loc, &head, strRefFromC("pack"), false);
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
  MlirBlock body = bridgeBody(compute);
  SymExpr *places = scheduleIterators(s, compute, 0, p->layout->packedRank);
  SymExpr *exprs = ARENA_ARRAY(s->arena, SymExpr, p->layout->rank);
  if (!layoutUnpack(s, p->layout, places, exprs))
    return false;
  MlirValue pad = {NULL};
  if (isPadded(p)) {
    MlirOperation zero = scheduleMakeConstant(
        s, "zero", p->loc, zeroOf(s, tirBufferTypeGetElementType(p->weight)));
    mlirBlockAppendOwnedOperation(body, zero);
    pad = mlirOperationGetResult(zero, 0);
  }
  MlirValue load =
      scheduleAppendLoad(s, body, bridgeNamedLocation(strRefFromC("w"), p->loc),
                         mlirBlockGetArgument(p->entry, 0), pad, exprs);
  scheduleAppendStore(s, body, p->loc, load, mlirBlockGetArgument(p->entry, 1),
                      places);
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
