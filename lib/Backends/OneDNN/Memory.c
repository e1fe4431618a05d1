//===- Memory.c - values in the layouts that primitives want --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/OneDNN/OneDNN.h"

#include <stdlib.h>

bool dnnCheck(RelaxBackendMessage *message, dnnl_status_t status,
              const char *what) {
  return status == dnnl_success ||
         jsonGraphFail(message, "oneDNN: %s: status %d", what, (int)status);
}

bool dnnPlainDesc(const JsonGraphShape *shape, int rank,
                  dnnl_memory_desc_t *out) {
  dnnl_dims_t dims, strides;
  int64_t stride = 1;
  for (int i = rank - 1; i >= 0; --i) {
    int own = i - (rank - shape->rank);
    dims[i] = own < 0 ? 1 : shape->dims[own];
    strides[i] = stride;
    stride *= dims[i];
  }
  return dnnl_memory_desc_create_with_strides(out, rank, dims, dnnl_f32,
                                              strides) == dnnl_success;
}

/// One more place in a list; false without memory.
static bool grow(void **list, size_t *count, size_t bytes) {
  void *more = realloc(*list, (*count + 1) * bytes);
  if (!more)
    return false;
  *list = more;
  ++*count;
  return true;
}

bool dnnAppendStep(DnnPlan *plan, DnnStep step) {
  if (!grow((void **)&plan->steps, &plan->numSteps, sizeof step))
    return jsonGraphFail(plan->message, "out of memory");
  plan->steps[plan->numSteps - 1] = step;
  return true;
}

//===----------------------------------------------------------------------===//
// Memory objects
//===----------------------------------------------------------------------===//

static dnnl_memory_t bind(DnnPlan *plan, int value,
                          const_dnnl_memory_desc_t desc) {
  dnnl_memory_t memory;
  if (!dnnCheck(plan->message,
                dnnl_memory_create(&memory, desc, plan->engine->cpu,
                                   DNNL_MEMORY_NONE),
                "memory"))
    return NULL;
  if (!grow((void **)&plan->bindings, &plan->numBindings,
            sizeof *plan->bindings)) {
    dnnl_memory_destroy(memory);
    return NULL;
  }
  plan->bindings[plan->numBindings - 1] = (DnnBinding){memory, value};
  return memory;
}

/// Its memory comes when the plan runs.
static dnnl_memory_t own(DnnPlan *plan, const_dnnl_memory_desc_t desc) {
  dnnl_memory_t memory;
  if (!dnnCheck(plan->message,
                dnnl_memory_create(&memory, desc, plan->engine->cpu,
                                   DNNL_MEMORY_NONE),
                "memory"))
    return NULL;
  if (!grow((void **)&plan->owned, &plan->numOwned, sizeof *plan->owned)) {
    dnnl_memory_destroy(memory);
    return NULL;
  }
  plan->owned[plan->numOwned - 1] = memory;
  return memory;
}

dnnl_memory_t dnnScratch(DnnPlan *plan, const_dnnl_memory_desc_t desc) {
  dnnl_memory_t memory;
  size_t bytes = dnnl_memory_desc_get_size(desc);
  if (!dnnCheck(plan->message,
                dnnl_memory_create(&memory, desc, plan->engine->cpu,
                                   DNNL_MEMORY_NONE),
                "memory"))
    return NULL;
  if (!grow((void **)&plan->scratch, &plan->numScratch,
            sizeof *plan->scratch)) {
    dnnl_memory_destroy(memory);
    return NULL;
  }
  plan->scratch[plan->numScratch - 1] = memory;
  if (bytes > plan->scratchBytes)
    plan->scratchBytes = bytes;
  return memory;
}

static bool makeReorder(RelaxBackendMessage *message, dnnl_engine_t cpu,
                        const_dnnl_memory_desc_t from,
                        const_dnnl_memory_desc_t to, dnnl_primitive_t *out) {
  dnnl_primitive_desc_t desc;
  if (!dnnCheck(
          message,
          dnnl_reorder_primitive_desc_create(&desc, from, cpu, to, cpu, NULL),
          "reorder"))
    return false;
  bool good = dnnCheck(message, dnnl_primitive_create(out, desc), "reorder");
  dnnl_primitive_desc_destroy(desc);
  return good;
}

static bool appendReorder(DnnPlan *plan, dnnl_memory_t from, dnnl_memory_t to) {
  const_dnnl_memory_desc_t a, b;
  DnnStep step = {.node = -1,
                  .args = {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}},
                  .numArgs = 2};
  dnnl_memory_get_memory_desc(from, &a);
  dnnl_memory_get_memory_desc(to, &b);
  if (!makeReorder(plan->message, plan->engine->cpu, a, b, &step.primitive))
    return false;
  if (dnnAppendStep(plan, step))
    return true;
  dnnl_primitive_destroy(step.primitive);
  return false;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static bool hasDesc(dnnl_memory_t memory, const_dnnl_memory_desc_t desc) {
  const_dnnl_memory_desc_t own;
  return dnnl_memory_get_memory_desc(memory, &own) == dnnl_success &&
         dnnl_memory_desc_equal(own, desc);
}

static bool reorderNow(DnnPlan *plan, int value, const_dnnl_memory_desc_t plain,
                       dnnl_memory_t to) {
  DnnEngine *engine = plan->engine;
  const_dnnl_memory_desc_t desc;
  dnnl_memory_t from;
  dnnl_primitive_t reorder;
  float *data = engine->constants[value - engine->graph.numInputs].data;
  dnnl_memory_get_memory_desc(to, &desc);
  if (!dnnCheck(plan->message,
                dnnl_memory_create(&from, plain, engine->cpu, data), "memory"))
    return false;
  bool good = makeReorder(plan->message, engine->cpu, plain, desc, &reorder);
  if (good) {
    dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}};
    good = dnnCheck(plan->message,
                    dnnl_primitive_execute(reorder, engine->stream, 2, args),
                    "reorder") &&
           dnnCheck(plan->message, dnnl_stream_wait(engine->stream), "wait");
    dnnl_primitive_destroy(reorder);
  }
  dnnl_memory_destroy(from);
  return good;
}

/// Plans of other extents often ask for the same layout.
static dnnl_memory_t weightAs(DnnPlan *plan, int value,
                              const_dnnl_memory_desc_t plain,
                              const_dnnl_memory_desc_t desc) {
  DnnEngine *engine = plan->engine;
  dnnl_memory_t memory;
  for (size_t i = 0; i < engine->numWeights; ++i)
    if (engine->weights[i].value == value &&
        hasDesc(engine->weights[i].memory, desc))
      return engine->weights[i].memory;
  if (!dnnCheck(
          plan->message,
          dnnl_memory_create(&memory, desc, engine->cpu, DNNL_MEMORY_ALLOCATE),
          "memory"))
    return NULL;
  if (!reorderNow(plan, value, plain, memory) ||
      !grow((void **)&engine->weights, &engine->numWeights,
            sizeof *engine->weights)) {
    dnnl_memory_destroy(memory);
    return NULL;
  }
  engine->weights[engine->numWeights - 1] = (DnnWeight){value, memory};
  return memory;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

dnnl_memory_t dnnPlainMemory(DnnPlan *plan, int value,
                             const_dnnl_memory_desc_t desc) {
  if (!plan->isPlain[value]) {
    const_dnnl_memory_desc_t from;
    dnnl_memory_desc_t whole;
    const JsonGraphShape *shape = &plan->shapes[value];
    dnnl_memory_get_memory_desc(plan->blocked[value], &from);
    if (!dnnPlainDesc(shape, shape->rank, &whole))
      return NULL;
    dnnl_memory_t to = bind(plan, value, whole);
    dnnl_memory_desc_destroy(whole);
    if (!to || !appendReorder(plan, plan->blocked[value], to))
      return NULL;
    plan->isPlain[value] = true;
  }
  return bind(plan, value, desc);
}

dnnl_memory_t dnnMemoryAs(DnnPlan *plan, int value,
                          const_dnnl_memory_desc_t plain,
                          const_dnnl_memory_desc_t desc) {
  dnnl_memory_t blocked = plan->blocked[value];
  if (blocked && hasDesc(blocked, desc))
    return blocked;
  if (dnnl_memory_desc_equal(plain, desc))
    return dnnPlainMemory(plan, value, plain);
  if (dnnIsConstant(plan->engine, value))
    return weightAs(plan, value, plain, desc);
  dnnl_memory_t from =
      plan->isPlain[value] ? dnnPlainMemory(plan, value, plain) : blocked;
  dnnl_memory_t to = own(plan, desc);
  return from && to && appendReorder(plan, from, to) ? to : NULL;
}

dnnl_memory_t dnnResultMemory(DnnPlan *plan, int value,
                              const_dnnl_memory_desc_t plain,
                              const_dnnl_memory_desc_t desc) {
  if (dnnl_memory_desc_equal(plain, desc)) {
    plan->isPlain[value] = true;
    plan->blocked[value] = NULL;
    return bind(plan, value, plain);
  }
  return plan->blocked[value] = own(plan, desc);
}
