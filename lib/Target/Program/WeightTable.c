//===- WeightTable.c - weights and constants of a module ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Analysis/ElementType.h"
#include "lib/Analysis/WeightDescription.h"
#include "lib/Runtime/Tensor.h"
#include "lib/Target/Program/Encoder.h"

#include <stb/stb_ds.h>
#include <string.h>

/// The error for what the runtime does not have.
static MlirLogicalResult report(MlirOperation op, RelaxWeightProblem problem,
                                const RelaxWeight *weight) {
  if (problem == RELAX_WEIGHT_TYPE || !relaxDTypeIsStored(weight->dtype))
    return bridgeEmitOpError(op, "has an element type or rank that the runtime "
                                 "does not support");
  if (problem == RELAX_WEIGHT_SIZE)
    return bridgeEmitOpError(op, "has more bytes than an address can tell");
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult addWeight(Encoder *encoder, MlirOperation op) {
  RelaxWeight weight;
  if (mlirLogicalResultIsFailure(
          report(op, relaxWeightDescribe(op, &weight), &weight)))
    return mlirLogicalResultFailure();
  char *key = (char *)arenaCopyString(encoder->arena, weight.name).data;
  shput(encoder->weights, key,
        relaxProgramAddWeight(encoder->program, &weight));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult encoderAddWeights(Encoder *encoder) {
  for (MlirOperation op = {NULL};
       (op = bridgeNext(encoder->module, op, relaxIsWeight)).ptr;)
    if (mlirLogicalResultIsFailure(addWeight(encoder, op)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

/// All bytes of dense elements; splats are spread.
static void copyElements(Encoder *encoder, MlirAttribute elements,
                         RelaxWeight *weight) {
  int64_t count = mlirElementsAttrGetNumElements(elements);
  char *data = arenaAlloc(encoder->arena, weight->numBytes);
  size_t size = relaxDTypeBytes(weight->dtype);
  weight->data = data;
  if (mlirDenseElementsAttrIsSplat(elements)) {
    if (weight->numBytes == 0)
      return;
    MlirAttribute one = mlirDenseElementsAttrGetSplatValue(elements);
    MlirType type = mlirRankedTensorTypeGet(
        0, NULL, mlirShapedTypeGetElementType(mlirAttributeGetType(elements)),
        mlirAttributeGetNull());
    MlirAttribute scalar = mlirDenseElementsAttrGet(type, 1, &one);
    const void *raw = mlirDenseElementsAttrGetRawData(scalar);
    if (weight->dtype == RELAX_BOOL) {
      memset(data, mlirBoolAttrGetValue(one) ? 1 : 0, weight->numBytes);
      return;
    }
    for (int64_t i = 0; i < count; ++i)
      memcpy(data + (size_t)i * size, raw, size);
    return;
  }
  if (weight->dtype == RELAX_BOOL) // MLIR packs them
    for (int64_t i = 0; i < count; ++i)
      data[i] = mlirDenseElementsAttrGetBoolValue(elements, (intptr_t)i);
  else if (weight->numBytes != 0) // of none, there may be no address
    memcpy(data, mlirDenseElementsAttrGetRawData(elements), weight->numBytes);
}

MlirLogicalResult encoderAddConstant(Encoder *encoder, MlirOperation op,
                                     MlirAttribute elements, uint32_t *index) {
  RelaxWeight weight = {
      .name = arenaFormat(encoder->arena, "constant.%u", encoder->numInline++),
      .kind = RELAX_WEIGHT_INLINE};
  MlirType type = bridgeResultType(op);
  if (mlirLogicalResultIsFailure(
          report(op, relaxWeightDescribeType(type, &weight), &weight)))
    return mlirLogicalResultFailure();
  if (!mlirAttributeIsADenseElements(elements))
    return bridgeEmitOpError(op, "elements: expected dense values of a type "
                                 "that the runtime supports");
  copyElements(encoder, elements, &weight);
  *index = relaxProgramAddWeight(encoder->program, &weight);
  return mlirLogicalResultSuccess();
}
