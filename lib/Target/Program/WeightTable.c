//===- WeightTable.c - weights and constants of a module ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Analysis/ElementType.h"
#include "lib/Runtime/Tensor.h"
#include "lib/Target/Program/Encoder.h"

#include <stb/stb_ds.h>
#include <string.h>

/// dtype, extents and bytes of a weight from its type.
static MlirLogicalResult fillType(MlirOperation op, MlirType type,
                                  RelaxWeight *weight) {
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  if (!relaxElementDType(info.elementType, &weight->dtype) ||
      !relaxDTypeIsStored(weight->dtype) || info.rank > RELAX_MAX_RANK)
    return bridgeEmitOpError(op, "has an element type or rank that the runtime "
                                 "does not support");
  weight->rank = (int32_t)info.rank;
  for (intptr_t i = 0; i < info.rank; ++i)
    symAttributeIsConst(info.dims[i], &weight->dims[i]);
  size_t bytes = 0;
  if (!relaxTensorBytes(weight->dtype, weight->rank, weight->dims, &bytes))
    return bridgeEmitOpError(op, "has more bytes than an address can tell");
  weight->numBytes = bytes;
  return mlirLogicalResultSuccess();
}

static StrRef textOf(MlirAttribute attribute) {
  return attribute.ptr ? strRefFromMlir(mlirStringAttrGetValue(attribute))
                       : (StrRef){"", 0};
}

static MlirLogicalResult addWeight(Encoder *encoder, MlirOperation op) {
  RelaxWeight weight = {.name = relaxWeightGetSymName(op),
                        .kind = RELAX_WEIGHT_PREPARED};
  if (mlirLogicalResultIsFailure(fillType(op, relaxWeightGetType(op), &weight)))
    return mlirLogicalResultFailure();
  MlirAttribute path = relaxWeightGetPath(op);
  if (path.ptr) {
    MlirAttribute offset = relaxWeightGetOffset(op);
    weight.kind = RELAX_WEIGHT_FILE;
    weight.path = textOf(path);
    weight.offset =
        offset.ptr ? (uint64_t)mlirIntegerAttrGetValueInt(offset) : 0;
    weight.entry = textOf(relaxWeightGetEntry(op));
    weight.sha256 = textOf(relaxWeightGetSha256(op));
  }
  char *key = (char *)arenaCopyString(encoder->arena, weight.name).data;
  shput(encoder->weights, key,
        relaxProgramAddWeight(encoder->program, &weight));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult encoderAddWeights(Encoder *encoder) {
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(encoder->module));
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsWeight(op) && mlirLogicalResultIsFailure(addWeight(encoder, op)))
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
  StrBuf name = {0};
  strBufAppendFormat(&name, "constant.%u", encoder->numInline++);
  RelaxWeight weight = {
      .name = arenaCopyString(encoder->arena, (StrRef){name.data, name.length}),
      .kind = RELAX_WEIGHT_INLINE};
  strBufFree(&name);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (mlirLogicalResultIsFailure(fillType(op, type, &weight)))
    return mlirLogicalResultFailure();
  if (!mlirAttributeIsADenseElements(elements))
    return bridgeEmitOpError(op, "elements: expected dense values of a type "
                                 "that the runtime supports");
  copyElements(encoder, elements, &weight);
  *index = relaxProgramAddWeight(encoder->program, &weight);
  return mlirLogicalResultSuccess();
}
