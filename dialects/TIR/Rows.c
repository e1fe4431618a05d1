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

static const char *const scattered = "tir.scattered", *const rows = "tir.rows";

static MlirBlock entryOf(MlirOperation func) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
}

static intptr_t numArguments(MlirOperation func) {
  return mlirFunctionTypeGetNumInputs(
      mlirTypeAttrGetValue(tirFuncGetFunctionType(func)));
}

bool tirCanScatter(MlirOperation func, intptr_t argument) {
  MlirValue buffer = mlirBlockGetArgument(entryOf(func), argument);
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  int64_t extent;
  bool wide = false; // a row of one element is as well copied
  for (intptr_t d = 1; d < rank; ++d)
    wide |= !symAttributeIsConst(dims[d], &extent) || extent != 1;
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer);
       wide && !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    wide = tirIsLoad(user) || tirIsFetch(user);
  }
  return wide;
}

void tirScatter(MlirOperation func, intptr_t argument) {
  symSetArgumentAttribute(func, argument, scattered,
                          mlirUnitAttrGet(mlirOperationGetContext(func)));
}

intptr_t tirRowsOf(MlirOperation func, intptr_t argument) {
  MlirAttribute number = symArgumentAttribute(func, argument, rows);
  return number.ptr ? mlirIntegerAttrGetValueInt(number) : -1;
}

/// A further argument of that type, named after the one that it is of.
static void addArgument(MlirOperation func, intptr_t of, MlirType added) {
  MlirType type = mlirTypeAttrGetValue(tirFuncGetFunctionType(func));
  MlirContext context = mlirOperationGetContext(func);
  intptr_t count = mlirFunctionTypeGetNumInputs(type);
  Arena *arena = arenaCreate();
  MlirType *types = ARENA_ARRAY(arena, MlirType, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    types[i] = mlirFunctionTypeGetInput(type, i);
  types[count] = added;
  tirFuncSetFunctionType(func, mlirTypeAttrGet(mlirFunctionTypeGet(
                                   context, count + 1, types, 0, NULL)));
  arenaDestroy(arena);
  MlirLocation location =
      mlirValueGetLocation(mlirBlockGetArgument(entryOf(func), of));
  StrRef name = bridgeLocationName(location);
  StrBuf text = {0};
  strBufAppendFormat(&text, "%.*s_rows", (int)name.length, name.data);
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
