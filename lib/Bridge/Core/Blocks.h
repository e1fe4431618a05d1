//===- Blocks.h - parts of operations, blocks first -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_BLOCKS_H
#define RELAX_BRIDGE_CORE_BLOCKS_H

#include "lib/Bridge/Core/Lists.h"
#include "lib/Support/Text.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Calls `visit` for the blocks of the regions of `op`, each before those of
/// the operations that are in it then: it may change what is in its block.
void bridgeEachBlock(MlirOperation op,
                     void (*visit)(MlirBlock block, void *userData),
                     void *userData);

/// The first block of a region; of region 0.
static inline MlirBlock bridgeBlock(MlirOperation op, intptr_t region) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region));
}
static inline MlirBlock bridgeBody(MlirOperation op) {
  return bridgeBlock(op, 0);
}

/// Arguments of that block, such as the iterators of a loop.
static inline MlirValue bridgeArgument(MlirOperation op, intptr_t i) {
  return mlirBlockGetArgument(bridgeBody(op), i);
}
static inline intptr_t bridgeNumArguments(MlirOperation op) {
  return mlirBlockGetNumArguments(bridgeBody(op));
}

/// The first operation of the body of a module that is of that kind, or the
/// next one behind `before`, one of them; null if there is none. The operation
/// has to be there when the next one is asked for.
MlirOperation bridgeNext(MlirOperation module, MlirOperation before,
                         bool (*is)(MlirOperation op));

/// `op` or the operation around it that is in `block`; null if none is.
MlirOperation bridgeInBlock(MlirOperation op, MlirBlock block);
/// Is `op` in `ancestor`, however deep, or the same?
bool bridgeIsInside(MlirOperation op, MlirOperation ancestor);
/// Does an operand of `op` itself read the value?
bool bridgeUses(MlirOperation op, MlirValue value);
/// How many operations `op` and its regions are.
int64_t bridgeCount(MlirOperation op);
/// Appends the operations of that kind in `op` to a stb_ds array, in their
/// order.
void bridgeCollect(MlirOperation op, bool (*is)(MlirOperation op),
                   MlirOperation **list);
/// Appends all operations of a block itself.
void bridgeCollectBlock(MlirBlock block, MlirOperation **list);
/// Is `op`, or one that is in it, of that kind?
bool bridgeHas(MlirOperation op, bool (*is)(MlirOperation op));
/// The first place that has it in a list; -1 if none has.
ptrdiff_t bridgeIndexOf(const MlirOperation *list, ptrdiff_t count,
                        MlirOperation op);
ptrdiff_t bridgeIndexOfValue(const MlirValue *list, ptrdiff_t count,
                             MlirValue value);
/// Puts a new operation in front of another one; its first result, or null.
MlirValue bridgeInsert(MlirOperation before, MlirOperation op);
/// Destroys an operation; what used its first result uses `value`.
static inline void bridgeReplace(MlirOperation op, MlirValue value) {
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), value);
  mlirOperationDestroy(op);
}

/// The block that an argument belongs to, or the definer of a value is in.
static inline MlirBlock bridgeBlockOf(MlirValue value) {
  return mlirValueIsABlockArgument(value)
             ? mlirBlockArgumentGetOwner(value)
             : mlirOperationGetBlock(mlirOpResultGetOwner(value));
}
/// The operation that computes a value; null of an argument, and of no value.
static inline MlirOperation bridgeDefiner(MlirValue value) {
  return value.ptr && mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value)
                                                  : (MlirOperation){NULL};
}

/// The type of the first result.
static inline MlirType bridgeResultType(MlirOperation op) {
  return mlirValueGetType(mlirOperationGetResult(op, 0));
}

/// For a loop over a block or over the uses of a value: the next one, of null
/// the first; false behind the last. The one before has to be there still.
static inline bool bridgeAdvance(MlirBlock block, MlirOperation *op) {
  *op = op->ptr ? mlirOperationGetNextInBlock(*op)
                : mlirBlockGetFirstOperation(block);
  return op->ptr != NULL;
}
/// The same where the loop may destroy `op`; `next` is null at first, too.
static inline bool bridgeAdvanceErasing(MlirBlock block, MlirOperation *op,
                                        MlirOperation *next) {
  *op = op->ptr ? *next : mlirBlockGetFirstOperation(block);
  if (op->ptr)
    *next = mlirOperationGetNextInBlock(*op);
  return op->ptr != NULL;
}
static inline bool bridgeAdvanceUse(MlirValue value, MlirOpOperand *use) {
  *use = use->ptr ? mlirOpOperandGetNextUse(*use) : mlirValueGetFirstUse(value);
  return use->ptr != NULL;
}

/// Is there an operation, of that name? For upstream's: ours have a function
/// each.
static inline bool bridgeIsNamed(MlirOperation op, const char *name) {
  return op.ptr && strRefIs(bridgeOpName(op), name);
}
/// Does one operand read the value, and no other?
static inline bool bridgeIsUsedOnce(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return !mlirOpOperandIsNull(use) &&
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

/// An attribute that operations of several names have; null if there is none.
static inline MlirAttribute bridgeInherent(MlirOperation op, const char *name) {
  return mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString(name));
}

/// Without the name of a value.
static inline MlirLocation bridgeUnnamed(MlirLocation loc) {
  while (mlirLocationIsAName(loc))
    loc = mlirLocationNameGetChildLoc(loc);
  return loc;
}

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_CORE_BLOCKS_H
