//===- KernelReads.c - how a kernel reads its buffers ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// For rehearsals (lib/Runtime/MachineRehearsal.h): of a condition whose
// elements are only compared, the numbers that they are compared with are all
// that matters.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/Arithmetic.h"
#include "lib/Target/Kernel.h"

#include <inttypes.h>

static bool isBool(MlirType type) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 1;
}

/// Its value, written with a blank before it.
static bool describeConstant(MlirOperation op, StrBuf *constants) {
  MlirAttribute value = bridgeInherent(op, "value");
  if (mlirAttributeIsAInteger(value))
    strBufAppendFormat(constants, " %" PRId64,
                       mlirIntegerAttrGetValueInt(value));
  else if (mlirAttributeIsAFloat(value))
    strBufAppendFormat(constants, " %.17g", mlirFloatAttrGetValueDouble(value));
  else
    return false;
  return true;
}

static bool isLoad(MlirOperation op) {
  return (tirIsLoad(op) && !tirLoadGetPad(op).ptr) ||
         bridgeIsNamed(op, "memref.load");
}

/// In a buffer of the kernel's.
static bool isStore(MlirOperation op) {
  if (!tirIsStore(op) && !bridgeIsNamed(op, "memref.store"))
    return false;
  MlirValue buffer = mlirOperationGetOperand(op, 1);
  MlirOperation from = bridgeDefiner(buffer);
  return mlirValueIsABlockArgument(
      tirIsAsMemref(from) ? mlirOperationGetOperand(from, 0) : buffer);
}

/// It decides only which of `and`, `or` and their like are true.
static bool isOnlyCombined(MlirValue value) {
  static const char *const combines[] = {"arith.andi", "arith.ori",
                                         "arith.xori", NULL};
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(value, &use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!isStore(user) && (!isNamedOneOf(user, combines) ||
                           !isOnlyCombined(mlirOperationGetResult(user, 0))))
      return false;
  }
  return true;
}

/// With constants, which are noted, and with elements.
static bool isOnlyCompared(MlirValue value, StrBuf *constants) {
  if (isBool(mlirValueGetType(value)) && isOnlyCombined(value))
    return true;
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(value, &use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if ((!bridgeIsNamed(user, "arith.cmpi") &&
         !bridgeIsNamed(user, "arith.cmpf")) ||
        !isOnlyCombined(mlirOperationGetResult(user, 0)))
      return false;
    unsigned other = 1 - mlirOpOperandGetOperandNumber(use);
    MlirOperation from = bridgeDefiner(mlirOperationGetOperand(user, other));
    if (!from.ptr ||
        (!isLoad(from) && (!bridgeIsNamed(from, "arith.constant") ||
                           !describeConstant(from, constants))))
      return false;
  }
  return true;
}

static bool isBufferCompared(MlirValue buffer, StrBuf *constants) {
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(buffer, &use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool memref = tirIsAsMemref(user);
    if ((!memref && !isLoad(user)) ||
        !(memref ? isBufferCompared
                 : isOnlyCompared)(mlirOperationGetResult(user, 0), constants))
      return false;
  }
  return true;
}

bool targetDescribeReads(MlirOperation kernel, StrBuf *text) {
  StrBuf constants = {0};
  bool any = false;
  MlirBlock body = bridgeBody(kernel);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i) {
    MlirValue buffer = mlirBlockGetArgument(body, i);
    bool unread = mlirOpOperandIsNull(mlirValueGetFirstUse(buffer));
    bool compared = !unread && isBufferCompared(buffer, &constants);
    strBufAppendFormat(text, "%c", unread ? '-' : compared ? 'c' : 'r');
    any |= unread || compared;
  }
  strBufAppendFormat(text, "%s", strBufText(&constants));
  strBufFree(&constants);
  return any;
}
