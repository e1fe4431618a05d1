// A back end for tests: it doubles its input, and its option `fault` says what goes wrong.
#include "Backend.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef VERSION
#define VERSION RELAX_BACKEND_VERSION
#endif

static const char *faultOf(const RelaxBackendArtefact *artefact) {
  for (const char *const *option = artefact->options; *option; ++option)
    if (strncmp(*option, "fault=", 6) == 0)
      return *option + 6;
  return "";
}

static int32_t create(const RelaxBackendArtefact *artefact, void **engine, RelaxBackendMessage *message) {
  const char *fault = faultOf(artefact);
  if (!strcmp(fault, "create")) {
    memset(message->text, 'x', sizeof message->text); // a text that does not end
    return RELAX_BACKEND_FAILED;
  }
  if (!strcmp(fault, "create memory"))
    return RELAX_BACKEND_OUT_OF_MEMORY;
  *engine = strdup(fault);
  return RELAX_BACKEND_OK;
}

static int32_t extents(void *engine, const RelaxBackendTensor *inputs, size_t numInputs, int64_t *const *dims, size_t numOutputs,
                       RelaxBackendMessage *message) {
  (void)numInputs, (void)numOutputs, (void)message;
  for (int32_t i = 0; i < inputs[0].rank; ++i)
    dims[0][i] = inputs[0].dims[i] + !strcmp(engine, "lie");
  return strcmp(engine, "extents") ? RELAX_BACKEND_OK : RELAX_BACKEND_UNSUPPORTED;
}

static int32_t run(void *engine, const RelaxBackendTensor *inputs, size_t numInputs, const RelaxBackendTensor *outputs,
                   size_t numOutputs, RelaxBackendMessage *message) {
  (void)numInputs, (void)numOutputs;
  const float *x = inputs[0].data;
  float *y = outputs[0].data;
  for (size_t i = 0; i < inputs[0].bytes / sizeof *x; ++i)
    y[i] = 2 * x[i];
  if (!strcmp(engine, "nan") && inputs[0].bytes)
    y[0] = NAN;
  if (!strcmp(engine, "run")) {
    snprintf(message->text, sizeof message->text, "the device is gone");
    return RELAX_BACKEND_FAILED;
  }
  return strcmp(engine, "run memory") ? RELAX_BACKEND_OK : RELAX_BACKEND_OUT_OF_MEMORY;
}

static void destroy(void *engine) { free(engine); }

static const RelaxBackend faulty = {.version = VERSION,
                                    .name = "faulty",
                                    .create = create,
                                    .extents = extents,
                                    .run = run,
#ifndef NO_DESTROY
                                    .destroy = destroy
#endif
};
RELAX_BACKEND(faulty)
