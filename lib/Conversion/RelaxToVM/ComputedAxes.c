//===- ComputedAxes.c - axes that only the run knows ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Sym/Walk.h"
#include "dialects/VM/ComputedAxes.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

#include <stb/stb_ds.h>

/// A register for one dimension of the shape, which its symbol is, or which has
/// to be what the type says.
static void lowerDim(VmLowering *lowering, MlirOperation op, intptr_t i,
                     MlirAttribute declared) {
  VmOperands operands = {.lowering = lowering};
  StrRef subject = vmLoweringSubject(lowering, op), name = {"", 0};
  MlirType number = mlirIntegerTypeGet(lowering->context, 64);
  VmReducedDimArgs args = {
      .axes = vmLoweringValue(lowering, relaxReducedShapeGetAxes(op)),
      .dimension = i,
      .extents = vmOperandDims(&operands,
                               mlirValueGetType(relaxReducedShapeGetInput(op))),
      .noop = relaxReducedShapeGetNoop(op),
      .subject = subject,
      .resultType = number};
  args.numIndices = operands.count;
  args.indices = operands.values;
  bool binds =
      symAttributeIsSymbol(declared, &name) && !vmIsBound(lowering, name);
  MlirLocation loc =
      binds ? bridgeNamedLocation(name, lowering->loc) : lowering->loc;
  MlirValue value = vmLoweringAppend(lowering, vmReducedDimCreate(loc, &args));
  if (binds) {
    arrput(lowering->symbols, ((VmSymbol){name, value}));
    return;
  }
  // The register as one more symbol, for the length of the check.
  StrRef own = strRefFromC("reduced");
  arrput(lowering->symbols, ((VmSymbol){own, value}));
  vmCheckEqual(lowering, symExprSymbol(lowering->arena, own),
               symExprOf(lowering->arena, declared), subject);
  arrpop(lowering->symbols);
}

MlirLogicalResult vmLowerReducedShape(VmLowering *lowering, MlirOperation op) {
  MlirType type = bridgeResultType(op);
  if (!vmShapeIsKnown(op, mlirValueGetType(relaxReducedShapeGetInput(op))) ||
      !vmShapeIsKnown(op, type))
    return mlirLogicalResultFailure();
  const MlirAttribute *dims;
  intptr_t rank = symTypeDims(type, &dims);
  for (intptr_t i = 0; i < rank; ++i)
    lowerDim(lowering, op, i, dims[i]);
  vmLowerFacts(lowering, relaxReducedShapeGetFacts(op), true,
               vmLoweringSubject(lowering, op));
  return mlirLogicalResultSuccess();
}

/// A view, whose rank is checked and whose dims are bound.
static MlirLogicalResult lowerView(VmLowering *lowering, MlirOperation op,
                                   bool noop, bool inserts) {
  MlirType type = bridgeResultType(op);
  StrRef subject = vmLoweringSubject(lowering, op);
  VmSqueezeArgs args = {
      .input = vmLoweringValue(lowering, mlirOperationGetOperand(op, 0)),
      .axes = vmLoweringValue(lowering, mlirOperationGetOperand(op, 1)),
      .noop = noop,
      .inserts = inserts,
      .subject = subject,
      .resultType = type};
  MlirValue result =
      vmLoweringAppend(lowering, vmSqueezeCreate(lowering->loc, &args));
  vmLoweringMap(lowering, mlirOperationGetResult(op, 0), result);
  VmCheckTensorArgs check = {.tensor = result, .subject = args.subject};
  if (relaxTensorTypeGetRanked(type))
    vmLoweringAppend(lowering, vmCheckTensorCreate(lowering->loc, &check));
  vmLowerDims(lowering, &result, &type, &subject, 1, true);
  vmLowerFacts(lowering, bridgeInherent(op, "facts"), true, subject);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmLowerSqueeze(VmLowering *lowering, MlirOperation op) {
  return lowerView(lowering, op, relaxSqueezeGetNoop(op), false);
}

MlirLogicalResult vmLowerUnsqueeze(VmLowering *lowering, MlirOperation op) {
  return lowerView(lowering, op, false, true);
}
