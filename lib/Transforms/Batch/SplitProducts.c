//===- SplitProducts.c - a product of values one behind the other ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
//   W [a; b] = W1 a + W2 b
//
// The states of two children, or of two ways through a sentence, are results of
// other calls: put one behind the other they would be copied for each call.
// Their products are merged with others of the same values (MergeProducts.c).
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Batch/Product.h"

#include <stb/stb_ds.h>

/// The axis that products of the value sum over.
static intptr_t summedAxis(const Product *product) {
  RelaxTensorInfo info;
  relaxTensorInfo(mlirValueGetType(product->value), &info);
  return product->left ? 0 : info.rank - 1;
}

/// The extents of the pieces, which are known.
static bool sizesOf(MlirOperation join, intptr_t axis, int64_t *sizes) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(join); i < e; ++i) {
    RelaxTensorInfo info;
    if (!relaxTensorInfo(mlirValueGetType(mlirOperationGetOperand(join, i)),
                         &info) ||
        !info.ranked || axis >= info.rank ||
        !symAttributeIsConst(info.dims[axis], &sizes[i]))
      return false;
  }
  return true;
}

/// The products, if they are all that uses the concatenation.
static Product *productsOf(MlirOperation join) {
  Product *products = NULL, product;
  MlirValue value = mlirOperationGetResult(join, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    if (!productIs(mlirOpOperandGetOwner(use), &product) ||
        !mlirValueEqual(product.value, value) ||
        summedAxis(&product) != relaxConcatGetAxis(join)) {
      arrfree(products);
      return NULL;
    }
    arrput(products, product);
  }
  return products;
}

/// The parts of the weight.
static MlirOperation splitWeight(RelaxPassRun *run, const Product *product,
                                 const int64_t *sizes, intptr_t count) {
  MlirOperation front = productFront(product->op);
  MlirType *types = ARENA_ARRAY(run->arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute dims[2];
    dims[product->left] = symConstAttribute(run->context, sizes[i]);
    dims[!product->left] = symConstAttribute(run->context, product->outer);
    types[i] = relaxTensorTypeOf(product->element, 2, dims);
  }
  RelaxSplitArgs split = {.input = productWeight(front, product),
                          .axis = product->left,
                          .sizes =
                              mlirDenseI64ArrayGet(run->context, count, sizes),
                          .numResultsTypes = count,
                          .resultsTypes = types};
  MlirOperation parts =
      relaxSplitCreate(mlirOperationGetLocation(product->op), &split);
  bridgeInsert(front, parts);
  return parts;
}

static void splitProduct(RelaxPassRun *run, const Product *product,
                         MlirOperation join, const int64_t *sizes) {
  intptr_t count = mlirOperationGetNumOperands(join);
  MlirLocation loc = mlirOperationGetLocation(product->op);
  MlirOperation parts = splitWeight(run, product, sizes, count);
  MlirValue sum = {NULL};
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue piece = mlirOperationGetOperand(join, i),
              part = mlirOperationGetResult(parts, i);
    RelaxMatmulArgs args = {product->left ? part : piece,
                            product->left ? piece : part};
    MlirValue one = bridgeInsert(product->op, relaxMatmulCreate(loc, &args));
    RelaxAddArgs add = {sum, one};
    sum = sum.ptr ? bridgeInsert(product->op, relaxAddCreate(loc, &add)) : one;
  }
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(product->op, 0), sum);
  mlirOperationDestroy(product->op);
}

static bool isJoin(MlirOperation op) {
  return relaxIsConcat(op) && mlirOperationGetNumOperands(op) > 1;
}

uint64_t productsSplit(RelaxPassRun *run) {
  MlirOperation *joins = NULL; // stb_ds array
  uint64_t count = 0;
  bridgeCollect(run->op, isJoin, &joins);
  for (ptrdiff_t i = 0; i < arrlen(joins); ++i) {
    MlirOperation join = joins[i];
    intptr_t pieces = mlirOperationGetNumOperands(join);
    int64_t *sizes = ARENA_ARRAY(run->arena, int64_t, pieces);
    Product *products = productsOf(join);
    if (products && sizesOf(join, relaxConcatGetAxis(join), sizes) &&
        passMayRewrite(run, join)) {
      for (ptrdiff_t p = 0; p < arrlen(products); ++p)
        splitProduct(run, &products[p], join, sizes);
      count += (uint64_t)arrlen(products);
      mlirOperationDestroy(join);
    }
    arrfree(products);
  }
  arrfree(joins);
  return count;
}
