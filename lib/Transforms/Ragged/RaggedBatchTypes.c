//===- RaggedBatchTypes.c - types of a function that becomes ragged -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Ragged.h"
#include "lib/Transforms/Ragged/RaggedBatchState.h"

bool raggedBatchHas(const RaggedBatch *r, MlirType type) {
  return symTypeHasSymbol(type, r->extentName) ||
         symTypeHasSymbol(type, r->batchName);
}

bool raggedBatchLeads(const RaggedBatch *r, MlirType type) {
  const MlirAttribute *dims;
  return symTypeDims(type, &dims) > 0 && mlirAttributeEqual(dims[0], r->batch);
}

MlirType raggedBatchType(RaggedBatch *r, MlirType type) {
  const MlirAttribute *dims;
  intptr_t rank = symTypeDims(type, &dims);
  StrRef name;
  for (intptr_t d = 1; d < rank; ++d)
    if (symAttributeIsSymbol(dims[d], &name) && strRefEqual(name, r->batchName))
      return (MlirType){NULL};
  if (!raggedBatchLeads(r, type))
    return raggedBatchHas(r, type) ? (MlirType){NULL} : type;
  SymExpr entry = relaxTableEntry(r->run->arena, r->extentName);
  SymMap map = {.arena = r->run->arena,
                .names = &r->extentName,
                .values = &entry,
                .count = 1};
  type = symSubstituteType(&map, type);
  return map.status == SYM_OK ? type : (MlirType){NULL};
}
