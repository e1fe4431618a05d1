//===- FuseBuild.c - operations that tir.fuse writes ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Fuse.h"

static void put(FuseBuilder *b, MlirOperation op) {
  mlirBlockInsertOwnedOperationBefore(b->block, b->before, op); // or at the end
}

static MlirLocation named(FuseBuilder *b, const char *name) {
  MlirLocation loc = b->loc;
  if (mlirLocationIsAName(loc))
    loc = mlirLocationNameGetChildLoc(loc);
  return bridgeNamedLocation(strRefFromC(name), loc);
}

static MlirAttribute zeros(FuseBuilder *b) {
  MlirAttribute zero = symConstAttribute(b->s->context, 0);
  return mlirArrayAttrGet(b->s->context, 1, &zero);
}

/// `arith.NAME` of its operands.
static MlirValue arith(FuseBuilder *b, const char *op, const char *name,
                       intptr_t count, const MlirValue *operands, MlirType type,
                       const char *key, MlirAttribute value) {
  MlirOperationState state =
      mlirOperationStateGet(mlirStringRefCreateFromCString(op), named(b, name));
  mlirOperationStateAddResults(&state, 1, &type);
  mlirOperationStateAddOperands(&state, count, operands);
  if (key) {
    MlirNamedAttribute attribute = mlirNamedAttributeGet(
        mlirIdentifierGet(b->s->context, mlirStringRefCreateFromCString(key)),
        value);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  MlirOperation made = mlirOperationCreate(&state);
  put(b, made);
  return mlirOperationGetResult(made, 0);
}

static MlirValue extent(FuseBuilder *b, SymExpr expr, const char *name) {
  TirExtentArgs args = {.expr = symConstAttribute(b->s->context, 0),
                        .resultType = mlirIndexTypeGet(b->s->context)};
  MlirOperation op = tirExtentCreate(named(b, name), &args);
  put(b, op);
  scheduleSetExprs(b->s, op, &expr, 1);
  return mlirOperationGetResult(op, 0);
}

SymExpr fuseIndex(FuseBuilder *b, MlirValue table, SymExpr at,
                  const char *name) {
  TirLoadArgs args = {.buffer = table,
                      .exprs = zeros(b),
                      .resultType = mlirIntegerTypeGet(b->s->context, 64)};
  MlirOperation load = tirLoadCreate(named(b, name), &args);
  put(b, load);
  scheduleSetExprs(b->s, load, &at, 1);
  MlirValue word = mlirOperationGetResult(load, 0);
  return scheduleSymbolOf(b->s, arith(b, "arith.index_cast", name, 1, &word,
                                      mlirIndexTypeGet(b->s->context), NULL,
                                      (MlirAttribute){NULL}));
}

MlirValue fuseIsInside(FuseBuilder *b, const SymExpr *exprs, size_t count) {
  enum { AT_LEAST = 5 }; // arith's sge
  MlirContext context = b->s->context;
  MlirType index = mlirIndexTypeGet(context),
           truth = mlirIntegerTypeGet(context, 1);
  MlirValue none = arith(b, "arith.constant", "none", 0, NULL, index, "value",
                         mlirIntegerAttrGet(index, 0));
  MlirValue all = {NULL};
  for (size_t i = 0; i < count; ++i) {
    MlirValue left = extent(b, exprs[i], "left");
    MlirValue ok = arith(
        b, "arith.cmpi", "ok", 2, (MlirValue[]){left, none}, truth, "predicate",
        mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), AT_LEAST));
    all = all.ptr ? arith(b, "arith.andi", "ok", 2, (MlirValue[]){all, ok},
                          truth, NULL, (MlirAttribute){NULL})
                  : ok;
  }
  return all;
}

MlirValue fuseSelect(FuseBuilder *b, MlirValue holds, MlirValue then,
                     MlirValue other) {
  return arith(b, "arith.select", "x", 3, (MlirValue[]){holds, then, other},
               mlirValueGetType(then), NULL, (MlirAttribute){NULL});
}

void fuseCheck(FuseBuilder *b, SymExpr expr) {
  TirCheckArgs args = {.condition = fuseIsInside(b, &expr, 1),
                       .stops = true,
                       .reason = strRefFromC("index out of bounds")};
  put(b, tirCheckCreate(b->loc, &args));
}
