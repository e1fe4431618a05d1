//===- PlanRestores.c - regenerated tensors in the order of the program ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "lib/Analysis/Alias.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Memory/PlanMemory.h"

#include <stb/stb_ds.h>

static void inlineRestore(MlirOperation restore) {
  MlirBlock body = bridgeBody(restore), outer = mlirOperationGetBlock(restore);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, i),
                                  relaxRestoreGetInputs(restore, i));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  while (!relaxIsYield(op)) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    mlirBlockInsertOwnedOperationBefore(outer, restore, op);
    op = next;
  }
  MlirValue again = relaxYieldGetValues(op, 0),
            result = mlirOperationGetResult(restore, 0);
  StrRef name = bridgeLocationName(mlirOperationGetLocation(restore));
  if (name.length && mlirValueIsAOpResult(again)) {
    MlirOperation maker = mlirOpResultGetOwner(again);
    if (mlirOperationGetNumResults(maker) == 1)
      mlirOperationSetLocation(maker, mlirOperationGetLocation(restore));
  }
  mlirValueReplaceAllUsesOfWith(result, again);
  mlirOperationDestroy(restore);
}

static MlirLogicalResult checkUses(MlirOperation evict, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use),
                  at = bridgeInBlock(user, mlirOperationGetBlock(evict));
    MlirValue source;
    if (at.ptr && mlirOperationIsBeforeInBlock(evict, at)) {
      StrRef name = bridgeOpName(user);
      return bridgeEmitOpError(evict,
                               "'%.*s' behind it uses a view of the tensor: "
                               "expected a use of what 'relax.restore' gives",
                               (int)name.length, name.data);
    }
    for (intptr_t i = 0, e = mlirOperationGetNumResults(user); i < e; ++i)
      if (relaxAliasOf(user, i, &source) && mlirValueEqual(source, value) &&
          mlirLogicalResultIsFailure(
              checkUses(evict, mlirOperationGetResult(user, i))))
        return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

typedef struct Found {
  MlirOperation *restores; // stb_ds array
  MlirLogicalResult outcome;
} Found;

static MlirWalkResult find(MlirOperation op, void *userData) {
  Found *found = userData;
  if (relaxIsEvict(op))
    found->outcome = checkUses(op, relaxEvictGetTensor(op));
  if (relaxIsRestore(op))
    arrput(found->restores, op);
  return mlirLogicalResultIsFailure(found->outcome) ? MlirWalkResultInterrupt
                                                    : MlirWalkResultAdvance;
}

MlirLogicalResult planInlineRestores(MlirOperation function) {
  Found found = {NULL, mlirLogicalResultSuccess()};
  mlirOperationWalk(function, find, &found, MlirWalkPreOrder);
  if (mlirLogicalResultIsSuccess(found.outcome))
    for (ptrdiff_t i = 0; i < arrlen(found.restores); ++i)
      inlineRestore(found.restores[i]);
  arrfree(found.restores);
  return found.outcome;
}
