//===- Products.c - products and convolutions as primitives --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/OneDNN/Making.h"

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

/// Rows of all matrices on the left are rows of one where the right is one.
static bool isOneMatrix(const DnnMaking *making, const JsonGraphShape *right) {
  const JsonGraphShape *shapes = making->plan->shapes;
  const JsonGraphNode *node = making->node;
  JsonGraphShape flat;
  bool one = right->rank == 2 && making->shape.rank > 2;
  for (int i = 0; i < making->lastPost && one; ++i)
    one = node->post[i].other < 0 ||
          dnnFlatten(&making->shape, &shapes[node->post[i].other], &flat);
  return one;
}

/// A vector over the columns that is added first.
static bool hasBias(const DnnMaking *making) {
  const JsonGraphPost *post = making->node->post;
  if (making->node->numPost == 0 || post->function != JSON_GRAPH_ADD)
    return false;
  const JsonGraphShape *other = &making->plan->shapes[post->other];
  const JsonGraphShape *whole = &making->shape;
  return other->rank == 1 && other->dims[0] == whole->dims[whole->rank - 1];
}

static dnnl_memory_desc_t rightDesc(DnnMaking *making, JsonGraphShape right) {
  if (!making->node->transposed)
    return dnnMakePlainDesc(making, &right);
  // The elements of row-major [n, k] are those of [k, n] with other strides.
  dnnl_dims_t dims, strides;
  int rank = making->shape.rank;
  int64_t stride = 1;
  for (int i = rank - 1; i >= 0; --i) {
    int own = i - (rank - right.rank);
    dims[i] = own < 0 ? 1 : right.dims[own];
    strides[i] = stride;
    stride *= dims[i];
  }
  for (int64_t *list = dims;; list = strides) {
    int64_t last = list[rank - 1];
    list[rank - 1] = list[rank - 2];
    list[rank - 2] = last;
    if (list == strides)
      break;
  }
  dnnl_memory_desc_t desc;
  if (dnnl_memory_desc_create_with_strides(&desc, rank, dims, dnnl_f32,
                                           strides) != dnnl_success)
    return NULL;
  dnnKeepDesc(making, desc);
  return desc;
}

bool dnnMakeMatmul(DnnMaking *making) {
  DnnPlan *plan = making->plan;
  const JsonGraphNode *node = making->node;
  JsonGraphShape a = plan->shapes[node->inputs[0]];
  JsonGraphShape b = plan->shapes[node->inputs[1]];
  if (isOneMatrix(making, &b)) {
    int64_t k = a.dims[a.rank - 1],
            n = making->shape.dims[making->shape.rank - 1];
    a = (JsonGraphShape){2, {jsonGraphElements(&a) / k, k}};
    making->shape = (JsonGraphShape){2, {a.dims[0], n}};
  }
  bool bias = making->lastPost > 0 && hasBias(making);
  making->firstPost = bias;
  dnnl_memory_desc_t left = dnnMakePlainDesc(making, &a);
  dnnl_memory_desc_t right = rightDesc(making, b), wanted = right;
  dnnl_memory_desc_t result = dnnMakePlainDesc(making, &making->shape),
                     row = NULL;
  if (bias)
    row = dnnMakePlainDesc(making, &plan->shapes[node->post[0].other]);
  if (dnnIsConstant(plan->engine, node->inputs[1]) && right) {
    const dnnl_dims_t *dims;
    dnnl_memory_desc_query(right, dnnl_query_dims, &dims);
    wanted = dnnMakeAnyDesc(making, *dims, making->shape.rank);
  }
  if (!left || !wanted || !result || (bias && !row) || !dnnMakePost(making) ||
      dnnl_matmul_primitive_desc_create(&making->desc, plan->engine->cpu, left,
                                        wanted, row, result,
                                        making->attr) != dnnl_success ||
      dnnIsSlow(making))
    return false;
  const_dnnl_memory_desc_t packed =
      dnnl_primitive_desc_query_md(making->desc, dnnl_query_weights_md, 0);
  return dnnAddPlainArg(making, DNNL_ARG_SRC, node->inputs[0], left) &&
         dnnAddArg(making, DNNL_ARG_WEIGHTS,
                   dnnMemoryAs(plan, node->inputs[1], right, packed)) &&
         (!bias ||
          dnnAddPlainArg(making, DNNL_ARG_BIAS, node->post[0].other, row)) &&
         dnnFinishPlain(making, result);
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// Groups are a dimension of the weights of their own.
static JsonGraphShape groupedShape(const JsonGraphNode *node,
                                   const JsonGraphShape *weight) {
  if (node->groups == 1)
    return *weight;
  JsonGraphShape grouped = {weight->rank + 1, {node->groups}};
  grouped.dims[1] = weight->dims[0] / node->groups;
  for (int i = 1; i < weight->rank; ++i)
    grouped.dims[i + 1] = weight->dims[i];
  return grouped;
}

bool dnnMakeConv(DnnMaking *making) {
  DnnPlan *plan = making->plan;
  const JsonGraphNode *node = making->node;
  JsonGraphShape weight = groupedShape(node, &plan->shapes[node->inputs[1]]);
  const JsonGraphShape *in = &plan->shapes[node->inputs[0]];
  dnnl_dims_t dilations;
  for (int i = 0; i < node->numSpatial; ++i)
    dilations[i] = node->dilations[i] - 1;
  dnnl_memory_desc_t plainIn = dnnMakePlainDesc(making, in), plainWeight;
  dnnl_memory_desc_t plainOut = dnnMakePlainDesc(making, &making->shape);
  dnnl_memory_desc_t anyIn = dnnMakeAnyDesc(making, in->dims, in->rank);
  dnnl_memory_desc_t anyWeight =
      dnnMakeAnyDesc(making, weight.dims, weight.rank);
  dnnl_memory_desc_t anyOut =
      dnnMakeAnyDesc(making, making->shape.dims, making->shape.rank);
  if (!dnnPlainDesc(&weight, weight.rank, &plainWeight))
    return false;
  dnnKeepDesc(making, plainWeight);
  if (!plainIn || !plainOut || !anyIn || !anyWeight || !anyOut ||
      !dnnMakePost(making) ||
      dnnl_convolution_forward_primitive_desc_create(
          &making->desc, plan->engine->cpu, dnnl_forward_inference,
          dnnl_convolution_direct, anyIn, anyWeight, NULL, anyOut,
          node->strides, dilations, node->pads, node->pads + node->numSpatial,
          making->attr) != dnnl_success ||
      dnnIsSlow(making))
    return false;
  const_dnnl_memory_desc_t from =
      dnnl_primitive_desc_query_md(making->desc, dnnl_query_src_md, 0);
  const_dnnl_memory_desc_t packed =
      dnnl_primitive_desc_query_md(making->desc, dnnl_query_weights_md, 0);
  const_dnnl_memory_desc_t to =
      dnnl_primitive_desc_query_md(making->desc, dnnl_query_dst_md, 0);
  return dnnAddArg(making, DNNL_ARG_SRC,
                   dnnMemoryAs(plan, node->inputs[0], plainIn, from)) &&
         dnnAddArg(making, DNNL_ARG_WEIGHTS,
                   dnnMemoryAs(plan, node->inputs[1], plainWeight, packed)) &&
         dnnFinish(making, dnnResultMemory(plan, making->value, plainOut, to));
}
