//===- Stops.c - checks that what follows relies on -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What follows `tir.check %ok stops` in its block goes into an `scf.if %ok`;
// the check itself becomes one that lets the program run to its end. What the
// block yields is zero where the check fails: nobody uses it without another
// check.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Lowering.h"
#include "lib/Conversion/TIRToSCF/Tiles.h"

/// A number of the type, or a vector of them.
static MlirValue buildZero(OpBuilder *b, MlirType type) {
  bool lanes = mlirTypeIsAVector(type);
  MlirType element = lanes ? mlirShapedTypeGetElementType(type) : type;
  MlirAttribute zero =
      mlirTypeIsAFloat(element)
          ? mlirFloatAttrDoubleGet(opBuilderContext(b), element, 0)
          : mlirIntegerAttrGet(element, 0);
  return buildConstant(b, lanes ? mlirDenseElementsAttrSplatGet(type, zero)
                                : zero);
}

/// Memory that was not taken in the branch goes back in any case.
static bool runsAnyway(MlirOperation op, MlirBlock branch) {
  return bridgeIsNamed(op, "memref.dealloc") &&
         tileIsOutside(mlirOperationGetOperand(op, 0), branch);
}

MlirLogicalResult tirLowerStop(TirLowering *l, MlirOperation check) {
  MlirOperation terminator =
      mlirBlockGetTerminator(mlirOperationGetBlock(check));
  intptr_t count = mlirOperationGetNumOperands(terminator);
  MlirValue *values = ARENA_ARRAY(l->arena, MlirValue, count);
  MlirType *types = ARENA_ARRAY(l->arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i) {
    values[i] = mlirOperationGetOperand(terminator, i);
    types[i] = mlirValueGetType(values[i]);
  }
  OpBuilder b = opBuilderBefore(mlirOperationGetNextInBlock(check));
  b.location = mlirOperationGetLocation(check);
  MlirOperation branch = buildIf(&b, tirCheckGetCondition(check), types, count);
  OpBuilder yes = opBuilderAtEnd(bridgeBody(branch), b.location);
  for (MlirOperation op = mlirOperationGetNextInBlock(branch), next;
       !mlirOperationEqual(op, terminator); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (runsAnyway(op, yes.block))
      continue;
    mlirOperationRemoveFromParent(op);
    opBuilderInsert(&yes, op);
  }
  buildYield(&yes, values, count);
  if (count) {
    OpBuilder no = opBuilderAtEnd(bridgeBlock(branch, 1), b.location);
    for (intptr_t i = 0; i < count; ++i)
      values[i] = buildZero(&no, types[i]);
    buildYield(&no, values, count);
  }
  for (intptr_t i = 0; i < count; ++i)
    mlirOperationSetOperand(terminator, i, mlirOperationGetResult(branch, i));
  TirCheckArgs args = {.condition = tirCheckGetCondition(check),
                       .reason = tirCheckGetReason(check),
                       .argument = tirCheckGetArgument(check),
                       .axis = tirCheckGetAxis(check)};
  OpBuilder before = opBuilderBefore(check);
  opBuilderInsert(&before,
                  tirCheckCreate(mlirOperationGetLocation(check), &args));
  mlirOperationDestroy(check);
  return mlirLogicalResultSuccess();
}
