//===- RunNode.c - one node of a graph, in plain loops --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/JsonGraph/JsonGraph.h"

#include <math.h>

typedef struct NodeRun {
  const JsonGraph *graph;
  const JsonGraphNode *node;
  const JsonGraphShape *shapes;
  const JsonGraphShape *shape; // of the result
  float *const *values;
  float *out;
} NodeRun;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The place in a value of `from` that broadcasts to an index of `to`; both
/// leave their last `skip` dimensions out.
static int64_t placeOf(const JsonGraphShape *from, const JsonGraphShape *to,
                       int64_t index, int skip) {
  int64_t place = 0, stride = 1;
  for (int i = skip; i < to->rank; ++i) {
    int64_t extent = to->dims[to->rank - 1 - i];
    int64_t own = i < from->rank ? from->dims[from->rank - 1 - i] : 1;
    if (own != 1)
      place += index % extent * stride;
    stride *= own;
    index /= extent;
  }
  return place;
}

static int64_t product(const JsonGraphShape *shape, int first, int last) {
  int64_t count = 1;
  for (int i = first; i < last; ++i)
    count *= shape->dims[i];
  return count;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static void runMatmul(const NodeRun *run) {
  const JsonGraphShape *a = &run->shapes[run->node->inputs[0]];
  const JsonGraphShape *b = &run->shapes[run->node->inputs[1]];
  const float *x = run->values[run->node->inputs[0]];
  const float *y = run->values[run->node->inputs[1]];
  int rank = run->shape->rank;
  int64_t m = run->shape->dims[rank - 2], n = run->shape->dims[rank - 1];
  int64_t k = a->dims[a->rank - 1], batch = product(run->shape, 0, rank - 2);
  int64_t alongK = run->node->transposed ? 1 : n;
  int64_t alongN = run->node->transposed ? k : 1;
  for (int64_t g = 0; g < batch; ++g) {
    const float *left = x + placeOf(a, run->shape, g, 2) * m * k;
    const float *right = y + placeOf(b, run->shape, g, 2) * k * n;
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        double sum = 0;
        for (int64_t p = 0; p < k; ++p)
          sum += (double)left[i * k + p] * right[p * alongK + j * alongN];
        run->out[(g * m + i) * n + j] = (float)sum;
      }
  }
}

/// The window's sum at one place of the result, over one input channel.
static double window(const NodeRun *run, const float *x, const float *w,
                     const int64_t *at) {
  const JsonGraphNode *node = run->node;
  const JsonGraphShape *in = &run->shapes[node->inputs[0]];
  const JsonGraphShape *weight = &run->shapes[node->inputs[1]];
  int64_t count = product(weight, 2, weight->rank);
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, place = 0, stride = 1;
    bool inside = true;
    for (int d = node->numSpatial - 1; d >= 0; --d) {
      int64_t index = rest % weight->dims[d + 2] * node->dilations[d] +
                      at[d] * node->strides[d] - node->pads[d];
      rest /= weight->dims[d + 2];
      inside &= index >= 0 && index < in->dims[d + 2];
      place += index * stride;
      stride *= in->dims[d + 2];
    }
    if (inside)
      sum += (double)x[place] * w[i];
  }
  return sum;
}

static void runConv(const NodeRun *run) {
  const JsonGraphNode *node = run->node;
  const JsonGraphShape *in = &run->shapes[node->inputs[0]];
  const JsonGraphShape *weight = &run->shapes[node->inputs[1]];
  const JsonGraphShape *out = run->shape;
  int64_t channels = weight->dims[1], perGroup = out->dims[1] / node->groups;
  int64_t inner = product(in, 2, in->rank), outer = product(out, 2, out->rank);
  int64_t count = product(weight, 2, weight->rank);
  for (int64_t i = 0; i < jsonGraphElements(out); ++i) {
    int64_t at[JSON_GRAPH_MAX_SPATIAL], rest = i % outer;
    int64_t m = i / outer % out->dims[1], b = i / outer / out->dims[1];
    for (int d = node->numSpatial - 1; d >= 0; --d) {
      at[d] = rest % out->dims[d + 2];
      rest /= out->dims[d + 2];
    }
    double sum = 0;
    for (int64_t c = 0; c < channels; ++c) {
      int64_t from = m / perGroup * channels + c;
      sum += window(
          run, run->values[node->inputs[0]] + (b * in->dims[1] + from) * inner,
          run->values[node->inputs[1]] + (m * channels + c) * count, at);
    }
    run->out[i] = (float)sum;
  }
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

static void softmaxLine(float *out, const float *x, int64_t count,
                        int64_t stride) {
  double most = -INFINITY, sum = 0;
  for (int64_t i = 0; i < count; ++i)
    most = fmax(most, x[i * stride]);
  for (int64_t i = 0; i < count; ++i)
    sum += exp(x[i * stride] - most);
  for (int64_t i = 0; i < count; ++i)
    out[i * stride] = (float)(exp(x[i * stride] - most) / sum);
}

static void runSoftmax(const NodeRun *run) {
  int64_t axis = run->node->axis;
  int64_t count = run->shape->dims[axis];
  int64_t stride = product(run->shape, (int)axis + 1, run->shape->rank);
  int64_t lines = product(run->shape, 0, (int)axis) * stride;
  for (int64_t i = 0; i < lines; ++i) {
    int64_t first = i / stride * stride * count + i % stride;
    softmaxLine(run->out + first, run->values[run->node->inputs[0]] + first,
                count, stride);
  }
}

static void runLayerNorm(const NodeRun *run) {
  const JsonGraphNode *node = run->node;
  const float *x = run->values[node->inputs[0]];
  const float *scale = run->values[node->inputs[1]];
  const float *bias = node->numInputs > 2 ? run->values[node->inputs[2]] : NULL;
  int64_t count = run->shape->dims[node->axis];
  int64_t lines = product(run->shape, 0, (int)node->axis);
  for (int64_t l = 0; l < lines; ++l) {
    double mean = 0, variance = 0;
    for (int64_t i = 0; i < count; ++i)
      mean += x[l * count + i] / (double)count;
    for (int64_t i = 0; i < count; ++i)
      variance +=
          (x[l * count + i] - mean) * (x[l * count + i] - mean) / (double)count;
    for (int64_t i = 0; i < count; ++i)
      run->out[l * count + i] =
          (float)((x[l * count + i] - mean) / sqrt(variance + node->epsilon) *
                      scale[i] +
                  (bias ? bias[i] : 0));
  }
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static double apply(JsonGraphFunction function, double x, double y) {
  switch (function) {
#define JSON_GRAPH_UNARY(id, name, value)                                      \
  case JSON_GRAPH_##id:                                                        \
    return value;
#define JSON_GRAPH_BINARY(id, name, value) JSON_GRAPH_UNARY(id, name, value)
#include "lib/Backends/JsonGraph/Functions.def"
  default:
    return y;
  }
}

static void runPost(const NodeRun *run, const JsonGraphPost *post) {
  int64_t count = jsonGraphElements(run->shape);
  for (int64_t i = 0; i < count; ++i) {
    double x = run->out[i], y = 0;
    if (post->other >= 0)
      y = run->values[post->other]
                     [placeOf(&run->shapes[post->other], run->shape, i, 0)];
    run->out[i] = (float)apply(post->function, x, y);
  }
}

static void runMap(const NodeRun *run) {
  int from = run->node->inputs[0];
  int64_t count = jsonGraphElements(run->shape);
  for (int64_t i = 0; i < count; ++i)
    run->out[i] =
        run->values[from][placeOf(&run->shapes[from], run->shape, i, 0)];
}

void jsonGraphRunNode(const JsonGraph *graph, const JsonGraphShape *shapes,
                      int node, float *const *values) {
  static void (*const runs[NUM_JSON_GRAPH_OPS])(const NodeRun *run) = {
      [JSON_GRAPH_MATMUL] = runMatmul,   [JSON_GRAPH_CONV] = runConv,
      [JSON_GRAPH_SOFTMAX] = runSoftmax, [JSON_GRAPH_LAYER_NORM] = runLayerNorm,
      [JSON_GRAPH_MAP] = runMap,
  };
  int value = graph->numInputs + graph->numConstants + node;
  NodeRun run = {graph,  &graph->nodes[node], shapes, &shapes[value],
                 values, values[value]};
  if (jsonGraphElements(run.shape) == 0)
    return;
  int done = -1;
  if (run.node->op == JSON_GRAPH_MATMUL && graph->product)
    done = graph->product(graph, shapes, node, values);
  if (done < 0) {
    runs[run.node->op](&run);
    done = 0;
  }
  for (int i = done; i < run.node->numPost; ++i)
    runPost(&run, &run.node->post[i]);
}
