//===- Backend.c - the back end of oneDNN ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Option of the target: `plans`, how many shape classes an engine keeps (16);
// the one that was used longest ago goes first.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/OneDNN/OneDNN.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Of whatever OpenMP the library runs on, if any.
extern void omp_set_num_threads(int threads) __attribute__((weak));
extern int omp_get_max_threads(void) __attribute__((weak));

static const char *describe(void) {
  static char text[64];
  const dnnl_version_t *version = dnnl_version();
  snprintf(text, sizeof text, "oneDNN %d.%d.%d", version->major, version->minor,
           version->patch);
  return text;
}

//===----------------------------------------------------------------------===//
// Engines
//===----------------------------------------------------------------------===//

static void destroy(void *object) {
  DnnEngine *engine = object;
  if (!engine)
    return;
  for (size_t i = 0; i < engine->numPlans; ++i)
    dnnPlanDestroy(engine->plans[i]);
  for (size_t i = 0; i < engine->numWeights; ++i)
    dnnl_memory_destroy(engine->weights[i].memory);
  if (engine->stream)
    dnnl_stream_destroy(engine->stream);
  if (engine->cpu)
    dnnl_engine_destroy(engine->cpu);
  jsonGraphFree(&engine->graph);
  free(engine->plans);
  free(engine->weights);
  free(engine->constants);
  free(engine);
}

static bool readPlans(const RelaxBackendArtefact *artefact, DnnEngine *engine,
                      RelaxBackendMessage *message) {
  static const char name[] = "plans=";
  enum { USUAL = 16, MOST = 4096 };
  long number = USUAL;
  for (const char *const *option = artefact->options; option && *option;
       ++option) {
    if (strncmp(*option, name, sizeof name - 1) != 0)
      return jsonGraphFail(message, "there is no option '%s'", *option);
    char *end;
    number = strtol(*option + sizeof name - 1, &end, 10);
    if (*end || number < 1 || number > MOST)
      return jsonGraphFail(message, "'plans': expected 1 to %d", MOST);
  }
  engine->mostPlans = (size_t)number;
  engine->plans = calloc(engine->mostPlans, sizeof(DnnPlan *));
  return engine->plans || jsonGraphFail(message, "out of memory");
}

/// What is loaded may be another library than this was built for, whose
/// structures and names are those of later minor versions only.
static bool checkVersion(RelaxBackendMessage *message) {
  const dnnl_version_t *version = dnnl_version();
  return (version->major == DNNL_VERSION_MAJOR &&
          version->minor >= DNNL_VERSION_MINOR) ||
         jsonGraphFail(message, "built for oneDNN %d, from %d.%d on: found %s",
                       DNNL_VERSION_MAJOR, DNNL_VERSION_MAJOR,
                       DNNL_VERSION_MINOR, describe());
}

static int32_t create(const RelaxBackendArtefact *artefact, void **out,
                      RelaxBackendMessage *message) {
  if (!checkVersion(message))
    return RELAX_BACKEND_UNSUPPORTED;
  DnnEngine *engine = calloc(1, sizeof *engine);
  if (!engine)
    return RELAX_BACKEND_OUT_OF_MEMORY;
  engine->threads = artefact->threads;
  engine->constants = jsonGraphKeepConstants(artefact);
  bool good = engine->constants && readPlans(artefact, engine, message) &&
              jsonGraphRead(artefact, &engine->graph, message) &&
              dnnCheck(message, dnnl_engine_create(&engine->cpu, dnnl_cpu, 0),
                       "engine") &&
              dnnCheck(message,
                       dnnl_stream_create(&engine->stream, engine->cpu,
                                          dnnl_stream_default_flags),
                       "stream");
  if (!good) {
    destroy(engine);
    return RELAX_BACKEND_FAILED;
  }
  *out = engine;
  return RELAX_BACKEND_OK;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// A place for one more plan: the one that was used longest ago gives way.
static DnnPlan **placeForPlan(DnnEngine *engine) {
  if (engine->numPlans < engine->mostPlans)
    return &engine->plans[engine->numPlans++];
  size_t oldest = 0;
  for (size_t i = 1; i < engine->numPlans; ++i)
    if (engine->plans[i]->used < engine->plans[oldest]->used)
      oldest = i;
  dnnPlanDestroy(engine->plans[oldest]);
  return &engine->plans[oldest];
}

static DnnPlan *planFor(DnnEngine *engine, const RelaxBackendTensor *inputs,
                        RelaxBackendMessage *message) {
  for (size_t i = 0; i < engine->numPlans; ++i)
    if (dnnPlanFits(engine->plans[i], inputs))
      return engine->plans[i];
  DnnPlan *plan = dnnPlanCreate(engine, inputs, message);
  if (plan)
    *placeForPlan(engine) = plan;
  return plan;
}

static int32_t run(void *object, const RelaxBackendTensor *inputs,
                   size_t numInputs, const RelaxBackendTensor *outputs,
                   size_t numOutputs, RelaxBackendMessage *message) {
  DnnEngine *engine = object;
  int before = 0;
  if (!jsonGraphTakes(&engine->graph, numInputs, numOutputs, message))
    return RELAX_BACKEND_FAILED;
  if (engine->threads > 0 && omp_set_num_threads && omp_get_max_threads) {
    before = omp_get_max_threads();
    omp_set_num_threads(engine->threads);
  }
  DnnPlan *plan = planFor(engine, inputs, message);
  bool good = plan != NULL;
  if (good) {
    plan->used = ++engine->calls;
    good =
        jsonGraphFitsOutputs(&engine->graph, plan->shapes, outputs, message) &&
        dnnPlanRun(plan, inputs, outputs, message);
  }
  if (before > 0)
    omp_set_num_threads(before);
  return good ? RELAX_BACKEND_OK : RELAX_BACKEND_FAILED;
}

static int64_t bytes(void *object, const RelaxBackendTensor *inputs,
                     size_t numInputs, RelaxBackendMessage *message) {
  DnnEngine *engine = object;
  if (!jsonGraphTakes(&engine->graph, numInputs,
                      (size_t)engine->graph.numResults, message))
    return -1;
  DnnPlan *plan = planFor(engine, inputs, message);
  return plan && plan->bytes <= INT64_MAX ? (int64_t)plan->bytes : -1;
}

/// Packed constants stay.
static void forget(void *object) {
  DnnEngine *engine = object;
  while (engine && engine->numPlans)
    dnnPlanDestroy(engine->plans[--engine->numPlans]);
}

static const RelaxBackend backend = {.version = RELAX_BACKEND_VERSION,
                                     .name = "onednn",
                                     .describe = describe,
                                     .create = create,
                                     .run = run,
                                     .destroy = destroy,
                                     .bytes = bytes,
                                     .forget = forget};

RELAX_BACKEND(backend)
