//===- AddProgram.c - programs that callers call first --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What is prepared for several kernels, a packed weight or the owners of rows,
// is written by one program: equal programs of a module are one.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/ProgramKey.h"
#include "lib/Schedule/Scheduler.h"

#include <string.h>

/// The same program in the module; null if there is none.
static MlirOperation findSame(Scheduler *s, MlirOperation function) {
  StrBuf wanted = {0}, key = {0};
  MlirOperation found = {NULL};
  programKey(function, &wanted);
  for (MlirOperation op = {NULL};
       !found.ptr && bridgeAdvance(bridgeBody(s->module), &op);) {
    if (!tirIsFunc(op) || mlirOperationEqual(op, s->func) ||
        !bridgeBody(op).ptr ||
        !mlirTypeEqual(tirFuncGetFunctionType(op),
                       tirFuncGetFunctionType(function)))
      continue;
    key.length = 0;
    programKey(op, &key);
    if (key.length == wanted.length &&
        memcmp(key.data, wanted.data, key.length) == 0)
      found = op;
  }
  strBufFree(&wanted);
  strBufFree(&key);
  return found;
}

MlirAttribute scheduleAddProgram(Scheduler *s, MlirOperation function) {
  MlirOperation same = findSame(s, function);
  if (same.ptr) {
    mlirOperationDestroy(function);
    function = same;
  } else {
    tirFuncSetSymName(
        function,
        bridgeUniqueSymbol(s->module, tirFuncGetSymName(function), s->arena));
    if (s->func.ptr)
      mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(s->func),
                                         s->func, function);
    else
      mlirBlockAppendOwnedOperation(bridgeBody(s->module), function);
  }
  return mlirFlatSymbolRefAttrGet(s->context,
                                  strRefToMlir(tirFuncGetSymName(function)));
}
