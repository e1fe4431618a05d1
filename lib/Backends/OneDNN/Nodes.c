//===- Nodes.c - nodes of a graph as primitives --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/OneDNN/Making.h"

//===----------------------------------------------------------------------===//
// The others
//===----------------------------------------------------------------------===//

static bool makeSoftmax(DnnMaking *making) {
  dnnl_memory_desc_t desc = dnnMakePlainDesc(making, &making->shape);
  return desc && dnnMakePost(making) &&
         dnnl_softmax_forward_primitive_desc_create(
             &making->desc, making->plan->engine->cpu, dnnl_forward_inference,
             dnnl_softmax_accurate, desc, desc, (int)making->node->axis,
             making->attr) == dnnl_success &&
         dnnAddPlainArg(making, DNNL_ARG_SRC, making->node->inputs[0], desc) &&
         dnnFinishPlain(making, desc);
}

static bool makeLayerNorm(DnnMaking *making) {
  const JsonGraphNode *node = making->node;
  const JsonGraphShape *shapes = making->plan->shapes;
  bool bias = node->numInputs > 2;
  unsigned flags = dnnl_use_scale | (bias ? dnnl_use_shift : 0);
  dnnl_memory_desc_t desc = dnnMakePlainDesc(making, &making->shape), line;
  if (!desc || making->shape.rank < 2 || !dnnMakePost(making) ||
      !dnnPlainDesc(&shapes[node->inputs[1]], 1, &line))
    return false;
  dnnKeepDesc(making, line);
  return dnnl_layer_normalization_forward_primitive_desc_create(
             &making->desc, making->plan->engine->cpu, dnnl_forward_inference,
             desc, desc, NULL, (float)node->epsilon, flags,
             making->attr) == dnnl_success &&
         dnnAddPlainArg(making, DNNL_ARG_SRC, node->inputs[0], desc) &&
         dnnAddPlainArg(making, DNNL_ARG_SCALE, node->inputs[1], line) &&
         (!bias ||
          dnnAddPlainArg(making, DNNL_ARG_SHIFT, node->inputs[2], line)) &&
         dnnFinishPlain(making, desc);
}

static bool makeMap(DnnMaking *making) {
  const JsonGraphNode *node = making->node;
  const JsonGraphShape *shapes = making->plan->shapes;
  if (making->lastPost == 0)
    return false;
  dnnl_alg_kind_t algorithm = dnnAlgorithms[node->post[0].function];
  int other = node->post[0].other;
  dnnl_memory_desc_t from = dnnMakePlainDesc(making, &shapes[node->inputs[0]]);
  dnnl_memory_desc_t to = dnnMakePlainDesc(making, &making->shape), with = NULL;
  making->firstPost = 1;
  if (!from || !to || !dnnMakePost(making))
    return false;
  if (other < 0)
    return dnnl_eltwise_forward_primitive_desc_create(
               &making->desc, making->plan->engine->cpu, dnnl_forward_inference,
               algorithm, from, to, 0, 0, making->attr) == dnnl_success &&
           dnnAddPlainArg(making, DNNL_ARG_SRC, node->inputs[0], from) &&
           dnnFinishPlain(making, to);
  with = dnnMakePlainDesc(making, &shapes[other]);
  return with &&
         dnnl_binary_primitive_desc_create(
             &making->desc, making->plan->engine->cpu, algorithm, from, with,
             to, making->attr) == dnnl_success &&
         dnnAddPlainArg(making, DNNL_ARG_SRC_0, node->inputs[0], from) &&
         dnnAddPlainArg(making, DNNL_ARG_SRC_1, other, with) &&
         dnnFinishPlain(making, to);
}

//===----------------------------------------------------------------------===//
// A node
//===----------------------------------------------------------------------===//

/// What it takes is row-major behind the steps so far.
static bool makePlain(DnnPlan *plan, int value) {
  dnnl_memory_desc_t desc;
  const JsonGraphShape *shape = &plan->shapes[value];
  if (plan->isPlain[value])
    return true;
  if (!dnnPlainDesc(shape, shape->rank > 0 ? shape->rank : 1, &desc))
    return false;
  bool good = dnnPlainMemory(plan, value, desc) != NULL;
  dnnl_memory_desc_destroy(desc);
  return good;
}

static bool appendPlainLoops(DnnPlan *plan, int number) {
  const JsonGraphNode *node = &plan->engine->graph.nodes[number];
  bool good = true;
  for (int i = 0; i < node->numInputs && good; ++i)
    good = makePlain(plan, node->inputs[i]);
  for (int i = 0; i < node->numPost && good; ++i)
    good = node->post[i].other < 0 || makePlain(plan, node->post[i].other);
  plan->isPlain[dnnNumGiven(plan->engine) + number] = true;
  return good && dnnAppendStep(plan, (DnnStep){.node = number});
}

static void freeMaking(DnnMaking *making) {
  if (making->attr)
    dnnl_primitive_attr_destroy(making->attr);
  if (making->desc)
    dnnl_primitive_desc_destroy(making->desc);
  for (int i = 0; i < making->numDescs; ++i)
    dnnl_memory_desc_destroy(making->descs[i]);
}

/// A function behind a node as a primitive of its own, on the node's result.
static bool makeLatePost(DnnMaking *making) {
  const JsonGraphPost *post = &making->node->post[making->firstPost];
  dnnl_alg_kind_t algorithm = dnnAlgorithms[post->function];
  dnnl_memory_desc_t desc = dnnMakePlainDesc(making, &making->shape),
                     other = NULL;
  dnnl_engine_t cpu = making->plan->engine->cpu;
  if (!desc)
    return false;
  if (post->other < 0)
    return dnnl_eltwise_forward_primitive_desc_create(
               &making->desc, cpu, dnnl_forward_inference, algorithm, desc,
               desc, 0, 0, NULL) == dnnl_success &&
           dnnAddPlainArg(making, DNNL_ARG_SRC, making->value, desc) &&
           dnnFinishPlain(making, desc);
  other = dnnMakePlainDesc(making, &making->plan->shapes[post->other]);
  return other &&
         dnnl_binary_primitive_desc_create(&making->desc, cpu, algorithm, desc,
                                           other, desc, NULL) == dnnl_success &&
         dnnAddPlainArg(making, DNNL_ARG_SRC_0, making->value, desc) &&
         dnnAddPlainArg(making, DNNL_ARG_SRC_1, post->other, other) &&
         dnnFinishPlain(making, desc);
}

/// Makes a primitive with the functions up to `lastPost` and appends it.
static bool tryNode(DnnMaking *making, bool (*maker)(DnnMaking *making)) {
  bool made = maker(making);
  freeMaking(making);
  if (!made)
    return false;
  if (dnnAppendStep(making->plan, making->step))
    return true;
  making->failed = true;
  dnnl_primitive_destroy(making->step.primitive);
  return false;
}

static DnnMaking makingOf(DnnPlan *plan, int number) {
  DnnMaking making = {.plan = plan,
                      .node = &plan->engine->graph.nodes[number],
                      .value = dnnNumGiven(plan->engine) + number,
                      .step = {.node = number}};
  making.shape = plan->shapes[making.value];
  return making;
}

/// Those that are left, in order; loops do not know of half a node, so nothing
/// else helps where one is missing.
static bool appendLatePosts(DnnPlan *plan, int number, int first) {
  const JsonGraphNode *node = &plan->engine->graph.nodes[number];
  for (int i = first; i < node->numPost; ++i) {
    DnnMaking making = makingOf(plan, number);
    making.firstPost = making.lastPost = i;
    if (!tryNode(&making, makeLatePost))
      return !making.failed &&
             jsonGraphFail(plan->message, "oneDNN has no such function");
  }
  return true;
}

bool dnnAppendNode(DnnPlan *plan, int number) {
  static bool (*const makers[NUM_JSON_GRAPH_OPS])(DnnMaking *making) = {
      [JSON_GRAPH_MATMUL] = dnnMakeMatmul,
      [JSON_GRAPH_CONV] = dnnMakeConv,
      [JSON_GRAPH_SOFTMAX] = makeSoftmax,
      [JSON_GRAPH_LAYER_NORM] = makeLayerNorm,
      [JSON_GRAPH_MAP] = makeMap,
  };
  const JsonGraphNode *node = &plan->engine->graph.nodes[number];
  for (int last = node->numPost; last >= 0; --last) {
    DnnMaking making = makingOf(plan, number);
    making.lastPost = last;
    if (tryNode(&making, makers[node->op]))
      return appendLatePosts(plan, number, last);
    if (making.failed)
      return false;
  }
  return appendPlainLoops(plan, number);
}

bool dnnFinishResults(DnnPlan *plan) {
  const JsonGraph *graph = &plan->engine->graph;
  bool good = true;
  for (int i = 0; i < graph->numResults && good; ++i)
    good = makePlain(plan, graph->results[i]);
  return good;
}
