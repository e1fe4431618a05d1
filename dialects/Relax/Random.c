//===- Random.c - rules of random numbers ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Quantization.h"
#include "dialects/Relax/Random.gen.h"

static MlirLogicalResult infer(MlirLocation loc, const char *opName,
                               MlirValue key, MlirValue like,
                               MlirAttribute elementAttr, MlirType *results) {
  RelaxDims dims = {loc, opName, arenaCreate(), SYM_OK};
  RelaxTensorInfo info = relaxTensorInfoOf(like);
  MlirType element = mlirTypeAttrGetValue(elementAttr);
  MlirType word = mlirIntegerTypeUnsignedGet(mlirLocationGetContext(loc), 64);
  bool good = quantCheckSameElement(&dims, "key", quantElementOf(key), word) &&
              quantCheckShape(&dims, "shape of the key",
                              (RelaxTensorInfo){.ranked = true}, key) &&
              quantCheckElement(&dims, "result", element, &quantWideFloat);
  results[0] = info.ranked ? relaxTensorTypeOf(element, info.rank, info.dims)
                           : relaxUnrankedTensorType(element);
  results[1] = relaxTensorTypeOf(word, 0, NULL);
  arenaDestroy(dims.arena);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

MlirLogicalResult relaxRandomUniformInferTypes(
    MlirLocation loc, const RelaxRandomUniformArgs *args, MlirType *results) {
  return infer(loc, "relax.random_uniform", args->key, args->like,
               args->element, results);
}

MlirLogicalResult relaxRandomNormalInferTypes(MlirLocation loc,
                                              const RelaxRandomNormalArgs *args,
                                              MlirType *results) {
  return infer(loc, "relax.random_normal", args->key, args->like, args->element,
               results);
}
