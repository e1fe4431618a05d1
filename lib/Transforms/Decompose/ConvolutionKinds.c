//===- ConvolutionKinds.c - causal convolution by other operators ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The state (or zeros) in front of the input, a convolution of that by
// channels, and its last elements as the next state.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ConvolutionKinds.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"

static MlirValue swish(GraphBuilder *g, MlirOperation op, MlirValue y) {
  RelaxSwishArgs args = {y, 1};
  return relaxCausalConvGetSwish(op) && y.ptr
             ? graphInsert(g, relaxSwishCreate(graphPlace(g, "swish"), &args))
             : y;
}

static void causalConv(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue input = relaxCausalConvGetInput(op);
  MlirValue state = relaxCausalConvGetState(op);
  MlirValue bias = relaxCausalConvGetBias(op);
  RelaxTensorInfo x = relaxTensorInfoOf(input);
  RelaxTensorInfo w = relaxTensorInfoOf(relaxCausalConvGetWeight(op));
  RelaxTensorInfo next = relaxTensorInfoOf(mlirOperationGetResult(op, 1));
  MlirAttribute before[] = {x.dims[0], x.dims[1], next.dims[2]};
  MlirAttribute perChannel[] = {x.dims[1], graphLiteral(g, 1), w.dims[2]};
  state = state.ptr ? graphMatch(g, state, 3, before)
                    : graphBroadcast(g, graphNumberLike(g, 0, input), 3, before,
                                     (MlirValue){NULL});
  MlirValue all = graphConcat(g, state, input, 2);
  RelaxDepthwiseConvArgs args = {
      graphWiden(g, all),
      graphWiden(g,
                 graphMatch(g, relaxCausalConvGetWeight(op), 3, perChannel))};
  if (!args.input.ptr || !args.weight.ptr)
    return;
  MlirValue y = graphMatch(
      g,
      graphInsert(g, relaxDepthwiseConvCreate(graphPlace(g, "window"), &args)),
      3, x.dims);
  if (bias.ptr)
    y = graphAdd(
        g, y,
        graphChannels(g, graphWiden(g, graphMatch(g, bias, 1, &x.dims[1])), 1));
  results[0] = graphCastLike(g, swish(g, op, y), input);
  results[1] = graphSliceFrom(g, all, 2, x.dims[2], next.dims[2]);
}

const DecomposeRule decomposeConvolutionKinds[] = {
    {"relax.causal_conv", causalConv},
    {"relax.conv_transpose", decomposeConvTranspose},
    {NULL, NULL},
};
