//===- Policy.c - a policy of batching that an option names ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Policy.h"
#include "tools/run/BatchTables.h"

#include <string.h>

bool runPolicyRead(const char *text, const char *module,
                   const BatchPolicy **policy, BatchTable *table,
                   RelaxError *error) {
  const char *colon = strchr(text, ':');
  StrRef name = {text, colon ? (size_t)(colon - text) : strlen(text)};
  *policy = batchPolicyFind(name);
  if (!*policy || (*policy)->needsTable != (colon && colon[1])) {
    StrBuf known = {0};
    for (int i = 0; i < BATCH_NUM_POLICIES; ++i)
      strBufAppendFormat(&known, "%s%s%s", i ? ", " : "",
                         batchPolicyAt(i)->name,
                         batchPolicyAt(i)->needsTable ? ":TABLE" : "");
    relaxFail(error, "option '--policy': expected one of %s, got '%s'",
              strBufText(&known), text);
    strBufFree(&known);
    return false;
  }
  return !colon || runBatchTableRead(colon + 1, module, table, error);
}
