//===- Artefact.c - calls of back ends as calls of the runtime ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The runtime's function `relax.call_artefact` makes its results by what stands
// in its attributes: no rule says what a region returns.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Artefact.gen.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

static MlirNamedAttribute entry(MlirContext context, const char *name,
                                MlirAttribute value) {
  return mlirNamedAttributeGet(
      mlirIdentifierGet(context, mlirStringRefCreateFromCString(name)), value);
}

static MlirAttribute typeName(MlirContext context, MlirType type) {
  StrBuf text = {0};
  bridgePrintType(type, &text);
  MlirAttribute name = mlirStringAttrGet(
      context, strRefToMlir((StrRef){text.data, text.length}));
  strBufFree(&text);
  return name;
}

MlirAttribute relaxArtefactArguments(RelaxLegalizer *legalizer,
                                     MlirOperation op) {
  MlirContext context = legalizer->context;
  intptr_t count = mlirOperationGetNumResults(op) - 1, numDims = 0;
  for (intptr_t i = 1; i <= count; ++i)
    numDims += relaxTensorInfoOf(mlirOperationGetResult(op, i)).rank;
  MlirAttribute *types = ARENA_ARRAY(legalizer->arena, MlirAttribute, count);
  int64_t *ranks = ARENA_ARRAY(legalizer->arena, int64_t, count);
  MlirAttribute *dims = ARENA_ARRAY(legalizer->arena, MlirAttribute, numDims);
  numDims = 0;
  for (intptr_t i = 0; i < count; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, i + 1));
    types[i] = typeName(context, info.elementType);
    ranks[i] = info.rank;
    for (intptr_t d = 0; d < info.rank; ++d)
      dims[numDims++] = info.dims[d];
  }
  MlirNamedAttribute entries[] = {
      entry(context, "artefact", relaxCallArtefactGetArtefact(op)),
      entry(context, "constants",
            mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64),
                               relaxCallArtefactGetNumConstants(op))),
      entry(context, "dims", mlirArrayAttrGet(context, numDims, dims)),
      entry(context, "ranks", mlirDenseI64ArrayGet(context, count, ranks)),
      entry(context, "types", mlirArrayAttrGet(context, count, types))};
  return mlirDictionaryAttrGet(context, sizeof(entries) / sizeof(*entries),
                               entries);
}
