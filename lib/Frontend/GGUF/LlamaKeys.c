//===- LlamaKeys.c - numbers of a model file -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Llama.h"

#include <inttypes.h>

static bool missing(LlamaModel *model, const char *key) {
  return !relaxErrorIsSet(model->error) &&
         relaxFail(model->error, "key '%s' is missing", key);
}

bool llamaInteger(LlamaModel *model, const char *key, int64_t absent,
                  int64_t low, int64_t high, int64_t *out) {
  *out = absent;
  if (!ggufGetInteger(model->file, key, out, model->error) &&
      (absent < 0 || relaxErrorIsSet(model->error)))
    return missing(model, key);
  if (*out >= low && *out <= high)
    return true;
  return relaxFail(model->error,
                   "key '%s': expected %" PRId64 " to %" PRId64
                   ", got %" PRId64,
                   key, low, high, *out);
}

bool llamaPositive(LlamaModel *model, const char *key, double absent,
                   double *out) {
  *out = absent;
  if (!ggufGetFloat(model->file, key, out, model->error) &&
      (!(absent > 0) || relaxErrorIsSet(model->error)))
    return missing(model, key);
  if (*out > 0 && *out < 1e30)
    return true;
  return relaxFail(model->error, "key '%s': expected a number above 0, got %g",
                   key, *out);
}
