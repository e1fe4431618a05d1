//===- Monoid.c - what a monoid combines with -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Monoid.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"

static const struct {
  const char *operation, *kind;
} kinds[] = {
    {"arith.addf", "add"},          {"arith.addi", "add"},
    {"arith.mulf", "mul"},          {"arith.muli", "mul"},
    {"arith.maximumf", "maximumf"}, {"arith.minimumf", "minimumf"},
    {"arith.maxnumf", "maxnumf"},   {"arith.minnumf", "minnumf"},
    {"arith.maxsi", "maxsi"},       {"arith.minsi", "minsi"},
    {"arith.maxui", "maxui"},       {"arith.minui", "minui"},
    {"arith.andi", "and"},          {"arith.ori", "or"},
    {"arith.xori", "xor"},
};

StrRef tirMonoidKind(MlirOperation monoid) {
  MlirBlock block = bridgeBody(monoid);
  MlirOperation op = mlirBlockGetFirstOperation(block);
  MlirOperation yield = mlirBlockGetTerminator(block);
  StrRef none = {"", 0};
  if (mlirBlockGetNumArguments(block) != 2 ||
      !mlirOperationEqual(mlirOperationGetNextInBlock(op), yield) ||
      mlirOperationGetNumOperands(op) != 2 ||
      !mlirValueEqual(mlirOperationGetOperand(yield, 0),
                      mlirOperationGetResult(op, 0)))
    return none;
  for (intptr_t i = 0; i < 2; ++i) { // each of the two once
    MlirValue argument = mlirBlockGetArgument(block, i);
    if (!mlirValueEqual(mlirOperationGetOperand(op, 0), argument) &&
        !mlirValueEqual(mlirOperationGetOperand(op, 1), argument))
      return none;
  }
  for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); ++i)
    if (strRefIs(bridgeOpName(op), kinds[i].operation))
      return strRefFromC(kinds[i].kind);
  return none;
}
