//===- MergeProducts.c - products of one value become one -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What batching inside of a cell is for (Zha et al., "ED-Batch", ICML 2023):
// the products of a cell's gates. Those of one value with weights never depend
// on each other, so no order has to be found; their weights come to lie behind
// each other when the program is loaded. All other operations of a cell become
// one kernel by fusion, which is less than any batches of them.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Batch/BatchMode.h"
#include "lib/Transforms/Batch/Product.h"

#include <stb/stb_ds.h>

enum { COUNT_PRODUCTS, COUNT_MERGED, COUNT_SPLIT };

static bool areAlike(const Product *a, const Product *b) {
  return mlirValueEqual(a->value, b->value) && a->left == b->left &&
         a->inner == b->inner && mlirTypeEqual(a->element, b->element);
}

typedef struct Merger {
  RelaxPassRun *run;
  Product *products; // stb_ds array: of a block, in its order
} Merger;

/// The weights, one behind the other.
static MlirValue joinWeights(Merger *merger, Product *const *group) {
  Arena *arena = merger->run->arena;
  ptrdiff_t count = arrlen((Product **)group);
  MlirValue *weights = ARENA_ARRAY(arena, MlirValue, count);
  MlirOperation front = productFront(group[0]->op);
  for (ptrdiff_t i = 0; i < count; ++i)
    weights[i] = productWeight(front, group[i]);
  RelaxConcatArgs args = {
      .numInputs = count, .inputs = weights, .axis = !group[0]->left};
  return bridgeInsert(
      front, relaxConcatCreate(mlirOperationGetLocation(group[0]->op), &args));
}

/// One product for all of the group, which is taken apart again.
static void merge(Merger *merger, Product *const *group) {
  Arena *arena = merger->run->arena;
  const Product *first = group[0];
  MlirLocation loc = mlirOperationGetLocation(first->op);
  ptrdiff_t count = arrlen((Product **)group);
  int64_t *sizes = ARENA_ARRAY(arena, int64_t, count);
  MlirType *types = ARENA_ARRAY(arena, MlirType, count);
  for (ptrdiff_t i = 0; i < count; ++i) {
    sizes[i] = group[i]->outer;
    types[i] = mlirValueGetType(mlirOperationGetResult(group[i]->op, 0));
  }
  MlirValue weight = joinWeights(merger, group);
  RelaxMatmulArgs product = {first->left ? weight : first->value,
                             first->left ? first->value : weight};
  RelaxTensorInfo result =
      relaxTensorInfoOf(mlirOperationGetResult(first->op, 0));
  RelaxSplitArgs split = {
      .input = bridgeInsert(first->op, relaxMatmulCreate(loc, &product)),
      .axis = first->left ? 0 : result.rank - 1,
      .sizes = mlirDenseI64ArrayGet(merger->run->context, count, sizes),
      .numResultsTypes = count,
      .resultsTypes = types};
  MlirOperation parts = relaxSplitCreate(loc, &split);
  bridgeInsert(first->op, parts);
  for (ptrdiff_t i = 0; i < count; ++i) {
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(group[i]->op, 0),
                                  mlirOperationGetResult(parts, i));
    mlirOperationDestroy(group[i]->op);
    group[i]->op.ptr = NULL;
  }
  ++merger->run->counters[COUNT_MERGED];
  merger->run->counters[COUNT_PRODUCTS] += (uint64_t)count;
}

static void mergeInBlock(MlirBlock block, void *userData) {
  Merger *merger = userData;
  arrsetlen(merger->products, 0);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    Product product;
    if (productIs(op, &product))
      arrput(merger->products, product);
  }
  for (ptrdiff_t i = 0; i < arrlen(merger->products); ++i) {
    Product **group = NULL;
    for (ptrdiff_t k = i; k < arrlen(merger->products); ++k)
      if (merger->products[i].op.ptr && merger->products[k].op.ptr &&
          areAlike(&merger->products[i], &merger->products[k]))
        arrput(group, &merger->products[k]);
    if (arrlen(group) > 1 && passMayRewrite(merger->run, group[0]->op))
      merge(merger, group);
    arrfree(group);
  }
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Merger merger = {.run = run};
  run->counters[COUNT_SPLIT] = productsSplit(run);
  bridgeEachBlock(run->op, mergeInBlock, &merger);
  arrfree(merger.products);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxMergeProductsPass = {
    .name = "relax-merge-products",
    .summary = "one product in the place of several of one value with weights",
    .documentation =
        "Products of one value with weights, as those of the gates of a cell, "
        "become one with all of these weights behind each other "
        "(`relax-prepare-weights` puts them there at load), and `relax.split` "
        "gives the parts. Their sums are the same. Before, a product of values "
        "one behind the other, which nobody else uses, becomes the sum of "
        "products of each with a part of the weight: what it adds up comes in "
        "another order.\n",
    .anchor = "relax.func",
    .counters = {[COUNT_PRODUCTS] = "products-merged",
                 [COUNT_MERGED] = "products-made",
                 [COUNT_SPLIT] = "products-split"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
