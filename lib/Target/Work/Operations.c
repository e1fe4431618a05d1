//===- Operations.c - what an operation of a kernel adds ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/Arithmetic.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Target/Work/Build.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

static uint32_t constant(WorkBuild *b, int64_t value) {
  return workAddInt(b, (WorkInt){.kind = WORK_INT_CONST, .value = value});
}

static int64_t elementsOf(MlirType type) {
  int64_t count = 1;
  if (mlirTypeIsAVector(type))
    for (int64_t i = 0; i < mlirShapedTypeGetRank(type); ++i)
      count *= mlirShapedTypeGetDimSize(type, (intptr_t)i);
  return count;
}

static uint32_t leastOf(WorkBuild *b, uint32_t x, uint32_t y) {
  WorkInt *ints = b->work->ints;
  if (ints[x].kind == WORK_INT_CONST && ints[y].kind == WORK_INT_CONST)
    return ints[x].value <= ints[y].value ? x : y;
  if (x == b->unknown || y == b->unknown || x == y)
    return x == y ? x : b->unknown;
  return workAddInt(b, (WorkInt){.kind = WORK_INT_MIN,
                                 .operands = {x, y},
                                 .depths = ints[x].depths | ints[y].depths});
}

/// Of a mask of one dimension the number that it was made of; else all.
static uint32_t lanesOfMask(WorkBuild *b, MlirOperation op, int64_t all) {
  static const char *const created[] = {"vector.create_mask", NULL};
  uint32_t whole = constant(b, all);
  if (isNamedOneOf(op, created)) {
    if (mlirOperationGetNumOperands(op) != 1)
      return whole;
    uint32_t count = workInt(b, mlirOperationGetOperand(op, 0));
    uint32_t most = leastOf(b, count, whole);
    if (most == b->unknown)
      return most;
    WorkInt positive = {.kind = WORK_INT_MAX,
                        .operands = {most, constant(b, 0)},
                        .depths = b->work->ints[most].depths};
    return workAddInt(b, positive);
  }
  MlirAttribute sizes = bridgeInherent(op, "mask_dim_sizes");
  int64_t count = 1;
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(sizes); ++i)
    count *= mlirDenseI64ArrayGetElement(sizes, i);
  return constant(b, count);
}

static uint32_t lanesOf(WorkBuild *b, MlirValue value);

static uint32_t lanesOfOrigin(WorkBuild *b, MlirOperation op, int64_t all) {
  static const char *const masks[] = {"vector.create_mask",
                                      "vector.constant_mask", NULL};
  static const char *const loads[] = {"vector.maskedload", NULL};
  if (isNamedOneOf(op, masks))
    return lanesOfMask(b, op, all);
  intptr_t operands = mlirOperationGetNumOperands(op);
  if (isNamedOneOf(op, loads))
    return lanesOf(b, mlirOperationGetOperand(op, operands - 2));
  uint32_t lanes = constant(b, all);
  StrRef name = bridgeOpName(op);
  if (!strRefStartsWith(name, "arith.") && !strRefStartsWith(name, "math."))
    return lanes;
  for (intptr_t i = 0; i < operands; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (mlirTypeIsAVector(mlirValueGetType(operand)))
      lanes = leastOf(b, lanes, lanesOf(b, operand));
  }
  return lanes;
}

/// Lanes of a vector that hold something: of what masked loads bring, and what
/// is computed of that.
static uint32_t lanesOf(WorkBuild *b, MlirValue value) {
  int64_t all = elementsOf(mlirValueGetType(value));
  if (all == 1)
    return b->one;
  const WorkValue *known = mapEntry(b->lanes, (const void *)value.ptr);
  if (known)
    return known->value;
  MlirOperation op = bridgeDefiner(value);
  uint32_t lanes = op.ptr ? lanesOfOrigin(b, op, all) : constant(b, all);
  hmput(b->lanes, value.ptr, lanes);
  return lanes;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Loads and stores of arguments.
static bool isAccess(WorkBuild *b, MlirOperation op, uint32_t *place,
                     uint32_t *lanes) {
  static const char *const loads[] = {"memref.load", "vector.load",
                                      "vector.maskedload", NULL};
  static const char *const stores[] = {"memref.store", "vector.store", NULL};
  static const char *const masked[] = {"vector.maskedstore", NULL};
  bool load = isNamedOneOf(op, loads), plain = isNamedOneOf(op, stores),
       mask = isNamedOneOf(op, masked);
  if (!load && !plain && !mask)
    return false;
  intptr_t argument =
      workArgumentOf(mlirOperationGetOperand(op, plain ? 1 : 0));
  if (argument < 0)
    return false;
  *place = (uint32_t)(WORK_ARGUMENTS + 2 * argument + !load);
  if (load)
    *lanes = lanesOf(b, mlirOperationGetResult(op, 0));
  else if (plain)
    *lanes = lanesOf(b, mlirOperationGetOperand(op, 0));
  else
    *lanes = lanesOf(
        b, mlirOperationGetOperand(op, mlirOperationGetNumOperands(op) - 2));
  return true;
}

bool workOfOperation(WorkBuild *b, MlirOperation op, uint32_t *place,
                     uint32_t *lanes) {
  if (isAccess(b, op, place, lanes))
    return true;
  if (!isMultiplyAdd(op))
    return false;
  static const char *const reductions[] = {"vector.reduction", NULL};
  *place = WORK_OPERATIONS;
  *lanes =
      lanesOf(b, isNamedOneOf(op, reductions) ? mlirOperationGetOperand(op, 0)
                                              : mlirOperationGetResult(op, 0));
  return true;
}
