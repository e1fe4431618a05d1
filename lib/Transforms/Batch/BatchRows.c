//===- BatchRows.c - programs that treat rows one by one ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A product of rows with a weight, a norm of each, an embedding: whose a row is
// does not matter, so that such a program is that of many calls as it is.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Access.h"
#include "lib/Transforms/Batch/BatchLanes.h"

#include <stb/stb_ds.h>

typedef struct Rowwise {
  Scheduler s;
  const BatchMode *modes;
  MlirAttribute symbol;
  StrRef rows; // its name
} Rowwise;

static bool usesRows(const Rowwise *r, SymExpr expr) {
  bool found = false;
  for (size_t i = 0; i < expr.numSymbols; ++i)
    found |= strRefEqual(expr.symbols[i], r->rows);
  return found;
}

static bool isSymbol(SymExpr expr, SymExpr symbol) {
  return symExprEqual(expr, symbol);
}

/// The iterator over all rows; no other bound uses their number.
static bool findIterator(Rowwise *r, MlirOperation compute, MlirValue *out) {
  intptr_t count, found = 0;
  SymExpr *bounds = scheduleExprs(&r->s, compute, &count);
  SymExpr rows = symExprSymbol(r->s.arena, r->rows);
  for (intptr_t i = 0; i < count / 2; ++i) {
    SymExpr upper = bounds[count / 2 + i];
    if (isSymbol(upper, rows) && tirComputeIsKind(compute, i, "spatial") &&
        symExprEqual(bounds[i], scheduleConst(&r->s, 0))) {
      *out = mlirBlockGetArgument(bridgeBody(compute), i);
      ++found;
    } else if (usesRows(r, upper) || usesRows(r, bounds[i])) {
      return false;
    }
  }
  return found == 1;
}

static bool isAccess(MlirOperation op) {
  return tirIsLoad(op) || tirIsStore(op) || tirIsReduce(op);
}

/// Rows are named by the iterator, and nothing else is.
static bool accessesFit(Rowwise *r, MlirOperation compute, MlirValue iterator) {
  bool good = true;
  SymExpr row = scheduleSymbolOf(&r->s, iterator);
  for (MlirOpOperand use = mlirValueGetFirstUse(iterator);
       good && !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    good = isAccess(mlirOpOperandGetOwner(use));
  ScheduleAccess *accesses = scheduleAccesses(&r->s, compute);
  for (ptrdiff_t a = 0; a < arrlen(accesses) && good; ++a) {
    const ScheduleAccess *access = &accesses[a];
    good = mlirValueIsABlockArgument(access->buffer);
    bool rows =
        good &&
        r->modes[mlirBlockArgumentGetArgNumber(access->buffer)] > BATCH_LANE;
    good = good && (rows ? isSymbol(access->exprs[0], row) : !access->writes);
    for (intptr_t d = rows; d < access->rank && good; ++d)
      good = !scheduleExprUses(&r->s, access->exprs[d], iterator) &&
             !usesRows(r, access->exprs[d]);
  }
  arrfree(accesses);
  return good;
}

/// A compute, or something in one.
static bool opFits(Rowwise *r, MlirOperation op) {
  MlirValue iterator;
  if (tirIsReturn(op))
    return true;
  MlirOperation compute = batchComputeAround(op);
  if (mlirOperationEqual(op, compute))
    return tirIsFunc(mlirOperationGetParentOperation(op)) &&
           findIterator(r, op, &iterator) && accessesFit(r, op, iterator);
  if (!tirIsCompute(compute) || tirIsAlloc(op) || tirIsView(op) || tirIsFor(op))
    return false;
  intptr_t count;
  SymExpr *exprs = scheduleExprs(&r->s, op, &count);
  bool good = true;
  for (intptr_t i = 0; i < count && good; ++i)
    good = !usesRows(r, exprs[i]);
  return good;
}

/// One symbol, the first dimension of what is not shared, is all that differs.
static bool haveRows(Rowwise *r, MlirOperation kernel, const BatchHow *how) {
  MlirType type = tirFuncGetFunctionType(kernel);
  bool good = how->joined.ptr && mlirArrayAttrGetNumElements(how->joined) == 1;
  if (good)
    r->symbol = mlirArrayAttrGetElement(how->joined, 0);
  good = good && symAttributeIsSymbol(r->symbol, &r->rows);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e && good;
       ++i) {
    const MlirAttribute *dims;
    symTypeDims(mlirFunctionTypeGetInput(type, i), &dims);
    good = r->modes[i] == BATCH_SHARED ||
           (r->modes[i] == 1 && mlirAttributeEqual(dims[0], r->symbol));
  }
  return good;
}

bool batchIsRowwise(MlirOperation kernel, const BatchHow *how) {
  Rowwise r = {.modes = how->modes};
  if (!haveRows(&r, kernel, how))
    return false;
  bool good = true;
  r.s = (Scheduler){.func = kernel,
                    .primitive = kernel,
                    .context = mlirOperationGetContext(kernel),
                    .arena = arenaCreate()};
  ScheduleOps ops = scheduleCollect(kernel);
  for (ptrdiff_t i = 0; i < arrlen(ops) && good; ++i)
    good = opFits(&r, ops[i]);
  arrfree(ops);
  arenaDestroy(r.s.arena);
  scheduleFree(&r.s);
  return good;
}
