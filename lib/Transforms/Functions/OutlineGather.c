//===- OutlineGather.c - operations that stand apart come together --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Functions/Outline.h"

#include <stb/stb_ds.h>

bool outlineHas(const Outline *outline, MlirOperation op) {
  for (; op.ptr && !mlirOperationEqual(op, outline->function);
       op = mlirOperationGetParentOperation(op))
    if (mapFind(outline->members, (const void *)op.ptr) >= 0)
      return true;
  return false;
}

/// Reads values of the group, or of what follows it.
typedef struct Reads {
  const Outline *outline;
  OutlineMember *later; // stb_ds set: moves behind the group
  bool ofGroup, ofLater;
} Reads;

static MlirWalkResult readOperands(MlirOperation op, void *userData) {
  Reads *reads = userData;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!mlirValueIsAOpResult(value))
      continue;
    MlirOperation owner = mlirOpResultGetOwner(value);
    reads->ofGroup |= outlineHas(reads->outline, owner);
    reads->ofLater |= mapFind(reads->later, (const void *)owner.ptr) >= 0;
  }
  return MlirWalkResultAdvance;
}

static MlirLogicalResult checkMember(const Outline *outline, MlirOperation op) {
  MlirAttribute plan = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("offsets"));
  if (bridgeIsTerminator(op))
    return bridgeEmitOpError(op, "cannot be outlined: it ends its block");
  if (relaxIsArena(op) || relaxIsKill(op) || plan.ptr)
    return bridgeEmitOpError(
        op, "cannot be outlined: the memory of '@%.*s' is planned already",
        (int)relaxFuncGetSymName(outline->function).length,
        relaxFuncGetSymName(outline->function).data);
  return mlirLogicalResultSuccess();
}

static bool isPure(const Outline *outline, MlirOperation op) {
  return bridgeIsPure(op) ||
         mapFind(outline->pure, (const void *)op.ptr) >= 0;
}

/// What is between the operations and has to run after them, in order.
static MlirLogicalResult findLater(Outline *outline, Reads *reads,
                                   MlirOperation **later) {
  MlirOperation last = outline->ops[arrlen(outline->ops) - 1];
  bool groupHasEffects = false;
  for (MlirOperation op = outline->ops[0];;
       op = mlirOperationGetNextInBlock(op)) {
    bool member = mapFind(outline->members, (const void *)op.ptr) >= 0;
    reads->ofGroup = reads->ofLater = false;
    mlirOperationWalk(op, readOperands, reads, MlirWalkPreOrder);
    if (member && reads->ofLater)
      return bridgeEmitOpError(
          op, "cannot be outlined: it uses a value that depends on the other "
              "operations and is not outlined with them");
    if (member && mlirLogicalResultIsFailure(checkMember(outline, op)))
      return mlirLogicalResultFailure();
    if (member)
      groupHasEffects |= !bridgeIsPure(op);
    else if (!isPure(outline, op) &&
             (groupHasEffects || reads->ofGroup || reads->ofLater))
      return bridgeEmitOpError(op, "stands between operations that are "
                                   "outlined, has effects and cannot be moved");
    else if (reads->ofGroup || reads->ofLater) {
      hmput(reads->later, (const void *)op.ptr, 1);
      arrput(*later, op);
    }
    if (mlirOperationEqual(op, last))
      return mlirLogicalResultSuccess();
  }
}

MlirLogicalResult outlineGather(Outline *outline) {
  Reads reads = {.outline = outline};
  MlirOperation *later = NULL;
  MlirLogicalResult outcome = findLater(outline, &reads, &later);
  MlirOperation last = outline->ops[arrlen(outline->ops) - 1];
  if (mlirLogicalResultIsSuccess(outcome))
    for (ptrdiff_t i = 0; i < arrlen(later); ++i) {
      mlirOperationMoveAfter(later[i], last);
      last = later[i];
    }
  hmfree(reads.later);
  arrfree(later);
  return outcome;
}
