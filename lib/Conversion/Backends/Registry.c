//===- Registry.c - the back ends that are known --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Backends/Backends.h"
#include "lib/Conversion/Backends/Region.h"

#include "dialects/Relax/Target.h"
#include <assert.h>

enum { MAX_BACKENDS = 32 };

/// Written while plugins are loaded, before any pass runs.
static const RelaxBackendCompiler *loaded[MAX_BACKENDS];
static size_t numLoaded;

static const RelaxBackendCompiler *const own[] = {
    &relaxBackendCompilerC, &relaxBackendCompilerJsonGraph};
enum { NUM_OWN = sizeof(own) / sizeof(*own) };

void relaxRegisterBackend(const RelaxBackendCompiler *backend) {
  assert(numLoaded < MAX_BACKENDS && "as many as a process may load");
  loaded[numLoaded++] = backend;
}

const RelaxBackendCompiler *relaxFindBackend(StrRef name) {
  for (size_t i = 0; i < numLoaded; ++i)
    if (strRefEqual(name, strRefFromC(loaded[i]->name)))
      return loaded[i];
  for (size_t i = 0; i < NUM_OWN; ++i)
    if (strRefEqual(name, strRefFromC(own[i]->name)))
      return own[i];
  return NULL;
}

void relaxBackendNames(StrBuf *out) {
  for (size_t i = 0; i < NUM_OWN; ++i)
    strBufAppendFormat(out, "%s'%s'", i ? ", " : "", own[i]->name);
  for (size_t i = 0; i < numLoaded; ++i)
    strBufAppendFormat(out, ", '%s'", loaded[i]->name);
}

//===----------------------------------------------------------------------===//
// What back ends ask of a region
//===----------------------------------------------------------------------===//

ptrdiff_t relaxRegionConstant(const RelaxRegion *region, MlirValue value) {
  for (size_t i = 0; mlirValueIsAOpResult(value) && i < region->numConstants;
       ++i)
    if (mlirOperationEqual(mlirOpResultGetOwner(value), region->constants[i]))
      return (ptrdiff_t)i;
  return -1;
}

ptrdiff_t relaxRegionInput(const RelaxRegion *region, MlirValue value) {
  return mlirValueIsABlockArgument(value) &&
                 mlirBlockEqual(mlirBlockArgumentGetOwner(value),
                                regionBody(region->function))
             ? mlirBlockArgumentGetArgNumber(value)
             : -1;
}

MlirAttribute relaxRegionOption(const RelaxRegion *region, const char *name) {
  MlirAttribute options = relaxTargetRead(region->target).options;
  return options.ptr ? mlirDictionaryAttrGetElementByName(
                           options, mlirStringRefCreateFromCString(name))
                     : options;
}
