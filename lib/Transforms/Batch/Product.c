//===- Product.c - products of a value and a weight -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Batch/Product.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Batch/BatchMode.h"

/// The operation that a weight comes from, of which it may be a part.
static MlirOperation sourceOf(MlirValue weight) {
  MlirOperation op = bridgeDefiner(weight);
  bool part = relaxIsSplit(op) && batchIsShared(mlirOperationGetOperand(op, 0));
  return part || batchIsShared(weight) ? op : (MlirOperation){NULL};
}

static bool isWeight(MlirValue value) { return sourceOf(value).ptr; }

static bool extentsOf(MlirValue weight, bool left, Product *product) {
  RelaxTensorInfo info;
  if (!isWeight(weight) || !relaxTensorInfo(mlirValueGetType(weight), &info) ||
      !info.ranked || info.rank != 2 || !info.elementType.ptr ||
      !mlirTypeIsAFloat(info.elementType))
    return false;
  product->left = left;
  product->element = info.elementType;
  return symAttributeIsConst(info.dims[left], &product->inner) &&
         symAttributeIsConst(info.dims[!left], &product->outer);
}

bool productIs(MlirOperation op, Product *product) {
  if (!relaxIsMatmul(op))
    return false;
  MlirValue lhs = relaxMatmulGetLhs(op), rhs = relaxMatmulGetRhs(op);
  bool left = isWeight(lhs);
  RelaxTensorInfo info;
  *product = (Product){.op = op, .value = left ? rhs : lhs};
  // With a stack of matrices on the right the weight is no single row of them.
  return left != isWeight(rhs) &&
         relaxTensorInfo(mlirValueGetType(product->value), &info) &&
         info.ranked && (!left || info.rank <= 2) &&
         extentsOf(left ? lhs : rhs, left, product);
}

MlirOperation productFront(MlirOperation op) {
  MlirOperation around = mlirOperationGetParentOperation(op);
  while (!relaxIsFunc(around) && !relaxIsDispatch(around)) {
    op = around;
    around = mlirOperationGetParentOperation(op);
  }
  return mlirBlockGetFirstOperation(mlirOperationGetBlock(op));
}

MlirValue productWeight(MlirOperation front, const Product *product) {
  MlirValue weight = mlirOperationGetOperand(product->op, !product->left);
  MlirOperation source = sourceOf(weight), copy = mlirOperationClone(source);
  if (relaxIsSplit(source)) {
    MlirOperation whole =
        mlirOpResultGetOwner(mlirOperationGetOperand(source, 0));
    mlirOperationSetOperand(copy, 0,
                            bridgeInsert(front, mlirOperationClone(whole)));
  }
  bridgeInsert(front, copy);
  return mlirOperationGetResult(copy, mlirOpResultGetResultNumber(weight));
}
