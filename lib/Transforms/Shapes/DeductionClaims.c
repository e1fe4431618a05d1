//===- DeductionClaims.c - declared types that say more than rules --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Transforms/Shapes/Deduction.h"
#include "lib/Transforms/Shapes/Inference.h"

#include <stb/stb_ds.h>

MlirType deductionCastType(MlirOperation op) {
  RelaxTensorInfo from = relaxTensorInfoOf(relaxCastGetInput(op));
  MlirType element =
      relaxTensorInfoOf(mlirOperationGetResult(op, 0)).elementType;
  return relaxTensorTypeOn(relaxTypeWithElements(from, element), from.device);
}

/// Notes the operations whose declared types are claims: their rules do not say
/// as much from the operand types that the program has now.
static MlirWalkResult findClaim(MlirOperation op, void *userData) {
  Deduction *deduction = userData;
  MlirType types[MAX_INFERRED_RESULTS];
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  bool claims = deductionHasTarget(op);
  if (relaxIsCast(op))
    types[0] = deductionCastType(op);
  else if (!inferResultTypes(op, types, &outcome) ||
           mlirLogicalResultIsFailure(outcome))
    types[0] = (MlirType){NULL};
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op);
       types[0].ptr && i < e; ++i)
    claims |= !relaxTypeForgets(
        types[i], mlirValueGetType(mlirOperationGetResult(op, i)));
  if (claims)
    hmput(deduction->claims, (const void *)op.ptr, 1);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult ignore(MlirDiagnostic diagnostic, void *userData) {
  return (void)diagnostic, (void)userData, mlirLogicalResultSuccess();
}

MlirDiagnosticHandlerID deductionHush(Deduction *deduction) {
  return mlirContextAttachDiagnosticHandler(deduction->context, ignore, NULL,
                                            NULL);
}

/// Operands that do not agree so far are made to later: no error yet.
void deductionFindClaims(Deduction *deduction, MlirOperation root) {
  MlirDiagnosticHandlerID handler = deductionHush(deduction);
  mlirOperationWalk(root, findClaim, deduction, MlirWalkPreOrder);
  mlirContextDetachDiagnosticHandler(deduction->context, handler);
}
