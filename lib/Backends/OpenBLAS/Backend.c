//===- Backend.c - the back end of OpenBLAS -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Products of matrices by sgemm, which adds to what stands in the result: a
// value that is added first stands there already. All else are plain loops.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/JsonGraph/Engine.h"

#include <cblas.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef struct Product {
  const float *left, *right;
  float *out;
  int64_t m, n, k, batch;
  bool transposed, adds;
} Product;

static void multiply(const Product *product, const float *left,
                     const float *right, float *out) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans,
              product->transposed ? CblasTrans : CblasNoTrans,
              (blasint)product->m, (blasint)product->n, (blasint)product->k,
              1.0F, left, (blasint)product->k, right,
              (blasint)(product->transposed ? product->k : product->n),
              product->adds ? 1.0F : 0.0F, out, (blasint)product->n);
}

static int64_t matrices(const JsonGraphShape *shape) {
  int64_t count = 1;
  for (int i = 0; i < shape->rank - 2; ++i)
    count *= shape->dims[i];
  return count;
}

/// A vector over the columns, or as many numbers as the result has.
static bool mayStandInResult(const JsonGraphShape *whole,
                             const JsonGraphShape *other) {
  int64_t count = jsonGraphElements(other);
  return count == jsonGraphElements(whole) ||
         (count == whole->dims[whole->rank - 1] && other->rank > 0 &&
          other->dims[other->rank - 1] == count);
}

static void putInResult(float *out, int64_t count, const float *values,
                        int64_t numValues) {
  for (int64_t i = 0; i < count; i += numValues)
    memcpy(out + i, values, (size_t)numValues * sizeof(float));
}

/// One right matrix for all rows, or as many as there are left ones.
static bool fitsLibrary(Product *product, const JsonGraphShape *a,
                        const JsonGraphShape *b, const JsonGraphShape *whole) {
  product->batch = matrices(whole);
  if (matrices(a) != product->batch)
    return false;
  if (matrices(b) == 1) {
    product->m *= product->batch;
    product->batch = 1;
  }
  return matrices(b) == product->batch && product->k > 0 &&
         product->m <= INT_MAX && product->n <= INT_MAX &&
         product->k <= INT_MAX;
}

static int runProduct(const JsonGraph *graph, const JsonGraphShape *shapes,
                      int number, float *const *values) {
  const JsonGraphNode *node = &graph->nodes[number];
  int value = graph->numInputs + graph->numConstants + number;
  const JsonGraphShape *a = &shapes[node->inputs[0]];
  const JsonGraphShape *b = &shapes[node->inputs[1]];
  const JsonGraphShape *whole = &shapes[value];
  Product product = {.left = values[node->inputs[0]],
                     .right = values[node->inputs[1]],
                     .out = values[value],
                     .m = whole->dims[whole->rank - 2],
                     .n = whole->dims[whole->rank - 1],
                     .k = a->dims[a->rank - 1],
                     .transposed = node->transposed};
  if (!fitsLibrary(&product, a, b, whole))
    return -1;
  const JsonGraphPost *first = node->post;
  product.adds = node->numPost > 0 && first->function == JSON_GRAPH_ADD &&
                 mayStandInResult(whole, &shapes[first->other]);
  if (product.adds)
    putInResult(product.out, jsonGraphElements(whole), values[first->other],
                jsonGraphElements(&shapes[first->other]));
  for (int64_t g = 0; g < product.batch; ++g)
    multiply(&product, product.left + g * product.m * product.k,
             product.right + g * product.k * product.n,
             product.out + g * product.m * product.n);
  return product.adds;
}

static const char *describe(void) {
  static char text[128];
  snprintf(text, sizeof text, "%s", openblas_get_config());
  return text;
}

static int32_t create(const RelaxBackendArtefact *artefact, void **engine,
                      RelaxBackendMessage *message) {
  if (artefact->options && *artefact->options) {
    jsonGraphFail(message, "there is no option '%s'", *artefact->options);
    return RELAX_BACKEND_FAILED;
  }
  if (artefact->threads > 0)
    openblas_set_num_threads(artefact->threads);
  return jsonGraphEngineCreate(artefact, runProduct, engine, message);
}

static const RelaxBackend backend = {.version = RELAX_BACKEND_VERSION,
                                     .name = "openblas",
                                     .describe = describe,
                                     .create = create,
                                     .run = jsonGraphEngineRun,
                                     .destroy = jsonGraphEngineDestroy};

RELAX_BACKEND(backend)
