//===- BatchPolicy.c - rules of batching policies -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BatchPolicy.h"
#include "dialects/Relax/BatchPolicy.gen.h"
#include "lib/Bridge/Core/Blocks.h"

void relaxBatchPolicyText(MlirOperation policy, StrBuf *out) {
  MlirAttribute lines = relaxBatchPolicyGetTable(policy);
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(lines); ++i) {
    strBufAppend(out, bridgeText(mlirArrayAttrGetElement(lines, i)));
    strBufAppendC(out, "\n");
  }
}

bool relaxBatchPolicyRead(MlirOperation policy, BatchTable *table,
                          RelaxError *error) {
  StrBuf text = {0};
  relaxBatchPolicyText(policy, &text);
  bool good =
      batchTableParse((StrRef){strBufText(&text), text.length}, table, error);
  strBufFree(&text);
  return good;
}

MlirOperation relaxBatchPolicyFind(MlirModule module, StrRef name) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (op.ptr && !(relaxIsBatchPolicy(op) &&
                     strRefEqual(relaxBatchPolicyGetSymName(op), name)))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

MlirLogicalResult relaxBatchPolicyVerify(MlirOperation op) {
  BatchTable table = {0};
  RelaxError error = {0};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (!relaxBatchPolicyRead(op, &table, &error))
    outcome = bridgeEmitOpError(op, "table: %s", relaxErrorText(&error));
  batchTableFree(&table);
  relaxErrorFree(&error);
  return outcome;
}
