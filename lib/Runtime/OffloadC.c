//===- OffloadC.c - the back end of C files -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An artefact is a C file (lib/Conversion/Backends/C) whose first line names
// its function. Whoever runs the program has built and linked it: the name has
// a part that depends on the text, so that one of another text is not found.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Offload.h"
#include "lib/Runtime/RegionC.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Region {
  RelaxRegionFunction function;
  const void **constants;
} Region;

/// `// relax_region_NAME` is the first line.
static bool nameOf(const RelaxBackendArtefact *artefact, char *name,
                   size_t room) {
  const char *line = artefact->text;
  size_t length = strcspn(line, "\n");
  if (strncmp(line, "// ", 3) != 0 || length - 3 >= room)
    return false;
  memcpy(name, line + 3, length - 3);
  name[length - 3] = 0;
  return true;
}

static int32_t say(RelaxBackendMessage *message, int32_t status,
                   const char *format, const char *what) {
  snprintf(message->text, sizeof message->text, format, what);
  return status;
}

static int32_t create(const RelaxBackendArtefact *artefact, void **engine,
                      RelaxBackendMessage *message) {
  char name[200];
  if (!nameOf(artefact, name, sizeof name))
    return say(message, RELAX_BACKEND_FAILED,
               "'@%s' does not begin with the name of a function",
               artefact->name);
  // POSIX: a pointer to data is one to a function.
  void *address =
      artefact->find ? artefact->find(artefact->findUser, name) : NULL;
  if (!address)
    return say(message, RELAX_BACKEND_FAILED,
               "no library that is loaded has '%s': build its C file", name);
  Region *region = calloc(1, sizeof *region);
  const void **constants =
      calloc(artefact->numConstants + 1, sizeof *constants);
  if (!region || !constants) {
    free(region);
    free(constants);
    return RELAX_BACKEND_OUT_OF_MEMORY;
  }
  memcpy(&region->function, &address, sizeof address);
  for (size_t i = 0; i < artefact->numConstants; ++i)
    constants[i] = artefact->constants[i].data;
  region->constants = constants;
  *engine = region;
  return RELAX_BACKEND_OK;
}

/// The function takes extents of the inputs as they lie in the tensors.
static int32_t run(void *engine, const RelaxBackendTensor *inputs,
                   size_t numInputs, const RelaxBackendTensor *outputs,
                   size_t numOutputs, RelaxBackendMessage *message) {
  const Region *region = engine;
  const void **data = calloc(numInputs + numOutputs + 1, sizeof *data);
  const int64_t **dims = calloc(numInputs + 1, sizeof *dims);
  int32_t status = RELAX_REGION_OUT_OF_MEMORY;
  if (data && dims) {
    for (size_t i = 0; i < numInputs; ++i) {
      data[i] = inputs[i].data;
      dims[i] = inputs[i].dims;
    }
    for (size_t i = 0; i < numOutputs; ++i)
      data[numInputs + i] = outputs[i].data;
    status = region->function(data, dims, region->constants,
                              (void *const *)(data + numInputs));
  }
  free(data);
  free(dims);
  return status == RELAX_REGION_OK ? RELAX_BACKEND_OK
         : status == RELAX_REGION_OUT_OF_MEMORY
             ? RELAX_BACKEND_OUT_OF_MEMORY
             : say(message, RELAX_BACKEND_FAILED, "%s",
                   "the C function returned an error");
}

static void destroy(void *engine) {
  Region *region = engine;
  free(region->constants);
  free(region);
}

const RelaxBackend relaxBackendC = {.version = RELAX_BACKEND_VERSION,
                                    .name = "c",
                                    .create = create,
                                    .run = run,
                                    .destroy = destroy};
