//===- Making.c - a node on its way to a primitive -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/OneDNN/Making.h"

#include <string.h>

const dnnl_alg_kind_t dnnAlgorithms[NUM_JSON_GRAPH_FUNCTIONS] = {
    [JSON_GRAPH_RELU] = dnnl_eltwise_relu,
    [JSON_GRAPH_GELU] = dnnl_eltwise_gelu_erf,
    [JSON_GRAPH_GELU_TANH] = dnnl_eltwise_gelu_tanh,
    [JSON_GRAPH_TANH] = dnnl_eltwise_tanh,
    [JSON_GRAPH_SIGMOID] = dnnl_eltwise_logistic,
    [JSON_GRAPH_EXP] = dnnl_eltwise_exp,
    [JSON_GRAPH_ABS] = dnnl_eltwise_abs,
    [JSON_GRAPH_SQRT] = dnnl_eltwise_sqrt,
    [JSON_GRAPH_ADD] = dnnl_binary_add,
    [JSON_GRAPH_SUBTRACT] = dnnl_binary_sub,
    [JSON_GRAPH_MULTIPLY] = dnnl_binary_mul,
    [JSON_GRAPH_DIVIDE] = dnnl_binary_div,
};

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

void dnnKeepDesc(DnnMaking *making, dnnl_memory_desc_t desc) {
  making->descs[making->numDescs++] = desc;
}

dnnl_memory_desc_t dnnMakePlainDesc(DnnMaking *making,
                                    const JsonGraphShape *shape) {
  dnnl_memory_desc_t desc;
  int rank = making->shape.rank > 0 ? making->shape.rank : 1;
  if (shape->rank > rank || !dnnPlainDesc(shape, rank, &desc))
    return NULL;
  dnnKeepDesc(making, desc);
  return desc;
}

dnnl_memory_desc_t dnnMakeAnyDesc(DnnMaking *making, const int64_t *dims,
                                  int rank) {
  dnnl_memory_desc_t desc;
  if (dnnl_memory_desc_create_with_tag(&desc, rank, dims, dnnl_f32,
                                       dnnl_format_tag_any) != dnnl_success)
    return NULL;
  dnnKeepDesc(making, desc);
  return desc;
}

bool dnnAddArg(DnnMaking *making, int name, dnnl_memory_t memory) {
  making->failed |= !memory;
  making->step.args[making->step.numArgs++] = (dnnl_exec_arg_t){name, memory};
  return memory != NULL;
}

bool dnnAddPlainArg(DnnMaking *making, int name, int value,
                    dnnl_memory_desc_t desc) {
  return dnnAddArg(making, name, dnnPlainMemory(making->plan, value, desc));
}

//===----------------------------------------------------------------------===//
// Functions behind it
//===----------------------------------------------------------------------===//

/// Of rows of a matrix that stands for several dimensions: all of it, or one
/// row, or a number.
bool dnnFlatten(const JsonGraphShape *whole, const JsonGraphShape *shape,
                JsonGraphShape *out) {
  int64_t n = whole->dims[whole->rank - 1], count = jsonGraphElements(shape);
  bool same = shape->rank == whole->rank && count == jsonGraphElements(whole);
  bool row = count == n && shape->rank > 0 && shape->dims[shape->rank - 1] == n;
  *out = (JsonGraphShape){2, {1, count}};
  if (same && n > 0)
    *out = (JsonGraphShape){2, {count / n, n}};
  return same || row || count == 1;
}

/// The shape of the other operand beside the primitive's result.
static JsonGraphShape otherShape(const DnnMaking *making, int other) {
  const JsonGraphShape *shapes = making->plan->shapes;
  JsonGraphShape shape = shapes[other];
  if (making->shape.rank < shapes[making->value].rank)
    dnnFlatten(&shapes[making->value], &shapes[other], &shape);
  return shape;
}

bool dnnMakePost(DnnMaking *making) {
  const JsonGraphNode *node = making->node;
  dnnl_post_ops_t ops;
  if (dnnl_primitive_attr_create(&making->attr) != dnnl_success ||
      dnnl_primitive_attr_set_scratchpad_mode(
          making->attr, dnnl_scratchpad_mode_user) != dnnl_success ||
      dnnl_post_ops_create(&ops) != dnnl_success)
    return false;
  bool good = true;
  for (int i = making->firstPost; i < making->lastPost && good; ++i) {
    dnnl_alg_kind_t algorithm = dnnAlgorithms[node->post[i].function];
    if (node->post[i].other < 0) {
      good = dnnl_post_ops_append_eltwise(ops, algorithm, 0, 0) == dnnl_success;
      continue;
    }
    JsonGraphShape shape = otherShape(making, node->post[i].other);
    dnnl_memory_desc_t desc = dnnMakePlainDesc(making, &shape);
    good = desc &&
           dnnl_post_ops_append_binary(ops, algorithm, desc) == dnnl_success;
  }
  good = good &&
         dnnl_primitive_attr_set_post_ops(making->attr, ops) == dnnl_success;
  dnnl_post_ops_destroy(ops);
  return good;
}

static bool addPostArgs(DnnMaking *making) {
  const JsonGraphNode *node = making->node;
  bool good = true;
  for (int i = making->firstPost; i < making->lastPost && good; ++i) {
    int other = node->post[i].other;
    if (other < 0)
      continue;
    JsonGraphShape shape = otherShape(making, other);
    int name =
        DNNL_ARG_ATTR_MULTIPLE_POST_OP(i - making->firstPost) | DNNL_ARG_SRC_1;
    good =
        dnnAddPlainArg(making, name, other, dnnMakePlainDesc(making, &shape));
  }
  return good;
}

/// What it is made of knows no fast way for it.
bool dnnIsSlow(const DnnMaking *making) {
  const char *name;
  return making->lastPost > making->firstPost &&
         dnnl_primitive_desc_query(making->desc, dnnl_query_impl_info_str, 0,
                                   &name) == dnnl_success &&
         strncmp(name, "ref", 3) == 0;
}

static bool addScratch(DnnMaking *making) {
  const_dnnl_memory_desc_t desc =
      dnnl_primitive_desc_query_md(making->desc, dnnl_query_scratchpad_md, 0);
  return !desc || dnnl_memory_desc_get_size(desc) == 0 ||
         dnnAddArg(making, DNNL_ARG_SCRATCHPAD, dnnScratch(making->plan, desc));
}

bool dnnFinish(DnnMaking *making, dnnl_memory_t result) {
  if (!dnnAddArg(making, DNNL_ARG_DST, result) || !addPostArgs(making) ||
      !addScratch(making))
    return false;
  making->failed =
      !dnnCheck(making->plan->message,
                dnnl_primitive_create(&making->step.primitive, making->desc),
                "primitive");
  return !making->failed;
}

bool dnnFinishPlain(DnnMaking *making, dnnl_memory_desc_t desc) {
  return dnnFinish(making,
                   dnnResultMemory(making->plan, making->value, desc, desc));
}
