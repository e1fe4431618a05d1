//===- BatchUnit.c - a function for many calls ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Batch/Batch.h"

#include <stb/stb_ds.h>

/// Rows of one call: a product of extents.
typedef struct UnitRows {
  MlirAttribute product;
  MlirAttribute symbol; // of those of all calls
  bool typed, bound;    // a type has it, an argument binds it
} UnitRows;

/// A call of a program, and how it becomes one for many calls: found while its
/// tensors are those of one.
typedef struct UnitCall {
  MlirOperation op;
  BatchHow how;
  const LanesKernel *kernel;
  intptr_t *tables; // numbers of the unit's extents, then of its rows
} UnitCall;

typedef struct Unit {
  Batcher *batcher;
  MlirAttribute extent;   // the symbol of the calls
  MlirAttribute joined;   // symbols that differ from call to call, or null
  MlirAttribute *extents; // expressions over them, stb_ds arrays from here on
  UnitRows *rows;
  UnitCall *calls;
  MlirValue *tables; // of the extents, then of the rows
  StrRef *names;     // that the unit has
  MlirValue sums;    // of all rows, or null
} Unit;

//===----------------------------------------------------------------------===//
// Extents and rows
//===----------------------------------------------------------------------===//

static intptr_t findExtent(Unit *unit, SymExpr extent) {
  MlirAttribute expr = symExprToAttribute(unit->batcher->run->context, extent);
  ptrdiff_t i = 0;
  while (i < arrlen(unit->extents) &&
         !mlirAttributeEqual(unit->extents[i], expr))
    ++i;
  if (i == arrlen(unit->extents))
    arrput(unit->extents, expr);
  return i;
}

/// The product of extents; where it is a symbol, that of all calls has its
/// name.
static intptr_t findRows(Unit *unit, const SymExpr *extents, intptr_t count) {
  Arena *arena = unit->batcher->run->arena;
  MlirContext context = unit->batcher->run->context;
  UnitRows rows = {.product = symExprToAttribute(
                       context, batchProduct(arena, extents, count))};
  StrRef name;
  for (ptrdiff_t i = 0; i < arrlen(unit->rows); ++i)
    if (mlirAttributeEqual(unit->rows[i].product, rows.product))
      return i;
  rows.symbol = rows.product;
  if (!symAttributeIsSymbol(rows.product, &name)) {
    name = symFreshName(arena, strRefFromC("rows"), unit->names,
                        arrlenu(unit->names));
    arrput(unit->names, name);
    rows.symbol = symSymbolAttribute(context, name);
  }
  arrput(unit->rows, rows);
  return arrlen(unit->rows) - 1;
}

/// Tables of what a value has in front, and of whether an argument has it.
static void findValue(Unit *unit, MlirValue value, bool binds) {
  Arena *arena = unit->batcher->run->arena;
  MlirType type = mlirValueGetType(value);
  BatchMode mode;
  if (!batchModeOf(type, unit->joined, &mode) || mode == BATCH_LANE)
    return;
  BatchRows own = batchRowsOf(arena, type, mode);
  for (intptr_t i = 0; i < own.count; ++i)
    findExtent(unit, own.extents[i]);
  intptr_t number = findRows(unit, own.extents, own.count);
  UnitRows *rows = &unit->rows[number];
  rows->typed = true;
  rows->bound |= binds && own.times == 1;
}

/// The program for the call, and which tables of the unit it reads.
static bool findCall(Unit *unit, MlirOperation op) {
  Arena *arena = unit->batcher->run->arena;
  UnitCall call = {.op = op};
  MlirOperation kernel = bridgeFollow(op, relaxCallTirGetCallee(op));
  batchHow(arena, op, kernel, unit->joined, &call.how);
  call.kernel = batchKernel(unit->batcher, kernel, &call.how);
  if (!call.kernel)
    return false;
  const BatchTables *tables = &call.kernel->tables;
  size_t count = call.how.joined.ptr
                     ? (size_t)mlirArrayAttrGetNumElements(call.how.joined)
                     : 0;
  StrRef *names = ARENA_ARRAY(arena, StrRef, count);
  for (size_t i = 0; i < count; ++i)
    symAttributeIsSymbol(mlirArrayAttrGetElement(call.how.joined, (intptr_t)i),
                         &names[i]);
  SymExpr *extents = ARENA_ARRAY(arena, SymExpr, tables->numExtents);
  call.tables =
      ARENA_ARRAY(arena, intptr_t, tables->numExtents + tables->numRows);
  for (intptr_t i = 0; i < tables->numExtents; ++i) {
    (void)symExprSubstitute(arena, tables->extents[i], names, call.how.values,
                            count, &extents[i]);
    call.tables[i] = findExtent(unit, extents[i]);
  }
  for (intptr_t i = 0; i < tables->numRows; ++i) {
    const BatchTable *rows = &tables->rows[i];
    SymExpr *factors = ARENA_ARRAY(arena, SymExpr, rows->count);
    for (intptr_t k = 0; k < rows->count; ++k)
      factors[k] = extents[rows->extents[k]];
    call.tables[tables->numExtents + i] = findRows(unit, factors, rows->count);
  }
  arrput(unit->calls, call);
  return true;
}

/// What types have comes first, in their order: `relax.defer` finds it there.
static bool findAll(Unit *unit, MlirBlock entry) {
  MlirOperation end = mlirBlockGetTerminator(entry);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    findValue(unit, mlirBlockGetArgument(entry, i), true);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(end); i < e; ++i)
    findValue(unit, mlirOperationGetOperand(end, i), false);
  for (MlirOperation op = mlirBlockGetFirstOperation(entry); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
      findValue(unit, mlirOperationGetResult(op, i), false);
  bool good = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(entry); good && op.ptr;
       op = mlirOperationGetNextInBlock(op))
    good = !relaxIsCallTir(op) || findCall(unit, op);
  return good;
}

static MlirType manyType(Unit *unit, MlirType type) {
  Arena *arena = unit->batcher->run->arena;
  RelaxTensorInfo info;
  BatchMode mode;
  relaxTensorInfo(type, &info);
  batchModeOf(type, unit->joined, &mode);
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, info.rank - mode + 1);
  dims[0] = unit->extent;
  if (mode > BATCH_LANE) {
    BatchRows own = batchRowsOf(arena, type, mode);
    intptr_t number = findRows(unit, own.extents, own.count);
    SymExpr front = symExprOf(arena, unit->rows[number].symbol);
    (void)symExprMul(arena, symExprConst(arena, own.times), front, &front);
    dims[0] = symExprToAttribute(unit->batcher->run->context, front);
  }
  for (intptr_t i = mode; i < info.rank; ++i)
    dims[i - mode + 1] = info.dims[i];
  return relaxTensorTypeOf(info.elementType, info.rank - mode + 1, dims);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The call of the program for many calls in its place.
static void widenCall(Unit *unit, const UnitCall *old) {
  Arena *arena = unit->batcher->run->arena;
  MlirOperation op = old->op;
  const BatchTables *own = &old->kernel->tables;
  intptr_t inputs = relaxCallTirGetNumInputs(op),
           results = mlirOperationGetNumResults(op),
           tables = own->numExtents + own->numRows;
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, inputs + tables);
  MlirType *types = ARENA_ARRAY(arena, MlirType, results);
  for (intptr_t i = 0; i < results; ++i)
    types[i] = manyType(unit, mlirValueGetType(mlirOperationGetResult(op, i)));
  for (intptr_t i = 0; i < tables; ++i)
    values[i] = unit->tables[old->tables[i] +
                             (i < own->numExtents ? 0 : arrlen(unit->extents))];
  for (intptr_t i = 0; i < inputs; ++i)
    values[tables + i] = relaxCallTirGetInputs(op, i);
  StrRef name = tirFuncGetSymName(old->kernel->made);
  RelaxCallTirArgs args = {.numInputs = tables + inputs,
                           .inputs = values,
                           .numGiven = unit->sums.ptr ? 1 : 0,
                           .given = &unit->sums,
                           .callee = mlirFlatSymbolRefAttrGet(
                               unit->batcher->run->context, strRefToMlir(name)),
                           .symbols = relaxCallTirGetSymbols(op),
                           .numResultsTypes = results,
                           .resultsTypes = types};
  MlirOperation call = relaxCallTirCreate(mlirOperationGetLocation(op), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, call);
  for (intptr_t i = 0; i < results; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  mlirOperationGetResult(call, i));
  mlirOperationDestroy(op);
}

//===----------------------------------------------------------------------===//
// The signature
//===----------------------------------------------------------------------===//

static MlirValue addArgument(MlirBlock entry, const char *name, MlirType type) {
  return mlirBlockAddArgument(
      entry, type,
      bridgeNamedLocation(strRefFromC(name),
                          mlirLocationUnknownGet(mlirTypeGetContext(type))));
}

static void addTable(Unit *unit, MlirBlock entry, const char *name,
                     MlirAttribute extent) {
  MlirType word = mlirIntegerTypeGet(unit->batcher->run->context, 64);
  arrput(unit->tables,
         addArgument(entry, name, relaxTensorTypeOf(word, 1, &extent)));
}

/// The sums of all rows, where no argument binds what types have.
static void addSums(Unit *unit, MlirBlock entry) {
  MlirAttribute *symbols = NULL;
  bool all = true;
  for (ptrdiff_t i = 0; i < arrlen(unit->rows); ++i) {
    all &= unit->rows[i].bound || !unit->rows[i].typed;
    arrput(symbols, unit->rows[i].symbol);
  }
  if (!all)
    unit->sums = addArgument(entry, "sums",
                             relaxShapeTypeGet(unit->batcher->run->context,
                                               true, arrlen(symbols), symbols));
  arrfree(symbols);
}

/// What each extent is in each call, and where rows begin, up to their end.
static void addTables(Unit *unit, MlirBlock entry) {
  Arena *arena = unit->batcher->run->arena;
  StrRef lanes;
  SymExpr sum;
  symAttributeIsSymbol(unit->extent, &lanes);
  (void)symExprAdd(arena, symExprSymbol(arena, lanes), symExprConst(arena, 1),
                   &sum);
  for (ptrdiff_t i = 0; i < arrlen(unit->extents); ++i)
    addTable(unit, entry, "lengths", unit->extent);
  for (ptrdiff_t i = 0; i < arrlen(unit->rows); ++i)
    addTable(unit, entry, "starts",
             symExprToAttribute(unit->batcher->run->context, sum));
  addSums(unit, entry);
}

static void retype(Unit *unit, MlirOperation function, MlirBlock entry) {
  Arena *arena = unit->batcher->run->arena;
  MlirType type = relaxFuncGetFunctionType(function);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  for (intptr_t i = 0; i < inputs; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    mlirValueSetType(argument, manyType(unit, mlirValueGetType(argument)));
  }
  addTables(unit, entry);
  intptr_t all = mlirBlockGetNumArguments(entry);
  MlirType *types = ARENA_ARRAY(arena, MlirType, all + results);
  for (intptr_t i = 0; i < all; ++i)
    types[i] = mlirValueGetType(mlirBlockGetArgument(entry, i));
  for (intptr_t i = 0; i < results; ++i)
    types[all + i] = manyType(unit, mlirFunctionTypeGetResult(type, i));
  relaxFuncSetFunctionType(
      function, mlirFunctionTypeGet(mlirOperationGetContext(function), all,
                                    types, results, types + all));
}

/// What calls say, over the symbols that they have.
static void sayRagged(const Unit *unit, BatchRagged *out) {
  MlirContext context = unit->batcher->run->context;
  MlirAttribute *rows = NULL;
  for (ptrdiff_t i = 0; i < arrlen(unit->rows); ++i)
    arrput(rows, unit->rows[i].product);
  *out = (BatchRagged){.rows = {NULL}};
  if (arrlen(rows)) {
    out->extents =
        mlirArrayAttrGet(context, arrlen(unit->extents), unit->extents);
    out->rows = mlirArrayAttrGet(context, arrlen(rows), rows);
  }
  arrfree(rows);
}

static void freeUnit(Unit *unit) {
  arrfree(unit->extents);
  arrfree(unit->rows);
  arrfree(unit->calls);
  arrfree(unit->tables);
  arrfree(unit->names);
}

MlirLogicalResult batchAddLanes(Batcher *batcher, MlirOperation function,
                                MlirAttribute joined, BatchRagged *out) {
  StrRef *names, lanes;
  Arena *arena = batcher->run->arena;
  size_t count = symNamesIn(function, arena, &names);
  Unit unit = {.batcher = batcher, .joined = joined};
  for (size_t i = 0; i < count; ++i)
    arrput(unit.names, names[i]);
  lanes = symFreshName(arena, strRefFromC("lanes"), names, count);
  unit.extent = symSymbolAttribute(batcher->run->context, lanes);
  arrput(unit.names, lanes);
  MlirBlock entry = bridgeBody(function);
  bool good = findAll(&unit, entry);
  if (good) {
    // The extents of one call are nobody's in the unit.
    relaxFuncSetFacts(function,
                      batchFactsWithout(relaxFuncGetFacts(function), joined));
    retype(&unit, function, entry);
    for (ptrdiff_t i = 0; i < arrlen(unit.calls); ++i)
      widenCall(&unit, &unit.calls[i]);
    sayRagged(&unit, out);
  }
  freeUnit(&unit);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
