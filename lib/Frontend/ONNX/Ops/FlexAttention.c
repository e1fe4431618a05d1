//===- FlexAttention.c - FlexAttention of ai.onnx.preview -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Without graphs of its own it is relax.attention. What changes the scores or
// the probabilities is a program of the model's, not a part of an operator: it
// stands between the products, in the function itself, where every pass sees it
// (an operation with regions would only be inlined again).
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Subgraph.h"

#include <math.h>

static const MlirValue none = {NULL};

typedef struct Flex {
  Importer *importer;
  MlirValue query, key, value;
  const Onnx__AttributeProto *scale, *scores, *weights; // NULL: absent
  MlirType element, wide;                               // what is computed in
} Flex;

static bool readAttributes(Flex *f) {
  Importer *i = f->importer;
  bool isDouble = mlirTypeIsAF64(f->element);
  return importTypeAttribute(i, "softmax_precision",
                             isDouble ? f->element : mlirF32TypeGet(i->context),
                             &f->wide) &&
         IMPORT_ATTRIBUTE(i, "scale", FLOAT, &f->scale) &&
         IMPORT_ATTRIBUTE(i, "score_mod", GRAPH, &f->scores) &&
         IMPORT_ATTRIBUTE(i, "prob_mod", GRAPH, &f->weights);
}

static bool importPlain(Flex *f) {
  Importer *i = f->importer;
  MlirType types[RELAX_ATTENTION_RESULTS];
  RelaxAttentionArgs args = {
      .query = f->query, .key = f->key, .value = f->value};
  if (f->scale)
    args.scale = importFloatAttribute(i, (double)f->scale->f);
  MlirLocation location = importResultLocation(i, 0);
  if (mlirLogicalResultIsFailure(relaxAttentionTypes(location, &args, types)))
    return false;
  args.numResultsTypes = 1;
  args.resultsTypes = types;
  return importResult(i, 0, relaxAttentionCreate(location, &args));
}

//===----------------------------------------------------------------------===//
// With graphs
//===----------------------------------------------------------------------===//

static MlirValue product(Flex *f, MlirValue a, MlirValue b) {
  Importer *i = f->importer;
  RelaxMatmulArgs args = {a, b};
  return a.ptr && b.ptr && importAlignMatrices(i, &args.lhs, &args.rhs)
             ? COMPOSE(i, "matmul", Matmul, &args)
             : none;
}

/// A head of `x` for each query head: h * heads of x / heads of the query.
static MlirValue shareHeads(Flex *f, MlirValue x) {
  Importer *i = f->importer;
  GraphBuilder *g = importBuilder(i);
  MlirAttribute own = relaxTensorInfoOf(x).dims[1];
  MlirAttribute wanted = relaxTensorInfoOf(f->query).dims[1];
  if (relaxDimEqual(own, wanted))
    return x;
  MlirValue heads = graphElement(g, graphShapeVector(g, f->query), 1);
  MlirValue shared = graphElement(g, graphShapeVector(g, x), 1);
  MlirValue numbers =
      composeMultiply(i, composeRangeOf(i, f->query, 1), shared);
  heads = composeMaximum(i, heads, graphNumberLike(g, 1, heads));
  return graphTake(g, x, composeDivide(i, numbers, heads), 1);
}

/// 1 / sqrt(size), or what the attribute says.
static MlirValue scaled(Flex *f, MlirValue query) {
  Importer *i = f->importer;
  GraphBuilder *g = importBuilder(i);
  if (f->scale)
    return graphTimes(g, query, (double)f->scale->f);
  MlirValue size = graphElement(g, graphShapeVector(g, query), 3);
  return composeDivide(i, query, graphSqrt(g, graphCast(g, size, f->wide)));
}

/// What the graph makes of a tensor; the tensor itself without one.
static MlirValue modified(Flex *f, const Onnx__AttributeProto *graph,
                          MlirValue x) {
  MlirValue y;
  if (!graph || !x.ptr)
    return x;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  if (!importSubgraph(f->importer, graph->g, f->importer->body, &x, 1, &y, 1))
    return none;
  if (!mlirTypeEqual(relaxTensorInfoOf(y).elementType, info.elementType)) {
    importError(f->importer,
                "graph '%s': expected an output of the type of "
                "its input",
                onnxText(graph->g->name));
    return none;
  }
  return composeMatch(f->importer, y, info.rank, info.dims, x);
}

static MlirValue softmax(Flex *f, MlirValue x) {
  Importer *i = f->importer;
  RelaxSoftmaxArgs args = {x, 3};
  return x.ptr ? COMPOSE(i, "weights", Softmax, &args) : none;
}

static bool importModified(Flex *f) {
  Importer *i = f->importer;
  GraphBuilder *g = importBuilder(i);
  static const int64_t turn[] = {0, 1, 3, 2};
  MlirValue query = scaled(f, graphCast(g, f->query, f->wide));
  MlirValue key = shareHeads(f, graphCast(g, f->key, f->wide));
  MlirValue scores = product(f, query, graphTranspose(g, key, 4, turn));
  MlirValue weights = softmax(f, modified(f, f->scores, scores));
  weights = modified(f, f->weights, weights);
  MlirValue value = shareHeads(f, graphCast(g, f->value, f->wide));
  return composeResult(i, graphCast(g, product(f, weights, value), f->element));
}

static bool importFlexAttention(Importer *importer) {
  Flex f = {.importer = importer};
  MlirValue *const values[] = {&f.query, &f.key, &f.value};
  for (size_t i = 0; i < 3; ++i) {
    if (!importOperand(importer, i, values[i]))
      return false;
    RelaxTensorInfo info = relaxTensorInfoOf(*values[i]);
    if (!info.ranked || info.rank != 4)
      return importOperandError(importer, i, *values[i], "expected rank 4");
  }
  f.element = relaxTensorInfoOf(f.query).elementType;
  if (!readAttributes(&f))
    return false;
  return f.scores || f.weights ? importModified(&f) : importPlain(&f);
}

const OnnxOperator onnxFlexAttentionOperators[] = {
    {"FlexAttention", importFlexAttention, .since = 1,
     .relax = "attention, matmul, softmax", .types = ONNX_FLOATS,
     .inputs = {3, 3}},
    {0},
};
