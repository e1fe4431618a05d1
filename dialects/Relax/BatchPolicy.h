//===- BatchPolicy.h - tables of batching policies ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_BATCHPOLICY_H
#define RELAX_DIALECTS_RELAX_BATCHPOLICY_H

#include "lib/Bridge/Core/Bridge.h"
#include "lib/Runtime/Batch/Table.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The text of a `relax.batch_policy`, appended line by line.
void relaxBatchPolicyText(MlirOperation policy, StrBuf *out);
/// Its table, which is empty before. False with a message that names the line;
/// what has been verified gives none.
bool relaxBatchPolicyRead(MlirOperation policy, BatchTable *table,
                          RelaxError *error);
/// The `relax.batch_policy` of that name in a module; null if there is none.
MlirOperation relaxBatchPolicyFind(MlirModule module, StrRef name);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_BATCHPOLICY_H
