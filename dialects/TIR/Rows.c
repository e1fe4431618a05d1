//===- Rows.c - arguments whose rows lie apart ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Rows.h"
#include "dialects/Sym/Arguments.h"
#include "dialects/Sym/SymAttributes.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Schedule.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"

static const char *const scattered = "tir.scattered", *const rows = "tir.rows",
                         *const moved = "tir.moved";

static MlirBlock entryOf(MlirOperation func) { return bridgeBody(func); }

static intptr_t numArguments(MlirOperation func) {
  return mlirFunctionTypeGetNumInputs(tirFuncGetFunctionType(func));
}

bool tirCanScatter(MlirOperation func, intptr_t argument) {
  MlirValue buffer = mlirBlockGetArgument(entryOf(func), argument);
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  int64_t extent;
  bool wide = false; // a row of one element is as well copied
  for (intptr_t d = 1; d < rank; ++d)
    wide |= !symAttributeIsConst(dims[d], &extent) || extent != 1;
  for (MlirOpOperand use = {NULL}; wide && bridgeAdvanceUse(buffer, &use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    wide = tirIsLoad(user) || tirIsFetch(user);
  }
  return wide;
}

void tirScatter(MlirOperation func, intptr_t argument) {
  symSetArgumentAttribute(func, argument, scattered,
                          mlirUnitAttrGet(mlirOperationGetContext(func)));
}

bool tirIsMoved(MlirOperation func, intptr_t argument) {
  return symArgumentAttribute(func, argument, moved).ptr;
}

void tirSetMoved(MlirOperation func, intptr_t argument) {
  symSetArgumentAttribute(func, argument, moved,
                          mlirUnitAttrGet(mlirOperationGetContext(func)));
}

intptr_t tirRowsOf(MlirOperation func, intptr_t argument) {
  MlirAttribute number = symArgumentAttribute(func, argument, rows);
  return number.ptr ? mlirIntegerAttrGetValueInt(number) : -1;
}

/// Nothing is written into it, nor into what says where its rows begin.
static bool isOnlyRead(MlirValue buffer) {
  bool read = true;
  for (MlirOpOperand use = {NULL}; read && bridgeAdvanceUse(buffer, &use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    read = !tirIsStore(user) && !tirIsReduce(user);
  }
  return read;
}

static MlirLogicalResult verifyRows(MlirOperation func, intptr_t argument,
                                    MlirAttribute number) {
  intptr_t count = numArguments(func);
  MlirBlock entry = entryOf(func);
  intptr_t at =
      mlirAttributeIsAInteger(number) ? mlirIntegerAttrGetValueInt(number) : -1;
  if (at < 0 || at >= count || at == argument)
    return bridgeEmitOpError(func,
                             "argument %ld: expected the number of another "
                             "argument for 'tir.rows'",
                             (long)argument);
  MlirType type = tirFuncGetFunctionType(func),
           table = mlirFunctionTypeGetInput(type, at);
  const MlirAttribute *dims, *rows;
  intptr_t rank =
      tirBufferTypeGetDims(mlirFunctionTypeGetInput(type, argument), &dims);
  if (rank < 2 || tirBufferTypeGetDims(table, &rows) != 1 ||
      !mlirAttributeEqual(dims[0], rows[0]) ||
      !mlirTypeEqual(tirBufferTypeGetElementType(table),
                     mlirIntegerTypeGet(mlirOperationGetContext(func), 64)))
    return bridgeEmitOpError(func,
                             "argument %ld: expected an i64 for each of its "
                             "rows in argument %ld, which 'tir.rows' names",
                             (long)argument, (long)at);
  if (entry.ptr && (!isOnlyRead(mlirBlockGetArgument(entry, argument)) ||
                    !isOnlyRead(mlirBlockGetArgument(entry, at))))
    return bridgeEmitOpError(func,
                             "argument %ld: has 'tir.rows', and it or its "
                             "table is written",
                             (long)argument);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tirVerifyRows(MlirOperation func) {
  for (intptr_t i = 0, e = numArguments(func); i < e; ++i) {
    MlirAttribute number = symArgumentAttribute(func, i, rows);
    if (number.ptr && mlirLogicalResultIsFailure(verifyRows(func, i, number)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

/// A further argument of that type, named after the one that it is of.
static void addArgument(MlirOperation func, intptr_t of, MlirType added) {
  MlirType type = tirFuncGetFunctionType(func);
  MlirContext context = mlirOperationGetContext(func);
  intptr_t count = mlirFunctionTypeGetNumInputs(type);
  Arena *arena = arenaCreate();
  MlirType *types = ARENA_ARRAY(arena, MlirType, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    types[i] = mlirFunctionTypeGetInput(type, i);
  types[count] = added;
  tirFuncSetFunctionType(
      func, mlirFunctionTypeGet(context, count + 1, types, 0, NULL));
  arenaDestroy(arena);
  MlirLocation location =
      mlirValueGetLocation(mlirBlockGetArgument(entryOf(func), of));
  StrRef name = bridgeLocationName(location);
  StrBuf text = {0};
  strBufAppendFormat(&text, "%.*s_rows", SPREAD(name));
  mlirBlockAddArgument(entryOf(func), added,
                       bridgeNamedLocation((StrRef){text.data, text.length},
                                           mlirOperationGetLocation(func)));
  strBufFree(&text);
}

void tirAddRowTables(MlirOperation func) {
  MlirContext context = mlirOperationGetContext(func);
  MlirType word = mlirIntegerTypeGet(context, 64);
  for (intptr_t i = 0, e = numArguments(func); i < e; ++i) {
    if (!symArgumentAttribute(func, i, scattered).ptr ||
        tirRowsOf(func, i) >= 0)
      continue;
    const MlirAttribute *dims;
    tirBufferTypeGetDims(
        mlirValueGetType(mlirBlockGetArgument(entryOf(func), i)), &dims);
    intptr_t table = numArguments(func);
    addArgument(func, i, tirBufferTypeGet(context, 1, dims, word));
    symSetArgumentAttribute(func, i, rows, mlirIntegerAttrGet(word, table));
  }
}
