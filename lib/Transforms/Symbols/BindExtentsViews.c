//===- BindExtentsViews.c - element by element, then seen otherwise -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A view along axes that only the run knows may have any rank, and a kernel
// has one: what works element by element moves in front of the view.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Transforms/Symbols/BindExtents.h"

static bool isUnary(MlirOperation op) {
  MlirType type;
  MlirLogicalResult outcome;
  return relaxIsCast(op) ||
         relaxElementwiseFamilyInferTypes(op, &type, &outcome);
}

static bool isRanked(MlirValue value) {
  return relaxTensorInfoOf(value).ranked;
}

/// The view of unknown rank that the operation takes, or null.
static MlirOperation viewOf(MlirOperation op) {
  MlirValue operand = mlirOperationGetOperand(op, 0);
  if (isRanked(operand) || !mlirValueIsAOpResult(operand))
    return (MlirOperation){NULL};
  MlirOperation view = mlirOpResultGetOwner(operand);
  bool good = (relaxIsSqueeze(view) || relaxIsUnsqueeze(view)) &&
              isRanked(mlirOperationGetOperand(view, 0));
  return good ? view : (MlirOperation){NULL};
}

/// A copy of `op` on another operand, with a result of that type.
static MlirValue copyOn(MlirOperation op, MlirValue operand, MlirType type,
                        MlirOperation before) {
  MlirOperation copy = mlirOperationClone(op);
  mlirOperationSetOperand(copy, 0, operand);
  mlirValueSetType(mlirOperationGetResult(copy, 0), type);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before,
                                      copy);
  return mlirOperationGetResult(copy, 0);
}

bool bindUnaryOfView(ExtentBinder *binder, MlirOperation op) {
  if (mlirOperationGetNumOperands(op) != 1 ||
      mlirOperationGetNumResults(op) != 1)
    return false;
  MlirOperation view = viewOf(op);
  if (!view.ptr || !isUnary(op))
    return false;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirValue whole = mlirOperationGetOperand(view, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(whole);
  MlirType element = relaxTensorInfoOf(result).elementType;
  MlirValue elements =
      copyOn(op, whole, relaxTensorTypeOf(element, info.rank, info.dims), op);
  MlirValue seen = copyOn(view, elements, relaxUnrankedTensorType(element), op);
  mlirOperationSetLocation(mlirOpResultGetOwner(elements),
                           graphPlace(&binder->g, "elements"));
  mlirOperationSetLocation(mlirOpResultGetOwner(seen),
                           mlirOperationGetLocation(op));
  mlirValueReplaceAllUsesOfWith(result, seen);
  mlirOperationDestroy(op);
  return true;
}
