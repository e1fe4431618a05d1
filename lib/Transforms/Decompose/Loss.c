//===- Loss.c - losses written with other operators -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The element of the target class is chosen by comparing class numbers, so that
// a target outside of the classes (an ignored one) counts 0.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Decompose/Decompose.h"

/// The loss for log-probabilities `x`.
static MlirValue lossOf(GraphBuilder *g, MlirOperation op, MlirValue x) {
  MlirValue target = mlirOperationGetOperand(op, 1), all = {NULL};
  if (!x.ptr)
    return all;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirValue weight = graphNumberLike(g, 1, x);
  if (mlirOperationGetNumOperands(op) > 2)
    weight = graphChannels(g, graphWiden(g, mlirOperationGetOperand(op, 2)),
                           info.rank - 2);
  MlirValue numbers =
      graphIota(g, info.dims[1], relaxTensorInfoOf(target).elementType, x);
  MlirValue is = graphEqual(g, graphExpandDim(g, target, 1),
                            graphChannels(g, numbers, info.rank - 2));
  MlirValue zero = graphNumberLike(g, 0, x);
  MlirAttribute axes = graphAxis(g, 1);
  MlirValue costs = graphMultiply(g, graphNegative(g, x), weight);
  MlirValue loss =
      graphDropDim(g, graphSum(g, graphWhere(g, is, costs, zero), axes), 1);
  MlirValue weights =
      graphDropDim(g, graphSum(g, graphWhere(g, is, weight, zero), axes), 1);
  MlirAttribute ignored = bridgeInherent(op, "ignore");
  if (ignored.ptr) {
    MlirValue number = graphInteger(g, mlirIntegerAttrGetValueInt(ignored),
                                    relaxTensorInfoOf(target).elementType);
    MlirValue skip = graphEqual(g, target, number);
    loss = graphWhere(g, skip, zero, loss);
    weights = graphWhere(g, skip, zero, weights);
  }
  StrRef reduction = bridgeText(bridgeInherent(op, "reduction"));
  if (strRefEqual(reduction, strRefFromC("none")))
    return loss;
  MlirValue sum = graphSum(g, loss, mlirAttributeGetNull());
  return strRefEqual(reduction, strRefFromC("sum"))
             ? sum
             : graphDivide(g, sum,
                           graphSum(g, weights, mlirAttributeGetNull()));
}

static void nllLoss(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue input = mlirOperationGetOperand(op, 0);
  results[0] = graphCastLike(g, lossOf(g, op, graphWiden(g, input)), input);
}

static void crossEntropy(GraphBuilder *g, MlirOperation op,
                         MlirValue *results) {
  MlirValue input = mlirOperationGetOperand(op, 0);
  MlirValue log =
      decomposeLogSoftmaxOf(g, graphWiden(g, input), graphAxis(g, 1));
  results[0] = graphCastLike(g, lossOf(g, op, log), input);
}

const DecomposeRule decomposeLoss[] = {
    {"relax.nll_loss", nllLoss},
    {"relax.softmax_cross_entropy", crossEntropy},
    {NULL, NULL},
};
