//===- Plan.c - the primitives of a region for one shape class ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/OneDNN/OneDNN.h"

#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

/// The library has other ideas of tensors without elements.
static bool hasNothing(const DnnPlan *plan) {
  bool nothing = false;
  for (int i = 0; i < jsonGraphValues(&plan->engine->graph); ++i)
    nothing |= jsonGraphElements(&plan->shapes[i]) == 0;
  return nothing;
}

static bool isResult(const JsonGraph *graph, int value) {
  bool is = false;
  for (int i = 0; i < graph->numResults; ++i)
    is |= graph->results[i] == value;
  return is;
}

enum { ALIGNMENT = 64 };

/// Rounded up; false above what there is.
static bool sizeOf(size_t bytes, size_t *out) {
  *out = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  return bytes <= SIZE_MAX - ALIGNMENT;
}

/// Row-major, and neither comes in nor goes out.
static bool isInside(const DnnPlan *plan, int value) {
  return value >= dnnNumGiven(plan->engine) && plan->isPlain[value] &&
         !isResult(&plan->engine->graph, value);
}

static bool plainBytes(const DnnPlan *plan, int value, size_t *out) {
  size_t bytes = sizeof(float);
  for (int d = 0; d < plan->shapes[value].rank; ++d)
    if (__builtin_mul_overflow(bytes, (size_t)plan->shapes[value].dims[d],
                               &bytes))
      return false;
  return sizeOf(bytes, out);
}

static bool ownedBytes(const DnnPlan *plan, size_t number, size_t *out) {
  const_dnnl_memory_desc_t desc;
  return dnnl_memory_get_memory_desc(plan->owned[number], &desc) ==
             dnnl_success &&
         sizeOf(dnnl_memory_desc_get_size(desc), out);
}

/// All that the plan has for itself while it runs.
static bool countBytes(DnnPlan *plan) {
  size_t bytes;
  bool good = sizeOf(plan->scratchBytes, &plan->bytes);
  for (int v = 0; v < jsonGraphValues(&plan->engine->graph) && good; ++v)
    good = !isInside(plan, v) ||
           (plainBytes(plan, v, &bytes) &&
            !__builtin_add_overflow(plan->bytes, bytes, &plan->bytes));
  for (size_t i = 0; i < plan->numOwned && good; ++i)
    good = ownedBytes(plan, i, &bytes) &&
           !__builtin_add_overflow(plan->bytes, bytes, &plan->bytes);
  return good || jsonGraphFail(plan->message, "out of memory");
}

static void *take(size_t bytes, bool *good) {
  void *data = aligned_alloc(ALIGNMENT, bytes ? bytes : ALIGNMENT);
  *good &= data != NULL;
  return data;
}

/// What is there already stays.
static bool allocate(DnnPlan *plan) {
  size_t bytes = 0;
  bool good = true;
  for (int v = 0; v < jsonGraphValues(&plan->engine->graph) && good; ++v)
    if (isInside(plan, v) && !plan->data[v])
      plan->data[v] = take(plainBytes(plan, v, &bytes) ? bytes : 0, &good);
  for (size_t i = 0; i < plan->numOwned && good; ++i) {
    void *data = NULL;
    dnnl_memory_get_data_handle(plan->owned[i], &data);
    if (!data)
      dnnl_memory_set_data_handle(
          plan->owned[i], take(ownedBytes(plan, i, &bytes) ? bytes : 0, &good));
  }
  sizeOf(plan->scratchBytes, &bytes);
  if (good && bytes && !plan->scratchData)
    plan->scratchData = take(bytes, &good);
  for (size_t i = 0; i < plan->numScratch && good; ++i)
    dnnl_memory_set_data_handle(plan->scratch[i], plan->scratchData);
  plan->ready = good;
  return good;
}

static bool build(DnnPlan *plan) {
  const JsonGraph *graph = &plan->engine->graph;
  for (int v = 0; v < dnnNumGiven(plan->engine); ++v)
    plan->isPlain[v] = true;
  for (int c = 0; c < graph->numConstants; ++c)
    plan->data[graph->numInputs + c] = plan->engine->constants[c].data;
  bool good = true;
  for (int i = 0; i < graph->numNodes && good; ++i)
    good = dnnAppendNode(plan, i);
  return good && dnnFinishResults(plan) && countBytes(plan);
}

DnnPlan *dnnPlanCreate(DnnEngine *engine, const RelaxBackendTensor *inputs,
                       RelaxBackendMessage *message) {
  size_t count = (size_t)jsonGraphValues(&engine->graph) + 1;
  DnnPlan *plan = calloc(1, sizeof *plan);
  if (!plan) {
    jsonGraphFail(message, "out of memory");
    return NULL;
  }
  *plan = (DnnPlan){.engine = engine,
                    .message = message,
                    .shapes = calloc(count, sizeof *plan->shapes),
                    .blocked = calloc(count, sizeof *plan->blocked),
                    .isPlain = calloc(count, sizeof *plan->isPlain),
                    .data = calloc(count, sizeof *plan->data)};
  bool good = (plan->shapes && plan->blocked && plan->isPlain && plan->data) ||
              jsonGraphFail(message, "out of memory");
  good = good && jsonGraphShapes(&engine->graph, inputs, engine->constants,
                                 plan->shapes, message);
  plan->plain = good && hasNothing(plan);
  if (good && !plan->plain)
    good = build(plan);
  plan->message = NULL;
  if (good)
    return plan;
  dnnPlanDestroy(plan);
  return NULL;
}

void dnnPlanDestroy(DnnPlan *plan) {
  const JsonGraph *graph = &plan->engine->graph;
  for (size_t i = 0; i < plan->numSteps; ++i)
    if (plan->steps[i].primitive)
      dnnl_primitive_destroy(plan->steps[i].primitive);
  for (size_t i = 0; i < plan->numBindings; ++i)
    dnnl_memory_destroy(plan->bindings[i].memory);
  for (size_t i = 0; i < plan->numOwned; ++i) {
    void *data = NULL;
    dnnl_memory_get_data_handle(plan->owned[i], &data);
    dnnl_memory_destroy(plan->owned[i]);
    free(data);
  }
  for (size_t i = 0; i < plan->numScratch; ++i)
    dnnl_memory_destroy(plan->scratch[i]);
  free(plan->scratchData);
  free(plan->scratch);
  for (int v = dnnNumGiven(plan->engine);
       plan->data && v < jsonGraphValues(graph); ++v)
    if (!isResult(graph, v))
      free(plan->data[v]);
  free(plan->steps);
  free(plan->bindings);
  free(plan->owned);
  free(plan->shapes);
  free(plan->blocked);
  free(plan->isPlain);
  free(plan->data);
  free(plan);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

bool dnnPlanFits(const DnnPlan *plan, const RelaxBackendTensor *inputs) {
  bool fits = true;
  for (int i = 0; i < plan->engine->graph.numInputs && fits; ++i) {
    fits = inputs[i].rank == plan->shapes[i].rank;
    for (int d = 0; d < inputs[i].rank && fits; ++d)
      fits = inputs[i].dims[d] == plan->shapes[i].dims[d];
  }
  return fits;
}

static void bindData(DnnPlan *plan, const RelaxBackendTensor *inputs,
                     const RelaxBackendTensor *outputs) {
  const JsonGraph *graph = &plan->engine->graph;
  for (int i = 0; i < graph->numInputs; ++i)
    plan->data[i] = inputs[i].data;
  for (int i = graph->numResults; i > 0; --i)
    plan->data[graph->results[i - 1]] = outputs[i - 1].data;
  for (size_t i = 0; i < plan->numBindings; ++i)
    dnnl_memory_set_data_handle(plan->bindings[i].memory,
                                plan->data[plan->bindings[i].value]);
}

/// A value that is two results was written to the first one.
static void copyAgain(const DnnPlan *plan, const RelaxBackendTensor *outputs) {
  const JsonGraph *graph = &plan->engine->graph;
  for (int i = 0; i < graph->numResults; ++i)
    if (plan->data[graph->results[i]] != outputs[i].data)
      memcpy(outputs[i].data, plan->data[graph->results[i]], outputs[i].bytes);
}

bool dnnPlanRun(DnnPlan *plan, const RelaxBackendTensor *inputs,
                const RelaxBackendTensor *outputs,
                RelaxBackendMessage *message) {
  DnnEngine *engine = plan->engine;
  if (plan->plain)
    return jsonGraphRun(&engine->graph, plan->shapes, inputs, engine->constants,
                        outputs, message);
  if (!plan->ready && !allocate(plan))
    return jsonGraphFail(message, "out of memory");
  bindData(plan, inputs, outputs);
  bool good = true;
  for (size_t i = 0; i < plan->numSteps && good; ++i) {
    DnnStep *step = &plan->steps[i];
    if (step->primitive)
      good = dnnCheck(message,
                      dnnl_primitive_execute(step->primitive, engine->stream,
                                             step->numArgs, step->args),
                      "execute");
    else
      jsonGraphRunNode(&engine->graph, plan->shapes, step->node, plan->data);
  }
  good = good && dnnCheck(message, dnnl_stream_wait(engine->stream), "wait");
  if (good)
    copyAgain(plan, outputs);
  return good;
}
