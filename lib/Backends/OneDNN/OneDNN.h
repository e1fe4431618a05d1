//===- OneDNN.h - regions by primitives of oneDNN -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An engine has the graph of its region and a plan for each shape class that it
// has met: the extents of all inputs. A plan has a primitive for each node, and
// reorders where one wants another layout than the one before made. What the
// library has no primitive for, plain loops run.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BACKENDS_ONEDNN_ONEDNN_H
#define RELAX_BACKENDS_ONEDNN_ONEDNN_H

#include "lib/Backends/JsonGraph/JsonGraph.h"

#include <oneapi/dnnl/dnnl.h>

enum { DNN_MAX_ARGS = 5 + JSON_GRAPH_MAX_POST };

/// A constant in a layout that a primitive asked for, made once.
typedef struct DnnWeight {
  int value;
  dnnl_memory_t memory;
} DnnWeight;

typedef struct DnnEngine {
  JsonGraph graph;
  RelaxBackendTensor *constants;
  dnnl_engine_t cpu;
  dnnl_stream_t stream;
  DnnWeight *weights;
  size_t numWeights;
  struct DnnPlan **plans;
  size_t numPlans, mostPlans;
  uint64_t calls;
  int threads;
} DnnEngine;

typedef struct DnnStep {
  dnnl_primitive_t primitive; // NULL: plain loops run the node
  int node;
  dnnl_exec_arg_t args[DNN_MAX_ARGS];
  int numArgs;
} DnnStep;

/// A memory object whose elements are those of a value, row-major.
typedef struct DnnBinding {
  dnnl_memory_t memory;
  int value;
} DnnBinding;

typedef struct DnnPlan {
  DnnEngine *engine;
  RelaxBackendMessage *message; // while it is made
  JsonGraphShape *shapes;       // of all values
  bool plain;                   // nothing to compute with: plain loops
  DnnStep *steps;
  size_t numSteps;
  DnnBinding *bindings;
  size_t numBindings;
  dnnl_memory_t *owned; // with memory of their own
  size_t numOwned;
  dnnl_memory_t *scratch; // of primitives, all in one piece of memory
  size_t numScratch;
  void *scratchData;
  size_t scratchBytes, bytes; // of that; of all that it has while it runs
  bool ready;                 // its memory is there
  dnnl_memory_t *blocked; // of each value: in a layout of the library, or NULL
  bool *isPlain;          // of each value: its elements are there row-major
  float **data;           // of each value, row-major
  uint64_t used;          // the call that used it last
} DnnPlan;

/// The number of values, and those that nothing computes.
static inline int dnnNumGiven(const DnnEngine *engine) {
  return engine->graph.numInputs + engine->graph.numConstants;
}
static inline bool dnnIsConstant(const DnnEngine *engine, int value) {
  return value >= engine->graph.numInputs && value < dnnNumGiven(engine);
}

/// False after a message if the status is not success.
bool dnnCheck(RelaxBackendMessage *message, dnnl_status_t status,
              const char *what);

// Memory.c

/// Row-major, of a shape, as `rank` dimensions: leading ones are added.
bool dnnPlainDesc(const JsonGraphShape *shape, int rank,
                  dnnl_memory_desc_t *out);
/// The elements of a value, row-major, under a description of as many; a step
/// before makes them where only the library's layout is there.
dnnl_memory_t dnnPlainMemory(DnnPlan *plan, int value,
                             const_dnnl_memory_desc_t desc);
/// The value in the layout of `desc`; a constant is reordered once and kept.
/// `plain` describes its elements where they are row-major (or transposed).
dnnl_memory_t dnnMemoryAs(DnnPlan *plan, int value,
                          const_dnnl_memory_desc_t plain,
                          const_dnnl_memory_desc_t desc);
/// Where a node writes its value in this layout; row-major if it is `plain`.
dnnl_memory_t dnnResultMemory(DnnPlan *plan, int value,
                              const_dnnl_memory_desc_t plain,
                              const_dnnl_memory_desc_t desc);
/// What a primitive takes while it runs.
dnnl_memory_t dnnScratch(DnnPlan *plan, const_dnnl_memory_desc_t desc);
bool dnnAppendStep(DnnPlan *plan, DnnStep step);

// Nodes.c

/// Appends the steps of a node. False with a message.
bool dnnAppendNode(DnnPlan *plan, int node);
/// Results are row-major behind the last step.
bool dnnFinishResults(DnnPlan *plan);

// Plan.c

/// NULL with a message.
DnnPlan *dnnPlanCreate(DnnEngine *engine, const RelaxBackendTensor *inputs,
                       RelaxBackendMessage *message);
void dnnPlanDestroy(DnnPlan *plan);
bool dnnPlanFits(const DnnPlan *plan, const RelaxBackendTensor *inputs);
bool dnnPlanRun(DnnPlan *plan, const RelaxBackendTensor *inputs,
                const RelaxBackendTensor *outputs,
                RelaxBackendMessage *message);

#endif // RELAX_BACKENDS_ONEDNN_ONEDNN_H
