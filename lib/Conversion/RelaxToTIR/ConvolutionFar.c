//===- ConvolutionFar.c - windows in larger steps than the input ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The input gets margins only as wide as a step that meets an element from some
// place needs them, and the kernel leaves out the others: on a small image, of
// nine products eight would be with zeros.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.h"
#include "dialects/Relax/Pad.gen.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

/// Margins along spatial dimension `i`, in front and behind.
static void marginsOf(RelaxDims *dims, MlirOperation op, intptr_t i,
                      SymExpr margins[2]) {
  RelaxWindow window = relaxWindowOf(op);
  SymExpr reach;
  for (intptr_t side = 0; side < 2; ++side)
    margins[side] = relaxDimsConst(
        dims, window.pads.values[side * window.strides.count + i]);
  if (relaxConvReach(dims, op, i, &reach))
    margins[0] = margins[1] = relaxDimsMul(
        dims, reach, relaxDimsConst(dims, window.dilations.values[i]));
}

static bool padInput(RelaxLegalizer *legalizer, MlirOperation op,
                     RelaxDims *dims, MlirValue *result) {
  RelaxTensorInfo x = relaxTensorInfoOf(relaxConvGetInput(op));
  MlirAttribute *low = ARENA_ARRAY(legalizer->arena, MlirAttribute, x.rank);
  MlirAttribute *wide = ARENA_ARRAY(legalizer->arena, MlirAttribute, x.rank);
  SymExpr zero = relaxDimsConst(dims, 0);
  for (intptr_t d = 0; d < x.rank; ++d) {
    SymExpr margins[] = {zero, zero};
    if (d >= 2)
      marginsOf(dims, op, d - 2, margins);
    low[d] = relaxDimsAttribute(dims, margins[0]);
    wide[d] = relaxDimsAttribute(
        dims, relaxDimsAdd(dims, relaxDimsOf(dims, x.dims[d]),
                           relaxDimsAdd(dims, margins[0], margins[1])));
  }
  RelaxPadArgs args = {.input = relaxConvGetInput(op),
                       .low = mlirArrayAttrGet(legalizer->context, x.rank, low),
                       .mode = strRefFromC("constant"),
                       .resultType =
                           relaxTensorTypeOf(x.elementType, x.rank, wide)};
  MlirOperation pad = relaxPadCreate(mlirOperationGetLocation(op), &args);
  return mlirLogicalResultIsSuccess(
      relaxLegalizeCreated(legalizer, op, pad, result));
}

MlirLogicalResult relaxExpandConv(RelaxLegalizer *legalizer, MlirOperation op,
                                  MlirValue *result) {
  RelaxDims dims = relaxDimsMake(mlirOperationGetLocation(op), "relax.conv",
                                 legalizer->arena);
  MlirValue inputs[] = {relaxConvGetInput(op), relaxConvGetWeight(op)};
  if (relaxConvIsFar(&dims, op) && !padInput(legalizer, op, &dims, &inputs[0]))
    return mlirLogicalResultFailure();
  RelaxKernelCall call = {.name = "conv",
                          .bufferNames = "XW",
                          .op = op,
                          .numInputs = 2,
                          .inputs = inputs,
                          .resultType = bridgeResultType(op),
                          .build = relaxBuildConv};
  return relaxCallKernel(legalizer, &call, result);
}
