//===- WeightDescription.c - a weight as the runtime knows it -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/WeightDescription.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Analysis/ElementType.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Runtime/Tensor.h"

static StrRef textOf(MlirAttribute attribute) {
  return attribute.ptr ? bridgeText(attribute) : strRefFromC("");
}

RelaxWeightProblem relaxWeightDescribeType(MlirType type, RelaxWeight *weight) {
  RelaxTensorInfo info;
  size_t bytes;
  relaxTensorInfo(type, &info);
  if (!relaxElementDType(info.elementType, &weight->dtype) ||
      info.rank > RELAX_MAX_RANK)
    return RELAX_WEIGHT_TYPE;
  weight->rank = (int32_t)info.rank;
  for (intptr_t i = 0; i < info.rank; ++i)
    symAttributeIsConst(info.dims[i], &weight->dims[i]);
  if (!relaxTensorBytes(weight->dtype, weight->rank, weight->dims, &bytes))
    return RELAX_WEIGHT_SIZE;
  weight->numBytes = bytes;
  return RELAX_WEIGHT_FINE;
}

RelaxWeightProblem relaxWeightDescribe(MlirOperation op, RelaxWeight *weight) {
  MlirAttribute path = relaxWeightGetPath(op);
  *weight = (RelaxWeight){.name = relaxWeightGetSymName(op),
                          .kind = path.ptr ? RELAX_WEIGHT_FILE
                                           : RELAX_WEIGHT_PREPARED};
  if (path.ptr) {
    MlirAttribute offset = relaxWeightGetOffset(op);
    weight->path = textOf(path);
    weight->entry = textOf(relaxWeightGetEntry(op));
    weight->sha256 = textOf(relaxWeightGetSha256(op));
    weight->offset =
        offset.ptr ? (uint64_t)mlirIntegerAttrGetValueInt(offset) : 0;
  }
  return relaxWeightDescribeType(relaxWeightGetType(op), weight);
}
