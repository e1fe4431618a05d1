//===- Tuple.c - rules of tuples ------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Tuple.gen.h"
#include "lib/Bridge/Core/Blocks.h"

bool relaxTupleInferTypes(RelaxDims *dims, const RelaxTupleArgs *args,
                          MlirType *results) {
  MlirType *parts = ARENA_ARRAY(dims->arena, MlirType, args->numFields);
  for (intptr_t i = 0; i < args->numFields; ++i)
    parts[i] = mlirValueGetType(args->fields[i]);
  results[0] = mlirTupleTypeGet(relaxDimsContext(dims), args->numFields, parts);
  return true;
}

bool relaxTupleGetInferTypes(RelaxDims *dims, const RelaxTupleGetArgs *args,
                             MlirType *results) {
  MlirType tuple = mlirValueGetType(args->tuple);
  int64_t index = args->index;
  intptr_t count = mlirTupleTypeGetNumTypes(tuple);
  if (index < 0 || index >= count)
    return relaxDimsError(dims, "index %lld: the tuple has %ld fields",
                          (long long)index, (long)count);
  results[0] = mlirTupleTypeGetType(tuple, (intptr_t)index);
  return true;
}

/// A field of a tuple that is made here is the operand itself.
bool relaxTupleGetFold(MlirOperation op, const MlirAttribute *constants,
                       MlirAttribute *attribute, MlirValue *value) {
  (void)constants;
  (void)attribute;
  MlirValue tuple = relaxTupleGetGetTuple(op);
  if (!mlirValueIsAOpResult(tuple))
    return false;
  MlirOperation maker = mlirOpResultGetOwner(tuple);
  if (!relaxIsTuple(maker))
    return false;
  *value = relaxTupleGetFields(maker, (intptr_t)relaxTupleGetGetIndex(op));
  // A declared type may know more than the operand's.
  return mlirTypeEqual(mlirValueGetType(*value), bridgeResultType(op));
}
