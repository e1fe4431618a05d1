//===- Registry.c - the back ends that are known --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Blocks.h"
#include "lib/Conversion/Backends/Backends.h"

#include <assert.h>

enum { MAX_BACKENDS = 32 };

/// Written while plugins are loaded, before any pass runs.
static const RelaxBackendCompiler *loaded[MAX_BACKENDS];
static size_t numLoaded;

static const RelaxBackendCompiler *const own[] = {
    &relaxBackendCompilerC, &relaxBackendCompilerOneDNN,
    &relaxBackendCompilerOpenBLAS};
enum { NUM_OWN = sizeof(own) / sizeof(*own) };

void relaxRegisterBackend(const RelaxBackendCompiler *backend) {
  assert(numLoaded < MAX_BACKENDS && "as many as a process may load");
  loaded[numLoaded++] = backend;
}

const RelaxBackendCompiler *relaxFindBackend(StrRef name) {
  for (size_t i = 0; i < numLoaded; ++i)
    if (strRefIs(name, loaded[i]->name))
      return loaded[i];
  for (size_t i = 0; i < NUM_OWN; ++i)
    if (strRefIs(name, own[i]->name))
      return own[i];
  return NULL;
}

void relaxBackendNames(StrBuf *out) {
  for (size_t i = 0; i < NUM_OWN; ++i)
    strBufAppendFormat(out, "%s'%s'", i ? ", " : "", own[i]->name);
  for (size_t i = 0; i < numLoaded; ++i)
    strBufAppendFormat(out, ", '%s'", loaded[i]->name);
}
