//===- OldBroadcast.c - broadcasting before operator set 7 ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "lib/Frontend/ONNX/Import/Importer.h"

bool importOldBroadcast(Importer *importer, MlirValue lhs, MlirValue *rhs) {
  const Onnx__AttributeProto *given;
  int64_t ignored, axis;
  if (importer->opset >= 7)
    return true;
  if (!importInt(importer, "broadcast", 0, &ignored) ||
      !IMPORT_ATTRIBUTE(importer, "axis", INT, &given))
    return false;
  RelaxTensorInfo a = relaxTensorInfoOf(lhs), b = relaxTensorInfoOf(*rhs);
  if (!given)
    return true;
  if (!a.ranked || !b.ranked)
    return importOperandError(importer, a.ranked ? 1 : 0, a.ranked ? *rhs : lhs,
                              "expected a known rank");
  if (!importAxis(importer, given->i, a.rank, &axis))
    return false;
  if (axis + b.rank > a.rank)
    return importError(importer,
                       "axis %lld: %ld dimensions do not fit into rank %ld",
                       (long long)axis, (long)b.rank, (long)a.rank);
  intptr_t rank = a.rank - axis;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = i < b.rank ? b.dims[i] : symConstAttribute(importer->context, 1);
  if (rank == b.rank)
    return true;
  RelaxReshapeArgs args = {.input = *rhs,
                           .resultType =
                               relaxTensorTypeOf(b.elementType, rank, dims)};
  return IMPORT_HELPER(importer, "aligned", Reshape, &args, rhs);
}
