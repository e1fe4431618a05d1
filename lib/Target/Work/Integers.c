//===- Integers.c - integers of a kernel that the extents tell ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/SymAttributes.h"
#include "dialects/TIR/Access.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Target/Work/Build.h"

#include <stb/stb_ds.h>

/// Extents are not negative, so signed and unsigned ones are alike.
static const struct {
  const char *name;
  WorkIntKind kind;
} operations[] = {
    {"arith.addi", WORK_INT_ADD},
    {"arith.subi", WORK_INT_SUB},
    {"arith.muli", WORK_INT_MUL},
    {"arith.divui", WORK_INT_DIV},
    {"arith.divsi", WORK_INT_DIV},
    {"arith.remui", WORK_INT_REM},
    {"arith.remsi", WORK_INT_REM},
    {"arith.ceildivui", WORK_INT_CEILDIV},
    {"arith.ceildivsi", WORK_INT_CEILDIV},
    {"arith.floordivsi", WORK_INT_FLOORDIV},
    {"arith.minsi", WORK_INT_MIN},
    {"arith.minui", WORK_INT_MIN},
    {"arith.maxsi", WORK_INT_MAX},
    {"arith.maxui", WORK_INT_MAX},
    {"arith.andi", WORK_INT_AND},
    {"arith.ori", WORK_INT_OR},
    {"arith.xori", WORK_INT_XOR},
    {"arith.cmpi", WORK_INT_COMPARE},
    {"arith.select", WORK_INT_SELECT},
};
static const char *const casts[] = {"arith.index_cast", "arith.index_castui",
                                    "arith.extsi", "arith.extui"};

uint32_t workAddInt(WorkBuild *b, WorkInt integer) {
  arrput(b->work->ints, integer);
  return (uint32_t)arrlen(b->work->ints) - 1;
}

void workBindIter(WorkBuild *b, MlirValue iterator, uint32_t depth) {
  WorkInt integer = {WORK_INT_ITER, depth, {0}, (uint64_t)1 << depth};
  hmput(b->ints, iterator.ptr, workAddInt(b, integer));
}

static int64_t integerOf(MlirOperation op, const char *name) {
  MlirAttribute value = bridgeInherent(op, name);
  return value.ptr && mlirAttributeIsAInteger(value)
             ? mlirIntegerAttrGetValueInt(value)
             : mlirAttributeIsABool(value) && mlirBoolAttrGetValue(value);
}

/// A bit is 0 or 1, as comparisons give it.
static uint32_t constantOf(WorkBuild *b, MlirOperation op) {
  MlirType type = bridgeResultType(op);
  bool bit = mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 1;
  int64_t value = integerOf(op, "value");
  return workAddInt(
      b, (WorkInt){.kind = WORK_INT_CONST, .value = bit ? value & 1 : value});
}

static uint32_t symbolOf(WorkBuild *b, MlirOperation extent) {
  StrRef name;
  if (symAttributeIsSymbol(tirExtentGetExpr(extent), &name))
    for (size_t i = 0; i < b->numSymbols; ++i)
      if (strRefEqual(b->symbols[i], name))
        return workAddInt(
            b, (WorkInt){.kind = WORK_INT_SYMBOL, .value = (int64_t)i});
  return b->unknown;
}

/// Of integers that are known; else it is not.
static uint32_t combine(WorkBuild *b, MlirOperation op, WorkIntKind kind) {
  WorkInt integer = {.kind = kind};
  if (kind == WORK_INT_COMPARE)
    integer.value = integerOf(op, "predicate");
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && i < 3; ++i) {
    uint32_t operand = workInt(b, mlirOperationGetOperand(op, i));
    if (operand == b->unknown)
      return operand;
    integer.operands[i] = operand;
    integer.depths |= b->work->ints[operand].depths;
  }
  return workAddInt(b, integer);
}

intptr_t workArgumentOf(MlirValue memref) {
  MlirOperation op = bridgeDefiner(memref);
  if (!tirIsAsMemref(op))
    return -1;
  MlirValue buffer = tirViewedArgument(tirAsMemrefGetBuffer(op));
  return mlirValueIsABlockArgument(buffer)
             ? mlirBlockArgumentGetArgNumber(buffer)
             : -1;
}

/// An element of a vector of i64 that is an argument.
static uint32_t elementOf(WorkBuild *b, MlirOperation op) {
  MlirType type = bridgeResultType(op);
  intptr_t argument = workArgumentOf(mlirOperationGetOperand(op, 0));
  if (argument < 0 || mlirOperationGetNumOperands(op) != 2 ||
      !mlirTypeIsAInteger(type) || mlirIntegerTypeGetWidth(type) != 64)
    return b->unknown;
  uint32_t place = workInt(b, mlirOperationGetOperand(op, 1));
  if (place == b->unknown)
    return place;
  return workAddInt(b, (WorkInt){.kind = WORK_INT_LOAD,
                                 .value = argument,
                                 .operands = {place},
                                 .depths = b->work->ints[place].depths});
}

static uint32_t ofOperation(WorkBuild *b, MlirOperation op) {
  StrRef name = bridgeOpName(op);
  if (tirIsExtent(op))
    return symbolOf(b, op);
  if (strRefIs(name, "memref.load"))
    return elementOf(b, op);
  if (strRefIs(name, "arith.constant"))
    return constantOf(b, op);
  for (size_t i = 0; i < sizeof(casts) / sizeof(*casts); ++i)
    if (strRefIs(name, casts[i]))
      return workInt(b, mlirOperationGetOperand(op, 0));
  for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); ++i)
    if (strRefIs(name, operations[i].name))
      return combine(b, op, operations[i].kind);
  return b->unknown;
}

uint32_t workInt(WorkBuild *b, MlirValue value) {
  const WorkValue *known = mapEntry(b->ints, (const void *)value.ptr);
  if (known)
    return known->value;
  MlirType type = mlirValueGetType(value);
  uint32_t found = b->unknown;
  if (mlirValueIsAOpResult(value) &&
      (mlirTypeIsAIndex(type) || mlirTypeIsAInteger(type)))
    found = ofOperation(b, mlirOpResultGetOwner(value));
  hmput(b->ints, value.ptr, found);
  return found;
}
