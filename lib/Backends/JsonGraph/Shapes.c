//===- Shapes.c - the shapes of a graph's values in one call --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/JsonGraph/JsonGraph.h"

#include <string.h>

int64_t jsonGraphElements(const JsonGraphShape *shape) {
  int64_t count = 1;
  for (int i = 0; i < shape->rank; ++i)
    count *= shape->dims[i];
  return count;
}

static bool fromTensor(const RelaxBackendTensor *tensor, JsonGraphShape *shape,
                       RelaxBackendMessage *message) {
  if (strcmp(tensor->type, "f32") != 0)
    return jsonGraphFail(message, "expected elements of f32, got %s",
                         tensor->type);
  if (tensor->rank > JSON_GRAPH_MAX_RANK)
    return jsonGraphFail(message, "expected a rank of at most %d, got %d",
                         JSON_GRAPH_MAX_RANK, (int)tensor->rank);
  shape->rank = tensor->rank;
  for (int i = 0; i < tensor->rank; ++i)
    shape->dims[i] = tensor->dims[i];
  return true;
}

/// An extent counted from the end; 1 where there is none.
static int64_t fromEnd(const JsonGraphShape *shape, int i) {
  return i < shape->rank ? shape->dims[shape->rank - 1 - i] : 1;
}

/// Both as one shape, from the dimension `first` (counted from the end) on.
static bool broadcast(const JsonGraphShape *a, const JsonGraphShape *b,
                      int first, JsonGraphShape *out,
                      RelaxBackendMessage *message) {
  JsonGraphShape all = {a->rank > b->rank ? a->rank : b->rank, {0}};
  for (int i = first; i < all.rank; ++i) {
    int64_t x = fromEnd(a, i), y = fromEnd(b, i);
    if (x != y && x != 1 && y != 1)
      return jsonGraphFail(message, "extents %lld and %lld do not broadcast",
                           (long long)x, (long long)y);
    all.dims[all.rank - 1 - i] = x == 1 ? y : x;
  }
  *out = all;
  return true;
}

static bool matmulShape(const JsonGraphNode *node, const JsonGraphShape *a,
                        const JsonGraphShape *b, JsonGraphShape *out,
                        RelaxBackendMessage *message) {
  int k = node->transposed ? 0 : 1, n = 1 - k;
  if (a->rank < 2 || b->rank < 2 || fromEnd(a, 0) != fromEnd(b, k))
    return jsonGraphFail(message, "operands of 'matmul' do not fit");
  if (!broadcast(a, b, 2, out, message))
    return false;
  out->dims[out->rank - 2] = fromEnd(a, 1);
  out->dims[out->rank - 1] = fromEnd(b, n);
  return true;
}

static bool convShape(const JsonGraphNode *node, const JsonGraphShape *x,
                      const JsonGraphShape *w, JsonGraphShape *out,
                      RelaxBackendMessage *message) {
  if (x->rank != node->numSpatial + 2 || w->rank != x->rank ||
      x->dims[1] != w->dims[1] * node->groups || w->dims[0] % node->groups != 0)
    return jsonGraphFail(message, "operands of 'conv' do not fit");
  *out = *x;
  out->dims[1] = w->dims[0];
  for (int i = 0; i < node->numSpatial; ++i) {
    int64_t window = node->dilations[i] * (w->dims[i + 2] - 1) + 1;
    int64_t room = x->dims[i + 2] + node->pads[i] +
                   node->pads[node->numSpatial + i] - window;
    if (room < 0 || w->dims[i + 2] < 1)
      return jsonGraphFail(message, "a window of 'conv' has no room");
    out->dims[i + 2] = room / node->strides[i] + 1;
  }
  return true;
}

static bool normShape(const JsonGraphNode *node, const JsonGraphShape *shapes,
                      JsonGraphShape *out, RelaxBackendMessage *message) {
  *out = shapes[node->inputs[0]];
  if (node->axis >= out->rank)
    return jsonGraphFail(message, "'axis': expected less than %d", out->rank);
  for (int i = 1; i < node->numInputs; ++i) {
    const JsonGraphShape *scale = &shapes[node->inputs[i]];
    if (node->axis != out->rank - 1 || scale->rank != 1 ||
        scale->dims[0] != out->dims[node->axis])
      return jsonGraphFail(message, "operands of 'layer_norm' do not fit");
  }
  return true;
}

static bool nodeShape(const JsonGraphNode *node, const JsonGraphShape *shapes,
                      JsonGraphShape *out, RelaxBackendMessage *message) {
  const JsonGraphShape *a = &shapes[node->inputs[0]];
  const JsonGraphShape *b = &shapes[node->inputs[node->numInputs - 1]];
  switch (node->op) {
  case JSON_GRAPH_MATMUL:
    return matmulShape(node, a, b, out, message);
  case JSON_GRAPH_CONV:
    return convShape(node, a, b, out, message);
  case JSON_GRAPH_SOFTMAX:
  case JSON_GRAPH_LAYER_NORM:
    return normShape(node, shapes, out, message);
  default:
    *out = *a;
    return true;
  }
}

/// What comes behind may broadcast what `map` takes, but nothing else.
static bool postShape(const JsonGraphNode *node, const JsonGraphShape *shapes,
                      JsonGraphShape *out, RelaxBackendMessage *message) {
  for (int i = 0; i < node->numPost; ++i) {
    JsonGraphShape all = *out;
    if (node->post[i].other < 0)
      continue;
    if (!broadcast(out, &shapes[node->post[i].other], 0, &all, message))
      return false;
    if (node->op != JSON_GRAPH_MAP &&
        (all.rank != out->rank ||
         jsonGraphElements(&all) != jsonGraphElements(out)))
      return jsonGraphFail(message, "'post' has another shape");
    *out = all;
  }
  return true;
}

bool jsonGraphShapes(const JsonGraph *graph, const RelaxBackendTensor *inputs,
                     const RelaxBackendTensor *constants,
                     JsonGraphShape *shapes, RelaxBackendMessage *message) {
  int first = graph->numInputs + graph->numConstants;
  for (int i = 0; i < first; ++i)
    if (!fromTensor(i < graph->numInputs ? &inputs[i]
                                         : &constants[i - graph->numInputs],
                    &shapes[i], message))
      return false;
  for (int i = 0; i < graph->numNodes; ++i)
    if (!nodeShape(&graph->nodes[i], shapes, &shapes[first + i], message) ||
        !postShape(&graph->nodes[i], shapes, &shapes[first + i], message))
      return false;
  return true;
}
