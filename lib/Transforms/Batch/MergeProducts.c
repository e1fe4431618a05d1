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

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Batch/BatchMode.h"
#include "lib/Transforms/Batch/Product.h"

#include <stb/stb_ds.h>

enum { COUNT_PRODUCTS, COUNT_MERGED, COUNT_SPLIT, NUM_COUNTERS };

/// The operation that a weight comes from, of which it may be a part.
static MlirOperation sourceOf(MlirValue weight) {
  MlirOperation op = mlirValueIsAOpResult(weight) ? mlirOpResultGetOwner(weight)
                                                  : (MlirOperation){NULL};
  bool part = op.ptr && relaxIsSplit(op) &&
              batchIsShared(mlirOperationGetOperand(op, 0));
  return part || batchIsShared(weight) ? op : (MlirOperation){NULL};
}

static bool isWeight(MlirValue value) { return sourceOf(value).ptr; }

static bool extentsOf(MlirValue weight, bool left, Product *product) {
  RelaxTensorInfo info;
  if (!isWeight(weight) || !relaxTensorInfo(mlirValueGetType(weight), &info) ||
      !info.ranked || info.rank != 2 || !info.elementType.ptr ||
      !mlirTypeIsAFloat(info.elementType))
    return false;
  product->left = left;
  product->element = info.elementType;
  return symAttributeIsConst(info.dims[left], &product->inner) &&
         symAttributeIsConst(info.dims[!left], &product->outer);
}

bool productIs(MlirOperation op, Product *product) {
  if (!relaxIsMatmul(op))
    return false;
  MlirValue lhs = relaxMatmulGetLhs(op), rhs = relaxMatmulGetRhs(op);
  bool left = isWeight(lhs);
  RelaxTensorInfo info;
  *product = (Product){.op = op, .value = left ? rhs : lhs};
  // With a stack of matrices on the right the weight is no single row of them.
  return left != isWeight(rhs) &&
         relaxTensorInfo(mlirValueGetType(product->value), &info) &&
         info.ranked && (!left || info.rank <= 2) &&
         extentsOf(left ? lhs : rhs, left, product);
}

static bool areAlike(const Product *a, const Product *b) {
  return mlirValueEqual(a->value, b->value) && a->left == b->left &&
         a->inner == b->inner && mlirTypeEqual(a->element, b->element);
}

typedef struct Merger {
  RelaxPassRun *run;
  Product *products; // stb_ds array: of a block, in its order
} Merger;

MlirValue productInsert(MlirOperation before, MlirOperation op) {
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before,
                                      op);
  return mlirOperationGetResult(op, 0);
}

MlirOperation productFront(MlirOperation op) {
  MlirOperation around = mlirOperationGetParentOperation(op);
  while (!relaxIsFunc(around) && !relaxIsDispatch(around)) {
    op = around;
    around = mlirOperationGetParentOperation(op);
  }
  return mlirBlockGetFirstOperation(mlirOperationGetBlock(op));
}

MlirValue productWeight(MlirOperation front, const Product *product) {
  MlirValue weight = mlirOperationGetOperand(product->op, !product->left);
  MlirOperation source = sourceOf(weight), copy = mlirOperationClone(source);
  if (relaxIsSplit(source)) {
    MlirOperation whole =
        mlirOpResultGetOwner(mlirOperationGetOperand(source, 0));
    mlirOperationSetOperand(copy, 0,
                            productInsert(front, mlirOperationClone(whole)));
  }
  productInsert(front, copy);
  return mlirOperationGetResult(copy, mlirOpResultGetResultNumber(weight));
}

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
  return productInsert(
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
      .input = productInsert(first->op, relaxMatmulCreate(loc, &product)),
      .axis = first->left ? 0 : result.rank - 1,
      .sizes = mlirDenseI64ArrayGet(merger->run->context, count, sizes),
      .numResultsTypes = count,
      .resultsTypes = types};
  MlirOperation parts = relaxSplitCreate(loc, &split);
  productInsert(first->op, parts);
  for (ptrdiff_t i = 0; i < count; ++i) {
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(group[i]->op, 0),
                                  mlirOperationGetResult(parts, i));
    mlirOperationDestroy(group[i]->op);
    group[i]->op.ptr = NULL;
  }
  ++merger->run->counters[COUNT_MERGED];
  merger->run->counters[COUNT_PRODUCTS] += (uint64_t)count;
}

static void mergeInBlock(Merger *merger, MlirBlock block) {
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

static MlirWalkResult mergeInRegions(MlirOperation op, void *userData) {
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirBlock block = bridgeBlock(op, r);
    if (block.ptr)
      mergeInBlock(userData, block);
  }
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Merger merger = {.run = run};
  run->counters[COUNT_SPLIT] = productsSplit(run);
  mlirOperationWalk(run->op, mergeInRegions, &merger, MlirWalkPreOrder);
  arrfree(merger.products);
  return mlirLogicalResultSuccess();
}

static const char *const counters[] = {[COUNT_PRODUCTS] = "products-merged",
                                       [COUNT_MERGED] = "products-made",
                                       [COUNT_SPLIT] = "products-split"};

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
    .counters = counters,
    .numCounters = NUM_COUNTERS,
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
