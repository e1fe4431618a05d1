//===- PrepareWeightsProducts.c - what products do with weights themselves ===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/TensorSize.h"
#include "lib/Transforms/Weights/PrepareWeights.h"

/// A cast to a wider type.
static bool widens(MlirOperation op) {
  int64_t before, after;
  return relaxIsCast(op) &&
         tensorLiteralBytes(mlirValueGetType(relaxCastGetInput(op)), &before) &&
         tensorLiteralBytes(mlirValueGetType(mlirOperationGetResult(op, 0)),
                            &after) &&
         after > before;
}

/// The rows of a large matrix as columns. Products go through them as they lie
/// (lib/Schedule/RuleDot.c); a copy would take as much time and memory as the
/// weight is large, and is worth that for small ones only.
static bool turnsLargeMatrix(MlirOperation op) {
  enum { LARGE = 1 << 22 };
  if (!relaxIsPermuteDims(op))
    return false;
  MlirAttribute axes = relaxPermuteDimsGetAxes(op);
  const MlirAttribute *dims;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t rank = symTypeDims(type, &dims);
  int64_t elements = 1, extent;
  for (intptr_t d = 0; d < rank; ++d) {
    intptr_t from = d + 2 < rank ? d : 2 * rank - 3 - d;
    if (rank < 2 || mlirDenseI64ArrayGetElement(axes, d) != from ||
        !symAttributeIsConst(dims[d], &extent) ||
        __builtin_mul_overflow(elements, extent, &elements))
      return false;
  }
  return elements >= LARGE;
}

/// Makes numbers of blocks: what it gives is decoded where it is used, or there
/// would be a copy of the weight several times as large.
static bool decodesBlocks(MlirOperation op) {
  bool blocks = false, floats = false;
  RelaxTensorInfo info;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    blocks |= relaxTensorBlockFormat(
                  mlirValueGetType(mlirOperationGetOperand(op, i))) != NULL;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    floats |= relaxTensorInfo(mlirValueGetType(mlirOperationGetResult(op, i)),
                              &info) &&
              mlirTypeIsAFloat(info.elementType);
  return blocks && floats;
}

bool prepareLeavesToProducts(MlirOperation op) {
  if (decodesBlocks(op))
    return true;
  if (!widens(op) && !turnsLargeMatrix(op))
    return false;
  MlirValue result = mlirOperationGetResult(op, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool factor =
        relaxIsMatmul(user) &&
        (relaxIsCast(op) || mlirValueEqual(relaxMatmulGetRhs(user), result));
    if (!factor && !prepareLeavesToProducts(user))
      return false;
  }
  return true;
}

/// A constant with dimensions; which of them are lanes is for the target to say
/// (lib/Schedule).
static bool isTensorConstant(MlirOperation op) {
  const MlirAttribute *dims;
  return relaxIsConstant(op) &&
         symTypeDims(mlirValueGetType(mlirOperationGetResult(op, 0)), &dims) >
             0;
}

/// Does a convolution have the result, or what a few operations make of it (a
/// scale, FoldScales.c), as its windows?
static bool feedsWindows(MlirOperation op, int steps) {
  MlirValue result = mlirOperationGetResult(op, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       steps > 0 && !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (relaxIsConv(user)
            ? mlirValueEqual(relaxConvGetWeight(user), result)
            : mlirOperationGetNumResults(user) == 1 &&
                  mlirOperationGetNumRegions(user) == 0 && bridgeIsPure(user) &&
                  feedsWindows(user, steps - 1))
      return true;
  }
  return false;
}

bool prepareIsWindowWeight(MlirOperation op) {
  enum { MOST_STEPS = 6 }; // from a batch norm's variance to the weight
  return (relaxIsBroadcastTo(op) || relaxIsMultiply(op) ||
          isTensorConstant(op)) &&
         feedsWindows(op, MOST_STEPS);
}
