//===- Memory.c - rules of explicit storage -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Rules/ControlFlow.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

static MlirLogicalResult verifyBytes(MlirOperation op, MlirAttribute bytes) {
  if (symIsExprAttr(bytes) && !symAttributeIsUnknown(bytes))
    return mlirLogicalResultSuccess();
  StrBuf text = {0};
  bridgePrintAttribute(bytes, &text);
  MlirLogicalResult failure = bridgeEmitOpError(
      op, "bytes: expected a known expression, got %s", strBufText(&text));
  strBufFree(&text);
  return failure;
}

MlirLogicalResult relaxArenaVerify(MlirOperation op) {
  return verifyBytes(op, relaxArenaGetBytes(op));
}

//===----------------------------------------------------------------------===//
// write_out and read_back
//===----------------------------------------------------------------------===//

static MlirLogicalResult verifyMove(MlirOperation op, MlirValue storage,
                                    MlirAttribute offset) {
  if (!mlirTypeEqual(mlirValueGetType(mlirOperationGetOperand(op, 0)),
                     bridgeResultType(op)))
    return bridgeEmitOpError(op, "result: expected the type of the tensor");
  if (storage.ptr)
    return verifyBytes(op, offset);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxWriteOutVerify(MlirOperation op) {
  return verifyMove(op, relaxWriteOutGetStorage(op),
                    relaxWriteOutGetOffset(op));
}

MlirLogicalResult relaxReadBackVerify(MlirOperation op) {
  return verifyMove(op, relaxReadBackGetStorage(op),
                    relaxReadBackGetOffset(op));
}

void relaxWriteOutEffects(MlirOperation op, BridgeEffects effects) {
  if (relaxWriteOutGetStorage(op).ptr)
    bridgeEffectsAddWrite(effects, op, 1);
}

/// What it reads may lie in the file, which others write.
void relaxReadBackEffects(MlirOperation op, BridgeEffects effects) {
  if (!relaxReadBackGetStorage(op).ptr)
    return;
  bridgeEffectsAddRead(effects, op, 0);
  bridgeEffectsAddWrite(effects, op, 1);
}

//===----------------------------------------------------------------------===//
// Limits and levels
//===----------------------------------------------------------------------===//

typedef struct Binding {
  MlirBlock entry;
  StrRef unbound; // a symbol that no argument binds
} Binding;

static void findUnbound(StrRef name, void *userData) {
  Binding *binding = userData;
  SymMatch match = {.name = name};
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(binding->entry); i < e; ++i)
    symWalkBareDims(mlirValueGetType(mlirBlockGetArgument(binding->entry, i)),
                    symMatchName, &match);
  if (!match.found)
    binding->unbound = name;
}

MlirLogicalResult relaxMemoryLimitVerify(MlirOperation op) {
  MlirOperation function = mlirOperationGetParentOperation(op);
  MlirBlock block = mlirOperationGetBlock(op);
  if (!relaxIsFunc(function) || relaxFuncGetSymVisibility(function).ptr)
    return bridgeEmitOpError(op, "expected to be in the body of a public "
                                 "function");
  for (MlirOperation next = mlirOperationGetNextInBlock(op); next.ptr;
       next = mlirOperationGetNextInBlock(next))
    if (relaxIsMemoryLimit(next))
      return bridgeEmitOpError(next, "expected one limit, got another");
  Binding binding = {.entry = block};
  symWalkAttributeSymbols(relaxMemoryLimitGetBytes(op), findUnbound, &binding);
  if (binding.unbound.length)
    return bridgeEmitOpError(op,
                             "bytes: expected symbols that arguments bind, got "
                             "'%.*s'",
                             SPREAD(binding.unbound));
  return verifyBytes(op, relaxMemoryLimitGetBytes(op));
}

MlirLogicalResult relaxMemoryLevelVerify(MlirOperation op) {
  MlirAttribute levels = relaxMemoryLevelGetLevels(op),
                binds = relaxMemoryLevelGetBinds(op);
  intptr_t count = mlirArrayAttrGetNumElements(levels);
  MlirAttribute reloads = relaxMemoryLevelGetReloads(op);
  const MlirAttribute *dims;
  MlirType type = bridgeResultType(op);
  StrRef name;
  if (reloads.ptr && mlirArrayAttrGetNumElements(reloads) != count)
    return bridgeEmitOpError(op, "reloads: expected %ld expressions, got %ld",
                             (long)count,
                             (long)mlirArrayAttrGetNumElements(reloads));
  if (count == 0)
    return bridgeEmitOpError(op, "expected at least one level");
  for (intptr_t i = 0; i < count; ++i)
    if (mlirLogicalResultIsFailure(
            verifyBytes(op, mlirArrayAttrGetElement(levels, i))) ||
        (reloads.ptr && mlirLogicalResultIsFailure(verifyBytes(
                            op, mlirArrayAttrGetElement(reloads, i)))))
      return mlirLogicalResultFailure();
  if (!relaxShapeTypeGetRanked(type) ||
      relaxShapeTypeGetDims(type, &dims) != 1 ||
      !symAttributeIsSymbol(dims[0], &name) || !symNamesHave(binds, name))
    return bridgeEmitOpError(op, "result: expected the shape of the symbol "
                                 "that it binds, as in '!relax.shape<[level]> "
                                 "binds (level)'");
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// evict and restore
//===----------------------------------------------------------------------===//

MlirLogicalResult relaxEvictVerify(MlirOperation op) {
  for (MlirOpOperand use = mlirValueGetFirstUse(relaxEvictGetTensor(op));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    while (user.ptr && !mlirBlockEqual(mlirOperationGetBlock(user),
                                       mlirOperationGetBlock(op)))
      user = mlirOperationGetParentOperation(user);
    if (!user.ptr || !mlirOperationIsBeforeInBlock(op, user))
      continue;
    StrBuf text = {0};
    StrRef name = bridgeOpName(user);
    strBufAppendFormat(&text,
                       "'%.*s' uses a tensor that was evicted: expected a use "
                       "of what 'relax.restore' gives",
                       SPREAD(name));
    MlirLogicalResult failure = bridgeEmitErrorWithNote(
        mlirOperationGetLocation(user), strBufText(&text),
        mlirOperationGetLocation(op), "evicted here");
    strBufFree(&text);
    return failure;
  }
  return mlirLogicalResultSuccess();
}

/// What stands in a region may run again, with the same result.
static MlirLogicalResult verifyAgain(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  if (relaxIsYield(op) ||
      (bridgeIsPure(op) && mlirOperationGetNumRegions(op) == 0))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(
      mlirBlockGetParentOperation(mlirOperationGetBlock(op)),
      "cannot compute again what '%.*s' gives: it %s", SPREAD(name),
      mlirOperationGetNumRegions(op) ? "has regions" : "is not pure");
}

MlirLogicalResult relaxRestoreVerify(MlirOperation op) {
  MlirBlock body = bridgeBody(op);
  intptr_t count = relaxRestoreGetNumInputs(op);
  if (mlirBlockGetNumArguments(body) != count)
    return bridgeEmitOpError(op, "expected %ld arguments, got %ld", (long)count,
                             (long)mlirBlockGetNumArguments(body));
  for (intptr_t i = 0; i < count; ++i)
    if (!mlirTypeEqual(mlirValueGetType(mlirBlockGetArgument(body, i)),
                       mlirValueGetType(relaxRestoreGetInputs(op, i))))
      return bridgeEmitOpError(
          op, "argument %ld: expected the type of its value", (long)i);
  for (MlirOperation inner = mlirBlockGetFirstOperation(body); inner.ptr;
       inner = mlirOperationGetNextInBlock(inner))
    if (mlirLogicalResultIsFailure(verifyAgain(inner)))
      return mlirLogicalResultFailure();
  MlirAttribute none = {NULL};
  return relaxVerifyYield(op, 0, "the region", none, none, true);
}
