//===- Shape.c - rules of shapes as values --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Shape.gen.h"

MlirLogicalResult relaxShapeOfInferTypes(MlirLocation loc,
                                         const RelaxShapeOfArgs *args,
                                         MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  results[0] = relaxShapeTypeGet(mlirLocationGetContext(loc), input.ranked,
                                 input.rank, input.dims);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxShapeToTensorInferTypes(
    MlirLocation loc, const RelaxShapeToTensorArgs *args, MlirType *results) {
  MlirContext context = mlirLocationGetContext(loc);
  MlirType shape = mlirValueGetType(args->shape);
  const MlirAttribute *dims;
  intptr_t rank = relaxShapeTypeGetDims(shape, &dims);
  MlirAttribute extent = relaxShapeTypeGetRanked(shape)
                             ? symConstAttribute(context, (int64_t)rank)
                             : symUnknownAttribute(context);
  results[0] = relaxTensorTypeOf(mlirIntegerTypeGet(context, 64), 1, &extent);
  return mlirLogicalResultSuccess();
}
