//===- JsonGraph.h - a region as a graph in JSON --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What code generation (lib/Conversion/Backends/JsonGraph) writes for libraries
// of primitives, read back; and plain loops that run it, to compare with. All
// elements are f32.
//
//   {"inputs": 1, "constants": 2, "results": [4], "nodes": [
//     {"op": "matmul", "in": [0, 1], "post": [{"f": "add", "in": 2}, {"f":
//     "relu"}]},
//     {"op": "softmax", "in": [3], "axis": 1}]}
//
// Values are numbers: the inputs, then the constants, then one for each node,
// in order. Operations and attributes mean what those of `relax` mean:
//   matmul    `transposed`: the second operand's last two dimensions are
//   conv      `strides`, `pads`, `dilations`, `groups`
//   softmax   `axis`
//   layer_norm  `axis`, `epsilon`; scale and perhaps bias
//   map       nothing but what `post` says
// `post` are elementwise functions behind it, in order; of two operands the
// other one is a value, which broadcasts.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BACKENDS_JSONGRAPH_JSONGRAPH_H
#define RELAX_BACKENDS_JSONGRAPH_JSONGRAPH_H

#include "lib/Runtime/Backend.h"

#include <stdbool.h>

enum {
  JSON_GRAPH_MAX_RANK = 6,
  JSON_GRAPH_MAX_POST = 8,
  JSON_GRAPH_MAX_SPATIAL = 3,
};

typedef enum JsonGraphOp {
  JSON_GRAPH_MATMUL,
  JSON_GRAPH_CONV,
  JSON_GRAPH_SOFTMAX,
  JSON_GRAPH_LAYER_NORM,
  JSON_GRAPH_MAP,
  NUM_JSON_GRAPH_OPS
} JsonGraphOp;

typedef enum JsonGraphFunction {
#define JSON_GRAPH_UNARY(id, name, value) JSON_GRAPH_##id,
#define JSON_GRAPH_BINARY(id, name, value) JSON_GRAPH_##id,
#include "lib/Backends/JsonGraph/Functions.def"
  NUM_JSON_GRAPH_FUNCTIONS
} JsonGraphFunction;

typedef struct JsonGraphPost {
  JsonGraphFunction function;
  int other; // a value, the second operand; -1: of one operand
} JsonGraphPost;

typedef struct JsonGraphNode {
  JsonGraphOp op;
  int inputs[3], numInputs;
  JsonGraphPost post[JSON_GRAPH_MAX_POST];
  int numPost;
  bool transposed;
  int64_t strides[JSON_GRAPH_MAX_SPATIAL], pads[2 * JSON_GRAPH_MAX_SPATIAL];
  int64_t dilations[JSON_GRAPH_MAX_SPATIAL];
  int numSpatial;
  int64_t groups, axis;
  double epsilon;
} JsonGraphNode;

typedef struct JsonGraphShape {
  int rank;
  int64_t dims[JSON_GRAPH_MAX_RANK];
} JsonGraphShape;

struct JsonGraph;

/// A library's product for a node that is one, which has elements and those of
/// all values before it: how many of the functions behind it are in the result,
/// too; -1 if it cannot compute this one.
typedef int (*JsonGraphProduct)(const struct JsonGraph *graph,
                                const JsonGraphShape *shapes, int node,
                                float *const *values);

typedef struct JsonGraph {
  int numInputs, numConstants, numNodes, numResults;
  JsonGraphNode *nodes;
  int *results;
  JsonGraphProduct product; // NULL: plain loops
} JsonGraph;

static inline int jsonGraphValues(const JsonGraph *graph) {
  return graph->numInputs + graph->numConstants + graph->numNodes;
}

/// False with a message: text that is no graph, or not for so many constants.
bool jsonGraphRead(const RelaxBackendArtefact *artefact, JsonGraph *graph,
                   RelaxBackendMessage *message);
void jsonGraphFree(JsonGraph *graph);

/// The shape of every value, for inputs and constants of these; `shapes` has
/// room for all. False with a message where they do not fit each other.
bool jsonGraphShapes(const JsonGraph *graph, const RelaxBackendTensor *inputs,
                     const RelaxBackendTensor *constants,
                     JsonGraphShape *shapes, RelaxBackendMessage *message);
int64_t jsonGraphElements(const JsonGraphShape *shape);

/// Plain loops, in double between the elements of a sum. False with a message
/// without memory.
bool jsonGraphRun(const JsonGraph *graph, const JsonGraphShape *shapes,
                  const RelaxBackendTensor *inputs,
                  const RelaxBackendTensor *constants,
                  const RelaxBackendTensor *outputs,
                  RelaxBackendMessage *message);
/// Of one node; `values` are the elements of all before it.
void jsonGraphRunNode(const JsonGraph *graph, const JsonGraphShape *shapes,
                      int node, float *const *values);

/// A copy of the descriptions of the constants, whose data stay where they are;
/// NULL without memory. The caller frees it.
RelaxBackendTensor *
jsonGraphKeepConstants(const RelaxBackendArtefact *artefact);
/// As many inputs and results as the graph has; false with a message.
bool jsonGraphTakes(const JsonGraph *graph, size_t numInputs, size_t numOutputs,
                    RelaxBackendMessage *message);
/// Results have the shapes that memory is there for; false with a message.
bool jsonGraphFitsOutputs(const JsonGraph *graph, const JsonGraphShape *shapes,
                          const RelaxBackendTensor *outputs,
                          RelaxBackendMessage *message);

/// Writes the line; returns false.
bool jsonGraphFail(RelaxBackendMessage *message, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif // RELAX_BACKENDS_JSONGRAPH_JSONGRAPH_H
