//===- HoistSteps.c - the products of a fold with its elements ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A step of a recurrent network reads all weights for one row. The product of a
// list's element with a weight depends on no step before, so that of all
// elements is one product, which reads the weight once:
//
//   f(list, others) = f_steps(list, others, elements W, 0)
//
// f_steps is what f was, with a row of that in the place of each product.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Batch/HoistSteps.h"
#include "dialects/Relax/Closure.h"
#include "dialects/Relax/Relax.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

enum { COUNT_FOLDS, COUNT_PRODUCTS };

/// Where it pays. A smaller weight stays in a cache that is near, and with
/// more rows a step's product has enough to do with what it reads.
enum { LEAST_BYTES = 256 << 10, MOST_ROWS = 8 };

/// What is got of the list's first cell; null if it is something else.
static MlirOperation fieldOf(const Fold *fold, MlirValue value) {
  MlirOperation op = bridgeDefiner(value);
  return relaxIsGetField(op) &&
                 mlirValueEqual(relaxGetFieldGetValue(op), fold->list)
             ? op
             : (MlirOperation){NULL};
}

/// Extents are known, and each row is multiplied by the weight.
static bool pays(const Product *product) {
  RelaxTensorInfo info = relaxTensorInfoOf(product->value);
  int64_t rows = 1, bits = mlirFloatTypeGetWidth(product->element);
  bool good = !info.device.ptr &&
              (info.rank == 1 || (info.rank == 2 && !product->left)) &&
              mlirTypeEqual(info.elementType, product->element);
  for (intptr_t d = 0; d < info.rank && good; ++d) {
    int64_t extent;
    good = symAttributeIsConst(info.dims[d], &extent);
    if (good && d + 1 < info.rank)
      rows = extent;
  }
  return good && rows > 0 && rows <= MOST_ROWS &&
         product->inner * product->outer >= LEAST_BYTES * 8 / bits;
}

/// Products with weights of a value, in its block.
static bool isHoisted(const Fold *fold, MlirOperation op, Product *product) {
  return productIs(op, product) && pays(product) &&
         (mlirValueIsABlockArgument(product->value) ||
          fieldOf(fold, product->value).ptr);
}

/// Does the callee multiply what the call gives it of the element?
static bool callMultiplies(const Fold *fold, MlirOperation call) {
  MlirOperation callee = foldStraight(fold, call);
  if (!callee.ptr)
    return false;
  Product product;
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(callee));
       op.ptr; op = mlirOperationGetNextInBlock(op))
    if (isHoisted(fold, op, &product) &&
        mlirValueIsABlockArgument(product.value) &&
        fieldOf(fold, relaxCallGetInputs(
                          call, mlirBlockArgumentGetArgNumber(product.value)))
            .ptr)
      return true;
  return false;
}

static bool multiplies(const Fold *fold) {
  Product product;
  for (MlirOperation op = foldFirst(fold); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if ((isHoisted(fold, op, &product) && fieldOf(fold, product.value).ptr) ||
        (relaxIsCall(op) && callMultiplies(fold, op)))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static ptrdiff_t numberOf(Steps *steps, MlirOperation field) {
  for (ptrdiff_t i = 0; i < arrlen(steps->fields); ++i)
    if (relaxGetFieldGetIndex(steps->fields[i]) == relaxGetFieldGetIndex(field))
      return i;
  arrput(steps->fields, field);
  return arrlen(steps->fields) - 1;
}

static void collect(Steps *steps) {
  Product product;
  for (MlirOperation op = foldFirst(&steps->fold); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (isHoisted(&steps->fold, op, &product)) {
      MlirOperation field = fieldOf(&steps->fold, product.value);
      if (!field.ptr)
        continue;
      arrput(steps->products, product);
      arrput(steps->of, numberOf(steps, field));
    }
}

static MlirLogicalResult hoist(RelaxPassRun *run, MlirOperation function) {
  Steps steps = {.fold = {.run = run}};
  bool good = true;
  if (foldShape(&steps.fold, function) &&
      fieldOf(&steps.fold, foldRest(&steps.fold)).ptr &&
      !relaxFindEffect(function).ptr && multiplies(&steps.fold) &&
      passMayRewrite(run, function)) {
    foldInline(&steps.fold);
    collect(&steps);
    run->counters[COUNT_PRODUCTS] += (uint64_t)arrlen(steps.products);
    ++run->counters[COUNT_FOLDS];
    good = stepsBuild(&steps);
  }
  foldFree(&steps.fold);
  arrfree(steps.fields);
  arrfree(steps.products);
  arrfree(steps.of);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirOperation *functions = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    arrput(functions, op);
  for (ptrdiff_t i = 0;
       i < arrlen(functions) && mlirLogicalResultIsSuccess(outcome); ++i)
    outcome = hoist(run, functions[i]);
  arrfree(functions);
  return outcome;
}

const RelaxPass relaxHoistStepsPass = {
    .name = "relax-hoist-steps",
    .summary = "multiply all elements of a list with a weight at once",
    .documentation =
        "A function that goes through a list, and calls itself with the rest "
        "at its end, gets the products of the elements with weights as an "
        "argument, a row for each: they are one product of all elements, put "
        "together in front, as `W x` of a recurrent network. Weights of 256 "
        "KiB at least and elements of known extents, vectors or up to 8 rows. "
        "The rows of all elements are in memory at a time, and a row's sums "
        "may be added up in another order than "
        "those of a product by itself. `relax-cpu` without `batch=` runs it: "
        "with it `relax-hoist-inputs` does this for all lists together.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_FOLDS] = "folds",
                 [COUNT_PRODUCTS] = "products-hoisted"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
