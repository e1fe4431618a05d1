//===- Sampling.c - rules of elements at computed places ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Sampling.gen.h"
#include "lib/Bridge/Core/Blocks.h"

//===----------------------------------------------------------------------===//
// affine_grid
//===----------------------------------------------------------------------===//

static MlirLogicalResult verifyAffineGrid(RelaxDims *dims, MlirOperation op) {
  RelaxTensorInfo theta = relaxTensorInfoOf(relaxAffineGridGetTheta(op));
  RelaxTensorInfo grid = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  SymExpr any = symExprUnknown(dims->arena);
  intptr_t d = grid.rank - 2;
  if (!mlirTypeIsAFloat(theta.elementType))
    return relaxRefuseElements(op, theta.elementType);
  if (!grid.ranked || (d != 2 && d != 3))
    return relaxOutcome(relaxDimsMisfit(dims, "result", "rank 4 or 5", grid));
  SymExpr batch =
      theta.ranked && theta.rank ? relaxDimsOf(dims, theta.dims[0]) : any;
  SymExpr map[] = {any, relaxDimsConst(dims, d), relaxDimsConst(dims, d + 1)};
  SymExpr out[5] = {batch, any, any, any, any};
  out[d + 1] = relaxDimsConst(dims, d);
  if (!relaxSameElements(dims, theta, grid) ||
      !relaxDimsCheckShape(dims, "theta", relaxAffineGridGetTheta(op), 3, map,
                           d == 2 ? "[n, 2, 3]" : "[n, 3, 4]") ||
      !relaxDimsCheckShape(
          dims, "result", mlirOperationGetResult(op, 0), d + 2, out,
          "the first extent of theta and as many coordinates as dimensions"))
    return mlirLogicalResultFailure();
  return relaxVerifyVector(
      op, dims->arena, "sizes", relaxAffineGridGetSizes(op),
      mlirIntegerTypeGet(mlirOperationGetContext(op), 64), d + 2);
}

MlirLogicalResult relaxAffineGridVerify(MlirOperation op) {
  RelaxDims dims = relaxDimsOpen(op);
  return relaxDimsClose(&dims, verifyAffineGrid(&dims, op));
}

//===----------------------------------------------------------------------===//
// grid_sample
//===----------------------------------------------------------------------===//

bool relaxGridSampleInferTypes(RelaxDims *dims, const RelaxGridSampleArgs *args,
                               MlirType *result) {
  RelaxTensorInfo x = relaxTensorInfoOf(args->input);
  RelaxTensorInfo grid = relaxTensorInfoOf(args->grid);
  intptr_t rank = x.ranked ? x.rank : grid.rank;
  *result = relaxUnrankedTensorType(x.elementType);
  if (!mlirTypeIsAFloat(grid.elementType))
    return relaxDimsMisfit(dims, "grid", "float elements", grid);
  if (!x.ranked && !grid.ranked)
    return true;
  if (rank < 3 || rank > 5)
    return relaxDimsMisfit(dims, x.ranked ? "input" : "grid",
                           "rank 3 to 5, that of the grid",
                           x.ranked ? x : grid);
  SymExpr any = symExprUnknown(dims->arena);
  SymExpr want[5] = {x.ranked ? relaxDimsOf(dims, x.dims[0]) : any, any, any,
                     any, any};
  want[rank - 1] = relaxDimsConst(dims, rank - 2);
  if (!relaxDimsCheckShape(
          dims, "grid", args->grid, rank, want,
          "the rank and the images of the input, and a coordinate for each of "
          "its spatial dimensions in the last dimension"))
    return false;
  if (!x.ranked || !grid.ranked)
    return true;
  MlirAttribute out[5] = {x.dims[0], x.dims[1]};
  for (intptr_t i = 2; i < rank; ++i)
    out[i] = grid.dims[i - 1];
  *result = relaxTensorTypeOf(x.elementType, rank, out);
  return true;
}

MlirLogicalResult relaxGridSampleVerify(MlirOperation op) {
  static const char *const modes[] = {"nearest", "linear", "cubic"};
  static const char *const paddings[] = {"zeros", "border", "reflection"};
  if (mlirLogicalResultIsFailure(
          relaxVerifyWord(op, "mode", relaxGridSampleGetMode(op), modes, 3)))
    return mlirLogicalResultFailure();
  bool nearest = strRefIs(relaxGridSampleGetMode(op), "nearest");
  MlirType element = relaxTensorInfoOf(relaxGridSampleGetInput(op)).elementType;
  if (!nearest && !mlirTypeIsAFloat(element))
    return relaxRefuseElements(op, element);
  return relaxVerifyWord(op, "padding", relaxGridSampleGetPadding(op), paddings,
                         3);
}
