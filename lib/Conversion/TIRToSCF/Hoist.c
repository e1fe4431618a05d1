//===- Hoist.c - what is the same in all rounds of a loop -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a loop computes anew from the same values moves in front of it, where a
// copy of the loop does not copy it. A sum of something that changes and
// something that does not is taken apart, so that `lo * q + j + min(lo, r)`
// leaves one addition in the loop over j.
//
// Divisors are extents, which may be 0 where a loop does not run: a division
// moves only if its divisor cannot be 0 in front of the loop, or if the loop
// runs for certain.
//
// Arms for several sizes of a tile use the same place of it: divisions and
// what is made of them leave the arms, too, and become one.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Tiles.h"

#include <stb/stb_ds.h>

/// Values that the operations of the loop's own body can see from outside are
/// those of other blocks.
bool tileIsOutside(MlirValue value, MlirBlock body) {
  return !mlirBlockEqual(
      mlirValueIsABlockArgument(value)
          ? mlirBlockArgumentGetOwner(value)
          : mlirOperationGetBlock(mlirOpResultGetOwner(value)),
      body);
}

static bool isDivision(MlirOperation op) {
  static const char *const names[] = {
      "arith.divui",      "arith.divsi",     "arith.remui",    "arith.remsi",
      "arith.floordivsi", "arith.ceildivsi", "arith.ceildivui"};
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); ++i)
    if (bridgeIsNamed(op, names[i]))
      return mlirTypeIsAIndex(bridgeResultType(op));
  return false;
}

static bool runs(MlirOperation loop) {
  int64_t bounds[3];
  return bridgeIsNamed(loop, "scf.for") && tileBounds(loop, bounds) &&
         bounds[0] < bounds[1];
}

/// In the rounds of a loop from 0 on, its upper bound is at least 1.
static bool isUpperBoundAround(MlirOperation loop, MlirValue value) {
  for (MlirOperation at = mlirOperationGetParentOperation(loop);
       at.ptr && !bridgeIsFunction(at);
       at = mlirOperationGetParentOperation(at)) {
    int64_t low;
    if (bridgeIsNamed(at, "scf.for") &&
        mlirValueEqual(mlirOperationGetOperand(at, 1), value) &&
        opIsConstant(mlirOperationGetOperand(at, 0), &low) && low >= 0)
      return true;
  }
  return false;
}

static bool canDivide(MlirOperation loop, MlirOperation op) {
  MlirValue divisor = mlirOperationGetOperand(op, 1);
  int64_t constant;
  if (opIsConstant(divisor, &constant))
    return constant > 0;
  return runs(loop) || isUpperBoundAround(loop, divisor);
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

typedef struct Writes {
  MlirValue *memrefs; // stb_ds; all of them local
  bool known;         // nothing else is written
} Writes;

static MlirWalkResult collectWrites(MlirOperation op, void *userData) {
  Writes *writes = userData;
  TileAccess access;
  if (tileAccessOf(op, &access)) {
    if (access.isStore) {
      writes->known &= tileIsLocal(access.memref);
      arrput(writes->memrefs, access.memref);
    }
  } else if (mlirOperationGetNumRegions(op) == 0 && !bridgeIsPure(op) &&
             !isDivision(op) && !bridgeIsTerminator(op) &&
             !bridgeIsNamed(op, "vector.maskedload") &&
             !bridgeIsNamed(op, "memref.prefetch")) {
    writes->known = false;
  }
  return writes->known ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

static bool canLoad(const Writes *writes, MlirOperation op) {
  TileAccess access;
  MlirValue memref;
  if (tileAccessOf(op, &access) && !access.isStore)
    memref = access.memref;
  else if (bridgeIsNamed(op, "vector.maskedload"))
    memref = mlirOperationGetOperand(op, 0);
  else
    return false;
  for (ptrdiff_t i = 0; i < arrlen(writes->memrefs); ++i)
    if (mlirValueEqual(writes->memrefs[i], memref))
      return false;
  return writes->known;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// The operand of an `arith.addi` that does not change in the loop, if the
/// other one does; -1 if there is none.
static intptr_t fixedOperand(MlirOperation op, MlirBlock body) {
  if (!bridgeIsNamed(op, "arith.addi"))
    return -1;
  bool first = tileIsOutside(mlirOperationGetOperand(op, 0), body);
  return first == tileIsOutside(mlirOperationGetOperand(op, 1), body) ? -1
                                                                      : !first;
}

/// (changes + fixed) + alsoFixed: the two that are fixed are added in front.
static void takeApart(MlirOperation loop, MlirOperation op, MlirBlock body) {
  intptr_t fixed = fixedOperand(op, body);
  if (fixed < 0)
    return;
  MlirValue sum = mlirOperationGetOperand(op, !fixed);
  MlirOperation inner = bridgeDefiner(sum);
  if (!bridgeIsUsedOnce(sum))
    return;
  intptr_t also = fixedOperand(inner, body);
  if (also < 0)
    return;
  OpBuilder b = opBuilderBefore(loop);
  MlirValue both =
      buildBinary(&b, "arith.addi", mlirOperationGetOperand(inner, also),
                  mlirOperationGetOperand(op, fixed));
  mlirOperationSetOperand(op, fixed, both);
  mlirOperationSetOperand(op, !fixed, mlirOperationGetOperand(inner, !also));
  mlirOperationDestroy(inner);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static bool isTheSame(MlirOperation op, MlirBlock body) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    if (!tileIsOutside(mlirOperationGetOperand(op, i), body))
      return false;
  return true;
}

static void moveBefore(MlirOperation op, MlirOperation before) {
  mlirOperationRemoveFromParent(op);
  bridgeInsert(before, op);
}

void tileHoist(MlirOperation loop, bool certain) {
  MlirBlock body = bridgeBody(loop);
  Writes writes = {.known = certain || runs(loop)};
  if (writes.known)
    mlirOperationWalk(loop, collectWrites, &writes, MlirWalkPreOrder);
  for (MlirOperation op = {NULL}, next = op;
       bridgeAdvanceErasing(body, &op, &next);) {
    if (mlirOperationGetNumRegions(op) != 0 || bridgeIsTerminator(op))
      continue;
    bool movable =
        isTheSame(op, body) && (isDivision(op) ? certain || canDivide(loop, op)
                                : bridgeIsPure(op) ? true
                                                   : canLoad(&writes, op));
    if (movable) {
      moveBefore(op, loop);
    } else {
      takeApart(loop, op, body);
    }
  }
  arrfree(writes.memrefs);
}

//===----------------------------------------------------------------------===//
// Arms
//===----------------------------------------------------------------------===//

/// A division, or arithmetic of indices none of which is a constant: what an
/// arm's own size goes into stays in it.
static bool isOfPlaces(MlirOperation branch, MlirOperation op) {
  if (isDivision(op))
    return canDivide(branch, op);
  if (mlirOperationGetNumResults(op) != 1 ||
      !mlirTypeIsAIndex(bridgeResultType(op)) || !bridgeIsPure(op))
    return false;
  int64_t constant;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    if (opIsConstant(mlirOperationGetOperand(op, i), &constant))
      return false;
  return mlirOperationGetNumOperands(op) > 0;
}

void tileHoistFromArm(MlirOperation branch) {
  MlirBlock body = bridgeBody(branch);
  for (MlirOperation op = {NULL}, next = op;
       bridgeAdvanceErasing(body, &op, &next);) {
    if (mlirOperationGetNumRegions(op) == 0 && !bridgeIsTerminator(op) &&
        isTheSame(op, body) && isOfPlaces(branch, op))
      moveBefore(op, branch);
  }
}
