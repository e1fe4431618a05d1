//===- SharedTail.c - what follows the tile, once for all its sizes -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Arms for the sizes of a tile copy all that is in them. The sums must be
// copied, to stay in registers; what is done with them element by element need
// not: it can stand once behind the arms, for any number of rows. It then goes
// through memory, which nobody notices where it is much work itself (a gelu) or
// where the sums are long; else it stays in the arms.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Schedule.gen.h"
#include "lib/Conversion/TIRToSCF/Lowering.h"

/// Work on an element, in additions, from which on its tail is shared, and
/// rounds of the sums in front of it.
enum { MUCH = 6, DIVISION = 4, FUNCTION = 20, LONG = 64 };

static StrRef kindOf(MlirOperation loop) { return tirForGetKind(loop); }

static bool isSerial(MlirOperation op) {
  return tirIsFor(op) && strRefIs(kindOf(op), "serial");
}

static MlirWalkResult weigh(MlirOperation op, void *userData) {
  int64_t *work = userData;
  StrRef name = bridgeOpName(op);
  if (strRefStartsWith(name, "math."))
    *work += FUNCTION;
  else if (strRefIs(name, "arith.divf"))
    *work += DIVISION;
  else if (strRefStartsWith(name, "arith.") &&
           !strRefIs(name, "arith.constant"))
    *work += 1;
  return MlirWalkResultAdvance;
}

typedef struct Loops {
  TirLowering *l;
  MlirOperation specialize;
  bool copies;
} Loops;

static MlirWalkResult findCopies(MlirOperation op, void *userData) {
  Loops *loops = userData;
  if (tirIsFor(op) && !isSerial(op))
    loops->copies |= !strRefIs(kindOf(op), "vector") ||
                     tirChoosesBounds(loops->l, loops->specialize, op);
  loops->copies |= tirIsCompute(op) || tirIsSpecialize(op);
  return loops->copies ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Named loops that need no arm: the rows one by one, with the same vectors in
/// all arms.
static bool isTail(TirLowering *l, MlirOperation specialize, MlirOperation op) {
  Loops loops = {.l = l, .specialize = specialize};
  if (isSerial(op))
    mlirOperationWalk(op, findCopies, &loops, MlirWalkPreOrder);
  return isSerial(op) && !loops.copies;
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
    MlirOperation definer = bridgeDefiner(value);
    uses->any |= definer.ptr && !tirIsAlloc(definer) && !tirIsView(definer) &&
                 mlirBlockEqual(mlirOperationGetBlock(definer), uses->block);
  }
  return uses->any ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// The first operation that is no local buffer.
static MlirOperation firstOf(MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  while (tirIsAlloc(op))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

/// The block in which more than one thing happens.
static MlirBlock innermost(MlirOperation op) {
  MlirBlock block = bridgeBody(op);
  while (true) {
    MlirOperation only = firstOf(block);
    if (!only.ptr || mlirOperationGetNextInBlock(only).ptr ||
        !(isSerial(only) || tirIsSpecialize(only)))
      return block;
    block = bridgeBody(only);
  }
}

/// Rounds of the reduce loops of a nest; LONG if the run decides.
static int64_t roundsOf(MlirOperation op) {
  int64_t rounds = 1, inside = 1, low, high;
  if (!tirIsFor(op))
    return 1;
  MlirBlock body = bridgeBody(op);
  for (MlirOperation at = {NULL}; bridgeAdvance(body, &at);) {
    int64_t here = roundsOf(at);
    inside = here > inside ? here : inside;
  }
  if (tirForGetIterator(op).ptr) // it carries something
    rounds = symAttributeIsConst(mlirArrayAttrGetElement(tirForGetLower(op), 0),
                                 &low) &&
                     symAttributeIsConst(
                         mlirArrayAttrGetElement(tirForGetUpper(op), 0), &high)
                 ? high - low
                 : LONG;
  return rounds >= LONG || inside >= LONG ? LONG : rounds * inside;
}

/// The first operation of a tail that is much work, or little beside that in
/// front of it, and stands alone; null if there is none.
static MlirOperation findTail(TirLowering *l, MlirOperation specialize,
                              MlirBlock block) {
  MlirOperation tail = {NULL}, first = firstOf(block);
  MlirOperation last = first;
  while (last.ptr && mlirOperationGetNextInBlock(last).ptr)
    last = mlirOperationGetNextInBlock(last);
  int64_t work = 0;
  while (last.ptr && !mlirOperationEqual(last, first) &&
         isTail(l, specialize, last)) {
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
  bool longSums = false;
  for (MlirOperation op = first; tail.ptr && !mlirOperationEqual(op, tail);
       op = mlirOperationGetNextInBlock(op))
    longSums |= roundsOf(op) >= LONG;
  return work >= MUCH || longSums ? tail : (MlirOperation){NULL};
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

static MlirWalkResult findChecks(MlirOperation op, void *userData) {
  *(bool *)userData |= tirIsCheck(op) && tirCheckGetStops(op);
  return MlirWalkResultAdvance;
}

bool tirShareTail(TirLowering *l, MlirOperation op) {
  bool checks = false; // what would move relies on them
  mlirOperationWalk(op, findChecks, &checks, MlirWalkPreOrder);
  MlirBlock block = innermost(op);
  MlirOperation tail = checks ? (MlirOperation){NULL} : findTail(l, op, block);
  if (!tail.ptr)
    return false;
  OpBuilder before = opBuilderBefore(op);
  if (mlirBlockEqual(block, bridgeBody(op))) {
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
  opBuilderTakeBody(&before, bridgeBody(op));
  mlirOperationRemoveFromParent(op);
  mlirBlockInsertOwnedOperationBefore(block, first, op);
  OpBuilder inside =
      opBuilderAtEnd(bridgeBody(op), mlirOperationGetLocation(op));
  moveAll(&inside, first, tail);
  return true;
}
