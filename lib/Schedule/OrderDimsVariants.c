//===- OrderDimsVariants.c - programs for buffers in other orders ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Symbols.h"
#include "lib/Schedule/OrderDims.h"

#include <stb/stb_ds.h>

static bool isResult(const OrderProgram *p, MlirValue buffer) {
  return mlirValueIsABlockArgument(buffer) &&
         mlirBlockArgumentGetArgNumber(buffer) == p->numBuffers - 1;
}

bool orderRead(RelaxPassRun *run, MlirOperation func, OrderProgram *p) {
  MlirBlock body = bridgeBody(func);
  if (!body.ptr || tirIsSettled(func))
    return false;
  for (MlirOperation op = {NULL}; bridgeAdvance(body, &op);)
    if (!tirIsCompute(op) && !tirIsReturn(op))
      return false;
  *p = (OrderProgram){.scheduler = {.func = func,
                                    .module = run->op,
                                    .context = run->context,
                                    .arena = run->arena},
                      .numBuffers = mlirBlockGetNumArguments(body)};
  p->accesses = scheduleAccesses(&p->scheduler, func);
  bool good = p->numBuffers > 0;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses); ++a)
    good &= !p->accesses[a].writes || isResult(p, p->accesses[a].buffer);
  if (!good)
    orderFree(p);
  return good;
}

void orderFree(OrderProgram *p) {
  scheduleFree(&p->scheduler);
  arrfree(p->accesses);
}

bool orderIsLast(MlirType buffer, intptr_t dim) {
  const MlirAttribute *dims;
  int64_t one;
  for (intptr_t d = tirBufferTypeGetDims(buffer, &dims); --d > dim;)
    if (!symAttributeIsConst(dims[d], &one) || one != 1)
      return false;
  return true;
}

void orderPermute(const MlirAttribute *dims, intptr_t rank, intptr_t dim,
                  MlirAttribute *turned) {
  intptr_t count = 0;
  for (intptr_t d = 0; d < rank; ++d)
    if (d != dim)
      turned[count++] = dims[d];
  turned[count] = dims[dim];
}

static void turnExprs(SymExpr *exprs, intptr_t rank, intptr_t dim) {
  SymExpr last = exprs[dim];
  for (intptr_t d = dim; d + 1 < rank; ++d)
    exprs[d] = exprs[d + 1];
  exprs[rank - 1] = last;
}

/// Indices of all accesses to buffers that are turned.
static void turnAccesses(RelaxPassRun *run, MlirOperation func,
                         const intptr_t *turned) {
  Scheduler s = {.func = func,
                 .module = run->op,
                 .context = run->context,
                 .arena = run->arena};
  ScheduleAccess *accesses = scheduleAccesses(&s, func);
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a) {
    if (accesses[a].target > 0)
      continue; // with the first one
    intptr_t count, at = 0;
    SymExpr *exprs = scheduleExprs(&s, accesses[a].op, &count);
    for (ptrdiff_t t = a; t < arrlen(accesses) &&
                          mlirOperationEqual(accesses[t].op, accesses[a].op);
         ++t) {
      intptr_t dim = turned[mlirBlockArgumentGetArgNumber(accesses[t].buffer)];
      if (dim >= 0)
        turnExprs(exprs + at, accesses[t].rank, dim);
      at += accesses[t].rank;
    }
    scheduleSetExprs(&s, accesses[a].op, exprs, count);
  }
  arrfree(accesses);
  scheduleFree(&s);
}

MlirOperation orderVariant(RelaxPassRun *run, ModuleSymbols *symbols,
                           MlirOperation func, const intptr_t *turned) {
  MlirOperation variant = mlirOperationClone(func);
  MlirBlock body = bridgeBody(variant);
  intptr_t count = mlirBlockGetNumArguments(body);
  MlirType *types = ARENA_ARRAY(run->arena, MlirType, count);
  turnAccesses(run, variant, turned);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue buffer = mlirBlockGetArgument(body, i);
    types[i] = mlirValueGetType(buffer);
    if (turned[i] < 0)
      continue;
    const MlirAttribute *dims;
    intptr_t rank = tirBufferTypeGetDims(types[i], &dims);
    MlirAttribute *order = ARENA_ARRAY(run->arena, MlirAttribute, rank);
    orderPermute(dims, rank, turned[i], order);
    types[i] = tirBufferTypeGet(run->context, rank, order,
                                tirBufferTypeGetElementType(types[i]));
    mlirValueSetType(buffer, types[i]);
  }
  tirFuncSetFunctionType(
      variant, mlirFunctionTypeGet(run->context, count, types, 0, NULL));
  StrRef base = tirFuncGetSymName(func);
  tirFuncSetSymName(variant, moduleSymbolsUnique(symbols, base, run->arena));
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(func), func,
                                     variant);
  moduleSymbolsAdd(symbols, variant);
  return variant;
}
