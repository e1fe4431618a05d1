//===- SharedTail.c - what follows the tile, once for all its sizes -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Arms for the sizes of a tile copy all that is in them. The sums must be
// copied, to stay in registers; what is done with them element by element need
// not. Where that is much work (a gelu), it goes through memory without anybody
// noticing, and stands once behind the arms, for any number of rows; where it
// is little (a bias, a relu), the way through memory would be a part of the
// time.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Schedule.gen.h"
#include "lib/Conversion/TIRToSCF/Lowering.h"

/// Work on an element, in additions, from which on its tail is shared.
enum { MUCH = 12, DIVISION = 4, FUNCTION = 20 };

static bool isSerial(MlirOperation op) {
  return tirIsFor(op) &&
         strRefEqual(strRefFromMlir(mlirStringAttrGetValue(tirForGetKind(op))),
                     strRefFromC("serial"));
}

static MlirWalkResult weigh(MlirOperation op, void *userData) {
  int64_t *work = userData;
  StrRef name = bridgeOpName(op);
  if (strRefStartsWith(name, "math."))
    *work += FUNCTION;
  else if (strRefEqual(name, strRefFromC("arith.divf")))
    *work += DIVISION;
  else if (strRefStartsWith(name, "arith.") &&
           !strRefEqual(name, strRefFromC("arith.constant")))
    *work += 1;
  return MlirWalkResultAdvance;
}

static MlirWalkResult findKind(MlirOperation op, void *userData) {
  bool *found = userData;
  if (tirIsFor(op))
    *found |=
        strRefEqual(strRefFromMlir(mlirStringAttrGetValue(tirForGetKind(op))),
                    strRefFromC("unroll"));
  *found |= tirIsCompute(op) || tirIsSpecialize(op);
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Named loops that need no copies.
static bool isTail(MlirOperation op) {
  bool found = false;
  if (isSerial(op))
    mlirOperationWalk(op, findKind, &found, MlirWalkPreOrder);
  return isSerial(op) && !found;
}

typedef struct Uses {
  MlirBlock block; // values of its operations
  MlirOperation root;
  bool any;
} Uses;

static MlirWalkResult findUses(MlirOperation op, void *userData) {
  Uses *uses = userData;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    uses->any |=
        mlirValueIsAOpResult(value) &&
        !tirIsAlloc(mlirOpResultGetOwner(value)) &&
        mlirBlockEqual(mlirOperationGetBlock(mlirOpResultGetOwner(value)),
                       uses->block);
  }
  return uses->any ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// The first operation that is no local buffer.
static MlirOperation firstOf(MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  while (op.ptr && tirIsAlloc(op))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

/// The block in which more than one thing happens.
static MlirBlock innermost(MlirOperation op) {
  MlirBlock block = opBody(op, 0);
  while (true) {
    MlirOperation only = firstOf(block);
    if (!only.ptr || mlirOperationGetNextInBlock(only).ptr ||
        !(isSerial(only) || tirIsSpecialize(only)))
      return block;
    block = opBody(only, 0);
  }
}

/// The first operation of a tail that is much work and stands alone; null if
/// there is none.
static MlirOperation findTail(MlirBlock block) {
  MlirOperation tail = {NULL}, first = firstOf(block);
  MlirOperation last = first;
  while (last.ptr && mlirOperationGetNextInBlock(last).ptr)
    last = mlirOperationGetNextInBlock(last);
  int64_t work = 0;
  while (last.ptr && !mlirOperationEqual(last, first) && isTail(last)) {
    Uses uses = {.block = block};
    mlirOperationWalk(last, findUses, &uses, MlirWalkPreOrder);
    if (uses.any)
      break;
    mlirOperationWalk(last, weigh, &work, MlirWalkPreOrder);
    tail = last;
    MlirOperation at = first;
    while (!mlirOperationEqual(mlirOperationGetNextInBlock(at), last))
      at = mlirOperationGetNextInBlock(at);
    last = at;
  }
  return work >= MUCH ? tail : (MlirOperation){NULL};
}

/// Moves `from` and what follows it, up to `end` (or all).
static void moveAll(OpBuilder *b, MlirOperation from, MlirOperation end) {
  for (MlirOperation op = from, next;
       op.ptr && !(end.ptr && mlirOperationEqual(op, end)); op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    opBuilderInsert(b, op);
  }
}

bool tirShareTail(MlirOperation op) {
  MlirBlock block = innermost(op);
  MlirOperation tail = findTail(block);
  if (!tail.ptr)
    return false;
  OpBuilder before = opBuilderBefore(op);
  if (mlirBlockEqual(block, opBody(op, 0))) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    OpBuilder behind =
        opBuilderAtEnd(mlirOperationGetBlock(op), mlirOperationGetLocation(op));
    behind.before = next;
    moveAll(&before, mlirBlockGetFirstOperation(block), firstOf(block));
    moveAll(&behind, tail, (MlirOperation){NULL});
    return true;
  }
  // Loops and arms that hold nothing else change places with this one.
  MlirOperation first = firstOf(block);
  opBuilderTakeBody(&before, opBody(op, 0));
  mlirOperationRemoveFromParent(op);
  mlirBlockInsertOwnedOperationBefore(block, first, op);
  OpBuilder inside =
      opBuilderAtEnd(opBody(op, 0), mlirOperationGetLocation(op));
  moveAll(&inside, first, tail);
  return true;
}
